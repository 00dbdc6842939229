"""A bot partner says what it means to do, asks before it takes what a person may want, and takes a no."""

import asyncio
from types import SimpleNamespace

import pytest

import fimbul
from fimbul.core import Rng
from fimbul.server.partners import Partners

GAME = fimbul.game("six_winters")


@pytest.fixture(scope="module")
def staged():
    """A position in which seat 1 may take an asset, and that action."""
    for seed in range(30):
        state, rng = GAME.new(seats=2, seed=seed), Rng(seed)
        for _ in range(120):
            if state.over:
                break
            claims = [one for one in state.legal(1) if GAME.coach.claim(state, one, 1)]
            if claims:
                return state, str(claims[0])
            seat = state.to_act[0]
            state.play(rng.choice(state.legal(seat)), seat)
    raise AssertionError("nobody could take anything")


def table(people=frozenset({0})):
    return SimpleNamespace(
        game=GAME,
        row=SimpleNamespace(id="t", epoch=0),
        people=lambda: set(people),
        present=lambda: (set(people), 0),
    )


@pytest.mark.parametrize(("answer", "taken"), [("No, I need it", False), ("yes please", True)])
async def test_a_partner_asks_before_it_takes_and_heeds_the_answer(staged, answer, taken):
    state, text = staged
    said = []

    async def say(place, seat, line, asks):
        said.append(line)
        assert asks == (60 if line.startswith("May I take") else 0)
        if asks:
            asyncio.get_running_loop().call_soon(partners.heard, place, "hm, let me think")
            asyncio.get_running_loop().call_soon(partners.heard, place, answer)

    async def others():
        return [text]

    partners = Partners(say, patience=60)
    done = await partners.settle(table(), state, 1, text, others)
    assert said[0].startswith("I mean to begin with: ")
    assert said[1].startswith("May I take ")
    assert (done == text) is taken
    assert GAME.parse(done) in state.legal(1)
    if not taken:  # what was refused is not asked for again in the same turn
        asked = len(said)
        assert await partners.settle(table(), state, 1, text, others) != text
        assert len(said) == asked


async def test_silence_is_consent_and_bots_among_themselves_say_nothing(staged):
    state, text = staged
    said = []

    async def say(place, seat, line, asks):
        said.append(line)

    async def others():
        return []

    assert await Partners(say, patience=0.01).settle(table(), state, 1, text, others) == text
    count = len(said)
    assert await Partners(say).settle(table(people=()), state, 1, text, others) == text
    assert len(said) == count
