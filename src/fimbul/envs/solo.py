"""Gymnasium: one learner, bots in the other seats."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from fimbul import bots
from fimbul.core import BadOption, Options
from fimbul.envs.course import MASK, NotOffered, check_cut, course_of, whole
from fimbul.envs.rendering import MODES, check_mode, render
from fimbul.envs.spaces import space_of

Arrays = dict[str, Any]
Others = str | bots.Bot | Sequence[str | bots.Bot]
LOST = -1.0


class FimbulSolo(gymnasium.Env[Arrays, np.int64]):
    """A game for one learner.  The others are bots: one name for all, or one for each other seat in order.

    A number that the mask does not offer loses the game at once, as an illegal move does in the board games
    of PettingZoo; `info["refused"]` says why.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012  # so Gymnasium declares it

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        others: Others = "greedy",
        seats: int | None = None,
        truncate_after: int | None = None,
        render_mode: str | None = None,
        game_options: Mapping[str, Any] | Options | None = None,
        **options: Any,
    ) -> None:
        chosen = game_options if isinstance(game_options, Options) else {**(game_options or {}), **options}
        self.course = course_of(game, chosen, seats)
        if seat not in range(self.course.seats):
            raise BadOption(f"There is no seat {seat}; expected 0 to {self.course.seats - 1}.")
        self.seat = seat
        self.others = self.read_others(others)
        self.truncate_after = check_cut(truncate_after)
        self.render_mode = check_mode(render_mode)
        self.observation_space = space_of(self.course.encoding)
        self.action_space = spaces.Discrete(self.course.encoding.size)
        self.bots: dict[int, bots.Bot] = {}

    def read_others(self, others: Others) -> list[str | bots.Bot]:
        """Who plays the other seats, in their order."""
        count = self.course.seats - 1
        found = [others] * count if isinstance(others, str) or not isinstance(others, Sequence) else [*others]
        if len(found) != count:
            raise BadOption(f"There are {count} other seats and {len(found)} bots for them.")
        for other in found:
            if isinstance(other, str):
                bots.parse_spec(other)
        return found

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin a game: the engine's with this seed, or the next one; the others play until our turn."""
        super().reset(seed=seed)
        self.course.begin(seed)
        seats = [other for other in range(self.course.seats) if other != self.seat]
        self.bots = {place: self.bot(other, place) for place, other in zip(seats, self.others, strict=True)}
        self.let_others_play()
        self.show()
        return self.course.sight(self.seat).arrays, self.course.ending()

    def bot(self, other: str | bots.Bot, seat: int) -> bots.Bot:
        """A bot for a seat, with a seed that follows from the game's."""
        if not isinstance(other, str):
            return other
        seed = (self.course.seed + seat + 1) % (1 << 62)
        return bots.make(other, self.course.game, seed=seed)

    def let_others_play(self) -> None:
        """Let the bots decide until it is the learner's turn, or the end."""
        course = self.course
        while (acting := course.acting) is not None and acting != self.seat:
            course.play(self.bots[acting].choose(bots.Sight(course.position, acting)), acting)

    def step(self, action: Any) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        """Do what the number means, then let the others play."""
        course = self.course
        try:
            chosen = course.action(whole(action), self.seat)
        except NotOffered as problem:
            seen = {name: array.copy() for name, array in course.sight(self.seat).arrays.items()}
            return seen, LOST, True, False, {"refused": str(problem)}
        course.play(chosen, self.seat)
        self.let_others_play()
        self.show()
        over = course.position.over
        cut = not over and self.truncate_after is not None and course.steps >= self.truncate_after
        reward = course.rewards()[self.seat]
        return course.sight(self.seat).arrays, reward, over, cut, course.ending()

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be chosen now, as learners that mask ask for it."""
        mask: NDArray[np.bool_] = self.course.sight(self.seat).arrays[MASK].astype(bool)
        return mask

    def show(self) -> None:
        """For a person who watches, every position is shown by itself, as Gymnasium wishes."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board as the learner may see it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: pass one when the environment is made.")
            return None
        return render(self.course.game, self.course.position.view(self.seat), self.render_mode)
