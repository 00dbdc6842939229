"""From touches to actions: what a person has touched, what can be touched next, and why something cannot.

This knows no game.  A legal action says which nodes one touches to take it, in order; a touch leaves fewer.
"""

import contextlib
import itertools
import math
import re
from collections.abc import Iterator
from typing import Any, get_type_hints

from fimbul.core import Action, Game, Illegal, State

TOKEN = re.compile(r"[^:,]+")
MOST_GUESSES = 4_000
MOST_REASONS = 2


class Touch:
    """The choice that one seat is making now."""

    def __init__(self, game: Game, state: State, seat: int) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.view = state.view(seat)
        self.legal: list[Any] = state.legal(seat)
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
        """Why this cannot be touched now, by rule where the touch names actions that a rule forbids."""
        path = (*self.path, node)
        usual = {type(action) for action in self.legal}
        known = {node.id for node in self.game.scene(self.view).nodes}
        reasons: dict[bool, dict[str, Illegal]] = {True: {}, False: {}}
        for action in meanings(self.game, self.view, path, known):
            refusal = self.state.why_not(action, self.seat)
            if refusal is not None:
                reasons[type(action) in usual].setdefault(str(refusal), refusal)
        found = list((reasons[True] or reasons[False]).values())[:MOST_REASONS]
        if not found or (not self.path and len(path) == 1):
            return "Nothing can be done with that now." if not self.path else "That does not go together."
        if len(found) == 1:
            return found[0]
        first, second = found
        return Illegal(second.rule, f"{first} {second.reason}")


def meanings(game: Game, view: Any, path: tuple[str, ...], known: set[str]) -> Iterator[Action]:
    """The actions, legal or not, that somebody who touched these nodes could have meant.

    The names and numbers in the nodes' ids are tried as fields of every kind of action; what the game would
    have people touch in that way, going on to nodes that exist, is what they meant.
    """
    tokens = [token for node in path for token in TOKEN.findall(node)]
    numbers = list(dict.fromkeys([int(t) for t in tokens if re.fullmatch(r"-?\d+", t)] + [0, 1, 2, 3]))
    names = list(dict.fromkeys(token for token in tokens if not re.fullmatch(r"-?\d+", token)))
    pools: dict[Any, list[Any]] = {int: numbers, str: names, bool: [False, True]}
    for kind in game.actions:
        hints = get_type_hints(kind)
        values = [pools.get(hints[field], []) for field in kind.__struct_fields__]
        if math.prod(map(len, values)) > MOST_GUESSES:
            continue
        for fields in itertools.product(*values):
            action = kind(*fields)
            with contextlib.suppress(Exception):  # a game need not say how to touch what makes no sense
                way = game.clicks(view, action)
                if way[: len(path)] == path and known.issuperset(way[len(path) :]):
                    yield action
