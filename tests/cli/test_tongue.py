"""Who sits at a terminal reads the game, its rules and the table in their own language."""

import ast
import asyncio
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from tests.cli.conftest import Runner
from textual.widget import Widget
from textual.widgets import Markdown, Static

import fimbul
from fimbul.cli.languages import language_of
from fimbul.cli.play import open_table
from fimbul.cli.table.app import Table
from fimbul.cli.table.board import places_of
from fimbul.cli.table.dialogs import Help
from fimbul.cli.tongue import Tongue
from fimbul.core import Rng
from fimbul.games import SLUGS

ENGLISH = re.compile(r"\b(?:the|of|and|with|your|you|is|are|this|that|have|from|choose|to|by|or|for)\b")
TABLE = Path(str(resources.files("fimbul"))) / "cli" / "table"
SHOWN = {"say", "refuse", "told", "ask", "choose", "Binding"}  # what shows its text
FILLED = ("3", "Ada", "normal")  # what may stand where a sentence is filled in


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "is_IS.UTF-8"}, "en"),  # nobody has translated it
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "de_CH@euro"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
    ],
)
def test_a_terminal_says_its_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_the_rules_are_read_in_the_language_of_the_terminal(
    fim: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = fim("rules", "fimbulvetr", "F34").out
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "### F34 Der Schuss: die Probe" in fim("rules", "fimbulvetr", "F34").out
    assert fim("rules", "fimbulvetr", "F34", "--language", "en").out == english
    assert "Festlegung" in fim("rules", "fimbulvetr").out
    (rule,) = fim("rules", "fimbulvetr", "F34", "--json").json["rules"]
    assert rule["title"] in english  # programs read English


def test_positions_and_puzzles_are_told_in_german(fim: Runner) -> None:
    shown = fim("show", "fimbulvetr", "--option", "setup=quick", "--seed", 5, "--language", "de").out
    assert "Sachsen (Seat 1)" in shown
    assert "Plünderer" in shown
    assert shown.rstrip().endswith("sind am Zug.")
    assert not ENGLISH.search(fim("puzzle", 1, "--solution", "--language", "de").out)


@pytest.mark.parametrize("command", ["rules", "show", "play"])
def test_a_language_that_nobody_speaks_is_refused(fim: Runner, command: str) -> None:
    assert fim(command, "fate", "--language", "tlh").failed_with("'tlh'", "en or de", status=2)


@pytest.mark.parametrize("slug", SLUGS)
def test_words_on_a_board_stay_where_they_were(slug: str) -> None:
    """A German word may be longer; nothing moves that can be touched, and no line becomes longer."""
    game = fimbul.game(slug)
    state, rng, told = game.new(seed=5), Rng(5), Tongue("de", game)
    changed = 0
    for _ in range(60):
        if state.over:
            break
        sketch = game.sketch(state.view(None))
        own = told.board(state.view(None))
        changed += sketch != own
        before, after = places_of(sketch), places_of(own)
        assert {node: place.offset for node, place in after.items()} == {
            node: place.offset for node, place in before.items()
        }
        for line, ours in zip(sketch.lines, own.lines, strict=True):
            if any(span.node for span in line):
                assert sum(len(span.text) for span in ours) == sum(len(span.text) for span in line)
        seat = rng.choice(state.to_act)
        state.apply(rng.choice(state.legal(seat)), seat)
    assert changed or slug == "valknut"  # whose board has no words


async def test_a_table_in_german() -> None:
    game = fimbul.game("fimbulvetr")
    app = open_table(
        game,
        {"setup": "quick", "first": 0},
        vs="greedy",
        seat=0,
        seed=5,
        load=None,
        name=None,
        seconds=0.05,
        language="de",
    )
    assert app.match.names[0] == "Du"
    async with app.run_test(size=(140, 45)) as pilot:
        for _ in range(600):
            await pilot.pause()
            if app.touch is not None:
                break
            await asyncio.sleep(0.05)
        assert seen(app, "#prompt").startswith("Du bist am Zug: ")
        assert "Sachsen" in seen(app, "#seats")
        assert {each.binding.description for each in app.screen.active_bindings.values()} > {"Tipp", "Regeln"}
        await pilot.press("slash", *"relikt thegn")
        assert [words for _, words in app.actions.choices if "Dem Thegn das Relikt" in words]
        assert {str(action) for action in app.actions.shown} == {"handoff(thegn)"}
        await pilot.press("escape", *"move(thegn,40,40,0)", "enter")
        await pilot.pause()
        assert "(F26) r: die Regel lesen." in seen(app, "#notice")
        await pilot.press("escape", "escape", "r")
        for _ in range(600):
            await pilot.pause()
            if "F26" in app.query_one(Markdown).source:
                break
        assert "Bewegungspunkt" in app.query_one(Markdown).source
        await pilot.press("escape", "question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Help)
        assert not ENGLISH.search(app.screen.keys + app.screen.more)


def seen(app: Table, name: str) -> str:
    return str(app.query_one(name, Static).render())


def test_all_that_the_table_says_itself_can_be_said() -> None:
    told = Tongue("de", fimbul.game("fimbulvetr")).own
    assert told is not None
    said = list(sentences())
    assert len(said) > 50
    assert [text for text in said if not any(told.find(text.format(filled)) for filled in FILLED)] == []


def sentences() -> Iterator[str]:
    """What the modules of the table show; `{0}` where something is filled in."""
    for file in sorted(TABLE.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            first = 2 if name == "Binding" else 0
            words = node.args[first : first + 1]
            words += [each.value for each in node.keywords if each.arg in ("yes", "no")]
            if name in SHOWN and (name != "Binding" or file.name == "app.py"):  # those that the footer shows
                yield from filter(None, map(text_of, words))


def text_of(node: ast.expr) -> str:
    """A text or one that is filled in; nothing for everything else, and for names of things."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = node.value.replace("{", "{{").replace("}", "}}")
    elif isinstance(node, ast.JoinedStr):
        text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{0}" for part in node.values)
    else:
        return ""
    return text if re.search(r"[a-z]{3}", text) and not text.startswith("{0}: ") else ""


@pytest.mark.parametrize("language", ["en", "de"])
async def test_all_keys_fit_in_the_narrowest_terminal(language: str) -> None:
    app = open_table(
        fimbul.game("fimbulvetr"),
        {"setup": "quick", "first": 0},
        vs="human",
        seat=0,
        seed=5,
        load=None,
        name="Ada",
        seconds=0.05,
        language=language,
    )
    async with app.run_test(size=(80, 24)) as pilot:
        keys: list[Widget] = []
        for _ in range(600):  # until the footer is laid out
            await pilot.pause()
            keys = [key for key in app.screen.query("FooterKey") if key.region.width]
            if keys:
                break
            await asyncio.sleep(0.05)
        *_, last = keys
        assert str(last.render()).strip() == f"q {Tongue(language, app.game)('Leave')}"
        assert last.region.right <= 80


def test_the_legend_of_a_map_speaks_of_the_ground() -> None:
    """And not of the weather, which is clear too, nor of a fleet at sea."""
    game = fimbul.game("fornaldar")
    state = game.new(seats=2, seed=1)
    lines = Tongue("de", game).board(state.view(0)).lines
    text = " ".join(span.text.strip() for line in lines for span in line)
    assert "~ offenes Meer" in text
    assert ". offenes Land" in text
    assert "⌂ Festung" in text
