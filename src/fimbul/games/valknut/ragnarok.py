"""I. Ragnarok: two warbands each, one of which acts (V90 to V96)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Event
from fimbul.games.valknut.actions import Act
from fimbul.games.valknut.choice import Choice
from fimbul.games.valknut.kinds import IDS, NUMBER

if TYPE_CHECKING:
    from fimbul.games.valknut.state import ValknutState


def able(state: ValknutState, units: list[int]) -> tuple[int, ...]:
    """The active player's own kinds among these units: those that may have made a kill (V93)."""
    own = state.warbands[state.active]
    return tuple(sorted({state.kind[unit] for unit in units} & {*own}))


class Acting(Choice, frozen=True, tag=True):
    """Which warband made these kills (V93)."""

    kinds: tuple[int, ...]
    graves: tuple[tuple[int, ...], ...]

    rule: ClassVar[str] = "V93"
    otherwise: ClassVar[str] = "Say which of your warbands in the flank made the kill."
    verbs = (Act,)

    def actions(self, state: ValknutState, seat: int) -> list[Any]:
        return [Act(IDS[kind]) for kind in self.kinds]

    def carry_out(self, state: ValknutState, seat: int, action: Act, events: list[Event]) -> None:
        state.avenge(NUMBER[action.kind], self.graves, events)
