"""How a view of Six Winters is drawn: the map, the scenario and the scene above it, assets below, mats beside."""

from collections.abc import Iterable
from typing import Any

import msgspec

from fimbul.core import Node, Scene
from fimbul.games.six_winters import actions as act
from fimbul.games.six_winters import art, touch, words
from fimbul.games.six_winters.actions import ACTIONS
from fimbul.games.six_winters.cards import SKILLS, TRACKS, Asset
from fimbul.games.six_winters.cards import Character as Sheet
from fimbul.games.six_winters.dice import KINDS, NAMES, kind_of
from fimbul.games.six_winters.ground import COLUMNS, ROWS
from fimbul.games.six_winters.view import BuildingSeen, CardSeen, PersonSeen, PlaceSeen, SixWintersView
from fimbul.core import Notation

EDGE = 12.0
GAP = 8.0
HEAD = 118.0  # the scenario and the scene above the map
CELL, TALL = 190.0, 164.0  # a location
WIDEST = 800.0  # of the map, before its cells become narrower
LEAST = 152.0
SIDE = 476.0  # the mats
ROW = 40.0  # a row of buttons
ASSET = 66.0  # a staged asset
CHIP = 27.0
EMPTY = -1
NOTATION = Notation(ACTIONS)
DEEDS = {  # the buttons on a mat
    "create": "Create",
    "muster": "Muster",
    "actions": "Reroll own",
    "resources": "Reroll here",
    "trade": "Trade",
    "visit": "Location",
}


class Canvas:
    """The nodes that have been drawn so far."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []

    def put(self, id: str, svg: str, x: float, y: float, title: str = "", **more: Any) -> None:
        """Set a node down."""
        self.nodes.append(Node(id=id, svg=svg, x=round(x, 1), y=round(y, 1), title=title, **more))


def draw(view: SixWintersView) -> Scene:
    """The view as a picture."""
    canvas = Canvas()
    chart = Chart(view)
    right = chart.wide + EDGE
    total = right + SIDE
    draw_story(canvas, view, 0, 0, total * 0.54 - GAP)
    draw_scene(canvas, view, total * 0.54, 0, total * 0.46)
    top = HEAD + GAP
    draw_map(canvas, view, chart, top)
    y = top + chart.high + GAP
    y = draw_attempt(canvas, view, 0, y, chart.wide)
    y = draw_answers(canvas, view, 0, y, chart.wide)
    y = draw_assets(canvas, view, 0, y, chart.wide)
    floats(canvas, view)
    bottom = draw_mats(canvas, view, right, top)
    box = (-EDGE, -EDGE, round(total + 2 * EDGE), round(max(y, bottom) + 2 * EDGE))
    return Scene(box=box, board=art.DEFS, style=art.STYLE, nodes=tuple(canvas.nodes))


# ---- the map


class Chart:
    """Which part of the grid is shown, and how large."""

    def __init__(self, view: SixWintersView) -> None:
        used = [place.cell for place in view.places] or [0]
        self.free: list[int] = []
        if view.phase == "Settling":
            self.free = [cell for cell in range(ROWS * COLUMNS) if view.cells[cell] < 0]
        rows = [cell // COLUMNS for cell in (*used, *self.free)]
        columns = [cell % COLUMNS for cell in (*used, *self.free)]
        self.top, self.left = min(rows), min(columns)
        count = max(columns) - self.left + 1
        self.cell = max(LEAST, min(CELL, WIDEST / count))
        self.wide = self.cell * count
        self.high = TALL * (max(rows) - self.top + 1)

    def at(self, cell: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        row, column = divmod(cell, COLUMNS)
        return (column - self.left) * self.cell, (row - self.top) * TALL


def draw_map(canvas: Canvas, view: SixWintersView, chart: Chart, top: float) -> None:
    """Locations with everything that lies and stands there, and free cells while they are asked for."""
    wide = chart.cell - 6
    for cell in chart.free:
        row, column = divmod(cell, COLUMNS)
        x, y = chart.at(cell)
        svg = art.rect("free", -wide / 2, -TALL / 2 + 3, wide, TALL - 6, 10)
        title = f"A free cell: row {row + 1}, column {column + 1}"
        canvas.put(f"cell:{row}:{column}", svg, x + chart.cell / 2, top + y + TALL / 2, title, classes="shy")
    for place in view.places:
        x, y = chart.at(place.cell)
        draw_location(canvas, view, place, x + 3, top + y + 3, wide, TALL - 6)


def draw_location(
    canvas: Canvas, view: SixWintersView, place: PlaceSeen, x: float, y: float, wide: float, high: float
) -> None:
    """One location."""
    card = words.book(view).locations[place.number]
    left, up = -wide / 2, -high / 2
    told = place.number == view.scene_place
    parts = [art.rect("land", left, up, wide, high, 7)]
    inner = art.crowned(wide, 25, "band", 7) + art.sign(card.region, 14, 13, 0.75, "lt")
    inner += art.label(card.name, 28, 18.5, "place", wide - 56, 16)
    inner += art.sign(card.skill, wide - 14, 13, 0.75, "lt")
    at = 8.0
    if place.level:
        inner += art.token(KINDS[place.makes], place.level, 18, 41)
        at = 38
    if card.icon:
        inner += art.sign(card.icon, at + 10, 41, 0.85)
        at += 26
    threats = place.threats
    room = wide - at - 8 - 14 * min(threats, 3)
    inner += art.label(", ".join(card.tags), at, 46, "tags", room, 14)
    if threats:
        shown = min(threats, 3)
        for spot in range(shown):
            inner += art.rect("cube thr", wide - 18 - 14 * spot, 35, 12, 12)
        inner += art.label(f"{threats}", wide - 20 - 14 * shown, 46, "tags end") if threats > 3 else ""
    if told:
        inner += f'<path class="flag" d="M{wide - 36:g}-8h14v20l-7-6-7 6z"/>'
    parts.append(f'<g transform="translate({left:g} {up:g})">{inner}</g>')
    canvas.put(
        f"location:{place.number}",
        "".join(parts),
        x + wide / 2,
        y + high / 2,
        location_title(view, place),
        classes=f"{card.region}{' told' if told else ''}",
    )
    lying_dice(canvas, place, x, y, wide)
    standing = [obstacle for obstacle in view.obstacles if obstacle.place == place.number]
    people = [number for number, person in enumerate(view.people) if person.place == place.number]
    step = 29.0 if len(standing) < 3 else 58.0 / ((len(standing) + 1) // 2) if len(standing) > 4 else 29.0
    columns = 1 if len(standing) < 3 else 2
    for spot, obstacle in enumerate(standing):
        row, column = divmod(spot, columns)
        broad = (wide - 8 - 4 * (columns - 1)) / columns
        left_edge = x + 4 + column * (broad + 4)
        draw_obstacle(canvas, view, obstacle.number, left_edge, y + 88 + row * step, broad)
    for spot, number in enumerate(people):
        px = x + wide - 20 - spot * 31
        put_pawn(canvas, view, number, px, y + high - 14)


def location_title(view: SixWintersView, place: PlaceSeen) -> str:
    """Everything about a location, in words."""
    card = words.book(view).locations[place.number]
    parts = [f"{card.name}: {', '.join(card.tags)} of {words.REGIONS[card.region]}, skill {card.skill}"]
    parts += [card.icon] if card.icon else []
    if place.level:
        parts.append(f"produces {KINDS[place.makes]}, {words.LEVELS[place.level]}")
    parts += [words.some(place.threats, "threat token")] if place.threats else []
    parts += [f"dice: {words.dice_names(place.dice)}"] if place.dice else []
    text = f" {card.text}" if card.text else ""
    here = " The scene is to be told here." if place.number == view.scene_place else ""
    return f"{'; '.join(parts)}.{text}{here}"


def lying_dice(canvas: Canvas, place: PlaceSeen, x: float, y: float, wide: float) -> None:
    """The dice that lie at a location."""
    count = len(place.dice)
    side = 31.0 if count * 35 <= wide - 6 else max(20.0, (wide - 10) / count - 3)
    rows = 1 if count * (side + 3) <= wide else 2
    if rows == 2:
        side = 20.0
    each = -(-count // rows)
    for spot, code in enumerate(place.dice):
        row, column = divmod(spot, max(1, each))
        px = x + 6 + side / 2 + column * (side + 4)
        py = y + 70 if rows == 1 else y + 61 + row * 22
        canvas.put(
            f"res:{place.number}:{spot}",
            art.die(code, side=side),
            px,
            py,
            f"{words.die_name(code).capitalize()}: a die at this location",
            layer=3,
        )


def draw_obstacle(canvas: Canvas, view: SixWintersView, number: int, x: float, y: float, wide: float) -> None:
    """An obstacle in play: its skill, its name, its tokens, and how many it needs."""
    seen = next(each for each in view.obstacles if each.number == number)
    card = words.book(view).obstacles[number]
    half = wide / 2
    tokens = art.cubes("pro", seen.progress, 0, 0)
    broad = token_width(seen.progress)
    tokens += f'<g transform="translate({broad:g})">{art.cubes("hin", seen.hindrance, 0, 0)}</g>'
    broad += token_width(seen.hindrance)
    name = wide - 26 - broad - 26
    small = name < 40
    svg = art.rect("foe", -half, -13, wide, 26, 5) + art.sign(card.skill, 13 - half, 0, 0.72, "lt")
    svg += art.label(card.name, 25 - half, 5, "ft", max(24, name if not small else name), 15)
    svg += f'<g transform="translate({half - 24 - broad:g})">{tokens}</g>'
    svg += art.label(f"{seen.difficulty}", half - 5, 5, "fn")
    title = (
        f"{words.obstacle_name(view, number)}, {words.obstacle_words(card)} Now {seen.progress} progress and "
        f"{seen.hindrance} hindrance of {seen.difficulty}."
    )
    canvas.put(f"obstacle:{number}", svg, x + half, y + 13, title, layer=2, classes="obstacle")


def token_width(count: int) -> float:
    """How much room tokens need."""
    return 30 if count > 4 else 12 * count + (2 if count else 0)


def put_pawn(canvas: Canvas, view: SixWintersView, number: int, x: float, y: float) -> None:
    """A character's figure."""
    person = view.people[number]
    where = f" at {words.location(view, person.place)}" if person.place >= 0 else ""
    title = f"{person.name}{where}: psyche {person.psyche}, body {person.body}, {words.some(person.moves, 'move')}"
    canvas.put(f"person:{number}", art.pawn(person.name), x, y, title, layer=4, classes=f"p{number % 4}")


# ---- the scenario and the scene


def draw_story(canvas: Canvas, view: SixWintersView, x: float, y: float, wide: float) -> None:
    """The scenario: its name, the calendar, the threat pool, and what the threat does."""
    story = words.story(view)
    svg = art.rect("panel", 0, 0, wide, HEAD, 9)
    mode = ", difficult" if view.hard else ""
    svg += art.label(story.name, 12, 25, "head", wide - 24, 19)
    svg += art.label(f"Threat: {story.threat}{mode}", 12, 45, "note", wide - 24, 15)
    threats = [
        f"{'/'.join(map(str, threat.faces))}: {words.effect_words(view, threat.effect)}" for threat in story.threats
    ]
    lines = art.wrapped("; ".join(threats), wide - 24, 15)[:1]
    svg += "".join(art.label(line, 12, 64 + 18 * n, "note", wide - 24) for n, line in enumerate(lines))
    title = f"{story.name}, year {story.year}{mode}. When the threat roll is above the pool: {'; '.join(threats)}."
    canvas.put("story", svg, x, y, title)
    draw_calendar(canvas, view, x + 12, y + 78, wide * 0.62)
    draw_pool(canvas, view, x + wide * 0.66, y + 78, wide * 0.34 - 12)


def draw_calendar(canvas: Canvas, view: SixWintersView, x: float, y: float, wide: float) -> None:
    """The turns of the three seasons, and which it is now."""
    story = words.story(view)
    svg, told = art.rect("trk", 0, 0, wide, 34, 4), []
    each = wide / 3
    for number, season in enumerate(story.seasons):
        name = words.SEASONS[number]
        left = number * each
        svg += art.label(name.capitalize(), left, 12, "note")
        step = min(20.0, (each - 12) / season.most)
        for moment in range(1, season.most + 1):
            past = (number, moment) < (view.season, view.moment)
            now = (number, moment) == (view.season, view.moment)
            style = "now" if now else "past" if past else "due maybe" if moment > season.turns else "due"
            svg += f'<circle class="{style}" cx="{left + 8 + step * (moment - 1):g}" cy="26" r="6.5"/>'
        turns = f"{season.turns}" if season.turns == season.most else f"{season.turns} to {season.most}"
        told.append(
            f"{name}: {turns} turns, {words.some(season.dice, 'new action die', 'new action dice')} and "
            f"{words.some(season.obstacles, 'new obstacle')} a turn"
        )
    title = f"The calendar: turn {view.moment} of {words.SEASONS[view.season]}. {'; '.join(told)}."
    canvas.put("calendar", svg, x, y, title)


def draw_pool(canvas: Canvas, view: SixWintersView, x: float, y: float, wide: float) -> None:
    """The tokens that are left in the threat pool."""
    svg = art.rect("trk", 0, 0, wide, 34, 4) + art.label("Threat pool", 0, 12, "note")
    count = max(view.full_pool, view.pool)
    step = min(17.0, (wide - 26) / max(1, count))
    for spot in range(count):
        style = "cube thr" if spot < view.pool else "due"
        svg += art.rect(style, step * spot, 20, 12, 12)
    svg += art.label(f"{view.pool}", wide - 4, 32, "stat end")
    title = f"The threat pool: {words.some(view.pool, 'token')} left. When it is empty, the scenario is lost."
    canvas.put("pool", svg, x, y, title)


def draw_scene(canvas: Canvas, view: SixWintersView, x: float, y: float, wide: float) -> None:
    """The scene that is to be told: where, with which skill, how many points, and its question."""
    now = words.chapter(view)
    svg = art.rect("panel", 0, 0, wide, HEAD, 9)
    if now is None:
        canvas.put("scene", svg + art.label("All scenes are told.", 12, 25, "head"), x, y, "All scenes are told.")
        return
    count = len(words.story(view).scenes)
    svg += art.label(f"{view.scene + 1}/{count}  {now.name}", 12, 25, "head", wide - 24, 19)
    dice = [
        words.some(number * max(1, len(view.people)), f"{track} die", f"{track} dice")
        for track, number in zip(TRACKS, (now.psyche, now.body), strict=True)
        if number
    ]
    place = words.location(view, view.scene_place) if view.scene_place >= 0 else words.location(view, now.location)
    at = 12.0
    for skill in now.skills:
        svg += art.sign(skill, at + 10, 40, 0.8, "line")
        at += 26
    stress = f", stress: {words.listed(dice)}" if dice else ""
    svg += art.label(f"{words.listed(now.skills)} at {place}{stress}", at + 2, 45, "note", wide - at - 14)
    lines = art.wrapped(now.question if view.phase == "Telling" else now.about, wide - 24, 15)[:2]
    svg += "".join(art.label(line, 12, 65 + 18 * n, "say", wide - 24) for n, line in enumerate(lines))
    if view.needed:
        room = wide - 150
        part = min(1.0, view.scored / view.needed)
        might = min(1.0, view.most / view.needed)
        svg += art.rect("bar", 12, 98, room, 11, 5) + art.rect("past", 12, 98, max(0.1, room * might), 11, 5)
        svg += art.rect("fill", 12, 98, max(0.1, room * part), 11, 5)
        svg += art.label(f"{view.scored} of {view.needed}, cards {view.most}", wide - 10, 109, "stat end", 124, 16)
    then = "; ".join(words.effect_words(view, effect) for effect in now.completion) or "nothing more"
    blocked = f" Not while {words.obstacle_name(view, now.blocked_by)} is in play." if now.blocked_by else ""
    title = (
        f"{now.name}: {now.about} {now.question} It needs {view.needed} points; {view.scored} count by themselves or are "
        f"played, all cards together give {view.most}. All characters must be at {place}.{blocked} Then: {then}."
    )
    canvas.put("scene", svg, x, y, title)


# ---- an overcome action, and answers


def draw_attempt(canvas: Canvas, view: SixWintersView, x: float, y: float, wide: float) -> float:
    """The stress dice and the defence of what is going on; where it ends."""
    attempt = view.attempt
    if attempt is None:
        return y
    names = words.listed(view.people[number].name for number in attempt.people)
    foe = words.obstacle_name(view, attempt.obstacle) if attempt.obstacle >= 0 else "the scene's stress"
    skills = words.listed((SKILLS[skill] for skill in attempt.skills), "or")
    svg = art.rect("panel", 0, 0, wide, ROW, 8) + art.label(f"{names}: {foe} ({skills})", 12, 26, "stat", 300, 16)
    svg += art.label("stress", 326, 26, "note")
    dice: list[tuple[int, int | None, bool]] = [*attempt.dice]
    if not dice:
        dice = [(track, None, False) for track in (0, 1) for _ in range(attempt.counts[track])]
    defence = 380 + 40 * max(1, len(dice)) + 10
    if not dice:
        svg += art.label("none", 384, 26, "note")
    svg += art.label("defence", defence, 26, "note")
    for spot, code in enumerate(attempt.guard):
        svg += art.die(code, defence + 76 + 34 * spot, ROW / 2, 28)
    if not attempt.guard:
        svg += art.label("none", defence + 60, 26, "note")
    canvas.put("attempt", svg, x, y, f"{names} against {foe}, with {skills}")
    for spot, (track, value, gone) in enumerate(dice):
        shown = "not rolled yet" if value is None else f"{value}{', cancelled' if gone else ''}"
        canvas.put(
            f"stress:{spot}",
            art.stress_die(TRACKS[track], value),
            x + 396 + 40 * spot,
            y + ROW / 2,
            f"A stress die of {TRACKS[track]}: {shown}",
            layer=2,
            classes="off" if gone else "",
        )
    return y + ROW + 6


def draw_answers(canvas: Canvas, view: SixWintersView, x: float, y: float, wide: float) -> float:
    """Buttons for all that has no place on the table: below the map, in rows; where they end."""
    shown: list[tuple[str, str, str]] = []
    if view.outcome is None and view.phase in words.CONFIRM:
        shown.append(("confirm", words.CONFIRM[view.phase], f"{words.CONFIRM[view.phase]}: the dice that you touched"))
    if view.outcome is None and view.phase == "Telling":
        shown.append(("tell", "Answer the question", "Answer the question of the scene in your own words"))
    for text in view.answers:
        action = NOTATION.parse(text)
        if touch.natural(view, action) or isinstance(action, act.Choose):
            continue
        told = words.describe(view, action)
        shown.append((f"answer:{text}", told, told))
    left, end = x, x + wide
    if view.phase == "Acting" and view.outcome is None:
        end -= 150
        button(canvas, "end", "End actions", x + wide - 71, y + ROW / 2 - 2, 142, "End your actions of this turn")
    for name, text, title in shown:
        broad = round(max(64.0, min(wide, art.length(text) * 16.5 + 28)))
        if left > x and left + broad > end:
            left, y = x, y + ROW
        button(canvas, name, text, left + broad / 2, y + ROW / 2 - 2, broad, title, "choice")
        left += broad + GAP
    return y + ROW + 4


def button(
    canvas: Canvas, name: str, text: str, x: float, y: float, wide: float, title: str, classes: str = ""
) -> None:
    """Something to press."""
    svg = art.rect("key", -wide / 2, -17, wide, 34, 8) + art.label(text, 0, 5, "", wide - 12, 16)
    canvas.put(name, svg, x, y, title, classes=f"button {classes}".strip(), layer=1 if classes else 0)


def floats(canvas: Canvas, view: SixWintersView) -> None:
    """Choices beside what was touched: ways, trades, kinds of stress."""
    if view.outcome is not None or not view.to_act:
        return
    shown: list[tuple[str, str, str, float]] = []
    if view.phase == "Bracing":
        shown = [(f"against:{track}", track, f"One {track} die fewer", 90) for track in TRACKS]
    elif view.phase == "Acting":
        ways = [("by:walk", "walk", "On foot"), ("by:sail", "sail", "By ship")]
        ways += [(f"by:{track}", f"gate: {track}", f"Through the gate, for {track} stress") for track in TRACKS]
        if "roads" in view.lasting:
            paid = sorted({code for place in view.places for code in place.dice if KINDS[kind_of(code)] == "technology"})
            ways += [(f"by:{NAMES[code]}", NAMES[code], f"Paid with {words.die_name(code)}") for code in paid]
        shown = [(name, text, title, 118) for name, text, title in ways]
    for place, (name, text, title, wide) in enumerate(shown):
        row, column = divmod(place, 2)
        floating(canvas, name, text, 64 + (wide + 6) * column - 60, -60 - 38 * row, wide, title)
    if view.phase == "Acting":
        for place, (given, wanted) in enumerate(trades(view)):
            row, column = divmod(place, 2)
            title = f"Trade two {given} for one {wanted}"
            name = f"trade:{given}:{wanted}"
            floating(canvas, name, f"{given} → {wanted}", 184 * column - 92, -40 - 38 * row, 176, title)


def trades(view: SixWintersView) -> list[tuple[str, str]]:
    """What may be traded for what, of the types of which two dice lie together."""
    wheel = words.book(view).figures.wheel
    found: list[tuple[str, str]] = []
    for kind, given in enumerate(KINDS[:-1]):
        if not any(sum(kind_of(code) == kind for code in place.dice) > 1 for place in view.places):
            continue
        if given in wheel:
            found.append((given, wheel[(wheel.index(given) + 1) % len(wheel)]))
        else:
            found += [(given, wanted) for wanted in wheel]
    return found


def floating(canvas: Canvas, name: str, text: str, x: float, y: float, wide: float, title: str) -> None:
    """A choice beside what was touched."""
    svg = art.rect("key", -wide / 2, -17, wide, 34, 17) + art.label(text, 0, 5, "", wide - 16, 16)
    canvas.put(name, svg, x, y, title, layer=6, classes="button choice", floating=True)


# ---- assets


def draw_assets(canvas: Canvas, view: SixWintersView, x: float, y: float, wide: float) -> float:
    """The staging area (or the archive while it is asked for), the decks and piles; where it ends."""
    archive = view.phase == "Equipping"
    cards = view.archive if archive else view.staged
    name = "Archive" if archive else "Staged assets"
    svg = art.rect("trk", 0, 0, 150, 18, 3) + art.label(name, 0, 14, "note")
    canvas.put("staged", svg, x, y, f"{name}: {words.listed(words.asset_name(view, card) for card in cards) or 'none'}")
    left = x + 156
    for id, text, title in piles(view):
        broad = round(art.length(text) * 15 + 16)
        svg = art.rect("trk", 0, 0, broad, 18, 3) + art.label(text, broad, 14, "note end")
        canvas.put(id, svg, left, y, title)
        left += broad
    y += 22
    columns = max(3, round(wide / 192))
    broad = (wide - GAP * (columns - 1)) / columns
    for place, number in enumerate(cards):
        row, column = divmod(place, columns)
        card = words.book(view).assets[number]
        svg = asset_card(card, broad, ASSET, with_slots=True)
        cx, cy = x + column * (broad + GAP) + broad / 2, y + row * (ASSET + 6) + ASSET / 2
        canvas.put(f"asset:{number}", svg, cx, cy, words.asset_words(card), classes=kind_of_asset(card), layer=1)
    return y + -(-len(cards) // columns) * (ASSET + 6)


def piles(view: SixWintersView) -> list[tuple[str, str, str]]:
    """Decks and piles: id, words and title."""

    def names(cards: Iterable[int]) -> str:
        return ", ".join(words.obstacle_name(view, card) for card in cards) or "none"

    coming = f" Next: {names(reversed(view.face_up))}, face up." if view.face_up else ""
    top = f" On top: {names(reversed(view.known))}." if view.known else ""
    face = f" +{len(view.face_up)}" if view.face_up else ""
    supply = ", ".join(f"{KINDS[kind]} {count}" for kind, count in enumerate(view.supply))
    return [
        ("deck:assets", f"assets {len(view.asset_deck)}", f"The asset deck: {words.some(len(view.asset_deck), 'card')}"),
        (
            "deck:obstacles",
            f"obstacles {len(view.obstacle_deck)}{face}",
            f"The obstacle deck: {words.some(len(view.obstacle_deck), 'card')}.{coming}{top}",
        ),
        ("discard", f"discard {len(view.discard)}", f"Discarded obstacles: {names(reversed(view.discard))}"),
        ("hindered", f"hindered {len(view.hindered)}", f"Hindered obstacles, oldest first: {names(view.hindered)}"),
        ("supply", "supply", f"Dice in the supply: {supply}"),
    ]


def kind_of_asset(card: Asset) -> str:
    """The style of an asset."""
    return "single" if card.single else "lasting"


def asset_card(card: Asset, wide: float, high: float, *, with_slots: bool) -> str:
    """An asset as a card around its middle: skill, name, points, and its slots."""
    inner = art.crowned(wide, 25, "top") + art.sign(card.skill, 13, 13, 0.72, "lt")
    inner += art.label(card.name, 25, 18, "title", wide - 58, 15)
    inner += art.label(f"{card.points}", wide - 8, 18, "title end") + art.sign("star", wide - 26, 13, 0.55, "lt")
    if with_slots:
        inner += "".join(
            art.slot(slot.type, slot.value, slot.region, 22 + 35 * place, 45) for place, slot in enumerate(card.slots)
        )
    if card.power is not None and len(card.slots) < 5:
        inner += art.sign("sorcery" if False else "star", wide - 16, 46, 0.6)
    box = art.rect("paper", -wide / 2, -high / 2, wide, high, 6)
    return f'{box}<g transform="translate({-wide / 2:g} {-high / 2:g})">{inner}</g>'


# ---- the mats


def draw_mats(canvas: Canvas, view: SixWintersView, x: float, y: float) -> float:
    """The mats, one's own large and first; before there are any, the characters to choose from."""
    seat = words.looking(view)
    mine = words.own(view, seat)
    others = [number for number in range(len(view.people)) if number not in mine]
    large = [*mine, *others] if len(view.people) < 3 else mine
    for number in large:
        y = draw_mat(canvas, view, number, x, y) + GAP
    for number in others:
        if number not in large:
            y = draw_small(canvas, view, number, x, y) + GAP
    for text in view.answers:
        action = NOTATION.parse(text)
        if isinstance(action, act.Choose) and not touch.natural(view, action):
            y = draw_choice(canvas, view, text, action, x, y) + GAP
    return y


def draw_choice(canvas: Canvas, view: SixWintersView, text: str, action: act.Choose, x: float, y: float) -> float:
    """A character that may be chosen."""
    book = words.book(view)
    number = book.character[action.character]
    card = book.characters[number]
    high = 104.0
    svg = art.rect("panel", -SIDE / 2, -high / 2, SIDE, high, 9)
    svg += f'<g transform="translate({-SIDE / 2:g} {-high / 2:g})">'
    svg += f'<g class="p{number % 4}" transform="translate(38 44)">{art.portrait(card.id, card.name)}</g>'
    svg += art.label(card.name, 78, 27, "head") + art.label(card.title, 78 + art.length(card.name) * 20 + 8, 27, "note", 250)
    for spot, (name, value) in enumerate((("psyche", card.psyche), ("body", card.body), ("move", card.moves))):
        svg += art.sign(name, SIDE - 150 + 50 * spot, 22, 0.8, "line")
        svg += art.label(f"{value}", SIDE - 136 + 50 * spot, 27, "stat")
    svg += skills_row(card, 78, 52, SIDE - 90)
    names = ", ".join(ability.name for ability in card.abilities if not ability.optional)
    svg += art.label(names, 78, 92, "note", SIDE - 90) + "</g>"
    title = f"{card.name}, {card.title}: " + " ".join(
        f"{ability.level}. {ability.name}: {ability.text}" for ability in card.abilities if not ability.optional
    )
    canvas.put(f"answer:{text}", svg, x + SIDE / 2, y + high / 2, title, layer=1)
    return y + high


def skills_row(card: Sheet, x: float, y: float, wide: float) -> str:
    """The skills of a character on a sheet that nobody has chosen yet."""
    step = wide / len(SKILLS)
    parts = []
    for place, skill in enumerate(SKILLS):
        parts.append(art.sign(skill, x + 10 + step * place, y, 0.75, "line"))
        parts.append(art.label(f"{card.skills[place]}", x + 24 + step * place, y + 5, "stat"))
    return "".join(parts)


def turn_class(view: SixWintersView, person: PersonSeen) -> str:
    """Whether a mat's player has to decide."""
    return " turn" if person.seat in view.to_act and view.outcome is None else ""


def mat_title(view: SixWintersView, person: PersonSeen) -> str:
    """A character in words."""
    card = words.book(view).characters[person.character]
    ranks = ", ".join(f"{skill} {rank}" for skill, rank in zip(SKILLS, person.ranks, strict=True))
    parts = [f"psyche {person.psyche}, body {person.body}, {words.some(person.moves, 'move')}", ranks]
    parts += words.condition_names(view, person)
    parts += [f"{SKILLS[skill]} cursed" for skill in person.curses]
    gone = [words.asset_name(view, asset) for asset in person.played_assets]
    gone += [words.obstacle_name(view, obstacle) for obstacle in person.played_obstacles]
    parts += [f"played: {', '.join(gone)}"] if gone else []
    light = " Has the spotlight." if person.seat == view.spotlight else ""
    return f"{person.name}, {card.title}: {'; '.join(parts)}.{light}"


def draw_mat(canvas: Canvas, view: SixWintersView, number: int, x: float, y: float) -> float:
    """A whole mat: face, tracks, skills, dice, buttons, abilities and assets; where it ends."""
    person = view.people[number]
    own = person.seat == words.looking(view)
    start = len(canvas.nodes)
    at = y + 6
    draw_tracks(canvas, view, number, x + 76, at + 34, 150)
    draw_skills(canvas, view, number, x + 8, at + 66, SIDE - 16)
    at += 66 + 30
    draw_dice(canvas, person, number, x + 8, at + 20)
    at += 40
    if own:
        draw_deeds(canvas, view, number, x + 8, at + 16)
        at += 38
    at = draw_cards(canvas, view, number, x + 8, at + 2)
    head = mat_head(view, person, number, at - y)
    canvas.nodes.insert(start, Node(id=f"mat:{number}", svg=head, x=round(x, 1), y=round(y, 1),
        title=mat_title(view, person), classes=f"p{number % 4}{turn_class(view, person)}"))
    if person.place < 0:
        put_pawn(canvas, view, number, x + SIDE - 24, y + 28)
    return at


def mat_head(view: SixWintersView, person: PersonSeen, number: int, high: float) -> str:
    """The ground of a mat with the face, the name, conditions and movement."""
    card = words.book(view).characters[person.character]
    svg = art.rect("panel", 0, 0, SIDE, high, 10)
    svg += f'<g transform="translate(38 40)">{art.portrait(person.id, person.name)}</g>'
    svg += art.label(person.name, 76, 27, "head")
    light = "spotlight, " if person.seat == view.spotlight and len({p.seat for p in view.people}) > 1 else ""
    ended = "done, " if view.phase == "Acting" and person.seat in view.ended else ""
    svg += art.label(f"{ended}{light}{card.title}", SIDE - 12, 26, "note end", SIDE - 100 - art.length(person.name) * 20)
    troubles = words.condition_names(view, person)
    if troubles:
        svg += art.label(", ".join(troubles), SIDE - 12, 50, "note end bad", 200)
    svg += art.sign("move", 300, 104 + 16, 0.9, "line") if False else ""
    return svg


def draw_tracks(canvas: Canvas, view: SixWintersView, number: int, x: float, y: float, wide: float) -> None:
    """The two tracks, each to be touched when stress is to be taken."""
    person = view.people[number]
    most = words.book(view).figures.track_max
    step = (wide - 22) / most
    for row, (track, left) in enumerate(zip(TRACKS, (person.psyche, person.body), strict=True)):
        svg = art.rect("trk", -wide / 2, -9, wide, 18, 6) + art.sign(track, 8 - wide / 2, 0, 0.65, "line")
        for spot in range(most):
            style = f"pip {track}" if spot < left else "pip"
            cx = 28 - wide / 2 + step * spot
            shape = f'<circle class="{style}" cx="{cx:g}" cy="0" r="6.5"/>'
            svg += shape if row else f'<rect class="{style}" x="{cx - 6:g}" y="-6" width="12" height="12" rx="2"/>'
        svg += ""
        title = f"{person.name}'s {track}: {left} of {most}"
        canvas.put(f"track:{number}:{track}", svg, x + wide / 2, y + 21 * row, title, layer=1)


def draw_skills(canvas: Canvas, view: SixWintersView, number: int, x: float, y: float, wide: float) -> None:
    """The eight skills with their ranks; lowered ones are marked."""
    person = view.people[number]
    step = wide / len(SKILLS)
    attempt = view.attempt
    for place, skill in enumerate(SKILLS):
        rank, written = person.ranks[place], person.skills[place]
        low = " low" if rank < written else ""
        used = attempt is not None and number in attempt.people and place in attempt.skills
        svg = art.rect("cell", 2 - step / 2, -13, step - 4, 26, 5)
        svg += art.sign(skill, -10, 0, 0.75, "line" if rank > 1 or used else "faint")
        svg += art.label(f"{rank}", 8, 6, "stat")
        curse = ", cursed" if place in person.curses else ""
        was = f" (written {written}{curse})" if rank != written or curse else ""
        title = f"{person.name}'s {skill}: {rank}{was}"
        canvas.put(f"skill:{number}:{skill}", svg, x + step * (place + 0.5), y + 14, title, classes=low.strip(), layer=1)


def draw_dice(canvas: Canvas, person: PersonSeen, number: int, x: float, y: float) -> None:
    """The unspent action dice, and the movement that is left."""
    side = 33.0 if len(person.dice) < 10 else 24.0
    for spot, code in enumerate(person.dice):
        title = f"{person.name}'s action die: {words.die_name(code)[2:]}"
        canvas.put(f"die:{number}:{spot}", art.die(code, side=side), x + 18 + spot * (side + 6), y, title, layer=3)
    svg = art.rect("trk", -74, -14, 148, 28, 5) + art.sign("move", -60, 0, 0.85, "line")
    svg += art.label(words.some(person.moves, "move"), -46, 6, "stat")
    kept = sum(sorted((code % 6 + 1 for code in person.dice), reverse=True)[:3])
    svg += art.label(f"{kept}/12", 70, 6, "note end")
    title = (
        f"{person.name}: {words.some(person.moves, 'movement point')}; momentum {kept}: 12 or more on the three best dice "
        "that are left at the end of the turn unlock the next ability"
    )
    canvas.put(f"moves:{number}", svg, x + SIDE - 16 - 74, y, title)


def draw_deeds(canvas: Canvas, view: SixWintersView, number: int, x: float, y: float) -> None:
    """What a character can do without touching the map."""
    person, figures = view.people[number], words.book(view).figures
    text = words.book(view).locations[person.place].text if person.place >= 0 else ""
    titles = {
        "create": "Create: touch this, then an action die; dice of the location up to its value go on your assets",
        "muster": f"Muster: {figures.muster_cost} moves for a new die of what the location produces",
        "actions": f"Reroll own: {figures.reroll_cost} moves to roll action dice again",
        "resources": f"Reroll here: {figures.reroll_cost} moves to roll dice of the location again",
        "trade": f"Trade: {figures.trade_dice} dice of a type here for one of the next on the wheel",
        "visit": f"Location, for an action die: {text or 'it has no text'}",
    }
    free = any(effect.kind in ("bring", "recover") for effect in here_effects(view, person))
    wide = (SIDE - 16 - 5 * 5) / 6
    for place, (name, label) in enumerate(DEEDS.items()):
        id = "visit_free" if name == "visit" and free else name
        button(canvas, f"act:{number}:{id}", label, x + wide / 2 + place * (wide + 5), y, wide, titles[name])


def here_effects(view: SixWintersView, person: PersonSeen) -> tuple[Any, ...]:
    """The texts of the location where a character is."""
    return words.book(view).locations[person.place].effects if person.place >= 0 else ()


def draw_cards(canvas: Canvas, view: SixWintersView, number: int, x: float, y: float) -> float:
    """Abilities, assets in progress, completed assets and overcome obstacles; where they end."""
    person, book = view.people[number], words.book(view)
    room = SIDE - 16
    skills = [card for card in person.cards if card.asset < 0]
    columns = max(3, len(skills))
    wide = (room - 5 * (columns - 1)) / columns
    for place, card in enumerate(skills):
        draw_power(canvas, view, person, card, x + place * (wide + 5), y, wide)
    y += CHIP + 6 if skills else 0
    if person.building:
        broad = (room - 6) / 2
        for place, building in enumerate(person.building):
            draw_building(canvas, view, building, x + place * (broad + 6), y, broad)
        y += ASSET + 6
    chips: list[tuple[str, Any]] = [("asset", card) for card in person.cards if card.asset >= 0]
    chips += [("obstacle", obstacle) for obstacle in person.overcome]
    wide = (room - 10) / 3
    for place, (kind, card) in enumerate(chips):
        row, column = divmod(place, 3)
        cx, cy = x + column * (wide + 5), y + row * (CHIP + 4)
        if kind == "asset":
            draw_power(canvas, view, person, card, cx, cy, wide)
            continue
        seen = book.obstacles[card]
        points = words.obstacle_points(view, person, card)
        played = any(who == number and what == -1 - card for who, what in view.played)
        svg = chip(seen.skill, seen.name, f"{points}", wide)
        title = f"{words.obstacle_name(view, card)}, overcome: counts {points} in the scene, skill {seen.skill}"
        style = "turned" if played else ""
        canvas.put(f"obstacle:{card}", svg, cx + wide / 2, cy + CHIP / 2, title, classes=style, layer=1)
    return y + -(-len(chips) // 3) * (CHIP + 4) + 2


def chip(skill: str, name: str, corner: str, wide: float, room: float = 0) -> str:
    """A card as a line: its sign, its name, and a number."""
    svg = art.rect("chip", -wide / 2, -CHIP / 2, wide, CHIP, 6) + art.sign(skill, 13 - wide / 2, 0, 0.68, "lt")
    space = wide - 32 - (art.length(corner) * 15 + 6 if corner else 0) - room
    svg += art.label(name, 25 - wide / 2, 5, "ft", space)
    return svg + (art.label(corner, wide / 2 - 6 - room, 5, "fn") if corner else "")


def draw_power(
    canvas: Canvas, view: SixWintersView, person: PersonSeen, card: CardSeen, x: float, y: float, wide: float
) -> None:
    """An ability or a completed asset, with its boxes."""
    book = words.book(view)
    room = 24.0 * len(card.boxes)
    if card.asset >= 0:
        asset = book.assets[card.asset]
        points = words.asset_points(view, person, card.asset)
        svg = chip(asset.skill, asset.name, f"{points}", wide, room)
        id, title, style = f"asset:{card.asset}", f"{words.asset_words(asset)} Counts {points} now.", kind_of_asset(asset)
        wanted = asset.power.stash if asset.power is not None else ()
    else:
        sheet = book.characters[person.character]
        ability = next(each for each in sheet.abilities if each.id == card.id)
        sign = "lock" if card.locked else "star"
        svg = chip(sign, ability.name, "", wide, room)
        state = " It is still locked." if card.locked else " It was used this turn." if card.turned else ""
        id, title = f"ability:{card.id}", f"{ability.name}, ability {ability.level} of {person.name}: {ability.text}{state}"
        style, wanted = "power", ability.power.stash
    for spot, code in enumerate(card.boxes):
        if code == EMPTY:
            need = wanted[spot] if spot < len(wanted) else "any_resource"
            kind, value = (need, 0) if need in KINDS else ("", int(need) if need.isdigit() else 0)
            cx = wide / 2 - 14 - 24 * (len(card.boxes) - 1 - spot)
            svg += art.slot(kind, value, "", cx, 0, 21)
    classes = style + (" locked" if card.locked else "") + (" turned" if card.turned else "")
    played = any(view.people[who] is person and what == card.asset for who, what in view.played)
    canvas.put(id, svg, x + wide / 2, y + CHIP / 2, title, classes=classes + (" turned" if played else ""), layer=1)
    for spot, code in enumerate(card.boxes):
        if code != EMPTY:
            cx = x + wide - 14 - 24 * (len(card.boxes) - 1 - spot)
            told = f"{words.die_name(code).capitalize()}, on {words.card_name(view, card.id)}"
            canvas.put(f"box:{card.id}:{spot}", art.die(code, side=22), cx, y + CHIP / 2, told, layer=3)


def draw_building(
    canvas: Canvas, view: SixWintersView, building: BuildingSeen, x: float, y: float, wide: float
) -> None:
    """An asset in progress, its slots to be touched."""
    card = words.book(view).assets[building.asset]
    svg = asset_card(card, wide, ASSET, with_slots=False)
    title = f"In progress: {words.asset_words(card)}"
    cx, cy = x + wide / 2, y + ASSET / 2
    canvas.put(f"asset:{building.asset}", svg, cx, cy, title, classes=kind_of_asset(card), layer=1)
    for place, (slot, lying) in enumerate(zip(card.slots, building.dice, strict=True)):
        if lying == EMPTY:
            shape, told = art.slot(slot.type, slot.value, slot.region), f"free, takes {words.slot_words(slot)}"
        else:
            shape, told = art.die(lying, side=30), words.die_name(lying)
        title = f"Slot {place + 1} of {card.name}: {told}"
        canvas.put(f"slot:{building.asset}:{place + 1}", shape, x + 22 + 35 * place, y + 45, title, layer=2)


def draw_small(canvas: Canvas, view: SixWintersView, number: int, x: float, y: float) -> float:
    """The mat of another player: face, tracks, skills, dice and cards in short; where it ends."""
    person = view.people[number]
    start = len(canvas.nodes)
    draw_tracks(canvas, view, number, x + 76, y + 40, 150)
    side = 26.0
    for spot, code in enumerate(person.dice):
        title = f"{person.name}'s action die: {words.die_name(code)[2:]}"
        canvas.put(f"die:{number}:{spot}", art.die(code, side=side), x + 250 + spot * 30, y + 50, title, layer=3)
    draw_skills(canvas, view, number, x + 8, y + 72, SIDE - 16)
    chips: list[Node] = []
    aside = Canvas()
    for card in person.cards:
        if not card.locked:
            draw_power(aside, view, person, card, 0, 0, 150)
    chips = aside.nodes
    mains = [node for node in chips if not node.id.startswith("box:")]
    at = y + 72 + 32
    cells: list[Node] = []
    for node in mains:
        cells.append(node)
    for building in person.building:
        asset = words.book(view).assets[building.asset]
        done = sum(code != EMPTY for code in building.dice)
        svg = chip(asset.skill, asset.name, f"{done}/{len(building.dice)}", 150)
        title = f"In progress, {done} of {len(building.dice)} dice: {words.asset_words(asset)}"
        cells.append(Node(id=f"asset:{building.asset}", svg=svg, x=0, y=0, title=title, classes=kind_of_asset(asset)))
    for obstacle in person.overcome:
        seen = words.book(view).obstacles[obstacle]
        points = words.obstacle_points(view, person, obstacle)
        svg = chip(seen.skill, seen.name, f"{points}", 150)
        title = f"{words.obstacle_name(view, obstacle)}, overcome: counts {points}"
        cells.append(Node(id=f"obstacle:{obstacle}", svg=svg, x=0, y=0, title=title))
    for place, node in enumerate(cells):
        row, column = divmod(place, 3)
        left, top = x + 8 + column * 155, at + row * (CHIP + 4)
        moved = msgspec.structs.replace(node, x=round(left + 75, 1), y=round(top + CHIP / 2, 1), layer=1)
        canvas.nodes.append(moved)
        for box in chips:
            if box.id.startswith("box:") and box.id.split(":")[1] in (node.id.split(":")[1], asset_id(view, node.id)):
                placed = msgspec.structs.replace(box, x=round(left + box.x, 1), y=round(top + box.y, 1))
                canvas.nodes.append(placed)
    at += -(-len(cells) // 3) * (CHIP + 4) + 4
    head = mat_head(view, person, number, at - y)
    canvas.nodes.insert(start, Node(id=f"mat:{number}", svg=head, x=round(x, 1), y=round(y, 1),
        title=mat_title(view, person), classes=f"p{number % 4}{turn_class(view, person)}"))
    if person.place < 0:
        put_pawn(canvas, view, number, x + SIDE - 24, y + 50)
    return at


def asset_id(view: SixWintersView, node: str) -> str:
    """The id of the asset that a node shows; nothing for other nodes."""
    kind, _, rest = node.partition(":")
    return words.book(view).assets[int(rest)].id if kind == "asset" else ""
