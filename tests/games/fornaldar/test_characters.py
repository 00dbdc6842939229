"""Characters and their special abilities (R23, R24.3.2.4)."""

import pytest
from tests.games.fornaldar.fights import FIELD, announce
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    bare,
    begin,
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
    rolls,
    sentences,
    ship,
    who,
)

from fimbul.core import Event
from fimbul.games.fornaldar.library import rows
from fimbul.games.fornaldar.model import Battle
from fimbul.games.fornaldar.rules import attrition, fates, pieces, ratings, recovery
from fimbul.games.fornaldar.rules.combat import fighting, strengths
from fimbul.games.fornaldar.rules.magic import enchanting
from fimbul.games.fornaldar.rules.movement import evading, forces, moving
from fimbul.games.fornaldar.state import FornaldarState

OSTER = "2747"  # open sea


def battle(state: FornaldarState, kind: str, hex_: str, attacker: int = FOMORIAN, round_: int = 1) -> Battle:
    """A battle that is being fought."""
    stack = "sea" if kind == "naval" else "land"
    return Battle(
        hex=hex_of(state, hex_), stack=stack, kind=kind, first=attacker, attacker=attacker, round=round_
    )


def sea_of(state: FornaldarState, zone: str) -> str:
    """An open hex of a sea."""
    return find_hex(state, water="sea", zone=zone)


def kill(state: FornaldarState, name: str) -> list[Event]:
    """A character dies."""
    events: list[Event] = []
    fates.kill(state, leader_of(state, name), events, "other")
    state.settle(events)
    return events


def is_king(state: FornaldarState, name: str) -> bool:
    """Whether a character has the rank of a king."""
    return ratings.rank(state, leader_of(state, name)) == ratings.KING


# ---- kinds of characters


@pytest.mark.rule("R23.1")
@pytest.mark.parametrize(
    ("scenario", "name", "race"),
    [
        ("sampo", "wodan", "mundane"),
        ("sampo", "ajattar", "mundane"),
        ("sampo", "gorm", "troll"),
        ("sampo", "lofar", "dwarf"),
        ("sampo", "lhyr", "merman"),
        ("sampo", "jarn", "jotun"),
        ("northern_war", "cythar", "elf"),
        ("northern_war", "khurao", "kobold"),
        ("jotuns", "klattka", "centaur"),
    ],
)
def test_ancients_and_supernaturals_move_like_mundanes_others_like_their_race(
    scenario: str, name: str, race: str
) -> None:
    state = bare(scenario)
    assert state.book.leader_race[leader_of(state, name)] == state.book.race[race]


@pytest.mark.rule("R23.2")
@pytest.mark.parametrize(
    ("scenario", "names"),
    [("sampo", ("ajattar", "rodhiorm", "tursas")), ("jotuns", ("krenkel", "muranir", "gestum"))],
)
def test_supernaturals_command_nobody(scenario: str, names: tuple[str, ...]) -> None:
    state = bare(scenario)
    for name in names:
        number = put(state, name, FIELD)
        assert state.book.cast[number].supernatural
        assert not any(ratings.leads(state, number, banner) for banner in range(len(state.book.banners)))


@pytest.mark.rule("R23.19")
@pytest.mark.parametrize(
    ("scenario", "name"), [("sampo", "rodhiorm"), ("jotuns", "krenkel"), ("jotuns", "jibalian")]
)
def test_flyers_pay_one_point_for_any_hex(scenario: str, name: str) -> None:
    state = bare(scenario, month=9)
    number = put(state, name, FIELD)
    assert ratings.flies(state, number)
    seat = pieces.seat_of(state, number)
    happen(state, moving.MovementPhase(seat))
    do(state, f"pick(h{FIELD},land)")
    assert state.force is not None
    assert state.force.stack == "air"
    table = forces.table(state, state.force)
    assert {cost for _, cost in table[hex_of(state, FIELD)]} == {rows.POINT}
    assert len(table[hex_of(state, OSTER)]) == 6, "over the sea too"


@pytest.mark.rule("R23.19")
@pytest.mark.rule("R19.1")
def test_flyers_do_not_die_among_armies() -> None:
    state = bare("sampo", month=9)
    rodhiorm = put(state, "rodhiorm", FIELD)
    army(state, "nerfringia", FIELD, 5)
    evading.check_lone(state, hex_of(state, FIELD), [])
    assert not state.leaders[rodhiorm].dead


# ---- battle


@pytest.mark.rule("R23.3")
def test_grendel_shifts_naval_battles_by_a_column() -> None:
    state = bare("sampo", month=9)
    sea = sea_of(state, "oster")
    put(state, "grendel", sea, aboard=True)
    ship(state, "cinderhull", sea)
    ship(state, "orms_sling", sea)
    assert strengths.tally(state, battle(state, "naval", sea)).shift == 1
    assert strengths.tally(state, battle(state, "naval", sea, MUNDANE)).shift == -1
    put(state, "gorm", sea, aboard=True)
    assert strengths.tally(state, battle(state, "naval", sea)).shift == 1, "he need not command"
    put(state, "grendel", FIELD)
    assert strengths.tally(state, battle(state, "naval", sea)).shift == 0


@pytest.mark.rule("R23.4")
@pytest.mark.parametrize("kind", ["ground", "naval", "melee"])
def test_hardang_shifts_the_first_round_by_two(kind: str) -> None:
    state = bare("jotuns", month=9)
    spot = sea_of(state, "oster") if kind == "naval" else FIELD
    put(state, "hardang", spot, aboard=kind == "naval")
    put(state, "erfus", spot, aboard=kind == "naval")
    if kind == "naval":
        ship(state, "sea_eel", spot)
        ship(state, "altias", spot)
    elif kind == "ground":
        army(state, "fynn", spot, 4)
        army(state, "nerfringia", spot, 4)
    assert strengths.tally(state, battle(state, kind, spot)).shift == 2
    assert strengths.tally(state, battle(state, kind, spot, MUNDANE)).shift == -2
    assert strengths.tally(state, battle(state, kind, spot, round_=2)).shift == 0


@pytest.mark.rule("R23.4")
def test_hardang_must_command() -> None:
    state = bare("jotuns", month=9)
    put(state, "hardang", FIELD)
    put(state, "hnag", FIELD)
    army(state, "fynn", FIELD, 4)
    army(state, "nerfringia", FIELD, 4)
    assert strengths.tally(state, battle(state, "ground", FIELD)).shift == 0


@pytest.mark.rule("R23.5")
@pytest.mark.parametrize(("zone", "added"), [("sunde", 1), ("oster", 0)])
def test_kiarlak_guards_the_sunde(zone: str, added: int) -> None:
    state = bare("jotuns", month=9)
    sea = sea_of(state, zone)
    kiarlak = put(state, "kiarlak", sea, aboard=True)
    ship(state, "bender", sea)
    ship(state, "altias", sea)
    rating = ratings.command(state, kiarlak)
    assert strengths.tally(state, battle(state, "naval", sea)).added == rating + added
    assert strengths.tally(state, battle(state, "naval", sea, MUNDANE)).added == -rating - added


@pytest.mark.rule("R23.6")
def test_sturlung_counts_one_more_for_a_retreat() -> None:
    state = bare("jotuns", month=9)
    put(state, "sturlung", FIELD)
    army(state, "midhrasir", FIELD, 4)
    put(state, "hnag", FIELD)
    army(state, "fynn", FIELD, 4)
    fight = battle(state, "ground", FIELD)
    assert strengths.rating(state, fight, MUNDANE) == 3
    assert strengths.rating(state, fight, MUNDANE, leaving=True) == 4


@pytest.mark.rule("R23.7")
@pytest.mark.parametrize(
    ("name", "hex_", "die", "left"),
    [
        ("dropmund", "3020", 4, 0),
        ("dropmund", "3020", 3, 1),
        ("dropmund", FIELD, 4, 3),
        ("dropmund", FIELD, 3, 0),
        ("dropmund", "3020", 6, 3),
        ("gizur", "3020", 4, 3),
    ],
)
def test_dropmund_recovers_better_in_alfars_mills(
    monkeypatch: pytest.MonkeyPatch, name: str, hex_: str, die: int, left: int
) -> None:
    state = bare("jotuns", month=9)
    put(state, name, hex_, wounds=3)  # 3 of 6 left
    dice(monkeypatch, die)
    happen(state, recovery.Recovery(MUNDANE))
    assert who(state, name).wounds == left


# ---- movement


@pytest.mark.rule("R23.8")
def test_arn_commands_from_afar_for_half_a_move() -> None:
    state = bare("jotuns", month=9)
    book, here = state.book, hex_of(state, FIELD)
    far = next(book.names[h] for h in book.within(here, 4) if book.distance(h, here) == 4 and book.land[h])
    near = next(book.names[h] for h in book.within(here, 3) if book.distance(h, here) == 3 and book.land[h])
    put(state, "arn", FIELD)
    army(state, "nerfringia", near, 3)
    army(state, "nerfringia", far, 3)
    army(state, "midhrasir", near, 3)
    happen(state, moving.MovementPhase(MUNDANE))
    assert f"pick(h{far},land)" not in legal(state)
    do(state, f"pick(h{near},land)")
    assert state.force is not None
    assert state.force.troops == [(book.banner["nerfringia"], 3)]
    assert state.force.left == book.banners[book.banner["nerfringia"]].allowance // 2


@pytest.mark.rule("R23.10")
def test_bjork_enters_woods_only_on_a_road() -> None:
    state = bare("jotuns", month=9)
    book = state.book
    roads = {"trail", "faerie_road", "giants_path"}
    put(state, "bjork", "1112")
    happen(state, moving.MovementPhase(FOMORIAN))
    do(state, "pick(h1112,land)")
    assert state.force is not None
    table = forces.table(state, state.force)
    wooded = 0
    for here in range(book.size):
        steps = dict(table[here])
        for there in book.near[here]:
            if set(book.ground[there].terrain) <= {"woods", "forest"} and there in steps:
                wooded += 1
                assert book.sides.get((here, there), frozenset()) & roads
    assert wooded, "there are roads through woods"


# ---- attrition and healing


@pytest.mark.rule("R23.9")
def test_yule_and_his_escort_never_undergo_attrition(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("jotuns", month=9)
    wild = find_hex(state, aspect="wild", fortress=False, place=False, land=True)
    put(state, "yule", wild, escort=True)
    dice(monkeypatch)
    assert not rolls(happen(state, attrition.AttritionPhase()))
    put(state, "kimbi", wild)
    dice(monkeypatch, then=1)
    (roll,) = rolls(happen(state, attrition.AttritionPhase()))
    assert roll.added == ratings.mana(state) - 2, "his magic does not help others either"


# ---- kings


@pytest.mark.rule("R23.15")
@pytest.mark.parametrize(
    ("king", "heir"),
    [
        pytest.param("eyalf", "sturlung", marks=pytest.mark.rule("R23.6")),
        pytest.param("ushpav", "hagentyr", marks=pytest.mark.rule("R23.11")),
        pytest.param("asefni", "katli", marks=pytest.mark.rule("R23.12")),
        pytest.param("hnag", "gunnpak", marks=pytest.mark.rule("R23.13")),
        pytest.param("herdbolt", "drapa", marks=pytest.mark.rule("R23.14")),
    ],
)
def test_an_heir_becomes_king(king: str, heir: str) -> None:
    state = bare("jotuns", month=9)
    put(state, king, FIELD)
    number = put(state, heir, "2331")
    before = (ratings.command(state, number), ratings.combat(state, number), ratings.magic(state, number))
    assert not is_king(state, heir)
    kill(state, king)
    assert is_king(state, heir)
    assert all(ratings.leads(state, number, banner) for banner in range(len(state.book.banners)))
    assert (
        ratings.command(state, number),
        ratings.combat(state, number),
        ratings.magic(state, number),
    ) == before


@pytest.mark.rule("R23.12")
@pytest.mark.parametrize("order", [("asefni", "katli"), ("katli", "asefni")])
def test_gisli_follows_when_asefni_and_katli_are_dead(order: tuple[str, str]) -> None:
    state = bare("jotuns", month=9)
    for name in ("asefni", "katli", "gisli"):
        put(state, name, FIELD)
    kill(state, order[0])
    assert not is_king(state, "gisli")
    kill(state, order[1])
    assert is_king(state, "gisli")


@pytest.mark.rule("R23.16")
@pytest.mark.parametrize(("scenario", "name"), [("northern_war", "fiskari"), ("sampo", "rodhiorm")])
def test_nothing_comes_when_fiskari_or_rodhiorm_is_killed(scenario: str, name: str) -> None:
    state = bare(scenario, month=9)
    put(state, name, FIELD)
    kill(state, name)
    assert all(leader.hex < 0 for leader in state.leaders)
    assert all(each.gone for each in state.treasures)


# ---- what they own, and where they live


@pytest.mark.rule("R23.17")
@pytest.mark.parametrize(
    ("scenario", "name", "thing"),
    [
        ("sampo", "aulgerda", "adas_mask"),
        ("sampo", "tengen", "staff_of_tengen"),
        ("northern_war", "jofur", "glaumjord"),
        ("northern_war", "bjarki", "rune_staff"),
        ("jotuns", "asefni", "dark_helm"),
        ("jotuns", "gisli", "nirpings_mailcoat"),
        ("jotuns", "biallek", "erlingur"),
        ("jotuns", "vigmund", "sea_horse"),
        ("jotuns", "ballara", "staff_of_curius"),
    ],
)
def test_what_characters_own_at_the_start(scenario: str, name: str, thing: str) -> None:
    state = begin(scenario)
    assert state.treasures[state.book.relic[thing]].bearer == leader_of(state, name)


@pytest.mark.rule("R23.18")
@pytest.mark.parametrize(
    ("scenario", "name", "home"),
    [
        ("sampo", "tengen", "3905"),
        ("sampo", "svip", "1414"),
        ("sampo", "ajattar", "3202"),
        ("sampo", "fiskari", "2714"),
        ("sampo", "rodhiorm", "1219"),
        ("sampo", "ogmund", "2947"),
        ("sampo", "wodan", "4750"),
        ("northern_war", "alfildir", "2714"),
        ("northern_war", "schlipme", "1241"),
        ("northern_war", "young_yngvur", "2113"),
        ("northern_war", "volund", "2316"),
        ("jotuns", "arn", "2029"),
        ("jotuns", "thorra", "2841"),
        ("jotuns", "vigmund", "4750"),
        ("jotuns", "ballara", "4424"),
        ("jotuns", "glum", "1347"),
        ("jotuns", "geirrid", "1347"),
        ("jotuns", "skialgrim", "1241"),
        ("jotuns", "tind", "1414"),
        ("jotuns", "sifka", "2714"),
        ("jotuns", "krenkel", "0925"),
        ("jotuns", "muranir", "1216"),
    ],
)
def test_home_hexes(scenario: str, name: str, home: str) -> None:
    state = bare(scenario)
    assert state.book.cast[leader_of(state, name)].home == home


@pytest.mark.rule("R23.18")
def test_a_home_hex_helps_to_evade() -> None:
    state = bare("sampo", month=9)
    svip = put(state, "svip", "1414")
    at_home = evading.figure(state, hex_of(state, "1414"), "land", FOMORIAN, [svip])
    put(state, "svip", FIELD)
    assert at_home == evading.figure(state, hex_of(state, FIELD), "land", FOMORIAN, [svip]) + 2


# ---- the Draugr


def draugr(state: FornaldarState, *names: str) -> list[Event]:
    """A Draugr fights these characters in their hex; up to the first question."""
    leaders = tuple(leader_of(state, name) for name in names)
    hex_ = state.leaders[leaders[0]].hex
    return happen(state, fighting.DraugrMelee(hex_, pieces.seat_of(state, leaders[0]), leaders))


@pytest.mark.rule("R23.20")
def test_who_cannot_fight_a_draugr_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    put(state, "olvard", FIELD)
    put(state, "kars", FIELD)
    dice(monkeypatch)
    draugr(state, "olvard", "kars")
    assert who(state, "olvard").dead
    assert who(state, "kars").dead
    assert state.points[FOMORIAN] == 10


@pytest.mark.rule("R23.20")
@pytest.mark.parametrize(("name", "weapon"), [("snorri", ""), ("signhild", ""), ("olvard", "angsung")])
def test_heroes_enchanters_and_artifact_weapons_fight_it(
    monkeypatch: pytest.MonkeyPatch, name: str, weapon: str
) -> None:
    state = bare("sampo", month=9)
    put(state, name, FIELD)
    if weapon:
        item(state, weapon, bearer=name)
    dice(monkeypatch, then=1)
    events = draugr(state, name)
    assert rolls(events), "there is a fight"


@pytest.mark.rule("R23.20")
def test_an_heirloom_is_no_artifact_weapon(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    dorin = put(state, "dorin", FIELD)
    item(state, "dains_mace", bearer="dorin")
    assert not strengths.can_fight_draugr(state, dorin)


@pytest.mark.rule("R23.20")
def test_command_does_not_matter_against_a_draugr(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    put(state, "hakon", FIELD)
    put(state, "snorri", FIELD)
    dice(monkeypatch, then=1)
    events = draugr(state, "hakon", "snorri")
    assert all(roll.added == 0 for roll in rolls(events))


@pytest.mark.rule("R23.20")
def test_the_draugr_is_taken_off_after_the_melee(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    put(state, "snorri", FIELD)
    dice(monkeypatch, then=1)
    events = draugr(state, "snorri")
    while state.to_act:
        events += state.play(state.legal(state.to_act[0])[0], state.to_act[0])
    assert any("Draugr" in line and "gone" in line for line in sentences(events))
    assert state.battle is None


# ---- the Jibalian


def jibalian(hex_: str = FIELD) -> FornaldarState:
    """The Jibalian, away from any Place of Power."""
    state = bare("jotuns", month=9)
    put(state, "jibalian", hex_)
    return state


@pytest.mark.rule("R24.3.2.4")
@pytest.mark.rule("R20.6")
def test_the_jibalian_casts_anywhere_and_is_not_tired(monkeypatch: pytest.MonkeyPatch) -> None:
    state = jibalian()
    happen(state, enchanting.EnchantmentPhase())
    do(state, "done")
    assert "cast(jibalian,vision)" in legal(state)
    assert "cast(jibalian,freeze)" not in legal(state), "items are still needed"
    dice(monkeypatch, 1, 1)
    do(state, "cast(jibalian,strength)", "done")
    assert not who(state, "jibalian").cast
    happen(state, moving.MovementPhase(MUNDANE))
    assert f"pick(h{FIELD},land)" in legal(state)


@pytest.mark.rule("R24.3.2.4")
def test_the_jibalian_is_never_healed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = jibalian()
    who(state, "jibalian").wounds = 2
    put(state, "ballara", "4424", wounds=1)
    dice(monkeypatch, then=1)
    happen(state, recovery.Recovery(MUNDANE))
    assert who(state, "jibalian").wounds == 2
    happen(state, enchanting.EnchantmentPhase())
    do(state, "done")
    assert "cast(jibalian,healing)" not in legal(state)


@pytest.mark.rule("R24.3.2.4")
def test_the_jibalian_takes_no_attrition_for_wild_magic(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("jotuns", month=9)
    put(state, "jibalian", find_hex(state, aspect="wild", fortress=False, place=False, land=True))
    dice(monkeypatch)
    assert not rolls(happen(state, attrition.AttritionPhase()))


@pytest.mark.rule("R24.3.2.4")
def test_the_jibalian_takes_no_part_in_challenges() -> None:
    state = jibalian()
    army(state, "nerfringia", FIELD, 3)
    put(state, "frozur", FIELD)
    army(state, "jotunheim", FIELD, 3)
    put(state, "erfus", FIELD)
    announce(state, FIELD, seat=MUNDANE)
    assert legal(state, "challenge") == {"challenge(trial,erfus)"}
    refuses(state, "challenge(trial,jibalian)", "R24.3.2.4")


@pytest.mark.rule("R24.3.2.4")
def test_the_jibalian_commands_nobody_and_fights_as_a_hero() -> None:
    state = jibalian()
    number = leader_of(state, "jibalian")
    assert ratings.is_hero(state, number)
    assert not any(ratings.leads(state, number, banner) for banner in range(len(state.book.banners)))
