"""Every numbered rule of every game has a test that is marked with it, and every mark names a rule.

The marks are read from the sources of the tests, not from the tests that happen to run, so the answer is the
same for one test, for all of them, and for each of several workers.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import fimbul
from fimbul.core.rules import Rules, parse_rules

TESTS = Path(__file__).parent


class Mark(NamedTuple):
    """One `pytest.mark.rule(...)`: where it stands, what it names, and whether a test carries it."""

    path: Path
    line: int
    number: str
    on_test: bool

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: rule {self.number}"


def marks_in(source: str, path: Path) -> Iterator[Mark]:
    """All rule marks of a file.  A test carries those on itself, on its class, and on its whole file."""
    tree = ast.parse(source, str(path))
    carried: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if node.name.startswith("test"):
                roots = node.decorator_list
            case ast.ClassDef() if node.name.startswith("Test"):
                roots = node.decorator_list
            case ast.Assign(targets=[ast.Name(id="pytestmark")], value=value):
                roots = [value]
            case _:
                continue
        carried.update(inner for root in roots for inner in ast.walk(root))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            match node.args, node.keywords:
                case [ast.Constant(value=str(number))], []:
                    yield Mark(path, node.lineno, number, node in carried)
                case _:
                    raise AssertionError(
                        f"{path}:{node.lineno}: a rule mark names one rule, in plain letters"
                    )


def all_marks(folder: Path) -> list[Mark]:
    """The rule marks of all test files in a folder."""
    files = sorted(folder.rglob("test_*.py"))
    return [mark for path in files for mark in marks_in(path.read_text("utf-8"), path.relative_to(folder))]


def names_a_rule(number: str, rules: Rules) -> bool:
    """Whether the page has this rule; `F50a` must be a part (a) of F50."""
    if number not in rules:
        return False
    part = number.removeprefix(rules[number].number)
    return not part or f"({part})" in rules[number].text


def game_of(mark: Mark, slugs: list[str]) -> list[str]:
    """The games that a mark may speak of: the one whose folder it stands in, or any."""
    folders = mark.path.parts[:-1]
    own = folders[1] if len(folders) > 1 and folders[0] == "games" else None
    return [slug for slug in slugs if own in (None, slug)]


def faults(pages: dict[str, Rules], marks: list[Mark]) -> list[str]:
    """Marks without a rule, and rules without a test."""
    found = [
        f"{mark} does not exist"
        for mark in marks
        if not any(names_a_rule(mark.number, pages[slug]) for slug in game_of(mark, list(pages)))
    ]
    for slug, page in pages.items():
        tested = {
            page[mark.number].number
            for mark in marks
            if mark.on_test and slug in game_of(mark, list(pages)) and mark.number in page
        }
        found += [
            f"{slug}: rule {rule.number} ({rule.title}) has no test"
            for rule in page.rules
            if rule.number not in tested
        ]
    return found


def test_every_rule_has_a_test_and_every_mark_names_a_rule():
    pages = {game.slug: game.rules for game in fimbul.all_games()}

    assert all(page.rules for page in pages.values())
    problems = faults(pages, all_marks(TESTS))
    assert not problems, "\n".join(problems)


# ---- that the test above can fail

PAGE = parse_rules(
    "# Toy\n## A. Play\n### T1 Turns\nThey alternate.\n### T2 Ends\n- (a) a win\n- (b) a draw\n"
)
SOUND = """
import pytest

@pytest.mark.rule("T1")
def test_turns(): ...

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.rule("T2b"))])
async def test_ends(n): ...
"""


def faults_of(source: str, path: str = "games/toy/test_toy.py") -> list[str]:
    return faults({"toy": PAGE}, list(marks_in(source, Path(path))))


def test_a_sound_file_has_no_faults():
    assert faults_of(SOUND) == []
    assert faults_of(SOUND, "cli/test_play.py") == []


def test_marks_on_classes_and_files_count():
    assert (
        faults_of(
            '@pytest.mark.rule("T1")\nclass TestTurns:\n    @pytest.mark.rule("T2")\n    def test(self): ...'
        )
        == []
    )
    assert faults_of('pytestmark = [pytest.mark.rule("T1"), pytest.mark.rule("T2a")]') == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('@pytest.mark.rule("T1")', "", "toy: rule T1 (Turns) has no test"),
        ("def test_turns", "def helper", "toy: rule T1 (Turns) has no test"),
        ('marks=pytest.mark.rule("T2b")', "marks=()", "toy: rule T2 (Ends) has no test"),
        ('rule("T2b")', 'rule("T2c")', "rule T2c does not exist"),
        ('rule("T1")', 'rule("T1a")', "rule T1a does not exist"),
        ("import pytest\n", '@pytest.mark.rule("T3")\ndef test_more(): ...\n', "rule T3 does not exist"),
        ("import pytest\n", '@pytest.mark.rule("F1")\ndef test_other(): ...\n', "rule F1 does not exist"),
    ],
)
def test_what_is_missing_is_named(old, new, fault):
    assert old in SOUND
    assert any(fault in text for text in faults_of(SOUND.replace(old, new)))


def test_a_test_of_another_game_does_not_count():
    pages = {
        "toy": PAGE,
        "other": parse_rules("# Other\n## A. Play\n### T1 Turns\nNone.\n### T2 Ends\n(b) Never.\n"),
    }
    problems = faults(pages, list(marks_in(SOUND, Path("games/toy/test_toy.py"))))

    assert problems == ["other: rule T1 (Turns) has no test", "other: rule T2 (Ends) has no test"]


@pytest.mark.parametrize(
    "mark", ["pytest.mark.rule(NUMBER)", "pytest.mark.rule()", 'pytest.mark.rule("T1", "T2")']
)
def test_a_mark_that_cannot_be_read_is_a_fault(mark):
    with pytest.raises(AssertionError, match="names one rule"):
        faults_of(f"@{mark}\ndef test_it(): ...")
