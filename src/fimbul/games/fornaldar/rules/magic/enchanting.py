"""The enchantment phase: both sides plot in secret, then all is revealed and rolled for (R5.3, R20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Line, Question, Step, Told
from fimbul.core.wording import some
from fimbul.games.fornaldar.actions import Aim, Done
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.model import Spell
from fimbul.games.fornaldar.rules import fates, pieces, ratings, secrecy
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.magic import items, plotting, spells
from fimbul.games.fornaldar.rules.movement import evading

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

HARDER = 2  # into the hex of the Staff of Curius (R21.62)
EASIER = 2  # with His Hat or the Kantele (R21.57, R21.22)
HAT = ("vortex_creation", "mental_attack")
KANTELE = ("healing", "hide")
ROUSING = ("vortex_creation", "freeze")  # what is aimed at the pieces of a hex (R10.2)
PASSING = ("mental_attack", "fulguration", "healing", "maelstrom")  # what works at once


class EnchantmentPhase(Step["FornaldarState"], frozen=True, tag=True):
    """Both sides plot, then everything happens (R5.3)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.phase = "enchantment"
        state.push(plotting.Plots((0, 1)), Reveal())


# ---- revealing and rolling


class Reveal(Step["FornaldarState"], frozen=True, tag=True):
    """All that was plotted is told, provokes whom it would affect, and is rolled for (R5.3, R10.2)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        plots = sorted(state.plots, key=lambda each: (each[0], each[1].enchantment, each[1].caster))
        state.plots.clear()
        state.spells.extend(spell for _, spell in plots if spell.enchantment == spells.TALISMAN)
        for _, spell in plots:
            if spell.enchantment == spells.TALISMAN:
                where = pieces.place_name(state, spell.hex)
                about = (pieces.spot(state, spell.hex),)
                events.append(
                    Told(text=f"The Talisman of Winds makes {spell.word} weather at {where}.", about=about)
                )
        castings = [(seat, spell) for seat, spell in plots if spell.enchantment != spells.TALISMAN]
        for seat, spell in castings:
            for group in affected_groups(state, spell):
                fates.provoke(state, group, seat, events)
        dispellers: list[int] = []
        for caster in dict.fromkeys(spell.caster for _, spell in castings):
            mine = [spell for _, spell in castings if spell.caster == caster]
            if roll(state, mine, events):
                if spells.name(state, mine[0]) == "dispel_magic":
                    dispellers.append(caster)
                else:
                    state.spells.extend(mine)
            if not spells.roams(state, caster):
                state.leaders[caster].cast = True
        state.push(*(Dispelling((pieces.seat_of(state, each),), each) for each in dispellers), TakeEffect())


def roll(state: FornaldarState, castings: list[Spell], events: list[Event]) -> bool:
    """Roll for what one enchanter casts: whether it works (R20.5)."""
    spell = castings[0]
    dice = (state.rng.die(), state.rng.die())
    added = sum(part for part in modifiers(state, castings))
    works = sum(dice) + added <= ratings.current_magic(state, spell.caster)
    events.append(
        Rolled(
            what=f"{state.book.cast[spell.caster].name} casts {spells.told(state, castings)}",
            dice=dice,
            added=added,
            result="it works" if works else "it fails",
            about=cast_from(state, spell.caster),
        )
    )
    return works


def cast_from(state: FornaldarState, caster: int) -> tuple[str, ...]:
    """Where something was cast, for all to see; the Jibalian is not marked, and may be unseen (R24.3.2.4)."""
    hidden = spells.roams(state, caster) and caster not in secrecy.placed_leaders(state, None)
    return () if hidden else (pieces.spot(state, state.leaders[caster].hex),)


def modifiers(state: FornaldarState, castings: list[Spell]) -> Iterator[int]:
    """What is added to the roll of a casting."""
    spell = castings[0]
    ident = spells.name(state, spell)
    if ident == "fulguration":
        yield 1
    if ident in HAT and items.has(state, spell.caster, "hat"):
        yield -EASIER
    if ident in KANTELE and items.has(state, spell.caster, "kantele"):
        yield -EASIER
    if any(items.in_hex(state, target_hex(state, each), "hard_to_enchant") for each in castings):
        yield HARDER


def target_hex(state: FornaldarState, spell: Spell) -> int:
    """The hex into which a spell is cast, or NOWHERE."""
    return state.leaders[spell.leader].hex if spell.leader >= 0 else spell.hex


def affected_groups(state: FornaldarState, spell: Spell) -> list[int]:
    """The groups whose pieces an enchantment would affect (R10.2)."""
    ident, book = spells.name(state, spell), state.book
    if spell.leader >= 0:
        return [book.leader_group[spell.leader]]
    if ident not in ROUSING:
        return []
    found = {
        book.ship_group[ship]
        for ship, vessel in enumerate(state.vessels)
        if vessel.hex >= 0 and spells.covers(state, spell, vessel.hex)
    }
    found |= {army.group for army in state.armies if spells.covers(state, spell, army.hex)}
    found |= {
        book.leader_group[leader]
        for leader, someone in enumerate(state.leaders)
        if someone.hex >= 0 and spells.covers(state, spell, someone.hex)
    }
    return sorted(found)


# ---- dispelling


class Dispelling(Decision["FornaldarState", Aim | Done], frozen=True, tag=True):
    """A successful Dispel Magic: which enchantment it cancels (R20.23)."""

    caster: int

    rule: ClassVar[str] = "R20.23"
    otherwise: ClassVar[str] = "That enchantment is out of range."

    def question(self, state: FornaldarState, seat: int) -> Question:
        name = state.book.cast[self.caster].name
        found = {each.caster: each for each in dispellable(state, self.caster)}
        return ask(
            seat,
            f"{name} dispels magic: choose whose enchantment ends, or none.",
            "dispels magic",
            facts=tuple(
                Line(state.book.cast[who].name, spells.told(state, [each])) for who, each in found.items()
            ),
            labels=(("aim", "End what {} has cast"), ("done", "Dispel nothing")),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Aim | Done]:
        cast = state.book.cast
        near = dict.fromkeys(spell.caster for spell in dispellable(state, self.caster))
        return [*(Aim(what=cast[each].id) for each in near), Done()]

    def take(self, state: FornaldarState, action: Aim | Done, seat: int, events: list[Event]) -> None:
        state.reveals += 1  # what takes effect now may miss or find its target
        if isinstance(action, Done):
            return
        loser = state.book.leader[action.what]
        lost = [spell for spell in dispellable(state, self.caster) if spell.caster == loser]
        name = state.book.cast[self.caster].name
        about = cast_from(state, loser)
        text = f"{name} dispels {spells.told(state, lost)}, cast by {state.book.cast[loser].name}."
        events.append(Told(text=text, about=about))
        state.spells = [spell for spell in state.spells if spell not in lost]


def dispellable(state: FornaldarState, caster: int) -> list[Spell]:
    """The enchantments whose caster or target is within range of a dispeller."""
    here, far = state.leaders[caster].hex, ratings.current_magic(state, caster)
    known = secrecy.placed_leaders(state, pieces.seat_of(state, caster))
    return [
        spell
        for spell in state.spells
        if spell.enchantment != spells.TALISMAN
        and any(state.book.distance(here, each) <= far for each in spots(state, spell, known))
    ]


def spots(state: FornaldarState, spell: Spell, known: set[int]) -> Iterator[int]:
    """Where a spell can be dispelled: at its caster or its target, if one knows where they are."""
    for leader in (spell.caster, spell.leader):
        if leader in known and state.leaders[leader].hex >= 0:
            yield state.leaders[leader].hex
    if spell.hex >= 0:
        yield spell.hex
    elif spell.word:
        yield from spells.area(state.book, spell)


# ---- effects


class TakeEffect(Step["FornaldarState"], frozen=True, tag=True):
    """What was not dispelled works, at once or for the rest of the turn (R5.3, R20.7)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        works = sorted(state.spells, key=lambda each: (each.enchantment, spells.seat(state, each)))
        # a caster who is killed by another casting has still cast his own
        origins = {spell: Origin(state, spell) for spell in works if spell.leader >= 0}
        for spell in works:
            ident = spells.name(state, spell)
            if ident == "mental_attack":
                mental_attack(state, spell, origins[spell], events)
            elif ident == "fulguration":
                fulguration(state, spell, origins[spell], events)
            elif ident == "healing":
                heal(state, spell, events)
            elif ident == "freeze":
                freeze(state, spell)
            elif ident == "maelstrom":
                state.whirlpools.append(spell)
        state.spells = [spell for spell in state.spells if spells.name(state, spell) not in PASSING]
        state.seen = sorted({*state.seen, *spells.vision_hexes(state)})


class Origin:
    """From where and how strongly something was cast."""

    def __init__(self, state: FornaldarState, spell: Spell) -> None:
        self.hex = state.leaders[spell.caster].hex
        self.reach = plotting.reach(state, spell)
        self.magic = ratings.current_magic(state, spell.caster)
        self.hat = items.has(state, spell.caster, "hat")


def reached(state: FornaldarState, spell: Spell, origin: Origin, events: list[Event]) -> bool:
    """Whether the enemy whom a spell names is alive and within its range after all."""
    there, name = state.leaders[spell.leader].hex, state.book.cast[spell.leader].name
    if there >= 0 and state.book.distance(origin.hex, there) <= origin.reach:
        return True
    events.append(Told(text=f"{spells.card(state, spell).name} does not reach {name}."))
    return False


def mental_attack(state: FornaldarState, spell: Spell, origin: Origin, events: list[Event]) -> None:
    """Two minds wrestle: the caster's against an enemy's (R20.17)."""
    cast, target = state.book.cast, spell.leader
    if not reached(state, spell, origin, events):
        return
    if items.guarded_by(state, target, "amulet"):
        events.append(Told(text=f"{cast[target].name} is proof against Mental Attack."))
        return
    sums = []
    for leader, added in (
        (spell.caster, origin.magic + origin.hat),
        (target, ratings.current_magic(state, target)),
    ):
        die = state.rng.die()
        events.append(Rolled(what=f"The mind of {cast[leader].name}", dice=(die,), added=added))
        sums.append(die + added)
    ahead = sums[0] - sums[1]
    if ahead > 0:
        strike(state, target, max(1, ahead // spells.card(state, spell).amount), events)


def fulguration(state: FornaldarState, spell: Spell, origin: Origin, events: list[Event]) -> None:
    """Lightning strikes an enemy character (R20.24)."""
    if reached(state, spell, origin, events):
        strike(state, spell.leader, spells.card(state, spell).amount, events)


def strike(state: FornaldarState, leader: int, wounds: int, events: list[Event]) -> None:
    """An enchantment wounds a character, perhaps to death."""
    where = state.leaders[leader].hex
    fates.wound(state, leader, wounds, events, "other")
    if state.leaders[leader].dead:
        evading.check_lone(state, where, events)


def freeze(state: FornaldarState, spell: Spell) -> None:
    """The characters of a stack are frozen, wherever they go (R20.25)."""
    company = pieces.at_sea if spell.word == "sea" else pieces.ashore
    for leader in company(state, spell.hex, 1 - spells.seat(state, spell)):
        state.leaders[leader].frozen = True


def heal(state: FornaldarState, spell: Spell, events: list[Event]) -> None:
    """A character loses wounds (R20.18)."""
    someone = state.leaders[spell.leader]
    if someone.dead:
        return
    healed = min(spells.card(state, spell).amount, someone.wounds)
    someone.wounds -= healed
    name = state.book.cast[spell.leader].name
    text = f"{name} is healed of {some(healed, 'wound')}."
    events.append(Told(text=text, only=(pieces.seat_of(state, spell.leader),)))
