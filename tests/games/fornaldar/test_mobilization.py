"""10. Mobilization."""

import pytest
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    bare,
    begin,
    cast,
    csp,
    dice,
    do,
    happen,
    hex_of,
    is_active,
    item,
    legal,
    lull,
    put,
    refuses,
    rolls,
    rouse,
    ruin,
    ship,
    side,
    where,
)

from fimbul.games.fornaldar.rules import fates, mobilizing
from fimbul.games.fornaldar.rules.mobilizing import Mobilization
from fimbul.games.fornaldar.rules.movement import moving
from fimbul.games.fornaldar.state import FornaldarState

CALLED = ("basulea", "skane", "lochlann", "jotunheim", "ajattar", "rodhiorm", "tursas")


def asleep(scenario: str = "sampo", month: int | None = None) -> FornaldarState:
    """A scenario in which only the groups that start active are."""
    state = bare(scenario, month=month)
    state.active = [group.id in state.book.scenario.active for group in state.book.groups]
    state.phase = "mobilization"
    return state


def added(state: FornaldarState, group: str, seat: int) -> int:
    row = next(row for row in mobilizing.rows(state, seat) if row.group == group)
    return mobilizing.modifier(state, row, seat)


def beside(state: FornaldarState, hex_: str, kingdom: str) -> str:
    """A hex of a kingdom that borders this one."""
    book = state.book
    near = book.near[hex_of(state, hex_)]
    return next(book.names[other] for other in near if book.kingdom[other] == book.group[kingdom])


@pytest.mark.rule("R10.1")
def test_inactive_pieces_may_not_move():
    state = asleep()
    put(state, "dralak", "1515")
    happen(state, moving.MovementPhase(FOMORIAN))

    refuses(state, "pick(h1515,land)", "R10.1")


@pytest.mark.rule("R10.1")
def test_active_pieces_never_become_inactive():
    state = bare()
    fates.mobilize(state, state.book.group["fynn"], MUNDANE, [])

    assert is_active(state, "fynn")
    assert side(state, "fynn") == FOMORIAN


# ---- roused by the enemy


@pytest.mark.rule("R10.2")
@pytest.mark.parametrize(
    ("who", "escort", "csp_", "roused"),
    [
        ("gorm", False, 0, False),
        ("gorm", True, 0, True),
        ("gorm", False, 3, True),
        ("reomur", False, 0, True),
    ],
)
def test_enemy_csp_and_heroes_rouse_a_kingdom_that_they_enter(
    who: str, escort: bool, csp_: int, roused: bool
):
    state = asleep()
    step = beside(state, "2122", "midhrasir")
    put(state, who, step, escort=escort)
    if csp_:
        army(state, "fynn", step, csp_)
    happen(state, moving.MovementPhase(FOMORIAN))

    do(state, f"pick(h{step},land)", "go(h2122)")  # Nerfringia

    assert is_active(state, "nerfringia") == roused
    assert side(state, "nerfringia") == MUNDANE


@pytest.mark.rule("R10.2d")
@pytest.mark.rule("R3.5")
@pytest.mark.parametrize(("hex_", "roused"), [("1706", True), ("1606", False)])
def test_enemy_ships_rouse_a_kingdom_on_whose_coast_they_come(hex_: str, roused: bool):
    state = asleep()
    ship(state, "wrath_of_gorm", "1505")
    happen(state, moving.MovementPhase(FOMORIAN))

    do(state, "pick(h1505,sea)", f"go(h{hex_})")

    assert is_active(state, "normorea") == roused


@pytest.mark.rule("R10.2")
def test_a_group_that_both_can_call_joins_who_did_not_provoke_it():
    state = asleep("northern_war")
    jotuns = state.book.group["jotunheim"]
    assert state.side[jotuns] == -1

    fates.provoke(state, jotuns, FOMORIAN, [])

    assert is_active(state, "jotunheim")
    assert side(state, "jotunheim") == MUNDANE


@pytest.mark.rule("R10.2")
def test_ones_own_side_does_not_rouse_a_group():
    state = asleep()

    fates.provoke(state, state.book.group["basulea"], FOMORIAN, [])
    assert not is_active(state, "basulea")

    fates.provoke(state, state.book.group["basulea"], MUNDANE, [])
    assert is_active(state, "basulea")
    assert side(state, "basulea") == FOMORIAN


# ---- the roll


@pytest.mark.rule("R10.3")
@pytest.mark.rule("R5.5.2")
@pytest.mark.parametrize(("first", "second", "joins"), [(3, 4, True), (4, 4, False)])
def test_the_number_of_the_group_or_less_mobilizes_it(
    monkeypatch: pytest.MonkeyPatch, first: int, second: int, joins: bool
):
    state = asleep()
    happen(state, Mobilization(FOMORIAN))
    dice(monkeypatch, first, second)

    do(state, "call(basulea)")  # 7

    assert is_active(state, "basulea") == joins
    assert side(state, "basulea") == FOMORIAN


@pytest.mark.rule("R10.3")
def test_each_group_is_called_once_in_a_phase(monkeypatch: pytest.MonkeyPatch):
    state = asleep()
    happen(state, Mobilization(FOMORIAN))
    assert legal(state) == {*(f"call({name})" for name in CALLED), "done"}
    dice(monkeypatch, 6, 6)

    do(state, "call(basulea)")

    refuses(state, "call(basulea)", "R10.3")
    refuses(state, "call(normorea)", "R10.3")
    refuses(state, "call(fynn)", "R10.3")
    do(state, "done")
    state.tried = []
    happen(state, Mobilization(FOMORIAN))
    assert "call(basulea)" in legal(state)


@pytest.mark.rule("R10.3")
def test_an_active_group_is_not_called():
    state = asleep()
    rouse(state, "basulea")
    happen(state, Mobilization(FOMORIAN))

    refuses(state, "call(basulea)", "R10.1")


@pytest.mark.rule("R10.3")
def test_what_helps_is_subtracted():
    state = asleep()
    assert added(state, "lochlann", FOMORIAN) == 0
    rouse(state, "normorea")
    assert added(state, "lochlann", FOMORIAN) == -1

    assert added(state, "jotunheim", FOMORIAN) == 0
    ruin(state, "1515", "1509")
    assert added(state, "jotunheim", FOMORIAN) == -2

    assert added(state, "nerfringia", MUNDANE) == 0
    rouse(state, "basulea", "skane")
    assert added(state, "nerfringia", MUNDANE) == -2


@pytest.mark.rule("R10.3")
@pytest.mark.parametrize(
    ("seat", "group", "help_"),
    [(MUNDANE, "midhrasir", "ruins"), (MUNDANE, "jibalian", "krenkel"), (FOMORIAN, "gestum", "skergota")],
)
def test_the_help_of_the_printed_table(seat: int, group: str, help_: str):
    state = asleep("jotuns", month=8)
    if help_ == "ruins":
        ruin(state, "2024", "2331")
        assert added(state, group, seat) == -2
    else:
        rouse(state, help_)
        assert added(state, group, seat) == -1


@pytest.mark.rule("R10.3")
@pytest.mark.parametrize(("second", "joins"), [(3, True), (4, False)])
def test_a_roll_is_changed_by_what_helps(monkeypatch: pytest.MonkeyPatch, second: int, joins: bool):
    state = asleep()
    rouse(state, "normorea")
    happen(state, Mobilization(FOMORIAN))
    dice(monkeypatch, 4, second)

    do(state, "call(lochlann)")  # 6, and 1 off

    assert is_active(state, "lochlann") == joins


@pytest.mark.rule("R10.3a")
@pytest.mark.rule("R20.11")
def test_farcalling_helps_the_side_of_its_caster():
    state = asleep()
    cast(state, "farcalling", "heior", group="basulea")

    assert added(state, "basulea", FOMORIAN) == -2
    assert added(state, "skane", FOMORIAN) == 0


@pytest.mark.rule("R10.3a")
@pytest.mark.rule("R21.29")
def test_the_alabaster_horn_helps_the_side_of_its_active_bearer():
    state = asleep()
    put(state, "hakon", "3927")
    item(state, "alabaster_horn", bearer="hakon")
    assert added(state, "normorea", MUNDANE) == -1
    assert added(state, "basulea", FOMORIAN) == 0

    lull(state, "midhrasir")
    assert added(state, "normorea", MUNDANE) == 0


@pytest.mark.rule("R10.3b")
@pytest.mark.parametrize(("month", "turn", "help_"), [(8, 3, 0), (9, 3, -1), (14, 8, -1), (1, 9, -1)])
def test_from_the_ninth_calendar_turn_all_rolls_are_easier(month: int, turn: int, help_: int):
    state = asleep("jotuns", month=month)
    state.game_turn = turn

    assert added(state, "basulea", FOMORIAN) == help_
    assert added(state, "suderpathia", MUNDANE) == help_


@pytest.mark.rule("R10.4")
def test_characters_but_no_armies_enter_an_inactive_friendly_kingdom():
    state = asleep()
    here = beside(state, "2122", "midhrasir")
    put(state, "hakon", here)
    army(state, "midhrasir", here, 3)
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, f"pick(h{here},land)")

    refuses(state, "go(h2122)", "R10.4")
    do(state, "leave(midhrasir,3)", "go(h2122)")

    assert where(state, "hakon") == "2122"
    assert not is_active(state, "nerfringia")


@pytest.mark.rule("R10.5")
def test_non_aligned_pieces_start_inactive_and_are_called_by_their_side(monkeypatch: pytest.MonkeyPatch):
    state = begin("jotuns")
    for name in ("jibalian", "muranir", "krenkel", "ballara", "sifka", "gestum", "vigmund"):
        assert not is_active(state, name)
    assert side(state, "sifka") == -1

    for seat in (FOMORIAN, MUNDANE):
        state = asleep("jotuns", month=8)
        happen(state, Mobilization(seat))
        dice(monkeypatch, 1, 1)
        do(state, "call(sifka)")
        assert side(state, "sifka") == seat
        assert is_active(state, "sifka")


# ---- the off-map Mundanes


@pytest.mark.rule("R24.1.2.3")
def test_the_mundanes_come_with_a_captain_and_two_dice_of_csp(monkeypatch: pytest.MonkeyPatch):
    state = asleep()
    army(state, "fynn", "1350", 2)
    happen(state, Mobilization(MUNDANE))
    dice(monkeypatch, 2, 2, 5, 4)
    events = do(state, "call(mundanes)")  # 4

    assert [roll.result for roll in rolls(events, "strength")] == ["9 CSP"]
    assert "at(h1350)" not in legal(state)  # the enemy is there
    assert "at(h1150)" in legal(state)
    refuses(state, "at(h1950)", "R24.1.2.3")
    do(state, "at(h1550)")

    assert csp(state, "mundanes", "1550") == 9
    assert where(state, "captain") == "1550"
    assert is_active(state, "mundanes")
    assert side(state, "mundanes") == MUNDANE


@pytest.mark.rule("R24.1.2.3a")
def test_farcalling_does_not_bring_the_mundanes():
    state = asleep()
    cast(state, "farcalling", "signhild", group="mundanes")

    assert added(state, "mundanes", MUNDANE) == 0


@pytest.mark.rule("R24.1.2.3b")
def test_the_mundanes_may_be_withdrawn_and_come_again_next_turn(monkeypatch: pytest.MonkeyPatch):
    state = bare()
    lull(state, "ogmund")  # so that there is somebody to call
    put(state, "captain", "1550", wounds=2)
    army(state, "mundanes", "1550", 3)
    state.phasing = MUNDANE
    happen(state, moving.MovementPhase(MUNDANE))

    do(state, "withdraw(mundanes)")
    assert where(state, "captain") is None
    assert csp(state, "mundanes") == 0
    assert not is_active(state, "mundanes")
    do(state, "done", "done")

    state.phase = "mobilization"
    happen(state, Mobilization(MUNDANE))
    refuses(state, "call(mundanes)", "R24.1.2.3")
    do(state, "done")

    state.game_turn += 1
    happen(state, Mobilization(MUNDANE))
    dice(monkeypatch, 1, 1, 6, 6)
    do(state, "call(mundanes)", "at(h1150)")
    assert csp(state, "mundanes", "1150") == 12
    assert state.leaders[state.book.leader["captain"]].wounds == 0


@pytest.mark.rule("R24.1.2.3")
def test_the_mundanes_are_not_called_while_they_are_on_the_map():
    state = bare()
    army(state, "mundanes", "1550", 3)
    state.phase = "mobilization"
    happen(state, Mobilization(MUNDANE))

    assert state.decision is None  # all are active, so there is nothing to ask


@pytest.mark.rule("R24.2.2.5")
def test_the_mundanes_do_not_come_when_the_jotuns_fight_for_the_mundane_side():
    state = asleep("northern_war")
    happen(state, Mobilization(MUNDANE))
    assert "call(mundanes)" in legal(state)
    rouse(state, "jotunheim", seat=MUNDANE)

    refuses(state, "call(mundanes)", "R24.2.2.5")
