"""What scenarios do (S27, S80, S98, S180): at set-up, after a threat roll, with a scene, at the end.

An operation of its own kind each; no scenario has code.
"""

from typing import Literal

from fimbul.games.six_winters.library.terms import Operation, Region, Resource, Skill, Track


class Place(Operation, frozen=True, tag="place", tag_field="do"):
    """An obstacle comes into play at a location, or at one of a region that is chosen."""

    obstacle: str
    location: str = ""
    region: Region | Literal[""] = ""


class Draw(Operation, frozen=True, tag="draw", tag_field="do"):
    """Obstacles are drawn, so many for each player."""

    amount: int = 1


class Add(Operation, frozen=True, tag="add", tag_field="do"):
    """A location is added to the map."""

    location: str


class Burn(Operation, frozen=True, tag="burn", tag_field="do"):
    """Obstacles leave the campaign, wherever they are; `in_play`: only if they are in play."""

    obstacles: tuple[str, ...]
    in_play: bool = False


class Unlock(Operation, frozen=True, tag="unlock", tag_field="do"):
    """A character joins the group."""

    character: str


class Teach(Operation, frozen=True, tag="teach", tag_field="do"):
    """A winter action, for a character or for all."""

    action: str
    character: str = ""


class ToArchive(Operation, frozen=True, tag="archive", tag_field="do"):
    """An asset goes to the archive."""

    asset: str


class JoinDeck(Operation, frozen=True, tag="join", tag_field="do"):
    """A locked obstacle joins the deck."""

    obstacle: str


class Relieve(Operation, frozen=True, tag="relieve", tag_field="do"):
    """Threat tokens go, from a location that is named or chosen."""

    location: str = ""
    amount: int = 1


class Discard(Operation, frozen=True, tag="discard", tag_field="do"):
    """An obstacle in play that is named or chosen is discarded, or all at a location."""

    obstacle: str = ""
    location: str = ""


class Raise(Operation, frozen=True, tag="raise", tag_field="do"):
    """Production of a resource goes up, perhaps only if threats or obstacles of these skills are there."""

    resource: Resource
    location: str
    if_tokens: bool = False
    if_skills: tuple[Skill, ...] = ()


class Lower(Operation, frozen=True, tag="lower", tag_field="do"):
    """Production of a resource goes down, under the same conditions."""

    resource: Resource
    location: str
    if_tokens: bool = False
    if_skills: tuple[Skill, ...] = ()


class Recover(Operation, frozen=True, tag="recover", tag_field="do"):
    """Each character recovers."""

    track: Track
    amount: int = 1


class Stage(Operation, frozen=True, tag="stage", tag_field="do"):
    """Each player may draw an asset and stage it."""


class Bury(Operation, frozen=True, tag="bury", tag_field="do"):
    """A staged asset goes under the deck."""


class Lasting(Operation, frozen=True, tag="lasting", tag_field="do"):
    """An effect that lasts for the campaign (S189, S191, S206)."""

    lasting: Literal["veil", "roads", "market", "mint", "whispers", "gratitude"]


class LoseDice(Operation, frozen=True, tag="lose_dice", tag_field="do"):
    """All dice of a resource are lost, everywhere."""

    resource: Resource


class Curse(Operation, frozen=True, tag="curse", tag_field="do"):
    """A skill is cursed."""


class Strain(Operation, frozen=True, tag="strain", tag_field="do"):
    """Each character takes stress."""

    track: Track
    amount: int = 1


class Gather(Operation, frozen=True, tag="gather", tag_field="do"):
    """Another obstacle is drawn."""


class Press(Operation, frozen=True, tag="press", tag_field="do"):
    """Obstacles of a skill lose all hindrance."""

    skill: Skill


class End(Operation, frozen=True, tag="end", tag_field="do"):
    """The campaign ends."""


Shift = Raise | Lower
Kept = Unlock | Teach | JoinDeck  # what only a campaign remembers (S144)
Simple = (
    Place | Draw | Add | Burn | Kept | ToArchive | Relieve | Discard | Shift | Recover | Stage | Bury
    | Lasting | LoseDice | Curse | Strain | Gather | Press | End
)  # fmt: skip


class OneOf(Operation, frozen=True, tag="one_of", tag_field="do"):
    """One of these, by choice."""

    options: tuple[Simple, ...]


Effect = Simple | OneOf
