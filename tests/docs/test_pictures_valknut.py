"""The pictures of the rules of Valknut show what is true."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from tests.games.valknut.positions import Table, position

import fimbul
from fimbul.games.valknut.actions import Lay
from fimbul.games.valknut.model import place_of
from fimbul.games.valknut.rules.parley import SettingUp, slots

DOCS = Path(__file__).parents[2] / "docs"
BANDS = {"W": "dwarves", "B": "goblins", "U": "draugar", "E": "elves", "N": "vanir", "G": "giantess"}


def load() -> Any:
    spec = importlib.util.spec_from_file_location("pictures_valknut", DOCS / "pictures_valknut.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


pictures = load()


def table(name: str, step: str) -> Table:
    """The position of a picture, its attacker to move."""
    picture = pictures.PICTURES[name]
    letters = {token for row in pictures.tokens(picture) for token in row if token.isupper()}
    bands = " ".join(BANDS[letter] for letter in sorted(letters))
    return position(picture.rows, bands, to_move=picture.attacker, step=step)


def crossed(name: str) -> set[str]:
    """The places of those who die in a picture."""
    return {f"{x},{y}" for x, y in pictures.PICTURES[name].dead}


def test_every_picture_is_in_the_rules() -> None:
    page = (DOCS / "rules" / "valknut.md").read_text(encoding="utf-8")
    for path in pictures.all_pictures():
        assert f"(valknut/{path.name})" in page


@pytest.mark.rule("V40")
@pytest.mark.rule("V61")
@pytest.mark.rule("V66")
@pytest.mark.rule("V72")
@pytest.mark.parametrize("name", ["flank", "giantess", "archery", "outbreak"])
def test_those_who_are_crossed_out_die_and_no_others(name: str) -> None:
    before = table(name, "march").standing
    attacker = pictures.PICTURES[name].attacker
    after = table(name, "start")
    gone = {place for place, unit in before.items() if after.standing.get(place) != unit}
    assert gone == crossed(name)
    if name == "outbreak":
        assert {after.standing[place] for place in gone} == {attacker}


@pytest.mark.rule("V31")
@pytest.mark.rule("V32")
def test_the_moves_drawn_are_as_drawn() -> None:
    moves = table("move", "march").legal("move")
    ends = {f"move(0,{y},e,{n})" for y in (0, 2) for n in range(1, 6)} & moves
    drawn = {f"move(0,{m.end[1]},e,{m.end[0]})" for m in pictures.PICTURES["move"].marks if m.good}
    assert ends == drawn


@pytest.mark.rule("V69")
def test_the_shoves_drawn_are_as_drawn() -> None:
    shoves = table("shove", "march").legal("shove")
    for mark in pictures.PICTURES["shove"].marks:
        assert (f"shove(0,{mark.start[1]},e)" in shoves) == mark.good


@pytest.mark.rule("V63")
def test_the_stomp_drawn_kills_whom_it_crosses_out() -> None:
    here = table("stomp", "march")
    before = set(here.standing)
    here.play("move(0,0,e,4)")
    assert before - set(here.standing) - {"0,0"} | {"4,0"} == crossed("stomp")


@pytest.mark.rule("V22")
def test_the_placements_drawn_are_as_drawn() -> None:
    game = fimbul.game("valknut")
    state: Any = game.new(options={"warbands": ("elves", "vanir")}, seed=1)
    while isinstance(state.decision, SettingUp):
        state.play(state.legal(state.to_act[0])[-1])
    card = state.view(0).pool[0].id
    for mark in pictures.PICTURES["placement"].marks:
        assert (state.why_not(Lay(card, mark.x, mark.y, mark.r)) is None) == mark.good


@pytest.mark.rule("V81")
def test_the_parley_halves_drawn_are_those_of_the_players() -> None:
    owned = [{place_of(cell) for cell in area} for area in slots(2, 4, 4, False)]
    for mark in pictures.PICTURES["parley"].marks[:4]:
        seat = int(mark.text.removeprefix("player ")) - 1
        corner = (int(mark.x - 0.5), int(mark.y - 0.5))
        assert min(owned[seat]) == corner
