"""Playing at a table: acting, thinking bots, going back, giving up, hints and reasons.

Everything that changes a table happens under its lock, and is stored before anybody is told.
"""

import asyncio
import logging
from typing import Any

import msgspec

from fimbul.core import Action, Illegal, Match, Outcome, State, choice
from fimbul.server.bots import DEFAULT, Bots
from fimbul.server.frames import Idea
from fimbul.server.problems import Problem, forbidden, stale
from fimbul.server.store import Deed, Progress, Spoken, Taken, now
from fimbul.server.tables import Plea, Table, Tables, encode

PAUSE = 0.6  # seconds between the moves of bots that play among themselves, so that people can follow
LONGEST_TALK = 500

log = logging.getLogger("fimbul.server")


class Play:
    """The hands at the tables."""

    def __init__(self, tables: Tables, bots: Bots) -> None:
        self.tables = tables
        self.store = tables.store
        self.bots = bots

    # ---- acting

    async def act(self, table: Table, guest: str, ply: int, text: str, words: str = "") -> None:
        """A person's action for the ply that they saw; `words` fill what is free in it."""
        async with table.lock:
            match = await self.tables.match(table)
            seat = self.seat(table, guest)
            if table.row.finished:
                raise Problem(409, "The game is over.", rule=match.state.end_rule)
            if not timely(match, ply, seat):
                raise stale(f"The table is at ply {len(match.moves)}, and this was for ply {ply}.")
            action = match.game.parse(text)
            if words and action.free:
                filled = msgspec.structs.replace(action, **dict.fromkeys(action.free, words))
                action = match.game.parse(str(filled))
            refusal = match.state.why_not(action, seat)
            if refusal is not None:
                raise refusal
            await self.play(table, match, action, seat)
        self.wake(table)

    async def play(self, table: Table, match: Match, action: Action, seat: int) -> None:
        """Play a legal action: first in memory, then on disk, then to everybody."""
        ply = len(match.moves)
        try:
            match.play(action, seat)
            progress = progress_of(match)
            await self.store.add_deed(
                table.row.id, table.row.epoch, ply, Deed(seat, match.moves[-1].action), progress
            )
        except Taken:
            await self.reload(table)
            raise stale("The table has moved on.") from None
        except BaseException:
            await self.reload(table)
            raise
        follow(table, progress)
        table.plea = None
        table.tell(lambda place: self.tables.frame_message(table, match, place))

    async def reload(self, table: Table) -> None:
        """Memory and store disagree: the store is right."""
        table.match = None
        table.shown.clear()
        row = await self.store.table(table.row.id)
        if row is not None:
            table.row = row

    # ---- bots

    def wake(self, table: Table) -> None:
        """Let the bots think, if one of them is to act; if one sits there, have it ready."""
        if not table.row.finished and any(seat.bot for seat in table.row.seats):
            self.bots.start()
        waiting = not table.row.finished and any(table.bot_at(seat) for seat in table.row.to_act)
        if waiting and table.thinker is None:
            table.thinker = asyncio.create_task(self.think(table))

    async def think(self, table: Table) -> None:
        """Play for the bots until a person is to act."""
        try:
            while await self.think_once(table):
                if not table.people():
                    await asyncio.sleep(PAUSE)
        except Exception as problem:
            log.error("A bot's move failed at table %s", table.row.id, exc_info=problem)
            reason = "The bot could not move. It tries again when somebody comes to the table."
            table.tell(encode("refused", reason=reason, rule=None, ply=table.row.ply))
        finally:
            table.thinker = table.thinking = None

    async def think_once(self, table: Table) -> bool:
        """One bot's move; false when none is to act, or nobody is there to see bots play among themselves."""
        async with table.lock:
            match = await self.tables.match(table)
            seat = bot_to_act(table, match.state)
            if seat is None or table.row.finished or not (table.people() or table.listeners):
                return False
            spec = table.bot_at(seat) or DEFAULT
            state, epoch = match.state.copy(), table.row.epoch
            table.thinking = seat
            table.tell(encode("thinking", seat=seat))
        text = await self.bots.choose(table.game, state, seat, spec)
        async with table.lock:
            match = await self.tables.match(table)
            if (table.row.epoch, len(match.moves)) == (epoch, state.ply) and not table.row.finished:
                table.thinking = None
                await self.play(table, match, match.game.parse(text), seat)
        return True

    async def hint(self, table: Table, guest: str) -> list[Idea]:
        """A bot's best ideas for a person who is to act."""
        async with table.lock:
            match = await self.tables.match(table)
            seat = self.seat(table, guest)
            if table.row.finished or seat not in match.state.to_act:
                raise stale("It is not your turn, so there is nothing to hint at.")
            if seat in table.hints:
                raise stale("A hint is on its way.")
            state = match.state.copy()
            table.hints.add(seat)
        try:
            found = await self.bots.ideas(table.game, state, seat, DEFAULT)
        finally:
            table.hints.discard(seat)
        view, game = state.view(seat), table.game
        return [
            Idea(**msgspec.structs.asdict(choice(game.table, view, game.parse(text))), value=round(value, 3))
            for text, value in found
        ]

    # ---- going back

    async def undo(self, table: Table, guest: str) -> bool:
        """Go back to the guest's last decision, or ask the others whether they agree; whether it is done."""
        async with table.lock:
            match = await self.tables.match(table)
            seat = self.seat(table, guest)
            if table.row.finished:
                raise Problem(409, "The game is over.", rule=match.state.end_rule)
            point = match.undo_point(seat)
            if point is None:
                raise stale("You have done nothing yet that could be taken back.")
            ply, free = point
            others = table.people() - {seat}
            if not free and not others and match.game.chance:
                raise stale("Dice were rolled or cards drawn since then: that cannot be taken back.")
            moved = {move.seat for move in match.moves[ply + 1 :]}
            if (free and not moved & others) or not others:
                await self.rewind(table, match, ply)
                done = True
            else:
                table.plea = Plea(seat, ply, table.row.epoch, len(match.moves), others)
                asked = encode("ask_undo", seat=seat, name=table.row.seats[seat].name)
                for listener in list(table.listeners):
                    if table.seat_of(listener.guest) in others:
                        listener.send(asked)
                done = False
        self.wake(table)
        return done

    async def allow_undo(self, table: Table, guest: str, yes: bool) -> None:
        """Another person's answer."""
        async with table.lock:
            match = await self.tables.match(table)
            seat, plea = self.seat(table, guest), table.plea
            if plea is None or seat not in plea.waiting:
                raise stale("Nobody asks you to go back.")
            if (plea.epoch, plea.length) != (table.row.epoch, len(match.moves)) or table.row.finished:
                table.plea = None
                raise stale("The table has moved on.")
            plea.waiting.discard(seat)
            if not yes:
                table.plea = None
                reason = f"{table.row.seats[seat].name} would rather not go back."
                refused = encode("refused", reason=reason, rule=None, ply=len(match.moves))
                for listener in list(table.listeners):
                    if table.seat_of(listener.guest) == plea.seat:
                        listener.send(refused)
            elif not plea.waiting:
                await self.rewind(table, match, plea.ply)
        self.wake(table)

    async def rewind(self, table: Table, match: Match, ply: int) -> None:
        """Forget what came after a ply: on disk, in memory, before everybody."""
        state = match.at(ply)
        progress = Progress(ply=ply, to_act=state.to_act, outcome=None)
        try:
            await self.store.rewind(table.row.id, table.row.epoch, progress)
        except BaseException:
            await self.reload(table)
            raise
        match.rewind(ply)
        follow(table, progress)
        table.row.epoch += 1
        table.plea = table.thinking = None
        await self.tables.tell_table(table)

    # ---- giving up

    async def resign(self, table: Table, guest: str) -> None:
        """A person gives up: the game ends for everybody."""
        async with table.lock:
            match = await self.tables.match(table)
            seat = self.seat(table, guest)
            if table.row.finished:
                raise Problem(409, "The game is over.", rule=match.state.end_rule)
            outcome = msgspec.to_builtins(resigned(table, match, seat))
            try:
                await self.store.finish(table.row.id, outcome)
            except Taken:
                await self.reload(table)
                raise stale("The table has moved on.") from None
            table.row.outcome, table.row.finished, table.row.to_act = outcome, True, []
            table.plea = None
            await self.tables.tell_table(table)

    # ---- talk and reasons

    async def say(self, table: Table, guest: str, text: str) -> None:
        """A line of talk."""
        text = " ".join(text.split())
        if not 0 < len(text) <= LONGEST_TALK:
            raise Problem(400, f"A line of talk has 1 to {LONGEST_TALK} letters.")
        said = Spoken(await self.tables.name_of(guest), text, now())
        async with table.lock:
            await self.store.say(table.row.id, said)
            table.tell(encode("chat", **msgspec.structs.asdict(said)))

    async def why(self, table: Table, guest: str, clicks: tuple[str, ...]) -> Illegal | str:
        """Why what a person touched cannot be done."""
        async with table.lock:
            match = await self.tables.match(table)
            seat = self.seat(table, guest)
            state = match.state
            if table.row.finished:
                return Illegal(state.end_rule, "The game is over.")
            if seat not in state.to_act:
                return Illegal(state.turn_rule, "It is not your turn.")
            try:
                action = match.game.attempt(state.view(seat), clicks)
                refusal = state.why_not(action, seat) if action is not None else None
            except Exception:  # a game need not understand touches that no board of ours could send
                return "Nothing can be done with that now."
            if refusal is not None:
                return refusal
            return "Nothing can be done with that now." if action is None else "That can be done: go on."

    def seat(self, table: Table, guest: str) -> int:
        """Where a guest sits, or a problem for those who watch."""
        seat = table.seat_of(guest)
        if seat is None:
            raise forbidden("You are watching this table; only those who sit there can do that.")
        return seat


def bot_to_act(table: Table, state: State) -> int | None:
    """The bot whose move it is; a question that any of several may answer is left to people among them."""
    able = [seat for seat in state.to_act if table.bot_at(seat)]
    if not able or (len(able) < len(state.to_act) and not state.sealed):
        return None
    return able[0]


def timely(match: Match, ply: int, seat: int) -> bool:
    """Whether an action is for the present; among secret decisions, those of others do not date it."""
    if ply == len(match.moves):
        return True
    return (
        match.state.sealed
        and 0 <= ply < len(match.moves)
        and all(move.seat != seat for move in match.moves[ply:])
    )


def progress_of(match: Match) -> Progress:
    """Where a match stands."""
    outcome: Any = msgspec.to_builtins(match.state.outcome) if match.state.outcome else None
    return Progress(ply=len(match.moves), to_act=match.state.to_act, outcome=outcome)


def follow(table: Table, progress: Progress) -> None:
    """What is known of a table in memory, after the store has it."""
    row = table.row
    row.ply, row.to_act, row.outcome = progress.ply, list(progress.to_act), progress.outcome
    row.finished = progress.outcome is not None
    row.updated = now()
    table.shown.clear()


def resigned(table: Table, match: Match, seat: int) -> Outcome:
    """The end that a resignation makes: the others win, share, or lose with a team."""
    game, name = match.game, table.row.seats[seat].name
    allies = game.allies(seat)
    others = [place for place in range(match.seats) if allies is not None and place not in allies]
    share = 1.0 if len(others) == 1 or (allies is not None and len(allies) > 1) else 0.5
    scores = tuple(share if place in others else 0.0 for place in range(match.seats))
    if len(others) == 1:
        reason = f"{name} resigned; {table.row.seats[others[0]].name or 'the other side'} wins."
    else:
        reason = f"{name} resigned."
    return Outcome(scores, match.state.end_rule, reason)
