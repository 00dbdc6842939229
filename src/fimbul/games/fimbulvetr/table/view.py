"""What a person may know of a game: everything (F53)."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec

from fimbul.core import View
from fimbul.games.fimbulvetr.model import KINDS, Clan, FimbulvetrOptions, Phase
from fimbul.games.fimbulvetr.rules.board import OFF, place_of

if TYPE_CHECKING:
    from fimbul.games.fimbulvetr.state import FimbulvetrState


class Standing(msgspec.Struct, frozen=True):
    """A warrior on the table, as everybody sees it."""

    seat: int
    id: str
    name: str
    corners: tuple[str, str, str, str]
    x: int
    y: int
    r: int
    bearer: bool
    severed: bool


class FimbulvetrView(View, frozen=True, kw_only=True, dict=True):
    """The table.  Nothing is hidden in this game."""

    clans: tuple[Clan, Clan]
    first: int
    phase: Phase
    turn: int
    quiet: int
    warriors: tuple[Standing, ...]
    waiting: tuple[tuple[str, ...], tuple[str, ...]]
    slain: tuple[tuple[str, ...], tuple[str, ...]]
    relics: tuple[str | None, str | None]
    options: FimbulvetrOptions

    @functools.cached_property
    def whereabouts(self) -> dict[tuple[int, int], str]:
        """Cells that were put into words: one does so for every way to face there."""
        return {}


def everybodys(view: FimbulvetrView) -> FimbulvetrView:
    """A view without who looks and when: what lies on the table, the same for all."""
    return msgspec.structs.replace(view, seat=None, ply=0, draft=0, to_act=(), question=None, turn=0, quiet=0)


def see(state: FimbulvetrState, seat: int | None) -> FimbulvetrView:
    """The view of a seat."""
    book = state.roster
    standing = []
    missing: tuple[list[str], list[str]] = ([], [])
    for warrior, cell in enumerate(state.cell):
        side = warrior // 6
        card = book.cards[warrior]
        if cell == OFF:
            missing[side].append(card.id)
            continue
        x, y = place_of(cell)
        standing.append(
            Standing(
                side,
                card.id,
                card.name,
                card.corners,
                x,
                y,
                state.turned[warrior],
                bearer=state.bearers[side] == warrior,
                severed=warrior in state.severed,
            )
        )
    gone = (tuple(missing[0]), tuple(missing[1]))
    placing = state.phase == "place"
    tokens = [KINDS[token] if token >= 0 else None for token in state.relics]
    return FimbulvetrView(
        **state.common(seat),
        clans=(book.clans[0], book.clans[1]),
        first=state.first,
        phase=state.phase,
        turn=state.turn,
        quiet=state.quiet,
        warriors=tuple(standing),
        waiting=gone if placing else ((), ()),
        slain=((), ()) if placing else gone,
        relics=(tokens[0], tokens[1]),
        options=state.options,
    )
