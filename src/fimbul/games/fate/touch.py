"""What a person touches in the picture of Fate: from actions to touches, and back."""

from typing import Any

from fimbul.games.fate import words
from fimbul.games.fate.actions import (
    Amount,
    Ask,
    Assault,
    At,
    Attack,
    Cycle,
    Discard,
    Done,
    End,
    Face,
    Focus,
    Give,
    Go,
    Keep,
    Mend,
    Move,
    No,
    On,
    Play,
    Practice,
    Prepare,
    Quest,
    Stop,
    Tend,
    Upgrade,
    Use,
    Yes,
)
from fimbul.games.fate.view import FateView, MonsterSeen

TURN = ("Acting", "Extra")  # decisions in which actions are taken


def spot(view: FateView, x: int, y: int) -> str:
    """What a person touches for an area: who stands there, the town, or the hex."""
    monster, seat = words.monster_at(view, x, y), words.hero_at(view, x, y)
    if monster is not None:
        return f"monster:{monster.id}"
    if seat is not None:
        return f"hero:{seat}"
    return "town" if words.in_town(view, x, y) else f"hex:{x},{y}"


def clicks(view: FateView, action: Any) -> tuple[str, ...]:
    """What a person touches to take an action."""
    seat = words.acting(view)
    hero = view.heroes[seat]
    match action:
        case Move(x, y):
            if (x, y) == (hero.x, hero.y):
                return "act:move", f"hero:{seat}"
            node = spot(view, x, y)
            return (node,) if node.startswith(("hex", "town")) else ("act:move", node)
        case Attack(x, y):
            node = spot(view, x, y)
            return (node,) if node.startswith("monster") else ("act:attack", node)
        case Prepare():
            return ("act:prepare",)
        case Focus(card):
            return "act:focus", f"card:{seat}:{card}"
        case Mend():
            return ("act:mend",)
        case Practice():
            return ("act:practice",)
        case Quest():
            return ("act:quest",)
        case Use(use):
            card, option = words.used_card(hero, use)
            return (f"card:{seat}:{card}", f"use:{use}") if option else (f"card:{seat}:{card}",)
        case Play(card) | Discard(card):
            return (f"hand:{seat}:{card}",)
        case Give(other, gold):
            return f"hero:{other}", "give", f"coins:{gold}"
        case Ask(other, gold):
            return f"hero:{other}", "ask", f"coins:{gold}"
        case Go(x, y) | At(x, y) | Assault(x, y):
            return (spot(view, x, y),)
        case On(card):
            return (f"card:{seat}:{card}",)
        case Tend(other, card):
            return (f"card:{other}:{card}",)
        case Face(other):
            return (f"hero:{other}",)
        case Amount(n):
            return (f"amount:{n}",)
        case Upgrade(card):
            new = hero.ability is not None and hero.ability.id == card
            return (f"pile:{seat}:abilities" if new else f"card:{seat}:{card}",)
        case Cycle(pile):
            return (f"pile:{seat}:{pile}",)
    return (PLAIN[type(action)],)


PLAIN: dict[type, str] = {End: "end", Stop: "stop", Keep: "keep", Yes: "yes", No: "no", Done: "done"}
ACTED: dict[str, Any] = {
    "act:prepare": Prepare(),
    "act:mend": Mend(),
    "act:practice": Practice(),
    "act:quest": Quest(),
    **{name: kind() for kind, name in PLAIN.items()},
}


def attempt(view: FateView, touched: tuple[str, ...]) -> Any:
    """What these touches would mean: the reading that a newcomer would have, legal or not."""
    if not touched or not view.to_act:
        return None
    seat = words.acting(view)
    first, last = touched[0], touched[-1]
    kind, _, rest = last.partition(":")
    if last in ACTED:
        return ACTED[last]
    if kind == "amount":
        return Amount(int(rest))
    if kind == "use":
        return Use(rest)
    if kind == "coins" and first.startswith("hero:"):
        share = Ask if "ask" in touched else Give
        return share(int(first[5:]), int(rest))
    if kind in ("card", "hand", "pile") and rest.count(":") == 1:
        owner, name = rest.split(":")
        return card_meant(view, seat, kind, int(owner), name, first == "act:focus")
    place = place_of(view, kind, rest)
    if kind == "act":
        return spot_meant(view, seat, rest)
    if kind == "hero" and view.phase == "Facing":
        return Face(int(rest))
    if kind == "hero" and int(rest) != seat and view.phase == "Acting" and len(touched) == 1:
        return Give(int(rest), 1)
    if place is None:
        return None
    if first == "act:attack":
        return Attack(*place)
    if view.phase in TURN:
        return Attack(*place) if kind == "monster" and first != "act:move" else Move(*place)
    if view.phase == "Choosing":
        return Assault(*place)
    return Go(*place) if view.phase == "Moving" else At(*place)


def place_of(view: FateView, kind: str, name: str) -> tuple[int, int] | None:
    """The area that a node lies on."""
    if kind == "hex" or kind == "bonus":
        x, y = map(int, name.split(","))
        return x, y
    if kind == "town":
        return words.book(view).land.middle
    if kind == "hero":
        hero = view.heroes[int(name)]
        return hero.x, hero.y
    if kind == "monster":
        return next(((m.x, m.y) for m in view.monsters if m.id == int(name)), None)
    return None


def spot_meant(view: FateView, seat: int, action: str) -> Any:
    """A button that needs another touch: what it would mean at best."""
    hero = view.heroes[seat]
    if action == "move":
        return Move(hero.x, hero.y)
    if action == "focus":
        return Focus(next((card.id for card in hero.cards if card.stores), hero.id))

    def far(monster: MonsterSeen) -> int:
        dx, dy = monster.x - hero.x, monster.y - hero.y
        return max(abs(dx), abs(dy), abs(dx + dy))

    nearest = min(view.monsters, key=far, default=None)
    return Attack(nearest.x, nearest.y) if nearest is not None else None


def card_meant(view: FateView, seat: int, kind: str, owner: int, name: str, focus: bool) -> Any:
    """What a touch on a card would mean."""
    hero, phase = view.heroes[owner], view.phase
    if kind == "hand":
        return Discard(name) if phase in ("Room", "Discarding") else Play(name)
    if kind == "pile":
        if phase == "Cycling" and name in ("abilities", "equipment"):
            return Cycle(name)  # type: ignore[arg-type]
        if name == "equipment":
            return Quest() if phase in TURN else None
        return Upgrade(hero.ability.id) if name == "abilities" and hero.ability is not None else None
    if focus:
        return Focus(name)
    if phase in ("Tending", "Healing", "Repairing"):
        return Tend(owner, name)
    if phase in ("Feeding", "Draining"):
        return On(name)
    if phase == "Upgrading":
        return Upgrade(name)
    options = next((card.options for card in hero.cards if card.id == name), ())
    return Use(f"{name}-{options[0]}" if options else name) if owner == seat else None
