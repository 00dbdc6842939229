"""A position of Tablut, and its rules by their numbers."""

from typing import ClassVar

import msgspec

from fimbul.core import Action, Ended, Event, Illegal, Outcome, Question, Squares, Told, TurnState, View

BOARD = Squares(9, 9, marked=("e5",))
CASTLE = BOARD.number["e5"]
MUSCOVITE, SWEDE, KING, EMPTY = "MSK."
SIDES = (MUSCOVITE, SWEDE + KING)  # the pieces of each seat
NAMES = ("Muscovites", "Swedes")
MOST_QUIET = 100
START = "...MMM... ....M.... ....S.... M...S...M MMSSKSSMM M...S...M ....S.... ....M.... ...MMM..."


class Move(Action, frozen=True):
    """Move a piece from one square to another."""

    start: str
    end: str


class TablutView(View, frozen=True, kw_only=True):
    """What everybody sees."""

    board: str


class TablutState(TurnState, kw_only=True):
    """The board as 81 letters from a9 to i1, and the positions since a piece was last taken."""

    board: str = START.replace(" ", "")
    active: int = 0
    seen: list[str] = msgspec.field(default_factory=list)

    slug: ClassVar[str] = "tablut"
    rules_version: ClassVar[str] = "1"
    turn_rule: ClassVar[str] = "T3"
    end_rule: ClassVar[str] = "T12"

    def legal(self, seat: int) -> list[Move]:
        if seat not in self.to_act:
            return []
        own = (start for start, piece in enumerate(self.board) if piece in SIDES[seat])
        return [Move(BOARD.names[start], BOARD.names[end]) for start in own for end in self.reached(start)]

    def reached(self, start: int) -> list[int]:
        """Where a piece can go (T4, T5)."""
        ends = []
        for squares in BOARD.rays[start]:
            for end in squares:
                if self.board[end] != EMPTY:
                    break
                if end != CASTLE:
                    ends.append(end)
        return ends

    def refusal(self, action: Move, seat: int) -> Illegal | None:
        if not isinstance(action, Move) or not {action.start, action.end} <= BOARD.number.keys():
            return Illegal("T1", "The squares are a1 to i9.")
        start, end = BOARD.number[action.start], BOARD.number[action.end]
        if self.board[start] not in SIDES[seat]:
            return Illegal("T3", f"On {action.start} there is no piece of the {NAMES[seat]}.")
        if end in self.reached(start):
            return None
        if end == CASTLE and self.board[end] == EMPTY:
            return Illegal("T5", "No piece ends its move in the castle.")
        return Illegal("T4", "A piece goes along its row or column, and leaps over nobody.")

    def take(self, action: Move, seat: int) -> list[Event]:
        start, end = BOARD.number[action.start], BOARD.number[action.end]
        board = list(self.board)
        board[start], board[end] = EMPTY, board[start]
        taken = captured(board, end, seat)
        for victim in taken:
            board[victim] = EMPTY
        self.seen = [] if taken else [*self.seen, self.board]
        self.board, self.active = "".join(board), 1 - seat
        took = f" and take {' and '.join(BOARD.names[victim] for victim in taken)}" if taken else ""
        text = f"The {NAMES[seat]} move {action.start} to {action.end}{took}."
        events: list[Event] = [Told(text=text, about=(f"piece:{action.end}",))]
        self.outcome = self.ended(end)
        if self.outcome is None:
            self.turn += 1
        else:
            events.append(Ended(rule=self.outcome.rule, reason=self.outcome.reason))
        return events

    def ended(self, end: int) -> Outcome | None:
        """How the game is over after a move to this square (T12, T13)."""
        if self.board[end] == KING and end in BOARD.edge:
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

    def asked(self) -> Question:
        whose = NAMES[self.active]
        return Question(text=f"Move one of your {whose}.", watching=f"The {whose} are to move.", rule="T3")

    def view(self, seat: int | None) -> TablutView:
        return TablutView(**self.common(seat), board=self.board)


def captured(board: list[str], end: int, seat: int) -> list[int]:
    """The squares whose pieces a move to this square takes (T6 to T11)."""
    taken = []
    for victim, *beyond in filter(None, BOARD.rays[end]):
        if board[victim] not in SIDES[1 - seat]:
            continue
        if board[victim] == KING and (victim == CASTLE or CASTLE in BOARD.beside[victim]):
            held = all(board[n] == MUSCOVITE or n == CASTLE for n in BOARD.beside[victim])  # T8, T9
        else:
            held = bool(beyond) and (board[beyond[0]] in SIDES[seat] or closed(board, beyond[0]))
        if held:
            taken.append(victim)
    return taken


def closed(board: list[str], square: int) -> bool:
    """Whether a piece is taken against this square although no enemy stands there (T7, T11)."""
    if square != CASTLE or board[CASTLE] == EMPTY:
        return square == CASTLE
    return sum(board[n] == MUSCOVITE for n in BOARD.beside[CASTLE]) == 3
