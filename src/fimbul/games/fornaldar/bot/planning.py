"""What a commander thinks about: how strong stacks are, what battles promise, what threatens, how far it is.

The map is looked at once for each arrangement of the pieces (`survey`), which seldom changes between two
decisions, and everything that is worked out about it is kept with it.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable
from typing import TYPE_CHECKING

import msgspec

from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.library.rows import RACES, SIDES, Library
from fimbul.games.fornaldar.model import MUNDANE
from fimbul.games.fornaldar.rules import pieces, ratings, weather
from fimbul.games.fornaldar.rules.movement import ways

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

FAR = 96  # half points: farther than any plan looks
MARCH = 20  # half points that a force goes in a turn, about
ROLLS = [(total, 6 - abs(total - 7)) for total in range(2, 13)]  # two dice: total, ways out of 36
DIE = 6  # sides
CAUGHT = 0.5  # the part of characters who do not get away
WOUND = 0.6  # victory points
ROUNDS = 3  # of a battle that are foreseen
STRIKE = 6  # hexes from which an enemy could come in its next turn
NEAR_THE_END = (1.0, 0.6, 0.3, 0.15)  # how much it matters where CSP stand, by the turns that are left
MARKS = {"-": 1.0, "D": 2.0, "T": 3.0, "H": 0.5}
JOTUN = RACES.index("jotun")
MOST_CHARTS, MOST_FIELDS = 64, 800


class Stack(msgspec.Struct):
    """A ground stack as its commander sees it."""

    hex: int
    seat: int
    leaders: list[int]
    csp: int
    boxes: int  # of its characters
    command: int
    races: dict[str, int]  # strength before terrain, by the number of the race
    garrison: int = 0
    fort: str = ""  # the kind of its own fortress
    prize: float = 0.0  # victory points for its fortress and for what it holds
    hoard: float = 0.0  # for what it holds alone
    folk: dict[int, int] = {}  # CSP by the number of the race
    awake: bool = False  # some of it is active, and could move

    @property
    def power(self) -> int:
        """Its strength on open ground."""
        return sum(self.races.values())

    def joined(self, other: Stack) -> Stack:
        """Both together, where this one stands."""
        races = dict(self.races)
        for race, points in other.races.items():
            races[race] = races.get(race, 0) + points
        return msgspec.structs.replace(
            self,
            leaders=self.leaders + other.leaders,
            csp=self.csp + other.csp,
            boxes=self.boxes + other.boxes,
            command=max(self.command, other.command),
            races=races,
            prize=self.prize + other.hoard,
            hoard=self.hoard + other.hoard,
            folk={
                race: self.folk.get(race, 0) + other.folk.get(race, 0) for race in {*self.folk, *other.folk}
            },
        )

    def away(self, hex_: int) -> Stack:
        """The same people in another hex, where they have no walls."""
        return msgspec.structs.replace(self, hex=hex_, garrison=0, fort="", prize=self.hoard)


class Chart(msgspec.Struct):
    """Everything that matters on the map, for one seat."""

    own: dict[int, Stack]
    foes: dict[int, Stack]  # with empty fortresses among them
    finds: list[int]  # hexes with artifacts
    plans: dict[int, tuple[int, float]] = {}  # where each stack goes and what it is worth, by its hex
    dangers: dict[Hashable, float] = {}


# ---- the look at the map


CHARTS: dict[Hashable, Chart] = {}


def arrangement(state: FornaldarState, seat: int) -> Hashable:
    """What a chart depends on."""
    return (
        seat,
        state.book.serial,
        weather.sky(state),
        state.turn,
        (state.game_turn, state.month, state.phasing),
        tuple([(a.hex, a.banner, a.group, a.csp, a.aboard or a.afloat) for a in state.armies]),
        tuple([(x.hex, x.wounds, x.escort, x.aboard or x.afloat, x.cast) for x in state.leaders]),
        tuple([(item.hex, item.bearer) for item in state.treasures]),
        tuple(state.ruins),
        tuple(state.side),
    )


def survey(state: FornaldarState, seat: int) -> Chart:
    """Look at the whole map, unless it still looks the same."""
    key = arrangement(state, seat)
    found = CHARTS.get(key)
    if found is None:
        if len(CHARTS) >= MOST_CHARTS:
            CHARTS.pop(next(iter(CHARTS)))
        found = CHARTS[key] = look(state, seat)
    return found


def look(state: FornaldarState, seat: int) -> Chart:
    """Look at the whole map."""
    stacks: tuple[dict[int, Stack], dict[int, Stack]] = ({}, {})
    book, side = state.book, state.side

    def at(hex_: int, who: int) -> Stack:
        found = stacks[who].get(hex_)
        if found is None:
            found = stacks[who][hex_] = Stack(hex_, who, [], 0, 0, 0, {})
        return found

    for army in state.armies:
        who = side[army.group]
        if who >= 0 and not (army.aboard or army.afloat):
            stack = at(army.hex, who)
            stack.csp += army.csp
            enlist(stack, book.banner_race[army.banner], army.csp)
            stack.awake = stack.awake or state.active[army.group]
            add(stack, book.banner_race[army.banner], army.csp)
    for number, someone in enumerate(state.leaders):
        if someone.hex < 0 or someone.aboard or someone.afloat:
            continue
        who = side[book.leader_group[number]]
        if who < 0:
            continue
        stack = at(someone.hex, who)
        stack.leaders.append(number)
        stack.awake = stack.awake or state.active[book.leader_group[number]]
        stack.csp += someone.escort
        enlist(stack, book.leader_race[number], int(someone.escort))
        stack.boxes += ratings.face(state, number)
        points = someone.escort + ratings.current_magic(state, number)
        if ratings.is_hero(state, number):
            points += ratings.combat(state, number)
        if points:
            add(stack, book.leader_race[number], points)
    for hex_ in book.forts:
        who = pieces.fortress_seat(state, hex_)
        if who < 0 or (who == seat and hex_ not in stacks[who]):
            continue
        fort = book.fortress[hex_]
        assert fort is not None
        stack = at(hex_, who)
        stack.fort = fort.kind
        stack.garrison = book.garrison[fort.strength]
        stack.command = book.keep[fort.strength]
        stack.prize += ransom(state, hex_)
    treasured = treasures(state)
    for camp in stacks:
        for stack in camp.values():
            stack.command = max(stack.command, ratings.best_command(state, stack.leaders))
            stack.hoard = sum(treasured.get(each, 0.0) for each in stack.leaders)
            stack.prize += stack.hoard
    finds = sorted({item.hex for item in state.treasures if item.hidden and item.hex >= 0 and not item.gone})
    return Chart(stacks[seat], stacks[1 - seat], finds, {}, {})


def ransom(state: FornaldarState, hex_: int) -> float:
    """The victory points for a fortress; the Fynvirke is never destroyed (R18.6)."""
    book = state.book
    fort = book.fortress[hex_]
    if fort is None or fort.kind == "fynvirke":
        return 0.0
    return prizes(book.scenario.id, book.library).get(hex_, 0.0) + book.spoils["fortress"]


def add(stack: Stack, race: int, points: int) -> None:
    """More strength of a race."""
    stack.races[str(race)] = stack.races.get(str(race), 0) + points


def enlist(stack: Stack, race: int, csp: int) -> None:
    """More CSP of a race."""
    if csp:
        stack.folk[race] = stack.folk.get(race, 0) + csp


@functools.cache
def prizes(scenario: str, library: Library) -> dict[int, float]:
    """What the scenario gives for fortresses besides their own points, by hex."""
    node = {each.hex: number for number, each in enumerate(library.ground)}
    found: dict[int, float] = {}
    for award in library.awards:
        if award.scenario != scenario:
            continue
        if award.kind in ("ruin", "stands", "held"):
            for name in award.what:
                found[node[name]] = found.get(node[name], 0.0) + award.points
        elif award.kind == "ruins":
            for fort in library.fortresses:
                if fort.kingdom in award.what and fort.hex != award.besides:
                    found[node[fort.hex]] = found.get(node[fort.hex], 0.0) + award.points
    return found


def treasures(state: FornaldarState) -> dict[int, float]:
    """What characters carry that counts at the end, by character."""
    book = state.book
    points = {name: award.points for award in book.awards if award.kind == "item" for name in award.what}
    found: dict[int, float] = {}
    for name, worth in points.items():
        bearer = state.treasures[book.relic[name]].bearer
        if bearer >= 0:
            found[bearer] = found.get(bearer, 0.0) + worth
    return found


@functools.cache
def grounds(scenario: str, library: Library, seat: int) -> tuple[frozenset[str], float]:
    """The kingdoms in which CSP of a seat count at the end, and how much each counts (R24.3.3)."""
    for award in library.awards:
        if award.scenario == scenario and award.kind == "csp_in" and award.side == SIDES[seat]:
            return frozenset(award.what), float(award.points)
    return frozenset(), 0.0


@functools.lru_cache(maxsize=16)
def remoteness(book: Book, kingdoms: frozenset[str]) -> tuple[int, ...]:
    """How many hexes it is from every hex to the nearest ground of kingdoms."""
    groups = {book.group[name] for name in kingdoms}
    steps = [-1] * book.size
    edge = [hex_ for hex_ in range(book.size) if book.kingdom[hex_] in groups and book.land[hex_]]
    for hex_ in edge:
        steps[hex_] = 0
    for hex_ in edge:  # grows while it is read
        for other in book.near[hex_]:
            if other < book.size and steps[other] < 0:
                steps[other] = steps[hex_] + 1
                edge.append(other)
    return tuple(steps)


def turns_left(state: FornaldarState) -> int:
    """The game turns after this one."""
    length = state.book.scenario.length
    return max(0, min(length, state.options.turns or length) - state.game_turn)


def stake(state: FornaldarState, seat: int, hex_: int) -> float:
    """What a CSP of a seat in a hex will count at the end, the more the nearer that is."""
    book = state.book
    kingdoms, points = grounds(book.scenario.id, book.library, seat)
    if not points or book.kingdom[hex_] < 0 or book.groups[book.kingdom[hex_]].id not in kingdoms:
        return 0.0
    return points * NEAR_THE_END[min(3, turns_left(state))]


# ---- what a battle promises


class Exchange(msgspec.Struct, frozen=True):
    """What a round is expected to cost either side, in CSP and in wounds."""

    lost: float
    gained: float
    hurt: float
    hurts: float


@functools.lru_cache(maxsize=16384)
def exchange(
    library: Library,
    attack: int,
    defence: int,
    added: int,
    mine: int,
    theirs: int,
    own: int = 0,
    boxes: int = 0,
    shift: int = 0,
) -> Exchange:
    """One round at these strengths, with so many CSP and boxes of characters on either side."""
    column = charts.shift(charts.odds(attack, max(1, defence)), shift)
    lost = gained = hurt = hurts = 0.0
    for total, ways_ in ROLLS:
        cell = charts.cell(library, total + added, column)
        lost += ways_ * min(mine, charts.casualties(library, mine, cell.attacker).csp)
        gained += ways_ * min(theirs, charts.casualties(library, theirs, cell.defender).csp)
        if own:
            hurt += ways_ * min(own, charts.casualties(library, own, cell.attacker).wounds)
        if boxes:
            hurts += ways_ * min(boxes, charts.casualties(library, boxes, cell.defender).wounds)
    return Exchange(lost / 36, gained / 36, hurt / 36, hurts / 36)


def strength(state: FornaldarState, stack: Stack, terrain: str) -> float:
    """What a stack brings, its races changed by the ground."""
    if not terrain:
        return float(stack.power)
    marks = state.book.fights.get(terrain)
    if marks is None:
        return float(stack.power)
    return sum(points * MARKS[marks[int(race)]] for race, points in stack.races.items())


def sides(state: FornaldarState, mine: Stack, foe: Stack, hex_: int) -> tuple[float, float]:
    """The strengths in a battle in a hex: the defender chooses the ground, or has a fortress."""
    if foe.fort:
        return float(mine.power), strength(state, foe, foe.fort)
    best = (float(mine.power), float(foe.power))
    for terrain in state.book.ground[hex_].terrain:
        pair = (strength(state, mine, terrain), strength(state, foe, terrain))
        if pair[1] * best[0] > best[1] * pair[0]:
            best = pair
    return best


def assault(state: FornaldarState, mine: Stack, foe: Stack, hex_: int = -1) -> float:
    """What attacking a stack promises, in victory points: gains less losses while it pays to go on."""
    if not mine.csp and foe.garrison:
        return -9.0
    where = foe.hex if hex_ < 0 else hex_
    attack, defence = sides(state, mine, foe, where)
    return outcome(
        state.book.library,
        (attack, defence),
        max(-6, min(6, mine.command - foe.command)),
        (mine.csp, mine.boxes),
        (foe.csp, foe.garrison, foe.boxes),
        (1 + stake(state, mine.seat, where), 1 + stake(state, foe.seat, where)),
        foe.prize + CAUGHT * state.book.spoils["character"] * len(foe.leaders),
        giants(mine) - giants(foe),
    )


def giants(stack: Stack) -> int:
    """Whether a stack has the jotuns for a column in its favour (R17.5.6)."""
    jotuns = stack.folk.get(JOTUN, 0)
    return int(jotuns > 0 and jotuns >= stack.csp // 2)


@functools.lru_cache(maxsize=16384)
def outcome(
    library: Library,
    strengths: tuple[float, float],
    added: int,
    mine: tuple[int, int],  # CSP, boxes
    foe: tuple[int, int, int],  # CSP, garrison, boxes
    worth: tuple[float, float],  # of a CSP, one's own and the enemy's
    prize: float,  # for the enemy as a whole
    shift: int = 0,  # columns in one's favour
) -> float:
    """What a battle promises, round by round."""
    (attack, defence), (dear, prey) = strengths, worth
    (csp, own), (troops, garrison, hearts) = mine, foe
    ours, theirs = float(csp), float(troops + garrison)
    boxes, total = float(hearts), 0.0
    for _ in range(ROUNDS):
        part = ours / max(1, csp)
        rest = theirs / max(1, troops + garrison)
        found = exchange(
            library,
            max(1, round(attack * part)),
            max(1, round(defence * rest + garrison)),
            added,
            round(ours),
            max(1, round(theirs)),
            own,
            round(boxes),
            shift,
        )
        value = prey * found.gained - dear * found.lost + WOUND * (found.hurts - found.hurt)
        routed = min(1.0, found.gained / max(1.0, theirs)) ** 2  # how likely all its troops fall
        value += routed * prize
        if value <= 0 and total > 0:
            break
        total += value
        ours, theirs, boxes = ours - found.lost, theirs - found.gained, max(0.0, boxes - found.hurts)
        if theirs < 1 or ours < 1:
            break
    return total


def danger(state: FornaldarState, chart: Chart, stack: Stack, hex_: int) -> float:
    """What a stack must expect to lose in a hex to enemies who are near, in victory points."""
    if stack.seat == MUNDANE and state.phasing == MUNDANE and not turns_left(state):
        return 0.0  # nobody moves after this
    key = stack.hex, hex_, stack.csp, tuple(stack.leaders)
    known = chart.dangers.get(key)
    if known is not None:
        return known
    book = state.book
    here = stack if stack.hex == hex_ else stack.away(hex_)
    if stack.hex != hex_:
        held = chart.own.get(hex_)
        if held is not None:
            here = held.joined(stack)
        elif pieces.fortress_seat(state, hex_) == stack.seat:
            fort = book.fortress[hex_]
            assert fort is not None
            here = msgspec.structs.replace(
                here,
                fort=fort.kind,
                garrison=book.garrison[fort.strength],
                prize=here.prize + ransom(state, hex_),
            )
    worst = 0.0
    together: Stack | None = None
    for foe in chart.foes.values():
        if foe.csp < 2 or not foe.leaders or not foe.awake or book.distance(foe.hex, hex_) > STRIKE:
            continue
        if foe.hex == hex_ != stack.hex:
            continue  # whom the stack goes to attack; the others come afterwards
        bare = foe.away(foe.hex)
        worst = max(worst, assault(state, bare, here, hex_))
        together = bare if together is None else together.joined(bare)
    if together is not None:
        worst = max(worst, 0.6 * assault(state, together, here, hex_))
    chart.dangers[key] = worst
    return worst


# ---- how far it is


FIELDS: dict[Hashable, ways.Reach] = {}


def field(state: FornaldarState, start: int, races: tuple[int, ...]) -> ways.Reach:
    """How far it is to everywhere in half points, for these races in the weather of now, and by which way."""
    key = (state.book.serial, weather.sky(state), races, start)
    found = FIELDS.get(key)
    if found is None:
        if len(FIELDS) >= MOST_FIELDS:
            FIELDS.clear()
        table = ways.on_land(
            state, ways.Traveller(frozenset(races), discount=False, light=False, no_woods=False)
        )
        found = FIELDS[key] = ways.reach(table, start, FAR)
    return found


def races_of(state: FornaldarState, leaders: list[int], banners: list[int]) -> tuple[int, ...]:
    """The races of a force, the slow ones that matter."""
    book = state.book
    found = {book.leader_race[each] for each in leaders} | {book.banner_race[each] for each in banners}
    return tuple(sorted(found))
