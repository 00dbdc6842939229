"""Bots that play with people: they say what they mean to do, and ask before they take what others may want.

That they let people go first wherever the rules leave the order free is said by `play.bot_to_act`.
"""

import asyncio
import math
import re
from collections.abc import Awaitable, Callable
from typing import Any

from fimbul.bots import Sight
from fimbul.bots.explaining import reason
from fimbul.core import Action, Game, Rng, State
from fimbul.core.wording import closed
from fimbul.server.tables import Table

PATIENCE = 20.0  # seconds in which people may say no; then silence is consent
YES = re.compile(r"\s*(y|yes|ok|okay|sure|go|ja|gern|klar)\b", re.I)
NO = re.compile(r"\s*(n|no|nope|wait|nein|warte|halt)\b", re.I)

Say = Callable[[Table, int, str, int], Awaitable[None]]  # the last: how long it waits for an answer
Others = Callable[[], Awaitable[list[str]]]


class Partners:
    """The manners of the bots at one server's tables."""

    def __init__(self, say: Say, patience: float = PATIENCE) -> None:
        self.say = say
        self.patience = patience
        self.told: dict[str, tuple[int, int, int]] = {}  # by table: the turn and seat that spoke last
        self.asking: dict[str, asyncio.Future[bool]] = {}
        self.refused: dict[str, tuple[int, set[str]]] = {}  # by table: what people want themselves this turn

    async def settle(self, table: Table, state: State, seat: int, text: str, others: Others) -> str:
        """What a bot does after all, when it has spoken with the people who play with it."""
        game = table.game
        if not game.cooperative or not table.people():
            return text
        turn, wanted = self.refused.get(table.row.id, (-1, set()))
        wanted = wanted if turn == state.turn else set()
        if text in wanted:
            text = await self.another(game, state, seat, wanted, others)
        action = game.parse(text)
        await self.announce(table, state, seat, action)
        claim = game.coach.claim(state.imagine(seat, Rng(0)), action, seat)
        if claim and table.present()[0] & table.people() and not await self.ask(table, seat, claim):
            wanted = wanted | {text}
            self.refused[table.row.id] = state.turn, wanted
            return await self.another(game, state, seat, wanted, others)
        return text

    async def announce(self, table: Table, state: State, seat: int, action: Action) -> None:
        """Say once a turn what one begins with, and why."""
        moment = table.row.epoch, state.turn, seat
        why = reason(table.game, Sight(state, seat), action)
        if why and self.told.get(table.row.id) != moment:
            self.told[table.row.id] = moment
            words = table.game.describe(state.view(seat), action)
            await self.say(table, seat, f"{closed(f'I mean to begin with: {words}')} {why}", 0)

    async def ask(self, table: Table, seat: int, claim: str) -> bool:
        """Ask whether one may take something; silence is consent."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.asking[table.row.id] = answer
        try:
            words = f"May I take {claim}? Say yes, or no if you want it yourself."
            await self.say(table, seat, words, math.ceil(self.patience))
            async with asyncio.timeout(self.patience):
                return await answer
        except TimeoutError:
            return True
        finally:
            self.asking.pop(table.row.id, None)

    def heard(self, table: Table, text: str) -> None:
        """A person has said something: perhaps it is an answer."""
        answer = self.asking.get(table.row.id)
        if answer is not None and not answer.done() and (NO.match(text) or YES.match(text)):
            answer.set_result(not NO.match(text))

    async def another(self, game: Game, state: State, seat: int, wanted: set[str], others: Others) -> str:
        """The next best action that takes nothing from anybody."""
        world = state.imagine(seat, Rng(0))

        def free(text: str) -> bool:
            action: Any = game.parse(text)
            return text not in wanted and not game.coach.claim(world, action, seat)

        ideas = [text for text in await others() if free(text)]
        legal = [text for text in map(str, state.legal(seat)) if free(text)]
        return next(iter(ideas + legal[::-1] or map(str, state.legal(seat))))
