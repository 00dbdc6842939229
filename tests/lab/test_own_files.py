"""Experiments with files of one's own: a folder of cards, changed and held against the house's."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest
from tests.cli.conftest import Runner

pytest.importorskip("polars", reason="the extra lab is not installed")

import fimbul
from fimbul.core import FimbulError
from fimbul.lab.experiment import arms_of, names_files, parse_experiment, read_experiment, resolved
from fimbul.lab.folder import Results
from fimbul.lab.patches import house
from fimbul.lab.template import as_toml

DATA = Path(fimbul.__file__).parent / "games" / "fate" / "data"
MINE = """
game = "fate"
games = 2
players = ["random"]
events = false

[options]
heroes = ["bjorn"]

[[variant]]
name = "as it is"

[[variant]]
name = "stronger"
options = { library = "@cards" }
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with an experiment, and beside it the house's cards with a stronger Bjorn."""
    shutil.copytree(DATA, tmp_path / "cards")
    hero = tmp_path / "cards" / "heroes" / "bjorn.toml"
    hero.write_text(re.sub(r"strength = \d", "strength = 7", hero.read_text(encoding="utf-8"), count=1))
    (tmp_path / "mine.toml").write_text(MINE, encoding="utf-8")
    return tmp_path


def test_an_experiment_takes_a_folder_of_cards_beside_it(place: Path) -> None:
    experiment = read_experiment(place / "mine.toml")
    fate = fimbul.game("fate")
    plain, stronger = (resolved(fate, arm, 0) for arm in arms_of(experiment))
    assert plain.library is None
    assert stronger.library == fate.file_option("library", place / "cards")


def test_a_sweep_over_folders_is_called_as_they_are(place: Path) -> None:
    text = MINE.partition("[[variant]]")[0] + '[[sweep]]\noption = "library"\nvalues = ["@cards"]\n'
    assert [arm.key for arm in arms_of(parse_experiment(text, "x", place))] == ["cards"]


def test_what_is_not_there_is_one_sentence(place: Path) -> None:
    with pytest.raises(FimbulError, match=r"There is no folder .*nowhere"):
        parse_experiment(MINE.replace("@cards", "@nowhere"), "x", place)
    with pytest.raises(FimbulError, match=r"The option 'track' of .* takes no file"):
        parse_experiment(MINE.replace("library =", "track ="), "x", place)


def test_a_games_files_are_copied_to_be_changed(fim: Runner, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    assert fim("lab", "data", "fate", mine).out == f"Written: {mine}, {len(list(DATA.rglob('*.*')))} files\n"
    assert fim("simulate", "fate", "--bots", "random", "--games", 1, "-o", f"library=@{mine}").status == 0
    assert fim("lab", "data", "fate", mine).failed_with("is already there", status=2)
    assert fim("lab", "data", "chess", tmp_path / "x").failed_with("Unknown game 'chess'")


def test_a_run_holds_the_cards_it_was_played_with(
    fim: Runner, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place)
    assert fim("lab", "run", "mine.toml", "--workers", 1).status == 0
    shutil.rmtree(place / "cards" / "heroes")
    results = Results(Path("runs/mine"))
    assert results.games.height == 4
    assert results.arms[1].options["library"]["figures"]
    again = fim("lab", "record", "runs/mine", "stronger", 1)
    assert again.out == results.record("stronger.000001.saga")


def test_two_folders_are_tested_against_each_other(
    fim: Runner, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place)
    ran = fim("lab", "ab", "fate", "--b", "library=@cards", "--bots", "random", "--most", 2, "--workers", 1,
              "--out", "ab")  # fmt: skip
    assert "2 pairs of games." in ran.out
    assert re.search(r"^B: library = one's own \([0-9a-f]{8}\)$", ran.out, re.MULTILINE)
    assert len(Results(Path("ab")).experiment.title) < 100


@pytest.mark.parametrize("slug", ["valknut", "fate", "six_winters", "fornaldar"])
def test_a_games_own_data_survive_an_experiments_file(slug: str) -> None:
    game = fimbul.game(slug)
    for option, data in house(slug).items():
        again = tomllib.loads(as_toml({option: data}))
        assert game.read_options(again) == game.read_options({option: data})


def test_a_name_with_an_at_is_no_file_where_nothing_was_read_from_a_folder() -> None:
    with pytest.raises(FimbulError, match='cannot be "@cards"'):
        parse_experiment(MINE, "x")


@pytest.mark.parametrize("slug", ["valknut", "fate", "six_winters", "fornaldar"])
def test_a_new_experiment_says_how_data_of_ones_own_are_named(fim: Runner, tmp_path: Path, slug: str) -> None:
    text = fim("lab", "new", slug).out
    (line,) = [line.removeprefix("# ") for line in text.splitlines() if "data of your own" in line]
    assert not names_files(text)
    assert names_files(line)
    fim("lab", "data", slug, tmp_path / "mine")
    ((option, named),) = tomllib.loads(line).items()
    assert fimbul.game(slug).file_option(option, tmp_path / named.removeprefix("@"))
