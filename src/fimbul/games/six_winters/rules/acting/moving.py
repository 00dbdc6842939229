"""Moving: on foot, by paid roads, from port to port and from gate to gate (S61, S62, S191)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event, Illegal, Told
from fimbul.core.wording import some
from fimbul.games.six_winters.actions import Gate, Move, Pay, Sail
from fimbul.games.six_winters.library.powers import FreePorts
from fimbul.games.six_winters.library.terms import TRACKS
from fimbul.games.six_winters.library.texts import Entry
from fimbul.games.six_winters.rules import ground, pools, stress
from fimbul.games.six_winters.rules.acting.doing import Doing
from fimbul.games.six_winters.rules.cards import cards
from fimbul.games.six_winters.rules.dice import CODES, NAMES, kind_of

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState

Way = Move | Pay | Sail | Gate
PAID = "technology"  # what pays for the ways of the Empire (S191)
ROADS = "roads"
ICONS = {Sail: "port", Gate: "gate"}


def entry(state: SixWintersState, place: int) -> int:
    """How many movement points more it takes to enter a location."""
    obstacles, more = state.book.obstacles, 0
    for each in state.standing:
        if each.place == place:
            obstacle = obstacles[each.obstacle]
            if obstacle.effect == "entry":
                more += obstacle.amount
    return more


def price(state: SixWintersState, person: int, kind: type[Way], place: int) -> int:
    """The movement points that a way to a location costs."""
    figures = state.book.figures
    if kind is Pay:
        return 0
    if kind is Move:
        return figures.move_cost + entry(state, place)
    if kind is Sail and not any(isinstance(power, FreePorts) for power in cards(state, person).values()):
        return figures.port_cost + entry(state, place)
    return entry(state, place)


def arrive(state: SixWintersState, person: int, place: int, events: list[Event]) -> None:
    """A character comes to a location."""
    state.people[person].place = place
    location = state.book.locations[place]
    events.append(Told(text=f"{state.name(person)} goes to {location.name}.", about=(f"person:{person}",)))
    for text in location.effects:
        if isinstance(text, Entry):
            state.push(stress.Hurt(person, TRACKS.index(text.track), -1, text.amount))


def ways(state: SixWintersState, person: int) -> list[Way]:
    """Every way to go somewhere."""
    someone, locations = state.people[person], state.book.locations
    id, here = state.id(person), someone.place
    found: list[Way] = []
    for place in ground.near(state, here):
        if someone.moves >= price(state, person, Move, place):
            found.append(Move(id, locations[place].id))
        if ROADS in state.lasting and "empire" in (locations[here].region, locations[place].region):
            kind = state.book.resource[PAID]
            dice = sorted({code for code in state.dice[here] if kind_of(code) == kind})
            found += [Pay(id, locations[place].id, NAMES[code]) for code in dice]
    icon = locations[here].icon
    if not icon:
        return found
    others = [place for place in state.locations() if place != here and locations[place].icon == icon]
    if icon == "port":
        found += [
            Sail(id, locations[place].id)
            for place in others
            if someone.moves >= price(state, person, Sail, place)
        ]
    elif icon == "gate":
        found += [
            Gate(id, locations[place].id, track)
            for place in others
            if someone.moves >= price(state, person, Gate, place)
            for number, track in enumerate(TRACKS)
            if stress.bears(state, person, number)
        ]
    return found


def why_not(state: SixWintersState, person: int, action: Way) -> Illegal:
    """Why a character cannot go there."""
    rule = "S61" if isinstance(action, Move) else "S191" if isinstance(action, Pay) else "S62"
    someone, place = state.people[person], state.book.location.get(action.location)
    if place is None or place not in state.cells:
        return Illegal(rule, "There is no such location on the map.")
    name, here = state.book.locations[place].name, state.book.locations[someone.place]
    if isinstance(action, Move | Pay) and place not in ground.near(state, someone.place):
        return Illegal(rule, f"{name} is not adjacent.")
    if isinstance(action, Pay):
        return Illegal(
            rule, "A technology die here pays for the ways of the Empire, once its roads are open."
        )
    if isinstance(action, Sail | Gate):
        icon = ICONS[type(action)]
        if here.icon != icon or state.book.locations[place].icon != icon or place == someone.place:
            kind = "port" if icon == "port" else "magic gate"
            return Illegal(rule, f"That leads from one {kind} to another.")
    cost = price(state, person, type(action), place)
    if someone.moves < cost:
        return Illegal(rule, f"Going to {name} costs {some(cost, 'movement point')}; {someone.moves} left.")
    return Illegal(rule, f"{state.name(person)} cannot bear that stress.")


def do(state: SixWintersState, person: int, action: Way, events: list[Event]) -> None:
    """Go there, and pay for it."""
    someone, place = state.people[person], state.book.location[action.location]
    someone.moves -= price(state, person, type(action), place)
    if isinstance(action, Pay):
        pools.take_away(state, someone.place, CODES[action.die])
    skill = stress.here(state, person)  # the price is paid before one goes
    arrive(state, person, place, events)
    if isinstance(action, Gate):
        stressed = stress.Hurt(person, TRACKS.index(action.track), skill, state.book.figures.gate_stress)
        state.push(stressed)


MOVING = Doing((Move, Pay, Sail, Gate), ways, why_not, do)
