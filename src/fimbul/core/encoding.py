"""Encoding: a game in numbers, for those who learn.

A game's `table/encoding.py` (or `encoding.py`, where the table is one file) names its `ENCODING`, which gives
every action a number and turns a view into arrays.  Both are made from the
view alone, so a learner is shown no more than a person is.  It needs numpy, which the extra `envs` brings:
nothing that plays or draws imports this module.

What has no number of its own, because it lies outside a window or because nobody could list all of its kind,
gets one of the `overflow` last numbers, in the order of the legal list.  A game whose actions have no natural
numbers at all has nothing but these: a pointer into the list, and `features` that say what it points at.
"""

import bisect
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from fimbul.core.action import Action
from fimbul.core.errors import FimbulError
from fimbul.core.state import View

V = TypeVar("V", bound=View)

Array = NDArray[Any]


class NoSuchAction(FimbulError):
    """A number that means no action here."""


class Shape(msgspec.Struct, frozen=True):
    """What an array looks like: its measures, and the least and the greatest value in it."""

    measures: tuple[int, ...]
    least: float = 0.0
    greatest: float = 1.0
    kind: str = "float32"

    def empty(self) -> Array:
        """An array of this shape, all zeros."""
        return np.zeros(self.measures, self.kind)


class Encoding(Generic[V]):
    """A game with certain options and seats, in numbers.

    A subclass hands on the `Kinds` of its actions, or sets `natural` and writes `encode` and `decode`; it
    sets `shapes` and writes `observe`.  `shapes` names "observation" at least; what a learner may need
    beside it has names of its own.
    """

    overflow: ClassVar[int] = 0

    def __init__(self, options: Any, seats: int, kinds: "Kinds[V] | None" = None) -> None:
        self.options = options
        self.seats = seats
        self.kinds = kinds
        self.natural = kinds.size if kinds else 0
        self.shapes: Mapping[str, Shape] = {}

    # ---- what a game writes

    def encode(self, action: Any, view: V) -> int | None:
        """The action's own number; None if it has none here."""
        return self.kinds.index(action, view) if self.kinds else None

    def decode(self, number: int, view: V) -> Any:
        """The action that an own number means, allowed now or not, or `NoSuchAction`."""
        if self.kinds:
            return self.kinds.action(number, view)
        raise NoSuchAction(f"{number} is the number of no action here.")

    def observe(self, view: V) -> dict[str, Array]:
        """What the view shows, as arrays of the declared shapes (but for "actions")."""
        raise NotImplementedError

    def features(self, actions: Sequence[Any], view: V) -> Array | None:
        """What each action of the list is about, a row for each, where numbers say too little."""
        return None

    # ---- what core gives

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.natural + self.overflow

    def numbers(self, actions: Sequence[Any], view: V) -> dict[int, Action]:
        """The legal list by number.  What finds no room among the last numbers is not offered."""
        if not self.natural:
            return dict(enumerate(actions[: self.overflow]))
        found: dict[int, Action] = {}
        spare = self.natural
        encode = self.encode
        for action in actions:
            number = encode(action, view)
            if number is None or number in found:
                if spare == self.size:
                    continue
                number = spare
                spare += 1
            found[number] = action
        return found

    def mask(self, numbers: Mapping[int, Action]) -> NDArray[np.int8]:
        """One for every number that may be chosen, zero for the others."""
        mask = bytearray(self.size)  # for a short list quicker than an array is indexed
        if not self.natural:
            mask[: len(numbers)] = b"\1" * len(numbers)  # a pointer goes over the list from its beginning
        else:
            for number in numbers:
                mask[number] = 1
        return np.frombuffer(mask, np.int8)


class Term(Generic[V]):
    """What a field of an action can hold, or several fields together, counted from 0."""

    def __init__(self, size: int, fields: int = 1) -> None:
        self.size = size
        self.fields = fields

    def index(self, value: Any, view: V) -> int | None:
        """The number of a value; None if it has none here."""
        raise NotImplementedError

    def value(self, index: int, view: V) -> Any:
        """The value with this number, or `NoSuchAction`."""
        raise NotImplementedError


class Values(Term[Any]):
    """Values that are always the same."""

    def __init__(self, values: Iterable[Any], fields: int = 1) -> None:
        self.values = tuple(dict.fromkeys(values))
        self.number = {value: number for number, value in enumerate(self.values)}
        super().__init__(len(self.values), fields)

    def index(self, value: Any, view: Any) -> int | None:
        return self.number.get(value)

    def value(self, index: int, view: Any) -> Any:
        return self.values[index]


class Kinds(Generic[V]):
    """Numbers for actions, kind by kind: each kind takes one for every combination of its terms."""

    def __init__(self, kinds: Mapping[type[Action], Sequence[Term[Any]]]) -> None:
        self.terms: dict[type[Action], tuple[int, tuple[Term[Any], ...]]] = {}
        self.starts: list[int] = []
        self.size = 0
        for kind, terms in kinds.items():
            self.terms[kind] = self.size, tuple(terms)
            self.starts.append(self.size)
            self.size += math.prod(term.size for term in terms)
        self.kinds = tuple(kinds)

    def index(self, action: Action, view: V) -> int | None:
        """The number of an action; None if it has none here."""
        found = self.terms.get(type(action))
        if found is None:
            return None
        start, terms = found
        fields, place, number = action.__struct_fields__, 0, 0
        for term in terms:
            if term.fields == 1:
                value = getattr(action, fields[place])
            else:
                value = tuple(getattr(action, field) for field in fields[place : place + term.fields])
            place += term.fields
            index = term.index(value, view)
            if index is None:
                return None
            number = number * term.size + index
        return start + number

    def action(self, number: int, view: V) -> Any:
        """The action with this number, or `NoSuchAction`."""
        if not 0 <= number < self.size:
            raise NoSuchAction(f"{number} is the number of no action: they go from 0 to {self.size - 1}.")
        kind = self.kinds[bisect.bisect_right(self.starts, number) - 1]
        start, terms = self.terms[kind]
        number -= start
        values: list[Any] = []
        for term in reversed(terms):
            number, index = divmod(number, term.size)
            value = term.value(index, view)
            values[:0] = (value,) if term.fields == 1 else value
        return kind(*values)
