"""Small drawings for cards and icons.  They carry their own colours, since they stand outside any board."""

from fimbul.games.valknut.table.art import BODIES, SIGNS

SIZE = 24  # of a zone on a card's picture
GROUND = {".": "#a3ad86", "v": "#a3ad86", "f": "#5d7357", "r": "#3f7198", "m": "#aaa398"}
SHAPES = {
    "f": '<path fill="#0f1d14" d="M-5-9l5 9h-3l4 7h-4v3h-2v-3h-4l4-7h-3z'
    'M5-6l4 8h-2l3 6h-4v2h-2v-2h-3l3-6h-2z"/>',
    "r": '<path fill="none" stroke="#e8f3f9" stroke-width="1.8" stroke-linecap="round" '
    'd="M-9-4q3-4 6 0t6 0 6 0M-9 4q3-4 6 0t6 0 6 0"/>',
    "m": '<path fill="#211e1c" d="M-11 9L-3-9L3 0L6-4L11 9z"/>'
    '<path fill="#fff" d="M-3-9l-3 6 3-1 2 2 1-2z"/>',
    "v": '<circle r="10" fill="#e9dcae"/><path fill="none" stroke="#241703" stroke-width="1.4" '
    'd="M0-8L5 0H-5zM-4-2L1 6H-9zM4-2L9 6H-1z"/>',
}
COLOURS = (("#8a3a2b", "#ffd0b0"), ("#1f4f6d", "#bfe4f5"), ("#4d5c16", "#e9f2a6"), ("#5d3573", "#ecd2f8"))


def card_picture(rows: tuple[str, ...]) -> str:
    """A card's ground."""
    wide, high = len(rows[0]) * SIZE, len(rows) * SIZE
    scale = min(1.0, 96 / max(wide, high))
    shapes = [f'<rect x="{-wide / 2:g}" y="{-high / 2:g}" width="{wide}" height="{high}" fill="#a3ad86"/>']
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                place = f"translate({(x + 0.5) * SIZE - wide / 2:g} {(y + 0.5) * SIZE - high / 2:g})"
                ground = f'<path fill="{GROUND[letter]}" d="M-12-12h24v24h-24z"/>'
                shapes.append(f'<g transform="{place}">{ground}{SHAPES[letter]}</g>')
    edge = f'<rect x="{-wide / 2:g}" y="{-high / 2:g}" width="{wide}" height="{high}" fill="none" '
    edge += 'stroke="#0d141c" stroke-width="2" rx="2"/>'
    return f'<g transform="scale({scale:g})">{"".join(shapes)}{edge}</g>'


def unit_picture(kind: str, seat: int) -> str:
    """A token as it stands on the Battleground."""
    fill, edge = COLOURS[seat % 4]
    body = BODIES[seat % 4].replace('class="body"', f'fill="{fill}" stroke="{edge}" stroke-width="3"')
    sign = SIGNS[kind].replace('class="sign hollow"', 'fill="none" stroke="#fff" stroke-width="2.4"')
    sign = sign.replace('class="sign"', 'fill="#fff" stroke="#fff" stroke-width="2.4"').replace(
        'class="dark"', 'fill="#1a1410"'
    )
    return f'<g transform="scale(1.7)">{body}{sign}</g>'


def god_picture(side: str, sign: str) -> str:
    """A god's sign before the sun, a monster's before the night."""
    disc, ink = ("#ffe2a8", "#4a2c0c") if side == "god" else ("#3c2f52", "#e3d3f2")
    return f'<circle r="46" fill="{disc}"/><path fill="{ink}" fill-rule="evenodd" d="{sign}"/>'


ARROW = "M0-9L7 0H3V9H-3V0H-7z"
ICON_SHAPES = {
    "move": (
        "movement points",
        '<path fill="currentColor" d="M-6-10h6v11l8 3c2 1 2 5 0 6H-8c0-6 2-7 2-20z"/>',
    ),
    "valknut": (
        "Valknut",
        '<path fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" '
        'd="M0-10L6 1H-6zM-5-2L1 8H-11zM5-2L11 8H-1z"/>',
    ),
    "horn": ("Gjallarhorn", '<path fill="currentColor" d="M-10-5C-8 9 5 10 10-6L4-7C2 1-4 1-6-6z"/>'),
    "vp": (
        "victory points",
        '<path fill="currentColor" d="M0-11l3 7 8 1-6 5 2 8-7-4-7 4 2-8-6-5 8-1z"/>',
    ),
    "waiting": ("waiting", '<path fill="currentColor" d="M-9 9L0-10 9 9H3L0 2-3 9z"/>'),
    "standing": ("standing", '<path fill="currentColor" d="M-8-9H8V1C8 6 3 9 0 11-3 9-8 6-8 1z"/>'),
    "pile": (
        "cards in the pile",
        '<path fill="none" stroke="currentColor" stroke-width="1.8" d="M-7-5h10v14H-7zM-3-9H7V5"/>',
    ),
    "forest": ("forest", '<path fill="currentColor" d="M0-11l6 9H3l5 8H2v5h-4V6h-6l5-8h-3z"/>'),
    "river": (
        "river",
        '<path fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" '
        'd="M-10-3q3.3-5 6.6 0t6.7 0 6.7 0M-10 5q3.3-5 6.6 0t6.7 0 6.7 0"/>',
    ),
    "mountain": ("mountain", '<path fill="currentColor" d="M-11 9L-3-9 3 1 6-4 11 9z"/>'),
    "enemy": (
        "enemy",
        '<path fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" '
        'd="M-8-8L8 8M8-8L-8 8"/>',
    ),
    **{
        f"turn{r}": (word, f'<path fill="currentColor" transform="rotate({90 * r})" d="{ARROW}"/>')
        for r, word in enumerate(("upright", "turned right", "upside down", "turned left"))
    },
}
