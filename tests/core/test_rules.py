"""Rules pages: numbers, sections, rulings and search."""

import pytest

from fimbul.core import BadOption
from fimbul.core.rules import load_rules, parse_rules, rules_folder

PAGE = """\
# Winter

A game about snow.

Two lines of introduction.

## A. Snow

What comes before the first rule belongs to nobody.

### W1 Falling

Snow falls on every turn.

- even here

### W1.2 Melting

It melts on *fire*.

> **Ruling.** Lava is fire.

## B. Ice

### W50a Sliding

One slides on ice.

### W50 Ice

Ice stays.
"""


def test_a_page_has_a_title_an_introduction_and_rules() -> None:
    rules = parse_rules(PAGE)
    assert rules.title == "Winter"
    assert rules.intro == "A game about snow.\n\nTwo lines of introduction."
    assert [rule.number for rule in rules.rules] == ["W1", "W1.2", "W50a", "W50"]
    assert rules["W1"].title == "Falling"
    assert rules["W1"].text == "Snow falls on every turn.\n\n- even here"
    assert [rule.section for rule in rules.rules] == ["A. Snow", "A. Snow", "B. Ice", "B. Ice"]
    assert rules.source == PAGE


@pytest.mark.parametrize("word", ["Ruling", "Festlegung"])
def test_rulings_are_marked(word: str) -> None:
    page = PAGE.replace("Ruling", word).replace("Ice stays", "**Ice.** It\n> stays **hard.**")
    assert [rule.number for rule in parse_rules(page).rules if rule.ruling] == ["W1.2"]


def test_a_part_is_found_by_its_own_number_or_in_its_rule() -> None:
    rules = parse_rules(PAGE)
    assert rules["W50a"].title == "Sliding"
    assert rules["W50b"].title == "Ice"
    assert "W50b" in rules


@pytest.mark.parametrize("number", ["W2", "W1.3", "W", "", "w1", "W5"])
def test_other_numbers_are_not_there(number: str) -> None:
    rules = parse_rules(PAGE)
    assert number not in rules
    with pytest.raises(KeyError):
        rules[number]


def test_search_wants_every_word() -> None:
    rules = parse_rules(PAGE)
    assert [rule.number for rule in rules.search("snow")] == ["W1", "W1.2"]
    assert [rule.number for rule in rules.search("ICE slides")] == ["W50a"]
    assert [rule.number for rule in rules.search("w50a")] == ["W50a"]
    assert rules.search("sun") == []
    assert rules.search("") == list(rules.rules)


def test_an_empty_page_has_no_rules() -> None:
    rules = parse_rules("")
    assert (rules.title, rules.intro, rules.rules) == ("", "", ())


def test_the_page_of_a_game_is_found() -> None:
    assert (rules_folder() / "fimbulvetr.md").is_file()
    assert "F33" in load_rules("fimbulvetr")


def test_a_missing_page_is_said() -> None:
    with pytest.raises(BadOption, match="no rules page for 'chess'"):
        load_rules("chess")
