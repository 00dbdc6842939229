"""The data of the game: characters, cards, locations, scenarios, maps, and the numbers of the rules.

It is a folder of CSV and TOML files.  A folder of one's own may take its place; it is read and checked whole
before the first move, and what is wrong is said in one sentence that names the file, the row and the field.

    characters.toml  a character a table     assets.csv       an asset a row
    winter.toml      a winter action a table obstacles.csv    an obstacle a row, copies too
    rules.toml       all other numbers       locations.csv    a location a row
    maps.csv         a cell of a layout      scenarios/*.toml a scenario each

In CSV files a list is words with spaces between them, and what a card does is written as
`convert values=1 gains=5`: its kind, then its fields.
"""

import functools
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from fimbul.core import BadData
from fimbul.core.reading import (
    IDENTIFIER,
    Files,
    csv_rows,
    entry,
    fit,
    one_of,
    read_csv,
    read_rows,
    read_toml,
    within,
)
from fimbul.games.six_winters.cards import (
    LOCKED,
    REGIONS,
    SKILLS,
    Asset,
    Character,
    Effect,
    Location,
    Obstacle,
    Part,
    Resource,
    Scenario,
    Scene,
    WinterAction,
)
from fimbul.games.six_winters.checking import (
    EFFECTS,
    TEXTS,
    WINTERS,
    Named,
    check_power,
    check_text,
    counted,
    distinct,
    filled,
    identified,
    suited,
    tagged,
)
from fimbul.games.six_winters.reading import column_cell

SOURCES = ("printed", "settled", "ours")
ABILITY_SOURCES = (*SOURCES, "optional")
ANY = "any"  # where an obstacle may start
LOWEST_COMMAND = "lowest_command"  # a goal of obstacles
FOE = "foe"  # the tag that others may count as (S130)
FIRST_LAYOUT = "A"
OWN_LAYOUT = "own"
LEVELS = (1, 2, 3)  # of the ability cards that every character has
FACES = (2, 3, 4, 5, 6)  # of a threat roll that can do anything (S95)
PLAYERS = 4
MOST = 99  # no number is larger, but for those of locations and of length
MOST_SLOTS = 6
MOST_STRESS_DICE = 6
LAYOUT = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,31}\Z")

# What may happen when (S27, S98, S80, S180).
SETUP = ("place", "draw", "add", "burn", "raise", "lower")
THREATS = ("lose_dice", "curse", "lower", "strain", "gather", "press")
COMPLETION = tuple(name for name in EFFECTS if name != "end")
ENDING = (
    *("add", "burn", "unlock", "teach", "archive", "join", "relieve", "raise", "lower"),
    *("lasting", "one_of", "end"),
)


class Title(Part, frozen=True):
    """A title of S149, for so many points at least."""

    least: int
    name: str


class Cell(Part, frozen=True):
    """A cell of a starting map with its location and its level of production (S2, S5)."""

    layout: str
    row: int
    column: int
    location: str
    level: int = 0


class Figures(Part, frozen=True):
    """The numbers that stand on no card; rules.toml says what each is."""

    source: str
    rows: int
    columns: int
    location_tags: tuple[str, ...]
    foes: tuple[str, ...]
    resource_dice: int
    most_resource_dice: int
    action_dice: int
    most_action_dice: int
    hindrance_max: int
    skill_max: int
    track_max: int
    open_abilities: int
    archive_less: int
    staged: int
    start_dice: int
    seasoned_skills: int
    seasoned_assets: int
    momentum_slots: int
    momentum: int
    base_dice: int
    improved_dice: int
    explosions: tuple[int, ...]
    explosions_improved: tuple[int, ...]
    new_assets: int
    in_progress: int
    season_ends: tuple[int, ...]
    move_cost: int
    port_cost: int
    gate_stress: int
    muster_cost: int
    reroll_cost: int
    carry_cost: int
    trade_cost: int
    trade_dice: int
    wheel: tuple[Resource, ...]
    answer_length: int
    psyche_conditions: tuple[str, ...]
    body_conditions: tuple[str, ...]
    solo_characters: int
    shared_percent: int
    extra_obstacles: tuple[int, ...]  # for one player, for two, and so on
    years: int
    burned_assets: int
    burned_obstacles: int
    threats_removed: int
    finale_levels: int
    finale_points: int
    points_normal: int
    points_difficult: int
    points_base: int
    points_improved: int
    points_asset: int
    titles: tuple[Title, ...]


class Library(Part, frozen=True, cache_hash=True):
    """All data of a game."""

    characters: tuple[Character, ...]
    assets: tuple[Asset, ...]
    obstacles: tuple[Obstacle, ...]
    locations: tuple[Location, ...]
    scenarios: tuple[Scenario, ...]
    winter: tuple[WinterAction, ...]
    maps: tuple[Cell, ...]
    figures: Figures


# ---- reading


def read_scenarios(folder: Files, where: str) -> tuple[Scenario, ...]:
    """The scenarios, each in a file of its name; by year, and the printed ones first."""
    try:
        names = sorted(file.name for file in (folder / "scenarios").iterdir() if file.name.endswith(".toml"))
    except OSError as problem:
        raise BadData(f"The folder {where}/scenarios cannot be read: {problem.strerror}.") from None
    found = []
    for name in names:
        who = f"{where}/scenarios/{name}"
        scenario = fit(read_toml(folder, f"scenarios/{name}", where), Scenario, who)
        if scenario.id != name.removesuffix(".toml"):
            raise BadData(f"{who}, id: it must be '{name.removesuffix('.toml')}', not '{scenario.id}'.")
        found.append(scenario)
    return tuple(
        sorted(found, key=lambda scenario: (scenario.year, scenario.source != "printed", scenario.id))
    )


def read_library(folder: Files, where: str) -> Library:
    """The data of a folder, checked whole."""
    library = Library(
        characters=read_rows(folder, "characters.toml", "character", Character, where),
        assets=read_csv(folder, "assets.csv", Asset, where, cell=column_cell),
        obstacles=read_csv(folder, "obstacles.csv", Obstacle, where, cell=column_cell),
        locations=read_csv(folder, "locations.csv", Location, where, cell=column_cell),
        scenarios=read_scenarios(folder, where),
        winter=read_rows(folder, "winter.toml", "action", WinterAction, where),
        maps=read_csv(folder, "maps.csv", Cell, where, cell=column_cell),
        figures=fit(read_toml(folder, "rules.toml", where), Figures, f"{where}/rules.toml"),
    )
    check_library(library, where)
    return library


def load_library(folder: Path) -> Library:
    """The data of a folder of one's own."""
    if not folder.is_dir():
        raise BadData(f"There is no folder {folder} with the data of the game.")
    return read_library(folder, str(folder))


@functools.cache
def house_library() -> Library:
    """The data that comes with the game."""
    return read_library(resources.files(__package__) / "data", "six_winters/data")


class MapRow(Part, frozen=True):
    """A row of the file of an own map."""

    location: str
    row: int
    column: int


class OwnMap(Part, frozen=True, cache_hash=True):
    """An own starting map as an option holds it (S163)."""

    cells: tuple[MapRow, ...]


def load_map(path: Path) -> OwnMap:
    """The map in a CSV file with the location, the row and the column of each cell, not yet checked."""
    return OwnMap(cells=read_csv(path.parent, path.name, MapRow, str(path.parent)))


def own_cells(own: OwnMap, library: Library) -> tuple[Cell, ...]:
    """The cells of an own map; production stays with the locations."""
    levels = {cell.location: cell.level for cell in library.maps}
    return tuple(
        Cell(
            layout=OWN_LAYOUT,
            row=row.row,
            column=row.column,
            location=row.location,
            level=levels.get(row.location, 0),
        )
        for row in own.cells
    )


def read_map(path: Path, library: Library | None = None) -> tuple[Cell, ...]:
    """The cells of a map file, checked (S163)."""
    library = house_library() if library is None else library
    cells = own_cells(load_map(path), library)
    check_map(cells, library, str(path))
    return cells


# ---- checking


def check_library(library: Library, where: str) -> None:
    """All is sound, or `BadData` that names the file, the row and the field."""
    check_figures(library.figures, f"{where}/rules.toml")
    check_locations(library, f"{where}/locations.csv")
    check_maps(library, f"{where}/maps.csv")
    check_assets(library, f"{where}/assets.csv")
    check_obstacles(library, f"{where}/obstacles.csv")
    check_texts(library, f"{where}/locations.csv")
    check_winter(library, f"{where}/winter.toml")
    check_characters(library, f"{where}/characters.toml")
    check_scenarios(library, f"{where}/scenarios")
    check_rewards(library, where)


# ---- numbers


# The bounds of the numbers of rules.toml; all others go from 1 to MOST.
BOUNDS = {
    "rows": (1, 20),
    "columns": (1, 20),
    "skill_max": (1, 5),
    "track_max": (1, 12),
    "open_abilities": (0, len(LEVELS)),
    "archive_less": (0, 5),
    "seasoned_skills": (0, 5),
    "seasoned_assets": (0, 9),
    "momentum_slots": (1, 9),
    "momentum": (1, 54),
    "new_assets": (0, 9),
    "move_cost": (0, 9),
    "port_cost": (0, 9),
    "gate_stress": (0, 6),
    "muster_cost": (1, 9),
    "reroll_cost": (1, 9),
    "carry_cost": (0, 9),
    "trade_cost": (0, 2),
    "trade_dice": (2, 6),
    "answer_length": (1, 1000),
    "solo_characters": (2, 2),
    "shared_percent": (1, 100),
    "years": (6, 6),
    "burned_assets": (0, 9),
    "burned_obstacles": (0, 9),
    "threats_removed": (0, 9),
    "finale_levels": (0, MOST),
    "finale_points": (0, MOST),
    "points_normal": (0, MOST),
    "points_difficult": (0, MOST),
    "points_base": (0, MOST),
    "points_improved": (0, MOST),
    "points_asset": (0, MOST),
}


def check_figures(figures: Figures, who: str) -> None:
    """The numbers of rules.toml."""
    filled(figures.source, f"{who}, source")
    for name in figures.__struct_fields__:
        value = getattr(figures, name)
        if isinstance(value, int):
            within(value, *BOUNDS.get(name, (1, MOST)), f"{who}, {name}")
    for name, most in (("resource_dice", "most_resource_dice"), ("action_dice", "most_action_dice")):
        within(getattr(figures, most), getattr(figures, name), MOST, f"{who}, {most}")
    within(figures.improved_dice, figures.base_dice, MOST, f"{who}, improved_dice")
    for name in ("explosions", "explosions_improved", "season_ends"):
        faces: tuple[int, ...] = getattr(figures, name)
        distinct(faces, f"{who}, {name}")
        for index, face in enumerate(faces):
            within(face, 1, 6, f"{who}, {name}[{index}]")
        counted(len(faces), 1, 5, "faces", f"{who}, {name}")
    distinct(figures.wheel, f"{who}, wheel")
    if len(figures.wheel) < 2 or "sorcery" in figures.wheel:
        raise BadData(f"{who}, wheel: there must be two types at least, and never sorcery (S83).")
    tagged(figures.location_tags, f"{who}, location_tags")
    for tag in figures.location_tags:
        if tag in (ANY, *REGIONS):
            raise BadData(f"{who}, location_tags: '{tag}' means something else where obstacles start.")
    tagged(figures.foes, f"{who}, foes")
    seen: list[str] = []
    for field in ("psyche_conditions", "body_conditions"):
        conditions: tuple[str, ...] = getattr(figures, field)
        if not conditions:
            raise BadData(f"{who}, {field}: there must be one at least (S111).")
        for condition in conditions:
            if not IDENTIFIER.match(condition.lower()):
                raise BadData(f"{who}, {field}: '{condition}' must be one word.")
            seen.append(condition.lower())
        distinct(seen, f"{who}, {field}")
    if len(figures.extra_obstacles) != PLAYERS:
        raise BadData(f"{who}, extra_obstacles: there must be {PLAYERS} numbers, for 1 to {PLAYERS} players.")
    for index, extra in enumerate(figures.extra_obstacles):
        within(extra, 0, 9, f"{who}, extra_obstacles[{index}]")
    if not figures.titles:
        raise BadData(f"{who}, titles: there must be one at least (S149).")
    least = 0
    for index, title in enumerate(figures.titles):
        within(title.least, least + 1, 999, f"{who}, titles[{index}].least")
        filled(title.name, f"{who}, titles[{index}].name")
        least = title.least


# ---- locations and maps


def check_locations(library: Library, who: str) -> None:
    """S1, S176: the locations by themselves."""
    identified(csv_rows(library.locations, who))
    places = {place.id: place for place in library.locations}
    forts = {place.ruins: place for place in library.locations if place.ruins}
    numbers: dict[int, Location] = {}
    place: Location
    for line, place in csv_rows(library.locations, who):
        one_of(place.source, SOURCES, f"{line}, source")
        within(place.number, 1, 999, f"{line}, number")
        tagged(place.tags, f"{line}, tags")
        if not place.tags:
            raise BadData(f"{line}, tags: there must be one at least (S1).")
        for tag in place.tags:
            one_of(tag, library.figures.location_tags, f"{line}, tags")
        if place.ruins:
            one_of(place.ruins, places, f"{line}, ruins")
            ruins = places[place.ruins]
            if ruins.number != place.number or ruins.region != place.region or ruins.ruins:
                raise BadData(f"{line}, ruins: '{place.ruins}' must have its number and its region (S96).")
            if forts[place.ruins] is not place:
                raise BadData(f"{line}, ruins: '{place.ruins}' is the ruins of another location too.")
        other = numbers.setdefault(place.number, place)
        if other is not place and place.id != other.ruins and other.id != place.ruins:
            raise BadData(f"{line}, number: {place.number} is the number of '{other.id}' too (S176).")
        if bool(place.effects) != bool(place.text):
            raise BadData(f"{line}, text: a location with effects has a text, and no other has one (S176).")


def check_maps(library: Library, who: str) -> None:
    """S2: the layouts, each of which is a map as in S163, with the same production."""
    layouts: dict[str, list[tuple[int, Cell]]] = {}
    levels: dict[str, int] = {}
    places = {place.id: place for place in library.locations}
    for number, cell in enumerate(library.maps, 2):
        line = f"{who}, line {number}"
        if not LAYOUT.match(cell.layout) or cell.layout == OWN_LAYOUT:
            raise BadData(f"{line}, layout: '{cell.layout}' cannot be the name of a layout.")
        layouts.setdefault(cell.layout, []).append((number, cell))
        one_of(cell.location, places, f"{line}, location")
        within(cell.level, 0, 2 if places[cell.location].makes else 0, f"{line}, level")
        if levels.setdefault(cell.location, cell.level) != cell.level:
            raise BadData(f"{line}, level: '{cell.location}' has another one further up (S163).")
    if FIRST_LAYOUT not in layouts:
        raise BadData(f"{who}, layout: there must be the layout '{FIRST_LAYOUT}' (S2).")
    for rows in layouts.values():
        check_map(tuple(cell for _, cell in rows), library, who, tuple(number for number, _ in rows))


def check_map(
    cells: tuple[Cell, ...], library: Library, who: str, numbers: tuple[int, ...] | None = None
) -> None:
    """S163: a starting map has the starting locations and keeps the conditions.

    `numbers` are the lines of the cells in their file; if they are left out, from 2 on.
    """
    starting = tuple(cell.location for cell in library.maps if cell.layout == FIRST_LAYOUT)
    regions = {place.id: place.region for place in library.locations}
    spots: dict[tuple[int, int], str] = {}
    rows: dict[str, str] = {}
    for number, cell in zip(numbers or range(2, 2 + len(cells)), cells, strict=True):
        line = f"{who}, line {number}"
        if cell.location not in starting:
            known = ", ".join(starting)
            raise BadData(f"{line}, location: '{cell.location}' is no starting location; there is {known}.")
        if cell.location in rows:
            raise BadData(f"{line}, location: '{cell.location}' is there twice (S163).")
        rows[cell.location] = line
        within(cell.row, 0, library.figures.rows - 1, f"{line}, row")
        within(cell.column, 0, library.figures.columns - 1, f"{line}, column")
        holder = spots.setdefault((cell.row, cell.column), cell.location)
        if holder != cell.location:
            raise BadData(f"{line}, column: '{holder}' is in this cell already (S163).")
    for location in starting:
        if location not in rows:
            raise BadData(f"{who}, location: '{location}' is missing (S163).")
    around = {
        location: [
            spots[row + down, column + right]
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (row + down, column + right) in spots
        ]
        for (row, column), location in spots.items()
    }
    for location, others in around.items():
        if regions[location] not in [regions[other] for other in others]:
            raise BadData(
                f"{rows[location]}, location: '{location}' is not adjacent to one of its region (S163)."
            )
    if not any(
        regions[location] == "brightdune" and {"empire", "settled"} <= {regions[other] for other in others}
        for location, others in around.items()
    ):
        raise BadData(
            f"{who}, location: no Brightdune location is adjacent to an Empire location and to a "
            "Settled Lands location (S163)."
        )
    reached: set[str] = set()
    edge = [starting[0]]
    while edge:
        reached.add(edge[-1])
        edge += [other for other in around[edge.pop()] if other not in reached]
    for location in starting:
        if location not in reached:
            raise BadData(f"{rows[location]}, location: '{location}' is cut off from '{starting[0]}' (S163).")


def check_texts(library: Library, who: str) -> None:
    """S176: what the locations do."""
    obstacle_tags = {tag: None for obstacle in library.obstacles for tag in obstacle.tags}
    asset_tags = {tag: None for asset in library.assets for tag in asset.tags}
    obstacles = [obstacle.id for obstacle in library.obstacles]
    place: Location
    for line, place in csv_rows(library.locations, who):
        for index, effect in enumerate(place.effects):
            path = f"{line}, effects[{index}]"
            suited(effect, effect.kind, TEXTS, f"{path}.")
            check_text(effect, path)
            if effect.tag:
                one_of(effect.tag, asset_tags if effect.kind == "stage" else obstacle_tags, f"{path}.tag")
            if effect.obstacle:
                one_of(effect.obstacle, obstacles, f"{path}.obstacle")
        distinct((effect.kind for effect in place.effects), f"{line}, effects")


# ---- cards


def check_assets(library: Library, who: str) -> None:
    """S9, S172, S173: the assets."""
    identified(csv_rows(library.assets, who))
    asset: Asset
    for line, asset in csv_rows(library.assets, who):
        one_of(asset.source, SOURCES, f"{line}, source")
        within(asset.year, LOCKED, library.figures.years, f"{line}, year")
        within(asset.points, 1, MOST, f"{line}, points")
        within(asset.amount, 0, library.figures.track_max, f"{line}, amount")
        tagged(asset.tags, f"{line}, tags")
        if not asset.tags:
            raise BadData(f"{line}, tags: there must be one at least (S9).")
        counted(len(asset.slots), 0, MOST_SLOTS, "slots", f"{line}, slots")
        if (asset.year == LOCKED) == bool(asset.slots):
            raise BadData(f"{line}, slots: a locked card has none, and every other has one at least (S172).")
        for index, slot in enumerate(asset.slots):
            within(slot.value, 0, 6, f"{line}, slots[{index}].value")
            if slot.value and slot.region:
                raise BadData(f"{line}, slots[{index}].region: a slot has no region beside a value (S9).")
        if asset.single and (asset.power or asset.year == LOCKED):
            raise BadData(f"{line}, single: a single-use asset has no power and is not locked (S9).")
        if bool(asset.recovers) != bool(asset.amount) or (asset.recovers and not asset.single):
            raise BadData(
                f"{line}, recovers: it goes with an amount, and with a single-use asset only (S78)."
            )
        if bool(asset.text) != bool(asset.power or asset.recovers):
            raise BadData(f"{line}, text: an asset that does something has a text, and no other has one.")
        if asset.power:
            check_power(asset.power, f"{line}, power")
            if asset.power.skill not in ("", asset.skill):
                raise BadData(
                    f"{line}, power.skill: it must be the skill of the asset, '{asset.skill}' (S82)."
                )
    if not any(asset.year == 1 for asset in library.assets):
        raise BadData(f"{who}, year: there is no asset of year 1 (S26).")


def check_obstacles(library: Library, who: str) -> None:
    """S10, S174, S175: the obstacles."""
    figures = library.figures
    tags = figures.location_tags
    identified(csv_rows(library.obstacles, who))
    obstacle: Obstacle
    for line, obstacle in csv_rows(library.obstacles, who):
        one_of(obstacle.source, SOURCES, f"{line}, source")
        within(obstacle.year, LOCKED, figures.years, f"{line}, year")
        tagged(obstacle.tags, f"{line}, tags")
        within(obstacle.difficulty, 1, MOST, f"{line}, difficulty")
        within(obstacle.progress, 0, obstacle.difficulty - 1, f"{line}, progress")
        within(obstacle.hindrance, 0, figures.hindrance_max, f"{line}, hindrance")
        for name in ("body", "psyche"):
            within(getattr(obstacle, name), 0, MOST_STRESS_DICE, f"{line}, {name}")
        distinct(obstacle.start, f"{line}, start")
        distinct(obstacle.goal, f"{line}, goal")
        distinct(obstacle.types, f"{line}, types")
        if not obstacle.start or (ANY in obstacle.start and len(obstacle.start) > 1):
            raise BadData(f"{line}, start: there must be regions or tags, or 'any' alone (S10).")
        for word in obstacle.start:
            one_of(word, (ANY, *REGIONS, *tags), f"{line}, start")
        for word in obstacle.goal:
            one_of(word, (LOWEST_COMMAND, *tags), f"{line}, goal")
        if LOWEST_COMMAND in obstacle.goal and len(obstacle.goal) > 1:
            raise BadData(f"{line}, goal: '{LOWEST_COMMAND}' stands alone (S92).")
        if (obstacle.effect == "stress") != bool(obstacle.track):
            raise BadData(f"{line}, track: 'stress' has a track, and no other effect has one (S93).")
        if (obstacle.effect == "resources") != bool(obstacle.types):
            raise BadData(f"{line}, types: 'resources' has types, and no other effect has any (S93).")
        within(obstacle.amount, 1, 1 if obstacle.effect == "resources" else 6, f"{line}, amount")
        if obstacle.effect == "entry" and (obstacle.goal or obstacle.repeats):
            raise BadData(f"{line}, effect: 'entry' never activates, so it neither moves nor repeats (S93).")
    if not any(obstacle.year == 1 for obstacle in library.obstacles):
        raise BadData(f"{who}, year: there is no obstacle of year 1 (S26).")
    known = {tag for obstacle in library.obstacles for tag in obstacle.tags}
    for tag in library.figures.foes:
        if tag == FOE or tag not in known:
            raise BadData(
                f"{who.replace('obstacles.csv', 'rules.toml')}, foes: no obstacle is '{tag}' (S130)."
            )


def check_winter(library: Library, who: str) -> None:
    """S178: the winter actions."""
    rows = [
        (f"{who}, {entry('action', number, action)}", action)
        for number, action in enumerate(library.winter, 1)
    ]
    identified(rows)
    obstacle_tags = {tag: None for obstacle in library.obstacles for tag in obstacle.tags}
    asset_tags = {tag: None for asset in library.assets for tag in asset.tags}
    for line, action in rows:
        one_of(action.source, SOURCES, f"{line}, source")
        filled(action.text, f"{line}, text")
        suited(action, action.do, WINTERS, f"{line}, ")
        distinct(action.skills, f"{line}, skills")
        distinct(action.tags, f"{line}, tags")
        for tag in action.tags:
            one_of(tag, asset_tags if action.do == "smuggle" else obstacle_tags, f"{line}, tags")
        if action.do in ("forage", "smuggle") and len(action.skills) + len(action.tags) > 1:
            raise BadData(f"{line}, {'skills' if action.skills else 'tags'}: there must be one only.")


def check_characters(library: Library, who: str) -> None:
    """S170, S171: the characters and their ability cards."""
    rows = [
        (f"{who}, {entry('character', number, character)}", character)
        for number, character in enumerate(library.characters, 1)
    ]
    identified(rows)
    winter = [action.id for action in library.winter]
    figures = library.figures
    taken = {asset.id for asset in library.assets}
    for line, character in rows:
        filled(character.title, f"{line}, title")
        within(character.psyche, 1, figures.track_max, f"{line}, psyche")
        within(character.body, 1, figures.track_max, f"{line}, body")
        within(character.moves, 1, 12, f"{line}, moves")
        if len(character.skills) != len(SKILLS):
            raise BadData(f"{line}, skills: there must be {len(SKILLS)}, not {len(character.skills)} (S7).")
        for index, rank in enumerate(character.skills):
            within(rank, 0, figures.skill_max, f"{line}, skills[{index}]")
        one_of(character.winter, winter, f"{line}, winter")
        for index, ability in enumerate(character.abilities):
            path = f"{line}, abilities[{index}]"
            identified([(path, ability)])
            if ability.id in taken:
                raise BadData(f"{path}.id: '{ability.id}' is the id of another ability or asset (S220).")
            taken.add(ability.id)
            one_of(ability.source, ABILITY_SOURCES, f"{path}.source")
            filled(ability.text, f"{path}.text")
            check_power(ability.power, f"{path}.power")
        levels = [ability.level for ability in character.abilities if not ability.optional]
        if levels != [*LEVELS]:
            raise BadData(f"{line}, abilities: there must be one of each level from 1 to 3, in order (S171).")
        extra = [ability.level for ability in character.abilities if ability.optional]
        if extra not in ([], [LEVELS[-1] + 1]):
            raise BadData(f"{line}, abilities: there may be one that is optional, of level 4 (S171).")
    ready = sum(character.unlocked for character in library.characters)
    if ready < PLAYERS:
        raise BadData(f"{who}, unlocked: there must be {PLAYERS} characters at least, not {ready} (S8).")


# ---- scenarios


def check_scenarios(library: Library, who: str) -> None:
    """S180: the scenarios."""
    if not library.scenarios:
        raise BadData(f"{who}: there is no scenario in this folder (S180).")
    rows = [(f"{who}/{scenario.id}.toml", scenario) for scenario in library.scenarios]
    identified(rows)
    for line, scenario in rows:
        check_scenario(scenario, library, line)
    for year in range(1, library.figures.years + 1):
        count = sum(scenario.year == year for scenario in library.scenarios)
        if count < 2:
            raise BadData(
                f"{who}, year: there must be two scenarios at least of year {year}, not {count} (S180)."
            )


def check_scenario(scenario: Scenario, library: Library, who: str) -> None:
    """One scenario."""
    figures = library.figures
    one_of(scenario.source, SOURCES, f"{who}, source")
    within(scenario.year, 1, figures.years, f"{who}, year")
    if scenario.finale != (scenario.year == figures.years):
        raise BadData(
            f"{who}, finale: the scenarios of year {figures.years}, and no others, are finales (S147)."
        )
    within(scenario.pool, 1, MOST, f"{who}, pool")
    within(scenario.hard_pool, 0, MOST, f"{who}, hard_pool")
    for index, season in enumerate(scenario.seasons):
        within(season.turns, 1, 12, f"{who}, seasons[{index}].turns")
        within(season.most, season.turns, 12, f"{who}, seasons[{index}].most")
        within(season.dice, 0, figures.action_dice, f"{who}, seasons[{index}].dice")
        within(season.obstacles, 0, 9, f"{who}, seasons[{index}].obstacles")
    faces: list[int] = []
    for index, threat in enumerate(scenario.threats):
        for face in threat.faces:
            within(face, FACES[0], FACES[-1], f"{who}, threats[{index}].faces")
            if face in faces:
                raise BadData(f"{who}, threats[{index}].faces: {face} is there twice (S95).")
            faces.append(face)
        check_effect(threat.effect, THREATS, library, f"{who}, threats[{index}].effect")
    for face in FACES:
        if face not in faces:
            raise BadData(f"{who}, threats: nothing happens on {face} (S95).")
    if not scenario.scenes:
        raise BadData(f"{who}, scenes: there must be one at least (S180).")
    for index, scene in enumerate(scenario.scenes):
        check_scene(scene, library, f"{who}, scenes[{index}]")
    ending = ENDING if scenario.finale else tuple(name for name in ENDING if name != "end")
    groups: tuple[tuple[str, tuple[Effect, ...], tuple[str, ...]], ...] = (
        ("setup", scenario.setup, SETUP),
        ("hard_setup", scenario.hard_setup, SETUP),
        ("win", scenario.win, ending),
        ("loss", scenario.loss, ending),
    )
    for name, effects, allowed in groups:
        for index, effect in enumerate(effects):
            check_effect(effect, allowed, library, f"{who}, {name}[{index}]")
        if scenario.finale and name in ("win", "loss") and "end" not in [effect.do for effect in effects]:
            raise BadData(f"{who}, {name}: a finale must 'end' the campaign (S147).")


def check_scene(scene: Scene, library: Library, who: str) -> None:
    """One scene."""
    for name in ("name", "about", "question"):
        filled(getattr(scene, name), f"{who}.{name}")
    one_of(scene.location, (place.id for place in library.locations), f"{who}.location")
    counted(len(scene.skills), 1, 2, "skills", f"{who}.skills")
    distinct(scene.skills, f"{who}.skills")
    within(scene.points, 1, MOST, f"{who}.points")
    within(scene.difficult, scene.points, MOST, f"{who}.difficult")
    within(scene.body, 0, MOST_STRESS_DICE, f"{who}.body")
    within(scene.psyche, 0, MOST_STRESS_DICE, f"{who}.psyche")
    if scene.blocked_by:
        one_of(scene.blocked_by, (obstacle.id for obstacle in library.obstacles), f"{who}.blocked_by")
    for index, effect in enumerate(scene.completion):
        check_effect(effect, COMPLETION, library, f"{who}.completion[{index}]")


def check_effect(effect: Effect, allowed: tuple[str, ...], library: Library, who: str) -> None:
    """One effect: it may happen here, has what it needs, and names what there is."""
    if effect.do not in allowed:
        raise BadData(f"{who}.do: '{effect.do}' cannot happen here; there is {', '.join(allowed)}.")
    suited(effect, effect.do, EFFECTS, f"{who}.")
    within(effect.amount, 1, 9, f"{who}.amount")
    known: tuple[tuple[str, tuple[Named, ...]], ...] = (
        ("obstacle", library.obstacles),
        ("location", library.locations),
        ("character", library.characters),
        ("action", library.winter),
        ("asset", library.assets),
    )
    for name, items in known:
        if value := getattr(effect, name):
            one_of(value, (item.id for item in items), f"{who}.{name}")
    for index, obstacle in enumerate(effect.obstacles):
        one_of(obstacle, (item.id for item in library.obstacles), f"{who}.obstacles[{index}]")
    distinct(effect.obstacles, f"{who}.obstacles")
    distinct(effect.if_skills, f"{who}.if_skills")
    if effect.do == "place" and bool(effect.location) == bool(effect.region):
        raise BadData(f"{who}.location: 'place' has either a location or a region.")
    if effect.do == "discard" and effect.location and effect.obstacle:
        raise BadData(f"{who}.location: 'discard' has an obstacle or a location, not both.")
    place = next((item for item in library.locations if item.id == effect.location), None)
    if effect.do in ("raise", "lower") and place and place.makes != effect.resource:
        raise BadData(f"{who}.resource: '{effect.location}' does not make {effect.resource} (S5).")
    if effect.do == "add" and effect.location in {cell.location for cell in library.maps}:
        raise BadData(f"{who}.location: '{effect.location}' is on the map from the start (S2).")
    if effect.do == "unlock" and any(
        item.id == effect.character and item.unlocked for item in library.characters
    ):
        raise BadData(f"{who}.character: '{effect.character}' is unlocked from the start (S8).")
    if effect.do == "archive" and any(item.id == effect.asset and item.single for item in library.assets):
        raise BadData(f"{who}.asset: '{effect.asset}' is single-use, and never in the archive (S11).")
    if effect.do == "one_of" and len(effect.options) < 2:
        raise BadData(f"{who}.options: there must be two at least.")
    inner = tuple(name for name in allowed if name not in ("one_of", "end"))
    for index, option in enumerate(effect.options):
        check_effect(option, inner, library, f"{who}.options[{index}]")


def effects_of(scenario: Scenario) -> Iterator[Effect]:
    """All effects of a scenario, options too."""
    found = [*scenario.setup, *scenario.hard_setup, *scenario.win, *scenario.loss]
    found += [threat.effect for threat in scenario.threats]
    found += [effect for scene in scenario.scenes for effect in scene.completion]
    for effect in found:
        yield effect
        yield from effect.options


def check_rewards(library: Library, where: str) -> None:
    """S8, S172, S178: what is locked can be had."""
    effects = [effect for scenario in library.scenarios for effect in effects_of(scenario)]
    unlocked = {effect.character for effect in effects if effect.do == "unlock"}
    for number, character in enumerate(library.characters, 1):
        if not character.unlocked and character.id not in unlocked:
            line = f"{where}/characters.toml, {entry('character', number, character)}"
            raise BadData(f"{line}, unlocked: no scenario unlocks this character (S8).")
    taught = {effect.action for effect in effects} | {character.winter for character in library.characters}
    for number, action in enumerate(library.winter, 1):
        if action.id not in taught:
            line = f"{where}/winter.toml, {entry('action', number, action)}"
            raise BadData(f"{line}, id: no character has this action, and no scenario gives it (S178).")
    archived = {effect.asset for effect in effects if effect.do == "archive"}
    for line, asset in csv_rows(library.assets, f"{where}/assets.csv"):
        if asset.year == LOCKED and asset.id not in archived:
            raise BadData(f"{line}, year: no scenario gives this locked asset (S172).")
