"""examples/tablut: it is what its rules say, it is what the tutorial shows, and it appears at the table."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Runner
from tests.guests.helpers import installed, visiting
from tests.guests.tablut_oracle import Oracle, count, name

import fimbul
import fimbul.envs
from fimbul.core import Game, Rng
from fimbul.envs.proof import prove
from fimbul.lab.experiment import parse_experiment
from fimbul.lab.template import template

ROOT = Path(__file__).parents[2]
PROJECT = ROOT / "examples" / "tablut"
TUTORIAL = ROOT / "docs" / "build" / "tablut.md"
PERFT = (1, 80, 4400, 353200)
# Who won 25 random games, and how many moves they had.
FIGURES = ({"defenders": 18, "attackers": 6, "draw": 1}, 1576)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """The game, installed as anybody would."""
    with visiting(installed(PROJECT, tmp_path_factory.mktemp("tablut"))):
        yield fimbul.game("tablut")


def test_the_published_points_give_the_same_counts(game: Game, fim: Runner) -> None:
    assert tuple(count(Oracle(), depth) for depth in range(4)) == PERFT
    assert fim("perft", "tablut", "--depth", 3, "--json").json["nodes"] == PERFT[3]
    shown = re.findall(r"\| (\d) \| ([\d,]+) \|", TUTORIAL.read_text(encoding="utf-8"))
    assert {int(depth): int(number.replace(",", "")) for depth, number in shown} == {
        1: 80,
        2: 4400,
        3: 353200,
    }


def test_random_games_are_the_same_by_both(game: Game) -> None:
    endings: Counter[str] = Counter()
    plies = 0
    for seed in range(15, 40):
        chance, state, oracle = Rng(seed), game.new(), Oracle()
        while not state.over:
            moves = {f"move({name(start)},{name(end)})": (start, end) for start, end in oracle.moves()}
            legal = list(map(str, state.legal(state.to_act[0])))
            assert sorted(legal) == sorted(moves)
            chosen = chance.choice(legal)
            state.apply(game.parse(chosen))
            oracle.play(*moves[chosen])
            pieces = {"M": "attacker", "S": "defender", "K": "king"}
            assert sorted(Counter(oracle.pieces.values()).items()) == sorted(
                (pieces[kind], number) for kind, number in Counter(state.board).items() if kind != "."
            )
        plies += state.ply
        assert state.turn == state.ply  # it stays where it is when the game ends
        winner = {(1.0, 0.0): "attackers", (0.0, 1.0): "defenders", (0.5, 0.5): "draw"}[state.outcome.scores]
        assert oracle.result == winner
        endings[winner] += 1
    assert (dict(endings), plies) == FIGURES


def test_an_experiment_can_be_begun_although_there_are_no_options(game: Game) -> None:
    assert parse_experiment(template(game, "t.toml"), "t.toml").game == "tablut"


def test_it_is_played_by_numbers_of_its_own(game: Game) -> None:
    env = fimbul.envs.pettingzoo("tablut")
    env.reset(seed=1)
    seen = env.observe("player_0")
    assert env.action_space("player_0").n == 81 * 81
    assert seen["action_mask"].sum() == 80
    assert [int(plane.sum()) for plane in seen["observation"]] == [16, 8, 1, 0]
    assert env.observe("player_1")["observation"][3].all()
    told = prove(game, 2, seed=5)
    assert told["PettingZoo"] == told["OpenSpiel"]
    assert told["Gymnasium"]["games"] == 2
    sight = env.course.sight(0)
    for number, action in sight.numbers.items():
        assert env.course.encoding.decode(number, sight.view) == action


def test_its_own_tests_pass() -> None:
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    ran = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


def test_every_rule_of_the_page_is_tested_and_every_number_is_on_the_page(game: Game) -> None:
    numbers = {rule.number for rule in game.rules.rules}
    tests = (PROJECT / "tests" / "test_tablut.py").read_text(encoding="utf-8")
    assert set(re.findall(r"\bT\d+\b", tests)) == numbers
    code = "".join(path.read_text(encoding="utf-8") for path in (PROJECT / "src").rglob("*.py"))
    assert set(re.findall(r"\bT\d+\b", code)) <= numbers


def test_the_tutorial_is_the_package_piece_by_piece() -> None:
    blocks: dict[str, list[str]] = {}
    for file, code in re.findall(
        r'```(?:python|toml|markdown) title="([^"]+)"\n(.*?)```',
        TUTORIAL.read_text(encoding="utf-8"),
        re.DOTALL,
    ):
        blocks.setdefault(file, []).append(code)
    for file, pieces in blocks.items():
        whole = (PROJECT / file).read_text(encoding="utf-8")
        for piece in pieces:
            assert piece.strip("\n") in whole, f"{file} has no such piece:\n{piece}"
    for path in (PROJECT / "src").rglob("*.py"):  # the code is there to its last line, in its order
        shown = [
            line for piece in blocks[str(path.relative_to(PROJECT))] for line in piece.splitlines() if line
        ]
        assert shown == [line for line in path.read_text(encoding="utf-8").splitlines() if line]


def test_the_tutorial_says_truly_how_long_it_is() -> None:
    lines = [
        line
        for path in (PROJECT / "src").rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line
    ]
    (told,) = re.findall(r"(\d+) lines of Python", TUTORIAL.read_text(encoding="utf-8"))
    assert len(lines) == int(told) <= 200
