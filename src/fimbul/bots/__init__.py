"""Bots.  They see a game only through the contract and a position only through `Sight`.

bot = fimbul.bots.make("search", game, level="hard")
action = bot.choose(Sight(state, seat))
"""

from typing import Any

from fimbul import kernels
from fimbul.bots.compiled import Compiled
from fimbul.bots.connected import Connected, introduce, programs
from fimbul.bots.greedy import Greedy
from fimbul.bots.playouts import Playouts
from fimbul.bots.random import Random
from fimbul.bots.search import Search
from fimbul.bots.sight import Bot, Idea, Sight
from fimbul.core import BadOption, Game
from fimbul.core.wording import either

NAMES = ("random", "greedy", "search")
LEVELS = ("easy", "medium", "hard")

# What a level allows: how long it may think, and how far from its best idea its choice may stray.
SECONDS = {"easy": 0.15, "medium": 0.5, "hard": 2.0}
SLACK = {"easy": 0.15, "medium": 0.0, "hard": 0.0}
DEPTH = {"easy": 1, "medium": None, "hard": None}
DEFAULT_SECONDS = 1.0


def parse_spec(text: str) -> tuple[str, str | None]:
    """A bot as people write it: `search`, or `search:hard`."""
    name, _, level = text.partition(":")
    check(name, level or None)
    return name, level or None


def check(name: str, level: str | None) -> None:
    """Refuse what does not exist."""
    if name not in names():
        raise BadOption(f"Unknown bot '{name}'; expected {either(names())}.")
    if level is not None and name in programs():
        raise BadOption(f"The program '{name}' plays at no level; leave ':{level}' out.")
    if level is not None and level not in LEVELS:
        raise BadOption(f"Unknown level '{level}'; expected {either(LEVELS)}.")


def names() -> tuple[str, ...]:
    """Everybody who can be seated: our bots, and the programs that were introduced."""
    return (*NAMES, *(name for name in programs() if name not in NAMES))


def levels(name: str) -> tuple[str, ...]:
    """The levels that a bot plays at; none where it has but one way."""
    return () if name == "random" or name in programs() else LEVELS


def slower(game: Game) -> str:
    """A sentence for those whose `search` could be faster; nothing where it is as good as it gets."""
    if game.slug not in kernels.GAMES or kernels.available():
        return ""
    return (
        f"search plays {game.title} slower and weaker without the extra 'fast': pip install 'fimbul[fast]'."
    )


def make(
    name: str,
    game: Game,
    *,
    level: str | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
) -> Bot:
    """A bot by name.  `seconds` or `nodes` limit its thinking about one decision, or else the level does."""
    check(name, level)
    for limit, what in ((seconds, "seconds"), (nodes, "nodes")):
        if limit is not None and not limit > 0:
            raise BadOption(f"A bot needs a positive number of {what}, not {limit}.")
    if name not in NAMES:
        return Connected(game, programs()[name], seed, seconds=seconds)
    if name == "random":
        return Random(seed)
    slack = SLACK[level] if level else 0.0
    if name == "greedy":
        return Greedy(game, seed, slack=slack)
    if seconds is None and nodes is None:
        seconds = SECONDS[level] if level else DEFAULT_SECONDS
    if game.mind.horizon:
        return Playouts(game, seed, seconds=seconds, nodes=nodes, slack=slack)
    if kernels.supports(game.slug) and level != "easy":
        return Compiled(game, seed, seconds=seconds, nodes=nodes)
    depth: Any = DEPTH[level] if level else None
    return Search(game, seed, seconds=seconds, nodes=nodes, slack=slack, depth=depth)


__all__ = [
    "LEVELS",
    "NAMES",
    "Bot",
    "Compiled",
    "Connected",
    "Greedy",
    "Idea",
    "Playouts",
    "Random",
    "Search",
    "Sight",
    "introduce",
    "levels",
    "make",
    "names",
    "parse_spec",
    "programs",
    "slower",
]
