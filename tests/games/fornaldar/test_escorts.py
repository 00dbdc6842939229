"""13. Escorts."""

import pytest
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    bare,
    csp,
    dice,
    do,
    happen,
    legal,
    put,
    refuses,
    where,
    who,
)

from fimbul.games.fornaldar import GAME
from fimbul.games.fornaldar.rules import pieces
from fimbul.games.fornaldar.rules.movement import moving
from fimbul.games.fornaldar.state import FornaldarState

PLAIN = "1725"


def take_up(state: FornaldarState, hex_: str = PLAIN, seat: int = FOMORIAN) -> None:
    state.phasing = seat
    happen(state, moving.MovementPhase(seat))
    do(state, f"pick(h{hex_},land)")


@pytest.mark.rule("R13.1")
def test_an_escort_counts_as_a_csp():
    state = bare()
    put(state, "gorm", PLAIN, escort=True)
    army(state, "fynn", PLAIN, 2)

    assert pieces.troops(state, state.book.node[PLAIN], FOMORIAN) == 3


@pytest.mark.rule("R13.2")
def test_an_escort_is_left_and_taken():
    state = bare()
    put(state, "gorm", PLAIN, escort=True)
    take_up(state)

    do(state, "detach(gorm)")
    assert not who(state, "gorm").escort
    assert csp(state, "fynn", PLAIN) == 1

    do(state, "attach(gorm)")
    assert who(state, "gorm").escort
    assert csp(state, "fynn", PLAIN) == 0
    refuses(state, "attach(gorm)", "R13.3")


@pytest.mark.rule("R13.2")
def test_escorts_are_taken_in_a_reaction_too():
    state = bare()
    put(state, "gorm", PLAIN, escort=True)
    put(state, "hakon", "1726")
    state.phasing = MUNDANE
    happen(state, moving.ReactionPhase(FOMORIAN))
    do(state, f"pick(h{PLAIN},land)")

    do(state, "detach(gorm)")

    assert csp(state, "fynn", PLAIN) == 1


@pytest.mark.rule("R13.3")
@pytest.mark.parametrize(
    ("leader", "banner", "takes"),
    [
        ("gorm", "fynn", True),
        ("gorm", "basulea", False),  # another colour
        ("reomur", "fynn", False),  # can have no escort
        ("gorm", None, False),
    ],
)
def test_who_may_take_an_escort(leader: str, banner: str | None, takes: bool):
    state = bare()
    put(state, leader, PLAIN)
    if banner is not None:
        army(state, banner, PLAIN, 2)
    take_up(state)

    assert (f"attach({leader})" in legal(state)) == takes
    if not takes:
        refuses(state, f"attach({leader})", "R13.3")


@pytest.mark.rule("R13.4")
def test_escorts_teleport_and_armies_do_not(monkeypatch: pytest.MonkeyPatch):
    state = bare(month=9)
    put(state, "heior", "3202", escort=True)
    army(state, "ycelia", "3202", 2)
    take_up(state, "3202")
    refuses(state, "teleport(heior)", "R14.3.3")
    do(state, "leave(ycelia,2)")
    dice(monkeypatch, 1, 1)

    do(state, "teleport(heior)")
    do(state, "at(h2908)")

    assert where(state, "heior") == "2908"
    assert who(state, "heior").escort
    assert csp(state, "ycelia", "3202") == 2


def test_escorts_are_asked_about_behind_one_button():
    """However many characters a force has, the question has room for what one does more often."""
    state = bare()
    for name in ("gorm", "knud"):
        put(state, name, PLAIN, escort=True)
    take_up(state)

    view = state.view(FOMORIAN)
    sheet = GAME.scene(view).sheet
    behind = [each for each in sheet.buttons if "escort" in each.label.lower()]
    assert [each.id for each in behind] == ["escort", "escort:gorm", "escort:knud"]
    clicks = GAME.table.deeds(view, GAME.parse("detach(gorm)")).clicks
    assert clicks == ("escort", "escort:gorm")
