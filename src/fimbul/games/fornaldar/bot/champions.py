"""Challenges: who would win a duel arcane or a trial by combat, worked out round by round."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec

from fimbul.games.fornaldar.bot.battles import ROLLS
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import Library
from fimbul.games.fornaldar.rules import ratings
from fimbul.games.fornaldar.rules.combat import challenges

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

CHAMPION = 6.0  # victory points for a character with his command, about
RANK = 0.5  # victory points that a character's command is worth besides


class Fighter(msgspec.Struct, frozen=True):
    """What a character brings to a challenge."""

    strength: int  # for the ratio
    body: int  # for the losses
    boxes: int
    fades: int  # strength that goes with each wound


def fighter(state: FornaldarState, leader: int, kind: str, other: int = -1) -> Fighter:
    """A character as he would fight another, or anybody."""
    foe = other if other >= 0 else leader
    strength, boxes = challenges.ratio(state, kind, leader, foe), ratings.face(state, leader)
    if kind == challenges.DUEL:
        return Fighter(strength, challenges.basic(state, leader), boxes, 0)
    return Fighter(strength, boxes, boxes, 2 if ratings.is_hero(state, leader) else 1)


@functools.lru_cache(maxsize=4096)
def bout(
    library: Library, one: Fighter, two: Fighter, wounds: tuple[int, int] = (0, 0)
) -> tuple[float, float]:
    """How often the challenger kills the other, and is killed; both may happen at once (R17.8.2, R17.9.2)."""
    column = charts.odds(one.strength - one.fades * wounds[0], two.strength - two.fades * wounds[1])
    bodies = [who.body - (hurt if who.fades else 0) for who, hurt in zip((one, two), wounds, strict=True)]
    kills = deaths = 0.0
    again = 0
    for roll, ways in ROLLS:
        cell = charts.cell(library, roll, column)
        dealt = (
            charts.casualties(library, max(1, bodies[0]), cell.attacker).wounds,
            charts.casualties(library, max(1, bodies[1]), cell.defender).wounds,
        )
        if dealt == (0, 0):
            again += ways
            continue
        after = wounds[0] + dealt[0], wounds[1] + dealt[1]
        fallen = after[0] >= one.boxes, after[1] >= two.boxes
        if any(fallen):
            kills, deaths = kills + ways * fallen[1], deaths + ways * fallen[0]
        else:
            rest = bout(library, one, two, after)
            kills, deaths = kills + ways * rest[0], deaths + ways * rest[1]
    return (kills / (36 - again), deaths / (36 - again)) if again < 36 else (0.0, 0.0)


def duelling(library: Library, one: Fighter, two: Fighter) -> float:
    """What it promises the first to challenge the second, in victory points."""
    kills, deaths = bout(library, one, two)
    return CHAMPION * (kills - deaths)


def prospect(state: FornaldarState, kind: str, leader: int, other: int, *, challenging: bool) -> float:
    """What a challenge between two characters promises the first, in victory points."""
    library, spoils = state.book.library, state.book.spoils["character"]
    mine, theirs = fighter(state, leader, kind, other), fighter(state, other, kind, leader)
    kills, deaths = bout(library, mine, theirs) if challenging else reversed(bout(library, theirs, mine))
    dear = spoils + RANK * ratings.command(state, leader)
    return kills * (spoils + RANK * ratings.command(state, other)) - deaths * dear
