"""What is installed: small, whole, and honest about what is missing."""

import json
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from tests.cli.conftest import Runner, fim  # noqa: F401  # the command line, run in this process

from fimbul.games import SLUGS

ROOT = Path(__file__).parents[1]
LARGEST = 3_000_000
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_wheel_is_small_and_has_everything_that_is_shown(tmp_path: Path) -> None:
    (made,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path))
    assert Path(made).stat().st_size < LARGEST
    with zipfile.ZipFile(made) as wheel:
        names = set(wheel.namelist())
    for slug in SLUGS:
        assert {f"fimbul/rules/{slug}.md", f"fimbul/primer/{slug}.md"} <= names
        assert f"fimbul/web/static/pictures/{slug}.svg" in names
    assert "fimbul/web/static/index.html" in names
    assert "fimbul/cli/starter/pyproject.toml.tmpl" in names
    assert "fimbul/py.typed" in names
    assert not any(name.startswith(("tests", "docs")) or "__pycache__" in name for name in names)


def test_the_source_archive_builds_the_same_wheel(tmp_path: Path) -> None:
    (packed,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path))
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = [path for path in tmp_path.iterdir() if path.is_dir()]
    made = [*WheelBuilder(str(ROOT)).build(directory=str(tmp_path / "tree"))]
    made += WheelBuilder(str(source)).build(directory=str(tmp_path / "source"))
    contents = []
    for wheel in made:
        with zipfile.ZipFile(wheel) as files:
            contents.append({name: files.read(name) for name in files.namelist()})
    assert contents[0] == contents[1]


def test_the_source_archive_has_what_make_needs() -> None:
    names = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    wanted = (
        "Makefile",
        "requirements.lock",
        "mkdocs.yml",
        "tools/site.py",
        "examples/tablut/pyproject.toml",
    )
    assert {*wanted, "src/fimbul/__init__.py", "tests/test_package.py", "docs/index.md"} <= names


def test_the_extras_are_there_and_the_core_needs_none_of_them() -> None:
    assert {"lab", "cluster", "fast", "envs", "server", "mcp", "client", "docs"} <= set(
        PROJECT["optional-dependencies"]
    )
    heavy = (
        "numpy",
        "polars",
        "mcp",
        "pydantic",
        "ray",
        "torch",
        "gymnasium",
        "pettingzoo",
        "httpx",
        "mkdocs",
    )
    look = f"print(json.dumps([name for name in {heavy!r} if name in sys.modules]))"
    program = f"import json, sys, fimbul, fimbul.cli.commands; {look}"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == []


def test_to_import_fimbul_loads_no_game_and_looks_for_no_package() -> None:
    program = (
        "import sys, fimbul; print([m for m in sys.modules if m.startswith('fimbul.games.')], "
        "fimbul.games.offered.cache_info().misses)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[] 0"


@pytest.mark.parametrize(
    ("module", "arguments", "extra"),
    [
        ("mcp", ["mcp"], "mcp"),
        ("polars", ["export", "GAME", "--to", "parquet", "--out", "OUT"], "lab"),
        ("polars", ["lab", "run", "experiments/fate.toml"], "lab"),
        ("ray", ["lab", "run", "experiments/fate.toml", "--out", "OUT", "--cluster", "auto"], "cluster"),
        ("numpy", ["check", "fate", "--envs", "--games", "1"], "envs"),
        ("pettingzoo", ["bench", "envs"], "envs"),
        ("redis", ["serve", "--data", "OUT", "--channels", "redis://localhost:1"], "server"),
        ("asyncpg", ["serve", "--data", "OUT", "--db", "postgresql://localhost:1/club"], "server"),
        ("asyncpg", ["worker", "--db", "postgresql://localhost:1/club"], "server"),
    ],
)
def test_a_missing_extra_is_named_in_one_sentence(
    fim: Runner,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    module: str,
    arguments: list[str],
    extra: str,
) -> None:
    for known in [name for name in sys.modules if name.startswith((f"{module}.", "fimbul.envs."))]:
        monkeypatch.delitem(sys.modules, known)  # another test may have brought them
    monkeypatch.setitem(sys.modules, module, None)
    saga = ROOT / "tests" / "golden" / "fimbulvetr" / "chance.saga"
    words = [{"GAME": str(saga), "OUT": str(tmp_path / "out")}.get(word, word) for word in arguments]
    assert fim(*words).failed_with(f"fimbul[{extra}]")
