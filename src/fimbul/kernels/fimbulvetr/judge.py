"""What the kernel's search thinks of a position: features of both clans, weighed by what was learned.

All features are seen from the mover's side and change their sign with it, but for those of the initiative.
The unit of the result is a thousandth of the logarithm of the odds to win.
"""

import math

from fimbul.kernels.bits import count, place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.attacks import fray
from fimbul.kernels.fimbulvetr.field import in_smaller_groups
from fimbul.kernels.fimbulvetr.moves import points_of
from fimbul.kernels.typing import Numbers, Reals

SIDE = 18  # features of one clan
FEATURES = 2 * SIDE  # the mover's, then the other's
HIDDEN = 24
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
) = range(SIDE)


@compiled
def side_features(
    state: Numbers,
    book: Numbers,
    worth: Reals,
    seat: int,
    apart: int,
    targets: int,
    features: Reals,
    start: int,
) -> None:
    """The features of one clan, whose possible attacks are known."""
    for number in range(start, start + SIDE):
        features[number] = 0.0
    bearer, enemy = state[at.BEARER + seat], state[at.BEARER + 1 - seat]
    own_set, foe_set = 0x3F << 6 * seat, 0x3F << 6 * (1 - seat)
    own = state[at.ALIVE] & own_set
    ex, ey = state[at.X + enemy], state[at.Y + enemy]
    far = warriors = close = points = loose = contacts = strongest = 0
    material = 0.0
    cut = 0.0
    while own:
        bit = own & -own
        own ^= bit
        warrior = place(bit)
        warriors += 1
        material += worth[warrior]
        distance = max(abs(state[at.X + warrior] - ex), abs(state[at.Y + warrior] - ey))
        far += distance
        close += distance <= 3
        points += points_of(state, book, warrior)
        near = state[at.NEAR + warrior]
        loose += near & (near - 1) == 0
        contacts += count(near & foe_set)
        strongest = max(strongest, book[at.STRIKES + warrior], book[at.SHOOTS + warrior])
        if apart & bit:
            cut += worth[warrior]
    features[start + WARRIORS] = warriors
    features[start + MATERIAL] = material
    features[start + CUT] = cut
    features[start + BEARER_CUT] = apart >> bearer & 1
    features[start + FAR] = far / warriors
    features[start + CLOSE] = close
    features[start + GUARDS] = count(state[at.NEAR + bearer] & own_set)
    features[start + INTRUDERS] = count(state[at.NEAR + bearer] & foe_set)
    features[start + CONTACTS] = contacts
    features[start + POINTS] = points
    features[start + LOOSE] = loose
    weakest = 9
    for corner in range(4):
        weakest = min(weakest, book[at.DEFENSE + bearer * 16 + corner])
    features[start + DEFENSE] = weakest + (state[at.RELIC + seat] == 2)
    features[start + STRONGEST] = strongest + (state[at.RELIC + seat] <= 1)
    features[start + BEARER_POINTS] = points_of(state, book, bearer)
    features[start + FORKS] = count(targets)
    features[start + CHECKS] = targets >> enemy & 1
    best = more = 0.0
    while targets:
        bit = targets & -targets
        targets ^= bit
        value = worth[place(bit)]
        more += value
        best = max(best, value)
    features[start + BEST_PREY] = best
    features[start + MORE_PREY] = more - best


@compiled
def see(state: Numbers, book: Numbers, worth: Reals, features: Reals, scratch: Numbers) -> int:
    """All features of a position in play; the mover's targets, whose attackers stay in the scratch."""
    seat = state[at.ACTIVE]
    theirs = fray(state, book, 1 - seat, scratch)
    ours = fray(state, book, seat, scratch)
    apart = in_smaller_groups(state)
    side_features(state, book, worth, seat, apart, ours, features, 0)
    side_features(state, book, worth, 1 - seat, apart, theirs, features, SIDE)
    return ours


@compiled
def judge(features: Reals, net: Reals) -> int:
    """What the mover may expect of features, in thousandths.

    `net` holds the weights of a straight line over the features, then those of a small network that bends it:
    for every hidden unit its threshold, its weights and what it counts.
    """
    total = net[0]
    for number in range(FEATURES):
        total += net[1 + number] * features[number]
    start = 1 + FEATURES
    for _ in range(HIDDEN):
        inner = net[start]
        for number in range(FEATURES):
            inner += net[start + 1 + number] * features[number]
        if inner > 0.0:
            total += net[start + 1 + FEATURES] * inner
        start += FEATURES + 2
    return math.floor(max(-LARGEST, min(LARGEST, total * UNIT)))
