"""Random play on a GPU goes as it does on the processor.  Here the GPU is numba's simulator of one."""

import json
import os
import subprocess
import sys

import pytest

import fimbul
from fimbul.kernels.fimbulvetr import chance, packing, tables
from fimbul.kernels.fimbulvetr import layout as at

np = pytest.importorskip("numpy")

PLAY = """
import json
from fimbul.kernels.fimbulvetr import gpu
field = gpu.Field({}, 3)
found, pace = field.play(7, 5, 1)
field.compare(7, found, field.by_processor(7, 5)[0])
try:
    field.compare(7, found, field.by_processor(8, 5)[0])
except gpu.Difference as difference:
    print(json.dumps([found.tolist(), pace.plies, str(difference)]))
"""


def test_the_same_seeds_are_the_same_games_on_a_gpu() -> None:
    simulated = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    run = subprocess.run([sys.executable, "-c", PLAY], env=simulated, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    found, plies, difference = json.loads(run.stdout)
    assert plies == sum(game[0] for game in found)
    assert "games differ" in difference
    state = fimbul.game("fimbulvetr").new(seed=3)
    assert isinstance(state, tables.FimbulvetrState)
    seen = np.zeros(640, np.int64)
    start = packing.pack(state, seen)
    results = np.zeros((5, 3), np.int16)
    chance.games_apart(start, start.copy(), tables.book_of(state.options), seen, 7, results)
    assert results.tolist() == found
    assert all(at.WON_0 <= outcome <= at.DRAWN for _, outcome, _ in found)


def test_without_a_gpu_the_command_says_so() -> None:
    hidden = os.environ | {"NUMBA_DISABLE_CUDA": "1"}
    run = subprocess.run(
        [sys.executable, "-c", "from fimbul.cli import main; main()", "bench", "gpu"],
        env=hidden,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1
    assert "GPU" in run.stderr
