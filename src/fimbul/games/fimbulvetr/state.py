"""The state of a game, and the turn (E: F24, F25).  The other rules are in the modules named after them."""

from typing import Any, ClassVar

import msgspec

from fimbul.core import Ended, Event, Illegal, Outcome, Prospect, Question, TurnState
from fimbul.core.wording import listed
from fimbul.games.fimbulvetr.actions import ACTIONS, Handoff, Melee, Move, Pass, Place, Play, Ranged, Relic
from fimbul.games.fimbulvetr.events import CutOff, Passed, node
from fimbul.games.fimbulvetr.library.roster import Roster, roster
from fimbul.games.fimbulvetr.model import FimbulvetrOptions, Phase
from fimbul.games.fimbulvetr.rules import (
    attack,
    ending,
    handoff,
    movement,
    placement,
    prospects,
    relic,
    severance,
)
from fimbul.games.fimbulvetr.rules.board import OFF
from fimbul.games.fimbulvetr.rules.field import Field, field_of
from fimbul.games.fimbulvetr.table.view import FimbulvetrView, see

# What is asked in each phase, and by which rule.
QUESTIONS: dict[Phase, tuple[str, str]] = {
    "place": ("Place one of your warriors: touch it, then a cell, then the way it faces.", "F21"),
    "relic": ("Choose your relic, then the warrior who bears it.", "F23"),
    "play": ("Your turn: move or turn a warrior, attack, or hand off the relic.", "F24"),
}


class FimbulvetrState(TurnState, kw_only=True):
    """A position (F53).  Lists are by warrior, 0 to 5 for seat 0 and 6 to 11 for seat 1, or by seat."""

    options: FimbulvetrOptions
    first: int
    active: int
    phase: Phase = "place"
    cell: list[int] = msgspec.field(default_factory=lambda: [OFF] * 12)
    turned: list[int] = msgspec.field(default_factory=lambda: [0] * 12)
    relics: list[int] = msgspec.field(default_factory=lambda: [-1, -1])
    bearers: list[int] = msgspec.field(default_factory=lambda: [-1, -1])
    severed: list[int] = msgspec.field(default_factory=list)  # the active clan's, since the turn began (F39)
    quiet: int = 0  # turns since a warrior was slain (F50b)
    seen: list[tuple[int, ...]] = msgspec.field(default_factory=list)  # positions since then (F50a)

    slug: ClassVar[str] = "fimbulvetr"
    rules_version: ClassVar[str] = "081207.1"
    turn_rule: ClassVar[str] = "F24"
    end_rule: ClassVar[str] = "F46"

    @property
    def roster(self) -> Roster:
        """The warriors' unchanging tables."""
        return roster(self.options)

    @property
    def field(self) -> Field:
        """The warriors' cells as bits."""
        return field_of(tuple(self.cell))

    def legal(self, seat: int) -> list[Any]:
        if seat != self.active or self.outcome is not None:
            return []
        if self.phase == "place":
            return placement.legal(self)
        if self.phase == "relic":
            return relic.legal(self)
        actions: list[Any] = []
        movement.legal(self, actions)
        attack.legal(self, actions)
        handoff.legal(self, actions)
        return actions or [Pass()]

    def foresee(self, seat: int, actions: list[Any]) -> dict[Any, Prospect]:
        return prospects.foresee(self, seat, actions)

    def refusal(self, action: Play, seat: int) -> Illegal | None:
        if type(action) not in ACTIONS:
            return Illegal("F54", "That is not an action of this game.")
        if self.phase == "place":
            if not isinstance(action, Place):
                return Illegal("F21", "All twelve warriors must be placed first.")
            return placement.refusal(self, action)
        if self.phase == "relic":
            if not isinstance(action, Relic):
                return Illegal("F23", "Choose your relic and its bearer first.")
            return relic.refusal(self, action)
        match action:
            case Move():
                return movement.refusal(self, action)
            case Melee() | Ranged():
                return attack.refusal(self, action)
            case Handoff():
                return handoff.refusal(self, action)
            case Pass():
                able = self.legal(seat) != [action]
                return Illegal("F25", "You may pass only when nothing else is possible.") if able else None
        return Illegal("F24", "Set-up is over: move, attack or hand off the relic.")

    def take(self, action: Play, seat: int) -> list[Event]:
        match action:
            case Place():
                return placement.take(self, action)
            case Relic():
                return relic.take(self, action)
            case Move():
                events, fallen = movement.take(self, action), False
            case Handoff():
                events, fallen = handoff.take(self, action), False
            case Melee() | Ranged():
                events, fallen = attack.take(self, action), True
            case Pass():
                events, fallen = [Passed(seat=seat, clan=self.roster.clans[seat].name)], False
        self.finish_turn(events, fallen)
        return events

    def begin_play(self) -> list[Event]:
        """Set-up is done: the First Player's turn comes (F24)."""
        self.phase = "play"
        self.active = self.first
        self.turn = 1
        self.seen = [ending.position(self)]
        self.severed = severance.severed(self)
        return list(map(self.warning, self.severed))

    def finish_turn(self, events: list[Event], fallen: bool) -> None:
        """What follows an action: severance, the end of the game, the next turn (F24, F57c)."""
        if fallen and (outcome := ending.bearer_slain(self)):
            self.close(outcome, events)
            return
        if self.severed and (lost := severance.resolve(self)):
            events.extend(lost)
            fallen = True
            if outcome := ending.bearer_severed(self):
                self.close(outcome, events)
                return
        if fallen:
            self.quiet = 0
            self.seen = []
            if outcome := ending.claim(self):
                self.close(outcome, events)
                return
        else:
            self.quiet += 1
        self.active = 1 - self.active
        if outcome := ending.draw(self):
            self.close(outcome, events)
            return
        self.turn += 1
        self.severed = severance.severed(self)
        events.extend(map(self.warning, self.severed))

    def close(self, outcome: Outcome, events: list[Event]) -> None:
        """End the game."""
        self.outcome = outcome
        self.severed = []
        events.append(Ended(rule=outcome.rule, reason=outcome.reason))

    def warning(self, warrior: int) -> Event:
        """The news that a warrior is severed."""
        book = self.roster
        seat = warrior // 6
        return CutOff(
            seat=seat, clan=book.clans[seat].name, warrior=book.ids[warrior], name=book.names[warrior]
        )

    def asked(self) -> Question:
        book, whose = self.roster, self.roster.clans[self.active].name
        text, rule = QUESTIONS[self.phase]
        warning = ""
        if self.severed:
            own = self.roster.own[self.active]
            everybody = all(self.cell[one] == OFF or one in self.severed for one in own)
            cut = listed(f"the {book.names[warrior]}" for warrior in self.severed)
            who = f"all warriors of the {whose}" if everybody else cut
            warning = f" Severed: {who}. Whoever is not in the largest group after this turn falls."
        about = tuple(node(self.active, book.ids[warrior]) for warrior in self.severed)
        danger = prospects.danger(self, self.active) if self.phase == "play" else None
        return Question(
            text=f"{text}{warning}",
            watching=f"The {whose} are to move.{warning}",
            rule=rule,
            about=about,
            facts=(danger,) if danger is not None else (),
        )

    def view(self, seat: int | None) -> FimbulvetrView:
        return see(self, seat)
