"""6. Weather: of the calendar, of single hexes, and what it does to movement."""

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
    legal,
    put,
    refuses,
    rolls,
    ship,
    who,
)

from fimbul.games.fornaldar.library.rows import RACES
from fimbul.games.fornaldar.model import Spell
from fimbul.games.fornaldar.rules import ratings, turn, weather
from fimbul.games.fornaldar.rules.magic import spells
from fimbul.games.fornaldar.rules.movement import moving, ways
from fimbul.games.fornaldar.state import FornaldarState

PLAIN, NEXT = "0941", "0942"  # clear and clear
SEA, FARTHER = "2546", "2547"


def price(state: FornaldarState, race: str, here: str, there: str) -> int | None:
    """What a step on land costs a race, in half points; None where it cannot be taken."""
    traveller = ways.Traveller(frozenset({RACES.index(race)}), discount=False, light=False, no_woods=False)
    steps = dict(ways.on_land(state, traveller)[hex_of(state, here)])
    return steps.get(hex_of(state, there))


def sea_price(state: FornaldarState, here: str, there: str, *, ships: bool) -> int | None:
    """What a step at sea costs ships or swimmers."""
    sailing = ways.Sailing(ships=ships, swimmers=not ships, enemy_gate=False)
    return dict(ways.at_sea(state, sailing)[hex_of(state, here)]).get(hex_of(state, there))


def at(state: FornaldarState, hex_: str) -> str:
    return weather.at(state, hex_of(state, hex_))


# ---- the calendar


@pytest.mark.rule("R6.1")
@pytest.mark.rule("R5.1")
@pytest.mark.parametrize(
    ("month", "sky", "short", "mana"),
    [
        (2, "snow", True, 4),
        (3, "snow", True, 3),
        (5, "rain", False, 4),
        (9, "clear", False, 6),
        (14, "rain", False, 5),
    ],
)
def test_the_calendar_gives_weather_day_and_mana(
    monkeypatch: pytest.MonkeyPatch, month: int, sky: str, short: bool, mana: int
):
    state = bare(month=month)
    dice(monkeypatch)

    weather.set_sky(state, [])

    assert state.sky == sky
    assert weather.short_day(state) == short
    assert weather.nightless(state) != short
    assert ratings.mana(state) == mana


@pytest.mark.rule("R6.1")
@pytest.mark.parametrize("month", [1, 4])
@pytest.mark.parametrize(
    ("die", "sky"), [(1, "clear"), (2, "clear"), (3, "rain"), (4, "rain"), (5, "snow"), (6, "snow")]
)
def test_on_the_first_and_fourth_turn_a_die_decides(
    monkeypatch: pytest.MonkeyPatch, month: int, die: int, sky: str
):
    state = bare(month=month)
    dice(monkeypatch, die)

    weather.set_sky(state, [])

    assert state.sky == sky


@pytest.mark.rule("R5.1")
def test_the_weather_is_told_at_the_start_of_a_turn(monkeypatch: pytest.MonkeyPatch):
    state = bare(month=1)
    dice(monkeypatch, 5, then=1)

    events = happen(state, turn.GameTurn())

    assert [roll.result for roll in rolls(events, "weather")] == ["snow"]
    assert any("snow weather, mana 5" in event.sentence() for event in events)


@pytest.mark.rule("R3.3")
def test_mana_adds_to_the_magic_of_those_who_have_any():
    state = bare(month=9)
    put(state, "heior", PLAIN)
    put(state, "gorm", PLAIN)

    assert ratings.current_magic(state, state.book.leader["heior"]) == 5 + 6
    assert ratings.current_magic(state, state.book.leader["gorm"]) == 0


# ---- precedence


@pytest.mark.rule("R6.5")
def test_the_first_of_the_list_rules():
    state = bare(month=9)
    place = PLAIN
    assert at(state, place) == "clear"

    cast(state, "rainmaking", "eberic", hex_=place)
    assert at(state, place) == "rain"
    cast(state, "fimbulwinter", "tengen", hex_=place)
    assert at(state, place) == "snow"
    cast(state, "elements", "heior", hex_=place, word="clear")
    assert at(state, place) == "clear"
    assert at(state, "3927") == "clear"


@pytest.mark.rule("R6.5a")
def test_the_talisman_of_winds_rules_before_all():
    state = bare(month=9)
    put(state, "lhyr", PLAIN)
    cast(state, "elements", "heior", hex_=PLAIN, word="rain")
    lhyr = state.book.leader["lhyr"]
    state.spells.append(Spell(spells.TALISMAN, lhyr, hex=hex_of(state, PLAIN), word="clear"))

    assert at(state, PLAIN) == "clear"


@pytest.mark.rule("R6.5c")
def test_storm_calling_brings_rain_to_the_open_water_of_a_sea():
    state = bare(month=9)
    cast(state, "storm_calling", "heior", word="oster")

    assert at(state, SEA) == "rain"
    assert at(state, "3927") == "clear"  # a coast
    assert at(state, "0101") == "clear"  # another sea


@pytest.mark.rule("R6.5")
def test_rain_never_replaces_snow():
    state = bare(month=2)
    state.sky = "snow"
    cast(state, "elements", "heior", hex_=PLAIN, word="rain")
    assert at(state, PLAIN) == "snow"

    state.spells.clear()
    state.sky = "clear"
    cast(state, "fimbulwinter", "tengen", hex_=PLAIN)
    cast(state, "elements", "heior", hex_=PLAIN, word="rain")
    assert at(state, PLAIN) == "snow"


@pytest.mark.rule("R6.5")
def test_of_two_of_a_kind_the_stronger_caster_rules():
    state = bare(month=9)
    put(state, "wodan", PLAIN)  # magic 6
    put(state, "heior", PLAIN)  # magic 5
    cast(state, "elements", "heior", hex_=PLAIN, word="snow")
    cast(state, "elements", "wodan", hex_=PLAIN, word="clear")

    assert at(state, PLAIN) == "clear"


@pytest.mark.rule("R6.5")
def test_the_key_changes_when_the_weather_of_a_hex_does():
    state = bare(month=9)
    first = weather.sky(state)
    cast(state, "rainmaking", "eberic", hex_=PLAIN)

    assert weather.sky(state) is not first
    assert weather.sky(state) is weather.sky(state.copy())


# ---- movement


@pytest.mark.rule("R6.2")
def test_clear_weather_has_no_effect():
    state = bare()

    assert price(state, "troll", PLAIN, NEXT) == 2
    assert sea_price(state, SEA, FARTHER, ships=True) == 2


@pytest.mark.rule("R6.3.2")
def test_in_rain_ships_and_swimmers_pay_double():
    state = bare(month=9)
    assert sea_price(state, SEA, FARTHER, ships=False) == 1
    state.sky = "rain"

    assert sea_price(state, SEA, FARTHER, ships=True) == 4
    assert sea_price(state, SEA, FARTHER, ships=False) == 2


@pytest.mark.rule("R6.3.3")
def test_in_rain_minor_rivers_are_major_and_fords_do_not_work():
    state = bare()
    assert price(state, "mundane", "1723", "1823") == 2 + 4
    assert price(state, "mundane", "1718", "1719") == 2  # a ford on a trail
    state.sky = "rain"

    assert price(state, "mundane", "1723", "1823") is None
    assert price(state, "mundane", "1718", "1719") is None
    assert price(state, "mundane", "2220", "2319") == 4  # a bridge on a trail


@pytest.mark.rule("R6.3.3")
def test_a_river_rises_only_where_both_banks_have_rain():
    state = bare(month=9)
    cast(state, "elements", "heior", hex_="2023", word="rain")
    assert (at(state, "1823"), at(state, "1723")) == ("rain", "clear")

    assert price(state, "mundane", "1823", "1723") == 2 + 4


@pytest.mark.rule("R6.3.4")
def test_in_rain_clear_hexes_and_roads_cost_one_more():
    state = bare()
    assert price(state, "troll", "1044", "1143") == 2  # a trail
    state.sky = "rain"

    assert price(state, "troll", PLAIN, NEXT) == 4
    assert price(state, "troll", "1044", "1143") == 4
    assert price(state, "troll", "0717", "0618") == 4  # woods, as ever


@pytest.mark.rule("R6.4.1")
def test_in_snow_mountains_and_passes_cost_double():
    state = bare()
    assert price(state, "troll", "1013", "0913") == 6
    assert price(state, "troll", "1213", "1313") == 2 + 2  # a trail over a pass
    state.sky = "snow"

    assert price(state, "troll", "1013", "0913") == 12
    assert (
        price(state, "troll", "1213", "1313") == 12 + 4
    )  # no trail in snowed mountains, and the pass doubled


@pytest.mark.rule("R6.4.2")
def test_in_snow_minor_rivers_are_no_obstacle():
    state = bare()
    state.sky = "snow"

    assert price(state, "mundane", "1723", "1823") == 2 + 2  # the hex and the snow


@pytest.mark.rule("R6.4.4")
def test_ships_are_frozen_in_on_snowed_coasts():
    state = bare(month=2)
    state.sky = "snow"
    state.phase = "movement"
    ship(state, "orms_sling", "3927")
    state.push(moving.Moving((MUNDANE,), "move"))

    do(state, "pick(h3927,sea)")

    assert not legal(state, "go")


@pytest.mark.rule("R6.4.4")
def test_ships_must_stop_on_a_snowed_coast():
    state = bare(month=2)
    state.sky = "snow"
    state.phase = "movement"
    ship(state, "orms_sling", SEA)
    state.push(moving.Moving((MUNDANE,), "move"))
    do(state, f"pick(h{SEA},sea)")
    coast = next(text for text in sorted(legal(state, "go")) if state.book.land[hex_of(state, text[4:8])])

    do(state, coast)

    assert not legal(state, "go")


@pytest.mark.rule("R6.4.6")
def test_in_snow_open_ground_costs_one_more_and_marsh_counts_as_clear():
    state = bare()
    assert price(state, "dwarf", "1535", "1436") == 8  # marsh
    state.sky = "snow"

    assert price(state, "troll", PLAIN, NEXT) == 4
    assert price(state, "troll", "0717", "0618") == 6  # woods
    assert price(state, "troll", "0421", "0420") == 6  # rough
    assert price(state, "dwarf", "1535", "1436") == 4


@pytest.mark.rule("R6.4.8")
def test_a_force_in_snow_cannot_force_its_march():
    state = bare(month=2)
    state.sky = "snow"
    state.phase = "march"
    put(state, "gorm", PLAIN)
    army(state, "fynn", PLAIN, 3)
    state.push(moving.Moving((FOMORIAN,), "march"))

    refuses(state, f"pick(h{PLAIN},land)", "R6.4.8")


def march(state: FornaldarState, seat: int, *actions: str) -> None:
    """A movement phase with these actions."""
    happen(state, moving.MovementPhase(seat))
    do(state, *actions)


@pytest.mark.rule("R6.4.9")
def test_who_moves_through_snow_on_a_short_day_rolls_at_plus_four(monkeypatch: pytest.MonkeyPatch):
    state = bare(month=2)
    state.sky = "snow"
    put(state, "gorm", PLAIN)  # command 4
    army(state, "fynn", PLAIN, 12)
    dice(monkeypatch, 5, 5)

    happen(state, moving.MovementPhase(FOMORIAN))
    events = do(state, f"pick(h{PLAIN},land)", f"go(h{NEXT})", "halt", "done")

    (roll,) = rolls(events)
    assert roll.added == 4 - 4
    assert csp(state, "fynn", NEXT) == 8  # D: 4 of 12
    assert who(state, "gorm").wounds == 1  # D: 1 of 5


@pytest.mark.rule("R6.4.9")
def test_characters_without_csp_roll_not_for_a_winter_march(monkeypatch: pytest.MonkeyPatch):
    state = bare(month=2)
    state.sky = "snow"
    put(state, "gorm", PLAIN)
    dice(monkeypatch)

    march(state, FOMORIAN, f"pick(h{PLAIN},land)", f"go(h{NEXT})", "halt")

    assert who(state, "gorm").wounds == 0


@pytest.mark.rule("R6.4.9")
def test_mermen_who_swim_in_a_snow_turn_roll(monkeypatch: pytest.MonkeyPatch):
    state = bare(month=2)
    state.sky = "snow"
    army(state, "skergota", SEA, 6, afloat=True)
    put(state, "lhyr", SEA, afloat=True)  # command 4
    dice(monkeypatch, 6, 6)

    happen(state, moving.MovementPhase(MUNDANE))
    events = do(state, f"pick(h{SEA},sea)", f"go(h{FARTHER})", "halt", "done")

    (roll,) = rolls(events)
    assert (roll.added, roll.result) == (0, "E")
    assert csp(state, "skergota", FARTHER) == 4  # E: 2 steps of 6
