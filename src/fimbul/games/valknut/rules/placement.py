"""C. Laying cards: which, where, and what follows (V21 to V24, V55, V67)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Event, Illegal, Question
from fimbul.games.valknut.actions import Decline, Lay
from fimbul.games.valknut.events import Declined, LaidDown
from fimbul.games.valknut.library.warbands import told
from fimbul.games.valknut.model import cell_at
from fimbul.games.valknut.rules import valknuts, warbands
from fimbul.games.valknut.rules.asking import Asked

if TYPE_CHECKING:
    from fimbul.games.valknut.state import ValknutState


def placements(state: ValknutState, card: int) -> list[Lay]:
    """Every way to lay a card (V22)."""
    deck, ground = state.deck, state.ground
    name, forms = deck.ids[card], deck.forms[card]
    found: list[Lay] = []
    for r in deck.turns[card]:
        found += [Lay(name, x, y, r) for x, y in ground.spots(forms[r].shape).values()]
    return found


def misplaced(state: ValknutState, card: int, action: Lay) -> Illegal | None:
    """Why a card may not lie so (V22)."""
    if not 0 <= action.r <= 3:
        return Illegal("V22", f"A card is turned by 0 to 3 quarters, not {action.r}.")
    deck, ground = state.deck, state.ground
    if action.r not in deck.turns[card]:
        return Illegal("V22", "Turned that way, the card looks the same as with fewer turns: choose those.")
    form, corner = deck.forms[card][action.r], cell_at(action.x, action.y)
    if corner in ground.spots(form.shape):
        return None
    if any(corner + offset in ground.zones for offset, _ in form.zones):
        return Illegal("V22", "The card would cover a zone of the Battleground.")
    return Illegal("V22", "The card must share an edge with a zone of the Battleground.")


def layable(state: ValknutState) -> list[int]:
    """The cards that may be laid now; none while something else is decided."""
    decision = state.decision
    return decision.cards(state, decision.seats[0]) if isinstance(decision, Laying | Raging) else []


class Laying(Asked["ValknutState", Lay], frozen=True, tag=True):
    """Step 3: a card of the pool or an own Ambush card must be laid (V21, V55)."""

    rule: ClassVar[str] = "V21"
    otherwise: ClassVar[str] = "You must lay a card now."

    def question(self, state: ValknutState, seat: int) -> Question:
        deck, hand = state.deck, state.ambushes[seat]
        which = "one of the pool or an Ambush card of yours" if hand and state.pool else "one"
        return Question(
            text=f"Lay a card: choose {which}, then how it lies, then where.",
            watching=f"{told(state.band(seat), 'lays', 'lay')} a card.",
            rule=self.rule,
            about=(
                *(f"pool:{deck.ids[card]}" for card in state.pool),
                *(f"ambush:{deck.ids[card]}" for card in hand),
            ),
        )

    def actions(self, state: ValknutState, seat: int) -> list[Lay]:
        found: list[Lay] = []
        for card in self.cards(state, seat):
            found += placements(state, card)
        return found

    def cards(self, state: ValknutState, seat: int) -> list[int]:
        """What may be laid: the pool, and Ambush cards (V55)."""
        return [*state.pool, *state.ambushes[seat]]

    def forbids(self, state: ValknutState, action: Lay, seat: int) -> Illegal | None:
        card = state.deck.number.get(action.card)
        if card is None or (card not in state.pool and card not in state.ambushes[seat]):
            return Illegal("V21", "That card is neither in the pool nor an Ambush card of yours.")
        return misplaced(state, card, action)

    def take(self, state: ValknutState, action: Lay, seat: int, events: list[Event]) -> None:
        lay(state, seat, action, events)


class Raging(Asked["ValknutState", Lay | Decline], frozen=True, tag=True):
    """Berserker's Rage: another card of the pool may be laid (V67)."""

    rule: ClassVar[str] = "V67"
    otherwise: ClassVar[str] = "In a rage you lay another card of the pool, or you decline."

    def question(self, state: ValknutState, seat: int) -> Question:
        return Question(
            text="Berserker's Rage: lay another card of the pool, or decline.",
            watching=f"The {state.band(seat)} may lay another card in a rage.",
            rule=self.rule,
            about=tuple(f"pool:{state.deck.ids[card]}" for card in state.pool),
            labels=(("decline", "Lay no other card"),),
        )

    def actions(self, state: ValknutState, seat: int) -> list[Lay | Decline]:
        found: list[Lay | Decline] = []
        for card in self.cards(state, seat):
            found += placements(state, card)
        return [*found, Decline()]

    def cards(self, state: ValknutState, seat: int) -> list[int]:
        """What may be laid: the pool alone (V55)."""
        return state.pool

    def forbids(self, state: ValknutState, action: Lay | Decline, seat: int) -> Illegal | None:
        if isinstance(action, Decline):
            return None
        card = state.deck.number.get(action.card)
        if card is not None and card in state.ambushes[seat]:
            return Illegal("V55", "An Ambush card cannot be used for a rage.")
        if card is None or card not in state.pool:
            return Illegal("V67", "That card is not in the pool.")
        return misplaced(state, card, action)

    def take(self, state: ValknutState, action: Lay | Decline, seat: int, events: list[Event]) -> None:
        if isinstance(action, Decline):
            events.append(Declined(seat=seat, band=state.band(seat), what="another card"))
            state.calm_down()
        else:
            lay(state, seat, action, events)


def lay(state: ValknutState, seat: int, action: Lay, events: list[Event]) -> None:
    """Lay a card: its points, its Valknut, kills, its Gjallarhorn, in this order (V23)."""
    deck = state.deck
    card, corner = deck.number[action.card], cell_at(action.x, action.y)
    form = deck.forms[card][action.r]
    ambush = card not in state.pool
    if ambush:
        state.ambushes[seat] = tuple(other for other in state.ambushes[seat] if other != card)
    else:
        state.pool.remove(card)
    state.laid += ((card, corner, action.r),)
    state.points += deck.moves[card]
    warbands.battle_forged(state, seat)
    events.append(
        LaidDown(
            seat=seat,
            band=state.band(seat),
            card=action.card,
            name=deck.titles[card],
            x=action.x,
            y=action.y,
            r=action.r,
            points=deck.moves[card],
            ambush=ambush,
        )
    )
    if state.options.gods and deck.horns[card]:
        state.worship()
    if form.valknut is None:
        state.resolve(state.by_card)  # V44
    else:
        valknuts.appear(state, seat, corner + form.valknut, events)
