"""Assets: taking, creating, completing (S65 to S67)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from fimbul.core import Decision, Event, Illegal, Line, Prospect, Question, Told
from fimbul.core.wording import closed, some
from fimbul.games.six_winters.actions import Create, Done, Take
from fimbul.games.six_winters.actions import Slot as SlotIt
from fimbul.games.six_winters.model import Building
from fimbul.games.six_winters.rules import cards, pools
from fimbul.games.six_winters.rules.acting.doing import Doing
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.dice import ACTION, CODES, NAMES, SORCERY, die, kind_of, value_of

if TYPE_CHECKING:
    from fimbul.games.six_winters.library.rows import Slot
    from fimbul.games.six_winters.state import SixWintersState

EMPTY = -1
VEIL = "veil"  # makes sorcery fit every slot (S189)


def ways(state: SixWintersState, person: int) -> list[Take | Create]:
    """What can be taken, and with what something can be created."""
    someone, book, id = state.people[person], state.book, state.id(person)
    found: list[Take | Create] = []
    if len(someone.building) < book.figures.in_progress:
        found += [Take(id, book.assets[asset].id) for asset in state.staged]
    least = cheapest(state, person) if someone.building else None
    if least is not None:
        for value in sorted(set(state.purse(person).dice)):
            if value >= least:
                found.append(Create(id, NAMES[die(ACTION, value)]))
        for card in cards.stashed(state, person, "create"):
            if value_of(someone.boxes[card][0]) >= least:
                found.append(Create(id, card))
    return found


def cheapest(state: SixWintersState, person: int) -> int | None:
    """The lowest value of a die at the location that fits an open slot of an own asset; None: none fits."""
    someone, assets = state.people[person], state.book.assets
    slots = [
        slot
        for building in someone.building
        for slot, lying in zip(assets[building.asset].slots, building.dice, strict=True)
        if lying == EMPTY
    ]
    if not slots:
        return None
    for code in sorted(set(state.dice[someone.place]), key=value_of):
        for slot in slots:
            if takes(state, slot, code, someone.place):
                return value_of(code)
    return None


def why_not(state: SixWintersState, person: int, action: Take | Create) -> Illegal:
    """Why an asset cannot be taken or created."""
    someone, name = state.people[person], state.name(person)
    if isinstance(action, Take):
        if len(someone.building) >= state.book.figures.in_progress:
            return Illegal("S65", f"{name} has {state.book.figures.in_progress} assets in progress already.")
        return Illegal("S65", "That asset is not staged.")
    if action.source in CODES:
        value = value_of(CODES[action.source])
        if value not in state.purse(person).dice:
            return Illegal("S66", f"{name} has no such action die.")
    elif action.source not in cards.stashed(state, person, "create"):
        return Illegal("S66", "No die is stashed there for a create action.")
    else:
        value = value_of(someone.boxes[action.source][0])
    if not someone.building:
        return Illegal("S66", f"{name} has no asset in progress.")
    return Illegal("S66", f"No die here of value {value} or less fits an open slot.")


def do(state: SixWintersState, person: int, action: Take | Create, events: list[Event]) -> None:
    """Take an asset, or spend a die to fill slots."""
    someone, book = state.people[person], state.book
    if isinstance(action, Take):
        number = book.asset[action.asset]
        state.staged.remove(number)
        someone.building.append(Building(number, (EMPTY,) * len(book.assets[number].slots)))
        events.append(Told(text=closed(f"{state.name(person)} takes {book.assets[number].name}")))
        return
    if action.source in CODES:
        pools.spend(state, person, CODES[action.source])
        most = value_of(CODES[action.source])
    else:
        most = value_of(cards.spend_box(state, person, action.source)[0])
    state.push(Filling((someone.seat,), person, most))


BUILDING = Doing((Take, Create), ways, why_not, do)


def takes(state: SixWintersState, slot: Slot, code: int, place: int) -> bool:
    """Whether a die that lies at a location fits a slot (S9, S189)."""
    if slot.value and value_of(code) != slot.value:
        return False
    if slot.region and state.book.locations[place].region != slot.region:
        return False
    kind = kind_of(code)
    return (
        not slot.type or kind == state.book.resource[slot.type] or (kind == SORCERY and VEIL in state.lasting)
    )


def places(state: SixWintersState, person: int, most: int) -> list[SlotIt]:
    """Every way to put a die of the location, not above a value, on an own asset in progress (S66)."""
    someone = state.people[person]
    found: list[SlotIt] = []
    usable = [code for code in sorted(set(state.dice[someone.place])) if value_of(code) <= most]
    for building in someone.building:
        asset = state.book.assets[building.asset]
        for number, (slot, lying) in enumerate(zip(asset.slots, building.dice, strict=True), 1):
            if lying == EMPTY:
                found += [
                    SlotIt(asset.id, number, NAMES[code])
                    for code in usable
                    if takes(state, slot, code, someone.place)
                ]
    return found


def fill(state: SixWintersState, person: int, action: SlotIt, events: list[Event]) -> None:
    """A die moves from the location to a slot; a full asset is completed at once (S67)."""
    someone = state.people[person]
    number = state.book.asset[action.asset]
    place = next(n for n, building in enumerate(someone.building) if building.asset == number)
    code = CODES[action.die]
    pools.lift(state, someone.place, code)
    dice = list(someone.building[place].dice)
    dice[action.n - 1] = code
    someone.building[place] = msgspec.structs.replace(someone.building[place], dice=tuple(dice))
    if EMPTY not in dice:
        del someone.building[place]
        for lying in dice:
            pools.give_back(state, lying)
        someone.completed.append(number)
        name = state.book.assets[number].name
        events.append(Told(text=closed(f"{state.name(person)} completes {name}"), about=(f"asset:{number}",)))


class Filling(Decision["SixWintersState", SlotIt | Done], frozen=True, tag=True):
    """Which dice go where; at least one."""

    person: int
    most: int
    filled: bool = False

    rule: ClassVar[str] = "S66"
    otherwise: ClassVar[str] = "Put a die of your location that is low enough on a slot that it fits."

    def question(self, state: SixWintersState, seat: int) -> Question:
        stop = ", or stop" if self.filled else ""
        return ask(
            self,
            state,
            seat,
            f"touch a die of {self.most} or less at the location, then a slot of an asset{stop}",
            about=(f"person:{self.person}",),
            labels=(("slot", "{} on slot {} of {}"), ("done", "Place no more dice")),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[SlotIt | Done]:
        found: list[SlotIt | Done] = list(places(state, self.person, self.most))
        return [*found, Done()] if self.filled else found

    def foresee(
        self, state: SixWintersState, seat: int, actions: list[SlotIt | Done]
    ) -> dict[SlotIt | Done, Prospect]:
        """How many slots of the asset would still be open."""
        building = state.people[self.person].building
        open_ = {each.asset: each.dice.count(EMPTY) - 1 for each in building}
        found: dict[SlotIt | Done, Prospect] = {}
        for action in actions:
            if isinstance(action, SlotIt):
                asset = state.book.asset[action.asset]
                name, left = state.book.assets[asset].name, open_[asset]
                told = Line(f"{name} still needs", some(left, "die", "dice"))
                found[action] = Prospect(facts=(told if left else Line(name, "is completed", "good"),))
        return found

    def take(self, state: SixWintersState, action: SlotIt | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Done):
            return
        fill(state, self.person, action, events)
        if places(state, self.person, self.most):
            state.push(Filling(self.seats, self.person, self.most, True))
