"""Positions of Six Winters for tests: a bare map at the action step, characters where one wants them, dice,
assets and obstacles as told, rolls that fall as told.

    state = table("keel", "thea")
    stand(state, "keel", "parisas_glen")
    give(state, "keel", 1, 2, 3, 5)
    lay(state, "parisas_glen", "technology-2")
    obstacle(state, "remote_influence", "parisas_glen", progress=3, hindrance=2)
    dice(monkeypatch, 5, 1)
    do(state, "stash(keel,workshop,technology-2)", "overcome(keel,remote_influence)")

What is put somewhere comes from where it is out of play, and dice come from the supply, so the counts stay
true: `sound` checks them.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fimbul.core import Event, Illegal, Rng, Step, Told
from fimbul.games.six_winters import GAME
from fimbul.games.six_winters.events import Rolled
from fimbul.games.six_winters.library.index import book_of
from fimbul.games.six_winters.library.load import house_library, load_map
from fimbul.games.six_winters.library.maps import check_map, own_cells
from fimbul.games.six_winters.library.rows import Cell, Library
from fimbul.games.six_winters.model import Building, Person, Standing
from fimbul.games.six_winters.rules.activation import Activation, Threaten
from fimbul.games.six_winters.rules.dice import ACTION, CODES, KINDS, kind_of, names
from fimbul.games.six_winters.rules.story import scene
from fimbul.games.six_winters.state import SixWintersState

EMPTY = -1
QUIET = ("ready", "no", "done", "stay", "leave", "no_action")


# ---- beginning


def begin(
    *characters: str,
    seats: int | None = None,
    seed: int = 1,
    scenario: str = "order_of_the_blue_robe",
    **options: Any,
) -> SixWintersState:
    """A session that has just been opened: the first question of its start is asked.  Without characters
    they are chosen at the table."""
    given: dict[str, Any] = {"mode": "session", "scenario": scenario, **options}
    if characters:
        given["characters"] = characters
    if any(card.id in characters and not card.unlocked for card in book_of(None).characters):
        given.setdefault("all_characters", True)
    state = GAME.new(seats=seats or len(characters) or 1, options=given, seed=seed)
    assert isinstance(state, SixWintersState)
    return state


def to_actions(state: SixWintersState, place: str = "parisas_glen") -> SixWintersState:
    """Answer what is asked before the first turn: no starting assets, everybody starts at a place, otherwise
    the first answer."""
    while asked(state) != "Acting":
        seat = state.to_act[0]
        choices = state.legal(seat)
        wanted = [a for a in choices if verb(a) in QUIET or str(a).endswith(f",{place})")]
        state.play((wanted or choices)[0], seat)
    return state


def table(
    *characters: str,
    seats: int | None = None,
    seed: int = 1,
    scenario: str = "order_of_the_blue_robe",
    **options: Any,
) -> SixWintersState:
    """A session at the action step of its first turn, everybody at Parisa's Glen with full movement.  Nothing
    else is there: no dice anywhere, nobody has action dice, no obstacle is in play, no asset is staged or
    completed.  Skills are the printed ones in every year.  `seats=1` with two characters is solo."""
    chosen = characters or ("thea", "fuscus")
    state = to_actions(begin(*chosen, seats=seats, seed=seed, scenario=scenario, **options))
    for place in range(len(state.dice)):
        for code in state.dice[place]:
            state.supply[kind_of(code)] += 1
        state.dice[place] = ()
    for person in state.people:
        state.supply[ACTION] += len(person.dice)
        person.dice = []
        person.skills = list(state.book.characters[person.character].skills)
        state.asset_deck = person.completed + state.asset_deck
        person.completed = []
    for standing in state.standing:
        if state.book.obstacles[standing.obstacle].year:
            state.obstacle_deck.insert(0, standing.obstacle)
    state.standing = []
    state.asset_deck = state.staged + state.asset_deck
    state.staged = []
    return state


def read_map(path: Path, library: Library | None = None) -> tuple[Cell, ...]:
    """The cells of a map file, checked (S163)."""
    library = house_library() if library is None else library
    cells = own_cells(load_map(path), library)
    check_map(cells, library, str(path))
    return cells


# ---- what is where


def person(state: SixWintersState, character: str) -> Person:
    """A character in the session."""
    return state.people[state.person(character)]


def place_number(state: SixWintersState, location: str) -> int:
    """The number of a location."""
    return state.book.location[location]


def where(state: SixWintersState, character: str) -> str:
    """Where a character is."""
    return state.book.locations[person(state, character).place].id


def lying(state: SixWintersState, location: str) -> tuple[str, ...]:
    """The resource dice at a location, as they are written."""
    return names(state.dice[place_number(state, location)])


def holds(state: SixWintersState, character: str) -> list[int]:
    """The unspent action dice of a character, low first."""
    return sorted(person(state, character).dice)


def box(state: SixWintersState, character: str, card: str) -> tuple[str, ...]:
    """The dice that are stashed or carried on a card."""
    return names(code for code in person(state, character).boxes.get(card, ()) if code != EMPTY)


def slots(state: SixWintersState, character: str, asset: str) -> tuple[str | None, ...]:
    """The dice on the slots of an asset in progress; None where there is none."""
    number = state.book.asset[asset]
    found = next(b for b in person(state, character).building if b.asset == number)
    return tuple(None if code == EMPTY else names([code])[0] for code in found.dice)


def completed(state: SixWintersState, character: str) -> list[str]:
    """The completed assets of a character."""
    return [state.book.assets[asset].id for asset in person(state, character).completed]


def staged(state: SixWintersState) -> list[str]:
    """The staged assets."""
    return [state.book.assets[asset].id for asset in state.staged]


def in_play(state: SixWintersState, name: str) -> tuple[str, int, int] | None:
    """Where an obstacle is, with its progress and hindrance; None if it is not in play."""
    number = state.book.obstacle[name]
    for standing in state.standing:
        if standing.obstacle == number:
            return state.book.locations[standing.place].id, standing.progress, standing.hindrance
    return None


def pile(state: SixWintersState, name: str) -> list[str]:
    """A pile of obstacles, bottom first: obstacle_deck, discard, hindered, face_up, burned."""
    return [state.book.obstacles[card].id for card in getattr(state, name)]


def overcome_by(state: SixWintersState, character: str) -> list[str]:
    """The obstacles that a character has overcome."""
    return [state.book.obstacles[card].id for card in person(state, character).overcome]


def supply(state: SixWintersState, kind: str) -> int:
    """How many dice of a kind are in the supply."""
    return state.supply[KINDS.index(kind)]


def threats(state: SixWintersState, location: str) -> int:
    """The threat tokens at a location."""
    return state.threats[place_number(state, location)]


def sound(state: SixWintersState) -> None:
    """All dice are somewhere, and no card is in two places."""
    out = [code for place in state.dice for code in place]
    for someone in state.people:
        out += [ACTION * 6] * len(someone.dice)
        out += [code for boxes in someone.boxes.values() for code in boxes if code != EMPTY]
        out += [code for begun in someone.building for code in begun.dice if code != EMPTY]
    for kind, name in enumerate(KINDS):
        every = state.options.action_dice if kind == ACTION else state.options.resource_dice
        assert state.supply[kind] + sum(kind_of(code) == kind for code in out) == every, name
    cards = [*state.asset_deck, *state.staged, *state.archive]
    foes = [*state.obstacle_deck, *state.discard, *state.hindered, *state.face_up, *state.burned]
    foes += [standing.obstacle for standing in state.standing]
    for someone in state.people:
        cards += [*someone.completed, *someone.played_assets, *(begun.asset for begun in someone.building)]
        foes += [*someone.overcome, *someone.played_obstacles]
    assert len(set(cards)) == len(cards)
    assert len(set(foes)) == len(foes)


# ---- putting things somewhere


def stand(state: SixWintersState, character: str, location: str, moves: int | None = None) -> None:
    """Put a character somewhere; nothing follows from it."""
    someone = person(state, character)
    someone.place = place_number(state, location)
    if moves is not None:
        someone.moves = moves


def give(state: SixWintersState, character: str, *values: int) -> None:
    """Action dice for a character."""
    someone = person(state, character)
    someone.dice = sorted([*someone.dice, *values])
    state.supply[ACTION] -= len(values)
    assert state.supply[ACTION] >= 0, "there are not so many action dice"


def lay(state: SixWintersState, location: str, *dice: str) -> None:
    """Resource dice at a location: `sorcery-3`."""
    number = place_number(state, location)
    for name in dice:
        state.supply[kind_of(CODES[name])] -= 1
        assert state.supply[kind_of(CODES[name])] >= 0, f"no die for {name} is left"
    state.dice[number] = tuple(sorted([*state.dice[number], *(CODES[name] for name in dice)]))


def exhaust(state: SixWintersState, kind: str, location: str = "yearly_field") -> None:
    """The supply has no die of a kind left: they lie at a location.  Action dice are simply gone, and `sound`
    would miss them."""
    if kind == "action":
        state.supply[ACTION] = 0
        return
    lay(state, location, *[f"{kind}-1"] * supply(state, kind))


def stash(state: SixWintersState, character: str, card: str, *dice: str) -> None:
    """Dice in the boxes of a card, box by box, or carried on it."""
    person(state, character).boxes[card] = tuple(CODES[name] for name in dice)
    for name in dice:
        state.supply[kind_of(CODES[name])] -= 1


def unlock(state: SixWintersState, character: str, abilities: int) -> None:
    """So many abilities of a character are unlocked."""
    person(state, character).abilities = abilities


def take_asset(state: SixWintersState, asset: str) -> int:
    """The number of an asset, which leaves the deck, the archive or the staging area."""
    number = state.book.asset[asset]
    for cards in (state.asset_deck, state.archive, state.staged):
        if number in cards:
            cards.remove(number)
    return number


def stage(state: SixWintersState, *assets: str) -> None:
    """These assets are staged."""
    state.staged += [take_asset(state, asset) for asset in assets]


def start(state: SixWintersState, character: str, asset: str, *dice: str | None) -> None:
    """An asset is in progress, with these dice on its first slots (None: an empty slot)."""
    number = take_asset(state, asset)
    codes = [EMPTY if name is None else CODES[name] for name in dice]
    for code in codes:
        if code != EMPTY:
            state.supply[kind_of(code)] -= 1
    codes += [EMPTY] * (len(state.book.assets[number].slots) - len(codes))
    person(state, character).building.append(Building(number, tuple(codes)))


def finish(state: SixWintersState, character: str, *assets: str) -> None:
    """These assets are completed."""
    person(state, character).completed += [take_asset(state, asset) for asset in assets]


def take_obstacle(state: SixWintersState, name: str) -> int:
    """The number of an obstacle, which leaves whatever pile it is in."""
    number = state.book.obstacle[name]
    for cards in (state.obstacle_deck, state.discard, state.hindered, state.face_up):
        if number in cards:
            cards.remove(number)
    state.standing = [standing for standing in state.standing if standing.obstacle != number]
    return number


def obstacle(
    state: SixWintersState,
    name: str,
    location: str,
    progress: int | None = None,
    hindrance: int | None = None,
) -> None:
    """An obstacle is in play at a location, with its starting tokens unless told."""
    number = take_obstacle(state, name)
    card = state.book.obstacles[number]
    state.standing.append(
        Standing(
            number,
            place_number(state, location),
            card.progress if progress is None else progress,
            card.hindrance if hindrance is None else hindrance,
        )
    )


def beat(state: SixWintersState, character: str, *names_: str) -> None:
    """A character has overcome these obstacles."""
    person(state, character).overcome += [take_obstacle(state, name) for name in names_]


def next_obstacles(state: SixWintersState, *names_: str) -> None:
    """These obstacles are drawn next, the first one first."""
    for name in reversed(names_):
        state.obstacle_deck.append(take_obstacle(state, name))


def next_assets(state: SixWintersState, *assets: str) -> None:
    """These assets are drawn next, the first one first."""
    for asset in reversed(assets):
        state.asset_deck.append(take_asset(state, asset))


def discarded(state: SixWintersState, *names_: str) -> None:
    """These obstacles lie in the discard pile, the last one on top."""
    state.discard += [take_obstacle(state, name) for name in names_]


def produce(state: SixWintersState, location: str, level: int, resource: str | None = None) -> None:
    """A location produces on this level (0: it has no token)."""
    number = place_number(state, location)
    state.level[number] = level
    if resource is not None:
        state.makes[number] = state.book.resource[resource]


def settle(state: SixWintersState, location: str, row: int, column: int) -> None:
    """A location is on the map, with a base token of what it makes; its text about set-ups does nothing."""
    number = place_number(state, location)
    assert state.cells[row * 7 + column] < 0, "somebody lives there"
    state.cells[row * 7 + column] = number
    makes = state.book.locations[number].makes
    if makes:
        state.makes[number] = state.book.resource[makes]
        state.level[number] = 1


def threaten(state: SixWintersState, location: str, tokens: int = 1) -> None:
    """Threat tokens lie at a location; they come from the pool."""
    state.threats[place_number(state, location)] += tokens
    state.pool -= tokens


def wound(state: SixWintersState, character: str, track: str, *skills: str) -> None:
    """Conditions of a track, which lower these skills."""
    someone = person(state, character)
    kind = ("psyche", "body").index(track)
    someone.conditions += [(kind, state.book.skill[skill]) for skill in skills]


def empty_decks(state: SixWintersState) -> None:
    """No card can be drawn any more: new turns bring nothing."""
    state.obstacle_deck, state.discard, state.asset_deck, state.known = [], [], [], []


# ---- playing


def verb(action: object) -> str:
    """The verb of an action."""
    return str(action).partition("(")[0]


def asked(state: SixWintersState) -> str:
    """What the table asks: the name of the decision."""
    return type(state.decision).__name__


def seat_of(state: SixWintersState, text: str) -> int:
    """Who says this: the player of the character that it names, if asked; otherwise the first who is."""
    first = text.partition("(")[2].rstrip(")").partition(",")[0]
    for someone in state.people:
        if state.book.characters[someone.character].id == first and someone.seat in state.to_act:
            return someone.seat
    return state.to_act[0]


def do(state: SixWintersState, *actions: str, seat: int | None = None) -> list[Event]:
    """Play these actions, each by the player of the character that it names unless told; all that
    happened."""
    events: list[Event] = []
    for text in actions:
        events += state.play(GAME.parse(text), seat_of(state, text) if seat is None else seat)
    return events


def legal(state: SixWintersState, kind: str = "", seat: int | None = None) -> set[str]:
    """The notation of all legal actions, of all who are to act unless told; only of one verb, if named."""
    seats = state.to_act if seat is None else (seat,)
    every = {str(action) for who in seats for action in state.legal(who)}
    return {text for text in every if not kind or verb(text) == kind}


def refuses(state: SixWintersState, action: str, rule: str, seat: int | None = None) -> Illegal:
    """An action is refused by a rule, and nothing changes."""
    before = state.fingerprint()
    with pytest.raises(Illegal) as refusal:
        state.play(GAME.parse(action), seat_of(state, action) if seat is None else seat)
    assert refusal.value.rule == rule, str(refusal.value)
    assert state.fingerprint() == before
    return refusal.value


def end(state: SixWintersState) -> list[Event]:
    """All players end their actions: the refresh and the other steps come, up to the first question."""
    events: list[Event] = []
    while asked(state) == "Acting" and state.outcome is None:
        turn = state.turn
        events += do(state, "end", seat=state.to_act[0])
        if state.turn != turn:
            break
    return events


def next_turn(state: SixWintersState) -> list[Event]:
    """The turn ends; whatever is asked is declined or answered with the first choice, until the next action
    step (or the end of the session)."""
    events = end(state)
    while state.outcome is None and asked(state) != "Acting":
        seat = state.to_act[0]
        choices = state.legal(seat)
        quiet = [action for action in choices if verb(action) in QUIET]
        events += state.play((quiet or choices)[0], seat)
    return events


def dice(monkeypatch: pytest.MonkeyPatch, *values: int, then: int = 1) -> None:
    """All dice that are rolled fall like this, in this order; after them all show `then`.  That goes for
    resource and action dice, stress dice, threat rolls and the end of a season."""
    left: Iterator[int] = iter(values)
    monkeypatch.setattr(Rng, "die", lambda self, sides=6: next(left, then))


def happen(state: SixWintersState, *steps: Step[Any]) -> list[Event]:
    """These steps happen now, up to the first question; then the table asks what it asked before."""
    events: list[Event] = []
    state.push(*steps)
    state.settle(events)
    return events


def activate(state: SixWintersState) -> list[Event]:
    """All obstacles in play activate, as in the fourth step of a turn."""
    return happen(state, Activation())


def to_scene(state: SixWintersState, number: int, *, row: int = 2, column: int = 2) -> None:
    """A scene, counted from 1, lies at its location, and everybody is there; a location that is not on the
    map comes to this cell."""
    state.scene = number - 1
    location = scene(state).location
    if place_number(state, location) not in state.cells:
        settle(state, location, row, column)
    state.scene_place = place_number(state, location)
    for someone in state.people:
        someone.place = state.scene_place


def stress_rolls(events: list[Event]) -> list[tuple[str, ...]]:
    """The stress dice that were rolled, roll by roll: `body 5`."""
    return [event.dice for event in events if isinstance(event, Rolled) and event.who == "Stress"]


def rush(state: SixWintersState, *until: str) -> list[Event]:
    """Decline whatever is asked or give the first answer, until one of these questions, the action step or
    the end of the session."""
    events: list[Event] = []
    while state.outcome is None and asked(state) not in (*until, "Acting"):
        seat = state.to_act[0]
        choices = state.legal(seat)
        quiet = [action for action in choices if verb(action) in QUIET]
        events += state.play((quiet or choices)[0], seat)
    return events


def told(events: list[Event]) -> list[str]:
    """The sentences of what happened."""
    return [event.text for event in events if isinstance(event, Told)]


def threat_roll(
    state: SixWintersState, monkeypatch: pytest.MonkeyPatch, face: int, location: str = "whitehold"
) -> list[Event]:
    """A threat goes to a location and leaves one token in the pool; its roll shows this face."""
    state.pool = 2
    dice(monkeypatch, face)
    return happen(state, Threaten(place_number(state, location)))
