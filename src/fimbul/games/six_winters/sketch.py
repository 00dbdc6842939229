"""How a view of Six Winters looks in a terminal: the map as boxes of text, then the people and the assets."""

from collections.abc import Iterable

from fimbul.core import Sketch, Span
from fimbul.games.six_winters import words
from fimbul.games.six_winters.cards import SKILLS, TRACKS
from fimbul.games.six_winters.dice import ACTION, KINDS, kind_of, value_of
from fimbul.games.six_winters.ground import AROUND, COLUMNS
from fimbul.games.six_winters.view import PersonSeen, PlaceSeen, SixWintersView

WIDE = 100
LINES = 5  # of a location
SHORT = ("st", "te", "es", "mi", "di", "so")
REGIONS = {"empire": "bad", "brightdune": "seat1", "settled": "good"}
EMPTY = -1
Line = tuple[Span, ...]


def sketch(view: SixWintersView) -> Sketch:
    """The view as text."""
    return Sketch((*head(view), *chart(view), *attempt(view), *people(view), *assets(view)))


def flow(spans: Iterable[Span], indent: int = 2) -> list[Line]:
    """Spans in lines that are no wider than the table; a long one is cut between words."""
    lines: list[list[Span]] = [[]]
    room = WIDE
    for span in spans:
        words_left = [span.text] if len(span.text) <= room else span.text.split(" ")
        start = ""
        for number, word in enumerate(words_left):
            more = f"{start} {word}" if number else word
            if len(more) > room and (start or room < WIDE - indent):
                lines[-1].append(Span(start, span.style, span.node))
                lines.append([Span(" " * indent)])
                room, more = WIDE - indent, word.lstrip()
            start = more
        lines[-1].append(Span(start, span.style, span.node))
        room -= len(start)
    return [tuple(span for span in line if span.text) for line in lines]


def die(code: int) -> str:
    """A die in a few letters: `so5`, and a plain number for an action die."""
    kind, value = kind_of(code), value_of(code)
    return f"{value}" if kind == ACTION else f"{SHORT[kind]}{value}"


def head(view: SixWintersView) -> list[Line]:
    """The scenario, the calendar, the pool and the scene."""
    story, now = words.story(view), words.chapter(view)
    if view.phase == "ChoosingScenario":
        return flow(
            [Span(f"Year {view.year}", "bold", "story"), Span(f", {words.some(view.score, 'point')}")]
        )
    first = [Span(story.name, "bold", "story"), Span("  ")]
    for number, season in enumerate(story.seasons):
        marks = ""
        for moment in range(1, season.most + 1):
            here, then = (number, moment), (view.season, view.moment)
            marks += "●" if here == then else "·" if here < then else "○"
        style = "bold" if number == view.season else "dim"
        first += [Span(f"{words.SEASONS[number]} {marks}", style, "calendar"), Span("  ")]
    first.append(Span(f"threat {'■' * view.pool} {view.pool}", "bad", "pool"))
    if now is None:
        return flow(first)
    at = words.scene_location(view)
    second = [
        Span(f"Scene {view.scene + 1}: {now.name}", "bold", "scene"),
        Span(f" ({', '.join(now.skills)}) at {at}: {view.scored} of {view.needed}, cards give {view.most}"),
    ]
    return [*flow(first), *flow(second)]


# ---- the map


def chart(view: SixWintersView) -> list[Line]:
    """The map, row by row, as boxes of text."""
    if not view.places:
        return []
    columns = sorted({place.cell % COLUMNS for place in view.places})
    first, last = columns[0], columns[-1]
    wide = min(24, WIDE // (last - first + 1))
    by_cell = {place.cell: place for place in view.places}
    lines: list[Line] = []
    for row in sorted({place.cell // COLUMNS for place in view.places}):
        boxes = [box(view, by_cell.get(row * COLUMNS + column), wide) for column in range(first, last + 1)]
        high = max(len(each) for each in boxes)
        for line in range(high):
            spans: list[Span] = []
            for each in boxes:
                spans += padded(each[line] if line < len(each) else [], wide)
            lines.append(tuple(spans))
    if view.phase == "Settling":
        near = {cell for place in view.places for cell in AROUND[place.cell]}
        free = sorted(cell for cell in near if view.cells[cell] < 0)
        spans = [Span("Free cells: ", "dim")]
        for cell in free:
            down, right = divmod(cell, COLUMNS)
            spans += [Span(f"{down + 1},{right + 1}", "", f"cell:{down}:{right}"), Span("  ")]
        lines += flow(spans)
    return lines


def padded(spans: list[Span], wide: int) -> list[Span]:
    """Spans cut or filled up to a width, with a space at the end."""
    found: list[Span] = []
    room = wide - 1
    for span in spans:
        if room > 0:
            found.append(Span(span.text[:room], span.style, span.node))
            room -= len(found[-1].text)
    return [*found, Span(" " * (room + 1))]


def box(view: SixWintersView, place: PlaceSeen | None, wide: int) -> list[list[Span]]:
    """A location: its name, what it makes, dice, obstacles, people."""
    if place is None:
        return []
    card = words.book(view).locations[place.number]
    node = f"location:{place.number}"
    mark = "*" if place.number == view.scene_place else " "
    icon = {"port": " p", "gate": " g"}.get(card.icon, "")
    threat = f" {'!' * place.threats}" if place.threats else ""
    lines = [[Span(f"{mark}{card.name}{icon}", f"{REGIONS[card.region]} bold", node), Span(threat, "bad")]]
    makes = f" [{KINDS[place.makes][:4]}{'+' if place.level > 1 else ''}]" if place.level else ""
    lines.append([Span(f" {card.tags[0] if card.tags else ''}, {card.skill}{makes}", "dim", node)])
    if place.dice:
        dice: list[Span] = [Span(" ")]
        for spot, code in enumerate(place.dice):
            dice += [Span(die(code), "bold", f"res:{place.number}:{spot}"), Span(" ")]
        lines.append(dice)
    for obstacle in view.obstacles:
        if obstacle.place == place.number:
            tokens = f" {obstacle.progress}+{obstacle.hindrance}/{obstacle.difficulty}"
            name = words.obstacle_name(view, obstacle.number)[: max(4, wide - 3 - len(tokens))]
            lines.append([Span(f" {name}{tokens}", "bad", f"obstacle:{obstacle.number}")])
    here = [number for number, person in enumerate(view.people) if person.place == place.number]
    if here:
        standing: list[Span] = [Span(" ")]
        for number in here:
            name = f"[{view.people[number].name}]"[: wide - 2]
            standing += [Span(name, f"seat{number} bold", f"person:{number}"), Span(" ")]
        lines.append(standing)
    lines += [[] for _ in range(LINES - 1 - len(lines))]
    return [*lines, []]


def attempt(view: SixWintersView) -> list[Line]:
    """What is being overcome, and the stress dice."""
    now = view.attempt
    if now is None:
        return []
    foe = words.obstacle_name(view, now.obstacle) if now.obstacle >= 0 else "the scene"
    names = words.listed(view.people[number].name for number in now.people)
    spans = [Span(f"{names} against {foe}: ", "bold", "attempt")]
    for spot, (track, value, gone) in enumerate(now.dice):
        spans += [Span(f"{TRACKS[track]} {value}", "dim" if gone else "bad", f"stress:{spot}"), Span("  ")]
    if not now.dice:
        counts = zip(TRACKS, now.counts, strict=True)
        shown = [words.some(count, f"{track} die", f"{track} dice") for track, count in counts if count]
        spans.append(Span(f"stress: {words.listed(shown) or 'none'}  "))
    spans.append(Span(f"defence: {' '.join(die(code) for code in now.guard) or 'none'}"))
    return flow(spans)


# ---- people and cards


def people(view: SixWintersView) -> list[Line]:
    """All mats, one's own first."""
    mine = words.own(view, words.looking(view))
    order = [*mine, *(number for number in range(len(view.people)) if number not in mine)]
    return [line for number in order for line in mat(view, number, number in mine)]


def mat(view: SixWintersView, number: int, own: bool) -> list[Line]:
    """One mat."""
    person = view.people[number]
    style = f"seat{number}"
    first = [Span(person.name, f"{style} bold", f"mat:{number}")]
    for track, left in zip(TRACKS, (person.psyche, person.body), strict=True):
        first += [Span("  "), Span(f"{track} {left}", "", f"track:{number}:{track}")]
    first.append(Span(f"  moves {person.moves}  dice "))
    for spot, code in enumerate(person.dice):
        first += [Span(f"[{die(code)}]", "bold", f"die:{number}:{spot}"), Span(" ")]
    first += [Span(f" {name}", "bad") for name in words.condition_names(view, person)]
    lines = flow(first)
    ranks = [Span("  ")]
    for place, skill in enumerate(SKILLS):
        low = person.ranks[place] < person.skills[place]
        text = f"{skill} {person.ranks[place]}"
        ranks += [Span(text, "bad" if low else "", f"skill:{number}:{skill}"), Span("  ")]
    lines += flow(ranks)
    return [*lines, *cards(view, person, style), *(buttons(number, view) if own else [])]


def buttons(number: int, view: SixWintersView) -> list[Line]:
    """What a character can do without touching the map."""
    person = view.people[number]
    effects = words.book(view).locations[person.place].effects if person.place >= 0 else ()
    free = any(effect.kind in ("bring", "recover") for effect in effects)
    names = ("create", "muster", "actions", "resources", "trade", "visit_free" if free else "visit")
    spans = [Span("  do: ", "dim")]
    for name in names:
        text = {"actions": "roll own", "resources": "roll here"}.get(name, name.split("_")[0])
        spans += [Span(text, "", f"act:{number}:{name}"), Span("  ")]
    return flow(spans)


def cards(view: SixWintersView, person: PersonSeen, style: str) -> list[Line]:
    """Abilities, assets and overcome obstacles."""
    spans = [Span("  ")]
    small = person.seat != words.looking(view) and len(view.people) > 2  # as in the picture: cards in short
    for card in person.cards:
        name = words.card_name(view, card.id)
        held = "".join(f" {die(code)}" for code in card.boxes if code != EMPTY)
        boxes = f" [{held.strip()}]" if held else ""
        dim = card.locked or card.turned
        text = f"({name})" if card.locked else f"{name}{boxes}{' used' if card.turned else ''}"
        if card.asset >= 0:
            text += f" {words.asset_points(view, person, card.asset)}"
        node = f"asset:{card.asset}" if card.asset >= 0 else f"ability:{card.id}"
        hidden = small and card.locked
        spans += [Span(text, "dim" if dim else style, "" if hidden else node), Span("  ")]
    for obstacle in person.overcome:
        points = words.obstacle_points(view, person, obstacle)
        name = f"✓{words.obstacle_name(view, obstacle)} {points}"
        spans += [Span(name, "good", f"obstacle:{obstacle}"), Span("  ")]
    lines = flow(spans)
    for building in person.building:
        asset = words.book(view).assets[building.asset]
        made = [Span("  makes ", "dim"), Span(f"{asset.name}:", "bold", f"asset:{building.asset}"), Span(" ")]
        for place, (slot, lying) in enumerate(zip(asset.slots, building.dice, strict=True), 1):
            text = f"[{die(lying) if lying != EMPTY else words.slot_words(slot)}]"
            node = "" if small else f"slot:{building.asset}:{place}"
            made += [Span(text, "" if lying == EMPTY else "good", node), Span(" ")]
        lines += flow(made)
    return lines


def assets(view: SixWintersView) -> list[Line]:
    """The staging area, or the archive while it is asked for, and the piles."""
    archive = view.phase == "Equipping"
    spans = [Span("Archive: " if archive else "Staged: ", "bold", "staged")]
    for number in view.archive if archive else view.staged:
        card = words.book(view).assets[number]
        needs = ", ".join(words.slot_words(slot) for slot in card.slots)
        name = f"{words.asset_name(view, number)} {card.points} ({card.skill}: {needs})"
        spans += [Span(name, "", f"asset:{number}"), Span("  ")]
    piles = [
        Span(f"Decks: assets {len(view.asset_deck)}", "dim", "deck:assets"),
        Span(f"  obstacles {len(view.obstacle_deck)}", "dim", "deck:obstacles"),
        Span(f"  discard {len(view.discard)}", "dim", "discard"),
        Span(f"  hindered {len(view.hindered)}", "dim", "hindered"),
    ]
    return [*flow(spans), *flow(piles)]
