"""A board of squares: its names and lines for the rules, its picture and its sketch for the table.

A position on it is one text, a letter for each square from left to right and from above; a dot is nobody.
Squares are named as chess players name them: a1 is the left one below.
"""

from collections.abc import Mapping
from string import ascii_lowercase

import msgspec

from fimbul.core.grids import ORTHOGONAL, Cell, ray
from fimbul.core.scene import Board, Node, Sketch, Span

EMPTY = "."
SIDE = 100  # of a square in the picture
MARGIN = 10
GROUND = f'<rect x="{-SIDE / 2:g}" y="{-SIDE / 2:g}" width="{SIDE}" height="{SIDE}"/>'
STYLE = """
.cell rect{fill:#d9c7a3;stroke:#8a744c;stroke-width:2}.marked rect{fill:#b0894f}
.seat0 circle{fill:#3b2a20}.seat1 circle{fill:#f4efe2}circle,path{stroke:#2a1d12;stroke-width:3}
"""


class Piece(msgspec.Struct, frozen=True):
    """How a letter of a position is shown: its name, its style, and its drawing around (0, 0)."""

    name: str
    style: str
    svg: str = '<circle r="36"/>'


class Squares:
    """A board of squares, each with a number, in the order of a position, and a name."""

    def __init__(self, across: int, down: int, marked: tuple[str, ...] = ()) -> None:
        self.across, self.down = across, down
        self.names = tuple(f"{ascii_lowercase[x]}{down - y}" for y in range(down) for x in range(across))
        self.number = {name: number for number, name in enumerate(self.names)}
        self.marked = frozenset(self.number[name] for name in marked)  # those that are unlike the others
        self.rays = tuple(tuple(self.ray(number, step) for step in ORTHOGONAL) for number in range(len(self)))
        self.beside = tuple(tuple(line[0] for line in lines if line) for lines in self.rays)
        self.edge = frozenset(number for number, beside in enumerate(self.beside) if len(beside) < 4)

    def __len__(self) -> int:
        return self.across * self.down

    def cell(self, number: int) -> Cell:
        """A square as a pair of numbers: its column, and its row from above."""
        return number % self.across, number // self.across

    def ray(self, number: int, step: Cell) -> tuple[int, ...]:
        """The squares that lie one after another in a direction."""

        def outside(cell: Cell) -> bool:
            return not (0 <= cell[0] < self.across and 0 <= cell[1] < self.down)

        return tuple(y * self.across + x for x, y in ray(self.cell(number), step, outside))

    def board(self, position: str, pieces: Mapping[str, Piece], style: str = "") -> Board:
        """The picture of a position: the square a1 is the node `cell:a1`, and who stands there `piece:a1`."""
        nodes = []
        for number, (name, letter) in enumerate(zip(self.names, position, strict=True)):
            x, y = (SIDE * part for part in self.cell(number))
            look = "cell marked" if number in self.marked else "cell"
            nodes.append(Node(id=f"cell:{name}", svg=GROUND, x=x, y=y, classes=look, title=name))
            if letter != EMPTY:
                piece = pieces[letter]
                title = f"{piece.name} on {name}"
                node = Node(
                    id=f"piece:{name}", svg=piece.svg, x=x, y=y, layer=1, classes=piece.style, title=title
                )
                nodes.append(node)
        corner = -SIDE / 2 - MARGIN
        box = corner, corner, self.across * SIDE + 2 * MARGIN, self.down * SIDE + 2 * MARGIN
        return Board(box=box, ground="", style=STYLE + style, nodes=tuple(nodes))

    def sketch(self, position: str, pieces: Mapping[str, Piece]) -> Sketch:
        """The same for the terminal: every piece as its letter."""
        lines = []
        for row in range(self.down):
            line = [Span(f"{self.down - row:<2}", "dim")]
            for number in range(row * self.across, (row + 1) * self.across):
                name, letter = self.names[number], position[number]
                if letter == EMPTY:
                    line.append(Span(" +" if number in self.marked else " ·", "dim", f"cell:{name}"))
                else:
                    line.append(Span(f" {letter}", pieces[letter].style, f"piece:{name}"))
            lines.append(tuple(line))
        return Sketch((*lines, (Span("   " + " ".join(ascii_lowercase[: self.across]), "dim"),)))
