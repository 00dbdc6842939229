"""The shapes and colours of Six Winters: signs, dice, tokens, portraits.

Everything is drawn around (0, 0) or from its upper left corner.  Every resource, skill and region has a sign
of its own; colours only repeat what signs and letters say.  Action dice have pips, resource dice a sign and a
number.
"""

from fimbul.core import Icon
from fimbul.core.svg import label, rect, symbol
from fimbul.games.six_winters.rules.dice import ACTION, KINDS, kind_of, value_of

STYLE = """
.w{fill:#fff}.k{fill:#15100d}.nl{fill:none;stroke:currentColor}
.sg{color:#15100d}.sg.own{color:inherit}.sg.lt{color:#fff}
.free{fill:#8ba0b5;fill-opacity:.07;stroke:var(--dim,#a9b8c6);stroke-width:1.6;stroke-dasharray:5 6}
.land{stroke:#14100c;stroke-width:1.8}.band{stroke:none}
.empire .land{fill:#c3a196}.empire .band{fill:#6b2a22}
.brightdune .land{fill:#dcc796}.brightdune .band{fill:#7a5a16}
.settled .land{fill:#aebd9c}.settled .band{fill:#34553a}
.place{font:700 16px Georgia,serif;fill:#fff}.long{font-size:13px}
.tags{font:700 15px Georgia,serif;fill:#2b2119}
.told .land{stroke:#f3c84d;stroke-width:4}.flag{fill:#f3c84d;stroke:#3b2a05;stroke-width:1.4}
.stability{fill:#ecc444;color:#15100d}.technology{fill:#e08a3c;color:#15100d}
.espionage{fill:#7d2438;color:#fff}
.military{fill:#9aa2a8;color:#15100d}.diplomacy{fill:#c3aee2;color:#15100d}.sorcery{fill:#23609f;color:#fff}
.action{fill:#f6efdc;color:#15100d}
.d{stroke:#15100d;stroke-width:1.7}.dn{font:700 18px Georgia,serif;fill:currentColor;text-anchor:middle}
.scape{fill:#15100d;fill-opacity:.26;pointer-events:none}
.tn{font:700 12.5px Georgia,serif;fill:#15100d;text-anchor:middle}
.ring{fill:none;stroke:#15100d;stroke-width:1.6}
.cube{stroke:#14100c;stroke-width:1.2}.cube.pro{fill:#3f8fd0}.cube.hin{fill:#f0c53d}.cube.thr{fill:#c7342b}
.foe{fill:#2c2628;stroke:#0c0a0a;stroke-width:1.6}.ft{font:600 15px Georgia,serif;fill:#f6efe2}
.ft.long{font-size:12px}
.fn{font:700 15px Georgia,serif;fill:#f6efe2;text-anchor:end}
.p{fill:#f3ead6;stroke:#15100d;stroke-width:2.2}
.end{text-anchor:end}
"""

# ---- signs, each about 20 wide

SIGNS = {
    # resources
    "stability": '<path d="M-9 9V-1L0-9 9-1V9H3V3h-6v6z"/>',
    "technology": '<path d="M-2-10h4l1 3 3 1 3-2 2 3-2 3v4l2 3-2 3-3-2-3 1-1 3h-4l-1-3-3-1-3 2-2-3 '
    "2-3v-4l-2-3 2-3 "
    '3 2 3-1zM0-3.5a3.5 3.5 0 1 0 .1 0z" fill-rule="evenodd"/>',
    "espionage": '<path d="M-11 0C-6-8 6-8 11 0 6 8-6 8-11 0zM0-4.5a4.5 4.5 0 1 0 .1 0z" '
    'fill-rule="evenodd"/>'
    '<circle r="2"/>',
    "military": '<path d="M-8-9H8v7c0 6-4 9-8 11-4-2-8-5-8-11zM-1.5-6v4h-3.5v3h3.5v5h3V1H5v-3H1.5v-4z" '
    'fill-rule="evenodd"/>',
    "diplomacy": '<path d="M-4.5-6.5a6.5 6.5 0 1 0 .1 0zM-4.5-3.5a3.5 3.5 0 1 1-.1 0zM4.5-6.5a6.5 '
    '6.5 0 1 0 .1 0zM4.5-3.5a3.5 3.5 0 1 1-.1 0z" fill-rule="evenodd"/>',
    "sorcery": '<path d="M0-11l2.600 6.5 6.900-1L5 0l4.5 5.5-6.900-1L0 11l-2.600-6.5-6.900 1L-5 '
    '0l-4.5-5.5 6.900 1z"/>',
    # skills
    "command": '<path d="M-10-6l5 4 5-7 5 7 5-4-2 12H-8zM-8 8H8v2H-8z"/>',
    "disguise": '<path d="M-10-6C-5-9 5-9 10-6 10 4 5 9 0 9S-10 4-10-6zM-7-3c2-2 4-1 5 1-2 2-4 '
    "1-5-1zM7-3c-2-2-4-1"
    '-5 1 2 2 4 1 5-1z" fill-rule="evenodd"/>',
    "lore": '<path d="M-11-7C-7-9-3-9-1-7V8c-3-2-6-2-10-1zM11-7C7-9 3-9 1-7V8c3-2 6-2 10-1z"/>',
    "rapport": '<path d="M-10-8H10V4H0l-5 6V4h-5z"/>',
    "combat": '<path d="M9-10l1 1-9 11 2 2-2 2-2-2-5 6-3-3 6-5-2-2 2-2 2 2z"/>',
    "tactics": '<path d="M-8-10h2.5V10H-8zM-4-9H9L5-4l4 5H-4z"/>',
    "thievery": '<path d="M-5-6a5 5 0 1 0 .1 0zM-5-3.5a2.5 2.5 0 1 1-.1 0zM0-2.5H11V5H8V1H6v3H3V1H-.5z" '
    'fill-rule="evenodd"/>',
    "survival": '<path d="M0-11l6 8H3.5l5 7H2v6h-4V4h-6.5l5-7H-6z"/>',
    # regions
    "empire": '<path d="M-9-9h4v3h3v-3h4v3h3v-3h4v8l-2 2v8H-7V1l-2-2z"/>',
    "brightdune": '<path d="M-11 7C-7-2 7-2 11 7z"/><path d="M-1-10h2v5h-2zM-9-6l1.5-1.5 3.5 3.5L-5.5-2.5z'
    'M9-6L7.5-7.5 4-4l1.5 1.5z"/>',
    "settled": '<path d="M-1 10V-2C-7-2-9-6-9-9c5 0 8 2 9 6 1-4 4-6 9-6 0 4-3 7-8 7v12z"/>',
    # others
    "port": '<path d="M-10 3H10L6 9H-6zM-1-10h2v12h-2zM2-8l7 9H2z"/>',
    "gate": '<path d="M-9 10V-2a9 9 0 0 1 18 0v12H4V-1a4 4 0 0 0-8 0v11z"/>',
    "move": '<path d="M-6-9h6v9l7 3v5H-6z"/>',
    "lock": '<path d="M-7-1H7v10H-7zM-5-1v-3a5 5 0 0 1 10 0v3H3v-3a3 3 0 0 0-6 0v3z"/>',
    "threat": '<path d="M-8-2C-8-12 8-12 8-2c0 3-1 4-3 5v5h-10V3c-2-1-3-2-3-5zM-6-2h4v4h-3zM6-2H2v4h3z" '
    'fill-rule="evenodd"/>',
    "psyche": '<path d="M-2 10v-4c-6-1-8-5-7-9 1-5 6-8 11-6 4 1 6 5 6 8l3 4-3 1v3c0 2-3 2-5 2v1z"/>',
    "body": '<path d="M0 9C-11 1-10-8-4-8c2 0 4 2 4 4 0-2 2-4 4-4C10-8 11 1 0 9z"/>',
    "star": '<path d="M0-9l2.5 5.5 6 .6-4.5 4L5.400 7 0 4-5.400 7-4 1l-4.5-4 6-.6z"/>',
}
# What a location looks like, by its first tag: a silhouette on the ground line.
LANDS = {
    "vault": "M6 0V-30H20V-46H60V-30H74V0H50V-16a10 10 0 0 0-20 0V0z",
    "hall": "M4 0V-20H0L40-48 80-20H76V0H48V-16H32V0z",
    "urban": "M0 0V-20L10-32 20-20V-32L32-48 44-32V-24L56-38 68-24V0zM72 0V-14L80-24 88-14V0z",
    "keep": "M4 0V-44H10V-38H16V-44H22V-38H28V-28H52V-38H58V-44H64V-38H70V-44H76V0H50V-14a10 10 0 0 "
    "0-20 0V0z",
    "wilderness": "M2-8L14-36 26-8H17V0H11V-8zM26-10L42-50 58-10H46V0H38V-10zM60-8L72-34 84-8H75V0H69V-8z",
    "rural": "M0 0Q24-14 46-6T92 0zM54-6L56-32 52-34 72-52 68-36 86-30 66-30 68-6z",
    "ruins": "M4 0V-34L10-38 14-30V0zM24 0V-22L30-26 36-20V0zM48 0V-44H44V-50H66V-46L58-44V0zM72 "
    "0V-14L82-8V0z",
    "eldritch": "M28 0L32-34H28L40-64 52-34H48L52 0zM60-44l2.5 6 6 1-4.5 4 1.5 6-5.5-3-5.5 3 "
    "1.5-6-4.5-4 6-1z",
    "fort": "M0 0V-24L6-32 12-24 18-32 24-24 30-32 36-24 42-32 48-24 54-32 60-24 66-32 72-24 78-32 84-24V0z"
    "M34-26V-50H36L52-44 38-38V-26z",
    "port": "M4-10H80L68 0H16zM40-12V-56H44V-12zM46-52L74-18H46zM38-46L16-18H38z",
    "front": "M0 0L24-40 48 0H30L24-14 18 0zM48 0L66-30 84 0H72L66-10 60 0z",
    "tavern": "M10 0V-38H50V-30H62a8 8 0 0 1 8 8v6a8 8 0 0 1-8 8H50V0zM50-24V-14h10v-10z",
}
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
BUST = "M-26 30C-26 14-14 10-7 8H7C14 10 26 14 26 30z"

COATS = ("#a8402c", "#22618a", "#5d7016", "#7b4496", "#8a6a1f", "#3d3a4d", "#2e4f57")
PAINTS = {
    "hair": 'fill="#2b1c14" stroke="#15100d" stroke-width="1.4"',
    "gear": 'fill="#cfc7b4" stroke="#15100d" stroke-width="1.4"',
    "leaf": 'fill="#7d9440" stroke="#15100d" stroke-width="1.2"',
    "night": 'fill="#3d3a4d" stroke="#15100d" stroke-width="1.5"',
    "eye": 'fill="#15100d"',
}

# What tells the characters apart, over a plain head: hair, hoods and helmets.
HEADS = {
    "thea": (
        "",
        '<path class="hair" d="M-13 16C-20-6-14-22 0-22S20-6 13 16L9 12C13-2 11-9 6-12-2-9-8-9-9-4-11 '
        '2-10 8-9 12z"/>',
        '<path class="gear" d="M-11-11C-5-15 5-15 11-11L10-8C4-12-4-12-10-8z"/>',
    ),
    "menas": (
        "",
        "",
        '<path class="gear" d="M-13-2C-14-24 14-24 13-2L9-4V8L5 4V-5H-5v9L-9 8V-4z"/>'
        '<path class="hair" d="M-2-20C-2-32 12-30 18-20 12-24 6-24 2-18z"/>',
    ),
    "keel": (
        "",
        "",
        '<path class="leaf" d="M-16 14C-20-16-8-26 0-28 8-26 20-16 16 14L10 8C13-6 9-14 0-14S-13-6-10 8z"/>',
    ),
    "fuscus": (
        "deep",
        "",
        '<path class="hair" d="M-10 0C-10 16-5 20 0 20S10 16 10 0C8 6 4 5 0 5S-8 6-10 0z"/>'
        '<path class="gear" d="M-14-8C-14-22 14-22 14-8 8-11-8-11-14-8z"/>',
    ),
    "yasmina": (
        "deep",
        '<path class="hair" d="M-16 12C-22-10-12-24 0-24S22-10 16 12L8 14V-6H-8V14z"/>',
        '<path class="leaf" d="M-12-13C-8-26 2-28 10-24 8-14-2-10-12-13zM-12-13L6-21"/>',
    ),
    "oniri": (
        "pale",
        "",
        '<path class="night" d="M-18 18C-20-14-10-26 0-32 10-26 20-14 18 18L10 14C12-4 8-12 '
        '0-14-8-12-12-4-10 14z"/>',
    ),
    "lucia": (
        "",
        '<path class="hair" d="M-13 4C-18-12-12-24 2-23S18-8 12 4L10-6C4-6-2-9-4-13-6-8-9-6-10-4z"/>',
        '<path class="eye" d="M1-4h8v4l-4 2-4-2zM-11-8L12-3V-1.5L-11-6.5z"/>',
    ),
}


def pips(value: int) -> str:
    """The face of an action die, around (0, 0)."""
    dots = "".join(f'<circle cx="{5 * x}" cy="{5 * y}" r="2"/>' for x, y in PIPS[value])
    edge = '<rect x="-9.5" y="-9.5" width="19" height="19" rx="4" fill="none" stroke="currentColor"/>'
    return edge + dots


ICONS = (
    *(Icon(name, name, f'<g fill="currentColor">{shape}</g>') for name, shape in SIGNS.items()),
    *(Icon(f"d{value}", f"die {value}", f'<g fill="currentColor">{pips(value)}</g>') for value in PIPS),
    Icon("action", "action die", f'<g fill="currentColor">{pips(5)}</g>'),
    Icon(
        "progress",
        "progress",
        '<rect x="-7" y="-7" width="14" height="14" rx="2" fill="#3f8fd0" stroke="currentColor"/>',
    ),
    Icon(
        "hindrance",
        "hindrance",
        '<rect x="-7" y="-7" width="14" height="14" rx="2" fill="#f0c53d" stroke="currentColor"/>',
    ),
)

DEFS = (
    "<defs>"
    + "".join(symbol(f"s-{name}", f'<g fill="currentColor">{shape}</g>') for name, shape in SIGNS.items())
    + "</defs>"
)


def sign(name: str, x: float = 0, y: float = 0, scale: float = 1, style: str = "") -> str:
    """A sign somewhere."""
    kind = f"sg {style}".strip()
    return (
        f'<g class="{kind}" transform="translate({x:g} {y:g}) scale({scale:g})"><use href="#s-{name}"/></g>'
        if scale != 1
        else f'<g class="{kind}"><use href="#s-{name}" x="{x:g}" y="{y:g}"/></g>'
    )


def crowned(wide: float, high: float, style: str, rx: float = 6) -> str:
    """The upper part of a card, from its upper left corner."""
    return (
        f'<path class="{style}" d="M0 {high:g}V{rx:g}a{rx:g} {rx:g} 0 0 1 {rx:g}-{rx:g}h{wide - 2 * rx:g}'
        f'a{rx:g} {rx:g} 0 0 1 {rx:g} {rx:g}v{high - rx:g}z"/>'
    )


# ---- dice and tokens


def die(code: int, x: float = 0, y: float = 0, side: float = 32) -> str:
    """A die: an action die with pips, a resource die with its sign and a number."""
    kind, value = kind_of(code), value_of(code)
    name = KINDS[kind]
    half = 16
    parts = [rect(f"d {name}", -half, -half, 32, 32, 7)]
    if kind == ACTION:
        parts += [f'<circle class="k" cx="{8 * px}" cy="{8 * py}" r="3.4"/>' for px, py in PIPS[value]]
    else:
        parts.append(f'<g class="{name}">{sign(name, -6.5, -1, 0.62, "own")}')
        parts.append(f'<text class="dn" x="8" y="6.5">{value}</text></g>')
    scale = "" if side == 32 else f" scale({side / 32:.3g})"
    return f'<g transform="translate({x:g} {y:g}){scale}">{"".join(parts)}</g>'


def cubes(kind: str, count: int, x: float, y: float) -> str:
    """Tokens in a row; several are one with a number."""
    if count > 2:
        return rect(f"cube {kind}", x, y - 8, 16, 16, 2) + label(f"{count}", x + 8, y + 4.5, "tn")
    return "".join(rect(f"cube {kind}", x + 12 * place, y - 5, 10, 10) for place in range(count))


def portrait(id: str, number: int) -> str:
    """A character's face around (0, 0) in a box of 100; who has no likeness has a plain one."""
    tone, behind, over = HEADS.get(id, ("", "", ""))
    skin = {"deep": "#9a683f", "pale": "#d8dcd6"}.get(tone, "#e2bd94")
    face = f'<ellipse fill="{skin}" stroke="#15100d" stroke-width="1.6" cx="0" cy="-3" rx="11" ry="14"/>'
    eyes = '<circle fill="#15100d" cx="-4" cy="-3" r="1.5"/><circle fill="#15100d" cx="4" cy="-3" r="1.5"/>'
    mouth = '<path fill="none" stroke="#15100d" d="M-4 5q4 2.5 8 0" stroke-width="1.6"/>'
    body = f'<path fill="{COATS[number % len(COATS)]}" stroke="#15100d" stroke-width="2.2" d="{BUST}"/>'
    for kind, paint in PAINTS.items():
        behind, over = behind.replace(f'class="{kind}"', paint), over.replace(f'class="{kind}"', paint)
    return f'<g transform="scale(1.5)">{behind}{body}{face}{eyes}{mouth}{over}</g>'


def pawn(id: str, number: int) -> str:
    """A character's figure around (0, 0): the face that its card has, in a round of 40."""
    return f'<circle class="p" r="19"/><g transform="translate(0 3) scale(.4)">{portrait(id, number)}</g>'


def token(resource: str, level: int, x: float, y: float) -> str:
    """A production token; an improved one has a ring around it."""
    ring = f'<circle class="ring" cx="{x:g}" cy="{y:g}" r="13.5"/>' if level > 1 else ""
    return (
        f'{ring}<g class="{resource}"><circle class="d {resource}" cx="{x:g}" cy="{y:g}" r="10.5"/>'
        f"{sign(resource, x, y, 0.62, 'own')}</g>"
    )
