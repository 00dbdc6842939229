"""What a battle promises, round by round: the results table with its marks, losses, and the counter-stroke.

Everything here is numbers: the strengths of both sides, what is added to the dice, and what there is to be
won and lost, in victory points.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import msgspec

from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import LETTERS, Library

ROLLS = [(total, 6 - abs(total - 7)) for total in range(2, 13)]  # two dice: total, ways out of 36
WAYS = 36
ROUNDS = 4  # of a battle that are foreseen
WOUND = 0.6  # victory points
COUNTER = 0.6  # of what the other side could do when the attacker has had enough
STRONGEST = 60  # CSP and boxes beyond which losses stay the same


class Line(msgspec.Struct, frozen=True):
    """One side of a battle: what it fights with, and what it may lose."""

    csp: int
    each: float  # strength of a CSP on this ground
    might: float  # of heroes and magic
    boxes: int = 0  # of its characters
    garrison: int = 0
    worth: float = 1.0  # victory points of a CSP
    prize: float = 0.0  # for the enemy, when all its troops are gone
    walls: float = 0.0  # for the enemy, when it is driven out or gone: its fortress
    castle: bool = False  # which ends an attack that goes badly (R18.7)


class Suffered(NamedTuple):
    """What a round is expected to cost the attackers."""

    lost: float  # CSP
    hurt: float  # boxes
    broken: float  # how often they have no troops left


class Dealt(NamedTuple):
    """What a round is expected to cost the defenders, and how it may end."""

    gained: float  # CSP
    hurts: float  # boxes
    falls: float  # how often the defenders are gone
    driven: float  # how often they could be driven out besides
    thrown: float  # how often the attackers are
    over: float  # how often a castle holds


@functools.lru_cache(maxsize=8)
def tolls(library: Library) -> tuple[tuple[tuple[int, int], ...], ...]:
    """CSP and wounds by letter and strength."""
    rows = [[charts.casualties(library, each, letter) for each in range(STRONGEST + 1)] for letter in LETTERS]
    return tuple(tuple((cell.csp, cell.wounds) for cell in row) for row in rows)


@functools.lru_cache(maxsize=512)
def cells(library: Library, column: str, added: int) -> tuple[tuple[int, int, int, bool, bool, bool], ...]:
    """The results of a column: ways out of 36, both letters, who is marked `r`, whether any is marked `o`."""
    found: dict[tuple[int, int, bool, bool, bool], int] = {}
    for total, ways in ROLLS:
        cell = charts.cell(library, total + added, column)
        key = (
            LETTERS.index(cell.attacker),
            LETTERS.index(cell.defender),
            cell.attacker_mark == "r",
            cell.defender_mark == "r",
            "o" in (cell.attacker_mark, cell.defender_mark),
        )
        found[key] = found.get(key, 0) + ways
    return tuple((ways, *key) for key, ways in found.items())


@functools.lru_cache(maxsize=32768)
def column(attack: int, defence: int, shift: int) -> str:
    """The column of the results table for two strengths."""
    return charts.shift(charts.odds(max(1, attack), max(1, defence)), shift)


@functools.lru_cache(maxsize=32768)
def suffered(library: Library, column: str, added: int, csp: int, boxes: int) -> Suffered:
    """What a round at such odds costs attackers who are so many."""
    table, body, heart = tolls(library), min(STRONGEST, csp), min(STRONGEST, boxes)
    lost = hurt = broken = 0
    for ways, own, _, _, _, _ in cells(library, column, added):
        losses, wounds = table[own][body][0], table[own][heart][1]
        lost += ways * min(losses, csp)
        hurt += ways * min(wounds, boxes)
        broken += ways * (losses >= csp)
    return Suffered(lost / WAYS, hurt / WAYS, broken / WAYS)


@functools.lru_cache(maxsize=32768)
def dealt(library: Library, column: str, added: int, csp: int, boxes: int, garrison: int) -> Dealt:
    """What a round at such odds costs defenders who are so many."""
    table, body, heart = tolls(library), min(STRONGEST, csp or garrison), min(STRONGEST, boxes)
    gained = hurts = falls = driven = thrown = over = 0
    for ways, _, other, flees, routs, holds in cells(library, column, added):
        hits = table[other][body][0]
        gained += ways * min(hits, csp)
        hurts += ways * min(table[other][heart][1], boxes)
        if hits >= csp + garrison:
            falls += ways
        elif routs and csp > hits:
            driven += ways
        elif flees:
            thrown += ways
        elif holds:
            over += ways
    return Dealt(gained / WAYS, hurts / WAYS, falls / WAYS, driven / WAYS, thrown / WAYS, over / WAYS)


@functools.lru_cache(maxsize=32768)
def outcome(library: Library, mine: Line, foe: Line, added: int, shift: int = 0) -> float:
    """What an attack promises, in victory points: as many rounds as pay, and one at least."""
    ours, theirs, boxes, hearts = float(mine.csp), float(foe.csp), float(mine.boxes), float(foe.boxes)
    going, total, best = 1.0, 0.0, None
    for _ in range(ROUNDS):
        attack = round(ours * mine.each + mine.might)
        defence = round(theirs * foe.each + foe.might) + foe.garrison
        odds = column(attack, defence, shift)
        own = suffered(library, odds, added, round(ours), round(boxes))
        other = dealt(library, odds, added, round(theirs), round(hearts), foe.garrison)
        value = foe.worth * other.gained - mine.worth * own.lost + WOUND * (other.hurts - own.hurt)
        value += other.falls * (foe.prize + foe.walls) + other.driven * foe.walls
        value -= own.broken * mine.prize
        total += going * value
        ended = other.falls + max(other.thrown, own.broken) + (other.over if foe.castle else 0.0)
        if foe.walls:
            ended += other.driven
        going *= 1.0 - ended if ended < 1.0 else 0.0
        ours, theirs = ours - own.lost, theirs - other.gained  # nobody loses more than he has
        boxes, hearts = boxes - own.hurt, hearts - other.hurts
        if best is None or total > best:
            stopped = total - going * COUNTER * riposte(library, mine, foe, (ours, theirs), added, shift)
            best = stopped if best is None else max(best, stopped)
        if going < 0.05 or ours < 1 or (theirs < 0.5 and not foe.garrison):
            break
    return best if best is not None else 0.0


def riposte(
    library: Library, mine: Line, foe: Line, left: tuple[float, float], added: int, shift: int
) -> float:
    """What the defenders could do in a round of their own against those who attack no more (R17.3)."""
    ours, theirs = round(left[0]), round(left[1])
    if not theirs or not ours:
        return 0.0
    odds = column(round(theirs * foe.each + foe.might), round(ours * mine.each + mine.might), -shift)
    own = suffered(library, odds, -added, theirs, foe.boxes)
    other = dealt(library, odds, -added, ours, mine.boxes, 0)
    return max(0.0, mine.worth * other.gained - foe.worth * own.lost + WOUND * (other.hurts - own.hurt))
