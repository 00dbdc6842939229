"""German nouns, articles and adjectives, as a grammar has them."""

import pytest

from fimbul.core import BadData
from fimbul.speech import Catalogue, german
from fimbul.speech.german import joined, read_noun
from fimbul.speech.phrasing import Form, Phrasing

WORDS = Catalogue(
    nouns={
        "wolf | wolves": "der Wolf, des Wolfes, die Wölfe",
        "archer | archers": "der Bogenschütze, des Bogenschützen, die Bogenschützen",
        "card | cards": "die Karte, der Karte, die Karten",
        "ship | ships": "das Schiff, des Schiffes, die Schiffe",
        "name | names": "der Name, des Namens, die Namen",
        "auto | autos": "das Auto, des Autos, die Autos",
        "people": "die Leute (pl)",
        "point | points": "der KP, des KP, die KP",
        "draugr | draugar": "der Draugr, des Draugrs, die Draugar",
    },
    names={"Bjorn": "Björn", "Hans": "Hans", "Master Shot": "Meisterschuss"},
    adjectives={"dark": "dunkel/dunkl", "old": "alt"},
)


@pytest.fixture(scope="module")
def words() -> Phrasing:
    return Phrasing(WORDS, "here")


@pytest.mark.parametrize(
    ("english", "nom", "akk", "dat", "gen"),
    [
        ("the wolf", "der Wolf", "den Wolf", "dem Wolf", "des Wolfes"),
        ("a wolf", "ein Wolf", "einen Wolf", "einem Wolf", "eines Wolfes"),
        ("the archer", "der Bogenschütze", "den Bogenschützen", "dem Bogenschützen", "des Bogenschützen"),
        ("the name", "der Name", "den Namen", "dem Namen", "des Namens"),
        ("your card", "deine Karte", "deine Karte", "deiner Karte", "deiner Karte"),
        ("no ship", "kein Schiff", "kein Schiff", "keinem Schiff", "keines Schiffes"),
        ("the wolves", "die Wölfe", "die Wölfe", "den Wölfen", "der Wölfe"),
        ("two autos", "zwei Autos", "zwei Autos", "zwei Autos", "zwei Autos"),
        ("3 old ships", "3 alte Schiffe", "3 alte Schiffe", "3 alten Schiffen", "3 alter Schiffe"),
        ("the people", "die Leute", "die Leute", "den Leuten", "der Leute"),
        ("3 points", "3 KP", "3 KP", "3 KP", "3 KP"),
        ("the draugar", "die Draugar", "die Draugar", "den Draugar", "der Draugar"),
        ("the same wolf", "derselbe Wolf", "denselben Wolf", "demselben Wolf", "desselben Wolfes"),
        (
            "the same old cards",
            "dieselben alten Karten",
            "dieselben alten Karten",
            "denselben alten Karten",
            "derselben alten Karten",
        ),
        (
            "the old dark wolf",
            "der alte dunkle Wolf",
            "den alten dunklen Wolf",
            "dem alten dunklen Wolf",
            "des alten dunklen Wolfes",
        ),
        ("an old wolf", "ein alter Wolf", "einen alten Wolf", "einem alten Wolf", "eines alten Wolfes"),
        ("an old ship", "ein altes Schiff", "ein altes Schiff", "einem alten Schiff", "eines alten Schiffes"),
        (
            "both old wolves",
            "beide alten Wölfe",
            "beide alten Wölfe",
            "beiden alten Wölfen",
            "beider alten Wölfe",
        ),
        ("old wolves", "alte Wölfe", "alte Wölfe", "alten Wölfen", "alter Wölfe"),
        (
            "another card",
            "eine andere Karte",
            "eine andere Karte",
            "einer anderen Karte",
            "einer anderen Karte",
        ),
        ("each wolf", "jeder Wolf", "jeden Wolf", "jedem Wolf", "jedes Wolfes"),
        ("Bjorn", "Björn", "Björn", "Björn", "Björns"),
        ("Hans", "Hans", "Hans", "Hans", "Hans’"),
        ("Bjorn's card", "Björns Karte", "Björns Karte", "Björns Karte", "Björns Karte"),
        (
            "the archer's ship",
            "das Schiff des Bogenschützen",
            "das Schiff des Bogenschützen",
            "dem Schiff des Bogenschützen",
            "des Schiffes des Bogenschützen",
        ),
    ],
)
def test_a_phrase_changes_with_its_case(
    words: Phrasing, english: str, nom: str, akk: str, dat: str, gen: str
) -> None:
    assert [words.say(english, Form(case)) for case in german.CASES] == [nom, akk, dat, gen]


def test_a_form_may_ask_for_the_plural_or_an_article(words: Phrasing) -> None:
    assert words.say("wolf", Form("dat", plural=True)) == "Wölfen"
    assert words.say("wolf", Form("akk", article="the")) == "den Wolf"
    assert words.say("the old wolf", Form(stem=True)) == "alter Wolf"


@pytest.mark.parametrize("unknown", ["the bear", "the bright wolf", "a card's wolf of old", "", "the"])
def test_what_nobody_knows_is_not_said(words: Phrasing, unknown: str) -> None:
    assert words.say(unknown, Form()) is None


@pytest.mark.parametrize(
    "entry", ["Wolf", "der Wolf, Wolfes", "den Wolf, des Wolfes", "der A, des B, die C, x"]
)
def test_a_noun_is_written_as_a_dictionary_has_it(entry: str) -> None:
    with pytest.raises(BadData, match="is no noun; a dictionary says"):
        read_noun(entry, "here")


def test_prepositions_and_articles_grow_together() -> None:
    assert joined("Geh zu ", "der Stadt") == "Geh zur Stadt"
    assert joined("Geh zu ", "dem Wald") == "Geh zum Wald"
    assert joined("In ", "dem Wald") == "Im Wald"
    assert joined("in ", "den Wald") == "in den Wald"
    assert joined("von ", "dem") == "von dem"  # it stands for itself
    assert joined("Davon ", "dem Wald") == "Davon dem Wald"


def test_numbers_have_a_comma() -> None:
    assert [german.number(text) for text in ("12.5 %", "-0.25", "3", "1.2.3")] == [
        "12,5 %",
        "-0,25",
        "3",
        "1.2.3",
    ]
