"""Plain words for prompts and actions."""

from fimbul.games.fimbulvetr.actions import Handoff, Melee, Move, Pass, Place, Ranged, Relic
from fimbul.games.fimbulvetr.events import FACING, TURN
from fimbul.games.fimbulvetr.state import FimbulvetrView, Play

STEP = {
    "place": "place one of your warriors",
    "relic": "choose your relic and who bears it",
    "play": "move, attack, or hand off the relic",
}


def prompt(view: FimbulvetrView) -> str:
    """Who must do what."""
    if view.outcome is not None:
        return view.outcome.reason
    seat = view.to_act[0]
    clan = view.clans[seat].name
    mine = view.seat == seat
    text = f"{'Your' if mine else f'The {clan}'}{'' if mine else chr(39)} turn: {STEP[view.phase]}."
    severed = [w.name for w in view.warriors if w.severed]
    if severed:
        them = " and ".join(f"the {name}" for name in severed)
        text += f" Severed: {them} must be reconnected now."
    return text


def describe(view: FimbulvetrView, action: Play) -> str:
    """An action in words, as told by the seat to act."""
    seat = view.to_act[0] if view.to_act else 0
    names = [{warrior.id: warrior.name for warrior in clan.warriors} for clan in view.clans]
    mine, theirs = names[seat], names[1 - seat]
    match action:
        case Place(warrior, x, y, r):
            return f"Place the {mine[warrior]} at {x},{y}, {FACING[r]}"
        case Relic(token, warrior):
            return f"Give the {token} relic to the {mine[warrior]}"
        case Move(warrior, x, y, r):
            now = next(w for w in view.warriors if w.seat == seat and w.id == warrior)
            turn = TURN[(r - now.r) % 4]
            if (now.x, now.y) == (x, y):
                return f"Turn the {mine[warrior]} {turn}"
            return f"Move the {mine[warrior]} to {x},{y}{turn and f' and turn {turn}'}"
        case Melee(warrior, target):
            return f"Slay the {theirs[target]} in melee with the {mine[warrior]}"
        case Ranged(warrior, target):
            return f"Shoot the {theirs[target]} with the {mine[warrior]}"
        case Handoff(warrior):
            return f"Hand the relic to the {mine[warrior]}"
        case Pass():
            return "Pass"
