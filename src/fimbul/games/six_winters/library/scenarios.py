"""Checking scenarios: seasons, threats, scenes, effects, and that what is locked can be had (S98, S180)."""

from collections.abc import Iterator

from fimbul.core import BadData
from fimbul.core.reading import csv_rows, entry, one_of, within
from fimbul.core.wording import either
from fimbul.games.six_winters.library import effects as printed
from fimbul.games.six_winters.library.maps import FIRST_LAYOUT
from fimbul.games.six_winters.library.rows import LOCKED, Library, Scenario, Scene
from fimbul.games.six_winters.library.sound import Named, counted, distinct, filled, identified

SOURCES = ("printed", "settled", "ours")
FACES = (2, 3, 4, 5, 6)  # of a threat roll that can do anything (S95)
MOST = 99
MOST_STRESS_DICE = 6

# What may happen when (S27, S98, S80, S180).
SETUP = ("place", "draw", "add", "burn", "raise", "lower")
THREATS = ("lose_dice", "curse", "lower", "strain", "gather", "press")
ENDING = (
    *("add", "burn", "unlock", "teach", "archive", "join", "relieve", "raise", "lower"),
    *("lasting", "one_of", "end"),
)
COMPLETION = (
    *("place", "draw", "add", "burn", "unlock", "teach", "archive", "join", "relieve", "discard", "raise"),
    *(
        "lower",
        "recover",
        "stage",
        "bury",
        "lasting",
        "one_of",
        "lose_dice",
        "curse",
        "strain",
        "gather",
        "press",
    ),
)


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
    for index, highlight in enumerate(scenario.highlights):
        one_of(
            highlight.obstacle,
            (card.id for card in library.obstacles),
            f"{who}, highlights[{index}].obstacle",
        )
        filled(highlight.text, f"{who}, highlights[{index}].text")
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
    groups: tuple[tuple[str, tuple[printed.Effect, ...], tuple[str, ...]], ...] = (
        ("setup", scenario.setup, SETUP),
        ("hard_setup", scenario.hard_setup, SETUP),
        ("win", scenario.win, ending),
        ("loss", scenario.loss, ending),
    )
    for name, effects, allowed in groups:
        for index, effect in enumerate(effects):
            check_effect(effect, allowed, library, f"{who}, {name}[{index}]")
        if scenario.finale and name in ("win", "loss") and "end" not in [effect.verb for effect in effects]:
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
    for index, obstacle in enumerate(scene.overcome):
        one_of(obstacle, (card.id for card in library.obstacles), f"{who}.overcome[{index}]")
    distinct(scene.overcome, f"{who}.overcome")
    for index, effect in enumerate(scene.completion):
        check_effect(effect, COMPLETION, library, f"{who}.completion[{index}]")


def check_effect(effect: printed.Effect, allowed: tuple[str, ...], library: Library, who: str) -> None:
    """One effect: it may happen here, and names what there is."""
    if effect.verb not in allowed:
        raise BadData(f"{who}.do: '{effect.verb}' cannot happen here; expected {either(allowed)}.")
    check_names(effect, library, who)
    match effect:
        case printed.Draw() | printed.Relieve() | printed.Recover() | printed.Strain():
            within(effect.amount, 1, 9, f"{who}.amount")
        case printed.Place():
            if bool(effect.location) == bool(effect.region):
                raise BadData(f"{who}.location: 'place' has either a location or a region.")
        case printed.Discard():
            if effect.location and effect.obstacle:
                raise BadData(f"{who}.location: 'discard' has an obstacle or a location, not both.")
        case printed.Burn():
            if not effect.obstacles:
                raise BadData(f"{who}.obstacles: there must be one at least.")
            distinct(effect.obstacles, f"{who}.obstacles")
        case printed.Raise() | printed.Lower():
            distinct(effect.if_skills, f"{who}.if_skills")
            place = next(item for item in library.locations if item.id == effect.location)
            if place.makes != effect.resource:
                raise BadData(f"{who}.resource: '{effect.location}' does not make {effect.resource} (S5).")
        case printed.Add():
            if effect.location in {cell.location for cell in library.maps if cell.layout == FIRST_LAYOUT}:
                raise BadData(f"{who}.location: '{effect.location}' is on the map from the start (S2).")
        case printed.Unlock():
            if any(item.id == effect.character and item.unlocked for item in library.characters):
                raise BadData(f"{who}.character: '{effect.character}' is unlocked from the start (S8).")
        case printed.ToArchive():
            if any(item.id == effect.asset and item.single for item in library.assets):
                raise BadData(f"{who}.asset: '{effect.asset}' is single-use, and never in the archive (S11).")
        case printed.OneOf():
            if len(effect.options) < 2:
                raise BadData(f"{who}.options: there must be two at least.")
            inner = tuple(name for name in allowed if name not in ("one_of", "end"))
            for index, option in enumerate(effect.options):
                check_effect(option, inner, library, f"{who}.options[{index}]")


def check_names(effect: printed.Effect, library: Library, who: str) -> None:
    """What an effect names is there."""
    known: dict[str, tuple[Named, ...]] = {
        "obstacle": library.obstacles,
        "obstacles": library.obstacles,
        "location": library.locations,
        "character": library.characters,
        "action": library.winter,
        "asset": library.assets,
    }
    for field in effect.__struct_fields__:
        if field not in known:
            continue
        value = getattr(effect, field)
        ids = [item.id for item in known[field]]
        if isinstance(value, tuple):
            for index, one in enumerate(value):
                one_of(one, ids, f"{who}.{field}[{index}]")
        elif value:
            one_of(value, ids, f"{who}.{field}")


def effects_of(scenario: Scenario) -> Iterator[printed.Effect]:
    """All effects of a scenario, options too."""
    found: list[printed.Effect] = [*scenario.setup, *scenario.hard_setup, *scenario.win, *scenario.loss]
    found += [threat.effect for threat in scenario.threats]
    found += [effect for scene in scenario.scenes for effect in scene.completion]
    for effect in found:
        yield effect
        if isinstance(effect, printed.OneOf):
            yield from effect.options


def check_rewards(library: Library, where: str) -> None:
    """S8, S172, S178: what is locked can be had."""
    effects = [effect for scenario in library.scenarios for effect in effects_of(scenario)]
    unlocked = {effect.character for effect in effects if isinstance(effect, printed.Unlock)}
    for number, character in enumerate(library.characters, 1):
        if not character.unlocked and character.id not in unlocked:
            line = f"{where}/characters.toml, {entry('character', number, character)}"
            raise BadData(f"{line}, unlocked: no scenario unlocks this character (S8).")
    taught = {effect.action for effect in effects if isinstance(effect, printed.Teach)}
    taught |= {character.winter for character in library.characters}
    for number, action in enumerate(library.winter, 1):
        if action.id not in taught:
            line = f"{where}/winter.toml, {entry('action', number, action)}"
            raise BadData(f"{line}, id: no character has this action, and no scenario gives it (S178).")
    archived = {effect.asset for effect in effects if isinstance(effect, printed.ToArchive)}
    for line, asset in csv_rows(library.assets, f"{where}/assets.csv"):
        if asset.year == LOCKED and asset.id not in archived:
            raise BadData(f"{line}, year: no scenario gives this locked asset (S172).")
