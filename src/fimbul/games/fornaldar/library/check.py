"""Checking the data: all is there, all names are known, all fits together, or `BadData` in one sentence."""

import msgspec

from fimbul.core import BadData
from fimbul.core.reading import csv_rows, named, one_of, within
from fimbul.games.fornaldar.library.check_map import (
    FYNVIRKE,
    check_classes,
    check_edges,
    check_fortresses,
    check_map,
    check_parts,
    check_places,
    hex_in,
    hexes,
)
from fimbul.games.fornaldar.library.check_setup import (
    check_awards,
    check_calls,
    check_discovery,
    check_scenarios,
    check_setup,
    check_turns,
)
from fimbul.games.fornaldar.library.conditions import MONTHS, MOST, all_of, bands, identified, ids, once
from fimbul.games.fornaldar.library.rows import (
    DICE,
    LETTERS,
    ODDS,
    POWERS,
    RACES,
    ROADS,
    SKILLS,
    Character,
    Effect,
    Ground,
    Library,
)

SHIPPED = "fornaldar/data"
# The file of each part of a library.
FILES = {
    "ground": "map.csv",
    "edges": "hexsides.csv",
    "parts": "splits.csv",
    "fortresses": "fortresses.csv",
    "classes": "classes.csv",
    "places": "places.csv",
    "effects": "terrain.csv",
    "results": "results.csv",
    "casualties": "casualties.csv",
    "attrition": "attrition.csv",
    "calendar": "calendar.csv",
    "discovery": "discovery.csv",
    "calls": "mobilization.csv",
    "banners": "banners.csv",
    "groups": "groups.csv",
    "characters": "characters.csv",
    "ships": "ships.csv",
    "items": "items.csv",
    "enchantments": "enchantments.csv",
    "setup": "setup.csv",
    "scenarios": "scenarios.csv",
    "awards": "victory.csv",
}
ITEMS = 55
# What the rules of the scenarios call by its name (R21.63, R24.1.3, R24.2.3, R24.3.3).
SAMPO = "magic_sampo"
KINGDOMS = ("ycelia", "jotunheim", "midhrasir", "nerfringia", "suderpathia")
CENTAUR = "centaur"
ENCHANTMENTS = (
    *("vision", "farcalling", "fimbulwinter", "rainmaking", "storm_calling", "elements", "vortex_creation"),
    *(
        "mental_attack",
        "healing",
        "hide",
        "fly",
        "strength",
        "scrying",
        "dispel_magic",
        "fulguration",
        "freeze",
    ),
    *("maelstrom",),
)
# The rows that the terrain effects chart must have, by kind, besides those of the fortresses.
CHART = {
    "hex": ("clear", "woods", "forest", "rough", "mountain", "marsh"),
    "road": ROADS,
    "hexside": ("river_minor", "river_major", "ford", "bridge", "ferry", "pass"),
    "extra": (FYNVIRKE,),
}


class Where(msgspec.Struct, frozen=True):
    """Where files are: the player's own folder, and which files are in it; the rest come with the game."""

    own: str = ""
    files: frozenset[str] = frozenset()

    def of(self, name: str) -> str:
        """A file as a message names it."""
        return f"{self.own if name in self.files else SHIPPED}/{name}"


def check_library(library: Library, where: Where | None = None) -> None:
    """All is sound, or `BadData` that names the file, the row and the field."""
    where = where or Where()
    for part, name in FILES.items():
        if not getattr(library, part):
            raise BadData(f"{where.of(name)}: there is no row in this file.")
    check_scenarios(library, where.of("scenarios.csv"))
    check_groups(library, where)
    check_map(library, where.of("map.csv"))
    check_parts(library, where.of("splits.csv"))
    check_edges(library, where.of("hexsides.csv"))
    check_chart(library, where.of("terrain.csv"))
    check_fortresses(library, where.of("fortresses.csv"))
    check_classes(library, where.of("classes.csv"))
    check_places(library, where.of("places.csv"))
    check_results(library, where.of("results.csv"))
    check_casualties(library, where.of("casualties.csv"))
    check_attrition(library, where.of("attrition.csv"))
    check_calendar(library, where.of("calendar.csv"))
    check_characters(library, where.of("characters.csv"))
    check_ships(library, where.of("ships.csv"))
    check_items(library, where.of("items.csv"))
    check_enchantments(library, where.of("enchantments.csv"))
    check_setup(library, where.of("setup.csv"))
    check_turns(library, where.of("scenarios.csv"))
    check_calls(library, where.of("mobilization.csv"))
    check_discovery(library, where.of("discovery.csv"))
    check_awards(library, where.of("victory.csv"))


# ---- the charts


def check_chart(library: Library, who: str) -> None:
    """The terrain effects chart has every row, with a figure for every race."""
    for line, effect in csv_rows(library.effects, who):
        named(effect.terrain, f"{line}, terrain")
        check_effect(effect, line)
    once(csv_rows(library.effects, who), lambda effect: effect.terrain, "terrain")
    kinds = {effect.terrain: effect.kind for effect in library.effects}
    for kind, names in CHART.items():
        all_of(kinds, names, who, "terrain")
        for line, effect in csv_rows(library.effects, who):
            if effect.terrain in names and effect.kind != kind:
                raise BadData(f"{line}, kind: '{effect.terrain}' must be '{kind}', not '{effect.kind}'.")


def check_effect(effect: Effect, line: str) -> None:
    """A row of the terrain effects chart has a figure for every race."""
    for field, found in (("cost", effect.cost), ("fights", effect.fights)):
        if len(found) != len(RACES):
            raise BadData(
                f"{line}, {field}: there must be one for each race ({' '.join(RACES)}), not {len(found)}."
            )
    for cost in effect.cost:
        within(cost, -1, 2 * MOST, f"{line}, cost")
    if effect.overrun and effect.kind != "hex":
        raise BadData(f"{line}, overrun: only a kind of hex can have it.")


def check_results(library: Library, who: str) -> None:
    """The combat results table has every column for every roll."""
    for line, cell in csv_rows(library.results, who):
        one_of(cell.odds, ODDS, f"{line}, odds")
        within(cell.roll, -MOST, MOST, f"{line}, roll")
    once(csv_rows(library.results, who), lambda cell: (cell.roll, cell.odds), "roll")
    rolls = [cell.roll for cell in library.results]
    found = {(cell.roll, cell.odds) for cell in library.results}
    if min(rolls) > DICE[0] or max(rolls) < DICE[1]:
        raise BadData(f"{who}, roll: there must be rows for {DICE[0]} to {DICE[1]} at least.")
    for roll in range(min(rolls), max(rolls) + 1):
        for odds in ODDS:
            if (roll, odds) not in found:
                raise BadData(f"{who}, odds: there is no cell for a roll of {roll} at {odds}.")


def check_casualties(library: Library, who: str) -> None:
    """The casualty table has every letter for every strength from 1 on."""
    for letter in LETTERS:
        rows = [(line, row) for line, row in csv_rows(library.casualties, who) if row.letter == letter]
        if not rows:
            raise BadData(f"{who}, letter: '{letter}' is missing.")
        for line, row in rows:
            within(row.csp, 0, MOST, f"{line}, csp")
            within(row.wounds, 0, MOST, f"{line}, wounds")
        rows.sort(key=lambda each: each[1].least)
        bands(rows, lambda row: (row.least, row.most), 1)


def check_attrition(library: Library, who: str) -> None:
    """The attrition table covers all totals."""
    rows = sorted(csv_rows(library.attrition, who), key=lambda each: each[1].least)
    bands(rows, lambda row: (row.least, row.most), None)


def check_calendar(library: Library, who: str) -> None:
    """Every turn of the year is there once."""
    for line, month in csv_rows(library.calendar, who):
        within(month.turn, 1, MONTHS, f"{line}, turn")
        within(month.mana, 0, MOST, f"{line}, mana")
        if month.weather == "die" and len(month.die) != 6:
            raise BadData(f"{line}, die: a die has 6 faces, not {len(month.die)}.")
        if month.weather != "die" and month.die:
            raise BadData(f"{line}, die: no die is rolled, since the weather is '{month.weather}'.")
    once(csv_rows(library.calendar, who), lambda month: month.turn, "turn")
    all_of({str(month.turn) for month in library.calendar}, map(str, range(1, MONTHS + 1)), who, "turn")


# ---- who there is


def check_groups(library: Library, where: Where) -> None:
    """Groups and banners have ids of their own."""
    who = where.of("groups.csv")
    identified(library.groups, who)
    all_of(ids(library.groups), KINGDOMS, who, "id")
    for line, group in csv_rows(library.groups, who):
        for scenario, _ in group.sides:
            one_of(scenario, ids(library.scenarios), f"{line}, sides")
    who = where.of("banners.csv")
    identified(library.banners, who)
    raised = [group.id for group in library.groups if group.kingdom]  # by a levy, or by the Sampo
    all_of(ids(library.banners), (CENTAUR, *raised), who, "id")
    for line, banner in csv_rows(library.banners, who):
        within(banner.allowance, 1, 2 * MOST, f"{line}, allowance")


def check_characters(library: Library, who: str) -> None:
    """Characters have ids of their own, and what they name is there."""
    grounds = hexes(library)
    identified(library.characters, who)
    everybody = ids(library.characters)
    for line, character in csv_rows(library.characters, who):
        if character.id in ids(library.banners):
            raise BadData(f"{line}, id: '{character.id}' is a banner already.")
        if character.banner:
            one_of(character.banner, ids(library.banners), f"{line}, banner")
        for field in ("command", "magic"):
            within(getattr(character, field), 0, MOST, f"{line}, {field}")
        within(character.combat, 1, MOST, f"{line}, combat")
        within(character.allowance, 1, 2 * MOST, f"{line}, allowance")
        if character.supernatural and character.ancient:
            raise BadData(f"{line}, ancient: a character is supernatural or ancient, not both.")
        if character.home:
            hex_in(character.home, grounds, f"{line}, home")
        if character.heir:
            one_of(character.heir, everybody, f"{line}, heir")
            if character.heir == character.id:
                raise BadData(f"{line}, heir: nobody is his own heir.")
        check_skill(character, grounds, line)


def check_skill(character: Character, grounds: dict[str, Ground], line: str) -> None:
    """A skill is known, and so is where it works."""
    if character.skill:
        one_of(character.skill, SKILLS, f"{line}, skill")
    elif character.skill_at:
        raise BadData(f"{line}, skill_at: there is no skill that could work there.")
    if character.skill_at and not any(ground.zone == character.skill_at for ground in grounds.values()):
        hex_in(character.skill_at, grounds, f"{line}, skill_at")


def check_ships(library: Library, who: str) -> None:
    """Ships have ids of their own."""
    identified(library.ships, who)
    taken = {*ids(library.characters), *ids(library.banners)}
    for line, ship in csv_rows(library.ships, who):
        if ship.id in taken:
            raise BadData(f"{line}, id: '{ship.id}' is a character or a banner already.")
        if ship.banner:
            one_of(ship.banner, ids(library.banners), f"{line}, banner")
        within(ship.strength, 1, MOST, f"{line}, strength")
        within(ship.damaged, 1, ship.strength, f"{line}, damaged")
        within(ship.capacity, 0, MOST, f"{line}, capacity")
        within(ship.allowance, 1, 2 * MOST, f"{line}, allowance")


def check_items(library: Library, who: str) -> None:
    """Items have numbers and ids of their own, and known powers."""
    identified(library.items, who)
    all_of(ids(library.items), (SAMPO,), who, "id")
    once(csv_rows(library.items, who), lambda item: item.number, "number")
    taken = {*ids(library.characters), *ids(library.ships), *ids(library.banners)}
    for line, item in csv_rows(library.items, who):
        if item.id in taken:
            raise BadData(f"{line}, id: '{item.id}' is a character, a ship or a banner already.")
        within(item.number, 1, ITEMS, f"{line}, number")
        for power in item.powers:
            one_of(power, POWERS, f"{line}, powers")
        if (item.kind == "heirloom") != bool(item.users):
            raise BadData(f"{line}, users: an heirloom, and nothing else, has a banner that may use it.")
        if item.users:
            one_of(item.users, ids(library.banners), f"{line}, users")
        for field in ("command", "combat", "magic"):
            within(getattr(item, field), 0, MOST, f"{line}, {field}")


def check_enchantments(library: Library, who: str) -> None:
    """All enchantments are there, and no others."""
    identified(library.enchantments, who)
    once(csv_rows(library.enchantments, who), lambda enchantment: enchantment.number, "number")
    for line, enchantment in csv_rows(library.enchantments, who):
        one_of(enchantment.id, ENCHANTMENTS, f"{line}, id")
        for field in ("radius", "amount"):
            within(getattr(enchantment, field), 0, MOST, f"{line}, {field}")
    all_of(ids(library.enchantments), ENCHANTMENTS, who, "id")
