"""Without the extra there is one sentence, and what needs no numbers needs no numpy."""

import subprocess
import sys

import pytest

import fimbul.envs
from fimbul.core import FimbulError


@pytest.mark.parametrize(
    ("package", "module", "call"),
    [
        ("pettingzoo", "aec", lambda: fimbul.envs.pettingzoo("fate")),
        ("gymnasium", "solo", lambda: fimbul.envs.gymnasium("fate")),
        ("pyspiel", "spiel", lambda: fimbul.envs.openspiel("fate")),
        ("numba", "batch", lambda: fimbul.envs.vector("fimbulvetr", 2)),
    ],
)
def test_what_is_missing_is_named_with_its_extra(monkeypatch, package, module, call):
    kept = dict(sys.modules)
    for name in kept:
        if name.startswith(("fimbul.envs.", "fimbul.kernels.")) or name.partition(".")[0] == package:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(FimbulError, match=rf"needs the extra 'envs.*' \({package} is missing\): pip install"):
        call()


def test_playing_needs_no_numpy():
    code = "import fimbul, fimbul.envs, sys; fimbul.game('fate').new(); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_what_compiles_ahead_names_what_is_missing():
    code = (
        "import runpy, sys; sys.modules['numba'] = None; runpy.run_module('fimbul.envs', run_name='__main__')"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr == (
        "fimbul: This needs the extra 'envs,fast' (numba is missing): pip install 'fimbul[envs,fast]'.\n"
    )
