"""Phrases with slots: which of them a text is, and what stands in their slots."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from operator import itemgetter

import msgspec

from fimbul.core import BadData
from fimbul.speech.german import CASES, Case
from fimbul.speech.phrasing import Form

SLOT = re.compile(r"\{(\w+)(?::([^}]*))?\}")
WORD = re.compile(r"\w+")
NUMBER = re.compile(r"[+\u2212-]?\d+(?:[.,]\d+)?(?: ?%)?\Z")
OPENS = re.compile(r"[.!?*\u201e] ?\Z")  # what a sentence, a title or a name by itself may follow
HERE = "@"


class Slot(msgspec.Struct, frozen=True):
    """A place in an English phrase, for what can be said by itself; by its kind for a number or anything."""

    name: str
    kind: str = ""  # "#": a number; "*": anything


class Wanted(msgspec.Struct, frozen=True):
    """A place in the other language's phrase: what stands there, in which form (None: as the whole)."""

    name: str
    form: Form
    here: bool


class Template(msgspec.Struct, frozen=True):
    """A phrase: literal texts with slots between them, in English and in the other language by case."""

    literals: tuple[str, ...]  # one more than slots
    slots: tuple[Slot, ...]
    said: dict[str, tuple[str | Wanted, ...]]
    weight: int


Bound = dict[str, str]
Sayable = Callable[[str], bool]


def slot_of(name: str, kind: str | None, where: str) -> Slot:
    """A slot of an English phrase."""
    if kind not in (None, "#", "*"):
        raise BadData(
            f"{where}: the slot '{{{name}:{kind}}}' is unknown; {{{name}}}, {{{name}:#}} or {{{name}:*}}."
        )
    return Slot(name, kind or "")


def wanted_of(name: str, spec: str | None, before: str, where: str) -> Wanted:
    """A slot of the other language: `dat`, `@`, `pl akk`, `stem`, `dat the`; and what stands before it."""
    words = (spec or "nom").split(" ")
    plural = "pl" in words
    stem = "stem" in words
    case: Case = "nom"
    here = HERE in words
    left = [word for word in words if word not in ("pl", "stem", HERE, "#", "*", "")]
    if left and left[0] in CASES:
        case = CASES[CASES.index(left.pop(0))]
    if len(left) > 1 or any(not word.isalpha() for word in left):
        raise BadData(f"{where}: '{{{name}:{spec}}}' asks for no form that there is.")
    within = OPENS.search(before) is None
    return Wanted(name, Form(case, plural, stem, left[0] if left else "", within), here)


def pieces(text: str) -> tuple[list[str], list[tuple[str, str | None]]]:
    """The literals of a phrase and its slots."""
    literals, slots, at = [], [], 0
    for found in SLOT.finditer(text):
        literals.append(text[at : found.start()])
        slots.append((found[1], found[2]))
        at = found.end()
    return [*literals, text[at:]], slots


def template(english: str, own: str | dict[str, str], where: str) -> Template:
    """A phrase from its entry."""
    where = f"{where}: '{english}'"
    literals, found = pieces(english)
    slots = tuple(slot_of(name, kind, where) for name, kind in found)
    names = {slot.name for slot in slots}
    if len(names) != len(slots):
        raise BadData(f"{where} has a slot twice.")
    for before, literal, after in zip(slots, literals[1:-1], slots[1:], strict=False):
        if not literal.strip() and "#" not in (before.kind, after.kind):
            raise BadData(f"{where} has two slots with nothing between them.")
    forms = {"nom": own} if isinstance(own, str) else own
    if "nom" not in forms or not set(forms) <= set(CASES):
        raise BadData(f"{where} has the forms {', '.join(forms)}; nom, akk, dat and gen are known.")
    said = {}
    for case, text in forms.items():
        plain, wanted = pieces(text)
        if {name for name, _ in wanted} - names:
            raise BadData(f"{where} is said with a slot that it does not have.")
        parts: list[str | Wanted] = [plain[0]]
        for (name, spec), (head, tail) in zip(wanted, pairwise(plain), strict=True):
            parts += [wanted_of(name, spec, head, where), tail]
        said[case] = tuple(parts)
    return Template(tuple(literals), slots, said, sum(len(literal) for literal in literals))


def bindings(found: Template, text: str, sayable: Sayable) -> Iterator[Bound]:
    """The ways in which a text with its literals is this phrase: what stands in each slot."""
    return bound(found, 0, text, len(found.literals[0]), sayable, {})


def bound(
    found: Template, at: int, text: str, start: int, sayable: Sayable, so_far: Bound
) -> Iterator[Bound]:
    """The same from a slot on."""
    if at == len(found.slots):
        if start == len(text):
            yield dict(so_far)
        return
    slot, literal = found.slots[at], found.literals[at + 1]
    last = at + 1 == len(found.slots)
    end = len(text) - len(literal) if last else text.find(literal, start + 1)
    while start < end <= len(text):
        held = text[start:end]
        if fits(slot, held, sayable):
            so_far[slot.name] = held
            yield from bound(found, at + 1, text, end + len(literal), sayable, so_far)
            del so_far[slot.name]
        if last:
            return
        end = text.find(literal, end + 1)


def fits(slot: Slot, held: str, sayable: Sayable) -> bool:
    """Whether a text can stand in a slot."""
    if slot.kind == "#":
        return NUMBER.match(held) is not None
    return slot.kind == "*" or sayable(held)


class Templates:
    """All phrases with slots, found by a rare word of theirs."""

    def __init__(self, every: Iterable[Template]) -> None:
        every = sorted(every, key=lambda each: -each.weight)
        words = {id(each): WORD.findall(" ".join(each.literals)) for each in every}
        often = Counter(word for known in words.values() for word in set(known))
        self.by_word: dict[str, list[tuple[int, Template]]] = defaultdict(list)
        self.wordless: list[tuple[int, Template]] = []
        for place, each in enumerate(every):
            rare = min(words[id(each)], key=lambda word: often[word], default=None)
            (self.wordless if rare is None else self.by_word[rare]).append((place, each))

    def like(self, text: str) -> list[Template]:
        """Those that a text may be, the most telling first."""
        found = [pair for pair in self.wordless if has_literals(pair[1], text)]
        for word in self.by_word.keys() & WORD.findall(text):
            found += [pair for pair in self.by_word[word] if has_literals(pair[1], text)]
        found.sort(key=itemgetter(0))
        return [each for _, each in found]


def has_literals(found: Template, text: str) -> bool:
    """Whether all literal texts of a phrase are in a text, at its ends and between them."""
    literals = found.literals
    return (
        text.startswith(literals[0])
        and text.endswith(literals[-1])
        and (len(literals) < 3 or all(literal in text for literal in literals[1:-1]))
    )
