"""Interception (R14.8)."""

import pytest
from tests.games.fornaldar.moves import find_step, go, phase, pick, reaction, the_force
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
    legal,
    lull,
    put,
    refuses,
    rolls,
    ship,
    where,
    who,
)

from fimbul.games.fornaldar.rules.combat import clash, fighting, hosts
from fimbul.games.fornaldar.rules.movement import intercepting

# In column 38 of the open country south of the lake all hexes are clear.


def moving_by(mover="gorm", *, escort=True, start="3823", month=6):
    """A Fomorian force in open country."""
    state = bare("sampo", month=month)
    put(state, mover, start, escort=escort)
    return state


def ask(state, *goals, start="3823", stack="land"):
    """The Fomorian force moves; whether the other side can intercept it."""
    phase(state, FOMORIAN)
    pick(state, start, stack)
    go(state, *goals)
    return asked(state) == "Intercepting" and bool(legal(state, "intercept"))


def chance(state, hex_):
    """What is added to the die for those in a hex."""
    decision = state.decision
    assert isinstance(decision, intercepting.Intercepting)
    found = intercepting.chances(state, the_force(state), decision.before)
    return next((each.added for each in found if each.hex == hex_of(state, hex_)), None)


@pytest.mark.rule("R14.8")
def test_a_force_may_stop_an_enemy_force_that_moves(monkeypatch):
    state = moving_by()
    put(state, "hakon", "3826", escort=True)
    assert ask(state, "3824")
    assert state.to_act == (MUNDANE,)
    assert legal(state) == {"intercept(h3826)", "wait", "let_go"}
    dice(monkeypatch, 4)
    do(state, "intercept(h3826)", "done")
    assert where(state, "hakon") == "3824"
    assert state.force is None


def told(state, goal):
    """What is told of going there, before it is done: each fact as a name and a value."""
    foreseen = state.foresee(FOMORIAN, state.legal(FOMORIAN))
    (prospect,) = (each for action, each in foreseen.items() if str(action) == f"go(h{goal})")
    return {fact.name: getattr(fact, "value", "") for fact in prospect.facts}


@pytest.mark.rule("R14.8.8")
def test_who_may_intercept_a_march_is_told_before_it():
    """A hidden stack perhaps; a known one on as many rolls as it then has."""
    for known in (False, True):
        state = moving_by()
        put(state, "hakon", "3826", escort=True)
        if known:
            clash.reveal(state, hex_of(state, "3826"))
        phase(state, FOMORIAN)
        pick(state, "3823")
        before = state.fingerprint()
        foreseen = told(state, "3824")["May be intercepted from"]
        assert state.fingerprint() == before
        go(state, "3824")
        rolls = 6 + chance(state, "3826") - intercepting.NEEDED + 1
        assert foreseen == f"3826 ({f'{rolls} in 6' if known else 'perhaps'})"


@pytest.mark.rule("R16.2")
def test_what_a_fleet_would_meet_is_told_before_it_sails():
    state = bare("sampo", month=6)
    ship(state, "wrath_of_gorm", "4032")
    ship(state, "orms_sling", "4029")
    put(state, "hakon", "4029", aboard=True)
    clash.reveal(state, hex_of(state, "4029"))
    phase(state, FOMORIAN)
    pick(state, "4032", "sea")
    assert " against " in told(state, "4029")["4029, at sea"]


@pytest.mark.rule("R14.8")
def test_characters_without_csp_or_escorts_are_not_intercepted():
    state = moving_by("reomur", escort=False)
    put(state, "hakon", "3826", escort=True)
    clash.reveal(state, hex_of(state, "3824"))  # what goes there is seen
    assert not ask(state, "3824")


@pytest.mark.rule("R14.8")
def test_nobody_intercepts_in_the_reaction_phase():
    state = bare("sampo", month=6)
    put(state, "gorm", "3823", escort=True)
    put(state, "hakon", "3826", escort=True)
    reaction(state, FOMORIAN)
    pick(state, "3823")
    go(state, "3824")
    assert asked(state) == "Moving"


@pytest.mark.rule("R14.8.1")
@pytest.mark.parametrize(
    ("leader", "escort", "banner", "may"),
    [
        ("hakon", True, "", True),  # a character with an escort
        ("hakon", False, "midhrasir", True),  # or with CSP
        ("hakon", False, "", False),
        ("snorri", False, "", True),  # a hero alone
        ("olvard", False, "normorea", False),  # CSP whom he does not command
        ("", False, "midhrasir", False),
    ],
)
def test_who_intercepts(leader, escort, banner, may):
    state = moving_by()
    if leader:
        put(state, leader, "3825", escort=escort)
    if banner:
        army(state, banner, "3825", 2)
    assert ask(state, "3824") == may


@pytest.mark.rule("R14.8.1")
def test_all_of_the_stack_go_but_armies_without_command(monkeypatch):
    state = moving_by()
    put(state, "olvard", "3825")
    put(state, "signhild", "3825")
    army(state, "midhrasir", "3825", 3)
    army(state, "normorea", "3825", 2)
    assert ask(state, "3824")
    dice(monkeypatch, 6)
    do(state, "intercept(h3825)", "done")
    assert {where(state, name) for name in ("olvard", "signhild")} == {"3824"}
    assert csp(state, "midhrasir", "3824") == 3
    assert csp(state, "normorea", "3825") == 2


@pytest.mark.rule("R14.8.1")
def test_heroes_alone_leave_the_others(monkeypatch):
    state = moving_by()
    put(state, "snorri", "3825")
    put(state, "signhild", "3825")
    assert ask(state, "3824")
    dice(monkeypatch, 6)
    do(state, "intercept(h3825)", "done")
    assert (where(state, "snorri"), where(state, "signhild")) == ("3824", "3825")


@pytest.mark.rule("R14.8.1")
def test_inactive_pieces_do_not_intercept():
    state = moving_by()
    put(state, "hakon", "3825", escort=True)
    lull(state, "midhrasir")
    phase(state, FOMORIAN)
    force = pick(state, "3823")
    force.hex = hex_of(state, "3824")
    assert intercepting.chances(state, force, hex_of(state, "3823")) == []


@pytest.mark.rule("R14.8.2")
def test_pieces_with_enemies_in_their_own_hex_do_not_intercept():
    state = moving_by()
    put(state, "hakon", "3825", escort=True)
    put(state, "reomur", "3825")
    assert not ask(state, "3824")


@pytest.mark.rule("R14.8.3")
@pytest.mark.parametrize(("hex_", "may"), [("3825", True), ("3827", True), ("3828", False)])
def test_the_range_is_three_hexes(hex_, may):
    state = moving_by()
    put(state, "hakon", hex_, escort=True)
    assert ask(state, "3824") == may


@pytest.mark.rule("R14.8.3")
def test_the_distance_is_counted_along_a_way_that_they_can_go():
    """From 1845 it is one hex to 1745, but over the water: there is no way."""
    state = bare("sampo", month=6)
    assert state.book.sides[hex_of(state, "1745"), hex_of(state, "1845")] == {"no_land_passage"}
    put(state, "gorm", "1645", escort=True)
    put(state, "hakon", "1845", escort=True)
    assert not ask(state, "1745", start="1645")
    state = bare("sampo", month=6)
    put(state, "gorm", "1645", escort=True)
    put(state, "hakon", "1744", escort=True)
    assert ask(state, "1745", start="1645")
    assert chance(state, "1744") == 5 - 1


@pytest.mark.rule("R14.8.3")
def test_the_way_does_not_lead_through_enemies():
    state = moving_by()
    put(state, "hakon", "3826", escort=True)
    for hex_ in ("3825", "3725", "3925"):
        army(state, "fynn", hex_, 1)
    phase(state, FOMORIAN)
    force = pick(state, "3823")
    force.hex = hex_of(state, "3824")
    found = intercepting.chances(state, force, hex_of(state, "3823"))
    assert all(each.distance > 2 for each in found)


@pytest.mark.rule("R14.8.3")
def test_it_is_asked_only_where_a_six_would_succeed():
    state = moving_by()
    put(state, "kars", "3827", escort=True)  # command 2, distance 3: 6 + 2 - 3 is not enough
    assert not ask(state, "3824")
    state = moving_by()
    put(state, "kars", "3825", escort=True)
    assert ask(state, "3824")


@pytest.mark.rule("R14.8.4")
def test_a_force_tries_once_against_the_same_force(monkeypatch):
    state = moving_by()
    put(state, "hakon", "3826", escort=True)
    assert ask(state, "3824")
    dice(monkeypatch, 1)
    do(state, "intercept(h3826)", "done")
    assert asked(state) == "Moving"
    go(state, "3825")
    assert asked(state) == "Moving"


@pytest.mark.rule("R14.8.4")
def test_several_forces_may_each_try(monkeypatch):
    state = moving_by()
    put(state, "hakon", "3826", escort=True)
    put(state, "olvard", "3825", escort=True)
    assert ask(state, "3824")
    dice(monkeypatch, 1, 6)
    do(state, "intercept(h3826)", "done")
    assert legal(state) == {"intercept(h3825)", "wait", "let_go"}
    do(state, "intercept(h3825)", "done")
    assert where(state, "olvard") == "3824"


@pytest.mark.rule("R14.8.4")
def test_another_force_from_the_same_hex_is_another_force(monkeypatch):
    state = moving_by()
    put(state, "scyld", "3823", escort=True)
    put(state, "hakon", "3826", escort=True)
    dice(monkeypatch, 1)
    phase(state, FOMORIAN)
    pick(state, "3823")
    do(state, "leave(scyld,1)")
    go(state, "3824")
    do(state, "intercept(h3826)", "done")
    go(state, "3823")
    do(state, "halt")
    pick(state, "3823")
    go(state, "3824")
    assert asked(state) == "Intercepting"


@pytest.mark.rule("R14.8.4")
def test_to_wait_is_to_be_asked_again_and_to_let_go_is_not():
    for answer, again in (("wait", True), ("let_go", False)):
        state = moving_by()
        put(state, "hakon", "3826", escort=True)
        assert ask(state, "3824")
        do(state, answer)
        go(state, "3825")
        assert (asked(state) == "Intercepting") == again


@pytest.mark.rule("R14.8.5")
def test_the_hex_must_hold_no_other_pieces_of_the_moving_side():
    state = moving_by()
    put(state, "hakon", "3826", escort=True)
    put(state, "eberic", "3824")
    assert not ask(state, "3824")


@pytest.mark.rule("R14.8.5")
def test_nobody_intercepts_a_force_that_moves_away():
    state = moving_by(start="3824")
    put(state, "hakon", "3826", escort=True)
    assert not ask(state, "3823", start="3824")


@pytest.mark.rule("R14.8.5")
def test_a_force_that_passes_at_the_same_distance_may_be_intercepted():
    state = moving_by(start="3724")
    put(state, "hakon", "3826", escort=True)
    book = state.book
    here, there = hex_of(state, "3724"), hex_of(state, "3824")
    assert book.distance(here, hex_of(state, "3826")) >= book.distance(there, hex_of(state, "3826"))
    assert ask(state, "3824", start="3724")


@pytest.mark.rule("R14.8.5")
def test_the_hex_must_be_free_of_the_interceptors_side_too():
    state = moving_by()
    put(state, "hakon", "3826", escort=True)
    army(state, "midhrasir", "3824", 1)
    assert not ask(state, "3824")
    assert the_force(state).stopped


@pytest.mark.rule("R14.8.5")
def test_a_lone_character_there_does_not_hinder_an_interception(monkeypatch):
    state = moving_by()
    put(state, "hakon", "3826", escort=True)
    put(state, "kars", "3824")
    dice(monkeypatch, 1, 6)
    assert ask(state, "3824")
    assert who(state, "kars").dead


@pytest.mark.rule("R14.8.5")
def test_a_force_that_lands_or_changes_sides_is_not_intercepted():
    state = bare("sampo", month=6)
    put(state, "tursas", "3929", afloat=True)
    put(state, "hakon", "3829", escort=True)
    phase(state, FOMORIAN)
    pick(state, "3929", "sea")
    do(state, "ashore(h3929)")
    assert asked(state) == "Moving"
    state = bare("sampo", month=6)
    ship(state, "wrath_of_gorm", "3929")
    put(state, "gorm", "3929", escort=True, aboard=True)
    put(state, "hakon", "3829", escort=True)
    phase(state, FOMORIAN)
    pick(state, "3929", "sea")
    do(state, "unload(gorm,1,h3929)")
    assert asked(state) == "Moving"


@pytest.mark.rule("R14.8.6")
def test_flying_and_teleporting_pieces_are_not_intercepted(monkeypatch):
    state = bare("sampo", month=6)
    put(state, "rodhiorm", "3823")
    put(state, "hakon", "3826", escort=True)
    clash.reveal(state, hex_of(state, "3824"))
    assert not ask(state, "3824")
    state = bare("sampo", month=9)
    put(state, "tengen", "2929")
    put(state, "gorm", "2929", escort=True)
    put(state, "hakon", "2131", escort=True)
    dice(monkeypatch, then=1)
    phase(state, FOMORIAN)
    pick(state, "2929")
    do(state, "teleport(tengen)")
    while asked(state) == "Appearing":
        do(state, "at(h2132)")
    assert asked(state) == "Moving"
    assert where(state, "gorm") == "2132"


@pytest.mark.rule("R14.8.6")
def test_interceptors_do_not_go_by_water():
    """Swimmers on the water do not intercept land pieces, nor land pieces ships."""
    state = bare("sampo", month=6)
    put(state, "gorm", "3828", escort=True)
    put(state, "lhyr", "3928", afloat=True)
    army(state, "skergota", "3928", 5, afloat=True)
    assert not ask(state, "3829", start="3828")
    state = bare("sampo", month=6)
    ship(state, "wrath_of_gorm", "4030")
    put(state, "hakon", "3928", escort=True)
    assert not ask(state, "3929", start="4030", stack="sea")


@pytest.mark.rule("R14.8.7")
def test_naval_stacks_intercept_naval_stacks(monkeypatch):
    state = bare("sampo", month=6)
    ship(state, "wrath_of_gorm", "4032")
    ship(state, "orms_sling", "4029")
    put(state, "hakon", "4029", aboard=True)
    assert ask(state, "4031", start="4032", stack="sea")
    assert chance(state, "4029") == 5 - 2
    dice(monkeypatch, 4)
    do(state, "intercept(h4029)", "done")
    assert where(state, "orms_sling") == where(state, "hakon") == "4031"
    assert hex_of(state, "4031") in state.caught


@pytest.mark.rule("R14.8.7")
@pytest.mark.parametrize(
    "fleet", ["ship alone", "mermen", "swimming hero", "character without ship", "refit"]
)
def test_who_intercepts_at_sea(fleet):
    state = bare("sampo", month=6)
    ship(state, "wrath_of_gorm", "4032")
    if fleet == "ship alone":
        ship(state, "orms_sling", "4030")
    elif fleet == "mermen":
        put(state, "lhyr", "4030", afloat=True)
        army(state, "skergota", "4030", 2, afloat=True)
    elif fleet == "swimming hero":
        put(state, "tenaz", "4030", afloat=True)
    elif fleet == "refit":
        ship(state, "orms_sling", "4030", refit=True)
        put(state, "hakon", "4030", aboard=True)
    else:
        put(state, "hakon", "3929", escort=True)
    assert ask(state, "4031", start="4032", stack="sea") == (fleet in ("mermen", "swimming hero"))


@pytest.mark.rule("R14.8.7")
def test_ships_frozen_in_do_not_intercept():
    for sky, may in (("clear", True), ("snow", False)):
        state = bare("sampo", month=1)
        state.sky = sky
        ship(state, "wrath_of_gorm", "4031")
        ship(state, "orms_sling", "3929")
        put(state, "hakon", "3929", aboard=True)
        assert ask(state, "4030", start="4031", stack="sea") == may


@pytest.mark.rule("R14.8.7")
def test_intercepting_ships_take_no_more_than_they_carry(monkeypatch):
    state = bare("sampo", month=6)
    ship(state, "wrath_of_gorm", "4032")
    ship(state, "orms_sling", "4030")
    ship(state, "golden_raven", "4030", refit=True)
    put(state, "hakon", "4030", aboard=True)
    army(state, "midhrasir", "4030", 2, aboard=True)
    assert ask(state, "4031", start="4032", stack="sea")
    dice(monkeypatch, 6)
    do(state, "intercept(h4030)", "done")
    assert csp(state, "midhrasir", "4031") == 1
    assert csp(state, "midhrasir", "4030") == 1


@pytest.mark.rule("R14.8.3")
def test_on_a_river_hexside_nobody_is_intercepted():
    state = bare("sampo", month=6)
    ship(state, "wrath_of_gorm", "3718")
    ship(state, "orms_sling", "3717")
    put(state, "hakon", "3717", aboard=True)
    assert not ask(state, "3618-h3717", start="3718", stack="sea")


@pytest.mark.rule("R14.8.8")
@pytest.mark.parametrize(("die", "caught"), [(5, True), (4, False)])
def test_the_roll(monkeypatch, die, caught):
    """The example: a die of 5, command 4, distance 2 is 7."""
    state = moving_by()
    put(state, "lofar", "3826", escort=True)  # command 4
    assert ask(state, "3824")
    assert chance(state, "3826") == 4 - 2
    dice(monkeypatch, die)
    (roll,) = rolls(do(state, "intercept(h3826)", "done"), "nterception")
    assert roll.added == 2
    assert (where(state, "lofar") == "3824") == caught
    assert (state.force is None) == caught
    if caught:
        assert "pick(h3824,land)" not in legal(state)


@pytest.mark.rule("R14.8.8")
def test_the_rating_is_that_of_the_highest_ranking_interceptor():
    state = moving_by()
    put(state, "olvard", "3825", escort=True)  # marshal 3
    put(state, "astholf", "3825")  # king 3
    put(state, "hakon", "3826")
    assert ask(state, "3824")
    assert chance(state, "3825") == 3 - 1


@pytest.mark.rule("R14.8.9")
def test_late_comers_do_not_take_part_in_the_first_round(monkeypatch):
    state = moving_by()
    put(state, "scyld", "3822")
    army(state, "fynn", "3822", 3)
    put(state, "hakon", "3826", escort=True)
    phase(state, FOMORIAN)
    pick(state, "3823")
    go(state, "3824")
    dice(monkeypatch, 6)
    do(state, "intercept(h3826)", "done")
    pick(state, "3822")
    go(state, "3823", "3824")
    do(state, "halt")
    here = hex_of(state, "3824")
    gorm, scyld = state.book.leader["gorm"], state.book.leader["scyld"]
    first = hosts.ground_host(state, here, FOMORIAN, late=False)
    assert (list(first.leaders), first.csp) == ([gorm], 1)
    then = hosts.ground_host(state, here, FOMORIAN)
    assert (sorted(then.leaders), then.csp) == (sorted([gorm, scyld]), 4)


@pytest.mark.rule("R14.8.10")
def test_minus_one_for_each_minor_river_without_bridge_or_ford():  # (a)
    state = bare("sampo", month=6)
    put(state, "gorm", "3231", escort=True)
    put(state, "hakon", "3230", escort=True)
    assert state.book.sides[hex_of(state, "3230"), hex_of(state, "3231")] == {"river_minor"}
    assert toll(state, "3230", "3231") == 1
    assert toll(state, "3130", "3231") == 0  # a bridge
    here, there = find_step(state, side={"ford", "river_minor", "trail"})
    assert toll(state, here, there) == 0
    here, there = find_step(state, "forest", {"ferry", "river_minor", "trail"})
    assert toll(state, here, there) == 1
    state.sky = "snow"
    assert toll(state, "3230", "3231") == 0  # no obstacle (R6.4.2)


@pytest.mark.rule("R14.8.10")
def test_minus_one_for_each_mountain_off_the_road():  # (b)
    state = bare("sampo", month=6)
    assert toll(state, *find_step(state, "mountain")) == 1
    assert toll(state, *find_step(state, "mountain", {"trail"})) == 0
    assert toll(state, *find_step(state, "mountain", {"giants_path"})) == 0
    assert toll(state, *find_step(state, "mountain", {"tunnel"})) == 1
    assert toll(state, *find_step(state, "forest")) == 0
    state.sky = "snow"
    assert toll(state, *find_step(state, "mountain", {"trail"})) == 1  # it is lost in snow (R11.11)


def toll(state, here, there):
    """What a step of mundane interceptors takes off the die."""
    put(state, "hakon", here, escort=True)
    mine = intercepting.company(state, hex_of(state, here), MUNDANE, "land")
    assert mine is not None
    return intercepting.toll(state, mine, hex_of(state, here), hex_of(state, there))


@pytest.mark.rule("R14.8.10")
@pytest.mark.parametrize(("sky", "less"), [("clear", 0), ("rain", 1), ("snow", 1)])
def test_minus_one_for_rain_or_snow_on_the_way(sky, less):  # (c)
    state = moving_by(month=6)
    state.sky = sky
    put(state, "hakon", "3826", escort=True)
    assert ask(state, "3824")
    assert chance(state, "3826") == 5 - 2 - less


@pytest.mark.rule("R14.8.10")
def test_the_last_hex_counts_but_not_the_first():
    state = moving_by()
    put(state, "hakon", "3826", escort=True)
    cast(state, "elements", "signhild", hex_="3829", word="rain")
    from fimbul.games.fornaldar.rules import weather

    skies = [weather.at(state, hex_of(state, f"38{row}")) for row in range(24, 27)]
    assert ask(state, "3824")
    foul = "rain" in skies[:2]
    assert chance(state, "3826") == 5 - 2 - foul


@pytest.mark.rule("R14.8.11")
def test_an_intercepted_force_must_fight(monkeypatch):
    state = moving_by()
    army(state, "fynn", "3823", 3)
    army(state, "ycelia", "3929", 3)  # another combat, which is none of its duties
    army(state, "suderpathia", "3929", 3)
    put(state, "hakon", "3826", escort=True)
    assert ask(state, "3824")
    dice(monkeypatch, 6)
    do(state, "intercept(h3826)", "done", "done")
    happen(state, fighting.CombatPhase(FOMORIAN))
    assert asked(state) == "Announcing"
    refuses(state, "done", "R14.8.11")
    do(state, "fight(h3824,land)")
    assert "done" in legal(state) or asked(state) != "Announcing"


@pytest.mark.rule("R14.8.12")
def test_interceptors_do_not_react_afterwards(monkeypatch):
    state = moving_by()
    army(state, "fynn", "3823", 3)
    put(state, "hakon", "3826", escort=True)
    put(state, "kars", "3825", escort=True)
    assert ask(state, "3824")
    dice(monkeypatch, 6)
    do(state, "intercept(h3826)", "done", "done")
    reaction(state, MUNDANE)
    assert legal(state, "pick") == {"pick(h3825,land)"}
    refuses(state, "pick(h3824,land)", "R14.8.12")


@pytest.mark.rule("R14.8")
def test_on_the_first_turn_of_the_war_of_the_sampo_nobody_intercepts():
    state = moving_by()
    state.game_turn = 1
    put(state, "hakon", "3826", escort=True)
    assert not ask(state, "3824")


# ---- what being asked would tell (R12.3)


@pytest.mark.rule("R14.8.3")
@pytest.mark.rule("R12.3")
@pytest.mark.parametrize("escort", [True, False])
def test_the_mover_cannot_tell_from_the_question_whether_a_stack_can_intercept(escort):
    state = moving_by()
    put(state, "kars", "3825", escort=escort)  # no hero: alone he cannot
    can = ask(state, "3824")
    assert asked(state) == "Intercepting"
    assert can == escort
    assert {"wait", "let_go"} <= legal(state)


@pytest.mark.rule("R14.8.1")
@pytest.mark.rule("R12.3")
@pytest.mark.parametrize("escort", [True, False])
def test_the_other_cannot_tell_from_the_question_whether_the_mover_has_csp(monkeypatch, escort):
    state = moving_by(escort=escort)
    put(state, "hakon", "3826", escort=True)
    assert ask(state, "3824")
    dice(monkeypatch, 6)
    do(state, "intercept(h3826)", "done")
    assert (where(state, "hakon") == "3824") == escort  # there is nobody to fight


@pytest.mark.rule("R14.8.1")
def test_a_stack_that_is_known_to_be_unable_is_not_asked():
    state = moving_by()
    army(state, "midhrasir", "3825", 3)  # nobody leads them: that is seen
    ask(state, "3824")
    assert asked(state) == "Moving"


@pytest.mark.rule("R14.8.1")
def test_not_all_units_need_intercept(monkeypatch):
    state = moving_by()
    put(state, "olvard", "3825")
    put(state, "signhild", "3825")
    army(state, "midhrasir", "3825", 3)
    assert ask(state, "3824")
    before = state.ply
    do(state, "intercept(h3825)", "leave(signhild,1)", "leave(midhrasir,2)")
    refuses(state, "leave(olvard,1)", "R14.8.1")
    refuses(state, "leave(midhrasir,1)", "R14.8.1")
    assert state.ply == before + 1  # who is sent is nobody else's affair
    dice(monkeypatch, 6)
    do(state, "done")
    assert (where(state, "olvard"), where(state, "signhild")) == ("3824", "3825")
    assert (csp(state, "midhrasir", "3824"), csp(state, "midhrasir", "3825")) == (1, 2)


@pytest.mark.rule("R14.8.1")
def test_a_hero_may_be_sent_alone_out_of_an_army(monkeypatch):
    state = moving_by()
    put(state, "snorri", "3825")
    army(state, "midhrasir", "3825", 3)
    assert ask(state, "3824")
    dice(monkeypatch, 6)
    do(state, "intercept(h3825)", "leave(midhrasir,3)", "done")
    assert where(state, "snorri") == "3824"
    assert csp(state, "midhrasir", "3825") == 3
