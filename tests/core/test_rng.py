"""The generator.  Its numbers are frozen here: every record and every saved game depends on them."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fimbul.core import Rng

SEEDS = st.integers(0, 2**63 - 1)


@pytest.mark.parametrize(
    ("seed", "numbers"),
    [
        (0, [2271152774672154522, 10748397194273482063, 15563921450820766343]),
        (7, [8897377932090396327, 16121955707118586674, 3329324403073227935]),
        (2**63 - 1, [16299630201238435728, 2757891097863628246]),
    ],
)
def test_the_numbers_of_a_seed_never_change(seed: int, numbers: list[int]) -> None:
    rng = Rng(seed)
    assert [rng.next() for _ in numbers] == numbers
    assert rng.drawn == len(numbers)


def test_what_is_made_of_the_numbers_never_changes() -> None:
    rng = Rng(42)
    assert [rng.die() for _ in range(12)] == [2, 1, 1, 4, 1, 5, 6, 5, 2, 1, 1, 1]
    assert [rng.below(100) for _ in range(8)] == [36, 64, 32, 49, 63, 19, 89, 45]
    assert "".join(rng.choice("ravens") for _ in range(6)) == "nnsres"
    cards = list(range(10))
    rng.shuffle(cards)
    assert cards == [5, 2, 6, 1, 0, 9, 8, 4, 3, 7]
    assert rng.fork() == Rng(7096918258162411316)
    assert rng == Rng(42, 36)


def test_a_number_depends_on_its_place_alone() -> None:
    assert Rng(7, 1000).next() == 7081859967272858313


@settings(deadline=None)
@given(SEEDS, st.integers(1, 1000))
def test_below_stays_below(seed: int, limit: int) -> None:
    rng = Rng(seed)
    assert all(0 <= rng.below(limit) < limit for _ in range(10))
    assert all(1 <= rng.die(limit) <= limit for _ in range(10))


@settings(deadline=None)
@given(SEEDS, st.lists(st.integers()))
def test_a_shuffle_keeps_every_card(seed: int, cards: list[int]) -> None:
    shuffled = list(cards)
    Rng(seed).shuffle(shuffled)
    assert Counter(shuffled) == Counter(cards)


@settings(deadline=None)
@given(SEEDS)
def test_a_copy_goes_the_same_way_and_a_fork_another(seed: int) -> None:
    rng = Rng(seed)
    twin = rng.copy()
    assert [rng.next() for _ in range(4)] == [twin.next() for _ in range(4)]
    fork = rng.fork()
    assert 0 <= fork.seed < 2**63
    assert fork.next() != rng.next()
    assert twin.drawn == 4, "a copy does not feel what is drawn from the other"


def test_dice_are_fair_enough() -> None:
    rng = Rng(1)
    rolls = Counter(rng.die() for _ in range(6_000))
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert all(850 < count < 1150 for count in rolls.values())
