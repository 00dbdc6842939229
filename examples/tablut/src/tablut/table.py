"""What a person sees and touches at Tablut."""

from fimbul.core import Action, Board, Deed, Deeds, Piece, Sketch, Table
from tablut.state import BOARD, KING, MUSCOVITE, NAMES, SWEDE, Move, TablutView

CROWN = '<path fill="#d9a520" d="M-18 12v-24l10 10 8-14 8 14 10-10v24z"/>'
PIECES = {
    MUSCOVITE: Piece("Muscovite", "seat0"),
    SWEDE: Piece("Swede", "seat1"),
    KING: Piece("King", "seat1 bold", f'<circle r="36"/>{CROWN}'),
}

deeds = Deeds[TablutView]()


@deeds.of(Move)
def move(view: TablutView, action: Move) -> Deed:
    """A piece, then a square."""
    return Deed(f"Move {action.start} to {action.end}", f"piece:{action.start}", f"cell:{action.end}")


class TablutTable(Table[TablutView]):
    """The board."""

    deeds = deeds
    roles = NAMES

    def boards(self, view: TablutView) -> tuple[Board, ...]:
        return (BOARD.board(view.board, PIECES),)

    def sketch(self, view: TablutView) -> Sketch:
        return BOARD.sketch(view.board, PIECES)

    def attempt(self, view: TablutView, clicks: tuple[str, ...]) -> Action | None:
        names = [click.partition(":")[2] for click in clicks]
        return Move(*names) if len(names) == 2 else None

    def standing(self, view: TablutView, seat: int) -> str:
        return f"{view.board.count(MUSCOVITE if seat == 0 else SWEDE)} {NAMES[seat]}"
