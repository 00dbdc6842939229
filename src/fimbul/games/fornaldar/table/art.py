"""The look of Fornaldar: colours of the map in both themes, and the pieces, each drawn around (0, 0)."""

from functools import cache
from typing import Literal

from fimbul.core.svg import label, use
from fimbul.games.fornaldar.library.rows import Race, Rank, Weather

PALETTE = {  # by name: on birch, at night
    "sea": ("#a9c5cd", "#14293a"),
    "shoal": ("#d8e8e6", "#2a5468"),
    "wave": ("#8fb1bb", "#26475c"),
    "lake": ("#bcd9de", "#1f4a63"),
    "river": ("#4a88a3", "#4f93b5"),
    "shore": ("#4c5a52", "#8fa9a4"),
    "clear": ("#ece3c3", "#5a5844"),
    "woods": ("#d5d9a9", "#48553c"),
    "forest": ("#a9bf8d", "#33493a"),
    "rough": ("#ddcba2", "#5d4f3b"),
    "mountain": ("#c4b6a5", "#5e5955"),
    "marsh": ("#c4d3bd", "#3f5450"),
    "grass": ("#b6ac7e", "#7d7a5c"),
    "leaf": ("#8d9d5c", "#6d8257"),
    "fir": ("#5d7c53", "#5a7f62"),
    "stone": ("#a5895a", "#927c58"),
    "peak": ("#f3eee6", "#8d8882"),
    "ridge": ("#6b5f54", "#2c2a2b"),
    "reed": ("#6f8f83", "#7fa39a"),
    "grid": ("#3d3a2a", "#d9d2b8"),
    "text": ("#2a251b", "#f3ead6"),
    "halo": ("#f7f1df", "#15191b"),
    "realm": ("#5b3a24", "#e8c79a"),
    "deep": ("#2f5d74", "#7fb2cc"),
    "border": ("#8e2f1f", "#e08a63"),
    "trail": ("#7a5426", "#d9b177"),
    "bed": ("#fff8e4", "#191a16"),
    "faerie": ("#0a7f78", "#6fe3d2"),
    "giant": ("#43403c", "#c9c3ba"),
    "tunnel": ("#2b2622", "#0c0c0d"),
    "mundane": ("#c98f1c", "#d9a93f"),
    "enchanted": ("#2c8f83", "#45c4b0"),
    "wild": ("#8a3a8c", "#c77bd0"),
    "stonework": ("#5c4b3a", "#d8c7a4"),
    "gate": ("#f4e6c4", "#2a2018"),
    "rain": ("#1f5f94", "#9ad4ff"),
    "fomorian": ("#b5341c", "#f0623c"),
    "human": ("#1d62b4", "#4f9df0"),
    "frame": ("#4f4232", "#101519"),
    "rule": ("#cdb98b", "#5d6a72"),
}


def colours() -> str:
    """The palette as variables of the picture, for whichever theme the page has."""
    night = ";".join(f"--{name}:{dark}" for name, (_, dark) in PALETTE.items())
    both = ";".join(f"--{name}:light-dark({light},{dark})" for name, (light, dark) in PALETTE.items())
    return f"svg{{{night}}}@supports (color:light-dark(#000,#fff)){{svg{{{both}}}}}"


STYLE = (
    colours()
    + """
.ground{fill:var(--field,#18222d)}
.sea{fill:var(--sea)}.wave{fill:none;stroke:var(--wave);stroke-width:1.6;stroke-linecap:round}
.shoal{fill:var(--shoal);fill-rule:evenodd;fill-opacity:.2}.s3{fill-opacity:.5}
path.lake{fill:var(--lake)}
.shore{fill:none;stroke:var(--shore);stroke-width:2;stroke-linejoin:round}
rect.clear{fill:var(--clear)}
path.clear{fill:none;stroke:var(--grass);stroke-width:1.3;stroke-linecap:round}
.soil{stroke-width:3;stroke-linejoin:round}
.soil.woods{fill:var(--woods);stroke:var(--woods)}.soil.forest{fill:var(--forest);stroke:var(--forest)}
.soil.rough{fill:var(--rough);stroke:var(--rough)}.soil.mountain{fill:var(--mountain);stroke:var(--mountain)}
.soil.marsh{fill:var(--marsh);stroke:var(--marsh)}
path.woods{fill:var(--leaf)}path.forest{fill:var(--fir)}
path.rough{fill:none;stroke:var(--stone);stroke-width:1.6;stroke-linecap:round}
path.mountain{fill:var(--peak);stroke:var(--ridge);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
path.marsh{fill:none;stroke:var(--reed);stroke-width:1.5;stroke-linecap:round}
.aspect{fill-opacity:.16;stroke-width:3;stroke-opacity:.75}
.aspect.mundane{fill:var(--mundane);stroke:none;fill-opacity:.15}
.aspect.enchanted{fill:var(--enchanted);stroke:var(--enchanted);stroke-dasharray:.1 8;stroke-linecap:round}
.aspect.wild{fill:var(--wild);stroke:var(--wild);stroke-dasharray:10 5;fill-opacity:.28}
.omen{fill:none;stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round;stroke-opacity:.8}
.omen.mundane{stroke:var(--mundane)}.omen.enchanted{stroke:var(--enchanted)}.omen.wild{stroke:var(--wild)}
.march,.border,.zones{fill:none;stroke:var(--border);stroke-linejoin:round}
.march{stroke-width:12;stroke-opacity:.2}.border{stroke-width:2.6;stroke-dasharray:12 4 2 4}
.zones{stroke:var(--deep);stroke-width:2.4;stroke-dasharray:2 9;stroke-linecap:round}
.river_minor,.river_major,.sound{fill:none;stroke:var(--river);stroke-linecap:round;stroke-linejoin:round}
.river_minor{stroke-width:3}.river_major{stroke-width:7}.sound{stroke:var(--lake);stroke-width:7}.bank{stroke:var(--shore);stroke-width:11}
.grid{fill:none;stroke:var(--grid);stroke-opacity:.22;stroke-width:1.2}
.hexno{fill:none;stroke:var(--grid);stroke-opacity:.45;stroke-width:.7}
.trail,.faerie_road,.giants_path,.tunnel{fill:none;stroke-linejoin:round}
.trail{stroke:var(--trail);stroke-width:3;stroke-dasharray:9 4}
.bed{stroke:var(--bed);stroke-width:6;stroke-opacity:.55;stroke-dasharray:none;stroke-linecap:round}
.faerie_road{stroke:var(--faerie);stroke-width:5;stroke-dasharray:.1 9;stroke-linecap:round}
.giants_path{stroke:var(--giant);stroke-width:6;stroke-dasharray:4 8}
.faerie_road.bed,.giants_path.bed{stroke:var(--bed);stroke-width:8;stroke-dasharray:none}
.tunnel{stroke:var(--tunnel);stroke-width:5;stroke-dasharray:3 5}
.tunnel.bed{stroke:var(--rule);stroke-width:8;stroke-opacity:1;stroke-dasharray:none}
.ford,.span,.pass{fill:none;stroke:var(--stonework);stroke-width:2.4;stroke-linecap:round}
.ford{stroke:var(--bed);stroke-width:2.6}.span.bed{stroke:var(--trail);stroke-width:7;stroke-opacity:1}
.pass{stroke:var(--border);stroke-width:3}
.quay{fill:var(--bed);stroke:var(--river);stroke-width:1.6}.boat{fill:var(--text)}
.wall{fill:none;stroke:var(--stonework);stroke-width:9;stroke-linejoin:round;stroke-linecap:round}
.merlons{fill:none;stroke:var(--gate);stroke-width:4;stroke-dasharray:5 4}
.ring{fill:none;stroke-linejoin:round}.ring.fort{stroke:var(--stonework);stroke-width:3}
.ring.power{stroke:var(--wild);stroke-width:2.4;stroke-dasharray:3 4}
.keep{fill:var(--stonework);stroke:var(--halo);stroke-width:1.2;stroke-linejoin:round;paint-order:stroke}
.line{fill:none;stroke:var(--gate);stroke-width:1}.door{fill:var(--gate)}.lit{fill:#ffd76a}
.fort text{font:700 13px Georgia,serif;fill:var(--text);stroke:var(--halo);stroke-width:3;paint-order:stroke}
.orb{fill:var(--halo);stroke:var(--wild);stroke-width:1.6}.spark{fill:var(--wild)}
.spring{fill:#2f7fb0;stroke:#fff;stroke-width:1}.cross{stroke:#fff;stroke-width:1.6}
.place,.realm,.water{font-family:Georgia,"Iowan Old Style","Liberation Serif",serif;text-anchor:middle}
.from{text-anchor:start}.to{text-anchor:end}
.place{font-size:12.5px;font-weight:600;fill:var(--text);stroke:var(--halo);stroke-width:3.4;
stroke-linejoin:round;paint-order:stroke}
.realm{fill:var(--realm);fill-opacity:.72;font-weight:700;text-transform:uppercase}
.water{fill:var(--deep);font-style:italic}
.rose{fill:var(--deep);fill-opacity:.5}
.rose path{stroke:var(--deep);stroke-width:1}.rose .pale{fill:var(--sea)}
.rose text{font:700 26px Georgia,serif;text-anchor:middle;fill-opacity:.8}
.frame{fill:var(--frame)}.rule{fill:none;stroke:var(--rule);stroke-width:3}.outer{stroke-width:1.4}
.scale{font:600 13px Georgia,serif;fill:#fff6e0;text-anchor:middle}
.h{fill:#fff;fill-opacity:0}.hex:hover .h{fill-opacity:.14}
.p{stroke-width:3.6;stroke-linejoin:round}
.f0{stroke:var(--fomorian)}.f1{stroke:var(--human)}.f2{stroke:#77736b}
.key{fill:none;stroke:#fffaf0;stroke-width:1;stroke-opacity:.85}
.under{fill:#efe6d2;stroke-width:2}
.parchment{fill:#f3ead6}
.num,.name,.rate,.tiny,.what{font-family:Georgia,"Liberation Serif",serif;font-weight:700;text-anchor:middle}
.num{font-size:21px}.rate{font-size:17px;fill:#1d1712}.rate.two{font-size:12.5px}.name{font-size:9.5px}.tiny{font-size:9px}
.what{font-size:24px;fill:#fff}
.sign{stroke:none}.pin{fill:#1d1712}.gold{fill:#e2ad2c;stroke:#4c3606;stroke-width:.9;stroke-linejoin:round}
.star{fill:#d8921a;stroke:#4c3606;stroke-width:.8}.rune{fill:#7a2f9c}.guardian{fill:#5d6b75;stroke:#1d1712;stroke-width:.8}
.drop{fill:#d0202e;stroke:#fff;stroke-width:1}
.hurt{font:700 10px Georgia,serif;fill:#fff;text-anchor:middle}
.hurt{stroke:#8a0f1a;stroke-width:1.5;paint-order:stroke}
.hull{fill:#6b4523;stroke:#2b1a0b;stroke-width:1.2;stroke-linejoin:round}.mast{stroke:#2b1a0b;stroke-width:1.8;fill:none}
.sail{stroke:#2b1a0b;stroke-width:1.1;stroke-linejoin:round}
.crack{fill:none;stroke:#d0202e;stroke-width:2.6;stroke-linejoin:round;stroke-linecap:round}
.badge{fill:#16120e;stroke:#fff6e2;stroke-width:1.4}
.count{font:700 11.5px Georgia,serif;fill:#fff6e2;text-anchor:middle}
.back0{fill:#7d2a1b}.back1{fill:#214e86}.back2{fill:#57544e}
.weave{fill:none;stroke:#fff;stroke-opacity:.3;stroke-width:2.4}
.jewel{fill:#f2c53d;stroke:#3d2c05;stroke-width:1.6;stroke-linejoin:round}.facet{fill:none;stroke:#3d2c05;stroke-width:1}
.rubble{fill:#2c2622;stroke:#f3ead6;stroke-width:1.4;stroke-linejoin:round;paint-order:stroke}
.smoke{fill:none;stroke:#8d8479;stroke-width:2.4;stroke-linecap:round}
.sky{stroke-width:2.4;stroke-dasharray:6 4}.sky.rain{fill:#3b78a8;fill-opacity:.3;stroke:var(--rain)}
.sky.snow{fill:#fff;fill-opacity:.45;stroke:#9fbfd3}
.sky.storm{fill:#2e2f52;fill-opacity:.45;stroke:#c9c44a}
.rainy{fill:none;stroke:var(--rain);stroke-width:2.6;stroke-linecap:round}
.snowy{fill:none;stroke:#fff;stroke-width:2.2;stroke-linecap:round;paint-order:stroke}
.flakes{fill:none;stroke:#2f5875;stroke-width:4.6;stroke-linecap:round}
.bolt{fill:#ffe14a;stroke:#2b2705;stroke-width:1}
.magic{fill:#4b1d66;stroke:#f0d9ff;stroke-width:1.8}.glyph{fill:#f0d9ff}
.spin{fill:none;stroke:#eaf6ff;stroke-width:2.6;stroke-linecap:round}.pool{fill:#123a55;stroke:#eaf6ff;stroke-width:1.6}
.order{fill:#fff6e2;stroke:#16120e;stroke-width:1.6}.stroke{fill:none;stroke:#16120e;stroke-width:2.6;stroke-linecap:round}
.clash{fill:#e8442a;stroke:#fff6e2;stroke-width:1.6;stroke-linejoin:round}
.engine{fill:#6b4523;stroke:#1d1208;stroke-width:1.4;stroke-linejoin:round}
.sleeps{opacity:.72}.done .p{stroke-opacity:.55}
"""
)
NARROW, BROAD = set("iljtfrI.,:;'!|() -"), set("mwMWQOGDNHUA")


def length(text: str) -> float:
    """About how wide a text is, for a letter height of 1."""
    return sum(0.31 if sign in NARROW else 0.79 if sign in BROAD else 0.53 for sign in text)


Seat = Literal[0, 1, 2]
"""Whose piece it is: Fomorian, Mundane, or nobody's yet."""
PLATES = (
    "M-12-20H12L20-12V12L12 20H-12L-20 12V-12z",  # Fomorian: the corners are cut off
    "M-20-20H20V10Q20 16 14 17.5L0 21-14 17.5Q-20 16-20 10z".replace(".5", ".5"),  # Mundane: a shield
    "M-20-20H20V20H-20z",
)
"""The outline of a piece by seat: told apart by shape, not only by colour."""
FIELDS = {  # by banner: the colour of the field, and that of what is on it
    "fynn": ("#8e1f1f", "#fff3e0"),
    "basulea": ("#cf7a24", "#1d1208"),
    "skane": ("#5d4b1c", "#fff3e0"),
    "lochlann": ("#35343a", "#fff3e0"),
    "norskold": ("#8c8577", "#16120e"),
    "ycelia": ("#6f2c6e", "#fff3e0"),
    "kobold": ("#b18d57", "#1d1208"),
    "jotunheim": ("#9db9c9", "#14232e"),
    "centaur": ("#7b4326", "#fff3e0"),
    "midhrasir": ("#1f569f", "#ffe9a6"),
    "swithiod": ("#6fb0df", "#10202c"),
    "guard": ("#e6c04a", "#1d1708"),
    "nerfringia": ("#26714a", "#fff3e0"),
    "suderpathia": ("#e9e4d6", "#7b1f14"),
    "normorea": ("#6a6f80", "#fff3e0"),
    "skergota": ("#157f83", "#eafffb"),
    "thulorm": ("#9ccb7a", "#12270d"),
    "mundanes": ("#f3ead6", "#1f3a5c"),
    "albion": ("#d7ecf5", "#0f4a35"),
    "loherim": ("#c9aadb", "#2a1238"),
}
PLAIN = ("#b9b2a2", "#1d1712")
LETTER = 9.5  # the height of a name's letters on its counter
ROOM = (31, 36, 36)  # the width that a name has there, by seat; longer ones are squeezed


def field(banner: str) -> tuple[str, str]:
    """The colours of a banner: the field, and what is on it."""
    return FIELDS.get(banner, PLAIN)


def plate(seat: Seat, fill: str = "", style: str = "p") -> str:
    """The body of a piece."""
    paint = f' fill="{fill}"' if fill else ""
    return f'<path class="{style} f{seat}" d="{PLATES[seat]}"{paint}/>'


# ---- pieces


@cache
def army(seat: Seat, banner: str, race: Race, csp: int | None, *, initials: str = "") -> str:
    """Troops of a banner: the sign of their race and their combat strength points; `?` if unknown."""
    ground, ink = field(banner)
    number = "?" if csp is None else str(csp)
    parts = [plate(seat, ground), use(f"race-{race}", -7 if initials else 0, -8, 0.95, ink)]
    if initials:
        parts.append(label(initials, 9, -5, "tiny", ink))
    parts.append(label(number, 0, 16.5, "num", ink))
    return "".join(parts)


@cache
def character(
    seat: Seat,
    banner: str,
    race: Race,
    name: str,
    ratings: tuple[int, int, int],
    rank: Rank,
    *,
    hero: bool = False,
    enchanter: bool = False,
    escort: bool = False,
    wounds: int = 0,
) -> str:
    """A character: name, rank, race and signs, and command, combat and magic; wounds only for the owner."""
    ground, ink = field(banner)
    band = "M-20-8.5V-12L-12-20H12L20-12V-8.5z" if seat == 0 else "M-20-8.5V-20H20V-8.5z"
    parts = [
        plate(seat, style="p parchment"),
        f'<path d="{band.replace(".5", ".5")}" fill="{ground}"/>',
        squeezed(name, ROOM[seat], label(name, 0, -10.5, "name", ink)),
    ]
    signs = [f"rank-{rank}"] if rank != "none" else []
    signs += [sign for sign, has in (("hero", hero), ("enchanter", enchanter), ("escort", escort)) if has]
    step = min(11.0, 30 / max(1, len(signs)))
    parts.append(use(f"race-{race}", round(-step * len(signs) / 2, 1), -1, 0.55, "#1d1712"))
    for place, sign in enumerate(signs, 1):
        parts.append(
            use(sign, round(step * (place - len(signs) / 2), 1), -1, 0.9 if len(signs) < 3 else 0.72)
        )
    for x, rating in zip((-11.5, 0, 11.5), ratings, strict=True):
        parts.append(label(str(rating), x, 14.5, "rate" if rating < 10 else "rate two"))
    parts.append(plate(seat, "none"))
    if wounds:
        parts.append(use("drop", -19, -18, 1.3) + label(str(wounds), -19, -13, "hurt"))
    return "".join(parts)


def squeezed(name: str, room: float, text: str) -> str:
    """The text of a name, no wider than its room whatever the letters."""
    if length(name) * LETTER < room * 0.9:  # letters differ from machine to machine
        return text
    return text.replace("<text", f'<text textLength="{room:g}" lengthAdjust="spacingAndGlyphs"', 1)


@cache
def ship(seat: Seat, banner: str, strength: int, capacity: int, *, damaged: bool = False) -> str:
    """A ship: its strength on the sail, its capacity on the hull, and a crack while it is damaged."""
    ground, ink = field(banner)
    parts = [
        plate(seat, style="p parchment"),
        '<path class="mast" d="M0 8V-17"/>',
        f'<path class="sail" d="M-13-15Q0-11 13-15 16-5 12 3 0 6-12 3-16-5-13-15z" fill="{ground}"/>',
        '<path class="hull" d="M-17 5Q-15 9-12 8H12Q15 9 17 5 16 15 9 16H-9Q-16 15-17 5z"/>',
        label(str(strength), 0, 0.5, "num", ink),
        "".join(
            f'<circle cx="{5 * place - 2.5 * (capacity - 1):g}" cy="12" r="1.9" fill="#fff3e0"/>'
            for place in range(min(6, capacity))
        ),
    ]
    if damaged:
        parts.append('<path class="crack" d="M-12-17l5 8-6 5 7 5-4 8"/>')
    return "".join(parts)


@cache
def hidden(seat: Seat, naval: bool = False) -> str:
    """A stack of which only that it is there is known: the back of a piece."""
    weave = "M-20-4L-4-20M-20 12L12-20M-12 20L20-12M4 20L20 4"
    sign = use("wave", 0, 13) if naval else ""
    back = plate(seat, style=f"p back{seat}")
    return f'{back}<path class="weave" d="{weave}"/>{label("?", 0, 8, "what")}{sign}'


def stack(top: str, seat: Seat, pieces: int | None) -> str:
    """A stack: its top piece over the edges of others, and how many pieces it has where that is known."""
    if pieces == 1:
        return top
    under = "".join(
        f'<path class="under f{seat}" d="{PLATES[seat]}" transform="translate({shift} {shift})"/>'
        for shift in (5, 2.5)
    )
    number = badge(pieces) if pieces else ""
    return f"{plate(seat)}{under}{top}{number}"


def badge(number: int | str) -> str:
    """How many pieces a stack has, at its upper right corner."""
    count = label(str(number), 0, 4, "count")
    return f'<g transform="translate(17 -17)"><circle class="badge" r="8"/>{count}</g>'


def item() -> str:
    """A magic item that lies in the open."""
    return (
        '<path class="jewel" d="M-6-9H6L12-2 0 11-12-2z"/>'
        '<path class="facet" d="M-12-2H12M-6-9l3 7 3 13 3-13 3-7"/>'
    )


# ---- markers


def ruin() -> str:
    """What is left of a fortress."""
    return (
        '<path class="rubble" d="M-13 9V-1l3 2 2-7 3 5 2-3 3 6 3-8 4 7 3-2 3 3V9z"/>'
        '<path class="smoke" d="M-5-7q-3-3 0-6t0-6M4-9q-3-3 0-6"/>'
    )


@cache
def weather(kind: Weather | Literal["storm"], outline: str) -> str:
    """Weather over some hexes: `outline` is their border, around the node's place."""
    return f'<path class="sky {kind}" d="{outline}"/>{use(f"sky-{kind}")}'


@cache
def spell(letters: str) -> str:
    """An enchantment in effect: two letters of its name on a violet disc."""
    letter = label(letters[:2], 0, 4, "tiny", "#f0d9ff")
    return f'<circle class="magic" r="11"/>{letter}{use("glint", 8, -8)}'


def maelstrom() -> str:
    """A whirlpool."""
    return (
        '<circle class="pool" r="18"/><path class="spin" d="M0 0q5-5 7 1t-6 9-13-5 3-17 18 1"/>'
        '<path class="spin" d="M-3 14q10 3 16-5"/>'
    )


def intercept() -> str:
    """A force that was intercepted and must fight."""
    return '<path class="clash" d="M0-13l3 8 8-5-4 8 9 3-9 3 4 8-8-5-3 8-3-8-8 5 4-8-9-3 9-3-4-8 8 5z"/>'


def refit() -> str:
    """A ship that is being repaired."""
    return (
        '<circle class="order" r="10"/><path class="stroke" d="M-5 6L3-3M0-6l6 5"/>'
        '<path class="pin" d="M-1-7l3-2 6 6-2 3z"/>'
    )


def siege_engine() -> str:
    """Greutung, the siege engine."""
    return (
        '<path class="engine" d="M-16 10H16V6L4-2 14-14 11-16-2-3-16 5z"/>'
        '<circle class="order" cx="-10" cy="12" r="4.5"/><circle class="order" cx="10" cy="12" r="4.5"/>'
    ).replace(".5", ".5")
