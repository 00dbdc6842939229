"""Fate in numbers: everything that can be said with a library, and the table as one sees it.

Seats are counted from the viewer's in observations: it comes first.  An amount of gold that is not listed
takes one of the last numbers, as the contract says.
"""

from typing import Any

from fimbul.core import Action
from fimbul.core.action import spell
from fimbul.core.encoding import Array, Encoding, Kinds, Shape, Term, Values
from fimbul.games.fate.actions import (
    ACTIONS,
    Amount,
    Ask,
    Assault,
    At,
    Attack,
    Cycle,
    Discard,
    Face,
    Focus,
    Give,
    Go,
    Move,
    On,
    Play,
    Tend,
    Upgrade,
    Use,
)
from fimbul.games.fate.library.book import ABILITY, Book, book_of
from fimbul.games.fate.model import FateOptions
from fimbul.games.fate.table.view import CardSeen, FateView, HeroSeen, MonsterSeen

MOST_HEROES = 4
MOST_GOLD = 20
MOST_AMOUNT = 20
PLACED = (Move, Attack, Go, At, Assault)
VERBS = {spell(kind): number for number, kind in enumerate(ACTIONS)}
TAKEN = ("move", "attack", "prepare", "focus", "mend", "practice")

AREA = 13  # columns of an area
HERO = 14 + len(TAKEN)  # of a hero
CARD = 8  # of a card
TABLE = 24 + len(VERBS)


def kinds(book: Book, seats: int) -> Kinds[FateView]:
    """Everything that can be said at a table of so many."""
    areas = Values(book.land.xy, fields=2)
    cards = Values(side.id for side in book.sides)
    lasting = Values(side.id for side in book.sides if side.kind != ABILITY)
    events = Values(event.id for event in book.events)
    ways = Values(
        f"{side.id}-{use.option}" if use.option else side.id for side in book.sides for use in side.face.uses
    )
    heroes, gold = Values(range(seats)), Values(range(1, MOST_GOLD + 1))
    terms: dict[type[Action], tuple[Term[Any], ...]] = dict.fromkeys(PLACED, (areas,))
    terms |= dict.fromkeys((Focus, On, Upgrade), (cards,))
    terms |= {Use: (ways,), Play: (events,), Discard: (events,), Tend: (heroes, lasting)}
    terms |= {Give: (heroes, gold), Ask: (heroes, gold), Face: (heroes,)}
    terms |= {Amount: (Values(range(MOST_AMOUNT + 1)),), Cycle: (Values(("abilities", "equipment")),)}
    return Kinds(terms | {kind: () for kind in ACTIONS if kind not in terms})


def share(amount: float, most: float) -> float:
    """An amount as a part of the most that counts."""
    return min(max(amount / most, 0.0), 1.0)


class FateEncoding(Encoding[FateView]):
    """The numbers of Fate."""

    overflow = 64

    def __init__(self, options: FateOptions, seats: int) -> None:
        book = book_of(options.library)
        super().__init__(options, seats, kinds(book, seats))
        self.book = book
        self.side = {(side.hero, side.id, side.level): side.number for side in book.sides}
        self.kind = {kind.id: number for number, kind in enumerate(book.kinds)}
        self.shapes = {
            "observation": Shape((book.land.size, AREA)),
            "heroes": Shape((MOST_HEROES, HERO)),
            "cards": Shape((len(book.sides), CARD)),
            "events": Shape((len(book.events), 3)),
            "table": Shape((TABLE,)),
        }

    def observe(self, view: FateView) -> dict[str, Array]:
        arrays = {name: shape.empty() for name, shape in self.shapes.items()}
        me = view.seat or 0
        order = [(me + place) % len(view.heroes) for place in range(len(view.heroes))]
        areas, at = arrays["observation"], self.book.land.at
        for monster in view.monsters:
            areas[at[monster.x, monster.y]] = self.monster(monster)
        for x, y, _, left in view.bonuses:
            areas[at[x, y], 10] = share(left, 10)
        for place, seat in enumerate(order):
            hero = view.heroes[seat]
            areas[at[hero.x, hero.y], 11 if place == 0 else 12] = 1
            arrays["heroes"][place] = self.hero(hero)
        self.cards(view.heroes[me], arrays["cards"], arrays["events"])
        self.table(view, arrays["table"])
        return arrays

    def monster(self, monster: MonsterSeen) -> list[float]:
        """The columns of an area where a monster stands."""
        return [
            1,
            share(self.kind[monster.kind] + 1, len(self.kind)),
            share(monster.health - monster.damage, 20),
            share(monster.damage, 20),
            share(monster.dice, 10),
            share(monster.armor, 5),
            share(monster.range, 5),
            share(monster.move, 5),
            share(monster.xp, 10),
            monster.held,
            0,
            0,
            0,
        ]

    def hero(self, hero: HeroSeen) -> list[float]:
        """The row of a hero."""
        return [
            1,
            hero.in_town,
            share(hero.health - hero.damage, 20),
            share(hero.damage, 20),
            share(hero.strength, 12),
            share(hero.range, 6),
            share(hero.armor, 6),
            share(hero.move, 10),
            share(hero.gold, 20),
            share(hero.upgrade_cost, 20),
            hero.rooted,
            share(len(hero.hand), 10),
            share(hero.progress, 10),
            share(hero.quest_count, 10),
            *(verb in hero.taken for verb in TAKEN),
        ]

    def cards(self, hero: HeroSeen, cards: Array, events: Array) -> None:
        """One's own cards: in play, on top of a pile, in the hand."""
        number = self.book.hero_number[hero.id]
        for card in hero.cards:
            cards[self.side_of(number, card)] = (
                1,
                share(card.mana, 10),
                share(card.wear, 10),
                share(card.counters, 10),
                card.used,
                card.stores,
                0,
                0,
            )
        for column, top in ((6, hero.ability), (7, hero.equipment)):
            if top is not None:
                cards[self.side_of(number, top), column] = 1
        for column, held in enumerate((hero.hand, hero.discard)):
            for event in held:
                events[event.number, column] += 0.25
        for left in hero.deck:
            events[left, 2] += 0.25
        events.clip(0, 1, out=events)

    def side_of(self, hero: int, card: CardSeen) -> int:
        """The number of a side."""
        return self.side[hero, card.id, card.level]

    def table(self, view: FateView, row: Array) -> None:
        """What concerns everybody, and what is asked."""
        hours = view.track[view.time :]
        row[:8] = (
            share(view.pieces, view.most_pieces),
            share(view.time, len(view.track)),
            bool(hours) and hours[0][0] == "red",
            bool(hours) and hours[0][1],
            share(view.fury, 10),
            view.rush,
            view.mine,
            share(sum(len(deck) for deck in (view.yellow, view.red)), 60),
        )
        if view.roll is not None:
            for face in view.roll.dice:
                row[8 + face] = min(row[8 + face] + 0.1, 1.0)
            row[12:16] = (1, share(view.roll.bonus, 10), share(view.roll.damage, 20), view.roll.action)
        if view.blow is not None:
            row[16:18] = 1, share(view.blow.amount, 20)
        row[18 + min(len(view.heroes), MOST_HEROES)] = 1
        for verb in view.answers:
            row[24 + VERBS[verb]] = 1


ENCODING = FateEncoding
