"""What each magic item does in its phase (R21.21 to R21.75)."""

import pytest
from tests.games.fornaldar.fights import FIELD, announce, attack
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    cast,
    csp,
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
    rolls,
    sentences,
    ship,
    treasure,
    who,
)

from fimbul.core import Event
from fimbul.games.fornaldar import model
from fimbul.games.fornaldar.library import rows
from fimbul.games.fornaldar.model import Battle
from fimbul.games.fornaldar.rules import (
    attrition,
    mobilizing,
    ratings,
    recovery,
    reinforcing,
    secrecy,
    weather,
)
from fimbul.games.fornaldar.rules.combat import challenges, losses, strengths
from fimbul.games.fornaldar.rules.magic import enchanting, items, spells, vial
from fimbul.games.fornaldar.rules.movement import forces, moving, ways
from fimbul.games.fornaldar.state import FornaldarState
from fimbul.games.fornaldar.table import words

PLACE = "3905"  # a Place of Power


def plain(state: FornaldarState) -> str:
    """A clear hex of no special aspect, without a fortress."""
    return find_hex(state, terrain="clear", aspect="normal", fortress=False, place=False, water="")


# ---- the recovery, reinforcement and mobilization phases


@pytest.mark.rule("R21.21")
def test_the_sampo_grinds_a_csp_in_a_friendly_fortress() -> None:
    state = bare("sampo")
    put(state, "reomur", "3109")
    item(state, "magic_sampo", bearer="reomur")
    happen(state, recovery.Recovery(FOMORIAN))
    assert csp(state, "ycelia", "3109") == 1
    happen(state, recovery.Recovery(MUNDANE))
    assert csp(state, "ycelia", "3109") == 1


@pytest.mark.rule("R21.21")
def test_the_sampo_is_idle_in_the_field_and_in_ruins() -> None:
    state = bare("sampo")
    put(state, "reomur", plain(state))
    item(state, "magic_sampo", bearer="reomur")
    happen(state, recovery.Recovery(FOMORIAN))
    put(state, "reomur", "3109")
    state.ruins = [hex_of(state, "3109")]
    happen(state, recovery.Recovery(FOMORIAN))
    assert not state.armies


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("highstaff_of_jir", marks=pytest.mark.rule("R21.34")),
        pytest.param("lormalien", marks=pytest.mark.rule("R21.42")),
        pytest.param("feldern_brooch", marks=pytest.mark.rule("R21.68")),
    ],
)
def test_healing_items_heal_everybody_in_the_hex(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    state = bare("sampo")
    spot = plain(state)
    put(state, "snorri", spot, wounds=2)
    put(state, "signhild", spot, wounds=1)
    put(state, "olvard", "3432", wounds=2)
    item(state, name, bearer="snorri")
    dice(monkeypatch, then=6)
    happen(state, recovery.Recovery(MUNDANE))
    assert [who(state, each).wounds for each in ("snorri", "signhild", "olvard")] == [1, 0, 2]


@pytest.mark.rule("R21.29")
def test_the_alabaster_horn_helps_to_mobilize(monkeypatch: pytest.MonkeyPatch) -> None:
    added = []
    for bearer in ("", "hakon"):
        state = bare("sampo")
        lull(state, "normorea")
        put(state, "hakon", "3927")
        if bearer:
            item(state, "alabaster_horn", bearer=bearer)
        happen(state, mobilizing.Mobilization(MUNDANE))
        dice(monkeypatch, 6, 6)
        added += [roll.added for roll in rolls(do(state, "call(normorea)"), "Normorea")]
    assert added[1] == added[0] - 1


@pytest.mark.rule("R21.63")
@pytest.mark.parametrize(
    ("roll", "centaurs", "wounds"),
    [((1, 2), 0, 1), ((2, 2), 0, 0), ((3, 3), 0, 0), ((3, 4), 1, 0), ((5, 4), 2, 0), ((6, 6), 3, 0)],
)
def test_the_howling_mirror_calls_centaurs(
    monkeypatch: pytest.MonkeyPatch, roll: tuple[int, int], centaurs: int, wounds: int
) -> None:
    state = bare("jotuns", month=12)
    wild = find_hex(state, aspect="wild", fortress=False, land=True)
    put(state, "frozur", wild)
    item(state, "howling_mirror", bearer="frozur")
    happen(state, reinforcing.Reinforcement())
    dice(monkeypatch, *roll)
    do(state, "use(howling_mirror)")
    assert csp(state, "centaur", wild) == centaurs
    assert who(state, "frozur").wounds == wounds
    assert who(state, "frozur").cast


@pytest.mark.rule("R21.63")
def test_the_howling_mirror_needs_wild_magic() -> None:
    state = bare("jotuns", month=12)
    put(state, "frozur", plain(state))
    item(state, "howling_mirror", bearer="frozur")
    happen(state, reinforcing.Reinforcement())
    assert "use(howling_mirror)" not in legal(state)


@pytest.mark.rule("R21.73")
def test_the_stone_of_grotti_brings_eight_jotuns_once() -> None:
    state = bare("jotuns", month=12)
    spot = plain(state)
    put(state, "herdbolt", spot)
    item(state, "stone_of_grotti", bearer="herdbolt")
    happen(state, reinforcing.Reinforcement())
    do(state, "use(stone_of_grotti)")
    assert csp(state, "jotunheim", spot) == 8
    assert treasure(state, "stone_of_grotti").gone
    assert "use(stone_of_grotti)" not in legal(state)


@pytest.mark.rule("R21.73")
def test_the_stone_of_grotti_serves_only_lochlann() -> None:
    state = bare("jotuns", month=12)
    put(state, "hnag", plain(state))
    item(state, "stone_of_grotti", bearer="hnag")
    happen(state, reinforcing.Reinforcement())
    assert "use(stone_of_grotti)" not in legal(state)


# ---- the enchantment phase


def casting_roll(
    monkeypatch: pytest.MonkeyPatch, state: FornaldarState, *plots: str, seat: int = FOMORIAN
) -> int:
    """What is added to the roll of a casting."""
    happen(state, enchanting.EnchantmentPhase())
    dice(monkeypatch, 1, 1, then=1)
    before = ("done",) if seat == MUNDANE else ()
    after = ("done",) if seat == FOMORIAN else ()
    (roll,) = rolls(do(state, *before, *plots, "done", *after), "casts")
    return roll.added


@pytest.mark.rule("R21.22")
@pytest.mark.parametrize(
    ("plots", "added"),
    [
        (("cast(tengen,healing)", "aim(knud)"), -2),
        (("cast(tengen,hide)",), -2),
        (("cast(tengen,vision)", f"aim(h{PLACE})"), 0),
    ],
)
def test_the_kantele_helps_to_heal_and_hide(
    monkeypatch: pytest.MonkeyPatch, plots: tuple[str, ...], added: int
) -> None:
    state = bare("sampo", month=9)
    put(state, "tengen", PLACE, wounds=1)
    put(state, "knud", PLACE, wounds=1)
    item(state, "vainas_kantele", bearer="tengen")
    assert casting_roll(monkeypatch, state, *plots) == added


@pytest.mark.rule("R21.57")
@pytest.mark.parametrize(
    ("plots", "added"),
    [
        (("cast(tengen,vortex_creation)", f"aim(h{PLACE})"), -2),
        (("cast(tengen,mental_attack)",), -2),
        (("cast(tengen,vision)", f"aim(h{PLACE})"), 0),
    ],
)
def test_his_hat_helps_to_cast(monkeypatch: pytest.MonkeyPatch, plots: tuple[str, ...], added: int) -> None:
    state = bare("sampo", month=9)
    put(state, "tengen", PLACE)
    put(state, "signhild", "3909")
    item(state, "his_hat", bearer="tengen")
    assert casting_roll(monkeypatch, state, *plots) == added


@pytest.mark.rule("R21.57")
@pytest.mark.parametrize(("hat", "wounds"), [(False, 0), (True, 1)])
def test_his_hat_adds_one_in_a_mental_attack(monkeypatch: pytest.MonkeyPatch, hat: bool, wounds: int) -> None:
    state = bare("sampo", month=9)
    put(state, "tengen", PLACE)
    put(state, "signhild", "3909")
    if hat:
        item(state, "his_hat", bearer="tengen")
    happen(state, enchanting.EnchantmentPhase())
    dice(monkeypatch, 1, 1, 3, 3)
    do(state, "cast(tengen,mental_attack)", "done", "done")
    assert who(state, "signhild").wounds == wounds


@pytest.mark.rule("R21.57")
def test_his_hat_makes_an_enchanter_of_who_has_magic() -> None:
    state = bare("sampo", month=9)
    fiskari, hakon = put(state, "fiskari", "2714"), put(state, "hakon", "2714")
    item(state, "his_hat", bearer="fiskari")
    assert ratings.is_enchanter(state, fiskari)
    item(state, "his_hat", bearer="hakon")
    assert not ratings.is_enchanter(state, hakon)


@pytest.mark.rule("R21.24")
def test_the_amulet_shields_bearer_and_company_from_mental_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    put(state, "tengen", PLACE)
    put(state, "signhild", "3909")
    put(state, "hakon", "3909")
    item(state, "amulet_of_kluth", bearer="hakon")
    happen(state, enchanting.EnchantmentPhase())
    dice(monkeypatch, 1, 1)
    events = do(state, "cast(tengen,mental_attack)", "aim(signhild)", "done", "done")
    assert "Signhild is proof against Mental Attack." in sentences(events)
    assert who(state, "signhild").wounds == 0


@pytest.mark.rule("R21.24")
def test_the_amulet_keeps_the_mana_off_attrition(monkeypatch: pytest.MonkeyPatch) -> None:
    added = []
    for guarded in (False, True):
        state = bare("sampo", month=9)
        put(state, "snorri", "3515")
        if guarded:
            item(state, "amulet_of_kluth", bearer="snorri")
        dice(monkeypatch, 1, 1, then=1)
        added += [roll.added for roll in rolls(happen(state, attrition.AttritionPhase()))]
    assert added == [6 - 2, -2]


@pytest.mark.rule("R21.31")
def test_the_staff_of_virimir_lets_an_enchanter_fly_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    spot = plain(state)
    tengen = put(state, "tengen", spot)
    put(state, "knud", spot)
    item(state, "staff_of_virimir", bearer="tengen")
    happen(state, enchanting.EnchantmentPhase())
    assert legal(state, "cast") == {"cast(tengen,fly)"}
    dice(monkeypatch, 1, 1)
    do(state, "cast(tengen,fly)", "done", "done")
    assert ratings.flies(state, tengen)
    assert not ratings.flies(state, leader_of(state, "knud"))


@pytest.mark.rule("R21.39")
def test_the_black_orb_makes_a_vortex_anywhere() -> None:
    state = bare("sampo", month=9)
    put(state, "hargoll", plain(state))
    happen(state, enchanting.EnchantmentPhase())
    assert not legal(state, "cast")
    item(state, "black_orb", bearer="hargoll")
    assert legal(state, "cast") == {"cast(hargoll,vortex_creation)"}


@pytest.mark.rule("R21.43")
def test_no_enchantment_examines_the_bearer_of_adas_mask() -> None:
    state = bare("sampo", month=9)
    put(state, "thorskuld", "2331")
    aulgerda = put(state, "aulgerda", "2331")
    item(state, "adas_mask", bearer="aulgerda")
    cast(state, "vision", "tengen", hex_="2331")
    state.seen = spells.vision_hexes(state)
    assert secrecy.is_masked(state, FOMORIAN, aulgerda)
    assert not secrecy.is_masked(state, FOMORIAN, leader_of(state, "thorskuld"))


@pytest.mark.rule("R12.1")
@pytest.mark.rule("R21.43")
@pytest.mark.parametrize("company", [[], ["thorskuld"]])
def test_the_bearer_of_adas_mask_is_seen_where_she_lies_on_top(company: list[str]) -> None:
    """She was named as the top of her stack, "with -1 character"."""
    state = bare("sampo", month=9)
    aulgerda = put(state, "aulgerda", "2331")
    state.leaders[aulgerda].escort = 2
    for other in company:
        put(state, other, "2331")
    state.leaders[aulgerda].height = 1
    item(state, "adas_mask", bearer="aulgerda")
    cast(state, "vision", "tengen", hex_="2331")
    state.seen = spells.vision_hexes(state)
    view = state.view(FOMORIAN)
    (stack,) = (each for each in view.stacks if each.hex == "h2331")
    assert (stack.known, stack.id, stack.leaders) == (True, "aulgerda", 1 + len(company))
    assert words.stack_name(view, stack) == "Aulgerda" + " with 1 character" * len(company)


@pytest.mark.rule("R21.43")
def test_adas_mask_adds_one_in_a_duel() -> None:
    state = bare("sampo", month=9)
    aulgerda, tengen = put(state, "aulgerda", "2331"), put(state, "tengen", "2331")
    assert challenges.ratio(state, "duel", aulgerda, tengen) == 11
    item(state, "adas_mask", bearer="aulgerda")
    assert challenges.ratio(state, "duel", aulgerda, tengen) == 12


@pytest.mark.rule("R21.46")
@pytest.mark.parametrize(("sky", "word"), [("rain", "clear"), ("clear", "rain")])
def test_the_talisman_of_winds_sets_the_weather(monkeypatch: pytest.MonkeyPatch, sky: str, word: str) -> None:
    state = bare("sampo", month=9)
    state.sky = sky
    put(state, "lhyr", "4038")
    item(state, "talisman_of_winds", bearer="lhyr")
    happen(state, enchanting.EnchantmentPhase())
    dice(monkeypatch)
    do(state, "done", "use(talisman_of_winds)", f"aim({word})", "done")
    changed = {h for h in range(state.book.size) if weather.at(state, h) == word}
    assert changed == set(state.book.within(hex_of(state, "4038"), 2))
    assert not who(state, "lhyr").cast


@pytest.mark.rule("R21.46")
def test_the_area_of_the_talisman_stays_where_it_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    put(state, "lhyr", "4038")
    item(state, "talisman_of_winds", bearer="lhyr")
    happen(state, enchanting.EnchantmentPhase())
    do(state, "done", "use(talisman_of_winds)", "aim(rain)", "done")
    who(state, "lhyr").hex = hex_of(state, "2331")
    assert weather.at(state, hex_of(state, "4038")) == "rain"
    assert weather.at(state, hex_of(state, "2331")) == "clear"


@pytest.mark.rule("R21.62")
@pytest.mark.parametrize(("target", "added"), [("4424", 2), ("4524", 0)])
def test_castings_into_the_hex_of_the_staff_of_curius_are_harder(
    monkeypatch: pytest.MonkeyPatch, target: str, added: int
) -> None:
    state = bare("jotuns", month=9)
    put(state, "ballara", "4424")
    item(state, "staff_of_curius", bearer="ballara")
    plots = ("cast(ballara,vortex_creation)", f"aim(h{target})")
    assert casting_roll(monkeypatch, state, *plots, seat=MUNDANE) == added


@pytest.mark.rule("R21.62")
def test_the_staff_of_curius_makes_castings_on_people_there_harder(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("jotuns", month=9)
    put(state, "ballara", "4424")
    item(state, "staff_of_curius", bearer="ballara")
    assert casting_roll(monkeypatch, state, "cast(ballara,strength)", seat=MUNDANE) == 2


@pytest.mark.rule("R21.62")
@pytest.mark.rule("R20.11")
def test_the_staff_of_curius_does_nothing_while_it_is_out_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    lull(state, "basulea", "skane")
    put(state, "tengen", "3905")
    assert casting_roll(monkeypatch, state, "cast(tengen,farcalling)", "aim(basulea)") == 0


@pytest.mark.rule("R21.65")
def test_the_orb_of_olth_lets_an_enchanter_freeze() -> None:
    state = bare("sampo", month=9)
    put(state, "tengen", plain(state))
    put(state, "hakon", plain(state))
    happen(state, enchanting.EnchantmentPhase())
    assert not legal(state, "cast")
    item(state, "orb_of_olth", bearer="tengen")
    assert legal(state, "cast") == {"cast(tengen,freeze)"}


@pytest.mark.rule("R21.71")
def test_sidalls_scroll_lets_an_enchanter_cast_elements_and_maelstrom() -> None:
    state = bare("sampo", month=9)
    put(state, "tengen", "3909")
    item(state, "sidalls_scroll", bearer="tengen")
    happen(state, enchanting.EnchantmentPhase())
    assert legal(state, "cast") == {"cast(tengen,elements)", "cast(tengen,maelstrom)"}


@pytest.mark.rule("R21.72")
def test_the_staff_of_roaldr_lets_an_enchanter_cast_fulguration() -> None:
    state = bare("sampo", month=9)
    put(state, "tengen", plain(state))
    put(state, "hakon", plain(state))
    item(state, "staff_of_roaldr", bearer="tengen")
    happen(state, enchanting.EnchantmentPhase())
    assert legal(state, "cast") == {"cast(tengen,fulguration)"}


# ---- the attrition phase


@pytest.mark.rule("R21.59")
@pytest.mark.parametrize(("distance", "worn"), [(0, True), (3, True), (4, False)])
def test_the_argian_torque_wears_down_enemies_within_three_hexes(
    monkeypatch: pytest.MonkeyPatch, distance: int, worn: bool
) -> None:
    state = bare("sampo", month=9)
    book, centre = state.book, hex_of(state, FIELD)
    spot = next(
        h
        for h in range(book.size)
        if book.distance(h, centre) == distance and book.land[h] and book.aspect[h] in ("normal", "mundane")
    )
    put(state, "olvard", FIELD)
    item(state, "argian_torque", bearer="olvard")
    put(state, "reomur", book.names[spot])
    dice(monkeypatch, then=1)
    added = [roll.added for roll in rolls(happen(state, attrition.AttritionPhase()))]
    assert added == ([1 - 2] if worn else []), "his command helps him, and Olvard's own side is spared"


# ---- movement


@pytest.mark.rule("R21.45")
def test_the_farisbane_shoes_make_every_land_hex_cost_one() -> None:
    state = bare("sampo", month=9)
    put(state, "dralak", "1515")
    happen(state, moving.MovementPhase(FOMORIAN))
    do(state, "pick(h1515,land)")
    assert state.force is not None
    item(state, "farisbane_shoes", bearer="dralak")
    shod = forces.table(state, state.force)
    for start in range(state.book.size):
        for there, cost in shod[start]:
            rivers = state.book.sides.get((start, there), frozenset())
            if not rivers:
                assert cost == rows.POINT
    who(state, "dralak").escort = True
    assert not forces.traveller(state, state.force).light, "not with an escort"


@pytest.mark.rule("R21.62")
def test_the_staff_of_curius_makes_terrain_cheaper() -> None:
    state = bare("jotuns", month=9)
    put(state, "ballara", "4424")
    put(state, "arn", "2029")
    plain_table = ways.on_land(
        state, ways.Traveller(frozenset({0}), discount=False, light=False, no_woods=False)
    )
    item(state, "staff_of_curius", bearer="ballara")
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, "pick(h4424,land)")
    assert state.force is not None
    cheap, compared = forces.table(state, state.force), 0
    for start in range(state.book.size):
        dear = dict(plain_table[start])
        for there, cost in cheap[start]:
            if not state.book.sides.get((start, there)) and not state.book.ground[there].fynvirke:
                compared += 1
                assert cost == max(rows.POINT, dear[there] - rows.POINT)
    assert compared


@pytest.mark.rule("R21.60")
def test_the_sea_horse_carries_its_bearer_over_water() -> None:
    state = bare("jotuns", month=9)
    coast = find_hex(state, water="coastal", zone="oster", fortress=False)
    put(state, "vigmund", coast)
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, f"pick(h{coast},land)")
    assert not legal(state, "swim")
    item(state, "sea_horse", bearer="vigmund")
    assert f"swim(h{coast})" in legal(state, "swim")
    do(state, f"swim(h{coast})")
    assert who(state, "vigmund").afloat
    assert state.force is not None
    sea = {
        text
        for text in legal(state, "go")
        if state.book.ground[state.book.hex_named(text[3:-1])].water == "sea"
    }
    assert sea


@pytest.mark.rule("R21.69")
def test_the_bearer_of_the_dark_helm_may_always_try_to_react_out(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []
    for helm in (False, True):
        state = bare("jotuns", month=9)
        spot = plain(state)
        put(state, "kimbi", spot)
        army(state, "normorea", spot, 2)
        put(state, "frozur", spot)
        army(state, "jotunheim", spot, 2)
        if helm:
            item(state, "dark_helm", bearer="kimbi")
        happen(state, moving.ReactionPhase(MUNDANE))
        do(state, f"pick(h{spot},land)")
        dice(monkeypatch, then=1)
        tries.append(len(rolls(do(state, min(legal(state, "go"))))))
    assert tries == [0, 1]


# ---- evasion and melee


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("highstaff_of_jir", marks=pytest.mark.rule("R21.34")),
        pytest.param("airnir", marks=pytest.mark.rule("R21.41")),
    ],
)
@pytest.mark.rule("R16.7")
def test_their_bearer_may_keep_out_of_a_melee(name: str) -> None:
    state = bare("sampo", month=9)
    spot = plain(state)
    put(state, "snorri", spot)
    put(state, "olvard", spot)
    put(state, "reomur", spot)
    item(state, name, bearer="snorri")
    assert items.evades_melee(state, leader_of(state, "snorri"))
    assert not items.evades_melee(state, leader_of(state, "olvard"))


@pytest.mark.rule("R21.44")
@pytest.mark.rule("R16.7")
def test_the_staff_of_tengen_helps_those_who_are_with_its_bearer() -> None:
    state = bare("sampo", month=9)
    spot = plain(state)
    put(state, "tengen", spot)
    put(state, "knud", spot)
    put(state, "hatta", "3909")
    item(state, "staff_of_tengen", bearer="tengen")
    able = {name for name in ("tengen", "knud", "hatta") if items.evades_melee(state, leader_of(state, name))}
    assert able == {"tengen", "knud"}


@pytest.mark.rule("R16.7")
@pytest.mark.rule("R21.41")
def test_keeping_out_of_a_melee_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    spot = plain(state)
    put(state, "snorri", spot)
    put(state, "olvard", spot)
    put(state, "reomur", spot)
    item(state, "airnir", bearer="snorri")
    announce(state, spot)
    assert asked(state) == "KeepingOut"
    dice(monkeypatch, then=1)
    do(state, "evade")
    assert state.battle is None or leader_of(state, "snorri") in state.battle.absent
    assert who(state, "snorri").wounds == 0


def melee_of(state: FornaldarState, hex_: str, attacker: int = FOMORIAN) -> Battle:
    """A melee that is being fought in a hex."""
    return Battle(
        hex=hex_of(state, hex_), stack="land", kind="melee", first=attacker, attacker=attacker, round=1
    )


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("fyratnen", marks=pytest.mark.rule("R21.26")),
        pytest.param("kressek", marks=pytest.mark.rule("R21.64")),
    ],
)
@pytest.mark.rule("R21.20")
def test_they_add_one_in_a_melee(name: str) -> None:
    state = bare("sampo", month=9)
    spot = plain(state)
    put(state, "snorri", spot)
    put(state, "konkiff", spot)
    item(state, name, bearer="snorri")
    assert strengths.tally(state, melee_of(state, spot, MUNDANE)).added == 1
    assert strengths.tally(state, melee_of(state, spot, FOMORIAN)).added == -1


@pytest.mark.rule("R21.27")
def test_mottsiger_is_blunt_against_supernaturals() -> None:
    state = bare("sampo", month=9)
    spot = plain(state)
    snorri, rodhiorm = put(state, "snorri", spot), put(state, "rodhiorm", spot)
    konkiff = put(state, "konkiff", "1515")
    item(state, "mottsiger", bearer="snorri")
    assert challenges.ratio(state, "trial", snorri, rodhiorm) == 2 * 6
    assert challenges.ratio(state, "trial", snorri, konkiff) == 2 * 8
    assert strengths.tally(state, melee_of(state, spot)).defence == 2 * 6


@pytest.mark.parametrize(
    ("leader", "name"),
    [
        pytest.param("snorri", "glaumjord", marks=pytest.mark.rule("R21.28")),
        pytest.param("gundin", "nirpings_mailcoat", marks=pytest.mark.rule("R21.37")),
    ],
)
def test_armour_takes_one_wound_off_each_result(leader: str, name: str) -> None:
    state = bare("sampo", month=9)
    spot = plain(state)
    number = put(state, leader, spot)
    item(state, name, bearer=leader)
    for count, wounds in ((1, 0), (3, 2)):
        toll = model.Toll(
            seat=MUNDANE, hex=hex_of(state, spot), stack="land", wounds=count, leaders=(number,)
        )
        happen(state, losses.Bear((toll,)))
        assert who(state, leader).wounds == wounds


@pytest.mark.rule("R21.38")
def test_kobold_dust_takes_a_fortress_its_multiplier_for_a_round() -> None:
    state = bare("sampo", month=9)
    put(state, "heior", "2331")
    army(state, "ycelia", "2331", 6)
    army(state, "nerfringia", "2331", 4)
    put(state, "thorskuld", "2331")
    item(state, "kobold_dust", bearer="heior")
    attack(state, "2331")
    assert asked(state) == "Dusting"
    assert state.battle is not None
    walled = strengths.strength(state, state.battle, MUNDANE)
    state.battle.dusted = True
    bare_ = strengths.strength(state, state.battle, MUNDANE)
    state.battle.dusted = False
    assert walled - state.battle.garrison == 2 * (bare_ - state.battle.garrison)
    do(state, "use(kobold_dust)")
    assert treasure(state, "kobold_dust").gone


@pytest.mark.rule("R21.38")
@pytest.mark.parametrize(("answer", "added"), [("evade", 11), ("use(kobold_dust)", 13)])
def test_kobold_dust_adds_two_to_an_evasion(monkeypatch: pytest.MonkeyPatch, answer: str, added: int) -> None:
    state = bare("sampo", month=9)
    put(state, "heior", FIELD)
    item(state, "kobold_dust", bearer="heior")
    near = state.book.names[state.book.near[hex_of(state, FIELD)][0]]
    put(state, "olvard", near)
    army(state, "midhrasir", near, 2)
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, f"pick(h{near},land)", f"go(h{FIELD})")
    assert state.to_act == (FOMORIAN,)
    assert legal(state) == {"evade", "use(kobold_dust)"}
    dice(monkeypatch, then=3)
    events = do(state, answer)
    assert [roll.added for roll in rolls(events, "Characters of the Fomorian side evade")] == [added]
    assert treasure(state, "kobold_dust").gone == (answer != "evade")


@pytest.mark.rule("R21.47")
@pytest.mark.rule("R23.20")
def test_the_demon_vial_sets_a_draugr_on_enemy_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    spot = plain(state)
    heior = put(state, "heior", spot)
    put(state, "snorri", spot)
    item(state, "demon_vial", bearer="heior")
    (use,) = vial.vials(state, hex_of(state, spot), FOMORIAN, [heior])
    dice(monkeypatch, then=6)
    events: list[Event] = []
    vial.open_vial(state, use, hex_of(state, spot), FOMORIAN, events)
    state.settle(events)
    assert treasure(state, "demon_vial").gone
    assert any("Draugr" in line for line in sentences(events))


@pytest.mark.rule("R21.47")
def test_the_demon_vial_is_offered_in_the_own_movement_phase() -> None:
    state = bare("sampo", month=9)
    spot = plain(state)
    put(state, "heior", spot)
    put(state, "snorri", spot)
    item(state, "demon_vial", bearer="heior")
    happen(state, moving.MovementPhase(FOMORIAN))
    do(state, f"pick(h{spot},land)")
    assert "use(demon_vial)" in legal(state)


@pytest.mark.rule("R21.47")
@pytest.mark.rule("R18.3")
def test_the_demon_vial_is_no_use_against_those_in_their_fortress() -> None:
    state = bare("sampo", month=9)
    heior = put(state, "heior", "3927")
    put(state, "snorri", "3927")
    item(state, "demon_vial", bearer="heior")
    assert not vial.vials(state, hex_of(state, "3927"), FOMORIAN, [heior])


# ---- trial by combat


def trial(
    monkeypatch: pytest.MonkeyPatch,
    roll: tuple[int, int],
    *,
    weapon: str = "",
    hero: str = "kimbi",
    attacking: bool = True,
) -> tuple[int, FornaldarState]:
    """The wounds that a hero deals in the first round of a trial against Frozur, with a weapon or without."""
    state = bare("jotuns", month=9)
    spot = plain(state)
    one, two = put(state, hero, spot), put(state, "frozur", spot)
    if weapon:
        item(state, weapon, bearer=hero)
    pair = (one, two) if attacking else (two, one)
    dice(monkeypatch, *roll, then=3)
    challenges.Contest(hex_of(state, spot), "trial", pair).run(state, [])
    state.agenda.clear()
    frozur = state.leaders[two]
    return (frozur.wounds, state)


@pytest.mark.rule("R21.61")
def test_vikrane_doubles_hits(monkeypatch: pytest.MonkeyPatch) -> None:
    without, _ = trial(monkeypatch, (3, 4))
    doubled, _ = trial(monkeypatch, (3, 4), weapon="vikrane")
    assert without > 0
    assert doubled == 2 * without


@pytest.mark.rule("R21.64")
def test_kressek_doubles_the_first_hits_only(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("jotuns", month=9)
    spot = plain(state)
    kimbi, frozur = put(state, "kimbi", spot), put(state, "frozur", spot)
    item(state, "kressek", bearer="kimbi")
    first = challenges.Contest(hex_of(state, spot), "trial", (kimbi, frozur))
    again = challenges.Contest(hex_of(state, spot), "trial", (kimbi, frozur), 2, (kimbi,))
    hits = [each.hits(state, kimbi, frozur, "D", (3, 4), attacking=True) for each in (first, again)]
    assert hits[1] > 0
    assert hits[0] == 2 * hits[1]


@pytest.mark.rule("R21.66")
@pytest.mark.parametrize(
    ("roll", "attacking", "more"),
    [((6, 2), True, 1), ((6, 1), True, 1), ((6, 1), False, 1), ((1, 5), False, 1), ((3, 4), True, 0)],
)
def test_njals_glove_adds_hits_for_sixes_and_ones(
    monkeypatch: pytest.MonkeyPatch, roll: tuple[int, int], attacking: bool, more: int
) -> None:
    without, _ = trial(monkeypatch, roll, attacking=attacking)
    gloved, _ = trial(monkeypatch, roll, weapon="njals_glove", attacking=attacking)
    assert gloved == without + more


@pytest.mark.rule("R21.67")
def test_maslok_makes_an_e_an_f() -> None:
    state = bare("jotuns", month=9)
    spot = plain(state)
    kimbi, frozur = put(state, "kimbi", spot), put(state, "frozur", spot)
    contest = challenges.Contest(hex_of(state, spot), "trial", (kimbi, frozur))
    as_f = contest.hits(state, kimbi, frozur, "F", (3, 4), attacking=True)
    as_e = contest.hits(state, kimbi, frozur, "E", (3, 4), attacking=True)
    item(state, "maslok", bearer="kimbi")
    assert contest.hits(state, kimbi, frozur, "E", (3, 4), attacking=True) == as_f
    assert as_f > as_e
    assert contest.hits(state, kimbi, frozur, "D", (3, 4), attacking=True) < as_f


@pytest.mark.rule("R21.70")
@pytest.mark.parametrize(("roll", "attacking"), [((6, 6), True), ((1, 1), False)])
def test_hano_kills_with_a_12_or_a_2(
    monkeypatch: pytest.MonkeyPatch, roll: tuple[int, int], attacking: bool
) -> None:
    _, state = trial(monkeypatch, roll, weapon="hano", attacking=attacking)
    assert who(state, "frozur").dead


@pytest.mark.rule("R21.70")
def test_hano_adds_a_hit_for_another_double(monkeypatch: pytest.MonkeyPatch) -> None:
    without, _ = trial(monkeypatch, (4, 4))
    doubled, _ = trial(monkeypatch, (4, 4), weapon="hano")
    assert doubled == without + 1


@pytest.mark.rule("R21.50")
def test_skavard_gives_a_column_in_a_trial() -> None:
    state = bare("sampo", month=9)
    snorri = put(state, "snorri", plain(state))
    assert challenges.columns(state, "trial", snorri) == 0
    item(state, "skavard", bearer="snorri")
    assert challenges.columns(state, "trial", snorri) == 1
    assert challenges.columns(state, "duel", snorri) == 0


@pytest.mark.rule("R21.74")
@pytest.mark.parametrize(("bearer", "column"), [("tenaz", 1), ("snorri", 0)])
def test_ohnskali_gives_mermen_a_column(bearer: str, column: int) -> None:
    state = bare("sampo", month=9)
    spot = find_hex(state, water="coastal", fortress=False)
    number = put(state, bearer, spot)
    put(state, "konkiff", spot)
    item(state, "ohnskali", bearer=bearer)
    assert challenges.columns(state, "trial", number) == column
    assert strengths.tally(state, melee_of(state, spot, MUNDANE)).shift == column
    put(state, bearer, spot, afloat=state.book.cast[number].swims)
    ship(state, "pentacle", spot)
    army(state, "skergota", spot, 2, afloat=True)
    naval = Battle(
        hex=hex_of(state, spot), stack="sea", kind="naval", first=MUNDANE, attacker=MUNDANE, round=1
    )
    assert strengths.tally(state, naval).shift == column


@pytest.mark.rule("R21.75")
def test_erlingur_cancels_one_challenge(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("jotuns", month=9)
    spot = plain(state)
    put(state, "biallek", spot)
    army(state, "suderpathia", spot, 4)
    put(state, "frozur", spot)
    army(state, "jotunheim", spot, 4)
    item(state, "erlingur", bearer="biallek")
    announce(state, spot)
    do(state, "challenge(trial,frozur)")
    assert asked(state) == "Answering"
    assert "use(erlingur)" in legal(state)
    dice(monkeypatch, then=3)
    events = do(state, "use(erlingur)")
    assert "Erlingur cancels the challenge." in sentences(events)
    assert not treasure(state, "erlingur").gone
