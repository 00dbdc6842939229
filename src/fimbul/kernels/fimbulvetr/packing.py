"""From a position of the rules to flat numbers and back."""

from typing import Any

import numpy as np

from fimbul.kernels.fimbulvetr import field, tables
from fimbul.kernels.fimbulvetr import layout as at
from fimbul.kernels.fimbulvetr.tables import FimbulvetrState
from fimbul.kernels.typing import Numbers

PHASES = ("place", "relic", "play")
RULES = ("", "F46", "F47", "F48", "F50a", "F50b", "F50c")


def pack(state: FimbulvetrState, seen: Numbers) -> Numbers:
    """A position as flat numbers; its list of seen positions goes to the start of `seen`."""
    flat = np.zeros(at.SIZE, np.int64)
    for warrior, cell in enumerate(state.cell):
        flat[at.R + warrior] = state.turned[warrior]
        if cell != tables.OFF:
            flat[at.X + warrior], flat[at.Y + warrior] = tables.place_of(cell)
            flat[at.ALIVE] |= 1 << warrior
            field.link(flat, warrior)
    flat[at.ACTIVE], flat[at.FIRST], flat[at.PHASE] = state.active, state.first, PHASES.index(state.phase)
    flat[at.RELIC : at.RELIC + 2] = state.relics
    flat[at.BEARER : at.BEARER + 2] = state.bearers
    flat[at.SEVERED] = sum(1 << warrior for warrior in state.severed)
    flat[at.QUIET], flat[at.TURN], flat[at.PLY] = state.quiet, state.turn, state.ply
    book = tables.book_of(state.options)
    for number, earlier in enumerate(state.seen):
        seen[number] = key_of(earlier, state.relics, book)
    flat[at.SEEN_TO] = len(state.seen)
    if state.outcome is not None:
        winners = state.outcome.winners
        flat[at.OUTCOME] = at.WON_0 + winners[0] if winners else at.DRAWN
        flat[at.RULE] = RULES.index(state.outcome.rule)
    return flat


def key_of(earlier: tuple[int, ...], relics: list[int], book: Numbers) -> int:
    """The kernel's number for a position that the rules have seen."""
    flat = np.zeros(at.SIZE, np.int64)
    for warrior in range(12):
        if earlier[warrior] != tables.OFF:
            flat[at.X + warrior], flat[at.Y + warrior] = tables.place_of(earlier[warrior])
            flat[at.ALIVE] |= 1 << warrior
        flat[at.R + warrior] = earlier[12 + warrior]
    flat[at.RELIC : at.RELIC + 2] = relics
    flat[at.BEARER : at.BEARER + 2] = earlier[24:26]
    flat[at.ACTIVE] = earlier[26]
    return int(field.position(flat, book))


def unpack(flat: Numbers, template: FimbulvetrState) -> FimbulvetrState:
    """The position of these numbers, in the game of a template.

    What the kernel keeps only as a number, the list of seen positions and the sentence of an outcome, is the
    template's.
    """
    state = template.copy()
    alive = int(flat[at.ALIVE])
    for warrior in range(12):
        standing = alive >> warrior & 1
        x, y = int(flat[at.X + warrior]), int(flat[at.Y + warrior])
        state.cell[warrior] = tables.cell_at(x, y) if standing else tables.OFF
        state.turned[warrior] = int(flat[at.R + warrior])
    state.active, state.first = int(flat[at.ACTIVE]), int(flat[at.FIRST])
    phase: Any = PHASES[flat[at.PHASE]]
    state.phase = phase
    state.relics = [int(token) for token in flat[at.RELIC : at.RELIC + 2]]
    state.bearers = [int(warrior) for warrior in flat[at.BEARER : at.BEARER + 2]]
    state.severed = [warrior for warrior in range(12) if int(flat[at.SEVERED]) >> warrior & 1]
    state.quiet, state.turn, state.ply = int(flat[at.QUIET]), int(flat[at.TURN]), int(flat[at.PLY])
    outcome = int(flat[at.OUTCOME])
    state.outcome = None
    if outcome:
        rule = RULES[flat[at.RULE]]
        reason = template.outcome.reason if template.outcome else ""
        state.outcome = (
            tables.drawn(rule, reason)
            if outcome == at.DRAWN
            else tables.won_by(outcome - at.WON_0, rule, reason)
        )
    return state


def encode(state: FimbulvetrState, action: Any) -> int:
    """An action of the rules as one number."""
    number = state.roster.number
    seat = state.active
    match action:
        case tables.Place() | tables.Move():
            kind = at.PLACE if isinstance(action, tables.Place) else at.MOVE
            warrior = number[seat][action.warrior]
            return pure_action(kind, warrior, 0, action.x, action.y, action.r)
        case tables.Relic():
            token = tables.KINDS.index(action.token)
            return pure_action(at.CHOOSE, number[seat][action.warrior], token, 0, 0, 0)
        case tables.Melee() | tables.Ranged():
            kind = at.STRIKE if isinstance(action, tables.Melee) else at.SHOOT
            return pure_action(kind, number[seat][action.warrior], number[1 - seat][action.target], 0, 0, 0)
        case tables.Handoff():
            return pure_action(at.HAND, number[seat][action.warrior], 0, 0, 0, 0)
    return pure_action(at.PASS, 0, 0, 0, 0, 0)


def decode(state: FimbulvetrState, action: int) -> Any:
    """The action of the rules that a number means."""
    ids = state.roster.ids
    kind, warrior, target = action & 7, action >> at.SHIFT_W & 15, action >> at.SHIFT_T & 15
    x, y = (action >> at.SHIFT_X & 0xFFFF) - at.MIDDLE, (action >> at.SHIFT_Y & 0xFFFF) - at.MIDDLE
    r = action >> at.SHIFT_R & 3
    if kind == at.PLACE:
        return tables.Place(ids[warrior], x, y, r)
    if kind == at.CHOOSE:
        return tables.Relic(tables.KINDS[target], ids[warrior])
    if kind == at.MOVE:
        return tables.Move(ids[warrior], x, y, r)
    if kind == at.STRIKE:
        return tables.Melee(ids[warrior], ids[target])
    if kind == at.SHOOT:
        return tables.Ranged(ids[warrior], ids[target])
    return tables.Handoff(ids[warrior]) if kind == at.HAND else tables.Pass()


def pure_action(kind: int, warrior: int, target: int, x: int, y: int, r: int) -> int:
    """`field.action_at` without the compiler."""
    place = (x + at.MIDDLE) << at.SHIFT_X | (y + at.MIDDLE) << at.SHIFT_Y
    return kind | warrior << at.SHIFT_W | target << at.SHIFT_T | r << at.SHIFT_R | place
