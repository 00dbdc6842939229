"""The state of a game of Fate, and the few words through which the rules look at it."""

from typing import Annotated, ClassVar, Literal

import msgspec

from fimbul.core import AgendaState, BadOption, Illegal, Notation, Options, Rng
from fimbul.games.fate import (
    deeds,
    drawing,
    effects,
    fighting,
    horde,
    moving,
    quests,
    suffering,
    tending,
    turn,
    uses,
    view,
)
from fimbul.games.fate.actions import ACTIONS
from fimbul.games.fate.book import Book, Kit, book_of
from fimbul.games.fate.foes import Kind, Turn
from fimbul.games.fate.land import TOWN, Land
from fimbul.games.fate.library import HEROES, Library, check_library

Agenda = (
    turn.BeginTurn
    | turn.Acting
    | turn.Extra
    | turn.Begging
    | turn.EndTurn
    | turn.Growth
    | turn.Upgrading
    | turn.Income
    | turn.Turnover
    | turn.Cycling
    | turn.NextTurn
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
    | drawing.Draw
    | drawing.Room
    | drawing.Discarding
    | uses.Doing
    | uses.Paying
    | uses.Drain
    | uses.Draining
    | effects.Do
    | effects.Aiming
    | effects.Again
    | effects.Swap
    | effects.Shove
    | effects.Shoving
    | effects.Releasing
    | effects.Healing
    | effects.Repairing
    | fighting.Mining
    | fighting.Throw
    | fighting.Reactions
    | fighting.Reacting
    | fighting.Hit
    | fighting.Blow
    | fighting.Overkill
    | fighting.Nailing
    | fighting.Sweeping
    | fighting.Reaping
    | fighting.Splitting
    | fighting.Splash
    | fighting.Splashing
    | fighting.Aftermath
    | fighting.Biting
    | suffering.Suffer
    | suffering.Prevention
    | suffering.Preventing
    | suffering.Bear
    | suffering.Answer
    | suffering.Answering
    | quests.Reward
    | quests.Claiming
    | quests.Place
    | quests.Placing
    | horde.Time
    | horde.Die
    | horde.Maneuver
    | horde.Suppress
    | horde.Suppressing
    | horde.MonstersMove
    | horde.Watch
    | horde.Watching
    | horde.Onslaught
    | horde.Assaults
    | horde.Choosing
    | horde.Lunge
    | horde.Facing
    | horde.Reinforce
    | horde.RoundEnds
)


ANY = "any"  # a hero that the seed chooses
HeroName = Annotated[str, msgspec.Meta(extra_json_schema={"enum": [ANY, *HEROES]})]


class FateOptions(Options, frozen=True, kw_only=True, cache_hash=True):
    """The choices before a game (G11, G15).

    `heroes` are those of the seats, in order; left out, or where it says `any`, the seed chooses.
    `harder_upgrades` begins one step up on the upgrade track.  `library` is a folder of one's own cards, map
    and monsters.
    """

    heroes: Annotated[tuple[HeroName, ...] | None, msgspec.Meta(title="Heroes (you first)")] = None
    track: Literal["short", "long"] = "short"
    monster_die: bool = False
    start_kit: bool = True
    harder_upgrades: bool = False
    library: Library | None = None


def check_options(options: FateOptions) -> FateOptions:
    """The options, if they can be played with some number of seats."""
    chosen = options.heroes
    if options.library is not None:
        check_library(options.library, "the option library")
    if chosen is not None:
        for hero in chosen:
            if hero not in (ANY, *HEROES):
                raise BadOption(f"The option 'heroes' names '{hero}'; there is {', '.join(HEROES)}.")
            if hero != ANY and chosen.count(hero) > 1:
                raise BadOption(f"The option 'heroes' names '{hero}' twice; all must differ (G11).")
        if not chosen:
            raise BadOption("The option 'heroes' must name at least one (G11).")
    return options


class Hero(msgspec.Struct, kw_only=True):
    """A hero and the cards of the player.  The last card of a pile is its top."""

    deck_number: int
    active: tuple[int, ...]  # sides in play, the hero card first
    deck: list[int]
    abilities: list[int]
    equipment: list[int]
    hand: list[int] = msgspec.field(default_factory=list)  # sorted
    discard: list[int] = msgspec.field(default_factory=list)
    node: int = TOWN
    damage: int = 0
    gold: int = 0
    upgrades: int = 0  # the place on the upgrade track
    progress: int = 0  # of the current quest
    mana: dict[str, int] = msgspec.field(default_factory=dict)  # by card
    wear: dict[str, int] = msgspec.field(default_factory=dict)
    counters: dict[str, int] = msgspec.field(default_factory=dict)
    taken: tuple[str, ...] = ()  # actions of this turn
    used: tuple[str, ...] = ()  # cards and uses of this turn
    stride: int = 0  # added to the move action this turn
    reach: int = 0  # added to the range this turn
    rooted: bool = False  # moves no more this turn
    suppressed: int = deeds.OFF  # the monster suppressed in the last monster turn
    mailed: bool = False  # the mail has prevented in this monster turn


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
    bonus: list[int]  # crystals left, by bonus area
    pieces: int
    time: int = 1
    active: int = 0  # the seat whose turn it is; -1: the monsters
    held: list[int] = msgspec.field(default_factory=list)  # monsters that do not move of themselves
    fury: int = 0  # more dice for every monster this turn
    rush: bool = False  # rank 1 charges this turn
    roll: fighting.Roll | None = None
    blow: suffering.Blow | None = None
    casts: list[fighting.Cast] = msgspec.field(default_factory=list)  # the last dice that fell
    cast_ply: int = -1
    agenda: list[Agenda] = msgspec.field(default_factory=list)

    slug: ClassVar[str] = "fate"
    rules_version: ClassVar[str] = "2025.1"
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
        return book_of(self.options.library).kit(self.heroes[seat].active)

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
        return self.at[self.land.at[x, y]] - deeds.FIRST_MONSTER

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
        return self.kinds[self.kind[monster]].the if monster != deeds.OFF else "the mountain"

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

    def view(self, seat: int | None) -> view.FateView:
        return view.see(self, seat)
