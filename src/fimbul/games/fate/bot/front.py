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
from fimbul.games.fate.library.book import Book
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.library.land import APART
from fimbul.games.fate.library.rows import Kind
from fimbul.games.fate.rules import damage, places
from fimbul.games.fate.state import FateState

NEVER = -1  # the turn in which a monster comes that cannot come in time
RUNE_CHANCE = HIT_CHANCE + 1 / 6  # of a die of the dead, to whom a rune is a hit


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
def skulls_of(book: Book, track: str, time: int) -> tuple[bool, ...]:
    """The skulls after a step of a track."""
    return tuple(hour.skull for hour in book.tracks[track][time:])


@functools.cache
def arrivals(book: Book, track: str, time: int) -> tuple[tuple[int, ...], ...]:
    """For every kind and area, the coming monster turn in which such a monster is in Grimheim, or NEVER."""
    skulls = skulls_of(book, track, time)
    by_move = {}
    for move in {kind.move for kind in book.kinds}:
        turns = schedule(skulls, move)
        by_move[move] = tuple(
            turns[steps] if steps < len(turns) else NEVER for steps in book.land.path_length
        )
    return tuple(by_move[kind.move] for kind in book.kinds)


@functools.cache
def odds(dice: int, left: int, sixths: int) -> tuple[float, float]:
    """How likely so many dice make so many hits, and how many of these hits to expect."""
    chance = sixths / 6
    exact = [math.comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits) for hits in range(dice + 1)]
    return sum(exact[left:]), sum(share * min(hits, left) for hits, share in enumerate(exact))


class Front:
    """One look at the monsters: what each is likely to cost, and how hard it hits."""

    def __init__(self, state: FateState) -> None:
        book = state.book
        self.land = book.land
        legends, fury, hurts, numbers = state.legends, state.fury, state.hurt, state.kind
        every, turns = book.kinds, arrivals(book, state.options.track, state.time)
        self.monsters: list[int] = []
        self.nodes: list[int] = []
        self.kinds: list[Kind] = []
        self.dues: list[int] = []  # the monster turn in which it could be in Grimheim, or NEVER
        self.left: list[int] = []  # health
        self.costs: list[float] = []
        self.dice: list[float] = []
        for monster, node in enumerate(state.where):
            if node < 0:
                continue
            number = numbers[monster]
            own, due = every[number], turns[number][node]
            left = (damage.health(state, monster) if legends else own.health) - hurts[monster]
            if due == NEVER:
                cost = HARMLESS
            else:
                cost = ARRIVES[due] if due < len(ARRIVES) else ARRIVES[-1]
                if own.rank >= LEGEND:
                    cost *= 3
                cost *= TOUGH + EACH_HEALTH * left
            strength = full_strength(state, monster) if legends or own.faction == "trollkin" else own.strength
            chance = RUNE_CHANCE if own.faction == "dead" else HIT_CHANCE
            self.monsters.append(monster)
            self.nodes.append(node)
            self.kinds.append(own)
            self.dues.append(due)
            self.left.append(left)
            self.costs.append(cost)
            self.dice.append((strength + fury) * chance + own.gaze)
        self.nearest: dict[int, int] = {}  # what was asked before
        self.kept: dict[tuple[Any, ...], Any] = {}  # what others have worked out from it

    @functools.cached_property
    def places(self) -> dict[int, int]:
        """Which of the monsters is in an area."""
        return {node: place for place, node in enumerate(self.nodes)}

    @functools.cached_property
    def cost(self) -> dict[int, float]:
        """What the monster in an area is likely to cost."""
        return dict(zip(self.nodes, self.costs, strict=True))

    @functools.cached_property
    def dangers(self) -> list[int]:
        """Where the monsters are that matter."""
        return [node for node, cost in zip(self.nodes, self.costs, strict=True) if cost]

    @functools.cached_property
    def siege(self) -> int:
        """How far the nearest monster that matters is from a hero in Grimheim; 0 where there is none."""
        home = self.land.home
        return min([home[node] + 1 for node in self.dangers], default=0)

    def near(self, node: int) -> int:
        """How far the nearest monster that matters is from an area."""
        found = self.nearest.get(node)
        if found is None:
            far = self.land.far[node]
            found = self.nearest[node] = min([far[there] for there in self.dangers], default=APART)
        return found

    def away(self, heroes: list[int]) -> list[int]:
        """How far every monster is from the nearest of these areas; where there is none, from Grimheim."""
        if not heroes:
            home = self.land.home
            return [home[node] + 1 for node in self.nodes]
        first, *others = [self.land.far[node] for node in heroes]
        if not others:
            return [first[node] for node in self.nodes]
        return [min(first[node], *[far[node] for far in others]) for node in self.nodes]

    def blows(self, node: int) -> float:
        """The damage that a hero in an area must expect in the coming monster turn."""
        far = self.land.far[node]
        total = 0.0
        for there, dice, own in zip(self.nodes, self.dice, self.kinds, strict=True):
            distance, reach = far[there], own.range
            if distance > reach + own.move + 1:
                continue
            if distance <= reach:
                total += dice
            elif distance <= reach + 1:
                total += dice * LATER_BLOW
            else:
                total += dice * FAR_BLOW
        return total


FRONTS: dict[tuple[Any, ...], Front] = {}
MOST = 1000  # that are remembered, some 20 kB each


def front_of(state: FateState) -> Front:
    """The monsters of a position; most were looked at before, in another imagined world."""
    key = (
        state.book,
        state.options.track,
        state.time,
        state.fury,
        tuple(state.where),
        tuple(state.kind),
        tuple(state.hurt),
        tuple(state.legends),
    )
    front = FRONTS.get(key)
    if front is None:
        if len(FRONTS) >= MOST:
            FRONTS.clear()
        front = FRONTS[key] = Front(state)
    return front


def full_strength(state: FateState, monster: int) -> float:
    """The dice of a monster, roughly: with its helpers, and with the health of the wyrm."""
    kinds, kind = state.kinds, state.kind
    own = kinds[kind[monster]]
    if own.scaled:
        return own.health - state.hurt[monster]
    dice = own.strength * own.attacks
    if own.faction == "trollkin":
        for helper in places.adjacent_monsters(state, state.where[monster]):
            dice += kinds[kind[helper]].faction == "trollkin"
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
