"""8. Attrition: who undergoes it, the roll, and the losses."""

import pytest
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    bare,
    cast,
    csp,
    dice,
    do,
    happen,
    hex_of,
    item,
    leader_of,
    lull,
    put,
    rolls,
    ruin,
    sentences,
    ship,
    vessel,
    who,
)

from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.rules import attrition, exposure, fates
from fimbul.games.fornaldar.rules.attrition import AttritionPhase, Wearing
from fimbul.games.fornaldar.rules.exposure import worn
from fimbul.games.fornaldar.state import FornaldarState

SUMMER, WINTER = 9, 2  # calendar turns: mana 6 and nightless days; mana 4, snow and short days
MUNDANE_HEX = "2020"
ENCHANTED = "2416"
WILD = "2316"
HEALING = "2019"  # wild too
PLAIN = "1725"  # Nerfringia
SEA = "2546"
COAST = "1727"  # Nerfringia
TROLL_COAST = "1045"  # Fynn


def undergo(state: FornaldarState, seat: int, hex_: str, stack: str = "land") -> exposure.Worn:
    found = worn(state, seat, hex_of(state, hex_), stack)
    assert found is not None
    return found


def reasons(state: FornaldarState, seat: int, hex_: str, stack: str = "land") -> set[str]:
    return set(undergo(state, seat, hex_, stack).reasons())


def added(state: FornaldarState, seat: int, hex_: str, stack: str = "land") -> int:
    return attrition.modifier(state, undergo(state, seat, hex_, stack))


# ---- who


@pytest.mark.rule("R8.1a")
def test_every_piece_in_a_vortex_undergoes_attrition():
    state = bare()
    put(state, "gorm", SEA, aboard=True, escort=True)
    army(state, "fynn", SEA, 1, aboard=True)
    ship(state, "wrath_of_gorm", SEA)
    cast(state, "vortex_creation", "signhild", hex_=SEA)

    found = undergo(state, FOMORIAN, SEA, "sea")

    assert all((found.leaders, found.escorts, found.troops, found.ships))
    assert reasons(state, FOMORIAN, SEA, "sea") == {"vortex"}


@pytest.mark.rule("R8.1b")
@pytest.mark.parametrize("sky", ["rain", "snow"])
def test_bad_sailers_undergo_attrition_in_bad_weather(sky: str):
    state = bare()
    state.sky = sky
    ship(state, "old_haddock", SEA)
    ship(state, "wrath_of_gorm", SEA)  # no bad sailer
    army(state, "fynn", SEA, 1, aboard=True)
    put(state, "gorm", SEA, aboard=True)

    found = undergo(state, FOMORIAN, SEA, "sea")

    assert set(found.ships) == {state.book.ship["old_haddock"]}
    assert not found.troops
    assert not found.leaders


@pytest.mark.rule("R6.3.1")
@pytest.mark.rule("R8.1b")
@pytest.mark.parametrize(
    ("hex_", "at_sea"), [(TROLL_COAST, False), ("1545", False), (COAST, True), (SEA, True)]
)
def test_ships_in_a_friendly_harbour_are_not_at_sea(hex_: str, at_sea: bool):
    state = bare()
    lull(state, "fynn", "ycelia")
    state.active[state.book.group["lochlann"]] = True
    state.sky = "rain"
    ship(state, "runesong", hex_)  # of Lochlann

    assert ("sail" in reasons(state, FOMORIAN, hex_, "sea")) == at_sea


@pytest.mark.rule("R6.3.1")
def test_the_edelfox_is_safe_in_pellost():
    state = bare()
    state.sky = "rain"
    ship(state, "edelfox", "4750")

    assert not undergo(state, MUNDANE, "4750", "sea").any()


@pytest.mark.rule("R6.3.1")
@pytest.mark.rule("R3.5")
@pytest.mark.parametrize(
    ("hex_", "at_sea"), [("1706", False), ("1806", False), ("1606", True), ("1705", True)]
)
def test_islands_are_never_friendly_coasts(hex_: str, at_sea: bool):
    state = bare()
    state.sky = "rain"
    ship(state, "edelfox", hex_)

    assert ("sail" in reasons(state, MUNDANE, hex_, "sea")) == at_sea


@pytest.mark.rule("R6.4.5")
@pytest.mark.parametrize(("hex_", "wears"), [(SEA, True), (TROLL_COAST, False)])
def test_snow_wears_down_bad_sailers_away_from_home(hex_: str, wears: bool):
    state = bare()
    state.sky = "snow"
    ship(state, "old_haddock", hex_)

    assert ("sail" in reasons(state, FOMORIAN, hex_, "sea")) == wears


@pytest.mark.rule("R8.1c")
@pytest.mark.parametrize(
    ("scenario", "banner", "wears"),
    [
        ("sampo", "skergota", True),
        ("northern_war", "thulorm", True),
        ("northern_war", "kobold", True),
        ("sampo", "normorea", False),
        ("sampo", "fynn", False),
        ("jotuns", "centaur", True),
    ],
)
def test_mundane_ground_wears_down_mermen_elves_and_kobolds(scenario: str, banner: str, wears: bool):
    state = bare(scenario)
    group = {"kobold": "ycelia", "centaur": "jotunheim"}.get(banner, banner)
    army(state, banner, MUNDANE_HEX, 2, group=group)
    seat = state.side[state.book.group[group]]

    assert ("mundane" in reasons(state, seat, MUNDANE_HEX)) == wears
    assert added(state, seat, MUNDANE_HEX) == (3 if wears else 0)


@pytest.mark.rule("R8.1d")
def test_enchanted_ground_wears_down_mundanes():
    state = bare()
    put(state, "hakon", ENCHANTED)
    put(state, "ogmund", ENCHANTED)  # an ancient
    army(state, "midhrasir", ENCHANTED, 2)
    army(state, "normorea", ENCHANTED, 2)

    found = undergo(state, MUNDANE, ENCHANTED)

    assert set(found.leaders) == {leader_of(state, "hakon")}
    assert set(found.troops) == {state.book.banner["midhrasir"]}


@pytest.mark.rule("R8.1d")
def test_enchanted_ground_does_nothing_to_mundanes_aboard():
    state = bare()
    ship(state, "seaweaver", "2947")  # an enchanted coast
    put(state, "hakon", "2947", aboard=True)
    army(state, "midhrasir", "2947", 1, aboard=True)

    assert not undergo(state, MUNDANE, "2947", "sea").any()


@pytest.mark.rule("R8.1e")
def test_wild_magic_wears_down_everybody_on_land():
    state = bare()
    put(state, "lofar", WILD, escort=True)
    army(state, "normorea", WILD, 3)

    found = undergo(state, MUNDANE, WILD)

    assert all((found.leaders, found.escorts, found.troops))
    assert found.reasons() == {"wild"}


@pytest.mark.rule("R8.1e")
def test_wild_magic_does_nothing_at_sea():
    state = bare()
    put(state, "tenaz", "1606", afloat=True)
    army(state, "skergota", "1606", 2, afloat=True)
    ship(state, "seaweaver", "1606")
    put(state, "hakon", "1606", aboard=True)

    assert not undergo(state, MUNDANE, "1606", "sea").any()


@pytest.mark.rule("R8.1e")
def test_a_healing_place_of_power_spares_characters_and_their_escorts():
    state = bare()
    put(state, "lofar", HEALING, escort=True)
    army(state, "normorea", HEALING, 3)

    found = undergo(state, MUNDANE, HEALING)

    assert not found.leaders
    assert not found.escorts
    assert set(found.troops) == {state.book.banner["normorea"]}


@pytest.mark.rule("R8.1f")
@pytest.mark.parametrize(
    ("leader", "hex_", "wears"),
    [
        (None, PLAIN, True),
        ("lembi", PLAIN, True),  # a captain of Midhrasir
        ("sigurd", PLAIN, False),  # a marshal of mundanes
        ("hakon", PLAIN, False),  # a king
        (None, "2331", False),  # a friendly fortress
        (None, "1538", True),  # a fortress of the enemy
    ],
)
def test_armies_without_command_undergo_attrition(leader: str | None, hex_: str, wears: bool):
    state = bare()
    army(state, "nerfringia", hex_, 3)
    if leader is not None:
        put(state, leader, hex_)

    assert ("command" in reasons(state, MUNDANE, hex_)) == wears


@pytest.mark.rule("R8.1f")
@pytest.mark.rule("R13.1")
def test_an_escort_needs_no_command():
    state = bare()
    put(state, "ajattar", PLAIN)
    put(state, "knud", PLAIN, escort=True)

    assert not undergo(state, FOMORIAN, PLAIN).any()


@pytest.mark.rule("R8.1g")
@pytest.mark.rule("R6.4.3")
def test_snow_wears_down_csp_and_characters():
    state = bare()
    state.sky = "snow"
    put(state, "hakon", PLAIN, escort=True)
    army(state, "midhrasir", PLAIN, 2)

    found = undergo(state, MUNDANE, PLAIN)

    assert all((found.leaders, found.escorts, found.troops))
    assert found.reasons() == {"snow"}


@pytest.mark.rule("R8.1g")
@pytest.mark.rule("R6.4.3")
@pytest.mark.parametrize("ruined", [False, True])
def test_a_fortress_or_a_ruin_shelters_from_snow(ruined: bool):
    state = bare()
    state.sky = "snow"
    put(state, "hakon", "1538")
    if ruined:
        ruin(state, "1538")

    assert not undergo(state, MUNDANE, "1538").any()


@pytest.mark.rule("R8.1h")
@pytest.mark.parametrize(("month", "wears"), [(4, True), (9, False)])
def test_swimming_mermen_undergo_attrition_on_short_days(month: int, wears: bool):
    state = bare(month=month)
    put(state, "lhyr", SEA, afloat=True)
    put(state, "tursas", SEA, afloat=True)
    army(state, "skergota", SEA, 2, afloat=True)

    found = undergo(state, MUNDANE, SEA, "sea")

    assert bool(found.swimmers) == bool(found.leaders) == wears
    assert not undergo(state, FOMORIAN, SEA, "sea").any()


@pytest.mark.rule("R8.1")
def test_inactive_pieces_undergo_attrition_only_in_a_vortex():
    state = bare()
    lull(state, "normorea")
    army(state, "normorea", WILD, 3)
    assert not undergo(state, MUNDANE, WILD).any()

    cast(state, "vortex_creation", "heior", hex_=WILD)
    assert undergo(state, MUNDANE, WILD).any()


@pytest.mark.rule("R20.14")
@pytest.mark.parametrize("cleared", [False, True])
def test_storm_calling_wears_down_every_ship_of_a_sea(cleared: bool):
    state = bare()
    ship(state, "wrath_of_gorm", SEA)  # no bad sailer
    cast(state, "storm_calling", "signhild", word="oster")
    if cleared:
        cast(state, "elements", "heior", hex_=SEA, word="clear")

    assert ("storm" in reasons(state, FOMORIAN, SEA, "sea")) != cleared


@pytest.mark.rule("R20.26")
def test_a_maelstrom_wears_down_ships_within_two_hexes():
    state = bare()
    ship(state, "wrath_of_gorm", SEA)
    cast(state, "maelstrom", "signhild", hex_="2547")
    state.whirlpools, state.spells = state.spells, []

    assert reasons(state, FOMORIAN, SEA, "sea") == {"maelstrom"}
    assert added(state, FOMORIAN, SEA, "sea") == 3


@pytest.mark.rule("R21.59")
def test_the_argian_torque_wears_down_active_enemies_within_three_hexes():
    state = bare()
    put(state, "lembi", "2020")
    item(state, "argian_torque", bearer="lembi")
    army(state, "fynn", "2023", 4)
    put(state, "gorm", "2023")
    put(state, "scyld", "2220", escort=True)
    put(state, "reomur", "2024")

    assert reasons(state, FOMORIAN, "2023") == {"torque"}
    assert added(state, FOMORIAN, "2023") == 1 - 4
    assert reasons(state, FOMORIAN, "2220") == {"torque"}
    assert not undergo(state, FOMORIAN, "2024").any()
    assert not undergo(state, MUNDANE, "2020").any()


@pytest.mark.rule("R23.9")
def test_yule_never_undergoes_attrition():
    state = bare("jotuns")
    put(state, "yule", WILD, escort=True)
    army(state, "normorea", WILD, 2)
    cast(state, "vortex_creation", "aesa", hex_=WILD)

    found = undergo(state, MUNDANE, WILD)

    assert not found.leaders
    assert not found.escorts
    assert added(state, MUNDANE, WILD) == 5 + 5  # the vortex, the mana of the seventh turn


@pytest.mark.rule("R24.3.2.3")
def test_wild_magic_does_nothing_to_centaurs():
    state = bare("jotuns")
    put(state, "klattka", WILD, escort=True)
    army(state, "centaur", WILD, 3, group="jotunheim")
    assert not undergo(state, FOMORIAN, WILD).any()

    put(state, "klattka", MUNDANE_HEX, escort=True)
    assert reasons(state, FOMORIAN, MUNDANE_HEX) == {"mundane"}
    assert added(state, FOMORIAN, MUNDANE_HEX) == 3 - 3  # his command


@pytest.mark.rule("R24.3.2.4b")
def test_wild_magic_does_nothing_to_the_jibalian():
    state = bare("jotuns")
    put(state, "jibalian", WILD)

    assert not undergo(state, MUNDANE, WILD).any()


@pytest.mark.rule("R24.3.2.7")
@pytest.mark.parametrize(("hex_", "wears"), [("2714", False), (WILD, True)])
def test_wild_magic_does_nothing_to_loherim_in_dokkvordar(hex_: str, wears: bool):
    state = bare("jotuns")
    state.side[state.book.group["sifka"]] = MUNDANE
    state.active[state.book.group["sifka"]] = True
    army(state, "loherim", hex_, 4, group="sifka")
    put(state, "sifka", hex_)

    assert ("wild" in reasons(state, MUNDANE, hex_)) == wears


# ---- at home


@pytest.mark.rule("R8.3")
@pytest.mark.rule("R3.7")
def test_at_home_wild_magic_and_snow_do_nothing_to_a_character_and_his_escort():
    state = bare()
    state.sky = "snow"
    put(state, "svip", "1414", escort=True)  # Ullevi's Pillars, wild
    assert not undergo(state, FOMORIAN, "1414").any()

    put(state, "konkiff", "1414")
    assert set(undergo(state, FOMORIAN, "1414").leaders) == {leader_of(state, "konkiff")}


@pytest.mark.rule("R8.3")
def test_at_home_snow_and_wild_magic_add_nothing():
    state = bare(month=WINTER)
    state.sky = "snow"
    put(state, "svip", "1414")
    cast(state, "vortex_creation", "signhild", hex_="1414")

    assert added(state, FOMORIAN, "1414") == 5 - 1 - 4  # the vortex, less command and magic


# ---- the roll


@pytest.mark.rule("R8.4")
def test_the_ground_stack_and_the_naval_stack_roll_separately(monkeypatch: pytest.MonkeyPatch):
    state = bare(month=WINTER)
    state.sky = "snow"
    army(state, "midhrasir", TROLL_COAST, 4)
    put(state, "hakon", TROLL_COAST)
    ship(state, "edelfox", TROLL_COAST)
    dice(monkeypatch, 1, 1, 1, 1)

    events = happen(state, AttritionPhase())

    assert len(rolls(events)) == 2


@pytest.mark.rule("R8.4.1")
def test_mermen_and_elves_in_a_mundane_hex_with_a_vortex_roll_once_at_plus_eight(
    monkeypatch: pytest.MonkeyPatch,
):
    state = bare("northern_war")
    army(state, "skergota", MUNDANE_HEX, 2)
    army(state, "thulorm", MUNDANE_HEX, 2)
    cast(state, "vortex_creation", "gullveig", hex_=MUNDANE_HEX)
    dice(monkeypatch, 1, 1, then=1)

    events = happen(state, AttritionPhase())

    (roll,) = rolls(events)
    assert roll.added == 8


@pytest.mark.rule("R8.4.2")
@pytest.mark.parametrize(
    ("total", "letter"), [(-3, "A"), (2, "A"), (3, "B"), (4, "B"), (6, "C"), (10, "D"), (14, "E"), (15, "F")]
)
def test_the_attrition_table(total: int, letter: str):
    assert charts.wear(bare().book.library, total) == letter


@pytest.mark.rule("R8.4.3a")
def test_the_command_of_the_highest_ranking_character_is_subtracted():
    state = bare()
    put(state, "grendel", WILD)  # a king, command 3
    put(state, "klakthryg", WILD)  # a marshal, command 4
    assert added(state, FOMORIAN, WILD) == 4 - 3  # the mana of the eleventh turn


@pytest.mark.rule("R8.4.3b")
def test_the_best_magic_of_one_character_is_subtracted():
    state = bare()
    put(state, "gorm", WILD)
    put(state, "eberic", WILD)  # magic 4
    put(state, "svip", WILD)  # magic 4

    assert added(state, FOMORIAN, WILD) == 4 - 4 - 4


@pytest.mark.rule("R8.4.3a")
@pytest.mark.rule("R8.4.5")
def test_who_does_not_undergo_attrition_does_not_help_either():
    state = bare()
    put(state, "lhyr", ENCHANTED)
    army(state, "midhrasir", ENCHANTED, 2)

    assert added(state, MUNDANE, ENCHANTED) == 3


@pytest.mark.rule("R8.4.3c")
@pytest.mark.rule("R8.4.3d")
def test_ground_that_does_not_suit_adds_three():
    state = bare()
    army(state, "skergota", MUNDANE_HEX, 2)
    army(state, "midhrasir", ENCHANTED, 2)

    assert added(state, MUNDANE, MUNDANE_HEX) == 3
    assert added(state, MUNDANE, ENCHANTED) == 3


@pytest.mark.rule("R8.4.3e")
@pytest.mark.parametrize(("month", "mana"), [(9, 6), (3, 3)])
def test_wild_magic_adds_the_mana_level(month: int, mana: int):
    state = bare(month=month)
    army(state, "normorea", WILD, 3)

    assert added(state, MUNDANE, WILD) == mana


@pytest.mark.rule("R21.24")
def test_the_amulet_of_kluth_takes_off_the_mana():
    state = bare(month=9)
    army(state, "normorea", WILD, 3)
    put(state, "lofar", WILD)
    item(state, "amulet_of_kluth", bearer="lofar")

    assert added(state, MUNDANE, WILD) == -4
    assert undergo(state, MUNDANE, WILD).troops


@pytest.mark.rule("R8.4.3f")
def test_a_vortex_adds_five():
    state = bare()
    army(state, "fynn", PLAIN, 3)
    cast(state, "vortex_creation", "signhild", hex_=PLAIN)

    assert added(state, FOMORIAN, PLAIN) == 5


@pytest.mark.rule("R8.4.3g")
def test_a_snow_hex_adds_one():
    state = bare(month=9)
    army(state, "fynn", PLAIN, 3)
    army(state, "fynn", "1538", 3, group="fynn")
    cast(state, "fimbulwinter", "heior", hex_=PLAIN)
    cast(state, "fimbulwinter", "eberic", hex_="1538")
    cast(state, "vortex_creation", "signhild", hex_="1538")

    assert added(state, FOMORIAN, PLAIN) == 1
    assert added(state, FOMORIAN, "1538") == 5  # in a friendly fortress the snow adds nothing


@pytest.mark.rule("R8.4.3h")
def test_a_snow_turn_adds_four_even_where_the_weather_is_clear():
    state = bare(month=WINTER)
    state.sky = "snow"
    army(state, "fynn", PLAIN, 3)
    assert added(state, FOMORIAN, PLAIN) == 1 + 4

    cast(state, "elements", "heior", hex_=PLAIN, word="clear")
    assert reasons(state, FOMORIAN, PLAIN) == {"command"}
    assert added(state, FOMORIAN, PLAIN) == 4


@pytest.mark.rule("R8.4.3g")
@pytest.mark.rule("R8.4.3h")
def test_snow_adds_nothing_for_ships_and_mermen_on_a_friendly_coast():
    state = bare(month=WINTER)
    state.sky = "snow"
    army(state, "skergota", COAST, 2, afloat=True)
    assert added(state, MUNDANE, COAST, "sea") == 0

    army(state, "skergota", SEA, 2, afloat=True)
    assert added(state, MUNDANE, SEA, "sea") == 5


@pytest.mark.rule("R8.4.3h")
def test_a_ruin_keeps_off_the_four_but_not_the_one():
    state = bare(month=WINTER)
    state.sky = "snow"
    ruin(state, "2331")
    army(state, "nerfringia", "2331", 3)

    assert reasons(state, MUNDANE, "2331") == {"command"}
    assert added(state, MUNDANE, "2331") == 1


# ---- losses


@pytest.mark.rule("R8.4.5")
def test_mermen_in_thulorm_neither_count_nor_lose(monkeypatch: pytest.MonkeyPatch):
    state = bare()
    army(state, "midhrasir", ENCHANTED, 4)
    army(state, "skergota", ENCHANTED, 15)
    put(state, "hakon", ENCHANTED)
    put(state, "lhyr", ENCHANTED)
    dice(monkeypatch, 6, 5)  # 11 + 3 - 5 = 9: D

    happen(state, AttritionPhase())
    do(state, "done")

    assert csp(state, "midhrasir", ENCHANTED) == 2  # 4 with D: 2
    assert csp(state, "skergota", ENCHANTED) == 15
    assert who(state, "hakon").wounds == 1  # 5 with D: 1
    assert who(state, "lhyr").wounds == 0


@pytest.mark.rule("R8.4.6")
def test_hakon_and_snorri_in_a_wild_hex(monkeypatch: pytest.MonkeyPatch):
    state = bare(month=SUMMER)
    put(state, "hakon", WILD)
    put(state, "snorri", WILD, wounds=2)
    army(state, "midhrasir", WILD, 18)
    dice(monkeypatch, 4, 5)

    events = happen(state, AttritionPhase())
    do(state, "lose(hakon)", "lose(snorri)")

    (roll,) = rolls(events)
    assert (roll.added, roll.result) == (6 - 5, "D")
    assert csp(state, "midhrasir", WILD) == 13
    assert who(state, "hakon").wounds + who(state, "snorri").wounds == 2 + 2


@pytest.mark.rule("R8.4.6c")
def test_ships_lose_steps_by_their_strength(monkeypatch: pytest.MonkeyPatch):
    state = bare()
    state.sky = "rain"
    ship(state, "old_haddock", SEA)
    ship(state, "swiftdagger", SEA)
    dice(monkeypatch, 5, 4)  # 9: D, strength 4: 1 step

    happen(state, AttritionPhase())
    do(state, "lose(swiftdagger)")

    assert vessel(state, "swiftdagger").damaged
    assert not vessel(state, "old_haddock").damaged


@pytest.mark.rule("R8.4.8")
def test_swimming_mermen_lose_steps_and_mermen_ashore_csp(monkeypatch: pytest.MonkeyPatch):
    state = bare(month=4)
    army(state, "skergota", SEA, 9, afloat=True)
    dice(monkeypatch, 6, 6)  # 12: E, strength 9: 4 CSP or 2 steps
    happen(state, AttritionPhase())
    do(state, "done")
    assert csp(state, "skergota", SEA) == 7

    state = bare(month=9)
    army(state, "skergota", WILD, 9)
    dice(monkeypatch, 3, 3)  # 6 + 6 = 12: E
    happen(state, AttritionPhase())
    do(state, "done")
    assert csp(state, "skergota", WILD) == 5


@pytest.mark.rule("R19.1")
def test_who_is_left_alone_among_enemies_by_attrition_is_killed(monkeypatch: pytest.MonkeyPatch):
    state = bare()
    put(state, "olvard", ENCHANTED)  # a marshal, no hero
    army(state, "midhrasir", ENCHANTED, 1)
    army(state, "fynn", ENCHANTED, 3)
    put(state, "gorm", ENCHANTED)
    dice(monkeypatch, 5, 3)  # 8 + 3 - 3 = 8: C

    happen(state, AttritionPhase())
    do(state, "done")

    assert csp(state, "midhrasir") == 0
    assert who(state, "olvard").dead


@pytest.mark.rule("R5.4")
def test_the_fomorian_player_rolls_first(monkeypatch: pytest.MonkeyPatch):
    state = bare()
    army(state, "fynn", PLAIN, 12)
    army(state, "normorea", WILD, 1)
    dice(monkeypatch, 1, 1, 1, 2)

    first, second = rolls(happen(state, AttritionPhase()))

    assert first.only == (FOMORIAN,)
    assert second.only == (MUNDANE,)


@pytest.mark.rule("R25.2")
def test_the_enemy_does_not_learn_what_was_added_to_an_attrition_roll(monkeypatch: pytest.MonkeyPatch):
    state = bare()
    put(state, "gorm", WILD)
    army(state, "fynn", WILD, 5)
    dice(monkeypatch, 1, 2)

    events = happen(state, AttritionPhase())

    assert sentences(events, MUNDANE) == ["Attrition at 2316."]


# ---- marches


@pytest.mark.rule("R8.2")
def test_a_march_uses_the_attrition_table_for_those_who_went(monkeypatch: pytest.MonkeyPatch):
    state = bare()
    put(state, "gorm", PLAIN, escort=True)
    army(state, "fynn", PLAIN, 12)
    banner = state.book.banner["fynn"]
    dice(monkeypatch, 5, 5)

    events = happen(
        state,
        Wearing(
            FOMORIAN, hex_of(state, PLAIN), "land", (leader_of(state, "gorm"),), ((banner, 5),), 4, 4, "march"
        ),
    )
    do(state, "lose(fynn)", "lose(fynn)")

    (roll,) = rolls(events)
    assert (roll.added, roll.result) == (0, "D")
    assert csp(state, "fynn", PLAIN) == 10  # 5 and the escort with D: 2
    assert who(state, "gorm").wounds == 1


# ---- the off-map Mundanes


@pytest.mark.rule("R24.1.2.3c")
def test_mundanes_from_off_the_map_lose_half_without_a_leader_and_make_no_roll(
    monkeypatch: pytest.MonkeyPatch,
):
    state = bare(month=WINTER)
    state.sky = "snow"
    army(state, "mundanes", PLAIN, 7)
    dice(monkeypatch)

    happen(state, AttritionPhase())

    assert csp(state, "mundanes", PLAIN) == 3


@pytest.mark.rule("R24.1.2.3d")
def test_losses_of_the_mundanes_from_off_the_map_give_no_points(monkeypatch: pytest.MonkeyPatch):
    state = bare()
    captain = put(state, "captain", PLAIN)
    army(state, "mundanes", PLAIN, 7)
    fates.kill(state, captain, [], "other")
    happen(state, AttritionPhase())

    assert csp(state, "mundanes", PLAIN) == 3
    assert state.points == [0, 0]


@pytest.mark.rule("R24.1.2.3c")
def test_with_their_captain_they_roll_like_others(monkeypatch: pytest.MonkeyPatch):
    state = bare()
    put(state, "captain", ENCHANTED)
    army(state, "mundanes", ENCHANTED, 7)
    dice(monkeypatch, 1, 1)

    assert len(rolls(happen(state, AttritionPhase()))) == 1
    do(state, "done")
    assert csp(state, "mundanes", ENCHANTED) == 6  # 2 + 3 - 2 = 3: B, strength 7
