"""Fimbulvetr in numbers: 5,911 actions, one to one, and the table as the viewer sees it.

Warriors are counted 0 to 5 in the order of their clan, the enemy's 6 to 11; the clan that counts first is
that of whoever decides (actions) or looks (observations).

    place     6 warriors x 97 places x 4 facings   2,328   beside one of 12 in one of 8 directions, or at 0,0
    relic     4 tokens x 6 warriors                   24
    move      6 warriors x 145 cells x 4 facings   3,480   as far as eight steps lead (F26)
    melee     6 x 6 warriors                          36
    ranged    6 x 6 warriors                          36
    handoff   6 warriors                               6
    pass                                               1

A cell beside several warriors is named by the first of them.
"""

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from fimbul.core import Action
from fimbul.core.encoding import Array, Encoding, NoSuchAction, Shape
from fimbul.games.fimbulvetr.actions import Handoff, Melee, Move, Pass, Place, Play, Ranged, Relic
from fimbul.games.fimbulvetr.library.roster import RELIC_POINTS
from fimbul.games.fimbulvetr.model import CLAN_SIZE, KINDS, Clan, kind_of, quality_of
from fimbul.games.fimbulvetr.rules.board import AROUND, place_of
from fimbul.games.fimbulvetr.rules.ending import MOST_TURNS, QUIET_TURNS
from fimbul.games.fimbulvetr.table.view import FimbulvetrView

WARRIORS = 2 * CLAN_SIZE
DIRECTIONS = tuple(map(place_of, AROUND))
ORIGIN = WARRIORS * len(DIRECTIONS)  # the place of the first warrior of all, who stands beside nobody
PLACES = ORIGIN + 1
STEPS = 4 + RELIC_POINTS  # the most that building rules (F8) and a relic allow (F26)
REACH = tuple(
    (dx, dy)
    for dy in range(-STEPS, STEPS + 1)
    for dx in range(-STEPS, STEPS + 1)
    if abs(dx) + abs(dy) <= STEPS
)
CELL = {offset: number for number, offset in enumerate(REACH)}

PLACE = 0
RELIC = PLACE + CLAN_SIZE * PLACES * 4
MOVE = RELIC + 4 * CLAN_SIZE
MELEE = MOVE + CLAN_SIZE * len(REACH) * 4
RANGED = MELEE + CLAN_SIZE * CLAN_SIZE
HANDOFF = RANGED + CLAN_SIZE * CLAN_SIZE
PASS = HANDOFF + CLAN_SIZE
SIZE = PASS + 1

# The columns of a warrior's row, and what follows the twelve rows.
STANDING, WAITING, BEARER, SEVERED, COLUMN, ROW, FACING, CORNERS = 0, 1, 2, 3, 4, 5, 6, 10
COLUMNS = CORNERS + 4 * 5  # a corner: the quality of each kind, and whether it is special
PHASE, RELICS, QUIET, TURN, MINE, FIRST = 0, 3, 11, 12, 13, 14
LAST = 15
PHASES = ("place", "relic", "play")
FAR = 16.0  # cells from the middle of the field that count as 1


class Frame:
    """What the numbers of a view refer to: who is who, and where each stands."""

    def __init__(self, view: FimbulvetrView) -> None:
        own, enemy = view.clans[view.acting], view.clans[1 - view.acting]
        self.own, self.enemy = ids(own), ids(enemy)
        self.names = [warrior.id for clan in (own, enemy) for warrior in clan.warriors]
        self.at: dict[int, tuple[int, int]] = {}
        for one in view.warriors:
            mine = one.seat == view.acting
            number = self.own[one.id] if mine else CLAN_SIZE + self.enemy[one.id]
            self.at[number] = one.x, one.y

    @functools.cached_property
    def places(self) -> dict[tuple[int, int], int]:
        """The cells beside warriors, by the first of these and the direction from it."""
        found: dict[tuple[int, int], int] = {}
        for number in sorted(self.at):
            x, y = self.at[number]
            for way, (dx, dy) in enumerate(DIRECTIONS):
                found.setdefault((x + dx, y + dy), number * len(DIRECTIONS) + way)
        return found or {(0, 0): ORIGIN}


@functools.lru_cache(maxsize=64)
def ids(clan: Clan) -> dict[str, int]:
    """The warriors of a clan by their ids."""
    return {warrior.id: number for number, warrior in enumerate(clan.warriors)}


@functools.lru_cache(maxsize=4096)
def shown(corners: tuple[str, ...], facing: int) -> Array:
    """The columns that say how a warrior is turned and what its corners show, NW, NE, SE, SW (F4)."""
    row = np.zeros(COLUMNS - FACING, np.float32)
    row[facing] = 1
    for place in range(4):
        sigil = corners[(place - facing) % 4]
        start = 4 + 5 * place
        row[start + KINDS.index(kind_of(sigil))] = quality_of(sigil) / 2
        row[start + 4] = not sigil[1].isdigit()
    row.setflags(write=False)
    return row


@functools.lru_cache(maxsize=64)
def all_shown(own: Clan, enemy: Clan) -> Array:
    """By warrior * 4 + facing, all that `shown` says of two clans."""
    cards = (*own.warriors, *enemy.warriors)
    return np.array([shown(card.corners, r) for card in cards for r in range(4)])


class FimbulvetrEncoding(Encoding[FimbulvetrView]):
    """The numbers of Fimbulvetr."""

    def __init__(self, options: Any, seats: int) -> None:
        super().__init__(options, seats)
        self.natural = SIZE
        self.shapes = {"observation": Shape((WARRIORS * COLUMNS + LAST,), -1.0)}
        self.looked: tuple[FimbulvetrView, Frame] | None = None

    def frame(self, view: FimbulvetrView) -> Frame:
        """What numbers refer to in a view; a whole list is numbered in one."""
        if self.looked is None or self.looked[0] is not view:
            self.looked = view, Frame(view)
        return self.looked[1]

    def encode(self, action: Play, view: FimbulvetrView) -> int | None:
        return self.own_number(action, self.frame(view))

    def own_number(self, action: Play, frame: Frame) -> int:
        """The number of an action: each has one."""
        match action:
            case Move():
                warrior = frame.own[action.warrior]
                x, y = frame.at[warrior]
                return MOVE + (warrior * len(REACH) + CELL[action.x - x, action.y - y]) * 4 + action.r
            case Place():
                place = frame.places[action.x, action.y]
                return PLACE + (frame.own[action.warrior] * PLACES + place) * 4 + action.r
            case Relic():
                return RELIC + KINDS.index(action.token) * CLAN_SIZE + frame.own[action.warrior]
            case Melee():
                return MELEE + frame.own[action.warrior] * CLAN_SIZE + frame.enemy[action.target]
            case Ranged():
                return RANGED + frame.own[action.warrior] * CLAN_SIZE + frame.enemy[action.target]
            case Handoff():
                return HANDOFF + frame.own[action.warrior]
        return PASS

    def decode(self, number: int, view: FimbulvetrView) -> Play:
        if not 0 <= number < SIZE:
            raise NoSuchAction(f"Fimbulvetr's actions have the numbers 0 to {SIZE - 1}, not {number}.")
        frame = self.frame(view)
        if number == PASS:
            return Pass()
        if number >= HANDOFF:
            return Handoff(frame.names[number - HANDOFF])
        if number >= MELEE:
            kind: type[Melee | Ranged] = Melee if number < RANGED else Ranged
            warrior, target = divmod((number - MELEE) % (RANGED - MELEE), CLAN_SIZE)
            return kind(frame.names[warrior], frame.names[CLAN_SIZE + target])
        if number >= MOVE:
            warrior, cell = divmod((number - MOVE) // 4, len(REACH))
            x, y = self.standing(frame, warrior, number)
            dx, dy = REACH[cell]
            return Move(frame.names[warrior], x + dx, y + dy, number % 4)
        if number >= RELIC:
            token, warrior = divmod(number - RELIC, CLAN_SIZE)
            return Relic(KINDS[token], frame.names[warrior])
        warrior, place = divmod(number // 4, PLACES)
        if place == ORIGIN:
            return Place(frame.names[warrior], 0, 0, number % 4)
        beside, way = divmod(place, len(DIRECTIONS))
        x, y = self.standing(frame, beside, number)
        dx, dy = DIRECTIONS[way]
        return Place(frame.names[warrior], x + dx, y + dy, number % 4)

    def standing(self, frame: Frame, warrior: int, number: int) -> tuple[int, int]:
        """Where a warrior stands that a number refers to."""
        if warrior not in frame.at:
            raise NoSuchAction(f"{number} refers to the {frame.names[warrior]}, who is not on the table.")
        return frame.at[warrior]

    def observe(self, view: FimbulvetrView) -> dict[str, Array]:
        seen = self.shapes["observation"].empty()
        rows, last = seen[:-LAST].reshape(WARRIORS, COLUMNS), seen[-LAST:]
        me = view.seat or 0
        own, enemy = view.clans[me], view.clans[1 - me]
        turned = list(range(0, 4 * WARRIORS, 4))
        first: list[list[float]] = [[0] * FACING for _ in turned]
        if view.warriors:
            columns, lines = [one.x for one in view.warriors], [one.y for one in view.warriors]
            middle, centre = (min(columns) + max(columns)) // 2, (min(lines) + max(lines)) // 2
        for one in view.warriors:
            number = ids(own)[one.id] if one.seat == me else CLAN_SIZE + ids(enemy)[one.id]
            turned[number] += one.r
            x, y = (one.x - middle) / FAR, (one.y - centre) / FAR
            first[number] = [1, 0, one.bearer, one.severed, min(max(x, -1), 1), min(max(y, -1), 1)]
        for side, clan in enumerate((own, enemy)):
            seat = me if side == 0 else 1 - me
            for name in view.waiting[seat]:
                first[side * CLAN_SIZE + ids(clan)[name]][WAITING] = 1
            token = view.relics[seat]
            if token is not None:
                last[RELICS + 4 * side + KINDS.index(token)] = 1
        rows[:, :FACING] = first
        rows[:, FACING:] = all_shown(own, enemy)[turned]
        last[PHASE + PHASES.index(view.phase)] = 1
        last[QUIET], last[TURN] = view.quiet / QUIET_TURNS, view.turn / MOST_TURNS
        last[MINE], last[FIRST] = me in view.to_act, view.first == me
        return {"observation": seen}

    def numbers(self, actions: Sequence[Any], view: FimbulvetrView) -> dict[int, Action]:
        """The list by number, in one go: nearly all are moves or placements, and they stand together."""
        found: dict[int, Action] = {}
        frame = self.frame(view)
        name, first, x, y = "", 0, 0, 0
        places = frame.places if view.phase == "place" else {}
        for action in actions:
            if type(action) is Place:
                if action.warrior != name:
                    name = action.warrior
                    first = PLACE + frame.own[name] * PLACES * 4
                found[first + places[action.x, action.y] * 4 + action.r] = action
            elif type(action) is Move:
                if action.warrior != name:
                    name = action.warrior
                    warrior = frame.own[name]
                    x, y = frame.at[warrior]
                    first = MOVE + warrior * len(REACH) * 4
                found[first + CELL[action.x - x, action.y - y] * 4 + action.r] = action
            else:
                found[self.own_number(action, frame)] = action
        return found


ENCODING = FimbulvetrEncoding
