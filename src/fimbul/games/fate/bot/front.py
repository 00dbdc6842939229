"""A look at the monsters: what each is likely to cost, and how hard it hits."""

import functools
import math
from typing import Any

from fimbul.games.fate.bot.weights import (
    ARRIVES,
    COVER_CHANCE,
    EACH_HEALTH,
    FAR_BLOW,
    HARMLESS,
    HIT_CHANCE,
    LATER_BLOW,
    TOUGH,
)
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.rules import damage, places
from fimbul.games.fate.state import FateState


@functools.cache
def schedule(skulls: tuple[bool, ...], move: int) -> tuple[int, ...]:
    """For every number of steps, in which of the coming monster turns a monster of this speed is there.

    The last number stands for never.
    """
    turns: list[int] = [0]
    for number, skull in enumerate(skulls, 1):
        turns += [number] * (move + skull)
    return tuple(turns)


@functools.cache
def skulls_of(track: Any, time: int) -> tuple[bool, ...]:
    """The skulls after a step of a track."""
    return tuple(hour.skull for hour in track[time:])


@functools.cache
def odds(dice: int, left: int, sixths: int) -> tuple[float, float]:
    """How likely so many dice make so many hits, and how many of these hits to expect."""
    chance = sixths / 6
    exact = [math.comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits) for hits in range(dice + 1)]
    return sum(exact[left:]), sum(share * min(hits, left) for hits, share in enumerate(exact))


class Front:
    """One look at the monsters: what each is likely to cost, and how hard it hits."""

    __slots__ = ("costs", "dice", "monsters", "nodes", "ranges", "state", "walks")

    def __init__(self, state: FateState) -> None:
        self.state = state
        kinds, kind, where, hurt = state.kinds, state.kind, state.where, state.hurt
        land = state.land
        skulls = skulls_of(state.track, state.time)
        legends = state.legends
        self.monsters = [monster for monster, node in enumerate(where) if node >= 0]
        self.nodes = [where[monster] for monster in self.monsters]
        self.costs: list[float] = []
        self.dice: list[float] = []
        self.ranges: list[int] = []
        self.walks: list[int] = []
        for monster, node in zip(self.monsters, self.nodes, strict=True):
            own = kinds[kind[monster]]
            turns = schedule(skulls, own.move)
            steps = land.path_length[node]
            if steps < len(turns):
                soon = turns[steps]
                cost = ARRIVES[soon] if soon < len(ARRIVES) else ARRIVES[-1]
                if own.rank >= LEGEND:
                    cost *= 3
                full = damage.health(state, monster) if legends else own.health
                cost *= TOUGH + EACH_HEALTH * (full - hurt[monster])
            else:
                cost = HARMLESS
            self.costs.append(cost)
            strength = full_strength(state, monster) if legends or own.faction == "trollkin" else own.strength
            runes = 1 / 6 if own.faction == "dead" else 0.0
            self.dice.append((strength + state.fury) * (HIT_CHANCE + runes) + own.gaze)
            self.ranges.append(own.range)
            self.walks.append(own.move)

    def blows(self, node: int) -> float:
        """The damage that a hero in an area must expect in the coming monster turn."""
        far = self.state.land.far[node]
        total = 0.0
        for there, dice, reach, walk in zip(self.nodes, self.dice, self.ranges, self.walks, strict=True):
            distance = far[there]
            if distance > reach + walk + 1:
                continue
            if distance <= reach:
                total += dice
            elif distance <= reach + 1:
                total += dice * LATER_BLOW
            else:
                total += dice * FAR_BLOW
        return total


def full_strength(state: FateState, monster: int) -> float:
    """The dice of a monster, roughly: with its helpers, and with the health of the wyrm."""
    kinds, kind = state.kinds, state.kind
    own = kinds[kind[monster]]
    if own.scaled:
        return own.health - state.hurt[monster]
    dice = own.strength * own.attacks
    if own.faction == "trollkin":
        helpers = places.adjacent_monsters(state, state.where[monster])
        dice += sum(kinds[kind[helper]].faction == "trollkin" for helper in helpers)
    return dice


def risk(state: FateState, seat: int, blows: float) -> float:
    """How likely a hero is knocked out by so much damage."""
    kit, hero = state.kit(seat), state.heroes[seat]
    if blows <= 0:
        return 0.0
    if state.land.forest[hero.node]:
        blows *= COVER_CHANCE / HIT_CHANCE
    blows = max(0.0, blows - kit.armor)
    left = kit.health - hero.damage
    over = (blows - left) / (left + 1) + 0.5
    return 0.0 if over <= 0 else min(1.0, over)
