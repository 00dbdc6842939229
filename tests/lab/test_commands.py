"""The commands of the lab do what their help says."""

import re
from pathlib import Path

import pytest
from tests.cli.conftest import Runner
from tests.lab.conftest import QUICK

import fimbul.lab
from fimbul.cli.lab import COMMANDS
from fimbul.core import FimbulError, Record, verify
from fimbul.games import game
from fimbul.lab.folder import Folder, Results
from fimbul.lab.playing import Block

NAMES = [command.__name__ for command in COMMANDS]


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_an_example(fim: Runner, name: str) -> None:
    ran = fim("lab", name, "--help")
    assert ran.status == 0
    assert f"Example: fimbul lab {name}" in ran.out


def test_from_a_new_experiment_to_its_report(
    fim: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert fim("lab", "new", "fate", "mine.toml").out.startswith("Written: ")
    assert fim("lab", "new", "fate", "mine.toml").failed_with("already there", status=2)
    text = Path("mine.toml").read_text().replace("games = 100", "games = 4").replace('"greedy"', '"random"')
    Path("mine.toml").write_text(text)
    planned = fim("lab", "run", "mine.toml", "--plan")
    assert re.match(r"4 games, about (a|\d+) seconds? on \d+ process", planned.out)
    assert not Path("runs").exists()
    assert fim("lab", "run", "mine.toml", "--workers", "1", "--json").json["games"] == 4
    assert fim("lab", "report", "runs/mine").out.startswith("Written: runs/mine/report.html")
    fim("lab", "record", "mine.toml", "as-it-is", "2", "--save", "game.saga")
    kept = Results(Path("runs/mine")).record("as-it-is.000002.saga")
    assert Path("game.saga").read_text() == kept
    verify(Record.parse(kept), game("fate"))
    assert (
        "    fimbul lab run mine.toml\n    fimbul lab report runs/mine\n"
        in Path("runs/mine/report.md").read_text()
    )
    fim("lab", "run", "mine.toml", "--workers", "1", "--out", "again")
    fim("lab", "report", "again")
    assert (
        "    fimbul lab run mine.toml --out again\n    fimbul lab report again\n"
        in Path("again/report.md").read_text()
    )


def test_ctrl_c_says_how_far_it_came_and_the_same_command_goes_on(
    fim: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, folder = tmp_path / "quick.toml", tmp_path / "run"
    file.write_text(QUICK, encoding="utf-8")
    kept: list[object] = []

    def keep(self: Folder, block: Block) -> None:
        if len(kept) == 3:
            raise KeyboardInterrupt
        kept.append(block)
        keeps(self, block)

    keeps = Folder.keep
    monkeypatch.setattr(Folder, "keep", keep)
    words = ("lab", "run", str(file), "--out", str(folder), "--workers", "1")
    stopped = fim(*words)
    assert stopped.status == 130
    assert re.search(r"stopped after \d+ of 12 games: they are kept, and the same command", stopped.err)
    monkeypatch.setattr(Folder, "keep", keeps)
    assert fim(*words, "--json").json["games"] == 12


def test_ab_says_what_was_found_in_a_sentence(fim: Runner, tmp_path: Path) -> None:
    words = ["--a", "setup=quick", "--b", "setup=quick", "--b", "vault_adjacent=true", "--bots", "random"]
    planned = fim("lab", "ab", "fimbulvetr", *words, "--plan", "--effect", "3", "--workers", "2")
    assert re.match(
        r"To see a difference of 3 points with 80 % power: [\d,]+ pairs, about (a|[\d.]+) \w+ on 2",
        planned.out,
    )
    ran = fim("lab", "ab", "fimbulvetr", *words, "--most", "40", "--workers", "1", "--out", tmp_path / "run")
    assert ran.status == 0, ran
    assert "40 pairs of games." in ran.out
    assert "vault_adjacent = true" in ran.out
    html = tmp_path / "run" / "report.html"
    assert fim("lab", "report", tmp_path / "run").status == 0
    assert "A against B" in html.read_text(encoding="utf-8")


def test_validation_says_how_often_the_tests_err(fim: Runner) -> None:
    trials = fim("lab", "validate", "--repeat", "4", "--json").json["trials"]
    assert len(trials) >= 8
    assert all(trial["called"]["games"] == 4 for trial in trials)


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["run", "nowhere.toml"], 1, "cannot be read"),
        (["run", "FILE", "--workers", "0"], 2, "--workers is 1 or more"),
        (["run", "FILE", "--out", "FILE/x"], 1, "cannot be written"),
        (["new", "chess"], 1, "Unknown game 'chess'"),
        (["ab", "fate"], 1, "A and B are the same"),
        (["ab", "fate", "--b", "trak=long"], 1, "has no option 'trak'"),
        (["ab", "fate", "--b", "figures.gold=1"], 1, "There is no 'gold'"),
        (["ab", "fate", "--b", "track=long", "--effect", "0"], 2, "--effect is between 0 and 100"),
        (["ab", "fate", "--b", "track=long", "--metrics", "fun"], 1, "Unknown metric 'fun'"),
        (["ab", "fate", "--b", "track=long", "--nodes", "3", "--seconds", "1"], 2, "not both"),
        (["report", "nowhere"], 1, "is no folder of an experiment"),
        (["report", "nowhere", "--markdown", "page.html"], 2, "ends in .md"),
        (["record", "FILE", "none", "1"], 1, "Unknown arm 'none'; expected all"),
        (["record", "FILE", "all", "99"], 1, "has games 0 to 11"),
        (["tune", "FILE"], 1, "has no section [tune]"),
        (["validate", "--repeat", "0"], 2, "--repeat is 1 or more"),
        (["run", "FILE", "--speed", "9"], 2, "--speed. See 'fimbul lab run --help'"),
        (["sail"], 2, "See 'fimbul lab --help'"),
    ],
)
def test_bad_arguments_are_one_sentence(
    fim: Runner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    status: int,
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.toml"
    file.write_text(QUICK)
    given = [word.replace("FILE", str(file)) for word in arguments]
    assert fim("lab", *given).failed_with(words, status=status)
    assert not Path("runs").exists()


@pytest.mark.parametrize(("module", "extra"), [("polars", "lab"), ("ray", "cluster")])
def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, module: str, extra: str) -> None:
    monkeypatch.setattr("fimbul.lab.import_module", missing)
    with pytest.raises(FimbulError, match=rf"needs the extra '{extra}'.*pip install 'fimbul\[{extra}\]'"):
        fimbul.lab.need(module, extra)


def missing(name: str) -> object:
    raise ImportError(name)


def test_the_bare_loop_needs_no_extra() -> None:
    import subprocess
    import sys

    code = (
        "import sys\n"
        "for name in ('polars', 'duckdb', 'altair', 'optuna', 'ray', 'numpy'): sys.modules[name] = None\n"
        "from fimbul.cli import run\n"
        "words = '--games 1 --bots random,random --workers 1'.split()\n"
        "played = run(['simulate', 'fimbulvetr', *words])\n"
        "raise SystemExit(played or 10 * (run(['lab', 'run', 'x.toml']) != 1))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran
    assert ran.stderr == (
        "fimbul: This needs the extra 'lab' of fimbul, which is not installed: pip install 'fimbul[lab]'.\n"
    )
