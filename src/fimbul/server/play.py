"""Playing at a table: acting, thinking bots, plans, flags, giving up, hints and reasons.

Everything that changes a table happens under its lock, and is stored before anybody is told.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from fimbul.core import Action, BadNotation, FimbulError, Illegal, Outcome
from fimbul.server import clocks
from fimbul.server.partners import Partners
from fimbul.server.problems import Problem, stale
from fimbul.server.seating import Seating
from fimbul.server.store import Conflict, SeatRow, Spoken, TableRow, now, now_ms
from fimbul.server.store.tables import BOT
from fimbul.server.tables import Table, Tables, encode
from fimbul.server.thinking import Thinking, Withdrawn, name_of
from fimbul.server.words import checked_words
from fimbul.server.workers import ADVISER, DEFAULT, bot_name
from fimbul.table.asking import bot_to_act, ideas_of, reason_of, understood
from fimbul.table.frames import Idea
from fimbul.table.history import Deed, History

PAUSE = 0.6  # seconds between the moves of bots that play among themselves, so that people can follow
LONGEST_TALK = 500
LONGEST_REQUEST = 64
MOST_PLANNED = 50
SLOW = 0.25  # seconds until a person's action should have been told to everybody
LEFT = 120.0  # seconds without anybody at a table until its bots stop thinking

log = logging.getLogger("fimbul.server")

Ended = Callable[[Table], Awaitable[None]]
Moved = Callable[[Table, set[int]], None]


class Play:
    """The hands at the tables."""

    def __init__(self, tables: Tables, seating: Seating, thinking: Thinking) -> None:
        self.tables = tables
        self.seating = seating
        self.store = tables.store
        self.thinking = thinking
        self.partners = Partners(self.speak)
        self.moves = 0
        self.seconds = 0.0  # from people's actions until everybody here was told
        self.slow = 0  # of those that took longer than they should
        self.ended: list[Ended] = []  # who wants to know that a game is over
        self.moved: list[Moved] = []  # who wants to know whose turn it has become
        tables.awake, tables.look = self.wake, thinking.look

    # ---- acting

    async def act(
        self,
        table: Table,
        guest: str,
        ply: int,
        text: str,
        words: str = "",
        request: str | None = None,
        draft: int = 0,
    ) -> None:
        """A person's action for the ply that they saw; `words` fill what is free in it.

        `draft` is how far they had come in a sealed choice.

        The same `request` sent again is answered as the first one was, and changes nothing.
        """
        if request is not None and not 0 < len(request) <= LONGEST_REQUEST:
            raise Problem(400, f"A request id has 1 to {LONGEST_REQUEST} letters.")
        began = time.perf_counter()
        async with table.lock:
            self.tables.use(table)
            match = await self.tables.match(table)
            if ply != match.ply and self.store.shared:
                await self.tables.refresh(table)
                match = await self.tables.match(table)
            seat = self.seating.seat(table, guest)
            table.met([seat])
            if request is not None and await self.known(table, seat, request):
                return
            if table.row.finished:
                raise Problem(409, "The game is over.", rule=match.state.end_rule)
            if any(place.kind == "open" for place in table.row.seats) and table.row.rated:
                raise stale("A rated game begins when everybody is there.")
            if (ply, draft) != (match.ply, len(match.state.draft(seat))):
                raise stale(f"The table is at ply {match.ply}, and this was for ply {ply}.")
            if seat in clocks.fallen(table.row, now_ms()):
                await self.flag_down(table, match)
                if table.outcome is not None or seat not in table.seats_of(guest):  # no holiday
                    self.wake(table)
                    raise stale("Your time was over.")
            action = understood(match.game, text, words)
            try:
                await self.play(table, match, action, seat, request)
            except Problem:
                if request is not None and await self.known(table, seat, request):
                    return
                raise
            passed = time.perf_counter() - began
            self.seconds, self.slow = self.seconds + passed, self.slow + (passed > SLOW)
            await self.follow_plans(table, match)
        self.wake(table)

    async def known(self, table: Table, seat: int, request: str) -> bool:
        """Whether a request was already met; one that another seat has used is refused."""
        met = (await self.tables.match(table)).met(request)
        if met is not None and met.seat != seat:
            raise Problem(409, "That request id was used by somebody else.")
        return met is not None

    async def play(
        self, table: Table, match: History, action: Action, seat: int, request: str | None = None
    ) -> None:
        """Play an action, or raise `Illegal`: first in memory, then on disk, then to everybody."""
        ply = len(match)
        deed = await self.tables.pools.brief(f"play {table.row.game}", match.try_play, action, seat, request)
        if isinstance(deed, Illegal):
            raise deed
        try:
            row = table.row.twin()
            row.ply, row.to_act = len(match), list(match.state.to_act)
            row.outcome = msgspec.to_builtins(match.state.outcome) if match.state.outcome else None
            row.finished = row.outcome is not None
            row.requests = []
            row.plans = foreseen(row, deed)
            clocks.tick(row, now_ms(), acted=True)
            await self.store.tables.add_deed(row, ply, deed, match.due())
        except BaseException as problem:
            table.match = None
            self.tables.forget_frames(table)
            if isinstance(problem, Conflict):
                await self.tables.refresh(table)
                raise stale("The table has moved on.") from None
            raise
        self.moves += 1
        before, table.row = set(table.row.to_act), row
        self.tables.changed(table)
        await self.tables.tell_frame(table, {seat} if match.state.drafting else None)
        if row.finished:
            await self.finished(table)
        else:
            for told in self.moved:
                told(table, set(row.to_act) - before - {seat})

    async def finished(self, table: Table) -> None:
        """Tell whoever counts results; a game that is over stays over whatever they make of it."""
        for told in self.ended:
            try:
                await told(table)
            except Exception:
                log.exception("The result of table %s could not be counted", table.row.id)

    # ---- plans

    async def plan(self, table: Table, guest: str, lines: list[list[str]]) -> None:
        """Keep what a seat will answer to what: lines of their action, mine, theirs, mine."""
        async with table.lock:
            match = await self.tables.match(table)
            seat = self.seating.seat(table, guest)
            if match.game.hidden or match.game.chance:
                raise stale("Moves can be planned only in games without dice and secrets.")
            if table.row.finished or len(lines) > MOST_PLANNED:
                raise stale(f"At most {MOST_PLANNED} lines can be planned, in a game that goes on.")
            if any(not 2 <= len(line) <= MOST_PLANNED or len(line) % 2 for line in lines):
                raise Problem(400, "A line is their action and your answer, and so on.")
            await self.tables.pools.draw(lambda: [match.game.parse(text) for line in lines for text in line])
            row = table.row.twin()
            row.plans = {**row.plans, str(seat): lines}
            try:
                await self.store.tables.save(row)
            except Conflict:
                await self.tables.refresh(table)
                raise stale("The table has moved on.") from None
            table.row = row
            self.tables.bus.tell("table", table=row.id, version=row.version)

    async def follow_plans(self, table: Table, match: History) -> None:
        """Play what was planned as an answer to what has just been done."""
        while not table.row.finished and len(match.state.to_act) == 1 and match.deeds:
            seat, last = match.state.to_act[0], match.deeds[-1]
            lines: list[list[str]] = table.row.plans.get(str(seat), [])
            if not lines or last.seat == seat:
                return
            answers = [line for line in lines if line[0] == last.action]
            if not answers:
                return
            plans = {**table.row.plans, str(seat): [line[2:] for line in answers if len(line) > 2]}
            table.row.plans = plans  # stored with the answer
            try:
                await self.play(table, match, match.game.parse(answers[0][1]), seat)
            except (Illegal, BadNotation):
                return

    async def resume(self, table: Table) -> None:
        """Go on where a server died: play what was planned, and ask the bots that several people wait for."""
        async with table.lock:
            await self.follow_plans(table, await self.tables.match(table))
        if len(table.people()) > 1:
            self.wake(table)

    # ---- bots

    def wake(self, table: Table) -> None:
        """Let the bots think, if one of them is to act; if one sits there, have it ready."""
        if table.row.finished:
            return
        if self.thinking.worker is not None:
            for spec in {seat.bot for seat in table.row.seats if seat.bot}:
                self.thinking.worker.warm_up(table.row.game, spec)
        if any(table.bot_at(seat) for seat in table.row.to_act) and table.thinker is None:
            table.thinker = asyncio.create_task(self.think(table))

    async def think(self, table: Table) -> None:
        """Play for the bots until a person is to act."""
        try:
            while await self.think_once(table):
                if not table.people():
                    await asyncio.sleep(PAUSE)
        except Exception as problem:
            if isinstance(problem, FimbulError):
                log.warning("A bot could not move at table %s: %s", table.row.id, problem)
            else:
                log.error("A bot's move failed at table %s", table.row.id, exc_info=problem)
            reason = (
                "The bot could not move; the server's log says why."
                " It tries again when somebody comes to the table."
            )
            table.tell(encode("refused", reason=reason, rule=None))
        finally:
            table.thinker = table.thinking = None

    async def think_once(self, table: Table) -> bool:
        """One bot's move; false when none is to act, or nobody is there to see bots play among themselves."""
        async with table.lock:
            match = await self.tables.match(table)
            seat = bot_to_act(match.state, table.bot_at)
            over = table.row.finished or table.dropped
            if seat is None or over or not (table.people() or table.listeners):
                return False
            spec = table.bot_at(seat) or DEFAULT
            state, row = match.state.copy(), table.row
            table.thinking = seat
            if not state.draft(seat):  # how often it thinks about a sealed choice is its secret
                self.tables.say(table, encode("thinking", seat=seat))

        async def others() -> list[str]:
            ideas = await self.thinking.ask("ideas", row, state, seat, spec, owner_of(row))
            return [idea for idea, _, _ in ideas]

        try:
            text = await self.thinking.ask("move", row, state, seat, spec, owner_of(row))
            text = await self.partners.settle(table, state, seat, text, others)
        except Withdrawn:
            if self.store.shared:  # another process may have asked the same, and moved
                async with table.lock:
                    await self.tables.refresh(table)
            return True
        async with table.lock:
            match = await self.tables.match(table)
            now = match.state
            same = (now.ply, now.draft(seat)) == (state.ply, state.draft(seat))
            if same and table.row.epoch == row.epoch and not table.row.finished:
                table.thinking = None
                try:
                    await self.play(table, match, match.game.parse(text), seat)
                    await self.follow_plans(table, await self.tables.match(table))
                except Problem as problem:
                    if problem.status != 409:  # another process was first
                        raise
        await self.store.questions.withdraw(name_of(row, state, seat, "move"))
        return True

    def stop_thinking(self) -> None:
        """Let nobody think for tables that were left."""
        for table in self.tables.live.values():
            away = not table.present()[0] and not table.listeners
            if table.thinker is not None and away and now_used(table) > LEFT:
                table.thinker.cancel()

    async def hint(self, table: Table, guest: str) -> list[Idea]:
        """A bot's best ideas for a person who is to act."""
        async with table.lock:
            match = await self.tables.match(table)
            seat = self.seating.seat(table, guest)
            if table.row.finished or seat not in match.state.to_act:
                raise stale("It is not your turn, so there is nothing to hint at.")
            if table.row.rated:
                raise stale("There are no hints in a rated game.")
            if not table.row.hints and table.people() - set(table.seats_of(guest)):
                raise stale("There are no hints at this table: it was opened without, and others play here.")
            if seat in table.hints:
                raise stale("A hint is on its way.")
            state, row = match.state.copy(), table.row
            table.hints.add(seat)
        try:
            found = await self.thinking.ask("ideas", row, state, seat, ADVISER, guest)
            await self.store.questions.withdraw(name_of(row, state, seat, "ideas"))
        finally:
            table.hints.discard(seat)
        return await self.tables.pools.draw(ideas_of, table.game, state, seat, found)

    # ---- the end

    async def resign(self, table: Table, guest: str) -> None:
        """A person gives up: the game ends, or goes on without them where several others play."""
        async with table.lock:
            match = await self.tables.match(table)
            seat = self.seating.seat(table, guest)
            if table.row.finished:
                raise Problem(409, "The game is over.", rule=match.state.end_rule)
            mine = table.seats_of(guest)
            others = table.people() - set(mine)
            if match.last_of(seat) is None and others:  # who has done nothing yet spoils nobody's game
                await self.seating.vacate(table, seat)
            else:  # a team's captain gives up for all whom he leads
                await self.give_up(table, match, mine if match.game.cooperative else [seat], "resigned")
        self.wake(table)

    async def give_up(self, table: Table, match: History, seats: list[int], how: str) -> None:
        """Somebody gave up or lost by time: the game ends, or a bot plays on for them."""
        row = table.row.twin()
        others = table.people() - set(seats)
        rivals = {place for seat in seats for place in range(match.seats) if not allied(match, seat, place)}
        alive = {place.seat for place in row.seats if place.resigned is None} - set(seats)
        if others and len(alive) > 1 and (match.game.cooperative or len(rivals & alive) > 1):
            for seat in seats:
                place = row.seats[seat]
                row.seats[seat] = SeatRow(
                    seat, "bot", None, bot_name(DEFAULT), place.plays, DEFAULT, len(match), place.person
                )
            names = " and ".join(dict.fromkeys(table.row.seats[seat].name for seat in seats))
            row.requests = []
            clocks.tick(row, now_ms())
            await self.seating.change(table, row, [row.seats[seat] for seat in seats])
            self.tables.later(self.announce(table, f"{names} {how}. A bot plays on in their place."))
        else:
            await self.end(table, given_up(table, match, seats, how))

    async def announce(self, table: Table, text: str) -> None:
        """A line in the talk that nobody said."""
        said = Spoken("", text, now())
        await self.store.tables.say(table.row.id, "", said)
        self.tables.say(table, encode("chat", **msgspec.structs.asdict(said)))

    async def end(self, table: Table, outcome: Outcome) -> None:
        """End a table by another way than its rules.  The caller holds the lock."""
        row = table.row.twin()
        row.outcome, row.finished, row.to_act, row.requests = msgspec.to_builtins(outcome), True, [], []
        clocks.tick(row, now_ms())
        await self.seating.change(table, row, [])
        await self.finished(table)

    async def flag(self, name: str) -> None:
        """Look whether somebody's time is over at a table."""
        table = await self.tables.get(name)
        async with table.lock:
            await self.flag_down(table, await self.tables.match(table))
        self.wake(table)

    async def flag_down(self, table: Table, match: History) -> None:
        """End what a fallen flag ends.  The caller holds the lock."""
        moment = now_ms()
        late = clocks.fallen(table.row, moment)
        row = table.row.twin()
        granted = False
        if row.pace is not None and row.pace["kind"] == "days":
            for seat in list(late):
                person = await self.store.people.get(row.seats[seat].person or "")
                until = int(person.settings.get("vacation_until", 0)) * 1000 if person else 0
                if until > moment:
                    clocks.grant(row, seat, until)
                    late.remove(seat)
                    granted = True
        if late:
            await self.give_up(table, match, late, "ran out of time")
        elif granted:
            await self.seating.change(table, row, [])

    # ---- talk and reasons

    async def say(self, table: Table, guest: str, text: str) -> None:
        """A line of talk: of those who sit there, and at open tables of those who watch."""
        text = checked_words(text, LONGEST_TALK, "A line of talk")
        if table.seat_of(guest) is None:
            await self.seating.check_talk(table.row, guest)
        said = Spoken(await self.tables.name_of(guest), text, now())
        async with table.lock:
            await self.store.tables.say(table.row.id, guest, said)
            self.tables.say(table, encode("chat", **msgspec.structs.asdict(said)))
        if table.seat_of(guest) is not None:
            self.partners.heard(table, text)

    async def speak(self, table: Table, seat: int, text: str, asks: int = 0) -> None:
        """A bot's line of talk; it may ask, and wait so many seconds for an answer."""
        said = Spoken(table.row.seats[seat].name, text, now(), bot=True, asks=asks)
        await self.store.tables.say(table.row.id, f"{BOT}{table.bot_at(seat)}", said)
        self.tables.say(table, encode("chat", **msgspec.structs.asdict(said)))

    async def why(self, table: Table, guest: str, clicks: tuple[str, ...]) -> Illegal | str:
        """Why what a person touched cannot be done."""
        async with table.lock:
            match = await self.tables.match(table)
            seat = self.seating.seat(table, guest)
            state = match.state
            if table.row.finished:
                return Illegal(state.end_rule, "The game is over.")
            if seat not in state.to_act:
                return Illegal(state.turn_rule, "It is not your turn.")
            return await self.tables.pools.draw(reason_of, match, seat, clicks)


def now_used(table: Table) -> float:
    """For how many seconds nobody has used a table."""
    return time.monotonic() - table.used


def foreseen(row: TableRow, deed: Deed) -> dict[str, Any]:
    """The plans after an action: of whoever is to answer it, only the lines that foresaw it."""
    answering = [str(seat) for seat in row.to_act if seat != deed.seat and str(seat) in row.plans]
    if len(row.to_act) != 1 or not answering:
        return row.plans
    (seat,) = answering
    return {**row.plans, seat: [line for line in row.plans[seat] if line[0] == deed.action]}


def owner_of(row: TableRow) -> str:
    """Whose share a bot's thought counts against."""
    return row.host or next((seat.person for seat in row.seats if seat.person), None) or row.id


def allied(match: History, seat: int, other: int) -> bool:
    """Whether two seats win and lose together."""
    allies: Any = match.game.allies(seat)
    return allies is None or other in allies


def given_up(table: Table, match: History, seats: list[int], how: str) -> Outcome:
    """The end that giving up makes: the others win, share, or lose with a team."""
    names = [table.row.seats[place].name for place in range(match.seats)]
    gone = set(seats) | {place.seat for place in table.row.seats if place.resigned is not None}
    others = [
        place
        for place in range(match.seats)
        if place not in gone and not any(allied(match, seat, place) for seat in seats)
    ]
    allies: Any = match.game.allies(seats[0])
    share = 1.0 if len(others) == 1 or (allies is not None and len(allies) > 1) else 0.5
    scores = tuple(share if place in others else 0.0 for place in range(match.seats))
    who = " and ".join(dict.fromkeys(names[seat] for seat in seats))
    if len(others) == 1:
        reason = f"{who} {how}; {names[others[0]] or 'the other side'} wins."
    else:
        reason = f"{who} {how}."
    return Outcome(scores, match.state.end_rule, reason)
