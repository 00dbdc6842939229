"""The map of Fate, drawn: Grimheim, crystals, monsters and heroes on it."""

from collections.abc import Iterator

from fimbul.core import Board, Node
from fimbul.core.grids import Point
from fimbul.core.svg import use
from fimbul.core.wording import some
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.table import art, words
from fimbul.games.fate.table.chart import Chart, chart_of
from fimbul.games.fate.table.view import FateView, MonsterSeen

EDGE = 14.0  # around the map
BONUS = {"damage": "remove damage", "mana": "mana", "gold": "gold"}
TOWN_SPOTS = ((-38, 4), (38, 4), (-19, 36), (19, 36))  # heroes in Grimheim
HOUSES = ((-26, -46), (26, -46), (52, -14), (-52, -14), (0, -38), (-46, 42), (46, 42), (0, 60), (62, 18))


def draw(view: FateView) -> Board:
    """The map."""
    chart = chart_of(view.library)
    nodes = [town_node(view, chart), *chart.hexes, chart.names]
    nodes += crystals(view, chart)
    nodes += monsters(view, chart)
    nodes += heroes(view, chart)
    box = (-EDGE, -EDGE, round(chart.wide + 2 * EDGE), round(chart.high + 2 * EDGE))
    return Board(
        id="map",
        title="The land around Grimheim",
        box=box,
        ground=chart.ground,
        style=art.STYLE,
        nodes=tuple(nodes),
    )


def town_node(view: FateView, chart: Chart) -> Node:
    """Grimheim with its pieces: the Well in the middle, houses around it, and what was lost."""
    x, y = chart.middle
    parts = [f'<path class="h" d="{chart.town}"/>']
    lost = max(view.start_pieces, view.pieces) - 1
    for place, (dx, dy) in enumerate(HOUSES[:lost]):
        parts.append(use("house" if place < view.pieces - 1 else "ruin", dx, dy, 1.35))
    parts.append(use("well" if view.pieces else "ruin", 0, 2))
    houses = some(max(0, view.pieces - 1), "house")
    well = " and Freyja's Well" if view.pieces else ""
    return Node(
        id="town",
        svg="".join(parts),
        x=round(x, 1),
        y=round(y, 1),
        classes="town",
        title=f"Grimheim: {some(view.pieces, 'town piece')} left ({houses}{well})",
    )


def crystals(view: FateView, chart: Chart) -> Iterator[Node]:
    """What lies in the bonus areas."""
    shapes = {"damage": "drop", "mana": "gem", "gold": "coin"}
    for x, y, kind, left in view.bonuses:
        if not left:
            continue
        cx, cy = chart.at(x, y)
        svg = "".join(
            use(shapes.get(kind, "coin"), 15 * (place - (left - 1) / 2), 0) for place in range(left)
        )
        yield Node(
            id=f"bonus:{x},{y}",
            svg=f'<g pointer-events="none">{svg}</g>',
            x=round(cx, 1),
            y=round(cy + 13, 1),
            layer=1,
            title=f"{some(left, 'crystal')}: {BONUS.get(kind, kind)}",
        )


def monsters(view: FateView, chart: Chart) -> Iterator[Node]:
    """Every monster."""
    for monster in view.monsters:
        x, y = chart.at(monster.x, monster.y)
        path = tuple(
            (px - x, py - y)
            for px, py in (toward(chart, (monster.x, monster.y), step) for step in monster.path)
        )
        faction = monster.faction if monster.faction in words.FACTIONS else "other"
        great = " legend" if monster.rank >= LEGEND else ""
        yield Node(
            id=f"monster:{monster.id}",
            svg=art.monster_svg(
                monster.kind,
                monster.name,
                monster.rank,
                monster.level,
                monster.dice,
                monster.health - monster.damage,
                monster.damage,
                monster.armor,
                monster.prey,
                monster.held,
                path,
            ),
            x=round(x, 1),
            y=round(y, 1),
            layer=4 if great else 3,
            classes=f"monster {faction}{great}",
            title=monster_title(view, monster),
        )


def toward(chart: Chart, start: tuple[int, int], step: tuple[int, int]) -> Point:
    """Where a step of a monster is drawn; the town's border instead of its middle."""
    if chart.land.at.get(step) != TOWN:
        return chart.at(*step)
    here = min(
        (at for at, area in chart.areas.items() if area.terrain == "town"),
        key=lambda at: (at[0] - start[0]) ** 2 + (at[1] - start[1]) ** 2 + (at[0] + at[1] - sum(start)) ** 2,
    )
    return chart.layout.centre(here)


def monster_title(view: FateView, monster: MonsterSeen) -> str:
    """Everything about a monster, in words."""
    rank = f"legend, level {monster.level}" if monster.rank >= LEGEND else f"rank {monster.rank}"
    parts = [
        f"{monster.name}, {words.FACTIONS.get(monster.faction, monster.faction)}, {rank}",
        some(monster.dice, "die", "dice"),
        f"{monster.health - monster.damage} of {monster.health} health left",
        f"worth {monster.xp + monster.prey} gold",
    ]
    extra = [f"armor {monster.armor}"] if monster.armor else []
    extra += [f"range {monster.range}"] if monster.range > 1 else []
    held = " It is held this turn." if monster.held else ""
    text = f" {monster.text}" if monster.text else ""
    return f"{', '.join(parts + extra)}.{text}{held} Next: {words.way(view, monster)}."


def heroes(view: FateView, chart: Chart) -> Iterator[Node]:
    """Every hero's figure."""
    for seat, hero in enumerate(view.heroes):
        x, y = chart.at(hero.x, hero.y)
        if hero.in_town:
            dx, dy = TOWN_SPOTS[seat % 4]
            x, y = x + dx, y + dy
        turn = " turn" if seat in view.to_act and view.outcome is None else ""
        where = words.place(view, hero.x, hero.y)
        yield Node(
            id=f"hero:{seat}",
            svg=art.hero_svg(hero.name, hero.damage),
            x=round(x, 1),
            y=round(y, 1),
            layer=5,
            classes=f"hero seat{seat % 4}{turn}",
            title=f"{hero.name} in {where}: {words.standing(view, seat)}",
        )
