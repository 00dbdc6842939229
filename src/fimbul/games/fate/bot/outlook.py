"""How many town pieces will still be lost: numbers about a position, for a network fitted to whole games.

Most numbers change seldom: the time and the cards in play.  What they come to in the network is worked out
once, so that a look at a position is a look at the monsters and at how the heroes are.
"""

import functools
from collections.abc import Iterable
from operator import add
from pathlib import Path
from typing import NamedTuple

from fimbul.core.net import Parted, read_net
from fimbul.games.fate.bot.errand import Errand
from fimbul.games.fate.bot.front import NEVER, Front, schedule, skulls_of
from fimbul.games.fate.bot.tide import tide_of
from fimbul.games.fate.library.book import Book, book_of
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.rules import turn
from fimbul.games.fate.state import FateState

FILE = Path(__file__).with_name("outlook.json")
SOON = 5  # monster turns that are told apart
WAVES = {"yellow": (5, 3.3, 1.2), "red": (7, 3.9, 1.4)}  # monsters of a card, their health, what one costs
WAY = 7  # areas that they have to go
LEAST = 0.6  # of a hero's turn, that any monster takes
STRIDE = 3.5  # areas that a hero comes nearer in a turn
MOST = 12  # pieces a hero, that the network tells apart
STAND = 2  # monster turns in which the heroes are thought to stay where they are
HEROES = 4  # that are told apart

SEASON = ("left", "skulls", "heroes", "share", "yellow", "red")
QUICK = (  # the numbers that change all the time
    *(f"{what} {soon}" for what in ("coming", "health", "near") for soon in range(SOON + 1)),
    *(f"got in {number}" for number in range(STAND)),
    *("now", "in all", "strong", "late", "pinned", "legend", "legend health", "harmless", "armored"),
    *("strength", "reach", "moves", "bonus", "prevents", "life", "hurt", "gold", "upgrades", "cards"),
    *("hand", "mana", "wear", "home", "blows", "errand worth", "errand left", "strength left", "life left"),
)
NAMES = tuple(f"hero {number}" for number in range(HEROES))
ORDER = (*SEASON, *QUICK, *NAMES)  # then a number for every printed card, and at last who is done
PLACE = {name: place for place, name in enumerate(ORDER)}
Job = tuple[int, float, float, int]  # when monsters come, the work of one, what one costs, how many


def missed(jobs: list[Job], hands: int, done: int = 0) -> float:
    """What gets in, of the monsters that come.

    The heroes, some of whom are done for this round, take them in the order in which they come; where that is
    too much, what is most work for what it costs is left.
    """
    busy = lost = 0.0
    taken: list[tuple[float, float, float]] = []  # brought into order only where something has to be left
    for due, work, price, many in sorted(jobs):
        busy += work * many
        taken.append((-work / price, work * many, price * many))
        room = hands * due - done
        if busy > room + 1e-9:
            taken.sort(reverse=True)
            while busy > room + 1e-9:
                worst, most, what = taken.pop()
                share = min(1.0, (busy - room) / most)
                lost += what * share
                busy -= most * share
                if share < 1.0:  # a part of it is done in time, in the mean
                    taken.append((worst, most * (1 - share), what * (1 - share)))
    return lost


@functools.cache
def columns_of(book: Book) -> tuple[int, tuple[int, ...]]:
    """How many printed cards there are, and which of them each card of a book is; one's own are none."""
    printed = {(side.hero, side.id, side.level): side.number for side in book_of(None).sides}
    width = len(printed)
    return width, tuple(printed.get((side.hero, side.id, side.level), width) for side in book.sides)


class Hours(NamedTuple):
    """What is left of a time track."""

    left: int
    skulls: tuple[bool, ...]
    numbers: dict[int, float]  # by their places
    settled: tuple[float, ...]  # what they come to in the network, with all steady numbers that are 0
    waves: tuple[
        tuple[int, int, float, float, int], ...
    ]  # when it comes and is there, health, cost, how many


@functools.cache
def hours_of(book: Book, track: str, time: int, count: int, done: int) -> Hours:
    """What is left of a track for so many heroes, some of whom have had their turn."""
    share = 1 / count
    hours = book.tracks[track][time:]
    skulls = skulls_of(book, track, time)
    left = len(hours)
    decks = [share * sum(hour.deck == deck for hour in hours) for deck in WAVES]
    numbers = dict(enumerate((left, sum(skulls), count, share, *decks)))  # as SEASON has them
    numbers[len(ORDER) + columns_of(book)[0]] = share * done
    waves = []
    for number, hour in enumerate(hours, 1):
        turns = schedule(skulls[number:], 1)
        if hour.deck in WAVES and len(turns) > WAY:
            monsters, health, price = WAVES[hour.deck]
            waves.append((number, number + turns[WAY], health, price, monsters * count))
    return Hours(left, skulls, numbers, network().settle(numbers), tuple(waves))


class Gear(NamedTuple):
    """What a hero's cards in play can do."""

    strength: int
    reach: int
    moves: int
    bonus: int
    prevents: int
    cards: int
    hits: float
    health: int


@functools.cache
def gear_of(book: Book, active: tuple[int, ...]) -> Gear:
    """What these cards can do."""
    kit = book.kit(active)
    bonus = kit.powers.attack_damage + kit.powers.after_attack_damage
    prevents = kit.armor + len(kit.uses.get("prevent", ()))
    hits = kit.strength * (4 if kit.powers.runes_hit else 3) / 6
    return Gear(kit.strength, kit.range, kit.move, bonus, prevents, len(active), hits, kit.health)


def played(book: Book, hero: int, active: tuple[int, ...], left: int, share: float) -> dict[int, float]:
    """Who a hero is, and the cards in play, which count for as long as the game lasts."""
    width, columns = columns_of(book)
    found = {len(ORDER) + columns[side]: float(left) for side in active if columns[side] < width}
    found[PLACE[NAMES[hero]]] = share
    return found


@functools.lru_cache(maxsize=1 << 14)
def in_play(book: Book, hero: int, active: tuple[int, ...], left: int, share: float) -> tuple[float, ...]:
    """What a hero with these cards brings to the network."""
    return network().add_up(played(book, hero, active, left, share))


@functools.cache
def network() -> Parted:
    """What was learned."""
    net = read_net(FILE)
    return Parted(net, set(range(len(net.means))) - {PLACE[name] for name in QUICK})


def hours_in(state: FateState) -> Hours:
    """What is left of the time track in a position."""
    count = len(state.heroes)
    done = state.active if state.active >= 0 else count
    return hours_of(state.book, state.options.track, state.time, count, done)


def quick(state: FateState, front: Front, hours: Hours) -> list[float]:
    """What changes all the time: monsters by when they come, and what the heroes can do about it."""
    heroes, land, book = state.heroes, front.land, state.book
    count = len(heroes)
    done = state.active if state.active >= 0 else count  # heroes who have had their turn
    outside = [hero.node for hero in heroes if hero.node != TOWN]

    strength = reach = moves = bonus = prevents = cards = hits = life = hurt = gold = upgrades = 0.0
    hand = mana = wear = home = errand_worth = errand_left = 0.0
    lives = []
    for seat, hero in enumerate(heroes):
        gear = gear_of(book, hero.active)
        strength += gear.strength
        reach += gear.reach
        moves += gear.moves
        bonus += gear.bonus
        prevents += gear.prevents
        cards += gear.cards
        hits += gear.hits
        lives.append(gear.health - hero.damage)
        life += gear.health - hero.damage
        hurt += hero.damage
        gold += hero.gold
        upgrades += hero.upgrades
        hand += len(hero.hand)
        mana += min(8, sum(hero.mana.values()))
        wear += sum(hero.wear.values())
        home += hero.node == TOWN
        errand = Errand(state, seat)
        errand_worth += errand.worth
        errand_left += min(6.0, errand.left)
    each = (hits + bonus + 0.25 * mana + 0.25 * hand + 0.3 * count) / count

    coming = [0.0] * (SOON + 1)
    health = [0.0] * (SOON + 1)
    near_by = [0.0] * (SOON + 1)
    pinned = legend = legend_health = harmless = armored = late = 0.0
    jobs: list[Job] = []
    prices: list[float] = []
    for own, due, left, near in zip(front.kinds, front.dues, front.left, front.away(outside), strict=True):
        price = 3.0 if own.rank >= LEGEND else 1.0
        prices.append(price)
        if due == NEVER:
            harmless += 1
            continue
        due = due or 1
        soon = due - 1 if due <= SOON else SOON
        coming[soon] += price
        tough = left + own.armor
        health[soon] += tough
        if own.armor > 0:
            armored += 1
        if near > 2:
            near_by[soon] += price * (near - 2)
        elif near == 1:
            pinned += price
        behind = (near - 1) / STRIDE - due + 1
        if behind > 0:
            late += price * behind
        if price > 1:
            legend += 1
            legend_health += tough
        work = tough / each
        jobs.append((due, work if work > LEAST else LEAST, price, 1))
    now = missed(jobs, count, done)
    for number, due, stout, price, many in hours.waves:
        jobs.append((due, max(LEAST, stout / (each + 0.15 * number)), price, many))
    in_all = missed(jobs, count, done)
    easier = [(due, max(LEAST, work / 1.5), price, many) for due, work, price, many in jobs]
    strong = missed(easier, count, done)

    tide = tide_of(state, front)
    got_in = [0.0] * STAND
    blows = 0.0
    nodes = None
    for number, skull in enumerate(hours.skulls[:STAND]):
        nodes = tide.flow(outside, skull, nodes, held=number == 0)
        if TOWN in nodes:
            got_in[number] = sum([price for price, node in zip(prices, nodes, strict=True) if node == TOWN])
        if number == 0:
            for hero, alive in zip(heroes, lives, strict=True):
                if hero.node != TOWN:
                    far = land.far[hero.node]
                    blow = 0.0
                    for node, dice, own in zip(nodes, front.dice, front.kinds, strict=True):
                        if far[node] <= own.range:
                            blow += dice
                    blows += max(0.0, blow - alive + 2)

    found = [
        *coming, *health, *near_by, *got_in,
        now, in_all, strong, late, pinned, legend, legend_health, harmless, armored,
        strength, reach, moves, bonus, prevents,
        life, hurt, gold, upgrades, cards,
        hand, mana, wear, home, blows, errand_worth, errand_left,
        strength * hours.left / 8, life * hours.left / 8,
    ]  # fmt: skip
    if count == 1:
        return found
    share = 1 / count
    return [share * part for part in found]


def numbers(state: FateState) -> list[float]:
    """What the network looks at: time, town, monsters by when they come, what the heroes can do about it."""
    hours = hours_in(state)
    found = [0.0] * len(network().net.means)
    steady = dict(hours.numbers)
    for hero in state.heroes:
        steady |= played(state.book, hero.deck_number, hero.active, hours.left, 1 / len(state.heroes))
    for place, value in steady.items():
        found[place] = value
    for name, value in zip(QUICK, quick(state, Front(state), hours), strict=True):
        found[PLACE[name]] = value
    return found


def ready(state: FateState) -> bool:
    """Whether a position is one to learn from: a hero's turn begins."""
    return (
        state.active >= 0 and not state.heroes[state.active].taken and isinstance(state.decision, turn.Acting)
    )


def share_of(lost: int, heroes: int) -> float:
    """How many town pieces were lost, as the network says it: from 0 to 1."""
    return round(min(1.0, max(0.0, lost / MOST / heroes)), 4)


def losses(state: FateState, front: Front) -> float:
    """How many town pieces will be lost until the end, by what was learned."""
    hours, book, count = hours_in(state), state.book, len(state.heroes)
    settled: Iterable[float] = hours.settled
    for hero in state.heroes:
        brought = in_play(book, hero.deck_number, hero.active, hours.left, 1 / count)
        settled = map(add, settled, brought)
    return MOST * count * network().chance(tuple(settled), quick(state, front, hours))
