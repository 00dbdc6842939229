"""What becomes of the items of the dead (R21.13, R7.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Line, Question, Step, Told
from fimbul.games.fornaldar.actions import TROOPS, Give
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.library.rows import SIDES
from fimbul.games.fornaldar.rules import pieces
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.magic import items

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

BROKEN = 4  # and less, in a battle or melee
KEPT = 8
BROKEN_IN_CHALLENGE = 9


def drop(
    state: FornaldarState, leader: int, hex_: int, seat: int, how: str, victor: int, *, aboard: bool
) -> None:
    """A dead character's items lie in the hex, and a roll decides who gets them.

    `how` is battle (a melee too), challenge or other; `seat` is that of the dead; `aboard`: he was at sea.
    """
    fallen = items.borne(state, leader)
    for item in fallen:
        items.store(state, item, hex_, -1)
    stack = "sea" if aboard else "land"
    state.push(
        *(Spoil(item=item, hex=hex_, stack=stack, seat=seat, how=how, victor=victor) for item in fallen)
    )


def sunk(state: FornaldarState, leader: int, events: list[Event]) -> None:
    """The last ship of a character has sunk: his items are lost, even if he is saved (R7.9)."""
    for item in items.borne(state, leader):
        items.lose(state, item)
        events.append(Told(text=f"{state.book.relics[item].name} is lost at sea."))


class Spoil(Step["FornaldarState"], frozen=True, tag=True):
    """The fate of one item of a dead character."""

    item: int
    hex: int
    stack: str
    seat: int
    how: str
    victor: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        if state.treasures[self.item].gone:
            return
        if self.how == "other" or self.seat < 0:
            self.pass_to(state, self.seat, events)
            return
        dice = (state.rng.die(), state.rng.die())
        total, challenge = sum(dice), self.how == "challenge"
        if total <= (BROKEN_IN_CHALLENGE if challenge else BROKEN):
            fate = "it is destroyed"
        elif challenge and (self.victor < 0 or state.leaders[self.victor].dead):
            fate = "it stays with its side"
        elif not challenge and total <= KEPT:
            fate = "its side recovers it"
        else:
            fate = "the enemy captures it"
        name, about = state.book.relics[self.item].name, (pieces.spot(state, self.hex),)
        events.append(Rolled(what=f"The fate of {name}", dice=dice, result=fate, about=about))
        if fate == "it is destroyed":
            items.lose(state, self.item)
        elif fate != "the enemy captures it":
            self.pass_to(state, self.seat, events)
        elif challenge and items.may_carry(state, self.victor, self.item):
            items.hand(state, self.item, self.victor)
        else:
            self.pass_to(state, 1 - self.seat, events)

    def pass_to(self, state: FornaldarState, seat: int, events: list[Event]) -> None:
        """A side takes the item, if anybody of it is there; else it lies on the ground, or is lost at sea."""
        if seat >= 0 and takers(state, self.item, self.hex, self.stack, seat):
            state.push(Salvage((seat,), item=self.item, hex=self.hex, stack=self.stack))
            return
        name = state.book.relics[self.item].name
        if self.stack == "sea" or not state.book.land[self.hex]:
            items.lose(state, self.item)
            events.append(Told(text=f"{name} is lost at sea."))
            return
        events.append(
            Told(
                text=f"{name} lies at {pieces.place_name(state, self.hex)}.",
                about=(pieces.spot(state, self.hex),),
            )
        )


class Salvage(Decision["FornaldarState", Give], frozen=True, tag=True):
    """Who takes the item of somebody who has died (R21.13)."""

    item: int
    hex: int
    stack: str

    rule: ClassVar[str] = "R21.13"
    otherwise: ClassVar[str] = "One of those in the hex must take it."

    def question(self, state: FornaldarState, seat: int) -> Question:
        item = state.book.relics[self.item]
        return ask(
            seat,
            f"Choose who takes {item.name}.",
            "takes what was left",
            about=(pieces.spot(state, self.hex),),
            facts=(Line(item.name, item.text),),
            labels=(("give", "{1} takes {0}"),),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Give]:
        return takers(state, self.item, self.hex, self.stack, seat)

    def take(self, state: FornaldarState, action: Give, seat: int, events: list[Event]) -> None:
        name = state.book.relics[self.item].name
        events.append(
            Told(
                text=f"The {SIDES[seat].capitalize()} side takes {name}.",
                about=(pieces.spot(state, self.hex),),
            )
        )
        if action.leader == TROOPS:
            items.store(state, self.item, self.hex, seat)
        else:
            items.hand(state, self.item, state.book.leader[action.leader])


def takers(state: FornaldarState, item: int, hex_: int, stack: str, seat: int) -> list[Give]:
    """Who of a stack could take an item: its characters, or its troops."""
    name, cast = state.book.relics[item].id, state.book.cast
    if stack == "sea":
        company = pieces.at_sea(state, hex_, seat)
        others = bool(pieces.ships_at(state, hex_, seat)) or bool(pieces.sea_armies(state, hex_, seat))
    else:
        company = pieces.ashore(state, hex_, seat)
        others = bool(pieces.ground_armies(state, hex_, seat)) or pieces.fortress_seat(state, hex_) == seat
    company = [leader for leader in company if pieces.awake(state, leader)]
    others = others or any(state.leaders[leader].escort for leader in company)
    found = [
        Give(item=name, leader=cast[leader].id) for leader in company if items.may_carry(state, leader, item)
    ]
    return [*found, Give(item=name, leader=TROOPS)] if others else found
