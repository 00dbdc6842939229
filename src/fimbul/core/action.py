"""Actions and their notation.

An action is a frozen struct; its text is its class name and its fields, `move(thegn,2,-1,3)`, and the text
reads back into an equal action.  Records, the API, the terminal and the log all speak this notation, so a
game gets them by declaring its action classes and nothing else.

Fields may be whole numbers, names (letters, digits, `_` and `-`, starting with a letter), free text, true or
false, none, or tuples of these.  What is not a plain name is written as JSON.  A field named in `free`
holds words that the player makes up: the legal list shows one filling, any other is as good.
"""

import collections
import functools
import json
import re
from typing import Any, ClassVar, get_type_hints

import msgspec

from fimbul.core.errors import BadNotation
from fimbul.core.wording import values

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*\Z")
WORDS = {"true", "false", "null"}
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[A-Za-z][A-Za-z0-9_-]*|-?\d+|[\[\],]')
CALL = re.compile(r"([a-z_]+)(?:\((.*)\))?\Z", re.DOTALL)
LONGEST = 4_000
MANY = 12  # of one kind
SHORT = 40  # letters of a text that may come again


class Action(msgspec.Struct, frozen=True, gc=False):  # nothing in it could hold itself
    """The base of every game's actions."""

    free: ClassVar[tuple[str, ...]] = ()

    def __str__(self) -> str:
        values = [write(getattr(self, field)) for field in self.__struct_fields__]
        verb = spell(type(self))
        return f"{verb}({','.join(values)})" if values else verb

    def matches(self, other: "Action") -> bool:
        """Whether the two are the same but for words that the player makes up."""
        return type(self) is type(other) and all(
            field in self.free or getattr(self, field) == getattr(other, field)
            for field in self.__struct_fields__
        )


def few_first(actions: list[Any]) -> list[Any]:
    """Legal actions as a list for people: kinds of which there are many, such as moves, bury nothing else."""
    counts = collections.Counter(map(type, actions))
    return sorted(actions, key=lambda action: counts[type(action)] > MANY)


@functools.cache
def spell(kind: type[Action]) -> str:
    """The verb of an action class: `ForcedMarch` is written `forced_march`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def write(value: Any) -> str:
    """One field as notation."""
    if type(value) is int:  # most fields are, and a list of legal actions has hundreds
        return str(value)
    if isinstance(value, str):
        return known_text(value) if len(value) <= SHORT else written_text(value)
    if isinstance(value, tuple):
        return f"[{','.join(map(write, value))}]"
    return json.dumps(value, ensure_ascii=False)


def written_text(text: str) -> str:
    """A text as notation: a name as it is."""
    return text if NAME.match(text) and text not in WORDS else json.dumps(text, ensure_ascii=False)


known_text = functools.lru_cache(maxsize=4096)(written_text)  # names of pieces, again and again


def to_json(arguments: str) -> str:
    """Notation arguments as a JSON array: bare names get their quotes."""
    parts: list[str] = []
    place = 0
    while place < len(arguments):
        found = TOKEN.match(arguments, place)
        if not found:
            raise BadNotation(f"'{arguments}' cannot be read at character {place + 1}.")
        token = found.group()
        bare = token[0].isalpha() and token not in WORDS
        parts.append(f'"{token}"' if bare else token)
        place = found.end()
    return f"[{''.join(parts)}]"


def encodable(text: str) -> bool:
    """Whether the text can be stored: Python lets halves of characters into a string, UTF-8 does not."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read(value: Any, hint: Any, field: str) -> Any:
    """A field of an action from what JSON gave, or a sentence on what it may be."""
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError as problem:
        may = "a name" if hint is str else values(hint)
        raise BadNotation(f"{field} is {may}, not {write(value)}" if may else str(problem)) from None


class Notation:
    """Reads the notation of one game's action classes."""

    def __init__(self, kinds: tuple[type[Action], ...]) -> None:
        self.kinds = {spell(kind): kind for kind in kinds}
        self.forms = {kind: get_type_hints(kind) for kind in kinds}
        self.known = functools.lru_cache(maxsize=4096)(self.understood)  # the same again and again

    def parse(self, text: str) -> Action:
        """The action that the text names, or `BadNotation`."""
        text = text.strip()
        return self.known(text) if len(text) <= SHORT else self.understood(text)

    def understood(self, text: str) -> Action:
        """The same, worked out."""
        call = CALL.match(text) if len(text) <= LONGEST else None
        if not call:
            raise BadNotation(f"'{text[:60]}' is not an action; actions look like {self.examples()}.")
        verb, arguments = call.groups()
        kind = self.kinds.get(verb)
        if kind is None:
            raise BadNotation(f"'{verb}' is not an action of this game; actions look like {self.examples()}.")
        fields = kind.__struct_fields__
        try:
            parts = json.loads(to_json(arguments or ""))
            if len(parts) != len(fields):
                raise ValueError(f"it needs {len(fields)} arguments and has {len(parts)}")
            given = [read(part, self.forms[kind][f], f) for part, f in zip(parts, fields, strict=True)]
            action = kind(*given)
        except (ValueError, RecursionError, BadNotation) as problem:
            raise BadNotation(
                f"'{text[:60]}' is not a {verb}: {problem}. Expected {self.form(kind)}."
            ) from None
        if not encodable(text):
            raise BadNotation("An action cannot hold half a character (a lone surrogate).")
        if str(action) != text:
            raise BadNotation(f"'{text[:60]}' is written {str(action)[:60]}.")
        return action

    def form(self, kind: type[Action]) -> str:
        """The shape of one kind of action, `move(warrior,x,y,r)`."""
        fields = ",".join(kind.__struct_fields__)
        return f"{spell(kind)}({fields})" if fields else spell(kind)

    def examples(self) -> str:
        """The shapes of all kinds, for a message."""
        return ", ".join(self.form(kind) for kind in self.kinds.values())
