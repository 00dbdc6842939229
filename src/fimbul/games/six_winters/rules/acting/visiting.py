"""Using the text of a location (S84, S176)."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Illegal, Question, Told
from fimbul.games.six_winters.actions import At, Pick, Visit, VisitFree
from fimbul.games.six_winters.library.terms import TRACKS
from fimbul.games.six_winters.library.texts import (
    Bring,
    DiscardHere,
    DiscardTop,
    ForADie,
    ForStress,
    Recover,
    Send,
)
from fimbul.games.six_winters.rules import decks, ground, obstacles, pools, stress
from fimbul.games.six_winters.rules.acting.doing import Doing
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.dice import ACTION, CODES, NAMES, die

if TYPE_CHECKING:
    from fimbul.games.six_winters.library.index import Book
    from fimbul.games.six_winters.state import SixWintersState

Usable = ForADie | ForStress


def here(state: SixWintersState, person: int) -> tuple[Usable, ...]:
    """What can be used where a character is."""
    return usable(state.book, state.people[person].place)


@functools.lru_cache(maxsize=256)
def usable(book: Book, place: int) -> tuple[Usable, ...]:
    """What can be used at a location."""
    return tuple(text for text in book.locations[place].effects if isinstance(text, Usable))


def works(state: SixWintersState, person: int, text: Usable) -> bool:
    """Whether the text of a location would do anything."""
    if isinstance(text, DiscardTop):
        return bool(state.obstacle_deck or state.discard)
    if isinstance(text, ForStress) and not stress.bears(state, person, TRACKS.index(text.track)):
        return False
    if isinstance(text, Recover):
        return state.people[person].body < state.book.figures.track_max
    return bool(targets(state, person, text))


def targets(state: SixWintersState, person: int, text: Usable) -> list[int]:
    """The obstacles that the text of a location is about."""
    place, cards = state.people[person].place, state.book.obstacles
    found = []
    for standing in state.standing:
        card, local = cards[standing.obstacle], standing.place == place
        match text:
            case DiscardHere():
                held = standing.obstacle in obstacles.sought(state)
                fits = local and not held and obstacles.has_tag(state, card, text.tag)
            case Send():
                fits = local and card.skill == text.skill
            case Bring():
                fits = not local and obstacles.has_tag(state, card, text.tag)
            case _:
                fits = False
        if fits:
            found.append(standing.obstacle)
    return found


def ways(state: SixWintersState, person: int) -> list[Visit | VisitFree]:
    """The ways to use the location, for an action die or for stress."""
    id = state.id(person)
    found: list[Visit | VisitFree] = []
    for text in here(state, person):
        if isinstance(text, ForADie) and works(state, person, text):
            found += [Visit(id, NAMES[die(ACTION, value)]) for value in sorted(set(state.purse(person).dice))]
        elif isinstance(text, ForStress) and works(state, person, text):
            found.append(VisitFree(id))
    return found


def why_not(state: SixWintersState, person: int, action: Visit | VisitFree) -> Illegal:
    """Why the location cannot be used."""
    name = state.book.locations[state.people[person].place].name
    kind: type = ForADie if isinstance(action, Visit) else ForStress  # type: ignore[assignment]
    if not any(isinstance(text, kind) for text in here(state, person)):
        price = "an action die" if isinstance(action, Visit) else "stress"
        return Illegal("S84", f"{name} has no text that is used for {price}.")
    if isinstance(action, Visit) and action.die not in (
        NAMES[die(ACTION, value)] for value in state.purse(person).dice
    ):
        return Illegal("S84", f"{state.name(person)} has no such action die.")
    return Illegal("S84", f"{name} has nothing to work on now.")


def do(state: SixWintersState, person: int, action: Visit | VisitFree, events: list[Event]) -> None:
    """Pay for the text of the location; it happens."""
    someone = state.people[person]
    if isinstance(action, Visit):
        pools.spend(state, person, CODES[action.die])
        found: list[Usable] = [text for text in here(state, person) if isinstance(text, ForADie)]
    else:
        found = [text for text in here(state, person) if isinstance(text, ForStress)]
    for text in found:
        if isinstance(text, DiscardTop):
            top = decks.draw_card(state)
            if top is not None:
                state.discard.append(top)
                events.append(Told(text=f"{state.book.obstacles[top].name} is discarded."))
        elif isinstance(text, Recover):
            skill = stress.here(state, person)
            for _ in range(text.amount):
                stress.hurt(state, person, TRACKS.index(text.track), skill, events)
            stress.recover(state, person, stress.BODY, 1, events)
        else:
            state.push(Visiting((someone.seat,), person, text.verb))


VISITING = Doing((Visit, VisitFree), ways, why_not, do)


class Visiting(Decision["SixWintersState", Pick], frozen=True, tag=True):
    """Which obstacle the text of a location is used on (S84)."""

    person: int
    kind: str

    rule: ClassVar[str] = "S84"
    otherwise: ClassVar[str] = "Choose an obstacle that the location's text is about."

    def text(self, state: SixWintersState) -> Usable:
        """The text that is used."""
        return next(text for text in here(state, self.person) if text.verb == self.kind)

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            "choose the obstacle that the location is used on",
            about=(f"person:{self.person}",),
            labels=(("pick", "{}"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Pick]:
        found = targets(state, self.person, self.text(state))
        return [Pick(state.book.obstacles[obstacle].id) for obstacle in found]

    def take(self, state: SixWintersState, action: Pick, seat: int, events: list[Event]) -> None:
        obstacle = state.book.obstacle[action.obstacle]
        text, place = self.text(state), state.people[self.person].place
        if isinstance(text, DiscardHere):
            obstacles.leave(state, obstacle)
            state.discard.append(obstacle)
        elif isinstance(text, Bring):
            obstacles.go(state, obstacle, place, events)
            state.push(stress.Hurt(self.person, TRACKS.index(text.track), -1))
        else:
            state.push(Sending(self.seats, self.person, obstacle))


class Sending(Decision["SixWintersState", At], frozen=True, tag=True):
    """Where an obstacle is moved (S84)."""

    person: int
    obstacle: int

    rule: ClassVar[str] = "S84"
    otherwise: ClassVar[str] = "Choose an adjacent location."

    def question(self, state: SixWintersState, seat: int) -> Question:
        name = state.book.obstacle_names[self.obstacle]
        return ask(
            self,
            state,
            seat,
            f"choose where {name} goes",
            about=(f"obstacle:{self.obstacle}",),
            labels=(("at", f"{name} goes to {{}}"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[At]:
        spot = state.people[self.person].place
        return [At(state.book.locations[place].id) for place in ground.near(state, spot)]

    def take(self, state: SixWintersState, action: At, seat: int, events: list[Event]) -> None:
        place = state.book.location[action.location]
        obstacles.go(state, self.obstacle, place, events)
