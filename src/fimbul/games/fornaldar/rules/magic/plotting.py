"""Plotting enchantments: who may cast what, on what, and the secret plots themselves (R20.1 to R20.4).

What a seat has plotted is kept in `state.plots` and nowhere else, the casting that it is just aiming too, so
that nothing in the agenda tells the other.  A plot whose target is still to be named has a part missing
(`missing`).  Fly on two characters is two plots of one caster.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Illegal, Line, Question, Sealed, Step
from fimbul.games.fornaldar.actions import Aim, Cast, Done, Use
from fimbul.games.fornaldar.library.rows import SIDES
from fimbul.games.fornaldar.model import Spell
from fimbul.games.fornaldar.rules import pieces, ratings, secrecy
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.magic import items, spells
from fimbul.games.fornaldar.rules.memory import occupied, recall_now

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

SUMMER = range(6, 13)  # calendar turns on which Fimbulwinter needs wild magic (R20.12)
OFF_THE_MAP = "mundanes"  # the group that Farcalling never helps (R20.11)
FAR = 10_000
# What has to be named for an enchantment, in this order.
PARTS: dict[str, tuple[str, ...]] = {
    "talisman": ("word",),
    "farcalling": ("group",),
    "storm_calling": ("word",),
    "elements": ("hex", "word"),
    "freeze": ("hex", "word"),
    "mental_attack": ("leader",),
    "healing": ("leader",),
    "fly": ("leader",),
    "strength": ("leader",),
    "fulguration": ("leader",),
    "dispel_magic": (),
}
GRANTED = {  # the items that let an enchanter cast something wherever he is (R20.3)
    "freeze": "cast_freeze",
    "fulguration": "cast_fulguration",
    "elements": "cast_elements",
    "maelstrom": "cast_maelstrom",
    "vortex_creation": "vortex_anywhere",
    "fly": "fly_self",
}
ONLY_BY_ITEM = ("freeze", "fulguration", "maelstrom")
ENEMY = ("mental_attack", "fulguration")


# ---- who casts what


def enchanters(state: FornaldarState, seat: int) -> list[int]:
    """The active characters of a seat who can cast enchantments at all, and have not."""
    return [
        leader
        for leader, someone in enumerate(state.leaders)
        if someone.hex >= 0
        and pieces.seat_of(state, leader) == seat
        and pieces.awake(state, leader)
        and ratings.is_enchanter(state, leader)
        and spells.may_act(state, leader)
        and not someone.aboard
    ]


def is_able(state: FornaldarState, leader: int) -> bool:
    """Whether an enchanter could cast anything where he stands, by the place or by an item (R20.1, R20.3)."""
    if state.book.power_place[state.leaders[leader].hex] is not None or spells.roams(state, leader):
        return True
    return any(items.has(state, leader, power) for power in GRANTED.values())


def needs(state: FornaldarState, leader: int, ident: str) -> Illegal | None:
    """What an enchanter lacks for an enchantment, where he stands (R20.1, R20.3)."""
    here, book = state.leaders[leader].hex, state.book
    granted = ident in GRANTED and items.has(state, leader, GRANTED[ident])
    if ident in ONLY_BY_ITEM:
        return None if granted else Illegal("R20.3", "He lacks the item that it needs.")
    if granted or spells.roams(state, leader):
        return None if granted else needs_strength(state, leader, ident)
    if book.power_place[here] is None:
        return Illegal("R20.1", "He is not in a Place of Power.")
    if ident == "storm_calling" and not (book.ground[here].water == "coastal" or book.ground[here].island):
        return Illegal("R20.14", "He is not at the coast.")
    if ident == "fimbulwinter" and state.month in SUMMER and book.aspect[here] != "wild":
        return Illegal("R20.12", "In this season it needs wild magic.")
    return needs_strength(state, leader, ident)


def needs_strength(state: FornaldarState, leader: int, ident: str) -> Illegal | None:
    """Elements need a strong enchanter (R20.15)."""
    if ident == "elements":
        least = state.book.library.enchantments[spells.number(state, ident)].amount
        if ratings.current_magic(state, leader) < least:
            return Illegal("R20.15", f"It needs Current Magic Strength {least}.")
    return None


def why_not_cast(state: FornaldarState, action: Cast, seat: int) -> Illegal | None:
    """Why a character may not cast an enchantment."""
    leader, enchantment = state.book.leader.get(action.leader, -1), spells.number(state, action.enchantment)
    if leader < 0 or pieces.seat_of(state, leader) != seat or state.leaders[leader].hex < 0:
        return Illegal("R20.1", "That is none of your characters on the map.")
    if enchantment < 0:
        return Illegal("R20.1", "There is no such enchantment.")
    if not pieces.awake(state, leader):
        return Illegal("R10.1", "He is inactive.")
    if not ratings.is_enchanter(state, leader):
        return Illegal("R20.1", "He is no enchanter.")
    if not spells.may_act(state, leader):
        return Illegal("R20.6", "He is marked as a caster.")
    if leader in casters(state, seat):
        return Illegal("R20.2", "He casts already.")
    if state.leaders[leader].aboard:
        return Illegal("R14.2.8", "He is aboard a ship.")
    lack = needs(state, leader, action.enchantment)
    if lack is not None:
        return lack
    if next(targets(state, seat, spell_of(leader, enchantment)), "") == "":
        return Illegal("R20.4", "There is no target in range.")
    return None


def casters(state: FornaldarState, seat: int) -> set[int]:
    """Who of a seat has plotted an enchantment."""
    return {
        spell.caster for who, spell in state.plots if who == seat and spell.enchantment != spells.TALISMAN
    }


def castings(state: FornaldarState, seat: int) -> Iterator[Cast]:
    """Everything that a seat could cast now."""
    plotted, seen = casters(state, seat), tuple(state.seen)
    for leader in enchanters(state, seat):
        if leader not in plotted and is_able(state, leader):
            what = ("castings", seat, leader, seen)
            yield from recall_now(state, what, functools.partial(castings_of, state, seat, leader))


def castings_of(state: FornaldarState, seat: int, leader: int) -> list[Cast]:
    """Everything that a character who has plotted nothing could cast now."""
    return [
        Cast(leader=state.book.cast[leader].id, enchantment=card.id)
        for enchantment, card in enumerate(state.book.library.enchantments)
        if needs(state, leader, card.id) is None and any(targets(state, seat, spell_of(leader, enchantment)))
    ]


def talismans(state: FornaldarState, seat: int) -> list[Use]:
    """The Talisman of Winds, if the seat has it in use and has not set it yet (R21.46)."""
    if any(who == seat and spell.enchantment == spells.TALISMAN for who, spell in state.plots):
        return []
    bearers = [
        leader
        for leader, someone in enumerate(state.leaders)
        if someone.hex >= 0 and pieces.seat_of(state, leader) == seat and pieces.awake(state, leader)
    ]
    return items.users_of(state, bearers, "talisman")


# ---- at what


def spell_of(caster: int, enchantment: int, **parts: Any) -> Spell:
    """A plot."""
    return Spell(enchantment=enchantment, caster=caster, **parts)


def missing(state: FornaldarState, spell: Spell) -> str:
    """The part of a plot that is still to be named; none if it is whole."""
    for part in PARTS.get(spells.name(state, spell), ("hex",)):
        if getattr(spell, part) in (-1, ""):
            return part
    return ""


def reach(state: FornaldarState, spell: Spell) -> int:
    """How far away the target may be (R20.4)."""
    strength, kind = ratings.current_magic(state, spell.caster), spells.card(state, spell).reach
    return {"magic": strength, "half": strength // 2, "double": 2 * strength, "anywhere": FAR}[kind]


def targets(state: FornaldarState, seat: int, spell: Spell) -> Iterator[str]:
    """What the next part of a plot could be; one word, `-`, for an enchantment that has no target."""
    part = missing(state, spell)
    if part == "":
        yield "-"
    elif part == "leader":
        yield from (state.book.cast[leader].id for leader in people(state, seat, spell))
    elif part == "group":
        yield from callable_groups(state, seat)
    elif part == "hex":
        yield from (state.book.hex_name(hex_) for hex_ in hexes(state, seat, spell))
    else:
        yield from words(state, seat, spell)


def people(state: FornaldarState, seat: int, spell: Spell) -> Iterator[int]:
    """The characters that an enchantment could be cast on.

    An enemy whose place the caster's player does not know may be named, in the hope that he is in range.
    """
    ident, book, here = spells.name(state, spell), state.book, state.leaders[spell.caster].hex
    far = reach(state, spell)
    known = placed(state, seat) if ident in ENEMY else set()
    himself = ident == "fly" and book.power_place[here] is None and not spells.roams(state, spell.caster)
    first = next(
        (s for who, s in state.plots if who == seat and s.caster == spell.caster and s.leader >= 0), None
    )
    for leader, someone in enumerate(state.leaders):
        if someone.hex < 0 or (pieces.seat_of(state, leader) == seat) == (ident in ENEMY):
            continue
        if ident in ENEMY:
            if leader not in known or book.distance(here, someone.hex) <= far:
                yield leader
            continue
        if book.distance(here, someone.hex) > far and not (himself and leader == spell.caster):
            continue
        if ident == "healing" and (someone.wounds == 0 or spells.roams(state, leader)):
            continue
        if ident == "fly":
            if someone.escort or someone.aboard or someone.afloat or ratings.flies(state, leader):
                continue
            if himself and leader != spell.caster:
                continue
            if first is not None and (
                leader == first.leader or someone.hex != state.leaders[first.leader].hex
            ):
                continue
        yield leader


def placed(state: FornaldarState, seat: int) -> set[int]:
    """The characters whose place a seat knows, remembered while nothing changes."""
    what = ("placed", seat, tuple(state.seen))
    return recall_now(state, what, lambda: secrecy.placed_leaders(state, seat))


def callable_groups(state: FornaldarState, seat: int) -> Iterator[str]:
    """The groups that Farcalling could help a seat to mobilize."""
    for call in state.book.library.calls:
        if call.scenario != state.book.scenario.id or call.side != SIDES[seat] or call.group == OFF_THE_MAP:
            continue
        if not state.active[state.book.group[call.group]]:
            yield call.group


def hexes(state: FornaldarState, seat: int, spell: Spell) -> Iterator[int]:
    """The hexes that an enchantment could be cast on."""
    ident, book = spells.name(state, spell), state.book
    if ident == "scrying":
        yield from sorted(
            {item.hex for item in state.treasures if item.hidden and book.power_place[item.hex]}
        )
        return
    around: Iterable[int] = book.within(state.leaders[spell.caster].hex, reach(state, spell))
    if ident in ("hide", "freeze"):  # only where somebody is
        somebody = occupied(state)
        around = [hex_ for hex_ in around if hex_ in somebody]
    for hex_ in around:
        if ident == "hide" and (
            pieces.ships_at(state, hex_, seat) or not pieces.has_ground(state, hex_, seat)
        ):
            continue
        if ident == "maelstrom" and book.ground[hex_].water != "sea":
            continue
        if ident == "freeze" and not any(
            stack_there(state, hex_, 1 - seat, stack) for stack in ("land", "sea")
        ):
            continue
        yield hex_


def stack_there(state: FornaldarState, hex_: int, seat: int, stack: str) -> bool:
    """Whether a seat has a stack on the ground, or on the water, of a hex."""
    return pieces.has_ground(state, hex_, seat) if stack == "land" else pieces.has_fleet(state, hex_, seat)


def words(state: FornaldarState, seat: int, spell: Spell) -> Iterator[str]:
    """A kind of weather, a kind of stack, or a sea."""
    ident, book = spells.name(state, spell), state.book
    if ident == "talisman":
        yield from ("clear", "rain")
    elif ident == "elements":
        yield from ("clear", "rain", "snow")
    elif ident == "freeze":
        yield from (stack for stack in ("land", "sea") if stack_there(state, spell.hex, 1 - seat, stack))
    else:
        near = (book.ground[h] for h in book.within(state.leaders[spell.caster].hex, reach(state, spell)))
        yield from sorted({ground.zone for ground in near if ground.water == "sea" and ground.zone})


def aimed(state: FornaldarState, spell: Spell, what: str) -> Spell:
    """A plot with its next part named."""
    part, book = missing(state, spell), state.book
    value: int | str = what
    if part == "leader":
        value = book.leader[what]
    elif part == "group":
        value = book.group[what]
    elif part == "hex":
        value = book.hex_named(what)
    whole = {field: getattr(spell, field) for field in spell.__struct_fields__}
    return type(spell)(**{**whole, part: value})


# ---- plotting


class Plots(Sealed["FornaldarState"], frozen=True, tag=True):
    """Both sides write down at once what they cast, each in secret (R5.3)."""

    writes: ClassVar[tuple[str, ...]] = ("plots",)
    rule: ClassVar[str] = "R5.3"

    def part(self, state: FornaldarState, seat: int) -> tuple[Step[Any], ...]:
        return (Plotting((seat,)),)

    def question(self, state: FornaldarState, seat: int) -> Question:
        watching = "Both players plot enchantments in secret."
        return Question(text=watching, watching=watching, rule=self.rule, secret=True)


class Plotting(Decision["FornaldarState", Cast | Use | Aim | Done], frozen=True, tag=True):
    """A side writes down what it casts, unseen by the other (R5.3)."""

    always: ClassVar[bool] = True  # that there is nobody to cast would tell where the enchanters are not
    rule: ClassVar[str] = "R5.3"

    def question(self, state: FornaldarState, seat: int) -> Question:
        book, spell = state.book, unfinished(state, seat)
        mine = [each for who, each in state.plots if who == seat and not missing(state, each)]
        written = tuple(Line("Plotted", spells.told(state, [each])) for each in mine)
        if spell is not None:
            name = (
                "the Talisman of Winds"
                if spell.enchantment == spells.TALISMAN
                else spells.card(state, spell).name
            )
            second = is_second(state, seat, spell)
            return ask(
                seat,
                f"{book.cast[spell.caster].name}: choose {'a second' if second else 'the'} target of {name}.",
                "plots enchantments",
                about=(pieces.spot(state, state.leaders[spell.caster].hex),),
                facts=written,
                labels=(("done", "Nobody else"),),
            )
        casts = list(castings(state, seat))
        hexes = dict.fromkeys(state.leaders[book.leader[each.leader]].hex for each in casts)
        text = "Write down who casts which enchantment, or be done."
        if not casts and not talismans(state, seat):
            text = "Nobody of yours can cast an enchantment now; most need a Place of Power."
        return ask(
            seat,
            text if not mine else "Write down who else casts an enchantment, or be done.",
            "plots enchantments",
            about=tuple(pieces.spot(state, hex_) for hex_ in hexes),
            facts=written,
            labels=(("done", "That is all" if mine else "Cast nothing"),),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Cast | Use | Aim | Done]:
        spell = unfinished(state, seat)
        if spell is None:
            return [*castings(state, seat), *talismans(state, seat), Done()]
        found: list[Any] = [Aim(what=what) for what in targets(state, seat, spell)]
        return [*found, Done()] if is_second(state, seat, spell) else found

    def forbids(self, state: FornaldarState, action: Cast | Use | Aim | Done, seat: int) -> Illegal | None:
        if isinstance(action, Cast) and unfinished(state, seat) is None:
            return why_not_cast(state, action, seat)
        if isinstance(action, Aim) and unfinished(state, seat) is not None:
            if action in self.actions(state, seat):
                return None
            return Illegal("R20.4", "That is no target for it.")
        return super().forbids(state, action, seat)

    def take(
        self, state: FornaldarState, action: Cast | Use | Aim | Done, seat: int, events: list[Event]
    ) -> None:
        spell = unfinished(state, seat)
        if isinstance(action, Done):
            if spell is not None:
                state.plots.remove((seat, spell))  # nobody else flies
                state.push(self)
            return
        state.push(self)
        if isinstance(action, Cast):
            number = spells.number(state, action.enchantment)
            plot(state, seat, spell_of(state.book.leader[action.leader], number))
        elif isinstance(action, Use):
            bearer = state.treasures[state.book.relic[action.item]].bearer
            plot(state, seat, spell_of(bearer, spells.TALISMAN, hex=state.leaders[bearer].hex))
        elif isinstance(action, Aim):
            assert spell is not None
            second = is_second(state, seat, spell)
            state.plots.remove((seat, spell))
            plot(state, seat, aimed(state, spell, action.what), more=not second)


def unfinished(state: FornaldarState, seat: int) -> Spell | None:
    """The plot of a seat that lacks a part."""
    return next((spell for who, spell in state.plots if who == seat and missing(state, spell)), None)


def is_second(state: FornaldarState, seat: int, spell: Spell) -> bool:
    """Whether this is the second character that an enchanter lets fly, which need not be."""
    return any(who == seat and s.caster == spell.caster and s.leader >= 0 for who, s in state.plots)


def plot(state: FornaldarState, seat: int, spell: Spell, *, more: bool = True) -> None:
    """Write a casting down; what can only be one thing is filled in, and Fly may have a second target."""
    while missing(state, spell):
        choices = list(itertools.islice(targets(state, seat, spell), 2))
        if len(choices) != 1:
            break
        spell = aimed(state, spell, choices[0])
    state.plots.append((seat, spell))
    if more and spells.name(state, spell) == "fly" and not missing(state, spell):
        second = spell_of(spell.caster, spell.enchantment)
        if any(targets(state, seat, second)):
            state.plots.append((seat, second))
