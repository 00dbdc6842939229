"""The state of Six Winters: what a campaign keeps, and the session that is played."""

from typing import Any, ClassVar, Literal

import msgspec

from fimbul.core import AgendaState, BadOption, Event, Illegal, Notation, Options, Rng, Step
from fimbul.games.six_winters import (
    acting,
    building,
    campaign,
    effects,
    narrating,
    obstacles,
    overcoming,
    powers,
    setting_up,
    stress,
    turn,
    view,
)
from fimbul.games.six_winters.actions import ACTIONS
from fimbul.games.six_winters.book import Book, book_of
from fimbul.games.six_winters.campaign import Campaign, SceneTold
from fimbul.games.six_winters.library import Library, OwnMap, check_library, check_map, own_cells

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
    | campaign.YearBegins
    | campaign.ChoosingScenario
    | campaign.Wintering
    | campaign.WinterBegins
    | campaign.WinterActing
    | campaign.WinterAiming
    | campaign.Departure
    | campaign.NewCards
    | campaign.Rested
    | campaign.Clearing
    | campaign.Foraging
    | campaign.Smuggle
    | campaign.Smuggling
    | campaign.SessionEnds
    | campaign.Aftermath
    | campaign.Finale
    | campaign.ImproveSkill
    | campaign.Improving
    | campaign.Archive
    | campaign.Burn
    | campaign.BurnNext
    | campaign.BurningAsset
    | campaign.BurningObstacle
    | campaign.Close
    | campaign.YearEnds
    | turn.TurnBegins
    | turn.Refresh
    | turn.Unlocking
    | turn.NewDice
    | turn.Produce
    | turn.Explode
    | turn.NewAsset
    | turn.NewObstacles
    | turn.Time
    | acting.Acting
    | acting.Rerolling
    | acting.Trading
    | acting.Visiting
    | acting.Sending
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
    | obstacles.Activation
    | obstacles.ChoosingNext
    | obstacles.Activate
    | obstacles.Losing
    | obstacles.March
    | obstacles.Marching
    | obstacles.Fire
    | obstacles.Withdraw
    | obstacles.Threaten
    | obstacles.Surge
    | obstacles.Surging
)


class SixWintersOptions(Options, frozen=True, kw_only=True, cache_hash=True):
    """The choices before a game (S162)."""

    mode: Literal["session", "campaign"] = "session"
    scenario: str = "order_of_the_blue_robe"
    difficulty: Literal["normal", "difficult"] = "normal"
    characters: tuple[str, ...] | None = None
    layout: str | OwnMap = "A"
    all_characters: bool = False
    conditions: Literal["soft", "knockout"] = "soft"
    condition_effect: Literal["skill", "none"] = "skill"
    curse_value: Literal[0, 1] = 0
    cleaving: Literal["curse", "nothing"] = "curse"
    repeat: Literal["lost", "never", "always"] = "lost"
    foes: Literal["wide", "narrow"] = "wide"
    winter_actions: bool = True
    overcome_again: bool = True
    trade_cost: Literal[0, 1, 2] = 1
    resource_dice: int = 6
    action_dice: int = 18
    activation_order: Literal["fixed", "chosen"] = "fixed"
    fort_ruins: bool = False
    solo: Literal["two", "shared"] = "two"
    fourth_abilities: bool = False
    library: Library | None = None


def check_options(options: SixWintersOptions) -> SixWintersOptions:
    """The options, if they can be played with some number of seats."""
    if options.library is not None:
        check_library(options.library, "the option library")
    book = book_of(options.library)
    if options.scenario not in book.scenario:
        known = ", ".join(book.scenario)
        raise BadOption(f"The option 'scenario' names '{options.scenario}'; there is {known}.")
    layouts = sorted({cell.layout for cell in book.library.maps})
    if isinstance(options.layout, OwnMap):
        check_map(own_cells(options.layout, book.library), book.library, "The option 'layout'")
    elif options.layout not in layouts:
        raise BadOption(f"The option 'layout' is {', '.join(layouts)} or a map file, not '{options.layout}'.")
    for name, low, high in (("resource_dice", 6, 12), ("action_dice", 18, 36)):
        if not low <= getattr(options, name) <= high:
            raise BadOption(f"The option '{name}' is {low} to {high}, not {getattr(options, name)}.")
    for character in options.characters or ():
        if character not in book.character:
            known = ", ".join(book.character)
            raise BadOption(f"The option 'characters' names '{character}'; there is {known}.")
        if (options.characters or ()).count(character) > 1:
            raise BadOption(f"The option 'characters' names '{character}' twice; all must differ (S23).")
        if not book.characters[book.character[character]].unlocked and not options.all_characters:
            raise BadOption(
                f"The option 'characters' names '{character}', who is locked without 'all_characters' (S8)."
            )
        if not (options.all_characters or book.characters[book.character[character]].unlocked):
            raise BadOption(
                f"The option 'characters' names '{character}', who is locked without 'all_characters' (S8)."
            )
    return options


class Building(msgspec.Struct, frozen=True):
    """An asset in progress: the dice on its slots, -1 where there is none."""

    asset: int
    dice: tuple[int, ...]


class Standing(msgspec.Struct, frozen=True):
    """An obstacle in play."""

    obstacle: int
    place: int
    progress: int
    hindrance: int


class Person(msgspec.Struct, kw_only=True):
    """A character in the session.  Dice are values; boxes hold dice by their numbers."""

    character: int
    seat: int
    skills: list[int]
    psyche: int
    body: int
    place: int = -1
    moves: int = 0
    dice: list[int] = msgspec.field(default_factory=list)
    abilities: int = 0  # how many are unlocked
    building: list[Building] = msgspec.field(default_factory=list)
    completed: list[int] = msgspec.field(default_factory=list)
    boxes: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    turned: tuple[str, ...] = ()
    tried: tuple[int, ...] = ()  # obstacles of this turn
    overcome: list[int] = msgspec.field(default_factory=list)
    played_assets: list[int] = msgspec.field(default_factory=list)
    played_obstacles: list[int] = msgspec.field(default_factory=list)
    conditions: list[tuple[int, int]] = msgspec.field(
        default_factory=list
    )  # track, and the skill that it lowers
    curses: list[int] = msgspec.field(default_factory=list)
    extras: list[int] = msgspec.field(default_factory=list)  # skills of starting assets more (S178)
    raises: int = 0  # skills that may still be raised before the session


class SixWintersState(AgendaState, kw_only=True):
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
    attempt: overcoming.Attempt | None = None
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
    agenda: list[Agenda] = msgspec.field(default_factory=list)

    slug: ClassVar[str] = "six_winters"
    rules_version: ClassVar[str] = "V24.1"
    turn_rule: ClassVar[str] = "S41"
    end_rule: ClassVar[str] = "S121"
    notation: ClassVar[Notation] = Notation(ACTIONS)

    @property
    def book(self) -> Book:
        """The cards of this game."""
        return book_of(self.options.library)

    @property
    def players(self) -> int:
        """How many characters play (S14)."""
        return len(self.people)

    def push(self, *steps: Step) -> None:
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

    def person(self, character: str) -> int:
        """The number of a character in the session."""
        number = self.book.character[character]
        return next(place for place, person in enumerate(self.people) if person.character == number)

    def locations(self) -> list[int]:
        """The locations on the map, by number."""
        return sorted(place for place in self.cells if place >= 0)

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
        hidden = sorted(self.obstacle_deck[: len(self.obstacle_deck) - len(self.known)])
        rng.shuffle(hidden)
        self.obstacle_deck = hidden + self.known

    def view(self, seat: int | None) -> view.SixWintersView:
        return view.see(self, seat)
