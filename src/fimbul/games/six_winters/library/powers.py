"""What abilities and assets can do (S81, S82): an operation of its own kind each.

A `type` that is empty means any die: a resource die at the location or an own action die.
"""

from typing import Literal

from fimbul.games.six_winters.library.terms import Operation, Resource, Skill, Track


class Flip(Operation, frozen=True, tag="flip", tag_field="kind"):
    """A die is turned over."""

    type: Resource | Literal[""] = ""


class Set(Operation, frozen=True, tag="set", tag_field="kind"):
    """A die shows another value, by choice."""

    type: Resource | Literal[""] = ""


class Add(Operation, frozen=True, tag="add", tag_field="kind"):
    """A die goes up or down."""

    amount: int
    type: Resource | Literal[""] = ""


class Convert(Operation, frozen=True, tag="convert", tag_field="kind"):
    """Dice of these values become others; 0: rolled."""

    values: tuple[int, ...]
    gains: tuple[int, ...]
    type: Resource | Literal[""] = ""


class Retype(Operation, frozen=True, tag="retype", tag_field="kind"):
    """A die becomes one of another type; several: rolled; none named: any other type, by choice."""

    type: Resource
    becomes: tuple[Resource, ...] = ()


class Split(Operation, frozen=True, tag="split", tag_field="kind"):
    """A die becomes two that make up its value."""

    type: Resource | Literal[""] = ""


class FreeMove(Operation, frozen=True, tag="free_move", tag_field="kind"):
    """A step to an adjacent location, whatever it costs."""


class StressMove(Operation, frozen=True, tag="stress_move", tag_field="kind"):
    """To a location that produces sorcery, for stress."""

    track: Track
    amount: int


class StressForDice(Operation, frozen=True, tag="stress_for_dice", tag_field="kind"):
    """So many action dice, for one stress."""

    track: Track
    amount: int


class Stash(Operation, frozen=True, tag="stash", tag_field="kind"):
    """Boxes for dice, and what the dice in them are spent for.

    A box takes a resource, `any_resource`, `any_die`, or a value such as `5`.  `action_die` is one,
    `convert` gives `gains`, and `overcome` with an `amount` is so much progress on an obstacle of `skill`.
    """

    stash: tuple[str, ...]
    use: Literal["create", "defend", "overcome", "reroll", "action_die", "recall", "discard", "convert"]
    gains: tuple[int, ...] = ()
    skill: Skill | Literal[""] = ""
    amount: int = 0


class Defend(Operation, frozen=True, tag="defend", tag_field="kind"):
    """One stress die fewer of an obstacle or a scene of the skill."""

    skill: Skill


class Preview(Operation, frozen=True, tag="preview", tag_field="kind"):
    """The stress dice of an obstacle of the skill are rolled before the defence is chosen."""

    skill: Skill


class Progress(Operation, frozen=True, tag="progress", tag_field="kind"):
    """So much progress on an obstacle of the skill."""

    skill: Skill
    amount: int


class Hindrance(Operation, frozen=True, tag="hindrance", tag_field="kind"):
    """So much hindrance on an obstacle of the skill."""

    skill: Skill
    amount: int


class Movement(Operation, frozen=True, tag="movement", tag_field="kind"):
    """More movement points each turn."""

    amount: int


class Carry(Operation, frozen=True, tag="carry", tag_field="kind"):
    """Room for so many dice of a location."""

    amount: int


class FreePorts(Operation, frozen=True, tag="free_ports", tag_field="kind"):
    """Sailing costs nothing."""


OnDice = Flip | Set | Add | Convert | Retype | Split
InAttempts = Defend | Preview | Progress | Hindrance
Power = OnDice | FreeMove | StressMove | StressForDice | Stash | InAttempts | Movement | Carry | FreePorts
