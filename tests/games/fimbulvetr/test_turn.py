"""E. The turn (F24, F25)."""

import pytest
from tests.games.fimbulvetr.positions import game, position


@pytest.mark.rule("F24")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_takes_the_first_turn_and_then_they_alternate(first):
    state = game.new(options={"first": first}, seed=3)
    while state.phase != "play":
        state.play(state.legal(state.to_act[0])[0])

    seats = []
    for _ in range(6):
        seats.append(state.to_act[0])
        turns = [action for action in state.legal(state.to_act[0]) if str(action).startswith("move")]
        state.play(turns[0])
    assert seats == [first, 1 - first] * 3


@pytest.mark.rule("F24")
@pytest.mark.parametrize("text", ["move(k,0,2,1)", "melee(k,b)", "ranged(k,d)", "handoff(a)"])
def test_a_turn_is_exactly_one_action_of_four_kinds(text):
    table = position(
        """
        .. .. d0
        A0 .. ..
        K0 b0 k0
        """,
        K="V1 R1 M2 V2",
        d="M2 D1 D2 V1",
        b="M2 D1 D2 V1",
    )

    table.play(text)

    assert table.to_move == 1
    assert table.state.legal(0) == []
    assert table.refuses("move(a,0,1,1)", seat=0) == "F24"


@pytest.mark.rule("F24")
def test_nobody_acts_out_of_turn():
    table = position("K0 b0 A0 c0", bearers="Kb")

    assert table.state.legal(1) == []
    assert table.refuses("move(b,1,1,0)", seat=1) == "F24"
    assert table.refuses("pass", seat=1) == "F24"


@pytest.mark.rule("F24")
@pytest.mark.parametrize("text", ["place(k,5,5,0)", "relic(melee,k)"])
def test_setup_is_over_once_play_has_begun(text):
    assert position("K0 b0").refuses(text) in ("F19", "F21", "F23", "F24")


@pytest.mark.rule("F24")
def test_one_moves_ones_own_living_warriors():
    table = position("K0 b0 A0 c3", bearers="Kb")

    assert table.refuses("move(b,1,1,0)") == "F24"  # the enemy's
    assert table.refuses("move(nobody,1,1,0)") == "F24"
    assert table.refuses("move(spare1,1,1,0)") == "F24"  # slain


@pytest.mark.rule("F24")
@pytest.mark.rule("F41")
def test_severance_is_resolved_after_the_action():
    table = position(
        """
        K0 b0 .. ..
        A0 .. .. C0
        """,
    )
    assert table.severed == "C"

    table.play("move(a,0,1,1)")

    assert table.standing == "AKb"
    assert table.to_move == 1


@pytest.mark.rule("F25")
def test_one_may_not_pass_while_any_action_is_possible():
    assert position("K0 b0").refuses("pass") == "F25"


@pytest.mark.rule("F25")
def test_one_may_not_pass_while_only_a_handoff_is_possible():
    without_move = "M1 D1 M2 D2"
    # Two Capitals that cannot move; the enemy is out of reach.
    table = position(
        "K0 A0 .. .. .. b0 c0",
        K=without_move,
        A=without_move,
        relics=("defense", "move"),
        bearers="Kb",
    )

    assert table.legal() == {"handoff(a)"}
    assert table.refuses("pass") == "F25"


@pytest.mark.rule("F25")
def test_one_passes_when_no_action_is_possible():
    # K can reach nobody and may not turn alone in its cell (F29): nothing is left but to pass.
    table = position("K0 .. .. .. .. .. .. .. .. .. .. .. .. b0")

    assert table.legal() == {"pass"}
    table.play("pass")
    assert table.to_move == 1
    assert table.result is None
