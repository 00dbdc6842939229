"""What would come of an action: who could slay whom, and the bearer above all (F32 to F36, F46)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fimbul.core import Line, Prospect
from fimbul.games.fimbulvetr.actions import Handoff, Move, Place, Relic
from fimbul.games.fimbulvetr.events import node
from fimbul.games.fimbulvetr.rules.attack import Fray
from fimbul.games.fimbulvetr.rules.board import OFF, REACH, cell_at

if TYPE_CHECKING:
    from fimbul.games.fimbulvetr.state import FimbulvetrState


SLAIN = "Could be slain by"


def foresee(state: FimbulvetrState, seat: int, actions: list[Any]) -> dict[Any, Prospect]:
    """The prospects of every action that brings somebody within reach, or leaves the bearer there.

    An action that leaves the bearer to be slain by the next one is grave where another does not.
    """
    found = close(state, seat, actions)
    open_after = exposed(state, seat, actions) if state.phase != "place" else {}
    grave = len(open_after) < len(actions) and (state.phase == "play" or state.first != seat)
    for action, line in open_after.items():
        known = found.get(action, Prospect())
        own = isinstance(action, Move) and state.roster.number[seat][action.warrior] == state.bearers[seat]
        facts = tuple(fact for fact in known.facts if not (own and fact.name == SLAIN))
        found[action] = Prospect(facts=(*facts, line), struck=known.struck, grave=grave)
    return found


def close(state: FimbulvetrState, seat: int, actions: list[Any]) -> dict[Any, Prospect]:
    """Every move and placement that brings a warrior within reach of an enemy."""
    book, scratch = state.roster, state.copy()
    enemies = [enemy for enemy in book.own[1 - seat] if state.cell[enemy] != OFF]
    found: dict[Any, Prospect] = {}
    aides = {*book.melee_aides[seat], *book.defense_aides[seat]}
    calm = Fray(scratch, seat), Fray(scratch, 1 - seat)  # what corners lend while no aide of the seat moves
    within: dict[int, list[int]] = {}  # the enemies within reach of a cell
    for action in actions:
        if not isinstance(action, (Move, Place)):
            continue
        warrior, there = book.number[seat][action.warrior], cell_at(action.x, action.y)
        near = within.get(there)
        if near is None:
            near = within[there] = [enemy for enemy in enemies if state.cell[enemy] - there in REACH]
        if not near:
            continue
        before = scratch.cell[warrior], scratch.turned[warrior]
        scratch.cell[warrior], scratch.turned[warrior] = there, action.r
        ours, theirs = (Fray(scratch, seat), Fray(scratch, 1 - seat)) if warrior in aides else calm
        threatens = struck(ours, [(warrior, enemy) for enemy in near])
        threatened = struck(theirs, [(enemy, warrior) for enemy in near])
        scratch.cell[warrior], scratch.turned[warrior] = before
        if threatens or threatened:
            facts = [Line("Threatens", named(state, [target for _, target in threatens]), "good")]
            facts += [Line(SLAIN, named(state, [enemy for enemy, _ in threatened]), "bad")]
            found[action] = Prospect(
                facts=tuple(fact for fact in facts if fact.value),
                struck=tuple(node(1 - seat, book.ids[target]) for _, target in threatens),
            )
    return found


def exposed(state: FimbulvetrState, seat: int, actions: list[Any]) -> dict[Any, Line]:
    """The actions that leave the bearer of a seat to its enemies or to the wolves, with what that means."""
    book, found = state.roster, dict[Any, Line]()
    for action in actions:
        bearer, there = state.bearers[seat], state.cell[state.bearers[seat]]
        match action:
            case Handoff() | Relic():
                bearer = book.number[seat][action.warrior]
                there = state.cell[bearer]
            case Move() if book.number[seat][action.warrior] == bearer:
                there = cell_at(action.x, action.y)
        if bearer not in state.severed and not within(state, 1 - seat, there):
            continue
        after = state.copy()
        after.apply(action, seat)
        if after.outcome is not None:
            if 1 - seat in after.outcome.winners:
                found[action] = Line("The game would end", after.outcome.reason, "bad")
        elif line := danger(after, seat):
            found[action] = line
    return found


def danger(state: FimbulvetrState, seat: int) -> Line | None:
    """Who could slay the bearer of a seat as all stand (F46)."""
    bearer = state.bearers[seat]
    near = within(state, 1 - seat, state.cell[bearer])
    slayers = near and [enemy for enemy, _ in struck(Fray(state, 1 - seat), [(one, bearer) for one in near])]
    return Line("Bearer could be slain by", named(state, slayers), "bad") if slayers else None


def within(state: FimbulvetrState, seat: int, cell: int) -> list[int]:
    """The warriors of a seat from whom a cell is within reach."""
    return [
        one for one in state.roster.own[seat] if state.cell[one] != OFF and cell - state.cell[one] in REACH
    ]


def struck(fray: Fray, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs of attacker and target of whom the one could slay the other."""
    cell = fray.cell
    return [
        (attacker, target)
        for attacker, target in pairs
        for touching, corners in [REACH[cell[target] - cell[attacker]]]
        if (touching and fray.strikes(attacker, target, corners)) or fray.shoots(attacker, target)
    ]


def named(state: FimbulvetrState, warriors: list[int]) -> str:
    """Warriors in words."""
    return ", ".join(state.roster.names[warrior] for warrior in warriors)
