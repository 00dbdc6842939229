"""Heroes move (G5, G21, G43, G62, G63)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Illegal, Step
from fimbul.games.fate import deeds, quests, suffering, tending
from fimbul.games.fate.actions import At, Go, No, Stop
from fimbul.games.fate.land import TOWN

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState

ACTION, OWN, SHELTER = "action", "own", "shelter"  # a move action; a movement of its own; Seek Shelter


def steps_from(state: FateState, seat: int, node: int) -> tuple[int, ...]:
    """Where one step of a hero may lead, but for those who stand there (G2, G63)."""
    land = state.land
    return land.steps[node] if state.kit(seat).powers.climbs else land.hero_steps[node]


def ways(state: FateState, seat: int, steps: int) -> dict[int, int]:
    """Every area that a hero can go to in so many steps, with the area before it on a shortest way.

    Entering Grimheim ends the movement; nobody goes through an occupied area, unless he slips through
    (G63).  Who wrecks may enter an occupied area next to him (G62).
    """
    land, at, powers = state.land, state.at, state.kit(seat).powers
    near = land.steps if powers.climbs else land.hero_steps
    start = state.heroes[seat].node
    found = {start: start}
    frontier = [start]
    crowded: list[int] = []
    for _ in range(steps):
        reached: list[int] = []
        for here in frontier:
            for there in near[here]:
                if there in found:
                    continue
                if at[there]:
                    if not powers.slips:
                        continue
                    crowded.append(there)
                found[there] = here
                if there != TOWN:
                    reached.append(there)
        frontier = reached
    del found[start]
    for node in crowded:
        found[node] = -1 - found[node]  # on the way, but no place to stop
    if powers.wrecks and steps:
        for there in near[start]:
            if at[there] and there not in found:
                found[there] = start
    return found


def goals(state: FateState, seat: int, steps: int, shelter: bool = False) -> list[int]:
    """Where a hero may go, nearest first; to shelter, only where he can still end in a location."""
    nodes = [node for node, before in ways(state, seat, steps).items() if before >= 0]
    if not shelter:
        return nodes
    location, at, wrecks = state.land.location, state.at, state.kit(seat).powers.wrecks

    def leads_on(node: int) -> bool:
        """Whether there is a location one step on, where the hero could stand."""
        return len(route(state, seat, steps, node)) < steps and any(
            location[there] and (wrecks or at[there] in (deeds.FREE, seat + 1))
            for there in steps_from(state, seat, node)
        )

    return [node for node in nodes if location[node] or leads_on(node)]


def route(state: FateState, seat: int, steps: int, goal: int) -> tuple[int, ...]:
    """The areas of a shortest way, the goal last."""
    found = ways(state, seat, steps)
    way = [goal]
    start = state.heroes[seat].node
    while True:
        before = found[way[-1]]
        if before < 0:
            before = -1 - before
        if before == start:
            return tuple(reversed(way))
        way.append(before)


def unreachable(state: FateState, seat: int, steps: int, x: int, y: int) -> Illegal | None:
    """Why a hero cannot go to an area."""
    land = state.land
    node = land.at.get((x, y))
    if node is None:
        return Illegal("G1", f"There is no area {x},{y} on the map.")
    if node == TOWN and (x, y) != land.middle:
        return Illegal("G4", f"Grimheim is one area: it is written {land.middle[0]},{land.middle[1]}.")
    if not land.monsters_enter[node]:
        return Illegal("G2", "Nobody enters a lake.")
    if not land.heroes_enter[node] and not state.kit(seat).powers.climbs:
        return Illegal("G2", "Heroes do not enter mountains.")
    found = ways(state, seat, steps)
    if found.get(node, -1) >= 0:
        return None
    if state.at[node]:
        return Illegal("G1", "That area is occupied.")
    return Illegal("G21", f"That area is more than {steps} free steps away.")


class Moving(Decision, frozen=True, tag=True):
    """A hero may go on, or stop."""

    steps: int
    why: str
    moved: bool = False

    rule: ClassVar[str] = "G21"
    otherwise: ClassVar[str] = "You are moving: go on or stop."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        shelter = self.why == SHELTER
        gos = state.book.gos
        found: list[Any] = [gos[node] for node in goals(state, seat, self.steps, shelter)]
        if not shelter or state.land.location[state.heroes[seat].node]:
            found.append(Stop())
        return found

    def refusal(self, state: FateState, action: Any, seat: int) -> Illegal | None:
        if isinstance(action, Stop):
            if self.why == SHELTER and not state.land.location[state.heroes[seat].node]:
                return Illegal("G21", "This movement must end in a location.")
            return None
        if not isinstance(action, Go):
            return Illegal(self.rule, self.otherwise)
        wrong = unreachable(state, seat, self.steps, action.x, action.y)
        if wrong is None and self.why == SHELTER:
            node = state.land.at[action.x, action.y]
            if node not in goals(state, seat, self.steps, True):
                return Illegal("G21", "From there you could not end this movement in a location.")
        return wrong

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if isinstance(action, Stop):
            state.push(Arrival(seat, self.why, self.moved))
            return
        node = state.land.at[action.x, action.y]
        way = route(state, seat, self.steps, node)
        state.push(Walk(seat, way, self.steps - len(way), self.why))


class Walk(Step, frozen=True, tag=True):
    """A hero enters one area after the other."""

    seat: int
    way: tuple[int, ...]
    steps: int  # that are left after the last of them
    why: str

    def run(self, state: FateState, events: list[Event]) -> None:
        node, *rest = self.way
        taken = state.at[node]
        if taken and not rest:  # only one who wrecks comes here
            state.push(Wreck(self.seat, node), self)
            return
        if rest:
            state.push(Walk(self.seat, tuple(rest), self.steps, self.why))
        elif node == TOWN or not self.steps:
            state.push(Arrival(self.seat, self.why, True))
        else:
            state.push(Moving((self.seat,), self.steps, self.why, True))
        if taken:
            deeds.tread(state, self.seat, node, events)  # slipping through (G63)
        else:
            deeds.enter(state, self.seat, node, events)


class Wreck(Step, frozen=True, tag=True):
    """A hero bursts into an area: who stands there takes 1 damage and is moved (G62)."""

    seat: int
    node: int

    def run(self, state: FateState, events: list[Event]) -> None:
        code = state.at[self.node]
        if code >= deeds.FIRST_MONSTER:
            if deeds.deal(state, code - deeds.FIRST_MONSTER, 1, self.seat, events) < 0:
                state.push(Wrecking((self.seat,), self.node))
        else:
            why = state.name(self.seat)
            state.push(suffering.Suffer(code - 1, 1, deeds.OFF, why), Wrecked(self.seat, self.node))


class Wrecked(Step, frozen=True, tag=True):
    """A hero who was burst into is moved, if he still stands there."""

    seat: int
    node: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if state.at[self.node]:
            state.push(Wrecking((self.seat,), self.node))


class Wrecking(Decision, frozen=True, tag=True):
    """Where the one goes whose area is taken (G62)."""

    node: int

    rule: ClassVar[str] = "G62"
    otherwise: ClassVar[str] = "Choose a free area next to it, or the one that you come from."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        land, at = state.land, state.at
        monster = at[self.node] >= deeds.FIRST_MONSTER
        near = land.steps[self.node] if monster else land.hero_steps[self.node]
        behind = state.heroes[seat].node
        return [At(*land.xy[there]) for there in near if not at[there] or there == behind]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        there, behind = state.land.at[action.x, action.y], state.heroes[seat].node
        if there == behind and there != TOWN:
            state.at[behind] = deeds.FREE  # he is leaving it
        code = state.at[self.node]
        if code >= deeds.FIRST_MONSTER:
            deeds.advance(state, code - deeds.FIRST_MONSTER, there, events, "is thrown")
        else:
            deeds.enter(state, code - 1, there, events)


class Arrival(Step, frozen=True, tag=True):
    """A movement is over (G21, G43)."""

    seat: int
    why: str
    moved: bool

    def run(self, state: FateState, events: list[Event]) -> None:
        seat, hero, powers = self.seat, state.heroes[self.seat], state.kit(self.seat).powers
        if self.why == SHELTER:
            hero.rooted = True
        if self.why == ACTION and powers.charges:
            state.push(Charge(seat))
        if state.land.forest[hero.node]:
            mana = powers.forest_mana if self.moved or self.why == ACTION else 0
            mana += powers.forest_mana_action if self.why == ACTION else 0
            state.push(tending.Charging(seat, mana))
        if self.moved:
            quests.arrived(state, seat, events)


class Charge(Step, frozen=True, tag=True):
    """After a move action, In Charge may strike."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if slayable(state, self.seat):
            state.push(Slaying((self.seat,)))


def slayable(state: FateState, seat: int) -> list[int]:
    """The adjacent monsters that In Charge may kill."""
    rank = state.kit(seat).powers.charges
    monsters = deeds.adjacent_monsters(state, state.heroes[seat].node)
    return [monster for monster in monsters if state.kinds[state.kind[monster]].rank <= rank]


class Slaying(Decision, frozen=True, tag=True):
    """Which adjacent monster In Charge kills, if any."""

    rule: ClassVar[str] = "G121"
    otherwise: ClassVar[str] = "Choose an adjacent monster of low enough rank, or none."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        xy, where = state.land.xy, state.where
        return [*(At(*xy[where[monster]]) for monster in slayable(state, seat)), No()]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if isinstance(action, At):
            deeds.kill(state, state.monster_at(action.x, action.y), seat, events)


# ---- Treetreader


def treads(state: FateState, seat: int, way: str) -> list[int]:
    """Where Treetreader leads: into a forest area, or out of one (G111)."""
    node, forest = state.heroes[seat].node, state.land.forest
    if node == TOWN or (way == "out" and not forest[node]):
        return []
    found = [there for there, before in ways(state, seat, 1).items() if before >= 0]
    return [there for there in found if forest[there]] if way == "into" else found


class Treading(Decision, frozen=True, tag=True):
    """Where the step leads."""

    way: str

    rule: ClassVar[str] = "G111"
    otherwise: ClassVar[str] = "Choose an area that Treetreader leads to."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [At(*state.land.xy[node]) for node in treads(state, seat, self.way)]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        state.push(Walk(seat, (state.land.at[action.x, action.y],), 0, OWN))
