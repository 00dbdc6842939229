"""The tables of warbands: what is counted is true, can be made again, and wrong arguments are refused."""

import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from tests.cli.conftest import Ran

from fimbul.cli import arena
from fimbul.cli.arena import Played, Series, play_game

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "warbands.py"
Runner = Callable[..., Ran]


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("warbands", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


warbands = load()


@pytest.fixture
def bench(capfd: pytest.CaptureFixture[str]) -> Runner:
    """Run the script in this process."""

    def call(*arguments: object) -> Ran:
        capfd.readouterr()
        status = warbands.main([str(argument) for argument in arguments])
        return Ran(status, *capfd.readouterr())

    return call


def rows(text: str, *first: str) -> list[list[str]]:
    """The rows of a Markdown table whose first cell is one of these."""
    cells = [[cell.strip() for cell in line.strip("| ").split("|")] for line in text.splitlines()]
    return [row for row in cells if row[0] in first]


def test_two_pairs_are_counted_and_written(bench: Runner, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    ran = bench(
        "--bots",
        "random",
        "--games",
        2,
        "--pair",
        "goblins,elves",
        "--pair",
        "giantess,elves",
        "--write",
        page,
    )
    assert ran.status == 0, ran
    text = page.read_text(encoding="utf-8")
    pairs = rows(text, "Elves – Goblins", "Giantess – Elves")
    assert [row[1] for row in pairs] == ["2", "2"]
    assert all(int(row[2]) + int(row[3]) == 2 for row in pairs)
    total = next(row for row in rows(text, "Elves") if "to" in row[-1])
    assert total[1] == "4"
    assert int(total[2]) == int(pairs[0][2]) + int(pairs[1][3])
    assert "--bots random --games 2 --seed 1" in text
    assert all(row[:3] in [found[:3] for found in rows(ran.out, row[0])] for row in pairs)


def test_a_pair_is_played_the_same_alone_and_among_others(bench: Runner) -> None:
    alone = bench("--bots", "random", "--games", 4, "--pair", "dragons,draugar")
    among = bench("--bots", "random", "--games", 4, "--pair", "vanir,elves", "--pair", "draugar,dragons")
    assert rows(alone.out, "Dragons – Draugar") == rows(among.out, "Dragons – Draugar")


def test_two_bots_lead_each_warband_equally_often(bench: Runner) -> None:
    ran = bench("--bots", "greedy,random", "--games", 4, "--pair", "vikings,dwarves")
    series = warbands.series_of(
        (warbands.NUMBER["vikings"], warbands.NUMBER["dwarves"]), ("greedy", "random"), 1
    )
    played = [play_game(series, number) for number in range(4)]
    wins = sum(game.scores is not None and game.scores[game.seated.index(0)] == 1.0 for game in played)
    assert f"greedy against random: 4 games, {wins} win" in ran.out
    (row,) = rows(ran.out, "Vikings – Dwarves")
    assert row[1:3] == ["4", str(wins)]
    assert "of 2 with the Vikings" in row[3]
    assert "of 2 with the Dwarves" in row[4]


@pytest.mark.parametrize("count", [5, 10, 36])
def test_some_pairs_use_every_warband(count: int) -> None:
    pairs = warbands.some_pairs(count)
    assert len(set(pairs)) == count
    assert {kind for pair in pairs for kind in pair} == set(range(9))


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--games", "0"], 2, "--games is 1 or more"),
        (["--workers", "0"], 2, "--workers is 1 or more"),
        (["--pairs", "37"], 2, "--pairs is 1 to 36"),
        (["--pairs", "0"], 2, "--pairs is 1 to 36"),
        (["--pair", "elves,trolls"], 1, "'trolls'"),
        (["--pair", "elves,elves"], 2, "two different warbands"),
        (["--pair", "elves"], 2, "two different warbands"),
        (["--pair", "elves,vanir", "--pairs", "3"], 2, "either --pair or --pairs"),
        (["--bots", "oracle"], 1, "There is no bot 'oracle'"),
        (["--bots", "random,random,random"], 2, "--bots names one bot or two"),
        (["--bots", "greedy,random", "--games", "3"], 2, "an even number of --games"),
        (["--bots", "search", "--seconds", "1", "--nodes", "9"], 2, "either --seconds or --nodes"),
        (["--games", "many"], 2, "--games"),
        (["--write", "nowhere/page.md"], 1, "there is no folder nowhere"),
    ],
)
def test_bad_arguments_are_one_sentence(bench: Runner, arguments: list[str], status: int, words: str) -> None:
    assert bench(*arguments).failed_with(words, status=status)


def test_ctrl_c_prints_what_has_been_played(
    bench: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(series: Series, games: int, workers: int) -> Iterator[Played]:
        yield from (play_game(series, number) for number in range(3))
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "play_all", stopped)
    page = tmp_path / "page.md"
    ran = bench("--bots", "random", "--games", 400, "--write", page)
    assert ran.status == 130
    assert ran.err == "fimbul: stopped after 3 of 14400 games.\n"
    assert [row[1] for row in rows(ran.out, "Giantess – Valkyries")] == ["3"]
    assert not page.exists()


def test_a_stopped_run_goes_on_where_it_was(
    bench: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []
    play_all = arena.play_all

    def counted(series: Series, games: int, workers: int) -> Iterator[Played]:
        if len(played) == 2:
            played.clear()
            raise KeyboardInterrupt
        played.append(series.seed)
        return play_all(series, games, workers)

    words = ["--bots", "random", "--games", 2, "--pairs", 3]
    whole = bench(*words)
    monkeypatch.setattr(arena, "play_all", counted)
    kept = tmp_path / "kept"
    assert bench(*words, "--keep", kept).status == 130
    assert len(kept.read_text().splitlines()) == 1 + 2
    assert bench(*words, "--keep", kept).out == whole.out
    assert len(played) == 1
    assert bench(*words, "--seed", 2, "--keep", kept).failed_with("other settings", status=2)
    kept.write_text("nonsense\nand more\n")
    assert bench(*words, "--keep", kept).failed_with("no counts that were kept")
