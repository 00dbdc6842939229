"""Effects that are aimed at monsters, and monsters that are moved (G50, G55, G61)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fimbul.core import Decision, Event, Question, Step
from fimbul.core.wording import closed, headed
from fimbul.games.fate.actions import At, Done
from fimbul.games.fate.events import Held, Marked
from fimbul.games.fate.library import cards
from fimbul.games.fate.library.land import APART
from fimbul.games.fate.model import FREE, OFF
from fimbul.games.fate.rules import damage, entering, places, striking
from fimbul.games.fate.rules.operations import Do, operation

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


def targets(state: FateState, seat: int, target: cards.Target) -> list[int]:
    """The monsters that an effect may be aimed at."""
    hero, land = state.heroes[seat], state.land
    far, home = land.far[hero.node], land.home
    if target.reach == "adjacent":
        monsters = places.adjacent_monsters(state, hero.node)
    else:
        reach = APART if target.reach == "anywhere" else state.reach(seat)
        monsters = [monster for monster, node in enumerate(state.where) if node >= 0 and far[node] <= reach]
    kinds, kind, hurt = state.kinds, state.kind, state.hurt
    return [
        monster
        for monster in monsters
        if kinds[kind[monster]].rank in target.ranks
        and not (target.undamaged and hurt[monster])
        and not (target.closer and home[state.where[monster]] >= home[hero.node])
        and not (target.left and damage.health(state, monster) - hurt[monster] > target.left)
    ]


class Aiming(Decision["FateState", At | Done], frozen=True, tag=True):
    """At which monster an effect is aimed; `hit` are those that it has been aimed at before."""

    card: int
    place: int
    part: int
    x: int
    left: int = 1
    hit: tuple[int, ...] = ()

    rule = "G50"
    otherwise = "Choose a monster that the card can be aimed at."

    def question(self, state: FateState, seat: int) -> Question:
        card = state.book.name(self.card)
        more = f"; {self.left} in all" if self.left > 1 else ""
        return Question(
            text=closed(f"Choose a monster for {card}{more}"),
            watching=closed(f"{state.name(seat)} chooses a monster for {card}{more}"),
            about=(f"hero:{seat}",),
            labels=(("at", headed(card, "{}")), ("done", "Aim at no more")),
        )

    def actions(self, state: FateState, seat: int) -> list[At | Done]:
        effect = state.book.effect(self.card, self.place, self.part)
        xy, where = state.land.xy, state.where
        monsters = aims(state, seat, effect)
        found: list[At | Done] = [At(*xy[where[monster]]) for monster in monsters if monster not in self.hit]
        if self.hit and isinstance(effect, cards.Roll):
            found.append(Done())
        return found

    def take(self, state: FateState, action: At | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Done):
            return
        monster = state.monster_at(action.x, action.y)
        effect = state.book.effect(self.card, self.place, self.part)
        if self.left > 1:
            state.push(
                Again(seat, self.card, self.place, self.part, self.x, self.left - 1, (*self.hit, monster))
            )
        AIMED[type(effect)](state, seat, effect, self.x, monster, events)


class Again(Step["FateState"], frozen=True, tag=True):
    """An effect is aimed at another monster, if there is one."""

    seat: int
    card: int
    place: int
    part: int
    x: int
    left: int
    hit: tuple[int, ...]

    def run(self, state: FateState, events: list[Event]) -> None:
        effect = state.book.effect(self.card, self.place, self.part)
        if set(aims(state, self.seat, effect)) - set(self.hit):
            state.push(Aiming((self.seat,), self.card, self.place, self.part, self.x, self.left, self.hit))


IN_RANGE = cards.Target(reach="range")


def aims(state: FateState, seat: int, effect: Any) -> list[int]:
    """The monsters that this effect may be aimed at."""
    if isinstance(effect, cards.Hail):
        return targets(state, seat, IN_RANGE)
    found = targets(state, seat, effect.target)
    if isinstance(effect, cards.Trade) and not state.kit(seat).powers.climbs:
        land, where = state.land, state.where
        found = [monster for monster in found if land.heroes_enter[where[monster]]]
    if isinstance(effect, cards.Mark):
        found = [monster for monster in found if not state.prey[monster]]
    if isinstance(effect, cards.Hold):
        found = [monster for monster in found if monster not in state.held]
    return found


def amount(value: cards.Amount, x: int) -> int:
    """A number of a card, where x is the mana that was paid."""
    return x if value == "x" else value


def aim_damage(
    state: FateState, seat: int, effect: cards.Damage, x: int, monster: int, events: list[Event]
) -> None:
    dealt = amount(effect.amount, x)
    if effect.in_forest is not None and state.land.forest[state.where[monster]]:
        dealt = effect.in_forest
    damage.deal(state, monster, dealt, seat, events, unpreventable=effect.unpreventable)


def aim_hail(
    state: FateState, seat: int, effect: cards.Hail, x: int, monster: int, events: list[Event]
) -> None:
    damage.deal(state, monster, 1, seat, events)


def aim_roll(
    state: FateState, seat: int, effect: cards.Roll, x: int, monster: int, events: list[Event]
) -> None:
    state.push(striking.Throw(seat, state.where[monster], effect.dice))


def aim_kill(
    state: FateState, seat: int, effect: cards.Kill, x: int, monster: int, events: list[Event]
) -> None:
    damage.kill(state, monster, seat, events)


def aim_kick(
    state: FateState, seat: int, effect: cards.Kick, x: int, monster: int, events: list[Event]
) -> None:
    if damage.deal(state, monster, effect.damage, seat, events) < 0:
        state.push(Shove(seat, monster, effect.steps))


def aim_trade(
    state: FateState, seat: int, effect: cards.Trade, x: int, monster: int, events: list[Event]
) -> None:
    node, was = state.where[monster], state.heroes[seat].node
    damage.deal(state, monster, effect.damage, seat, events)
    state.push(Swap(seat, monster, node, was))


class Swap(Step["FateState"], frozen=True, tag=True):
    """A hero trades places with a monster, or takes the place of a dead one (G61)."""

    seat: int
    monster: int
    node: int
    was: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if state.where[self.monster] != OFF:
            state.at[self.was] = FREE
            entering.advance(state, self.monster, self.was, events, "is moved")
        entering.enter(state, self.seat, self.node, events)


def aim_mark(
    state: FateState, seat: int, effect: cards.Mark, x: int, monster: int, events: list[Event]
) -> None:
    state.prey[monster] += effect.gold
    events.append(Marked(monster=monster, name=state.kinds[state.kind[monster]].the, gold=effect.gold))


def aim_hold(
    state: FateState, seat: int, effect: cards.Hold, x: int, monster: int, events: list[Event]
) -> None:
    state.held.append(monster)
    events.append(Held(monster=monster, name=state.kinds[state.kind[monster]].the))


AIMED: dict[type, Callable[..., None]] = {
    cards.Damage: aim_damage,
    cards.Hail: aim_hail,
    cards.Roll: aim_roll,
    cards.Kill: aim_kill,
    cards.Kick: aim_kick,
    cards.Trade: aim_trade,
    cards.Mark: aim_mark,
    cards.Hold: aim_hold,
}


# ---- moving monsters


def shoves(state: FateState, monster: int) -> list[int]:
    """Where a monster can be moved: free areas that it may enter, and Grimheim (G61)."""
    land, at = state.land, state.at
    return [near for near in land.steps[state.where[monster]] if not at[near]]


class Shove(Step["FateState"], frozen=True, tag=True):
    """A monster is moved so many areas, as far as there is room."""

    seat: int
    monster: int
    left: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if self.left and state.where[self.monster] != OFF and shoves(state, self.monster):
            state.push(Shoving((self.seat,), self.monster, self.left))


class Shoving(Decision["FateState", At], frozen=True, tag=True):
    """Where a monster is moved."""

    monster: int
    left: int

    rule = "G61"
    otherwise = "Choose a free area next to the monster that it may enter."

    def question(self, state: FateState, seat: int) -> Question:
        whom = state.target_name(self.monster)
        return Question(
            text=f"Choose where {whom} is moved.",
            watching=f"{state.name(seat)} chooses where {whom} is moved.",
            about=state.about(self.monster),
            labels=(("at", f"Move {whom} to {{}}"),),
        )

    def actions(self, state: FateState, seat: int) -> list[At]:
        return [At(*state.land.xy[node]) for node in shoves(state, self.monster)]

    def take(self, state: FateState, action: At, seat: int, events: list[Event]) -> None:
        state.push(Shove(seat, self.monster, self.left - 1))
        entering.advance(state, self.monster, state.land.at[action.x, action.y], events, "is moved")


# ---- all of them as operations


def can_aim(state: FateState, seat: int, effect: Any, card: int) -> bool:
    return bool(aims(state, seat, effect))


@operation(*AIMED, possible=can_aim)
def do_aim(state: FateState, do: Do, effect: Any, events: list[Event]) -> None:
    if isinstance(effect, cards.Hail):
        left = amount(effect.monsters, do.x)
    else:
        left = effect.monsters if isinstance(effect, cards.Roll) else 1
    state.push(Aiming((do.seat,), do.card, do.place, do.part, do.x, left))
