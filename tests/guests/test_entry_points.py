"""A game in another package appears everywhere; a broken one gives a sentence and hides nothing."""

from pathlib import Path

import pytest
from tests.cli.conftest import Runner
from tests.guests.helpers import visiting
from tests.server.conftest import serving

import fimbul
import fimbul.envs
from fimbul import games
from fimbul.cli.play import open_table
from fimbul.core import BadOption, FimbulError
from fimbul.games import SLUGS

BROKEN = {
    "falling": ("falling:GAME", "1 / 0", "ZeroDivisionError"),
    "absent": ("nowhere_at_all:GAME", "", "ModuleNotFoundError"),
    "nameless": ("nameless:GAMES", "GAME = None", "AttributeError"),
    "toy": ("toy:GAME", "GAME = 'a toy'", "is no Game"),
    "another": ("another:GAME", "from long_ships import GAME", "calls itself 'long_ships'"),
    "fate": ("usurper:GAME", "", "the house's own"),
}


def offer(site: Path, name: str, points: dict[str, str]) -> None:
    """Install a package that offers games."""
    folder = site / f"{name.replace('-', '_')}-1.2.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    lines = [f"{slug} = {value}" for slug, value in points.items()]
    (folder / "entry_points.txt").write_text("\n".join(["[fimbul.games]", *lines, ""]))


@pytest.mark.usefixtures("long_ships")
def test_a_game_of_another_package_is_listed_shown_checked_and_played(fim: Runner, tmp_path: Path) -> None:
    assert [game.slug for game in fimbul.all_games()] == [*SLUGS, "long_ships"]
    assert fimbul.game("long_ships").rules["T4"].title == "The last stone"
    assert "long_ships: Long Ships" in fim("games").out
    assert "Whoever takes the last stone wins" in fim("rules", "long_ships", "T4").out
    assert "21 stones" in fim("show", "long_ships").out
    assert fim("check", "long_ships", "--games", 1, "--workers", 1, "--seed", 1).status == 0
    ran = fim("simulate", "long_ships", "--games", 2, "--bots", "greedy,random", "--workers", 1, "--json")
    assert ran.json["endings"] == {"T4": 2}
    with pytest.raises(FimbulError, match="long_ships"):
        fimbul.game("longships")
    with pytest.raises(BadOption, match="cannot be 99; it may be a whole number from 1 to 60"):
        fimbul.game("long_ships").new(options={"stones": 99})


@pytest.mark.usefixtures("long_ships")
def test_it_is_shown_beside_the_folder_that_has_its_name(
    fim: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "long_ships").mkdir()  # as `fimbul new-game long_ships` leaves it
    assert "21 stones" in fim("show", "long_ships").out


@pytest.mark.usefixtures("long_ships")
async def test_it_is_played_at_the_terminal_table() -> None:
    app = open_table(
        fimbul.game("long_ships"),
        {},
        vs="human",
        seat=0,
        seed=1,
        load=None,
        name="Ada",
        seconds=None,
    )
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.press("n", "enter")
        await pilot.pause()
        assert app.match.state.ply > 0


@pytest.mark.usefixtures("long_ships")
def test_it_is_played_by_learners_although_it_brings_no_numbers(fim: Runner) -> None:
    assert "OpenSpiel   2 games" in fim("check", "long_ships", "--envs", "--games", 2, "--seed", 1).out
    env = fimbul.envs.pettingzoo("long_ships", stones=7)
    env.reset(seed=1)
    shown = [env.last()[0]["observation"]]
    for _ in range(3):
        env.step(0)
        shown.append(env.last()[0]["observation"])
    assert len({array[6:].tobytes() for array in shown}) == 4  # what the view says of the stones, not the ply
    twin = fimbul.envs.pettingzoo("long_ships", stones=7)
    twin.reset(seed=2)
    assert (twin.last()[0]["observation"] == shown[0]).all()  # another seed, and the same to be seen


@pytest.mark.usefixtures("long_ships")
async def test_it_is_played_in_the_browser(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ada = server.guest()
        assert [game["slug"] for game in await ada.get("/games")][-1] == "long_ships"
        picture = await ada.http.get("/api/v1/games/long_ships/picture.svg")
        assert 'class="stone"' in picture.text
        rules = await ada.get("/games/long_ships/rules")
        assert [rule["number"] for rule in rules] == ["", "T1", "T2", "T3", "T4"]
        table = await ada.table("me", "greedy", game="long_ships", options={"stones": 3})
        place = f"/tables/{table['id']}"
        refused = await ada.post(f"{place}/actions", {"ply": 0, "action": "take(4)"}, 422)
        assert refused["rule"] == "T3"
        await ada.post(f"{place}/actions", {"ply": 0, "action": "take(3)"})
        assert (await ada.get(place))["frame"]["outcome"]["rule"] == "T4"


def test_a_broken_package_gives_one_sentence_and_hides_nothing_else(
    long_ships: Path, tmp_path: Path, fim: Runner
) -> None:
    for name, (value, code, _) in BROKEN.items():
        offer(tmp_path, f"package-{name}", {name: value})
        if code:
            (tmp_path / f"{value.partition(':')[0]}.py").write_text(code)
    for name in ("twice-a", "twice-b"):
        offer(tmp_path, name, {"twice": f"{name.replace('-', '_')}:GAME"})
    with visiting(tmp_path):
        assert [game.slug for game in fimbul.all_games()] == [*SLUGS, "long_ships"]
        told = fim("games")
        assert told.status == 0
        assert "long_ships" in told.out
        lines = told.err.splitlines()
        assert len(lines) == len(BROKEN) + 1 == len(games.problems())
        for name, (_, _, words) in BROKEN.items():
            (line,) = [line for line in lines if f"package-{name} 1.2 offers a game '{name}'" in line]
            assert words in line
            if name not in SLUGS:
                assert fim("rules", name).failed_with(words)
        assert any("twice" in line and "another package" in line for line in lines)


def test_a_mistake_in_a_game_is_told_with_its_file_and_line(
    fim: Runner, long_ships: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fimbul.game("long_ships").State.__module__ + ".MOST_AT_ONCE", None)
    ran = fim("perft", "long_ships", "--depth", 2)
    assert ran.status == 70
    assert f"a mistake in {long_ships / 'long_ships' / 'state.py'}, line " in ran.err
    assert "TypeError" in ran.err
    assert "mistake in fimbul" not in ran.err
