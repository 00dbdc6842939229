"""The library, indexed: everything has a number, and what cards add up to is worked out once."""

import functools
from collections.abc import Iterable
from typing import NamedTuple

from fimbul.core.grids import HEX_DIRECTIONS
from fimbul.core.wording import listed
from fimbul.games.fate.actions import Attack, Go, Move
from fimbul.games.fate.library.cards import Effect, EventCard, Face, Powers, Quest, Use
from fimbul.games.fate.library.land import TOWN, Land
from fimbul.games.fate.library.load import house_library
from fimbul.games.fate.library.rows import Kind, Library

HERO, ABILITY, EQUIPMENT = range(3)
# The six directions, clockwise (G1).
COMPASS = ("north-east", "east", "south-east", "south-west", "west", "north-west")
TERRAINS = {"mountain": "mountains"}  # where an area is called otherwise in a sentence
STRAIGHT = 2  # how many steps of a straight way are as easily found as a corner
BARE_HANDS = 1  # the attack range without a weapon (G50)


class Side(NamedTuple):
    """One side of a hero, ability or equipment card."""

    number: int
    id: str
    name: str
    hero: int
    kind: int
    level: int
    face: Face
    flip: int  # the number of the other side, -1 if this one cannot be upgraded
    quest: Quest | None = None
    main_weapon: bool = False

    @property
    def stores_mana(self) -> bool:
        """Whether mana is of use on it (G24, G31)."""
        face = self.face
        return bool(face.mana or face.powers.runes_charge or any(use.mana for use in face.uses))


class Way(NamedTuple):
    """One use of a card in play: how it is called, and where to find it."""

    name: str
    side: int
    place: int
    use: Use


class Kit(NamedTuple):
    """What the cards in play add up to."""

    strength: int
    health: int
    range: int
    armor: int
    move: int
    hand: int
    powers: Powers
    uses: dict[str, tuple[Way, ...]]  # by their moment
    ways: dict[str, Way]  # by name
    mana: tuple[tuple[str, int], ...]  # mana generation
    stores: tuple[str, ...]  # the cards that mana is of use on
    cards: dict[str, Side]


class Card(NamedTuple):
    """A monster card: who appears where."""

    deck: str
    name: str
    location: str
    legend: int  # a kind, or -1
    placements: tuple[tuple[int, int], ...]  # kind and area


class Book:
    """The library, indexed."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.figures = library.figures
        self.land = Land(library.areas, library.places)
        self.kinds: tuple[Kind, ...] = library.kinds
        self.kind_number = {kind.id: number for number, kind in enumerate(self.kinds)}
        at = self.land.at
        self.cards = tuple(
            Card(
                horde.deck,
                horde.name,
                horde.location,
                self.kind_number[horde.legend] if horde.legend else -1,
                tuple((self.kind_number[kind], at[x, y]) for kind, x, y in horde.placements),
            )
            for horde in library.hordes
        )
        self.tracks = {
            name: tuple(turn for turn in sorted(library.turns, key=lambda t: t.step) if turn.track == name)
            for name in ("short", "long")
        }
        faces = {"miss": 0, "rune": 1, "cover": 2, "hit": 3}
        self.attack_die = tuple(faces[face] for face in self.figures.attack_die)
        xy = self.land.xy
        self.moves = tuple(Move(*at) for at in xy)
        self.attacks = tuple(Attack(*at) for at in xy)
        self.gos = tuple(Go(*at) for at in xy)
        self.bonuses = tuple(
            (at[area.x, area.y], area.bonus, area.amount) for area in library.areas if area.bonus
        )
        self.bonus_at = {node: place for place, (node, _, _) in enumerate(self.bonuses)}
        self.place_names = {place.id: with_article(place.name) for place in library.places}
        self.landmarks = self.find_landmarks()
        self.spots = tuple(self.spot(node) for node in range(self.land.size))

        self.sides: list[Side] = []
        self.events: list[EventCard] = []
        self.event_number: list[dict[str, int]] = []  # by hero
        self.heroes = tuple(deck.hero for deck in library.heroes)
        self.hero_number = {hero.id: number for number, hero in enumerate(self.heroes)}
        self.starting: list[tuple[int, int, int]] = []  # hero card, ability, equipment
        self.abilities: list[list[int]] = []
        self.equipment: list[list[int]] = []
        self.promos: set[int] = set()  # the equipment of the promotional pack (G11)
        self.event_decks: list[list[int]] = []
        for number in range(len(library.heroes)):
            self.read_hero(number)
        self.kits: dict[tuple[int, ...], Kit] = {}

    def find_landmarks(self) -> dict[str, tuple[int, int]]:
        """What areas are told by: the Well, and every place that is one area outside the town."""
        land = self.land
        alone = {
            self.place_names[place]: land.xy[land.location.index(place)]
            for place in self.place_names
            if land.location.count(place) == 1 and land.location.index(place) != TOWN
        }
        return {"the Well": land.middle, **alone}

    def spot(self, node: int) -> str:
        """An area in words that find it on the board: by its name, or by the way from a landmark."""
        land = self.land
        name = self.place_names.get(land.location[node], "")
        if name and land.location.count(land.location[node]) == 1:
            return name
        x, y = land.xy[node]
        ways = [(bearing(x - mx, y - my), mark) for mark, (mx, my) in self.landmarks.items()]
        legs, mark = min(ways, key=lambda way: sum(steps for steps, _ in way[0]) + STRAIGHT * len(way[0]))
        way = f"{in_words(legs)} of {mark}"
        ground = land.terrain[node]
        return f"{name} {way}" if name else f"the {TERRAINS.get(ground, ground)} {way}"

    def read_hero(self, hero: int) -> None:
        """Give numbers to the cards of a hero."""
        deck = self.library.heroes[hero]
        card = self.two_sides(hero, HERO, deck.hero.id, deck.hero.name, deck.hero.levels)
        abilities = {
            item.id: self.two_sides(hero, ABILITY, item.id, item.name, item.levels) for item in deck.ability
        }
        equipment: list[int] = []
        first = -1
        for item in deck.equipment:
            for copy in range(item.copies):
                name = item.id if copy == 0 else f"{item.id}_{copy + 1}"
                number = len(self.sides)
                self.sides.append(
                    Side(
                        number,
                        name,
                        item.name,
                        hero,
                        EQUIPMENT,
                        1,
                        item.face,
                        -1,
                        item.quest,
                        item.main_weapon,
                    )
                )
                if copy >= item.copies - item.promo:
                    self.promos.add(number)
                if item.starting:
                    first = number
                else:
                    equipment.append(number)
        start = next(abilities[item.id] for item in deck.ability if item.starting)
        self.starting.append((card, start, first))
        self.abilities.append([number for number in abilities.values() if number != start])
        self.equipment.append(equipment)
        numbers = {item.id: len(self.events) + place for place, item in enumerate(deck.event)}
        self.events += deck.event
        self.event_number.append(numbers)
        self.event_decks.append([numbers[item.id] for item in deck.event for _ in range(item.copies)])

    def two_sides(self, hero: int, kind: int, id: str, name: str, levels: tuple[Face, Face]) -> int:
        """Give numbers to both sides of a card; that of the first."""
        number = len(self.sides)
        self.sides.append(Side(number, id, name, hero, kind, 1, levels[0], number + 1))
        self.sides.append(Side(number + 1, id, name, hero, kind, 2, levels[1], -1))
        return number

    # ---- cards in play

    def kit(self, active: tuple[int, ...]) -> Kit:
        """What these sides add up to."""
        known = self.kits.get(active)
        if known is None:
            known = self.kits[active] = self.add_up(active)
        return known

    def add_up(self, active: tuple[int, ...]) -> Kit:
        """Sum up figures and powers, and collect the uses."""
        sides = [self.sides[number] for number in active]
        faces = [side.face for side in sides]
        ways = [
            Way(f"{side.id}-{use.option}" if use.option else side.id, side.number, place, use)
            for side in sides
            for place, use in enumerate(side.face.uses)
        ]
        moments = {way.use.when for way in ways}
        powers = add_powers(face.powers for face in faces)
        return Kit(
            strength=sum(face.strength for face in faces),
            health=sum(face.health for face in faces),
            range=BARE_HANDS + sum(face.range for face in faces),
            armor=sum(face.armor for face in faces),
            move=sum(face.move for face in faces) + powers.stride,
            hand=self.figures.hand_limit + powers.hand,
            powers=powers,
            uses={when: tuple(way for way in ways if way.use.when == when) for when in moments},
            ways={way.name: way for way in ways},
            mana=tuple((side.id, side.face.mana) for side in sides if side.face.mana),
            stores=tuple(side.id for side in sides if side.stores_mana),
            cards={side.id: side for side in sides},
        )

    def use(self, card: int, place: int) -> Use:
        """A use by its numbers: of a side, or of an event (counted downwards from -1)."""
        return self.sides[card].face.uses[place] if card >= 0 else self.events[-1 - card].use

    def effect(self, card: int, place: int, part: int) -> Effect:
        """One operation of a use."""
        return self.use(card, place).effects[part]

    def name(self, card: int) -> str:
        """What a card is called."""
        return self.sides[card].name if card >= 0 else self.events[-1 - card].name


def with_article(name: str) -> str:
    """A place in a sentence: `the Temple Ruins`, `the Highlands`, `Grimheim`."""
    return f"the {name}" if " " in name or name.endswith("s") else name


def in_words(legs: list[tuple[int, str]]) -> str:
    """A way in words: `3 north-east and 1 east`; a single step needs no number."""
    return legs[0][1] if legs == [(1, legs[0][1])] else listed(f"{count} {name}" for count, name in legs)


def bearing(q: int, r: int) -> list[tuple[int, str]]:
    """How one goes from one hex to another, the longer part first: three north-east, one east."""
    for side, one in enumerate(HEX_DIRECTIONS):
        two = HEX_DIRECTIONS[(side + 1) % 6]
        size = one[0] * two[1] - one[1] * two[0]
        first, second = (q * two[1] - r * two[0]) // size, (one[0] * r - one[1] * q) // size
        if first >= 0 and second >= 0:
            steps = sorted(((first, COMPASS[side]), (second, COMPASS[(side + 1) % 6])), reverse=True)
            return [(count, name) for count, name in steps if count]
    raise ValueError(f"no way leads to ({q}, {r})")


def add_powers(all_powers: Iterable[Powers]) -> Powers:
    """Powers of several cards together."""
    total = dict.fromkeys(Powers.__struct_fields__, 0)
    for powers in all_powers:
        for field in total:
            total[field] += getattr(powers, field)
    return Powers(**total)


@functools.lru_cache(maxsize=16)
def book_of(library: Library | None) -> Book:
    """The book of a library; None: of our own."""
    return Book(house_library() if library is None else library)
