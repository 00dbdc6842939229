"""Fornaldar as people see it."""

from typing import Any, ClassVar

from fimbul.core import Action, Board, Button, Deeds, Icon, Reach, Sketch, Table, Tray
from fimbul.games.fornaldar.actions import Attach, Detach, Search, Show, Unload
from fimbul.games.fornaldar.library.rows import SIDES
from fimbul.games.fornaldar.table import board, deeds, roaming, sketch, trays, words
from fimbul.games.fornaldar.table.icons import ICONS
from fimbul.games.fornaldar.table.view import FornaldarView

# Touches that follow one on a card or a button: how many, to whom, to what.
FOLLOWING = ("leave:", "take:", "load:", "land:", "give:", "search:", "top:", "escort:", "challenge:")
OPENING: tuple[tuple[Any, str, str], ...] = (  # what a touch on a button of such actions goes before
    (Search, "search", "Search for artifacts"),
    (Show, "top", "Put a piece on top of the stack"),
    (Attach | Detach, "escort", "Form or dissolve an escort"),
)


class FornaldarTable(Table[FornaldarView]):
    """The map of the north, and what lies beside it."""

    deeds: ClassVar[Deeds[FornaldarView]] = deeds.deeds
    roles = tuple(side.capitalize() for side in SIDES)
    icons: ClassVar[tuple[Icon, ...]] = ICONS

    def boards(self, view: FornaldarView) -> tuple[Board, ...]:
        return (board.draw(view),)

    def trays(self, view: FornaldarView) -> tuple[Tray, ...]:
        return trays.lay(view)

    def buttons(self, view: FornaldarView) -> tuple[Button, ...]:
        answers = deeds.answers(view)
        found = [
            Button(id=id, label=label)
            for kind, id, label in OPENING
            if any(isinstance(answer, kind) for answer in answers)
        ]
        cost = view.force.boarding[1] if view.force is not None else 0
        price = f" for {words.points(cost)}" if cost else ""
        for hex_ in dict.fromkeys(answer.hex for answer in answers if isinstance(answer, Unload)):
            label = f"Put pieces ashore at {words.place(view, hex_)}{price}"
            found.append(Button(id=f"off:{hex_}", label=label))
        for answer in answers:
            deed = deeds.deeds(view, answer)
            if deed.clicks[-1].startswith(FOLLOWING):
                found.append(Button(id=deed.clicks[-1], label=deed.words))
        return tuple(found)

    def sketch(self, view: FornaldarView) -> Sketch:
        return sketch.sketch(view)

    def attempt(self, view: FornaldarView, clicks: tuple[str, ...]) -> Action | None:
        found: Action | None = deeds.attempt(view, clicks)
        return found

    def reach(self, view: FornaldarView, name: str) -> Reach | None:
        return roaming.reach(view, name)

    def standing(self, view: FornaldarView, seat: int) -> str:
        return words.standing(view, seat)
