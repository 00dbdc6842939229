"""F. Actions: handoff (F38)."""

import pytest
from tests.games.fimbulvetr.positions import AROUND, arrange, position


@pytest.mark.rule("F38")
@pytest.mark.parametrize(("dx", "dy"), AROUND)
def test_the_relic_goes_to_any_neighbour_of_ones_own(dx, dy):
    table = arrange({"K": (0, 0, 0), "A": (dx, dy, 0), "b": (2 * dx, 2 * dy, 0)})

    table.play("handoff(a)")

    assert table.bearers == "Ab"
    assert table.to_move == 1
    assert table.standing == "AKb"


@pytest.mark.rule("F38")
def test_whom_the_relic_cannot_go_to():
    table = position(
        """
        K0 b0 A0
        """,
        bearers="Kb",
    )

    assert table.refuses("handoff(a)") == "F38"  # two cells away
    assert table.refuses("handoff(b)") == "F38"  # the enemy's
    assert table.refuses("handoff(k)") == "F38"  # the bearer
    assert table.refuses("handoff(spare1)") == "F38"  # slain
    assert table.refuses("handoff(nobody)") == "F38"


@pytest.mark.rule("F38")
def test_the_relic_comes_from_the_bearer_wherever_others_stand():
    table = position("A0 B0 K0 C0 d0", bearers="Kd")

    assert table.legal("handoff") == {"handoff(b)", "handoff(c)"}


@pytest.mark.rule("F15")
@pytest.mark.rule("F38")
def test_the_new_bearer_has_the_relics_sigil_and_the_old_one_has_it_no_more():
    table = position("K0 A0 b0", K="M1 D1 V2 V2", A="M1 D1 V2 V2", relics=("defense", "move"), bearers="Kb")
    assert (table.defense("K.NW"), table.defense("A.NW")) == (1, 0)

    table.play("handoff(a)")

    assert (table.defense("K.NW"), table.defense("A.NW")) == (0, 1)


@pytest.mark.rule("F38")
@pytest.mark.rule("F46")
def test_after_a_handoff_the_old_bearer_is_a_warrior_like_any_other():
    table = position("A0 K0 b3 c3", bearers="Kc")

    table.play("handoff(a)", "melee(b,k)")

    assert table.standing == "Abc"
    assert table.result is None


@pytest.mark.rule("F38")
def test_the_picture_of_the_rules():
    table = position(
        """
        S0 T0 j0 A0
        R0 .. .. ..
        """,
        S="shieldman",
        T="thegn",
        R="rider",
        A="archer",
        j="jarl",
        bearers="Tj",
    )

    assert table.legal("handoff") == {"handoff(shieldman)", "handoff(rider)"}
    assert table.refuses("handoff(archer)") == "F38"
    assert table.refuses("handoff(jarl)") == "F38"
