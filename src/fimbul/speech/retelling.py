"""What is on its way to a person, with all its words said in another way: by the types of its fields.

A field typed `Words` is said, one typed `Drawn` is a drawing in which the texts are said, one typed `Form` a
JSON schema whose titles, descriptions and names of values are said, one typed `Built` something with names,
and what is annotated as `SAID` stays (`core/words.py`).
Everything else stays, and so does whatever has no words in it: nothing is copied that does not change.
"""

import functools
import html
import re
from collections.abc import Callable
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from fimbul.core import Card, Choice, Game, Node
from fimbul.core.svg import FIT, FITTED, LINED, NAMED, clipped, refitted
from fimbul.core.words import kind_of

Say = Callable[[str], str]
Teller = Callable[[Any, Say], Any]
T = TypeVar("T")

TEXTS = re.compile(r"(<(?P<tag>text|tspan|textPath|title)\b[^>]*>)(?P<text>[^<>]+)(?=</(?P=tag)>)")
LASTING = (Node, Card, Choice)  # of these a table has many, and most are as they were a move ago
MOST_KEPT = 4_096  # of each
SHOWN = {"title", "description", "enumNames"}  # what people read of a form
LABELS = re.compile(r'(?P<name>\baria-label=")(?P<text>[^"]+)(?=")')


def retold(value: T, say: Say) -> T:
    """A value with its words said."""
    teller = teller_of(type(value)) if isinstance(value, msgspec.Struct) else anything
    return value if teller is None else teller(value, say)


def drawn(svg: str, say: Say) -> str:
    """A drawing with its texts said."""
    if "<t" not in svg and "aria-label" not in svg:
        return svg

    def texts(found: re.Match[str]) -> str:
        named, lined, fitting = (sign.search(found[1]) for sign in (NAMED, LINED, FITTED))
        if named and fitting:
            name = say(html.unescape(named["name"]))
            told = html.escape(clipped(name, int(fitting["letters"])), quote=False)
        elif lined:
            line = html.unescape(lined["line"])
            own = say(line)
            told = found["text"] if own == line else html.escape(own, quote=False)
        else:
            told = said(found["text"], say, quote=False)
        return f"{refitted(found[1], html.unescape(told)) if FIT in found[1] else found[1]}{told}"

    def labels(found: re.Match[str]) -> str:
        return f"{found['name']}{said(found['text'], say, quote=True)}"

    return LABELS.sub(labels, TEXTS.sub(texts, svg))


def said(text: str, say: Say, *, quote: bool) -> str:
    """A text of a drawing, as it is written there."""
    plain = html.unescape(text)
    told = say(plain)
    return text if told == plain else html.escape(told, quote=quote)


def form(schema: dict[str, Any], say: Say) -> dict[str, Any]:
    """A form with what people read of it said."""
    told: dict[str, Any] = {}
    for key, held in schema.items():
        if key in SHOWN and not isinstance(held, dict):  # a field may have such a name
            told[key] = say(held) if isinstance(held, str) else [say(each) for each in held]
        elif isinstance(held, dict):
            told[key] = form(held, say)
        elif isinstance(held, list):
            told[key] = [form(each, say) if isinstance(each, dict) else each for each in held]
        else:
            told[key] = held
    return told


def built(value: Any, say: Say) -> Any:
    """Something that somebody built, with its names said."""
    if isinstance(value, list | tuple):
        return [built(each, say) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: say(held) if key == "name" and isinstance(held, str) else built(held, say)
        for key, held in value.items()
    }


def given_names(game: Game, options: Any) -> tuple[str, ...]:
    """What people called the pieces that they have built for a game with these options."""
    names: list[str] = []

    def hear(name: str) -> str:
        names.append(name)
        return name

    if game.workshop is not None:
        built(msgspec.to_builtins(options).get(game.workshop.option), hear)
    return tuple(dict.fromkeys(names))


def anything(value: Any, say: Say) -> Any:
    """What has no type of its own: a message, a list of whatever."""
    if isinstance(value, msgspec.Struct):
        return retold(value, say)
    if isinstance(value, dict):
        return {key: anything(held, say) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(anything(held, say) for held in value)
    return value


@functools.cache
def teller_of(hint: Any) -> Teller | None:
    """How values of a type are told; None where they have no words."""
    kind = kind_of(hint)
    if kind == "words":
        return lambda value, say: say(value) if value else value
    if kind == "drawn":
        return drawn
    if kind == "form":
        return form
    if kind == "built":
        return built
    if kind == "said":
        return None
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return teller_of(inner[0])
    if hint is Any:
        return anything
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return struct_teller(hint)
    if origin in (list, tuple) and inner:
        return row_teller(origin, inner)
    if origin is dict:
        each = teller_of(inner[1])
        return each and (lambda value, say: {key: each(held, say) for key, held in value.items()})
    return union_teller(inner) if inner else None


def struct_teller(kind: type[msgspec.Struct]) -> Teller | None:
    """A struct, field by field; known to itself while it is looked at, for types that hold themselves."""
    tellers: list[tuple[str, Teller]] = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        teller = teller_of(hint) if name in kind.__struct_fields__ else None
        if teller is not None:
            tellers.append((name, teller))
    if not tellers:
        return None

    def tell(value: Any, say: Say) -> Any:
        changed = {}
        for name, teller in tellers:
            held = getattr(value, name)
            told = teller(held, say)
            if told is not held:
                changed[name] = told
        return msgspec.structs.replace(value, **changed) if changed else value

    return functools.lru_cache(MOST_KEPT)(tell) if kind in LASTING else tell


def row_teller(origin: Any, inner: tuple[Any, ...]) -> Teller | None:
    """A list or a tuple."""
    if origin is list or inner[-1] is Ellipsis:
        each = teller_of(inner[0])
        if each is None:
            return None

        def tell(value: Any, say: Say) -> Any:
            told = [each(held, say) for held in value]
            same = all(one is other for one, other in zip(told, value, strict=True))
            return value if same else type(value)(told)

        return tell
    every = [teller_of(part) for part in inner]
    if not any(every):
        return None
    return lambda value, say: tuple(
        held if one is None else one(held, say) for one, held in zip(every, value, strict=True)
    )


def union_teller(inner: tuple[Any, ...]) -> Teller | None:
    """One of several types: structs by what they are, words where they may be missing."""
    tellers = [teller_of(part) for part in inner if part is not type(None)]
    if not any(tellers):
        return None
    words = [teller for part, teller in zip(inner, tellers, strict=False) if kind_of(part) and teller]

    def tell(value: Any, say: Say) -> Any:
        if isinstance(value, str):
            return words[0](value, say) if words else value
        return anything(value, say)

    return tell
