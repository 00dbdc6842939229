"""Heroes move (G5, G21, G43, G62, G63)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from fimbul.core import Decision, Event, Illegal, Question, Step
from fimbul.core.wording import some
from fimbul.games.fate.actions import At, Go, No, Stop
from fimbul.games.fate.library import cards
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.model import FIRST_MONSTER, FREE, OFF
from fimbul.games.fate.rules import damage, defence, entering, places, quests, spending, tending
from fimbul.games.fate.rules.operations import Do, operation

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState

Why = Literal["action", "own", "shelter"]  # a move action; a movement of its own; Seek Shelter
ACTION: Why = "action"
OWN: Why = "own"
SHELTER: Why = "shelter"


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
            location[there] and (wrecks or at[there] in (FREE, seat + 1))
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
        return Illegal("G1", "There is no such area on the map.")
    if node == TOWN and (x, y) != land.middle:
        return Illegal("G4", "Grimheim is one area: name it by its middle.")
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


class Moving(Decision["FateState", Go | Stop], frozen=True, tag=True):
    """A hero may go on, or stop."""

    steps: int
    why: Why
    moved: bool = False

    rule = "G21"
    otherwise = "You are moving: go on or stop."

    def question(self, state: FateState, seat: int) -> Question:
        left = some(self.steps, "step")
        end = ", and end in a location" if self.why == SHELTER else ", or stop"
        return Question(
            text=f"You have {left} left. Go on{end}.",
            watching=f"{state.name(seat)} is moving, with {left} left.",
            about=(f"hero:{seat}",),
        )

    def actions(self, state: FateState, seat: int) -> list[Go | Stop]:
        shelter = self.why == SHELTER
        gos = state.book.gos
        found: list[Go | Stop] = [gos[node] for node in goals(state, seat, self.steps, shelter)]
        if not shelter or state.land.location[state.heroes[seat].node]:
            found.append(Stop())
        return found

    def forbids(self, state: FateState, action: Go | Stop, seat: int) -> Illegal | None:
        if isinstance(action, Stop):
            if self.why == SHELTER and not state.land.location[state.heroes[seat].node]:
                return Illegal("G21", "This movement must end in a location.")
            return None
        wrong = unreachable(state, seat, self.steps, action.x, action.y)
        if wrong is None and self.why == SHELTER:
            node = state.land.at[action.x, action.y]
            if node not in goals(state, seat, self.steps, True):
                return Illegal("G21", "From there you could not end this movement in a location.")
        return wrong

    def take(self, state: FateState, action: Go | Stop, seat: int, events: list[Event]) -> None:
        if isinstance(action, Stop):
            state.push(Arrival(seat, self.why, self.moved))
            return
        node = state.land.at[action.x, action.y]
        way = route(state, seat, self.steps, node)
        state.push(Walk(seat, way, self.steps - len(way), self.why))


class Walk(Step["FateState"], frozen=True, tag=True):
    """A hero enters one area after the other."""

    seat: int
    way: tuple[int, ...]
    steps: int  # that are left after the last of them
    why: Why

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
            entering.tread(state, self.seat, node, events)  # slipping through (G63)
        else:
            entering.enter(state, self.seat, node, events)


class Wreck(Step["FateState"], frozen=True, tag=True):
    """A hero bursts into an area: who stands there takes 1 damage and is moved (G62)."""

    seat: int
    node: int

    def run(self, state: FateState, events: list[Event]) -> None:
        code = state.at[self.node]
        if code >= FIRST_MONSTER:
            if damage.deal(state, code - FIRST_MONSTER, 1, self.seat, events) < 0:
                state.push(Wrecking((self.seat,), self.node))
        else:
            why = state.name(self.seat)
            state.push(defence.Suffer(code - 1, 1, OFF, why), Wrecked(self.seat, self.node))


class Wrecked(Step["FateState"], frozen=True, tag=True):
    """A hero who was burst into is moved, if he still stands there."""

    seat: int
    node: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if state.at[self.node]:
            state.push(Wrecking((self.seat,), self.node))


class Wrecking(Decision["FateState", At], frozen=True, tag=True):
    """Where the one goes whose area is taken (G62)."""

    node: int

    rule = "G62"
    otherwise = "Choose a free area next to it, or the one that you come from."

    def question(self, state: FateState, seat: int) -> Question:
        code = state.at[self.node]
        monster = code - FIRST_MONSTER
        whom = state.target_name(monster) if monster >= 0 else state.name(code - 1)
        return Question(
            text=f"Choose where {whom} goes, whose area you take.",
            watching=f"{state.name(seat)} throws {whom} aside.",
            about=state.about(monster) if monster >= 0 else (f"hero:{code - 1}",),
            labels=(("at", f"Throw {whom} to {{}}"),),
        )

    def actions(self, state: FateState, seat: int) -> list[At]:
        land, at = state.land, state.at
        monster = at[self.node] >= FIRST_MONSTER
        near = land.steps[self.node] if monster else land.hero_steps[self.node]
        behind = state.heroes[seat].node
        return [At(*land.xy[there]) for there in near if not at[there] or there == behind]

    def take(self, state: FateState, action: At, seat: int, events: list[Event]) -> None:
        there, behind = state.land.at[action.x, action.y], state.heroes[seat].node
        if there == behind and there != TOWN:
            state.at[behind] = FREE  # he is leaving it
        code = state.at[self.node]
        if code >= FIRST_MONSTER:
            entering.advance(state, code - FIRST_MONSTER, there, events, "is thrown")
        else:
            entering.enter(state, code - 1, there, events)


class Arrival(Step["FateState"], frozen=True, tag=True):
    """A movement is over (G21, G43)."""

    seat: int
    why: Why
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


class Charge(Step["FateState"], frozen=True, tag=True):
    """After a move action, In Charge may strike."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if slayable(state, self.seat):
            state.push(Slaying((self.seat,)))


def slayable(state: FateState, seat: int) -> list[int]:
    """The adjacent monsters that In Charge may kill."""
    rank = state.kit(seat).powers.charges
    monsters = places.adjacent_monsters(state, state.heroes[seat].node)
    return [monster for monster in monsters if state.kinds[state.kind[monster]].rank <= rank]


class Slaying(Decision["FateState", At | No], frozen=True, tag=True):
    """Which adjacent monster In Charge kills, if any."""

    rule = "G121"
    otherwise = "Choose an adjacent monster of low enough rank, or none."

    def question(self, state: FateState, seat: int) -> Question:
        return Question(
            text="Choose an adjacent monster that In Charge kills, or none.",
            watching=f"{state.name(seat)} may kill an adjacent monster by In Charge.",
            about=(f"hero:{seat}",),
            labels=(("at", "Kill {}"), ("no", "Kill none")),
        )

    def actions(self, state: FateState, seat: int) -> list[At | No]:
        xy, where = state.land.xy, state.where
        return [*(At(*xy[where[monster]]) for monster in slayable(state, seat)), No()]

    def take(self, state: FateState, action: At | No, seat: int, events: list[Event]) -> None:
        if isinstance(action, At):
            damage.kill(state, state.monster_at(action.x, action.y), seat, events)


# ---- Treetreader


def treads(state: FateState, seat: int, way: str) -> list[int]:
    """Where Treetreader leads: into a forest area, or out of one (G111)."""
    node, forest = state.heroes[seat].node, state.land.forest
    if node == TOWN or (way == "out" and not forest[node]):
        return []
    found = [there for there, before in ways(state, seat, 1).items() if before >= 0]
    return [there for there in found if forest[there]] if way == "into" else found


class Treading(Decision["FateState", At], frozen=True, tag=True):
    """Where the step leads."""

    way: Literal["into", "out"]

    rule = "G111"
    otherwise = "Choose an area that Treetreader leads to."

    def question(self, state: FateState, seat: int) -> Question:
        return Question(
            text="Choose where Treetreader leads.",
            watching=f"{state.name(seat)} steps by Treetreader.",
            about=(f"hero:{seat}",),
            labels=(("at", "Step to {}"),),
        )

    def actions(self, state: FateState, seat: int) -> list[At]:
        return [At(*state.land.xy[node]) for node in treads(state, seat, self.way)]

    def take(self, state: FateState, action: At, seat: int, events: list[Event]) -> None:
        state.push(Walk(seat, (state.land.at[action.x, action.y],), 0, OWN))


# ---- cards that move the hero (G21)


def can_march(state: FateState, seat: int, effect: cards.March, card: int) -> bool:
    return not state.heroes[seat].rooted and bool(goals(state, seat, effect.steps, effect.shelter))


@operation(cards.March, possible=can_march)
def do_march(state: FateState, do: Do, effect: cards.March, events: list[Event]) -> None:
    state.push(Moving((do.seat,), effect.steps, SHELTER if effect.shelter else OWN))


def can_tread(state: FateState, seat: int, effect: cards.Tread, card: int) -> bool:
    return not state.heroes[seat].rooted and bool(treads(state, seat, effect.way))


@operation(cards.Tread, possible=can_tread)
def do_tread(state: FateState, do: Do, effect: cards.Tread, events: list[Event]) -> None:
    state.push(Treading((do.seat,), effect.way))


def can_stride(state: FateState, seat: int, effect: cards.Stride, card: int) -> bool:
    return "move" in spending.free_actions(state, seat) and not state.heroes[seat].rooted


@operation(cards.Stride, possible=can_stride)
def do_stride(state: FateState, do: Do, effect: cards.Stride, events: list[Event]) -> None:
    state.heroes[do.seat].stride += effect.steps
