"""The odds of an attack are those of its dice."""

from itertools import product

import pytest

from fimbul.core import Odds
from fimbul.games.fate import GAME
from fimbul.games.fate.actions import Attack, Move
from fimbul.games.fate.model import FIRST_MONSTER, Roll
from fimbul.games.fate.rules import prospects
from fimbul.games.fate.rules.dice import counts
from fimbul.games.fate.state import FateState


def battle() -> tuple[FateState, Attack]:
    """A hero who has come within reach of a monster."""
    state = GAME.new(options={"heroes": ("bjorn",)}, seed=3)
    assert isinstance(state, FateState)
    while True:
        legal = state.legal(0)
        attack = next((action for action in legal if isinstance(action, Attack)), None)
        if attack is not None:
            return state, attack
        goals = [action for action in legal if isinstance(action, Move)]
        quiet = [action for action in legal if str(action) in ("no", "keep", "done", "stop", "end")]
        foes = [state.land.xy[node] for node in state.where if node >= 0]
        choice = (quiet or legal)[0]
        if goals:
            choice = min(goals, key=lambda to: min(abs(to.x - x) + abs(to.y - y) for x, y in foes))
        state.play(choice, 0)


@pytest.mark.rule("G52")
@pytest.mark.parametrize("dice", [1, 2, 4])
def test_odds_are_counted_right(dice: int) -> None:
    state, attack = battle()
    monster = state.monster_at(attack.x, attack.y)
    node = state.land.at[attack.x, attack.y]
    assert state.at[node] - FIRST_MONSTER == monster
    state.roll = Roll(0, node, monster, action=True)
    (told,) = prospects.odds(state, 0, monster, dice)
    assert isinstance(told, Odds)
    rolls = list(product(state.book.attack_die, repeat=dice))
    hurt = sum(any(counts(state, face) for face in roll) for roll in rolls) / len(rolls)
    assert told.chances[0] == ("Hurts it", pytest.approx(hurt))
    assert told.chances[1][1] <= told.chances[0][1]


def test_every_attack_has_its_odds_and_nothing_is_drawn() -> None:
    state, attack = battle()
    before = state.fingerprint()
    legal = state.legal(0)
    foreseen = state.foresee(0, legal)
    assert {*foreseen} == {action for action in legal if isinstance(action, Attack)}
    assert foreseen[attack].struck == (f"monster:{state.monster_at(attack.x, attack.y)}",)
    assert state.fingerprint() == before
