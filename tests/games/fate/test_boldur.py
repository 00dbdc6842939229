"""Boldur: his hero card, abilities, equipment and events (G130 to G133), each played at the table.

Most fights take place at (13,9), an area of plains among plains; its neighbours go by their directions.
"""

import pytest
from tests.games.fate.positions import (
    alive,
    asked,
    at,
    brawl,
    dice,
    do,
    end_turn,
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
    thrown,
    where,
)

from fimbul.games.fate.events import Prevented
from fimbul.games.fate.state import FateState

HERE = 13, 9
NE, E, SE, SW, W, NW = (14, 8), (14, 9), (13, 10), (12, 10), (12, 9), (13, 8)
TOWN = 9, 9
FOREST, BESIDE_FOREST = (11, 10), (12, 10)
PEAK, FOOT = (9, 11), (9, 12)  # the mountain beside the town, and an area south of it
THREE_PEAKS = 10, 13  # plains next to three mountains
CAVE = 6, 6  # a mountain of the Troll Caves, with two more beside it
RUINS = 12, 4


def field(*others: str, at: tuple[int, int] = HERE) -> FateState:
    """Boldur alone in the field, with no mana; others are in Grimheim."""
    state = table("boldur", *others)
    stand(state, *at)
    hero_of(state).mana["rapid_strike"] = 0
    return state


# ---- the hero card


@pytest.mark.rule("G130")
@pytest.mark.rule("G51")
def test_boldur_1_has_strength_3_and_moves_3(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    put(state, "troll", *W)
    dice(monkeypatch, "")
    assert thrown(do(state, "attack(12,9)")) == [4]  # 3, and 1 from his first pick
    refuses(state, "move(17,9)", "G21")
    do(state, "move(16,9)")
    assert where(state) == (16, 9)


@pytest.mark.rule("G130")
@pytest.mark.rule("G56")
@pytest.mark.rule("G60")
def test_boldur_1_has_armor_and_health_6(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    put(state, "troll", *W)
    put(state, "goblin", *E)
    dice(monkeypatch, "hit hit hit miss miss miss hit")
    brawl(state)
    assert hero_of(state).damage == 2  # 3 less 1, and 1 less 1
    hero_of(state).damage = 4
    dice(monkeypatch, "hit hit")
    brawl(state)
    assert (hero_of(state).damage, where(state)) == (5, HERE)
    pieces = state.pieces
    dice(monkeypatch, "hit hit")
    brawl(state)
    assert (hero_of(state).damage, where(state), state.pieces) == (5, TOWN, pieces - 2)


@pytest.mark.rule("G130")
@pytest.mark.rule("G56")
@pytest.mark.rule("G89")
def test_armor_does_not_help_against_unpreventable_damage() -> None:
    state = field()
    put(state, "seer_of_odin_2", 16, 2)
    equip(state, "dwarf_helm", "shield")
    brawl(state)
    assert asked(state) == "Acting"
    assert hero_of(state).damage == 1


@pytest.mark.rule("G130")
@pytest.mark.rule("G36")
def test_boldur_2_has_strength_5_health_7_and_the_same_armor(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    hero_of(state).gold = 5
    tame(state)
    do(state, "end", "upgrade(boldur)", "no")
    put(state, "troll", *W)
    dice(monkeypatch, "")
    assert thrown(do(state, "attack(12,9)")) == [6]
    hero_of(state).damage = 4
    dice(monkeypatch, "hit hit hit")
    brawl(state)
    assert (hero_of(state).damage, where(state)) == (6, HERE)
    refuses(state, "move(17,9)", "G21")
    dice(monkeypatch, "hit hit")
    brawl(state)
    assert where(state) == TOWN


# ---- Rapid Strike


@pytest.mark.rule("G131")
@pytest.mark.rule("G27")
@pytest.mark.rule("G29")
def test_rapid_strike_1_is_an_attack_action_for_3_mana_once_per_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    troll = put(state, "troll", *E)
    hero_of(state).mana["rapid_strike"] = 2
    refuses(state, "use(rapid_strike)", "G31")
    hero_of(state).mana["rapid_strike"] = 6
    dice(monkeypatch, "hit miss miss miss hit hit")
    do(state, "attack(14,9)")
    refuses(state, "attack(14,9)", "G20")
    assert thrown(do(state, "use(rapid_strike)")) == [4]
    assert state.hurt[troll] == 3
    assert hero_of(state).mana["rapid_strike"] == 3
    refuses(state, "use(rapid_strike)", "G29")
    do(state, "practice")  # it moved no marker
    refuses(state, "focus(rapid_strike)", "G20")


@pytest.mark.rule("G131")
@pytest.mark.rule("G22")
def test_rapid_strike_needs_a_target_or_something_to_spend_it_on() -> None:
    state = field()
    put(state, "troll", 15, 9)
    quest(state, "orebiter")  # paid with gold: no use for an attack action
    hero_of(state).mana["rapid_strike"] = 3
    refuses(state, "use(rapid_strike)", "G39")
    assert hero_of(state).gold == 2
    equip(state, "dvalins_pick")
    do(state, "use(rapid_strike)")
    assert hero_of(state).gold == 3


@pytest.mark.rule("G131")
@pytest.mark.rule("G28")
def test_the_attack_action_of_rapid_strike_may_be_spent_on_dvalins_pick_and_pays_no_gold_quest() -> None:
    state = field()
    equip(state, "dvalins_pick")
    quest(state, "orebiter")
    troll = put(state, "troll", *E)
    hero_of(state).mana["rapid_strike"], hero_of(state).gold = 3, 5
    hand = len(hero_of(state).hand)
    do(state, "use(rapid_strike)")
    assert legal(state) == {"attack(14,9)", "use(dvalins_pick)"}
    refuses(state, "quest", "G28")
    refuses(state, "practice", "G27")
    do(state, "use(dvalins_pick)")
    assert (hero_of(state).gold, hero_of(state).mana["rapid_strike"]) == (6, 1)
    assert len(hero_of(state).hand) == hand + 1
    assert state.hurt[troll] == 0
    refuses(state, "use(dvalins_pick)", "G29")
    do(state, "attack(14,9)")  # his own is not used


@pytest.mark.rule("G131")
@pytest.mark.rule("G37")
def test_rapid_strike_generates_1_mana_on_both_levels() -> None:
    state = field()
    end_turn(state)
    assert hero_of(state).mana["rapid_strike"] == 1
    equip(state, "rapid_strike", level=2)
    end_turn(state)
    assert hero_of(state).mana["rapid_strike"] == 2


@pytest.mark.rule("G131")
@pytest.mark.rule("G29")
def test_rapid_strike_2_costs_2_mana_any_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "rapid_strike", level=2)
    troll = put(state, "troll", *E)
    hero_of(state).mana["rapid_strike"] = 7
    dice(monkeypatch, "hit miss miss miss " * 4)
    do(state, "use(rapid_strike)", "use(rapid_strike)", "use(rapid_strike)", "attack(14,9)")
    assert state.hurt[troll] == 4
    assert hero_of(state).mana["rapid_strike"] == 1
    refuses(state, "use(rapid_strike)", "G31")


# ---- Sweeping Strike


@pytest.mark.rule("G131")
@pytest.mark.rule("G58")
def test_sweeping_strike_1_adds_1_damage_and_passes_overkill_clockwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field()
    equip(state, "sweeping_strike")
    goblin, troll, brute = put(state, "goblin", *E), put(state, "troll", *NE), put(state, "brute", *W)
    jotunn = put(state, "jotunn", *NW)
    dice(monkeypatch, "hit hit hit")
    do(state, "attack(14,9)")
    assert legal(state) == {"yes", "no"}
    do(state, "yes")  # 3 and 1, less 2: to the next clockwise, over empty areas
    assert not alive(state, goblin)
    assert state.hurt[brute] == 2
    assert (state.hurt[troll], state.hurt[jotunn]) == (0, 0)


@pytest.mark.rule("G131")
@pytest.mark.rule("G58")
def test_sweeping_strike_goes_on_past_the_north_and_hits_two_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "sweeping_strike")
    first, second, third = put(state, "goblin", *NW), put(state, "goblin", *NE), put(state, "goblin", *E)
    gold = hero_of(state).gold
    dice(monkeypatch, "hit hit hit hit")
    do(state, "attack(13,8)", "yes")  # 5 damage: 2, 2, and 1 that goes no further
    assert not alive(state, first)
    assert not alive(state, second)
    assert (alive(state, third), state.hurt[third]) == (True, 0)
    assert hero_of(state).gold == gold + 2


@pytest.mark.rule("G131")
@pytest.mark.rule("G58")
def test_sweeping_strike_may_be_declined_and_needs_overkill(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "sweeping_strike")
    put(state, "goblin", *E)
    troll = put(state, "troll", *SE)
    dice(monkeypatch, "hit hit")
    do(state, "attack(14,9)", "no")
    assert state.hurt[troll] == 0
    state = field()
    equip(state, "sweeping_strike")
    put(state, "goblin", *E)
    troll = put(state, "troll", *SE)
    dice(monkeypatch, "hit")
    do(state, "attack(14,9)")  # 2 damage, and nothing left
    assert asked(state) == "Acting"
    assert state.hurt[troll] == 0


@pytest.mark.rule("G131")
@pytest.mark.rule("G58")
@pytest.mark.rule("G53")
@pytest.mark.rule("G56")
def test_the_sweep_ignores_cover_but_meets_armor(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(at=BESIDE_FOREST)
    equip(state, "sweeping_strike")
    put(state, "goblin", 13, 10)
    hidden = put(state, "draugr", *FOREST)
    dice(monkeypatch, "cover cover cover cover")
    do(state, "attack(13,10)", "yes")
    assert state.hurt[hidden] == 2  # 5, less 2 for the goblin, less 1 for the armor


@pytest.mark.rule("G131")
@pytest.mark.rule("G58")
def test_sweeping_strike_works_in_every_attack_action_and_in_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field()
    equip(state, "sweeping_strike", "precision_axes")
    give(state, "kick")
    hero_of(state).mana["rapid_strike"] = 3
    put(state, "goblin", *E)
    put(state, "goblin", *W)
    troll = put(state, "troll", *NE)
    dice(monkeypatch, "hit hit miss miss hit hit")
    do(state, "attack(14,9)", "no", "use(rapid_strike)", "attack(12,9)", "yes")
    assert state.hurt[troll] == 1
    do(state, "use(precision_axes)")
    assert state.hurt[troll] == 2
    do(state, "play(kick)", "at(15,8)")
    assert state.hurt[troll] == 3


@pytest.mark.rule("G131")
@pytest.mark.rule("G54")
def test_sweeping_strike_2_adds_1_damage_for_each_adjacent_monster(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "sweeping_strike", level=2)
    troll = put(state, "troll", *E)
    put(state, "goblin", *W)
    put(state, "goblin", *SW)
    put(state, "goblin", 15, 9)
    dice(monkeypatch, "hit")
    do(state, "attack(14,9)")
    assert state.hurt[troll] == 4
    assert asked(state) == "Acting"


@pytest.mark.rule("G131")
@pytest.mark.rule("G58")
def test_sweeping_strike_2_sweeps_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "sweeping_strike", level=2)
    put(state, "goblin", *E)
    brute, troll = put(state, "brute", *SE), put(state, "troll", *SW)
    dice(monkeypatch, "hit hit hit")
    do(state, "attack(14,9)", "yes")  # 3 and 3, less 2, less 3
    assert not alive(state, brute)
    assert state.hurt[troll] == 0


# ---- Wrecking Ball


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
def test_without_wrecking_ball_nobody_enters_an_occupied_area() -> None:
    state = field()
    put(state, "brute", *E)
    refuses(state, "move(14,9)", "G1")


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
def test_wrecking_ball_1_hurts_and_moves_who_stands_there() -> None:
    state = field()
    equip(state, "wrecking_ball")
    brute = put(state, "brute", *E)
    put(state, "goblin", 15, 9)
    do(state, "move(14,9)")
    assert state.hurt[brute] == 1
    # Anywhere around, also where Boldur comes from, but not where somebody is.
    assert legal(state) == {"at(15,8)", "at(14,10)", "at(13,10)", "at(13,9)", "at(14,8)"}
    refuses(state, "at(15,9)", "G62")
    do(state, "at(13,9)", "stop")
    assert (where(state), at(state, brute)) == (E, HERE)
    assert state.at[state.land.at[HERE]] != 0
    refuses(state, "move(14,10)", "G20")


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
def test_wrecking_ball_works_on_every_step() -> None:
    state = field()
    equip(state, "wrecking_ball")
    brute = put(state, "brute", *E)
    gold = hero_of(state).gold
    do(state, "move(14,9)", "at(15,9)", "go(15,9)", "at(16,9)")
    assert (where(state), at(state, brute), state.hurt[brute]) == ((15, 9), (16, 9), 2)
    do(state, "go(16,9)")  # the third damage kills it
    assert where(state) == (16, 9)
    assert not alive(state, brute)
    assert hero_of(state).gold == gold + 2
    assert asked(state) == "Acting"


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
@pytest.mark.rule("G56")
def test_wrecking_ball_moves_an_armored_monster_without_hurting_it_and_legends_too() -> None:
    state = field()
    equip(state, "wrecking_ball")
    draugr = put(state, "draugr", *E)
    do(state, "move(14,9)", "at(13,10)", "stop")
    assert (at(state, draugr), state.hurt[draugr]) == (SE, 0)
    end_turn(state)
    stand(state, *HERE)
    grendel = put(state, "grendel_1", *W)
    do(state, "move(12,9)", "at(11,10)", "stop")
    assert (at(state, grendel), state.hurt[grendel]) == (FOREST, 1)


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
@pytest.mark.rule("G59")
def test_wrecking_ball_hits_heroes_who_may_prevent_it() -> None:
    state = field("embla")
    equip(state, "wrecking_ball")
    equip(state, "helmet", seat=1)
    hero_of(state, 1).mana["riposte"] = 5
    stand(state, *E, seat=1)
    do(state, "move(14,9)")
    assert state.to_act == (1,)
    assert legal(state) == {"use(helmet)", "done"}  # Riposte is for monsters
    do(state, "use(helmet)")
    assert hero_of(state, 1).damage == 0
    assert state.to_act == (0,)
    do(state, "at(15,8)", "stop")
    assert (where(state), where(state, 1)) == (E, (15, 8))


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
@pytest.mark.rule("G60")
def test_wrecking_ball_can_knock_a_hero_out() -> None:
    state = field("embla")
    equip(state, "wrecking_ball")
    stand(state, *E, seat=1)
    hero_of(state, 1).damage = 8
    pieces = state.pieces
    do(state, "move(14,9)", "stop")
    assert (where(state), where(state, 1)) == (E, TOWN)
    assert (hero_of(state, 1).damage, state.pieces) == (5, pieces - 2)


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
@pytest.mark.rule("G2")
def test_wrecking_ball_leads_into_no_mountain_and_pushes_no_hero_into_one() -> None:
    state = field("embla", at=FOOT)
    equip(state, "wrecking_ball")
    put(state, "brute", *PEAK)
    refuses(state, "move(9,11)", "G2")
    stand(state, 8, 12, seat=1)
    do(state, "move(8,12)")
    assert "at(9,11)" not in legal(state)
    do(state, "at(9,12)", "stop")
    assert (where(state), where(state, 1)) == ((8, 12), FOOT)
    state = field(at=FOOT)
    equip(state, "wrecking_ball")
    brute = put(state, "brute", 8, 12)
    do(state, "move(8,12)", "at(9,11)", "stop")  # but monsters go there
    assert at(state, brute) == PEAK


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
@pytest.mark.rule("G77")
def test_wrecking_ball_pushes_into_the_town() -> None:
    state = field("embla", at=(12, 9))
    equip(state, "wrecking_ball")
    brute = put(state, "brute", 11, 9)
    pieces, gold = state.pieces, hero_of(state).gold
    do(state, "move(11,9)", "at(9,9)", "stop")
    assert not alive(state, brute)
    assert (state.pieces, hero_of(state).gold, where(state)) == (pieces - 1, gold, (11, 9))
    end_turn(state)
    end_turn(state)
    stand(state, 12, 9)
    stand(state, 11, 9, seat=1)
    do(state, "move(11,9)", "at(9,9)", "stop")
    assert (where(state, 1), state.pieces) == (TOWN, pieces - 1)


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
@pytest.mark.rule("G4")
def test_wrecking_ball_pushes_nobody_out_of_the_town() -> None:
    state = field("embla", at=(11, 9))
    equip(state, "wrecking_ball")
    do(state, "move(9,9)")
    assert (where(state), where(state, 1), hero_of(state, 1).damage) == (TOWN, TOWN, 0)
    assert asked(state) == "Acting"


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
@pytest.mark.rule("G5")
def test_wrecking_ball_works_on_the_way_out_of_the_town() -> None:
    state = table("boldur")
    equip(state, "wrecking_ball")
    brute = put(state, "brute", 11, 9)
    pieces = state.pieces
    do(state, "move(11,9)")
    assert "at(9,9)" in legal(state)
    do(state, "at(12,9)", "stop")
    assert (where(state), at(state, brute), state.hurt[brute], state.pieces) == ((11, 9), W, 1, pieces)


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
@pytest.mark.rule("G1")
def test_wrecking_ball_pushes_nobody_off_the_map() -> None:
    state = field(at=(16, 9))
    equip(state, "wrecking_ball")
    put(state, "brute", 17, 9)
    do(state, "move(17,9)")
    assert legal(state) == {"at(17,8)", "at(16,10)", "at(16,9)"}


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
def test_wrecking_ball_with_maneuver_and_seek_shelter() -> None:
    state = field()
    equip(state, "wrecking_ball")
    give(state, "maneuver")
    brute = put(state, "brute", *E)
    do(state, "play(maneuver)", "go(14,9)", "at(13,9)")
    assert (where(state), at(state, brute), state.hurt[brute]) == (E, HERE, 1)
    assert asked(state) == "Acting"
    state = field(at=(14, 9))
    equip(state, "wrecking_ball")
    give(state, "seek_shelter")
    brute = put(state, "brute", 16, 9)  # in the Marsh of Sorrow, as every location two areas away
    for x, y in ((16, 8), (15, 10)):
        put(state, "goblin", x, y)
    do(state, "play(seek_shelter)", "go(15,9)", "go(16,9)", "at(17,9)")
    assert (where(state), at(state, brute), state.hurt[brute]) == ((16, 9), (17, 9), 1)


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
@pytest.mark.rule("G57")
def test_a_kill_by_wrecking_ball_counts_for_a_quest() -> None:
    state = field()
    equip(state, "wrecking_ball")
    quest(state, "dwarf_pick")
    put(state, "goblin", *E, hurt=1)
    do(state, "move(14,9)", "stop")
    assert hero_of(state).progress == 1


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
@pytest.mark.rule("G77")
def test_wrecking_ball_may_throw_a_monster_behind_him_into_the_town() -> None:
    state = table("boldur")
    equip(state, "wrecking_ball")
    brute, pieces = put(state, "brute", 11, 9), state.pieces
    do(state, "move(11,9)", "at(9,9)", "stop")
    assert not alive(state, brute)
    assert (where(state), state.pieces) == ((11, 9), pieces - 1)


@pytest.mark.rule("G131")
@pytest.mark.rule("G62")
@pytest.mark.rule("G44")
def test_a_troll_killed_by_wrecking_ball_may_bring_the_shield() -> None:
    state = field()
    equip(state, "wrecking_ball")
    quest(state, "shield")
    troll, gold = put(state, "troll", *E, hurt=6), hero_of(state).gold
    do(state, "move(14,9)", "yes", "stop")
    assert not alive(state, troll)
    assert owns(state, "shield")
    assert (where(state), hero_of(state).gold) == (E, gold)


@pytest.mark.rule("G131")
@pytest.mark.rule("G21")
def test_wrecking_ball_2_adds_1_area_to_the_move_action_only() -> None:
    state = field()
    equip(state, "wrecking_ball", level=2)
    give(state, "maneuver")
    brute = put(state, "brute", *W)
    do(state, "move(17,9)")
    assert where(state) == (17, 9)
    do(state, "play(maneuver)")
    refuses(state, "go(15,9)", "G21")
    do(state, "go(16,9)")
    end_turn(state)
    stand(state, *HERE)
    put(state, "goblin", *E)
    do(state, "move(14,9)", "at(15,9)", "stop")
    assert state.hurt[brute] == 0


# ---- Beefy Berserker


@pytest.mark.rule("G131")
@pytest.mark.rule("G52")
def test_beefy_berserker_1_adds_1_strength_and_makes_runes_hits(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(at=BESIDE_FOREST)
    troll = put(state, "troll", *FOREST)
    dice(monkeypatch, "rune rune")
    do(state, "attack(11,10)")
    assert state.hurt[troll] == 0
    end_turn(state)
    equip(state, "beefy_berserker")
    dice(monkeypatch, "rune rune hit cover miss")
    assert thrown(do(state, "attack(11,10)")) == [5]
    assert state.hurt[troll] == 3  # also in cover


@pytest.mark.rule("G131")
@pytest.mark.rule("G52")
def test_beefy_berserker_2_adds_3_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "beefy_berserker", level=2)
    troll = put(state, "troll", *E)
    dice(monkeypatch, "rune rune rune")
    assert thrown(do(state, "attack(14,9)")) == [7]
    assert state.hurt[troll] == 3


@pytest.mark.rule("G131")
@pytest.mark.rule("G52")
def test_beefy_berserker_does_not_help_the_monsters(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "beefy_berserker")
    put(state, "troll", *E)
    dice(monkeypatch, "rune rune hit hit")
    brawl(state)
    assert hero_of(state).damage == 1


# ---- Dreadnought


@pytest.mark.rule("G131")
@pytest.mark.rule("G59")
@pytest.mark.rule("G37")
def test_dreadnought_1_prevents_1_damage_for_1_mana_after_armor(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "dreadnought")
    troll = put(state, "troll", *E)
    dice(monkeypatch, "hit hit hit")
    brawl(state)
    assert hero_of(state).mana["dreadnought"] == 1  # generated at the end of the turn
    assert legal(state) == {"use(dreadnought)", "done"}
    do(state, "use(dreadnought)")
    assert (hero_of(state).damage, hero_of(state).mana["dreadnought"]) == (1, 0)
    assert state.hurt[troll] == 0


@pytest.mark.rule("G131")
@pytest.mark.rule("G59")
def test_dreadnought_prevents_once_for_each_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "dreadnought", "dwarf_helm")
    put(state, "troll", *E)
    put(state, "troll", *W)
    hero_of(state).mana["dreadnought"] = 4
    dice(monkeypatch, "hit hit hit hit miss miss hit hit hit")
    refuses(state, "use(dreadnought)", "G29")
    brawl(state)
    do(state, "assault(14,9)", "use(dreadnought)")
    refuses(state, "use(dreadnought)", "G59")
    do(state, "done")
    assert hero_of(state).damage == 2
    do(state, "use(dreadnought)", "done")
    assert hero_of(state).damage == 3
    assert hero_of(state).mana["dreadnought"] == 3


@pytest.mark.rule("G131")
@pytest.mark.rule("G31")
def test_dreadnought_needs_mana_and_damage_that_armor_left(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "dreadnought", "dwarf_helm")
    hero_of(state).mana["dreadnought"] = -1
    put(state, "troll", *E)
    dice(monkeypatch, "hit hit hit")
    brawl(state)
    refuses(state, "use(dreadnought)", "G31")
    do(state, "done")
    hero_of(state).mana["dreadnought"] = 3
    dice(monkeypatch, "hit")
    damage = hero_of(state).damage
    brawl(state)
    assert asked(state) == "Acting"  # nothing to prevent
    assert hero_of(state).damage == damage


@pytest.mark.rule("G131")
@pytest.mark.rule("G59")
def test_dreadnought_2_hurts_each_adjacent_attacker(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "dreadnought", level=2)
    hero_of(state).mana["dreadnought"] = -1
    troll, goblin = put(state, "troll", *E), put(state, "goblin", *W, hurt=1)
    sprite, draugr = put(state, "sprite", 16, 8), put(state, "draugr", *SW)
    gold = hero_of(state).gold
    dice(monkeypatch, "", then="miss")
    brawl(state)
    while asked(state) == "Choosing":
        do(state, sorted(legal(state))[0])
    assert state.hurt[troll] == 1  # though it did nothing to him
    assert not alive(state, goblin)
    assert hero_of(state).gold == gold + 1
    assert (at(state, sprite), state.hurt[sprite]) == ((15, 8), 0)  # it shot from two areas away
    assert state.hurt[draugr] == 0  # armor


@pytest.mark.rule("G131")
@pytest.mark.rule("G59")
def test_dreadnought_2_still_prevents_and_strikes_after_the_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "dreadnought", level=2)
    troll = put(state, "troll", *E, hurt=6)
    dice(monkeypatch, "hit hit hit")
    brawl(state)
    assert alive(state, troll)
    do(state, "use(dreadnought)")
    assert hero_of(state).damage == 1
    assert not alive(state, troll)


@pytest.mark.rule("G131")
@pytest.mark.rule("G59")
@pytest.mark.rule("G60")
def test_dreadnought_2_strikes_after_a_knock_out_too(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "dreadnought", level=2)
    hero_of(state).mana["dreadnought"] = -1
    hero_of(state).damage = 5
    troll = put(state, "troll", *E)
    dice(monkeypatch, "hit hit")
    brawl(state)
    assert (where(state), state.hurt[troll]) == (TOWN, 1)


@pytest.mark.rule("G131")
@pytest.mark.rule("G89")
def test_dreadnought_2_answers_the_gaze_of_an_adjacent_seer_only() -> None:
    state = field()
    equip(state, "dreadnought", level=2)
    seer = put(state, "seer_of_odin_2", *E)
    brawl(state)
    assert (hero_of(state).damage, state.hurt[seer]) == (1, 1)
    stand(state, *W)
    stand(state, *TOWN)
    brawl(state)
    assert (hero_of(state).damage, state.hurt[seer]) == (2, 1)


# ---- Fortified


@pytest.mark.rule("G131")
@pytest.mark.rule("G29")
def test_fortified_1_heals_1_once_per_turn() -> None:
    state = field()
    equip(state, "fortified")
    refuses(state, "use(fortified)", "G39")
    hero_of(state).damage = 3
    do(state, "use(fortified)")
    assert hero_of(state).damage == 2
    refuses(state, "use(fortified)", "G29")
    end_turn(state)
    do(state, "use(fortified)")
    assert hero_of(state).damage == 1


@pytest.mark.rule("G131")
@pytest.mark.rule("G60")
def test_fortified_2_adds_1_strength_and_2_health(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "fortified", level=2)
    put(state, "troll", *E)
    dice(monkeypatch, "")
    assert thrown(do(state, "attack(14,9)")) == [5]
    hero_of(state).damage = 6
    dice(monkeypatch, "hit hit")
    brawl(state)
    assert (hero_of(state).damage, where(state)) == (7, HERE)
    do(state, "use(fortified)")
    assert hero_of(state).damage == 6
    refuses(state, "use(fortified)", "G29")


# ---- equipment


@pytest.mark.rule("G132")
@pytest.mark.rule("G46")
def test_boldurs_first_pick_is_a_main_weapon_with_1_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(at=(15, 9))
    assert owns(state, "boldurs_first_pick")
    quest(state, "smiterbiter")
    do(state, "move(16,9)", "stop")
    assert owns(state, "smiterbiter")
    assert not owns(state, "boldurs_first_pick")
    put(state, "troll", 17, 9)
    dice(monkeypatch, "")
    assert thrown(do(state, "attack(17,9)")) == [6]


@pytest.mark.rule("G132")
@pytest.mark.rule("G43")
def test_shield_is_won_by_entering_ogre_valley_also_in_passing() -> None:
    state = field(at=(5, 8))
    quest(state, "shield")
    refuses(state, "quest", "G40")
    do(state, "move(4,8)", "go(5,8)", "stop")
    assert owns(state, "shield")


@pytest.mark.rule("G132")
@pytest.mark.rule("G44")
def test_shield_is_claimed_for_a_troll_instead_of_its_experience(monkeypatch: pytest.MonkeyPatch) -> None:
    for answer, gained in (("yes", 0), ("no", 3)):
        state = field()
        quest(state, "shield")
        put(state, "troll", *E, hurt=6)
        gold = hero_of(state).gold
        dice(monkeypatch, "hit")
        do(state, "attack(14,9)", answer)
        assert owns(state, "shield") == (answer == "yes")
        assert hero_of(state).gold == gold + gained
    for kind in ("brute", "jotunn", "hrungbald_1"):
        state = field()
        quest(state, "shield")
        put(state, kind, *E, hurt=2)
        dice(monkeypatch, "", then="hit")
        do(state, "attack(14,9)")
        assert asked(state) == "Acting"
        assert not owns(state, "shield")


@pytest.mark.rule("G132")
@pytest.mark.rule("G59")
@pytest.mark.rule("G30")
def test_shield_prevents_2_damage_for_1_wear(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "shield")
    put(state, "troll", *E)
    dice(monkeypatch, "hit hit hit hit")
    brawl(state)
    do(state, "use(shield)")
    assert (hero_of(state).damage, hero_of(state).wear["shield"]) == (1, 1)
    dice(monkeypatch, "hit hit")
    brawl(state)
    do(state, "use(shield)")  # less than two is prevented as well
    assert (hero_of(state).damage, hero_of(state).wear["shield"]) == (1, 2)
    state.time = 1
    dice(monkeypatch, "hit hit")
    brawl(state)
    assert asked(state) == "Acting"
    assert hero_of(state).damage == 2


@pytest.mark.rule("G132")
@pytest.mark.rule("G42")
def test_mining_equipment_is_bought_for_3_gold_at_once() -> None:
    state = field()
    quest(state, "mining_equipment")
    hero_of(state).gold = 2
    refuses(state, "quest", "G42")
    hero_of(state).gold = 3
    do(state, "quest")
    assert owns(state, "mining_equipment")
    assert hero_of(state).gold == 0


@pytest.mark.rule("G132")
@pytest.mark.rule("G6")
@pytest.mark.rule("G30")
def test_mining_equipment_gains_2_gold_beside_a_mountain_and_3_beside_three() -> None:
    state = field()
    equip(state, "mining_equipment")
    refuses(state, "use(mining_equipment)", "G32")
    stand(state, *TOWN)
    refuses(state, "use(mining_equipment)", "G32")  # not from town, though a mountain is at its border
    stand(state, *FOOT)  # two mountains
    hero_of(state).gold = 0
    do(state, "use(mining_equipment)")
    assert hero_of(state).gold == 2
    stand(state, *THREE_PEAKS)
    refuses(state, "use(mining_equipment)", "G29")
    end_turn(state)
    do(state, "use(mining_equipment)")
    assert hero_of(state).gold == 5
    end_turn(state)
    assert hero_of(state).wear["mining_equipment"] == 2
    refuses(state, "use(mining_equipment)", "G30")


@pytest.mark.rule("G132")
@pytest.mark.rule("G6")
def test_the_mountain_under_his_feet_is_one_of_three() -> None:
    state = field(at=CAVE)
    equip(state, "mining_equipment")
    hero_of(state).gold = 0
    do(state, "use(mining_equipment)")
    assert hero_of(state).gold == 3


@pytest.mark.rule("G132")
@pytest.mark.rule("G43")
@pytest.mark.rule("G45")
def test_dwarf_mail_is_won_by_entering_7_areas_beside_mountains() -> None:
    state = field(at=(8, 12))
    quest(state, "dwarf_mail")
    refuses(state, "quest", "G40")
    do(state, "move(9,12)", "go(8,12)", "go(7,12)")  # the last one has no mountain beside it
    assert hero_of(state).progress == 2
    end_turn(state)
    stand(state, 10, 10)  # being put somewhere is no entering
    do(state, "move(9,9)")
    assert hero_of(state).progress == 2  # the town is adjacent to nothing
    end_turn(state)
    stand(state, 7, 6)
    do(state, "move(6,6)", "stop")  # a mountain itself
    assert hero_of(state).progress == 3
    hero_of(state).progress = 6
    give(state, "maneuver")
    do(state, "play(maneuver)", "go(5,7)")
    assert owns(state, "dwarf_mail")


@pytest.mark.rule("G132")
@pytest.mark.rule("G59")
def test_dwarf_mail_prevents_1_damage_once_in_a_monster_turn_after_armor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field()
    equip(state, "dwarf_mail")
    put(state, "troll", *E)
    put(state, "troll", *W)
    dice(monkeypatch, "hit hit hit miss miss miss hit hit")
    refuses(state, "use(dwarf_mail)", "G29")
    brawl(state)
    assert hero_of(state).damage == 2  # 3 - 1 - 1, then 2 - 1 without it
    assert asked(state) == "Acting"
    dice(monkeypatch, "hit miss miss miss miss miss hit hit")
    brawl(state)
    assert hero_of(state).damage == 2  # the armor stopped the first: the mail was still there


@pytest.mark.rule("G132")
@pytest.mark.rule("G59")
def test_dwarf_mail_takes_the_first_damage_before_other_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "dwarf_mail", "shield")
    put(state, "troll", *E)
    put(state, "troll", *W)
    hero_of(state).wear["shield"] = 1
    dice(monkeypatch, "hit hit hit miss miss miss hit hit")
    brawl(state)
    events = do(state, "assault(14,9)", "use(shield)")
    assert hero_of(state).damage == 1  # 3 - 1 - 1 - 1 by the shield; then 2 - 1
    first = [event.card for event in events if isinstance(event, Prevented)]
    assert first == ["Dwarf Mail", "Shield"]


@pytest.mark.rule("G132")
@pytest.mark.rule("G42")
def test_orebiter_is_bought_for_2_gold() -> None:
    state = field()
    quest(state, "orebiter")
    hero_of(state).gold = 1
    refuses(state, "quest", "G42")
    hero_of(state).gold = 2
    do(state, "quest")
    assert owns(state, "orebiter")
    assert hero_of(state).gold == 0
    assert owns(state, "boldurs_first_pick")  # it is no main weapon (G46)


@pytest.mark.rule("G132")
@pytest.mark.rule("G50")
def test_orebiter_digs_gold_out_of_an_adjacent_mountain(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(at=FOOT)
    refuses(state, "attack(9,11)", "G50")
    equip(state, "orebiter")
    refuses(state, "attack(11,13)", "G50")  # two areas away
    refuses(state, "attack(8,12)", "G50")  # plains
    hero_of(state).gold = 0
    dice(monkeypatch, "hit hit cover rune")
    assert thrown(do(state, "attack(9,11)")) == [4]
    assert hero_of(state).gold == 3
    refuses(state, "attack(9,13)", "G20")  # it was the attack action


@pytest.mark.rule("G132")
@pytest.mark.rule("G50")
@pytest.mark.rule("G4")
def test_orebiter_digs_under_his_feet_but_not_from_town(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table("boldur")
    equip(state, "orebiter")
    refuses(state, "attack(9,11)", "G4")
    stand(state, *CAVE)
    hero_of(state).gold = 0
    dice(monkeypatch, "hit hit")
    do(state, "attack(6,6)")
    assert hero_of(state).gold == 2


@pytest.mark.rule("G132")
@pytest.mark.rule("G50")
def test_orebiter_may_aim_at_a_mountain_where_somebody_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    for answer, gold, hurt in (("yes", 3, 0), ("no", 0, 3)):
        state = field(at=FOOT)
        equip(state, "orebiter")
        troll = put(state, "troll", *PEAK)
        hero_of(state).gold = 0
        dice(monkeypatch, "hit hit hit")
        do(state, "attack(9,11)")
        assert legal(state) == {"yes", "no"}
        do(state, answer)
        assert (hero_of(state).gold, state.hurt[troll]) == (gold, hurt)
        assert alive(state, troll)
    state = field("embla", at=(7, 6))  # a hero on it is in nobody's way
    equip(state, "orebiter")
    stand(state, *CAVE, seat=1)
    hero_of(state).gold = 0
    dice(monkeypatch, "hit hit hit")
    do(state, "attack(6,6)")
    assert (hero_of(state).gold, hero_of(state, 1).damage) == (3, 0)


@pytest.mark.rule("G132")
@pytest.mark.rule("G50")
@pytest.mark.rule("G58")
def test_all_bonuses_help_orebiter_but_ore_does_not_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(at=FOOT)
    equip(state, "orebiter", "sweeping_strike", "smiterbiter", "beefy_berserker")
    give(state, "berserk")
    hero_of(state).counters["smiterbiter"] = 2
    goblin = put(state, "goblin", 8, 12)
    hero_of(state).gold = 0
    dice(monkeypatch, "hit rune")
    do(state, "attack(9,11)", "play(berserk)", "use(smiterbiter)", "amount(2)")
    assert asked(state) == "Acting"
    assert hero_of(state).gold == 2 + 3 + 2 + 1
    assert (alive(state, goblin), state.hurt[goblin]) == (True, 0)
    assert hero_of(state).counters["smiterbiter"] == 0


@pytest.mark.rule("G132")
@pytest.mark.rule("G50")
@pytest.mark.rule("G28")
def test_rapid_strike_may_dig_too(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(at=(8, 12))
    equip(state, "orebiter")
    hero_of(state).mana["rapid_strike"], hero_of(state).gold = 3, 0
    dice(monkeypatch, "hit hit miss miss hit")
    do(state, "attack(9,11)", "use(rapid_strike)")
    assert hero_of(state).gold == 3


@pytest.mark.rule("G132")
@pytest.mark.rule("G43")
def test_dvalins_pick_is_won_by_ending_a_movement_beside_three_mountains() -> None:
    state = field(at=(10, 12))
    quest(state, "dvalins_pick")
    refuses(state, "quest", "G40")
    do(state, "move(10,13)", "go(10,12)", "stop")  # passing is not enough
    assert not owns(state, "dvalins_pick")
    give(state, "maneuver")
    do(state, "play(maneuver)", "go(10,13)")  # any movement of one's own
    assert owns(state, "dvalins_pick")
    state = field(at=THREE_PEAKS)
    quest(state, "dvalins_pick")
    do(state, "move(10,13)")  # standing still is not enough
    assert not owns(state, "dvalins_pick")
    state = field(at=(7, 6))
    quest(state, "dvalins_pick")
    do(state, "move(6,6)", "stop")  # his own mountain is the third
    assert owns(state, "dvalins_pick")


@pytest.mark.rule("G132")
@pytest.mark.rule("G28")
@pytest.mark.rule("G46")
def test_dvalins_pick_spends_an_attack_action_for_gold_mana_and_a_card() -> None:
    state = table("boldur")
    equip(state, "dvalins_pick", "dreadnought")
    assert owns(state, "boldurs_first_pick")  # it is no main weapon
    hero_of(state).gold = 0
    do(state, "use(dvalins_pick)")  # without a target, also in town
    assert legal(state) == {"on(rapid_strike)", "on(dreadnought)"}
    do(state, "on(dreadnought)")
    hero = hero_of(state)
    assert (hero.gold, hero.mana["dreadnought"], len(hero.hand)) == (1, 1, 1)
    refuses(state, "use(dvalins_pick)", "G29")
    stand(state, *HERE)
    put(state, "goblin", *E)
    refuses(state, "attack(14,9)", "G20")


@pytest.mark.rule("G132")
@pytest.mark.rule("G28")
def test_dvalins_pick_needs_the_attack_action() -> None:
    state = field()
    equip(state, "dvalins_pick")
    put(state, "troll", *E)
    do(state, "attack(14,9)")
    refuses(state, "use(dvalins_pick)", "G28")
    state = field()
    equip(state, "dvalins_pick")
    do(state, "practice", "focus(rapid_strike)")
    refuses(state, "use(dvalins_pick)", "G28")


@pytest.mark.rule("G132")
@pytest.mark.rule("G43")
def test_smiterbiter_is_won_by_ending_a_movement_in_the_marsh_of_sorrow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field(at=(15, 9))
    quest(state, "smiterbiter")
    refuses(state, "quest", "G40")
    do(state, "move(15,10)", "go(14,10)", "stop")  # passing is not enough
    assert not owns(state, "smiterbiter")
    give(state, "seek_shelter")
    do(state, "play(seek_shelter)", "go(15,10)", "stop")
    assert owns(state, "smiterbiter")
    state = table("boldur", monster_die=True)
    stand(state, 17, 9)
    quest(state, "smiterbiter")
    put(state, "troll", 17, 8)
    monster_die(monkeypatch, "push")
    dice(monkeypatch, "")
    brawl(state)
    assert where(state) == (16, 9)  # pushed, which is no movement of his own
    assert not owns(state, "smiterbiter")


@pytest.mark.rule("G132")
@pytest.mark.rule("G58")
def test_smiterbiter_stores_overkill_up_to_3_and_releases_any_part(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "smiterbiter", "rapid_strike", level=1)
    hero_of(state).mana["rapid_strike"] = 3
    put(state, "goblin", *W)
    troll = put(state, "troll", *E)
    refuses(state, "use(smiterbiter)", "G29")
    dice(monkeypatch, "hit hit hit hit hit hit hit")
    assert thrown(do(state, "attack(12,9)")) == [6]  # an empty store asks nothing
    assert hero_of(state).counters["smiterbiter"] == 3  # 4 were left
    do(state, "use(rapid_strike)")
    assert legal(state) == {"use(smiterbiter)", "done"}
    do(state, "use(smiterbiter)")
    assert legal(state) == {"amount(1)", "amount(2)", "amount(3)"}
    do(state, "amount(2)")  # and no more in this attack
    assert asked(state) == "Acting"
    assert state.hurt[troll] == 3
    assert hero_of(state).counters["smiterbiter"] == 1


@pytest.mark.rule("G132")
@pytest.mark.rule("G58")
def test_smiterbiter_stores_only_what_the_sweep_did_not_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    for answer, second, stored in (("no", "brute", 3), ("yes", "troll", 0), ("yes", "goblin", 1)):
        state = field()
        equip(state, "smiterbiter", "sweeping_strike")
        put(state, "goblin", *E)
        other = put(state, second, *SE)
        dice(monkeypatch, "hit hit hit hit")  # 5 with the sweep: 3 left
        do(state, "attack(14,9)", answer)
        assert hero_of(state).counters.get("smiterbiter", 0) == stored, (answer, second)
        assert alive(state, other) == (second != "goblin")


@pytest.mark.rule("G132")
@pytest.mark.rule("G58")
def test_smiterbiter_stores_nothing_from_other_kills_and_may_stay_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field()
    equip(state, "smiterbiter", "precision_axes")
    give(state, "short_temper")
    put(state, "goblin", *E, hurt=1)
    put(state, "goblin", *W)
    do(state, "use(precision_axes)", "at(14,9)", "play(short_temper)")
    assert hero_of(state).counters.get("smiterbiter", 0) == 0
    hero_of(state).counters["smiterbiter"] = 2
    put(state, "troll", *E)
    dice(monkeypatch, "hit")
    do(state, "attack(14,9)", "done")
    assert hero_of(state).counters["smiterbiter"] == 2


@pytest.mark.rule("G132")
@pytest.mark.rule("G46")
def test_the_store_of_smiterbiter_goes_with_it() -> None:
    state = field()
    equip(state, "smiterbiter")
    hero_of(state).counters["smiterbiter"] = 3
    quest(state, "eitris_pick")
    put(state, "grendel_1", 15, 9)
    do(state, "move(14,9)", "stop")
    assert owns(state, "eitris_pick")
    assert not owns(state, "smiterbiter")
    assert "smiterbiter" not in hero_of(state).counters


@pytest.mark.rule("G132")
@pytest.mark.rule("G43")
def test_eitris_pick_is_won_by_ending_a_movement_beside_4_monsters_or_a_legend() -> None:
    for count in (3, 4):
        state = field(at=(13, 11))
        quest(state, "eitris_pick")
        refuses(state, "quest", "G40")
        for place in (NE, E, W, NW)[:count]:
            put(state, "goblin", *place)
        do(state, "move(13,9)", "stop")
        assert owns(state, "eitris_pick") == (count == 4)
    state = field()
    quest(state, "eitris_pick")
    put(state, "surt_1", *W)
    do(state, "move(13,9)")
    assert not owns(state, "eitris_pick")  # standing still
    give(state, "maneuver")
    do(state, "play(maneuver)", "go(12,10)")
    assert owns(state, "eitris_pick")


@pytest.mark.rule("G132")
@pytest.mark.rule("G51")
def test_eitris_pick_gives_2_strength_and_2_dice_to_rapid_strikes_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field()
    equip(state, "eitris_pick")
    hero_of(state).mana["rapid_strike"] = 3
    put(state, "troll", *E)
    dice(monkeypatch, "")
    assert thrown(do(state, "attack(14,9)")) == [5]
    assert thrown(do(state, "use(rapid_strike)")) == [7]


@pytest.mark.rule("G132")
@pytest.mark.rule("G42")
def test_dwarf_helm_is_bought_for_2_gold_in_temple_ruins() -> None:
    state = field()
    quest(state, "dwarf_helm")
    refuses(state, "quest", "G42")
    stand(state, *RUINS)
    hero_of(state).gold = 1
    refuses(state, "quest", "G42")
    hero_of(state).gold = 2
    do(state, "quest")
    assert owns(state, "dwarf_helm")
    assert hero_of(state).gold == 0


@pytest.mark.rule("G132")
@pytest.mark.rule("G59")
@pytest.mark.rule("G30")
def test_dwarf_helm_prevents_1_damage_for_1_wear_four_times(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "dwarf_helm")
    put(state, "troll", *E)
    for wear in range(1, 5):
        dice(monkeypatch, "hit hit hit")
        state.time, hero_of(state).damage = 1, 0
        brawl(state)
        do(state, "use(dwarf_helm)")
        assert (hero_of(state).damage, hero_of(state).wear["dwarf_helm"]) == (1, wear)
    dice(monkeypatch, "hit hit hit")
    state.time = 1
    brawl(state)
    assert asked(state) == "Acting"
    assert hero_of(state).damage == 3


@pytest.mark.rule("G132")
@pytest.mark.rule("G41")
@pytest.mark.rule("G51")
def test_battle_boots_are_won_by_a_focus_action_and_give_1_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    quest(state, "battle_boots")
    do(state, "focus(rapid_strike)")
    refuses(state, "quest", "G41")
    end_turn(state)
    quest(state, "battle_boots")
    mana = hero_of(state).mana["rapid_strike"]
    do(state, "quest")
    assert owns(state, "battle_boots")
    assert hero_of(state).mana["rapid_strike"] == mana
    refuses(state, "focus(rapid_strike)", "G20")
    put(state, "troll", *E)
    dice(monkeypatch, "")
    assert thrown(do(state, "attack(14,9)")) == [5]


@pytest.mark.rule("G132")
@pytest.mark.rule("G45")
@pytest.mark.rule("G46")
def test_dwarf_pick_is_won_by_3_kills_and_is_no_main_weapon(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    quest(state, "dwarf_pick")
    refuses(state, "quest", "G40")
    give(state, "short_temper", "kick")
    put(state, "goblin", *E)
    put(state, "goblin", *W, hurt=1)
    gold = hero_of(state).gold
    do(state, "play(short_temper)", "at(14,9)", "play(kick)")
    assert hero_of(state).progress == 2
    put(state, "brute", *E)
    dice(monkeypatch, "hit hit hit")
    do(state, "attack(14,9)")
    assert owns(state, "dwarf_pick")
    assert owns(state, "boldurs_first_pick")
    assert hero_of(state).gold == gold + 4  # nothing is forgone
    end_turn(state)
    put(state, "troll", *E)
    dice(monkeypatch, "")
    assert thrown(do(state, "attack(14,9)")) == [5]


@pytest.mark.rule("G132")
@pytest.mark.rule("G41")
def test_precision_axes_are_won_by_a_practice_action_in_a_forest() -> None:
    state = field()
    quest(state, "precision_axes")
    refuses(state, "quest", "G42")
    stand(state, *FOREST)
    gold = hero_of(state).gold
    do(state, "quest")
    assert owns(state, "precision_axes")
    assert hero_of(state).gold == gold
    refuses(state, "practice", "G20")
    state = field(at=FOREST)
    quest(state, "precision_axes")
    do(state, "practice")
    refuses(state, "quest", "G41")


@pytest.mark.rule("G132")
@pytest.mark.rule("G56")
@pytest.mark.rule("G30")
def test_precision_axes_deal_1_unpreventable_damage() -> None:
    state = field()
    equip(state, "precision_axes")
    refuses(state, "use(precision_axes)", "G39")
    draugr = put(state, "draugr", *E)
    put(state, "goblin", 11, 9)
    do(state, "use(precision_axes)")
    assert state.hurt[draugr] == 1  # through the armor
    assert hero_of(state).wear["precision_axes"] == 1
    refuses(state, "use(precision_axes)", "G29")
    for _ in range(2):
        hero_of(state).used = ()
        do(state, "use(precision_axes)")
    hero_of(state).used = ()
    refuses(state, "use(precision_axes)", "G30")
    assert state.hurt[draugr] == 3


# ---- events


@pytest.mark.rule("G133")
@pytest.mark.rule("G6")
def test_miner_gains_2_gold_beside_a_mountain() -> None:
    state = field()
    give(state, "miner", "miner")
    refuses(state, "play(miner)", "G32")
    stand(state, *TOWN)
    refuses(state, "play(miner)", "G32")
    stand(state, *THREE_PEAKS)
    hero_of(state).gold = 0
    do(state, "play(miner)")
    assert hero_of(state).gold == 2
    stand(state, *CAVE)  # his own area counts
    do(state, "play(miner)")
    assert hero_of(state).gold == 4


@pytest.mark.rule("G133")
@pytest.mark.rule("G56")
def test_short_temper_kills_an_adjacent_monster_with_2_health_or_less() -> None:
    state = field()
    give(state, "short_temper", "short_temper", "short_temper")
    put(state, "brute", *E)
    put(state, "troll", *W, hurt=4)
    put(state, "goblin", 15, 9)
    refuses(state, "play(short_temper)", "G39")
    draugr, grendel = put(state, "draugr", *NE, hurt=3), put(state, "grendel_1", *SW, hurt=10)
    gold = hero_of(state).gold
    do(state, "play(short_temper)")
    assert legal(state) == {"at(14,8)", "at(12,10)"}
    do(state, "at(14,8)")  # a kill is no damage: armor does not help
    assert not alive(state, draugr)
    do(state, "play(short_temper)")
    assert not alive(state, grendel)
    assert hero_of(state).gold == gold + 3 + 6


@pytest.mark.rule("G133")
@pytest.mark.rule("G88")
def test_short_temper_counts_the_health_that_the_queen_gives() -> None:
    state = field()
    give(state, "short_temper")
    put(state, "imp", *E)
    put(state, "queen_of_the_dead_2", 16, 2)
    refuses(state, "play(short_temper)", "G39")


@pytest.mark.rule("G133")
@pytest.mark.rule("G21")
def test_boldurs_maneuver_moves_1_area() -> None:
    state = field()
    give(state, "maneuver", "maneuver")
    do(state, "play(maneuver)")
    refuses(state, "go(15,9)", "G21")
    do(state, "go(14,9)", "play(maneuver)", "go(15,9)")
    assert where(state) == (15, 9)
    assert holds(state, "maneuver") == 0
    do(state, "move(16,9)", "stop")


@pytest.mark.rule("G133")
@pytest.mark.rule("G25")
def test_boldurs_rest_heals_2() -> None:
    state = field()
    give(state, "rest")
    refuses(state, "play(rest)", "G39")
    hero_of(state).damage = 3
    do(state, "play(rest)")
    assert hero_of(state).damage == 1


@pytest.mark.rule("G133")
@pytest.mark.rule("G61")
def test_boldurs_kick_deals_1_and_moves_the_monster_1_area() -> None:
    state = field()
    give(state, "kick")
    refuses(state, "play(kick)", "G39")
    troll = put(state, "troll", *E)
    do(state, "play(kick)")
    refuses(state, "at(13,9)", "G61")
    do(state, "at(15,9)")
    assert (at(state, troll), state.hurt[troll]) == ((15, 9), 1)


@pytest.mark.rule("G133")
@pytest.mark.rule("G54")
@pytest.mark.rule("G56")
def test_berserk_adds_3_damage_for_1_unpreventable_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    give(state, "berserk", "berserk", "berserk")
    equip(state, "dwarf_helm", "dreadnought")
    hero_of(state).mana["dreadnought"] = 3
    troll = put(state, "troll", *E)
    refuses(state, "play(berserk)", "G32")
    dice(monkeypatch, "")
    do(state, "attack(14,9)", "play(berserk)")
    assert hero_of(state).damage == 1  # neither armor nor prevention
    assert asked(state) == "Reacting"
    do(state, "play(berserk)", "done")  # copies add up
    assert (hero_of(state).damage, state.hurt[troll]) == (2, 6)
    assert holds(state, "berserk") == 1


@pytest.mark.rule("G133")
@pytest.mark.rule("G60")
def test_berserk_may_knock_him_out_and_the_attack_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    give(state, "berserk")
    hero_of(state).damage = 5
    troll, pieces = put(state, "troll", *E), state.pieces
    dice(monkeypatch, "hit")
    do(state, "attack(14,9)", "play(berserk)")
    assert (where(state), hero_of(state).damage, state.pieces) == (TOWN, 5, pieces - 2)
    assert state.hurt[troll] == 4
    do(state, "mend")  # the turn goes on
    assert hero_of(state).damage == 0


@pytest.mark.rule("G133")
@pytest.mark.rule("G28")
def test_focus_spends_a_focus_action_for_gold_mana_and_a_card() -> None:
    state = field()
    give(state, "focus", "focus")
    equip(state, "dreadnought")
    hero_of(state).gold = 0
    do(state, "play(focus)", "on(dreadnought)")
    hero = hero_of(state)
    assert (hero.gold, hero.mana["dreadnought"], len(hero.hand)) == (1, 1, 2)
    refuses(state, "play(focus)", "G28")
    refuses(state, "focus(rapid_strike)", "G20")
    do(state, "practice")
    refuses(state, "prepare", "G20")


@pytest.mark.rule("G133")
@pytest.mark.rule("G28")
def test_focus_is_not_played_after_the_focus_action() -> None:
    state = field()
    give(state, "focus")
    do(state, "focus(rapid_strike)")
    refuses(state, "play(focus)", "G28")


@pytest.mark.rule("G133")
@pytest.mark.rule("G30")
def test_boldurs_durability_removes_all_damage_from_one_equipment_card() -> None:
    state = field()
    give(state, "durability")
    equip(state, "shield", "dwarf_helm")
    refuses(state, "play(durability)", "G39")
    hero_of(state).wear, hero_of(state).damage = {"shield": 2, "dwarf_helm": 3}, 2
    do(state, "play(durability)")
    assert legal(state) == {"tend(0,shield)", "tend(0,dwarf_helm)"}
    do(state, "tend(0,dwarf_helm)")
    assert (hero_of(state).wear, hero_of(state).damage) == ({"shield": 2, "dwarf_helm": 0}, 2)


@pytest.mark.rule("G133")
@pytest.mark.rule("G59")
def test_dodge_prevents_up_to_2_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    for hits, left in (("hit hit hit hit", 1), ("hit hit", 0)):
        state = field()
        give(state, "dodge")
        put(state, "troll", *E)
        refuses(state, "play(dodge)", "G32")
        dice(monkeypatch, hits)
        brawl(state)
        assert legal(state) == {"play(dodge)", "done"}
        do(state, "play(dodge)")
        assert hero_of(state).damage == left
        assert holds(state, "dodge") == 0


@pytest.mark.rule("G133")
@pytest.mark.rule("G10")
def test_boldurs_gate_adds_a_town_piece_for_2_gold_in_grimheim() -> None:
    state = field()
    give(state, "boldurs_gate")
    refuses(state, "play(boldurs_gate)", "G32")
    stand(state, *TOWN)
    hero_of(state).gold = 1
    refuses(state, "play(boldurs_gate)", "G32")
    hero_of(state).gold, pieces = 3, state.pieces
    do(state, "play(boldurs_gate)")
    assert (hero_of(state).gold, state.pieces) == (1, pieces + 1)  # beyond the starting number
    state = table("boldur")
    give(state, "boldurs_gate")
    state.pieces = 10
    refuses(state, "play(boldurs_gate)", "G39")


@pytest.mark.rule("G133")
@pytest.mark.rule("G21")
def test_seek_shelter_moves_up_to_2_areas_to_end_in_a_location() -> None:
    state = field(at=(14, 9))
    give(state, "seek_shelter", "maneuver")
    do(state, "play(seek_shelter)")
    refuses(state, "stop", "G21")
    refuses(state, "go(13,9)", "G21")
    do(state, "go(15,9)")
    refuses(state, "stop", "G21")
    do(state, "go(16,9)")
    assert where(state) == (16, 9)
    refuses(state, "move(15,9)", "G21")
    refuses(state, "play(maneuver)", "G21")
    do(state, "practice")
    end_turn(state)
    do(state, "move(15,9)", "stop")  # the ban is over


@pytest.mark.rule("G133")
@pytest.mark.rule("G21")
def test_seek_shelter_may_leave_a_location_and_come_back_and_may_end_in_town() -> None:
    state = field(at=(16, 9))
    give(state, "seek_shelter")
    do(state, "play(seek_shelter)", "go(15,9)", "go(16,9)")
    assert where(state) == (16, 9)
    state = field(at=(12, 9))
    give(state, "seek_shelter")
    do(state, "move(13,9)", "go(12,9)", "stop")  # movement before it is allowed
    do(state, "play(seek_shelter)", "go(9,9)")
    assert where(state) == TOWN
    state = field(at=(13, 8))
    give(state, "seek_shelter")
    refuses(state, "play(seek_shelter)", "G39")  # no location within two areas


@pytest.mark.rule("G133")
@pytest.mark.rule("G40")
@pytest.mark.rule("G28")
def test_portable_smithy_completes_any_quest_for_a_prepare_action() -> None:
    pile = (
        "shield mining_equipment dwarf_mail orebiter dvalins_pick smiterbiter eitris_pick dwarf_helm "
        "battle_boots dwarf_pick precision_axes"
    )
    for card in pile.split():
        state = field()
        give(state, "portable_smithy")
        quest(state, card)
        hero_of(state).gold = 0
        do(state, "play(portable_smithy)")
        assert owns(state, card)
        assert (hero_of(state).gold, len(hero_of(state).hand)) == (0, 0)
        refuses(state, "prepare", "G20")


@pytest.mark.rule("G133")
@pytest.mark.rule("G28")
@pytest.mark.rule("G40")
def test_portable_smithy_needs_the_prepare_action_and_a_quest() -> None:
    state = field()
    give(state, "portable_smithy")
    do(state, "prepare")
    refuses(state, "play(portable_smithy)", "G28")
    state = field()
    give(state, "portable_smithy")
    hero_of(state).equipment = []
    refuses(state, "play(portable_smithy)", "G39")
