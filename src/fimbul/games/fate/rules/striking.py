"""E. Heroes attack: the roll, what is done to it, and the damage (G22, G50 to G58)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Decision, Event, Fact, Illegal, Line, Question, Step
from fimbul.games.fate.actions import Amount, At, Done, No, Play, Use, Yes
from fimbul.games.fate.model import FIRST_MONSTER, OFF, RUNE, Cast, Roll
from fimbul.games.fate.rules import damage as harm
from fimbul.games.fate.rules import gold, places, spending, uses
from fimbul.games.fate.rules.aftermath import Aftermath
from fimbul.games.fate.rules.dice import add_dice, counts, keep_cast, show, strength_of
from fimbul.games.fate.rules.overkill import Overkill

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


def strike(state: FateState, seat: int, node: int, dice: int) -> None:
    """An attack action is aimed at an area; at ore or a monster, where both are there (G50)."""
    near = state.land.far[state.heroes[seat].node][node] == 1
    mines = state.kit(seat).powers.mines and near and state.land.mountain[node]
    if mines and state.at[node] >= FIRST_MONSTER:
        state.push(Mining((seat,), node, dice))
    else:
        state.push(Throw(seat, node, dice, True))


class Mining(Decision["FateState", Yes | No], frozen=True, tag=True):
    """Whether an attack on a mountain where a monster stands is for the ore: Orebiter."""

    node: int
    dice: int

    rule = "G50"
    otherwise = "Say whether you aim at the mountain (yes) or at the monster on it (no)."

    def question(self, state: FateState, seat: int) -> Question:
        monster = state.at[self.node] - FIRST_MONSTER
        whom = state.whom(monster)
        return Question(
            text=f"Aim at the mountain for ore, or at {whom}.",
            watching=f"{state.name(seat)} aims at the mountain for ore, or at {whom}.",
            about=state.about(monster),
            labels=(("yes", "Aim at the mountain"), ("no", f"Aim at {state.target_name(monster)}")),
        )

    def actions(self, state: FateState, seat: int) -> list[Yes | No]:
        return [Yes(), No()]

    def take(self, state: FateState, action: Yes | No, seat: int, events: list[Event]) -> None:
        state.push(Throw(seat, self.node, self.dice, True, isinstance(action, Yes)))


class Throw(Step["FateState"], frozen=True, tag=True):
    """Dice are rolled against a monster, or a mountain."""

    seat: int
    node: int
    dice: int
    action: bool = False
    ore: bool = False  # against the mountain, whoever stands on it

    def run(self, state: FateState, events: list[Event]) -> None:
        code = state.at[self.node]
        occupied = code >= FIRST_MONSTER and not self.ore
        monster = code - FIRST_MONSTER if occupied else OFF
        state.roll = Roll(self.seat, self.node, monster, action=self.action)
        add_dice(state, self.dice, events)
        state.push(Reactions(self.seat), Hit())


class Reactions(Step["FateState"], frozen=True, tag=True):
    """Ask what is done to the roll, where anything can be done."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if uses.offers(state, self.seat, *moments(state)):
            state.push(Reacting((self.seat,)))


def moments(state: FateState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which cards may be used on the roll, and which actions spent on it (G54)."""
    roll = state.roll
    assert roll is not None
    free = spending.free_actions(state, roll.seat) if state.active == roll.seat else ()
    return ("attack", "roll") if roll.action else ("roll",), free


class Reacting(Decision["FateState", Use | Play | Done], frozen=True, tag=True):
    """What is done to the roll on the table (G54)."""

    rule = "G54"
    otherwise = "The dice lie on the table: use a card on them, or say that you are done."

    def question(self, state: FateState, seat: int) -> Question:
        roll, damage = state.roll, strength_of(state)
        assert roll is not None
        whom = state.target_name(roll.monster)
        hits = tuple(counts(state, face) for face in roll.dice)
        facts: tuple[Fact, ...] = (show(f"Your roll against {whom}", roll.dice, hits),)
        facts += (Line("Damage", str(damage)),)
        if roll.monster != OFF:
            left = harm.health(state, roll.monster) - state.hurt[roll.monster]
            armor = state.kinds[state.kind[roll.monster]].armor
            facts += (Line("Health left", f"{left}, armor {armor}" if armor else str(left)),)
        return Question(
            text=f"{damage} damage on the dice against {whom}. Use a card to change the roll, or leave it.",
            watching=f"{state.name(seat)} has {damage} damage on the dice against {whom}, and may add to it.",
            about=state.about(roll.monster),
            facts=facts,
            labels=(("done", "Leave the roll"),),
        )

    def actions(self, state: FateState, seat: int) -> list[Use | Play | Done]:
        return [*uses.offers(state, seat, *moments(state)), Done()]

    def forbids(self, state: FateState, action: Use | Play | Done, seat: int) -> Illegal | None:
        when, free = moments(state)
        return None if isinstance(action, Done) else uses.refused(state, seat, action, when, free)

    def take(self, state: FateState, action: Use | Play | Done, seat: int, events: list[Event]) -> None:
        if not isinstance(action, Done):
            state.push(Reactions(seat))
            uses.begin(state, seat, action, events)


class Hit(Step["FateState"], frozen=True, tag=True):
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
        if roll.monster == OFF:
            gold.gain(state, roll.seat, damage, events, "ore")
            if not roll.action:
                state.roll = None
            return
        if not roll.action:
            state.roll = None
            harm.deal(state, roll.monster, damage, roll.seat, events)
            return
        runes = roll.dice.count(RUNE)
        if powers.rune_splash and runes:
            state.push(Splash(roll.seat, roll.node, roll.monster, runes * powers.rune_splash))
        if powers.reaps and damage and reapable(state):
            state.push(Reaping((roll.seat,), damage))
        else:
            state.push(Blow(damage))


class Blow(Step["FateState"], frozen=True, tag=True):
    """The target takes the damage; what is too much may go on (G58)."""

    damage: int

    def run(self, state: FateState, events: list[Event]) -> None:
        roll = state.roll
        assert roll is not None
        powers, far = state.kit(roll.seat).powers, state.land.far[state.heroes[roll.seat].node]
        beyond = harm.deal(state, roll.monster, self.damage, roll.seat, events)
        if beyond > 0:
            sweeps = bool(powers.sweeps) and far[roll.node] == 1
            state.push(Overkill(roll.seat, beyond, roll.node, powers.nails, sweeps))


# ---- Reaper Swing


def reapable(state: FateState) -> list[int]:
    """The other monsters next to a hero who has hit an adjacent one."""
    roll = state.roll
    assert roll is not None
    node = state.heroes[roll.seat].node
    if state.land.far[node][roll.node] != 1:
        return []
    return [monster for monster in places.adjacent_monsters(state, node) if monster != roll.monster]


class Reaping(Decision["FateState", At | No], frozen=True, tag=True):
    """Which other monster gets a part of the damage, if any."""

    damage: int

    rule = "G58"
    otherwise = "Choose another monster adjacent to you, or none."

    def question(self, state: FateState, seat: int) -> Question:
        return Question(
            text=f"Choose another adjacent monster to share the {self.damage} damage, or none.",
            watching=f"{state.name(seat)} may share the {self.damage} damage with another monster.",
            about=(f"hero:{seat}",),
            labels=(("at", "Share the damage with {}"), ("no", "Share nothing")),
        )

    def actions(self, state: FateState, seat: int) -> list[At | No]:
        xy, where = state.land.xy, state.where
        return [*(At(*xy[where[monster]]) for monster in reapable(state)), No()]

    def take(self, state: FateState, action: At | No, seat: int, events: list[Event]) -> None:
        if isinstance(action, No):
            state.push(Blow(self.damage))
        else:
            state.push(Splitting((seat,), self.damage, state.monster_at(action.x, action.y)))


class Splitting(Decision["FateState", Amount], frozen=True, tag=True):
    """How much of the damage the other monster gets."""

    damage: int
    monster: int

    rule = "G58"
    otherwise = "Choose how much of the damage goes to the other monster."

    def question(self, state: FateState, seat: int) -> Question:
        whom = state.whom(self.monster)
        return Question(
            text=f"Choose how much of the {self.damage} damage goes to {whom}.",
            watching=f"{state.name(seat)} chooses how much of the {self.damage} damage goes to {whom}.",
            about=state.about(self.monster),
            labels=(("amount", f"{{}} damage to {state.target_name(self.monster)}"),),
        )

    def actions(self, state: FateState, seat: int) -> list[Amount]:
        return [Amount(n) for n in range(1, self.damage + 1)]

    def take(self, state: FateState, action: Amount, seat: int, events: list[Event]) -> None:
        if action.n < self.damage:
            state.push(Blow(self.damage - action.n))
        harm.deal(state, self.monster, action.n, seat, events)


# ---- after the blow


class Splash(Step["FateState"], frozen=True, tag=True):
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
    return [other for other in places.adjacent_monsters(state, node) if other != monster]


class Splashing(Decision["FateState", At], frozen=True, tag=True):
    """Which monster next to the target is hurt."""

    node: int
    monster: int
    damage: int

    rule = "G102"
    otherwise = "Choose another monster next to the target."

    def question(self, state: FateState, seat: int) -> Question:
        return Question(
            text=f"Choose a monster next to the target that the runes hurt for {self.damage} damage.",
            watching=f"{state.name(seat)} chooses a monster that the runes hurt for {self.damage} damage.",
            labels=(("at", "Hurt {}"),),
        )

    def actions(self, state: FateState, seat: int) -> list[At]:
        xy, where = state.land.xy, state.where
        return [At(*xy[where[other]]) for other in splashable(state, self.node, self.monster)]

    def take(self, state: FateState, action: At, seat: int, events: list[Event]) -> None:
        harm.deal(state, state.monster_at(action.x, action.y), self.damage, seat, events)
