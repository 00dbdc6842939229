"""H. The end of the game: wins and losses (F46 to F49, F51, F52), before any draw (F57c)."""

import pytest
from tests.games.fimbulvetr.positions import CORNERS, position

HARMLESS = "D1 V1 D2 V2"
DEFENSE = ("defense", "move")


# ---- F46, F47


@pytest.mark.rule("F46")
@pytest.mark.parametrize("text", ["melee(k,b)", "ranged(k,c)"])
def test_slaying_the_enemy_bearer_by_an_attack_wins(text):
    table = position(
        """
        .. .. c0
        .. .. ..
        K0 b0 ..
        """,
        K="V1 R1 M2 V2",
        b="M2 D1 D2 V1",
        c="M2 D1 D2 V1",
        bearers="K" + text[-2],
    )

    table.play(text)

    assert table.result == (0, "F46")
    assert table.to_move is None
    assert table.state.outcome.scores == (1.0, 0.0)


@pytest.mark.rule("F46")
def test_slaying_another_warrior_does_not():
    table = position("K1 b0 c0", bearers="Kc")

    table.play("melee(k,b)")

    assert table.result is None


@pytest.mark.rule("F46")
def test_the_win_comes_before_severance():
    # K is severed and would fall at the end of this turn.
    table = position(
        """
        A0 b0 .. .. K3
        C0 d0 .. .. k0
        """
    )
    assert table.severed == "K"

    table.play("melee(k,k)")

    assert table.result == (0, "F46")
    assert table.standing == "ACKbd"


@pytest.mark.rule("F46")
def test_nothing_is_played_after_the_end():
    table = position("K1 b0", bearers="Kb")
    table.play("melee(k,b)")

    assert table.legal() == set()
    assert table.state.legal(0) == table.state.legal(1) == []
    assert table.refuses("move(k,0,0,0)") == "F46"
    assert table.refuses("pass") == "F46"


@pytest.mark.rule("F44")
@pytest.mark.rule("F47")
def test_losing_ones_own_bearer_to_severance_loses():
    table = position(
        """
        A0 b0 .. .. K0
        C0 d0 .. .. ..
        """,
        bearers="Kb",
    )

    table.play("move(a,0,0,1)")

    assert table.result == (1, "F47")
    assert table.state.outcome.scores == (0.0, 1.0)


# ---- F48: K slays v; what is left of the other clan decides


def after_slaying_v(left, relics, v="M2 V1 V2 D1", **details):
    """K slays v, and the cards in `left` remain of the other clan; the first of them is the bearer k."""
    letters = "kabcd"[: len(left)]
    row = " ".join(f"{letter}0" for letter in letters)
    table = position(
        f"""
        K3 .. .. .. .. .. ..
        v0 {row} .. .. .. .. ..
        """,
        relics=relics,
        v=v,
        **dict(zip(letters, left, strict=True)),
        **details,
    )
    return table.play("melee(k,v)")


@pytest.mark.rule("F48")
@pytest.mark.rule("F56")
@pytest.mark.parametrize(
    ("left", "relic", "harmless"),
    [
        (["M1 D1 V2 D2"], "move", True),  # Amax 1
        (["R1 D1 V2 D2"], "move", True),
        (["RA D1 V1 D2"], "move", True),
        (["MS D1 V1 D2"], "move", True),  # it does not support itself
        ([HARMLESS], "move", True),  # 0
        ([HARMLESS], "melee", True),  # 0 + 1
        ([HARMLESS], "ranged", True),
        ([HARMLESS, "M1 D1 V2 D2", "R1 D1 V2 D2"], "defense", True),
        ([HARMLESS, "MS D1 V1 D2"], "move", True),  # a support lifts nothing to 1
        (["M2 D1 V1 D2"], "move", False),  # 2
        (["R2 D1 V1 D2"], "move", False),
        ([HARMLESS, "M2 D1 V1 D2"], "move", False),
        (["M1 D1 V2 D2"], "melee", False),  # 1 + 1
        (["R1 D1 V2 D2"], "ranged", False),
        ([HARMLESS, "M1 D1 V2 D2"], "melee", False),  # a handoff can bring the relic there
        (["M1 D1 V2 D2"], "ranged", True),  # melee 1, ranged 0 + 1
        (["M1 D1 V2 D2", "MS D1 V1 D2"], "move", False),  # 1 + 1 support
        (["MS D1 V1 D2", "MS D1 V1 D2"], "move", False),  # they support each other
        ([HARMLESS, "MS D1 V1 D2"], "melee", False),  # relic and support: 0 + 1 + 1
        ([HARMLESS, "MS D1 V1 D2", "MS D1 V1 D2"], "move", False),
        (["R1 D1 V2 D2", "MS D1 V1 D2"], "move", True),  # Support Melee never helps a shot
    ],
)
def test_with_a_defense_relic_no_attack_above_one_may_be_left(left, relic, harmless):
    table = after_slaying_v(left, ("defense", relic))

    assert table.result == ((0, "F48") if harmless else None)


@pytest.mark.rule("F48")
@pytest.mark.rule("F56")
@pytest.mark.parametrize(
    ("left", "relic", "harmless"),
    [
        ([HARMLESS], "move", True),  # Amax 0
        ([HARMLESS, HARMLESS], "defense", True),
        ([HARMLESS], "melee", False),  # 0 + 1
        ([HARMLESS], "ranged", False),
        (["M1 D1 V2 D2"], "move", False),
        ([HARMLESS, "R1 D1 V2 D2"], "move", False),
        ([HARMLESS, "MS D1 V1 D2"], "move", False),
    ],
)
@pytest.mark.parametrize("own", ["melee", "ranged", "move"])
def test_without_a_defense_relic_no_attack_at_all_may_be_left(left, relic, harmless, own):
    table = after_slaying_v(left, (own, relic))

    assert table.result == ((0, "F48") if harmless else None)


@pytest.mark.rule("F48")
def test_only_the_living_count():
    table = after_slaying_v(["M1 D1 V2 D2"], DEFENSE, v="MS V1 V2 D1")

    assert table.result == (0, "F48")


@pytest.mark.rule("F48")
def test_the_bearers_printed_defense_counts_at_its_weakest_corner():
    # K has Double Defense twice, and two corners without: its weakest corner has 0.
    table = after_slaying_v(["M1 D1 V2 D2"], ("move", "move"), K="M1 D2 D2 V1")
    assert table.result is None


@pytest.mark.rule("F48")
def test_the_bearers_supports_do_not_count():
    table = position(
        """
        D0 K3 E0
        .. v0 k0
        """,
        D="V1 DS DS M1",
        E="DS M1 V1 DS",
        K="D1 D1 V2 M2",
        k="M1 D1 V2 D2",
    )
    assert all(table.defense(f"K.{corner}") >= 1 for corner in CORNERS)

    table.play("melee(k,v)")

    assert table.result is None


@pytest.mark.rule("F48")
def test_the_example_of_the_rules():
    cards = {"S": "shieldman", "R": "rider", "A": "archer", "P": "spearman", "b": "berserk", "j": "jarl"}
    details = {"relics": ("move", "defense"), "to_move": 1, "bearers": "Sj"}
    without = position("S0 R0 A0 b3 j0", **cards, **details)
    without.play("melee(berserk,archer)")
    assert without.result == (1, "F48")

    with_the_spearman = position("P0 S0 R0 A0 b3 j0", **cards, **details)
    with_the_spearman.play("melee(berserk,archer)")
    assert with_the_spearman.result is None


# ---- F49


@pytest.mark.rule("F49")
def test_the_claim_is_not_tested_while_nobody_is_slain():
    table = position("K0 k0", k="M1 D1 V2 D2", relics=DEFENSE)

    table.play("move(k,0,0,1)", "move(k,1,0,1)")

    assert table.result is None


@pytest.mark.rule("F49")
@pytest.mark.parametrize("mover", [0, 1])
def test_if_both_claims_hold_the_mover_wins(mover):
    single = "M1 D1 V2 D2"
    picture = ("K1 v0 k0\nV0 .. ..", "k1 V0 K0\nv0 .. ..")[mover]
    table = position(
        picture, K=single, V=single, k=single, v=single, relics=("defense", "defense"), to_move=mover
    )

    table.play("melee(k,v)")

    assert table.result == (mover, "F48")


@pytest.mark.rule("F49")
@pytest.mark.rule("F57e")
def test_the_other_player_wins_by_the_claim_when_severance_takes_the_movers_last_attacker():
    table = position(
        """
        K0 k0 .. .. A0
        """,
        K="M1 D1 V2 D2",
        relics=("move", "defense"),
    )
    assert table.severed == "A"

    table.play("move(k,0,0,1)")

    assert table.standing == "Kk"
    assert table.result == (1, "F48")


# ---- F51, F52


@pytest.mark.rule("F51")
def test_a_clan_of_one_plays_on_without_a_handoff():
    table = position("K0 b0 c0", bearers="Kb")

    assert table.legal("handoff") == set()
    assert table.refuses("handoff(k)") == "F38"
    table.play("move(k,0,0,1)")
    assert table.result is None


@pytest.mark.rule("F51")
@pytest.mark.parametrize("picture", ["K0 b0", "K0 .. .. .. b0"])
@pytest.mark.parametrize("mover", [0, 1])
def test_the_two_last_bearers_are_never_severed(picture, mover):
    assert position(picture, to_move=mover).severed == ""


@pytest.mark.rule("F46")
@pytest.mark.rule("F52")
def test_friends_beside_a_slain_bearer_cannot_save_the_relic():
    table = position(
        """
        A0 k0 a0
        K1 b0 c0
        """,
        bearers="Kb",
    )

    table.play("melee(k,b)")

    assert table.result == (0, "F46")


@pytest.mark.rule("F47")
@pytest.mark.rule("F52")
def test_friends_who_live_on_cannot_save_the_relic_of_a_severed_bearer():
    table = position("A0 b0 C0 .. .. K0", bearers="Kb")

    table.play("move(a,0,0,1)")

    assert table.result == (1, "F47")


# ---- F57c: the order


@pytest.mark.rule("F57c")
@pytest.mark.rule("F46")
def test_slaying_the_bearer_on_the_last_turn_wins():
    table = position("K1 b0", turn=400, quiet=59)

    assert table.play("melee(k,b)").result == (0, "F46")


@pytest.mark.rule("F57c")
@pytest.mark.rule("F47")
def test_losing_the_bearer_to_severance_on_the_last_turn_loses():
    table = position("A0 b0 C0 .. .. K0", bearers="Kb", turn=400, quiet=59)

    assert table.play("move(a,0,0,1)").result == (1, "F47")


@pytest.mark.rule("F57c")
@pytest.mark.rule("F48")
def test_a_claim_on_the_last_turn_wins():
    assert after_slaying_v([HARMLESS], DEFENSE, turn=400).result == (0, "F48")


@pytest.mark.rule("F57c")
def test_a_win_by_attack_comes_before_the_claim():
    # With b slain nobody is left who could harm K; but b is the bearer.
    table = position("K1 b0", relics=DEFENSE)

    assert table.play("melee(k,b)").result == (0, "F46")


@pytest.mark.rule("F57c")
def test_ones_own_severed_bearer_comes_before_the_claim():
    # K slays v, which would leave only harmless enemies, but K itself is severed.
    table = position(
        """
        A0 k0 B0 c0 .. .. K1 v0
        """,
        k=HARMLESS,
        c=HARMLESS,
    )
    assert table.severed == "K"

    assert table.play("melee(k,v)").result == (1, "F47")
