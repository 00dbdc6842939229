"""I. Ragnarok: two warbands each, one of which acts (V90 to V96)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Event, Question
from fimbul.games.valknut.actions import Act
from fimbul.games.valknut.library.warbands import IDS, NUMBER, told
from fimbul.games.valknut.rules.asking import Asked

if TYPE_CHECKING:
    from fimbul.games.valknut.state import ValknutState


def able(state: ValknutState, units: list[int]) -> tuple[int, ...]:
    """The active player's own kinds among these units: those that may have made a kill (V93)."""
    own = state.warbands[state.active]
    return tuple(sorted({state.kind[unit] for unit in units} & {*own}))


class Acting(Asked["ValknutState", Act], frozen=True, tag=True):
    """Which warband made these kills (V93)."""

    kinds: tuple[int, ...]
    graves: tuple[tuple[int, ...], ...]

    rule: ClassVar[str] = "V93"
    otherwise: ClassVar[str] = "Say which of your warbands in the flank made the kill."

    def question(self, state: ValknutState, seat: int) -> Question:
        return Question(
            text="Say which of your warbands made the kill: its ability follows.",
            watching=f"{told(state.band(seat), 'says', 'say')} which warband made the kill.",
            rule=self.rule,
        )

    def actions(self, state: ValknutState, seat: int) -> list[Act]:
        return [Act(IDS[kind]) for kind in self.kinds]

    def take(self, state: ValknutState, action: Act, seat: int, events: list[Event]) -> None:
        state.avenge(NUMBER[action.kind], self.graves, events)
