"""Rules, primers and lessons are there in every language, page for page and step for step."""

import json
import re
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import fimbul
from fimbul.core import Rules
from fimbul.core.rules import page_name, pages_folder, rules_folder
from fimbul.games import SLUGS
from fimbul.speech import languages, load, speech

LESSONS = Path(str(resources.files("fimbul"))) / "web" / "static" / "learn"
SAID = {"title", "text", "done", "why"}  # of a step of a lesson
NAMED = re.compile(r"\b[A-Z]\d+(?:\.\d+)*[a-z]?\b")
SHOWN = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")

pytestmark = [pytest.mark.parametrize("slug", SLUGS), pytest.mark.parametrize("language", languages())]


def rules_of(slug: str, language: str) -> tuple[Rules, Rules]:
    game = fimbul.game(slug)
    return game.rules, game.rules_in(language)


def lesson(slug: str, tongue: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((LESSONS / f"{slug}{tongue}.json").read_text(encoding="utf-8"))
    return found


def depths(page: Path) -> list[int]:
    """How deep the headings of a page are, one after the other."""
    return [len(found) for found in re.findall(r"^(#+) ", page.read_text(encoding="utf-8"), re.M)]


def test_every_page_has_a_translation(slug: str, language: str) -> None:
    game = fimbul.game(slug)
    assert (LESSONS / f"{slug}.{language}.json").is_file()
    for folder in (rules_folder(), pages_folder("primer")):
        assert (folder / f"{slug}.{language}.md").is_file()
    assert game.rules_in(language) != game.rules
    assert game.primer_in(language) != game.primer


def test_pages_have_the_same_headings(slug: str, language: str) -> None:
    for folder in (rules_folder(), pages_folder("primer")):
        assert depths(folder / page_name(slug, language)) == depths(folder / page_name(slug))


def test_the_rules_have_the_same_numbers_rulings_and_pictures(slug: str, language: str) -> None:
    english, own = rules_of(slug, language)
    assert [rule.number for rule in own.rules] == [rule.number for rule in english.rules]
    assert [rule.number for rule in own.rules if rule.ruling] == [
        rule.number for rule in english.rules if rule.ruling
    ]
    sections = [len({rule.section for rule in page.rules}) for page in (own, english)]
    assert sections[0] == sections[1]
    for ours, theirs in zip(own.rules, english.rules, strict=True):
        assert SHOWN.findall(ours.text) == SHOWN.findall(theirs.text), ours.number


def test_the_rules_name_the_same_rules_and_numbers(slug: str, language: str) -> None:
    """A number that was lost or changed in translation would be another rule."""
    for english, own in zip(*(page.rules for page in rules_of(slug, language)), strict=True):
        assert Counter(NAMED.findall(own.text)).keys() == Counter(NAMED.findall(english.text)).keys(), (
            own.number
        )


def test_cards_and_places_have_the_same_names_in_the_rules_and_at_the_table(slug: str, language: str) -> None:
    english, own = (" ".join(page.source.split()) for page in rules_of(slug, language))
    names = load(language, f"fimbul.games.{slug}").names
    for name in sorted(names, key=len, reverse=True):
        bare = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        if len(name) > 3 and bare.search(english):
            assert names[name] in own, name
            english = bare.sub("", english)  # the shorter names in it are not meant


def test_it_is_said_how_one_wins(slug: str, language: str) -> None:
    game = fimbul.game(slug)
    own, english = game.primer_in(language), game.primer
    assert own.startswith("# ")
    assert set(NAMED.findall(own)) == set(NAMED.findall(english))


def test_the_lesson_is_the_same_in_other_words(slug: str, language: str) -> None:
    own, english = lesson(slug, f".{language}"), lesson(slug, "")
    assert own["title"] != english["title"]
    assert {key: own[key] for key in own if key not in ("title", "steps")} == {
        key: english[key] for key in english if key not in ("title", "steps")
    }
    assert len(own["steps"]) == len(english["steps"])
    for ours, theirs in zip(own["steps"], english["steps"], strict=True):
        assert ours.keys() == theirs.keys(), theirs["title"]
        for key in ours.keys() - SAID:
            assert ours[key] == theirs[key], theirs["title"]


def test_what_cards_do_once_a_turn_is_said_in_the_same_words(slug: str, language: str) -> None:
    """In the tables of the rules, and at the table."""
    say = speech(language, fimbul.game(slug))
    assert say is not None
    pairs = [
        (theirs.strip(), ours.strip())
        for english, own in zip(*(page.rules for page in rules_of(slug, language)), strict=True)
        for theirs, ours in zip(english.text.split("|"), own.text.split("|"), strict=False)
        if theirs.strip().startswith("Turn: ")
    ]
    assert len(pairs) > 20 or slug != "six_winters"
    for theirs, ours in pairs:
        assert say(theirs) == ours
