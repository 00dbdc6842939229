"""A bot at the end of a pipe, and a program that is seated as a bot."""

import base64
import io
import json
import shlex
import sys

import pytest

import fimbul
from fimbul.bots import Connected, Sight
from fimbul.cli.engine import Answerer, serve
from fimbul.core import FimbulError, Rng, State

VALKNUT = fimbul.game("valknut")
ENGINE = f"{sys.executable} -m fimbul.cli engine --bot greedy"


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
    assert bot.process is None


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
        ("no-such-program-anywhere", "cannot be spoken to"),
        (f"{sys.executable} -c pass", ""),
        (f"{sys.executable} -c \"input(); print('hello')\"", "answered 'hello'"),
        (shlex.join([sys.executable, "-c", """input(); print('{"action": "end"}')"""]), "not allowed"),
    ],
)
def test_a_program_that_cannot_play_is_told_of_in_a_sentence(command: str, sentence: str) -> None:
    state = VALKNUT.new(seed=6)
    bot = Connected(VALKNUT, command)
    with pytest.raises(FimbulError) as caught:
        bot.choose(Sight(state, state.to_act[0]))
    bot.close()
    assert sentence in str(caught.value)
