"""B. Sigils and qualities (F7 to F14).

Most pictures show four cells around one vertex.  The corners that meet there are SE of the upper left
warrior, SW of the upper right one, NE of the lower left one and NW of the lower right one.
"""

from collections import Counter
from itertools import product

import pytest
from tests.games.fimbulvetr.positions import CORNERS, custom_warrior, game, position

from fimbul import FimbulError

SIGILS = ("M1", "M2", "MS", "R1", "R2", "RA", "D1", "D2", "DS", "V1", "V2", "VA")

MELEE_AT_NE = "V1 M1 V2 D2"
NOTHING_AT_NE = "M1 V1 V2 D2"
SUPPORT_MELEE_AT = {"NW": "MS V1 D1 V2", "SE": "V1 D1 MS V2", "SW": "V1 V2 D1 MS"}
SUPPORT_DEFENSE_AT = {"NW": "DS V1 M1 V2", "NE": "V1 DS M2 M1", "SE": "V1 M1 DS V2", "SW": "V1 V2 M1 DS"}
OPEN_AT_SW = "D1 D2 M2 V1"


@pytest.mark.rule("F7")
@pytest.mark.parametrize(
    ("card", "melee", "ranged", "defense", "vault"),
    [
        ("M1 D1 V2 V2", 1, 0, 0, 0),
        ("M2 D1 V1 V2", 2, 0, 0, 0),
        ("MS D1 V1 V2", 1, 0, 0, 0),
        ("R1 D1 V2 V2", 0, 1, 0, 0),
        ("R2 D1 V1 V2", 0, 2, 0, 0),
        ("RA D1 V1 V2", 0, 1, 0, 1),
        ("D1 M1 V2 V2", 0, 0, 1, 0),
        ("D2 M1 V1 V2", 0, 0, 2, 0),
        ("DS M1 V1 V2", 0, 0, 1, 0),
        ("V1 M1 D2 V2", 0, 0, 0, 0),
        ("V2 M1 D1 D2", 0, 0, 0, 0),
        ("VA M1 D1 D2", 0, 0, 0, 0),
    ],
)
def test_each_sigil_has_one_type_and_special_ones_are_single(card, melee, ranged, defense, vault):
    table = position("K0 b0", K=card)

    assert table.melee("K.NW") == melee
    assert table.ranged("K.NW") == ranged
    assert table.defense("K.NW") == defense
    assert table.vault("K.NW") == vault


@pytest.mark.rule("F8")
def test_two_single_sigils_two_double_or_special_ones_and_at_most_two_of_a_type():
    sound = [custom_warrior(f"spare{number}", "M2 D1 V1 D2") for number in range(5)]
    clan = {"id": "own", "name": "Own", "source": "test"}
    for corners in product(SIGILS, repeat=4):
        warrior = custom_warrior("tested", " ".join(corners))
        singles = sum(sigil.endswith("1") for sigil in corners)
        most = max(Counter(sigil[0] for sigil in corners).values())
        try:
            game.read_options({"clans": [clan | {"warriors": [*sound, warrior]}, "vikings"]})
            accepted = True
        except FimbulError:
            accepted = False
        assert accepted == (singles == 2 and most <= 2), corners


@pytest.mark.rule("F9")
def test_a_corner_has_its_own_sigil_the_relic_and_the_touching_supports():
    table = position(
        """
        S0 e0
        K0 T0
        """,
        K=MELEE_AT_NE,
        S=SUPPORT_MELEE_AT["SE"],
        T=SUPPORT_MELEE_AT["NW"],
        relics=("melee", "move"),
    )

    assert table.melee("K.NE") == 1 + 1 + 2
    assert table.melee("K.NW") == 0 + 1 + 0
    assert table.defense("K.SW") == 2
    assert table.ranged("K.NE") == 0
    assert table.vault("K.NE") == 0


@pytest.mark.rule("F9")
def test_only_friends_support():
    table = position(
        """
        s0 e0
        K0 t0
        """,
        K=MELEE_AT_NE,
        s=SUPPORT_MELEE_AT["SE"],
        t=SUPPORT_DEFENSE_AT["NW"],
        e=OPEN_AT_SW,
        bearers="Ke",
    )

    assert table.melee("K.NE") == 1
    assert table.defense("K.NE") == 0
    assert table.defense("e.SW") == 1  # t is a friend of e
    assert table.melee("e.SW") == 1  # and so is s


@pytest.mark.rule("F10")
@pytest.mark.rule("F56")
def test_two_supports_beat_a_double_defense_and_one_does_not():
    cards = {
        "K": MELEE_AT_NE,
        "S": SUPPORT_MELEE_AT["SE"],
        "T": SUPPORT_MELEE_AT["NW"],
        "e": "V1 M1 V2 D2",
    }
    both = position(
        """
        S0 e0
        K0 T0
        """,
        **cards,
    )
    assert both.melee("K.NE") == 3
    assert both.defense("e.SW") == 2
    assert both.allows("melee(k,e)")

    one = position(
        """
        S0 e0
        K0 ..
        """,
        **cards,
    )
    assert one.melee("K.NE") == 2
    assert one.refuses("melee(k,e)") == "F32"


@pytest.mark.rule("F10")
@pytest.mark.rule("F56")
def test_two_supports_of_the_target_stop_a_double_melee_and_one_does_not():
    cards = {
        "K": "V1 M2 V2 D1",
        "e": OPEN_AT_SW,
        "s": SUPPORT_DEFENSE_AT["SE"],
        "t": SUPPORT_DEFENSE_AT["NW"],
        "bearers": "Ke",
    }
    both = position(
        """
        s0 e0
        K0 t0
        """,
        **cards,
    )
    assert both.defense("e.SW") == 2
    assert both.refuses("melee(k,e)") == "F32"

    one = position(
        """
        s0 e0
        K0 ..
        """,
        **cards,
    )
    assert one.defense("e.SW") == 1
    assert one.allows("melee(k,e)")


@pytest.mark.rule("F10")
def test_double_becomes_triple():
    table = position(
        """
        S0 e0
        K0 ..
        """,
        K="V1 M2 V2 D1",
        S=SUPPORT_MELEE_AT["SE"],
        e="V1 M1 V2 D2",
    )

    assert table.melee("K.NE") == 3
    assert table.allows("melee(k,e)")


@pytest.mark.rule("F10")
@pytest.mark.rule("F35")
def test_three_supports_are_possible_against_a_vaulted_shot():
    # K aims at e over s: the cell in between touches the target's corner as well.
    table = position(
        """
        .. u0 e0
        .. s0 t0
        K0 .. ..
        """,
        u=SUPPORT_DEFENSE_AT["SE"],
        t=SUPPORT_DEFENSE_AT["NW"],
        s=SUPPORT_DEFENSE_AT["NE"],
        e=OPEN_AT_SW,
        K="V1 RA V2 D1",
        bearers="Ke",
    )

    assert table.defense("e.SW") == 3
    assert table.refuses("ranged(k,e)") in ("F34", "F35")


@pytest.mark.rule("F11")
def test_support_melee_lifts_a_corner_without_melee_to_single():
    supported = position(
        """
        S0 e0
        K0 ..
        """,
        K=NOTHING_AT_NE,
        S=SUPPORT_MELEE_AT["SE"],
        e=OPEN_AT_SW,
    )
    assert supported.melee("K.NE") == 1
    assert supported.allows("melee(k,e)")

    alone = position(
        """
        .. e0
        K0 ..
        """,
        K=NOTHING_AT_NE,
        e=OPEN_AT_SW,
    )
    assert alone.melee("K.NE") == 0
    assert alone.refuses("melee(k,e)") == "F32"


@pytest.mark.rule("F11")
def test_support_defense_lifts_a_corner_without_defense_to_single():
    table = position(
        """
        s0 e0
        K0 ..
        """,
        K=MELEE_AT_NE,
        s=SUPPORT_DEFENSE_AT["SE"],
        e=OPEN_AT_SW,
        bearers="Ke",
    )

    assert table.defense("e.SW") == 1
    assert table.refuses("melee(k,e)") == "F32"


@pytest.mark.rule("F12")
def test_a_support_sigil_does_not_support_its_own_corner():
    table = position("K0 b0", K="MS DS V1 M1", b="D2 M1 V2 V1")

    assert table.melee("K.NW") == 1
    assert table.defense("K.NE") == 1


@pytest.mark.rule("F12")
def test_two_touching_support_sigils_lift_each_other():
    table = position(
        """
        S0 K0
        d0 k0
        """,
        S="M1 V1 MS D2",
        K="V1 V2 D1 MS",
        d="M1 DS V1 V2",
        k="DS M1 V1 V2",
    )

    assert table.melee("S.SE") == table.melee("K.SW") == 2
    assert table.defense("d.NE") == table.defense("k.NW") == 2


@pytest.mark.rule("F12")
def test_the_supports_of_one_warrior_do_not_reach_its_other_corners():
    table = position("K0 b0", K="MS M1 DS D1")

    assert [table.melee(f"K.{corner}") for corner in CORNERS] == [1, 1, 0, 0]
    assert [table.defense(f"K.{corner}") for corner in CORNERS] == [0, 0, 1, 1]


@pytest.mark.rule("F13")
def test_support_defense_protects_against_ranged_attacks():
    cards = {"K": "V1 R1 V2 D2", "e": "V1 D2 M2 D1", "s": SUPPORT_DEFENSE_AT["SW"], "bearers": "Ke"}
    exposed = position("K0 .. e0", **cards)
    assert exposed.defense("e.NW") == 0
    assert exposed.allows("ranged(k,e)")

    covered = position(
        """
        .. .. s0
        K0 .. e0
        """,
        **cards,
    )
    assert covered.defense("e.NW") == 1
    assert covered.refuses("ranged(k,e)") == "F34"


@pytest.mark.rule("F13")
def test_support_melee_does_not_help_a_shot():
    table = position(
        """
        S0 .. ..
        K0 .. e0
        """,
        K="V1 R1 V2 D2",
        S=SUPPORT_MELEE_AT["SE"],
        e="D1 V1 M2 V2",
    )

    assert table.ranged("K.NE") == 1
    assert table.melee("K.NE") == 1
    assert table.refuses("ranged(k,e)") == "F34"


@pytest.mark.rule("F14")
@pytest.mark.rule("F45")
def test_severed_warriors_support():
    table = position(
        """
        a0 b0 .. .. S0 e0
        C0 K0 .. .. A0 ..
        """,
        A=MELEE_AT_NE,
        S=SUPPORT_MELEE_AT["SE"],
        e="M2 V1 V2 D1",
        bearers="Kb",
    )

    assert table.severed == "AS"
    assert table.melee("A.NE") == 2
    assert table.allows("melee(a,e)")


@pytest.mark.rule("F14")
@pytest.mark.parametrize("bearer", ["K", "S"])
def test_the_bearer_supports_like_anybody(bearer):
    table = position(
        """
        S0 e0
        K0 ..
        """,
        K=MELEE_AT_NE,
        S=SUPPORT_MELEE_AT["SE"],
        e="M2 V1 V2 D1",
        bearers=bearer + "e",
    )

    assert table.melee("K.NE") == 2
    assert table.allows("melee(k,e)")


@pytest.mark.rule("F14")
def test_the_slain_do_not_support():
    table = position(
        """
        S0 e0
        K0 f2
        """,
        K=MELEE_AT_NE,
        S=SUPPORT_MELEE_AT["SE"],
        e="M2 V1 V2 D1",
        f="V1 V2 M2 D1",
        to_move=1,
        bearers="Ke",
    )
    assert table.melee("K.NE") == 2

    table.play("melee(f,s)")  # f shows its Double Melee at NW, against an open SE corner

    assert table.standing == "Kef"
    assert table.melee("K.NE") == 1
