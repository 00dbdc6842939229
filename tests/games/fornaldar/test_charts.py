"""The charts: every figure that a worked example of the rulebook gives, and what the rules page shows."""

import csv
import re
from pathlib import Path

import pytest

from fimbul.games.fornaldar.library.charts import casualties, cell, find, finds, month, odds, shift, wear
from fimbul.games.fornaldar.library.load import load_library
from fimbul.games.fornaldar.library.rows import LETTERS, ODDS, RACES

HOUSE = load_library()
HERE = Path(__file__).parent
PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "fornaldar.md").read_text(encoding="utf-8")
with (HERE / "chart_points.csv").open(encoding="utf-8", newline="") as file:
    POINTS = list(csv.DictReader(file))
# What no chart can show, only play, and the test of the engine that proves it.
ENGINE_POINTS = {
    ("intercept", "5+4-2"): "test_interception.py::test_the_roll",
    ("fortress", "19"): "test_examples.py::test_the_first_example_of_play",
    ("evidence", "o mark"): "test_battle.py::test_the_side_with_an_o_may_leave_if_its_command_suffices",
    ("evidence", "r mark"): "test_battle.py::test_the_side_with_an_r_may_be_driven_out",
    ("evidence", "* mark"): "test_battle.py::test_with_a_star_the_wounds_kill_one_character_first",
    ("mermen", "naval"): "test_naval.py::test_strength_at_sea_is_ships_mermen_twice_embarked_csp_and_heroes",
    ("move", "Greutung"): "test_movement.py::test_greutung_moves_with_a_force_at_seven_points",
}
EFFECTS = {effect.terrain: effect for effect in HOUSE.effects}


def points(table):
    """The known points of a table that a chart can show, ready for pytest."""
    return [
        pytest.param(point, id=f"{point['key1']} {point['key2']}: {point['place']}")
        for point in POINTS
        if point["table"] == table and (table, point["key1"]) not in ENGINE_POINTS
    ]


def test_no_known_point_is_left_out():
    tested = sum(
        len(points(table)) for table in ("crt", "cas", "att", "odds", "shift", "mana", "move", "react")
    )
    assert tested + len(ENGINE_POINTS) == len(POINTS) == 88


@pytest.mark.parametrize("proof", ENGINE_POINTS.values())
def test_what_only_play_can_show_has_a_test_of_the_engine(proof):
    file, _, name = proof.partition("::")
    assert f"def {name}(" in (HERE / file).read_text(encoding="utf-8")


def shown(found, marks=True):
    """A cell as it is written: `rD/Ao`."""
    before, after = (found.attacker_mark, found.defender_mark) if marks else ("", "")
    return f"{before}{found.attacker}/{found.defender}{after}"


@pytest.mark.rule("R17.5.7")
@pytest.mark.parametrize("point", points("crt"))
def test_combat_results_are_those_of_the_examples(point):
    marks = "letters" not in point["status"] and "trial" not in point["place"]  # trials have no retreats
    found = shown(cell(HOUSE, int(point["key1"]), point["key2"]), marks)
    assert found == (point["value"] if marks else re.sub("[ro]", "", point["value"]))


@pytest.mark.rule("R7.5")
@pytest.mark.parametrize("point", points("cas"))
def test_casualties_are_those_of_the_examples(point):
    found = casualties(HOUSE, int(point["key1"]), point["key2"])
    csp, wounds = point["value"].split("/")
    assert csp in ("", str(found.csp))
    assert wounds in ("", str(found.wounds))
    assert not (found.star and "no star" in point["note"])


@pytest.mark.rule("R8.4.2")
@pytest.mark.parametrize("point", points("att"))
def test_attrition_is_that_of_the_examples(point):
    assert wear(HOUSE, int(point["key1"])) == point["value"]


@pytest.mark.rule("R17.5.5")
@pytest.mark.parametrize("point", points("odds"))
def test_odds_are_those_of_the_examples(point):
    assert odds(int(point["key1"]), int(point["key2"])) == point["value"]


@pytest.mark.rule("R17.5.6")
@pytest.mark.parametrize("point", points("shift"))
def test_shifts_are_those_of_the_examples(point):
    assert shift(point["key1"], int(point["key2"])) == point["value"]


@pytest.mark.rule("R6.1")
@pytest.mark.parametrize("point", points("mana"))
def test_the_mana_is_that_of_the_example(point):
    assert month(HOUSE, int(point["key1"].removeprefix("turn "))).mana == int(point["value"])


@pytest.mark.rule("R11.1")
@pytest.mark.parametrize("point", points("move"))
def test_troll_and_jotun_armies_have_the_allowance_of_the_example(point):
    banners = [banner for banner in HOUSE.banners if banner.race in ("troll", "jotun")]
    assert len(banners) == 6
    assert {banner.allowance for banner in banners} == {2 * int(point["value"])}


@pytest.mark.rule("R14.9.3")
@pytest.mark.parametrize("point", points("react"))
def test_three_hexes_of_open_ground_can_be_reached_in_reaction(point):
    hexes, allowance = int(point["key1"].split()[0]), int(point["key2"].split()[0])
    for ground in ("clear", "trail"):
        assert hexes * EFFECTS[ground].cost[RACES.index("mundane")] <= 2 * allowance


# ---- the edges of the charts


@pytest.mark.rule("R17.5.5")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        *((1, 6, "1-5"), (1, 5, "1-5"), (10, 41, "1-5"), (10, 40, "1-4"), (10, 31, "1-4"), (10, 30, "1-3")),
        *(
            (10, 11, "1-2"),
            (10, 10, "1-1"),
            (19, 10, "1-1"),
            (20, 10, "2-1"),
            (39, 10, "3-1"),
            (40, 10, "4-1"),
        ),
        *((49, 10, "4-1"), (50, 10, "5-1"), (500, 10, "5-1"), (0, 3, "1-5"), (3, 0, "5-1")),
    ],
)
def test_odds_round_in_the_defenders_favour_and_end_at_the_edge(attack, defence, column):
    assert odds(attack, defence) == column


@pytest.mark.rule("R17.5.6")
def test_shifts_end_at_the_edge():
    assert shift("4-1", 3) == shift("5-1", 1) == "5-1"
    assert shift("1-3", -5) == shift("1-5", -1) == "1-5"
    assert shift("2-1", 0) == "2-1"


@pytest.mark.rule("R17.5.7")
def test_the_outermost_rows_are_for_all_rolls_beyond():
    for column in ODDS:
        assert cell(HOUSE, -7, column) == cell(HOUSE, 0, column)
        assert cell(HOUSE, 25, column) == cell(HOUSE, 16, column)


@pytest.mark.rule("R7.5")
def test_a_strength_of_0_loses_nothing_and_large_ones_have_the_last_row():
    for letter in LETTERS:
        nothing = casualties(HOUSE, 0, letter)
        assert (nothing.csp, nothing.wounds, nothing.star) == (0, 0, False)
        assert casualties(HOUSE, 5000, letter) == casualties(HOUSE, 34, letter)


@pytest.mark.rule("R8.4.2")
def test_totals_beyond_the_table_have_its_ends():
    assert wear(HOUSE, -500) == "A"
    assert wear(HOUSE, 500) == "F"


@pytest.mark.rule("R21.1.5")
def test_finds():
    assert find(HOUSE, "jotuns", "4811", 10, 8) == ""
    assert find(HOUSE, "jotuns", "4811", 10, 9) == "10"
    assert find(HOUSE, "jotuns", "4811", 9, 24) == "C3"
    assert find(HOUSE, "jotuns", "4811", 9, 99) == "C1"
    assert find(HOUSE, "jotuns", "4811", 20, 0) == find(HOUSE, "jotuns", "4811", 12, 0) == "10"
    assert find(HOUSE, "jotuns", "1414", 12, 30) == ""


@pytest.mark.rule("R21.1.5")
def test_lower_rolls_of_the_same_column_follow():
    assert finds(HOUSE, "sampo", "3515", 12, 16) == ("8", "6", "6", *("",) * 3, *("C1",) * 5)
    assert finds(HOUSE, "sampo", "3515", 30, 16) == finds(HOUSE, "sampo", "3515", 12, 16)
    assert finds(HOUSE, "sampo", "3515", 2, 0) == ("C2",)


# ---- the page shows the charts


def tables(number):
    """The tables of a rule, each row by the names of the columns."""
    section = re.search(rf"^### {re.escape(number)} (.*?)(?=^##|\Z)", PAGE, re.M | re.S)[1]
    found, header = [], None
    for line in section.splitlines():
        if not line.startswith("|"):
            header = None
            continue
        cells = [text.strip() for text in line.strip()[1:-1].split("|")]
        if header is None:
            header = cells
            found.append([])
        elif not set(line) <= {"|", "-"}:
            found[-1].append(dict(zip(header, cells, strict=True)))
    return found


@pytest.mark.rule("R6.1")
def test_the_page_shows_the_calendar():
    assert [tuple(row.values()) for row in tables("R6.1")[0]] == [
        (str(row.turn), row.name, {"die": "by die"}.get(row.weather, row.weather), row.day, str(row.mana))
        for row in HOUSE.calendar
    ]
    assert {row.die for row in HOUSE.calendar if row.die} == {
        ("clear", "clear", "rain", "rain", "snow", "snow")
    }


@pytest.mark.rule("R7.5")
def test_the_page_shows_the_casualty_table():
    [table] = tables("R7.5")
    assert len(table) * len(LETTERS) == len(HOUSE.casualties)
    for row in table:
        for strength in map(int, re.findall(r"\d+", row["strength"])):
            for letter in LETTERS:
                found = casualties(HOUSE, strength, letter)
                assert row[letter] == f"{found.csp}/{found.wounds}{'*' * found.star}"


@pytest.mark.rule("R8.4.2")
def test_the_page_shows_the_attrition_table():
    [[row]] = tables("R8.4.2")
    for title, letter in [*row.items()][1:]:
        for total in map(int, re.findall(r"\d+", title)):
            assert wear(HOUSE, total) == letter


@pytest.mark.rule("R9.5")
def test_the_page_shows_the_places_of_power():
    aspects = {ground.hex: ground.aspect for ground in HOUSE.ground}
    assert [tuple(row.values()) for row in tables("R9.5")[0]] == [
        (place.hex, place.name, str(place.healing), aspects[place.hex]) for place in HOUSE.places
    ]


@pytest.mark.rule("R10.3")
def test_the_page_shows_the_mobilization_tables():
    names = {group.id: group.name.removeprefix("Clan ") for group in HOUSE.groups}
    for scenario, table in zip(HOUSE.scenarios, tables("R10.3"), strict=True):
        calls = [call for call in HOUSE.calls if call.scenario == scenario.id]
        for call, row in zip(calls, table, strict=True):
            helped = ""
            if call.helped_by:
                one = call.helped_by
                helped = f"-1 if {'the Mermen are' if one == 'skergota' else names[one] + ' is'} active"
            elif call.helped_by_ruins == "thulorm":
                helped = "-1 per destroyed elven knowe"
            elif call.helped_by_ruins:
                helped = f"-1 per destroyed fortress in {names[call.helped_by_ruins]}"
            elif call.helped_by_active:
                assert call.helped_by_active == ("basulea", "skane", "lochlann")
                helped = "-1 per active troll clan beyond Fynn"
            assert tuple(row.values()) == (call.side.title(), names[call.group], str(call.number), helped)


@pytest.mark.rule("R11.4.3")
def test_the_page_shows_what_ground_costs():
    [table] = tables("R11.4.3")
    for row in table:
        effect = EFFECTS[row["ground"].replace(" ", "_")]
        for race, cost in zip(RACES, effect.cost, strict=True):
            written = {"no": -1, "1/2": 1}.get(row[race])
            assert (2 * int(row[race]) if written is None else written) == cost
    missing = set(EFFECTS) - {row["ground"].replace(" ", "_") for row in table}
    assert {cost for name in missing for cost in EFFECTS[name].cost} == {0}


@pytest.mark.rule("R17.5.2")
def test_the_page_shows_how_races_fight():
    [table] = tables("R17.5.2")
    for row in table:
        assert tuple(row[race] for race in RACES) == EFFECTS[row["ground"].replace(" ", "_")].fights
    missing = set(EFFECTS) - {row["ground"].replace(" ", "_") for row in table}
    assert {mark for name in missing for mark in EFFECTS[name].fights} == {"-"}


@pytest.mark.rule("R17.5.7")
def test_the_page_shows_the_combat_results_table():
    [table] = tables("R17.5.7")
    assert len(table) * len(ODDS) == len(HOUSE.results)
    for row in table:
        roll = int(re.match(r"\d+", row["roll"])[0])
        assert [shown(cell(HOUSE, roll, column)) for column in ODDS] == [row[column] for column in ODDS]


@pytest.mark.rule("R21.1.5")
def test_the_page_shows_the_discovery_tables():
    seen = 0
    for scenario, table in zip(HOUSE.scenarios, tables("R21.1.5"), strict=True):
        for row in table:
            for roll in map(int, row["roll"].split("-")):
                for column in ("0-8", "9-16", "17-24", "25+"):
                    least = int(re.match(r"\d+", column)[0])
                    assert find(HOUSE, scenario.id, row["hex"], roll, least) == row[column].replace("-", "")
            seen += 4
    assert seen == len(HOUSE.discovery)
