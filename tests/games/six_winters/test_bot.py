"""What the mind of Six Winters makes of the bots that everybody can sit down with."""

from fimbul.bots import Sight, make
from fimbul.games.six_winters import GAME


def told(bot: str, seed: int) -> int:
    """How many scenes two bots tell in the first scenario."""
    state = GAME.new(seats=2, options={"scenario": "order_of_the_blue_robe"}, seed=seed)
    players = [make(bot, GAME, seed=seed + seat) for seat in range(2)]
    while not state.over:
        seat = state.to_act[0]
        state.play(players[seat].choose(Sight(state, seat)), seat)
    return len(state.scenes)


def test_greedy_plans_for_scenes_and_tells_them():
    """It took whatever came first, and in twelve sessions told none."""
    assert sum(told("greedy", seed) for seed in range(4)) >= 4
    assert sum(told("random", seed) for seed in range(4)) == 0
