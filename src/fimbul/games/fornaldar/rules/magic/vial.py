"""The Demon Vial: a Draugr comes out of it (R21.47)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fimbul.core import Event
from fimbul.games.fornaldar.actions import Use
from fimbul.games.fornaldar.rules import fates, pieces
from fimbul.games.fornaldar.rules.combat.fighting import DraugrMelee
from fimbul.games.fornaldar.rules.magic import items

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

# ---- the Demon Vial


def vial_victims(state: FornaldarState, hex_: int, seat: int) -> list[int]:
    """The enemy characters whom a Draugr out of the Vial would fight: not those in their fortress."""
    if pieces.fortress_seat(state, hex_) == 1 - seat:
        return []
    return pieces.ashore(state, hex_, 1 - seat)


def vials(state: FornaldarState, hex_: int, seat: int, leaders: Iterable[int]) -> list[Use]:
    """The Demon Vial, if one of these characters may open it here (R21.47)."""
    found = items.users_of(state, leaders, "vial")
    return found if found and vial_victims(state, hex_, seat) else []


def open_vial(state: FornaldarState, action: Use, hex_: int, seat: int, events: list[Event]) -> None:
    """A Draugr comes out of the Vial, and fights the enemy characters in the hex."""
    victims = vial_victims(state, hex_, seat)
    state.reveals += 1
    for leader in victims:
        fates.provoke(state, state.book.leader_group[leader], seat, events)
    items.spend(state, state.book.relic[action.item], events)
    state.push(DraugrMelee(hex_, 1 - seat, tuple(victims)))
