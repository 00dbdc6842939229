"""F. Actions: move (F26 to F31)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fimbul.core import Event, Illegal
from fimbul.games.fimbulvetr.actions import Move
from fimbul.games.fimbulvetr.board import OFF, ORTHOGONAL, cell_at, has_neighbour, place_of
from fimbul.games.fimbulvetr.events import Moved
from fimbul.games.fimbulvetr.roster import MOVE, RELIC_POINTS

if TYPE_CHECKING:
    from fimbul.games.fimbulvetr.state import FimbulvetrState

# The facings that a warrior facing r can have after at most this many quarter turns.
FACINGS = tuple(
    tuple(tuple(sorted({(r + turn) % 4 for turn in turns})) for r in range(4))
    for turns in ((0,), (-1, 0, 1), (-1, 0, 1, 2))
)


def points_of(state: FimbulvetrState, warrior: int) -> int:
    """How many steps and quarter turns a warrior may spend (F26)."""
    seat = warrior // 6
    bonus = RELIC_POINTS if state.bearers[seat] == warrior and state.relics[seat] == MOVE else 0
    return state.roster.points[warrior] + bonus


def reach(at: dict[int, int], start: int, points: int, vaults: int) -> dict[int, int]:
    """The empty cells a warrior can step to, with the fewest steps to each (F27, F28).

    `at` holds the others only: the cell that the mover leaves counts as empty.
    """
    steps = {start: 0}
    if vaults:
        return vaulted_reach(at, start, points, vaults)
    frontier = [start]
    for step in range(1, points + 1):
        fringe = []
        for cell in frontier:
            for offset in ORTHOGONAL:
                to = cell + offset
                if to not in at and to not in steps:
                    steps[to] = step
                    fringe.append(to)
        frontier = fringe
    return steps


def vaulted_reach(at: dict[int, int], start: int, points: int, vaults: int) -> dict[int, int]:
    """The same for a warrior that may pass above others, as often as it has Vaulted Move sigils (F28)."""
    steps = {start: 0}
    fewest = {start: 0}  # vaults spent on the way to a cell; fewer may be worth more steps
    frontier = [(start, 0)]
    for step in range(1, points + 1):
        fringe = []
        for cell, spent in frontier:
            for offset in ORTHOGONAL:
                to = cell + offset
                cost = spent + (to in at)
                if cost <= vaults and cost < fewest.get(to, vaults + 1):
                    fewest[to] = cost
                    fringe.append((to, cost))
                    if to not in at and to not in steps:
                        steps[to] = step
        frontier = fringe
    return steps


def legal(state: FimbulvetrState, at: dict[int, int], actions: list[Any]) -> None:
    """Add every move of the active clan."""
    book = state.roster
    for warrior in book.own[state.active]:
        start = state.cell[warrior]
        points = points_of(state, warrior)
        if start == OFF or not points:
            continue
        name, facing = book.ids[warrior], state.turned[warrior]
        del at[start]
        for cell, steps in reach(at, start, points, book.vaults[warrior]).items():
            if not has_neighbour(at, cell):  # F29
                continue
            left = points - steps
            x, y = place_of(cell)
            for r in FACINGS[left if left < 2 else 2][facing]:
                if steps or r != facing:  # F30
                    actions.append(Move(name, x, y, r))
        at[start] = warrior


def refusal(state: FimbulvetrState, action: Move) -> Illegal | None:
    """Why a warrior may not move so."""
    book = state.roster
    warrior = book.number[state.active].get(action.warrior)
    if warrior is None:
        return Illegal("F24", f"Your clan has no warrior '{action.warrior}'.")
    name = book.names[warrior]
    start = state.cell[warrior]
    if start == OFF:
        return Illegal("F24", f"The {name} is slain.")
    if not 0 <= action.r <= 3:
        return Illegal("F4", f"A warrior has the facings 0 to 3, not {action.r}.")
    at = state.at()
    del at[start]
    cell = cell_at(action.x, action.y)
    turns = (0, 1, 2, 1)[(action.r - state.turned[warrior]) % 4]
    if cell == start and not turns:
        return Illegal("F30", f"The {name} must change its cell or its facing.")
    if cell in at:
        return Illegal("F28", f"The {book.names[at[cell]]} stands at {action.x},{action.y}.")
    points = points_of(state, warrior)
    steps = reach(at, start, points, book.vaults[warrior]).get(cell)
    if steps is None:
        x, y = place_of(start)
        far = abs(action.x - x) + abs(action.y - y)
        if far > points:
            return Illegal(
                "F26", f"The {name} has {points} movement and {action.x},{action.y} is {far} steps away."
            )
        return Illegal("F28", f"The {name} has no free way to {action.x},{action.y} with {points} movement.")
    if steps + turns > points:
        return Illegal(
            "F27", f"The {name} has {points} movement; {steps} steps and {turns} quarter turns are too many."
        )
    if not has_neighbour(at, cell):
        return Illegal("F29", f"At {action.x},{action.y} the {name} would stand next to nobody.")
    return None


def take(state: FimbulvetrState, action: Move) -> list[Event]:
    """Move a warrior."""
    book, seat = state.roster, state.active
    warrior = book.number[seat][action.warrior]
    was = (*place_of(state.cell[warrior]), state.turned[warrior])
    state.cell[warrior] = cell_at(action.x, action.y)
    state.turned[warrior] = action.r
    return [
        Moved(
            seat=seat,
            clan=book.clans[seat].name,
            warrior=action.warrior,
            name=book.names[warrior],
            was=was,
            now=(action.x, action.y, action.r),
        )
    ]
