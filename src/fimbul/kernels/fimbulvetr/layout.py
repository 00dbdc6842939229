"""Where everything stands in the flat numbers of a position, of a game's tables, and of an action."""

# ---- a position: one row of 64-bit numbers
X, Y, R = 0, 12, 24  # column, row and facing by warrior
NEAR = 36  # by warrior: the set of its neighbours
ALIVE = 48  # the set of those on the table
ACTIVE, PHASE, FIRST = 49, 50, 51
RELIC, BEARER = 52, 54  # by seat
SEVERED = 56  # a set
QUIET, TURN, PLY = 57, 58, 59
SEEN_FROM, SEEN_TO = 60, 61  # the part of the list of seen positions that counts (F50a)
OUTCOME, RULE = 62, 63
SIZE = 64
NOBODY = 12  # a warrior that is never there

PLACING, CHOOSING, PLAYING = range(3)
OPEN, WON_0, WON_1, DRAWN = range(4)
F46, F47, F48, F50A, F50B, F50C = range(1, 7)

# ---- the tables of a game: one row of 64-bit numbers, by warrior * 16 + facing * 4 + corner where not said
MELEE, RANGED, DEFENSE, VAULT, HELPS_MELEE, HELPS_DEFENSE = (192 * table for table in range(6))
POINTS, VAULTS, STRIKES, SHOOTS = (1152 + 12 * table for table in range(4))  # by warrior
MELEE_AIDES, DEFENSE_AIDES = 1200, 1202  # sets, by seat
FROM_NONE, VAULT_ADJACENT, ONLY_DEFENSE = 1204, 1205, 1206
RELIC_POINTS, REPEATS, QUIET_TURNS, MOST_TURNS, MOST_SUPPORT = range(1207, 1212)
PAIRS = 1212  # by (dy + 1) * 3 + dx + 1: how many corners meet, then mine and theirs, twice
HASH = 1257  # by warrior: random numbers for column, row and facing
BOOK = 1293

# ---- an action: one number
PLACE, CHOOSE, MOVE, STRIKE, SHOOT, HAND, PASS = range(7)
SHIFT_W, SHIFT_T, SHIFT_R, SHIFT_X, SHIFT_Y = 3, 7, 11, 13, 29
MIDDLE = 1 << 15  # added to columns and rows, so that they are never negative

# ---- room
MOST_ACTIONS = 2048
EDGE = 15  # columns on either side of the first warrior that a set-up may use, which is more than it can
WINDOW, REACH = 8, 7  # columns of a board of moves, and how far it reaches
FAR = 8  # how far a warrior can move
INSIDE = sum(
    0x7F << WINDOW * row for row in range(7)
)  # the even board; the odd one is a row and a column larger
HOME = 1 << WINDOW * 3 + 3
NOT_FIRST, NOT_LAST, NOT_TOP = (
    -0x0101010101010102,
    0x7F7F7F7F7F7F7F7F,
    0x00FFFFFFFFFFFFFF,
)  # columns and a row
DIAGONAL = 0x8040201008040201 - (1 << 64)  # the warrior's row of the field on either board
UPPER = 0x0080402010080402  # the row above it
