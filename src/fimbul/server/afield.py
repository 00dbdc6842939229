"""Tables that are taken along: what their only player gets of them, and what they bring back.

What is brought is played again by the rules before anything is stored, and stored at once or not at all.
What people did elsewhere meanwhile is never overwritten.
"""

import secrets

import msgspec

from fimbul.core import FimbulError, Game, Illegal, State
from fimbul.games import game as find_game
from fimbul.server.matches import start_of
from fimbul.server.play import Play
from fimbul.server.problems import Problem, forbidden, stale
from fimbul.server.seating import ID_BYTES, row_of
from fimbul.server.sheets import fits
from fimbul.server.store import Conflict, SeatRow
from fimbul.server.tables import FAR, Listener, Table, encode
from fimbul.table.afield import Parcel
from fimbul.table.asking import check_words
from fimbul.table.history import EVERY, Deed, History, new_state

LONGEST_REQUEST = 64
MOST_BROUGHT = 20_000  # actions; a whole game of Fornaldar has some thousand
LARGEST = 4 << 20  # bytes of what is brought
ELSEWHERE = "This table was played on elsewhere while it was played on without a connection."
BACK = "What was played without a connection is here now."


class Brought(msgspec.Struct, forbid_unknown_fields=True):
    """A game as it was played on without a connection: its rules and all its actions.

    `base`: how many of them the server had told; `apart`: it shall be a table of its own.
    """

    rules: str
    base: int
    deeds: list[Deed]
    apart: bool = False


class Course(msgspec.Struct):
    """Where actions have led that were played again."""

    state: bytes
    snapshots: dict[int, bytes]


class Afield:
    """Taking along, and bringing back."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.tables = play.tables
        self.store = play.store
        self.seating = play.seating

    async def take(self, table: Table, listener: Listener, epoch: int | None, since: int) -> None:
        """Give somebody the course of a game that they play alone, and mark the table with it."""
        async with table.lock:
            await self.tables.refresh(table)
            match = await self.tables.match(table)
            self.seating.seat(table, listener.guest)
            if self.tables.runtime is None:
                raise stale("This server has not what it takes to play on without it.")
            if not fits(table.row, listener.guest):
                raise stale("Only a game that one plays alone, unrated and untimed, can be taken along.")
            if table.row.taken is None:
                row = table.row.twin()
                row.taken = len(match)
                await self.seating.change(table, row, [])
            same = epoch == table.row.epoch and 0 <= since <= len(match)
            listener.along = table.row.epoch, len(match)
            parcel = self.parcel(table, match)
            if same:
                listener.send(encode("deeds", epoch=table.row.epoch, since=since, deeds=match.deeds[since:]))
            else:
                listener.send(encode("along", parcel=parcel))

    def parcel(self, table: Table, match: History) -> Parcel:
        """The course of a game."""
        row = table.row
        return Parcel(
            game=row.game,
            rules=row.rules,
            seats=len(row.seats),
            options=row.options,
            seed=str(row.seed),
            bots={str(seat.seat): seat.bot for seat in row.seats if seat.bot},
            epoch=row.epoch,
            deeds=match.deeds,
        )

    async def bring(self, table: Table, guest: str, brought: Brought) -> Table:
        """Play again what was played without a connection; the table at which it stands then."""
        async with table.lock:
            await self.tables.refresh(table)
            match = await self.tables.match(table)
            self.check(table, guest, brought)
            if brought.apart:
                found = await self.apart(table, guest, brought)
            else:
                found = table
                await self.go_on(table, match, guest, brought)
        self.play.wake(found)
        return found

    def check(self, table: Table, guest: str, brought: Brought) -> None:
        """Refuse what cannot be of this table."""
        self.seating.seat(table, guest)
        ours = table.game.rules_version
        if table.row.taken is None:
            raise forbidden("This table was not taken along.")
        if brought.rules != ours:
            raise Problem(
                410,
                f"This was played under rules {brought.rules} of {table.game.title}; "
                f"this server has rules {ours} and will not misread it.",
            )
        if len(brought.deeds) > MOST_BROUGHT:
            raise Problem(413, f"That is too much: a game has at most {MOST_BROUGHT} actions here.")
        if not 0 <= brought.base <= len(brought.deeds):
            raise Problem(400, "More actions were known here than the game has.")
        requests = [deed.request for deed in brought.deeds if deed.request is not None]
        fit = all(0 < len(each) <= LONGEST_REQUEST for each in requests)
        if not fit or len(set(requests)) < len(requests):
            raise Problem(400, f"A request id has 1 to {LONGEST_REQUEST} letters, and is used once.")

    async def go_on(self, table: Table, match: History, guest: str, brought: Brought) -> None:
        """Play on at the table itself.  The caller holds its lock.

        What is there already is not done twice.  Bots may have played on here, unseen: they go back, and play
        as they did there.  Where a person has acted or gone back meanwhile, nothing is done.
        """
        place = common(match.deeds, brought.deeds)
        new, late = brought.deeds[place:], match.deeds[place:]
        if not new:
            return
        moved = place < brought.base or any(table.bot_at(deed.seat) is None for deed in late)
        if moved or not fits(table.row, guest):
            raise stale(ELSEWHERE)
        state, _ = await self.tables.at(table, match, place)
        course = await self.played(table.game, state, new, place)
        state = table.game.restore(course.state)
        row = table.row.twin()
        row.ply, row.to_act, row.epoch = len(brought.deeds), list(state.to_act), row.epoch + bool(late)
        row.outcome = msgspec.to_builtins(state.outcome) if state.outcome else None
        row.finished = state.over
        row.requests, row.plans = [], {}
        try:
            await self.store.tables.rewind(row, place, new)
        except Conflict:
            await self.tables.refresh(table)
            raise stale(ELSEWHERE) from None
        await self.store.tables.add_snapshots(row.id, row.version, course.snapshots)
        table.row, table.match, table.thinking = row, None, None
        self.tables.changed(table)
        await self.tables.tell_table(table)
        self.tables.say(table, encode("news", text=BACK))
        if row.finished:
            await self.play.finished(table)

    async def apart(self, table: Table, guest: str, brought: Brought) -> Table:
        """A table of its own for it, with the same seats."""
        old = table.row
        start = start_of(old)
        first = await self.tables.pools.draw(new_state, start)
        course = await self.played(table.game, first, brought.deeds, 0)
        seats = [
            SeatRow(place.seat, place.kind, place.person, place.name, bot=place.bot, handle=place.handle)
            for place in old.seats
        ]
        if any(place.kind == "open" or place.person not in (None, guest) for place in seats):
            raise stale("Others play at this table now: what you played alone cannot become a table like it.")
        state = table.game.restore(course.state)
        row = row_of(start, state, brought.deeds, secrets.token_hex(ID_BYTES), seats)
        row.access, row.chosen, row.host, row.hints = "private", True, guest, old.hints
        row.taken = old.taken
        match = History(start, list(brought.deeds), state, first)
        match.snapshots = course.snapshots
        return await self.seating.keep(row, match)

    async def played(self, game: Game, state: State, new: list[Deed], place: int) -> Course:
        """Play actions from a place on, or say which of them cannot be."""
        work = self.tables.pools.crunch if len(new) > FAR else self.tables.pools.draw
        course: Course | str = await work(followed, game.slug, state.snapshot(), new, place)
        if isinstance(course, str):
            raise Problem(422, course)
        return course


def common(some: list[Deed], others: list[Deed]) -> int:
    """How many actions two courses begin with alike."""
    count = 0
    for one, other in zip(some, others, strict=False):
        if (one.seat, one.action) != (other.seat, other.action):
            break
        count += 1
    return count


def followed(slug: str, snapshot: bytes, new: list[Deed], place: int) -> Course | str:
    """Play actions by the rules from a place on; a sentence where one cannot be."""
    game, snapshots = find_game(slug), {}
    state = game.restore(snapshot)
    for number, deed in enumerate(new, place + 1):
        try:
            action = game.parse(deed.action)
            check_words(action)
            state.play(action, deed.seat)
        except Illegal as problem:
            return f"Action {number} of what was played, {deed.action[:80]}, cannot be: {problem.reason}"
        except FimbulError as problem:
            return f"Action {number} of what was played cannot be: {problem}"
        if not number % EVERY:
            snapshots[number] = state.snapshot()
    return Course(state.snapshot(), snapshots)
