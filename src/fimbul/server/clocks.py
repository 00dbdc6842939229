"""Time: Fischer clocks, and days for a move.

A clock is part of its table's row, so it outlives every process.
"""

from typing import Any, Literal

import msgspec

from fimbul.core import BadOption
from fimbul.server.store import TableRow

SECOND = 1000  # milliseconds
DAY = 24 * 3600 * SECOND
LONGEST_BASE, LONGEST_INCREMENT, MOST_DAYS = 24 * 3600, 3600, 30


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How much time there is: `base` seconds and an `increment` after each turn, or `days` for a move."""

    kind: Literal["fischer", "days"]
    base: int = 0
    increment: int = 0
    days: int = 0


class Clock(msgspec.Struct):
    """What each seat has left, and whose time has been running since when (milliseconds)."""

    left: list[int]
    since: int
    running: list[int]


def checked_pace(pace: Pace | None) -> dict[str, Any] | None:
    """A pace that can be played, or `BadOption`."""
    if pace is None:
        return None
    if pace.kind == "days":
        if not 1 <= pace.days <= MOST_DAYS or pace.base or pace.increment:
            raise BadOption(f"A move has 1 to {MOST_DAYS} days, not {pace.days}.")
    elif not (10 <= pace.base <= LONGEST_BASE and 0 <= pace.increment <= LONGEST_INCREMENT) or pace.days:
        raise BadOption(
            f"A clock has 10 to {LONGEST_BASE} seconds and an increment of 0 to {LONGEST_INCREMENT}."
        )
    built: dict[str, Any] = msgspec.to_builtins(pace)
    return built


def tick(row: TableRow, moment: int, *, acted: bool = False) -> None:
    """Charge the time that has passed, and let the clocks of those who are to act now run.

    Whoever has `acted`, and is through, gets the increment; of days there are as many again for every turn.
    While a seat is open all clocks stand.
    """
    if row.pace is None:
        return
    pace = msgspec.convert(row.pace, Pace)
    whole = pace.days * DAY if pace.kind == "days" else pace.base * SECOND
    full = all(seat.kind != "open" for seat in row.seats)
    if row.clock is None:
        if not full or row.finished:
            return
        clock = Clock([whole] * len(row.seats), moment, [])
    else:
        clock = msgspec.convert(row.clock, Clock)
    waiting = [seat for seat in row.to_act if row.seats[seat].kind == "person"] if full else []
    for seat in clock.running:
        clock.left[seat] = max(0, clock.left[seat] - (moment - clock.since))
        if seat not in row.to_act and not row.finished:
            added = pace.increment * SECOND if acted else 0
            clock.left[seat] = whole if pace.kind == "days" else clock.left[seat] + added
    clock.running, clock.since = ([] if row.finished else waiting), moment
    row.clock = msgspec.to_builtins(clock)
    row.deadline = moment + min(clock.left[seat] for seat in clock.running) if clock.running else None


def stand(row: TableRow, moment: int) -> None:
    """Somebody has got up: the clocks stand until the seat is taken, and start anew if nobody has acted."""
    if row.ply:
        tick(row, moment)
    else:
        row.clock = row.deadline = None


def fallen(row: TableRow, moment: int) -> list[int]:
    """The seats whose time is over."""
    if row.clock is None or row.finished:
        return []
    clock = msgspec.convert(row.clock, Clock)
    return [seat for seat in clock.running if clock.left[seat] - (moment - clock.since) <= 0]


def shown(row: TableRow, moment: int) -> Clock | None:
    """The clock as it stands now: when it was last charged, perhaps by something secret, is not told."""
    if row.clock is None:
        return None
    clock = msgspec.convert(row.clock, Clock)
    for seat in clock.running:
        clock.left[seat] = max(0, clock.left[seat] - (moment - clock.since))
    clock.since = moment
    return clock


def grant(row: TableRow, seat: int, until: int) -> None:
    """Let a seat's time last at least until a moment (its person is on holiday)."""
    if row.clock is not None:
        clock = msgspec.convert(row.clock, Clock)
        clock.left[seat] = max(clock.left[seat], until - clock.since)
        row.clock = msgspec.to_builtins(clock)
        row.deadline = (
            clock.since + min(clock.left[each] for each in clock.running) if clock.running else None
        )
