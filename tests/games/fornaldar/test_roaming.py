"""How far any stack could go, told from the view alone (R11, R12.3, R25.2)."""

import pytest
from tests.games.fornaldar.positions import army, bare, put, ship
from tests.games.fornaldar.test_secrecy import FINDS, SEEDS, VIEWERS, scatter

from fimbul.core import Record, Rng, replay
from fimbul.games.fornaldar import GAME
from fimbul.games.fornaldar.rules.movement import forces, reaching
from fimbul.games.fornaldar.state import FornaldarState
from fimbul.games.fornaldar.table import deeds

SCENARIOS = ("sampo", "northern_war", "jotuns")


def told(state: FornaldarState, seat: int | None) -> dict[str, object]:
    """What a seat is told of every stack that it sees."""
    view = state.view(seat)
    return {deeds.stack_id(each): GAME.table.reach(view, deeds.stack_id(each)) for each in view.stacks}


def rested(state: FornaldarState) -> FornaldarState:
    """The same position, everybody with all their points."""
    for each in (*state.leaders, *state.armies, *state.vessels):
        each.spent, each.done = 0, False
    for each in (*state.leaders, *state.armies):
        each.sailed = False
    for leader in state.leaders:
        leader.cast = False
    state.phase = "movement"
    return state


def by_the_rules(state: FornaldarState, hex_: int, seat: int, kind: str) -> set[str] | None:
    """Where the movement rules let a stack go; None where its ships cannot carry what is in it."""
    force = forces.muster(state, hex_, seat, kind, "move")
    if force is None:
        return set()
    if not forces.afloat(state, force):
        return None
    found = reaching.destinations(state, force)
    return {state.book.place_names[place] for place in found.places} if found is not None else set()


def compare(state: FornaldarState, seat: int) -> int:
    """Hold what a seat is told of its own stacks against the rules; how many were compared."""
    view, count = state.view(seat), 0
    for stack in view.stacks:
        if stack.seat != seat:
            continue
        wanted = by_the_rules(state, state.book.hex_named(stack.hex), seat, stack.kind)
        found = GAME.table.reach(view, deeds.stack_id(stack))
        assert found is not None
        if wanted is not None:
            assert set(found.places) == wanted, stack
            count += 1
    return count


@pytest.mark.rule("R11.5")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_of_one_s_own_stacks_it_is_what_the_rules_allow(scenario):
    compared = 0
    for seed in SEEDS:
        state = rested(scatter(seed, scenario))
        for sky in ("clear", "rain", "snow"):
            state.sky = sky
            compared += sum(compare(state, seat) for seat in (0, 1))
    assert compared > 100


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_at_the_beginning_of_every_scenario_too(scenario):
    state = rested(GAME.new(seed=3, options={"scenario": scenario}))
    assert sum(compare(state, seat) for seat in (0, 1)) > 3


@pytest.mark.rule("R25.2")
@pytest.mark.parametrize("path", FINDS, ids=lambda path: path.stem)
def test_it_tells_nothing_that_the_view_does_not(path):
    """In a world that looks the same, but has other pieces below the tops, the same is told."""
    record = Record.parse(path.read_text())
    state = replay(record, GAME, plies=len(record.moves) // 2).state
    for seat in VIEWERS:
        known = told(state, seat)
        for seed in range(3):
            twin = state.imagine(seat, Rng(seed))
            assert twin.view(seat) == state.view(seat)
            assert told(twin, seat) == known


@pytest.mark.rule("R12.3")
def test_of_an_enemy_s_stack_it_is_what_is_seen_of_it():
    """Only the top of a hidden stack is reckoned with; whoever may look under it is told of all."""
    state = bare()
    put(state, "hakon", "2929")
    own, other = (deeds_of(state, seat) for seat in (1, 0))
    assert set(own.places) == set(other.places)
    assert "Only Håkon is seen" in other.text or "Only Hakon is seen" in other.text
    army(state, "midhrasir", "2929", 18)
    assert deeds_of(state, 0) == other  # what lies below changes nothing
    assert set(deeds_of(state, 1).places) < set(own.places)  # with an army he is slower


def deeds_of(state, seat):
    """What a seat is told of Hakon's stack."""
    found = GAME.table.reach(state.view(seat), "stack:hakon")
    assert found is not None
    return found


@pytest.mark.rule("R11.6")
def test_troops_that_nobody_leads_stay():
    """Characters lie above troops, so an army on top has none."""
    state = bare()
    army(state, "midhrasir", "2929", 4)
    for seat in (0, 1):
        found = GAME.table.reach(state.view(seat), "stack:midhrasir:h2929:land")
        assert found is not None
        assert found.places == ()
        assert "No character leads" in found.text


@pytest.mark.rule("R11.4.1")
def test_a_fleet_keeps_to_the_water():
    state = bare()
    ship(state, "orms_sling", "3927")
    for seat in (0, 1):
        found = GAME.table.reach(state.view(seat), "stack:orms_sling")
        assert found is not None
        assert found.places
        assert all("-" in name or state.book.watery[state.book.hex_named(name)] for name in found.places)
        assert '<path class="roam' in found.svg


def test_there_is_nothing_to_tell_of_what_is_no_stack():
    view = bare().view(0)
    for name in ("stack:nobody", "h2929", "", "stack:hakon"):
        assert GAME.table.reach(view, name) is None


@pytest.mark.rule("R12.2")
def test_of_cargo_on_ships_that_are_not_seen_nothing_is_made_up():
    """Whoever lies on top of a fleet hides the ships below: how far these go is not known."""
    state = bare()
    ship(state, "orms_sling", "3927")
    put(state, "hakon", "3927", aboard=True)
    state.leaders[state.book.leader["hakon"]].height = 9
    for seat, known in ((1, True), (0, False)):
        found = deeds_of(state, seat)
        assert bool(found.places) is known
        assert ("not known" in found.text) is not known
