"""B. Sigils, warriors and clans, and the files that describe them (F1, F7, F8).

A clan file is TOML:

    [[clan]]
    id = "saxons"
    name = "Saxons"
    source = "reconstructed"            # or "printed", or whatever is true of your cards
    style = "shield wall"               # optional
    [[clan.warrior]]
    id = "thegn"
    name = "Thegn"
    corners = ["M2", "D1", "V1", "D2"]  # NW, NE, SE, SW as printed
"""

import functools
import re
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from fimbul.core import BadData, Fault
from fimbul.core.reading import parse_toml, read_own
from fimbul.core.wording import capital
from fimbul.games.fimbulvetr.model import CLAN_SIZE, CORNERS, SIGILS, Clan, Warrior, kind_of

IDENTIFIER = re.compile(r"[a-z][a-z0-9_]{0,23}\Z")
LONGEST_NAME = 40
LONGEST_NOTE = 200


class DraftWarrior(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A warrior that somebody still draws: anything may be missing."""

    id: str = ""
    name: str = ""
    corners: tuple[str, ...] = ()


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clan that somebody still builds."""

    id: str = ""
    name: str = ""
    source: str = ""
    warriors: tuple[DraftWarrior, ...] = ()
    style: str = ""


def broken_rules(corners: tuple[str, ...]) -> list[str]:
    """What a warrior's corners break of the building rule, in words; nothing if they are sound (F8)."""
    faults = [
        f"its {place} corner shows '{sigil[:10]}', which is no sigil (there are {' '.join(SIGILS)})"
        for place, sigil in zip(CORNERS, corners, strict=False)
        if sigil not in SIGILS
    ]
    if len(corners) != 4:
        faults.append(f"it has {len(corners)} corners instead of four")
    if faults:
        return faults
    singles = sum(sigil[1] == "1" for sigil in corners)
    if singles != 2:
        faults.append(f"exactly two corners must be Single, and it has {singles}")
    for kind, count in Counter(map(kind_of, corners)).items():
        if count > 2:
            faults.append(f"at most two corners may be of one type, and it has {count} of {kind}")
    return faults


def clan_faults(clan: Clan | Draft) -> Iterator[Fault]:
    """Everything that is wrong with a clan: with the whole, then warrior by warrior (F1, F8)."""
    if not IDENTIFIER.match(clan.id):
        yield Fault("clan", f"the clan id '{clan.id[:40]}' must be small letters, digits and _ (at most 24)")
    if not 0 < len(clan.name) <= LONGEST_NAME:
        yield Fault("clan", f"the clan '{clan.id[:40]}' needs a name of at most {LONGEST_NAME} letters")
    if len(clan.source) > LONGEST_NOTE or len(clan.style) > LONGEST_NOTE:
        yield Fault("clan", f"the source and the style of a clan have at most {LONGEST_NOTE} letters")
    if len(clan.warriors) != CLAN_SIZE:
        count = len(clan.warriors)
        yield Fault("clan", f"the clan '{clan.id[:40]}' has {count} warriors instead of six", "F1")
    for name, count in Counter(warrior.id for warrior in clan.warriors).items():
        if count > 1:
            yield Fault("clan", f"the clan '{clan.id[:40]}' has {count} warriors with the id '{name[:40]}'")
    warriors: tuple[Warrior | DraftWarrior, ...] = clan.warriors
    for place, warrior in enumerate(warriors):
        where, who = f"warriors[{place}]", f"the warrior '{warrior.id[:40]}' of '{clan.id[:40]}'"
        if not IDENTIFIER.match(warrior.id):
            yield Fault(where, f"{who} needs an id of small letters, digits and _ (at most 24)")
        if not 0 < len(warrior.name) <= LONGEST_NAME:
            yield Fault(where, f"{who} needs a name of at most {LONGEST_NAME} letters")
        for broken in broken_rules(warrior.corners):
            yield Fault(where, f"{who} breaks the building rule: {broken}", "F8")


def faults(piece: Any) -> list[Fault]:
    """Everything that is wrong with a clan that somebody builds, as sentences."""
    try:
        clan = msgspec.convert(piece, Draft)
    except msgspec.ValidationError as problem:
        return [Fault("clan", f"This is no clan: {problem}.")]
    return [Fault(fault.where, f"{capital(fault.message)}.", fault.rule) for fault in clan_faults(clan)]


def check_clan(clan: Clan | Draft, where: str) -> None:
    """`BadData` that names the warrior and the condition it breaks, if there is any."""
    for fault in clan_faults(clan):
        raise BadData(f"{where}: {fault.message}{f' ({fault.rule})' if fault.rule else ''}.")


def parse_clans(source: str, where: str) -> tuple[Clan, ...]:
    """The clans of a TOML text."""
    entries = parse_toml(source, where).get("clan")
    if not isinstance(entries, list) or not entries:
        raise BadData(f"{where}: there is no [[clan]] in this file.")
    return tuple(read_clan(entry, f"{where}, clan {number}") for number, entry in enumerate(entries, 1))


def read_clan(entry: Any, where: str) -> Clan:
    """A clan from one TOML or JSON table, in which the warriors may be called `warrior` or `warriors`."""
    if isinstance(entry, dict) and "warrior" in entry:
        entry = {("warriors" if key == "warrior" else key): value for key, value in entry.items()}
    for field in ("source", "warriors"):  # a file says where its cards come from
        if isinstance(entry, dict) and field not in entry:
            raise BadData(f"{where}: the field '{field}' is missing.")
    try:
        check_clan(msgspec.convert(entry, Draft), where)
        return msgspec.convert(entry, Clan)
    except msgspec.ValidationError as problem:
        raise BadData(f"{where}: {problem}.") from None


def load_clan(path: Path) -> Clan:
    """The one clan of a user's file."""
    clans = parse_clans(read_own(path, "clan"), str(path))
    if len(clans) != 1:
        raise BadData(f"{path}: a clan file holds one clan, and this one holds {len(clans)}.")
    return clans[0]


@functools.cache
def printed_clans() -> dict[str, Clan]:
    """The clans that come with the game, by id."""
    file = resources.files("fimbul.games.fimbulvetr") / "data" / "clans.toml"
    return {clan.id: clan for clan in parse_clans(file.read_text(encoding="utf-8"), "clans.toml")}
