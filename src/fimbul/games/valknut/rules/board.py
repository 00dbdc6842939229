"""A. Board: the Battleground as the laid cards make it (V1, V2, V22).

It is derived from the list of laid cards and is never part of the state: the same cards give the same
`Ground`, which is kept for as long as it is asked for.
"""

from __future__ import annotations

import functools
from itertools import product
from typing import TYPE_CHECKING

from fimbul.games.valknut.model import PARLEY, STRIDE, Laid, Shape, place_of

if TYPE_CHECKING:
    from fimbul.games.valknut.library.terrain import Deck


@functools.cache
def overlaps(lying: Shape, new: Shape) -> tuple[int, ...]:
    """Where a new block, seen from one that lies, would cover some of it (V22)."""
    columns, rows = range(1 - new[0], lying[0]), range(1 - new[1], lying[1])
    return tuple(y * STRIDE + x for y, x in product(rows, columns))


@functools.cache
def touches(lying: Shape, new: Shape) -> tuple[int, ...]:
    """Where a new block, seen from one that lies, would share an edge with it and cover none of it (V22)."""
    columns, rows = range(1 - new[0], lying[0]), range(1 - new[1], lying[1])
    beside = [y * STRIDE + x for y in rows for x in (-new[0], lying[0])]
    return (*beside, *(y * STRIDE + x for y in (-new[1], lying[1]) for x in columns))


class Ground:
    """The Battleground of some laid cards."""

    __slots__ = ("blocks", "open", "parley", "valknuts", "zones")

    zones: dict[int, int]  # what each cell is; a cell that is missing is void (V1)
    valknuts: tuple[int, ...]  # by row, then column
    parley: frozenset[int]
    blocks: tuple[tuple[int, Shape], ...]  # the north-west cell and the shape of each card
    open: dict[Shape, dict[int, tuple[int, int]]]  # answers of `spots`

    def __init__(self, deck: Deck, laid: tuple[Laid, ...]) -> None:
        self.open = {}
        if not laid:
            self.zones, self.valknuts, self.parley, self.blocks = {}, (), frozenset(), ()
            return
        before = ground_of(deck, laid[:-1])
        card, corner, r = laid[-1]
        form = deck.form(card, r)
        self.zones = before.zones.copy()
        for offset, kind in form.zones:
            self.zones[corner + offset] = kind
        self.valknuts = before.valknuts
        if form.valknut is not None:
            self.valknuts = tuple(sorted((*before.valknuts, corner + form.valknut)))
        self.parley = before.parley
        if card == PARLEY:
            self.parley |= {corner + offset for offset, _ in form.zones}
        self.blocks = (*before.blocks, (corner, form.shape))

    def spots(self, shape: Shape) -> dict[int, tuple[int, int]]:
        """The north-west cells where a block may be laid and their places, by row, then column (V22)."""
        found = self.open.get(shape)
        if found is None:
            found = self.open[shape] = {cell: place_of(cell) for cell in spots(self.blocks, shape)}
        return found


def spots(blocks: tuple[tuple[int, Shape], ...], shape: Shape) -> tuple[int, ...]:
    """Where a new block touches one of these and covers none."""
    near = {cell + step for cell, lying in blocks for step in touches(lying, shape)}
    near.difference_update([cell + step for cell, lying in blocks for step in overlaps(lying, shape)])
    return tuple(sorted(near))


@functools.lru_cache(maxsize=2048)
def ground_of(deck: Deck, laid: tuple[Laid, ...]) -> Ground:
    """The Battleground of these cards."""
    return Ground(deck, laid)
