"""The cards of a character: powers in use, and boxes with dice (S81, S82)."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from fimbul.games.six_winters.library.powers import InAttempts, Power, Stash
from fimbul.games.six_winters.library.terms import RESOURCES
from fimbul.games.six_winters.rules import pools
from fimbul.games.six_winters.rules.dice import ACTION, kind_of, value_of

if TYPE_CHECKING:
    from fimbul.games.six_winters.library.index import Book
    from fimbul.games.six_winters.state import SixWintersState

EMPTY = -1


def cards(state: SixWintersState, person: int) -> dict[str, Power]:
    """The powers of a character: unlocked abilities, and completed assets."""
    someone = state.people[person]
    return powers_of(state.book, someone.character, someone.abilities, tuple(someone.completed))


@functools.lru_cache(maxsize=4096)
def powers_of(book: Book, character: int, unlocked: int, completed: tuple[int, ...]) -> dict[str, Power]:
    """The powers of a character with so many abilities and these assets."""
    abilities = book.characters[character].abilities[:unlocked]
    found = {ability.id: ability.power for ability in abilities}
    for asset in completed:
        power = book.assets[asset].power
        if power is not None:
            found[book.assets[asset].id] = power
    return found


def ready(state: SixWintersState, person: int, kind: type[InAttempts], skills: tuple[int, ...]) -> list[str]:
    """The cards of a kind that can be used once per turn, for one of these skills."""
    someone, skill = state.people[person], state.book.skill
    return [
        card
        for card, power in cards(state, person).items()
        if isinstance(power, kind) and card not in someone.turned and skill[power.skill] in skills
    ]


def stashed(state: SixWintersState, person: int, use: str) -> list[str]:
    """The cards whose stashed die can be spent for a use."""
    boxes = state.people[person].boxes
    return [
        card
        for card, power in cards(state, person).items()
        if isinstance(power, Stash)
        and power.use == use
        and any(code != EMPTY for code in boxes.get(card, ()))
    ]


# ---- boxes (S81)


@functools.cache
def fits_box(box: str, code: int) -> bool:
    """Whether a die fits a box."""
    if box == "any_die":
        return True
    if box == "any_resource":
        return kind_of(code) != ACTION
    if box.isdigit():
        return value_of(code) == int(box)
    return kind_of(code) == RESOURCES.index(box)


def free_box(state: SixWintersState, person: int, card: str, power: Stash, code: int) -> int | None:
    """The first empty box of a card that a die fits."""
    boxes = state.people[person].boxes.get(card, (EMPTY,) * len(power.stash))
    if power.use == "convert":  # all of one kind (Ilko the General)
        kinds = {kind_of(other) for other in boxes if other != EMPTY}
        if kinds and kind_of(code) not in kinds:
            return None
    for place, box in enumerate(power.stash):
        if boxes[place] == EMPTY and fits_box(box, code):
            return place
    return None


def put_in_box(state: SixWintersState, person: int, card: str, code: int) -> None:
    """A die of the location, or an action die, goes into a box and stays there."""
    power = cards(state, person)[card]
    assert isinstance(power, Stash)
    place = free_box(state, person, card, power, code)
    assert place is not None
    someone = state.people[person]
    boxes = list(someone.boxes.get(card, (EMPTY,) * len(power.stash)))
    boxes[place] = code
    someone.boxes[card] = tuple(boxes)
    if kind_of(code) == ACTION:
        state.purse(person).dice.remove(value_of(code))
    else:
        pools.lift(state, someone.place, code)


def spend_box(state: SixWintersState, person: int, card: str) -> list[int]:
    """All dice in the boxes of a card are spent; which they were."""
    someone = state.people[person]
    dice = [code for code in someone.boxes.pop(card) if code != EMPTY]
    for code in dice:
        pools.give_back(state, code)
    return dice
