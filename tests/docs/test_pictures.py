"""The pictures of the documentation are drawn from the code, and what they show is true."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import fimbul
from fimbul.core import Rng
from fimbul.games.fimbulvetr.actions import Handoff, Melee, Move, Ranged
from fimbul.games.fimbulvetr.model import KINDS, FimbulvetrOptions
from fimbul.games.fimbulvetr.rules.board import cell_at
from fimbul.games.fimbulvetr.rules.severance import severed
from fimbul.games.fimbulvetr.state import FimbulvetrState

DOCS = Path(__file__).parents[2] / "docs"


def load(name: str = "pictures.py") -> ModuleType:
    spec = importlib.util.spec_from_file_location("pictures", DOCS / name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


pictures = load()


def position(name: str, mover: int) -> FimbulvetrState:
    picture = pictures.PICTURES[name]
    state = FimbulvetrState(
        rng=Rng(0), options=FimbulvetrOptions(first=0), first=0, active=mover, phase="play"
    )
    number = state.roster.number
    for seat, warrior, x, y, r in picture.warriors:
        state.cell[number[seat][warrior]] = cell_at(x, y)
        state.turned[number[seat][warrior]] = r
    if picture.bearer:
        seat, warrior, token = picture.bearer
        state.bearers[seat] = number[seat][warrior]
        state.relics[seat] = KINDS.index(token)
    return state


def test_every_picture_is_up_to_date() -> None:
    for path, svg in pictures.all_pictures().items():
        assert path.read_text(encoding="utf-8") == svg, f"{path.name} is old: run make pictures"


def test_every_picture_of_the_rules_exists() -> None:
    page = (DOCS / "rules" / "fimbulvetr.md").read_text(encoding="utf-8")
    for name in pictures.PICTURES:
        assert f"(fimbulvetr/{name}.svg)" in page


ATTACKS = [
    (name, mark)
    for name in ("support", "melee", "ranged", "vaulted-ranged")
    for mark in pictures.PICTURES[name].marks
    if mark.end[1] != "SW" or name != "melee" or mark.note != "C"
]


@pytest.mark.rule("F32")
@pytest.mark.rule("F34")
@pytest.mark.rule("F35")
@pytest.mark.parametrize(("name", "mark"), ATTACKS)
def test_the_attacks_drawn_are_as_drawn(name: str, mark: object) -> None:
    attacker, target, good = mark.start[0], mark.end[0], mark.kind == "good"  # type: ignore[attr-defined]
    seats = {warrior: seat for seat, warrior, *_ in pictures.PICTURES[name].warriors}
    state = position(name, seats[attacker])
    kind = Ranged if "ranged" in name else Melee
    assert (state.why_not(kind(attacker, target)) is None) == good


@pytest.mark.rule("F27")
@pytest.mark.rule("F28")
@pytest.mark.rule("F29")
def test_the_cells_drawn_are_within_reach_or_not() -> None:
    state = position("reach", 0)
    for tile in pictures.PICTURES["reach"].marks:
        assert (state.why_not(Move("shieldman", tile.x, tile.y, 0)) is None) == (tile.kind == "good")
    ends = {(a.x, a.y) for a in state.legal(0) if isinstance(a, Move) and a.warrior == "shieldman"}
    assert ends == {(t.x, t.y) for t in pictures.PICTURES["reach"].marks if t.kind == "good"} | {(0, 0)}
    state = position("vault", 1)
    for arrow in pictures.PICTURES["vault"].marks:
        assert (state.why_not(Move("raider", *arrow.end, 0)) is None) == (arrow.kind == "good")


@pytest.mark.rule("F38")
def test_the_handoffs_drawn_are_as_drawn() -> None:
    state = position("handoff", 0)
    for arrow in pictures.PICTURES["handoff"].marks:
        assert (state.why_not(Handoff(arrow.end[0])) is None) == (arrow.kind == "good")


@pytest.mark.rule("F39")
@pytest.mark.rule("F40")
@pytest.mark.parametrize("name", ["severance", "tie"])
def test_the_severed_drawn_are_severed(name: str) -> None:
    state = position(name, 0)
    assert tuple(state.roster.ids[w] for w in severed(state)) == pictures.PICTURES[name].severed


@pytest.mark.rule("F41")
def test_both_ways_to_reconnect_that_are_drawn_are_moves() -> None:
    state = position("severance", 0)
    for arrow in pictures.PICTURES["severance"].marks:
        assert state.why_not(Move(arrow.start[0], *arrow.end, 0)) is None


def test_the_position_in_the_readme_is_a_real_one() -> None:
    game = fimbul.game("fimbulvetr")
    view = game.new(options={"setup": "quick", "first": 0}, seed=5).view(None)
    assert game.scene(view).to_svg(width=720) == (DOCS / "position.svg").read_text(encoding="utf-8")


def test_the_curves_of_the_learners_are_drawn_from_what_they_wrote_and_the_page_shows_some() -> None:
    curves = load("envs/curves.py")
    assert (DOCS / "envs" / "curves.svg").read_text(encoding="utf-8") == curves.draw()
    page = (DOCS / "envs" / "README.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in page.splitlines() if line.count("|") == 10 and "%" in line]
    assert len(rows) == 6
    for file, first in (("ppo.csv", 1), ("alphazero.csv", 6)):
        lines = (DOCS / "envs" / file).read_text(encoding="utf-8").splitlines()[1:]
        told = {}
        for line in lines:
            seconds, processor, decisions, score = map(float, line.split(","))
            told[seconds] = (decisions, processor, score)
        for row in rows:
            decisions, seconds, processor, score = (
                float(cell.replace(",", "").replace("%", "")) for cell in row[first : first + 4]
            )
            nearest = min(told, key=lambda second: abs(second - seconds))
            wanted = told[nearest]
            assert abs(nearest - seconds) <= 0.5
            assert (decisions, abs(wanted[1] - processor) <= 0.5) == (wanted[0], True)
            assert abs(100 * wanted[2] - score) <= 0.051
