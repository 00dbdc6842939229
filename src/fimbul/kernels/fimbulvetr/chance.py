"""Random play: an action is picked from the legal list without writing the list."""

from fimbul.kernels.bits import below, count, drawn, mixed, nth
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.attacks import fray, nth_attack
from fimbul.kernels.fimbulvetr.field import action_at
from fimbul.kernels.fimbulvetr.moves import layer, nth_of, nth_turn, points_of, turns
from fimbul.kernels.fimbulvetr.rules import apply, nth_relic, open_cells, relics, rows_around
from fimbul.kernels.typing import Numbers

ROOM = 10  # bits for the number of a warrior's moves
RESULTS = 3  # numbers that say how a game went: plies, outcome and rule


@compiled
def random_placement(state: Numbers, chance: int) -> int:
    """A random action of a set-up while there are warriors in hand."""
    hand = (0x3F << 6 * state[at.ACTIVE]) & ~state[at.ALIVE]
    cells = 0
    row, last = rows_around(state)
    for each in range(row, last + 1):
        cells += count(open_cells(state, each))
    number = below(chance, 4 * cells * count(hand))
    warrior = nth(hand, number // (4 * cells))
    r, left = number & 3, number % (4 * cells) // 4
    found = open_cells(state, row)
    while left >= count(found) and row < last:
        left -= count(found)
        row += 1
        found = open_cells(state, row)
    return action_at(at.PLACE, warrior, 0, nth(found, left) - at.EDGE, row, r)


@compiled
def random_turn(state: Numbers, book: Numbers, chance: int) -> int:
    """A random action of a clan in play."""
    seat = state[at.ACTIVE] & 1
    first, alive = 6 * seat, state[at.ALIVE]
    bearer = state[at.BEARER + seat] & 15
    swift = bearer if state[at.RELIC + seat] == 3 else at.NOBODY
    hits, shots = fray(state, book, seat)
    attacks = count(hits) + count(shots)
    takers = state[at.NEAR + bearer] & (0x3F << first)
    number, moves, each, turn = at.MOST_ACTIONS, 0, 0, 0
    # First every warrior's moves are counted, then the chosen one is found, in one place: the more
    # instructions a GPU has to fetch, the slower it is.  The swift comes last: all the others wait for it.
    while turn < 8:
        warrior = first + turn & 15 if turn < 6 else swift
        counts = alive >> warrior & 1 == 1 and (turn == 6 or warrior != swift)
        if turn == 7:
            total = moves + attacks + count(takers)
            if not total:
                return action_at(at.PASS, 0, 0, 0, 0, 0)
            number = below(chance, total)
            if number >= moves:
                break
            warrior, counts = first, True
            while number >= each & (1 << ROOM) - 1:
                number -= each & (1 << ROOM) - 1
                each >>= ROOM
                warrior = warrior + 1 & 15
        points = points_of(state, book, warrior)
        if counts and points:
            turning = turns(state, warrior, points)
            passed, left, ends, edge = layer(state, book, warrior, points, number - turning)
            if turn == 7:
                if number < turning:
                    return nth_turn(state, warrior, points, number)
                number -= turning + passed
                return nth_of(state, warrior, points - left, left, ends, edge, number)
            moves += turning + passed
            each |= turning + passed << ROOM * (warrior - first)
        turn += 1
    number -= moves
    if number < attacks:
        return nth_attack(hits, shots, seat, number)
    return action_at(at.HAND, nth(takers, number - attacks), 0, 0, 0, 0)


@compiled
def random_set_up(state: Numbers, book: Numbers, chance: int) -> int:
    """A random action before the first turn."""
    if state[at.PHASE] == at.PLACING:
        return random_placement(state, chance)
    return nth_relic(state, book, below(chance, relics(book)))


@compiled
def random_action(state: Numbers, book: Numbers, chance: int) -> int:
    """The action that a random place in the legal list holds, found without writing the list."""
    if state[at.PHASE] == at.PLAYING:
        return random_turn(state, book, chance)
    return random_set_up(state, book, chance)


@compiled
def play_out(state: Numbers, book: Numbers, seen: Numbers, chance: int) -> int:
    """Play on at random to the end; the state of chance after it."""
    while not state[at.OUTCOME]:
        chance = drawn(chance)
        apply(state, book, seen, random_action(state, book, chance))
    return chance


@compiled
def random_games(
    start: Numbers, state: Numbers, book: Numbers, seen: Numbers, games: int, chance: int, results: Numbers
) -> int:
    """Many random games from one position; plies in all, and in `results` how they ended, by outcome."""
    plies = 0
    for _ in range(games):
        for number in range(at.SIZE):
            state[number] = start[number]
        chance = play_out(state, book, seen, chance)
        plies += state[at.PLY] - start[at.PLY]
        results[state[at.OUTCOME]] += 1
    return plies


@compiled
def games_apart(
    start: Numbers, state: Numbers, book: Numbers, seen: Numbers, first: int, results: Numbers
) -> None:
    """Random games, each with a stream of chance of its own, and how each of them went."""
    for game in range(len(results)):
        for number in range(at.SIZE):
            state[number] = start[number]
        play_out(state, book, seen, mixed(first + game))
        results[game, 0] = state[at.PLY]
        results[game, 1] = state[at.OUTCOME]
        results[game, 2] = state[at.RULE]
