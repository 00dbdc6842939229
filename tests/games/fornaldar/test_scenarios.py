"""24. The three scenarios: set-ups and special rules."""

import pytest
from tests.games.fornaldar.moves import march_phase
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    begin,
    csp,
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
    refuses,
    rouse,
    ruin,
    rush,
    ship,
    side,
    treasure,
    vessel,
    where,
    who,
)

from fimbul.core import BadOption
from fimbul.games.fornaldar import GAME
from fimbul.games.fornaldar.model import Force
from fimbul.games.fornaldar.rules import (
    attrition,
    fates,
    mobilizing,
    pieces,
    ratings,
    reinforcing,
    scenarios,
    turn,
    victory,
)
from fimbul.games.fornaldar.rules.mobilizing import Mobilization
from fimbul.games.fornaldar.rules.movement import moving, passage
from fimbul.games.fornaldar.rules.movement.forces import points
from fimbul.games.fornaldar.state import FornaldarState


def strength(state: FornaldarState, seat: int) -> int:
    """The CSP and escorts of a side."""
    escorts = sum(each.escort for n, each in enumerate(state.leaders) if pieces.seat_of(state, n) == seat)
    return escorts + sum(each.csp for each in state.armies if state.side[each.group] == seat)


def force_of(
    state: FornaldarState, seat: int, hex_: str, *leaders: str, ships: tuple[str, ...] = ()
) -> Force:
    """A force of these characters, or of these ships."""
    return Force(
        seat=seat,
        hex=hex_of(state, hex_),
        stack="sea" if ships else "land",
        leaders=[leader_of(state, name) for name in leaders],
        troops=[],
        ships=[state.book.ship[name] for name in ships],
        left=20,
        way="move",
    )


# ---- set-ups


@pytest.mark.rule("R4.2")
@pytest.mark.rule("R24.1.1")
def test_the_war_of_the_sampo_is_set_up():
    state = begin("sampo")

    assert (state.month, state.game_turn) == (11, 1)
    assert state.points == [30, 0]
    assert (where(state, "gorm"), who(state, "gorm").escort) == ("1545", True)
    assert csp(state, "fynn", "1249") == 4
    assert csp(state, "normorea", "2210") == 10
    assert where(state, "orms_sling") == "3927"
    assert treasure(state, "magic_sampo").bearer == leader_of(state, "reomur")
    assert treasure(state, "thurolfs_helm").hidden
    assert treasure(state, "thurolfs_helm").hex == hex_of(state, "1606")
    assert treasure(state, "argian_torque").gone  # in no set-up
    assert not any(each.damaged for each in state.vessels)
    assert not any(each.wounds for each in state.leaders)
    assert not any(each.afloat for each in state.armies)
    assert [group.id for n, group in enumerate(state.book.groups) if state.active[n]] == [
        "fynn",
        "ycelia",
        "midhrasir",
    ]
    assert where(state, "tuisto") is None
    assert where(state, "captain") is None


@pytest.mark.rule("R24.1.1")
def test_the_printed_strength_of_the_war_of_the_sampo():
    state = begin("sampo")

    assert (strength(state, FOMORIAN), strength(state, MUNDANE)) == (103, 109)


@pytest.mark.rule("R24.2.1")
def test_the_second_northern_war_is_set_up():
    state = begin("northern_war")

    assert state.month == 5
    assert state.points == [0, 65]
    assert state.book.aspect[hex_of(state, "3218")] == state.book.aspect[hex_of(state, "3515")] == "enchanted"
    assert pieces.fortress_seat(state, hex_of(state, "3218")) == MUNDANE
    assert state.engine == hex_of(state, "3909")
    assert state.engine_seat == FOMORIAN
    river = state.book.rivers[vessel(state, "kanddare").river]
    assert {state.book.names[river[0]], state.book.names[river[1]]} == {"3617", "3618"}
    assert strength(state, FOMORIAN) == 111
    assert where(state, "auberon") is None


@pytest.mark.rule("R24.3.1")
def test_the_march_of_the_jotuns_is_set_up():
    state = begin("jotuns")

    assert state.month == 7
    assert state.points == [0, 0]
    assert csp(state, "centaur", "1822") == 10
    assert csp(state, "norskold", "1822") == 2
    assert treasure(state, "howling_mirror").bearer == leader_of(state, "frozur")
    assert state.book.aspect[hex_of(state, "3218")] == "wild"
    assert state.book.fortress[hex_of(state, "3218")] is None
    assert asked(state) == "Moving"  # nobody starts aboard


@pytest.mark.rule("R4.2")
@pytest.mark.rule("R24.1.1")
def test_land_pieces_in_a_hex_with_ships_may_start_embarked():
    state = begin("sampo")
    assert (asked(state), state.to_act) == ("Embarking", (FOMORIAN, MUNDANE))
    do(state, "load(scyld,1,h1044)")  # with his escort he fills the Swiftdagger
    assert not any("h1044" in text and "fynn" in text for text in legal(state, seat=FOMORIAN))
    do(state, "done")
    assert state.to_act == (MUNDANE,)
    do(state, "load(midhrasir,2,h3927)", "load(signhild,1,h3927)", "done")

    assert who(state, "scyld").aboard
    assert who(state, "signhild").aboard
    assert [each.csp for each in state.armies if each.aboard] == [2]
    assert state.game_turn == 1


@pytest.mark.rule("R4.2")
def test_ships_carry_no_more_at_the_start_than_they_can():
    state = begin("sampo")
    assert "load(scyld,1,h1044)" in legal(state)
    refuses(state, "load(fynn,2,h1044)", "R4.2")
    do(state, "load(fynn,1,h1044)")

    refuses(state, "load(scyld,1,h1044)", "R4.2")  # his escort has no room
    refuses(state, "load(gorm,1,h1545)", "R4.2")  # no ship is there


@pytest.mark.rule("R4.2")
@pytest.mark.parametrize("scenario", ["sampo", "northern_war"])
@pytest.mark.parametrize("viewer", [MUNDANE, None])
def test_who_starts_aboard_is_chosen_unseen(scenario: str, viewer: int | None):
    """Neither what is loaded nor how much shows before both are through, whoever is first."""
    state = begin(scenario)
    view, ply = state.view(viewer), state.ply
    mine = {seat: legal(state, seat=seat) for seat in (FOMORIAN, MUNDANE)}
    for _ in range(12):
        loads = sorted(legal(state, "load", FOMORIAN))
        if not loads:
            break
        events = do(state, loads[0], seat=FOMORIAN)
        assert not [event for event in events if event.seen_by(viewer)]
        assert state.view(viewer) == view
        assert legal(state, seat=MUNDANE) == mine[MUNDANE]
    do(state, "done", seat=FOMORIAN)
    assert legal(state, seat=MUNDANE) == mine[MUNDANE]
    assert (state.ply, state.to_act) == (ply, (MUNDANE,))


@pytest.mark.rule("R25.4")
def test_the_expedition_belongs_to_its_scenario():
    with pytest.raises(BadOption, match="expedition"):
        GAME.new(options={"scenario": "sampo", "expedition": True})


@pytest.mark.rule("R25.4")
@pytest.mark.parametrize(
    ("scenario", "turns"), [("sampo", -1), ("sampo", 15), ("jotuns", 10), ("sampo", 10**30)]
)
def test_a_game_is_not_longer_than_its_scenario(scenario: str, turns: int):
    with pytest.raises(BadOption, match="turns"):
        GAME.new(options={"scenario": scenario, "turns": turns})


@pytest.mark.rule("R3.6")
def test_pellost_is_friendly_to_the_mundane_player():
    state = bare()

    assert pieces.fortress_seat(state, hex_of(state, "4750")) == MUNDANE
    assert pieces.fortress_seat(state, hex_of(state, "1545")) == FOMORIAN
    ruin(state, "1545")
    assert pieces.fortress_seat(state, hex_of(state, "1545")) == -1


@pytest.mark.rule("R3.1")
def test_a_group_of_either_side_is_nobodys_friend_while_it_is_inactive():
    state = bare("northern_war")

    assert pieces.fortress_seat(state, hex_of(state, "1123")) == -1


# ---- the War of the Sampo


@pytest.mark.rule("R24.1.2.1")
def test_on_the_first_turn_nobody_is_called_or_intercepted_and_all_movement_is_halved():
    state = bare()
    state.game_turn = 1
    put(state, "gorm", "1545")

    assert scenarios.no_interception(state)
    happen(state, Mobilization(MUNDANE))
    assert state.decision is None
    assert points(state, force_of(state, FOMORIAN, "1545", "gorm")) == 12  # half points: 6 of 12

    state.game_turn = 2
    assert not scenarios.no_interception(state)
    assert points(state, force_of(state, FOMORIAN, "1545", "gorm")) == 24


@pytest.mark.rule("R24.1.2.2")
@pytest.mark.rule("R3.4")
def test_pellost_opens_only_to_who_comes_with_wodan():
    state = bare()
    place = hex_of(state, "4750")
    near = state.book.names[state.book.near[place][0]]

    assert scenarios.may_enter(state, place, force_of(state, MUNDANE, near, "hakon")) == "R24.1.2.2"
    assert (
        scenarios.may_enter(state, place, force_of(state, FOMORIAN, near, ships=("sorcerer",))) == "R24.1.2.2"
    )
    assert scenarios.may_enter(state, place, force_of(state, MUNDANE, near, "hakon", "wodan")) is None
    assert scenarios.may_enter(state, hex_of(state, near), force_of(state, MUNDANE, near, "hakon")) is None


@pytest.mark.rule("R24.1.2.2")
def test_in_the_march_of_the_jotuns_it_opens_to_who_comes_with_vigmund():
    state = bare("jotuns")
    place = hex_of(state, "4750")
    near = state.book.names[state.book.near[place][0]]

    assert scenarios.may_enter(state, place, force_of(state, MUNDANE, near, "eyalf")) == "R24.1.2.2"
    assert scenarios.may_enter(state, place, force_of(state, MUNDANE, near, "eyalf", "vigmund")) is None


@pytest.mark.rule("R24.1.2.4a")
@pytest.mark.rule("R24.1.2.4b")
@pytest.mark.parametrize(
    ("month", "leader", "banner", "count", "groups"),
    [(5, "tuisto", "nerfringia", 4, {"nerfringia"}), (6, "lohi", "fynn", 2, {"fynn", "basulea"})],
)
def test_reinforcements_of_the_war_of_the_sampo(
    month: int, leader: str, banner: str, count: int, groups: set[str]
):
    state = bare(month=month)
    state.sky = "rain"
    ruin(state, "2835")
    happen(state, reinforcing.Reinforcement())

    offered = {text[4:8] for text in legal(state)}
    forts = [hex_ for hex_ in state.book.forts if hex_ not in state.ruins]
    own = {hex_ for hex_ in forts if state.book.groups[state.book.fort_group[hex_]].id in groups}
    assert offered == {state.book.names[hex_] for hex_ in own if state.book.fortress[hex_].kind != "fynvirke"}  # type: ignore[union-attr]
    place = min(offered)
    do(state, f"at(h{place})")

    assert where(state, leader) == place
    assert csp(state, banner, place) == count


@pytest.mark.rule("R24.1.2.4b")
def test_lohi_and_his_csp_stand_in_basulea_while_it_is_inactive_and_leave_it():
    """A special rule goes before R10.4, by which they could not come back."""
    state = bare(month=6)
    lull(state, "basulea")
    state.sky = "rain"
    happen(state, reinforcing.Reinforcement())
    do(state, "at(h1735)")
    assert (where(state, "lohi"), csp(state, "fynn", "1735")) == ("1735", 2)
    assert not is_active(state, "basulea")
    march_phase(state, FOMORIAN)
    do(state, "pick(h1735,land)")
    out = sorted(legal(state, "go"))
    do(state, out[0])
    assert where(state, "lohi") == out[0][4:8]
    assert csp(state, "fynn", out[0][4:8]) == 2
    assert not is_active(state, "basulea")


@pytest.mark.rule("R24.1.2.4c")
def test_the_spring_levy():
    state = bare(month=6)
    state.sky = "clear"
    ruin(state, "1044")
    state.leaders[leader_of(state, "lohi")].hex = -1
    happen(state, reinforcing.Reinforcement())
    do(state, "at(h1545)")  # Lohi
    before = csp(state, "fynn", "1545")
    assert asked(state) == "Levying"

    # Fynn: 2 for Gunnar Thorpe, 1 for 1249; 1044 is a ruin and the Fynvirke gives nothing.
    do(state, "at(h1545)", "at(h1545)", "at(h1545)")
    assert csp(state, "fynn", "1545") == before + 3
    rush(state, "Brandishing")
    assert csp(state, "fynn") == before + 3

    assert csp(state, "midhrasir", "3927") == 3
    assert csp(state, "midhrasir") == 3 + 5
    assert csp(state, "skergota") == 2
    assert csp(state, "jotunheim") == 4
    assert scenarios.note(state, "levy")
    assert not reinforcing.levy_due(state)


@pytest.mark.rule("R24.1.2.4c")
def test_at_most_three_csp_of_the_levy_go_into_one_fortress():
    state = bare(month=7)
    happen(state, reinforcing.Reinforcement())
    assert asked(state) == "Levying"  # Fynn has 4
    do(state, "at(h1249)", "at(h1249)", "at(h1249)")

    refuses(state, "at(h1249)", "R24.1.2.4")
    refuses(state, "at(h1735)", "R24.1.2.4")


@pytest.mark.rule("R24.1.2.4c")
@pytest.mark.parametrize(
    ("month", "sky", "due"),
    [(12, "clear", False), (1, "clear", True), (5, "rain", False), (6, "clear", True)],
)
def test_the_levy_comes_with_the_first_clear_turn_of_the_year(month: int, sky: str, due: bool):
    state = bare(month=month)
    state.sky = sky

    assert reinforcing.levy_due(state) == due


# ---- the Second Northern War


@pytest.mark.rule("R24.2.2.1")
def test_the_fomorian_forces_march_before_the_game():
    state = begin("northern_war")
    do(state, "done", "done")

    assert (asked(state), state.to_act) == ("Moving", (FOMORIAN,))
    do(state, "pick(h3109,land)")
    assert state.force is not None
    assert state.force.left == 2 * 6
    occupied = [
        text for text in legal(state, "go") if pieces.has_ground(state, hex_of(state, text[4:8]), MUNDANE)
    ]
    assert occupied == []
    do(state, "halt", "done")
    assert state.game_turn == 1
    assert state.phase == "movement"


@pytest.mark.rule("R24.2.2.2")
def test_the_first_turn_begins_with_fomorian_movement_and_without_reaction():
    state = begin("northern_war")
    do(state, "done", "done", "done")  # nobody aboard, no early march

    seen = []
    while state.game_turn == 1 and state.outcome is None:
        mark = (state.phase, state.phasing)
        if not seen or seen[-1] != mark:
            seen.append(mark)
        rush(state, most=1)

    assert seen[0] == ("movement", FOMORIAN)
    assert ("reaction", FOMORIAN) not in seen
    assert ("reaction", MUNDANE) in seen
    assert ("enchantment", FOMORIAN) not in seen


@pytest.mark.rule("R24.2.2.2")
def test_on_the_first_turn_only_midhrasir_can_become_active(monkeypatch: pytest.MonkeyPatch):
    state = bare("northern_war")
    state.active = [group.id in state.book.scenario.active for group in state.book.groups]
    state.game_turn = 1
    put(state, "vithar", "3927")
    put(state, "asmundr", "3927")
    dice(monkeypatch, 6, 5)

    happen(state, Mobilization(MUNDANE))

    assert state.decision is None
    assert is_active(state, "midhrasir")


def strife() -> FornaldarState:
    """Midhrasir without a king."""
    state = bare("northern_war")
    state.active = [group.id in state.book.scenario.active for group in state.book.groups]
    state.game_turn = 1
    put(state, "vithar", "3927")
    put(state, "asmundr", "3927")
    return state


@pytest.mark.rule("R24.2.2.3")
@pytest.mark.parametrize(("die", "turns", "ruins", "invaded", "king"), [
    (6, 0, 0, False, True),
    (5, 0, 0, False, False),
    (5, 1, 0, False, True),
    (4, 0, 2, False, True),
    (5, 0, 0, True, True),
    (1, 2, 1, True, False),
])  # fmt: skip
def test_the_succession(
    monkeypatch: pytest.MonkeyPatch, die: int, turns: int, ruins: int, invaded: bool, king: bool
):
    state = strife()
    state.game_turn = 1 + turns
    ruin(state, *("3218", "3515")[:ruins])
    if invaded:
        army(state, "ycelia", "2020", 1)
    dice(monkeypatch, die, 1)

    events: list[object] = []
    mobilizing.succession(state, events)  # type: ignore[arg-type]

    assert is_active(state, "midhrasir") == king
    assert who(state, "vithar").crowned == king
    assert not who(state, "asmundr").crowned


@pytest.mark.rule("R24.2.2.3")
@pytest.mark.parametrize(("die", "king", "other"), [(3, "vithar", "asmundr"), (4, "asmundr", "vithar")])
def test_chance_says_who_is_king(monkeypatch: pytest.MonkeyPatch, die: int, king: str, other: str):
    state = strife()
    assert ratings.rank(state, leader_of(state, king)) == ratings.MARSHAL
    dice(monkeypatch, 6, die)

    mobilizing.succession(state, [])

    assert ratings.rank(state, leader_of(state, king)) == ratings.KING
    assert ratings.rank(state, leader_of(state, other)) == ratings.MARSHAL


@pytest.mark.rule("R24.2.2.3")
def test_nobody_of_the_mundane_side_enters_midhrasir_before_it_has_a_king():
    state = strife()
    place = hex_of(state, "2020")
    assert scenarios.may_enter(state, place, force_of(state, MUNDANE, "2019", "cythar")) == "R24.2.2.3"
    assert scenarios.may_enter(state, place, force_of(state, FOMORIAN, "2019", "gullveig")) is None

    rouse(state, "midhrasir")
    assert scenarios.may_enter(state, place, force_of(state, MUNDANE, "2019", "cythar")) is None


@pytest.mark.rule("R24.2.2.3")
def test_invaders_do_not_rouse_midhrasir():
    state = strife()

    fates.provoke(state, state.book.group["midhrasir"], FOMORIAN, [])

    assert not is_active(state, "midhrasir")


@pytest.mark.rule("R24.2.2.4")
def test_the_basuleans_in_lochlann_join_with_lochlann():
    state = begin("northern_war")
    basuleans = [each for each in state.armies if each.hex == hex_of(state, "1509")]
    banners = {state.book.banners[each.banner].id: state.book.groups[each.group].id for each in basuleans}

    assert banners == {"basulea": "lochlann", "lochlann": "lochlann"}
    assert state.book.groups[state.book.leader_group[leader_of(state, "goseric")]].id == "lochlann"


@pytest.mark.rule("R24.2.2.6a")
@pytest.mark.parametrize(("first", "second", "captured"), [(3, 3, False), (3, 4, True)])
def test_the_siege_engine_is_captured_or_destroyed(
    monkeypatch: pytest.MonkeyPatch, first: int, second: int, captured: bool
):
    state = bare("northern_war")
    state.engine, state.engine_seat = hex_of(state, "2416"), FOMORIAN
    army(state, "thulorm", "2416", 2)
    dice(monkeypatch, first, second)

    happen(state, turn.PhaseEnds())

    assert state.engine == (hex_of(state, "2416") if captured else -1)
    assert state.engine_seat == (MUNDANE if captured else -1)


@pytest.mark.rule("R24.2.2.6a")
def test_the_siege_engine_stays_while_its_side_has_csp_there(monkeypatch: pytest.MonkeyPatch):
    state = bare("northern_war")
    state.engine, state.engine_seat = hex_of(state, "2416"), FOMORIAN
    army(state, "thulorm", "2416", 2)
    army(state, "kobold", "2416", 1, group="ycelia")
    dice(monkeypatch)

    happen(state, turn.PhaseEnds())

    assert state.engine_seat == FOMORIAN


@pytest.mark.rule("R24.2.2.6c")
def test_the_siege_engine_works_for_the_side_that_has_csp_with_it():
    state = bare("northern_war")
    place = hex_of(state, "3927")
    state.engine, state.engine_seat = place, FOMORIAN
    assert not scenarios.engine_works(state, place, FOMORIAN)

    army(state, "ycelia", "3927", 2)
    assert scenarios.engine_works(state, place, FOMORIAN)
    assert not scenarios.engine_works(state, place, MUNDANE)


@pytest.mark.rule("R24.2.2.7")
def test_reinforcements_of_the_second_northern_war():
    state = bare("northern_war", month=7)
    ship(state, "triton", "5003")
    happen(state, reinforcing.Reinforcement())
    assert "at(h5003)" not in legal(state)
    do(state, "at(h5005)", "at(h3305)")

    assert {where(state, name) for name in ("krikol", "parnion", "anameo")} == {"5005"}
    assert csp(state, "kobold", "5005") == 3
    assert all(each.aboard for each in state.armies if each.hex == hex_of(state, "5005"))
    assert csp(state, "ycelia", "3305") == 3

    state = bare("northern_war", month=9)
    happen(state, reinforcing.Reinforcement())
    do(state, "at(h3927)")
    assert where(state, "loftunga") == "3927"
    assert csp(state, "midhrasir", "3927") == 4


@pytest.mark.rule("R24.2.2.8")
@pytest.mark.parametrize(
    ("month", "die", "ends"), [(12, 2, True), (12, 3, False), (13, 4, True), (13, 5, False)]
)
def test_the_second_northern_war_may_end_early(
    monkeypatch: pytest.MonkeyPatch, month: int, die: int, ends: bool
):
    state = bare("northern_war", month=month)
    state.game_turn = month - 4
    dice(monkeypatch, die, then=6)

    happen(state, turn.GameTurnEnds())

    assert (state.outcome is not None) == ends


# ---- Auberon's expedition


def expedition(month: int = 8) -> FornaldarState:
    """The expedition on the sea, with Auberon and Ogme aboard."""
    state = bare("northern_war", month=month, expedition=True)
    ship(state, "stoutheart", "0135")
    put(state, "auberon", "0135", aboard=True)
    state.phasing, state.phase = MUNDANE, "mobilization"
    return state


@pytest.mark.rule("R24.2.4a")
def test_the_expedition_comes_on_the_seventh_turn():
    state = begin("northern_war", expedition=True)
    state.agenda.clear()
    state.month = 7
    assert not is_active(state, "albion")
    happen(state, reinforcing.Reinforcement())
    rush(state, "Brandishing", most=2)
    assert legal(state) == {"at(h0134)", "at(h0135)", "at(h0136)"}
    do(state, "at(h0136)")

    assert where(state, "auberon") == where(state, "silverpeak") == "0136"
    assert who(state, "ogme").aboard
    assert is_active(state, "albion")


@pytest.mark.rule("R24.2.4a")
def test_without_the_option_there_is_no_expedition():
    state = bare("northern_war", month=7)
    happen(state, reinforcing.Reinforcement())
    rush(state)

    assert where(state, "auberon") is None
    assert where(state, "stoutheart") is None


@pytest.mark.rule("R24.2.4b")
def test_the_expedition_does_not_rouse_jotunheim():
    state = expedition()
    jotuns = state.book.group["jotunheim"]
    state.active[jotuns] = False
    state.force = force_of(state, MUNDANE, "0422", "auberon")
    passage.trespass(state, jotuns, MUNDANE, [])
    assert not is_active(state, "jotunheim")

    state.force = force_of(state, MUNDANE, "0422", "auberon", "cythar")
    passage.trespass(state, jotuns, MUNDANE, [])
    assert side(state, "jotunheim") == FOMORIAN


@pytest.mark.rule("R24.2.4b")
def test_the_expedition_enters_no_hex_with_enemies_on_its_first_turn():
    state = expedition(month=7)
    ship(state, "sea_spider", "0236")
    force = force_of(state, MUNDANE, "0135", ships=("stoutheart",))
    assert scenarios.may_enter(state, hex_of(state, "0236"), force) == "R24.2.4"
    assert scenarios.may_enter(state, hex_of(state, "0235"), force) is None

    state.month = 8
    assert scenarios.may_enter(state, hex_of(state, "0236"), force) is None


@pytest.mark.rule("R24.2.4c")
@pytest.mark.parametrize(("month", "cost"), [(8, 0), (9, 20), (12, 20), (13, 30), (14, 30)])
def test_the_expedition_costs_points_as_long_as_it_stays(month: int, cost: int):
    state = expedition(month)

    happen(state, Mobilization(MUNDANE))
    rush(state)

    assert state.points == [0, -cost]


@pytest.mark.rule("R24.2.4c")
def test_the_expedition_may_be_withdrawn_before_it_costs_anything():
    state = expedition(9)
    item(state, "skavard", bearer="auberon")
    happen(state, Mobilization(MUNDANE))

    do(state, "withdraw(albion)")
    rush(state)

    assert state.points == [0, 0]
    assert where(state, "auberon") is None
    assert where(state, "stoutheart") is None
    assert treasure(state, "skavard").bearer == -1


@pytest.mark.rule("R21.4")
def test_what_the_expedition_had_lies_where_it_was_or_is_lost_at_sea():
    state = expedition(9)
    put(state, "auberon", "2929")
    put(state, "ogme", "2929", escort=True)
    item(state, "skavard", bearer="auberon")
    item(state, "glaumjord", hex_="2929", keeper=MUNDANE)
    item(state, "hringla", hex_=where(state, "stoutheart"), keeper=MUNDANE)
    army(state, "midhrasir", "3927", 2)
    item(state, "his_hat", hex_="3927", keeper=MUNDANE)
    happen(state, Mobilization(MUNDANE))

    do(state, "withdraw(albion)")

    here = hex_of(state, "2929")
    for name in ("skavard", "glaumjord"):
        assert (treasure(state, name).hex, treasure(state, name).keeper) == (here, -1)
    assert treasure(state, "hringla").gone
    assert treasure(state, "his_hat").keeper == MUNDANE, "others keep theirs"


@pytest.mark.rule("R24.2.4d")
def test_losses_of_the_expedition_count_thrice():
    state = expedition()
    fates.sink(state, state.book.ship["stoutheart"], [])
    assert state.points == [9, 0]

    fates.kill(state, leader_of(state, "auberon"), [], "other")
    assert state.points == [9 + 15, 0]


@pytest.mark.rule("R24.2.4e")
def test_the_expedition_in_utgardar_rouses_the_fomorian_side():
    state = expedition()
    row = next(row for row in mobilizing.rows(state, FOMORIAN) if row.group == "basulea")
    assert mobilizing.modifier(state, row, FOMORIAN) == 0

    put(state, "auberon", "1123")
    state.force = force_of(state, MUNDANE, "1123", "auberon")
    scenarios.entered(state, hex_of(state, "1123"))
    assert mobilizing.modifier(state, row, FOMORIAN) == -1

    state.active[state.book.group["jotunheim"]] = False
    state.active[state.book.group["basulea"]] = False
    happen(state, Mobilization(FOMORIAN))
    refuses(state, "call(jotunheim)", "R24.2.4")


@pytest.mark.rule("R24.2.4e")
def test_an_attack_of_the_expedition_rouses_the_fomorian_side():
    state = expedition()
    row = next(row for row in mobilizing.rows(state, FOMORIAN) if row.group == "basulea")
    scenarios.outraged(state, [state.book.group["thulorm"]])
    assert mobilizing.modifier(state, row, FOMORIAN) == 0

    scenarios.outraged(state, [state.book.group["thulorm"], state.book.group["albion"]])
    assert mobilizing.modifier(state, row, FOMORIAN) == -1
    assert mobilizing.modifier(state, mobilizing.rows(state, MUNDANE)[0], MUNDANE) == 0


# ---- March of the Jotuns


@pytest.mark.rule("R24.3.2.1")
def test_the_first_turns_of_the_march():
    state = begin("jotuns")
    assert (asked(state), state.phase, state.to_act) == ("Moving", "movement", (FOMORIAN,))
    assert scenarios.no_mobilization(state)

    row = next(row for row in mobilizing.rows(state, FOMORIAN) if row.group == "basulea")
    other = next(row for row in mobilizing.rows(state, MUNDANE) if row.group == "suderpathia")
    state.game_turn, state.month = 2, 8
    assert mobilizing.modifier(state, row, FOMORIAN) == -2
    assert mobilizing.modifier(state, other, MUNDANE) == 0
    state.game_turn, state.month = 3, 8
    assert mobilizing.modifier(state, row, FOMORIAN) == 0


@pytest.mark.rule("R24.3.2.2")
def test_swithiod_and_the_guard_join_with_midhrasir():
    state = begin("jotuns")
    banners = {state.book.banners[each.banner].id: state.book.groups[each.group].id for each in state.armies}

    assert banners["swithiod"] == banners["guard"] == "midhrasir"
    assert state.book.groups[state.book.leader_group[leader_of(state, "tupilak")]].id == "midhrasir"


@pytest.mark.rule("R24.3.2.6")
def test_reinforcements_of_the_march():
    state = bare("jotuns", month=8)
    happen(state, reinforcing.Reinforcement())
    do(state, "at(h1545)")
    assert where(state, "hardang") == "1545"
    assert csp(state, "fynn", "1545") == 4

    state = bare("jotuns", month=9)
    happen(state, reinforcing.Reinforcement())
    do(state, "at(h3020)")
    assert {text[4:8] for text in legal(state)} == {"3526", "3927"}  # the ships need water
    do(state, "at(h3927)")
    assert where(state, "gizur") == where(state, "wanderer") == "3020"
    assert csp(state, "midhrasir", "3020") == 2
    assert where(state, "jolomon") == where(state, "oka") == "3927"


@pytest.mark.rule("R24.3.2.6")
def test_the_wanderer_is_a_captain_of_midhrasir():
    state = bare("jotuns")
    wanderer = put(state, "wanderer", "3020")
    assert ratings.leads(state, wanderer, state.book.banner["midhrasir"])
    assert not ratings.leads(state, wanderer, state.book.banner["swithiod"])


@pytest.mark.rule("R24.2.3d")
def test_who_has_destroyed_a_knowe_has_passed_its_ruins():
    state = bare("northern_war")
    put(state, "gullveig", "3515")
    army(state, "ycelia", "3515", 4)
    fates.raze(state, hex_of(state, "3515"), [])
    happen(state, turn.PhaseEnds())
    state.armies = []
    assert victory.total(state)[FOMORIAN] == 10 + 10  # the fortress, and its ruins


@pytest.mark.rule("R24.2.3d")
def test_who_passes_the_ruins_of_a_knowe_with_csp_is_remembered():
    state = bare("northern_war")
    place = hex_of(state, "3515")
    state.force = force_of(state, FOMORIAN, "3515", "gullveig")
    ruin(state, "3515")
    scenarios.entered(state, place)
    assert state.passed == []  # a character alone

    state.force.troops = [(state.book.banner["ycelia"], 2)]
    scenarios.entered(state, place)
    assert state.passed == [(place, FOMORIAN)]
    state.points = list(state.book.scenario.points)
    assert victory.total(state) == (10, 30)

    state.force = force_of(state, MUNDANE, "3515")
    state.force.troops = [(state.book.banner["thulorm"], 2)]
    scenarios.entered(state, place)
    assert state.passed == [(place, MUNDANE)]


@pytest.mark.rule("R24.1.2.3")
def test_a_destroyed_invasion_can_come_again_in_the_next_turn():
    state = bare()
    put(state, "captain", "1550")
    happen(state, attrition.AttritionPhase())
    fates.kill(state, leader_of(state, "captain"), [], "other")
    assert is_active(state, "mundanes")

    happen(state, turn.GameTurnEnds())

    assert not is_active(state, "mundanes")
    assert mobilizing.barred_invasion(state) is None


@pytest.mark.rule("R24.1.2.1")
def test_forced_marches_and_reactions_are_halved_too():
    state = bare()
    put(state, "hakon", "3927")
    force = force_of(state, MUNDANE, "3927", "hakon")
    for way in ("march", "react"):
        force.way = way
        state.game_turn = 1
        assert points(state, force) == 2 * 2  # half of 5, rounded down
        state.game_turn = 2
        assert points(state, force) == 2 * 5


@pytest.mark.rule("R24.2.4b")
def test_the_expedition_stacks_with_jotuns_and_goes_on():
    state = expedition()
    state.active[state.book.group["jotunheim"]] = False
    army(state, "jotunheim", "1019", 4)
    start = next(name for name in (state.book.names[hex_] for hex_ in state.book.near[hex_of(state, "1019")]))
    put(state, "ogme", start)  # a hero
    happen(state, moving.MovementPhase(MUNDANE))

    do(state, f"pick(h{start},land)", "go(h1019)")

    assert where(state, "ogme") == "1019"
    assert not is_active(state, "jotunheim")
    assert legal(state, "go")
