"""What would come of a move: whom the warrior could slay from there, and who could slay it (F32 to F36)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fimbul.core import Line, Prospect
from fimbul.games.fimbulvetr.actions import Move, Place
from fimbul.games.fimbulvetr.events import node
from fimbul.games.fimbulvetr.rules.attack import Fray
from fimbul.games.fimbulvetr.rules.board import OFF, REACH, cell_at

if TYPE_CHECKING:
    from fimbul.games.fimbulvetr.state import FimbulvetrState


def foresee(state: FimbulvetrState, seat: int, actions: list[Any]) -> dict[Any, Prospect]:
    """The prospects of every move and placement that brings a warrior within reach of an enemy."""
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
            facts += [Line("Could be slain by", named(state, [enemy for enemy, _ in threatened]), "bad")]
            found[action] = Prospect(
                facts=tuple(fact for fact in facts if fact.value),
                struck=tuple(node(1 - seat, book.ids[target]) for _, target in threatens),
            )
    return found


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
