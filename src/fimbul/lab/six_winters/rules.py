"""All that the questions know of the inside of Six Winters, imported in one place."""

from fimbul.games.six_winters import GAME
from fimbul.games.six_winters.actions import (
    Create,
    Gate,
    Guard,
    Hinder,
    Leave,
    Load,
    Move,
    Muster,
    Overcome,
    Scenario,
    Stash,
    Take,
    Tell,
    Use,
)
from fimbul.games.six_winters.bot import sums
from fimbul.games.six_winters.library.index import book_of
from fimbul.games.six_winters.library.rows import Asset, Slot
from fimbul.games.six_winters.library.terms import RESOURCES, SKILLS
from fimbul.games.six_winters.rules import activation, obstacles, pools, setting_up, stress, turn
from fimbul.games.six_winters.rules.acting import narrating, overcoming
from fimbul.games.six_winters.rules.acting.step import Acting
from fimbul.games.six_winters.rules.activation import LOWEST
from fimbul.games.six_winters.rules.campaign import closing
from fimbul.games.six_winters.rules.dice import CODES, SORCERY, kind_of, value_of
from fimbul.games.six_winters.rules.effects import Do
from fimbul.games.six_winters.state import SixWintersState

__all__ = [
    "CODES",
    "GAME",
    "LOWEST",
    "RESOURCES",
    "SKILLS",
    "SORCERY",
    "Acting",
    "Asset",
    "Create",
    "Do",
    "Gate",
    "Guard",
    "Hinder",
    "Leave",
    "Load",
    "Move",
    "Muster",
    "Overcome",
    "Scenario",
    "SixWintersState",
    "Slot",
    "Stash",
    "Take",
    "Tell",
    "Use",
    "activation",
    "book_of",
    "closing",
    "kind_of",
    "narrating",
    "obstacles",
    "overcoming",
    "pools",
    "setting_up",
    "stress",
    "sums",
    "turn",
    "value_of",
]
