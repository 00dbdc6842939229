"""The plain records of a game: options, a hero with the player's cards, dice, damage that is on its way."""

from typing import Annotated, Literal

import msgspec

from fimbul.core import BadOption, Options
from fimbul.core.wording import either
from fimbul.games.fate.library.check import HEROES, check_library
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.library.rows import Library

OFF = -1  # where a monster is that has left the map
FREE, FIRST_MONSTER = 0, 5  # what `at` holds: nobody, a hero's seat + 1, or a monster's number + 5
MISS, RUNE, COVER, HIT = range(4)  # faces of the attack die (G52); COVER: a hit unless in cover
ANY = "any"  # a hero that the seed chooses

HeroName = Annotated[str, msgspec.Meta(extra_json_schema={"enum": [ANY, *HEROES]})]
Scope = Literal["hero", "own", "equipment", "near", "near_heroes"]  # whose cards damage is removed from


class FateOptions(Options, frozen=True, kw_only=True, cache_hash=True):
    """The choices before a game (G11, G15).

    `heroes` are those of the seats, in order; left out, or where it says `any`, the seed chooses.
    `harder_upgrades` begins one step up on the upgrade track.  `promos` shuffles the promotional equipment
    card of every hero into the piles.  `library` is a folder of your own cards, map and monsters.
    """

    heroes: Annotated[
        tuple[HeroName, ...] | None,
        msgspec.Meta(title="Heroes (you first)", description="All must differ (G11)."),
    ] = None
    track: Annotated[
        Literal["short", "long"],
        msgspec.Meta(
            title="Time track", description="Short for a first game, long for a whole evening (G15)."
        ),
    ] = "short"
    monster_die: Annotated[
        bool,
        msgspec.Meta(title="Monster die", description="Less can be foreseen of what the monsters do (G15)."),
    ] = False
    start_kit: Annotated[
        bool, msgspec.Meta(title="Starting equipment", description="Every hero begins with some of it (G15).")
    ] = True
    harder_upgrades: Annotated[
        bool,
        msgspec.Meta(
            title="Harder upgrades", description="You begin one step up on the upgrade track (G15)."
        ),
    ] = False
    promos: Annotated[
        bool,
        msgspec.Meta(
            title="Promotional cards", description="One more piece of equipment for every hero (G11)."
        ),
    ] = False
    library: Library | None = None


def check_options(options: FateOptions) -> FateOptions:
    """The options, if they can be played with some number of seats."""
    chosen = options.heroes
    if options.library is not None:
        check_library(options.library, "the option library")
    if chosen is not None:
        for hero in chosen:
            if hero not in (ANY, *HEROES):
                raise BadOption(f"The option 'heroes' names '{hero}'; expected {either(HEROES)}.")
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
    suppressed: int = OFF  # the monster suppressed in the last monster turn
    mailed: bool = False  # the mail has prevented in this monster turn


class Roll(msgspec.Struct, frozen=True):
    """The roll on the table, against a monster, or a mountain if the number is -1."""

    seat: int
    node: int
    monster: int
    dice: tuple[int, ...] = ()
    bonus: int = 0
    action: bool = False  # it is an attack action
    used: tuple[str, ...] = ()

    def used_with(self, name: str) -> "Roll":
        """The same roll, with one more card used on it."""
        return msgspec.structs.replace(self, used=(*self.used, name))


class Cast(msgspec.Struct, frozen=True):
    """Dice that have fallen and were counted, for those who look at the table."""

    who: str
    against: str
    dice: tuple[int, ...]
    hits: tuple[bool, ...]
    damage: int


class Blow(msgspec.Struct, frozen=True):
    """Damage that a hero is about to take, or has taken, from a monster (-1: from elsewhere)."""

    seat: int
    amount: int
    monster: int
    why: str
    adjacent: bool = False  # the monster stands beside the hero when it attacks
    answered: tuple[str, ...] = ()  # cards that were used against it

    def answered_with(self, card: str) -> "Blow":
        """The same blow, with one more card used against it."""
        return msgspec.structs.replace(self, answered=(*self.answered, card))
