"""What the kernel's search thinks of a position: features of both clans, weighed by what was learned.

The mover's features come first, then the other's.  The unit of the result is a thousandth of the logarithm
of the odds to win.  Features are whole numbers and weights multiples of 1 / `GRAIN`, both small: every sum is
exact in whatever order it is added up, so that the search finds the same on every machine.
"""

import math

from fimbul.kernels.bits import count, place
from fimbul.kernels.compiling import compiled, compiled_exact
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.attacks import fray, slain_by
from fimbul.kernels.fimbulvetr.field import in_smaller_groups
from fimbul.kernels.fimbulvetr.moves import points_of
from fimbul.kernels.typing import Floats, Numbers, Reals

SIDE = 20  # features of one clan
FEATURES = 2 * SIDE  # the mover's, then the other's
HIDDEN = 16  # units of the small network, four of which are summed up side by side
GRAIN = 4096
FINE, AVERAGE = 16, 8  # a warrior's worth and an average are counted in parts of these
UNIT = 1000.0
LARGEST = 30_000

# The features of one clan.
(
    WARRIORS,  # how many stand
    MATERIAL,  # what they are worth
    BEST_PREY,  # the worth of the best enemy that it can slay as things stand
    MORE_PREY,  # of the others that it can slay
    CHECKS,  # it can slay the enemy's bearer
    CUT,  # the worth of its warriors outside the largest group
    BEARER_CUT,  # its bearer is among them
    FAR,  # how far it stands from the enemy's bearer, on average
    CLOSE,  # how many stand within three cells of the enemy's bearer
    GUARDS,  # neighbours of its own bearer that are its own
    INTRUDERS,  # neighbours of its own bearer that are not
    CONTACTS,  # pairs of neighbours between the clans, as seen by this clan's worth
    POINTS,  # movement points
    LOOSE,  # warriors with a single neighbour
    DEFENSE,  # the weakest corner of its bearer
    STRONGEST,  # the best attack that it could ever bring about, without support
    BEARER_POINTS,  # movement points of its bearer
    FORKS,  # how many enemies it can slay
    SLAYERS,  # how many could ever slay the enemy's bearer without support
    HUNTERS,  # how near those are to it
) = range(SIDE)

# Where the weights stand: the line's, then by hidden unit its weights; what each unit counts; the thresholds.
INNER = FEATURES
OUTER = INNER + HIDDEN * FEATURES
THRESHOLDS = OUTER + HIDDEN
START = THRESHOLDS + HIDDEN  # what is added to everything: the worth of being the mover
WEIGHTS = START + 1


@compiled
def weakest_corner(state: Numbers, book: Numbers, bearer: int, seat: int) -> int:
    """The least defence of a bearer, without support."""
    weakest = 9
    for corner in range(4):
        weakest = min(weakest, book[at.DEFENSE + bearer * 16 + corner])
    return weakest + (state[at.RELIC + seat] == 2)


@compiled
def side_features(
    state: Numbers,
    book: Numbers,
    worth: Reals,
    seat: int,
    apart: int,
    targets: int,
    features: Floats,
    start: int,
) -> None:
    """The features of one clan, whose possible attacks are known."""
    bearer, enemy = state[at.BEARER + seat], state[at.BEARER + 1 - seat]
    own_set, foe_set = 0x3F << 6 * seat, 0x3F << 6 * (1 - seat)
    own = state[at.ALIVE] & own_set
    ex, ey = state[at.X + enemy], state[at.Y + enemy]
    weakest = weakest_corner(state, book, enemy, 1 - seat)
    token = state[at.RELIC + seat]
    far = warriors = close = points = loose = contacts = strongest = slayers = hunters = material = cut = 0
    while own:
        bit = own & -own
        own ^= bit
        warrior = place(bit)
        value = int(worth[warrior] * FINE)
        warriors += 1
        material += value
        distance = max(abs(state[at.X + warrior] - ex), abs(state[at.Y + warrior] - ey))
        far += distance
        close += distance <= 3
        points += book[at.POINTS + warrior]
        near = state[at.NEAR + warrior]
        loose += near & (near - 1) == 0
        contacts += count(near & foe_set)
        bears = warrior == bearer
        power = book[at.STRIKES + warrior] + (bears and token == 0)
        power = max(power, book[at.SHOOTS + warrior] + (bears and token == 1))
        strongest = max(strongest, power)
        if power > weakest:
            slayers += 1
            hunters += max(0, 8 - distance)
        if apart & bit:
            cut += value
    features[start + WARRIORS] = warriors
    features[start + MATERIAL] = material
    features[start + CUT] = cut
    features[start + BEARER_CUT] = apart >> bearer & 1
    features[start + FAR] = AVERAGE * far // warriors
    features[start + CLOSE] = close
    features[start + GUARDS] = count(state[at.NEAR + bearer] & own_set)
    features[start + INTRUDERS] = count(state[at.NEAR + bearer] & foe_set)
    features[start + CONTACTS] = contacts
    features[start + POINTS] = points
    features[start + LOOSE] = loose
    features[start + DEFENSE] = weakest_corner(state, book, bearer, seat)
    features[start + STRONGEST] = strongest
    features[start + BEARER_POINTS] = points_of(state, book, bearer)
    features[start + FORKS] = count(targets)
    features[start + SLAYERS] = slayers
    features[start + HUNTERS] = hunters
    features[start + CHECKS] = targets >> enemy & 1
    best = more = 0
    while targets:
        bit = targets & -targets
        targets ^= bit
        value = int(worth[place(bit)] * FINE)
        more += value
        best = max(best, value)
    features[start + BEST_PREY] = best
    features[start + MORE_PREY] = more - best


@compiled
def see(state: Numbers, book: Numbers, worth: Reals, features: Floats) -> tuple[int, int]:
    """All features of a position in play; the mover's blows and shots."""
    seat = state[at.ACTIVE]
    hits, shots = fray(state, book, 1 - seat)
    theirs = slain_by(hits | shots, 1 - seat)
    hits, shots = fray(state, book, seat)
    ours = slain_by(hits | shots, seat)
    apart = in_smaller_groups(state)
    side_features(state, book, worth, seat, apart, ours, features, 0)
    side_features(state, book, worth, 1 - seat, apart, theirs, features, SIDE)
    return hits, shots


@compiled_exact
def judge(features: Floats, net: Floats) -> int:
    """What the mover may expect of features, in thousandths.

    `net` holds the weights of a straight line over the features, and of a small network that bends it.
    """
    total = net[START]
    for number in range(FEATURES):
        total += net[number] * features[number]
    whole = float(total)
    row = INNER
    for unit in range(0, HIDDEN, 4):
        a, b, c, d = (
            net[THRESHOLDS + unit],
            net[THRESHOLDS + unit + 1],
            net[THRESHOLDS + unit + 2],
            net[THRESHOLDS + unit + 3],
        )
        for number in range(FEATURES):
            value = features[number]
            a += net[row + number] * value
            b += net[row + FEATURES + number] * value
            c += net[row + 2 * FEATURES + number] * value
            d += net[row + 3 * FEATURES + number] * value
        whole += float(net[OUTER + unit]) * max(float(a), 0.0) + float(net[OUTER + unit + 1]) * max(
            float(b), 0.0
        )
        whole += float(net[OUTER + unit + 2]) * max(float(c), 0.0) + float(net[OUTER + unit + 3]) * max(
            float(d), 0.0
        )
        row += 4 * FEATURES
    return math.floor(max(-LARGEST, min(LARGEST, whole * UNIT)))
