"""Random agents over each kind of environment, beside the engine: the same seeds and actions, the same games.

    python tools/random_agents.py fate --games 100 --seats 2 --option track=long

Every game is played to its end by PettingZoo, by Gymnasium (random bots in the other seats) and by OpenSpiel,
each time beside a game of the engine; the first difference ends the run with an error.
"""

import argparse
import json
import time
from typing import Any

import numpy as np

import fimbul.envs
from fimbul import bots
from fimbul.core import Rng, State
from fimbul.games import game as game_named


def pettingzoo(slug: str, seats: int | None, options: dict[str, Any], games: int) -> State:
    """The last position of so many games."""
    env, rng = fimbul.envs.pettingzoo(slug, seats=seats, **options), Rng(1)
    for seed in range(games):
        env.reset(seed=seed)
        state = game_named(slug).new(seats=seats, options=options, seed=seed)
        for agent in env.agent_iter():
            arrays, reward, over, _, _ = env.last()
            if over:
                assert reward == 2 * state.outcome.scores[env.seat[agent]] - 1
                env.step(None)
                continue
            number = rng.choice(np.flatnonzero(arrays["action_mask"]).tolist())
            seat = state.to_act[0]
            state.play(env.course.action(number, seat), seat)
            env.step(number)
        assert env.course.position.fingerprint() == state.fingerprint()
    return state


def gymnasium(slug: str, seats: int | None, options: dict[str, Any], games: int) -> State:
    """The same for one learner in the last seat."""
    play = game_named(slug)
    count = seats or play.seats[0]
    env, rng = fimbul.envs.gymnasium(slug, seats=seats, seat=count - 1, others="random", **options), Rng(2)
    for seed in range(games):
        arrays, _ = env.reset(seed=seed)
        state = play.new(seats=seats, options=options, seed=seed)
        others = {seat: bots.make("random", play, seed=seed + seat + 1) for seat in range(count - 1)}
        over = env.course.position.over
        while not state.over:
            seat = state.to_act[0]
            if seat != env.seat:
                state.play(others[seat].choose(bots.Sight(state, seat)), seat)
                continue
            number = rng.choice(np.flatnonzero(arrays["action_mask"]).tolist())
            state.play(env.course.action(number, seat), seat)
            arrays, reward, over, _, _ = env.step(number)
        assert over
        assert reward == 2 * state.outcome.scores[env.seat] - 1
        assert env.course.position.fingerprint() == state.fingerprint()
    return state


def openspiel(slug: str, seats: int | None, options: dict[str, Any], games: int) -> State:
    """The same in OpenSpiel."""
    loaded, rng = fimbul.envs.openspiel(slug, seats=seats, **options), Rng(3)
    for seed in range(games):
        theirs = loaded.new_initial_state()
        theirs.apply_action(seed)
        state = game_named(slug).new(seats=seats, options=options, seed=seed)
        while not theirs.is_terminal():
            seat = theirs.current_player()
            number = rng.choice(theirs.legal_actions())
            state.play(theirs.course.action(number, seat), seat)
            theirs.apply_action(number)
        assert theirs.returns() == [2 * score - 1 for score in state.outcome.scores]
        assert theirs.course.position.fingerprint() == state.fingerprint()
    return state


def read(text: str) -> tuple[str, Any]:
    """An option as it is written, `track=long` or `turns=1`."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def main() -> None:
    """Play."""
    parser = argparse.ArgumentParser(description="Random agents over each kind of environment.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[], help="such as track=long")
    given = parser.parse_args()
    options = dict(map(read, given.option))
    for way in (pettingzoo, gymnasium, openspiel):
        began = time.perf_counter()
        last = way(given.game, given.seats, options, given.games)
        print(
            f"{given.game} {way.__name__}: {given.games} games equal to the engine's, "
            f"the last {last.ply} plies, {time.perf_counter() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
