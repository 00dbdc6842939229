"""The base of every decision of this game: one seat, always asked, even for the only answer (V120)."""

from typing import Any, ClassVar

from fimbul.core import Action, Decision, Event, Illegal


class Choice(Decision, frozen=True):
    """A decision of one seat.  A subclass names its verbs and the rule that asks for one of them."""

    always: ClassVar[bool] = True
    verbs: ClassVar[tuple[type[Action], ...]]

    def refusal(self, state: Any, action: Any, seat: int) -> Illegal | None:
        if type(action) not in self.verbs:
            return Illegal(self.rule, self.otherwise)
        return self.forbids(state, action, seat)

    def forbids(self, state: Any, action: Any, seat: int) -> Illegal | None:
        """Why an answer with the right verb is not allowed."""
        return None if action in self.actions(state, seat) else Illegal(self.rule, self.otherwise)

    def take(self, state: Any, answers: dict[int, Any], events: list[Event]) -> None:
        ((seat, action),) = answers.items()
        self.carry_out(state, seat, action, events)

    def carry_out(self, state: Any, seat: int, action: Any, events: list[Event]) -> None:
        """Do what the seat decided."""
        raise NotImplementedError
