"""Tables of lessons: they start from a ply of the lesson's own game, are in no list, and do not stay."""

import secrets

from fimbul.core import BadOption, Game, Record
from fimbul.server.matches import opened, stored
from fimbul.server.pages import static_folder
from fimbul.server.problems import not_found
from fimbul.server.seating import ID_BYTES, Seating, row_of
from fimbul.server.store import SeatRow, now
from fimbul.server.store.tables import LESSON
from fimbul.server.tables import Table
from fimbul.server.workers import bot_name, checked_spec
from fimbul.table.history import Deed, History, Start

LONGEST = 6 * 3600  # seconds that an untouched lesson waits for its learner


class Lessons:
    """The tables of all who learn just now."""

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        self.tables = seating.tables
        self.store = seating.store

    async def begin(self, game: Game, guest: str, ply: int, seat: int | None, bot: str | None) -> Table:
        """A table for a step; what the learner had before for this game's lesson is cleared away."""
        spec = checked_spec(bot)
        match = await self.tables.pools.draw(laid_out, game, ply)
        learner = match.state.to_act[0] if seat is None else seat
        if not 0 <= learner < match.seats:
            raise BadOption(f"There are seats 0 to {match.seats - 1}, and no seat {learner}.")
        name = await self.tables.name_of(guest)
        seats = [
            SeatRow(place, "person", guest, name)
            if place == learner
            else SeatRow(place, "bot", None, bot_name(spec), "", spec)
            for place in range(match.seats)
        ]
        row = row_of(match.start, match.state, match.deeds, secrets.token_hex(ID_BYTES), seats)
        row.access, row.chosen, row.host = LESSON, True, guest
        await self.clear(await self.store.tables.lessons_of(guest, game.slug))
        return await self.seating.keep(row, match)

    async def clear(self, names: list[str]) -> None:
        """Clear lessons away, wherever they are held."""
        for name in names:
            await self.store.tables.remove(name)
            self.tables.cleared(name)

    async def tidy(self) -> None:
        """Clear away what was left."""
        left = await self.store.tables.old_lessons(now() - LONGEST)
        await self.clear([name for name in left if not self.held(name)])

    def held(self, name: str) -> bool:
        """Whether somebody looks at a lesson here."""
        table = self.tables.known.get(name)
        return table is not None and bool(table.listeners)


def laid_out(game: Game, ply: int) -> History:
    """The game of a lesson as it stood at a ply."""
    path = static_folder() / "learn" / f"{game.slug}.saga"
    if not path.is_file():
        raise not_found(f"There is no lesson for {game.title} yet.")
    record = Record.parse(path.read_text(encoding="utf-8"))
    options = stored(game.read_options(record.options))
    start = Start(game.slug, game.rules_version, record.seats, options, record.seed)
    deeds = [Deed(move.seat, move.action) for move in record.moves]
    whole = opened(start, deeds)
    if not 0 <= ply <= whole.ply:
        raise not_found(f"The game has {whole.ply} plies; there is no ply {ply}.")
    match = opened(start, deeds[: whole.place(ply)])
    if match.state.over:
        raise not_found("The game was over here: there is nothing left to play.")
    return match
