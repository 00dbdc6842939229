"""Embla: her hero card, abilities, equipment and events (G120 to G123), each played at the table.

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

from fimbul.games.fate.state import FateState

HERE = 13, 9
NE, E, SE, SW, W, NW = (14, 8), (14, 9), (13, 10), (12, 10), (12, 9), (13, 8)
TOWN = 9, 9
CABIN = 11, 11  # Witch Cabin, a forest area
FOREST, BESIDE_FOREST = (11, 10), (12, 10)
PEAK, FOOT = (9, 11), (9, 12)  # the mountain beside the town, and an area south of it


def field(*others: str, at: tuple[int, int] = HERE) -> FateState:
    """Embla alone in the field; others are in Grimheim."""
    state = table("embla", *others)
    stand(state, *at)
    return state


# ---- the hero card


@pytest.mark.rule("G120")
def test_embla_1_has_strength_3_and_health_9(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    put(state, "troll", *E)
    dice(monkeypatch, "", then="miss")
    assert thrown(do(state, "attack(14,9)")) == [4]  # 3, and 1 from Flimsy Blade
    hero_of(state).damage, hero_of(state).mana["riposte"] = 7, 0
    dice(monkeypatch, "hit")
    brawl(state)
    assert (hero_of(state).damage, where(state)) == (8, HERE)
    hero_of(state).mana["riposte"] = 0
    dice(monkeypatch, "hit")
    pieces = state.pieces
    brawl(state)
    assert (hero_of(state).damage, where(state), state.pieces) == (5, TOWN, pieces - 2)


@pytest.mark.rule("G120")
@pytest.mark.rule("G21")
def test_emblas_move_action_goes_four_areas_in_place_of_three() -> None:
    state = field(at=(12, 9))
    refuses(state, "move(17,9)", "G21")
    do(state, "move(16,9)")
    assert where(state) == (16, 9)
    refuses(state, "move(17,9)", "G20")  # it is the move action, and no further one


@pytest.mark.rule("G120")
@pytest.mark.rule("G36")
def test_embla_2_is_an_upgrade_with_strength_5_and_health_10(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    hero_of(state).gold = 5
    tame(state)
    do(state, "end", "upgrade(embla)", "no")
    assert hero_of(state).gold == 0
    put(state, "troll", *E)
    dice(monkeypatch, "", then="miss")
    assert thrown(do(state, "attack(14,9)")) == [6]
    hero_of(state).damage, hero_of(state).mana["riposte"] = 8, 0
    dice(monkeypatch, "hit")
    brawl(state)
    assert (hero_of(state).damage, where(state)) == (9, HERE)
    stand(state, 13, 10)
    refuses(state, "move(17,11)", "G1")
    do(state, "move(17,9)")  # still four areas
    assert where(state) == (17, 9)


# ---- Riposte


@pytest.mark.rule("G121")
@pytest.mark.rule("G59")
def test_riposte_1_prevents_2_and_deals_2_for_2_mana(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    troll = put(state, "troll", *E)
    hero_of(state).mana["riposte"] = 2
    dice(monkeypatch, "hit hit hit")
    brawl(state)
    assert legal(state) == {"use(riposte)", "done"}
    do(state, "use(riposte)")
    assert hero_of(state).damage == 1
    assert state.hurt[troll] == 2
    assert hero_of(state).mana["riposte"] == 1  # 2, 1 more at the end of the turn, 2 spent


@pytest.mark.rule("G121")
def test_riposte_deals_its_damage_even_if_there_was_less_to_prevent(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    goblin = put(state, "goblin", *E)
    hero_of(state).mana["riposte"] = 2
    dice(monkeypatch, "hit")
    gold = hero_of(state).gold
    brawl(state)
    do(state, "use(riposte)")
    assert hero_of(state).damage == 0
    assert not alive(state, goblin)
    assert hero_of(state).gold == gold + 1  # experience also in the monster turn (G57)


@pytest.mark.rule("G121")
@pytest.mark.rule("G31")
def test_riposte_1_needs_2_mana(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    troll = put(state, "troll", *E)
    equip(state, "helmet")
    hero_of(state).mana["riposte"] = 0
    dice(monkeypatch, "hit hit hit")
    brawl(state)
    assert legal(state) == {"use(helmet)", "done"}
    refuses(state, "use(riposte)", "G31")
    do(state, "done")
    assert (hero_of(state).damage, state.hurt[troll]) == (3, 0)


@pytest.mark.rule("G121")
@pytest.mark.rule("G59")
def test_riposte_is_used_once_for_each_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    troll, brute = put(state, "troll", *E), put(state, "brute", *W)
    equip(state, "helmet")
    hero_of(state).mana["riposte"] = 6
    dice(monkeypatch, "hit hit hit hit hit miss hit hit hit")
    brawl(state)
    do(state, "assault(14,9)", "use(riposte)")
    refuses(state, "use(riposte)", "G59")
    do(state, "done")
    assert hero_of(state).damage == 3
    do(state, "use(riposte)", "done")  # the next attack
    assert hero_of(state).damage == 4
    assert (state.hurt[troll], state.hurt[brute]) == (2, 2)
    assert hero_of(state).mana["riposte"] == 3


@pytest.mark.rule("G121")
@pytest.mark.rule("G59")
def test_riposte_needs_an_adjacent_attacker(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    sprite = put(state, "sprite", 16, 8)  # it goes to (15,8), two areas away
    equip(state, "helmet")
    hero_of(state).mana["riposte"] = 5
    dice(monkeypatch, "hit")
    brawl(state)
    assert at(state, sprite) == (15, 8)
    assert legal(state) == {"use(helmet)", "done"}
    refuses(state, "use(riposte)", "G59")


@pytest.mark.rule("G121")
@pytest.mark.rule("G29")
def test_riposte_is_nothing_for_ones_own_turn() -> None:
    state = field()
    put(state, "goblin", *E)
    hero_of(state).mana["riposte"] = 5
    refuses(state, "use(riposte)", "G29")


@pytest.mark.rule("G121")
@pytest.mark.rule("G59")
@pytest.mark.rule("G60")
def test_riposte_strikes_before_the_rest_of_the_attack_knocks_her_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field()
    troll = put(state, "troll", *E, hurt=5)
    hero_of(state).mana["riposte"] = 2
    hero_of(state).damage = 7
    give(state, "retaliation")
    gold, pieces = hero_of(state).gold, state.pieces
    dice(monkeypatch, "hit hit hit hit")
    brawl(state)
    do(state, "use(riposte)")
    assert not alive(state, troll)
    assert hero_of(state).gold == gold + 3
    assert (where(state), hero_of(state).damage, state.pieces) == (TOWN, 5, pieces - 2)


@pytest.mark.rule("G121")
@pytest.mark.rule("G56")
def test_ripostes_damage_meets_armor(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    draugr = put(state, "draugr", *E)
    hero_of(state).mana["riposte"] = 2
    dice(monkeypatch, "rune")  # a hit for the dead
    brawl(state)
    do(state, "use(riposte)")
    assert (state.hurt[draugr], hero_of(state).damage) == (1, 0)


@pytest.mark.rule("G121")
@pytest.mark.rule("G59")
def test_riposte_helps_embla_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field("boldur")
    stand(state, *W, seat=1)
    troll = put(state, "troll", 11, 9)
    hero_of(state).mana["riposte"] = 5
    dice(monkeypatch, "hit hit hit")
    brawl(state)
    assert asked(state) == "Acting"
    assert (hero_of(state, 1).damage, state.hurt[troll]) == (2, 0)


@pytest.mark.rule("G121")
@pytest.mark.rule("G40")
@pytest.mark.rule("G44")
def test_a_helmet_won_by_riposte_helps_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    quest(state, "helmet")
    put(state, "brute", *E, hurt=1)
    hero_of(state).mana["riposte"] = 2
    dice(monkeypatch, "hit hit hit")
    brawl(state)
    do(state, "use(riposte)", "yes", "use(helmet)")
    assert hero_of(state).damage == 0


@pytest.mark.rule("G121")
@pytest.mark.rule("G37")
def test_riposte_generates_1_mana_and_2_on_level_two() -> None:
    state = field()
    assert hero_of(state).mana["riposte"] == 1  # the start kit (G12)
    end_turn(state)
    assert hero_of(state).mana["riposte"] == 2
    equip(state, "riposte", level=2)
    end_turn(state)
    assert hero_of(state).mana["riposte"] == 4


@pytest.mark.rule("G121")
@pytest.mark.rule("G59")
def test_riposte_2_prevents_3_and_deals_3_for_3_mana(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    troll = put(state, "troll", *E)
    equip(state, "riposte", level=2)
    hero_of(state).mana["riposte"] = 1
    dice(monkeypatch, "hit hit hit hit")
    brawl(state)
    do(state, "use(riposte)")
    assert (hero_of(state).damage, state.hurt[troll], hero_of(state).mana["riposte"]) == (1, 3, 0)


@pytest.mark.rule("G121")
@pytest.mark.rule("G31")
def test_riposte_2_is_not_used_for_2_mana(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    put(state, "troll", *E)
    equip(state, "riposte", level=2)
    hero_of(state).mana["riposte"] = 0
    dice(monkeypatch, "hit hit")
    brawl(state)
    assert asked(state) == "Acting"
    assert hero_of(state).damage == 2


# ---- In Charge


@pytest.mark.rule("G121")
def test_in_charge_1_kills_a_monster_of_rank_1_after_a_move_action() -> None:
    state = field(at=(10, 7))
    equip(state, "in_charge")
    goblin, imp = put(state, "goblin", 14, 8), put(state, "imp", 12, 9)
    put(state, "brute", 14, 7)
    gold = hero_of(state).gold
    do(state, "move(13,8)")
    assert legal(state) == {"at(14,8)", "at(12,9)", "no"}
    refuses(state, "at(14,7)", "G121")
    do(state, "at(12,9)")
    assert alive(state, goblin)
    assert not alive(state, imp)
    assert hero_of(state).gold == gold + 1


@pytest.mark.rule("G121")
def test_in_charge_may_be_declined() -> None:
    state = field()
    equip(state, "in_charge")
    goblin = put(state, "goblin", 15, 9)
    do(state, "move(14,9)", "stop", "no")
    assert alive(state, goblin)
    assert asked(state) == "Acting"


@pytest.mark.rule("G121")
@pytest.mark.rule("G21")
def test_in_charge_follows_no_other_movement() -> None:
    for how in ("play(maneuver)", "use(fleetfoot)", "use(tailored_boots)"):
        state = field()
        equip(state, "in_charge", "fleetfoot", "tailored_boots")
        give(state, "maneuver")
        put(state, "goblin", 15, 9)
        do(state, how, "go(14,9)")
        assert asked(state) == "Acting", how
    state = field()
    equip(state, "in_charge", "queen_of_the_hill")
    put(state, "goblin", *E)
    put(state, "imp", 15, 9)
    do(state, "use(queen_of_the_hill)")
    assert asked(state) == "Acting"


@pytest.mark.rule("G121")
@pytest.mark.rule("G21")
def test_in_charge_follows_a_move_action_without_a_step() -> None:
    state = field()
    equip(state, "in_charge")
    goblin = put(state, "goblin", *E)
    do(state, "move(13,9)", "at(14,9)")
    assert not alive(state, goblin)


@pytest.mark.rule("G121")
@pytest.mark.rule("G84")
def test_in_charge_2_kills_rank_1_or_2_but_no_rank_3_and_no_legend() -> None:
    state = field()
    equip(state, "in_charge", level=2)
    skeleton = put(state, "skeleton", *E)
    put(state, "goblin", *W)
    put(state, "troll", *NE)
    put(state, "grendel_1", *SW)
    gold = hero_of(state).gold
    do(state, "move(13,9)")
    assert legal(state) == {"at(14,9)", "at(12,9)", "no"}
    do(state, "at(14,9)")
    assert not alive(state, skeleton)
    assert hero_of(state).gold == gold + 2


@pytest.mark.rule("G121")
@pytest.mark.rule("G44")
def test_what_in_charge_kills_counts_for_a_quest() -> None:
    state = field()
    equip(state, "in_charge", level=2)
    quest(state, "helmet")
    put(state, "brute", *E)
    do(state, "move(13,9)", "at(14,9)", "yes")
    assert owns(state, "helmet")


# ---- Fleetfoot


@pytest.mark.rule("G121")
@pytest.mark.rule("G29")
def test_fleetfoot_1_moves_1_area_once_per_turn_and_gives_1_health(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "fleetfoot")
    put(state, "goblin", *W)
    do(state, "use(fleetfoot)")
    refuses(state, "go(15,9)", "G21")
    refuses(state, "go(12,9)", "G1")
    do(state, "go(14,9)")
    assert where(state) == E
    refuses(state, "use(fleetfoot)", "G29")
    do(state, "move(13,9)", "stop")  # it is no move action
    hero_of(state).damage, hero_of(state).mana["riposte"] = 8, 0
    dice(monkeypatch, "hit")
    brawl(state)
    assert (hero_of(state).damage, where(state)) == (9, HERE)
    do(state, "use(fleetfoot)", "go(14,9)")  # again in the next turn


@pytest.mark.rule("G121")
@pytest.mark.rule("G5")
def test_fleetfoot_leads_into_the_town_and_out_of_it() -> None:
    state = field(at=(11, 9))
    equip(state, "fleetfoot")
    do(state, "use(fleetfoot)", "go(9,9)")
    assert where(state) == TOWN
    state = table("embla")
    equip(state, "fleetfoot")
    do(state, "use(fleetfoot)", "go(11,9)")
    assert where(state) == (11, 9)


@pytest.mark.rule("G121")
@pytest.mark.rule("G63")
def test_fleetfoot_1_does_not_climb() -> None:
    state = field(at=FOOT)
    equip(state, "fleetfoot")
    refuses(state, "move(9,11)", "G2")
    do(state, "use(fleetfoot)")
    refuses(state, "go(9,11)", "G2")


@pytest.mark.rule("G121")
@pytest.mark.rule("G63")
def test_fleetfoot_2_gives_3_health_and_leads_into_mountains() -> None:
    for how in (("move(9,11)", "stop"), ("use(fleetfoot)", "go(9,11)"), ("play(maneuver)", "go(9,11)")):
        state = field(at=FOOT)
        equip(state, "fleetfoot", level=2)
        give(state, "maneuver")
        assert state.kit(0).health == 12
        do(state, *how)
        assert where(state) == PEAK
    refuses(state, "move(9,18)", "G1")
    do(state, "use(fleetfoot)", "go(9,9)")  # and from the mountain into the town
    refuses(state, "use(fleetfoot)", "G29")
    do(state, "move(9,11)", "stop")  # and back
    assert where(state) == PEAK


@pytest.mark.rule("G121")
@pytest.mark.rule("G63")
def test_fleetfoot_2_enters_no_lake() -> None:
    state = field(at=(16, 6))
    equip(state, "fleetfoot", level=2)
    refuses(state, "move(17,6)", "G2")


@pytest.mark.rule("G121")
@pytest.mark.rule("G63")
def test_fleetfoot_2_passes_through_occupied_areas_without_stopping_there() -> None:
    state = field("boldur")
    for place in (NE, SE, SW, W, NW):
        put(state, "goblin", *place)
    stand(state, *E, seat=1)
    refuses(state, "move(15,9)", "G21")
    equip(state, "fleetfoot", level=2)
    refuses(state, "move(14,9)", "G1")
    refuses(state, "move(13,10)", "G1")
    do(state, "move(15,9)", "stop")
    assert where(state) == (15, 9)
    assert where(state, 1) == E
    stand(state, *HERE)
    refuses(state, "use(fleetfoot)", "G39")  # one step cannot lead past anybody


@pytest.mark.rule("G121")
@pytest.mark.rule("G63")
@pytest.mark.rule("G43")
def test_who_slips_through_an_occupied_forest_has_entered_it() -> None:
    state = field(at=(11, 9))
    equip(state, "fleetfoot", level=2)
    quest(state, "ravens_claw")
    put(state, "goblin", *FOREST)
    put(state, "goblin", 10, 10)
    do(state, "move(11,11)", "stop")
    assert hero_of(state).progress == 2


# ---- Reaper Swing


@pytest.mark.rule("G121")
@pytest.mark.rule("G58")
def test_reaper_swing_1_splits_the_damage_with_another_adjacent_monster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field()
    equip(state, "reaper_swing")
    troll, brute = put(state, "troll", *E), put(state, "brute", *W)
    put(state, "goblin", 15, 9)  # adjacent to the target, but not to her
    dice(monkeypatch, "hit hit hit hit")
    assert thrown(do(state, "attack(14,9)")) == [4]
    assert legal(state) == {"at(12,9)", "no"}
    refuses(state, "at(15,9)", "G58")
    do(state, "at(12,9)")
    assert legal(state) == {"amount(1)", "amount(2)", "amount(3)", "amount(4)"}
    do(state, "amount(1)")
    assert (state.hurt[troll], state.hurt[brute]) == (3, 1)


@pytest.mark.rule("G121")
@pytest.mark.rule("G58")
def test_reaper_swing_may_be_declined_and_needs_another_monster(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "reaper_swing")
    troll, brute = put(state, "troll", *E), put(state, "brute", *W)
    dice(monkeypatch, "hit hit")
    do(state, "attack(14,9)", "no")
    assert (state.hurt[troll], state.hurt[brute]) == (2, 0)
    state = field()
    equip(state, "reaper_swing")
    troll = put(state, "troll", *E)
    dice(monkeypatch, "hit hit")
    do(state, "attack(14,9)")
    assert asked(state) == "Acting"
    assert state.hurt[troll] == 2


@pytest.mark.rule("G121")
@pytest.mark.rule("G58")
def test_reaper_swing_kills_two(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "reaper_swing")
    first, second = put(state, "goblin", *E), put(state, "goblin", *W)
    gold = hero_of(state).gold
    dice(monkeypatch, "hit hit hit hit")
    do(state, "attack(14,9)", "at(12,9)", "amount(2)")
    assert not alive(state, first)
    assert not alive(state, second)
    assert hero_of(state).gold == gold + 2


@pytest.mark.rule("G121")
@pytest.mark.rule("G58")
@pytest.mark.rule("G53")
def test_reaper_swing_ignores_the_cover_of_the_second(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(at=BESIDE_FOREST)
    equip(state, "reaper_swing")
    troll, hidden = put(state, "troll", 13, 10), put(state, "brute", *FOREST)
    dice(monkeypatch, "cover cover cover")
    do(state, "attack(13,10)", "at(11,10)", "amount(2)")
    assert (state.hurt[troll], state.hurt[hidden]) == (1, 2)


@pytest.mark.rule("G121")
@pytest.mark.rule("G58")
@pytest.mark.rule("G53")
def test_the_cover_of_the_target_counts_for_both(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(at=BESIDE_FOREST)
    equip(state, "reaper_swing")
    open_, hidden = put(state, "troll", 13, 10), put(state, "brute", *FOREST)
    dice(monkeypatch, "cover cover cover")
    do(state, "attack(11,10)")
    assert asked(state) == "Acting"
    assert (state.hurt[open_], state.hurt[hidden]) == (0, 0)


@pytest.mark.rule("G121")
@pytest.mark.rule("G58")
@pytest.mark.rule("G54")
def test_reaper_swing_comes_after_all_bonuses(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "reaper_swing", "ravens_claw")
    give(state, "magic_runes")
    troll, other = put(state, "troll", *E), put(state, "troll", *W)
    dice(monkeypatch, "rune hit")
    do(state, "attack(14,9)", "play(magic_runes)", "at(12,9)")
    assert legal(state) == {f"amount({n})" for n in range(1, 7)}  # 1 hit, 3, and 2 from the claw
    do(state, "amount(4)")
    assert (state.hurt[troll], state.hurt[other]) == (2, 4)


@pytest.mark.rule("G121")
@pytest.mark.rule("G58")
@pytest.mark.rule("G56")
def test_reaper_swing_meets_the_armor_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "reaper_swing")
    first, second = put(state, "draugr", *E), put(state, "draugr", *W)
    dice(monkeypatch, "hit hit hit hit")
    do(state, "attack(14,9)", "at(12,9)", "amount(2)")
    assert (state.hurt[first], state.hurt[second]) == (1, 1)


@pytest.mark.rule("G121")
@pytest.mark.rule("G29")
def test_reaper_swing_works_in_attack_actions_only_and_in_each(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "reaper_swing", "throwing_knives")
    give(state, "speedy_attack", "rest")
    troll, other = put(state, "troll", *E), put(state, "troll", *W)
    dice(monkeypatch, "hit hit", then="hit")
    do(state, "use(throwing_knives)", "at(14,9)")
    assert asked(state) == "Acting"
    assert (state.hurt[troll], state.hurt[other]) == (3, 0)
    do(state, "attack(14,9)", "at(12,9)", "amount(2)")
    do(state, "play(speedy_attack)", "attack(12,9)", "at(14,9)", "amount(1)")
    assert (state.hurt[troll], state.hurt[other]) == (6, 5)


@pytest.mark.rule("G121")
@pytest.mark.rule("G88")
def test_reaper_swing_and_the_last_of_the_queens_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    """The queen's death takes the imp with her before the rest of the damage reaches it: it dies once."""
    state = field()
    equip(state, "reaper_swing")
    queen, imp = put(state, "queen_of_the_dead_2", *W, hurt=9), put(state, "imp", *E, hurt=2)
    gold, supply = hero_of(state).gold, sum(state.supply)
    dice(monkeypatch, "hit hit hit")
    do(state, "attack(14,9)", "at(12,9)", "amount(2)")
    assert not alive(state, queen)
    assert not alive(state, imp)
    assert hero_of(state).gold == gold + 7
    assert sum(state.supply) == supply + 2


@pytest.mark.rule("G121")
@pytest.mark.rule("G51")
def test_reaper_swing_2_adds_3_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "reaper_swing", level=2)
    troll, other = put(state, "troll", *E), put(state, "troll", *W)
    dice(monkeypatch, "", then="hit")
    assert thrown(do(state, "attack(14,9)")) == [7]
    do(state, "at(12,9)", "amount(5)")
    assert (state.hurt[troll], state.hurt[other]) == (2, 5)


# ---- Queen of the Hill


@pytest.mark.rule("G121")
@pytest.mark.rule("G61")
def test_queen_of_the_hill_1_deals_2_and_trades_places() -> None:
    state = field()
    equip(state, "queen_of_the_hill")
    brute = put(state, "brute", *E)
    do(state, "use(queen_of_the_hill)")
    assert state.hurt[brute] == 2
    assert (where(state), at(state, brute)) == (E, HERE)
    refuses(state, "use(queen_of_the_hill)", "G29")
    do(state, "move(15,9)", "stop")  # no action was used


@pytest.mark.rule("G121")
@pytest.mark.rule("G61")
def test_queen_of_the_hill_takes_the_place_of_the_dead() -> None:
    state = field()
    equip(state, "queen_of_the_hill")
    goblin = put(state, "goblin", *E)
    gold = hero_of(state).gold
    do(state, "use(queen_of_the_hill)")
    assert not alive(state, goblin)
    assert (where(state), hero_of(state).gold) == (E, gold + 1)
    assert state.at[state.land.at[HERE]] == 0


@pytest.mark.rule("G121")
@pytest.mark.rule("G61")
def test_queen_of_the_hill_trades_even_if_armor_stops_the_damage_and_with_legends() -> None:
    state = field()
    equip(state, "queen_of_the_hill")
    draugr, grendel = put(state, "draugr", *E), put(state, "grendel_1", *W)
    do(state, "use(queen_of_the_hill)")
    assert legal(state) == {"at(14,9)", "at(12,9)"}
    do(state, "at(12,9)")
    assert (where(state), at(state, grendel), state.hurt[grendel]) == (W, HERE, 2)
    assert (at(state, draugr), state.hurt[draugr]) == (E, 0)


@pytest.mark.rule("G121")
@pytest.mark.rule("G61")
@pytest.mark.rule("G63")
def test_queen_of_the_hill_needs_fleetfoot_2_for_a_mountain() -> None:
    state = field(at=FOOT)
    equip(state, "queen_of_the_hill")
    brute = put(state, "brute", *PEAK)
    refuses(state, "use(queen_of_the_hill)", "G39")
    assert state.hurt[brute] == 0
    equip(state, "fleetfoot", level=2)
    do(state, "use(queen_of_the_hill)")
    assert (where(state), at(state, brute), state.hurt[brute]) == (PEAK, FOOT, 2)


@pytest.mark.rule("G121")
@pytest.mark.rule("G3")
def test_queen_of_the_hill_may_trade_in_the_troll_caves() -> None:
    state = field(at=(7, 6))
    equip(state, "queen_of_the_hill")
    brute = put(state, "brute", 6, 6)
    do(state, "use(queen_of_the_hill)")
    assert (where(state), at(state, brute)) == ((6, 6), (7, 6))


@pytest.mark.rule("G121")
@pytest.mark.rule("G4")
def test_queen_of_the_hill_does_not_work_from_town() -> None:
    state = table("embla")
    equip(state, "queen_of_the_hill", "swift_kick", "heels")
    give(state, "kick", "courage")
    put(state, "troll", 11, 9)
    for action in (
        "use(queen_of_the_hill)",
        "use(swift_kick)",
        "use(heels)",
        "play(kick)",
        "play(courage)",
    ):
        refuses(state, action, "G39")
    refuses(state, "attack(11,9)", "G4")


@pytest.mark.rule("G121")
@pytest.mark.rule("G61")
@pytest.mark.rule("G44")
def test_who_dies_on_the_hill_may_bring_the_helmet() -> None:
    state = field()
    equip(state, "queen_of_the_hill")
    quest(state, "helmet")
    put(state, "brute", *E, hurt=1)
    gold = hero_of(state).gold
    do(state, "use(queen_of_the_hill)", "yes")
    assert owns(state, "helmet")
    assert (where(state), hero_of(state).gold) == (E, gold)


@pytest.mark.rule("G121")
@pytest.mark.rule("G61")
def test_queen_of_the_hill_2_deals_4() -> None:
    state = field()
    equip(state, "queen_of_the_hill", level=2)
    troll = put(state, "troll", *SW)
    do(state, "use(queen_of_the_hill)")
    assert state.hurt[troll] == 4
    assert (where(state), at(state, troll)) == (SW, HERE)
    refuses(state, "use(queen_of_the_hill)", "G29")


# ---- Swift Kick


@pytest.mark.rule("G121")
@pytest.mark.rule("G61")
def test_swift_kick_1_deals_1_and_moves_the_monster_1_area() -> None:
    state = field()
    equip(state, "swift_kick")
    brute = put(state, "brute", *E)
    put(state, "goblin", 15, 9)
    do(state, "use(swift_kick)")
    assert state.hurt[brute] == 1
    assert legal(state) == {"at(15,8)", "at(14,8)", "at(13,10)", "at(14,10)"}
    refuses(state, "at(15,9)", "G61")
    do(state, "at(13,10)")
    assert at(state, brute) == SE
    assert where(state) == HERE
    refuses(state, "use(swift_kick)", "G29")


@pytest.mark.rule("G121")
@pytest.mark.rule("G84")
def test_swift_kick_does_not_touch_legends() -> None:
    for level in (1, 2):
        state = field()
        equip(state, "swift_kick", level=level)
        put(state, "hrungbald_1", *E)
        refuses(state, "use(swift_kick)", "G39")


@pytest.mark.rule("G121")
@pytest.mark.rule("G77")
def test_swift_kick_into_the_town_costs_a_piece() -> None:
    state = field(at=(12, 9))
    equip(state, "swift_kick")
    brute = put(state, "brute", 11, 9)
    gold, pieces = hero_of(state).gold, state.pieces
    do(state, "use(swift_kick)", "at(9,9)")
    assert not alive(state, brute)
    assert (state.pieces, hero_of(state).gold) == (pieces - 1, gold)


@pytest.mark.rule("G121")
@pytest.mark.rule("G61")
def test_swift_kick_into_mountains_but_not_into_lakes_or_on_anybody() -> None:
    state = field(at=FOOT)
    equip(state, "swift_kick")
    brute = put(state, "brute", 8, 12)
    do(state, "use(swift_kick)", "at(9,11)")
    assert at(state, brute) == PEAK
    state = field(at=(15, 6))
    equip(state, "swift_kick")
    put(state, "brute", 16, 6)
    do(state, "use(swift_kick)")
    assert "at(17,6)" not in legal(state)
    assert "at(17,5)" in legal(state)  # Nailfare is open to all
    refuses(state, "at(17,6)", "G61")


@pytest.mark.rule("G121")
@pytest.mark.rule("G39")
def test_swift_kick_without_room_still_hurts() -> None:
    state = field()
    equip(state, "swift_kick")
    brute = put(state, "brute", *E)
    for x, y in ((15, 8), (15, 9), (14, 10), (13, 10), (14, 8)):
        put(state, "goblin", x, y)
    do(state, "use(swift_kick)", "at(14,9)")
    assert (state.hurt[brute], at(state, brute)) == (1, E)
    assert asked(state) == "Acting"


@pytest.mark.rule("G121")
@pytest.mark.rule("G61")
def test_swift_kick_2_deals_2_and_moves_the_monster_2_areas() -> None:
    state = field()
    equip(state, "swift_kick", level=2)
    troll = put(state, "troll", *E)
    do(state, "use(swift_kick)", "at(15,9)", "at(16,9)")
    assert (state.hurt[troll], at(state, troll)) == (2, (16, 9))
    refuses(state, "use(swift_kick)", "G29")


@pytest.mark.rule("G121")
@pytest.mark.rule("G61")
@pytest.mark.rule("G57")
def test_swift_kick_does_not_move_the_dead() -> None:
    state = field()
    equip(state, "swift_kick", level=2)
    goblin = put(state, "goblin", *E)
    gold = hero_of(state).gold
    do(state, "use(swift_kick)")
    assert not alive(state, goblin)
    assert hero_of(state).gold == gold + 1
    assert asked(state) == "Acting"


# ---- equipment


@pytest.mark.rule("G122")
@pytest.mark.rule("G46")
def test_flimsy_blade_gives_1_strength_and_is_no_main_weapon(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    assert owns(state, "flimsy_blade")
    equip(state, "wildfire_blade")
    quest(state, "ravens_claw")
    hero_of(state).progress = 9
    stand(state, 12, 10)
    do(state, "move(11,10)", "stop")
    assert owns(state, "ravens_claw")
    assert owns(state, "flimsy_blade")
    assert not owns(state, "wildfire_blade")
    put(state, "troll", 12, 10)
    dice(monkeypatch, "", then="miss")
    assert thrown(do(state, "attack(12,10)")) == [5]


@pytest.mark.rule("G122")
@pytest.mark.rule("G41")
def test_healing_potion_is_won_by_a_mend_action_in_the_witch_cabin() -> None:
    state = field()
    quest(state, "healing_potion")
    hero_of(state).damage = 3
    refuses(state, "quest", "G42")
    stand(state, *CABIN)
    do(state, "mend")
    assert hero_of(state).damage == 1
    refuses(state, "quest", "G41")  # the mend action is used
    state = field(at=CABIN)
    quest(state, "healing_potion")
    hero_of(state).damage = 3
    do(state, "quest")
    assert owns(state, "healing_potion")
    assert hero_of(state).damage == 3  # spent, so nothing is healed
    refuses(state, "mend", "G20")


@pytest.mark.rule("G122")
@pytest.mark.rule("G30")
def test_healing_potion_heals_any_number_of_times_a_turn_until_it_is_worn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field("boldur")
    stand(state, *E, seat=1)
    equip(state, "healing_potion")
    refuses(state, "use(healing_potion)", "G39")
    hero_of(state).damage, hero_of(state, 1).damage = 3, 2
    do(state, "use(healing_potion)", "tend(0,embla)", "use(healing_potion)", "tend(1,boldur)")
    do(state, "use(healing_potion)", "tend(0,embla)", "use(healing_potion)", "tend(0,embla)")
    assert (hero_of(state).damage, hero_of(state, 1).damage) == (0, 1)
    assert hero_of(state).wear["healing_potion"] == 4
    refuses(state, "use(healing_potion)", "G30")


@pytest.mark.rule("G122")
@pytest.mark.rule("G6")
def test_healing_potion_does_not_reach_a_hero_further_away() -> None:
    state = field("boldur")
    stand(state, 15, 9, seat=1)
    equip(state, "healing_potion")
    hero_of(state, 1).damage = 2
    refuses(state, "use(healing_potion)", "G39")


@pytest.mark.rule("G122")
@pytest.mark.rule("G32")
def test_healing_potion_and_boots_are_not_used_in_the_monsters_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "healing_potion", "tailored_boots", "helmet")
    put(state, "troll", *E)
    hero_of(state).damage = 4
    dice(monkeypatch, "hit hit")
    brawl(state)
    assert asked(state) == "Preventing"
    refuses(state, "use(healing_potion)", "G29")
    refuses(state, "use(tailored_boots)", "G29")


@pytest.mark.rule("G122")
@pytest.mark.rule("G41")
@pytest.mark.rule("G42")
def test_heels_are_won_by_a_mend_action_and_2_cards_in_the_witch_cabin() -> None:
    state = field(at=CABIN)
    quest(state, "heels")
    give(state, "rest")
    refuses(state, "quest", "G42")
    give(state, "kick", "courage")
    stand(state, *HERE)
    refuses(state, "quest", "G42")
    stand(state, *CABIN)
    do(state, "quest", "discard(rest)")
    refuses(state, "discard(rest)", "G34")
    do(state, "discard(courage)")
    assert owns(state, "heels")
    assert (holds(state, "kick"), len(hero_of(state).hand)) == (1, 1)
    refuses(state, "mend", "G20")


@pytest.mark.rule("G122")
@pytest.mark.rule("G29")
def test_heels_deal_1_damage_to_an_adjacent_monster_each_turn() -> None:
    state = field()
    equip(state, "heels")
    refuses(state, "use(heels)", "G39")
    put(state, "goblin", 15, 9)
    refuses(state, "use(heels)", "G39")
    troll, draugr = put(state, "troll", *E), put(state, "draugr", *W)
    do(state, "use(heels)", "at(14,9)")
    assert (state.hurt[troll], state.hurt[draugr]) == (1, 0)
    refuses(state, "use(heels)", "G29")
    end_turn(state)
    do(state, "use(heels)", "at(12,9)")
    assert state.hurt[draugr] == 0  # armor


@pytest.mark.rule("G122")
@pytest.mark.rule("G42")
def test_tailored_boots_are_bought_for_2_gold_in_grimheim() -> None:
    state = table("embla")
    quest(state, "tailored_boots")
    hero_of(state).gold = 1
    refuses(state, "quest", "G42")
    hero_of(state).gold = 3
    stand(state, 11, 9)
    refuses(state, "quest", "G42")
    stand(state, *TOWN)
    do(state, "quest")
    assert owns(state, "tailored_boots")
    assert hero_of(state).gold == 1
    do(state, "practice", "focus(riposte)")  # it was no action


@pytest.mark.rule("G122")
@pytest.mark.rule("G30")
@pytest.mark.rule("G29")
def test_tailored_boots_move_1_area_for_1_wear() -> None:
    state = field()
    equip(state, "tailored_boots")
    do(state, "use(tailored_boots)")
    refuses(state, "go(15,9)", "G21")
    do(state, "go(14,9)")
    assert hero_of(state).wear["tailored_boots"] == 1
    refuses(state, "use(tailored_boots)", "G29")
    end_turn(state)
    do(state, "use(tailored_boots)", "go(15,9)")
    assert where(state) == (15, 9)
    end_turn(state)
    refuses(state, "use(tailored_boots)", "G30")


@pytest.mark.rule("G122")
@pytest.mark.rule("G42")
@pytest.mark.rule("G51")
def test_blade_decorations_are_bought_for_2_gold_in_grimheim_and_give_1_strength(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = table("embla")
    quest(state, "blade_decorations")
    hero_of(state).gold = 1
    refuses(state, "quest", "G42")
    hero_of(state).gold = 2
    stand(state, *HERE)
    refuses(state, "quest", "G42")
    stand(state, *TOWN)
    do(state, "quest")
    assert hero_of(state).gold == 0
    stand(state, *HERE)
    put(state, "troll", *E)
    dice(monkeypatch, "", then="miss")
    assert thrown(do(state, "attack(14,9)")) == [5]


@pytest.mark.rule("G122")
@pytest.mark.rule("G44")
def test_helmet_is_claimed_for_a_brute_or_a_skeleton_instead_of_its_experience(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for kind in ("brute", "skeleton"):
        state = field()
        quest(state, "helmet")
        put(state, kind, *E)
        gold = hero_of(state).gold
        refuses(state, "quest", "G40")
        dice(monkeypatch, "", then="hit")
        do(state, "attack(14,9)", "yes")
        assert owns(state, "helmet")
        assert hero_of(state).gold == gold


@pytest.mark.rule("G122")
@pytest.mark.rule("G44")
def test_helmet_may_be_left_and_other_kills_do_not_do(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    quest(state, "helmet")
    put(state, "brute", *E)
    gold = hero_of(state).gold
    dice(monkeypatch, "", then="hit")
    do(state, "attack(14,9)", "no")
    assert not owns(state, "helmet")
    assert hero_of(state).gold == gold + 2
    for kind in ("goblin", "elemental", "imp"):
        state = field()
        quest(state, "helmet")
        put(state, kind, *E)
        do(state, "attack(14,9)")
        assert asked(state) == "Acting"
        assert not owns(state, "helmet")


@pytest.mark.rule("G122")
@pytest.mark.rule("G59")
@pytest.mark.rule("G30")
def test_helmet_prevents_1_damage_for_1_wear_once_for_each_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "helmet")
    hero_of(state).mana["riposte"] = -9
    put(state, "goblin", *E)
    put(state, "goblin", *W)
    put(state, "goblin", *NE)
    put(state, "goblin", *SW)
    dice(monkeypatch, "hit hit miss hit hit hit", then="hit")
    refuses(state, "use(helmet)", "G29")
    brawl(state)
    do(state, "assault(14,9)")  # supported by the one at (14,8): two dice
    assert legal(state) == {"use(helmet)", "done"}
    do(state, "use(helmet)")
    assert hero_of(state).damage == 1
    assert hero_of(state).wear["helmet"] == 1
    do(state, "assault(14,8)", "use(helmet)")
    assert hero_of(state).damage == 1
    do(state, "assault(12,9)", "use(helmet)")
    assert hero_of(state).wear["helmet"] == 3
    assert asked(state) == "Acting"  # worn out: the last attack could not be answered
    assert hero_of(state).damage == 4


@pytest.mark.rule("G122")
@pytest.mark.rule("G41")
def test_wildfire_blade_is_won_by_a_mend_action_in_spewing_mountain() -> None:
    state = field(at=(4, 15))
    quest(state, "wildfire_blade")
    refuses(state, "quest", "G42")
    stand(state, 1, 14)
    refuses(state, "attack(1,15)", "G50")
    do(state, "quest")
    assert owns(state, "wildfire_blade")
    refuses(state, "mend", "G20")
    state = field(at=(1, 14))
    quest(state, "wildfire_blade")
    hero_of(state).damage = 1
    do(state, "mend")
    refuses(state, "quest", "G41")


@pytest.mark.rule("G122")
@pytest.mark.rule("G54")
def test_wildfire_blade_gives_2_strength_and_burns_after_each_attack_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field()
    equip(state, "wildfire_blade")
    give(state, "speedy_attack", "rest")
    troll, brute = put(state, "troll", *E), put(state, "brute", *W)
    put(state, "goblin", 15, 9)
    dice(monkeypatch, "hit")
    assert thrown(do(state, "attack(14,9)")) == [6]
    assert legal(state) == {"at(14,9)", "at(12,9)"}
    refuses(state, "at(15,9)", "G54")
    do(state, "at(12,9)")
    assert (state.hurt[troll], state.hurt[brute]) == (1, 1)
    do(state, "play(speedy_attack)", "attack(14,9)", "at(14,9)")  # the target, though it missed
    assert (state.hurt[troll], state.hurt[brute]) == (2, 1)


@pytest.mark.rule("G122")
@pytest.mark.rule("G54")
@pytest.mark.rule("G28")
def test_wildfire_blade_burns_after_a_spent_attack_action_but_not_after_other_rolls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field()
    equip(state, "wildfire_blade", "throwing_knives")
    quest(state, "warrior_shield")
    troll, brute = put(state, "troll", *E), put(state, "brute", *W)
    dice(monkeypatch, "", then="miss")
    do(state, "use(throwing_knives)", "at(14,9)")
    assert asked(state) == "Acting"
    do(state, "quest")
    assert owns(state, "warrior_shield")
    do(state, "at(12,9)")
    assert (state.hurt[troll], state.hurt[brute]) == (0, 1)


@pytest.mark.rule("G122")
@pytest.mark.rule("G43")
@pytest.mark.rule("G45")
def test_ravens_claw_is_won_by_entering_10_forest_areas() -> None:
    state = field(at=(12, 10))
    quest(state, "ravens_claw")
    refuses(state, "quest", "G40")
    do(state, "move(11,10)", "go(10,11)", "go(11,10)", "go(10,11)")  # the same area counts again
    assert hero_of(state).progress == 4
    end_turn(state)
    do(state, "move(9,12)", "stop")
    assert hero_of(state).progress == 4
    end_turn(state)
    hero_of(state).progress = 8
    do(state, "move(10,11)")
    assert hero_of(state).progress == 9
    do(state, "go(10,10)", "stop")
    assert owns(state, "ravens_claw")


@pytest.mark.rule("G122")
@pytest.mark.rule("G38")
@pytest.mark.rule("G45")
def test_the_count_for_ravens_claw_is_lost_under_the_pile() -> None:
    state = field(at=(12, 10))
    quest(state, "ravens_claw")
    hero_of(state).equipment = hero_of(state).equipment[-2:]
    do(state, "move(11,10)", "stop")
    assert hero_of(state).progress == 1
    do(state, "end", "cycle(equipment)", "end", "cycle(equipment)")  # on top again
    assert hero_of(state).progress == 0
    do(state, "move(10,11)", "stop")
    assert hero_of(state).progress == 1


@pytest.mark.rule("G122")
@pytest.mark.rule("G54")
def test_ravens_claw_gives_1_strength_and_2_damage_to_each_attack_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = field()
    equip(state, "ravens_claw", "throwing_knives")
    give(state, "speedy_attack", "rest")
    troll = put(state, "troll", *E)
    dice(monkeypatch, "", then="miss")
    assert thrown(do(state, "attack(14,9)")) == [5]
    assert state.hurt[troll] == 2
    do(state, "play(speedy_attack)")
    assert state.hurt[troll] == 4
    do(state, "use(throwing_knives)")
    assert state.hurt[troll] == 4


@pytest.mark.rule("G122")
@pytest.mark.rule("G41")
def test_leg_guards_are_won_by_a_focus_action_and_give_1_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    quest(state, "leg_guards")
    do(state, "focus(riposte)")
    refuses(state, "quest", "G41")
    end_turn(state)
    quest(state, "leg_guards")
    mana = hero_of(state).mana["riposte"]
    do(state, "quest")
    assert owns(state, "leg_guards")
    assert hero_of(state).mana["riposte"] == mana
    refuses(state, "focus(riposte)", "G20")
    put(state, "troll", *E)
    dice(monkeypatch, "", then="miss")
    assert thrown(do(state, "attack(14,9)")) == [5]


@pytest.mark.rule("G122")
@pytest.mark.rule("G41")
def test_warrior_shield_is_won_by_an_attack_action_without_a_target() -> None:
    state = field()
    quest(state, "warrior_shield")
    do(state, "quest")
    assert owns(state, "warrior_shield")
    put(state, "goblin", *E)
    refuses(state, "attack(14,9)", "G20")
    state = field()
    quest(state, "warrior_shield")
    put(state, "troll", *E)
    do(state, "attack(14,9)")
    refuses(state, "quest", "G41")


@pytest.mark.rule("G122")
@pytest.mark.rule("G28")
def test_a_granted_attack_action_may_be_spent_on_warrior_shield() -> None:
    state = field()
    quest(state, "warrior_shield")
    give(state, "speedy_attack", "rest")
    troll = put(state, "troll", *E)
    do(state, "play(speedy_attack)")
    assert legal(state) == {"attack(14,9)", "quest"}
    do(state, "quest")
    assert owns(state, "warrior_shield")
    assert state.hurt[troll] == 0
    do(state, "attack(14,9)")  # her own is not used


@pytest.mark.rule("G122")
@pytest.mark.rule("G59")
@pytest.mark.rule("G34")
def test_warrior_shield_prevents_1_damage_and_draws_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "warrior_shield")
    hero_of(state).mana["riposte"] = 0
    put(state, "troll", *E)
    dice(monkeypatch, "hit hit hit")
    brawl(state)
    hand = len(hero_of(state).hand)
    do(state, "use(warrior_shield)")
    assert hero_of(state).damage == 2
    assert len(hero_of(state).hand) == hand + 1
    assert hero_of(state).wear["warrior_shield"] == 1
    give(state, "rest", "rest", "rest")
    hero_of(state).mana["riposte"] = 0
    hero_of(state).hand = hero_of(state).hand[:4]
    dice(monkeypatch, "hit")
    do(state, "end", "keep", "no", "use(warrior_shield)")
    assert legal(state) == {"discard(rest)", "keep"}  # a full hand
    do(state, "discard(rest)")
    assert len(hero_of(state).hand) == 4
    assert hero_of(state).damage == 2
    hero_of(state).mana["riposte"] = 0
    dice(monkeypatch, "hit")
    do(state, "end", "keep", "no")
    assert asked(state) == "Acting"  # two wear are all
    assert hero_of(state).damage == 3


@pytest.mark.rule("G122")
@pytest.mark.rule("G42")
def test_custom_armor_is_bought_for_4_gold_anywhere() -> None:
    state = field()
    quest(state, "custom_armor")
    hero_of(state).gold = 3
    refuses(state, "quest", "G42")
    hero_of(state).gold = 5
    do(state, "quest")
    assert owns(state, "custom_armor")
    assert hero_of(state).gold == 1


@pytest.mark.rule("G122")
@pytest.mark.rule("G59")
@pytest.mark.rule("G30")
def test_custom_armor_prevents_2_damage_for_1_wear(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "custom_armor")
    put(state, "troll", *E)
    for turn in range(3):
        hero_of(state).mana["riposte"] = 0
        hero_of(state).damage = 0
        dice(monkeypatch, "hit hit hit")
        brawl(state)
        do(state, "use(custom_armor)")
        assert hero_of(state).damage == 1
        assert hero_of(state).wear["custom_armor"] == turn + 1
        hero_of(state).hand = []
        state.time = 1
    dice(monkeypatch, "hit hit hit")
    hero_of(state).mana["riposte"] = 0
    brawl(state)
    assert asked(state) == "Acting"
    assert hero_of(state).damage == 4


@pytest.mark.rule("G122")
@pytest.mark.rule("G59")
def test_several_cards_may_prevent_the_same_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    equip(state, "custom_armor", "helmet")
    hero_of(state).mana["riposte"] = 1
    troll = put(state, "troll", *E)
    dice(monkeypatch, "", then="hit")
    brawl(state)
    do(state, "use(helmet)", "use(custom_armor)", "use(riposte)")
    assert (hero_of(state).damage, state.hurt[troll]) == (1, 2)


@pytest.mark.rule("G122")
@pytest.mark.rule("G41")
def test_throwing_knives_are_won_by_a_practice_action_in_a_forest() -> None:
    state = field()
    quest(state, "throwing_knives")
    refuses(state, "quest", "G42")
    stand(state, *FOREST)
    gold = hero_of(state).gold
    do(state, "quest")
    assert owns(state, "throwing_knives")
    assert hero_of(state).gold == gold  # no experience
    refuses(state, "practice", "G20")
    state = field(at=FOREST)
    quest(state, "throwing_knives")
    do(state, "practice")
    refuses(state, "quest", "G41")


@pytest.mark.rule("G122")
@pytest.mark.rule("G51")
@pytest.mark.rule("G30")
def test_throwing_knives_roll_3_dice_against_an_adjacent_monster(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(at=BESIDE_FOREST)
    equip(state, "throwing_knives")
    refuses(state, "use(throwing_knives)", "G39")
    troll = put(state, "troll", *FOREST)
    dice(monkeypatch, "cover hit rune")
    assert thrown(do(state, "use(throwing_knives)")) == [3]
    assert state.hurt[troll] == 1  # cover counts, a rune is a miss
    refuses(state, "use(throwing_knives)", "G29")
    do(state, "attack(11,10)", "practice")  # it was no action
    end_turn(state)
    do(state, "use(throwing_knives)")
    end_turn(state)
    assert hero_of(state).wear["throwing_knives"] == 2
    refuses(state, "use(throwing_knives)", "G30")


# ---- events


@pytest.mark.rule("G123")
@pytest.mark.rule("G32")
def test_maneuver_moves_1_area() -> None:
    state = field()
    give(state, "maneuver", "maneuver")
    do(state, "play(maneuver)")
    refuses(state, "go(15,9)", "G21")
    do(state, "go(14,9)", "play(maneuver)", "go(15,9)")  # any number of events
    assert where(state) == (15, 9)
    refuses(state, "play(maneuver)", "G32")
    assert hero_of(state).discard.count(state.event(0, "maneuver")) == 2
    do(state, "move(17,9)", "stop")


@pytest.mark.rule("G123")
@pytest.mark.rule("G32")
def test_maneuver_is_not_played_in_the_middle_of_a_move() -> None:
    state = field()
    give(state, "maneuver")
    do(state, "move(14,9)")
    refuses(state, "play(maneuver)", "G21")


@pytest.mark.rule("G123")
@pytest.mark.rule("G61")
def test_kick_deals_1_and_moves_the_monster_1_area_legends_too() -> None:
    state = field()
    give(state, "kick", "kick")
    troll = put(state, "troll", *E)
    do(state, "play(kick)", "at(15,8)")
    assert (state.hurt[troll], at(state, troll)) == (1, (15, 8))
    refuses(state, "play(kick)", "G39")
    legend = put(state, "grendel_1", *W)
    do(state, "play(kick)", "at(11,10)")
    assert (state.hurt[legend], at(state, legend)) == (1, (11, 10))


@pytest.mark.rule("G123")
@pytest.mark.rule("G61")
@pytest.mark.rule("G57")
def test_kick_kills_and_kicks_into_the_town() -> None:
    state = field(at=(12, 9))
    give(state, "kick", "kick")
    goblin = put(state, "goblin", 13, 9, hurt=1)
    gold, pieces = hero_of(state).gold, state.pieces
    do(state, "play(kick)")
    assert not alive(state, goblin)
    assert hero_of(state).gold == gold + 1
    legend = put(state, "hrungbald_1", 11, 9)
    do(state, "play(kick)", "at(9,9)")
    assert not alive(state, legend)
    assert (state.pieces, hero_of(state).gold) == (pieces - 3, gold + 1)


@pytest.mark.rule("G123")
@pytest.mark.rule("G27")
def test_sophisticated_gives_a_mend_focus_prepare_or_practice_action_in_grimheim() -> None:
    state = table("embla")
    give(state, "sophisticated")
    stand(state, 11, 9)
    refuses(state, "play(sophisticated)", "G32")
    for action, gains in (
        ("mend", (5, 0, 0, 0)),
        ("focus(riposte)", (0, 1, 0, 0)),
        ("prepare", (0, 0, 1, 0)),
        ("practice", (0, 0, 0, 1)),
    ):
        state = table("embla")
        give(state, "sophisticated")
        tame(state)
        hero = hero_of(state)
        hero.damage, hero.gold, hero.mana["riposte"] = 6, 0, 0
        do(state, "play(sophisticated)")
        assert {"mend", "focus(riposte)", "prepare", "practice"} <= legal(state)
        refuses(state, "attack(11,9)", "G27")
        refuses(state, "move(11,9)", "G27")
        do(state, action)
        assert asked(state) == "Acting"
        assert (6 - hero.damage, hero.mana["riposte"], len(hero.hand), hero.gold) == gains
        hero.damage = 6
        do(state, action)  # her own action of the kind is not used
        refuses(state, action, "G20")


@pytest.mark.rule("G123")
@pytest.mark.rule("G27")
def test_sophisticated_repeats_an_action_that_was_taken() -> None:
    state = table("embla")
    give(state, "sophisticated", "sophisticated")
    hero_of(state).gold = 0
    do(state, "practice", "focus(riposte)", "play(sophisticated)", "practice")
    do(state, "play(sophisticated)", "practice")
    assert hero_of(state).gold == 3


@pytest.mark.rule("G123")
@pytest.mark.rule("G28")
def test_what_sophisticated_grants_may_be_spent_on_a_quest_but_pays_no_other() -> None:
    state = table("embla")
    give(state, "sophisticated")
    quest(state, "leg_guards")
    do(state, "play(sophisticated)", "quest")
    assert owns(state, "leg_guards")
    do(state, "focus(riposte)")
    state = table("embla")
    give(state, "sophisticated")
    quest(state, "tailored_boots")
    do(state, "play(sophisticated)")
    assert "quest" not in legal(state)
    refuses(state, "quest", "G28")
    do(state, "practice")
    do(state, "quest")  # afterwards, as the free action that it is
    assert owns(state, "tailored_boots")


@pytest.mark.rule("G123")
@pytest.mark.rule("G84")
def test_courage_deals_2_to_an_adjacent_rank_3_monster_or_legend() -> None:
    state = field()
    give(state, "courage", "courage")
    put(state, "brute", *W)
    put(state, "troll", 15, 9)
    refuses(state, "play(courage)", "G39")
    jotunn, grendel = put(state, "jotunn", *E), put(state, "grendel_1", *SW)
    do(state, "play(courage)")
    assert legal(state) == {"at(14,9)", "at(12,10)"}
    do(state, "at(14,9)", "play(courage)", "at(12,10)")
    assert (state.hurt[jotunn], state.hurt[grendel]) == (2, 2)


@pytest.mark.rule("G123")
@pytest.mark.rule("G59")
def test_retaliation_deals_2_to_the_adjacent_monster_that_attacked(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    give(state, "retaliation", "retaliation")
    hero_of(state).mana["riposte"] = 0
    troll = put(state, "troll", *E)
    refuses(state, "play(retaliation)", "G32")
    dice(monkeypatch, "hit")
    brawl(state)
    assert legal(state) == {"play(retaliation)", "done"}
    assert hero_of(state).damage == 1  # after the attack
    do(state, "play(retaliation)")
    assert state.hurt[troll] == 2
    do(state, "play(retaliation)")  # copies add up
    assert state.hurt[troll] == 4
    assert asked(state) == "Acting"


@pytest.mark.rule("G123")
@pytest.mark.rule("G59")
def test_retaliation_answers_an_attack_that_did_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    give(state, "retaliation")
    goblin = put(state, "goblin", *E)
    dice(monkeypatch, "miss")
    gold = hero_of(state).gold
    brawl(state)
    do(state, "play(retaliation)")
    assert not alive(state, goblin)
    assert hero_of(state).gold == gold + 1


@pytest.mark.rule("G123")
@pytest.mark.rule("G59")
def test_retaliation_reaches_no_archer_but_follows_a_knock_out(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    give(state, "retaliation")
    hero_of(state).mana["riposte"] = 0
    put(state, "sprite", 16, 8)
    dice(monkeypatch, "hit")
    brawl(state)
    assert asked(state) == "Acting"
    assert hero_of(state).damage == 1
    state = field()
    give(state, "retaliation")
    hero_of(state).mana["riposte"] = 0
    hero_of(state).damage = 8
    troll = put(state, "troll", *E)
    dice(monkeypatch, "hit")
    brawl(state)
    do(state, "play(retaliation)")
    assert (where(state), state.hurt[troll]) == (TOWN, 2)


@pytest.mark.rule("G123")
@pytest.mark.rule("G89")
def test_retaliation_answers_the_gaze_of_an_adjacent_seer() -> None:
    state = field()
    give(state, "retaliation")
    seer = put(state, "seer_of_odin_2", *E)
    brawl(state)
    assert hero_of(state).damage == 1
    assert legal(state) == {"play(retaliation)", "done"}
    do(state, "play(retaliation)")
    assert state.hurt[seer] == 2


@pytest.mark.rule("G123")
@pytest.mark.rule("G32")
def test_vigilance_deals_1_damage_after_the_monsters_have_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    give(state, "vigilance", "vigilance")
    hero_of(state).mana["riposte"] = 0
    brute, goblin = put(state, "brute", 15, 9), put(state, "goblin", *W)
    refuses(state, "play(vigilance)", "G32")
    dice(monkeypatch, "", then="hit")
    brawl(state)
    assert at(state, brute) == E  # it has come
    assert hero_of(state).damage == 0  # nobody has attacked yet
    refuses(state, "play(retaliation)", "G32")
    do(state, "play(vigilance)", "at(12,9)", "play(vigilance)", "at(12,9)")
    assert not alive(state, goblin)
    assert hero_of(state).damage == 3  # of the brute alone


@pytest.mark.rule("G123")
@pytest.mark.rule("G32")
def test_vigilance_needs_an_adjacent_monster_and_may_be_kept() -> None:
    state = field()
    give(state, "vigilance")
    put(state, "troll", 17, 7)
    brawl(state)
    assert asked(state) == "Acting"
    assert holds(state, "vigilance") == 1
    put(state, "draugr", *E)
    do(state, "end", "no", "done")
    assert holds(state, "vigilance") == 1


@pytest.mark.rule("G123")
@pytest.mark.rule("G27")
@pytest.mark.rule("G32")
def test_speedy_attack_discards_another_card_for_an_attack_action(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    give(state, "speedy_attack")
    troll = put(state, "troll", *E)
    refuses(state, "play(speedy_attack)", "G32")
    give(state, "rest", "courage")
    dice(monkeypatch, "hit hit hit miss hit")
    do(state, "attack(14,9)", "play(speedy_attack)")
    assert legal(state) == {"discard(rest)", "discard(courage)"}
    assert thrown(do(state, "discard(rest)")) == [4]
    assert state.hurt[troll] == 4
    assert sorted(hero_of(state).discard) == sorted([state.event(0, "rest"), state.event(0, "speedy_attack")])
    refuses(state, "attack(14,9)", "G20")
    do(state, "practice")


@pytest.mark.rule("G123")
@pytest.mark.rule("G22")
def test_speedy_attack_needs_a_target() -> None:
    state = field()
    give(state, "speedy_attack", "rest")
    put(state, "troll", 15, 9)
    quest(state, "custom_armor")  # paid with gold: no use for an attack action
    hero_of(state).gold = 9
    refuses(state, "play(speedy_attack)", "G39")


@pytest.mark.rule("G123")
@pytest.mark.rule("G54")
def test_magic_runes_add_3_once_if_a_rune_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    give(state, "magic_runes")
    troll = put(state, "troll", *E)
    refuses(state, "play(magic_runes)", "G32")
    dice(monkeypatch, "rune rune hit miss")
    do(state, "attack(14,9)", "play(magic_runes)")
    assert state.hurt[troll] == 4


@pytest.mark.rule("G123")
@pytest.mark.rule("G54")
def test_magic_runes_need_a_rune_and_copies_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    give(state, "magic_runes", "magic_runes")
    troll = put(state, "troll", *E)
    dice(monkeypatch, "hit")
    do(state, "attack(14,9)")
    assert asked(state) == "Acting"  # no rune: not asked
    assert (state.hurt[troll], holds(state, "magic_runes")) == (1, 2)
    equip(state, "throwing_knives")
    dice(monkeypatch, "rune")
    gold = hero_of(state).gold
    do(state, "use(throwing_knives)", "play(magic_runes)", "play(magic_runes)")  # any roll of hers
    assert not alive(state, troll)
    assert hero_of(state).gold == gold + 3


@pytest.mark.rule("G123")
@pytest.mark.rule("G54")
def test_the_rulebooks_goblin_in_the_forest(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(at=BESIDE_FOREST)
    give(state, "magic_runes")
    goblin = put(state, "goblin", *FOREST)
    gold = hero_of(state).gold
    dice(monkeypatch, "cover cover rune miss")
    do(state, "attack(11,10)", "play(magic_runes)")
    assert not alive(state, goblin)
    assert hero_of(state).gold == gold + 1


@pytest.mark.rule("G123")
@pytest.mark.rule("G25")
def test_rest_heals_2() -> None:
    state = field()
    give(state, "rest", "rest")
    refuses(state, "play(rest)", "G39")
    hero_of(state).damage = 3
    do(state, "play(rest)")
    assert hero_of(state).damage == 1
    do(state, "play(rest)")
    assert hero_of(state).damage == 0


@pytest.mark.rule("G123")
@pytest.mark.rule("G30")
def test_durability_removes_all_damage_from_one_equipment_card() -> None:
    state = field()
    give(state, "durability")
    equip(state, "healing_potion", "helmet")
    hero_of(state).damage = 2
    refuses(state, "play(durability)", "G39")
    hero_of(state).wear = {"healing_potion": 4, "helmet": 2}
    do(state, "play(durability)", "tend(0,healing_potion)")
    assert hero_of(state).wear == {"healing_potion": 0, "helmet": 2}
    assert hero_of(state).damage == 2


@pytest.mark.rule("G123")
@pytest.mark.rule("G30")
def test_durability_gives_no_second_use_in_the_turn() -> None:
    state = field()
    give(state, "durability")
    equip(state, "tailored_boots")
    do(state, "use(tailored_boots)", "go(14,9)", "play(durability)")
    assert hero_of(state).wear["tailored_boots"] == 0
    refuses(state, "use(tailored_boots)", "G29")


@pytest.mark.rule("G123")
@pytest.mark.rule("G28")
def test_preparations_spend_a_prepare_action_to_draw_up_to_4() -> None:
    state = field()
    give(state, "preparations", "rest")
    do(state, "play(preparations)")
    assert len(hero_of(state).hand) == 4
    assert hero_of(state).discard == [state.event(0, "preparations")]
    refuses(state, "prepare", "G20")
    do(state, "practice")
    refuses(state, "move(14,9)", "G20")


@pytest.mark.rule("G123")
@pytest.mark.rule("G28")
def test_preparations_need_the_prepare_action() -> None:
    state = field()
    give(state, "preparations")
    do(state, "prepare")
    refuses(state, "play(preparations)", "G28")
    state = field()
    give(state, "preparations")
    do(state, "practice", "focus(riposte)")
    refuses(state, "play(preparations)", "G28")
    state = field()
    give(state, "preparations", "rest", "kick", "courage")
    do(state, "play(preparations)")  # with the card itself gone there is room for one
    assert len(hero_of(state).hand) == 4
