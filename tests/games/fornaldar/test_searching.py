"""Searching for artifacts (R21.1)."""

import pytest
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    cast,
    dice,
    do,
    happen,
    hex_of,
    item,
    leader_of,
    legal,
    put,
    rolls,
    treasure,
    who,
)

from fimbul.core import Event
from fimbul.games.fornaldar.rules.magic import searching
from fimbul.games.fornaldar.rules.movement import moving
from fimbul.games.fornaldar.state import FornaldarState

KNOWE = "3515"  # Tuvelien Knowe: Fyratnen (6) and Glaumjord (8) in the War of the Sampo
MIRE = "4811"  # Snaymire: a Draugr guards Vaina's Kantele (2)


def at_the_knowe(*, escort: bool = False, month: int = 9) -> FornaldarState:
    """Signhild and Snorri stand where two artifacts are hidden, and it is their move."""
    state = bare("sampo", month=month)
    put(state, "signhild", KNOWE)
    put(state, "snorri", KNOWE)
    if escort:
        put(state, "lembi", KNOWE, escort=True)
    item(state, "fyratnen", hex_=KNOWE, hidden=True)
    item(state, "glaumjord", hex_=KNOWE, hidden=True)
    return state


def take_up(state: FornaldarState, hex_: str = KNOWE, seat: int = MUNDANE) -> None:
    """The movement phase of a seat begins, and it takes up the stack in a hex."""
    happen(state, moving.MovementPhase(seat))
    do(state, f"pick(h{hex_},land)")


def results(events: list[Event]) -> list[str]:
    """What searches found."""
    return [roll.result for roll in rolls(events, "A search")]


@pytest.mark.rule("R21.1.2")
def test_characters_search_where_something_is_hidden() -> None:
    state = at_the_knowe()
    take_up(state)
    assert legal(state, "search") == {f"search({points})" for points in range(4, 9)}


@pytest.mark.rule("R21.1.2")
def test_nothing_can_be_searched_where_nothing_is_hidden() -> None:
    state = at_the_knowe()
    item(state, "fyratnen", bearer="snorri")
    item(state, "glaumjord", bearer="snorri")
    take_up(state)
    assert not legal(state, "search")


@pytest.mark.rule("R21.1.2")
def test_casters_do_not_take_part() -> None:
    state = at_the_knowe()
    who(state, "signhild").cast = True
    who(state, "snorri").cast = True
    happen(state, moving.MovementPhase(MUNDANE))
    assert f"pick(h{KNOWE},land)" not in legal(state)


@pytest.mark.rule("R21.1.3")
def test_a_search_costs_four_to_eight_points(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at_the_knowe()
    take_up(state)
    assert state.force is not None
    before = state.force.left
    dice(monkeypatch, 1, 1)
    do(state, "search(4)")
    assert before == 2 * 12
    assert state.force.left == 2 * 8
    dice(monkeypatch, 1, 1)
    do(state, "search(4)")
    assert legal(state, "search") == {"search(4)"}


@pytest.mark.rule("R21.1.4")
def test_magic_or_a_heros_combat_and_escorts_are_search_points() -> None:
    state = at_the_knowe(escort=True)
    people = [leader_of(state, name) for name in ("signhild", "snorri", "lembi")]
    assert searching.search_points(state, people[:1]) == 5 + 6
    assert searching.search_points(state, people[:2]) == 11 + 6
    assert searching.search_points(state, people) == 17 + 1


@pytest.mark.rule("R21.1.4")
def test_armies_do_not_help() -> None:
    state = at_the_knowe()
    army(state, "midhrasir", KNOWE, 9)
    take_up(state)
    assert state.force is not None
    assert searching.search_points(state, searching.searchers(state, state.force)) == 17


@pytest.mark.rule("R21.1.5")
@pytest.mark.parametrize(
    ("roll", "points", "found"),
    [
        (6, 5, "C2"),
        (6, 9, "C1"),
        (6, 17, ""),
        (9, 16, ""),
        (9, 17, "6"),
        (11, 25, "8"),
        (12, 8, "6"),
        (12, 9, "8"),
    ],
)
def test_the_discovery_table_by_roll_and_points(roll: int, points: int, found: str) -> None:
    state = at_the_knowe()
    assert searching.found_by(state, hex_of(state, KNOWE), roll, points) == found


@pytest.mark.rule("R21.1.5")
def test_the_points_spent_are_added_and_12_is_the_highest(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at_the_knowe()
    take_up(state)
    dice(monkeypatch, 6, 5)
    events = do(state, "search(8)")
    assert results(events) == ["Glaumjord"]
    assert asked(state) == "Finding"


@pytest.mark.rule("R21.1.5")
def test_an_artifact_that_is_gone_is_replaced_by_one_of_a_lower_roll() -> None:
    state = at_the_knowe()
    item(state, "glaumjord", bearer="snorri")
    assert searching.found_by(state, hex_of(state, KNOWE), 12, 17) == "6"
    item(state, "glaumjord", hex_=KNOWE, hidden=True)
    item(state, "fyratnen", bearer="snorri")
    assert searching.found_by(state, hex_of(state, KNOWE), 9, 17) == "", "no higher roll helps"


@pytest.mark.rule("R21.1.5")
def test_a_curse_wounds_the_searchers_as_their_owner_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    put(state, "snorri", KNOWE)
    put(state, "lembi", KNOWE, escort=True)
    item(state, "fyratnen", hex_=KNOWE, hidden=True)
    take_up(state)
    dice(monkeypatch, 1, 1)
    assert results(do(state, "search(4)")) == ["a curse of 2"]
    assert legal(state) == {"lose(escort-lembi)", "lose(lembi)", "lose(snorri)"}
    do(state, "lose(escort-lembi)")
    assert not who(state, "lembi").escort
    do(state, "lose(snorri)")
    assert who(state, "snorri").wounds == 1
    assert asked(state) == "Moving"


@pytest.mark.rule("R21.1.5")
def test_a_curse_may_kill(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    put(state, "snorri", KNOWE, wounds=5)
    item(state, "fyratnen", hex_=KNOWE, hidden=True)
    take_up(state)
    dice(monkeypatch, 1, 1)
    do(state, "search(4)")
    assert who(state, "snorri").dead
    assert state.points[FOMORIAN] == 5


@pytest.mark.rule("R21.1.5")
@pytest.mark.rule("R10.6")
def test_a_draugr_fights_the_searchers_and_ends_their_movement(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    put(state, "snorri", MIRE)
    item(state, "vainas_kantele", hex_=MIRE, hidden=True)
    take_up(state, MIRE)
    dice(monkeypatch, 1, 1, then=6)
    events = do(state, "search(4)")
    assert results(events) == ["a Draugr"]
    assert len(rolls(events)) > 1, "the melee is fought at once"
    assert state.force is None or state.force.stopped
    assert not legal(state, "search")


@pytest.mark.rule("R21.1.6")
def test_a_found_artifact_goes_to_a_searcher(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at_the_knowe()
    take_up(state)
    dice(monkeypatch, 6, 1)
    do(state, "search(4)")
    assert legal(state) == {"give(fyratnen,signhild)", "give(fyratnen,snorri)", "done"}
    do(state, "give(fyratnen,snorri)")
    assert treasure(state, "fyratnen").bearer == leader_of(state, "snorri")
    assert not treasure(state, "fyratnen").hidden


@pytest.mark.rule("R21.1.6")
def test_a_found_artifact_may_be_left_and_searched_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at_the_knowe()
    take_up(state)
    dice(monkeypatch, 6, 1, 6, 6)
    do(state, "search(4)", "done")
    assert treasure(state, "fyratnen").hidden
    assert "search(4)" in legal(state)
    do(state, "search(8)")
    assert asked(state) == "Finding"


@pytest.mark.rule("R21.1.6")
@pytest.mark.rule("R21.6")
def test_supernaturals_find_but_do_not_take(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    put(state, "ajattar", KNOWE)
    item(state, "fyratnen", hex_=KNOWE, hidden=True)
    take_up(state, seat=FOMORIAN)
    dice(monkeypatch, 6, 6)
    do(state, "search(8)")
    assert treasure(state, "fyratnen").hidden


@pytest.mark.rule("R20.22")
def test_scrying_adds_three_for_the_casters_side(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at_the_knowe()
    put(state, "leif", "2132")
    cast(state, "scrying", "leif", hex_=KNOWE)
    take_up(state)
    dice(monkeypatch, 1, 1)
    (roll,) = rolls(do(state, "search(4)"), "A search")
    assert roll.added == 4 + 3
