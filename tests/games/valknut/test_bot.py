"""What Valknut's bots think: only of what everybody sees, and enough of it to beat the next weaker one."""

import random

import pytest
from tests.games.valknut.positions import Table, game, position

import fimbul
from fimbul.bots import Search, Sight, make
from fimbul.core import Rng, State
from fimbul.games.valknut.actions import End

MODES = [
    (2, {}),
    (3, {}),
    (4, {"gods": True}),
    (2, {"mode": "ragnarok", "gods": True}),
]


def choice(table: Table, name: str) -> str:
    """What a bot does on a table."""
    seat = table.state.to_act[0]
    return str(make(name, game, nodes=600, seed=1).choose(Sight(table.state, seat)))


def positions(seats: int, options: dict[str, object], count: int) -> list[State]:
    """Positions from the middle of random games."""
    chance = random.Random(seats)
    found: list[State] = []
    while len(found) < count:
        state = game.new(seats=seats, options=options, seed=chance.randrange(1000))
        for _ in range(chance.randrange(60)):
            if not state.over:
                state.apply(chance.choice(state.legal(state.to_act[0])))
        if not state.over:
            found.append(state)
    return found


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_a_move_that_wins_is_taken(name: str) -> None:
    table = position(
        """
        . V B . V
        . . . . .
        . . . . .
        . . . . .
        """,
        "vikings goblins",
        points=1,
    )
    assert choice(table, name) == "move(4,0,w,1)"
    assert table.play("move(4,0,w,1)").result == (0, "V45")


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_a_card_that_wins_is_laid(name: str) -> None:
    table = position(
        """
        V B
        . .
        . .
        . .
        """,
        "vikings goblins",
        step="lay",
        pool={"P1": ("....", 4), "P2": ("m...", 1), "P3": ("....", 4)},
    )
    table.play(choice(table, name))
    assert table.result == (0, "V45")


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_a_turn_is_not_ended_while_a_kill_is_in_reach(name: str) -> None:
    table = position(
        """
        . V B . V B
        . . . . . .
        . . . . . .
        . . . B . .
        """,
        "vikings goblins",
        points=2,
    )
    assert choice(table, name) == "move(4,0,w,1)"


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_a_unit_leaves_the_parley_area_with_the_last_point_of_the_game(name: str) -> None:
    table = position(
        """
        , . . . .
        N, . . . .
        , . . . .
        , . . . U
        """,
        "vanir draugar",
        points=1,
        pool={},
        pile={},
    )
    assert choice(table, name).startswith("move(0,1,e,")


def test_a_unit_in_a_flank_is_worth_less_than_a_safe_one() -> None:
    def worth(row: str) -> float:
        picture = f"{row}\n. . . . V\n. . . . .\n. . . . ."
        return game.mind.evaluate(position(picture, "vikings draugar", points=0).state, 0)

    assert worth("m V U . .") < worth("m . U . V")


@pytest.mark.parametrize(("seats", "options"), MODES)
def test_every_position_is_worth_something_between_loss_and_win(
    seats: int, options: dict[str, object]
) -> None:
    for state in positions(seats, options, 40):
        values = [game.mind.evaluate(state, seat) for seat in range(seats)]
        assert all(-1 <= value <= 1 for value in values)
        if seats == 2:
            assert values[0] == pytest.approx(-values[1])


@pytest.mark.parametrize(("seats", "options"), MODES)
def test_nobody_looks_under_the_pile(seats: int, options: dict[str, object]) -> None:
    differ = 0
    for state in positions(seats, options, 20):
        for seed in range(4):
            world = state.imagine(None, Rng(seed))
            differ += world.pile != state.pile  # type: ignore[attr-defined]
            assert game.mind.key(world) == game.mind.key(state)
            for seat in range(seats):
                assert game.mind.evaluate(world, seat) == game.mind.evaluate(state, seat)
    assert differ


@pytest.mark.parametrize(("seats", "options"), MODES)
def test_every_action_is_given_a_promise(seats: int, options: dict[str, object]) -> None:
    for state in positions(seats, options, 40):
        seat = state.to_act[0]
        actions = state.legal(seat)
        assert len(game.mind.promise(state, actions, seat)) == len(actions)


def test_kills_are_searched_first_and_the_end_is_not_lost_in_a_long_list() -> None:
    table = position(
        """
        . V B . V
        . . . . .
        . . . . .
        . . . . .
        """,
        "vikings goblins",
    )
    actions = table.state.legal(0)
    promise = dict(zip(map(str, actions), game.mind.promise(table.state, actions, 0), strict=True))
    assert max(promise, key=promise.__getitem__) == "move(4,0,w,1)"
    assert sum(hope >= promise[str(End())] for hope in promise.values()) <= Search(game).beam  # type: ignore[operator]


def test_greedy_beats_random() -> None:
    won = 0
    for number in range(20):
        state = game.new(seats=2, seed=number)
        names = ("greedy", "random") if number % 2 else ("random", "greedy")
        bots = [make(name, game, seed=number) for name in names]
        while not state.over:
            seat = state.to_act[0]
            state.apply(bots[seat].choose(Sight(state, seat)), seat)
        won += state.outcome is not None and state.outcome.winners == (names.index("greedy"),)
    assert won >= 17


def test_a_beam_wider_than_every_list_changes_nothing() -> None:
    other = fimbul.game("fimbulvetr")
    state = other.new(seed=4, options={"setup": "quick"})
    sight = Sight(state, state.to_act[0])
    ideas = [Search(other, 3, nodes=400, beam=beam).weigh(sight, sight.legal()) for beam in (None, 10_000)]
    assert ideas[0] == ideas[1]


def test_a_beam_follows_the_best_of_a_long_list_and_drops_nothing_from_it() -> None:
    state = game.new(seats=2, seed=4)
    while not any(str(action).startswith("lay") for action in state.legal(state.to_act[0])):
        state.apply(state.legal(state.to_act[0])[-1])
    sight = Sight(state, state.to_act[0])
    actions = sight.legal()
    search = Search(game, 3, depth=2, beam=5)
    ideas = search.weigh(sight, actions)
    assert len(actions) > 100
    assert {idea.action for idea in ideas} == set(actions)
    first = {idea.action for idea in Search(game, 3, depth=1).weigh(sight, actions)[:40]}
    assert {idea.action for idea in ideas[:5]} <= first
    assert search.nodes < 20 * len(actions)
