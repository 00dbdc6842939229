"""A position of Tablut, and its rules by their numbers."""

from typing import ClassVar

import msgspec

from fimbul.core import Action, Ended, Event, Illegal, Options, Outcome, Question, State, View

SIZE = 9
CELLS = tuple(f"{column}{row}" for row in range(SIZE, 0, -1) for column in "abcdefghi")
NUMBER = {cell: number for number, cell in enumerate(CELLS)}
CASTLE = NUMBER["e5"]
EDGE = frozenset(number for number, cell in enumerate(CELLS) if cell[0] in "ai" or cell[1] in "19")
MUSCOVITE, SWEDE, KING, EMPTY = "MSK."
SIDES = (MUSCOVITE, SWEDE + KING)  # the pieces of each seat
NAMES = ("Muscovites", "Swedes")
MOST_QUIET = 100
START = "...MMM... ....M.... ....S.... M...S...M MMSSKSSMM M...S...M ....S.... ....M.... ...MMM..."


def ray(number: int, across: int, down: int) -> tuple[int, ...]:
    """The squares that lie one after another in a direction."""
    x, y = number % SIZE + across, number // SIZE + down
    if not (0 <= x < SIZE and 0 <= y < SIZE):
        return ()
    return (y * SIZE + x, *ray(y * SIZE + x, across, down))


RAYS = tuple(tuple(ray(n, *way) for way in ((0, -1), (1, 0), (0, 1), (-1, 0))) for n in range(SIZE * SIZE))
BESIDE = tuple(tuple(squares[0] for squares in rays if squares) for rays in RAYS)


class TablutOptions(Options, frozen=True, kw_only=True):
    """The variants that are played: so far, none."""


class Move(Action, frozen=True):
    """Move a piece from one square to another."""

    start: str
    end: str


class Moved(Event, frozen=True):
    """A piece went somewhere, and what it took."""

    seat: int
    start: str
    end: str
    taken: tuple[str, ...]

    def sentence(self) -> str:
        took = f" and take {' and '.join(self.taken)}" if self.taken else ""
        return f"The {NAMES[self.seat]} move {self.start} to {self.end}{took}."

    def touches(self) -> tuple[str, ...]:
        return (f"piece:{self.end}",)


class TablutView(View, frozen=True, kw_only=True):
    """What everybody sees."""

    board: str


class TablutState(State, kw_only=True):
    """The board as 81 letters from a9 to i1, and the positions since a piece was last taken."""

    board: str = START.replace(" ", "")
    active: int = 0
    seen: list[str] = msgspec.field(default_factory=list)

    slug: ClassVar[str] = "tablut"
    rules_version: ClassVar[str] = "1"
    turn_rule: ClassVar[str] = "T3"
    end_rule: ClassVar[str] = "T12"

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.outcome is not None else (self.active,)

    def legal(self, seat: int) -> list[Move]:
        moves: list[Move] = []
        if seat not in self.to_act:
            return moves
        for start, piece in enumerate(self.board):
            if piece in SIDES[seat]:
                moves += [Move(CELLS[start], CELLS[end]) for end in self.reached(start)]
        return moves

    def reached(self, start: int) -> list[int]:
        """Where a piece can go (T4, T5)."""
        ends = []
        for squares in RAYS[start]:
            for end in squares:
                if self.board[end] != EMPTY:
                    break
                if end != CASTLE:
                    ends.append(end)
        return ends

    def refusal(self, action: Move, seat: int) -> Illegal | None:
        if not isinstance(action, Move) or action.start not in NUMBER or action.end not in NUMBER:
            return Illegal("T1", "The squares are a1 to i9.")
        start, end = NUMBER[action.start], NUMBER[action.end]
        if self.board[start] not in SIDES[seat]:
            return Illegal("T3", f"On {action.start} there is no piece of the {NAMES[seat]}.")
        if end in self.reached(start):
            return None
        if end == CASTLE and self.board[end] == EMPTY:
            return Illegal("T5", "No piece ends its move in the castle.")
        return Illegal("T4", "A piece goes along its row or column, and leaps over nobody.")

    def take(self, action: Move, seat: int) -> list[Event]:
        start, end = NUMBER[action.start], NUMBER[action.end]
        board = list(self.board)
        board[start], board[end] = EMPTY, board[start]
        taken = captured(board, end, seat)
        for victim in taken:
            board[victim] = EMPTY
        self.seen = [] if taken else [*self.seen, self.board]
        self.board, self.active = "".join(board), 1 - seat
        names = tuple(CELLS[victim] for victim in taken)
        events: list[Event] = [Moved(seat=seat, start=action.start, end=action.end, taken=names)]
        self.outcome = self.ended(end)
        if self.outcome is None:
            self.turn += 1
        else:
            events.append(Ended(rule=self.outcome.rule, reason=self.outcome.reason))
        return events

    def ended(self, end: int) -> Outcome | None:
        """How the game is over after a move to this square (T12, T13)."""
        if self.board[end] == KING and end in EDGE:
            return Outcome((0.0, 1.0), "T12", "The king has reached the edge: the Swedes win.")
        if KING not in self.board:
            return Outcome((1.0, 0.0), "T12", "The king is taken: the Muscovites win.")
        if self.board in self.seen[-2::-2]:
            return Outcome((0.5, 0.5), "T13", "The position has come back: a draw.")
        if len(self.seen) >= MOST_QUIET:
            return Outcome((0.5, 0.5), "T13", f"Nothing was taken in {MOST_QUIET} moves: a draw.")
        if not self.legal(self.active):
            return Outcome((0.5, 0.5), "T13", f"The {NAMES[self.active]} cannot move: a draw.")
        return None

    def question(self, seat: int | None) -> Question | None:
        if self.outcome is not None:
            return None
        whose = NAMES[self.active]
        asked = Question(text=f"Move one of your {whose}.", watching=f"The {whose} are to move.", rule="T3")
        return asked if seat == self.active else asked.watched()

    def view(self, seat: int | None) -> TablutView:
        return TablutView(**self.common(seat), board=self.board)


def captured(board: list[str], end: int, seat: int) -> list[int]:
    """The squares whose pieces a move to this square takes (T6 to T11)."""
    taken = []
    for squares in RAYS[end]:
        if not squares or board[squares[0]] not in SIDES[1 - seat]:
            continue
        victim = squares[0]
        beyond = squares[1] if len(squares) > 1 else None
        if board[victim] == KING and (victim == CASTLE or CASTLE in BESIDE[victim]):
            held = all(board[n] == MUSCOVITE or n == CASTLE for n in BESIDE[victim])  # T8, T9
        else:
            held = beyond is not None and (board[beyond] in SIDES[seat] or closed(board, beyond))
        if held:
            taken.append(victim)
    return taken


def closed(board: list[str], square: int) -> bool:
    """Whether a piece is taken against this square although no enemy stands there (T7, T11)."""
    if square != CASTLE or board[CASTLE] == EMPTY:
        return square == CASTLE
    return sum(board[n] == MUSCOVITE for n in BESIDE[CASTLE]) == 3
