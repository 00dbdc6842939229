"""The map of Six Winters in a terminal: boxes of text, row by row."""

from fimbul.core import Sketch, Span
from fimbul.games.six_winters.rules.dice import ACTION, KINDS, kind_of, value_of
from fimbul.games.six_winters.table import words
from fimbul.games.six_winters.table.deeds import asks
from fimbul.games.six_winters.table.view import PlaceSeen, SixWintersView

WIDE = 100
LINES = 5  # of a location
SHORT = ("st", "te", "es", "mi", "di", "so")
REGIONS = {"empire": "bad", "brightdune": "seat1", "settled": "good"}
Line = tuple[Span, ...]


def die(code: int) -> str:
    """A die in a few letters: `so5`, and a plain number for an action die."""
    kind, value = kind_of(code), value_of(code)
    return f"{value}" if kind == ACTION else f"{SHORT[kind]}{value}"


def sketch(view: SixWintersView) -> Sketch:
    """The map, row by row, as boxes of text."""
    count = words.book(view).figures.columns
    columns = sorted({place.cell % count for place in view.places})
    first, last = columns[0], columns[-1]
    wide = min(24, WIDE // (last - first + 1))
    by_cell = {place.cell: place for place in view.places}
    lines: list[Line] = []
    for row in sorted({place.cell // count for place in view.places}):
        boxes = [box(view, by_cell.get(row * count + column), wide) for column in range(first, last + 1)]
        high = max(len(each) for each in boxes)
        for line in range(high):
            spans: list[Span] = []
            for each in boxes:
                spans += padded(each[line] if line < len(each) else [], wide)
            lines.append(tuple(spans))
    if asks(view, "settle"):
        near = {cell for place in view.places for cell in words.book(view).around[place.cell]}
        free = sorted(cell for cell in near if view.cells[cell] < 0)
        spans = [Span("Free cells: ", "dim")]
        for cell in free:
            down, right = divmod(cell, count)
            spans += [Span(f"{down + 1},{right + 1}", "", f"cell:{down}:{right}"), Span("  ")]
        lines.append(tuple(spans))
    return Sketch(tuple(lines))


def padded(spans: list[Span], wide: int) -> list[Span]:
    """Spans cut or filled up to a width, with a space at the end."""
    found: list[Span] = []
    room = wide - 1
    for span in spans:
        if room > 0:
            found.append(Span(span.text[:room], span.style, span.node))
            room -= len(found[-1].text)
    return [*found, Span(" " * (room + 1))]


def box(view: SixWintersView, place: PlaceSeen | None, wide: int) -> list[list[Span]]:
    """A location: its name, what it makes, dice, obstacles, people."""
    if place is None:
        return []
    card = words.book(view).locations[place.number]
    node = f"location:{place.number}"
    mark = "*" if place.number == view.scene_place else " "
    icon = {"port": " p", "gate": " g"}.get(card.icon, "")
    threat = f" {'!' * place.threats}" if place.threats else ""
    style = f"{REGIONS[card.region]} bold"
    lines = [[Span(f"{mark}{card.name}", style, node), Span(icon, style, node), Span(threat, "bad")]]
    makes = f" [{KINDS[place.makes][:4]}{'+' if place.level > 1 else ''}]" if place.level else ""
    told = (f" {card.tags[0] if card.tags else ''}", ", ", card.skill, makes)
    lines.append([Span(text, "dim", node) for text in told])
    if place.dice:
        dice: list[Span] = [Span(" ")]
        for spot, code in enumerate(place.dice):
            dice += [Span(die(code), "bold", f"res:{place.number}:{spot}"), Span(" ")]
        lines.append(dice)
    for obstacle in view.obstacles:
        if obstacle.place == place.number:
            tokens = f" {obstacle.progress}+{obstacle.hindrance}/{obstacle.difficulty}"
            name = words.book(view).obstacle_names[obstacle.number][: max(4, wide - 3 - len(tokens))]
            node = f"obstacle:{obstacle.number}"
            lines.append([Span(f" {name}", "bad", node), Span(tokens, "bad", node)])
    here = [number for number, person in enumerate(view.people) if person.place == place.number]
    if here:
        standing: list[Span] = [Span(" ")]
        for number in here:
            name = f"[{view.people[number].name}]"[: wide - 2]
            standing += [Span(name, f"seat{number} bold", f"person:{number}"), Span(" ")]
        lines.append(standing)
    lines += [[] for _ in range(LINES - 1 - len(lines))]
    return [*lines, []]
