"""From touches to actions."""

from tests.cli.conftest import played

import fimbul
from fimbul.cli.table.touch import Touch
from fimbul.core import Illegal

GAME = fimbul.game("fimbulvetr")


def quick(seed: int = 5) -> Touch:
    state = GAME.new(options={"setup": "quick", "first": 0}, seed=seed)
    return Touch(GAME, state, 0)


def test_every_legal_action_can_be_touched_in_every_phase() -> None:
    for ply in (0, 3, 12, 14, 20):
        state = played(ply).state
        for action in state.legal(state.to_act[0]):
            touch = Touch(GAME, state, state.to_act[0])
            way = GAME.clicks(touch.view, action)
            answer = None
            for node in way:
                assert node in touch.next()
                answer = touch.touch(node)
                if answer is not None:
                    break
            assert answer == action


def test_one_touch_selects_and_lights_what_comes_next() -> None:
    touch = quick()
    first = touch.next()
    assert all(node.startswith("warrior:0:") for node in first)
    assert touch.touch(first[0]) is None
    assert touch.path == (first[0],)
    assert set(touch.next()) == {way[1] for way in touch.clicks if way[0] == first[0]}


def test_one_touch_alone_never_plays() -> None:
    touch = quick()
    for node in touch.next():
        touch.path = ()
        assert touch.touch(node) is None


def test_touching_another_of_ones_own_selects_that_one() -> None:
    touch = quick()
    others = [node for node in touch.next() if node in ("warrior:0:thegn", "warrior:0:archer")]
    for node in others:
        touch.touch(node)
        assert touch.path == (node,)


def test_touching_twice_lets_go_and_escape_steps_back() -> None:
    touch = quick()
    touch.touch("warrior:0:thegn")
    touch.touch("warrior:0:thegn")
    assert touch.path == ()
    touch.touch("warrior:0:thegn")
    assert touch.back()
    assert not touch.back()


def test_a_touch_that_a_rule_forbids_names_the_rule() -> None:
    touch = quick()
    touch.touch("warrior:0:thegn")
    answer = touch.touch("cell:40,40")
    assert isinstance(answer, Illegal)
    assert answer.rule == "F26"
    assert "movement" in answer.reason
    assert touch.path == ("warrior:0:thegn",)


def test_an_enemy_out_of_reach_is_refused_by_the_rule_of_the_attack() -> None:
    touch = quick()
    touch.touch("warrior:0:archer")
    answer = touch.touch("warrior:1:berserk")
    assert isinstance(answer, Illegal)
    assert answer.rule in ("F32", "F33", "F34", "F35")
    assert "Berserk" in answer.reason


def test_an_enemy_cannot_be_moved() -> None:
    answer = quick().touch("warrior:1:berserk")
    assert isinstance(answer, Illegal)
    assert answer.reason == "The Berserk is an enemy: choose a warrior of your own."


def test_a_touch_that_means_nothing_gets_a_sentence() -> None:
    touch = quick()
    assert touch.touch("nowhere") == "Nothing can be done with that now."
    touch.touch("warrior:0:thegn")
    assert touch.touch("nowhere") == "That does not go together."
    assert touch.path == ("warrior:0:thegn",)
