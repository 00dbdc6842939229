"""Fate's table: what the browser, the terminal and the record show."""

from fimbul.core import Action, Board, Button, Sketch, Table, Tray
from fimbul.games.fate.table import art, boards, sketch, trays, words
from fimbul.games.fate.table import deeds as touches
from fimbul.games.fate.table.view import FateView


class FateTable(Table[FateView]):
    """The land around Grimheim, and the cards beside it."""

    deeds = touches.deeds
    icons = art.ICONS

    def boards(self, view: FateView) -> tuple[Board, ...]:
        return (boards.draw(view),)

    def trays(self, view: FateView) -> tuple[Tray, ...]:
        return tuple(trays.trays(view))

    def buttons(self, view: FateView) -> tuple[Button, ...]:
        return tuple(trays.buttons(view))

    def sketch(self, view: FateView) -> Sketch:
        return sketch.sketch(view)

    def attempt(self, view: FateView, clicks: tuple[str, ...]) -> Action | None:
        return touches.attempt(view, clicks)

    def seat_name(self, view: FateView, seat: int) -> str:
        return view.heroes[seat].name

    def standing(self, view: FateView, seat: int) -> str:
        return words.standing(view, seat)
