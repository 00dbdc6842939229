"""A/B tests: what is known is found, what is not there is not, and one may look at any time."""

import math
import random
from pathlib import Path
from typing import Any

import pytest
from tests.lab.conftest import QUICK, Write, won

from fimbul.core import FimbulError
from fimbul.lab.ab import ab_experiment, compare, compare_games, run_ab, sentence
from fimbul.lab.experiment import Terms, from_tables
from fimbul.lab.folder import Results
from fimbul.lab.planning import games_needed, pairs_needed
from fimbul.lab.sequential import LEAST, Mixture, Race
from fimbul.lab.template import as_toml
from fimbul.lab.validate import coin_pairs, count_pairs, mixture_trial, race_trial

TWO = (
    QUICK
    + """
ab = { metrics = ["wins", "turns"] }

[[variant]]
name = "A"

[[variant]]
name = "B"
options = { vault_adjacent = true }
"""
)


def arms(games: list[dict[str, Any]], other: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Two arms whose games are pairs."""
    return [game | {"arm": "a", "number": number} for number, game in enumerate(games)] + [
        game | {"arm": "b", "number": number} for number, game in enumerate(other)
    ]


def test_a_difference_of_pairs_is_found(by_hand: Write) -> None:
    results = by_hand(arms([won(0, turns=10), won(1, turns=12)] * 40, [won(0, turns=13)] * 80), TWO)
    wins, turns = compare(results).findings
    assert (wins.a.value, wins.b.value, wins.difference.value) == pytest.approx((0.5, 1.0, 0.5))
    assert wins.verdict == "more"
    assert wins.found
    assert turns.difference.value == pytest.approx(2)
    assert turns.difference.low > 0
    assert turns.example == 0  # the first pair differs by three turns, the second by one
    assert turns.found


def test_nothing_is_found_where_nothing_is(by_hand: Write) -> None:
    some = [won(number % 2, turns=10 + number % 3) for number in range(300)]
    results = by_hand(arms(some, some), TWO)
    compared = compare(results)
    assert [each.verdict for each in compared.findings] == ["same", ""]
    assert not any(each.found for each in compared.findings)
    words = sentence(compared)
    assert words.startswith("300 pairs of games. No difference of wins was found")
    assert "one of 5 points is missed in at most 20 % of such tests" in words
    assert "Not found: a difference in turns" in words


def test_few_pairs_say_nothing(by_hand: Write) -> None:
    results = by_hand(arms([won(0)] * 5, [won(1)] * 5), TWO)
    (wins,) = compare_games(results.games, Terms(metrics=("wins",)), False)
    assert wins.verdict == "open"
    assert not wins.found
    assert f"Fewer than {LEAST} pairs say nothing yet" in sentence(compare(results))


def test_games_without_a_partner_do_not_count(by_hand: Write) -> None:
    results = by_hand(arms([won(0)] * 40, [won(0)] * 35), TWO)
    assert compare(results).pairs == 35


# ---- the tests themselves


def test_a_against_a_is_called_different_no_more_often_than_stated() -> None:
    trial = race_trial(coin_pairs(0.5, 0, 0.5), 0.1, "same", "", 200, 4000, seed=3)
    assert trial.called.low <= 0.05
    trial = mixture_trial(count_pairs(12, 0, 0.3), 0, "same", "", 100, 400, seed=3)
    assert trial.called.low <= 0.05
    assert trial.covered is not None
    assert trial.covered.high >= 0.95


def test_a_known_difference_is_found_as_often_as_stated() -> None:
    for gap in (0.1, -0.1):
        trial = race_trial(coin_pairs(0.5, gap, 0.5), 0.1, f"{gap}", "", 200, 4000, seed=4)
        assert trial.called.high >= 0.8
        assert trial.called.value > 0.7
    assert mixture_trial(count_pairs(12, 3, 0.3), 3, "longer", "", 50, 600, seed=4).called.value > 0.9


def test_the_race_keeps_its_first_verdict() -> None:
    race = Race(0.1)
    while race.verdict is None:
        race.add(1.0)
    for _ in range(500):
        race.add(-1.0)
    assert race.verdict == "more"


def test_the_interval_at_any_time_narrows() -> None:
    rng, test = random.Random(1), Mixture()
    widths = []
    for count in range(1, 801):
        test.add(rng.gauss(0.5, 1))
        if count in (50, 200, 800):
            low, high = test.interval
            assert low < 0.5 < high
            widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert test.least_chance < 0.001


def test_pairs_that_are_all_alike_prove_no_equality() -> None:
    """Forty games lost on both sides: the shares may still differ by some points."""
    wins, turns = Mixture(most=1.0), Mixture()
    for _ in range(40):
        wins.add(0.0)
        turns.add(2.0)
    low, high = wins.interval
    assert low == -high
    assert 0.05 < high < 0.2
    assert wins.least_chance == 1.0
    assert turns.interval == (-math.inf, math.inf)


def test_how_many_pairs_a_question_needs() -> None:
    # The textbook (McNemar): a tenth more where 30 % of pairs differ, 80 % power.
    assert pairs_needed(0.1, 0.3) == pytest.approx(232, abs=3)
    assert pairs_needed(0.05, 0.3) > 3.5 * pairs_needed(0.1, 0.3)
    assert games_needed(0.05) == 385


# ---- whole


def tables(**terms: Any) -> dict[str, Any]:
    return ab_experiment(
        "fimbulvetr",
        {"setup": "quick"},
        {"setup": "quick", "vault_adjacent": True},
        players=["random"],
        player={},
        seats=None,
        seed=1,
        terms=Terms(**terms),
        most=60,
        rotate=False,
    )


def test_a_test_stops_at_the_same_pair_on_any_number_of_workers(tmp_path: Path) -> None:
    asked = tables(effect=0.4, metrics=("wins", "turns"))
    experiment = from_tables(asked, "x")
    one, two = (
        run_ab(experiment, as_toml(asked), tmp_path / str(workers), workers=workers) for workers in (1, 2)
    )
    assert one == two
    assert LEAST <= one.pairs < 60
    assert one.findings[0].verdict in ("same", "more", "less")
    assert compare(Results(tmp_path / "1")) == one  # its file says what was asked


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"ab": {"alpha": 2}}, "'ab.alpha' is between 0 and 1"),
        ({"ab": {"power": 0.8}}, "there is no field `power`"),
        ({"sweep": [{"option": "relic", "values": ["free", "defense"]}]}, "has two arms"),
    ],
)
def test_a_wrong_test_is_one_sentence(change: dict[str, Any], words: str) -> None:
    with pytest.raises(FimbulError, match=words):
        from_tables(tables() | change, "x")


def test_a_and_b_must_differ() -> None:
    how: dict[str, Any] = {"players": ["greedy"], "player": {}, "seats": None, "seed": 1, "rotate": False}
    with pytest.raises(FimbulError, match="A and B are the same"):
        ab_experiment("fate", {}, {}, terms=Terms(), most=9, **how)
    with pytest.raises(FimbulError, match="A and B are the same"):
        ab_experiment("fate", {"track": "long"}, {"track": "long"}, terms=Terms(), most=9, **how)
