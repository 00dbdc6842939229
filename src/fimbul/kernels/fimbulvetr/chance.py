"""Random play: an action is picked from the legal list without writing the list."""

from fimbul.kernels.bits import below, count, drawn, place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.attacks import add_attacks
from fimbul.kernels.fimbulvetr.field import action_at
from fimbul.kernels.fimbulvetr.moves import count_moves, nth_move
from fimbul.kernels.fimbulvetr.rules import apply, legal, open_cells
from fimbul.kernels.typing import Numbers

COUNTS = 344  # in the scratch, by warrior: how many moves it has


@compiled
def random_action(state: Numbers, book: Numbers, actions: Numbers, scratch: Numbers, chance: int) -> int:
    """The action that a random place in the legal list holds, found without writing the list."""
    seat = state[at.ACTIVE]
    if state[at.PHASE] == at.PLACING:
        hand = (0x3F << 6 * seat) & ~state[at.ALIVE]
        each = 4 * open_cells(state, scratch)
        number = below(chance, count(hand) * each)
        for _ in range(number // each):
            hand &= hand - 1
        cell = number % each // 4
        x, y = scratch[2 * cell], scratch[2 * cell + 1]
        return action_at(at.PLACE, place(hand & -hand), 0, x, y, number & 3)
    if state[at.PHASE] == at.CHOOSING:
        return actions[below(chance, legal(state, book, actions, scratch))]
    moves = 0
    for warrior in range(6 * seat, 6 * seat + 6):
        scratch[COUNTS + warrior] = count_moves(state, book, warrior, scratch)
        moves += scratch[COUNTS + warrior]
    others = add_attacks(state, book, actions, 0, scratch)
    takers = state[at.NEAR + state[at.BEARER + seat]] & (0x3F << 6 * seat)
    total = moves + others + count(takers)
    if not total:
        return action_at(at.PASS, 0, 0, 0, 0, 0)
    number = below(chance, total)
    if number < moves:
        warrior = 6 * seat
        while number >= scratch[COUNTS + warrior]:
            number -= scratch[COUNTS + warrior]
            warrior += 1
        count_moves(state, book, warrior, scratch)
        return nth_move(state, book, warrior, number, scratch)
    number -= moves
    if number < others:
        return actions[number]
    for _ in range(number - others):
        takers &= takers - 1
    return action_at(at.HAND, place(takers & -takers), 0, 0, 0, 0)


@compiled
def play_out(
    state: Numbers, book: Numbers, seen: Numbers, actions: Numbers, scratch: Numbers, chance: int
) -> int:
    """Play on at random to the end; the state of chance after it."""
    while not state[at.OUTCOME]:
        chance = drawn(chance)
        apply(state, book, seen, random_action(state, book, actions, scratch, chance))
    return chance


@compiled
def random_games(
    start: Numbers,
    state: Numbers,
    book: Numbers,
    seen: Numbers,
    actions: Numbers,
    scratch: Numbers,
    games: int,
    chance: int,
    results: Numbers,
) -> int:
    """Many random games from one position; plies in all, and in `results` how they ended, by outcome."""
    plies = 0
    for _ in range(games):
        for number in range(at.SIZE):
            state[number] = start[number]
        chance = play_out(state, book, seen, actions, scratch, chance)
        plies += state[at.PLY] - start[at.PLY]
        results[state[at.OUTCOME]] += 1
    return plies
