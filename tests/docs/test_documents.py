"""The documents are true: their links lead somewhere, their code runs, their commands exist."""

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cyclopts import CycloptsError
from tests.cli.conftest import Runner, fim  # noqa: F401  # the command line, run in this process

from fimbul.cli.commands import application
from fimbul.games import SLUGS
from fimbul.games import game as find_game

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [
        *(ROOT / "docs").rglob("*.md"),
        *ROOT.glob("*.md"),
        *(path for path in (ROOT / "examples").rglob("*.md") if ".venv" not in path.parts),
    ]
)
NOT_RUN = re.compile(r"<!-- not run: .{10,} -->\n\Z")
FENCE = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```', re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!\\)\]\(([^)\s]+)\)")
# A line of a table of contents (a command and what it does), or what a command may be given.
LISTED = re.compile(r"fimbul [a-z-]+ {2,}\S|.* \[--")


class Block(NamedTuple):
    """A piece of code on a page."""

    page: Path
    language: str
    title: str
    code: str
    marked: bool

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}: {self.code.strip().splitlines()[0][:60]}"


def blocks() -> Iterator[Block]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for found in FENCE.finditer(text):
            marked = NOT_RUN.search(text[: found.start()]) is not None
            yield Block(page, found[1], found[2] or "", found[3], marked)


BLOCKS = list(blocks())
RUN = [block for block in BLOCKS if block.language == "python" and not block.title and not block.marked]


def anchors(page: Path) -> set[str]:
    """What can be linked to on a page: its headings, spelled as sites spell them."""
    found = set()
    for heading in re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE):
        plain = re.sub(r"[`*\[\]]|\([^)]*\)", "", heading).strip().lower()
        found.add(re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", plain)))
        if title := re.match(r"[A-Z]+[0-9][0-9.]*[a-z]?\b", heading):
            found.add(title[0])
    return found


def prose(page: Path) -> str:
    """The text of a page without its code."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", link):
            assert link.startswith("https://"), link
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{link} leads nowhere"
        assert target.is_relative_to(ROOT), f"{link} leads out of the repository"
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), f"{link}: there is no such heading"


@pytest.mark.parametrize("block", RUN, ids=str)
def test_code_runs(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "tests" / "golden" / "fimbulvetr" / "chance.saga", "game.saga")  # a record of yours
    exec(compile(block.code, str(block.page), "exec"), {"__name__": "documents"})


def test_code_that_is_not_run_says_why_and_code_with_a_name_is_in_that_file() -> None:
    assert len(RUN) >= 3
    for block in BLOCKS:
        if block.title:
            places = [ROOT / "examples" / block.page.stem / block.title, ROOT / block.title]
            text = next(place for place in places if place.is_file()).read_text(encoding="utf-8")
            assert block.code.strip("\n") in text, str(block)
        elif block.language in ("console", "bash", "sh"):
            assert block.marked, f"{block}: say why it is not run"


def command_lines() -> Iterator[tuple[Path, str]]:
    """Every line that tells the reader to type `fimbul ...`."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        lines = [line for block in BLOCKS if block.page == page for line in block.code.splitlines()]
        lines += re.findall(r"^ {4}(fimbul .*)$", FENCE.sub("", text), re.MULTILINE)
        for line in lines:
            if re.match(r"fimbul [a-z-]", line) and not LISTED.match(line):
                yield page, re.sub(r"\s+(#|>|\|) .*| {2,}.*", "", line).replace("NUMBER", "1")


def test_every_command_of_the_documents_is_one() -> None:
    app, seen = application(), 0
    for page, line in command_lines():
        try:
            app.parse_args(shlex.split(line)[1:], exit_on_error=False, print_error=False)
        except CycloptsError as problem:
            raise AssertionError(f"{page.relative_to(ROOT)}: {line}: {problem}") from None
        seen += 1
    assert seen > 60


def test_the_page_on_records_does_what_it_says(
    fim: Runner,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    console, python = [block for block in BLOCKS if block.page.name == "records.md" and block.marked]
    for line in console.code.replace("--games 1000", "--games 2").splitlines():
        words = shlex.split(line)[1:]
        files = [sorted(tmp_path.glob(word)) if "*" in word else [word] for word in words]
        assert fim(*(word for found in files for word in found)).status == 0, line
    found: dict[str, Any] = {}
    exec(compile(python.code, "records.md", "exec"), found)
    assert sorted(found["wins"]["seat"]) == [0, 1]
    text = (tmp_path / "games.txt").read_text(encoding="utf-8")
    assert text.count("(;GM[fimbulvetr]") == 2
    columns = set(re.findall(r"`(\w+)`", prose_of_columns()))
    assert columns == set(json.loads((tmp_path / "positions.jsonl").read_text("utf-8").splitlines()[0]))


def prose_of_columns() -> str:
    """The first cells of the table of columns."""
    table = (ROOT / "docs" / "records.md").read_text(encoding="utf-8").partition("## Columns")[2]
    rows = [
        line.split("|")[1] for line in table.partition("## Text")[0].splitlines() if line.startswith("| `")
    ]
    return "".join(rows)


def test_the_site_leaves_no_page_out() -> None:
    listed = set(re.findall(r"[\w/.]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert pages <= listed
    assert listed - pages == {"changelog.md", "contributing.md"}


def test_the_architecture_names_every_room_and_none_that_is_not_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    source = ROOT / "src" / "fimbul"
    layout = page.partition("## Layout")[2].partition("## The contract")[0]
    rooms = {path.name for path in source.iterdir() if path.is_dir() and path.name != "__pycache__"}
    modules = {path.stem for path in (source / "core").glob("*.py") if path.stem != "__init__"}
    assert [name for name in sorted(rooms) if f"{name}/" not in layout] == []
    assert [name for name in sorted(modules) if not re.search(rf"\b{name}\b", layout)] == []
    named = re.findall(r"`([a-z_/]+/[a-z_]+\.(?:py|js))`", page)
    folders = [ROOT, source, *(source / name for name in ("lab", "server")), *(source / "games").iterdir()]
    assert [name for name in named if not any((folder / name).is_file() for folder in folders)] == []
    assert len(named) > 30


def test_the_table_of_games_says_what_the_games_say() -> None:
    page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    for game in map(find_game, SLUGS):
        row = next(line for line in page.splitlines() if f"(rules/{game.slug}.md) |" in line)
        _, _, designer, players, minutes, *_ = (cell.strip() for cell in row.split("|"))
        first, last = game.seats[0], game.seats[-1]
        assert (designer, minutes) == (game.designer, game.minutes)
        assert players == (f"{first}–{last}" if last > first else f"{first}")
