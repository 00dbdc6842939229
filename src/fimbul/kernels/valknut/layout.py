"""Where everything stands in the flat numbers of a position, of a game's tables, and of an action.

A cell is the rules' own number of it plus `BASE`, so that it is never negative: a place in an array.
"""

# ---- the board: five planes of 512 x 512
STRIDE = 512
PLANE = STRIDE * STRIDE
BASE = PLANE // 2 + STRIDE // 2
ZONE, UNIT, SPOTS = 0, PLANE, 2 * PLANE  # terrain, who stands there, and for upright and turned cards: spots
PREY = 4 * PLANE  # room for what could be killed from a cell
PLANES = 5
VOID, NOBODY_THERE = -1, -1
PARLEY_ZONE = 4  # added to the terrain in a Parley area
COVERED = 256  # added to a spot for every card that a new one would cover there, 1 for every one it touches
NORTH, EAST, SOUTH, WEST = -STRIDE, 1, STRIDE, -1
GRASS, FOREST = 0, 1

# ---- a position: one row of numbers
MOST_UNITS, MOST_CARDS, MOST_AMBUSHES, MOST_GODS, MOST_STEPS = 32, 80, 24, 12, 32
OWNER, CELL = 0, MOST_UNITS  # by unit; a cell of OFF is the supply
ALIVE = 64  # the set of seats
POINTS, MARKED, ACTIVE, TURN, PLY, REVEALS, RETURNED = 65, 66, 68, 69, 70, 71, 72
OUTCOME, RULE, SCORES = 73, 74, 75  # 1 + the winner, by which rule; points by seat
RISE_LAST = 79  # where a Draugr rose last (V72)
# Lists: how many, then what.
POOL = 80
PILE = POOL + 5
GOD_PILE = PILE + 1 + MOST_CARDS
GOD_POOL = GOD_PILE + 1 + MOST_GODS
WORSHIPPED = GOD_POOL + 1 + MOST_GODS  # by seat
AMBUSHES = WORSHIPPED + 4 * (1 + MOST_GODS)  # by seat
LAID = AMBUSHES + 4 * (1 + MOST_AMBUSHES)
VALKNUTS = LAID + 1 + MOST_CARDS
AGENDA = VALKNUTS + 1 + MOST_CARDS
GRAVES = AGENDA + 1 + MOST_STEPS
SIZE = GRAVES + 1 + MOST_UNITS
OFF = -1
V45, V57, V58, V83, V96, V94 = range(1, 7)

# A card that lies: 2 + its number, its turns and its north-west cell.
LAID_R, LAID_CELL = 8, 10
BIFROST_CARD, PARLEY_CARD = 0, 1

# What is to happen: the kind of step, who (a seat, or 2 + the kind that acts), and one more number.
STEP_WHO, STEP_MORE = 4, 10
(
    BEGIN,
    LEAD,
    RESOLVE,
    END_TURN,
    SETTING_UP,
    LAYING,
    RAGING,
    SPAWNING,
    SWARMING,
    MARCHING,
    ACTING,
    RISING,
    HORN,
    WORSHIP,
    MIRACLE,
) = range(15)
ANYBODY, NOBODY = -2, -1

# ---- an action: verb, a kind, card or god, a direction, a number, a seat and two cells
SHIFT_K, SHIFT_R, SHIFT_N, SHIFT_S, SHIFT_P, SHIFT_Q = 5, 13, 15, 24, 26, 44
(
    SETUP,
    READY,
    LAY,
    SPAWN,
    DECLINE,
    MOVE,
    SHOVE,
    SUMMON,
    ACT,
    RISE,
    TAKE,
    TAKE_FROM,
    ORDER,
    FREYA_MOVE,
    THOR_KILL,
    HEL_BRING,
    FENRIR_TAKE,
    SURTR_BURN,
    JORMUNGANDR_TAKE,
    END,
) = range(20)

# ---- the tables of a game
SEATS, RAGNAROK, GODS, UNITS, COLUMNS, ROWS, PLACES = range(7)
FURY, POOL_LIMIT, GOD_LIMIT, SIGHT = range(7, 11)
TALL, BLOODLUST, ARCHERY, RAGE, SHOVE_KIND, SPELL, FORGED, OUTBREAK, NUMBERS = range(11, 20)
ODIN, IDUN, FREYA, THOR, HEL, LOKI, FENRIR, SURTR, JORMUNGANDR = range(20, 29)
KIND = 32  # by unit
BANDS = 64  # by seat * 2: kinds, -1 for none
BAND_SIZE, WORTH, PASSES, PASSES_ENEMY = 72, 88, 104, 120  # by kind
GOD_WORTH = 136  # by god
SLOTS = 160  # by seat: how many, then cells
SLOT_ROOM = 70
CARDS = SLOTS + 4 * SLOT_ROOM  # by 2 + card
CARD_MOVE, CARD_HORN, CARD_TURNS, CARD_VALKNUT, CARD_ZONES = 0, 1, 2, 4, 8
CARD_AREA = 32  # zones of one form
CARD_ROOM = 8 + 4 * CARD_AREA

# ---- room
MOST_ACTIONS = 1 << 15
SCRATCH = 1 << 14
