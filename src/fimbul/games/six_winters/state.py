"""The state of Six Winters: what a campaign keeps, and the session that is played; one saved thing (S150)."""

import functools
from typing import Any, ClassVar

import msgspec

from fimbul.core import AgendaState, Event, Illegal, Notation, Rng, Step
from fimbul.core.wording import listed
from fimbul.games.six_winters.actions import ACTIONS
from fimbul.games.six_winters.library.index import Book, book_of
from fimbul.games.six_winters.model import Attempt, Campaign, Person, SceneTold, SixWintersOptions, Standing
from fimbul.games.six_winters.rules import activation, effects, ground, setting_up, stress, turn
from fimbul.games.six_winters.rules.acting import (
    building,
    mustering,
    narrating,
    overcoming,
    powers,
    step,
    trading,
    visiting,
)
from fimbul.games.six_winters.rules.campaign import closing, winter, years
from fimbul.games.six_winters.table.view import SixWintersView, see

Agenda = (
    setting_up.Choosing
    | setting_up.Seasoning
    | setting_up.Schooling
    | setting_up.Learning
    | setting_up.Outfit
    | setting_up.Equipping
    | setting_up.SetUp
    | setting_up.Furnish
    | setting_up.FirstRolls
    | setting_up.Placing
    | effects.Do
    | effects.Settling
    | effects.ChoosingPlace
    | effects.Discarding
    | effects.Relieving
    | effects.Cursing
    | effects.OneOf
    | effects.Offer
    | effects.Offering
    | effects.Burying
    | effects.NextScene
    | years.YearBegins
    | years.ChoosingScenario
    | winter.Wintering
    | winter.WinterBegins
    | winter.HomeForWinter
    | winter.ComingHome
    | winter.WinterActing
    | winter.WinterAiming
    | years.Departure
    | years.NewCards
    | years.Rested
    | years.Clearing
    | years.Foraging
    | years.Smuggle
    | years.Smuggling
    | closing.SessionEnds
    | closing.Aftermath
    | closing.Finale
    | closing.ImproveSkill
    | closing.Improving
    | closing.Archive
    | closing.Burn
    | closing.BurnNext
    | closing.BurningAsset
    | closing.BurningObstacle
    | closing.Close
    | closing.YearEnds
    | turn.TurnBegins
    | turn.Refresh
    | turn.Unlocking
    | turn.NewDice
    | turn.Produce
    | turn.Explode
    | turn.NewAsset
    | turn.NewObstacles
    | turn.Time
    | step.Acting
    | mustering.Rerolling
    | trading.Trading
    | visiting.Visiting
    | visiting.Sending
    | building.Filling
    | powers.ChoosingDice
    | powers.ChoosingValue
    | powers.ChoosingType
    | powers.Riding
    | overcoming.Joining
    | overcoming.Brace
    | overcoming.Bracing
    | overcoming.Pools
    | overcoming.Guarding
    | overcoming.StressRoll
    | overcoming.Parry
    | overcoming.Parrying
    | overcoming.Fend
    | overcoming.Cancelling
    | overcoming.Share
    | overcoming.Blow
    | overcoming.Bearing
    | overcoming.Push
    | overcoming.Pushing
    | overcoming.Judge
    | overcoming.Hindering
    | narrating.Scoring
    | narrating.Telling
    | narrating.PutAway
    | narrating.Divide
    | narrating.Dividing
    | narrating.Ordeal
    | narrating.Relief
    | narrating.Completed
    | stress.Hurt
    | stress.Suffering
    | activation.Activation
    | activation.ChoosingNext
    | activation.Activate
    | activation.Losing
    | activation.March
    | activation.Marching
    | activation.Fire
    | activation.Withdraw
    | activation.Threaten
    | activation.Surge
    | activation.Surging
)


class SixWintersState(AgendaState, kw_only=True, dict=True):
    """A position.  Locations are numbers in the order of their printed numbers; lists are by location."""

    options: SixWintersOptions
    people: list[Person]
    cells: list[int]  # by cell of the grid: a location, or -1
    level: list[int]  # production: 0, 1, 2
    makes: list[int]  # a resource, or -1
    threats: list[int]
    dice: list[tuple[int, ...]]  # resource dice, sorted
    supply: list[int]  # by kind of die
    asset_deck: list[int]
    obstacle_deck: list[int]
    archive: list[int] = msgspec.field(default_factory=list)
    staged: list[int] = msgspec.field(default_factory=list)
    standing: list[Standing] = msgspec.field(default_factory=list)
    discard: list[int] = msgspec.field(default_factory=list)
    hindered: list[int] = msgspec.field(default_factory=list)
    face_up: list[int] = msgspec.field(default_factory=list)  # on the obstacle deck, the last on top
    known: list[int] = msgspec.field(default_factory=list)  # put openly on the deck: its last cards
    burned: list[int] = msgspec.field(default_factory=list)  # obstacles
    lasting: list[str] = msgspec.field(default_factory=list)
    pool: int = 0
    season: int = 0
    moment: int = 1  # the turn of the season
    scene: int = 0
    scene_place: int = -1
    ended: list[int] = msgspec.field(default_factory=list)  # seats that have ended their actions
    attempt: Attempt | None = None
    played: list[tuple[int, int]] = msgspec.field(default_factory=list)  # in the scene: person, card
    spotlight: int = 0
    seats: int = 2
    story: str = ""  # the scenario that is played
    hard: bool = False  # in difficult mode
    extra: int = 0  # points more that each scene of a finale needs (S147)
    fresh: bool = False  # the decks were shuffled in this very action: what is drawn is the dice's doing
    closed: bool = False  # the session has just ended: nothing of it goes on
    scenes: list[SceneTold] = msgspec.field(default_factory=list)
    campaign: Campaign | None = None
    words: list[tuple[str, str]] = msgspec.field(default_factory=list)  # said in the scene: who, what
    shown: list[str] = msgspec.field(default_factory=list)  # played in the scene
    weight: list[tuple[int, str]] = msgspec.field(default_factory=list)  # what they counted
    tale: list[str] = msgspec.field(default_factory=list)  # what has happened since the last scene (S145)
    agenda: list[Agenda] = msgspec.field(default_factory=list)

    slug: ClassVar[str] = "six_winters"
    rules_version: ClassVar[str] = "V24.4"
    turn_rule: ClassVar[str] = "S41"
    end_rule: ClassVar[str] = "S121"
    notation: ClassVar[Notation] = Notation(ACTIONS)

    @functools.cached_property
    def book(self) -> Book:
        """The cards of this game."""
        return book_of(self.options.library)

    @property
    def players(self) -> int:
        """How many characters play (S14)."""
        return len(self.people)

    def push(self, *steps: Step[Any]) -> None:
        """Let these happen next; nothing of a session that has ended goes on."""
        if not self.closed:
            super().push(*steps)

    @property
    def shared(self) -> bool:
        """Whether one person leads two characters with one pool of action dice (S160)."""
        return self.seats == 1 and self.options.solo == "shared"

    @property
    def purses(self) -> list[Person]:
        """Those who keep action dice: everybody, or the first one for both of a shared pool."""
        return self.people[:1] if self.shared else self.people

    def purse(self, person: int) -> Person:
        """Who keeps the unspent action dice that a person spends."""
        return self.people[0 if self.shared else person]

    def own(self, seat: int) -> list[int]:
        """The people that a seat leads."""
        return [number for number, person in enumerate(self.people) if person.seat == seat]

    def id(self, person: int) -> str:
        """How a person is called in the notation."""
        return self.book.characters[self.people[person].character].id

    def name(self, person: int) -> str:
        """What a person is called."""
        return self.book.characters[self.people[person].character].name

    def players_of(self, seat: int) -> str:
        """The people that a seat leads, by name; before there are any, its number."""
        return listed(self.name(person) for person in self.own(seat)) or f"Player {seat + 1}"

    def end_year(self, won: bool, why: str) -> None:
        """The session of a campaign is over: nothing of it goes on (S140)."""
        self.agenda.clear()
        self.push(closing.SessionEnds(won, why))
        self.closed = True

    def person(self, character: str) -> int:
        """The number of a character in the session."""
        number = self.book.character[character]
        return next(place for place, person in enumerate(self.people) if person.character == number)

    def locations(self) -> tuple[int, ...]:
        """The locations on the map, by number."""
        return ground.on_map(tuple(self.cells))

    def refusal(self, action: object, seat: int) -> Illegal | None:
        if type(action) not in ACTIONS:
            return Illegal("S220", "That is not an action of this game.")
        return super().refusal(action, seat)

    def take(self, action: Any, seat: int) -> list[Event]:
        self.fresh = False
        return super().take(action, seat)

    def reveal(self) -> None:
        """A card came to light that nobody knew; straight after a shuffle that counts as chance."""
        self.reveals += not self.fresh

    def redeal(self, seat: int | None, rng: Rng) -> None:
        """Nobody knows the order of the two decks (S12), but for what was put openly on top."""
        self.asset_deck.sort()
        rng.shuffle(self.asset_deck)
        hidden = sorted(self.obstacle_deck)
        for card in self.known:
            hidden.remove(card)
        rng.shuffle(hidden)
        self.obstacle_deck = hidden + self.known

    def view(self, seat: int | None) -> SixWintersView:
        return see(self, seat)
