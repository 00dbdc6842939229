"""The options of a table (F11, F20, F21, F23, F35, F57)."""

from itertools import product

import pytest
from tests.games.fimbulvetr.positions import AROUND, custom_warrior, game, position

from fimbul import Match, Record, verify
from fimbul.core import BadOption
from fimbul.games.fimbulvetr.library.clans import printed_clans
from fimbul.games.fimbulvetr.model import Clan

# ---- support_from_none


@pytest.mark.rule("F11")
@pytest.mark.rule("F57f")
@pytest.mark.parametrize("lifts", [True, False])
def test_support_from_none(lifts):
    table = position(
        """
        S0 e0
        K0 ..
        """,
        K="M1 V1 V2 D2",  # no melee at NE
        S="V1 D1 MS V2",
        e="D1 D2 M2 V1",
        options={"support_from_none": lifts},
    )

    assert table.melee("K.NE") == (1 if lifts else 0)
    assert table.allows("melee(k,e)") == lifts


@pytest.mark.rule("F57f")
@pytest.mark.parametrize(
    ("card", "relic", "quality"),
    [
        ("V1 M1 V2 D2", "move", 2),  # own melee is lifted as ever
        ("V1 M2 V2 D1", "move", 3),
        ("M1 V1 V2 D2", "melee", 2),  # so is melee from the relic alone
        ("M1 V1 V2 D2", "ranged", 0),
    ],
)
def test_with_the_option_off_support_counts_where_there_is_melee(card, relic, quality):
    table = position(
        """
        S0 e0
        K0 ..
        """,
        K=card,
        S="V1 D1 MS V2",
        relics=(relic, "move"),
        options={"support_from_none": False},
    )

    assert table.melee("K.NE") == quality


@pytest.mark.rule("F57f")
def test_with_the_option_off_support_defense_lifts_from_none_all_the_same():
    table = position(
        """
        s0 e0
        K0 ..
        """,
        K="V1 M1 V2 D2",
        s="V1 M1 DS V2",
        e="D1 D2 M2 V1",
        bearers="Ke",
        options={"support_from_none": False},
    )

    assert table.defense("e.SW") == 1
    assert table.refuses("melee(k,e)") == "F32"


# ---- vault_adjacent


@pytest.mark.rule("F35")
@pytest.mark.rule("F57g")
@pytest.mark.parametrize("close", [True, False])
def test_vault_adjacent(close):
    table = position("K0 e0", K="V1 RA V2 D1", e="V1 D1 M2 D2", options={"vault_adjacent": close})

    assert table.allows("ranged(k,e)") == close
    if not close:
        assert table.refuses("ranged(k,e)") == "F34"


@pytest.mark.rule("F57g")
@pytest.mark.parametrize("place", AROUND)
def test_a_close_shot_needs_touching_corners(place):
    from tests.games.fimbulvetr.positions import CORNERS, TOUCHES, arrange

    for corner in CORNERS:
        table = arrange(
            {"K": (0, 0, CORNERS.index(corner)), "e": (*place, 0)},
            K="RA V1 V2 D1",
            e="M1 V1 M2 V2",
            options={"vault_adjacent": True},
        )
        touches = place in [(dx, dy) for dx, dy, _ in TOUCHES[corner]]
        assert table.allows("ranged(k,e)") == touches, corner


@pytest.mark.rule("F18")
@pytest.mark.rule("F57g")
def test_a_close_shot_has_the_vault_quality():
    # With the relic the corner has 2 over an empty cell, but the close shot has 1.
    table = position(
        "K0 e0",
        K="V1 RA V2 D1",
        e="D1 V1 M2 D2",
        relics=("ranged", "move"),
        options={"vault_adjacent": True},
    )

    assert table.ranged("K.NE") == 2
    assert table.refuses("ranged(k,e)") in ("F34", "F35")


@pytest.mark.rule("F57g")
def test_only_a_vaulted_corner_shoots_at_neighbours():
    table = position(
        "K0 e0",
        K="RA R2 V1 D1",  # Vaulted Ranged at NW, away from e
        e="V1 D1 M2 D2",
        relics=("ranged", "move"),
        options={"vault_adjacent": True},
    )

    assert table.refuses("ranged(k,e)") in ("F34", "F35")


@pytest.mark.rule("F37")
@pytest.mark.rule("F57g")
def test_a_close_shot_stands_beside_the_melee_attack():
    table = position("K0 e0", K="V1 RA M2 D1", e="V1 D1 D2 M2", options={"vault_adjacent": True})

    assert {"melee(k,e)", "ranged(k,e)"} <= table.legal()


@pytest.mark.rule("F57g")
def test_with_the_option_on_the_long_shots_are_as_ever():
    options = {"vault_adjacent": True}
    cards = {"e": "V1 D1 M2 D2", "bearers": "Ke", "options": options}

    assert position("K0 A0 e0", K="V1 RA V2 D1", **cards).allows("ranged(k,e)")
    assert position("K0 .. e0", K="V1 RA V2 D1", **cards).allows("ranged(k,e)")
    assert position("K0 A0 e0", K="V1 R1 V2 D2", **cards).refuses("ranged(k,e)") == "F34"


# ---- relic, first


@pytest.mark.rule("F23")
@pytest.mark.parametrize(("relic", "choices"), [("free", 4 * 6), ("defense", 6)])
def test_free_and_fixed_relics(relic, choices):
    state = game.new(options={"relic": relic})
    for _ in range(12):
        state.play(state.legal(state.to_act[0])[0])

    for _ in range(2):
        assert len(state.legal(state.to_act[0])) == choices
        state.play(state.legal(state.to_act[0])[0])


@pytest.mark.rule("F20")
@pytest.mark.parametrize("setup", ["placed", "quick"])
@pytest.mark.parametrize("first", [0, 1])
def test_a_chosen_first_player(first, setup):
    for seed in range(5):
        assert game.new(options={"first": first, "setup": setup}, seed=seed).to_act == (first,)


@pytest.mark.rule("F20")
@pytest.mark.parametrize("setup", ["placed", "quick"])
def test_a_random_first_player_comes_from_the_seed(setup):
    def first(seed):
        return game.new(options={"first": "random", "setup": setup}, seed=seed).to_act[0]

    drawn = [first(seed) for seed in range(40)]
    assert drawn == [first(seed) for seed in range(40)]
    assert set(drawn) == {0, 1}


# ---- setup


def attacks(state, seat):
    return [str(action) for action in state.legal(seat) if str(action).startswith(("melee", "ranged"))]


def layout(state):
    return [(who.seat, who.id, who.x, who.y, who.r, who.bearer) for who in state.view(None).warriors]


@pytest.mark.rule("F21")
@pytest.mark.parametrize("clans", list(product(printed_clans(), repeat=2)), ids="-".join)
def test_quick_setup_allows_no_attack_on_the_first_turn(clans):
    for seed in range(6):
        for relic in ("free", "defense"):
            state = game.new(options={"clans": clans, "setup": "quick", "relic": relic}, seed=seed)
            assert attacks(state, state.to_act[0]) == []


@pytest.mark.rule("F21")
@pytest.mark.parametrize(
    "card", ["M2 MS R1 R1", "M2 M2 R1 R1", "R2 R2 M1 M1", "MS MS R1 R1", "RA RA M1 M1", "M2 R2 M1 R1"]
)
@pytest.mark.parametrize("options", [{}, {"vault_adjacent": True}], ids=["", "vault_adjacent"])
def test_quick_setup_allows_no_attack_between_the_fiercest_clans(card, options):
    warriors = tuple(custom_warrior(f"wolf{number}", card) for number in range(6))
    fierce = Clan("wolves", "Wolves", "test", warriors)
    for seed in range(4):
        state = game.new(options={"clans": (fierce, fierce), "setup": "quick", **options}, seed=seed)
        assert attacks(state, state.to_act[0]) == []


@pytest.mark.rule("F21")
@pytest.mark.rule("F22")
@pytest.mark.rule("F23")
@pytest.mark.parametrize("seed", range(20))
def test_quick_setup_leads_to_a_position_that_the_players_could_have_made(seed):
    state = game.new(options={"setup": "quick"}, seed=seed)
    view = state.view(None)

    assert view.phase == "play"
    assert view.turn == 1
    assert len(view.warriors) == len({(who.x, who.y) for who in view.warriors}) == 12
    assert not any(who.severed for who in view.warriors)
    assert [who.seat for who in view.warriors if who.bearer] == [0, 1]
    assert set(view.relics) <= {"melee", "ranged", "defense", "move"}
    # Every order of placing that F22 allows keeps the warriors in one group, and one of them stands at (0,0).
    cells = {(who.x, who.y) for who in view.warriors}
    reached = {min(cells)}
    for _ in cells:
        reached |= {(x + dx, y + dy) for x, y in reached for dx, dy in AROUND} & cells
    assert reached == cells
    opener = {who.seat for who in view.warriors if (who.x, who.y) == (0, 0)}
    assert opener == {view.first}


@pytest.mark.rule("F23")
@pytest.mark.parametrize("seed", range(5))
def test_quick_setup_gives_out_defense_relics_where_they_are_fixed(seed):
    state = game.new(options={"setup": "quick", "relic": "defense"}, seed=seed)

    assert state.view(None).relics == ("defense", "defense")


@pytest.mark.rule("F21")
def test_quick_setup_is_reproducible_from_the_seed_and_differs_between_seeds():
    def quick(seed):
        return layout(game.new(options={"setup": "quick"}, seed=seed))

    layouts = [quick(seed) for seed in range(20)]
    assert layouts == [quick(seed) for seed in range(20)]
    assert len({tuple(places) for places in layouts}) == 20


@pytest.mark.rule("F21")
def test_a_game_from_quick_setup_is_a_record_that_verifies():
    match = Match(game, options={"setup": "quick"}, seed=5)
    while not match.state.over:
        legal = match.state.legal(match.state.to_act[0])
        match.play(legal[len(match.moves) * 13 % len(legal)])

    verify(Record.parse(match.record().to_text()), game)


# ---- wrong options


@pytest.mark.parametrize(
    "options",
    [
        {"first": 2},
        {"first": "second"},
        {"first": True},
        {"setup": "slow"},
        {"relic": "melee"},
        {"support_from_none": "yes"},
        {"vault_adjacent": 2},
        {"colour": "grey"},
        {"clans": "saxons"},
    ],
    ids=str,
)
def test_a_wrong_option_is_refused_in_a_sentence_that_names_it(options):
    with pytest.raises(BadOption) as refusal:
        game.new(options=options)

    (name,) = options
    assert name in str(refusal.value)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize("seats", [0, 1, 3, 12])
def test_the_game_has_two_seats(seats):
    with pytest.raises(BadOption, match="2 seats"):
        game.new(seats=seats)
