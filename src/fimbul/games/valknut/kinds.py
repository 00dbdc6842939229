"""The nine warbands as data (V5): how many units, what they cross, what they score."""

import tomllib
from importlib import resources
from typing import Literal

import msgspec

from fimbul.core import BadData
from fimbul.games.valknut.board import TERRAIN

ABILITIES = (
    "die_hard",
    "enrage",
    "stomp",
    "bloodlust",
    "archery",
    "berserkers_rage",
    "shove",
    "summoning_spell",
    "battle_forged",
    "undead_outbreak",
    "massive_numbers",
)


class Warband(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One warband.  `vp` is a reconstruction; counts, terrain and abilities are published."""

    id: str
    name: str
    unit: str
    units: int
    vp: int
    passable: tuple[Literal["forest", "river", "mountain", "enemy"], ...]
    abilities: tuple[str, ...]
    size: tuple[int, int]
    difficulty: Literal["challenging", "medium", "easy"]
    rules: tuple[str, ...]
    vp_source: str


def parse_warbands(source: str, where: str) -> tuple[Warband, ...]:
    """The warbands of a TOML text, checked whole."""
    try:
        entries = tomllib.loads(source).get("warband")
    except tomllib.TOMLDecodeError as problem:
        raise BadData(f"{where}: this is not TOML: {problem}.") from None
    if not isinstance(entries, list):
        raise BadData(f"{where}: there is no [[warband]] in this file.")
    found: list[Warband] = []
    for number, entry in enumerate(entries, 1):
        here = f"{where}, warband {number}"
        try:
            band = msgspec.convert(entry, Warband)
        except msgspec.ValidationError as problem:
            raise BadData(f"{here}: {problem}.") from None
        if strange := sorted({*band.abilities} - {*ABILITIES}):
            raise BadData(f"{here}: abilities has '{strange[0]}', which nobody has.")
        if band.size not in ((1, 1), (1, 2)):
            raise BadData(f"{here}: size must be [1, 1] or [1, 2] (V6).")
        if not 1 <= band.units <= 9 or band.units in [other.units for other in found]:
            raise BadData(f"{here}: units must be 1 to 9 and differ from the others, not {band.units} (V5).")
        if band.id in [other.id for other in found]:
            raise BadData(f"{here}: the id '{band.id}' is taken.")
        found.append(band)
    abilities = sorted(ability for band in found for ability in band.abilities)
    if abilities != sorted(ABILITIES):
        raise BadData(f"{where}: abilities: each of the {len(ABILITIES)} must belong to one warband.")
    return tuple(sorted(found, key=lambda band: band.units))


def load() -> tuple[Warband, ...]:
    """The warbands, fewest units first."""
    file = resources.files(__package__) / "data" / "warbands.toml"
    return parse_warbands(file.read_text(encoding="utf-8"), "warbands.toml")


# A kind is a place in this list.
KINDS = load()
NUMBER = {band.id: number for number, band in enumerate(KINDS)}


def having(ability: str) -> int:
    """The kind that has an ability."""
    return next(number for number, band in enumerate(KINDS) if ability in band.abilities)


TALL = having("die_hard")  # the Giantess: the one kind that fills two zones
BLOODLUST = having("bloodlust")
ARCHERY = having("archery")
RAGE = having("berserkers_rage")
SHOVE = having("shove")
SPELL = having("summoning_spell")
FORGED = having("battle_forged")
OUTBREAK = having("undead_outbreak")
NUMBERS = having("massive_numbers")

UNITS = tuple(band.units for band in KINDS)
VP = tuple(band.vp for band in KINDS)
NAMES = tuple(band.name for band in KINDS)
IDS = tuple(band.id for band in KINDS)
UNIT_NAMES = tuple(band.unit for band in KINDS)
# What each kind may pass over: by terrain (V31), and enemies.
PASSES = tuple(tuple(t == "grassland" or t in band.passable for t in TERRAIN) for band in KINDS)
PASSES_ENEMY = tuple("enemy" in band.passable for band in KINDS)
