"""Texts as another language says them: whole, with slots, in parts, and not at all."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fimbul.core import BadData
from fimbul.speech import Catalogue, Speech, saying, speech
from fimbul.speech.catalogue import read_all
from fimbul.speech.saying import MOST_ASKED

WORDS = Catalogue(
    nouns={
        "wolf | wolves": "der Wolf, des Wolfes, die Wölfe",
        "temple | temples": "der Tempel, des Tempels, die Tempel",
        "card | cards": "die Karte, der Karte, die Karten",
        "camp | camps": "das Lager, des Lagers, die Lager",
    },
    names={"Bjorn": "Björn", "Nine Runes": "Neun Runen", "Camp": "lager", "Old Card": "Uraltkarte"},
    adjectives={"old": "alt"},
    phrases={
        "{who} bites {whom}.": "{who} beißt {whom:akk}.",
        "{n:#} steps from {where}": "{n} Schritte von {where:dat}",
        "{who} says: {what:*}.": "{who} sagt: {what}.",
        "{who} of {whose}": "{who:@} {whose:gen}",
        "It is {whose} turn.": "{whose} ist am Zug.",
        "Choose a card.": "Wähl eine Karte.",
        "Lost {n:#} of {what}": "{n} {what:pl dat} verloren",
        "the way home": {"nom": "der Heimweg", "akk": "den Heimweg", "dat": "dem Heimweg"},
        "{who} takes {what}.": "{who} nimmt {what:akk}.",
        "The Bad Harvest": {"nom": "die Missernte", "dat": "der Missernte"},
        "With {what} came {whom}.": "Mit {what:dat} kam {whom}.",
        "draw a card": "eine Karte ziehen",
        "Pay {n:#}": "{n} zahlen",
        "Pay {n:#}: draw a card": "Zahle {n}: Zieh eine Karte",
        "A gift of {who:*}.": "Ein Geschenk von {who}.",
        "Hall of Brass": {"nom": "die Messinghalle", "dat": "der Messinghalle"},
        "{place} is near": "nahe ist {place}",
        "{place} falls.": "{place} fällt.",
        "Heard: *{words}*": "Gehört: *{words}*",
    },
)


@pytest.fixture
def say() -> Speech:
    return Speech(WORDS, "here")


@pytest.mark.parametrize(
    ("english", "said"),
    [
        ("Choose a card.", "Wähl eine Karte."),
        ("Choose a card", None),  # another text
        ("The old wolf bites Bjorn.", "Der alte Wolf beißt Björn."),
        ("Bjorn bites the old wolf.", "Björn beißt den alten Wolf."),
        ("A wolf and Bjorn bites two wolves.", "Ein Wolf und Björn beißt zwei Wölfe."),
        ("3 steps from the temple", "3 Schritte vom Tempel"),
        ("many steps from the temple", None),
        ("The wolf of the old temple bites Bjorn.", "Der Wolf des alten Tempels beißt Björn."),
        ("Bjorn bites the wolf of Bjorn.", "Björn beißt den Wolf Björns."),
        ("Bjorn says: Never, never.", "Björn sagt: Never, never."),
        ("A gift of dem Bären.", "Ein Geschenk von dem Bären."),  # people's words stay as they wrote them
        ("Bjorn says: {who} bites {whom}.", "Björn sagt: {who} bites {whom}."),
        ("{who} bites {whom}.", None),
        ("Bjorn takes the way home.", "Björn nimmt den Heimweg."),
        ("Choose a card. Bjorn bites the wolf.", "Wähl eine Karte. Björn beißt den Wolf."),
        ("Nine Runes: Choose a card.", "Neun Runen: Wähl eine Karte."),
        ("the wolf (the card)", "der Wolf (die Karte)"),
        ("the wolf (F33)", "der Wolf (F33)"),
        ("the wolf; the card", "der Wolf; die Karte"),
        ("the wolf, the card and Bjorn", "der Wolf, die Karte und Björn"),
        ("the wolf or the card", "der Wolf oder die Karte"),
        ("12.5 %", "12,5 %"),
        ("The Bad Harvest", "Die Missernte"),
        ("With The Bad Harvest came Bjorn.", "Mit der Missernte kam Björn."),
        ("Camp", "lager"),  # a name is written as it is: here half of one, below the other
        ("camp", "Lager"),
        ("Old Card falls.", "Uraltkarte fällt."),  # a name, and not an old card
        ("Old card falls.", "Alte Karte fällt."),
        ("Hall of Brass", "Die Messinghalle"),
        ("Hall of Brass falls.", "Die Messinghalle fällt."),
        ("Hall of Brass is near", "Nahe ist die Messinghalle"),  # within a sentence its article is small
        ("Hall of Brass is near.", "Nahe ist die Messinghalle."),
        ("Bjorn bites Bjorn; Hall of Brass is near", None),  # a clause has no full stop
        (
            "the wolf; Hall of Brass is near; Hall of Brass",
            "der Wolf; nahe ist die Messinghalle; die Messinghalle",
        ),
        ("The wolf: Hall of Brass", "Der Wolf: die Messinghalle"),
        ("Heard: *Hall of Brass is near*", "Gehört: *Nahe ist die Messinghalle*"),
        ("Pay 3: draw a card.", "Zahle 3: Zieh eine Karte."),  # whole rather than part by part
        ("Choose a card. Pay 3: draw a card.", "Wähl eine Karte. Zahle 3: Zieh eine Karte."),
        ("[sword]", "[sword]"),
        ("Bjorn bites the bear.", None),
        ("Bjorn bites the wolf. Then night falls.", None),
    ],
)
def test_a_text_is_said(say: Speech, english: str, said: str | None) -> None:
    assert say.find(english) == said
    assert say(english) == (said or english)


def test_a_line_of_a_story_keeps_its_marks_and_what_nobody_knows(say: Speech) -> None:
    assert say.line("## Nine Runes") == "## Neun Runen"
    assert (
        say.line("- The wolf bites Bjorn. Then night falls.") == "- Der Wolf beißt Björn. Then night falls."
    )
    assert say.line("| the wolf | 3 | Gore |") == "| der Wolf | 3 | Gore |"
    assert say.line("") == ""


def test_many_at_once_hear_the_same() -> None:
    """What one thread is in the middle of saying is not taken by another for what cannot be said."""
    texts = [f"The wolf of the old temple bites {n} wolves." for n in range(2, 300)]
    for _ in range(5):
        fresh = Speech(WORDS, "here")
        with ThreadPoolExecutor(8) as crowd:
            heard = list(crowd.map(fresh.find, texts * 2))
        assert heard == [f"Der Wolf des alten Tempels beißt {n} Wölfe." for n in range(2, 300)] * 2


def test_a_long_list_is_said(say: Speech) -> None:
    names, own = ["Bjorn", "the old wolf", "two cards"] * 10, ["Björn", "der alte Wolf", "zwei Karten"] * 10
    assert say.find(", ".join(names)) == ", ".join(own)
    assert say.find("; ".join(names)) == "; ".join(own)
    assert say.find(f"{', '.join(names)} and Bjorn") == f"{', '.join(own)} und Björn"


@pytest.mark.parametrize(
    "endless",
    [
        ", ".join(["Bjorn"] * 60) + " and a bear",
        "a bear: " + "; ".join(["Bjorn: Bjorn"] * 60) + "; a bear",
        " of ".join(["the wolf"] * 60),
        "Bjorn's " * 60 + "card",
        "Choose a card. " * 130 + "Then night falls.",
        "Bjorn; " * 280 + "a bear",
        "wolf " * 100_000,
    ],
)
def test_nothing_that_people_write_keeps_it_long_or_is_remembered(say: Speech, endless: str) -> None:
    """What could be read in ever more ways is let be, and everything else is said as before."""
    assert say.find(endless) is None
    assert say.asked <= MOST_ASKED + 1
    assert say.find("the wolf of the wolf of the wolf") == "der Wolf des Wolfes des Wolfes"
    assert say.find("Bjorn, Bjorn and Bjorn") == "Björn, Björn und Björn"


def test_what_was_said_long_ago_is_forgotten(say: Speech, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saying, "MOST_KEPT", 100)
    for number in range(300):
        assert say.find(f"Bjorn bites {number} wolves.") == f"Björn beißt {number} Wölfe."
        assert len(say.kept) + len(say.told) <= 100 + 10


@pytest.mark.parametrize(
    ("phrases", "problem"),
    [
        ({"{a} {b}": "{a}"}, "two slots with nothing between"),
        ({"{a} and {a}": "{a}"}, "has a slot twice"),
        ({"{a} is": "{b} ist"}, "a slot that it does not have"),
        ({"{a:x} is": "{a} ist"}, "the slot '{a:x}' is unknown"),
        ({"{a} is": "{a:mid 3} ist"}, "asks for no form that there is"),
        ({"it": {"akk": "es"}}, "nom, akk, dat and gen are known"),
    ],
)
def test_a_phrase_that_makes_no_sense_is_refused(phrases: dict[str, str], problem: str) -> None:
    with pytest.raises(BadData, match=problem.replace("(", r"\(")):
        Speech(Catalogue(phrases=phrases), "here")


def test_an_entry_stands_in_one_file(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('[names]\n"Bjorn" = "Björn"\n')
    assert read_all(tmp_path, "here").names == {"Bjorn": "Björn"}
    (tmp_path / "b.toml").write_text('[names]\n"Bjorn" = "Bär"\n')
    with pytest.raises(BadData, match="'Bjorn' is said in another file as well"):
        read_all(tmp_path, "here")
    (tmp_path / "b.toml").write_text("[names\n")
    with pytest.raises(BadData, match=r"here/b.toml"):
        read_all(tmp_path, "here")
    (tmp_path / "b.toml").write_text("[verbs]\n")
    (tmp_path / "a.toml").unlink()
    with pytest.raises(BadData, match=r"here/b.toml"):
        read_all(tmp_path, "here").over(Catalogue())


def test_a_language_that_nobody_speaks_is_none() -> None:
    assert speech("tlh") is None


def test_a_place_within_a_sentence_keeps_its_small_preposition() -> None:
    words = Catalogue(
        names={"at Lower Wash": "an der Unteren Furt", "at Wrenhouse": "in Zaunkönigsheim"},
        phrases={
            "Lower Wash": "die Untere Furt",
            "All must be at {place}.": "Alle müssen {place:at} sein.",
            "{place} is quiet.": "{place:at} ist es still.",
        },
    )
    say = Speech(words, "here")
    assert say("All must be at Lower Wash.") == "Alle müssen an der Unteren Furt sein."
    assert say("Lower Wash is quiet.") == "An der Unteren Furt ist es still."
