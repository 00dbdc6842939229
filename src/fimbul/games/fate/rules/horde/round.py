"""The steps of the monster turn (G70, G71)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Decision, Event, Illegal, Question, Step
from fimbul.games.fate.actions import Done, Play, Use
from fimbul.games.fate.events import Hour
from fimbul.games.fate.rules import town, uses
from fimbul.games.fate.rules.horde.arrival import Reinforce
from fimbul.games.fate.rules.horde.assault import Onslaught
from fimbul.games.fate.rules.horde.die import Die
from fimbul.games.fate.rules.horde.march import MonstersMove, Suppress

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


def steps(seats: int) -> tuple[Step[FateState], ...]:
    """The monsters' turn (G70)."""
    return (
        Time(),
        Die(),
        *(Suppress(seat) for seat in range(seats)),
        MonstersMove(),
        *(Watch(seat) for seat in range(seats)),
        Onslaught(),
        Reinforce(),
        RoundEnds(),
    )


class Time(Step["FateState"], frozen=True, tag=True):
    """The time marker moves (G71)."""

    def run(self, state: FateState, events: list[Event]) -> None:
        state.turn += 1
        state.active = -1
        state.time += 1
        for hero in state.heroes:
            hero.mailed = False
        events.append(Hour(step=state.time, of=len(state.track), skull=state.hour.skull))


class RoundEnds(Step["FateState"], frozen=True, tag=True):
    """After the last monster turn the heroes have won; before it another round begins (G95)."""

    def run(self, state: FateState, events: list[Event]) -> None:
        state.held = []
        state.fury = 0
        state.rush = False
        if state.time >= len(state.track):
            town.win(state, events)
        else:
            state.go_round(0)


class Watch(Step["FateState"], frozen=True, tag=True):
    """A hero may play what is played after the monsters' movement."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if uses.offers(state, self.seat, ("monsters_moved",)):
            state.push(Watching((self.seat,)))


class Watching(Decision["FateState", Use | Play | Done], frozen=True, tag=True):
    """What is played after the monsters' movement, if anything."""

    rule = "G32"
    otherwise = "Only cards for the time after the monsters' movement may be played now."

    def question(self, state: FateState, seat: int) -> Question:
        return Question(
            text="The monsters have moved: play a card before they attack, or do not.",
            watching=f"The monsters have moved, and {state.name(seat)} may play a card.",
            about=(f"hero:{seat}",),
            labels=(("done", "Play nothing"),),
        )

    def actions(self, state: FateState, seat: int) -> list[Use | Play | Done]:
        return [*uses.offers(state, seat, ("monsters_moved",)), Done()]

    def forbids(self, state: FateState, action: Use | Play | Done, seat: int) -> Illegal | None:
        return None if isinstance(action, Done) else uses.refused(state, seat, action, ("monsters_moved",))

    def take(self, state: FateState, action: Use | Play | Done, seat: int, events: list[Event]) -> None:
        if not isinstance(action, Done):
            state.push(Watch(seat))
            uses.begin(state, seat, action, events)
