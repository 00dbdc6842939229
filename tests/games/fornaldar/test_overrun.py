"""Overruns (R14.5)."""

import msgspec
import pytest
from tests.games.fornaldar.moves import costs, go, left, phase, pick, standing, the_force
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
    legal,
    put,
    refuses,
    rolls,
    rush,
    sentences,
    where,
    who,
)

from fimbul.games.fornaldar.library.load import load_library
from fimbul.games.fornaldar.rules.combat import fighting

START, GOAL, BEYOND = "3824", "3825", "3826"  # clear country


def meeting(mine=12, theirs=2, *, terrain=None, escort_only=False, **options):
    """Gorm's army beside a mundane one."""
    library = None
    if terrain is not None:
        library = load_library()
        ground = tuple(
            msgspec.structs.replace(each, terrain=terrain) if each.hex == GOAL else each
            for each in library.ground
        )
        library = msgspec.structs.replace(library, ground=ground)
    state = bare("sampo", month=6, library=library, **options)
    put(state, "gorm", START, escort=escort_only)
    if not escort_only:
        army(state, "fynn", START, mine)
    if theirs:
        army(state, "midhrasir", GOAL, theirs)
    phase(state, FOMORIAN)
    pick(state, START)
    return state


def overrun(state):
    """Overrun, and fight it without any challenge."""
    events = do(state, "overrun")
    while asked(state) == "Challenging":
        events += do(state, "done")
    return events


@pytest.mark.rule("R14.5.1")
@pytest.mark.parametrize(
    ("terrain", "may"),
    [
        ("clear", True),
        ("woods", True),
        ("rough", True),
        ("forest", False),
        ("mountain", False),
        ("marsh", False),
    ],
)
def test_enemies_are_overrun_in_clear_woods_and_rough_hexes(terrain, may):
    state = meeting(terrain=(terrain,))
    go(state, GOAL)
    assert ("overrun" in legal(state)) == may
    if not may:
        refuses(state, "overrun", "R14.5.1")


@pytest.mark.rule("R14.5.1")
def test_one_kind_of_several_is_enough():
    state = meeting(terrain=("mountain", "rough"))
    go(state, GOAL)
    assert "overrun" in legal(state)


@pytest.mark.rule("R14.5.1")
def test_an_escort_can_overrun_but_characters_alone_cannot():
    state = meeting(escort_only=True)
    go(state, GOAL)
    assert "overrun" in legal(state)
    state = bare("sampo", month=6)
    put(state, "reomur", START)
    army(state, "midhrasir", GOAL, 1)
    phase(state, FOMORIAN)
    pick(state, START)
    go(state, GOAL)
    do(state, "stand")
    refuses(state, "overrun", "R14.5.1")


@pytest.mark.rule("R14.5.1")
@pytest.mark.parametrize("enemy", ["escort", "hero"])
def test_escorts_and_heroes_can_be_overrun(enemy):
    state = bare("sampo", month=6)
    put(state, "gorm", START)
    army(state, "fynn", START, 9)
    put(state, "kars" if enemy == "escort" else "snorri", GOAL, escort=enemy == "escort")
    phase(state, FOMORIAN)
    pick(state, START)
    go(state, GOAL)
    if enemy == "hero":
        do(state, "stand")
    assert "overrun" in legal(state)


@pytest.mark.rule("R14.5.1")
def test_nobody_is_overrun_in_an_enemy_fortress():
    state = bare("sampo", month=6)
    put(state, "gorm", "3828")
    army(state, "fynn", "3828", 9)
    army(state, "midhrasir", "3927", 1)
    phase(state, FOMORIAN)
    pick(state, "3828")
    go(state, "3927")
    refuses(state, "overrun", "R14.5.1")


@pytest.mark.rule("R14.5.1")
def test_there_must_be_somebody_to_overrun():
    state = meeting(theirs=0)
    go(state, GOAL)
    refuses(state, "overrun", "R14.5.1")


@pytest.mark.rule("R14.5.1")
def test_a_force_that_began_in_the_hex_does_not_overrun():
    state = bare("sampo", month=6)
    put(state, "gorm", START)
    army(state, "fynn", START, 9)
    army(state, "midhrasir", START, 1)
    phase(state, FOMORIAN)
    pick(state, START)
    refuses(state, "overrun", "R14.5.1")
    assert costs(state)


@pytest.mark.rule("R14.5.1")
def test_only_the_stack_that_entered_takes_part(monkeypatch):
    """Another army of the same side that stands in the hex does not help."""
    state = bare("sampo", month=6)
    put(state, "gorm", START)
    army(state, "fynn", START, 4)
    army(state, "ycelia", GOAL, 20)
    army(state, "midhrasir", GOAL, 4)
    phase(state, FOMORIAN)
    pick(state, START)
    go(state, GOAL)
    dice(monkeypatch, then=3)
    text = " ".join(sentences(overrun(state)))
    assert "4 against 2" in text  # nobody commands the enemy: half


@pytest.mark.rule("R14.5.1")
def test_those_who_stood_there_bear_no_losses_of_an_overrun(monkeypatch):
    """Even if they have the same banner: CSP are like money, but these are in another purse."""
    state = bare("sampo", month=6)
    put(state, "gorm", START)
    army(state, "fynn", START, 4)
    army(state, "fynn", GOAL, 6)
    army(state, "midhrasir", GOAL, 8)
    put(state, "hakon", GOAL, escort=True)
    phase(state, FOMORIAN)
    pick(state, START)
    go(state, GOAL)
    dice(monkeypatch, then=1)
    overrun(state)
    rush(state, "Moving")
    banner = state.book.banner["fynn"]
    stood = [each.csp for each in state.armies if each.banner == banner and not each.done]
    went = [each.csp for each in state.armies if each.banner == banner and each.done]
    assert stood == [6]
    assert sum(went) < 4


@pytest.mark.rule("R14.5.3")
def test_an_overrun_costs_four_points_after_the_entry(monkeypatch):
    state = meeting()
    go(state, GOAL)
    assert left(state) == 9
    dice(monkeypatch, then=6)
    overrun(state)
    rush(state, "Moving")
    assert csp(state, "midhrasir", GOAL) == 0
    assert left(state) == 5
    assert not the_force(state).stopped
    go(state, BEYOND)
    assert csp(state, "fynn", BEYOND) == csp(state, "fynn")


@pytest.mark.rule("R14.5.3")
def test_without_four_points_there_is_no_overrun():
    state = meeting()
    the_force(state).left = 2 * 5 - 1
    go(state, GOAL)
    refuses(state, "overrun", "R14.5.3")


@pytest.mark.rule("R14.5.3")
def test_if_the_enemy_is_not_gone_the_movement_is_over_after_one_round(monkeypatch):
    state = meeting(6, 12)
    go(state, GOAL)
    dice(monkeypatch, then=3)  # 1-1, a 7: D for both
    events = overrun(state)
    events += rush(state, "Moving")
    assert len(rolls(events, "round battle")) == 1
    assert csp(state, "midhrasir", GOAL) > 0
    assert legal(state, "go") == set()
    assert "overrun" not in legal(state)
    do(state, "halt")
    assert legal(state, "pick") == set()


@pytest.mark.rule("R14.5.3")
def test_an_overrunning_force_that_is_driven_out_retreats_and_does_not_move_on(monkeypatch):
    state = meeting(10, 12)
    go(state, GOAL)
    dice(monkeypatch, then=1)  # 1-1, a 3: the attacker may be driven out
    overrun(state)
    assert asked(state) == "DrivingOut"
    do(state, "drive_out")
    assert where(state, "gorm") == START
    assert csp(state, "fynn", START) > 0
    assert legal(state, "go") == set()
    do(state, "halt")
    assert legal(state, "pick") == set()


@pytest.mark.rule("R14.5.3")
def test_after_a_failed_overrun_combat_may_be_announced_there(monkeypatch):
    state = meeting(6, 12)
    go(state, GOAL)
    dice(monkeypatch, then=3)
    overrun(state)
    rush(state, "Moving")
    do(state, "halt", "done", "done")
    happen(state, fighting.CombatPhase(FOMORIAN))
    assert f"fight(h{GOAL},land)" in legal(state)


@pytest.mark.rule("R14.5.4")
def test_three_is_subtracted_from_the_roll(monkeypatch):
    state = meeting(12, 2)
    go(state, GOAL)
    dice(monkeypatch, 3, 4, then=6)
    events = overrun(state)
    assert any("overrun -3" in text for text in sentences(events))
    (roll,) = rolls(events, "round battle")
    assert roll.added == 4 - 3  # Gorm's command; nobody commands the others


@pytest.mark.rule("R14.5.4")
def test_challenges_may_be_made_before_it():
    state = meeting(12, 4)
    put(state, "kars", GOAL)
    go(state, GOAL)
    do(state, "overrun")
    assert asked(state) == "Challenging"
    assert "challenge(trial,gorm)" in legal(state)


@pytest.mark.rule("R14.5.3")
def test_a_search_or_teleport_is_not_for_a_force_that_has_to_stop():
    state = meeting()
    go(state, GOAL)
    assert standing(state) == GOAL
    refuses(state, f"go(h{BEYOND})", "R11.7")
    assert hex_of(state, GOAL) == the_force(state).hex
    assert not who(state, "gorm").done
    assert MUNDANE not in state.to_act
