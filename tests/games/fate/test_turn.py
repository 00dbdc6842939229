"""C. A hero's turn (G20 to G39), the notation (G140), and where stepping back ends."""

import pytest
from tests.games.fate.positions import (
    FATE,
    alive,
    dice,
    do,
    end_turn,
    equip,
    give,
    hero_of,
    legal,
    night,
    owns,
    put,
    quest,
    refuses,
    stand,
    table,
    where,
)

from fimbul.core import Illegal
from fimbul.games.fate.events import Acted, Rolled
from fimbul.games.fate.state import FateState

PATCH = pytest.MonkeyPatch


def starts(state: FateState, word: str) -> set[str]:
    """The legal actions that begin so."""
    return {text for text in legal(state) if text.startswith(word)}


def asked(state: FateState) -> str:
    """What is being decided."""
    return type(state.decision).__name__


# ---- G20


@pytest.mark.rule("G20")
def test_two_different_actions_a_turn() -> None:
    state = table("bjorn")
    do(state, "practice")
    refuses(state, "practice", "G20")
    do(state, "prepare")
    for action in ("focus(sure_shot)", "move(8,8)", "practice", "prepare", "mend"):
        refuses(state, action, "G20")
    assert "end" in legal(state)


@pytest.mark.rule("G20")
def test_free_actions_come_before_between_and_after() -> None:
    state = table("bjorn")
    hero = hero_of(state)
    hero.damage = 8
    give(state, "rest", "rest", "sewing")
    do(state, "play(rest)", "practice", "play(rest)", "focus(sure_shot)", "play(sewing)")
    assert hero.damage == 8 - 2 - 2 - 1


@pytest.mark.rule("G20")
def test_the_turn_may_end_with_markers_unused() -> None:
    state = table("bjorn", "alva")
    end_turn(state)
    assert state.active == 1


@pytest.mark.rule("G20")
def test_nobody_acts_in_the_turn_of_another() -> None:
    state = table("bjorn", "alva")
    refuses(state, "practice", "G20", seat=1)
    assert state.legal(1) == []


# ---- G21


@pytest.mark.rule("G21")
def test_a_move_goes_up_to_three_areas() -> None:
    state = table("bjorn")
    stand(state, 13, 9)
    refuses(state, "move(17,9)", "G21")
    do(state, "move(16,9)")
    assert where(state) == (16, 9)
    assert asked(state) == "Acting"


@pytest.mark.rule("G21")
def test_a_movement_goes_on_area_by_area_or_stops() -> None:
    state = table("bjorn")
    stand(state, 13, 9)
    do(state, "move(14,9)")
    refuses(state, "go(17,9)", "G21")
    refuses(state, "practice", "G21")
    do(state, "go(14,10)", "stop")
    assert where(state) == (14, 10)
    assert hero_of(state).taken == ("move",)


@pytest.mark.rule("G21")
def test_a_move_may_be_taken_without_a_step() -> None:
    state = table("bjorn")
    do(state, "move(9,9)")
    assert where(state) == (9, 9)
    assert hero_of(state).taken == ("move",)


@pytest.mark.rule("G21")
def test_the_shortest_way_is_the_first_clockwise() -> None:
    state = table("alva")
    quest(state, "belt_of_youth")  # counts forest areas entered
    stand(state, 11, 4)
    # Two ways of two steps lead to (10,6): over (11,5), a forest, SE of the start; or over (10,5), plains.
    do(state, "move(10,6)")
    assert hero_of(state).progress == 1


@pytest.mark.rule("G21")
def test_emblas_four_takes_the_place_of_three() -> None:
    state = table("embla")
    stand(state, 13, 9)
    assert state.kit(0).move == 4
    do(state, "move(17,9)")
    assert where(state) == (17, 9)
    refuses(state, "move(16,9)", "G20")


@pytest.mark.rule("G21")
def test_move_plus_1_lengthens_the_move_action_only() -> None:
    state = table("boldur")
    equip(state, "wrecking_ball", level=2)
    give(state, "maneuver")
    stand(state, 12, 9)
    do(state, "play(maneuver)")
    assert "go(14,9)" not in legal(state)
    do(state, "go(13,9)", "move(17,9)")
    assert where(state) == (17, 9)


@pytest.mark.rule("G21")
def test_treetreader_enters_the_town_but_does_not_leave_it() -> None:
    state = table("alva")
    equip(state, "treetreader")
    assert not starts(state, "use(treetreader")
    stand(state, 10, 10)
    do(state, "use(treetreader-out)")
    assert "at(9,9)" in legal(state)
    do(state, "at(9,9)")
    assert where(state) == (9, 9)


@pytest.mark.rule("G21")
def test_seek_shelter_ends_in_a_location_and_moves_no_more() -> None:
    state = table("bjorn")
    give(state, "seek_shelter")
    stand(state, 5, 10)
    do(state, "play(seek_shelter)")
    refuses(state, "stop", "G21")
    refuses(state, "go(6,9)", "G21")  # from there no location is one step away
    do(state, "go(5,11)")  # Robber Camp; no other location is near, so the movement ends
    refuses(state, "move(5,10)", "G21")


@pytest.mark.rule("G21")
def test_seek_shelter_may_leave_a_location_and_come_back() -> None:
    state = table("bjorn")
    give(state, "seek_shelter")
    stand(state, 5, 11)
    do(state, "play(seek_shelter)", "go(5,10)")  # back to the camp is the only way to end in a location
    assert where(state) == (5, 11)
    assert hero_of(state).rooted


# ---- G22


@pytest.mark.rule("G22")
def test_an_attack_action_needs_a_monster_in_range() -> None:
    state = table("bjorn")
    stand(state, 13, 9)
    put(state, "troll", 16, 9)
    assert not starts(state, "attack")
    refuses(state, "attack(16,9)", "G50")
    refuses(state, "attack(14,9)", "G50")


@pytest.mark.rule("G22")
def test_an_attack_action_rolls_all_the_strength(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    stand(state, 13, 9)
    troll = put(state, "troll", 15, 9)
    dice(monkeypatch, "", then="hit")
    do(state, "attack(15,9)", "done")
    assert state.hurt[troll] == 3
    assert hero_of(state).taken == ("attack",)


# ---- G23, G24


@pytest.mark.rule("G23")
def test_prepare_draws_a_card() -> None:
    state = table("bjorn")
    hero = hero_of(state)
    top = hero.deck[-1]
    do(state, "prepare")
    assert hero.hand == [top]
    assert len(hero.deck) == 22


@pytest.mark.rule("G24")
def test_focus_puts_one_mana_on_a_card_that_uses_mana() -> None:
    state = table("bjorn")
    hero = hero_of(state)
    refuses(state, "focus(bjorns_first_bow)", "G24")
    refuses(state, "focus(eagle_eye)", "G24")
    do(state, "focus(sure_shot)")
    assert hero.mana["sure_shot"] == 2


@pytest.mark.rule("G24")
def test_focus_may_load_home_sewn_cape() -> None:
    state = table("bjorn")
    equip(state, "home_sewn_cape")
    do(state, "focus(home_sewn_cape)")
    assert hero_of(state).mana["home_sewn_cape"] == 1


# ---- G25


@pytest.mark.rule("G25")
def test_mend_removes_two_damage_from_the_hero_alone() -> None:
    state = table("bjorn")
    equip(state, "quiver")
    hero = hero_of(state)
    hero.damage, hero.wear["quiver"] = 5, 2
    stand(state, 13, 9)
    do(state, "mend")
    assert (hero.damage, hero.wear["quiver"]) == (3, 2)


@pytest.mark.rule("G25")
def test_in_grimheim_five_are_removed_from_hero_and_equipment() -> None:
    state = table("bjorn")
    equip(state, "quiver")
    hero = hero_of(state)
    hero.damage, hero.wear["quiver"] = 4, 3
    do(state, "mend", *["tend(0,quiver)"] * 2, *["tend(0,bjorn)"] * 3)
    assert (hero.damage, hero.wear["quiver"]) == (1, 1)
    assert asked(state) == "Acting"


@pytest.mark.rule("G25")
def test_stitching_reaches_the_equipment_of_an_adjacent_hero() -> None:
    state = table("bjorn", "alva")
    equip(state, "stitching")
    equip(state, "quiver", seat=1)
    hero_of(state, 1).wear["quiver"] = 2
    stand(state, 13, 9)
    stand(state, 15, 9, seat=1)
    assert not starts(state, "use(stitching")
    stand(state, 14, 9, seat=1)
    do(state, "use(stitching)")
    assert hero_of(state, 1).wear["quiver"] == 1


@pytest.mark.rule("G25")
def test_sewing_heals_and_repairs() -> None:
    state = table("bjorn")
    equip(state, "quiver", "helmet")
    hero = hero_of(state)
    hero.damage, hero.wear["quiver"], hero.wear["helmet"] = 3, 2, 1
    give(state, "sewing")
    do(state, "play(sewing)")
    assert (hero.damage, hero.wear["quiver"], hero.wear["helmet"]) == (2, 1, 0)


# ---- G26


@pytest.mark.rule("G26")
def test_practice_gains_one_experience_which_is_gold() -> None:
    state = table("boldur")
    hero = hero_of(state)
    hero.gold = 2
    quest(state, "mining_equipment")  # costs 3 gold
    refuses(state, "quest", "G42")
    do(state, "practice", "quest")
    assert hero.gold == 0
    assert owns(state, "mining_equipment")


# ---- G27


@pytest.mark.rule("G27")
def test_a_granted_action_needs_no_marker_and_may_repeat(monkeypatch: PATCH) -> None:
    state = table("embla")
    give(state, "speedy_attack", "rest")
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    dice(monkeypatch, "", then="hit")
    do(state, "attack(14,9)")
    assert state.hurt[troll] == 4
    do(state, "practice", "play(speedy_attack)")  # the only other card is discarded, the only target attacked
    assert not alive(state, troll)
    assert hero_of(state).taken == ("attack", "practice")


@pytest.mark.rule("G27")
def test_a_granted_attack_is_a_full_attack_action(monkeypatch: PATCH) -> None:
    state = table("alva")
    equip(state, "alvas_bracers", "singing_bow", "elven_blade")
    hero = hero_of(state)
    hero.mana["alvas_bracers"] = 3
    give(state, "mastery")
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    dice(monkeypatch, "miss miss miss miss miss hit", then="miss")
    do(state, "use(alvas_bracers)", "play(mastery)")
    while asked(state) != "Acting":
        do(state, sorted(legal(state))[0])
    assert state.hurt[troll] == 1 + 1  # one die of Mastery, and the blade after the attack
    assert sum(hero.mana.values()) == 1 + 1  # the start kit, and the bow after the attack


@pytest.mark.rule("G27")
def test_rolling_dice_by_a_card_is_no_attack_action(monkeypatch: PATCH) -> None:
    state = table("alva")
    equip(state, "snipe", "elven_blade", "quiver")
    give(state, "mastery")
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    dice(monkeypatch, "", then="hit")
    events = do(state, "use(snipe)")
    assert [len(event.dice) for event in events if isinstance(event, Rolled)] == [2]
    assert asked(state) == "Acting"  # neither Quiver nor Mastery nor the blade
    assert state.hurt[troll] == 2


@pytest.mark.rule("G27")
def test_an_additional_action_does_not_pay_for_a_quest_that_asks_for_gold() -> None:
    state = table("boldur")
    hero = hero_of(state)
    quest(state, "orebiter")  # pay 2 gold
    stand(state, 13, 9)
    hero.mana["rapid_strike"] = 3
    assert "quest" in legal(state)
    refuses(state, "use(rapid_strike)", "G39")  # nothing to attack, nothing to spend the action on
    put(state, "troll", 14, 9)
    put(state, "troll", 14, 8)
    do(state, "use(rapid_strike)")
    assert legal(state) == {"attack(14,9)", "attack(14,8)"}
    refuses(state, "quest", "G28")


# ---- G28


@pytest.mark.rule("G28")
def test_a_spent_action_has_not_its_normal_effect() -> None:
    state = table("embla")
    quest(state, "leg_guards")  # spend a focus action
    mana = dict(hero_of(state).mana)
    do(state, "quest")
    assert owns(state, "leg_guards")
    assert hero_of(state).mana == mana
    refuses(state, "focus(riposte)", "G20")


@pytest.mark.rule("G28")
def test_an_action_that_was_used_cannot_be_spent() -> None:
    state = table("embla")
    quest(state, "leg_guards")
    do(state, "focus(riposte)")
    refuses(state, "quest", "G41")


@pytest.mark.rule("G28")
def test_spending_an_attack_action_counts_as_one() -> None:
    state = table("embla")
    equip(state, "wildfire_blade")
    quest(state, "warrior_shield")  # spend an attack action
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    do(state, "quest")
    assert owns(state, "warrior_shield")
    assert state.hurt[troll] == 1  # Wildfire Blade, after each attack action
    refuses(state, "attack(14,9)", "G20")


@pytest.mark.rule("G28")
def test_one_spent_action_pays_for_one_thing() -> None:
    state = table("boldur")
    quest(state, "battle_boots")  # spend a focus action
    give(state, "focus")  # so does this event
    do(state, "quest")
    refuses(state, "play(focus)", "G28")


@pytest.mark.rule("G28")
def test_rapid_strike_may_be_spent_on_dvalins_pick() -> None:
    state = table("boldur")
    equip(state, "dvalins_pick")
    hero = hero_of(state)
    hero.mana["rapid_strike"], hero.gold = 3, 0
    do(state, "use(rapid_strike)")  # in town: no target, so the action can only be spent
    assert (hero.gold, hero.mana["rapid_strike"], len(hero.hand)) == (1, 1, 1)
    assert hero.taken == ()


@pytest.mark.rule("G28")
def test_bjorn_spends_a_focus_action_after_a_roll(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    stand(state, 13, 9)
    troll = put(state, "troll", 15, 9)
    dice(monkeypatch, "")
    do(state, "attack(15,9)", "use(bjorn)")
    assert state.hurt[troll] == 2
    assert hero_of(state).taken == ("attack", "focus")


@pytest.mark.rule("G28")
@pytest.mark.parametrize("before", ["focus(sure_shot)", "practice"])
def test_bjorn_needs_a_free_marker_and_an_unused_focus(before: str, monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "throwing_axes")
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    dice(monkeypatch, "")
    if before == "practice":
        do(state, "prepare")  # both markers are then used
    do(state, before, "use(throwing_axes)")
    assert asked(state) == "Acting"
    assert state.hurt[troll] == 0


# ---- G29


@pytest.mark.rule("G29")
def test_a_card_is_used_once_a_turn(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "throwing_axes")
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    dice(monkeypatch, "")
    do(state, "practice", "prepare", "use(throwing_axes)")
    refuses(state, "use(throwing_axes)", "G29")
    end_turn(state)
    stand(state, 13, 9)
    do(state, "practice", "prepare", "use(throwing_axes)")
    assert hero_of(state).wear["throwing_axes"] == 2


@pytest.mark.rule("G29")
def test_a_card_is_used_at_its_moment() -> None:
    state = table("bjorn")
    equip(state, "helmet", "quiver")
    refuses(state, "use(helmet)", "G29")
    refuses(state, "use(quiver)", "G29")
    refuses(state, "use(eagle_eye)", "G29")


@pytest.mark.rule("G29")
def test_actions_do_not_interrupt_each_other(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "stitching")
    hero_of(state).damage = 3
    give(state, "rest", "master_shot")
    stand(state, 13, 9)
    put(state, "troll", 15, 9)
    do(state, "move(13,10)")
    refuses(state, "use(stitching)", "G21")
    refuses(state, "play(rest)", "G21")
    do(state, "stop", "attack(15,9)")
    refuses(state, "use(stitching)", "G29")
    refuses(state, "play(rest)", "G32")


@pytest.mark.rule("G29")
def test_no_free_actions_once_the_end_of_the_turn_has_begun() -> None:
    state = table("bjorn")
    give(state, "rest")
    hero_of(state).damage = 3
    do(state, "end")
    assert asked(state) == "Cycling"
    refuses(state, "play(rest)", "G38")


# ---- G30


@pytest.mark.rule("G30")
def test_a_card_holds_as_much_damage_as_its_durability(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "throwing_axes")
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    hero_of(state).wear["throwing_axes"] = 2
    refuses(state, "use(throwing_axes)", "G30")
    hero_of(state).wear["throwing_axes"] = 1
    do(state, "use(throwing_axes)")
    assert hero_of(state).wear["throwing_axes"] == 2


@pytest.mark.rule("G30")
def test_full_wear_does_not_switch_off_figures(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "quiver")
    hero_of(state).wear["quiver"] = 3
    stand(state, 13, 9)
    troll = put(state, "troll", 15, 9)
    dice(monkeypatch, "", then="hit")
    do(state, "attack(15,9)", "done")
    assert state.hurt[troll] == 4


@pytest.mark.rule("G30")
def test_quiver_once_a_turn_also_with_two_attacks_and_after_repair(monkeypatch: PATCH) -> None:
    state = table("alva")
    equip(state, "quiver", "alvas_bracers")
    hero = hero_of(state)
    hero.mana["alvas_bracers"] = 3
    stand(state, 13, 9)
    put(state, "troll", 15, 9)
    dice(monkeypatch, "")
    do(state, "attack(15,9)", "use(quiver)")
    assert hero.wear["quiver"] == 1
    hero.wear["quiver"] = 0
    do(state, "use(alvas_bracers)")
    assert asked(state) == "Acting"  # nothing could be done to the second roll
    assert hero.wear["quiver"] == 0


@pytest.mark.rule("G30")
def test_black_arrows_are_never_refilled(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "black_arrows")
    hero = hero_of(state)
    dice(monkeypatch, "")
    for left in (2, 1, 0):
        troll = put(state, "troll", 15, 9)
        stand(state, 13, 9)
        do(state, "attack(15,9)", "use(black_arrows)", "done")
        assert state.hurt[troll] == 3
        assert hero.counters["black_arrows"] == left
        state.time = 1
        end_turn(state)
        for monster, node in enumerate(state.where):
            if node >= 0:
                state.at[node] = 0
                state.where[monster] = -1
    stand(state, 13, 9)
    put(state, "troll", 15, 9)
    do(state, "attack(15,9)")
    refuses(state, "use(black_arrows)", "G30")


# ---- G31


@pytest.mark.rule("G31")
def test_mana_is_paid_from_that_very_card() -> None:
    state = table("alva")
    equip(state, "flexibility")
    hero = hero_of(state)
    hero.mana.update(hail_of_arrows=2, flexibility=5)
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    refuses(state, "use(hail_of_arrows)", "G31")
    hero.mana["hail_of_arrows"] = 3
    do(state, "use(hail_of_arrows)")
    assert (hero.mana["hail_of_arrows"], hero.mana["flexibility"]) == (0, 5)


@pytest.mark.rule("G31")
def test_a_mana_cost_on_an_event_is_paid_from_any_cards() -> None:
    state = table("alva")
    equip(state, "flexibility")
    hero = hero_of(state)
    hero.mana.update(hail_of_arrows=1, flexibility=2)
    give(state, "inspire_defense")
    do(state, "play(inspire_defense)", "on(hail_of_arrows)")
    assert (hero.mana["hail_of_arrows"], hero.mana["flexibility"]) == (0, 1)
    assert state.pieces == 5


@pytest.mark.rule("G31")
def test_mana_gathers_without_limit() -> None:
    state = table("bjorn")
    hero_of(state).mana["sure_shot"] = 60
    do(state, "focus(sure_shot)")
    assert hero_of(state).mana["sure_shot"] == 61


# ---- G32


@pytest.mark.rule("G32")
def test_an_event_is_carried_out_and_discarded() -> None:
    state = table("bjorn")
    hero = hero_of(state)
    hero.damage = 4
    refuses(state, "play(rest)", "G32")
    give(state, "rest", "rest")
    do(state, "play(rest)", "play(rest)")  # any number, and copies add up
    assert hero.damage == 0
    assert hero.hand == []
    assert hero.discard == [state.event(0, "rest")] * 2


@pytest.mark.rule("G32")
def test_events_about_an_attack_are_played_after_its_roll(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    give(state, "master_shot", "master_shot")
    stand(state, 13, 9)
    troll = put(state, "troll", 15, 9)
    refuses(state, "play(master_shot)", "G32")
    dice(monkeypatch, "")
    do(state, "attack(15,9)", "play(master_shot)", "play(master_shot)", "done")
    assert state.hurt[troll] == 4


@pytest.mark.rule("G32")
def test_speedy_attack_discards_itself_and_another() -> None:
    state = table("embla")
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    give(state, "speedy_attack")
    refuses(state, "play(speedy_attack)", "G32")
    give(state, "rest", "kick")
    do(state, "play(speedy_attack)", "discard(kick)")
    assert hero_of(state).hand == [state.event(0, "rest")]
    assert len(hero_of(state).discard) == 2


@pytest.mark.rule("G32")
def test_outside_the_own_turn_only_cards_that_say_so(monkeypatch: PATCH) -> None:
    state = table("embla")
    give(state, "vigilance", "rest", "kick")
    hero_of(state).damage = 2
    stand(state, 13, 9)
    goblin = put(state, "goblin", 14, 9)
    dice(monkeypatch, "")
    do(state, "end", "no")
    assert asked(state) == "Watching"
    assert legal(state) == {"play(vigilance)", "done"}
    refuses(state, "play(rest)", "G32")
    do(state, "play(vigilance)")
    assert state.hurt[goblin] == 1


@pytest.mark.rule("G32")
def test_retaliation_comes_after_the_attack(monkeypatch: PATCH) -> None:
    state = table("embla")
    give(state, "retaliation")
    stand(state, 13, 9)
    goblin = put(state, "goblin", 14, 9)
    refuses(state, "play(retaliation)", "G32")
    dice(monkeypatch, "", then="hit")
    do(state, "end", "no")
    assert asked(state) in ("Preventing", "Answering")
    if asked(state) == "Preventing":
        do(state, "done")
    assert hero_of(state).damage == 1
    gold = hero_of(state).gold
    do(state, "play(retaliation)")
    assert not alive(state, goblin)
    assert hero_of(state).gold == gold + 1


# ---- G33


@pytest.mark.rule("G33")
def test_gold_goes_to_an_adjacent_hero() -> None:
    state = table("bjorn", "alva")
    stand(state, 13, 9)
    stand(state, 14, 9, seat=1)
    hero_of(state).gold = 5
    refuses(state, "give(1,6)", "G33")
    refuses(state, "give(1,0)", "G33")
    refuses(state, "give(0,1)", "G33")
    refuses(state, "give(2,1)", "G33")
    do(state, "give(1,3)")
    assert (hero_of(state).gold, hero_of(state, 1).gold) == (2, 5)
    stand(state, 15, 9, seat=1)
    refuses(state, "give(1,1)", "G33")
    stand(state, 11, 9)
    stand(state, 9, 9, seat=1)
    refuses(state, "give(1,1)", "G33")  # the town is adjacent to nothing


@pytest.mark.rule("G33")
def test_gold_may_be_given_again_in_a_turn() -> None:
    state = table("bjorn", "alva")
    do(state, "give(1,1)", "practice", "give(1,2)")
    assert (hero_of(state).gold, hero_of(state, 1).gold) == (0, 5)


@pytest.mark.rule("G33")
@pytest.mark.parametrize(("answer", "gold"), [("yes", (4, 0)), ("no", (2, 2))])
def test_who_is_asked_for_gold_accepts_or_declines(answer: str, gold: tuple[int, int]) -> None:
    state = table("bjorn", "alva")
    do(state, "ask(1,2)")
    assert state.to_act == (1,)
    assert legal(state) == {"yes", "no"}
    do(state, answer)
    assert (hero_of(state).gold, hero_of(state, 1).gold) == gold
    assert state.to_act == (0,)


# ---- G34


@pytest.mark.rule("G34")
def test_with_four_cards_one_discards_first_or_keeps() -> None:
    state = table("bjorn")
    hero = hero_of(state)
    give(state, "rest", "rest", "prey", "sewing")
    top = hero.deck[-1]
    do(state, "prepare")
    assert legal(state) == {"discard(rest)", "discard(prey)", "discard(sewing)", "keep"}
    refuses(state, "discard(limber_bow)", "G34")
    twin = state.copy()
    do(state, "discard(rest)")
    assert len(hero.hand) == 4
    assert hero.discard == [state.event(0, "rest")]
    assert top in hero.hand
    do(twin, "keep")
    assert len(twin.heroes[0].hand) == 4
    assert twin.heroes[0].deck[-1] == top
    assert asked(twin) == "Acting"


@pytest.mark.rule("G34")
def test_an_empty_deck_is_refilled_when_somebody_draws() -> None:
    state = table("bjorn")
    hero = hero_of(state)
    hero.deck, hero.discard = [], sorted(hero.deck)
    do(state, "practice")
    assert len(hero.discard) == 23  # not before
    do(state, "prepare")
    assert (len(hero.deck), len(hero.hand), len(hero.discard)) == (22, 1, 0)


# ---- G35


@pytest.mark.rule("G35")
def test_the_end_of_the_turn_goes_in_order() -> None:
    state = table("bjorn")
    hero = hero_of(state)
    hero.gold = 5
    give(state, "rest", "rest", "prey", "sewing")
    do(state, "practice", "move(9,9)", "end")
    order = [asked(state)]
    assert hero.taken == ()  # the markers came back
    assert hero.mana["sure_shot"] == 1
    do(state, "upgrade(sure_shot)")
    order.append(asked(state))
    assert hero.mana["sure_shot"] == 1 + 2  # mana before the draw
    do(state, "keep")
    order.append(asked(state))
    do(state, "no")
    assert order == ["Upgrading", "Room", "Cycling"]
    assert state.time == 2  # the monsters have had their turn
    assert asked(state) == "Acting"


@pytest.mark.rule("G35")
def test_what_holds_for_a_turn_ends_with_it() -> None:
    state = table("bjorn")
    give(state, "limber_bow", "seek_shelter")
    stand(state, 5, 10)
    do(state, "play(limber_bow)", "play(seek_shelter)", "go(5,11)")
    assert state.reach(0) == 4
    assert not starts(state, "move")
    end_turn(state)
    assert state.reach(0) == 2
    assert "move(5,10)" in legal(state)
    state = table("alva")
    equip(state, "flexibility")
    hero_of(state).mana["flexibility"] = 1
    stand(state, 13, 9)
    do(state, "use(flexibility-move)")
    assert "move(17,9)" in legal(state)
    end_turn(state)
    assert "move(16,9)" in legal(state)
    assert "move(17,9)" not in legal(state)


@pytest.mark.rule("G35")
def test_a_card_is_drawn_at_the_end() -> None:
    state = table("bjorn")
    end_turn(state)
    assert len(hero_of(state).hand) == 1


# ---- G36


@pytest.mark.rule("G36")
def test_the_costs_are_5_6_8_and_10_for_ever() -> None:
    state = table("bjorn")
    hero = hero_of(state)
    for cost in (5, 6, 8, 10, 10, 10):
        assert state.view(0).heroes[0].upgrade_cost == cost
        hero.upgrades += 1


@pytest.mark.rule("G36")
def test_an_upgrade_brings_the_top_ability() -> None:
    state = table("bjorn")
    hero = hero_of(state)
    hero.gold = 20
    top = state.book.sides[hero.abilities[-1]]
    below = state.book.sides[hero.abilities[-2]].id
    do(state, "end")
    assert legal(state) == {f"upgrade({top.id})", "upgrade(sure_shot)", "upgrade(bjorn)", "no"}
    refuses(state, f"upgrade({below})", "G36")
    do(state, f"upgrade({top.id})")
    assert owns(state, top.id)
    assert state.kit(0).cards[top.id].level == 1
    assert hero.gold == 15
    assert asked(state) == "Cycling"  # once a turn, whatever one owns


@pytest.mark.rule("G36")
def test_an_upgrade_turns_a_card_that_keeps_its_markers() -> None:
    state = table("bjorn")
    hero = hero_of(state)
    hero.gold, hero.damage = 11, 3
    hero.mana["sure_shot"] = 4
    do(state, "end", "upgrade(sure_shot)", "no")
    assert state.kit(0).cards["sure_shot"].level == 2
    assert hero.mana["sure_shot"] == 4 + 2
    do(state, "end", "upgrade(bjorn)", "no")
    assert (state.kit(0).strength, state.kit(0).health) == (4 + 1, 10)
    assert hero.damage == 3
    assert hero.gold == 0
    hero.gold = 50
    do(state, "end")
    assert not {"upgrade(sure_shot)", "upgrade(bjorn)"} & legal(state)


@pytest.mark.rule("G36")
def test_upgrading_is_voluntary_and_waits() -> None:
    state = table("bjorn")
    hero_of(state).gold = 5
    do(state, "end", "no", "no")
    assert hero_of(state).gold == 5
    assert state.view(0).heroes[0].upgrade_cost == 5


# ---- G37


@pytest.mark.rule("G37")
def test_each_card_generates_mana_on_itself() -> None:
    state = table("alva")
    equip(state, "flexibility", "bloodline_crystal")
    hero = hero_of(state)
    hero.mana = {}
    end_turn(state)
    assert hero.mana == {"hail_of_arrows": 1, "flexibility": 1, "bloodline_crystal": 2}


@pytest.mark.rule("G37")
def test_a_new_ability_generates_in_the_same_turn() -> None:
    state = table("alva")
    hero, sides = hero_of(state), state.book.sides
    number = next(n for n in hero.abilities if sides[n].id == "flexibility")
    hero.abilities.remove(number)
    hero.abilities.append(number)
    hero.gold = 5
    do(state, "end", "upgrade(flexibility)")
    assert hero.mana["flexibility"] == 1


# ---- G38


@pytest.mark.rule("G38")
@pytest.mark.parametrize("pile", ["abilities", "equipment"])
def test_the_top_of_one_pile_may_go_under_it(pile: str) -> None:
    state = table("bjorn")
    hero = hero_of(state)
    cards = list(getattr(hero, pile))
    other = list(hero.equipment if pile == "abilities" else hero.abilities)
    do(state, "end", f"cycle({pile})")
    assert getattr(hero, pile) == [cards[-1], *cards[:-1]]
    assert (hero.equipment if pile == "abilities" else hero.abilities) == other
    assert asked(state) == "Acting"  # one pile only


@pytest.mark.rule("G38")
def test_only_cycling_the_equipment_loses_progress() -> None:
    state = table("boldur")
    quest(state, "dwarf_pick")
    hero_of(state).progress = 2
    do(state, "end", "cycle(abilities)")
    assert hero_of(state).progress == 2
    do(state, "end", "cycle(equipment)")
    assert hero_of(state).progress == 0


@pytest.mark.rule("G38")
def test_cycling_is_voluntary() -> None:
    state = table("bjorn")
    hero = hero_of(state)
    before = (list(hero.abilities), list(hero.equipment))
    do(state, "end", "no")
    assert (hero.abilities, hero.equipment) == before


# ---- G39


@pytest.mark.rule("G39")
def test_an_impossible_part_does_not_forbid_the_rest() -> None:
    state = table("boldur")
    hero = hero_of(state)
    give(state, "focus")  # 1 gold, 1 mana, 1 card
    hero.deck = []
    gold, mana = hero.gold, hero.mana["rapid_strike"]
    do(state, "play(focus)")
    assert (hero.gold, hero.mana["rapid_strike"]) == (gold + 1, mana + 1)


@pytest.mark.rule("G39")
def test_a_possible_part_is_not_optional() -> None:
    state = table("embla")
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    give(state, "kick")
    do(state, "play(kick)")
    assert legal(state) == {"at(15,8)", "at(15,9)", "at(14,10)", "at(13,10)", "at(14,8)"}
    do(state, "at(15,9)")
    assert state.land.xy[state.where[troll]] == (15, 9)


@pytest.mark.rule("G39")
def test_a_kick_without_room_is_damage_alone() -> None:
    state = table("embla")
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    for x, y in ((15, 8), (15, 9), (14, 10), (13, 10), (14, 8)):
        put(state, "sprite", x, y)
    give(state, "kick")
    do(state, "play(kick)", "at(14,9)")
    assert state.hurt[troll] == 1
    assert state.land.xy[state.where[troll]] == (14, 9)
    assert asked(state) == "Acting"


# ---- G140


@pytest.mark.rule("G140")
@pytest.mark.parametrize(
    "text",
    [
        "move(8,8)",
        "go(8,8)",
        "stop",
        "attack(8,8)",
        "prepare",
        "focus(sure_shot)",
        "mend",
        "practice",
        "use(sure_shot)",
        "play(rest)",
        "quest",
        "give(1,2)",
        "ask(1,2)",
        "end",
        "at(8,8)",
        "on(sure_shot)",
        "tend(1,quiver)",
        "face(1)",
        "use(flexibility-range)",
        "amount(3)",
        "discard(rest)",
        "keep",
        "upgrade(bjorn)",
        "cycle(abilities)",
        "yes",
        "no",
        "done",
        "assault(8,8)",
    ],
)
def test_actions_are_written_as_on_the_page(text: str) -> None:
    assert str(FATE.parse(text)) == text


@pytest.mark.rule("G140")
def test_only_one_possible_answer_is_not_asked() -> None:
    state = table("bjorn")
    hero_of(state).mana["sure_shot"] = 3
    stand(state, 13, 9)
    troll = put(state, "troll", 15, 9)
    do(state, "use(sure_shot)")
    assert state.hurt[troll] == 3  # one target: no question
    state = table("bjorn")
    hero_of(state).mana["sure_shot"] = 3
    stand(state, 13, 9)
    put(state, "troll", 15, 9)
    put(state, "troll", 14, 9)
    do(state, "use(sure_shot)")
    assert legal(state) == {"at(15,9)", "at(14,9)"}


@pytest.mark.rule("G140")
def test_what_is_no_action_of_this_game_is_refused() -> None:
    from fimbul.core import Action

    class Dance(Action, frozen=True):
        """Not in this game."""

    refusal = table("bjorn").why_not(Dance(), 0)
    assert isinstance(refusal, Illegal)
    assert refusal.rule == "G140"


@pytest.mark.rule("G140")
def test_all_that_is_legal_is_accepted_in_a_random_game() -> None:
    state = table("boldur", "embla", seed=11, monster_die=True)
    for ply in range(400):
        if state.outcome is not None:
            break
        for seat in state.to_act:
            for action in state.legal(seat):
                assert state.why_not(action, seat) is None, action
                assert FATE.parse(str(action)) == action
        choices = state.legal(state.to_act[0])
        state.play(choices[(ply * 7919) % len(choices)])


# ---- where stepping back ends


def grows(state: FateState, *actions: str) -> bool:
    """Whether these actions bring something to light."""
    before = state.revelations
    do(state, *actions)
    assert state.revelations >= before
    return state.revelations > before


@pytest.mark.rule("G9")
def test_moves_and_choices_reveal_nothing() -> None:
    state = table("embla", "bjorn")
    give(state, "kick", "maneuver")
    stand(state, 13, 9)
    put(state, "troll", 14, 8)
    hero_of(state).damage = 4
    assert not grows(state, "play(kick)", "at(15,8)")
    assert not grows(state, "play(maneuver)", "go(13,10)")
    assert not grows(state, "move(14,10)", "go(14,9)", "stop")
    assert not grows(state, "mend")


@pytest.mark.rule("G9")
def test_practice_focus_and_gifts_reveal_nothing() -> None:
    state = table("embla", "bjorn")
    assert not grows(state, "practice", "focus(riposte)", "give(1,1)", "ask(1,1)", "yes")


@pytest.mark.rule("G9")
def test_a_roll_reveals() -> None:
    state = table("embla")
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    assert grows(state, "attack(14,9)")


@pytest.mark.rule("G9")
def test_a_draw_reveals() -> None:
    assert grows(table("embla"), "prepare")


@pytest.mark.rule("G9")
def test_a_new_quest_reveals() -> None:
    state = table("embla")
    quest(state, "leg_guards")
    assert grows(state, "quest")
    state = table("embla")
    hero_of(state).deck = []
    do(state, "end")
    assert grows(state, "cycle(equipment)")


@pytest.mark.rule("G9")
def test_a_new_ability_reveals_the_next_but_a_turned_card_nothing() -> None:
    state = table("embla")
    hero = hero_of(state)
    hero.deck, hero.gold = [], 5
    top = state.book.sides[hero.abilities[-1]].id
    do(state, "end")
    twin = state.copy()
    assert grows(state, f"upgrade({top})")
    assert not grows(twin, "upgrade(embla)")


@pytest.mark.rule("G9")
def test_a_monster_card_reveals() -> None:
    state = table("embla")
    hero_of(state).deck = []
    state.time = 3
    do(state, "end")
    assert grows(state, "no")
    assert state.time == 4


@pytest.mark.rule("G9")
def test_a_monster_turn_without_dice_and_cards_reveals_nothing() -> None:
    state = table("embla")
    hero_of(state).deck = []
    put(state, "troll", 13, 9)
    before = state.revelations
    night(state)
    assert state.revelations == before


@pytest.mark.rule("G20")
def test_a_turn_is_told_in_events() -> None:
    state = table("bjorn")
    events = do(state, "practice")
    assert [event.action for event in events if isinstance(event, Acted)] == ["practice"]
