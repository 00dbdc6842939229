"""The map of Six Winters: locations with their dice, obstacles, threats and people (S1, S5, S95)."""

import functools
from html import escape

from fimbul.core import Board, Node
from fimbul.core.svg import clipped_label, fitted, label, rect
from fimbul.core.wording import some
from fimbul.games.six_winters.library.index import Book
from fimbul.games.six_winters.library.wording import REGIONS, obstacle_words
from fimbul.games.six_winters.rules.dice import KINDS
from fimbul.games.six_winters.table import art, words
from fimbul.games.six_winters.table.deeds import asks
from fimbul.games.six_winters.table.view import ObstacleSeen, PlaceSeen, SixWintersView

EDGE = 12.0
CELL, TALL = 190.0, 180.0  # a location
GAP = 3.0
LONG = 14  # letters of a name that is set smaller
LETTER = 8.0, 6.5  # how wide a letter of a name is about, and one that is set smaller
KEPT = 4096  # drawings: most things are as they were, for everybody at the table
LANDS, FOES, DICE, PAWNS = 1, 2, 3, 4  # layers


class Chart:
    """Which part of the grid is shown."""

    def __init__(self, view: SixWintersView) -> None:
        used = [place.cell for place in view.places] or [0]
        self.free: list[int] = []
        if asks(view, "settle"):
            near = {cell for here in used for cell in words.book(view).around[here]}
            self.free = sorted(cell for cell in near if view.cells[cell] < 0)
        self.columns = words.book(view).figures.columns
        rows = [cell // self.columns for cell in (*used, *self.free)]
        columns = [cell % self.columns for cell in (*used, *self.free)]
        self.top, self.left = min(rows), min(columns)
        self.wide = CELL * (max(columns) - self.left + 1)
        self.high = TALL * (max(rows) - self.top + 1)

    def at(self, cell: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        row, column = divmod(cell, self.columns)
        return (column - self.left) * CELL, (row - self.top) * TALL


def draw(view: SixWintersView) -> Board:
    """The map, and free cells while they are asked for."""
    chart = Chart(view)
    nodes: list[Node] = []
    wide, high = CELL - 2 * GAP, TALL - 2 * GAP
    for cell in chart.free:
        row, column = divmod(cell, chart.columns)
        x, y = chart.at(cell)
        nodes.append(
            Node(
                id=f"cell:{row}:{column}",
                svg=rect("free", -wide / 2, -high / 2, wide, high, 10),
                x=x + CELL / 2,
                y=y + TALL / 2,
                title=f"A free cell: row {row + 1}, column {column + 1}",
                layer=LANDS,
            )
        )
    for place in view.places:
        x, y = chart.at(place.cell)
        nodes += location(view, place, x + GAP, y + GAP, wide, high)
    box = (-EDGE, -EDGE, chart.wide + 2 * EDGE, chart.high + 2 * EDGE)
    return Board(id="map", title="The map", box=box, ground=art.DEFS, style=art.STYLE, nodes=tuple(nodes))


def location(
    view: SixWintersView, place: PlaceSeen, x: float, y: float, wide: float, high: float
) -> list[Node]:
    """One location with all that is there."""
    book = words.book(view)
    nodes = [land(book, place, place.number == view.scene_place, x, y, wide, high)]
    nodes += lying(place, x, y, wide)
    standing = [obstacle for obstacle in view.obstacles if obstacle.place == place.number]
    columns = 1 if len(standing) < 3 else 2
    step = 29.0 if len(standing) < 5 else 58.0 / ((len(standing) + 1) // 2)
    broad = (wide - 8 - 4 * (columns - 1)) / columns
    for spot, seen in enumerate(standing):
        row, column = divmod(spot, columns)
        nodes.append(obstacle(book, seen, x + 4 + column * (broad + 4), y + 88 + row * step, broad))
    people = [number for number, person in enumerate(view.people) if person.place == place.number]
    for spot, number in enumerate(people):
        nodes.append(pawn(view, number, x + wide - 23 - spot * 36, y + high - 20))
    return nodes


@functools.lru_cache(maxsize=KEPT)
def land(book: Book, place: PlaceSeen, told: bool, x: float, y: float, wide: float, high: float) -> Node:
    """The location itself; `told` is whether the scene is to be told here."""
    card = book.locations[place.number]
    left, up = -wide / 2, -high / 2
    shape = art.LANDS.get(card.tags[0] if card.tags else "", "")
    svg = rect("land", left, up, wide, high, 7)
    svg += f'<path class="scape" transform="translate({left + 8:g} {-up - 3:g})" d="{shape}"/>'
    svg += f'<g transform="translate({left:g} {up:g})">{face(book, place, told, wide)}</g>'
    return Node(
        id=f"location:{place.number}",
        svg=svg,
        x=x + wide / 2,
        y=y + high / 2,
        title=location_words(book, place, told),
        classes=f"{card.region}{' told' if told else ''}",
        layer=LANDS,
    )


def face(book: Book, place: PlaceSeen, told: bool, wide: float) -> str:
    """The name, the skill, the production, the icon and the threats, from the upper left corner."""
    card = book.locations[place.number]
    long = len(card.name) > LONG
    room = wide - 54
    fit = fitted(card.name, room, int(room / LETTER[long]))
    svg = art.crowned(wide, 25, "band", 7) + art.sign(card.region, 14, 13, 0.75, "lt")
    svg += f'<text class="place{" long" * long}" x="28" y="18.5"{fit}>{escape(card.name)}</text>'
    svg += art.sign(card.skill, wide - 14, 13, 0.75, "lt")
    at = 8.0
    if place.level:
        svg += art.token(KINDS[place.makes], place.level, 18, 41)
        at = 38
    if card.icon:
        svg += art.sign(card.icon, at + 10, 41, 0.85)
    shown = min(place.threats, 3)
    for spot in range(shown):
        svg += rect("cube thr", wide - 18 - 14 * spot, 35, 12, 12)
    if place.threats > shown:
        svg += label(f"{place.threats}", wide - 20 - 14 * shown, 46, "tags end")
    if told:
        svg += f'<path class="flag" d="M{wide - 36:g}-8h14v20l-7-6-7 6z"/>'
    return svg


def location_words(book: Book, place: PlaceSeen, told: bool) -> str:
    """Everything about a location, in words."""
    card = book.locations[place.number]
    parts = [f"{card.name}: {', '.join(card.tags)}, in {REGIONS[card.region]}; skill {card.skill}"]
    parts += [card.icon] if card.icon and card.icon not in card.tags else []
    if place.level:
        parts.append(f"produces {KINDS[place.makes]}, {words.LEVELS[place.level]} level")
    parts += [some(place.threats, "threat token")] if place.threats else []
    parts += [f"dice: {words.dice_names(place.dice)}"] if place.dice else []
    text = f" {card.text}" if card.text else ""
    here = " The scene is to be told here." if told else ""
    return f"{'; '.join(parts)}.{text}{here}"


def lying(place: PlaceSeen, x: float, y: float, wide: float) -> list[Node]:
    """The dice that lie at a location."""
    count = len(place.dice)
    rows = 1 if count * 23 <= wide else 2
    side = 20.0 if rows == 2 else min(31.0, (wide - 10) / max(1, count) - 3)
    each = max(1, -(-count // rows))
    nodes = []
    for spot, code in enumerate(place.dice):
        row, column = divmod(spot, each)
        px = x + 6 + side / 2 + column * (side + 4 if rows == 1 else (wide - 12) / each)
        py = y + 70 if rows == 1 else y + 61 + row * 22
        title = f"{words.die_name(code).capitalize()}: a die at this location"
        svg = art.die(code, side=side)
        nodes.append(Node(id=f"res:{place.number}:{spot}", svg=svg, x=px, y=py, title=title, layer=DICE))
    return nodes


@functools.lru_cache(maxsize=KEPT)
def obstacle(book: Book, seen: ObstacleSeen, x: float, y: float, wide: float) -> Node:
    """An obstacle in play: its skill, its name if there is room, its tokens, and how many it needs."""
    half = wide / 2
    card, name = book.obstacles[seen.number], book.obstacle_names[seen.number]
    tokens = art.cubes("pro", seen.progress, 0, 0)
    broad = token_width(seen.progress)
    tokens += f'<g transform="translate({broad:g})">{art.cubes("hin", seen.hindrance, 0, 0)}</g>'
    broad += token_width(seen.hindrance)
    corner = 9.0 * len(str(seen.difficulty)) + 9
    svg = rect("foe", -half, -13, wide, 26, 5) + art.sign(card.skill, 13 - half, 0, 0.72, "lt")
    room = wide - 29 - corner - broad
    if room > 5 * len(name):
        svg += named(name, 25 - half, room)
    else:
        letters = max(1, int(room / LETTER[1]) - 1)
        svg += clipped_label(name, 25 - half, 5, "ft long", room, letters)
    svg += f'<g transform="translate({half - corner - broad:g})">{tokens}</g>'
    svg += label(f"{seen.difficulty}", half - 5, 5, "fn")
    title = (
        f"{name}, {obstacle_words(card)} Now {seen.progress} progress and "
        f"{seen.hindrance} hindrance of {seen.difficulty}."
    )
    id = f"obstacle:{seen.number}"
    return Node(id=id, svg=svg, x=x + half, y=y + 13, title=title, layer=FOES, classes="obstacle")


def named(name: str, x: float, room: float) -> str:
    """A name in its room, whatever letters a system has."""
    long = room < 8.2 * len(name)
    wide = min(room, (6.6 if long else 8.2) * len(name))
    fit = f'textLength="{wide:g}" lengthAdjust="spacingAndGlyphs"'
    return f'<text class="ft{" long" * long}" x="{x:g}" y="5" {fit}>{escape(name)}</text>'


def token_width(count: int) -> float:
    """How much room tokens need."""
    return 19 if count > 2 else 12 * count + (2 if count else 0)


def pawn(view: SixWintersView, number: int, x: float, y: float) -> Node:
    """A character's figure."""
    person = view.people[number]
    where = words.book(view).locations[person.place].name
    left = f"psyche {person.psyche}, body {person.body}, {some(person.moves, 'move')}"
    title, svg = f"{person.name} at {where}: {left}", art.pawn(person.id, person.character)
    return Node(id=f"person:{number}", svg=svg, x=x, y=y, title=title, layer=PAWNS)
