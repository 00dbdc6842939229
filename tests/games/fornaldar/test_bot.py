"""What the bots think is good: operational plans (gather, go for objectives, fight at good odds, search)."""

import pytest
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    bare,
    hex_of,
    item,
    leader_of,
    put,
    rouse,
    ruin,
    ship,
)

from fimbul import bots
from fimbul.bots import Sight
from fimbul.core import Match
from fimbul.games.fornaldar import GAME
from fimbul.games.fornaldar import actions as act
from fimbul.games.fornaldar.bot.battles import column, dealt, suffered
from fimbul.games.fornaldar.bot.planning import assault, stake, survey
from fimbul.games.fornaldar.rules import pieces
from fimbul.games.fornaldar.rules.movement import moving


def best(state, seat):
    """The action that looks best to a seat."""
    choices = state.legal(seat)
    values = GAME.mind.promise(state, choices, seat)
    return choices[max(range(len(choices)), key=values.__getitem__)]


def moving_state(seat=MUNDANE, way="move"):
    """A bare map in the movement phase of a seat."""
    state = bare("sampo")
    state.phase, state.phasing = "movement", seat
    state.push(moving.Moving((seat,), way))
    return state


def test_a_strong_force_goes_for_a_weak_fortress_of_the_enemy():
    state = moving_state()
    put(state, "hakon", "2921")
    army(state, "midhrasir", "2921", 12)
    hexes = [hex_ for hex_ in state.book.forts if pieces.fortress_seat(state, hex_) == FOMORIAN]
    forts = [state.book.names[hex_] for hex_ in hexes]
    ruin(state, *(name for name in forts if name != "3109"))

    pick = best(state, MUNDANE)
    assert pick == act.Pick("h2921", "land")
    state.play(pick, MUNDANE)
    goal = hex_of(state, "3109")
    before = state.book.distance(state.force.hex, goal)
    step = best(state, MUNDANE)
    assert isinstance(step, act.Go)
    assert state.book.distance(state.book.hex_named(step.hex), goal) < before


def test_a_force_does_not_attack_what_is_too_strong_for_it():
    state = bare("sampo")
    put(state, "lembi", "2921")
    army(state, "midhrasir", "2921", 2)
    put(state, "gorm", "2922")
    army(state, "fynn", "2922", 14)
    chart = survey(state, MUNDANE)
    own, foe = chart.own[hex_of(state, "2921")], chart.foes[hex_of(state, "2922")]

    assert assault(state, own, foe) < 0 < assault(state, foe, own)


def test_more_strength_promises_more_and_costs_less():
    library = bare("sampo").book.library
    weak, strong = column(6, 12, 0), column(24, 12, 0)
    assert dealt(library, strong, 0, 12, 0, 0).gained > dealt(library, weak, 0, 12, 0, 0).gained
    assert suffered(library, strong, 0, 24, 0).lost / 24 < suffered(library, weak, 0, 6, 0).lost / 6


def test_a_lone_enchanter_goes_to_the_army():
    state = moving_state()
    put(state, "signhild", "3022")
    put(state, "hakon", "3020")
    army(state, "midhrasir", "3020", 12)
    # The army itself has moved.
    state.leaders[leader_of(state, "hakon")].done = True
    for each in state.armies:
        each.done = True
    assert best(state, MUNDANE) == act.Pick("h3022", "land")
    state.play(act.Pick("h3022", "land"), MUNDANE)
    assert best(state, MUNDANE) == act.Go("h3020")


def test_characters_search_where_artifacts_are_hidden():
    state = moving_state()
    put(state, "signhild", "3218")
    put(state, "snorri", "3218")
    item(state, "mottsiger", hex_="3218", hidden=True)
    state.play(act.Pick("h3218", "land"), MUNDANE)
    assert isinstance(best(state, MUNDANE), act.Search)


def test_a_threatened_fortress_keeps_a_garrison():
    state = moving_state()
    put(state, "hakon", "3020")
    army(state, "midhrasir", "3020", 12)
    put(state, "knud", "3022")
    army(state, "ycelia", "3022", 4)
    state.play(act.Pick("h3020", "land"), MUNDANE)
    leave = best(state, MUNDANE)
    assert isinstance(leave, act.Leave)
    assert leave.what == "midhrasir"


def test_losses_fall_on_sound_ships_and_strong_characters_first():
    state = bare("sampo")
    put(state, "hakon", "3020", wounds=4)
    put(state, "snorri", "3020")
    counsel = GAME.mind.promise(state, [act.Lose("hakon"), act.Lose("snorri")], MUNDANE)
    assert counsel[1] > counsel[0]


@pytest.mark.parametrize("scenario", ["sampo", "northern_war", "jotuns"])
def test_greedy_stands_better_than_random_after_a_few_turns(scenario):
    leads = []
    for seat in (FOMORIAN, MUNDANE):
        match = Match(GAME, options={"scenario": scenario, "turns": 4}, seed=3)
        start = list(match.state.points)
        players = [bots.make("random", GAME, seed=5), bots.make("random", GAME, seed=5)]
        players[seat] = bots.make("greedy", GAME, seed=5)
        while not match.state.over:
            mover = match.state.to_act[0]
            match.play(players[mover].choose(Sight(match.state, mover)), mover)
        points = match.state.outcome.points
        leads.append(points[seat] - start[seat] - (points[1 - seat] - start[1 - seat]))
    assert sum(leads) > 0


def test_what_is_found_is_taken_and_nobody_searches_who_cannot_carry():
    state = moving_state()
    put(state, "snorri", "3218")
    item(state, "mottsiger", hex_="3218")
    state.play(act.Pick("h3218", "land"), MUNDANE)
    assert best(state, MUNDANE) == act.Give("mottsiger", "snorri")

    state = moving_state(FOMORIAN)
    put(state, "ajattar", "3218")
    rouse(state, "ajattar", seat=FOMORIAN)
    item(state, "mottsiger", hex_="3218", hidden=True)
    state.play(act.Pick("h3218", "land"), FOMORIAN)
    assert not isinstance(best(state, FOMORIAN), act.Search)


def test_the_expedition_goes_home_before_it_costs_points():
    state = bare("northern_war", month=8, expedition=True)
    values = GAME.mind.promise(state, [act.Withdraw("albion"), act.Done()], MUNDANE)
    assert values[0] > values[1]
    state.month = 7
    values = GAME.mind.promise(state, [act.Withdraw("albion"), act.Done()], MUNDANE)
    assert values[0] < values[1]


def test_ships_carry_idle_csp_to_ground_that_counts():
    state = bare("jotuns")
    state.game_turn = 8
    state.phase, state.phasing = "movement", FOMORIAN
    state.push(moving.Moving((FOMORIAN,), "move"))
    put(state, "kiarlak", "1735")
    army(state, "basulea", "1735", 7)
    ship(state, "gei_sutr", "1735")
    ship(state, "bender", "1735")

    done = []
    while not isinstance(action := best(state, FOMORIAN), act.Done) and len(done) < 12:
        done.append(action)
        state.play(action, FOMORIAN)
    assert [type(each) for each in done[:3]] == [act.Pick, act.Load, act.Load]
    landed = {pair.hex for pair in state.armies if not pair.aboard} - {hex_of(state, "1735")}
    assert {state.book.groups[state.book.kingdom[hex_]].id for hex_ in landed} <= {
        "nerfringia",
        "suderpathia",
    }
    assert landed


def test_csp_are_dearer_where_they_count_and_the_end_is_near():
    state = bare("jotuns")
    put(state, "kiarlak", "2440")
    army(state, "basulea", "2440", 8)
    stakes = []
    for turn in (3, 8, 9):
        state.game_turn = turn
        stakes.append(stake(state, FOMORIAN, hex_of(state, "2440")))
    assert stakes == sorted(stakes)
    assert stakes[-1] == 5
    assert stake(state, MUNDANE, hex_of(state, "2440")) == 0
