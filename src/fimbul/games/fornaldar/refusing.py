"""Why the force that is being moved cannot do something: the rule that forbids it (R11 to R14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fimbul.core import Illegal
from fimbul.games.fornaldar import forces, pieces, scenarios, teleporting, transport
from fimbul.games.fornaldar.actions import (
    Ashore,
    Attach,
    Detach,
    Give,
    Halt,
    Leave,
    Load,
    Overrun,
    Search,
    Swim,
    Take,
    Teleport,
    Unload,
)

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import Force, FornaldarState

PLAIN: dict[Any, tuple[str, str]] = {
    Halt: ("R14.7.3", "Swimmers cannot rest in a river: they must go ashore."),
    Leave: ("R11.5", "That cannot be left here."),
    Take: ("R11.5", "Only pieces that are here and have not moved can be taken along."),
    Attach: (
        "R13.3",
        "An escort is 1 CSP of his banner in the hex, for a character who can have one and has none.",
    ),
    Detach: ("R13.2", "That character has no escort to leave behind."),
    Give: ("R21.5", "That item cannot be handed over here, or changed hands here already."),
    Search: (
        "R21.1.2",
        "A search takes 4 to 8 movement points, a character ashore, and a hidden artifact in the hex.",
    ),
    Ashore: ("R14.6.2", "Swimmers go ashore on a coast or a bank where they are, for 1 MP."),
    Swim: ("R14.6.2", "Only swimmers go into the water, on a coast or at a river, for 1 MP."),
}
SPECIAL = (Load, Unload, Ashore, Swim, Overrun, Search, Teleport)


def refuse_order(state: FornaldarState, force: Force, action: Any) -> Illegal:
    """Why the force cannot do this; it is known that it cannot."""
    if isinstance(action, SPECIAL) and force.way == "react":
        return Illegal("R14.1", "In a reaction forces only move.")
    if isinstance(action, Load | Unload) and force.way == "march":
        return Illegal("R14.4.2", "Nobody embarks or lands in a forced march.")
    if isinstance(action, Overrun):
        return refuse_overrun(state, force)
    if isinstance(action, Teleport):
        return refuse_teleport(state, force)
    if isinstance(action, Load):
        return refuse_load(state, force, action)
    if isinstance(action, Unload):
        return refuse_unload(state, force, action)
    if isinstance(action, Take) and action.what in state.book.banner:
        banner = state.book.banner[action.what]
        if not pieces.in_command(state, force.leaders, banner):
            return Illegal("R11.6", "Nobody of this force commands them.")
    rule, text = PLAIN.get(type(action), ("R11.5", "Finish the move of this force first."))
    return Illegal(rule, text)


def refuse_overrun(state: FornaldarState, force: Force) -> Illegal:
    """Why the force cannot overrun."""
    if force.stopped and force.left < forces.OVERRUN:
        return Illegal("R14.5.3", "An overrun costs 4 MP.")
    return Illegal(
        "R14.5.1",
        "CSP overrun enemies whom they meet in a clear, woods or rough hex without an enemy fortress.",
    )


def refuse_teleport(state: FornaldarState, force: Force) -> Illegal:
    """Why nobody teleports."""
    if force.troops:
        return Illegal("R14.3.3", "Army CSP are not teleported: leave them behind.")
    if force.left < teleporting.price(state, force):
        return Illegal("R14.3.3", "There are not enough movement points for all of them.")
    return Illegal("R14.3.1", "An enchanter in a Place of Power teleports, to another one within his magic.")


def refuse_load(state: FornaldarState, force: Force, action: Load) -> Illegal:
    """Why something cannot be embarked."""
    book, hex_ = state.book, state.book.hex_named(action.hex)
    if not force.ships or hex_ not in transport.shores(state, force):
        return Illegal("R14.2.1", "Ships take aboard what is in a coastal or lakeside hex with them.")
    if transport.price(force, "load") > force.left:
        return Illegal("R14.2.1", "To embark costs 5 MP.")
    if action.what in book.leader:
        leader = book.leader[action.what]
        card, someone = book.cast[leader], state.leaders[leader]
        if card.flies or card.swims:
            return Illegal("R14.2.4", "Who flies or swims does not embark.")
        here = someone.hex == hex_ and not someone.aboard and pieces.seat_of(state, leader) == force.seat
        if here and not transport.may_board(state, leader):
            return Illegal("R14.2.7", "Who has moved by land does not embark in the same phase.")
        if here:
            return Illegal("R14.2.3", "The ships have no room for the escort.")
    elif action.what in book.banner:
        return refuse_troops(state, force, book.banner[action.what], action.count, hex_)
    return Illegal("R14.2.1", "That piece is not there.")


def refuse_troops(state: FornaldarState, force: Force, banner: int, count: int, hex_: int) -> Illegal:
    """Why CSP cannot be embarked."""
    if forces.swims(state, banner):
        return Illegal("R14.2.4", "Who flies or swims does not embark.")
    here = [army for army in pieces.ground_armies(state, hex_, force.seat) if army.banner == banner]
    fresh = [army for army in here if not (army.done or army.sailed or army.spent)]
    if count <= sum(army.csp for army in fresh):
        return Illegal("R14.2.3", "The ships have no room for so many CSP.")
    if count <= sum(army.csp for army in here):
        return Illegal("R14.2.7", "Who has moved by land does not embark in the same phase.")
    return Illegal("R14.2.1", "There are not so many CSP.")


def refuse_unload(state: FornaldarState, force: Force, action: Unload) -> Illegal:
    """Why something cannot go ashore."""
    book, hex_ = state.book, state.book.hex_named(action.hex)
    if hex_ < 0 or hex_ not in transport.shores(state, force):
        return Illegal("R14.2.2", "Pieces land in the coastal or lakeside hex where their ship is.")
    closed = scenarios.may_enter(state, hex_, force)
    if closed is not None:
        return Illegal(closed, "That hex is closed.")
    if transport.price(force, "unload") > force.left:
        return Illegal("R14.2.2", "To land costs 5 MP.")
    group = book.kingdom[hex_]
    if group in book.present and not state.active[group] and state.side[group] == force.seat:
        return Illegal("R10.4", "CSP may not enter a friendly kingdom that is inactive.")
    return Illegal("R14.2.2", "That is not aboard.")
