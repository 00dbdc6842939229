"""What each game of the experiment was played for: the arms of `experiments/six_winters.toml`, by key."""

from fimbul.lab.experiment import Arm, Experiment
from fimbul.lab.players import find_player
from fimbul.lab.six_winters.rules import book_of

BOOK = book_of(None)
FIRST_SIGHT = "first sight"
PRINTED = tuple(card.id for card in BOOK.scenarios if card.source == "printed")
EVERYBODY = tuple(card.id for card in BOOK.characters)
SUPPLIES = range(BOOK.figures.resource_dice, BOOK.figures.most_resource_dice + 1)
STYLES = (
    "as it is",
    "saves for the second ability",
    "saves for all abilities",
    "fills boxes when idle",
    "uses cards before all else",
    "never defends",
    "defends with all spare dice",
    "never hinders",
    "always hinders",
    "search",
)
ONE_TRY = "one try a turn"  # the option `overcome_again` off
CAMPAIGN = "campaign"

Key = tuple[str, ...]


def key_of(experiment: Experiment, arm: Arm) -> Key:
    """What an arm is played for."""
    kind, _, detail = arm.part.partition("-")
    if kind == "scenario":
        return kind, str(arm.options["scenario"]), str(arm.options.get("difficulty", "normal"))
    if kind in ("players", CAMPAIGN):
        return kind, str(arm.seats)
    if kind == "supply":
        return kind, str(arm.seats), str(arm.options["resource_dice"])
    if kind == "ability":
        player = find_player(experiment.player, arm.players[0])
        return kind, detail, str(player.settings.get("without", ""))
    if kind == "pair":
        return kind, *map(str, arm.options["characters"])
    if kind == "one_try":
        return "style", ONE_TRY
    return kind, arm.players[0]
