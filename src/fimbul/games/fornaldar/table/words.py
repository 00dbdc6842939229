"""Plain words for the things on the map and the pieces."""

from fimbul.core.wording import capital, listed
from fimbul.games.fornaldar.library.index import Book, book_of
from fimbul.games.fornaldar.library.rows import POINT, RANKS, SIDES, Month
from fimbul.games.fornaldar.table.view import FornaldarView, LeaderSeen, SpellSeen, StackSeen

ENGINE = "greutung"
KINDS = {"land": "on land", "sea": "at sea", "air": "in the air"}
CHALLENGES = {"duel": "a duel arcane", "trial": "a trial by combat"}
DAYS = {"skammdegi": "short days", "nattleysi": "nightless days"}


# ---- who and where


def book(view: FornaldarView) -> Book:
    """The data of the game."""
    return book_of(view.library, view.scenario)


def seat_name(view: FornaldarView, seat: int) -> str:
    """What a seat plays."""
    return SIDES[seat].capitalize()


def month(view: FornaldarView) -> Month:
    """The turn of the calendar."""
    return next(each for each in book(view).library.calendar if each.turn == view.month)


def place(view: FornaldarView, name: str) -> str:
    """A hex or a river hexside of the notation in words."""
    known = book(view)
    if name not in known.places_told:
        known.places_told[name] = told_place(known, name)
    return known.places_told[name]


def told_place(known: Book, name: str) -> str:
    """The same, of a map."""
    if "-" in name:
        banks = name.split("-")
        return f"the river between {' and '.join(bank.removeprefix('h') for bank in banks)}"
    hex_ = known.hex_named(name)
    if hex_ < 0:
        return name
    title, number = known.title(hex_), known.ground[hex_].hex
    return f"{title} ({number})" if title else number


def leader_name(view: FornaldarView, name: str) -> str:
    """A character by his id."""
    number = book(view).leader.get(name)
    return book(view).cast[number].name if number is not None else name


def ship_name(view: FornaldarView, name: str) -> str:
    """A ship by its id."""
    number = book(view).ship.get(name)
    return f"the {book(view).fleet[number].name}" if number is not None else name


def item_name(view: FornaldarView, name: str) -> str:
    """An item by its id."""
    number = book(view).relic.get(name)
    return book(view).relics[number].name if number is not None else name


def item_line(view: FornaldarView, name: str) -> str:
    """An item with what it does."""
    number = book(view).relic.get(name)
    return f"{item_name(view, name)}: {book(view).relics[number].text}" if number is not None else name


def spell_text(view: FornaldarView, name: str) -> str:
    """An enchantment with what it does."""
    card = next((each for each in book(view).library.enchantments if each.id == name), None)
    return f"{card.name}: {card.text}" if card is not None else capital(name)


def banner_name(view: FornaldarView, name: str) -> str:
    """A banner by its id."""
    number = book(view).banner.get(name)
    return book(view).banners[number].name if number is not None else name


def group_name(view: FornaldarView, name: str) -> str:
    """A group by its id."""
    number = book(view).group.get(name)
    return book(view).groups[number].name if number is not None else name


def spell_name(view: FornaldarView, name: str) -> str:
    """An enchantment by its id."""
    return next((each.name for each in book(view).library.enchantments if each.id == name), name)


def piece(view: FornaldarView, what: str, count: int = 1) -> str:
    """A piece by its id: a character, a ship, the siege engine, or so many CSP of a banner."""
    known = book(view)
    if what == ENGINE and what not in known.leader:
        return "the siege engine"
    if what in known.leader:
        return leader_name(view, what)
    if what in known.ship:
        return ship_name(view, what)
    return f"{count} {banner_name(view, what)} CSP"


def points(half: int) -> str:
    """Movement points in words, of half points."""
    whole, rest = divmod(half, POINT)
    text = f"{whole}½" if rest and whole else "½" if rest else str(whole)
    return f"{text} point{'' if half in (1, POINT) else 's'}"


def stack_at(view: FornaldarView, name: str, kind: str, seat: int | None) -> StackSeen | None:
    """The stack of a seat in a hex."""
    for stack in view.stacks:
        if stack.hex == name and stack.kind == kind and stack.seat == seat:
            return stack
    return None


def top_name(view: FornaldarView, stack: StackSeen) -> str:
    """The top piece of a stack in words."""
    if stack.top == "leader":
        return leader_name(view, stack.id)
    if stack.top == "ship":
        return ship_name(view, stack.id)
    return f"{banner_name(view, stack.id)} CSP"


def stack_name(view: FornaldarView, stack: StackSeen) -> str:
    """A stack as the viewer knows it: its top piece, and what is under it where that is known."""
    name = top_name(view, stack)
    if not stack.known:
        return name
    if stack.top == "army":
        return f"{stack.csp} CSP of {banner_name(view, stack.id)}"
    more = []
    leaders = stack.leaders - (stack.top == "leader")
    ships = stack.ships - (stack.top == "ship")
    if leaders:
        more.append(f"{leaders} character{'s' * (leaders > 1)}")
    if ships:
        more.append(f"{ships} ship{'s' * (ships > 1)}")
    if stack.csp:
        more.append(f"{stack.csp} CSP")
    return f"{name} with {listed(more)}" if more else name


def leader_line(view: FornaldarView, leader: LeaderSeen) -> str:
    """A character with his ratings: command, combat, magic, and what else is to be known."""
    parts = [f"{leader.command}-{leader.combat}-{leader.magic}"]
    if leader.rank:
        parts.append(RANKS[leader.rank])
    parts += [word for word, holds in (("hero", leader.hero), ("enchanter", leader.enchanter)) if holds]
    if leader.wounds:
        parts.append(f"{leader.wounds} wound{'s' * (leader.wounds > 1)}")
    parts += ["escort"] * leader.escort + ["aboard"] * leader.aboard + ["swims"] * leader.afloat
    parts += [item_name(view, item) for item in leader.items]
    return f"{leader_name(view, leader.id)} {', '.join(parts)}"


def spell_line(view: FornaldarView, spell: SpellSeen) -> str:
    """An enchantment with its target and its caster."""
    target = aim(view, spell.hex or spell.leader or spell.group or spell.word)
    name = spell_name(view, spell.enchantment)
    both = f"{name} ({target})" if target else name
    return f"{leader_name(view, spell.caster)}: {both}" if spell.caster else both


def aim(view: FornaldarView, what: str) -> str:
    """The target of an enchantment or an item in words: a hex, a character, a ship, a group, or a word."""
    known = book(view)
    if known.hex_named(what) >= 0:
        stacks = [stack for stack in view.stacks if stack.hex == what]
        names = listed([stack_name(view, stack) for stack in stacks])
        return f"{place(view, what)}: {names}" if names else place(view, what)
    if what in known.leader:
        return leader_name(view, what)
    if what in known.ship:
        return ship_name(view, what)
    if what in known.group:
        return group_name(view, what)
    if what in known.relic:
        return item_name(view, what)
    return what.replace("_", " ").replace("-", ", ")


def standing(view: FornaldarView, seat: int) -> str:
    """The numbers of a seat that all look at."""
    csp = sum(count for side, _, count in view.musters if side == seat)
    score = view.points[seat]
    return f"{score} point{'' if score == 1 else 's'}, {csp} strong"
