"""Searching for hidden artifacts (R21.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Line, Question, Step, Told
from fimbul.games.fornaldar.actions import ESCORT, Done, Give, Lose
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import POINT
from fimbul.games.fornaldar.model import LAND, Force
from fimbul.games.fornaldar.rules import fates, pieces, ratings, secrecy
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.combat.fighting import DraugrMelee
from fimbul.games.fornaldar.rules.magic import items, spells
from fimbul.games.fornaldar.rules.memory import items_by_hex
from fimbul.games.fornaldar.rules.movement import evading, forces

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

LEAST, MOST = 4, 8  # movement points of a search (R21.1.3)
HIGHEST = 12  # of the roll (R21.1.5)


def hidden_at(state: FornaldarState, hex_: int) -> list[int]:
    """The artifacts that are still hidden in a hex (R21.1.1), which both may know (R21.12)."""
    return [item for item in items_by_hex(state).get(hex_, ()) if state.treasures[item].hidden]


def searchers(state: FornaldarState, force: Force) -> list[int]:
    """The characters of a force who can search: on the ground, and not tired by magic (R21.1.2)."""
    return [
        leader
        for leader in force.leaders
        if not (state.leaders[leader].aboard or state.leaders[leader].afloat)
        and spells.may_act(state, leader)
    ]


def may_search(state: FornaldarState) -> list[int]:
    """How many movement points the force could search with; none if it cannot (R21.1.3)."""
    force = state.force
    if force is None or force.stack == "sea" or force.stopped or force.way not in ("move", "march"):
        return []
    if not hidden_at(state, force.hex) or not searchers(state, force):
        return []
    return [points for points in range(LEAST, MOST + 1) if points * POINT <= force.left]


def search_points(state: FornaldarState, leaders: list[int]) -> int:
    """Magic, or a hero's combat if that is more, and escorts (R21.1.4)."""
    total = 0
    for leader in leaders:
        strength = ratings.current_magic(state, leader)
        if ratings.is_hero(state, leader):
            strength = max(strength, ratings.combat(state, leader))
        total += strength + state.leaders[leader].escort
    return total


def search(state: FornaldarState, points: int, events: list[Event]) -> None:
    """The force searches its hex with so many movement points, which it has paid (R21.1.5)."""
    force = state.force
    assert force is not None
    who = searchers(state, force)
    state.reveals += 1
    total = search_points(state, who)
    dice = (state.rng.die(), state.rng.die())
    added = points + spells.scried(state, force.hex, force.seat)
    roll = min(HIGHEST, sum(dice) + added)
    found = found_by(state, force.hex, roll, total)
    events.append(
        Rolled(
            what=f"A search at {pieces.place_name(state, force.hex)} with {total} points",
            dice=dice,
            added=added,
            result=told(state, found),
            table="discovery",
            about=(pieces.spot(state, force.hex),),
        )
    )
    if found == "D":
        force.stopped, force.left = True, 0
        state.push(DraugrMelee(force.hex, force.seat, tuple(who)), SearchEnds(force.hex))
    elif found.startswith("C"):
        state.push(Cursed((force.seat,), force.hex, int(found[1:]), tuple(who)), SearchEnds(force.hex))
    elif found:
        item = next(n for n, card in enumerate(state.book.relics) if card.number == int(found))
        state.push(Finding((force.seat,), force.hex, item, tuple(who)))


def found_by(state: FornaldarState, hex_: int, roll: int, points: int) -> str:
    """What the table gives; for an artifact that is gone, one that a lower roll would give (R21.1.5)."""
    book = state.book
    still = {str(book.relics[item].number) for item in hidden_at(state, hex_)}
    rows = charts.finds(book.library, book.scenario.id, book.names[hex_], roll, points)
    if not rows or not rows[0].isdigit():
        return rows[0] if rows else ""
    return next((each for each in rows if each in still), "")


def told(state: FornaldarState, found: str) -> str:
    """What was found, in words."""
    if found == "D":
        return "a Draugr"
    if found.startswith("C"):
        return f"a curse of {found[1:]}"
    if not found:
        return "nothing"
    return next(card.name for card in state.book.relics if card.number == int(found))


class Cursed(Decision["FornaldarState", Lose | Done], frozen=True, tag=True):
    """A curse: the searchers bear so many wounds, or their escorts do (R21.1.5)."""

    hex: int
    count: int
    leaders: tuple[int, ...]

    rule: ClassVar[str] = "R21.1.5"
    otherwise: ClassVar[str] = "One of the searchers, or of their escorts, must bear it."

    def question(self, state: FornaldarState, seat: int) -> Question:
        return ask(
            seat,
            f"A curse lies on the searchers: choose who bears it ({self.count} to come).",
            "chooses who bears a curse",
            about=(pieces.spot(state, self.hex),),
            labels=(("done", "Nobody is left to bear it"),),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Lose | Done]:
        cast, alive = state.book.cast, [leader for leader in self.leaders if not state.leaders[leader].dead]
        escorts = [Lose(what=ESCORT + cast[leader].id) for leader in alive if state.leaders[leader].escort]
        return [*escorts, *(Lose(what=cast[leader].id) for leader in alive)] or [Done()]

    def take(self, state: FornaldarState, action: Lose | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Done):
            return
        state.reveals += secrecy.is_secret(state, seat, self.hex, LAND)  # whether it kills tells of wounds
        if action.what.startswith(ESCORT):
            fates.lose_escort(state, state.book.leader[action.what.removeprefix(ESCORT)], events)
        else:
            fates.wound(state, state.book.leader[action.what], 1, events, "other")
        if self.count > 1:
            state.push(Cursed(self.seats, self.hex, self.count - 1, self.leaders))


class SearchEnds(Step["FornaldarState"], frozen=True, tag=True):
    """A curse or a Draugr has killed, perhaps everybody, or left characters alone among enemies (R19.1)."""

    hex: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        evading.check_lone(state, self.hex, events)
        force = state.force
        if force is not None:
            forces.gather(state, force)
            if not (force.leaders or force.troops or force.ships):
                state.force = None


class Finding(Decision["FornaldarState", Give | Done], frozen=True, tag=True):
    """An artifact is found: a searcher takes it, or it is left as if it had not been (R21.1.6)."""

    hex: int
    item: int
    leaders: tuple[int, ...]

    rule: ClassVar[str] = "R21.1.6"
    otherwise: ClassVar[str] = "One of the searchers takes it, or it is left."

    def question(self, state: FornaldarState, seat: int) -> Question:
        item = state.book.relics[self.item]
        return ask(
            seat,
            f"{item.name} is found: choose who takes it, or leave it.",
            "has found something",
            about=(pieces.spot(state, self.hex),),
            facts=(Line(item.name, item.text),),
            labels=(("give", "{1} takes {0}"), ("done", "Leave it where it is")),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Give | Done]:
        name, cast = state.book.relics[self.item].id, state.book.cast
        able = [leader for leader in self.leaders if items.may_carry(state, leader, self.item)]
        return [*(Give(item=name, leader=cast[leader].id) for leader in able), Done()]

    def take(self, state: FornaldarState, action: Give | Done, seat: int, events: list[Event]) -> None:
        name = state.book.relics[self.item].name
        if isinstance(action, Done):
            events.append(Told(text=f"{name} is left where it is.", about=(pieces.spot(state, self.hex),)))
            return
        items.hand(state, self.item, state.book.leader[action.leader])
        events.append(Told(text=f"The searchers take {name}.", about=(pieces.spot(state, self.hex),)))
