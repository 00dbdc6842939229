"""What befalls pieces: one function for each loss, wound, death and change of sides (R7, R10, R22.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event, Told
from fimbul.games.fornaldar.library.rows import SIDES
from fimbul.games.fornaldar.model import NOWHERE, Army
from fimbul.games.fornaldar.rules import pieces, ratings, scenarios
from fimbul.games.fornaldar.rules.combat import spoils
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.ratings import KING

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState


def lose_csp(state: FornaldarState, army: Army, count: int, events: list[Event]) -> None:
    """CSP are destroyed: the enemy scores (R22.2)."""
    seat, banner = state.side[army.group], state.book.banners[army.banner]
    pieces.remove_csp(state, army, count)
    items.forsake(state, army.hex)
    if seat >= 0 and banner.scores:
        pieces.score(state, 1 - seat, count * state.book.spoils["csp"] * worth(state, army.group))
    events.append(
        Told(
            text=f"{count} {banner.name} CSP lost at {pieces.place_name(state, army.hex)}.",
            about=(pieces.spot(state, army.hex),),
        )
    )


def lose_escort(state: FornaldarState, leader: int, events: list[Event]) -> None:
    """An escort is destroyed (R7.2)."""
    seat = pieces.seat_of(state, leader)
    state.leaders[leader].escort = False
    if seat >= 0:
        pieces.score(
            state, 1 - seat, state.book.spoils["escort"] * worth(state, state.book.leader_group[leader])
        )
    where = state.leaders[leader].hex
    items.forsake(state, where)
    events.append(
        Told(
            text=f"An escort is lost at {pieces.place_name(state, where)}.",
            about=(pieces.spot(state, where),),
        )
    )


def damage(state: FornaldarState, ship: int, events: list[Event]) -> None:
    """A ship loses a step: it is damaged, or sunk (R7.3)."""
    vessel, card = state.vessels[ship], state.book.fleet[ship]
    if not vessel.damaged:
        vessel.damaged = True
        events.append(Told(text=f"The {card.name} is damaged.", about=(pieces.spot(state, vessel.hex),)))
        return
    sink(state, ship, events)


def sink(state: FornaldarState, ship: int, events: list[Event]) -> None:
    """A ship is lost: the enemy scores its full strength (R22.2)."""
    vessel, card = state.vessels[ship], state.book.fleet[ship]
    seat = pieces.ship_seat(state, ship)
    events.append(Told(text=f"The {card.name} is sunk.", about=(pieces.spot(state, vessel.hex),)))
    where = vessel.hex
    vessel.hex, vessel.river, vessel.sunk, vessel.refit = NOWHERE, -1, True, False
    items.forsake(state, where)
    if seat >= 0:
        pieces.score(
            state,
            1 - seat,
            card.strength * state.book.spoils["ship"] * worth(state, state.book.ship_group[ship]),
        )


def wound(
    state: FornaldarState, leader: int, count: int, events: list[Event], how: str, victor: int = -1
) -> None:
    """A character takes wounds, which only his owner sees (R7.4), and may be killed."""
    someone, seat = state.leaders[leader], pieces.seat_of(state, leader)
    taken = min(count, ratings.face(state, leader))
    someone.wounds += taken
    word = "wound" if taken == 1 else "wounds"
    events.append(Told(text=f"{state.book.cast[leader].name} takes {taken} {word}.", only=(seat,)))
    if ratings.face(state, leader) <= 0:
        kill(state, leader, events, how, victor)


def kill(state: FornaldarState, leader: int, events: list[Event], how: str, victor: int = -1) -> None:
    """A character dies: `how` is battle, challenge or other; his escort stays as a CSP (R7.4.2)."""
    someone, card = state.leaders[leader], state.book.cast[leader]
    seat, where, group = pieces.seat_of(state, leader), someone.hex, state.book.leader_group[leader]
    text = f"{card.name} is killed at {pieces.place_name(state, where)}."
    events.append(Told(text=text, about=(pieces.spot(state, where),)))
    if someone.escort:
        release_escort(state, leader)
    aboard = someone.aboard or someone.afloat
    someone.hex, someone.dead, someone.wounds = NOWHERE, True, card.combat
    someone.aboard = someone.afloat = someone.cast = False
    banner = state.book.leader_banner[leader]
    if seat >= 0 and (banner < 0 or state.book.banners[banner].scores):
        pieces.score(state, 1 - seat, state.book.spoils["character"] * worth(state, group))
    if state.force is not None and leader in state.force.leaders:
        state.force.leaders.remove(leader)
    if card.rank == "king" or someone.crowned:
        crown(state, leader, events)
    spoils.drop(state, leader, where, seat, how, victor, aboard=aboard)


def release_escort(state: FornaldarState, leader: int) -> None:
    """An escort becomes an ordinary CSP of the hex (R13.2, R7.4.2)."""
    someone, book = state.leaders[leader], state.book
    someone.escort = False
    pieces.add_army(
        state,
        Army(
            hex=someone.hex,
            group=book.leader_group[leader],
            banner=book.leader_banner[leader],
            csp=1,
            aboard=someone.aboard,
            afloat=someone.afloat,
            spent=someone.spent,
            done=someone.done,
        ),
    )


def crown(state: FornaldarState, leader: int, events: list[Event]) -> None:
    """The heir of a dead king becomes king (R23.11 to R23.15)."""
    heir = state.book.leader.get(state.book.cast[leader].heir, -1)
    if heir < 0:
        return
    if state.leaders[heir].dead:
        crown(state, heir, events)
    elif ratings.rank(state, heir) != KING:
        state.leaders[heir].crowned = True
        events.append(Told(text=f"{state.book.cast[heir].name} becomes king."))


def raze(state: FornaldarState, hex_: int, events: list[Event]) -> None:
    """A fortress is destroyed for the rest of the game (R18.4)."""
    seat = pieces.fortress_seat(state, hex_)
    state.ruins.append(hex_)
    state.ruins.sort()
    items.forsake(state, hex_)
    pieces.score(state, 1 - seat, state.book.spoils["fortress"])
    events.append(
        Told(
            text=f"The fortress of {pieces.place_name(state, hex_)} is destroyed.",
            about=(pieces.spot(state, hex_),),
        )
    )


def worth(state: FornaldarState, group: int) -> int:
    """How many times a loss of a group counts: Auberon's expedition counts thrice (R24.2.4)."""
    return 3 if state.book.groups[group].id == "albion" else 1


def mobilize(state: FornaldarState, group: int, seat: int, events: list[Event]) -> None:
    """A group becomes active, on this side (R10)."""
    if state.active[group]:
        return
    state.active[group] = True
    state.side[group] = seat
    name = state.book.groups[group].name
    events.append(Told(text=f"{name} joins the {SIDES[seat].capitalize()} side in the war."))


def provoke(state: FornaldarState, group: int, seat: int, events: list[Event]) -> None:
    """A seat attacks, enchants or invades a group: if it was inactive it joins the other side (R10.2)."""
    if group not in state.book.present or state.active[group] or scenarios.paralysed(state, group):
        return
    if state.side[group] != seat:
        mobilize(state, group, 1 - seat, events)
