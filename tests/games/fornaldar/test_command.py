"""Command: who leads whom, and what armies are worth without a leader (R15)."""

import pytest
from tests.games.fornaldar.fights import FIELD, FOREST, SEA, forecast
from tests.games.fornaldar.positions import army, bare, leader_of, put, ship

from fimbul.games.fornaldar.rules import ratings


@pytest.mark.rule("R15.1")
def test_csp_without_command_fight_at_half_strength() -> None:
    state = bare()
    army(state, "fynn", FIELD, 9)
    army(state, "midhrasir", FIELD, 1)
    odds = forecast(state, FIELD)
    assert (odds.attack, odds.defence) == (4, 1)  # half of 9 rounded down; 1 stays 1


@pytest.mark.rule("R15.1")
def test_all_csp_without_command_are_added_up_before_they_are_halved() -> None:
    state = bare()
    army(state, "fynn", FIELD, 3)
    army(state, "ycelia", FIELD, 3)
    army(state, "midhrasir", FIELD, 6)
    put(state, "hakon", FIELD)
    assert forecast(state, FIELD).attack == 3


@pytest.mark.rule("R15.1")
def test_strength_is_halved_before_terrain_doubles_it() -> None:
    state = bare()
    army(state, "fynn", FOREST, 5)
    army(state, "midhrasir", FOREST, 5)
    odds = forecast(state, FOREST)
    assert odds.attack == 4  # trolls: 5 // 2, doubled
    assert odds.defence == 2


@pytest.mark.rule("R15.1")
def test_escorts_and_embarked_csp_need_no_command() -> None:
    state = bare()
    put(state, "lembi", FIELD, escort=True)
    army(state, "nerfringia", FIELD, 4)
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 4)
    assert forecast(state, FIELD, seat=1).attack == 1 + 2
    ship(state, "orms_sling", SEA)
    army(state, "midhrasir", SEA, 1, aboard=True)
    ship(state, "old_haddock", SEA)
    assert forecast(state, SEA, "sea", seat=1).attack == 3 + 1


@pytest.mark.rule("R15.2")
def test_one_character_in_the_stack_commands_any_number() -> None:
    state = bare()
    army(state, "fynn", FIELD, 20)
    army(state, "midhrasir", FIELD, 20)
    put(state, "eberic", FIELD)  # a captain of Fynn, magic 4 and mana
    magic = ratings.current_magic(state, leader_of(state, "eberic"))
    assert forecast(state, FIELD).attack == 20 + magic


@pytest.mark.rule("R15.2")
def test_a_character_aboard_does_not_command_the_ground_stack() -> None:
    state = bare()
    army(state, "midhrasir", "3927", 6)
    army(state, "fynn", "3927", 6)
    put(state, "gorm", "3927")
    ship(state, "golden_raven", "3927")
    put(state, "hakon", "3927", aboard=True)
    assert forecast(state, "3927").defence == 3 * 3 + 2


@pytest.mark.rule("R15.4")
@pytest.mark.parametrize(
    ("leader", "banner", "leads"),
    [
        ("lembi", "midhrasir", True),  # a captain: his own banner
        ("lembi", "nerfringia", False),
        ("olvard", "nerfringia", True),  # a marshal: his race
        ("olvard", "normorea", False),
        ("hakon", "normorea", True),  # a king: everybody
        ("rodhiorm", "fynn", False),  # no rank
    ],
)
def test_rank_says_whom_a_character_commands(leader: str, banner: str, leads: bool) -> None:
    state = bare()
    number = leader_of(state, leader)
    assert ratings.leads(state, number, state.book.banner[banner]) is leads


@pytest.mark.rule("R15.5")
def test_the_rating_is_that_of_the_highest_rank() -> None:
    state = bare()
    for name in ("klakthryg", "lothgar"):  # a marshal with 4 and a king with 3
        put(state, name, FIELD)
    army(state, "skane", FIELD, 5)
    put(state, "rathnar", FIELD)  # a captain with 2
    army(state, "suderpathia", FIELD, 5)
    assert forecast(state, FIELD).added == 3 - 2


@pytest.mark.rule("R15.5")
def test_among_equals_the_best_rating_counts() -> None:
    state = bare()
    put(state, "lembi", FIELD)  # captains with 2 and 1
    put(state, "signhild", FIELD)
    army(state, "midhrasir", FIELD, 5)
    army(state, "fynn", FIELD, 5)
    assert forecast(state, FIELD, seat=1).added == 2
