"""F. Actions: move (F26 to F31).

In these positions the relics are Defense, so that nobody has more movement than the card says.
"""

import pytest
from tests.games.fimbulvetr.positions import arrange, drawn, position

NO_MOVE_RELIC = ("defense", "defense")
TOO_FAR = ("F26", "F27", "F30")  # points, what they buy, and the sum that they must cover


# ---- F26


@pytest.mark.rule("F26")
@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("M1 D1 M2 D2", 0),
        ("V1 D1 M2 D2", 1),
        ("M1 VA D1 D2", 1),
        ("M1 D1 V2 D2", 2),
        ("V1 M2 D2 V1", 2),
        ("VA M1 D1 VA", 2),
        ("M1 V2 D2 V1", 3),
        ("M1 VA D1 V2", 3),
        ("M1 V2 D1 V2", 4),
    ],
)
@pytest.mark.parametrize("relic", ["defense", "move"])
def test_each_move_sigil_counts_wherever_it_sits_and_a_move_relic_adds_four(card, points, relic):
    points += 4 if relic == "move" else 0
    table = arrange({"K": (0, 0, 0), "b": (points, 1, 0)}, K=card, relics=(relic, "defense"))

    if points:
        assert table.allows(f"move(k,{points},0,0)")
    assert table.refuses(f"move(k,{points + 1},0,0)") in TOO_FAR


@pytest.mark.rule("F26")
def test_a_warrior_without_move_sigils_cannot_even_turn():
    table = position("K0 b0", K="M1 D1 M2 D2", relics=NO_MOVE_RELIC)

    assert table.legal("move") == set()
    assert table.refuses("move(k,0,0,1)") in TOO_FAR


@pytest.mark.rule("F26")
@pytest.mark.parametrize(("name", "relic", "points"), [("rider", "defense", 3), ("rider", "move", 7)])
def test_the_rider(name, relic, points):
    table = arrange({"R": (0, 0, 0), "j": (points, 1, 0)}, R=name, j="jarl", relics=(relic, "defense"))

    assert table.allows(f"move({name},{points},0,0)")
    assert not table.allows(f"move({name},{points + 1},0,0)")


# ---- F27


@pytest.mark.rule("F27")
@pytest.mark.rule("F30")
@pytest.mark.parametrize("start", range(4))
def test_points_buy_steps_and_quarter_turns_in_any_mixture(start):
    table = position(
        f"K{start} .. .. .. ..\n.. b0 .. c0 ..", K="M1 V2 D2 V1", relics=NO_MOVE_RELIC, bearers="Kb"
    )

    for steps in range(5):
        for end in range(4):
            turns = min((end - start) % 4, (start - end) % 4)
            if steps or turns:
                text = f"move(k,{steps},0,{end})"
                assert table.allows(text) == (steps + turns <= 3), text


@pytest.mark.rule("F27")
def test_a_warrior_keeps_its_rotation_while_it_steps():
    table = position(
        """
        K3 .. ..
        .. b0 ..
        """,
        K="M1 D1 V2 D2",
        relics=NO_MOVE_RELIC,
    )

    assert {text for text in table.legal("move") if ",2,0," in text} == {"move(k,2,0,3)"}
    table.play("move(k,2,0,3)")
    assert table.picture == drawn(
        """
        .. K3
        b0 ..
        """
    )


@pytest.mark.rule("F27")
def test_steps_are_never_diagonal():
    table = position(
        """
        K0 .. ..
        .. .. b0
        """,
        K="V1 D1 M2 D2",
        relics=NO_MOVE_RELIC,
    )

    assert table.refuses("move(k,1,1,0)") in TOO_FAR
    assert table.allows("move(k,1,0,0)")


@pytest.mark.rule("F27")
def test_not_all_points_need_be_spent():
    table = position("K0 b0", K="M1 V2 D1 V2", relics=NO_MOVE_RELIC)

    assert table.allows("move(k,0,0,1)")
    assert table.allows("move(k,0,1,0)")


@pytest.mark.rule("F27")
@pytest.mark.rule("F28")
@pytest.mark.rule("F29")
def test_the_shieldman_beside_the_jarl_and_the_thegn():
    table = position(
        """
        S0 j0
        .. T0
        """,
        S="shieldman",
        T="thegn",
        j="jarl",
        relics=NO_MOVE_RELIC,
        bearers="Tj",
    )

    assert table.legal("move(shieldman") == {
        *(f"move(shieldman,0,0,{r})" for r in (1, 2, 3)),
        *(f"move(shieldman,0,-1,{r})" for r in (0, 1, 3)),
        *(f"move(shieldman,0,1,{r})" for r in (0, 1, 3)),
        "move(shieldman,1,-1,0)",
        "move(shieldman,0,2,0)",
    }
    assert table.refuses("move(shieldman,-1,0,0)") == "F29"
    assert table.refuses("move(shieldman,2,0,0)") == "F28"


# ---- F28


@pytest.mark.rule("F28")
def test_nobody_walks_through_others():
    table = position("K0 e0 ..", K="M1 D1 V2 D2", relics=NO_MOVE_RELIC)

    assert table.refuses("move(k,2,0,0)") == "F28"


@pytest.mark.rule("F28")
@pytest.mark.rule("F56")
def test_the_vault_example_of_the_rules():
    cards = {"K": "V1 VA M2 D1", "relics": NO_MOVE_RELIC, "bearers": "Ke"}

    over_one = position("K0 e0 ..", **cards)
    assert over_one.allows("move(k,2,0,0)")
    assert not over_one.allows("move(k,2,0,1)")  # both points are spent on the steps

    over_two = position("K0 e0 f0 ..", **cards)
    assert not over_two.allows("move(k,3,0,0)")


@pytest.mark.rule("F28")
def test_the_raider_vaults_the_thegn_and_not_two_in_a_row():
    table = position(
        """
        R0 t0 ..
        b0 .. ..
        j0 .. ..
        """,
        R="raider",
        t="thegn",
        b="rider",
        j="archer",
        relics=NO_MOVE_RELIC,
        bearers="Rt",
    )

    assert table.allows("move(raider,2,0,0)")
    assert not table.allows("move(raider,0,3,0)")


@pytest.mark.rule("F28")
@pytest.mark.parametrize("picture", ["K0 A0 .. e0", "K0 e0 .. A0"])
def test_friends_and_enemies_can_be_vaulted(picture):
    table = position(picture, K="V1 VA M2 D1", relics=NO_MOVE_RELIC, bearers="Ke")

    assert table.allows("move(k,2,0,0)")


@pytest.mark.rule("F28")
@pytest.mark.rule("F56")
def test_one_vaulted_move_sigil_enters_one_occupied_cell_even_with_points_to_spare():
    table = position("K0 e0 f0 ..", K="VA V2 M1 D1", relics=NO_MOVE_RELIC, bearers="Ke")

    assert table.refuses("move(k,3,0,0)") == "F28"


@pytest.mark.rule("F28")
@pytest.mark.rule("F56")
def test_two_vaulted_move_sigils_enter_two_occupied_cells():
    # Six points.  Behind f: three steps over both, or five around them, too many to face about as well.
    two = position("K0 e0 f0 .. ..", K="VA VA M1 D1", relics=("move", "move"), bearers="Ke")
    assert two.allows("move(k,3,0,2)")

    # Behind g: four steps over three is not allowed; six around them is.
    three = position("K0 e0 f0 g0 ..", K="VA VA M1 D1", relics=("move", "move"), bearers="Ke")
    assert three.allows("move(k,4,0,0)")
    assert not three.allows("move(k,4,0,1)")


@pytest.mark.rule("F28")
def test_occupied_cells_need_not_follow_each_other():
    # K is walled in: it must enter one of a, b, c, d, and then e is in the way to (4,1).
    picture = """
        .. .. a0 ..
        .. d0 K0 b0 .. e0 ..
        .. .. c0 ..
        """
    table = position(picture, K="VA V1 M2 D1", bearers="Ka", relics=("defense", "defense"))
    assert table.allows("move(k,4,1,0)")
    assert not table.allows("move(k,6,1,0)")

    # With four more points K jumps b, and walks around e: 1 + 1 over b, then 4 around e.
    stronger = position(picture, K="VA V1 M2 D1", bearers="Ka", relics=("move", "defense"))
    assert stronger.allows("move(k,6,1,0)")
    assert not stronger.allows("move(k,6,1,1)")

    # A second vault takes it straight over e in four steps, and leaves two turns.
    vaulter = position(picture, K="VA VA M1 D1", bearers="Ka", relics=("move", "defense"))
    assert vaulter.allows("move(k,6,1,2)")


@pytest.mark.rule("F28")
@pytest.mark.parametrize("card", ["M1 D1 V2 D2", "M1 D1 VA VA"])
def test_a_move_never_ends_on_another_warrior(card):
    table = position("K0 e0 A0", K=card, relics=NO_MOVE_RELIC, bearers="Ke")

    assert table.refuses("move(k,1,0,0)") == "F28"
    assert table.refuses("move(k,2,0,0)") == "F28"


@pytest.mark.rule("F28")
def test_the_movers_own_cell_counts_as_empty():
    # Shut in by four, K ends on the cell where it started.
    table = position(
        """
        .. a0 ..
        d0 K0 b0
        .. c0 ..
        """,
        K="M1 D1 V2 D2",
        relics=NO_MOVE_RELIC,
        bearers="Ka",
    )

    assert table.legal("move") == {"move(k,1,1,1)", "move(k,1,1,2)", "move(k,1,1,3)"}


# ---- F29


@pytest.mark.rule("F29")
def test_a_move_ends_beside_another_warrior_of_either_clan():
    table = position(
        """
        A0 K0 .. ..
        .. .. .. ..
        .. b0 .. ..
        """,
        K="M1 D1 V2 D2",
        relics=NO_MOVE_RELIC,
    )

    assert table.allows("move(k,1,-1,0)")  # beside A
    assert table.allows("move(k,1,1,0)")  # beside A and b
    assert table.allows("move(k,2,1,0)")  # beside b alone
    assert (
        table.refuses("move(k,2,0,0)") == "F29"
    )  # one step east: beside its own old cell, which is empty now
    assert table.refuses("move(k,3,0,0)") == "F29"


@pytest.mark.rule("F29")
def test_only_the_end_counts_not_the_way():
    table = position("a0 K0 .. .. .. .. c0", K="M1 V2 D1 V2", relics=NO_MOVE_RELIC, bearers="Ka")

    assert table.allows("move(k,5,0,0)")
    assert table.refuses("move(k,4,0,0)") == "F29"
    assert table.refuses("move(k,3,0,0)") == "F29"


@pytest.mark.rule("F29")
def test_a_lone_warrior_may_not_turn_where_it_stands():
    table = position("K0 .. .. b0", relics=NO_MOVE_RELIC)

    for r in (1, 2, 3):
        assert table.refuses(f"move(k,0,0,{r})") == "F29"
    assert table.allows("move(k,2,0,1)")


# ---- F30


@pytest.mark.rule("F30")
def test_a_move_must_change_the_cell_or_the_rotation():
    assert position("K2 b0").refuses("move(k,0,0,2)") == "F30"


@pytest.mark.rule("F30")
def test_a_move_is_named_by_where_it_ends_whatever_the_path():
    table = position(
        """
        K0 .. ..
        .. .. b0
        """,
        relics=NO_MOVE_RELIC,
    )

    listed = table.listed()
    assert len(listed) == len(set(listed))
    assert "move(k,1,1,0)" in listed  # by two paths


@pytest.mark.rule("F30")
def test_the_detour_counts_where_the_straight_way_is_blocked():
    table = position("K0 e0 ..", K="M1 V2 D1 V2", relics=NO_MOVE_RELIC)

    assert table.allows("move(k,2,0,0)")  # four steps around e
    assert table.refuses("move(k,2,0,1)") in (*TOO_FAR, "F28")


# ---- F31


@pytest.mark.rule("F31")
@pytest.mark.rule("F42")
def test_a_move_may_cut_others_off():
    table = position(
        """
        K0 b0 A0 c0 D0
        """,
        bearers="Kb",
    )

    table.play("move(a,0,1,0)")

    assert table.picture == drawn(
        """
        K0 b0 .. c0 D0
        A0 .. .. .. ..
        """
    )
    assert table.severed == "c"  # it is seat 1's turn now; D has until the end of seat 0's next
    assert table.result is None
