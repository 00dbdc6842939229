"""The shapes and colours of Valknut, drawn around (0, 0) for a zone of 60 by 60.

Terrain differs by shape and by grey value: light grass with tufts, dark ground with firs, white waves, a
black peak under snow on pale rock, and the three locked triangles of the Valknut.  A token's outline tells
the seat, its sign the warband; colours only repeat what shapes say.
"""

from fimbul.core.svg import symbol

CELL = 60

STYLE = """
.ground{fill:var(--field,#18222d)}
.z{stroke:#0d141c;stroke-width:1}
.grass .z{fill:#94a678}.forest .z{fill:#3c5540}.river .z{fill:#3f6f94}.mountain .z{fill:#b3aaa0}
.parley .z{fill:#cdbd97}.bifrost .z{fill:#39415f}
.tuft{fill:none;stroke:#6f8158;stroke-width:2;stroke-linecap:round}
.fir{fill:#0f1d14;stroke:#86a58b;stroke-width:1.2;stroke-linejoin:round}
.wave{fill:none;stroke:#e8f3f9;stroke-width:3.4;stroke-linecap:round}
.rock{fill:#211e1c}.snow{fill:#fff}
.truce{fill:none;stroke:#8a7548;stroke-width:2;stroke-dasharray:5 4}
.bow{fill:none;stroke-width:6}
.knot{fill:none;stroke:#241703;stroke-width:3;stroke-linejoin:round}
.plate{fill:#e9dcae;stroke:#241703;stroke-width:1.5}
.edge{fill:none;stroke:#0d141c;stroke-width:3.5;pointer-events:none}
.body{stroke-width:3}
.sign{fill:#fff;stroke:#fff;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.hollow{fill:none}
.dark{fill:#1a1410;stroke:none}
.seat0 .body{fill:#8a3a2b;stroke:#ffd0b0}.seat1 .body{fill:#1f4f6d;stroke:#bfe4f5}
.seat2 .body{fill:#4d5c16;stroke:#e9f2a6}.seat3 .body{fill:#5d3573;stroke:#ecd2f8}
.furious .body{stroke:#ff5d5d;stroke-width:6}
.button .disc{fill:#2d3d4f;stroke:#ffb36b;stroke-width:2.5}
.button text{font:600 17px Georgia,serif;fill:#f4ecdf;text-anchor:middle}
.ruler{font:600 15px Georgia,serif;fill:var(--dim,#a9b8c6);text-anchor:middle;pointer-events:none}
.shy{display:none}.shy[data-can],.shy[data-picked],.shy[data-shown]{display:inline}
.ghost{fill-opacity:.07;stroke-opacity:.12;cursor:pointer}
.ghost:hover,.ghost:focus,.ghost[data-shown]{fill-opacity:.5;stroke-opacity:1}
"""


def block(wide: int, high: int) -> str:
    """Where a card may go: its middle, and its outline, which shows when one points at it."""
    w, h = wide * CELL, high * CELL
    return (
        f'<rect x="{-w / 2:g}" y="{-h / 2:g}" width="{w}" height="{h}" fill="#ffb36b" stroke="#ffb36b" '
        'stroke-width="4" pointer-events="none"/><circle r="12" fill="#ffb36b" fill-opacity=".9" '
        'stroke="#0d141c" stroke-width="2" stroke-opacity="1"/>'
        f'<rect x="{-3 if w < h else -6}" y="{-6 if w < h else -3}" width="{6 if w < h else 12}" '
        f'height="{12 if w < h else 6}" fill="#0d141c" fill-opacity="1" stroke="none" pointer-events="none"/>'
    )


def fir(x: int, y: int) -> str:
    """A fir of two storeys, its foot at (x, y)."""
    return f"M{x} {y - 34}l9 14h-5l8 13h-10v7h-4v-7h-10l8-13h-5z"


KNOT = '<path class="knot" d="M0-20L12 0H-12zM-10-5L2 15H-22zM10-5L22 15H-2z"/>'

RAINBOW = "".join(
    f'<path class="bow" stroke="{colour}" d="M-30 {y}h60"/>'
    for y, colour in zip(
        range(-15, 16, 6), ("#d98880", "#e5b27a", "#ecdf8f", "#9cc79a", "#8ab4d8", "#b39ad0"), strict=True
    )
)

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

BOARD = (
    "<defs>"
    + symbol("on-grass", '<path class="tuft" d="M-17-8v-6M-13-8l3-5M12 14v-6M16 14l3-5"/>')
    + symbol("on-forest", f'<path class="fir" d="{fir(-13, 18)}{fir(12, 22)}{fir(1, 12)}"/>')
    + symbol(
        "on-river",
        '<path class="wave" d="M-24-13q6-9 12 0t12 0 12 0 12 0M-24 3q6-9 12 0t12 0 12 0 12 0'
        'M-24 19q6-9 12 0t12 0 12 0 12 0"/>',
    )
    + symbol(
        "on-mountain",
        '<path class="rock" d="M-28 24L-6-23L7 2L14-9L28 24z"/>'
        '<path class="snow" d="M-6-23L-14-6L-8-10L-4-3L0-9L4-5zM14-9L10-2L15 0L19 3z"/>',
    )
    + symbol("on-valknut", f'<circle class="plate" r="26"/>{KNOT}')
    + symbol("on-parley", '<path class="truce" d="M-23-23h46v46h-46z"/>')
    + symbol("on-bifrost", RAINBOW)
    + symbol("ghost-tall", block(2, 4))
    + symbol("ghost-wide", block(4, 2))
    + "".join(symbol(f"sign-{kind}", sign) for kind, sign in SIGNS.items())
    + '</defs><rect class="ground" x="-20000" y="-20000" width="40000" height="40000"/>'
)

TERRAIN = {".": "grass", "v": "grass", "f": "forest", "r": "river", "m": "mountain"}


def zone_svg(letter: str, special: str | None = None) -> str:
    """One zone, of a Terrain card or of a special one."""
    name = special or ("valknut" if letter == "v" else TERRAIN[letter])
    return f'<path class="z" d="M-30-30h60v60h-60z"/><use href="#on-{name}"/>'


def unit_svg(kind: str, seat: int, *, tall: bool = False) -> str:
    """A token: every seat has its outline and colour, every warband its sign, a Giantess her length."""
    if tall:
        sign = f'<g transform="translate(0 {CELL / 2:g}) scale(1.25)"><use href="#sign-{kind}"/></g>'
        return LONG[seat % 4] + sign
    return f'{BODIES[seat % 4]}<use href="#sign-{kind}"/>'
