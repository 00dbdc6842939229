"""G. The nine warbands: one small function for each ability (V60 to V73).

Die Hard and Archery are part of what a flank is, in `killing`; what a kind may cross is data, in the library.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Event, Question
from fimbul.games.valknut.actions import Rise
from fimbul.games.valknut.events import Enraged, Gained
from fimbul.games.valknut.library.warbands import BLOODLUST, FORGED, NUMBERS, OUTBREAK, RAGE, told
from fimbul.games.valknut.model import Grave, cell_at, place_of
from fimbul.games.valknut.rules.asking import Asked, zone
from fimbul.games.valknut.rules.supply import bring, visible

if TYPE_CHECKING:
    from fimbul.games.valknut.state import ValknutState

FURY = 3  # visible Valknuts that enrage the Giantess

Graves = tuple[Grave, ...]
Trigger = Callable[["ValknutState", int, Graves, list[Event]], None]


def enraged(state: ValknutState) -> bool:
    """Whether the Giantess is enraged now (V62)."""
    return len(visible(state)) >= FURY


def bloodlust(state: ValknutState, seat: int, graves: Graves, events: list[Event]) -> None:
    """Valkyries: a point for every kill (V65)."""
    state.gain(seat, BLOODLUST, len(graves))
    events.append(Gained(seat=seat, band=state.band(seat), points=len(graves), why="Bloodlust"))


def berserkers_rage(state: ValknutState, seat: int, graves: Graves, events: list[Event]) -> None:
    """Vikings: all points are lost; the card that may be laid for them comes after the kills (V67, V68)."""
    state.points = 0
    state.marked = [0] * len(state.marked)
    events.append(Enraged(seat=seat, band=state.band(seat)))


def battle_forged(state: ValknutState, seat: int) -> None:
    """Dwarves: a point for every card laid (V71)."""
    if FORGED in state.warbands[seat]:
        state.gain(seat, FORGED, 1)


def undead_outbreak(state: ValknutState, seat: int, graves: Graves, events: list[Event]) -> None:
    """Draugar: the killed rise as Draugar while any wait, and are points otherwise (V72)."""
    waiting = len(state.supply(seat, OUTBREAK))
    rising = min(waiting, len(graves))
    if lost := len(graves) - rising:
        state.gain(seat, OUTBREAK, lost)
        events.append(Gained(seat=seat, band=state.band(seat), points=lost, why="no Draugr waits"))
    if not rising:
        return
    if rising == len(graves) and all(len(grave) == 1 for grave in graves):
        for (cell,) in graves:
            bring(state, seat, OUTBREAK, cell, events)
    else:
        state.push(Rising((seat,), graves, rising))


class Rising(Asked["ValknutState", Rise], frozen=True, tag=True):
    """Which of the killed rise, and on which zone of a Giantess: one after the other, by row, then column."""

    graves: tuple[tuple[int, ...], ...]  # those that are still open
    count: int
    last: int | None = None

    rule: ClassVar[str] = "V72"
    otherwise: ClassVar[str] = "Choose where a killed unit rises as a Draugr, by row, west to east."

    def cells(self) -> list[int]:
        """Where the next one may rise so that the others still can."""
        found = []
        for grave in self.graves:
            for cell in grave:
                later = sum(other != grave and other[-1] > cell for other in self.graves)
                if (self.last is None or cell > self.last) and later >= self.count - 1:
                    found.append(cell)
        return sorted(found)

    def question(self, state: ValknutState, seat: int) -> Question:
        return Question(
            text="Choose where a killed enemy rises as a Draugr.",
            watching=f"{told(state.band(seat), 'chooses', 'choose')} where a Draugr rises.",
            rule=self.rule,
            about=tuple(zone(*place_of(cell)) for cell in self.cells()),
        )

    def actions(self, state: ValknutState, seat: int) -> list[Rise]:
        return [Rise(*place_of(cell)) for cell in self.cells()]

    def take(self, state: ValknutState, action: Rise, seat: int, events: list[Event]) -> None:
        cell = cell_at(action.x, action.y)
        bring(state, seat, OUTBREAK, cell, events)
        if self.count > 1:
            rest = tuple(grave for grave in self.graves if cell not in grave)
            state.push(Rising(self.seats, rest, self.count - 1, cell))


def can_swarm(state: ValknutState, seat: int) -> bool:
    """Whether a seat has Massive Numbers: in Ragnarok its Goblins must live (V73, V95)."""
    return NUMBERS in state.warbands[seat] and (not state.ragnarok or state.lives(seat, NUMBERS))


def missing_goblins(state: ValknutState, seat: int, events: list[Event]) -> None:
    """Goblins: with an empty supply, a point for every Valknut still visible (V73)."""
    if state.supply(seat, NUMBERS):
        return
    points = len(visible(state))
    if points:
        state.gain(seat, NUMBERS, points)
        events.append(Gained(seat=seat, band=state.band(seat), points=points, why="Massive Numbers"))


TRIGGERS: dict[int, Trigger] = {
    BLOODLUST: bloodlust,
    RAGE: berserkers_rage,
    OUTBREAK: undead_outbreak,
}
