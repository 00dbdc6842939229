"""The ways to lay cards, listed or picked at random (V21, V22, V55)."""

from fimbul.kernels.bits import below
from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.ground import spots
from fimbul.kernels.valknut.supply import action_at

TURNED_ROOM = 1 << 12  # in the scratch: the spots of upright cards, then of turned ones


@compiled
def add_card(
    book: Numbers, card: int, spots_of: Numbers, upright: int, turned: int, actions: Numbers, found: int
) -> int:
    """Add every way to lay a card."""
    turns = book[at.CARDS + (card + 2) * at.CARD_ROOM + at.CARD_TURNS]
    for r in range(4):
        if turns >> r & 1:
            start = TURNED_ROOM if r & 1 else 0
            for number in range(turned if r & 1 else upright):
                actions[found] = action_at(at.LAY, card, r, 0, 0, spots_of[start + number], 0)
                found += 1
    return found


@compiled
def add_cards(
    state: Numbers, board: Numbers, book: Numbers, seat: int, ambush: bool, actions: Numbers, scratch: Numbers
) -> int:
    """Every way to lay a card of the pool, or an own Ambush card."""
    upright = spots(state, board, book, 0, scratch, 0)
    turned = spots(state, board, book, 1, scratch, TURNED_ROOM)
    found = 0
    for number in range(state[at.POOL]):
        found = add_card(book, state[at.POOL + 1 + number], scratch, upright, turned, actions, found)
    if ambush:
        start = at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES)
        for number in range(state[start]):
            found = add_card(book, state[start + 1 + number], scratch, upright, turned, actions, found)
    return found


@compiled
def random_lay(
    state: Numbers, board: Numbers, book: Numbers, seat: int, ambush: bool, scratch: Numbers, chance: int
) -> int:
    """The way to lay a card that a random place in the list holds (after it: to decline)."""
    upright = spots(state, board, book, 0, scratch, 0)
    turned = spots(state, board, book, 1, scratch, TURNED_ROOM)
    start = at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES)
    pool = state[at.POOL]
    cards = pool + (state[start] if ambush else 0)
    total = 0 if ambush else 1
    for number in range(cards):
        card = state[at.POOL + 1 + number] if number < pool else state[start + 1 + number - pool]
        turns = book[at.CARDS + (card + 2) * at.CARD_ROOM + at.CARD_TURNS]
        total += ((turns & 1) + (turns >> 2 & 1)) * upright + ((turns >> 1 & 1) + (turns >> 3 & 1)) * turned
    place = below(chance, total)
    for number in range(cards):
        card = state[at.POOL + 1 + number] if number < pool else state[start + 1 + number - pool]
        turns = book[at.CARDS + (card + 2) * at.CARD_ROOM + at.CARD_TURNS]
        for r in range(4):
            if turns >> r & 1:
                size = turned if r & 1 else upright
                if place < size:
                    spot = scratch[place + (TURNED_ROOM if r & 1 else 0)]
                    return action_at(at.LAY, card, r, 0, 0, spot, 0)
                place -= size
    return action_at(at.DECLINE, 0, 0, 0, 0, 0, 0)
