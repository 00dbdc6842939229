"""Bots.  They see a game only through the contract and a position only through `Sight`.

bot = fimbul.bots.make("club", game)
action = bot.choose(Sight(state, seat))
"""

from fimbul import kernels
from fimbul.bots.compiled import Compiled
from fimbul.bots.connected import Connected, introduce, programs
from fimbul.bots.greedy import Greedy
from fimbul.bots.levels import LEVELS, NAMES, make_level
from fimbul.bots.playouts import Playouts
from fimbul.bots.random import Random
from fimbul.bots.search import Search
from fimbul.bots.sight import Bot, Idea, Sight
from fimbul.core import BadOption, Game
from fimbul.core.wording import either

DEFAULT_SECONDS = 1.0
OLD = {"easy": "casual", "medium": "club", "hard": "expert"}  # levels of older records and tables


def parse_spec(text: str) -> str:
    """The bot that somebody names; `search:hard`, as older records and tables say, is read as a level."""
    name, _, level = text.partition(":")
    if level in OLD and name in ("greedy", "search"):
        name = OLD[level]
    elif level:
        name = text
    if name not in names():
        raise BadOption(f"Unknown bot '{name}'; expected {either(names())}.")
    return name


def names() -> tuple[str, ...]:
    """Everybody who can be seated: our bots, and the programs that were introduced."""
    return (*NAMES, *programs())


def slower(game: Game) -> str:
    """A sentence for those whose `search` could be faster; nothing where it is as good as it gets."""
    if game.slug not in kernels.GAMES or kernels.available():
        return ""
    return f"Bots play {game.title} slower and weaker without the extra 'fast': pip install 'fimbul[fast]'."


def make(
    name: str,
    game: Game,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
) -> Bot:
    """A bot by name.  `seconds` or `nodes` limit its thinking about one decision; a level limits itself."""
    name = parse_spec(name)
    for limit, what in ((seconds, "seconds"), (nodes, "nodes")):
        if limit is not None and not limit > 0:
            raise BadOption(f"A bot needs a positive number of {what}, not {limit}.")
    if name not in NAMES:
        return Connected(game, programs()[name], seed, seconds=seconds)
    if name == "random":
        return Random(seed)
    if name == "greedy":
        return Greedy(game, seed)
    if name in LEVELS:
        return make_level(name, game, seed, seconds=seconds, nodes=nodes)
    if seconds is None and nodes is None:
        seconds = DEFAULT_SECONDS
    if game.mind.horizon:
        return Playouts(game, seed, seconds=seconds, nodes=nodes)
    kind = Compiled if kernels.supports(game.slug) else Search
    return kind(game, seed, seconds=seconds, nodes=nodes)


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
    "make",
    "names",
    "parse_spec",
    "programs",
    "slower",
]
