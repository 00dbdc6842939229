"""The map with its pieces, as a view shows it.

What is asked about lies in layers above 0, over the other pieces of its hex.
"""

import functools
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator

import msgspec

from fimbul.core import Board, Node
from fimbul.core.wording import capital
from fimbul.games.fornaldar import actions as act
from fimbul.games.fornaldar.library.rows import POINT
from fimbul.games.fornaldar.table import atlas, deeds, markers, spots, words
from fimbul.games.fornaldar.table.counters import Desk, Heap, scaled
from fimbul.games.fornaldar.table.drafting import HEX
from fimbul.games.fornaldar.table.view import FornaldarView, StackSeen

AHEAD = 2  # the layer of the stacks that matter now
EDGES = 250  # so many goals at most have the hexes around them, which explain why one cannot go further
RING = f'<path class="o" transform="scale(1.3)" d="{HEX}"/>'  # what glows around the pieces of a goal


def draw(view: FornaldarView) -> Board:
    """The map of a view."""
    desk = Desk(view)
    ahead = focus(view)
    library = desk.book.library
    return Board(
        title=desk.book.scenario.name,
        box=atlas.BOX,
        ground=atlas.board(library, view.scenario),
        style=atlas.STYLE + STYLE,
        nodes=(*hexes(desk), *markers.skies(desk), *pieces(desk, ahead), *markers.nodes(desk, ahead)),
    )


def focus(view: FornaldarView) -> set[str]:
    """The hexes that matter now: of the question, of the force, of the battle."""
    found = {name for name in (view.question.about if view.question is not None else ()) if name[:1] == "h"}
    found |= {view.battle.hex} if view.battle is not None else set()
    return found | ({view.force.hex} if view.force is not None else set())


# ---- hexes


def hexes(desk: Desk) -> Iterator[Node]:
    """Where the force can go and for how much, targets, and the ground under the pieces."""
    view, book = desk.view, desk.book
    shown: set[str] = set()
    crowded = {stack.hex for stack in view.stacks} | {hex_ for _, hex_, _, _ in desk.heaps}
    for name, cost in view.force.reach if view.force is not None else ():
        shown.add(name)
        x, y = spots.at(book, name)
        low = "t" if name in crowded else "c"
        title = f"{capital(words.place(view, name))} for {words.points(cost)}"
        svg = tile("-" in name, points(cost), low)
        yield Node(id=name, svg=svg, x=x, y=y, layer=1, classes="reach", title=title)
    for answer in (*deeds.placed(view), *deeds.answers(view)):
        name = target(view, answer)
        if name and name not in shown:
            shown.add(name)
            x, y = spots.at(book, name)
            title = capital(words.place(view, name))
            svg = tile("-" in name, "", "") + (RING if name in crowded else "")
            yield Node(id=name, svg=svg, x=x, y=y, layer=1, classes="reach goal", title=title)
    edge = set()
    if view.force is not None and view.force.own and len(shown) < EDGES:
        around = (book.hex_named(name) for name in shown)
        edge = {book.hex_name(near) for hex_ in around if hex_ >= 0 for near in book.near[hex_]}
    for name in sorted((crowded | edge) - shown):
        yield desk.once(("ground", name), functools.partial(bare_hex, desk, name))


def bare_hex(desk: Desk, name: str) -> Node:
    """A hex that only tells what it is."""
    x, y = spots.at(desk.book, name)
    return Node(id=name, svg=f'<path class="h" d="{HEX}"/>', x=x, y=y, title=ground_line(desk, name))


def target(view: FornaldarView, answer: object) -> str:
    """The hex that one touches for an answer."""
    match answer:
        case act.At(name) | act.Retreat(name):
            return name
        case act.Aim(what) if deeds.is_place(view, what):
            return what
    return ""


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
    return f"{capital(words.place(desk.view, name))}: {' or '.join(ground.terrain)}"


# ---- pieces


def pieces(desk: Desk, ahead: set[str]) -> Iterator[Node]:
    """All stacks, active and inactive, those of one hex beside each other."""
    crowds: dict[str, list[tuple[Hashable, Callable[[], Node]]]] = defaultdict(list)
    for stack in desk.view.stacks:
        layer = AHEAD if stack.hex in ahead else 0
        make = functools.partial(awake, desk, stack, layer)
        crowds[stack.river or stack.hex].append(((*desk.key(stack), layer), make))
    for key, heap in sorted(desk.heaps.items()):
        _, hex_, _, active = key
        if not active:
            layer = AHEAD if hex_ in ahead else 0
            make = functools.partial(sleeper, desk, key, heap, layer)
            crowds[hex_].append(((key, layer, heap.key), make))
    for place, crowd in crowds.items():
        known = ("crowd", place, *(key for key, _ in crowd))
        yield from desk.once(known, functools.partial(gathered, desk, place, crowd))


def gathered(desk: Desk, place: str, crowd: list[tuple[Hashable, Callable[[], Node]]]) -> tuple[Node, ...]:
    """The stacks of a hex, beside each other."""
    x, y = spots.at(desk.book, place)
    scale, shifts = spots.crowd(len(crowd))
    nodes = [make() for _, make in crowd]
    return tuple(
        msgspec.structs.replace(node, svg=scaled(node.svg, scale), x=round(x + dx), y=round(y + dy))
        for node, (dx, dy) in zip(nodes, shifts, strict=False)
    )


def awake(desk: Desk, stack: StackSeen, layer: int) -> Node:
    """A stack."""
    return Node(
        id=deeds.stack_id(stack),
        svg=desk.stack(stack),
        x=0,
        y=0,
        layer=layer,
        title=desk.title(stack),
        classes="grows roams done" if is_done(desk, stack) else "grows roams",
    )


def sleeper(desk: Desk, key: tuple[int, str, str, bool], heap: Heap, layer: int) -> Node:
    """The inactive pieces of a side in a hex."""
    seat, hex_, kind, _ = key
    whose = f"on the {words.seat_name(desk.view, seat)} side" if seat >= 0 else "on no side yet"
    return Node(
        id=f"idle:{hex_}:{kind}",
        svg=desk.idle(seat, heap),
        x=0,
        y=0,
        layer=layer,
        title=f"Inactive, {whose}, at {words.place(desk.view, hex_)}: {desk.contents(heap)}",
        classes="grows sleeps",
    )


def is_done(desk: Desk, stack: StackSeen) -> bool:
    """Whether a stack of the viewer has moved."""
    heap = desk.heaps.get((stack.seat, stack.hex, stack.kind, True))
    if heap is None or stack.seat != desk.view.seat:
        return False
    moved = [each.done for each in heap.leaders]
    moved += [each.done for each in heap.armies]
    moved += [each.done for each in heap.ships]
    return bool(moved) and all(moved)


STYLE = """
.o{fill:none}.reach{cursor:pointer}.goal .r{fill-opacity:.3}
.r{fill:var(--glow,#e8a33d);fill-opacity:.16;stroke:var(--glow,#e8a33d);stroke-opacity:.75;stroke-width:2}
.reach:not([data-can]) .r{fill-opacity:.05;stroke-opacity:.3}
.reach:hover .r,.reach:focus-visible .r,.reach[data-shown] .r{
fill-opacity:.45;stroke-opacity:1;stroke-width:4}
.reach[data-picked] .r{fill-opacity:.5}
.c,.t,.cr{font:700 15px Georgia,"Liberation Serif",serif;text-anchor:middle;fill:var(--text);
stroke:var(--halo);stroke-width:3.5;paint-order:stroke;stroke-linejoin:round;pointer-events:none}
.c{transform:translateY(21px)}.t{transform:translateY(29px);font-size:13px}
.cr{transform:translateY(4px);font-size:12px}
.came{fill:none;stroke:var(--text);stroke-opacity:.55;stroke-width:4;
stroke-dasharray:1 8;stroke-linecap:round}
.came.f0{stroke:var(--fomorian);stroke-opacity:.9}.came.f1{stroke:var(--human);stroke-opacity:.9}
.odds{font:700 15px Georgia,"Liberation Serif",serif;text-anchor:middle;fill:#fff6e2}
.odds{paint-order:stroke;stroke:#6b1a14;stroke-width:3px}
.duelling{fill:#e8442a;stroke:#fff6e2;stroke-width:2}
.area{fill:#4b1d66;fill-opacity:.16;stroke:#b98ad6;stroke-width:3;stroke-dasharray:7 5}
.roam{fill-opacity:.2;stroke-width:5;stroke-linejoin:round}
.roam.s0{fill:var(--fomorian);stroke:var(--fomorian)}.roam.s1{fill:var(--human);stroke:var(--human)}
.onmove{fill:none;stroke:var(--glow,#e8a33d);stroke-width:5}
"""
