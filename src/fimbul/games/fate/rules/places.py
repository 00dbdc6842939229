"""Who is where (G1, G4, G6), and how figures and tiles come and go."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from fimbul.core import Event
from fimbul.games.fate.events import Appeared
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.model import FIRST_MONSTER, FREE, OFF

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


def adjacent_monsters(state: FateState, node: int) -> list[int]:
    """The monsters next to an area, clockwise from the north-east (G6)."""
    at = state.at
    return [at[near] - FIRST_MONSTER for near in state.land.near[node] if at[near] >= FIRST_MONSTER]


def adjacent_heroes(state: FateState, seat: int) -> list[int]:
    """The heroes next to a hero; in Grimheim all are next to each other (G4)."""
    heroes, node = state.heroes, state.heroes[seat].node
    if node == TOWN:
        return [other for other, hero in enumerate(heroes) if other != seat and hero.node == TOWN]
    far = state.land.far[node]
    return [other for other, hero in enumerate(heroes) if other != seat and far[hero.node] == 1]


def agree(state: FateState) -> bool:
    """Whether the map says the same of everybody's place as they do themselves (G1)."""
    at = state.at
    found = 0
    for code, node in chain(
        ((seat + 1, hero.node) for seat, hero in enumerate(state.heroes) if hero.node != TOWN),
        ((monster + FIRST_MONSTER, node) for monster, node in enumerate(state.where) if node != OFF),
    ):
        if at[node] != code:
            return False
        found += 1
    return at.count(FREE) + found == len(at)


def set_hero(state: FateState, seat: int, node: int) -> None:
    """Put a hero somewhere; nothing follows."""
    hero = state.heroes[seat]
    if hero.node != TOWN and state.at[hero.node] == seat + 1:
        state.at[hero.node] = FREE
    hero.node = node
    if node != TOWN:
        state.at[node] = seat + 1


def appear(state: FateState, kind: int, node: int) -> int:
    """A tile from the supply comes to the map; its number."""
    monster = len(state.kind)
    state.kind.append(kind)
    state.where.append(node)
    state.hurt.append(0)
    state.prey.append(0)
    state.supply[kind] -= 1
    state.at[node] = monster + FIRST_MONSTER
    return monster


def summon(state: FateState, kind: int, node: int, events: list[Event]) -> None:
    """One monster is put on the map by a card or the die."""
    monster = appear(state, kind, node)
    events.append(Appeared(monster=monster, name=state.kinds[kind].the, at=state.place(node)))


def remove(state: FateState, monster: int) -> None:
    """A tile goes back to the supply, and a legend's card under its deck (G80)."""
    node = state.where[monster]
    if state.at[node] == monster + FIRST_MONSTER:
        state.at[node] = FREE
    state.where[monster] = OFF
    state.supply[state.kind[monster]] += 1
    for place, (legend, card) in enumerate(state.legends):
        if legend == monster:
            del state.legends[place]
            state.deck(state.book.cards[card].deck).insert(0, card)
            break
