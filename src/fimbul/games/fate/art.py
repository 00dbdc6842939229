"""The shapes and colours of Fate: signs, tiles, pieces, dice and cards, each drawn around (0, 0) or from its
upper left corner.

Terrain differs by shape and by grey value: pale plains with tufts, dark woods with firs, black peaks under
snow, and lakes with white waves.  Monsters are dark hexagons with a sign for each kind, heroes are bright
figures.  Colours only repeat what shapes and letters say.
"""

from html import escape

HEX = "M0-30L26-15V15L0 30L-26 15V-15z"
TILE = "M0-26L22.5-13V13L0 26L-22.5 13V-13z"
GREAT = "M0-32L27.7-16V16L0 32L-27.7 16V-16z"
PAWN = "M0-27a9.5 9.5 0 0 1 6 16.6C13-7 17 3 17 19H-17C-17 3-13-7-6-10.4A9.5 9.5 0 0 1 0-27z"
FRAME = 6.0  # inside a card

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
.step{stroke:#0d141c;stroke-width:1.5;fill:#7f8b92}.step.y{fill:#e2b93b}.step.r{fill:#c1432f}
.step.s{fill:#22191c;stroke:#e9dfcf}.trail{fill:none;stroke:#7f8b92;stroke-width:4;stroke-opacity:.6}
.tick{font:700 12px Georgia,serif;fill:#12181d;text-anchor:middle}
.ink{fill:#1b1210}.pale{fill:#f4ecdf}
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
.plate{fill:#15100d;stroke:#f4ecdf;stroke-width:1}.plate.life{fill:#b3202c}
.small{font:700 12.5px Georgia,serif;fill:#fff;text-anchor:middle}
.drop{fill:#e02b36;stroke:#fff;stroke-width:1.2}.coin{fill:#f3c84d;stroke:#5a4208;stroke-width:1.4}
.coined{font:700 11px Georgia,serif;fill:#241703;text-anchor:middle}
.chain{fill:#dfe9f2;stroke:#15100d;stroke-width:1.4}
.way{display:none;pointer-events:none;fill:none;stroke:#fff;stroke-width:5;stroke-linecap:round;
stroke-linejoin:round;filter:drop-shadow(0 0 1.5px #000) drop-shadow(0 0 1.5px #000)}
.monster:is(:hover,:focus,[data-picked],[data-shown]) .way,svg:has(.clock:hover) .way{display:inline}
.clock{cursor:help}.clock .back{fill:#dbe7ee;stroke:#c2540a;stroke-width:2.6}.clock .wave{stroke:#17222b}
.names{pointer-events:none}.frame{fill:none}
.seat0 .p{fill:#a8402c}.seat1 .p{fill:#22618a}.seat2 .p{fill:#5d7016}.seat3 .p{fill:#7b4496}
.p{stroke:#fff7e4;stroke-width:3;stroke-linejoin:round}
.who{font:700 17px Georgia,serif;fill:#fff;text-anchor:middle}
.turn .p{stroke:#ffd27a;stroke-width:4}
.panel{fill:#8ba0b5;fill-opacity:.13;stroke:none}.turn>*>.panel{stroke:var(--ember,#ffb36b);stroke-width:2}
.head{font:700 20px Georgia,serif;fill:var(--ink,#f4ecdf)}.turn .head{fill:var(--ember,#ffb36b)}
.stat{font:700 17px Georgia,serif;fill:var(--ink,#f4ecdf)}
.note{font:15px Georgia,serif;fill:var(--dim,#a9b8c6)}.end{text-anchor:end}.mid{text-anchor:middle}
.icon{fill:var(--ink,#f4ecdf)}.bar{fill:#3a1d1d}.life{fill:#c9313c}
.paper{fill:#e9e0cc;stroke:#0d141c;stroke-width:1.6}
.band{fill:#3a5570}.c0 .band{fill:#7a3327}.c2 .band{fill:#6d4f25}.ev .band{fill:#57406e}
.qu .band{fill:#44502a}
.title{font-family:Georgia,serif;font-weight:700;font-size:1.1em;fill:#fff}
.text{font-family:Georgia,serif;fill:#241a10}.b{font-weight:700}.i{font-style:italic;fill:#5c4a33}
.gem{fill:#2f9e6b;stroke:#0b3d27;stroke-width:1}.gem.no{fill:none;stroke:#8b8069}
.box{fill:#fff;stroke:#7a6a50;stroke-width:1.2}.worn{fill:#c9313c;stroke:#5a0f14;stroke-width:1}
.used .paper{fill:#b9b1a1}.used .text{fill:#5b5246}
.back{fill:#2f3e52;stroke:#93a7bd;stroke-width:2}.back.y{fill:#b98f1f;stroke:#ffe9a8}.back.r{fill:#8d2c1e;stroke:#ffc2b5}
.open{font:700 17px Georgia,serif;fill:var(--ink,#f4ecdf);text-anchor:middle}
.many{font:700 17px Georgia,serif;fill:#fff;text-anchor:middle}
.key{fill:var(--raised,#1d2a37);stroke:var(--line,#2b3c4c);stroke-width:1.5}
.button text{font:600 15px Georgia,serif;fill:var(--dim,#a9b8c6);text-anchor:middle}
.button[data-can] .key{stroke:var(--ember,#ffb36b)}.button[data-can] text{fill:var(--ink,#f4ecdf)}
.taken .key{fill:#7a5a1c}.button.taken text{fill:#fff3d6}.mark{fill:#f3c84d;stroke:#3b2a05;stroke-width:1.5}
.shy{display:none}.shy[data-can],.shy[data-picked],.shy[data-shown]{display:inline}
.choice .key{fill:#2d3d4f;stroke:#ffb36b;stroke-width:2.5}
.choice text,.choice[data-can] text{fill:#f4ecdf;font-size:16px}
.die{fill:#f6f0e2;stroke:#15100d;stroke-width:1.6}.die.hit{fill:#ffd27a;stroke:#7a2a05;stroke-width:2.4}
.die.no{fill:#b9b1a1}
.pipd{fill:none;stroke:#15100d;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}.full{fill:#15100d}
.total{font:700 18px Georgia,serif;fill:var(--ink,#f4ecdf)}
"""


def symbol(name: str, content: str) -> str:
    """Something that is drawn often."""
    return f'<symbol id="{name}" overflow="visible">{content}</symbol>'


def use(name: str, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """A symbol somewhere."""
    if scale != 1:
        return f'<g transform="translate({x:g} {y:g}) scale({scale:g})"><use href="#{name}"/></g>'
    place = (f' x="{x:g}"' if x else "") + (f' y="{y:g}"' if y else "")
    return f'<use href="#{name}"{place}/>'


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
ICONS = {
    "i-strength": '<path class="icon" d="M7-9l2 2L-1 3l1 2-2 2-2-2-3 3-2-2 3-3-2-2 2-2 2 1z"/>',
    "i-health": '<path class="life" d="M0 8C-10 1-9-7-4-7c2 0 4 2 4 4 0-2 2-4 4-4C9-7 10 1 0 8z"/>',
    "i-range": '<path class="icon" d="M-5-9C5-6 5 6-5 9l-1-2C2 4 2-4-6-7zM-8-1H4v-3l5 4-5 4V1H-8z"/>',
    "i-move": '<path class="icon" d="M-6-9h6v9l7 3v5H-6z"/>',
    "i-armor": '<path class="icon" d="M-8-8H8v7C8 4 3 7 0 9-3 7-8 4-8-1z"/>',
    "i-gold": '<circle class="coin" r="8"/><path class="ink" d="M-1.5-5h3v10h-3z"/>',
    "i-mana": '<path class="gem" d="M0-7l5 7-5 7-5-7z"/>',
    "i-none": '<path class="gem no" d="M0-7l5 7-5 7-5-7z"/>',
}
AXE = '<path class="ink" d="M-2-9h3v18h-3zM1-8c6-1 8 3 8 7-3-2-5-2-8-1z"/>'
SKULL = (
    '<path class="pale" d="M-8-2C-8-12 8-12 8-2c0 3-1 4-3 5v5h-10V3c-2-1-3-2-3-5z"/>'
    '<path class="ink" d="M-6-2h4v4h-3zM6-2H2v4h3z"/>'
)
HALO = '<circle class="h" r="19"/>'
STONE = (
    '<path class="back" d="M-11 15L-13-8-5-17 8-15 13-3 10 15z"/><path class="wave" d="M-4 9V-10L4-3-4 2"/>'
)
DICE = {  # by face: miss, rune, hit but for cover, hit
    0: "",
    1: '<path class="pipd" d="M-4 9V-9L5-3-4 3"/>',
    2: '<path class="full" d="M0-12l4.5 7h-2.5l4 6h-4.5v4h-3V1H-6l4-6h-2.5z"/>'
    '<path class="pipd" d="M-9 10L9 10"/>',
    3: '<path class="full" d="M0-12l3 8 9-2-6 6 6 6-9-2-3 8-3-8-9 2 6-6-6-6 9 2z"/>',
}
FACE = ("miss", "rune", "a hit unless in cover", "a hit")

DEFS = (
    "<defs>"
    + "".join(
        symbol(f"{terrain}{number}", shape)
        for terrain, shapes in GROUND.items()
        for number, shape in enumerate(shapes)
    )
    + "".join(symbol(f"sign-{kind}", sign) for kind, sign in SIGNS.items())
    + "".join(symbol(name, icon) for name, icon in ICONS.items())
    + "".join(symbol(f"face{face}", shape) for face, shape in DICE.items())
    + symbol("crown", CROWN)
    + symbol("axe", AXE)
    + symbol("skull", SKULL)
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
    + symbol("drop", '<path class="drop" d="M0-10C5-3 7 0 7 3A7 7 0 0 1-7 3C-7 0-5-3 0-10z"/>')
    + symbol("shield", '<path class="chain" d="M-7.5-8H7.5V0C7.5 5 3 8 0 9.5-3 8-7.5 5-7.5 0z"/>')
    + "</defs>"
)

# ---- text in a picture

NARROW, WIDE = set("iljtfrI.,:;'!|() -"), set("mwMWQOGDNHUA")


def length(text: str) -> float:
    """About how wide a text is, for a letter height of 1."""
    return sum(0.31 if sign in NARROW else 0.79 if sign in WIDE else 0.53 for sign in text)


def wrapped(text: str, wide: float, size: float) -> list[str]:
    """A text in lines that fit."""
    lines: list[str] = []
    for word in text.split():
        if lines and length(f"{lines[-1]} {word}") * size <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def label(text: str, x: float, y: float, style: str, wide: float = 0, size: float = 14) -> str:
    """A line of text, pressed together where it would be too wide."""
    squeeze, kind = "", f' class="{style}"' if style else ""
    if wide and length(text) * size > wide:
        squeeze = f' textLength="{wide:g}" lengthAdjust="spacingAndGlyphs"'
    return f'<text{kind} x="{x:g}" y="{y:g}"{squeeze}>{escape(text)}</text>'


def rect(style: str, x: float, y: float, wide: float, high: float, rx: float = 0) -> str:
    """A box."""
    edge = f' rx="{rx:g}"' if rx else ""
    return f'<rect class="{style}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"{edge}/>'


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


def die_svg(face: int, hit: bool, x: float, y: float, scale: float = 1) -> str:
    """A die that lies on the table."""
    style = "die hit" if hit else "die no" if face == 0 else "die"
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{rect(style, -16, -16, 32, 32, 6)}'
        f"{use(f'face{face}') if face else ''}</g>"
    )


# ---- cards


def card_svg(
    title: str,
    corner: str,
    text: str,
    wide: float,
    high: float = 0,
    *,
    size: float = 13,
    adds: str = "",
    marks: str = "",
    note: str = "",
) -> tuple[str, float]:
    """A card around its middle, as high as its text needs, and that height; `size` is that of the letters."""
    room, step, band = wide - 2 * FRAME - 4, size * 1.2, size * 1.9
    y = band + step + 1
    parts = []
    if adds:
        parts.append(label(adds, FRAME + 2, y, "b", room, size))
        y += step
    for style, content in (("", text), ("i", note)):
        for line in wrapped(content, room, size):
            parts.append(label(line, FRAME + 2, y, style))
            y += step
    end = y - step + 9
    if marks:
        parts.append(f'<g transform="translate({FRAME + 8:g} {end + 6:g})">{marks}</g>')
        end += 18
    tall = round(max(high, end), 1)
    top = f'<path class="band" d="M0 {band:g}V6a6 6 0 0 1 6-6h{wide - 12:g}a6 6 0 0 1 6 6v{band - 6:g}z"/>'
    space = wide - 2 * FRAME - (length(corner) * size + 10 if corner else 0)
    head = label(title, FRAME + 2, band * 0.7, "title", space, size * 1.12)
    if corner:
        head += label(corner, wide - FRAME - 2, band * 0.7, "title end")
    frame = rect("paper", -wide / 2, -tall / 2, wide, tall, 6)
    inner = f'<g transform="translate({-wide / 2:g} {-tall / 2:g})" font-size="{size:g}">'
    return f'{frame}{inner}{top}{head}<g class="text">{"".join(parts)}</g></g>', tall


def gems(count: int) -> str:
    """Mana on a card."""
    if count > 5:
        return use("i-mana") + f'<text class="b" x="9" y="5">{count}</text>'
    return "".join(use("i-mana", 13 * place) for place in range(count)) if count else use("i-none")


def boxes(worn: int, durability: int) -> str:
    """Damage on a card, and how much it can hold."""
    return "".join(
        rect("worn" if place < worn else "box", 13 * place - 5, -6, 11, 12, 2) for place in range(durability)
    )
