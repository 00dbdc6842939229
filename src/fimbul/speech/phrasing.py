"""English noun phrases as German ones: `the two wounded Archers`, in the case that a sentence wants."""

from collections.abc import Iterator

import msgspec

from fimbul.speech import german
from fimbul.speech.catalogue import Catalogue
from fimbul.speech.german import BARE, CASES, DIGITS, MIXED, NUMBERS, OTHER, Determiner, Noun

MOST_ADJECTIVES = 3
POSSESSIVE = ("'s ", "' ", "\u2019s ", "\u2019 ")


class Form(msgspec.Struct, frozen=True):
    """How a text is wanted: its case, perhaps in the plural, with a determiner or without any; and whether it
    stands within a sentence, where a name brings no capital to its article."""

    case: german.Case = "nom"
    plural: bool = False
    stem: bool = False
    article: str = ""
    within: bool = False

    @property
    def index(self) -> int:
        """The place of the case."""
        return CASES.index(self.case)


class Phrasing:
    """The nouns, names and adjectives of a catalogue."""

    def __init__(self, catalogue: Catalogue, where: str) -> None:
        self.singular: dict[str, Noun] = {}
        self.plural: dict[str, Noun] = {}
        for english, entry in catalogue.nouns.items():
            noun = german.read_noun(entry, where)
            one, _, many = (part.strip() for part in english.partition("|"))
            if noun.singular:
                self.singular[one] = noun
            if noun.plural and (many or not noun.singular):
                self.plural[many or one] = noun
        self.names = catalogue.names
        self.adjectives = {known: german.adjective(entry) for known, entry in catalogue.adjectives.items()}

    def small(self, word: str) -> bool:
        """Whether a word that begins a sentence has its capital only from there."""
        return (
            german.determiner(word) is not None
            or word in NUMBERS
            or word in OTHER
            or word in self.adjectives
            or word in self.singular
            or word in self.plural
        )

    def say(self, text: str, form: Form) -> str | None:
        """A noun phrase or a name in a form; None if it is neither."""
        if form.article:
            text = f"{form.article} {text}"
        if text in self.names:
            name = self.names[text]
            return german.genitive(name) if form.case == "gen" and " " not in name else name
        for owner, thing in owned(text):
            said = self.possessed(owner, thing, form)
            if said is not None:
                return said
        for head, rest, numbers in self.heads(text):
            said = self.declined(german.NONE if form.stem else head, rest, "" if form.stem else numbers, form)
            if said is not None:
                return said
        return None

    def possessed(self, owner: str, thing: str, form: Form) -> str | None:
        """`Bjorn's card`, `the Archer's card`."""
        if owner in self.names:
            said = self.declined(german.NONE, thing, "", form)
            return None if said is None else f"{german.genitive(self.names[owner])} {said}"
        whose = self.say(owner, Form("gen"))
        said = None if whose is None else self.declined(german.THE, thing, "", form)
        return None if said is None else f"{said} {whose}"

    def heads(self, text: str) -> Iterator[tuple[Determiner, str, str]]:
        """The determiners and numbers with which a phrase may begin: each with what follows it."""
        words = text.split(" ")
        for length in (2, 1):
            known = " ".join(words[:length])
            rest = " ".join(words[length:])
            if not rest:
                continue
            if known in OTHER:
                ending = Determiner(f"ein- {OTHER[known]}+", german.INDEFINITE, MIXED)
                yield ending, rest, ""
            found = german.determiner(known)
            if found is not None:
                after = rest.split(" ", 1)
                if len(after) == 2 and (after[0] in NUMBERS or DIGITS.match(after[0])):
                    yield found, after[1], NUMBERS.get(after[0], after[0])
                yield found, rest, ""
        if len(words) > 1 and (words[0] in NUMBERS or DIGITS.match(words[0])):
            one = MIXED if words[0] == "1" else BARE
            yield Determiner("", one, one), " ".join(words[1:]), NUMBERS.get(words[0], words[0])
        yield german.NONE, text, ""

    def declined(self, head: Determiner, text: str, numbers: str, form: Form) -> str | None:
        """Adjectives and a noun after a determiner."""
        words = text.split(" ")
        for count in range(min(MOST_ADJECTIVES, len(words) - 1) + 1):
            if not all(self.describes(word) for word in words[:count]):
                return None
            found = self.noun(" ".join(words[count:]), form)
            if found is not None:
                noun, gender = found
                after = head.after
                stems = [self.stem(word) + after[gender][form.index] for word in words[:count]]
                article = head.said(gender, form.index).replace("+", after[gender][form.index])
                return " ".join(part for part in (article, numbers, *stems, noun) if part)
        return None

    def describes(self, word: str) -> bool:
        """Whether a word is an adjective."""
        return word in self.adjectives or word in german.LIKE_ADJECTIVE

    def stem(self, word: str) -> str:
        """An adjective without its ending."""
        return self.adjectives[word] if word in self.adjectives else german.LIKE_ADJECTIVE[word]

    def noun(self, english: str, form: Form) -> tuple[str, str] | None:
        """A noun in a case, and its gender (`p`: it stands in the plural)."""
        if english in self.singular and not (form.plural and self.singular[english].plural):
            noun = self.singular[english]
            return noun.singular[form.index], noun.gender
        noun_of = self.plural.get(english) or (self.singular.get(english) if form.plural else None)
        return (noun_of.plural[form.index], "p") if noun_of is not None else None


def owned(text: str) -> Iterator[tuple[str, str]]:
    """Whose, and what, where a phrase has a possessive; the last one first."""
    for mark in POSSESSIVE:
        owner, found, thing = text.rpartition(mark)
        if found and owner and thing and (mark[0] + "s" in mark or owner.endswith("s")):
            yield owner, thing
