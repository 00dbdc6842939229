"""What the game's own bot thinks of a position of Valknut, the twin of its `evaluate` and of `hunt`."""

from fimbul.kernels.compiling import compiled
from fimbul.kernels.typing import Numbers, Reals
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.gods import devotion
from fimbul.kernels.valknut.supply import leads, visible

# Places in the row of weights, in the order of the bot's own `Weights`.
AT_HOME, IN_SUPPLY = 0, 4
WAITING, POINT, WAY_OUT, COMING, RAGING, AMBUSH, LAST_STAND, TIE = range(8, 16)
CERTAIN, LIKELY, POSSIBLE, NOW_ONE, NOW_TWO, NEXT, LATER, LOSS, SECOND, OTHERS, LEAD, LEAD_PER_CARD = range(
    16, 28
)

NEVER = 9  # moves that nobody has
OBSTACLE, EMPTY, VOID, CLOSED = -1, -2, -3, -4

# Rooms in the scratch of whole numbers, and in that of real ones.
TURNS, STANDING, COUNT = 0, 4, 8
VALUES, WIPED, LOSSES, VICTIMS = 0, 4, 8, 40


@compiled
def comes(state: Numbers, board: Numbers, book: Numbers, seat: int, cell: int, but: int) -> int:
    """A unit of the seat, other than one, that a single move can bring to a cell; -1 if there is none.

    Only the nearest of the seat in each direction is looked at, in the order west, east, north, south.
    """
    for way in range(4):
        step = at.WEST if way == 0 else at.EAST if way == 1 else at.NORTH if way == 2 else at.SOUTH
        unit = looks_at(state, board, book, seat, cell, step)
        if unit >= 0 and unit != but:
            return unit
    spell = book[at.SPELL]
    if leads(book, seat, spell):
        for number in range(state[at.VALKNUTS]):
            if state[at.VALKNUTS + 1 + number] == cell:
                for unit in range(book[at.UNITS]):
                    if (
                        unit != but
                        and book[at.KIND + unit] == spell
                        and state[at.OWNER + unit] == seat
                        and state[at.CELL + unit] != at.OFF
                    ):
                        return unit
    return -1


@compiled
def looks_at(state: Numbers, board: Numbers, book: Numbers, seat: int, cell: int, step: int) -> int:
    """The nearest unit of the seat in a direction, if it can come to the cell; -1 otherwise."""
    here = cell + step
    enemies = False
    terrains = 0  # what lies on the way, as a set; the void is 16
    for _ in range(at.STRIDE):
        unit = board[at.UNIT + here]
        if unit >= 0 and state[at.OWNER + unit] == seat:
            kind = book[at.KIND + unit]
            if (enemies and not book[at.PASSES_ENEMY + kind]) or terrains & ~book[at.PASSES + kind]:
                return -1
            if kind == book[at.TALL] and not has_room(state, board, cell, here, step, unit):
                return -1
            return unit
        if unit >= 0:
            enemies = True
        else:
            zone = board[at.ZONE + here]
            terrains |= 16 if zone < 0 else 1 << (zone & 3)
            if zone < 0:
                return -1
        here += step
    return -1


@compiled
def has_room(state: Numbers, board: Numbers, cell: int, found: int, step: int, unit: int) -> bool:
    """Whether the Giantess, one of whose zones was found in a direction, has room to stand at a cell."""
    if step == at.WEST or step == at.EAST:
        head = board[at.UNIT + found + at.SOUTH] == unit
        other = cell + (at.SOUTH if head else at.NORTH)
    else:
        other = cell + step
    zone = board[at.ZONE + other]
    there = board[at.UNIT + other]
    return zone >= 0 and zone & 3 == 0 and (there < 0 or there == unit)


@compiled
def beside(
    state: Numbers, board: Numbers, book: Numbers, seat: int, archers: bool, near: int, way: int
) -> int:
    """What the hunters have on a cell next to their prey: a unit's number, or one of the words above."""
    unit = board[at.UNIT + near]
    if unit >= 0:
        return unit if state[at.OWNER + unit] == seat else CLOSED
    zone = board[at.ZONE + near]
    if zone < 0:
        return VOID
    terrain = zone & 3
    if archers and terrain <= at.FOREST:
        archer = board[at.UNIT + near + way]
        if archer >= 0 and book[at.KIND + archer] == book[at.ARCHERY] and state[at.OWNER + archer] == seat:
            return archer
    return OBSTACLE if terrain else EMPTY


@compiled
def axis_moves(
    state: Numbers, board: Numbers, book: Numbers, seat: int, archers: bool, one: int, way: int, other: int
) -> int:
    """How many moves a flank along an axis takes: on this ground, plus 16 times that with a new card."""
    back = -way
    first = beside(state, board, book, seat, archers, one, way)
    if first == CLOSED:
        return NEVER + 16 * NEVER
    second = beside(state, board, book, seat, archers, other, back)
    if second == CLOSED:
        return NEVER + 16 * NEVER
    if first < second:  # the lesser one is what is missing
        first, second = second, first
        one, other = other, one
        back = way
    if second == EMPTY:
        if first == EMPTY:  # two units must come
            unit = comes(state, board, book, seat, one, -1)
            if unit < 0 or comes(state, board, book, seat, other, unit) < 0:
                return NEVER + 16 * NEVER
            return 2 + 16 * 2
        if comes(state, board, book, seat, other, first) >= 0:
            return 1 + 16
        if archers:
            far = other + back
            zone = board[at.ZONE + far]
            free = zone >= 0 and zone & 3 == 0 and board[at.UNIT + far] < 0
            if free and comes(state, board, book, seat, far, first) >= 0:
                return 1 + 16
        return NEVER + 16 * NEVER
    if second == VOID:  # the obstacle must come
        if first >= 0:
            return NEVER
        if first == EMPTY and comes(state, board, book, seat, one, -1) >= 0:
            return NEVER + 16
        return NEVER + 16 * NEVER
    return 0 if first >= 0 else NEVER + 16 * NEVER


@compiled
def moves_to_kill(
    state: Numbers, board: Numbers, book: Numbers, seat: int, archers: bool, stomps: bool, unit: int
) -> int:
    """How many moves it takes to kill an enemy: on this ground, plus 32 times that with a new card."""
    cell = state[at.CELL + unit]
    tall = book[at.KIND + unit] == book[at.TALL]
    foot = cell + at.SOUTH if tall else cell
    here = new = NEVER
    here_next = new_next = NEVER
    for line in range(3):
        if line == 1 and not tall:
            continue
        if line == 0:
            found = axis_moves(state, board, book, seat, archers, cell + at.WEST, at.WEST, cell + at.EAST)
        elif line == 1:
            found = axis_moves(state, board, book, seat, archers, foot + at.WEST, at.WEST, foot + at.EAST)
        else:
            found = axis_moves(state, board, book, seat, archers, cell + at.NORTH, at.NORTH, foot + at.SOUTH)
        plain, built = found & 15, found >> 4
        if plain < here:
            here, here_next = plain, here
        else:
            here_next = min(here_next, plain)
        if built < new:
            new, new_next = built, new
        else:
            new_next = min(new_next, built)
        if not tall and not here:
            return 32 * new
    if tall:
        return here + here_next + 32 * (new + new_next)
    if here > 1 and stomps and comes(state, board, book, seat, cell, -1) == 0:
        return 1 + 32
    return here + 32 * new


@compiled
def worth_of(
    state: Numbers, board: Numbers, book: Numbers, weights: Reals, seat: int, turns: int, points: int
) -> float:
    """What a seat has, in victory points."""
    row = min(turns, 3)
    at_home, in_supply_share = weights[AT_HOME + row], weights[IN_SUPPLY + row]
    total, units, coming, leaving = 0.0, 0, turns, points
    for unit in range(book[at.UNITS]):
        if state[at.OWNER + unit] != seat:
            continue
        cell, kind = state[at.CELL + unit], book[at.KIND + unit]
        value = book[at.WORTH + kind]
        if cell == at.OFF:
            if kind != book[at.TALL]:
                if coming > 0:
                    total += value * in_supply_share
                elif turns:
                    total += value * weights[WAITING]
                coming -= 1
            continue
        units += 1
        home = board[at.ZONE + cell] & at.PARLEY_ZONE
        if kind == book[at.TALL]:
            home |= board[at.ZONE + cell + at.SOUTH] & at.PARLEY_ZONE
        if home:
            total += value * at_home
            if leaving > 0:
                total += value * (1 - at_home) * weights[WAY_OUT]
                leaving -= 1
        else:
            total += value
    total += devotion(state, book, seat, units)
    if turns:
        total += weights[AMBUSH] * state[at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES)]
    return total + weights[POINT] * points


@compiled
def take_losses(
    state: Numbers,
    board: Numbers,
    book: Numbers,
    weights: Reals,
    pending: bool,
    points: int,
    scratch: Numbers,
    reals: Reals,
) -> None:
    """Take off what everybody is about to lose, to those with points now and to those who come next."""
    strength = 2 if not state[at.POOL] else 0
    for number in range(state[at.POOL]):
        card = state[at.POOL + 1 + number]
        strength = max(strength, book[at.CARDS + (card + 2) * at.CARD_ROOM + at.CARD_MOVE])
    seats, active = book[at.SEATS], state[at.ACTIVE]
    following = active
    if not pending:
        following = active + 1 if active + 1 < seats else 0
        while not state[at.ALIVE] >> following & 1:
            following = following + 1 if following + 1 < seats else 0
    for seat in range(seats):
        scratch[STANDING + seat] = 0
    for unit in range(book[at.UNITS]):
        if state[at.CELL + unit] != at.OFF:
            scratch[STANDING + state[at.OWNER + unit]] += 1
    fury = visible(state, board) >= book[at.FURY]
    for seat in range(seats):
        if not scratch[TURNS + seat]:
            continue
        archers = leads(book, seat, book[at.ARCHERY])
        stomps = fury and leads(book, seat, book[at.TALL])
        now = points if seat == active else 0
        soon = -1
        if scratch[TURNS + seat] > (now > 0):
            soon = strength + leads(book, seat, book[at.FORGED])
        weight = weights[NEXT] if seat == following else weights[LATER]
        losses = 0
        for unit in range(book[at.UNITS]):
            if state[at.CELL + unit] == at.OFF or state[at.OWNER + unit] == seat:
                continue
            found = moves_to_kill(state, board, book, seat, archers, stomps, unit)
            old, new = found & 31, found >> 5
            chance = 0.0
            if new <= soon:
                chance = weight * (
                    weights[CERTAIN] if old == 0 else weights[LIKELY] if new < 2 else weights[POSSIBLE]
                )
            if old <= now:
                chance = max(chance, weights[NOW_ONE] if old < 2 else weights[NOW_TWO])
            if chance > 0.0:
                loss = chance * book[at.WORTH + book[at.KIND + unit]]
                place = losses
                while place > 0 and reals[LOSSES + place - 1] <= loss:  # of equal losses the later unit first
                    reals[LOSSES + place] = reals[LOSSES + place - 1]
                    reals[VICTIMS + place] = reals[VICTIMS + place - 1]
                    place -= 1
                reals[LOSSES + place] = loss
                reals[VICTIMS + place] = unit
                losses += 1
        charge(state, book, weights, losses, scratch, reals)


@compiled
def charge(
    state: Numbers, book: Numbers, weights: Reals, losses: int, scratch: Numbers, reals: Reals
) -> None:
    """Take off what one seat's kills would cost the others."""
    for seat in range(book[at.SEATS]):
        scratch[COUNT + seat] = 0
        reals[WIPED + seat] = 1.0
    for place in range(losses):
        unit = int(reals[VICTIMS + place])
        loss, victim = reals[LOSSES + place], state[at.OWNER + unit]
        share = 1.0 if place == 0 else weights[SECOND] if place == 1 else weights[OTHERS]
        reals[VALUES + victim] -= weights[LOSS] * loss * share
        scratch[COUNT + victim] += 1
        reals[WIPED + victim] *= loss / book[at.WORTH + book[at.KIND + unit]]
    for victim in range(book[at.SEATS]):
        if scratch[COUNT + victim] and scratch[COUNT + victim] == scratch[STANDING + victim]:
            reals[VALUES + victim] -= weights[LAST_STAND] * reals[WIPED + victim]


@compiled
def values(
    state: Numbers, board: Numbers, book: Numbers, weights: Reals, scratch: Numbers, reals: Reals
) -> int:
    """What everybody stands to have, in victory points, into `VALUES`; how many cards are to come."""
    cards = state[at.PILE] + state[at.POOL]
    steps = state[at.AGENDA]
    top = state[at.AGENDA + steps] & 15 if steps else -1
    pending = top == at.LAYING
    for number in range(steps):
        pending = pending or state[at.AGENDA + 1 + number] & 15 == at.LEAD
    seats, active = book[at.SEATS], state[at.ACTIVE]
    playing = 0
    for seat in range(seats):
        playing += state[at.ALIVE] >> seat & 1
    points = state[at.POINTS] + state[at.MARKED] + state[at.MARKED + 1]
    after = cards - pending
    distance = 0
    for place in range(seats):
        other = active + place
        if other >= seats:
            other -= seats
        scratch[TURNS + other] = 0
        if state[at.ALIVE] >> other & 1:
            if distance == 0:
                turns = after // playing + (pending or points > 0)
            else:
                turns = (after + playing - distance) // playing
            scratch[TURNS + other] = turns
            reals[VALUES + other] = worth_of(
                state, board, book, weights, other, turns, points if place == 0 else 0
            )
            distance += 1
        else:
            reals[VALUES + other] = -weights[LAST_STAND]
    if top == at.SPAWNING or top == at.SWARMING:
        last = book[at.BANDS + 2 * active + 1]
        if last < 0:
            last = book[at.BANDS + 2 * active]
        reals[VALUES + active] += weights[COMING] * book[at.WORTH + last]
    elif top == at.RAGING:
        reals[VALUES + active] += weights[RAGING]
    take_losses(state, board, book, weights, pending, 0 if pending else points, scratch, reals)
    if after < 4:
        for seat in range(seats):
            reals[VALUES + seat] += weights[TIE] * seat / seats
    return cards


@compiled
def lead(state: Numbers, book: Numbers, weights: Reals, seat: int, cards: int, reals: Reals) -> float:
    """How well a seat stands, from -1 to 1, by what everybody stands to have and the cards to come."""
    if state[at.OUTCOME]:
        return 1.0 if state[at.OUTCOME] - 1 == seat else -1.0
    if not state[at.ALIVE] >> seat & 1:
        return -1.0
    best = -1e9
    for other in range(book[at.SEATS]):
        if other != seat:
            best = max(best, reals[VALUES + other])
    ahead = reals[VALUES + seat] - best
    return ahead / (abs(ahead) + weights[LEAD] + weights[LEAD_PER_CARD] * cards)


@compiled
def evaluate(
    state: Numbers, board: Numbers, book: Numbers, weights: Reals, seat: int, scratch: Numbers, reals: Reals
) -> float:
    """How well a seat stands, from -1 to 1."""
    cards = 0 if state[at.OUTCOME] else values(state, board, book, weights, scratch, reals)
    return lead(state, book, weights, seat, cards, reals)
