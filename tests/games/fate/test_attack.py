"""E. Attacks and damage (G50 to G63)."""

import pytest
from tests.games.fate.positions import (
    alive,
    assaults,
    at,
    dice,
    do,
    equip,
    give,
    hero_of,
    holds,
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

from fimbul.games.fate.events import Rolled
from fimbul.games.fate.state import FateState

PATCH = pytest.MonkeyPatch


def asked(state: FateState) -> str:
    """What is being decided."""
    return type(state.decision).__name__


def attacks(state: FateState) -> set[str]:
    """The attack actions that can be taken."""
    return {text for text in legal(state) if text.startswith("attack")}


# ---- G50


@pytest.mark.rule("G50")
def test_without_a_weapon_for_it_only_adjacent_monsters() -> None:
    state = table("embla")
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    put(state, "troll", 15, 9)
    assert attacks(state) == {"attack(14,9)"}
    refuses(state, "attack(15,9)", "G50")


@pytest.mark.rule("G50")
def test_weapons_and_abilities_add_range() -> None:
    state = table("bjorn")
    stand(state, 13, 9)
    for x in (14, 15, 16, 17):
        put(state, "troll", x, 9)
    assert len(attacks(state)) == 2
    equip(state, "eagle_eye")
    assert len(attacks(state)) == 3
    give(state, "limber_bow")
    do(state, "play(limber_bow)")
    assert len(attacks(state)) == 4


@pytest.mark.rule("G50")
def test_monsters_in_mountains_may_be_attacked() -> None:
    state = table("embla")
    stand(state, 15, 5)
    put(state, "troll", 14, 5)
    assert attacks(state) == {"attack(14,5)"}


@pytest.mark.rule("G50")
def test_orebiter_mines_an_adjacent_mountain(monkeypatch: PATCH) -> None:
    state = table("boldur")
    equip(state, "orebiter", "sweeping_strike")
    hero = hero_of(state)
    hero.gold = 0
    assert attacks(state) == set()  # not from town
    stand(state, 15, 5)
    dice(monkeypatch, "hit cover miss rune")
    do(state, "attack(14,5)")
    assert hero.gold == 2 + 1  # all bonuses to attacks count
    assert hero.taken == ("attack",)


@pytest.mark.rule("G50")
def test_orebiter_may_aim_at_the_own_area() -> None:
    state = table("boldur")
    equip(state, "orebiter")
    stand(state, 6, 6)
    assert attacks(state) == {"attack(6,6)", "attack(6,7)", "attack(5,7)"}


@pytest.mark.rule("G50")
@pytest.mark.parametrize(("mine", "gold", "damage"), [("yes", 3, 0), ("no", 0, 3)])
def test_orebiter_may_aim_at_a_mountain_where_somebody_stands(
    mine: str, gold: int, damage: int, monkeypatch: PATCH
) -> None:
    state = table("boldur")
    equip(state, "orebiter")
    hero = hero_of(state)
    hero.gold = 0
    stand(state, 15, 5)
    troll = put(state, "troll", 14, 5)
    dice(monkeypatch, "hit hit hit miss")
    do(state, "attack(14,5)", mine)
    assert (hero.gold, state.hurt[troll]) == (gold, damage)


# ---- G51


@pytest.mark.rule("G51")
def test_strength_is_the_sum_of_all_active_cards(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "eagle_eye", "nailed_together", level=2)
    equip(state, "quiver")
    assert state.kit(0).strength == 2 + 1 + 2 + 2 + 1
    stand(state, 13, 9)
    put(state, "troll", 15, 9)
    events = do(state, "attack(15,9)")
    assert [len(event.dice) for event in events if isinstance(event, Rolled)] == [8]


@pytest.mark.rule("G51")
def test_other_effects_roll_just_their_dice() -> None:
    state = table("bjorn")
    equip(state, "eagle_eye", level=2)
    equip(state, "throwing_axes")
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    events = do(state, "use(throwing_axes)")
    assert [len(event.dice) for event in events if isinstance(event, Rolled)] == [3]


# ---- G52, G53


@pytest.mark.rule("G52")
@pytest.mark.parametrize(("face", "damage"), [("miss", 0), ("rune", 0), ("cover", 1), ("hit", 1)])
def test_what_a_face_does_in_the_open(face: str, damage: int, monkeypatch: PATCH) -> None:
    state = table("embla")
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    dice(monkeypatch, face)
    do(state, "attack(14,9)")
    assert state.hurt[troll] == damage


@pytest.mark.rule("G52")
def test_how_many_faces_are_alike() -> None:
    faces = table().book.attack_die
    assert sorted(faces) == sorted([0, 0, 1, 2, 3, 3])


@pytest.mark.rule("G53")
@pytest.mark.parametrize(("face", "damage"), [("miss", 0), ("rune", 0), ("cover", 0), ("hit", 1)])
def test_what_a_face_does_against_cover(face: str, damage: int, monkeypatch: PATCH) -> None:
    state = table("embla")
    stand(state, 12, 10)
    troll = put(state, "troll", 11, 10)  # in a forest
    dice(monkeypatch, face)
    do(state, "attack(11,10)")
    assert state.hurt[troll] == damage


@pytest.mark.rule("G53")
def test_the_attackers_forest_gives_no_cover_to_the_target(monkeypatch: PATCH) -> None:
    state = table("embla")
    stand(state, 11, 10)
    troll = put(state, "troll", 12, 10)
    dice(monkeypatch, "cover cover cover cover")
    do(state, "attack(12,10)")
    assert state.hurt[troll] == 4


@pytest.mark.rule("G53")
@pytest.mark.parametrize(("x", "damage"), [(11, 1), (12, 3)])
def test_heroes_have_cover_too(x: int, damage: int, monkeypatch: PATCH) -> None:
    state = table("bjorn")
    stand(state, x, 10)
    put(state, "brute", x + 1, 10)
    dice(monkeypatch, "hit cover cover")
    night(state)
    assert hero_of(state).damage == damage


@pytest.mark.rule("G53")
def test_long_shot_ii_ignores_cover(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "long_shot", level=2)
    stand(state, 13, 10)
    troll = put(state, "troll", 11, 10)
    dice(monkeypatch, "cover cover cover")
    do(state, "attack(11,10)", "done")
    assert state.hurt[troll] == 3 + 2


# ---- G54


@pytest.mark.rule("G54")
def test_the_example_of_the_rulebook_master_shot(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "quiver")
    give(state, "master_shot")
    stand(state, 13, 9)
    troll = put(state, "troll", 15, 9)
    dice(monkeypatch, "hit cover hit miss")
    events = do(state, "attack(15,9)", "play(master_shot)", "done")
    assert [len(event.dice) for event in events if isinstance(event, Rolled)] == [4]
    assert state.hurt[troll] == 5
    assert holds(state, "master_shot") == 0


@pytest.mark.rule("G54")
def test_the_example_of_the_rulebook_magic_runes(monkeypatch: PATCH) -> None:
    state = table("embla")
    give(state, "magic_runes")
    stand(state, 12, 10)
    goblin = put(state, "goblin", 11, 10)
    gold = hero_of(state).gold
    supply = state.supply[state.kind[goblin]]
    dice(monkeypatch, "cover rune cover miss")
    do(state, "attack(11,10)")
    assert state.hurt[goblin] == 0
    do(state, "play(magic_runes)")
    assert not alive(state, goblin)
    assert hero_of(state).gold == gold + 1
    assert state.supply[state.kind[goblin]] == supply + 1


@pytest.mark.rule("G54")
def test_magic_runes_adds_three_once(monkeypatch: PATCH) -> None:
    state = table("embla")
    give(state, "magic_runes")
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    dice(monkeypatch, "rune rune rune rune")
    do(state, "attack(14,9)", "play(magic_runes)")
    assert state.hurt[troll] == 3


@pytest.mark.rule("G54")
def test_without_a_rune_magic_runes_does_nothing(monkeypatch: PATCH) -> None:
    state = table("embla")
    give(state, "magic_runes")
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    dice(monkeypatch, "hit miss miss miss")
    do(state, "attack(14,9)")
    assert state.hurt[troll] == 1
    assert holds(state, "magic_runes") == 1


@pytest.mark.rule("G54")
def test_added_dice_belong_to_the_roll(monkeypatch: PATCH) -> None:
    state = table("alva")
    give(state, "mastery", "piercing_arrows", "piercing_arrows")
    stand(state, 13, 9)
    jotunn = put(state, "nidhuggr_2", 15, 9)
    dice(monkeypatch, "rune miss miss rune hit miss miss")
    do(state, "attack(15,9)", "play(mastery)", "play(piercing_arrows)", "play(piercing_arrows)")
    assert state.hurt[jotunn] == 1 + 2 + 2


@pytest.mark.rule("G54")
def test_perfect_aim_rolls_blanks_and_runes_again(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "home_sewn_cape")
    give(state, "perfect_aim", "piercing_arrows")
    hero_of(state).taken = ("focus",)
    stand(state, 13, 9)
    troll = put(state, "troll", 15, 9)
    dice(monkeypatch, "rune miss hit hit rune")
    do(state, "attack(15,9)", "play(perfect_aim)", "play(piercing_arrows)")
    assert state.hurt[troll] == 2 + 1  # hit, hit, and the one rune that shows now
    assert hero_of(state).mana["home_sewn_cape"] == 2  # what runes have brought already stays


@pytest.mark.rule("G54")
def test_windbite_adds_a_die_for_each_rune_when_rolled(monkeypatch: PATCH) -> None:
    state = table("alva")
    equip(state, "windbite", "snipe")
    stand(state, 13, 9)
    wyrm = put(state, "nidhuggr_2", 15, 9)
    dice(monkeypatch, "rune rune miss miss miss rune hit hit", then="miss")
    events = do(state, "attack(15,9)")
    rolled = [event for event in events if isinstance(event, Rolled)]
    assert sum(len(event.dice) for event in rolled) == 5 + 2 + 1
    assert state.hurt[wyrm] == 2
    dice(monkeypatch, "rune miss hit")
    do(state, "use(snipe)")
    assert state.hurt[wyrm] == 3


@pytest.mark.rule("G54")
def test_home_sewn_cape_takes_no_mana_from_the_rolls_of_others(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "home_sewn_cape")
    stand(state, 13, 9)
    put(state, "brute", 14, 9)
    dice(monkeypatch, "rune rune rune")
    night(state)
    assert not hero_of(state).mana.get("home_sewn_cape")


@pytest.mark.rule("G54")
def test_a_blade_strikes_after_each_attack_action_the_target_too(monkeypatch: PATCH) -> None:
    state = table("embla")
    equip(state, "wildfire_blade")
    stand(state, 13, 9)
    first = put(state, "troll", 14, 9)
    second = put(state, "troll", 14, 8)
    dice(monkeypatch, "")
    do(state, "attack(14,9)")
    assert legal(state) == {"at(14,9)", "at(14,8)"}
    do(state, "at(14,9)")
    assert (state.hurt[first], state.hurt[second]) == (1, 0)


@pytest.mark.rule("G54")
def test_the_runes_of_bone_bane_bow_hurt_a_neighbour_of_the_target(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "bone_bane_bow")
    stand(state, 13, 9)
    target = put(state, "troll", 15, 9)
    other = put(state, "troll", 16, 9)
    put(state, "troll", 14, 10 + 2)  # not adjacent to the target
    dice(monkeypatch, "rune rune hit miss miss")
    do(state, "attack(15,9)", "done")
    assert (state.hurt[target], state.hurt[other]) == (1, 2)


# ---- G55


@pytest.mark.rule("G55")
def test_damage_stays(monkeypatch: PATCH) -> None:
    state = table("embla")
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    dice(monkeypatch, "hit hit hit hit", then="miss")
    do(state, "attack(14,9)")
    hero_of(state).damage = 3
    night(state)
    assert state.hurt[troll] == 4
    assert hero_of(state).damage == 3


@pytest.mark.rule("G55")
def test_hail_of_arrows_takes_different_monsters_and_loses_the_rest() -> None:
    state = table("alva")
    hero_of(state).mana["hail_of_arrows"] = 3
    stand(state, 13, 9)
    first, second = put(state, "troll", 14, 9), put(state, "troll", 15, 9)
    do(state, "use(hail_of_arrows)", "at(15,9)")
    assert (state.hurt[first], state.hurt[second]) == (1, 1)
    assert hero_of(state).mana["hail_of_arrows"] == 0
    assert asked(state) == "Acting"


# ---- G56


@pytest.mark.rule("G56")
def test_armor_takes_off_one_each_time(monkeypatch: PATCH) -> None:
    state = table("embla")
    equip(state, "heels")
    give(state, "kick")
    stand(state, 13, 9)
    draugr = put(state, "draugr", 14, 9)
    do(state, "use(heels)", "play(kick)", "at(14,10)")
    assert state.hurt[draugr] == 0  # two cards of 1 damage each do nothing
    stand(state, 13, 10)
    dice(monkeypatch, "hit hit hit hit")
    do(state, "attack(14,10)")
    assert state.hurt[draugr] == 3  # the damage of one attack is dealt at once


@pytest.mark.rule("G56")
def test_unpreventable_damage_ignores_armor() -> None:
    state = table("boldur")
    equip(state, "precision_axes")
    stand(state, 13, 9)
    draugr = put(state, "draugr", 14, 9)
    do(state, "use(precision_axes)")
    assert state.hurt[draugr] == 1


@pytest.mark.rule("G56")
def test_eagle_eye_ii_ignores_armor(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "eagle_eye", level=2)
    stand(state, 13, 9)
    draugr = put(state, "draugr", 15, 9)
    dice(monkeypatch, "hit hit hit miss miss")
    do(state, "attack(15,9)", "done")
    assert state.hurt[draugr] == 3


@pytest.mark.rule("G56")
def test_killing_is_no_damage() -> None:
    state = table("boldur")
    give(state, "short_temper")
    stand(state, 13, 9)
    draugr = put(state, "draugr", 14, 9, hurt=2)
    refuses(state, "play(short_temper)", "G39")  # 3 health left
    state.hurt[draugr] = 3
    do(state, "play(short_temper)")
    assert not alive(state, draugr)


@pytest.mark.rule("G56")
def test_boldurs_armor(monkeypatch: PATCH) -> None:
    state = table("boldur")
    stand(state, 13, 9)
    put(state, "brute", 14, 9)
    put(state, "goblin", 12, 10)
    dice(monkeypatch, "", then="hit")
    night(state)
    assert hero_of(state).damage == 2 + 0  # 3 - 1 from the brute, 1 - 1 from the goblin


# ---- G57


@pytest.mark.rule("G57")
@pytest.mark.parametrize(
    ("kind", "health", "gold"),
    [
        ("goblin", 2, 1),
        ("brute", 3, 2),
        ("troll", 7, 3),
        ("sprite", 2, 1),
        ("elemental", 4, 2),
        ("jotunn", 6, 3),
        ("imp", 2, 1),
        ("skeleton", 3, 2),
        ("draugr", 5, 3),
        ("grendel_1", 12, 6),
        ("seer_of_odin_2", 6, 4),
    ],
)
def test_as_much_damage_as_health_kills_and_pays(kind: str, health: int, gold: int) -> None:
    state = table("boldur")
    equip(state, "precision_axes")
    hero = hero_of(state)
    hero.gold = 0
    stand(state, 13, 9)
    monster = put(state, kind, 14, 9, hurt=health - 2)
    supply = state.supply[state.kind[monster]]
    do(state, "use(precision_axes)")
    assert alive(state, monster)
    hero.used = ()
    do(state, "use(precision_axes)")
    assert not alive(state, monster)
    assert hero.gold == gold
    assert state.supply[state.kind[monster]] == supply + 1
    assert state.at[state.land.at[14, 9]] == 0


@pytest.mark.rule("G57")
def test_prey_pays_whoever_kills(monkeypatch: PATCH) -> None:
    state = table("bjorn", "embla")
    give(state, "prey", "prey")
    stand(state, 13, 9, seat=1)
    troll = put(state, "troll", 14, 9)
    put(state, "troll", 16, 9, hurt=1)
    put(state, "brute", 17, 9)
    do(state, "play(prey)")  # one target: undamaged and of rank 3
    refuses(state, "play(prey)", "G39")  # a marked one is not marked again
    do(state, "end", "no")
    state.hurt[troll] = 6
    gold = hero_of(state, 1).gold
    dice(monkeypatch, "", then="hit")
    do(state, "attack(14,9)")
    assert hero_of(state, 1).gold == gold + 3 + 2


# ---- G58


def nail(state: FateState, monkeypatch: PATCH, faces: str) -> tuple[int, int, int]:
    """Bjorn at (13,9) and goblins in a row from (15,9)."""
    stand(state, 13, 9)
    row = (put(state, "goblin", 15, 9), put(state, "goblin", 16, 9), put(state, "goblin", 17, 9))
    dice(monkeypatch, faces)
    return row


@pytest.mark.rule("G58")
def test_nailed_together_goes_on_once(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "nailed_together")
    give(state, "master_shot")
    first, second, third = nail(state, monkeypatch, "hit hit hit")
    put(state, "goblin", 14, 9)  # adjacent to the victim, but not farther
    do(state, "attack(15,9)", "play(master_shot)", "done")
    assert legal(state) == {"at(16,9)", "no"}
    do(state, "at(16,9)")
    assert not alive(state, first)
    assert not alive(state, second)
    assert state.hurt[third] == 0
    assert asked(state) == "Acting"


@pytest.mark.rule("G58")
def test_nailed_together_ii_goes_on_and_on(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "nailed_together", level=2)
    first, second, third = nail(state, monkeypatch, "hit hit hit hit hit")
    do(state, "attack(15,9)", "done", "at(16,9)", "at(17,9)")
    assert not alive(state, first)
    assert not alive(state, second)
    assert state.hurt[third] == 1


@pytest.mark.rule("G58")
def test_nailed_together_needs_no_straight_line_and_may_be_declined(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "nailed_together")
    nail(state, monkeypatch, "hit hit hit")
    beside = put(state, "goblin", 15, 10)  # three areas from Bjorn as well
    do(state, "attack(15,9)", "done")
    assert legal(state) == {"at(16,9)", "at(15,10)", "no"}
    twin = state.copy()
    do(state, "at(15,10)")
    assert state.hurt[beside] == 1
    do(twin, "no")
    assert twin.hurt[beside] == 0
    assert asked(twin) == "Acting"


@pytest.mark.rule("G58")
def test_what_is_passed_on_ignores_cover_but_not_armor(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "nailed_together")
    stand(state, 13, 10)
    put(state, "goblin", 12, 10)
    draugr = put(state, "draugr", 11, 10)  # in a forest
    give(state, "master_shot")
    dice(monkeypatch, "cover cover cover")
    do(state, "attack(12,10)", "play(master_shot)", "done", "at(11,10)")
    assert state.hurt[draugr] == 3 - 1


@pytest.mark.rule("G58")
def test_sweeping_strike_hits_the_next_monster_clockwise(monkeypatch: PATCH) -> None:
    state = table("boldur")
    equip(state, "sweeping_strike")
    stand(state, 13, 9)
    put(state, "goblin", 14, 9)  # E
    before = put(state, "troll", 14, 8)  # NE: the last one clockwise
    after = put(state, "troll", 12, 10)  # SW
    dice(monkeypatch, "hit hit hit miss")
    do(state, "attack(14,9)", "yes")
    assert (state.hurt[before], state.hurt[after]) == (0, 3 + 1 - 2)


@pytest.mark.rule("G58")
def test_sweeping_strike_takes_two_monsters_at_most(monkeypatch: PATCH) -> None:
    state = table("boldur")
    equip(state, "sweeping_strike")
    stand(state, 13, 9)
    goblins = [put(state, "goblin", x, y) for x, y in ((14, 9), (13, 10), (12, 10))]
    dice(monkeypatch, "hit hit hit hit")
    do(state, "attack(14,9)", "yes")
    assert [alive(state, goblin) for goblin in goblins] == [False, False, True]
    assert state.hurt[goblins[2]] == 0


@pytest.mark.rule("G58")
def test_reaper_swing_splits_the_damage_after_all_bonuses(monkeypatch: PATCH) -> None:
    state = table("embla")
    equip(state, "reaper_swing", "ravens_claw")
    stand(state, 13, 9)
    target = put(state, "troll", 14, 9)
    draugr = put(state, "draugr", 12, 10)
    put(state, "troll", 15, 9)  # not adjacent to Embla
    dice(monkeypatch, "hit hit hit miss miss")
    do(state, "attack(14,9)")  # 3 hits and 2 of Raven's Claw
    assert legal(state) == {"at(12,10)", "no"}
    do(state, "at(12,10)")
    assert legal(state) == {f"amount({n})" for n in range(1, 6)}
    do(state, "amount(3)")
    assert (state.hurt[target], state.hurt[draugr]) == (2, 3 - 1)


@pytest.mark.rule("G58")
def test_reaper_swing_may_be_declined(monkeypatch: PATCH) -> None:
    state = table("embla")
    equip(state, "reaper_swing")
    stand(state, 13, 9)
    target, other = put(state, "troll", 14, 9), put(state, "troll", 12, 10)
    dice(monkeypatch, "hit hit hit miss")
    do(state, "attack(14,9)", "no")
    assert (state.hurt[target], state.hurt[other]) == (3, 0)


@pytest.mark.rule("G58")
def test_smiterbiter_stores_what_is_left_and_gives_any_part_back(monkeypatch: PATCH) -> None:
    state = table("boldur")
    equip(state, "smiterbiter")
    hero = hero_of(state)
    stand(state, 13, 9)
    put(state, "goblin", 14, 9)
    troll = put(state, "troll", 14, 8)
    dice(monkeypatch, "", then="hit")
    do(state, "attack(14,9)")
    assert hero.counters["smiterbiter"] == 3  # 6 - 2 = 4, and it holds 3
    hero.taken = ()
    dice(monkeypatch, "")
    do(state, "attack(14,8)", "use(smiterbiter)")
    assert legal(state) == {"amount(1)", "amount(2)", "amount(3)"}
    do(state, "amount(2)")
    assert state.hurt[troll] == 2
    assert hero.counters["smiterbiter"] == 1
    assert asked(state) == "Acting"  # once in each attack


@pytest.mark.rule("G58")
def test_smiterbiter_stores_only_what_no_other_effect_dealt(monkeypatch: PATCH) -> None:
    state = table("boldur")
    equip(state, "smiterbiter", "sweeping_strike")
    stand(state, 13, 9)
    put(state, "goblin", 14, 9)
    put(state, "brute", 13, 10)
    dice(monkeypatch, "", then="hit")
    do(state, "attack(14,9)", "yes")  # 7 damage: 2 kill the goblin, 3 the brute
    assert hero_of(state).counters["smiterbiter"] == 2


@pytest.mark.rule("G58")
def test_smiterbiter_is_not_fed_outside_attack_actions() -> None:
    state = table("boldur")
    equip(state, "smiterbiter")
    give(state, "short_temper", "kick")
    stand(state, 13, 9)
    put(state, "goblin", 14, 9, hurt=1)
    do(state, "play(short_temper)")
    assert not hero_of(state).counters.get("smiterbiter")


# ---- G59


@pytest.mark.rule("G59")
def test_a_card_prevents_once_each_time_damage_is_received(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "helmet")
    stand(state, 13, 9)
    put(state, "brute", 14, 9)
    put(state, "sprite", 15, 9)
    dice(monkeypatch, "hit hit hit", then="hit")
    to_monsters(state)
    do(state, "assault(14,9)")
    assert legal(state) == {"use(helmet)", "done"}
    do(state, "use(helmet)")
    assert hero_of(state).damage == 2  # once for this attack
    assert asked(state) == "Preventing"  # and again for the next
    do(state, "use(helmet)")
    assert hero_of(state).damage == 2
    assert hero_of(state).wear["helmet"] == 2


@pytest.mark.rule("G59")
def test_different_cards_prevent_together_in_the_defenders_order(monkeypatch: PATCH) -> None:
    state = table("boldur")
    equip(state, "shield", "dwarf_helm")
    give(state, "dodge")
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    dice(monkeypatch, "", then="hit")
    to_monsters(state)
    assert legal(state) == {"use(shield)", "use(dwarf_helm)", "play(dodge)", "done"}
    do(state, "use(dwarf_helm)", "use(shield)", "play(dodge)")
    assert hero_of(state).damage == 6 - 1 - 1 - 2 - 2
    assert asked(state) == "Acting"


@pytest.mark.rule("G59")
def test_prevention_is_not_asked_without_damage(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "helmet")
    stand(state, 13, 9)
    put(state, "brute", 14, 9)
    dice(monkeypatch, "")
    to_monsters(state)
    assert asked(state) == "Acting"


@pytest.mark.rule("G59")
def test_dwarf_mail_prevents_one_in_a_whole_monster_turn(monkeypatch: PATCH) -> None:
    state = table("boldur")
    equip(state, "dwarf_mail")
    stand(state, 13, 9)
    put(state, "skeleton", 14, 9)
    put(state, "skeleton", 12, 10)
    dice(monkeypatch, "hit hit hit miss hit hit hit miss", then="miss")
    to_monsters(state)
    assert asked(state) == "Acting"  # it is the first damage, not a choice
    assert hero_of(state).damage == (3 - 1 - 1) + (3 - 1)


@pytest.mark.rule("G59")
def test_riposte_needs_an_adjacent_attacker(monkeypatch: PATCH) -> None:
    state = table("embla")
    hero_of(state).mana["riposte"] = 9
    stand(state, 13, 9)
    put(state, "sprite", 15, 9)
    state.held = [0]
    dice(monkeypatch, "", then="hit")
    state.held = list(range(len(state.kind)))  # it does not come nearer
    to_monsters(state)
    assert asked(state) == "Acting"
    assert hero_of(state).damage == 1


@pytest.mark.rule("G59")
def test_riposte_strikes_first_even_if_the_rest_knocks_embla_out(monkeypatch: PATCH) -> None:
    state = table("embla")
    hero = hero_of(state)
    hero.mana["riposte"], hero.damage = 1, 8
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    dice(monkeypatch, "", then="hit")
    to_monsters(state)
    do(state, "use(riposte)")
    assert state.hurt[troll] == 2
    assert (where(state), hero.damage) == ((9, 9), 5)


@pytest.mark.rule("G59")
def test_retaliation_and_dreadnought_follow_an_attack_from_beside_even_after_a_knock_out(
    monkeypatch: PATCH,
) -> None:
    state = table("embla")
    hero = hero_of(state)
    hero.mana["riposte"], hero.damage = 0, 8
    give(state, "retaliation")
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    dice(monkeypatch, "", then="hit")
    to_monsters(state)
    assert where(state) == (9, 9)
    assert legal(state) == {"play(retaliation)", "done"}
    do(state, "play(retaliation)")
    assert state.hurt[troll] == 2
    state = table("boldur")
    equip(state, "dreadnought", level=2)
    hero_of(state).damage = 5
    hero_of(state).mana["dreadnought"] = -1  # nothing to prevent with
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    to_monsters(state)
    assert where(state) == (9, 9)
    assert state.hurt[troll] == 1


@pytest.mark.rule("G59")
def test_dreadnought_strikes_after_an_attack_that_leaves_boldur_standing(monkeypatch: PATCH) -> None:
    state = table("boldur")
    equip(state, "dreadnought", level=2)
    hero_of(state).mana["dreadnought"] = -1
    stand(state, 13, 9)
    brute = put(state, "brute", 14, 9)
    far = put(state, "sprite", 15, 9)  # not adjacent
    dice(monkeypatch, "")
    state.held = [far]
    night(state)
    assert (state.hurt[brute], state.hurt[far]) == (1, 0)


# ---- G60


@pytest.mark.rule("G60")
@pytest.mark.parametrize("damage", [3, 8])
def test_a_knocked_out_hero_is_carried_home_with_five_damage(damage: int, monkeypatch: PATCH) -> None:
    state = table("bjorn")
    hero_of(state).damage = damage
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    dice(monkeypatch, "", then="hit")
    events = night(state)
    assert assaults(events) == [("Troll", 0, 6)]
    assert where(state) == (9, 9)
    assert hero_of(state).damage == 5
    assert state.pieces == 4 - 2
    assert state.at[state.land.at[13, 9]] == 0


@pytest.mark.rule("G60")
def test_one_health_left_is_standing(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    hero_of(state).damage = 2
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    dice(monkeypatch, "", then="hit")
    night(state)
    assert where(state) == (13, 9)
    assert hero_of(state).damage == 8
    assert state.pieces == 4


@pytest.mark.rule("G60")
def test_more_health_on_a_card_raises_the_limit(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "stitching", level=2)  # health +2
    hero_of(state).damage = 4
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    dice(monkeypatch, "", then="hit")
    night(state)
    assert hero_of(state).damage == 10
    assert where(state) == (13, 9)


@pytest.mark.rule("G60")
def test_a_knock_out_does_not_end_the_turn() -> None:
    state = table("boldur", "bjorn")
    equip(state, "wrecking_ball")
    stand(state, 13, 9)
    stand(state, 14, 9, seat=1)
    hero_of(state, 1).damage = 8
    do(state, "move(14,9)")
    assert where(state, 1) == (9, 9)
    assert hero_of(state, 1).damage == 5
    assert state.pieces == 6 - 2
    assert where(state) == (14, 9)
    assert state.active == 0


@pytest.mark.rule("G60")
def test_whoever_has_no_target_any_more_does_not_attack(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    hero_of(state).damage = 8
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    put(state, "imp", 12, 10)
    dice(monkeypatch, "", then="hit")
    events = night(state)
    assert assaults(events) == [("Troll", 0, 6)]
    assert hero_of(state).damage == 5
    assert state.pieces == 2


# ---- G61


@pytest.mark.rule("G61")
def test_a_kick_goes_in_any_direction_and_into_the_town() -> None:
    state = table("embla")
    give(state, "kick")
    stand(state, 10, 7)
    brute = put(state, "brute", 11, 7)
    gold = hero_of(state).gold
    do(state, "play(kick)")
    assert legal(state) == {"at(12,6)", "at(12,7)", "at(11,8)", "at(9,9)", "at(11,6)"}
    do(state, "at(9,9)")
    assert not alive(state, brute)
    assert state.pieces == 3
    assert hero_of(state).gold == gold


@pytest.mark.rule("G61")
def test_a_kick_does_not_lead_off_the_map_or_into_company() -> None:
    state = table("embla")
    give(state, "kick")
    stand(state, 16, 9)
    put(state, "troll", 17, 9)
    do(state, "play(kick)")
    assert legal(state) == {"at(16,10)", "at(17,8)"}


@pytest.mark.rule("G61")
def test_queen_of_the_hill_trades_places() -> None:
    state = table("embla")
    equip(state, "queen_of_the_hill")
    stand(state, 13, 9)
    troll = put(state, "troll", 14, 9)
    do(state, "use(queen_of_the_hill)")
    assert (where(state), at(state, troll)) == ((14, 9), (13, 9))
    assert state.hurt[troll] == 2
    assert state.monster_at(13, 9) == troll


@pytest.mark.rule("G61")
def test_queen_of_the_hill_goes_there_even_if_the_monster_dies() -> None:
    state = table("embla")
    equip(state, "queen_of_the_hill")
    stand(state, 13, 9)
    goblin = put(state, "goblin", 14, 9)
    do(state, "use(queen_of_the_hill)")
    assert not alive(state, goblin)
    assert where(state) == (14, 9)


@pytest.mark.rule("G61")
def test_queen_of_the_hill_not_with_a_monster_in_a_mountain() -> None:
    state = table("embla")
    equip(state, "queen_of_the_hill")
    stand(state, 15, 5)
    put(state, "troll", 14, 5)
    refuses(state, "use(queen_of_the_hill)", "G39")
    equip(state, "fleetfoot", level=2)
    do(state, "use(queen_of_the_hill)")
    assert where(state) == (14, 5)


@pytest.mark.rule("G61")
def test_leather_purse_places_as_many_brutes_as_possible(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    quest(state, "leather_purse")
    stand(state, 8, 8)
    put(state, "goblin", 9, 7, hurt=1)
    put(state, "sprite", 7, 8)
    put(state, "sprite", 7, 9)
    dice(monkeypatch, "hit")
    do(state, "attack(9,7)", "done", "yes")
    assert legal(state) == {"at(9,7)", "at(8,7)"}  # free areas, never the town
    do(state, "at(8,7)")
    brutes = [at(state, m) for m, k in enumerate(state.kind) if state.kinds[k].id == "brute"]
    assert sorted(brutes) == [(8, 7), (9, 7)]
    assert owns(state, "leather_purse")


@pytest.mark.rule("G61")
def test_elven_arrows_needs_a_free_area_and_a_troll() -> None:
    state = table("alva")
    quest(state, "elven_arrows")
    stand(state, 6, 6)
    troll = state.book.kind_number["troll"]
    supply, state.supply[troll] = state.supply[troll], 0
    refuses(state, "quest", "G42")
    state.supply[troll] = supply
    for x, y in ((7, 5), (7, 6), (6, 7), (5, 7), (6, 5)):
        put(state, "sprite", x, y)
    refuses(state, "quest", "G42")


# ---- G62


def wrecker(*others: str) -> FateState:
    """Boldur with Wrecking Ball at (13,9)."""
    state = table("boldur", *others)
    equip(state, "wrecking_ball")
    stand(state, 13, 9)
    return state


@pytest.mark.rule("G62")
def test_boldur_bursts_into_an_area_and_moves_who_stands_there() -> None:
    state = wrecker()
    troll = put(state, "troll", 14, 9)
    put(state, "sprite", 15, 9)
    do(state, "move(14,9)")
    assert legal(state) == {"at(15,8)", "at(14,10)", "at(13,10)", "at(13,9)", "at(14,8)"}
    do(state, "at(13,9)")  # the area that he comes from
    assert state.hurt[troll] == 1
    assert (where(state), at(state, troll)) == ((14, 9), (13, 9))
    assert state.monster_at(13, 9) == troll


@pytest.mark.rule("G62")
def test_it_works_on_every_step_and_one_is_pushed_at_a_time() -> None:
    state = wrecker()
    first, second = put(state, "troll", 14, 9), put(state, "troll", 15, 9)
    do(state, "move(14,9)", "at(14,10)", "go(15,9)", "at(15,10)", "stop")
    assert where(state) == (15, 9)
    assert (at(state, first), at(state, second)) == ((14, 10), (15, 10))
    assert (state.hurt[first], state.hurt[second]) == (1, 1)


@pytest.mark.rule("G62")
def test_who_dies_is_not_moved() -> None:
    state = wrecker()
    goblin = put(state, "goblin", 14, 9, hurt=1)
    gold = hero_of(state).gold
    do(state, "move(14,9)", "stop")
    assert not alive(state, goblin)
    assert hero_of(state).gold == gold + 1
    assert where(state) == (14, 9)


@pytest.mark.rule("G62")
def test_it_works_with_small_movements() -> None:
    state = wrecker()
    give(state, "maneuver")
    troll = put(state, "troll", 14, 9)
    do(state, "play(maneuver)", "go(14,9)", "at(15,9)")
    assert (where(state), at(state, troll)) == ((14, 9), (15, 9))


@pytest.mark.rule("G62")
def test_it_hits_heroes_and_may_push_them_into_the_town() -> None:
    state = wrecker("bjorn")
    stand(state, 12, 8)
    stand(state, 11, 8, seat=1)
    do(state, "move(11,8)")
    assert "at(9,9)" in legal(state)
    do(state, "at(9,9)", "stop")
    assert (where(state), where(state, 1)) == ((11, 8), (9, 9))
    assert hero_of(state, 1).damage == 1


@pytest.mark.rule("G62")
def test_a_hero_may_prevent_that_damage() -> None:
    state = wrecker("bjorn")
    equip(state, "helmet", seat=1)
    stand(state, 14, 9, seat=1)
    do(state, "move(14,9)")
    assert state.to_act == (1,)
    do(state, "use(helmet)")
    assert state.to_act == (0,)
    do(state, "at(15,9)", "stop")
    assert hero_of(state, 1).damage == 0
    assert (where(state), where(state, 1)) == ((14, 9), (15, 9))


@pytest.mark.rule("G62")
def test_heroes_are_not_pushed_into_mountains() -> None:
    state = wrecker("bjorn")
    stand(state, 15, 4)
    stand(state, 15, 5, seat=1)
    do(state, "move(15,5)")
    assert "at(14,5)" not in legal(state)
    assert "at(15,4)" in legal(state)


@pytest.mark.rule("G62")
def test_nobody_is_pushed_out_of_the_town() -> None:
    state = wrecker("bjorn")
    stand(state, 11, 9)
    do(state, "move(9,9)")
    assert where(state, 1) == (9, 9)
    assert hero_of(state, 1).damage == 0


@pytest.mark.rule("G62")
def test_a_monster_pushed_into_the_town_costs_a_piece() -> None:
    state = wrecker()
    stand(state, 12, 8)
    troll = put(state, "troll", 11, 8)
    do(state, "move(11,8)", "at(9,9)", "stop")
    assert not alive(state, troll)
    assert state.pieces == 3


@pytest.mark.rule("G62")
def test_it_does_not_lead_into_mountains() -> None:
    state = wrecker()
    stand(state, 15, 5)
    put(state, "troll", 14, 5)
    refuses(state, "move(14,5)", "G2")


# ---- G63


@pytest.mark.rule("G63")
def test_fleetfoot_ii_enters_mountains_and_passes_through_others() -> None:
    state = table("embla")
    equip(state, "fleetfoot")
    stand(state, 15, 5)
    refuses(state, "move(14,5)", "G2")
    equip(state, "fleetfoot", level=2)
    do(state, "move(14,5)", "stop")
    assert where(state) == (14, 5)
    state = table("embla")
    equip(state, "fleetfoot", level=2)
    stand(state, 13, 9)
    for x, y in ((14, 8), (14, 9), (13, 10), (12, 10), (12, 9), (13, 8)):
        put(state, "troll", x, y)
    refuses(state, "move(14,9)", "G1")  # nobody stops there
    do(state, "move(15,9)", "stop")
    assert where(state) == (15, 9)


@pytest.mark.rule("G63")
def test_fleetfoot_ii_holds_for_all_movement_but_not_for_lakes() -> None:
    state = table("embla")
    equip(state, "fleetfoot", level=2)
    give(state, "maneuver")
    stand(state, 15, 5)
    do(state, "play(maneuver)", "go(14,5)")
    assert where(state) == (14, 5)
    stand(state, 7, 5)
    refuses(state, "move(5,5)", "G2")


@pytest.mark.rule("G63")
def test_other_cards_lead_no_hero_into_mountains(monkeypatch: PATCH) -> None:
    state = table("boldur", monster_die=True)
    give(state, "seek_shelter")
    stand(state, 7, 5)
    do(state, "play(seek_shelter)")
    assert not {"go(13,4)", "go(5,6)"} & legal(state)
    state = table("bjorn", monster_die=True)
    monster_die(monkeypatch, "push")
    dice(monkeypatch, "")
    stand(state, 9, 12)
    put(state, "goblin", 10, 12)
    night(state)
    assert where(state) == (9, 12)  # the way of a monster leads into the mountain (9,11)
