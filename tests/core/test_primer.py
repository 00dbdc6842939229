"""How one wins and what to do first stands beside every table, and names rules that exist."""

import re

import pytest

import fimbul
from fimbul.core.rules import load_primer
from fimbul.games import SLUGS
from fimbul.server.pages import rules_of


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_says_how_one_wins(slug: str) -> None:
    game = fimbul.game(slug)
    heading = game.primer.splitlines()[0]
    assert heading.startswith("# ")
    assert heading.endswith(": how you win, what to do first")
    assert 600 < len(game.primer) < 4_000, "short enough to be read before the first move"
    named = re.findall(r"\b[A-Z]\d+(?:\.\d+)*[a-z]?\b", game.primer)
    assert named
    assert [number for number in named if number not in game.rules] == []


def test_it_stands_before_the_rules() -> None:
    first = rules_of(fimbul.game("fimbulvetr"))[0]
    assert (first.number, first.title) == ("", "How you win, what to do first")
    assert '<a class="rule" href="#F46">F46</a>' in first.html


def test_a_game_without_one_has_none() -> None:
    assert load_primer("chess") == ""
