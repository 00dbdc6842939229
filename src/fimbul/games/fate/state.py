"""The state of a game of Fate, and the few words through which the rules look at it."""

from typing import ClassVar

import msgspec

from fimbul.core import AgendaState, Illegal, Notation, Rng
from fimbul.games.fate.actions import ACTIONS
from fimbul.games.fate.library.book import Book, Kit, book_of
from fimbul.games.fate.library.land import Land
from fimbul.games.fate.library.rows import Kind, Turn
from fimbul.games.fate.model import FIRST_MONSTER, OFF, Blow, Cast, FateOptions, Hero, Roll
from fimbul.games.fate.rules import (
    aftermath,
    aiming,
    crystals,
    defence,
    effects,
    evening,
    gold,
    hand,
    moving,
    operations,
    overkill,
    quests,
    striking,
    tending,
    turn,
    uses,
)
from fimbul.games.fate.rules.horde import arrival, assault, die, march
from fimbul.games.fate.rules.horde import round as horde
from fimbul.games.fate.table.view import FateView, see

operations.cover_all()

Agenda = (
    turn.BeginTurn
    | turn.Acting
    | turn.Extra
    | gold.Begging
    | evening.EndTurn
    | evening.Growth
    | evening.Upgrading
    | evening.Income
    | evening.Turnover
    | evening.Cycling
    | evening.NextTurn
    | moving.Moving
    | moving.Walk
    | moving.Wreck
    | moving.Wrecked
    | moving.Wrecking
    | moving.Arrival
    | moving.Charge
    | moving.Slaying
    | moving.Treading
    | tending.Mending
    | tending.Tending
    | tending.Charging
    | tending.Feeding
    | crystals.Taking
    | hand.Draw
    | hand.Room
    | hand.Discarding
    | uses.Doing
    | uses.Paying
    | uses.Drain
    | uses.Draining
    | operations.Do
    | aiming.Aiming
    | aiming.Again
    | aiming.Swap
    | aiming.Shove
    | aiming.Shoving
    | effects.Releasing
    | effects.Healing
    | effects.Repairing
    | striking.Mining
    | striking.Throw
    | striking.Reactions
    | striking.Reacting
    | striking.Hit
    | striking.Blow
    | overkill.Overkill
    | overkill.Nailing
    | overkill.Sweeping
    | striking.Reaping
    | striking.Splitting
    | striking.Splash
    | striking.Splashing
    | aftermath.Aftermath
    | aftermath.Biting
    | defence.Suffer
    | defence.Prevention
    | defence.Preventing
    | defence.Bear
    | defence.Answer
    | defence.Answering
    | quests.Reward
    | quests.Claiming
    | quests.Place
    | quests.Placing
    | horde.Time
    | die.Die
    | die.Maneuver
    | march.Suppress
    | march.Suppressing
    | march.MonstersMove
    | horde.Watch
    | horde.Watching
    | assault.Onslaught
    | assault.Assaults
    | assault.Choosing
    | assault.Lunge
    | assault.Facing
    | arrival.Reinforce
    | horde.RoundEnds
)


class FateState(AgendaState, kw_only=True):
    """A position.  Monsters are numbers, in the order in which they came; a dead one is nowhere (-1).

    `at` says who is in an area: 0 nobody, a hero's seat + 1, or a monster's number + 5.
    """

    options: FateOptions
    heroes: list[Hero]
    at: list[int]
    kind: list[int]  # by monster
    where: list[int]
    hurt: list[int]
    prey: list[int]  # more gold for the kill
    supply: list[int]  # by kind
    legends: list[tuple[int, int]]  # in play: monster, and its card
    yellow: list[int]
    red: list[int]
    drawn: list[int]  # the monster cards that were drawn last, also those that were put back
    bonus: list[int]  # crystals left, by bonus area
    pieces: int
    time: int = 1
    active: int = 0  # the seat whose turn it is; -1: the monsters
    held: list[int] = msgspec.field(default_factory=list)  # monsters that do not move of themselves
    fury: int = 0  # more dice for every monster this turn
    rush: bool = False  # rank 1 charges this turn
    roll: Roll | None = None
    blow: Blow | None = None
    casts: list[Cast] = msgspec.field(default_factory=list)  # the last dice that fell
    cast_ply: int = -1
    agenda: list[Agenda] = msgspec.field(default_factory=list)

    slug: ClassVar[str] = "fate"
    rules_version: ClassVar[str] = "2025.2"
    turn_rule: ClassVar[str] = "G20"
    end_rule: ClassVar[str] = "G96"
    notation: ClassVar[Notation] = Notation(ACTIONS)

    # ---- what it is made of

    @property
    def book(self) -> Book:
        """The cards, the map and the monsters of this game."""
        return book_of(self.options.library)

    @property
    def land(self) -> Land:
        """The map."""
        return book_of(self.options.library).land

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """All kinds of monsters."""
        return book_of(self.options.library).kinds

    @property
    def track(self) -> tuple[Turn, ...]:
        """The time track."""
        return self.book.tracks[self.options.track]

    @property
    def hour(self) -> Turn:
        """Where the time marker is."""
        return self.track[self.time - 1]

    def kit(self, seat: int) -> Kit:
        """What a hero's cards add up to."""
        book, active = book_of(self.options.library), self.heroes[seat].active
        return book.kits.get(active) or book.kit(active)

    def reach(self, seat: int) -> int:
        """A hero's attack range (G50)."""
        return self.kit(seat).range + self.heroes[seat].reach

    def deck(self, name: str) -> list[int]:
        """A deck of monster cards."""
        return self.yellow if name == "yellow" else self.red

    def die(self) -> int:
        """A face of an attack die (G52)."""
        return self.rng.choice(self.book.attack_die)

    def monster_at(self, x: int, y: int) -> int:
        """The monster in an area."""
        return self.at[self.land.at[x, y]] - FIRST_MONSTER

    def event(self, seat: int, card: str) -> int:
        """The number of an event card of a hero."""
        return self.book.event_number[self.heroes[seat].deck_number][card]

    # ---- words

    def name(self, seat: int) -> str:
        """A hero's name."""
        return self.book.heroes[self.heroes[seat].deck_number].name

    def hero_id(self, seat: int) -> str:
        """How a hero card is called in the notation."""
        return self.book.heroes[self.heroes[seat].deck_number].id

    def place(self, node: int) -> str:
        """An area in words."""
        return self.book.spots[node]

    def target_name(self, monster: int) -> str:
        """Whom a roll is against."""
        return self.kinds[self.kind[monster]].the if monster != OFF else "the mountain"

    def whom(self, monster: int) -> str:
        """A monster in words, with its place where it has one."""
        name, node = self.kinds[self.kind[monster]].the, self.where[monster]
        return name if node == OFF else f"{name} in {self.place(node)}"

    def about(self, monster: int) -> tuple[str, ...]:
        """A monster's id in the scene, while it is on the map."""
        return (f"monster:{monster}",) if monster != OFF and self.where[monster] != OFF else ()

    # ---- the round

    def go_round(self, seat: int) -> None:
        """The next hero's turn; after the last one the monsters' (G20, G70)."""
        if seat < len(self.heroes):
            self.push(turn.BeginTurn(seat))
        else:
            self.push(*horde.steps(seat))

    # ---- the contract

    def refusal(self, action: object, seat: int) -> Illegal | None:
        if type(action) not in ACTIONS:
            return Illegal("G140", "That is not an action of this game.")
        return super().refusal(action, seat)

    def redeal(self, seat: int | None, rng: Rng) -> None:
        """Nobody knows the order of the decks, nor of the piles below their top card (G9)."""
        for hero in self.heroes:
            hero.deck.sort()
            rng.shuffle(hero.deck)
            for pile in (hero.abilities, hero.equipment):
                below = sorted(pile[:-1])
                rng.shuffle(below)
                pile[:-1] = below
        for deck in (self.yellow, self.red):
            deck.sort()
            rng.shuffle(deck)
        self.forget()

    def forget(self) -> None:
        """Leave out what means nothing any more: what the dead were, and in which order things came about."""
        named = self.roll.monster if self.roll is not None else OFF
        for monster, node in enumerate(self.where):
            if node == OFF and monster != named:
                self.kind[monster] = self.hurt[monster] = self.prey[monster] = 0
        self.held.sort()
        self.legends.sort()

    def view(self, seat: int | None) -> FateView:
        return see(self, seat)
