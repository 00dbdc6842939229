"""Checking the scenarios: set-ups, and who and what can be called and found."""

import re
from collections import defaultdict

from fimbul.core import BadData
from fimbul.core.reading import csv_rows, one_of, unknown, within
from fimbul.games.fornaldar.library.check_map import hex_in, hexes, land
from fimbul.games.fornaldar.library.conditions import MONTHS, MOST, all_of, bands, ids, once
from fimbul.games.fornaldar.library.rows import (
    DICE,
    SPECIALS,
    Character,
    Find,
    Ground,
    Library,
    Place,
    Scenario,
)

ENGINES = ("greutung",)
SCENARIOS = ("sampo", "northern_war", "jotuns")
UNNAMED = (
    "csp",
    "escort",
    "ship",
    "character",
    "fortress",
    "artifact",
    "heirloom",
)  # awards of every scenario
RESULT = re.compile(r"(?:D|C[1-9]|[1-9][0-9]?)?\Z")


def turns_of(scenario: Scenario) -> list[int]:
    """The calendar turns of a scenario, in order."""
    return [(scenario.first - 1 + turn) % MONTHS + 1 for turn in range(scenario.length)]


def check_scenarios(library: Library, who: str) -> None:
    """The scenarios are those that the rules know."""
    for line, scenario in csv_rows(library.scenarios, who):
        one_of(scenario.id, SCENARIOS, f"{line}, id")
        within(scenario.first, 1, MONTHS, f"{line}, first")
        within(scenario.last, 1, MONTHS, f"{line}, last")
        within(scenario.length, 1, MONTHS, f"{line}, length")
        if turns_of(scenario)[-1] != scenario.last:
            raise BadData(
                f"{line}, length: {scenario.length} turns from turn {scenario.first} on do not end with turn"
                f" {scenario.last}."
            )
        for points in scenario.points:
            within(points, 0, 10 * MOST, f"{line}, points")
        if not 0 < scenario.levels[0] < scenario.levels[1] < scenario.levels[2]:
            raise BadData(
                f"{line}, levels: each must be more than the one before, and the first more than 0."
            )
        for field, pairs in (("ends", scenario.ends), ("upkeep", scenario.upkeep)):
            for turn, number in pairs:
                within(turn, 1, MONTHS, f"{line}, {field}")
                within(number, 0, MOST, f"{line}, {field}")
        for special in scenario.specials:
            one_of(special, SPECIALS, f"{line}, specials")
    once(csv_rows(library.scenarios, who), lambda scenario: scenario.id, "id")
    all_of(ids(library.scenarios), SCENARIOS, who, "id")


def check_turns(library: Library, who: str) -> None:
    """What a scenario names is there: the groups that are active, and the hexes that differ from the map."""
    grounds = hexes(library)
    for line, scenario in csv_rows(library.scenarios, who):
        present = {place.group for place in library.setup if place.scenario == scenario.id}
        sides = {group.id: group.side_in(scenario.id) for group in library.groups}
        for group in scenario.active:
            one_of(group, ids(library.groups), f"{line}, active")
            if group not in present:
                raise BadData(f"{line}, active: '{group}' has no piece in the set-up of '{scenario.id}'.")
            if sides[group] == "either":
                raise BadData(f"{line}, active: '{group}' may join either side, so it cannot be active.")
        for name, _ in scenario.aspects:
            hex_in(name, grounds, f"{line}, aspects")


def check_setup(library: Library, who: str) -> None:
    """Every piece of a set-up is known, is there once, and can stand where it stands."""
    grounds = hexes(library)
    known = {
        "character": ids(library.characters),
        "army": ids(library.banners),
        "ship": ids(library.ships),
        "item": ids(library.items),
        "engine": ENGINES,
    }
    turns = {scenario.id: turns_of(scenario) for scenario in library.scenarios}
    people = {each.id: each for each in library.characters}
    for line, place in csv_rows(library.setup, who):
        one_of(place.scenario, tuple(turns), f"{line}, scenario")
        one_of(place.what, known[place.kind], f"{line}, what")
        if place.group or place.kind != "item":
            one_of(place.group, ids(library.groups), f"{line}, group")
        if place.turn and place.turn not in turns[place.scenario]:
            raise BadData(f"{line}, turn: turn {place.turn} is not in the scenario '{place.scenario}'.")
        if place.kind == "army":
            within(place.count, 1 if place.hex or place.turn else 0, MOST, f"{line}, count")
        check_arrival(place, library, grounds, line)
        if place.hex:
            character = people[place.what] if place.kind == "character" else None
            check_stand(place, character, library, grounds, line)
    single = [(line, place) for line, place in csv_rows(library.setup, who) if place.kind != "army"]
    once(single, lambda place: (place.scenario, place.what), "what")
    check_bearers(library, who)


def check_arrival(place: Place, library: Library, grounds: dict[str, Ground], line: str) -> None:
    """A piece has a hex, or somewhere to come into."""
    if place.hex:
        hex_in(place.hex, grounds, f"{line}, hex")
        if place.turn or place.into:
            field = "turn" if place.turn else "into"
            raise BadData(f"{line}, {field}: a piece that has a hex is there from the start.")
        return
    if place.kind in ("item", "engine"):
        raise BadData(f"{line}, hex: this cell is empty.")
    if not place.into:
        raise BadData(f"{line}, into: a piece without a hex needs somewhere to come into.")
    castles = {fortress.kingdom for fortress in library.fortresses}
    for name in place.into:
        if name in grounds:
            check_element(place, grounds[name], line, "into")
        elif name not in castles:
            raise BadData(f"{line}, into: '{name}' is neither a hex nor a group that has fortresses.")


def check_stand(
    place: Place,
    character: Character | None,
    library: Library,
    grounds: dict[str, Ground],
    line: str,
) -> None:
    """Ships are on water, or on a river; other pieces are on land, but for those that swim or fly."""
    if place.beside:
        if place.kind != "ship":
            raise BadData(f"{line}, beside: only a ship can be on a river.")
        banks = {place.hex, place.beside}
        if not any({edge.hex, edge.other} == banks and edge.kind == "river_major" for edge in library.edges):
            raise BadData(f"{line}, beside: there is no major river between {place.hex} and {place.beside}.")
    elif character is None or not (character.swims or character.flies):
        check_element(place, grounds[place.hex], line, "hex")


def check_element(place: Place, ground: Ground, line: str, field: str) -> None:
    """Ships and those aboard are on water, the others on land."""
    if place.kind == "ship" or place.aboard:
        if not ground.water:
            raise BadData(f"{line}, {field}: there is no water in {ground.hex} for a ship.")
    elif not land(ground):
        raise BadData(f"{line}, {field}: {ground.hex} is open water.")


def check_bearers(library: Library, who: str) -> None:
    """An item is hidden in a Place of Power, or with a character of the set-up."""
    bearers = {
        (place.scenario, place.what): (place.hex, place.group)
        for place in library.setup
        if place.kind == "character"
    }
    powerful = {place.hex for place in library.places}
    for line, place in csv_rows(library.setup, who):
        if place.kind != "item":
            for field in ("bearer", "hidden"):
                if getattr(place, field):
                    raise BadData(f"{line}, {field}: only an item can have it.")
            continue
        if bool(place.bearer) == place.hidden:
            raise BadData(f"{line}, bearer: an item has a bearer or is hidden, one of the two.")
        if place.hidden and place.group:
            raise BadData(f"{line}, group: an item that is hidden belongs to nobody.")
        if place.hidden and place.hex not in powerful:
            raise BadData(f"{line}, hex: there is no Place of Power in {place.hex}.")
        if place.bearer:
            found = bearers.get((place.scenario, place.bearer))
            if found is None:
                raise BadData(f"{line}, bearer: '{place.bearer}' is not in the set-up of '{place.scenario}'.")
            for field, value in (("hex", found[0]), ("group", found[1])):
                if getattr(place, field) != value:
                    raise BadData(f"{line}, {field}: it must be '{value}', as that of its bearer.")


def check_calls(library: Library, who: str) -> None:
    """The mobilization table names groups that are in the scenario and may join that side."""
    groups = {group.id: group for group in library.groups}
    active = {scenario.id: scenario.active for scenario in library.scenarios}
    present = {(place.scenario, place.group) for place in library.setup}
    for line, call in csv_rows(library.calls, who):
        one_of(call.scenario, tuple(active), f"{line}, scenario")
        one_of(call.group, tuple(groups), f"{line}, group")
        if (call.scenario, call.group) not in present:
            raise BadData(f"{line}, group: '{call.group}' has no piece in the set-up of '{call.scenario}'.")
        if call.group in active[call.scenario]:
            raise BadData(f"{line}, group: '{call.group}' is active from the start.")
        side = groups[call.group].side_in(call.scenario)
        if side not in (call.side, "either"):
            raise BadData(f"{line}, side: '{call.group}' is {side} in '{call.scenario}'.")
        within(call.number, *DICE, f"{line}, number")
        for field in ("helped_by", "helped_by_ruins"):
            if getattr(call, field):
                one_of(getattr(call, field), tuple(groups), f"{line}, {field}")
        for group in call.helped_by_active:
            one_of(group, tuple(groups), f"{line}, helped_by_active")
    once(csv_rows(library.calls, who), lambda call: (call.scenario, call.side, call.group), "group")


def check_discovery(library: Library, who: str) -> None:
    """The discovery table has every column for every roll, and what can be found is hidden there."""
    grounds = hexes(library)
    hidden: dict[tuple[str, str], set[str]] = defaultdict(set)
    numbers = {item.id: str(item.number) for item in library.items}
    for place in library.setup:
        if place.hidden:
            hidden[place.scenario, place.hex].add(numbers[place.what])
    tables: dict[tuple[str, str], list[tuple[str, Find]]] = defaultdict(list)
    for line, find in csv_rows(library.discovery, who):
        one_of(find.scenario, ids(library.scenarios), f"{line}, scenario")
        hex_in(find.hex, grounds, f"{line}, hex")
        within(find.points, 0, MOST, f"{line}, points")
        if not RESULT.match(find.result):
            raise BadData(
                f"{line}, result: '{find.result}' is neither D, C1 to C9, the number of an item nor empty."
            )
        if find.result.isdigit() and find.result not in hidden[find.scenario, find.hex]:
            there = sorted(hidden[find.scenario, find.hex], key=int)
            raise BadData(f"{line}, result: {unknown(find.result, there or ['no item'])} in {find.hex}.")
        tables[find.scenario, find.hex].append((line, find))
    for spot, items in hidden.items():
        scenario, name = spot
        found = {find.result for _, find in tables[spot]}
        for number in sorted(items, key=int):
            if number not in found:
                raise BadData(f"{who}, result: item {number} in {name} cannot be found in '{scenario}'.")
    for table in tables.values():
        check_table(table, who)


def check_table(table: list[tuple[str, Find]], who: str) -> None:
    """Each column of the table of one hex covers the rolls of the dice."""
    columns = sorted({find.points for _, find in table})
    name, scenario = table[0][1].hex, table[0][1].scenario
    if columns[0] != 0:
        raise BadData(f"{who}, points: the table of {name} in '{scenario}' has no column from 0 points on.")
    for points in columns:
        rows = sorted(
            ((line, find) for line, find in table if find.points == points), key=lambda row: row[1].least
        )
        last = bands(rows, lambda find: (find.least, find.most), DICE[0])
        if last != DICE[1]:
            raise BadData(f"{rows[-1][0]}, most: it must be {DICE[1]}, the highest roll, not {last}.")


def check_awards(library: Library, who: str) -> None:
    """What gives victory points is known, and all that the rules score is there."""
    grounds = hexes(library)
    for line, award in csv_rows(library.awards, who):
        if award.scenario:
            one_of(award.scenario, ids(library.scenarios), f"{line}, scenario")
        within(award.points, 0, MOST, f"{line}, points")
        wanted = award.kind not in UNNAMED
        if wanted != bool(award.what):
            raise BadData(f"{line}, what: '{award.kind}' {'needs one' if wanted else 'has none'}.")
        for name in (*award.what, *([award.besides] if award.besides else [])):
            if award.kind in ("ruin", "stands", "passed", "held") or name == award.besides:
                hex_in(name, grounds, f"{line}, what")
            elif award.kind in ("ruins", "csp_in"):
                one_of(name, ids(library.groups), f"{line}, what")
            elif award.kind == "dead":
                one_of(name, ids(library.characters), f"{line}, what")
            else:
                one_of(name, ids(library.items), f"{line}, what")
    all_of({award.kind for award in library.awards if not award.scenario}, UNNAMED, who, "kind")
