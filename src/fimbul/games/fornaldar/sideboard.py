"""What lies beside the map: the calendar, the sequence of play, points, kingdoms, charts, a legend."""

import functools
from html import escape

from fimbul.core import Node
from fimbul.games.fornaldar import art, tables, words
from fimbul.games.fornaldar.cards import SIDES, Group, Library
from fimbul.games.fornaldar.chart import BOX
from fimbul.games.fornaldar.counters import Desk, side

LEFT = BOX[0] + BOX[2] + 30
TOP = BOX[1]
WIDE = 680
BOTTOM = BOX[1] + BOX[3]
MONTHS = 7  # in a row of the calendar
MONTH = WIDE / MONTHS
TALL = 118  # of a month
CALENDAR = TOP + 140
SEQUENCE = CALENDAR + 2 * TALL + 60
STEP = 44
SHARED = ("weather", "reinforcement", "enchantment", "attrition")
OWN = ("recovery", "mobilization", "movement", "march", "reaction", "combat")
NAMES = {"march": "Forced march", "reaction": "Enemy's reaction", "reinforcement": "Reinforcements"}
SCORE = SEQUENCE + 7 * STEP + 60
GROUPS = SCORE + 180
RESULTS = GROUPS + 500
SCALE = 2  # of the charts
LOSSES = RESULTS + 710
LEGEND = LOSSES + 380
SIGNS = {"skammdegi": "short", "nattleysi": "long"}
SKY = {"clear": "☀", "rain": "☂", "snow": "❄", "die": "⚄"}


def label(text: str, x: float, y: float, style: str, wide: float = 0, size: float = 30) -> str:
    """A line of text."""
    return art.label(text, round(x, 1), round(y, 1), style, wide, size)


# ---- what never changes


@functools.lru_cache(maxsize=8)
def board(library: Library, scenario: str) -> str:
    """The printed part, and the charts as symbols."""
    high = BOTTOM - TOP
    name = next(each.name for each in library.scenarios if each.id == scenario)
    parts = [
        f"<defs>{tables.results(library)}{tables.casualties(library)}{SHAPES}</defs>",
        f'<rect class="sheet" x="{LEFT}" y="{TOP}" width="{WIDE + 40}" height="{high}" rx="14"/>',
        f'<g pointer-events="none" transform="translate(20 0)">{label(name, LEFT, TOP + 62, "b1", WIDE, 52)}',
        *(
            label(text, LEFT, y - 16, "b2")
            for text, y in (
                ("Calendar", CALENDAR),
                ("Sequence of play", SEQUENCE),
                ("Victory points", SCORE),
                ("Kingdoms and others (filled: at war)", GROUPS),
                ("Combat results: attacker/defender", RESULTS),
                ("Casualties: CSP/wounds", LOSSES),
                ("Legend", LEGEND),
            )
        ),
        f'<g transform="translate({LEFT} {RESULTS}) scale({SCALE})"><use href="#crt"/></g>',
        f'<g transform="translate({LEFT} {LOSSES}) scale({SCALE - 0.12})"><use href="#lost"/></g>',
        *months(library),
        *phases(),
        *(
            label(group.name, x + 38, y, "b4", WIDE / 2 - 60, 27)
            for group, x, y in sorted_groups(library, scenario)
        ),
        *legend(),
        "</g>",
    ]
    return "".join(parts)


SHAPES = (
    '<path id="hx" d="M-15-26H15L30 0 15 26H-15L-30 0z"/>'
    '<rect id="rv" x="-13" y="-10" width="26" height="20" rx="10"/>'
)


def legend() -> list[str]:
    """What the signs mean."""
    rows = (
        (art.army(0, "fynn", "troll", 6), "Troops: race, CSP"),
        (
            art.character(0, "fynn", "troll", "Gorm", (4, 5, 0), "king", hero=True, escort=True),
            "Character: command-combat-magic",
        ),
        (art.ship(1, "skergota", 5, 3), "Ship: strength, capacity"),
        (art.hidden(1), "Fomorian: cut corners, Mundane: shield"),
    )
    parts = []
    for place, (svg, text) in enumerate(rows):
        y = LEGEND + 36 + 66 * place
        parts.append(f'<g transform="translate({LEFT + 34} {y}) scale(1.4)">{svg}</g>')
        parts.append(label(text, LEFT + 84, y + 11, "b4", WIDE / 2 + 60, 27))
    signs = (
        ("rank-king", "king"),
        ("rank-marshal", "marshal"),
        ("rank-captain", "captain"),
        ("hero", "hero"),
        ("enchanter", "enchanter"),
        ("escort", "escort"),
    )
    for place, (sign, text) in enumerate(signs):
        y = LEGEND + 22 + 44 * place
        parts.append(f'<circle class="parchment" cx="{LEFT + 520}" cy="{y}" r="19"/>')
        parts.append(art.use(sign, LEFT + 520, y, 2))
        parts.append(label(text, LEFT + 548, y + 10, "b4"))
    return parts


# ---- what does


def nodes(desk: Desk) -> list[Node]:
    """The markers beside the map."""
    return [
        *calendar(desk),
        *sequence(desk),
        *score(desk),
        *groups(desk),
        *charts(desk),
    ]


def node(name: str, svg: str, x: float, y: float, title: str = "", style: str = "") -> Node:
    """Something beside the map."""
    return Node(id=name, svg=svg, x=round(x + 20), y=round(y), title=title, classes=style)


def months(library: Library) -> list[str]:
    """The printed calendar."""
    parts = []
    for place, month in enumerate(library.calendar):
        x, y = corner(place)
        size = f'width="{MONTH - 4:g}" height="{TALL - 5}"'
        parts.append(f'<rect class="mo {month.day}" x="{x + 2:g}" y="{y:g}" {size} rx="8"/>')
        mid = x + MONTH / 2
        parts.append(label(month.name, mid, y + 28, "b5", MONTH - 12, 19))
        parts.append(label(SKY[month.weather], mid, y + 68, f"b6 {month.weather}"))
        parts.append(label(f"{SIGNS[month.day]} · {month.mana}", mid, y + 100, "b5", MONTH - 12, 19))
    return parts


def corner(place: int) -> tuple[float, float]:
    """Where a month of the calendar is."""
    row, column = divmod(place, MONTHS)
    return LEFT + MONTH * column, CALENDAR + TALL * row


def calendar(desk: Desk) -> list[Node]:
    """Which turn it is, and its weather."""
    view, month = desk.view, words.month(desk.view)
    place = desk.book.library.calendar.index(month)
    x, y = corner(place)
    length = view.turns or desk.book.scenario.length
    title = (
        f"Calendar: {month.name}, game turn {view.game_turn} of {length}; {view.sky} weather, "
        f"{words.DAYS[month.day]}, mana {view.mana}"
    )
    size = f'width="{MONTH - 4:g}" height="{TALL - 5}"'
    svg = f'<rect class="now" x="{2 - MONTH / 2:g}" {size} rx="8"/>'
    if month.weather == "die":
        svg += '<rect class="sheet" x="-26" y="36" width="52" height="40" stroke="none"/>'
        svg += label(SKY[view.sky], 0, 68, f"b6 {view.sky}")
    turn = label(f"Game turn {view.game_turn} of {length}, mana {view.mana}", 0, 0, "b4 end")
    return [
        node("calendar", svg, x + MONTH / 2, y, title),
        node("turn", turn, LEFT + WIDE - 4, CALENDAR - 16, title),
    ]


def phases() -> list[str]:
    """The printed sequence of play."""
    parts = []
    for column, (whose, names) in enumerate((("All", SHARED), *((name.capitalize(), OWN) for name in SIDES))):
        x = LEFT + WIDE / 3 * column
        parts.append(label(whose, x + 4, SEQUENCE + 26, "b3"))
        for place, phase in enumerate(names, 1):
            text = NAMES.get(phase, phase.capitalize())
            parts.append(label(text, x + 8, SEQUENCE + STEP * place + 29, "b4", WIDE / 3 - 24, 27))
    return parts


def sequence(desk: Desk) -> list[Node]:
    """Which phase it is."""
    view = desk.view
    own = view.phase in OWN
    names = OWN if own else SHARED
    if view.phase not in names:
        return []
    x = LEFT + WIDE / 3 * (1 + view.phasing if own else 0)
    y = SEQUENCE + STEP * (names.index(view.phase) + 1)
    size = f'width="{WIDE / 3 - 6:g}" height="{STEP - 4}"'
    svg = f'<rect class="now" {size} rx="7"/>'
    return [node("sequence", svg, x - 4, y, f"Now: {NAMES.get(view.phase, view.phase)}")]


def score(desk: Desk) -> list[Node]:
    """The victory points of both."""
    view, parts = desk.view, []
    for seat in (0, 1):
        x = WIDE / 2 * seat
        parts.append(
            f'<rect class="mo f{seat} thick" x="{x + 4:g}" width="{WIDE / 2 - 12:g}" height="110" rx="10"/>'
        )
        parts.append(label(words.seat_name(view, seat), x + 22, 44, "b3"))
        csp = sum(count for who, _, count in view.musters if who == seat)
        parts.append(label(f"{csp} CSP", x + 22, 88, "b4"))
        parts.append(label(str(view.points[seat]), x + WIDE / 2 - 30, 80, "b7 end"))
    lead = view.points[0] - view.points[1]
    levels = desk.book.scenario.levels
    title = (
        f"Victory points: {view.points[0]} to {view.points[1]}, a difference of {abs(lead)}; "
        f"the levels of victory begin at {levels[0]}, {levels[1]} and {levels[2]}"
    )
    return [node("score", "".join(parts), LEFT, SCORE, title)]


def sorted_groups(library: Library, scenario: str) -> list[tuple[Group, float, float]]:
    """The groups of a scenario, kingdoms first, and where they are listed."""
    names = {place.group for place in library.setup if place.scenario == scenario}
    present = sorted(
        (group for group in library.groups if group.id in names), key=lambda group: not group.kingdom
    )
    step = min(44, 440 / max(1, -(-len(present) // 2)))
    return [
        (group, LEFT + WIDE / 2 * (place % 2), GROUPS + 26 + step * (place // 2))
        for place, group in enumerate(present)
    ]


def groups(desk: Desk) -> list[Node]:
    """Who is in the war, and on which side."""
    view, book, found = desk.view, desk.book, []
    for card, x, y in sorted_groups(book.library, view.scenario):
        number = book.group[card.id]
        awake, seat = view.active[number], view.sides[number]
        ground = art.field(card.id)[0] if awake else "none"
        mark = f'<circle class="thick f{side(seat)}" cx="16" cy="-9" r="12" fill="{ground}"/>'
        whose = words.seat_name(view, seat) if seat >= 0 else "neither side"
        state = "at war" if awake else "not at war"
        found.append(node(f"group:{card.id}", mark, x, y, f"{card.name}: {state}, {whose}"))
    return found


def charts(desk: Desk) -> list[Node]:
    """The last roll on the combat results table."""
    view = desk.view
    if not view.rolled:
        return []
    what, column, dice, added, result = view.rolled[-1]
    lit = tables.used(desk.book.library, column, sum(dice) + added)
    high = tables.high(desk.book.library)
    line = f'<text class="st" y="{high + 18}">{escape(what[:60])}</text>'
    shown = f'<g transform="translate(0 {high + 24})">{tables.roll(dice, added, result)}</g>'
    svg = f'<g transform="scale({SCALE})">{lit}{line}{shown}</g>'
    return [node("chart", svg, LEFT, RESULTS, f"{what}: {result}")]
