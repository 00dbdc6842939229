"""What bots think is good in Fate: quests are planned, cards are kept, and nobody walks into his doom."""

from typing import Any

from tests.games.fate.positions import FATE, do, equip, give, hero_of, put, quest, stand, table

from fimbul.games.fate.bot.errand import Errand, way_to, worth


def best(state: Any) -> str:
    """What looks best at first sight."""
    seat = state.to_act[0]
    actions = state.legal(seat)
    promise = FATE.mind.promise(state, actions, seat)
    return str(actions[max(range(len(actions)), key=promise.__getitem__)])


def test_a_quest_that_can_be_paid_is_done():
    state = table("embla")
    quest(state, "blade_decorations")
    assert best(state) == "quest"


def test_a_hero_goes_where_the_quest_is():
    state = table("embla")
    quest(state, "healing_potion")  # in the Witch Cabin
    stand(state, 13, 9)
    do(state, best(state))
    way = way_to(state.book, "witch_cabin", 0)
    assert way[state.heroes[0].node] < way[state.land.at[13, 9]]


def test_what_is_left_of_a_quest_is_counted_in_actions():
    state = table("embla")
    quest(state, "ravens_claw")
    hero = hero_of(state)
    before = Errand(state, 0).left
    hero.progress = 9
    assert 0 < Errand(state, 0).left < before
    quest(state, "custom_armor")
    hero.gold = 4
    assert Errand(state, 0).left == 0
    hero.gold = 0
    assert Errand(state, 0).left > 2


def test_a_new_main_weapon_is_worth_what_it_adds_to_the_old_one():
    state = table("bjorn")
    bow = next(s.number for s in state.book.sides if s.id == "bone_bane_bow")
    alone = worth(state.book, hero_of(state).active, bow)
    equip(state, "trollbane")
    assert worth(state.book, hero_of(state).active, bow) < alone


def test_a_quest_that_takes_too_long_makes_room_for_another():
    state = table("embla")
    quest(state, "ravens_claw")  # ten forest areas
    do(state, "end")
    assert best(state) == "cycle(equipment)"
    hero_of(state).progress = 5
    assert best(state) == "no"


def test_cards_are_not_thrown_away():
    state = table("embla")
    give(state, "kick", "rest")
    put(state, "troll", 12, 2)
    assert not best(state).startswith("discard")
