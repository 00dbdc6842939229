"""A. The map as numbers: areas are nodes, Grimheim is node 0 (G1 to G7).

Everything that depends on the map alone is worked out once: who is next to whom, where a monster goes, how
far it is from here to there when one counts around the town.
"""

from collections.abc import Iterable

from fimbul.core.grids import CLOCK, HEX_DIRECTIONS, distances
from fimbul.games.fate.library.rows import Area, Place

TOWN = 0
NOWHERE = -1  # beyond the edge of the map
APART = 99  # a distance that nothing reaches: to and from Grimheim (G4)


class Land:
    """The map of a library."""

    def __init__(self, areas: tuple[Area, ...], places: tuple[Place, ...]) -> None:
        town = [(area.x, area.y) for area in areas if area.terrain == "town"]
        open_air = [area for area in areas if area.terrain != "town"]
        self.middle = max(town, key=lambda at: sum((at[0] + q, at[1] + r) in town for q, r in HEX_DIRECTIONS))
        self.at = dict.fromkeys(town, TOWN) | {(a.x, a.y): n for n, a in enumerate(open_air, 1)}
        self.xy = (self.middle, *((area.x, area.y) for area in open_air))
        self.size = len(self.xy)
        nodes = range(self.size)
        special = {place.id for place in places if place.heroes}
        terrain = ("town", *(area.terrain for area in open_air))
        self.terrain = terrain
        self.location = ("grimheim", *(area.location for area in open_air))
        self.forest = tuple(kind == "forest" for kind in terrain)
        self.mountain = tuple(kind == "mountain" for kind in terrain)
        self.road = (False, *(area.road for area in open_air))
        closed = [kind == "lake" and self.location[n] not in special for n, kind in enumerate(terrain)]
        peaks = [kind == "mountain" and self.location[n] not in special for n, kind in enumerate(terrain)]
        self.monsters_enter = tuple(not closed[n] for n in nodes)
        self.heroes_enter = tuple(not closed[n] and not peaks[n] for n in nodes)

        # The six areas around, clockwise from the north-east, with what is not there.
        self.around = tuple(self.ring(n) for n in nodes)
        border = tuple(n for n in nodes if n and TOWN in self.around[n])
        self.border = border
        # Next to each other in the sense of the rules: never across the wall of Grimheim (G4, G6).
        self.near = tuple(
            tuple(o for o in ring if o > TOWN) if n else () for n, ring in enumerate(self.around)
        )
        # One step away.  A climber enters mountains (G63).
        self.steps = tuple(tuple(o for o in self.ways_out(n) if not closed[o]) for n in nodes)
        self.hero_steps = tuple(tuple(o for o in self.steps[n] if self.heroes_enter[o]) for n in nodes)

        following = [TOWN] * self.size
        for number, area in enumerate(open_air, 1):
            if area.dir:
                q, r = CLOCK[area.dir]
                following[number] = self.at[area.x + q, area.y + r]
        self.next = tuple(following)
        self.path_length = tuple(len(self.path(n)) for n in nodes)
        self.far = tuple(self.spread((n,)) for n in nodes)
        self.home = self.spread(border, 1)  # how far it is to Grimheim
        self.mountains = tuple(sum(self.mountain[o] for o in self.near[n]) + self.mountain[n] for n in nodes)

    def ring(self, node: int) -> tuple[int, ...]:
        """What lies around an area, clockwise from the north-east."""
        if node == TOWN:
            return ()
        x, y = self.xy[node]
        return tuple(self.at.get((x + q, y + r), NOWHERE) for q, r in HEX_DIRECTIONS)

    def ways_out(self, node: int) -> Iterable[int]:
        """Where one step may lead, before anything is said about who may go."""
        return self.border if node == TOWN else dict.fromkeys(o for o in self.around[node] if o != NOWHERE)

    def path(self, node: int) -> list[int]:
        """The way of a monster from an area to Grimheim, with the town."""
        way: list[int] = []
        while node != TOWN:
            node = self.next[node]
            way.append(node)
        return way

    def spread(self, starts: tuple[int, ...], first: int = 0) -> tuple[int, ...]:
        """How far every area is from the nearest start, counted around Grimheim (G7)."""
        found = distances(starts, self.near.__getitem__)
        return tuple(found[n] + first if n in found else APART for n in range(self.size))
