"""F. The monster turn, and the standard monsters (G70 to G87)."""

import pytest
from tests.games.fate.positions import (
    alive,
    assaults,
    at,
    dice,
    do,
    equip,
    give,
    hero_of,
    legal,
    monster_die,
    next_card,
    night,
    put,
    quest,
    refuses,
    stand,
    table,
    to_monsters,
    where,
)
from tests.games.fate.test_board import drawing

from fimbul.core import Event
from fimbul.games.fate.events import Arrived, Assaulted, Fell, Hour, PutBack, Walked
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.rules import places
from fimbul.games.fate.state import FateState

PATCH = pytest.MonkeyPatch
RING = ((14, 8), (14, 9), (13, 10), (12, 10), (12, 9), (13, 8))  # around (13,9), clockwise from NE
ARROWS = {"↗": (1, -1), "→": (1, 0), "↘": (0, 1), "↙": (-1, 1), "←": (-1, 0), "↖": (0, -1)}
SKULL = 8  # on the short track the next step is a skull


def asked(state: FateState) -> str:
    """What is being decided."""
    return type(state.decision).__name__


def dwell(state: FateState, monkeypatch: PATCH, face: str) -> list[Event]:
    """A monster turn in which the monster die shows this face and no attack hits."""
    monster_die(monkeypatch, face)
    dice(monkeypatch, "")
    return night(state)


def kinds(state: FateState) -> list[tuple[str, tuple[int, int]]]:
    """All monsters on the map and where they are."""
    return sorted(
        (state.kinds[state.kind[monster]].id, state.land.xy[node])
        for monster, node in enumerate(state.where)
        if node >= 0
    )


# ---- G70, G71


@pytest.mark.rule("G70")
def test_the_steps_of_the_monster_turn(monkeypatch: PATCH) -> None:
    state = table("bjorn", monster_die=True)
    state.time = 3
    stand(state, 13, 9)
    put(state, "brute", 15, 9)
    events = dwell(state, monkeypatch, "charge")
    order = [type(event) for event in events if isinstance(event, Hour | Fell | Walked | Assaulted | Arrived)]
    assert order == [Hour, Fell, Walked, Assaulted, Arrived]


@pytest.mark.rule("G70")
def test_reinforcements_do_nothing_more_in_their_turn(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    state.time = 3
    next_card(state, "yellow", "Viral Trolls")
    stand(state, 11, 3)  # next to nobody yet
    dice(monkeypatch, "", then="hit")
    events = night(state)
    assert kinds(state) == [("troll", (7, 4)), ("troll", (9, 2)), ("troll", (12, 1))]
    assert assaults(events) == []


@pytest.mark.rule("G70")
def test_it_comes_when_all_heroes_have_had_their_turn(monkeypatch: PATCH) -> None:
    state = table("bjorn", "alva")
    troll = put(state, "troll", 14, 9)
    do(state, "end", "no")
    assert at(state, troll) == (14, 9)
    assert state.time == 1
    do(state, "end", "no")
    assert at(state, troll) == (13, 9)
    assert (state.time, state.active) == (2, 0)


@pytest.mark.rule("G71")
@pytest.mark.parametrize(("track", "yellow", "red"), [("short", {4}, {7}), ("long", {4, 6}, {9, 11})])
def test_the_marker_brings_cards_and_skulls(
    track: str, yellow: set[int], red: set[int], monkeypatch: PATCH
) -> None:
    state = table("bjorn", track=track)
    dice(monkeypatch, "")
    drawn: dict[str, set[int]] = {"yellow": set(), "red": set()}
    last = {"short": 12, "long": 16}[track]
    for step in range(2, last + 1):
        yellow_deck, red_deck = list(state.yellow), list(state.red)
        troll = put(state, "troll", 13, 9)
        events = night(state)
        assert [event.step for event in events if isinstance(event, Hour)] == [step]
        skull = step > last - 4
        assert at(state, troll) == ((11, 9) if skull else (12, 9))
        arrivals = [event for event in events if isinstance(event, Arrived)]
        if state.yellow != yellow_deck:
            drawn["yellow"].add(step)
        if state.red != red_deck:
            drawn["red"].add(step)
        assert len(arrivals) == (step in yellow | red)
        for monster, node in enumerate(state.where):
            if node >= 0:
                places.remove(state, monster)
    assert drawn == {"yellow": yellow, "red": red}
    assert state.outcome is not None


# ---- G72


@pytest.mark.rule("G72")
def test_the_die_is_rolled_once_each_monster_turn() -> None:
    state = table("bjorn", monster_die=True)
    seen = set()
    for _ in range(11):
        events = night(state)
        falls = [event.face for event in events if isinstance(event, Fell)]
        assert len(falls) == 1
        seen |= set(falls)
        state.time = 1
    assert len(seen) > 1


@pytest.mark.rule("G72a")
def test_maneuver_turns_monsters_one_area_clockwise(monkeypatch: PATCH) -> None:
    state = table("bjorn", monster_die=True)
    stand(state, 13, 9)
    ne, w = put(state, "goblin", 14, 8), put(state, "grendel_1", 12, 9)  # legends turn too
    dwell(state, monkeypatch, "clockwise")
    assert (at(state, ne), at(state, w)) == ((14, 9), (13, 8))


@pytest.mark.rule("G72b")
def test_maneuver_counter_clockwise(monkeypatch: PATCH) -> None:
    state = table("bjorn", monster_die=True)
    stand(state, 13, 9)
    ne, w = put(state, "goblin", 14, 8), put(state, "brute", 12, 9)
    dwell(state, monkeypatch, "counter_clockwise")
    assert (at(state, ne), at(state, w)) == ((13, 8), (12, 10))


@pytest.mark.rule("G72a")
@pytest.mark.parametrize(("face", "turn"), [("clockwise", 1), ("counter_clockwise", -1)])
def test_a_full_ring_turns(face: str, turn: int, monkeypatch: PATCH) -> None:
    state = table("bjorn", monster_die=True)
    stand(state, 13, 9)
    monsters = [put(state, "goblin", x, y) for x, y in RING]
    dwell(state, monkeypatch, face)
    assert [at(state, monster) for monster in monsters] == [RING[(n + turn) % 6] for n in range(6)]


@pytest.mark.rule("G72a")
def test_heroes_block_a_turn_and_all_behind_them(monkeypatch: PATCH) -> None:
    state = table("bjorn", "alva", monster_die=True)
    stand(state, 13, 9)
    stand(state, 13, 10, seat=1)
    first, second = put(state, "brute", 14, 9), put(state, "brute", 14, 8)
    free = put(state, "brute", 12, 9)
    monster_die(monkeypatch, "clockwise")
    dice(monkeypatch, "")
    night(state)
    assert at(state, second) == (14, 8)
    assert at(state, free) == (13, 8)
    # Alva is at (13,10); around her (14,9) is NE, and clockwise of it (14,10) is free: it turns there.
    assert at(state, first) == (14, 10)


@pytest.mark.rule("G72a")
def test_the_edge_of_the_map_and_lakes_block(monkeypatch: PATCH) -> None:
    state = table("bjorn", monster_die=True)
    stand(state, 17, 9)
    row = [put(state, "brute", x, y) for x, y in ((17, 8), (16, 9), (16, 10))]
    dwell(state, monkeypatch, "clockwise")
    assert [at(state, brute) for brute in row] == [(17, 8), (16, 9), (16, 10)]
    state = table("bjorn", monster_die=True)
    stand(state, 7, 6)
    brute = put(state, "brute", 7, 5)
    dwell(state, monkeypatch, "counter_clockwise")
    assert at(state, brute) == (6, 6)  # a mountain is open to monsters
    stand(state, 6, 6)
    places.remove(state, brute)
    brute = put(state, "brute", 5, 7)
    dwell(state, monkeypatch, "clockwise")
    assert at(state, brute) == (5, 7)  # the lake (5,6) is not


@pytest.mark.rule("G72a")
def test_the_others_of_a_blocked_row_go_as_far_as_they_can(monkeypatch: PATCH) -> None:
    state = table("bjorn", monster_die=True)
    stand(state, 17, 9)
    first, second = put(state, "brute", 17, 8), put(state, "brute", 16, 10)
    dwell(state, monkeypatch, "clockwise")
    assert (at(state, first), at(state, second)) == ((17, 8), (16, 9))


@pytest.mark.rule("G72a")
def test_a_monster_may_turn_into_the_town(monkeypatch: PATCH) -> None:
    state = table("bjorn", monster_die=True)
    stand(state, 8, 8)
    brute = put(state, "brute", 9, 7)
    gold = hero_of(state).gold
    dwell(state, monkeypatch, "clockwise")
    assert not alive(state, brute)
    assert state.pieces == 3
    assert hero_of(state).gold == gold


@pytest.mark.rule("G72a")
def test_heroes_are_taken_in_player_order_and_those_in_town_skipped(monkeypatch: PATCH) -> None:
    state = table("bjorn", "alva", "embla", monster_die=True)
    stand(state, 13, 9)
    stand(state, 15, 9, seat=1)
    goblin = put(state, "goblin", 14, 8)
    border = put(state, "troll", 9, 6)
    dwell(state, monkeypatch, "clockwise")
    # Around Bjorn from (14,8) to (14,9); there it is next to Alva, and goes on to (15,8).
    assert at(state, goblin) == (15, 8)
    assert at(state, border) == (9, 7)  # it only took its own step


@pytest.mark.rule("G72a")
def test_suppressed_monsters_turn_too(monkeypatch: PATCH) -> None:
    state = table("alva", monster_die=True)
    stand(state, 13, 9)
    goblin = put(state, "goblin", 14, 8)
    give(state, "take_a_knee")
    do(state, "play(take_a_knee)")
    dwell(state, monkeypatch, "clockwise")
    assert at(state, goblin) == (14, 9)


@pytest.mark.rule("G72c")
def test_attack_gives_every_monster_one_more_die_this_turn(monkeypatch: PATCH) -> None:
    state = table("bjorn", monster_die=True)
    stand(state, 13, 9)
    put(state, "goblin", 14, 8)
    put(state, "imp", 12, 10)
    events = dwell(state, monkeypatch, "attack")
    assert assaults(events) == [("Goblin", 0, 2), ("Imp", 0, 3)]
    events = dwell(state, monkeypatch, "charge")
    assert assaults(events) == [("Goblin", 0, 1), ("Imp", 0, 2)]


@pytest.mark.rule("G72d")
def test_push_moves_a_hero_next_to_a_monster_once_along_the_path(monkeypatch: PATCH) -> None:
    state = table("bjorn", "alva", monster_die=True)
    stand(state, 13, 9)
    stand(state, 7, 13, seat=1)
    put(state, "brute", 14, 9)
    put(state, "brute", 14, 8)
    monster_die(monkeypatch, "push")
    dice(monkeypatch, "")
    night(state)
    assert where(state) == (12, 9)
    assert where(state, 1) == (7, 13)  # no monster beside


@pytest.mark.rule("G72d")
def test_push_leads_into_the_town(monkeypatch: PATCH) -> None:
    state = table("bjorn", monster_die=True)
    stand(state, 11, 9)
    put(state, "brute", 12, 9)
    dwell(state, monkeypatch, "push")
    assert where(state) == (9, 9)


@pytest.mark.rule("G72d")
def test_push_does_nothing_against_occupied_areas_and_mountains(monkeypatch: PATCH) -> None:
    state = table("bjorn", monster_die=True)
    stand(state, 13, 9)
    put(state, "brute", 12, 9)
    dwell(state, monkeypatch, "push")
    assert where(state) == (13, 9)
    state = table("bjorn", monster_die=True)
    stand(state, 9, 12)
    put(state, "brute", 10, 12)
    dwell(state, monkeypatch, "push")
    assert where(state) == (9, 12)


@pytest.mark.rule("G72e")
def test_charge_lets_rank_1_go_further(monkeypatch: PATCH) -> None:
    state = table("bjorn", monster_die=True)
    goblin, sprite, brute = (
        put(state, "goblin", 17, 9),
        put(state, "sprite", 17, 8),
        put(state, "brute", 16, 10),
    )
    dwell(state, monkeypatch, "charge")
    assert (at(state, goblin), at(state, sprite), at(state, brute)) == ((14, 9), (15, 8), (15, 10))
    dwell(state, monkeypatch, "attack")  # for one turn only
    assert (at(state, goblin), at(state, sprite)) == ((12, 9), (14, 8))


@pytest.mark.rule("G72f")
def test_ambush_puts_a_goblin_next_to_each_hero(monkeypatch: PATCH) -> None:
    state = table("bjorn", "alva", "embla", monster_die=True)
    stand(state, 13, 9)
    stand(state, 8, 8, seat=1)
    put(state, "brute", 14, 9)
    monster_die(monkeypatch, "ambush")
    dice(monkeypatch, "")
    to_monsters(state)
    assert (state.to_act, asked(state)) == ((0,), "Placing")
    assert legal(state) == {f"at({x},{y})" for x, y in RING} - {"at(14,9)"}
    do(state, "at(12,10)")
    assert state.to_act == (1,)
    assert legal(state) == {"at(9,7)", "at(7,9)", "at(7,8)", "at(8,7)"}  # never the town
    do(state, "at(9,7)")
    assert asked(state) == "Acting"  # Embla is in town
    assert ("goblin", (12, 10)) in kinds(state)
    assert ("goblin", (9, 7)) in kinds(state)


@pytest.mark.rule("G72f")
def test_ambush_without_goblins_or_room_does_nothing(monkeypatch: PATCH) -> None:
    state = table("bjorn", monster_die=True)
    stand(state, 13, 9)
    state.supply[state.book.kind_number["goblin"]] = 0
    dwell(state, monkeypatch, "ambush")
    assert kinds(state) == []
    state = table("bjorn", monster_die=True)
    stand(state, 13, 9)
    for x, y in RING:
        put(state, "imp", x, y)
    dwell(state, monkeypatch, "ambush")
    assert len(kinds(state)) == 6


# ---- G73


@pytest.mark.rule("G73")
def test_every_area_has_the_direction_of_the_page() -> None:
    land = table().land
    arrows = drawing("G73")
    assert len(arrows) == 217
    for (x, y), sign in arrows.items():
        node = land.at[x, y]
        if sign in ARROWS:
            dx, dy = ARROWS[sign]
            assert land.next[node] == land.at[x + dx, y + dy], (x, y)
        else:
            assert sign in "#~"
            assert node == TOWN or not land.monsters_enter[node]


@pytest.mark.rule("G73")
def test_a_monster_walks_its_path_to_the_town(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    brute = put(state, "brute", 12, 5)
    steps = []
    while alive(state, brute):
        steps.append(at(state, brute))
        night(state)
        state.time = 1
    assert steps == [(12, 5), (11, 6), (11, 7)]  # down the road, and into the town
    assert state.pieces == 3


@pytest.mark.rule("G73")
def test_a_monster_next_to_a_hero_does_not_move(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 13, 8)
    brute = put(state, "brute", 13, 9)
    state.time = SKULL  # not even on a skull turn
    night(state)
    assert at(state, brute) == (13, 9)


@pytest.mark.rule("G73")
def test_a_monster_stops_in_mid_move_next_to_a_hero(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 14, 10)
    goblin = put(state, "goblin", 17, 9)  # two areas a turn, and the first step ends at (16,9)
    far = put(state, "goblin", 16, 8)  # the first step ends at (15,8): still two away; the second at (14,8)
    night(state)
    assert at(state, far) == (14, 8)
    assert at(state, goblin) == (15, 9)
    stand(state, 12, 9)
    night(state)
    assert at(state, goblin) == (13, 9)
    assert at(state, far) == (13, 8)  # one step, and it is next to Bjorn


@pytest.mark.rule("G73")
def test_a_monster_waits_behind_an_occupied_area(monkeypatch: PATCH) -> None:
    state = table("bjorn", "embla")
    dice(monkeypatch, "")
    stand(state, 11, 9)
    stand(state, 10, 10, seat=1)
    front = put(state, "brute", 12, 9)
    back = put(state, "brute", 13, 9)
    night(state)
    assert (at(state, front), at(state, back)) == ((12, 9), (13, 9))  # no step aside


@pytest.mark.rule("G73")
def test_a_monster_that_was_moved_follows_its_new_path() -> None:
    state = table("embla")
    give(state, "kick")
    stand(state, 12, 5)
    troll = put(state, "troll", 13, 5)  # its way leads to (12,6)
    do(state, "play(kick)", "at(13,4)")
    stand(state, 9, 9)
    night(state)
    assert at(state, troll) == (12, 5)


@pytest.mark.rule("G73")
def test_monsters_do_not_charge_into_the_town_for_its_own_sake() -> None:
    state = table("bjorn")
    troll = put(state, "troll", 12, 9)
    night(state)
    assert at(state, troll) == (11, 9)


# ---- G74


@pytest.mark.rule("G74")
def test_the_example_of_the_rulebook(monkeypatch: PATCH) -> None:
    state = table("embla")
    dice(monkeypatch, "")
    stand(state, 10, 12)
    f, e, d = put(state, "troll", 10, 15), put(state, "troll", 7, 16), put(state, "troll", 7, 15)
    c, b, a = put(state, "brute", 6, 13), put(state, "brute", 7, 13), put(state, "goblin", 10, 11)
    night(state)
    assert at(state, a) == (10, 11)  # next to Embla: it stays
    assert at(state, b) == (7, 12)  # on the road: it goes first
    assert at(state, c) == (6, 13)  # blocked
    assert at(state, d) == (7, 14)
    assert at(state, e) == (7, 15)
    assert at(state, f) == (10, 13)  # one step, and a charge to reach Embla


@pytest.mark.rule("G74")
def test_the_nearest_moves_first_whoever_came_first() -> None:
    state = table("bjorn")
    row = [put(state, "brute", x, 9) for x in (15, 14, 13, 12)]
    night(state)
    assert [at(state, brute) for brute in row] == [(14, 9), (13, 9), (12, 9), (11, 9)]


@pytest.mark.rule("G74")
def test_distance_is_the_way_still_to_go(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    # Both lead to (7,7): (6,7) on the road has 4 steps to go, (7,6) has 4 as well and is off the road.
    assert state.land.path_length[state.land.at[6, 7]] == state.land.path_length[state.land.at[7, 6]]
    off, on = put(state, "brute", 7, 6), put(state, "brute", 6, 7)
    night(state)
    assert (at(state, off), at(state, on)) == ((7, 6), (7, 7))


@pytest.mark.rule("G74")
def test_on_equal_terms_the_first_to_come_goes_first() -> None:
    land = table("bjorn").land
    claims = [  # two areas off the road from which the same area comes next
        (one, two)
        for one in range(1, land.size)
        for two in range(1, one)
        if land.next[one] == land.next[two] != TOWN
        and not (land.road[one] or land.road[two])
        and land.monsters_enter[one]
        and land.monsters_enter[two]
    ]
    for pair in (claims[0], claims[0][::-1]):
        state = table("bjorn")
        early, late = (put(state, "brute", *land.xy[node]) for node in pair)
        night(state)
        assert state.where[early] == land.next[pair[0]]
        assert state.where[late] == pair[1]


# ---- G75


@pytest.mark.rule("G75")
def test_on_a_skull_turn_all_monsters_charge() -> None:
    state = table("bjorn")
    state.time = SKULL
    goblin, troll = put(state, "goblin", 17, 9), put(state, "troll", 17, 8)
    sprite, grendel = put(state, "sprite", 16, 10), put(state, "grendel_1", 17, 7)
    night(state)
    assert at(state, goblin) == (14, 9)  # 2 and 1
    assert at(state, troll) == (15, 8)
    assert at(state, sprite) == (14, 10)
    assert at(state, grendel) == (15, 7)


@pytest.mark.rule("G75")
def test_one_extra_step_however_many_reasons(monkeypatch: PATCH) -> None:
    state = table("bjorn", monster_die=True)
    state.time = SKULL
    stand(state, 14, 11)
    imp = put(state, "imp", 17, 9)  # two steps lead to (15,9); a third to (14,9) would bring it no nearer
    goblin = put(state, "goblin", 17, 7)
    dwell(state, monkeypatch, "charge")
    assert at(state, imp) == (15, 9)
    assert at(state, goblin) == (14, 7)


@pytest.mark.rule("G75")
def test_a_charge_to_attack(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 13, 10)
    beside = put(state, "troll", 16, 9)  # to (15,9), two away; the step to (14,9) brings it next to Bjorn
    far = put(state, "troll", 17, 8)  # to (16,8), three away; (15,8) would still be two away
    events = night(state)
    assert at(state, beside) == (14, 9)  # the hero is not on its path
    assert at(state, far) == (16, 8)
    assert assaults(events) == [("Troll", 0, 6)]


@pytest.mark.rule("G75")
def test_no_charge_if_it_can_attack_already(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 13, 10)
    elemental = put(state, "elemental", 16, 9)  # at (15,9) Bjorn is two away: in range
    night(state)
    assert at(state, elemental) == (15, 9)


@pytest.mark.rule("G75")
def test_the_charge_uses_the_range_of_the_monster(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 13, 10)
    elemental = put(state, "elemental", 17, 9)  # at (16,9) Bjorn is three away; (15,9) is in range 2
    brute = put(state, "brute", 17, 8)
    events = night(state)
    assert at(state, elemental) == (15, 9)
    assert at(state, brute) == (16, 8)
    assert assaults(events) == [("Elemental", 0, 3)]


@pytest.mark.rule("G75")
def test_a_goblin_takes_three_steps_to_attack(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 13, 10)
    goblin = put(state, "goblin", 17, 9)
    night(state)
    assert at(state, goblin) == (14, 9)


@pytest.mark.rule("G75")
def test_a_blocked_monster_does_not_charge(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 13, 10)
    front = put(state, "troll", 14, 9)
    back, behind = put(state, "troll", 15, 9), put(state, "troll", 16, 9)
    state.time = SKULL
    night(state)
    assert [at(state, troll) for troll in (front, back, behind)] == [(14, 9), (15, 9), (16, 9)]


# ---- G76


@pytest.mark.rule("G76")
def test_a_legend_trades_places_with_a_monster_in_its_way(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 11, 10)
    brute, grendel = put(state, "brute", 12, 9), put(state, "grendel_1", 13, 9)
    night(state)
    assert (at(state, grendel), at(state, brute)) == ((12, 9), (13, 9))
    assert state.monster_at(12, 9) == grendel
    assert state.monster_at(13, 9) == brute


@pytest.mark.rule("G76")
def test_also_in_the_charge_step(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 11, 10)
    state.time = SKULL
    brute, grendel = put(state, "brute", 12, 9), put(state, "grendel_1", 14, 9)
    night(state)
    assert (at(state, grendel), at(state, brute)) == ((12, 9), (13, 9))
    state = table("bjorn")
    stand(state, 11, 10)
    brute, grendel = put(state, "brute", 12, 9), put(state, "grendel_1", 14, 9)
    night(state)  # no skull: one step, and a charge to attack
    assert (at(state, grendel), at(state, brute)) == ((12, 9), (13, 9))


@pytest.mark.rule("G76")
def test_legends_do_not_trade_with_legends(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 11, 10)
    front, back = put(state, "surt_1", 12, 9), put(state, "grendel_1", 13, 9)
    night(state)
    assert (at(state, front), at(state, back)) == ((12, 9), (13, 9))


@pytest.mark.rule("G76")
def test_legends_do_not_trade_with_heroes(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 12, 9)
    grendel = put(state, "grendel_1", 14, 9)
    state.time = SKULL
    night(state)
    assert (at(state, grendel), where(state)) == ((13, 9), (12, 9))


@pytest.mark.rule("G76")
def test_legends_trade_with_suppressed_monsters(monkeypatch: PATCH) -> None:
    state = table("alva")
    dice(monkeypatch, "")
    stand(state, 14, 7)
    brute, grendel = put(state, "brute", 14, 9), put(state, "grendel_1", 15, 9)
    give(state, "take_a_knee")
    do(state, "play(take_a_knee)")
    stand(state, 9, 9)
    night(state)
    assert (at(state, grendel), at(state, brute)) == ((14, 9), (15, 9))


# ---- G77


@pytest.mark.rule("G77")
@pytest.mark.parametrize(("kind", "loss"), [("goblin", 1), ("draugr", 1), ("grendel_1", 3), ("surt_2", 3)])
def test_a_monster_in_the_town_costs_pieces(kind: str, loss: int) -> None:
    state = table("bjorn", "alva")
    monster = put(state, kind, 11, 9)
    gold = [hero.gold for hero in state.heroes]
    supply = state.supply[state.kind[monster]]
    night(state)
    assert not alive(state, monster)
    assert state.pieces == 6 - loss
    assert state.supply[state.kind[monster]] == supply + 1
    assert [hero.gold for hero in state.heroes] == gold


@pytest.mark.rule("G77")
def test_two_monsters_may_enter_in_one_turn() -> None:
    state = table("bjorn")
    put(state, "goblin", 11, 9)
    put(state, "goblin", 12, 9)
    night(state)
    assert state.pieces == 2
    assert kinds(state) == []


# ---- G78


@pytest.mark.rule("G78")
def test_every_monster_with_a_hero_in_range_attacks_once(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "hit", then="miss")
    stand(state, 13, 9)
    put(state, "imp", 14, 9)
    put(state, "jotunn", 12, 10)
    put(state, "draugr", 17, 1)
    events = night(state)
    assert assaults(events) == [("Imp", 0, 2), ("Jotunn", 0, 5)]
    assert hero_of(state).damage == 1


@pytest.mark.rule("G78")
def test_a_monster_that_moved_attacks_too(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "", then="hit")
    stand(state, 13, 9)
    put(state, "brute", 15, 9)
    night(state)
    assert hero_of(state).damage == 3


@pytest.mark.rule("G78")
def test_runes_miss_for_ordinary_monsters(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "", then="rune")
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    put(state, "jotunn", 12, 10)
    night(state)
    assert hero_of(state).damage == 0


# ---- G79


@pytest.mark.rule("G79")
def test_the_players_choose_whom_a_monster_attacks(monkeypatch: PATCH) -> None:
    state = table("bjorn", "alva")
    dice(monkeypatch, "", then="hit")
    stand(state, 13, 9)
    stand(state, 14, 9, seat=1)
    put(state, "brute", 14, 8)  # next to both
    to_monsters(state)
    assert (asked(state), set(state.to_act)) == ("Facing", {0, 1})  # any player may answer
    do(state, "face(1)", seat=0)
    assert (hero_of(state).damage, hero_of(state, 1).damage) == (0, 3)


@pytest.mark.rule("G79")
def test_the_order_is_asked_where_a_hero_can_answer(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "helmet")
    dice(monkeypatch, "", then="hit")
    stand(state, 13, 9)
    put(state, "imp", 14, 9)
    put(state, "sprite", 12, 10)
    to_monsters(state)
    assert legal(state) == {"assault(14,9)", "assault(12,10)"}
    refuses(state, "assault(12,9)", "G79")
    events = do(state, "assault(12,10)")
    assert assaults(events)[0] == ("Sprite", 0, 1)


@pytest.mark.rule("G79")
def test_the_order_is_asked_where_an_attacker_could_choose(monkeypatch: PATCH) -> None:
    state = table("bjorn", "alva")
    dice(monkeypatch, "", then="hit")
    stand(state, 13, 9)
    stand(state, 14, 9, seat=1)
    put(state, "skeleton", 14, 8)  # next to both
    put(state, "imp", 12, 10)  # next to Bjorn
    to_monsters(state)
    assert set(state.to_act) == {0, 1}
    assert legal(state) == {"assault(14,8)", "assault(12,10)"}
    do(state, "assault(12,10)", seat=1)
    assert hero_of(state).damage == 2
    do(state, "face(0)", seat=1)
    assert (hero_of(state).damage, hero_of(state, 1).damage) == (2 + 4, 0)


@pytest.mark.rule("G79")
def test_otherwise_they_attack_in_the_order_of_arrival(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 13, 9)
    put(state, "imp", 14, 9)
    put(state, "sprite", 12, 10)
    put(state, "elemental", 13, 8)
    events = to_monsters(state)
    assert [name for name, *_ in assaults(events)] == ["Imp", "Sprite", "Elemental"]


@pytest.mark.rule("G79")
def test_support_changes_when_a_supporter_dies(monkeypatch: PATCH) -> None:
    state = table("embla")
    hero_of(state).mana["riposte"] = 1
    dice(monkeypatch, "", then="hit")
    stand(state, 13, 9)
    put(state, "goblin", 14, 9, hurt=0)
    put(state, "brute", 14, 8)  # next to the goblin
    to_monsters(state)
    do(state, "assault(14,9)")
    events = do(state, "use(riposte)")  # it dies of 2 damage
    assert [entry for entry in assaults(events) if entry[0] == "Brute"] == [("Brute", 0, 3)]


# ---- G80, G81


@pytest.mark.rule("G80")
def test_everybody_draws_a_card_and_a_standard_card_goes_under_the_deck(monkeypatch: PATCH) -> None:
    state = table("bjorn", "alva")
    state.time = 3
    next_card(state, "yellow", "Viral Trolls", "Dead Trio")
    first, second = state.yellow[-1], state.yellow[-2]
    rest = state.yellow[:-2]
    night(state)
    assert kinds(state) == [
        ("draugr", (16, 1)),
        ("draugr", (16, 2)),
        ("draugr", (17, 3)),
        ("troll", (7, 4)),
        ("troll", (9, 2)),
        ("troll", (12, 1)),
    ]
    assert state.yellow == [second, first, *rest]
    assert len(state.red) == 18


@pytest.mark.rule("G80")
def test_red_steps_draw_red_cards() -> None:
    state = table("bjorn")
    state.time = 6
    next_card(state, "red", "Walking Armors")
    night(state)
    assert {kind for kind, _ in kinds(state)} == {"draugr"}
    assert len(kinds(state)) == 4


@pytest.mark.rule("G80")
def test_a_legends_card_stays_until_it_leaves(monkeypatch: PATCH) -> None:
    state = table("boldur")
    state.time = 3
    next_card(state, "yellow", "Grendel")
    card = state.yellow[-1]
    night(state)
    assert kinds(state) == [("grendel_1", (6, 7))]
    assert card not in state.yellow
    grendel = next(monster for monster, node in enumerate(state.where) if node >= 0)
    equip(state, "precision_axes")
    stand(state, 7, 7)
    twin = state.copy()
    state.hurt[grendel] = 11
    do(state, "use(precision_axes)")
    assert state.yellow[0] == card  # dead: under its deck
    places.set_hero(twin, 0, TOWN)
    for _ in range(4):
        twin.time = 1
        night(twin)
    assert not alive(twin, grendel)
    assert twin.yellow[0] == card  # or into the town


@pytest.mark.rule("G80")
def test_the_cards_of_each_place() -> None:
    book = table().book
    count: dict[tuple[str, str, bool], int] = {}
    for card in book.cards:
        key = (card.deck, card.location, card.legend >= 0)
        count[key] = count.get(key, 0) + 1
    homes = ("dark_forest", "dead_plains", "highlands", "marsh_of_sorrow", "ogre_valley", "spewing_mountain")
    assert all(count["yellow", home, False] == 5 and count["red", home, False] == 2 for home in homes)
    assert sum(card.legend >= 0 for card in book.cards if card.deck == "yellow") == 6
    assert sum(card.legend >= 0 for card in book.cards if card.deck == "red") == 6
    assert len(book.cards) == 36 + 18


@pytest.mark.rule("G81")
@pytest.mark.parametrize("who", ["monster", "hero"])
def test_an_occupied_area_brings_another_card(who: str, monkeypatch: PATCH) -> None:
    state = table("bjorn")
    state.time = 3
    dice(monkeypatch, "")
    next_card(state, "yellow", "Viral Trolls", "Dead Trio")
    trolls, trio = state.yellow[-1], state.yellow[-2]
    if who == "hero":
        stand(state, 9, 2)
    else:
        put(state, "imp", 9, 1)  # it goes to (9,2) before the card comes
    events = night(state)
    assert [event.card for event in events if isinstance(event, PutBack)] == ["Viral Trolls"]
    assert sum(kind == "draugr" for kind, _ in kinds(state)) == 3
    assert not any(kind == "troll" for kind, _ in kinds(state))
    assert state.yellow[:2] == [trio, trolls]  # both under the deck, the refused one first


@pytest.mark.rule("G81")
def test_too_few_tiles_bring_another_card() -> None:
    state = table("bjorn")
    state.time = 3
    next_card(state, "yellow", "Viral Trolls", "Dead Trio")
    state.supply[state.book.kind_number["troll"]] = 2
    night(state)
    assert {kind for kind, _ in kinds(state)} == {"draugr"}


@pytest.mark.rule("G81")
@pytest.mark.parametrize("level", [1, 2])
def test_a_legend_in_play_on_either_level_brings_another_card(level: int) -> None:
    state = table("bjorn")
    state.time = 3 if level == 2 else 6
    put(state, f"grendel_{level}", 1, 10)
    deck = "yellow" if level == 2 else "red"
    other = "Dead Trio" if level == 2 else "Walking Armors"
    next_card(state, deck, "Grendel", other)
    night(state)
    assert sum(kind.startswith("grendel") for kind, _ in kinds(state)) == 1
    assert any(kind == "draugr" for kind, _ in kinds(state))


# ---- G83


@pytest.mark.rule("G83")
def test_suppressive_fire_stops_a_monster_and_its_charge(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "suppressive_fire")
    dice(monkeypatch, "")
    stand(state, 13, 10)
    state.time = SKULL
    brute, troll, far = put(state, "brute", 15, 10), put(state, "troll", 15, 9), put(state, "goblin", 17, 9)
    to_monsters(state)
    assert asked(state) == "Suppressing"
    assert legal(state) == {"at(15,10)", "no"}  # rank 1 or 2, within range 3
    do(state, "at(15,10)")
    assert at(state, brute) == (15, 10)
    assert at(state, troll) == (14, 9)
    assert alive(state, far)


@pytest.mark.rule("G83")
def test_suppressive_fire_ii_takes_any_monster(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "suppressive_fire", level=2)
    dice(monkeypatch, "")
    stand(state, 13, 10)
    put(state, "troll", 15, 10)
    grendel = put(state, "grendel_1", 16, 9)
    to_monsters(state)
    assert legal(state) == {"at(15,10)", "at(16,9)", "no"}
    do(state, "at(16,9)")
    assert at(state, grendel) == (16, 9)


@pytest.mark.rule("G83")
def test_not_the_same_monster_in_two_turns_running(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    equip(state, "suppressive_fire")
    dice(monkeypatch, "")
    stand(state, 13, 10)
    brute, imp = put(state, "brute", 15, 10), put(state, "imp", 14, 12)
    state.held = []
    to_monsters(state)
    do(state, "at(15,10)")
    assert at(state, brute) == (15, 10)
    to_monsters(state)
    here = at(state, imp)
    assert legal(state) == {f"at({here[0]},{here[1]})", "no"}
    do(state, "no")
    stand(state, 13, 10)
    assert at(state, brute) == (14, 10)
    to_monsters(state)
    assert "at(14,10)" in legal(state)  # a turn in between is enough


@pytest.mark.rule("G83")
def test_suppressive_fire_does_not_work_from_town() -> None:
    state = table("bjorn")
    equip(state, "suppressive_fire", level=2)
    brute = put(state, "brute", 12, 9)
    to_monsters(state)
    assert asked(state) == "Acting"
    assert at(state, brute) == (11, 9)


@pytest.mark.rule("G83")
def test_take_a_knee_holds_for_the_coming_monster_turn(monkeypatch: PATCH) -> None:
    state = table("alva")
    dice(monkeypatch, "")
    stand(state, 15, 9)
    troll = put(state, "troll", 14, 10 + 1)
    give(state, "take_a_knee")
    do(state, "play(take_a_knee)")
    stand(state, 9, 9)
    was = at(state, troll)
    night(state)
    assert at(state, troll) == was
    night(state)
    assert at(state, troll) != was


# ---- G84 to G87

STANDARD = """
goblin    | trollkin  | 1 | 1 | 2 | 1 | 2 | 1 | 0 | 20
brute     | trollkin  | 2 | 3 | 3 | 2 | 1 | 1 | 0 | 15
troll     | trollkin  | 3 | 6 | 7 | 3 | 1 | 1 | 0 | 10
sprite    | firehorde | 1 | 1 | 2 | 1 | 1 | 2 | 0 | 20
elemental | firehorde | 2 | 3 | 4 | 2 | 1 | 2 | 0 | 15
jotunn    | firehorde | 3 | 5 | 6 | 3 | 1 | 2 | 0 | 10
imp       | dead      | 1 | 2 | 2 | 1 | 1 | 1 | 0 | 20
skeleton  | dead      | 2 | 4 | 3 | 2 | 1 | 1 | 0 | 15
draugr    | dead      | 3 | 6 | 5 | 3 | 1 | 1 | 1 | 10
"""
LEGENDS = """
queen_of_the_dead | 1 | dead      | 7 | 11 | 6 | 1 | 17,5 |
queen_of_the_dead | 2 | dead      | 7 | 11 | 6 | 1 | 16,2 | imp 4, skeleton 3, draugr 1
seer_of_odin      | 1 | dead      | 3 | 5  | 3 | 1 | 12,4 |
seer_of_odin      | 2 | dead      | 0 | 6  | 4 | 1 | 17,9 | skeleton 4, imp 3
grendel           | 1 | trollkin  | 7 | 12 | 6 | 1 | 6,7  |
grendel           | 2 | trollkin  | 4 | 15 | 7 | 1 | 2,8  | goblin 3
surt              | 1 | firehorde | 4 | 7  | 5 | 2 | 8,16 | elemental 2, jotunn 1
surt              | 2 | firehorde | 7 | 15 | 7 | 3 | 1,16 | elemental 3
hrungbald         | 1 | trollkin  | 4 | 6  | 4 | 1 | 1,9  | brute 3
hrungbald         | 2 | trollkin  | 7 | 11 | 5 | 1 | 10,1 | goblin 2, brute 5
nidhuggr          | 1 | wyrm      | 0 | 13 | 6 | 1 | 5,17 |
nidhuggr          | 2 | wyrm      | 0 | 18 | 8 | 1 | 9,17 | elemental 4
"""


@pytest.mark.rule("G84")
@pytest.mark.parametrize("row", STANDARD.strip().splitlines())
def test_the_table_of_monsters(row: str) -> None:
    name, faction, *figures = (cell.strip() for cell in row.split("|"))
    book = table().book
    kind = book.kinds[book.kind_number[name]]
    assert kind.faction == faction
    found = (kind.rank, kind.strength, kind.health, kind.xp, kind.move, kind.range, kind.armor, kind.supply)
    assert found == tuple(map(int, figures))


@pytest.mark.rule("G84")
@pytest.mark.parametrize("row", LEGENDS.strip().splitlines())
def test_the_table_of_legends(row: str) -> None:
    name, level, faction, strength, health, gold, reach, spot, company = (c.strip() for c in row.split("|"))
    book = table().book
    number = book.kind_number[f"{name}_{level}"]
    kind = book.kinds[number]
    assert (kind.faction, kind.level) == (faction, int(level))
    assert (kind.strength, kind.health, kind.xp, kind.range) == tuple(
        map(int, (strength, health, gold, reach))
    )
    assert (kind.move, kind.armor) == (1, 0)
    assert kind.rank > 3
    card = next(card for card in book.cards if card.legend == number)
    assert card.deck == ("yellow", "red")[int(level) - 1]
    x, y = map(int, spot.split(","))
    assert (number, book.land.at[x, y]) in card.placements
    with_it: dict[str, int] = {}
    for other, _ in card.placements:
        if other != number:
            id = book.kinds[other].id
            with_it[id] = with_it.get(id, 0) + 1
    wanted = {word.split()[0]: int(word.split()[1]) for word in company.split(",") if word}
    assert with_it == wanted


@pytest.mark.rule("G84")
def test_effects_that_name_ranks_do_not_touch_legends() -> None:
    state = table("alva")
    give(state, "take_a_knee")  # not a legend
    stand(state, 13, 9)
    put(state, "grendel_1", 14, 9)
    refuses(state, "play(take_a_knee)", "G39")
    state = table("bjorn")
    give(state, "back_down")  # rank 1 or 2
    stand(state, 13, 9)
    put(state, "hrungbald_1", 12, 9)
    refuses(state, "play(back_down)", "G39")


@pytest.mark.rule("G85")
def test_trollkin_support_each_other(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 13, 9)
    put(state, "goblin", 14, 8)
    put(state, "brute", 14, 9)  # next to the goblin and the troll behind
    put(state, "troll", 15, 9)
    put(state, "imp", 15, 8)  # no trollkin
    state.held = [monster for monster, node in enumerate(state.where) if node >= 0]
    events = night(state)
    assert assaults(events) == [("Goblin", 0, 1 + 1), ("Brute", 0, 3 + 2)]


@pytest.mark.rule("G85")
def test_legends_count_for_support_and_are_supported(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 13, 9)
    put(state, "goblin", 14, 8)
    put(state, "grendel_1", 14, 9)
    events = night(state)
    assert assaults(events) == [("Goblin", 0, 2), ("Grendel", 0, 8)]


@pytest.mark.rule("G85")
def test_goblins_move_two_areas() -> None:
    state = table("bjorn")
    goblin, brute = put(state, "goblin", 17, 9), put(state, "brute", 17, 8)
    night(state)
    assert (at(state, goblin), at(state, brute)) == ((15, 9), (16, 8))


@pytest.mark.rule("G86")
def test_the_fire_horde_attacks_from_two_areas_away(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 13, 9)
    sprite, elemental, jotunn = (
        put(state, "sprite", 15, 9),
        put(state, "elemental", 15, 8),
        put(state, "jotunn", 13, 11),
    )
    brute = put(state, "brute", 13, 7)
    state.held = [sprite, elemental, jotunn, brute]
    events = night(state)
    assert sorted(assaults(events)) == [("Elemental", 0, 3), ("Jotunn", 0, 5), ("Sprite", 0, 1)]


@pytest.mark.rule("G86")
def test_they_walk_on_out_of_range_again(monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "")
    stand(state, 14, 11)
    jotunn = put(state, "jotunn", 14, 9)  # two areas away; at (13,9) three
    events = night(state)
    assert at(state, jotunn) == (13, 9)
    assert assaults(events) == []


@pytest.mark.rule("G87")
@pytest.mark.parametrize(("kind", "strength"), [("imp", 2), ("skeleton", 4), ("draugr", 6)])
def test_runes_are_hits_when_the_dead_attack(kind: str, strength: int, monkeypatch: PATCH) -> None:
    state = table("bjorn")
    dice(monkeypatch, "", then="rune")
    stand(state, 13, 9)
    put(state, kind, 14, 9)
    night(state)
    assert hero_of(state).damage == strength


@pytest.mark.rule("G87")
def test_only_the_draugr_has_armor() -> None:
    state = table("embla")
    equip(state, "heels")
    stand(state, 13, 9)
    draugr, skeleton = put(state, "draugr", 14, 9), put(state, "skeleton", 12, 10)
    do(state, "use(heels)", "at(14,9)")
    hero_of(state).used = ()
    do(state, "use(heels)", "at(12,10)")
    assert (state.hurt[draugr], state.hurt[skeleton]) == (0, 1)


@pytest.mark.rule("G43")
def test_a_hero_who_is_pushed_into_a_forest_area_has_entered_it(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table("alva", monster_die=True)
    quest(state, "belt_of_youth")
    land = state.land
    behind = next(
        node
        for node in range(1, land.size)
        if land.forest[land.next[node]] and land.heroes_enter[node] and land.monsters_enter[node]
    )
    places.set_hero(state, 0, behind)
    beside = next(n for n in land.near[behind] if n != land.next[behind] and land.monsters_enter[n])
    put(state, "goblin", *land.xy[beside])
    monster_die(monkeypatch, "push")
    to_monsters(state)
    assert hero_of(state).node == land.next[behind]
    assert hero_of(state).progress == 1
