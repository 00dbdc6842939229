"""What a bot thinks is good in Fate.

A position is judged mostly by what thousands of games have taught (`outlook.py`), and a little by what can be
reckoned: the town pieces that are likely to be left, those that stand, less what every monster on the map
will probably cost, less the risk of a knock-out, and a little for what makes the hero stronger.  Only what
everybody sees is looked at.
"""

import math
from typing import Any

from fimbul.core import Mind
from fimbul.games.fate.actions import End
from fimbul.games.fate.bot.eye import Eye
from fimbul.games.fate.bot.front import Front, front_of, risk
from fimbul.games.fate.bot.outlook import losses
from fimbul.games.fate.bot.weights import (
    ABILITY,
    ACTION,
    CARD,
    GOLD,
    HEALTH,
    INCOME,
    KNOCK_OUT,
    MANA,
    NEARER,
    PINNED,
    PROGRESS,
    RANGE,
    SCRATCH,
    STRENGTH,
    WEAR,
)
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.rules import evening
from fimbul.games.fate.state import FateState

KEPT = 9  # town pieces of a game that goes on in the head whatever falls: one may still be added


class FateMind(Mind):
    """Town pieces as they will be."""

    horizon = 5  # rounds that a bot plays on in its head, where there is time for it
    thorough = True
    patience = 0.85  # of what it thinks of a round, so much is left to the next
    trust = 0.7  # in what games that were played have taught, against what is reckoned here
    skill = 0.6  # of what the first sight loses, a bot that searches loses
    spread = 1.5  # how far from what is expected a game may end

    def until(self, state: FateState) -> tuple[int, ...]:
        """The ends of some rounds, when all heroes and the monsters have had their turns."""
        heroes = len(state.heroes)
        rest = heroes - state.active if state.active >= 0 else 0
        near = state.turn + rest + 1
        return tuple(near + number * (heroes + 1) for number in range(self.horizon))

    def tally(self, state: FateState, before: tuple[int, int] | None) -> tuple[int, int]:
        """The pieces at the end of the round, and how many fell since; the game goes on whatever falls."""
        pieces, lost = before or (state.pieces, 0)
        if before is not None:
            lost += KEPT - state.pieces
        state.pieces = KEPT
        return pieces, lost

    def judge(self, state: FateState, seat: int, tally: tuple[int, int]) -> float:
        """How well the heroes stand who have played on by first sight for some rounds."""
        pieces, lost = tally
        lost += KEPT - state.pieces  # what fell since
        if state.outcome is not None:
            return self.hope(pieces, self.skill * lost)
        front = front_of(state)
        learned = self.hope(pieces, self.skill * (lost + losses(state, front)))
        return self.trust * learned + (1 - self.trust) * self.reckon(state, front, pieces - self.skill * lost)

    def hope(self, pieces: int, lost: float) -> float:
        """How likely Grimheim holds, from -1 to 1: by the pieces that stand and those that will be lost."""
        return math.tanh((pieces - 0.5 - lost) / (self.spread * math.sqrt(max(0.0, lost) + 0.5)))

    def closes(self, action: Any) -> bool:
        """After the end of a turn there are the others' dice."""
        return isinstance(action, End)

    def evaluate(self, state: FateState, seat: int) -> float:
        """How well the heroes stand."""
        if state.outcome is not None:
            return 2 * state.outcome.scores[0] - 1
        front = front_of(state)
        learned = self.hope(state.pieces, self.skill * losses(state, front))
        return self.trust * learned + (1 - self.trust) * self.reckon(state, front, state.pieces)

    def reckon(self, state: FateState, front: Front, pieces: float) -> float:
        """Town pieces as they will be, from -1 to 1."""
        heroes = state.heroes
        outside = [hero.node for hero in heroes if hero.node != TOWN]
        worth = pieces
        for near, cost in zip(front.away(outside), front.costs, strict=True):
            if cost:
                worth -= cost * ((PINNED if near == 1 else 1.0) + NEARER * near)
        turns = len(state.track) - state.time
        for other, hero in enumerate(heroes):
            worth += self.standing(state, other, turns)
            if hero.node != TOWN:
                worth -= KNOCK_OUT * risk(state, other, front.blows(hero.node))
        actions = state.book.figures.actions
        worth += ACTION * actions * len(heroes) * turns
        if state.active >= 0:  # who comes after the active hero still has a whole turn, and his income
            ending = any(type(step) is evening.NextTurn for step in state.agenda)
            for other in range(state.active + ending, len(heroes)):
                worth += ACTION * (actions - len(heroes[other].taken)) + INCOME * min(1.0, turns / 4)
        share = worth - 0.5
        return share / (abs(share) + 2.0)

    def standing(self, state: FateState, seat: int, turns: int) -> float:
        """What makes a hero strong, in town pieces."""
        hero, kit = state.heroes[seat], state.kit(seat)
        ahead = turns / 4
        total = ahead * (STRENGTH * kit.strength + RANGE * kit.range) + HEALTH * kit.health
        total += min(1.0, ahead) * (
            ABILITY * len(hero.active)
            + GOLD * hero.gold
            + CARD * len(hero.hand)
            + MANA * sum(hero.mana.values())
            + 0.02 * sum(hero.counters.values())
        )
        total -= SCRATCH * hero.damage + WEAR * sum(hero.wear.values())
        if hero.equipment and hero.progress:
            quest = state.book.sides[hero.equipment[-1]].quest
            if quest is not None and quest.count:
                total += PROGRESS * min(1.0, ahead) * hero.progress / quest.count
        return total

    # ---- the order of searching, and the way of playing on

    def promise(self, state: FateState, actions: list[Any], seat: int) -> list[float]:
        """How good every action looks at first sight, roughly in town pieces."""
        return Eye(state, seat).look(actions)
