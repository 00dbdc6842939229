"""Mustering a new die, and rolling dice again (S63, S64)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Illegal, Question
from fimbul.core.wording import some
from fimbul.games.six_winters.actions import Dice, Muster, Reroll
from fimbul.games.six_winters.events import Rolled
from fimbul.games.six_winters.rules import pools
from fimbul.games.six_winters.rules.acting.doing import Doing
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.dice import ACTION, CODES, SORCERY, die, kind_of, names, subsets, value_of

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState

POOLS = ("actions", "resources")


def ways(state: SixWintersState, person: int) -> list[Muster | Reroll]:
    """Whether a die can be mustered, and which pools can be rolled again."""
    someone, figures, id = state.people[person], state.book.figures, state.id(person)
    here = someone.place
    found: list[Muster | Reroll] = []
    if someone.moves >= figures.muster_cost and state.level[here] and state.supply[state.makes[here]]:
        found.append(Muster(id))
    if someone.moves >= figures.reroll_cost:
        dice = state.purse(person).dice, state.dice[here]
        found += [Reroll(id, pool) for pool, some in zip(POOLS, dice, strict=True) if some]
    return found


def why_not(state: SixWintersState, person: int, action: Muster | Reroll) -> Illegal:
    """Why no die can be mustered, or none rolled again."""
    figures, someone = state.book.figures, state.people[person]
    left = someone.moves
    if isinstance(action, Reroll):
        cost = figures.reroll_cost
        if left < cost:
            return Illegal("S64", f"Rolling again costs {some(cost, 'movement point')}; {left} left.")
        return Illegal("S64", "There are no such dice to roll again.")
    if not state.level[someone.place]:
        return Illegal("S63", f"{state.book.locations[someone.place].name} produces nothing.")
    cost = figures.muster_cost
    if left < cost:
        return Illegal("S63", f"Mustering costs {some(cost, 'movement point')}; {left} left.")
    return Illegal("S63", "No die of that type is left in the supply.")


def do(state: SixWintersState, person: int, action: Muster | Reroll, events: list[Event]) -> None:
    """Muster, or choose the dice to roll again."""
    someone, figures = state.people[person], state.book.figures
    if isinstance(action, Reroll):
        someone.moves -= figures.reroll_cost
        state.push(Rerolling((someone.seat,), person, action.pool))
        return
    someone.moves -= figures.muster_cost
    kind = state.makes[someone.place]
    if kind == SORCERY:
        pools.explode(state, someone.place, pools.roll_sorcery(state, someone.place, events))
    else:
        pools.roll(state, someone.place, kind, events)


MUSTERING = Doing((Muster, Reroll), ways, why_not, do)


class Rerolling(Decision["SixWintersState", Dice], frozen=True, tag=True):
    """Which dice are rolled again; with a stashed die, of either pool (S64)."""

    person: int
    pool: str

    rule: ClassVar[str] = "S64"
    otherwise: ClassVar[str] = "Choose dice of one pool to roll again, at least one."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            "touch the dice to roll again, from left to right, then confirm",
            about=(f"person:{self.person}",),
            labels=(("confirm", "Roll these again"), ("dice", "Roll again: {}")),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Dice]:
        someone = state.people[self.person]
        found: list[Dice] = []
        if self.pool != "resources":
            own = [die(ACTION, value) for value in state.purse(self.person).dice]
            found += [Dice(names(chosen)) for chosen in subsets(own)]
        if self.pool != "actions":
            found += [Dice(names(chosen)) for chosen in subsets(state.dice[someone.place])]
        return found

    def take(self, state: SixWintersState, action: Dice, seat: int, events: list[Event]) -> None:
        someone, purse = state.people[self.person], state.purse(self.person)
        codes = [CODES[name] for name in action.dice]
        fresh = []
        for code in codes:
            rolled = die(kind_of(code), state.rng.die())
            fresh.append(rolled)
            if kind_of(code) == ACTION:
                purse.dice.remove(value_of(code))
            else:
                pools.lift(state, someone.place, code)
        purse.dice = sorted([*purse.dice, *(value_of(c) for c in fresh if kind_of(c) == ACTION)])
        lying = [code for code in fresh if kind_of(code) != ACTION]
        pools.lay(state, someone.place, lying)
        events.append(Rolled(who=state.name(self.person), what="rolls again:", dice=names(fresh)))
