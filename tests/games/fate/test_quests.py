"""D. Quests in general (G40 to G46)."""

import pytest
from tests.games.fate.positions import (
    alive,
    dice,
    do,
    end_turn,
    equip,
    give,
    hero_of,
    legal,
    monster_die,
    night,
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

PATCH = pytest.MonkeyPatch


def asked(state: FateState) -> str:
    """What is being decided."""
    return type(state.decision).__name__


def top(state: FateState) -> str:
    """The equipment on top of the pile."""
    return state.book.sides[hero_of(state).equipment[-1]].id


# ---- G40


@pytest.mark.rule("G40")
def test_a_quest_fulfilled_brings_the_card_at_once_and_the_next_quest() -> None:
    state = table("embla")
    quest(state, "blade_decorations")
    quest(state, "leg_guards")
    strength = state.kit(0).strength
    do(state, "quest")
    assert owns(state, "leg_guards")
    assert state.kit(0).strength == strength + 1
    assert top(state) == "blade_decorations"
    do(state, "quest")  # in the same turn: pay 2 gold in Grimheim
    assert state.kit(0).strength == strength + 2


@pytest.mark.rule("G40")
def test_only_the_top_card_is_the_quest() -> None:
    state = table("embla")
    quest(state, "leg_guards")
    quest(state, "healing_potion")
    refuses(state, "quest", "G42")  # not in Witch Cabin
    assert not owns(state, "leg_guards")


@pytest.mark.rule("G40")
def test_without_equipment_there_is_no_quest() -> None:
    state = table("embla")
    hero_of(state).equipment.clear()
    refuses(state, "quest", "G40")


@pytest.mark.rule("G40")
def test_portable_smithy_fulfils_any_quest() -> None:
    state = table("boldur")
    quest(state, "smiterbiter")
    give(state, "portable_smithy")
    do(state, "play(portable_smithy)")
    assert owns(state, "smiterbiter")
    refuses(state, "prepare", "G20")  # that was spent


@pytest.mark.rule("G40")
def test_any_number_of_equipment() -> None:
    state = table("boldur")
    equip(state, "shield", "dwarf_helm", "battle_boots", "dwarf_pick", "orebiter", "dvalins_pick")
    assert len(state.kit(0).cards) == 9


# ---- G41


@pytest.mark.rule("G41")
def test_the_example_of_the_rulebook_bone_bane_bow() -> None:
    state = table("bjorn")
    quest(state, "bone_bane_bow")
    hero = hero_of(state)
    hero.damage = 4
    stand(state, 15, 5)
    refuses(state, "quest", "G42")
    do(state, "move(16,5)", "stop", "quest")
    assert hero.taken == ("move", "mend")
    assert hero.damage == 4  # he heals nothing
    assert owns(state, "bone_bane_bow")
    assert not owns(state, "bjorns_first_bow")
    assert (state.kit(0).strength, state.kit(0).range) == (2 + 3, 2)


@pytest.mark.rule("G41")
def test_spending_an_attack_action_needs_no_target() -> None:
    state = table("bjorn")
    quest(state, "black_arrows")
    stand(state, 5, 11)
    assert not any(text.startswith("attack") for text in legal(state))
    do(state, "quest")
    assert owns(state, "black_arrows")


@pytest.mark.rule("G41")
def test_a_quest_is_not_done_in_mid_movement() -> None:
    state = table("bjorn")
    quest(state, "black_arrows")
    stand(state, 5, 10)
    do(state, "move(5,11)")
    assert asked(state) == "Moving"
    refuses(state, "quest", "G21")


@pytest.mark.rule("G41")
def test_a_quest_that_asks_for_solitude() -> None:
    state = table("bjorn")
    quest(state, "home_sewn_cape")
    stand(state, 13, 9)
    goblin = put(state, "goblin", 14, 9)
    refuses(state, "quest", "G41")
    state.at[state.where[goblin]] = 0
    state.where[goblin] = -1
    do(state, "quest")
    assert owns(state, "home_sewn_cape")


# ---- G42


@pytest.mark.rule("G42")
def test_paying_is_a_free_action() -> None:
    state = table("embla")
    quest(state, "tailored_boots")
    hero = hero_of(state)
    hero.gold = 1
    refuses(state, "quest", "G42")
    hero.gold = 3
    do(state, "practice", "focus(riposte)", "quest")  # no marker is left
    assert hero.gold == 3 + 1 - 2
    assert owns(state, "tailored_boots")


@pytest.mark.rule("G42")
def test_a_place_is_asked_for() -> None:
    state = table("alva")
    quest(state, "alvas_bracers")  # 5 gold on a road
    hero_of(state).gold = 5
    stand(state, 13, 9)
    refuses(state, "quest", "G42")
    stand(state, 12, 8)
    do(state, "quest")
    assert owns(state, "alvas_bracers")


@pytest.mark.rule("G42")
def test_what_is_spent_together_is_spent_at_once() -> None:
    state = table("embla")
    quest(state, "heels")  # a mend action and 2 cards in Witch Cabin
    stand(state, 11, 11)
    give(state, "rest")
    refuses(state, "quest", "G42")
    give(state, "kick", "courage")
    do(state, "quest", "discard(kick)", "discard(rest)")
    assert owns(state, "heels")
    assert hero_of(state).hand == [state.event(0, "courage")]
    assert hero_of(state).taken == ("mend",)


@pytest.mark.rule("G42")
def test_a_quest_of_doing_may_wait() -> None:
    state = table("alva")
    quest(state, "elven_arrows")
    stand(state, 7, 6)
    do(state, "move(6,6)", "stop")
    assert not owns(state, "elven_arrows")
    do(state, "quest")
    assert asked(state) == "Placing"
    do(state, "at(7,5)")
    assert owns(state, "elven_arrows")
    assert state.kinds[state.kind[-1]].id == "troll"


# ---- G43


@pytest.mark.rule("G43")
def test_a_quest_of_entering_is_fulfilled_by_passing_through() -> None:
    state = table("alva")
    quest(state, "tiara")
    stand(state, 9, 4)
    do(state, "move(8,4)")  # Dark Forest
    assert owns(state, "tiara")
    do(state, "go(9,4)", "stop")
    assert owns(state, "tiara")


@pytest.mark.rule("G43")
def test_being_there_already_is_not_entering() -> None:
    state = table("alva")
    quest(state, "tiara")
    stand(state, 8, 4)
    do(state, "move(8,4)", "practice")
    assert not owns(state, "tiara")


@pytest.mark.rule("G43")
def test_every_entry_of_a_forest_counts() -> None:
    state = table("alva")
    quest(state, "belt_of_youth")
    stand(state, 11, 4)
    do(state, "move(10,4)", "go(11,4)", "go(10,4)")
    assert hero_of(state).progress == 2


@pytest.mark.rule("G43")
def test_any_movement_of_ones_own_may_end_there() -> None:
    state = table("boldur")
    quest(state, "smiterbiter")  # end your movement in Marsh of Sorrow
    stand(state, 15, 9)
    give(state, "maneuver")
    do(state, "play(maneuver)", "go(16,9)")
    assert owns(state, "smiterbiter")


@pytest.mark.rule("G43")
def test_a_movement_must_end_there_not_pass_through() -> None:
    state = table("boldur")
    quest(state, "smiterbiter")
    stand(state, 15, 9)
    do(state, "move(16,9)")
    assert not owns(state, "smiterbiter")  # the movement goes on
    twin = state.copy()
    do(state, "go(15,9)", "stop")
    assert not owns(state, "smiterbiter")
    do(twin, "stop")
    assert owns(twin, "smiterbiter")


@pytest.mark.rule("G43")
def test_standing_still_is_no_movement() -> None:
    state = table("boldur")
    quest(state, "smiterbiter")
    stand(state, 16, 9)
    do(state, "move(16,9)")
    assert not owns(state, "smiterbiter")


@pytest.mark.rule("G43")
def test_being_pushed_is_no_movement_of_ones_own(monkeypatch: PATCH) -> None:
    state = table("boldur", monster_die=True)
    quest(state, "smiterbiter")
    stand(state, 17, 9)
    put(state, "goblin", 17, 8)
    monster_die(monkeypatch, "push")
    dice(monkeypatch, "")
    night(state)
    assert where(state) == (16, 9)
    assert not owns(state, "smiterbiter")


@pytest.mark.rule("G43")
def test_ending_next_to_four_monsters_or_one_legend() -> None:
    state = table("boldur")
    quest(state, "eitris_pick")
    stand(state, 12, 9)
    for x, y in ((14, 8), (14, 9), (13, 10)):
        put(state, "goblin", x, y)
    do(state, "move(13,9)", "stop")
    assert not owns(state, "eitris_pick")
    state = table("boldur")
    quest(state, "eitris_pick")
    stand(state, 12, 9)
    for x, y in ((14, 8), (14, 9), (13, 10), (12, 10)):
        put(state, "goblin", x, y)
    do(state, "move(13,9)", "stop")
    assert owns(state, "eitris_pick")
    state = table("boldur")
    quest(state, "eitris_pick")
    stand(state, 12, 9)
    put(state, "grendel_1", 14, 9)
    do(state, "move(13,9)", "stop")
    assert owns(state, "eitris_pick")


# ---- G44


@pytest.mark.rule("G44")
@pytest.mark.parametrize(("answer", "gold", "got"), [("yes", 0, True), ("no", 3, False)])
def test_experience_is_forgone_for_the_card_or_taken(
    answer: str, gold: int, got: bool, monkeypatch: PATCH
) -> None:
    state = table("bjorn")
    quest(state, "quiver")  # kill a rank 3 monster
    hero_of(state).gold = 0
    stand(state, 13, 9)
    troll = put(state, "troll", 15, 9, hurt=6)
    dice(monkeypatch, "", then="hit")
    do(state, "attack(15,9)", "done", answer)
    assert not alive(state, troll)
    assert hero_of(state).gold == gold
    assert owns(state, "quiver") is got


@pytest.mark.rule("G44")
def test_another_kill_does_not_fulfil_it(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    quest(state, "quiver")
    hero_of(state).gold = 0
    stand(state, 13, 9)
    put(state, "brute", 15, 9)
    dice(monkeypatch, "", then="hit")
    do(state, "attack(15,9)", "done")
    assert asked(state) == "Acting"
    assert hero_of(state).gold == 2
    assert not owns(state, "quiver")


@pytest.mark.rule("G44")
def test_a_legend_is_not_of_rank_3(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    quest(state, "quiver")
    hero_of(state).gold = 0
    stand(state, 13, 9)
    put(state, "hrungbald_1", 15, 9, hurt=5)
    dice(monkeypatch, "", then="hit")
    do(state, "attack(15,9)", "done")
    assert hero_of(state).gold == 4
    assert not owns(state, "quiver")


@pytest.mark.rule("G44")
def test_any_way_of_killing_counts() -> None:
    state = table("bjorn")
    quest(state, "helmet")  # a brute or a skeleton
    stand(state, 14, 9)
    put(state, "brute", 13, 9)  # closer to Grimheim
    give(state, "back_down")
    do(state, "play(back_down)", "yes")
    assert owns(state, "helmet")


@pytest.mark.rule("G44")
def test_a_kill_in_the_monster_turn_counts_too(monkeypatch: PATCH) -> None:
    state = table("embla")
    quest(state, "helmet")
    hero_of(state).mana["riposte"] = 0
    give(state, "retaliation")
    stand(state, 13, 9)
    put(state, "skeleton", 14, 9, hurt=1)
    dice(monkeypatch, "")
    gold = hero_of(state).gold
    to_monsters(state)
    do(state, "play(retaliation)", "yes")
    assert owns(state, "helmet")
    assert hero_of(state).gold == gold


@pytest.mark.rule("G44")
def test_a_distance_may_be_named(monkeypatch: PATCH) -> None:
    state = table("alva")
    quest(state, "windbite")  # 4 monsters that are 2 or more areas away
    hero_of(state).mana["hail_of_arrows"] = 3
    stand(state, 13, 9)
    for x, y in ((15, 9), (14, 9), (11, 10)):
        put(state, "goblin", x, y, hurt=1)
    do(state, "use(hail_of_arrows)", "at(14,9)", "at(15,9)")
    assert hero_of(state).progress == 2


# ---- G45


@pytest.mark.rule("G45")
def test_counting_begins_when_the_quest_is_on_top_and_is_lost_under_the_pile(monkeypatch: PATCH) -> None:
    state = table("boldur")
    dice(monkeypatch, "", then="hit")
    quest(state, "dwarf_pick")  # kill 3 monsters
    quest(state, "battle_boots")
    stand(state, 13, 9)
    put(state, "goblin", 14, 9)
    do(state, "attack(14,9)", "quest")  # the kill came before the quest was on top
    assert top(state) == "dwarf_pick"
    assert hero_of(state).progress == 0
    stand(state, 9, 9)
    end_turn(state)
    stand(state, 13, 9)
    put(state, "goblin", 14, 9)
    do(state, "attack(14,9)")
    assert hero_of(state).progress == 1
    stand(state, 9, 9)
    end_turn(state)  # the count lasts over turns
    assert hero_of(state).progress == 1
    do(state, "end", "cycle(equipment)")
    assert hero_of(state).progress == 0


@pytest.mark.rule("G45")
def test_the_next_quest_begins_at_nothing(monkeypatch: PATCH) -> None:
    state = table("boldur")
    quest(state, "dwarf_mail")  # enter 7 areas adjacent to mountains
    quest(state, "dwarf_pick")
    hero_of(state).progress = 2
    dice(monkeypatch, "", then="hit")
    stand(state, 13, 9)
    put(state, "goblin", 14, 9)
    do(state, "attack(14,9)")
    assert owns(state, "dwarf_pick")
    assert top(state) == "dwarf_mail"
    assert hero_of(state).progress == 0


@pytest.mark.rule("G45")
def test_trollbane_counts_experience_that_is_kept() -> None:
    state = table("bjorn")
    quest(state, "trollbane")
    hero = hero_of(state)
    hero.gold, hero.mana["sure_shot"] = 0, 9
    stand(state, 13, 9)
    put(state, "troll", 15, 9, hurt=6)
    do(state, "use(sure_shot)")
    assert (hero.gold, hero.progress) == (3, 3)
    hero.used = ()
    put(state, "draugr", 15, 9, hurt=4)
    do(state, "use(sure_shot)")
    assert (hero.gold, hero.progress) == (6, 3)  # no trollkin
    hero.used = ()
    put(state, "brute", 15, 9)
    do(state, "use(sure_shot)")
    assert hero.gold == 8
    assert owns(state, "trollbane")


@pytest.mark.rule("G45")
def test_singing_bow_counts_dice_in_a_forest_and_sings_at_once(monkeypatch: PATCH) -> None:
    state = table("alva")
    equip(state, "snipe")
    quest(state, "singing_bow")
    hero = hero_of(state)
    dice(monkeypatch, "")
    stand(state, 13, 9)
    put(state, "troll", 12, 9)
    do(state, "use(snipe)")
    assert hero.progress == 0  # on plains
    hero.used = ()
    stand(state, 11, 10)
    do(state, "use(snipe)")
    assert hero.progress == 2  # any roll
    hero.progress = 7
    mana = sum(hero.mana.values())
    do(state, "attack(12,9)")
    assert owns(state, "singing_bow")
    assert sum(hero.mana.values()) == mana + 1


# ---- G46


@pytest.mark.rule("G46")
def test_a_new_main_weapon_covers_the_old_one() -> None:
    state = table("boldur")
    equip(state, "smiterbiter")
    hero = hero_of(state)
    hero.counters["smiterbiter"] = 3
    assert state.kit(0).strength == 3 + 3
    quest(state, "eitris_pick")
    give(state, "portable_smithy")
    do(state, "play(portable_smithy)")
    assert owns(state, "eitris_pick")
    assert not owns(state, "smiterbiter")
    assert state.kit(0).strength == 3 + 2
    assert not hero.counters.get("smiterbiter")  # its markers are gone


@pytest.mark.rule("G46")
def test_other_weapons_lie_beside_it() -> None:
    state = table("boldur")
    for card in ("dwarf_pick", "orebiter", "dvalins_pick"):
        quest(state, card)
        hero_of(state).taken = ()
        hero_of(state).hand = [state.event(0, "portable_smithy")]
        do(state, "play(portable_smithy)")
        assert owns(state, card)
        assert owns(state, "boldurs_first_pick")
    assert state.kit(0).strength == 3 + 1 + 1
    state = table("embla")
    quest(state, "ravens_claw")
    hero_of(state).progress = 9
    stand(state, 11, 4)
    do(state, "move(10,4)", "stop")
    assert owns(state, "ravens_claw")
    assert owns(state, "flimsy_blade")
    assert state.kit(0).strength == 3 + 1 + 1
