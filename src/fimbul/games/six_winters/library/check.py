"""Checking the data whole, or `BadData` that names the file, the row and the field."""

from fimbul.core import BadData
from fimbul.core.reading import IDENTIFIER, csv_rows, entry, one_of, within
from fimbul.games.six_winters.library import powers, texts
from fimbul.games.six_winters.library.maps import check_maps
from fimbul.games.six_winters.library.powers import Power
from fimbul.games.six_winters.library.rows import (
    LOCKED,
    Asset,
    BurnCard,
    Figures,
    Forage,
    Library,
    Location,
    Obstacle,
    Smuggle,
    TeachSkill,
)
from fimbul.games.six_winters.library.scenarios import (
    MOST,
    MOST_STRESS_DICE,
    SOURCES,
    check_rewards,
    check_scenarios,
)
from fimbul.games.six_winters.library.sound import counted, distinct, filled, identified, tagged
from fimbul.games.six_winters.library.terms import REGIONS, RESOURCES, SKILLS

ABILITY_SOURCES = (*SOURCES, "optional")
ANY = "any"  # where an obstacle may start
LOWEST_COMMAND = "lowest_command"  # a goal of obstacles
FOE = "foe"  # the tag that others may count as (S130)
LEVELS = (1, 2, 3)  # of the ability cards that every character has
PLAYERS = 4
MOST_SLOTS = 6
FACES_OF_A_DIE = ("1", "2", "3", "4", "5", "6")
BOXES = (*RESOURCES, "any_resource", "any_die", *FACES_OF_A_DIE)


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
    for index, highlight in enumerate(figures.highlights):
        filled(highlight.text, f"{who}, highlights[{index}].text")
    for skill in SKILLS:
        if skill not in [highlight.skill for highlight in figures.highlights]:
            raise BadData(f"{who}, highlights: there is none for {skill} (S205).")
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


def check_texts(library: Library, who: str) -> None:
    """S176: what the locations do."""
    obstacle_tags = {tag: None for obstacle in library.obstacles for tag in obstacle.tags}
    asset_tags = {tag: None for asset in library.assets for tag in asset.tags}
    obstacles = [obstacle.id for obstacle in library.obstacles]
    place: Location
    for line, place in csv_rows(library.locations, who):
        for index, effect in enumerate(place.effects):
            path = f"{line}, effects[{index}]"
            check_text(effect, path)
            match effect:
                case texts.StageOne():
                    one_of(effect.tag, asset_tags, f"{path}.tag")
                case texts.DiscardHere() | texts.Bring() | texts.Difficulty() if effect.tag:
                    one_of(effect.tag, obstacle_tags, f"{path}.tag")
                case texts.PlaceHere():
                    one_of(effect.obstacle, obstacles, f"{path}.obstacle")
        distinct((effect.verb for effect in place.effects), f"{line}, effects")


def check_text(text: texts.Text, who: str) -> None:
    """The numbers of one thing that a location does."""
    match text:
        case texts.Garrison() | texts.Difficulty() | texts.Entry():
            within(text.amount, 1, 6, f"{who}.amount")
        case texts.Bring() | texts.Recover():
            within(text.amount, 1, 1, f"{who}.amount")
    if isinstance(text, texts.Difficulty) and bool(text.skill) == bool(text.tag):
        raise BadData(f"{who}.skill: 'difficulty' has either a skill or a tag.")


# ---- cards


def check_power(power: Power, who: str) -> None:
    """S82: the numbers of what a card can do."""
    match power:
        case powers.Add():
            within(power.amount, -5, 5, f"{who}.amount")
            if not power.amount:
                raise BadData(f"{who}.amount: the power changes nothing.")
        case powers.StressMove():
            within(power.amount, 1, 1, f"{who}.amount")
        case (
            powers.StressForDice()
            | powers.Progress()
            | powers.Hindrance()
            | powers.Movement()
            | powers.Carry()
        ):
            within(power.amount, 1, 6, f"{who}.amount")
        case powers.Convert():
            numbers(power.values, 1, f"{who}.values")
            numbers(power.gains, 0, f"{who}.gains")
            if power.values == power.gains:
                raise BadData(f"{who}.gains: the power changes nothing.")
        case powers.Retype():
            if power.type in power.becomes:
                raise BadData(f"{who}.becomes: the die is of the type '{power.type}' already.")
        case powers.Stash():
            check_stash(power, who)


def numbers(values: tuple[int, ...], low: int, who: str) -> None:
    """Some values of dice."""
    for index, value in enumerate(values):
        within(value, low, 6, f"{who}[{index}]")
    counted(len(values), 1, 6, "dice", who)


def check_stash(power: powers.Stash, who: str) -> None:
    """S81: boxes, and what they are for."""
    counted(len(power.stash), 1, 6, "dice", f"{who}.stash")
    for index, box in enumerate(power.stash):
        one_of(box, BOXES, f"{who}.stash[{index}]")
    within(power.amount, 0, 6, f"{who}.amount")
    if power.use == "convert":
        numbers(power.gains, 0, f"{who}.gains")
        if {*power.stash} - {*FACES_OF_A_DIE}:
            raise BadData(f"{who}.stash: dice that are converted have a value each.")
    elif power.gains:
        raise BadData(f"{who}.gains: '{power.use}' has no such field.")
    if power.use != "overcome" and (power.skill or power.amount):
        raise BadData(f"{who}.{'skill' if power.skill else 'amount'}: '{power.use}' has no such field.")
    if bool(power.skill) != bool(power.amount):
        raise BadData(f"{who}.skill: so much progress needs a skill, and a skill needs an amount.")


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
            skill = asset.power.skill if isinstance(asset.power, powers.InAttempts | powers.Stash) else ""
            if skill not in ("", asset.skill):
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
        match action:
            case BurnCard() | Smuggle():
                distinct(action.tags, f"{line}, tags")
                for tag in action.tags:
                    one_of(tag, asset_tags if isinstance(action, Smuggle) else obstacle_tags, f"{line}, tags")
                counted(len(action.tags), 1, 1 if isinstance(action, Smuggle) else 9, "tags", f"{line}, tags")
            case TeachSkill() | Forage():
                distinct(action.skills, f"{line}, skills")
                most = 1 if isinstance(action, Forage) else len(SKILLS)
                counted(len(action.skills), 1, most, "skills", f"{line}, skills")


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
