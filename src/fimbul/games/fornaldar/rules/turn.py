"""The sequence of play (5): the phases of a game turn, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fimbul.core import Event, Step, Told
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import SIDES
from fimbul.games.fornaldar.model import FOMORIAN, LAND, MUNDANE
from fimbul.games.fornaldar.rules import (
    attrition,
    mobilizing,
    pieces,
    recovery,
    reinforcing,
    scenarios,
    secrecy,
    victory,
    weather,
)
from fimbul.games.fornaldar.rules.combat import fighting
from fimbul.games.fornaldar.rules.magic import enchanting
from fimbul.games.fornaldar.rules.movement import evading, moving

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

MONTHS = 14  # of the calendar (R6.1)


class GameTurn(Step["FornaldarState"], frozen=True, tag=True):
    """A game turn: weather, reinforcements, enchantments, attrition, and the two player-turns (5).

    In two scenarios the first one begins with the Fomorian Movement Phase (R24.2.2.2, R24.3.2.1).
    """

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.turn += 1
        month = charts.month(state.book.library, state.month)
        events.append(Told(text=f"Game turn {state.game_turn}: {month.name}.", about=("calendar",)))
        weather.set_sky(state, events)
        if scenarios.starts_in_movement(state):
            begin_player_turn(state, FOMORIAN)
            state.push(*last_phases(state, FOMORIAN), PlayerTurn(MUNDANE), GameTurnEnds())
            return
        state.push(
            *phase("weather", weather.Weathering()),
            *phase("reinforcement", reinforcing.Reinforcement()),
            *phase("enchantment", enchanting.EnchantmentPhase()),
            *phase("attrition", attrition.AttritionPhase()),
            PlayerTurn(FOMORIAN),
            PlayerTurn(MUNDANE),
            GameTurnEnds(),
        )


class PhaseBegins(Step["FornaldarState"], frozen=True, tag=True):
    """A phase begins."""

    name: str

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.phase = self.name
        state.tried = []


class PhaseEnds(Step["FornaldarState"], frozen=True, tag=True):
    """What is looked at after every phase: ships under refit (R9.3, R9.4), the siege engine, the knowes."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        met = state.engine >= 0 and secrecy.is_secret(state, 1 - state.engine_seat, state.engine, LAND)
        state.reveals += met or recovery.tests_hidden(state) or victory.tests_hidden(state)
        recovery.check_refits(state, events)
        scenarios.check_engine(state, events)
        scenarios.check_knowes(state)


def phase(name: str, step: Step[Any]) -> tuple[Step[Any], ...]:
    """A phase with its begin and its end."""
    return PhaseBegins(name), step, PhaseEnds()


def last_phases(state: FornaldarState, seat: int) -> tuple[Step[Any], ...]:
    """The phases of a player-turn from movement on (R5.5.3 to R5.5.5)."""
    react = () if scenarios.no_reaction(state) else phase("reaction", moving.ReactionPhase(1 - seat))
    return (
        *phase("movement", moving.MovementPhase(seat)),
        *react,
        *phase("combat", fighting.CombatPhase(seat)),
        PlayerTurnEnds(seat, tuple(state.seen)),
    )


class PlayerTurn(Step["FornaldarState"], frozen=True, tag=True):
    """A player-turn: recovery, mobilization, movement, reaction, combat (R5.5, R5.6)."""

    seat: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        begin_player_turn(state, self.seat)
        disputes = evading.disputes(state)
        state.reveals += evading.plights_hide(state, disputes)
        events.append(Told(text=f"The {SIDES[self.seat].capitalize()} player-turn.", about=("calendar",)))
        state.push(
            *(evading.Survivors(hex_) for hex_ in evading.plights(state, disputes)),
            *phase("recovery", recovery.Recovery(self.seat)),
            *phase("mobilization", mobilizing.Mobilization(self.seat)),
            *last_phases(state, self.seat),
        )


def begin_player_turn(state: FornaldarState, seat: int) -> None:
    """All pieces are fresh, and nothing has happened yet in this player-turn."""
    state.phasing = seat
    for leader in state.leaders:
        if leader.spent or leader.done or leader.intercepted or leader.sailed:
            leader.spent, leader.done, leader.intercepted, leader.sailed = 0, False, False, False
    for army in state.armies:
        if army.spent or army.done or army.intercepted or army.sailed or army.late:
            army.spent, army.done, army.intercepted, army.sailed, army.late = 0, False, False, False, False
    for vessel in state.vessels:
        if vessel.spent or vessel.done or vessel.late:
            vessel.spent, vessel.done, vessel.late = 0, False, False
    pieces.tidy(state)
    state.trace, state.entries, state.caught, state.late, state.attempts = state.entries, [], [], [], []
    state.evaded, state.fought, state.tried = [], [], []
    state.force, state.battle = None, None


class PlayerTurnEnds(Step["FornaldarState"], frozen=True, tag=True):
    """What battles have shown is no longer seen; what an enchantment shows is."""

    seat: int
    seen: tuple[tuple[int, int], ...] = ()

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.seen = list(self.seen)
        state.force, state.battle = None, None


class GameTurnEnds(Step["FornaldarState"], frozen=True, tag=True):
    """Enchantments end and the calendar goes on, or the game is over (R5.7)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        scenarios.dissolve(state)
        if scenarios.last_turn(state) or scenarios.ends_early(state, events):
            victory.finish(state, events)
            return
        state.spells, state.plots, state.seen = [], [], []
        for leader in state.leaders:
            if leader.cast or leader.frozen:
                leader.cast = leader.frozen = False
        state.month = state.month % MONTHS + 1
        state.game_turn += 1
        state.push(GameTurn())
