"""F. Actions: move (F26 to F31)."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from fimbul.core import Event, Illegal
from fimbul.core.wording import listed, some
from fimbul.games.fimbulvetr.actions import Move
from fimbul.games.fimbulvetr.events import Moved
from fimbul.games.fimbulvetr.library.roster import RELIC_POINTS
from fimbul.games.fimbulvetr.model import MOVE
from fimbul.games.fimbulvetr.rules.board import OFF, cell_at, place_of

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


def legal(state: FimbulvetrState, actions: list[Any]) -> None:
    """Add every move of the active clan (F55)."""
    book, field, seat = state.roster, state.field, state.active
    swift = state.bearers[seat] if state.relics[seat] == MOVE else None
    left_edge, top_edge, width = field.left, field.top, field.width
    for warrior in book.own[seat]:
        home = field.bits[warrior]
        points = book.points[warrior] + (RELIC_POINTS if warrior == swift else 0)
        if not home or not points:
            continue
        name, facing = book.ids[warrior], state.turned[warrior]
        others = field.standing ^ home
        beside = field.around(others)  # F29
        if beside & home:
            actions += turns(name, state.cell[warrior], facing, points > 1)
        left = points
        for layer in field.layers(home, others, points, book.vaults[warrior]):
            left -= 1
            ends = layer & beside
            facings = FACINGS[left if left < 2 else 2][facing]
            while ends:
                lowest = ends & -ends
                ends ^= lowest
                y, x = divmod(lowest.bit_length() - 1, width)
                x += left_edge
                y += top_edge
                for r in facings:
                    actions.append(Move(name, x, y, r))


@functools.lru_cache(maxsize=1 << 14)
def turns(name: str, cell: int, facing: int, twice: bool) -> tuple[Move, ...]:
    """The moves that only turn a warrior: by a quarter, or by two (F27, F30)."""
    x, y = place_of(cell)
    return tuple(Move(name, x, y, r) for r in FACINGS[1 + twice][facing] if r != facing)


def steps_to(state: FimbulvetrState, warrior: int, cell: int) -> int | None:
    """The fewest steps to an empty cell inside the window, if there is a way (F28)."""
    field = state.field
    home, goal = field.bits[warrior], field.bit(*place_of(cell))
    if home == goal:
        return 0
    layers = field.layers(
        home, field.standing ^ home, points_of(state, warrior), state.roster.vaults[warrior]
    )
    return next((steps for steps, layer in enumerate(layers, 1) if layer & goal), None)


def refusal(state: FimbulvetrState, action: Move) -> Illegal | None:
    """Why a warrior may not move so."""
    book = state.roster
    warrior = book.number[state.active].get(action.warrior)
    if warrior is None:
        return book.stranger("F24", state.active, action.warrior)
    name = book.names[warrior]
    start = state.cell[warrior]
    if start == OFF:
        return Illegal("F24", f"The {name} is slain.")
    if not 0 <= action.r <= 3:
        return Illegal("F4", f"A warrior has the facings 0 to 3, not {action.r}.")
    x, y = place_of(start)
    turns = (0, 1, 2, 1)[(action.r - state.turned[warrior]) % 4]
    if (action.x, action.y) == (x, y) and not turns:
        return Illegal("F30", f"The {name} must change its cell or its facing.")
    points = points_of(state, warrior)
    walks = some(points, "movement point")
    far = abs(action.x - x) + abs(action.y - y)
    if far > points:
        return Illegal("F26", f"The {name} has {walks}, and that cell is {some(far, 'step')} away.")
    cell = cell_at(action.x, action.y)
    if cell != start and cell in state.cell:
        blocker = book.names[state.cell.index(cell)]
        return Illegal("F28", f"The {blocker} stands there already.")
    field = state.field
    others = field.standing ^ field.bits[warrior]
    if not field.around(others) & field.bit(action.x, action.y):
        return Illegal("F29", f"There the {name} would stand next to nobody.")
    steps = steps_to(state, warrior, cell)
    if steps is None:
        return Illegal("F28", f"The {name} has no free way there with {walks}.")
    if steps + turns > points:
        costs = listed([some(steps, "step")] * bool(steps) + [some(turns, "quarter turn")] * bool(turns))
        return Illegal("F27", f"The {name} has {walks}: {costs} would be too much.")
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
