"""Each game can be read in German: what it says, its rules, how one wins, its lesson."""

import json
import re
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

import fimbul
from fimbul.core import Rules
from fimbul.games import SLUGS
from fimbul.speech import Catalogue, Speech, languages, load, speech
from fimbul.testing.spoken import spoken, unsaid

LESSONS = Path(str(resources.files("fimbul"))) / "web" / "static" / "learn"
SAID = {"title", "text", "done", "why"}  # of a step of a lesson
GAMES = {"fimbulvetr": 6, "valknut": 4, "fate": 6, "six_winters": 6, "fornaldar": 2}

# Small words of English that no German text has.
ENGLISH = re.compile(r"\b(?:the|of|and|with|your|you|is|are|this|that|have|from|choose|to|by|or|for)\b")


def german(slug: str) -> Speech:
    found = speech("de", fimbul.game(slug))
    assert found is not None
    return found


def rules_of(slug: str) -> tuple[Rules, Rules]:
    game = fimbul.game(slug)
    return game.rules, game.rules_in("de")


def test_german_is_one_of_the_languages() -> None:
    assert languages() == ("de",)


@pytest.mark.parametrize("slug", SLUGS)
def test_all_that_random_games_say_can_be_said(slug: str) -> None:
    heard = spoken(fimbul.game(slug), GAMES[slug], seed=20)
    assert len(heard) > 400
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
def test_the_rules_have_the_same_numbers_rulings_and_pictures(slug: str) -> None:
    english, own = rules_of(slug)
    assert own is not english
    assert [rule.number for rule in own.rules] == [rule.number for rule in english.rules]
    assert [rule.number for rule in own.rules if rule.ruling] == [
        rule.number for rule in english.rules if rule.ruling
    ]
    sections = [len({rule.section for rule in page.rules}) for page in (own, english)]
    assert sections[0] == sections[1]
    shown = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")
    for ours, theirs in zip(own.rules, english.rules, strict=True):
        assert shown.findall(ours.text) == shown.findall(theirs.text), ours.number


@pytest.mark.parametrize("slug", SLUGS)
def test_the_rules_name_the_same_rules_and_numbers(slug: str) -> None:
    """A number that was lost or changed in translation would be another rule."""
    named = re.compile(r"\b[A-Z]\d+(?:\.\d+)*[a-z]?\b")
    for own, english in zip(*(page.rules for page in rules_of(slug)[::-1]), strict=True):
        assert Counter(named.findall(own.text)).keys() == Counter(named.findall(english.text)).keys(), (
            own.number
        )


@pytest.mark.parametrize("slug", SLUGS)
def test_no_english_is_left_in_the_rules(slug: str) -> None:
    for rule in rules_of(slug)[1].rules:
        prose = re.sub(r"`[^`]*`|```.*?```|\([^)]*\)", "", rule.text, flags=re.DOTALL)
        found = ENGLISH.findall(prose)
        assert len(found) < 3, (rule.number, found)


@pytest.mark.parametrize("slug", SLUGS)
def test_it_is_said_how_one_wins(slug: str) -> None:
    game = fimbul.game(slug)
    own, english = game.primer_in("de"), game.primer
    assert own.startswith("# ")
    assert own != english
    named = re.compile(r"\b[A-Z]\d+(?:\.\d+)*[a-z]?\b")
    assert set(named.findall(own)) == set(named.findall(english))
    assert len(re.findall(r"^#", own, re.M)) == len(re.findall(r"^#", english, re.M))


@pytest.mark.parametrize("slug", SLUGS)
def test_the_lesson_is_the_same_in_other_words(slug: str) -> None:
    own, english = (
        json.loads((LESSONS / f"{slug}{tongue}.json").read_text(encoding="utf-8")) for tongue in (".de", "")
    )
    assert own["title"] != english["title"]
    assert {key: own[key] for key in own if key not in ("title", "steps")} == {
        key: english[key] for key in english if key not in ("title", "steps")
    }
    assert len(own["steps"]) == len(english["steps"])
    for ours, theirs in zip(own["steps"], english["steps"], strict=True):
        assert ours.keys() == theirs.keys(), theirs["title"]
        for key in ours.keys() - SAID:
            assert ours[key] == theirs[key], theirs["title"]
        for key in ours.keys() & (SAID - {"why"}):
            assert not ENGLISH.search(ours[key]), ours[key]


def test_who_asks_for_another_language_reads_english() -> None:
    game = fimbul.game("fimbulvetr")
    assert game.rules_in("is") == game.rules
    assert game.primer_in("is") == game.primer
    assert speech("is", game) is None
