"""`fimbul engine`: a bot at the end of a pipe, for other programs and for matches between versions."""

import base64
import io
import json
import sys
from typing import Any, TextIO

from fimbul.core import BadSnapshot, FimbulError
from fimbul.core.rng import check_seed

LINE = 'A line is a JSON object with "game", "snapshot" (base64), "seat" and perhaps "seconds".'


def engine(
    *,
    bot: str = "search",
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
) -> None:
    """Answer positions on standard input with actions on standard output, line by line.

    A line in is a JSON object with "game", "snapshot" (base64), "seat" and perhaps "seconds"; a line out has
    "action" in notation, or "error" with a sentence. It ends with its input. 'fimbul simulate --connect'
    speaks the other side of it.

    Example: fimbul engine --bot search --seconds 1

    Parameters
    ----------
    bot
        Who decides: random, greedy, search, or a level: newcomer, casual, club, expert or master.
    seconds
        How long it may think about one action, where the line does not say.
    nodes
        How many positions it may look at for one action, instead of seconds.
    seed
        What its chance is made from.
    """
    from fimbul.bots import parse_spec

    parse_spec(bot)
    check_seed(seed)
    for stream in (sys.stdin, sys.stdout):  # whatever letters the terminal has, a line has these
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    serve(sys.stdin, sys.stdout, Answerer(bot, seconds, nodes, seed))


class Answerer:
    """A bot for each game that is asked about."""

    def __init__(self, spec: str, seconds: float | None, nodes: int | None, seed: int) -> None:
        self.spec, self.seconds, self.nodes, self.seed = spec, seconds, nodes, seed
        self.bots: dict[str, tuple[Any, Any]] = {}  # by game, with the seconds that it was made for

    def answer(self, line: str) -> dict[str, Any]:
        """What to say to one line."""
        try:
            asked = json.loads(line)
            slug, text, seat = asked["game"], asked["snapshot"], asked["seat"]
            data = base64.b64decode(text, validate=True)
            seconds = asked.get("seconds", self.seconds)
            if seconds is not None and type(seconds) not in (int, float):
                raise ValueError
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return {"error": LINE}
        try:
            return {"action": str(self.decide(str(slug), data, seat, seconds))}
        except FimbulError as problem:
            return {"error": str(problem)}

    def decide(self, slug: str, data: bytes, seat: Any, seconds: Any) -> Any:
        """The bot's action."""
        from fimbul import bots
        from fimbul.games import game as find

        game = find(slug)
        state = game.restore(data)
        if seat not in state.to_act:
            raise BadSnapshot(f"It is not the turn of seat {seat}.")
        if slug not in self.bots or self.bots[slug][0] != seconds:
            nodes = self.nodes if seconds is None else None
            made = bots.make(self.spec, game, seconds=seconds, nodes=nodes, seed=self.seed)
            self.bots[slug] = seconds, made
        return self.bots[slug][1].choose(bots.Sight(state, seat))


def serve(source: TextIO, sink: TextIO, answerer: Answerer) -> None:
    """Answer line by line until the input ends."""
    for line in source:
        if line.strip():
            print(json.dumps(answerer.answer(line), ensure_ascii=False), file=sink, flush=True)
