"""The actions of Fornaldar and their notation (R25.3)."""

from fimbul.core import Action

ESCORT = "escort-"  # before a character's name: his escort
TROOPS = "troops"  # everybody in the stack who is not a character


class Done(Action, frozen=True):
    """Nothing more of this: end the phase, or the choice."""


class At(Action, frozen=True):
    """This hex: of a reinforcement, an entry, a landing, a target."""

    hex: str


# ---- movement (11 to 14)


class Pick(Action, frozen=True):
    """Take up the force in a hex: its `land` or its `sea` stack, all that can go."""

    hex: str
    stack: str


class Leave(Action, frozen=True):
    """Leave pieces of the force behind: a character, a ship, or so many CSP of a banner."""

    what: str
    count: int


class Take(Action, frozen=True):
    """Pick up pieces that have not moved."""

    what: str
    count: int


class Go(Action, frozen=True):
    """Move the force to a hex, or onto a river hexside (`h3617-h3618`), the cheapest way."""

    hex: str


class Halt(Action, frozen=True):
    """The force stays here for the rest of the phase."""


class PutDown(Action, frozen=True):
    """Put the force down before it has moved: it may be taken up again."""


class Load(Action, frozen=True):
    """Embark a character or CSP that stand in this hex."""

    what: str
    count: int
    hex: str


class Unload(Action, frozen=True):
    """Put a character or CSP ashore in this hex."""

    what: str
    count: int
    hex: str


class Ashore(Action, frozen=True):
    """Swimmers go ashore in this hex."""

    hex: str


class Swim(Action, frozen=True):
    """Swimmers go into the water: of the hex, or of a river hexside."""

    where: str


class Attach(Action, frozen=True):
    """One CSP becomes the escort of a character."""

    leader: str


class Detach(Action, frozen=True):
    """The escort of a character becomes a CSP."""

    leader: str


class Give(Action, frozen=True):
    """Hand an item to a character of the same hex, or to the `troops`."""

    item: str
    leader: str


class Show(Action, frozen=True):
    """Put a piece on top of the stack: a character, a ship, or the first banner of an army."""

    what: str


class Search(Action, frozen=True):
    """Search for artifacts with so many movement points."""

    points: int


class Teleport(Action, frozen=True):
    """An enchanter of the force tries to teleport it."""

    leader: str


class Overrun(Action, frozen=True):
    """Overrun the enemy in the hex."""


class Intercept(Action, frozen=True):
    """Try to intercept with the force in a hex."""

    hex: str


class Wait(Action, frozen=True):
    """Not now."""


class LetGo(Action, frozen=True):
    """Do not intercept this force at all."""


class Evade(Action, frozen=True):
    """Try to evade."""


class Stand(Action, frozen=True):
    """Do not evade."""


# ---- combat (16 to 18)


class Fight(Action, frozen=True):
    """Announce combat in a hex, on `land` or at `sea`."""

    hex: str
    stack: str


class Challenge(Action, frozen=True):
    """Challenge: a `duel` arcane or a `trial` by combat, by this character."""

    kind: str
    leader: str


class Accept(Action, frozen=True):
    """Accept the challenge with this character."""

    leader: str


class Refuse(Action, frozen=True):
    """Refuse the challenge."""


class Terrain(Action, frozen=True):
    """Defend in this kind of terrain."""

    kind: str


class Lose(Action, frozen=True):
    """One loss is borne by this: a banner's CSP, `escort-` and a character's name, a ship, a character."""

    what: str


class Press(Action, frozen=True):
    """Attack in another round."""


class Hold(Action, frozen=True):
    """Attack no more."""


class DriveOut(Action, frozen=True):
    """Drive the enemy out of the hex."""


class Retreat(Action, frozen=True):
    """Retreat to this hex."""

    hex: str


# ---- magic (20, 21)


class Cast(Action, frozen=True):
    """Plot an enchantment."""

    leader: str
    enchantment: str


class Aim(Action, frozen=True):
    """The target of an enchantment or item: a hex, a character, a group, a sea, a kind of weather."""

    what: str


class Use(Action, frozen=True):
    """Use an item."""

    item: str


# ---- the rest of the turn (9, 10)


class Refit(Action, frozen=True):
    """Begin to repair a ship."""

    ship: str


class Call(Action, frozen=True):
    """Try to mobilize a group."""

    group: str


class Withdraw(Action, frozen=True):
    """Take a group off the map."""

    group: str


ACTIONS = (
    *(Done, At, Pick, Leave, Take, Go, Halt, PutDown, Load, Unload, Ashore, Swim, Attach, Detach, Give),
    *(Show, Search, Teleport, Overrun, Intercept, Wait, LetGo, Evade, Stand, Fight, Challenge, Accept),
    *(Refuse, Terrain, Lose, Press, Hold, DriveOut, Retreat, Cast, Aim, Use, Refit, Call, Withdraw),
)
