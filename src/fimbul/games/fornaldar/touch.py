"""What a person touches in the picture of Fornaldar: from actions to touches, and back."""

from typing import Any

from fimbul.core import Notation
from fimbul.games.fornaldar import actions as act
from fimbul.games.fornaldar import words
from fimbul.games.fornaldar.view import FornaldarView, StackSeen

NOTATION = Notation(act.ACTIONS)
LEAST = 4  # points of a search
GIVEN = ("Finding", "Salvage")  # decisions about one item: its taker is a button


def clicks(view: FornaldarView, action: Any) -> tuple[str, ...]:
    """What a person touches to take an action: places, pieces, or a button with its words."""
    match action:
        case act.Go(name) | act.At(name) | act.Retreat(name):
            return (name,)
        case act.Pick(hex_, kind):
            return (stack_at(view, hex_, kind),)
        case act.Intercept(hex_):
            kinds = [kind for place, kind, _ in view.catches if place == hex_]
            return (stack_at(view, hex_, kinds[0] if kinds else "land"),)
        case act.Fight(hex_, kind):
            return (f"fight:{hex_}:{kind}",)
        case act.Aim(what) if is_place(view, what):
            return (what,)
        case act.Leave(what, _):
            return f"piece:{what}", *number(view, action)
        case act.Take(what, _):
            return f"rest:{what}", *number(view, action)
        case act.Load(what, _, hex_):
            lead = (hex_,) if view.decision == "Embarking" else ()
            return *lead, f"shore:{hex_}:{what}", *number(view, action)
        case act.Unload(what, _, hex_):
            lead = () if view.decision == "Landing" else (f"off:{hex_}",)
            return *lead, f"piece:{what}", *number(view, action)
        case act.Attach(leader) | act.Detach(leader):
            return (f"escort:{leader}",)
        case act.Give(item, leader) if view.decision not in GIVEN:
            return f"item:{item}", f"to:{leader}"
        case act.Search(points):
            return "search", f"n:{points}"
        case act.Cast(leader, enchantment):
            return f"who:{leader}", f"cast:{enchantment}"
        case act.Challenge(kind, leader):
            return f"who:{leader}", f"kind:{kind}"
        case act.Accept(leader):
            return (f"who:{leader}",)
        case act.Lose(what):
            return (f"who:{what}",)
    return (f"b:{action}",)


def number(view: FornaldarView, action: Any) -> tuple[str, ...]:
    """How many, where there is a choice."""
    kind, counted = type(action), action.count
    fields = {name: getattr(action, name) for name in action.__struct_fields__}
    others = (str(kind(**{**fields, "count": count})) for count in (1, 2))
    alone = counted == 1 and sum(other in view.buttons for other in others) < 2
    return () if alone else (f"n:{counted}",)


def is_place(view: FornaldarView, name: str) -> bool:
    """Whether something is a hex or a river hexside."""
    book = words.book(view)
    return book.hex_named(name) >= 0 or name in book.river_named


def stack_id(stack: StackSeen) -> str:
    """The node of a stack: it goes where its top piece goes."""
    return f"stack:{stack.id}:{stack.hex}:{stack.kind}" if stack.top == "army" else f"stack:{stack.id}"


def stack_at(view: FornaldarView, hex_: str, kind: str) -> str:
    """The node of one's own stack in a hex."""
    stack = words.stack_at(view, hex_, kind, view.seat)
    return stack_id(stack) if stack is not None else f"pick:{hex_}:{kind}"


def answers(view: FornaldarView) -> list[Any]:
    """One's answers that belong to no hex."""
    return [NOTATION.parse(text) for text in view.buttons]


def placed(view: FornaldarView) -> list[Any]:
    """One's answers that belong to a hex, but for moves."""
    return [NOTATION.parse(text) for text in view.places]


# ---- and back


def attempt(view: FornaldarView, touched: tuple[str, ...]) -> Any:
    """What these touches would mean: the reading that a newcomer would have, legal or not."""
    if not touched or view.seat is None or view.seat not in view.to_act:
        return None
    kind, _, rest = touched[-1].partition(":")
    if kind == "b":
        return NOTATION.parse(rest)
    if kind == "fight":
        hex_, _, where = rest.partition(":")
        return act.Fight(hex_, where)
    if kind == "stack":
        stack = next((each for each in view.stacks if stack_id(each) == touched[-1]), None)
        return stack_meant(view, stack) if stack is not None else None
    if kind == "idle":
        hex_, _, where = rest.partition(":")
        return idle_meant(view, hex_, where)
    if kind == "lies" and view.decision == "Moving":
        return act.Search(LEAST)
    if is_place(view, touched[-1]):
        return place_meant(view, touched[-1])
    if kind in ("piece", "rest", "shore", "who", "escort", "item", "off"):
        return piece_meant(view, kind, rest)
    return None


def stack_meant(view: FornaldarView, stack: StackSeen) -> Any:
    """What a touch on a stack would mean."""
    own = stack.seat == view.seat
    if view.decision == "Moving":
        moving = view.force is not None and view.force.own
        if own and not (moving and view.force is not None and view.force.hex != stack.hex):
            return act.Pick(stack.hex, stack.kind)
        return act.Go(stack.hex) if moving else act.Pick(stack.hex, stack.kind)
    if view.decision == "Intercepting":
        return act.Intercept(stack.hex)
    if view.decision in ("Announcing", "Ordering"):
        return act.Fight(stack.hex, stack.kind)
    if view.decision == "Plotting" and own:
        return casting_meant(view, stack.hex)
    return place_meant(view, stack.hex)


def casting_meant(view: FornaldarView, hex_: str) -> Any:
    """What a touch on one's own stack means where enchantments are plotted: its enchanter casts something."""
    someone = [leader for leader in view.leaders if leader.hex == hex_ and leader.seat == view.seat]
    someone.sort(key=lambda leader: (leader.enchanter, leader.magic), reverse=True)
    return act.Cast(someone[0].id, "healing") if someone else None


def idle_meant(view: FornaldarView, hex_: str, kind: str) -> Any:
    """What a touch on inactive pieces would mean."""
    if view.decision == "Moving" and not (view.force is not None and view.force.own):
        return act.Pick(hex_, kind)
    return place_meant(view, hex_)


def place_meant(view: FornaldarView, name: str) -> Any:
    """What a touch on a hex would mean."""
    if view.decision == "Moving":
        if view.force is not None and view.force.own:
            return act.Go(name)
        stack = words.stack_at(view, name, "land", view.seat)
        return act.Pick(name, stack.kind) if stack is not None else act.Pick(name, "sea")
    if view.decision in words.AT:
        return act.At(name)
    if view.decision in ("Announcing", "Ordering"):
        return act.Fight(name, "land")
    return {
        "Intercepting": act.Intercept(name),
        "Retreating": act.Retreat(name),
        "Plotting": act.Aim(name),
    }.get(view.decision)


def piece_meant(view: FornaldarView, kind: str, rest: str) -> Any:
    """What a touch on a piece that is laid out would mean."""
    what = rest.rpartition(":")[2]
    match kind, view.decision:
        case "piece", "Moving":
            return act.Leave(what, 1)
        case "rest", "Moving":
            return act.Take(what, 1)
        case "shore", _:
            return act.Load(what, 1, rest.partition(":")[0])
        case "escort", "Moving":
            return act.Attach(what)
        case "who", "Answering":
            return act.Accept(what)
        case "who", "Challenging":
            return act.Challenge("trial", what)
        case "who", _:
            return act.Lose(what)
    return None
