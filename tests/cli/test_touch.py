"""From touches to actions."""

from tests.cli.conftest import played

import fimbul
from fimbul.cli.table.touch import Touch, meanings
from fimbul.core import Action, Illegal

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


def test_an_enemy_out_of_reach_is_told_for_both_kinds_of_attack() -> None:
    touch = quick()
    touch.touch("warrior:0:archer")
    answer = touch.touch("warrior:1:berserk")
    assert isinstance(answer, Illegal)
    assert "(F32)" in str(answer)
    assert answer.rule in ("F33", "F34", "F35")


def test_a_touch_that_means_nothing_gets_a_sentence() -> None:
    touch = quick()
    assert isinstance(touch.touch("warrior:1:berserk"), str)
    assert isinstance(touch.touch("nowhere"), str)


def test_meanings_are_actions_that_are_touched_so() -> None:
    touch = quick()
    path = ("warrior:0:thegn", "cell:1,0")
    known = {node.id for node in GAME.scene(touch.view).nodes}
    found = list(meanings(GAME, touch.view, path, known))
    assert all(isinstance(action, Action) for action in found)
    assert {str(action) for action in found} >= {f"move(thegn,1,0,{r})" for r in range(4)}
    assert all(GAME.clicks(touch.view, action)[:2] == path for action in found)
