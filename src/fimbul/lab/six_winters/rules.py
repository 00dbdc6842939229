"""All that the questions know of the inside of Six Winters, imported in one place."""

from fimbul.games.six_winters import (
    GAME,
    acting,
    bot,
    campaign,
    narrating,
    obstacles,
    overcoming,
    pools,
    setting_up,
    stress,
    turn,
)
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
from fimbul.games.six_winters.book import book_of
from fimbul.games.six_winters.cards import RESOURCES, SKILLS, Asset, Slot
from fimbul.games.six_winters.dice import CODES, SORCERY, kind_of, value_of
from fimbul.games.six_winters.effects import Do
from fimbul.games.six_winters.obstacles import LOWEST
from fimbul.games.six_winters.state import SixWintersState

__all__ = [
    "CODES",
    "GAME",
    "LOWEST",
    "RESOURCES",
    "SKILLS",
    "SORCERY",
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
    "acting",
    "book_of",
    "bot",
    "campaign",
    "kind_of",
    "narrating",
    "obstacles",
    "overcoming",
    "pools",
    "setting_up",
    "stress",
    "turn",
    "value_of",
]
