"""Positions of Fate for tests: an empty map, heroes where one wants them, cards in play and in hand, dice
that fall as told.

    state = table("bjorn")
    stand(state, 9, 7)
    goblin = put(state, "goblin", 9, 6)
    give(state, "master_shot")
    dice(monkeypatch, "hit miss rune")
    do(state, "attack(9,6)", "play(master_shot)")
"""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.games.helpers import asked as asked
from tests.games.helpers import do as do
from tests.games.helpers import legal as legal
from tests.games.helpers import refuses as refuses

from fimbul.core import Event
from fimbul.games import game
from fimbul.games.fate.events import Assaulted, Rolled
from fimbul.games.fate.model import COVER, FREE, HIT, MISS, OFF, RUNE, Hero
from fimbul.games.fate.rules import places
from fimbul.games.fate.rules.horde import die
from fimbul.games.fate.state import FateState

FACES = {"miss": MISS, "rune": RUNE, "cover": COVER, "hit": HIT}
FATE = game("fate")


def table(*heroes: str, seed: int = 1, **options: Any) -> FateState:
    """A game with these heroes and all their cards, in Grimheim, without monsters and hands, at the first
    hero's turn."""
    chosen = heroes or ("bjorn",)
    state = FATE.new(seats=len(chosen), options={"heroes": chosen, "promos": True, **options}, seed=seed)
    assert isinstance(state, FateState)
    for monster, node in enumerate(state.where):
        if node >= 0:
            places.remove(state, monster)
    for hero in state.heroes:
        hero.deck = sorted(hero.deck + hero.hand)
        hero.hand = []
        # Heroes own many a quest that completes by itself: none is on top unless a test says so.
        hero.equipment.sort(key=lambda number: state.book.sides[number].quest.kind == "do")  # type: ignore[union-attr]
    return state


def hero_of(state: FateState, seat: int = 0) -> Hero:
    """A hero."""
    return state.heroes[seat]


def put(state: FateState, kind: str, x: int, y: int, hurt: int = 0) -> int:
    """A monster on the map; a legend comes with its card.  Its number."""
    number, node = state.book.kind_number[kind], state.land.at[x, y]
    assert state.at[node] == FREE, "somebody is there"
    monster = places.appear(state, number, node)
    state.hurt[monster] = hurt
    for card, horde in enumerate(state.book.cards):
        if horde.legend == number:
            state.legends.append((monster, card))
            state.deck(horde.deck).remove(card)
    return monster


def stand(state: FateState, x: int, y: int, seat: int = 0) -> None:
    """Put a hero somewhere; nothing follows from it."""
    places.set_hero(state, seat, state.land.at[x, y])


def give(state: FateState, *cards: str, seat: int = 0) -> None:
    """These events come from the deck to the hand."""
    hero = state.heroes[seat]
    for card in cards:
        number = state.event(seat, card)
        hero.deck.remove(number)
        hero.hand = sorted([*hero.hand, number])


def equip(state: FateState, *cards: str, seat: int = 0, level: int = 1) -> None:
    """These abilities and equipment cards come into play, at a level; the hero card and the starting ability
    can be turned over so."""
    hero, sides = state.heroes[seat], state.book.sides
    for card in cards:
        found = [s for s in sides if s.hero == hero.deck_number and s.id == card and s.level == level]
        assert found, f"no card {card} of level {level}"
        side = found[0]
        kept = tuple(
            n for n in hero.active if sides[n].id != card and not (side.main_weapon and sides[n].main_weapon)
        )
        for pile in (hero.abilities, hero.equipment):
            pile[:] = [number for number in pile if sides[number].id != card]
        hero.active = (*(n for n in hero.active if n in kept), side.number)
        if side.kind == 0:  # the hero card stays first
            hero.active = (side.number, *kept)
        if side.face.counters:
            hero.counters[card] = side.face.counters


def quest(state: FateState, card: str, seat: int = 0) -> None:
    """This equipment is on top of its pile: the current quest."""
    hero, sides = state.heroes[seat], state.book.sides
    number = next(n for n in hero.equipment if sides[n].id == card)
    hero.equipment.remove(number)
    hero.equipment.append(number)
    hero.progress = 0


def owns(state: FateState, card: str, seat: int = 0) -> bool:
    """Whether a card is in play."""
    return card in state.kit(seat).cards


def holds(state: FateState, card: str, seat: int = 0) -> int:
    """How many copies of an event are in a hand."""
    return state.heroes[seat].hand.count(state.event(seat, card))


def end_turn(state: FateState) -> list[Event]:
    """End the turn and decline whatever is asked, until a hero's turn (or the end of the game)."""
    events = do(state, "end")
    while state.outcome is None and asked(state) != "Acting":
        seat = state.to_act[0]
        choices = state.legal(seat)
        quiet = [a for a in choices if str(a) in ("no", "done", "keep", "stop")]
        events += state.play((quiet or choices)[0], seat)
    return events


def to_monsters(state: FateState) -> list[Event]:
    """End the turns of all heroes, declining upgrades, draws and cycling, up to the first question of the
    monster turn, or to the next hero's turn if it asks nothing."""
    events: list[Event] = []
    for _ in state.heroes:
        events += do(state, "end")
        while asked(state) in ("Upgrading", "Room", "Cycling"):
            events += do(state, "keep" if asked(state) == "Room" else "no")
    return events


def dice(monkeypatch: pytest.MonkeyPatch, faces: str, *, then: str = "miss") -> None:
    """The attack dice fall like this, in this order; after them all fall like `then`."""
    left: Iterator[int] = iter([FACES[face] for face in faces.split()])
    monkeypatch.setattr(FateState, "die", lambda self: next(left, FACES[then]))


def monster_die(monkeypatch: pytest.MonkeyPatch, face: str) -> None:
    """The monster die always shows this face (with the option `monster_die` on)."""
    monkeypatch.setattr(die, "roll_monster_die", lambda state: face)


def alive(state: FateState, monster: int) -> bool:
    """Whether a monster is on the map."""
    return state.where[monster] != OFF


def at(state: FateState, monster: int) -> tuple[int, int]:
    """Where a monster is."""
    return state.land.xy[state.where[monster]]


def where(state: FateState, seat: int = 0) -> tuple[int, int]:
    """Where a hero is."""
    return state.land.xy[state.heroes[seat].node]


def night(state: FateState) -> list[Event]:
    """All heroes end their turns and the monsters have theirs; whatever is asked is declined."""
    events: list[Event] = []
    for _ in state.heroes:
        if state.outcome is None:
            events += end_turn(state)
    return events


def assaults(events: list[Event]) -> list[tuple[str, int, int]]:
    """The attacks of monsters among what happened: who, on which seat, with how many dice."""
    return [(e.name.removeprefix("the "), e.seat, len(e.dice)) for e in events if isinstance(e, Assaulted)]


def next_card(state: FateState, deck: str, *names: str) -> None:
    """These monster cards are drawn next, the first one first."""
    pile = state.deck(deck)
    for name in reversed(names):
        card = next(number for number in pile if state.book.cards[number].name == name)
        pile.remove(card)
        pile.append(card)


def tame(state: FateState) -> None:
    """All cards that are drawn from now on are Rest: none of them can answer anything by chance."""
    for seat, hero in enumerate(state.heroes):
        hero.deck = [state.event(seat, "rest")] * 10
        hero.discard = []


def brawl(state: FateState) -> list[Event]:
    """The monsters' turn comes, with tame decks, up to its first question."""
    tame(state)
    return to_monsters(state)


def thrown(events: list[Event]) -> list[int]:
    """How many dice heroes threw, roll by roll."""
    return [len(event.dice) for event in events if isinstance(event, Rolled)]
