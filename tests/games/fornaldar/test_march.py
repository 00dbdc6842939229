"""Forced marches (R14.4), and what snow does to movement (R6.4.8, R6.4.9)."""

import pytest
from tests.games.fornaldar.moves import costs, go, left, march_phase, phase, pick, the_force
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
    put,
    refuses,
    rolls,
    rush,
    ship,
    where,
    who,
)

from fimbul.games.fornaldar.rules import attrition


def host(month=6, hex_="3824"):
    """Hakon (command 5) and Kars (command 2) with CSP."""
    state = bare("sampo", month=month)
    put(state, "hakon", hex_)
    put(state, "kars", hex_)
    army(state, "midhrasir", hex_, 4)
    return state


@pytest.mark.rule("R14.4")
def test_a_force_that_has_moved_marches_again_with_its_command_rating(monkeypatch):
    state = host()
    dice(monkeypatch, then=1)
    phase(state, MUNDANE)
    pick(state, "3824")
    go(state, "3826")
    do(state, "halt", "done")
    assert asked(state) == "Moving"
    assert state.phase == "march"
    force = pick(state, "3826")
    assert force.troops == [(state.book.banner["midhrasir"], 4)]
    assert left(state) == 5
    go(state, "3828")
    assert left(state) == 3
    do(state, "halt")
    assert csp(state, "midhrasir", "3828") == 4
    assert "pick(h3828,land)" not in legal(state)  # once in a phase
    refuses(state, "pick(h3828,land)", "R14.4")


@pytest.mark.rule("R14.4")
def test_the_rating_is_that_of_the_highest_ranking_character_who_goes():
    state = host()
    march_phase(state, MUNDANE)
    pick(state, "3824")
    assert left(state) == 5
    do(state, "leave(hakon,1)")
    assert left(state) == 2


@pytest.mark.rule("R14.4")
def test_ships_and_who_was_carried_do_not_march():
    state = bare("sampo", month=6)
    ship(state, "orms_sling", "3928")
    put(state, "hakon", "3928")
    phase(state, MUNDANE)
    pick(state, "3928", "sea")
    do(state, "load(hakon,1,h3928)")
    go(state, "3929")
    do(state, "unload(hakon,1,h3929)", "halt", "done")
    assert legal(state, "pick") == set()
    refuses(state, "pick(h3929,sea)", "R14.4")
    refuses(state, "pick(h3929,land)", "R14.4")


@pytest.mark.rule("R14.4")
def test_a_force_that_had_to_stop_for_an_enemy_does_not_march():
    state = host()
    army(state, "fynn", "3825", 1)
    put(state, "olvard", "3824")
    phase(state, MUNDANE)
    pick(state, "3824")
    do(state, "leave(olvard,1)")
    go(state, "3825")
    do(state, "halt", "done")
    refuses(state, "pick(h3825,land)", "R14.4")
    assert legal(state, "pick") == {"pick(h3824,land)"}


@pytest.mark.rule("R14.4")
def test_a_force_that_was_intercepted_does_not_march(monkeypatch):
    state = host()
    put(state, "gorm", "3826", escort=True)
    dice(monkeypatch, 6)
    phase(state, MUNDANE)
    pick(state, "3824")
    go(state, "3825")
    do(state, "intercept(h3826)", "done")
    do(state, "done")
    refuses(state, "pick(h3825,land)", "R14.4")


@pytest.mark.rule("R14.4")
def test_a_march_can_be_intercepted(monkeypatch):
    state = host()
    put(state, "gorm", "3826", escort=True)
    dice(monkeypatch, 6, 1, 1)
    march_phase(state, MUNDANE)
    pick(state, "3824")
    go(state, "3825")
    assert asked(state) == "Intercepting"
    events = do(state, "intercept(h3826)", "done")
    assert where(state, "gorm") == "3825"
    assert rolls(events, "arch")  # the march is done, and rolls for attrition


@pytest.mark.rule("R14.4.1")
def test_the_attrition_of_a_march():
    """The example: Dralak (command 4), 15 CSP and strength 16; a roll of 8 becomes 4, letter B."""
    state = bare("sampo", month=6)
    put(state, "dralak", "1143", escort=True)
    put(state, "konkiff", "1143")
    put(state, "svip", "1143")
    army(state, "lochlann", "1143", 14)
    march_phase(state, FOMORIAN)
    pick(state, "1143")
    assert left(state) == 4
    go(state, "1145")
    with pytest.MonkeyPatch.context() as patch:
        dice(patch, 4, 4)
        events = do(state, "halt")
        events += rush(state, "Moving")
    (roll,) = rolls(events, "arch")
    assert (roll.dice, roll.added) == ((4, 4), -4)
    assert roll.result.startswith("B")
    escorts = sum(each.escort for each in state.leaders)
    assert csp(state, "lochlann", "1145") + escorts == 14
    assert sum(each.wounds for each in state.leaders) == 1


@pytest.mark.rule("R14.4.1")
def test_all_that_marched_pay_for_it_those_who_were_left_on_the_way_too(monkeypatch):
    state = host()
    army(state, "midhrasir", "3827", 5)
    march_phase(state, MUNDANE)
    pick(state, "3824")
    go(state, "3825")
    dice(monkeypatch, then=1)
    events = do(state, "leave(midhrasir,3)")
    assert len(rolls(events, "arch")) == 1
    go(state, "3826")
    events = do(state, "halt")
    assert len(rolls(events, "arch")) == 1


@pytest.mark.rule("R14.4.1")
def test_who_does_not_march_rolls_for_nothing():
    state = host()
    march_phase(state, MUNDANE)
    pick(state, "3824")
    assert rolls(do(state, "halt")) == []


@pytest.mark.rule("R14.4.2")
def test_a_march_may_include_overruns_and_searches_but_no_embarking():
    state = host(hex_="3829")
    ship(state, "orms_sling", "3829")
    army(state, "fynn", "3928", 1)
    march_phase(state, MUNDANE)
    pick(state, "3829")
    refuses(state, "load(hakon,1,h3829)", "R14.4.2")
    go(state, "3928")
    assert left(state) == 4
    assert "overrun" in legal(state)


@pytest.mark.rule("R14.4.2")
def test_a_march_may_include_a_search():
    from tests.games.fornaldar.positions import item

    state = bare("sampo", month=6)
    place = next(find.hex for find in state.book.library.discovery if find.scenario == "sampo")
    put(state, "hakon", place)
    item(state, "glaumjord", hex_=place, hidden=True)
    march_phase(state, MUNDANE)
    pick(state, place)
    assert legal(state, "search")
    refuses(state, "search(6)", "R21.1.2")


@pytest.mark.rule("R14.4.2")
def test_mermen_on_land_may_march():
    state = bare("sampo", month=6)
    put(state, "lhyr", "3928")
    army(state, "skergota", "3928", 2)
    march_phase(state, MUNDANE)
    pick(state, "3928")
    assert left(state) == 4
    refuses(state, "swim(h3928)", "R14.6.2")
    assert "3829" in costs(state)


@pytest.mark.rule("R6.4.8")
def test_a_march_neither_begins_nor_goes_on_in_snow():
    state = host(month=1)
    state.sky = "snow"
    march_phase(state, MUNDANE)
    refuses(state, "pick(h3824,land)", "R6.4.8")
    state = host()
    cast(state, "fimbulwinter", "eberic", hex_="3829")
    sky = {name: snowy(state, name) for name in ("3824", "3825", "3826", "3827", "3828")}
    first = next(name for name, snow in sky.items() if snow)
    last = f"{int(first) - 1}"
    put(state, "hakon", last)
    put(state, "kars", last)
    state.armies.clear()
    army(state, "midhrasir", last, 4)
    march_phase(state, MUNDANE)
    pick(state, last)
    go(state, first)
    refuses(state, "go(h3828)" if first != "3828" else "go(h3829)", "R6.4.8")


def snowy(state, name):
    """Whether it snows in a hex."""
    from fimbul.games.fornaldar.rules import weather

    return weather.at(state, hex_of(state, name)) == "snow"


# ---- the cold (R6.4.9)


@pytest.mark.rule("R6.4.9")
@pytest.mark.parametrize(("sky", "month", "rolled"), [("snow", 1, 1), ("clear", 1, 0), ("snow", 6, 0)])
def test_a_force_that_moves_through_snow_in_the_dark_time_rolls(monkeypatch, sky, month, rolled):
    state = host(month=month)
    state.sky = sky
    dice(monkeypatch, then=1)
    phase(state, MUNDANE)
    pick(state, "3824")
    go(state, "3825")
    events = do(state, "halt")
    found = rolls(events, "snow")
    assert len(found) == rolled
    if rolled:
        assert found[0].added == 4 - 5  # Hakon's command
    assert rolls(events) == found


@pytest.mark.rule("R6.4.9")
def test_to_leave_a_snow_hex_is_to_move_through_snow(monkeypatch):
    state = host(month=1)
    cast(state, "fimbulwinter", "eberic", hex_="3820")
    names = [f"38{row}" for row in range(20, 30)]
    last = max(name for name in names if snowy(state, name))
    put(state, "hakon", last, escort=True)
    clear = f"{int(last) + 1}"
    assert not snowy(state, clear)
    dice(monkeypatch, then=1)
    phase(state, MUNDANE)
    pick(state, last)
    go(state, clear)
    assert len(rolls(do(state, "halt"), "snow")) == 1


@pytest.mark.rule("R6.4.9")
def test_characters_without_escorts_and_flyers_do_not_roll():
    state = bare("sampo", month=1)
    state.sky = "snow"
    put(state, "hakon", "3824")
    phase(state, MUNDANE)
    pick(state, "3824")
    go(state, "3825")
    assert rolls(do(state, "halt")) == []


@pytest.mark.rule("R6.4.9")
def test_mermen_who_swim_in_a_snow_turn_roll(monkeypatch):
    state = bare("sampo", month=1)
    state.sky = "snow"
    put(state, "lhyr", "4030", afloat=True)
    army(state, "skergota", "4030", 2, afloat=True)
    dice(monkeypatch, then=1)
    phase(state, MUNDANE)
    pick(state, "4030", "sea")
    go(state, "4031")
    (roll,) = rolls(do(state, "halt"), "snow")
    assert roll.added == 4 - 4


@pytest.mark.rule("R6.4.9")
def test_pieces_left_on_the_way_through_snow_roll_when_they_are_left(monkeypatch):
    state = host(month=1)
    state.sky = "snow"
    dice(monkeypatch, then=1)
    phase(state, MUNDANE)
    pick(state, "3824")
    go(state, "3825")
    events = do(state, "leave(midhrasir,2)")
    assert len(rolls(events, "snow")) == 1
    assert the_force(state).troops == [(state.book.banner["midhrasir"], 2)]


@pytest.mark.rule("R14.4.1")
def test_the_roll_of_a_march_takes_its_losses_from_those_who_marched():
    state = host()
    hex_ = hex_of(state, "3824")
    banner = state.book.banner["midhrasir"]
    leaders = (state.book.leader["hakon"],)
    with pytest.MonkeyPatch.context() as patch:
        dice(patch, 6, 6)
        happen(state, attrition.Wearing(MUNDANE, hex_, "land", leaders, ((banner, 4),), 0, 0, "forced march"))
        rush(state)
    assert csp(state, "midhrasir", "3824") < 4
    assert who(state, "kars").wounds == 0
