"""Entering an area: heroes (G5, G8, G43, G45) and monsters (G77)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event
from fimbul.games.fate.events import Healed, Moved, Slain, Walked
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.model import FIRST_MONSTER, FREE
from fimbul.games.fate.rules import crystals, damage, places, quests, town

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


def enter(state: FateState, seat: int, node: int, events: list[Event]) -> None:
    """A hero enters an area, by moving or being moved (a knock-out carries him home without entering)."""
    places.set_hero(state, seat, node)
    events.append(Moved(seat=seat, name=state.name(seat), to=state.place(node)))
    tread(state, seat, node, events)


def tread(state: FateState, seat: int, node: int, events: list[Event]) -> None:
    """What an area does to a hero who enters it, or slips through it."""
    hero, land = state.heroes[seat], state.land
    if land.forest[node]:
        quests.progress(state, seat, "forests", 1, events)
        heals = state.kit(seat).powers.forest_heals
        if heals and hero.damage:
            healed = min(heals, hero.damage)
            hero.damage -= healed
            events.append(Healed(seat=seat, name=state.name(seat), card=state.name(seat), amount=healed))
    if land.mountains[node]:
        quests.progress(state, seat, "mountains", 1, events)
    quests.entered(state, seat, node, events)
    bonus = state.book.bonus_at.get(node)
    if bonus is not None and state.bonus[bonus]:
        crystals.find(state, seat, bonus, events)


def advance(state: FateState, monster: int, node: int, events: list[Event], how: str = "goes") -> None:
    """A monster enters an area: by walking, being moved, or rotating (G77)."""
    at, was = state.at, state.where[monster]
    kind = state.kinds[state.kind[monster]]
    if node == TOWN:
        events.append(Walked(monster=monster, name=kind.the, to="Grimheim"))
        places.remove(state, monster)
        figures = state.book.figures
        loss = figures.loss_legend if kind.rank >= LEGEND else figures.loss_monster
        town.lose(state, loss, f"{kind.the} is in Grimheim", events)
        for other in damage.bereft(state, kind):  # nobody gains anything (G88)
            events.append(Slain(monster=other, name=state.kinds[state.kind[other]].the))
            places.remove(state, other)
        return
    if at[was] == monster + FIRST_MONSTER:
        at[was] = FREE
    at[node] = monster + FIRST_MONSTER
    state.where[monster] = node
    events.append(Walked(monster=monster, name=kind.the, to=state.place(node), how=how))
