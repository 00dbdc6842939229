"""What players found wrong, each with the rule that says how it is."""

import pytest
from tests.games.fornaldar.fights import FIELD, attack, bear
from tests.games.fornaldar.moves import go, phase, pick
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    begin,
    dice,
    do,
    happen,
    hex_of,
    is_active,
    item,
    leader_of,
    legal,
    lull,
    put,
    sentences,
    ship,
    side,
    treasure,
    vessel,
    where,
    who,
)

from fimbul.core import Rng
from fimbul.games.fornaldar.rules import fates, mobilizing, recovery, secrecy, turn, victory
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.movement import moving
from fimbul.testing.trial import difference

COAST = "1745"


# ---- items that troops keep (R21.5, R12.3)


@pytest.mark.rule("R21.5")
def test_what_dead_troops_kept_lies_there_for_anybody():
    state = bare()
    army(state, "midhrasir", FIELD, 2)
    sampo = item(state, "magic_sampo", hex_=FIELD, keeper=MUNDANE)
    assert items.holder(state, sampo) == MUNDANE
    fates.lose_csp(state, state.armies[0], 2, [])
    assert treasure(state, "magic_sampo").keeper == -1
    army(state, "midhrasir", FIELD, 3)  # who comes later must pick it up
    assert items.holder(state, sampo) == -1
    seen = next(each for each in state.view(MUNDANE).items if each.id == "magic_sampo")
    assert (seen.seat, seen.hex) == (-1, f"h{FIELD}")


@pytest.mark.rule("R21.5")
def test_what_a_sunk_ship_kept_is_lost_at_sea():
    state = bare()
    ship(state, "wrath_of_gorm", "2747", damaged=True)
    item(state, "magic_sampo", hex_="2747", keeper=FOMORIAN)
    fates.sink(state, state.book.ship["wrath_of_gorm"], [])
    assert treasure(state, "magic_sampo").gone


@pytest.mark.rule("R12.3")
def test_the_enemy_does_not_see_where_troops_keep_an_item():
    state = bare()
    put(state, "hakon", FIELD, escort=True)
    army(state, "midhrasir", FIELD, 3)
    item(state, "magic_sampo", hex_=FIELD, keeper=MUNDANE)
    own, other = (
        next(each for each in state.view(seat).items if each.id == "magic_sampo")
        for seat in (MUNDANE, FOMORIAN)
    )
    assert own.hex == f"h{FIELD}"
    assert (other.hex, other.seat, other.bearer) == ("", MUNDANE, "")


# ---- the off-map Mundanes rouse whose land they enter (R10.2)


@pytest.mark.rule("R10.2")
@pytest.mark.rule("R24.1.2.3")
def test_a_mundane_invasion_rouses_fynn():
    state = bare("northern_war")
    lull(state, "fynn", "mundanes")
    hexes = [
        name
        for name in ("1250", "1450")
        if state.book.kingdom[hex_of(state, name)] == state.book.group["fynn"]
    ]
    assert hexes
    happen(state, mobilizing.Invading((MUNDANE,), 7))
    assert not is_active(state, "fynn")
    do(state, f"at(h{hexes[0]})")
    assert is_active(state, "fynn")
    assert side(state, "fynn") == FOMORIAN


# ---- refit (R9.1)


@pytest.mark.rule("R9.1")
@pytest.mark.parametrize("csp", [0, 3])
def test_what_may_be_refitted_does_not_tell_of_hidden_csp(csp):
    state = bare()
    ship(state, "orms_sling", COAST, damaged=True)
    put(state, "gorm", COAST)
    if csp:
        army(state, "fynn", COAST, csp)
    happen(state, recovery.Refitting((MUNDANE,)))
    assert legal(state) == {"refit(orms_sling)", "done"}
    events = do(state, "refit(orms_sling)")
    assert vessel(state, "orms_sling").refit == (not csp)
    assert any("keep the" in line for line in sentences(events)) == bool(csp)
    if csp:
        assert asked(state) != "Refitting" or "refit(orms_sling)" not in legal(state)


# ---- Ada's Mask (R21.43)


@pytest.mark.rule("R21.43")
def test_vision_does_not_count_the_bearer_of_adas_mask():
    state = bare("sampo", month=9)
    put(state, "thorskuld", "2331")
    put(state, "aulgerda", "2331", escort=True)
    item(state, "adas_mask", bearer="aulgerda")
    state.seen = [(FOMORIAN, hex_of(state, "2331"))]
    (stack,) = [each for each in state.view(FOMORIAN).stacks if each.hex == "h2331"]
    assert (stack.leaders, stack.csp) == (1, 0)
    assert [each.id for each in state.view(FOMORIAN).leaders] == ["thorskuld"]


# ---- fortresses whose defenders are driven out (R18.4, the first example)


@pytest.mark.rule("R18.4")
def test_a_fortress_falls_when_its_defenders_are_driven_out(monkeypatch):
    state = bare("jotuns")
    fort = next(h for h in state.book.forts if state.book.fortress[h].kind == "stockade")
    name = state.book.names[fort]
    group = state.book.groups[state.book.fort_group[fort]].id
    put(state, "klattka", name)
    army(state, "jotunheim", name, 20)
    army(state, group, name, 6)
    dice(monkeypatch, 6, 6, then=1)
    attack(state, name)
    bear(state)
    assert asked(state) == "DrivingOut"
    do(state, "drive_out")
    do(state, min(legal(state, "retreat")))
    assert fort in state.ruins
    assert state.battle is None
    assert asked(state) != "Pressing"


# ---- evasion lapses (R19.1, R19.5)


@pytest.mark.rule("R19.5")
@pytest.mark.parametrize(("mine", "theirs", "alive"), [(6, 1, True), (1, 6, False)])
def test_who_is_alone_among_enemies_must_evade_anew_in_the_next_player_turn(monkeypatch, mine, theirs, alive):
    state = bare("sampo", month=6)
    put(state, "signhild", FIELD)
    army(state, "fynn", FIELD, 8)
    state.evaded = [leader_of(state, "signhild")]
    dice(monkeypatch, mine, theirs, then=1)
    happen(state, turn.PlayerTurn(MUNDANE))
    assert (where(state, "signhild") == FIELD) == alive


# ---- movement


@pytest.mark.rule("R11.3")
def test_a_force_that_can_do_nothing_but_stop_stops():
    state = bare("sampo", month=6)
    put(state, "gorm", "3823")
    army(state, "fynn", "3823", 4)
    phase(state, FOMORIAN)
    pick(state, "3823")
    state.force.left = 2  # just enough for one hex
    go(state, "3824")
    assert state.force is None
    assert who(state, "gorm").done


# ---- what would be counted (R24.3.3)


@pytest.mark.rule("R24.3.3")
def test_the_march_of_the_jotuns_begins_undecided():
    state = begin("jotuns")
    fomorian, mundane = victory.total(state)
    assert abs(fomorian - mundane) < state.book.scenario.levels[0]


@pytest.mark.rule("R24.1.3")
@pytest.mark.rule("R24.2.3")
@pytest.mark.parametrize(("scenario", "points"), [("sampo", (35, 0)), ("northern_war", (5, 75))])
def test_what_a_war_would_count_before_its_first_move(scenario, points):
    """The Sampo, artifacts and the knowes; the losses of both sides come later."""
    assert victory.total(begin(scenario)) == points


# ---- imagine deals everything anew


@pytest.mark.rule("R25.2")
def test_escorts_and_who_is_aboard_are_dealt_anew():
    state = bare("sampo")
    for name in ("gorm", "scyld", "knud"):
        put(state, name, COAST, escort=name == "scyld")
    army(state, "fynn", COAST, 6)
    ship(state, "wrath_of_gorm", COAST)
    ship(state, "old_haddock", COAST)
    worlds = [state.imagine(MUNDANE, Rng(seed)) for seed in range(30)]
    assert {world.leaders[leader_of(state, "scyld")].escort for world in worlds} == {True, False}
    assert {world.leaders[leader_of(state, "scyld")].aboard for world in worlds} == {True, False}
    assert len({sum(each.csp for each in world.armies if each.aboard) for world in worlds}) > 1
    for world in worlds:
        escorts = sum(each.escort for each in world.leaders)
        assert escorts + sum(each.csp for each in world.armies) == 7
        assert world.view(MUNDANE) == state.view(MUNDANE)


@pytest.mark.rule("R12.3")
def test_a_step_tells_nothing_of_what_goes_along():
    """A step counts as a revelation (what stays behind shows); what lies under the top does not show."""
    views = []
    for here, there, with_gorm, with_scyld in ((4, 6, "eberic", "knud"), (7, 3, "knud", "eberic")):
        state = bare("sampo", month=6)
        put(state, "gorm", "3823")
        put(state, with_gorm, "3823")
        put(state, "scyld", "1745")
        put(state, with_scyld, "1745")
        army(state, "fynn", "3823", here)
        army(state, "fynn", "1745", there)
        happen(state, moving.MovementPhase(FOMORIAN))
        before = state.reveals
        do(state, "pick(h3823,land)", "go(h3824)")
        assert state.reveals > before
        views.append(state.view(MUNDANE))
    assert views[0] == views[1], difference(*views)


@pytest.mark.rule("R12.3")
def test_a_force_on_the_move_shows_its_top_alone():
    state = bare("sampo", month=6)
    put(state, "gorm", "3823")
    put(state, "eberic", "3823")
    happen(state, moving.MovementPhase(FOMORIAN))
    do(state, "pick(h3823,land)", "go(h3824)")
    assert "Eberic" not in repr(state.view(MUNDANE).stacks)
    assert secrecy.top(state, secrecy.stacks(state, FOMORIAN)[0]).number == leader_of(state, "gorm")
