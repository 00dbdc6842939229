"""The suite on many fresh seeds: all options, all seats, and finds that are kept."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import fimbul
from fimbul.core import BadOption, Game, Rng
from fimbul.testing import Report, check_game
from fimbul.testing import hunt as hunting
from fimbul.testing.hunt import Find, Way, hunt, run, some_options, switches, ways
from fimbul.testing.trial import ConformanceError


def test_every_game_gets_a_seed_seats_and_options_that_can_be_played() -> None:
    game = fimbul.game("fimbulvetr")
    found = list(ways(game, 5, 30, 2))
    assert len({way.seed for way in found}) == 30
    assert {options["setup"] for way in found for options in way.options} == {"placed", "quick"}
    assert {options["vault_adjacent"] for way in found for options in way.options} == {True, False}
    for way in found:
        assert len(way.options) == 2
        for options in way.options:
            game.new(seats=way.seats, options=options, seed=way.seed)
    assert found == list(ways(game, 5, 30, 2)), "the same seed, the same hunt"


def test_switches_are_read_from_the_options() -> None:
    assert switches(bool) == [False, True]
    assert switches(int) == []
    assert switches(bool | None) == [None, False, True]


def test_a_game_may_name_its_trials() -> None:
    class Named(type(fimbul.game("fimbulvetr"))):  # type: ignore[misc]
        def trials(self) -> Sequence[Mapping[str, Any]]:
            return ({"relic": "defense"},)

    game: Game = Named()
    some = [some_options(game, Rng(seed)) for seed in range(10)]
    assert {options["relic"] for options in some} == {"defense"}
    assert {options["setup"] for options in some} == {"placed", "quick"}, "other switches are set by chance"


def test_every_clan_scenario_and_map_is_tried() -> None:
    """What no switch tells is named by the game itself."""
    tried = {slug: fimbul.game(slug).trials() for slug in ("fimbulvetr", "six_winters", "fornaldar")}
    assert len({clan for options in tried["fimbulvetr"] for clan in options["clans"]}) == 6
    assert len({options["scenario"] for options in tried["six_winters"] if "scenario" in options}) == 24
    assert {options["layout"] for options in tried["six_winters"] if "layout" in options} == {
        *("A", "B", "coast", "marches")
    }
    assert {options["scenario"] for options in tried["fornaldar"]} == {"sampo", "northern_war", "jotuns"}


def test_one_short_run_need_not_have_everything_that_is_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise ConformanceError("secrets", "In 1 games no two sealed answers were compared.")

    monkeypatch.setattr("fimbul.testing.check_exercised", missing)
    with pytest.raises(ConformanceError):
        check_game(fimbul.game("fimbulvetr"), games=1)
    assert isinstance(run("fimbulvetr", Way(1, 2, [{}])), Report)


def test_what_an_imagined_world_never_changes_is_a_find_in_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fimbul.core.State.imagine", lambda state, seat, rng: state.copy())
    found = run("valknut", Way(1, 2, [{}]))
    assert isinstance(found, Find)
    assert found.property == "imagine"


def test_a_hunt_counts_what_it_proved() -> None:
    report = hunt("fimbulvetr", runs=2, games=2, seed=1, workers=1)
    assert (report.runs, report.games, report.finds) == (2, 4, [])
    assert report.plies > 0
    assert report.checks["legality"] > 0


def test_a_find_names_the_call_that_shows_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ConformanceError("copies", "A copy changed.", "saga")

    monkeypatch.setattr(hunting, "check_game", broken)
    found = hunting.run("fimbulvetr", Way(7, 2, [{"setup": "quick"}]))
    assert isinstance(found, Find)
    assert (found.property, found.message, found.saga) == ("copies", "A copy changed.", "saga")
    assert found.way.call("fimbulvetr") == (
        "check_game(fimbulvetr, games=1, seed=7, seats=2, options=[{'setup': 'quick'}])"
    )


def test_a_hunt_that_is_broken_off_tells_what_it_did() -> None:
    def enough(games: int, found: Find | None) -> None:
        raise KeyboardInterrupt

    report = hunt("fimbulvetr", runs=40, games=1, seed=1, workers=1, advance=enough)
    assert (report.runs, report.games) == (1, 1)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(BadOption, match="Unknown game"):
        hunt("chess", runs=1, games=1, seed=1, workers=1)


# Hunts for long, tells of each run when it is through, and of all that was done when it is broken off.
BROKEN_OFF = """
import sys

if __name__ != "__main__":
    print("a worker wakes", flush=True)

from fimbul.testing.hunt import hunt

if __name__ == "__main__":
    tell = lambda games, found: print("through", flush=True)
    report = hunt("fimbulvetr", runs=400, games=1, seed=1, workers=int(sys.argv[1]), advance=tell)
    print(f"{report.runs} runs, {len(report.finds)} finds")
"""


@pytest.mark.parametrize(("workers", "sign"), [(1, "through"), (2, "a worker wakes"), (2, "through")])
def test_ctrl_c_is_answered_by_the_report_alone(tmp_path: Path, workers: int, sign: str) -> None:
    """Once, every worker heard it too, and died with a traceback of its own."""
    script = tmp_path / "broken_off.py"
    script.write_text(BROKEN_OFF)
    words = [sys.executable, str(script), str(workers)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        seen = [process.stdout.readline()]
        while seen[-1] and sign not in seen[-1]:  # two may wake in one line
            seen.append(process.stdout.readline())
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: everybody hears it
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, err) == (0, "")
    told = (*seen, *out.splitlines(keepends=True)).count("through\n")
    counted = int(out.splitlines()[-1].removesuffix(" runs, 0 finds"))
    assert counted - told in (0, 1)  # the signal may come between the count of a run and the word of it
