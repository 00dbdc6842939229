"""I. How the table keeps the game (F53 to F57)."""

import pytest
from tests.games.fimbulvetr.positions import arrange, drawn, game, position

from fimbul import FimbulError
from fimbul.core import BadNotation
from fimbul.games.fimbulvetr.table.figures import calling

# ---- F53


@pytest.mark.rule("F53")
def test_everything_is_public():
    table = position(
        """
        K0 b1 .. .. A2
        c3 .. .. .. ..
        """,
        relics=("melee", "ranged"),
        bearers="Kb",
        turn=17,
        quiet=9,
    )
    views = [table.state.view(seat) for seat in (0, 1, None)]

    for view in views:
        assert {(who.seat, who.id): (who.x, who.y, who.r) for who in view.warriors} == {
            (0, "k"): (0, 0, 0),
            (1, "b"): (1, 0, 1),
            (0, "a"): (4, 0, 2),
            (1, "c"): (0, 1, 3),
        }
        assert view.slain == (tuple(f"spare{n}" for n in range(1, 5)),) * 2
        assert [(who.seat, who.id) for who in view.warriors if who.bearer] == [(0, "k"), (1, "b")]
        assert [who.id for who in view.warriors if who.severed] == ["a"]
        assert view.relics == ("melee", "ranged")
        assert view.to_act == (0,)
        assert view.phase == "play"
        assert (view.turn, view.quiet) == (17, 9)
        assert view.outcome is None


@pytest.mark.rule("F53")
def test_the_three_phases():
    state = game.new(options={"first": 0})
    phases = []
    while not state.over and len(phases) < 15:
        phases.append(state.view(None).phase)
        state.play(state.legal(state.to_act[0])[0])

    assert phases == ["place"] * 12 + ["relic"] * 2 + ["play"]


@pytest.mark.rule("F53")
def test_warriors_still_in_hand_are_not_slain():
    state = game.new(options={"first": 0})
    state.play(game.parse("place(thegn,0,0,0)"))
    view = state.view(None)

    assert view.waiting[0] == ("shieldman", "spearman", "archer", "housecarl", "rider")
    assert len(view.waiting[1]) == 6
    assert view.slain == ((), ())


# ---- F54


@pytest.mark.rule("F54")
@pytest.mark.parametrize(
    "text",
    [
        "place(thegn,0,0,3)",
        "place(thegn,-12,40,0)",
        "relic(melee,thegn)",
        "relic(defense,horse_archer)",
        "move(horse_archer,-3,2,1)",
        "melee(thegn,jarl)",
        "ranged(archer,jarl)",
        "handoff(rider)",
        "pass",
    ],
)
def test_the_seven_actions_are_written_so(text):
    assert str(game.parse(text)) == text


@pytest.mark.rule("F54")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "jump(thegn)",
        "place(thegn,0,0)",
        "place(thegn,0,0,0,0)",
        "move(thegn,x,0,0)",
        "move(thegn,0.5,0,0)",
        "move(thegn, 0, 0, 0)",
        "MOVE(thegn,0,0,0)",
        "move(thegn,0,0,0",
        "move thegn 0 0 0",
        "melee(thegn)",
        "pass()",
        "pass(thegn)",
        "handoff",
    ],
)
def test_what_is_not_written_so_is_no_action(text):
    with pytest.raises(BadNotation):
        game.parse(text)


@pytest.mark.rule("F54")
@pytest.mark.parametrize("seed", range(3))
def test_every_legal_action_reads_back(seed):
    state = game.new(options={"setup": "quick"}, seed=seed)
    for ply in range(40):
        if state.over:
            break
        actions = state.legal(state.to_act[0])
        assert [game.parse(str(action)) for action in actions] == actions
        state.play(actions[(7 * ply + seed) % len(actions)])


# ---- F55


@pytest.mark.rule("F55")
@pytest.mark.rule("F26")
@pytest.mark.parametrize(("dx", "dy"), [(8, 0), (-8, 0), (0, 8), (0, -8), (5, 3), (-4, -4), (-1, 7)])
def test_no_warrior_gets_further_than_eight_cells(dx, dy):
    beside = (dx + (dx > 0) - (dx < 0), dy + (dy > 0) - (dy < 0))
    table = arrange({"K": (0, 0, 0), "b": (*beside, 0)}, K="V2 V2 M1 D1", relics=("move", "defense"))

    assert table.allows(f"move(k,{dx},{dy},0)")
    assert not table.allows(f"move(k,{dx},{dy},1)")
    for text in table.legal("move"):
        x, y = (int(number) for number in text.split(",")[1:3])
        assert abs(x) + abs(y) <= 8


@pytest.mark.rule("F55")
def test_for_each_cell_the_shortest_way_decides_which_rotations_are_offered():
    # Three points: (1,0) is one step away, (1,1) two, (2,1) three.
    table = position(
        """
        K0 .. .. ..
        .. .. .. b0
        """,
        relics=("defense", "defense"),
    )

    assert {text for text in table.legal("move") if ",2,1," in text} == {"move(k,2,1,0)"}
    assert {text for text in table.legal("move") if ",2,0," in text} == {
        f"move(k,2,0,{r})" for r in (0, 1, 3)
    }


@pytest.mark.rule("F55")
@pytest.mark.rule("F57a")
def test_the_fight_may_drift_over_the_table():
    # K and b go east, one around the other, and turn so that no position recurs.
    cards = {"K": "V2 V2 M1 D1", "b": "V2 V2 M1 D1"}
    table = position("K0 b0", **cards)
    for number in range(12):
        x = 2 * number
        table.play(f"move(k,{x + 2},0,{number % 4})", f"move(b,{x + 3},0,{number // 4})")
    assert (table.where("K"), table.where("b")) == ((24, 0, 3), (25, 0, 2))

    assert table.legal() == position("K3 b2", **cards, origin=(24, 0)).legal()


# ---- F57


@pytest.mark.rule("F57a")
def test_coordinates_are_absolute():
    # The first warrior was placed at (0,0); when it leaves, nobody else's coordinates change.
    table = position(
        """
        K0 b0
        .. C0
        """,
    )
    table.play("move(k,2,0,0)", "move(b,1,0,1)")

    assert (table.where("K"), table.where("b"), table.where("C")) == ((2, 0, 0), (1, 0, 1), (1, 1, 0))
    assert table.picture == drawn(
        """
        b1 K0
        C0 ..
        """
    )
    assert table.allows("move(k,0,0,0)")  # (0,0) is still where it was


@pytest.mark.rule("F57a")
def test_the_first_placed_warrior_gives_the_origin():
    state = game.new(options={"first": 1})
    for text in ("place(jarl,0,0,2)", "place(thegn,-1,-1,0)", "place(raider,1,0,0)"):
        state.play(game.parse(text))

    assert {who.id: (who.x, who.y) for who in state.view(None).warriors} == {
        "jarl": (0, 0),
        "thegn": (-1, -1),
        "raider": (1, 0),
    }


@pytest.mark.rule("F54")
def test_a_refusal_is_an_error_of_the_family():
    table = position("K0 b0")

    with pytest.raises(FimbulError, match=r"\(F30\)"):
        table.state.play(game.parse("move(k,0,0,0)"))


# ---- what a person sees


@pytest.mark.parametrize(
    ("corners", "does"),
    [
        ("M2 M1 D1 V1", "melee"),
        ("R1 R2 D1 V1", "ranged"),
        ("D2 DS M1 V1", "defense"),
        ("V2 VA M1 D1", "move"),
    ],
)
def test_a_warrior_s_figure_shows_what_it_does_best(corners, does):
    assert calling(tuple(corners.split())) == does


def test_words_say_ways_instead_of_coordinates():
    state = game.new(options={"first": 0})
    state.play(game.parse("place(thegn,0,0,0)"))
    view = state.view(1)
    assert (
        game.describe(view, game.parse("place(jarl,1,0,2)"))
        == "Place the Jarl 1 right of the Thegn, upside down"
    )
    told = state.play(game.parse("place(jarl,1,0,2)"))
    assert told[0].sentence() == "The Jarl of the Vikings takes a stand 1 right of the Thegn, upside down."
    for place, words in (("0,1", "1 below the Thegn"), ("1,-1", "1 above the Jarl")):
        assert words in game.describe(state.view(0), game.parse(f"place(rider,{place},0)"))
    assert "2 right and 1 below the Jarl" in game.describe(state.view(0), game.parse("place(rider,3,1,0)"))


def test_who_waits_and_who_fell_lies_in_trays():
    state = game.new(options={"first": 0})
    state.play(game.parse("place(thegn,0,0,0)"))
    scene = game.scene(state.view(0))
    assert [(tray.role, tray.seat, len(tray.cards)) for tray in scene.trays] == [
        ("hand", 0, 5),
        ("mat", 1, 6),
    ]
    card = scene.trays[0].cards[0]
    assert (card.title, card.kind) == ("Shieldman", "warrior")
    assert len(card.figures) == 4
    assert "Defense" in card.detail
