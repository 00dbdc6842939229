"""How a view of Valknut is drawn as a picture, and what a person touches."""

from collections.abc import Iterator
from html import escape

from fimbul.core import Node, Scene
from fimbul.games.valknut.actions import (
    Act,
    Decline,
    End,
    Fenrir,
    Freya,
    Hel,
    Jormungandr,
    Lay,
    Move,
    Order,
    Play,
    Ready,
    Rise,
    Setup,
    Shove,
    Spawn,
    Summon,
    Surtr,
    Take,
    TakeFrom,
    Thor,
)
from fimbul.games.valknut.art import (
    BOARD,
    CELL,
    GLYPHS,
    STYLE,
    TERRAIN,
    TITLES,
    card_svg,
    unit_svg,
    zone_svg,
)
from fimbul.games.valknut.board import cell_at, place_of, spots
from fimbul.games.valknut.kinds import KINDS, NUMBER, TALL
from fimbul.games.valknut.pantheon import GODS
from fimbul.games.valknut.pantheon import NUMBER as GOD
from fimbul.games.valknut.state import CardFace, Unit, ValknutView

STEP = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
GIANTESS = KINDS[TALL].id
LAYING = ("Laying", "Raging")
GAP = 150  # between cards beside the board


def draw(view: ValknutView) -> Scene:
    """The view as a picture."""
    nodes = [*zones(view), *units(view)]
    left, top, right, bottom = extent(view)
    nodes += beside(view, left, bottom)
    nodes += ghosts(view)
    nodes += controls(view)
    pad = 3 * CELL
    high = bottom - top + 2 * pad + 340 + 70 * len(view.warbands)
    box = (left - pad, top - pad, max(right - left + 2 * pad, 8 * GAP), high)
    return Scene(box=box, board=BOARD, style=STYLE, nodes=tuple(nodes))


def extent(view: ValknutView) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the Battleground in the picture."""
    lefts, tops = [card.x for card in view.cards], [card.y for card in view.cards]
    rights = [card.x + len(card.rows[0]) for card in view.cards]
    bottoms = [card.y + len(card.rows) for card in view.cards]
    half = CELL / 2
    return (
        min(lefts) * CELL - half,
        min(tops) * CELL - half,
        max(rights) * CELL - half,
        max(bottoms) * CELL - half,
    )


def zones(view: ValknutView) -> Iterator[Node]:
    """Every zone, and the outline of every card."""
    for card in view.cards:
        special = {"PARLEY": "parley", "BIFROST": "bifrost"}.get(card.id)
        for dy, row in enumerate(card.rows):
            for dx, letter in enumerate(row):
                x, y = card.x + dx, card.y + dy
                yield Node(
                    id=f"zone:{x},{y}",
                    svg=zone_svg(letter),
                    x=x * CELL,
                    y=y * CELL,
                    classes=f"zone {special or TERRAIN[letter]}",
                    title=f"{x},{y}: {f'{special.capitalize()}, ' if special else ''}{TITLES[letter]}",
                )
        wide, high = len(card.rows[0]) * CELL, len(card.rows) * CELL
        yield Node(
            id=f"card:{card.x},{card.y}",
            svg=f'<rect class="edge" x="{-CELL / 2:g}" y="{-CELL / 2:g}" width="{wide}" height="{high}"/>',
            x=card.x * CELL,
            y=card.y * CELL,
            layer=1,
            title=f"The card {card.id}",
        )


def units(view: ValknutView) -> Iterator[Node]:
    """Every unit on the Battleground."""
    for unit in view.units:
        tall = unit.kind == GIANTESS
        furious = " furious" if tall and view.enraged else ""
        mood = ", enraged" if furious else ""
        band = KINDS[NUMBER[unit.kind]]
        yield Node(
            id=f"unit:{unit.id}",
            svg=unit_svg(unit.kind, tall=tall),
            x=unit.x * CELL,
            y=unit.y * CELL,
            layer=2,
            classes=f"unit seat{unit.seat}{furious}",
            title=f"{band.unit} at {unit.x},{unit.y}{mood}: {band.vp} VP ({band.vp_source})",
        )


def beside(view: ValknutView, left: float, bottom: float) -> Iterator[Node]:
    """What lies beside the Battleground: pool, Ambush cards, supplies, gods, and what a seat foresees."""
    y = bottom + 3 * CELL + 120
    for place, card in enumerate(view.pool):
        yield card_node(f"pool:{card.id}", card, left + place * GAP, y, "in the pool")
    pile = (
        f'<rect class="paper" x="-36" y="-70" width="72" height="140" rx="6"/>'
        f'<text class="number" y="9">{view.pile}</text>'
    )
    yield Node(id="pile", svg=pile, x=left + 3 * GAP, y=y, title=f"{view.pile} cards in the pile")
    place = 4
    for seat, cards in enumerate(view.ambushes):
        for card in cards:
            name = f"Ambush card of seat {seat + 1}"
            yield card_node(f"ambush:{card.id}", card, left + place * GAP, y, name)
            place += 1
    y += 160
    for seat, bands in enumerate(view.warbands):
        waiting = dict(view.supplies[seat])
        shown = (*bands, *(kind for kind in waiting if kind not in bands))
        for column, kind in enumerate(shown):
            count = waiting.get(kind, 0)
            svg = f'<circle class="body" r="22"/><text y="7">{GLYPHS[kind]}</text>'
            yield Node(
                id=f"supply:{seat}:{kind}",
                svg=f'{svg}<text class="count" x="30" y="18">×{count}</text>',
                x=left + column * 80,
                y=y + 70 * seat,
                classes=f"supply seat{seat}",
                title=f"Supply of seat {seat + 1}: {count} {KINDS[NUMBER[kind]].name}",
            )
    held = [(god, seat) for seat, gods in enumerate(view.worshipped) for god in gods]
    for number, (god, owner) in enumerate([*((god, -1) for god in view.god_pool), *held]):
        yield god_node(god, owner, left + 3 * GAP + number * 110, y)
    if view.phase == "Miracle" and view.god == "odin":
        for number, (_, names) in enumerate(view.sight):
            for name in names:
                svg = '<rect class="paper" x="-40" y="-24" width="80" height="48" rx="6"/>'
                svg += f'<text class="label" y="5" style="fill:#2a1c08">{name}</text>'
                title = f"Number {number + 1} of the pile: {name}"
                yield Node(id=f"peek:{name}", svg=svg, x=left + number * 100, y=y - 270, layer=4, title=title)


def card_node(name: str, card: CardFace, x: float, y: float, where: str) -> Node:
    """A card beside the board."""
    horn = ", Gjallarhorn" if card.gjallarhorn else ""
    title = f"{card.id}, {where}: {card.move} movement points{horn}"
    return Node(
        id=name,
        svg=card_svg(card.rows, card.move, card.gjallarhorn),
        x=x,
        y=y,
        classes="face",
        title=title,
    )


def god_node(god: str, owner: int, x: float, y: float) -> Node:
    """A Gjallarhorn card, open or held."""
    card = GODS[GOD[god]]
    where = "open" if owner < 0 else f"held by seat {owner + 1}"
    svg = '<rect class="paper" x="-50" y="-30" width="100" height="60" rx="6"/>'
    svg += f'<text y="-4">{escape(card.name)}</text><text y="16">{card.vp:+d}</text>'
    title = f"{card.name}, {where}: {card.vp:+d} VP (reconstructed), see {card.rule}"
    return Node(id=f"god:{god}", svg=svg, x=x, y=y, classes="god", title=title)


def ghosts(view: ValknutView) -> Iterator[Node]:
    """Where a card may go, one dot for each place and turn; a client shows those of the chosen turn."""
    if view.phase not in LAYING or view.outcome is not None:
        return
    faces = [*view.pool, *view.ambushes[view.active]]
    if not faces:
        return
    blocks = tuple((cell_at(c.x, c.y), (len(c.rows[0]), len(c.rows))) for c in view.cards)
    for r in sorted({r for card in faces for r in card.turns}):
        wide, high = len(faces[0].rows[0]), len(faces[0].rows)
        if r % 2:
            wide, high = high, wide
        for x, y in map(place_of, spots(blocks, (wide, high))):
            across, down = wide * CELL, high * CELL
            corner = f'x="{-across / 2:g}" y="{-down / 2:g}"'
            rect = f'<rect class="block" {corner} width="{across}" height="{down}"/>'
            yield Node(
                id=f"ghost:{x},{y},{r}",
                svg=f'<circle class="dot" r="13"/>{rect}',
                x=x * CELL + (across - CELL) / 2,
                y=y * CELL + (down - CELL) / 2,
                layer=5,
                classes="ghost",
                title=f"Lay the card at {x},{y}",
            )


def controls(view: ValknutView) -> Iterator[Node]:
    """Choices without a place: how to turn a card, a spell, a warband, and saying no."""
    if view.outcome is not None:
        return

    def choice(name: str, text: str, x: float, y: float, title: str) -> Node:
        svg = f'<rect class="disc" x="-44" y="-18" width="88" height="36" rx="18"/><text y="5">{text}</text>'
        return Node(id=name, svg=svg, x=x, y=y, layer=6, classes="button", title=title, floating=True)

    if view.phase in LAYING:
        for r, text in enumerate(("upright", "right", "upside", "left")):
            yield choice(f"turn:{r}", text, 96, (r - 1.5) * 42, f"Lay the card turned {r} quarters clockwise")
    if view.phase == "Marching":
        yield choice("spell", "summon", 0, -60, "Summon this Dragon to a visible Valknut")
        yield choice("end", "end turn", 0, 0, "End your turn")
    if view.phase == "SettingUp":
        yield choice("ready", "ready", 0, 0, "You have set up all you want")
    if view.phase in ("Raging", "Spawning", "Swarming", "Worship"):
        yield choice("decline", "decline", 0, 0, "Leave it")
    if view.phase == "Acting":
        for place, kind in enumerate(view.warbands[view.active]):
            name = KINDS[NUMBER[kind]].name
            yield choice(f"kind:{kind}", name, 100 * place, 0, f"The {name} made the kill")


# ---- touching


def at_zone(view: ValknutView, x: int, y: int) -> Unit | None:
    """Who stands on a zone."""
    for unit in view.units:
        if unit.x == x and (unit.y == y or (unit.kind == GIANTESS and unit.y + 1 == y)):
            return unit
    return None


def unit_node(view: ValknutView, x: int, y: int) -> str:
    """The node of the unit on a zone."""
    unit = at_zone(view, x, y)
    return f"unit:{unit.id}" if unit else f"zone:{x},{y}"


def goal(view: ValknutView, x: int, y: int, way: str, length: int) -> str:
    """What a person touches to send a unit somewhere: the foremost zone of where it ends, or who is there."""
    unit = at_zone(view, x, y)
    dx, dy = STEP[way]
    foot = 1 if unit and unit.kind == GIANTESS and way == "s" else 0
    tx, ty = x + dx * length, y + dy * length + foot
    other = at_zone(view, tx, ty)
    return f"unit:{other.id}" if other and other != unit else f"zone:{tx},{ty}"


def clicks(view: ValknutView, action: Play) -> tuple[str, ...]:
    """What a person touches to take an action."""
    seat = view.to_act[0] if view.to_act else view.active
    match action:
        case Setup(kind, x, y) | Spawn(kind, x, y):
            return f"supply:{seat}:{kind}", f"zone:{x},{y}"
        case Ready():
            return ("ready",)
        case Lay(card, x, y, r):
            place = "pool" if any(face.id == card for face in view.pool) else "ambush"
            return f"{place}:{card}", f"turn:{r}", f"ghost:{x},{y},{r}"
        case Decline():
            return ("decline",)
        case Move(x, y, way, length) | Freya(x, y, way, length):
            return unit_node(view, x, y), goal(view, x, y, way, length)
        case Shove(x, y, way):
            return unit_node(view, x, y), unit_node(view, x + STEP[way][0], y + STEP[way][1])
        case Summon(x, y, tx, ty):
            return unit_node(view, x, y), "spell", f"zone:{tx},{ty}"
        case Act(kind):
            return (f"kind:{kind}",)
        case Rise(x, y) | Surtr(x, y):
            return (f"zone:{x},{y}",)
        case Take(god) | TakeFrom(god, _):
            return (f"god:{god}",)
        case Order(cards):
            return tuple(f"peek:{card}" for card in cards)
        case Thor(x, y):
            return (unit_node(view, x, y),)
        case Hel(other, kind, x, y):
            return f"supply:{other}:{kind}", f"zone:{x},{y}"
        case Fenrir(_, card):
            return (f"ambush:{card}",)
        case Jormungandr(other, kind):
            return (f"supply:{other}:{kind}",)
        case End():
            return ("end",)


def attempt(view: ValknutView, touched: tuple[str, ...]) -> Play | None:
    """What these touches would mean: the reading that a newcomer would have, legal or not."""
    if len(touched) < 2 or not view.to_act:
        return None
    (first, one), (last, two) = (
        node.split(":", 1) if ":" in node else (node, "") for node in (touched[0], touched[-1])
    )
    sender = next((unit for unit in view.units if touched[0] == f"unit:{unit.id}"), None)
    place = place_touched(view, last, two, sender)
    if first in ("pool", "ambush"):
        turn = next((int(node[5:]) for node in touched if node.startswith("turn:")), 0)
        if last == "ghost":
            x, y, turn = map(int, two.split(","))
            return Lay(one, x, y, turn)
        return Lay(one, *place, turn) if place else None
    if first == "supply" and place:
        seat, kind = one.split(":")
        if view.phase == "SettingUp":
            return Setup(kind, *place)
        return Hel(int(seat), kind, *place) if view.phase == "Miracle" else Spawn(kind, *place)
    if sender and place:
        return sent(view, sender, place, touched)
    return None


def place_touched(view: ValknutView, kind: str, name: str, sender: Unit | None) -> tuple[int, int] | None:
    """The zone that a node lies on; of a Giantess, the one that is nearer to who is sent there."""
    if kind == "zone":
        x, y = map(int, name.split(","))
        return x, y
    if kind == "unit":
        unit = next(unit for unit in view.units if unit.id == int(name))
        foot = 1 if unit.kind == GIANTESS and sender and sender.y > unit.y else 0
        return unit.x, unit.y + foot
    return None


def sent(view: ValknutView, unit: Unit, place: tuple[int, int], touched: tuple[str, ...]) -> Play | None:
    """A unit sent to a place: a move, a shove, or a spell."""
    x, y = place
    if "spell" in touched:
        return Summon(unit.x, unit.y, x, y)
    foot = 1 if unit.kind == GIANTESS and x == unit.x and y > unit.y else 0
    dx, dy = x - unit.x, y - unit.y - foot
    if (dx == 0) == (dy == 0):
        return None
    way = "e" if dx > 0 else "w" if dx < 0 else "s" if dy > 0 else "n"
    length = abs(dx) + abs(dy)
    other = at_zone(view, x, y)
    if unit.kind == KINDS[NUMBER["vanir"]].id and other and other.seat != unit.seat and length == 1:
        return Shove(unit.x, unit.y, way)  # type: ignore[arg-type]
    kind = Freya if view.phase == "Miracle" else Move
    return kind(unit.x, unit.y, way, length)  # type: ignore[arg-type]
