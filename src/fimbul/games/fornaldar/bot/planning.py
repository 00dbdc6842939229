"""What a commander thinks about: how strong stacks are, what battles promise, what threatens, how far it is.

The map is looked at once for each arrangement of the pieces (`survey`), which seldom changes between two
decisions.  What is worked out about stacks is kept by their numbers (`Ledger`) for as long as the game turn
and the sky are the same: after a step only what is about those who moved has to be found anew.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

import msgspec

from fimbul.games.fornaldar.bot.battles import Line, outcome
from fimbul.games.fornaldar.bot.champions import Fighter, duelling
from fimbul.games.fornaldar.bot.hearsay import Hearsay, expected, hearsay
from fimbul.games.fornaldar.bot.stacks import Stack, camps, loose, lying, ransom
from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.library.rows import RACES, SIDES, Library
from fimbul.games.fornaldar.model import MUNDANE
from fimbul.games.fornaldar.rules import pieces, ratings, weather
from fimbul.games.fornaldar.rules.combat import challenges
from fimbul.games.fornaldar.rules.movement import ways

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

T = TypeVar("T")

FAR = 72  # half points: farther than any plan looks
MARCH = 20  # half points that a force goes in a turn, about
DIE = 6  # sides
CAUGHT = 0.5  # the part of characters who do not get away
STRIKE = 6  # hexes from which an enemy could come in its next turn
NEAR_THE_END = (1.0, 0.6, 0.3, 0.15)  # how much it matters where CSP stand, by the turns that are left
MARKS = {"-": 1.0, "D": 2.0, "T": 3.0, "H": 0.5}
JOTUN = RACES.index("jotun")
MOST_LEDGERS, MOST_CHARTS, MOST_FIELDS = 8, 64, 800
MOST_STACKS = 10_000  # in a ledger


class Route(NamedTuple):
    """What is certain of a stack's way to a goal."""

    part: float  # of what the goal promises, as it takes so long
    counts: float  # what the stack's CSP will count at the end for where they are then
    stop: int  # where it is at the end of this turn
    cost: float  # what the snow takes on the way


class Ledger(msgspec.Struct):
    """What was worked out under one sky for one seat, by the numbers of the stacks that it is about.

    A step, or news of the enemy, changes a few stacks; what is about the others stays true.
    """

    numbers: dict[Hashable, int] = {}  # of stacks, by all that counts of them
    guesses: dict[Hashable, Guess] = {}  # by what is known of the enemy
    dangers: dict[Hashable, float] = {}
    attacks: dict[Hashable, float] = {}  # what they promise, by those who attack and who is attacked
    wears: dict[Hashable, float] = {}
    routes: dict[tuple[int, int], Route | None] = {}  # by stack and goal; None: no way, or no time
    nearest: dict[tuple[int, tuple[int, ...]], int | None] = {}  # ground that counts, by hex and races
    safeties: dict[Hashable, float] = {}
    stays: dict[tuple[int, int], tuple[float, float]] = {}  # what it is worth to stay, by stack and threat

    def number(self, what: Hashable) -> int:
        """The number of a stack, by all that counts of it, or of several stacks, by their numbers."""
        return self.numbers.setdefault(what, len(self.numbers))


Spot: TypeAlias = tuple[int, int, Stack]  # a stack, and where it is on the grid


class Guess(msgspec.Struct):
    """What is expected of the enemy as long as nothing new is heard of him, and what follows from it."""

    foes: dict[int, Stack]  # with empty fortresses among them
    marks: dict[int, int]  # by hex: their numbers in the ledger
    spots: list[Spot]
    strikers: list[Spot]  # those who could attack
    charts: dict[Hashable, Chart] = {}  # by how the own stacks are arranged
    ranges: dict[tuple[int, int], list[Stack]] = {}  # by hex and distance: the enemies there
    threats: dict[int, tuple[int, list[Stack]]] = {}  # by hex: who could strike there, with their number
    havens: dict[int, list[tuple[int, bool]]] = {}  # by hex: where one could go, and whether that is shelter
    quarries: dict[int, list[tuple[Stack, bool]]] = {}  # by own stack: whom it could attack, and whether soon
    crossings: dict[int, list[tuple[int, float]]] = {}  # by own stack: the nearest ground that counts


class Chart(msgspec.Struct):
    """Everything that matters on the map, for one seat."""

    own: dict[int, Stack]
    guess: Guess
    ledger: Ledger
    finds: list[int]  # hexes with hidden artifacts
    loot: dict[int, float]  # victory points for what lies about, by hex
    marks: dict[int, int]  # by hex: the numbers of the own stacks in the ledger
    plans: dict[int, tuple[int, float]] = {}  # where each stack goes and what it is worth, by its hex
    talents: dict[tuple[int, ...], tuple[int, int]] = {}
    reaches: dict[int, ways.Reach] = {}  # of the own stacks, by hex

    @property
    def foes(self) -> dict[int, Stack]:
        """The enemy's stacks as they are to be expected."""
        return self.guess.foes

    def threat(self, book: Book, hex_: int) -> tuple[int, list[Stack]]:
        """Those who could strike in a hex, and their number in the ledger."""
        known = self.guess.threats.get(hex_)
        if known is None:
            able = within(self.guess.strikers, book, hex_, STRIKE)
            number = self.ledger.number(tuple([self.guess.marks[each.hex] for each in able]))
            known = self.guess.threats[hex_] = number, able
        return known


# ---- the look at the map


LEDGERS: dict[Hashable, Ledger] = {}


def arrangement(state: FornaldarState, seat: int) -> Hashable:
    """What a seat's own stacks depend on."""
    book, side = state.book, state.side
    return (
        tuple(
            [
                (a.hex, a.banner, a.group, a.csp, a.aboard or a.afloat)
                for a in state.armies
                if side[a.group] == seat
            ]
        ),
        tuple(
            [
                (x.hex, x.wounds, x.escort, x.aboard or x.afloat, x.cast)
                for n, x in enumerate(state.leaders)
                if side[book.leader_group[n]] == seat
            ]
        ),
        tuple([item.hex for item in state.treasures if item.hidden or loose(item)]),
    )


def season(state: FornaldarState, seat: int) -> Hashable:
    """What everything that is kept in a ledger depends on, besides the stacks."""
    book, sky = state.book, weather.sky(state)
    return (
        (book.serial, seat, state.options.turns, state.game_turn, state.month, state.phasing),
        (sky.calendar, tuple([(hex_, sky.at[hex_]) for hex_ in sorted(sky.mixed)])),
        (tuple(state.ruins), state.engine, state.engine_seat),
        tuple(state.side),
    )


def survey(state: FornaldarState, seat: int) -> Chart:
    """Look at the whole map, unless it still looks the same."""
    ledger = recalled(LEDGERS, season(state, seat), MOST_LEDGERS, Ledger)
    if len(ledger.numbers) > MOST_STACKS:
        ledger = LEDGERS[season(state, seat)] = Ledger()
    news = hearsay(state, seat)
    guess = recalled(ledger.guesses, news.key, MOST_CHARTS, lambda: guessed(state, seat, news, ledger))
    return recalled(
        guess.charts, arrangement(state, seat), MOST_CHARTS, lambda: look(state, seat, guess, ledger)
    )


def recalled(kept: dict[Hashable, T], key: Hashable, most: int, make: Callable[[], T]) -> T:
    """What is kept under a key, made if it is not; what has been kept longest makes room."""
    found = kept.get(key)
    if found is None:
        if len(kept) >= most:
            kept.pop(next(iter(kept)))
        found = kept[key] = make()
    return found


def described(stack: Stack) -> Hashable:
    """All that counts of a stack."""
    return (
        *(stack.hex, stack.csp, stack.boxes, stack.command, tuple(stack.leaders), stack.leads, stack.awake),
        *(frozenset(stack.troops.items()), frozenset(stack.escorts.items()), frozenset(stack.might.items())),
        *(stack.champions, stack.garrison, stack.fort, stack.walls, stack.hoard),
    )


def guessed(state: FornaldarState, seat: int, news: Hearsay, ledger: Ledger) -> Guess:
    """The enemy's stacks as they are to be expected by what is known of them."""
    foes = expected(state, seat, news)
    marks = {hex_: ledger.number((1 - seat, described(foe))) for hex_, foe in foes.items()}
    spots = [(*state.book.places[hex_], foe) for hex_, foe in foes.items()]
    strikers = [spot for spot in spots if spot[2].csp >= 2 and spot[2].leaders and spot[2].awake]
    return Guess(foes, marks, spots, strikers)


def look(state: FornaldarState, seat: int, guess: Guess, ledger: Ledger) -> Chart:
    """Look at the whole map."""
    finds = sorted({item.hex for item in state.treasures if item.hidden and item.hex >= 0 and not item.gone})
    own = camps(state, seat, seat)
    marks = {hex_: ledger.number((seat, described(stack))) for hex_, stack in own.items()}
    return Chart(own, guess, ledger, finds, lying(state), marks)


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


def talents(state: FornaldarState, chart: Chart, leaders: list[int]) -> tuple[int, int]:
    """The command of some characters, and their best magic."""
    key = tuple(leaders)
    known = chart.talents.get(key)
    if known is None:
        magic = max((ratings.magic(state, each) for each in leaders), default=0)
        known = chart.talents[key] = ratings.best_command(state, leaders), magic
    return known


# ---- what a battle promises


@functools.lru_cache(maxsize=64)
def footings(book: Book, terrain: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """How much a CSP counts on such ground, by race and by banner."""
    marks = book.fights.get(terrain) if terrain else None
    races = tuple([MARKS[mark] for mark in marks] if marks else [1.0] * len(RACES))
    return races, tuple([races[race] for race in book.banner_race])


def strength(state: FornaldarState, stack: Stack, terrain: str) -> tuple[float, float]:
    """What a stack brings on such ground, CSP and heroes with magic; without command half (R15.1)."""
    races, banners = footings(state.book, terrain)
    leads, many, loose, unled = stack.leads, 0.0, 0, 0.0
    for banner, csp in stack.troops.items():
        if banner in leads:
            many += csp * banners[banner]
        else:
            loose += csp
            unled += csp * banners[banner]
    many += unled if loose == 1 else unled / 2
    for race, csp in stack.escorts.items():
        many += csp * races[race]
    might = 0.0
    for race, points in stack.might.items():
        might += points * races[race]
    return many, might


def power(state: FornaldarState, stack: Stack) -> float:
    """The strength of a stack on open ground."""
    return sum(strength(state, stack, ""))


def sides(
    state: FornaldarState, mine: Stack, foe: Stack, hex_: int
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The strengths in a battle in a hex: the defender chooses the ground, or has a fortress."""
    if foe.fort:
        bare = besieged(state, mine, foe)
        return strength(state, mine, ""), strength(state, foe, "" if bare else foe.fort)
    best = strength(state, mine, ""), strength(state, foe, "")
    for terrain in state.book.ground[hex_].terrain:
        pair = strength(state, mine, terrain), strength(state, foe, terrain)
        if sum(pair[1]) * sum(best[0]) > sum(best[1]) * sum(pair[0]):
            best = pair
    return best


def besieged(state: FornaldarState, mine: Stack, foe: Stack) -> bool:
    """Whether the siege engine would be with the attackers (R24.2.2.6)."""
    return state.engine_seat == mine.seat and state.engine in (mine.hex, foe.hex)


def line(state: FornaldarState, stack: Stack, hex_: int, brought: tuple[float, float]) -> Line:
    """A stack as one side of a battle in a hex, with what it brings."""
    return Line(
        csp=stack.csp,
        each=round(brought[0] / stack.csp, 3) if stack.csp else 1.0,
        might=brought[1],
        boxes=stack.boxes,
        garrison=stack.garrison,
        worth=1 + stake(state, stack.seat, hex_),
        prize=stack.hoard + CAUGHT * state.book.spoils["character"] * len(stack.leaders),
        walls=stack.walls,
        castle=stack.fort == "castle",
    )


def assault(state: FornaldarState, mine: Stack, foe: Stack, hex_: int = -1, *, added: int = 0) -> float:
    """What attacking a stack promises, in victory points, with the challenges before it."""
    if not mine.csp and (foe.garrison or not mine.might):
        return -9.0
    where = foe.hex if hex_ < 0 else hex_
    attack, defence = sides(state, mine, foe, where)
    lines = line(state, mine, where, attack), line(state, foe, where, defence)
    added += mine.command - foe.command - (weather.at(state, where) == "snow" and weather.short_day(state))
    shift = giants(state, mine) - giants(state, foe)
    return contested(state.book.library, lines, mine.champions, foe.champions, added, shift)


def attack(state: FornaldarState, chart: Chart, party: Sequence[Stack], foe: Stack) -> float:
    """What an attack of own stacks together on an enemy of the chart promises, in victory points."""
    key = (chart.guess.marks[foe.hex], *[chart.marks[each.hex] for each in party])
    known = chart.ledger.attacks.get(key)
    if known is None:
        together = functools.reduce(Stack.joined, party)
        known = chart.ledger.attacks[key] = assault(state, together, foe)
    return known


@functools.lru_cache(maxsize=16384)
def contested(
    library: Library,
    lines: tuple[Line, Line],
    ours: tuple[Fighter | None, Fighter | None],
    theirs: tuple[Fighter | None, Fighter | None],
    added: int,
    shift: int,
) -> float:
    """What an attack promises with challenges before it: who is challenged takes what costs less."""
    extra = 0.0
    value = outcome(library, *lines, added, shift)
    for mine, other, kind in zip(ours, theirs, (challenges.TRIAL, challenges.DUEL), strict=True):
        if mine is None or other is None:
            continue
        cost = challenges.COST[kind]
        gain, threat = duelling(library, mine, other), duelling(library, other, mine)
        if gain > 0:
            declined = outcome(library, *lines, added + cost, shift)
            if declined - value < gain:
                added, value = added + cost, declined
            else:
                extra += gain
        elif threat > 0:
            declined = outcome(library, *lines, added - cost, shift)
            if value - declined < threat:
                added, value = added - cost, declined
            else:
                extra -= threat
    return value + extra


def giants(state: FornaldarState, stack: Stack) -> int:
    """Whether a stack has the jotuns for a column in its favour (R17.5.6)."""
    race = state.book.banner_race
    jotuns = sum(csp for banner, csp in stack.troops.items() if race[banner] == JOTUN)
    jotuns += stack.escorts.get(JOTUN, 0)
    return int(jotuns > 0 and jotuns >= stack.csp // 2)


def folk(state: FornaldarState, stack: Stack) -> dict[int, int]:
    """CSP by race."""
    found = dict(stack.escorts)
    for banner, csp in stack.troops.items():
        race = state.book.banner_race[banner]
        found[race] = found.get(race, 0) + csp
    return found


def danger(state: FornaldarState, chart: Chart, stack: Stack, hex_: int) -> float:
    """What a stack must expect to lose in a hex to enemies who are near, in victory points."""
    if stack.seat == MUNDANE and state.phasing == MUNDANE and not turns_left(state):
        return 0.0  # nobody moves after this
    book, dangers = state.book, chart.ledger.dangers
    threat, near = chart.threat(book, hex_)
    marks = chart.marks.get(stack.hex), chart.marks.get(hex_), threat
    key = stack.hex, hex_, stack.csp, stack.boxes, tuple(stack.leaders), marks
    known = dangers.get(key)
    if known is not None:
        return known
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
                walls=ransom(state, hex_),
            )
    worst = 0.0
    together: Stack | None = None
    for foe in near:
        if foe.hex == hex_ != stack.hex:
            continue  # whom the stack goes to attack; the others come afterwards
        bare = foe.away(foe.hex)
        worst = max(worst, assault(state, bare, here, hex_))
        together = bare if together is None else together.joined(bare)
    if together is not None:
        worst = max(worst, 0.6 * assault(state, together, here, hex_))
    dangers[key] = worst
    return worst


# ---- how far it is


def enemies_near(book: Book, guess: Guess, hex_: int, distance: int) -> list[Stack]:
    """The enemy stacks within so many hexes."""
    known = guess.ranges.get((hex_, distance))
    if known is None:
        known = guess.ranges[hex_, distance] = within(guess.spots, book, hex_, distance)
    return known


def within(spots: list[Spot], book: Book, hex_: int, distance: int) -> list[Stack]:
    """Those of some stacks that are within so many hexes."""
    q, r = book.places[hex_]
    return [
        stack
        for x, y, stack in spots
        if -distance <= q - x <= distance
        and -distance <= r - y <= distance
        and -distance <= q - x + r - y <= distance
    ]


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
