"""Teleportation between Places of Power (R14.3)."""

import pytest
from tests.games.fornaldar.moves import costs, left, march_phase, phase, pick, the_force
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
    is_active,
    legal,
    lull,
    put,
    refuses,
    rolls,
    where,
    who,
)

from fimbul.games.fornaldar.rules import ratings
from fimbul.games.fornaldar.rules.movement import teleporting

HERE, NEAR, FAR = "2029", "2132", "2929"  # Places of Power: Caldfyr, Sulberhov 4 away, Trolls Hollow 9 away


def circle(month=6, *others, escort=()):
    """Signhild (magic 5) in a Place of Power, with others."""
    state = bare("sampo", month=month)
    put(state, "signhild", HERE)
    for name in others:
        put(state, name, HERE, escort=name in escort)
    return state


@pytest.mark.rule("R14.3.1")
def test_an_enchanter_teleports_for_one_point_and_a_roll_within_the_magic(monkeypatch):
    state = circle()  # mana 4: magic 9
    dice(monkeypatch, 4, 5)
    phase(state, MUNDANE)
    pick(state, HERE)
    assert left(state) == 12
    events = do(state, "teleport(signhild)")
    (roll,) = rolls(events, "teleport")
    assert roll.dice == (4, 5)
    assert asked(state) == "Appearing"
    assert legal(state) == {f"at(h{NEAR})", f"at(h{FAR})"}
    do(state, f"at(h{FAR})")
    assert where(state, "signhild") == FAR
    pick(state, FAR)
    assert left(state) == 11


@pytest.mark.rule("R14.3.1")
def test_the_goal_lies_within_the_current_magic_strength(monkeypatch):
    dice(monkeypatch, then=1)
    for month, goals in ((3, {NEAR}), (6, {NEAR, FAR}), (9, {NEAR, FAR, "2019", "0925"})):
        state = circle(month)
        phase(state, MUNDANE)
        pick(state, HERE)
        do(state, "teleport(signhild)")
        if len(goals) == 1:  # the only answer is taken
            assert where(state, "signhild") == NEAR
        else:
            assert legal(state) == {f"at(h{goal})" for goal in goals}


@pytest.mark.rule("R14.3.1")
def test_only_an_enchanter_in_a_place_of_power_teleports():
    state = circle(6, "hakon")
    phase(state, MUNDANE)
    pick(state, HERE)
    assert legal(state, "teleport") == {"teleport(signhild)"}
    refuses(state, "teleport(hakon)", "R14.3.1")
    state = bare("sampo", month=6)
    put(state, "signhild", "2030")
    phase(state, MUNDANE)
    pick(state, "2030")
    refuses(state, "teleport(signhild)", "R14.3.1")


@pytest.mark.rule("R14.3.1")
def test_a_place_held_by_enemies_may_be_the_goal_and_is_entered(monkeypatch):
    state = circle()
    army(state, "fynn", NEAR, 8)
    dice(monkeypatch, 1, 1, 1, 6)
    phase(state, MUNDANE)
    pick(state, HERE)
    do(state, "teleport(signhild)", f"at(h{NEAR})")
    assert who(state, "signhild").dead  # R19.1: she did not evade


@pytest.mark.rule("R14.3.1")
@pytest.mark.rule("R11.8")
def test_who_evades_on_arrival_may_go_on(monkeypatch):
    state = circle()
    army(state, "fynn", NEAR, 3)
    dice(monkeypatch, 1, 1, 6, 1)
    phase(state, MUNDANE)
    pick(state, HERE)
    do(state, "teleport(signhild)", f"at(h{NEAR})")
    assert where(state, "signhild") == NEAR
    pick(state, NEAR)
    assert left(state) == 11
    assert costs(state)


@pytest.mark.rule("R14.3.1")
def test_a_hero_who_stands_among_enemies_on_arrival_has_moved(monkeypatch):
    state = circle(6, "snorri")
    army(state, "fynn", NEAR, 3)
    dice(monkeypatch, 1, 1)
    phase(state, MUNDANE)
    pick(state, HERE)
    do(state, "teleport(signhild)")
    answers = {"snorri": NEAR, "signhild": HERE}
    for leader in the_force(state).leaders:
        do(state, f"at(h{answers[state.book.cast[leader].id]})")
    assert asked(state) == "Evading"
    do(state, "stand")
    assert where(state, "snorri") == NEAR
    assert f"pick(h{NEAR},land)" not in legal(state)
    assert f"pick(h{HERE},land)" in legal(state)


@pytest.mark.rule("R14.3.1")
@pytest.mark.parametrize(("other", "open_"), [("hakon", False), ("wodan", True)])
def test_pellost_is_a_goal_only_in_company_of_wodan(monkeypatch, other, open_):
    """It is far from the other Places of Power, so the magic is made strong enough."""
    state = bare("sampo", month=9)
    signhild = put(state, "signhild", "4424")
    put(state, other, "4424")
    monkeypatch.setattr(ratings, "current_magic", lambda state, leader: 30)
    phase(state, MUNDANE)
    force = pick(state, "4424")
    goals = {state.book.names[each] for each in teleporting.places(state, signhild, force)}
    assert ("4750" in goals) == open_


@pytest.mark.rule("R14.3.1")
def test_armed_arrivals_rouse_a_kingdom(monkeypatch):
    state = bare("sampo", month=9)
    lull(state, "nerfringia")
    put(state, "tengen", FAR)
    put(state, "reomur", FAR)
    dice(monkeypatch, then=1)
    phase(state, FOMORIAN)
    pick(state, FAR)
    do(state, "teleport(tengen)")
    while asked(state) == "Appearing":
        do(state, f"at(h{NEAR})")
    assert is_active(state, "nerfringia")


@pytest.mark.rule("R14.3.2")
def test_a_failed_try_wounds_the_enchanter_and_can_be_repeated(monkeypatch):
    state = circle()
    dice(monkeypatch, 5, 5, 4, 5)
    phase(state, MUNDANE)
    pick(state, HERE)
    do(state, "teleport(signhild)")
    assert who(state, "signhild").wounds == 1
    assert where(state, "signhild") == HERE
    assert left(state) == 11
    do(state, "teleport(signhild)", f"at(h{NEAR})")
    assert where(state, "signhild") == NEAR
    pick(state, NEAR)
    assert left(state) == 10


@pytest.mark.rule("R14.3.2")
def test_failures_may_kill_and_then_nobody_goes(monkeypatch):
    state = circle(6, "hakon")
    dice(monkeypatch, then=6)
    phase(state, MUNDANE)
    pick(state, HERE)
    do(state, "teleport(signhild)", "teleport(signhild)")
    assert who(state, "signhild").dead
    assert where(state, "hakon") == HERE
    assert legal(state, "teleport") == set()


@pytest.mark.rule("R14.3.3")
def test_others_cost_one_point_and_each_escort_two(monkeypatch):
    state = circle(6, "hakon", "snorri", escort=("hakon",))
    dice(monkeypatch, 1, 1)
    phase(state, MUNDANE)
    pick(state, HERE)
    assert left(state) == 10  # the escort's
    do(state, "teleport(signhild)")
    while asked(state) == "Appearing":
        do(state, f"at(h{NEAR})")
    pick(state, NEAR)
    assert left(state) == 10 - (1 + 2 + 2)
    assert who(state, "hakon").escort


@pytest.mark.rule("R14.3.3")
def test_they_may_go_to_different_places_and_the_enchanter_may_stay(monkeypatch):
    state = circle(6, "hakon", "snorri")
    dice(monkeypatch, 1, 1)
    phase(state, MUNDANE)
    pick(state, HERE)
    do(state, "teleport(signhild)")
    goals = {"hakon": NEAR, "snorri": FAR, "signhild": HERE}
    for leader in list(the_force(state).leaders):
        name = state.book.cast[leader].id
        assert (f"at(h{HERE})" in legal(state)) == (name == "signhild")
        do(state, f"at(h{goals[name]})")
    assert {name: where(state, name) for name in goals} == goals
    pick(state, HERE)  # she has paid for all
    assert left(state) == 12 - 3
    do(state, "halt")
    pick(state, FAR)
    assert left(state) == 12 - 3


@pytest.mark.rule("R14.3.3")
def test_a_failed_try_costs_one_point_however_many_would_go(monkeypatch):
    state = circle(6, "hakon", "snorri")
    dice(monkeypatch, 6, 6)
    phase(state, MUNDANE)
    pick(state, HERE)
    do(state, "teleport(signhild)")
    assert left(state) == 11


@pytest.mark.rule("R14.3.3")
def test_points_for_all_are_needed_before_the_roll():
    state = circle(6, "hakon", "snorri", escort=("hakon",))
    phase(state, MUNDANE)
    force = pick(state, HERE)
    force.left = 2 * 5
    assert legal(state, "teleport")
    force.left = 2 * 5 - 1
    assert legal(state, "teleport") == set()
    refuses(state, "teleport(signhild)", "R14.3.3")


@pytest.mark.rule("R14.3.3")
def test_an_escort_that_is_not_paid_for_stays_as_csp(monkeypatch):
    state = circle(6, "hakon", escort=("hakon",))
    dice(monkeypatch, 1, 1)
    phase(state, MUNDANE)
    pick(state, HERE)
    do(state, "detach(hakon)")
    refuses(state, "teleport(signhild)", "R14.3.3")  # never army CSP
    do(state, "leave(midhrasir,1)", "teleport(signhild)")
    while asked(state) == "Appearing":
        do(state, f"at(h{NEAR})")
    assert csp(state, "midhrasir", HERE) == 1
    pick(state, NEAR)
    assert left(state) == 12 - 2


@pytest.mark.rule("R14.3.3")
def test_who_has_too_few_points_left_cannot_be_sent():
    """Hakon has marched far; he can be left, but not sent."""
    state = circle(6, "hakon")
    state.leaders[state.book.leader["hakon"]].spent = 2 * 11
    phase(state, MUNDANE)
    state.leaders[state.book.leader["hakon"]].spent = 2 * 11
    pick(state, HERE)
    assert left(state) == 1
    refuses(state, "teleport(signhild)", "R14.3.3")
    do(state, "leave(hakon,1)")
    assert legal(state, "teleport")


@pytest.mark.rule("R14.4.2")
def test_a_march_may_include_a_teleport_which_ends_it(monkeypatch):
    state = circle(6)
    dice(monkeypatch, 1, 1, 3, 3)
    march_phase(state, MUNDANE)
    pick(state, HERE)
    assert left(state) == 1
    events = do(state, "teleport(signhild)", f"at(h{NEAR})")
    assert where(state, "signhild") == NEAR
    assert len(rolls(events, "arch")) == 1  # the attrition of the march
    assert f"pick(h{NEAR},land)" not in legal(state)


@pytest.mark.rule("R14.3.1")
def test_places_of_power_are_known():
    state = bare("sampo")
    assert find_hex(state, name="Caldfyr") == HERE
    assert find_hex(state, name="Sulberhov") == NEAR
