"""The actions of Six Winters and their notation (S220 to S224)."""

from fimbul.core import Action


class OfCharacter(Action, frozen=True):
    """An action of one character: a person may lead two."""

    character: str


# ---- before the first turn (S221)


class Scenario(Action, frozen=True):
    """Choose the scenario of the year, and the mode."""

    id: str
    mode: str


class Winter(OfCharacter, frozen=True):
    """Train or rest."""

    way: str


class WinterAction(OfCharacter, frozen=True):
    """Take a winter action."""

    action: str


class NoAction(OfCharacter, frozen=True):
    """Take no winter action."""


class Choose(OfCharacter, frozen=True):
    """Play this character in the session."""


class Learn(OfCharacter, frozen=True):
    """Raise a skill."""

    skill: str


class Clear(OfCharacter, frozen=True):
    """Clear a condition or a curse."""

    condition: str


class Grant(OfCharacter, frozen=True):
    """A character starts with this asset."""

    asset: str


class Equip(OfCharacter, frozen=True):
    """Take an asset from the archive."""

    asset: str


class Ready(OfCharacter, frozen=True):
    """Take no more."""


class Settle(Action, frozen=True):
    """Where a new location goes."""

    location: str
    row: int
    column: int


class Place(OfCharacter, frozen=True):
    """Where a character starts."""

    location: str


# ---- in the action step (S222)


class Move(OfCharacter, frozen=True):
    """A step to an adjacent location."""

    location: str


class Pay(OfCharacter, frozen=True):
    """The same, paid by a technology die."""

    location: str
    die: str


class Sail(OfCharacter, frozen=True):
    """From port to port."""

    location: str


class Gate(OfCharacter, frozen=True):
    """From gate to gate, for stress."""

    location: str
    track: str


class Muster(OfCharacter, frozen=True):
    """A new die at the location."""


class Reroll(OfCharacter, frozen=True):
    """Roll dice again: `actions` or `resources`."""

    pool: str


class Take(OfCharacter, frozen=True):
    """Take a staged asset."""

    asset: str


class Create(OfCharacter, frozen=True):
    """Create an asset, with an action die or an ability's stashed die."""

    source: str


class Overcome(OfCharacter, frozen=True):
    """An overcome action."""

    obstacle: str


class Narrate(OfCharacter, frozen=True):
    """Begin the scene."""


class Trade(OfCharacter, frozen=True):
    """Trade two dice of a type for one of another."""

    given: str
    wanted: str


class Visit(OfCharacter, frozen=True):
    """Use the location's text for an action die."""

    die: str


class VisitFree(OfCharacter, frozen=True):
    """Use a location's text that costs no die."""


class Stash(OfCharacter, frozen=True):
    """Put a die into a box of a card."""

    card: str
    die: str


class Use(OfCharacter, frozen=True):
    """Use an ability or an asset."""

    card: str


class Load(OfCharacter, frozen=True):
    """Put a die of the location on a card that carries."""

    card: str
    die: str


class Unload(OfCharacter, frozen=True):
    """Put a carried die down at the location."""

    card: str
    die: str


class End(Action, frozen=True):
    """End the actions of this step."""


# ---- questions within an action (S223)


class Dice(Action, frozen=True):
    """Choose dice."""

    dice: tuple[str, ...]


class Value(Action, frozen=True):
    """Choose a value."""

    n: int


class Type(Action, frozen=True):
    """Choose a resource."""

    resource: str


class At(Action, frozen=True):
    """Choose a location."""

    location: str


class Pick(Action, frozen=True):
    """Choose an obstacle."""

    obstacle: str


class Slot(Action, frozen=True):
    """Where a die goes."""

    asset: str
    n: int
    die: str


class Suffer(OfCharacter, frozen=True):
    """Which track takes stress."""

    track: str


class Join(OfCharacter, frozen=True):
    """Take part in an overcome action."""


class Stay(OfCharacter, frozen=True):
    """Take no part in it."""


class Guard(OfCharacter, frozen=True):
    """The defence pool."""

    dice: tuple[str, ...]


class Cancel(Action, frozen=True):
    """Cancel a stress die."""

    track: str
    value: int


class Bear(OfCharacter, frozen=True):
    """Who takes a stress die."""


class Hinder(Action, frozen=True):
    """Hinder the obstacle."""


class Leave(Action, frozen=True):
    """Leave the obstacle where it is."""


class PlayAsset(OfCharacter, frozen=True):
    """Play an asset in a scene."""

    asset: str


class PlayObstacle(OfCharacter, frozen=True):
    """Play an overcome obstacle in a scene."""

    obstacle: str


class Tell(Action, frozen=True):
    """Answer the guiding question, in the player's own words."""

    text: str

    free = ("text",)


class Option(Action, frozen=True):
    """Choose one of the options, counted from 1."""

    n: int


class Stage(Action, frozen=True):
    """Choose a staged asset."""

    asset: str


class On(OfCharacter, frozen=True):
    """Choose a character."""


class Yes(Action, frozen=True):
    """Agree."""


class No(Action, frozen=True):
    """Decline."""


class Done(Action, frozen=True):
    """No more of it."""


# ---- in the other steps, and at the end (S224)


class Activate(Action, frozen=True):
    """Which obstacle activates next."""

    obstacle: str


class Lose(Action, frozen=True):
    """How many tokens of each kind go."""

    obstacle: str
    progress: int
    hindrance: int


class Curse(OfCharacter, frozen=True):
    """Curse a skill."""

    skill: str


class Improve(OfCharacter, frozen=True):
    """Improve a skill, where several are as common."""

    skill: str


class BurnAsset(Action, frozen=True):
    """Burn an asset."""

    asset: str


class BurnObstacle(Action, frozen=True):
    """Burn an obstacle."""

    obstacle: str


ACTIONS = (
    Scenario,
    Winter,
    WinterAction,
    NoAction,
    Choose,
    Learn,
    Clear,
    Grant,
    Equip,
    Ready,
    Settle,
    Place,
    Move,
    Pay,
    Sail,
    Gate,
    Muster,
    Reroll,
    Take,
    Create,
    Overcome,
    Narrate,
    Trade,
    Visit,
    VisitFree,
    Stash,
    Use,
    Load,
    Unload,
    End,
    Dice,
    Value,
    Type,
    At,
    Pick,
    Slot,
    Suffer,
    Join,
    Stay,
    Guard,
    Cancel,
    Bear,
    Hinder,
    Leave,
    PlayAsset,
    PlayObstacle,
    Tell,
    Option,
    Stage,
    On,
    Yes,
    No,
    Done,
    Activate,
    Lose,
    Curse,
    Improve,
    BurnAsset,
    BurnObstacle,
)
