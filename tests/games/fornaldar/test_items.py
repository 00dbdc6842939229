"""Magic items: who may bear and use them, how they change hands, what they add to ratings (R21)."""

import pytest
from tests.games.fornaldar import moves
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    bare,
    dice,
    do,
    find_hex,
    happen,
    hex_of,
    item,
    leader_of,
    legal,
    put,
    refuses,
    ship,
    treasure,
    where,
)

from fimbul.core import Event
from fimbul.games.fornaldar.rules import fates, ratings
from fimbul.games.fornaldar.rules.combat import spoils
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.movement import moving
from fimbul.games.fornaldar.state import FornaldarState

PLACE = "3905"  # a Place of Power


def holder(state: FornaldarState, name: str) -> str:
    """Who bears an item, or `nobody`."""
    bearer = treasure(state, name).bearer
    return state.book.cast[bearer].id if bearer >= 0 else "nobody"


def plain(state: FornaldarState) -> str:
    """A clear hex of no special aspect, without a fortress."""
    return find_hex(state, terrain="clear", aspect="normal", fortress=False, place=False, water="")


def rated(state: FornaldarState, name: str) -> tuple[int, int, int]:
    """Command, combat and basic magic of a character."""
    leader = leader_of(state, name)
    return ratings.command(state, leader), ratings.combat(state, leader), ratings.magic(state, leader)


def added_by(state: FornaldarState, leader: str, *names: str) -> tuple[int, int, int]:
    """What these items add to command, combat and magic of a character."""
    before = rated(state, leader)
    for name in names:
        item(state, name, bearer=leader)
    after = rated(state, leader)
    return after[0] - before[0], after[1] - before[1], after[2] - before[2]


# ---- bearing, using, handing over


@pytest.mark.rule("R21.1.1")
def test_a_hidden_artifact_is_of_no_use() -> None:
    state = bare("sampo")
    put(state, "snorri", "4424")
    item(state, "angsung", hex_="4424", hidden=True)
    assert rated(state, "snorri") == (2, 6, 0)
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, "pick(h4424,land)")
    assert not legal(state, "give")


@pytest.mark.rule("R21.2")
def test_an_heirloom_serves_only_its_banner() -> None:
    state = bare("sampo")
    put(state, "klakthryg", "1848")
    put(state, "gorm", "1848")
    assert added_by(state, "klakthryg", "usherbane") == (0, 1, 0)
    assert added_by(state, "gorm", "usherbane") == (0, 0, 0)


@pytest.mark.rule("R21.3")
def test_a_possession_serves_whoever_has_it() -> None:
    state = bare("sampo")
    put(state, "signhild", "3927")
    assert added_by(state, "signhild", "staff_of_tengen") == (0, 0, 1)


@pytest.mark.rule("R21.4")
@pytest.mark.rule("R21.5")
def test_troops_keep_an_item_while_one_is_left() -> None:
    state = bare("sampo")
    spot = plain(state)
    put(state, "knud", spot)
    army(state, "ycelia", spot, 2)
    number = item(state, "angsung", bearer="knud")
    happen(state, moving.MovementPhase(FOMORIAN))
    do(state, f"pick(h{spot},land)", "give(angsung,troops)")
    assert items.holder(state, number) == FOMORIAN
    assert items.where(state, number) == hex_of(state, spot)
    fates.lose_csp(state, state.armies[0], 2, [])
    assert items.holder(state, number) == -1, "now it lies there"


@pytest.mark.rule("R21.4")
def test_what_ships_keep_goes_with_the_last_of_them() -> None:
    state = bare("sampo", month=9)
    coast = find_hex(state, water="coastal", zone="oster", fortress=False)
    ship(state, "pentacle", coast)
    ship(state, "sorcerer", coast)
    number = item(state, "angsung", hex_=coast, keeper=FOMORIAN)
    happen(state, moving.MovementPhase(FOMORIAN))
    do(state, f"pick(h{coast},sea)", "leave(sorcerer,1)")
    do(state, min(legal(state, "go")), "halt")
    assert items.where(state, number) == hex_of(state, coast), "one is left"
    do(state, f"pick(h{coast},sea)")
    do(state, min(legal(state, "go")), "halt")
    assert state.book.names[items.where(state, number)] == where(state, "sorcerer")
    assert items.holder(state, number) == FOMORIAN


@pytest.mark.rule("R21.4")
def test_what_troops_keep_stays_with_those_who_are_left_on_the_way() -> None:
    state = bare("northern_war", month=6)
    put(state, "cythar", "3316")
    army(state, "thulorm", "3316", 9)
    number = item(state, "fyratnen", hex_="3316", keeper=MUNDANE)
    moves.phase(state, MUNDANE)
    do(state, "pick(h3316,land)", "go(h3118)")
    assert items.where(state, number) == hex_of(state, "3118"), "it is with them at every step"
    assert items.holder(state, number) == MUNDANE
    do(state, "leave(thulorm,9)", "go(h3119)", "halt")
    assert items.where(state, number) == hex_of(state, "3118")
    assert items.holder(state, number) == MUNDANE


@pytest.mark.rule("R21.4")
def test_what_troops_bring_goes_on_with_them_through_other_troops() -> None:
    state = bare("northern_war", month=6)
    put(state, "cythar", "3316")
    army(state, "thulorm", "3316", 9)
    army(state, "thulorm", "3118", 2)
    number = item(state, "fyratnen", hex_="3316", keeper=MUNDANE)
    moves.phase(state, MUNDANE)
    do(state, "pick(h3316,land)", "go(h3118)", "go(h3119)")
    assert items.where(state, number) == hex_of(state, "3119")


@pytest.mark.rule("R21.5")
def test_items_are_handed_to_friends_in_the_hex() -> None:
    state = bare("sampo")
    spot = plain(state)
    put(state, "snorri", spot)
    put(state, "signhild", spot)
    put(state, "leif", "2739")
    item(state, "angsung", bearer="snorri")
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, f"pick(h{spot},land)")
    assert legal(state, "give") == {"give(angsung,signhild)"}
    do(state, "give(angsung,signhild)")
    assert holder(state, "angsung") == "signhild"


@pytest.mark.rule("R21.5")
def test_a_force_hands_an_item_over_once_at_each_stop() -> None:
    state = bare("sampo", month=6)
    put(state, "snorri", "2935")
    put(state, "signhild", "2935")
    item(state, "angsung", bearer="snorri")
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, "pick(h2935,land)", "give(angsung,signhild)")
    assert not legal(state, "give")
    refuses(state, "give(angsung,snorri)", "R21.5")
    do(state, "go(h2936)", "give(angsung,snorri)")
    assert holder(state, "angsung") == "snorri"


@pytest.mark.rule("R21.5")
def test_what_lies_in_a_hex_is_picked_up() -> None:
    state = bare("sampo")
    spot = plain(state)
    put(state, "snorri", spot)
    item(state, "angsung", hex_=spot)
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, f"pick(h{spot},land)")
    do(state, "give(angsung,snorri)")
    assert holder(state, "angsung") == "snorri"


@pytest.mark.rule("R21.5")
def test_what_the_enemy_keeps_is_not_picked_up() -> None:
    state = bare("sampo")
    put(state, "reomur", "3927")
    item(state, "angsung", hex_="3927", keeper=MUNDANE)
    assert not items.transfers(state, hex_of(state, "3927"), FOMORIAN, [leader_of(state, "reomur")])
    state.ruins = [hex_of(state, "3927")]
    assert items.transfers(state, hex_of(state, "3927"), FOMORIAN, [leader_of(state, "reomur")])


@pytest.mark.rule("R21.6")
@pytest.mark.rule("R23.2")
def test_supernaturals_neither_use_nor_carry_artifacts() -> None:
    state = bare("sampo")
    spot = plain(state)
    put(state, "ajattar", spot)
    put(state, "reomur", spot)
    assert added_by(state, "ajattar", "angsung") == (0, 0, 0)
    item(state, "angsung", bearer="reomur")
    item(state, "rune_staff", bearer="reomur")
    given = items.transfers(state, hex_of(state, spot), FOMORIAN, [leader_of(state, "reomur")])
    assert [str(each) for each in given] == ["give(rune_staff,ajattar)"]


@pytest.mark.rule("R21.7")
def test_a_bearer_needs_every_rating_that_an_item_raises() -> None:
    state = bare("sampo")
    put(state, "hakon", "3927")
    put(state, "signhild", "3927")
    assert added_by(state, "hakon", "hringla") == (0, 0, 0), "he has no magic"
    assert added_by(state, "signhild", "hringla") == (1, 0, 1)
    assert added_by(state, "hakon", "rune_staff") == (0, 0, 0)


@pytest.mark.rule("R21.8")
@pytest.mark.parametrize(
    ("leader", "names", "bonus"),
    [
        ("snorri", ("angsung", "mottsiger"), (0, 2, 0)),
        ("signhild", ("rune_staff", "staff_of_virimir"), (0, 0, 2)),
    ],
)
def test_one_weapon_and_one_staff_at_a_time(
    leader: str, names: tuple[str, ...], bonus: tuple[int, int, int]
) -> None:
    state = bare("sampo")
    put(state, leader, "3927")
    assert added_by(state, leader, *names) == bonus


@pytest.mark.rule("R21.8")
def test_one_armour_at_a_time() -> None:
    state = bare("sampo")
    gundin = put(state, "gundin", "2014")
    item(state, "glaumjord", bearer="gundin")
    item(state, "nirpings_mailcoat", bearer="gundin")
    assert len(items.usable(state, gundin)) == 1


@pytest.mark.rule("R21.11")
def test_two_items_in_a_phase_those_that_serve_it_first() -> None:
    state = bare("sampo")
    signhild = put(state, "signhild", "3927")
    for name in ("angsung", "thurolfs_helm", "rune_staff", "vainas_kantele"):
        item(state, name, bearer="signhild")
    used = {}
    for phase in ("enchantment", "combat", ""):
        state.phase = phase
        used[phase] = {state.book.relics[each].id for each in items.usable(state, signhild)}
    assert used["enchantment"] == {"rune_staff", "vainas_kantele"}
    assert used["combat"] == {"angsung", "thurolfs_helm"}
    assert used[""] == {"angsung", "thurolfs_helm"}, "combat, then command, then magic"


@pytest.mark.rule("R21.11")
def test_magic_serves_in_the_combat_phase() -> None:
    state = bare("sampo")
    heior = put(state, "heior", "3305")
    for name in ("thurolfs_helm", "kobold_dust", "staff_of_virimir"):
        item(state, name, bearer="heior")
    state.phase = "combat"
    used = {state.book.relics[each].id for each in items.usable(state, heior)}
    assert used == {"thurolfs_helm", "staff_of_virimir"}


@pytest.mark.rule("R21.12")
def test_both_players_see_what_is_hidden_where() -> None:
    state = bare("sampo")
    item(state, "angsung", hex_="4424", hidden=True)
    world = state.imagine(FOMORIAN, state.rng)
    assert world.treasures == state.treasures


# ---- items of the dead


def dead_mans_sword(*, friends: bool = True, enemies: bool = True) -> FornaldarState:
    """Snorri, who bears Angsung, is about to die; perhaps a friend and an enemy are there."""
    state = bare("sampo")
    spot = plain(state)
    put(state, "snorri", spot)
    item(state, "angsung", bearer="snorri")
    if friends:
        put(state, "olvard", spot)
        army(state, "midhrasir", spot, 3)
    if enemies:
        put(state, "reomur", spot)
        put(state, "gorm", spot)
    return state


def die(state: FornaldarState, name: str, how: str, victor: str | None = None) -> list[Event]:
    """A character dies, and what follows happens up to the first question."""
    events: list[Event] = []
    fates.kill(state, leader_of(state, name), events, how, leader_of(state, victor) if victor else -1)
    state.settle(events)
    return events


@pytest.mark.rule("R21.13")
@pytest.mark.parametrize("roll", [(1, 1), (2, 2)])
def test_a_low_roll_breaks_the_item(monkeypatch: pytest.MonkeyPatch, roll: tuple[int, int]) -> None:
    state = dead_mans_sword()
    dice(monkeypatch, *roll)
    die(state, "snorri", "battle")
    assert treasure(state, "angsung").gone


@pytest.mark.rule("R21.13")
@pytest.mark.parametrize("roll", [(2, 3), (4, 4)])
def test_a_middle_roll_leaves_it_to_a_friend(monkeypatch: pytest.MonkeyPatch, roll: tuple[int, int]) -> None:
    state = dead_mans_sword()
    dice(monkeypatch, *roll)
    die(state, "snorri", "battle")
    assert state.to_act == (MUNDANE,)
    assert legal(state) == {"give(angsung,olvard)", "give(angsung,troops)"}
    refuses(state, "give(angsung,reomur)", "R21.13")
    do(state, "give(angsung,olvard)")
    assert holder(state, "angsung") == "olvard"


@pytest.mark.rule("R21.13")
@pytest.mark.parametrize("roll", [(4, 5), (6, 6)])
def test_a_high_roll_gives_it_to_the_enemy(monkeypatch: pytest.MonkeyPatch, roll: tuple[int, int]) -> None:
    state = dead_mans_sword()
    dice(monkeypatch, *roll)
    die(state, "snorri", "battle")
    assert state.to_act == (FOMORIAN,)
    do(state, "give(angsung,reomur)")
    assert holder(state, "angsung") == "reomur"


@pytest.mark.rule("R21.13")
@pytest.mark.parametrize(("roll", "gone"), [((4, 5), True), ((4, 6), False)])
def test_in_a_challenge_it_breaks_or_goes_to_the_victor(
    monkeypatch: pytest.MonkeyPatch, roll: tuple[int, int], gone: bool
) -> None:
    state = dead_mans_sword()
    dice(monkeypatch, *roll)
    die(state, "snorri", "challenge", "reomur")
    assert treasure(state, "angsung").gone == gone
    assert holder(state, "angsung") == ("nobody" if gone else "reomur")


@pytest.mark.rule("R21.13")
def test_if_the_victor_is_dead_too_it_stays_with_its_side(monkeypatch: pytest.MonkeyPatch) -> None:
    state = dead_mans_sword()
    dice(monkeypatch, 6, 6)
    events: list[Event] = []
    fates.kill(state, leader_of(state, "snorri"), events, "challenge", -1)
    state.settle(events)
    assert legal(state) == {"give(angsung,olvard)", "give(angsung,troops)"}


@pytest.mark.rule("R21.13")
def test_where_nobody_takes_it_it_lies_in_the_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    state = dead_mans_sword(friends=False)
    dice(monkeypatch, 3, 3)
    die(state, "snorri", "battle")
    assert holder(state, "angsung") == "nobody"
    assert state.book.names[treasure(state, "angsung").hex] == plain(state)


@pytest.mark.rule("R21.13")
@pytest.mark.rule("R7.9")
def test_the_black_orb_of_the_example_is_lost_at_sea(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo")
    sea = find_hex(state, water="sea")
    put(state, "hargoll", sea, aboard=True)
    item(state, "black_orb", bearer="hargoll")
    dice(monkeypatch, 2, 3)
    die(state, "hargoll", "battle")
    assert treasure(state, "black_orb").gone


@pytest.mark.rule("R7.9")
def test_items_of_a_character_whose_last_ship_sinks_are_lost() -> None:
    state = bare("sampo")
    put(state, "hargoll", "1735", aboard=True)
    item(state, "black_orb", bearer="hargoll")
    spoils.sunk(state, leader_of(state, "hargoll"), [])
    assert treasure(state, "black_orb").gone


@pytest.mark.rule("R21.13")
def test_who_dies_otherwise_leaves_his_items_to_a_friend_without_a_roll(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = dead_mans_sword()
    dice(monkeypatch)
    die(state, "snorri", "other")
    do(state, "give(angsung,troops)")
    assert items.holder(state, state.book.relic["angsung"]) == MUNDANE


# ---- ratings


@pytest.mark.rule("R21.20")
@pytest.mark.parametrize(
    ("scenario", "leader", "name", "bonus"),
    [
        pytest.param("sampo", "hakon", "thurolfs_helm", (2, 0, 0), marks=pytest.mark.rule("R21.23")),
        pytest.param("sampo", "snorri", "angsung", (0, 1, 0), marks=pytest.mark.rule("R21.25")),
        pytest.param("sampo", "snorri", "fyratnen", (0, 1, 0), marks=pytest.mark.rule("R21.26")),
        pytest.param("sampo", "snorri", "mottsiger", (0, 2, 0), marks=pytest.mark.rule("R21.27")),
        pytest.param("sampo", "snorri", "erenya", (0, 1, 0), marks=pytest.mark.rule("R21.30")),
        pytest.param("sampo", "signhild", "staff_of_virimir", (0, 0, 2), marks=pytest.mark.rule("R21.31")),
        pytest.param("sampo", "hakon", "gritvards_helm", (1, 0, 0), marks=pytest.mark.rule("R21.33")),
        pytest.param("sampo", "dorin", "dains_mace", (0, 1, 0), marks=pytest.mark.rule("R21.35")),
        pytest.param("sampo", "hargoll", "black_orb", (0, 0, 1), marks=pytest.mark.rule("R21.39")),
        pytest.param("sampo", "klakthryg", "usherbane", (0, 1, 0), marks=pytest.mark.rule("R21.40")),
        pytest.param("sampo", "tengen", "staff_of_tengen", (0, 0, 1), marks=pytest.mark.rule("R21.44")),
        pytest.param("sampo", "snorri", "skavard", (0, 1, 0), marks=pytest.mark.rule("R21.50")),
        pytest.param("sampo", "signhild", "hringla", (1, 0, 1), marks=pytest.mark.rule("R21.51")),
        pytest.param("sampo", "dorin", "niferglim", (0, 1, 0), marks=pytest.mark.rule("R21.53")),
        pytest.param("northern_war", "bjarki", "rune_staff", (0, 0, 1), marks=pytest.mark.rule("R21.55")),
        pytest.param("sampo", "snorri", "hammer_of_bere", (0, 2, 0), marks=pytest.mark.rule("R21.56")),
        pytest.param("jotuns", "kimbi", "kressek", (0, 1, 0), marks=pytest.mark.rule("R21.64")),
    ],
)
def test_items_that_raise_ratings(scenario: str, leader: str, name: str, bonus: tuple[int, int, int]) -> None:
    state = bare(scenario)
    put(state, leader, PLACE)
    assert added_by(state, leader, name) == bonus


@pytest.mark.rule("R21.23")
def test_thurolfs_helm_does_nothing_for_a_rating_of_0() -> None:
    state = bare("jotuns")
    put(state, "jibalian", PLACE)
    assert rated(state, "jibalian")[0] == 0
    assert added_by(state, "jibalian", "thurolfs_helm") == (0, 0, 0)


@pytest.mark.rule("R21.56")
@pytest.mark.rule("R21.58")
@pytest.mark.parametrize("name", ["hammer_of_bere", "lymrims_hammer"])
def test_jotuns_cannot_use_the_hammers(name: str) -> None:
    state = bare("sampo")
    jarn = put(state, "jarn", "1123")
    assert added_by(state, "jarn", name) == (0, 0, 0)
    assert not ratings.is_hero(state, jarn)
    assert items.borne(state, jarn), "he may carry it"


@pytest.mark.rule("R21.30")
@pytest.mark.rule("R21.58")
@pytest.mark.parametrize("name", ["erenya", "lymrims_hammer"])
def test_their_bearer_counts_as_a_hero(name: str) -> None:
    state = bare("sampo")
    hakon = put(state, "hakon", "3927")
    assert not ratings.is_hero(state, hakon)
    item(state, name, bearer="hakon")
    assert ratings.is_hero(state, hakon)


@pytest.mark.rule("R21.69")
@pytest.mark.rule("R21.75")
@pytest.mark.parametrize(("name", "leader"), [("dark_helm", "kimbi"), ("erlingur", "kimbi")])
def test_their_bearer_counts_as_a_king(name: str, leader: str) -> None:
    state = bare("jotuns")
    number = put(state, leader, "2210")
    assert ratings.rank(state, number) == ratings.CAPTAIN
    item(state, name, bearer=leader)
    assert ratings.rank(state, number) == ratings.KING
    assert ratings.leads(state, number, state.book.banner["midhrasir"])
