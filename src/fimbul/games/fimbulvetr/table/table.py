"""Fimbulvetr at the table."""

from fimbul.core import Action, Board, Sketch, Table, Tray
from fimbul.core.wording import some
from fimbul.games.fimbulvetr.table import boards, deeds, sketch, trays
from fimbul.games.fimbulvetr.table.view import FimbulvetrView, everybodys


class FimbulvetrTable(Table[FimbulvetrView]):
    """The field, and the warriors beside it."""

    deeds = deeds.deeds
    icons = trays.ICONS

    def boards(self, view: FimbulvetrView) -> tuple[Board, ...]:
        return (boards.draw(everybodys(view)),)  # drawn once, whoever looks

    def trays(self, view: FimbulvetrView) -> tuple[Tray, ...]:
        return trays.trays(view)

    def sketch(self, view: FimbulvetrView) -> Sketch:
        return sketch.sketch(view)

    def attempt(self, view: FimbulvetrView, clicks: tuple[str, ...]) -> Action | None:
        return deeds.attempt(view, clicks)

    def seat_name(self, view: FimbulvetrView, seat: int) -> str:
        return view.clans[seat].name

    def standing(self, view: FimbulvetrView, seat: int) -> str:
        left = sum(warrior.seat == seat for warrior in view.warriors) + len(view.waiting[seat])
        return some(left, "warrior")
