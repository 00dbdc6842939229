"""What a seat sees of the other's pieces, and what it may imagine under a stack (R12.3, R25.2)."""

from collections import Counter
from pathlib import Path

import pytest
from tests.games.fornaldar.fights import FIELD, attack, bear
from tests.games.fornaldar.moves import march_phase, phase
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    bare,
    cast,
    dice,
    do,
    find_hex,
    happen,
    hex_of,
    item,
    leader_of,
    legal,
    lull,
    put,
    ruin,
    sentences,
    ship,
    where,
    who,
)

from fimbul.core import Record, Rng, replay
from fimbul.games.fornaldar import GAME
from fimbul.games.fornaldar.model import LAND, Army, Force, Leader
from fimbul.games.fornaldar.rules import (
    attrition,
    pieces,
    ratings,
    recovery,
    reinforcing,
    secrecy,
    turn,
    victory,
)
from fimbul.games.fornaldar.rules.combat import fighting
from fimbul.games.fornaldar.rules.magic import enchanting, searching
from fimbul.games.fornaldar.rules.movement import evading, forces, intercepting, marching
from fimbul.games.fornaldar.state import FornaldarState

VIEWERS = (0, 1, None)
SEEDS = range(12)
FINDS = sorted((Path(__file__).parent / "finds").glob("*.saga"))


def scatter(seed: int, scenario: str = "sampo") -> FornaldarState:
    """A random position: both sides in a few stacks on land and at sea, with wounds, escorts and items."""
    state, rng = bare(scenario), Rng(seed)
    book = state.book
    land = [rng.choice([n for n in range(book.size) if book.land[n]]) for _ in range(7)]
    coast = [rng.choice([n for n in range(book.size) if book.ground[n].water == "coastal"]) for _ in range(5)]
    room: dict[tuple[int, int], int] = {}
    for number, card in enumerate(book.fleet):
        seat = pieces.ship_seat(state, number)
        if seat >= 0 and rng.below(3):
            vessel = state.vessels[number]
            vessel.hex, vessel.damaged = rng.choice(coast), not rng.below(4)
            room[vessel.hex, seat] = room.get((vessel.hex, seat), 0) + card.capacity
    for number, card in enumerate(book.cast):
        seat = pieces.seat_of(state, number)
        if seat < 0 or not rng.below(4):
            continue
        someone = state.leaders[number] = Leader(hex=rng.choice([*land, *coast]))
        someone.wounds = rng.below(max(1, card.combat))
        someone.escort = card.escort and bool(rng.below(2))
        fleets = sorted(where for where, whose in room if whose == seat)
        if card.swims and rng.below(2):
            someone.hex, someone.afloat = rng.choice(coast), True
        elif fleets and not card.swims and not card.flies and not rng.below(3):
            someone.hex, someone.aboard = rng.choice(fleets), True
            someone.escort = someone.escort and room[someone.hex, seat] > 0
            room[someone.hex, seat] -= someone.escort
    for group in range(len(book.groups)):
        seat = state.side[group]
        if seat < 0 or book.groups[group].id not in book.banner:
            continue
        banner = book.banner[book.groups[group].id]
        for _ in range(3):
            pieces.add_army(
                state, Army(hex=rng.choice([*land, *coast]), group=group, banner=banner, csp=rng.die())
            )
        fleets = sorted(where for where, whose in room if whose == seat and room[where, whose] > 0)
        if fleets:
            where = rng.choice(fleets)
            room[where, seat] -= 1
            pieces.add_army(state, Army(hex=where, group=group, banner=banner, csp=1, aboard=True))
        if book.banners[banner].race == "merman":
            pieces.add_army(
                state, Army(hex=rng.choice(coast), group=group, banner=banner, csp=rng.die(), afloat=True)
            )
    bearers = [n for n, each in enumerate(state.leaders) if each.hex >= 0 and not book.cast[n].supernatural]
    for treasure in state.treasures:
        if rng.below(2):
            treasure.gone, treasure.bearer = False, rng.choice(bearers)
    return state


def totals(state: FornaldarState, seat: int) -> Counter[object]:
    """What a side has altogether."""
    count: Counter[object] = Counter()
    for each in state.armies:
        if state.side[each.group] == seat:
            count["csp", each.banner, each.group] += each.csp  # escorts among them
    for number, leader in enumerate(state.leaders):
        if pieces.seat_of(state, number) == seat and leader.hex >= 0:
            count["leader", number] += 1
            count["wounds"] += leader.wounds
            banner, group = state.book.leader_banner[number], state.book.leader_group[number]
            count["csp", banner, group] += leader.escort
    for number, vessel in enumerate(state.vessels):
        if pieces.ship_seat(state, number) == seat and vessel.hex >= 0:
            count["ship", number, vessel.damaged] += 1
    for number, treasure in enumerate(state.treasures):
        held = treasure.bearer >= 0 and pieces.seat_of(state, treasure.bearer) == seat
        if held or treasure.keeper == seat:
            count["item", number] += 1
    return count


def imagined(state: FornaldarState, viewer: int | None, seed: int) -> FornaldarState:
    """A world that the viewer could be in."""
    return state.imagine(viewer, Rng(seed))


# ---- random positions


@pytest.mark.rule("R25.2")
@pytest.mark.parametrize("scenario", ["sampo", "northern_war", "jotuns"])
@pytest.mark.parametrize("seed", SEEDS)
def test_an_imagined_world_looks_the_same(scenario, seed):
    state = scatter(seed, scenario)
    for viewer in VIEWERS:
        assert imagined(state, viewer, 5).view(viewer) == state.view(viewer)


@pytest.mark.parametrize("seed", SEEDS)
def test_worlds_that_look_the_same_are_imagined_the_same(seed):
    state = scatter(seed)
    for viewer in VIEWERS:
        world = imagined(state, viewer, 7)
        assert imagined(state, viewer, 11) == imagined(world, viewer, 11)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost_or_won_by_imagining(seed):
    state = scatter(seed)
    for viewer in VIEWERS:
        world = imagined(state, viewer, 3)
        for seat in (0, 1):
            assert totals(world, seat) == totals(state, seat)


@pytest.mark.parametrize("seed", SEEDS)
def test_ships_are_not_overladen_and_nobody_dies_of_it(seed):
    state = scatter(seed)
    for viewer in VIEWERS:
        world = imagined(state, viewer, 9)
        for seat in (0, 1):
            for stack in secrecy.stacks(world, seat):
                room = sum(world.book.fleet[each].capacity for each in stack.ships)
                load = sum(each.csp for each in stack.armies if each.aboard)
                load += sum(
                    world.leaders[each].escort for each in stack.leaders if world.leaders[each].aboard
                )
                assert load <= room
        for number, leader in enumerate(world.leaders):
            assert leader.hex < 0 or leader.wounds == 0 or ratings.face(world, number) > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_ones_own_pieces_stay(seed):
    state = scatter(seed)
    for viewer in (0, 1):
        world = imagined(state, viewer, 2)
        for number, leader in enumerate(state.leaders):
            if pieces.seat_of(state, number) == viewer:
                assert world.leaders[number] == leader
        mine = [each for each in state.armies if state.side[each.group] == viewer]
        assert [each for each in world.armies if world.side[each.group] == viewer] == mine


def test_what_is_hidden_is_dealt_anew():
    state = scatter(1)
    worlds = [imagined(state, 0, seed) for seed in range(8)]
    assert len({tuple(leader.hex for leader in world.leaders) for world in worlds}) > 1
    assert len({tuple(each.bearer for each in world.treasures) for world in worlds}) > 1
    assert len({tuple((each.hex, each.csp) for each in world.armies) for world in worlds}) > 1
    fleets = [imagined(state, None, seed) for seed in range(8)]
    assert len({tuple(each.hex for each in world.vessels) for world in fleets}) > 1


def test_a_side_without_hidden_pieces_stays_as_it_is():
    state = bare()
    put(state, "gorm", "1545")
    assert imagined(state, 1, 4).leaders == state.leaders
    empty = bare()
    assert imagined(empty, None, 4).view(None) == empty.view(None)


# ---- what is seen


@pytest.mark.rule("R12.3")
def test_of_a_stack_the_enemy_sees_the_top_piece_alone():
    state = bare()
    put(state, "gorm", "1545", escort=True, wounds=2)
    put(state, "eberic", "1545")
    army(state, "fynn", "1545", 7)
    (stack,) = state.view(1).stacks
    assert (stack.hex, stack.kind, stack.top, stack.id, stack.known) == (
        "h1545",
        "land",
        "leader",
        "gorm",
        False,
    )
    assert (stack.csp, stack.leaders) == (-1, -1)
    assert state.view(1).leaders == () == state.view(1).armies
    mine = state.view(0)
    assert [each.id for each in mine.leaders] == ["gorm", "eberic"]
    assert [each.csp for each in mine.armies] == [7]
    assert mine.stacks[0].csp == 8


@pytest.mark.rule("R12.3")
def test_a_stack_without_characters_shows_one_banner():
    state = bare()
    army(state, "fynn", "1545", 2)
    army(state, "skane", "1545", 9)
    (stack,) = state.view(1).stacks
    assert (stack.top, stack.id) == ("army", "fynn")
    for seed in range(5):
        assert len(imagined(state, 1, seed).armies) == 2


@pytest.mark.rule("R12.3")
def test_what_is_examined_is_seen_by_who_examines_it():
    state = bare()
    put(state, "gorm", "1545", wounds=1)
    put(state, "eberic", "1545")
    item(state, "thurolfs_helm", bearer="eberic")
    state.seen = [(1, who(state, "gorm").hex)]
    assert [each.id for each in state.view(1).leaders] == ["gorm", "eberic"]
    assert state.view(1).leaders[1].items == ("thurolfs_helm",)
    assert state.view(None).leaders == ()
    assert imagined(state, 1, 3).leaders == state.leaders
    state.seen.append((0, who(state, "gorm").hex))
    assert len(state.view(None).leaders) == 2


def test_pieces_of_inactive_groups_stand_openly():
    state = bare()
    put(state, "gorm", "1545")
    army(state, "fynn", "1545", 3)
    lull(state, "fynn")
    assert state.view(1).stacks == ()
    assert [each.id for each in state.view(1).leaders] == ["gorm"]
    assert [each.csp for each in state.view(1).armies] == [3]
    assert imagined(state, 1, 3).leaders == state.leaders


def test_which_items_a_side_holds_is_known_and_not_who_bears_them():
    state = bare()
    put(state, "gorm", "1545")
    put(state, "eberic", "1545")
    item(state, "thurolfs_helm", bearer="eberic")
    (seen,) = state.view(1).items
    assert (seen.id, seen.seat, seen.bearer) == ("thurolfs_helm", 0, "")
    (mine,) = state.view(0).items
    assert mine.bearer == "eberic"
    bearers = {
        imagined(state, 1, seed).treasures[state.book.relic["thurolfs_helm"]].bearer for seed in range(9)
    }
    assert bearers == {leader_of(state, "gorm"), leader_of(state, "eberic")}


def test_a_fleet_shows_its_strongest_ship_and_ships_on_a_river_everything():
    state = bare()
    ship(state, "wrath_of_gorm", "1745")
    ship(state, "old_haddock", "1745")
    put(state, "gorm", "1745", aboard=True)
    (stack,) = state.view(1).stacks
    assert (stack.kind, stack.top, stack.id, stack.ships) == ("sea", "ship", "wrath_of_gorm", -1)
    one, other, _ = state.book.rivers[0]
    for name in ("wrath_of_gorm", "old_haddock"):
        ship(state, name, state.book.names[one], beside=state.book.names[other])
    who(state, "gorm").hex = one
    (stack,) = state.view(1).stacks
    assert (stack.known, stack.ships) == (True, 2)
    assert stack.river
    assert [each.id for each in state.view(1).leaders] == ["gorm"]


def test_who_has_cast_is_known_to_be_there():
    state = bare()
    put(state, "gorm", "1545")
    put(state, "eberic", "1545")
    put(state, "scyld", "1745")
    assert leader_of(state, "eberic") not in secrecy.placed_leaders(state, 1)
    who(state, "eberic").cast = True
    assert leader_of(state, "eberic") in secrecy.placed_leaders(state, 1)
    for seed in range(6):
        assert imagined(state, 1, seed).leaders[leader_of(state, "eberic")].hex == who(state, "eberic").hex


@pytest.mark.rule("R12.3")
def test_all_see_where_somebody_has_cast(monkeypatch):
    """Under a stack too, and whether it works or not: the log has told it."""
    for die in (1, 6):
        state = bare("sampo", month=9)
        put(state, "tengen", "3905")
        put(state, "knud", "3905")
        who(state, "knud").height = 1
        happen(state, enchanting.EnchantmentPhase())
        do(state, "cast(tengen,vision)", "aim(h3905)")
        assert state.view(MUNDANE).casters == ()
        dice(monkeypatch, then=die)
        do(state, "done", "done")
        for viewer in VIEWERS:
            assert state.view(viewer).casters == (("tengen", "h3905"),)


@pytest.mark.rule("R21.63")
def test_all_see_where_the_howling_mirror_was_used():
    state = bare("jotuns", month=12)
    wild = find_hex(state, aspect="wild", fortress=False, land=True)
    put(state, "frozur", wild)
    put(state, "nitul", wild)
    who(state, "nitul").height = 1
    item(state, "howling_mirror", bearer="frozur")
    happen(state, reinforcing.Reinforcement())
    do(state, "use(howling_mirror)")
    assert state.view(MUNDANE).casters == (("frozur", f"h{wild}"),)


@pytest.mark.rule("R24.3.2.4")
def test_the_jibalian_casts_unseen_under_a_stack():
    """It is not marked, so nothing would keep the place that the log told."""
    for above, about in ((1, ()), (0, ("h2929",))):
        state = bare("jotuns", month=12)
        jibalian = put(state, "jibalian", "2929")
        put(state, "eyalf", "2929")
        who(state, "eyalf").height, who(state, "jibalian").height = above, 1 - above
        assert enchanting.cast_from(state, jibalian) == about


@pytest.mark.rule("R7.4")
def test_all_are_told_where_somebody_was_killed():
    state = bare("sampo", month=9)
    put(state, "gorm", "1545")
    eberic = put(state, "eberic", "1545")
    events = []
    enchanting.strike(state, eberic, 20, events)
    assert any("Eberic is killed at" in text and "1545" in text for text in sentences(events, MUNDANE))


@pytest.mark.rule("R19.2")
def test_who_may_evade_is_imagined_without_troops():
    """That he is asked tells all that no CSP are with him."""
    state = bare("northern_war", month=6)
    bjarki = put(state, "bjarki", "2908")
    army(state, "ycelia", "4011", 9)
    put(state, "gullveig", "4011")
    put(state, "alfildir", "2908")
    where = hex_of(state, "2908")
    state.push(evading.Evading((FOMORIAN,), where, LAND, (bjarki,), True))
    for viewer in (MUNDANE, None):
        for seed in range(8):
            world = imagined(state, viewer, seed)
            assert not pieces.troops(world, where, FOMORIAN)


@pytest.mark.rule("R25.2")
def test_when_both_sides_went_the_same_way_it_is_not_kept_who_was_first():
    for name in ("entries", "trace"):
        state, twin = bare(), bare()
        way, other = (hex_of(state, "1545"), hex_of(state, "1546")), (hex_of(state, "1546"), -1)
        setattr(state, name, [(0, *way), (1, *other), (1, *way)])
        setattr(twin, name, [(0, *way), (1, *way), (1, *other)])
        for viewer in VIEWERS:
            assert state.view(viewer) == twin.view(viewer)
            assert imagined(state, viewer, 3) == imagined(twin, viewer, 3)


@pytest.mark.rule("R24.2.3")
def test_nobody_sees_whether_troops_are_under_a_character_in_the_ruins_of_a_knowe():
    """The account of the enemy is the same with and without them."""
    accounts = []
    for csp in (0, 3):
        state = bare("northern_war", month=6)
        ruin(state, "3218")
        put(state, "gullveig", "3218")
        if csp:
            army(state, "ycelia", "3218", csp)
        accounts.append([each for each in victory.account(state, MUNDANE) if "ruins" in each.name])
    assert accounts[0] == accounts[1]
    assert all(each.least for each in accounts[0])


def test_plots_and_the_unmoved_force_are_secret():
    state = bare()
    put(state, "gorm", "1545")
    army(state, "fynn", "1545", 4)
    gorm = leader_of(state, "gorm")
    here = who(state, "gorm").hex
    fynn = state.book.banner["fynn"]
    state.force = Force(
        seat=0, hex=here, stack="land", leaders=[gorm], troops=[(fynn, 2)], ships=[], left=8, way="move"
    )
    assert state.view(1).force is None
    assert imagined(state, 1, 3).force is None
    state.force.known = state.force.moved = True
    assert state.view(1).force is None
    state.push(intercepting.Intercepting((1,), here))
    seen = state.view(1).force
    assert seen is not None
    assert (seen.hex, seen.leaders, seen.own) == ("h1545", (), False)
    world = imagined(state, 1, 3)
    assert world.force is not None
    escorts = sum(world.leaders[each].escort for each in world.force.leaders)
    assert [(banner, csp + escorts) for banner, csp in world.force.troops] == [(fynn, 4)]


def test_spells_in_effect_are_seen_by_all():
    state = bare()
    put(state, "eberic", "1545")
    cast(state, "vision", "eberic", hex_="1745")
    assert [(each.enchantment, each.hex) for each in state.view(None).spells] == [("vision", "h1745")]


@pytest.mark.rule("R25.2")
@pytest.mark.parametrize("path", FINDS, ids=lambda path: path.stem)
def test_what_fresh_seeds_found_looks_the_same_in_imagined_worlds(path):
    """Records of positions in which something that was imagined once differed from what a seat knew."""
    state = replay(Record.parse(path.read_text(encoding="utf-8")), GAME).state
    for viewer in (FOMORIAN, MUNDANE, None):
        for seed in range(8):
            assert state.imagine(viewer, Rng(seed)).view(viewer) == state.view(viewer)


@pytest.mark.rule("R25.2")
def test_in_what_order_troops_brought_their_items_is_nobodys_knowledge():
    path = Path(__file__).parent / "finds" / "twins-7056018001834897074.saga"
    state = replay(Record.parse(path.read_text(encoding="utf-8")), GAME).state
    twin = state.copy()
    twin.force.towed.reverse()
    assert twin.force.towed != state.force.towed
    for viewer in VIEWERS:
        assert twin.imagine(viewer, Rng(1)) == state.imagine(viewer, Rng(1))


@pytest.mark.rule("R12.1")
def test_who_was_put_on_top_lies_there_again_when_he_is_back():
    """A ship on a river, where all see her, comes back to her fleet: what lies on top is no news."""
    path = Path(__file__).parent / "finds" / "joining-4090168118806951166.saga"
    state = replay(Record.parse(path.read_text(encoding="utf-8")), GAME).state
    for seed in range(8):
        here, there = state.copy(), state.imagine(MUNDANE, Rng(seed))
        revelations = here.revelations
        do(here, "go(h3705-h3706)")
        do(there, "go(h3705-h3706)")
        assert here.revelations == revelations
        assert here.view(MUNDANE) == there.view(MUNDANE)
        assert "dark_rage" in {each.id for each in there.view(MUNDANE).stacks}


@pytest.mark.rule("R14.3.1")
def test_who_teleports_appears_in_every_imagined_world():
    """Once, who was on his way was dealt to where he goes, and nobody was told that somebody appears."""
    path = Path(__file__).parent / "finds" / "appearing-8612514591620437437.saga"
    state = replay(Record.parse(path.read_text(encoding="utf-8")), GAME).state
    for seed in range(40):
        world = state.imagine(FOMORIAN, Rng(seed))
        assert sentences(do(world, "at(h3515)")) == ["Somebody appears at Tuvelien Knowe (3515)."]


@pytest.mark.rule("R14.8.9")
def test_who_came_late_does_not_fight_in_any_imagined_world():
    """Once, the troops that came late to an intercepted force counted in the odds of imagined worlds."""
    path = Path(__file__).parent / "finds" / "late-8592283634141912700.saga"
    state = replay(Record.parse(path.read_text(encoding="utf-8")), GAME).state
    late = [army.csp for army in state.armies if army.late]
    assert late == [4]
    for viewer in VIEWERS:
        world = state.imagine(viewer, Rng(1))
        assert [army.csp for army in world.armies if army.late] == late
        assert world.view(viewer).question == state.view(viewer).question


@pytest.mark.rule("R24.1.2.4")
def test_a_levy_brings_nothing_hidden_to_light():
    """It comes of intact fortresses alone, which all see: in every imagined world it looks the same."""
    path = Path(__file__).parent / "finds" / "levying-48920432.saga"
    state = replay(Record.parse(path.read_text(encoding="utf-8")), GAME).state
    seat, revelations = state.to_act[0], state.revelations
    for viewer in VIEWERS:
        here, there = state.copy(), state.imagine(viewer, Rng(1))
        assert here != there
        told = [sentences(do(world, "done")) for world in (here, there)]
        assert told[0] == told[1]
        assert here.view(viewer) == there.view(viewer)
        assert here.revelations == revelations
    assert state.to_act[0] == seat


@pytest.mark.rule("R11.5")
def test_leaving_greutung_costs_nobody_a_march():
    """The engine alone is left: whatever an imagined force may lack, nobody else stays behind."""
    state = bare("northern_war", month=6)
    put(state, "jofur", "3909")
    army(state, "ycelia", "3909", 4)
    state.engine, state.engine_seat = hex_of(state, "3909"), FOMORIAN
    march_phase(state, FOMORIAN)
    do(state, "pick(h3909,land)", "take(greutung,1)", "go(h3910)")
    assert state.force.moved
    state.force.leaders.clear()
    drawn = state.rng.drawn
    assert sentences(do(state, "leave(greutung,1)")) == []
    assert (state.rng.drawn, state.force.engine) == (drawn, False)


# ---- what counts as a revelation


@pytest.mark.rule("R25.2")
def test_a_step_counts_as_a_revelation_unless_one_known_piece_takes_it():
    for others, seen, counts in ((0, False, True), (0, True, False), (1, True, True)):
        state = bare("sampo", month=6)
        put(state, "hakon", "3824")
        if others:
            put(state, "kars", "3824")
        here = who(state, "hakon").hex
        state.seen = [(0, here), (1, here)] if seen else []
        phase(state, 1)
        do(state, "pick(h3824,land)")
        before = state.revelations
        do(state, "go(h3825)")
        assert (state.revelations > before) == counts


@pytest.mark.rule("R25.2")
def test_a_force_that_joins_a_hidden_stack_counts_as_a_revelation():
    state = bare("sampo", month=6)
    put(state, "hakon", "3824")
    put(state, "kars", "3825")
    here = who(state, "hakon").hex
    state.seen = [(0, here), (1, here)]
    phase(state, 1)
    do(state, "pick(h3824,land)")
    before = state.revelations
    do(state, "go(h3825)")
    assert state.revelations > before


@pytest.mark.rule("R25.2")
def test_what_is_answered_to_a_moving_force_counts_but_not_that_somebody_intercepts():
    for answer, counts in (("wait", True), ("let_go", True), ("intercept(h3826)", False)):
        state = bare("sampo", month=6)
        put(state, "hakon", "3822")
        army(state, "midhrasir", "3822", 2)
        put(state, "gorm", "3826")
        army(state, "fynn", "3826", 4)
        phase(state, 1)
        do(state, "pick(h3822,land)", "go(h3824)")
        assert isinstance(state.decision, intercepting.Intercepting)
        before = state.revelations
        do(state, answer)
        assert (state.revelations > before) == counts


@pytest.mark.rule("R18.5")
@pytest.mark.parametrize("csp", [0, 3])
def test_that_a_fortress_can_be_attacked_tells_of_troops_under_a_character(csp):
    """Its enemies see a character before it; only with CSP he is asked (R18.5)."""
    state = bare("sampo", month=6)
    fort = next(name for name in ("1545", "3109") if pieces.fortress_seat(state, hex_of(state, name)) == 0)
    put(state, "hakon", fort)
    if csp:
        army(state, "midhrasir", fort, csp)
    before = state.reveals
    happen(state, fighting.CombatPhase(MUNDANE))
    assert (state.to_act == (MUNDANE,)) == bool(csp)
    assert state.reveals > before


@pytest.mark.rule("R16.1")
def test_that_a_combat_can_be_announced_tells_nothing_where_all_see_it():
    """A hero who may attack lies on top, or CSP do: whether others can attack elsewhere does not show."""
    state = bare("sampo", month=6)
    army(state, "midhrasir", "2929", 3)
    army(state, "fynn", "2929", 3)
    fort = next(name for name in ("1545", "3109") if pieces.fortress_seat(state, hex_of(state, name)) == 0)
    put(state, "hakon", fort)
    before = state.reveals
    happen(state, fighting.CombatPhase(MUNDANE))
    assert state.to_act == (MUNDANE,)
    assert state.reveals == before
    do(state, "fight(h2929,land)")
    assert state.reveals > before, "there is no more to announce"


@pytest.mark.rule("R24.2.3")
@pytest.mark.parametrize(("csp", "last", "tells"), [(0, None, True), (3, None, True), (3, FOMORIAN, False)])
def test_who_was_last_to_pass_a_knowe_tells_of_troops_under_a_character(csp, last, tells):
    state = bare("northern_war", month=6)
    ruin(state, "3218")
    put(state, "gullveig", "3218")
    if csp:
        army(state, "ycelia", "3218", csp)
    state.passed = [] if last is None else [(hex_of(state, "3218"), last)]
    before = state.reveals
    happen(state, turn.PhaseEnds())
    assert (state.reveals > before) == tells


@pytest.mark.rule("R9.1")
def test_a_refit_tells_whether_hidden_enemies_are_there_or_not():
    """Under a swimmer a ship may lie, or nothing: to try it tells which."""
    for hidden in (True, False):
        state = bare("sampo", month=6)
        ship(state, "wrath_of_gorm", "1745", damaged=True)
        put(state, "lhyr", "1745", afloat=True)
        if hidden:
            put(state, "havha", "1745", afloat=True)
            army(state, "skergota", "1745", 1, afloat=True)
        state.push(recovery.Refitting((0,)))
        assert "refit(wrath_of_gorm)" in legal(state)
        before = state.revelations
        do(state, "refit(wrath_of_gorm)")
        assert state.revelations > before
        assert state.vessels[state.book.ship["wrath_of_gorm"]].refit == (not hidden)


@pytest.mark.rule("R25.2")
def test_a_ship_under_refit_stays_and_what_lies_with_her_is_dealt_anew():
    state = bare("sampo", month=6)
    ship(state, "wrath_of_gorm", "1745")
    ship(state, "old_haddock", "1745", damaged=True)
    state.vessels[state.book.ship["old_haddock"]].refit = True
    ship(state, "swiftdagger", "1745")
    ship(state, "cinderhull", "1339")
    worlds = [imagined(state, 1, seed) for seed in range(8)]
    here = state.vessels[state.book.ship["old_haddock"]].hex
    assert {world.vessels[world.book.ship["old_haddock"]].hex for world in worlds} == {here}
    assert len({world.vessels[world.book.ship["swiftdagger"]].hex for world in worlds}) == 2


# ---- that nothing happens tells too (R25.2)


def counts(state: FornaldarState, *actions: str) -> bool:
    """Whether these actions count as a revelation, dice or not."""
    before = state.revelations
    do(state, *actions)
    return state.revelations > before


@pytest.mark.rule("R6.4.9")
@pytest.mark.parametrize(
    ("sky", "company", "examined", "tells"),
    [
        ("snow", (), False, True),  # nobody rolls: no CSP came with him
        ("snow", ("kars",), False, True),
        ("clear", (), False, False),
        ("snow", (), True, False),  # all know that he is alone
    ],
)
def test_that_nobody_rolls_for_the_cold_tells_who_is_not_there(sky, company, examined, tells):
    state = bare("sampo", month=1)
    state.sky = sky
    for name in ("hakon", *company):
        put(state, name, "3824")
    if examined:
        state.seen = [(seat, hex_of(state, name)) for seat in (0, 1) for name in ("3824", "3825")]
    phase(state, MUNDANE)
    do(state, "pick(h3824,land)", "go(h3825)")
    if company:
        assert counts(state, "leave(kars,1)") == tells
    assert counts(state, "halt") == tells


@pytest.mark.rule("R6.4.9")
def test_a_ship_that_halts_in_a_snow_turn_may_have_had_swimmers_with_her():
    state = bare("sampo", month=1)
    state.sky = "snow"
    ship(state, "golden_raven", "4030")
    phase(state, MUNDANE)
    do(state, "pick(h4030,sea)", "go(h4031)")
    assert counts(state, "halt")


@pytest.mark.rule("R6.4.9")
def test_whether_the_cold_strikes_is_told_in_every_world_of_a_fresh_seed():
    """Once, who watched could tell from the question after a halt what was under Scyld."""
    path = Path(__file__).parent / "finds" / "halting-361867827.saga"
    state = replay(Record.parse(path.read_text(encoding="utf-8")), GAME).state
    rolled = set()
    for world in (state.copy(), *(state.imagine(MUNDANE, Rng(seed)) for seed in range(8))):
        do(world, "pick(h1048,land)", "go(h1148)")
        if world.force is None:
            continue
        drawn = world.rng.drawn
        assert counts(world, "halt")
        rolled.add(world.rng.drawn > drawn)
    assert rolled == {True, False}


@pytest.mark.rule("R25.2")
def test_what_a_force_in_progress_has_left_is_imagined_by_the_others():
    states = []
    for csp in (0, 1):
        state = bare("sampo", month=1)
        state.sky = "snow"
        put(state, "hakon", "3824")
        put(state, "olvard", "2929")
        army(state, "midhrasir", "3824" if csp else "2929", 1)
        phase(state, MUNDANE)
        do(state, "pick(h3824,land)", "go(h3825)")
        states.append(state)
    alone, host = states
    assert (alone.force.cold, host.force.cold) == (False, True)
    assert alone.view(FOMORIAN) == host.view(FOMORIAN)
    forces = set()
    for seed in range(12):
        worlds = [state.imagine(FOMORIAN, Rng(seed)) for state in states]
        assert worlds[0].force == worlds[1].force
        forces.add(worlds[0].force.cold)
    assert forces == {True, False}


@pytest.mark.rule("R9.2")
def test_a_refit_tells_whether_anybody_has_to_go_ashore():
    for laden in (True, False):
        state = bare("sampo", month=6)
        ship(state, "wrath_of_gorm", "1745", damaged=True)
        ship(state, "old_haddock", "1745")
        if laden:
            army(state, "fynn", "1745", 1, aboard=True)
        state.push(recovery.Refitting((0,)))
        assert counts(state, "refit(wrath_of_gorm)")


@pytest.mark.rule("R14.9.4")
def test_to_get_away_from_a_hidden_enemy_tells_whether_he_has_csp():
    for csp in (0, 2):
        state = bare("sampo", month=6)
        hero = put(state, "reomur", "3824")
        put(state, "hakon", "3824")
        if csp:
            army(state, "midhrasir", "3824", csp)
        force = forces.muster(state, hex_of(state, "3824"), FOMORIAN, "land", "react")
        assert force is not None
        assert force.leaders == [hero]
        before = state.reveals
        marching.slips_away(state, force, [])
        assert state.reveals > before


@pytest.mark.rule("R19.1")
@pytest.mark.parametrize(("csp", "examined", "tells"), [(0, False, True), (2, False, True), (0, True, False)])
def test_who_need_not_evade_anew_learns_that_no_csp_are_there(csp, examined, tells):
    state = bare("sampo", month=6)
    put(state, "signhild", "3824")
    put(state, "scyld", "3824")
    if csp:
        army(state, "fynn", "3824", csp)
    if examined:
        state.seen = [(seat, hex_of(state, "3824")) for seat in (0, 1)]
    assert evading.hangs_on_hidden(state, hex_of(state, "3824")) == tells
    before = state.reveals
    happen(state, evading.Survivors(hex_of(state, "3824")))
    assert (state.reveals > before) == tells
    before = state.reveals
    happen(state, turn.PlayerTurn(MUNDANE))
    if tells:
        assert state.reveals > before


@pytest.mark.rule("R19.1")
def test_who_stands_apart_from_all_enemies_learns_nothing():
    state = bare("sampo", month=6)
    put(state, "signhild", "3824")
    put(state, "scyld", "3825")
    assert not evading.plights_hide(state, evading.disputes(state))


@pytest.mark.rule("R21.1.5")
def test_who_bears_a_curse_may_die_of_it_which_tells_of_his_wounds():
    for wounds in (0, 2):
        state = bare("sampo", month=6)
        for name in ("eberic", "gorm"):
            put(state, name, "3824", wounds=wounds if name == "eberic" else 2 - wounds)
        who_ = (leader_of(state, "eberic"), leader_of(state, "gorm"))
        happen(state, searching.Cursed((FOMORIAN,), hex_of(state, "3824"), 2, who_))
        assert counts(state, "lose(eberic)")


@pytest.mark.rule("R8.1")
def test_that_a_stack_does_not_suffer_tells_who_is_not_in_it():
    """CSP without command suffer: under a character of another kingdom there are none."""
    state = bare("sampo", month=6)
    put(state, "gorm", "3824")
    before = state.reveals
    happen(state, attrition.Weary(FOMORIAN, hex_of(state, "3824"), LAND))
    assert state.reveals > before
    state.seen = [(seat, hex_of(state, "3824")) for seat in (0, 1)]
    before = state.reveals
    happen(state, attrition.Weary(FOMORIAN, hex_of(state, "3824"), LAND))
    assert state.reveals == before


@pytest.mark.rule("R17.5.10")
@pytest.mark.parametrize(("joined", "tells"), [(True, True), (False, False)])
def test_who_retreats_to_a_hidden_stack_shows_how_it_lies(monkeypatch, joined, tells):
    state = bare("sampo", month=6)
    put(state, "hakon", FIELD)
    army(state, "midhrasir", FIELD, 12)
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 12)
    if joined:
        put(state, "eberic", "2936")
    state.entries = [(FOMORIAN, hex_of(state, FIELD), hex_of(state, "2936"))]
    dice(monkeypatch, 1, 2)
    attack(state, FIELD)
    bear(state)
    before = state.reveals
    do(state, "drive_out")  # only one way
    assert where(state, "gorm") == "2936"
    assert (state.reveals > before) == tells


@pytest.mark.rule("R5.2")
def test_a_phase_in_which_an_item_may_be_used_is_a_revelation_in_every_world_of_a_fresh_seed():
    """Once, it was none in worlds where troops had the item, and nobody was asked."""
    path = Path(__file__).parent / "finds" / "brandishing-3484792944451799425.saga"
    state = replay(Record.parse(path.read_text(encoding="utf-8")), GAME).state
    asked = set()
    for world in (state.copy(), *(state.imagine(MUNDANE, Rng(seed)) for seed in range(8))):
        assert counts(world, "at(h3526)")
        asked.add(type(world.decision).__name__)
    assert asked == {"Brandishing", "Plots"}
