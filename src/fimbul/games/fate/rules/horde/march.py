"""The monsters move (G73 to G77), but for those that are suppressed (G83)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Decision, Event, Question, Step
from fimbul.games.fate.actions import At, No
from fimbul.games.fate.events import Held
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.model import FIRST_MONSTER, FREE, OFF
from fimbul.games.fate.rules import entering

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState

SUPPRESSION = 3  # the range of Suppressive Fire


# ---- before they move (G83)


def suppressible(state: FateState, seat: int) -> list[int]:
    """The monsters that a hero may suppress: near enough, of low enough rank, and not the last one again."""
    rank, hero = state.kit(seat).powers.suppresses, state.heroes[seat]
    far, kinds, kind = state.land.far[hero.node], state.kinds, state.kind
    return [
        monster
        for monster, node in enumerate(state.where)
        if node >= 0
        and far[node] <= SUPPRESSION
        and kinds[kind[monster]].rank <= rank
        and monster != hero.suppressed
        and monster not in state.held
    ]


class Suppress(Step["FateState"], frozen=True, tag=True):
    """A hero may keep a monster from moving."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        hero = state.heroes[self.seat]
        if state.kit(self.seat).powers.suppresses and suppressible(state, self.seat):
            state.push(Suppressing((self.seat,)))
        else:
            hero.suppressed = OFF


class Suppressing(Decision["FateState", At | No], frozen=True, tag=True):
    """Which monster is kept from moving, if any."""

    rule = "G83"
    otherwise = "Choose a monster within range 3 of low enough rank, not the same as last time, or none."

    def question(self, state: FateState, seat: int) -> Question:
        return Question(
            text="Suppressive Fire: choose a monster that does not move this turn, or none.",
            watching=f"{state.name(seat)} may keep a monster from moving by Suppressive Fire.",
            about=(f"hero:{seat}",),
            labels=(("at", "Suppress {}"), ("no", "Suppress none")),
        )

    def actions(self, state: FateState, seat: int) -> list[At | No]:
        xy, where = state.land.xy, state.where
        return [*(At(*xy[where[monster]]) for monster in suppressible(state, seat)), No()]

    def take(self, state: FateState, action: At | No, seat: int, events: list[Event]) -> None:
        hero = state.heroes[seat]
        hero.suppressed = OFF
        if isinstance(action, At):
            monster = state.monster_at(action.x, action.y)
            hero.suppressed = monster
            state.held.append(monster)
            events.append(Held(monster=monster, name=state.kinds[state.kind[monster]].the))


# ---- moving (G73 to G77)


class MonstersMove(Step["FateState"], frozen=True, tag=True):
    """All monsters go their way, those nearest to Grimheim first, on equal terms those on a road (G74)."""

    def run(self, state: FateState, events: list[Event]) -> None:
        land, where = state.land, state.where
        length, road = land.path_length, land.road
        order = sorted(
            (length[node], not road[node], monster) for monster, node in enumerate(where) if node >= 0
        )
        held, skull = state.held, state.hour.skull
        for _, _, monster in order:
            if monster not in held and where[monster] >= 0:
                walk(state, monster, skull, events)
                if state.outcome is not None:
                    return


def beset(state: FateState, node: int) -> bool:
    """Whether a hero stands next to an area."""
    far = state.land.far[node]
    return 1 in [far[hero.node] for hero in state.heroes]


def walk(state: FateState, monster: int, skull: bool, events: list[Event]) -> None:
    """One monster goes its way, and charges if it must or if that brings an attack (G73, G75).

    Only a hero beside it stops it: with somebody in range it walks on (G86).
    """
    kind, where = state.kinds[state.kind[monster]], state.where
    charges = skull or (state.rush and kind.rank == 1)
    for _ in range(kind.move + charges):
        if beset(state, where[monster]) or not forward(state, monster, events):
            return
        if where[monster] < 0 or state.outcome is not None:
            return
    if charges or kind.gaze:
        return
    node = where[monster]
    there = state.land.next[node]
    if there != TOWN and in_range(state, there, kind.range) and not in_range(state, node, kind.range):
        forward(state, monster, events)


def in_range(state: FateState, node: int, reach: int) -> list[int]:
    """The heroes that can be attacked from an area; never those in Grimheim (G78)."""
    far = state.land.far[node]
    return [seat for seat, hero in enumerate(state.heroes) if far[hero.node] <= reach]


def forward(state: FateState, monster: int, events: list[Event]) -> bool:
    """One step along the path, if it is free; a legend trades places with a monster in its way (G76)."""
    node = state.where[monster]
    there = state.land.next[node]
    other = state.at[there] if there != TOWN else FREE
    if other != FREE:
        if other < FIRST_MONSTER or state.kinds[state.kind[monster]].rank < LEGEND:
            return False
        blocker = other - FIRST_MONSTER
        if state.kinds[state.kind[blocker]].rank >= LEGEND:
            return False
        state.at[node] = state.at[there] = FREE
        entering.advance(state, blocker, node, events, "makes way and goes")
    entering.advance(state, monster, there, events)
    return True


def forecast(state: FateState) -> dict[int, tuple[int, ...]]:
    """Where every monster would go in the coming monster turn if the heroes stayed where they are (G73)."""
    if state.outcome is not None or state.time >= len(state.track):
        return {}
    twin = state.copy()
    if twin.active >= 0:
        twin.time += 1
    MonstersMove().run(twin, [])
    ways: dict[int, tuple[int, ...]] = {}
    for monster, node in enumerate(state.where):
        if node >= 0 and twin.where[monster] != node:
            end = max(twin.where[monster], TOWN)
            path = state.land.path(node)
            ways[monster] = tuple(path[: path.index(end) + 1]) if end in path else (end,)
    return ways
