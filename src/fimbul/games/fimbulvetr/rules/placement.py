"""D. Setup: placing the twelve warriors (F20 to F22), by hand or, as a convenience, from the seed."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from fimbul.core import Event, Illegal, Rng
from fimbul.games.fimbulvetr.actions import Place
from fimbul.games.fimbulvetr.events import Placed, aside
from fimbul.games.fimbulvetr.model import DEFENSE
from fimbul.games.fimbulvetr.rules import attack
from fimbul.games.fimbulvetr.rules.board import AROUND, HALF, OFF, cell_at, place_of

if TYPE_CHECKING:
    from fimbul.games.fimbulvetr.state import FimbulvetrState

QUICK_TRIES = 20  # one is nearly always enough
CALMING_TURNS = 40  # after this many, quick set-up starts over


def open_cells(state: FimbulvetrState) -> list[int]:
    """Where the next warrior may stand (F21, F22)."""
    standing = [cell for cell in state.cell if cell != OFF]
    if not standing:
        return [0]
    return sorted({cell + offset for cell in standing for offset in AROUND}.difference(standing))


def legal(state: FimbulvetrState) -> list[Place]:
    """Every warrior still in hand, on every open cell, in every facing."""
    book = state.roster
    hand = [book.ids[w] for w in book.own[state.active] if state.cell[w] == OFF]
    cells = open_cells(state)
    actions: list[Place] = []
    for warrior in hand:
        for cell in cells:
            actions += facings(warrior, cell)
    return actions


@functools.lru_cache(maxsize=1 << 16)
def facings(warrior: str, cell: int) -> tuple[Place, ...]:
    """A warrior placed on a cell in its four facings."""
    x, y = place_of(cell)
    return tuple(Place(warrior, x, y, r) for r in range(4))


def refusal(state: FimbulvetrState, action: Place) -> Illegal | None:
    """Why a warrior may not be placed so."""
    warrior = state.roster.number[state.active].get(action.warrior)
    if warrior is None:
        return state.roster.stranger("F21", state.active, action.warrior)
    name = state.roster.names[warrior]
    if state.cell[warrior] != OFF:
        return Illegal("F21", f"The {name} is on the table already.")
    if not 0 <= action.r <= 3:
        return Illegal("F4", f"A warrior has the facings 0 to 3, not {action.r}.")
    standing = {cell: other for other, cell in enumerate(state.cell) if cell != OFF}
    within = max(abs(action.x), abs(action.y)) < HALF  # farther out a cell's number would be another's
    cell = cell_at(action.x, action.y) if within else OFF
    if not standing:
        return None if cell == 0 else Illegal("F21", "The first warrior of the game stands in the middle.")
    if cell in standing:
        return Illegal("F22", f"The {state.roster.names[standing[cell]]} stands there already.")
    if not any(cell + offset in standing for offset in AROUND):
        return Illegal("F22", "Nobody stands next to that cell, not even diagonally.")
    return None


def take(state: FimbulvetrState, action: Place) -> list[Event]:
    """Place a warrior; after the twelfth come the relics."""
    book, seat = state.roster, state.active
    warrior = book.number[seat][action.warrior]
    beside = neighbour(state, action.x, action.y)
    state.cell[warrior] = cell_at(action.x, action.y)
    state.turned[warrior] = action.r
    state.active = 1 - seat
    if OFF not in state.cell:
        state.phase = "relic"
        state.active = state.first
    return [
        Placed(
            seat=seat,
            clan=book.clans[seat].name,
            warrior=action.warrior,
            name=book.names[warrior],
            x=action.x,
            y=action.y,
            r=action.r,
            beside=beside,
        )
    ]


def neighbour(state: FimbulvetrState, x: int, y: int) -> str:
    """The nearest warrior on the table, and the way from it, in words; nothing where nobody stands yet."""
    ways = []
    for warrior, cell in enumerate(state.cell):
        if cell != OFF:
            there = place_of(cell)
            ways.append((x - there[0], y - there[1], state.roster.names[warrior]))
    dx, dy, name = min(ways, key=lambda way: abs(way[0]) + abs(way[1]), default=(0, 0, ""))
    return name and aside(dx, dy, name)


def quick(state: FimbulvetrState, rng: Rng) -> list[Event]:
    """Set up from the seed: two clans side by side, both relics, and nobody who can attack at once."""
    fixed = state.options.relic == "defense"
    for _ in range(QUICK_TRIES):
        huddle(state, rng)
        for seat, own in enumerate(state.roster.own):
            state.relics[seat] = DEFENSE if fixed else rng.below(4)
            state.bearers[seat] = rng.choice(own)
        if face_off(state, rng):
            return state.begin_play()
    for gap in (0, 2):  # clans that can do nothing but strike
        ranks(state, gap)
        if face_off(state, rng):
            break
    return state.begin_play()


def ranks(state: FimbulvetrState, gap: int) -> None:
    """Two rows that touch at a single corner, or with a gap not at all, bearers at the far ends."""
    one, other = state.roster.own[state.first], state.roster.own[1 - state.first]
    for place in range(6):
        state.cell[one[place]] = cell_at(-place, 0)
        state.cell[other[place]] = cell_at(1 + gap + place, 1)
    state.bearers = [own[-1] for own in state.roster.own]


def huddle(state: FimbulvetrState, rng: Rng) -> None:
    """Place all warriors in turn, each beside many friends and few enemies, facing anywhere."""
    state.cell = [OFF] * 12
    hands = [list(own) for own in state.roster.own]
    for count in range(12):
        seat = (state.first + count) % 2
        warrior = hands[seat].pop(rng.below(len(hands[seat])))
        friends, enemies = ({state.cell[w] for w in state.roster.own[side]} for side in (seat, 1 - seat))
        cells = open_cells(state)
        company = [
            sum((cell + offset in friends) - (cell + offset in enemies) for offset in AROUND)
            for cell in cells
        ]
        limit = min(2, max(company))
        state.cell[warrior] = rng.choice([c for c, near in zip(cells, company, strict=True) if near >= limit])
        state.turned[warrior] = rng.below(4)


def face_off(state: FimbulvetrState, rng: Rng) -> bool:
    """Turn warriors until nobody can attack anybody; false if that does not come about."""

    def dangers() -> list[tuple[int, int, bool]]:
        return [*attack.attacks(state, 0), *attack.attacks(state, 1)]

    for _ in range(CALMING_TURNS):
        found = dangers()
        if not found:
            return True
        warrior = rng.choice(found)[rng.below(2)]
        fewest = len(found)
        facings = [0, 1, 2, 3]
        rng.shuffle(facings)
        for r in facings:
            before, state.turned[warrior] = state.turned[warrior], r
            count = len(dangers())
            if count <= fewest:
                fewest = count
            else:
                state.turned[warrior] = before
    return not dangers()
