"""What an action of Valknut is for, and the rules of thumb of a good warband."""

from typing import Any

from fimbul.core import Coach
from fimbul.games.valknut.actions import Decline, End, Lay, Move, Setup, Spawn
from fimbul.games.valknut.bot.hunt import Hunt, camp
from fimbul.games.valknut.events import points_in_words
from fimbul.games.valknut.library.warbands import TALL, UNIT_NAMES, VP
from fimbul.games.valknut.model import OFF, SOUTH, place_of
from fimbul.games.valknut.state import ValknutState

KILL = "Look for a kill before anything else: an enemy between two of yours, or one of yours and an obstacle."
EXPOSED = "Do not end where an enemy can flank you: keep one side of every axis closed."
LEAVE = "Units that stay in the Parley area score nothing: bring them out in time."
SPEND = "Spend your movement points: they do not keep."
SPAWN = "Bring a unit in when a Valknut offers it."
GROUND = "Lay the card where its ground helps you, not where it opens a way for others."


class ValknutCoach(Coach):
    """Whom an action kills, threatens and guards, and who comes into play by it."""

    def purpose(self, state: ValknutState, action: Any, seat: int) -> str:
        """What an action is for."""
        if isinstance(action, Setup) or state.turn == 0:
            return ""
        after = played(state, action, seat)
        if after.outcome is not None:
            return "wins the game" if seat in after.outcome.winners else "ends the game"
        clauses = []
        if killed := fallen(state, after, seat):
            clauses.append(f"kills {named(state, killed)}")
        if came := [unit for unit in ours(after, seat) if state.cell[unit] == OFF]:
            clauses.append(f"brings {named(state, came, 'a')} into play")
        if out := home(state, seat) - home(after, seat) - {*came, *killed}:
            clauses.append(f"brings {named(state, sorted(out)[:1])} out of the Parley area")
        if new := prey(after, seat) - prey(state, seat):
            another = {state.kind[unit] for unit in killed} & {state.kind[unit] for unit in new}
            clauses.append(f"threatens {named(state, dearest(state, new), 'another' if another else 'the')}")
        if safe := danger(state, seat) - danger(after, seat):
            saved = dearest(state, safe)
            goes = after.cell[saved[0]] != state.cell[saved[0]]
            clauses.append(
                f"brings {named(state, saved)} to safety" if goes else f"guards {named(state, saved)}"
            )
        if not clauses and isinstance(action, Lay):
            gained = after.points - state.points
            return f"gives {points_in_words(gained)}" if gained > 0 else ""
        return " and ".join(clauses[:2]) or way(state, after, seat)

    def maxim(self, state: ValknutState, action: Any, better: Any, seat: int) -> str:
        """The rule of thumb that an action breaks."""
        if state.turn == 0:
            return ""
        one, other = played(state, action, seat), played(state, better, seat)
        if len(fallen(state, other, seat)) > len(fallen(state, one, seat)):
            return KILL
        if danger(one, seat) - danger(other, seat):
            return EXPOSED
        if isinstance(better, Spawn) and isinstance(action, Decline):
            return SPAWN
        if isinstance(action, End) and not isinstance(better, End):
            return SPEND
        if isinstance(better, Move) and home(state, seat) - home(other, seat):
            return LEAVE
        if isinstance(action, Lay):
            return GROUND
        return KILL if prey(other, seat) - prey(one, seat) else ""

    def pieces(self, state: ValknutState, seat: int) -> int:
        """Units on the Battleground more than the others have."""
        standing = sum(cell != OFF for cell in state.cell)
        return 2 * len(ours(state, seat)) - standing


def played(state: ValknutState, action: Any, seat: int) -> ValknutState:
    """The position after an action."""
    after = state.copy()
    after.apply(action, seat)
    return after


def ours(state: ValknutState, seat: int) -> list[int]:
    """A seat's units on the Battleground."""
    return [unit for unit, cell in enumerate(state.cell) if cell != OFF and state.owner[unit] == seat]


def fallen(state: ValknutState, after: ValknutState, seat: int) -> list[int]:
    """The others' units that an action killed or took."""
    return [
        unit
        for unit, cell in enumerate(state.cell)
        if cell != OFF
        and state.owner[unit] != seat
        and (after.cell[unit] == OFF or after.owner[unit] == seat)
    ]


def home(state: ValknutState, seat: int) -> set[int]:
    """A seat's units that stand in a Parley area."""
    parley = state.ground.parley
    return {
        unit
        for unit in ours(state, seat)
        if state.cell[unit] in parley or (state.kind[unit] == TALL and state.cell[unit] + SOUTH in parley)
    }


def prey(state: ValknutState, seat: int) -> set[int]:
    """Whom a seat could kill with one move on the ground that lies."""
    hunt = Hunt(state.ground, camp(state).ranks[seat])
    return {unit for unit, cell, axes in hunt.ranks.prey if hunt.moves_to_kill(unit, cell, axes)[0] < 2}


def danger(state: ValknutState, seat: int) -> set[int]:
    """The units of a seat that another could kill with one move."""
    others = (other for other, alive in enumerate(state.alive) if alive and other != seat)
    return {unit for other in others for unit in prey(state, other) if state.owner[unit] == seat}


def way(state: ValknutState, after: ValknutState, seat: int) -> str:
    """Where the unit that moved goes: closer to the nearest enemy, or away from it."""
    moved = [unit for unit in ours(state, seat) if after.cell[unit] not in (OFF, state.cell[unit])]
    enemies = [unit for unit, cell in enumerate(state.cell) if cell != OFF and state.owner[unit] != seat]
    if len(moved) != 1 or not enemies:
        return ""
    home, there = state.cell[moved[0]], after.cell[moved[0]]
    foe = min(enemies, key=lambda unit: (apart(state.cell[unit], home), unit))
    change = apart(state.cell[foe], there) - apart(state.cell[foe], home)
    if not change:
        return ""
    return f"{'keeps away from' if change > 0 else 'comes closer to'} {named(state, [foe])}"


def apart(one: int, other: int) -> int:
    """How many steps apart two zones are, as a crow flies along the axes."""
    (x, y), (a, b) = place_of(one), place_of(other)
    return abs(a - x) + abs(b - y)


def dearest(state: ValknutState, units: set[int]) -> list[int]:
    """The one that is worth most."""
    return [max(units, key=lambda unit: (VP[state.kind[unit]], -unit))]


def named(state: ValknutState, units: list[int], article: str = "the") -> str:
    """Units in words."""
    names = [UNIT_NAMES[state.kind[unit]] for unit in units]
    vowels = "AEIOU"
    return " and ".join(
        f"{'an' if article == 'a' and name[0] in vowels else article} {name}" for name in dict.fromkeys(names)
    )
