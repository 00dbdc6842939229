"""Why a character cannot do something in the action step, by rule (S60 to S84)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fimbul.core import Illegal
from fimbul.games.six_winters import acting, building, ground, narrating, obstacles, overcoming, powers
from fimbul.games.six_winters.actions import (
    Create,
    Gate,
    Load,
    Move,
    Muster,
    Narrate,
    Overcome,
    Pay,
    Reroll,
    Sail,
    Stash,
    Take,
    Trade,
    Unload,
    Use,
    Visit,
    VisitFree,
)
from fimbul.games.six_winters.dice import CODES, value_of

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState

RULES: dict[type, str] = {
    Move: "S61",
    Pay: "S191",
    Sail: "S62",
    Gate: "S62",
    Muster: "S63",
    Reroll: "S64",
    Take: "S65",
    Create: "S66",
    Overcome: "S68",
    Narrate: "S76",
    Trade: "S83",
    Visit: "S84",
    VisitFree: "S84",
    Stash: "S81",
    Use: "S82",
    Load: "S82",
    Unload: "S82",
}


def reason(state: SixWintersState, person: int, action: Any) -> Illegal:
    """Why an action that is not among the choices of a character is refused."""
    told = REASONS.get(type(action))
    text = told(state, person, action) if told is not None else ""
    rule = RULES.get(type(action), "S41")
    return Illegal(rule, text or f"{state.name(person)} cannot do that now.")


def why_no_move(state: SixWintersState, person: int, action: Any) -> str:
    place = state.book.location.get(action.location)
    someone = state.people[person]
    if place is None or place not in state.cells:
        return "There is no such location on the map."
    name = state.book.locations[place].name
    if isinstance(action, Move):
        if place not in ground.near(state, someone.place):
            return f"{name} is not adjacent."
        cost = state.book.figures.move_cost + acting.entry(state, place)
        return f"Going to {name} costs {cost} movement points, and {someone.moves} are left."
    icon = "port" if isinstance(action, Sail) else "gate"
    here = state.book.locations[someone.place]
    if here.icon != icon or state.book.locations[place].icon != icon or place == someone.place:
        kind = "port" if icon == "port" else "magic gate"
        return f"That leads from one {kind} to another."
    return ""


def why_no_muster(state: SixWintersState, person: int, action: Any) -> str:
    someone = state.people[person]
    if not state.level[someone.place]:
        return f"{state.book.locations[someone.place].name} produces nothing."
    cost = state.book.figures.muster_cost
    if someone.moves < cost:
        return f"Mustering costs {cost} movement points, and {someone.moves} are left."
    return "No die of that type is left in the supply."


def why_no_reroll(state: SixWintersState, person: int, action: Any) -> str:
    cost, left = state.book.figures.reroll_cost, state.people[person].moves
    if left < cost:
        return f"Rolling again costs {cost} movement points, and {left} are left."
    return "There are no such dice to roll again."


def why_no_take(state: SixWintersState, person: int, action: Any) -> str:
    if len(state.people[person].building) >= state.book.figures.in_progress:
        return f"{state.name(person)} has {state.book.figures.in_progress} assets in progress already."
    return "That asset is not staged."


def why_no_create(state: SixWintersState, person: int, action: Any) -> str:
    if action.source in CODES:
        value = value_of(CODES[action.source])
        if value not in state.purse(person).dice:
            return f"{state.name(person)} has no such action die."
    else:
        if action.source not in powers.stashed(state, person, "create"):
            return "No die is stashed there for a create action."
        value = value_of(state.people[person].boxes[action.source][0])
    if not state.people[person].building:
        return f"{state.name(person)} has no asset in progress."
    if not building.places(state, person, value):
        return f"No die here of value {value} or less fits an open slot."
    return ""


def why_no_overcome(state: SixWintersState, person: int, action: Any) -> str:
    obstacle = state.book.obstacle.get(action.obstacle)
    number = None if obstacle is None else obstacles.in_play(state, obstacle)
    if obstacle is None or number is None:
        return "That obstacle is not in play."
    if state.standing[number].place != state.people[person].place:
        where = state.book.locations[state.standing[number].place].name
        return f"It is at {where}, and {state.name(person)} is not."
    if not overcoming.can_add(state, person, obstacle):
        return f"{state.name(person)} has nothing that could add a token to it."
    return "It was tried by this character in this turn."


def why_no_scene(state: SixWintersState, person: int, action: Any) -> str:
    if state.scene_place < 0:
        return "There is no scene to be told."
    where = state.book.locations[state.scene_place].name
    if any(someone.place != state.scene_place for someone in state.people):
        return f"All characters must be at {where}."
    blocker = narrating.scene(state).blocked_by
    if blocker and obstacles.in_play(state, state.book.obstacle[blocker]) is not None:
        return f"{state.book.obstacles[state.book.obstacle[blocker]].name} must be out of the way first."
    have = narrating.scored(state)
    for other in range(len(state.people)):
        have += sum(points for _, points in narrating.cards(state, other))
    return f"The scene needs {narrating.needed(state)} points, and your cards come to {have}."


def why_no_trade(state: SixWintersState, person: int, action: Any) -> str:
    cost, left = state.options.trade_cost, state.people[person].moves
    if left < cost:
        return f"Trading costs {cost} movement points, and {left} are left."
    count = state.book.figures.trade_dice
    return f"It takes {count} dice of one type here, for one of the next on the wheel that the supply has."


def why_no_use(state: SixWintersState, person: int, action: Any) -> str:
    card = action.card
    if card not in powers.cards(state, person):
        return f"{state.name(person)} has no such card in use."
    if card in state.people[person].turned:
        return "That card was used in this turn."
    return "That card has nothing to work on now."


REASONS: dict[type, Any] = {
    Move: why_no_move,
    Sail: why_no_move,
    Gate: why_no_move,
    Muster: why_no_muster,
    Reroll: why_no_reroll,
    Take: why_no_take,
    Create: why_no_create,
    Overcome: why_no_overcome,
    Narrate: why_no_scene,
    Trade: why_no_trade,
    Use: why_no_use,
    Stash: why_no_use,
    Load: why_no_use,
    Unload: why_no_use,
}
