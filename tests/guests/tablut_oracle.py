"""Tablut a second time, written from the thirteen published points and nothing else.

It keeps the pieces in dictionaries by column and row, looks at neighbours one by one, and shares no line with
the package.  The points are those of the scheme that examples/tablut's rules page names.
"""

from collections.abc import Iterator

Place = tuple[int, int]
Pieces = dict[Place, str]
MIDDLE = (5, 5)
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def beginning() -> Pieces:
    """Points 1 and 2: the cross."""
    pieces = {MIDDLE: "king"}
    for dx, dy in STEPS:
        for far in (1, 2):
            pieces[5 + dx * far, 5 + dy * far] = "defender"
        pieces[5 + dx * 3, 5 + dy * 3] = "attacker"
        for side in (-1, 0, 1):
            pieces[5 + dx * 4 + dy * side, 5 + dy * 4 + dx * side] = "attacker"
    return pieces


def on_board(place: Place) -> bool:
    return 1 <= place[0] <= 9 and 1 <= place[1] <= 9


def name(place: Place) -> str:
    return f"{'?abcdefghi'[place[0]]}{place[1]}"


class Oracle:
    """A game in progress; the attackers begin (point 3)."""

    def __init__(self, pieces: Pieces | None = None, attacking: bool = True) -> None:
        self.pieces = beginning() if pieces is None else dict(pieces)
        self.attacking = attacking
        self.history: list[tuple[frozenset[tuple[Place, str]], bool]] = []
        self.result: str | None = None

    def moves(self) -> Iterator[tuple[Place, Place]]:
        """Points 4 and 5."""
        for place, kind in self.pieces.items():
            if (kind == "attacker") is not self.attacking:
                continue
            for dx, dy in STEPS:
                x, y = place[0] + dx, place[1] + dy
                while on_board((x, y)) and (x, y) not in self.pieces:
                    if (x, y) != MIDDLE:
                        yield place, (x, y)
                    x, y = x + dx, y + dy

    def enemy(self, place: Place, of: str) -> bool:
        """Whether somebody of the other side stands there."""
        kind = self.pieces.get(place)
        return kind is not None and (kind == "attacker") != (of == "attacker")

    def guards(self, place: Place) -> int:
        """How many attackers stand around."""
        return sum(self.pieces.get((place[0] + dx, place[1] + dy)) == "attacker" for dx, dy in STEPS)

    def caught(self, victim: Place, mover: Place) -> bool:
        """Points 6 to 11, for a piece beside the one that moved."""
        kind = self.pieces[victim]
        across = (2 * victim[0] - mover[0], 2 * victim[1] - mover[1])
        near = abs(victim[0] - 5) + abs(victim[1] - 5)
        if kind == "king" and near == 0:
            return self.guards(victim) == 4
        if kind == "king" and near == 1:
            return self.guards(victim) == 3
        if self.enemy(across, kind):
            return True
        if kind == "king" or across != MIDDLE:
            return False
        if MIDDLE not in self.pieces:
            return True
        return kind == "defender" and self.guards(MIDDLE) == 3

    def play(self, start: Place, end: Place) -> None:
        """Move, take, and see whether it is over (points 12 and 13)."""
        key = frozenset(self.pieces.items()), self.attacking
        self.history.append(key)
        mover = self.pieces[end] = self.pieces.pop(start)
        around = [(end[0] + dx, end[1] + dy) for dx, dy in STEPS]
        lost = [place for place in around if self.enemy(place, mover) and self.caught(place, end)]
        for place in lost:
            del self.pieces[place]
        if lost:
            self.history.clear()
        self.attacking = not self.attacking
        if mover == "king" and (end[0] in (1, 9) or end[1] in (1, 9)):
            self.result = "defenders"
        elif "king" not in self.pieces.values():
            self.result = "attackers"
        elif (
            (frozenset(self.pieces.items()), self.attacking) in self.history
            or len(self.history) == 100
            or next(self.moves(), None) is None
        ):
            self.result = "draw"

    def repeated(self) -> bool:
        return (frozenset(self.pieces.items()), self.attacking) in self.history

    def copy(self) -> "Oracle":
        twin = Oracle(self.pieces, self.attacking)
        twin.history, twin.result = list(self.history), self.result
        return twin


def count(game: Oracle, depth: int) -> int:
    """The sequences of so many moves."""
    if depth == 0:
        return 1
    if game.result is not None:
        return 0
    moves = list(game.moves())
    if depth == 1:
        return len(moves)
    total = 0
    for start, end in moves:
        after = game.copy()
        after.play(start, end)
        total += count(after, depth - 1)
    return total
