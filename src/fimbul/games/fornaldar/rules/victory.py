"""Victory (22, 24): the final count, the level of victory, and the outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from fimbul.core import Ended, Event, Outcome
from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.library.rows import SIDES, Award, Gain
from fimbul.games.fornaldar.model import FOMORIAN, LAND, MUNDANE
from fimbul.games.fornaldar.rules import pieces, secrecy
from fimbul.games.fornaldar.rules.magic import items

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

LEVELS = ("Marginal", "Substantial", "Crushing")


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Victory points that a side would get for one thing if the game ended now."""

    seat: int
    name: str
    points: int
    least: bool = False  # there may be more that is not known


ALL = -1  # in the place of a viewer: who knows everything


def total(state: FornaldarState) -> tuple[int, int]:
    """The victory points of both seats if the game ended now (R22.2)."""
    entries = account(state, ALL)
    fomorian, mundane = (
        sum(each.points for each in entries if each.seat == seat) for seat in (FOMORIAN, MUNDANE)
    )
    return fomorian, mundane


def account(state: FornaldarState, viewer: int | None) -> list[Entry]:
    """What would be counted if the game ended now, one by one, as far as a viewer knows (R22.2, R24).

    The points of the start stand for what a side holds then, and what is held at the end takes their place.
    When the game has ended, all has been counted.
    """
    if state.outcome is not None:
        return [
            Entry(seat=seat, name="Counted at the end", points=state.points[seat])
            for seat in (FOMORIAN, MUNDANE)
        ]
    first = state.book.scenario.points
    found = [
        Entry(seat=seat, name="Scored so far", points=state.points[seat] - first[seat])
        for seat in (FOMORIAN, MUNDANE)
    ]
    for award in state.book.awards:
        found += awarded(state, award, viewer)
    return [each for each in found if each.points or each.least or each.name == "Scored so far"]


def awarded(state: FornaldarState, award: Award, viewer: int | None) -> list[Entry]:
    """What an award gives now."""
    book, gain = state.book, GAINS[award.kind]
    found = []
    for seat in (FOMORIAN, MUNDANE):
        if award.side in ("either", SIDES[seat]):
            count, least = gain(state, award, seat, viewer)
            name = NAMES[award.kind].format(" and ".join(named(book, each) for each in award.what))
            found.append(Entry(seat=seat, name=name, points=count * award.points, least=least))
    return found


NAMES: dict[Gain, str] = {
    "artifact": "Artifacts held",
    "heirloom": "Captured heirlooms",
    "item": "{} held",
    "ruin": "{} destroyed",
    "ruins": "Fortresses of {} destroyed",
    "stands": "{} intact",
    "passed": "Last in the ruins of {}",
    "held": "{} occupied",
    "dead": "{} killed",
    "csp_in": "CSP in {}",
}


def named(book: Book, what: str) -> str:
    """Something that gives points, in words."""
    if what in book.node:
        hex_ = book.node[what]
        fort = book.fortress[hex_]
        return (fort.name if fort is not None else "") or book.ground[hex_].name or what
    if what in book.group:
        return book.groups[book.group[what]].name
    if what in book.relic:
        return book.relics[book.relic[what]].name
    return next((card.name for card in book.library.characters if card.id == what), what)


Count = tuple[int, bool]  # how many, and whether there may be more


def artifacts(state: FornaldarState, award: Award, seat: int, viewer: int | None) -> Count:
    """The artifacts that a seat holds (R22.2)."""
    relics = enumerate(state.book.relics)
    return sum(card.kind == "artifact" and items.holder(state, n) == seat for n, card in relics), False


def heirlooms(state: FornaldarState, award: Award, seat: int, viewer: int | None) -> Count:
    """The heirlooms of the enemy that a seat holds (R22.2)."""
    found = 0
    for number, card in enumerate(state.book.relics):
        owner = state.book.group.get(card.users, -1)
        captured = card.kind == "heirloom" and owner >= 0 and state.side[owner] == 1 - seat
        found += captured and items.holder(state, number) == seat
    return found, False


def item(state: FornaldarState, award: Award, seat: int, viewer: int | None) -> Count:
    """Whether a seat holds an item (R24.1.3, R24.2.3)."""
    return sum(items.holder(state, state.book.relic[name]) == seat for name in award.what), False


def ruin(state: FornaldarState, award: Award, seat: int, viewer: int | None) -> Count:
    """Whether a fortress is destroyed (R24.1.3, R24.2.3)."""
    return sum(state.book.node[name] in state.ruins for name in award.what), False


def ruins(state: FornaldarState, award: Award, seat: int, viewer: int | None) -> Count:
    """How many fortresses of kingdoms are destroyed, but for one (R24.2.3, R24.3.3)."""
    book, groups = state.book, {state.book.group[name] for name in award.what}
    spared = book.node.get(award.besides)
    return sum(book.fort_group[hex_] in groups and hex_ != spared for hex_ in state.ruins), False


def stands(state: FornaldarState, award: Award, seat: int, viewer: int | None) -> Count:
    """How many of these fortresses are intact (R24.2.3)."""
    return sum(state.book.node[name] not in state.ruins for name in award.what), False


def passed(state: FornaldarState, award: Award, seat: int, viewer: int | None) -> Count:
    """In how many of these ruins a seat is alone with CSP, or was the last to pass with them (R24.2.3)."""
    last, found, least = dict(state.passed), 0, False
    for hex_ in (state.book.node[name] for name in award.what):
        if hex_ not in state.ruins:
            continue
        here = [each for each in (FOMORIAN, MUNDANE) if pieces.troops(state, hex_, each)]
        sure = all(knows_troops(state, hex_, each, viewer) for each in (FOMORIAN, MUNDANE))
        owner = here[0] if len(here) == 1 and sure else last.get(hex_, -1)
        found += owner == seat
        least = least or not sure
    return found, least


def knows_troops(state: FornaldarState, hex_: int, seat: int, viewer: int | None) -> bool:
    """Whether a viewer knows if a seat has CSP on the ground of a hex: under a character nobody sees them."""
    stack = secrecy.stack_at(state, seat, hex_, LAND)
    if stack is None or viewer == ALL or secrecy.is_open(state, viewer, stack):
        return True
    return secrecy.top(state, stack).kind == "army"


def tests_hidden(state: FornaldarState) -> bool:
    """Whether it depends on hidden pieces who was the last to pass the ruins of a knowe."""
    last = dict(state.passed)
    for hex_ in state.book.passed:
        here = [seat for seat in (FOMORIAN, MUNDANE) if pieces.has_ground(state, hex_, seat)]
        doubt = hex_ in state.ruins and not all(knows_troops(state, hex_, seat, None) for seat in here)
        if doubt and here != [last.get(hex_)]:
            return True
    return False


def held(state: FornaldarState, award: Award, seat: int, viewer: int | None) -> Count:
    """Whether any piece of a seat is in a fortress (R24.3.3)."""
    return sum(pieces.has_ground(state, state.book.node[name], seat) for name in award.what), False


def dead(state: FornaldarState, award: Award, seat: int, viewer: int | None) -> Count:
    """Whether a character has been killed (R24.1.3, R24.3.3)."""
    numbers = [state.book.leader.get(name, -1) for name in award.what]
    return sum(number >= 0 and state.leaders[number].dead for number in numbers), False


def csp_in(state: FornaldarState, award: Award, seat: int, viewer: int | None) -> Count:
    """The active CSP and escorts of a seat on the ground of kingdoms (R24.3.3)."""
    book, found, least = state.book, 0, False
    groups = {book.group[name] for name in award.what}
    for stack in secrecy.stacks(state, seat):
        if stack.kind != LAND or book.kingdom[stack.hex] not in groups:
            continue
        if viewer == ALL or secrecy.is_open(state, viewer, stack):
            found += sum(army.csp for army in stack.armies)
            found += sum(state.leaders[each].escort for each in stack.leaders)
        else:
            least = True
    return found, least


GAINS: dict[Gain, Callable[[FornaldarState, Award, int, int | None], Count]] = {
    "artifact": artifacts,
    "heirloom": heirlooms,
    "item": item,
    "ruin": ruin,
    "ruins": ruins,
    "stands": stands,
    "passed": passed,
    "held": held,
    "dead": dead,
    "csp_in": csp_in,
}


def level(state: FornaldarState, difference: int) -> str:
    """The level of victory, by the Mundane points less the Fomorian ones; empty for a draw."""
    passed = sum(abs(difference) >= least for least in state.book.scenario.levels)
    if not passed:
        return ""
    return f"{SIDES[MUNDANE if difference > 0 else FOMORIAN].capitalize()} {LEVELS[passed - 1]} Victory"


def rule_of(state: FornaldarState) -> str:
    """The rule of a scenario that says who has won."""
    return f"R{state.book.scenario.number}.3"


def finish(state: FornaldarState, events: list[Event]) -> None:
    """The game is over: all points are counted (R22.1)."""
    points = total(state)
    # What counts at the end may have been hidden.
    state.reveals += any(each.least for viewer in (0, 1, None) for each in account(state, viewer))
    difference = points[MUNDANE] - points[FOMORIAN]
    name = level(state, difference)
    count = f"{points[MUNDANE]} to {points[FOMORIAN]} victory points for Mundane and Fomorian"
    reason = f"{name}: {count}." if name else f"A draw: {count}."
    scores = (0.5, 0.5) if not name else (0.0, 1.0) if difference > 0 else (1.0, 0.0)
    state.points = list(points)
    state.outcome = Outcome(scores=scores, rule=rule_of(state), reason=reason, points=points)
    events.append(Ended(rule=state.outcome.rule, reason=reason))
