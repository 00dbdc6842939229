"""The force that is being moved: who may go, how far, and where its pieces are set down (R11.5, R11.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fimbul.games.fornaldar.library.rows import POINT
from fimbul.games.fornaldar.model import Army, Force, Way
from fimbul.games.fornaldar.rules import pieces, ratings, scenarios, weather
from fimbul.games.fornaldar.rules.magic import items, spells
from fimbul.games.fornaldar.rules.memory import OnlyMoves, move_leader, move_ship
from fimbul.games.fornaldar.rules.movement import ways

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

FLIGHT = 20 * POINT  # the allowance of who flies by an enchantment (R20.20)
GREUTUNG = "greutung"  # the siege engine, in the notation
ENGINE = 7 * POINT  # its allowance (R24.2.2.6)
OVERRUN = 4 * POINT  # R14.5.3


# ---- who may go


def may_go(state: FornaldarState, leader: int) -> bool:
    """Whether a character may still move in this phase."""
    someone = state.leaders[leader]
    return not (someone.done or someone.sailed or bound(state, leader)) and pieces.awake(state, leader)


def may_travel(state: FornaldarState, leader: int) -> bool:
    """Whether a character of a naval stack may still move, or be carried, in this phase."""
    someone = state.leaders[leader]
    return not someone.done if someone.aboard else may_go(state, leader)


def bound(state: FornaldarState, leader: int) -> bool:
    """Whether a character has cast an enchantment and may do nothing else (R20.6)."""
    return state.leaders[leader].cast and state.book.cast[leader].skill != "flying_ship"


def free_armies(state: FornaldarState, hex_: int, seat: int, stack: str) -> list[Army]:
    """The armies of a stack that may still move in this phase."""
    found = (
        pieces.ground_armies(state, hex_, seat) if stack == "land" else pieces.sea_armies(state, hex_, seat)
    )
    return [army for army in found if not (army.done or army.sailed) and state.active[army.group]]


def muster(state: FornaldarState, hex_: int, seat: int, stack: str, way: Way) -> Force | None:
    """All of a stack that can go together, as a force; None if nothing can."""
    leaders = marshals(state, hex_, seat, stack, way)
    if stack == "land" and way != "move" and not leaders:
        return None  # whom nobody leads does not go (R11.6)
    ships = (
        []
        if stack == "land"
        else [each for each in pieces.ships_at(state, hex_, seat) if may_sail(state, each)]
    )
    armies = free_armies(state, hex_, seat, stack)
    if way == "react":
        armies = [army for army in armies if not army.intercepted]
    counts: dict[int, int] = {}
    for army in armies:
        if army.aboard or follows(state, hex_, seat, leaders, army.banner, way):
            counts[army.banner] = counts.get(army.banner, 0) + army.csp
    if stack == "sea" and not ships:
        leaders = [each for each in leaders if state.leaders[each].afloat]
        counts = {banner: csp for banner, csp in counts.items() if swims(state, banner)}
    if not leaders and not counts and not ships:
        return None
    river = state.vessels[ships[0]].river if ships else -1
    ships = [each for each in ships if state.vessels[each].river == river]
    if river >= 0:  # swimmers are in the hex, not on the river (R14.7.3)
        leaders = [each for each in leaders if not state.leaders[each].afloat]
        counts = {banner: csp for banner, csp in counts.items() if not swims(state, banner)}
    force = Force(
        seat=seat,
        hex=hex_,
        river=river,
        stack=stack,
        leaders=leaders,
        troops=sorted(counts.items()),
        ships=ships,
        left=0,
        way=way,
        start=hex_,
    )
    refit(state, force)
    force.left = points(state, force)
    return force


def marshals(state: FornaldarState, hex_: int, seat: int, stack: str, way: Way) -> list[int]:
    """The characters of a stack who can go."""
    if stack == "land":
        leaders = [each for each in pieces.ashore(state, hex_, seat) if may_go(state, each)]
    else:
        leaders = [each for each in pieces.at_sea(state, hex_, seat) if may_travel(state, each)]
    if way == "react":
        leaders = [each for each in leaders if not state.leaders[each].intercepted]
    return leaders


def follows(state: FornaldarState, hex_: int, seat: int, leaders: list[int], banner: int, way: str) -> bool:
    """Whether CSP may move with these characters: they need a commander (R11.6), or Arn's voice (R23.8)."""
    return ratings.in_command(state, leaders, banner) or (way == "move" and voice(state, hex_, seat, banner))


def voice(state: FornaldarState, hex_: int, seat: int, banner: int) -> bool:
    """Whether Arn commands CSP from afar, for half a move (R23.8)."""
    for number in state.book.voices:
        someone, card = state.leaders[number], state.book.cast[number]
        if someone.hex < 0 or pieces.seat_of(state, number) != seat:
            continue
        near = state.book.distance(someone.hex, hex_) <= card.magic
        if near and pieces.awake(state, number) and ratings.leads(state, number, banner):
            return True
    return False


def may_sail(state: FornaldarState, ship: int) -> bool:
    """Whether a ship may still move in this phase."""
    vessel, book = state.vessels[ship], state.book
    if vessel.done or vessel.refit or not state.active[book.ship_group[ship]]:
        return False
    return not spells.becalmed(state, vessel.hex)


def swims(state: FornaldarState, banner: int) -> bool:
    """Whether an army swims: it is one of mermen."""
    return state.book.banners[banner].race == "merman"


def swimming(state: FornaldarState, force: Force) -> bool:
    """Whether any of the force swims."""
    leaders = state.leaders
    for each in force.leaders:
        if leaders[each].afloat:
            return True
    return any(swims(state, banner) for banner, _ in force.troops) if force.troops else False


# ---- how it moves and how far


def refit(state: FornaldarState, force: Force) -> None:
    """Set how the force moves: what consists of flyers alone flies (R23.19)."""
    if force.stack == "sea":
        return
    airborne = bool(force.leaders) and not force.troops and force.way != "react"  # R14.1
    flying = (
        airborne
        and not is_escorted(state, force)
        and all(ratings.flies(state, each) for each in force.leaders)
    )
    force.stack = "air" if flying else "land"


def points(state: FornaldarState, force: Force) -> int:
    """The half points that the force has: those of its slowest piece, or its command (R11.5, R14.9.3)."""
    if force.way == "march" or force.way == "react":
        left = command_points(state, force.leaders)
    elif force.way == "pregame":
        left = pregame_points(state, force)
    else:
        left = min(
            [*leader_points(state, force), *troop_points(state, force), *ship_points(state, force)], default=0
        )
    if force.engine:
        left = min(left, ENGINE)
    cap = frozen_cap(state, force)
    return left if cap is None else min(left, cap)


def command_points(state: FornaldarState, leaders: list[int]) -> int:
    """The half points of a march or a reaction: by the command of those who go, whoever follows (R14.9.3)."""
    left = given(state, POINT * ratings.best_command(state, leaders))
    return max(0, left - max([state.leaders[each].spent for each in leaders], default=0))


def pregame_points(state: FornaldarState, force: Force) -> int:
    """What a force has left of the early march, but no more than its own allowance (R24.2.2.1)."""
    spent = [state.leaders[each].spent for each in force.leaders] + [
        state.vessels[each].spent for each in force.ships
    ]
    own = [*leader_points(state, force), *troop_points(state, force), *ship_points(state, force)]
    return min([scenarios.PREGAME * POINT - max(spent, default=0), *own])


def leader_points(state: FornaldarState, force: Force) -> list[int]:
    """What its characters have left; those who are carried do not count."""
    found = []
    for each in force.leaders:
        someone, card = state.leaders[each], state.book.cast[each]
        if someone.aboard:
            continue
        allowance = card.allowance
        if not card.flies and ratings.flies(state, each):
            allowance = max(allowance, FLIGHT)
        if someone.afloat and items.has(state, each, "sea_horse"):
            allowance = max(allowance, 24 * POINT)
        if someone.escort:
            allowance = min(allowance, state.book.banners[state.book.leader_banner[each]].allowance)  # R11.1
        found.append(given(state, allowance) - someone.spent)
    return found


def troop_points(state: FornaldarState, force: Force) -> list[int]:
    """What its marching or swimming CSP have left."""
    found = []
    for banner, _ in force.troops:
        if force.stack == "sea" and not swims(state, banner):
            continue
        allowance = given(state, state.book.banners[banner].allowance)
        if not ratings.in_command(state, force.leaders, banner):
            allowance = halve(allowance)  # Arn's voice
        found.append(allowance - spent_by(state, force, banner))
    return found


def spent_by(state: FornaldarState, force: Force, banner: int) -> int:
    """What CSP of the force have spent: the most of any that may still move."""
    stack = "sea" if force.stack == "sea" else "land"
    armies = free_armies(state, force.hex, force.seat, stack)
    return max((army.spent for army in armies if army.banner == banner), default=0) if force.moved else 0


def ship_points(state: FornaldarState, force: Force) -> list[int]:
    """What its ships have left."""
    return [
        given(state, state.book.fleet[each].allowance) - state.vessels[each].spent for each in force.ships
    ]


def given(state: FornaldarState, allowance: int) -> int:
    """An allowance in this turn: halved, rounded down to whole points, on the first turn of R24.1.2."""
    return halve(allowance) if scenarios.halved(state) else allowance


def halve(half_points: int) -> int:
    """Half of so many points, rounded down to a whole point."""
    return half_points // POINT // 2 * POINT


def capacity(state: FornaldarState, ships: list[int]) -> int:
    """How many CSP these ships carry (R14.2.3)."""
    return sum(state.book.fleet[each].capacity for each in ships)


def cargo(state: FornaldarState, force: Force) -> int:
    """The CSP and escorts that the force carries."""
    carried = sum(count for banner, count in force.troops if not swims(state, banner))
    return carried + sum(state.leaders[each].escort for each in force.leaders if state.leaders[each].aboard)


def afloat(state: FornaldarState, force: Force) -> bool:
    """Whether the ships of the force carry what goes with it, and those left behind carry the rest."""
    if force.stack != "sea":
        return True
    stay = [each for each in pieces.ships_at(state, force.hex, force.seat) if each not in force.ships]
    aboard = [each for each in pieces.at_sea(state, force.hex, force.seat) if state.leaders[each].aboard]
    everything = sum(army.csp for army in pieces.sea_armies(state, force.hex, force.seat) if army.aboard)
    everything += sum(state.leaders[each].escort for each in aboard)
    mine = cargo(state, force)
    if mine > capacity(state, force.ships) or everything - mine > capacity(state, stay):
        return False
    carried = [each for each in force.leaders if state.leaders[each].aboard]
    left = [each for each in aboard if each not in force.leaders]
    return not (carried and not force.ships) and not (left and not stay)


def is_force(state: FornaldarState, force: Force) -> bool:
    """Whether it has CSP, an escort or ships, and so can be intercepted (R3.4, R14.8)."""
    return bool(force.troops or force.ships) or is_escorted(state, force)


def is_escorted(state: FornaldarState, force: Force) -> bool:
    """Whether any of its characters has an escort."""
    return any(state.leaders[each].escort for each in force.leaders)


def traveller(state: FornaldarState, force: Force) -> ways.Traveller:
    """What kind of traveller the force is on land."""
    book, leaders, people = state.book, force.leaders, state.leaders
    races = {book.banner_race[banner] for banner, _ in force.troops}
    alone = len(leaders) == 1 and not force.troops
    for each in leaders:
        races.add(book.leader_race[each])
        if people[each].escort:
            races.add(book.banner_race[book.leader_banner[each]])
            alone = False
    if force.engine:
        races.add(book.race["mundane"])  # R24.2.2.6
    return ways.Traveller(
        frozenset(races),
        items.any_has(state, leaders, "terrain_discount"),
        alone and items.has(state, leaders[0], "shoes"),
        not book.woodless.isdisjoint(leaders),
    )


def table(state: FornaldarState, force: Force) -> ways.Table:
    """What its steps cost."""
    if force.stack == "air":
        return ways.in_air(state.book)
    if force.stack == "land":
        return ways.on_land(state, traveller(state, force))
    return ways.at_sea(state, sailing(state, force))


def sailing(state: FornaldarState, force: Force) -> ways.Sailing:
    """What kind of traveller the force is at sea."""
    return ways.Sailing(
        ships=bool(force.ships) or any(like_ship(state, each) for each in force.leaders),
        swimmers=swimming(state, force),
        enemy_gate=bool(force.ships) and gate_closed(state, force.seat),
    )


def like_ship(state: FornaldarState, leader: int) -> bool:
    """Whether a swimmer pays like a ship: Tursas, Gestum and who rides the Sea Horse do (R11.13, R21.60)."""
    return state.leaders[leader].afloat and state.book.cast[leader].race != "merman"


def gate_closed(state: FornaldarState, seat: int) -> bool:
    """Whether a fortress of the enemy, Kvalholla, keeps the ships of a seat out (R18.7)."""
    for hex_ in state.book.gate_forts:
        fort = pieces.fortress(state, hex_)
        if fort is not None and fort.gates and pieces.fortress_seat(state, hex_) == 1 - seat:
            return True
    return False


# ---- setting it down


def place_of(state: FornaldarState, force: Force) -> int:
    """Where the force is: a hex, or a river hexside."""
    return state.book.size + force.river if force.river >= 0 else force.hex


def bank(state: FornaldarState, force: Force, river: int) -> int:
    """The hex of a hexside to which a force counts: ships to the first, so that they are all together."""
    one, other, _ = state.book.rivers[river]
    return other if force.hex == other and not force.ships else one


def side_of(state: FornaldarState, force: Force, place: int) -> int:
    """The hex to which a force would count at a place: a hex, or a river hexside."""
    size = state.book.size
    return place if place < size else bank(state, force, place - size)


def shift(state: FornaldarState, force: Force, place: int, cost: int) -> None:
    """Carry the pieces of the force one step on."""
    river, there = max(-1, place - state.book.size), side_of(state, force, place)
    stack = "sea" if force.stack == "sea" else "land"
    with OnlyMoves(state, force.seat):
        for banner, count in force.troops:
            move_csp(state, force, banner, count, there, cost, stack)
        for each in force.leaders:
            move_leader(state, each, there)
            someone = state.leaders[each]
            if cost and not someone.aboard:
                someone.spent += cost
        for each in force.ships:
            move_ship(state, each, there)
            vessel = state.vessels[each]
            if vessel.river != river:
                vessel.river = river
            vessel.spent += cost
    if force.engine:
        state.engine, state.engine_moved = there, True
    tow(state, force, there)
    force.hex, force.river = there, river
    force.swum = force.swum or stack == "sea"
    force.left -= cost
    force.used += cost
    force.moved, force.paid, force.given, force.shown = True, "", [], []


def tow(state: FornaldarState, force: Force, there: int) -> None:
    """What the troops and ships of the force keep goes along: what they brought, or were the last to keep."""
    manned = is_force(state, force)
    brought = [item for item in force.towed if manned and items.is_kept(state, item, force.seat, force.hex)]
    for item in brought:
        state.treasures[item].hex = there
    taken = items.carry(state, force.seat, force.hex, there)
    if brought or taken or force.towed:
        force.towed = sorted({*brought, *taken})


def move_csp(
    state: FornaldarState, force: Force, banner: int, count: int, there: int, cost: int, stack: str
) -> None:
    """Move CSP of a banner: those that have come with the force, not those that rest there."""

    def carried(army: Army) -> dict[str, Any]:
        return {"hex": there, "spent": army.spent if army.aboard else max(army.spent + cost, 1)}

    pieces.recast(state, marchers(state, force, banner, stack), count, carried)


def marchers(state: FornaldarState, force: Force, banner: int, stack: str) -> list[Army]:
    """The armies of a banner where the force is, those that have come with it first."""
    armies = [army for army in free_armies(state, force.hex, force.seat, stack) if army.banner == banner]
    return sorted(armies, key=lambda army: -army.spent)


def settle(state: FornaldarState, force: Force) -> None:
    """The pieces of the force move no more in this phase."""
    stack = "sea" if force.stack == "sea" else "land"
    for each in force.leaders:
        rest_leader(state, force, each)
    for each in force.ships:
        state.vessels[each].done = True
    for banner, count in force.troops:
        tire(state, force, banner, count, stack)


def rest_leader(state: FornaldarState, force: Force, leader: int) -> None:
    """A character of the force may move no more; who has swum may not march either (R14.4)."""
    someone = state.leaders[leader]
    someone.done, someone.sailed = True, someone.sailed or force.swum


def tire(state: FornaldarState, force: Force, banner: int, count: int, stack: str) -> None:
    """So many CSP of the force may move no more."""

    def rested(army: Army) -> dict[str, Any]:
        return {"spent": 0, "done": True, "sailed": army.sailed or force.swum}

    with OnlyMoves(state, force.seat):
        pieces.recast(state, marchers(state, force, banner, stack), count, rested)


def through_snow(state: FornaldarState, force: Force, before: Iterable[int]) -> bool:
    """Whether the way through these hexes to where it is would wear out a force, as all see (R6.4.9)."""
    if force.stack == "sea":
        return weather.snow_turn(state)
    return weather.short_day(state) and not weather.sky(state).snow.isdisjoint((*before, force.hex))


def is_chilled(state: FornaldarState, force: Force) -> bool:
    """Whether snow wears the force out: at sea if any of it swims, on land if it is a force (R6.4.9)."""
    if force.stack == "sea":
        return swimming(state, force)
    return force.stack == "land" and is_force(state, force)


def drop_leaderless(state: FornaldarState, force: Force, stack: str) -> None:
    """CSP that have lost their commander stay too (R11.6)."""
    kept = []
    for banner, count in force.troops:
        carried = stack == "sea" and not swims(state, banner)
        if carried or follows(state, force.hex, force.seat, force.leaders, banner, force.way):
            kept.append((banner, count))
        elif force.moved:
            tire(state, force, banner, count, stack)
    force.troops = kept


def gather(state: FornaldarState, force: Force) -> None:
    """Strike from the force what it has lost."""
    here, seat = force.hex, force.seat
    force.leaders = [each for each in force.leaders if state.leaders[each].hex == here]
    stack = "sea" if force.stack == "sea" else "land"
    left: dict[int, int] = {}
    for army in free_armies(state, here, seat, stack):
        left[army.banner] = left.get(army.banner, 0) + army.csp
    force.troops = [(b, min(csp, left[b])) for b, csp in force.troops if left.get(b)]
    force.ships = [each for each in force.ships if state.vessels[each].hex == here]
    drop_leaderless(state, force, stack)


def may_halt(state: FornaldarState, force: Force) -> bool:
    """Whether the force can stop here: swimmers cannot rest in a river (R14.7.3)."""
    return force.river < 0 or not swimming(state, force)


def frozen_cap(state: FornaldarState, force: Force) -> int | None:
    """The half points that a frozen force has, by its best command and not for a march; None if it is free.

    Freeze clings to the characters of its stack; pieces without any are held in the hex (R20.25).
    """
    if not state.spells:
        return None
    held = [leader for leader in force.leaders if state.leaders[leader].frozen]
    if not held and (force.leaders or not frozen_hex(state, force, force.start)):
        return None
    if force.way == "march":
        return 0
    return POINT * max((ratings.command(state, leader) for leader in held), default=0)


def frozen_hex(state: FornaldarState, force: Force, hex_: int) -> bool:
    """Whether an enemy's Freeze was cast on the stack of the force's kind in a hex (R20.25)."""
    stack = "sea" if force.stack == "sea" else "land"
    return any(
        (spell.hex, spell.word) == (hex_, stack) and spells.seat(state, spell) != force.seat
        for spell in spells.active(state, "freeze")
    )


def rooted(state: FornaldarState, force: Force) -> bool:
    """Whether the CSP where a force is are frozen, and nobody of their stack goes with it (R20.25)."""
    return frozen_hex(state, force, force.hex) and not any(
        state.leaders[leader].frozen for leader in force.leaders
    )
