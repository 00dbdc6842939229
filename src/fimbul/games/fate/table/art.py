"""The shapes and colours of Fate: terrain, tiles, figures and icons, each drawn around (0, 0).

Terrain differs by shape and by grey value: pale plains with tufts, dark woods with firs, black peaks under
snow, and lakes with white waves.  Monsters are dark hexagons with a sign for each kind, heroes are bright
figures.  Colours only repeat what shapes and letters say.
"""

from html import escape

from fimbul.core import Icon
from fimbul.core.svg import symbol, use

HEX = "M0-30L26-15V15L0 30L-26 15V-15z"
TILE = "M0-26L22.5-13V13L0 26L-22.5 13V-13z"
GREAT = "M0-32L27.7-16V16L0 32L-27.7 16V-16z"
PAWN = "M0-27a9.5 9.5 0 0 1 6 16.6C13-7 17 3 17 19H-17C-17 3-13-7-6-10.4A9.5 9.5 0 0 1 0-27z"

STYLE = """
.ground{fill:var(--field,#18222d)}
.plains,.forest,.mountain,.lake{stroke:#20241c;stroke-opacity:.35;stroke-width:1}
.plains{fill:#bdb78c}.forest{fill:#55704f}.mountain{fill:#a29a90}.lake{fill:#4b7ba0}
.site{fill:#d0ae7d}.wall{fill:none;stroke:#4b3018;stroke-width:7;stroke-linejoin:round}
.stakes{fill:none;stroke:#c99a5b;stroke-width:4;stroke-dasharray:3 3.6}
.road{fill:none;stroke:#6d5531;stroke-width:13;stroke-linecap:round;stroke-opacity:.5}
.lane{fill:none;stroke:#e2d0a0;stroke-width:8;stroke-linecap:round}
.hint{fill:none;stroke:#2b2a1c;stroke-width:1.8;stroke-opacity:.42;stroke-linecap:round;stroke-linejoin:round}
.tuft{fill:none;stroke:#8d8b5c;stroke-width:1.8;stroke-linecap:round}
.fir{fill:#1b3020;stroke:#8fae8a;stroke-width:1;stroke-linejoin:round}
.rock{fill:#2a2522}.snow{fill:#fff}
.wave{fill:none;stroke:#e4f1f8;stroke-width:2.4;stroke-linecap:round}
.red{fill:none;stroke:#a3271b;stroke-width:3.4;stroke-linejoin:round;stroke-opacity:.85}
.yellow{fill:none;stroke:#ffd75e;stroke-width:3.4;stroke-linejoin:round;stroke-opacity:.9}
.name{font:italic 600 14px Georgia,serif;fill:#fff8e6;stroke:#1b1710;stroke-width:3.4;stroke-linejoin:round;
paint-order:stroke;text-anchor:middle;letter-spacing:.06em}
.h{fill:#fff;fill-opacity:0}.hex:hover .h,.town:hover .h{fill-opacity:.13}
.town .h{stroke:none}
.house{fill:#8f5b34;stroke:#2c1a0c;stroke-width:1.4;stroke-linejoin:round}.roof{fill:#b9482e}
.ruin{fill:#2c1a0c;fill-opacity:.45}
.well{fill:#cfd6da;stroke:#2c1a0c;stroke-width:2}.water{fill:#2f7fb0}
.t{stroke:#15100d;stroke-width:2.4;stroke-linejoin:round}
.trollkin .t{fill:#46612b}.firehorde .t{fill:#a0401c}.dead .t{fill:#4f4a68}.wyrm .t{fill:#1d5f5e}
.other .t{fill:#5b4a3a}
.legend .t{stroke:#f3c84d;stroke-width:3.4}
.sign{fill:#fff;stroke:#fff;stroke-width:1;stroke-linejoin:round;stroke-linecap:round}
.dark{fill:#17110e}.crown{fill:#f3c84d}
.initial{font:700 22px Georgia,serif;fill:#fff;text-anchor:middle}
.pip{fill:#f4ecdf}.pip2{fill:#f3c84d}
.plate{fill:#15100d;stroke:#f4ecdf;stroke-width:1}.plate.life{fill:#981721}
.small{font:700 12.5px Georgia,serif;fill:#fff;text-anchor:middle}
.drop{fill:#cf1f2b;stroke:#fff;stroke-width:1.2}.coin{fill:#f3c84d;stroke:#5a4208;stroke-width:1.4}
.coined{font:700 11px Georgia,serif;fill:#241703;text-anchor:middle}
.chain{fill:#dfe9f2;stroke:#15100d;stroke-width:1.4}
.way{display:none;pointer-events:none;fill:none;stroke:#fff;stroke-width:5;stroke-linecap:round;
stroke-linejoin:round;filter:drop-shadow(0 0 1.5px #000) drop-shadow(0 0 1.5px #000)}
.monster:is(:hover,:focus,[data-picked],[data-shown]) .way,svg:has(.town:hover) .way{display:inline}
.names{pointer-events:none}
.seat0 .p{fill:#a8402c}.seat1 .p{fill:#22618a}.seat2 .p{fill:#5d7016}.seat3 .p{fill:#7b4496}
.p{stroke:#fff7e4;stroke-width:3;stroke-linejoin:round}
.who{font:700 17px Georgia,serif;fill:#fff;text-anchor:middle}
.turn .p{stroke:#ffd27a;stroke-width:4}
.gem{fill:#2f9e6b;stroke:#0b3d27;stroke-width:1}
"""


def fir(x: int, y: int) -> str:
    """A fir, its foot at (x, y)."""
    return f"M{x} {y - 22}l6 9h-3l5 8h-6v5h-4v-5h-6l5-8h-3z"


# What stands on the ground, in a few variants so that no two neighbours need look alike.
GROUND = {
    "plains": (
        '<path class="tuft" d="M-13-6v-5M-10-6l2-4M10 11v-5M13 11l2-4"/>',
        '<path class="tuft" d="M9-9v-5M12-9l2-4M-9 13v-5M-6 13l2-4"/>',
        '<path class="tuft" d="M-2-12v-4M1-12l2-3M-14 6v-4"/>',
    ),
    "forest": (
        f'<path class="fir" d="{fir(-10, 8)}{fir(10, 5)}{fir(0, 20)}"/>',
        f'<path class="fir" d="{fir(2, 3)}{fir(-11, 15)}{fir(11, 18)}"/>',
        f'<path class="fir" d="{fir(-9, 3)}{fir(12, 12)}{fir(-2, 19)}"/>',
    ),
    "mountain": (
        '<path class="rock" d="M-22 16L-5-18L5 0L10-7L22 16z"/>'
        '<path class="snow" d="M-5-18L-11-6L-6-9L-3-4L0-8L3-5zM10-7L7-2L11 0L14 2z"/>',
        '<path class="rock" d="M-22 16L-11-4L-6 3L6-19L22 16z"/>'
        '<path class="snow" d="M6-19L0-8L4-10L7-5L9-9L12-6zM-11-4L-14 1L-10 1L-8 2z"/>',
    ),
    "lake": ('<path class="wave" d="M-17-8q4-6 8 0t8 0 8 0 8 0M-17 8q4-6 8 0t8 0 8 0 8 0"/>',),
}

# A sign for each kind of monster; a kind without one, and every legend, shows its first letter.
SIGNS = {
    "goblin": '<path class="sign" d="M-16-8L-7-6C-4-11 4-11 7-6L16-8 9 1C8 8 4 11 0 11S-8 8-9 1z"/>'
    '<path class="dark" d="M-6-2l5 3-4 2zM6-2l-5 3 4 2zM-4 7h8l-4 2z"/>',
    "brute": '<path class="sign" d="M-11 13L-8 15 3 2 0-1z"/>'
    '<path class="sign" d="M5-13l2 4 4-2v4l5 1-3 4 3 4-5 1v4l-4-2-2 4-2-4-4 2V3l-5-1 3-4-3-4 5-1v-4l4 2z"/>'
    '<path class="dark" d="M2-2a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"/>',
    "troll": '<path class="sign" d="M-8-12C-3-15 3-15 8-12L13-3 12 6C10 11 6 13 0 13S-10 11-12 6L-13-3z"/>'
    '<path class="dark" d="M-8-4h6v4h-5zM8-4h-6v4h5zM-9 6l2-4 2 5h10l2-5 2 4-4 5H-5z"/>',
    "sprite": '<path class="sign" d="M1-14C7-6 9-2 7 5 5 11-5 11-7 5-9 0-2-4 1-14z"/>'
    '<path class="dark" d="M0-1c3 3 4 6 1 9h-2c-3-3-2-6 1-9z"/>',
    "elemental": '<path class="sign" d="M-2-15C4-10 4-6 6-5 8-7 8-9 7-12 13-6 14 2 11 7 7 13-7 13-11 7'
    '-14 1-12-5-8-9c0 3 1 5 2 5C-3-6-2-10-2-15z"/>'
    '<path class="dark" d="M-7 1l5 2-4 3zM7 1L2 3l4 3zM-3 8h6l-3 2z"/>',
    "jotunn": '<path class="sign" d="M-14-14c1 6 3 7 6 7 3-5 13-5 16 0 3 0 5-1 6-7 3 8 0 12-3 13 1 8-4 14'
    '-11 14S-12 7-11-1c-3-1-6-5-3-13z"/><path class="dark" d="M-7-2h5v4h-4zM7-2H2v4h4zM-5 6h10l-2 5h-6z"/>',
    "imp": '<path class="sign" d="M-17-7l9 4 2-3-3-8 6 5h6l6-5-3 8 2 3 9-4c0 7-3 10-8 11C7 9 4 12 0 12'
    'S-7 9-9 4c-5-1-8-4-8-11z"/><path class="dark" d="M-5-2l4 3-4 1zM5-2L1 1l4 1zM-3 6h6l-3 3z"/>',
    "skeleton": '<path class="sign" d="M-11-3C-11-17 11-17 11-3c0 4-2 6-5 7v7H-6V4c-3-1-5-3-5-7z"/>'
    '<path class="dark" d="M-8-3a3 3 0 1 0 6.4 0a3 3 0 1 0-6.4 0zM1.6-3a3 3 0 1 0 6.4 0a3 3 0 1 0-6.4 0z'
    'M-3 6h1.4v5H-3zM1.4 6h1.4v5H1.4z"/>',
    "draugr": '<path class="sign" d="M-12 0C-12-17 12-17 12 0L10 6 5 8 3 14H-3L-5 8-10 6z"/>'
    '<path class="dark" d="M-12-4H12v2H2v7h-4v-7h-10zM-8 0h5v3h-4zM8 0H3v3h4z"/>',
}
CROWN = '<path class="crown" d="M-10-14l3 4 3-6 4 6 4-6 3 6 3-4-2 10H-8z"/>'


def icon(id: str, name: str, path: str, rule: str = "") -> Icon:
    """A sign in the colour of the words around it."""
    more = f' fill-rule="{rule}"' if rule else ""
    return Icon(id, name, f'<path fill="currentColor"{more} d="{path}"/>')


ICONS = (
    icon("strength", "strength", "M8-11l3 3L-1 4l1 3-3 3-3-3-4 4-3-3 4-4-3-3 3-3 3 1z"),
    icon("health", "health", "M0 10C-12 2-11-8-5-8c3 0 5 2 5 4 0-2 2-4 5-4C11-8 12 2 0 10z"),
    icon("range", "range", "M-6-11C6-7 6 7-6 11l-1-2C3 5 3-5-7-9zM-10-1H5v-4l6 5-6 5V1H-10z"),
    icon("move", "move", "M-7-11h7v11l8 4v6H-7z"),
    icon("armor", "armor", "M-9-9H9v8C9 5 4 8 0 11-4 8-9 5-9-1z"),
    icon("gold", "gold", "M0-10a10 10 0 1 0 .01 0zM-2-6h4v12h-4z", "evenodd"),
    icon("mana", "mana", "M0-11l7 11-7 11-7-11z"),
    icon("wear", "wear", "M-9-9H9V9H-9zM-6-6V6H6V-6zM-4-4l2-2 3 4 1-1 3 6-2 2-4-4-2 1z", "evenodd"),
    icon("card", "card", "M-8-11H8V11H-8zM-5-8V8H5V-8z", "evenodd"),
    icon("pile", "pile", "M-9-6H5V11H-9zM-6-10H9V7H7V-8H-6z"),
    icon("time", "time", "M-8-11H8v3L2 0l6 8v3H-8V8l6-8-6-8z"),
    icon(
        "skull",
        "skull",
        "M-9-2C-9-13 9-13 9-2c0 3-1 5-3 6v6H-6V4C-8 3-9 1-9-2zM-6-2l3 3 2-3zM6-2L3 1 1-2z",
        "evenodd",
    ),
    icon("axe", "monster cards", "M-2-11h4v22h-4zM2-10c7-1 9 4 9 9-3-3-6-3-9-2z"),
    icon("town", "town piece", "M-9 10V-1L0-10 9-1V10z"),
    icon("miss", "miss", "M-8-1.5H8v3H-8z"),
    icon("rune", "rune", "M-5 11V-11h2L8-4-2 3v8zM-2 0l4-4-4-3z", "evenodd"),
    icon("cover", "hit unless in cover", "M0-11l5 7H2l5 6H2v3h-4V2h-5l5-6h-3zM-9 7H9v3H-9z"),
    icon("hit", "hit", "M0-11l3 7 8-2-5 6 5 6-8-2-3 7-3-7-8 2 5-6-5-6 8 2z"),
)

DEFS = (
    "<defs>"
    + "".join(
        symbol(f"{terrain}{number}", shape)
        for terrain, shapes in GROUND.items()
        for number, shape in enumerate(shapes)
    )
    + "".join(symbol(f"sign-{kind}", sign) for kind, sign in SIGNS.items())
    + symbol("crown", CROWN)
    + symbol(
        "house",
        '<path class="house" d="M-9 9V-1L0-9 9-1V9z"/><path class="roof" d="M-11 0L0-11 11 0 9 2 0-7-9 2z"/>',
    )
    + symbol("ruin", '<path class="ruin" d="M-9 9V2l4 2 2-5 4 6 3-3 5 3v4z"/>')
    + symbol(
        "well",
        '<circle class="well" r="14"/><circle class="water" r="8.5"/>'
        '<path class="wave" d="M-5 1q2.5-4 5 0t5 0"/>',
    )
    + symbol("coin", '<circle class="coin" r="8"/><path class="dark" d="M-1.5-5h3v10h-3z"/>')
    + symbol("gem", '<path class="gem" d="M0-7l5 7-5 7-5-7z"/>')
    + symbol("drop", '<path class="drop" d="M0-10C5-3 7 0 7 3A7 7 0 0 1-7 3C-7 0-5-3 0-10z"/>')
    + symbol("shield", '<path class="chain" d="M-7.5-8H7.5V0C7.5 5 3 8 0 9.5-3 8-7.5 5-7.5 0z"/>')
    + "</defs>"
)

# ---- pieces


def arrow(steps: tuple[tuple[float, float], ...]) -> str:
    """The way of a monster, from where it stands; it shows only on request."""
    if not steps:
        return ""
    points = "".join(f"L{x:.0f} {y:.0f}" for x, y in steps)
    (x, y), (px, py) = steps[-1], steps[-2] if len(steps) > 1 else (0.0, 0.0)
    far = ((x - px) ** 2 + (y - py) ** 2) ** 0.5 or 1
    dx, dy = (x - px) / far, (y - py) / far
    tip = (
        f"M{x - 11 * dx + 8 * dy:.0f} {y - 11 * dy - 8 * dx:.0f}L{x:.0f} {y:.0f}"
        f"L{x - 11 * dx - 8 * dy:.0f} {y - 11 * dy + 8 * dx:.0f}"
    )
    (x, y) = steps[0]
    far = (x**2 + y**2) ** 0.5 or 1
    d = f"M{20 * x / far:.0f} {20 * y / far:.0f}{points}{tip}"
    return f'<path class="way" d="{d}"/>'


def badge(sign: str, number: int | str, x: float, y: float) -> str:
    """A small sign with a number on it."""
    style = "small" if sign == "drop" else "coined"
    shape = '<circle class="coin" r="8.5"/>' if sign == "coin" else use(sign)
    return f'<g transform="translate({x:g} {y:g})">{shape}<text class="{style}" y="5">{number}</text></g>'


def monster_svg(
    kind: str,
    name: str,
    rank: int,
    level: int,
    dice: int,
    left: int,
    damage: int,
    armor: int,
    prey: int,
    held: bool,
    path: tuple[tuple[float, float], ...],
) -> str:
    """A monster's tile: its sign, pips for the rank, dice and health left, damage, armor, and marks."""
    great = rank > 3
    low = 21 if great else 17
    count, spot, high = (level, "pip2", -27.5) if great else (rank, "pip", -19.5)
    parts = [f'<path class="t" d="{GREAT if great else TILE}"/>']
    if great:
        parts.append(use("crown", 0, -11, 0.8))
    if great or kind not in SIGNS:
        parts.append(f'<text class="initial" y="{9 if great else 5}">{escape(name[0])}</text>')
    else:
        parts.append(use(f"sign-{kind}", 0, -3, 0.84))
    for number in range(count):
        parts.append(f'<circle class="{spot}" cx="{6 * number - 3 * (count - 1)}" cy="{high}" r="2.4"/>')
    for x, style, number in ((-13, "plate", dice), (13, "plate life", left)):
        parts.append(f'<circle class="{style}" cx="{x}" cy="{low}" r="8.5"/>')
        parts.append(f'<text class="small" x="{x}" y="{low + 4.5}">{number}</text>')
    if damage:
        parts.append(badge("drop", damage, 19, -14))
    if armor:
        parts.append(badge("shield", armor, -19, 1))
    if prey:
        parts.append(badge("coin", f"+{prey}", -18, -14))
    if held:
        parts.append('<path class="chain" d="M-6 11h4v13h-4zM2 11h4v13H2z"/>')
    parts.append(arrow(path))
    return "".join(parts)


def hero_svg(name: str, damage: int) -> str:
    """A hero's figure: two letters of the name, and damage."""
    hurt = badge("drop", damage, 15, -19) if damage else ""
    return f'<path class="p" d="{PAWN}"/><text class="who" y="12">{escape(name[:2])}</text>{hurt}'
