"""Plain words for who and what is on the table."""

from fimbul.games.fate.library.book import Book, book_of
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.table.view import CardSeen, FateView, HeroSeen, MonsterSeen

FACTIONS = {"trollkin": "trollkin", "firehorde": "of the fire horde", "dead": "of the dead", "wyrm": "a wyrm"}
KINDS = ("hero", "ability", "equipment")

# The uses of a card that has several, where the name alone says too little.
USES = {
    "into": "step into a forest",
    "out": "step out of the forest",
    "mend": "remove all wear",
    "prevent": "prevent damage",
    "range": "more range",
    "damage": "more damage",
    "draw": "draw a card",
}

# When an event is played.
WHEN = {
    "free": "Play it in your turn.",
    "attack": "Play it after the roll of your attack action.",
    "roll": "Play it after any roll of yours.",
    "prevent": "Play it when you are dealt damage.",
    "attacked": "Play it after an attack on you.",
    "monsters_moved": "Play it after the monsters have moved.",
}


def book(view: FateView) -> Book:
    """The cards and the map that are played with."""
    return book_of(view.library)


def monster_at(view: FateView, x: int, y: int) -> MonsterSeen | None:
    """The monster in an area."""
    return next((monster for monster in view.monsters if (monster.x, monster.y) == (x, y)), None)


def hero_at(view: FateView, x: int, y: int) -> int | None:
    """The seat of the hero in an area outside Grimheim."""
    for seat, hero in enumerate(view.heroes):
        if (hero.x, hero.y) == (x, y) and not hero.in_town:
            return seat
    return None


def in_town(view: FateView, x: int, y: int) -> bool:
    """Whether a hex belongs to Grimheim."""
    return book(view).land.at.get((x, y)) == TOWN


def place(view: FateView, x: int, y: int) -> str:
    """An area in words."""
    node = book(view).land.at.get((x, y))
    return book(view).spots[node] if node is not None else "nowhere on the map"


def the(name: str, rank: int = 0) -> str:
    """A monster with its article; a legend that has a name of its own goes without."""
    return name if rank >= LEGEND and " " not in name else f"the {name}"


def whom(view: FateView, x: int, y: int) -> str:
    """Who stands in an area, or the area, in words."""
    monster, seat = monster_at(view, x, y), hero_at(view, x, y)
    if monster is not None:
        return f"{the(monster.name, monster.rank)} in {place(view, x, y)}"
    return view.heroes[seat].name if seat is not None else place(view, x, y)


def card_name(hero: HeroSeen, card: str) -> str:
    """What a card of a hero is called, in play, in hand or on a pile."""
    tops = tuple(top for top in (hero.ability, hero.equipment) if top is not None)
    names = {known.id: known.name for known in (*hero.hand, *hero.discard)}
    names |= {known.id: known.name for known in (*tops, *hero.cards)}
    return names.get(card, card)


def used_card(hero: HeroSeen, use: str) -> tuple[str, str]:
    """The card that a use belongs to, and which of its uses it is where there are several."""
    for card in hero.cards:
        if use == card.id:
            return card.id, ""
        if use.startswith(f"{card.id}-"):
            return card.id, use[len(card.id) + 1 :]
    return use, ""


def level(card: CardSeen) -> str:
    """A card's name with its level."""
    return f"{card.name} {'I' * card.level}" if card.kind != 2 else card.name


def way(view: FateView, monster: MonsterSeen) -> str:
    """Where a monster goes next, in words."""
    if not monster.path:
        return "stays where it is"
    x, y = monster.path[-1]
    return "walks into Grimheim" if in_town(view, x, y) else f"goes to {place(view, x, y)}"


def standing(view: FateView, seat: int) -> str:
    """The numbers of a seat that all look at."""
    hero = view.heroes[seat]
    return f"{hero.health - hero.damage}/{hero.health} health, {hero.gold} gold"
