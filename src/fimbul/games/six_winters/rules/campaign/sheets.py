"""What is written of characters and decks from year to year (S26, S111, S131, S145)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.games.six_winters.library.terms import SKILLS
from fimbul.games.six_winters.model import Person, Sheet
from fimbul.games.six_winters.rules.story import campaign

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState


def sheets(state: SixWintersState) -> list[Sheet]:
    """A new sheet for every character."""
    return [
        Sheet(
            unlocked=card.unlocked or state.options.all_characters,
            skills=list(card.skills),
            psyche=card.psyche,
            body=card.body,
        )
        for card in state.book.characters
    ]


def deck(state: SixWintersState, year: int) -> list[int]:
    """The obstacles of the deck in a year (S26)."""
    story = campaign(state)
    return [
        number
        for number, card in enumerate(state.book.obstacles)
        if (0 < card.year <= year or number in story.joined) and number not in state.burned
    ]


def assets_of(state: SixWintersState, year: int) -> list[int]:
    """The assets of the deck in a year (S26)."""
    story = campaign(state)
    gone = {*story.burned_assets, *story.archive}
    return [n for n, card in enumerate(state.book.assets) if 0 < card.year <= year and n not in gone]


def condition_names(state: SixWintersState, sheet: Sheet | Person) -> list[tuple[str, int]]:
    """The conditions and curses on a sheet: how each is called, and its place; curses count on."""
    figures = state.book.figures
    names: list[tuple[str, int]] = []
    seen = [0, 0]
    for place, (track, _) in enumerate(sheet.conditions):
        row = figures.psyche_conditions if track == 0 else figures.body_conditions
        names.append((row[seen[track]].lower(), place))
        seen[track] += 1
    return names + [(f"curse-{SKILLS[skill]}", -1 - skill) for skill in sheet.curses]


def cure(sheet: Sheet | Person, place: int) -> None:
    """A condition or a curse is cleared."""
    if place >= 0:
        del sheet.conditions[place]
    else:
        sheet.curses.remove(-1 - place)
