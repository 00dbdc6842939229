"""The actions of Fate and their notation (G140).  Areas are hexes (x, y); Grimheim is its middle."""

from typing import Literal

from fimbul.core import Action


class Move(Action, frozen=True):
    """Take the move action and go to an area by a shortest way (G21)."""

    x: int
    y: int


class Attack(Action, frozen=True):
    """Take the attack action against the monster, or the mountain, in an area (G22)."""

    x: int
    y: int


class Prepare(Action, frozen=True):
    """Take the prepare action (G23)."""


class Focus(Action, frozen=True):
    """Take the focus action: mana on a card (G24)."""

    card: str


class Mend(Action, frozen=True):
    """Take the mend action (G25)."""


class Practice(Action, frozen=True):
    """Take the practice action (G26)."""


class Quest(Action, frozen=True):
    """Do what the current quest asks for (G41, G42)."""


class Use(Action, frozen=True):
    """Use a card in play (G30, G31); `flexibility-range` names one of several uses."""

    card: str


class Play(Action, frozen=True):
    """Play an event from the hand (G32)."""

    card: str


class Give(Action, frozen=True):
    """Give gold to an adjacent hero (G33)."""

    seat: int
    gold: int


class Ask(Action, frozen=True):
    """Ask an adjacent hero for gold (G33)."""

    seat: int
    gold: int


class End(Action, frozen=True):
    """End the turn (G35)."""


class Go(Action, frozen=True):
    """Go on moving (G21)."""

    x: int
    y: int


class Stop(Action, frozen=True):
    """Move no further (G21)."""


class At(Action, frozen=True):
    """Choose an area, or the monster in it."""

    x: int
    y: int


class On(Action, frozen=True):
    """Choose an own card for mana, or to take mana from."""

    card: str


class Tend(Action, frozen=True):
    """Remove one damage from a hero card or an equipment card."""

    seat: int
    card: str


class Face(Action, frozen=True):
    """Choose the hero that a monster attacks (G79)."""

    seat: int


class Amount(Action, frozen=True):
    """Choose a number."""

    n: int


class Discard(Action, frozen=True):
    """Discard a card from the hand (G34)."""

    card: str


class Keep(Action, frozen=True):
    """Keep the hand, and draw nothing (G34)."""


class Upgrade(Action, frozen=True):
    """Upgrade the hero: a new ability, or a card turned over (G36)."""

    card: str


class Cycle(Action, frozen=True):
    """Put the top of a pile at its bottom (G38)."""

    pile: Literal["abilities", "equipment"]


class Yes(Action, frozen=True):
    """Agree."""


class No(Action, frozen=True):
    """Decline."""


class Done(Action, frozen=True):
    """Leave the roll, or the damage, as it is (G54, G59)."""


class Assault(Action, frozen=True):
    """Which monster attacks next (G79)."""

    x: int
    y: int


ACTIONS = (
    Move,
    Attack,
    Prepare,
    Focus,
    Mend,
    Practice,
    Quest,
    Use,
    Play,
    Give,
    Ask,
    End,
    Go,
    Stop,
    At,
    On,
    Tend,
    Face,
    Amount,
    Discard,
    Keep,
    Upgrade,
    Cycle,
    Yes,
    No,
    Done,
    Assault,
)
