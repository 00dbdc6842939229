"""The suite on many fresh seeds: all options, all seats, and finds that are kept."""

from typing import Any

import pytest

import fimbul
from fimbul.core import BadOption, Game, Rng
from fimbul.testing import hunt as hunting
from fimbul.testing.hunt import Find, hunt, some_options, switches, ways
from fimbul.testing.trial import ConformanceError


def test_every_game_gets_a_seed_seats_and_options_that_can_be_played() -> None:
    game = fimbul.game("fimbulvetr")
    found = list(ways(game, 5, 30))
    assert len({seed for seed, _, _ in found}) == 30
    assert {options["setup"] for _, _, options in found} == {"placed", "quick"}
    assert {options["vault_adjacent"] for _, _, options in found} == {True, False}
    for seed, seats, options in found:
        game.new(seats=seats, options=options, seed=seed)
    assert found == list(ways(game, 5, 30)), "the same seed, the same hunt"


def test_switches_are_read_from_the_options() -> None:
    assert switches(bool) == [False, True]
    assert switches(int) == []
    assert switches(bool | None) == [None, False, True]


def test_a_game_may_name_its_trials() -> None:
    class Named(type(fimbul.game("fimbulvetr"))):  # type: ignore[misc]
        trials = ({"relic": "defense"},)

    game: Game = Named()
    assert some_options(game, Rng(1)) == {"relic": "defense"}


def test_a_hunt_counts_what_it_proved() -> None:
    report = hunt("fimbulvetr", games=2, seed=1, workers=1)
    assert (report.games, report.finds) == (2, [])
    assert report.plies > 0
    assert report.checks["legality"] > 0


def test_a_find_names_the_call_that_shows_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ConformanceError("copies", "A copy changed.", "saga")

    monkeypatch.setattr(hunting, "check_game", broken)
    found = hunting.run("fimbulvetr", 7, 2, {"setup": "quick"})
    assert isinstance(found, Find)
    assert (found.property, found.message, found.saga) == ("copies", "A copy changed.", "saga")
    assert found.call("fimbulvetr") == (
        "check_game(fimbulvetr, games=1, seed=7, seats=2, options={'setup': 'quick'})"
    )


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(BadOption, match="Unknown game"):
        hunt("chess", games=1, seed=1, workers=1)
