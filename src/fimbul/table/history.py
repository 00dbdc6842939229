"""The course of a table's game: its actions, its state, and any earlier one from the nearest snapshot."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from fimbul.core import Action, BadSnapshot, Event, Game, Illegal, State
from fimbul.games import game as find_game
from fimbul.table.frames import LogLine, lines

EVERY = 50  # plies between snapshots: the most that is ever replayed once a table has them
KEPT_EVENTS = 8  # plies whose events stay in memory


class Start(msgspec.Struct, frozen=True):
    """What a game starts from: enough to replay it anywhere."""

    game: str
    rules: str
    seats: int
    options: dict[str, Any]
    seed: int


class Deed(msgspec.Struct, frozen=True):
    """An action, as it is kept."""

    seat: int
    action: str
    request: str | None = None


class History:
    """The course of a game."""

    def __init__(self, start: Start, deeds: list[Deed], state: State, first: State | None = None) -> None:
        self.start = start
        self.game: Game = find_game(start.game)
        self.seats = start.seats
        self.deeds = deeds
        self.state = state
        self.first = first
        self.events: dict[int, list[Event]] = {}
        self.snapshots: dict[int, bytes] = {}
        self.places: list[int] | None = None  # how many actions each ply took, where that is not one

    @property
    def ply(self) -> int:
        """The ply that everybody knows of: what is done in secret is none before all are through."""
        return self.state.ply

    def place(self, ply: int) -> int:
        """How many actions were taken before a ply was whole."""
        if not self.game.sealed:
            return ply
        if self.places is None:
            state = new_state(self.start)
            self.places = [0]
            for number, deed in enumerate(self.deeds, 1):
                state.apply(self.game.parse(deed.action), deed.seat)
                if not state.drafting:
                    self.places.append(number)
        return self.places[ply]

    def begun(self) -> int:
        """How many actions were taken before the sealed choice that is being made; all, if none is."""
        return len(self.deeds) - sum(len(self.state.draft(seat)) for seat in range(self.seats))

    def __len__(self) -> int:
        return len(self.deeds)

    def try_play(self, action: Action, seat: int, request: str | None = None) -> Deed | Illegal:
        """Take an action if it is legal; otherwise the refusal, and nothing has changed."""
        return self.state.why_not(action, seat) or self.play(action, seat, request)

    def play(self, action: Action, seat: int, request: str | None = None) -> Deed:
        """Take a legal action."""
        events = self.state.apply(action, seat)
        deed = Deed(seat, str(action), request)
        self.deeds.append(deed)
        self.events[len(self.deeds)] = events
        self.events.pop(len(self.deeds) - KEPT_EVENTS, None)
        if self.places is not None and not self.state.drafting:
            self.places.append(len(self.deeds))
        return deed

    def follow(self, deed: Deed) -> None:
        """Take an action that another process took."""
        self.play(self.game.parse(deed.action), deed.seat, deed.request)
        self.due()

    def due(self) -> bytes | None:
        """The snapshot that is to be kept now, if it is time for one."""
        if len(self.deeds) % EVERY:
            return None
        self.snapshots[len(self.deeds)] = state = self.state.snapshot()
        return state

    def rewind(self, ply: int, state: State, kept: Sequence[Deed] = ()) -> None:
        """Go back to a place, at which the state was this; what others did in secret since is kept."""
        self.state = state
        self.places = None
        del self.deeds[ply:]
        for known in (self.events, self.snapshots):
            for late in [at for at in known if at > ply]:
                del known[late]
        for deed in kept:
            self.play(self.game.parse(deed.action), deed.seat, deed.request)

    def nearest(self, ply: int) -> tuple[int, State]:
        """The last stored state at a ply or before it; a copy that the caller may change."""
        at = max((each for each in self.snapshots if each <= ply), default=0)
        if at:
            return at, self.game.restore(self.snapshots[at])
        if self.first is None:
            self.first = new_state(self.start)
        return 0, self.first.copy()

    def at(self, ply: int) -> tuple[State, list[Event]]:
        """The state at a ply, and what the action before it did."""
        if ply == len(self.deeds) and (ply in self.events or not ply):
            return self.state.copy(), self.events.get(ply, [])
        at, state = self.nearest(max(0, ply - 1))
        events: list[Event] = []
        for done in self.game.retrace(state, self.deeds[at:ply]):
            events = done
        return state, events

    def walk(self, since: int) -> Iterator[tuple[State, list[Event]]]:
        """Every state after a ply, one by one; each is changed into the next."""
        at, state = self.nearest(since)
        for ply, events in enumerate(self.game.retrace(state, self.deeds[at:]), at + 1):
            if ply > since:
                yield state, events

    def met(self, request: str) -> Deed | None:
        """The action that a request stands for."""
        return next((deed for deed in reversed(self.deeds) if deed.request == request), None)

    def last_of(self, seat: int) -> int | None:
        """The ply of a seat's last action."""
        return next((ply for ply in range(len(self.deeds) - 1, -1, -1) if self.deeds[ply].seat == seat), None)


def new_state(start: Start) -> State:
    """The state before the first action."""
    game = find_game(start.game)
    return game.new(seats=start.seats, options=start.options, seed=start.seed)


def replayed(start: Start, deeds: list[Deed], known: tuple[int, bytes] | None = None) -> History:
    """A game from its last snapshot on, or from its start; snapshots that are missing are made on the way."""
    game = find_game(start.game)
    at, state, first = 0, None, None
    if known is not None:
        try:
            at, state = known[0], game.restore(known[1])
        except BadSnapshot:
            at = 0
    if state is None:
        first = new_state(start)
        state = first.copy()
    history = History(start, deeds, state, first)
    if at and known is not None:
        history.snapshots[at] = known[1]
    for ply, deed in enumerate(deeds[at:], at + 1):
        events = state.play(game.parse(deed.action), deed.seat)
        history.events[ply] = events
        history.events.pop(ply - KEPT_EVENTS, None)
        if not ply % EVERY:
            history.snapshots[ply] = state.snapshot()
    return history


def log_of(start: Start, deeds: list[Deed], seat: int | None) -> list[LogLine]:
    """Everything that happened, as told to a seat."""
    state, told = new_state(start), []
    for events in find_game(start.game).retrace(state, deeds):
        told += lines(state.ply, events, seat)
    return told
