"""Six Winters in numbers: everything that can be said with a library, and the table as one sees it.

People in the session are counted as they sit, locations by their cell, obstacles in play and assets in
progress by their place on the table; cards, skills and dice have numbers of their own.  Handfuls of dice are
numbered up to four dice; larger ones, and a few rare answers, take the last numbers.
"""

import itertools
from typing import Any

from fimbul.core import Action
from fimbul.core.encoding import Array, Encoding, Kinds, NoSuchAction, Shape, Term, Values
from fimbul.games.six_winters import actions as said
from fimbul.games.six_winters.library.index import Book, book_of
from fimbul.games.six_winters.library.terms import RESOURCES, SKILLS, TRACKS
from fimbul.games.six_winters.model import SixWintersOptions
from fimbul.games.six_winters.rules.campaign.winter import WAYS
from fimbul.games.six_winters.rules.campaign.years import MODES
from fimbul.games.six_winters.rules.dice import ACTION, FACES, NAMES, die, kind_of, value_of
from fimbul.games.six_winters.table.view import PersonSeen, SixWintersView

MOST_PEOPLE = 4
MOST_STANDING = 16  # obstacles in play that are told apart by their place
MOST_BUILDING = 6
MOST_SLOTS = 4
MOST_LOST = 4  # tokens, counted from 0
MOST_NUMBER = 12
HANDFUL = 4

ACTION_DICE = NAMES[ACTION * FACES :]
RESOURCE_DICE = NAMES[: ACTION * FACES]
TECHNOLOGY_DICE = tuple(NAMES[die(RESOURCES.index("technology"), value)] for value in range(1, FACES + 1))

PLACE = 22  # columns of a cell
PERSON = 13 + 2 * len(SKILLS) + FACES
TABLE = 24


class People(Term[SixWintersView]):
    """A character of the session, by its place among the people."""

    def __init__(self) -> None:
        super().__init__(MOST_PEOPLE)

    def index(self, value: str, view: SixWintersView) -> int | None:
        return next((place for place, person in enumerate(view.people) if person.id == value), None)

    def value(self, index: int, view: SixWintersView) -> str:
        if index >= len(view.people):
            raise NoSuchAction(f"There are {len(view.people)} people in the session.")
        return view.people[index].id


class Cells(Term[SixWintersView]):
    """A location on the map, by its cell."""

    def __init__(self, book: Book) -> None:
        super().__init__(book.cells)
        self.book = book

    def index(self, value: str, view: SixWintersView) -> int | None:
        number = self.book.location[value]
        return view.cells.index(number) if number in view.cells else None

    def value(self, index: int, view: SixWintersView) -> str:
        if view.cells[index] < 0:
            raise NoSuchAction(f"There is no location in the cell {index}.")
        return self.book.locations[view.cells[index]].id


class Standing(Term[SixWintersView]):
    """An obstacle in play, by its place among them."""

    def __init__(self, book: Book) -> None:
        super().__init__(MOST_STANDING)
        self.book = book

    def index(self, value: str, view: SixWintersView) -> int | None:
        number = self.book.obstacle[value]
        found = next((place for place, one in enumerate(view.obstacles) if one.number == number), self.size)
        return found if found < self.size else None

    def value(self, index: int, view: SixWintersView) -> str:
        if index >= len(view.obstacles):
            raise NoSuchAction(f"There are {len(view.obstacles)} obstacles in play.")
        return self.book.obstacles[view.obstacles[index].number].id


class Unfinished(Term[SixWintersView]):
    """An asset in progress, by its place among all of them."""

    def __init__(self, book: Book) -> None:
        super().__init__(MOST_BUILDING)
        self.book = book

    def found(self, view: SixWintersView) -> list[str]:
        """Their names, person by person."""
        return [self.book.assets[one.asset].id for person in view.people for one in person.building]

    def index(self, value: str, view: SixWintersView) -> int | None:
        found = self.found(view)[: self.size]
        return found.index(value) if value in found else None

    def value(self, index: int, view: SixWintersView) -> str:
        found = self.found(view)
        if index >= len(found):
            raise NoSuchAction(f"There are {len(found)} assets in progress.")
        return found[index]


class Holders(Term[SixWintersView]):
    """The first card of a character that can hold dice; it is told together with the character."""

    def __init__(self) -> None:
        super().__init__(MOST_PEOPLE, fields=2)

    def index(self, value: tuple[str, str], view: SixWintersView) -> int | None:
        for place, person in enumerate(view.people):
            if person.id == value[0]:
                return place if self.first(person) == value[1] else None
        return None

    def value(self, index: int, view: SixWintersView) -> tuple[str, str]:
        card = self.first(view.people[index]) if index < len(view.people) else None
        if card is None:
            raise NoSuchAction("Nobody there has a card that can hold dice.")
        return view.people[index].id, card

    def first(self, person: PersonSeen) -> str | None:
        """The card."""
        return next((card.id for card in person.cards if card.boxes and not card.locked), None)


def handfuls(least: int) -> Values:
    """Action dice that are chosen together."""
    return Values(
        dice
        for count in range(least, HANDFUL + 1)
        for dice in itertools.combinations_with_replacement(ACTION_DICE, count)
    )


def kinds(book: Book) -> Kinds[SixWintersView]:
    """Everything that can be said."""
    figures = book.figures
    who, where, foe = People(), Cells(book), Values(book.obstacle)
    hero, asset, skill, track = Values(book.character), Values(book.asset), Values(SKILLS), Values(TRACKS)
    resource, number = Values(RESOURCES), Values(range(1, MOST_NUMBER + 1))
    holds, dice = (Holders(), Values(NAMES)), Values(ACTION_DICE)
    names = (*figures.psyche_conditions, *figures.body_conditions)
    conditions = Values((*map(str.lower, names), *(f"curse-{skill}" for skill in SKILLS)))
    lost = Values(range(MOST_LOST))
    terms: dict[type[Action], tuple[Term[Any], ...]] = {
        said.Scenario: (Values(book.scenario), Values(MODES)),
        said.Winter: (hero, Values(WAYS)),
        said.WinterAction: (hero, Values(book.winter)),
        said.NoAction: (hero,),
        said.Choose: (hero,),
        said.Learn: (hero, skill),
        said.Clear: (hero, conditions),
        said.Ready: (hero,),
        said.Pay: (who, where, Values(TECHNOLOGY_DICE)),
        said.Gate: (who, where, track),
        said.Reroll: (who, Values(("actions", "resources"))),
        said.Create: (who, Values((*ACTION_DICE, *book.powers))),
        said.Trade: (who, resource, resource),
        said.Visit: (who, dice),
        said.Use: (who, Values(book.powers)),
        said.Dice: (Values((*((name,) for name in RESOURCE_DICE), *handfuls(1).values)),),
        said.Value: (number,),
        said.Type: (resource,),
        said.At: (where,),
        said.Slot: (Unfinished(book), Values(range(1, MOST_SLOTS + 1)), Values(RESOURCE_DICE)),
        said.Suffer: (who, track),
        said.Guard: (who, handfuls(0)),
        said.Cancel: (track, Values(range(1, FACES + 1))),
        said.Option: (number,),
        said.Lose: (Standing(book), lost, lost),
    }
    terms |= dict.fromkeys((said.Place, said.Move, said.Sail), (who, where))
    terms |= dict.fromkeys((said.Grant, said.Equip, said.Take, said.PlayAsset), (who, asset))
    terms |= dict.fromkeys((said.Overcome, said.PlayObstacle), (who, foe))
    terms |= dict.fromkeys((said.Curse, said.Improve), (who, skill))
    terms |= dict.fromkeys((said.Stash, said.Load, said.Unload), holds)
    terms |= dict.fromkeys((said.Stage, said.BurnAsset), (asset,))
    terms |= dict.fromkeys((said.Pick, said.Activate, said.BurnObstacle), (foe,))
    alone = (said.Muster, said.Narrate, said.VisitFree, said.Join, said.Stay, said.Bear, said.On)
    terms |= dict.fromkeys(alone, (who,))
    terms |= dict.fromkeys((said.End, said.Hinder, said.Leave, said.Yes, said.No, said.Done), ())
    return Kinds(terms)  # where a new location goes and what is told take the last numbers


def share(amount: float, most: float) -> float:
    """An amount as a part of the most that counts."""
    return min(max(amount / most, 0.0), 1.0)


class SixWintersEncoding(Encoding[SixWintersView]):
    """The numbers of Six Winters."""

    overflow = 256

    def __init__(self, options: SixWintersOptions, seats: int) -> None:
        book = book_of(options.library)
        super().__init__(options, seats, kinds(book))
        self.book = book
        self.shapes = {
            "observation": Shape((book.cells, PLACE)),
            "people": Shape((MOST_PEOPLE, PERSON)),
            "assets": Shape((len(book.assets), 7)),
            "obstacles": Shape((len(book.obstacles), 8)),
            "table": Shape((TABLE,)),
        }

    def observe(self, view: SixWintersView) -> dict[str, Array]:
        arrays = {name: shape.empty() for name, shape in self.shapes.items()}
        self.map(view, arrays["observation"])
        self.cards(view, arrays["assets"], arrays["obstacles"])
        for place, person in enumerate(view.people[:MOST_PEOPLE]):
            arrays["people"][place] = self.person(view, person)
        self.table(view, arrays["table"])
        return arrays

    def map(self, view: SixWintersView, cells: Array) -> None:
        """The locations: which, what they make, the dice there, who is there and what is in the way."""
        at = {place.number: place.cell for place in view.places}
        for place in view.places:
            row = cells[place.cell]
            row[:5] = (
                1,
                share(place.number + 1, len(self.book.locations)),
                share(place.makes + 1, len(RESOURCES)),
                share(place.level, 3),
                share(place.threats, 5),
            )
            for code in place.dice:
                kind = kind_of(code)
                row[5 + kind] = min(row[5 + kind] + value_of(code) / 24, 1.0)
        for number, person in enumerate(view.people[:MOST_PEOPLE]):
            if person.place in at:
                cells[at[person.place], 12 + number] = 1
        for one in view.obstacles:
            if one.place in at:
                row = cells[at[one.place]]
                row[16] = min(row[16] + 0.25, 1.0)
                row[17] = max(row[17], share(one.difficulty, 24))
                row[18] = max(row[18], share(one.progress, 12))
                row[19] = max(row[19], share(one.hindrance, 12))
        if view.scene_place in at:
            cells[at[view.scene_place], 20] = 1

    def cards(self, view: SixWintersView, assets: Array, obstacles: Array) -> None:
        """Where each card is: in the market, a deck, somebody's; in play, in a pile."""
        for column, numbers in enumerate((view.staged, view.archive, view.asset_deck)):
            assets[list(numbers), column] = 1
        for number, person in enumerate(view.people[:MOST_PEOPLE]):
            mine = 0 if person.seat == (view.seat or 0) else 1
            for card in person.cards:
                if card.asset >= 0:
                    assets[card.asset, 3 + mine] = 1
            for work in person.building:
                assets[work.asset, 5] = share(1 + sum(code >= 0 for code in work.dice), 8)
            assets[list(person.played_assets), 6] = 1
            obstacles[list(person.overcome), 3] = share(1 + number, MOST_PEOPLE)
        for one in view.obstacles:
            obstacles[one.number, :3] = 1, share(one.progress, 12), share(one.hindrance, 12)
        piles = (view.obstacle_deck, view.discard, view.hindered, view.burned)
        for column, numbers in enumerate(piles, 4):
            obstacles[list(numbers), column] = 1

    def person(self, view: SixWintersView, person: PersonSeen) -> list[float]:
        """The row of a character."""
        dice = [value_of(code) for code in person.dice]
        return [
            1,
            share(person.character + 1, len(self.book.characters)),
            person.seat == (view.seat or 0),
            person.seat in view.to_act,
            share(person.psyche, 6),
            share(person.body, 6),
            share(person.moves, 6),
            share(len(person.dice), 12),
            share(len(person.cards), 12),
            share(len(person.building), 4),
            share(len(person.overcome), 12),
            share(len(person.curses), 4),
            share(len(person.conditions), 4),
            *(share(rank, 6) for rank in person.ranks),
            *(share(skill, 6) for skill in person.skills),
            *(share(dice.count(value), 6) for value in range(1, FACES + 1)),
        ]

    def table(self, view: SixWintersView, row: Array) -> None:
        """What concerns everybody."""
        row[:13] = (
            view.mine,
            view.hard,
            share(view.turn, 24),
            share(view.season, 4),
            share(view.moment, 4),
            share(view.pool, max(view.full_pool, 1)),
            share(view.scene + 1, 6),
            share(view.needed, 24),
            share(view.scored, 24),
            share(view.most, 24),
            share(view.year, 6),
            share(view.score, 100),
            share(self.book.scenario.get(view.scenario, 0) + 1, len(self.book.scenario)),
        )
        for kind, left in enumerate(view.supply[:7]):
            row[13 + kind] = share(left, 18)
        if view.attempt is not None:
            row[20:24] = (
                1,
                share(len(view.attempt.people), 4),
                share(sum(view.attempt.counts), 12),
                share(sum(value for _, value in view.attempt.dice), 36),
            )


ENCODING = SixWintersEncoding
