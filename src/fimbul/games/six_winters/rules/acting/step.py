"""D. The action step: whoever wants to acts, until all have ended their actions (S41, S60)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Illegal, Prospect, Question
from fimbul.core.wording import listed, some
from fimbul.games.six_winters.actions import End, OfCharacter, Overcome
from fimbul.games.six_winters.rules.acting.building import BUILDING
from fimbul.games.six_winters.rules.acting.moving import MOVING
from fimbul.games.six_winters.rules.acting.mustering import MUSTERING
from fimbul.games.six_winters.rules.acting.narrating import NARRATING
from fimbul.games.six_winters.rules.acting.overcoming import OVERCOMING, foresee
from fimbul.games.six_winters.rules.acting.powers import POWERS
from fimbul.games.six_winters.rules.acting.trading import TRADING
from fimbul.games.six_winters.rules.acting.visiting import VISITING
from fimbul.games.six_winters.rules.story import SEASONS

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState

LABELS = (
    ("create", "Create"),
    ("muster", "Muster"),
    ("actions", "Roll own dice"),
    ("resources", "Roll dice here"),
    ("trade", "Trade"),
    ("visit", "Use the location"),
)
DOINGS = (MOVING, MUSTERING, BUILDING, OVERCOMING, NARRATING, TRADING, VISITING, POWERS)
DOING = {kind: doing for doing in DOINGS for kind in doing.kinds}


def seats(state: SixWintersState) -> tuple[int, ...]:
    """The seats that have not ended their actions."""
    every = sorted({person.seat for person in state.people})
    return tuple(seat for seat in every if seat not in state.ended)


class Acting(Decision["SixWintersState", OfCharacter | End], frozen=True, tag=True):
    """What happens next in the action step; whoever answers first acts (S41)."""

    always: ClassVar[bool] = True
    rule: ClassVar[str] = "S41"
    otherwise: ClassVar[str] = "Your characters cannot do that now."

    def question(self, state: SixWintersState, seat: int) -> Question:
        time = f"{SEASONS[state.season].capitalize()}, turn {state.moment}."
        names = listed((state.players_of(other) for other in self.seats), "or")
        people = state.own(seat)
        left = "; ".join(
            f"{state.name(person)}: {some(len(state.purse(person).dice), 'die', 'dice')}, "
            f"{some(state.people[person].moves, 'move')}"
            for person in people
        )
        how = "Touch a character, a card or a button" if len(people) > 1 else "Touch what glows"
        return Question(
            text=f"{time} {left}. {how}.",
            watching=f"{time} {names} may act.",
            rule=self.rule,
            labels=LABELS,
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        found: list[Any] = []
        for person in state.own(seat):
            for doing in DOINGS:
                found += doing.ways(state, person)
        return [*found, End()]

    def foresee(
        self, state: SixWintersState, seat: int, actions: list[OfCharacter | End]
    ) -> dict[OfCharacter | End, Prospect]:
        attempts = [action for action in actions if isinstance(action, Overcome)]
        return {action: foresee(state, state.person(action.character), action) for action in attempts}

    def forbids(self, state: SixWintersState, action: OfCharacter | End, seat: int) -> Illegal | None:
        if isinstance(action, End):
            return None
        if action.character not in [state.id(person) for person in state.own(seat)]:
            return Illegal("S14", "That is not a character of yours.")
        person = state.person(action.character)
        doing = DOING.get(type(action))
        if doing is None:
            return Illegal(self.rule, f"{state.name(person)} cannot do that now.")
        return None if action in doing.ways(state, person) else doing.why_not(state, person, action)

    def take(self, state: SixWintersState, action: OfCharacter | End, seat: int, events: list[Event]) -> None:
        if isinstance(action, End):
            state.ended = sorted([*state.ended, seat])
        left = seats(state)
        if left:
            state.push(Acting(left))
        if isinstance(action, OfCharacter):
            DOING[type(action)].do(state, state.person(action.character), action, events)
