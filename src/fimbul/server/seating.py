"""Sitting down and getting up.

Opening tables, joining, leaving, sending away, handing over, playing again.
"""

import contextlib
import hmac
import secrets
from hashlib import blake2b
from typing import Any

import msgspec

from fimbul.core import BadOption, BadRecord, Game, State
from fimbul.core.rng import SEED_BITS
from fimbul.games import game as find_game
from fimbul.server.clocks import Pace, checked_pace, stand, tick
from fimbul.server.matches import Proved, proved_or_why, stored
from fimbul.server.problems import Problem, forbidden, not_found, stale
from fimbul.server.store import Conflict, SeatRow, TableRow, now_ms
from fimbul.server.tables import ANY, Table, Tables
from fimbul.server.workers import DEFAULT, bot_name, checked_spec
from fimbul.table.history import Deed, History, Start

ID_BYTES = 7
MOST_SEATS = 16
ACCESS = ("open", "friends", "unlisted", "private")


class SeatWish(msgspec.Struct, forbid_unknown_fields=True):
    """Who shall sit in a seat of a new table."""

    kind: str
    bot: str | None = None


class Terms(msgspec.Struct, kw_only=True):
    """What a table is opened with, besides its game and seats."""

    access: str = "open"
    rated: bool = False
    pace: Pace | None = None
    seed: int | None = None
    hints: bool = False


class Seating:
    """Who sits where."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store
        self.pools = tables.pools

    # ---- opening

    async def create(
        self,
        game: Game,
        guest: str,
        *,
        options: dict[str, Any] | None = None,
        wishes: list[SeatWish] | None = None,
        terms: Terms | None = None,
    ) -> Table:
        """A new table."""
        terms = terms or Terms()
        if wishes is None:
            wishes = [SeatWish("me")] + [SeatWish("bot") for _ in range(game.seats[0] - 1)]
        if len(wishes) > MOST_SEATS:
            raise BadOption(f"No game has more than {MOST_SEATS} seats.")
        if terms.rated and sum(wish.kind == "me" for wish in wishes) > 1:
            raise BadOption("In a rated game everybody sits in one seat.")
        if terms.access not in ACCESS:
            raise BadOption(
                f"A table is {', '.join(ACCESS[:-1])} or {ACCESS[-1]}, not '{terms.access[:40]}'."
            )
        name = await self.tables.name_of(guest)
        seats = [wished(place, wish, guest, name) for place, wish in enumerate(wishes)]
        handle = await self.handle(guest)
        for seat in seats:
            seat.handle = handle if seat.person == guest else None
        pace = checked_pace(terms.pace)
        chosen = terms.seed is not None
        if terms.hints and terms.rated:
            raise BadOption("There are no hints in a rated game.")
        if chosen and terms.rated:
            raise BadOption("A rated game has dice that nobody chose.")
        seed = terms.seed if terms.seed is not None else secrets.randbits(SEED_BITS)
        built = stored(await self.pools.draw(game.read_options, options))
        start = Start(game.slug, game.rules_version, len(seats), built, seed)
        state = await self.pools.draw(game.new, seats=len(seats), options=options, seed=seed)
        row = row_of(start, state, [], secrets.token_hex(ID_BYTES), seats)
        row.access, row.rated, row.pace, row.chosen, row.host = terms.access, terms.rated, pace, chosen, guest
        row.hints = terms.hints
        return await self.keep(row, History(start, [], state, state.copy()))

    async def handle(self, guest: str) -> str | None:
        """The login of an account."""
        known = await self.store.people.get(guest)
        return known.login if known else None

    async def fork(self, source: Table, guest: str, ply: int, seat: int | None, bot: str | None) -> Table:
        """A new table that starts from a ply of another, against bots."""
        spec = checked_spec(bot)
        name = await self.tables.name_of(guest)
        async with source.lock:
            match = await self.tables.match(source)
            game = match.game
            if not source.row.finished and (game.hidden or game.chance):
                raise stale("This game keeps secrets: one can play from here when it has ended.")
            if not 0 <= ply <= match.ply:
                raise not_found(f"The game has {match.ply} plies; there is no ply {ply}.")
            ply = await self.tables.pools.draw(match.place, ply)
            state, events = await self.tables.at(source, match, ply)
            twin = History(match.start, match.deeds[:ply], state)
            twin.events[ply] = events
            kept = {at: body for at, body in match.snapshots.items() if at <= ply}
        if state.over:
            raise stale("The game was over here: there is nothing left to play.")
        seat = state.to_act[0] if seat is None else seat
        if not 0 <= seat < match.seats:
            raise BadOption(f"There are seats 0 to {match.seats - 1}, and no seat {seat}.")
        seats = [
            SeatRow(place, "person", guest, name)
            if place == seat
            else SeatRow(place, "bot", None, bot_name(spec), "", spec)
            for place in range(match.seats)
        ]
        row = row_of(twin.start, state, twin.deeds, secrets.token_hex(ID_BYTES), seats)
        row.access, row.chosen, row.host = "unlisted", True, guest  # whoever forks may know what comes
        twin.snapshots = kept
        return await self.keep(row, twin)

    async def keep(self, row: TableRow, match: History) -> Table:
        """Store a new table, and hold it in memory."""
        tick(row, now_ms())
        await self.store.tables.add(row, match.deeds, match.snapshots)
        table = self.tables.hold(Table(row))
        table.match = match
        self.tables.use(table)
        self.tables.restless()
        return table

    async def show_record(self, text: str) -> str:
        """A table that shows a record, which is proved first; its id."""
        name = "r" + blake2b(text.encode(), digest_size=ID_BYTES).hexdigest()
        if await self.store.tables.get(name) is not None:
            return name
        found = await self.pools.crunch(proved_or_why, text)
        if isinstance(found, str):
            raise BadRecord(found)
        with contextlib.suppress(Conflict):  # somebody else may bring the same record at the same time
            await self.store.tables.add(record_row(name, found), record_deeds(found), found.snapshots)
        return name

    # ---- sitting down

    async def join(self, table: Table, guest: str, invite: str | None) -> None:
        """Seat a guest in the next open seat."""
        name, handle = await self.tables.name_of(guest), await self.handle(guest)
        async with table.lock:
            await self.tables.refresh(table)
            if table.seat_of(guest) is not None:
                return
            row = table.row.twin()
            invited = invite is not None and hmac.compare_digest(invite.encode(), row.invite.encode())
            if not invited:
                await self.check_access(row, guest, invite)
            vacant = next((seat for seat in row.seats if seat.kind == "open"), None)
            if vacant is None or row.finished:
                raise stale("All seats of this table are taken. You can watch.")
            if row.rated and handle is None:
                raise forbidden("This table is rated: log in to play here.")
            row.sent_away = [each for each in row.sent_away if each != guest]
            vacant.kind, vacant.person, vacant.name, vacant.handle = "person", guest, name, handle
            tick(row, now_ms())
            await self.change(table, row, [vacant], "Somebody else has just taken that seat. Try again.")

    async def check_access(self, row: TableRow, guest: str, invite: str | None) -> None:
        """Refuse those who have no invitation and need one."""
        if invite is not None or row.access in ("unlisted", "private"):
            raise forbidden("This invitation is not for this table: ask for its link again.")
        await self.check_welcome(row, guest)
        friends = row.access == "friends" and row.host is not None
        if friends and await self.store.people.tied(str(row.host), guest) != "friend":
            raise forbidden("This table is for friends of whoever opened it.")

    async def check_welcome(self, row: TableRow, guest: str) -> None:
        """Refuse those who were sent away, and whom somebody at the table has blocked."""
        if guest in row.sent_away:
            raise forbidden("Whoever opened this table has sent you away.")
        for seat in row.seats:
            if seat.person and await self.store.people.tied(seat.person, guest) == "blocked":
                raise forbidden("Somebody at this table would rather not play with you.")

    async def check_talk(self, row: TableRow, guest: str) -> None:
        """Refuse the talk of those who watch where only players talk, or where they are not welcome."""
        if row.access != "open":
            raise forbidden("At this table only those who sit there talk.")
        await self.check_welcome(row, guest)

    async def change(
        self, table: Table, row: TableRow, changed: list[SeatRow], why: str = "The table has moved on."
    ) -> None:
        """Store a changed table, then show it to everybody.  The caller holds the lock.

        What somebody has planned leaves the seat with them.
        """
        pairs = zip(table.row.seats, row.seats, strict=True)
        stay = {str(old.seat) for old, new in pairs if old.person == new.person}
        row.plans = {seat: lines for seat, lines in row.plans.items() if seat in stay}
        try:
            await self.store.tables.save(row, changed)
        except Conflict:
            await self.tables.refresh(table)
            raise stale(why) from None
        table.row = row
        self.tables.changed(table)
        await self.tables.tell_table(table)

    async def turn(self, table: Table, guest: str, seat: int) -> None:
        """Somebody who sits in several seats looks, and acts, through another of them."""
        async with table.lock:
            if seat not in table.seats_of(guest):
                raise forbidden(f"You do not sit in seat {seat}.")
            table.at[guest] = seat
            await self.tables.tell_table(table, {seat})

    # ---- getting up

    async def leave(self, table: Table, guest: str) -> None:
        """Give a seat back that one has not played from."""
        async with table.lock:
            match = await self.tables.match(table)
            seat = self.seat(table, guest)
            if table.row.finished or match.last_of(seat) is not None:
                raise stale("You have played here already: you can resign.")
            await self.vacate(table, seat)

    async def vacate(self, table: Table, seat: int, *, sent: bool = False) -> None:
        """Open a seat again; who was sent away, and the link that they know, do not open it."""
        row = table.row.twin()
        place = row.seats[seat]
        if sent and place.person is not None:
            row.sent_away, row.invite = [*row.sent_away, place.person], new_invite()
        row.seats[seat] = place = SeatRow(place.seat, "open", plays=place.plays)
        row.requests = []
        stand(row, now_ms())
        await self.change(table, row, [place])

    async def kick(self, table: Table, guest: str, seat: int) -> None:
        """The host sends somebody away who has not played yet."""
        async with table.lock:
            match = await self.tables.match(table)
            self.host(table, guest)
            if not 0 <= seat < len(table.row.seats):
                raise not_found(f"There is no seat {seat}.")
            if table.row.seats[seat].kind == "open" or table.row.seats[seat].person == guest:
                raise stale("Nobody else sits there.")
            if table.row.finished or match.last_of(seat) is not None:
                raise stale("The game has begun for that seat: it can only be given to a bot, if all agree.")
            await self.vacate(table, seat, sent=True)

    async def hand_over(self, table: Table, guest: str) -> str:
        """Get up in the middle of a game for whoever comes with the invitation; the invitation."""
        async with table.lock:
            await self.tables.refresh(table)
            seat = self.seat(table, guest)
            if table.row.finished:
                raise stale("The game is over.")
            if table.row.rated:
                raise stale("In a rated game a seat cannot be handed over.")
            row = table.row.twin()
            place = row.seats[seat]
            row.seats[seat] = place = SeatRow(place.seat, "open", plays=place.plays)
            row.requests = []
            stand(row, now_ms())
            await self.change(table, row, [place])
            return row.invite

    async def fill(self, table: Table, guest: str, seat: int, bot: str | None) -> None:
        """The host puts a bot into an open seat."""
        spec = checked_spec(bot)
        async with table.lock:
            await self.tables.refresh(table)
            self.host(table, guest)
            if not 0 <= seat < len(table.row.seats) or table.row.seats[seat].kind != "open":
                raise stale("That seat is not open.")
            row = table.row.twin()
            place = row.seats[seat]
            row.seats[seat] = place = SeatRow(seat, "bot", None, bot_name(spec), place.plays, spec)
            tick(row, now_ms())
            await self.change(table, row, [place])
        self.tables.awake(table)

    # ---- clearing away

    async def discard(self, table: Table, guest: str) -> None:
        """Throw a table away at which nobody else has a place."""
        async with table.lock:
            await self.tables.refresh(table)
            self.seat(table, guest)
            row = table.row
            if any(each not in (None, guest) for place in row.seats for each in (place.person, place.loser)):
                raise stale("Others play here too: you can put this table away, or resign.")
            if row.rated and row.ply:
                raise stale("A rated game is kept; you can put it away.")
            await self.store.tables.remove(row.id)
            self.tables.cleared(row.id)

    # ---- again

    async def rematch(self, table: Table, guest: str) -> Table:
        """A new table of the same kind, whose link only those who sat here see."""
        async with table.lock:
            await self.tables.refresh(table)
            self.seat(table, guest)
            if not table.row.finished:
                raise stale("This game is not over yet.")
            if table.row.rematch is not None:
                return await self.tables.get(table.row.rematch)
            old = table.row
            seats = [again(place, guest, mine=place.person == guest) for place in old.seats]
            seed = secrets.randbits(SEED_BITS)
            start = Start(old.game, table.game.rules_version, len(seats), old.options, seed)
            state = await self.pools.draw(
                table.game.new, seats=len(seats), options=old.options, seed=start.seed
            )
            row = row_of(start, state, [], secrets.token_hex(ID_BYTES), seats)
            row.access, row.rated, row.pace, row.host = "private", old.rated, old.pace, guest
            row.hints = old.hints
            new = await self.keep(row, History(start, [], state, state.copy()))
            changed = old.twin()
            changed.rematch = new.row.id
            try:
                await self.change(table, changed, [])
            except Problem:  # another process was first: its table is the one
                await self.store.tables.remove(new.row.id)
                self.tables.drop(new)
                if table.row.rematch is None:
                    raise
                return await self.tables.get(table.row.rematch)
        return new

    async def rename(self, guest: str, name: str) -> None:
        """Give a guest a new name, also where they sit now."""
        for place in await self.store.people.set_name(guest, name):
            await self.renew(place)

    async def renew(self, name: str) -> None:
        """The store has changed a table beside us: follow, and tell the others."""
        table = self.tables.known.get(name)
        if table is not None:
            async with table.lock:
                await self.tables.refresh(table)
        self.tables.bus.tell("table", table=name, version=ANY)

    # ---- who may

    def seat(self, table: Table, guest: str) -> int:
        """Where a guest sits, or a problem for those who watch."""
        seat = table.seat_of(guest)
        if seat is None:
            raise forbidden("You are watching this table; only those who sit there can do that.")
        return seat

    def host(self, table: Table, guest: str) -> None:
        """Only whoever opened the table may do this."""
        if table.row.host != guest:
            raise forbidden("Only whoever opened this table can do that.")


def again(place: SeatRow, guest: str, *, mine: bool) -> SeatRow:
    """A seat of a game that is played again: the same bots, oneself, and open for the others."""
    if mine:
        return SeatRow(place.seat, "person", guest, place.name, handle=place.handle)
    if place.kind == "bot" and not place.loser:
        return wished(place.seat, SeatWish("bot", place.bot), guest, "")
    return SeatRow(place.seat, "open")


def new_invite() -> str:
    """The token of a table's link."""
    return secrets.token_urlsafe(9)


def wished(place: int, wish: SeatWish, guest: str, name: str) -> SeatRow:
    """A seat as it was wished."""
    match wish.kind:
        case "me":
            return SeatRow(place, "person", guest, name)
        case "open":
            return SeatRow(place, "open")
        case "bot":
            spec = checked_spec(wish.bot or DEFAULT)
            return SeatRow(place, "bot", None, bot_name(spec), "", spec)
    raise BadOption(f"A seat is for me, open or a bot, not '{wish.kind[:40]}'.")


def row_of(start: Start, state: State, deeds: list[Deed], name: str, seats: list[SeatRow]) -> TableRow:
    """A new table's row."""
    game, view = find_game(start.game), state.view(None)
    for seat in seats:
        seat.plays = game.seat_name(view, seat.seat)
    outcome = state.outcome
    return TableRow(
        id=name,
        game=start.game,
        rules=start.rules,
        options=start.options,
        seed=start.seed,
        salt=secrets.token_hex(16),
        invite=new_invite(),
        ply=len(deeds),
        to_act=list(state.to_act),
        finished=outcome is not None,
        outcome=msgspec.to_builtins(outcome) if outcome else None,
        seats=seats,
    )


def record_row(name: str, found: Proved) -> TableRow:
    """A proved record as a table to watch."""
    record = found.record
    ended = record.ended or found.outcome
    return TableRow(
        id=name,
        game=record.game,
        rules=record.rules,
        options=found.options,
        seed=record.seed,
        salt=record.dice.salt if record.dice else "",
        origin=record.dice.table if record.dice else None,
        invite=new_invite(),
        access="unlisted",
        chosen=True,
        ply=len(record.moves),
        to_act=[],
        finished=True,
        outcome=msgspec.to_builtins(ended) if ended else None,
        seats=[
            SeatRow(place, "person", None, called[:80], plays, resigned=dict(record.resigned).get(place))
            for place, (called, plays) in enumerate(zip(record.names, found.plays, strict=True))
        ],
    )


def record_deeds(found: Proved) -> list[Deed]:
    """The actions of a proved record."""
    return [Deed(move.seat, move.action) for move in found.record.moves]
