"""The nine Gjallarhorn cards as data (V100 to V112)."""

from importlib import resources
from typing import Literal

import msgspec

from fimbul.core import BadData
from fimbul.core.reading import fit_rows, parse_toml

EFFECTS = (
    "look_and_reorder_top_3",
    "end_bonus_half_units_rounded_up",
    "free_move_ignoring_obstacles",
    "kill_enemy_on_valknut",
    "spawn_any_supply_unit_on_visible_valknut",
    "take_top_of_pile_as_ambush",
    "steal_ambush_card",
    "destroy_empty_terrain_card",
    "steal_supply_unit",
)


class God(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A god or monster.  `vp` is a reconstruction; names and effects are published."""

    id: str
    name: str
    sign: str
    side: Literal["god", "monster"]
    vp: int
    effect: str
    does: str
    rule: str
    asks: str = ""


def parse_gods(text: str, where: str) -> tuple[tuple[God, ...], int]:
    """The cards of a TOML text, and how many lie open; checked whole."""
    tables = parse_toml(text, where)
    gods = fit_rows(tables, "god", God, where)
    for number, god in enumerate(gods, 1):
        if god.effect not in EFFECTS:
            raise BadData(f"{where}, god {number}: effect '{god.effect}' does not exist.")
        if (god.vp < 0) != (god.side == "monster"):
            raise BadData(f"{where}, god {number}: vp {god.vp} does not fit a {god.side} (V102).")
    if sorted(god.effect for god in gods) != sorted(EFFECTS):
        raise BadData(f"{where}: effect: each of the {len(EFFECTS)} must stand on one card.")
    size = tables.get("pool_size")
    if not isinstance(size, int) or not 1 <= size <= len(gods):
        raise BadData(f"{where}: pool_size must be 1 to {len(gods)} (V100).")
    return gods, size


# A god is a place in this list.
FILE = resources.files("fimbul.games.valknut") / "data" / "gods.toml"
GODS, POOL_SIZE = parse_gods(FILE.read_text(encoding="utf-8"), "gods.toml")
NUMBER = {god.id: number for number, god in enumerate(GODS)}


def having(effect: str) -> int:
    """The card with an effect."""
    return next(number for number, god in enumerate(GODS) if god.effect == effect)


ODIN, IDUN, FREYA, THOR, HEL, LOKI, FENRIR, SURTR, JORMUNGANDR = map(having, EFFECTS)
