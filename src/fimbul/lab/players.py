"""Who plays in an experiment: a bot with its budget, or your own class."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol

import msgspec

from fimbul import bots
from fimbul.bots import Bot, Sight
from fimbul.core import Action, BadOption, Game
from fimbul.core.wording import either

PROGRAM = "fimbul.bots:Connected"  # a player with a `command`: a program on the line protocol


class Player(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player: one of our bots, perhaps with a budget, or `module:Class` with settings of its own.

    Your own class is called with the game, `seed` and the settings, and has `choose(sight)`; if it has
    `lead(sights)` instead, it plays for whoever may act and says for whom.
    """

    bot: str
    nodes: int | None = None
    seconds: float | None = None
    settings: dict[str, Any] = {}


class Leader(Protocol):
    """Somebody who plays for a whole team, and chooses who of it acts."""

    def lead(self, sights: Sequence[Sight]) -> tuple[Action, int]:
        """The action to take, and the seat that takes it."""


def find_player(known: Mapping[str, Player], name: str) -> Player:
    """The player that a name means: one of the experiment's, or a bot as people write it."""
    if name in known:
        return known[name]
    if name not in bots.NAMES:
        raise BadOption(f"Unknown player '{name}'; expected {either((*known, *bots.NAMES))}.")
    return Player(bot=name)


def make_player(player: Player, game: Game, seed: int) -> Bot | Leader:
    """Somebody to play."""
    if player.seconds is not None and player.nodes is not None:
        raise BadOption(f"Give the player of '{player.bot}' either seconds or nodes, not both.")
    if ":" not in player.bot:
        if player.settings:
            raise BadOption(f"The bot '{player.bot}' has no settings; it has nodes and seconds.")
        return bots.make(player.bot, game, seconds=player.seconds, nodes=player.nodes, seed=seed)
    module, _, name = player.bot.partition(":")
    try:
        kind = getattr(import_module(module), name)
    except (ImportError, AttributeError):
        raise BadOption(f"There is no player '{player.bot}': it cannot be imported.") from None
    try:
        made: Bot | Leader = kind(game, seed=seed, **player.settings)
    except TypeError as problem:
        raise BadOption(f"The player '{player.bot}' cannot be made with its settings: {problem}.") from None
    return made


def make_players(
    known: Mapping[str, Player], names: Sequence[str], game: Game, seeds: Sequence[int]
) -> list[Bot | Leader]:
    """Those who play, seat by seat."""
    return [
        make_player(find_player(known, name), game, seed) for name, seed in zip(names, seeds, strict=True)
    ]


def timed(known: Mapping[str, Player], names: Sequence[str]) -> bool:
    """Whether somebody's thinking is limited by the clock, so that other machines play other games."""
    found = [find_player(known, name) for name in names]
    return any(
        player.seconds is not None
        or player.settings.get("seconds") is not None
        or (player.bot == "search" and player.nodes is None)
        for player in found
    )


def foreign(known: Mapping[str, Player], names: Sequence[str]) -> list[str]:
    """Those among them who are other programs, whose thinking nobody here knows."""
    return [name for name in dict.fromkeys(names) if find_player(known, name).bot == PROGRAM]
