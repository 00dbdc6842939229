"""Fortresses: what they do in battle, their garrisons, how they fall (R18)."""

import pytest
from tests.games.fornaldar.fights import attack, bear, forecast, last
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    csp,
    dice,
    do,
    happen,
    hex_of,
    item,
    legal,
    put,
    refuses,
    ruin,
    treasure,
    where,
)

from fimbul.games.fornaldar.rules import pieces
from fimbul.games.fornaldar.rules.combat import contact, fighting
from fimbul.games.fornaldar.state import FornaldarState

STOCKADE = "2835"  # Pengo Merket, class C: garrison 1, command 2
STRONG = "2331"  # Breildalr, class B: garrison 2, command 3
CASTLE = "3927"  # Kvalholla, class A: garrison 2, command 4
BROCH = "1249"  # class C, on the Fynvirke
WALL = "1048"  # the Fynvirke, class D


def siege(hex_: str = STOCKADE, attackers: int = 12, defenders: int = 0) -> FornaldarState:
    """Gorm's army before a fortress of Nerfringia, with so many CSP inside."""
    state = bare()
    put(state, "gorm", hex_)
    army(state, "fynn", hex_, attackers)
    army(state, "nerfringia", hex_, defenders)
    return state


@pytest.mark.rule("R18.1")
@pytest.mark.parametrize(
    ("hex_", "banner", "leader", "times", "garrison"),
    [
        (STOCKADE, "nerfringia", "thorskuld", 2, 1),
        (CASTLE, "midhrasir", "hakon", 3, 2),
        ("2512", "normorea", "lofar", 3, 1),  # dwarves in a dwarrowdelf
        ("4235", "skergota", "lhyr", 3, 1),  # mermen in a cove
    ],
)
def test_each_kind_multiplies_its_defenders(
    hex_: str, banner: str, leader: str, times: int, garrison: int
) -> None:
    state = bare()
    put(state, "gorm", hex_)
    army(state, "fynn", hex_, 6)
    put(state, leader, hex_)
    army(state, banner, hex_, 5)
    odds = forecast(state, hex_)
    assert (odds.attack, odds.defence) == (6, 5 * times + garrison)


@pytest.mark.rule("R18.2")
def test_all_rounds_are_fought_at_the_fortress_whoever_attacks(monkeypatch: pytest.MonkeyPatch) -> None:
    state = siege(defenders=6)
    put(state, "thorskuld", STOCKADE)
    dice(monkeypatch, 3, 4, 3, 4)
    attack(state, STOCKADE)
    assert (last(state).terrain, last(state).defence) == ("stockade", 6 * 2 + 1)
    bear(state)
    left = csp(state, "nerfringia")
    while asked(state) != "Pressing":
        do(state, "stand")
    do(state, "hold", "press")
    assert (last(state).attacker, last(state).attack) == (MUNDANE, left * 2 + 1)


@pytest.mark.rule("R18.2")
def test_the_owner_who_attacks_from_his_fortress_has_no_benefit() -> None:
    state = siege(attackers=6, defenders=6)
    put(state, "thorskuld", STOCKADE)
    odds = forecast(state, STOCKADE, seat=MUNDANE)
    assert (odds.attack, odds.defence) == (6, 6)


@pytest.mark.rule("R18.2")
def test_a_ruin_helps_nobody() -> None:
    state = siege(defenders=6)
    put(state, "thorskuld", STOCKADE)
    ruin(state, STOCKADE)
    assert forecast(state, STOCKADE).defence == 6


@pytest.mark.rule("R18.3")
def test_no_melee_against_characters_in_their_fortress() -> None:
    state = bare()
    put(state, "reomur", STOCKADE)
    put(state, "thorskuld", STOCKADE)
    assert not contact.may_fight(state, hex_of(state, STOCKADE), "land", FOMORIAN)
    ruin(state, STOCKADE)
    assert contact.kind_of(state, hex_of(state, STOCKADE), "land", FOMORIAN) == "melee"


@pytest.mark.rule("R18.4")
def test_a_garrison_alone_can_be_attacked_and_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    state = siege(STRONG)
    assert forecast(state, STRONG).defence == 2
    dice(monkeypatch, 4, 5)
    attack(state, STRONG)
    assert hex_of(state, STRONG) in state.ruins
    assert state.points == [10, 0]  # the fortress, nothing for the garrison
    assert state.battle is None


@pytest.mark.rule("R18.4")
def test_the_garrison_is_lost_after_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    state = siege(defenders=3)
    put(state, "thorskuld", STOCKADE)
    dice(monkeypatch, 4, 5)  # 12 to 7: 1-1, 9: D/E; 3 CSP lose 2
    attack(state, STOCKADE)
    bear(state)
    assert last(state).result == "D/E"
    assert csp(state, "nerfringia") == 1
    assert last(state).garrison == 1


@pytest.mark.rule("R18.4")
def test_losses_that_are_left_fall_on_the_garrison(monkeypatch: pytest.MonkeyPatch) -> None:
    state = siege(defenders=1)
    put(state, "snorri", STOCKADE)
    put(state, "lothgar", STOCKADE)
    army(state, "skane", STOCKADE, 20)
    dice(monkeypatch, 6, 5, then=3)
    attack(state, STOCKADE)
    bear(state)
    assert csp(state, "nerfringia") == 0
    assert hex_of(state, STOCKADE) in state.ruins


@pytest.mark.rule("R18.4")
def test_the_garrison_is_restored_when_the_attack_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    state = siege(STRONG, attackers=6)
    dice(monkeypatch, 1, 5, 2, 5)
    attack(state, STRONG)  # command 4 to 3: 7, 3-1, C/D: 1 of 2 lost
    bear(state)
    assert last(state).garrison == 1
    do(state, "hold")
    assert state.battle is None
    assert forecast(state, STRONG).defence == 2


@pytest.mark.rule("R18.4")
def test_the_command_of_the_fortress_may_be_used() -> None:
    state = siege(defenders=5)
    assert forecast(state, STOCKADE).added == 4 - 2
    put(state, "aulgerda", STOCKADE)  # 1
    assert forecast(state, STOCKADE).added == 4 - 2
    put(state, "sigurd", STOCKADE)  # a marshal with 3
    assert forecast(state, STOCKADE).added == 4 - 3


@pytest.mark.rule("R18.4")
def test_a_fortress_falls_when_its_defenders_are_driven_out(monkeypatch: pytest.MonkeyPatch) -> None:
    state = siege(attackers=14, defenders=6)
    put(state, "thorskuld", STOCKADE)
    dice(monkeypatch, 5, 5, 4, 5)  # 14 to 13: 1-1, 10: A/Dr
    attack(state, STOCKADE)
    bear(state)
    do(state, "drive_out")
    do(state, sorted(legal(state, "retreat"))[0])
    assert where(state, "thorskuld") != STOCKADE
    assert state.battle is None
    assert hex_of(state, STOCKADE) in state.ruins


@pytest.mark.rule("R18.4")
def test_the_fynvirke_is_never_destroyed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "hakon", WALL)
    army(state, "midhrasir", WALL, 10)
    assert forecast(state, WALL, seat=MUNDANE).defence == 1
    dice(monkeypatch, 4, 5)
    attack(state, WALL, seat=MUNDANE)
    assert state.battle is None
    assert hex_of(state, WALL) not in state.ruins
    assert forecast(state, WALL, seat=MUNDANE).defence == 1
    assert state.points == [0, 0]


@pytest.mark.rule("R18.4")
def test_where_a_broch_has_fallen_the_fynvirke_still_fights() -> None:
    state = bare()
    here = hex_of(state, BROCH)
    wall = pieces.fortress(state, here)
    assert wall is not None
    assert wall.kind == "broch"
    ruin(state, BROCH)
    wall = pieces.fortress(state, here)
    assert wall is not None
    assert (wall.kind, pieces.fortress_seat(state, here)) == ("fynvirke", FOMORIAN)


@pytest.mark.rule("R18.5")
def test_characters_attack_a_fortress_only_with_csp() -> None:
    state = bare()
    put(state, "reomur", STOCKADE)
    army(state, "fynn", "2735", 1)
    army(state, "nerfringia", "2735", 1)
    happen(state, fighting.CombatPhase(FOMORIAN))
    refuses(state, f"fight(h{STOCKADE},land)", "R18.5")
    army(state, "fynn", STOCKADE, 1)
    assert f"fight(h{STOCKADE},land)" in legal(state)


@pytest.mark.rule("R18.5")
def test_who_has_lost_all_csp_cannot_go_on_against_a_fortress(monkeypatch: pytest.MonkeyPatch) -> None:
    state = siege(attackers=1, defenders=10)
    put(state, "reomur", STOCKADE)
    put(state, "thorskuld", STOCKADE)
    dice(monkeypatch, 3, 6, then=3)
    attack(state, STOCKADE)
    bear(state)
    assert csp(state, "fynn") == 0
    assert where(state, "reomur") == STOCKADE
    while asked(state) not in ("Pressing",):
        do(state, "hold" if asked(state) == "DrivingOut" else "stand")
    assert state.to_act == (MUNDANE,)


@pytest.mark.rule("R18.6")
def test_the_fynvirke_doubles_trolls_only() -> None:
    state = bare()
    put(state, "hakon", WALL)
    army(state, "midhrasir", WALL, 10)
    put(state, "gorm", WALL)
    army(state, "fynn", WALL, 4)
    army(state, "ycelia", WALL, 3)
    assert forecast(state, WALL, seat=MUNDANE).defence == 2 * 4 + 3 + 1


@pytest.mark.rule("R18.7")
def test_an_o_ends_the_attack_on_kvalholla(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "gorm", CASTLE)
    army(state, "fynn", CASTLE, 20)
    put(state, "hakon", CASTLE)  # command 5
    army(state, "midhrasir", CASTLE, 6)
    dice(monkeypatch, 3, 4)  # 20 to 20, 7 - 1: C/Bo
    attack(state, CASTLE)
    bear(state)
    assert state.battle is None
    assert csp(state, "fynn") < 20


@pytest.mark.rule("R24.2.2.6")
def test_greutung_cancels_the_benefits_of_fortresses_and_of_kvalholla(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = bare("northern_war")
    put(state, "gullveig", CASTLE)
    army(state, "ycelia", CASTLE, 20)
    put(state, "vithar", CASTLE)
    army(state, "midhrasir", CASTLE, 14)
    before = forecast(state, CASTLE).defence
    state.engine, state.engine_seat = hex_of(state, CASTLE), FOMORIAN
    after = forecast(state, CASTLE).defence
    assert (before, after) == (14 * 3 + 2, 14 + 2)
    dice(monkeypatch, 2, 4)  # C/Bo
    attack(state, CASTLE)
    bear(state)
    assert state.battle is not None


@pytest.mark.rule("R21.38")
def test_kobold_dust_takes_the_multiplier_for_one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare()
    put(state, "heior", STOCKADE)
    item(state, "kobold_dust", bearer="heior")
    army(state, "ycelia", STOCKADE, 12)
    put(state, "thorskuld", STOCKADE)
    army(state, "nerfringia", STOCKADE, 8)
    dice(monkeypatch, 3, 4, 3, 4)
    attack(state, STOCKADE)
    assert (asked(state), state.to_act) == ("Dusting", (FOMORIAN,))
    do(state, "use(kobold_dust)")
    assert last(state).defence == 8 + 1
    assert treasure(state, "kobold_dust").gone
    bear(state)
    left = csp(state, "nerfringia")
    while asked(state) != "Pressing":
        do(state, "hold" if asked(state) == "DrivingOut" else "stand")
    do(state, "press")
    assert last(state).defence == left * 2 + 1
