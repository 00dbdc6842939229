"""The house is in order: the same rooms in every game, no circles between modules, every rule at its line."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import fimbul
import fimbul.games.six_winters.rules.obstacles as a_room
from fimbul.games import SLUGS

SOURCE = Path(fimbul.__file__).parent
ROOMS = ("library", "rules", "table", "bot")
SHELVES = ("data", "lang")
FILES = ("game", "model", "state", "actions", "events")

# Numbered paragraphs that are no rules of play: what is in the box, who made it, how to read the page.
NO_RULES_OF_PLAY: dict[str, set[str]] = {
    "fimbulvetr": {"F56"},  # which positions are worth testing
    "valknut": {"V121", "V122"},  # how many ways there are, how long a game takes
    "fate": set(),
    "six_winters": set(),
    "fornaldar": set(),
}


def test_a_room_is_reached_by_its_name() -> None:
    """Nothing in `fimbul` hides the package of the games."""
    assert fimbul.games.six_winters.rules.obstacles is a_room


def name_of(path: Path) -> str:
    """The module in a file."""
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules(folder: Path) -> dict[str, Path]:
    """The modules of a folder by name."""
    return {name_of(path): path for path in sorted(folder.rglob("*.py"))}


def imports_in(source: str) -> Iterator[tuple[str, bool]]:
    """What a module imports when it runs, and whether it does so inside a function."""
    tree = ast.parse(source)
    asleep: set[ast.AST] = set()
    inside: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            asleep.update(inner for part in node.body for inner in ast.walk(part))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inside.update(inner for part in node.body for inner in ast.walk(part))
    for node in ast.walk(tree):
        if node in asleep:
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in inside) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module, node in inside
            yield from ((f"{node.module}.{alias.name}", node in inside) for alias in node.names)


def graph(folder: Path) -> dict[str, set[str]]:
    """Which module of a folder imports which others of it when it runs."""
    known = modules(folder)
    return {
        name: {found for found, _ in imports_in(path.read_text("utf-8")) if found in known and found != name}
        for name, path in known.items()
    }


def circle(links: dict[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle; nothing where there is none."""
    done: set[str] = set()

    def walk(name: str, path: list[str]) -> list[str]:
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return []
        for other in sorted(links[name]):
            if found := walk(other, [*path, name]):
                return found
        done.add(name)
        return []

    for start in links:
        if found := walk(start, []):
            return found
    return []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_the_same_rooms(slug: str) -> None:
    folder = SOURCE / "games" / slug
    assert {path.stem for path in folder.glob("*.py")} == {"__init__", *FILES}
    assert {path.name for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"} == {
        *ROOMS,
        *SHELVES,
    }


@pytest.mark.parametrize("slug", SLUGS)
def test_no_modules_of_a_game_import_each_other_in_a_circle(slug: str) -> None:
    links = graph(SOURCE / "games" / slug)
    links.pop(f"fimbul.games.{slug}")  # the package shows its game to the world
    for others in links.values():
        others.discard(f"fimbul.games.{slug}")
    assert circle(links) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_no_module_of_a_game_imports_inside_a_function(slug: str) -> None:
    late = [
        f"{name}: {found}"
        for name, path in modules(SOURCE / "games" / slug).items()
        for found, inside in imports_in(path.read_text("utf-8"))
        if inside
    ]
    assert late == []


@pytest.mark.parametrize("slug", SLUGS)
def test_rules_and_library_know_neither_table_nor_bot(slug: str) -> None:
    package = f"fimbul.games.{slug}"
    wrong = [
        f"{name} imports {other}"
        for name, others in graph(SOURCE / "games" / slug).items()
        if name.startswith((f"{package}.rules", f"{package}.library", f"{package}.model"))
        for other in others
        if other.startswith((f"{package}.table", f"{package}.bot", f"{package}.state", f"{package}.game"))
    ]
    assert wrong == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_module_can_be_imported_alone_and_in_any_order(slug: str) -> None:
    # Whichever is asked for first, Python begins with the package, so one order begins like any other; the
    # rest come last one first.
    names = [*reversed(modules(SOURCE / "games" / slug))]
    code = "import sys, importlib\nfor name in sys.argv[1:]: importlib.import_module(name)"
    ran = subprocess.run([sys.executable, "-c", code, *names], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]


def text_of(slug: str) -> str:
    """All code and data of a game."""
    files = sorted(path for path in (SOURCE / "games" / slug).rglob("*") if path.suffix in (".py", ".toml"))
    data = sorted((SOURCE / "games" / slug / "data").rglob("*.csv"))
    return "\n".join(path.read_text("utf-8") for path in (*files, *data))


def named_in(text: str) -> set[str]:
    """The rule numbers that stand in a text; `F26 to F31` names those between as well."""
    found = set(re.findall(r"\b[A-Z]\d+(?:\.\d+)*[a-z]?\b", text))
    for letter, first, last in re.findall(r"\b([A-Z])(\d+)[a-z]? to [A-Z]?(\d+)\b", text):
        found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    for stem, first, last in re.findall(r"\b([A-Z](?:\d+\.)+)(\d+) to (?:[A-Z](?:\d+\.)+)?(\d+)\b", text):
        found |= {f"{stem}{number}" for number in range(int(first), int(last) + 1)}
    return found


def unnamed(numbers: list[str], text: str) -> list[str]:
    """The rules that no line names, by themselves or by a part of them."""
    found = named_in(text)
    whole = {number.rstrip("abcdefghijklmnopqrstuvwxyz") for number in found}
    return [number for number in numbers if number not in found and number not in whole]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_is_named_at_the_line_that_keeps_it(slug: str) -> None:
    numbers = [rule.number for rule in fimbul.game(slug).rules.rules]
    missing = [number for number in unnamed(numbers, text_of(slug)) if number not in NO_RULES_OF_PLAY[slug]]
    assert missing == []
    assert set(numbers) >= NO_RULES_OF_PLAY[slug], "an exception names no rule"


# ---- that the tests above can fail


def test_circles_and_late_imports_are_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c", "a"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
    source = "from x import y\nif TYPE_CHECKING:\n    import z\ndef f():\n    import late\n"
    assert list(imports_in(source)) == [("x", False), ("x.y", False), ("late", True)]


def test_rules_that_no_line_names_are_found() -> None:
    numbers = ["F1", "F2", "F3", "F4", "F50", "R4.2", "R4.3", "R4.4"]
    assert unnamed(numbers, "F1 and F3 to F4; F50a; R4.2 to R4.3") == ["F2", "R4.4"]
