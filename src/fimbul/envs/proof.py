"""The environments' proof: random agents play whole games through every interface, the engine beside them.

The same seed and the same actions must lead to the same positions, the same rewards and the same end.
"""

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from fimbul import bots, envs
from fimbul.core import FimbulError, Game, Rng, State
from fimbul.envs.course import MASK, Course
from fimbul.envs.spiel import SEEDS
from fimbul.testing.hunt import playable


class Difference(FimbulError):
    """An environment that plays another game than the engine."""


class Case(msgspec.Struct, frozen=True):
    """One game: how it is set up, and what chance its players have."""

    game: Game
    seats: int
    options: dict[str, Any]
    seed: int

    def begin(self) -> tuple[State, Rng]:
        """The engine's own game, and the chance of those who play it."""
        return self.game.new(seats=self.seats, options=self.options, seed=self.seed), Rng(self.seed)

    def same(self, what: str, found: Any, wanted: Any) -> None:
        """Two things that must be equal."""
        if found != wanted:
            raise Difference(
                f"{self.game.title} with {self.seats} seats, {self.options} and seed {self.seed}: "
                f"{what} differ: {found} in the environment, {wanted} in the engine."
            )

    def same_list(self, course: Course, engine: State, seat: int, offered: int) -> None:
        """The environment offers what the engine does, as far as there are numbers for it."""
        wanted = course.encoding.numbers(engine.legal(seat), engine.view(seat))
        self.same("the numbers of legal actions", offered, len(wanted))

    def ended(self, engine: State, position: State, rewards: dict[int, float]) -> None:
        """How a game that is over must have ended, for the seats that were asked."""
        self.same("the positions", position.fingerprint(), engine.fingerprint())
        scores = engine.outcome.scores if engine.outcome is not None else ()
        self.same("the rewards", rewards, {seat: 2.0 * scores[seat] - 1.0 for seat in rewards})


def by_pettingzoo(case: Case) -> int:
    """A game between agents; how many actions it had."""
    env = envs.pettingzoo(case.game.slug, seats=case.seats, **case.options)
    engine, rng = case.begin()
    env.reset(seed=case.seed)
    rewards = {}
    for agent in env.agent_iter(1 << 40):
        arrays, reward, over, _, _ = env.last()
        seat = env.seat[agent]
        if over:
            rewards[seat] = reward
            env.step(None)
            continue
        case.same("the seats to act", seat, engine.to_act[0])
        case.same_list(env.course, engine, seat, int(arrays[MASK].sum()))
        number = rng.choice(np.flatnonzero(arrays[MASK]).tolist())
        engine.apply(env.course.action(number, seat), seat)
        env.step(number)
    case.ended(engine, env.course.position, rewards)
    return int(env.course.steps)


def by_gymnasium(case: Case) -> int:
    """A game of one learner among random bots; how many actions it had."""
    mine, steps = case.seed % case.seats, 0
    env = envs.gymnasium(case.game.slug, seats=case.seats, seat=mine, others="random", **case.options)
    engine, rng = case.begin()
    others = {
        seat: bots.make("random", case.game, seed=case.seed + seat + 1)
        for seat in range(case.seats)
        if seat != mine
    }

    def others_play() -> None:
        while engine.to_act and (seat := engine.to_act[0]) != mine:
            engine.apply(others[seat].choose(bots.Sight(engine, seat)), seat)

    arrays, _ = env.reset(seed=case.seed)
    reward, over = 0.0, env.course.position.over
    others_play()
    while not over:
        case.same_list(env.course, engine, mine, int(arrays[MASK].sum()))
        number = rng.choice(np.flatnonzero(arrays[MASK]).tolist())
        engine.apply(env.course.action(number, mine), mine)
        others_play()
        arrays, reward, over, _, _ = env.step(number)
        steps += 1
    case.ended(engine, env.course.position, {mine: reward} if steps else {})
    return steps


def by_openspiel(case: Case) -> int:
    """A game of OpenSpiel's; how many actions it had."""
    state = envs.openspiel(case.game.slug, seats=case.seats, **case.options).new_initial_state()
    engine, rng = case.begin()
    state.apply_action(case.seed)
    while not state.is_terminal():
        seat = engine.to_act[0]
        case.same("the seats to act", state.current_player(), seat)
        legal = state.legal_actions()
        case.same_list(state.course, engine, seat, len(legal))
        number = rng.choice(legal)
        engine.apply(case.game.parse(state.action_to_string(seat, number)), seat)
        state.apply_action(number)
    case.ended(engine, state.course.position, dict(enumerate(state.returns())))
    return int(state.course.steps)


INTERFACES: dict[str, Callable[[Case], int]] = {
    "PettingZoo": by_pettingzoo,
    "Gymnasium": by_gymnasium,
    "OpenSpiel": by_openspiel,
}


def prove(
    game: Game, games: int, seed: int, done: Callable[[], None] = lambda: None
) -> dict[str, dict[str, int]]:
    """Play so many random games through every interface; how many games and actions it were for each.

    Numbers of seats and options change from game to game, as in the conformance suite.
    """
    rng = Rng(seed)
    told = {name: {"games": 0, "actions": 0} for name in INTERFACES}
    for _ in range(games):
        seats = rng.choice(list(game.seats))
        options = playable(game, seats, rng) or {}
        case = Case(game, seats, options, rng.below(SEEDS))
        for name, play in INTERFACES.items():
            told[name]["actions"] += play(case)
            told[name]["games"] += 1
            done()
    return told
