"""The shapes and colours of Valknut, drawn around (0, 0) for a zone of 60 by 60.

Terrain differs by shape and by grey value: pale grass with snow and tufts, dark ground with firs, water that
runs on into the next zone, a black peak under snow on grey rock, and the three locked triangles of the
Valknut in a ring of stones.  A token's outline tells the seat, its sign the warband; colours only repeat
what shapes say.
"""

from fimbul.core.svg import rect, symbol, use

CELL = 60
VARIANTS = 3  # of each kind of ground, so that a landscape is no wallpaper

STYLE = """
.ground{fill:var(--field,#18222d)}
.waste{fill:#8fa3b5;fill-opacity:.09}.waste.drift{fill:#dfe9f2;fill-opacity:.1}
.z{stroke:#26331f;stroke-opacity:.28;stroke-width:1}
.zg,.zr,.zv{fill:#a3ad86}.zf{fill:#5d7357}.zm{fill:#aaa398}.zp{fill:#cfc09b}.zb{fill:#39415f}
.snow{fill:#eef3f1}.drift{fill:#eef3f1;fill-opacity:.55}
.tuft{fill:none;stroke:#6d7a52;stroke-width:2;stroke-linecap:round}
.pebble{fill:#7f7c70}
.fir{fill:#14271c}.trunk{fill:#3d2c1c}
.water{fill:#3f7198}
.wave{fill:none;stroke:#e8f3f9;stroke-width:2.6;stroke-linecap:round}
.rock{fill:#1f1c1a}.scree{fill:#5f5850}
.truce{fill:none;stroke:#8a7548;stroke-width:2;stroke-dasharray:5 4}
.bow{fill:none;stroke-width:6}
.knot{fill:none;stroke:#241703;stroke-width:3;stroke-linejoin:round}
.plate{fill:#eadfb6;stroke:#241703;stroke-width:1.2}
.stone{fill:#6b665c;stroke:#2b2822;stroke-width:.8}
.edge{fill:none;stroke:#1a2318;stroke-opacity:.75;stroke-width:2.6;pointer-events:none}
[data-can] .edge{pointer-events:all}
.shore{fill:#8fa3ad;fill-opacity:.16;stroke:#8fa3ad;stroke-opacity:.1;stroke-width:9;pointer-events:none}
.body{stroke-width:3}
.sign{fill:#fff;stroke:#fff;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.hollow{fill:none}
.dark{fill:#1a1410;stroke:none}
.seat0 .body{fill:#8a3a2b;stroke:#ffd0b0}.seat1 .body{fill:#1f4f6d;stroke:#bfe4f5}
.seat2 .body{fill:#4d5c16;stroke:#e9f2a6}.seat3 .body{fill:#5d3573;stroke:#ecd2f8}
.furious .body{stroke:#ff5d5d;stroke-width:6}
.button .disc{fill:#2d3d4f;stroke:#ffb36b;stroke-width:2.5}
.button text{font:600 17px Georgia,serif;fill:#f4ecdf;text-anchor:middle}
.ruler{font:600 15px Georgia,serif;fill:var(--ink,#e8eef4);text-anchor:middle;pointer-events:none}
.shy{display:none}.shy[data-can],.shy[data-picked],.shy[data-shown]{display:inline}
.ghost{fill-opacity:0;stroke-opacity:0;cursor:pointer}
.preview{opacity:.9;pointer-events:none}
.ghost:hover,.ghost:focus,.ghost[data-shown]{fill-opacity:.3;stroke-opacity:1}
"""


def block(wide: int, high: int) -> str:
    """Where a card may go: its middle, and its outline, which shows when one points at it."""
    w, h = wide * CELL, high * CELL
    bar = (6, 12) if w < h else (12, 6)
    return (
        f'<rect x="{-w / 2:g}" y="{-h / 2:g}" width="{w}" height="{h}" fill="#ffb36b" stroke="#ffb36b" '
        'stroke-width="4" pointer-events="none"/>'
        '<circle r="27" fill="#ffb36b" fill-opacity="0" stroke="none"/>'  # what a fingertip finds
        '<circle r="12" fill="#ffb36b" fill-opacity=".9" stroke="#0d141c" stroke-width="2" '
        f'stroke-opacity="1"/><rect x="{-bar[0] / 2:g}" y="{-bar[1] / 2:g}" width="{bar[0]}" '
        f'height="{bar[1]}" fill="#0d141c" fill-opacity="1" stroke="none" pointer-events="none"/>'
    )


# ---- the ground

FIR = (
    '<path class="trunk" d="M-2 0h4v6h-4z"/>'
    '<path class="fir" d="M0-32l8 12h-4l7 10h-5l7 12h-26l7-12h-5l7-10h-4z"/>'
    '<path class="snow" d="M0-32l5 7q-5 3-9-1zM4-20l5 7q-6 2-8-2zM-7-10l6 2q-3 4-10 4z"/>'
)
PEAK = (
    '<path class="scree" d="M-29 25L-7-25L8 4L15-9L29 25z"/>'
    '<path class="rock" d="M-7-25L8 4L15-9L29 25H3L-3 8L-9 2z"/>'
    '<path class="snow" d="M-7-25L-16-5L-10-9L-6-2L-2-9L3-6zM15-9L11-1L15 1L19 4z"/>'
)
KNOT = '<path class="knot" d="M0-19L11 0H-11zM-10-5L1 14H-21zM10-5L21 14H-1z"/>'
STONES = "".join(
    f'<path class="stone" transform="rotate({turn}) translate(0 -25)" d="M-4-2q4-4 8 0l-1 5h-6z"/>'
    for turn in range(0, 360, 40)
)

RAINBOW = "".join(
    f'<path class="bow" stroke="{colour}" d="M-30 {y}h60"/>'
    for y, colour in zip(
        range(-15, 16, 6), ("#d98880", "#e5b27a", "#ecdf8f", "#9cc79a", "#8ab4d8", "#b39ad0"), strict=True
    )
)

GRASS = (
    '<path class="drift" d="M-24 12q10-9 22-3t16 5q-8 8-19 6t-19-8z"/>'
    '<path class="tuft" d="M-17-10v-6M-13-10l3-5M14-4v-6M18-4l3-5"/>',
    '<path class="tuft" d="M-8 14v-6M-4 14l3-5M10-14v-6"/><path class="pebble" d="M-20-14l5-3 5 3-2 4h-6z"/>'
    '<path class="drift" d="M2-22q12-5 22 1-6 8-14 5T2-22z"/>',
    '<path class="tuft" d="M16 16v-6M20 16l3-5M-20 2v-6M-16 2l3-5"/>'
    '<path class="pebble" d="M4-8l4-2 3 3-2 3H5z"/><path class="drift" d="M-26-20q9-5 18 0-5 6-12 5t-6-5z"/>',
)
WOODS = (
    ((-14, 0, 0.8), (13, 2, 0.75), (-1, 11, 1), (17, 24, 0.85), (-17, 24, 0.9)),
    ((0, -1, 0.8), (-17, 9, 0.9), (17, 10, 0.95), (-3, 24, 1), (21, 26, 0.6)),
    ((-18, -1, 0.7), (6, 2, 0.85), (-8, 15, 1), (18, 16, 0.9), (-20, 26, 0.7), (8, 27, 0.7)),
)
FOREST = tuple("".join(use("fir", x, y, size) for x, y, size in wood) for wood in WOODS)
WATER = (
    '<path class="water" d="M-21-12Q-20-23-8-22Q6-26 16-20Q25-12 22 2'
    'Q24 18 10 22Q-4 26-15 21Q-25 12-21-12z"/>'
)
WAVES = (
    '<path class="wave" d="M-14-8q5-7 10 0t10 0 8 0M-10 8q5-7 10 0t10 0"/>',
    '<path class="wave" d="M-12-2q5-7 10 0t10 0M-6 13q4-6 8 0t8 0M-2-15q4-5 8 0"/>',
    '<path class="wave" d="M-15 3q5-7 10 0t10 0 9 0M-6-13q5-7 10 0"/>'
    '<path class="drift" d="M4 12l9-3 4 5-8 4z"/>',
)
CHANNEL = '<path class="water" d="M-13-31H13Q11-24 17-15H-17Q-11-24-13-31z"/>'  # to the north
ARMS = {"n": 0, "e": 90, "s": 180, "w": 270}
MOUNTAINS = (
    PEAK,
    f'<g transform="scale(-1 1)">{PEAK}</g>',
    '<path class="scree" d="M-28 25L-15-8L-8 1L4-26L27 25z"/>'
    '<path class="rock" d="M4-26L27 25H6L2 4L6-6zM-15-8L-8 1L-11 25H-16L-13 6z"/>'
    '<path class="snow" d="M4-26L-4-8L0-11L4-4L8-10L12-7zM-15-8L-19 2L-14 0L-11 4L-10-2z"/>',
)

# ---- the units

SIGNS = {
    "giantess": '<path class="sign" d="M-13-8l5 7 8-12 8 12 5-7-3 17h-20z"/>',
    "valkyries": '<path class="sign" d="M-2 10C-14 8-17-2-16-11c4 5 8 6 14 7z'
    'M2 10C14 8 17-2 16-11c-4 5-8 6-14 7z"/>',
    "elves": '<path class="sign hollow" d="M-7-14C11-9 11 9-7 14zM-13 0H13M8-5l6 5-6 5"/>',
    "vikings": '<path class="sign" d="M-6 15L5-13M2-12c8-4 12 0 13 6-5-2-10-1-13 3l-4-2z"/>',
    "vanir": '<path class="sign" d="M-12 12C-14-6-2-13 13-13 14 4 6 12-8 8z"/>'
    '<path class="dark" d="M-13 14L6-6l1 1L-11 15z"/>',
    "dragons": '<path class="sign" d="M-1-16C12-6 12 1 9 9 6 15-6 15-9 9-12'
    ' 3-8-3-6-7c1 4 2 5 4 6 2-5 2-9 1-15z"/>',
    "dwarves": '<path class="sign" d="M-12-12H12V-2H-12zM-2-2h4V15h-4z"/>',
    "draugar": '<path class="sign" d="M-12-3C-12-19 12-19 12-3c0 4-2 6-5 7v8H-7V4c-3-1-5-3-5-7z"/>'
    '<path class="dark" d="M-8-4a3.4 3.4 0 1 0 7 0 3.4 3.4 0 1 0-7 0z'
    'M1-4a3.4 3.4 0 1 0 7 0 3.4 3.4 0 1 0-7 0zM-3 7h1.6v6h-1.6zM1.4 7H3v6H1.4z"/>',
    "goblins": '<path class="sign" d="M-18-9l9 2c5-6 13-6 18 0l9-2-7 9C10 9 5 13 0 13S-10 9-11 0z"/>'
    '<path class="dark" d="M-7-2l6 3-5 2zM7-2l-6 3 5 2zM-5 7H5l-5 3z"/>',
}

BODIES = (
    '<circle class="body" r="23"/>',
    '<rect class="body" x="-22" y="-22" width="44" height="44" rx="5"/>',
    '<path class="body" d="M0-27L25-13V13L0 27L-25 13V-13z"/>',
    '<path class="body" d="M-23-23H23V2C23 14 10 22 0 27-10 22-23 14-23 2z"/>',
)
LONG = (
    '<rect class="body" x="-23" y="-24" width="46" height="108" rx="23"/>',
    '<rect class="body" x="-22" y="-24" width="44" height="108" rx="5"/>',
    '<path class="body" d="M0-28L25-14V74L0 88L-25 74V-14z"/>',
    '<path class="body" d="M-23-24H23V62C23 74 10 82 0 87-10 82-23 74-23 62z"/>',
)

# What nobody has reached yet: ridges under snow, far away.
WASTE = (
    '<g class="waste"><path d="M20 120l46-38 22 16 34-34 52 56z"/>'
    '<path d="M250 90l30-24 18 12 26-26 44 38z"/>'
    '<path d="M330 268l40-34 26 20 30-30 46 44z"/><path d="M70 300l28-22 16 10 22-20 38 32z"/></g>'
    '<path class="waste drift" d="M200 180q60-22 130-2q-66-8-130 2zM10 210q50-20 110 0q-56-8-110 0z'
    'M220 330q50-18 104 0q-52-8-104 0zM390 150q36-14 80 0q-40-6-80 0z"/>'
)

BOARD = (
    "<defs>"
    + symbol("fir", FIR)
    + "".join(symbol(f"grass{n}", grass) for n, grass in enumerate(GRASS))
    + "".join(symbol(f"forest{n}", wood) for n, wood in enumerate(FOREST))
    + "".join(symbol(f"river{n}", WATER + waves) for n, waves in enumerate(WAVES))
    + "".join(
        symbol(f"run-{way}", f'<g transform="rotate({turn})">{CHANNEL}</g>') for way, turn in ARMS.items()
    )
    + "".join(symbol(f"mountain{n}", mountain) for n, mountain in enumerate(MOUNTAINS))
    + symbol("valknut", f'{STONES}<circle class="plate" r="22"/>{KNOT}')
    + symbol("parley", '<path class="truce" d="M-23-23h46v46h-46z"/>')
    + symbol("bifrost", RAINBOW)
    + symbol("ghost-tall", block(2, 4))
    + symbol("ghost-wide", block(4, 2))
    + "".join(symbol(f"sign-{kind}", sign) for kind, sign in SIGNS.items())
    + f'<pattern id="waste" width="480" height="360" patternUnits="userSpaceOnUse">{WASTE}</pattern>'
    + '</defs><rect class="ground" x="-20000" y="-20000" width="40000" height="40000"/>'
    + '<rect fill="url(#waste)" x="-20000" y="-20000" width="40000" height="40000"/>'
)

GROUND = {".": ("zg", "grass"), "f": ("zf", "forest"), "r": ("zr", "river"), "m": ("zm", "mountain")}
SMOOTH = {"parley": "zp", "bifrost": "zb"}


def zone_svg(letter: str, special: str | None = None, variant: int = 0, runs: str = "") -> str:
    """One zone, of a Terrain card or of a special one; `runs` are the ways in which its water goes on."""
    if special:
        return f'<path class="z {SMOOTH[special]}" d="M-30-30h60v60h-60z"/><use href="#{special}"/>'
    if letter == "v":
        return '<path class="z zv" d="M-30-30h60v60h-60z"/><use href="#valknut"/>'
    ground, name = GROUND[letter]
    more = "".join(f'<use href="#run-{way}"/>' for way in runs)
    return f'<path class="z {ground}" d="M-30-30h60v60h-60z"/>{more}<use href="#{name}{variant % VARIANTS}"/>'


def face_svg(rows: tuple[str, ...]) -> str:
    """A card as it would lie, around its middle."""
    wide, high = len(rows[0]) * CELL, len(rows) * CELL
    shapes = [rect("zg", -wide / 2, -high / 2, wide, high, 7)]
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                place = f"{(x + 0.5) * CELL - wide / 2:g} {(y + 0.5) * CELL - high / 2:g}"
                shapes.append(f'<g transform="translate({place})">{zone_svg(letter)}</g>')
    return "".join(shapes) + rect("edge", -wide / 2, -high / 2, wide, high, 7)


def unit_svg(kind: str, seat: int, *, tall: bool = False) -> str:
    """A token: every seat has its outline and colour, every warband its sign, a Giantess her length."""
    if tall:
        sign = f'<g transform="translate(0 {CELL / 2:g}) scale(1.25)"><use href="#sign-{kind}"/></g>'
        return LONG[seat % 4] + sign
    return f'{BODIES[seat % 4]}<use href="#sign-{kind}"/>'
