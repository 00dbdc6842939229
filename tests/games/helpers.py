"""What tests of all games do with a position: play notation, list, refuse, ask."""

from typing import Any

import pytest

from fimbul.core import Event, Illegal, State
from fimbul.games import game


def do(state: Any, *actions: str, seat: int | None = None) -> list[Event]:
    """Play these actions, for whoever is to act unless told; all that happened."""
    parse = game(state.slug).parse
    events: list[Event] = []
    for text in actions:
        events += state.play(parse(text), state.to_act[0] if seat is None else seat)
    return events


def legal(state: State, seat: int | None = None) -> set[str]:
    """The notation of all legal actions of a seat, or of the first to act."""
    return {str(action) for action in state.legal(state.to_act[0] if seat is None else seat)}


def refuses(state: State, action: str, rule: str, seat: int | None = None) -> Illegal:
    """An action is refused by a rule, and nothing changes."""
    before = state.fingerprint()
    with pytest.raises(Illegal) as refusal:
        state.play(game(state.slug).parse(action), state.to_act[0] if seat is None else seat)
    assert refusal.value.rule == rule, str(refusal.value)
    assert state.fingerprint() == before
    return refusal.value


def asked(state: Any) -> str:
    """What the table asks: the name of the decision."""
    return type(state.decision).__name__
