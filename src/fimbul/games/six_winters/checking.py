"""Checking data: words, numbers, and that a thing has the fields that its kind needs, or `BadData`."""

import functools
import re
from collections import Counter
from collections.abc import Iterable
from typing import Protocol

import msgspec

from fimbul.core import BadData
from fimbul.core.reading import named, one_of, within
from fimbul.games.six_winters.cards import RESOURCES, Part, Power, Text

BOXES = (*RESOURCES, "any_resource", "any_die", "1", "2", "3", "4", "5", "6")
TAG = re.compile(r"[a-z][a-z-]{0,31}\Z")

# The fields that a thing needs, and those that it may have besides, by kind.
Needs = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]
POWERS: Needs = {
    "flip": ((), ("type",)),
    "set": ((), ("type",)),
    "add": (("amount",), ("type",)),
    "convert": (("values", "gains"), ("type",)),
    "retype": (("type",), ("becomes",)),
    "split": ((), ("type",)),
    "free_move": ((), ()),
    "stress_move": (("track", "amount"), ()),
    "stress_for_dice": (("track", "amount"), ()),
    "stash": (("stash", "use"), ()),  # and see STASHES
    "defend": (("skill",), ()),
    "preview": (("skill",), ()),
    "progress": (("skill", "amount"), ()),
    "hindrance": (("skill", "amount"), ()),
    "movement": (("amount",), ()),
    "carry": (("amount",), ()),
    "free_ports": ((), ()),
}
STASHES: Needs = {
    "create": (("stash",), ()),
    "defend": (("stash",), ()),
    "overcome": (("stash",), ("skill", "amount")),
    "reroll": (("stash",), ()),
    "action_die": (("stash",), ()),
    "recall": (("stash",), ()),
    "discard": (("stash",), ()),
    "convert": (("stash", "gains"), ()),
}
TEXTS: Needs = {
    "garrison": (("amount",), ()),
    "difficulty": (("amount",), ("skill", "tag")),
    "entry": (("track", "amount"), ()),
    "discard_here": (("tag",), ()),
    "discard_top": ((), ()),
    "send": (("skill",), ()),
    "bring": (("tag", "track", "amount"), ()),
    "recover": (("track", "amount"), ()),
    "place": (("obstacle",), ()),
    "stage": (("tag",), ()),
}
EFFECTS: Needs = {
    "place": (("obstacle",), ("location", "region")),
    "draw": ((), ("amount",)),
    "add": (("location",), ()),
    "burn": (("obstacles",), ("in_play",)),
    "unlock": (("character",), ()),
    "teach": (("action",), ("character",)),
    "archive": (("asset",), ()),
    "join": (("obstacle",), ()),
    "relieve": ((), ("location", "amount")),
    "discard": ((), ("obstacle", "location")),
    "raise": (("resource", "location"), ("if_tokens", "if_skills")),
    "lower": (("resource", "location"), ("if_tokens", "if_skills")),
    "recover": (("track",), ("amount",)),
    "stage": ((), ()),
    "bury": ((), ()),
    "lasting": (("lasting",), ()),
    "one_of": (("options",), ()),
    "lose_dice": (("resource",), ()),
    "curse": ((), ()),
    "strain": (("track",), ("amount",)),
    "gather": ((), ()),
    "press": (("skill",), ()),
    "end": ((), ()),
}
WINTERS: Needs = {
    "burn": (("tags",), ()),
    "clear": (("track",), ("anybody",)),
    "harden": ((), ("anybody",)),
    "teach": (("skills",), ("anybody",)),
    "forage": (("skills",), ()),
    "smuggle": (("tags",), ()),
    "build": (("resource",), ()),
}


class Named(Protocol):
    """What has an id and a name."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


def counted(count: int, low: int, high: int, what: str, who: str) -> None:
    """There are neither too few nor too many."""
    if not low <= count <= high:
        raise BadData(f"{who}: there must be {low} to {high} {what}, not {count}.")


def filled(value: str, who: str) -> None:
    """There is a text, in one line."""
    if not value.strip():
        raise BadData(f"{who}: it is empty.")
    if "\n" in value:
        raise BadData(f"{who}: it must be in one line.")


def distinct(values: Iterable[object], who: str) -> None:
    """Nothing is there twice."""
    for value, count in Counter(values).items():
        if count > 1:
            raise BadData(f"{who}: {value!r} is there {'twice' if count == 2 else f'{count} times'}.")


def tagged(tags: tuple[str, ...], who: str) -> None:
    """The tags are words, each once."""
    for tag in tags:
        if not TAG.match(tag):
            raise BadData(f"{who}: '{tag}' is no tag; it must be small letters, perhaps with hyphens.")
    distinct(tags, who)


def identified(rows: Iterable[tuple[str, Named]]) -> None:
    """Every row has an id of its own, and a name."""
    seen: set[str] = set()
    for who, row in rows:
        named(row.id, f"{who}, id")
        if row.id in seen:
            raise BadData(f"{who}, id: '{row.id}' is there twice.")
        seen.add(row.id)
        filled(row.name, f"{who}, name")


def suited(value: Part, kind: str, table: Needs, who: str) -> None:
    """The value has the fields that its kind needs, and no others but those of every kind."""
    needed, possible = table[kind]
    for name, default in optional_fields(type(value)):
        given = getattr(value, name) != default
        if given and name not in needed and name not in possible:
            raise BadData(f"{who}{name}: '{kind}' has no such field.")
        if not given and name in needed:
            raise BadData(f"{who}{name}: '{kind}' needs it.")


@functools.cache
def optional_fields(kind: type[Part]) -> tuple[tuple[str, object], ...]:
    """The fields that depend on the kind of a thing, with what they are if they are left out."""
    return tuple(
        (field.name, field.default)
        for field in msgspec.structs.fields(kind)
        if not field.required and field.name != "source"
    )


def check_power(power: Power, who: str) -> None:
    """S82: a power has what its kind needs."""
    if power.kind == "stash" and power.use:
        suited(msgspec.structs.replace(power, use=""), power.use, STASHES, f"{who}.")
    else:
        suited(power, power.kind, POWERS, f"{who}.")
    low, high = {"add": (-5, 5), "stress_move": (1, 1)}.get(power.kind, (0, 6))
    within(power.amount, low, high, f"{who}.amount")
    for index, value in enumerate(power.values):
        within(value, 1, 6, f"{who}.values[{index}]")
    for index, value in enumerate(power.gains):
        within(value, 0, 6, f"{who}.gains[{index}]")
    for index, box in enumerate(power.stash):
        one_of(box, BOXES, f"{who}.stash[{index}]")
    for name in ("values", "gains", "stash"):
        counted(len(getattr(power, name)), 0, 6, "dice", f"{who}.{name}")
    if power.type and power.type in power.becomes:
        raise BadData(f"{who}.becomes: the die is of the type '{power.type}' already.")
    if power.kind == "convert" and power.values == power.gains:
        raise BadData(f"{who}.gains: the power changes nothing.")
    if power.use == "convert" and {*power.stash} - {"1", "2", "3", "4", "5", "6"}:
        raise BadData(f"{who}.stash: dice that are converted have a value each.")
    if power.use == "overcome" and bool(power.skill) != bool(power.amount):
        raise BadData(f"{who}.skill: so much progress needs a skill, and a skill needs an amount.")


def check_text(effect: Text, who: str) -> None:
    """The numbers of one thing that a location does."""
    if effect.amount:
        within(effect.amount, 1, 1 if effect.kind in ("bring", "recover") else 6, f"{who}.amount")
    if effect.kind == "difficulty" and bool(effect.skill) == bool(effect.tag):
        raise BadData(f"{who}.skill: 'difficulty' has either a skill or a tag.")
