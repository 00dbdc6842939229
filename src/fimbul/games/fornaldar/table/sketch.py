"""The map in a terminal: a part of it around what is decided.

Columns stand three letters apart and every other one half a hex lower, as on the map: a hex has five letters.
"""

from collections.abc import Iterable

from fimbul.core import Sketch, Span
from fimbul.games.fornaldar.library.rows import SIDES
from fimbul.games.fornaldar.table import board, deeds, words
from fimbul.games.fornaldar.table.counters import Desk
from fimbul.games.fornaldar.table.view import FornaldarView, StackSeen

WIDE = 66
COLUMNS, ROWS = 20, 9  # of the part that is shown: with the panel beside it, it fits 100 letters
LAST = 50  # column and row of the map
SIGNS = {
    "sea": ("~", "dim"),
    "lake": ("≈", "dim"),
    "clear": (".", ""),
    "woods": ("♠", "good"),
    "forest": ("♣", "good"),
    "rough": ("∩", ""),
    "mountain": ("▲", "bold"),
    "marsh": ('"', "dim"),
}
GROUNDS = {"sea": "open sea", "clear": "open land"}  # which alone may mean a fleet's place, and the weather
FORTRESS, RUIN, POWER = "⌂", "x", "*"
Line = tuple[Span, ...]


def sketch(view: FornaldarView) -> Sketch:
    """The view as text: the part of the map that matters."""
    hexes = list(board.hexes(Desk(view)))
    nodes = {node.id for node in hexes}
    far = [node.id for node in hexes if node.classes.startswith("reach")]
    return Sketch((*chart(view, nodes), *beyond(view, far), *legend()))


def flow(spans: Iterable[Span], indent: int = 2) -> list[Line]:
    """Short spans in lines that are no wider than the map."""
    lines: list[list[Span]] = [[]]
    room = WIDE
    for span in spans:
        if len(span.text) > room:
            lines.append([Span(" " * indent)])
            room = WIDE - indent
        lines[-1].append(span)
        room -= len(span.text)
    return [tuple(line) for line in lines]


# ---- the map


def centre(view: FornaldarView) -> str:
    """The hex at the centre of the map: of the force, the fight, the question, or the viewer's pieces."""
    if view.force is not None:
        return view.force.hex
    known = words.book(view)
    if view.battle is not None:
        return view.battle.hex
    asked = [name for name in (view.question.about if view.question else ()) if known.hex_named(name) >= 0]
    if asked:
        return crowd(asked)
    seat = view.seat if view.seat is not None else view.phasing
    mine = [stack.hex for stack in view.stacks if stack.seat == seat] or [stack.hex for stack in view.stacks]
    return crowd(mine) if mine else known.hex_name(known.size // 2)


def crowd(hexes: list[str]) -> str:
    """The middle of as many of these as are seen at once."""
    spots = [(int(name[1:3]), int(name[3:5])) for name in hexes]

    def company(spot: tuple[int, int]) -> list[tuple[int, int]]:
        """Those in the part that has this one in its upper left corner, or a little aside."""
        x, y = spot[0] - COLUMNS // 4, spot[1] - ROWS // 4
        return [each for each in spots if x <= each[0] < x + COLUMNS - 1 and y <= each[1] < y + ROWS]

    seen = max(map(company, spots), key=len)
    column, row = (
        (min(each[axis] for each in seen) + max(each[axis] for each in seen)) // 2 for axis in (0, 1)
    )
    return f"h{column:02}{row:02}"


def window(middle: str) -> tuple[int, int]:
    """The first column and row of the part that is shown."""
    column, row = int(middle[1:3]), int(middle[3:5])
    left = min(max(1, column - COLUMNS // 2), LAST - COLUMNS + 1)
    top = min(max(1, row - ROWS // 2), LAST - ROWS + 1)
    return left, top


def chart(view: FornaldarView, nodes: set[str]) -> list[Line]:
    """A part of the map: even columns stand on the upper lines, odd ones half a hex lower."""
    left, top = window(centre(view))
    left -= left % 2  # the upper line begins
    stacks: dict[str, list[StackSeen]] = {}
    for stack in view.stacks:
        stacks.setdefault(stack.hex[:5], []).append(stack)  # both parts of a split hex are one here
    names = words.book(view).node
    numbers = "".join(
        (f"{column:02}" if column else "").ljust(6) for column in range(left, left + COLUMNS, 2)
    )
    lines: list[Line] = [(Span(f"    {numbers}", "dim"),)]
    for row in range(top, top + ROWS):
        for lower in (0, 1):
            line = [Span(f"{row:02}  " if not lower else " " * 7, "dim")]
            for column in range(left + lower, left + COLUMNS, 2):
                name = f"{column:02}{row:02}"
                if name in names:
                    line += cell(view, f"h{name}", stacks.get(f"h{name}", []), nodes)
                else:
                    line.append(Span(" " * 6))
            lines.append(tuple(line))
    return lines


def cell(view: FornaldarView, name: str, stacks: list[StackSeen], nodes: set[str]) -> list[Span]:
    """A hex: its ground, and the top pieces of one or two stacks."""
    node = name if name in nodes else ""
    text, style = ground(view, name)
    if not stacks:
        return [Span(text.ljust(5), style, node, name), Span(" ")]
    spans = [Span(text, style, node, name)]
    shown = first_of_each(view, stacks)
    long = 4 if len(shown) == 1 else 2
    for stack in shown:
        letters = words.top_name(view, stack).removeprefix("the ")[: long - (long > 2)]
        mark = ("≈" if stack.kind == "sea" else "") if long > 2 else ""
        spans.append(Span(f"{letters}{mark}".ljust(long), f"seat{stack.seat} bold", deeds.stack_id(stack)))
    return [*spans, Span("+" if len(stacks) > len(shown) else " ", "dim")]


def first_of_each(view: FornaldarView, stacks: list[StackSeen]) -> list[StackSeen]:
    """One stack of each side, that on the ground first."""
    found = {stack.seat: stack for stack in reversed(stacks)}
    return [found[seat] for seat in sorted(found)]


def ground(view: FornaldarView, name: str) -> tuple[str, str]:
    """The sign of a hex and its colour."""
    known = words.book(view)
    hex_ = known.hex_named(name)
    if name in view.ruins:
        return RUIN, "bad"
    fort = known.fortress[hex_]
    if fort is not None:
        group = known.fort_group[hex_]
        seat = view.sides[group] if group >= 0 else SIDES.index("mundane")
        return FORTRESS, f"seat{seat}" if seat >= 0 else "bold"
    if known.power_place[hex_] is not None:
        return POWER, "bold"
    return SIGNS[known.ground[hex_].terrain[0]]


# ---- below the map


def legend() -> list[Line]:
    """What the signs of the map mean."""
    signs = [(sign, GROUNDS.get(name, name)) for name, (sign, _) in SIGNS.items()]
    signs += [(FORTRESS, "fortress"), (POWER, "Place of Power"), (RUIN, "ruin")]
    return flow([Span(f"{sign} {name}  ", "dim") for sign, name in signs], 0)


def beyond(view: FornaldarView, names: list[str]) -> list[Line]:
    """Where one could go besides what the part of the map shows: other hexes, and river hexsides."""
    left, top = window(centre(view))
    left -= left % 2
    spans = [Span("Further: ", "dim")]
    for name in names:
        if "-" in name or not within(name, left, top):
            spans += [Span(name.replace("h", ""), "", name), Span(" ")]
    return flow(spans) if len(spans) > 1 else []


def within(name: str, left: int, top: int) -> bool:
    """Whether a hex is in the part that is shown."""
    return left <= int(name[1:3]) < left + COLUMNS and top <= int(name[3:5]) < top + ROWS
