"""Fights for tests: combats that are announced and joined with one word.

state = bare()
put(state, "hakon", FIELD); army(state, "midhrasir", FIELD, 12)
put(state, "gorm", FIELD); army(state, "fynn", FIELD, 12)
dice(monkeypatch, 3, 4)
attack(state, FIELD)                      # the Fomorian side, without challenges: the first round is rolled
assert last(state).column == "1-1"
"""

from tests.games.fornaldar.positions import FOMORIAN, asked, do, happen, rush

from fimbul.core import Event
from fimbul.games.fornaldar.model import Battle
from fimbul.games.fornaldar.rules.combat import fighting, prospects
from fimbul.games.fornaldar.state import FornaldarState

FIELD = "2935"  # clear, no fortress, Nerfringia
FOREST = "2830"  # Midhrasir; the trolls' ground
SEA = "2747"  # the Oster Sea
CHALLENGES = ("Challenging", "Answering", "Arming")


def announce(state: FornaldarState, hex_: str, stack: str = "land", seat: int = FOMORIAN) -> list[Event]:
    """A seat announces one combat, and no other."""
    state.phasing = seat
    events = happen(state, fighting.CombatPhase(seat))
    if asked(state) == "Announcing":  # an intercepted force is not asked
        events += do(state, f"fight(h{hex_},{stack})")
    if asked(state) == "Announcing":
        events += do(state, "done")
    return events


def decline(state: FornaldarState) -> list[Event]:
    """No more challenges are made, and those that were made are declined."""
    events: list[Event] = []
    while asked(state) in CHALLENGES:
        events += do(state, "refuse" if asked(state) == "Answering" else "done")
    return events


def attack(state: FornaldarState, hex_: str, stack: str = "land", seat: int = FOMORIAN) -> list[Event]:
    """A seat attacks there, without challenges."""
    events = announce(state, hex_, stack, seat)
    return events + decline(state)


def last(state: FornaldarState) -> Battle:
    """The battle that is being fought, with its last round."""
    assert state.battle is not None
    return state.battle


def lose(state: FornaldarState, *names: str) -> list[Event]:
    """Losses are borne by these, one after the other."""
    return do(state, *(f"lose({name})" for name in names))


def bear(state: FornaldarState) -> list[Event]:
    """All losses are borne by the first that may."""
    return rush_while(state, "Bearing", "Heeding")


def rush_while(state: FornaldarState, *questions: str) -> list[Event]:
    """Give the first answer as long as one of these is asked."""
    events: list[Event] = []
    while state.to_act and asked(state) in questions:
        events += state.play(state.legal(state.to_act[0])[0], state.to_act[0])
    return events


def finish(state: FornaldarState) -> list[Event]:
    """The battle is fought no further: nobody presses, leaves or drives out."""
    return rush(state, "Announcing", "Ordering")


def forecast(
    state: FornaldarState, hex_: str, stack: str = "land", seat: int = FOMORIAN
) -> prospects.Forecast:
    """The odds of a combat, with everything known."""
    state.seen = [(0, state.book.node[hex_]), (1, state.book.node[hex_])]
    found = prospects.forecast(state, state.book.node[hex_], stack, seat)
    assert found is not None
    return found
