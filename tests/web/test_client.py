"""The client's files: how many lines they are, where they point, and whether their colours can be read."""

import gzip
import json
import re
from importlib import resources
from itertools import product
from pathlib import Path

import pytest

from fimbul.core import Record, choice, verify
from fimbul.core import offered as with_buttons
from fimbul.games import game
from fimbul.server.lessons import laid_out

STATIC = Path(str(resources.files("fimbul"))) / "web" / "static"
CODE = sorted(path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html"))
HEAVIEST = 120_000  # bytes of all scripts and styles, as they are sent; no page asks for all of them
LANGUAGE = 18_000  # and of a language, which only those load who read it
LONGEST = 110  # letters of a line


def test_client_is_small():
    sizes = {path: len(gzip.compress(path.read_bytes(), 9)) for path in CODE}
    languages = [sizes.pop(path) for path in CODE if path.parent.name == "lang"]
    print(f"the client weighs {sum(sizes.values())} bytes compressed, its languages {languages}: {sizes}")
    assert 0 < sum(sizes.values()) < HEAVIEST
    assert languages
    assert max(languages) < LANGUAGE


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.name)
def test_lines_can_be_read(path):
    assert [line for line in path.read_text().splitlines() if len(line) > LONGEST] == []


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.name)
def test_nothing_comes_from_outside(path):
    for url in re.findall(r"(?:https?:)?//[a-z0-9-]+\.[a-z]{2,}[^\s\"']*", path.read_text()):
        assert url.startswith("http://www.w3.org/"), url  # a name, not an address


@pytest.mark.parametrize("path", sorted((STATIC / "learn").glob("*.saga")), ids=lambda path: path.stem)
def test_lessons_records_are_true(path):
    record = Record.parse(path.read_text())
    verify(record, game(path.stem))


def things(rules, view, actions):
    """Everything that there is to point at."""
    choices = [choice(rules.table, view, action) for action in actions]
    return {*with_buttons(rules.scene(view), choices).ids()}


@pytest.mark.parametrize("path", sorted((STATIC / "learn").glob("*.json")), ids=lambda path: path.stem)
def test_every_step_of_a_lesson_can_be_done(path):
    """What a step asks for is legal there, what it points at is there, and what it says is refused is."""
    lesson, rules = json.loads(path.read_text()), game(path.stem.partition(".")[0])
    seat, state = lesson["seat"], None
    for step in lesson["steps"]:
        where = f"{path.stem}: {step['title']}"
        assert {*step} <= {"title", "text", "done", "ply", "only", "point", "touch", "act", "why"}, where
        state = laid_out(rules, step["ply"]).state if "ply" in step else state  # as the server lays it
        if state is None or state.over:
            assert not {*step} & {"only", "act", "touch", "why"}, where
            continue
        view = state.view(seat)
        assert seat in state.to_act, where
        offered = [action for action in state.legal(seat) if re.search(step.get("only", ""), str(action))]
        assert offered, where
        seen = things(rules, view, offered)
        if "touch" in step:
            assert any(step["touch"] in rules.clicks(view, action) for action in offered), where
        if "why" in step:
            tried = rules.attempt(view, tuple(step["point"]))
            assert tried is not None, where
            assert re.search(step["why"], str(state.why_not(tried, seat) or "")), where
        while "act" in step:
            done = [action for action in offered if re.search(step["act"], str(action))]
            if done:
                assert done == offered, where  # nothing else lights up
                state.play(done[0], seat)
                break
            assert len(offered) == 1, where  # what leads there lights up alone
            state.play(offered[0], seat)
            offered = [action for action in state.legal(seat) if re.search(step["only"], str(action))]
            assert offered, where
            seen |= things(rules, state.view(seat), offered)
        assert {*step.get("point", [])} <= seen, where
    assert state is not None


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [":root", '[data-theme="birch"]'])
def test_colours_can_be_read(theme):
    """WCAG AA: 4.5 to 1 for text, 3 to 1 for what marks a thing that can be touched."""
    block = (STATIC / "style.css").read_text().split(f"{theme} {{", 1)[1].split("\n}", 1)[0]
    colours = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", block))
    inks = ("ink", "dim", "ice", "ember", "good", "bad")
    pairs = [*product(inks, ("paper", "panel", "raised")), ("on-ember", "ember"), ("on-ember", "ember-deep")]
    poor = {pair: round(found, 2) for pair in pairs if (found := contrast(*(colours[c] for c in pair))) < 4.5}
    assert poor == {}
    assert contrast(colours["glow"], colours["tile"]) >= 3
