"""B. Setup: the Parley cards, whose slots they hold, the first units (V10 to V14, V80 to V82, V90, V91)."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, ClassVar

from fimbul.core import BadOption, Event, Illegal, Question, Rng
from fimbul.games.valknut.actions import Ready, Setup
from fimbul.games.valknut.events import Placed, ReadyToFight
from fimbul.games.valknut.library.warbands import IDS, KINDS, NAMES, NUMBER, TALL, UNIT_NAMES, UNITS, told
from fimbul.games.valknut.model import BIFROST, OFF, PARLEY, SOUTH, STRIDE, Bands, Laid, cell_at, place_of
from fimbul.games.valknut.rules.asking import Asked

if TYPE_CHECKING:
    from fimbul.games.valknut.library.terrain import Deck
    from fimbul.games.valknut.state import ValknutOptions, ValknutState

POOL = 3  # V13


def seat_warbands(seats: int, options: ValknutOptions, rng: Rng) -> Bands:
    """Who plays what, in the order of the turns (V10, V82, V90)."""
    ragnarok = options.mode == "ragnarok"
    needed = 4 if ragnarok else seats
    if ragnarok and seats != 2:
        raise BadOption(f"The option 'mode': Ragnarok is for two seats, not {seats} (V90).")
    if options.gods and not ragnarok and seats != 4:
        raise BadOption(f"The option 'gods' is for four seats or Ragnarok, not for {seats} seats (V100).")
    if options.warbands is None:
        kinds = list(range(len(KINDS)))
        rng.shuffle(kinds)
        chosen = kinds[:needed]
    else:
        chosen = [NUMBER[name] for name in options.warbands]
        if len(chosen) != needed:
            raise BadOption(
                f"The option 'warbands' must name {needed} for this game, not {len(chosen)} (V10)."
            )
    if not ragnarok:
        return tuple((kind,) for kind in sorted(chosen))
    first, second, third, fourth = chosen  # V90: drafted A, B, B, A
    return tuple(sorted((tuple(sorted((first, fourth))), tuple(sorted((second, third))))))


def layout(deck: Deck, places: int) -> tuple[Laid, ...]:
    """The cards that lie before the game: for two, three, or (with the Bifrost) four Parley areas."""
    cards = ((PARLEY,), (PARLEY, PARLEY), (PARLEY, BIFROST, PARLEY))[places - 2]
    return tuple((card, place * deck.columns, 0) for place, card in enumerate(cards))


def parley_decks(places: int) -> tuple[str, ...]:
    """The decks that the face-down cards come from."""
    return (("2p",), ("2p", "3p"), ("2p", "4p"))[places - 2]


def shuffled(deck: Deck, places: int, rng: Rng) -> tuple[list[int], list[int]]:
    """The face-down Parley cards, and the pile with the pool still on top (V11, V13, V80, V81)."""
    faces, pile = [], list[int]()
    for name in ("2p", "3p", "4p")[: places - 1]:
        cards = list(deck.decks[name])
        rng.shuffle(cards)
        if name in parley_decks(places):
            faces.append(cards.pop())
        pile += cards
    if places > 2:
        rng.shuffle(pile)
    return faces, pile


@functools.lru_cache(maxsize=64)
def slots(columns: int, rows: int, places: int, ragnarok: bool) -> tuple[tuple[int, ...], ...]:
    """The slots of each seat, by row, then column (V12, V80, V81, V91)."""
    half = rows // 2

    def area(left: int, top: int) -> list[int]:
        return [y * STRIDE + x for y in range(top, top + half) for x in range(left, left + columns)]

    south, north = area(0, half), area(0, 0)
    if places == 2:
        return tuple(south), tuple(north)
    if places == 3:
        return tuple(south), tuple(north), tuple(area(columns, rows // 4))
    east = 2 * columns
    far_south, far_north = area(east, half), area(east, 0)
    if ragnarok:
        return tuple(sorted(south + far_south)), tuple(sorted(north + far_north))
    return tuple(south), tuple(north), tuple(far_south), tuple(far_north)


def slots_of(state: ValknutState, seat: int) -> tuple[int, ...]:
    """A seat's slots."""
    deck = state.deck
    places = 4 if state.ragnarok else len(state.warbands)
    return slots(deck.columns, deck.rows, places, state.ragnarok)[seat]


class SettingUp(Asked["ValknutState", Setup | Ready], frozen=True, tag=True):
    """A seat sets up its units, slot after slot (V14, V91)."""

    rule: ClassVar[str] = "V14"
    otherwise: ClassVar[str] = "Set up your units first, then be ready."

    def question(self, state: ValknutState, seat: int) -> Question:
        if missing(state, seat):
            text = "Set up your units: choose one of your supply, then a slot in your half."
        else:
            text = "Set up another unit, or begin with those that stand."
        return Question(
            text=text,
            watching=f"{told(state.band(seat), 'sets', 'set')} up.",
            rule=self.rule,
            about=tuple(f"supply:{seat}:{IDS[kind]}" for kind in state.warbands[seat]),
            labels=(("ready", "Begin with these units"),),
        )

    def actions(self, state: ValknutState, seat: int) -> list[Setup | Ready]:
        found: list[Setup | Ready] = []
        for slot in slots_of(state, seat):
            x, y = place_of(slot)
            for kind in state.warbands[seat]:
                if unfit(state, seat, kind, slot) is None:
                    found.append(Setup(IDS[kind], x, y))
        if not missing(state, seat):
            found.append(Ready())
        return found

    def forbids(self, state: ValknutState, action: Setup | Ready, seat: int) -> Illegal | None:
        if isinstance(action, Ready):
            lacking = missing(state, seat)
            names = " and ".join(NAMES[kind] for kind in lacking)
            rule = "V91" if state.ragnarok else "V14"
            return Illegal(rule, f"You need at least one unit of the {names}.") if lacking else None
        kind = NUMBER.get(action.kind)
        if kind is None or kind not in state.warbands[seat]:
            return Illegal("V14", "You do not lead that warband.")
        return unfit(state, seat, kind, cell_at(action.x, action.y))

    def take(self, state: ValknutState, action: Setup | Ready, seat: int, events: list[Event]) -> None:
        if isinstance(action, Ready):
            events.append(ReadyToFight(seat=seat, band=state.band(seat)))
            return
        state.push(self)
        kind = NUMBER[action.kind]
        unit = state.supply(seat, kind)[0]
        state.cell[unit] = cell_at(action.x, action.y)
        events.append(
            Placed(seat=seat, band=state.band(seat), unit=unit, name=UNIT_NAMES[kind], x=action.x, y=action.y)
        )


def missing(state: ValknutState, seat: int) -> list[int]:
    """The warbands of which nobody stands yet."""
    return [kind for kind in state.warbands[seat] if len(state.supply(seat, kind)) == UNITS[kind]]


def unfit(state: ValknutState, seat: int, kind: int, slot: int) -> Illegal | None:
    """Why a unit may not be set on a slot."""
    own = slots_of(state, seat)
    if slot not in own or (kind == TALL and slot + SOUTH not in own):
        rule = "V91" if state.ragnarok else "V12"
        return Illegal(rule, "The slot is not in your Parley area, or not all of it is.")
    if not state.supply(seat, kind):
        return Illegal("V14", f"You have no {UNIT_NAMES[kind]} left.")
    at = state.standing()
    if slot in at or (kind == TALL and slot + SOUTH in at):
        return Illegal("V6", "The slot is taken.")
    last = max((cell for unit, cell in enumerate(state.cell) if state.owner[unit] == seat), default=OFF)
    if slot < last:
        return Illegal("V14", "Slots are filled by row, west to east: that one lies before your last.")
    # V91: room must be left for the other warband.
    taken = {slot, slot + SOUTH} if kind == TALL else {slot}
    free = [cell for cell in own if cell > slot and cell not in taken and cell not in at]
    for other in missing(state, seat):
        if other != kind and not any(other != TALL or cell + SOUTH in free for cell in free):
            return Illegal("V91", f"That would leave no room for the {NAMES[other]}.")
    return None
