"""What the mind of Six Winters makes of the bots that everybody can sit down with."""

from tests.games.six_winters.positions import do, finish, settle, stand, table, where

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


def test_who_sails_free_does_not_sail_to_and_fro():
    """It looked as good as ending the turn, and search sailed from port to port for thousands of actions."""
    state = table("menas", "keel", scenario="the_severing")  # all cards are in the game
    finish(state, "menas", "ilya_the_captain")
    settle(state, "brassport", 3, 3)
    settle(state, "goldspike", 3, 6)
    stand(state, "menas", "brassport", moves=0)
    promised = []
    for port in ("goldspike", "brassport"):
        (sail,) = [each for each in state.legal(0) if str(each) == f"sail(menas,{port})"]
        promised += GAME.mind.promise(state, [sail], 0)
        do(state, str(sail))
    assert sum(promised) < 0
    bot = make("search", GAME, seed=1, nodes=24)
    turn, ports = state.turn, []
    while state.turn == turn and 0 in state.to_act and len(ports) < 8:
        action = bot.choose(Sight(state, 0))
        ports += [where(state, "menas")] if str(action).startswith("sail(menas") else []
        state.play(action, 0)
    assert len(ports) == len(set(ports))  # no port is left twice
