"""Tables in memory: what is stored, with the game as a cache that the store can always fill again."""

import asyncio
import hmac
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Protocol
from weakref import WeakValueDictionary

import msgspec

from fimbul.core import Event, Game, Outcome, State
from fimbul.games import game as find_game
from fimbul.server.bus import Bus
from fimbul.server.clocks import shown as shown_clock
from fimbul.server.guests import made_up_name
from fimbul.server.matches import far_snapshots, opened, start_of
from fimbul.server.patches import patch
from fimbul.server.pools import Pools
from fimbul.server.problems import Problem, forbidden, not_found
from fimbul.server.sheets import Sheet, alone, sheet
from fimbul.server.store import Spoken, Store, TableRow, now_ms
from fimbul.server.tongues import Subject, about, asked, overheard, told
from fimbul.speech import given_names
from fimbul.table import frames
from fimbul.table.frames import Boards, Frame
from fimbul.table.history import EVERY, History

MOST_TABLES = 4096  # in memory; those that somebody uses are never dropped
MOST_MATCHES = 2048  # 45 to 220 KiB each with their frames; where more are played, moves wait for replays
MOST_FRAMES = 512  # earlier positions, as they were sent
MOST_MISSED = 60  # plies that are shown one by one to somebody who comes back
ANY = 1 << 62  # a version later than all: whoever hears of it looks at the store
FAR = 200  # plies: what is longer is replayed in another process

log = logging.getLogger("fimbul.server")


Eyes = tuple[int | None, str]  # through which seat somebody looks, and in which language they read
Shown = dict[Eyes, Frame]


class Listener(Protocol):
    """Somebody who is told what happens at a table."""

    guest: str
    curious: bool  # whether they want to know who is there
    patches: bool  # whether they want only what is new in a frame
    seen: Frame | None  # the frame that they were shown last
    language: str  # in which the game is told
    along: tuple[int, int] | None  # of a table taken along: the epoch and the actions that they have

    def send(self, message: bytes) -> None:
        """Tell them, now or soon; this never waits."""

    def close(self, reason: str) -> None:
        """Say goodbye."""


class Table:
    """One table in memory.  Whatever changes it happens under its lock."""

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.game: Game = find_game(row.game)
        self.lock = asyncio.Lock()
        self.match: History | None = None
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, tuple[float, set[int], int]] = {}  # who is there by other processes
        self.thinker: asyncio.Task[None] | None = None
        self.thinking: int | None = None
        self.hints: set[int] = set()
        self.at: dict[str, int] = {}  # through which of several seats somebody looks
        self.frames: Shown = {}  # of the present
        self.used = self.loaded = time.monotonic()
        self.seen: dict[int, float] = {}  # when the people of a seat were last there
        self.dropped = False  # whether it was thrown away

    def seats_of(self, guest: str) -> list[int]:
        """All seats of a guest: one, or several where people share a device or one leads a team."""
        return [seat.seat for seat in self.row.seats if seat.person == guest]

    def seat_of(self, guest: str, wish: int | None = None) -> int | None:
        """Where a guest sits; of several seats the wished one, or the one through which they look."""
        mine = self.seats_of(guest)
        return next((seat for seat in (wish, self.at.get(guest), *mine) if seat in mine), None)

    def people(self) -> set[int]:
        """The seats of people."""
        return {seat.seat for seat in self.row.seats if seat.kind == "person"}

    def eyes(self, listener: Listener) -> Eyes:
        """How somebody here looks at the table."""
        return self.seat_of(listener.guest), listener.language

    def bot_at(self, seat: int) -> str | None:
        """The bot in a seat."""
        return self.row.seats[seat].bot

    @cached_property
    def apart(self) -> bool:
        """Whether its seats keep secrets from each other."""
        return self.game.apart(self.game.read_options(self.row.options))

    @cached_property
    def subject(self) -> Subject:
        """What is told here: the game, with the names that people gave to what they built for it."""
        return self.game, given_names(self.game, self.row.options)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, by a rule or otherwise."""
        return msgspec.convert(self.row.outcome, Outcome) if self.row.outcome else None

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it in memory."""
        return not self.listeners and not self.lock.locked() and self.thinker is None

    def here(self) -> tuple[set[int], int]:
        """The seats whose people are at this process, and how many watch here."""
        sitting = [self.seats_of(listener.guest) for listener in self.listeners]
        return {seat for seats in sitting for seat in seats}, sitting.count([])

    def present(self) -> tuple[set[int], int]:
        """The same at all processes."""
        seats, watching = self.here()
        moment = time.monotonic()
        for until, others, more in self.elsewhere.values():
            if until > moment:
                seats, watching = seats | others, watching + more
        return seats, watching

    def met(self, seats: Iterable[int]) -> None:
        """The people of some seats are there, or were until now."""
        self.seen.update(dict.fromkeys(seats, time.monotonic()))

    def away(self, seat: int) -> float:
        """For how many seconds a seat's people have been away, as far as this process knows."""
        here = seat in self.present()[0]
        return 0.0 if here else time.monotonic() - self.seen.get(seat, self.loaded)

    def lose_silent(self) -> bool:
        """Forget processes that must be gone; whether there are such."""
        moment = time.monotonic()
        silent = [process for process, (until, _, _) in self.elsewhere.items() if until <= moment]
        for process in silent:
            del self.elsewhere[process]
        return bool(silent)

    def tell(
        self, message: bytes | Callable[[int | None], bytes], seats: Iterable[int] | None = None
    ) -> None:
        """Tell everybody here, or those in some seats, the same or what their seat may know."""
        for listener in list(self.listeners):
            seat = self.seat_of(listener.guest)
            if seats is None or (seat is not None and seat in seats):
                told = message(seat) if callable(message) else message
                listener.send(overheard(told, self.subject, listener.language))


class Tables:
    """All tables: those in memory, and the store behind them."""

    def __init__(self, store: Store, bus: Bus, pools: Pools) -> None:
        self.store = store
        self.bus = bus
        self.pools = pools
        self.boards = Boards()
        self.runtime: str | None = None  # where browsers find what they play on with without a connection
        self.stored_boards: set[str] = set()
        self.live: OrderedDict[str, Table] = OrderedDict()
        self.known: WeakValueDictionary[str, Table] = WeakValueDictionary()  # whatever anybody still holds
        self.drawn_before: OrderedDict[tuple[str, int, int, Eyes], Frame] = OrderedDict()
        self.tasks: set[asyncio.Task[None]] = set()
        self.awake: Callable[[Table], None] = lambda table: None  # lets the bots think; set by `Play`
        self.look: Callable[[Table], None] = lambda table: None  # withdraws what it asked; set by `Play`
        self.restless: Callable[[], None] = lambda: None  # tells the lobby; set by the services
        bus.on("table", self.heard)
        bus.on("say", self.overheard)
        bus.on("presence", self.heard_presence)

    # ---- finding

    async def get(self, name: str) -> Table:
        """A table by its id, as new as the store has it."""
        table = self.live.get(name) or self.known.get(name)
        if table is None:
            row = await self.store.tables.get(name)
            if row is None:
                raise not_found(f"There is no table '{name[:40]}'.")
            table = self.known.get(name) or self.hold(Table(row))
        elif self.store.shared:
            versions = await self.store.tables.versions([name])
            if versions.get(name) != table.row.version:
                async with table.lock:
                    await self.refresh(table)
        self.use(table)
        about.set(table.subject)
        return table

    def hold(self, table: Table) -> Table:
        """Keep a table in memory."""
        self.known[table.row.id] = table
        return table

    def drop(self, table: Table) -> None:
        """A table is no more: whoever still looks at it is told, and nobody thinks for it."""
        table.dropped = True
        self.look(table)
        for listener in list(table.listeners):
            listener.close("This table was cleared away.")
        self.live.pop(table.row.id, None)
        self.known.pop(table.row.id, None)
        self.restless()

    def cleared(self, name: str) -> None:
        """A table was thrown away: it is shown no more, at whichever process."""
        if (table := self.known.get(name)) is not None:
            self.drop(table)
        self.bus.tell("table", table=name, version=ANY)

    def use(self, table: Table) -> None:
        """A table is used now: others are forgotten before it."""
        table.used = time.monotonic()
        self.live[table.row.id] = table
        self.live.move_to_end(table.row.id)
        self.trim(table)

    def trim(self, keep: Table) -> None:
        """Forget what has not been used for long."""
        if len(self.live) <= min(MOST_TABLES, MOST_MATCHES):
            return
        for name in [name for name, table in self.live.items() if table.idle and table is not keep]:
            if len(self.live) <= MOST_TABLES:
                break
            del self.live[name]
        held = [table for table in self.live.values() if table.match is not None and table is not keep]
        for table in held[: max(0, len(held) + 1 - MOST_MATCHES)]:
            if not table.lock.locked():
                table.match = None
                self.forget_frames(table)

    async def match(self, table: Table) -> History:
        """The game of a table, from its last snapshot if memory has lost it.  The caller holds the lock."""
        if table.match is None:
            row, known = table.row, await self.store.tables.snapshot(table.row.id, table.row.ply)
            deeds = (await self.store.tables.deeds(row.id))[: row.ply]
            start = start_of(row)
            if len(deeds) - (known[0] if known else 0) > FAR:
                made = await self.pools.crunch(far_snapshots, start, deeds)
                await self.store.tables.add_snapshots(row.id, row.version, made)
                known = max(made.items())
            table.match = await self.pools.draw(opened, start, deeds, known)
            self.use(table)
        return table.match

    async def at(self, table: Table, match: History, ply: int) -> tuple[State, list[Event]]:
        """The state at a ply and what led there, replayed from the nearest snapshot.

        The caller holds the lock.
        """
        if not 0 <= ply <= len(match):
            raise not_found(f"The game has {len(match)} plies; there is no ply {ply}.")
        await self.near(table, match, max(0, ply - 1))
        return await self.pools.draw(match.at, ply)

    async def near(self, table: Table, match: History, ply: int) -> None:
        """Have the snapshot before a ply in memory."""
        wanted = ply - ply % EVERY
        if wanted and wanted not in match.snapshots:
            found = await self.store.tables.snapshot(table.row.id, ply)
            if found is not None and found[0] > max((at for at in match.snapshots if at <= ply), default=0):
                match.snapshots[found[0]] = found[1]

    async def name_of(self, guest: str) -> str:
        """What a guest is called."""
        return await self.store.people.name_of(guest) or made_up_name(guest, asked.get())

    async def admit(self, table: Table, guest: str, invite: str | None = None) -> None:
        """Refuse those who may not even look at a private table."""
        row = table.row
        if row.access not in ("private", "friends") or table.seat_of(guest) is not None or row.host == guest:
            return
        if invite is not None and hmac.compare_digest(invite.encode(), row.invite.encode()):
            return
        friend = row.access == "friends" and row.host is not None and guest not in row.sent_away
        if friend and await self.store.people.tied(str(row.host), guest) == "friend":
            return
        raise forbidden("This table is private: ask those who sit there for its link.")

    # ---- following the store

    async def refresh(self, table: Table) -> None:
        """Memory follows the store, and everybody here is told.  The caller holds the lock."""
        old, row = table.row, await self.store.tables.get(table.row.id)
        if row is None:
            self.drop(table)
            raise not_found("This table was cleared away.")
        if row.version == old.version:
            return
        match = table.match
        steps: list[tuple[Any, ...]] = []
        drafted: set[int] = set()
        if match is not None and (row.epoch != old.epoch or row.ply < len(match)):
            match = table.match = None
        if match is not None and row.ply > len(match):
            deeds = await self.store.tables.deeds(row.id, len(match))
            for deed in deeds[: row.ply - len(match)]:
                await self.pools.brief(f"play {row.game}", match.follow, deed)
                steps.append((match.state.copy(), match.events[len(match)]))
                if match.state.drafting:
                    drafted.add(deed.seat)
        table.row = row
        table.thinking = None
        self.forget_frames(table)
        moved = msgspec.structs.replace(old, **{name: getattr(row, name) for name in MOVING})
        if steps and moved == row:
            if table.listeners:
                for state, events in steps[:-1]:
                    if not state.drafting:
                        await self.tell_step(table, state, events)
                now = match.state if match is not None else None
                await self.tell_frame(table, drafted if now is not None and now.drafting else None)
        else:
            await self.tell_table(table)
        self.look(table)
        self.awake(table)

    def changed(self, table: Table) -> None:
        """This process has changed a table: the others shall look."""
        self.forget_frames(table)
        self.look(table)
        self.use(table)
        self.bus.tell("table", table=table.row.id, version=table.row.version)
        if table.row.finished or any(seat.kind == "open" for seat in table.row.seats) or not table.row.ply:
            self.restless()

    def heard(self, note: dict[str, Any]) -> None:
        """Another process has changed a table."""
        table = self.known.get(note["table"])
        if table is not None and note["version"] > table.row.version:
            self.later(self.follow(table))

    async def follow(self, table: Table) -> None:
        """Look at the store."""
        try:
            async with table.lock:
                await self.refresh(table)
        except Problem:
            return  # it was thrown away
        except Exception:
            log.exception("Table %s could not be read again", table.row.id)

    def later(self, work: Any) -> None:
        """Do something soon."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def look_again(self) -> None:
        """Look whether tables that people are at have changed unheard."""
        names = [name for name, table in self.live.items() if table.listeners]
        for start in range(0, len(names), 500):
            some = names[start : start + 500]
            for name, version in (await self.store.tables.versions(some)).items():
                if (table := self.live.get(name)) is not None and version != table.row.version:
                    await self.follow(table)

    def say(self, table: Table, message: bytes, seats: Iterable[int] | None = None) -> None:
        """Tell everybody at the table, or those in some seats, at whichever process they are."""
        table.tell(message, seats)
        note = {"table": table.row.id, "text": message.decode()}
        self.bus.tell("say", **note, seats=None if seats is None else sorted(seats))

    def overheard(self, note: dict[str, Any]) -> None:
        """Another process says something to a table."""
        if (table := self.known.get(note["table"])) is not None:
            table.tell(note["text"].encode(), note["seats"])

    # ---- who is there

    def arrived(self, table: Table) -> None:
        """Somebody has come or gone: everybody who wants to know is told."""
        self.tell_others([table])
        self.tell_presence(table)

    def tell_others(self, tables: Iterable[Table]) -> None:
        """Tell the other processes who is here at some tables."""
        here = {table.row.id: table.here() for table in tables}
        told = {name: (sorted(seats), watching) for name, (seats, watching) in here.items()}
        self.bus.tell("presence", tables=told)

    def heard_presence(self, note: dict[str, Any]) -> None:
        """Who is there by another process."""
        unmet = []
        for name, (seats, watching) in note["tables"].items():
            if (table := self.known.get(name)) is None:
                continue
            before, known = table.present(), note["from"] in table.elsewhere
            table.met(before[0])
            table.elsewhere[note["from"]] = (time.monotonic() + PRESENT, set(seats), watching)
            if table.present() != before:
                self.tell_presence(table)
            if not known and table.listeners:
                unmet.append(table)
        if unmet:  # they do not know who is here
            self.tell_others(unmet)

    def tell_presence(self, table: Table) -> None:
        """Tell those who want to know who is there."""
        curious = [listener for listener in table.listeners if listener.curious]
        if curious:
            seats, watching = table.present()
            message = encode("presence", seats=sorted(seats), watching=watching)
            for listener in curious:
                listener.send(message)

    def remind(self) -> None:
        """Say again who is here, before the others forget it; forget who has said nothing for long."""
        busy = [table for table in self.live.values() if table.listeners]
        for table in busy:
            if table.lose_silent():
                self.tell_presence(table)
        for start in range(0, len(busy), TOGETHER):
            self.tell_others(busy[start : start + TOGETHER])

    # ---- showing; the caller holds the table's lock

    async def info(self, table: Table, guest: str, since: int | None = None) -> Sheet:
        """A table as a guest may see it, at present or as it was at a ply, in the language they ask in."""
        match, talk = await self.match(table), await self.store.tables.talk(table.row.id)
        eyes = table.seat_of(guest), asked.get()
        table.met(table.seats_of(guest))
        past = since is not None and since != match.ply
        shown = await (self.past(table, match, since or 0, eyes) if past else self.frame(table, match, eyes))
        return self.sheet(table, match, shown, talk, guest)

    def sheet(self, table: Table, match: History, shown: Frame, talk: list[Spoken], guest: str) -> Sheet:
        """The same, when everything is at hand."""
        present, watching = table.present()
        return sheet(
            table.row,
            shown,
            title=table.game.title,
            chronicle=table.game.chronicled,
            person=guest,
            seat=table.seat_of(guest),
            apart=table.apart,
            talk=talk,
            plies=match.ply,
            present=present,
            played={deed.seat for deed in match.deeds[: match.begun()]},
            watching=watching,
            outcome=table.outcome,
            runtime=self.runtime,
        )

    async def frame(self, table: Table, match: History, eyes: Eyes) -> Frame:
        """The present position as somebody may see it, drawn once."""
        if eyes not in table.frames:
            events = match.events.get(len(match))
            if events is None:
                events = (await self.at(table, match, len(match)))[1] if len(match) else []
            made = await self.pools.draw(self.draw, table, match.state, events, {eyes}, present=True)
            await self.keep_boards()
            table.frames.update(made)
        return table.frames[eyes]

    async def past(self, table: Table, match: History, ply: int, eyes: Eyes) -> Frame:
        """An earlier position, drawn once while people look at it."""
        if ply == match.ply:
            return await self.frame(table, match, eyes)
        if not 0 <= ply < match.ply:
            raise not_found(f"The game has {match.ply} plies; there is no ply {ply}.")
        key = (table.row.id, table.row.epoch, ply, eyes)
        if key not in self.drawn_before:
            place = await self.pools.draw(match.place, ply)
            state, events = await self.at(table, match, place)
            made = await self.pools.draw(self.draw, table, state, events, {eyes}, present=False)
            await self.keep_boards()
            self.drawn_before[key] = made[eyes]
            while len(self.drawn_before) > MOST_FRAMES:
                self.drawn_before.popitem(last=False)
        self.drawn_before.move_to_end(key)
        return self.drawn_before[key]

    async def missed(self, table: Table, match: History, since: int, eyes: Eyes) -> list[Frame]:
        """The positions after a ply."""
        return [await self.past(table, match, ply, eyes) for ply in range(since + 1, match.ply + 1)]

    def draw(
        self, table: Table, state: State, events: list[Event], every: set[Eyes], *, present: bool
    ) -> Shown:
        """The frames of a state, drawn for each seat and told in each language; in a thread."""
        drawn = {
            seat: frames.frame(
                table.game,
                state,
                seat,
                events,
                self.boards,
                epoch=table.row.epoch,
                seats=len(table.row.seats),
                ended=table.outcome if present else None,
                present=present and not table.row.finished,
            )
            for seat in {seat for seat, _ in every}
        }
        return {eyes: told(drawn[eyes[0]], table.subject, eyes[1]) for eyes in every}

    async def keep_boards(self) -> None:
        """Have the boards that frames name in the store, where every process finds them."""
        if self.store.shared:
            new = {
                name: body for name, body in list(self.boards.known.items()) if name not in self.stored_boards
            }
            if new:
                await self.store.tables.add_boards(new)
                self.stored_boards |= set(new)

    async def board(self, name: str) -> bytes | None:
        """A board by its name."""
        known = self.boards.known.get(name)
        return known or (await self.store.tables.board(name) if self.store.shared else None)

    def forget_frames(self, table: Table) -> None:
        """What was drawn of the present is no longer the present."""
        table.frames.clear()

    async def tell_frame(self, table: Table, only: set[int] | None = None) -> None:
        """Show everybody here, or those in some seats, the present position."""
        match = await self.match(table)
        self.tell_deeds(table, match)
        every = {table.eyes(listener) for listener in table.listeners}
        if only is not None:
            every = {eyes for eyes in every if eyes[0] in only}
        await self.draw_all(table, match, every)
        show(table, {eyes: await self.frame(table, match, eyes) for eyes in every})
        self.tell_clock(table, (each for each in table.listeners if table.eyes(each) in every))

    def tell_deeds(self, table: Table, match: History) -> None:
        """Tell those who have the table along what was done, before it is shown: they may be cut off next.

        Who does not play alone any more is told that they have it along no longer.
        """
        epoch, count = table.row.epoch, len(match)
        for listener in [each for each in table.listeners if each.along is not None]:
            known, since = listener.along or (epoch, 0)
            if not alone(table.row, listener.guest):
                listener.along = None
                listener.send(encode("along", parcel=None))
                continue
            since = since if known == epoch else 0
            if (known, since) != (epoch, count):
                listener.send(encode("deeds", epoch=epoch, since=since, deeds=match.deeds[since:]))
            listener.along = epoch, count

    def tell_clock(self, table: Table, listeners: Iterable[Listener]) -> None:
        """Tell how much time everybody has, and what time it is here."""
        moment = now_ms()
        if (clock := shown_clock(table.row, moment)) is not None:
            message = encode("clock", clock=clock, now=moment)
            for listener in list(listeners):
                listener.send(message)

    async def draw_all(self, table: Table, match: History, every: set[Eyes]) -> None:
        """Draw the present for several in one go."""
        events, missing = match.events.get(len(match)), every - table.frames.keys()
        if events is not None and missing:
            table.frames.update(await self.drawn(table, match.state, events, missing, present=True))

    async def tell_step(self, table: Table, state: State, events: list[Event]) -> None:
        """Show everybody here a position on the way to the present."""
        every = {table.eyes(listener) for listener in table.listeners}
        show(table, await self.drawn(table, state, events, every, present=False))

    async def drawn(
        self, table: Table, state: State, events: list[Event], every: set[Eyes], *, present: bool
    ) -> Shown:
        """Frames that are drawn at once, as somebody waits for them."""

        def work() -> Shown:
            return self.draw(table, state, events, every, present=present)

        made = await self.pools.brief(f"draw {table.row.game}", work)
        await self.keep_boards()
        return made

    def show_out(self, table: Table) -> None:
        """Who was sent away from a table that is not for everybody does not go on listening there."""
        row = table.row
        if row.access in ("private", "friends") and row.sent_away:
            for listener in [each for each in table.listeners if each.guest in row.sent_away]:
                table.listeners.discard(listener)
                listener.close("Whoever opened this table has sent you away.")

    async def tell_table(self, table: Table, only: set[int] | None = None) -> None:
        """Show everybody here, or those in some seats, the whole table anew."""
        self.show_out(table)
        if table.listeners:
            match, talk = await self.match(table), await self.store.tables.talk(table.row.id)
            self.tell_deeds(table, match)
            made: dict[tuple[Eyes, bool], tuple[bytes, Frame]] = {}
            for listener in list(table.listeners):
                key = (table.eyes(listener), listener.guest == table.row.host)
                if key not in made:
                    shown = await self.frame(table, match, key[0])
                    whole = self.sheet(table, match, shown, talk, listener.guest)
                    made[key] = encode("table", table=told(whole, table.subject, listener.language)), shown
            for listener in list(table.listeners):
                key = (table.eyes(listener), listener.guest == table.row.host)
                found = made.get(key)
                if found is not None and (only is None or key[0][0] in only):
                    message, listener.seen = found
                    listener.send(message)
            told_of = (each for each in table.listeners if only is None or table.seat_of(each.guest) in only)
            self.tell_clock(table, told_of)


PRESENT = 40.0  # seconds until another process that says nothing is taken for gone
TOGETHER = 100  # tables in one note: PostgreSQL carries no more than 8,000 bytes
MOVING = (
    "version",
    "ply",
    "to_act",
    "updated",
    "clock",
    "deadline",
    "finished",
    "outcome",
    "requests",
    "plans",
)


def show(table: Table, frames: Shown) -> None:
    """Show everybody here who has a new frame that frame, or what is new in it.

    Whoever has seen the same before gets the same message: it is made once.
    """
    made: dict[tuple[int, int | None], bytes] = {}
    for listener in list(table.listeners):
        frame = frames.get(table.eyes(listener))
        if frame is None:
            continue
        seen = listener.seen if listener.patches else None
        key = (id(frame), id(seen))
        if key not in made:
            made[key] = (
                encode("frame", frame=frame) if seen is None else encode("patch", patch=patch(seen, frame))
            )
        listener.send(made[key])
        listener.seen = frame


def encode(type_: str, /, **fields: Any) -> bytes:
    """A message to a client."""
    return msgspec.json.encode({"type": type_, **fields})
