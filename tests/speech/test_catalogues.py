"""Each game can be read in German: all that it says, and nothing of it in English."""

import json
import re
from importlib import resources
from pathlib import Path

import pytest

import fimbul
from fimbul.core import Record
from fimbul.games import SLUGS
from fimbul.speech import Catalogue, Speech, languages, load, speech
from fimbul.testing.spoken import recounted, spoken, unsaid

LESSONS = Path(str(resources.files("fimbul"))) / "web" / "static" / "learn"
SAID = {"title", "text", "done"}  # of a step of a lesson
GAMES = {"fimbulvetr": 6, "valknut": 4, "fate": 6, "six_winters": 6, "fornaldar": 2}

# Small words of English that no German text has.
ENGLISH = re.compile(r"\b(?:the|of|and|with|your|you|is|are|this|that|have|from|choose|to|by|or|for)\b")


def german(slug: str) -> Speech:
    found = speech("de", fimbul.game(slug))
    assert found is not None
    return found


def test_german_is_one_of_the_languages() -> None:
    assert languages() == ("de",)


@pytest.mark.parametrize("slug", SLUGS)
def test_all_that_random_games_say_can_be_said(slug: str) -> None:
    heard = spoken(fimbul.game(slug), GAMES[slug], seed=20)
    assert len(heard) > 400
    assert unsaid(german(slug), heard) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_all_that_the_game_of_a_lesson_says_can_be_said(slug: str) -> None:
    """It is played well: what random games seldom come to, as a scene that is told, a duel, a victory."""
    record = Record.parse((LESSONS / f"{slug}.saga").read_text(encoding="utf-8"))
    heard = recounted(fimbul.game(slug), record, seed=20)
    assert len(heard) > 300
    assert unsaid(german(slug), heard) == []


def test_what_cannot_be_said_is_found() -> None:
    """Without one phrase of the catalogue the check fails, and names what is missing."""
    game, known = fimbul.game("fimbulvetr"), load("de", "fimbul.games.fimbulvetr")
    heard = spoken(game, 1, seed=20)
    asked = next(text for text in known.phrases if text in heard)
    phrases = {english: own for english, own in known.phrases.items() if english != asked}
    lesser = Speech(Catalogue(known.nouns, known.names, known.adjectives, phrases), "here")
    assert asked in dict(unsaid(lesser, heard))
    assert unsaid(german("fimbulvetr"), heard) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_no_english_is_left_in_a_catalogue(slug: str) -> None:
    known = load("de", f"fimbul.games.{slug}")
    texts: list[str] = []
    for own in known.phrases.values():
        texts += [own] if isinstance(own, str) else own.values()
    texts += known.nouns.values()
    plain = [re.sub(r"\{[^}]*\}", "", text).replace(fimbul.game(slug).title, "") for text in texts]
    assert [text for text in plain if ENGLISH.search(text)] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_no_english_is_left_in_a_lesson(slug: str) -> None:
    for step in json.loads((LESSONS / f"{slug}.de.json").read_text(encoding="utf-8"))["steps"]:
        for key in step.keys() & SAID:
            assert not ENGLISH.search(step[key]), step[key]


@pytest.mark.parametrize("slug", SLUGS)
def test_no_english_is_left_in_the_rules(slug: str) -> None:
    for rule in fimbul.game(slug).rules_in("de").rules:
        prose = re.sub(r"`[^`]*`|```.*?```|\([^)]*\)", "", rule.text, flags=re.DOTALL)
        found = ENGLISH.findall(prose)
        assert len(found) < 3, (rule.number, found)


def test_who_asks_for_another_language_reads_english() -> None:
    game = fimbul.game("fimbulvetr")
    assert game.rules_in("is") == game.rules
    assert game.primer_in("is") == game.primer
    assert speech("is", game) is None
