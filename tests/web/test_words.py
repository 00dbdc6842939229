"""The client's own sentences: each goes through `t`, and German has a line for each and no other."""

import re
from importlib import resources
from pathlib import Path

import pytest

from fimbul.games import SLUGS
from fimbul.games import game as find_game

STATIC = Path(str(resources.files("fimbul"))) / "web" / "static"
SCRIPTS = sorted(path for path in STATIC.glob("*.js") if path.name != "i18n.js")
LANGUAGES = sorted((STATIC / "lang").glob("*.js"))

# A comment, a regular expression, a string or a template, each whole, so that none is looked for in another.
PIECE = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<regex>(?<=[(,=:&|\s])/(?=\S)(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n])+/)"""
    r"""|(?P<text>"(?:\\.|[^"\\\n])*")|(?P<template>`(?:\\.|[^`\\])*`)""",
    re.S,
)
LINE = re.compile(r'^ {2}(?:"((?:\\.|[^"\\])*)"|(\w+)):\s*"((?:\\.|[^"\\])*)",$', re.M)
SHOWN = re.compile(r"^\s?[A-Z][a-z]+([ .,:…!?]|$)|[a-z]{2,},? [a-z]{2,}")
# Names of keys, of tabs (whose words are in TABS), of media types and of what CSS and SVG are asked.
NAMES = {
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


def of_games() -> set[str]:
    """What home tells of our games: what they are like, and ways to begin."""
    ours = [find_game(slug) for slug in SLUGS]
    starts = [start for game in ours for start in game.starts]
    shops = [game.workshop.title for game in ours if game.workshop]
    return (
        {game.blurb for game in ours}
        | {each.label for each in starts}
        | {each.title for each in starts}
        | {*shops}
    )


def catalogue(path: Path) -> dict[str, str]:
    lines = LINE.findall(path.read_text(encoding="utf-8"))
    return {plain(quoted or bare): plain(said) for quoted, bare, said in lines}


def places(text: str) -> list[str]:
    return sorted(set(re.findall(r"\{\w+\}", text)))


def test_german_is_whole():
    assert [path.stem for path in LANGUAGES] == ["de"]
    german, english = catalogue(STATIC / "lang" / "de.js"), spoken() | of_games()
    assert len(english) > 150
    assert sorted(english - german.keys()) == [], "these have no German"
    assert sorted(german.keys() - english) == [], "nobody says these any more"
    assert [key for key, said in german.items() if places(key) != places(said)] == []
    assert [key for key, said in german.items() if key.count(" | ") != said.count(" | ")] == []


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
