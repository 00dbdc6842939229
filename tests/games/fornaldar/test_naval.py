"""Naval battles: strength at sea, the roll, losses, leaving (R17.6)."""

import pytest
from tests.games.fornaldar.fights import SEA, announce, attack, bear, forecast, last
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    csp,
    dice,
    do,
    find_hex,
    happen,
    hex_of,
    item,
    legal,
    put,
    ship,
    vessel,
    where,
    who,
)

from fimbul.games.fornaldar.rules.combat import clash, hosts, prospects, strengths
from fimbul.games.fornaldar.rules.movement import moving
from fimbul.games.fornaldar.state import FornaldarState


def fleets(scenario: str = "sampo") -> FornaldarState:
    """Two fleets, each of strength 7: Gorm's, and Hakon's."""
    state = bare(scenario)
    for name in ("cinderhull", "old_haddock"):  # 5 and 2
        ship(state, name, SEA)
    for name in ("golden_raven", "orms_sling"):  # 4 and 3
        ship(state, name, SEA)
    return state


@pytest.mark.rule("R17.6.1")
def test_characters_aboard_fight_challenges_before_a_naval_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    state = fleets()
    put(state, "gorm", SEA, aboard=True)
    put(state, "hakon", SEA, aboard=True)
    announce(state, SEA, "sea")
    assert "challenge(trial,gorm)" in legal(state)
    dice(monkeypatch, 6, 6, 6, 6, 6, 6, then=3)
    do(state, "challenge(trial,gorm)", "accept(hakon)")
    assert where(state, "hakon") is None
    assert last(state).kind == "naval"


@pytest.mark.rule("R17.6.2")
def test_strength_at_sea_is_ships_mermen_twice_embarked_csp_and_heroes() -> None:
    state = fleets()
    vessel(state, "golden_raven").damaged = True  # 3
    army(state, "midhrasir", SEA, 2, aboard=True)
    army(state, "skergota", SEA, 3, afloat=True)
    put(state, "tenaz", SEA, afloat=True)  # a hero, 4; he commands the mermen
    put(state, "lembi", SEA, aboard=True, escort=True)
    assert forecast(state, SEA, "sea").defence == 3 + 3 + 2 + 2 * 3 + 4 + 1


@pytest.mark.rule("R17.6.2")
def test_magic_does_not_count_at_sea() -> None:
    state = fleets()
    put(state, "signhild", SEA, aboard=True)
    assert forecast(state, SEA, "sea").defence == 7


@pytest.mark.rule("R17.6.2")
def test_land_pieces_in_the_hex_do_not_fight_at_sea() -> None:
    state = bare()
    ship(state, "golden_raven", "3927")
    army(state, "midhrasir", "3927", 9)
    put(state, "snorri", "3927")
    ship(state, "cinderhull", "3927")
    assert forecast(state, "3927", "sea").defence == 4


@pytest.mark.rule("R17.6.3")
def test_command_and_jotuns_count_at_sea_too() -> None:
    state = fleets()
    put(state, "gorm", SEA, aboard=True)  # 4
    put(state, "lembi", SEA, aboard=True)  # 2
    odds = forecast(state, SEA, "sea")
    assert (odds.added, odds.column) == (2, "1-1")
    army(state, "jotunheim", SEA, 1, aboard=True)
    assert forecast(state, SEA, "sea").column == "2-1"


@pytest.mark.rule("R17.6.3")
def test_declined_challenges_count_at_sea(monkeypatch: pytest.MonkeyPatch) -> None:
    state = fleets()
    put(state, "gorm", SEA, aboard=True)
    put(state, "lofar", SEA, aboard=True)  # 4 as well
    announce(state, SEA, "sea")
    dice(monkeypatch, 1, 1)
    do(state, "challenge(trial,gorm)", "refuse")
    assert last(state).added == 5


@pytest.mark.rule("R17.6.4")
def test_for_losses_a_merman_counts_one_and_all_characters_count() -> None:
    state = fleets()
    army(state, "skergota", SEA, 3, afloat=True)
    put(state, "lhyr", SEA, afloat=True)  # 3, no hero
    put(state, "tenaz", SEA, afloat=True)  # 4
    army(state, "midhrasir", SEA, 2, aboard=True)
    battle = prospects.supposed(state, hex_of(state, SEA), "sea", FOMORIAN)
    mine = hosts.host(state, battle, MUNDANE)
    assert strengths.loss_hulls(state, mine) == 7 + 3
    assert strengths.loss_leaders(state, battle, mine) == 3 + 4
    due = clash.toll(state, battle, mine, "D")
    assert (due.csp, due.steps, due.wounds) == (0, 2, 2)


@pytest.mark.rule("R17.6.5")
def test_steps_and_wounds_use_the_right_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    state = fleets()
    army(state, "midhrasir", SEA, 2, aboard=True)
    dice(monkeypatch, 4, 4)  # 7 to 9: 1-2, D/C
    attack(state, SEA, "sea")
    assert last(state).result == "D/C"
    do(state, "lose(cinderhull)", "lose(old_haddock)", "lose(golden_raven)")
    assert vessel(state, "cinderhull").damaged
    assert vessel(state, "old_haddock").damaged
    assert vessel(state, "golden_raven").damaged
    assert csp(state, "midhrasir") == 2  # embarked CSP take no losses from the table


@pytest.mark.rule("R17.6.5")
def test_with_a_star_one_ship_is_sunk(monkeypatch: pytest.MonkeyPatch) -> None:
    state = fleets()
    ship(state, "shrieker", SEA)
    ship(state, "seaweaver", SEA)
    dice(monkeypatch, 1, 1)  # 9 to 9: 1-1, 2: rF/Ao, four steps
    attack(state, SEA, "sea")
    do(state, "lose(cinderhull)")
    assert legal(state) == {"lose(old_haddock)", "lose(shrieker)"}  # she goes down first
    do(state, "lose(shrieker)")
    assert vessel(state, "cinderhull").sunk
    assert vessel(state, "shrieker").sunk
    assert not vessel(state, "old_haddock").damaged


@pytest.mark.rule("R17.5.10")
def test_a_fleet_retreats_over_water(monkeypatch: pytest.MonkeyPatch) -> None:
    state = fleets()
    state.entries = [(FOMORIAN, hex_of(state, SEA), hex_of(state, "2748"))]
    put(state, "lembi", SEA, aboard=True)
    army(state, "midhrasir", SEA, 1, aboard=True)
    dice(monkeypatch, 2, 5)  # 7 to 8 with -2: 1-2
    attack(state, SEA, "sea")
    bear(state)
    while asked(state) not in ("Retreating", "Pressing"):
        do(state, "hold")
    assert (asked(state), state.to_act) == ("Retreating", (MUNDANE,))
    places = legal(state, "retreat")
    assert "retreat(h2748)" not in places
    goal = sorted(places)[0]
    do(state, goal)
    there = goal[9:13]
    assert where(state, "golden_raven") == where(state, "lembi") == there
    assert csp(state, "midhrasir", there) == 1
    assert state.battle is None


@pytest.mark.rule("R23.3")
def test_grendel_shifts_a_naval_battle_even_if_another_commands() -> None:
    state = fleets()
    put(state, "gorm", SEA, aboard=True)
    put(state, "grendel", SEA, aboard=True, wounds=4)
    odds = forecast(state, SEA, "sea")
    assert odds.column == "2-1"
    put(state, "hakon", SEA, aboard=True)
    assert forecast(state, SEA, "sea", MUNDANE).column == "1-3"  # 7 to 8 is 1-2, shifted for the defender


@pytest.mark.rule("R23.5")
def test_kiarlak_guards_the_sunde() -> None:
    state = bare("jotuns")
    sunde = find_hex(state, zone="sunde", water="sea")
    for hex_, plus in ((sunde, 1), (SEA, 0)):
        put(state, "kiarlak", hex_, aboard=True)
        ship(state, "bender", hex_)
        ship(state, "all_shine", hex_)
        assert forecast(state, hex_, "sea").added == 3 + plus


@pytest.mark.rule("R21.74")
def test_ohnskali_shifts_a_naval_battle_for_a_merman() -> None:
    state = fleets()
    put(state, "lhyr", SEA, afloat=True)
    put(state, "lofar", SEA, aboard=True)
    item(state, "ohnskali", bearer="lofar")
    assert forecast(state, SEA, "sea").column == "1-1"
    item(state, "ohnskali", bearer="lhyr")
    assert forecast(state, SEA, "sea").column == "1-2"


@pytest.mark.rule("R16.5")
def test_a_river_battle_is_fought_between_those_on_the_river() -> None:
    state = bare()
    book = state.book
    one, other, _ = book.rivers[0]
    here, there = book.names[one], book.names[other]
    ship(state, "cinderhull", here, beside=there)
    ship(state, "golden_raven", there, beside=here)
    odds = forecast(state, here, "sea")
    assert (odds.attack, odds.defence) == (5, 4)


@pytest.mark.rule("R17.6.3")
def test_who_is_late_at_sea_joins_in_the_second_round() -> None:
    state = fleets()
    vessel(state, "old_haddock").late = True
    assert forecast(state, SEA, "sea").attack == 5
    assert who(state, "gorm").hex < 0


@pytest.mark.rule("R14.7.1")
def test_swimmers_in_a_bank_hex_are_not_on_the_river() -> None:
    state = bare(month=6)
    ship(state, "orms_sling", "3717", beside="3718")
    put(state, "tenaz", "3717", afloat=True)
    army(state, "skergota", "3717", 3, afloat=True)
    side = vessel(state, "orms_sling").river
    mine = hosts.fleet(state, hex_of(state, "3717"), side, MUNDANE)
    assert (mine.leaders, mine.swimmers) == ((), ())


@pytest.mark.rule("R14.7.1")
def test_what_is_embarked_fights_with_one_of_two_fleets_in_a_hex() -> None:
    """Ships on the coast and ships on a river of the same hex do not both count the same cargo."""
    state = bare(month=6)
    ship(state, "orms_sling", "3717")
    ship(state, "golden_raven", "3717", beside="3718")
    put(state, "hakon", "3717", escort=True, aboard=True)
    army(state, "midhrasir", "3717", 2, aboard=True)
    here, side = hex_of(state, "3717"), vessel(state, "golden_raven").river
    at_sea, on_river = (hosts.fleet(state, here, place, MUNDANE) for place in (-1, side))
    assert (len(at_sea.ships), at_sea.csp, len(at_sea.leaders)) == (1, 3, 1)
    assert (len(on_river.ships), on_river.csp, on_river.leaders) == (1, 0, ())


@pytest.mark.rule("R14.7.1")
def test_a_hexside_has_one_fleet_from_whichever_bank_its_ships_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = bare(month=6)
    ship(state, "orms_sling", "3718")
    ship(state, "golden_raven", "3617", beside="3618")
    state.phasing = MUNDANE
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, "pick(h3718,sea)", "go(h3617-h3618)", "halt")
    assert where(state, "orms_sling") == where(state, "golden_raven")
    assert vessel(state, "orms_sling").river == vessel(state, "golden_raven").river


@pytest.mark.rule("R14.8.12")
def test_an_interception_at_sea_does_not_bind_the_army_on_the_coast(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare(month=6)
    ship(state, "cinderhull", "4030")
    put(state, "grendel", "4030", aboard=True)
    ship(state, "orms_sling", "3930")
    put(state, "hakon", "3930", aboard=True)
    put(state, "lembi", "3929")
    army(state, "midhrasir", "3929", 3)
    state.phasing = FOMORIAN
    happen(state, moving.MovementPhase(FOMORIAN))
    dice(monkeypatch, 6)
    do(state, "pick(h4030,sea)", "go(h3929)", "intercept(h3930)", "done")
    assert where(state, "orms_sling") == "3929"
    assert not any(each.intercepted for each in state.armies)


@pytest.mark.rule("R21.27")
def test_mottsiger_is_blunt_against_a_sea_monster_alone() -> None:
    state = bare()
    ship(state, "golden_raven", SEA)
    put(state, "snorri", SEA, aboard=True)
    item(state, "mottsiger", bearer="snorri")
    put(state, "tursas", SEA, afloat=True)
    assert forecast(state, SEA, "sea", MUNDANE).attack == 4 + 6


@pytest.mark.rule("R24.3.2.3")
def test_centaurs_aboard_do_not_leave_without_the_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("jotuns", month=7)
    ship(state, "all_shine", SEA)
    ship(state, "fysro", SEA)
    put(state, "eyalf", SEA, aboard=True)
    ship(state, "bender", SEA)
    put(state, "klattka", SEA, aboard=True)
    dice(monkeypatch, 1, 1)
    attack(state, SEA, "sea", MUNDANE)
    bear(state)
    while asked(state) == "DrivingOut":
        do(state, "hold")
    assert last(state).marks[FOMORIAN] == "o"
    assert asked(state) == "Pressing"
