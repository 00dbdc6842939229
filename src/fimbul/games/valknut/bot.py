"""What a bot thinks is good in Valknut.

A position is judged as if the turn ended now, with a credit for the points and kills that the active player
still has: so it can be judged after every single action.  Only what everybody sees is looked at.
"""

from typing import Any

from fimbul.games.valknut.actions import Decline, End, Lay, Move, Ready, Setup, Summon
from fimbul.games.valknut.board import EAST, FOREST, GRASS, NORTH, OFF, SOUTH, STEPS, WEST, cell_at
from fimbul.games.valknut.kinds import (
    ARCHERY,
    FORGED,
    PASSES,
    PASSES_ENEMY,
    SPELL,
    TALL,
    VP,
)
from fimbul.games.valknut.pantheon import GODS, IDUN
from fimbul.games.valknut.placement import Laying, Raging
from fimbul.games.valknut.state import ValknutState
from fimbul.games.valknut.turn import Lead
from fimbul.games.valknut.valknuts import Spawning, Swarming
from fimbul.games.valknut.warbands import FURY

# Of a unit's points, by the number of turns that its player still has.
AT_HOME = (0.0, 0.5, 0.7, 0.8)  # while it stands in a Parley area
IN_SUPPLY = (0.0, 0.35, 0.4, 0.4)  # while it waits and a Valknut may bring it
WAITING = 0.05  # what those are worth that wait behind them

# In victory points.
POINT = 0.1  # a movement point still to be spent
WAY_OUT = 0.7  # of what leaving the Parley area brings, for a point that can be spent on it
COMING = 0.55  # of a unit's points, while it may be brought to a Valknut
RAGING = 0.2  # a rage that may bring another card
AMBUSH = 0.3  # an Ambush card still in hand
LAST_STAND = 12.0  # what the loss of the last unit costs besides its points
TIE = 0.4  # what winning ties is worth

# How likely a kill is that needs so many moves.
CERTAIN, LIKELY, POSSIBLE = 1.0, 0.75, 0.3
NOW_ONE, NOW_TWO = 0.85, 0.5  # with the points of this turn: by one move, by two
NEXT = 0.9  # how much of that counts in the next turn
LATER = 0.15  # and in those after it
LOSS = 0.75  # of a unit's points, when it dies: it may come back
SECOND, OTHERS = 0.5, 0.2  # weight of the second-best kill of a turn, and of further ones

LEAD, LEAD_PER_CARD = (
    2.5,
    0.6,
)  # the lead that makes a game look won by half: at the end, and per card to come

KILL = 10.0  # what makes a kill more promising than anything else
STOP = 0.5  # the end of the turn: it must not fall behind all the quiet moves of a long list
BEAM = 16  # actions of a long list that a search follows: cards can be laid in hundreds of ways
WAYS = (WEST, EAST, NORTH, SOUTH)
OPEN = (GRASS, FOREST)
NEVER = 9  # moves that nobody has

# What is on a side of a unit, if not one of those who hunt it: the less, the more is missing for a flank.
OBSTACLE, EMPTY, VOID, CLOSED = -1, -2, -3, -4


class Hunt:
    """One look at the Battleground for one seat: whom it can kill, and in how many moves."""

    __slots__ = ("archers", "at", "kind", "owner", "seat", "spell", "stomps", "valknuts", "zones")

    def __init__(self, state: ValknutState, seat: int, at: dict[int, int]) -> None:
        bands, ground = state.warbands[seat], state.ground
        self.seat = seat
        self.at = at
        self.zones, self.valknuts = ground.zones, ground.valknuts
        self.owner, self.kind = state.owner, state.kind
        self.archers, self.spell = ARCHERY in bands, SPELL in bands
        self.stomps = TALL in bands and sum(cell not in at for cell in self.valknuts) >= FURY

    def comes(self, cell: int, but: int = -1) -> int | None:
        """A unit of the seat, other than one, that a single move can bring to a cell."""
        zones, at, owner, kinds, seat = self.zones, self.at, self.owner, self.kind, self.seat
        for step in WAYS:
            here = cell + step
            crossed: list[int] = []
            over = False
            while True:
                unit = at.get(here)
                if unit is None:
                    terrain = zones.get(here)
                    if terrain is None:
                        break
                    if terrain:
                        crossed.append(terrain)
                    here += step
                    continue
                if owner[unit] != seat:
                    over = True
                    here += step
                    continue
                if unit == but:
                    break
                kind = kinds[unit]
                if over and not PASSES_ENEMY[kind]:
                    break
                passes = PASSES[kind]
                for terrain in crossed:
                    if not passes[terrain]:
                        break
                else:
                    if kind != TALL or self.fits(cell, here, step):
                        return unit
                break
        if self.spell and cell in self.valknuts:
            for unit in at.values():
                if kinds[unit] == SPELL and owner[unit] == seat and unit != but:
                    return unit
        return None

    def fits(self, cell: int, found: int, step: int) -> bool:
        """Whether the Giantess, one of whose zones was found in a direction, has room to stand at a cell."""
        zones, at = self.zones, self.at
        if step in (WEST, EAST):
            head = at.get(found + SOUTH) == at[found]
            other = cell + (SOUTH if head else NORTH)
        else:
            other = cell + step
        return zones.get(other) == GRASS and (other not in at or at[other] == at[found])

    def side(self, near: int, way: int) -> int:
        """What the hunters have next to their prey: a unit's number, or one of the words above (V40, V66)."""
        unit = self.at.get(near)
        if unit is not None:
            return unit if self.owner[unit] == self.seat else CLOSED
        terrain = self.zones.get(near)
        if terrain is None:
            return VOID
        if self.archers and terrain in OPEN:
            far = self.at.get(near + way)
            if far is not None and self.kind[far] == ARCHERY and self.owner[far] == self.seat:
                return far
        return OBSTACLE if terrain else EMPTY

    def axis(self, one: int, step: int, other: int, back: int) -> tuple[int, int]:
        """How many moves a flank along an axis takes: on this ground, and with a new card in the void."""
        one += step
        first = self.side(one, step)
        if first == CLOSED:
            return NEVER, NEVER
        other += back
        second = self.side(other, back)
        if second == CLOSED:
            return NEVER, NEVER
        if first < second:  # the lesser one is what is missing
            first, second, one, other, back = second, first, other, one, step
        if second == EMPTY:
            if first == EMPTY:  # two units must come
                unit = self.comes(one)
                return (NEVER, NEVER) if unit is None or self.comes(other, unit) is None else (2, 2)
            if self.comes(other, first) is not None or (self.archers and self.shoots(other, back, first)):
                return 1, 1
            return NEVER, NEVER
        if second == VOID:  # the obstacle must come
            if first >= 0:
                return NEVER, 0
            return (NEVER, 1) if first == EMPTY and self.comes(one) is not None else (NEVER, NEVER)
        return (0, 0) if first >= 0 else (NEVER, NEVER)

    def shoots(self, near: int, way: int, but: int) -> bool:
        """Whether an Elf, other than one unit, can come where an arrow reaches across an empty zone (V66)."""
        far = near + way
        return self.zones.get(far) == GRASS and far not in self.at and self.comes(far, but) is not None

    def moves_to_kill(self, unit: int, cell: int) -> tuple[int, int]:
        """How many moves it takes to kill an enemy: on this ground, and with a new card."""
        if self.kind[unit] == TALL:
            foot = cell + SOUTH
            axes = (
                self.axis(cell, WEST, cell, EAST),
                self.axis(foot, WEST, foot, EAST),
                self.axis(cell, NORTH, foot, SOUTH),
            )
            plain, built = (sorted(moves) for moves in zip(*axes, strict=True))
            return plain[0] + plain[1], built[0] + built[1]
        here, new = self.axis(cell, WEST, cell, EAST)
        if here:
            down, below = self.axis(cell, NORTH, cell, SOUTH)
            here, new = min(here, down), min(new, below)
            if here > 1 and self.stomps and self.comes(cell) == 0:
                return 1, 1
        return here, new


class ValknutMind:
    """Points as they will be, who can kill whom in how many moves, and who is close to being wiped out."""

    open_eyed = True
    beam = BEAM

    def evaluate(self, state: ValknutState, seat: int) -> float:
        """How well a seat stands."""
        if state.outcome is not None:
            return 2 * state.outcome.scores[seat] - 1
        if not state.alive[seat]:
            return -1.0
        parley = state.ground.parley
        cards = len(state.pile) + len(state.pool)
        top = state.agenda[-1] if state.agenda else None
        pending = type(top) is Laying or any(type(step) is Lead for step in state.agenda)
        alive = state.alive
        seats = len(alive)
        playing = sum(alive)
        active = state.active
        points = state.points + sum(state.marked)
        worth = [0.0] * seats
        turns = [0] * seats
        after = cards - pending  # cards for those who come after the active player
        distance = 0
        for place in range(seats):
            other = (active + place) % seats
            if alive[other]:
                if distance == 0:
                    turns[other] = after // playing + (pending or points > 0)
                else:
                    turns[other] = (after + playing - distance) // playing
                worth[other] = self.standing(state, parley, other, turns[other], points if place == 0 else 0)
                distance += 1
            else:
                worth[other] = -LAST_STAND
        if type(top) is Spawning or type(top) is Swarming:
            worth[active] += COMING * VP[state.warbands[active][-1]]
        elif type(top) is Raging:
            worth[active] += RAGING
        self.threats(state, worth, turns, pending, points if not pending else 0)
        rest = [value + (TIE * other / seats if after < 4 else 0.0) for other, value in enumerate(worth)]
        lead = rest[seat] - max(value for other, value in enumerate(rest) if other != seat)
        return lead / (abs(lead) + LEAD + LEAD_PER_CARD * cards)

    def standing(
        self, state: ValknutState, parley: frozenset[int], seat: int, turns: int, points: int
    ) -> float:
        """What a seat has, in victory points."""
        kinds, owner = state.kind, state.owner
        row = min(turns, len(AT_HOME) - 1)
        at_home, in_supply = AT_HOME[row], IN_SUPPLY[row]
        total, units, coming, leaving = 0.0, 0, turns, points
        for unit, cell in enumerate(state.cell):
            if owner[unit] != seat:
                continue
            kind = kinds[unit]
            value = VP[kind]
            if cell == OFF:
                if kind != TALL:
                    total += value * (in_supply if coming > 0 else WAITING if turns else 0.0)
                    coming -= 1
                continue
            units += 1
            if cell in parley or (kind == TALL and cell + SOUTH in parley):
                total += value * at_home
                if leaving > 0:
                    total += value * (1 - at_home) * WAY_OUT
                    leaving -= 1
            else:
                total += value
        for god in state.worshipped[seat]:
            total += GODS[god].vp + ((units + 1) // 2 if god == IDUN else 0)
        return total + (AMBUSH * len(state.ambushes[seat]) if turns else 0.0) + POINT * points

    def threats(
        self, state: ValknutState, worth: list[float], turns: list[int], pending: bool, points: int
    ) -> None:
        """Take off what everybody is about to lose, to those with points now and to those who come next."""
        moves, owner, alive, active = state.deck.moves, state.owner, state.alive, state.active
        strength = max((moves[card] for card in state.pool), default=2)
        at = state.standing()
        seats = len(alive)
        following = (
            active
            if pending
            else next(seat % seats for seat in range(active + 1, active + seats + 1) if alive[seat % seats])
        )
        standing = [0] * seats
        for unit, cell in enumerate(state.cell):
            if cell != OFF:
                standing[owner[unit]] += 1
        for seat in range(seats):
            if not turns[seat]:
                continue
            hunt = Hunt(state, seat, at)
            now = points if seat == active else 0
            soon = strength + (FORGED in state.warbands[seat]) if turns[seat] > (now > 0) else -1
            weight = NEXT if seat == following else LATER
            losses: list[tuple[float, int]] = []
            for unit, cell in enumerate(state.cell):
                if cell == OFF or owner[unit] == seat:
                    continue
                here, new = hunt.moves_to_kill(unit, cell)
                chance = 0.0
                if new <= soon:
                    chance = weight * (CERTAIN if here == 0 else LIKELY if new < 2 else POSSIBLE)
                if here <= now:
                    chance = max(chance, NOW_ONE if here < 2 else NOW_TWO)
                if chance:
                    losses.append((chance * VP[state.kind[unit]], unit))
            self.charge(state, losses, standing, worth)

    def charge(
        self, state: ValknutState, losses: list[tuple[float, int]], standing: list[int], worth: list[float]
    ) -> None:
        """Take off what one seat's kills would cost the others."""
        losses.sort(reverse=True)
        count = [0] * len(worth)
        wiped = [1.0] * len(worth)
        for place, (loss, unit) in enumerate(losses):
            victim = state.owner[unit]
            worth[victim] -= LOSS * loss * (1.0 if place == 0 else SECOND if place == 1 else OTHERS)
            count[victim] += 1
            wiped[victim] *= loss / VP[state.kind[unit]]
        for victim, units in enumerate(count):
            if units and units == standing[victim]:
                worth[victim] -= LAST_STAND * wiped[victim]

    # ---- the order of searching

    def promise(self, state: ValknutState, actions: list[Any], seat: int) -> list[float]:
        """Kills first, then spawns and ways out of Parley areas; declining last."""
        if not actions or type(actions[0]) in (Setup, Ready):
            return [float(type(action) is Setup) for action in actions]
        lay = type(actions[0]) is Lay
        prey = self.prey(state, seat, VOID if lay else EMPTY)
        return self.cards(state, actions, prey) if lay else self.moves(state, actions, prey)

    def prey(self, state: ValknutState, seat: int, missing: int) -> dict[int, int]:
        """The cells where a unit, or in the void an obstacle, is all that a flank needs; what would die."""
        hunt = Hunt(state, seat, state.standing())
        found: dict[int, int] = {}
        for unit, cell in enumerate(state.cell):
            if cell == OFF or state.owner[unit] == seat:
                continue
            for step in (EAST, SOUTH):
                ends = cell + step, cell - step
                if step == SOUTH and state.kind[unit] == TALL:
                    ends = cell + SOUTH + SOUTH, cell - SOUTH
                sides = hunt.side(ends[0], step), hunt.side(ends[1], -step)
                for end, side, opposite in ((ends[0], *sides), (ends[1], *sides[::-1])):
                    if side == missing and (opposite >= 0 or (opposite == OBSTACLE and side == EMPTY)):
                        found[end] = found.get(end, 0) + VP[state.kind[unit]]
        return found

    def cards(self, state: ValknutState, actions: list[Any], prey: dict[int, int]) -> list[float]:
        """Cards: those that kill, then those with many points or a Valknut."""
        deck = state.deck
        hopes = []
        for action in actions:
            if type(action) is not Lay:
                hopes.append(0.0)
                continue
            card = deck.number[action.card]
            form = deck.forms[card][action.r]
            hope = float(deck.moves[card]) + (form.valknut is not None)
            if prey:
                corner = cell_at(action.x, action.y)
                for offset, terrain in form.zones:
                    if terrain and corner + offset in prey:
                        hope += KILL + prey[corner + offset]
            hopes.append(hope)
        return hopes

    def moves(self, state: ValknutState, actions: list[Any], prey: dict[int, int]) -> list[float]:
        """Moves: those that kill, then those out of a Parley area, then quiet ones; last the way back in."""
        parley = state.ground.parley
        hopes = []
        for action in actions:
            kind = type(action)
            if kind is Move:
                start = cell_at(action.x, action.y)
                end = start + STEPS[action.dir] * action.n
            elif kind is Summon:
                start, end = cell_at(action.x, action.y), cell_at(action.tx, action.ty)
            else:
                hopes.append(STOP if kind is End else -1.0 if kind is Decline else 1.0)
                continue
            hope = float((start in parley) - (end in parley))
            if end in prey:
                hope += KILL + prey[end]
            hopes.append(hope)
        return hopes

    def key(self, state: ValknutState) -> Any:
        """What everybody sees of what matters: worlds that differ in the order of the piles are equal."""
        return (
            tuple(state.cell),
            tuple(state.owner),
            state.laid,
            tuple(sorted(state.pool)),
            len(state.pile),
            tuple(state.ambushes),
            tuple(sorted(state.god_pool)),
            tuple(state.worshipped),
            state.points,
            tuple(state.marked),
            state.active,
            tuple(state.agenda),
        )
