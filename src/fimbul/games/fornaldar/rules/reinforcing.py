"""The Reinforcement Phase (R5.2): who comes in this turn, the spring levy, and what magic brings or ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Line, Question, Step, Told
from fimbul.games.fornaldar.actions import At, Done, Use
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.library.rows import Place
from fimbul.games.fornaldar.model import Army
from fimbul.games.fornaldar.rules import fates, pieces, placing, scenarios
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.magic import items

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

LEVY_MOST = 3  # CSP of the spring levy in one fortress (R24.1.2.4)
CALMED = 6  # a maelstrom ends on this or less (R20.26)
GROTTI = 8  # CSP of jotuns (R21.73)
MIRROR = ((3, -1), (6, 0), (8, 1), (10, 2), (12, 3))  # up to this roll: centaur CSP, -1 a wound (R21.63)
COASTS = ("coastal", "lakeside")


class Reinforcement(Step["FornaldarState"], frozen=True, tag=True):
    """Maelstroms, reinforcements, the spring levy, the Howling Mirror and the Stone of Grotti (R5.2)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        calm(state, events)
        steps: list[Step[Any]] = []
        for seat in (0, 1):
            steps += [Arriving((seat,), bundle) for bundle in bundles(state, seat)]
        if levy_due(state):
            scenarios.remember(state, "levy")
            steps += levies(state)
        steps += [Offering(seat) for seat in (0, 1)]
        state.push(*steps)


# ---- maelstroms (20.26)


def calm(state: FornaldarState, events: list[Event]) -> None:
    """Each maelstrom ends on a roll of 2 to 6."""
    left = []
    for whirlpool in state.whirlpools:
        dice = (state.rng.die(), state.rng.die())
        ends = sum(dice) <= CALMED
        where = pieces.place_name(state, whirlpool.hex)
        result = "it ends" if ends else "it stays"
        about = (pieces.spot(state, whirlpool.hex),)
        events.append(Rolled(what=f"The maelstrom at {where}", dice=dice, result=result, about=about))
        if not ends:
            left.append(whirlpool)
    state.whirlpools = left


# ---- reinforcements of the scenario


def arrivals(state: FornaldarState) -> list[tuple[int, Place]]:
    """The reinforcements of this turn (R24.2.2.7, R24.3.2.6), each with its number in the set-up."""
    return [
        (number, place)
        for number, place in enumerate(state.book.setup)
        if place.turn == state.month and not place.hex and (state.options.expedition or not place.optional)
    ]


def bundles(state: FornaldarState, seat: int) -> list[tuple[int, ...]]:
    """The reinforcements of a seat that come together into one hex.

    Ships that come to fortresses have their own choice, since they need a coast.
    """
    found: dict[tuple[str, tuple[str, ...], bool], list[int]] = {}
    for number, place in arrivals(state):
        if state.side[state.book.group[place.group]] != seat:
            continue
        apart = place.kind == "ship" and place.into[0] not in state.book.node
        found.setdefault((place.group, place.into, apart), []).append(number)
    return [tuple(numbers) for numbers in found.values()]


def havens(state: FornaldarState, place: Place, seat: int) -> list[int]:
    """Where a reinforcement can come: hexes without enemies, or intact fortresses of its groups."""
    book = state.book
    if place.into[0] in book.node:
        hexes = [book.node[name] for name in place.into]
        return [hex_ for hex_ in hexes if not scenarios.occupied(state, hex_, 1 - seat)]
    groups = {book.group[name] for name in place.into}
    hexes = [hex_ for hex_ in strongholds(state) if book.fort_group[hex_] in groups]
    return [hex_ for hex_ in hexes if place.kind != "ship" or book.ground[hex_].water in COASTS]


def strongholds(state: FornaldarState) -> list[int]:
    """The intact fortresses; the Fynvirke is a wall, and nobody lives in it."""
    book = state.book
    return [
        hex_
        for hex_ in book.forts
        if (fort := pieces.fortress(state, hex_)) is not None and fort.kind != "fynvirke"
    ]


def newcomer(state: FornaldarState, place: Place) -> str:
    """A reinforcement in words."""
    book = state.book
    if place.kind == "character":
        return book.cast[book.leader[place.what]].name
    if place.kind == "ship":
        return f"The {book.fleet[book.ship[place.what]].name}"
    return f"{place.count} {book.banners[book.banner[place.what]].name} CSP"


class Arriving(Decision["FornaldarState", At | Done], frozen=True, tag=True):
    """Where reinforcements come (R5.2); those that have no place are lost."""

    bundle: tuple[int, ...]

    rule: ClassVar[str] = "R5.2"
    otherwise: ClassVar[str] = "The reinforcements cannot come there."

    def question(self, state: FornaldarState, seat: int) -> Question:
        setup = [state.book.setup[number] for number in self.bundle]
        group = state.book.groups[state.book.group[setup[0].group]].name
        names = tuple(Line(newcomer(state, place)) for place in setup if place.kind not in ("item", "engine"))
        return ask(
            seat,
            f"Choose where the reinforcements of {group} come.",
            "places reinforcements",
            about=tuple(answer.hex for answer in self.actions(state, seat) if isinstance(answer, At)),
            facts=names,
            labels=(("at", "They come to {}"), ("done", "The reinforcements are lost")),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[At | Done]:
        place = state.book.setup[self.bundle[0]]
        return [At(state.book.hex_name(hex_)) for hex_ in havens(state, place, seat)] or [Done()]

    def take(self, state: FornaldarState, action: At | Done, seat: int, events: list[Event]) -> None:
        setup = [state.book.setup[number] for number in self.bundle]
        if isinstance(action, Done):
            events.append(Told(text="Reinforcements have no place to come to, and are lost."))
            return
        hex_ = state.book.hex_named(action.hex)
        for place in setup:
            placing.put(state, place, hex_)
        group = state.book.group[setup[0].group]
        if setup[0].optional:
            fates.mobilize(state, group, seat, events)
        name, where = state.book.groups[group].name, pieces.place_name(state, hex_)
        text = f"Reinforcements of {name} come to {where}."
        events.append(Told(text=text, about=(pieces.spot(state, hex_),)))


# ---- the spring levy (24.1)


def levy_due(state: FornaldarState) -> bool:
    """Whether this is the first turn with clear weather of the calendar year after the first (R24.1.2.4)."""
    if not scenarios.special(state, "spring_levy") or scenarios.note(state, "levy"):
        return False
    new_year = state.month < state.book.scenario.first
    return new_year and state.sky == "clear"


def levied(state: FornaldarState, hex_: int) -> int:
    """The CSP that a fortress produces."""
    fort = pieces.fortress(state, hex_)
    return fort.levy if fort is not None else 0


def levies(state: FornaldarState) -> list[Step[Any]]:
    """The levy of every kingdom, the Fomorian ones first."""
    book = state.book
    homes = [hex_ for hex_ in strongholds(state) if book.fort_group[hex_] in book.present]
    found: list[Step[Any]] = []
    for seat in (0, 1):
        for group in sorted({book.fort_group[hex_] for hex_ in homes}):
            if state.side[group] == seat:
                csp = sum(levied(state, hex_) for hex_ in homes if book.fort_group[hex_] == group)
                found.append(Levying((seat,), group, csp))
    return found


class Levying(Decision["FornaldarState", At | Done], frozen=True, tag=True):
    """Where the next CSP of a kingdom's levy is placed; `done` leaves the rest where they were raised."""

    group: int
    left: int

    rule: ClassVar[str] = "R24.1.2.4"
    otherwise: ClassVar[str] = "The levy goes into intact fortresses of its kingdom, at most 3 CSP into each."

    def question(self, state: FornaldarState, seat: int) -> Question:
        group = state.book.groups[self.group].name
        return ask(
            seat,
            f"Choose a fortress for the next of {self.left} CSP that {group} levies, or leave them at home.",
            "places what was levied",
            about=tuple(state.book.hex_name(hex_) for hex_ in room(state, self.group)),
            labels=(("at", "Place a CSP at {}"), ("done", "Leave the rest where they were raised")),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[At | Done]:
        hexes = room(state, self.group)
        return [*(At(state.book.hex_name(hex_)) for hex_ in hexes), Done()]

    def take(self, state: FornaldarState, action: At | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Done):
            settle_levy(state, self.group, self.left)
            finish_levy(state, self.group, events)
            return
        raise_csp(state, self.group, state.book.hex_named(action.hex))
        if self.left > 1:
            state.push(Levying((seat,), self.group, self.left - 1))
        else:
            finish_levy(state, self.group, events)


def room(state: FornaldarState, group: int) -> list[int]:
    """The fortresses of a kingdom that can take one more CSP of the levy."""
    own = [hex_ for hex_ in strongholds(state) if state.book.fort_group[hex_] == group]
    return [hex_ for hex_ in own if state.tried.count(hex_) < LEVY_MOST]


def raise_csp(state: FornaldarState, group: int, hex_: int) -> None:
    """One CSP of the levy in a fortress."""
    banner = state.book.banner[state.book.groups[group].id]
    pieces.add_army(state, Army(hex=hex_, group=group, banner=banner, csp=1))
    state.tried = sorted([*state.tried, hex_])


def settle_levy(state: FornaldarState, group: int, left: int) -> None:
    """The rest of a levy stays where it was raised, as far as there is room."""
    for hex_ in room(state, group):
        while left and state.tried.count(hex_) < levied(state, hex_):
            raise_csp(state, group, hex_)
            left -= 1
    for hex_ in room(state, group):
        while left and state.tried.count(hex_) < LEVY_MOST:
            raise_csp(state, group, hex_)
            left -= 1


def finish_levy(state: FornaldarState, group: int, events: list[Event]) -> None:
    """The levy of a kingdom is in its fortresses."""
    own = [hex_ for hex_ in state.tried if state.book.fort_group[hex_] == group]
    events.append(Told(text=f"{state.book.groups[group].name} levies {len(own)} CSP."))
    state.tried = [hex_ for hex_ in state.tried if hex_ not in own]  # where they are is not told


# ---- the Howling Mirror and the Stone of Grotti (21.63, 21.73)


def brandishers(state: FornaldarState, seat: int) -> list[tuple[int, int]]:
    """The items that a seat can use in this phase, each with its bearer."""
    found = []
    for number, item in enumerate(state.treasures):
        leader = item.bearer
        if leader < 0 or pieces.seat_of(state, leader) != seat or not pieces.awake(state, leader):
            continue
        someone, powers = state.leaders[leader], state.book.relics[number].powers
        ashore = not (someone.aboard or someone.afloat) and state.book.land[someone.hex]
        if not ashore or number not in items.usable(state, leader):
            continue
        howls = "mirror" in powers and state.book.aspect[someone.hex] == "wild" and not someone.cast
        if howls or "grotti" in powers:
            found.append((number, leader))
    return found


def might_brandish(state: FornaldarState, seat: int) -> bool:
    """Whether a side could be asked, as far as the other knows: it holds such an item, and not asleep."""
    return any(
        not {"mirror", "grotti"}.isdisjoint(card.powers)
        and items.holder(state, number) == seat
        and (item.bearer < 0 or pieces.awake(state, item.bearer))
        for number, (item, card) in enumerate(zip(state.treasures, state.book.relics, strict=True))
    )


class Offering(Step["FornaldarState"], frozen=True, tag=True):
    """A side may use the Howling Mirror or the Stone of Grotti: whether it can tells who bears it."""

    seat: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.reveals += might_brandish(state, self.seat)
        state.push(Brandishing((self.seat,)))


class Brandishing(Decision["FornaldarState", Use | Done], frozen=True, tag=True):
    """Whether the Howling Mirror or the Stone of Grotti is used."""

    rule: ClassVar[str] = "R5.2"
    otherwise: ClassVar[str] = "You have no item that can be used in this phase."

    def question(self, state: FornaldarState, seat: int) -> Question:
        return ask(
            seat,
            "Use an item before the turn goes on, or use none.",
            "may use an item",
            labels=(("done", "Use none"),),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Use | Done]:
        return [*(Use(state.book.relics[item].id) for item, _ in brandishers(state, seat)), Done()]

    def take(self, state: FornaldarState, action: Use | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Done):
            return
        state.reveals += 1  # who bears it
        item = state.book.relic[action.item]
        leader = state.treasures[item].bearer
        state.push(Offering(seat))
        if "mirror" in state.book.relics[item].powers:
            look(state, leader, events)
        else:
            crush(state, item, leader, events)


def look(state: FornaldarState, leader: int, events: list[Event]) -> None:
    """The Howling Mirror may bring centaurs, or a wound; it counts as an enchantment (R21.63)."""
    someone, book = state.leaders[leader], state.book
    someone.cast = True
    dice = (state.rng.die(), state.rng.die())
    csp = next(result for most, result in MIRROR if sum(dice) <= most)
    result = "a wound" if csp < 0 else f"{csp} centaur CSP" if csp else "nothing"
    about = (pieces.spot(state, someone.hex),)
    events.append(Rolled(what="The Howling Mirror", dice=dice, result=result, about=about))
    if csp < 0:
        fates.wound(state, leader, 1, events, "other")
    elif csp:
        group = book.leader_group[leader]
        pieces.add_army(state, Army(hex=someone.hex, group=group, banner=book.banner["centaur"], csp=csp))


def crush(state: FornaldarState, item: int, leader: int, events: list[Event]) -> None:
    """The Stone of Grotti is used up, and jotuns stand in its bearer's hex (R21.73)."""
    treasure, someone, book = state.treasures[item], state.leaders[leader], state.book
    treasure.bearer, treasure.gone = -1, True
    group = book.leader_group[leader]
    pieces.add_army(state, Army(hex=someone.hex, group=group, banner=book.banner["jotunheim"], csp=GROTTI))
    where = pieces.place_name(state, someone.hex)
    text = f"The Stone of Grotti is used up: {GROTTI} CSP of jotuns stand at {where}."
    events.append(Told(text=text, about=(pieces.spot(state, someone.hex),)))
