"""Kernels are twins of the rules, and their proof would notice if they were not."""

import importlib
import pkgutil
import random

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

import fimbul
from fimbul import kernels
from fimbul.core import Record, verify
from fimbul.kernels import proof
from fimbul.kernels.fimbulvetr import layout as fimbulvetr_layout
from fimbul.kernels.fimbulvetr import tables as fimbulvetr_tables

MOVE_RELIC = 3
FIMBULVETR, VALKNUT = fimbul.game("fimbulvetr"), fimbul.game("valknut")


@pytest.mark.parametrize(
    ("game", "positions"), [(FIMBULVETR, 3000), (VALKNUT, 1500)], ids=("fimbulvetr", "valknut")
)
def test_a_kernel_is_the_twin_of_the_rules(game: fimbul.core.Game, positions: int) -> None:
    proved = proof.prove(game, positions, seed=random.SystemRandom().getrandbits(32))
    assert proved.positions >= positions
    assert proved.actions > 20 * proved.positions
    assert len(proved.variants) == (16 if game is FIMBULVETR else 6)


@pytest.mark.parametrize("table", ["POINTS", "DEFENSE", "MELEE"])
def test_the_proof_finds_a_wrong_table(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = fimbulvetr_tables.book_of

    def wrong(options: object) -> np.ndarray:
        book = right(options).copy()  # type: ignore[arg-type]
        book[getattr(fimbulvetr_layout, table) + 1] += 1
        return book

    monkeypatch.setattr(fimbulvetr_tables, "book_of", wrong)
    with pytest.raises(proof.Difference) as caught:
        proof.prove(FIMBULVETR, 20_000, seed=3)
    match = verify(Record.parse(caught.value.record), FIMBULVETR)
    assert f"at ply {match.state.ply}" in str(caught.value)


@pytest.mark.rule("F50c")
def test_the_last_turn_is_a_draw_in_the_kernel_too() -> None:
    state = FIMBULVETR.new(seed=5, options={"setup": "quick"})
    state.turn = 400  # type: ignore[misc]
    desk = kernels.desk(state)
    action = next(number for number in desk.legal() if str(desk.decode(state, number)).startswith("move"))
    state.play(desk.decode(state, action))
    desk.apply(action)
    assert state.outcome is not None
    assert state.outcome.rule == "F50c"
    assert desk.unpack(state) == state


@pytest.mark.parametrize("game", [FIMBULVETR, VALKNUT], ids=lambda game: game.slug)
def test_random_play_in_the_kernel_comes_to_an_end(game: fimbul.core.Game) -> None:
    desk = kernels.desk(game.new(seed=3))
    plies, results = desk.play_random(50, 9)
    assert sum(results) == 50
    assert desk.play_random(50, 9) == (plies, results)  # the same chance, the same games
    assert desk.play_random(50, 10)[0] != plies


@pytest.mark.rule("F26")
@pytest.mark.rule("F28")
@pytest.mark.rule("F29")
def test_the_swiftest_that_can_be_built_move_as_far_in_the_kernel() -> None:
    moves = [("VA", "VA", "M1", "D1"), ("V2", "V2", "R1", "D1"), ("VA", "V2", "M1", "R1")]
    warriors = tuple(
        {"id": f"runner_{place}", "name": f"Runner {place}", "corners": moves[place % 3]}
        for place in range(6)
    )
    swift = {"id": "swift", "name": "The Swift", "source": "a test", "warriors": warriors, "style": ""}
    chance, proved = random.Random(26), proof.Proved("fimbulvetr", 26)
    bore = 0
    while bore < 8:  # clans whose bearer has eight points
        course = proof.Course(FIMBULVETR, 2, {"clans": (swift, swift), "setup": "placed"}, chance)
        course.compare(proved)
        bore += course.state.relics.count(MOVE_RELIC)  # type: ignore[attr-defined]
    assert proved.verbs["Move"] > 50


@pytest.mark.parametrize("slug", kernels.GAMES)
def test_every_compiled_function_lets_other_threads_run(slug: str) -> None:
    package = importlib.import_module(f"fimbul.kernels.{slug}")
    names = [each.name for each in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith((".gpu", ".train"))]
    compiled = {
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, Dispatcher) and each.py_func.__module__.startswith("fimbul.kernels")
    }
    assert len(compiled) > 50
    assert all(each.targetoptions.get("nogil") for each in compiled)
