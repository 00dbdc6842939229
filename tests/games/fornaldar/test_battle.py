"""Ground battles: initiative, terrain, strength, the roll, losses, retreats, overruns (R17.1 to R17.5)."""

import msgspec
import pytest
from tests.games.fornaldar.fights import FIELD, FOREST, announce, attack, bear, finish, forecast, last, lose
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    cast,
    csp,
    dice,
    do,
    happen,
    hex_of,
    item,
    leader_of,
    legal,
    lull,
    put,
    refuses,
    where,
    who,
)

from fimbul.games.fornaldar.library.load import load_library
from fimbul.games.fornaldar.model import Force
from fimbul.games.fornaldar.rules import ratings
from fimbul.games.fornaldar.rules.combat import clash, fighting, hosts, prospects, retreats, strengths
from fimbul.games.fornaldar.rules.movement import marching
from fimbul.games.fornaldar.state import FornaldarState

MOUNTAIN = "0913"


def field(fomorian: int = 10, mundane: int = 10, hex_: str = FIELD) -> FornaldarState:
    """Two armies in a hex, each with a king of command 4."""
    state = bare()
    put(state, "gorm", hex_)
    army(state, "fynn", hex_, fomorian)
    put(state, "thorskuld", hex_)
    army(state, "nerfringia", hex_, mundane)
    return state


# ---- rounds and initiative (R17.1 to R17.4)


@pytest.mark.rule("R17.1")
def test_in_each_round_the_ratio_is_found_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    dice(monkeypatch, 4, 4, 4, 4)
    attack(state, FIELD)
    assert (last(state).round, last(state).attack, last(state).defence) == (1, 10, 10)
    bear(state)
    do(state, "press")
    assert (last(state).round, last(state).attack, last(state).defence) == (2, 5, 5)


@pytest.mark.rule("R17.3")
def test_the_defender_may_take_the_initiative(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(10, 20)
    dice(monkeypatch, 3, 6, 3, 4)
    attack(state, FIELD)  # 1-2, 9: D/D
    bear(state)
    assert (asked(state), state.to_act) == ("Pressing", (FOMORIAN,))
    do(state, "hold")
    assert (asked(state), state.to_act) == ("Pressing", (MUNDANE,))
    do(state, "press")
    battle = last(state)
    assert (battle.attacker, battle.first, battle.round) == (MUNDANE, FOMORIAN, 2)
    assert (battle.attack, battle.defence, battle.column) == (14, 6, "2-1")


@pytest.mark.rule("R17.3")
def test_a_battle_ends_when_both_decline(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    dice(monkeypatch, 4, 4)
    attack(state, FIELD)
    bear(state)
    do(state, "hold", "hold")
    assert state.battle is None
    assert state.fought == [(hex_of(state, FIELD), "land")]
    assert csp(state, "fynn", FIELD) == csp(state, "nerfringia", FIELD) == 5


@pytest.mark.rule("R17.3")
def test_a_battle_ends_when_one_side_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 10)
    army(state, "nerfringia", FIELD, 2)
    dice(monkeypatch, 6, 6)
    attack(state, FIELD)
    assert state.battle is None
    assert csp(state, "nerfringia") == 0


@pytest.mark.rule("R17.3")
def test_no_melee_follows_a_battle_of_the_same_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "reomur", FIELD)
    army(state, "fynn", FIELD, 1)
    put(state, "snorri", FIELD)
    army(state, "midhrasir", FIELD, 1)
    dice(monkeypatch, 4, 4)  # E/E: all CSP are gone
    attack(state, FIELD)
    bear(state)
    assert csp(state, "fynn") == csp(state, "midhrasir") == 0
    assert state.battle is None
    assert where(state, "reomur") == where(state, "snorri") == FIELD


@pytest.mark.rule("R17.4")
def test_the_active_player_chooses_the_order_of_the_combats(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    army(state, "skane", "2735", 3)
    army(state, "suderpathia", "2735", 3)
    dice(monkeypatch, 3, 4, then=1)
    happen(state, fighting.CombatPhase(FOMORIAN))
    do(state, f"fight(h{FIELD},land)", "fight(h2735,land)")
    while asked(state) == "Challenging":
        do(state, "done")
    assert legal(state) == {f"fight(h{FIELD},land)", "fight(h2735,land)"}
    do(state, "fight(h2735,land)")
    assert last(state).hex == hex_of(state, "2735")
    while last(state).hex != hex_of(state, FIELD):  # the first is finished before the second begins
        assert state.fought == []
        do(state, "stand" if asked(state) == "Retreating" else "hold")
    assert state.fought == [(hex_of(state, "2735"), "land")]


# ---- terrain (R17.5.1, R17.5.2)


@pytest.mark.rule("R17.5.1")
def test_the_inactive_player_chooses_the_terrain(monkeypatch: pytest.MonkeyPatch) -> None:
    library = load_library()
    ground = tuple(
        msgspec.structs.replace(each, terrain=("clear", "rough")) if each.hex == FIELD else each
        for each in library.ground
    )
    state = bare(library=msgspec.structs.replace(library, ground=ground))
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 8)
    put(state, "lofar", FIELD)
    army(state, "normorea", FIELD, 4)
    assert forecast(state, FIELD).defence == 8  # the worst for the attacker
    dice(monkeypatch, 3, 4)
    attack(state, FIELD)
    assert (asked(state), state.to_act) == ("ChoosingTerrain", (MUNDANE,))
    assert legal(state) == {"terrain(clear)", "terrain(rough)"}
    do(state, "terrain(rough)")
    assert last(state).defence == 8
    bear(state)
    finish(state)


@pytest.mark.rule("R17.5.2")
def test_terrain_doubles_and_halves_by_race() -> None:
    state = field(6, 6, FOREST)
    odds = forecast(state, FOREST)
    assert (odds.attack, odds.defence) == (12, 6)  # trolls are doubled in the forest
    state = field(6, 7, MOUNTAIN)
    odds = forecast(state, MOUNTAIN)
    assert (odds.attack, odds.defence) == (6, 3)  # mundanes are halved in the mountains
    assert forecast(field(6, 1, MOUNTAIN), MOUNTAIN).defence == 1  # but to 1 at least


@pytest.mark.rule("R17.5.2")
def test_terrain_stays_when_the_initiative_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(6, 12, FOREST)
    dice(monkeypatch, 3, 4, 3, 4)
    attack(state, FOREST)
    bear(state)
    left = csp(state, "fynn")
    do(state, "hold", "press")
    assert (last(state).attacker, last(state).defence) == (MUNDANE, 2 * left)


@pytest.mark.rule("R17.5.2")
def test_heroes_and_magic_are_multiplied_with_their_race() -> None:
    state = field(6, 6, FOREST)
    put(state, "reomur", FOREST)  # a hero, 6
    put(state, "eberic", FOREST)
    magic = ratings.current_magic(state, leader_of(state, "eberic"))
    assert forecast(state, FOREST).attack == 2 * (6 + 6 + magic)


@pytest.mark.rule("R17.5.2")
def test_supernaturals_fight_as_the_race_of_their_commander() -> None:
    state = field(6, 6, FOREST)
    put(state, "rodhiorm", FOREST)  # 6
    assert forecast(state, FOREST).attack == 2 * (6 + 6)
    alone = bare()
    put(alone, "rodhiorm", FOREST)
    army(alone, "nerfringia", FOREST, 6)
    assert forecast(alone, FOREST).attack == 6


@pytest.mark.rule("R17.5.2")
def test_each_race_of_a_mixed_force_has_its_own_terrain() -> None:
    state = field(6, 6, FOREST)
    army(state, "jotunheim", FOREST, 3)
    assert forecast(state, FOREST).attack == 2 * 6 + 3


# ---- strength and ratio (R17.5.4, R17.5.5)


@pytest.mark.rule("R17.5.4")
def test_strength_is_csp_heroes_and_magic() -> None:
    state = field(5, 5)
    put(state, "snorri", FIELD, wounds=2)  # a hero, 4 left
    put(state, "aulgerda", FIELD)  # magic 5 and mana
    put(state, "lembi", FIELD)  # neither: adds nothing
    who(state, "thorskuld").escort = True
    assert forecast(state, FIELD).defence == 5 + 1 + 4 + 5 + ratings.mana(state)


@pytest.mark.rule("R17.5.4")
def test_a_hero_with_magic_adds_both() -> None:
    state = field(5, 5)
    put(state, "ajattar", FIELD)  # a hero, 4-4
    assert forecast(state, FIELD).attack == 5 + 4 + 4 + ratings.mana(state)


@pytest.mark.rule("R17.5.5")
@pytest.mark.parametrize(
    ("fomorian", "mundane", "column"),
    [(6, 14, "1-3"), (20, 12, "1-1"), (20, 39, "1-2"), (16, 19, "1-2"), (1, 9, "1-5"), (60, 2, "5-1")],
)
def test_the_ratio_is_rounded_for_the_defender(fomorian: int, mundane: int, column: str) -> None:
    assert forecast(field(fomorian, mundane), FIELD).column == column


# ---- the roll (R17.5.6)


@pytest.mark.rule("R17.5.6")
def test_the_difference_of_the_commands_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "gorm", FIELD)  # 4
    army(state, "fynn", FIELD, 10)
    put(state, "lembi", FIELD)  # 2
    army(state, "midhrasir", FIELD, 10)
    dice(monkeypatch, 1, 4)
    attack(state, FIELD)
    assert (last(state).added, last(state).row) == (2, 7)


@pytest.mark.rule("R17.5.6")
def test_snow_on_short_days_takes_one_off() -> None:
    state = field()
    state.month, state.sky = 3, "snow"
    assert forecast(state, FIELD).added == -1
    state.month = 9
    assert forecast(state, FIELD).added == 0


@pytest.mark.rule("R17.5.6")
def test_jotuns_shift_the_column_if_they_are_half() -> None:
    state = field(4, 10)
    army(state, "jotunheim", FIELD, 4)
    assert forecast(state, FIELD).column == "1-1"  # 8 to 10 is 1-2
    state = field(6, 10)
    army(state, "jotunheim", FIELD, 2)
    assert forecast(state, FIELD).column == "1-2"
    state = field(2, 6)
    army(state, "jotunheim", FIELD, 1)
    assert forecast(state, FIELD).column == "1-1"  # half of 3, rounded down


@pytest.mark.rule("R17.5.6")
def test_defending_jotuns_shift_the_column_too() -> None:
    state = bare("northern_war")
    put(state, "bombur", FIELD)
    army(state, "normorea", FIELD, 10)
    put(state, "batran", FIELD)
    army(state, "jotunheim", FIELD, 10, group="lochlann")
    assert forecast(state, FIELD, seat=MUNDANE).column == "1-2"


@pytest.mark.rule("R17.5.6")
def test_declined_challenges_count_in_all_rounds_for_whoever_attacks(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(12, 12)
    put(state, "eberic", FIELD)
    put(state, "aulgerda", FIELD)
    dice(monkeypatch, 1, 1, 3, 4)
    announce(state, FIELD)
    do(state, "challenge(duel,eberic)", "challenge(trial,gorm)", "refuse", "refuse")
    assert last(state).added == 3 + 5
    bear(state)
    while asked(state) != "Pressing":
        do(state, "stand" if asked(state) == "Retreating" else "hold")
    do(state, "hold")
    do(state, "press")
    assert last(state).attacker == MUNDANE
    assert last(state).added == -8


# ---- marks and losses (R17.5.7 to R17.5.9)


@pytest.mark.rule("R17.5.7")
def test_the_side_with_an_r_may_be_driven_out(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    dice(monkeypatch, 4, 6)  # 1-1, 10: A/Dr
    attack(state, FIELD)
    bear(state)
    assert (asked(state), state.to_act) == ("DrivingOut", (FOMORIAN,))
    do(state, "hold")
    assert asked(state) == "Pressing"


@pytest.mark.rule("R17.5.7")
def test_the_side_with_an_o_may_leave_if_its_command_suffices(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    dice(monkeypatch, 2, 4)  # 1-1, 6: C/Bo
    attack(state, FIELD)
    bear(state)
    assert (asked(state), state.to_act) == ("Retreating", (MUNDANE,))
    assert "stand" in legal(state)
    state = bare()
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 10)
    put(state, "lembi", FIELD)
    army(state, "midhrasir", FIELD, 10)
    dice(monkeypatch, 1, 3)  # with 2 for command: C/Bo
    attack(state, FIELD)
    bear(state)
    assert last(state).result == "C/Bo"
    assert asked(state) == "Pressing"


@pytest.mark.rule("R17.5.7")
def test_the_r_is_decided_before_the_o(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    dice(monkeypatch, 1, 2)  # 1-1, 3: rE/Ao
    attack(state, FIELD)
    bear(state)
    assert (asked(state), state.to_act) == ("DrivingOut", (MUNDANE,))
    do(state, "hold")
    assert (asked(state), state.to_act) == ("Retreating", (MUNDANE,))


@pytest.mark.rule("R17.5.8")
def test_losses_go_by_plain_csp_and_plain_combat(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(9, 9, FOREST)  # the trolls fight with 18
    who(state, "gorm").escort = False
    put(state, "reomur", FOREST)
    dice(monkeypatch, 1, 4)
    battle = prospects.supposed(state, hex_of(state, FOREST), "land", FOMORIAN)
    mine = hosts.host(state, battle, FOMORIAN)
    assert strengths.loss_csp(mine) == 9
    assert strengths.loss_leaders(state, battle, mine) == 5 + 6
    due = clash.toll(state, battle, mine, "D")
    assert (due.csp, due.wounds) == (2, 2)


@pytest.mark.rule("R17.5.9")
def test_with_a_star_the_wounds_kill_one_character_first(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field(7, 40)
    put(state, "scyld", FIELD)
    dice(monkeypatch, 1, 1)  # 1-5: F
    attack(state, FIELD)
    assert last(state).result.startswith("rF")
    lose(state, "gorm")
    assert who(state, "gorm").wounds == 4  # all of F at strength 10
    assert who(state, "scyld").wounds == 0


# ---- retreats (R17.5.10)


@pytest.mark.rule("R17.5.10")
def test_a_driven_out_attacker_goes_back_where_it_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    state.entries = [(FOMORIAN, hex_of(state, FIELD), hex_of(state, "2936"))]
    dice(monkeypatch, 1, 2)
    attack(state, FIELD)
    bear(state)
    do(state, "drive_out")  # only one way
    assert where(state, "gorm") == "2936"
    assert csp(state, "fynn", "2936") == csp(state, "fynn")
    assert state.battle is None


@pytest.mark.rule("R17.5.10")
def test_a_defender_does_not_retreat_where_the_attackers_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    state.entries = [(FOMORIAN, hex_of(state, FIELD), hex_of(state, "2936"))]
    army(state, "skane", "2934", 1)  # an enemy
    dice(monkeypatch, 4, 6)
    attack(state, FIELD)
    bear(state)
    do(state, "drive_out")
    places = legal(state, "retreat")
    assert places
    assert not places & {"retreat(h2936)", "retreat(h2934)"}
    refuses(state, "retreat(h2936)", "R17.5.10")
    assert "stand" not in legal(state)


@pytest.mark.rule("R10.4")
@pytest.mark.rule("R17.5.10")
def test_armies_retreat_into_the_land_of_a_realm_that_is_not_in_the_war() -> None:
    state = bare("sampo")
    lull(state, "thulorm", "normorea")
    put(state, "thorskuld", "3018")
    army(state, "nerfringia", "3018", 3)
    party = retreats.Party(leaders=[leader_of(state, "thorskuld")], armies=state.armies, ships=[])
    assert retreats.free(state, hex_of(state, "3017"), MUNDANE, "land", party)
    assert not retreats.free(state, hex_of(state, "2512"), MUNDANE, "land", party)  # Normorea, inactive


@pytest.mark.rule("R17.5.10")
def test_without_a_way_out_nobody_retreats(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    for near in state.book.near[hex_of(state, FIELD)]:
        if near != hex_of(state, "2835"):
            army(state, "skane", state.book.names[near], 1)
    army(state, "skane", "2835", 1)
    dice(monkeypatch, 4, 6)
    attack(state, FIELD)
    bear(state)
    assert asked(state) == "Pressing"


# ---- overruns (R14.5)


@pytest.mark.rule("R14.5.3")
def test_an_overrun_is_one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    dice(monkeypatch, 5, 6)
    happen(state, fighting.Joined(hex_of(state, FIELD), "land", FOMORIAN, True))
    do(state, "done", "done")
    bear(state)
    assert state.battle is None
    assert state.fought == []


@pytest.mark.rule("R14.5.4")
def test_an_overrun_takes_three_off_and_may_be_challenged(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    dice(monkeypatch, 5, 6)
    happen(state, fighting.Joined(hex_of(state, FIELD), "land", FOMORIAN, True))
    assert asked(state) == "Challenging"
    do(state, "challenge(trial,gorm)", "refuse")
    assert last(state).added == 5 - 3


def overrunner(state: FornaldarState, *leaders: str) -> None:
    """These characters and all of Fynn's CSP at the field are the force that is being moved."""
    state.force = Force(
        seat=FOMORIAN,
        hex=hex_of(state, FIELD),
        stack="land",
        leaders=[leader_of(state, name) for name in leaders],
        troops=[(state.book.banner["fynn"], csp(state, "fynn", FIELD))],
        ships=[],
        left=8,
        way="move",
        moved=True,
        stopped=True,
    )


@pytest.mark.rule("R14.5.3")
def test_an_overrunning_force_goes_on_when_the_enemy_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 12)
    army(state, "nerfringia", FIELD, 1)
    overrunner(state, "gorm")
    dice(monkeypatch, 5, 6)
    happen(state, fighting.Joined(hex_of(state, FIELD), "land", FOMORIAN, True), marching.AfterOverrun())
    do(state, "done")
    assert csp(state, "nerfringia") == 0
    assert state.force is not None
    assert not state.force.stopped
    assert state.force.left == 8


@pytest.mark.rule("R14.5.3")
def test_an_overrunning_force_that_is_driven_out_may_not_move_on(monkeypatch: pytest.MonkeyPatch) -> None:
    state = field()
    overrunner(state, "gorm")
    state.entries = [(FOMORIAN, hex_of(state, FIELD), hex_of(state, "2936"))]
    dice(monkeypatch, 3, 3)  # 6 - 3: rE/Ao
    happen(state, fighting.Joined(hex_of(state, FIELD), "land", FOMORIAN, True), marching.AfterOverrun())
    do(state, "done", "done")
    bear(state)
    do(state, "drive_out")
    assert where(state, "gorm") == "2936"
    assert state.force is not None
    assert (state.force.hex, state.force.left) == (hex_of(state, "2936"), 0)


# ---- those who are special in battle (R23, R24, R21)


@pytest.mark.rule("R23.4")
def test_hardang_shifts_the_first_round_two_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("jotuns")
    put(state, "hardang", FIELD)
    army(state, "fynn", FIELD, 10)
    put(state, "erfus", FIELD, wounds=6)
    state.leaders[leader_of(state, "erfus")].hex = -1
    put(state, "asdulf", FIELD)  # command 3 too
    army(state, "nerfringia", FIELD, 10)
    dice(monkeypatch, 3, 4, 3, 4)
    attack(state, FIELD)
    assert last(state).column == "3-1"
    bear(state)
    while asked(state) != "Pressing":
        do(state, "stand")
    do(state, "press")
    assert last(state).column == last(state).odds


@pytest.mark.rule("R23.6")
def test_sturlung_leaves_with_one_command_less(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("jotuns")
    put(state, "frozur", FIELD)  # 4
    army(state, "fynn", FIELD, 10)
    put(state, "sturlung", FIELD)  # 3, and 1 for retreats
    army(state, "midhrasir", FIELD, 10)
    dice(monkeypatch, 1, 4)  # and 1 for command: C/Bo
    attack(state, FIELD)
    bear(state)
    assert last(state).result == "C/Bo"
    assert (asked(state), state.to_act) == ("Retreating", (MUNDANE,))


@pytest.mark.rule("R24.3.2.3")
def test_centaurs_may_always_leave_on_an_o(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("jotuns")
    put(state, "eyalf", FIELD)  # 4
    army(state, "midhrasir", FIELD, 10)
    put(state, "klattka", FIELD)  # 3
    army(state, "centaur", FIELD, 6, group="jotunheim")
    army(state, "norskold", FIELD, 4, group="jotunheim")
    dice(monkeypatch, 1, 4)  # and 1 for command: 6
    attack(state, FIELD, seat=MUNDANE)
    bear(state)
    assert "o" in last(state).marks
    assert (asked(state), state.to_act) == ("Retreating", (FOMORIAN,))
    left = csp(state, "norskold")
    do(state, sorted(legal(state, "retreat"))[0])
    assert csp(state, "centaur", FIELD) == 0
    assert where(state, "klattka") != FIELD
    assert csp(state, "norskold", FIELD) == left
    assert asked(state) == "Pressing"


@pytest.mark.rule("R24.3.2.4")
def test_the_jibalian_may_always_leave_on_an_o(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("jotuns")
    put(state, "frozur", FIELD)
    army(state, "fynn", FIELD, 10)
    put(state, "jibalian", FIELD, wounds=6 - 1)
    put(state, "asdulf", FIELD)  # 3
    army(state, "nerfringia", FIELD, 5)
    dice(monkeypatch, 1, 4)  # and 1: 6
    attack(state, FIELD)
    bear(state)
    assert (asked(state), state.to_act) == ("Retreating", (MUNDANE,))
    do(state, sorted(legal(state, "retreat"))[0])
    assert where(state, "jibalian") != FIELD
    assert where(state, "asdulf") == FIELD


@pytest.mark.rule("R21.27")
def test_mottsiger_is_worth_nothing_against_supernaturals_alone() -> None:
    state = bare()
    put(state, "rodhiorm", FIELD)
    put(state, "snorri", FIELD)
    army(state, "midhrasir", FIELD, 4)
    item(state, "mottsiger", bearer="snorri")
    assert forecast(state, FIELD).defence == 4 + 6
    army(state, "fynn", FIELD, 1)
    assert forecast(state, FIELD).defence == 4 + 6 + 2


@pytest.mark.rule("R20.21")
def test_an_enchantment_of_strength_counts_in_battle() -> None:
    state = field()
    put(state, "snorri", FIELD)
    cast(state, "strength", "aulgerda", leader="snorri")
    assert forecast(state, FIELD).defence == 10 + 6 + 2
