"""Valknut at the table."""

from fimbul.core import Action, Board, Sketch, Table, Tray
from fimbul.core.wording import some
from fimbul.games.valknut.table import boards, deeds, sketch, trays
from fimbul.games.valknut.table.view import ValknutView
from fimbul.games.valknut.table.words import band_of


class ValknutTable(Table[ValknutView]):
    """The Battleground, and the cards and warbands beside it."""

    deeds = deeds.deeds
    icons = trays.ICONS

    def boards(self, view: ValknutView) -> tuple[Board, ...]:
        return (boards.draw(view),)

    def trays(self, view: ValknutView) -> tuple[Tray, ...]:
        return trays.trays(view)

    def sketch(self, view: ValknutView) -> Sketch:
        return sketch.sketch(view)

    def attempt(self, view: ValknutView, clicks: tuple[str, ...]) -> Action | None:
        return deeds.attempt(view, clicks)

    def seat_name(self, view: ValknutView, seat: int) -> str:
        return band_of(view, seat)

    def standing(self, view: ValknutView, seat: int) -> str:
        return some(view.scores[seat], "point") if view.alive[seat] else "out"
