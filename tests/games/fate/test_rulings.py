"""Points that players of this table settled: each was played differently before."""

import pytest
from tests.games.fate.positions import (
    asked,
    brawl,
    dice,
    do,
    equip,
    give,
    hero_of,
    holds,
    legal,
    monster_die,
    owns,
    put,
    quest,
    refuses,
    stand,
    table,
    tame,
    to_monsters,
    where,
)

from fimbul.core import Event
from fimbul.games.fate.model import FIRST_MONSTER, OFF
from fimbul.games.fate.rules import hand, places

PATCH = pytest.MonkeyPatch


@pytest.mark.rule("G79")
@pytest.mark.rule("G89")
@pytest.mark.parametrize(("first", "pieces"), [("assault(14,9)", 0), ("assault(16,3)", 2)])
def test_the_order_is_asked_where_one_of_the_attackers_gazes(
    first: str, pieces: int, monkeypatch: PATCH
) -> None:
    state = table("boldur")
    stand(state, 13, 9)
    hero_of(state).damage = 4
    put(state, "troll", 14, 9)
    put(state, "seer_of_odin_2", 17, 2)
    dice(monkeypatch, "", then="hit")
    brawl(state)
    assert legal(state) == {"assault(14,9)", "assault(16,3)"}
    do(state, first)
    assert state.pieces == pieces  # gazed at home after the Troll, he is knocked out again
    assert state.over == (pieces == 0)


@pytest.mark.rule("G79")
def test_the_seer_alone_asks_nothing() -> None:
    state = table("boldur")
    put(state, "seer_of_odin_2", 17, 2)
    brawl(state)
    assert asked(state) == "Acting"
    assert hero_of(state).damage == 1


@pytest.mark.rule("G34")
@pytest.mark.rule("G123")
def test_cards_are_discarded_at_any_time_to_draw_more_by_preparations() -> None:
    state = table("embla")
    tame(state)
    give_from_anywhere(state, "preparations", "kick", "maneuver", "courage")
    do(state, "discard(kick)", "discard(maneuver)", "discard(courage)", "play(preparations)")
    assert holds(state, "rest") == 4
    assert len(hero_of(state).discard) == 4


@pytest.mark.rule("G34")
def test_only_held_cards_are_discarded_and_nothing_else_happens() -> None:
    state = table("embla")
    give(state, "kick", "kick", "rest")
    refuses(state, "discard(courage)", "G34")
    before = hero_of(state).taken
    do(state, "discard(kick)")
    assert (holds(state, "kick"), len(hero_of(state).discard), hero_of(state).taken) == (1, 1, before)
    assert "discard(rest)" in legal(state)


def give_from_anywhere(state, *cards: str) -> None:
    hero = hero_of(state)
    hero.hand = sorted(state.event(0, card) for card in cards)


@pytest.mark.rule("G53")
@pytest.mark.rule("G101")
def test_long_shot_two_ignores_cover_in_every_roll(monkeypatch: PATCH) -> None:
    for level, damage in ((1, 0), (2, 3)):
        state = table("bjorn")
        equip(state, "long_shot", level=level)
        equip(state, "throwing_axes")
        stand(state, 12, 10)
        troll = put(state, "troll", 11, 10)
        dice(monkeypatch, "cover cover cover")
        do(state, "use(throwing_axes)", *(["done"] if level == 1 else []))
        if asked(state) == "Reacting":
            do(state, "done")
        assert state.hurt[troll] == damage


@pytest.mark.rule("G8")
def test_beside_partners_crystals_may_be_left() -> None:
    state = table("bjorn", "alva")
    stand(state, 6, 7)
    hero_of(state).damage = 4
    do(state, "move(5,7)")
    assert asked(state) == "Taking"
    assert legal(state) == {"amount(0)", "amount(1)", "amount(2)", "amount(3)"}
    refuses(state, "amount(4)", "G8")
    do(state, "amount(1)")
    assert (
        hero_of(state).damage,
        next(left for x, _, _, left in state.view(0).bonuses if x == 5 and left < 3),
    ) == (3, 2)
    state = table("bjorn", "alva")
    stand(state, 6, 7)
    do(state, "move(5,7)")
    assert asked(state) == "Moving"  # undamaged, he could use none


@pytest.mark.rule("G8")
def test_gold_and_mana_are_asked_for_too() -> None:
    state = table("bjorn", "alva")
    stand(state, 16, 5)
    do(state, "move(17,5)")
    assert legal(state) == {f"amount({n})" for n in range(4)}
    do(state, "amount(2)")
    assert hero_of(state).mana["sure_shot"] == 1 + 2
    assert (17, 5, "mana", 1) in state.view(0).bonuses
    state = table("bjorn", "alva")
    stand(state, 6, 16)
    do(state, "move(5,17)")
    do(state, "amount(0)")
    assert hero_of(state).gold == 2
    assert (5, 17, "gold", 3) in state.view(0).bonuses


@pytest.mark.rule("G8")
def test_alone_crystals_are_taken_by_themselves() -> None:
    state = table("bjorn")
    stand(state, 6, 16)
    do(state, "move(5,17)")
    assert hero_of(state).gold == 2 + 3


@pytest.mark.rule("G72a")
@pytest.mark.rule("G96")
@pytest.mark.parametrize("turn", ["clockwise", "counter_clockwise"])
def test_a_maneuver_that_ends_the_game_leaves_everybody_in_one_place(turn: str, monkeypatch: PATCH) -> None:
    """The brute that ends it wheels into the town last of all one way, and before another the other way."""
    state = table("bjorn", monster_die=True)
    stand(state, 11, 8)
    monster_die(monkeypatch, turn)
    for spot in ((11, 7), (12, 7), (12, 8), (11, 9)):
        put(state, "brute", *spot)
    state.pieces = 1
    to_monsters(state)
    assert state.outcome is not None
    assert state.outcome.rule == "G96"
    assert places.agree(state)
    on_map = [monster for monster, node in enumerate(state.where) if node != OFF]
    assert all(state.at[state.where[monster]] == monster + FIRST_MONSTER for monster in on_map)


@pytest.mark.rule("G43")
@pytest.mark.rule("G112")
def test_the_tiara_is_found_by_who_is_there_when_it_turns_up() -> None:
    state = table("alva")
    quest(state, "tiara")
    quest(state, "alvas_bracers")
    stand(state, 12, 1)  # a road in the Dark Forest
    hero_of(state).gold = 5
    do(state, "quest")
    assert owns(state, "alvas_bracers")
    assert owns(state, "tiara")


@pytest.mark.rule("G38")
@pytest.mark.rule("G43")
def test_the_tiara_is_found_when_the_pile_is_cycled_to_it() -> None:
    state = table("alva")
    quest(state, "tiara")
    quest(state, "alvas_bracers")
    stand(state, 10, 1)
    do(state, "end", "cycle(equipment)")
    assert owns(state, "tiara")


@pytest.mark.rule("G111")
@pytest.mark.rule("G72d")
def test_treetreader_heals_who_is_pushed_into_a_forest(monkeypatch: PATCH) -> None:
    state = table("alva", monster_die=True)
    equip(state, "treetreader", level=2)
    tame(state)
    stand(state, 12, 10)
    hero_of(state).damage = 3
    put(state, "goblin", 13, 10)
    monster_die(monkeypatch, "push")
    dice(monkeypatch, "")
    to_monsters(state)
    assert where(state) == (11, 10)
    assert hero_of(state).damage == 2


@pytest.mark.rule("G30")
@pytest.mark.rule("G123")
def test_durability_repairs_only_one_s_own_equipment() -> None:
    state = table("embla", "bjorn")
    equip(state, "helmet", seat=1)
    state.heroes[1].wear["helmet"] = 2
    give(state, "durability")
    refuses(state, "play(durability)", "G39")


@pytest.mark.rule("G34")
def test_cards_drawn_together_are_told_in_one_order() -> None:
    """Which of them came first is in no hand, so the log does not tell it either."""
    logs = []
    for swap in (False, True):
        state = table("embla")
        deck = hero_of(state).deck
        if swap:
            deck[-1], deck[-2] = deck[-2], deck[-1]
        state.push(hand.Draw(0, 2))
        events: list[Event] = []
        state.settle(events)
        logs.append([event.sentence() for event in events])
    assert logs[0] == logs[1]
    assert len(logs[0]) >= 2
