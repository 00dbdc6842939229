"""Assets: taking, creating, completing (S65 to S67)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Decision, Event
from fimbul.games.six_winters import pools
from fimbul.games.six_winters.actions import Done
from fimbul.games.six_winters.actions import Slot as SlotIt
from fimbul.games.six_winters.dice import CODES, NAMES, SORCERY, kind_of, value_of
from fimbul.games.six_winters.events import Told

if TYPE_CHECKING:
    from fimbul.games.six_winters.cards import Slot
    from fimbul.games.six_winters.state import Building, SixWintersState

EMPTY = -1


def takes(state: SixWintersState, slot: Slot, code: int, place: int) -> bool:
    """Whether a die that lies at a location fits a slot (S9, S189)."""
    if slot.value and value_of(code) != slot.value:
        return False
    if slot.region and state.book.locations[place].region != slot.region:
        return False
    kind = kind_of(code)
    return (
        not slot.type
        or kind == state.book.resource[slot.type]
        or (kind == SORCERY and "veil" in state.lasting)
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
        events.append(Told(text=f"{state.name(person)} completes {name}.", about=(f"asset:{number}",)))


class Filling(Decision, frozen=True, tag=True):
    """Which dice go where; at least one."""

    person: int
    most: int
    filled: bool = False

    rule: ClassVar[str] = "S66"
    otherwise: ClassVar[str] = "Put a die of your location that is low enough on a slot that it fits."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        found: list[Any] = list(places(state, self.person, self.most))
        return [*found, Done()] if self.filled else found

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        action = next(iter(answers.values()))
        if isinstance(action, Done):
            return
        fill(state, self.person, action, events)
        if places(state, self.person, self.most):
            state.push(Filling(self.seats, self.person, self.most, True))


def begin(state: SixWintersState, asset: int) -> Building:
    """An asset comes above a character's mat, empty."""
    from fimbul.games.six_winters.state import Building as Begun

    return Begun(asset, (EMPTY,) * len(state.book.assets[asset].slots))
