"""Sums over a position that the mind and the outlook both ask for."""

from fimbul.games.six_winters.rules import ground
from fimbul.games.six_winters.rules.story import scenario
from fimbul.games.six_winters.state import SixWintersState


def ways(state: SixWintersState) -> dict[int, dict[int, int]]:
    """How far every location is from every other."""
    return ground.apart(tuple(state.cells), state.book)


def total_needed(state: SixWintersState) -> int:
    """The points of all scenes of the scenario together."""
    scenes = scenario(state).scenes
    each = sum((scene.difficult if state.hard else scene.points) + state.extra for scene in scenes)
    return max(1, each * state.players)


def turns_left(state: SixWintersState) -> int:
    """How many turns the year still has, at least."""
    seasons = scenario(state).seasons
    return seasons[state.season].turns - state.moment + sum(s.turns for s in seasons[state.season + 1 :])


def in_work(state: SixWintersState) -> float:
    """The points of assets in progress, each by the share of its slots that are filled."""
    points = 0.0
    for person in state.people:
        for work in person.building:
            card = state.book.assets[work.asset]
            if card.slots:
                points += card.points * sum(code >= 0 for code in work.dice) / len(card.slots)
    return points
