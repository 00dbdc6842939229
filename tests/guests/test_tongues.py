"""A game of another package is told in the languages that it brings, and not half in one of the house's."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fimbul import games
from fimbul.core import Game
from fimbul.server.catalogue import in_short
from fimbul.server.tongues import named, of_house, told
from fimbul.speech import load, tongues
from fimbul.speech.saying import at_all_tables
from fimbul.table.frames import SeatInfo

BOT = SeatInfo(seat=0, kind="bot", name="Club bot", plays="Player 1", me=False, bot="club")


def forget() -> None:
    for kept in (load, at_all_tables, tongues, in_short):
        kept.cache_clear()


@pytest.fixture
def game(long_ships: Path) -> Iterator[Game]:
    """The new game; what was known of its words is forgotten before and after."""
    forget()
    yield games.game("long_ships")
    forget()


def test_what_nobody_has_translated_stays_english_as_a_whole(game: Game) -> None:
    """Also where the house would know a word of it; but who bots are the house says."""
    short = in_short(game)
    assert (tongues(game), short.languages) == (("en",), ["en"])
    assert told([short], (None, ()), "de") == [short]
    assert named(BOT, of_house((game, ()), "de")).name == "Vereinsspieler (Bot)"


def test_a_package_with_a_catalogue_is_told_in_its_language(game: Game, site: Path) -> None:
    folder = site / "long_ships" / "lang" / "de"
    folder.mkdir(parents=True)
    catalogue = folder / "all.toml"
    try:
        catalogue.write_text(f'[phrases]\n"{game.blurb}" = "Lange Schiffe."\n', encoding="utf-8")
        forget()
        (short,) = told([in_short(game)], (None, ()), "de")
        assert (short.blurb, short.languages) == ("Lange Schiffe.", ["en", "de"])
    finally:
        catalogue.unlink()
        folder.rmdir()
        folder.parent.rmdir()
