"""Actions that are almost legal: the raw material for proving that a game refuses what it must."""

from typing import Any, get_type_hints

import msgspec

from fimbul.core import Action, BadNotation
from fimbul.testing.trial import Trial, sample

KEPT = 300  # actions of each kind, values of each type
FAR = (10, 100, 1_000, 65_536, 10**9)


class Mutants:
    """Makes almost-legal actions out of everything that was legal at some time in one game."""

    def __init__(self, trial: Trial) -> None:
        self.game = trial.game
        self.rng = trial.rng
        self.kinds: dict[type[Action], list[Action]] = {}
        self.values: dict[type, list[Any]] = {}
        seen = dict.fromkeys(a for legal in trial.legal for actions in legal.values() for a in actions)
        for action in sample(self.rng, list(seen), len(seen)):
            of_kind = self.kinds.setdefault(type(action), [])
            if len(of_kind) < KEPT:
                of_kind.append(action)
                for field in action.__struct_fields__:
                    self.keep(getattr(action, field))

    def keep(self, value: Any) -> None:
        """Remember a value to put into other actions."""
        known = self.values.setdefault(type(value), [])
        if len(known) < KEPT and value not in known:
            known.append(value)
        if isinstance(value, tuple):
            for part in value:
                self.keep(part)

    def of(self, actions: list[Action], most: int) -> list[Action]:
        """At most so many mutants of these actions, each once, each with a notation that reads back."""
        found: dict[Action, None] = {}
        for _ in range(2 * most):
            mutant = self.one(actions)
            if mutant is not None and mutant not in found and self.readable(mutant):
                found[mutant] = None
                if len(found) == most:
                    break
        return list(found)

    def one(self, actions: list[Action]) -> Action | None:
        """One change: a field or two, an action from elsewhere in the game, or another kind of action."""
        rng = self.rng
        way = rng.below(8)
        if way == 0 and self.kinds:
            return rng.choice(self.kinds[rng.choice(list(self.kinds))])
        if way == 1 or not actions:
            return self.made_up(rng.choice(self.game.actions))
        mutant = self.swapped(rng.choice(actions)) if way == 2 else self.changed(rng.choice(actions))
        return self.changed(mutant) if mutant is not None and way == 3 else mutant

    def changed(self, action: Action) -> Action | None:
        """One field replaced, none that holds free words."""
        fields = [field for field in action.__struct_fields__ if field not in action.free]
        if not fields:
            return None
        field = self.rng.choice(fields)
        return msgspec.structs.replace(action, **{field: self.other(getattr(action, field))})

    def swapped(self, action: Action) -> Action | None:
        """Two fields of the same type exchanged."""
        fields = [field for field in action.__struct_fields__ if field not in action.free]
        if len(fields) < 2:
            return self.changed(action)
        one, two = sample(self.rng, fields, 2)
        a, b = getattr(action, one), getattr(action, two)
        return msgspec.structs.replace(action, **{one: b, two: a}) if type(a) is type(b) else None

    def made_up(self, kind: type[Action]) -> Action | None:
        """An action of this kind, every field filled with something that was seen."""
        hints = get_type_hints(kind)
        filling = []
        for field in kind.__struct_fields__:
            fitting = [value for value in self.random_values() if fits(value, hints[field])]
            if not fitting:
                return None
            filling.append(self.rng.choice(fitting))
        return kind(*filling)

    def random_values(self) -> list[Any]:
        """A few values of each type, seen or not."""
        return [
            *(self.other(value) for values in self.values.values() for value in sample(self.rng, values, 3)),
            self.rng.below(8),
            "nobody",
        ]

    def other(self, value: Any) -> Any:
        """Another value of the same type: close by, far off, or seen elsewhere in the game."""
        rng = self.rng
        if isinstance(value, bool):
            return not value
        known = self.values.get(type(value)) or [value]
        if isinstance(value, int) and rng.below(2):
            far = rng.choice(FAR)
            return rng.choice((value + 1, value - 1, value + 1, value - 1, value + far, value - far, -value))
        if isinstance(value, str) and not rng.below(6):
            return rng.choice(("nobody", value + "x", value.swapcase(), value[:-1]))
        if isinstance(value, tuple) and value and rng.below(2):
            place = rng.below(len(value))
            rest = value[:place] + value[place + 1 :]
            changed = (*value[:place], self.other(value[place]), *value[place + 1 :])
            return rng.choice((rest, changed, value[::-1], (*value, value[place]), ()))
        return rng.choice(known)

    def readable(self, action: Action) -> bool:
        """Whether the action can be written down at all: nothing else ever reaches a game."""
        try:
            return self.game.parse(str(action)) == action
        except BadNotation:
            return False


def fits(value: Any, kind: Any) -> bool:
    """Whether a field declared so may hold the value."""
    try:
        msgspec.convert(value, kind)
    except (msgspec.ValidationError, TypeError):
        return False
    return True
