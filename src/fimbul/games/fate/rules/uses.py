"""Using cards in play and playing events: when it is possible, its price, and what follows (G29 to G32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Decision, Event, Illegal, Question, Step
from fimbul.games.fate.actions import Amount, On, Play, Use
from fimbul.games.fate.events import Played
from fimbul.games.fate.library.book import HERO
from fimbul.games.fate.library.cards import March, Tread
from fimbul.games.fate.library.cards import Use as Usage
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.model import OFF
from fimbul.games.fate.rules import damage, hand, operations, spending

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


def offers(
    state: FateState,
    seat: int,
    moments: tuple[str, ...],
    actions: tuple[str, ...] = (),
    *,
    spending: bool = False,
) -> list[Use | Play]:
    """The uses and events that are possible at one of these moments; `actions` may be spent on them.

    `spending`: only those that spend an action.
    """
    found: list[Use | Play] = []
    hero = state.heroes[seat]
    kit = state.kit(seat)
    for when in moments:
        for way in kit.uses.get(when, ()):
            if spending and way.use.action is None:
                continue
            if obstacle(state, seat, way.use, way.side, way.name, actions) is None:
                found.append(Use(way.name))
    events = state.book.events
    last = -1
    for card in hero.hand:
        if card == last:
            continue
        last = card
        use = events[card].use
        if use.when not in moments or (spending and use.action is None):
            continue
        if obstacle(state, seat, use, -1 - card, events[card].id, actions) is None:
            found.append(Play(events[card].id))
    return found


def obstacle(
    state: FateState, seat: int, use: Usage, card: int, name: str, actions: tuple[str, ...]
) -> tuple[str, str] | None:
    """Why a use is not possible now: a rule, and the first thing that is missing."""
    hero = state.heroes[seat]
    event = card < 0
    if not event:
        id = state.book.sides[card].id
        if use.when in ("prevent", "attacked"):
            if state.blow is not None and id in state.blow.answered:
                return "G59", "A card prevents only once each time that damage is dealt."
        elif use.limit == "card" and id in hero.used:
            return "G29", "A card is used only once in a turn."
        elif use.limit == "use" and name in hero.used:
            return "G29", "Each use of this card is made only once in a turn."
        elif use.limit == "none" and state.roll is not None and name in state.roll.used:
            return "G54", "That was done to this roll already."
        if use.mana and hero.mana.get(id, 0) < use.mana:
            left = hero.mana.get(id, 0) or "none"
            return "G31", f"That takes {use.mana} mana from the card, and there is {left}."
        if use.wear and hero.wear.get(id, 0) + use.wear > state.book.sides[card].face.durability:
            return "G30", "The card holds as much damage as it can: repair it first."
        if use.counter and hero.counters.get(id, 0) < use.counter:
            return "G30", "Nothing is left on the card."
    if use.any_mana and sum(hero.mana.values()) < use.any_mana:
        return "G31", f"That takes {use.any_mana} mana from your cards."
    if hero.gold < use.gold:
        return "G32", f"That costs {use.gold} gold, and you have {hero.gold or 'none'}."
    if use.action is not None and use.action not in actions:
        return "G28", f"That spends the {use.action} action, and you cannot take it now."
    if use.discard and len(hero.hand) - event < use.discard:
        return "G32", "You hold no other card to discard."
    if use.where and not stands(state, seat, use.where):
        return "G32", PLACES[use.where]
    if use.adjacent:
        blow = state.blow
        if blow is None or blow.monster == OFF:
            return "G59", "That is done to a monster that attacks."
        if not blow.adjacent or state.where[blow.monster] == OFF:
            return "G59", "The attacker is not adjacent."
    if hero.rooted and all(isinstance(effect, March | Tread) for effect in use.effects):
        return "G21", "After seeking shelter you do not move again this turn."
    if not any(operations.possible(state, seat, effect, card) for effect in use.effects):
        return "G39", "That would have no effect now."
    return None


PLACES = {
    "town": "That is done in Grimheim.",
    "forest": "That is done in a forest area.",
    "mountain": "That is done next to a mountain area.",
}


def stands(state: FateState, seat: int, where: str) -> bool:
    """Whether a hero is where a use asks for."""
    node = state.heroes[seat].node
    if where == "town":
        return node == TOWN
    return state.land.forest[node] if where == "forest" else state.land.mountains[node] > 0


def refused(
    state: FateState, seat: int, action: Use | Play, moments: tuple[str, ...], actions: tuple[str, ...] = ()
) -> Illegal | None:
    """Why a card cannot be used or played now."""
    if isinstance(action, Play):
        card = state.book.event_number[state.heroes[seat].deck_number].get(action.card)
        if card is None or card not in state.heroes[seat].hand:
            return Illegal("G32", "You do not hold that card.")
        use = state.book.events[card].use
        if use.when not in moments:
            return Illegal("G32", "This is not the moment for that card.")
        return why(obstacle(state, seat, use, -1 - card, action.card, actions))
    kit = state.kit(seat)
    way = kit.ways.get(action.card)
    if way is None:
        side = kit.cards.get(action.card)
        if side is None:
            return Illegal("G29", "You have no such card in play.")
        if side.face.uses:
            return Illegal("G29", f"{side.name} has several uses: say which.")
        what = "Your hero card" if side.kind == HERO else side.name
        return Illegal("G29", f"{what} works by itself: there is nothing to use.")
    if way.use.when not in moments:
        return Illegal("G29", "This is not the moment for that card.")
    return why(obstacle(state, seat, way.use, way.side, way.name, actions))


def why(reason: tuple[str, str] | None) -> Illegal | None:
    """An obstacle as a refusal."""
    return Illegal(*reason) if reason is not None else None


# ---- doing it


def begin(
    state: FateState, seat: int, action: Use | Play, events: list[Event], granted: bool = False
) -> None:
    """Use a card or play an event: pay, then let everything on it happen, in order."""
    hero, book = state.heroes[seat], state.book
    if isinstance(action, Play):
        number = state.event(seat, action.card)
        hero.hand.remove(number)
        hero.discard.append(number)
        card, place, use = -1 - number, 0, book.events[number].use
    else:
        way = state.kit(seat).ways[action.card]
        card, place, use = way.side, way.place, way.use
        id = book.sides[card].id
        if use.when in ("prevent", "attacked"):
            assert state.blow is not None
            state.blow = state.blow.answered_with(id)
        elif use.limit != "none":
            hero.used = (*hero.used, id, way.name) if id != way.name else (*hero.used, id)
        if state.roll is not None:
            state.roll = state.roll.used_with(way.name)
        if use.mana:
            hero.mana[id] -= use.mana
        if use.wear:
            hero.wear[id] = hero.wear.get(id, 0) + use.wear
        if use.counter:
            hero.counters[id] -= use.counter
    events.append(Played(seat=seat, name=state.name(seat), card=book.name(card), event=card < 0))
    hero.gold -= use.gold
    state.push(Doing(seat, card, place, use.mana))
    if use.most_mana > use.mana and hero.mana[book.sides[card].id]:
        state.push(Paying((seat,), card, place))
    if use.any_mana:
        state.push(Drain(seat, use.any_mana))
    if use.discard:
        state.push(hand.Discarding((seat,), use.discard))
    if use.action is not None:
        spending.spend(state, seat, use.action, events, granted)
    if use.hurt:
        damage.hurt(state, seat, use.hurt, book.name(card), events)


class Doing(Step["FateState"], frozen=True, tag=True):
    """Everything that a use does is to happen; x is the mana that was paid."""

    seat: int
    card: int
    place: int
    x: int

    def run(self, state: FateState, events: list[Event]) -> None:
        use = state.book.use(self.card, self.place)
        state.push(
            *(
                operations.Do(self.seat, self.card, self.place, part, self.x)
                for part in range(len(use.effects))
            )
        )


class Paying(Decision["FateState", Amount], frozen=True, tag=True):
    """How much mana is paid in all."""

    card: int
    place: int

    rule = "G31"
    otherwise = "Choose how much mana to spend, as the card says."

    def question(self, state: FateState, seat: int) -> Question:
        card = state.book.sides[self.card]
        return Question(
            text=f"Choose how much mana to spend on {card.name}.",
            watching=f"{state.name(seat)} chooses how much mana to spend on {card.name}.",
            about=(f"card:{seat}:{card.id}",),
            labels=(("amount", "Spend {} mana"),),
        )

    def actions(self, state: FateState, seat: int) -> list[Amount]:
        use = state.book.use(self.card, self.place)
        left = state.heroes[seat].mana[state.book.sides[self.card].id]
        return [Amount(n) for n in range(use.mana, min(use.most_mana, use.mana + left) + 1)]

    def take(self, state: FateState, action: Amount, seat: int, events: list[Event]) -> None:
        use = state.book.use(self.card, self.place)
        state.heroes[seat].mana[state.book.sides[self.card].id] -= action.n - use.mana
        step = state.agenda.pop()
        assert isinstance(step, Doing)
        state.push(Doing(seat, self.card, self.place, action.n))


class Drain(Step["FateState"], frozen=True, tag=True):
    """So much mana is paid from any own cards (G31)."""

    seat: int
    left: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if self.left:
            state.push(Draining((self.seat,), self.left))


class Draining(Decision["FateState", On], frozen=True, tag=True):
    """From which card the next mana is paid."""

    left: int

    rule = "G31"
    otherwise = "Choose one of your cards with mana on it."

    def question(self, state: FateState, seat: int) -> Question:
        more = "" if self.left == 1 else f"; {self.left} in all"
        return Question(
            text=f"Choose a card to take 1 mana from{more}.",
            watching=f"{state.name(seat)} chooses a card to take 1 mana from{more}.",
            labels=(("on", "Take 1 mana from {}"),),
        )

    def actions(self, state: FateState, seat: int) -> list[On]:
        return [On(card) for card, mana in state.heroes[seat].mana.items() if mana]

    def take(self, state: FateState, action: On, seat: int, events: list[Event]) -> None:
        state.heroes[seat].mana[action.card] -= 1
        state.push(Drain(seat, self.left - 1))
