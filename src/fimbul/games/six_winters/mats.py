"""The mats of Six Winters: faces, tracks, skills, dice, abilities and assets of the characters."""

from typing import Any

from fimbul.games.six_winters import actions as act
from fimbul.games.six_winters import art, touch, words
from fimbul.games.six_winters.canvas import (
    ASSET,
    CHIP,
    GAP,
    SIDE,
    Canvas,
    asset_card,
    button,
    chip,
    kind_of_asset,
    put_pawn,
)
from fimbul.games.six_winters.cards import SKILLS, TRACKS
from fimbul.games.six_winters.cards import Character as Sheet
from fimbul.games.six_winters.dice import KINDS, value_of
from fimbul.games.six_winters.view import BuildingSeen, CardSeen, PersonSeen, SixWintersView

EMPTY = -1
DEEDS = {  # the buttons on a mat
    "create": "Create",
    "muster": "Muster",
    "actions": "Roll own",
    "resources": "Roll here",
    "trade": "Trade",
    "visit": "Location",
}


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
    for node, action in touch.buttons(view):
        if isinstance(action, act.Choose):
            y = draw_choice(canvas, view, node, action, x, y) + GAP
    return y


def draw_choice(
    canvas: Canvas, view: SixWintersView, node: str, action: act.Choose, x: float, y: float
) -> float:
    """A character that may be chosen."""
    book = words.book(view)
    number = book.character[action.character]
    card = book.characters[number]
    high = 104.0
    svg = art.rect("panel", -SIDE / 2, -high / 2, SIDE, high, 9)
    svg += f'<g transform="translate({-SIDE / 2:g} {-high / 2:g})">'
    svg += f'<g class="p{number % 4}" transform="translate(38 44)">{art.portrait(card.id, card.name)}</g>'
    svg += art.label(card.name, 78, 27, "head") + art.label(
        card.title, 86 + art.length(card.name) * 20, 27, "note", SIDE - 252 - art.length(card.name) * 20
    )
    for spot, (name, value) in enumerate(
        (("psyche", card.psyche), ("body", card.body), ("move", card.moves))
    ):
        svg += art.sign(name, SIDE - 150 + 50 * spot, 22, 0.8, "line")
        svg += art.label(f"{value}", SIDE - 136 + 50 * spot, 27, "stat")
    svg += skills_row(card, 78, 52, SIDE - 90)
    names = ", ".join(ability.name for ability in card.abilities if not ability.optional)
    svg += art.label(names, 78, 92, "note", SIDE - 90) + "</g>"
    title = f"{card.name}, {card.title}: " + " ".join(
        f"{ability.level}. {ability.name}: {ability.text}"
        for ability in card.abilities
        if not ability.optional
    )
    canvas.put(node, svg, x + SIDE / 2, y + high / 2, title)
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
    at = y + 6
    draw_tracks(canvas, view, number, x + 76, at + 34, 150)
    draw_moves(canvas, view, number, x + 300, at + 45)
    draw_skills(canvas, view, number, x + 8, at + 66, SIDE - 16)
    at += 66 + 30
    draw_dice(canvas, view, number, x + 8, at + 20)
    at += 40
    if own:
        draw_deeds(canvas, view, number, x + 8, at + 16)
        at += 38
    at = draw_cards(canvas, view, number, x + 8, at + 2)
    put_mat(canvas, view, number, x, y, at - y)
    if person.place < 0:
        put_pawn(canvas, view, number, x + SIDE - 24, y + 54)
    return at


def put_mat(
    canvas: Canvas, view: SixWintersView, number: int, x: float, y: float, high: float, *, small: bool = False
) -> None:
    """The ground of a mat."""
    person = view.people[number]
    head = mat_head(view, person, small=small)
    classes = f"p{number % 4}{turn_class(view, person)}"
    box = (x, y, SIDE, high)
    canvas.lay(f"mat:{number}", "panel", head, box, mat_title(view, person), classes=classes)


def mat_head(view: SixWintersView, person: PersonSeen, *, small: bool = False) -> str:
    """The ground of a mat with the face, the name, conditions and movement."""
    card = words.book(view).characters[person.character]
    svg = f'<g transform="translate(38 40)">{art.portrait(person.id, person.name)}</g>'
    svg += art.label(person.name, 76, 27, "head")
    light = "spotlight, " if person.seat == view.spotlight and len({p.seat for p in view.people}) > 1 else ""
    ended = "done, " if view.phase == "Acting" and person.seat in view.ended else ""
    troubles = ", ".join(words.condition_names(view, person))
    room = SIDE - 100 - art.length(person.name) * 20
    if small and troubles:
        svg += art.label(troubles, SIDE - 12, 26, "note end bad", room)
    else:
        svg += art.label(f"{ended}{light}{card.title}", SIDE - 12, 26, "note end", room)
        svg += art.label(troubles, SIDE - 12, 50, "note end bad", 104) if troubles else ""
    if small:
        svg += art.sign("move", SIDE - 40, 50, 0.8, "line") + art.label(
            f"{person.moves}", SIDE - 12, 56, "stat end"
        )
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
            svg += (
                shape
                if row
                else f'<rect class="{style}" x="{cx - 6:g}" y="-6" width="12" height="12" rx="2"/>'
            )
        title = f"{person.name}'s {track}: {left} of {most}"
        canvas.put(f"track:{number}:{track}", svg, x + wide / 2, y + 21 * row, title)


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
        canvas.put(
            f"skill:{number}:{skill}",
            svg,
            x + step * (place + 0.5),
            y + 14,
            title,
            classes=low.strip(),
        )


def draw_dice(canvas: Canvas, view: SixWintersView, number: int, x: float, y: float) -> None:
    """The unspent action dice."""
    person = view.people[number]
    side = 33.0 if len(person.dice) < 12 else 22.0
    for spot, code in enumerate(person.dice):
        title = f"{person.name}'s action die: {words.die_name(code)[2:]}"
        canvas.put(f"die:{number}:{spot}", art.die(code, side=side), x + 18 + spot * (side + 6), y, title)


def draw_moves(canvas: Canvas, view: SixWintersView, number: int, x: float, y: float) -> None:
    """The movement that is left, and the momentum."""
    person, figures = view.people[number], words.book(view).figures
    slots, wanted = figures.momentum_slots, figures.momentum
    kept = sum(sorted((value_of(code) for code in person.dice), reverse=True)[:slots])
    svg = art.rect("trk", -60, -20, 120, 40, 5) + art.sign("move", -50, -9, 0.8, "line")
    svg += art.label(words.some(person.moves, "move"), -38, -4, "stat")
    svg += art.label(f"momentum {kept}/{wanted}", -57, 16, "note", 116)
    title = (
        f"{person.name}: {words.some(person.moves, 'movement point')}; momentum {kept}: {wanted} or more on "
        f"the {slots} best dice that are left at the end of the turn unlock the next ability"
    )
    canvas.put(f"moves:{number}", svg, x, y, title)


def draw_deeds(canvas: Canvas, view: SixWintersView, number: int, x: float, y: float) -> None:
    """What a character can do without touching the map."""
    person, figures = view.people[number], words.book(view).figures
    text = words.book(view).locations[person.place].text if person.place >= 0 else ""
    titles = {
        "create": "Create: touch this and an action die; dice here, up to its value, go on your assets",
        "muster": f"Muster: {figures.muster_cost} moves for a new die of what the location produces",
        "actions": f"Roll own: {figures.reroll_cost} moves to roll action dice again",
        "resources": f"Roll here: {figures.reroll_cost} moves to roll dice of the location again",
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
    person = view.people[number]
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
        draw_overcome(canvas, view, number, card, cx, cy, wide)
    return y + -(-len(chips) // 3) * (CHIP + 4) + 2


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
        id, title, style = (
            f"asset:{card.asset}",
            f"{words.asset_words(asset)} Counts {points} now.",
            kind_of_asset(asset),
        )
        wanted = asset.power.stash if asset.power is not None else ()
    else:
        sheet = book.characters[person.character]
        ability = next(each for each in sheet.abilities if each.id == card.id)
        sign = "lock" if card.locked else "star"
        svg = chip(sign, ability.name, "", wide, room)
        state = " It is still locked." if card.locked else " It was used this turn." if card.turned else ""
        id, title = (
            f"ability:{card.id}",
            f"{ability.name}, ability {ability.level} of {person.name}: {ability.text}{state}",
        )
        style, wanted = "power", ability.power.stash
    for spot, code in enumerate(card.boxes):
        if code == EMPTY:
            need = wanted[spot] if spot < len(wanted) else "any_resource"
            kind, value = (need, 0) if need in KINDS else ("", int(need) if need.isdigit() else 0)
            cx = wide / 2 - 14 - 24 * (len(card.boxes) - 1 - spot)
            svg += art.slot(kind, value, "", cx, 0, 21)
    classes = style + (" locked" if card.locked else "") + (" turned" if card.turned else "")
    played = any(view.people[who] is person and what == card.asset for who, what in view.played)
    canvas.put(id, svg, x + wide / 2, y + CHIP / 2, title, classes=classes + (" turned" if played else ""))
    for spot, code in enumerate(card.boxes):
        if code != EMPTY:
            cx = x + wide - 14 - 24 * (len(card.boxes) - 1 - spot)
            told = f"{words.die_name(code).capitalize()}, on {words.card_name(view, card.id)}"
            canvas.put(f"box:{card.id}:{spot}", art.die(code, side=22), cx, y + CHIP / 2, told)


def draw_building(
    canvas: Canvas, view: SixWintersView, building: BuildingSeen, x: float, y: float, wide: float
) -> None:
    """An asset in progress, its slots to be touched."""
    card = words.book(view).assets[building.asset]
    svg = asset_card(card, wide, ASSET, with_slots=False)
    title = f"In progress: {words.asset_words(card)}"
    cx, cy = x + wide / 2, y + ASSET / 2
    canvas.put(f"asset:{building.asset}", svg, cx, cy, title, classes=kind_of_asset(card))
    for place, (slot, lying) in enumerate(zip(card.slots, building.dice, strict=True)):
        if lying == EMPTY:
            shape, told = (
                art.slot(slot.type, slot.value, slot.region),
                f"free, takes {words.slot_words(slot)}",
            )
        else:
            shape, told = art.die(lying, side=30), words.die_name(lying)
        title = f"Slot {place + 1} of {card.name}: {told}"
        canvas.put(f"slot:{building.asset}:{place + 1}", shape, x + 22 + 35 * place, y + 45, title)


def draw_small(canvas: Canvas, view: SixWintersView, number: int, x: float, y: float) -> float:
    """The mat of another player: face, tracks, skills, dice and cards in short; where it ends."""
    person = view.people[number]
    draw_tracks(canvas, view, number, x + 76, y + 40, 150)
    for spot, code in enumerate(person.dice):
        title = f"{person.name}'s action die: {words.die_name(code)[2:]}"
        px = x + 250 + spot * 30
        canvas.put(f"die:{number}:{spot}", art.die(code, side=26), px, y + 50, title)
    draw_skills(canvas, view, number, x + 8, y + 72, SIDE - 16)
    at, wide = y + 104, (SIDE - 26) / 3
    shown: list[Any] = [card for card in person.cards if not card.locked]
    shown += [*person.building, *person.overcome]
    for place, card in enumerate(shown):
        row, column = divmod(place, 3)
        cx, cy = x + 8 + column * (wide + 5), at + row * (CHIP + 4)
        if isinstance(card, CardSeen):
            draw_power(canvas, view, person, card, cx, cy, wide)
        elif isinstance(card, BuildingSeen):
            draw_begun(canvas, view, card, cx, cy, wide)
        else:
            draw_overcome(canvas, view, number, card, cx, cy, wide)
    at += -(-len(shown) // 3) * (CHIP + 4) + 4
    put_mat(canvas, view, number, x, y, at - y, small=True)
    if person.place < 0:
        put_pawn(canvas, view, number, x + SIDE - 70, y + 54)
    return at


def draw_begun(
    canvas: Canvas, view: SixWintersView, building: BuildingSeen, x: float, y: float, wide: float
) -> None:
    """An asset in progress of another player, in short."""
    card = words.book(view).assets[building.asset]
    done = f"{sum(code != EMPTY for code in building.dice)}/{len(building.dice)}"
    title = f"In progress, {done} dice: {words.asset_words(card)}"
    svg = chip(card.skill, card.name, done, wide)
    cx, cy = x + wide / 2, y + CHIP / 2
    canvas.put(f"asset:{building.asset}", svg, cx, cy, title, classes=kind_of_asset(card))


def draw_overcome(
    canvas: Canvas, view: SixWintersView, number: int, obstacle: int, x: float, y: float, wide: float
) -> None:
    """An obstacle that a character has overcome, with what it counts in the scene."""
    card = words.book(view).obstacles[obstacle]
    points = words.obstacle_points(view, view.people[number], obstacle)
    played = (number, -1 - obstacle) in view.played
    svg = chip(card.skill, card.name, f"{points}", wide)
    name = words.obstacle_name(view, obstacle)
    title = f"{name}, overcome: counts {points} in the scene, skill {card.skill}"
    cx, cy = x + wide / 2, y + CHIP / 2
    canvas.put(f"obstacle:{obstacle}", svg, cx, cy, title, classes="turned" if played else "")
