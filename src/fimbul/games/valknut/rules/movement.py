"""D. Movement: spending points in step 4 (V30 to V34, V60, V63, V69, V70)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Event, Illegal, Line, Prospect, Question
from fimbul.games.valknut.actions import End, Move, Shove, Summon
from fimbul.games.valknut.events import Moved, Shoved, Summoned, TurnEnded, points_in_words
from fimbul.games.valknut.library.warbands import (
    NAMES,
    PASSES,
    PASSES_ENEMY,
    SHOVE,
    SPELL,
    TALL,
    UNIT_NAMES,
    a_unit,
    enemy_unit,
    some_units,
    told,
)
from fimbul.games.valknut.model import COMPASS, GRASS, OFF, SOUTH, STEPS, TERRAIN, cell_at, place_of
from fimbul.games.valknut.rules import warbands
from fimbul.games.valknut.rules.asking import Asked
from fimbul.games.valknut.rules.killing import flanked
from fimbul.games.valknut.rules.supply import visible

if TYPE_CHECKING:
    from fimbul.games.valknut.state import ValknutState

March = Move | Shove | Summon | End

EVERYTHING = (True, True, True, True)


def body_of(kind: int, cell: int) -> tuple[int, ...]:
    """The zones that a unit of this kind fills (V60)."""
    return (cell, cell + SOUTH) if kind == TALL else (cell,)


def reach(
    state: ValknutState, unit: int, at: dict[int, int], *, free: bool = False, stomps: bool = False
) -> Iterator[tuple[str, int]]:
    """The straight moves of a unit: direction and length (V30 to V32, V60).

    A `free` one passes over everything but void (V106); one that `stomps` may end on enemies (V63).
    """
    zones, owner = state.ground.zones, state.owner
    kind, start, seat = state.kind[unit], state.cell[unit], owner[unit]
    passes = EVERYTHING if free else PASSES[kind]
    enemies = free or PASSES_ENEMY[kind]
    if kind == TALL:
        yield from tall_reach(state, unit, at, free, stomps)
        return
    for name, step in STEPS.items():
        here, length = start + step, 1
        while True:
            terrain = zones.get(here)
            if terrain is None or not passes[terrain]:
                break
            other = at.get(here)
            if other is None:
                if terrain == GRASS:
                    yield name, length
            elif not enemies or (owner[other] == seat and not free):
                break
            here += step
            length += 1


def tall_reach(
    state: ValknutState, unit: int, at: dict[int, int], free: bool, stomps: bool
) -> Iterator[tuple[str, int]]:
    """The same for the Giantess, who moves as a block of two zones (V60, V63)."""
    zones, owner, seat = state.ground.zones, state.owner, state.owner[unit]
    for name, step in STEPS.items():
        head, length = state.cell[unit] + step, 1
        while True:
            body = (head, head + SOUTH)
            if body[0] not in zones or body[1] not in zones:
                break
            others = [other for cell in body if (other := at.get(cell, unit)) != unit]
            if not free and any(owner[other] == seat for other in others):
                break
            if (stomps or not others) and zones[body[0]] == zones[body[1]] == GRASS:
                yield name, length
            head += step
            length += 1


def can_stomp(state: ValknutState, unit: int) -> bool:
    """Whether a unit may end on enemies now (V62, V63)."""
    return state.kind[unit] == TALL and warbands.enraged(state)


def shoved_to(state: ValknutState, cell: int, step: int, at: dict[int, int]) -> int | None:
    """The enemy that a unit on the cell would shove, if it can be (V69)."""
    enemy = at.get(cell + step)
    if enemy is None or state.owner[enemy] == state.owner[at[cell]]:
        return None
    zones = state.ground.zones
    for here in body_of(state.kind[enemy], state.cell[enemy] + step):
        if zones.get(here) != GRASS or at.get(here, enemy) != enemy:
            return None
    return enemy


def danger(state: ValknutState, seat: int) -> Iterator[Line]:
    """Who of a seat dies when the next turn of another begins, as things stand (V43)."""
    caught = {
        unit
        for other, alive in enumerate(state.alive)
        if alive and other != seat
        for unit, _ in flanked(state, other)
        if state.owner[unit] == seat
    }
    if caught:
        yield Line("Caught if you stop here", some_units(state.kind[unit] for unit in sorted(caught)), "bad")


def foresee(state: ValknutState, seat: int, actions: list[March]) -> dict[March, Prospect]:
    """Whom each march would kill at once, and who of one's own would be caught if the turn ended there."""
    at, found = state.standing(), dict[March, Prospect]()
    for action in actions:
        if isinstance(action, End):
            continue
        world = state.copy()
        crushed = go(world, at[cell_at(action.x, action.y)], action, at)
        dead = sorted({*crushed, *(enemy for enemy, _ in flanked(world, seat))})
        for one in dead:
            world.cell[one] = OFF
        facts = [Line("Kills", some_units(state.kind[one] for one in dead), "good")] if dead else []
        facts += danger(world, seat)
        if facts:
            found[action] = Prospect(facts=tuple(facts), struck=tuple(f"unit:{one}" for one in dead))
    return found


class Marching(Asked["ValknutState", March], frozen=True, tag=True):
    """Step 4: movement points are spent, or the turn is ended (V20, V30)."""

    rule: ClassVar[str] = "V20"
    otherwise: ClassVar[str] = "Now you move units, or you end your turn."

    def question(self, state: ValknutState, seat: int) -> Question:
        marked = [
            Line(f"Only for the {NAMES[kind]}", str(points))
            for points, kind in zip(state.marked, state.warbands[seat], strict=True)
            if points
        ]
        left = state.points + sum(state.marked)
        count = points_in_words(left)
        return Question(
            text=f"You have {count}: choose a unit, then where it goes, or end your turn."
            if left
            else "You have no movement points left: end your turn.",
            watching=f"{told(state.band(seat), 'moves', 'move')}: {count} left.",
            rule=self.rule,
            facts=(Line("Movement points", str(state.points)), *marked, *danger(state, seat)),
        )

    def actions(self, state: ValknutState, seat: int) -> list[March]:
        found: list[March] = []
        if state.points or any(state.marked):
            march(state, seat, found)
        found.append(End())
        return found

    def foresee(self, state: ValknutState, seat: int, actions: list[March]) -> dict[March, Prospect]:
        return foresee(state, seat, actions)

    def forbids(self, state: ValknutState, action: March, seat: int) -> Illegal | None:
        if isinstance(action, End):
            return None
        at = state.standing()
        start = cell_at(action.x, action.y)
        unit = at.get(start)
        if unit is None or state.cell[unit] != start:
            return Illegal("V30", "No unit stands there.")
        kind = state.kind[unit]
        if state.owner[unit] != seat:
            return Illegal("V30", f"That {UNIT_NAMES[kind]} is not yours.")
        if not state.affords(seat, kind):
            rule = "V92" if state.points or any(state.marked) else "V30"
            return Illegal(rule, f"You have no movement point left for the {UNIT_NAMES[kind]}.")
        if isinstance(action, Move):
            return cannot_move(state, unit, action, at)
        if isinstance(action, Shove):
            return cannot_shove(state, seat, unit, action, at)
        return cannot_summon(state, seat, unit, action)

    def take(self, state: ValknutState, action: March, seat: int, events: list[Event]) -> None:
        if isinstance(action, End):
            events.append(TurnEnded(seat=seat, band=state.band(seat)))
            return
        state.push(self)
        at = state.standing()
        start = cell_at(action.x, action.y)
        unit = at[start]
        kind = state.kind[unit]
        state.spend(seat, kind)
        who: dict[str, Any] = {
            "seat": seat,
            "band": state.band(seat),
            "unit": unit,
            "name": UNIT_NAMES[kind],
            "was": (action.x, action.y),
        }
        crushed = go(state, unit, action, at)
        x, y = place_of(state.cell[unit])
        if isinstance(action, Move):
            events.append(Moved(**who, x=x, y=y))
        elif isinstance(action, Shove):
            enemy = at[start + STEPS[action.dir]]
            victim = a_unit(state.kind[enemy])
            events.append(Shoved(**who, x=x, y=y, enemy=enemy, enemy_name=victim))
        else:
            events.append(Summoned(**who, x=x, y=y))
        if crushed:
            state.strike(crushed, state.by_unit(kind), events, (unit,))
        else:
            state.resolve(state.by_unit(kind))  # V33


def go(state: ValknutState, unit: int, action: Move | Shove | Summon, at: dict[int, int]) -> list[int]:
    """Bring a unit, and whom it shoves, to where a march leads; the enemies that it ends on (V63, V69)."""
    start = state.cell[unit]
    if isinstance(action, Summon):
        state.cell[unit] = cell_at(action.tx, action.ty)
        return []
    step = STEPS[action.dir]
    if isinstance(action, Shove):
        for each in (unit, at[start + step]):
            state.cell[each] += step
        return []
    state.cell[unit] = start + step * action.n
    return under(state, unit, state.cell[unit], at)


def under(state: ValknutState, unit: int, cell: int, at: dict[int, int]) -> list[int]:
    """The enemies on the zones where a unit ends its move (V63)."""
    found = {at.get(here, unit) for here in body_of(state.kind[unit], cell)}
    return sorted(found - {unit})


def march(state: ValknutState, seat: int, found: list[March]) -> None:
    """Add everything that points can be spent on."""
    at = state.standing()
    owner, kinds = state.owner, state.kind
    shoves, spells = SHOVE in state.warbands[seat], SPELL in state.warbands[seat]
    for unit, cell in enumerate(state.cell):
        if cell == OFF or owner[unit] != seat:
            continue
        kind = kinds[unit]
        if not state.affords(seat, kind):
            continue
        x, y = place_of(cell)
        for name, length in reach(state, unit, at, stomps=can_stomp(state, unit)):
            found.append(Move(x, y, name, length))  # type: ignore[arg-type]
        if kind == SHOVE and shoves:
            for name, step in STEPS.items():
                if shoved_to(state, cell, step, at) is not None:
                    found.append(Shove(x, y, name))  # type: ignore[arg-type]
        elif kind == SPELL and spells:
            found += [Summon(x, y, *place_of(goal)) for goal in visible(state)]


def cannot_move(state: ValknutState, unit: int, action: Move, at: dict[int, int]) -> Illegal | None:
    """Why a unit may not move so."""
    if action.n < 1:
        return Illegal("V34", "A move is at least one zone long.")
    stomps = can_stomp(state, unit)
    if (action.dir, action.n) in reach(state, unit, at, stomps=stomps):
        return None
    kind, step = state.kind[unit], STEPS[action.dir]
    name, zones = UNIT_NAMES[kind], state.ground.zones
    way = COMPASS[action.dir]
    block = "V60" if kind == TALL else "V31"
    for length in range(1, action.n + 1):
        ending = length == action.n
        for cell in body_of(kind, state.cell[unit] + step * length):
            terrain, other = zones.get(cell), at.get(cell, unit)
            if terrain is None:
                return Illegal(block, f"The Battleground ends before the {name} gets that far {way}.")
            if other != unit and state.owner[other] == state.owner[unit]:
                return Illegal("V31", f"Your own {UNIT_NAMES[state.kind[other]]} is in the way.")
            if other != unit and not PASSES_ENEMY[kind]:
                return Illegal("V31", f"The {name} cannot pass {enemy_unit(state.kind[other])}.")
            if not PASSES[kind][terrain]:
                return Illegal("V32", f"The {name} cannot cross a {TERRAIN[terrain]}.")
            if ending and terrain != GRASS:
                return Illegal(block, f"The {name} must end on grassland, not on a {TERRAIN[terrain]}.")
            if ending and other != unit and not stomps:
                rule = "V63" if kind == TALL else "V31"
                return Illegal(rule, f"The {name} cannot end on {enemy_unit(state.kind[other])}.")
    raise AssertionError(f"{action} is in nobody's reach, and nothing forbids it")


def cannot_shove(
    state: ValknutState, seat: int, unit: int, action: Shove, at: dict[int, int]
) -> Illegal | None:
    """Why a unit may not shove so."""
    if state.kind[unit] != SHOVE or SHOVE not in state.warbands[seat]:
        return Illegal("V69", "Only Vanir shove, and only for their own player.")
    cell, step = state.cell[unit], STEPS[action.dir]
    if shoved_to(state, cell, step, at) is not None:
        return None
    enemy = at.get(cell + step)
    if enemy is None or state.owner[enemy] == seat:
        return Illegal("V69", f"There is no enemy to shove {COMPASS[action.dir]} of the Vanir.")
    return Illegal("V69", "The enemy can only be shoved to unoccupied grassland.")


def cannot_summon(state: ValknutState, seat: int, unit: int, action: Summon) -> Illegal | None:
    """Why a unit may not be summoned so."""
    if state.kind[unit] != SPELL or SPELL not in state.warbands[seat]:
        return Illegal("V70", "Only Dragons are summoned, and only by their own player.")
    if cell_at(action.tx, action.ty) in visible(state):
        return None
    return Illegal("V70", "A Dragon is summoned to a Valknut on which nobody stands.")
