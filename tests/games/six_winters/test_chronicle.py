"""The chronicle as Markdown (S145): what was built, overcome and said, scene by scene and year by year."""

import random
import re
from html import unescape
from typing import Any

import msgspec
import pytest
from markdown_it import MarkdownIt
from tests.games.six_winters.positions import asked, beat, do, finish, table

from fimbul.games.six_winters import GAME
from fimbul.games.six_winters.actions import Tell
from fimbul.games.six_winters.model import Chapter, SceneTold
from fimbul.games.six_winters.state import SixWintersState
from fimbul.games.six_winters.table.chronicle import plain

NASTY = (
    "# A <script>alert('x')</script> heading",
    "one\n\n## two\n- three\r\n> four\u2028five\x0bsix",
    "[link](javascript:alert(1)) ![picture](x) <http://x> *b* _i_ `c` ~~s~~ | a | b |",
    "&lt;b&gt; &#60; \\<i> {{x}} $y$",
    "```\ncode\n```",
    "=====\n-----\n***",
    "\x1b[31mred\x07 \u202eturned\ud800",
)


def story(state: SixWintersState, seat: int | None = None) -> str:
    return GAME.chronicle(state.view(seat))


def tokens(text: str) -> list[tuple[str, str]]:
    """The structure of a Markdown text, as a reader that obeys HTML and tables would take it."""
    found = []
    for token in MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(text):
        found.append((token.type, token.tag))
        found += [(child.type, child.tag) for child in token.children or () if child.type != "text"]
    return found


def telling() -> SixWintersState:
    """A session whose first scene has begun: both have played a card each, and are asked for words."""
    state = table("thea", "fuscus")
    finish(state, "thea", "shadow_walk")
    beat(state, "fuscus", "wine_and_roses")
    do(state, "narrate(thea)", "play_obstacle(fuscus,wine_and_roses)")
    return state


def told(*words: str) -> SixWintersState:
    """A session whose first scene has been told, first by Thea, with these words."""
    state = telling()
    for text in words:
        assert asked(state) == "Telling"
        state.play(Tell(text), state.to_act[0])
    while not state.scenes:  # the stress of the scene
        state.play(state.legal(state.to_act[0])[-1], state.to_act[0])
    return state


@pytest.mark.rule("S145")
def test_a_session_has_a_chronicle_from_its_start():
    text = story(table("thea", "fuscus"))
    assert text.startswith("# Six Winters: the chronicle\n")
    assert "## The scenario: The Order of the Blue Robe (normal)" in text
    assert "- **Who went:** Thea, Fuscus" in text
    assert "- **Overcome:** none" in text
    assert "## The score" not in text  # which is of a campaign
    assert text.endswith("\n")


@pytest.mark.rule("S145")
def test_a_scene_tells_where_what_was_played_by_whom_the_question_and_the_words():
    state = told("We sang.", "")
    text = story(state)
    assert "### Scene 1: Impress the Keeper of Forbidden Lore\n" in text
    assert "*Where:* Parisa's Glen" in text
    assert "What made the keeper listen to you?" in text
    assert "*Played:* Fuscus: Wine and Roses; Thea: Shadow Walk\n" in text
    assert "- **Built or brought along:** Shadow Walk\n" in text
    assert "> **Thea:** We sang." in text
    assert "**Fuscus:**" not in text  # who said nothing
    assert "- **Overcome:** Wine and Roses" in text
    assert text == story(state, 0) == story(state, 1)  # nothing in it is a secret


@pytest.mark.rule("S145")
def test_the_scene_that_is_being_told_is_there_too():
    state = telling()
    assert "### Scene 1: Impress the Keeper of Forbidden Lore (being told)" in story(state)
    assert "*Played:* Fuscus: Wine and Roses; Thea: Shadow Walk\n" in story(state)


@pytest.mark.rule("S145")
@pytest.mark.parametrize("words", NASTY)
def test_words_mean_only_themselves(words):
    """A text with harmless words in their place has the same structure, and no markup of theirs is in it."""
    view = told("Words.", "").view(None)
    first = view.scenes[0]
    nasty: Any = msgspec.structs.replace(first, words=(("Thea", words),))
    harmless, text = GAME.chronicle(view), GAME.chronicle(msgspec.structs.replace(view, scenes=(nasty,)))
    assert "> **Thea:** Words.\n" in harmless
    assert len(text.splitlines()) == len(harmless.splitlines())
    assert [kind for kind in tokens(text) if kind[0] != "text_special"] == tokens(harmless)
    assert not re.search(r"<[a-z/!]", text)
    assert "\x1b" not in text
    text.encode()


@pytest.mark.parametrize("words", NASTY)
def test_words_can_be_read_as_they_were_written(words):
    html = MarkdownIt("commonmark", {"html": True}).render(f"x {plain(words)}")
    shown = unescape(html.removeprefix("<p>x ").removesuffix("</p>\n"))
    seen = re.sub(r"[\x1b\x07\u202e\ud800]", "", " ".join(words.split()))
    assert shown.strip() == seen.strip()


@pytest.mark.rule("S145")
def test_a_campaign_is_told_year_by_year_with_journals_and_score():
    state = GAME.new(seats=2, options={"mode": "campaign"}, seed=3)
    assert isinstance(state, SixWintersState)
    chance, years = random.Random(3), set()
    while not state.over:
        seat = state.to_act[0]
        view = state.view(seat)
        if type(state.decision).__name__ in ("ChoosingScenario", "BurningObstacle") or view.year not in years:
            years.add(view.year)
            text = GAME.chronicle(view)
            headings = re.findall(r"^## Year (\d)", text, re.MULTILINE)
            begun = type(state.decision).__name__ != "ChoosingScenario"
            assert headings == [str(year) for year in range(1, view.year + begun)]
            assert f"{view.score} points so far" in text
        state.play(chance.choice(state.legal(seat)), seat)
    text = story(state)
    assert re.findall(r"^## Year (\d)", text, re.MULTILINE) == list("123456")
    assert "## Journals" in text
    assert "### Thea" in text
    assert state.outcome is not None
    assert text.endswith(f"## The score\n\n**{state.outcome.reason}**\n")


@pytest.mark.rule("S145")
def test_a_year_tells_who_went_what_was_built_and_overcome_and_how_it_ended():
    state = GAME.new(seats=2, options={"mode": "campaign"}, seed=3)
    scene = SceneTold("Kiss", "The *Glen*", ("Thea: Rope", "Keel: Mob"), (("Keel", "<b>Go</b>"),))
    year = Chapter(
        1,
        "The Order of the Blue Robe",
        True,
        True,
        "Told: won.",
        ("Thea", "Keel"),
        ("Rope", "Rope"),
        ("Mob",),
        (scene,),
    )
    view = msgspec.structs.replace(state.view(None), year=2, chronicle=(year,))
    text = GAME.chronicle(view)
    for words in (
        "## Year 1: The Order of the Blue Robe (difficult)",
        "**Won.** Told: won.",
        "- **Who went:** Thea, Keel",
        "- **Built or brought along:** Rope (2)",
        "- **Overcome:** Mob",
        "### Scene 1: Kiss",
        "*Where:* The \\*Glen\\*",
        "*Played:* Thea: Rope; Keel: Mob",
        "> **Keel:** &lt;b&gt;Go&lt;/b&gt;",
    ):
        assert f"{words}\n" in text, words
