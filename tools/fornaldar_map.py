"""Make the ground of Fornaldar's map: regions as a country has them, out of what is known of single hexes.

    python tools/fornaldar_map.py            # writes src/fimbul/games/fornaldar/data/map.csv

`fornaldar_terrain.txt` holds a letter for each hex, a row of the map a line: `c`lear, `w`oods, `f`orest,
`r`ough, `m`ountain, mar`s`h, `~` sea and `o` lake.  A capital letter stays as it is: hexes that the rulebook
names, with fortresses and Places of Power, where pieces start, where passes, tunnels and giants' paths need
their mountains, and some in which positions of the tests are set.  The other letters were guessed column by
column.  Here they are spread over the land around them: how high it lies, how wooded and how wet, each as a
smooth field.  Of each kind there are as many hexes afterwards as before; coasts, lakes and rivers, which
follow the real ones, are not touched.
"""

import csv
import io
import math
from collections import Counter
from pathlib import Path

from fimbul.core.grids import Hex

HERE = Path(__file__).parent
MAP = HERE.parent / "src" / "fimbul" / "games" / "fornaldar" / "data" / "map.csv"
LETTERS = {"c": "clear", "w": "woods", "f": "forest", "r": "rough", "m": "mountain", "s": "marsh"}
HEIGHT = {"mountain": 2.0, "rough": 1.0, "marsh": -0.5}
WOOD = {"forest": 2.0, "woods": 1.0}
WET = {"marsh": 1.0}
REACH, SPREAD = 4, 1.5  # hexes: how far a hex is felt, and how much of it


def read() -> tuple[dict[Hex, str], set[Hex]]:
    """The kinds of land by place, and the places that stay as they are."""
    kinds, fixed = {}, set()
    for row, line in enumerate((HERE / "fornaldar_terrain.txt").read_text("utf-8").splitlines(), 1):
        for column, letter in enumerate(line, 1):
            if letter.lower() in LETTERS:
                place = Hex.from_offset(column, row, "odd")
                kinds[place] = LETTERS[letter.lower()]
                if letter.isupper():
                    fixed.add(place)
    return kinds, fixed


def smooth(kinds: dict[Hex, str], worth: dict[str, float]) -> dict[Hex, float]:
    """A field over the land: what is around a place, the nearer the more."""
    found = {}
    for place in kinds:
        total = weight = 0.0
        for near in place.disk(REACH):
            if near in kinds:
                share = math.exp(-(place.distance(near) ** 2) / (2 * SPREAD**2))
                total += share * worth.get(kinds[near], 0.0)
                weight += share
        found[place] = total / weight
    return found


def spread(kinds: dict[Hex, str], fixed: set[Hex], wet: set[Hex]) -> dict[Hex, str]:
    """The kinds of all land: as many of each as before, the highest ground first."""
    left = Counter(kind for place, kind in kinds.items() if place not in fixed)
    free = [place for place in kinds if place not in fixed]
    found = {place: kinds[place] for place in fixed}
    height, wood, marsh = (smooth(kinds, worth) for worth in (HEIGHT, WOOD, WET))
    for kind, field in (
        ("mountain", height),
        ("rough", height),
        ("marsh", marsh),
        ("forest", wood),
        ("woods", wood),
        ("clear", wood),
    ):
        able = [place for place in free if place not in found and not (kind == "mountain" and place in wet)]
        able.sort(key=lambda place: (-field[place], place))
        found |= dict.fromkeys(able[: left[kind]], kind)
    return found | dict.fromkeys((place for place in free if place not in found), "clear")


def number(place: Hex) -> str:
    """The printed number of a place."""
    column, row = place.to_offset("odd")
    return f"{column:02}{row:02}"


def alike(kinds: dict[Hex, str]) -> tuple[float, float]:
    """How often neighbours are of one kind: north to south, and to the other sides."""
    same: dict[bool, list[bool]] = {True: [], False: []}
    for place, kind in kinds.items():
        for near in place.neighbours():
            if near in kinds:
                same[near.to_offset("odd")[0] == place.to_offset("odd")[0]].append(kinds[near] == kind)
    return tuple(sum(each) / len(each) for each in (same[True], same[False]))  # type: ignore[return-value]


def main() -> None:
    """Write the map, and say what changed."""
    text = MAP.read_text("utf-8")
    sides = MAP.with_name("hexsides.csv").read_text("utf-8")
    rivers = {
        row[bank][:4]
        for row in csv.DictReader(io.StringIO(sides))
        for bank in ("hex", "other")
        if row["kind"].startswith("river")
    }
    kinds, fixed = read()
    wet = {place for place in kinds if number(place) in rivers and kinds[place] != "mountain"}
    made = {number(place): kind for place, kind in spread(kinds, fixed, wet).items()}
    rows = csv.DictReader(io.StringIO(text))
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows.fieldnames or ()), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        if len(row["hex"]) == 4 and row["hex"] in made and len(row["terrain"].split()) == 1:
            row["terrain"] = made[row["hex"]]
        writer.writerow(row)
    MAP.write_text(out.getvalue(), "utf-8")
    before, after = alike(kinds), alike({place: made[number(place)] for place in kinds})
    print(f"neighbours of one kind, north-south and across: {before[0]:.0%} and {before[1]:.0%} before,")
    print(f"{after[0]:.0%} and {after[1]:.0%} now")


if __name__ == "__main__":
    main()
