"""D. Setup (F20 to F23)."""

from itertools import product

import pytest
from tests.games.fimbulvetr.positions import AROUND, game

from fimbul.games.fimbulvetr.library.clans import printed_clans

CLANS = tuple(printed_clans())


def new(**options):
    return game.new(options={"first": 0} | options)


def play(state, *texts):
    for text in texts:
        state.play(game.parse(text))
    return state


def legal(state):
    return {str(action) for action in state.legal(state.to_act[0])}


def rule_against(state, text, seat=None):
    """The rule that forbids an action; the refusal must be a sentence, and the action must not be listed."""
    refusal = state.why_not(game.parse(text), seat)
    assert refusal is not None, f"{text} is not refused"
    assert seat is not None or text not in legal(state)
    assert refusal.reason.endswith(".")
    assert not refusal.reason[0].islower()
    assert refusal.rule in game.rules
    return refusal.rule


def placed(**options):
    """A game in which all twelve stand, row beside row, and the First Player chooses a relic."""
    state = new(**options)
    for number in range(12):
        seat = state.to_act[0]
        warrior = state.view(None).clans[seat].warriors[number // 2].id
        play(state, f"place({warrior},{number // 2},{number % 2},0)")
    return state


# ---- F20


@pytest.mark.rule("F20")
@pytest.mark.parametrize("clans", list(product(CLANS, repeat=2)), ids="-".join)
def test_each_player_selects_a_clan_and_both_may_select_the_same(clans):
    state = new(clans=clans)

    assert [clan.id for clan in state.view(None).clans] == list(clans)
    for _ in range(12 + 2):
        state.play(state.legal(state.to_act[0])[-1])
    assert state.phase == "play"


@pytest.mark.rule("F20")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_can_be_agreed(first):
    for seed in range(8):
        state = game.new(options={"first": first}, seed=seed)
        assert state.to_act == (first,)
        assert state.view(None).first == first


@pytest.mark.rule("F20")
def test_the_first_player_can_be_drawn_by_chance():
    drawn = [game.new(options={"first": "random"}, seed=seed).view(None).first for seed in range(100)]

    assert 30 < sum(drawn) < 70
    assert drawn == [game.new(options={"first": "random"}, seed=seed).view(None).first for seed in range(100)]


# ---- F21


@pytest.mark.rule("F21")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_warrior_goes_to_the_middle_any_of_the_six_in_any_rotation(first):
    state = new(first=first)
    ids = [warrior.id for warrior in state.view(None).clans[first].warriors]

    assert legal(state) == {f"place({name},0,0,{r})" for name in ids for r in range(4)}
    assert rule_against(state, f"place({ids[0]},1,0,0)") == "F21"
    assert rule_against(state, f"place({ids[0]},0,-1,0)") == "F21"


@pytest.mark.rule("F2")
@pytest.mark.rule("F21")
@pytest.mark.parametrize("wrap", [1 << power for power in (4, 6, 8, 10, 12, 15, 16, 20, 24, 31, 32, 40, 63)])
def test_no_other_cell_is_taken_for_the_middle(wrap):
    state = new()
    for x, y in [(wrap, 0), (wrap, -1), (-wrap, 1), (0, wrap), (0, -wrap), (2 * wrap, -2)]:
        assert rule_against(state, f"place(thegn,{x},{y},0)") == "F21"


@pytest.mark.rule("F21")
@pytest.mark.parametrize("first", [0, 1])
def test_the_players_place_one_warrior_in_turn_until_all_twelve_stand(first):
    state = new(first=first)
    seats = []
    while state.phase == "place":
        seats.append(state.to_act[0])
        state.play(state.legal(state.to_act[0])[0])

    assert seats == [first, 1 - first] * 6
    assert len(state.view(None).warriors) == 12
    assert state.phase == "relic"


@pytest.mark.rule("F21")
def test_a_warrior_is_placed_with_the_rotation_its_player_chose_and_stays_so():
    state = play(new(), "place(rider,0,0,3)", "place(jarl,1,0,2)", "place(thegn,0,1,1)")

    standing = {who.id: (who.x, who.y, who.r) for who in state.view(None).warriors}
    assert standing == {"rider": (0, 0, 3), "jarl": (1, 0, 2), "thegn": (0, 1, 1)}


@pytest.mark.rule("F21")
def test_what_cannot_be_placed():
    state = play(new(), "place(thegn,0,0,0)", "place(jarl,1,0,0)")

    assert rule_against(state, "place(thegn,0,1,0)") == "F21"  # on the table already
    assert rule_against(state, "place(raider,0,1,0)") == "F21"  # the enemy's
    assert rule_against(state, "place(nobody,0,1,0)") == "F21"
    assert rule_against(state, "place(rider,0,1,4)") == "F4"
    assert rule_against(state, "place(rider,0,1,-1)") == "F4"
    assert rule_against(state, "place(raider,0,1,0)", seat=1) == "F24"  # not that player's turn


# ---- F22


@pytest.mark.rule("F3")
@pytest.mark.rule("F22")
def test_the_second_warrior_goes_to_one_of_the_eight_neighbours():
    state = play(new(), "place(thegn,0,0,0)")
    ids = [warrior.id for warrior in state.view(None).clans[1].warriors]

    assert legal(state) == {f"place({name},{x},{y},{r})" for name in ids for x, y in AROUND for r in range(4)}


@pytest.mark.rule("F22")
def test_every_later_warrior_goes_beside_any_warrior_of_either_clan():
    state = play(new(), "place(thegn,0,0,0)", "place(jarl,1,0,0)", "place(rider,2,1,0)")
    standing = {(0, 0), (1, 0), (2, 1)}
    open_cells = {(x + dx, y + dy) for x, y in standing for dx, dy in AROUND} - standing

    listed = {tuple(map(int, text.split(",")[1:3])) for text in legal(state)}
    assert listed == open_cells
    assert (3, 2) in listed  # beside the enemy's Rider alone
    assert rule_against(state, "place(raider,0,0,0)") == "F22"  # occupied by an enemy
    assert rule_against(state, "place(raider,1,0,0)") == "F22"  # occupied by a friend
    assert rule_against(state, "place(raider,4,1,0)") == "F22"  # beside nobody
    assert rule_against(state, "place(raider,0,2,0)") == "F22"
    assert rule_against(state, "place(raider,-500,70,0)") == "F22"


@pytest.mark.rule("F22")
@pytest.mark.parametrize("text", ["move(thegn,0,0,1)", "melee(thegn,jarl)", "ranged(thegn,jarl)"])
def test_nothing_moves_turns_or_attacks_during_setup(text):
    placing = play(new(), "place(thegn,0,0,0)", "place(jarl,0,-1,0)")
    assert rule_against(placing, text) in ("F21", "F22")

    choosing = placed()
    assert rule_against(choosing, text) in ("F22", "F23")


@pytest.mark.rule("F22")
@pytest.mark.parametrize("text", ["handoff(rider)", "relic(defense,thegn)", "pass"])
def test_nothing_else_is_done_before_all_twelve_stand(text):
    placing = play(new(), "place(thegn,0,0,0)", "place(jarl,0,-1,0)")

    assert rule_against(placing, text) in ("F21", "F22", "F23", "F25")


# ---- F23


@pytest.mark.rule("F23")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_chooses_a_relic_and_then_the_other(first):
    state = placed(first=first)
    for seat in (first, 1 - first):
        assert (state.phase, state.to_act) == ("relic", (seat,))
        ids = [warrior.id for warrior in state.view(None).clans[seat].warriors]
        tokens = ("melee", "ranged", "defense", "move")
        assert legal(state) == {f"relic({token},{name})" for token in tokens for name in ids}
        play(state, f"relic(melee,{ids[2]})")

    assert (state.phase, state.to_act) == ("play", (first,))
    assert [who.id for who in state.view(None).warriors if who.bearer] == ["spearman", "shieldmaiden"]


@pytest.mark.rule("F23")
def test_the_second_player_knows_the_first_choice():
    state = play(placed(), "relic(ranged,archer)")

    for seat in (0, 1, None):
        view = state.view(seat)
        assert view.relics == ("ranged", None)
        assert [who.id for who in view.warriors if who.bearer] == ["archer"]


@pytest.mark.rule("F23")
def test_in_a_first_game_both_take_the_defense_token():
    state = placed(relic="defense")
    assert legal(state) == {
        f"relic(defense,{name})"
        for name in ("thegn", "shieldman", "spearman", "archer", "housecarl", "rider")
    }
    assert rule_against(state, "relic(melee,thegn)") == "F23"

    play(state, "relic(defense,thegn)")
    assert rule_against(state, "relic(move,jarl)") == "F23"
    play(state, "relic(defense,jarl)")
    assert state.view(None).relics == ("defense", "defense")


@pytest.mark.rule("F23")
def test_a_relic_goes_to_ones_own_warrior():
    state = placed()

    assert rule_against(state, "relic(melee,jarl)") in ("F15", "F23")
    assert rule_against(state, "relic(melee,nobody)") in ("F15", "F23")
    assert rule_against(state, "place(thegn,0,2,0)") in ("F21", "F23")
    assert rule_against(state, "pass") in ("F23", "F25")
    assert rule_against(state, "relic(melee,jarl)", seat=1) == "F24"
