"""What an action of Fimbulvetr is for, and the rules of thumb of a good clan."""

from typing import Any

from fimbul.core import Coach
from fimbul.core.wording import listed, number
from fimbul.games.fimbulvetr.actions import Handoff, Move
from fimbul.games.fimbulvetr.bot.mind import worths
from fimbul.games.fimbulvetr.rules import attack, severance
from fimbul.games.fimbulvetr.rules.board import OFF, cell_at, place_of
from fimbul.games.fimbulvetr.state import FimbulvetrState

FINISH = "When their bearer can be slain, slay it: nothing else is worth as much (F46)."
BEARER = "Before every action, look whether your bearer could be slain by the answer (F46)."
RECONNECT = "Reconnect whoever is cut off first, or the wolves take it (F39)."
TAKE = "Take what can be taken safely: a warrior that could be slain now may be gone next turn."
ANSWER = "Look at the answer before you strike: do not trade a strong warrior for a weak one."
EXPOSED = "Do not leave a warrior where it can be slain for nothing."
MOST_NAMED = 3  # warriors that are named one by one
IDLE = "An action should threaten something, guard something or bring a warrior nearer to their bearer."


class FimbulvetrCoach(Coach):
    """Whom an action slays, threatens, guards, cuts off and reconnects."""

    def purpose(self, state: FimbulvetrState, action: Any, seat: int) -> str:
        """What an action is for; a move that does nothing yet at least leads somewhere."""
        if state.phase != "play":
            return ""
        return self.gain(state, action, seat) or way(state, action, seat)

    def gain(self, state: FimbulvetrState, action: Any, seat: int) -> str:
        """What an action does at once, or whose bearer it comes closer to."""
        after = played(state, action, seat)
        if after.outcome is not None:
            return "wins the game" if seat in after.outcome.winners else "ends the game"
        clauses = []
        if slain := lost(state, after, 1 - seat):
            clauses.append(f"slays {named(state, slain)}")
        if back := [warrior for warrior in state.severed if after.cell[warrior] != OFF]:
            clauses.append(f"reconnects {named(state, back)}")
        if cut := [
            warrior for warrior in after.severed if warrior not in severance.severed(turned_to(state))
        ]:
            clauses.append(f"cuts off {named(state, cut)}")
        if new := targets(after, seat) - targets(state, seat):
            clauses.append(f"threatens {named(state, foremost(state, new))}")
        standing = {warrior for warrior in targets(state, 1 - seat) if after.cell[warrior] != OFF}
        if safe := standing - targets(after, 1 - seat) - {*back}:
            saved = foremost(state, safe)
            goes = isinstance(action, Move) and state.roster.ids[saved[0]] == action.warrior
            clauses.append(
                f"brings {named(state, saved)} to safety" if goes else f"guards {named(state, saved)}"
            )
        if not clauses and isinstance(action, Handoff):
            return "puts the relic into other hands"
        if not clauses and nearer(state, after, seat):
            return f"comes closer to their bearer, the {state.roster.names[state.bearers[1 - seat]]}"
        return " and ".join(clauses[:2])

    def maxim(self, state: FimbulvetrState, action: Any, better: Any, seat: int) -> str:
        """The rule of thumb that an action breaks."""
        if state.phase != "play":
            return ""
        one, other = played(state, action, seat), played(state, better, seat)
        if other.outcome is not None and seat in other.outcome.winners:
            return FINISH
        bearer = state.bearers[seat] if not isinstance(action, Handoff) else one.bearers[seat]
        if one.cell[bearer] == OFF or bearer in targets(one, 1 - seat):
            return BEARER
        if len(lost(state, one, seat)) > len(lost(state, other, seat)):
            return RECONNECT
        if lost(state, one, 1 - seat):
            return ANSWER
        if lost(state, other, 1 - seat):
            return TAKE
        if targets(one, 1 - seat) - targets(other, 1 - seat):
            return EXPOSED
        return "" if self.gain(state, action, seat) else IDLE

    def pieces(self, state: FimbulvetrState, seat: int) -> int:
        """Warriors more than the other has."""
        standing = [sum(state.cell[each] != OFF for each in own) for own in state.roster.own]
        return standing[seat] - standing[1 - seat]


def played(state: FimbulvetrState, action: Any, seat: int) -> FimbulvetrState:
    """The position after an action."""
    after = state.copy()
    after.apply(action, seat)
    return after


def turned_to(state: FimbulvetrState) -> FimbulvetrState:
    """The same position with the other clan to move."""
    other = state.copy()
    other.active = 1 - other.active
    return other


def targets(state: FimbulvetrState, seat: int) -> set[int]:
    """Whom a seat could slay with one action."""
    return {target for _, target, _ in attack.attacks(state, seat)}


def lost(state: FimbulvetrState, after: FimbulvetrState, seat: int) -> list[int]:
    """The warriors of a seat that fell."""
    return [each for each in state.roster.own[seat] if state.cell[each] != OFF == after.cell[each]]


def foremost(state: FimbulvetrState, warriors: set[int]) -> list[int]:
    """The most important one: a bearer before all others."""
    worth = worths(state.options)
    return [max(warriors, key=lambda each: (each in state.bearers, worth[each], -each))]


def named(state: FimbulvetrState, warriors: list[int]) -> str:
    """Warriors in words; a bearer is called one."""
    if len(warriors) > MOST_NAMED:
        bearer = " (the bearer among them)" if any(each in state.bearers for each in warriors) else ""
        return f"{number(len(warriors))} warriors{bearer}"
    return listed(
        f"the {state.roster.names[each]}{' (the bearer)' if each in state.bearers else ''}"
        for each in warriors
    )


def way(state: FimbulvetrState, action: Any, seat: int) -> str:
    """Where a warrior goes: closer to the nearest enemy, or away from it."""
    if not isinstance(action, Move):
        return ""
    warrior, there = state.roster.number[seat][action.warrior], cell_at(action.x, action.y)
    enemies = [one for one in state.roster.own[1 - seat] if state.cell[one] != OFF]
    foe = min(enemies, key=lambda one: (apart(state.cell[one], state.cell[warrior]), one))
    change = apart(state.cell[foe], there) - apart(state.cell[foe], state.cell[warrior])
    if not change:
        return ""
    return f"{'keeps away from' if change > 0 else 'comes closer to'} {named(state, [foe])}"


def apart(one: int, other: int) -> int:
    """How many cells apart two cells are."""
    (x, y), (a, b) = place_of(one), place_of(other)
    return max(abs(a - x), abs(b - y))


def nearer(state: FimbulvetrState, after: FimbulvetrState, seat: int) -> bool:
    """Whether somebody came closer to the enemy's bearer."""
    x, y = place_of(state.cell[state.bearers[1 - seat]])

    def far(there: FimbulvetrState) -> int:
        cells = (there.cell[each] for each in state.roster.own[seat])
        return sum(max(abs(a - x), abs(b - y)) for a, b in map(place_of, filter(lambda c: c != OFF, cells)))

    return far(after) < far(state)
