"""Valknut's search in whole turns: the best end of a turn, bounds, and every card that may come."""

import math
from typing import Any

import fimbul
from fimbul.bots import Compiled, Sight
from fimbul.core import Rng, State
from fimbul.kernels.valknut import choices, packing, search, tables
from fimbul.kernels.valknut import layout as at
from fimbul.kernels.valknut.thinker import Thinker, dealt

VALKNUT = fimbul.game("valknut")
WIDEST = (search.WIDEST,) * 4


def after_each(state: State, seat: int) -> list[State]:
    """What each action leads to."""
    found = []
    for action in state.legal(seat):
        after = state.copy()
        after.apply(action, seat)
        found.append(after)
    return found


def few_points(seats: int, seed: int) -> State:
    """A position of a random game with two points to move with, of which nothing gives another."""
    rng = Rng(seed)
    state = VALKNUT.new(seats=seats, seed=seed)
    while True:
        legal = state.legal(state.to_act[0])
        if points_of(state) == 2 and str(legal[-1]) == "end" and 4 < len(legal) < 13 and quiet(state, 2):
            return state
        after = state.copy()
        after.play(rng.choice(legal), state.to_act[0])
        if after.over:
            seed += 1000
            rng, after = Rng(seed), VALKNUT.new(seats=seats, seed=seed)
        state = after


def quiet(state: State, points: int) -> bool:
    """Whether every action takes a point, to the end of the turn."""
    seat = state.to_act[0]
    return all(
        after.over
        or after.to_act[0] != seat
        or (points_of(after) == points - 1 and (points == 1 or quiet(after, points - 1)))
        for after in after_each(state, seat)
    )


def points_of(state: State) -> int:
    """What is left to move with."""
    points: int = state.points  # type: ignore[attr-defined]
    return points


def best_end(state: State, seat: int) -> float:
    """The best of all ends of the turn, everything tried, by the readable rules and the game's mind."""
    if state.over or state.to_act[0] != seat:
        return VALKNUT.mind.evaluate(state, seat)
    return max(best_end(after, seat) for after in after_each(state, seat))


def ready(state: State) -> tuple[Thinker, Any]:
    """A thinker about to search as widely as it can, and the position on flat numbers."""
    thinker = Thinker()
    thinker.book = tables.book_of(state)
    thinker.deadline, thinker.limit, thinker.stopped = math.inf, 1 << 60, False
    flat = packing.pack(state)
    thinker.machine[search.SEAT] = choices.seat_to_act(flat)
    thinker.machine[search.TURN] = flat[at.TURN]
    thinker.machine[search.FIRST_WIDE : search.ENDS + 1] = WIDEST
    return thinker, flat


def test_the_best_end_of_a_turn_is_found() -> None:
    for number in range(6):
        state = few_points(2 + number % 3, 50 + number)
        seat = state.to_act[0]
        thinker, flat = ready(state)
        for after, action in zip(after_each(state, seat), thinker.legal(flat), strict=True):
            found = thinker.value(flat, action, 1, 0, -2.0)
            assert abs(found - best_end(after, seat)) < 1e-3


def test_a_bound_is_one() -> None:
    for number in range(3):
        state = few_points(2 + number % 3, 80 + number)
        thinker, flat = ready(state)
        for action in thinker.legal(flat)[:8]:
            thinker.table[:] = 0
            value = thinker.value(flat, action, 2, 0, -2.0)
            for floor in (value - 0.05, value + 0.05):
                thinker.table[:] = 0
                found = thinker.value(flat, action, 2, 0, floor)
                if floor < value:
                    assert abs(found - value) < 1e-3
                else:
                    assert value - 1e-3 <= found <= floor


def test_every_imagined_world_has_another_card_to_be_drawn() -> None:
    state = VALKNUT.new(seed=4)
    rng = Rng(1)
    worlds = dealt(
        [packing.pack(Sight(state, state.to_act[0]).imagine(rng)) for _ in range(8)]  # of nine that may come
    )
    assert len({int(world[at.PILE + world[at.PILE]]) for world in worlds}) >= 7
    for world in worlds:
        pile = world[at.PILE + 1 : at.PILE + 1 + world[at.PILE]].tolist()
        assert len(set(pile)) == len(pile)


def test_a_card_that_is_known_to_come_stays_on_top() -> None:
    flat = packing.pack(VALKNUT.new(seed=4))
    size = int(flat[at.PILE])
    other = flat.copy()
    other[at.PILE + 1], other[at.PILE + 2] = flat[at.PILE + 2], flat[at.PILE + 1]
    worlds = dealt([flat.copy(), other.copy()])
    assert [int(world[at.PILE + size]) for world in worlds] == [int(flat[at.PILE + size])] * 2
    assert len(dealt([flat.copy(), flat.copy()])) == 1


def test_an_answer_that_leaves_nobody_standing_is_seen() -> None:
    # Two Valkyries against the Dragons: after this move every card lets them slay both in one turn (V45), and
    # the place for the card looks at first like dozens of others.
    state = VALKNUT.new(seed=3400020)
    for action in (
        *("setup(valkyries,0,2)", "setup(valkyries,0,3)", "ready"),
        *("setup(dragons,0,0)", "setup(dragons,1,0)", "setup(dragons,0,1)", "setup(dragons,1,1)", "ready"),
        *("lay(T07,-2,0,0)", "move(0,3,w,1)"),
    ):
        state.play(VALKNUT.parse(action), state.to_act[0])
    actions = state.legal(0)
    bot = Compiled(VALKNUT, 1, nodes=100_000)
    values = {
        str(idea.action): idea.value for idea in bot.weigh(Sight(state, 0), actions, exact=len(actions))
    }
    assert values["move(-1,3,n,2)"] < -0.99
