"""H. The end of the game: draws (F50), their order, and the turns that count for them (F57b to F57e)."""

import random

import pytest
from tests.games.fimbulvetr.positions import position

# ---- F50a


@pytest.mark.rule("F50a")
@pytest.mark.rule("F57b")
def test_the_third_occurrence_of_a_position_is_a_draw_the_first_turn_included():
    table = position("K0 b0")
    there_and_back = ("move(k,0,0,1)", "move(b,1,0,1)", "move(k,0,0,0)", "move(b,1,0,0)")

    table.play(*there_and_back, *there_and_back[:3])
    assert table.result is None
    table.play(there_and_back[3])

    assert table.result == (None, "F50a")
    assert table.state.outcome.scores == (0.5, 0.5)


@pytest.mark.rule("F50a")
def test_a_layout_that_drifted_is_the_same_position():
    table = position("K0 b0")

    table.play("move(k,0,1,0)", "move(b,1,1,0)", "move(k,0,2,0)")
    assert table.result is None
    table.play("move(b,1,2,0)")

    assert table.result == (None, "F50a")


@pytest.mark.rule("F50a")
def test_a_layout_that_drifts_here_and_there_is_the_same_position():
    table = position("K0 b0")

    table.play("move(k,0,1,0)", "move(b,1,1,0)", "move(k,1,0,0)")
    assert table.result is None
    table.play("move(b,2,0,0)")

    assert table.result == (None, "F50a")


@pytest.mark.rule("F50a")
def test_the_player_to_move_belongs_to_the_position():
    table = position("K0 b0")
    # K comes back after three moves, b after two: the same layout with the other player to move.
    table.play("move(k,0,0,1)", "move(b,1,0,1)", "move(k,0,0,2)", "move(b,1,0,0)", "move(k,0,0,0)")
    assert table.to_move == 1
    # And the other way round: the layout for the third time, but for each player not yet.
    table.play("move(b,1,0,1)", "move(k,0,0,1)", "move(b,1,0,2)", "move(k,0,0,0)", "move(b,1,0,0)")

    assert table.to_move == 0
    assert table.result is None


@pytest.mark.rule("F50a")
def test_the_bearers_belong_to_the_position():
    table = position(
        """
        K0 A0 b0
        C0 .. ..
        """,
    )
    # The relic goes round three warriors while b turns there and back.
    for taker, facing in zip("acka", (1, 0, 1, 0), strict=True):
        table.play(f"handoff({taker})", f"move(b,2,0,{facing})")
    # The layout has come up three times before seat 0's turns, with another bearer each time.
    assert table.result is None
    assert table.bearers == "Ab"


@pytest.mark.rule("F50a")
@pytest.mark.rule("F57b")
def test_two_warriors_with_equal_sigils_are_not_interchangeable():
    table = position(
        """
        A0 .. C0
        .. k0 K0
        """,
        relics=("defense", "defense"),
    )

    def change_places(one, other):
        """In three moves, while k turns to 1, to 2 and back to 0."""
        table.play(f"move({one},1,-1,0)", "move(k,1,1,1)")
        table.play(f"move({other},0,0,0)", "move(k,1,1,2)")
        table.play(f"move({one},2,0,0)", "move(k,1,1,0)")

    change_places("a", "c")
    assert table.where("C") == (0, 0, 0)
    change_places("c", "a")
    assert table.where("A") == (0, 0, 0)
    # The same sigils have stood on the same cells three times, but A and C each only twice.
    assert table.result is None

    change_places("a", "c")
    assert table.result is None
    change_places("c", "a")
    assert table.result == (None, "F50a")


@pytest.mark.rule("F50a")
def test_rotations_belong_to_the_position():
    table = position("K0 b0")

    table.play("move(k,0,0,1)", "move(b,1,0,1)", "move(k,0,0,2)", "move(b,1,0,2)", "move(k,0,0,3)")

    assert table.result is None


# ---- F50b


@pytest.mark.rule("F50b")
@pytest.mark.parametrize("seed", range(3))
def test_sixty_quiet_turns_are_a_draw_and_fifty_nine_are_not(seed):
    # Played out: random moves that neither end the game nor cut anybody off.
    table = position(
        """
        K0 b0 A0
        c0 D0 e0
        """,
        bearers="Kb",
    )
    choices = random.Random(seed)
    for _ in range(59):
        moves = sorted(table.legal("move"))
        choices.shuffle(moves)
        futures = (table.copy().play(text) for text in moves)
        table = next(future for future in futures if future.result is None and not future.severed)

    ends = {table.copy().play(text).result for text in table.legal("move")}
    assert (None, "F50b") in ends
    assert ends <= {(None, "F50a"), (None, "F50b")}


@pytest.mark.rule("F50b")
def test_the_count_reaches_exactly_sixty():
    table = position("K0 b0", quiet=58)

    table.play("move(k,0,0,1)")
    assert table.result is None
    table.play("move(b,1,0,1)")
    assert table.result == (None, "F50b")


@pytest.mark.rule("F50b")
def test_a_handoff_is_a_quiet_turn():
    assert position("K0 A0 b0", quiet=59).play("handoff(a)").result == (None, "F50b")


@pytest.mark.rule("F50b")
@pytest.mark.rule("F57e")
def test_a_slain_warrior_starts_the_count_again():
    attacked = position("K1 b0 c0", bearers="Kc", quiet=59)
    attacked.play("melee(k,b)")
    assert attacked.result is None
    assert attacked.state.view(None).quiet == 0

    severed = position("K1 b0 .. .. A0", bearers="Kb", quiet=59)
    severed.play("move(k,0,0,0)")
    assert severed.standing == "Kb"
    assert severed.result is None
    assert severed.state.view(None).quiet == 0


# ---- F50c


@pytest.mark.rule("F50c")
def test_the_four_hundredth_turn_is_the_last():
    table = position("K0 b0", turn=399)

    table.play("move(k,0,0,1)")
    assert table.result is None
    table.play("move(b,1,0,1)")
    assert table.result == (None, "F50c")


@pytest.mark.rule("F50c")
def test_a_slain_warrior_does_not_lengthen_the_game():
    table = position("K1 b0 c0", bearers="Kc", turn=400)

    table.play("melee(k,b)")

    assert table.result == (None, "F50c")


@pytest.mark.rule("F50c")
def test_the_first_turn_is_turn_one():
    table = position("K0 b0")

    assert table.state.view(None).turn == 1
    table.play("move(k,0,0,1)")
    assert table.state.view(None).turn == 2


# ---- F57c: the order of the draws


@pytest.mark.rule("F57c")
def test_repetition_comes_before_the_quiet_turns_and_these_before_the_last_turn():
    there_and_back = ("move(k,0,0,1)", "move(b,1,0,1)", "move(k,0,0,0)", "move(b,1,0,0)")

    both = position("K0 b0", quiet=52, turn=393).play(*there_and_back, *there_and_back)
    assert both.result == (None, "F50a")

    quiet = position("K0 b0", quiet=59, turn=400).play("move(k,0,0,1)")
    assert quiet.result == (None, "F50b")


# ---- F57d: a pass is a turn

FAR_APART = "K0 .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. b0"


@pytest.mark.rule("F57d")
@pytest.mark.rule("F50b")
def test_a_pass_counts_as_a_quiet_turn():
    assert position(FAR_APART, quiet=59).play("pass").result == (None, "F50b")


@pytest.mark.rule("F57d")
@pytest.mark.rule("F50c")
def test_a_pass_counts_as_a_turn():
    table = position(FAR_APART, turn=399)

    assert table.play("pass").result is None
    assert table.play("pass").result == (None, "F50c")


@pytest.mark.rule("F57d")
@pytest.mark.rule("F50a")
def test_passing_in_turn_repeats_the_position():
    table = position(FAR_APART)

    table.play("pass", "pass", "pass")
    assert table.result is None
    assert table.play("pass").result == (None, "F50a")


@pytest.mark.rule("F57d")
@pytest.mark.rule("F47")
def test_severance_resolves_after_a_pass():
    table = position(FAR_APART + " c0", bearers="Kb")
    assert table.severed == "K"
    assert table.legal() == {"pass"}

    assert table.play("pass").result == (1, "F47")
