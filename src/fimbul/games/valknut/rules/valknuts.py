"""F. Valknuts: who comes back when one is laid (V50, V51, V73, V94, V95)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Event, Illegal, Question
from fimbul.games.valknut.actions import Decline, Spawn
from fimbul.games.valknut.events import Declined, Gained
from fimbul.games.valknut.library.warbands import IDS, NUMBER, NUMBERS, TALL, UNIT_NAMES
from fimbul.games.valknut.model import cell_at, place_of
from fimbul.games.valknut.rules import warbands
from fimbul.games.valknut.rules.asking import Asked, zone
from fimbul.games.valknut.rules.supply import bring, spawnable, visible

if TYPE_CHECKING:
    from fimbul.games.valknut.state import ValknutState


def appear(state: ValknutState, seat: int, valknut: int, events: list[Event]) -> None:
    """A Valknut was laid: ask who comes, or give points where nobody can (V50, V73, V95)."""
    kinds = spawnable(state, seat)
    if kinds:
        state.push(Spawning((seat,), valknut))
        return
    if warbands.can_swarm(state, seat):
        warbands.missing_goblins(state, seat, events)
    else:
        state.points += 1
        events.append(Gained(seat=seat, band=state.band(seat), points=1, why="nobody waits in the supply"))
    state.resolve(state.by_card)


class Spawning(Asked["ValknutState", Spawn | Decline], frozen=True, tag=True):
    """One unit may come to the Valknut just laid, or Goblins to all that are visible (V50, V73, V95)."""

    valknut: int

    rule: ClassVar[str] = "V50"
    otherwise: ClassVar[str] = "Bring a unit to the Valknut, or decline."

    def question(self, state: ValknutState, seat: int) -> Question:
        return Question(
            text="You laid a Valknut: bring a unit from your supply to it, or decline.",
            watching=f"The {state.band(seat)} may bring a unit to the Valknut.",
            rule=self.rule,
            about=(zone(*place_of(self.valknut)),),
            labels=(("decline", "Bring nobody"),),
        )

    def actions(self, state: ValknutState, seat: int) -> list[Spawn | Decline]:
        found: list[Spawn | Decline] = []
        for kind in spawnable(state, seat):
            swarm = kind == NUMBERS and warbands.can_swarm(state, seat)
            for cell in visible(state) if swarm else (self.valknut,):
                found.append(Spawn(IDS[kind], *place_of(cell)))
        return [*found, Decline()]

    def forbids(self, state: ValknutState, action: Spawn | Decline, seat: int) -> Illegal | None:
        if isinstance(action, Decline) or action in self.actions(state, seat):
            return None
        kind = NUMBER.get(action.kind)
        if kind is None or not state.supply(seat, kind):
            return Illegal("V50", "Nobody of that warband waits in your supply.")
        if kind not in spawnable(state, seat):
            rule = "V123" if kind == TALL else "V94"
            return Illegal(rule, f"The {UNIT_NAMES[kind]} cannot come back.")
        if kind == NUMBERS:
            return Illegal("V73", "Goblins come to visible Valknuts.")
        return Illegal("V50", "The unit comes to the Valknut of the card that was just laid.")

    def take(self, state: ValknutState, action: Spawn | Decline, seat: int, events: list[Event]) -> None:
        if isinstance(action, Decline):
            events.append(Declined(seat=seat, band=state.band(seat), what="the Valknut"))
            if warbands.can_swarm(state, seat):
                warbands.missing_goblins(state, seat, events)
            state.resolve(state.by_card)
            return
        kind, cell = NUMBER[action.kind], cell_at(action.x, action.y)
        swarm = kind == NUMBERS and warbands.can_swarm(state, seat)
        bring(state, seat, kind, cell, events)
        if swarm:
            swarm_on(state, seat, cell, events)
        else:
            state.resolve(state.by_unit(kind))


class Swarming(Asked["ValknutState", Spawn | Decline], frozen=True, tag=True):
    """Massive Numbers: more Goblins may come, Valknut after Valknut (V73)."""

    last: int

    rule: ClassVar[str] = "V73"
    otherwise: ClassVar[str] = "Bring a Goblin to a later visible Valknut, or decline."

    def question(self, state: ValknutState, seat: int) -> Question:
        return Question(
            text="Bring another Goblin to a Valknut further on, or stop.",
            watching=f"The {state.band(seat)} may bring more Goblins.",
            rule=self.rule,
            about=tuple(zone(*place_of(cell)) for cell in self.later(state)),
            labels=(("decline", "Bring no more Goblins"),),
        )

    def later(self, state: ValknutState) -> list[int]:
        """The visible Valknuts that come after the last one taken."""
        return [cell for cell in visible(state) if cell > self.last]

    def actions(self, state: ValknutState, seat: int) -> list[Spawn | Decline]:
        return [*(Spawn(IDS[NUMBERS], *place_of(cell)) for cell in self.later(state)), Decline()]

    def take(self, state: ValknutState, action: Spawn | Decline, seat: int, events: list[Event]) -> None:
        if isinstance(action, Decline):
            events.append(Declined(seat=seat, band=state.band(seat), what="the other Valknuts"))
            swarmed(state, seat, events)
            return
        cell = cell_at(action.x, action.y)
        bring(state, seat, NUMBERS, cell, events)
        swarm_on(state, seat, cell, events)


def swarm_on(state: ValknutState, seat: int, last: int, events: list[Event]) -> None:
    """Ask for the next Goblin while one waits and a later Valknut is visible (V73)."""
    if state.supply(seat, NUMBERS) and any(cell > last for cell in visible(state)):
        state.push(Swarming((seat,), last))
    else:
        swarmed(state, seat, events)


def swarmed(state: ValknutState, seat: int, events: list[Event]) -> None:
    """Massive Numbers is over: points for missing Goblins, then kills."""
    warbands.missing_goblins(state, seat, events)
    state.resolve(state.by_unit(NUMBERS))
