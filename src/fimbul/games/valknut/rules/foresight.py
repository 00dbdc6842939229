"""What a seat knows of the pile: Odin shows its top to one player and leaves the others guessing (V7, V104).

A seat's sight is a row of blocks from the top of the pile down.  A block is a number of places and the cards
that the seat knows to lie in them, in whatever order: what it saw itself is in blocks of one, and when
another player rearranges the top, the blocks there become one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Rng
from fimbul.games.valknut.model import Block, Sight

if TYPE_CHECKING:
    from fimbul.games.valknut.state import ValknutState


def below(sight: Sight, depth: int, seen: list[int]) -> Sight:
    """What is left of a sight under so many places, whose cards are now seen."""
    found = []
    for size, cards in sight:
        hidden = min(size, depth)
        depth -= hidden
        if size > hidden:
            found.append((size - hidden, tuple(card for card in cards if card not in seen)))
    return tuple(found)


def look(state: ValknutState, seat: int, top: list[int]) -> None:
    """A seat sees the top cards, the first one on top."""
    rest = below(state.sights[seat], len(top), top)
    state.sights[seat] = (*((1, (card,)) for card in top), *rest)


def arrange(state: ValknutState, seat: int, top: list[int]) -> None:
    """A seat has put the top cards into this order; the others know only that something changed."""
    look(state, seat, top)
    for other, sight in enumerate(state.sights):
        if other == seat or not sight:
            continue
        places, cards, rest = 0, list[int](), list[Block]()
        for size, known in sight:
            if places < len(top):
                places += size
                cards += known
            else:
                rest.append((size, known))
        state.sights[other] = ((max(places, len(top)), tuple(sorted(cards))), *rest)


def drawn(state: ValknutState, card: int) -> None:
    """The top card has left the pile."""
    for seat, sight in enumerate(state.sights):
        if sight:
            state.sights[seat] = below(sight, 1, [card])


def redeal(state: ValknutState, seat: int | None, rng: Rng) -> None:
    """Give the piles and the Parley cards faces that the seat could not tell from the real ones."""
    sight: Sight = state.sights[seat] if seat is not None else ()
    known = {card for _, cards in sight for card in cards}
    loose = sorted({*state.pile, *state.parley} - known)
    rng.shuffle(loose)
    for place, name in enumerate(state.parley_decks):
        face = next(card for card in loose if card in state.deck.decks[name])
        loose.remove(face)
        state.parley[place] = face
    top: list[int] = []
    for size, cards in sight:
        block = list(cards)
        while len(block) < size:
            block.append(loose.pop())
        rng.shuffle(block)
        top += block
    state.pile = loose + top[::-1]
    for other in range(len(state.sights)):
        if other != seat:
            state.sights[other] = ()  # what others know is nothing that the seat knows
    hidden = state.god_pile[state.returned :]
    hidden.sort()
    rng.shuffle(hidden)
    state.god_pile[state.returned :] = hidden
