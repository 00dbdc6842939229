"""Obstacles in play: placing, changing, leaving, and how difficult they are (S10, S50, S94, S175, S176)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from fimbul.core import Event, Told
from fimbul.games.six_winters.library.texts import Difficulty, Garrison
from fimbul.games.six_winters.model import Standing
from fimbul.games.six_winters.rules import ground
from fimbul.games.six_winters.rules.story import scenario

if TYPE_CHECKING:
    from fimbul.games.six_winters.library.rows import Obstacle
    from fimbul.games.six_winters.state import SixWintersState

UNIT = "unit"  # what forts hold up (S94)


def place(state: SixWintersState, obstacle: int, events: list[Event], where: int | None = None) -> None:
    """An obstacle comes into play, with its starting tokens (S50)."""
    card = state.book.obstacles[obstacle]
    if where is None:
        known = state.locations()
        fitting = [spot for spot in known if ground.fits(state, spot, card.start)] or known
        beset = {standing.place for standing in state.standing}
        where = next((spot for spot in fitting if spot not in beset), fitting[0])
    state.standing.append(Standing(obstacle, where, card.progress, card.hindrance))
    name = state.book.locations[where].name
    events.append(Told(text=f"{card.name} appears at {name}.", about=(f"obstacle:{obstacle}",)))


def sought(state: SixWintersState) -> set[int]:
    """The guardians: obstacles that scenes to come ask to be overcome, and that are not yet (S100)."""
    scenes = scenario(state).scenes[state.scene :]
    wanted = {state.book.obstacle[name] for scene in scenes for name in scene.overcome}
    return {obstacle for obstacle in wanted if not beaten(state, obstacle)}


def beaten(state: SixWintersState, obstacle: int) -> bool:
    """Whether an obstacle was overcome in this session, or has left the campaign."""
    return obstacle in state.burned or any(
        obstacle in person.overcome or obstacle in person.played_obstacles for person in state.people
    )


def in_play(state: SixWintersState, obstacle: int) -> int | None:
    """The place of an obstacle in the row of those in play."""
    for place, standing in enumerate(state.standing):
        if standing.obstacle == obstacle:
            return place
    return None


def change(state: SixWintersState, obstacle: int, **fields: int) -> None:
    """Tokens or the location of an obstacle in play change."""
    number = in_play(state, obstacle)
    assert number is not None
    state.standing[number] = msgspec.structs.replace(state.standing[number], **fields)


def leave(state: SixWintersState, obstacle: int) -> None:
    """An obstacle leaves play."""
    number = in_play(state, obstacle)
    assert number is not None
    del state.standing[number]


def difficulty(state: SixWintersState, obstacle: int) -> int:
    """How difficult an obstacle in play is (S175, S176)."""
    card = state.book.obstacles[obstacle]
    number = in_play(state, obstacle)
    total = card.difficulty
    if card.each:
        total *= sum(state.book.obstacles[other.obstacle].name == card.name for other in state.standing)
    if number is None:
        return card.difficulty
    for text in state.book.locations[state.standing[number].place].effects:
        if isinstance(text, Difficulty) and (
            text.skill == card.skill or (text.tag and has_tag(state, card, text.tag))
        ):
            total += text.amount
    return total


def has_tag(state: SixWintersState, card: Obstacle, tag: str) -> bool:
    """Whether an obstacle has a tag; dragons and the undead are foes, unless the option says no (S130)."""
    if tag == "foe" and state.options.foes == "wide" and set(card.tags) & set(state.book.figures.foes):
        return True
    return tag in card.tags


def go(state: SixWintersState, obstacle: int, there: int, events: list[Event]) -> None:
    """An obstacle moves to a location; forts hold up units (S94)."""
    card, location = state.book.obstacles[obstacle], state.book.locations[there]
    change(state, obstacle, place=there)
    number = in_play(state, obstacle)
    assert number is not None
    state.standing.append(state.standing.pop(number))  # it arrives there as the last one (S90)
    events.append(Told(text=f"{card.name} moves to {location.name}.", about=(f"obstacle:{obstacle}",)))
    for text in location.effects:
        if isinstance(text, Garrison) and UNIT in card.tags:
            most = state.book.figures.hindrance_max
            change(state, obstacle, hindrance=min(most, state.standing[-1].hindrance + text.amount))
