"""C. The turn and the laying of cards (V20 to V24)."""

import random

import pytest
from tests.games.valknut.positions import Table, game, position, row

from fimbul.games.valknut.model import cell_at, place_of

DUEL = {"warbands": ("vikings", "draugar")}


def begun(seed=1, **options):
    """A two-player game in which both have set up one unit."""
    table = Table(game.new(options={**DUEL, **options}, seed=seed))
    return table.play("setup(vikings,0,3)", "ready", "setup(draugar,0,0)", "ready")


@pytest.mark.rule("V20")
def test_the_pool_is_filled_at_the_start_of_a_turn_and_not_within_it():
    table = position(
        row("V . . U"), "vikings draugar", step="lay", pool={"P1": ("....", 2), "P2": ("....", 1)}
    )
    table.play("lay(P1,4,0,0)")
    assert table.state.view(None).pool[0].id == "P2"
    assert len(table.state.pool) == 1
    reveals = table.state.reveals
    table.play("end")
    assert [card.id for card in table.state.view(None).pool] == ["P2", "Q1", "Q2"]
    assert table.state.reveals == reveals + 2
    assert (table.to_move, table.phase) == (1, "Laying")


@pytest.mark.rule("V20")
def test_a_turn_may_end_with_points_unspent_and_they_are_lost():
    table = position(row("V . . U"), "vikings draugar", points=3).play("move(0,0,e,1)")
    assert table.points == 2
    table.play("end")
    assert table.points == 0
    assert table.to_move == 1


@pytest.mark.rule("V20")
def test_nobody_acts_out_of_turn():
    state = begun().state
    action = state.legal(0)[0]
    assert state.why_not(action, 1).rule == "V20"
    assert state.legal(1) == []


@pytest.mark.rule("V20")
def test_without_points_only_the_end_is_left():
    table = position(row("V . . U"), "vikings draugar", points=0)
    assert table.legal() == {"end"}
    assert table.refuses("move(0,0,e,1)") == "V30"
    assert table.refuses("lay(P1,4,0,0)") == "V20"


@pytest.mark.rule("V21")
def test_a_card_must_be_laid():
    table = begun()
    assert all(text.startswith("lay(") for text in table.legal())
    assert table.refuses("end") == "V21"
    assert table.refuses("decline") == "V21"
    cards = {text.split(",")[0] for text in table.legal()}
    assert cards == {f"lay({card.id}" for card in table.state.view(None).pool} | {"lay(A_VIKINGS"}


@pytest.mark.rule("V21")
def test_other_cards_cannot_be_laid():
    table = begun()
    inside = {card.id for card in table.state.view(None).pool}
    other = next(name for name in table.state.deck.ids if name not in inside and name != "A_VIKINGS")
    assert table.refuses(f"lay({other},2,0,0)") == "V21"
    assert table.refuses("lay(A_DRAUGAR,2,0,0)") == "V21"
    assert table.refuses("lay(nothing,2,0,0)") == "V21"


@pytest.mark.rule("V22")
def test_cards_lie_edge_to_edge():
    table = begun()
    name = next(card.id for card in table.state.view(None).pool if len(card.turns) == 4)
    for legal in ((2, 0, 0), (2, 3, 0), (2, -3, 2), (-2, 1, 0), (0, 4, 0), (1, -4, 2), (-1, -4, 0)):
        assert table.allows("lay({},{},{},{})".format(name, *legal)), legal
    for legal in ((0, -2, 1), (-3, -2, 1), (1, 4, 3), (2, -1, 1), (-4, 3, 3)):
        assert table.allows("lay({},{},{},{})".format(name, *legal)), legal
    for corner in ((2, 4, 0), (2, -4, 0), (-2, -4, 0), (2, -2, 1), (-4, 4, 1)):
        assert table.refuses("lay({},{},{},{})".format(name, *corner)) == "V22", corner
    for apart in ((3, 0, 0), (0, 5, 0), (10**9, 0, 0), (512, 0, 0), (514, -1, 0)):
        assert table.refuses("lay({},{},{},{})".format(name, *apart)) == "V22", apart
    for over in ((1, 0, 0), (0, 3, 0), (-1, -3, 0), (0, 0, 0), (-3, 0, 1)):
        assert table.refuses("lay({},{},{},{})".format(name, *over)) == "V22", over
    assert table.refuses(f"lay({name},2,0,4)") == "V22"
    assert table.refuses(f"lay({name},2,0,-1)") == "V22"


@pytest.mark.rule("V22")
@pytest.mark.rule("V121")
def test_so_many_ways_to_lay_the_first_card():
    table = begun()
    state = table.state
    for card in state.pool:
        name = state.deck.ids[card]
        count = sum(text.startswith(f"lay({name},") for text in table.legal())
        assert count == 20 * len(state.deck.turns[card])
        assert len(state.deck.turns[card]) in (2, 4)
    everything = [len(turns) for turns in state.deck.turns]
    assert {20 * turns for turns in everything} == {40, 80}


@pytest.mark.rule("V22")
def test_a_card_that_looks_the_same_upside_down_has_two_turns():
    deck = game.new().deck
    same = deck.number["T10"]
    assert deck.forms[same][0].rows == deck.forms[same][2].rows
    assert deck.turns[same] == (0, 1)
    table = begun()
    table.state.pool = [same]
    assert table.allows("lay(T10,2,0,0)")
    assert table.allows("lay(T10,2,0,1)")
    assert table.refuses("lay(T10,2,0,2)") == "V22"


@pytest.mark.rule("V22")
def test_the_turned_card_lies_as_drawn():
    table = begun()
    table.state.pool = [table.state.deck.number["T07"]]  # mf / .. / .. / r.
    table.play("lay(T07,2,-1,1)")
    zones = table.state.ground.zones
    drawn = [[zones[cell_at(2 + dx, -1 + dy)] for dx in range(4)] for dy in range(2)]
    assert drawn == [[2, 0, 0, 3], [0, 0, 0, 1]]


@pytest.mark.rule("V22")
def test_holes_may_arise_and_be_filled_only_if_a_card_fits():
    picture = """
        . . . .
        . # # .
        . # # .
        . . . .
        """
    with pytest.raises(AssertionError, match="void in part"):
        position(picture, "vikings draugar")
    table = position(row("V # . U"), "vikings draugar", step="lay")
    assert table.allows("lay(P1,1,0,0)")
    assert table.refuses("lay(P1,1,1,1)") == "V22"


@pytest.mark.rule("V23")
def test_points_then_valknut_then_kills_then_gjallarhorn():
    table = position(
        row(", . . V U"),
        "vikings draugar valkyries elves",
        to_move="Y",
        owners={(3, 0): 0},
        step="lay",
        pool={"P1": ("*...", 3, True)},
        gods=True,
        god_pool="thor odin idun",
    )
    table.play("lay(P1,5,0,0)")
    assert table.points == 3
    assert (table.phase, table.count("U")) == ("Spawning", 1)
    table.play("spawn(valkyries,5,0)")
    assert (table.phase, table.count("U")) == ("Worship", 0)
    assert table.points == 4  # Bloodlust
    table.play("decline")
    assert table.phase == "Marching"


@pytest.mark.rule("V24")
def test_points_of_a_card_are_usable_at_once():
    table = position(row("V . . U"), "vikings draugar", step="lay", pool={"P1": ("....", 3)})
    table.play("lay(P1,4,0,0)")
    assert table.points == 3
    table.play("move(0,0,e,1)", "move(1,0,s,1)", "move(1,1,s,1)")
    assert table.legal() == {"end"}


@pytest.mark.rule("V24")
def test_place_of_a_card_is_never_taken_back():
    table = begun()
    action = sorted(table.legal())[0]
    before = set(table.state.ground.zones)
    table.play(action)
    assert before < set(table.state.ground.zones)
    assert all(place_of(cell) for cell in table.state.ground.zones)


@pytest.mark.rule("V120")
@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {}), (4, {}), (2, {"mode": "ragnarok"})])
def test_turns_are_counted_by_one_from_the_end_of_the_set_up(seats, options):
    """As many as somebody ended, one that kills the last enemy included."""
    chance = random.Random(5)
    state = game.new(seats=seats, options=options, seed=5)
    ends = 0
    while not state.over:
        action = chance.choice(state.legal(state.to_act[0]))
        if str(action).startswith(("setup", "ready")):
            assert state.turn == 0
        else:
            assert state.turn == ends + 1
        state.play(action)
        ends += str(action) == "end"
    assert state.turn == (ends if state.outcome.points is not None else ends + 1)
