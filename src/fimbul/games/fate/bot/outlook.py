"""How many town pieces will still be lost: numbers about a position, for a network fitted to whole games."""

import functools
import heapq
from pathlib import Path

from fimbul.core.net import read_net
from fimbul.games.fate.bot.errand import Errand
from fimbul.games.fate.bot.front import Front, schedule, skulls_of
from fimbul.games.fate.bot.tide import Tide
from fimbul.games.fate.library.book import Book, book_of
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.rules import damage, turn
from fimbul.games.fate.state import FateState

FILE = Path(__file__).with_name("outlook.json")
SOON = 5  # monster turns that are told apart
WAVES = {"yellow": (5, 3.3, 1.2), "red": (7, 3.9, 1.4)}  # monsters of a card, their health, what one costs
WAY = 7  # areas that they have to go
LEAST = 0.6  # of a hero's turn, that any monster takes
STRIDE = 3.5  # areas that a hero comes nearer in a turn
MOST = 12  # pieces a hero, that the network tells apart
STAND = 2  # monster turns in which the heroes are thought to stay where they are


def missed(jobs: list[tuple[int, float, float]], hands: int, done: int = 0) -> float:
    """What gets in, of monsters with the turn in which each comes, the work that it is and what it costs.

    The heroes, some of whom are done for this round, take them in the order in which they come; where that is
    too much, what is most work for what it costs is left.
    """
    busy = lost = 0.0
    taken: list[tuple[float, float, float]] = []
    for due, work, price in sorted(jobs):
        busy += work
        heapq.heappush(taken, (-work / price, work, price))
        while busy > hands * due - done + 1e-9:
            _, most, what = heapq.heappop(taken)
            over = busy - (hands * due - done)
            share = min(1.0, over / most)
            lost += what * share
            busy -= most * share
            if share < 1.0:  # a part of it is done in time, in the mean
                heapq.heappush(taken, (-most / what, most * (1 - share), what * (1 - share)))
    return lost


@functools.cache
def columns_of(book: Book) -> tuple[int, tuple[int, ...]]:
    """How many printed cards there are, and which of them each card of a book is; one's own are none."""
    printed = {(side.hero, side.id, side.level): side.number for side in book_of(None).sides}
    width = len(printed)
    return width, tuple(printed.get((side.hero, side.id, side.level), width) for side in book.sides)


def numbers(state: FateState) -> list[float]:
    """What the network looks at: time, town, monsters by when they come, what the heroes can do about it."""
    heroes, land = state.heroes, state.land
    count = len(heroes)
    done = state.active if state.active >= 0 else count  # heroes who have had their turn
    share = 1 / count
    left = len(state.track) - state.time
    hours = state.track[state.time :]
    front = Front(state)
    skulls = skulls_of(state.track, state.time)
    tide = Tide(state, front.monsters, front.nodes)
    outside = [hero.node for hero in heroes if hero.node != TOWN]
    kits = [state.kit(seat) for seat in range(count)]

    strength = reach = life = hurt = gold = upgrades = cards = hand = mana = wear = home = 0.0
    errand_worth = errand_left = hits = bonus = prevents = moves = 0.0
    for seat, hero in enumerate(heroes):
        kit = kits[seat]
        strength += kit.strength
        reach += kit.range
        moves += kit.move
        life += kit.health - hero.damage
        hurt += hero.damage
        gold += hero.gold
        upgrades += hero.upgrades
        cards += len(hero.active)
        hand += len(hero.hand)
        mana += min(8, sum(hero.mana.values()))
        wear += sum(hero.wear.values())
        home += hero.node == TOWN
        bonus += kit.powers.attack_damage + kit.powers.after_attack_damage
        prevents += kit.armor + len(kit.uses.get("prevent", ()))
        hits += kit.strength * (4 if kit.powers.runes_hit else 3) / 6
        errand = Errand(state, seat)
        errand_worth += errand.worth
        errand_left += min(6.0, errand.left)
    might = hits + bonus + 0.25 * mana + 0.25 * hand + 0.3 * count

    coming = [0.0] * (SOON + 1)
    health = [0.0] * (SOON + 1)
    near_by = [0.0] * (SOON + 1)
    pinned = legend = legend_health = harmless = armored = late = 0.0
    jobs: list[tuple[int, float, float]] = []
    prices: list[float] = []
    each = might / count
    for monster, node, kind in zip(front.monsters, front.nodes, tide.kinds, strict=True):
        price = 3.0 if kind.rank >= LEGEND else 1.0
        prices.append(price)
        turns = schedule(skulls, kind.move)
        steps = land.path_length[node]
        if steps >= len(turns):
            harmless += 1
            continue
        due = max(1, turns[steps])
        soon = min(SOON, due - 1)
        coming[soon] += price
        tough = damage.health(state, monster) - state.hurt[monster] + kind.armor
        health[soon] += tough
        armored += kind.armor > 0
        near = min((land.far[node][there] for there in outside), default=land.home[node] + 1)
        near_by[soon] += price * max(0, near - 2)
        late += price * max(0.0, (near - 1) / STRIDE - due + 1)
        if near == 1:
            pinned += price
        if kind.rank >= LEGEND:
            legend += 1
            legend_health += tough
        jobs.append((due, max(LEAST, tough / each), price))
    now = missed(jobs, count, done)
    later = list(jobs)
    for number, hour in enumerate(hours, 1):
        if hour.deck in WAVES:
            monsters, stout, price = WAVES[hour.deck]
            turns = schedule(skulls[number:], 1)
            if len(turns) > WAY:
                work = max(LEAST, stout / (each + 0.15 * number))
                later += [(number + turns[WAY], work, price)] * (monsters * count)
    in_all = missed(later, count, done)
    strong = missed([(due, max(LEAST, work / 1.5), price) for due, work, price in later], count, done)

    nodes = tide.nodes
    got_in = [0.0] * STAND
    blows = [0.0] * count
    for number, skull in enumerate(skulls[:STAND]):
        nodes = tide.flow(outside, skull, nodes, held=number == 0)
        got_in[number] = sum([price for price, node in zip(prices, nodes, strict=True) if node == TOWN])
        if number == 0:
            for seat, hero in enumerate(heroes):
                if hero.node != TOWN:
                    far = land.far[hero.node]
                    blow = sum(
                        dice
                        for node, dice, range_ in zip(nodes, front.dice, front.ranges, strict=True)
                        if node != TOWN and far[node] <= range_
                    )
                    blows[seat] = max(0.0, blow - (kits[seat].health - hero.damage) + 2)

    found = [left, sum(skulls), count, share]
    found += [share * sum(hour.deck == deck for hour in hours) for deck in ("yellow", "red")]
    found += [share * part for part in (*coming, *health, *near_by, *got_in)]
    found += [
        share * part
        for part in (
            now,
            in_all,
            strong,
            late,
            pinned,
            legend,
            legend_health,
            harmless,
            armored,
            strength,
            reach,
            moves,
            bonus,
            prevents,
            life,
            hurt,
            gold,
            upgrades,
            cards,
            hand,
            mana,
            wear,
            home,
            sum(blows),
            errand_worth,
            errand_left,
            strength * left / 8,
            life * left / 8,
        )
    ]
    names = [hero.deck_number for hero in heroes]
    found += [share * names.count(number) for number in range(4)]
    width, columns = columns_of(state.book)
    cards_in_play = [0] * (width + 1)  # for as long as the game lasts; the last column is for unknown ones
    for hero in heroes:
        for side in hero.active:
            cards_in_play[columns[side]] = left
    cards_in_play.pop()
    return [*found, *cards_in_play, share * done]


def ready(state: FateState) -> bool:
    """Whether a position is one to learn from: a hero's turn begins."""
    return (
        state.active >= 0 and not state.heroes[state.active].taken and isinstance(state.decision, turn.Acting)
    )


def share_of(lost: int, heroes: int) -> float:
    """How many town pieces were lost, as the network says it: from 0 to 1."""
    return round(min(1.0, max(0.0, lost / MOST / heroes)), 4)


def losses(state: FateState) -> float:
    """How many town pieces will be lost until the end, by what was learned."""
    return MOST * len(state.heroes) * read_net(FILE).chance(numbers(state))
