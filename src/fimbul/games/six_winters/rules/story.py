"""The scenario, the scene and the season that are played, and what a scene needs (S27, S28, S77)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fimbul.games.six_winters.library.rows import Scenario, Scene, Season
    from fimbul.games.six_winters.model import Campaign
    from fimbul.games.six_winters.state import SixWintersState

SEASONS = ("spring", "summer", "fall")


def note(state: SixWintersState, text: str) -> None:
    """Something that the chronicle will tell (S145)."""
    state.tale.append(text)


def scenario(state: SixWintersState) -> Scenario:
    """The scenario that is played."""
    return state.book.scenarios[state.book.scenario[state.story]]


def scene(state: SixWintersState) -> Scene:
    """The scene that is to be told."""
    return state.book.scenarios[state.book.scenario[state.story]].scenes[state.scene]


def season(state: SixWintersState) -> Season:
    """The season that it is."""
    return state.book.scenarios[state.book.scenario[state.story]].seasons[state.season]


def needed(state: SixWintersState) -> int:
    """The points that the scene needs (S28, S77)."""
    now = scene(state)
    return ((now.difficult if state.hard else now.points) + state.extra) * state.players


def campaign(state: SixWintersState) -> Campaign:
    """The campaign that is played."""
    assert state.campaign is not None
    return state.campaign
