"""F. Stress, conditions, knock-out (S110 to S116), and what dice cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Question, Step, Told
from fimbul.games.six_winters.actions import Suffer
from fimbul.games.six_winters.library.terms import TRACKS
from fimbul.games.six_winters.rules import ending
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.story import note

if TYPE_CHECKING:
    from fimbul.games.six_winters.model import Person, Sheet
    from fimbul.games.six_winters.state import SixWintersState

PSYCHE, BODY = range(2)
MOST_CONDITIONS = 3


def rank(state: SixWintersState, person: int, skill: int) -> int:
    """A character's rank in a skill, with what conditions and curses take away (S7)."""
    return rank_of(state, state.people[person], skill)


def rank_of(state: SixWintersState, someone: Person | Sheet, skill: int) -> int:
    """The rank of whoever has these skills, conditions and curses."""
    if skill in someone.curses:
        return state.options.curse_value
    lowered = 0
    if state.options.condition_effect == "skill":
        lowered = sum(other == skill for _, other in someone.conditions)
    return max(0, someone.skills[skill] - lowered)


def here(state: SixWintersState, person: int) -> int:
    """The skill of the location where a character is: in use when nothing else is (S112)."""
    return state.book.skill[state.book.locations[state.people[person].place].skill]


def bears(state: SixWintersState, person: int, track: int) -> bool:
    """Whether a stress that is a price may be paid: not if it would knock the character out (S116)."""
    someone = state.people[person]
    if (someone.psyche, someone.body)[track] > 1:
        return True
    if state.options.conditions == "knockout":
        return False
    return sum(other == track for other, _ in someone.conditions) < MOST_CONDITIONS


def hurt(state: SixWintersState, person: int, track: int, skill: int, events: list[Event]) -> None:
    """One stress on a track; at 0 a condition, and both tracks start anew (S111)."""
    someone = state.people[person]
    name = state.name(person)
    if track == PSYCHE:
        someone.psyche -= 1
    else:
        someone.body -= 1
    events.append(Told(text=f"{name} takes 1 {TRACKS[track]} stress.", about=(f"person:{person}",)))
    if (someone.psyche, someone.body)[track] > 0:
        return
    taken = sum(other == track for other, _ in someone.conditions)
    if state.options.conditions == "knockout" or taken >= MOST_CONDITIONS:
        ending.lost(state, f"{name} is knocked out", events)
        return
    figures = state.book.figures
    names = figures.psyche_conditions if track == PSYCHE else figures.body_conditions
    someone.conditions.append((track, skill))
    written = state.campaign.sheets if state.campaign is not None else state.book.characters
    someone.psyche = written[someone.character].psyche
    someone.body = written[someone.character].body
    note(state, f"{name} was {names[taken].lower()} by then.")
    events.append(Told(text=f"{name} is now {names[taken]}.", about=(f"person:{person}",)))


def recover(state: SixWintersState, person: int, track: int, amount: int, events: list[Event]) -> None:
    """A track goes up again, to the end of the track at most (S110)."""
    someone, most = state.people[person], state.book.figures.track_max
    if track == PSYCHE:
        someone.psyche = min(most, someone.psyche + amount)
    else:
        someone.body = min(most, someone.body + amount)
    events.append(Told(text=f"{state.name(person)} recovers {amount} {TRACKS[track]}."))


class Hurt(Step["SixWintersState"], frozen=True, tag=True):
    """So much stress; `track` -1: the player chooses the track each time (S46)."""

    person: int
    track: int
    skill: int  # -1: that of the location
    count: int = 1

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if not self.count:
            return
        skill = here(state, self.person) if self.skill < 0 else self.skill
        if self.track < 0:
            state.push(Suffering((state.people[self.person].seat,), self.person, self.count))
            return
        hurt(state, self.person, self.track, skill, events)
        state.push(Hurt(self.person, self.track, self.skill, self.count - 1))


class Suffering(Decision["SixWintersState", Suffer], frozen=True, tag=True):
    """Which track takes a stress."""

    person: int
    count: int

    rule: ClassVar[str] = "S46"
    otherwise: ClassVar[str] = "Choose the track that takes the stress."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            f"choose the track of {state.name(self.person)} that takes 1 stress",
            about=(f"person:{self.person}",),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Suffer]:
        return [Suffer(state.id(self.person), track) for track in TRACKS]

    def take(self, state: SixWintersState, action: Suffer, seat: int, events: list[Event]) -> None:
        state.push(Hurt(self.person, -1, -1, self.count - 1))
        hurt(state, self.person, TRACKS.index(action.track), here(state, self.person), events)
