"""The pages of the games tell the same in the same order."""

import re
from pathlib import Path

from fimbul.games import SLUGS

FOLDER = Path(__file__).parents[2] / "docs" / "envs"


def test_every_game_has_a_page_in_the_same_order() -> None:
    for slug in SLUGS:
        text = (FOLDER / f"{slug}.md").read_text("utf-8")
        assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["Spaces", "Rewards", "Ends", "Versions"]
        assert f"`fimbul/{slug}-v1`" in text
