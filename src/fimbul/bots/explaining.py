"""Why a bot does what it does, in a sentence of the game's own words."""

from fimbul.bots.sight import Sight
from fimbul.core import Action, Game, Rng
from fimbul.core.wording import closed


def reason(game: Game, sight: Sight, action: Action, rng: Rng | None = None) -> str:
    """What an action is for: `It threatens the Jarl and guards the Archer.`

    It is said of an imagined world: what the seat does not know cannot be said.
    """
    purpose = game.coach.purpose(sight.imagine(rng or Rng(0)), action, sight.seat)
    return closed(f"It {purpose}") if purpose else ""


def rule_of_thumb(game: Game, sight: Sight, action: Action, better: Action, rng: Rng | None = None) -> str:
    """The rule of thumb that an action breaks, or nothing."""
    return game.coach.maxim(sight.imagine(rng or Rng(0)), action, better, sight.seat)
