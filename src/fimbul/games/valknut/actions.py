"""Everything that a player can do, in the order of the rulebook.

Zones are named by column and row; a Giantess by her upper zone; a card by the north-west zone of the block
that it covers, turned r quarters clockwise.  Warbands, cards and gods are named by their ids.
"""

from typing import Literal

from fimbul.core import Action

Compass = Literal["n", "e", "s", "w"]


class Setup(Action, frozen=True, gc=False):
    """Put a unit on a slot of the player's Parley half (V14)."""

    kind: str
    x: int
    y: int


class Ready(Action, frozen=True, gc=False):
    """Have all the units set up that one wants (V14)."""


class Lay(Action, frozen=True, gc=False):
    """Lay a card of the pool, or an Ambush card, beside the Battleground (V21, V22, V55)."""

    card: str
    x: int
    y: int
    r: int


class Spawn(Action, frozen=True, gc=False):
    """Bring a unit from the supply to a Valknut (V50, V73)."""

    kind: str
    x: int
    y: int


class Decline(Action, frozen=True, gc=False):
    """Leave a spawn, a rage or a god alone, or end Massive Numbers (V50, V67, V73, V101)."""


class Move(Action, frozen=True, gc=False):
    """Move a unit by n zones in a straight line (V30)."""

    x: int
    y: int
    dir: Compass
    n: int


class Shove(Action, frozen=True, gc=False):
    """Push the enemy next to a Vanir one zone further (V69)."""

    x: int
    y: int
    dir: Compass


class Summon(Action, frozen=True, gc=False):
    """Bring a Dragon to a visible Valknut (V70)."""

    x: int
    y: int
    tx: int
    ty: int


class Act(Action, frozen=True, gc=False):
    """Say which warband made the kill (V93)."""

    kind: str


class Rise(Action, frozen=True, gc=False):
    """Choose where a killed unit becomes a Draugr (V72)."""

    x: int
    y: int


class Take(Action, frozen=True, gc=False):
    """Take a god or monster from the pool (V101)."""

    god: str


class TakeFrom(Action, frozen=True, gc=False):
    """Take a god or monster from another player (V101)."""

    god: str
    seat: int


class Order(Action, frozen=True):
    """Odin: put the top cards of the pile back, the first one on top (V104)."""

    cards: tuple[str, ...]


class Freya(Action, frozen=True, gc=False):
    """Freya: move a unit over anything (V106)."""

    x: int
    y: int
    dir: Compass
    n: int


class Thor(Action, frozen=True, gc=False):
    """Thor: kill an enemy on a Valknut (V107)."""

    x: int
    y: int


class Hel(Action, frozen=True, gc=False):
    """Hel: bring a unit of somebody's supply to a visible Valknut, to fight for its new lord (V108)."""

    seat: int
    kind: str
    x: int
    y: int


class Fenrir(Action, frozen=True, gc=False):
    """Fenrir: take an opponent's Ambush card (V110)."""

    seat: int
    card: str


class Surtr(Action, frozen=True, gc=False):
    """Surtr: destroy the laid card whose north-west zone this is (V111)."""

    x: int
    y: int


class Jormungandr(Action, frozen=True, gc=False):
    """Jormungandr: take a unit from an opponent's supply (V112)."""

    seat: int
    kind: str


class End(Action, frozen=True, gc=False):
    """End the turn (V20)."""


ACTIONS = (
    Setup,
    Ready,
    Lay,
    Spawn,
    Decline,
    Move,
    Shove,
    Summon,
    Act,
    Rise,
    Take,
    TakeFrom,
    Order,
    Freya,
    Thor,
    Hel,
    Fenrir,
    Surtr,
    Jormungandr,
    End,
)

Play = (
    Setup
    | Ready
    | Lay
    | Spawn
    | Decline
    | Move
    | Shove
    | Summon
    | Act
    | Rise
    | Take
    | TakeFrom
    | Order
    | Freya
    | Thor
    | Hel
    | Fenrir
    | Surtr
    | Jormungandr
    | End
)
