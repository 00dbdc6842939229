"""The bare loop: many games between bots, on any number of processes with the same results.

Game i has a seed of its own, made from the seed of the whole and i, and so has each bot in it; nothing else
decides what happens (unless bots are given seconds instead of nodes: then the machine's speed does).
"""

import time
from collections.abc import Iterator
from functools import partial
from hashlib import blake2b
from typing import Any

import msgspec

from fimbul.core import Game, Match
from fimbul.core.rng import SEED_BITS
from fimbul.lab.crew import crew, shared


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be played."""

    game: str
    bots: tuple[str, ...]  # one name a seat, `greedy` or `club`
    options: dict[str, Any]
    seed: int
    seconds: float | None = None
    nodes: int | None = None
    rotate: bool = False
    keep: bool = False  # whether the records are wanted

    def seated(self, number: int) -> tuple[int, ...]:
        """Which bot (by its place in `bots`) has each seat in a game."""
        count = len(self.bots)
        shift = number if self.rotate else 0
        return tuple((seat + shift) % count for seat in range(count))


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one game."""

    number: int
    seated: tuple[int, ...]
    plies: int
    turns: int
    seconds: float
    scores: tuple[float, ...] | None  # None: the game did not end within its bound
    rule: str | None
    record: str | None = None


def derive(seed: int, *path: object) -> int:
    """A seed of its own for something within the whole."""
    text = ":".join(map(str, (seed, *path))).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little") >> (64 - SEED_BITS)


def make_bot(series: Series, game: Game, place: int, seed: int) -> Any:
    """The bot at a place of the series."""
    from fimbul import bots

    return bots.make(series.bots[place], game, seconds=series.seconds, nodes=series.nodes, seed=seed)


def play_game(series: Series, number: int) -> Played:
    """Play one game of a series."""
    from fimbul.bots import Sight
    from fimbul.games import game as find

    game = find(series.game)
    seated = series.seated(number)
    players = [make_bot(series, game, place, derive(series.seed, number, "bot", place)) for place in seated]
    began = time.perf_counter()
    match = Match(
        game,
        seats=len(seated),
        options=series.options,
        seed=derive(series.seed, number, "game"),
        names=[series.bots[place] for place in seated],
    )
    state = match.state
    while state.outcome is None and state.ply < game.max_plies:
        seat = state.to_act[0]
        match.play(players[seat].choose(Sight(state, seat)), seat)
    for player in players:
        if hasattr(player, "close"):
            player.close()
    outcome = state.outcome
    return Played(
        number=number,
        seated=seated,
        plies=state.ply,
        turns=state.turn,
        seconds=time.perf_counter() - began,
        scores=outcome.scores if outcome else None,
        rule=outcome.rule if outcome else None,
        record=match.record().to_text() if series.keep else None,
    )


def play_all(series: Series, games: int, workers: int) -> Iterator[Played]:
    """Play games 0 to games - 1, each handed out when it is done, in whatever order that is."""
    with crew(partial(play_game, series), min(workers, games)) as team:
        yield from shared(team, range(games))
