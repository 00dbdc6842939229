"""The nine warbands as data (V5): how many units, what they cross, what they score, what they can do."""

from collections.abc import Iterable
from importlib import resources
from typing import Literal

import msgspec

from fimbul.core import BadData
from fimbul.core.reading import fit_rows, parse_toml
from fimbul.core.wording import gathered
from fimbul.games.valknut.model import TERRAIN

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
    letter: str  # what stands for one of them in a terminal and in the tests
    units: int
    vp: int
    passable: tuple[Literal["forest", "river", "mountain", "enemy"], ...]
    abilities: tuple[str, ...]
    size: tuple[int, int]
    difficulty: Literal["challenging", "medium", "easy"]
    does: str
    rules: tuple[str, ...]
    vp_source: str


def parse_warbands(text: str, where: str) -> tuple[Warband, ...]:
    """The warbands of a TOML text, checked whole, fewest units first."""
    found: list[Warband] = []
    for number, band in enumerate(fit_rows(parse_toml(text, where), "warband", Warband, where), 1):
        here = f"{where}, warband {number}"
        if strange := sorted({*band.abilities} - {*ABILITIES}):
            raise BadData(f"{here}: abilities has '{strange[0]}', which nobody has.")
        if band.size not in ((1, 1), (1, 2)):
            raise BadData(f"{here}: size must be [1, 1] or [1, 2] (V6).")
        if not 1 <= band.units <= 9 or band.units in [other.units for other in found]:
            raise BadData(f"{here}: units must be 1 to 9 and differ from the others, not {band.units} (V5).")
        if band.id in [other.id for other in found]:
            raise BadData(f"{here}: the id '{band.id}' is taken.")
        if len(band.letter) != 1 or band.letter in [other.letter for other in found]:
            raise BadData(f"{here}: letter must be one letter and differ from the others.")
        found.append(band)
    abilities = sorted(ability for band in found for ability in band.abilities)
    if abilities != sorted(ABILITIES):
        raise BadData(f"{where}: abilities: each of the {len(ABILITIES)} must belong to one warband.")
    return tuple(sorted(found, key=lambda band: band.units))


# A kind is a place in this list.
FILE = resources.files("fimbul.games.valknut") / "data" / "warbands.toml"
KINDS = parse_warbands(FILE.read_text(encoding="utf-8"), "warbands.toml")
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


ALONE = {band.name for band in KINDS if band.units == 1}


def does(band: str, one: str, many: str) -> str:
    """The verb that goes with a warband: the Giantess wins, the Elves win."""
    return one if band in ALONE else many


def told(band: str, one: str, many: str) -> str:
    """A warband and what it does, to begin a sentence with: `The Elves win`."""
    return f"The {band} {does(band, one, many)}"


def a_unit(kind: int) -> str:
    """One unit of a kind in words: `a Viking`, `an Elf`; there is only one Giantess."""
    name = UNIT_NAMES[kind]
    if name in ALONE:
        return f"the {name}"
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def some_units(kinds: Iterable[int]) -> str:
    """Units in words, those of a kind together: `two Dwarves and an Elf`."""
    names = dict(zip(IDS, NAMES, strict=True))
    return gathered((IDS[kind] for kind in kinds), names.__getitem__, lambda kind: a_unit(NUMBER[kind]))


def enemy_unit(kind: int) -> str:
    """One unit of an enemy in words: `an enemy Viking`; there is only one Giantess."""
    name = UNIT_NAMES[kind]
    return f"the enemy's {name}" if name in ALONE else f"an enemy {name}"


def at_home(unit: str, band: str) -> bool:
    """Whether a unit of this name is one of those whom a player with these warbands leads from the start."""
    return any(kind.unit == unit and kind.name in band.split(" and ") for kind in KINDS)
