"""Small signs on the map of Fornaldar: fights, ruins, items, enchantments, weather, ways that were gone."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from fimbul.core import Node
from fimbul.core.svg import use
from fimbul.core.wording import capital
from fimbul.games.fornaldar import actions as act
from fimbul.games.fornaldar.rules.combat.prospects import Forecast
from fimbul.games.fornaldar.table import art, deeds, drafting, spots, words
from fimbul.games.fornaldar.table.counters import Desk
from fimbul.games.fornaldar.table.drafting import outline
from fimbul.games.fornaldar.table.view import SpellSeen

SIGN = 3  # the layer of fights
ROLLS = 36
MOVED = ("movement", "march", "reaction", "combat")  # phases in which moves are new
FEW = 30  # hexes of which each has its sign of the weather


def nodes(desk: Desk, ahead: set[str]) -> Iterator[Node]:
    """All signs; those in the hexes that matter now lie above the pieces."""
    yield from trails(desk)
    yield from relics(desk)
    yield from spells(desk, ahead)
    yield from states(desk)
    yield from fights(desk)


def sign(
    desk: Desk, name: str, svg: str, hex_: str, shift: tuple[float, float], title: str, layer: int = 0
) -> Node:
    """A sign at a hex."""
    x, y = spots.at(desk.book, hex_)
    return Node(id=name, svg=svg, x=round(x + shift[0]), y=round(y + shift[1]), title=title, layer=layer)


def skies(desk: Desk) -> Iterator[Node]:
    """Where the weather is not that of the calendar."""
    places: dict[str, list[str]] = defaultdict(list)
    for hex_, air in desk.view.skies:
        places[air].append(hex_)
    for air, names in places.items():
        d = outline({desk.book.places[desk.book.hex_named(name)] for name in names})
        each = max(1, len(names) // FEW)
        kind = "storm" if air not in ("rain", "snow") else air
        marks = "".join(use(f"sky-{kind}", *spots.at(desk.book, name)) for name in names[::each])
        svg = (
            f'<path class="sky {kind}" d="{d}"/>{marks}'
            if air != "clear"
            else f'<path class="sky" fill="none" stroke="#d8921a" d="{d}"/>'
        )
        yield Node(
            id=f"sky:{air}",
            svg=f'<g pointer-events="none">{svg}</g>',
            x=0,
            y=0,
            title=f"The weather here: {air}",
        )


def trails(desk: Desk) -> Iterator[Node]:
    """The ways that were gone in this phase and in the enemy's before it, and the force that is going."""
    view = desk.view
    old = view.trace if view.phase in MOVED else ()
    for name, ways, style in (("trace", old, f"came f{1 - view.phasing}"), ("came", view.came, "came")):
        steps = [
            (spots.at(desk.book, one), spots.at(desk.book, other)) for other, one in ways if one and other
        ]
        if steps:
            d = "".join(f"M{x} {y}L{a} {b}" for (x, y), (a, b) in steps)
            yield Node(id=name, svg=f'<path class="{style}" pointer-events="none" d="{d}"/>', x=0, y=0)
    if view.force is not None:
        svg = f'<path class="onmove" pointer-events="none" d="{drafting.HEX}"/>'
        yield sign(
            desk, "force", svg, view.force.river or view.force.hex, (0, 0), "The force that is moving", 1
        )


def relics(desk: Desk) -> Iterator[Node]:
    """Items that are hidden, lie about, or are kept by troops; ruins."""
    view, count = desk.view, Counter[str]()
    for item in view.items:
        if item.hex and not item.bearer:
            name = words.item_name(view, item.id)
            how = "hidden here" if item.hidden else "kept here" if item.seat >= 0 else "lies here"
            shift = (22 - 7 * count[item.hex], 15)
            count[item.hex] += 1
            svg = f'<g transform="scale(.62)">{art.item()}</g>'
            yield sign(desk, f"lies:{item.id}", svg, item.hex, shift, f"{name}: {how}")
    for hex_ in view.ruins:
        yield sign(desk, f"ruin:{hex_}", art.ruin(), hex_, (0, 4), f"A ruin: {words.place(view, hex_)}")


def spells(desk: Desk, ahead: set[str]) -> Iterator[Node]:
    """Enchantments in effect, the viewer's plots, enemies who have cast one, and whirlpools."""
    view, count = desk.view, Counter[str]()
    cards = {each.id: each for each in desk.book.library.enchantments}
    for number, spell in enumerate((*view.spells, *view.plots)):
        hex_ = place_of(desk, spell)
        card = cards.get(spell.enchantment)
        if not hex_:
            continue
        plotted = number >= len(view.spells)
        title = ("Plotted: " if plotted else "") + words.spell_line(view, spell)
        if card is not None and card.radius and not plotted:
            spread = desk.book.within(desk.book.hex_named(hex_), card.radius)
            d = outline({desk.book.places[each] for each in spread})
            svg = f'<path class="area" pointer-events="none" d="{d}"/>'
            yield Node(id=f"area:{number}", svg=svg, x=0, y=0, title=title)
        letters = (card.name if card is not None else "Talisman")[:2]
        shift = (-24 + 12 * count[hex_], -20)
        count[hex_] += 1
        layer = SIGN if hex_ in ahead else 0
        yield sign(desk, f"spell:{number}", art.spell(letters), hex_, shift, title, layer)
    for who, hex_ in view.casters:
        if who not in desk.leaders:
            shift = (-24 + 12 * count[hex_], -20)
            count[hex_] += 1
            title = f"{words.leader_name(view, who)} has cast an enchantment here"
            yield sign(desk, f"caster:{who}", art.spell("!"), hex_, shift, title)
    for number, spell in enumerate(view.whirlpools):
        if spell.hex:
            yield sign(
                desk, f"pool:{number}", art.maelstrom(), spell.hex, (0, 0), words.spell_line(view, spell)
            )


def place_of(desk: Desk, spell: SpellSeen) -> str:
    """Where an enchantment is seen: at its target, or at its caster."""
    for name in (spell.leader, spell.caster):
        if spell.hex:
            return spell.hex
        if name in desk.leaders:
            return desk.leaders[name].hex
    return spell.hex


def states(desk: Desk) -> Iterator[Node]:
    """The siege engine, ships under repair, and forces that were intercepted."""
    view = desk.view
    if view.engine:
        svg = f'<g transform="scale(.8)">{art.siege_engine()}</g>'
        yield sign(desk, "engine", svg, view.engine, (20, 16), "The siege engine")
    for ship in view.ships:
        if ship.refit:
            title = f"{capital(words.ship_name(view, ship.id))} is being repaired"
            yield sign(desk, f"refit:{ship.id}", art.refit(), ship.hex, (-22, 18), title)
    for hex_ in view.caught:
        svg = f'<g transform="scale(.8)">{art.intercept()}</g>'
        yield sign(desk, f"caught:{hex_}", svg, hex_, (24, -20), "An intercepted force: it must fight here")


def fights(desk: Desk) -> Iterator[Node]:
    """Where one can attack or will fight, with the odds as far as they are known; where one can intercept."""
    view = desk.view
    known = {(each.hex, each.stack): each for each in view.forecasts}
    offered = {(each.hex, each.stack): each for each in deeds.placed(view) if isinstance(each, act.Fight)}
    for hex_, kind in dict.fromkeys((*offered, *known)):
        forecast, answer = known.get((hex_, kind)), offered.get((hex_, kind))
        odds = forecast.column if forecast is not None and forecast.column else "?"
        shift = (0, -38) if kind == "land" else (0, 38)
        words_ = (
            deeds.deeds(view, answer).words
            if answer is not None
            else f"The fight at {words.place(view, hex_)}"
        )
        name = f"fight:{hex_}:{kind}"
        yield sign(desk, name, plaque(odds), hex_, shift, f"{words_}: {told(forecast)}", SIGN)
    for hex_, kind, rolls in view.catches:
        percent = f"{round(100 * rolls / 6)}%"
        title = f"An interception from {words.place(view, hex_)} succeeds on {rolls} of 6 rolls"
        shift = (0, -38) if kind == "land" else (0, 38)
        yield sign(desk, f"catch:{hex_}", plaque(percent), hex_, shift, title, SIGN)


def plaque(text: str) -> str:
    """A few letters on red."""
    return (
        '<rect class="duelling" x="-24" y="-13" width="48" height="26" rx="13"/>'
        f'<text class="odds" y="5">{text}</text>'
    )


def told(forecast: Forecast | None) -> str:
    """The odds of a fight in words; what it may cost is told with the choice."""
    if forecast is None or not forecast.column:
        own = forecast is not None and max(forecast.attack, forecast.defence)
        return f"you have {own}, the enemy's strength is hidden" if own else "the odds are not known"
    added = f", {forecast.added:+} on the dice" if forecast.added else ""
    return f"{forecast.column}{added}"
