"""How a view of Fornaldar is drawn: the map with its pieces, a sheet for what is asked, and what lies beside.

What matters now lies in layers above 0: clients look at it first where a picture is too large to be shown.
"""

import itertools
import zlib
from collections import defaultdict
from collections.abc import Iterator

from fimbul.core import Node, Scene
from fimbul.games.fornaldar import actions as act
from fimbul.games.fornaldar import asking, chart, markers, sideboard, spots, touch, words
from fimbul.games.fornaldar.cards import POINT
from fimbul.games.fornaldar.counters import Desk, scaled
from fimbul.games.fornaldar.sheets import STYLE, Sheet
from fimbul.games.fornaldar.view import FornaldarView, StackSeen

AHEAD = 2  # the layer of the stacks that matter now
TALLER = 120  # when a sheet has grown so much, it matters anew
FRAMES, APART = 401, 8  # how many frames of the picture there are, and how many to a unit
NEAR = (260, 290)  # the part of the reach that one looks at first
LEGIBLE, AROUND, LARGEST = (1150, 780), 300, 3.4  # what one sees with a sheet in its own size; around places
STRIDE = 75  # from one place for such a sheet to the next
WIDEST = (470, 330)  # how far from what it is about a sheet may reach
RING = f'<path class="o" transform="scale(1.3)" d="{chart.HEX}"/>'  # what glows around the pieces of a goal


def draw(view: FornaldarView) -> Scene:
    """The view as a picture."""
    desk = Desk(view)
    ahead = focus(desk)
    ground = [*hexes(desk), *markers.skies(desk)]
    stacks = [*pieces(desk, set(ahead))]
    signs = [*markers.nodes(desk, set(ahead))]
    asked = asking.sheet(desk)
    laid = lay(desk, asked, ahead, [*ground, *stacks]) if asked is not None else []
    floats = asking.floats(desk, asked.scale if asked is not None else 1)
    library = desk.book.library
    return Scene(
        box=frame(ahead, asked),
        board=chart.board(library, view.scenario) + sideboard.board(library, view.scenario),
        style=chart.STYLE + STYLE,
        nodes=(*ground, *stacks, *signs, *sideboard.nodes(desk), *laid, *floats),
    )


def frame(ahead: list[str], asked: Sheet | None) -> tuple[float, float, float, float]:
    """The whole picture.  Its edge differs a little with what matters: then clients look there."""
    size = round(asked.high / TALLER) if asked is not None else 0
    step = zlib.crc32(" ".join([*ahead, str(size)]).encode()) % FRAMES / APART
    left, top = chart.BOX[0], chart.BOX[1]
    wide = sideboard.LEFT + sideboard.WIDE + 40 - left
    return left - step, top, wide + 2 * step, chart.BOX[3]


# ---- what matters


def focus(desk: Desk) -> list[str]:
    """The hexes that matter now: of the force, the battle, the question; or of the pieces that could move."""
    view = desk.view
    mine = view.seat is not None and view.seat in view.to_act
    if view.battle is not None:
        return [view.battle.hex]
    if view.force is not None:
        return [view.force.hex]
    if mine:
        found = [each.hex for each in touch.placed(view) if isinstance(each, PLACES)]
        answers = touch.answers(view)
        if not found:
            found = [spot for answer in answers for spot in whereabouts(desk, answer)]
        asked = asking.here(desk)
        if asked:
            found.append(asked)
        if not found and view.decision in asking.WEIGHED:
            found = [forecast.hex for forecast in view.forecasts]
        if not found:
            found = [desk.leaders[each.caster].hex for each in view.plots if each.caster in desk.leaders]
        if view.decision in BESIDE:
            return found
        if found:
            return list(dict.fromkeys(found))
    return list(dict.fromkeys(stack.hex for stack in view.stacks if stack.seat in (view.seat, None)))


BESIDE = ("Calling",)  # decisions about what lies beside the map
PLACES = (act.At, act.Pick, act.Intercept, act.Fight)


def whereabouts(desk: Desk, answer: object) -> list[str]:
    """Where the pieces are that an answer names."""
    match answer:
        case act.Cast(name, _) | act.Challenge(_, name) | act.Accept(name) | act.Lose(name):
            leader = desk.leaders.get(name.removeprefix(words.ESCORT))
            return [leader.hex] if leader is not None else []
        case act.Load(_, _, hex_) | act.Unload(_, _, hex_):
            return [hex_]
        case act.Refit(name):
            return [desk.ships[name].hex] if name in desk.ships else []
        case act.Aim(what) if touch.is_place(desk.view, what):
            return [what]
    return []


# ---- hexes


def hexes(desk: Desk) -> Iterator[Node]:
    """Where the force can go and for how much, targets, and the ground under the pieces."""
    view, book = desk.view, desk.book
    shown: set[str] = set()
    crowded = {stack.hex for stack in view.stacks} | {hex_ for _, hex_, _, _ in desk.heaps}
    here = spots.at(book, view.force.river or view.force.hex) if view.force is not None else (0, 0)
    moving = view.force is not None and view.decision == "Moving"
    for name, cost in view.force.reach if view.force is not None and moving else ():
        shown.add(name)
        x, y = spots.at(book, name)
        low = "t" if name in crowded else "c"
        layer = int(abs(x - here[0]) < NEAR[0] and abs(y - here[1]) < NEAR[1])
        yield Node(id=name, svg=tile("-" in name, points(cost), low), x=x, y=y, layer=layer, classes="reach")
    for answer in (*touch.placed(view), *touch.answers(view)):
        for name in targets(desk, answer):
            if name not in shown:
                shown.add(name)
                x, y = spots.at(book, name)
                title = words.capital(words.place(view, name))
                svg = tile("-" in name, "", "") + (RING if name in crowded else "")
                yield Node(id=name, svg=svg, x=x, y=y, layer=1, classes="reach goal", title=title)
    edge = set()
    if view.force is not None and view.force.own and len(shown) < 250:
        around = (book.hex_named(name) for name in shown)
        edge = {book.hex_name(near) for hex_ in around if hex_ >= 0 for near in book.near[hex_]}
    for name in sorted((crowded | edge) - shown):
        x, y = spots.at(book, name)
        yield Node(id=name, svg=f'<path class="h" d="{chart.HEX}"/>', x=x, y=y, title=ground_line(desk, name))


def targets(desk: Desk, answer: object) -> list[str]:
    """The hex that one touches first for an answer."""
    match answer:
        case act.At(name) | act.Retreat(name):
            return [name]
        case act.Aim(what) if touch.is_place(desk.view, what):
            return [what]
        case act.Load(_, _, hex_) if desk.view.decision == "Embarking":
            return [hex_]
    return []


def tile(river: bool, text: str, style: str) -> str:
    """A hex or river hexside that can be touched, with a price."""
    shape = '<use class="r" href="#rv"/>' if river else '<use class="r" href="#hx"/>'
    if not text:
        return shape
    return f'{shape}<text class="{"cr" if river else style}">{text}</text>'


def points(half: int) -> str:
    """Movement points, short."""
    whole, rest = divmod(half, POINT)
    return f"{whole or ''}½" if rest else str(whole)


def ground_line(desk: Desk, name: str) -> str:
    """A hex in words."""
    ground = desk.book.ground[desk.book.hex_named(name)]
    return f"{words.capital(words.place(desk.view, name))}: {' or '.join(ground.terrain)}"


# ---- pieces


def pieces(desk: Desk, ahead: set[str]) -> Iterator[Node]:
    """All stacks, active and inactive, those of one hex beside each other."""
    view = desk.view
    crowds: dict[str, list[Node]] = defaultdict(list)
    for stack in view.stacks:
        layer = AHEAD if stack.hex in ahead else 0
        crowds[stack.river or stack.hex].append(
            Node(
                id=touch.stack_id(stack),
                svg=desk.stack(stack),
                x=0,
                y=0,
                layer=layer,
                title=desk.title(stack),
                classes="done" if is_done(desk, stack) else "",
            )
        )
    for (seat, hex_, kind, active), heap in sorted(desk.heaps.items()):
        if not active:
            where = words.place(view, hex_)
            whose = words.seat_name(view, seat) if seat >= 0 else "nobody"
            title = f"Inactive, of {whose}, at {where}: {desk.contents(heap)}"
            svg = desk.idle(seat, heap)
            crowds[hex_].append(
                Node(
                    id=f"idle:{hex_}:{kind}",
                    svg=svg,
                    x=0,
                    y=0,
                    layer=AHEAD if hex_ in ahead else 0,
                    title=title,
                    classes="sleeps",
                )
            )
    for place, nodes in crowds.items():
        x, y = spots.at(desk.book, place)
        scale, shifts = spots.crowd(len(nodes))
        for node, (dx, dy) in zip(nodes, shifts, strict=False):
            yield Node(
                id=node.id,
                svg=scaled(node.svg, scale),
                x=round(x + dx),
                y=round(y + dy),
                layer=node.layer,
                title=node.title,
                classes=node.classes,
            )


def is_done(desk: Desk, stack: StackSeen) -> bool:
    """Whether a stack of one's own has moved."""
    heap = desk.heaps.get((stack.seat, stack.hex, stack.kind, True))
    if heap is None or stack.seat != desk.view.seat:
        return False
    moved = [each.done for each in heap.leaders]
    moved += [each.done for each in heap.armies]
    moved += [each.done for each in heap.ships]
    return bool(moved) and all(moved)


# ---- the sheet


def lay(desk: Desk, sheet: Sheet, ahead: list[str], others: list[Node]) -> list[Node]:
    """Lay a sheet down near what it is about, where it hides least."""
    if not ahead:
        return sheet.nodes(sideboard.LEFT - sheet.wide - 24, sideboard.GROUPS)
    places = [spots.at(desk.book, name) for name in ahead]
    x, y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
    sheet.scale = enlarged(places)
    corners = list(around(sheet, x, y) if sheet.scale == 1 else among(sheet, places))
    best = min(corners, key=lambda corner: cost(corner, sheet, (x, y), others))
    tail = ""
    if len(ahead) == 1:
        dx, dy = x - best[0], y - best[1]
        tail = f'<path class="tail" d="M{dx:g} {dy:g}L{sheet.width / 2:g} {sheet.height / 2:g}"/>'
    return sheet.nodes(*best, tail)


def enlarged(places: list[tuple[int, int]]) -> float:
    """How much larger a sheet is drawn among places that lie far apart, so that it can be read with them."""
    spans = [max(place[axis] for place in places) - min(place[axis] for place in places) for axis in (0, 1)]
    return min(LARGEST, max(1, *((span + AROUND) / room for span, room in zip(spans, LEGIBLE, strict=True))))


def among(sheet: Sheet, places: list[tuple[int, int]]) -> Iterator[tuple[float, float]]:
    """Where the upper left corner of a sheet could be that is about several places: anywhere among them."""
    left, top, width, height = chart.BOX
    ends = (left + width - sheet.width, top + height - sheet.height)
    ranges = []
    for axis, start in ((0, left), (1, top)):
        low = min(place[axis] for place in places) - AROUND
        high = max(place[axis] for place in places) + AROUND - (sheet.width, sheet.height)[axis]
        first, last = max(start, min(low, ends[axis])), min(ends[axis], max(high, start))
        ranges.append([first, *range(round(first) + STRIDE, round(last), STRIDE), max(first, last)])
    yield from itertools.product(*ranges)


def around(sheet: Sheet, x: float, y: float) -> Iterator[tuple[float, float]]:
    """Where the upper left corner of a sheet could be that is about one place: beside it."""
    wide, high = sheet.width, sheet.height
    left, top, width, height = chart.BOX
    for dx in (-wide - 60, -wide - 190, 60, 190, -wide / 2):
        for dy in (-high - 50, -high - 140, -high / 2, 50, 140, -high + 40, -40):
            if dx == -wide / 2 and -high - 20 < dy < 20:
                continue
            at = (
                min(max(x + dx, left), left + width - wide),
                min(max(y + dy, top), top + height - high),
            )
            if not (at[0] - 40 < x < at[0] + wide + 40 and at[1] - 40 < y < at[1] + high + 40):
                yield at


def cost(corner: tuple[float, float], sheet: Sheet, about: tuple[float, float], others: list[Node]) -> float:
    """How much a sheet would hide at a place, and how far away it would be."""
    left, top = corner
    right, bottom = left + sheet.width, top + sheet.height
    hidden = 0.0
    for node in others:
        if left - 24 < node.x < right + 24 and top - 22 < node.y < bottom + 22:
            weight = {"reach": 4, "reach goal": 20}.get(node.classes, 0)
            if ":" in node.id:
                weight = 90 if node.layer == AHEAD else 30
            near = abs(node.x - about[0]) + abs(node.y - about[1])
            hidden += weight * (3 if near < 170 else 1)
    across = max(abs(left - about[0]), abs(right - about[0])) - WIDEST[0]
    along = max(abs(top - about[1]), abs(bottom - about[1])) - WIDEST[1]
    far = abs((left + right) / 2 - about[0]) + abs((top + bottom) / 2 - about[1])
    if sheet.scale > 1:
        return hidden + far / 60
    return hidden + far / 12 + max(0, across) / 3 + max(0, along) / 3
