"""A translation of the rules says which rules it follows, and follows those that are played."""

import pytest

import fimbul
from fimbul.games import SLUGS
from fimbul.speech import languages


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", languages())
def test_a_translation_follows_the_rules_that_are_played(slug: str, language: str) -> None:
    """Who changes a rule, and so the version, looks after its translations too, and then names it there."""
    game = fimbul.game(slug)
    head = game.rules_in(language).source.partition("\n## ")[0]
    assert f" {game.rules_version} " in head
