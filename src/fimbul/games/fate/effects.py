"""The operations of cards: whether one would do anything, and doing it (G29 to G32, G39, G61).

Each operation of `cards.py` has one function in `POSSIBLE` and one in `DOING`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Decision, Event, Step
from fimbul.games.fate import cards, deeds, drawing, fighting, moving, quests, suffering, tending
from fimbul.games.fate import turn as turns
from fimbul.games.fate.actions import Amount, At, Done, Tend
from fimbul.games.fate.events import Held, Marked
from fimbul.games.fate.land import APART

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState

THREE = 3  # mountain areas that make mining better


def targets(state: FateState, seat: int, target: cards.Target) -> list[int]:
    """The monsters that an effect may be aimed at."""
    hero, land = state.heroes[seat], state.land
    far, home = land.far[hero.node], land.home
    if target.reach == "adjacent":
        monsters = deeds.adjacent_monsters(state, hero.node)
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
        and not (target.left and deeds.health(state, monster) - hurt[monster] > target.left)
    ]


class Do(Step, frozen=True, tag=True):
    """One operation of a use."""

    seat: int
    card: int
    place: int
    part: int
    x: int

    def run(self, state: FateState, events: list[Event]) -> None:
        effect = state.book.effect(self.card, self.place, self.part)
        if possible(state, self.seat, effect, self.card, self.x):
            DOING[type(effect)](state, self, effect, events)


def possible(state: FateState, seat: int, effect: Any, card: int, x: int) -> bool:
    """Whether an operation would do anything (G39)."""
    return POSSIBLE[type(effect)](state, seat, effect, card)


# ---- aiming


class Aiming(Decision, frozen=True, tag=True):
    """At which monster an effect is aimed; `hit` are those that it has been aimed at before."""

    card: int
    place: int
    part: int
    x: int
    left: int = 1
    hit: tuple[int, ...] = ()

    rule: ClassVar[str] = "G50"
    otherwise: ClassVar[str] = "Choose a monster that the card can be aimed at."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        effect = state.book.effect(self.card, self.place, self.part)
        xy, where = state.land.xy, state.where
        monsters = aims(state, seat, effect)
        found: list[Any] = [At(*xy[where[monster]]) for monster in monsters if monster not in self.hit]
        if self.hit and isinstance(effect, cards.Roll):
            found.append(Done())
        return found

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if isinstance(action, Done):
            return
        monster = state.monster_at(action.x, action.y)
        effect = state.book.effect(self.card, self.place, self.part)
        if self.left > 1:
            state.push(
                Again(seat, self.card, self.place, self.part, self.x, self.left - 1, (*self.hit, monster))
            )
        AIMED[type(effect)](state, seat, effect, self.x, monster, events)


class Again(Step, frozen=True, tag=True):
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
    damage = amount(effect.amount, x)
    if effect.in_forest is not None and state.land.forest[state.where[monster]]:
        damage = effect.in_forest
    deeds.deal(state, monster, damage, seat, events, unpreventable=effect.unpreventable)


def aim_hail(
    state: FateState, seat: int, effect: cards.Hail, x: int, monster: int, events: list[Event]
) -> None:
    deeds.deal(state, monster, 1, seat, events)


def aim_roll(
    state: FateState, seat: int, effect: cards.Roll, x: int, monster: int, events: list[Event]
) -> None:
    state.push(fighting.Throw(seat, state.where[monster], effect.dice))


def aim_kill(
    state: FateState, seat: int, effect: cards.Kill, x: int, monster: int, events: list[Event]
) -> None:
    deeds.kill(state, monster, seat, events)


def aim_kick(
    state: FateState, seat: int, effect: cards.Kick, x: int, monster: int, events: list[Event]
) -> None:
    if deeds.deal(state, monster, effect.damage, seat, events) < 0:
        state.push(Shove(seat, monster, effect.steps))


def aim_trade(
    state: FateState, seat: int, effect: cards.Trade, x: int, monster: int, events: list[Event]
) -> None:
    node, was = state.where[monster], state.heroes[seat].node
    deeds.deal(state, monster, effect.damage, seat, events)
    state.push(Swap(seat, monster, node, was))


class Swap(Step, frozen=True, tag=True):
    """A hero trades places with a monster, or takes the place of a dead one (G61)."""

    seat: int
    monster: int
    node: int
    was: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if state.where[self.monster] != deeds.OFF:
            state.at[self.was] = deeds.FREE
            deeds.advance(state, self.monster, self.was, events, "is moved")
        deeds.enter(state, self.seat, self.node, events)


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


def can_aim(state: FateState, seat: int, effect: Any, card: int) -> bool:
    return bool(aims(state, seat, effect))


def do_aim(state: FateState, do: Do, effect: Any, events: list[Event]) -> None:
    if isinstance(effect, cards.Hail):
        left = amount(effect.monsters, do.x)
    else:
        left = effect.monsters if isinstance(effect, cards.Roll) else 1
    state.push(Aiming((do.seat,), do.card, do.place, do.part, do.x, left))


# ---- moving monsters


def shoves(state: FateState, monster: int) -> list[int]:
    """Where a monster can be moved: free areas that it may enter, and Grimheim (G61)."""
    land, at = state.land, state.at
    return [near for near in land.steps[state.where[monster]] if not at[near]]


class Shove(Step, frozen=True, tag=True):
    """A monster is moved so many areas, as far as there is room."""

    seat: int
    monster: int
    left: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if self.left and state.where[self.monster] != deeds.OFF and shoves(state, self.monster):
            state.push(Shoving((self.seat,), self.monster, self.left))


class Shoving(Decision, frozen=True, tag=True):
    """Where a monster is moved."""

    monster: int
    left: int

    rule: ClassVar[str] = "G61"
    otherwise: ClassVar[str] = "Choose a free area next to the monster that it may enter."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [At(*state.land.xy[node]) for node in shoves(state, self.monster)]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        state.push(Shove(seat, self.monster, self.left - 1))
        deeds.advance(state, self.monster, state.land.at[action.x, action.y], events, "is moved")


# ---- the roll on the table


def can_add_damage(state: FateState, seat: int, effect: cards.AddDamage, card: int) -> bool:
    roll = state.roll
    return roll is not None and (effect.amount > 0 or fighting.RUNE in roll.dice)


def do_add_damage(state: FateState, do: Do, effect: cards.AddDamage, events: list[Event]) -> None:
    assert state.roll is not None
    runes = state.roll.dice.count(fighting.RUNE)
    more = effect.amount + effect.per_rune * runes + (effect.if_rune if runes else 0)
    state.roll = msgspec.structs.replace(state.roll, bonus=state.roll.bonus + more)


def on_the_table(state: FateState, seat: int, effect: Any, card: int) -> bool:
    return state.roll is not None


def do_add_dice(state: FateState, do: Do, effect: cards.AddDice, events: list[Event]) -> None:
    fighting.add_dice(state, effect.dice, events)


def can_reroll(state: FateState, seat: int, effect: cards.Reroll, card: int) -> bool:
    return state.roll is not None and bool(fighting.misses(state))


def do_reroll(state: FateState, do: Do, effect: cards.Reroll, events: list[Event]) -> None:
    assert state.roll is not None
    missed = fighting.misses(state)
    kept = tuple(face for place, face in enumerate(state.roll.dice) if place not in missed)
    state.roll = msgspec.structs.replace(state.roll, dice=kept)
    fighting.add_dice(state, len(missed), events)


def can_release(state: FateState, seat: int, effect: cards.Release, card: int) -> bool:
    return state.heroes[seat].counters.get(state.book.sides[card].id, 0) > 0


def do_release(state: FateState, do: Do, effect: cards.Release, events: list[Event]) -> None:
    state.push(Releasing((do.seat,), do.card))


class Releasing(Decision, frozen=True, tag=True):
    """How much of the stored damage is added."""

    card: int

    rule: ClassVar[str] = "G58"
    otherwise: ClassVar[str] = "Choose how much of what is stored to add."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        stored = state.heroes[seat].counters[state.book.sides[self.card].id]
        return [Amount(n) for n in range(1, stored + 1)]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        state.heroes[seat].counters[state.book.sides[self.card].id] -= action.n
        assert state.roll is not None
        state.roll = msgspec.structs.replace(state.roll, bonus=state.roll.bonus + action.n)


# ---- the blow


def can_prevent(state: FateState, seat: int, effect: cards.Prevent, card: int) -> bool:
    return state.blow is not None and state.blow.amount > 0


def do_prevent(state: FateState, do: Do, effect: cards.Prevent, events: list[Event]) -> None:
    suffering.prevent(state, effect.amount, state.book.name(do.card), events)


def can_strike_back(state: FateState, seat: int, effect: cards.StrikeBack, card: int) -> bool:
    blow = state.blow
    return blow is not None and blow.monster != deeds.OFF and state.where[blow.monster] != deeds.OFF


def do_strike_back(state: FateState, do: Do, effect: cards.StrikeBack, events: list[Event]) -> None:
    assert state.blow is not None
    deeds.deal(state, state.blow.monster, effect.amount, do.seat, events)


# ---- healing and repairing


def can_heal(state: FateState, seat: int, effect: cards.Heal, card: int) -> bool:
    return bool(tending.damaged(state, seat, HEALS[effect.whom]))


HEALS = {"self": "hero", "near": "near_heroes"}


def do_heal(state: FateState, do: Do, effect: cards.Heal, events: list[Event]) -> None:
    hurt = tending.damaged(state, do.seat, HEALS[effect.whom])
    if len(hurt) == 1:
        tending.relieve(state, *hurt[0], effect.amount, events)
    else:
        state.push(Healing((do.seat,), effect.amount))


class Healing(Decision, frozen=True, tag=True):
    """Which hero is healed."""

    amount: int

    rule: ClassVar[str] = "G25"
    otherwise: ClassVar[str] = "Choose a damaged hero: yourself or an adjacent one."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [Tend(other, card) for other, card in tending.damaged(state, seat, "near_heroes")]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        action = next(iter(answers.values()))
        tending.relieve(state, action.seat, action.card, self.amount, events)


def can_repair(state: FateState, seat: int, effect: cards.Repair, card: int) -> bool:
    if effect.cards == "this":
        return state.heroes[seat].wear.get(state.book.sides[card].id, 0) > 0
    return bool(tending.damaged(state, seat, REPAIRS[effect.cards]))


REPAIRS = {"near": "near", "each": "own", "one": "equipment"}
EVERYTHING = 1_000


def do_repair(state: FateState, do: Do, effect: cards.Repair, events: list[Event]) -> None:
    if effect.cards == "this":
        tending.relieve(state, do.seat, state.book.sides[do.card].id, EVERYTHING, events)
    elif effect.cards == "each":
        for seat, card in tending.damaged(state, do.seat, "own"):
            tending.relieve(state, seat, card, effect.amount, events)
    elif effect.cards == "near":
        state.push(tending.Mending(do.seat, "near", effect.amount))
    else:
        state.push(Repairing((do.seat,)))


class Repairing(Decision, frozen=True, tag=True):
    """Which equipment is repaired wholly."""

    rule: ClassVar[str] = "G30"
    otherwise: ClassVar[str] = "Choose one of your damaged equipment cards."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [Tend(other, card) for other, card in tending.damaged(state, seat, "equipment")]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        action = next(iter(answers.values()))
        tending.relieve(state, action.seat, action.card, EVERYTHING, events)


# ---- moving


def can_march(state: FateState, seat: int, effect: cards.March, card: int) -> bool:
    return not state.heroes[seat].rooted and bool(moving.goals(state, seat, effect.steps, effect.shelter))


def do_march(state: FateState, do: Do, effect: cards.March, events: list[Event]) -> None:
    state.push(moving.Moving((do.seat,), effect.steps, moving.SHELTER if effect.shelter else moving.OWN))


def can_tread(state: FateState, seat: int, effect: cards.Tread, card: int) -> bool:
    return not state.heroes[seat].rooted and bool(moving.treads(state, seat, effect.way))


def do_tread(state: FateState, do: Do, effect: cards.Tread, events: list[Event]) -> None:
    state.push(moving.Treading((do.seat,), effect.way))


def can_stride(state: FateState, seat: int, effect: cards.Stride, card: int) -> bool:
    return "move" in turns.free_actions(state, seat) and not state.heroes[seat].rooted


def do_stride(state: FateState, do: Do, effect: cards.Stride, events: list[Event]) -> None:
    state.heroes[do.seat].stride += effect.steps


def do_reach(state: FateState, do: Do, effect: cards.Reach, events: list[Event]) -> None:
    state.heroes[do.seat].reach += effect.areas


# ---- cards, gold, mana, actions, the town


def can_draw(state: FateState, seat: int, effect: cards.Draw, card: int) -> bool:
    hero = state.heroes[seat]
    if effect.up_to and len(hero.hand) - (card < 0) >= effect.up_to:
        return False
    return bool(hero.deck or hero.discard or card < 0)


def do_draw(state: FateState, do: Do, effect: cards.Draw, events: list[Event]) -> None:
    state.push(drawing.Draw(do.seat, effect.cards, effect.up_to))


def always(state: FateState, seat: int, effect: Any, card: int) -> bool:
    return True


def do_gold(state: FateState, do: Do, effect: cards.Gold, events: list[Event]) -> None:
    gold = effect.amount
    if effect.three_mountains is not None and state.land.mountains[state.heroes[do.seat].node] >= THREE:
        gold = effect.three_mountains
    deeds.gain(state, do.seat, gold, events, state.book.name(do.card))


def can_mana(state: FateState, seat: int, effect: cards.Mana, card: int) -> bool:
    return bool(state.kit(seat).stores)


def do_mana(state: FateState, do: Do, effect: cards.Mana, events: list[Event]) -> None:
    state.push(tending.Charging(do.seat, effect.amount))


def can_act(state: FateState, seat: int, effect: cards.Act, card: int) -> bool:
    return turns.can_take(state, seat, effect.actions)


def do_act(state: FateState, do: Do, effect: cards.Act, events: list[Event]) -> None:
    state.push(turns.Extra((do.seat,), effect.actions, effect.rapid))


def can_rebuild(state: FateState, seat: int, effect: cards.Rebuild, card: int) -> bool:
    return state.pieces < state.book.figures.most_pieces


def do_rebuild(state: FateState, do: Do, effect: cards.Rebuild, events: list[Event]) -> None:
    deeds.rebuild(state, effect.pieces, events)


def can_complete(state: FateState, seat: int, effect: cards.Complete, card: int) -> bool:
    return quests.current(state, seat) is not None


def do_complete(state: FateState, do: Do, effect: cards.Complete, events: list[Event]) -> None:
    quests.complete(state, do.seat, events)


POSSIBLE: dict[type, Callable[..., bool]] = {
    **dict.fromkeys(AIMED, can_aim),
    cards.AddDamage: can_add_damage,
    cards.AddDice: on_the_table,
    cards.Reroll: can_reroll,
    cards.Release: can_release,
    cards.Prevent: can_prevent,
    cards.StrikeBack: can_strike_back,
    cards.Heal: can_heal,
    cards.Repair: can_repair,
    cards.March: can_march,
    cards.Tread: can_tread,
    cards.Stride: can_stride,
    cards.Reach: always,
    cards.Draw: can_draw,
    cards.Gold: always,
    cards.Mana: can_mana,
    cards.Act: can_act,
    cards.Rebuild: can_rebuild,
    cards.Complete: can_complete,
}

DOING: dict[type, Callable[..., None]] = {
    **dict.fromkeys(AIMED, do_aim),
    cards.AddDamage: do_add_damage,
    cards.AddDice: do_add_dice,
    cards.Reroll: do_reroll,
    cards.Release: do_release,
    cards.Prevent: do_prevent,
    cards.StrikeBack: do_strike_back,
    cards.Heal: do_heal,
    cards.Repair: do_repair,
    cards.March: do_march,
    cards.Tread: do_tread,
    cards.Stride: do_stride,
    cards.Reach: do_reach,
    cards.Draw: do_draw,
    cards.Gold: do_gold,
    cards.Mana: do_mana,
    cards.Act: do_act,
    cards.Rebuild: do_rebuild,
    cards.Complete: do_complete,
}
