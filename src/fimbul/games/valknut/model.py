"""What the rules are about, as plain records: cells, directions, terrain, cards as they lie (V1 to V3).

A cell is one whole number, `row * STRIDE + column`, so that a step is an addition and cells sort by row, then
column.  Columns and rows may be negative.
"""

STRIDE = 512
HALF = STRIDE // 2  # columns lie between -HALF and HALF - 1; a terrain file cannot lead beyond
OFF = -(1 << 40)  # in the supply
NOWHERE = OFF + 1  # a place that a person can name and no card can reach

NORTH, EAST, SOUTH, WEST = -STRIDE, 1, STRIDE, -1
STEPS = {"n": NORTH, "e": EAST, "s": SOUTH, "w": WEST}
COMPASS = {"n": "north", "e": "east", "s": "south", "w": "west"}

GRASS, FOREST, RIVER, MOUNTAIN = range(4)  # V3; all but the first are obstacles
TERRAIN = ("grassland", "forest", "river", "mountain")

PARLEY, BIFROST = -1, -2  # in the place of a card's number
ANYBODY, NOBODY = -2, -1  # in the place of the acting kind: to be chosen (V93), none (V103)

Bands = tuple[tuple[int, ...], ...]  # the kinds of each seat
Shape = tuple[int, int]  # columns and rows of a block
Laid = tuple[int, int, int]  # a card's number, the north-west cell of its block, its quarter turns
Grave = tuple[int, ...]  # the zones where a unit died
Block = tuple[int, tuple[int, ...]]  # places of the pile, and the cards known to lie in them
Sight = tuple[Block, ...]  # what a seat knows of the pile, from its top down (V104)


def cell_at(x: int, y: int) -> int:
    """The cell in column x and row y."""
    return y * STRIDE + x if -HALF <= x < HALF else NOWHERE


def place_of(cell: int) -> tuple[int, int]:
    """Column and row of a cell."""
    y = (cell + HALF) // STRIDE
    return cell - y * STRIDE, y
