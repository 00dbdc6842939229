"""What the rules remember about a position is what they would find out anew, at every moment of a game."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from fimbul.games import game
from fimbul.games.fornaldar.actions import Pick
from fimbul.games.fornaldar.model import CHANGES, Army, Force, Way
from fimbul.games.fornaldar.rules import memory, pieces, secrecy, weather
from fimbul.games.fornaldar.rules.combat import losses
from fimbul.games.fornaldar.rules.magic import items, plotting
from fimbul.games.fornaldar.rules.memory import army_order, by_place
from fimbul.games.fornaldar.rules.movement import intercepting, moving, reaching, ways, wilderness
from fimbul.games.fornaldar.state import FornaldarState

PLIES = 250
WAYS: tuple[Way, ...] = ("move", "march", "react")
SAMPLE = 12  # hexes whose weather is worked out anew


def anew(state: FornaldarState) -> FornaldarState:
    """A twin that remembers nothing."""
    twin = state.copy()
    twin.attend(state.book, memory.Memory())
    return twin


def armies(state: FornaldarState) -> dict[int, list[Army]]:
    """The armies of every hex, counted anew."""
    return {
        hex_: [each for each in state.armies if each.hex == hex_] for hex_ in {a.hex for a in state.armies}
    }


FRESH: dict[str, Callable[[FornaldarState], Any]] = {
    "leaders_by_hex": lambda state: by_place([each.hex for each in state.leaders]),
    "armies_by_hex": armies,
    "ships_by_hex": lambda state: by_place([each.hex for each in state.vessels]),
    "items_by_bearer": lambda state: by_place([each.bearer for each in state.treasures]),
    "items_by_hex": lambda state: by_place([each.hex for each in state.treasures]),
}


def checked(name: str) -> Callable[[FornaldarState], Any]:
    """A look into memory that is compared with a fresh one."""
    remembered = getattr(memory, name)

    def look(state: FornaldarState) -> Any:
        found = remembered(state)
        assert found == FRESH[name](state), name
        if name == "armies_by_hex" and state.memory.ordered:
            assert state.armies == sorted(state.armies, key=army_order)
        return found

    return look


def weather_of(state: FornaldarState, hex_: int) -> str:
    """The weather of one hex by the layers of R6.5, without the map of all of them."""
    sky = state.sky
    for layer in weather.LAYERS:
        made = weather.weather_at(state, hex_, layer)
        if made is not None and not (made == "rain" and sky == "snow"):
            sky = made
    return sky


@pytest.mark.rule("R6.5")
@pytest.mark.parametrize("scenario", ["sampo", "northern_war", "jotuns"])
def test_memory_is_true_at_every_moment(scenario, monkeypatch):
    for module in (pieces, secrecy, items, plotting):
        for name in FRESH:
            if hasattr(module, name):
                monkeypatch.setattr(module, name, checked(name))
    monkeypatch.setattr(memory, "armies_by_hex", checked("armies_by_hex"))
    chance = random.Random(scenario)
    state = game("fornaldar").new(seed=chance.getrandbits(32), options={"scenario": scenario, "turns": 2})
    assert isinstance(state, FornaldarState)
    for _ in range(PLIES):
        if state.outcome is not None:
            break
        for seat in (0, 1):
            assert reaching.active_hexes(state, seat) == reaching.find_active(state, seat)
            assert reaching.enemy_hexes(state, seat) == reaching.find_enemies(state, seat)
            assert secrecy.array(state, seat) == secrecy.stacks(state, seat)
            for distance in (0, 3):
                near = {
                    hex_
                    for each in reaching.find_active(state, seat)
                    for hex_ in state.book.within(each, distance)
                }
                for hex_ in range(0, state.book.size, 7):
                    assert reaching.comes_near(state, hex_, seat, distance) == (hex_ in near)
            assert state.view(seat) == anew(state).view(seat)  # what a seat knows is remembered too
            assert state.glimpse(seat).spots == anew(state).view(seat).spots
            assert state.glimpse(seat).lying == anew(state).view(seat).lying
        for hex_ in chance.sample(range(state.book.size), SAMPLE):
            assert weather.at(state, hex_) == weather_of(state, hex_)
        assert len(state.entries) == len(set(state.entries))  # each is noted once
        if state.force is not None:
            table = reaching.forces.table(state, state.force)
            known, fresh = reaching.explore(state, state.force), reaching.find_ways(state, state.force)
            assert (known.prices, known.before) == (fresh.prices, fresh.before)
            for place in known.places[:SAMPLE]:
                assert table[place] == fresh_steps(state, table, place)
        if isinstance(state.decision, moving.Moving):
            (seat,) = state.decision.seats
            assert state.legal(seat) == state.decision.find(state, seat) == anew(state).legal(seat)
        if state.force is None and isinstance(state.decision, moving.Moving):
            for way in WAYS:
                assert moving.picks(state, state.phasing, way) == every_pick(state, state.phasing, way)
        if state.sealed:
            for seat in state.to_act:
                assert state.legal(seat) == anew(state).legal(seat)  # plotting: what each caster could cast
                assert state.apart(seat) is state.apart(seat)
                assert state.apart(seat).snapshot() == anew(state).set_apart(seat).snapshot()
        twin = state.copy()
        assert twin.memory is not state.memory
        for name in FRESH:
            assert getattr(memory, name)(twin) == FRESH[name](twin), name  # what is handed down is true
        seat = state.to_act[0]
        state.apply(chance.choice(state.legal(seat)), seat)


@pytest.mark.parametrize("scenario", ["sampo", "northern_war", "jotuns"])
def test_it_makes_no_difference_that_worlds_apart_share_what_no_part_writes(scenario, monkeypatch):
    def course() -> list[str]:
        """The fingerprints and lists of a random game, in which looking at worlds apart changes nothing."""
        chance, found = random.Random(scenario), []
        state = game("fornaldar").new(seed=7, options={"scenario": scenario, "turns": 3})
        while state.outcome is None and len(found) < 4 * PLIES:
            seat, before = state.to_act[0], state.fingerprint()
            actions = state.legal(seat)
            assert state.fingerprint() == before
            found.append(f"{before} {actions}")
            state.apply(chance.choice(actions), seat)
        return found

    shared = course()
    for kind in (losses.Losses, plotting.Plots, intercepting.Dispatch):
        monkeypatch.setattr(kind, "writes", None)

    assert shared == course()


@pytest.mark.rule("R11.3")
@pytest.mark.parametrize("scenario", ["sampo", "northern_war", "jotuns"])
def test_it_makes_no_difference_that_empty_country_is_passed_at_once(scenario, monkeypatch):
    chance = random.Random(scenario)
    seed = chance.getrandbits(32)
    quiet, passed = wilderness.quiet, []

    def counted(state: FornaldarState, force: Force, way: tuple[int, ...]) -> int:
        passed.append(quiet(state, force, way))
        return passed[-1]

    def course(look: Callable[[FornaldarState, Force, tuple[int, ...]], int]) -> list[str]:
        """The fingerprints of a random game, with the words that were told."""
        monkeypatch.setattr(wilderness, "quiet", look)
        own, found = random.Random(seed), []
        state = game("fornaldar").new(seed=seed, options={"scenario": scenario, "turns": 3})
        while state.outcome is None and len(found) < 4 * PLIES:
            seat = state.to_act[0]
            events = state.apply(own.choice(state.legal(seat)), seat)
            found.append(f"{state.fingerprint()} {events}")
        return found

    assert course(counted) == course(lambda *_: 0)
    assert sum(passed) > PLIES // 4  # so many hexes were


def test_what_is_known_of_a_hex_stays_known_until_something_changes_there():
    state = game("fornaldar").new(seed=4, options={"scenario": "jotuns"})
    assert isinstance(state, FornaldarState)
    before = state.glimpse(0).spots
    someone = next(each for each in state.leaders if each.hex >= 0)
    here = state.book.hex_name(someone.hex)

    someone.wounds += 1

    after = state.glimpse(0).spots
    assert {name for name in before if after[name] is not before[name]} == {here}
    assert after == anew(state).glimpse(0).spots


@pytest.mark.parametrize("change", ["append", "remove", "replace"])
def test_armies_that_come_or_go_without_a_note_are_noticed(change):
    state = game("fornaldar").new(seed=4, options={"scenario": "jotuns"})
    assert isinstance(state, FornaldarState)
    state.glimpse(0)
    if change == "append":
        state.armies.append(msgspec.structs.replace(state.armies[0], csp=7, hex=state.armies[-1].hex))
    elif change == "remove":
        state.armies.remove(state.armies[0])
    else:
        state.armies = state.armies[1:]

    assert state.glimpse(0).spots == anew(state).glimpse(0).spots


def every_pick(state: FornaldarState, seat: int, way: Way) -> list[Pick]:
    """The stacks that can be taken up, by mustering every one."""
    found = []
    for hex_ in sorted(reaching.hexes(state, seat)):
        for stack in ("land", "sea") if way == "move" else ("land",):
            force = reaching.forces.muster(state, hex_, seat, stack, way)
            if force is None or force.left <= 0 or (way == "march" and weather.at(state, hex_) == "snow"):
                continue
            if way != "react" or any(reaching.provoked(state, force, [each]) for each in force.leaders):
                found.append(Pick(state.book.hex_name(hex_), stack))
    return found


def fresh_steps(state: FornaldarState, table: ways.Table, place: int) -> ways.Steps:
    """The steps from a place, worked out anew from the weather of its hexes."""
    force = state.force
    assert force is not None
    book, sky, forces = state.book, weather.make_sky(state).at, reaching.forces
    if force.stack == "air":
        return tuple((there, 2) for there in book.near[place])
    if force.stack == "land":
        return ways.land_steps(book, sky, forces.traveller(state, force), place)
    return ways.sea_steps(book, sky, forces.sailing(state, force), place, nightless=weather.nightless(state))


def test_what_is_in_the_way_is_reckoned_with_though_reaches_are_kept():
    chance = random.Random(3)
    state = game("fornaldar").new(options={"scenario": "jotuns"})
    assert isinstance(state, FornaldarState)
    traveller = ways.Traveller(frozenset({0}), discount=False, light=False, no_woods=False)
    table = ways.on_land(state, traveller)
    land = [hex_ for hex_ in range(state.book.size) if state.book.land[hex_]]
    for _ in range(30):
        start, points = chance.choice(land), chance.randrange(30)
        near = state.book.within(start, 6)
        for few in (0, 1, 2, 9, 2, 1, 0):
            stops, barred = set(chance.sample(near, few)), set(chance.sample(near, few))

            kept = ways.reach(table, start, points, stops, barred)

            fresh = ways.explore(table, start, points, stops, barred - {start})
            assert kept.prices == fresh.prices
            assert kept.before == fresh.before
            assert barred.isdisjoint(kept.places)


def test_a_reach_answers_for_fewer_points_and_for_weather_that_is_made_elsewhere():
    chance = random.Random(4)
    state = game("fornaldar").new(options={"scenario": "jotuns"})
    assert isinstance(state, FornaldarState)
    book = state.book
    traveller = ways.Traveller(frozenset({0}), discount=False, light=False, no_woods=False)
    land = [hex_ for hex_ in range(book.size) if book.land[hex_]]
    for air in ("clear", "rain", "snow"):
        cloud = chance.choice(land)
        local = dict.fromkeys(book.within(cloud, 3), air)
        table = ways.land_table(book, weather.Sky(book, "clear", local), traveller)
        for start in (cloud, *chance.sample(land, 15)):
            for points in (30, 12, 29, 5, 0):
                kept = ways.reach(table, start, points)

                fresh = ways.explore(table, start, points, set(), set())
                assert (kept.places, kept.prices) == (fresh.places, fresh.prices)
                assert kept.before == fresh.before
                assert all(kept.path(goal) == fresh.path(goal) for goal in kept.places)


def test_who_pays_the_same_for_every_step_shares_what_is_known_of_the_way():
    state = game("fornaldar").new(options={"scenario": "jotuns"})
    assert isinstance(state, FornaldarState)
    book, sky = state.book, weather.even(state.book, "clear")

    def table(*races: str) -> ways.Table:
        kind = ways.Traveller(frozenset(map(book.race.__getitem__, races)), False, False, False)
        return ways.land_table(book, sky, kind)

    assert table("mundane", "elf") is table("mundane")  # the dearest counts, and mundanes pay no less for any
    assert table("mundane", "dwarf") is not table("mundane")


def test_where_the_points_end_is_the_farthest_place_on_the_way_that_they_reach():
    state = game("fornaldar").new(options={"scenario": "jotuns"})
    assert isinstance(state, FornaldarState)
    traveller = ways.Traveller(frozenset({0}), discount=False, light=False, no_woods=False)
    table = ways.on_land(state, traveller)
    start = next(hex_ for hex_ in range(state.book.size) if len(table[hex_]) > 3)
    found = ways.reach(table, start, 30)

    for goal in found.places:
        for points in range(0, 31, 5):
            near = [place for place in found.path(goal) if found.prices[place] <= points]
            assert found.stop(goal, points) == max(near, key=found.prices.__getitem__, default=start)


def test_what_is_set_to_what_it_was_changes_nothing():
    state = game("fornaldar").new(seed=4, options={"scenario": "jotuns"})
    assert isinstance(state, FornaldarState)
    someone = next(each for each in state.leaders if each.hex >= 0)
    before, mark = state.glimpse(0).spots, CHANGES.mark()

    someone.wounds = someone.wounds
    someone.done = someone.done

    assert CHANGES.since(mark) == set()
    assert state.glimpse(0).spots is before


@pytest.mark.parametrize("radius", [0, 1, 2, 5])
def test_the_hexes_within_a_radius_are_those_that_are_so_near(radius):
    state = game("fornaldar").new(seed=4, options={"scenario": "sampo"})
    assert isinstance(state, FornaldarState)
    book = state.book
    split = [hex_ for hex_ in range(book.size) if len(book.placed[book.places[hex_]]) > 1]
    assert split  # their parts are neighbours (R14.2.5)
    for hex_ in (*split, *range(0, book.size, 97)):
        near = tuple(each for each in range(book.size) if book.distance(hex_, each) <= radius)
        assert book.within(hex_, radius) == near
