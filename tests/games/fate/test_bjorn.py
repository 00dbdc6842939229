"""Bjorn, card by card (G100 to G103)."""

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

# Bjorn stands on open plains, three areas east of Grimheim: (14,9), (15,9) and (16,9) lie in a row behind
# him, (12,9) before him.


def field(*cards: str, level: int = 1) -> FateState:
    """Bjorn at (13,9) with these cards in play."""
    state = table("bjorn")
    stand(state, 13, 9)
    equip(state, *cards, level=level)
    return state


def thrown(state: FateState) -> int:
    """How many dice lie on the table."""
    assert state.roll is not None
    return len(state.roll.dice)


def mana(state: FateState, card: str) -> int:
    return hero_of(state).mana.get(card, 0)


def wear(state: FateState, card: str) -> int:
    return hero_of(state).wear.get(card, 0)


# ---- the hero card


@pytest.mark.rule("G100")
def test_level_one_has_two_dice_nine_health_and_three_steps() -> None:
    state = field()
    put(state, "troll", 14, 9)
    assert state.kit(0).strength == 2 + 1  # with his first bow
    assert state.kit(0).health == 9
    do(state, "attack(14,9)")
    assert thrown(state) == 3
    state = field()
    assert {"move(16,9)", "move(13,6)"} <= legal(state)
    refuses(state, "move(17,9)", "G21")


@pytest.mark.rule("G100")
def test_level_two_has_four_dice_and_ten_health() -> None:
    state = field("bjorn", level=2)
    put(state, "troll", 14, 9)
    assert state.kit(0).health == 10
    assert state.kit(0).move == 3
    do(state, "attack(14,9)")
    assert thrown(state) == 4 + 1


@pytest.mark.rule("G100")
@pytest.mark.rule("G36")
def test_an_upgrade_turns_the_hero_card_over() -> None:
    state = field()
    hero_of(state).gold = 5
    do(state, "end", "upgrade(bjorn)")
    assert state.kit(0).strength == 4 + 1
    assert hero_of(state).gold == 0


@pytest.mark.rule("G100")
@pytest.mark.rule("G28")
@pytest.mark.parametrize(("level", "more"), [(1, 2), (2, 3)])
def test_a_focus_action_spent_after_the_roll_adds_damage(
    monkeypatch: pytest.MonkeyPatch, level: int, more: int
) -> None:
    state = field("bjorn", level=level)
    troll = put(state, "troll", 15, 9)
    dice(monkeypatch, "hit")
    do(state, "attack(15,9)", "use(bjorn)")
    assert state.hurt[troll] == 1 + more
    assert mana(state, "sure_shot") == 1  # no mana for a focus action that was spent
    assert hero_of(state).taken == ("attack", "focus")
    refuses(state, "focus(sure_shot)", "G20")
    refuses(state, "practice", "G20")


@pytest.mark.rule("G100")
@pytest.mark.rule("G54")
def test_the_hero_card_works_on_any_roll_and_before_any_action(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("throwing_axes")
    troll = put(state, "troll", 14, 9)
    dice(monkeypatch, "hit hit miss")
    do(state, "use(throwing_axes)", "use(bjorn)")
    assert state.hurt[troll] == 2 + 2
    assert hero_of(state).taken == ("focus",)
    do(state, "attack(14,9)")  # the other marker is still free


@pytest.mark.rule("G100")
@pytest.mark.rule("G28")
def test_the_hero_card_needs_a_free_marker(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    put(state, "troll", 14, 9)
    give(state, "master_shot")
    dice(monkeypatch, "hit")
    do(state, "practice", "attack(14,9)")
    assert legal(state) == {"play(master_shot)", "done"}
    refuses(state, "use(bjorn)", "G28")


@pytest.mark.rule("G100")
@pytest.mark.rule("G28")
def test_the_hero_card_needs_a_focus_action_that_is_not_used_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("throwing_axes")
    put(state, "troll", 14, 9)
    give(state, "perfect_aim")
    dice(monkeypatch, "")
    do(state, "focus(sure_shot)", "use(throwing_axes)")
    refuses(state, "use(bjorn)", "G28")
    do(state, "done")
    state = field("throwing_axes")
    put(state, "troll", 14, 9)
    give(state, "master_shot")
    do(state, "use(throwing_axes)", "use(bjorn)", "attack(14,9)")
    refuses(state, "use(bjorn)", "G28")


@pytest.mark.rule("G100")
def test_the_hero_card_is_not_used_without_a_roll() -> None:
    state = field()
    put(state, "troll", 14, 9)
    refuses(state, "use(bjorn)", "G29")


# ---- abilities: Sure Shot


@pytest.mark.rule("G101")
@pytest.mark.rule("G31")
def test_sure_shot_one_spends_three_mana_for_three_damage() -> None:
    state = field()
    troll = put(state, "troll", 15, 9)
    hero_of(state).mana["sure_shot"] = 4
    do(state, "use(sure_shot)")
    assert state.hurt[troll] == 3
    assert mana(state, "sure_shot") == 1
    assert hero_of(state).taken == ()


@pytest.mark.rule("G101")
@pytest.mark.rule("G31")
def test_sure_shot_needs_its_mana_on_itself() -> None:
    state = field("home_sewn_cape")
    put(state, "troll", 15, 9)
    hero_of(state).mana.update(sure_shot=2, home_sewn_cape=3)
    refuses(state, "use(sure_shot)", "G31")


@pytest.mark.rule("G101")
@pytest.mark.rule("G29")
def test_sure_shot_is_used_once_per_turn() -> None:
    state = field()
    put(state, "troll", 15, 9)
    hero_of(state).mana["sure_shot"] = 6
    do(state, "use(sure_shot)")
    refuses(state, "use(sure_shot)", "G29")
    end_turn(state)
    assert "use(sure_shot)" in legal(state)


@pytest.mark.rule("G101")
@pytest.mark.rule("G50")
def test_sure_shot_reaches_as_far_as_the_attack_range() -> None:
    state = field()
    put(state, "troll", 16, 9)
    hero_of(state).mana["sure_shot"] = 3
    refuses(state, "use(sure_shot)", "G39")
    put(state, "goblin", 14, 9)
    near = put(state, "brute", 13, 7)
    do(state, "use(sure_shot)")
    assert legal(state) == {"at(14,9)", "at(13,7)"}
    refuses(state, "at(16,9)", "G50")
    do(state, "at(13,7)")
    assert not alive(state, near)
    assert hero_of(state).gold == 2 + 2


@pytest.mark.rule("G101")
@pytest.mark.rule("G4")
def test_sure_shot_does_not_work_from_grimheim() -> None:
    state = table("bjorn")
    put(state, "troll", 11, 9)
    hero_of(state).mana["sure_shot"] = 3
    refuses(state, "use(sure_shot)", "G39")


@pytest.mark.rule("G101")
@pytest.mark.rule("G56")
def test_armor_takes_one_off_a_sure_shot() -> None:
    state = field()
    draugr = put(state, "draugr", 15, 9)
    hero_of(state).mana["sure_shot"] = 3
    do(state, "use(sure_shot)")
    assert state.hurt[draugr] == 2


@pytest.mark.rule("G101")
@pytest.mark.parametrize("paid", [2, 3, 4])
def test_sure_shot_two_deals_as_much_as_is_paid(paid: int) -> None:
    state = field("sure_shot", level=2)
    troll = put(state, "troll", 15, 9)
    hero_of(state).mana["sure_shot"] = 6
    do(state, "use(sure_shot)")
    assert legal(state) == {"amount(2)", "amount(3)", "amount(4)"}
    refuses(state, "amount(1)", "G31")
    refuses(state, "amount(5)", "G31")
    do(state, f"amount({paid})")
    assert state.hurt[troll] == paid
    assert mana(state, "sure_shot") == 6 - paid
    refuses(state, "use(sure_shot)", "G29")


@pytest.mark.rule("G101")
def test_sure_shot_two_pays_no_more_than_there_is() -> None:
    state = field("sure_shot", level=2)
    troll = put(state, "troll", 15, 9)
    hero_of(state).mana["sure_shot"] = 1
    refuses(state, "use(sure_shot)", "G31")
    hero_of(state).mana["sure_shot"] = 3
    do(state, "use(sure_shot)")
    assert legal(state) == {"amount(2)", "amount(3)"}
    do(state, "amount(3)")
    assert state.hurt[troll] == 3
    assert mana(state, "sure_shot") == 0


@pytest.mark.rule("G101")
@pytest.mark.rule("G37")
@pytest.mark.parametrize("level", [1, 2])
def test_sure_shot_generates_mana(level: int) -> None:
    state = field("sure_shot", level=level)
    end_turn(state)
    assert mana(state, "sure_shot") == 1 + level


@pytest.mark.rule("G101")
@pytest.mark.rule("G36")
@pytest.mark.rule("G37")
def test_a_sure_shot_that_is_turned_over_keeps_its_mana_and_generates_two() -> None:
    state = field()
    hero_of(state).gold = 5
    do(state, "end", "upgrade(sure_shot)")
    assert mana(state, "sure_shot") == 1 + 2


@pytest.mark.rule("G101")
def test_sure_shot_two_asks_nothing_where_only_two_mana_can_be_paid() -> None:
    state = field("sure_shot", level=2)
    troll = put(state, "troll", 15, 9)
    hero_of(state).mana["sure_shot"] = 2
    do(state, "use(sure_shot)")
    assert state.hurt[troll] == 2


# ---- Suppressive Fire


@pytest.mark.rule("G101")
@pytest.mark.rule("G83")
def test_suppressive_fire_one_holds_a_monster_of_rank_one_or_two() -> None:
    state = field("suppressive_fire")
    goblin = put(state, "goblin", 13, 6)
    brute = put(state, "brute", 12, 6)
    put(state, "troll", 14, 7)
    put(state, "goblin", 13, 5)  # too far
    to_monsters(state)
    assert legal(state) == {"at(13,6)", "no"}
    do(state, "at(13,6)")
    assert at(state, goblin) == (13, 6)
    assert at(state, brute) != (12, 6)


@pytest.mark.rule("G101")
@pytest.mark.rule("G83")
def test_suppressive_fire_may_be_declined_and_is_not_used_from_town() -> None:
    state = field("suppressive_fire")
    goblin = put(state, "goblin", 13, 6)
    to_monsters(state)
    do(state, "no")
    assert at(state, goblin) == (11, 8)
    state = table("bjorn")
    equip(state, "suppressive_fire")
    put(state, "goblin", 13, 6)
    to_monsters(state)
    assert state.active == 0  # nothing was asked


@pytest.mark.rule("G101")
@pytest.mark.rule("G83")
def test_suppressive_fire_does_not_choose_the_same_monster_twice_running(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field("suppressive_fire")
    held = put(state, "brute", 13, 6)
    put(state, "brute", 14, 9)  # adjacent, so it stays anyway
    dice(monkeypatch, "")
    to_monsters(state)
    do(state, "at(13,6)")
    assert at(state, held) == (13, 6)
    to_monsters(state)
    assert legal(state) == {"at(14,9)", "no"}
    refuses(state, "at(13,6)", "G83")
    do(state, "no")
    assert at(state, held) == (12, 7)
    to_monsters(state)
    assert "at(12,7)" in legal(state)  # a turn has passed


@pytest.mark.rule("G101")
@pytest.mark.rule("G83")
@pytest.mark.rule("G75")
def test_suppressive_fire_stops_a_charge_but_no_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("suppressive_fire")
    state.time = 8  # the next step shows a skull
    held = put(state, "goblin", 13, 6)
    sprite = put(state, "sprite", 15, 9)
    dice(monkeypatch, "hit")
    to_monsters(state)
    do(state, "at(15,9)")
    assert at(state, sprite) == (15, 9)
    assert hero_of(state).damage == 1
    assert not alive(state, held)  # three steps led it into Grimheim


@pytest.mark.rule("G101")
@pytest.mark.rule("G83")
def test_suppressive_fire_two_holds_any_monster() -> None:
    state = field("suppressive_fire", level=2)
    troll = put(state, "troll", 13, 6)
    put(state, "surt_1", 15, 8)
    to_monsters(state)
    assert {"at(13,6)", "at(15,8)", "no"} <= legal(state)
    do(state, "at(13,6)")
    assert at(state, troll) == (13, 6)


# ---- Stitching


@pytest.mark.rule("G101")
@pytest.mark.rule("G25")
def test_stitching_one_removes_one_damage_from_himself_or_his_equipment() -> None:
    state = field("stitching", "quiver")
    hero_of(state).damage = 3
    hero_of(state).wear["quiver"] = 2
    do(state, "use(stitching)")
    assert legal(state) == {"tend(0,bjorn)", "tend(0,quiver)"}
    do(state, "tend(0,quiver)")
    assert (hero_of(state).damage, wear(state, "quiver")) == (3, 1)
    refuses(state, "use(stitching)", "G29")


@pytest.mark.rule("G101")
@pytest.mark.rule("G25")
def test_stitching_reaches_adjacent_heroes_and_their_equipment() -> None:
    state = table("bjorn", "alva")
    stand(state, 13, 9)
    stand(state, 14, 9, seat=1)
    equip(state, "stitching")
    equip(state, "throwing_darts", seat=1)
    hero_of(state, 1).damage = 2
    hero_of(state, 1).wear["throwing_darts"] = 1
    do(state, "use(stitching)", "tend(1,throwing_darts)")
    assert hero_of(state, 1).wear["throwing_darts"] == 0
    stand(state, 15, 9, seat=1)
    state.heroes[0].used = ()
    refuses(state, "use(stitching)", "G39")


@pytest.mark.rule("G101")
def test_stitching_works_among_heroes_in_grimheim() -> None:
    state = table("bjorn", "alva")
    equip(state, "stitching")
    hero_of(state, 1).damage = 2
    do(state, "use(stitching)")
    assert hero_of(state, 1).damage == 1


@pytest.mark.rule("G101")
def test_stitching_two_splits_two_damage_and_adds_two_health() -> None:
    state = table("bjorn", "alva")
    stand(state, 13, 9)
    stand(state, 14, 9, seat=1)
    equip(state, "stitching", level=2)
    assert state.kit(0).health == 9 + 2
    hero_of(state).damage = 3
    hero_of(state, 1).damage = 3
    do(state, "use(stitching)", "tend(0,bjorn)", "tend(1,alva)")
    assert hero_of(state).damage == 2
    assert hero_of(state, 1).damage == 2
    refuses(state, "use(stitching)", "G29")


@pytest.mark.rule("G101")
def test_stitching_two_may_go_to_one_card_alone() -> None:
    state = field("stitching", level=2)
    hero_of(state).damage = 3
    do(state, "use(stitching)")
    assert hero_of(state).damage == 1


# ---- Eagle Eye


@pytest.mark.rule("G101")
@pytest.mark.rule("G50")
def test_eagle_eye_one_adds_a_die_and_an_area() -> None:
    state = field("eagle_eye")
    put(state, "troll", 16, 9)
    put(state, "troll", 17, 9)
    refuses(state, "attack(17,9)", "G50")
    do(state, "attack(16,9)")
    assert thrown(state) == 3 + 1


@pytest.mark.rule("G101")
def test_eagle_eye_two_adds_two_dice_and_two_areas() -> None:
    state = field("eagle_eye", level=2)
    put(state, "troll", 17, 9)
    put(state, "troll", 13, 4)
    refuses(state, "attack(13,4)", "G50")
    do(state, "attack(17,9)")
    assert thrown(state) == 3 + 2


@pytest.mark.rule("G101")
@pytest.mark.rule("G56")
@pytest.mark.parametrize(("level", "damage"), [(1, 1), (2, 2)])
def test_eagle_eye_two_ignores_armor_in_attacks(
    monkeypatch: pytest.MonkeyPatch, level: int, damage: int
) -> None:
    state = field("eagle_eye", level=level)
    draugr = put(state, "draugr", 15, 9)
    dice(monkeypatch, "hit hit")
    do(state, "attack(15,9)", "done")
    assert state.hurt[draugr] == damage


@pytest.mark.rule("G101")
@pytest.mark.rule("G56")
def test_eagle_eye_two_ignores_armor_with_all_his_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("eagle_eye", level=2)
    equip(state, "throwing_axes")
    draugr = put(state, "draugr", 14, 9)
    give(state, "burning_arrow")
    hero_of(state).mana["sure_shot"] = 3
    do(state, "play(burning_arrow)")
    assert state.hurt[draugr] == 1
    do(state, "use(sure_shot)")
    assert state.hurt[draugr] == 1 + 3
    dice(monkeypatch, "hit")
    do(state, "use(throwing_axes)", "done")
    assert not alive(state, draugr)


# ---- Long Shot


@pytest.mark.rule("G101")
@pytest.mark.parametrize(("x", "damage"), [(14, 1), (15, 1 + 2)])
def test_long_shot_one_adds_two_damage_from_two_areas_away(
    monkeypatch: pytest.MonkeyPatch, x: int, damage: int
) -> None:
    state = field("long_shot")
    troll = put(state, "troll", x, 9)
    dice(monkeypatch, "hit")
    do(state, f"attack({x},9)", "done")
    assert state.hurt[troll] == damage


@pytest.mark.rule("G101")
@pytest.mark.parametrize(("x", "distance"), [(14, 1), (15, 2), (16, 3), (17, 4)])
def test_long_shot_two_adds_the_distance(monkeypatch: pytest.MonkeyPatch, x: int, distance: int) -> None:
    state = field("long_shot", "eagle_eye", level=2)
    troll = put(state, "troll", x, 9)
    dice(monkeypatch, "hit")
    do(state, f"attack({x},9)", "done")
    assert state.hurt[troll] == 1 + distance


@pytest.mark.rule("G101")
@pytest.mark.rule("G53")
@pytest.mark.parametrize(("level", "damage"), [(1, 1 + 2), (2, 3 + 2)])
def test_long_shot_two_ignores_cover(monkeypatch: pytest.MonkeyPatch, level: int, damage: int) -> None:
    state = field("long_shot", level=level)
    stand(state, 12, 10)
    troll = put(state, "troll", 10, 11)  # in a forest, two areas away
    dice(monkeypatch, "cover cover hit")
    do(state, "attack(10,11)", "done")
    assert state.hurt[troll] == damage


@pytest.mark.rule("G101")
@pytest.mark.rule("G27")
def test_long_shot_is_for_attack_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("long_shot", level=2)
    equip(state, "throwing_axes")
    troll = put(state, "troll", 14, 9)
    hero_of(state).mana["sure_shot"] = 3
    dice(monkeypatch, "hit")
    do(state, "use(throwing_axes)", "done")
    assert state.hurt[troll] == 1
    do(state, "use(sure_shot)")
    assert state.hurt[troll] == 1 + 3


# ---- Nailed Together


@pytest.mark.rule("G101")
@pytest.mark.rule("G58")
def test_nailed_together_one_passes_the_overkill_on(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("nailed_together")
    goblin = put(state, "goblin", 14, 9)
    behind = put(state, "troll", 15, 9)
    aside = put(state, "troll", 15, 8)  # not in a straight line, but farther
    put(state, "troll", 14, 8)  # adjacent to the victim, but no farther than it
    put(state, "troll", 16, 9)  # farther, but not adjacent
    give(state, "master_shot")
    dice(monkeypatch, "hit hit hit")
    do(state, "attack(14,9)", "play(master_shot)", "done")
    assert not alive(state, goblin)
    assert legal(state) == {"at(15,9)", "at(15,8)", "no"}
    refuses(state, "at(14,8)", "G58")
    do(state, "at(15,8)")
    assert state.hurt[aside] == 3 + 2 - 2
    assert state.hurt[behind] == 0


@pytest.mark.rule("G101")
@pytest.mark.rule("G58")
def test_nailed_together_may_be_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("nailed_together")
    put(state, "goblin", 14, 9)
    behind = put(state, "troll", 15, 9)
    dice(monkeypatch, "hit hit hit")
    do(state, "attack(14,9)", "done", "no")
    assert state.hurt[behind] == 0


@pytest.mark.rule("G101")
@pytest.mark.rule("G58")
@pytest.mark.parametrize("level", [1, 2])
def test_nailed_together_one_passes_on_once_and_two_as_long_as_it_lasts(
    monkeypatch: pytest.MonkeyPatch, level: int
) -> None:
    state = field("nailed_together", level=level)
    row = [put(state, "goblin", x, 9) for x in (14, 15, 16, 17)]
    give(state, "master_shot", "master_shot")
    dice(monkeypatch, "hit hit hit")
    do(state, "attack(14,9)", "play(master_shot)", "play(master_shot)", "done", "at(15,9)")  # 7 damage
    if level == 2:
        do(state, "at(16,9)", "at(17,9)")  # any range
        assert [alive(state, goblin) for goblin in row] == [False, False, False, True]
        assert state.hurt[row[3]] == 1
    else:
        assert [alive(state, goblin) for goblin in row] == [False, False, True, True]
        assert state.hurt[row[2]] == 0
    assert state.decision is not None
    assert type(state.decision).__name__ == "Acting"


@pytest.mark.rule("G101")
def test_nailed_together_two_adds_two_dice() -> None:
    state = field("nailed_together", level=2)
    put(state, "troll", 14, 9)
    do(state, "attack(14,9)")
    assert thrown(state) == 3 + 2


@pytest.mark.rule("G101")
@pytest.mark.rule("G58")
def test_what_is_passed_on_is_not_altered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("nailed_together", "long_shot", "trollbane")
    put(state, "goblin", 15, 9)
    troll = put(state, "troll", 16, 9)
    dice(monkeypatch, "hit")
    do(state, "attack(15,9)", "done", "at(16,9)")
    assert state.hurt[troll] == 1 + 2 + 1 - 2  # both bonuses once, on the goblin


@pytest.mark.rule("G101")
@pytest.mark.rule("G58")
def test_passed_on_damage_ignores_cover_but_not_armor(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("nailed_together")
    stand(state, 12, 9)
    put(state, "goblin", 11, 10)
    draugr = put(state, "draugr", 10, 11)  # in a forest
    give(state, "master_shot", "master_shot")
    dice(monkeypatch, "hit")
    do(state, "attack(11,10)", "play(master_shot)", "play(master_shot)", "done", "at(10,11)")
    assert state.hurt[draugr] == 5 - 2 - 1


@pytest.mark.rule("G101")
@pytest.mark.rule("G58")
def test_nailed_together_follows_attack_actions_only(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("nailed_together", "throwing_axes")
    put(state, "goblin", 14, 9)
    put(state, "troll", 15, 9)
    dice(monkeypatch, "hit hit hit")
    do(state, "use(throwing_axes)", "done")
    assert type(state.decision).__name__ == "Acting"


# ---- equipment: Bjorn's First Bow


@pytest.mark.rule("G102")
@pytest.mark.rule("G50")
def test_the_first_bow_shoots_two_areas_far_with_one_die_more() -> None:
    state = field()
    put(state, "troll", 16, 9)
    refuses(state, "attack(16,9)", "G50")
    put(state, "troll", 15, 9)
    do(state, "attack(15,9)")
    assert thrown(state) == 2 + 1


# ---- Bone Bane Bow


@pytest.mark.rule("G102")
@pytest.mark.rule("G41")
@pytest.mark.rule("G46")
def test_bone_bane_bow_is_won_by_a_mend_action_in_nailfare() -> None:
    state = table("bjorn")
    stand(state, 15, 6)
    quest(state, "bone_bane_bow")
    hero_of(state).damage = 4
    refuses(state, "quest", "G42")
    do(state, "move(16,5)")
    refuses(state, "quest", "G21")  # not in mid-movement
    do(state, "stop", "quest")
    assert owns(state, "bone_bane_bow")
    assert not owns(state, "bjorns_first_bow")
    assert hero_of(state).damage == 4  # he heals nothing
    assert hero_of(state).taken == ("move", "mend")
    assert state.kit(0).strength == 2 + 3
    assert state.kit(0).range == 2


@pytest.mark.rule("G102")
@pytest.mark.rule("G41")
def test_bone_bane_bow_needs_the_mend_action() -> None:
    state = table("bjorn")
    stand(state, 16, 5)
    quest(state, "bone_bane_bow")
    hero_of(state).damage = 4
    do(state, "mend")
    refuses(state, "quest", "G41")
    assert not owns(state, "bone_bane_bow")


@pytest.mark.rule("G102")
@pytest.mark.rule("G46")
def test_bone_bane_bow_covers_trollbane(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("trollbane")
    stand(state, 16, 5)
    quest(state, "bone_bane_bow")
    do(state, "quest")
    assert not owns(state, "trollbane")
    troll = put(state, "troll", 15, 5)
    dice(monkeypatch, "hit")
    assert state.kit(0).strength == 2 + 3
    do(state, "attack(15,5)")
    assert state.hurt[troll] == 1  # strength and text of the old weapon are gone


@pytest.mark.rule("G102")
def test_bone_bane_bow_hurts_another_monster_for_the_runes(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("bone_bane_bow")
    target = put(state, "troll", 15, 9)
    other = put(state, "troll", 16, 9)  # out of range, but adjacent to the target
    third = put(state, "troll", 15, 8)
    put(state, "troll", 13, 8)  # not adjacent to the target
    dice(monkeypatch, "rune rune hit miss miss")
    do(state, "attack(15,9)", "done")
    assert legal(state) == {"at(16,9)", "at(15,8)"}
    refuses(state, "at(15,9)", "G102")
    do(state, "at(16,9)")
    assert (state.hurt[target], state.hurt[other], state.hurt[third]) == (1, 2, 0)


@pytest.mark.rule("G102")
@pytest.mark.rule("G56")
def test_bone_bane_bow_hurts_also_beside_a_dead_target_and_armor_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field("bone_bane_bow")
    goblin = put(state, "goblin", 15, 9)
    draugr = put(state, "draugr", 16, 9)
    dice(monkeypatch, "rune rune rune hit hit")
    do(state, "attack(15,9)", "done")
    assert not alive(state, goblin)
    assert state.hurt[draugr] == 3 - 1


@pytest.mark.rule("G102")
@pytest.mark.rule("G54")
def test_bone_bane_bow_does_not_count_runes_that_were_rolled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("bone_bane_bow")
    put(state, "troll", 15, 9)
    other = put(state, "troll", 16, 9)
    give(state, "perfect_aim")
    dice(monkeypatch, "rune rune rune hit hit" + " miss rune hit")
    do(state, "attack(15,9)", "play(perfect_aim)", "done")
    assert state.hurt[other] == 1


@pytest.mark.rule("G102")
@pytest.mark.rule("G27")
def test_bone_bane_bow_works_in_attack_actions_only(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("bone_bane_bow", "throwing_axes")
    put(state, "troll", 14, 9)
    other = put(state, "troll", 15, 9)
    dice(monkeypatch, "rune rune hit")
    do(state, "use(throwing_axes)", "done")
    assert state.hurt[other] == 0


# ---- Throwing Axes


@pytest.mark.rule("G102")
@pytest.mark.rule("G41")
def test_throwing_axes_are_won_by_a_practice_action_in_a_forest() -> None:
    state = table("bjorn")
    quest(state, "throwing_axes")
    stand(state, 13, 9)
    refuses(state, "quest", "G42")
    stand(state, 10, 11)
    do(state, "quest")
    assert owns(state, "throwing_axes")
    assert hero_of(state).gold == 2  # no experience
    quest(state, "throwing_axes_2")
    refuses(state, "quest", "G41")  # one spent action pays for one thing
    assert hero_of(state).taken == ("practice",)


@pytest.mark.rule("G102")
@pytest.mark.rule("G30")
def test_throwing_axes_roll_three_dice_against_an_adjacent_monster(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("throwing_axes")
    far = put(state, "troll", 15, 9)
    refuses(state, "use(throwing_axes)", "G39")
    near = put(state, "troll", 14, 9)
    dice(monkeypatch, "hit hit hit")
    do(state, "use(throwing_axes)")
    assert thrown(state) == 3
    do(state, "done")
    assert (state.hurt[near], state.hurt[far]) == (3, 0)
    assert wear(state, "throwing_axes") == 1
    refuses(state, "use(throwing_axes)", "G29")
    hero_of(state).used = ()
    do(state, "use(throwing_axes)", "done")
    hero_of(state).used = ()
    refuses(state, "use(throwing_axes)", "G30")


@pytest.mark.rule("G102")
@pytest.mark.rule("G29")
def test_both_pairs_of_throwing_axes_are_used_in_one_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("throwing_axes", "throwing_axes_2")
    troll = put(state, "troll", 14, 9)
    dice(monkeypatch, "hit hit hit hit")
    do(state, "use(throwing_axes)", "done", "use(throwing_axes_2)", "done")
    assert state.hurt[troll] == 4
    assert (wear(state, "throwing_axes"), wear(state, "throwing_axes_2")) == (1, 1)


@pytest.mark.rule("G102")
@pytest.mark.rule("G29")
def test_master_shot_is_not_for_throwing_axes(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("throwing_axes")
    put(state, "troll", 14, 9)
    give(state, "master_shot")
    dice(monkeypatch, "hit")
    do(state, "use(throwing_axes)")
    refuses(state, "play(master_shot)", "G32")


# ---- Quiver


@pytest.mark.rule("G102")
@pytest.mark.rule("G44")
def test_the_quiver_is_claimed_for_a_rank_three_monster_instead_of_its_experience() -> None:
    state = field()
    quest(state, "quiver")
    refuses(state, "quest", "G40")
    troll = put(state, "troll", 15, 9, hurt=4)
    hero_of(state).mana["sure_shot"] = 3
    do(state, "use(sure_shot)")
    assert not alive(state, troll)
    assert legal(state) == {"yes", "no"}
    do(state, "yes")
    assert owns(state, "quiver")
    assert hero_of(state).gold == 2


@pytest.mark.rule("G102")
@pytest.mark.rule("G44")
def test_the_quiver_may_be_left_for_the_experience() -> None:
    state = field()
    quest(state, "quiver")
    put(state, "troll", 15, 9, hurt=4)
    hero_of(state).mana["sure_shot"] = 3
    do(state, "use(sure_shot)", "no")
    assert not owns(state, "quiver")
    assert hero_of(state).gold == 2 + 3


@pytest.mark.rule("G102")
@pytest.mark.rule("G84")
@pytest.mark.parametrize(("kind", "hurt", "gold"), [("brute", 0, 2), ("hrungbald_1", 3, 4)])
def test_the_quiver_is_for_rank_three_alone(kind: str, hurt: int, gold: int) -> None:
    state = field()
    quest(state, "quiver")
    put(state, kind, 15, 9, hurt=hurt)
    hero_of(state).mana["sure_shot"] = 3
    do(state, "use(sure_shot)")
    assert not owns(state, "quiver")
    assert hero_of(state).gold == 2 + gold


@pytest.mark.rule("G102")
@pytest.mark.rule("G30")
def test_the_quiver_adds_a_die_and_by_wear_one_damage_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("quiver")
    troll = put(state, "troll", 15, 9)
    give(state, "master_shot")
    refuses(state, "use(quiver)", "G29")
    dice(monkeypatch, "hit")
    do(state, "attack(15,9)")
    assert thrown(state) == 2 + 1 + 1
    do(state, "use(quiver)")
    refuses(state, "use(quiver)", "G29")
    do(state, "done")
    assert state.hurt[troll] == 2
    assert wear(state, "quiver") == 1


@pytest.mark.rule("G102")
@pytest.mark.rule("G30")
def test_a_full_quiver_adds_only_its_die(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("quiver")
    put(state, "troll", 15, 9)
    hero_of(state).wear["quiver"] = 3
    do(state, "attack(15,9)")
    assert thrown(state) == 4
    refuses(state, "use(quiver)", "G30")


@pytest.mark.rule("G102")
@pytest.mark.rule("G54")
def test_the_example_of_the_quiver_and_master_shot(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("quiver")
    troll = put(state, "troll", 15, 9)
    give(state, "master_shot")
    dice(monkeypatch, "hit hit cover miss")
    do(state, "attack(15,9)", "play(master_shot)", "done")
    assert state.hurt[troll] == 5


# ---- Leather Purse


@pytest.mark.rule("G102")
@pytest.mark.rule("G44")
@pytest.mark.rule("G61")
def test_the_leather_purse_costs_two_brutes_after_a_trollkin() -> None:
    state = field()
    quest(state, "leather_purse")
    refuses(state, "quest", "G40")
    put(state, "goblin", 15, 9)
    hero_of(state).mana["sure_shot"] = 3
    do(state, "use(sure_shot)", "yes")
    assert len(legal(state)) == 6
    refuses(state, "at(15,9)", "G61")
    do(state, "at(14,9)")
    assert len(legal(state)) == 5
    do(state, "at(12,9)")
    assert owns(state, "leather_purse")
    assert hero_of(state).gold == 2 + 1  # the experience is not forgone
    for x in (12, 14):
        monster = state.monster_at(x, 9)
        assert state.kinds[state.kind[monster]].id == "brute"
    assert type(state.decision).__name__ == "Acting"


@pytest.mark.rule("G102")
@pytest.mark.rule("G44")
def test_the_leather_purse_may_be_left_and_is_for_trollkin_alone() -> None:
    state = field()
    quest(state, "leather_purse")
    put(state, "goblin", 15, 9)
    hero_of(state).mana["sure_shot"] = 3
    do(state, "use(sure_shot)", "no")
    assert not owns(state, "leather_purse")
    assert hero_of(state).gold == 3
    state = field()
    quest(state, "leather_purse")
    put(state, "imp", 15, 9)
    hero_of(state).mana["sure_shot"] = 3
    do(state, "use(sure_shot)")
    assert type(state.decision).__name__ == "Acting"
    assert not owns(state, "leather_purse")


@pytest.mark.rule("G102")
@pytest.mark.rule("G61")
@pytest.mark.rule("G39")
def test_the_leather_purse_places_as_many_brutes_as_there_is_room_for() -> None:
    state = field()
    quest(state, "leather_purse")
    for x, y in ((14, 8), (14, 9), (13, 10), (12, 10), (12, 9)):
        put(state, "troll", x, y)
    put(state, "goblin", 15, 9)
    hero_of(state).mana["sure_shot"] = 3
    do(state, "use(sure_shot)", "at(15,9)", "yes")
    assert owns(state, "leather_purse")
    assert state.kinds[state.kind[state.monster_at(13, 8)]].id == "brute"
    assert sum(node >= 0 for node in state.where) == 6
    state = field()
    quest(state, "leather_purse")
    for x, y in ((14, 8), (14, 9), (13, 10), (12, 10), (12, 9), (13, 8)):
        put(state, "troll", x, y)
    put(state, "goblin", 15, 9)
    hero_of(state).mana["sure_shot"] = 3
    do(state, "use(sure_shot)", "at(15,9)")
    assert type(state.decision).__name__ == "Acting"  # no room at all: it cannot be claimed


@pytest.mark.rule("G102")
@pytest.mark.rule("G30")
def test_the_leather_purse_heals_two_from_himself_or_an_adjacent_hero() -> None:
    state = table("bjorn", "alva")
    stand(state, 13, 9)
    stand(state, 14, 9, seat=1)
    equip(state, "leather_purse")
    refuses(state, "use(leather_purse)", "G39")
    hero_of(state).damage = 5
    hero_of(state, 1).damage = 5
    do(state, "use(leather_purse)", "tend(1,alva)")
    assert (hero_of(state).damage, hero_of(state, 1).damage) == (5, 3)
    assert wear(state, "leather_purse") == 1
    refuses(state, "use(leather_purse)", "G29")
    hero_of(state).used = ()
    stand(state, 15, 9, seat=1)
    do(state, "use(leather_purse)")
    assert hero_of(state).damage == 3
    hero_of(state).used = ()
    hero_of(state).wear["leather_purse"] = 3
    refuses(state, "use(leather_purse)", "G30")


# ---- Black Arrows


@pytest.mark.rule("G102")
@pytest.mark.rule("G41")
def test_black_arrows_are_won_by_an_attack_action_in_the_robber_camp() -> None:
    state = table("bjorn")
    quest(state, "black_arrows")
    stand(state, 6, 11)
    refuses(state, "quest", "G42")
    stand(state, 5, 11)  # spending an attack action needs no target
    do(state, "quest")
    assert owns(state, "black_arrows")
    assert hero_of(state).counters["black_arrows"] == 3
    assert hero_of(state).taken == ("attack",)


@pytest.mark.rule("G102")
@pytest.mark.rule("G41")
def test_black_arrows_need_the_attack_action() -> None:
    state = table("bjorn")
    quest(state, "black_arrows")
    stand(state, 5, 11)
    put(state, "troll", 6, 11)
    do(state, "attack(6,11)", "done")
    refuses(state, "quest", "G41")


@pytest.mark.rule("G102")
@pytest.mark.rule("G29")
def test_a_black_arrow_adds_three_damage_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("black_arrows")
    troll = put(state, "troll", 15, 9)
    refuses(state, "use(black_arrows)", "G29")
    dice(monkeypatch, "hit")
    do(state, "attack(15,9)", "use(black_arrows)")
    refuses(state, "use(black_arrows)", "G29")
    do(state, "done")
    assert state.hurt[troll] == 1 + 3
    assert hero_of(state).counters["black_arrows"] == 2


@pytest.mark.rule("G102")
@pytest.mark.rule("G30")
def test_black_arrows_are_never_refilled(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table("bjorn")
    equip(state, "black_arrows")
    hero_of(state).counters["black_arrows"] = 0
    hero_of(state).damage = 1
    do(state, "mend")
    assert hero_of(state).counters["black_arrows"] == 0
    give(state, "sewing")
    hero_of(state).damage = 1
    do(state, "play(sewing)")
    assert hero_of(state).counters["black_arrows"] == 0
    stand(state, 13, 9)
    put(state, "troll", 15, 9)
    give(state, "master_shot")
    do(state, "attack(15,9)")
    refuses(state, "use(black_arrows)", "G30")


# ---- Helmet


@pytest.mark.rule("G102")
@pytest.mark.rule("G44")
@pytest.mark.parametrize("kind", ["brute", "skeleton"])
def test_the_helmet_is_claimed_for_a_brute_or_a_skeleton(kind: str) -> None:
    state = field()
    quest(state, "helmet")
    put(state, kind, 15, 9)
    hero_of(state).mana["sure_shot"] = 3
    do(state, "use(sure_shot)", "yes")
    assert owns(state, "helmet")
    assert hero_of(state).gold == 2


@pytest.mark.rule("G102")
@pytest.mark.rule("G44")
def test_the_helmet_may_be_left_and_is_for_no_other_kind() -> None:
    state = field()
    quest(state, "helmet")
    refuses(state, "quest", "G40")
    put(state, "brute", 15, 9)
    hero_of(state).mana["sure_shot"] = 6
    do(state, "use(sure_shot)", "no")
    assert hero_of(state).gold == 4
    put(state, "elemental", 15, 9, hurt=1)
    hero_of(state).used = ()
    do(state, "use(sure_shot)")
    assert hero_of(state).gold == 6
    assert not owns(state, "helmet")


@pytest.mark.rule("G102")
@pytest.mark.rule("G44")
def test_the_helmet_is_claimed_for_a_kill_without_damage() -> None:
    state = field()
    quest(state, "helmet")
    put(state, "brute", 12, 9)
    give(state, "back_down")
    do(state, "play(back_down)", "yes")
    assert owns(state, "helmet")


@pytest.mark.rule("G102")
@pytest.mark.rule("G59")
def test_the_helmet_prevents_one_damage_in_each_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("helmet")
    put(state, "sprite", 14, 9)
    put(state, "sprite", 12, 9)
    dice(monkeypatch, "hit hit")
    refuses(state, "use(helmet)", "G29")
    to_monsters(state)
    do(state, "assault(12,9)", "use(helmet)", "use(helmet)")
    assert hero_of(state).damage == 0
    assert wear(state, "helmet") == 2


@pytest.mark.rule("G102")
@pytest.mark.rule("G59")
def test_the_helmet_prevents_one_damage_once_for_an_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("helmet", "home_sewn_tunic")
    put(state, "brute", 14, 9)
    dice(monkeypatch, "hit hit hit")
    to_monsters(state)
    do(state, "use(helmet)")
    refuses(state, "use(helmet)", "G59")
    do(state, "done")
    assert hero_of(state).damage == 2
    hero_of(state).wear["helmet"] = 3
    dice(monkeypatch, "hit")
    to_monsters(state)
    refuses(state, "use(helmet)", "G30")


# ---- Trollbane


@pytest.mark.rule("G102")
@pytest.mark.rule("G45")
def test_trollbane_counts_the_experience_from_trollkin(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    quest(state, "trollbane")
    refuses(state, "quest", "G40")
    hero_of(state).mana["sure_shot"] = 9

    def shoot(kind: str, hurt: int) -> None:
        put(state, kind, 15, 9, hurt=hurt)
        hero_of(state).used = ()
        do(state, "use(sure_shot)")

    shoot("brute", 0)
    assert hero_of(state).progress == 2
    shoot("skeleton", 0)  # no trollkin
    assert hero_of(state).progress == 2
    shoot("troll", 4)
    assert owns(state, "trollbane")
    assert not owns(state, "bjorns_first_bow")
    assert hero_of(state).gold == 2 + 2 + 2 + 3  # he keeps it all


@pytest.mark.rule("G102")
@pytest.mark.rule("G45")
def test_trollbane_keeps_its_count_when_the_gold_is_spent() -> None:
    state = field()
    quest(state, "trollbane")
    put(state, "brute", 15, 9)
    hero_of(state).mana["sure_shot"] = 3
    hero_of(state).gold = 3
    do(state, "use(sure_shot)", "end", "upgrade(bjorn)", "no")
    assert hero_of(state).gold == 0
    assert hero_of(state).progress == 2


@pytest.mark.rule("G102")
@pytest.mark.rule("G45")
@pytest.mark.rule("G38")
def test_trollbane_loses_its_count_under_the_pile() -> None:
    state = field()
    quest(state, "trollbane")
    put(state, "brute", 15, 9)
    hero_of(state).mana["sure_shot"] = 3
    do(state, "use(sure_shot)", "end", "cycle(equipment)")
    quest_number = hero_of(state).equipment[0]
    assert state.book.sides[quest_number].id == "trollbane"
    assert hero_of(state).progress == 0


@pytest.mark.rule("G102")
@pytest.mark.parametrize(("kind", "damage"), [("troll", 2), ("jotunn", 1)])
def test_trollbane_adds_one_damage_against_trollkin(
    monkeypatch: pytest.MonkeyPatch, kind: str, damage: int
) -> None:
    state = field("trollbane")
    foe = put(state, kind, 15, 9)
    dice(monkeypatch, "hit")
    do(state, "attack(15,9)")
    assert thrown(state) == 2 + 3
    do(state, "done")
    assert state.hurt[foe] == damage


@pytest.mark.rule("G102")
@pytest.mark.rule("G27")
def test_trollbane_adds_nothing_outside_attack_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("trollbane", "throwing_axes")
    troll = put(state, "troll", 14, 9)
    dice(monkeypatch, "hit")
    do(state, "use(throwing_axes)", "done")
    assert state.hurt[troll] == 1


# ---- Home Sewn Tunic


@pytest.mark.rule("G102")
@pytest.mark.rule("G41")
@pytest.mark.rule("G42")
def test_the_tunic_is_won_by_a_practice_action_and_one_gold() -> None:
    state = field()
    quest(state, "home_sewn_tunic")
    hero_of(state).gold = 0
    refuses(state, "quest", "G42")
    hero_of(state).gold = 2
    do(state, "quest")
    assert owns(state, "home_sewn_tunic")
    assert hero_of(state).gold == 1  # and no experience
    assert hero_of(state).taken == ("practice",)
    state = field()
    quest(state, "home_sewn_tunic")
    do(state, "practice")
    refuses(state, "quest", "G41")


@pytest.mark.rule("G102")
@pytest.mark.rule("G59")
def test_the_tunic_prevents_one_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("home_sewn_tunic")
    put(state, "brute", 14, 9)
    dice(monkeypatch, "hit hit")
    to_monsters(state)
    do(state, "use(home_sewn_tunic-prevent)")
    assert hero_of(state).damage == 1
    assert wear(state, "home_sewn_tunic") == 1


@pytest.mark.rule("G102")
@pytest.mark.rule("G28")
def test_a_mend_action_spent_anywhere_clears_the_tunic() -> None:
    state = field("home_sewn_tunic", "quiver")
    hero_of(state).wear.update(home_sewn_tunic=3, quiver=1)
    hero_of(state).damage = 4
    do(state, "use(home_sewn_tunic-mend)")
    assert wear(state, "home_sewn_tunic") == 0
    assert wear(state, "quiver") == 1
    assert hero_of(state).damage == 4
    assert hero_of(state).taken == ("mend",)
    refuses(state, "mend", "G20")


@pytest.mark.rule("G102")
@pytest.mark.rule("G28")
def test_the_tunic_is_not_cleared_without_a_mend_action() -> None:
    state = field("home_sewn_tunic")
    hero_of(state).wear["home_sewn_tunic"] = 2
    hero_of(state).damage = 4
    do(state, "mend")
    assert wear(state, "home_sewn_tunic") == 2
    refuses(state, "use(home_sewn_tunic-mend)", "G28")


# ---- Home Sewn Cape


@pytest.mark.rule("G102")
@pytest.mark.rule("G41")
def test_the_cape_is_won_by_an_attack_action_away_from_monsters() -> None:
    state = field()
    quest(state, "home_sewn_cape")
    goblin = put(state, "goblin", 14, 9)
    refuses(state, "quest", "G41")
    give(state, "burning_arrow", "burning_arrow")
    do(state, "play(burning_arrow)", "play(burning_arrow)")
    assert not alive(state, goblin)
    put(state, "troll", 15, 9)
    do(state, "quest")
    assert owns(state, "home_sewn_cape")
    assert hero_of(state).taken == ("attack",)
    state = field()
    quest(state, "home_sewn_cape")
    put(state, "troll", 15, 9)
    do(state, "attack(15,9)", "done")
    refuses(state, "quest", "G41")


@pytest.mark.rule("G102")
@pytest.mark.rule("G54")
def test_the_cape_takes_one_mana_for_each_rune_of_his_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("home_sewn_cape", "throwing_axes")
    put(state, "troll", 14, 9)
    dice(monkeypatch, "rune rune miss rune")
    do(state, "attack(14,9)", "done")
    assert mana(state, "home_sewn_cape") == 2
    do(state, "use(throwing_axes)", "done")
    assert mana(state, "home_sewn_cape") == 3
    assert mana(state, "sure_shot") == 1


@pytest.mark.rule("G102")
@pytest.mark.rule("G54")
def test_the_cape_takes_nothing_from_the_rolls_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table("bjorn", "alva")
    stand(state, 13, 9)
    stand(state, 13, 10, seat=1)
    equip(state, "home_sewn_cape")
    put(state, "brute", 14, 9)
    dice(monkeypatch, "", then="rune")
    end_turn(state)
    do(state, "attack(14,9)")
    end_turn(state)
    assert mana(state, "home_sewn_cape") == 0


@pytest.mark.rule("G102")
@pytest.mark.rule("G54")
def test_runes_rolled_again_leave_their_mana_on_the_cape(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("home_sewn_cape")
    troll = put(state, "troll", 15, 9)
    give(state, "perfect_aim", "piercing_arrows")
    dice(monkeypatch, "rune rune hit" + " rune hit")
    do(state, "attack(15,9)", "play(perfect_aim)")
    assert mana(state, "home_sewn_cape") == 2 + 1
    do(state, "play(piercing_arrows)", "done")
    assert state.hurt[troll] == 2 + 1  # two hits, and the one rune that shows


@pytest.mark.rule("G102")
@pytest.mark.rule("G29")
def test_the_cape_moves_him_one_area_for_two_mana() -> None:
    state = field("home_sewn_cape")
    hero_of(state).mana["home_sewn_cape"] = 1
    refuses(state, "use(home_sewn_cape-move)", "G31")
    hero_of(state).mana["home_sewn_cape"] = 5
    do(state, "use(home_sewn_cape-move)")
    refuses(state, "go(15,9)", "G21")
    do(state, "go(14,9)")
    assert where(state) == (14, 9)
    assert mana(state, "home_sewn_cape") == 3
    refuses(state, "use(home_sewn_cape-move)", "G29")
    assert "move(13,9)" in legal(state)


@pytest.mark.rule("G102")
@pytest.mark.rule("G5")
def test_the_cape_leads_out_of_grimheim_and_in() -> None:
    state = table("bjorn")
    equip(state, "home_sewn_cape")
    hero_of(state).mana["home_sewn_cape"] = 2
    do(state, "use(home_sewn_cape-move)", "go(11,9)")
    assert where(state) == (11, 9)
    state = table("bjorn")
    stand(state, 11, 9)
    equip(state, "home_sewn_cape")
    hero_of(state).mana["home_sewn_cape"] = 2
    do(state, "use(home_sewn_cape-move)", "go(9,9)")
    assert where(state) == (9, 9)


@pytest.mark.rule("G102")
@pytest.mark.rule("G59")
def test_the_cape_prevents_two_damage_for_three_mana_also_after_it_moved_him(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field("home_sewn_cape")
    hero_of(state).mana["home_sewn_cape"] = 5
    put(state, "brute", 15, 9)
    do(state, "use(home_sewn_cape-move)", "go(14,9)")
    dice(monkeypatch, "hit hit hit")
    to_monsters(state)
    do(state, "use(home_sewn_cape-prevent)")
    assert hero_of(state).damage == 1
    assert mana(state, "home_sewn_cape") == 0


@pytest.mark.rule("G102")
@pytest.mark.rule("G31")
def test_the_cape_does_not_prevent_with_two_mana(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("home_sewn_cape")
    hero_of(state).mana["home_sewn_cape"] = 2
    put(state, "brute", 14, 9)
    dice(monkeypatch, "hit hit hit")
    to_monsters(state)
    assert hero_of(state).damage == 3
    assert state.active == 0


@pytest.mark.rule("G102")
@pytest.mark.rule("G24")
@pytest.mark.rule("G37")
def test_the_cape_generates_no_mana_but_may_be_loaded_by_a_focus_action() -> None:
    state = field("home_sewn_cape")
    end_turn(state)
    assert mana(state, "home_sewn_cape") == 0
    do(state, "focus(home_sewn_cape)")
    assert mana(state, "home_sewn_cape") == 1


# ---- events


@pytest.mark.rule("G103")
def test_his_deck_of_events() -> None:
    state = table("bjorn")
    counts = {
        "prey": 2,
        "master_shot": 4,
        "rest": 2,
        "burning_arrow": 4,
        "back_down": 2,
        "sewing": 2,
        "perfect_aim": 2,
        "limber_bow": 2,
        "piercing_arrows": 2,
        "seek_shelter": 1,
    }
    deck = hero_of(state).deck
    assert len(deck) == 23
    assert {card: deck.count(state.event(0, card)) for card in counts} == counts


@pytest.mark.rule("G103")
@pytest.mark.rule("G57")
def test_prey_makes_a_monster_worth_two_gold_more() -> None:
    state = field()
    troll = put(state, "troll", 7, 12)  # anywhere
    give(state, "prey")
    do(state, "play(prey)")
    assert holds(state, "prey") == 0
    assert hero_of(state).discard == [state.event(0, "prey")]
    stand(state, 9, 12)
    state.hurt[troll] = 4
    hero_of(state).mana["sure_shot"] = 3
    do(state, "use(sure_shot)")
    assert hero_of(state).gold == 2 + 3 + 2


@pytest.mark.rule("G103")
def test_prey_is_an_undamaged_monster_of_rank_three_or_a_legend() -> None:
    state = field()
    give(state, "prey", "prey")
    put(state, "troll", 14, 9, hurt=1)
    put(state, "brute", 12, 9)
    refuses(state, "play(prey)", "G39")
    put(state, "jotunn", 6, 15)
    put(state, "grendel_1", 6, 7)
    do(state, "play(prey)")
    assert legal(state) == {"at(6,15)", "at(6,7)"}
    refuses(state, "at(14,9)", "G50")
    do(state, "at(6,7)")
    do(state, "play(prey)")  # a second copy: only on another monster
    assert state.prey[state.monster_at(6, 15)] == 2
    assert state.prey[state.monster_at(6, 7)] == 2


@pytest.mark.rule("G103")
@pytest.mark.rule("G57")
def test_prey_pays_whoever_kills_it() -> None:
    state = table("bjorn", "alva")
    stand(state, 13, 9)
    stand(state, 14, 10, seat=1)
    troll = put(state, "troll", 15, 9)
    give(state, "prey")
    do(state, "play(prey)")
    end_turn(state)
    state.hurt[troll] = 6
    hero_of(state, 1).mana["hail_of_arrows"] = 3
    do(state, "use(hail_of_arrows)")
    assert hero_of(state, 0).gold == 2
    assert hero_of(state, 1).gold == 2 + 3 + 2


@pytest.mark.rule("G103")
@pytest.mark.rule("G32")
def test_master_shot_adds_two_damage_and_copies_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    troll = put(state, "troll", 15, 9)
    give(state, "master_shot", "master_shot")
    refuses(state, "play(master_shot)", "G32")
    dice(monkeypatch, "hit")
    do(state, "attack(15,9)", "play(master_shot)", "play(master_shot)", "done")
    assert state.hurt[troll] == 1 + 2 + 2
    assert holds(state, "master_shot") == 0


@pytest.mark.rule("G103")
@pytest.mark.rule("G32")
def test_rest_heals_two_from_himself_in_his_own_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    give(state, "rest", "rest", "master_shot")
    refuses(state, "play(rest)", "G39")
    hero_of(state).damage = 3
    do(state, "play(rest)")
    assert hero_of(state).damage == 1
    put(state, "troll", 15, 9)
    do(state, "attack(15,9)")
    refuses(state, "play(rest)", "G32")  # not in the middle of an action
    do(state, "done", "play(rest)")
    assert hero_of(state).damage == 0


@pytest.mark.rule("G103")
@pytest.mark.rule("G32")
def test_rest_is_not_played_in_the_monster_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("helmet")
    give(state, "rest")
    hero_of(state).damage = 3
    put(state, "brute", 14, 9)
    dice(monkeypatch, "hit hit")
    to_monsters(state)
    refuses(state, "play(rest)", "G32")


@pytest.mark.rule("G103")
@pytest.mark.rule("G50")
def test_burning_arrow_deals_one_damage_or_two_in_a_forest() -> None:
    state = field()
    stand(state, 12, 10)
    give(state, "burning_arrow", "burning_arrow", "burning_arrow")
    open_air = put(state, "troll", 14, 9)
    forest = put(state, "troll", 10, 11)
    put(state, "troll", 15, 9)  # three areas away
    do(state, "play(burning_arrow)")
    assert legal(state) == {"at(14,9)", "at(10,11)"}
    refuses(state, "at(15,9)", "G50")
    do(state, "at(14,9)", "play(burning_arrow)", "at(10,11)")
    assert (state.hurt[open_air], state.hurt[forest]) == (1, 2)


@pytest.mark.rule("G103")
@pytest.mark.rule("G56")
def test_two_burning_arrows_do_nothing_to_a_draugr() -> None:
    state = field()
    give(state, "burning_arrow", "burning_arrow")
    draugr = put(state, "draugr", 15, 9)
    do(state, "play(burning_arrow)", "play(burning_arrow)")
    assert state.hurt[draugr] == 0


@pytest.mark.rule("G103")
@pytest.mark.rule("G57")
def test_back_down_kills_a_small_monster_nearer_to_grimheim() -> None:
    state = field()
    give(state, "back_down")
    put(state, "troll", 12, 9)  # too strong
    put(state, "goblin", 14, 9)  # farther from Grimheim
    put(state, "goblin", 14, 8, hurt=1)
    put(state, "brute", 12, 11)  # as far from Grimheim as he is
    put(state, "goblin", 13, 6)  # out of range
    refuses(state, "play(back_down)", "G39")
    brute = put(state, "brute", 11, 9)
    do(state, "play(back_down)")
    assert not alive(state, brute)
    assert hero_of(state).gold == 2 + 2


@pytest.mark.rule("G103")
@pytest.mark.rule("G25")
def test_sewing_removes_one_damage_from_each_of_his_cards() -> None:
    state = field("quiver", "helmet", "leather_purse")
    give(state, "sewing")
    refuses(state, "play(sewing)", "G39")
    hero_of(state).damage = 3
    hero_of(state).wear.update(quiver=2, helmet=1)
    do(state, "play(sewing)")
    assert hero_of(state).damage == 2
    assert (wear(state, "quiver"), wear(state, "helmet"), wear(state, "leather_purse")) == (1, 0, 0)


@pytest.mark.rule("G103")
@pytest.mark.rule("G30")
def test_an_equipment_card_is_repaired_before_the_attack_only() -> None:
    state = field("quiver")
    give(state, "sewing", "master_shot")
    put(state, "troll", 15, 9)
    hero_of(state).wear["quiver"] = 3
    do(state, "attack(15,9)")
    refuses(state, "use(quiver)", "G30")
    refuses(state, "play(sewing)", "G32")
    state = field("quiver")
    give(state, "sewing")
    put(state, "troll", 15, 9)
    hero_of(state).wear["quiver"] = 3
    do(state, "play(sewing)", "attack(15,9)", "use(quiver)")
    assert wear(state, "quiver") == 3


@pytest.mark.rule("G103")
@pytest.mark.rule("G54")
def test_perfect_aim_rolls_misses_and_runes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("bjorn", level=2)
    troll = put(state, "troll", 15, 9)
    give(state, "perfect_aim")
    refuses(state, "play(perfect_aim)", "G32")
    dice(monkeypatch, "hit cover miss rune miss" + " hit miss rune")
    do(state, "attack(15,9)", "play(perfect_aim)", "done")
    assert state.hurt[troll] == 3


@pytest.mark.rule("G103")
@pytest.mark.rule("G53")
def test_perfect_aim_rolls_again_what_cover_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    stand(state, 12, 10)
    troll = put(state, "troll", 10, 11)
    give(state, "perfect_aim")
    dice(monkeypatch, "cover cover hit" + " hit hit")
    do(state, "attack(10,11)", "play(perfect_aim)", "done")
    assert state.hurt[troll] == 3


@pytest.mark.rule("G103")
def test_perfect_aim_is_for_any_roll_and_needs_a_miss(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("throwing_axes")
    troll = put(state, "troll", 14, 9)
    give(state, "perfect_aim")
    dice(monkeypatch, "hit hit miss" + " hit")
    do(state, "use(throwing_axes)", "play(perfect_aim)", "done")
    assert state.hurt[troll] == 3
    give(state, "perfect_aim")
    dice(monkeypatch, "hit hit hit")
    do(state, "attack(14,9)")
    refuses(state, "play(perfect_aim)", "G39")


@pytest.mark.rule("G103")
@pytest.mark.rule("G54")
def test_what_piercing_arrows_brought_stays_when_the_runes_are_rolled_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field()
    troll = put(state, "troll", 15, 9)
    give(state, "perfect_aim", "piercing_arrows")
    dice(monkeypatch, "rune rune miss" + " hit hit miss")
    do(state, "attack(15,9)", "play(piercing_arrows)", "play(perfect_aim)", "done")
    assert state.hurt[troll] == 2 + 2


@pytest.mark.rule("G103")
def test_limber_bow_adds_two_to_the_range_of_this_turn() -> None:
    state = field()
    put(state, "troll", 17, 9)
    give(state, "limber_bow")
    refuses(state, "attack(17,9)", "G50")
    do(state, "play(limber_bow)")
    assert "attack(17,9)" in legal(state)
    hero_of(state).mana["sure_shot"] = 3
    assert "use(sure_shot)" in legal(state)  # everything in range reaches as far
    end_turn(state)
    assert state.reach(0) == 2


@pytest.mark.rule("G103")
@pytest.mark.rule("G32")
def test_two_limber_bows_add_up() -> None:
    state = field()
    give(state, "limber_bow", "limber_bow")
    do(state, "play(limber_bow)", "play(limber_bow)")
    assert state.reach(0) == 2 + 2 + 2


@pytest.mark.rule("G103")
@pytest.mark.rule("G54")
def test_piercing_arrows_add_one_damage_a_rune_and_copies_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    troll = put(state, "troll", 15, 9)
    give(state, "piercing_arrows", "piercing_arrows")
    refuses(state, "play(piercing_arrows)", "G32")
    dice(monkeypatch, "rune rune hit")
    do(state, "attack(15,9)", "play(piercing_arrows)", "play(piercing_arrows)", "done")
    assert state.hurt[troll] == 1 + 2 + 2


@pytest.mark.rule("G103")
@pytest.mark.rule("G54")
def test_piercing_arrows_need_a_rune_and_work_on_any_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("throwing_axes")
    troll = put(state, "troll", 14, 9)
    give(state, "piercing_arrows")
    dice(monkeypatch, "hit miss miss" + " rune rune rune")
    do(state, "attack(14,9)")
    refuses(state, "play(piercing_arrows)", "G39")
    do(state, "done", "use(throwing_axes)", "play(piercing_arrows)", "done")
    assert state.hurt[troll] == 1 + 3


@pytest.mark.rule("G103")
@pytest.mark.rule("G21")
def test_seek_shelter_ends_in_a_location_and_forbids_further_movement() -> None:
    state = field("home_sewn_cape")
    stand(state, 14, 9)
    hero_of(state).mana["home_sewn_cape"] = 2
    give(state, "seek_shelter")
    do(state, "play(seek_shelter)")
    refuses(state, "stop", "G21")
    refuses(state, "go(13,9)", "G21")  # from there no location is near enough
    do(state, "go(15,9)")
    refuses(state, "stop", "G21")
    do(state, "go(16,9)")
    assert where(state) == (16, 9)
    refuses(state, "move(15,9)", "G21")
    refuses(state, "use(home_sewn_cape-move)", "G21")
    end_turn(state)
    assert "move(15,9)" in legal(state)


@pytest.mark.rule("G103")
@pytest.mark.rule("G21")
def test_seek_shelter_may_stop_after_one_step_and_follow_other_movement() -> None:
    state = field()
    give(state, "seek_shelter")
    do(state, "move(15,9)", "stop", "play(seek_shelter)", "go(16,9)", "stop")
    assert where(state) == (16, 9)


@pytest.mark.rule("G103")
@pytest.mark.rule("G21")
def test_seek_shelter_may_leave_a_location_and_come_back() -> None:
    state = field()
    stand(state, 11, 11)  # Witch Cabin
    give(state, "seek_shelter")
    do(state, "play(seek_shelter)", "go(12,10)")  # from there the only location in reach is the one he left
    assert where(state) == (11, 11)
    assert hero_of(state).rooted


@pytest.mark.rule("G103")
@pytest.mark.rule("G3")
def test_grimheim_is_a_shelter() -> None:
    state = field()
    stand(state, 12, 9)
    give(state, "seek_shelter")
    do(state, "play(seek_shelter)", "go(9,9)")
    assert where(state) == (9, 9)


@pytest.mark.rule("G103")
@pytest.mark.rule("G21")
def test_seek_shelter_is_not_played_where_no_location_is_near() -> None:
    state = field()
    give(state, "seek_shelter")
    stand(state, 13, 8)
    refuses(state, "play(seek_shelter)", "G39")


@pytest.mark.rule("G103")
@pytest.mark.rule("G21")
def test_seek_shelter_may_stay_in_a_location_but_forbids_movement_all_the_same() -> None:
    state = field()
    stand(state, 11, 11)
    give(state, "seek_shelter")
    do(state, "play(seek_shelter)", "stop")
    assert where(state) == (11, 11)
    refuses(state, "move(12,10)", "G21")


@pytest.mark.rule("G103")
@pytest.mark.rule("G32")
def test_two_copies_of_perfect_aim_roll_again_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    troll = put(state, "troll", 15, 9)
    give(state, "perfect_aim", "perfect_aim")
    dice(monkeypatch, "hit miss miss" + " rune hit" + " hit")
    do(state, "attack(15,9)", "play(perfect_aim)", "play(perfect_aim)", "done")
    assert state.hurt[troll] == 3


@pytest.mark.rule("G103")
@pytest.mark.rule("G101")
def test_perfect_aim_leaves_hits_that_long_shot_two_takes_out_of_cover(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field("long_shot", level=2)
    stand(state, 12, 10)
    put(state, "troll", 10, 11)
    give(state, "perfect_aim")
    dice(monkeypatch, "cover cover hit")
    do(state, "attack(10,11)")
    refuses(state, "play(perfect_aim)", "G39")


@pytest.mark.rule("G103")
@pytest.mark.rule("G32")
def test_only_cards_in_the_hand_are_played() -> None:
    state = field()
    hero_of(state).damage = 3
    refuses(state, "play(rest)", "G32")
    refuses(state, "play(mastery)", "G32")
