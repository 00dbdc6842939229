"""Trading two dice of a type for one of the next on the wheel (S83, S206)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Illegal, Question
from fimbul.core.wording import some
from fimbul.games.six_winters.actions import Dice, Trade
from fimbul.games.six_winters.library.terms import RESOURCES
from fimbul.games.six_winters.rules import pools
from fimbul.games.six_winters.rules.acting.doing import Doing
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.dice import CODES, KINDS, SORCERY, kind_of, names, subsets

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState


EXTRA = {"mint": ("technology", "military"), "whispers": ("diplomacy", "espionage")} | {
    "gratitude": ("stability", "diplomacy")
}  # trades beside the wheel (S206)


def price(state: SixWintersState) -> int:
    """The movement points that a trade costs."""
    if "market" in state.lasting:
        return 0
    chosen = state.options.trade_cost
    return state.book.figures.trade_cost if chosen is None else chosen


def ways(state: SixWintersState, person: int) -> list[Trade]:
    """What can be traded for what here."""
    someone, book = state.people[person], state.book
    wheel = book.figures.wheel
    if someone.moves < price(state):
        return []
    found: list[Trade] = []
    kinds, least = [kind_of(code) for code in state.dice[someone.place]], book.figures.trade_dice
    if len(kinds) < least:
        return found
    for kind, resource in enumerate(RESOURCES):
        if kinds.count(kind) < least:
            continue
        wanted: tuple[str, ...] = wheel
        if kind != SORCERY:
            more = [EXTRA[name][1] for name in state.lasting if name in EXTRA and EXTRA[name][0] == resource]
            wanted = tuple(dict.fromkeys((wheel[(wheel.index(resource) + 1) % len(wheel)], *more)))
        found += [
            Trade(state.id(person), resource, other) for other in wanted if state.supply[book.resource[other]]
        ]
    return found


def why_not(state: SixWintersState, person: int, action: Trade) -> Illegal:
    """Why that cannot be traded."""
    cost, left = price(state), state.people[person].moves
    if left < cost:
        return Illegal("S83", f"Trading costs {some(cost, 'movement point')}; {left} left.")
    count = state.book.figures.trade_dice
    return Illegal(
        "S83",
        f"It takes {count} dice of one type here, for one of the next on the wheel that the supply has.",
    )


def do(state: SixWintersState, person: int, action: Trade, events: list[Event]) -> None:
    """Pay, and choose the dice."""
    someone, resource = state.people[person], state.book.resource
    someone.moves -= price(state)
    state.push(Trading((someone.seat,), person, resource[action.given], resource[action.wanted]))


TRADING = Doing((Trade,), ways, why_not, do)


class Trading(Decision["SixWintersState", Dice], frozen=True, tag=True):
    """Which two dice are traded (S83)."""

    person: int
    given: int
    wanted: int

    rule: ClassVar[str] = "S83"
    otherwise: ClassVar[str] = "Choose two dice of the type that you give."

    def question(self, state: SixWintersState, seat: int) -> Question:
        given, wanted = KINDS[self.given], KINDS[self.wanted]
        return ask(
            self,
            state,
            seat,
            f"choose {state.book.figures.trade_dice} {given} dice to trade for one of {wanted}",
            about=(f"person:{self.person}",),
            labels=(("dice", "Trade: {}"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Dice]:
        lying = [code for code in state.dice[state.people[self.person].place] if kind_of(code) == self.given]
        count = state.book.figures.trade_dice
        return [Dice(names(chosen)) for chosen in subsets(lying) if len(chosen) == count]

    def take(self, state: SixWintersState, action: Dice, seat: int, events: list[Event]) -> None:
        place = state.people[self.person].place
        for name in action.dice:
            pools.take_away(state, place, CODES[name])
        pools.roll(state, place, self.wanted, events)
