"""A bot at the end of a pipe, and a program that is seated as a bot."""

import base64
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert
from tests.cli.conftest import Runner

import fimbul
from fimbul import bots
from fimbul.bots import Connected, Sight
from fimbul.bots.connected import VARIABLE, program
from fimbul.cli.engine import Answerer, serve
from fimbul.cli.lab.shared import budgeted
from fimbul.cli.play import open_table
from fimbul.core import FimbulError, Rng, State
from fimbul.lab.players import Player, find_player, make_player
from fimbul.server.catalogue import shortly
from fimbul.server.workers import checked_spec, seated

VALKNUT = fimbul.game("valknut")
EXAMPLES = Path(__file__).parents[2] / "examples" / "engines"
ENGINE = f"{sys.executable} -m fimbul.cli engine --bot greedy"


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is introduced before a test, nor after it."""
    monkeypatch.setenv(VARIABLE, "{}")


def line(state: State, seat: int, game: str = "valknut") -> str:
    return json.dumps({"game": game, "snapshot": base64.b64encode(state.snapshot()).decode(), "seat": seat})


def answers(*lines: str) -> list[dict[str, str]]:
    sink = io.StringIO()
    serve(io.StringIO("\n".join(lines) + "\n"), sink, Answerer("greedy", None, None, 1))
    return [json.loads(text) for text in sink.getvalue().splitlines()]


def test_every_line_is_answered_with_a_legal_action_or_a_sentence() -> None:
    state = VALKNUT.new(seed=4)
    seat = state.to_act[0]
    told = answers(
        line(state, seat), "nonsense", line(state, 1 - seat), line(state, seat, "chess"), line(state, seat)
    )
    assert VALKNUT.parse(told[0]["action"]) in state.legal(seat)
    assert told[4]["action"]
    assert all(answer["error"].endswith(".") for answer in told[1:4])


def test_lines_are_utf_8_whatever_the_terminal_is() -> None:
    """On Windows a program reads and writes other letters unless it says so."""
    state = VALKNUT.new(seed=4)
    seat = state.to_act[0]
    asked = json.loads(line(state, seat)) | {"legal": ["tell(þorn)"]}
    given = f"{json.dumps(asked, ensure_ascii=False)}\n".encode()
    unknown = given.replace(b'"valknut"', '"skål"'.encode())
    elsewhere = os.environ | {"PYTHONIOENCODING": "ascii:strict", "PYTHONUTF8": "0"}

    def said(*words: str) -> list[str]:
        ran = subprocess.run(words, input=given + unknown, env=elsewhere, capture_output=True, check=True)
        return ran.stdout.decode().splitlines()

    action, sentence = map(json.loads, said(*shlex.split(ENGINE)))
    assert VALKNUT.parse(action["action"]) in state.legal(seat)
    assert "'skål'" in sentence["error"]
    assert said(sys.executable, str(EXAMPLES / "player.py")) == ['{"action": "tell(þorn)"}'] * 2


@pytest.mark.parametrize("seconds", ["a while", [1], True, -1])
def test_seconds_that_are_no_time_to_think_are_refused(seconds: Any) -> None:
    state = VALKNUT.new(seed=4)
    asked = json.loads(line(state, state.to_act[0])) | {"seconds": seconds}
    assert "seconds" in answers(json.dumps(asked))[0]["error"]


def test_a_damaged_snapshot_is_refused() -> None:
    damaged = json.dumps({"game": "valknut", "snapshot": base64.b64encode(b"fimbul").decode(), "seat": 0})
    assert "snapshot" in answers(damaged)[0]["error"]


def test_a_connected_program_plays_a_seat() -> None:
    state = VALKNUT.new(seed=6)
    seat = state.to_act[0]
    bot = Connected(VALKNUT, ENGINE, seed=2)
    try:
        for _ in range(3):
            assert bot.choose(Sight(state, seat)) in state.legal(seat)
    finally:
        bot.close()
    assert program(ENGINE).process is None


def test_a_connected_program_is_told_an_imagined_world(monkeypatch: pytest.MonkeyPatch) -> None:
    state = VALKNUT.new(seed=6)
    seat = state.to_act[0]
    bot = Connected(VALKNUT, "nobody", seed=2)
    sent: list[str] = []

    def ask(text: str) -> str:
        sent.append(text)
        return json.dumps({"action": str(state.legal(seat)[0])})

    monkeypatch.setattr(bot, "ask", ask)
    assert bot.choose(Sight(state, seat)) == state.legal(seat)[0]
    told = VALKNUT.restore(base64.b64decode(json.loads(sent[0])["snapshot"]))
    assert told.view(seat) == state.view(seat)
    assert told.rng.seed != state.rng.seed
    assert told.fingerprint() == state.imagine(seat, Rng(2)).fingerprint()


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("no-such-program-anywhere", "cannot be spoken to: no such file or directory."),
        (f"{sys.executable} -c pass", ""),
        (f"{sys.executable} -c \"input(); print('hello')\"", "answered 'hello', and not as {\"action\""),
        (shlex.join([sys.executable, "-c", """input(); print('{"action": "end"}')"""]), "not allowed"),
        (shlex.join([sys.executable, "-c", "input(); exit(3)"]), "ended (status 3) without an answer"),
        (
            shlex.join([sys.executable, "-c", "import os; input(); os.write(1, bytes([255, 10]))"]),
            "answered '\\xff', and not as",
        ),
    ],
)
def test_a_program_that_cannot_play_is_told_of_in_a_sentence(command: str, sentence: str) -> None:
    state = VALKNUT.new(seed=6)
    bot = Connected(VALKNUT, command)
    with pytest.raises(FimbulError) as caught:
        bot.choose(Sight(state, state.to_act[0]))
    bot.close()
    assert sentence in str(caught.value)


def in_python() -> str:
    return shlex.join([sys.executable, str(EXAMPLES / "player.py")])


def in_c(folder: Path) -> str:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    made = folder / "player"
    words = [compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", str(made), str(EXAMPLES / "player.c")]
    subprocess.run(words, check=True)
    return str(made)


@pytest.mark.parametrize("language", ["python", "c"])
def test_the_examples_play_whole_games_in_about_forty_lines(
    fim: Runner, tmp_path: Path, language: str
) -> None:
    command = in_python() if language == "python" else in_c(tmp_path)
    ran = fim("simulate", "fimbulvetr", "--bots", f"{language},random", "--connect", f"{language}={command}",
              "--games", 2, "--workers", 1, "-o", "setup=quick", "--json")  # fmt: skip
    assert (ran.json["unfinished"], ran.json["bots"]) == (0, [language, "random"])
    source = EXAMPLES / f"player.{'py' if language == 'python' else 'c'}"
    assert len(source.read_text(encoding="utf-8").splitlines()) <= 45
    program(command).close()


def test_a_program_is_told_its_view_and_its_actions_and_nothing_else() -> None:
    state = VALKNUT.new(seed=6)
    seat = state.to_act[0]
    told = Connected(VALKNUT, "nobody", seed=2).request(Sight(state, seat), state.legal(seat))
    assert list(told) == ["game", "seat", "ply", "legal", "view", "snapshot"]
    assert told["legal"] == [str(action) for action in state.legal(seat)]
    assert json.loads(json.dumps(told["view"]))["seat"] == seat
    secret = VALKNUT.new(seed=987654321987654321)
    shown = Connected(VALKNUT, "nobody").request(Sight(secret, seat), [])
    assert "987654321987654321" not in json.dumps(shown)


def test_a_program_sits_wherever_a_bot_can(fim: Runner) -> None:
    assert bots.introduce(f"mine={ENGINE}") == "mine"
    assert bots.introduce(ENGINE) == "connect"
    assert bots.names() == (*bots.NAMES, "mine", "connect")
    state = VALKNUT.new(seed=6)
    seat = state.to_act[0]
    in_the_lab: Any = make_player(
        find_player(convert(budgeted("mine,random", None, None)[1], dict[str, Player]), "mine"), VALKNUT, 1
    )
    on_the_server = seated("valknut", state.snapshot(), seat, checked_spec("mine"))[1]
    assert in_the_lab.command == on_the_server.command == ENGINE
    at_the_terminal = open_table(VALKNUT, {}, vs="mine", seat=0, seed=1, load=None, name="Ada", seconds=None)
    assert at_the_terminal.match.names == ["Ada", "mine"]
    assert "mine" in shortly(VALKNUT)["bots"]
    assert fim("simulate", "valknut", "--bots", "mine:hard,random").failed_with("Unknown bot 'mine:hard'")
    assert fim("simulate", "valknut", "--connect", "you=cat", "--bots", "random").failed_with("you", status=2)


def test_a_program_plays_in_the_lab_and_the_folder_says_who_it_was(
    fim: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("polars", reason="the extra lab is not installed")
    pytest.importorskip("altair", reason="the extra lab is not installed")
    command, folder = in_python(), tmp_path / "ladder"
    ran = fim("lab", "ladder", "fimbulvetr", "--connect", f"striker={command}", "--players", "striker,random",
              "--games", 2, "--workers", 1, "-o", "setup=quick", "--out", folder)  # fmt: skip
    assert "| random – striker | 2 |" in ran.out
    assert "which runs outside fimbul" in ran.out
    tested = fim("lab", "ab", "fimbulvetr", "--connect", f"striker={command}", "--bots", "striker,random",
                 "--b", "setup=quick", "--most", 2, "--workers", 1, "--out", tmp_path / "ab",
                 "--json")  # fmt: skip
    assert tested.json["comparison"]["pairs"] == 2
    # Whoever has the folder alone can read it and play its games again: the command stands in it.
    monkeypatch.setenv(VARIABLE, "{}")
    assert "striker" in fim("lab", "report", folder).out or (folder / "report.md").exists()
    kept = next((folder / "records").iterdir()).read_text(encoding="utf-8")
    arm = next(folder.glob("games/*.parquet")).name.partition(".")[0]
    again = fim("lab", "record", folder, arm, 0).out
    assert kept.splitlines()[0] == again.splitlines()[0]
    program(command).close()


def test_what_names_no_program_is_refused(monkeypatch: pytest.MonkeyPatch, fim: Runner) -> None:
    assert fim("play", "valknut", "--connect", "mine= ").failed_with("names no command")
    assert fim("play", "valknut", "--connect", "mine=").failed_with("names no command")
    assert fim("play", "valknut", "--connect", "Mine=./x").failed_with("'Mine' cannot name a program")
    taken = fim("simulate", "valknut", "--connect", "greedy=./x", "--bots", "greedy,random")
    assert taken.failed_with("'greedy' is a bot of fimbul's own")
    monkeypatch.setenv(VARIABLE, '{"club": "./x"}')
    assert fim("simulate", "valknut", "--bots", "club,random").failed_with("'club' is a bot of fimbul's own")
    monkeypatch.setenv(VARIABLE, "mine=./bot")
    assert fim("simulate", "valknut", "--bots", "mine,random").failed_with("JSON object")
