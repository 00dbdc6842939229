"""The pictures that the other tests are drawn with."""

import pytest
from tests.games.fimbulvetr.positions import arrange, drawn, game, position


def test_a_picture_says_who_stands_where_and_how_turned():
    table = position(
        """
        .. K1 ..
        b3 .. C0
        """,
        origin=(-4, 7),
        relics=("melee", "defense"),
        to_move=1,
        turn=12,
        quiet=5,
    )

    assert table.where("K") == (-3, 7, 1)
    assert table.where("b") == (-4, 8, 3)
    assert table.where("C") == (-2, 8, 0)
    assert (table.standing, table.bearers, table.to_move) == ("CKb", "Kb", 1)
    view = table.state.view(None)
    assert (view.phase, view.relics, view.turn, view.quiet) == ("play", ("melee", "defense"), 12, 5)


def test_a_table_draws_itself():
    picture = """
        .. K1 .. ..
        b3 .. .. C0
        """

    assert position(picture, origin=(3, -8)).picture == drawn(picture)


def test_a_legend_names_warriors_of_our_clans_or_gives_them_sigils():
    printed = position("T0 j0", T="thegn", j="jarl")
    assert [clan.id for clan in printed.state.view(None).clans] == ["saxons", "vikings"]

    custom = position("T0 j0", T="M2 D1 V1 D2", j="jarl")
    assert custom.living["T"].corners == ("M2", "D1", "V1", "D2")
    assert custom.living["j"].corners == ("MS", "D1", "D2", "V1")


def test_a_picture_and_a_list_of_places_give_the_same_position():
    picture = position("K1 .. b2", relics=("melee", "defense"))
    places = arrange({"K": (0, 0, 1), "b": (2, 0, 2)}, relics=("melee", "defense"))

    assert picture.state.fingerprint() == places.state.fingerprint()


def test_a_drawn_position_is_the_one_that_play_leads_to():
    # A game played by hand to its first turn, and the same position drawn.
    state = game.new(options={"first": 0, "clans": ("saxons", "saxons")})
    for text in [
        "place(thegn,0,0,0)",
        "place(thegn,0,1,1)",
        "place(shieldman,1,0,0)",
        "place(shieldman,1,1,1)",
        "place(spearman,2,0,0)",
        "place(spearman,2,1,1)",
        "place(archer,3,0,0)",
        "place(archer,3,1,1)",
        "place(housecarl,4,0,0)",
        "place(housecarl,4,1,1)",
        "place(rider,5,0,0)",
        "place(rider,5,1,1)",
        "relic(ranged,archer)",
        "relic(move,rider)",
    ]:
        state.play(game.parse(text))
    ids = ("thegn", "shieldman", "spearman", "archer", "housecarl", "rider")
    table = position(
        """
        A0 B0 C0 D0 E0 F0
        a1 b1 c1 d1 e1 f1
        """,
        relics=("ranged", "move"),
        bearers="Df",
        **dict(zip("ABCDEFabcdef", ids + ids, strict=True)),
    )

    assert table.legal() == {str(action) for action in state.legal(0)}
    for field in (
        "cell",
        "turned",
        "relics",
        "bearers",
        "phase",
        "active",
        "severed",
        "quiet",
        "turn",
        "seen",
    ):
        assert getattr(table.state, field) == getattr(state, field), field


@pytest.mark.parametrize(
    ("picture", "details"),
    [
        ("A0 A1 b0", {}),
        ("A0 B0 c0", {}),
        ("A0 b0", {"A": "thegn", "B": "M1"}),
        ("A0 B0 c0", {"bearers": "ABc"}),
    ],
)
def test_a_picture_that_means_nothing_is_refused(picture, details):
    if "B" in details:
        picture = "A0 B0 c0"
    with pytest.raises((AssertionError, ValueError)):
        position(picture, **details)
