"""Alva, card by card (G110 to G113)."""

import pytest
from tests.games.fate.positions import (
    alive,
    at,
    dice,
    do,
    end_turn,
    equip,
    give,
    hero_of,
    holds,
    legal,
    owns,
    put,
    quest,
    refuses,
    stand,
    table,
    to_monsters,
    where,
)

from fimbul.games.fate.state import FateState

# The field (13,9) is open plains: (14,9), (15,9) and (16,9) lie in a row behind Alva, (12,9) before her.
# The forest south-east of Grimheim is (10,10), (11,10), (10,11) and (11,11); (12,10) beside it is plains.


def field(*cards: str, level: int = 1) -> FateState:
    """Alva at (13,9) with these cards in play."""
    state = table("alva")
    stand(state, 13, 9)
    equip(state, *cards, level=level)
    return state


def edge(*cards: str, level: int = 1) -> FateState:
    """Alva at (12,10), beside the forest, with these cards in play."""
    state = field(*cards, level=level)
    stand(state, 12, 10)
    return state


def wood(*cards: str, level: int = 1) -> FateState:
    """Alva at (10,11), in the forest, with these cards in play."""
    state = field(*cards, level=level)
    stand(state, 10, 11)
    return state


def thrown(state: FateState) -> int:
    """How many dice lie on the table."""
    assert state.roll is not None
    return len(state.roll.dice)


def mana(state: FateState, card: str) -> int:
    return hero_of(state).mana.get(card, 0)


def wear(state: FateState, card: str) -> int:
    return hero_of(state).wear.get(card, 0)


def is_her_turn(state: FateState) -> bool:
    """Whether nothing is asked but what she does next."""
    return type(state.decision).__name__ == "Acting"


# ---- the hero card


@pytest.mark.rule("G110")
@pytest.mark.parametrize(("level", "strength", "health"), [(1, 2, 9), (2, 4, 10)])
def test_her_figures(level: int, strength: int, health: int) -> None:
    state = field("alva", level=level)
    put(state, "troll", 15, 9)
    give(state, "mastery")
    assert state.kit(0).health == health
    assert "move(13,6)" in legal(state)
    refuses(state, "move(17,9)", "G21")
    do(state, "attack(15,9)")
    assert thrown(state) == strength + 1  # with her first bow


@pytest.mark.rule("G110")
@pytest.mark.rule("G36")
def test_an_upgrade_turns_the_hero_card_over() -> None:
    state = field()
    hero_of(state).gold = 6
    do(state, "end", "upgrade(alva)")
    assert state.kit(0).strength == 4 + 1
    assert hero_of(state).gold == 1


@pytest.mark.rule("G110")
@pytest.mark.parametrize("level", [1, 2])
def test_a_move_action_that_ends_in_a_forest_brings_mana(level: int) -> None:
    state = edge("alva", level=level)
    do(state, "move(11,10)", "stop")
    assert mana(state, "hail_of_arrows") == 1 + 1


@pytest.mark.rule("G110")
def test_the_mana_of_the_forest_goes_on_any_card_that_uses_mana() -> None:
    state = edge("flexibility", "snipe", "alvas_bracers")
    do(state, "move(11,10)", "stop")
    assert legal(state) == {"on(hail_of_arrows)", "on(flexibility)", "on(alvas_bracers)"}
    refuses(state, "on(snipe)", "G31")
    do(state, "on(alvas_bracers)")
    assert mana(state, "alvas_bracers") == 1


@pytest.mark.rule("G110")
@pytest.mark.parametrize("level", [1, 2])
def test_a_movement_that_ends_elsewhere_brings_no_mana(level: int) -> None:
    state = edge("alva", level=level)
    do(state, "move(11,10)", "go(11,9)", "stop")  # only through the forest
    assert mana(state, "hail_of_arrows") == 1
    state = wood("alva", level=level)
    do(state, "move(9,9)")  # Grimheim is no forest
    assert mana(state, "hail_of_arrows") == 1


@pytest.mark.rule("G110")
@pytest.mark.parametrize(("level", "more"), [(1, 0), (2, 1)])
def test_level_two_counts_any_movement(level: int, more: int) -> None:
    state = edge("alva", level=level)
    give(state, "agility")
    do(state, "play(agility)", "go(11,10)", "stop")
    assert mana(state, "hail_of_arrows") == 1 + more
    state = edge("alva", level=level)
    equip(state, "treetreader")
    do(state, "use(treetreader-into)", "at(11,10)")
    assert mana(state, "hail_of_arrows") == 1 + more


@pytest.mark.rule("G110")
def test_level_two_counts_each_movement_of_a_turn() -> None:
    state = edge("alva", level=2)
    give(state, "agility")
    do(state, "play(agility)", "go(11,10)", "stop", "move(11,11)", "stop")
    assert mana(state, "hail_of_arrows") == 1 + 2


@pytest.mark.rule("G110")
@pytest.mark.rule("G21")
@pytest.mark.parametrize("level", [1, 2])
def test_a_move_action_without_a_step_ends_in_the_forest_too(level: int) -> None:
    state = wood("alva", level=level)
    do(state, "move(10,11)")
    assert mana(state, "hail_of_arrows") == 1 + 1


@pytest.mark.rule("G110")
@pytest.mark.rule("G43")
def test_a_card_played_to_stand_still_brings_nothing() -> None:
    state = wood("alva", level=2)
    give(state, "agility")
    do(state, "play(agility)", "stop")
    assert mana(state, "hail_of_arrows") == 1


# ---- abilities: Hail of Arrows


@pytest.mark.rule("G111")
@pytest.mark.rule("G55")
def test_hail_of_arrows_one_hits_three_different_monsters_in_range() -> None:
    state = field()
    trolls = {x: put(state, "troll", x, 9) for x in (12, 14, 15, 16)}
    north = put(state, "goblin", 13, 8, hurt=1)
    hero_of(state).mana["hail_of_arrows"] = 4
    do(state, "use(hail_of_arrows)")
    assert legal(state) == {"at(12,9)", "at(14,9)", "at(15,9)", "at(13,8)"}
    refuses(state, "at(16,9)", "G50")
    do(state, "at(15,9)")
    refuses(state, "at(15,9)", "G50")  # not the same one again
    do(state, "at(13,8)", "at(12,9)")
    assert [state.hurt[trolls[x]] for x in (12, 14, 15, 16)] == [1, 0, 1, 0]
    assert not alive(state, north)
    assert hero_of(state).gold == 2 + 1
    assert mana(state, "hail_of_arrows") == 1
    assert hero_of(state).taken == ()


@pytest.mark.rule("G111")
@pytest.mark.rule("G55")
def test_with_fewer_monsters_the_rest_of_the_hail_is_lost() -> None:
    state = field()
    one, other = put(state, "troll", 14, 9), put(state, "troll", 15, 9)
    hero_of(state).mana["hail_of_arrows"] = 3
    do(state, "use(hail_of_arrows)", "at(14,9)")
    assert (state.hurt[one], state.hurt[other]) == (1, 1)
    assert mana(state, "hail_of_arrows") == 0
    assert is_her_turn(state)


@pytest.mark.rule("G111")
@pytest.mark.rule("G29")
def test_hail_of_arrows_needs_mana_and_a_target_and_is_used_once() -> None:
    state = field()
    hero_of(state).mana["hail_of_arrows"] = 6
    refuses(state, "use(hail_of_arrows)", "G39")
    put(state, "troll", 15, 9)
    hero_of(state).mana["hail_of_arrows"] = 2
    refuses(state, "use(hail_of_arrows)", "G31")
    hero_of(state).mana["hail_of_arrows"] = 6
    do(state, "use(hail_of_arrows)")
    refuses(state, "use(hail_of_arrows)", "G29")


@pytest.mark.rule("G111")
@pytest.mark.rule("G56")
@pytest.mark.parametrize("level", [1, 2])
def test_hail_of_arrows_is_useless_against_armor(level: int) -> None:
    state = field("hail_of_arrows", level=level)
    draugr, troll = put(state, "draugr", 14, 9), put(state, "troll", 15, 9)
    hero_of(state).mana["hail_of_arrows"] = 3
    do(state, "use(hail_of_arrows)", *(["amount(3)"] if level == 2 else []), "at(14,9)")
    assert (state.hurt[draugr], state.hurt[troll]) == (0, 1)


@pytest.mark.rule("G111")
@pytest.mark.parametrize("paid", [1, 2, 3, 4])
def test_hail_of_arrows_two_hits_as_many_as_is_paid(paid: int) -> None:
    state = field("hail_of_arrows", level=2)
    spots = [(12, 9), (14, 9), (15, 9), (13, 8), (13, 10)]
    trolls = [put(state, "troll", x, y) for x, y in spots]
    hero_of(state).mana["hail_of_arrows"] = 5
    do(state, "use(hail_of_arrows)")
    refuses(state, "amount(5)", "G31")
    refuses(state, "amount(0)", "G31")
    do(state, f"amount({paid})", *(f"at({x},{y})" for x, y in spots[:paid]))
    assert [state.hurt[troll] for troll in trolls] == [1] * paid + [0] * (5 - paid)
    assert mana(state, "hail_of_arrows") == 5 - paid
    assert is_her_turn(state)
    refuses(state, "use(hail_of_arrows)", "G29")


@pytest.mark.rule("G111")
@pytest.mark.rule("G37")
@pytest.mark.parametrize("level", [1, 2])
def test_hail_of_arrows_generates_mana(level: int) -> None:
    state = field("hail_of_arrows", level=level)
    end_turn(state)
    assert mana(state, "hail_of_arrows") == 1 + level


@pytest.mark.rule("G111")
@pytest.mark.rule("G36")
@pytest.mark.rule("G37")
def test_a_hail_of_arrows_that_is_turned_over_keeps_its_mana_and_generates_two() -> None:
    state = field()
    hero_of(state).gold = 5
    do(state, "end", "upgrade(hail_of_arrows)")
    assert mana(state, "hail_of_arrows") == 1 + 2


# ---- Treetreader


@pytest.mark.rule("G111")
@pytest.mark.rule("G21")
@pytest.mark.parametrize("level", [1, 2])
def test_treetreader_steps_into_an_adjacent_forest(level: int) -> None:
    state = edge("treetreader", level=level)
    assert state.kit(0).health == 9 + 2
    do(state, "use(treetreader-into)")
    assert legal(state) == {"at(11,10)", "at(11,11)"}
    refuses(state, "at(12,9)", "G111")
    do(state, "at(11,11)")
    assert where(state) == (11, 11)
    assert hero_of(state).taken == ()
    refuses(state, "use(treetreader-out)", "G29")
    refuses(state, "use(treetreader-into)", "G29")


@pytest.mark.rule("G111")
@pytest.mark.rule("G21")
def test_treetreader_steps_out_of_a_forest() -> None:
    state = wood("treetreader")
    put(state, "goblin", 10, 12)
    do(state, "use(treetreader-out)")
    assert "at(10,12)" not in legal(state)  # occupied
    assert "at(9,11)" not in legal(state)  # a mountain
    do(state, "at(9,12)")
    assert where(state) == (9, 12)


@pytest.mark.rule("G111")
def test_treetreader_needs_a_forest() -> None:
    state = field("treetreader")
    refuses(state, "use(treetreader-into)", "G39")
    refuses(state, "use(treetreader-out)", "G39")


@pytest.mark.rule("G111")
@pytest.mark.rule("G5")
def test_treetreader_enters_grimheim_but_does_not_leave_it() -> None:
    state = field("treetreader")
    stand(state, 10, 10)
    do(state, "use(treetreader-out)", "at(9,9)")
    assert where(state) == (9, 9)
    state = table("alva")
    equip(state, "treetreader")
    refuses(state, "use(treetreader-into)", "G39")  # (10,10) at its border is a forest
    refuses(state, "use(treetreader-out)", "G39")


@pytest.mark.rule("G111")
@pytest.mark.parametrize(("level", "healed"), [(1, 0), (2, 3)])
def test_treetreader_two_heals_at_every_forest_area_entered(level: int, healed: int) -> None:
    state = edge("treetreader", level=level)
    hero_of(state).damage = 5
    do(state, "move(11,10)", "go(10,11)", "go(11,11)")
    assert hero_of(state).damage == 5 - healed
    give(state, "agility")
    do(state, "play(agility)", "go(11,10)", "stop")
    assert hero_of(state).damage == 5 - healed - (level == 2)
    do(state, "use(treetreader-into)", "at(10,11)")
    assert hero_of(state).damage == 5 - healed - 2 * (level == 2)


# ---- Starsong


@pytest.mark.rule("G111")
@pytest.mark.rule("G34")
@pytest.mark.parametrize(("level", "drawn"), [(1, 2), (2, 3)])
def test_starsong_draws_more_at_the_end_of_her_turn(level: int, drawn: int) -> None:
    state = field("starsong", level=level)
    end_turn(state)
    assert len(hero_of(state).hand) == drawn


@pytest.mark.rule("G111")
@pytest.mark.rule("G34")
def test_starsong_one_keeps_the_hand_limit_of_four() -> None:
    state = field("starsong")
    give(state, "mastery", "rest", "prey")
    do(state, "end")
    assert len(hero_of(state).hand) == 4
    assert {"discard(mastery)", "discard(rest)", "discard(prey)", "keep"} <= legal(state)
    do(state, "discard(rest)")
    assert len(hero_of(state).hand) == 4
    assert hero_of(state).discard == [state.event(0, "rest")]


@pytest.mark.rule("G111")
@pytest.mark.rule("G34")
def test_starsong_two_raises_the_hand_limit_to_five() -> None:
    state = field("starsong", level=2)
    give(state, "mastery", "rest", "prey")
    do(state, "end")
    assert len(hero_of(state).hand) == 5
    assert "keep" in legal(state)
    do(state, "keep")
    assert len(hero_of(state).hand) == 5


# ---- Suppressive Fire


@pytest.mark.rule("G111")
@pytest.mark.rule("G83")
def test_suppressive_fire_one_holds_a_small_monster_within_three_areas() -> None:
    state = field("suppressive_fire")
    goblin = put(state, "goblin", 13, 6)
    put(state, "troll", 14, 7)
    put(state, "goblin", 13, 5)
    to_monsters(state)
    assert legal(state) == {"at(13,6)", "no"}
    refuses(state, "at(14,7)", "G83")
    refuses(state, "at(13,5)", "G83")
    do(state, "at(13,6)")
    assert at(state, goblin) == (13, 6)


@pytest.mark.rule("G111")
@pytest.mark.rule("G83")
def test_suppressive_fire_two_holds_a_legend() -> None:
    state = field("suppressive_fire", level=2)
    grendel = put(state, "grendel_1", 13, 6)
    to_monsters(state)
    do(state, "at(13,6)")
    assert at(state, grendel) == (13, 6)
    to_monsters(state)
    assert at(state, grendel) == (12, 7)  # not twice running: nothing was asked


@pytest.mark.rule("G111")
@pytest.mark.rule("G83")
def test_two_heroes_may_hold_the_same_monster_in_turn() -> None:
    state = table("bjorn", "alva")
    for seat, y in enumerate((9, 10)):
        stand(state, 13 - seat, y, seat=seat)
        equip(state, "suppressive_fire", seat=seat)
    brute = put(state, "brute", 13, 7)
    to_monsters(state)
    do(state, "at(13,7)")  # Bjorn; the monster is held already, so Alva is not asked
    assert state.active == 0
    to_monsters(state)
    assert state.to_act == (1,)  # not Bjorn again
    do(state, "at(13,7)")
    assert at(state, brute) == (13, 7)


@pytest.mark.rule("G83")
@pytest.mark.rule("G76")
def test_a_legend_trades_places_with_a_suppressed_monster() -> None:
    state = field("suppressive_fire")
    brute = put(state, "brute", 13, 6)
    grendel = put(state, "grendel_1", 14, 5)
    to_monsters(state)
    do(state, "at(13,6)")
    assert at(state, grendel) == (13, 6)
    assert at(state, brute) == (14, 5)


# ---- Snipe


@pytest.mark.rule("G111")
@pytest.mark.parametrize(("level", "count"), [(1, 2), (2, 5)])
def test_snipe_rolls_its_own_dice_against_a_monster_in_range(
    monkeypatch: pytest.MonkeyPatch, level: int, count: int
) -> None:
    state = field("snipe", level=level)
    put(state, "troll", 16, 9)
    refuses(state, "use(snipe)", "G39")
    troll = put(state, "troll", 15, 9)
    dice(monkeypatch, "", then="hit")
    do(state, "use(snipe)")
    assert state.hurt[troll] == count
    assert hero_of(state).taken == ()
    refuses(state, "use(snipe)", "G29")
    assert "attack(15,9)" in legal(state)


@pytest.mark.rule("G111")
@pytest.mark.rule("G53")
def test_cover_counts_against_a_snipe(monkeypatch: pytest.MonkeyPatch) -> None:
    state = edge("snipe")
    troll = put(state, "troll", 10, 11)
    dice(monkeypatch, "cover hit")
    do(state, "use(snipe)")
    assert state.hurt[troll] == 1


@pytest.mark.rule("G111")
@pytest.mark.rule("G27")
def test_snipe_is_no_attack_action(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("snipe", "flexibility", "quiver", "singing_bow", "elven_blade")
    hero_of(state).mana["flexibility"] = 2
    troll = put(state, "troll", 14, 9)
    give(state, "mastery", "piercing_arrows")
    dice(monkeypatch, "rune hit")
    do(state, "use(snipe)")
    assert thrown(state) == 2  # no strength
    refuses(state, "play(mastery)", "G32")
    refuses(state, "use(flexibility-damage)", "G29")
    refuses(state, "use(quiver)", "G29")
    do(state, "done")
    assert state.hurt[troll] == 1  # no Elven Blade
    assert mana(state, "hail_of_arrows") == 1  # no Singing Bow
    assert is_her_turn(state)


# ---- Flexibility


@pytest.mark.rule("G111")
@pytest.mark.rule("G21")
@pytest.mark.parametrize("level", [1, 2])
def test_flexibility_lengthens_the_move_action(level: int) -> None:
    state = field("flexibility", level=level)
    hero_of(state).mana["flexibility"] = 3
    refuses(state, "move(17,9)", "G21")
    do(state, "use(flexibility-move)")
    assert mana(state, "flexibility") == 2
    do(state, "move(17,9)")
    assert where(state) == (17, 9)
    end_turn(state)
    assert "move(13,9)" not in legal(state)


@pytest.mark.rule("G111")
@pytest.mark.parametrize("level", [1, 2])
def test_flexibility_adds_to_the_range_of_this_turn(level: int) -> None:
    state = field("flexibility", level=level)
    put(state, "troll", 16, 9)
    hero_of(state).mana["flexibility"] = 1
    refuses(state, "use(flexibility-range)", "G31")
    hero_of(state).mana["flexibility"] = 4
    do(state, "use(flexibility-range)")
    assert mana(state, "flexibility") == 2
    assert "attack(16,9)" in legal(state)
    refuses(state, "use(flexibility-range)", "G29")
    end_turn(state)
    assert state.reach(0) == 2


@pytest.mark.rule("G111")
@pytest.mark.rule("G54")
@pytest.mark.parametrize("level", [1, 2])
def test_flexibility_adds_two_damage_to_an_attack_action(monkeypatch: pytest.MonkeyPatch, level: int) -> None:
    state = field("flexibility", level=level)
    troll = put(state, "troll", 15, 9)
    hero_of(state).mana["flexibility"] = 4
    refuses(state, "use(flexibility-damage)", "G29")
    dice(monkeypatch, "hit")
    do(state, "attack(15,9)", "use(flexibility-damage)")
    assert state.hurt[troll] == 1 + 2
    assert mana(state, "flexibility") == 2


@pytest.mark.rule("G111")
@pytest.mark.rule("G29")
def test_flexibility_one_does_one_thing_a_turn() -> None:
    state = field("flexibility")
    put(state, "troll", 15, 9)
    give(state, "mastery")
    hero_of(state).mana["flexibility"] = 9
    do(state, "use(flexibility-move)")
    refuses(state, "use(flexibility-range)", "G29")
    refuses(state, "use(flexibility-move)", "G29")
    do(state, "attack(15,9)")
    refuses(state, "use(flexibility-damage)", "G29")
    do(state, "done")
    refuses(state, "use(flexibility-draw)", "G29")  # level I has no such use


@pytest.mark.rule("G111")
@pytest.mark.rule("G29")
def test_flexibility_two_does_each_thing_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("flexibility", level=2)
    troll = put(state, "troll", 16, 9)
    give(state, "mastery")
    hero_of(state).mana["flexibility"] = 20
    dice(monkeypatch, "")
    do(state, "use(flexibility-move)", "use(flexibility-range)", "use(flexibility-draw)")
    assert len(hero_of(state).hand) == 2
    do(state, "attack(16,9)", "use(flexibility-damage)")
    refuses(state, "use(flexibility-damage)", "G29")
    do(state, "done")
    assert state.hurt[troll] == 2
    for use in ("move", "range", "draw"):
        refuses(state, f"use(flexibility-{use})", "G29")
    assert mana(state, "flexibility") == 20 - 1 - 2 - 2 - 2


@pytest.mark.rule("G111")
@pytest.mark.rule("G30")
def test_flexibility_adds_damage_once_a_turn_also_with_two_attack_actions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field("flexibility", level=2)
    put(state, "troll", 15, 9)
    hero_of(state).mana["flexibility"] = 9
    give(state, "speedy_attack", "rest", "mastery")
    dice(monkeypatch, "")
    do(state, "attack(15,9)", "use(flexibility-damage)", "done")
    do(state, "play(speedy_attack)", "discard(rest)")
    refuses(state, "use(flexibility-damage)", "G29")


@pytest.mark.rule("G111")
@pytest.mark.rule("G37")
@pytest.mark.parametrize("level", [1, 2])
def test_flexibility_generates_mana(level: int) -> None:
    state = field("flexibility", level=level)
    end_turn(state)
    assert mana(state, "flexibility") == level


@pytest.mark.rule("G111")
@pytest.mark.rule("G21")
def test_flexibility_lengthens_no_move_action_that_is_over() -> None:
    state = field("flexibility")
    hero_of(state).mana["flexibility"] = 1
    give(state, "agility")
    do(state, "move(14,9)", "stop")
    refuses(state, "use(flexibility-move)", "G39")
    state = field("flexibility")
    hero_of(state).mana["flexibility"] = 1
    give(state, "agility")
    do(state, "use(flexibility-move)", "play(agility)")
    refuses(state, "go(16,9)", "G21")  # another movement is not lengthened


# ---- equipment: Alva's First Bow


@pytest.mark.rule("G112")
@pytest.mark.rule("G50")
def test_the_first_bow_shoots_two_areas_far_with_one_die_more() -> None:
    state = field()
    put(state, "troll", 16, 9)
    refuses(state, "attack(16,9)", "G50")
    put(state, "troll", 15, 9)
    give(state, "mastery")
    do(state, "attack(15,9)")
    assert thrown(state) == 2 + 1


# ---- Tiara


@pytest.mark.rule("G112")
@pytest.mark.rule("G43")
def test_the_tiara_is_won_by_entering_the_dark_forest() -> None:
    state = table("alva")
    stand(state, 9, 5)
    quest(state, "tiara")
    refuses(state, "quest", "G40")
    do(state, "move(9,4)")
    assert not owns(state, "tiara")
    do(state, "go(8,4)")
    assert owns(state, "tiara")  # at once, in mid-movement
    assert hero_of(state).counters["tiara"] == 6
    assert hero_of(state).gold == 2
    do(state, "go(8,5)")


@pytest.mark.rule("G112")
@pytest.mark.rule("G43")
def test_the_tiara_is_not_won_by_another_forest() -> None:
    state = wood()
    quest(state, "tiara")
    do(state, "move(11,11)", "stop")
    assert not owns(state, "tiara")


@pytest.mark.rule("G112")
def test_the_tiara_gives_one_gold_at_the_start_of_each_turn_until_it_is_empty() -> None:
    state = table("alva")
    equip(state, "tiara")
    assert hero_of(state).gold == 2
    end_turn(state)
    assert hero_of(state).gold == 3
    assert hero_of(state).counters["tiara"] == 5
    hero_of(state).counters["tiara"] = 1
    end_turn(state)
    assert hero_of(state).gold == 4
    end_turn(state)
    assert hero_of(state).gold == 4
    assert hero_of(state).counters["tiara"] == 0


# ---- Throwing Darts


@pytest.mark.rule("G112")
@pytest.mark.rule("G41")
def test_throwing_darts_are_won_by_a_practice_action_in_a_forest() -> None:
    state = edge()
    quest(state, "throwing_darts")
    refuses(state, "quest", "G42")
    stand(state, 10, 11)
    do(state, "quest")
    assert owns(state, "throwing_darts")
    assert hero_of(state).gold == 2
    assert hero_of(state).taken == ("practice",)
    state = wood()
    quest(state, "throwing_darts")
    do(state, "practice")
    refuses(state, "quest", "G41")


@pytest.mark.rule("G112")
@pytest.mark.rule("G30")
def test_throwing_darts_roll_three_dice_against_an_adjacent_monster(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("throwing_darts")
    put(state, "troll", 15, 9)
    refuses(state, "use(throwing_darts)", "G39")
    near = put(state, "troll", 14, 9)
    dice(monkeypatch, "hit hit hit miss")
    do(state, "use(throwing_darts)")
    assert state.hurt[near] == 3
    assert wear(state, "throwing_darts") == 1
    refuses(state, "use(throwing_darts)", "G29")
    hero_of(state).used = ()
    do(state, "use(throwing_darts)")
    hero_of(state).used = ()
    refuses(state, "use(throwing_darts)", "G30")


# ---- Quiver


@pytest.mark.rule("G112")
@pytest.mark.rule("G44")
@pytest.mark.parametrize(("answer", "gold"), [("yes", 0), ("no", 3)])
def test_the_quiver_is_claimed_for_a_rank_three_monster(answer: str, gold: int) -> None:
    state = field()
    quest(state, "quiver")
    refuses(state, "quest", "G40")
    put(state, "jotunn", 15, 9, hurt=5)
    put(state, "elemental", 14, 9, hurt=3)
    hero_of(state).mana["hail_of_arrows"] = 3
    do(state, "use(hail_of_arrows)", "at(14,9)")
    assert legal(state) == {"yes", "no"}  # for the jotunn; the elemental has paid
    assert hero_of(state).gold == 2 + 2
    do(state, answer)
    assert owns(state, "quiver") == (answer == "yes")
    assert hero_of(state).gold == 2 + 2 + gold


@pytest.mark.rule("G112")
@pytest.mark.rule("G30")
def test_the_quiver_adds_a_die_and_by_wear_one_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("quiver")
    troll = put(state, "troll", 15, 9)
    give(state, "mastery")
    dice(monkeypatch, "hit")
    do(state, "attack(15,9)")
    assert thrown(state) == 2 + 1 + 1
    do(state, "use(quiver)", "done")
    assert state.hurt[troll] == 2
    assert wear(state, "quiver") == 1


@pytest.mark.rule("G112")
@pytest.mark.rule("G30")
def test_a_full_quiver_adds_only_its_die() -> None:
    state = field("quiver")
    put(state, "troll", 15, 9)
    give(state, "mastery")
    hero_of(state).wear["quiver"] = 3
    do(state, "attack(15,9)")
    assert thrown(state) == 4
    refuses(state, "use(quiver)", "G30")


@pytest.mark.rule("G112")
@pytest.mark.rule("G30")
@pytest.mark.rule("G8")
def test_repairing_the_quiver_gives_no_second_use_in_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("quiver", "alvas_bracers")
    stand(state, 6, 6)
    put(state, "troll", 7, 6)
    hero_of(state).mana["alvas_bracers"] = 3
    give(state, "mastery")
    dice(monkeypatch, "")
    do(state, "attack(7,6)", "use(quiver)", "done")
    assert wear(state, "quiver") == 1
    do(state, "move(5,7)")  # red crystals
    assert wear(state, "quiver") == 0
    do(state, "stop", "use(alvas_bracers)")
    refuses(state, "use(quiver)", "G29")


# ---- Windbite


@pytest.mark.rule("G112")
@pytest.mark.rule("G45")
@pytest.mark.rule("G46")
def test_windbite_is_won_by_four_kills_from_two_areas_away() -> None:
    state = field()
    quest(state, "windbite")
    refuses(state, "quest", "G40")
    hero = hero_of(state)

    def hail(*spots: tuple[int, int]) -> None:
        for x, y in spots:
            put(state, "goblin", x, y, hurt=1)
        hero.mana["hail_of_arrows"] = 3
        hero.used = ()
        do(state, "use(hail_of_arrows)", *(f"at({x},{y})" for x, y in spots[:-1]))

    hail((14, 9), (15, 9), (13, 11))
    assert hero.progress == 2  # not the adjacent one
    hail((12, 9), (14, 8), (13, 7))
    assert hero.progress == 3
    assert not owns(state, "windbite")
    hail((15, 9))
    assert owns(state, "windbite")
    assert not owns(state, "alvas_first_bow")
    assert state.kit(0).strength == 2 + 3
    assert state.kit(0).range == 2


@pytest.mark.rule("G112")
@pytest.mark.rule("G45")
def test_any_way_of_killing_counts_for_windbite() -> None:
    state = field()
    quest(state, "windbite")
    put(state, "goblin", 11, 9)
    give(state, "back_down")
    do(state, "play(back_down)")
    assert hero_of(state).progress == 1


@pytest.mark.rule("G112")
@pytest.mark.rule("G54")
def test_with_windbite_each_rune_adds_a_die_and_they_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("windbite")
    troll = put(state, "troll", 15, 9)
    give(state, "piercing_arrows")
    dice(monkeypatch, "rune miss miss rune miss" + " rune hit hit")
    do(state, "attack(15,9)")
    assert thrown(state) == 2 + 3 + 3
    do(state, "play(piercing_arrows)")  # the runes stay on the table
    assert state.hurt[troll] == 2 + 3


@pytest.mark.rule("G112")
@pytest.mark.rule("G54")
def test_windbite_works_on_snipe_and_throwing_darts(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("windbite", "snipe", "throwing_darts")
    troll = put(state, "troll", 14, 9)
    dice(monkeypatch, "rune miss" + " hit")
    do(state, "use(snipe)")
    assert state.hurt[troll] == 1
    dice(monkeypatch, "rune rune miss" + " rune hit" + " hit")
    do(state, "use(throwing_darts)")
    assert state.hurt[troll] == 3


@pytest.mark.rule("G112")
@pytest.mark.rule("G54")
def test_added_dice_chain_but_runes_on_the_table_do_not_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("windbite")
    put(state, "troll", 15, 9)
    give(state, "mastery", "mastery")
    dice(monkeypatch, "rune miss miss miss miss" + " miss" + " rune miss miss miss" + " miss")
    do(state, "attack(15,9)")
    assert thrown(state) == 6
    do(state, "play(mastery)")
    assert thrown(state) == 6 + 5


@pytest.mark.rule("G112")
@pytest.mark.rule("G46")
def test_windbite_gives_way_to_another_main_weapon(monkeypatch: pytest.MonkeyPatch) -> None:
    state = wood("windbite", "snipe")
    quest(state, "singing_bow")
    hero_of(state).progress = 9
    put(state, "troll", 11, 11)
    dice(monkeypatch, "miss miss")
    do(state, "use(snipe)")
    assert owns(state, "singing_bow")
    assert not owns(state, "windbite")
    assert state.kit(0).strength == 2 + 3
    dice(monkeypatch, "rune rune rune rune rune")
    give(state, "piercing_arrows")
    do(state, "attack(11,11)")
    assert thrown(state) == 5


# ---- Singing Bow


@pytest.mark.rule("G112")
@pytest.mark.rule("G45")
def test_singing_bow_counts_all_dice_rolled_in_a_forest(monkeypatch: pytest.MonkeyPatch) -> None:
    state = wood("snipe")
    quest(state, "singing_bow")
    refuses(state, "quest", "G40")
    put(state, "troll", 11, 11)
    give(state, "mastery")
    dice(monkeypatch, "")
    do(state, "use(snipe)")
    assert hero_of(state).progress == 2
    do(state, "attack(11,11)", "play(mastery)")
    assert hero_of(state).progress == 2 + 3 + 4
    assert not owns(state, "singing_bow")
    end_turn(state)  # the dice of the troll do not count
    assert not owns(state, "singing_bow")
    do(state, "use(snipe)")
    assert owns(state, "singing_bow")


@pytest.mark.rule("G112")
@pytest.mark.rule("G45")
def test_singing_bow_counts_no_dice_rolled_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    state = edge()
    quest(state, "singing_bow")
    put(state, "troll", 11, 11)  # the target is in a forest; she is not
    dice(monkeypatch, "")
    do(state, "attack(11,11)")
    assert hero_of(state).progress == 0


@pytest.mark.rule("G112")
@pytest.mark.rule("G45")
def test_singing_bow_brings_mana_for_the_attack_that_completed_it(monkeypatch: pytest.MonkeyPatch) -> None:
    state = wood()
    quest(state, "singing_bow")
    hero_of(state).progress = 7
    put(state, "troll", 11, 11)
    dice(monkeypatch, "")
    do(state, "attack(11,11)")
    assert owns(state, "singing_bow")
    assert not owns(state, "alvas_first_bow")
    assert mana(state, "hail_of_arrows") == 1 + 1


@pytest.mark.rule("G112")
def test_singing_bow_brings_mana_after_each_attack_action(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("singing_bow", "alvas_bracers")
    put(state, "troll", 15, 9)
    hero_of(state).mana["alvas_bracers"] = 3
    give(state, "mastery")
    dice(monkeypatch, "")
    do(state, "attack(15,9)")
    assert thrown(state) == 2 + 3
    do(state, "done")
    assert legal(state) == {"on(hail_of_arrows)", "on(alvas_bracers)"}
    do(state, "on(alvas_bracers)", "use(alvas_bracers)", "done", "on(hail_of_arrows)")
    assert mana(state, "alvas_bracers") == 1
    assert mana(state, "hail_of_arrows") == 2


# ---- Elven Blade


@pytest.mark.rule("G112")
@pytest.mark.rule("G45")
def test_elven_blade_is_won_by_three_adjacent_kills() -> None:
    state = field()
    quest(state, "elven_blade")
    refuses(state, "quest", "G40")
    for x, y in ((14, 9), (12, 9), (15, 9)):
        put(state, "goblin", x, y, hurt=1)
    hero_of(state).mana["hail_of_arrows"] = 3
    do(state, "use(hail_of_arrows)", "at(14,9)", "at(12,9)")
    assert hero_of(state).progress == 2  # not the one two areas away
    put(state, "goblin", 12, 9)
    give(state, "back_down")
    do(state, "play(back_down)")
    assert owns(state, "elven_blade")
    assert owns(state, "alvas_first_bow")


@pytest.mark.rule("G112")
@pytest.mark.rule("G54")
def test_elven_blade_hurts_an_adjacent_monster_after_each_attack_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field("elven_blade")
    far = put(state, "troll", 15, 9)
    near, other = put(state, "goblin", 14, 9), put(state, "goblin", 12, 9)
    dice(monkeypatch, "hit")
    do(state, "attack(15,9)")
    assert legal(state) == {"at(14,9)", "at(12,9)"}
    refuses(state, "at(15,9)", "G54")
    do(state, "at(12,9)")
    assert (state.hurt[far], state.hurt[near], state.hurt[other]) == (1, 0, 1)
    give(state, "speedy_attack", "rest")
    do(state, "play(speedy_attack)", "attack(12,9)", "at(12,9)")  # the target too
    assert not alive(state, other)


@pytest.mark.rule("G112")
@pytest.mark.rule("G54")
def test_elven_blade_asks_nothing_without_an_adjacent_monster(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("elven_blade")
    put(state, "troll", 15, 9)
    dice(monkeypatch, "hit")
    do(state, "attack(15,9)")
    assert is_her_turn(state)


@pytest.mark.rule("G112")
@pytest.mark.rule("G56")
def test_armor_stops_the_elven_blade(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("elven_blade")
    draugr = put(state, "draugr", 14, 9)
    dice(monkeypatch, "hit hit hit")
    do(state, "attack(14,9)")
    assert state.hurt[draugr] == 3 - 1


@pytest.mark.rule("G112")
@pytest.mark.rule("G40")
def test_elven_blade_strikes_already_after_the_attack_that_won_it(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    quest(state, "elven_blade")
    hero_of(state).progress = 2
    put(state, "goblin", 14, 9)
    troll = put(state, "troll", 12, 9)
    dice(monkeypatch, "hit hit")
    do(state, "attack(14,9)")
    assert owns(state, "elven_blade")
    assert state.hurt[troll] == 1


# ---- Belt of Youth


@pytest.mark.rule("G112")
@pytest.mark.rule("G43")
def test_belt_of_youth_is_won_by_entering_eight_forest_areas() -> None:
    state = wood("treetreader")
    quest(state, "belt_of_youth")
    refuses(state, "quest", "G40")
    give(state, "agility", "agility")
    do(state, "move(11,11)", "go(10,11)", "go(10,10)")  # the same area may count again
    assert hero_of(state).progress == 3
    do(state, "play(agility)", "go(11,10)", "go(12,10)")  # passing through counts, plains do not
    assert hero_of(state).progress == 4
    do(state, "use(treetreader-into)", "at(11,11)")
    assert hero_of(state).progress == 5
    end_turn(state)
    assert hero_of(state).progress == 5  # to stand in a forest is not to enter it
    do(state, "play(agility)", "go(11,10)", "go(11,11)", "move(11,10)")
    assert owns(state, "belt_of_youth")


@pytest.mark.rule("G112")
@pytest.mark.rule("G29")
def test_belt_of_youth_adds_two_health_and_heals_one_a_turn() -> None:
    state = field("belt_of_youth")
    assert state.kit(0).health == 9 + 2
    refuses(state, "use(belt_of_youth)", "G39")
    hero_of(state).damage = 3
    do(state, "use(belt_of_youth)")
    assert hero_of(state).damage == 2
    refuses(state, "use(belt_of_youth)", "G29")


# ---- Alva's Bracers


@pytest.mark.rule("G112")
@pytest.mark.rule("G42")
def test_alvas_bracers_are_bought_on_a_road() -> None:
    state = field()
    quest(state, "alvas_bracers")
    hero_of(state).gold = 6
    refuses(state, "quest", "G42")  # no road
    stand(state, 9, 9)
    refuses(state, "quest", "G42")  # Grimheim is none either
    stand(state, 12, 8)
    hero_of(state).gold = 4
    refuses(state, "quest", "G42")
    hero_of(state).gold = 6
    do(state, "quest")
    assert owns(state, "alvas_bracers")
    assert hero_of(state).gold == 1
    assert hero_of(state).taken == ()


@pytest.mark.rule("G112")
@pytest.mark.rule("G27")
def test_alvas_bracers_give_an_attack_action(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("alvas_bracers", "quiver")
    hero_of(state).mana["alvas_bracers"] = 7
    refuses(state, "use(alvas_bracers)", "G39")  # nobody to attack
    troll = put(state, "troll", 15, 9)
    give(state, "mastery")
    dice(monkeypatch, "hit" + " miss" * 3 + " hit hit")
    do(state, "attack(15,9)", "done", "use(alvas_bracers)")
    assert thrown(state) == 2 + 1 + 1  # all her strength
    do(state, "use(quiver)", "done")
    assert state.hurt[troll] == 1 + 2 + 1
    assert mana(state, "alvas_bracers") == 4
    assert hero_of(state).taken == ("attack",)
    refuses(state, "use(alvas_bracers)", "G29")


@pytest.mark.rule("G112")
@pytest.mark.rule("G31")
@pytest.mark.rule("G37")
def test_alvas_bracers_cost_three_mana_and_generate_one() -> None:
    state = field("alvas_bracers")
    put(state, "troll", 15, 9)
    hero_of(state).mana["alvas_bracers"] = 2
    refuses(state, "use(alvas_bracers)", "G31")
    end_turn(state)
    assert mana(state, "alvas_bracers") == 3


# ---- Elven Arrows


@pytest.mark.rule("G112")
@pytest.mark.rule("G42")
@pytest.mark.rule("G61")
def test_elven_arrows_cost_a_troll_in_the_troll_caves() -> None:
    state = table("alva")
    stand(state, 7, 6)
    quest(state, "elven_arrows")
    refuses(state, "quest", "G42")
    do(state, "move(6,6)", "stop")
    assert not owns(state, "elven_arrows")  # it may wait
    do(state, "quest")
    assert legal(state) == {"at(7,5)", "at(7,6)", "at(6,7)", "at(5,7)", "at(6,5)"}  # no lake
    do(state, "at(7,5)")
    assert owns(state, "elven_arrows")
    assert state.kinds[state.kind[state.monster_at(7, 5)]].id == "troll"
    assert hero_of(state).taken == ("move",)
    assert state.kit(0).strength == 2 + 1 + 2


@pytest.mark.rule("G112")
@pytest.mark.rule("G61")
def test_elven_arrows_need_room_and_a_troll() -> None:
    state = table("alva")
    stand(state, 6, 6)
    quest(state, "elven_arrows")
    for x, y in ((7, 5), (7, 6), (6, 7), (5, 7), (6, 5)):
        put(state, "goblin", x, y)
    refuses(state, "quest", "G42")
    state = table("alva")
    stand(state, 6, 6)
    quest(state, "elven_arrows")
    state.supply[state.book.kind_number["troll"]] = 0
    refuses(state, "quest", "G42")


@pytest.mark.rule("G112")
def test_elven_arrows_add_two_dice() -> None:
    state = field("elven_arrows")
    put(state, "troll", 15, 9)
    give(state, "mastery")
    do(state, "attack(15,9)")
    assert thrown(state) == 2 + 1 + 2


# ---- Bloodline Crystal


@pytest.mark.rule("G112")
@pytest.mark.rule("G42")
def test_bloodline_crystal_costs_two_cards_in_the_temple_ruins() -> None:
    state = table("alva")
    quest(state, "bloodline_crystal")
    give(state, "rest", "prey", "mastery")
    stand(state, 12, 5)
    refuses(state, "quest", "G42")
    stand(state, 12, 4)
    do(state, "quest", "discard(prey)", "discard(rest)")
    assert owns(state, "bloodline_crystal")
    assert hero_of(state).hand == [state.event(0, "mastery")]
    assert hero_of(state).taken == ()
    state = table("alva")
    quest(state, "bloodline_crystal")
    give(state, "rest")
    stand(state, 12, 4)
    refuses(state, "quest", "G42")


@pytest.mark.rule("G112")
@pytest.mark.rule("G29")
def test_bloodline_crystal_adds_two_damage_or_draws_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("bloodline_crystal")
    troll = put(state, "troll", 15, 9)
    hero_of(state).mana["bloodline_crystal"] = 7
    dice(monkeypatch, "hit")
    refuses(state, "use(bloodline_crystal-damage)", "G29")
    do(state, "attack(15,9)", "use(bloodline_crystal-damage)")
    assert state.hurt[troll] == 1 + 2
    assert mana(state, "bloodline_crystal") == 4
    refuses(state, "use(bloodline_crystal-draw)", "G29")
    state = field("bloodline_crystal")
    put(state, "troll", 15, 9)
    give(state, "mastery")
    hero_of(state).mana["bloodline_crystal"] = 2
    refuses(state, "use(bloodline_crystal-draw)", "G31")
    hero_of(state).mana["bloodline_crystal"] = 6
    do(state, "use(bloodline_crystal-draw)")
    assert len(hero_of(state).hand) == 2
    do(state, "attack(15,9)")
    refuses(state, "use(bloodline_crystal-damage)", "G29")


@pytest.mark.rule("G112")
@pytest.mark.rule("G37")
def test_bloodline_crystal_generates_two_mana() -> None:
    state = field("bloodline_crystal")
    end_turn(state)
    assert mana(state, "bloodline_crystal") == 2


# ---- events


@pytest.mark.rule("G113")
def test_her_deck_of_events() -> None:
    state = table("alva")
    counts = {
        "multi_shot": 3,
        "mastery": 3,
        "agility": 2,
        "take_a_knee": 2,
        "inspire_defense": 2,
        "rest": 2,
        "popular": 2,
        "speedy_attack": 2,
        "piercing_arrows": 2,
        "back_down": 2,
        "prey": 1,
    }
    deck = hero_of(state).deck
    assert len(deck) == 23
    assert {card: deck.count(state.event(0, card)) for card in counts} == counts


@pytest.mark.rule("G113")
@pytest.mark.rule("G51")
def test_multi_shot_rolls_two_dice_against_each_of_two_monsters(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    one, other = put(state, "troll", 14, 9), put(state, "troll", 15, 9)
    put(state, "troll", 16, 9)
    give(state, "multi_shot")
    dice(monkeypatch, "hit hit" + " hit miss")
    do(state, "play(multi_shot)")
    refuses(state, "at(16,9)", "G50")
    do(state, "at(14,9)")
    refuses(state, "at(14,9)", "G50")  # not twice the same
    assert legal(state) == {"at(15,9)", "done"}
    do(state, "at(15,9)")
    assert (state.hurt[one], state.hurt[other]) == (2, 1)
    assert holds(state, "multi_shot") == 0
    assert hero_of(state).taken == ()


@pytest.mark.rule("G113")
def test_multi_shot_may_be_for_one_monster_and_needs_one(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    put(state, "troll", 16, 9)
    give(state, "multi_shot")
    refuses(state, "play(multi_shot)", "G39")
    one, other = put(state, "troll", 14, 9), put(state, "troll", 15, 9)
    dice(monkeypatch, "hit hit hit hit")
    do(state, "play(multi_shot)", "at(15,9)", "done")
    assert (state.hurt[one], state.hurt[other]) == (0, 2)


@pytest.mark.rule("G113")
@pytest.mark.rule("G54")
def test_piercing_arrows_count_one_of_the_two_rolls_of_a_multi_shot(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    one, other = put(state, "troll", 14, 9), put(state, "troll", 15, 9)
    give(state, "multi_shot", "piercing_arrows", "mastery")
    dice(monkeypatch, "rune hit" + " rune rune")
    do(state, "play(multi_shot)", "at(14,9)")
    refuses(state, "play(mastery)", "G32")
    do(state, "done", "at(15,9)", "play(piercing_arrows)")
    assert (state.hurt[one], state.hurt[other]) == (1, 2)


@pytest.mark.rule("G113")
@pytest.mark.rule("G54")
def test_mastery_adds_four_dice_after_the_roll_and_copies_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    troll = put(state, "troll", 15, 9)
    give(state, "mastery", "mastery")
    refuses(state, "play(mastery)", "G32")
    dice(monkeypatch, "miss miss miss" + " hit hit miss miss" + " hit hit hit miss")
    do(state, "attack(15,9)", "play(mastery)")
    assert thrown(state) == 7
    do(state, "play(mastery)")
    assert state.hurt[troll] == 5
    assert holds(state, "mastery") == 0


@pytest.mark.rule("G113")
@pytest.mark.rule("G21")
def test_agility_moves_up_to_two_areas_beside_the_move_action() -> None:
    state = field()
    give(state, "agility", "agility")
    do(state, "play(agility)")
    refuses(state, "go(16,9)", "G21")
    do(state, "go(15,9)", "play(agility)", "go(14,9)", "stop", "move(17,9)")
    assert where(state) == (17, 9)
    assert hero_of(state).taken == ("move",)


@pytest.mark.rule("G113")
@pytest.mark.rule("G5")
def test_agility_leads_into_grimheim_and_ends_there() -> None:
    state = field()
    stand(state, 11, 9)
    give(state, "agility", "agility")
    do(state, "play(agility)", "go(9,9)")
    assert is_her_turn(state)
    do(state, "play(agility)", "go(11,8)", "stop")
    assert where(state) == (11, 8)


@pytest.mark.rule("G113")
@pytest.mark.rule("G32")
def test_events_are_not_played_in_mid_movement() -> None:
    state = field()
    give(state, "agility", "rest")
    hero_of(state).damage = 2
    do(state, "move(14,9)")
    refuses(state, "play(agility)", "G21")
    refuses(state, "play(rest)", "G21")


@pytest.mark.rule("G113")
@pytest.mark.rule("G83")
def test_take_a_knee_holds_a_monster_in_range(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    state.time = 8  # the coming step shows a skull
    brute = put(state, "brute", 13, 7)
    free = put(state, "brute", 15, 8)
    put(state, "grendel_1", 14, 9)  # a legend
    put(state, "troll", 13, 6)  # out of range
    give(state, "take_a_knee")
    do(state, "play(take_a_knee)")
    assert legal(state) == {"at(13,7)", "at(15,8)"}
    refuses(state, "at(14,9)", "G50")
    refuses(state, "at(13,6)", "G50")
    do(state, "at(13,7)")
    dice(monkeypatch, "")
    to_monsters(state)
    assert at(state, brute) == (13, 7)
    assert at(state, free) != (15, 8)
    to_monsters(state)
    assert at(state, brute) != (13, 7)  # for one monster turn only


@pytest.mark.rule("G113")
@pytest.mark.rule("G83")
def test_take_a_knee_holds_rank_three() -> None:
    state = field()
    troll = put(state, "troll", 13, 7)
    give(state, "take_a_knee")
    do(state, "play(take_a_knee)")
    to_monsters(state)
    assert at(state, troll) == (13, 7)


@pytest.mark.rule("G113")
@pytest.mark.rule("G31")
def test_inspire_defense_is_paid_with_mana_of_several_cards() -> None:
    state = table("alva")
    equip(state, "flexibility", "alvas_bracers")
    hero_of(state).mana.update(hail_of_arrows=1, flexibility=1, alvas_bracers=3)
    give(state, "inspire_defense")
    do(state, "play(inspire_defense)")
    assert legal(state) == {"on(hail_of_arrows)", "on(flexibility)", "on(alvas_bracers)"}
    do(state, "on(flexibility)")
    assert legal(state) == {"on(hail_of_arrows)", "on(alvas_bracers)"}
    do(state, "on(hail_of_arrows)")
    assert (mana(state, "hail_of_arrows"), mana(state, "flexibility"), mana(state, "alvas_bracers")) == (
        0,
        0,
        3,
    )
    assert state.pieces == 4 + 1  # beyond the starting number


@pytest.mark.rule("G113")
@pytest.mark.rule("G10")
def test_inspire_defense_needs_grimheim_two_mana_and_room() -> None:
    state = table("alva")
    give(state, "inspire_defense")
    refuses(state, "play(inspire_defense)", "G31")
    hero_of(state).mana["hail_of_arrows"] = 2
    stand(state, 11, 9)
    refuses(state, "play(inspire_defense)", "G32")
    stand(state, 9, 9)
    state.pieces = 10
    refuses(state, "play(inspire_defense)", "G39")
    state.pieces = 9
    do(state, "play(inspire_defense)")
    assert state.pieces == 10
    assert mana(state, "hail_of_arrows") == 0


@pytest.mark.rule("G113")
def test_rest_heals_two_from_herself() -> None:
    state = field()
    give(state, "rest")
    refuses(state, "play(rest)", "G39")
    hero_of(state).damage = 3
    do(state, "play(rest)")
    assert hero_of(state).damage == 1


@pytest.mark.rule("G113")
def test_popular_gains_two_gold_in_grimheim() -> None:
    state = field()
    give(state, "popular", "popular")
    refuses(state, "play(popular)", "G32")
    stand(state, 9, 9)
    do(state, "play(popular)", "play(popular)")
    assert hero_of(state).gold == 2 + 2 + 2


@pytest.mark.rule("G113")
@pytest.mark.rule("G27")
@pytest.mark.rule("G32")
def test_speedy_attack_discards_another_card_for_an_attack_action(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    troll = put(state, "troll", 15, 9)
    give(state, "speedy_attack", "rest", "prey")
    dice(monkeypatch, "hit miss miss hit hit miss")
    do(state, "attack(15,9)", "play(speedy_attack)")
    assert legal(state) == {"discard(rest)", "discard(prey)"}
    refuses(state, "discard(speedy_attack)", "G34")
    do(state, "discard(rest)")
    assert state.hurt[troll] == 1 + 2
    assert hero_of(state).hand == [state.event(0, "prey")]
    assert hero_of(state).taken == ("attack",)


@pytest.mark.rule("G113")
@pytest.mark.rule("G32")
def test_speedy_attack_needs_another_card_and_a_target() -> None:
    state = field()
    give(state, "speedy_attack")
    put(state, "troll", 15, 9)
    refuses(state, "play(speedy_attack)", "G32")
    give(state, "speedy_attack")  # the other copy will do
    do(state, "play(speedy_attack)")
    assert hero_of(state).hand == []
    state = field()
    give(state, "speedy_attack", "rest")
    refuses(state, "play(speedy_attack)", "G39")


@pytest.mark.rule("G113")
@pytest.mark.rule("G27")
def test_an_attack_action_does_not_pay_for_a_quest_that_costs_gold() -> None:
    state = field()
    stand(state, 12, 8)
    quest(state, "alvas_bracers")
    hero_of(state).gold = 5
    give(state, "speedy_attack", "rest")
    refuses(state, "play(speedy_attack)", "G39")  # there is nobody to attack
    put(state, "troll", 14, 8)
    put(state, "troll", 13, 8)
    do(state, "play(speedy_attack)")
    assert legal(state) == {"attack(14,8)", "attack(13,8)"}
    refuses(state, "quest", "G28")


@pytest.mark.rule("G113")
@pytest.mark.rule("G54")
def test_piercing_arrows_count_the_runes_of_added_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    troll = put(state, "troll", 15, 9)
    give(state, "piercing_arrows", "piercing_arrows", "mastery")
    dice(monkeypatch, "rune hit miss" + " rune miss miss miss")
    do(state, "attack(15,9)", "play(mastery)", "play(piercing_arrows)", "play(piercing_arrows)")
    assert state.hurt[troll] == 1 + 2 + 2


@pytest.mark.rule("G113")
@pytest.mark.rule("G54")
def test_piercing_arrows_need_a_rune_and_work_on_snipe(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("snipe")
    troll = put(state, "troll", 15, 9)
    give(state, "piercing_arrows", "mastery")
    refuses(state, "play(piercing_arrows)", "G32")
    dice(monkeypatch, "hit miss miss" + " rune rune")
    do(state, "attack(15,9)")
    refuses(state, "play(piercing_arrows)", "G39")
    do(state, "done", "use(snipe)", "play(piercing_arrows)")
    assert state.hurt[troll] == 1 + 2


@pytest.mark.rule("G113")
@pytest.mark.rule("G57")
def test_back_down_kills_a_small_monster_nearer_to_grimheim() -> None:
    state = field()
    give(state, "back_down")
    put(state, "troll", 12, 9)
    put(state, "goblin", 14, 9)
    put(state, "goblin", 12, 11)  # as far from Grimheim as she is
    put(state, "goblin", 11, 8)  # out of range
    refuses(state, "play(back_down)", "G39")
    brute = put(state, "brute", 11, 9)
    do(state, "play(back_down)")
    assert not alive(state, brute)
    assert hero_of(state).gold == 2 + 2


@pytest.mark.rule("G113")
@pytest.mark.rule("G57")
def test_prey_makes_an_undamaged_monster_worth_two_gold_more() -> None:
    state = field()
    give(state, "prey")
    put(state, "troll", 15, 9, hurt=6)
    put(state, "brute", 14, 9)
    refuses(state, "play(prey)", "G39")
    jotunn = put(state, "jotunn", 6, 15)
    do(state, "play(prey)")
    assert state.prey[jotunn] == 2
    hero_of(state).mana["hail_of_arrows"] = 3
    stand(state, 6, 14)
    state.hurt[jotunn] = 5
    do(state, "use(hail_of_arrows)")
    assert hero_of(state).gold == 2 + 3 + 2
