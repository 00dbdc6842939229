"""The actions as a person takes them: their words, and what is touched for them, in order."""

from fimbul.core import Deed, Deeds
from fimbul.games.fimbulvetr.actions import (
    Handoff,
    Melee,
    Move,
    Pass,
    Place,
    Play,
    Ranged,
    Relic,
)
from fimbul.games.fimbulvetr.events import FACING, TURN, aside, node, steps
from fimbul.games.fimbulvetr.table.view import FimbulvetrView, Standing

deeds = Deeds[FimbulvetrView]()


def name_of(view: FimbulvetrView, seat: int, warrior: str) -> str:
    """What a warrior of a seat is called."""
    return next(card.name for card in view.clans[seat].warriors if card.id == warrior)


def whereabouts(view: FimbulvetrView, x: int, y: int) -> str:
    """A cell in words, from the nearest warrior: `2 left of the Jarl`."""
    known = view.whereabouts.get((x, y))
    if known is not None:
        return known
    if not view.warriors:
        return "in the open field"
    far = [abs(w.x - x) + abs(w.y - y) for w in view.warriors]
    near = view.warriors[far.index(min(far))]
    there = (near.x, near.y) == (x, y)
    words = f"where the {near.name} stands" if there else aside(x - near.x, y - near.y, near.name)
    view.whereabouts[x, y] = words
    return words


def standing(view: FimbulvetrView, seat: int, warrior: str) -> Standing:
    """A warrior on the table."""
    return next(w for w in view.warriors if w.seat == seat and w.id == warrior)


@deeds.of(Place)
def place(view: FimbulvetrView, action: Place) -> Deed:
    """Who, where, and which way (F21)."""
    seat = view.acting
    who = name_of(view, seat, action.warrior)
    where = whereabouts(view, action.x, action.y)
    return Deed(
        f"Place the {who} {where}, {FACING[action.r]}",
        node(seat, action.warrior),
        f"cell:{action.x},{action.y}",
        f"facing:{action.r}",
    )


@deeds.of(Relic)
def relic(view: FimbulvetrView, action: Relic) -> Deed:
    """Which, and to whom (F23)."""
    who = name_of(view, view.acting, action.warrior)
    words = f"Give the {action.token} relic to the {who}"
    return Deed(words, f"relic:{action.token}", node(view.acting, action.warrior))


@deeds.of(Move)
def move(view: FimbulvetrView, action: Move) -> Deed:
    """Who, where, and which way; a turn on the spot has no cell (F26)."""
    seat = view.acting
    now, mover = standing(view, seat, action.warrior), node(seat, action.warrior)
    turn, facing = TURN[(action.r - now.r) % 4], f"facing:{action.r}"
    if (now.x, now.y) == (action.x, action.y):
        return Deed(f"Turn the {now.name} {turn}", mover, facing)
    way = steps(action.x - now.x, action.y - now.y)
    words = f"Move the {now.name} {way}{turn and f' and turn {turn}'}"
    return Deed(words, mover, f"cell:{action.x},{action.y}", facing)


@deeds.of(Melee, Ranged)
def attack(view: FimbulvetrView, action: Melee | Ranged) -> Deed:
    """Who, and whom; how, where both could be meant (F32 to F35)."""
    seat, melee = view.acting, isinstance(action, Melee)
    mine, theirs = name_of(view, seat, action.warrior), name_of(view, 1 - seat, action.target)
    words = f"Slay the {theirs} in melee with the {mine}" if melee else f"Shoot the {theirs} with the {mine}"
    touched = node(seat, action.warrior), node(1 - seat, action.target)
    if not view.options.vault_adjacent:
        return Deed(words, *touched)
    return Deed(words, *touched, "how:melee" if melee else "how:ranged")


@deeds.of(Handoff)
def handoff(view: FimbulvetrView, action: Handoff) -> Deed:
    """From the bearer, to whom (F38)."""
    seat = view.acting
    bearer = next(w.id for w in view.warriors if w.seat == seat and w.bearer)
    words = f"Hand the relic to the {name_of(view, seat, action.warrior)}"
    return Deed(words, node(seat, bearer), node(seat, action.warrior))


@deeds.of(Pass)
def pass_(view: FimbulvetrView, action: Pass) -> Deed:
    """Nothing else is possible (F25)."""
    return Deed("Pass: nothing else is possible", "pass")


def attempt(view: FimbulvetrView, touched: tuple[str, ...]) -> Play | None:
    """What these touches would mean: the reading that a newcomer would have, legal or not."""
    if not touched or not view.to_act:
        return None
    seat = view.acting
    standing = {node(w.seat, w.id): w for w in view.warriors}
    kind, _, rest = touched[0].partition(":")
    if kind == "relic" and len(touched) > 1:
        return Relic(rest, touched[1].rpartition(":")[2])
    if kind != "warrior":
        return None
    side, _, name = rest.partition(":")
    mover = standing.get(touched[0])
    second = touched[1] if len(touched) > 1 else ""
    facing = next((int(t[7:]) for t in touched if t.startswith("facing:")), mover.r if mover else 0)
    if int(side) != seat:
        return Move(name, *((mover.x, mover.y) if mover else (0, 0)), facing)
    if second.startswith("cell:"):
        x, y = map(int, second[5:].split(","))
        return (Place if view.phase == "place" else Move)(name, x, y, facing)
    if second.startswith("facing:") and mover:
        return Move(name, mover.x, mover.y, facing)
    target = standing.get(second)
    if target is None or mover is None:
        return Place(name, 0, 0, 0) if view.phase == "play" and mover is None else None
    if view.phase == "place":
        return Place(name, target.x, target.y, facing)
    if target.seat == seat:
        return Handoff(target.id)
    near = max(abs(target.x - mover.x), abs(target.y - mover.y)) == 1
    ranged = any(sigil[0] == "R" for sigil in mover.corners)
    return (Melee if near or not ranged else Ranged)(name, target.id)
