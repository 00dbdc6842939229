"""What a bot thinks is good in Valknut.

A position is judged as if the turn ended now, with a credit for the points and kills that the active player
still has: so it can be judged after every single action.  Only what everybody sees is looked at.
"""

from collections.abc import Iterator
from typing import Any

from fimbul.core import Mind
from fimbul.games.valknut.actions import Decline, End, Lay, Move, Ready, Setup, Summon
from fimbul.games.valknut.bot.hunt import EMPTY, OBSTACLE, VOID, Camp, Hunt, camp
from fimbul.games.valknut.bot.weights import WEIGHTS
from fimbul.games.valknut.library.gods import GODS, IDUN
from fimbul.games.valknut.library.warbands import FORGED, TALL, VP
from fimbul.games.valknut.model import OFF, SOUTH, STEPS, cell_at
from fimbul.games.valknut.rules.board import Ground
from fimbul.games.valknut.rules.placement import Laying, Raging
from fimbul.games.valknut.rules.turn import Lead
from fimbul.games.valknut.rules.valknuts import Spawning, Swarming
from fimbul.games.valknut.state import ValknutState

KILL = 10.0  # what makes a kill more promising than anything else
STOP = 0.5  # the end of the turn: it must not fall behind all the quiet moves of a long list
BEAM = 16  # actions of a long list that a search follows: cards can be laid in hundreds of ways


class ValknutMind(Mind):
    """Points as they will be, who can kill whom in how many moves, and who is close to being wiped out."""

    open_eyed = True
    beam = BEAM  # horizon and plans stay as they are: a tree is grown, and judged after every action

    def evaluate(self, state: ValknutState, seat: int) -> float:
        """How well a seat stands."""
        if state.outcome is not None:
            return 2 * state.outcome.scores[seat] - 1
        if not state.alive[seat]:
            return -1.0
        ground = state.ground
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
                worth[other] = self.standing(
                    state, ground.parley, other, turns[other], points if place == 0 else 0
                )
                distance += 1
            else:
                worth[other] = -WEIGHTS.last_stand
        if type(top) is Spawning or type(top) is Swarming:
            worth[active] += WEIGHTS.coming * VP[state.warbands[active][-1]]
        elif type(top) is Raging:
            worth[active] += WEIGHTS.raging
        self.threats(state, ground, worth, turns, pending, points if not pending else 0)
        rest = [
            value + (WEIGHTS.tie * other / seats if after < 4 else 0.0) for other, value in enumerate(worth)
        ]
        lead = rest[seat] - max(value for other, value in enumerate(rest) if other != seat)
        return lead / (abs(lead) + WEIGHTS.lead + WEIGHTS.lead_per_card * cards)

    def standing(
        self, state: ValknutState, parley: frozenset[int], seat: int, turns: int, points: int
    ) -> float:
        """What a seat has, in victory points."""
        kinds, owner = state.kind, state.owner
        row = min(turns, len(WEIGHTS.at_home) - 1)
        at_home, in_supply = WEIGHTS.at_home[row], WEIGHTS.in_supply[row]
        total, units, coming, leaving = 0.0, 0, turns, points
        for unit, cell in enumerate(state.cell):
            if owner[unit] != seat:
                continue
            kind = kinds[unit]
            value = VP[kind]
            if cell == OFF:
                if kind != TALL:
                    total += value * (in_supply if coming > 0 else WEIGHTS.waiting if turns else 0.0)
                    coming -= 1
                continue
            units += 1
            if cell in parley or (kind == TALL and cell + SOUTH in parley):
                total += value * at_home
                if leaving > 0:
                    total += value * (1 - at_home) * WEIGHTS.way_out
                    leaving -= 1
            else:
                total += value
        for god in state.worshipped[seat]:
            total += GODS[god].vp + ((units + 1) // 2 if god == IDUN else 0)
        return total + (WEIGHTS.ambush * len(state.ambushes[seat]) if turns else 0.0) + WEIGHTS.point * points

    def threats(
        self,
        state: ValknutState,
        ground: Ground,
        worth: list[float],
        turns: list[int],
        pending: bool,
        points: int,
    ) -> None:
        """Take off what everybody is about to lose, to those with points now and to those who come next."""
        moves = state.deck.moves
        strength = max((moves[card] for card in state.pool), default=2)
        here = camp(state)
        near = here.near(ground)
        if near is None:
            charges = self.losses(state, here, turns, pending, points, strength)
        else:
            question = near, (*state.alive, *turns), (state.active, pending, points, strength)
            found = here.charges.get(question)
            if found is None:
                found = here.charges[question] = self.losses(state, here, turns, pending, points, strength)
            charges = found
        for victim, charge in charges:
            worth[victim] -= charge

    def losses(
        self, state: ValknutState, here: Camp, turns: list[int], pending: bool, points: int, strength: int
    ) -> list[tuple[int, float]]:
        """Who is about to lose how much."""
        owner, alive, active, ground = state.owner, state.alive, state.active, state.ground
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
        charges: list[tuple[int, float]] = []
        for seat in range(seats):
            if not turns[seat]:
                continue
            hunt = Hunt(ground, here.ranks[seat])
            now = points if seat == active else 0
            soon = strength + (FORGED in state.warbands[seat]) if turns[seat] > (now > 0) else -1
            weight = WEIGHTS.next if seat == following else WEIGHTS.later
            losses: list[tuple[float, int]] = []
            for unit, cell, axes in hunt.ranks.prey:
                old, new = hunt.moves_to_kill(unit, cell, axes)
                chance = 0.0
                if new <= soon:
                    chance = weight * (
                        WEIGHTS.certain if old == 0 else WEIGHTS.likely if new < 2 else WEIGHTS.possible
                    )
                if old <= now:
                    chance = max(chance, WEIGHTS.now_one if old < 2 else WEIGHTS.now_two)
                if chance:
                    losses.append((chance * VP[state.kind[unit]], unit))
            charges += self.charge(state, losses, standing)
        return charges

    def charge(
        self, state: ValknutState, losses: list[tuple[float, int]], standing: list[int]
    ) -> Iterator[tuple[int, float]]:
        """What one seat's kills would cost the others."""
        losses.sort(reverse=True)
        count = [0] * len(standing)
        wiped = [1.0] * len(standing)
        for place, (loss, unit) in enumerate(losses):
            victim = state.owner[unit]
            share = 1.0 if place == 0 else WEIGHTS.second if place == 1 else WEIGHTS.others
            yield victim, WEIGHTS.loss * loss * share
            count[victim] += 1
            wiped[victim] *= loss / VP[state.kind[unit]]
        for victim, units in enumerate(count):
            if units and units == standing[victim]:
                yield victim, WEIGHTS.last_stand * wiped[victim]

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
        hunt = Hunt(state.ground, camp(state).ranks[seat])
        found: dict[int, int] = {}
        for unit, _, axes in hunt.ranks.prey:
            for one, other in axes:
                first, second = hunt.side(one), hunt.side(other)
                for end, side, opposite in ((other.cell, second, first), (one.cell, first, second)):
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
