"""J. Gods & Monsters: taking a Gjallarhorn card and what it does (V100 to V113).

Each card has two small functions: `CHOICES` lists what its owner may choose (nothing: the effect is
impossible or needs no choice), `EFFECTS` does it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Event, Illegal, Question, Step
from fimbul.games.valknut.actions import (
    Decline,
    Fenrir,
    Freya,
    Hel,
    Jormungandr,
    Order,
    Surtr,
    Take,
    TakeFrom,
    Thor,
)
from fimbul.games.valknut.events import (
    Ambushed,
    Arranged,
    Declined,
    Destroyed,
    Foretold,
    Moved,
    Robbed,
    Stolen,
    Worshipped,
)
from fimbul.games.valknut.library.gods import (
    FENRIR,
    FREYA,
    GODS,
    HEL,
    JORMUNGANDR,
    LOKI,
    ODIN,
    POOL_SIZE,
    SURTR,
    THOR,
)
from fimbul.games.valknut.library.gods import NUMBER as GOD
from fimbul.games.valknut.library.warbands import IDS, NUMBER, TALL, UNIT_NAMES, told
from fimbul.games.valknut.model import OFF, STEPS, cell_at, place_of
from fimbul.games.valknut.rules import foresight
from fimbul.games.valknut.rules.asking import Asked
from fimbul.games.valknut.rules.movement import reach
from fimbul.games.valknut.rules.supply import bring, visible

if TYPE_CHECKING:
    from fimbul.games.valknut.state import ValknutState

Wonder = Order | Freya | Thor | Hel | Fenrir | Surtr | Jormungandr

SIGHT = 3  # how many cards Odin sees (V104)


class Horn(Step["ValknutState"], frozen=True, tag=True):
    """A Gjallarhorn sounds: somebody may be worshipped, if there is anybody to take (V101)."""

    def run(self, state: ValknutState, events: list[Event]) -> None:
        worship = Worship((state.active,))
        if len(worship.actions(state, state.active)) > 1:
            state.push(worship)


class Worship(Asked["ValknutState", Take | TakeFrom | Decline], frozen=True, tag=True):
    """A card with a Gjallarhorn was laid: a god or monster may be taken (V101)."""

    rule: ClassVar[str] = "V101"
    otherwise: ClassVar[str] = "Take a god or monster that lies open or that another player has, or decline."

    def question(self, state: ValknutState, seat: int) -> Question:
        return Question(
            text="The Gjallarhorn sounds: take a god or monster, or decline.",
            watching=f"The Gjallarhorn sounds: the {state.band(seat)} may take a god or monster.",
            rule=self.rule,
            about=tuple(f"god:{GODS[god].id}" for god in state.god_pool),
            labels=(("decline", "Take nobody"),),
        )

    def actions(self, state: ValknutState, seat: int) -> list[Take | TakeFrom | Decline]:
        found: list[Take | TakeFrom | Decline] = [Take(GODS[god].id) for god in state.god_pool]
        for other, held in enumerate(state.worshipped):
            if other != seat:
                found += [TakeFrom(GODS[god].id, other) for god in held]
        return [*found, Decline()]

    def take(
        self, state: ValknutState, action: Take | TakeFrom | Decline, seat: int, events: list[Event]
    ) -> None:
        if isinstance(action, Decline):
            events.append(Declined(seat=seat, band=state.band(seat), what="the Gjallarhorn"))
            return
        god = GOD[action.god]
        if isinstance(action, TakeFrom):
            held = state.worshipped[action.seat]
            state.worshipped[action.seat] = tuple(other for other in held if other != god)
        else:
            state.god_pool.remove(god)
            refill(state)
        state.worshipped[seat] = (*state.worshipped[seat], god)
        events.append(Worshipped(seat=seat, band=state.band(seat), god=action.god, name=GODS[god].name))
        perform(state, seat, god, events)


def refill(state: ValknutState) -> None:
    """Fill the open Gjallarhorn cards up while the pile lasts (V101)."""
    while state.god_pile and len(state.god_pool) < POOL_SIZE:
        state.god_pool.append(state.god_pile.pop())
        state.returned = min(state.returned, len(state.god_pile))
        state.reveals += 1


def perform(state: ValknutState, seat: int, god: int, events: list[Event]) -> None:
    """Let a card work, if it can (V101, V103)."""
    if god == LOKI:
        loki(state, seat, events)
    elif god == ODIN:
        look(state, seat, events)
    choices = CHOICES.get(god)
    if choices is not None and choices(state, seat):
        state.push(Miracle((seat,), god))
    else:
        state.resolve(state.by_effect)


class Miracle(Asked["ValknutState", Wonder], frozen=True, tag=True):
    """The effect of a card that leaves a choice; a possible effect must be performed (V101)."""

    god: int

    rule: ClassVar[str] = "V101"
    otherwise: ClassVar[str] = "The god or monster that you took must do its work now, as its card says."

    def question(self, state: ValknutState, seat: int) -> Question:
        god = GODS[self.god]
        return Question(
            text=god.asks,
            watching=f"{told(state.band(seat), 'decides', 'decide')} what {god.name} does.",
            rule=god.rule,
            about=(f"god:{god.id}",),
        )

    def actions(self, state: ValknutState, seat: int) -> list[Wonder]:
        return CHOICES[self.god](state, seat)

    def forbids(self, state: ValknutState, action: Wonder, seat: int) -> Illegal | None:
        if action in self.actions(state, seat):
            return None
        god = GODS[self.god]
        return Illegal(god.rule, f"That is nothing that {god.name} can do now.")

    def take(self, state: ValknutState, action: Wonder, seat: int, events: list[Event]) -> None:
        EFFECTS[self.god](state, seat, action, events)


# ---- Odin (V104)


def top_of(state: ValknutState) -> list[int]:
    """The cards that Odin shows, the top one first."""
    return state.pile[-SIGHT:][::-1]


def look(state: ValknutState, seat: int, events: list[Event]) -> None:
    """See the top of the pile."""
    top = top_of(state)
    if top:
        foresight.look(state, seat, top)
        state.reveals += 1
        names = tuple(state.deck.titles[card] for card in top)
        events.append(Foretold(seat=seat, band=state.band(seat), names=names, only=(seat,)))


def shown(state: ValknutState, seat: int | None) -> tuple[int, ...]:
    """The cards that a seat has to put in order now, the top one first."""
    decision = state.decision
    if not isinstance(decision, Miracle) or decision.god != ODIN or decision.seats != (seat,):
        return ()
    return tuple(top_of(state))


def orders(state: ValknutState, seat: int) -> list[Wonder]:
    """Every order of the top cards."""
    names = [state.deck.ids[card] for card in top_of(state)]
    return [Order(order) for order in permutations(names)] if names else []


def odin(state: ValknutState, seat: int, action: Order, events: list[Event]) -> None:
    """Put them back, the first one on top."""
    top = [state.deck.number[name] for name in action.cards]
    state.pile[-len(top) :] = top[::-1]
    foresight.arrange(state, seat, top)
    events.append(Arranged(seat=seat, band=state.band(seat), count=len(top)))
    state.resolve(state.by_effect)


# ---- Freya (V106)


def free_moves(state: ValknutState, seat: int) -> list[Wonder]:
    """Every straight move over anything."""
    at = state.standing()
    return [
        Freya(*place_of(cell), way, length)  # type: ignore[arg-type]
        for unit, cell in enumerate(state.cell)
        if cell != OFF and state.owner[unit] == seat
        for way, length in reach(state, unit, at, free=True)
    ]


def freya(state: ValknutState, seat: int, action: Freya, events: list[Event]) -> None:
    """Move a unit."""
    unit = state.standing()[cell_at(action.x, action.y)]
    state.cell[unit] += STEPS[action.dir] * action.n
    x, y = place_of(state.cell[unit])
    name = UNIT_NAMES[state.kind[unit]]
    events.append(
        Moved(seat=seat, band=state.band(seat), unit=unit, name=name, was=(action.x, action.y), x=x, y=y)
    )
    state.resolve(state.by_effect)


# ---- Thor (V107)


def targets(state: ValknutState, seat: int) -> list[Wonder]:
    """The enemies on Valknuts, but for the Giantess."""
    at = state.standing()
    found: list[Wonder] = []
    for cell in state.ground.valknuts:
        unit = at.get(cell)
        if unit is not None and state.owner[unit] != seat and state.kind[unit] != TALL:
            found.append(Thor(*place_of(cell)))
    return found


def thor(state: ValknutState, seat: int, action: Thor, events: list[Event]) -> None:
    """Kill one."""
    state.strike([state.standing()[cell_at(action.x, action.y)]], state.by_effect, events)


# ---- Hel (V108)


def recruits(state: ValknutState, seat: int) -> list[Wonder]:
    """Every unit of every surviving player's supply, on every visible Valknut."""
    return [
        Hel(other, IDS[kind], *place_of(cell))
        for other, alive in enumerate(state.alive)
        if alive
        for kind in state.waiting(other)
        if kind != TALL
        for cell in visible(state)
    ]


def hel(state: ValknutState, seat: int, action: Hel, events: list[Event]) -> None:
    """Bring one as an own unit."""
    kind = NUMBER[action.kind]
    state.owner[state.supply(action.seat, kind)[0]] = seat
    bring(state, seat, kind, cell_at(action.x, action.y), events)
    state.resolve(state.by_effect)


# ---- Loki (V109)


def loki(state: ValknutState, seat: int, events: list[Event]) -> None:
    """Take the top card of the pile as an Ambush card."""
    if state.pile:
        card = state.draw()
        state.ambushes[seat] = (*state.ambushes[seat], card)
        name, title = state.deck.ids[card], state.deck.titles[card]
        events.append(Ambushed(seat=seat, band=state.band(seat), card=name, name=title))


# ---- Fenrir (V110)


def prey(state: ValknutState, seat: int) -> list[Wonder]:
    """Every Ambush card of an opponent."""
    return [
        Fenrir(other, state.deck.ids[card])
        for other, cards in enumerate(state.ambushes)
        if other != seat
        for card in cards
    ]


def fenrir(state: ValknutState, seat: int, action: Fenrir, events: list[Event]) -> None:
    """Take one."""
    card = state.deck.number[action.card]
    state.ambushes[action.seat] = tuple(other for other in state.ambushes[action.seat] if other != card)
    state.ambushes[seat] = (*state.ambushes[seat], card)
    title, of = state.deck.titles[card], state.band(action.seat)
    events.append(Robbed(seat=seat, band=state.band(seat), card=action.card, name=title, of=of))
    state.resolve(state.by_effect)


# ---- Surtr (V111)


def empty_cards(state: ValknutState, seat: int) -> list[Wonder]:
    """The laid cards on which nobody stands."""
    at = state.standing()
    return [
        Surtr(*place_of(corner))
        for card, corner, r in sorted(state.laid, key=lambda laid: laid[1])
        if card >= 0 and not any(corner + offset in at for offset, _ in state.deck.form(card, r).zones)
    ]


def surtr(state: ValknutState, seat: int, action: Surtr, events: list[Event]) -> None:
    """Destroy one."""
    corner = cell_at(action.x, action.y)
    card = next(card for card, cell, _ in state.laid if cell == corner)
    state.laid = tuple(laid for laid in state.laid if laid[1] != corner)
    events.append(
        Destroyed(
            seat=seat,
            band=state.band(seat),
            card=state.deck.ids[card],
            name=state.deck.titles[card],
            x=action.x,
            y=action.y,
        )
    )
    state.resolve(state.by_effect)


# ---- Jormungandr (V112)


def captives(state: ValknutState, seat: int) -> list[Wonder]:
    """Every kind that waits in an opponent's supply."""
    return [
        Jormungandr(other, IDS[kind])
        for other, alive in enumerate(state.alive)
        if alive and other != seat
        for kind in state.waiting(other)
    ]


def jormungandr(state: ValknutState, seat: int, action: Jormungandr, events: list[Event]) -> None:
    """Take one into the player's supply."""
    kind = NUMBER[action.kind]
    unit = state.supply(action.seat, kind)[0]
    state.owner[unit] = seat
    events.append(
        Stolen(seat=seat, band=state.band(seat), unit=unit, name=UNIT_NAMES[kind], of=state.band(action.seat))
    )
    state.resolve(state.by_effect)


CHOICES: dict[int, Callable[[ValknutState, int], list[Wonder]]] = {
    ODIN: orders,
    FREYA: free_moves,
    THOR: targets,
    HEL: recruits,
    FENRIR: prey,
    SURTR: empty_cards,
    JORMUNGANDR: captives,
}
EFFECTS: dict[int, Callable[[ValknutState, int, Any, list[Event]], None]] = {
    ODIN: odin,
    FREYA: freya,
    THOR: thor,
    HEL: hel,
    FENRIR: fenrir,
    SURTR: surtr,
    JORMUNGANDR: jormungandr,
}
