"""Pieces of a set-up and reinforcements are put into their hexes (R4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.library.rows import SIDES, Place
from fimbul.games.fornaldar.model import Army
from fimbul.games.fornaldar.rules import pieces

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState


def first_sides(book: Book) -> list[int]:
    """The seat of every group at the start, -1 where either may call it (R3.1, R10.5)."""
    sides = [group.side_in(book.scenario.id) for group in book.groups]
    return [SIDES.index(side) if side in SIDES else -1 for side in sides]


def put(state: FornaldarState, place: Place, hex_: int, csp: int = 0) -> None:
    """Put a piece of the set-up, or a reinforcement, into a hex (R4.2, R23.17, R24.3.1, R24.3.2.6)."""
    book = state.book
    match place.kind:
        case "character":
            number = book.leader[place.what]
            card, leader = book.cast[number], state.leaders[number]
            leader.hex, leader.dead, leader.wounds = hex_, False, 0
            leader.escort, leader.aboard = card.escort, place.aboard
            leader.afloat = card.swims and not book.land[hex_]
        case "army":
            banner, group = book.banner[place.what], book.group[place.group]
            strength = csp or place.count
            swims = book.banners[banner].race == "merman" and not book.land[hex_]
            pieces.add_army(
                state,
                Army(hex=hex_, group=group, banner=banner, csp=strength, aboard=place.aboard, afloat=swims),
            )
        case "ship":
            vessel = state.vessels[book.ship[place.what]]
            vessel.hex = hex_
            if place.beside:
                other = book.node[place.beside]
                vessel.hex = min(hex_, other)  # all ships of a hexside count to its first hex
                vessel.river = book.river[vessel.hex, max(hex_, other)]
        case "item":
            item = state.treasures[book.relic[place.what]]
            item.gone, item.hidden = False, place.hidden
            item.first = book.group.get(place.group, -1)
            if place.bearer:
                item.bearer = book.leader[place.bearer]
            else:
                item.hex = hex_
        case "engine":
            state.engine, state.engine_seat = hex_, state.side[book.group[place.group]]
