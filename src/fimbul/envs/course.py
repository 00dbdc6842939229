"""One game being played by number: what every kind of environment is made of."""

import contextlib
import importlib
import importlib.util
import operator
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from fimbul import kernels
from fimbul.core import Action, BadOption, FimbulError, Game, Options, Rng, State
from fimbul.core.encoding import Array, Encoding
from fimbul.core.rng import check_seed
from fimbul.envs.general import GeneralEncoding
from fimbul.games import game as game_named

MASK = "action_mask"
FEATURES = "actions"
NOT_BEGUN = "Call reset() first: no game has begun."


class NotOffered(FimbulError):
    """A number that the mask does not offer."""


def whole(number: Any) -> int:
    """The number that was chosen, or one sentence: a part of a number means no action."""
    try:
        return operator.index(number)
    except TypeError:
        raise NotOffered(f"{number!r} is not a whole number: choose one where the mask is 1.") from None


def whole_seed(seed: Any) -> int:
    """A seed, also one of numpy's, or one sentence."""
    with contextlib.suppress(TypeError):  # then it is refused as what it is
        seed = operator.index(seed)
    check_seed(seed)
    return int(seed)


def check_cut(truncate_after: int | None) -> int | None:
    """After how many actions a game is cut short, if that can be."""
    if truncate_after is not None and truncate_after < 1:
        raise BadOption(f"A game is cut short after one action or more, not after {truncate_after}.")
    return truncate_after


def encoding_of(game: Game, options: Options, seats: int) -> Encoding[Any]:
    """The numbers of a game: its own, or the general ones where it has none."""
    return cached_encoding(game, options, seats)


@lru_cache(maxsize=32)
def cached_encoding(game: Game, options: Options, seats: int) -> Encoding[Any]:
    """One encoding for all environments of a kind: some of them list thousands of actions."""
    package = type(game).__module__.rpartition(".")[0]
    for name in (f"{package}.table.encoding", f"{package}.encoding") if package else ():
        if is_there(name):
            made: Encoding[Any] = importlib.import_module(name).ENCODING(options, seats)
            return made
    return GeneralEncoding(game, options, seats)


def is_there(module: str) -> bool:
    """Whether there is such a module; a table may be a folder, or one file with nothing below it."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


class Sight(msgspec.Struct):
    """What one seat sees of a position: its view, what it may do by number, and both as arrays."""

    view: Any
    numbers: dict[int, Action]
    arrays: dict[str, Array]


class Course:
    """A game by number.  It can be copied and pickled at any moment."""

    def __init__(self, slug: str, options: Mapping[str, Any] | Options | None, seats: int | None) -> None:
        self.game = game_named(slug)
        self.options: Options = self.game.read_options(options)
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.new(seats=self.seats, options=self.options)  # or a sentence on what does not fit
        self.encoding = encoding_of(self.game, self.options, self.seats)
        self.chance: Rng | None = None
        self.state: State | None = None
        self.seed = 0
        self.steps = 0
        self.sights: dict[int | None, Sight] = {}

    def __getstate__(self) -> dict[str, Any]:
        kept = {"slug": self.game.slug, "options": self.options, "seats": self.seats, "seed": self.seed}
        state = self.state.snapshot() if self.state is not None else None
        return kept | {"chance": self.chance, "steps": self.steps, "state": state}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(kept["slug"], kept["options"], kept["seats"])  # type: ignore[misc]  # the same again
        self.seed, self.chance, self.steps = kept["seed"], kept["chance"], kept["steps"]
        self.state = self.game.restore(kept["state"]) if kept["state"] is not None else None

    def begin(self, seed: int | None) -> None:
        """A new game: the engine's with this seed, or with one that follows from the seed given last."""
        if seed is not None:
            self.seed = whole_seed(seed)
            self.chance = Rng(self.seed)
        else:
            if self.chance is None:
                self.chance = Rng(int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 1))
            self.seed = self.chance.fork().seed
        self.state = self.game.new(seats=self.seats, options=self.options, seed=self.seed)
        self.steps = 0
        self.sights.clear()

    @property
    def position(self) -> State:
        """The position, once a game has begun."""
        if self.state is None:
            raise BadOption(NOT_BEGUN)
        return self.state

    @property
    def acting(self) -> int | None:
        """The seat that decides next; None when the game is over."""
        to_act = self.position.to_act
        return to_act[0] if to_act else None

    def sight(self, seat: int) -> Sight:
        """What a seat sees, worked out when it is first asked for."""
        found = self.sights.get(seat)
        if found is None:
            found = self.sights[seat] = self.look(seat)
        return found

    def look(self, seat: int) -> Sight:
        """What a seat sees: its view in numbers, and its list if it decides next."""
        state, encoding = self.position, self.encoding
        view = state.glimpse(seat)
        legal = state.legal(seat) if seat == self.acting else []
        numbers = encoding.numbers(legal, view)
        arrays = encoding.observe(view)
        if FEATURES in encoding.shapes:
            features = encoding.shapes[FEATURES].empty()
            described = encoding.features(list(numbers.values()), view)
            if described is not None and numbers:
                features[list(numbers)] = described
            arrays[FEATURES] = features
        arrays[MASK] = encoding.mask(numbers)
        return Sight(view, numbers, arrays)

    def action(self, number: int, seat: int) -> Action:
        """The action that a number means, or one sentence on why it means none."""
        numbers = self.sight(seat).numbers
        action = numbers.get(int(number))
        if action is None:
            raise NotOffered(
                f"The number {number} is not offered: choose one of the {len(numbers)} where the mask is 1."
            )
        return action

    def play(self, action: Action, seat: int) -> None:
        """Carry out a legal action."""
        self.position.apply(action, seat)
        self.steps += 1
        self.sights.clear()

    def rewards(self) -> list[float]:
        """What each seat gets at the end: 1 for a win, -1 for a loss, 0 for a draw and before the end."""
        outcome = self.position.outcome
        if outcome is None:
            return [0.0] * self.seats
        return [2.0 * score - 1.0 for score in outcome.scores]

    def ending(self) -> dict[str, Any]:
        """How the game ended, for those who ask."""
        outcome = self.position.outcome
        if outcome is None:
            return {}
        points = {"points": outcome.points} if outcome.points is not None else {}
        return {"rule": outcome.rule, "reason": outcome.reason} | points


def course_of(slug: str, options: Mapping[str, Any] | Options | None, seats: int | None) -> Course:
    """A course: with the game's kernel at hand, where there is one that knows the game's numbers."""
    if kernels.supports(slug):
        room = importlib.import_module(f"fimbul.envs.swift.{slug}")
        swift: Course = room.SwiftCourse(slug, options, seats)
        return swift
    return Course(slug, options, seats)
