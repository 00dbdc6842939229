"""What a person does in Fornaldar: every kind of action in words and in touches, and the way back.

Places and pieces are touched where they are: hexes, stacks and signs on the map, cards in the trays.  How
many, and other things that have no place, are buttons that follow such a touch.
"""

from typing import Any

from fimbul.core import Deed, Deeds, Notation
from fimbul.core.wording import capital, listed
from fimbul.games.fornaldar import actions as act
from fimbul.games.fornaldar.library.rows import POINT
from fimbul.games.fornaldar.table import words
from fimbul.games.fornaldar.table.view import FornaldarView, StackSeen

NOTATION = Notation(act.ACTIONS)
LEAST = 4  # points of a search (R21.1.3)

deeds = Deeds[FornaldarView]()


def label(view: FornaldarView, verb: str, *named: object, default: str = "{}") -> str:
    """The words of an answer, where they depend on the question."""
    return view.question.label(verb, *named, default=default) if view.question else default.format(*named)


def button(action: Any) -> str:
    """What is pressed for an action that has no place."""
    return f"b:{action}"


def counted(view: FornaldarView, action: Any, name: str) -> tuple[str, ...]:
    """The touch for how many, where there is a choice."""
    fields = {field: getattr(action, field) for field in action.__struct_fields__}
    others = (str(type(action)(**{**fields, "count": count})) for count in (1, 2))
    alone = action.count == 1 and sum(other in view.buttons for other in others) < 2
    return () if alone else (f"{name}:{action.count}",)


# ---- movement


@deeds.of(act.Done)
def done(view: FornaldarView, action: act.Done) -> Deed:
    return Deed(label(view, "done", default="Done"), button(action))


@deeds.of(act.At)
def at(view: FornaldarView, action: act.At) -> Deed:
    return Deed(label(view, "at", words.place(view, action.hex), default="Choose {}"), action.hex)


@deeds.of(act.Pick)
def pick(view: FornaldarView, action: act.Pick) -> Deed:
    stack = words.stack_at(view, action.hex, action.stack, view.seat)
    what = f": {words.stack_name(view, stack)}" if stack is not None else ""
    kind = "fleet" if action.stack == "sea" else "force"
    text = f"Take up the {kind} at {words.place(view, action.hex)}{what}"
    return Deed(text, stack_at(view, action.hex, action.stack))


@deeds.of(act.Leave)
def leave(view: FornaldarView, action: act.Leave) -> Deed:
    text = f"Leave {words.piece(view, action.what, action.count)} behind"
    return Deed(text, f"piece:{action.what}", *counted(view, action, f"leave:{action.what}"))


@deeds.of(act.Take)
def take(view: FornaldarView, action: act.Take) -> Deed:
    text = f"Take {words.piece(view, action.what, action.count)} along"
    return Deed(text, f"rest:{action.what}", *counted(view, action, f"take:{action.what}"))


@deeds.of(act.Go)
def go(view: FornaldarView, action: act.Go) -> Deed:
    reach = dict(view.force.reach) if view.force is not None else {}
    cost = f" for {words.points(reach[action.hex])}" if action.hex in reach else ""
    return Deed(f"Go to {words.place(view, action.hex)}{cost}", action.hex)


@deeds.of(act.Halt)
def halt(view: FornaldarView, action: act.Halt) -> Deed:
    return Deed("Stop here", button(action))


@deeds.of(act.PutDown)
def put_down(view: FornaldarView, action: act.PutDown) -> Deed:
    return Deed("Put the force back: it does not move", button(action))


@deeds.of(act.Search)
def search(view: FornaldarView, action: act.Search) -> Deed:
    text = f"Search for artifacts with {words.points(action.points * POINT)}"
    return Deed(text, "search", f"search:{action.points}")


@deeds.of(act.Teleport)
def teleport(view: FornaldarView, action: act.Teleport) -> Deed:
    return Deed(f"{words.leader_name(view, action.leader)} tries to teleport the force", button(action))


@deeds.of(act.Overrun)
def overrun(view: FornaldarView, action: act.Overrun) -> Deed:
    return Deed("Overrun the enemy", button(action))


@deeds.of(act.Attach)
def attach(view: FornaldarView, action: act.Attach) -> Deed:
    text = f"A CSP becomes the escort of {words.leader_name(view, action.leader)}"
    return Deed(text, "escort", f"escort:{action.leader}")


@deeds.of(act.Detach)
def detach(view: FornaldarView, action: act.Detach) -> Deed:
    text = f"The escort of {words.leader_name(view, action.leader)} becomes a CSP"
    return Deed(text, "escort", f"escort:{action.leader}")


@deeds.of(act.Give)
def give(view: FornaldarView, action: act.Give) -> Deed:
    item, whom = words.item_name(view, action.item), words.leader_name(view, action.leader)
    text = label(view, "give", item, whom, default="Give {} to {}")
    if action.leader == act.TROOPS:
        text = f"Give {item} to the troops"
    return Deed(text, f"item:{action.item}", f"give:{action.item}:{action.leader}")


@deeds.of(act.Show)
def show(view: FornaldarView, action: act.Show) -> Deed:
    banner = action.what in words.book(view).banner
    what = f"{words.banner_name(view, action.what)} CSP" if banner else words.piece(view, action.what)
    return Deed(f"Put {what} on top of the stack, for the enemy to see", "top", f"top:{action.what}")


@deeds.of(act.Load)
def load(view: FornaldarView, action: act.Load) -> Deed:
    text = f"Embark {words.piece(view, action.what, action.count)} at {words.place(view, action.hex)}"
    name = f"{action.hex}:{action.what}"
    return Deed(text, f"shore:{name}", *counted(view, action, f"load:{name}"))


@deeds.of(act.Unload)
def unload(view: FornaldarView, action: act.Unload) -> Deed:
    text = f"Put {words.piece(view, action.what, action.count)} ashore at {words.place(view, action.hex)}"
    name = f"{action.hex}:{action.what}"
    return Deed(text, f"off:{action.hex}", f"piece:{action.what}", *counted(view, action, f"land:{name}"))


@deeds.of(act.Ashore)
def ashore(view: FornaldarView, action: act.Ashore) -> Deed:
    return Deed(f"The swimmers go ashore at {words.place(view, action.hex)}", button(action))


@deeds.of(act.Swim)
def swim(view: FornaldarView, action: act.Swim) -> Deed:
    return Deed(f"The swimmers take to the water at {words.place(view, action.where)}", button(action))


@deeds.of(act.Intercept)
def intercept(view: FornaldarView, action: act.Intercept) -> Deed:
    kinds = [kind for place, kind, _ in view.catches if place == action.hex]
    kind = kinds[0] if kinds else "land"
    stack = words.stack_at(view, action.hex, kind, view.seat)
    what = f": {words.stack_name(view, stack)}" if stack is not None else ""
    return Deed(f"Intercept from {words.place(view, action.hex)}{what}", stack_at(view, action.hex, kind))


@deeds.of(act.Wait)
def wait(view: FornaldarView, action: act.Wait) -> Deed:
    return Deed("Do not intercept here", button(action))


@deeds.of(act.LetGo)
def let_go(view: FornaldarView, action: act.LetGo) -> Deed:
    return Deed("Let this force go wherever it goes", button(action))


@deeds.of(act.Evade)
def evade(view: FornaldarView, action: act.Evade) -> Deed:
    return Deed(label(view, "evade", default="Try to evade"), button(action))


@deeds.of(act.Stand)
def stand(view: FornaldarView, action: act.Stand) -> Deed:
    return Deed(label(view, "stand", default="Stand, and do not evade"), button(action))


# ---- combat


@deeds.of(act.Fight)
def fight(view: FornaldarView, action: act.Fight) -> Deed:
    hex_, kind = action.hex, action.stack
    enemy = [stack for stack in view.stacks if stack.hex == hex_ and stack.seat != view.seat]
    tops = listed([words.top_name(view, stack) for stack in enemy if stack.kind == kind])
    where = f"{words.KINDS.get(kind, kind)} at {words.place(view, hex_)}{f': {tops}' if tops else ''}"
    return Deed(label(view, "fight", where, default="Attack {}"), f"fight:{hex_}:{kind}")


@deeds.of(act.Challenge)
def challenge(view: FornaldarView, action: act.Challenge) -> Deed:
    text = f"{words.leader_name(view, action.leader)} challenges to {words.CHALLENGES[action.kind]}"
    return Deed(text, f"who:{action.leader}", f"challenge:{action.leader}:{action.kind}")


@deeds.of(act.Accept)
def accept(view: FornaldarView, action: act.Accept) -> Deed:
    return Deed(f"{words.leader_name(view, action.leader)} accepts the challenge", f"who:{action.leader}")


@deeds.of(act.Refuse)
def refuse(view: FornaldarView, action: act.Refuse) -> Deed:
    return Deed(label(view, "refuse", default="Decline the challenge"), button(action))


@deeds.of(act.Terrain)
def terrain(view: FornaldarView, action: act.Terrain) -> Deed:
    return Deed(f"Defend in {action.kind} terrain", button(action))


@deeds.of(act.Lose)
def lose(view: FornaldarView, action: act.Lose) -> Deed:
    what, book = action.what, words.book(view)
    text = f"Lose {words.piece(view, what)}" if what in book.banner else f"Lose {what}"
    if what.startswith(act.ESCORT):
        text = f"Lose the escort of {words.leader_name(view, what.removeprefix(act.ESCORT))}"
    elif what in book.leader:
        text = f"{words.leader_name(view, what)} takes a wound"
    elif what in book.ship:
        text = f"{capital(words.ship_name(view, what))} loses a step"
    return Deed(text, f"who:{what}")


@deeds.of(act.Press)
def press(view: FornaldarView, action: act.Press) -> Deed:
    return Deed(label(view, "press", default="Fight another round"), button(action))


@deeds.of(act.Hold)
def hold(view: FornaldarView, action: act.Hold) -> Deed:
    return Deed(label(view, "hold", default="Break off the attack"), button(action))


@deeds.of(act.DriveOut)
def drive_out(view: FornaldarView, action: act.DriveOut) -> Deed:
    return Deed("Drive the enemy out of the hex", button(action))


@deeds.of(act.Retreat)
def retreat(view: FornaldarView, action: act.Retreat) -> Deed:
    return Deed(f"Retreat to {words.place(view, action.hex)}", action.hex)


# ---- magic and the rest of the turn


@deeds.of(act.Cast)
def cast(view: FornaldarView, action: act.Cast) -> Deed:
    text = f"{words.leader_name(view, action.leader)} casts {words.spell_name(view, action.enchantment)}"
    return Deed(text, f"who:{action.leader}", f"cast:{action.enchantment}")


@deeds.of(act.Aim)
def aim(view: FornaldarView, action: act.Aim) -> Deed:
    text = label(view, "aim", words.aim(view, action.what), default="Choose {}")
    return Deed(text, action.what if is_place(view, action.what) else button(action))


@deeds.of(act.Use)
def use(view: FornaldarView, action: act.Use) -> Deed:
    return Deed(f"Use {words.item_name(view, action.item)}", button(action))


@deeds.of(act.Refit)
def refit(view: FornaldarView, action: act.Refit) -> Deed:
    return Deed(f"Repair {words.ship_name(view, action.ship)}", button(action))


@deeds.of(act.Call)
def call(view: FornaldarView, action: act.Call) -> Deed:
    return Deed(f"Call {words.group_name(view, action.group)} to the war", f"group:{action.group}")


@deeds.of(act.Withdraw)
def withdraw(view: FornaldarView, action: act.Withdraw) -> Deed:
    return Deed(f"{words.group_name(view, action.group)}: leave the map", button(action))


# ---- what is where


def is_place(view: FornaldarView, name: str) -> bool:
    """Whether something is a hex or a river hexside."""
    book = words.book(view)
    return book.hex_named(name) >= 0 or name in book.river_named


def stack_id(stack: StackSeen) -> str:
    """The node of a stack: it goes where its top piece goes."""
    return f"stack:{stack.id}:{stack.hex}:{stack.kind}" if stack.top == "army" else f"stack:{stack.id}"


def stack_at(view: FornaldarView, hex_: str, kind: str) -> str:
    """The node of the viewer's stack in a hex."""
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
    if not touched or not view.mine:
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
        return act.Pick(hex_, where) if picking(view) else place_meant(view, hex_)
    if kind == "lies" and "search" in view.verbs:
        return act.Search(LEAST)
    if is_place(view, touched[-1]):
        return place_meant(view, touched[-1])
    return piece_meant(view, kind, rest)


def picking(view: FornaldarView) -> bool:
    """Whether the viewer chooses a stack to move."""
    return "pick" in view.verbs and not (view.force is not None and view.force.own)


def stack_meant(view: FornaldarView, stack: StackSeen) -> Any:
    """What a touch on a stack would mean."""
    own = stack.seat == view.seat
    if "pick" in view.verbs:
        here = view.force is not None and view.force.own and view.force.hex == stack.hex
        return act.Pick(stack.hex, stack.kind) if picking(view) or (own and here) else act.Go(stack.hex)
    if "intercept" in view.verbs:
        return act.Intercept(stack.hex)
    if "fight" in view.verbs:
        return act.Fight(stack.hex, stack.kind)
    if "cast" in view.verbs and own:
        return casting_meant(view, stack.hex)
    return place_meant(view, stack.hex)


def casting_meant(view: FornaldarView, hex_: str) -> Any:
    """What a touch on the viewer's stack means where enchantments are plotted: its enchanter casts one."""
    someone = [leader for leader in view.leaders if leader.hex == hex_ and leader.seat == view.seat]
    someone.sort(key=lambda leader: (leader.enchanter, leader.magic), reverse=True)
    return act.Cast(someone[0].id, "healing") if someone else None


def place_meant(view: FornaldarView, name: str) -> Any:
    """What a touch on a hex would mean."""
    if "pick" in view.verbs:
        if not picking(view):
            return act.Go(name)
        stack = words.stack_at(view, name, "land", view.seat)
        return act.Pick(name, stack.kind) if stack is not None else act.Pick(name, "sea")
    if "fight" in view.verbs:
        return act.Fight(name, "land")
    meant = {"at": act.At, "intercept": act.Intercept, "retreat": act.Retreat, "aim": act.Aim}
    return next((kind(name) for verb, kind in meant.items() if verb in view.verbs), None)


def piece_meant(view: FornaldarView, kind: str, rest: str) -> Any:
    """What a touch on a piece that is laid out would mean."""
    what = rest.rpartition(":")[2]
    match kind:
        case "piece" if "leave" in view.verbs:
            return act.Leave(what, 1)
        case "rest" if "take" in view.verbs:
            return act.Take(what, 1)
        case "shore" if "load" in view.verbs:
            return act.Load(what, 1, rest.partition(":")[0])
        case "who" if "accept" in view.verbs:
            return act.Accept(what)
        case "who" if "challenge" in view.verbs:
            return act.Challenge("trial", what)
        case "who" if "lose" in view.verbs:
            return act.Lose(what)
        case "group" if "call" in view.verbs:
            return act.Call(what)
    return None
