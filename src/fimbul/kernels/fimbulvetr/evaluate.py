"""What the game's own bot thinks of a position, the twin of its `evaluate`."""

from fimbul.kernels.bits import place
from fimbul.kernels.compiling import compiled
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.attacks import fray, slain_by
from fimbul.kernels.typing import Numbers, Reals

# Places in the row of worths, after those of the twelve warriors.
INITIATIVE, THREAT, CHECK, CUT_OFF, NEARNESS, SCALE = range(12, 18)
WINNING = 50.0  # an attack on the bearer that can be made now


@compiled
def threats(state: Numbers, book: Numbers, worth: Reals, seat: int) -> float:
    """What a seat's possible attacks are worth: one now if it is its turn, the others later."""
    hits, shots = fray(state, book, seat)
    targets = slain_by(hits | shots, seat)
    if not targets:
        return 0.0
    mover = state[at.ACTIVE] if state[at.PHASE] == at.PLAYING else state[at.FIRST]
    total, enemy = 0.0, state[at.BEARER + 1 - seat]
    if enemy >= 0 and targets >> enemy & 1:
        if seat == mover:
            return WINNING
        total += worth[CHECK]
    largest = 0.0
    while targets:
        bit = targets & -targets
        targets ^= bit
        value = worth[place(bit)]
        total += worth[THREAT] * value
        largest = max(largest, value)
    if seat == mover:
        total += (worth[INITIATIVE] - worth[THREAT]) * largest
    return total


@compiled
def standing(state: Numbers, book: Numbers, worth: Reals, seat: int) -> float:
    """What a seat has, and what it threatens, in warriors."""
    total = threats(state, book, worth, seat)
    own = state[at.ALIVE] & (0x3F << 6 * seat)
    playing = state[at.PHASE] == at.PLAYING
    bearer = state[at.BEARER + 1 - seat]
    far = warriors = 0
    while own:
        bit = own & -own
        own ^= bit
        warrior = place(bit)
        total += worth[warrior]
        if playing:
            dx = abs(state[at.X + warrior] - state[at.X + bearer])
            dy = abs(state[at.Y + warrior] - state[at.Y + bearer])
            far += max(dx, dy)
            warriors += 1
            if state[at.ACTIVE] == seat and state[at.SEVERED] & bit:
                total -= worth[CUT_OFF] * worth[warrior]
                if warrior == state[at.BEARER + seat]:
                    total -= 2 * worth[CUT_OFF]
    if playing:
        total -= worth[NEARNESS] * far / warriors
    return total


@compiled
def evaluate(state: Numbers, book: Numbers, worth: Reals, seat: int) -> float:
    """How well a seat stands, from -1 to 1."""
    outcome = state[at.OUTCOME]
    if outcome:
        return 0.0 if outcome == at.DRAWN else 1.0 if outcome - at.WON_0 == seat else -1.0
    mover = state[at.ACTIVE]
    lead = standing(state, book, worth, mover) - standing(state, book, worth, 1 - mover)
    value = lead / (abs(lead) + worth[SCALE])
    return value if seat == mover else -value
