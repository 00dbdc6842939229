"""What a bot thinks is good in Fimbulvetr."""

import functools
from typing import Any

from fimbul.core import Mind
from fimbul.games.fimbulvetr.actions import Handoff, Melee, Ranged
from fimbul.games.fimbulvetr.library.roster import roster
from fimbul.games.fimbulvetr.model import FimbulvetrOptions
from fimbul.games.fimbulvetr.rules import attack, ending
from fimbul.games.fimbulvetr.rules.board import OFF, place_of
from fimbul.games.fimbulvetr.state import FimbulvetrState

# In warriors: a sound warrior is worth about one.
QUALITY = {"M1": 0.16, "M2": 0.34, "MS": 0.26, "R1": 0.2, "R2": 0.4, "RA": 0.34}
QUALITY |= {"D1": 0.12, "D2": 0.2, "DS": 0.2, "V1": 0.06, "V2": 0.16, "VA": 0.14}
BASE = 0.5
INITIATIVE = 0.8  # a warrior that can be slain this turn
THREAT = 0.3  # a warrior that could be slain next turn
CHECK = 0.7  # a bearer that could be slain next turn
CUT_OFF = 0.5  # a severed warrior
NEARNESS = 0.03  # each step towards the enemy's bearer
SCALE = 6.0  # how many warriors' lead make a game look won by half
PROMISE_OF_ATTACK = 10.0
PROMISE_OF_VICTORY = 100.0


@functools.lru_cache(maxsize=256)
def worths(options: FimbulvetrOptions) -> tuple[float, ...]:
    """The worth of each warrior of a game, by its sigils."""
    return tuple(BASE + sum(QUALITY[sigil] for sigil in card.corners) for card in roster(options).cards)


class FimbulvetrMind(Mind):
    """Material, threats, severance, and who stands close to whose bearer."""

    open_eyed = True

    def evaluate(self, state: FimbulvetrState, seat: int) -> float:
        """How well a seat stands."""
        if state.outcome is not None:
            return 2 * state.outcome.scores[seat] - 1
        mover = state.active
        lead = self.standing(state, mover) - self.standing(state, 1 - mover)
        value = lead / (abs(lead) + SCALE)
        return value if seat == mover else -value

    def standing(self, state: FimbulvetrState, seat: int) -> float:
        """What a seat has, and what it threatens, in warriors."""
        worth = worths(state.options)
        own = [warrior for warrior in state.roster.own[seat] if state.cell[warrior] != OFF]
        total = sum(worth[warrior] for warrior in own)
        total += self.threats(state, seat, worth)
        if state.phase != "play":
            return total
        if state.active == seat:
            total -= CUT_OFF * sum(worth[warrior] for warrior in state.severed)
            if state.bearers[seat] in state.severed:
                total -= 2 * CUT_OFF
        return total - NEARNESS * self.distance(state, own, state.bearers[1 - seat])

    def threats(self, state: FimbulvetrState, seat: int, worth: tuple[float, ...]) -> float:
        """What a seat's possible attacks are worth: one now if it is its turn, the others later."""
        targets = {target for _, target, _ in attack.attacks(state, seat)}
        if not targets:
            return 0.0
        to_move = seat == (state.active if state.phase == "play" else state.first)
        total = 0.0
        enemy = state.bearers[1 - seat]
        if enemy in targets:
            if to_move:
                return 50.0
            total += CHECK
        hit = sorted((worth[target] for target in targets), reverse=True)
        if to_move:
            return total + INITIATIVE * hit[0] + THREAT * sum(hit[1:])
        return total + THREAT * sum(hit)

    def distance(self, state: FimbulvetrState, own: list[int], bearer: int) -> float:
        """How far a clan stands from the enemy's bearer, on average."""
        x, y = place_of(state.cell[bearer])
        places = [place_of(state.cell[warrior]) for warrior in own]
        return sum(max(abs(a - x), abs(b - y)) for a, b in places) / len(places)

    def promise(self, state: FimbulvetrState, actions: list[Any], seat: int) -> list[float]:
        """Attacks first, the bearer before all others."""
        book = state.roster
        bearer = book.ids[state.bearers[1 - seat]] if state.phase == "play" else None
        hopes = []
        for action in actions:
            if isinstance(action, Melee | Ranged):
                hopes.append(PROMISE_OF_VICTORY if action.target == bearer else PROMISE_OF_ATTACK)
            else:
                hopes.append(-1.0 if isinstance(action, Handoff) else 0.0)
        return hopes

    def key(self, state: FimbulvetrState) -> Any:
        """The position, the relics and how it is counted."""
        return (ending.position(state), *state.relics)
