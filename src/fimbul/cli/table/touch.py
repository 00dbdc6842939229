"""From touches to actions: what a person has touched, what can be touched next, and why something cannot.

This knows no game.  A legal action says which nodes one touches to take it, in order; a touch leaves fewer.
"""

import functools
from collections.abc import Callable
from typing import Any

from fimbul.core import Action, Fact, Game, Illegal, Line, Odds, Prospect, State, few_first


class Touch:
    """The choice that one seat is making now."""

    def __init__(
        self, game: Game, state: State, seat: int, tell: Callable[[Prospect], Prospect] = lambda told: told
    ) -> None:
        self.game = game
        self.tell = tell
        self.state = state
        self.seat = seat
        self.view = state.view(seat)
        self.legal: list[Any] = few_first(state.legal(seat))
        self.clicks = [game.clicks(self.view, action) for action in self.legal]
        self.path: tuple[str, ...] = ()

    def live(self) -> list[Any]:
        """The actions that go on from what has been touched."""
        count = len(self.path)
        return [a for a, way in zip(self.legal, self.clicks, strict=True) if way[:count] == self.path]

    def next(self) -> list[str]:
        """What can be touched next, each once, in the order of the actions."""
        count = len(self.path)
        ways = (way for way in self.clicks if len(way) > count and way[:count] == self.path)
        return list(dict.fromkeys(way[count] for way in ways))

    def meant(self, node: str) -> Action | None:
        """The one action that touching a node would leave, if it leaves one."""
        path = (*self.path, node)
        fits = [a for a, way in zip(self.legal, self.clicks, strict=True) if way[: len(path)] == path]
        only: Action | None = fits[0] if len(fits) == 1 else None
        return only

    @functools.cached_property
    def prospects(self) -> dict[Any, Prospect]:
        """What would come of the legal actions."""
        return self.state.foresee(self.seat, self.legal)

    def foreseen(self, action: Action | None) -> str:
        """What would come of an action, in a line; nothing where there is nothing to say."""
        known = self.prospects.get(action)
        return "; ".join(filter(None, map(in_words, self.tell(known).facts))) if known is not None else ""

    def grave(self, action: Action) -> bool:
        """Whether an action could lose everything at once, where another would not."""
        return action in self.prospects and self.prospects[action].grave

    def touch(self, node: str) -> Action | Illegal | str | None:
        """Touch a node: the action it completes, why it cannot be, or None when there is more to choose."""
        if node not in self.next():
            if node in self.path[-1:]:  # touched twice: let go
                self.back()
                return None
            if not any(way[:1] == (node,) for way in self.clicks):
                return self.why_not(node)
            self.path = ()
        self.path += (node,)
        return self.complete()

    def complete(self) -> Action | None:
        """The one action that is meant, once there is no other and it has not come as a surprise."""
        live = self.live()
        if len(live) != 1:
            return None
        whole = self.clicks[self.legal.index(live[0])] == self.path
        only: Action = live[0]
        return only if whole or len(self.path) > 1 else None

    def back(self) -> bool:
        """Take back the last touch; false if there was none."""
        stepped = bool(self.path)
        self.path = self.path[:-1]
        return stepped

    def why_not(self, node: str) -> Illegal | str:
        """Why this cannot be touched now: by rule, where the touch means something that a rule forbids."""
        meant = self.game.attempt(self.view, (*self.path, node))
        refusal = self.state.why_not(meant, self.seat) if meant is not None else None
        if refusal is not None:
            return refusal
        return "That does not go together." if self.path else "Nothing can be done with that now."


def in_words(fact: Fact) -> str:
    """A fact in a few words."""
    match fact:
        case Line(name, value):
            return f"{name}: {value}" if value else name
        case Odds(name, chances):
            return f"{name}: " + ", ".join(f"{what} {chance:.0%}" for what, chance in chances)
    return ""
