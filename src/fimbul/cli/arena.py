"""Many games between bots, on as many processes as wanted, with the same results on any number of them.

Game i has a seed of its own, made from the seed of the whole and i, and so has each bot in it; nothing else
decides what happens (unless bots are given seconds instead of nodes: then the machine's speed does).
"""

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, cast

import msgspec

from fimbul.core import FimbulError, Game, Match
from fimbul.core.rng import SEED_BITS

CONNECT = "connect"  # in the place of a bot's name: another program
AHEAD = 2  # games in a worker's hands: one being played, one to go on with


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be played."""

    game: str
    bots: tuple[str, ...]  # one spec a seat, `search:hard`
    options: dict[str, Any]
    seed: int
    level: str | None = None
    seconds: float | None = None
    nodes: int | None = None
    connect: str | None = None  # the command of the program that sits where `bots` says connect
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
    """The bot at a place of the series; what its spec says of the level goes before the series' level."""
    from fimbul import bots

    if series.bots[place] == CONNECT and series.connect is not None:
        return bots.Connected(game, series.connect, seed, seconds=series.seconds)
    name, level = bots.parse_spec(series.bots[place])
    return bots.make(
        name,
        game,
        level=level or series.level,
        seconds=series.seconds,
        nodes=series.nodes,
        seed=seed,
    )


def play_game(series: Series, number: int) -> Played:
    """Play game number so-and-so of a series."""
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
    workers = min(workers, games)
    if workers <= 1:
        for number in range(games):
            yield play_game(series, number)
        return
    with crew(series, workers) as hands:
        numbers = iter(range(games))
        busy: dict[Connection, int] = {}
        for hand in hands:
            busy[hand] = sum(give(hand, numbers) for _ in range(AHEAD))
        while any(busy.values()):
            for ready in wait([hand for hand, count in busy.items() if count]):
                hand = cast(Connection, ready)
                yield receive(hand)
                busy[hand] += give(hand, numbers) - 1


def give(hand: Connection, numbers: Iterator[int]) -> int:
    """Give a worker the next game, if there is one; how many were given."""
    number = next(numbers, None)
    if number is None:
        return 0
    try:
        hand.send(number)
    except OSError:
        raise died() from None
    return 1


def receive(hand: Connection) -> Played:
    """What a worker has to say."""
    try:
        answer = hand.recv()
    except (EOFError, OSError):
        raise died() from None
    if isinstance(answer, Played):
        return answer
    kind, text = answer
    raise FimbulError(text) if kind == "refused" else RuntimeError(text)


def died() -> FimbulError:
    """A worker went away without a word."""
    return FimbulError("A worker process was killed, perhaps for want of memory; try fewer --workers.")


@contextmanager
def crew(series: Series, workers: int) -> Iterator[list[Connection]]:
    """Worker processes that stop when the block is left, however it is left."""
    context = multiprocessing.get_context("spawn")
    processes: list[SpawnProcess] = []
    hands: list[Connection] = []
    try:
        with interrupts_held():
            for _ in range(workers):
                ours, theirs = context.Pipe()
                process = context.Process(target=work, args=(series, theirs), daemon=True)
                process.start()
                theirs.close()
                processes.append(process)
                hands.append(ours)
        yield hands
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.join()
        for hand in hands:
            hand.close()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Keep Ctrl-C back while processes start: they inherit that and leave it to us to stop them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def work(series: Series, hand: Connection) -> None:
    """A worker: play the games one is given until nobody gives any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            number = hand.recv()
        except (EOFError, OSError):
            os._exit(0)
        try:
            answer: Any = play_game(series, number)
        except FimbulError as problem:
            answer = ("refused", str(problem))
        except Exception as problem:
            answer = ("broken", f"in game {number}: {type(problem).__name__}: {problem}")
        hand.send(answer)
