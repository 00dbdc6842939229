"""What the mind of Six Winters makes of the bots that everybody can sit down with."""

import pytest
from tests.games.six_winters.positions import do, finish, happen, settle, stand, table, where

from fimbul.bots import Greedy, Sight, make
from fimbul.games.six_winters import GAME
from fimbul.games.six_winters.library.index import book_of
from fimbul.games.six_winters.model import Attempt, Campaign, Sheet
from fimbul.games.six_winters.rules.acting.overcoming import Bearing
from fimbul.games.six_winters.rules.campaign.sheets import condition_names
from fimbul.games.six_winters.rules.campaign.years import Clearing, YearBegins
from fimbul.games.six_winters.state import SixWintersState


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


def campaign(seed: int = 1) -> SixWintersState:
    """A campaign in which nothing has been chosen yet."""
    state = GAME.new(seats=2, options={"mode": "campaign"}, seed=seed)
    assert isinstance(state, SixWintersState)
    return state


def year(state: SixWintersState, number: int) -> Campaign:
    """A year of it begins."""
    assert state.campaign is not None
    state.campaign.year = number
    state.agenda.clear()
    happen(state, YearBegins())
    return state.campaign


def first(state: SixWintersState) -> str:
    """What is most promising at first sight."""
    seat = state.to_act[0]
    actions = state.legal(seat)
    promise = GAME.mind.promise(state, actions, seat)
    return str(actions[max(range(len(actions)), key=promise.__getitem__)])


def sheet(story: Campaign, character: str) -> Sheet:
    return story.sheets[book_of(None).character[character]]


@pytest.mark.rule("S22")
def test_a_campaign_is_not_made_harder_than_it_is():
    """Every scenario looked the same, so half of them were played in difficult mode."""
    state = campaign()
    for number in (1, 2, 6):
        year(state, number)
        assert first(state).endswith(",normal)")


@pytest.mark.rule("S8")
def test_a_scenario_that_brings_a_friend_is_taken_first():
    state = campaign()
    year(state, 2)
    assert first(state) == "scenario(foragers_curiosity,normal)"


@pytest.mark.rule("S131")
@pytest.mark.rule("S132")
def test_who_is_hurt_rests_and_who_is_whole_trains():
    state = campaign()
    story = year(state, 2)
    sheet(story, "thea").conditions.append((0, 0))
    do(state, "scenario(honest_days_work,normal)")
    assert first(state) == "winter(thea,rest)"
    do(state, "winter(thea,rest)")
    while not str(state.legal(state.to_act[0])[0]).startswith("winter(keel"):
        state.play(state.legal(state.to_act[0])[-1], state.to_act[0])
    assert first(state) == "winter(keel,train)"


@pytest.mark.rule("S23")
@pytest.mark.rule("S147")
def test_the_strongest_stay_at_home_until_the_finale():
    """They came into it with a full track of conditions, and one more ends the campaign (S113)."""
    for number, goes in ((5, False), (6, True)):
        state = campaign()
        story = year(state, number)
        sheet(story, "oniri").unlocked = sheet(story, "lucia").unlocked = True
        state.play(state.legal(state.to_act[0])[0], state.to_act[0])
        while not str(state.legal(state.to_act[0])[0]).startswith("choose("):
            state.play(state.legal(state.to_act[0])[-1], state.to_act[0])
        assert (first(state) in ("choose(oniri)", "choose(lucia)")) == goes


@pytest.mark.rule("S73")
@pytest.mark.rule("S113")
def test_a_blow_goes_to_whoever_has_room_for_it():
    state = table("thea", "menas")
    one, other = state.people
    one.psyche, other.psyche = 1, 3
    one.conditions += [(0, 0)] * 3
    state.push(Bearing((0,), 0, 0))
    state.attempt = Attempt(obstacle=0, people=(0, 1), skills=(0,), counts=(0, 0))
    assert first(state) == "bear(menas)"


def test_greedy_looks_at_the_turn_before_it_acts():
    """It took what first sight promised most, and so was no better than that."""
    state = table("thea", "menas")
    bot = make("greedy", GAME, seed=1)
    assert isinstance(bot, Greedy)
    assert bot.glimpse is not None
    bot.choose(Sight(state, 0))
    assert bot.glimpse.nodes >= GAME.mind.glimpse


@pytest.mark.rule("S113")
def test_a_condition_goes_where_the_track_has_no_room_any_more():
    state = table("thea", "menas")
    state.people[0].conditions += [(0, 0), (0, 1), (0, 2), (1, 3)]
    state.push(Clearing((0,), 0))
    actions = {str(action): action for action in state.legal(0)}
    looks = dict(zip(actions, GAME.mind.promise(state, list(actions.values()), 0), strict=True))
    body = min(looks, key=looks.__getitem__)
    assert len(looks) == 4
    assert body == f"clear(thea,{condition_names(state, state.people[0])[3][0]})"
    assert first(state) != body
