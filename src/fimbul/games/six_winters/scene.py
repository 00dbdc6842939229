"""How a view of Six Winters is drawn: the scenario and the scene, below them the map and the staged assets,
and the mats beside it."""

from collections.abc import Iterable

from fimbul.core import Scene
from fimbul.games.six_winters import actions as act
from fimbul.games.six_winters import art, touch, words
from fimbul.games.six_winters.canvas import (
    ASSET,
    GAP,
    SIDE,
    Canvas,
    asset_card,
    button,
    floating,
    kind_of_asset,
    put_pawn,
)
from fimbul.games.six_winters.cards import SKILLS, TRACKS
from fimbul.games.six_winters.dice import KINDS, NAMES, kind_of
from fimbul.games.six_winters.ground import AROUND, COLUMNS
from fimbul.games.six_winters.mats import draw_mats
from fimbul.games.six_winters.view import PlaceSeen, SixWintersView

EDGE = 12.0
HEAD = 118.0  # the scenario and the scene above the map
CELL, TALL = 190.0, 180.0  # a location
WIDEST = 800.0  # of the map, before its cells become narrower
LEAST = 152.0
ROW = 40.0  # a row of buttons


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
    bottom = draw_scenarios(canvas, view, right, top)
    bottom = draw_mats(canvas, view, right, bottom)
    box = (-EDGE, -EDGE, round(total + 2 * EDGE), round(max(y, bottom) + 2 * EDGE))
    # The map and its pieces lie in layers of their own, for clients that look at those first.  All else is in
    # layer 0, where what came later lies on top: the mats' grounds come first, since cards move to them.
    nodes = sorted(canvas.nodes, key=lambda node: not node.id.startswith("mat:"))
    return Scene(box=box, board=art.DEFS, style=art.STYLE, nodes=tuple(nodes))


# ---- the map


class Chart:
    """Which part of the grid is shown, and how large."""

    def __init__(self, view: SixWintersView) -> None:
        used = [place.cell for place in view.places] or [0]
        self.free: list[int] = []
        if view.phase == "Settling":
            near = {cell for here in used for cell in AROUND[here]}
            self.free = sorted(cell for cell in near if view.cells[cell] < 0)
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
    shape = art.LANDS.get(card.tags[0] if card.tags else "", "")
    parts.append(f'<path class="scape" transform="translate({left + 8:g} {-up - 3:g})" d="{shape}"/>')
    parts.append(f'<g transform="translate({left:g} {up:g})">{inner}</g>')
    canvas.put(
        f"location:{place.number}",
        "".join(parts),
        x + wide / 2,
        y + high / 2,
        location_title(view, place),
        classes=f"{card.region}{' told' if told else ''}",
        layer=1,
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
    corner = 9.0 * len(str(seen.difficulty)) + 9
    name = wide - 27 - broad - corner
    svg = art.rect("foe", -half, -13, wide, 26, 5) + art.sign(card.skill, 13 - half, 0, 0.72, "lt")
    svg += art.label(card.name, 25 - half, 5, "ft", max(24, name), 15)
    svg += f'<g transform="translate({half - corner - broad:g})">{tokens}</g>'
    svg += art.label(f"{seen.difficulty}", half - 5, 5, "fn")
    title = (
        f"{words.obstacle_name(view, number)}, {words.obstacle_words(card)} Now {seen.progress} progress and "
        f"{seen.hindrance} hindrance of {seen.difficulty}."
    )
    canvas.put(f"obstacle:{number}", svg, x + half, y + 13, title, layer=2, classes="obstacle")


def token_width(count: int) -> float:
    """How much room tokens need."""
    return 19 if count > 2 else 12 * count + (2 if count else 0)


# ---- the scenario and the scene


def draw_story(canvas: Canvas, view: SixWintersView, x: float, y: float, wide: float) -> None:
    """The scenario: its name, the calendar, the threat pool, and what the threat does."""
    story = words.story(view)
    facts = [f"year {view.year} of the campaign, {words.some(view.score, 'point')}"] if view.year else []
    if view.phase == "ChoosingScenario":
        svg = art.label(f"Year {view.year}", 12, 25, "head") + art.label(
            "; ".join(facts), 12, 47, "note", wide - 24
        )
        canvas.lay("story", "panel", svg, (x, y, wide, HEAD), f"The scenario is not chosen yet: {facts[0]}.")
        return
    facts += [f"threat: {story.threat}"] if story.threat else []
    facts += ["difficult" if view.hard else "normal mode"]
    svg = art.label(story.name, 12, 25, "head", wide - 24, 19)
    svg += art.label(words.capital("; ".join(facts)), 12, 45, "note", wide - 24, 15)
    threats = [
        f"{'/'.join(map(str, threat.faces))}: {words.effect_words(view, threat.effect)}"
        for threat in story.threats
    ]
    then = "; ".join(threats)
    svg += art.label(then, 12, 64, "note", wide - 24)
    title = f"{story.name}: {'; '.join(facts)}. When the threat roll is above the pool: {then}."
    canvas.lay("story", "panel", svg, (x, y, wide, HEAD), title)
    draw_calendar(canvas, view, x + 12, y + 78, wide * 0.62)
    draw_pool(canvas, view, x + wide * 0.66, y + 78, wide * 0.34 - 12)


def draw_scenarios(canvas: Canvas, view: SixWintersView, x: float, y: float) -> float:
    """The scenarios that may be chosen, where the mats will be; where they end."""
    rows: dict[str, list[tuple[str, act.Scenario]]] = {}
    for node, action in touch.buttons(view):
        if isinstance(action, act.Scenario):
            rows.setdefault(action.id, []).append((node, action))
    book = words.book(view)
    for id, choices in rows.items():
        card = book.scenarios[book.scenario[id]]
        svg = art.label(card.name, 12, 27, "stat", SIDE - 240, 16)
        canvas.lay(f"scenario:{id}", "panel", svg, (x, y, SIDE, ROW), words.explain(view, choices[0][1]))
        for place, (node, action) in enumerate(choices):
            at = x + SIDE - 168 + 110 * place
            button(canvas, node, action.mode, at, y + ROW / 2, 104, words.explain(view, action), "choice")
        y += ROW + 6
    return y


def draw_calendar(canvas: Canvas, view: SixWintersView, x: float, y: float, wide: float) -> None:
    """The turns of the three seasons, and which it is now."""
    story = words.story(view)
    svg, told = "", []
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
    canvas.lay("calendar", "trk", svg, (x, y, wide, 34), title)


def draw_pool(canvas: Canvas, view: SixWintersView, x: float, y: float, wide: float) -> None:
    """The tokens that are left in the threat pool."""
    svg = art.label("Threat pool", 0, 12, "note")
    left = view.full_pool if view.phase in words.PREPARING else view.pool
    count = max(view.full_pool, left)
    step = min(17.0, (wide - 26) / max(1, count))
    for spot in range(count):
        style = "cube thr" if spot < left else "due"
        svg += art.rect(style, step * spot, 20, 12, 12)
    svg += art.label(f"{left}", wide - 4, 32, "stat end")
    title = f"The threat pool: {words.some(left, 'token')} left. When it is empty, the scenario is lost."
    canvas.lay("pool", "trk", svg, (x, y, wide, 34), title)


def draw_scene(canvas: Canvas, view: SixWintersView, x: float, y: float, wide: float) -> None:
    """The scene that is to be told: where, with which skill, how many points, and its question."""
    now = words.chapter(view)
    box = (x, y, wide, HEAD)
    if view.phase == "ChoosingScenario":
        svg = art.label("Choose the scenario of the year", 12, 25, "head")
        canvas.lay("scene", "panel", svg, box, "The scenes belong to the scenario.")
        return
    if now is None:
        svg = art.label("All scenes are told.", 12, 25, "head")
        canvas.lay("scene", "panel", svg, box, "All scenes are told.")
        return
    count = len(words.story(view).scenes)
    svg = art.label(f"{view.scene + 1}/{count}  {now.name}", 12, 25, "head", wide - 24, 19)
    count_of = max(1, len(view.people))
    dice = words.stress_dice(now.psyche * count_of, now.body * count_of)
    place = words.scene_location(view)
    at = 12.0
    for skill in now.skills:
        svg += art.sign(skill, at + 10, 40, 0.8, "line")
        at += 26
    stress = f", stress: {dice}" if dice else ""
    svg += art.label(f"{words.listed(now.skills)} at {place}{stress}", at + 2, 45, "note", wide - at - 14)
    lines = art.wrapped(now.question if view.phase == "Telling" else now.about, wide - 24, 15)[:2]
    svg += "".join(art.label(line, 12, 65 + 18 * n, "say", wide - 24) for n, line in enumerate(lines))
    if view.needed:
        room = wide - 150
        part = min(1.0, view.scored / view.needed)
        might = min(1.0, view.most / view.needed)
        svg += art.rect("bar", 12, 98, room, 11, 5) + art.rect("past", 12, 98, max(0.1, room * might), 11, 5)
        svg += art.rect("fill", 12, 98, max(0.1, room * part), 11, 5)
        svg += art.label(
            f"{view.scored} of {view.needed}, cards {view.most}", wide - 10, 109, "stat end", 124, 16
        )
    then = "; ".join(words.effect_words(view, effect) for effect in now.completion) or "nothing more"
    blocked = f" Not while {words.obstacle_name(view, now.blocked_by)} is in play." if now.blocked_by else ""
    title = (
        f"{now.name}: {now.about} {now.question} It needs {view.needed} points; {view.scored} count by "
        f"themselves or are played, all cards together give {view.most}. All characters must be at "
        f"{place}.{blocked} Then: {then}."
    )
    canvas.lay("scene", "panel", svg, box, title)


# ---- an overcome action, and answers


def draw_attempt(canvas: Canvas, view: SixWintersView, x: float, y: float, wide: float) -> float:
    """The stress dice and the defence of what is going on; where it ends."""
    attempt = view.attempt
    if attempt is None:
        return y
    names = words.listed(view.people[number].name for number in attempt.people)
    foe = words.obstacle_name(view, attempt.obstacle) if attempt.obstacle >= 0 else "the scene's stress"
    skills = words.listed((SKILLS[skill] for skill in attempt.skills), "or")
    svg = art.label(f"{names}: {foe} ({skills})", 12, 26, "stat", 300, 16)
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
    canvas.lay("attempt", "panel", svg, (x, y, wide, ROW), f"{names} against {foe}, with {skills}")
    for spot, (track, value, gone) in enumerate(dice):
        shown = "not rolled yet" if value is None else f"{value}{', cancelled' if gone else ''}"
        canvas.put(
            f"stress:{spot}",
            art.stress_die(TRACKS[track], value),
            x + 396 + 40 * spot,
            y + ROW / 2,
            f"A stress die of {TRACKS[track]}: {shown}",
            classes="off" if gone else "",
        )
    return y + ROW + 6


def draw_answers(canvas: Canvas, view: SixWintersView, x: float, y: float, wide: float) -> float:
    """Buttons for all that has no place on the table: below the map, in rows; where they end."""
    shown: list[tuple[str, str, str]] = []
    if view.outcome is None and view.phase in words.CONFIRM:
        shown.append(
            ("confirm", words.CONFIRM[view.phase], f"{words.CONFIRM[view.phase]}: the dice that you touched")
        )
    if view.outcome is None and view.phase == "Telling":
        shown.append(("tell", "Answer the question", "Answer the question of the scene in your own words"))
    for node, action in touch.buttons(view):
        if not isinstance(action, act.Choose | act.Scenario):
            shown.append((node, words.describe(view, action), words.explain(view, action)))
    left, end = x, x + wide
    if view.phase == "Acting" and view.outcome is None:
        end -= 150
        button(
            canvas, "end", "End actions", x + wide - 71, y + ROW / 2 - 2, 142, "End your actions of this turn"
        )
    for name, text, title in shown:
        broad = round(max(64.0, min(wide, art.length(text) * 16.5 + 28)))
        if left > x and left + broad > end:
            left, y = x, y + ROW
        button(canvas, name, text, left + broad / 2, y + ROW / 2 - 2, broad, title, "choice")
        left += broad + GAP
    return y + ROW + 4


def floats(canvas: Canvas, view: SixWintersView) -> None:
    """Choices beside what was touched: ways, trades, kinds of stress."""
    if view.outcome is not None or not view.to_act:
        return
    shown: list[tuple[str, str, str, float]] = []
    if view.phase == "Bracing":
        shown = [(f"against:{track}", track, f"One {track} die fewer", 90) for track in TRACKS]
    elif view.phase == "Acting":
        ways = [("by:walk", "walk", "On foot"), ("by:sail", "sail", "By ship")]
        ways += [
            (f"by:{track}", f"gate: {track}", f"Through the gate, for {track} stress") for track in TRACKS
        ]
        if "roads" in view.lasting:
            paid = sorted(
                {code for place in view.places for code in place.dice if KINDS[kind_of(code)] == "technology"}
            )
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


# ---- assets


def draw_assets(canvas: Canvas, view: SixWintersView, x: float, y: float, wide: float) -> float:
    """The staging area (or the archive while it is asked for), the decks and piles; where it ends."""
    archive = view.phase == "Equipping"
    cards = view.archive if archive else view.staged
    name = "Archive" if archive else "Staged assets"
    shown = words.listed(words.asset_name(view, card) for card in cards) or "none"
    canvas.lay("staged", "trk", art.label(name, 0, 14, "note"), (x, y, 130, 18), f"{name}: {shown}")
    left = x + 156
    for id, text, title in piles(view):
        broad = art.length(text) * 15 + 16
        canvas.lay(id, "trk", art.label(text, 0, 14, "note"), (left, y, broad, 18), title)
        left += broad + 6
    y += 22
    columns = max(3, round(wide / CELL))
    each = (wide - GAP * (columns - 1)) / columns
    for place, number in enumerate(cards):
        row, column = divmod(place, columns)
        card = words.book(view).assets[number]
        svg = asset_card(card, each, ASSET, with_slots=True)
        cx, cy = x + column * (each + GAP) + each / 2, y + row * (ASSET + 6) + ASSET / 2
        canvas.put(f"asset:{number}", svg, cx, cy, words.asset_words(card), classes=kind_of_asset(card))
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
        (
            "deck:assets",
            f"assets {len(view.asset_deck)}",
            f"The asset deck: {words.some(len(view.asset_deck), 'card')}",
        ),
        (
            "deck:obstacles",
            f"obstacles {len(view.obstacle_deck)}{face}",
            f"The obstacle deck: {words.some(len(view.obstacle_deck), 'card')}.{coming}{top}",
        ),
        ("discard", f"discard {len(view.discard)}", f"Discarded obstacles: {names(reversed(view.discard))}"),
        (
            "hindered",
            f"hindered {len(view.hindered)}",
            f"Hindered obstacles, oldest first: {names(view.hindered)}",
        ),
        ("supply", "supply", f"Dice in the supply: {supply}"),
    ]
