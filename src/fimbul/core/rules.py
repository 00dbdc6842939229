"""The numbered rules of a game: one page, read by people and by the code that refuses by its numbers.

A rule is a heading `### F33 Alignment` and what follows it; a section is `## F. Actions`; a ruling is a
quoted paragraph that starts with a bold word, `> **Ruling.**`.  A translation is a page of the same numbers
beside it, `fimbulvetr.de.md`, with a word of its own for a ruling.
"""

import functools
import re
from importlib import resources
from pathlib import Path
from string import ascii_lowercase

import msgspec

from fimbul.core.errors import BadOption

HEADING = re.compile(r"^### ([A-Z]+[0-9][0-9.]*[a-z]?) (.+)$")
RULING = re.compile(r"^> \*\*[^*]+\.\*\*", re.MULTILINE)  # in every language with a word of its own
SECTION = re.compile(r"^## (.+)$")


class Rule(msgspec.Struct, frozen=True):
    """One numbered rule."""

    number: str
    title: str
    section: str
    text: str

    @property
    def ruling(self) -> bool:
        """Whether it settles a point that the published rules leave open."""
        return RULING.search(self.text) is not None


class Rules(msgspec.Struct, frozen=True):
    """A rules page."""

    title: str
    intro: str
    rules: tuple[Rule, ...]
    source: str

    def __getitem__(self, number: str) -> Rule:
        """The rule with this number; `F50a` is part of `F50`."""
        for rule in self.rules:
            if rule.number == number:
                return rule
        parent = number.rstrip(ascii_lowercase)
        if parent != number:
            return self[parent]
        raise KeyError(number)

    def __contains__(self, number: str) -> bool:
        try:
            self[number]
        except KeyError:
            return False
        return True

    def search(self, words: str) -> list[Rule]:
        """Rules that contain every word (or have the number) asked for."""
        wanted = words.lower().split()
        return [
            rule
            for rule in self.rules
            if all(w in f"{rule.number} {rule.title} {rule.section} {rule.text}".lower() for w in wanted)
        ]


def parse_rules(source: str) -> Rules:
    """A rules page from its Markdown."""
    title, section, intro = "", "", []
    rules: list[Rule] = []
    number, name, body = "", "", list[str]()

    def close() -> None:
        if number:
            rules.append(Rule(number, name, section, "\n".join(body).strip()))

    for line in source.splitlines():
        heading, part = HEADING.match(line), SECTION.match(line)
        if heading or part:
            close()
            number, name, body = "", "", []
        if heading:
            number, name = heading.groups()
        elif part:
            section = part.group(1)
        elif line.startswith("# "):
            title = line[2:]
        elif number:
            body.append(line)
        elif not section:
            intro.append(line)
    close()
    return Rules(title, "\n".join(intro).strip(), tuple(rules), source)


def pages_folder(name: str) -> Path:
    """Where pages are: inside an installed package, or in `docs` of a checkout."""
    package = Path(str(resources.files("fimbul")))
    shipped = package / name
    return shipped if shipped.is_dir() else package.parent.parent / "docs" / name


def rules_folder() -> Path:
    """Where the rules pages are."""
    return pages_folder("rules")


def page_name(name: str, language: str = "") -> str:
    """The file of a page in a language; in English it has no mark."""
    return f"{name}.{language}.md" if language else f"{name}.md"


@functools.cache
def load_primer(slug: str, pages: Path | None = None, language: str = "") -> str:
    """How one wins a game and what to do first, as Markdown; nothing where nobody has written it down."""
    page = (pages or pages_folder("primer")) / page_name("primer" if pages else slug, language)
    return page.read_text(encoding="utf-8") if page.is_file() else ""


@functools.cache
def load_rules(slug: str, pages: Path | None = None, language: str = "") -> Rules:
    """The rules page of a game: `rules.md` among its own pages, or else one of the house's."""
    page = (pages or rules_folder()) / page_name("rules" if pages else slug, language)
    try:
        return parse_rules(page.read_text(encoding="utf-8"))
    except FileNotFoundError:
        said = f" in '{language}'" if language else ""
        raise BadOption(f"There is no rules page for '{slug}'{said}.") from None
