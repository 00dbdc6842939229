"""Mobilization (10): the Mobilization Phase of a player-turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Illegal, Odds, Question, Step, Told
from fimbul.games.fornaldar.actions import At, Call, Done, Withdraw
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.library import rows as printed
from fimbul.games.fornaldar.library.rows import SIDES
from fimbul.games.fornaldar.model import FOMORIAN, MUNDANE
from fimbul.games.fornaldar.rules import fates, pieces, placing, scenarios
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.magic import items, spells

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

PREVAILS = 6  # a claimant becomes king (R24.2.2.3)
SECOND_TURN = 2  # what the Fomorian player has on the second turn (R24.3.2.1)
LATE, LATE_HELP = 9, 1  # from this calendar turn on (the mobilization table of 24.3)
ROLLS = 36  # of two dice


class Mobilization(Step["FornaldarState"], frozen=True, tag=True):
    """The Mobilization Phase: the succession in Midhrasir, then calls (R5.5.2)."""

    seat: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        if self.seat == MUNDANE and scenarios.special(state, "succession"):
            succession(state, events)
        if scenarios.no_mobilization(state):
            return
        state.push(Calling((self.seat,)), Upkeep(self.seat))


class Calling(Decision["FornaldarState", Call | Withdraw | Done], frozen=True, tag=True):
    """Which group is called next (R10.3)."""

    rule: ClassVar[str] = "R10.3"
    otherwise: ClassVar[str] = "That group cannot be called by you now."

    def question(self, state: FornaldarState, seat: int) -> Question:
        book, odds = state.book, chances(state, seat)
        rolls = tuple((book.groups[book.group[name]].name, count / ROLLS) for name, count in odds)
        return ask(
            seat,
            "Choose a group to call to the war, or call no more.",
            "may call groups to the war",
            about=tuple(f"group:{name}" for name, _ in odds),
            facts=(Odds("The chance that they come", rolls),) if rolls else (),
            labels=(("done", "Call no more groups"),),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Call | Withdraw | Done]:
        calls = [Call(row.group) for row in rows(state, seat) if barred(state, row, seat) is None]
        return [*calls, *(Withdraw(name) for name in scenarios.withdrawable(state, seat)), Done()]

    def forbids(self, state: FornaldarState, action: Call | Withdraw | Done, seat: int) -> Illegal | None:
        if isinstance(action, Call):
            row = next((row for row in rows(state, seat) if row.group == action.group), None)
            return barred(state, row, seat) if row else Illegal("R10.3", "That group is not on your table.")
        return super().forbids(state, action, seat)

    def take(
        self, state: FornaldarState, action: Call | Withdraw | Done, seat: int, events: list[Event]
    ) -> None:
        if isinstance(action, Done):
            return
        state.push(self)
        if isinstance(action, Withdraw):
            scenarios.withdraw(state, action.group, events)
            return
        row = next(row for row in rows(state, seat) if row.group == action.group)
        call(state, row, seat, events)


def rows(state: FornaldarState, seat: int) -> list[printed.Call]:
    """The rows of the mobilization table for a seat."""
    book = state.book
    return [row for row in book.library.calls if row.scenario == book.scenario.id and row.side == SIDES[seat]]


def barred(state: FornaldarState, row: printed.Call, seat: int) -> Illegal | None:
    """Why a group cannot be called now."""
    group = state.book.group[row.group]
    if state.active[group]:
        return Illegal("R10.1", "That group is active already.")
    if group in state.tried:
        return Illegal("R10.3", "Each group is called only once in a phase.")
    if row.group == "mundanes":
        return barred_invasion(state)
    if row.group == "jotunheim" and seat == FOMORIAN and scenarios.in_utgardar(state):
        return Illegal("R24.2.4", "Auberon's expedition is in Utgardar.")
    return None


def barred_invasion(state: FornaldarState) -> Illegal | None:
    """Why the off-map Mundanes cannot be called now."""
    jotuns = state.book.group["jotunheim"]
    if scenarios.note(state, "gone-mundanes") == state.game_turn:
        return Illegal("R24.1.2.3", "They have left in this turn: they can be called again in the next.")
    if state.active[jotuns] and state.side[jotuns] == MUNDANE:
        return Illegal("R24.2.2.5", "They do not come since the jotuns fight for the Mundane side.")
    if not gates(state):
        return Illegal("R24.1.2.3", "Enemies hold every hex by which they could come.")
    return None


def chances(state: FornaldarState, seat: int) -> list[tuple[str, int]]:
    """Whom a seat could call now, and on how many of the 36 rolls of two dice he would come."""
    found = []
    for row in rows(state, seat):
        if barred(state, row, seat) is None:
            most = row.number - modifier(state, row, seat)
            faces = range(1, 7)
            found.append((row.group, sum(one + other <= most for one in faces for other in faces)))
    return found


def call(state: FornaldarState, row: printed.Call, seat: int, events: list[Event]) -> None:
    """Two dice: with the number of the group or less it joins the war (R10.3)."""
    group = state.book.group[row.group]
    state.tried = sorted([*state.tried, group])
    dice = (state.rng.die(), state.rng.die())
    added = modifier(state, row, seat)
    joins = sum(dice) + added <= row.number
    name = state.book.groups[group].name
    result = "mobilized" if joins else f"not mobilized, {row.number} or less was needed"
    events.append(
        Rolled(what=f"The call to {name}", dice=dice, added=added, result=result, table="mobilization")
    )
    if not joins:
        return
    if row.group == "mundanes":
        invade(state, seat, events)
    else:
        fates.mobilize(state, group, seat, events)


def modifier(state: FornaldarState, row: printed.Call, seat: int) -> int:
    """What is added to the roll: everything that helps takes something off."""
    book, group = state.book, state.book.group[row.group]
    helpers = [*row.helped_by_active, *([row.helped_by] if row.helped_by else [])]
    total = -sum(state.active[book.group[name]] for name in helpers)
    if row.helped_by_ruins:
        kingdom = book.group[row.helped_by_ruins]
        total -= sum(book.fort_group[hex_] == kingdom for hex_ in state.ruins)
    if row.group != "mundanes":
        total -= spells.farcalled(state, group, seat)
    total -= horn(state, seat)
    if seat == FOMORIAN and scenarios.special(state, "second_turn_help") and state.game_turn == 2:
        total -= SECOND_TURN
    if scenarios.special(state, "late_help") and late(state):
        total -= LATE_HELP
    if seat == FOMORIAN and scenarios.note(state, "outrage"):
        total -= 1
    return total


def horn(state: FornaldarState, seat: int) -> int:
    """1 if an active character of a seat has the Alabaster Horn (R21.29)."""
    return int(
        any(
            someone.hex >= 0
            and pieces.seat_of(state, leader) == seat
            and pieces.awake(state, leader)
            and items.has(state, leader, "horn")
            for leader, someone in enumerate(state.leaders)
        )
    )


def late(state: FornaldarState) -> bool:
    """Whether it is calendar turn 9 or later, in the year in which the scenario began or after it."""
    return state.month >= LATE or state.month < state.book.scenario.first


# ---- the off-map Mundanes (24.1, 24.2)


def gates(state: FornaldarState) -> list[int]:
    """Where the off-map Mundanes can enter: the hexes of the southern edge without enemies."""
    places = [place for place in state.book.setup if place.group == "mundanes"]
    hexes = [state.book.node[name] for name in places[0].into] if places else []
    return [
        hex_
        for hex_ in hexes
        if state.book.land[hex_]
        and not pieces.has_ground(state, hex_, FOMORIAN)
        and pieces.fortress_seat(state, hex_) != FOMORIAN
    ]


def invade(state: FornaldarState, seat: int, events: list[Event]) -> None:
    """The off-map Mundanes come: a captain, and as many CSP as two dice show (R24.1.2.3)."""
    fates.mobilize(state, state.book.group["mundanes"], seat, events)
    dice = (state.rng.die(), state.rng.die())
    events.append(Rolled(what="The strength of the Mundanes", dice=dice, result=f"{sum(dice)} CSP"))
    state.push(Invading((seat,), sum(dice)))


class Invading(Decision["FornaldarState", At], frozen=True, tag=True):
    """Where the off-map Mundanes enter (R24.1.2.3)."""

    csp: int

    rule: ClassVar[str] = "R24.1.2.3"
    otherwise: ClassVar[str] = (
        "They enter by a hex of the southern edge between 1150 and 1750, without enemies."
    )

    def question(self, state: FornaldarState, seat: int) -> Question:
        return ask(
            seat,
            f"Choose where the Mundanes from beyond the map come in, with {self.csp} CSP.",
            "chooses where the Mundanes from beyond the map come in",
            about=tuple(state.book.hex_name(hex_) for hex_ in gates(state)),
            labels=(("at", "They enter at {}"),),
            public=True,
        )

    def actions(self, state: FornaldarState, seat: int) -> list[At]:
        return [At(state.book.hex_name(hex_)) for hex_ in gates(state)]

    def take(self, state: FornaldarState, action: At, seat: int, events: list[Event]) -> None:
        hex_ = state.book.hex_named(action.hex)
        for place in state.book.setup:
            if place.group == "mundanes":
                placing.put(state, place, hex_, self.csp)
        if state.book.kingdom[hex_] >= 0:
            fates.provoke(state, state.book.kingdom[hex_], seat, events)  # R10.2
        where = pieces.place_name(state, hex_)
        events.append(Told(text=f"The Mundanes enter at {where}.", about=(pieces.spot(state, hex_),)))


# ---- the succession in Midhrasir (24.2)


def succession(state: FornaldarState, events: list[Event]) -> None:
    """One die: with 6 or more one of the claimants has prevailed, and Midhrasir joins the war (R24.2.2.3)."""
    heirs = scenarios.claimants(state)
    group = state.book.leader_group[heirs[0]] if heirs else -1
    if group < 0 or not scenarios.paralysed(state, group):
        return
    living = [leader for leader in heirs if not state.leaders[leader].dead]
    added = state.game_turn - 1 + scenarios.knowes_destroyed(state)
    added += scenarios.forces_in(state, group, FOMORIAN)
    die = state.rng.die()
    decided = die + added >= PREVAILS
    result = "decided" if decided else "the strife goes on"
    events.append(Rolled(what="The succession in Midhrasir", dice=(die,), added=added, result=result))
    if not decided:
        return
    if living:
        king = living[0] if len(living) == 1 else living[(state.rng.die() - 1) * len(living) // 6]
        state.leaders[king].crowned = True
        events.append(Told(text=f"{state.book.cast[king].name} is king of Midhrasir."))
    fates.mobilize(state, group, MUNDANE, events)


# ---- Auberon's expedition (24.2.4)


class Upkeep(Step["FornaldarState"], frozen=True, tag=True):
    """At the end of the Mundane Mobilization Phase the expedition costs victory points (R24.2.4)."""

    seat: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        cost = scenarios.upkeep(state, state.month)
        if self.seat == MUNDANE and cost and scenarios.expedition_here(state):
            pieces.score(state, MUNDANE, -cost)
            events.append(Told(text=f"Auberon's expedition costs the Mundane player {cost} victory points."))
