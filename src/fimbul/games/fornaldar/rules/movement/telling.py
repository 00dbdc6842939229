"""How a move is told: by what everybody sees of the force, its top piece (R12.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Told
from fimbul.games.fornaldar.library.rows import SIDES
from fimbul.games.fornaldar.model import Force
from fimbul.games.fornaldar.rules import pieces, secrecy

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState


def tell_way(state: FornaldarState, force: Force, start: int) -> Told:
    """The force has come here from `start`.  Among others who stood here already it has no name."""
    kind = "sea" if force.stack == "sea" else "land"
    stack = secrecy.stack_at(state, force.seat, force.hex, kind)
    assert stack is not None
    top, book = secrecy.top(state, stack), state.book
    way = f"from {pieces.place_name(state, start)} to {pieces.place_name(state, force.hex)}"
    about = pieces.spot(state, force.hex)
    csp = sum(army.csp for army in stack.armies)
    whole = (len(stack.leaders), len(stack.ships), csp)
    if whole != (len(force.leaders), len(force.ships), sum(csp for _, csp in force.troops)):
        verb = "fleet sails" if kind == "sea" else "force goes"
        return Told(text=f"A {SIDES[force.seat].capitalize()} {verb} {way}.", about=(about,))
    if top.kind == "ship":
        card = book.fleet[top.number]
        return Told(text=f"The {card.name} sails {way}.", about=(f"stack:{card.id}", about))
    if top.kind == "leader":
        card_ = book.cast[top.number]
        verb = "swims" if kind == "sea" else "goes"
        return Told(text=f"{card_.name} {verb} {way}.", about=(f"stack:{card_.id}", about))
    banner = book.banners[top.number]
    verb = "swim" if kind == "sea" else "go"
    return Told(text=f"{banner.name} CSP {verb} {way}.", about=(f"stack:{banner.id}:{about}:{kind}", about))
