"""What locations do (S94, S176): an operation of its own kind each."""

from typing import Literal

from fimbul.games.six_winters.library.terms import Operation, Skill, Track


class Garrison(Operation, frozen=True, tag="garrison", tag_field="kind"):
    """A unit that moves in gets so much hindrance."""

    amount: int


class Difficulty(Operation, frozen=True, tag="difficulty", tag_field="kind"):
    """Obstacles here with the skill or the tag are so much more difficult."""

    amount: int
    skill: Skill | Literal[""] = ""
    tag: str = ""


class Entry(Operation, frozen=True, tag="entry", tag_field="kind"):
    """Who enters takes stress."""

    track: Track
    amount: int


class DiscardHere(Operation, frozen=True, tag="discard_here", tag_field="kind"):
    """For an action die, an obstacle here with the tag is discarded."""

    tag: str


class DiscardTop(Operation, frozen=True, tag="discard_top", tag_field="kind"):
    """For an action die, the top card of the obstacle deck is discarded."""


class Send(Operation, frozen=True, tag="send", tag_field="kind"):
    """For an action die, an obstacle here of the skill goes to an adjacent location."""

    skill: Skill


class Bring(Operation, frozen=True, tag="bring", tag_field="kind"):
    """For stress, an obstacle with the tag comes here from anywhere."""

    tag: str
    track: Track
    amount: int


class Recover(Operation, frozen=True, tag="recover", tag_field="kind"):
    """For stress, 1 body is recovered."""

    track: Track
    amount: int


class PlaceHere(Operation, frozen=True, tag="place", tag_field="kind"):
    """At set-up this obstacle is placed here, if it is in the deck."""

    obstacle: str


class StageOne(Operation, frozen=True, tag="stage", tag_field="kind"):
    """At set-up a random asset with the tag is staged."""

    tag: str


ForADie = DiscardHere | DiscardTop | Send
ForStress = Bring | Recover
Text = Garrison | Difficulty | Entry | ForADie | ForStress | PlaceHere | StageOne
