"""The dice on the table: what counts as a hit, and how much damage the roll makes (G51 to G55)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from fimbul.core import Dice, Die, Event
from fimbul.core.wording import capital
from fimbul.games.fate.events import FACES, Rolled
from fimbul.games.fate.library.land import APART
from fimbul.games.fate.model import COVER, HIT, OFF, RUNE, Cast
from fimbul.games.fate.rules import places, quests, tending

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState

SIGNS = ("miss", "rune", "cover", "hit")  # the icons of the faces


def show(name: str, dice: tuple[int, ...], hits: tuple[bool, ...]) -> Dice:
    """Dice as people see them."""
    return Dice(
        name,
        tuple(
            Die(FACES[face], FACES[face], icon=SIGNS[face], state="hit" if hit else "miss")
            for face, hit in zip(dice, hits, strict=True)
        ),
    )


def casts(state: FateState) -> tuple[Dice, ...]:
    """The dice that fell last, counted."""
    return tuple(
        show(f"{capital(cast.who)} against {cast.against}: {cast.damage} damage", cast.dice, cast.hits)
        for cast in state.casts
    )


def last_cast(state: FateState) -> tuple[Dice, ...]:
    """The very last dice that fell."""
    return casts(state)[-1:]


def keep_cast(state: FateState, cast: Cast) -> None:
    """Leave dice on the table; those of earlier actions are taken away."""
    if state.cast_ply != state.ply:
        state.cast_ply, state.casts = state.ply, []
    state.casts.append(cast)


def in_cover(state: FateState) -> bool:
    """Whether the target stands in cover that counts (G53)."""
    roll = state.roll
    assert roll is not None
    return (
        roll.monster != OFF and state.land.forest[roll.node] and not state.kit(roll.seat).powers.ignores_cover
    )


def counts(state: FateState, face: int) -> bool:
    """Whether a face is a hit in the roll on the table."""
    assert state.roll is not None
    if face == HIT:
        return True
    if face == COVER:
        return not in_cover(state)
    return face == RUNE and bool(state.kit(state.roll.seat).powers.runes_hit)


def misses(state: FateState) -> set[int]:
    """The places of the dice that are no hits."""
    assert state.roll is not None
    return {place for place, face in enumerate(state.roll.dice) if not counts(state, face)}


def add_dice(state: FateState, count: int, events: list[Event]) -> None:
    """Roll more dice; runes may add dice, mana and progress (G52, G54)."""
    roll = state.roll
    assert roll is not None
    seat, die = roll.seat, state.die
    powers = state.kit(seat).powers
    fresh = [die() for _ in range(count)]
    if powers.runes_chain:
        place = 0
        while place < len(fresh):
            if fresh[place] == RUNE:
                fresh += [die() for _ in range(powers.runes_chain)]
            place += 1
    state.roll = msgspec.structs.replace(roll, dice=(*roll.dice, *fresh))
    events.append(
        Rolled(
            seat=seat,
            name=state.name(seat),
            dice=tuple(fresh),
            against=state.target_name(roll.monster),
            added=bool(roll.dice),
            monster=roll.monster,
        )
    )
    if powers.runes_charge and (runes := fresh.count(RUNE)):
        for side in state.kit(seat).cards.values():
            if side.face.powers.runes_charge:
                tending.charge(state, seat, side.id, runes * side.face.powers.runes_charge, events)
    if state.land.forest[state.heroes[seat].node]:
        quests.progress(state, seat, "forest_dice", len(fresh), events)


def strength_of(state: FateState) -> int:
    """The damage of the roll on the table, with everything that adds to it by itself (G54, G55)."""
    roll = state.roll
    assert roll is not None
    damage = roll.bonus + sum(counts(state, face) for face in roll.dice)
    if roll.action:
        powers, hero = state.kit(roll.seat).powers, state.heroes[roll.seat]
        distance = state.land.far[hero.node][roll.node]
        if distance == APART:  # knocked out in the middle of the attack
            distance = 0
        damage += powers.attack_damage
        damage += powers.attack_damage_distance * distance
        if distance >= 2:
            damage += powers.attack_damage_far
        if powers.attack_damage_adjacent:
            damage += powers.attack_damage_adjacent * len(places.adjacent_monsters(state, hero.node))
        if roll.monster != OFF and state.kinds[state.kind[roll.monster]].faction == "trollkin":
            damage += powers.attack_damage_trollkin
    return damage
