"""What a bot thinks is good in Valknut."""

from typing import Any

from fimbul.games.valknut import killing
from fimbul.games.valknut.actions import Decline, End, Lay, Ready
from fimbul.games.valknut.board import OFF, SOUTH
from fimbul.games.valknut.kinds import TALL, VP
from fimbul.games.valknut.pantheon import GODS, IDUN
from fimbul.games.valknut.state import ValknutState

# In victory points.
AT_HOME = 0.55  # of a unit's points, while it stands in a Parley area
IN_SUPPLY = 0.15  # of a unit's points, while it may come back
THREATENED = 0.7  # of a unit's points, when an enemy flanks it already
LAST_UNIT = 4.0  # what being down to one unit costs
POINT = 0.12  # a movement point still to be spent
AMBUSH = 0.3  # an Ambush card still in hand
SCALE = 8.0  # the lead that makes a game look won by half


class ValknutMind:
    """Points as they stand, units in danger, and how close everybody is to being wiped out."""

    open_eyed = True

    def evaluate(self, state: ValknutState, seat: int) -> float:
        """How well a seat stands."""
        if state.outcome is not None:
            return 2 * state.outcome.scores[seat] - 1
        if not state.alive[seat]:
            return -1.0
        worth = [self.standing(state, other) if alive else -SCALE for other, alive in enumerate(state.alive)]
        for other, alive in enumerate(state.alive):
            if alive:
                for unit, _ in killing.flanked(state, other):
                    worth[state.owner[unit]] -= THREATENED * VP[state.kind[unit]]
        lead = worth[seat] - max(value for other, value in enumerate(worth) if other != seat)
        return lead / (abs(lead) + SCALE)

    def standing(self, state: ValknutState, seat: int) -> float:
        """What a seat has, in victory points."""
        parley = state.ground.parley
        total, units = 0.0, 0
        for unit, cell in enumerate(state.cell):
            if state.owner[unit] != seat:
                continue
            kind = state.kind[unit]
            if cell == OFF:
                total += IN_SUPPLY * VP[kind] if kind != TALL else 0.0
                continue
            units += 1
            home = cell in parley or (kind == TALL and cell + SOUTH in parley)
            total += VP[kind] * (AT_HOME if home else 1.0)
        if units == 1 and state.warbands[seat] != (TALL,):
            total -= LAST_UNIT
        for god in state.worshipped[seat]:
            total += GODS[god].vp + ((units + 1) // 2 if god == IDUN else 0)
        total += AMBUSH * len(state.ambushes[seat])
        if seat == state.active:
            total += POINT * (state.points + sum(state.marked))
        return total

    def promise(self, state: ValknutState, actions: list[Any], seat: int) -> list[float]:
        """Cards with many points first; ending and declining last."""
        deck = state.deck
        hopes = []
        for action in actions:
            if isinstance(action, Lay):
                hopes.append(float(deck.moves[deck.number[action.card]]))
            else:
                hopes.append(-1.0 if isinstance(action, End | Decline | Ready) else 0.0)
        return hopes

    def key(self, state: ValknutState) -> Any:
        """Everything that the rest of the game depends on."""
        return (
            tuple(state.cell),
            tuple(state.owner),
            state.laid,
            tuple(state.pool),
            tuple(state.pile),
            tuple(state.ambushes),
            tuple(state.god_pool),
            tuple(state.worshipped),
            state.points,
            tuple(state.marked),
            state.active,
            tuple(state.agenda),
        )
