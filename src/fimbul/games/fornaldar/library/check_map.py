"""Checking the map: hexes, what lies between them, fortresses and Places of Power."""

import re
from collections import defaultdict

from fimbul.core import BadData
from fimbul.core.reading import csv_rows, named, one_of, within
from fimbul.games.fornaldar.library.conditions import MOST, all_of, ids, once
from fimbul.games.fornaldar.library.rows import HEXSIDES, Edge, Ground, Library

SIZE = 50  # columns, and rows
FYNVIRKE = "fynvirke"
OPEN_WATER = ("sea", "lake")
HEX = re.compile(r"(?P<column>[0-9]{2})(?P<row>[0-9]{2})(?P<part>[b-z]?)\Z")


def base(name: str) -> str:
    """The hex that a part is of."""
    return name[:4]


def adjacent(one: str, other: str) -> bool:
    """Whether two hexes lie side by side; odd columns lie half a hex lower."""
    (c, r), (d, s) = ((int(name[:2]), int(name[2:4])) for name in (one, other))
    if c == d:
        return abs(r - s) == 1
    return abs(c - d) == 1 and s - r in ((0, 1) if c % 2 else (-1, 0))


def land(ground: Ground) -> bool:
    """Whether land pieces can stand here."""
    return not set(ground.terrain) & set(OPEN_WATER)


def hexes(library: Library) -> dict[str, Ground]:
    """The hexes by their names."""
    return {ground.hex: ground for ground in library.ground}


def hex_in(name: str, grounds: dict[str, Ground], who: str) -> Ground:
    """The hex of a name."""
    if name not in grounds:
        raise BadData(f"{who}: there is no hex '{name}' on the map.")
    return grounds[name]


def check_map(library: Library, who: str) -> None:
    """Every hex is there once, and what it has fits together."""
    kingdoms = tuple(group.id for group in library.groups if group.kingdom)
    for line, ground in csv_rows(library.ground, who):
        match = HEX.match(ground.hex)
        if not match or not (1 <= int(match["column"]) <= SIZE and 1 <= int(match["row"]) <= SIZE):
            raise BadData(
                f"{line}, hex: '{ground.hex}' is no hex; expected 0101 to {SIZE}{SIZE}, and parts like 0616b."
            )
        check_ground(ground, kingdoms, line)
    once(csv_rows(library.ground, who), lambda ground: ground.hex, "hex")
    found = {ground.hex for ground in library.ground}
    all_of(found, (f"{c:02}{r:02}" for c in range(1, SIZE + 1) for r in range(1, SIZE + 1)), who, "hex")
    all_of({ground.kingdom for ground in library.ground}, kingdoms, who, "kingdom")


def check_ground(ground: Ground, kingdoms: tuple[str, ...], line: str) -> None:
    """The terrain, the water and the owner of a hex agree."""
    if not ground.terrain:
        raise BadData(f"{line}, terrain: this cell is empty.")
    if len(set(ground.terrain)) < len(ground.terrain):
        raise BadData(f"{line}, terrain: one kind is there twice.")
    if ground.kingdom:
        one_of(ground.kingdom, kingdoms, f"{line}, kingdom")
    if not land(ground):
        kind = ground.terrain[0]
        if len(ground.terrain) > 1:
            raise BadData(f"{line}, terrain: '{' '.join(ground.terrain)}' is both water and land.")
        if ground.water != kind:
            raise BadData(f"{line}, water: it must be '{kind}' as the terrain is, not '{ground.water}'.")
        for field, given in (
            ("kingdom", ground.kingdom),
            ("island", ground.island),
            ("fynvirke", ground.fynvirke),
        ):
            if given:
                raise BadData(f"{line}, {field}: only land can have it.")
    elif ground.water in OPEN_WATER:
        raise BadData(f"{line}, water: land is 'coastal' or 'lakeside', not '{ground.water}'.")
    if ground.water in ("sea", "coastal"):
        named(ground.zone, f"{line}, zone")
    elif ground.zone:
        raise BadData(f"{line}, zone: only sea and coast belong to a sea.")


def check_parts(library: Library, who: str) -> None:
    """The parts of split hexes are those of the map, and border what lies around them."""
    grounds = hexes(library)
    parts = {part.hex: part for part in library.parts}
    once(csv_rows(library.parts, who), lambda part: part.hex, "hex")
    split = {base(name) for name in grounds if len(name) > 4}
    for line, part in csv_rows(library.parts, who):
        hex_in(part.hex, grounds, f"{line}, hex")
        if base(part.hex) not in split:
            raise BadData(f"{line}, hex: map.csv has no other part of {base(part.hex)}.")
        for name in part.borders:
            hex_in(name, grounds, f"{line}, borders")
            if name == part.hex or not (base(name) == base(part.hex) or adjacent(part.hex, name)):
                raise BadData(f"{line}, borders: {name} does not lie beside {part.hex}.")
            if name in parts and part.hex not in parts[name].borders:
                raise BadData(f"{line}, borders: {part.hex} borders {name}, but {name} does not border it.")
    all_of(parts, sorted(name for name in grounds if base(name) in split), who, "hex")


def check_edges(library: Library, who: str) -> None:
    """What is on hexsides lies between neighbours that can have it."""
    grounds = hexes(library)
    borders = {part.hex: part.borders for part in library.parts}
    sides: dict[frozenset[str], set[str]] = defaultdict(set)
    for line, edge in csv_rows(library.edges, who):
        one_of(edge.kind, HEXSIDES, f"{line}, kind")
        for field, name in (("hex", edge.hex), ("other", edge.other)):
            hex_in(name, grounds, f"{line}, {field}")
        check_neighbours(edge, borders, line)
        check_edge(edge, grounds, line)
        side = sides[frozenset((edge.hex, edge.other))]
        if edge.kind in side:
            raise BadData(f"{line}, kind: '{edge.kind}' is there twice.")
        side.add(edge.kind)
        if {"river_minor", "river_major"} <= side:
            raise BadData(f"{line}, kind: a river is minor or major, not both.")
    for line, edge in csv_rows(library.edges, who):
        if edge.kind == "ford" and "river_minor" not in sides[frozenset((edge.hex, edge.other))]:
            raise BadData(f"{line}, kind: a ford needs a minor river.")


def check_neighbours(edge: Edge, borders: dict[str, tuple[str, ...]], line: str) -> None:
    """The two hexes lie side by side."""
    one, other = edge.hex, edge.other
    beside = adjacent(one, other) or (base(one) == base(other) and one != other)
    for part, name in ((one, other), (other, one)):
        beside = beside and (part not in borders or name in borders[part])
    if not beside:
        raise BadData(f"{line}, other: {other} does not lie beside {one}.")


def check_edge(edge: Edge, grounds: dict[str, Ground], line: str) -> None:
    """Roads and crossings are on land, and a passage is barred only where there could be one."""
    both = (grounds[edge.hex], grounds[edge.other])
    if edge.kind == "no_sea_passage":
        if not all(ground.water for ground in both):
            raise BadData(f"{line}, kind: both hexes of '{edge.kind}' must have water.")
    elif not all(land(ground) for ground in both):
        raise BadData(f"{line}, kind: both hexes of '{edge.kind}' must have land.")


def check_fortresses(library: Library, who: str) -> None:
    """Fortresses stand on land, one in a hex; only the Fynvirke may be there besides."""
    grounds = hexes(library)
    kinds = tuple(effect.terrain for effect in library.effects if effect.kind in ("fortress", "extra"))
    walls = {ground.hex for ground in library.ground if ground.fynvirke}
    for line, fortress in csv_rows(library.fortresses, who):
        ground = hex_in(fortress.hex, grounds, f"{line}, hex")
        if not land(ground):
            raise BadData(f"{line}, hex: {fortress.hex} is open water.")
        one_of(fortress.kind, kinds, f"{line}, kind")
        if fortress.kingdom:
            one_of(fortress.kingdom, ids(library.groups), f"{line}, kingdom")
        for scenario in fortress.scenarios:
            one_of(scenario, ids(library.scenarios), f"{line}, scenarios")
        within(fortress.levy, 0, MOST, f"{line}, levy")
        for name in fortress.gates:
            if not hex_in(name, grounds, f"{line}, gates").water:
                raise BadData(f"{line}, gates: there is no water in {name} for a ship.")
        if fortress.kind == FYNVIRKE and fortress.hex not in walls:
            raise BadData(f"{line}, hex: map.csv has no Fynvirke in {fortress.hex}.")
    for wall in (True, False):
        rows = (
            (line, each)
            for line, each in csv_rows(library.fortresses, who)
            if (each.kind == FYNVIRKE) == wall
        )
        once(rows, lambda each: each.hex, "hex")
    found = {fortress.hex for fortress in library.fortresses if fortress.kind == FYNVIRKE}
    all_of(found, sorted(walls), who, "hex")


def check_classes(library: Library, who: str) -> None:
    """Every class of fortress has its row."""
    for line, each in csv_rows(library.classes, who):
        within(each.garrison, 0, MOST, f"{line}, garrison")
        within(each.command, 0, MOST, f"{line}, command")
    once(csv_rows(library.classes, who), lambda each: each.strength, "strength")
    all_of({each.strength for each in library.classes}, ("A", "B", "C", "D"), who, "strength")


def check_places(library: Library, who: str) -> None:
    """Places of Power are on land, one in a hex."""
    grounds = hexes(library)
    for line, place in csv_rows(library.places, who):
        if not land(hex_in(place.hex, grounds, f"{line}, hex")):
            raise BadData(f"{line}, hex: {place.hex} is open water.")
        within(place.healing, 0, MOST, f"{line}, healing")
    once(csv_rows(library.places, who), lambda place: place.hex, "hex")
