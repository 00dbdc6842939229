"""What Fornaldar's commander can do: plan by the victory table, the season, ships, magic and challenges."""

import msgspec
import pytest
from tests.games.fornaldar.fights import FIELD, announce
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    do,
    happen,
    hex_of,
    item,
    leader_of,
    put,
    ruin,
    ship,
)

from fimbul.bots import Sight
from fimbul.core import Rng
from fimbul.games.fornaldar import GAME
from fimbul.games.fornaldar import actions as act
from fimbul.games.fornaldar.bot.battles import Line, column, dealt, outcome, riposte
from fimbul.games.fornaldar.bot.champions import bout, fighter
from fimbul.games.fornaldar.bot.objectives import Strategy
from fimbul.games.fornaldar.bot.planning import LEDGERS, assault, power, season, survey
from fimbul.games.fornaldar.bot.seasons import wear, winter_march
from fimbul.games.fornaldar.bot.stacks import camps
from fimbul.games.fornaldar.rules import pieces
from fimbul.games.fornaldar.rules.magic import enchanting
from fimbul.games.fornaldar.rules.movement import moving

SNOW = 2  # a calendar turn of snow
PLACE = "3905"  # a Place of Power


def best(state, seat):
    """The action that looks best to a seat."""
    choices = state.legal(seat)
    values = GAME.mind.promise(state, choices, seat)
    return choices[max(range(len(choices)), key=values.__getitem__)]


def ruins_of(state, seat, *but):
    """All fortresses of a seat are ruins, but these."""
    forts = [hex_ for hex_ in state.book.forts if pieces.fortress_seat(state, hex_) == seat]
    ruin(state, *(state.book.names[hex_] for hex_ in forts if state.book.names[hex_] not in but))


def plan(state, seat):
    """The commander's plan: the goal of each stack, by the names of their hexes."""
    strategy = Strategy(state, seat, survey(state, seat))
    names = state.book.names
    found = {}
    for stack in strategy.chart.own.values():
        goal = strategy.objective(stack)[0]
        found[names[stack.hex]] = names[goal] if goal >= 0 else ""
    return found


def campaign(scenario, seat, month=6, turn=3):
    """A bare map in the movement phase of a seat."""
    state = bare(scenario, month=month)
    state.game_turn = turn
    state.phase, state.phasing = "movement", seat
    state.push(moving.Moving((seat,), "move"))
    return state


# ---- the victory table


@pytest.mark.rule("R24.3.3")
def test_csp_that_count_stay_where_they_count_at_the_end():
    state = campaign("jotuns", FOMORIAN, turn=9)
    put(state, "frozur", "3034")
    army(state, "jotunheim", "3034", 20)
    assert state.book.groups[state.book.kingdom[hex_of(state, "3034")]].id == "nerfringia"
    army(state, "midhrasir", "3128", 1)
    # There is a fortress to be taken, but who goes there is outside when the points are counted.
    assert plan(state, FOMORIAN)["3034"] in ("", "2835", "2331")


@pytest.mark.rule("R24.3.3")
def test_csp_come_home_to_the_ground_that_counts_while_there_is_time():
    state = campaign("jotuns", FOMORIAN, turn=9)
    ruins_of(state, MUNDANE)
    put(state, "frozur", "3130")
    army(state, "jotunheim", "3130", 20)
    goal = plan(state, FOMORIAN)["3130"]
    assert goal
    assert state.book.groups[state.book.kingdom[hex_of(state, goal)]].id in ("nerfringia", "suderpathia")


@pytest.mark.rule("R24.1.3")
def test_a_fortress_that_pays_keeps_more_than_others():
    left = {}
    for fort in ("3927", "3020"):
        state = campaign("sampo", MUNDANE)
        ruins_of(state, FOMORIAN, "3909")
        put(state, "hakon", fort)
        army(state, "midhrasir", fort, 12)
        put(state, "knud", "3923" if fort == "3927" else "3022")
        army(state, "ycelia", "3923" if fort == "3927" else "3022", 4)
        state.play(act.Pick(f"h{fort}", "land"), MUNDANE)
        action = best(state, MUNDANE)
        assert isinstance(action, act.Leave)
        left[fort] = action.count
    assert left["3927"] > left["3020"]


@pytest.mark.rule("R24.1.3")
def test_an_army_goes_to_hold_the_castle_that_the_enemy_threatens():
    state = campaign("sampo", MUNDANE)
    ruins_of(state, FOMORIAN)
    put(state, "hakon", "3526")
    army(state, "midhrasir", "3526", 9)
    assert plan(state, MUNDANE)["3526"] == ""
    put(state, "gorm", "3923")
    army(state, "fynn", "3923", 16)
    assert plan(state, MUNDANE)["3526"] == "3927"


@pytest.mark.rule("R18.6")
def test_nobody_wants_the_wall_that_is_never_destroyed():
    state = bare("sampo")
    chart = survey(state, MUNDANE)
    assert chart.foes[hex_of(state, "1348")].walls == 0
    assert chart.foes[hex_of(state, "1545")].walls > 10


def test_two_stacks_do_not_go_for_what_one_of_them_can_take():
    state = campaign("sampo", MUNDANE)
    ruins_of(state, FOMORIAN, "3109", "3909")
    for leader, hex_ in (("hakon", "3014"), ("olvard", "3015")):
        put(state, leader, hex_)
        army(state, "midhrasir", hex_, 12)
    goals = plan(state, MUNDANE)
    assert {goals["3014"], goals["3015"]} == {"3109", "3909"}


@pytest.mark.rule("R22.1")
def test_who_moves_last_fears_nobody():
    state = campaign("sampo", MUNDANE, turn=3)
    put(state, "lembi", "3020")
    army(state, "midhrasir", "3020", 3)
    put(state, "gorm", "3022")
    army(state, "fynn", "3022", 16)
    strategy = Strategy(state, MUNDANE, survey(state, MUNDANE))
    stack = strategy.chart.own[hex_of(state, "3020")]
    assert strategy.safety(stack, stack.hex) < 0
    state.game_turn = state.book.scenario.length
    strategy = Strategy(state, MUNDANE, survey(state, MUNDANE))
    assert strategy.safety(strategy.chart.own[stack.hex], stack.hex) == 0


@pytest.mark.rule("R17.5.6")
def test_jotuns_promise_more_than_others_of_their_number():
    state = bare("jotuns")
    put(state, "frozur", "2130")
    army(state, "jotunheim", "2130", 8)
    put(state, "kogr", "2230")
    army(state, "basulea", "2230", 8)
    put(state, "erfus", "2231")
    army(state, "nerfringia", "2231", 8)
    chart = survey(state, FOMORIAN)
    foe = chart.foes[hex_of(state, "2231")]
    jotuns, trolls = chart.own[hex_of(state, "2130")], chart.own[hex_of(state, "2230")]
    assert power(state, jotuns) == power(state, trolls)
    assert assault(state, jotuns, foe) > assault(state, trolls, foe)


# ---- battles


def lines(csp=12, troops=4, **others):
    """An attacker of so many CSP, and so many behind the walls of a stockade."""
    return Line(csp, 1.0, 0.0), Line(troops, 2.0, 0.0, garrison=1, walls=10.0, **others)


@pytest.mark.rule("R18.4")
def test_a_fortress_whose_defenders_may_be_driven_out_promises_more():
    library = bare("sampo").book.library
    even = dealt(library, column(9, 9, 0), 0, 4, 0, 1)
    better = dealt(library, column(9, 9, 0), 4, 4, 0, 1)
    assert 0 < even.driven < better.driven
    mine, foe = lines()
    open_field = msgspec.structs.replace(foe, walls=0.0)
    assert outcome(library, mine, foe, 4) > outcome(library, mine, open_field, 4) + 5


@pytest.mark.rule("R17.3")
def test_an_attack_that_can_be_answered_promises_less():
    library = bare("sampo").book.library
    mine, foe = lines(csp=6, troops=8)
    assert riposte(library, mine, foe, (6.0, 8.0), -2, 0) > 0
    assert riposte(library, mine, foe, (6.0, 0.0), -2, 0) == 0


@pytest.mark.rule("R18.7")
def test_the_castle_promises_less_than_other_walls():
    library = bare("sampo").book.library
    mine, foe = lines(troops=6)
    assert outcome(library, mine, msgspec.structs.replace(foe, castle=True), 0) < outcome(
        library, mine, foe, 0
    )


@pytest.mark.rule("R15.1")
def test_csp_without_command_count_half():
    state = bare("sampo")
    army(state, "midhrasir", "3020", 8)
    stack = survey(state, MUNDANE).own[hex_of(state, "3020")]
    assert power(state, stack) == 4
    put(state, "lembi", "3020")
    stack = survey(state, MUNDANE).own[hex_of(state, "3020")]
    assert power(state, stack) == 8


@pytest.mark.rule("R17.5.6")
def test_a_champion_whom_they_must_decline_makes_an_attack_better():
    state = bare("sampo")
    put(state, "gorm", "2130")
    army(state, "fynn", "2130", 8)
    put(state, "lembi", "2230")
    army(state, "midhrasir", "2230", 8)
    chart = survey(state, FOMORIAN)
    mine, foe = chart.own[hex_of(state, "2130")], chart.foes[hex_of(state, "2230")]
    bare_of_champions = msgspec.structs.replace(mine, champions=(None, None))
    assert assault(state, mine, foe) > assault(state, bare_of_champions, foe) + 1


@pytest.mark.rule("R12.2")
def test_what_lies_under_a_character_is_guessed_and_not_known():
    found = []
    for many, few in ((14, 2), (2, 14)):
        state = bare("sampo")
        for leader, hex_, csp in (("lembi", "3128", many), ("olvard", "3432", few)):
            put(state, leader, hex_)
            army(state, "midhrasir", hex_, csp)
        found.append(survey(state, FOMORIAN).foes)
    assert found[0] == found[1]
    guesses = [found[0][hex_of(state, name)].csp for name in ("3128", "3432")]
    assert abs(sum(guesses) - 16) <= 2


@pytest.mark.rule("R12.2")
@pytest.mark.parametrize("scenario", ["sampo", "northern_war", "jotuns"])
def test_hidden_stacks_are_guessed_as_many_imagined_worlds_have_them_on_the_average(scenario: str):
    state, rng = GAME.new(seed=5, options={"scenario": scenario}), Rng(3)
    for _ in range(60):
        choices = state.legal(state.to_act[0])
        state.apply(choices[len(choices) // 2], state.to_act[0])
    seat = state.to_act[0]
    foes = survey(state, seat).foes
    worlds = [camps(state.imagine(seat, rng), seat, 1 - seat) for _ in range(60)]
    assert {frozenset(world) for world in worlds} == {frozenset(foes)}
    for hex_, foe in foes.items():
        stacks = [world[hex_] for world in worlds]
        for what in ("csp", "boxes", "command"):
            usual = sum(getattr(each, what) for each in stacks) / len(stacks)
            assert abs(getattr(foe, what) - usual) <= 1.5, (state.book.names[hex_], what)


def test_after_a_step_only_what_is_about_those_who_moved_is_worked_out():
    state, rng = GAME.new(seed=8, options={"scenario": "jotuns"}), Rng(1)
    LEDGERS.clear()
    made, steps = [], 0
    while len(made) < 3:
        seat = state.to_act[0]
        choices = state.legal(seat)
        promise = GAME.mind.promise(state.imagine(seat, rng), choices, seat)
        if seat == FOMORIAN and isinstance(choices[0], act.Pick) and state.phase == "movement":
            made.append(len(LEDGERS[season(state, seat)].routes))
        state.apply(choices[max(range(len(choices)), key=promise.__getitem__)], seat)
        steps += 1
        assert steps < 400
    first, *others = [after - before for before, after in zip([0, *made], made, strict=False)]
    assert 0 < max(others) < first / 2


@pytest.mark.parametrize("scenario", ["sampo", "northern_war", "jotuns"])
def test_what_is_kept_of_the_map_is_what_would_be_found_anew(scenario: str):
    """What is expected of the enemy hangs on what is known of him, not on the world that was imagined."""
    state, rng = GAME.new(seed=8, options={"scenario": scenario}), Rng(1)
    kept, last = 0, None
    for _ in range(120):
        seat = state.to_act[0]
        sight = Sight(state, seat)
        actions, world = sight.legal(), sight.imagine(rng)
        known = survey(world, seat)
        kept += known is last
        last = known
        promise = GAME.mind.promise(world, actions, seat)
        ledgers = LEDGERS.copy()
        LEDGERS.clear()
        anew = survey(sight.imagine(rng), seat)
        assert (known.own, known.foes, known.finds, known.loot) == (
            *(anew.own, anew.foes),
            *(anew.finds, anew.loot),
        )
        assert GAME.mind.promise(world, actions, seat) == promise
        LEDGERS.clear()
        LEDGERS.update(ledgers)
        state.apply(actions[max(range(len(actions)), key=promise.__getitem__)], seat)
    assert kept > 40


@pytest.mark.rule("R19.6")
def test_a_lone_hero_gets_out_of_the_way_of_an_army():
    state = campaign("sampo", MUNDANE)
    put(state, "reomur", "2935", wounds=3)
    put(state, "hakon", "2936")
    put(state, "snorri", "2936")
    army(state, "midhrasir", "2936", 16)
    state.seen = [(FOMORIAN, hex_of(state, "2936"))]
    do(state, "pick(h2936,land)", "go(h2935)")
    assert asked(state) == "Evading"
    assert best(state, FOMORIAN) == act.Evade()


@pytest.mark.rule("R21.73")
def test_the_stone_of_grotti_is_used():
    state = bare("jotuns")
    put(state, "herdbolt", "1515")
    item(state, "stone_of_grotti", bearer="herdbolt")
    values = GAME.mind.promise(state, [act.Use("stone_of_grotti"), act.Done()], FOMORIAN)
    assert values[0] > values[1]


# ---- the season


@pytest.mark.rule("R8.1")
def test_snow_wears_down_who_is_not_in_a_fortress_or_a_ruin():
    state = bare("sampo", month=SNOW)
    ruin(state, "3109")
    for leader, hex_ in (("hakon", "3107"), ("olvard", "3109"), ("lembi", "3020")):
        put(state, leader, hex_)
        army(state, "midhrasir", hex_, 10)
    chart = survey(state, MUNDANE)
    costs = {
        name: wear(state, chart, chart.own[hex_of(state, name)], hex_of(state, name))
        for name in ("3107", "3109", "3020")
    }
    assert costs["3107"] > 1
    assert costs["3109"] == costs["3020"] == 0


@pytest.mark.rule("R6.4.9")
def test_a_march_through_the_snow_is_worth_less_in_the_short_days():
    worth = {}
    for month in (SNOW, 8):
        state = campaign("sampo", MUNDANE, month=month)
        state.sky = "snow"
        ruins_of(state, FOMORIAN)
        put(state, "lembi", "3020")
        army(state, "midhrasir", "3020", 8)
        put(state, "hatta", "3023")
        army(state, "ycelia", "3023", 2)
        chart = survey(state, MUNDANE)
        stack = chart.own[hex_of(state, "3020")]
        assert bool(winter_march(state, survey(state, FOMORIAN), stack)) == (month == SNOW)
        worth[month] = Strategy(state, MUNDANE, chart).objective(stack)[1]
    assert worth[SNOW] < worth[8]


# ---- ships


@pytest.mark.rule("R14.2.1")
def test_an_army_embarks_for_a_coast_that_is_more_than_a_turn_away():
    state = campaign("jotuns", FOMORIAN, turn=6)
    put(state, "hnag", "1044")
    army(state, "fynn", "1044", 9)
    ship(state, "pasdrago", "1044")
    ship(state, "sea_eel", "1044")
    done = []
    while not isinstance(action := best(state, FOMORIAN), act.Done) and len(done) < 12:
        done.append(action)
        state.play(action, FOMORIAN)
    kinds = [type(each) for each in done]
    assert act.Load in kinds
    assert act.Go in kinds
    sailed = state.vessels[state.book.ship["pasdrago"]].hex
    assert sailed != hex_of(state, "1044")
    assert any(each.aboard for each in state.armies) or act.Unload in kinds


@pytest.mark.rule("R4.2")
def test_nobody_starts_the_game_aboard():
    state = GAME.new(options={"scenario": "sampo"}, seed=4)
    for seat in state.to_act:
        assert best(state, seat) == act.Done()


# ---- challenges


@pytest.mark.rule("R17.9.2")
def test_the_stronger_wins_a_trial_more_often():
    state = bare("sampo")
    snorri, lembi = put(state, "snorri", FIELD), put(state, "lembi", FIELD)
    gorm = put(state, "gorm", FIELD)
    kills, deaths = bout(
        state.book.library, fighter(state, gorm, "trial", lembi), fighter(state, lembi, "trial", gorm)
    )
    assert kills > 0.6 > deaths
    kills, deaths = bout(
        state.book.library, fighter(state, lembi, "trial", gorm), fighter(state, gorm, "trial", lembi)
    )
    assert deaths > 0.6 > kills
    assert kills + deaths >= 1  # to the death of one or both
    assert leader_of(state, "snorri") == snorri


def challenged(*names):
    """A battle of Fomorian attackers and Mundane defenders, where the former may challenge."""
    state = bare("sampo", month=6)
    for name in names:
        put(state, name, FIELD)
    army(state, "fynn", FIELD, 8)
    army(state, "nerfringia", FIELD, 8)
    announce(state, FIELD)
    return state


@pytest.mark.rule("R16.8.1")
def test_a_hero_challenges_a_captain_who_declines():
    state = challenged("reomur", "lembi")
    action = best(state, FOMORIAN)
    assert action == act.Challenge("trial", "reomur")
    state.play(action, FOMORIAN)
    assert asked(state) == "Answering"
    assert best(state, MUNDANE) == act.Refuse()


@pytest.mark.rule("R16.8.1")
def test_a_captain_does_not_challenge_a_hero_who_would_accept():
    state = challenged("scyld", "snorri")
    assert best(state, FOMORIAN) == act.Done()
    do(state, "challenge(trial,scyld)")
    assert best(state, MUNDANE) == act.Accept("snorri")


# ---- magic


def plotting(*foes):
    """The enchantment phase with Tengen at his seat; the enemy is there with so many CSP."""
    state = bare("sampo", month=8)
    put(state, "tengen", PLACE)
    for leader, hex_, csp in foes:
        put(state, leader, hex_)
        army(state, "midhrasir", hex_, csp)
        state.seen.append((FOMORIAN, hex_of(state, hex_)))  # who is there is known
    happen(state, enchanting.EnchantmentPhase())
    return state


@pytest.mark.rule("R20.16")
def test_a_vortex_is_cast_on_the_many():
    state = plotting(("lembi", "3909", 14), ("kars", "3708", 2))
    action = best(state, FOMORIAN)
    assert action == act.Cast("tengen", "vortex_creation")
    state.play(action, FOMORIAN)
    assert best(state, FOMORIAN) == act.Aim("h3909")


@pytest.mark.rule("R20.6")
def test_nothing_is_cast_where_nobody_is_to_be_hurt():
    assert best(plotting(("lembi", "2940", 14)), FOMORIAN) == act.Done()


@pytest.mark.rule("R20.1")
def test_a_lone_enchanter_goes_to_the_place_of_power_from_which_magic_does_most():
    state = campaign("sampo", FOMORIAN, month=8)
    put(state, "tengen", "3907")
    put(state, "lembi", "3912")
    army(state, "midhrasir", "3912", 14)
    assert plan(state, FOMORIAN)["3907"] == PLACE


@pytest.mark.rule("R21.1.2")
def test_who_stands_where_something_is_hidden_stays_to_search():
    state = campaign("sampo", MUNDANE)
    put(state, "snorri", "3218")
    item(state, "mottsiger", hex_="3218", hidden=True)
    assert best(state, MUNDANE) == act.Pick("h3218", "land")
    state.play(act.Pick("h3218", "land"), MUNDANE)
    assert isinstance(best(state, MUNDANE), act.Search)


@pytest.mark.rule("R24.1.3")
def test_the_sampo_is_fetched_where_it_lies():
    state = campaign("sampo", MUNDANE)
    ruins_of(state, FOMORIAN)
    put(state, "hakon", "3014")
    army(state, "midhrasir", "3014", 6)
    assert plan(state, MUNDANE)["3014"] != "3012"
    item(state, "magic_sampo", hex_="3012")
    assert plan(state, MUNDANE)["3014"] == "3012"
    do(state, "pick(h3014,land)", "go(h3012)")
    while isinstance(action := best(state, MUNDANE), act.Pick | act.Give | act.Leave):
        state.play(action, MUNDANE)
    assert state.treasures[state.book.relic["magic_sampo"]].bearer == leader_of(state, "hakon")


# ---- interception


@pytest.mark.rule("R14.8")
@pytest.mark.parametrize(("ours", "theirs", "stops"), [(16, 3, True), (3, 16, False)])
def test_the_strong_intercept_and_the_weak_let_them_pass(ours, theirs, stops):
    state = bare("sampo", month=6)
    put(state, "gorm", "3823")
    army(state, "fynn", "3823", theirs)
    put(state, "hakon", "3826")
    army(state, "midhrasir", "3826", ours)
    state.phase, state.phasing = "movement", FOMORIAN
    state.push(moving.Moving((FOMORIAN,), "move"))
    do(state, "pick(h3823,land)", "go(h3824)")
    assert asked(state) == "Intercepting"
    assert isinstance(best(state, MUNDANE), act.Intercept) == stops
