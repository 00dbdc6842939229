"""OpenSpiel: the games as Python games, registered as `fimbul_fate` and so on.

Chance moves first and once: it draws the seed, of which nobody knows anything, and everything that is rolled
or dealt later follows from it.  So every game is one with explicit chance, and an information state is what a
seat has seen since: its views, one after the other.
"""

import functools
import re
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np
import pyspiel

from fimbul.core import BadOption, Game, Rng
from fimbul.core.rng import SEED_BITS
from fimbul.envs.course import MASK, Course
from fimbul.games import game as game_named
from fimbul.games import slugs

SEEDS = 1000  # outcomes of the one chance move
ACTIONS_OF_A_PLY = 4  # a sealed choice counts as one ply, and takes several actions
JOIN = "+"  # between the parts of an option that has several
NUMBER = re.compile(r"n\d+")  # a number where others give a word: OpenSpiel would not tell "0" from 0

Parameters = dict[str, Any]


def short_name(slug: str) -> str:
    """The name of a game in OpenSpiel."""
    return f"fimbul_{slug}"


def parameters_of(game: Game) -> Parameters:
    """The options of a game as OpenSpiel can write them: numbers, truths and words."""
    found: Parameters = {"players": game.seats[0]}
    for field in msgspec.structs.fields(game.Options):
        written = write(field.default)
        if written is not None:
            found[field.name] = written
    return found


def write(value: Any) -> bool | int | str | None:
    """An option as a parameter; None if there is no way to write it."""
    if value is None:
        return ""
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple | list) and all(isinstance(part, str) for part in value):
        return JOIN.join(value)
    return None


def read(game: Game, given: Parameters) -> Parameters:
    """Parameters as options."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(game.Options)}
    found: Parameters = {}
    for name, value in given.items():
        if name == "players" or value == write(defaults[name]):
            continue
        several = isinstance(defaults[name], tuple) or (isinstance(value, str) and JOIN in value)
        if several:
            found[name] = tuple(value.split(JOIN))
        elif isinstance(value, str) and NUMBER.fullmatch(value):
            found[name] = int(value[1:])
        else:
            found[name] = value
    return found


@functools.cache
def type_of(slug: str) -> pyspiel.GameType:
    """What kind of game it is, in OpenSpiel's terms."""
    game = game_named(slug)
    utility, known = pyspiel.GameType.Utility, pyspiel.GameType.Information
    shared = utility.IDENTICAL if game.cooperative else utility.GENERAL_SUM
    return pyspiel.GameType(
        short_name=short_name(slug),
        long_name=f"fimbul: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=known.IMPERFECT_INFORMATION if game.hidden else known.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if list(game.seats) == [2] else shared,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(game),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of fimbul in OpenSpiel; a subclass for each says which."""

    slug: str

    def __init__(self, params: Parameters | None = None) -> None:
        game = game_named(self.slug)
        given = parameters_of(game) | (params or {})
        self.course = Course(self.slug, read(game, given), given["players"])
        information = pyspiel.GameInfo(
            num_distinct_actions=self.course.encoding.size,
            max_chance_outcomes=SEEDS,
            num_players=self.course.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if list(game.seats) == [2] else None,
            max_game_length=ACTIONS_OF_A_PLY * game.max_plies,
        )
        super().__init__(type_of(self.slug), information, params or {})

    def new_initial_state(self) -> "SpielState":
        """Before the seed is drawn."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "Observer | None":
        """What turns states into arrays and words: for a seat, one that forgets nothing, or the public.

        There is none of what is private alone, or of what all seats know together.
        """
        if params:
            raise BadOption(f"An observation takes no parameters, and was given {params}.")
        if kind is None:
            return SeatObserver(self.course)
        private = pyspiel.PrivateInfoType
        if not kind.public_info or kind.private_info == private.ALL_PLAYERS:
            return None
        if kind.private_info == private.NONE:
            return None if kind.perfect_recall else PublicObserver()
        return RecallObserver() if kind.perfect_recall else SeatObserver(self.course)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        started = game.course
        self.course = Course(started.game.slug, started.options, started.seats)
        self.pasts: tuple[int, list[bytes]] = (0, [b""] * started.seats)
        self.imagined = False  # such a world cannot be played again from its seed

    @property
    def begun(self) -> bool:
        """Whether the seed is drawn."""
        return self.course.state is not None

    def current_player(self) -> int:
        if not self.begun:
            return int(pyspiel.PlayerId.CHANCE)
        acting = self.course.acting
        return int(pyspiel.PlayerId.TERMINAL) if acting is None else acting

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.course.sight(player).numbers) if player == self.course.acting else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1 / SEEDS) for seed in range(SEEDS)]

    def _apply_action(self, action: int) -> None:
        course = self.course
        if not self.begun:
            course.begin(action)
            return
        seat = course.acting
        if seat is None:
            raise BadOption("The game is over.")
        if self.imagined:
            self.past(seat)
        course.play(course.action(action, seat), seat)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "SpielState":
        """A world that fits what a player has seen, with chance of its own, for those who search."""
        player = self.player(player_id)
        self.past(player)
        world: SpielState = self.clone()
        world.imagined = True
        if self.begun:
            rng = Rng(int(probability_sampler() * (1 << SEED_BITS)))
            world.course.state = self.course.position.imagine(player, rng)
            world.course.sights.clear()
        return world

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        return str(self.course.action(action, player))

    def is_terminal(self) -> bool:
        return self.begun and self.course.position.over

    def returns(self) -> list[float]:
        return self.course.rewards() if self.begun else [0.0] * self.course.seats

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat has seen, as a hash of its views one after the other, and what it sees now."""
        player = self.player(player)
        return f"seat {player}, after {self.past(player).hex()}: {self.observation_string(player)}"

    def past(self, player: int) -> bytes:
        """The hash of what a seat has seen and done: from the one before, or played again from the start."""
        history = self.full_history()
        length, pasts = self.pasts
        if length == len(history) - 1:
            pasts = longer(pasts, history[-1], self.course)
        elif length != len(history):  # of an imagined world this never is
            again = SpielState(self.get_game())
            pasts = again.pasts[1]
            for move in history:
                again.apply_action(move.action)
                pasts = longer(pasts, move, again.course)
        self.pasts = len(history), pasts
        return pasts[player]

    def player(self, player: int | None) -> int:
        """The player that is asked about, or the one who decides; refused in OpenSpiel's words."""
        player = self.current_player() if player is None else player
        if player < 0:
            raise pyspiel.SpielError(f"player >= 0 is needed, and {player} was given.")
        if player >= self.course.seats:
            raise pyspiel.SpielError(f"player < {self.course.seats} is needed, and {player} was given.")
        return player

    def observation_string(self, player: int | None = None) -> str:
        """The board in letters, and what is asked, as a seat sees it."""
        return self.in_letters(self.player(player))

    def in_letters(self, seat: int | None) -> str:
        """The board and the question as a seat sees them, or everybody."""
        if not self.begun:
            return "The seed is not drawn."
        game, view = self.course.game, self.course.position.view(seat)
        return f"{game.sketch(view).plain()}\n{game.prompt(view)}"

    def __str__(self) -> str:
        return self.in_letters(0)


def longer(pasts: list[bytes], move: Any, course: Course) -> list[bytes]:
    """What every seat has seen and done, after one move more."""
    found = []
    for seat, past in enumerate(pasts):
        more = blake2b(past, digest_size=16)
        if move.player == seat:
            more.update(move.action.to_bytes(4, "little"))
        more.update(repr(course.position.view(seat)).encode())
        found.append(more.digest())
    return found


class SeatObserver:
    """What a seat sees as one row of numbers, and the same by name."""

    def __init__(self, course: Course) -> None:
        self.shapes = course.encoding.shapes
        self.tensor = np.zeros(sum(int(np.prod(s.measures)) for s in self.shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in self.shapes.items():
            size = int(np.prod(shape.measures))
            self.dict[name] = self.tensor[start : start + size].reshape(shape.measures)
            start += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a state as a player does."""
        self.tensor.fill(0)
        if state.begun and player >= 0:
            for name, array in state.course.sight(player).arrays.items():
                if name != MASK:
                    self.dict[name][...] = array

    def string_from(self, state: SpielState, player: int) -> str:
        """The same in letters."""
        return state.observation_string(player)


class RecallObserver:
    """What a seat has seen since the beginning: in letters only, for it is as long as the game."""

    tensor, dict = None, ()

    def set_from(self, state: SpielState, player: int) -> None:
        """There are no numbers to set."""

    def string_from(self, state: SpielState, player: int) -> str:
        """The information state."""
        return state.information_state_string(player)


class PublicObserver:
    """What everybody sees: in letters only, for the numbers are those of a seat."""

    tensor, dict = None, ()

    def set_from(self, state: SpielState, player: int) -> None:
        """There are no numbers to set."""

    def string_from(self, state: SpielState, player: int) -> str:
        """The board as a bystander sees it."""
        return state.in_letters(None)


Observer = SeatObserver | RecallObserver | PublicObserver


def load(slug: str, seats: int | None, options: Parameters) -> Any:
    """A game by name, with its options, as `pyspiel.load_game` gives it."""
    game = game_named(slug)
    game.read_options(options)
    register(slug)
    known = parameters_of(game)
    given: Parameters = {}
    for name, value in options.items():
        written = write(value)
        if name not in known or written is None:
            raise BadOption(f"OpenSpiel cannot be told the option '{name}' of {game.title}.")
        worded = isinstance(known[name], str) and not isinstance(written, str)
        given[name] = f"n{written}" if worded else written
    return pyspiel.load_game(short_name(slug), given | ({} if seats is None else {"players": seats}))


@functools.cache
def register(slug: str) -> None:
    """Tell OpenSpiel of a game, once."""
    pyspiel.register_game(type_of(slug), type(f"Spiel_{slug}", (SpielGame,), {"slug": slug}))


for _slug in slugs():
    register(_slug)
