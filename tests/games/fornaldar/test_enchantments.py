"""The enchantment phase and the seventeen enchantments (R5.3, R20)."""

import pytest
from tests.games.fornaldar.fights import FIELD
from tests.games.fornaldar.positions import (
    FOMORIAN,
    MUNDANE,
    army,
    asked,
    bare,
    cast,
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
    rolls,
    rush,
    sentences,
    ship,
    side,
    who,
)

from fimbul.core import Event
from fimbul.games.fornaldar.rules import attrition, mobilizing, ratings, weather
from fimbul.games.fornaldar.rules.magic import enchanting, spells
from fimbul.games.fornaldar.rules.movement import moving
from fimbul.games.fornaldar.state import FornaldarState

PLACE = "3905"  # Tengen's Seat, a Place of Power
OTHER_PLACE = "2132"  # Sulberhov


def open_phase(state: FornaldarState) -> list[Event]:
    """The enchantment phase begins: the Fomorian player plots."""
    return happen(state, enchanting.EnchantmentPhase())


def fomorian_casts(state: FornaldarState, *actions: str) -> list[Event]:
    """The Fomorian player plots this, the Mundane player nothing."""
    open_phase(state)
    return do(state, *actions, "done", "done")


def aims(state: FornaldarState) -> set[str]:
    """What an enchantment can be aimed at."""
    return {text.partition("(")[2].rstrip(")") for text in legal(state, "aim")}


def castable(state: FornaldarState, leader: str) -> set[str]:
    """What a character could cast."""
    found = {text for text in legal(state, "cast") if text.startswith(f"cast({leader},")}
    return {text.partition(",")[2].rstrip(")") for text in found}


def enchanter(month: int = 9) -> FornaldarState:
    """Tengen (magic 5) stands in his Place of Power; the mana is 6."""
    state = bare("sampo", month=month)
    put(state, "tengen", PLACE)
    return state


def around(state: FornaldarState, hex_: str, radius: int) -> set[str]:
    """The hexes within so many of a hex, in notation."""
    return {state.book.hex_name(each) for each in state.book.within(hex_of(state, hex_), radius)}


def at_distance(state: FornaldarState, hex_: str, distance: int) -> str:
    """A land hex without a fortress exactly so far from a hex."""
    book, here = state.book, hex_of(state, hex_)
    return next(
        book.names[each]
        for each in book.within(here, distance)
        if book.distance(here, each) == distance
        and book.land[each]
        and book.fortress[each] is None
        and book.power_place[each] is None
    )


# ---- the phase


@pytest.mark.rule("R5.3")
def test_both_plot_then_all_is_revealed_and_casters_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    put(state, "signhild", OTHER_PLACE)
    open_phase(state)
    assert asked(state) == "Plotting"
    assert state.to_act == (FOMORIAN, MUNDANE)
    do(state, "cast(tengen,strength)", "done", seat=FOMORIAN)
    assert state.to_act == (MUNDANE,)
    assert not state.spells
    dice(monkeypatch, 6, 5, 6, 6)
    events = do(state, "cast(signhild,strength)", "done")
    assert [roll.result for roll in rolls(events, "casts")] == ["it works", "it fails"]
    assert who(state, "tengen").cast
    assert who(state, "signhild").cast
    assert [spell.caster for spell in state.spells] == [leader_of(state, "tengen")]


@pytest.mark.rule("R20.1")
def test_only_enchanters_in_places_of_power_cast() -> None:
    state = enchanter()
    put(state, "heior", at_distance(state, PLACE, 3))
    put(state, "knud", PLACE)
    open_phase(state)
    assert {text.partition("(")[2].partition(",")[0] for text in legal(state, "cast")} == {"tengen"}
    refuses(state, "cast(heior,vision)", "R20.1")
    refuses(state, "cast(knud,vision)", "R20.1")


@pytest.mark.rule("R10.1")
def test_an_inactive_enchanter_does_not_cast() -> None:
    state = enchanter()
    lull(state, "ycelia")
    open_phase(state)
    assert legal(state) == {"done"}
    refuses(state, "cast(tengen,vision)", "R10.1")


@pytest.mark.rule("R14.2.8")
def test_nobody_casts_aboard_a_ship() -> None:
    state = bare("sampo", month=9)
    ship(state, "pentacle", "3639")
    put(state, "heior", "3639", aboard=True)
    open_phase(state)
    refuses(state, "cast(heior,vision)", "R14.2.8")


@pytest.mark.rule("R20.2")
def test_an_enchanter_casts_once_in_a_phase() -> None:
    state = enchanter()
    open_phase(state)
    do(state, "cast(tengen,vision)", f"aim(h{PLACE})")
    assert castable(state, "tengen") == set()
    refuses(state, "cast(tengen,strength)", "R20.2")


@pytest.mark.rule("R20.3")
def test_some_enchantments_need_an_item_and_then_no_place() -> None:
    state = enchanter()
    put(state, "heior", at_distance(state, PLACE, 3))
    put(state, "hakon", at_distance(state, PLACE, 5))
    open_phase(state)
    refuses(state, "cast(tengen,freeze)", "R20.3")
    item(state, "orb_of_olth", bearer="heior")
    assert castable(state, "heior") == {"freeze"}


@pytest.mark.rule("R20.3")
def test_the_bearer_of_such_an_item_must_be_an_enchanter() -> None:
    state = bare("sampo", month=9)
    put(state, "knud", PLACE)
    put(state, "hakon", at_distance(state, PLACE, 5))
    item(state, "orb_of_olth", bearer="knud")
    open_phase(state)
    refuses(state, "cast(knud,freeze)", "R20.1")


@pytest.mark.rule("R20.4")
def test_range_is_the_current_magic_strength() -> None:
    state = enchanter()
    open_phase(state)
    do(state, "cast(tengen,vortex_creation)")
    assert aims(state) == around(state, PLACE, 11)
    refuses(state, f"aim(h{at_distance(state, PLACE, 12)})", "R20.4")


@pytest.mark.rule("R20.4")
@pytest.mark.rule("R3.3")
def test_the_mana_of_the_turn_makes_the_range() -> None:
    state = enchanter(month=1)
    assert ratings.current_magic(state, leader_of(state, "tengen")) == 10
    open_phase(state)
    do(state, "cast(tengen,vortex_creation)")
    assert aims(state) == around(state, PLACE, 10)


@pytest.mark.rule("R20.5")
@pytest.mark.parametrize(("roll", "works"), [((5, 6), True), ((6, 6), False)])
def test_two_dice_must_not_exceed_the_current_magic(
    monkeypatch: pytest.MonkeyPatch, roll: tuple[int, int], works: bool
) -> None:
    state = enchanter()
    dice(monkeypatch, *roll)
    fomorian_casts(state, "cast(tengen,strength)")
    assert bool(state.spells) == works
    assert who(state, "tengen").cast


@pytest.mark.rule("R20.6")
def test_casters_do_not_move_or_search() -> None:
    state = enchanter()
    who(state, "tengen").cast = True
    put(state, "heior", PLACE)
    happen(state, moving.MovementPhase(FOMORIAN))
    do(state, f"pick(h{PLACE},land)")
    assert state.force is not None
    assert state.force.leaders == [leader_of(state, "heior")]


@pytest.mark.rule("R20.6")
def test_who_is_marked_already_does_not_cast() -> None:
    state = enchanter()
    who(state, "tengen").cast = True
    open_phase(state)
    refuses(state, "cast(tengen,vision)", "R20.6")


@pytest.mark.rule("R20.7")
def test_a_caster_who_is_killed_has_still_cast(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    put(state, "signhild", at_distance(state, PLACE, 3), wounds=1)
    item(state, "staff_of_roaldr", bearer="signhild")
    item(state, "rune_staff", bearer="tengen")
    who(state, "tengen").wounds = 1
    open_phase(state)
    do(state, "cast(tengen,mental_attack)", "done", "cast(signhild,fulguration)")
    dice(monkeypatch, 1, 1, 1, 1, 6, 1, then=3)
    do(state, "done")
    assert who(state, "signhild").dead
    assert who(state, "tengen").dead


@pytest.mark.rule("R10.2")
def test_an_enchantment_rouses_the_group_that_it_would_affect(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    lull(state, "midhrasir")
    target = at_distance(state, PLACE, 6)
    army(state, "midhrasir", target, 3)
    dice(monkeypatch, 6, 6)
    fomorian_casts(state, "cast(tengen,vortex_creation)", f"aim(h{target})")
    assert is_active(state, "midhrasir"), "even a casting that fails"
    assert side(state, "midhrasir") == MUNDANE


@pytest.mark.rule("R10.2")
def test_an_enchantment_does_not_rouse_friends(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    lull(state, "fynn")
    target = at_distance(state, PLACE, 6)
    army(state, "fynn", target, 3)
    dice(monkeypatch, 6, 6)
    fomorian_casts(state, "cast(tengen,vortex_creation)", f"aim(h{target})")
    assert not is_active(state, "fynn")


@pytest.mark.rule("R10.2b")
def test_weather_rouses_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    lull(state, "midhrasir")
    target = at_distance(state, PLACE, 6)
    army(state, "midhrasir", target, 3)
    dice(monkeypatch, 1, 1)
    fomorian_casts(state, "cast(tengen,rainmaking)", f"aim(h{target})")
    assert not is_active(state, "midhrasir")


# ---- the enchantments


@pytest.mark.rule("R20.10")
def test_vision_shows_a_hex_and_its_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    target = at_distance(state, PLACE, 6)
    dice(monkeypatch, 1, 1)
    fomorian_casts(state, "cast(tengen,vision)", f"aim(h{target})")
    shown = {state.book.hex_name(hex_) for seat, hex_ in state.seen if seat == FOMORIAN}
    assert shown == around(state, target, 1)
    assert all(seat == FOMORIAN for seat, _ in state.seen)


@pytest.mark.rule("R20.11")
def test_farcalling_helps_to_mobilize_one_group(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    lull(state, "lochlann", "basulea", "normorea")
    open_phase(state)
    do(state, "cast(tengen,farcalling)")
    assert {"lochlann", "basulea"} <= aims(state)
    assert "normorea" not in aims(state)
    dice(monkeypatch, 1, 1)
    do(state, "aim(lochlann)", "done", "done")
    assert spells.farcalled(state, state.book.group["lochlann"], FOMORIAN) == 2
    assert spells.farcalled(state, state.book.group["lochlann"], MUNDANE) == 0
    assert spells.farcalled(state, state.book.group["basulea"], FOMORIAN) == 0


@pytest.mark.rule("R20.11")
def test_farcalling_changes_the_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = bare("sampo", month=9)
    put(plain, "tengen", PLACE)
    lull(plain, "basulea")
    helped = plain.copy()
    cast(helped, "farcalling", "tengen", group="basulea")
    added = []
    for state in (plain, helped):
        dice(monkeypatch, 6, 6, then=6)
        events = happen(state, mobilizing.Mobilization(FOMORIAN))
        events += do(state, "call(basulea)") if "call(basulea)" in legal(state) else []
        added += [roll.added for roll in rolls(events, "Basulea")]
    assert added[1] == added[0] - 2


@pytest.mark.rule("R20.11")
def test_farcalling_never_helps_the_mundanes_off_the_map() -> None:
    state = bare("sampo", month=9)
    put(state, "signhild", OTHER_PLACE)
    lull(state, "mundanes", "normorea")
    open_phase(state)
    do(state, "done", "cast(signhild,farcalling)")
    assert "mundanes" not in aims(state)


@pytest.mark.rule("R20.12")
def test_fimbulwinter_brings_snow(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter(month=5)
    target = at_distance(state, PLACE, 6)
    dice(monkeypatch, 1, 1)
    fomorian_casts(state, "cast(tengen,fimbulwinter)", f"aim(h{target})")
    snow = {state.book.hex_name(h) for h in range(state.book.size) if weather.at(state, h) == "snow"}
    assert snow == around(state, target, 2)


@pytest.mark.rule("R20.12")
def test_fimbulwinter_needs_wild_magic_in_summer() -> None:
    state = enchanter(month=6)
    put(state, "heior", "3202")
    open_phase(state)
    refuses(state, "cast(tengen,fimbulwinter)", "R20.12")
    assert "fimbulwinter" in castable(state, "heior")


@pytest.mark.rule("R20.13")
def test_rainmaking_brings_rain(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    target = at_distance(state, PLACE, 6)
    dice(monkeypatch, 1, 1)
    fomorian_casts(state, "cast(tengen,rainmaking)", f"aim(h{target})")
    rain = {state.book.hex_name(h) for h in range(state.book.size) if weather.at(state, h) == "rain"}
    assert rain == around(state, target, 3)


@pytest.mark.rule("R20.14")
def test_storm_calling_strikes_the_open_water_of_a_sea(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    put(state, "heior", "3639")
    open_phase(state)
    do(state, "cast(heior,storm_calling)")
    if legal(state, "aim"):
        assert aims(state) <= {"normorean", "vester", "oster", "sunde"}
        do(state, "aim(oster)")
    dice(monkeypatch, 1, 1)
    do(state, "done", "done")
    rain = {h for h in range(state.book.size) if weather.at(state, h) == "rain"}
    grounds = state.book.ground
    assert rain == {h for h, g in enumerate(grounds) if g.water == "sea" and g.zone == "oster"}
    assert all(weather.stormed(state, h) for h in rain)


@pytest.mark.rule("R20.14")
def test_ships_in_a_storm_undergo_attrition(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    put(state, "heior", "3639")
    cast(state, "storm_calling", "heior", word="oster")
    sea = next(g.hex for g in state.book.ground if g.water == "sea" and g.zone == "oster")
    good = next(s.id for s in state.book.fleet if not s.bad_sailer and s.banner == "midhrasir")
    ship(state, good, sea)
    dice(monkeypatch, then=1)
    assert rolls(happen(state, attrition.AttritionPhase()), sea)


@pytest.mark.rule("R20.14")
def test_a_storm_is_stilled_by_stronger_weather() -> None:
    state = bare("sampo", month=9)
    put(state, "heior", "3639")
    cast(state, "storm_calling", "heior", word="oster")
    sea = next(h for h, g in enumerate(state.book.ground) if g.water == "sea" and g.zone == "oster")
    assert weather.stormed(state, sea)
    cast(state, "elements", "heior", hex_=state.book.names[sea], word="clear")
    assert not weather.stormed(state, sea)


@pytest.mark.rule("R20.14")
def test_storm_calling_needs_a_coast() -> None:
    state = bare("sampo", month=9)
    book = state.book
    inland = next(
        book.names[h]
        for h in book.power_places
        if book.ground[h].water != "coastal" and not book.ground[h].island
    )
    put(state, "heior", inland)
    open_phase(state)
    refuses(state, "cast(heior,storm_calling)", "R20.14")


@pytest.mark.rule("R20.15")
@pytest.mark.parametrize("sky", ["clear", "rain", "snow"])
def test_elements_set_the_weather(monkeypatch: pytest.MonkeyPatch, sky: str) -> None:
    state = enchanter()
    state.sky = "rain"
    target = at_distance(state, PLACE, 6)
    dice(monkeypatch, 1, 1)
    fomorian_casts(state, "cast(tengen,elements)", f"aim(h{target})", f"aim({sky})")
    changed = {state.book.hex_name(h) for h in range(state.book.size) if weather.at(state, h) == sky}
    if sky == "rain":
        assert len(changed) == state.book.size
    else:
        assert changed == around(state, target, 2)


@pytest.mark.rule("R20.15")
def test_elements_need_magic_of_nine_or_the_scroll() -> None:
    state = bare("sampo", month=2)  # mana 4
    put(state, "eberic", PLACE)
    put(state, "heior", OTHER_PLACE)
    assert ratings.current_magic(state, leader_of(state, "eberic")) == 8
    open_phase(state)
    refuses(state, "cast(eberic,elements)", "R20.15")
    assert "elements" in castable(state, "heior")
    item(state, "sidalls_scroll", bearer="eberic")
    assert "elements" in castable(state, "eberic")


@pytest.mark.rule("R20.16")
def test_all_in_a_vortex_undergo_attrition_at_plus_5(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    target = next(g.hex for g in state.book.ground if g.terrain == ("clear",) and g.aspect == "normal")
    put(state, "rathnar", target)
    army(state, "suderpathia", target, 6)
    cast(state, "vortex_creation", "tengen", hex_=target)
    dice(monkeypatch, 1, 1, then=1)
    events = happen(state, attrition.AttritionPhase())
    (roll,) = rolls(events, target)
    assert roll.added == 5 - 2
    assert spells.vortex(state, hex_of(state, target))


@pytest.mark.rule("R20.17")
@pytest.mark.parametrize(
    ("mine", "his", "wounds"), [(1, 6, 0), (1, 4, 0), (2, 4, 1), (6, 6, 1), (6, 4, 1), (6, 3, 2), (6, 1, 2)]
)
def test_mental_attack_wounds_by_the_difference(
    monkeypatch: pytest.MonkeyPatch, mine: int, his: int, wounds: int
) -> None:
    state = enchanter(month=1)  # mana 5: 10 against 7
    put(state, "fiskari", at_distance(state, PLACE, 5))
    open_phase(state)
    do(state, "cast(tengen,mental_attack)")
    dice(monkeypatch, 1, 1, mine, his)
    do(state, "done", "done")
    assert who(state, "fiskari").wounds == wounds


@pytest.mark.rule("R20.17")
def test_a_lost_mental_attack_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    put(state, "signhild", at_distance(state, PLACE, 5))
    open_phase(state)
    do(state, "cast(tengen,mental_attack)")
    dice(monkeypatch, 1, 1, 3, 3)
    do(state, "done", "done")
    assert who(state, "signhild").wounds == 0


@pytest.mark.rule("R20.17")
def test_an_enemy_whose_place_is_not_known_may_be_named_in_hope(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    far, near = at_distance(state, PLACE, 20), at_distance(state, PLACE, 5)
    put(state, "hakon", far)
    put(state, "signhild", far)  # under Hakon, who is seen
    put(state, "olvard", near)
    put(state, "kars", near)  # under Olvard
    open_phase(state)
    do(state, "cast(tengen,mental_attack)")
    assert aims(state) == {"signhild", "olvard", "kars"}
    dice(monkeypatch, 1, 1)
    events = do(state, "aim(signhild)", "done", "done")
    assert "Mental Attack does not reach Signhild." in sentences(events)


@pytest.mark.rule("R20.18")
def test_healing_takes_two_wounds_within_half_range(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    put(state, "knud", at_distance(state, PLACE, 5), wounds=3)
    put(state, "gorm", at_distance(state, PLACE, 6), wounds=3)
    put(state, "hatta", PLACE)
    who(state, "tengen").wounds = 1
    open_phase(state)
    do(state, "cast(tengen,healing)")
    assert aims(state) == {"knud", "tengen"}
    dice(monkeypatch, 1, 1)
    do(state, "aim(knud)", "done", "done")
    assert who(state, "knud").wounds == 1


@pytest.mark.rule("R20.19")
def test_hide_covers_a_friendly_hex_without_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    near = at_distance(state, PLACE, 5)
    put(state, "knud", near)
    put(state, "hakon", at_distance(state, PLACE, 4))
    coast = next(
        state.book.names[h]
        for h in state.book.within(hex_of(state, PLACE), 11)
        if state.book.ground[h].water == "coastal"
    )
    ship(state, "pentacle", coast)
    put(state, "hatta", coast)
    open_phase(state)
    do(state, "cast(tengen,hide)")
    assert aims(state) == {f"h{PLACE}", f"h{near}"}
    dice(monkeypatch, 1, 1)
    do(state, f"aim(h{near})", "done", "done")
    assert spells.hidden(state, hex_of(state, near), FOMORIAN)
    assert not spells.hidden(state, hex_of(state, near), MUNDANE)


@pytest.mark.rule("R20.19")
def test_vision_does_not_show_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    near = at_distance(state, PLACE, 5)
    put(state, "knud", near)
    put(state, "signhild", OTHER_PLACE)
    cast(state, "vision", "signhild", hex_=near)
    assert (MUNDANE, hex_of(state, near)) in spells.vision_hexes(state)
    cast(state, "hide", "tengen", hex_=near)
    assert (MUNDANE, hex_of(state, near)) not in spells.vision_hexes(state)


@pytest.mark.rule("R20.19")
def test_hidden_characters_evade_without_a_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    put(state, "tengen", PLACE)
    put(state, "hatta", FIELD)
    cast(state, "hide", "tengen", hex_=FIELD)
    near = state.book.names[state.book.near[hex_of(state, FIELD)][0]]
    put(state, "olvard", near)
    army(state, "midhrasir", near, 2)
    happen(state, moving.MovementPhase(MUNDANE))
    dice(monkeypatch)
    do(state, f"pick(h{near},land)", f"go(h{FIELD})")
    assert not who(state, "hatta").dead
    assert leader_of(state, "hatta") in state.evaded


@pytest.mark.rule("R20.19")
@pytest.mark.parametrize("hide", [False, True])
def test_a_hidden_stack_is_not_intercepted_as_it_sets_out(hide: bool) -> None:
    state = bare("sampo", month=9)
    put(state, "tengen", PLACE)
    put(state, "gorm", FIELD)
    army(state, "fynn", FIELD, 4)
    there = state.book.near[hex_of(state, FIELD)][0]
    watch = next(h for h in state.book.near[there] if state.book.distance(h, hex_of(state, FIELD)) == 2)
    put(state, "hakon", state.book.names[watch])
    army(state, "midhrasir", state.book.names[watch], 4)
    if hide:
        cast(state, "hide", "tengen", hex_=FIELD)
    happen(state, moving.MovementPhase(FOMORIAN))
    do(state, f"pick(h{FIELD},land)", f"go(h{state.book.names[there]})")
    assert (asked(state) == "Intercepting") != hide


@pytest.mark.rule("R20.20")
def test_fly_lifts_up_to_two_characters_of_a_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    near = at_distance(state, PLACE, 4)
    put(state, "reomur", near)
    put(state, "scyld", near)
    put(state, "knud", near, escort=True)
    put(state, "hatta", at_distance(state, PLACE, 3))
    open_phase(state)
    do(state, "cast(tengen,fly)")
    assert aims(state) == {"tengen", "reomur", "scyld", "hatta"}
    do(state, "aim(reomur)")
    assert legal(state) == {"aim(scyld)", "done"}
    dice(monkeypatch, 1, 1)
    do(state, "aim(scyld)", "done", "done")
    flyers = [name for name in ("reomur", "scyld", "tengen") if ratings.flies(state, leader_of(state, name))]
    assert flyers == ["reomur", "scyld"]


@pytest.mark.rule("R20.20")
def test_fly_on_one_character_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    put(state, "reomur", PLACE)
    open_phase(state)
    dice(monkeypatch, 1, 1)
    do(state, "cast(tengen,fly)", "aim(reomur)", "done", "done", "done")
    assert ratings.flies(state, leader_of(state, "reomur"))
    assert not ratings.flies(state, leader_of(state, "tengen"))
    who(state, "reomur").escort = True
    assert not ratings.flies(state, leader_of(state, "reomur")), "nobody flies with an escort"


@pytest.mark.rule("R20.20")
def test_who_flies_by_an_enchantment_comes_down_on_land() -> None:
    state = bare("sampo", month=9)
    put(state, "signhild", "3929")
    cast(state, "fly", "signhild", leader="signhild")
    put(state, "fiskari", "3929")
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, "pick(h3929,land)", "leave(fiskari,1)")
    refuses(state, "go(h4030)", "R20.20")
    assert "go(h4235)" in legal(state), "over the sea to an island"


@pytest.mark.rule("R20.21")
def test_strength_adds_two_to_combat_and_no_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    knud = put(state, "knud", at_distance(state, PLACE, 11))
    before = ratings.combat(state, knud)
    open_phase(state)
    dice(monkeypatch, 1, 1)
    do(state, "cast(tengen,strength)", "aim(knud)", "done", "done")
    assert ratings.combat(state, knud) == before + 2
    assert ratings.face(state, knud) == before


@pytest.mark.rule("R20.22")
def test_scrying_helps_searches_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    item(state, "angsung", hex_="4424", hidden=True)
    item(state, "staff_of_virimir", hex_="0518", hidden=True)
    open_phase(state)
    do(state, "cast(tengen,scrying)")
    assert aims(state) == {"h4424", "h0518"}
    dice(monkeypatch, 1, 1)
    do(state, "aim(h4424)", "done", "done")
    assert spells.scried(state, hex_of(state, "4424"), FOMORIAN) == 3
    assert spells.scried(state, hex_of(state, "4424"), MUNDANE) == 0
    assert spells.scried(state, hex_of(state, "0518"), FOMORIAN) == 0


@pytest.mark.rule("R20.23")
def test_dispel_magic_cancels_an_enchantment_after_all_are_revealed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    knud = put(state, "knud", PLACE)
    put(state, "signhild", "2908")
    assert state.book.distance(hex_of(state, "2908"), hex_of(state, PLACE)) <= 11
    before = ratings.combat(state, knud)
    open_phase(state)
    do(state, "cast(tengen,strength)", "aim(knud)", "done", "cast(signhild,dispel_magic)")
    dice(monkeypatch, 1, 1, 1, 1)
    do(state, "done")
    assert asked(state) == "Dispelling"
    assert legal(state) == {"aim(tengen)", "done"}
    do(state, "aim(tengen)")
    assert ratings.combat(state, knud) == before
    assert who(state, "tengen").cast


@pytest.mark.rule("R20.23")
def test_dispel_magic_reaches_only_what_is_in_range(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    put(state, "signhild", "2947")
    open_phase(state)
    do(state, "cast(tengen,strength)", "done", "cast(signhild,dispel_magic)")
    dice(monkeypatch, 1, 1, 1, 1)
    do(state, "done")
    assert asked(state) != "Dispelling"
    assert len(state.spells) == 1


@pytest.mark.rule("R20.23")
def test_dispel_magic_does_not_cancel_another(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    put(state, "signhild", "2908")
    open_phase(state)
    do(state, "cast(tengen,dispel_magic)", "done", "cast(signhild,dispel_magic)")
    dice(monkeypatch, 1, 1, 1, 1)
    do(state, "done")
    assert asked(state) == "NoneType"


@pytest.mark.rule("R20.23")
def test_a_dispelled_fulguration_does_not_wound(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    put(state, "hakon", at_distance(state, PLACE, 4))
    item(state, "staff_of_roaldr", bearer="tengen")
    put(state, "signhild", "2908")
    open_phase(state)
    do(state, "cast(tengen,fulguration)", "aim(hakon)", "done", "cast(signhild,dispel_magic)")
    dice(monkeypatch, 1, 1, 1, 1)
    do(state, "done", "aim(tengen)")
    assert who(state, "hakon").wounds == 0


@pytest.mark.rule("R20.24")
@pytest.mark.rule("R21.72")
def test_fulguration_wounds_a_character_and_is_hard_to_cast(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    put(state, "hakon", at_distance(state, PLACE, 11))
    open_phase(state)
    refuses(state, "cast(tengen,fulguration)", "R20.3")
    item(state, "staff_of_roaldr", bearer="tengen")
    dice(monkeypatch, 6, 4)
    events = do(state, "cast(tengen,fulguration)", "done", "done")
    (roll,) = rolls(events, "casts")
    assert roll.added == 1
    assert roll.result == "it works"
    assert who(state, "hakon").wounds == 1


@pytest.mark.rule("R20.25")
@pytest.mark.rule("R21.65")
def test_freeze_slows_a_stack_to_its_best_command(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    put(state, "tengen", at_distance(state, PLACE, 2))
    item(state, "orb_of_olth", bearer="tengen")
    target = at_distance(state, PLACE, 15)
    put(state, "olvard", target)
    army(state, "midhrasir", target, 4)
    open_phase(state)
    dice(monkeypatch, 1, 1)
    do(state, "cast(tengen,freeze)", "done", "done")
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, f"pick(h{target},land)")
    assert state.force is not None
    assert state.force.left == 2 * 3


@pytest.mark.rule("R20.25")
def test_a_frozen_stack_makes_no_forced_march() -> None:
    for held in (False, True):
        state = bare("sampo", month=9)
        put(state, "tengen", PLACE)
        olvard = put(state, "olvard", FIELD)
        army(state, "nerfringia", FIELD, 4)
        cast(state, "freeze", "tengen", hex_=FIELD, word="land")
        state.leaders[olvard].frozen = held
        happen(state, moving.MovementPhase(MUNDANE))
        do(state, "done")
        assert (f"pick(h{FIELD},land)" in legal(state)) == (not held)


@pytest.mark.rule("R20.25")
def test_freeze_clings_to_its_stack_and_to_no_other() -> None:
    state = bare("sampo", month=9)
    put(state, "tengen", PLACE)
    put(state, "olvard", FIELD)
    cast(state, "freeze", "tengen", hex_=FIELD, word="land")
    happen(state, moving.MovementPhase(MUNDANE))
    do(state, f"pick(h{FIELD},land)")
    assert state.force is not None
    assert state.force.left == 2 * 12, "he came later"


@pytest.mark.rule("R20.25")
def test_frozen_csp_are_not_picked_up_by_who_comes_from_elsewhere() -> None:
    for held in (False, True):
        state = bare("sampo", month=9)
        put(state, "tengen", PLACE)
        put(state, "olvard", "2936")
        army(state, "nerfringia", FIELD, 4)
        if held:
            cast(state, "freeze", "tengen", hex_=FIELD, word="land")
        happen(state, moving.MovementPhase(MUNDANE))
        do(state, "pick(h2936,land)", f"go(h{FIELD})")
        assert ("take(nerfringia,4)" in legal(state)) == (not held)


@pytest.mark.rule("R20.25")
def test_freeze_strikes_land_or_sea_as_the_caster_says(monkeypatch: pytest.MonkeyPatch) -> None:
    state = enchanter()
    item(state, "orb_of_olth", bearer="tengen")
    put(state, "hakon", "3927")
    ship(state, "orms_sling", "3927")
    open_phase(state)
    do(state, "cast(tengen,freeze)")
    assert aims(state) == {"land", "sea"}
    dice(monkeypatch, 1, 1)
    do(state, "aim(sea)", "done", "done")
    assert not who(state, "hakon").frozen
    happen(state, moving.MovementPhase(MUNDANE))
    assert "pick(h3927,land)" in legal(state)
    refuses(state, "pick(h3927,sea)", "R11.3")


@pytest.mark.rule("R20.26")
@pytest.mark.rule("R21.71")
def test_a_maelstrom_holds_ships_and_wears_them(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bare("sampo", month=9)
    put(state, "tengen", "3639")
    item(state, "sidalls_scroll", bearer="tengen")
    open_phase(state)
    do(state, "cast(tengen,maelstrom)")
    book = state.book
    assert all(book.ground[book.hex_named(each)].water == "sea" for each in aims(state))
    target = min(aims(state))
    dice(monkeypatch, 1, 1)
    do(state, f"aim({target})", "done", "done")
    centre = book.hex_named(target)
    assert [spell.hex for spell in state.whirlpools] == [centre]
    assert all(spells.becalmed(state, h) for h in book.within(centre, 2))
    assert not any(spells.becalmed(state, h) for h in range(book.size) if book.distance(h, centre) > 2)
    ship(state, "orms_sling", book.names[centre])
    dice(monkeypatch, then=1)
    (roll,) = rolls(happen(state, attrition.AttritionPhase()), book.names[centre])
    assert roll.added == 3


@pytest.mark.rule("R20.26")
def test_a_maelstrom_lasts_longer_than_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    from fimbul.games.fornaldar.rules import reinforcing

    state = bare("jotuns", month=9)
    sea = next(g.hex for g in state.book.ground if g.water == "sea")
    for total, left in (((3, 4), 1), ((3, 3), 0)):
        cast(state, "maelstrom", "vigmund", hex_=sea)
        state.whirlpools, state.spells = state.spells, []
        dice(monkeypatch, *total, then=1)
        happen(state, reinforcing.Reinforcement())
        rush(state)
        assert len(state.whirlpools) == left


@pytest.mark.rule("R5.3")
def test_enchantments_end_with_the_game_turn() -> None:
    from fimbul.games.fornaldar.rules import turn

    state = enchanter()
    cast(state, "strength", "tengen", leader="tengen")
    who(state, "tengen").cast = True
    state.agenda.clear()
    state.push(turn.GameTurnEnds())
    state.agenda.pop().run(state, [])
    assert not state.spells
    assert not who(state, "tengen").cast


@pytest.mark.rule("R5.3")
def test_having_nobody_to_cast_is_asked_too() -> None:
    state = bare("sampo", month=9)
    open_phase(state)
    assert asked(state) == "Plotting"
    assert legal(state) == {"done"}
