"""Abilities of characters and assets (S81, S82)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event
from fimbul.games.six_winters import acting, ground, pools, stress
from fimbul.games.six_winters.actions import At, Dice, Type, Value
from fimbul.games.six_winters.cards import RESOURCES, TRACKS, Power
from fimbul.games.six_winters.dice import ACTION, CODES, FACES, NAMES, SORCERY, die, kind_of, names, value_of
from fimbul.games.six_winters.events import Told

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState

EMPTY = -1
ON_DICE = ("flip", "set", "add", "convert", "retype", "split")


def cards(state: SixWintersState, person: int) -> dict[str, Power]:
    """The powers of a character: unlocked abilities, and completed assets."""
    someone, book = state.people[person], state.book
    abilities = book.characters[someone.character].abilities[: someone.abilities]
    found = {ability.id: ability.power for ability in abilities}
    for asset in someone.completed:
        power = book.assets[asset].power
        if power is not None:
            found[book.assets[asset].id] = power
    return found


def ready(state: SixWintersState, person: int, kind: str, skills: tuple[int, ...]) -> list[str]:
    """The cards of a kind that can be used once per turn, for one of these skills."""
    someone, skill = state.people[person], state.book.skill
    return [
        card
        for card, power in cards(state, person).items()
        if power.kind == kind and card not in someone.turned and skill.get(power.skill, -1) in skills
    ]


def stashed(state: SixWintersState, person: int, use: str) -> list[str]:
    """The cards whose stashed die can be spent for a use."""
    boxes = state.people[person].boxes
    return [
        card
        for card, power in cards(state, person).items()
        if power.use == use and any(code != EMPTY for code in boxes.get(card, ()))
    ]


# ---- boxes (S81)


def fits_box(box: str, code: int) -> bool:
    """Whether a die fits a box."""
    if box == "any_die":
        return True
    if box == "any_resource":
        return kind_of(code) != ACTION
    if box.isdigit():
        return value_of(code) == int(box)
    return kind_of(code) == RESOURCES.index(box)


def free_box(state: SixWintersState, person: int, card: str, power: Power, code: int) -> int | None:
    """The first empty box of a card that a die fits."""
    boxes = state.people[person].boxes.get(card, (EMPTY,) * len(power.stash))
    if power.use == "convert":  # all of one kind (Ilko the General)
        kinds = {kind_of(other) for other in boxes if other != EMPTY}
        if kinds and kind_of(code) not in kinds:
            return None
    return next((n for n, box in enumerate(power.stash) if boxes[n] == EMPTY and fits_box(box, code)), None)


def put_in_box(state: SixWintersState, person: int, card: str, code: int) -> None:
    """A die of the location, or an action die, goes into a box and stays there."""
    power = cards(state, person)[card]
    place = free_box(state, person, card, power, code)
    assert place is not None
    someone = state.people[person]
    boxes = list(someone.boxes.get(card, (EMPTY,) * len(power.stash)))
    boxes[place] = code
    someone.boxes[card] = tuple(boxes)
    if kind_of(code) == ACTION:
        state.purse(person).dice.remove(value_of(code))
    else:
        pools.lift(state, someone.place, code)


def spend_box(state: SixWintersState, person: int, card: str) -> list[int]:
    """All dice in the boxes of a card are spent; which they were."""
    someone = state.people[person]
    dice = [code for code in someone.boxes.pop(card) if code != EMPTY]
    for code in dice:
        pools.give_back(state, code)
    return dice


# ---- what an ability can work on


def workable(state: SixWintersState, person: int, power: Power) -> list[tuple[int, ...]]:
    """The dice that an ability can work on, each a choice."""
    kind = state.book.resource.get(power.type)
    dice = sorted(set(pools.at_hand(state, person, kind)))
    if power.kind == "flip":
        return [(code,) for code in dice]
    if power.kind == "set":
        return [(code,) for code in dice]
    if power.kind == "add":
        return [(code,) for code in dice if 1 <= value_of(code) + power.amount <= FACES]
    if power.kind == "split":
        return [(code,) for code in dice if value_of(code) > 1 and state.supply[kind_of(code)] >= 1]
    if power.kind == "retype":
        return [(code,) for code in dice if any(state.supply[other] for other in new_types(state, power))]
    at_hand = pools.at_hand(state, person, kind)
    found = []
    for other in sorted({kind_of(code) for code in at_hand}):
        wanted = [die(other, value) for value in power.values]
        if all(at_hand.count(code) >= wanted.count(code) for code in wanted):
            found.append(tuple(sorted(wanted)))
    return found


def new_types(state: SixWintersState, power: Power) -> list[int]:
    """What a die can become."""
    if power.becomes:
        return [state.book.resource[resource] for resource in power.becomes]
    return [n for n, resource in enumerate(RESOURCES) if resource != power.type]


def usable(state: SixWintersState, person: int) -> list[str]:
    """The cards that a character can use in the action step, between other actions."""
    someone = state.people[person]
    found = []
    for card, power in cards(state, person).items():
        if power.kind == "stash":
            if can_spend(state, person, card, power):
                found.append(card)
        elif power.kind == "stress_move":
            if targets(state, person, power) and stress.bears(state, person, TRACKS.index(power.track)):
                found.append(card)
        elif card in someone.turned:
            continue
        elif power.kind in ON_DICE:
            if workable(state, person, power):
                found.append(card)
        elif power.kind == "free_move":
            if ground.near(state, someone.place):
                found.append(card)
        elif power.kind == "stress_for_dice" and state.supply[ACTION]:
            if not stress.bears(state, person, TRACKS.index(power.track)):
                continue
            found.append(card)
    return found


def can_spend(state: SixWintersState, person: int, card: str, power: Power) -> bool:
    """Whether stashed dice can be spent in the action step."""
    boxes = state.people[person].boxes.get(card, ())
    full = bool(boxes) and EMPTY not in boxes
    if not full:
        return False
    if power.use == "reroll":
        return bool(state.purse(person).dice or state.dice[state.people[person].place])
    if power.use == "action_die":
        return state.supply[ACTION] > 0
    if power.use == "recall":
        return bool(state.discard)
    if power.use == "discard":
        return bool(state.obstacle_deck or state.discard)
    return power.use == "convert"


def targets(state: SixWintersState, person: int, power: Power) -> list[int]:
    """Where an ability takes a character."""
    here = state.people[person].place
    if power.kind == "free_move":
        return ground.near(state, here)
    return [p for p in state.locations() if p != here and state.makes[p] == SORCERY and state.level[p]]


# ---- using them


def use(state: SixWintersState, person: int, card: str, events: list[Event]) -> None:
    """Use an ability or an asset in the action step."""
    someone = state.people[person]
    power = cards(state, person)[card]
    seats = (someone.seat,)
    events.append(Told(text=f"{state.name(person)} uses {state.book.names[card]}."))
    if power.kind in ON_DICE:
        someone.turned = (*someone.turned, card)
        state.push(ChoosingDice(seats, person, card))
    elif power.kind in ("free_move", "stress_move"):
        if power.kind == "free_move":
            someone.turned = (*someone.turned, card)
        state.push(Riding(seats, person, card))
    elif power.kind == "stress_for_dice":
        someone.turned = (*someone.turned, card)
        for _ in range(power.amount):
            pools.gain(state, person, die(ACTION, state.rng.die()))
        state.push(stress.Hurt(person, TRACKS.index(power.track), -1))
    else:
        spend_stash(state, person, card, power, events)


def spend_stash(state: SixWintersState, person: int, card: str, power: Power, events: list[Event]) -> None:
    """Spend what is stashed on a card."""
    from fimbul.games.six_winters import turn

    dice = spend_box(state, person, card)
    if power.use == "reroll":
        state.push(acting.Rerolling((state.people[person].seat,), person, ""))
    elif power.use == "action_die":
        pools.gain(state, person, die(ACTION, state.rng.die()))
    elif power.use == "recall":
        recalled = state.discard.pop()
        state.obstacle_deck.append(recalled)
        state.known.append(recalled)
    elif power.use == "discard":
        top = turn.draw_card(state)
        if top is not None:
            state.discard.append(top)
            events.append(Told(text=f"{state.book.obstacles[top].name} is discarded."))
    else:
        for value in power.gains:
            pools.gain(state, person, die(kind_of(dice[0]), value))


class ChoosingDice(Decision, frozen=True, tag=True):
    """Which dice an ability works on."""

    person: int
    card: str

    rule: ClassVar[str] = "S82"
    otherwise: ClassVar[str] = "Choose dice that the ability can work on."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        power = state.book.powers[self.card]
        return [Dice(names(codes)) for codes in workable(state, self.person, power)]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        dice = [CODES[name] for name in next(iter(answers.values())).dice]
        power = state.book.powers[self.card]
        first = dice[0]
        kind, value = kind_of(first), value_of(first)
        if power.kind in ("set", "split"):
            state.push(ChoosingValue(self.seats, self.person, self.card, first))
            return
        if power.kind == "retype" and not power.becomes:
            state.push(ChoosingType(self.seats, self.person, self.card, first))
            return
        for code in dice:
            pools.spend(state, self.person, code)
        if power.kind == "flip":
            gained = [die(kind, FACES + 1 - value)]
        elif power.kind == "add":
            gained = [die(kind, value + power.amount)]
        elif power.kind == "retype":
            types = new_types(state, power)
            rolled = len(types) > 1
            gained = [die(other, state.rng.die() if rolled else value) for other in types]
        else:
            gained = [die(kind, gain or state.rng.die()) for gain in power.gains]
        for code in gained:
            pools.gain(state, self.person, code)
        shown = ", ".join(NAMES[code] for code in gained)
        events.append(Told(text=f"{', '.join(NAMES[code] for code in dice)} becomes {shown}."))


class ChoosingValue(Decision, frozen=True, tag=True):
    """The new value of a die, or the first of two parts."""

    person: int
    card: str
    die: int

    rule: ClassVar[str] = "S82"
    otherwise: ClassVar[str] = "Choose a value that the ability can give."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        value = value_of(self.die)
        if state.book.powers[self.card].kind == "split":
            return [Value(n) for n in range(1, value // 2 + 1)]
        return [Value(n) for n in range(1, FACES + 1) if n != value]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        n = next(iter(answers.values())).n
        kind, value = kind_of(self.die), value_of(self.die)
        pools.spend(state, self.person, self.die)
        pools.gain(state, self.person, die(kind, n))
        if state.book.powers[self.card].kind == "split":
            pools.gain(state, self.person, die(kind, value - n))


class ChoosingType(Decision, frozen=True, tag=True):
    """The new type of a die."""

    person: int
    card: str
    die: int

    rule: ClassVar[str] = "S82"
    otherwise: ClassVar[str] = "Choose another type, of which there is a die."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        types = new_types(state, state.book.powers[self.card])
        return [Type(RESOURCES[kind]) for kind in types if state.supply[kind]]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        kind = state.book.resource[next(iter(answers.values())).resource]
        pools.spend(state, self.person, self.die)
        pools.gain(state, self.person, die(kind, value_of(self.die)))


class Riding(Decision, frozen=True, tag=True):
    """Where an ability takes a character."""

    person: int
    card: str

    rule: ClassVar[str] = "S82"
    otherwise: ClassVar[str] = "Choose a location that the ability leads to."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        power = state.book.powers[self.card]
        return [At(state.book.locations[place].id) for place in targets(state, self.person, power)]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        place = state.book.location[next(iter(answers.values())).location]
        power = state.book.powers[self.card]
        skill = stress.here(state, self.person)
        acting.arrive(state, self.person, place, events)
        if power.kind == "stress_move":
            state.push(stress.Hurt(self.person, TRACKS.index(power.track), skill, power.amount))
