"""The set-up of a scenario (4, 24): every piece in its hex, and who starts aboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Question, Sealed, Step, Told
from fimbul.games.fornaldar.actions import Done, Load
from fimbul.games.fornaldar.model import FOMORIAN
from fimbul.games.fornaldar.rules import pieces, scenarios, turn
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.combat import losses
from fimbul.games.fornaldar.rules.movement import moving
from fimbul.games.fornaldar.rules.scenarios import PREGAME

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

WAITING = "Both players decide in secret who starts the game aboard ships."


class Opening(Step["FornaldarState"], frozen=True, tag=True):
    """What comes before the first turn: who starts aboard, and the early march of the Second Northern War."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        name = state.book.scenario.name
        events.append(Told(text=f"{name}."))
        if state.book.scenario.aboard:
            state.push(Embarkation((0, 1)), *before_the_game(state), turn.GameTurn())
        else:
            state.push(*before_the_game(state), turn.GameTurn())


class Embarkation(Sealed["FornaldarState"], frozen=True, tag=True):
    """Both sides decide at once, unseen by the other, who starts aboard (R4.2)."""

    rule: ClassVar[str] = "R4.2"

    def part(self, state: FornaldarState, seat: int) -> tuple[Step[Any], ...]:
        return (Embarking((seat,)),)

    def question(self, state: FornaldarState, seat: int) -> Question:
        return Question(
            text="Who starts the game aboard ships?", watching=WAITING, rule=self.rule, secret=True
        )


class Embarking(Decision["FornaldarState", Load | Done], frozen=True, tag=True):
    """Which land pieces in a hex with ships start embarked (R24.1.1, R24.2.1)."""

    always: ClassVar[bool] = True  # that nobody else could go aboard is a secret
    rule: ClassVar[str] = "R4.2"
    otherwise: ClassVar[str] = "Only land pieces in a hex with ships that have room can start aboard."

    def question(self, state: FornaldarState, seat: int) -> Question:
        hexes = sorted({answer.hex for answer in self.actions(state, seat) if isinstance(answer, Load)})
        return ask(
            seat,
            "Choose who starts the game aboard ships, or be ready.",
            "decides who starts the game aboard ships",
            about=tuple(hexes),
            labels=(("done", "Everybody is in place"),),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Load | Done]:
        found: list[Any] = []
        book = state.book
        hexes = sorted(
            {state.vessels[ship].hex for ship in range(len(book.fleet)) if ready(state, ship, seat)}
        )
        for hex_ in hexes:
            room, name = room_aboard(state, hex_, seat), book.hex_name(hex_)
            for leader in pieces.ashore(state, hex_, seat):
                card, someone = book.cast[leader], state.leaders[leader]
                if not card.swims and not card.flies and someone.escort <= room:
                    found.append(Load(card.id, 1, name))
            for army in pieces.ground_armies(state, hex_, seat):
                banner = book.banners[army.banner]
                if banner.race != "merman":
                    found += [Load(banner.id, count, name) for count in range(1, min(army.csp, room) + 1)]
        return [*dict.fromkeys(found), Done()]

    def take(self, state: FornaldarState, action: Load | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Done):
            return
        book, hex_ = state.book, state.book.hex_named(action.hex)
        if action.what in book.leader and state.leaders[book.leader[action.what]].hex == hex_:
            state.leaders[book.leader[action.what]].aboard = True
            text = f"{book.cast[book.leader[action.what]].name} starts aboard."
        else:
            banner = book.banner[action.what]
            embark(state, hex_, seat, banner, action.count)
            text = f"{action.count} {book.banners[banner].name} CSP start aboard."
        events.append(Told(text=text, only=(seat,)))
        state.push(self)


def ready(state: FornaldarState, ship: int, seat: int) -> bool:
    """Whether pieces can start aboard this ship."""
    return state.vessels[ship].hex >= 0 and pieces.ship_seat(state, ship) == seat


def room_aboard(state: FornaldarState, hex_: int, seat: int) -> int:
    """How many more CSP the ships of a hex can carry (R14.2.3)."""
    return losses.capacity(state, hex_, seat) - losses.carried(state, hex_, seat)


def embark(state: FornaldarState, hex_: int, seat: int, banner: int, count: int) -> None:
    """So many CSP of a banner start aboard."""
    armies = [army for army in pieces.ground_armies(state, hex_, seat) if army.banner == banner]
    pieces.recast(state, armies, count, lambda _: {"aboard": True})


def before_the_game(state: FornaldarState) -> list[Step[Any]]:
    """The early march of the Fomorian forces (R24.2.2.1)."""
    return [moving.PregameMove(FOMORIAN, PREGAME)] if scenarios.special(state, "early_march") else []
