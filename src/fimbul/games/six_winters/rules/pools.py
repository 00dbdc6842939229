"""Dice and where they are: supplies, locations, hands (S3, S4, S46, S81)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fimbul.core import Event
from fimbul.games.six_winters.events import Rolled
from fimbul.games.six_winters.rules import stress
from fimbul.games.six_winters.rules.dice import ACTION, NAMES, SORCERY, die, kind_of, value_of

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState


def give_back(state: SixWintersState, code: int) -> None:
    """A die goes back to the supply."""
    state.supply[kind_of(code)] += 1


def lift(state: SixWintersState, place: int, code: int) -> None:
    """A die is taken up from a location."""
    lying = list(state.dice[place])
    lying.remove(code)
    state.dice[place] = tuple(lying)


def lay(state: SixWintersState, place: int, codes: Iterable[int]) -> None:
    """Dice are put down at a location."""
    state.dice[place] = tuple(sorted((*state.dice[place], *codes)))


def take_away(state: SixWintersState, place: int, code: int) -> None:
    """A die leaves a location, for the supply."""
    lift(state, place, code)
    give_back(state, code)


def put(state: SixWintersState, place: int, code: int) -> bool:
    """A die of this kind and value comes from the supply to a location, if there is one."""
    kind = kind_of(code)
    if not state.supply[kind]:
        return False
    state.supply[kind] -= 1
    lay(state, place, (code,))
    return True


def gain(state: SixWintersState, person: int, code: int) -> bool:
    """A die comes from the supply to where its kind belongs: the location, or the character's pool."""
    someone = state.people[person]
    if kind_of(code) != ACTION:
        return put(state, someone.place, code)
    if not state.supply[ACTION]:
        return False
    state.supply[ACTION] -= 1
    purse = state.purse(person)
    purse.dice = sorted([*purse.dice, value_of(code)])
    return True


def spend(state: SixWintersState, person: int, code: int) -> None:
    """A die at a character's location, or of the character's pool, goes back to the supply."""
    someone = state.people[person]
    if kind_of(code) == ACTION:
        state.purse(person).dice.remove(value_of(code))
        give_back(state, code)
    else:
        take_away(state, someone.place, code)


def at_hand(state: SixWintersState, person: int, kind: int | None = None) -> list[int]:
    """The dice that a character can work on: resource dice at the location, and unspent action dice."""
    someone = state.people[person]
    found = list(state.dice[someone.place])
    if kind is None:
        return found + [die(ACTION, value) for value in state.purse(person).dice]
    return [code for code in found if kind_of(code) == kind]


def roll(state: SixWintersState, place: int, kind: int, events: list[Event]) -> bool:
    """A new die is rolled and put at a location, if the supply has one."""
    if not state.supply[kind]:
        return False
    code = die(kind, state.rng.die())
    put(state, place, code)
    events.append(Rolled(who=state.book.locations[place].name, what="gets", dice=(NAMES[code],)))
    return True


def roll_sorcery(state: SixWintersState, place: int, events: list[Event], count: int = 1) -> int:
    """Sorcery dice are rolled at a location, and those that explode bring more; how many exploded (S46)."""
    faces = explosive(state, place)
    exploded, left, dice = 0, count, []
    while left and state.supply[SORCERY]:
        value = state.rng.die()
        put(state, place, die(SORCERY, value))
        dice.append(NAMES[die(SORCERY, value)])
        left -= 1
        if value in faces:
            exploded += 1
            left += 1
    events.append(Rolled(who=state.book.locations[place].name, what="gets", dice=tuple(dice)))
    return exploded


def filled_up(state: SixWintersState, place: int) -> int:
    """How many dice a location's token fills up to (S5, S44)."""
    figures = state.book.figures
    return (0, figures.base_dice, figures.improved_dice)[state.level[place]]


def explosive(state: SixWintersState, place: int) -> tuple[int, ...]:
    """The faces on which sorcery explodes at a location."""
    if state.makes[place] != SORCERY or not state.level[place]:
        return ()
    figures = state.book.figures
    return figures.explosions if state.level[place] == 1 else figures.explosions_improved


def explode(state: SixWintersState, place: int, times: int) -> None:
    """Every character at a location takes stress for each explosion (S46)."""
    for number in reversed(range(len(state.people))):
        if times and state.people[number].place == place:
            state.push(stress.Hurt(number, -1, -1, times))
