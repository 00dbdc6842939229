"""22. Victory points, levels and the outcome."""

import pytest
from tests.games.fornaldar.positions import (
    FOMORIAN,
    army,
    bare,
    happen,
    hex_of,
    item,
    leader_of,
    put,
    ruin,
    ship,
    who,
)

from fimbul.games.fornaldar import model
from fimbul.games.fornaldar.rules import fates, victory
from fimbul.games.fornaldar.rules.combat import losses
from fimbul.games.fornaldar.state import FornaldarState

START = {"sampo": (30, 0), "northern_war": (0, 65), "jotuns": (0, 0)}


def bare_count(scenario: str = "sampo") -> FornaldarState:
    """A bare scenario with the points of its start."""
    state = bare(scenario)
    state.points = list(START[scenario])
    return state


def total(state: FornaldarState) -> tuple[int, int]:
    return victory.total(state)


@pytest.mark.rule("R22.2a")
def test_a_ship_that_is_sunk_counts_its_full_strength():
    state = bare_count()
    ship(state, "wrath_of_gorm", "2546", damaged=True)
    toll = model.Toll(
        seat=0, hex=hex_of(state, "2546"), stack="sea", steps=1, ships=(state.book.ship["wrath_of_gorm"],)
    )

    happen(state, losses.Bear((toll,)))

    assert total(state) == (0, 4)


@pytest.mark.rule("R22.1")
@pytest.mark.rule("R22.2b")
def test_every_csp_and_escort_destroyed_counts_one():
    state = bare_count()
    put(state, "hakon", "1725", escort=True)
    army(state, "midhrasir", "1725", 4)

    fates.lose_csp(state, state.armies[0], 3, [])
    fates.lose_escort(state, leader_of(state, "hakon"), [])

    assert total(state) == (4, 0)


@pytest.mark.rule("R22.2c")
@pytest.mark.rule("R18.4")
def test_a_fortress_destroyed_counts_ten():
    state = bare_count()

    fates.raze(state, hex_of(state, "2331"), [])
    fates.raze(state, hex_of(state, "1538"), [])

    assert total(state) == (10, 10)


@pytest.mark.rule("R22.2d")
def test_a_character_killed_counts_five():
    state = bare_count()
    put(state, "lembi", "1725")

    fates.kill(state, leader_of(state, "lembi"), [], "other")

    assert total(state) == (5, 0)
    assert who(state, "lembi").dead


@pytest.mark.rule("R22.2e")
def test_an_artifact_held_counts_five():
    state = bare_count()
    put(state, "hakon", "1725")
    item(state, "angsung", bearer="hakon")
    item(state, "fyratnen", hex_="3515", hidden=True)  # not found
    item(state, "mottsiger", hex_="1725")  # lies about
    assert total(state) == (0, 5)

    item(state, "glaumjord", hex_="1545")  # in a fortress of Fynn
    army(state, "fynn", "1725", 1)
    army(state, "fynn", "1726", 1)
    item(state, "erenya", hex_="1726", keeper=FOMORIAN)  # with troops
    assert total(state) == (10, 5)


@pytest.mark.rule("R22.2f")
def test_an_heirloom_of_the_enemy_counts_five():
    state = bare_count()
    put(state, "hakon", "1725")
    put(state, "gorm", "1545")
    item(state, "gritvards_helm", bearer="hakon")  # his own
    item(state, "adas_mask", bearer="gorm")  # a possession
    assert total(state) == (0, 0)

    item(state, "gritvards_helm", bearer="gorm")
    assert total(state) == (5, 0)


# ---- the War of the Sampo


@pytest.mark.rule("R22.2g")
@pytest.mark.rule("R24.1.1")
@pytest.mark.rule("R24.1.3a")
def test_the_sampo_counts_thirty_for_its_holder_and_never_twice():
    state = bare_count()
    put(state, "reomur", "3109")
    put(state, "hakon", "3927")
    item(state, "magic_sampo", bearer="reomur")
    assert total(state) == (30 + 5, 0)

    item(state, "magic_sampo", bearer="hakon")
    assert total(state) == (0, 30 + 5)


@pytest.mark.rule("R24.1.3b")
@pytest.mark.rule("R24.1.3c")
@pytest.mark.rule("R24.1.3d")
@pytest.mark.parametrize(
    ("hex_", "points"),
    [("3927", (20, 0)), ("1545", (0, 10)), ("3305", (0, 10)), ("3020", (0, 0)), ("1044", (0, 0))],
)
def test_what_some_fortresses_count_besides(hex_: str, points: tuple[int, int]):
    state = bare_count()
    ruin(state, hex_)

    assert total(state) == points


@pytest.mark.rule("R24.1.3e")
def test_reomur_counts_ten_besides():
    state = bare_count()
    put(state, "reomur", "3109")
    fates.kill(state, leader_of(state, "reomur"), [], "other")

    assert total(state) == (0, 5 + 10)


# ---- the Second Northern War


@pytest.mark.rule("R24.2.1")
@pytest.mark.rule("R24.2.3a")
@pytest.mark.rule("R24.2.3e")
def test_the_sampo_and_the_knowes_of_the_second_northern_war():
    state = bare_count("northern_war")
    put(state, "cythar", "3515")
    item(state, "magic_sampo", bearer="cythar")
    assert total(state) == (0, 65 + 5)

    fates.raze(state, hex_of(state, "3515"), [])
    assert total(state) == (10, 35 + 5)


@pytest.mark.rule("R24.2.3b")
@pytest.mark.rule("R24.2.3c")
@pytest.mark.parametrize(
    ("hex_", "points"),
    [("3927", (20, 60)), ("3020", (5, 60)), ("3305", (0, 70)), ("3109", (0, 65)), ("2331", (0, 60))],
)
def test_fortresses_of_the_second_northern_war(hex_: str, points: tuple[int, int]):
    state = bare_count("northern_war")
    ruin(state, hex_)

    assert total(state) == points


@pytest.mark.rule("R24.2.3d")
def test_the_ruins_of_a_knowe_count_for_who_is_there_or_passed_last():
    state = bare_count("northern_war")
    ruin(state, "3218", "3515")
    assert total(state) == (0, 0)

    state.passed = [(hex_of(state, "3218"), FOMORIAN)]
    army(state, "thulorm", "3515", 2)
    assert total(state) == (10, 10)

    army(state, "thulorm", "3218", 2)
    assert total(state) == (0, 20)


# ---- March of the Jotuns


@pytest.mark.rule("R24.3.3a")
def test_what_the_fomorian_player_gets_in_the_march_of_the_jotuns():
    state = bare_count("jotuns")
    put(state, "nitul", "2331")  # Breildalr
    assert total(state) == (10, 0)

    army(state, "jotunheim", "2025", 2)  # Nerfringia
    put(state, "saemung", "2438", escort=True)  # Suderpathia
    assert total(state) == (10 + 15, 0)

    put(state, "jibalian", "1606")
    fates.kill(state, leader_of(state, "jibalian"), [], "other")
    assert total(state) == (10 + 15 + 5 + 7, 0)


@pytest.mark.rule("R24.3.3b")
def test_what_the_mundane_player_gets_in_the_march_of_the_jotuns():
    state = bare_count("jotuns")
    ruin(state, "1123")
    assert total(state) == (0, 5)

    army(state, "nerfringia", "2025", 2)  # at home: only the invaded land counts
    army(state, "midhrasir", "0421", 3)  # Jotunheim
    army(state, "midhrasir", "2438", 4)  # Suderpathia
    assert total(state) == (0, 5 + 15)

    army(state, "nerfringia", "1727", 3, aboard=True)
    put(state, "erfus", "1727", escort=True, aboard=True)
    assert total(state) == (0, 5 + 15)


# ---- levels


@pytest.mark.rule("R24.1.3")
@pytest.mark.rule("R24.2.3")
@pytest.mark.rule("R24.3.3")
@pytest.mark.parametrize(
    ("scenario", "difference", "level"),
    [
        ("sampo", 80, "Mundane Crushing Victory"),
        ("sampo", 79, "Mundane Substantial Victory"),
        ("sampo", 39, "Mundane Marginal Victory"),
        ("sampo", 11, "Mundane Marginal Victory"),
        ("sampo", 10, ""),
        ("sampo", -10, ""),
        ("sampo", -11, "Fomorian Marginal Victory"),
        ("sampo", -40, "Fomorian Substantial Victory"),
        ("sampo", -80, "Fomorian Crushing Victory"),
        ("northern_war", 15, ""),
        ("northern_war", 16, "Mundane Marginal Victory"),
        ("northern_war", 46, "Mundane Substantial Victory"),
        ("northern_war", 91, "Mundane Crushing Victory"),
        ("northern_war", -45, "Fomorian Marginal Victory"),
        ("northern_war", -90, "Fomorian Substantial Victory"),
        ("jotuns", -79, "Fomorian Substantial Victory"),
        ("jotuns", 11, "Mundane Marginal Victory"),
    ],
)
def test_levels_of_victory(scenario: str, difference: int, level: str):
    assert victory.level(bare(scenario), difference) == level


@pytest.mark.rule("R22.1")
@pytest.mark.parametrize(
    ("points", "scores"), [((30, 5), (0.5, 0.5)), ((30, 11), (0.0, 1.0)), ((41, 0), (1.0, 0.0))]
)
def test_the_outcome(points: tuple[int, int], scores: tuple[float, float]):
    state = bare_count()
    state.points = list(points)

    victory.finish(state, [])

    assert state.outcome is not None
    assert state.outcome.scores == scores
    assert state.outcome.points == (points[0] - 30, points[1])
    assert state.points == [points[0] - 30, points[1]]
    assert state.to_act == ()


@pytest.mark.rule("R24.3.3")
@pytest.mark.parametrize("hex_", ["1019", "1622", "1123"])
def test_every_ruined_fortress_of_jotunheim_counts_with_or_without_a_name(hex_):
    state = bare("jotuns")
    before = victory.total(state)
    ruin(state, hex_)
    assert victory.total(state) == (before[0], before[1] + 5)
