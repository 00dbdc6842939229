"""Draw the coast of Fornaldar's map, so that every hex and hexside has about its share of land.

    python tools/fornaldar_coast.py          # writes src/fimbul/games/fornaldar/data/coast.csv

`fornaldar_shares.txt` says how much of each hex is land in the north of today (Natural Earth, public domain),
a row of the map a line, from `0` for none to `z` for all; below it the same for the hexsides to three
neighbours (`.` off the map).  Where `map.csv` says otherwise the map is right: land without water is all
land, sea and lakes have none, and a coast has some of both.  The shares make a smooth field over a fine grid,
roughened a little by a fixed chance; it is raised and lowered until every hex has its share; where it is
zero, there is the shore.  Nothing is drawn from any picture.
"""

import csv
import io
import itertools
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fimbul.core.grids import Hex
from fimbul.games.fornaldar.table.atlas import INNER
from fimbul.games.fornaldar.table.drafting import (
    COLUMNS,
    ROWS,
    bend,
    half,
    middle,
    number_of,
    numbers,
    place_of,
    side_between,
)

HERE = Path(__file__).parent
DATA = HERE.parent / "src" / "fimbul" / "games" / "fornaldar" / "data"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
STEP, MARGIN = 4, 16  # of the grid, and how far it goes beyond the frame
SIDES, NEAR = 0.6, 4.0  # how much a hexside tells beside a hex, and how far both are felt, in steps
ROUGH, SEED = 0.5, 2784
ROUNDS = 60
COAST = (0.12, 0.92)  # of a hex with both, how much is land at least and at most
LEAST = 90  # the smallest island or pond, in square points
FINE, COARSE = 1.1, 3.0  # how far a line may be from where it should be: shores, shoals
SHOALS = (0.03, 0.12, 0.3)  # how much land is about, where the sea grows lighter
SOURCE = "reconstructed: made by tools/fornaldar_coast.py from the land share of hexes and hexsides"

Grid = NDArray[np.float64]
Dot = tuple[int, int]
Cut = tuple[int, int, int]  # an edge of the grid: row, column, and whether it goes down


def shares() -> tuple[dict[Hex, float], dict[tuple[Hex, Hex], float]]:
    """How much of each hex and hexside is land, as the map has it."""
    text = (HERE / "fornaldar_shares.txt").read_text("utf-8")
    blocks = [block.splitlines() for block in text.strip().split("\n\n")]
    inside: dict[Hex, float] = {}
    beside: dict[tuple[Hex, Hex], float] = {}
    for row in range(1, ROWS + 1):
        for column in range(1, COLUMNS + 1):
            place = Hex.from_offset(column, row, "odd")
            inside[place] = DIGITS.index(blocks[0][row - 1][column - 1]) / 35
            for way, block in enumerate(blocks[1:]):
                letter = block[row - 1][column - 1]
                if letter != ".":
                    beside[place, place.neighbours()[way]] = DIGITS.index(letter) / 35
    for line in ground():
        place, dry = place_of(line["hex"]), is_dry(line)
        inside[place] = (
            float(dry) if not (dry and line["water"]) else min(max(inside[place], COAST[0]), COAST[1])
        )
    for one, other in beside:
        known = {inside[one], inside[other]}
        if known in ({0.0}, {1.0}):
            beside[one, other] = known.pop()
    return inside, beside


def ground() -> list[dict[str, str]]:
    """The hexes of the map."""
    with (DATA / "map.csv").open(encoding="utf-8", newline="") as file:
        return [line for line in csv.DictReader(file) if len(line["hex"]) == 4]


def is_dry(line: dict[str, str]) -> bool:
    """Whether a hex has land."""
    return any(kind not in ("sea", "lake") for kind in line["terrain"].split())


def blurred(grid: Grid, width: float) -> Grid:
    """A grid made smooth; beyond its edge it is as at the edge."""
    reach = round(3 * width)
    bell = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * width**2))
    bell /= bell.sum()
    for axis in (0, 1):
        around = [(reach, reach) if each == axis else (0, 0) for each in (0, 1)]
        wide = np.pad(grid, around, mode="edge")
        grid = np.apply_along_axis(lambda line: np.convolve(line, bell, mode="valid"), axis, wide)
    return grid


def cells() -> tuple[Grid, Grid]:
    """The points of the grid."""
    across = np.arange(-MARGIN, INNER[2] + MARGIN + 1, STEP, dtype=np.float64)
    down = np.arange(-MARGIN, INNER[3] + MARGIN + 1, STEP, dtype=np.float64)
    x, y = np.meshgrid(across, down)
    return x, y


def owners(x: Grid, y: Grid, places: list[Hex]) -> NDArray[np.int64]:
    """The hex that each point of the grid lies in, by its number."""
    best = np.full(x.shape, np.inf)
    found = np.zeros(x.shape, dtype=np.int64)
    for number, place in enumerate(places):
        here = middle(place)
        left, top = (int((value + MARGIN) // STEP) for value in here)
        window = np.s_[max(0, top - 18) : top + 19, max(0, left - 18) : left + 19]
        far = (x[window] - here[0]) ** 2 + (y[window] - here[1]) ** 2
        nearer = far < best[window]
        best[window][nearer] = far[nearer]
        found[window][nearer] = number
    return found


def field() -> tuple[Grid, NDArray[np.int64], list[Hex]]:
    """The height of the land over its shore, with the hex of each point."""
    inside, beside = shares()
    places = sorted(inside)
    x, y = cells()
    owner = owners(x, y, places)
    told, weight = np.zeros(x.shape), np.full(x.shape, 1e-9)

    def tell(at: tuple[float, float], share: float, much: float) -> None:
        row, column = round((at[1] + MARGIN) / STEP), round((at[0] + MARGIN) / STEP)
        if 0 <= row < x.shape[0] and 0 <= column < x.shape[1]:
            told[row, column] += much * (2 * share - 1)
            weight[row, column] += much

    for place, share in inside.items():
        tell(middle(place), share, 1.0)
    for (one, other), share in beside.items():
        tell(half(*side_between(one, other)), share, SIDES)
    height = blurred(told, NEAR) / blurred(weight, NEAR)
    chance = np.random.default_rng(SEED).standard_normal(x.shape)
    for width in (1.5, 3.0):
        noise = blurred(chance, width)
        height += ROUGH * noise / np.abs(noise).max()
    target = np.array([inside[place] for place in places])
    count = np.bincount(owner.ravel(), minlength=len(places))
    for _ in range(ROUNDS):
        land = np.bincount(owner.ravel(), weights=(height > 0).ravel(), minlength=len(places)) / count
        height += blurred((target - land)[owner], 2.0)
    return height, owner, places


def rings(height: Grid) -> Iterator[list[Dot]]:
    """The lines where a field is zero, each closed."""
    height = height.copy()
    height[[0, -1], :] = height[:, [0, -1]] = -1.0  # whatever reaches the edge is closed there
    height[height == 0] = 1e-6
    up = height > 0
    follows: dict[Cut, Cut] = {}
    corners = up[:-1, :-1] + 2 * up[:-1, 1:] + 4 * up[1:, 1:] + 8 * up[1:, :-1]
    for row, column in zip(*np.nonzero((corners != 0) & (corners != 15)), strict=True):
        r, c = int(row), int(column)
        top, right, bottom, left = (r, c, 0), (r, c + 1, 1), (r + 1, c, 0), (r, c, 1)
        turns = {
            1: ((left, top),),
            2: ((top, right),),
            3: ((left, right),),
            4: ((right, bottom),),
            5: ((left, top), (right, bottom)),
            6: ((top, bottom),),
            7: ((left, bottom),),
            8: ((bottom, left),),
            9: ((bottom, top),),
            10: ((top, right), (bottom, left)),
            11: ((bottom, right),),
            12: ((right, left),),
            13: ((right, top),),
            14: ((top, left),),
        }
        follows.update(turns[int(corners[r, c])])
    while follows:
        start = next(iter(follows))
        line, cut = [], start
        while cut in follows:
            line.append(crossing(height, cut))
            cut = follows.pop(cut)
        yield line


def crossing(height: Grid, cut: Cut) -> Dot:
    """Where on an edge of the grid the field is zero."""
    row, column, down = cut
    here = float(height[row, column])
    there = float(height[row + down, column + 1 - down])
    part = here / (here - there)
    return (
        round((column + (1 - down) * part) * STEP - MARGIN),
        round((row + down * part) * STEP - MARGIN),
    )


def area(ring: list[Dot]) -> float:
    """How much a ring encloses; less than nothing where it goes the other way round."""
    around = zip(ring, [*ring[1:], ring[0]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in around) / 2


def simple(line: list[Dot], off: float) -> list[Dot]:
    """A line with as few points as are needed to stay near it."""
    kept, todo = {0, len(line) - 1}, [(0, len(line) - 1)]
    while todo:
        first, last = todo.pop()
        (ax, ay), (bx, by) = line[first], line[last]
        length = max(1.0, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
        worst, where = off, -1
        for place in range(first + 1, last):
            px, py = line[place]
            far = abs((bx - ax) * (ay - py) - (ax - px) * (by - ay)) / length
            if (ax, ay) == (bx, by):
                far = ((px - ax) ** 2 + (py - ay) ** 2) ** 0.5
            if far > worst:
                worst, where = far, place
        if where >= 0:
            kept.add(where)
            todo += [(first, where), (where, last)]
    return [line[place] for place in sorted(kept)]


def curved(ring: list[Dot]) -> str:
    """A ring as curves from the middle of each stretch to that of the next."""
    points = list(dict.fromkeys(simple([*ring, ring[0]], FINE)))
    middles = [half(one, other) for one, other in zip(points, [*points[1:], points[0]], strict=True)]
    d = f"M{numbers(*middles[-1])}"
    pen = middles[-1]
    for corner, end in zip(points, middles, strict=True):
        step = bend(pen, corner, end)
        d += step if d.count("q") == 0 else (step[1:] if step[1] == "-" else " " + step[1:])
        pen = end
    return d + "z"


def straight(ring: list[Dot]) -> str:
    """A ring of straight lines."""
    points = simple([*ring, ring[0]], COARSE)[:-1]
    steps = [value for (ax, ay), (bx, by) in itertools.pairwise(points) for value in (bx - ax, by - ay)]
    return f"M{numbers(*points[0])}l{numbers(*steps)}z" if steps else ""


def main() -> None:
    """Write the coast."""
    height, owner, places = field()
    water = {place_of(line["hex"]): line["water"] for line in ground()}
    fresh = np.array([water[place] in ("lake", "lakeside") for place in places])[owner]
    drawn: dict[str, str] = defaultdict(str)
    sea = np.where(fresh, np.maximum(height, 1e-3), height)  # all but the sea is above its level
    for ring in sorted(rings(sea), key=lambda ring: -abs(area(ring))):
        if abs(area(ring)) >= LEAST:
            drawn["land" if area(ring) > 0 else "sea"] += curved(ring)
    for ring in sorted(rings(np.where(fresh, -height, -1.0)), key=lambda ring: -abs(area(ring))):
        if abs(area(ring)) >= LEAST:
            drawn["lake"] += curved(ring)
    about = blurred((sea > 0).astype(np.float64), 3.0)
    for number, level in enumerate(SHOALS, 1):
        drawn[f"shoal{number}"] = "".join(
            straight(ring) for ring in rings(about - level) if abs(area(ring)) >= LEAST * 4
        )
    drawn["water"] = " ".join(
        sorted(number_of(place_of(line["hex"])) for line in ground() if not is_dry(line))
    )
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("kind", "path", "source"))
    for kind in ("land", "sea", "lake", "shoal1", "shoal2", "shoal3", "water"):
        writer.writerow((kind, drawn[kind], SOURCE))
    (DATA / "coast.csv").write_text(out.getvalue(), encoding="utf-8")
    count = np.bincount(owner.ravel())
    land = np.bincount(owner.ravel(), weights=(height > 0).ravel()) / count
    inside = shares()[0]
    errors = [abs(land[number] - inside[place]) for number, place in enumerate(places)]
    print(f"mean error of a hex: {np.mean(errors):.3f}")


if __name__ == "__main__":
    main()
