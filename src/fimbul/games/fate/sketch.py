"""How a view of Fate looks in a terminal: an area is four letters, rows are half an area apart."""

from collections.abc import Iterable

from fimbul.core import Sketch, Span
from fimbul.games.fate import words
from fimbul.games.fate.view import CardSeen, FateView, HeroSeen

GROUND = {"plains": " .  ", "forest": " ♠  ", "mountain": " ▲  ", "lake": " ≈  "}
STYLES = {"plains": "dim", "forest": "good", "mountain": "bold", "lake": "seat0"}
INDENT = 2  # letters that a row is further in than the next longer one
FACTIONS = {"trollkin": "good bold", "firehorde": "bad bold", "dead": "seat3 bold", "wyrm": "seat1 bold"}
WIDE = 68  # the map
SIGNS = ("-", "R", "c", "X")  # of the dice: miss, rune, hit but for cover, hit


def sketch(view: FateView) -> Sketch:
    """The view as text."""
    return Sketch((*head(view), *chart(view), *boards(view)))


def flow(spans: Iterable[Span], indent: int = 2) -> list[tuple[Span, ...]]:
    """Spans in lines that are no wider than the map; a long one is cut between words."""
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


def head(view: FateView) -> list[tuple[Span, ...]]:
    """Time, town, and the monster decks."""
    track = [Span("Time", "bold", "time")]
    for step, (deck, skull) in enumerate(view.track, 1):
        sign = {"yellow": "y", "red": "r"}.get(deck, "x" if skull else "·")
        now = step == view.time
        track.append(Span(f"[{sign}]" if now else f" {sign} ", "bold" if now else "dim"))
    pieces = "⌂" * max(0, view.pieces - 1) + ("W" if view.pieces else "")
    track.append(Span(f" Grimheim {pieces} {view.pieces}", "bold", "town"))
    decks = f" y{view.yellow} r{view.red}"
    if view.monster_die:
        decks += " +1 die" if view.fury else " rush" if view.rush else ""
    track.append(Span(decks, "dim"))
    return flow(track)


def chart(view: FateView) -> list[tuple[Span, ...]]:
    """The map, row by row; the number of a row stands before it where there is room."""
    areas = words.book(view).library.areas
    least = min(2 * area.x + area.y for area in areas)
    lines: list[tuple[Span, ...]] = []
    for y in sorted({area.y for area in areas}):
        row = sorted((area for area in areas if area.y == y), key=lambda area: area.x)
        space = INDENT * (2 * row[0].x + y - least)
        number = f"{y:>2}" if space >= INDENT else ""
        line = [Span(number.ljust(space), "dim")]
        line += [cell(view, area.x, area.y, area.terrain, area.road) for area in row]
        lines.append(tuple(line))
    return lines


def cell(view: FateView, x: int, y: int, terrain: str, road: bool) -> Span:
    """One area: who stands there, or the ground."""
    monster, seat = words.monster_at(view, x, y), words.hero_at(view, x, y)
    if monster is not None:
        left = monster.health - monster.damage
        letters = monster.name[:2] if monster.rank >= words.LEGEND else monster.name[:2].lower()
        return Span(
            f"{letters}{left}".rjust(4), FACTIONS.get(monster.faction, "bad"), f"monster:{monster.id}"
        )
    if seat is not None:
        return Span(f"[{view.heroes[seat].name[:2]}]", f"seat{seat} bold", f"hero:{seat}")
    if terrain == "town":
        return town(view, x, y)
    text = GROUND[terrain]
    if road:
        text = f"{text[:2]}= "
    if any((bx, by) == (x, y) and left for bx, by, _, left in view.bonuses):
        text = f"{text[:3]}*"
    return Span(text, STYLES[terrain], f"hex:{x},{y}")


def town(view: FateView, x: int, y: int) -> Span:
    """A hex of Grimheim: heroes stand around the Well."""
    mx, my = words.book(view).land.middle
    spots = ((-1, 0), (1, 0), (0, -1), (0, 1))
    for seat, hero in enumerate(view.heroes):
        if hero.in_town and (x - mx, y - my) == spots[seat % 4]:
            return Span(f"[{hero.name[:2]}]", f"seat{seat} bold", f"hero:{seat}")
    return Span("#W# " if (x, y) == (mx, my) else "### ", "bold", "town")


def boards(view: FateView) -> list[tuple[Span, ...]]:
    """The players' boards, the one who acts first."""
    first = words.acting(view)
    lines = dice(view)
    for seat in (first, *(seat for seat in range(len(view.heroes)) if seat != first)):
        hero = view.heroes[seat]
        style = f"seat{seat}"
        line = [Span(hero.name, f"{style} bold", f"seat:{seat}"), Span(f" {words.standing(view, seat)}")]
        line.append(Span(f" (upgrade {hero.upgrade_cost})", "dim"))
        line.append(Span(f" strength {hero.strength} range {hero.range} move {hero.move}"))
        if hero.armor:
            line.append(Span(f" armor {hero.armor}"))
        lines += flow(line)
        if seat == first:
            acts = [Span("  ")]
            for node, name in ACTS:
                taken = name in hero.taken
                acts += [Span(f"[{name}]" if taken else name, "dim" if taken else "", node), Span("  ")]
            lines += flow(acts)
        lines += cards(hero, seat, style)
    return lines


ACTS = (
    ("act:move", "move"),
    ("act:attack", "attack"),
    ("act:prepare", "prepare"),
    ("act:focus", "focus"),
    ("act:mend", "mend"),
    ("act:practice", "practice"),
    ("act:quest", "quest"),
    ("end", "end turn"),
)


def dice(view: FateView) -> list[tuple[Span, ...]]:
    """The dice on the table."""
    if view.roll is not None:
        faces = " ".join(SIGNS[face] for face in view.roll.dice)
        return [(Span(f" Dice: {faces} = {view.roll.damage} damage", "bold", "dice"),)]
    return [
        (
            Span(
                f" {cast.who} at {cast.against}: {' '.join(SIGNS[f] for f in cast.dice)} = {cast.damage}",
                "dim",
                "dice",
            ),
        )
        for cast in view.casts[-3:]
    ]


def marks(card: CardSeen) -> str:
    """Mana, damage and counters on a card."""
    parts = [f"{card.mana}m"] if card.stores else []
    parts += [f"{card.wear}/{card.durability}"] if card.durability else []
    parts += [f"({card.counters})"] if card.counters else []
    parts += ["used"] if card.used else []
    return f" {' '.join(parts)}" if parts else ""


def cards(hero: HeroSeen, seat: int, style: str) -> list[tuple[Span, ...]]:
    """The cards of a player: in play, in hand, and on the piles."""
    play = [Span("  play: ", "dim")]
    for card in hero.cards:
        play += [Span(f"{words.level(card)}{marks(card)}", style, f"card:{seat}:{card.id}"), Span("  ")]
    held = [Span("  hand: ", "dim")]
    names = [card.id for card in hero.hand]
    for event in {card.id: card for card in hero.hand}.values():
        count = f" x{names.count(event.id)}" if names.count(event.id) > 1 else ""
        held += [Span(f"{event.name}{count}", "", f"hand:{seat}:{event.id}"), Span("  ")]
    held.append(Span(f"(deck {hero.deck}, discard {len(hero.discard)})", "dim"))
    piles = [Span("  next: ", "dim")]
    if hero.ability is not None:
        piles += [Span(hero.ability.name, "", f"pile:{seat}:abilities"), Span("  ")]
    if hero.equipment is not None:
        count = f" ({hero.progress} of {hero.quest_count})" if hero.quest_count else ""
        piles.append(Span(f"Quest for {hero.equipment.name}: ", "dim"))
        piles.append(Span(f"{hero.quest}{count}", "", f"pile:{seat}:equipment"))
    return [*flow(play, 8), *flow(held, 8), *flow(piles, 8)]
