"""What a person sees and touches at Tablut."""

from fimbul.core import Action, Board, Deed, Deeds, Node, Sketch, Span, Table
from tablut.state import CASTLE, CELLS, EMPTY, KING, MUSCOVITE, NAMES, SIZE, SWEDE, Move, TablutView

LOOKS = {MUSCOVITE: ("seat0", "Muscovite"), SWEDE: ("seat1", "Swede"), KING: ("seat1 bold", "King")}
STYLE = """
.cell rect{fill:#d9c7a3;stroke:#8a744c;stroke-width:2}.castle rect{fill:#b0894f}
.seat0 circle{fill:#3b2a20}.seat1 circle{fill:#f4efe2}circle,path{stroke:#2a1d12;stroke-width:3}
.seat1 path{fill:#d9a520}
"""
CROWN = '<path d="M-18 12v-24l10 10 8-14 8 14 10-10v24z"/>'

deeds = Deeds[TablutView]()


@deeds.of(Move)
def move(view: TablutView, action: Move) -> Deed:
    """A piece, then a square."""
    return Deed(f"Move {action.start} to {action.end}", f"piece:{action.start}", f"cell:{action.end}")


deeds.cover((Move,))


class TablutTable(Table[TablutView]):
    """The board."""

    deeds = deeds

    def boards(self, view: TablutView) -> tuple[Board, ...]:
        nodes = []
        for number, (cell, piece) in enumerate(zip(CELLS, view.board, strict=True)):
            x, y = number % SIZE * 100, number // SIZE * 100
            look = "cell castle" if number == CASTLE else "cell"
            square = '<rect x="-50" y="-50" width="100" height="100"/>'
            nodes.append(Node(id=f"cell:{cell}", svg=square, x=x, y=y, classes=look, title=cell))
            if piece != EMPTY:
                classes, name = LOOKS[piece]
                svg = f'<circle r="36"/>{CROWN if piece == KING else ""}'
                title = f"{name} on {cell}"
                nodes.append(
                    Node(id=f"piece:{cell}", svg=svg, x=x, y=y, layer=1, classes=classes, title=title)
                )
        return (Board(box=(-60, -60, 920, 920), ground="", style=STYLE, nodes=tuple(nodes)),)

    def sketch(self, view: TablutView) -> Sketch:
        lines = []
        for row in range(SIZE):
            line = [Span(f"{SIZE - row} ", "dim")]
            for number in range(row * SIZE, (row + 1) * SIZE):
                cell, piece = CELLS[number], view.board[number]
                if piece == EMPTY:
                    line.append(Span(" +" if number == CASTLE else " ·", "dim", f"cell:{cell}"))
                else:
                    line.append(Span(f" {piece}", LOOKS[piece][0], f"piece:{cell}"))
            lines.append(tuple(line))
        return Sketch((*lines, (Span("   a b c d e f g h i", "dim"),)))

    def attempt(self, view: TablutView, clicks: tuple[str, ...]) -> Action | None:
        names = [click.partition(":")[2] for click in clicks]
        return Move(names[0], names[1]) if len(names) > 1 else None

    def seat_name(self, view: TablutView, seat: int) -> str:
        return NAMES[seat]

    def standing(self, view: TablutView, seat: int) -> str:
        return f"{view.board.count(MUSCOVITE if seat == 0 else SWEDE)} {NAMES[seat]}"
