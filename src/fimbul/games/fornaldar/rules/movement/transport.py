"""Ships that carry, and swimmers that change between land and water (R14.2, R14.6, R14.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.core import Event, Illegal, Told
from fimbul.games.fornaldar.actions import Ashore, Load, Swim, Unload
from fimbul.games.fornaldar.library.rows import POINT
from fimbul.games.fornaldar.model import LAND, NOWHERE, SEA, Army, Force
from fimbul.games.fornaldar.rules import pieces, ratings, scenarios, secrecy, weather
from fimbul.games.fornaldar.rules.combat import losses
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.movement import arriving, evading, forces, passage, reaching, ways

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

BOARDING = 5 * POINT  # R14.2.1, R14.2.2
TURNING = POINT  # R14.6.2


def orders(state: FornaldarState, force: Force) -> list[Any]:
    """What the force may load, unload, or turn into."""
    if force.stack == "sea":
        found: list[Any] = []
        if force.ships:
            found += loads(state, force)
            found += unloads(state, force)
        elif not carries(state, force):
            found += [Ashore(state.book.hex_name(hex_)) for hex_ in landings(state, force)]
        return found
    return [Swim(name) for name in waters(state, force)]


def shores(state: FornaldarState, force: Force) -> list[int]:
    """The land beside the ships: their coastal hex, or both banks of their river (R14.7.1)."""
    book = state.book
    if force.river >= 0:
        return list(book.rivers[force.river][:2])
    parts = [force.hex, *book.halves.get(force.hex, ())]  # R14.2.5
    return [hex_ for hex_ in parts if book.land[hex_]]


def price(force: Force, what: str) -> int:
    """What loading or unloading costs now: once for each stop, however many pieces (R14.2.2)."""
    return 0 if what in force.paid.split() else BOARDING


def reserve(state: FornaldarState, force: Force) -> int:
    """What swimmers in a river must keep to get out of it (R14.7.3)."""
    return 0 if force.river < 0 or forces.may_halt(state, force) else TURNING


def room(state: FornaldarState, force: Force) -> int:
    """How many more CSP the ships carry; what the force has left aboard in its hex takes room too."""
    here, seat = force.hex, force.seat
    mine = forces.capacity(state, force.ships) - forces.cargo(state, force)
    return min(mine, losses.capacity(state, here, seat) - losses.carried(state, here, seat))


def carries(state: FornaldarState, force: Force) -> bool:
    """Whether anything in the force is embarked."""
    swimming = all(state.leaders[each].afloat for each in force.leaders)
    return not swimming or not all(forces.swims(state, banner) for banner, _ in force.troops)


def may_board(state: FornaldarState, leader: int) -> bool:
    """Whether a character may embark: he has not moved, and neither flies nor swims (R14.2.4)."""
    someone, card = state.leaders[leader], state.book.cast[leader]
    return forces.may_go(state, leader) and not someone.spent and not (card.flies or card.swims)


def loads(state: FornaldarState, force: Force) -> list[Load]:
    """Pieces on the shore that can be embarked."""
    if price(force, "load") + reserve(state, force) > force.left:
        return []
    book, free = state.book, room(state, force)
    found = []
    for hex_ in shores(state, force):
        name = book.hex_name(hex_)
        for each in pieces.ashore(state, hex_, force.seat):
            if may_board(state, each) and state.leaders[each].escort <= free:
                found.append(Load(book.cast[each].id, 1, name))
        counts: dict[int, int] = {}
        for army in forces.free_armies(state, hex_, force.seat, "land"):
            if not army.spent and not forces.swims(state, army.banner):
                counts[army.banner] = counts.get(army.banner, 0) + army.csp
        for banner, csp in sorted(counts.items()):
            found += [Load(book.banners[banner].id, n, name) for n in range(1, min(csp, free) + 1)]
    return found


def unloads(state: FornaldarState, force: Force) -> list[Unload]:
    """What is on board and can be put ashore."""
    if price(force, "unload") + reserve(state, force) > force.left:
        return []
    book = state.book
    found = []
    for hex_ in shores(state, force):
        name = book.hex_name(hex_)
        if scenarios.may_enter(state, hex_, force) is not None:
            continue
        group = book.kingdom[hex_]
        asleep = group in book.present and not state.active[group] and state.side[group] == force.seat
        for each in force.leaders:
            someone = state.leaders[each]
            if someone.aboard and not (asleep and someone.escort):
                found.append(Unload(book.cast[each].id, 1, name))
        if asleep:
            continue  # R10.4
        for banner, csp in force.troops:
            if not forces.swims(state, banner):
                found += [Unload(book.banners[banner].id, n, name) for n in range(1, csp + 1)]
    return found


def landings(state: FornaldarState, force: Force) -> list[int]:
    """Where swimmers can go ashore."""
    if force.left < TURNING or any(rides(state, each) for each in force.leaders):
        return [] if force.left < TURNING else [h for h in shores(state, force) if force.river < 0]
    closed = reaching.closed_ground(state, force)
    return [
        hex_
        for hex_ in shores(state, force)
        if state.book.kingdom[hex_] not in closed and scenarios.may_enter(state, hex_, force) is None
    ]


def rides(state: FornaldarState, leader: int) -> bool:
    """Whether a character rides the Sea Horse (R21.60)."""
    return items.has(state, leader, "sea_horse")


def waters(state: FornaldarState, force: Force) -> list[str]:
    """The water that swimmers on land can go into: of the hex, or of a river beside it."""
    book = state.book
    if force.left < TURNING or force.engine:
        return []
    swimmers = all(forces.swims(state, banner) for banner, _ in force.troops)
    swimmers = swimmers and all(book.cast[each].swims or rides(state, each) for each in force.leaders)
    if not swimmers or not (force.leaders or force.troops):
        return []
    found = [book.hex_name(force.hex)] if book.watery[force.hex] else []
    rivers = book.banks.get(force.hex, ()) if force.left >= 2 * TURNING else ()
    if not rivers:
        return found
    sky = weather.sky(state).at
    ships = any(book.cast[each].race != "merman" for each in force.leaders)
    sailing = ways.Sailing(ships=ships, swimmers=True, enemy_gate=False)
    return found + [
        book.place_names[book.size + number]
        for number in rivers
        if ways.navigable(book, sky, sailing, number)
    ]


# ---- why not


def refuse(state: FornaldarState, force: Force, action: Load | Unload | Ashore | Swim) -> Illegal:
    """Why the force cannot do this; it is known that it cannot."""
    if isinstance(action, Load):
        return refuse_load(state, force, action)
    if isinstance(action, Unload):
        return refuse_unload(state, force, action)
    if isinstance(action, Ashore):
        return Illegal("R14.6.2", "Swimmers go ashore where they are, on a coast or a bank, for one point.")
    return Illegal("R14.6.2", "Only swimmers go into the water, on a coast or at a river, for one point.")


def refuse_load(state: FornaldarState, force: Force, action: Load) -> Illegal:
    """Why something cannot be embarked."""
    book, hex_ = state.book, state.book.hex_named(action.hex)
    if not force.ships or hex_ not in shores(state, force):
        return Illegal("R14.2.1", "Ships take aboard what is in a coastal or lakeside hex with them.")
    if price(force, "load") > force.left:
        return Illegal("R14.2.1", "To embark costs 5 movement points.")
    if action.what in book.leader:
        leader = book.leader[action.what]
        card, someone = book.cast[leader], state.leaders[leader]
        if card.flies or card.swims:
            return Illegal("R14.2.4", "Who flies or swims does not embark.")
        here = someone.hex == hex_ and not someone.aboard and pieces.seat_of(state, leader) == force.seat
        if here and not may_board(state, leader):
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
    if hex_ < 0 or hex_ not in shores(state, force):
        return Illegal("R14.2.2", "Pieces land in the coastal or lakeside hex where their ship is.")
    closed = scenarios.may_enter(state, hex_, force)
    if closed is not None:
        return Illegal(closed, "That hex is closed.")
    if price(force, "unload") > force.left:
        return Illegal("R14.2.2", "To land costs 5 movement points.")
    group = book.kingdom[hex_]
    if group in book.present and not state.active[group] and state.side[group] == force.seat:
        return Illegal("R10.4", "CSP may not enter a friendly kingdom that is inactive.")
    return Illegal("R14.2.2", "That is not aboard.")


# ---- doing it


def act(state: FornaldarState, force: Force, action: Any, events: list[Event]) -> bool:
    """Carry out an order of this kind; whether it was one."""
    if isinstance(action, Load):
        shore = state.book.hex_named(action.hex)
        state.reveals += secrecy.shows(state, force.seat, shore, force.hex, action.what)
        load(state, force, action)
        state.push(evading.Survivors(shore))  # who was left there (R19.6)
        return True
    # Who goes and who stays shows now, with new tops, and so may those who are joined.
    joined = [(LAND, hex_) for hex_ in shores(state, force)] if force.stack == "sea" else [(SEA, force.hex)]
    hidden = any(secrecy.is_secret(state, force.seat, hex_, kind) for kind, hex_ in joined)
    hidden |= secrecy.divides(state, force.seat, force.hex, SEA if force.stack == "sea" else LAND)
    if isinstance(action, Unload):
        unload(state, force, action, events)
    elif isinstance(action, Ashore):
        go_ashore(state, force, state.book.hex_named(action.hex), events)
    elif isinstance(action, Swim):
        go_swimming(state, force, action.where)
        state.push(evading.Survivors(force.hex))
    else:
        return False
    state.reveals += hidden
    return True


def pay(state: FornaldarState, force: Force, what: str) -> None:
    """Pay for loading or unloading, if that has not been done at this stop."""
    cost = price(force, what)
    passage.spend(state, force, cost)
    force.paid = f"{force.paid} {what}".strip() if cost else force.paid


def load(state: FornaldarState, force: Force, action: Load) -> None:
    """Embark a piece."""
    book, hex_ = state.book, state.book.hex_named(action.hex)
    pay(state, force, "load")
    if action.what in book.leader:
        leader = book.leader[action.what]
        someone = state.leaders[leader]
        someone.aboard, someone.sailed, someone.hex = True, True, force.hex
        force.leaders = sorted([*force.leaders, leader])
    else:
        embark(state, force, book.banner[action.what], action.count, hex_)
    force.towed = sorted({*force.towed, *items.carry(state, force.seat, hex_, force.hex)})


def embark(state: FornaldarState, force: Force, banner: int, count: int, hex_: int) -> None:
    """CSP go aboard."""
    counts = dict(force.troops)
    counts[banner] = counts.get(banner, 0) + count
    ready = [
        army
        for army in forces.free_armies(state, hex_, force.seat, "land")
        if army.banner == banner and not army.spent
    ]
    pieces.recast(state, ready, count, lambda _: {"hex": force.hex, "aboard": True})
    force.troops = sorted(counts.items())


def unload(state: FornaldarState, force: Force, action: Unload, events: list[Event]) -> None:
    """Put a piece ashore: it moves no more in this phase (R14.2.7)."""
    book, hex_ = state.book, state.book.hex_named(action.hex)
    pay(state, force, "unload")
    if action.what in book.leader:
        leader = book.leader[action.what]
        someone = state.leaders[leader]
        someone.aboard, someone.sailed, someone.done, someone.hex = False, True, True, hex_
        force.leaders.remove(leader)
        if passage.comes_late(state, hex_, force.seat, "land"):
            state.late = sorted({*state.late, leader})
        armed = someone.escort or ratings.is_hero(state, leader)
    else:
        disembark(state, force, book.banner[action.what], action.count, hex_)
        armed = True
    landed(state, force, hex_, events, armed=armed)


def landed(state: FornaldarState, force: Force, hex_: int, events: list[Event], *, armed: bool) -> None:
    """Pieces of a force have come out of the water: whom they rouse, and whom they must evade (R19.2)."""
    passage.enter(state, force.seat, hex_, force.hex if force.hex != hex_ else NOWHERE)
    name = pieces.place_name(state, hex_)
    events.append(Told(text=f"Pieces go ashore at {name}.", about=(pieces.spot(state, hex_),)))
    if armed:
        passage.intrude(state, force, hex_, events)
    state.push(evading.Survivors(hex_))


def disembark(state: FornaldarState, force: Force, banner: int, count: int, hex_: int) -> None:
    """CSP go ashore."""
    counts, late = dict(force.troops), passage.comes_late(state, hex_, force.seat, "land")
    counts[banner] -= count
    carried = [
        army
        for army in forces.free_armies(state, force.hex, force.seat, "sea")
        if army.banner == banner and army.aboard
    ]
    landing = {"hex": hex_, "aboard": False, "sailed": True, "done": True, "late": late}
    pieces.recast(state, carried, count, lambda _: landing)
    force.troops = sorted((each, csp) for each, csp in counts.items() if csp)


def go_ashore(state: FornaldarState, force: Force, hex_: int, events: list[Event]) -> None:
    """The swimmers of the force turn to their land side."""
    before = force.hex
    turn(state, force, hex_, swimming=False)
    if before != hex_:
        passage.remember(state, force, before)
    state.push(arriving.Arrive(before, seen=False))


def swimmer(state: FornaldarState, what: str) -> bool:
    """Whether a piece of the force swims: a character who is afloat, or mermen."""
    book = state.book
    if what in book.leader:
        return state.leaders[book.leader[what]].afloat
    return what in book.banner and forces.swims(state, book.banner[what])


def put_ashore(state: FornaldarState, force: Force, what: str, count: int, events: list[Event]) -> None:
    """Part of the swimmers leave a river on the bank where the force is, and stay there (R14.7.3)."""
    leaders = [each for each in force.leaders if state.book.cast[each].id == what]
    troops = [(banner, count) for banner, _ in force.troops if state.book.banners[banner].id == what]
    part = msgspec.structs.replace(force, leaders=leaders, troops=troops, ships=[])
    turn(state, part, force.hex, swimming=False)
    forces.settle(state, part)
    force.leaders = [each for each in force.leaders if each not in leaders]
    counts = {banner: csp - dict(troops).get(banner, 0) for banner, csp in force.troops}
    force.troops = [(banner, csp) for banner, csp in counts.items() if csp]
    armed = bool(troops) or any(ratings.is_hero(state, each) for each in leaders)
    landed(state, force, force.hex, events, armed=armed)


def go_swimming(state: FornaldarState, force: Force, where: str) -> None:
    """The swimmers of the force turn to their swimming side."""
    turn(state, force, force.hex, swimming=True)
    force.river = state.book.river_named.get(where, -1)


def turn(state: FornaldarState, force: Force, hex_: int, *, swimming: bool) -> None:
    """Turn all pieces of a force of swimmers over."""
    stack = "land" if swimming else "sea"

    def turned(army: Army) -> dict[str, Any]:
        return {"hex": hex_, "afloat": swimming, "spent": army.spent + TURNING}

    for banner, count in force.troops:
        armies = [army for army in forces.marchers(state, force, banner, stack) if not army.aboard]
        pieces.recast(state, armies, count, turned)
    for each in force.leaders:
        someone = state.leaders[each]
        someone.afloat, someone.hex = swimming, hex_
        someone.spent += TURNING
    forces.tow(state, force, hex_)
    force.stack, force.hex, force.river = "sea" if swimming else "land", hex_, -1
    force.left -= TURNING
    force.used += TURNING
    force.moved = True
    force.swum = True
    forces.refit(state, force)
