"""The monster die (G72)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event, Step
from fimbul.games.fate.events import Fell
from fimbul.games.fate.library.land import NOWHERE, TOWN
from fimbul.games.fate.model import FIRST_MONSTER, FREE, OFF
from fimbul.games.fate.rules import entering, places, quests

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState

FACES = {
    "clockwise": "maneuver, clockwise",
    "counter_clockwise": "maneuver, counter-clockwise",
    "attack": "attack",
    "push": "push",
    "charge": "charge",
    "ambush": "ambush",
}
AMBUSHER = "goblin"


class Die(Step["FateState"], frozen=True, tag=True):
    """The monster die is rolled, if it is in use."""

    def run(self, state: FateState, events: list[Event]) -> None:
        if not state.options.monster_die:
            return
        face = roll_monster_die(state)
        events.append(Fell(face=FACES[face]))
        if face == "attack":
            state.fury = 1
        elif face == "charge":
            state.rush = True
        elif face == "push":
            push_heroes(state, events)
        elif face == "ambush":
            state.push(*(quests.Place(seat, AMBUSHER, 1) for seat in range(len(state.heroes))))
        else:
            state.push(
                *(Maneuver(seat, 1 if face == "clockwise" else -1) for seat in range(len(state.heroes)))
            )


def roll_monster_die(state: FateState) -> str:
    """A face of the monster die."""
    return state.rng.choice(state.book.figures.monster_die)


class Maneuver(Step["FateState"], frozen=True, tag=True):
    """All monsters around a hero rotate one area at once (G72a, G72b), even if one of them ends the game."""

    seat: int
    turn: int

    def run(self, state: FateState, events: list[Event]) -> None:
        node = state.heroes[self.seat].node
        if node == TOWN:
            return
        ring, at, land = state.land.around[node], state.at, state.land
        movers: dict[int, int] = {}  # place in the ring -> monster
        for place, near in enumerate(ring):
            if near > TOWN and at[near] >= FIRST_MONSTER:
                movers[place] = at[near] - FIRST_MONSTER

        def blocked(place: int) -> bool:
            there = ring[(place + self.turn) % len(ring)]
            if there == NOWHERE or (there != TOWN and not land.monsters_enter[there]):
                return True
            return there != TOWN and at[there] != FREE and (place + self.turn) % len(ring) not in movers

        stuck = True
        while stuck:
            stuck = False
            for place in list(movers):
                if blocked(place):
                    del movers[place]
                    stuck = True
        for monster in movers.values():
            at[state.where[monster]] = FREE
        for place, monster in movers.items():
            if state.where[monster] == OFF:  # it died when its queen left (G88)
                continue
            entering.advance(state, monster, ring[(place + self.turn) % len(ring)], events, "wheels")


def push_heroes(state: FateState, events: list[Event]) -> None:
    """Every hero next to a monster goes one area along the monsters' path (G72d)."""
    land = state.land
    for seat, hero in enumerate(state.heroes):
        if hero.node == TOWN or not places.adjacent_monsters(state, hero.node):
            continue
        there = land.next[hero.node]
        if there == TOWN or (state.at[there] == FREE and land.heroes_enter[there]):
            entering.enter(state, seat, there, events)
