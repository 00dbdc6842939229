"""Whether a library is sound: what is wrong is said in one sentence that names the file, row and field."""

import re
from collections import Counter
from typing import get_args

from fimbul.core import BadData
from fimbul.core.grids import CLOCK
from fimbul.core.reading import named, one_of, within
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.library.check_decks import SPOTS, check_hero
from fimbul.games.fate.library.rows import (
    FACTIONS,
    MOST,
    TOWN,
    Area,
    Bonus,
    Border,
    Deck,
    Figures,
    Kind,
    Library,
    Place,
    Source,
    Terrain,
    Track,
    Turn,
    sized,
)

HEROES = ("bjorn", "alva", "embla", "boldur")
DECKS: tuple[str, ...] = get_args(Deck)  # also by the level of a legend
TRACKS: tuple[str, ...] = get_args(Track)
STEPS = {hour: CLOCK[hour] for hour in range(1, 12, 2)}  # by clock hour
PLAYERS = 4


def next_area(area: Area) -> tuple[int, int]:
    """Where a monster goes from here."""
    dx, dy = STEPS[area.dir]
    return area.x + dx, area.y + dy


def check_library(library: Library, where: str) -> None:
    """All is sound, or `BadData` that names the file, the row and the field."""
    check_figures(library.figures, f"{where}/rules.toml")
    check_places(library.places, f"{where}/places.csv")
    check_map(library, f"{where}/map.csv")
    check_slots(library, f"{where}/places.csv")
    check_kinds(library.monsters, (1, 2, 3), f"{where}/monsters.csv")
    check_kinds(library.legends, (LEGEND,), f"{where}/legends.csv")
    ids = tuple(kind.id for kind in library.monsters)
    for number, kind in enumerate(library.legends, 2):
        who = f"{where}/legends.csv, line {number}"
        if kind.id in ids:
            raise BadData(f"{who}, id: '{kind.id}' is a monster already.")
        if kind.escort:
            one_of(kind.escort, ids, f"{who}, escort")
    check_hordes(library, f"{where}/hordes.csv")
    check_tracks(library.turns, f"{where}/tracks.csv")
    found = tuple(deck.hero.id for deck in library.heroes)
    for name, deck in zip(HEROES, library.heroes, strict=False):
        who = f"{where}/heroes/{name}.toml"
        if deck.hero.id != name:
            raise BadData(f"{who}, hero, id: it must be '{name}', not '{deck.hero.id}'.")
        check_hero(deck, library, who)
    if found != HEROES:
        raise BadData(f"{where}/heroes: there must be {', '.join(HEROES)}, and there is {', '.join(found)}.")


def check_figures(figures: Figures, who: str) -> None:
    """G10 to G96: the numbers of rules.toml."""
    sized(figures, who)
    if not figures.source:
        raise BadData(f"{who}, source: it must say where the figures come from.")
    if len(figures.town_pieces) != PLAYERS:
        raise BadData(
            f"{who}, town_pieces: there must be {PLAYERS} numbers, for 1 to {PLAYERS} players (G10)."
        )
    for index, pieces in enumerate(figures.town_pieces):
        within(pieces, 1, figures.most_pieces, f"{who}, town_pieces[{index}]")
    if not figures.upgrade_costs:
        raise BadData(f"{who}, upgrade_costs: there must be one at least (G36).")
    within(figures.harder_step, 0, len(figures.upgrade_costs) - 1, f"{who}, harder_step")
    within(figures.actions, 1, 6, f"{who}, actions")
    within(figures.hand_limit, 1, MOST, f"{who}, hand_limit")
    for name, die in (("attack_die", figures.attack_die), ("monster_die", figures.monster_die)):
        if len(die) != 6:
            raise BadData(f"{who}, {name}: a die has 6 faces, not {len(die)}.")


# ---- the board


def stands(area: Area, open_lakes: set[str]) -> bool:
    """Whether a monster may stand here (G2, G3)."""
    return area.terrain != "town" and (area.terrain != "lake" or area.location in open_lakes)


def check_places(places: tuple[Place, ...], who: str) -> None:
    """G3: the names of the locations."""
    seen: set[str] = set()
    for number, place in enumerate(places, 2):
        line = f"{who}, line {number}"
        named(place.id, f"{line}, id")
        if place.id in seen:
            raise BadData(f"{line}, id: '{place.id}' is there twice.")
        seen.add(place.id)
        if place.id in SPOTS:
            raise BadData(f"{line}, id: '{place.id}' means something else in quests.")
        one_of(place.border, ("", *get_args(Border)), f"{line}, border")
    if TOWN not in seen:
        raise BadData(f"{who}, id: there must be the location '{TOWN}' (G4).")


def check_map(library: Library, who: str) -> None:
    """G1 to G8: the areas, and the monsters' ways to the town."""
    places = tuple(place.id for place in library.places)
    open_places = {place.id for place in library.places if place.heroes}
    spots: dict[tuple[int, int], int] = {}
    for number, area in enumerate(library.areas, 2):
        line = f"{who}, line {number}"
        sized(area, line)
        one_of(area.terrain, get_args(Terrain), f"{line}, terrain")
        one_of(area.location, ("", *places), f"{line}, location")
        one_of(area.bonus, ("", *get_args(Bonus)), f"{line}, bonus")
        one_of(area.source, get_args(Source), f"{line}, source")
        if spots.setdefault((area.x, area.y), number) != number:
            raise BadData(
                f"{line}, x: the area {area.x}.{area.y} is in line {spots[area.x, area.y]} too (G1)."
            )
        if (area.terrain == "town") != (area.location == TOWN):
            raise BadData(f"{line}, location: the town, and nothing else, is '{TOWN}' (G4).")
        if bool(area.bonus) != bool(area.amount):
            raise BadData(f"{line}, amount: a bonus has an amount, and nothing else has one (G8).")
        if not stands(area, open_places):
            if area.dir:
                raise BadData(
                    f"{line}, dir: no monster stands here, so it must be empty, not {area.dir} (G73)."
                )
        elif area.dir not in STEPS:
            known = ", ".join(map(str, STEPS))
            raise BadData(f"{line}, dir: it must be one of {known}, not {area.dir} (G73).")
    check_town(library, open_places, who)
    check_paths(library, open_places, spots, who)


def check_town(library: Library, open_places: set[str], who: str) -> None:
    """G4, G5: the town is one group of areas, and heroes can leave it."""
    town = {(area.x, area.y) for area in library.areas if area.terrain == "town"}
    if not town:
        raise BadData(f"{who}: there is no area with the terrain 'town' (G4).")
    reached: set[tuple[int, int]] = set()
    edge = [min(town)]
    while edge:
        x, y = edge.pop()
        reached.add((x, y))
        edge += [spot for dx, dy in STEPS.values() if (spot := (x + dx, y + dy)) in town - reached]
    for number, area in enumerate(library.areas, 2):
        if (area.x, area.y) in town - reached:
            raise BadData(f"{who}, line {number}, terrain: the town must be one group of areas (G4).")
    doors = {(x + dx, y + dy) for x, y in town for dx, dy in STEPS.values()} - town
    if not any(
        (area.x, area.y) in doors
        and (area.terrain not in ("mountain", "lake") or area.location in open_places)
        for area in library.areas
    ):
        raise BadData(f"{who}, terrain: no area next to the town can be entered by heroes (G5).")


def check_paths(library: Library, open_places: set[str], spots: dict[tuple[int, int], int], who: str) -> None:
    """G73: from every area the way leads to the town."""
    good = {(area.x, area.y) for area in library.areas if area.terrain == "town"}
    for start in library.areas:
        walked: dict[tuple[int, int], None] = {}
        area = start
        while area.dir and (area.x, area.y) not in good:
            line = f"{who}, line {spots[area.x, area.y]}, dir"
            walked[area.x, area.y] = None
            spot = next_area(area)
            if spot not in spots:
                raise BadData(f"{line}: {area.dir} leads off the map (G73).")
            after = library.areas[spots[spot] - 2]
            if after.terrain != "town" and not stands(after, open_places):
                raise BadData(f"{line}: {area.dir} leads into a lake (G73).")
            if area.road and not after.road and after.terrain != "town":
                raise BadData(f"{line}: {area.dir} leads off the road (G73).")
            if spot in walked:
                raise BadData(f"{line}: {area.dir} leads in a circle, never to the town (G73).")
            area = after
        good |= walked.keys()


def check_slots(library: Library, who: str) -> None:
    """G3: the areas of the locations."""
    for number, place in enumerate(library.places, 2):
        line = f"{who}, line {number}, slots"
        own = {(area.x, area.y) for area in library.areas if area.location == place.id}
        for x, y in place.slots:
            if (x, y) not in own:
                raise BadData(f"{line}: the area {x}.{y} is not in '{place.id}' (G3).")
        if len({*place.slots}) != len(place.slots):
            raise BadData(f"{line}: an area is there twice (G3).")
        for x, y in sorted(own - {*place.slots}):
            raise BadData(f"{line}: the area {x}.{y} of '{place.id}' is missing (G3).")
        if not own:
            raise BadData(f"{line}: '{place.id}' has no area (G3).")


# ---- the monsters


def check_kinds(kinds: tuple[Kind, ...], ranks: tuple[int, ...], who: str) -> None:
    """G84 to G93: monsters, or legends, each sound by itself."""
    seen: set[str] = set()
    for number, kind in enumerate(kinds, 2):
        line = f"{who}, line {number}"
        sized(kind, line)
        named(kind.id, f"{line}, id")
        if kind.id in seen:
            raise BadData(f"{line}, id: '{kind.id}' is there twice.")
        seen.add(kind.id)
        if kind.id in FACTIONS or re.match(r"rank[0-9]*\Z", kind.id):
            raise BadData(f"{line}, id: '{kind.id}' means something else in quests.")
        one_of(kind.faction, FACTIONS, f"{line}, faction")
        within(kind.rank, ranks[0], ranks[-1], f"{line}, rank")
        for name in ("health", "move", "range", "supply", "attacks"):
            within(getattr(kind, name), 1, MOST, f"{line}, {name}")
        one_of(kind.runes_for, ("", *FACTIONS), f"{line}, runes_for")
        one_of(kind.health_for, ("", *FACTIONS), f"{line}, health_for")
        if kind.rank == LEGEND:
            within(kind.level, 1, 2, f"{line}, level")
            within(kind.supply, 1, 1, f"{line}, supply")
            if not kind.id.endswith(f"_{kind.level}"):
                raise BadData(f"{line}, id: '{kind.id}' must end with its level, _{kind.level}.")


def check_hordes(library: Library, who: str) -> None:
    """G80, G81: the monster cards can be laid out on this map with these tiles."""
    places = tuple(place.id for place in library.places if place.id != TOWN)
    open_places = {place.id for place in library.places if place.heroes}
    areas = {(area.x, area.y): area for area in library.areas}
    kinds = {kind.id: kind for kind in library.kinds}
    seen: set[int] = set()
    for number, horde in enumerate(library.hordes, 2):
        line = f"{who}, line {number}"
        one_of(horde.deck, DECKS, f"{line}, deck")
        one_of(horde.location, places, f"{line}, location")
        within(horde.number, 1, 999, f"{line}, number")
        if horde.number in seen:
            raise BadData(f"{line}, number: {horde.number} is there twice.")
        seen.add(horde.number)
        if horde.legend:
            one_of(horde.legend, tuple(kind.id for kind in library.legends), f"{line}, legend")
            if DECKS[kinds[horde.legend].level - 1] != horde.deck:
                raise BadData(
                    f"{line}, legend: '{horde.legend}' does not belong to the {horde.deck} deck (G84)."
                )
        line += ", placements"
        if not horde.placements:
            raise BadData(f"{line}: there must be one monster at least.")
        taken = set()
        for kind, x, y in horde.placements:
            one_of(kind, tuple(kinds), line)
            if (x, y) not in areas:
                raise BadData(f"{line}: the area {x}.{y} is not on the map.")
            if not stands(areas[x, y], open_places):
                raise BadData(f"{line}: no monster may stand in the area {x}.{y}.")
            if areas[x, y].location != horde.location:
                raise BadData(f"{line}: the area {x}.{y} is not in '{horde.location}'.")
            if (x, y) in taken:
                raise BadData(f"{line}: two monsters stand in the area {x}.{y}.")
            taken.add((x, y))
        counts = Counter(kind for kind, _, _ in horde.placements)
        for kind, count in counts.items():
            if kinds[kind].rank == LEGEND and kind != horde.legend:
                raise BadData(f"{line}: the legend '{kind}' is not the legend of this card.")
            if count > kinds[kind].supply:
                raise BadData(f"{line}: {count} of '{kind}', and the supply is {kinds[kind].supply} (G81).")
        if horde.legend and not counts[horde.legend]:
            raise BadData(f"{line}: the legend '{horde.legend}' is missing.")
    for deck in DECKS:
        count = sum(horde.deck == deck for horde in library.hordes)
        if count < PLAYERS:
            raise BadData(
                f"{who}, deck: the {deck} deck needs {PLAYERS} cards at least, and has {count} (G80)."
            )


def check_tracks(turns: tuple[Turn, ...], who: str) -> None:
    """G13: two tracks without a hole."""
    last = dict.fromkeys(TRACKS, 0)
    for number, turn in enumerate(turns, 2):
        line = f"{who}, line {number}"
        one_of(turn.track, TRACKS, f"{line}, track")
        one_of(turn.deck, ("", *DECKS), f"{line}, deck")
        one_of(turn.source, get_args(Source), f"{line}, source")
        if turn.step != last[turn.track] + 1:
            raise BadData(f"{line}, step: it must be {last[turn.track] + 1}, not {turn.step} (G13).")
        last[turn.track] = turn.step
    for track, steps in last.items():
        if steps < 2:
            raise BadData(f"{who}, track: '{track}' needs 2 steps at least, and has {steps} (G13).")
