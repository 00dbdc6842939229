"""Abilities of characters and assets (S81, S82)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Illegal, Question, Told
from fimbul.core.wording import closed, listed
from fimbul.games.six_winters.actions import At, Dice, Load, Type, Unload, Use, Value
from fimbul.games.six_winters.actions import Stash as StashIt
from fimbul.games.six_winters.library.powers import (
    Add,
    Carry,
    Convert,
    Flip,
    FreeMove,
    OnDice,
    Power,
    Retype,
    Set,
    Split,
    Stash,
    StressForDice,
    StressMove,
)
from fimbul.games.six_winters.library.terms import RESOURCES, TRACKS
from fimbul.games.six_winters.rules import decks, ground, pools, stress
from fimbul.games.six_winters.rules.acting import moving
from fimbul.games.six_winters.rules.acting.doing import Doing
from fimbul.games.six_winters.rules.acting.mustering import Rerolling
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.cards import EMPTY, cards, free_box, put_in_box, spend_box
from fimbul.games.six_winters.rules.dice import (
    ACTION,
    CODES,
    FACES,
    NAMES,
    SORCERY,
    die,
    kind_of,
    names,
    spoken,
    value_of,
)

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState

Handling = StashIt | Load | Unload | Use


def ways(state: SixWintersState, person: int) -> list[Handling]:
    """Dice that can be put on cards or taken off them, and cards that can be used."""
    someone, id = state.people[person], state.id(person)
    found: list[Handling] = []
    for card, power in cards(state, person).items():
        if type(power) is Stash:
            found += [
                StashIt(id, card, NAMES[code])
                for code in sorted(set(pools.at_hand(state, person)))
                if free_box(state, person, card, power, code) is not None
            ]
        elif type(power) is Carry:
            lying = state.dice[someone.place]
            carried = someone.boxes.get(card, ())
            if len(carried) < power.amount and someone.moves >= state.book.figures.carry_cost:
                found += [Load(id, card, NAMES[code]) for code in sorted(set(lying))]
            found += [Unload(id, card, NAMES[code]) for code in sorted(set(carried))]
    found += [Use(id, card) for card in usable(state, person)]
    return found


def why_not(state: SixWintersState, person: int, action: Handling) -> Illegal:
    """Why a card cannot be used like that."""
    rule = "S81" if isinstance(action, StashIt) else "S82"
    if action.card not in cards(state, person):
        return Illegal(rule, f"{state.name(person)} has no such card in use.")
    if action.card in state.people[person].turned:
        return Illegal(rule, "That card was used in this turn.")
    return Illegal(rule, "That card has nothing to work on now.")


def do(state: SixWintersState, person: int, action: Handling, events: list[Event]) -> None:
    """Put a die on a card, take one off, or use the card."""
    someone = state.people[person]
    match action:
        case StashIt():
            put_in_box(state, person, action.card, CODES[action.die])
        case Load():
            someone.moves -= state.book.figures.carry_cost
            pools.lift(state, someone.place, CODES[action.die])
            carried = (*someone.boxes.get(action.card, ()), CODES[action.die])
            someone.boxes[action.card] = tuple(sorted(carried))
        case Unload():
            left = list(someone.boxes[action.card])
            left.remove(CODES[action.die])
            someone.boxes[action.card] = tuple(left)
            pools.lay(state, someone.place, (CODES[action.die],))
        case Use():
            use(state, person, action.card, events)


POWERS = Doing((StashIt, Load, Unload, Use), ways, why_not, do)


# ---- what an ability can work on


def workable(state: SixWintersState, person: int, power: OnDice) -> list[tuple[int, ...]]:
    """The dice that an ability can work on, each a choice."""
    kind = state.book.resource.get(power.type)
    dice = sorted(set(pools.at_hand(state, person, kind)))
    match power:
        case Flip() | Set():
            return [(code,) for code in dice]
        case Add():
            return [(code,) for code in dice if 1 <= value_of(code) + power.amount <= FACES]
        case Split():
            return [(code,) for code in dice if value_of(code) > 1 and state.supply[kind_of(code)] >= 1]
        case Retype():
            return [(code,) for code in dice if any(state.supply[other] for other in new_types(state, power))]
        case Convert():
            at_hand = pools.at_hand(state, person, kind)
            found = []
            for other in sorted({kind_of(code) for code in at_hand}):
                wanted = [die(other, value) for value in power.values]
                if all(at_hand.count(code) >= wanted.count(code) for code in wanted):
                    found.append(tuple(sorted(wanted)))
            return found


def new_types(state: SixWintersState, power: Retype) -> list[int]:
    """What a die can become."""
    if power.becomes:
        return [state.book.resource[resource] for resource in power.becomes]
    return [n for n, resource in enumerate(RESOURCES) if resource != power.type]


def usable(state: SixWintersState, person: int) -> list[str]:
    """The cards that a character can use in the action step, between other actions."""
    return [card for card, power in cards(state, person).items() if can_use(state, person, card, power)]


def can_use(state: SixWintersState, person: int, card: str, power: Power) -> bool:
    """Whether a card can be used now; most turn, and work once in a turn."""
    if type(power) is Stash:
        return can_spend(state, person, card, power)
    if type(power) is not StressMove and card in state.people[person].turned:
        return False
    works = WORKS.get(type(power))
    return works is not None and works(state, person, power)


def has_dice(state: SixWintersState, person: int, power: OnDice) -> bool:
    """Whether there are dice for an ability."""
    return bool(workable(state, person, power))


def leads_on(state: SixWintersState, person: int, power: FreeMove) -> bool:
    """Whether an ability takes a character anywhere."""
    return bool(targets(state, person, power))


def leads_on_for_stress(state: SixWintersState, person: int, power: StressMove) -> bool:
    """Whether it does, for stress that he can bear."""
    return bool(targets(state, person, power)) and stress.bears(state, person, TRACKS.index(power.track))


def gives_dice(state: SixWintersState, person: int, power: StressForDice) -> bool:
    """Whether a character can have a die for stress."""
    return state.supply[ACTION] > 0 and stress.bears(state, person, TRACKS.index(power.track))


WORKS: dict[type[Power], Callable[[SixWintersState, int, Any], bool]] = {
    **dict.fromkeys((Flip, Set, Add, Convert, Retype, Split), has_dice),
    FreeMove: leads_on,
    StressMove: leads_on_for_stress,
    StressForDice: gives_dice,
}  # whether an ability of a kind that is used between actions has anything to work on


def can_spend(state: SixWintersState, person: int, card: str, power: Stash) -> bool:
    """Whether stashed dice can be spent in the action step."""
    boxes = state.people[person].boxes.get(card, ())
    if not boxes or EMPTY in boxes:
        return False
    match power.use:
        case "reroll":
            return bool(state.purse(person).dice or state.dice[state.people[person].place])
        case "action_die":
            return state.supply[ACTION] > 0
        case "recall":
            return bool(state.discard)
        case "discard":
            return bool(state.obstacle_deck or state.discard)
    return power.use == "convert"


def targets(state: SixWintersState, person: int, power: FreeMove | StressMove) -> list[int]:
    """Where an ability takes a character."""
    here = state.people[person].place
    if isinstance(power, FreeMove):
        return list(ground.near(state, here))
    return [p for p in state.locations() if p != here and state.makes[p] == SORCERY and state.level[p]]


# ---- using them


def use(state: SixWintersState, person: int, card: str, events: list[Event]) -> None:
    """Use an ability or an asset in the action step."""
    someone = state.people[person]
    power = cards(state, person)[card]
    seats = (someone.seat,)
    events.append(Told(text=closed(f"{state.name(person)} uses {state.book.names[card]}")))
    if not isinstance(power, Stash | StressMove):
        someone.turned = (*someone.turned, card)
    match power:
        case FreeMove() | StressMove():
            state.push(Riding(seats, person, card))
        case StressForDice():
            for _ in range(power.amount):
                pools.gain(state, person, die(ACTION, state.rng.die()))
            state.push(stress.Hurt(person, TRACKS.index(power.track), -1))
        case Stash():
            spend_stash(state, person, card, power, events)
        case _:
            state.push(ChoosingDice(seats, person, card))


def spend_stash(state: SixWintersState, person: int, card: str, power: Stash, events: list[Event]) -> None:
    """Spend what is stashed on a card."""
    dice = spend_box(state, person, card)
    match power.use:
        case "reroll":
            state.push(Rerolling((state.people[person].seat,), person, ""))
        case "action_die":
            pools.gain(state, person, die(ACTION, state.rng.die()))
        case "recall":
            recalled = state.discard.pop()
            state.obstacle_deck.append(recalled)
            state.known.append(recalled)
        case "discard":
            top = decks.draw_card(state)
            if top is not None:
                state.discard.append(top)
                events.append(Told(text=f"{state.book.obstacles[top].name} is discarded."))
        case "convert":
            for value in power.gains:
                pools.gain(state, person, die(kind_of(dice[0]), value))


class ChoosingDice(Decision["SixWintersState", Dice], frozen=True, tag=True):
    """Which dice an ability works on."""

    person: int
    card: str

    rule: ClassVar[str] = "S82"
    otherwise: ClassVar[str] = "Choose dice that the ability can work on."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            f"choose the dice for {state.book.named_card(self.card)}",
            about=(f"person:{self.person}",),
            labels=(("dice", "Choose: {}"),),
        )

    def power(self, state: SixWintersState) -> OnDice:
        """What the card does."""
        power = state.book.powers[self.card]
        assert isinstance(power, OnDice)
        return power

    def actions(self, state: SixWintersState, seat: int) -> list[Dice]:
        power = self.power(state)
        return [Dice(names(codes)) for codes in workable(state, self.person, power)]

    def take(self, state: SixWintersState, action: Dice, seat: int, events: list[Event]) -> None:
        dice = [CODES[name] for name in action.dice]
        power = self.power(state)
        first = dice[0]
        kind, value = kind_of(first), value_of(first)
        if isinstance(power, Set | Split):
            state.push(ChoosingValue(self.seats, self.person, self.card, first))
            return
        if isinstance(power, Retype) and not power.becomes:
            state.push(ChoosingType(self.seats, self.person, self.card, first))
            return
        for code in dice:
            pools.spend(state, self.person, code)
        if isinstance(power, Flip):
            gained = [die(kind, FACES + 1 - value)]
        elif isinstance(power, Add):
            gained = [die(kind, value + power.amount)]
        elif isinstance(power, Retype):
            types = new_types(state, power)
            rolled = len(types) > 1
            gained = [die(other, state.rng.die() if rolled else value) for other in types]
        else:
            gained = [die(kind, gain or state.rng.die()) for gain in power.gains]
        for code in gained:
            pools.gain(state, self.person, code)
        before, after = (listed(spoken(code) for code in some) for some in (dice, gained))
        events.append(
            Told(
                text=f"{state.name(self.person)} turns {before} into {after}.",
                about=(f"person:{self.person}",),
            )
        )


class ChoosingValue(Decision["SixWintersState", Value], frozen=True, tag=True):
    """The new value of a die, or the first of two parts."""

    person: int
    card: str
    die: int

    rule: ClassVar[str] = "S82"
    otherwise: ClassVar[str] = "Choose a value that the ability can give."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            f"choose the value for {state.book.named_card(self.card)}",
            about=(f"person:{self.person}",),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Value]:
        value = value_of(self.die)
        if isinstance(state.book.powers[self.card], Split):
            return [Value(n) for n in range(1, value // 2 + 1)]
        return [Value(n) for n in range(1, FACES + 1) if n != value]

    def take(self, state: SixWintersState, action: Value, seat: int, events: list[Event]) -> None:
        n = action.n
        kind, value = kind_of(self.die), value_of(self.die)
        pools.spend(state, self.person, self.die)
        pools.gain(state, self.person, die(kind, n))
        if isinstance(state.book.powers[self.card], Split):
            pools.gain(state, self.person, die(kind, value - n))


class ChoosingType(Decision["SixWintersState", Type], frozen=True, tag=True):
    """The new type of a die."""

    person: int
    card: str
    die: int

    rule: ClassVar[str] = "S82"
    otherwise: ClassVar[str] = "Choose another type, of which there is a die."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            f"choose the new type for {state.book.named_card(self.card)}",
            about=(f"person:{self.person}",),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Type]:
        power = state.book.powers[self.card]
        assert isinstance(power, Retype)
        types = new_types(state, power)
        return [Type(RESOURCES[kind]) for kind in types if state.supply[kind]]

    def take(self, state: SixWintersState, action: Type, seat: int, events: list[Event]) -> None:
        kind = state.book.resource[action.resource]
        pools.spend(state, self.person, self.die)
        pools.gain(state, self.person, die(kind, value_of(self.die)))


class Riding(Decision["SixWintersState", At], frozen=True, tag=True):
    """Where an ability takes a character."""

    person: int
    card: str

    rule: ClassVar[str] = "S82"
    otherwise: ClassVar[str] = "Choose a location that the ability leads to."

    def question(self, state: SixWintersState, seat: int) -> Question:
        who = state.name(self.person)
        return ask(
            self,
            state,
            seat,
            f"choose where {who} goes by {state.book.named_card(self.card)}",
            about=(f"person:{self.person}",),
            labels=(("at", f"{who} goes to {{}}"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[At]:
        power = state.book.powers[self.card]
        assert isinstance(power, FreeMove | StressMove)
        return [At(state.book.locations[place].id) for place in targets(state, self.person, power)]

    def take(self, state: SixWintersState, action: At, seat: int, events: list[Event]) -> None:
        place = state.book.location[action.location]
        power = state.book.powers[self.card]
        skill = stress.here(state, self.person)
        moving.arrive(state, self.person, place, events)
        if isinstance(power, StressMove):
            state.push(stress.Hurt(self.person, TRACKS.index(power.track), skill, power.amount))
