"""What needs the others' consent: going back, a draw, breaking off, and a bot for somebody who left."""

from fimbul.core import Outcome
from fimbul.core.wording import listed
from fimbul.server import clocks
from fimbul.server.play import Play
from fimbul.server.problems import Problem, not_found, stale
from fimbul.server.ratings import BROKEN_OFF
from fimbul.server.store import Conflict, Request, SeatRow, TableRow, now, now_ms
from fimbul.server.tables import Table, encode
from fimbul.server.workers import DEFAULT, bot_name, checked_spec
from fimbul.table.asking import check_unseen, last_decision
from fimbul.table.history import History

AWAY = 120.0  # seconds after which somebody has left
AWAY_RATED = 24 * 3600  # seconds without a move before a rated game is taken from somebody
KINDS = ("undo", "draw", "abort", "replace")
REFUSED = {
    "undo": "{name} would rather not go back.",
    "draw": "{name} plays on for a win.",
    "abort": "{name} would rather play on.",
    "replace": "{name} would rather wait.",
}


class Agreements:
    """Requests, and the answers to them.  They are part of the table, so they outlive every process."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.tables = play.tables
        self.store = play.store
        self.seating = play.seating

    async def undo(self, table: Table, guest: str) -> bool:
        """Go back to the guest's last decision, or ask the others whether they agree; whether it is done."""
        async with table.lock:
            match, seat, others = await self.begin(table, guest)
            ply = last_decision(match, seat, table.seats_of(guest))
            state, _ = await self.tables.at(table, match, ply)
            free = state.revelations == match.state.revelations
            if not others:
                check_unseen(match, state)
            secret = ply >= match.begun()
            moved = set() if secret else {deed.seat for deed in match.deeds[ply + 1 :]}
            seen = others & set(match.state.to_act) & table.present()[0]  # who is there, and is to answer it
            done = (free and not (moved & others or (seen and not secret))) or not others
            if done and not table.row.rated:
                await self.rewind(table, match, ply)
            else:
                await self.ask(table, Request("undo", seat, len(match), sorted(others), ply))
                names = listed([table.row.seats[other].name for other in sorted(others)])
                one = f"{names} is asked whether you may take it back."
                text = one if len(others) == 1 else f"{names} are asked whether you may take it back."
                self.tables.say(table, encode("news", text=text), [seat])
                done = False
        self.play.wake(table)
        return done

    async def request(self, table: Table, guest: str, kind: str, target: int | None = None) -> bool:
        """Ask for a draw, to break off, or for a bot in a left seat; whether it is done at once."""
        if kind == "undo":
            return await self.undo(table, guest)
        if kind not in KINDS:
            raise Problem(400, f"One can ask for {', '.join(KINDS)}, not for '{kind[:40]}'.")
        async with table.lock:
            match, seat, others = await self.begin(table, guest)
            if kind == "draw" and match.game.cooperative:
                raise stale("A team does not agree to a draw; it can break off.")
            if not others and (kind == "draw" or (table.row.rated and table.row.ply)):
                raise stale("Nobody is here who could agree to that; you can resign.")
            if kind == "replace":
                if target is None or not 0 <= target < match.seats or target not in others:
                    raise not_found("Name the seat of another person, who has left.")
                check_away(table, target)
                others -= {target}
            asked = Request(kind, seat, len(match), sorted(others), target)
            if others:
                await self.ask(table, asked)
            else:
                await self.carry_out(table, match, asked)
        self.play.wake(table)
        return not others

    async def begin(self, table: Table, guest: str) -> tuple[History, int, set[int]]:
        """The game, the guest's seat, and the other people."""
        await self.tables.refresh(table)
        match = await self.tables.match(table)
        seat = self.seating.seat(table, guest)
        if table.row.finished:
            raise Problem(409, "The game is over.", rule=match.state.end_rule)
        return match, seat, table.people() - set(table.seats_of(guest))

    async def ask(self, table: Table, asked: Request) -> None:
        """Keep a request and tell those who are to answer."""
        row = table.row.twin()
        row.requests = [each for each in row.requests if (each.kind, each.seat) != (asked.kind, asked.seat)]
        row.requests.append(asked)
        await self.keep(table, row)
        self.tables.say(table, message_of(table, asked), asked.waiting)

    async def answer(self, table: Table, guest: str, kind: str, yes: bool) -> None:
        """Another person's answer to a request."""
        async with table.lock:
            await self.tables.refresh(table)
            match = await self.tables.match(table)
            seat = self.seating.seat(table, guest)
            row = table.row.twin()
            mine = set(table.seats_of(guest))
            asked = next(
                (each for each in row.requests if each.kind == kind and mine & {*each.waiting}), None
            )
            if asked is None:
                raise stale("Nobody asks you to go back." if kind == "undo" else "Nobody asks you for that.")
            if asked.ply != len(match) or table.row.finished:
                raise stale("The table has moved on.")
            asked.waiting = [other for other in asked.waiting if other not in mine]
            if yes and not asked.waiting:
                await self.carry_out(table, match, asked)
            else:
                if not yes:
                    row.requests.remove(asked)
                await self.keep(table, row)
            if not yes:
                reason = REFUSED[kind].format(name=row.seats[seat].name)
                refused = encode("refused", reason=reason, rule=None)
                self.tables.say(table, refused, [asked.seat])
        self.play.wake(table)

    async def keep(self, table: Table, row: TableRow) -> None:
        """Keep the requests and the answers so far."""
        try:
            await self.store.tables.save(row)
        except Conflict:
            await self.tables.refresh(table)
            raise stale("The table has moved on.") from None
        table.row = row
        self.tables.changed(table)

    async def carry_out(self, table: Table, match: History, asked: Request) -> None:
        """Everybody agrees.  The caller holds the lock."""
        rule, seats = match.state.end_rule, match.seats
        match asked.kind:
            case "undo":
                await self.rewind(table, match, asked.target or 0)
            case "draw":
                await self.play.end(table, Outcome((0.5,) * seats, rule, "The players agreed to a draw."))
            case "abort":
                await self.play.end(table, Outcome((0.0,) * seats, rule, BROKEN_OFF))
            case "replace":
                await self.replace(table, match, asked.target or 0)

    async def replace(self, table: Table, match: History, seat: int, bot: str = DEFAULT) -> None:
        """A bot plays on for somebody who left."""
        row, spec = table.row.twin(), checked_spec(bot)
        place = row.seats[seat]
        row.seats[seat] = SeatRow(
            seat, "bot", None, bot_name(spec), place.plays, spec, len(match), place.person
        )
        row.requests = []
        clocks.tick(row, now_ms())
        await self.seating.change(table, row, [row.seats[seat]])

    async def rewind(self, table: Table, match: History, ply: int) -> None:
        """Forget what came after an action: on disk, in memory, before everybody.

        Inside a sealed choice only its seat's own actions are forgotten, and nobody else is told.
        """
        secret, seat = ply >= match.begun(), match.deeds[ply].seat
        kept = [deed for deed in match.deeds[ply + 1 :] if deed.seat != seat] if secret else []
        state, events = await self.tables.at(table, match, ply)
        for deed in kept:
            state.apply(match.game.parse(deed.action), deed.seat)
        row = table.row.twin()
        row.ply, row.to_act, row.epoch = ply + len(kept), list(state.to_act), row.epoch + 1
        row.requests = []
        row.plans = {}
        clocks.tick(row, now_ms())
        try:
            await self.store.tables.rewind(row, ply, kept)
        except Conflict:
            table.match = None
            await self.tables.refresh(table)
            raise stale("The table has moved on.") from None
        before, _ = await self.tables.at(table, match, ply)
        match.rewind(ply, before, kept)
        match.events.setdefault(ply, events)
        table.row, table.thinking = row, None
        self.tables.changed(table)
        await self.tables.tell_table(table, {seat} if secret else None)
        others = table.people() - {seat}
        if others and not secret:
            text = f"{row.seats[seat].name} took a move back."
            self.tables.say(table, encode("news", text=text), others)


def check_away(table: Table, seat: int) -> None:
    """Refuse a bot for somebody who is there, may soon be back, or has been promised more time."""
    row, name = table.row, table.row.seats[seat].name
    if seat in table.present()[0]:
        raise stale("They are at the table.")
    if row.pace is not None and row.pace["kind"] == "days":
        raise stale(f"{name} has days for a move: the clock decides.")
    if table.away(seat) < AWAY:
        raise stale(f"{name} may come back: ask again in {AWAY / 60:.0f} minutes.")
    if row.rated and now() - row.updated < AWAY_RATED:
        raise stale(f"The game is rated: ask when nobody has moved for {AWAY_RATED // 3600} hours.")


def message_of(table: Table, asked: Request) -> bytes:
    """A request as those who are to answer hear it."""
    name = table.row.seats[asked.seat].name
    if asked.kind == "undo":
        return encode("ask_undo", seat=asked.seat, name=name)
    return encode("ask", kind=asked.kind, seat=asked.seat, name=name, target=asked.target)
