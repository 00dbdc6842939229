"""The contract that all games share.  It knows no game and no web library."""

from fimbul.core.action import Action, Notation, few_first
from fimbul.core.agenda import AgendaState, Decision, Step
from fimbul.core.errors import (
    BadData,
    BadNotation,
    BadOption,
    BadRecord,
    BadSnapshot,
    FimbulError,
    Illegal,
)
from fimbul.core.event import Event, log_for
from fimbul.core.game import Fault, Game, Mind, Options
from fimbul.core.record import Match, Move, Record, replay, verify
from fimbul.core.rng import Rng
from fimbul.core.rules import Rule, Rules
from fimbul.core.scene import Node, Scene, Sketch, Span
from fimbul.core.state import Outcome, State, View

__all__ = [
    "Action",
    "AgendaState",
    "BadData",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "BadSnapshot",
    "Decision",
    "Event",
    "Fault",
    "FimbulError",
    "Game",
    "Illegal",
    "Match",
    "Mind",
    "Move",
    "Node",
    "Notation",
    "Options",
    "Outcome",
    "Record",
    "Rng",
    "Rule",
    "Rules",
    "Scene",
    "Sketch",
    "Span",
    "State",
    "Step",
    "View",
    "few_first",
    "log_for",
    "replay",
    "verify",
]
