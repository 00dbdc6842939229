"""The set-up of a scenario (4, 24): every piece in its hex, and who starts aboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Rng, Step
from fimbul.games.fornaldar import losses, pieces, scenarios, secrecy, turn
from fimbul.games.fornaldar.actions import Done, Load
from fimbul.games.fornaldar.book import book_of
from fimbul.games.fornaldar.cards import SIDES
from fimbul.games.fornaldar.events import Told

if TYPE_CHECKING:
    from fimbul.games.fornaldar.book import Book
    from fimbul.games.fornaldar.cards import Place
    from fimbul.games.fornaldar.state import FornaldarOptions, FornaldarState


def first_sides(book: Book) -> list[int]:
    """The seat of every group at the start, -1 where either may call it (R3.1)."""
    sides = [group.side_in(book.scenario.id) for group in book.groups]
    return [SIDES.index(side) if side in SIDES else -1 for side in sides]


def set_up(options: FornaldarOptions, rng: Rng) -> FornaldarState:
    """The state of a scenario with all its pieces, before the first decision (R4.2)."""
    from fimbul.games.fornaldar.state import FornaldarState, Leader, Treasure, Vessel

    book = book_of(options.library, options.scenario)
    state = FornaldarState(
        rng=rng,
        options=options,
        leaders=[Leader() for _ in book.cast],
        armies=[],
        vessels=[Vessel() for _ in book.fleet],
        treasures=[Treasure(gone=True) for _ in book.relics],
        side=first_sides(book),
        active=[group.id in book.scenario.active for group in book.groups],
        month=book.scenario.first,
        points=list(book.scenario.points),
    )
    for place in book.setup:
        if place.hex:
            put(state, place, book.node[place.hex])
    pieces.tidy(state)
    return state


def put(state: FornaldarState, place: Place, hex_: int, csp: int = 0) -> None:
    """Put a piece of the set-up, or a reinforcement, into a hex."""
    from fimbul.games.fornaldar.state import Army

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


class Opening(Step, frozen=True, tag=True):
    """What comes before the first turn: who starts aboard, and the early march of the Second Northern War."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        name = state.book.scenario.name
        events.append(Told(text=f"{name}."))
        if state.book.scenario.id in scenarios.MAY_START_ABOARD:
            state.push(
                *(Embarking((seat,)) for seat in (0, 1)), *scenarios.before_the_game(state), turn.GameTurn()
            )
        else:
            state.push(*scenarios.before_the_game(state), turn.GameTurn())


class Embarking(Decision, frozen=True, tag=True):
    """Which land pieces in a hex with ships start embarked (R24.1.1, R24.2.1)."""

    always: ClassVar[bool] = True  # that nobody else could go aboard is a secret
    rule: ClassVar[str] = "R4.2"
    otherwise: ClassVar[str] = "Only land pieces in a hex with ships that have room can start aboard."

    def actions(self, state: FornaldarState, seat: int) -> list[Any]:
        found: list[Any] = []
        book = state.book
        hexes = sorted(
            {state.vessels[ship].hex for ship in range(len(book.fleet)) if ready(state, ship, seat)}
        )
        for hex_ in hexes:
            room, name = room_aboard(state, hex_, seat), book.hex_name(hex_)
            for leader in pieces.ashore(state, hex_, seat):
                card, someone = book.cast[leader], state.leaders[leader]
                if not card.swims and not card.flies and someone.escort <= room:
                    found.append(Load(card.id, 1, name))
            for army in pieces.ground_armies(state, hex_, seat):
                banner = book.banners[army.banner]
                if banner.race != "merman":
                    found += [Load(banner.id, count, name) for count in range(1, min(army.csp, room) + 1)]
        return [*dict.fromkeys(found), Done()]

    def take(self, state: FornaldarState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if isinstance(action, Done):
            return
        book, hex_ = state.book, state.book.hex_named(action.hex)
        state.glimpses += secrecy.shows(state, seat, hex_, hex_, action.what)
        if action.what in book.leader and state.leaders[book.leader[action.what]].hex == hex_:
            state.leaders[book.leader[action.what]].aboard = True
            text = f"{book.cast[book.leader[action.what]].name} starts aboard."
        else:
            banner = book.banner[action.what]
            embark(state, hex_, seat, banner, action.count)
            text = f"{action.count} {book.banners[banner].name} CSP start aboard."
        events.append(Told(text=text, only=(seat,)))
        state.push(self)


def ready(state: FornaldarState, ship: int, seat: int) -> bool:
    """Whether pieces can start aboard this ship."""
    return state.vessels[ship].hex >= 0 and pieces.ship_seat(state, ship) == seat


def room_aboard(state: FornaldarState, hex_: int, seat: int) -> int:
    """How many more CSP the ships of a hex can carry (R14.2.3)."""
    return losses.capacity(state, hex_, seat) - losses.carried(state, hex_, seat)


def embark(state: FornaldarState, hex_: int, seat: int, banner: int, count: int) -> None:
    """So many CSP of a banner start aboard."""
    armies = [army for army in pieces.ground_armies(state, hex_, seat) if army.banner == banner]
    pieces.recast(state, armies, count, lambda _: {"aboard": True})
