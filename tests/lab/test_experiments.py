"""The experiments of the house can be read, and every game has one whose page is kept."""

from pathlib import Path

import pytest

from fimbul.games import SLUGS, game
from fimbul.lab.experiment import arms_of, read_experiment
from fimbul.lab.players import timed

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "experiments").glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_experiment_can_be_read_and_gives_the_same_games_anywhere(file: Path) -> None:
    experiment = read_experiment(file)
    assert experiment.title
    assert not any(timed(experiment.player, arm.players) for arm in arms_of(experiment))
    assert f"experiments/{file.name}" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_a_page_made_from_its_experiment(slug: str) -> None:
    assert read_experiment(ROOT / "experiments" / f"{slug}.toml").game == slug
    page = (ROOT / "docs" / "balance" / f"{slug}.md").read_text(encoding="utf-8")
    assert f"fimbul lab run experiments/{slug}.toml" in page
    assert "95 %" in page


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_is_of_the_rules_and_the_experiment_of_now(slug: str) -> None:
    page = (ROOT / "docs" / "balance" / f"{slug}.md").read_text(encoding="utf-8")
    assert f"rules {game(slug).rules_version}, seed" in page
    arms = arms_of(read_experiment(ROOT / "experiments" / f"{slug}.toml"))
    campaigns = sum(arm.games for arm in arms if arm.options.get("mode") == "campaign")
    games = sum(arm.games for arm in arms)
    if campaigns:
        assert f"{games - campaigns:,} sessions and {campaigns} campaigns" in page
    else:
        assert f"{games:,} games of {len(arms)} arms" in page
