"""The map of Fate in a terminal: an area is four letters, rows are half an area apart."""

from fimbul.core import Sketch, Span
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.table import words
from fimbul.games.fate.table.view import FateView

GROUND = {"plains": " .  ", "forest": " ♠  ", "mountain": " ▲  ", "lake": " ≈  "}
STYLES = {"plains": "dim", "forest": "good", "mountain": "bold", "lake": "seat0"}
INDENT = 2  # letters that a row is further in than the next longer one
FACTIONS = {"trollkin": "good bold", "firehorde": "bad bold", "dead": "seat3 bold", "wyrm": "seat1 bold"}


def sketch(view: FateView) -> Sketch:
    """The map as text."""
    return Sketch((*head(view), *chart(view)))


def head(view: FateView) -> list[tuple[Span, ...]]:
    """Time and town, in one line."""
    line = [Span("Time", "bold")]
    for step, (deck, skull) in enumerate(view.track, 1):
        sign = {"yellow": "y", "red": "r"}.get(deck, "x" if skull else "·")
        now = step == view.time
        line.append(Span(f"[{sign}]" if now else f" {sign} ", "bold" if now else "dim", f"time:{step}"))
    return [tuple(line)]


def chart(view: FateView) -> list[tuple[Span, ...]]:
    """The map, row by row, each after its number."""
    areas = words.book(view).library.areas
    least = min(2 * area.x + area.y for area in areas)
    lines: list[tuple[Span, ...]] = []
    for y in sorted({area.y for area in areas}):
        row = sorted((area for area in areas if area.y == y), key=lambda area: area.x)
        space = INDENT * (2 * row[0].x + y - least)
        line = [Span(f"{y:>2} ".ljust(space + 3), "dim")]
        line += [cell(view, area.x, area.y, area.terrain, area.road) for area in row]
        lines.append(tuple(line))
    return lines


def cell(view: FateView, x: int, y: int, terrain: str, road: bool) -> Span:
    """One area: who stands there, or the ground."""
    monster, seat = words.monster_at(view, x, y), words.hero_at(view, x, y)
    if monster is not None:
        left = monster.health - monster.damage
        letters = monster.name[:2] if monster.rank >= LEGEND else monster.name[:2].lower()
        return Span(
            f"{letters}{left}".rjust(4), FACTIONS.get(monster.faction, "bad"), f"monster:{monster.id}"
        )
    if seat is not None:
        return Span(f"[{view.heroes[seat].name[:2]}]", f"seat{seat} bold", f"hero:{seat}")
    if terrain == "town":
        return town(view, x, y)
    text = GROUND[terrain]
    if road:
        text = f"{text[:2]}= "
    if any((bx, by) == (x, y) and left for bx, by, _, left in view.bonuses):
        text = f"{text[:3]}*"
    return Span(text, STYLES[terrain], f"hex:{x},{y}")


def town(view: FateView, x: int, y: int) -> Span:
    """A hex of Grimheim: heroes stand around the Well."""
    mx, my = words.book(view).land.middle
    spots = ((-1, 0), (1, 0), (0, -1), (0, 1))
    for seat, hero in enumerate(view.heroes):
        if hero.in_town and (x - mx, y - my) == spots[seat % 4]:
            return Span(f"[{hero.name[:2]}]", f"seat{seat} bold", f"hero:{seat}")
    return Span("#W# " if (x, y) == (mx, my) else "### ", "bold", "town")
