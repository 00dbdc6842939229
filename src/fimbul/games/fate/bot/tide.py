"""Where the monsters will be: their way is fixed, so a coming monster turn can be foreseen but for the dice.

A hero beside a monster holds it up, and whoever comes behind it on the road waits too (G73 to G76).
"""

import functools
from collections.abc import Iterable

from fimbul.games.fate.bot.front import Front
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.library.land import TOWN, Land
from fimbul.games.fate.state import FateState


class Tide:
    """The monsters of a position, and how they go on."""

    __slots__ = ("follow", "held", "kinds", "land", "length", "nodes", "start")

    def __init__(self, state: FateState, monsters: list[int], nodes: list[int]) -> None:
        land = self.land = state.land
        self.follow, self.length = land.next, land.path_length
        self.nodes = nodes
        kinds, kind = state.kinds, state.kind
        self.kinds = [kinds[kind[monster]] for monster in monsters]
        self.held = [monster in state.held for monster in monsters] if state.held else ()
        self.start = self.line_up(nodes)

    def line_up(self, nodes: list[int]) -> tuple[list[tuple[int, int]], dict[int, int]]:
        """Who moves first (G74), and who is in which area."""
        length, road = self.length, self.land.road
        order, taken = [], {}
        for place, node in enumerate(nodes):
            if node != TOWN:
                order.append((2 * length[node] - road[node], place))
                taken[node] = place
        order.sort()
        return order, taken

    def touches(self, node: int) -> bool:
        """Whether a hero in an area changes how the monsters go."""
        far = self.land.far[node]
        for there, own in zip(self.nodes, self.kinds, strict=True):
            if far[there] <= own.move + own.range + 1:
                return True
        return False

    def flow(
        self,
        heroes: Iterable[int],
        skull: bool,
        nodes: list[int] | None = None,
        *,
        held: bool = False,
        banks: set[int] | None = None,
    ) -> list[int]:
        """Where they are after a monster turn in which the heroes stand there; who is in is in TOWN.

        `held`: also those whom a card keeps from moving this turn move not.  `banks` gets the areas in which
        one more hero would change it.
        """
        before = self.nodes if nodes is None else nodes
        after = list(before)
        land, follow = self.land, self.follow
        outside = [node for node in heroes if node != TOWN]
        struck: dict[int, set[int]] = {}  # the areas from which somebody of a range reaches a hero
        beside: set[int] = set()
        for node in outside:
            beside.update(land.near[node])
        order, taken = self.start if nodes is None else self.line_up(nodes)
        taken = dict(taken)
        for node in outside:
            taken[node] = -1
        kinds = self.kinds
        stuck = self.held if held else ()
        for _, place in order:
            if stuck and stuck[place]:
                continue
            node = after[place]  # a legend may have traded places with it
            own = kinds[place]
            steps, charged = own.move + skull, skull or own.gaze or not outside
            if banks is not None:
                banks.update(around(land, node, 1))
            while node not in beside:
                there = follow[node]
                if not steps:
                    if banks is not None and there != TOWN:
                        banks.update(around(land, there, own.range))
                        banks.update(around(land, node, own.range))
                    if charged or there == TOWN:
                        break
                    reached = struck.get(own.range)
                    if reached is None:
                        reached = struck[own.range] = set()
                        for hero in outside:
                            reached |= around(land, hero, own.range)
                    if there not in reached or node in reached:
                        break
                    steps, charged = 1, True
                steps -= 1
                if there == TOWN:
                    del taken[node]
                    node = TOWN
                    break
                other = taken.get(there)
                if other is None:
                    del taken[node]
                elif other < 0 or own.rank < LEGEND or kinds[other].rank >= LEGEND:
                    break
                else:
                    after[other] = node
                    taken[node] = other
                taken[there] = place
                node = there
                if banks is not None:
                    banks.update(around(land, node, 1))
            after[place] = node
        return after


def tide_of(state: FateState, front: Front) -> Tide:
    """How the monsters go on, with those that a card keeps where they are."""
    key = ("tide", *state.held)
    found: Tide | None = front.kept.get(key)
    if found is None:
        found = front.kept[key] = Tide(state, front.monsters, front.nodes)
    return found


@functools.cache
def around(land: Land, node: int, reach: int) -> frozenset[int]:
    """The areas in range of an area, and itself."""
    return frozenset(there for there, far in enumerate(land.far[node]) if far <= reach)
