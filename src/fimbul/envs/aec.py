"""PettingZoo: one agent after the other."""

from collections.abc import Mapping
from typing import Any

import gymnasium
from gymnasium import spaces
from pettingzoo import AECEnv

from fimbul.core import BadOption, Options
from fimbul.envs.course import NOT_BEGUN, check_cut, course_of, whole
from fimbul.envs.ids import name_of
from fimbul.envs.rendering import MODES, check_mode, render
from fimbul.envs.spaces import space_of

BEGUN = ("agent_selection", "rewards", "terminations", "truncations", "infos")


class FimbulAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game of fimbul for several agents, `player_0` and so on, one for each seat."""

    def __init__(
        self,
        slug: str,
        options: Mapping[str, Any] | Options | None = None,
        *,
        seats: int | None = None,
        truncate_after: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.course = course_of(slug, options, seats)
        self.truncate_after = check_cut(truncate_after)
        self.render_mode = check_mode(render_mode)
        self.metadata = {
            "name": name_of(slug),
            "render_modes": list(MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.course.seats)]
        self.seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size = self.course.encoding.size
        self.observation_spaces = {agent: space_of(self.course.encoding) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the engine's with this seed, or the next one."""
        self.course.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.next_agent()
        self.show()

    def __getattr__(self, name: str) -> Any:
        """PettingZoo's own names for what is there once a game has begun."""
        raise AttributeError(NOT_BEGUN if name in BEGUN else f"{type(self).__name__} has no {name}.")

    def next_agent(self) -> str:
        """Who decides next; the first agent once the game is over."""
        return self.possible_agents[self.course.acting or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; the mask is all zeros for those who do not decide now."""
        return self.course.sight(self.seat[agent]).arrays

    def step(self, action: int | None) -> None:
        """Do what the number means for the agent that decides."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadOption(f"{agent} is to decide and cannot choose None.")
        course, seat = self.course, self.seat[agent]
        course.play(course.action(whole(action), seat), seat)
        self._cumulative_rewards[agent] = 0.0
        over = course.position.over
        cut = not over and self.truncate_after is not None and course.steps >= self.truncate_after
        if over or cut:
            ending = course.ending()
            for other, reward in zip(self.agents, course.rewards(), strict=True):
                self.rewards[other] = reward
                self.terminations[other] = over
                self.truncations[other] = cut
                self.infos[other] = dict(ending)
            self._accumulate_rewards()
        self.agent_selection = self.next_agent()
        self.show()

    def show(self) -> None:
        """For a person who watches, every position is shown by itself."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board as everybody may see it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: pass one when the environment is made.")
            return None
        return render(self.course.game, self.course.position.view(None), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def __repr__(self) -> str:
        return f"<{self.metadata['name']}>"
