"""Both learners learn: after a little work they play far better than before; the curves are in the docs."""

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))

import alphazero
import ppo
from common import Curve, load, match, new_network, save


def test_ppo_learns(tmp_path: Path) -> None:
    curve = Curve(tmp_path / "curve.csv")
    params = ppo.train(1, curve, most=6 * ppo.GAMES * ppo.ROUND, every=1e9, games=60)
    (_, _, none, before), (_, _, decisions, after) = curve.lines
    assert none == 0
    assert decisions == 6 * ppo.GAMES * ppo.ROUND
    assert before < 0.1
    assert after > before + 0.15
    save(params, tmp_path / "network.npz")
    again = load(tmp_path / "network.npz")
    assert match(ppo.choose_best(again), 20, 5) == match(ppo.choose_best(params), 20, 5)
    assert (tmp_path / "curve.csv").read_text().splitlines()[0] == "seconds,processor,decisions,score"


def test_alphazero_searches_and_learns_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alphazero, "SIMULATIONS", 8)
    monkeypatch.setattr(alphazero, "BATCH", 64)
    curve = Curve(None)
    params = alphazero.train(1, curve, most=60 * alphazero.GAMES, every=1e9, games=20)
    before = match(alphazero.choose_best(new_network(1), 8), 20, 20_001)
    after = match(alphazero.choose_best(params, 8), 20, 20_001)
    assert after > before


@pytest.mark.parametrize("script", ["ppo.py", "alphazero.py"])
def test_without_jax_one_sentence_names_the_extra(script: str) -> None:
    path = Path(__file__).parents[2] / "examples" / script
    program = (
        f"import runpy, sys; sys.modules['jax'] = None; sys.path.insert(0, {str(path.parent)!r}); "
        f"runpy.run_path({str(path)!r}, run_name='__main__')"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr == "Learning needs the extra 'learn' (jax is missing): pip install 'fimbul[learn]'.\n"
