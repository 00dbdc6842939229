"""Overkill: damage beyond the victim's health goes on or is stored (G58)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Decision, Event, Question, Step
from fimbul.games.fate.actions import At, No, Yes
from fimbul.games.fate.model import FIRST_MONSTER
from fimbul.games.fate.rules import damage as harm
from fimbul.games.fate.rules import places

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


class Overkill(Step["FateState"], frozen=True, tag=True):
    """Damage beyond the victim's health: it may go to another monster, or be stored (G58)."""

    seat: int
    damage: int
    node: int  # where the victim stood
    nails: int
    sweeps: bool

    def run(self, state: FateState, events: list[Event]) -> None:
        if self.nails and nailable(state, self.seat, self.node):
            state.push(Nailing((self.seat,), self.damage, self.node, self.nails))
        elif self.sweeps and swept(state, self.seat, self.node) is not None:
            state.push(Sweeping((self.seat,), self.damage, self.node))
        else:
            store(state, self.seat, self.damage)


def store(state: FateState, seat: int, damage: int) -> None:
    """What nothing else dealt is kept on a card that stores it (G58)."""
    counters = state.heroes[seat].counters
    for side in state.kit(seat).cards.values():
        most = side.face.powers.stores
        if most:
            counters[side.id] = min(most, counters.get(side.id, 0) + damage)


def nailable(state: FateState, seat: int, node: int) -> list[int]:
    """The monsters next to the victim's area and farther from the hero than it."""
    far = state.land.far[state.heroes[seat].node]
    where = state.where
    return [monster for monster in places.adjacent_monsters(state, node) if far[where[monster]] > far[node]]


class Nailing(Decision["FateState", At | No], frozen=True, tag=True):
    """Which monster the overkill goes on to, if any: Nailed Together."""

    damage: int
    node: int
    nails: int

    rule = "G58"
    otherwise = "Choose a monster next to the victim and farther from you, or none."

    def question(self, state: FateState, seat: int) -> Question:
        return Question(
            text=f"Pass {self.damage} damage on to a monster behind the victim, or not.",
            watching=f"{state.name(seat)} may pass {self.damage} damage on to a monster behind the victim.",
            about=(f"hero:{seat}",),
            labels=(("at", "Pass the damage on to {}"), ("no", "Pass nothing on")),
        )

    def actions(self, state: FateState, seat: int) -> list[At | No]:
        xy, where = state.land.xy, state.where
        return [*(At(*xy[where[monster]]) for monster in nailable(state, seat, self.node)), No()]

    def take(self, state: FateState, action: At | No, seat: int, events: list[Event]) -> None:
        if isinstance(action, No):
            store(state, seat, self.damage)
            return
        monster = state.monster_at(action.x, action.y)
        node = state.where[monster]
        beyond = harm.deal(state, monster, self.damage, seat, events)
        if beyond > 0:
            state.push(Overkill(seat, beyond, node, self.nails - 1, False))


def swept(state: FateState, seat: int, node: int) -> int | None:
    """The next monster clockwise around the hero after an area."""
    ring = state.land.around[state.heroes[seat].node]
    at, start = state.at, ring.index(node)
    for turn in range(1, len(ring)):
        there = ring[(start + turn) % len(ring)]
        if there > 0 and at[there] >= FIRST_MONSTER:
            return at[there] - FIRST_MONSTER
    return None


class Sweeping(Decision["FateState", Yes | No], frozen=True, tag=True):
    """Whether the overkill goes to the next monster clockwise: Sweeping Strike."""

    damage: int
    node: int

    rule = "G58"
    otherwise = "Say whether the strike sweeps on."

    def question(self, state: FateState, seat: int) -> Question:
        monster = swept(state, seat, self.node)
        assert monster is not None
        whom = state.whom(monster)
        return Question(
            text=f"Pass {self.damage} damage on to {whom}, the next one clockwise, or not.",
            watching=f"{state.name(seat)} may pass {self.damage} damage on to {whom}.",
            about=state.about(monster),
            labels=(("yes", "Pass the damage on"), ("no", "Pass nothing on")),
        )

    def actions(self, state: FateState, seat: int) -> list[Yes | No]:
        return [Yes(), No()]

    def take(self, state: FateState, action: Yes | No, seat: int, events: list[Event]) -> None:
        monster = swept(state, seat, self.node)
        beyond = self.damage
        if isinstance(action, Yes) and monster is not None:
            beyond = harm.deal(state, monster, self.damage, seat, events)
        if beyond > 0:
            store(state, seat, beyond)
