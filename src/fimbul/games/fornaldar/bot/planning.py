"""What a commander thinks about: how strong stacks are, what battles promise, what threatens, how far it is.

The map is looked at once for each arrangement of the pieces (`survey`), which seldom changes between two
decisions, and everything that is worked out about it is kept with it.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from fimbul.core import Rng
from fimbul.games.fornaldar.bot.battles import Line, outcome
from fimbul.games.fornaldar.bot.champions import Fighter, duelling, fighter
from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.library.rows import RACES, SIDES, Library
from fimbul.games.fornaldar.model import MUNDANE, Treasure
from fimbul.games.fornaldar.rules import imagining, pieces, ratings, secrecy, weather
from fimbul.games.fornaldar.rules.combat import challenges
from fimbul.games.fornaldar.rules.magic import items, spells
from fimbul.games.fornaldar.rules.movement import ways

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

FAR = 96  # half points: farther than any plan looks
MARCH = 20  # half points that a force goes in a turn, about
DIE = 6  # sides
CAUGHT = 0.5  # the part of characters who do not get away
STRIKE = 6  # hexes from which an enemy could come in its next turn
NEAR_THE_END = (1.0, 0.6, 0.3, 0.15)  # how much it matters where CSP stand, by the turns that are left
MARKS = {"-": 1.0, "D": 2.0, "T": 3.0, "H": 0.5}
JOTUN = RACES.index("jotun")
MOST_CHARTS, MOST_FIELDS, MOST_PORTRAITS = 64, 800, 4096
WORLDS = 5  # that are imagined, to guess what an enemy stack is made of


class Stack(msgspec.Struct):
    """A ground stack as its commander sees it."""

    hex: int
    seat: int
    leaders: list[int]
    csp: int = 0
    boxes: int = 0  # of its characters
    command: int = 0
    troops: dict[int, int] = {}  # CSP by banner
    escorts: dict[int, int] = {}  # by race
    might: dict[int, int] = {}  # of heroes and magic, by race
    leads: frozenset[int] = frozenset()  # the banners that somebody in it commands
    champions: tuple[Fighter | None, Fighter | None] = (None, None)  # in a trial and in a duel
    garrison: int = 0
    fort: str = ""  # the kind of its own fortress
    walls: float = 0.0  # victory points for its fortress
    hoard: float = 0.0  # for what it holds
    awake: bool = False  # some of it is active, and could move

    def joined(self, other: Stack) -> Stack:
        """Both together, where this one stands."""
        return msgspec.structs.replace(
            self,
            leaders=self.leaders + other.leaders,
            csp=self.csp + other.csp,
            boxes=self.boxes + other.boxes,
            command=max(self.command, other.command),
            troops=summed(self.troops, other.troops),
            escorts=summed(self.escorts, other.escorts),
            might=summed(self.might, other.might),
            leads=self.leads | other.leads,
            champions=(
                stronger(self.champions[0], other.champions[0]),
                stronger(self.champions[1], other.champions[1]),
            ),
            hoard=self.hoard + other.hoard,
        )

    def away(self, hex_: int) -> Stack:
        """The same people in another hex, where they have no walls."""
        return msgspec.structs.replace(self, hex=hex_, garrison=0, fort="", walls=0.0)

    def left(self, csp: int) -> Stack:
        """So many CSP of its greatest banner, without anybody to lead them, in the same place."""
        banner = max(self.troops, key=self.troops.__getitem__, default=-1)
        few = min(csp, self.troops.get(banner, 0))
        return Stack(
            self.hex,
            self.seat,
            [],
            few,
            troops={banner: few} if few else {},
            command=0,
            garrison=self.garrison,
            fort=self.fort,
            walls=self.walls,
            awake=self.awake,
        )

    def half(self) -> Stack:
        """Half of its troops under the same command."""
        troops = {banner: csp // 2 for banner, csp in self.troops.items()}
        return msgspec.structs.replace(
            self, csp=sum(troops.values()), boxes=self.boxes // 2, troops=troops, escorts={}
        )

    def alone(self, leader: int) -> Stack:
        """One of its characters without troops."""
        return msgspec.structs.replace(
            self, leaders=[leader], csp=0, boxes=1, troops={}, escorts={}, might={}, hoard=0.0, walls=0.0
        )


def summed(one: dict[int, int], two: dict[int, int]) -> dict[int, int]:
    """Both counts together."""
    if not two:
        return one
    found = dict(one)
    for key, number in two.items():
        found[key] = found.get(key, 0) + number
    return found


def stronger(one: Fighter | None, two: Fighter | None) -> Fighter | None:
    """The better of two champions."""
    if one is None or two is None:
        return one or two
    return one if one.strength >= two.strength else two


class Chart(msgspec.Struct):
    """Everything that matters on the map, for one seat."""

    own: dict[int, Stack]
    foes: dict[int, Stack]  # with empty fortresses among them
    finds: list[int]  # hexes with hidden artifacts
    loot: dict[int, float]  # victory points for what lies about, by hex
    plans: dict[int, tuple[int, float]] = {}  # where each stack goes and what it is worth, by its hex
    marks: dict[int, int] = {}  # by hex: the number that tells an own stack from any other
    dangers: dict[Hashable, float] = {}
    attacks: dict[Hashable, float] = {}  # what they promise, by those who attack and the enemy's hex
    ranges: dict[int, list[tuple[int, Stack]]] = {}  # by hex: how far the enemies are from there
    wears: dict[Hashable, float] = {}
    talents: dict[tuple[int, ...], tuple[int, int]] = {}


class Guess(msgspec.Struct):
    """What is expected of the enemy as long as nothing new is heard of him, and what follows from it."""

    foes: dict[int, Stack]
    dangers: dict[Hashable, float] = {}
    attacks: dict[Hashable, float] = {}
    ranges: dict[int, list[tuple[int, Stack]]] = {}
    numbers: dict[Hashable, int] = {}  # of own stacks, by all that counts of them


# ---- the look at the map


CHARTS: dict[Hashable, Chart] = {}
GUESSES: dict[Hashable, Guess] = {}


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


def tidings(state: FornaldarState, seat: int) -> Hashable:
    """What a seat's guesses about the enemy depend on: where he is, and what has come to light."""
    book, side, battle = state.book, state.side, state.battle
    camps = {
        each.hex for group, each in zip(book.ship_group, state.vessels, strict=True) if side[group] != seat
    }
    stacks = secrecy.array(state, 1 - seat)
    strong: dict[int, int] = {}  # all CSP of a banner, escorts among them: what has been lost is told
    hurt = 0
    for number, each in enumerate(state.leaders):
        if side[book.leader_group[number]] != seat:
            camps.add(each.hex)
            hurt += each.wounds
            if each.escort:
                banner = book.leader_banner[number]
                strong[banner] = strong.get(banner, 0) + 1
    for army in state.armies:
        if side[army.group] != seat:
            camps.add(army.hex)
            strong[army.banner] = strong.get(army.banner, 0) + army.csp
    sky = weather.sky(state)
    return (
        seat,
        (book.scenario.id, sky.calendar, tuple([(hex_, sky.at[hex_]) for hex_ in sorted(sky.mixed)])),
        state.turn,
        (state.game_turn, state.month, state.phasing, tuple(state.points), tuple(state.seen)),
        (battle.hex, battle.round, battle.rolling) if battle is not None else None,
        tuple([tuple(sorted(each)) for each in imagining.pinned(state, seat)]),
        tuple(sorted(camps)),
        tuple(sorted(strong.items())),
        tuple([(stack.hex, stack.kind, secrecy.top(state, stack)) for stack in stacks]),
        (hurt, tuple([someone.dead for someone in state.leaders])),
        (tuple(state.ruins), state.engine, state.engine_seat),
        tuple(side),
        tuple(state.active),
    )


def survey(state: FornaldarState, seat: int) -> Chart:
    """Look at the whole map, unless it still looks the same."""
    news = tidings(state, seat)
    key = state.book.serial, news, arrangement(state, seat)
    found = CHARTS.get(key)
    if found is None:
        found = look(state, seat)
        guess = guessed(state, seat, news, found.foes)
        found.foes, found.ranges = guess.foes, guess.ranges
        found.dangers, found.attacks = guess.dangers, guess.attacks
        for hex_, stack in found.own.items():
            found.marks[hex_] = guess.numbers.setdefault(described(stack), len(guess.numbers))
        if len(CHARTS) >= MOST_CHARTS:
            CHARTS.pop(next(iter(CHARTS)))
        CHARTS[key] = found
    return found


def described(stack: Stack) -> Hashable:
    """All that counts of a stack."""
    return (
        *(stack.hex, stack.csp, stack.boxes, stack.command, tuple(stack.leaders), stack.leads),
        *(frozenset(stack.troops.items()), frozenset(stack.escorts.items()), frozenset(stack.might.items())),
        *(stack.champions, stack.garrison, stack.fort, stack.walls, stack.hoard),
    )


def guessed(state: FornaldarState, seat: int, news: Hashable, foes: dict[int, Stack]) -> Guess:
    """The enemy's stacks as they are to be expected, unless they have been guessed before."""
    found = GUESSES.get(news)
    if found is None:
        rng = Rng(zlib.crc32(repr(news).encode()))
        worlds = [imagined(state, seat, rng) for _ in range(WORLDS)]
        shown = state.battle.hex if state.battle is not None else -1
        found = Guess(
            {
                hex_: foe
                if hex_ == shown
                else blended(foe, [world[hex_] for world in worlds if hex_ in world])
                for hex_, foe in foes.items()
            }
        )
        if len(GUESSES) >= MOST_CHARTS:
            GUESSES.pop(next(iter(GUESSES)))
        GUESSES[news] = found
    return found


def imagined(state: FornaldarState, seat: int, rng: Rng) -> dict[int, Stack]:
    """The enemy's stacks in another world that fits what the seat knows: only where who is, is asked."""
    world = state.copy()
    imagining.deal(world, 1 - seat, seat, rng)
    pieces.tidy(world)
    return camps(world, seat, 1 - seat)


def blended(foe: Stack, guesses: list[Stack]) -> Stack:
    """An enemy stack as it is to be expected: what is under its top piece is only guessed (R12)."""
    if all(each.troops == foe.troops and each.leaders == foe.leaders for each in guesses):
        return foe
    many = len(guesses)

    def usual(counts: Iterable[dict[int, int]]) -> dict[int, int]:
        total: dict[int, int] = {}
        for each in counts:
            total = summed(total, each)
        return {key: number // many + (2 * (number % many) >= many) for key, number in total.items()}

    def middle(champions: list[Fighter | None]) -> Fighter | None:
        order = sorted(champions, key=lambda each: each.strength if each is not None else 0)
        return order[many // 2]

    troops = {banner: csp for banner, csp in usual(each.troops for each in guesses).items() if csp}
    escorts = {race: csp for race, csp in usual(each.escorts for each in guesses).items() if csp}
    csp = -(-sum(each.csp for each in guesses) // many)
    short = csp - sum(troops.values()) - sum(escorts.values())
    if short > 0:
        banner = max(guesses, key=lambda each: each.csp).troops
        most = max(banner, key=banner.__getitem__, default=-1)
        if most >= 0:
            troops[most] = troops.get(most, 0) + short
    names = {name for each in guesses for name in each.leaders}
    return msgspec.structs.replace(
        foe,
        leaders=sorted(name for name in names if 2 * sum(name in each.leaders for each in guesses) > many),
        csp=sum(troops.values()) + sum(escorts.values()),
        boxes=round(sum(each.boxes for each in guesses) / many),
        command=round(sum(each.command for each in guesses) / many),
        troops=troops,
        escorts=escorts,
        might=usual(each.might for each in guesses),
        leads=frozenset(
            banner for banner in troops if 2 * sum(banner in each.leads for each in guesses) > many
        ),
        champions=(
            middle([each.champions[0] for each in guesses]),
            middle([each.champions[1] for each in guesses]),
        ),
        hoard=sum(each.hoard for each in guesses) / many,
    )


def look(state: FornaldarState, seat: int) -> Chart:
    """Look at the whole map."""
    finds = sorted({item.hex for item in state.treasures if item.hidden and item.hex >= 0 and not item.gone})
    return Chart(camps(state, seat, seat), camps(state, seat, 1 - seat), finds, lying(state))


def camps(state: FornaldarState, seat: int, who: int) -> dict[int, Stack]:
    """The ground stacks of a side, as a seat looks at them: with empty fortresses of the other."""
    stacks: dict[int, Stack] = {}
    book = state.book
    mine = [side == who for side in state.side]

    def at(hex_: int) -> Stack:
        found = stacks.get(hex_)
        if found is None:
            found = stacks[hex_] = Stack(hex_, who, [])
        return found

    for army in state.armies:
        if mine[army.group] and not (army.aboard or army.afloat):
            stack = at(army.hex)
            stack.csp += army.csp
            stack.troops[army.banner] = stack.troops.get(army.banner, 0) + army.csp
            stack.awake = stack.awake or state.active[army.group]
    for number, someone in enumerate(state.leaders):
        if someone.hex < 0 or someone.aboard or someone.afloat:
            continue
        if mine[book.leader_group[number]]:
            stack = at(someone.hex)
            recruit(state, stack, number)
            stack.awake = stack.awake or state.active[book.leader_group[number]]
    for hex_ in book.forts:
        if pieces.fortress_seat(state, hex_) != who or (who == seat and hex_ not in stacks):
            continue
        fort = book.fortress[hex_]
        assert fort is not None
        stack = at(hex_)
        stack.fort = fort.kind
        stack.garrison = book.garrison[fort.strength]
        stack.command = book.keep[fort.strength]
        stack.walls = ransom(state, hex_)
    treasured = treasures(state)
    for stack in stacks.values():
        stack.command = max(stack.command, ratings.best_command(state, stack.leaders))
        stack.hoard = sum(treasured.get(each, 0.0) for each in stack.leaders)
    return stacks


def ransom(state: FornaldarState, hex_: int) -> float:
    """The victory points for a fortress; the Fynvirke is never destroyed (R18.6)."""
    book = state.book
    fort = book.fortress[hex_]
    if fort is None or fort.kind == "fynvirke":
        return 0.0
    return prizes(book.scenario.id, book.library).get(hex_, 0.0) + book.spoils["fortress"]


def recruit(state: FornaldarState, stack: Stack, leader: int) -> None:
    """One more character in a stack, with his escort."""
    race, him = state.book.leader_race[leader], portrait(state, leader)
    stack.leaders.append(leader)
    stack.boxes += him.boxes
    stack.leads |= him.leads
    if state.leaders[leader].escort:
        stack.csp += 1
        stack.escorts[race] = stack.escorts.get(race, 0) + 1
    if him.might:
        stack.might[race] = stack.might.get(race, 0) + him.might
    (trial, duel), (other, another) = stack.champions, him.champions
    stack.champions = stronger(trial, other), stronger(duel, another)


class Portrait(NamedTuple):
    """What a character is worth by himself."""

    boxes: int
    leads: frozenset[int]
    might: int
    champions: tuple[Fighter | None, Fighter | None]


PORTRAITS: dict[Hashable, Portrait] = {}


def portrait(state: FornaldarState, leader: int) -> Portrait:
    """What a character is worth, remembered by all that it depends on: in many worlds he is the same."""
    book, someone = state.book, state.leaders[leader]
    key = (
        *(book.serial, leader, someone.wounds, someone.crowned, someone.cast, pieces.awake(state, leader)),
        *(tuple(items.borne(state, leader)), state.phase, state.month, spells.strength(state, leader)),
    )
    found = PORTRAITS.get(key)
    if found is None:
        if len(PORTRAITS) >= MOST_PORTRAITS:
            PORTRAITS.clear()
        found = PORTRAITS[key] = painted(state, leader)
    return found


def painted(state: FornaldarState, leader: int) -> Portrait:
    """The same, worked out."""
    book = state.book
    might = ratings.current_magic(state, leader)
    if ratings.is_hero(state, leader):
        might += ratings.combat(state, leader)
    trial, duel = (
        fighter(state, leader, kind) if challenges.may_take_part(state, leader, kind) else None
        for kind in (challenges.TRIAL, challenges.DUEL)
    )
    leads = led_by(book, ratings.rank(state, leader), book.leader_race[leader], book.leader_banner[leader])
    return Portrait(ratings.face(state, leader), leads, might, (trial, duel))


@functools.lru_cache(maxsize=1024)
def led_by(book: Book, rank: int, race: int, banner: int) -> frozenset[int]:
    """The banners that a character of such a rank, race and banner commands (R15.4)."""
    if rank == ratings.KING:
        return frozenset(range(len(book.banners)))
    if rank == ratings.MARSHAL:
        return frozenset(n for n in range(len(book.banners)) if book.banner_race[n] == race)
    return frozenset([banner]) if rank == ratings.CAPTAIN else frozenset()


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


def loose(item: Treasure) -> bool:
    """Whether a magic item lies about for anybody to take."""
    return item.hex >= 0 and item.bearer < 0 and item.keeper < 0 and not (item.hidden or item.gone)


def lying(state: FornaldarState) -> dict[int, float]:
    """The victory points for items that lie about, by hex (R22.2, R24.1.3)."""
    book = state.book
    found: dict[int, float] = {}
    for number, item in enumerate(state.treasures):
        if loose(item):
            card = book.relics[number]
            points = sum(
                award.points
                for award in book.awards
                if award.kind == card.kind or (award.kind == "item" and card.id in award.what)
            )
            found[item.hex] = found.get(item.hex, 0.0) + points
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


def talents(state: FornaldarState, chart: Chart, leaders: list[int]) -> tuple[int, int]:
    """The command of some characters, and their best magic."""
    key = tuple(leaders)
    known = chart.talents.get(key)
    if known is None:
        magic = max((ratings.magic(state, each) for each in leaders), default=0)
        known = chart.talents[key] = ratings.best_command(state, leaders), magic
    return known


# ---- what a battle promises


def strength(state: FornaldarState, stack: Stack, terrain: str) -> tuple[float, float]:
    """What a stack brings on such ground, CSP and heroes with magic; without command half (R15.1)."""
    book = state.book
    marks = book.fights.get(terrain) if terrain else None
    loose = sum(csp for banner, csp in stack.troops.items() if banner not in stack.leads)
    many = 0.0
    for banner, csp in stack.troops.items():
        part = 1.0 if banner in stack.leads or loose == 1 else 0.5
        many += csp * part * (MARKS[marks[book.banner_race[banner]]] if marks else 1.0)
    for race, csp in stack.escorts.items():
        many += csp * (MARKS[marks[race]] if marks else 1.0)
    might = sum(points * (MARKS[marks[race]] if marks else 1.0) for race, points in stack.might.items())
    return many, float(might)


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
    key = (foe.hex, *[chart.marks[each.hex] for each in party])
    known = chart.attacks.get(key)
    if known is None:
        together = functools.reduce(Stack.joined, party)
        known = chart.attacks[key] = assault(state, together, foe)
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
    marks = chart.marks.get(stack.hex), chart.marks.get(hex_)
    key = stack.hex, hex_, stack.csp, tuple(stack.leaders), marks
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
                walls=ransom(state, hex_),
            )
    worst = 0.0
    together: Stack | None = None
    for foe in enemies_near(book, chart, hex_, STRIKE):
        if foe.csp < 2 or not foe.leaders or not foe.awake:
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


def enemies_near(book: Book, chart: Chart, hex_: int, distance: int) -> list[Stack]:
    """The enemy stacks within so many hexes."""
    known = chart.ranges.get(hex_)
    if known is None:
        foes = chart.foes.values()
        known = chart.ranges[hex_] = [(book.distance(foe.hex, hex_), foe) for foe in foes]
    return [foe for far, foe in known if far <= distance]


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
