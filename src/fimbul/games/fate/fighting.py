"""E. Heroes attack: the roll, what is done to it, and the damage (G22, G50 to G58)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Decision, Event, Illegal, Step
from fimbul.games.fate import deeds, quests, tending, uses
from fimbul.games.fate import turn as turns
from fimbul.games.fate.actions import Amount, At, Done, No, Yes
from fimbul.games.fate.events import Rolled
from fimbul.games.fate.land import APART

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState

MISS, RUNE, COVER, HIT = range(4)  # faces of the attack die (G52); COVER: a hit unless in cover


class Roll(msgspec.Struct, frozen=True):
    """The roll on the table, against a monster, or a mountain if the number is -1."""

    seat: int
    node: int
    monster: int
    dice: tuple[int, ...] = ()
    bonus: int = 0
    action: bool = False  # it is an attack action
    used: tuple[str, ...] = ()

    def used_with(self, name: str) -> Roll:
        """The same roll, with one more card used on it."""
        return msgspec.structs.replace(self, used=(*self.used, name))


class Cast(msgspec.Struct, frozen=True):
    """Dice that have fallen and were counted, for those who look at the table."""

    who: str
    against: str
    dice: tuple[int, ...]
    hits: tuple[bool, ...]
    damage: int


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
        roll.monster != deeds.OFF
        and state.land.forest[roll.node]
        and not (roll.action and state.kit(roll.seat).powers.ignores_cover)
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
        )
    )
    if powers.runes_charge and (runes := fresh.count(RUNE)):
        for side in state.kit(seat).cards.values():
            if side.face.powers.runes_charge:
                tending.charge(state, seat, side.id, runes * side.face.powers.runes_charge, events)
    if state.land.forest[state.heroes[seat].node]:
        quests.progress(state, seat, "forest_dice", len(fresh), events)


def strike(state: FateState, seat: int, node: int, dice: int) -> None:
    """An attack action is aimed at an area; at ore or a monster, where both are there (G50)."""
    near = state.land.far[state.heroes[seat].node][node] == 1
    mines = state.kit(seat).powers.mines and near and state.land.mountain[node]
    if mines and state.at[node] >= deeds.FIRST_MONSTER:
        state.push(Mining((seat,), node, dice))
    else:
        state.push(Throw(seat, node, dice, True))


class Mining(Decision, frozen=True, tag=True):
    """Whether an attack on a mountain where a monster stands is for the ore: Orebiter."""

    node: int
    dice: int

    rule: ClassVar[str] = "G50"
    otherwise: ClassVar[str] = "Say whether you aim at the mountain (yes) or at the monster on it (no)."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [Yes(), No()]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        state.push(Throw(seat, self.node, self.dice, True, isinstance(action, Yes)))


class Throw(Step, frozen=True, tag=True):
    """Dice are rolled against a monster, or a mountain."""

    seat: int
    node: int
    dice: int
    action: bool = False
    ore: bool = False  # against the mountain, whoever stands on it

    def run(self, state: FateState, events: list[Event]) -> None:
        code = state.at[self.node]
        occupied = code >= deeds.FIRST_MONSTER and not self.ore
        monster = code - deeds.FIRST_MONSTER if occupied else deeds.OFF
        state.roll = Roll(self.seat, self.node, monster, action=self.action)
        add_dice(state, self.dice, events)
        state.push(Reactions(self.seat), Hit())


class Reactions(Step, frozen=True, tag=True):
    """Ask what is done to the roll, where anything can be done."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if uses.offers(state, self.seat, *moments(state)):
            state.push(Reacting((self.seat,)))


def moments(state: FateState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which cards may be used on the roll, and which actions spent on it (G54)."""
    roll = state.roll
    assert roll is not None
    free = turns.free_actions(state, roll.seat) if state.active == roll.seat else ()
    return ("attack", "roll") if roll.action else ("roll",), free


class Reacting(Decision, frozen=True, tag=True):
    """What is done to the roll on the table (G54)."""

    rule: ClassVar[str] = "G54"
    otherwise: ClassVar[str] = "The dice lie on the table: use a card on them, or say that you are done."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [*uses.offers(state, seat, *moments(state)), Done()]

    def refusal(self, state: FateState, action: Any, seat: int) -> Illegal | None:
        when, free = moments(state)
        return uses.refused(state, seat, action, when, self, free)

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if not isinstance(action, Done):
            state.push(Reactions(seat))
            uses.begin(state, seat, action, events)


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
            damage += powers.attack_damage_adjacent * len(deeds.adjacent_monsters(state, hero.node))
        if roll.monster != deeds.OFF and state.kinds[state.kind[roll.monster]].faction == "trollkin":
            damage += powers.attack_damage_trollkin
    return damage


class Hit(Step, frozen=True, tag=True):
    """The damage of the roll is dealt (G55)."""

    def run(self, state: FateState, events: list[Event]) -> None:
        roll = state.roll
        assert roll is not None
        damage = strength_of(state)
        hits = tuple(counts(state, face) for face in roll.dice)
        keep_cast(
            state, Cast(state.name(roll.seat), state.target_name(roll.monster), roll.dice, hits, damage)
        )
        powers = state.kit(roll.seat).powers
        if roll.action:
            state.push(Aftermath(roll.seat))
        if roll.monster == deeds.OFF:
            deeds.gain(state, roll.seat, damage, events, "ore")
            if not roll.action:
                state.roll = None
            return
        if not roll.action:
            state.roll = None
            deeds.deal(state, roll.monster, damage, roll.seat, events)
            return
        runes = roll.dice.count(RUNE)
        if powers.rune_splash and runes:
            state.push(Splash(roll.seat, roll.node, roll.monster, runes * powers.rune_splash))
        if powers.reaps and damage and reapable(state):
            state.push(Reaping((roll.seat,), damage))
        else:
            state.push(Blow(damage))


class Blow(Step, frozen=True, tag=True):
    """The target takes the damage; what is too much may go on (G58)."""

    damage: int

    def run(self, state: FateState, events: list[Event]) -> None:
        roll = state.roll
        assert roll is not None
        powers, far = state.kit(roll.seat).powers, state.land.far[state.heroes[roll.seat].node]
        beyond = deeds.deal(state, roll.monster, self.damage, roll.seat, events)
        if beyond > 0:
            sweeps = bool(powers.sweeps) and far[roll.node] == 1
            state.push(Overkill(roll.seat, beyond, roll.node, powers.nails, sweeps))


class Overkill(Step, frozen=True, tag=True):
    """Damage beyond the victim's health: it may go to another monster, or be stored (G58)."""

    seat: int
    damage: int
    node: int  # where the victim stood
    nails: int
    sweeps: bool

    def run(self, state: FateState, events: list[Event]) -> None:
        if self.nails and nailable(state, self.seat, self.node):
            state.push(Nailing((self.seat,), self.damage, self.node, self.nails))
        elif self.sweeps and swept(state, self.seat, self.node) is not None:
            state.push(Sweeping((self.seat,), self.damage, self.node))
        else:
            store(state, self.seat, self.damage)


def store(state: FateState, seat: int, damage: int) -> None:
    """What nothing else dealt is kept on a card that stores it (G58)."""
    counters = state.heroes[seat].counters
    for side in state.kit(seat).cards.values():
        most = side.face.powers.stores
        if most:
            counters[side.id] = min(most, counters.get(side.id, 0) + damage)


def nailable(state: FateState, seat: int, node: int) -> list[int]:
    """The monsters next to the victim's area and farther from the hero than it."""
    far = state.land.far[state.heroes[seat].node]
    where = state.where
    return [monster for monster in deeds.adjacent_monsters(state, node) if far[where[monster]] > far[node]]


class Nailing(Decision, frozen=True, tag=True):
    """Which monster the overkill goes on to, if any: Nailed Together."""

    damage: int
    node: int
    nails: int

    rule: ClassVar[str] = "G58"
    otherwise: ClassVar[str] = "Choose a monster next to the victim and farther from you, or none."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        xy, where = state.land.xy, state.where
        return [*(At(*xy[where[monster]]) for monster in nailable(state, seat, self.node)), No()]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if isinstance(action, No):
            store(state, seat, self.damage)
            return
        monster = state.monster_at(action.x, action.y)
        node = state.where[monster]
        beyond = deeds.deal(state, monster, self.damage, seat, events)
        if beyond > 0:
            state.push(Overkill(seat, beyond, node, self.nails - 1, False))


def swept(state: FateState, seat: int, node: int) -> int | None:
    """The next monster clockwise around the hero after an area."""
    ring = state.land.around[state.heroes[seat].node]
    at, start = state.at, ring.index(node)
    for turn in range(1, len(ring)):
        there = ring[(start + turn) % len(ring)]
        if there > 0 and at[there] >= deeds.FIRST_MONSTER:
            return at[there] - deeds.FIRST_MONSTER
    return None


class Sweeping(Decision, frozen=True, tag=True):
    """Whether the overkill goes to the next monster clockwise: Sweeping Strike."""

    damage: int
    node: int

    rule: ClassVar[str] = "G58"
    otherwise: ClassVar[str] = "Say whether the strike sweeps on."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [Yes(), No()]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        monster = swept(state, seat, self.node)
        beyond = self.damage
        if isinstance(action, Yes) and monster is not None:
            beyond = deeds.deal(state, monster, self.damage, seat, events)
        if beyond > 0:
            store(state, seat, beyond)


# ---- Reaper Swing


def reapable(state: FateState) -> list[int]:
    """The other monsters next to a hero who has hit an adjacent one."""
    roll = state.roll
    assert roll is not None
    node = state.heroes[roll.seat].node
    if state.land.far[node][roll.node] != 1:
        return []
    return [monster for monster in deeds.adjacent_monsters(state, node) if monster != roll.monster]


class Reaping(Decision, frozen=True, tag=True):
    """Which other monster gets a part of the damage, if any."""

    damage: int

    rule: ClassVar[str] = "G58"
    otherwise: ClassVar[str] = "Choose another monster adjacent to you, or none."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        xy, where = state.land.xy, state.where
        return [*(At(*xy[where[monster]]) for monster in reapable(state)), No()]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if isinstance(action, No):
            state.push(Blow(self.damage))
        else:
            state.push(Splitting((seat,), self.damage, state.monster_at(action.x, action.y)))


class Splitting(Decision, frozen=True, tag=True):
    """How much of the damage the other monster gets."""

    damage: int
    monster: int

    rule: ClassVar[str] = "G58"
    otherwise: ClassVar[str] = "Choose how much of the damage goes to the other monster."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [Amount(n) for n in range(1, self.damage + 1)]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if action.n < self.damage:
            state.push(Blow(self.damage - action.n))
        deeds.deal(state, self.monster, action.n, seat, events)


# ---- after the blow


class Splash(Step, frozen=True, tag=True):
    """Runes hurt another monster next to the target: Bone Bane Bow."""

    seat: int
    node: int
    monster: int
    damage: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if splashable(state, self.node, self.monster):
            state.push(Splashing((self.seat,), self.node, self.monster, self.damage))


def splashable(state: FateState, node: int, monster: int) -> list[int]:
    """The other monsters next to the target's area."""
    return [other for other in deeds.adjacent_monsters(state, node) if other != monster]


class Splashing(Decision, frozen=True, tag=True):
    """Which monster next to the target is hurt."""

    node: int
    monster: int
    damage: int

    rule: ClassVar[str] = "G102"
    otherwise: ClassVar[str] = "Choose another monster next to the target."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        xy, where = state.land.xy, state.where
        return [At(*xy[where[other]]) for other in splashable(state, self.node, self.monster)]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        deeds.deal(state, state.monster_at(action.x, action.y), self.damage, seat, events)


class Aftermath(Step, frozen=True, tag=True):
    """What follows every attack action, also a spent one (G28, G54)."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        state.roll = None
        powers = state.kit(self.seat).powers
        state.push(tending.Charging(self.seat, powers.after_attack_mana))
        if powers.after_attack_damage and deeds.adjacent_monsters(state, state.heroes[self.seat].node):
            state.push(Biting((self.seat,), powers.after_attack_damage))


class Biting(Decision, frozen=True, tag=True):
    """Which adjacent monster is hurt after an attack action: Elven Blade, Wildfire Blade."""

    damage: int

    rule: ClassVar[str] = "G54"
    otherwise: ClassVar[str] = "Choose a monster adjacent to you."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        xy, where = state.land.xy, state.where
        return [At(*xy[where[m]]) for m in deeds.adjacent_monsters(state, state.heroes[seat].node)]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        deeds.deal(state, state.monster_at(action.x, action.y), self.damage, seat, events)
