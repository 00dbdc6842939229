"""Gold, which is experience too (G26, G33, G57)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Decision, Event, Illegal, Question
from fimbul.games.fate.actions import Ask, Give, No, Yes
from fimbul.games.fate.events import Gained, Shared
from fimbul.games.fate.rules.places import adjacent_heroes

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


def gain(state: FateState, seat: int, gold: int, events: list[Event], why: str = "") -> None:
    """A hero gains gold or experience, which are one (G26, G57)."""
    if gold:
        state.heroes[seat].gold += gold
        events.append(Gained(seat=seat, name=state.name(seat), gold=gold, why=why))


# ---- sharing (G33)


def shares(state: FateState, seat: int) -> list[Give | Ask]:
    """Gold that can be given to adjacent heroes, and asked for: of each hero once a turn."""
    heroes = state.heroes
    found: list[Give | Ask] = []
    for other in adjacent_heroes(state, seat):
        found += [Give(other, gold) for gold in range(1, heroes[seat].gold + 1)]
        if f"ask-{other}" not in heroes[seat].used:
            found += [Ask(other, gold) for gold in range(1, heroes[other].gold + 1)]
    return found


def unshared(state: FateState, seat: int, action: Give | Ask) -> Illegal | None:
    """Why gold cannot change hands."""
    if not 0 <= action.seat < len(state.heroes) or action.seat == seat:
        return Illegal("G33", "There is no such other hero.")
    if action.seat not in adjacent_heroes(state, seat):
        return Illegal("G33", "Gold is shared with an adjacent hero.")
    if isinstance(action, Ask) and f"ask-{action.seat}" in state.heroes[seat].used:
        return Illegal("G33", "You have asked this hero for gold in this turn.")
    giver = state.heroes[seat if isinstance(action, Give) else action.seat]
    if not 1 <= action.gold <= giver.gold:
        return Illegal("G33", f"There is {giver.gold or 'no'} gold to share.")
    return None


def share(state: FateState, seat: int, other: int, gold: int, events: list[Event]) -> None:
    """Gold changes hands."""
    state.heroes[seat].gold -= gold
    state.heroes[other].gold += gold
    events.append(Shared(seat=seat, name=state.name(seat), to=state.name(other), gold=gold))


def beg(state: FateState, seat: int, action: Ask) -> None:
    """Ask another hero for gold."""
    state.heroes[seat].used += (f"ask-{action.seat}",)
    state.push(Begging((action.seat,), seat, action.gold))


class Begging(Decision["FateState", Yes | No], frozen=True, tag=True):
    """Whether a hero gives the gold that another asks for."""

    asker: int
    gold: int

    rule = "G33"
    otherwise = "Say whether you give the gold."

    def question(self, state: FateState, seat: int) -> Question:
        asker, giver = state.name(self.asker), state.name(seat)
        return Question(
            text=f"{asker} asks you for {self.gold} gold.",
            watching=f"{asker} asks {giver} for {self.gold} gold.",
            about=(f"hero:{self.asker}",),
            labels=(("yes", f"Give {self.gold} gold"), ("no", "Give nothing")),
        )

    def actions(self, state: FateState, seat: int) -> list[Yes | No]:
        return [Yes(), No()]

    def take(self, state: FateState, action: Yes | No, seat: int, events: list[Event]) -> None:
        if isinstance(action, Yes):
            share(state, seat, self.asker, self.gold, events)
