"""A text in another language: looked up whole, as a noun phrase, as a phrase with slots, or part by part."""

import functools
import re
import threading
from collections.abc import Iterator

from fimbul.core import Game
from fimbul.core.wording import MARKS, capital
from fimbul.speech import german
from fimbul.speech.catalogue import Catalogue, languages, load, spoken_by
from fimbul.speech.phrasing import Form, Phrasing
from fimbul.speech.templates import NUMBER, Bound, Template, Templates, bindings, template

PLAIN = Form()
WITHIN = Form(within=True)
CLAUSES = (": ", "; ")
LONGEST = 2_000  # letters of a text; games seldom say 400 at once
DEEPEST = 8  # phrases within phrases
MOST_ASKED = 20_000  # phrases that one text may be taken for
MOST_COMMAS = 3  # in one part of a list
MOST_KEPT = 100_000  # phrases
MOST_TABLES = 16  # at which something is played with that people have built
SENTENCES = re.compile(r"(?<=[.!?])(?<!\bNo\.) +(?=\S)")
BRACKETED = re.compile(r"(?P<text>.+?) \((?P<inner>[^()]+)\)(?P<mark>[.!?]?)\Z", re.DOTALL)
MARKDOWN = re.compile(r"(?:#+ |[-*] |> |\d+\. )+")
SIGN = re.compile(r"\[[\w:-]+\]")
HALF = re.compile(r"; |[,;:]\Z|\([^)]*\Z|^[^(]*\)")  # within a phrase, what is no phrase for certain
LETTER = re.compile(r"[^\W\d_]")
RULE = re.compile(r"[A-Z]+\d[\d.]*[a-z]?(?:, [A-Z]+\d[\d.]*[a-z]?)*\Z")
LISTS = ((" and ", " und "), (" or ", " oder "), (" nor ", " noch "))


class Endless(Exception):
    """A text could be read in more ways than anybody tries: no game says it."""


class Speech:
    """One language, with what one game says in it.

    What people write may be among what is said: whatever they write, it costs little and changes nothing
    for others.
    """

    def __init__(self, catalogue: Catalogue, where: str) -> None:
        self.where = where
        self.phrasing = Phrasing(catalogue, where)
        made = {english: template(english, own, where) for english, own in catalogue.phrases.items()}
        self.whole = {english: each for english, each in made.items() if not each.slots}
        self.templates = Templates(each for each in made.values() if each.slots)
        self.kept: dict[tuple[str, Form], str | None] = {}
        self.told: dict[tuple[str, Form], str | None] = {}
        self.asked = 0
        self.busy = threading.Lock()  # what is half said would be taken for what cannot be said

    def __call__(self, text: str) -> str:
        """A text as it is said; what nobody has translated stays as it is."""
        return self.find(text) or text

    def find(self, text: str) -> str | None:
        """A text as it is said, or None."""
        try:
            return self.told[text, PLAIN]
        except KeyError:
            pass
        if len(text) > LONGEST:
            return None
        with self.busy:
            if len(self.kept) + len(self.told) > MOST_KEPT:
                self.told.clear()
                self.kept.clear()
            self.asked = 0
            try:
                return self.part(text)
            except (Endless, RecursionError):
                self.kept.clear()  # some of it is half said
                self.told[text, PLAIN] = None
                return None

    def line(self, text: str) -> str:
        """A line of Markdown: its marks stay, and of a paragraph every sentence that can be said is said."""
        mark = MARKDOWN.match(text)
        head, body = (mark[0], text[mark.end() :]) if mark else ("", text)
        if body.startswith("|"):
            return head + "|".join(self.cell(cell) for cell in body.split("|"))
        whole = self.find(body)
        return head + (whole or " ".join(self(each) for each in SENTENCES.split(body)))

    def cell(self, text: str) -> str:
        """A cell of a table."""
        inner = text.strip()
        return text.replace(inner, self(inner)) if inner else text

    # ---- texts of several parts

    def part(self, text: str, form: Form = PLAIN) -> str | None:
        """A text that may have several sentences, lines or remarks."""
        key = text, form
        if key not in self.told:
            self.told[key] = self.taken_apart(text, form)
        return self.told[key]

    def taken_apart(self, text: str, form: Form) -> str | None:
        """The same, looked up."""
        if not LETTER.search(SIGN.sub("", text)):
            return german.number(text)
        said = self.say(text, form, 0)
        if said is not None:
            return said
        if text.endswith(MARKS):
            said = self.say(text[:-1], form, 0)
            if said is not None:
                return f"{said}{text[-1]}"
        for parts, between in apart(text):
            after = WITHIN if between in CLAUSES else form
            told = [
                self.part(part, after if at else form) if part.strip() else part
                for at, part in enumerate(parts)
            ]
            if None not in told:
                return between.join(str(part) for part in told)
        bracketed = BRACKETED.match(text)
        if bracketed is not None:
            outer, inner = self.part(bracketed["text"] + bracketed["mark"]), self.inner(bracketed["inner"])
            if outer is not None and inner is not None:
                bare = outer.removesuffix(bracketed["mark"])
                return f"{bare} ({inner}){bracketed['mark']}"
        return None

    def inner(self, text: str) -> str | None:
        """What stands in brackets: the number of a rule, or words."""
        return text if RULE.match(text) else self.part(text)

    # ---- one phrase

    def say(self, text: str, form: Form, depth: int) -> str | None:
        """A phrase in a form; None if nobody knows it."""
        self.asked += 1
        if depth > DEEPEST or self.asked > MOST_ASKED:
            raise Endless
        key = text, form
        if key not in self.kept:
            self.kept[key] = None  # who asks for it meanwhile goes in a circle
            self.kept[key] = self.said(text, form, depth)
        return self.kept[key]

    def said(self, text: str, form: Form, depth: int) -> str | None:
        """The same, looked up."""
        if NUMBER.match(text):
            return german.number(text)
        if not text.strip() or text != text.strip():
            return None
        if form.article:  # within a sentence, however the name begins: `an der Furt`
            own = text[0].lower() + text[1:]
            return self.known(text, form, depth) or self.known(own, form, depth)
        first, lowered = text.partition(" ")[0], text[0].lower() + text[1:]
        as_written = text in self.phrasing.names or text in self.whole
        word = first[0].lower() + first[1:]
        small = lowered != text and not as_written and self.phrasing.small(word)
        as_is = form.within or text == lowered or text in self.phrasing.names or form.case != "nom"
        begun = self.begun(text, form, depth) if small else None
        if begun is not None:
            return begun if as_is else capital(begun)
        for each in (lowered, text) if small and not self.phrasing.describes(word) else (text, lowered):
            found = self.known(each, form, depth)
            if found is not None:
                return found if as_is else capital(found)
            if each == text == lowered:
                break
        return None

    def known(self, text: str, form: Form, depth: int) -> str | None:
        """The same, as it is written."""
        exact = None if form.article else self.whole.get(text)
        if exact is not None:
            return self.filled(exact, {}, form, depth)
        found = self.phrasing.say(text, form)
        if found is not None or SIGN.fullmatch(text):
            return found or text
        if depth and HALF.search(text):
            return None
        found = self.with_slots(text, form, depth)
        return self.listed(text, form, depth) if found is None else found

    def begun(self, text: str, form: Form, depth: int) -> str | None:
        """A phrase of several words that is written with just this beginning: `A draw`."""
        if form.article or " " not in text:
            return None
        return self.with_slots(text, form, depth, own=True)

    def with_slots(self, text: str, form: Form, depth: int, *, own: bool = False) -> str | None:
        """A phrase with slots; perhaps only one that begins with words of its own."""

        def sayable(held: str) -> bool:
            return self.say(held, PLAIN, depth + 1) is not None

        for each in self.templates.like(text):
            if own and not each.literals[0]:
                continue
            for held in bindings(each, text, sayable):
                found = self.filled(each, held, form, depth)
                if found is not None:
                    return found
        return None

    def filled(self, each: Template, held: Bound, form: Form, depth: int) -> str | None:
        """A phrase with what stands in its slots."""
        free = {slot.name for slot in each.slots if slot.kind == "*"}
        told = ""
        for part in each.said.get(form.case, each.said["nom"]):
            if isinstance(part, str):
                told = german.joined(told, part) if part else told
                continue
            text = held[part.name]
            if part.name in free:
                told += text
                continue
            wanted = part.form
            if part.here:
                within = wanted.within if told else form.within
                wanted = Form(form.case, wanted.plural or form.plural, wanted.stem, wanted.article, within)
            found = self.say(text, wanted, depth + 1)
            if found is None:
                found = self.say(text, Form(within=wanted.within), depth + 1)
            if found is None:
                return None
            told = german.joined(told, found)
        return told

    def listed(self, text: str, form: Form, depth: int) -> str | None:
        """`a, b and c`; what is listed may have such a word or comma itself: `a, wine and roses and c`."""
        for english, own in LISTS:
            at = text.rfind(english)
            while at > 0:
                before = self.row(text[:at], form, depth)
                last = None if before is None else self.say(text[at + len(english) :], form, depth + 1)
                if last is not None:
                    return f"{before}{own}{last}"
                at = text.rfind(english, 0, at)
        return self.row(text, form, depth) if ", " in text else None

    def row(self, text: str, form: Form, depth: int) -> str | None:
        """`a, b, c`."""
        parts = text.split(", ")
        lost = set[int]()  # from where on it cannot be said

        def told(at: int) -> list[str] | None:
            if at == len(parts):
                return []
            for end in range(at + 1, min(len(parts), at + 1 + MOST_COMMAS) + 1):
                first = None if end in lost else self.say(", ".join(parts[at:end]), form, depth + 1)
                rest = None if first is None else told(end)
                if first is not None and rest is not None:
                    return [first, *rest]
            lost.add(at)
            return None

        found = told(0)
        return None if found is None else ", ".join(found)


def apart(text: str) -> Iterator[tuple[list[str], str]]:
    """The ways to take a text apart, each with what joins its parts again."""
    for between in ("\n", " \u00b7 "):
        if between in text:
            yield text.split(between), between
    sentences = SENTENCES.split(text)
    if len(sentences) > 1:
        yield sentences, " "
    for between in CLAUSES:
        head, found, rest = text.partition(between)
        if found and head and rest:
            yield [head, rest], between


def speech(
    language: str, game: Game | None = None, around: str = "", names: tuple[str, ...] = ()
) -> Speech | None:
    """How a language says what a game says, or what all say; None where no translation is needed or there.

    A package in which games are played, `around` them, may have words of its own.  `names` that people gave
    to what they have built are known, and stay as they are where they are nobody's yet.
    """
    return (at_one_table if names else at_all_tables)(language, game, around, names)


def made(language: str, game: Game | None, around: str, names: tuple[str, ...]) -> Speech | None:
    """The same, from the catalogues."""
    if language not in languages():
        return None
    package = "" if game is None else package_of(game)
    known = load(language, package)
    if around:
        known = known.over(load(language, around))
    own = Speech(known, f"{package or 'speech'}/lang/{language}")
    if not names:
        return own
    new = (name for name in names if own.find(name) is None)
    called = {each: name for name in new for each in (name, f"the {name}")}
    return Speech(Catalogue(names=called).over(known), own.where)


at_all_tables = functools.cache(made)
at_one_table = functools.lru_cache(MOST_TABLES)(made)


@functools.cache
def tongues(game: Game) -> tuple[str, ...]:
    """The languages that a game is told in: English, and those for which its package has a catalogue."""
    return ("en", *(each for each in languages() if spoken_by(package_of(game), each)))


def package_of(game: Game) -> str:
    """The package that a game is written in, where its catalogues are."""
    module = type(game).__module__
    return module if "." not in module else module.rpartition(".")[0]
