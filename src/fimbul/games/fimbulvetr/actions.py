"""The seven actions (F54).  Warriors are named by their ids; the seat that acts says whose they are."""

from fimbul.core import Action


class Place(Action, frozen=True, gc=False):
    """Put a warrior on the table (F21)."""

    warrior: str
    x: int
    y: int
    r: int


class Relic(Action, frozen=True, gc=False):
    """Choose a relic token and its first bearer (F23)."""

    token: str
    warrior: str


class Move(Action, frozen=True, gc=False):
    """Bring a warrior to a cell and a facing (F26 to F31)."""

    warrior: str
    x: int
    y: int
    r: int


class Melee(Action, frozen=True, gc=False):
    """Slay an enemy whose corner touches the warrior's (F32)."""

    warrior: str
    target: str


class Ranged(Action, frozen=True, gc=False):
    """Slay an enemy two cells away (F33 to F36)."""

    warrior: str
    target: str


class Handoff(Action, frozen=True, gc=False):
    """Give the relic to a neighbour (F38)."""

    warrior: str


class Pass(Action, frozen=True, gc=False):
    """Do nothing, where nothing can be done (F25)."""


ACTIONS = (Place, Relic, Move, Melee, Ranged, Handoff, Pass)
Play = Place | Relic | Move | Melee | Ranged | Handoff | Pass
