"""A table as one person is shown it."""

from typing import Annotated, Any

import msgspec

from fimbul import bots
from fimbul.core import Outcome
from fimbul.core.dice import commitment
from fimbul.core.words import SAID
from fimbul.games import SLUGS
from fimbul.server.clocks import Clock
from fimbul.server.clocks import shown as shown_clock
from fimbul.server.store import Spoken, TableRow, now_ms
from fimbul.server.store.tables import LESSON
from fimbul.table.frames import Frame, SeatInfo


class Sitting(SeatInfo, frozen=True, kw_only=True):
    """Who sits in a seat, whether they are there, have played, and gave up."""

    player: str | None = None  # whose profile to look at
    present: bool = False
    resigned: bool = False
    played: bool = False  # whether anything was done from this seat that all know of


class Asking(msgspec.Struct, frozen=True):
    """What a seat has asked the others for; `waiting` have not answered yet."""

    kind: str
    seat: int
    waiting: list[int]
    target: int | None = None


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A table with its present frame, as one seat may see it."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    seats: list[Sitting]
    me: int | None
    invite: str | None
    ply: int
    plies: int
    epoch: int
    finished: bool
    outcome: Outcome | None
    seed_hash: str
    seed: str | None
    chronicle: bool
    chat: list[Spoken]
    frame: Annotated[Frame, SAID]
    access: str
    hosting: bool
    rated: bool
    hints: bool  # whether a bot may be asked
    pace: dict[str, Any] | None
    clock: Clock | None
    requests: list[Asking]
    plans: list[list[str]]
    rematch: str | None
    seed_chosen: bool
    salt: str | None
    watching: int
    along: str | None  # where a browser finds what it needs to play on here without a connection, if it may
    taken: int | None  # after how many actions it was first taken along, dice and all
    apart: bool  # whether seats keep secrets from each other, also where one person has several


def sheet(
    row: TableRow,
    shown: Frame,
    *,
    title: str,
    chronicle: bool,
    person: str,
    seat: int | None,
    apart: bool,
    talk: list[Spoken],
    plies: int,
    present: set[int],
    played: set[int],
    watching: int,
    outcome: Any,
    runtime: str | None = None,
) -> Sheet:
    """The sheet of a table for one person."""
    vacant = any(place.kind == "open" for place in row.seats)
    return Sheet(
        id=row.id,
        game=row.game,
        title=title,
        options=row.options,
        seats=[
            Sitting(
                place.seat,
                place.kind,
                place.name,
                plays,
                place.person == person,
                place.bot,
                player=f"bot:{place.bot}" if place.bot else place.handle,
                present=place.seat in present,
                resigned=place.resigned is not None,
                played=place.seat in played,
            )
            for place, plays in zip(row.seats, shown.plays, strict=True)
        ],
        me=seat,
        invite=row.invite if seat is not None and vacant and not row.finished else None,
        ply=shown.ply,
        plies=plies,
        epoch=row.epoch,
        finished=row.finished,
        outcome=outcome,
        seed_hash=commitment(row.id, row.salt, row.seed),
        seed=str(row.seed) if row.finished else None,
        salt=row.salt if row.finished else None,
        seed_chosen=row.chosen,
        chronicle=chronicle,
        chat=talk,
        frame=shown,
        access=row.access,
        hosting=row.host == person,
        rated=row.rated,
        hints=not row.rated and (row.hints or alone(row, person)),
        pace=row.pace,
        clock=shown_clock(row, now_ms()),
        requests=[Asking(each.kind, each.seat, each.waiting, each.target) for each in row.requests],
        plans=row.plans.get(str(seat), []) if seat is not None else [],
        rematch=row.rematch if seat is not None else None,
        watching=watching,
        along=runtime if fits(row, person) else None,
        taken=row.taken,
        apart=apart,
    )


def alone(row: TableRow, person: str) -> bool:
    """Whether nobody else plays, and nobody else is waited for."""
    return all(place.kind == "bot" or place.person == person for place in row.seats)


def fits(row: TableRow, person: str) -> bool:
    """Whether somebody may take a table along: they play alone, for no rating and against no clock."""
    ours = all(place.bot is None or place.bot in bots.NAMES for place in row.seats)
    seated = any(place.person == person for place in row.seats)
    free = not (row.rated or row.pace or row.finished) and row.access != LESSON
    return free and ours and seated and alone(row, person) and row.game in SLUGS
