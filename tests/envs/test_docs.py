"""What the pages say is so: every block of Python runs."""

import re
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).parents[2] / "docs" / "envs").glob("*.md"))
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
ORDER = ["## Spaces", "## Rewards", "## Ends", "## Versions"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_block_of_a_page_runs(page: Path) -> None:
    text = page.read_text("utf-8")
    blocks = BLOCK.findall(text)
    assert blocks
    for block in blocks:
        exec(compile(block, str(page), "exec"), {})
    if page.stem != "README":
        assert re.findall(r"^## .*$", text, re.MULTILINE) == ORDER
