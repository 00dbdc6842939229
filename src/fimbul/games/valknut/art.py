"""The shapes and colours of Valknut, drawn around (0, 0) for a zone of 60 by 60.

Terrain differs by shape and by grey value: light plain grass, tall dark firs, white waves on mid grey, black
and white peaks, and the three locked triangles of the Valknut.
"""

CELL = 60

STYLE = """
.ground{fill:var(--field,#18222d)}
.zone rect{stroke:#0d141c;stroke-width:1}
.grass rect{fill:#7d8f6a}.parley rect{fill:#a9a58c}.bifrost rect{fill:#9aa6b8}
.forest rect{fill:#4c6650}.river rect{fill:#5f86a3}.mountain rect{fill:#6b655f}
.forest path{fill:#16261b}.river path{fill:none;stroke:#e6f1f7;stroke-width:3;stroke-linecap:round}
.mountain .rock{fill:#2b2825}.mountain .snow{fill:#f3f0ea}
.knot{fill:none;stroke:#2a1c08;stroke-width:2.6;stroke-linejoin:round}
.edge{fill:none;stroke:#0d141c;stroke-width:3;pointer-events:none}
.unit .body{stroke-width:3}
.unit text,.supply text{font:700 20px Georgia,'Times New Roman',serif;text-anchor:middle;fill:#fff}
.supply .count{font-size:13px}
.seat0 .body{fill:#7a3b2e;stroke:#ffd0b0}.seat1 .body{fill:#28536b;stroke:#bfe4f5}
.seat2 .body{fill:#4f5a22;stroke:#e3eba8}.seat3 .body{fill:#5b3a6b;stroke:#e5c8f2}
.furious .body{stroke:#ff5d5d;stroke-width:5}
.paper{fill:#d9d2c0;stroke:#0d141c;stroke-width:2}
.number{font:700 26px Georgia,serif;text-anchor:middle;fill:#fff;stroke:#0d141c;stroke-width:5px;
paint-order:stroke}
.label{font:600 12px Georgia,serif;text-anchor:middle;fill:#f4ecdf}
.god text{font:600 13px Georgia,serif;text-anchor:middle;fill:#2a1c08}
.button .disc{fill:#2d3d4f;stroke:#ffb36b;stroke-width:2.5}
.button text{font:600 14px Georgia,serif;fill:#f4ecdf;text-anchor:middle}
.ghost{display:none}.ghost[data-can],.ghost[data-picked]{display:inline}
.ghost .dot{fill:#ffb36b;fill-opacity:.75;stroke:#0d141c}
.ghost .block{fill:#ffb36b;fill-opacity:0;stroke:none;pointer-events:none}
.ghost:hover .block,.ghost:focus .block{fill-opacity:.35;stroke:#ffb36b;stroke-width:3}
"""

BOARD = (
    "<defs>"
    '<symbol id="zone-forest" overflow="visible">'
    '<path d="M-14 16 L-4 -14 L6 16Z M2 20 L12 -8 L22 20Z"/></symbol>'
    '<symbol id="zone-river" overflow="visible"><path d="M-24 -10q6 -8 12 0t12 0t12 0t12 0'
    'M-24 4q6 -8 12 0t12 0t12 0t12 0M-24 18q6 -8 12 0t12 0t12 0t12 0"/></symbol>'
    '<symbol id="zone-mountain" overflow="visible">'
    '<path class="rock" d="M-26 22 L-4 -22 L8 2 L14 -8 L27 22Z"/>'
    '<path class="snow" d="M-4 -22 L-12 -6 L-5 -9 L0 -3 L3 -8Z"/></symbol>'
    '<symbol id="zone-valknut" overflow="visible">'
    '<path class="knot" d="M0 -22 L13 0 H-13Z M-10 -6 L3 16 H-23Z M10 -6 L23 16 H-3Z"/></symbol>'
    '</defs><rect class="ground" x="-20000" y="-20000" width="40000" height="40000"/>'
)

TERRAIN = {".": "grass", "v": "grass", "f": "forest", "r": "river", "m": "mountain"}
TITLES = {".": "grassland", "v": "grassland with a Valknut", "f": "forest", "r": "river", "m": "mountain"}
GLYPHS = {
    "giantess": "G",
    "valkyries": "Y",
    "elves": "E",
    "vikings": "V",
    "vanir": "N",
    "dragons": "D",
    "dwarves": "W",
    "draugar": "U",
    "goblins": "B",
}


def zone_svg(letter: str) -> str:
    """One zone."""
    half = CELL / 2
    svg = f'<rect x="{-half:g}" y="{-half:g}" width="{CELL}" height="{CELL}"/>'
    if letter == "v":
        return svg + '<use href="#zone-valknut"/>'
    return svg if letter == "." else f'{svg}<use href="#zone-{TERRAIN[letter]}"/>'


def unit_svg(kind: str, *, tall: bool = False) -> str:
    """A token: every seat has its colour, every warband its letter, a Giantess her length."""
    if tall:
        shape = f'<rect class="body" x="-22" y="-24" width="44" height="{CELL + 48}" rx="20"/>'
        return f'{shape}<text y="{CELL / 2 + 7:g}">{GLYPHS[kind]}</text>'
    return f'<circle class="body" r="22"/><text y="7">{GLYPHS[kind]}</text>'


def card_svg(rows: tuple[str, ...], move: int, horn: bool, scale: float = 0.55) -> str:
    """A whole card, small, with its number in the middle."""
    wide, high = len(rows[0]) * CELL, len(rows) * CELL
    zones = "".join(
        f'<g class="zone {TERRAIN[letter]}" transform="translate({(x + 0.5) * CELL - wide / 2:g} '
        f'{(y + 0.5) * CELL - high / 2:g})">{zone_svg(letter)}</g>'
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
    )
    mark = '<path class="knot" d="M-40 -100 q20 -14 34 4 l-6 8"/>' if horn else ""
    paper = f'<rect class="paper" x="{-wide * scale / 2 - 4:g}" y="{-high * scale / 2 - 4:g}" '
    paper += f'width="{wide * scale + 8:g}" height="{high * scale + 8:g}" rx="6"/>'
    return f'{paper}<g transform="scale({scale})">{zones}{mark}</g><text class="number" y="9">{move}</text>'
