"""How a view of Fate is drawn as a picture: what lies on the map, and the boards of the players."""

from collections.abc import Iterator
from html import escape

import msgspec

from fimbul.core import Node, Scene
from fimbul.core.grids import Point
from fimbul.games.fate import art, words
from fimbul.games.fate.chart import Chart, chart_of
from fimbul.games.fate.events import some
from fimbul.games.fate.land import TOWN
from fimbul.games.fate.view import CardSeen, FateView, HeldCard, HeroSeen, MonsterSeen

EDGE = 14.0  # around everything
ROW = 46.0  # the buttons below the map
HAND = 128.0  # the cards below the buttons
SIDE = 470.0  # the board of the player who acts
PANEL = 70.0  # the head of a board
MOST_CASTS = 4  # rolls that are shown when several fell at once
LETTERS = (18.0, 17, 16, 15, 14, 13, 12.5)  # sizes of letters on cards, the largest that fits
GAP = 8.0
ACTS = {
    "move": "Move",
    "attack": "Attack",
    "prepare": "Prepare",
    "focus": "Focus",
    "mend": "Mend",
    "practice": "Practice",
}
ANSWER = 190.0  # a button in the corner below the map
SPARE = 190.0  # left free at the end of the boards where there is room: the table's own buttons lie there
BONUS = {"damage": "remove damage", "mana": "mana", "gold": "gold"}
TOWN_SPOTS = ((-38, 4), (38, 4), (-19, 36), (19, 36))  # heroes in Grimheim
HOUSES = ((-26, -46), (26, -46), (52, -14), (-52, -14), (0, -38), (-46, 42), (46, 42), (0, 60), (62, 18))


def draw(view: FateView) -> Scene:
    """The view as a picture: the map with the hand below it, the boards of the players beside it."""
    chart = chart_of(view.library, view.track_name)
    seat = words.acting(view)
    nodes = [town_node(view, chart), *chart.hexes, chart.names]
    nodes += crystals(view, chart)
    nodes += monsters(view, chart)
    nodes += heroes(view, chart)
    nodes += [time_node(view, chart), dice_node(view, chart), *horde_nodes(view, chart)]
    nodes += buttons(view, chart, seat)
    nodes += choices(view, chart, seat)
    nodes += hand(view, chart, seat)
    high = chart.high + ROW + HAND + 2 * GAP
    side, bottom = boards(view, seat, chart.wide + EDGE, high)
    nodes += side
    box = (-EDGE, -EDGE, round(chart.wide + SIDE + 3 * EDGE), round(max(high, bottom) + 2 * EDGE))
    return Scene(box=box, board=chart.board, style=art.STYLE, nodes=tuple(nodes))


def boards(view: FateView, seat: int, x: float, high: float) -> tuple[list[Node], float]:
    """All boards: the own or acting one large, in letters as large as there is room for.

    The others lie below it, or below everything where that would leave too little room.
    """
    others = [other for other in range(len(view.heroes)) if other != seat]
    column: list[Node] = []
    end = 0.0
    for other in others:
        more, end = small_board(view, other, x, end, SIDE)
        column += more
    for size, spare in (
        *((size, SPARE) for size in LETTERS if size >= 15),
        *((size, 0.0) for size in LETTERS),
    ):
        main, bottom = board(view, seat, x, size)
        if bottom + EDGE + end + spare <= high:
            return main + [lowered(node, bottom + EDGE) for node in column], high
    for size in LETTERS:
        main, bottom = board(view, seat, x, size)
        if bottom <= high:
            break
    start = ends = max(bottom, high) + EDGE
    wide = (x + SIDE - EDGE * (len(others) - 1)) / max(2, len(others))
    for place, other in enumerate(others):
        more, end = small_board(view, other, place * (wide + EDGE), start, wide)
        main += more
        ends = max(ends, end)
    return main, ends if others else bottom


def lowered(node: Node, y: float) -> Node:
    """A node so much further down."""
    return msgspec.structs.replace(node, y=round(node.y + y, 1))


def town_node(view: FateView, chart: Chart) -> Node:
    """Grimheim with its pieces: the Well in the middle, houses around it, and what was lost."""
    x, y = chart.middle
    parts = [f'<path class="h" d="{chart.town}"/>']
    lost = max(view.start_pieces, view.pieces) - 1
    for place, (dx, dy) in enumerate(HOUSES[:lost]):
        parts.append(art.use("house" if place < view.pieces - 1 else "ruin", dx, dy, 1.35))
    parts.append(art.use("well" if view.pieces else "ruin", 0, 2))
    houses = some(max(0, view.pieces - 1), "house")
    well = " and Freyja's Well" if view.pieces else ""
    return Node(
        id="town",
        svg="".join(parts),
        x=round(x, 1),
        y=round(y, 1),
        classes="town",
        title=f"Grimheim: {some(view.pieces, 'town piece')} left ({houses}{well})",
    )


def crystals(view: FateView, chart: Chart) -> Iterator[Node]:
    """What lies in the bonus areas."""
    shapes = {"damage": "drop", "mana": "i-mana", "gold": "i-gold"}
    for x, y, kind, left in view.bonuses:
        if not left:
            continue
        cx, cy = chart.at(x, y)
        svg = "".join(
            art.use(shapes.get(kind, "i-gold"), 15 * (place - (left - 1) / 2), 0) for place in range(left)
        )
        yield Node(
            id=f"bonus:{x},{y}",
            svg=f'<g pointer-events="none">{svg}</g>',
            x=round(cx, 1),
            y=round(cy + 13, 1),
            layer=1,
            title=f"{left} crystals: {BONUS.get(kind, kind)}",
        )


def monsters(view: FateView, chart: Chart) -> Iterator[Node]:
    """Every monster."""
    for monster in view.monsters:
        x, y = chart.at(monster.x, monster.y)
        path = tuple(
            (px - x, py - y)
            for px, py in (toward(chart, (monster.x, monster.y), step) for step in monster.path)
        )
        faction = monster.faction if monster.faction in words.FACTIONS else "other"
        great = " legend" if monster.rank >= words.LEGEND else ""
        yield Node(
            id=f"monster:{monster.id}",
            svg=art.monster_svg(
                monster.kind,
                monster.name,
                monster.rank,
                monster.level,
                monster.dice,
                monster.health - monster.damage,
                monster.damage,
                monster.armor,
                monster.prey,
                monster.held,
                path,
            ),
            x=round(x, 1),
            y=round(y, 1),
            layer=4 if great else 3,
            classes=f"monster {faction}{great}",
            title=monster_title(view, monster),
        )


def toward(chart: Chart, start: tuple[int, int], step: tuple[int, int]) -> Point:
    """Where a step of a monster is drawn; the town's border instead of its middle."""
    if chart.land.at.get(step) != TOWN:
        return chart.at(*step)
    here = min(
        (at for at, area in chart.areas.items() if area.terrain == "town"),
        key=lambda at: (at[0] - start[0]) ** 2 + (at[1] - start[1]) ** 2 + (at[0] + at[1] - sum(start)) ** 2,
    )
    return chart.layout.centre(here)


def monster_title(view: FateView, monster: MonsterSeen) -> str:
    """Everything about a monster, in words."""
    rank = f"legend, level {monster.level}" if monster.rank >= words.LEGEND else f"rank {monster.rank}"
    parts = [
        f"{monster.name}, {words.FACTIONS.get(monster.faction, monster.faction)}, {rank}",
        some(monster.dice, "die", "dice"),
        f"{monster.health - monster.damage} of {monster.health} health left",
        f"worth {monster.xp + monster.prey} gold",
    ]
    extra = [f"armor {monster.armor}"] if monster.armor else []
    extra += [f"range {monster.range}"] if monster.range > 1 else []
    held = " It is held this turn." if monster.held else ""
    text = f" {monster.text}" if monster.text else ""
    return f"{', '.join(parts + extra)}.{text}{held} Next: {words.way(view, monster)}."


def heroes(view: FateView, chart: Chart) -> Iterator[Node]:
    """Every hero's figure."""
    for seat, hero in enumerate(view.heroes):
        x, y = chart.at(hero.x, hero.y)
        if hero.in_town:
            dx, dy = TOWN_SPOTS[seat % 4]
            x, y = x + dx, y + dy
        turn = " turn" if seat in view.to_act and view.outcome is None else ""
        where = words.place(view, hero.x, hero.y)
        yield Node(
            id=f"hero:{seat}",
            svg=art.hero_svg(hero.name, hero.damage),
            x=round(x, 1),
            y=round(y, 1),
            layer=5,
            classes=f"hero seat{seat % 4}{turn}",
            title=f"{hero.name} in {where}: {words.standing(view, seat)}",
        )


def time_node(view: FateView, chart: Chart) -> Node:
    """The Rune Stone on its track.  Who points at it sees the ways of all monsters."""
    place = min(max(view.time, 1), len(view.track)) - 1
    x, y = chart.steps[place]
    coming = next((n for n, (deck, _) in enumerate(view.track[place + 1 :], 1) if deck), 0)
    soon = f" More monsters in {some(coming, 'turn')}." if coming else ""
    skull = next((n for n, (_, skull) in enumerate(view.track, 1) if skull), 0)
    charge = " All monsters charge." if view.track[place][1] else f" From {skull} on all monsters charge."
    title = (
        f"Time {view.time} of {len(view.track)}.{charge}{soon} The arrows show where the monsters go next."
    )
    svg = art.HALO + art.STONE
    return Node(id="time", svg=svg, x=round(x), y=round(y), layer=2, classes="clock", title=title)


def horde_nodes(view: FateView, chart: Chart) -> Iterator[Node]:
    """The decks of monster cards and the monster die, in the lower left corner."""
    y = chart.high - 40
    for place, (style, count, name) in enumerate((("y", view.yellow, "yellow"), ("r", view.red, "red"))):
        svg = art.rect(f"back {style}", -21, -29, 42, 58, 6) + art.use("axe", 0, -8)
        svg += f'<text class="many" y="21">{count}</text>'
        title = f"The {name} monster deck: {some(count, 'card')}"
        yield Node(id=f"deck:{name}", svg=svg, x=24 + 52 * place, y=y, title=title)
    if view.monster_die:
        mood = "attack: one more die" if view.fury else "charge: rank 1" if view.rush else "at rest"
        svg = art.rect("die", -18, -18, 36, 36, 7) + (art.use("skull") if view.fury or view.rush else "")
        yield Node(id="die", svg=svg, x=24, y=y - 64, title=f"The monster die, {mood}")


def dice_node(view: FateView, chart: Chart) -> Node:
    """The dice on the table, in the upper right corner: an attack that waits, or what fell last."""
    parts: list[str] = []
    titles: list[str] = []
    y = 4.0
    roll, blow = view.roll, view.blow
    large: tuple[str, str, tuple[int, ...], tuple[bool, ...], int] | None = None
    if roll is not None:
        gone = "the mountain" if roll.monster < 0 else "the victim"
        foe = next((words.the(m.name, m.rank) for m in view.monsters if m.id == roll.monster), gone)
        large = view.heroes[roll.seat].name, foe, roll.dice, roll.hits, roll.damage
    elif blow is not None:
        cast = view.casts[-1] if view.casts and blow.monster >= 0 else None
        dice, hits = (cast.dice, cast.hits) if cast is not None else ((), ())
        large = blow.why, view.heroes[blow.seat].name, dice, hits, blow.amount
    elif len(view.casts) == 1:
        (cast,) = view.casts
        large = cast.who, cast.against, cast.dice, cast.hits, cast.damage
    if large is not None:
        who, whom, dice, hits, damage = large
        parts, y = tray(dice, hits, y)
        parts.append(art.label(f"{damage} damage", 0, y + 15, "total end"))
        parts.append(art.label(f"{who} → {whom}", 0, y + 33, "note end", 180))
        titles.append(rolled(dice, f"{who} against {whom}", damage))
        y += 36
    else:
        for cast in view.casts[-MOST_CASTS:]:
            count = len(cast.dice)
            scale = 0.6 if count < 7 else 0.42
            for place, (face, hit) in enumerate(zip(cast.dice, cast.hits, strict=True)):
                parts.append(art.die_svg(face, hit, -11 - (count - 1 - place) * 36 * scale, y + 11, scale))
            text = f"{cast.who.removeprefix('the ')} → {cast.against}: {cast.damage}"
            parts.append(art.label(text, 0, y + 34, "note end"))
            y += 41
            titles.append(rolled(cast.dice, f"{cast.who} against {cast.against}", cast.damage))
    if not parts:
        parts = [art.die_svg(3, False, -17, 21), art.die_svg(1, False, -53, 21)]
        y = 40
    svg = art.rect("frame", -100, -y / 2 - 8, 200, y + 16, 8)
    svg += f'<g transform="translate(90 {-y / 2:g})">{"".join(parts)}</g>'
    title = " ".join(titles) or "The dice: nothing has been rolled yet."
    return Node(id="dice", svg=svg, x=round(chart.wide - 90), y=round(y / 2, 1), title=title)


def tray(dice: tuple[int, ...], hits: tuple[bool, ...], y: float) -> tuple[list[str], float]:
    """Dice in rows that grow shorter downwards, as the corner does; and where they end."""
    parts: list[str] = []
    rows = (5, 4, 4, 3, 3, 2, 2)
    pairs = list(zip(dice, hits, strict=True))
    y += 17
    for room in rows:
        row, pairs = pairs[:room], pairs[room:]
        for place, (face, hit) in enumerate(row):
            parts.append(art.die_svg(face, hit, -17 - 36 * (len(row) - 1 - place), y))
        y += 36
        if not pairs:
            break
    return parts, y - 17


def rolled(dice: tuple[int, ...], who: str, damage: int) -> str:
    """A roll in words."""
    faces = ", ".join(art.FACE[face] for face in dice) or "no dice"
    return f"{who[0].upper()}{who[1:]}: {faces}; {damage} damage."


# ---- what a player does


def button(
    name: str, text: str, x: float, y: float, wide: float, title: str, classes: str = "", mark: str = ""
) -> Node:
    """Something to press."""
    svg = art.rect("key", -wide / 2, -19, wide, 38, 9) + art.label(text, 0, 5, "", wide - 12, 16) + mark
    return Node(id=name, svg=svg, x=x, y=y, classes=f"button {classes}".strip(), title=title)


def buttons(view: FateView, chart: Chart, seat: int) -> Iterator[Node]:
    """The six actions, the quest and the end of the turn, below the map."""
    hero, figures = view.heroes[seat], chart.book.figures
    mend = figures.mend_in_town if hero.in_town else figures.mend
    titles = {
        "move": f"Move: touch an area up to {hero.move} steps away; or this and your own hero, to stay",
        "attack": f"Attack: touch a monster within range {hero.range}; {hero.strength} dice",
        "prepare": f"Prepare: draw {some(figures.prepare, 'card')}",
        "focus": f"Focus: {figures.focus} mana on one of your cards",
        "mend": f"Mend: remove {mend} damage",
        "practice": f"Practice: gain {figures.practice} experience",
        "quest": f"Quest: {hero.quest or 'none is left'}",
        "end": "End the turn",
    }
    wide = (chart.wide - 7 * GAP) / 8
    y = chart.high + GAP + 19
    for place, (name, text) in enumerate({**ACTS, "quest": "Quest", "end": "End turn"}.items()):
        x = wide / 2 + place * (wide + GAP)
        taken = name in hero.taken
        mark = f'<circle class="mark" cx="{wide / 2 - 9:g}" cy="-13" r="6"/>' if taken else ""
        title = titles[name] + (" (taken this turn)" if taken else "")
        id = "end" if name == "end" else f"act:{name}"
        yield button(id, text, round(x, 1), y, round(wide, 1), title, "taken" if taken else "", mark)


def choices(view: FateView, chart: Chart, seat: int) -> Iterator[Node]:
    """Answers without a place: in the lower right corner of the map, or beside what was touched."""
    if view.outcome is not None:
        return
    phase = view.phase
    answers = [("stop", "Stop here")] if phase == "Moving" else []
    answers += [("no", words.NO[phase])] if phase in words.NO else []
    answers += [("yes", words.YES[phase])] if phase in words.YES else []
    answers += [("done", words.DONE[phase])] if phase in words.DONE else []
    answers += [("keep", "Keep the hand")] if phase == "Room" else []
    y = chart.high - 24
    for place, (name, text) in enumerate(answers):
        wide = ANSWER - 26 * place  # the corner grows narrower upwards
        yield button(name, text, chart.wide - wide / 2, y - 46 * place, wide, text, "choice shy")
    for place, n in enumerate(view.amounts):
        row, column = divmod(place, 4)
        title = words.AMOUNTS.get(phase, "{}").format(n)
        x = chart.wide - 20 - 44 * (3 - column)
        yield button(f"amount:{n}", str(n), x, y - 44 * row, 40, title, "choice shy")
    for card in view.heroes[seat].cards:
        for place, option in enumerate(card.options):
            x, y = 60 + 96 * (place % 2), 44 + 44 * (place // 2)
            yield floating(f"use:{card.id}-{option}", option, x, y, 88, f"{card.name}: {option}")
    if phase == "Acting" and len(view.heroes) > 1:
        most = max(hero.gold for hero in view.heroes)
        yield floating("give", "give gold", -52, -44, 96, "Give gold")
        yield floating("ask", "ask for gold", 58, -44, 112, "Ask for gold")
        for n in range(1, most + 1):
            row, column = divmod(n - 1, 5)
            yield floating(f"coins:{n}", str(n), 42 * (column - 2), 44 + 42 * row, 38, f"{n} gold")


def floating(name: str, text: str, x: float, y: float, wide: float, title: str) -> Node:
    """A choice beside what was touched."""
    svg = art.rect("key", -wide / 2, -18, wide, 36, 18) + f'<text y="5">{escape(text)}</text>'
    return Node(id=name, svg=svg, x=x, y=y, layer=6, classes="button choice", title=title, floating=True)


def hand(view: FateView, chart: Chart, seat: int) -> Iterator[Node]:
    """The hand as cards, with the event deck and the discard pile beside it."""
    hero = view.heroes[seat]
    top = chart.high + ROW + 2 * GAP
    cards = {card.id: card for card in hero.hand}
    copies = [card.id for card in hero.hand]
    room = chart.wide - 120
    wide = round(min(186.0, (room - GAP * (len(cards) - 1)) / max(1, len(cards))), 1)

    def drawn(card: HeldCard, size: float) -> tuple[str, float]:
        count = copies.count(card.id)
        note = words.WHEN.get(card.when, "")
        corner = f"×{count}" if count > 1 else ""
        return art.card_svg(card.name, corner, card.text, wide, HAND, size=size, note=note)

    for size in LETTERS:
        shapes = [drawn(card, size) for card in cards.values()]
        if all(high <= HAND for _, high in shapes):
            break
    for place, (card, (svg, high)) in enumerate(zip(cards.values(), shapes, strict=True)):
        count = copies.count(card.id)
        yield Node(
            id=f"hand:{seat}:{card.id}",
            svg=svg,
            x=round(place * (wide + GAP) + wide / 2, 1),
            y=top + high / 2,
            classes="ev",
            title=f"{card.name}, an event in hand{f' ({count} of them)' if count > 1 else ''}: {card.text}",
        )
    if not cards:
        svg = art.label("No event in hand", 0, 20, "note")
        yield Node(id=f"hand:{seat}", svg=svg, x=4, y=top, title=f"{hero.name} holds no event")
    for place, (name, count) in enumerate((("events", hero.deck), ("discard", len(hero.discard)))):
        deck = name == "events"
        svg = art.rect("back" if deck else "key", -24, -37, 48, 74, 6)
        svg += f'<text class="{"many" if deck else "open"}" y="6">{count}</text>'
        svg += art.label("deck" if deck else "discard", 0, 55, "note mid")
        title = f"{hero.name}'s event deck: {some(count, 'card')}"
        if not deck:
            names = ", ".join(card.name for card in reversed(hero.discard)) or "empty"
            title = f"{hero.name}'s discard pile: {names}"
        yield Node(id=f"pile:{seat}:{name}", svg=svg, x=chart.wide - 82 + 56 * place, y=top + 37, title=title)


def stats(hero: HeroSeen, x: float, y: float, step: float) -> str:
    """The numbers of a hero, each with its sign."""
    shown = [("i-strength", hero.strength), ("i-range", hero.range), ("i-move", hero.move)]
    if hero.armor:
        shown.append(("i-armor", hero.armor))
    parts = []
    for place, (icon, number) in enumerate(shown):
        parts.append(art.use(icon, x + step * place, y))
        parts.append(art.label(str(number), x + step * place + 13, y + 6, "stat"))
    return "".join(parts)


def seat_panel(view: FateView, seat: int, x: float, y: float, wide: float) -> Node:
    """The head of a player's board."""
    hero = view.heroes[seat]
    left = hero.health - hero.damage
    svg = art.rect("panel", 0, 0, wide, PANEL, 10) + art.label(hero.name, 12, 27, "head")
    svg += stats(hero, 112, 21, 52)
    svg += art.use("i-health", 20, 50) + art.rect("bar", 36, 42, wide - 160, 16, 5)
    if left > 0:
        svg += art.rect("life", 36, 42, (wide - 160) * min(1.0, left / max(1, hero.health)), 16, 5)
    svg += art.label(f"{left} of {hero.health}", wide - 112, 56, "stat")
    svg += art.use("i-gold", wide - 132, 21) + art.label(f"{hero.gold}", wide - 118, 27, "stat")
    svg += art.label(f"upgrade: {hero.upgrade_cost}", wide - 12, 27, "note end")
    turn = " turn" if seat in view.to_act and view.outcome is None else ""
    taken = f", actions taken: {', '.join(hero.taken)}" if hero.taken else ""
    armor = f", armor {hero.armor}" if hero.armor else ""
    figures = f"strength {hero.strength}, range {hero.range}, move {hero.move}{armor}"
    cost = f"the next upgrade costs {hero.upgrade_cost} gold"
    title = f"{hero.name}: {words.standing(view, seat)}, {figures}; {cost}{taken}"
    return Node(id=f"seat:{seat}", svg=svg, x=x, y=y, classes=f"seat{seat % 4}{turn}", title=title)


def card_node(
    name: str, card: CardSeen, where: str, x: float, y: float, wide: float, size: float = 13
) -> tuple[Node, float]:
    """A card in play or on a pile from its upper left corner, and its height."""
    marks = ""
    if card.stores:
        marks += art.gems(card.mana)
    shift = 92 if marks else 0
    if card.durability:
        marks += f'<g transform="translate({shift})">{art.boxes(card.wear, card.durability)}</g>'
    elif card.counters:
        marks += f'<g transform="translate({shift})">{art.use("i-gold")}'
        marks += f'<text class="b" x="11" y="5">{card.counters}</text></g>'
    corner = "I" * card.level if card.kind != 2 else ""
    adds = words.figures(card) if card.kind else ""
    svg, high = art.card_svg(card.name, corner, card.text, wide, size=size, adds=adds, marks=marks)
    bits = [adds, card.text]
    bits += [f"{card.mana} mana"] if card.stores else []
    bits += [f"makes {card.generates} mana a turn"] if card.generates else []
    bits += [f"damage {card.wear} of {card.durability}"] if card.durability else []
    bits += [f"{card.counters} on it"] if card.counters else []
    bits += ["used this turn"] if card.used else []
    title = f"{words.level(card)}, {where}: " + ". ".join(bit.rstrip(".") for bit in bits if bit)
    classes = f"c{card.kind}{' used' if card.used else ''}"
    middle = round(x + wide / 2, 1), round(y + high / 2, 1)
    return Node(id=name, svg=svg, x=middle[0], y=middle[1], classes=classes, title=title), high


def board(view: FateView, seat: int, x: float, size: float) -> tuple[list[Node], float]:
    """The board of the player who acts: figures, cards in play in two columns, and the piles; and its end."""
    hero = view.heroes[seat]
    nodes = [seat_panel(view, seat, x, 0, SIDE)]
    wide = (SIDE - GAP) / 2
    ends = [PANEL + GAP, PANEL + GAP]
    for card in hero.cards:
        column = 0 if ends[0] <= ends[1] else 1
        left = x + column * (wide + GAP)
        node, high = card_node(f"card:{seat}:{card.id}", card, "in play", left, ends[column], wide, size)
        nodes.append(node)
        ends[column] += high + GAP
    top = max(ends) + 2
    svg = art.label(f"Next ability ({hero.abilities} left)", 4, 12, "note")
    svg += art.label(f"Quest ({hero.equipments} left)", wide + GAP + 4, 12, "note")
    nodes.append(Node(id=f"piles:{seat}", svg=svg, x=x, y=top))
    top += 18
    ends = [top, top]
    if hero.ability is not None:
        node, high = card_node(f"pile:{seat}:abilities", hero.ability, "the next ability", x, top, wide, size)
        nodes.append(node)
        ends[0] += high
    if hero.equipment is not None:
        node, high = quest_node(view, seat, x + wide + GAP, top, wide, size)
        nodes.append(node)
        ends[1] += high
    return nodes, max(ends)


def quest_node(
    view: FateView, seat: int, x: float, y: float, wide: float, size: float = 13
) -> tuple[Node, float]:
    """The top of the equipment pile: what is to be done for it, and what it would be."""
    hero = view.heroes[seat]
    card = hero.equipment
    assert card is not None
    count = f" ({hero.progress} of {hero.quest_count})" if hero.quest_count else ""
    reward = ". ".join(part for part in (words.figures(card), card.text) if part)
    svg, high = art.card_svg(card.name, "", f"{hero.quest}{count}", wide, size=size, note=reward)
    title = f"{card.name}, the current quest: {hero.quest}{count} It gives: {reward or 'equipment'}"
    middle = round(x + wide / 2, 1), round(y + high / 2, 1)
    node = Node(id=f"pile:{seat}:equipment", svg=svg, x=middle[0], y=middle[1], classes="qu", title=title)
    return node, high


def small_board(view: FateView, seat: int, x: float, y: float, room: float) -> tuple[list[Node], float]:
    """The board of another player: figures, and names of cards that tell more when one points at them."""
    hero = view.heroes[seat]
    nodes = [seat_panel(view, seat, x, y, room)]
    y += PANEL + 5
    wide = (room - 10) / 3
    chips: list[tuple[Node, str, str]] = []
    for card in hero.cards:
        node, _ = card_node(f"card:{seat}:{card.id}", card, f"{hero.name}'s, in play", 0, 0, wide)
        bits = f"{card.mana}m " if card.stores else ""
        bits += f"{card.wear}/{card.durability}" if card.durability else ""
        chips.append((node, words.level(card), bits.strip()))
    if hero.equipment is not None:
        chips.append((quest_node(view, seat, 0, 0, wide)[0], f"? {hero.equipment.name}", ""))
    if hero.ability is not None:
        node, _ = card_node(f"pile:{seat}:abilities", hero.ability, "the next ability", 0, 0, wide)
        chips.append((node, f"+ {hero.ability.name}", ""))
    held = [card.id for card in hero.hand]
    for event in {card.id: card for card in hero.hand}.values():
        count = f"×{held.count(event.id)}" if held.count(event.id) > 1 else ""
        title = f"{event.name}, in the hand of {hero.name}: {event.text}"
        node = Node(id=f"hand:{seat}:{event.id}", svg="", x=0, y=0, classes="ev", title=title)
        chips.append((node, event.name, count))
    for place, (node, text, corner) in enumerate(chips):
        row, column = divmod(place, 3)
        space = wide - 16 - (art.length(corner) * 14 + 6 if corner else 0)
        svg = art.rect("band", -wide / 2, -12, wide, 24, 5) + art.label(text, 7 - wide / 2, 5, "title", space)
        svg += art.label(corner, wide / 2 - 7, 5, "title end") if corner else ""
        left = x + column * (wide + 5) + wide / 2
        svg = f'<g font-size="13">{svg}</g>'
        nodes.append(msgspec.structs.replace(node, svg=svg, x=round(left, 1), y=round(y + 28 * row + 12, 1)))
    return nodes, y + 28 * ((len(chips) + 2) // 3) + 12
