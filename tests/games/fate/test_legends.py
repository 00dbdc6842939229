"""G. The six legends, on both levels (G88 to G93)."""

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
    legal,
    monster_die,
    next_card,
    night,
    put,
    stand,
    table,
    to_monsters,
    where,
)

from fimbul.games.fate.events import Arrived
from fimbul.games.fate.rules import damage
from fimbul.games.fate.state import FateState

PATCH = pytest.MonkeyPatch
AROUND_TEMPLE = ((13, 3), (13, 4), (12, 5), (11, 5), (11, 4), (12, 3))  # clockwise from NE


def asked(state: FateState) -> str:
    """What is being decided."""
    return type(state.decision).__name__


def kinds(state: FateState) -> list[tuple[str, tuple[int, int]]]:
    """All monsters on the map and where they are."""
    return sorted(
        (state.kinds[state.kind[monster]].id, state.land.xy[node])
        for monster, node in enumerate(state.where)
        if node >= 0
    )


# ---- G88 Queen of the Dead


@pytest.mark.rule("G88")
def test_queen_i_takes_damage_only_from_adjacent_characters(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    hero_of(state).mana["sure_shot"] = 6
    stand(state, 13, 9)
    queen = put(state, "queen_of_the_dead_1", 15, 9)
    dice(monkeypatch, "", then="hit")
    do(state, "attack(15,9)", "done", "use(sure_shot)")
    assert state.hurt[queen] == 0
    hero_of(state).used = hero_of(state).taken = ()
    stand(state, 14, 9)
    do(state, "attack(15,9)", "done", "use(sure_shot)")
    assert state.hurt[queen] == 3 + 3


@pytest.mark.rule("G88")
def test_queen_ii_has_no_such_shield(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    stand(state, 13, 9)
    queen = put(state, "queen_of_the_dead_2", 15, 9)
    dice(monkeypatch, "", then="hit")
    do(state, "attack(15,9)", "done")
    assert state.hurt[queen] == 3


@pytest.mark.rule("G88")
@pytest.mark.parametrize("level", [1, 2])
def test_queen_attacks_with_seven_dice_and_runes_hit(level: int, monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "rune rune rune", then="miss")
    stand(state, 13, 9)
    put(state, f"queen_of_the_dead_{level}", 14, 9)
    events = night(state)
    assert assaults(events) == [("Queen of the Dead", 0, 7)]
    assert hero_of(state).damage == 3


@pytest.mark.rule("G88")
def test_while_queen_ii_is_in_play_all_other_dead_have_more_health() -> None:
    state = table("bjorn")
    imp, goblin = put(state, "imp", 14, 9), put(state, "goblin", 15, 9)
    assert damage.health(state, imp) == 2
    queen = put(state, "queen_of_the_dead_2", 16, 9)
    draugr = put(state, "draugr", 17, 9)
    assert [damage.health(state, monster) for monster in (imp, draugr, goblin, queen)] == [3, 6, 2, 11]
    state = table("bjorn")
    imp = put(state, "imp", 14, 9)
    put(state, "queen_of_the_dead_1", 16, 9)
    assert damage.health(state, imp) == 2


@pytest.mark.rule("G88")
def test_an_imp_with_two_damage_lives_under_queen_ii() -> None:
    state = table("bjorn")
    stand(state, 13, 9)
    put(state, "queen_of_the_dead_2", 17, 9)
    imp = put(state, "imp", 15, 9, hurt=1)
    give(state, "burning_arrow", "burning_arrow")
    do(state, "play(burning_arrow)")
    assert alive(state, imp)
    do(state, "play(burning_arrow)")
    assert not alive(state, imp)


@pytest.mark.rule("G88")
def test_when_queen_ii_is_killed_others_die_for_the_same_hero() -> None:
    state = table("boldur", "bjorn")
    equip(state, "precision_axes")
    stand(state, 13, 9)
    hero_of(state).gold = 0
    queen = put(state, "queen_of_the_dead_2", 14, 9, hurt=10)
    imp = put(state, "imp", 4, 12, hurt=2)
    skeleton = put(state, "skeleton", 5, 13, hurt=2)
    do(state, "use(precision_axes)")
    assert not alive(state, queen)
    assert not alive(state, imp)
    assert alive(state, skeleton)  # 2 of 3
    assert hero_of(state).gold == 6 + 1


@pytest.mark.rule("G88")
def test_when_queen_ii_goes_into_the_town_others_die_for_nobody() -> None:
    state = table("boldur", "bjorn")
    queen = put(state, "queen_of_the_dead_2", 11, 9)
    imp = put(state, "imp", 17, 2, hurt=2)
    fresh = put(state, "imp", 17, 1, hurt=1)
    gold = [hero.gold for hero in state.heroes]
    supply = state.supply[state.kind[imp]]
    night(state)
    assert not alive(state, queen)
    assert not alive(state, imp)
    assert alive(state, fresh)
    assert state.pieces == 6 - 3
    assert [hero.gold for hero in state.heroes] == gold
    assert state.supply[state.kind[imp]] == supply + 1


@pytest.mark.rule("G88")
def test_her_followers_die_in_the_middle_of_a_maneuver(monkeypatch: PATCH) -> None:
    state = table("bjorn", monster_die=True)
    dice(monkeypatch, "")
    monster_die(monkeypatch, "clockwise")
    stand(state, 8, 8)
    queen = put(state, "queen_of_the_dead_2", 9, 7)  # she turns into the town
    imp = put(state, "imp", 7, 9, hurt=2)
    goblin = put(state, "goblin", 7, 8)
    night(state)
    assert not alive(state, queen)
    assert not alive(state, imp)
    assert at(state, goblin) == (8, 7)
    assert state.at[state.land.at[7, 8]] == state.at[state.land.at[7, 9]] == 0


# ---- G89 Seer of Odin


@pytest.mark.rule("G89")
def test_seer_i_arrives_with_skeletons_all_around() -> None:
    state = table("bjorn")
    state.time = 3
    next_card(state, "yellow", "Seer of Odin")
    night(state)
    assert kinds(state) == sorted(
        [("seer_of_odin_1", (12, 4)), *(("skeleton", spot) for spot in AROUND_TEMPLE)]
    )


@pytest.mark.rule("G89")
def test_occupied_areas_are_left_out(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    state.time = 3
    dice(monkeypatch, "")
    next_card(state, "yellow", "Seer of Odin")
    stand(state, 12, 5)
    put(state, "troll", 11, 4)  # it is next to Bjorn after its step, at (11,5)
    events = night(state)
    assert [event.card for event in events if isinstance(event, Arrived)] == ["Seer of Odin"]
    skeletons = [spot for kind, spot in kinds(state) if kind == "skeleton"]
    assert skeletons == sorted(set(AROUND_TEMPLE) - {(12, 5), (11, 5)})


@pytest.mark.rule("G89")
def test_skeletons_come_clockwise_while_the_supply_lasts() -> None:
    state = table("bjorn")
    state.time = 3
    next_card(state, "yellow", "Seer of Odin")
    state.supply[state.book.kind_number["skeleton"]] = 2
    night(state)
    assert kinds(state) == [("seer_of_odin_1", (12, 4)), ("skeleton", (13, 3)), ("skeleton", (13, 4))]


@pytest.mark.rule("G89")
def test_seer_i_rolls_three_dice_and_runes_hit(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "rune hit miss")
    stand(state, 13, 9)
    put(state, "seer_of_odin_1", 14, 9)
    events = night(state)
    assert assaults(events) == [("Seer of Odin", 0, 3)]
    assert hero_of(state).damage == 2


@pytest.mark.rule("G89")
def test_seer_ii_hurts_every_hero_wherever_they_are(monkeypatch: PATCH) -> None:
    state = table("boldur", "bjorn", "alva", monster_die=True)
    equip(state, "shield")
    equip(state, "helmet", seat=1)
    monster_die(monkeypatch, "attack")  # no dice, so none more
    stand(state, 4, 12, seat=1)
    seer = put(state, "seer_of_odin_2", 17, 9)
    events = to_monsters(state)
    assert asked(state) == "Acting"  # nothing can be prevented
    assert [hero.damage for hero in state.heroes] == [1, 1, 1]  # in town, behind armor, far away
    assert assaults(events) == []
    assert at(state, seer) == (16, 9)  # she walks as others do


@pytest.mark.rule("G89")
def test_seer_ii_does_not_charge_to_attack() -> None:
    state = table("bjorn")
    stand(state, 13, 10)
    seer = put(state, "seer_of_odin_2", 16, 9)
    night(state)
    assert at(state, seer) == (15, 9)


@pytest.mark.rule("G89")
def test_seer_ii_may_knock_a_hero_out() -> None:
    state = table("bjorn")
    hero_of(state).damage = 8
    put(state, "seer_of_odin_2", 17, 9)
    night(state)
    assert hero_of(state).damage == 5
    assert state.pieces == 2


@pytest.mark.rule("G89")
def test_an_adjacent_hero_strikes_back_at_seer_ii() -> None:
    state = table("embla", "boldur")
    equip(state, "dreadnought", seat=1, level=2)
    give(state, "retaliation")
    stand(state, 13, 9)
    stand(state, 14, 9, seat=1)
    seer = put(state, "seer_of_odin_2", 14, 8)  # next to both
    to_monsters(state)
    assert legal(state) == {"play(retaliation)", "done"}
    do(state, "play(retaliation)")
    assert state.hurt[seer] == 2 + 1
    assert [hero.damage for hero in state.heroes] == [1, 1]


# ---- G90 Grendel


@pytest.mark.rule("G90")
def test_grendel_i_attacks_once_with_seven_dice(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "rune rune hit", then="miss")
    stand(state, 13, 9)
    put(state, "grendel_1", 14, 9)
    events = night(state)
    assert assaults(events) == [("Grendel", 0, 7)]
    assert hero_of(state).damage == 1


@pytest.mark.rule("G90")
def test_grendel_ii_attacks_twice_and_each_rune_is_two_hits(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "rune hit miss miss rune miss miss miss")
    stand(state, 13, 9)
    put(state, "grendel_2", 14, 9)
    events = night(state)
    assert assaults(events) == [("Grendel", 0, 4), ("Grendel", 0, 4)]
    assert hero_of(state).damage == 3 + 2


@pytest.mark.rule("G90")
def test_the_two_attacks_may_have_different_targets_and_are_separate(monkeypatch: PATCH) -> None:
    state = table("bjorn", "boldur")
    dice(monkeypatch, "", then="hit")
    stand(state, 13, 9)
    stand(state, 14, 9, seat=1)
    put(state, "grendel_2", 14, 8)
    to_monsters(state)
    do(state, "face(0)", "face(1)")
    assert [hero.damage for hero in state.heroes] == [4, 3]


# ---- G91 Surt


@pytest.mark.rule("G91")
def test_while_surt_i_is_in_play_runes_hit_for_the_fire_horde(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "", then="rune")
    stand(state, 13, 9)
    put(state, "elemental", 14, 9)
    put(state, "troll", 12, 10)
    night(state)
    assert hero_of(state).damage == 0
    put(state, "surt_1", 17, 3)  # anywhere
    night(state)
    assert hero_of(state).damage == 3  # the elemental's, not the troll's


@pytest.mark.rule("G91")
def test_surt_i_attacks_from_two_areas_away_himself(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "", then="rune")
    stand(state, 13, 9)
    surt = put(state, "surt_1", 15, 9)
    state.held = [surt]
    events = night(state)
    assert assaults(events) == [("Surt", 0, 4)]
    assert hero_of(state).damage == 4


@pytest.mark.rule("G91")
def test_surt_ii_has_range_three_for_himself_alone(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "", then="rune")
    stand(state, 13, 9)
    surt, jotunn = put(state, "surt_2", 16, 9), put(state, "jotunn", 13, 12)
    state.held = [surt, jotunn]
    events = night(state)
    assert assaults(events) == [("Surt", 0, 7)]
    assert hero_of(state).damage == 0  # runes are no hits for level II


# ---- G92 Hrungbald


@pytest.mark.rule("G92")
@pytest.mark.parametrize("level", [1, 2])
def test_while_hrungbald_is_in_play_support_is_doubled(level: int, monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 13, 9)
    put(state, "goblin", 14, 8)
    put(state, "brute", 14, 9)
    put(state, f"hrungbald_{level}", 2, 10)  # far away
    events = night(state)
    assert assaults(events) == [("Goblin", 0, 1 + 2), ("Brute", 0, 3 + 2)]


@pytest.mark.rule("G92")
@pytest.mark.parametrize(("level", "strength"), [(1, 4), (2, 7)])
def test_hrungbald_supports_and_is_supported(level: int, strength: int, monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 13, 9)
    put(state, "goblin", 14, 8)
    put(state, f"hrungbald_{level}", 14, 9)
    events = night(state)
    assert assaults(events) == [("Goblin", 0, 1 + 2), ("Hrungbald", 0, strength + 2)]


@pytest.mark.rule("G92")
def test_hrungbald_does_not_double_the_speed_of_goblins() -> None:
    state = table("bjorn")
    goblin = put(state, "goblin", 17, 9)
    put(state, "hrungbald_1", 2, 10)
    night(state)
    assert at(state, goblin) == (15, 9)


# ---- G93 Nidhuggr


@pytest.mark.rule("G93")
@pytest.mark.parametrize(("level", "health"), [(1, 13), (2, 18)])
def test_nidhuggr_rolls_a_die_for_each_health_left(level: int, health: int, monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 13, 9)
    wyrm = put(state, f"nidhuggr_{level}", 14, 9)
    assert assaults(night(state)) == [("Nidhuggr", 0, health)]
    state.hurt[wyrm] = 9
    assert assaults(night(state)) == [("Nidhuggr", 0, health - 9)]


@pytest.mark.rule("G93")
@pytest.mark.parametrize("level", [1, 2])
def test_nidhuggr_is_not_of_the_fire_horde(level: int, monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "", then="rune")
    stand(state, 13, 9)
    wyrm = put(state, f"nidhuggr_{level}", 15, 9)
    put(state, "surt_1", 17, 3)
    state.held = [wyrm]
    assert assaults(night(state)) == []  # his range is 1
    stand(state, 14, 9)
    night(state)
    assert hero_of(state).damage == 0  # Surt's runes are not for him
    assert where(state) == (14, 9)
