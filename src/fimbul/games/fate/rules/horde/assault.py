"""The monsters attack (G78, G79, G85 to G93)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Decision, Event, Question, Step
from fimbul.core.wording import capital
from fimbul.games.fate.actions import Assault, Face
from fimbul.games.fate.events import Assaulted
from fimbul.games.fate.model import COVER, HIT, OFF, RUNE, Cast
from fimbul.games.fate.rules import damage, defence, dice, places
from fimbul.games.fate.rules.horde.march import in_range

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


class Onslaught(Step["FateState"], frozen=True, tag=True):
    """All monsters attack that can, some of them more than once."""

    def run(self, state: FateState, events: list[Event]) -> None:
        kinds, kind = state.kinds, state.kind
        pending = tuple(
            monster
            for monster, node in enumerate(state.where)
            if node >= 0
            for _ in range(kinds[kind[monster]].attacks)
        )
        state.push(Assaults(pending))


def preys(state: FateState, monster: int) -> list[int]:
    """The heroes that a monster can attack."""
    node = state.where[monster]
    if node == OFF:
        return []
    kind = state.kinds[state.kind[monster]]
    if kind.gaze:
        return list(range(len(state.heroes)))
    return in_range(state, node, kind.range)


class Assaults(Step["FateState"], frozen=True, tag=True):
    """One monster after the other attacks, in the order that the players choose where that can matter."""

    pending: tuple[int, ...]

    def run(self, state: FateState, events: list[Event]) -> None:
        able = [(monster, heroes) for monster in self.pending if (heroes := preys(state, monster))]
        if not able:
            return
        pending = tuple(monster for monster, _ in able)
        first = pending[0]
        if len(set(pending)) > 1 and matters(state, able):
            state.push(Choosing(tuple(range(len(state.heroes))), pending))
        else:
            state.push(Lunge(first), Assaults(pending[1:]))


def matters(state: FateState, able: list[tuple[int, list[int]]]) -> bool:
    """Whether the order of the attacks can matter (G79).

    It can where there is a choice of targets, or a hero who can answer; and where one of several attackers
    gazes: she reaches a hero whom another has knocked out, even at home.
    """
    seats: set[int] = set()
    for monster, heroes in able:
        if len(heroes) > 1 or state.kinds[state.kind[monster]].gaze:
            return True
        seats.update(heroes)
    return any(answerable(state, seat) for seat in seats)


def answerable(state: FateState, seat: int) -> bool:
    """Whether a hero has a card that could prevent damage or strike back."""
    kit, hero = state.kit(seat), state.heroes[seat]
    if kit.powers.after_attacked_damage:
        return True
    for when in ("prevent", "attacked"):
        for way in kit.uses.get(when, ()):
            id, use = state.book.sides[way.side].id, way.use
            worn = use.wear and hero.wear.get(id, 0) >= state.book.sides[way.side].face.durability
            if not worn and hero.mana.get(id, 0) >= use.mana:
                return True
    events = state.book.events
    return any(events[card].use.when in ("prevent", "attacked") for card in hero.hand)


class Choosing(Decision["FateState", Assault], frozen=True, tag=True):
    """Which monster attacks next; any player may say."""

    pending: tuple[int, ...]

    rule = "G79"
    otherwise = "Choose a monster that can attack and has not yet."

    def question(self, state: FateState, seat: int) -> Question:
        anybody = "Any of you may choose" if len(self.seats) > 1 else "Choose"
        return Question(
            text=f"{anybody} the monster that attacks next.",
            watching="The heroes choose the monster that attacks next.",
            about=tuple(f"monster:{monster}" for monster in dict.fromkeys(self.pending)),
            facts=dice.casts(state),
        )

    def actions(self, state: FateState, seat: int) -> list[Assault]:
        xy, where = state.land.xy, state.where
        return [Assault(*xy[where[monster]]) for monster in dict.fromkeys(self.pending)]

    def take(self, state: FateState, action: Assault, seat: int, events: list[Event]) -> None:
        monster = state.monster_at(action.x, action.y)
        left = list(self.pending)
        left.remove(monster)
        state.push(Lunge(monster), Assaults(tuple(left)))


class Lunge(Step["FateState"], frozen=True, tag=True):
    """A monster attacks: it, or the players, choose whom."""

    monster: int

    def run(self, state: FateState, events: list[Event]) -> None:
        kind = state.kinds[state.kind[self.monster]]
        heroes = preys(state, self.monster)
        if kind.gaze:
            state.push(*(defence.Suffer(seat, kind.gaze, self.monster, kind.the, True) for seat in heroes))
        elif len(heroes) > 1:
            state.push(Facing(tuple(range(len(state.heroes))), self.monster))
        elif heroes:
            assault(state, self.monster, heroes[0], events)


class Facing(Decision["FateState", Face], frozen=True, tag=True):
    """Which hero a monster attacks; any player may say (G79)."""

    monster: int

    rule = "G79"
    otherwise = "Choose a hero that this monster can attack."

    def question(self, state: FateState, seat: int) -> Question:
        whom = state.whom(self.monster)
        anybody = "Any of you may choose" if len(self.seats) > 1 else "Choose"
        return Question(
            text=f"{anybody} a hero for the attack of {whom}.",
            watching=f"The heroes choose whom {whom} attacks.",
            about=state.about(self.monster),
            facts=dice.casts(state),
            labels=(("face", f"{capital(state.target_name(self.monster))} attacks {{}}"),),
        )

    def actions(self, state: FateState, seat: int) -> list[Face]:
        return [Face(other) for other in preys(state, self.monster)]

    def take(self, state: FateState, action: Face, seat: int, events: list[Event]) -> None:
        assault(state, self.monster, action.seat, events)


def monster_strength(state: FateState, monster: int) -> int:
    """How many dice a monster rolls (G51, G85, G92, G93)."""
    kinds, kind = state.kinds, state.kind
    own = kinds[kind[monster]]
    dice = own.strength + state.fury
    if own.scaled:
        dice = damage.health(state, monster) - state.hurt[monster] + state.fury
    if own.faction == "trollkin":
        support = max((kinds[kind[legend]].support for legend, _ in state.legends), default=0) or 1
        helpers = places.adjacent_monsters(state, state.where[monster])
        dice += support * sum(kinds[kind[helper]].faction == "trollkin" for helper in helpers)
    return dice


def rune_value(state: FateState, monster: int) -> int:
    """How many hits a rune is for a monster (G87, G90, G91)."""
    kinds, kind = state.kinds, state.kind
    own = kinds[kind[monster]]
    if own.rune_hits:
        return own.rune_hits
    if own.faction == "dead":
        return 1
    return int(any(kinds[kind[legend]].runes_for == own.faction for legend, _ in state.legends))


def assault(state: FateState, monster: int, seat: int, events: list[Event]) -> None:
    """A monster rolls against a hero (G78)."""
    faces = tuple(state.die() for _ in range(monster_strength(state, monster)))
    cover = state.land.forest[state.heroes[seat].node]
    hits = faces.count(HIT) + faces.count(RUNE) * rune_value(state, monster)
    if not cover:
        hits += faces.count(COVER)
    name = state.kinds[state.kind[monster]].the
    events.append(Assaulted(monster=monster, name=name, seat=seat, hero=state.name(seat), dice=faces))
    runes = rune_value(state, monster) > 0
    struck = tuple(face == HIT or (face == COVER and not cover) or (face == RUNE and runes) for face in faces)
    dice.keep_cast(state, Cast(name, state.name(seat), faces, struck, hits))
    state.push(defence.Suffer(seat, hits, monster, name))
