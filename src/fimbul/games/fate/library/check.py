"""Whether a library is sound: what is wrong is said in one sentence that names the file, row and field."""

import re
from collections import Counter
from collections.abc import Iterator

import msgspec

from fimbul.core import BadData
from fimbul.core.grids import CLOCK
from fimbul.core.reading import entry, named, one_of, within
from fimbul.games.fate.library.cards import (
    ADJACENT,
    LEGEND,
    Ability,
    Act,
    AddDamage,
    AddDice,
    Damage,
    Draw,
    Effect,
    Equipment,
    EventCard,
    Face,
    Hail,
    HeroCard,
    HeroDeck,
    Prevent,
    Quest,
    Release,
    Repair,
    Reroll,
    Roll,
    StrikeBack,
    Use,
)
from fimbul.games.fate.library.rows import Area, Figures, Kind, Library, Place, Turn

HEROES = ("bjorn", "alva", "embla", "boldur")
TERRAINS = ("plains", "forest", "mountain", "lake", "town")
FACTIONS = ("trollkin", "firehorde", "dead", "wyrm")
BONUSES = ("damage", "mana", "gold")
BORDERS = ("red", "yellow")
DECKS = ("yellow", "red")  # also by the level of a legend
TRACKS = ("short", "long")
SOURCES = ("printed", "answered", "found", "unclear")  # answered: by the designers
TOWN = "grimheim"  # the location that is the town
SPOTS = ("town", "forest", "road")  # where a quest may be done, besides locations
STEPS = {hour: CLOCK[hour] for hour in range(1, 12, 2)}  # by clock hour
PLAYERS = 4
FEWEST_ABILITIES = 2
FEWEST_EVENTS = 5
MOST = 99  # no number is larger

# The moments at which an effect makes sense; all others are for one's own turn.
MOMENTS: dict[type[Effect], tuple[str, ...]] = {
    AddDamage: ("attack", "roll"),
    AddDice: ("attack", "roll"),
    Reroll: ("attack", "roll"),
    Release: ("attack",),
    Prevent: ("prevent",),
    StrikeBack: ("prevent", "attacked"),
    Draw: ("free", "prevent"),
    Damage: ("free", "monsters_moved"),
}


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


def numbers(value: object, path: str) -> Iterator[tuple[str, int]]:
    """All numbers in a struct, with the way to each."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from numbers(getattr(value, name), f"{path}.{name}" if path else name)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from numbers(item, f"{path}[{index}]")
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path, value


def sized(value: object, who: str) -> None:
    """No number is negative or very large."""
    for path, number in numbers(value, ""):
        within(number, 0, MOST, f"{who}, {path}")


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
        one_of(place.border, ("", *BORDERS), f"{line}, border")
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
        one_of(area.terrain, TERRAINS, f"{line}, terrain")
        one_of(area.location, ("", *places), f"{line}, location")
        one_of(area.bonus, ("", *BONUSES), f"{line}, bonus")
        one_of(area.source, SOURCES, f"{line}, source")
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
        one_of(turn.source, SOURCES, f"{line}, source")
        if turn.step != last[turn.track] + 1:
            raise BadData(f"{line}, step: it must be {last[turn.track] + 1}, not {turn.step} (G13).")
        last[turn.track] = turn.step
    for track, steps in last.items():
        if steps < 2:
            raise BadData(f"{who}, track: '{track}' needs 2 steps at least, and has {steps} (G13).")


# ---- the heroes' decks


def check_hero(deck: HeroDeck, library: Library, who: str) -> None:
    """G11: a deck is whole, and every card of it is sound."""
    if not deck.source:
        raise BadData(f"{who}, source: it must say where the figures come from.")
    seen: set[str] = set()
    groups: tuple[tuple[str, tuple[HeroCard | Ability | Equipment | EventCard, ...]], ...] = (
        ("hero", (deck.hero,)),
        ("ability", deck.ability),
        ("equipment", deck.equipment),
        ("event", deck.event),
    )
    for group, cards in groups:
        for number, card in enumerate(cards, 1):
            label = "hero" if group == "hero" else entry(group, number, card)
            check_card(card, seen, library, f"{who}, {label}")
    if len(deck.ability) < FEWEST_ABILITIES:
        raise BadData(f"{who}, ability: there must be {FEWEST_ABILITIES} at least (G11).")
    events = sum(event.copies for event in deck.event)
    if events < FEWEST_EVENTS:
        raise BadData(f"{who}, event: there must be {FEWEST_EVENTS} cards at least, not {events} (G11).")
    for name, count in (
        ("ability", sum(ability.starting for ability in deck.ability)),
        ("equipment", sum(equipment.starting for equipment in deck.equipment)),
    ):
        if count != 1:
            raise BadData(f"{who}, {name}: one card must be starting, not {count} (G11).")


def check_card(
    card: HeroCard | Ability | Equipment | EventCard, seen: set[str], library: Library, who: str
) -> None:
    """One card."""
    named(card.id, f"{who}, id")
    if card.id in seen:
        raise BadData(f"{who}, id: '{card.id}' is there twice.")
    seen.add(card.id)
    if not card.name:
        raise BadData(f"{who}, name: it is empty.")
    sized(card, who)
    if isinstance(card, EventCard):
        within(card.copies, 1, MOST, f"{who}, copies")
        check_event(card, f"{who}, use")
        return
    if isinstance(card, Equipment):
        within(card.copies, 1, 1 if card.starting else MOST, f"{who}, copies")
        within(card.promo, 0, 0 if card.starting else card.copies, f"{who}, promo")
        check_face(card.face, f"{who}, face")
        if card.starting and card.quest:
            raise BadData(f"{who}, quest: a starting card has none (G40).")
        if not card.starting:
            if card.quest is None:
                raise BadData(f"{who}, quest: it is missing (G40).")
            check_quest(card.quest, library, f"{who}, quest")
        return
    for index, face in enumerate(card.levels):
        check_face(face, f"{who}, levels[{index}]")
        if face.durability:
            raise BadData(f"{who}, levels[{index}].durability: only equipment wears (G30).")
        if isinstance(card, HeroCard):
            within(face.health, 1, MOST, f"{who}, levels[{index}].health")
            within(face.move, 1, MOST, f"{who}, levels[{index}].move")
        elif face.move:
            raise BadData(f"{who}, levels[{index}].move: only a hero card has it (G21).")


def check_face(face: Face, who: str) -> None:
    """One side of a card in play."""
    if not face.text:
        raise BadData(f"{who}.text: it is empty.")
    if face.powers.wages and not face.counters:
        raise BadData(f"{who}.powers.wages: the card comes with no counters.")
    options = [use.option for use in face.uses]
    for index, use in enumerate(face.uses):
        path = f"{who}.uses[{index}]"
        if len(options) > 1 and (not use.option or options.count(use.option) > 1):
            raise BadData(f"{path}.option: each use of a card needs a name of its own.")
        if (use.mana or use.most_mana) and not (face.mana or face.powers.runes_charge):
            raise BadData(f"{path}.mana: this card never gets mana (G31).")
        if use.wear > face.durability:
            raise BadData(f"{path}.wear: the durability of this card is {face.durability} (G30).")
        if use.counter > face.counters:
            raise BadData(f"{path}.counter: the card comes with {face.counters} counters.")
        for number, effect in enumerate(use.effects):
            if isinstance(effect, Release) and not face.powers.stores:
                raise BadData(f"{path}.effects[{number}].do: nothing is stored on this card.")
            if isinstance(effect, Repair) and effect.cards == "this" and not face.durability:
                raise BadData(f"{path}.effects[{number}].cards: this card does not wear (G30).")
        check_use(use, path)


def check_event(card: EventCard, who: str) -> None:
    """What an event says (G32)."""
    if not card.text:
        raise BadData(f"{who.removesuffix('use')}text: it is empty.")
    for name in ("mana", "most_mana", "wear", "counter"):
        if getattr(card.use, name):
            raise BadData(f"{who}.{name}: an event holds nothing that it could pay with (G32).")
    for number, effect in enumerate(card.use.effects):
        if isinstance(effect, Release) or (isinstance(effect, Repair) and effect.cards == "this"):
            raise BadData(f"{who}.effects[{number}].do: an event is not in play (G32).")
    check_use(card.use, who)


def check_use(use: Use, who: str) -> None:
    """Costs and effects of a use fit each other and its moment."""
    if use.option:
        named(use.option, f"{who}.option")
    if use.most_mana and use.most_mana <= use.mana:
        raise BadData(f"{who}.most_mana: it must be more than mana, which is {use.mana}.")
    if use.adjacent and use.when not in ("prevent", "attacked"):
        raise BadData(f"{who}.adjacent: nobody attacks at the moment '{use.when}'.")
    if use.action and use.when not in ("free", "roll", "attack"):
        raise BadData(f"{who}.action: actions are spent in one's own turn, not at '{use.when}' (G28).")
    if not use.effects:
        raise BadData(f"{who}.effects: there must be one at least.")
    for number, effect in enumerate(use.effects):
        path = f"{who}.effects[{number}]"
        if use.when not in MOMENTS.get(type(effect), ("free",)):
            raise BadData(f"{path}.do: this cannot be done at the moment '{use.when}'.")
        check_effect(effect, use, path)


def check_effect(effect: Effect, use: Use, who: str) -> None:
    """One effect by itself."""
    found = dict(numbers(effect, ""))
    own = [amount for name, amount in found.items() if not name.startswith("target")]
    if own and not any(own) and not isinstance(effect, Repair):
        raise BadData(f"{who}.do: the effect does nothing.")
    if isinstance(effect, Damage | Hail) and not use.most_mana:
        name, amount = (
            ("amount", effect.amount) if isinstance(effect, Damage) else ("monsters", effect.monsters)
        )
        if amount == "x":
            raise BadData(f"{who}.{name}: 'x' stands for mana, and this use has no most_mana.")
    if isinstance(effect, Roll):
        within(effect.dice, 1, MOST, f"{who}.dice")
        within(effect.monsters, 1, MOST, f"{who}.monsters")
    if isinstance(effect, Act) and not effect.actions:
        raise BadData(f"{who}.actions: there must be one at least (G27).")
    if isinstance(effect, Repair) and bool(effect.amount) != (effect.cards in ("near", "each")):
        raise BadData(f"{who}.amount: 'near' and 'each' have an amount, 'one' and 'this' have none.")
    if isinstance(effect, Draw) and effect.cards and effect.up_to:
        raise BadData(f"{who}.up_to: it cannot stand beside cards.")
    target = getattr(effect, "target", ADJACENT)
    if not target.ranks:
        raise BadData(f"{who}.target.ranks: there must be one at least (G84).")
    for index, rank in enumerate(target.ranks):
        within(rank, 1, LEGEND, f"{who}.target.ranks[{index}]")


def check_quest(quest: Quest, library: Library, who: str) -> None:
    """A quest can be completed (G40 to G45)."""
    if not quest.text:
        raise BadData(f"{who}.text: it is empty.")
    if quest.where:
        places = tuple(place.id for place in library.places if place.id != TOWN)
        one_of(quest.where, (*SPOTS, *places), f"{who}.where")
    monsters = tuple(kind.id for kind in library.monsters)
    if quest.place:
        one_of(quest.place, monsters, f"{who}.place")
    if bool(quest.place) != bool(quest.places):
        raise BadData(f"{who}.places: place and places go together.")
    for kill in quest.kills:
        one_of(kill, ("rank1", "rank2", "rank3", *FACTIONS, *monsters), f"{who}.kills")
    if quest.forgo and not quest.kills:
        raise BadData(f"{who}.forgo: nothing is killed in this quest (G44).")
    if quest.kind == "kill" and not quest.kills:
        raise BadData(f"{who}.kills: it says of nothing that it must be killed (G44).")
    if (quest.kind == "progress") != bool(quest.count) or bool(quest.count) != bool(quest.of):
        raise BadData(f"{who}.count: a quest of progress has count and of, and no other has (G45).")
    if quest.staying and quest.kind != "enter":
        raise BadData(f"{who}.staying: only a quest of entering can have it (G43).")
    if quest.kind == "enter" and not quest.where:
        raise BadData(f"{who}.where: it is missing (G43).")
    if quest.kind == "end_move" and not (quest.where or quest.mountains or quest.monsters):
        raise BadData(f"{who}.where: there must be where, mountains or monsters (G43).")
    if quest.kind == "do" and not (quest.action or quest.gold or quest.discard or quest.place):
        raise BadData(f"{who}.action: there must be action, gold, discard or place (G41, G42).")
    if quest.kind != "do" and (quest.action or quest.gold or quest.discard):
        raise BadData(f"{who}.kind: only 'do' spends anything, not '{quest.kind}' (G41, G42).")
