"""What a person reads at the browser's table: each sentence of the client goes through `t`, those of the
server are found as they are said, and German has a line for each and no other."""

import ast
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

ROOT = Path(str(resources.files("fimbul")))
STATIC = ROOT / "web" / "static"
SERVER = sorted(
    path
    for room in ("server", "table")
    for path in (ROOT / room).rglob("*.py")
    if path.stem not in {"bench", "cost", "load", "trials", "run", "bus", "binding", "database", "lab"}
)  # without those who speak to whoever starts it
REFUSALS = (  # these say their first argument
    "not_found",
    "forbidden",
    "stale",
    "refused",
    "TooLate",
    "BadWords",
    "BadOption",
    "BadRecord",
)
SPOKEN = {"news": "text", "bye": "reason", "refused": "reason"}  # messages, and what they say
SCRIPTS = sorted(path for path in STATIC.glob("*.js") if path.name != "i18n.js")
LANGUAGES = sorted((STATIC / "lang").glob("*.js"))

# A comment, a regular expression, a string or a template, each whole, so that none is looked for in another.
PIECE = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<regex>(?<=[(,=:&|\s])/(?=\S)(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n])+/)"""
    r"""|(?P<text>"(?:\\.|[^"\\\n])*")|(?P<template>`(?:\\.|[^`\\])*`)""",
    re.S,
)
QUOTED = r"""(?:"(?:\\.|[^"\\])*"|'[^']*')"""
LINE = re.compile(rf"^ {{2}}({QUOTED}|\w+):\s*({QUOTED}),$", re.M)
SHOWN = re.compile(r"^\s?[A-Z][a-z]+([ .,:…!?]|$)|[a-z]{2,},? [a-z]{2,}")
# Names of keys, of languages and of tabs (whose words are in TABS).
NAMES = {
    "English",
    "Deutsch",
    "Enter",
    "Esc",
    "Escape",
    "Home",
    "End",
    "Notification",
    "Table",
    "Mats",
    "Log",
    "Actions",
    "Rules",
    "Chat",
    "Notes",
}
TECHNICAL = re.compile(r"^\(|^M\$\{|[{}]|^[a-z]+/|charset|^translate|^(data|style)|^\S*[.#\[]\S*( |,)")
ASKED = re.compile(
    r"(\bt\(|\bfrom|\bimport|(matches|closest|querySelector\w*|startsWith|matchMedia)(\?\.)?\()$"
)


def plain(text: str) -> str:
    return text.replace('\\"', '"').replace("\\\\", "\\")


def spoken() -> set[str]:
    """Every sentence that a script says through `t`."""
    found = set()
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        found |= {plain(each) for each in re.findall(r'\bt\(\s*"((?:\\.|[^"\\])*)"', text)}
    return found


class Speech(ast.NodeVisitor):
    """The sentences that a module of the server says to people, with `{}` where it fills something in."""

    def __init__(self, tree: ast.Module) -> None:
        self.found: set[str] = set()
        self.names: dict[str, list[ast.expr]] = {}
        self.answers: dict[str, list[ast.expr]] = {}
        for node in tree.body:
            self.name(node)
            if isinstance(node, ast.FunctionDef):
                returns = [each for each in ast.walk(node) if isinstance(each, ast.Return)]
                self.answers[node.name] = [each.value for each in returns if each.value is not None]
        self.visit(tree)

    def name(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            self.names.setdefault(node.targets[0].id, []).append(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        outer, self.names = self.names, dict(self.names)
        for one, given in zip(node.args.args[::-1], node.args.defaults[::-1], strict=False):
            self.names[one.arg] = [given]
        for inner in ast.walk(node):
            self.name(inner)
        self.generic_visit(node)
        self.names = outer

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 - ast calls it so

    def visit_Call(self, node: ast.Call) -> None:
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        said: list[ast.expr] = []
        if name in ("Problem", "Illegal"):
            said = node.args[1:2]
        elif name in REFUSALS:
            said = node.args[:1]
        elif name == "encode" and node.args and isinstance(node.args[0], ast.Constant):
            said = [key.value for key in node.keywords if key.arg == SPOKEN.get(str(node.args[0].value))]
        elif name in ("close", "hang_up") and node.args:
            said = node.args[:1]
        elif name == "checked_words":
            said = node.args[2:]
        for part in said:
            self.found.update(each for each in self.sentences(part) if re.search("[a-z]", each))
        self.generic_visit(node)

    def sentences(self, node: ast.expr) -> Iterator[str]:
        match node:
            case ast.Constant(value=str(text)):
                yield re.sub(r"\{\w+\}", "{}", text)
            case ast.JoinedStr(values=parts):
                yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in parts)
            case ast.IfExp(body=one, orelse=other):
                yield from self.sentences(one)
                yield from self.sentences(other)
            case ast.Dict(values=many):
                for each in many:
                    yield from self.sentences(each)
            case ast.Name(id=name):
                for each in self.names.get(name, []):
                    yield from self.sentences(each)
            case ast.Call(func=ast.Name(id=name)):
                for each in self.answers.get(name, []):
                    yield from self.sentences(each)
            case ast.Call(func=ast.Attribute(value=ast.Subscript(value=inner), attr="format")):
                yield from self.sentences(inner)


def told() -> set[str]:
    """Every sentence that the server says to people."""
    return {each for path in SERVER for each in Speech(ast.parse(path.read_text(encoding="utf-8"))).found}


def catalogue(path: Path, section: str = "default") -> dict[str, str]:
    """The lines of one section of a language."""
    _, *parts = re.split(r"^export (?:const )?(\w+) ?=? ?\{$", path.read_text(encoding="utf-8"), flags=re.M)
    lines = LINE.findall(dict(zip(parts[::2], parts[1::2], strict=True))[section])
    return {plain(re.sub(r"^(['\"])(.*)\1$", r"\2", key)): plain(said[1:-1]) for key, said in lines}


def places(text: str) -> list[str]:
    return sorted(set(re.findall(r"\{\w+\}", text)))


def test_german_is_whole():
    assert [path.stem for path in LANGUAGES] == ["de"]
    german, english = catalogue(STATIC / "lang" / "de.js"), spoken()
    assert len(english) > 150
    assert sorted(english - german.keys()) == [], "these have no German"
    assert sorted(german.keys() - english) == [], "nobody says these any more"
    assert [key for key, said in german.items() if places(key) != places(said)] == []
    assert [key for key, said in german.items() if key.count(" | ") != said.count(" | ")] == []


def test_german_knows_what_the_server_says():
    german, english = catalogue(STATIC / "lang" / "de.js", "server"), told()
    assert len(english) > 140
    known = {re.sub(r"\{\w+\}", "{}", key): key for key in german}
    assert sorted(english - known.keys()) == [], "these have no German"
    assert sorted(known.keys() - english) == [], "nobody says these any more"
    assert [key for key, said in german.items() if places(key) != places(said)] == []


def test_the_server_is_heard():
    """The search finds sentences wherever they stand before they are said."""
    said = """
LATE = "It is late."
WISHES = {"draw": "{name} plays on."}
def go(why="It has moved on."):
    raise stale(why)
async def act(self):
    text = f"{who} is asked." if one else f"{who} are asked."
    self.say(encode("news", text=text))
    self.say(encode("refused", reason=WISHES[kind].format(name=name), rule=None))
    raise Problem(409, LATE)
def worded(error):
    return "It is too long."
raise Problem(413, worded(error))
"""
    heard = {"It is late.", "It has moved on.", "{} plays on.", "{} is asked.", "{} are asked."}
    assert Speech(ast.parse(said)).found == heard | {"It is too long."}


def unspoken(text: str) -> list[str]:
    """Texts in a script that look like a sentence or a label and do not go through `t`."""
    found = []
    for piece in PIECE.finditer(text):
        before = text[: piece.start()].rstrip()
        if piece["text"] is None and piece["template"] is None:
            continue
        words = re.sub(r"\$\{[^}]*\}", "", piece.group()[1:-1])
        if ASKED.search(before) or words in NAMES:
            continue
        if SHOWN.search(words) and not TECHNICAL.search(words):
            found.append(piece.group())
    return found


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_nothing_is_said_without_t(path):
    assert unspoken(path.read_text(encoding="utf-8")) == []


def test_what_is_said_without_t_is_found():
    """The search finds what it is for, and leaves names alone."""
    assert unspoken('h("p", {}, "Lost in the snow")') == ['"Lost in the snow"']
    assert unspoken("toast(`${name} has left the table.`)") == ["`${name} has left the table.`"]
    assert unspoken('h("button.big", { title: "Play" }, icon("flag"))') == ['"Play"']
    assert unspoken('h("p.note", {}, t("Lost in the snow")); // a comment of words') == []
