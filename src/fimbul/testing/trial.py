"""One random game under test: played once to its end, then looked at again by each property."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Never, TypeVar

import msgspec

from fimbul.core import Action, Event, Game, Move, Record, Rng, State

T = TypeVar("T")

# What players may make up: nothing, a word of JSON, quotes, a line break, a long text, other scripts.
WORDS = ("", "true", 'Hávamál, "77"', "a\nb\\c", "x" * 300, "雪 🐦")

# Everything that is counted.  A property is the name before the colon; what follows says which part of it.
CHECKS = (
    "bound",
    "determinism",
    "determinism: chance",
    "copies",
    "copies: played out",
    "notation",
    "snapshots",
    "snapshots: damaged",
    "refusals",
    "refusals: out of turn",
    "refusals: after the end",
    "legality",
    "legality: mutants",
    "legality: free words",
    "secrets",
    "secrets: moves",
    "secrets: revealing moves",
    "secrets: sealed answers",
    "secrets: sealed drafts",
    "imagine",
    "imagine: resampled",
    "imagine: played out",
    "twins",
    "records",
    "records: unfinished",
    "records: damaged",
    "records: rewound",
    "drawing",
    "drawing: actions",
    "drawing: events",
    "words",
)


class ConformanceError(AssertionError):
    """A game broke a property.

    `property` is the property's short name, `message` says what differed, and `saga` is the game up to there
    as a record, so that the find can be saved to a file, opened and kept as a test.
    """

    def __init__(self, property: str, message: str, saga: str = "") -> None:
        super().__init__(f"{property}: {message}")
        self.property = property
        self.message = message
        self.saga = saga
        if saga:
            self.add_note(f"The game so far:\n\n{saga}")


class Tally:
    """What was checked, over all games of a run."""

    def __init__(self) -> None:
        self.plies = 0
        self.checks = dict.fromkeys(CHECKS, 0)
        self.heard: set[tuple[str, str]] = set()  # what was told, and as what
        self.sealed = False  # several seats had to decide in secret
        self.resampled: set[str] = set()  # fields of the state that `imagine` changed
        self.unknown: dict[str, list[bool]] = {}  # what a viewer cannot know: whether `imagine` changed it

    def count(self, check: str) -> None:
        """One more of these."""
        self.checks[check] += 1

    def watch(self, what: str, changed: bool) -> None:
        """Something that a viewer cannot know was changed by `imagine`, or was not."""
        self.unknown.setdefault(what, []).append(changed)


class Trial:
    """One game: how it was set up, what was played, and what stood and happened at each ply."""

    def __init__(self, game: Game, seats: int, options: Any, seed: int, rng: Rng, tally: Tally) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.seed = seed
        self.rng = rng
        self.tally = tally
        self.ply = 0  # where the check stands, for the record of a failure
        self.moves: list[tuple[int, Action]] = []
        self.recorded: list[Move] = []
        self.prints: list[str] = []
        self.legal: list[dict[int, list[Action]]] = []
        self.events: list[list[Event]] = []
        self.rules: dict[str, bool] = {}

    def new(self) -> State:
        """The game's first position."""
        return self.game.new(seats=self.seats, options=self.options, seed=self.seed)

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Everybody who may look: the seats and a spectator."""
        return (*range(self.seats), None)

    def positions(self, property: str, most: int | None = None) -> Iterator[State]:
        """The positions of the game in order, or about `most` of them with the first and the last.

        The state that is given is played on with the recorded actions.  Looking at it must not change it:
        that is tested here, for all properties.
        """
        state = self.new()
        last = len(self.moves)
        chosen = self.spread(last + 1, most)
        for ply in range(last + 1):
            self.ply = ply
            if ply in chosen:
                yield state
                if state.fingerprint() != self.prints[ply]:
                    self.fail(property, "The position changed although it was only looked at.")
            if ply < last:
                seat, action = self.moves[ply]
                state.apply(action, seat)

    def spread(self, total: int, most: int | None) -> Collection[int]:
        """Which of so many plies to look at: all, or both ends and some between."""
        if most is None or total <= most:
            return range(total)
        return {0, total - 1, *sample(self.rng, range(total), max(1, most - 2))}

    def has_rule(self, number: str) -> bool:
        """Whether the game's rules have a rule with this number."""
        if number not in self.rules:
            self.rules[number] = number in self.game.rules
        return self.rules[number]

    def saga(self) -> str:
        """The game up to the ply under test, as a record; empty where not even that can be written."""
        try:
            done = bool(self.prints) and self.ply == len(self.moves)
            return Record(
                game=self.game.slug,
                rules=self.game.rules_version,
                seats=self.seats,
                names=[f"Seat {seat + 1}" for seat in range(self.seats)],
                options=msgspec.to_builtins(self.game.read_options(self.options)),
                seed=self.seed,
                moves=self.recorded[: self.ply],
                result=self.outcome if done else None,
            ).to_text()
        except Exception:
            return ""

    @property
    def outcome(self) -> Any:
        """How the game ended."""
        state = self.new()
        for seat, action in self.moves:
            state.apply(action, seat)
        return state.outcome

    def take(self, state: State, action: Action, seat: int) -> list[Event]:
        """Carry out a legal action; that it can be is a matter of legality, whatever is being checked."""
        try:
            return state.apply(action, seat)
        except Exception as problem:
            self.fail("legality", f"{action} by seat {seat} is legal and fails with {problem!r}.")

    def play_on(self, state: State) -> None:
        """Play random actions until the game is over, or ought to be."""
        for _ in range(self.game.max_plies):
            if state.over:
                return
            seat = self.rng.choice(state.to_act)
            self.take(state, pick(self.rng, state.legal(seat)), seat)

    def fail(self, property: str, message: str) -> Never:
        """The game breaks a property."""
        raise ConformanceError(property, message, self.saga())


def pick(rng: Rng, actions: Sequence[T]) -> T:
    """A random action; every second time the kind is drawn first, so that rare kinds come up."""
    if rng.below(2):
        kinds = list(dict.fromkeys(type(action) for action in actions))
        kind = rng.choice(kinds)
        actions = [action for action in actions if type(action) is kind]
    return rng.choice(actions)


def refill(rng: Rng, action: Action, words: str | None = None) -> Action:
    """The action with other words in its free fields: these, or some."""
    free = [field for field in action.free if isinstance(getattr(action, field), str)]
    if not free:
        return action
    return msgspec.structs.replace(
        action, **{field: rng.choice(WORDS) if words is None else words for field in free}
    )


def sample(rng: Rng, items: Sequence[T], most: int) -> list[T]:
    """At most so many of the items, without repeats and in random order."""
    pool = list(items)
    for place in range(min(most, len(pool))):
        other = place + rng.below(len(pool) - place)
        pool[place], pool[other] = pool[other], pool[place]
    return pool[:most]


def sample_kinds(rng: Rng, actions: Sequence[T], most: int) -> list[T]:
    """At most so many of the actions, and at least one of every kind."""
    if len(actions) <= most:
        return list(actions)
    shuffled = sample(rng, actions, len(actions))
    first = {type(action): action for action in reversed(shuffled)}
    return list(dict.fromkeys([*first.values(), *shuffled[:most]]))


def whose(seat: int | None) -> str:
    """A viewer in words."""
    return "a spectator" if seat is None else f"seat {seat}"


def difference(one: Any, other: Any, path: str = "") -> str:
    """The first place where two values differ, in words."""
    if type(one) is type(other):
        if isinstance(one, msgspec.Struct):
            pairs = [(f".{f}", getattr(one, f), getattr(other, f)) for f in one.__struct_fields__]
            return first_difference(path, pairs)
        if isinstance(one, (list, tuple)) and len(one) == len(other):
            return first_difference(
                path, [(f"[{i}]", a, b) for i, (a, b) in enumerate(zip(one, other, strict=True))]
            )
        if isinstance(one, dict) and one.keys() == other.keys():
            return first_difference(path, [(f"[{key!r}]", one[key], other[key]) for key in one])
    return f"{path.lstrip('.') or 'it'} is {short(one)} in one and {short(other)} in the other"


def first_difference(path: str, pairs: list[tuple[str, Any, Any]]) -> str:
    """The first difference among named parts."""
    for name, a, b in pairs:
        if a != b:
            return difference(a, b, path + name)
    return f"{path.lstrip('.') or 'they'} differ"


def short(value: Any) -> str:
    """A value, not too long for a message."""
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]}..."
