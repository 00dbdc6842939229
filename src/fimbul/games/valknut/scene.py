"""How a view of Valknut is drawn as a picture, and what a person touches."""

from collections.abc import Iterator
from html import escape

import msgspec

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
    STYLE,
    TERRAIN,
    TITLES,
    back_svg,
    block,
    card_svg,
    enlarged,
    unit_svg,
    zone_svg,
)
from fimbul.games.valknut.board import cell_at, place_of, spots
from fimbul.games.valknut.events import TURNS
from fimbul.games.valknut.kinds import KINDS, NUMBER, TALL
from fimbul.games.valknut.pantheon import GODS
from fimbul.games.valknut.pantheon import NUMBER as GOD
from fimbul.games.valknut.state import CardFace, Unit, ValknutView

STEP = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
GIANTESS = KINDS[TALL].id
LAYING = ("Laying", "Raging")
PAD = 2.6 * CELL  # around the Battleground: the middle of every place for a card
RACK = 220  # the width of what lies on either side
POOL_SCALE, HAND_SCALE, TURN_SCALE = 0.62, 0.36, 0.31
WIDEST = 1.5  # width to height of the whole picture
HEAD = 70  # room above the pool, where a client says what was touched
SHAPE = ("t", "w")  # how a card lies: tall or wide


def draw(view: ValknutView) -> Scene:
    """The view as a picture: the Battleground between the cards on the left and the players on the right."""
    left, top, right, bottom = extent(view)
    pad = PAD if view.seat is not None else CELL  # who only watches lays no cards
    left, top, right, bottom = left - pad, top - pad, right + pad, bottom + pad
    rack = [*cards_rack(view), *controls(view)]
    seats = list(seats_rack(view))
    natural = max(rack_height(rack), rack_height(seats))
    size = round(
        min(2.4, max(1.0, (bottom - top) / natural)), 1
    )  # what lies beside grows with the Battleground
    wide = RACK * size
    high = max(bottom - top, natural * size, (right - left + 2 * wide) / WIDEST)
    upper = (top + bottom - high) / 2
    nodes = [*zones(view), *units(view)]
    nodes += [*moved(rack, left - wide, upper, size), *moved(seats, right, upper, size)]
    nodes += ghosts(view)
    box = (left - wide, upper, right - left + 2 * wide, high)
    return Scene(box=box, board=BOARD, style=STYLE, nodes=tuple(nodes))


def moved(nodes: list[Node], x: float, y: float, size: float) -> Iterator[Node]:
    """Nodes of a rack, set down where it stands, in its size."""
    for node in nodes:
        if node.floating:
            yield node
        else:
            svg = node.svg if size == 1 else enlarged(node.svg, size)
            yield msgspec.structs.replace(node, svg=svg, x=x + node.x * size, y=y + node.y * size)


def rack_height(nodes: list[Node]) -> float:
    """How high a rack is."""
    return max((node.y for node in nodes if not node.floating), default=0) + 90


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
                    svg=zone_svg(letter, special),
                    x=x * CELL,
                    y=y * CELL,
                    classes=special or TERRAIN[letter],
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
            svg=unit_svg(unit.kind, unit.seat, tall=tall),
            x=unit.x * CELL,
            y=unit.y * CELL,
            layer=2,
            classes=f"unit seat{unit.seat}{furious}",
            title=f"{band.unit} at {unit.x},{unit.y}{mood}: {band.vp} VP ({band.vp_source})",
        )


def cards_rack(view: ValknutView) -> Iterator[Node]:
    """On the left: the pool, the pile, and the open gods and monsters."""
    yield Node(id="pool", svg='<text class="label">The pool</text>', x=20, y=HEAD, layer=1)
    for place, card in enumerate(view.pool):
        x, y = pool_place(place)
        yield card_node(f"pool:{card.id}", card, x, y, "in the pool", POOL_SCALE)
    x, y = pool_place(3)
    if view.pile:
        svg = back_svg(view.pile, POOL_SCALE)
    else:
        svg = '<text class="label mid" y="5">no pile left</text>'
    yield Node(id="pile", svg=svg, x=x, y=y, layer=1, title=f"{view.pile} cards in the pile")
    for number, god in enumerate(view.god_pool):
        yield god_node(god, -1, 104, HEAD + 584 + number * 42)
    for number, card in enumerate(view.peek):
        node = card_node(f"peek:{card.id}", card, 40 + 64 * number, HEAD + 432, "", HAND_SCALE)
        title = f"Number {number + 1} of the pile: {card.id}, {powers(card)}"
        yield msgspec.structs.replace(node, layer=4, classes="face peek", title=title)


def pool_place(place: int) -> tuple[float, float]:
    """Where a card of the pool lies in its rack."""
    return 56 + 98 * (place % 2), HEAD + 94 + 172 * (place // 2)


def seats_rack(view: ValknutView) -> Iterator[Node]:
    """On the right: every player's name, points, supply, Ambush cards and gods."""
    top = 10.0
    for seat, bands in enumerate(view.warbands):
        waiting = dict(view.supplies[seat])
        shown = (*bands, *(kind for kind in waiting if kind not in bands))
        gods, hand = view.worshipped[seat], view.ambushes[seat]
        rows = (len(hand) + 1) // 2
        high = 46 + max(54 * len(shown), 104 * rows) + 42 * len(gods)
        names = " and ".join(KINDS[NUMBER[kind]].name for kind in bands)
        middle = (RACK - 16) / 2
        svg = f'<rect class="panel" x="{-middle:g}" y="0" width="{2 * middle:g}" height="{high}" rx="10"/>'
        squeeze = ' textLength="140" lengthAdjust="spacingAndGlyphs"' if len(names) > 17 else ""
        svg += f'<text class="name" x="{12 - middle:g}" y="26"{squeeze}>{escape(names)}</text>'
        svg += (
            f'<text class="name" x="{middle - 12:g}" y="26" text-anchor="end">{view.scores[seat]} VP</text>'
        )
        mood = " active" if view.to_act and view.active == seat else ""
        gone = "" if view.alive[seat] else " out"
        yield Node(
            id=f"seat:{seat}",
            svg=svg,
            x=middle,
            y=top,
            layer=1,
            classes=f"seat{seat}{mood}{gone}",
            title=f"{names}: {view.scores[seat]} victory points{', out of the game' if gone else ''}",
        )
        for place, kind in enumerate(shown):
            count = waiting.get(kind, 0)
            svg = f'{unit_svg(kind, seat)}<text class="count" x="27" y="8">×{count}</text>'
            yield Node(
                id=f"supply:{seat}:{kind}",
                svg=svg,
                x=36,
                y=top + 66 + 54 * place,
                layer=2,
                classes=f"supply seat{seat}{gone}",
                title=f"Supply of seat {seat + 1}: {count} {KINDS[NUMBER[kind]].name}",
            )
        for place, card in enumerate(hand):
            x, y = 122 + 52 * (place % 2), top + 90 + 104 * (place // 2)
            yield card_node(f"ambush:{card.id}", card, x, y, f"Ambush card of seat {seat + 1}", HAND_SCALE)
        for place, god in enumerate(gods):
            yield god_node(god, seat, 102, top + high - 28 - 42 * place)
        top += high + 12


def card_node(name: str, card: CardFace, x: float, y: float, where: str, scale: float) -> Node:
    """A card beside the board."""
    return Node(
        id=name,
        svg=card_svg(card.rows, card.move, card.gjallarhorn, scale),
        x=x,
        y=y,
        layer=2,
        classes="face",
        title=f"{card.id}, {where}: {powers(card)}",
    )


def powers(card: CardFace) -> str:
    """What a card gives who lays it, in words."""
    return brief(card).replace(
        str(card.move), f"{card.move} movement point{'' if card.move == 1 else 's'}", 1
    )


def brief(card: CardFace) -> str:
    """The same in a few words: `2, Valknut`."""
    valknut = ", Valknut" if any("v" in row for row in card.rows) else ""
    return f"{card.move}{valknut}{', Gjallarhorn' if card.gjallarhorn else ''}"


def god_node(god: str, owner: int, x: float, y: float) -> Node:
    """A Gjallarhorn card, open or held."""
    card = GODS[GOD[god]]
    where = "open" if owner < 0 else f"held by seat {owner + 1}"
    svg = '<rect class="paper" x="-90" y="-18" width="180" height="36" rx="6"/>'
    svg += f'<text x="-78" y="5">{escape(card.name)}</text>'
    svg += f'<text x="78" y="5" text-anchor="end">{card.vp:+d} VP</text>'
    title = f"{card.name}, {where}: {card.does} ({card.rule}); {card.vp:+d} VP (reconstructed)"
    kind = "god monster" if card.vp < 0 else "god"
    return Node(id=f"god:{god}", svg=svg, x=x, y=y, layer=2, classes=kind, title=title)


def ghosts(view: ValknutView) -> Iterator[Node]:
    """Where a card may go, one mark for each place and shape; a client shows those of the chosen turn."""
    if view.phase not in LAYING or view.outcome is not None:
        return
    faces = [*view.pool, *view.ambushes[view.active]]
    if not faces:
        return
    blocks = tuple((cell_at(c.x, c.y), (len(c.rows[0]), len(c.rows))) for c in view.cards)
    for odd in sorted({r % 2 for card in faces for r in card.turns}):
        wide, high = len(faces[0].rows[0]), len(faces[0].rows)
        if odd:
            wide, high = high, wide
        svg = f'<use href="#ghost-{"tall" if high > wide else "wide"}"/>'
        if {wide, high} != {2, 4}:  # a terrain file with cards of another size
            svg = block(wide, high)
        for x, y in map(place_of, spots(blocks, (wide, high))):
            yield Node(
                id=f"ghost:{x},{y},{SHAPE[odd]}",
                svg=svg,
                x=(x + (wide - 1) / 2) * CELL,
                y=(y + (high - 1) / 2) * CELL,
                layer=5,
                classes="ghost shy",
            )


def controls(view: ValknutView) -> Iterator[Node]:
    """Choices without a place: how to turn a card, a spell, a warband, and saying no."""
    if view.outcome is not None:
        return

    def choice(name: str, text: str, title: str, y: float = HEAD + 376) -> Node:
        svg = f'<rect class="disc" x="-84" y="-21" width="168" height="42" rx="21"/><text y="6">{text}</text>'
        return Node(id=name, svg=svg, x=104, y=y, layer=6, classes="button shy", title=title)

    if view.phase in LAYING:
        hand = view.ambushes[view.active] if view.phase == "Laying" else ()
        for card in (*view.pool, *hand):
            for r in card.turns:
                yield turned(card, r)
    if view.phase == "Marching":
        svg = '<rect class="disc" x="-44" y="-18" width="88" height="36" rx="18"/><text y="6">summon</text>'
        title = "Summon this Dragon to a visible Valknut"
        yield Node(id="spell", svg=svg, x=0, y=-52, layer=6, classes="button", title=title, floating=True)
        yield choice("end", "End the turn", "End your turn")
    if view.phase == "SettingUp":
        yield choice("ready", "Ready", "You have set up all you want")
    if view.phase in ("Raging", "Spawning", "Swarming", "Worship"):
        yield choice("decline", "Decline", "Leave it", HEAD + (552 if view.phase == "Raging" else 376))
    if view.phase == "Acting":
        for place, kind in enumerate(view.warbands[view.active]):
            name = KINDS[NUMBER[kind]].name
            yield choice(f"kind:{kind}", name, f"The {name} made the kill", HEAD + 376 + 50 * place)


def turned(card: CardFace, r: int) -> Node:
    """A card as it would lie, to be chosen before its place."""
    rows = list(card.rows)
    for _ in range(r):
        rows = ["".join(row[x] for row in reversed(rows)) for x in range(len(rows[0]))]
    return Node(
        id=f"turn:{card.id},{r}",
        svg=card_svg(tuple(rows), 0, False, TURN_SCALE),
        x=58 + 94 * (r % 2),
        y=HEAD + 404 + 92 * (r // 2),
        layer=6,
        classes="turned shy",
        title=f"Lay {card.id} {TURNS[r]}",
    )


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
            return f"{place}:{card}", f"turn:{card},{r}", f"ghost:{x},{y},{SHAPE[r % 2]}"
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
        turn = next((int(node.split(",")[1]) for node in touched if node.startswith("turn:")), 0)
        if last == "ghost":
            x, y, _ = two.split(",")
            return Lay(one, int(x), int(y), turn)
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
