"""What follows every attack action, also a spent one (G28, G54)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Decision, Event, Question, Step
from fimbul.games.fate.actions import At
from fimbul.games.fate.rules import damage, places, tending

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


class Aftermath(Step["FateState"], frozen=True, tag=True):
    """The attack action is over."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        state.roll = None
        powers = state.kit(self.seat).powers
        state.push(tending.Charging(self.seat, powers.after_attack_mana))
        if powers.after_attack_damage and places.adjacent_monsters(state, state.heroes[self.seat].node):
            state.push(Biting((self.seat,), powers.after_attack_damage))


class Biting(Decision["FateState", At], frozen=True, tag=True):
    """Which adjacent monster is hurt after an attack action: Elven Blade, Wildfire Blade (G54)."""

    damage: int

    rule = "G54"
    otherwise = "Choose a monster adjacent to you."

    def question(self, state: FateState, seat: int) -> Question:
        return Question(
            text=f"After your attack, choose an adjacent monster for {self.damage} damage.",
            watching=f"After the attack, {state.name(seat)} chooses an adjacent monster for damage.",
            about=(f"hero:{seat}",),
            labels=(("at", "Hurt {}"),),
        )

    def actions(self, state: FateState, seat: int) -> list[At]:
        xy, where = state.land.xy, state.where
        return [At(*xy[where[m]]) for m in places.adjacent_monsters(state, state.heroes[seat].node)]

    def take(self, state: FateState, action: At, seat: int, events: list[Event]) -> None:
        damage.deal(state, state.monster_at(action.x, action.y), self.damage, seat, events)
