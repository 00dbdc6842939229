"""Fate as a game of the table: the one object that the rest of fimbul sees."""

from pathlib import Path
from typing import Any, ClassVar

from fimbul.core import BadOption, Event, Game, Options, Rng, State
from fimbul.games.fate.actions import ACTIONS
from fimbul.games.fate.bot.coach import FateCoach
from fimbul.games.fate.bot.mind import FateMind
from fimbul.games.fate.library.book import book_of
from fimbul.games.fate.library.check import HEROES
from fimbul.games.fate.library.load import load_library
from fimbul.games.fate.model import ANY, FateOptions, Hero, check_options
from fimbul.games.fate.rules.horde.arrival import reinforce
from fimbul.games.fate.state import FateState
from fimbul.games.fate.table.table import FateTable


class Fate(Game):
    """Fate: Defenders of Grimheim."""

    title = "Fate: Defenders of Grimheim"
    designer = "Jonathan Fryxelius"
    blurb = "One to four heroes hold a village against hordes from every side until Freyja is back."
    minutes = "30-160"
    seats = range(1, 5)
    hidden = True
    chance = True
    cooperative = True
    difficulty = ("track", "monster_die", "harder_upgrades")
    max_plies = 20_000  # far more than a game of 15 rounds has (G97)
    actions = ACTIONS
    mind = FateMind()
    coach = FateCoach()
    table = FateTable()
    State: ClassVar[type[State]] = FateState
    Options: ClassVar[type[Options]] = FateOptions

    def setup(self, seats: int, options: FateOptions, rng: Rng) -> FateState:
        book = book_of(options.library)
        figures = book.figures
        yellow = [number for number, card in enumerate(book.cards) if card.deck == "yellow"]
        red = [number for number, card in enumerate(book.cards) if card.deck == "red"]
        rng.shuffle(yellow)
        rng.shuffle(red)
        chosen = self.choose_heroes(seats, options, rng)
        state = FateState(
            rng=rng,
            options=options,
            heroes=[self.hero(number, options, rng) for number in chosen],
            at=[0] * book.land.size,
            kind=[],
            where=[],
            hurt=[],
            prey=[],
            supply=[kind.supply for kind in book.kinds],
            legends=[],
            yellow=yellow,
            red=red,
            drawn=[],
            bonus=[amount for _, _, amount in book.bonuses],
            pieces=figures.town_pieces[seats - 1],
        )
        events: list[Event] = []
        for _ in range(seats):  # the first monsters (G14)
            reinforce(state, "yellow", events)
        state.reveals = 0
        state.go_round(0)
        state.settle(events)
        return state

    def choose_heroes(self, seats: int, options: FateOptions, rng: Rng) -> list[int]:
        """The heroes of the seats (G11)."""
        book = book_of(options.library)
        if options.heroes is None:
            numbers = list(range(len(book.heroes)))
            rng.shuffle(numbers)
            return numbers[:seats]
        if len(options.heroes) != seats:
            raise BadOption(
                f"The option 'heroes' names {len(options.heroes)} and there are {seats} seats (G11)."
            )
        free = [number for hero, number in book.hero_number.items() if hero not in options.heroes]
        if ANY in options.heroes:
            rng.shuffle(free)
        return [free.pop() if hero == ANY else book.hero_number[hero] for hero in options.heroes]

    def hero(self, number: int, options: FateOptions, rng: Rng) -> Hero:
        """A hero with shuffled piles and the start kit (G11, G12)."""
        book = book_of(options.library)
        figures = book.figures
        deck, abilities = list(book.event_decks[number]), list(book.abilities[number])
        equipment = [side for side in book.equipment[number] if options.promos or side not in book.promos]
        for pile in (deck, abilities, equipment):
            rng.shuffle(pile)
        card, ability, weapon = book.starting[number]
        hero = Hero(
            deck_number=number,
            active=(card, ability, weapon),
            deck=deck,
            abilities=abilities,
            equipment=equipment,
            upgrades=figures.harder_step if options.harder_upgrades else 0,
        )
        if options.start_kit:
            hero.gold = figures.start_gold
            hero.mana[book.sides[ability].id] = figures.start_mana
            hero.hand = sorted(deck.pop() for _ in range(figures.start_cards))
        return hero

    def check_options(self, options: Any) -> FateOptions:
        return check_options(options)

    def choices(self) -> dict[str, list[tuple[str, str]]]:
        return {"heroes": [(ANY, "Any"), *((hero, hero.capitalize()) for hero in HEROES)]}

    def file_option(self, name: str, path: Path) -> Any:
        return load_library(path) if name == "library" else super().file_option(name, path)
