"""Tables: what is stored, with the game in memory as a cache that replaying can always fill again."""

import asyncio
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any, Protocol

import msgspec

from fimbul.core import (
    BadOption,
    BadRecord,
    Event,
    FimbulError,
    Game,
    Match,
    Outcome,
    Record,
    State,
    verify,
)
from fimbul.core.rng import SEED_BITS
from fimbul.games import game as find_game
from fimbul.server import frames
from fimbul.server.bots import bot_name, checked_spec
from fimbul.server.frames import Boards, Frame, SeatInfo, TableInfo
from fimbul.server.guests import made_up_name
from fimbul.server.problems import Problem, forbidden, not_found, stale
from fimbul.server.store import Conflict, Deed, SeatRow, Spoken, Store, TableRow

ID_BYTES = 7
MOST_TABLES = 512  # in memory; those with somebody watching are never dropped
MOST_MATCHES = 128
MOST_MISSED = 60  # plies that are shown one by one to somebody who comes back


class SeatWish(msgspec.Struct, forbid_unknown_fields=True):
    """Who shall sit in a seat of a new table."""

    kind: str
    bot: str | None = None


class Listener(Protocol):
    """Somebody who is told what happens at a table."""

    guest: str

    def send(self, message: bytes) -> None:
        """Tell them, now or soon; this never waits."""

    def close(self, reason: str) -> None:
        """Say goodbye."""


class UndoRequest(msgspec.Struct):
    """A wish to go back that waits for the other people."""

    seat: int
    ply: int
    epoch: int
    length: int
    waiting: set[int]


class Table:
    """One table in memory."""

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.game: Game = find_game(row.game)
        self.lock = asyncio.Lock()
        self.match: Match | None = None
        self.listeners: set[Listener] = set()
        self.thinker: asyncio.Task[None] | None = None
        self.thinking: int | None = None
        self.undo_request: UndoRequest | None = None
        self.hints: set[int] = set()
        self.shown: dict[int | None, bytes] = {}

    def seat_of(self, guest: str) -> int | None:
        """Where a guest sits."""
        return next((seat.seat for seat in self.row.seats if seat.guest == guest), None)

    def people(self) -> set[int]:
        """The seats of people."""
        return {seat.seat for seat in self.row.seats if seat.kind == "person"}

    def bot_at(self, seat: int) -> str | None:
        """The bot in a seat."""
        return self.row.seats[seat].bot

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, by a rule or otherwise."""
        return msgspec.convert(self.row.outcome, Outcome) if self.row.outcome else None

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it in memory."""
        return not self.listeners and not self.lock.locked() and self.thinker is None

    def tell(self, message: bytes | Callable[[int | None], bytes]) -> None:
        """Tell everybody the same, or everybody what their seat may know."""
        for listener in list(self.listeners):
            listener.send(message(self.seat_of(listener.guest)) if callable(message) else message)


class Tables:
    """All tables: those in memory, and the store behind them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.boards = Boards()
        self.live: OrderedDict[str, Table] = OrderedDict()

    # ---- finding

    async def get(self, name: str) -> Table:
        """A table by its id."""
        if name not in self.live:
            row = await self.store.table(name)
            if row is None:
                raise not_found(f"There is no table '{name[:40]}'.")
            self.live.setdefault(name, Table(row))
            self.trim()
        self.live.move_to_end(name)
        return self.live[name]

    def trim(self) -> None:
        """Forget what has not been used for long."""
        for name in [name for name, table in self.live.items() if table.idle]:
            if len(self.live) <= MOST_TABLES:
                break
            del self.live[name]
        held = [table for table in self.live.values() if table.match is not None]
        for table in held[: max(0, len(held) - MOST_MATCHES)]:
            if not table.lock.locked():
                table.match = None
                table.shown.clear()

    async def match(self, table: Table) -> Match:
        """The game of a table, replayed if memory has lost it.  The caller holds the table's lock."""
        if table.match is None:
            deeds = await self.store.deeds(table.row.id)
            table.match = await asyncio.to_thread(replayed, table.game, table.row, deeds)
            self.trim()
        return table.match

    async def name_of(self, guest: str) -> str:
        """What a guest is called."""
        return await self.store.name_of(guest) or made_up_name(guest)

    # ---- opening

    async def create(
        self,
        game: Game,
        guest: str,
        *,
        options: dict[str, Any] | None,
        wishes: list[SeatWish] | None,
        seed: int | None,
        listed: bool,
    ) -> Table:
        """A new table."""
        if wishes is None:
            wishes = [SeatWish("me")] + [SeatWish("bot") for _ in range(game.seats[0] - 1)]
        seats = [await self.wished(place, wish, guest) for place, wish in enumerate(wishes)]
        if sum(wish.kind == "me" for wish in wishes) > 1:
            raise BadOption("You can sit in one seat only; leave the others open or give them to bots.")
        if seed is None:
            seed = secrets.randbits(SEED_BITS)
        match = await asyncio.to_thread(Match, game, seats=len(seats), options=options, seed=seed)
        return await self.keep(match, seats, listed=listed)

    async def wished(self, place: int, wish: SeatWish, guest: str) -> SeatRow:
        """A seat as it was wished."""
        match wish.kind:
            case "me":
                return SeatRow(place, "person", guest, await self.name_of(guest))
            case "open":
                return SeatRow(place, "open")
            case "bot":
                spec = checked_spec(wish.bot)
                return SeatRow(place, "bot", None, bot_name(spec), "", spec)
        raise BadOption(f"A seat is for me, open or a bot, not '{wish.kind[:40]}'.")

    async def fork(self, source: Table, guest: str, ply: int, seat: int | None, bot: str | None) -> Table:
        """A new table that starts from a ply of another, against bots."""
        spec = checked_spec(bot)
        name = await self.name_of(guest)
        async with source.lock:
            match = await self.match(source)
            game = match.game
            if not source.row.finished and (game.hidden or game.chance):
                raise stale("This game keeps secrets: one can play from here when it has ended.")
            if not 0 <= ply <= len(match.moves):
                raise not_found(f"The game has {len(match.moves)} plies; there is no ply {ply}.")
            deeds = [Deed(move.seat, move.action) for move in match.moves[:ply]]
            row, count = msgspec.structs.replace(source.row), match.seats
        twin = await asyncio.to_thread(replayed, game, row, deeds)
        if twin.state.over:
            raise stale("The game was over here: there is nothing left to play.")
        seat = twin.state.to_act[0] if seat is None else seat
        if not 0 <= seat < count:
            raise BadOption(f"There are seats 0 to {count - 1}, and no seat {seat}.")
        seats = [
            SeatRow(place, "person", guest, name)
            if place == seat
            else SeatRow(place, "bot", None, bot_name(spec), "", spec)
            for place in range(count)
        ]
        return await self.keep(twin, seats, listed=False)

    async def keep(self, match: Match, seats: list[SeatRow], *, listed: bool) -> Table:
        """Store a table that starts from a match, and hold it in memory."""
        name = secrets.token_hex(ID_BYTES)
        row = row_of(match, name, seats)
        row.listed = listed
        await self.store.add_table(row, [Deed(move.seat, move.action) for move in match.moves])
        table = self.live[name] = Table(row)
        table.match = match
        self.trim()
        return table

    async def show_record(self, text: str) -> str:
        """A table that shows a record, which is proved first; its id."""
        name = "r" + blake2b(text.encode(), digest_size=ID_BYTES).hexdigest()
        match, names = await asyncio.to_thread(proved, text)
        if await self.store.table(name) is None:
            seats = [SeatRow(place, "person", None, called[:80]) for place, called in enumerate(names)]
            row = row_of(match, name, seats)
            row.finished, row.listed, row.to_act = True, False, []
            await self.store.add_table(row, [Deed(move.seat, move.action) for move in match.moves])
        return name

    # ---- sitting down

    async def join(self, table: Table, guest: str, invite: str | None) -> None:
        """Seat a guest in the next open seat."""
        name = await self.name_of(guest)
        async with table.lock:
            if table.seat_of(guest) is not None:
                return
            row = table.row
            invited = invite is not None and hmac.compare_digest(invite.encode(), row.invite.encode())
            if not invited and (invite is not None or not row.listed):
                raise forbidden("This invitation is not for this table: ask for its link again.")
            vacant = next((seat for seat in row.seats if seat.kind == "open"), None)
            if vacant is None or row.finished:
                raise stale("All seats of this table are taken. You can watch.")
            try:
                await self.store.take_seat(row.id, vacant.seat, guest, name)
            except Conflict:
                self.live.pop(row.id, None)
                raise stale("Somebody else has just taken that seat. Try again.") from None
            vacant.kind, vacant.guest, vacant.name = "person", guest, name
            await self.tell_table(table)

    async def rename(self, guest: str, name: str) -> None:
        """Give a guest a new name, also where they sit now."""
        for place in await self.store.set_name(guest, name):
            table = self.live.get(place)
            if table is None:
                continue
            async with table.lock:
                for seat in table.row.seats:
                    if seat.guest == guest:
                        seat.name = name
                await self.tell_table(table)

    # ---- showing; the caller holds the table's lock

    async def info(self, table: Table, guest: str, since: int | None = None) -> TableInfo:
        """A table as a guest may see it, at present or as it was at a ply."""
        return self.sheet(
            table, await self.match(table), await self.store.talk(table.row.id), table.seat_of(guest), since
        )

    def sheet(
        self, table: Table, match: Match, talk: list[Spoken], seat: int | None, since: int | None = None
    ) -> TableInfo:
        """The same, when the game and the talk are at hand."""
        row, plies = table.row, len(match.moves)
        shown = (
            self.frame(table, match, seat)
            if since in (None, plies)
            else self.past(table, match, since or 0, seat)
        )
        vacant = any(place.kind == "open" for place in row.seats)
        return TableInfo(
            id=row.id,
            game=row.game,
            title=table.game.title,
            options=row.options,
            seats=[
                SeatInfo(place.seat, place.kind, place.name, plays, place.seat == seat, place.bot)
                for place, plays in zip(row.seats, shown.plays, strict=True)
            ],
            me=seat,
            invite=row.invite if seat is not None and vacant and not row.finished else None,
            ply=shown.ply,
            plies=plies,
            epoch=row.epoch,
            finished=row.finished,
            outcome=table.outcome,
            seed_hash=frames.seed_hash(row.id, row.seed),
            seed=str(row.seed) if row.finished else None,
            chronicle=table.game.chronicled,
            chat=talk,
            frame=shown,
        )

    def frame(self, table: Table, match: Match, seat: int | None) -> Frame:
        """The present position as a seat may see it."""
        events = match.log[-1] if match.log else []
        return self.drawn(table, match.state, events, seat, present=True)

    def past(self, table: Table, match: Match, ply: int, seat: int | None) -> Frame:
        """An earlier position."""
        if not 0 <= ply <= len(match.moves):
            raise not_found(f"The game has {len(match.moves)} plies; there is no ply {ply}.")
        if ply == len(match.moves):
            return self.frame(table, match, seat)
        return self.drawn(table, match.at(ply), match.log[ply - 1] if ply else [], seat, present=False)

    def missed(self, table: Table, match: Match, since: int, seat: int | None) -> Iterator[Frame]:
        """The positions after a ply, one by one."""
        state, last = match.at(since), len(match.moves)
        for ply, move in enumerate(match.moves[since:], since + 1):
            state.apply(match.game.parse(move.action), move.seat)
            yield self.drawn(table, state, match.log[ply - 1], seat, present=ply == last)

    def drawn(
        self, table: Table, state: State, events: list[Event], seat: int | None, *, present: bool
    ) -> Frame:
        """A frame of a state."""
        return frames.frame(
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

    def frame_message(self, table: Table, match: Match, seat: int | None) -> bytes:
        """The present frame as a message, made once for each seat."""
        if seat not in table.shown:
            table.shown[seat] = encode("frame", frame=self.frame(table, match, seat))
        return table.shown[seat]

    async def tell_table(self, table: Table) -> None:
        """Show everybody the whole table anew."""
        table.shown.clear()
        if table.listeners:
            match, talk = await self.match(table), await self.store.talk(table.row.id)
            made: dict[int | None, bytes] = {}
            for seat in {table.seat_of(listener.guest) for listener in table.listeners}:
                made[seat] = encode("table", table=self.sheet(table, match, talk, seat))
            table.tell(lambda seat: made[seat] if seat in made else made[None])


def encode(kind: str, **fields: Any) -> bytes:
    """A message to a client."""
    return msgspec.json.encode({"type": kind, **fields})


def row_of(match: Match, name: str, seats: list[SeatRow]) -> TableRow:
    """A match as a new table's row."""
    view = match.state.view(None)
    for seat in seats:
        seat.plays = match.game.seat_name(view, seat.seat)
    outcome = match.state.outcome
    return TableRow(
        id=name,
        game=match.game.slug,
        rules=match.game.rules_version,
        options=msgspec.to_builtins(match.options),
        seed=match.seed,
        invite=secrets.token_urlsafe(9),
        ply=len(match.moves),
        to_act=list(match.state.to_act),
        finished=outcome is not None,
        outcome=msgspec.to_builtins(outcome) if outcome else None,
        seats=seats,
    )


def replayed(game: Game, row: TableRow, deeds: list[Deed]) -> Match:
    """The match of a stored table."""
    if row.rules != game.rules_version:
        raise Problem(
            410,
            f"This table was played under rules {row.rules} of {game.title}; "
            f"this fimbul has rules {game.rules_version} and will not misread it.",
        )
    match = Match(game, seats=len(row.seats), options=row.options, seed=row.seed)
    try:
        for deed in deeds:
            match.play(game.parse(deed.action), deed.seat)
    except FimbulError as problem:
        raise Problem(500, f"This table cannot be replayed by this fimbul: {problem}") from None
    return match


def proved(text: str) -> tuple[Match, list[str]]:
    """The game of a record that holds what it claims."""
    record = Record.parse(text)
    try:
        game = find_game(record.game)
    except FimbulError as problem:
        raise BadRecord(str(problem)) from None
    return verify(record, game), record.names
