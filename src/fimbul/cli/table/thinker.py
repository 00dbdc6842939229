"""Bots think in a process of their own, so that the table never waits for them."""

import asyncio
import contextlib
import io
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

import msgspec

from fimbul.core import FimbulError, Game, State

CHOOSE, IDEAS = "choose", "ideas"
ASIDE = "aside"  # what a person is told while they wait
OURS = "fimbul: "  # how a line for a person begins


class Player(msgspec.Struct, frozen=True):
    """A bot at the table."""

    name: str
    seconds: float | None = None

    def __str__(self) -> str:
        return self.name


class Thinker:
    """A helper process that is asked for actions and ideas."""

    def __init__(self, game: Game, seed: int, heard: Callable[[str], None]) -> None:
        self.game = game
        self.seed = seed
        self.heard = heard  # whom what is said beside an answer is told
        self.process: SpawnProcess | None = None
        self.hand: Connection | None = None

    def start(self) -> Connection:
        """Start the process, unless it runs."""
        if self.hand is None:
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            process = context.Process(target=work, args=(self.game.slug, self.seed, theirs), daemon=True)
            with contextlib.redirect_stderr(sys.__stderr__):  # the table's own stderr is no file to hand down
                process.start()
            theirs.close()
            self.process, self.hand = process, ours
        return self.hand

    def stop(self) -> None:
        """End whatever it thinks about."""
        process, hand, self.process, self.hand = self.process, self.hand, None, None
        if process is not None:
            process.kill()
            process.join()
        if hand is not None:
            hand.close()

    async def choose(self, player: Player, state: State, seat: int) -> str:
        """The action that a bot chooses, in notation."""
        answer: str = await self.ask(CHOOSE, player, state, seat)
        return answer

    async def ideas(self, player: Player, state: State, seat: int, count: int = 3) -> list[tuple[str, float]]:
        """A bot's best ideas, each with its estimate from -1 to 1."""
        answer: list[tuple[str, float]] = await self.ask(IDEAS, player, state, seat, count)
        return answer

    async def ask(self, what: str, player: Player, state: State, seat: int, count: int = 0) -> Any:
        """Send a question and wait for the answer, without blocking anybody."""
        hand = self.start()
        hand.send((what, player, state.snapshot(), seat, count))
        try:
            while (said := await asyncio.to_thread(hand.recv))[0] == ASIDE:
                self.heard(said[1])
        except (EOFError, OSError):
            self.stop()
            raise FimbulError("The bot's process ended before it answered.") from None
        kind, answer = said
        if kind == "failed":
            raise FimbulError(answer)
        return answer


class Aside(io.TextIOBase):
    """The standard error of the helper: lines for a person go to the table, which has the screen."""

    def __init__(self, hand: Connection) -> None:
        self.hand = hand

    def write(self, text: str) -> int:
        """Pass on what is for a person."""
        if text.startswith(OURS):
            line = text.removeprefix(OURS).strip()
            self.hand.send((ASIDE, f"{line[0].upper()}{line[1:]}."))
        return len(text)


def work(slug: str, seed: int, hand: Connection) -> None:
    """The helper process: answer questions until nobody asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # it must not scribble over the table
    sys.stderr = Aside(hand)
    from fimbul import bots
    from fimbul.games import game as find

    game = find(slug)
    minds: dict[Player, Any] = {}
    with contextlib.suppress(EOFError, OSError):
        while True:
            what, player, snapshot, seat, count = hand.recv()
            try:
                if player not in minds:
                    minds[player] = bots.make(player.name, game, seconds=player.seconds, seed=seed)
                sight = bots.Sight(game.restore(snapshot), seat)
                if what == CHOOSE:
                    answer: Any = str(minds[player].choose(sight))
                else:
                    answer = [(str(i.action), float(i.value)) for i in minds[player].ideas(sight, count)]
                hand.send(("done", answer))
            except Exception as problem:
                hand.send(("failed", f"The bot {player} failed: {type(problem).__name__}: {problem}"))
