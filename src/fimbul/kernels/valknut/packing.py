"""From a position of the rules to flat numbers and back."""

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from fimbul.core import Outcome
from fimbul.kernels.typing import Numbers
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut import tables
from fimbul.kernels.valknut.tables import ValknutState

RULES = ("", "V45", "V57", "V58", "V83", "V96", "V94")
DIRECTIONS = ("n", "e", "s", "w")

STEPS: tuple[type[Any], ...] = (
    tables.turn.BeginTurn,
    tables.turn.Lead,
    tables.killing.Resolve,
    tables.turn.EndTurn,
    tables.parley.SettingUp,
    tables.placement.Laying,
    tables.placement.Raging,
    tables.valknuts.Spawning,
    tables.valknuts.Swarming,
    tables.Marching,
    tables.ragnarok.Acting,
    tables.warbands.Rising,
    tables.gods.Horn,
    tables.gods.Worship,
    tables.gods.Miracle,
)
WITHOUT_SEAT = (at.BEGIN, at.LEAD, at.RESOLVE, at.END_TURN, at.HORN)


def new_board() -> Numbers:
    """A board on which nothing lies and nobody stands."""
    board = np.zeros(at.PLANES * at.PLANE, np.int16)
    board[: at.SPOTS] = -1
    return board


def fill(flat: Numbers, start: int, items: Iterable[int]) -> None:
    """Write a list."""
    values = list(items)
    flat[start] = len(values)
    flat[start + 1 : start + 1 + len(values)] = values


def items(flat: Numbers, start: int) -> list[int]:
    """Read a list."""
    return [int(item) for item in flat[start + 1 : start + 1 + flat[start]]]


def pack(state: ValknutState) -> Numbers:
    """A position as flat numbers."""
    flat = np.zeros(at.SIZE, np.int32)
    flat[at.CELL : at.CELL + at.MOST_UNITS] = at.OFF
    for unit, cell in enumerate(state.cell):
        flat[at.OWNER + unit] = state.owner[unit]
        if cell != tables.OFF:
            flat[at.CELL + unit] = cell + at.BASE
    flat[at.ALIVE] = sum(1 << seat for seat, alive in enumerate(state.alive) if alive)
    flat[at.MARKED : at.MARKED + len(state.marked)] = state.marked
    for place, value in (
        (at.POINTS, state.points),
        (at.ACTIVE, state.active),
        (at.TURN, state.turn),
        (at.PLY, state.ply),
        (at.REVEALS, state.reveals),
        (at.RETURNED, state.returned),
    ):
        flat[place] = value
    fill(flat, at.POOL, state.pool)
    fill(flat, at.PILE, state.pile)
    fill(flat, at.GOD_PILE, state.god_pile)
    fill(flat, at.GOD_POOL, state.god_pool)
    for seat in range(len(state.alive)):
        fill(flat, at.WORSHIPPED + seat * (1 + at.MOST_GODS), state.worshipped[seat])
        fill(flat, at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES), state.ambushes[seat])
    fill(
        flat,
        at.LAID,
        (card + 2 | r << at.LAID_R | (corner + at.BASE) << at.LAID_CELL for card, corner, r in state.laid),
    )
    fill(flat, at.VALKNUTS, (cell + at.BASE for cell in state.ground.valknuts))
    fill(flat, at.AGENDA, (pack_step(flat, step) for step in state.agenda))
    if state.outcome is not None:
        flat[at.OUTCOME] = 1 + state.outcome.winners[0]
        flat[at.RULE] = RULES.index(state.outcome.rule)
        if state.outcome.points:
            flat[at.SCORES : at.SCORES + len(state.outcome.points)] = state.outcome.points
    return flat


def pack_step(flat: Numbers, step: Any) -> int:
    """A step of the agenda as one number; the graves that it speaks of go to the position's own."""
    kind = STEPS.index(type(step))
    who = 0 if kind in WITHOUT_SEAT else step.seats[0]
    more = 0
    if kind == at.RESOLVE:
        who, more = step.acting + 2, int(step.berserk)
    elif kind == at.SPAWNING:
        more = step.valknut + at.BASE
    elif kind == at.SWARMING:
        more = step.last + at.BASE
    elif kind == at.MIRACLE:
        more = step.god
    elif kind == at.ACTING:
        more = sum(1 << number for number in step.kinds)
    elif kind == at.RISING:
        more = step.count
        flat[at.RISE_LAST] = -1 if step.last is None else step.last + at.BASE
    if kind in (at.ACTING, at.RISING):
        fill(flat, at.GRAVES, ((grave[0] + at.BASE) * 2 + len(grave) - 1 for grave in step.graves))
    return kind | who << at.STEP_WHO | more << at.STEP_MORE


def unpack_step(flat: Numbers, number: int) -> Any:
    """The step that a number means."""
    kind, who, more = number & 15, number >> at.STEP_WHO & 0x3F, number >> at.STEP_MORE
    make = STEPS[kind]
    if kind == at.RESOLVE:
        return make(who - 2, bool(more))
    if kind in WITHOUT_SEAT:
        return make()
    if kind in (at.SPAWNING, at.SWARMING):
        return make((who,), more - at.BASE)
    if kind == at.MIRACLE:
        return make((who,), more)
    if kind not in (at.ACTING, at.RISING):
        return make((who,))
    graves = tuple(
        tuple((grave >> 1) - at.BASE + part * at.SOUTH for part in range(1 + (grave & 1)))
        for grave in items(flat, at.GRAVES)
    )
    if kind == at.ACTING:
        return make((who,), tuple(number for number in range(9) if more >> number & 1), graves)
    last = int(flat[at.RISE_LAST])
    return make((who,), graves, more, None if last < 0 else last - at.BASE)


def unpack(flat: Numbers, template: ValknutState) -> ValknutState:
    """The position of these numbers, in the game of a template.

    What the kernel does not keep (what seats know of the pile, the faces of the Parley cards, the sentence of
    an outcome) is the template's.
    """
    state = template.copy()
    for unit in range(len(state.cell)):
        cell = int(flat[at.CELL + unit])
        state.cell[unit] = tables.OFF if cell == at.OFF else cell - at.BASE
        state.owner[unit] = int(flat[at.OWNER + unit])
    seats = len(state.alive)
    state.alive = [bool(int(flat[at.ALIVE]) >> seat & 1) for seat in range(seats)]
    state.marked = [int(points) for points in flat[at.MARKED : at.MARKED + len(state.marked)]]
    state.points, state.active = int(flat[at.POINTS]), int(flat[at.ACTIVE])
    state.turn, state.ply = int(flat[at.TURN]), int(flat[at.PLY])
    state.reveals, state.returned = int(flat[at.REVEALS]), int(flat[at.RETURNED])
    state.pool, state.pile = items(flat, at.POOL), items(flat, at.PILE)
    state.god_pile, state.god_pool = items(flat, at.GOD_PILE), items(flat, at.GOD_POOL)
    state.worshipped = [
        tuple(items(flat, at.WORSHIPPED + seat * (1 + at.MOST_GODS))) for seat in range(seats)
    ]
    state.ambushes = [
        tuple(items(flat, at.AMBUSHES + seat * (1 + at.MOST_AMBUSHES))) for seat in range(seats)
    ]
    state.laid = tuple(
        ((laid & 0xFF) - 2, (laid >> at.LAID_CELL) - at.BASE, laid >> at.LAID_R & 3)
        for laid in items(flat, at.LAID)
    )
    state.agenda = [unpack_step(flat, step) for step in items(flat, at.AGENDA)]
    state.outcome = None
    if flat[at.OUTCOME]:
        winner, rule = int(flat[at.OUTCOME]) - 1, RULES[flat[at.RULE]]
        counted = rule not in ("V45", "V83", "V94")
        state.outcome = Outcome(
            tuple(1.0 if seat == winner else 0.0 for seat in range(seats)),
            rule,
            template.outcome.reason if template.outcome else "",
            tuple(int(points) for points in flat[at.SCORES : at.SCORES + seats]) if counted else None,
        )
    return state


def decode(state: ValknutState, action: int) -> Any:
    """The action of the rules that a number means."""
    if action & 31 == at.ORDER:
        return tables.gods.orders(state, state.active)[action >> at.SHIFT_N & 0x1FF]
    return decode_plain(state.deck, action)


@functools.lru_cache(maxsize=1 << 15)
def decode_plain(deck: tables.Deck, action: int) -> Any:
    """The same where the number says it all."""
    words = tables.actions
    verb, k, r = action & 31, action >> at.SHIFT_K & 0xFF, action >> at.SHIFT_R & 3
    n, seat = action >> at.SHIFT_N & 0x1FF, action >> at.SHIFT_S & 3
    p = (action >> at.SHIFT_P & 0x3FFFF) - at.BASE
    q = (action >> at.SHIFT_Q & 0x3FFFF) - at.BASE
    place, way = tables.place_of(p), DIRECTIONS[r]
    kind = tables.IDS[k] if k < len(tables.IDS) else ""
    god = tables.GODS[k].id if k < len(tables.GODS) else ""
    match verb:
        case at.SETUP:
            return words.Setup(kind, *place)
        case at.READY:
            return words.Ready()
        case at.LAY:
            return words.Lay(deck.ids[k], *place, r)
        case at.SPAWN:
            return words.Spawn(kind, *place)
        case at.DECLINE:
            return words.Decline()
        case at.MOVE:
            return words.Move(*place, way, n)  # type: ignore[arg-type]
        case at.SHOVE:
            return words.Shove(*place, way)  # type: ignore[arg-type]
        case at.SUMMON:
            return words.Summon(*place, *tables.place_of(q))
        case at.ACT:
            return words.Act(kind)
        case at.RISE:
            return words.Rise(*place)
        case at.TAKE:
            return words.Take(god)
        case at.TAKE_FROM:
            return words.TakeFrom(god, seat)
        case at.FREYA_MOVE:
            return words.Freya(*place, way, n)  # type: ignore[arg-type]
        case at.THOR_KILL:
            return words.Thor(*place)
        case at.HEL_BRING:
            return words.Hel(seat, kind, *place)
        case at.FENRIR_TAKE:
            return words.Fenrir(seat, deck.ids[k])
        case at.SURTR_BURN:
            return words.Surtr(*place)
        case at.JORMUNGANDR_TAKE:
            return words.Jormungandr(seat, kind)
    return words.End()
