"""E. Killing (V40 to V46)."""

import pytest
from tests.games.valknut.positions import position, row


def dies(zones, warbands="vikings draugar", to_move="V"):
    """Whether the Draugr of a row dies at the start of a turn; another far away keeps the game going."""
    table = position(row(f"{zones} # # # U"), warbands, to_move=to_move, step="start")
    return table.count("U") == 1


@pytest.mark.rule("V40")
@pytest.mark.parametrize(
    ("zones", "killed"),
    [
        ("V U V", True),
        ("V U m", True),
        ("V U r", True),
        ("f U V", True),
        ("m U r", False),
        (". V U .", False),
        (". V U", False),  # the edge
        ("V U U V", False),
        ("V m U m", False),
    ],
)
def test_flanks_along_a_row(zones, killed):
    assert dies(zones) == killed


@pytest.mark.rule("V40")
def test_flanks_along_a_column():
    picture = """
        V . . .
        U . . .
        m . . .
        . . . U
        """
    assert position(picture, "vikings draugar", step="start").count("U") == 1
    assert position(picture.replace("m", "."), "vikings draugar", step="start").count("U") == 2


@pytest.mark.rule("V40")
def test_neighbouring_sides_do_not_flank():
    picture = """
        V U . .
        . V . .
        . . . .
        . . . U
        """
    assert position(picture, "vikings draugar", step="start").count("U") == 2


@pytest.mark.rule("V40")
@pytest.mark.rule("V84")
def test_third_players_never_help():
    table = position(row("V U E . . . U"), "vikings draugar elves", to_move="V", step="start")
    assert table.count("U") == 2
    table = position(row("V U V . . E U"), "vikings draugar elves", to_move="V", step="start")
    assert table.count("U") == 1


@pytest.mark.rule("V84")
def test_every_opponent_is_an_enemy():
    table = position(row("V U V E V . U . E"), "vikings draugar elves", to_move="V", step="start")
    assert table.count("U") == 1
    assert table.count("E") == 1


@pytest.mark.rule("V41")
@pytest.mark.rule("V43")
def test_a_viking_between_a_mountain_and_a_draugr_is_safe_until_the_draugar_turn():
    table = position(
        """
        m . U . . . V
        . V . . . . .
        . . . . . . .
        . . . . . . .
        """,
        "vikings draugar",
    )
    table.play("move(1,1,n,1)")
    assert table.count("V") == 2
    table.play("end")
    assert table.count("V") == 1
    assert table.to_move == 1
    assert table.supply(0, "V") == 3
    assert table.count("U") == 2  # Undead Outbreak


@pytest.mark.rule("V42")
def test_all_flanked_enemies_die_together():
    table = position(
        """
        m U . U m . .
        . . V . . . U
        . . . . . . .
        . . . . . . .
        """,
        "vikings draugar",
    )
    table.play("move(2,1,n,1)")
    assert table.count("U") == 1


@pytest.mark.rule("V42")
def test_a_death_can_open_an_elven_sight_line():
    """The nearer Goblin dies first; then an Elf sees the farther one across the free zone."""
    table = position(
        """
        . E . .
        E B B m
        . E . .
        . . . B
        """,
        "elves goblins",
        step="start",
    )
    assert table.count("B") == 1


@pytest.mark.rule("V44")
def test_a_laid_card_can_kill():
    table = position(
        """
        . . V U
        . . . .
        . . . .
        U . . .
        """,
        "vikings draugar",
        step="lay",
        pool={"P1": ("m...", 1)},
    )
    table.play("lay(P1,4,0,0)")
    assert table.count("U") == 1


@pytest.mark.rule("V45")
def test_whoever_leaves_no_enemy_wins_at_once():
    table = position(row("V . U m"), "vikings draugar").play("move(0,0,e,1)")
    assert table.result == (0, "V45")
    assert table.to_move is None
    assert table.state.outcome.points is None
    assert table.refuses("end") == "V45"


@pytest.mark.rule("V45")
def test_the_second_player_can_win_at_the_start_of_a_turn():
    table = position(row("U V m . U"), "vikings draugar", to_move="U", step="start")
    assert table.result == (1, "V45")


@pytest.mark.rule("V46")
def test_units_in_supply_save_nobody():
    table = position(row("V . U m * *"), "vikings draugar")
    assert table.supply(1, "U") == 7
    table.play("move(0,0,e,1)")
    assert table.result == (0, "V45")
