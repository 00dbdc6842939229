"""B. Setup (V10 to V14), three and four players (V80 to V85), and the options."""

import pytest
from tests.games.valknut.positions import Table, game

from fimbul.core import BadOption
from fimbul.games.valknut.library.warbands import IDS
from fimbul.games.valknut.model import place_of


def new(warbands, seats=None, **options):
    names = tuple(warbands.split())
    count = seats or (2 if options.get("mode") == "ragnarok" else len(names))
    return Table(game.new(seats=count, options={"warbands": names, **options}, seed=1))


def slots(table, kind):
    return {text.removeprefix(f"setup({kind},")[:-1] for text in table.legal("setup") if f"({kind}," in text}


@pytest.mark.rule("V10")
@pytest.mark.parametrize("names", ["draugar vikings", "vikings draugar"])
def test_the_smaller_warband_starts_whoever_chose_first(names):
    table = new(names)
    assert table.state.view(None).warbands == (("vikings",), ("draugar",))
    assert table.to_move == 0
    assert game.seat_name(table.state.view(None), 0) == "Vikings"


@pytest.mark.rule("V10")
def test_the_seed_chooses_where_nobody_does():
    found = {game.new(seed=seed).view(None).warbands for seed in range(40)}
    assert len(found) > 15
    assert all(IDS.index(one) < IDS.index(two) for (one,), (two,) in found)


@pytest.mark.rule("V11")
def test_the_parley_card_lies_face_down_and_its_face_is_out_of_the_game():
    state = new("vikings draugar").state
    assert [(card.id, card.x, card.y) for card in state.view(None).cards] == [("PARLEY", 0, 0)]
    assert set(map(place_of, state.ground.parley)) == {(x, y) for x in (0, 1) for y in range(4)}
    (face,) = state.parley
    assert face not in state.pool
    assert face not in state.pile
    assert sorted([face, *state.pool, *state.pile]) == list(state.deck.decks["2p"])


@pytest.mark.rule("V12")
def test_player_one_owns_the_south_and_player_two_the_north():
    table = new("vikings draugar")
    assert slots(table, "vikings") == {"0,2", "1,2", "0,3", "1,3"}
    assert table.refuses("setup(vikings,0,1)") == "V12"
    table.play("setup(vikings,0,2)", "ready")
    assert slots(table, "draugar") == {"0,0", "1,0", "0,1", "1,1"}


@pytest.mark.rule("V13")
def test_three_cards_lie_open():
    state = new("vikings draugar").state
    assert len(state.pool) == 3
    assert len(state.pile) == 8


@pytest.mark.rule("V14")
def test_one_to_four_units_then_ready():
    table = new("vikings draugar")
    assert table.refuses("ready") == "V14"
    table.play("setup(vikings,0,2)")
    assert table.allows("ready")
    table.play("setup(vikings,1,2)", "setup(vikings,0,3)", "setup(vikings,1,3)")
    assert table.legal() == {"ready"}
    table.play("ready")
    assert table.to_move == 1
    assert table.refuses("ready") == "V14"
    table.play("setup(draugar,1,1)", "ready")
    assert (table.to_move, table.phase) == (0, "Laying")
    assert table.supply(0, "V") == 0
    assert table.supply(1, "U") == 7


@pytest.mark.rule("V14")
def test_slots_are_filled_by_row_from_west_to_east():
    table = new("vikings draugar").play("setup(vikings,0,3)")
    assert table.legal() == {"setup(vikings,1,3)", "ready"}
    assert table.refuses("setup(vikings,1,2)") == "V14"
    assert table.refuses("setup(vikings,0,3)") == "V6"
    assert table.refuses("setup(draugar,1,3)") == "V14"
    assert table.refuses("lay(T01,2,0,0)") == "V14"


@pytest.mark.rule("V14")
def test_nobody_sets_up_more_units_than_there_are():
    table = new("valkyries draugar").play("setup(valkyries,0,2)", "setup(valkyries,1,2)")
    assert table.legal() == {"ready"}
    assert table.refuses("setup(valkyries,0,3)") == "V14"


@pytest.mark.rule("V14")
def test_the_giantess_takes_two_slots_one_above_the_other():
    table = new("giantess vikings")
    assert table.legal() == {"setup(giantess,0,2)", "setup(giantess,1,2)"}
    assert table.refuses("setup(giantess,0,3)") == "V12"
    table.play("setup(giantess,1,2)")
    assert table.legal() == {"ready"}
    assert table.state.standing().keys() == {1 + 2 * 512, 1 + 3 * 512}


# ---- three and four players


@pytest.mark.rule("V80")
def test_three_players():
    table = new("vikings draugar elves")
    state = table.state
    assert [(card.id, card.x) for card in state.view(None).cards] == [("PARLEY", 0), ("PARLEY", 2)]
    one, two = state.parley
    assert one in state.deck.decks["2p"]
    assert two in state.deck.decks["3p"]
    assert sorted([one, two, *state.pool, *state.pile]) == sorted(
        state.deck.decks["2p"] + state.deck.decks["3p"]
    )
    table.play("setup(elves,0,2)", "ready", "setup(vikings,0,0)", "ready")
    assert slots(table, "draugar") == {"2,1", "3,1", "2,2", "3,2"}


@pytest.mark.rule("V81")
def test_four_players():
    table = new("goblins vikings draugar elves")
    state = table.state
    assert [(card.id, card.x) for card in state.view(None).cards] == [
        ("PARLEY", 0),
        ("BIFROST", 2),
        ("PARLEY", 4),
    ]
    one, two = state.parley
    assert one in state.deck.decks["2p"]
    assert two in state.deck.decks["4p"]
    assert sorted([one, two, *state.pool, *state.pile]) == list(range(26))
    table.play("setup(elves,0,2)", "ready", "setup(vikings,0,0)", "ready")
    assert slots(table, "draugar") == {"4,2", "5,2", "4,3", "5,3"}
    table.play("setup(draugar,4,2)", "ready")
    assert slots(table, "goblins") == {"4,0", "5,0", "4,1", "5,1"}


@pytest.mark.rule("V82")
def test_turns_go_by_maximum_units():
    table = new("goblins vikings draugar elves")
    assert table.state.view(None).warbands == (("elves",), ("vikings",), ("draugar",), ("goblins",))


@pytest.mark.rule("V82")
def test_the_third_player_has_the_third_least_units():
    """The rulebook's question who is third of four."""
    table = new("goblins giantess dwarves elves")
    assert table.state.view(None).warbands[2] == ("dwarves",)


@pytest.mark.rule("V85")
@pytest.mark.parametrize(("seats", "cards"), [(2, 11), (3, 18), (4, 24)])
def test_so_many_cards_are_laid(seats, cards):
    state = game.new(seats=seats)
    assert len(state.pool) + len(state.pile) == cards


# ---- options


@pytest.mark.rule("V10")
@pytest.mark.parametrize(
    ("seats", "options", "field"),
    [
        (2, {"warbands": ("vikings", "trolls")}, "'warbands' names 'trolls'"),
        (2, {"warbands": ("vikings", "vikings")}, "'warbands' names 'vikings' twice"),
        (2, {"warbands": ("vikings",)}, "'warbands' must name two to four"),
        (3, {"warbands": ("vikings", "elves")}, "'warbands' must name 3"),
        (2, {"warbands": ("vikings", "elves"), "mode": "ragnarok"}, "'warbands' must name four for Ragnarok"),
        (3, {"mode": "ragnarok"}, "'mode': Ragnarok is for two seats"),
        (2, {"gods": True}, "'gods' is for four seats or Ragnarok"),
        (3, {"gods": True}, "'gods' is for four seats or Ragnarok"),
        (2, {"gods": True, "warbands": ("vikings", "elves")}, "'gods' is for four warbands or Ragnarok"),
        (5, {}, "2 to 4 seats, not 5"),
        (2, {"mode": "blitz"}, "mode"),
        (2, {"speed": 1}, "no option 'speed'"),
        (2, {"gods": "yes"}, "gods"),
    ],
)
def test_options_that_cannot_be_played_are_named(seats, options, field):
    with pytest.raises(BadOption) as raised:
        game.new(seats=seats, options=options)
    assert field in str(raised.value)


def test_every_way_to_begin_can_be_played():
    tables = [game.new(options=start.options, seats=start.seats, seed=1) for start in game.starts]
    assert [len(state.alive) for state in tables] == [2, 2, 2, 4]
    assert tables[0].view(None).warbands == (("dwarves",), ("draugar",))
