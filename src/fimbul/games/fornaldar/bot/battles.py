"""What a battle promises, round by round: the results table with its marks, losses, and the counter-stroke.

Everything here is numbers: the strengths of both sides, what is added to the dice, and what there is to be
won and lost, in victory points.
"""

from __future__ import annotations

import functools

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


class Round(msgspec.Struct, frozen=True):
    """What a round is expected to bring the attacker, what it costs, and how it may end."""

    lost: float
    gained: float
    hurt: float
    hurts: float
    falls: float  # how often the defenders are gone
    driven: float  # how often they could be driven out besides
    thrown: float  # how often the attackers are
    over: float  # how often a castle holds
    broken: float  # how often the attackers have no troops left


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
def round_of(
    library: Library,
    strengths: tuple[int, int],
    added: int,
    shift: int,
    mine: tuple[int, int],  # CSP, boxes
    theirs: tuple[int, int, int],  # CSP, boxes, garrison
) -> Round:
    """One round at these strengths."""
    column = charts.shift(charts.odds(strengths[0], max(1, strengths[1])), shift)
    table = tolls(library)
    (few, own_boxes), (csp, boxes, garrison) = mine, theirs
    lost = gained = hurt = hurts = 0
    falls = driven = thrown = over = broken = 0
    body, own_body = min(STRONGEST, csp or garrison), min(STRONGEST, few)
    heart, own_heart = min(STRONGEST, boxes), min(STRONGEST, own_boxes)
    for ways, one, two, flees, routs, holds in cells(library, column, added):
        own, other = table[one], table[two]
        hits, losses = other[body][0], own[own_body][0]
        wounds, own_wounds = other[heart][1], own[own_heart][1]
        lost += ways * (losses if losses < few else few)
        if losses >= few:
            broken += ways
        gained += ways * (hits if hits < csp else csp)
        hurt += ways * (own_wounds if own_wounds < own_boxes else own_boxes)
        hurts += ways * (wounds if wounds < boxes else boxes)
        if hits >= csp + garrison:
            falls += ways
        elif routs and csp > hits:
            driven += ways
        elif flees:
            thrown += ways
        elif holds:
            over += ways
    return Round(
        lost / WAYS,
        gained / WAYS,
        hurt / WAYS,
        hurts / WAYS,
        falls / WAYS,
        driven / WAYS,
        thrown / WAYS,
        over / WAYS,
        broken / WAYS,
    )


@functools.lru_cache(maxsize=32768)
def outcome(library: Library, mine: Line, foe: Line, added: int, shift: int = 0) -> float:
    """What an attack promises, in victory points: as many rounds as pay, and one at least."""
    ours, theirs, boxes, hearts = float(mine.csp), float(foe.csp), float(mine.boxes), float(foe.boxes)
    going, total, best = 1.0, 0.0, None
    for _ in range(ROUNDS):
        attack = max(1, round(ours * mine.each + mine.might))
        defence = max(1, round(theirs * foe.each + foe.might) + foe.garrison)
        few, many = round(ours), round(theirs)
        found = round_of(
            library, (attack, defence), added, shift, (few, round(boxes)), (many, round(hearts), foe.garrison)
        )
        value = foe.worth * found.gained - mine.worth * found.lost + WOUND * (found.hurts - found.hurt)
        value += found.falls * (foe.prize + foe.walls) + found.driven * foe.walls
        value -= found.broken * mine.prize
        total += going * value
        ended = found.falls + max(found.thrown, found.broken) + (found.over if foe.castle else 0.0)
        if foe.walls:
            ended += found.driven
        going *= max(0.0, 1.0 - ended)
        ours, theirs = max(0.0, ours - found.lost), max(0.0, theirs - found.gained)
        boxes, hearts = max(0.0, boxes - found.hurt), max(0.0, hearts - found.hurts)
        stopped = total - going * COUNTER * riposte(library, mine, foe, (ours, theirs), added, shift)
        if best is None or stopped > best:
            best = stopped
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
    found = round_of(
        library,
        (max(1, round(theirs * foe.each + foe.might)), max(1, round(ours * mine.each + mine.might))),
        -added,
        -shift,
        (theirs, foe.boxes),
        (ours, mine.boxes, 0),
    )
    return max(0.0, mine.worth * found.gained - foe.worth * found.lost + WOUND * (found.hurts - found.hurt))
