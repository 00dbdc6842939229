"""What one seat may know of a game of Valknut, and how it is made from the state (V7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from fimbul.core import View
from fimbul.games.valknut.library.gods import GODS
from fimbul.games.valknut.library.warbands import IDS
from fimbul.games.valknut.model import OFF, place_of
from fimbul.games.valknut.rules import ending, gods
from fimbul.games.valknut.rules.placement import layable
from fimbul.games.valknut.rules.warbands import enraged

if TYPE_CHECKING:
    from fimbul.games.valknut.state import ValknutState


class Unit(msgspec.Struct, frozen=True):
    """A unit on the Battleground, as everybody sees it; a Giantess by her upper zone."""

    id: int
    seat: int
    kind: str
    x: int
    y: int


class LaidCard(msgspec.Struct, frozen=True, cache_hash=True):
    """A card on the Battleground: its rows as they lie, west to east and north to south."""

    id: str
    name: str
    x: int
    y: int
    r: int
    rows: tuple[str, ...]


class CardFace(msgspec.Struct, frozen=True):
    """A card in the pool or a supply, upright, with the turns that differ."""

    id: str
    name: str
    move: int
    gjallarhorn: bool
    rows: tuple[str, ...]
    turns: tuple[int, ...]


class ValknutView(View, frozen=True, kw_only=True):
    """The table.  Hidden are the order of the piles and the faces of the Parley cards (V7)."""

    warbands: tuple[tuple[str, ...], ...]
    mode: Literal["standard", "ragnarok"]
    gods: bool
    source: str
    active: int
    turn: int
    alive: tuple[bool, ...]
    points: int
    marked: tuple[int, ...]
    cards: tuple[LaidCard, ...]
    valknuts: tuple[tuple[int, int], ...]
    units: tuple[Unit, ...]
    supplies: tuple[tuple[tuple[str, int], ...], ...]
    waiting: tuple[tuple[int, ...], ...]  # the numbers of the units in each supply
    pool: tuple[CardFace, ...]
    ambushes: tuple[tuple[CardFace, ...], ...]
    pile: int
    scores: tuple[int, ...]
    enraged: bool
    god_pool: tuple[str, ...]
    god_pile: int
    god_bottom: tuple[str, ...]  # those that everybody saw go under the pile, the lowest last (V83)
    worshipped: tuple[tuple[str, ...], ...]
    sight: tuple[tuple[int, tuple[str, ...]], ...]  # this seat's own knowledge of the pile, top first
    peek: tuple[CardFace, ...]  # what Odin shows to the one who puts it in order
    layable: tuple[CardFace, ...]  # what may be laid now


def view_of(state: ValknutState, seat: int | None) -> ValknutView:
    """What a seat may know; None: what everybody may."""
    deck, ground, seats = state.deck, state.ground, range(len(state.alive))
    decision = state.decision
    sight = state.sights[seat] if seat is not None and seat in seats else ()
    return ValknutView(
        **state.common(seat),
        warbands=tuple(tuple(IDS[kind] for kind in bands) for bands in state.warbands),
        mode=state.options.mode,
        gods=state.options.gods,
        source=deck.source,
        active=state.active if decision is None else decision.seats[0],
        turn=state.turn,
        alive=tuple(state.alive),
        points=state.points,
        marked=tuple(state.marked),
        cards=tuple(
            LaidCard(deck.name(card), deck.title(card), *place_of(corner), r, deck.form(card, r).rows)
            for card, corner, r in state.laid
        ),
        valknuts=tuple(place_of(cell) for cell in ground.valknuts),
        units=tuple(
            Unit(unit, state.owner[unit], IDS[state.kind[unit]], *place_of(cell))
            for unit, cell in enumerate(state.cell)
            if cell != OFF
        ),
        supplies=tuple(
            tuple((IDS[kind], len(state.supply(other, kind))) for kind in state.waiting(other))
            for other in seats
        ),
        waiting=tuple(
            tuple(unit for unit in range(len(state.kind)) if state.waits(unit, other)) for other in seats
        ),
        pool=tuple(face(state, card) for card in state.pool),
        ambushes=tuple(tuple(face(state, card) for card in cards) for cards in state.ambushes),
        pile=len(state.pile),
        scores=tuple(ending.score(state, other) for other in seats),
        enraged=enraged(state),
        god_pool=tuple(GODS[god].id for god in state.god_pool),
        god_pile=len(state.god_pile),
        god_bottom=tuple(GODS[god].id for god in reversed(state.god_pile[: state.returned])),
        worshipped=tuple(tuple(GODS[god].id for god in held) for held in state.worshipped),
        sight=tuple((size, tuple(deck.ids[card] for card in cards)) for size, cards in sight),
        peek=tuple(face(state, card) for card in gods.shown(state, seat)),
        layable=tuple(face(state, card) for card in layable(state)),
    )


def face(state: ValknutState, card: int) -> CardFace:
    """A card as everybody sees it."""
    deck = state.deck
    return CardFace(
        deck.ids[card],
        deck.titles[card],
        deck.moves[card],
        deck.horns[card],
        deck.forms[card][0].rows,
        deck.turns[card],
    )
