"""The contract that all games share.  It knows no game and no web library."""

from fimbul.core.action import Action, Notation, few_first
from fimbul.core.agenda import AgendaState, Decision, Sealed, Step
from fimbul.core.errors import (
    BadData,
    BadNotation,
    BadOption,
    BadRecord,
    BadSnapshot,
    FimbulError,
    Illegal,
)
from fimbul.core.event import Ended, Event, Told, log_for
from fimbul.core.game import Coach, Fault, Game, Mind, Options, Start, Workshop
from fimbul.core.question import Dice, Die, Fact, Line, Odds, Prospect, Question
from fimbul.core.record import Match, Move, Record, replay, verify
from fimbul.core.rng import Rng
from fimbul.core.rules import Rule, Rules
from fimbul.core.scene import (
    Board,
    Button,
    Card,
    Figure,
    Icon,
    Node,
    Reach,
    Scene,
    Sheet,
    Sketch,
    Span,
    Tray,
)
from fimbul.core.squares import Piece, Squares
from fimbul.core.state import Outcome, State, TurnState, View
from fimbul.core.table import Choice, Deed, Deeds, Table, choice, offered
from fimbul.core.words import Built, Drawn, Form, Words

__all__ = [
    "Action",
    "AgendaState",
    "BadData",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "BadSnapshot",
    "Board",
    "Built",
    "Button",
    "Card",
    "Choice",
    "Coach",
    "Decision",
    "Deed",
    "Deeds",
    "Dice",
    "Die",
    "Drawn",
    "Ended",
    "Event",
    "Fact",
    "Fault",
    "Figure",
    "FimbulError",
    "Form",
    "Game",
    "Icon",
    "Illegal",
    "Line",
    "Match",
    "Mind",
    "Move",
    "Node",
    "Notation",
    "Odds",
    "Options",
    "Outcome",
    "Piece",
    "Prospect",
    "Question",
    "Reach",
    "Record",
    "Rng",
    "Rule",
    "Rules",
    "Scene",
    "Sealed",
    "Sheet",
    "Sketch",
    "Span",
    "Squares",
    "Start",
    "State",
    "Step",
    "Table",
    "Told",
    "Tray",
    "TurnState",
    "View",
    "Words",
    "Workshop",
    "choice",
    "few_first",
    "log_for",
    "offered",
    "replay",
    "verify",
]
