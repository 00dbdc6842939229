"""From touches back to the action that a newcomer would mean by them, so that a refusal can be explained."""

from fimbul.core import Action
from fimbul.games.six_winters import actions as act
from fimbul.games.six_winters.library.powers import Carry, Stash
from fimbul.games.six_winters.library.terms import TRACKS
from fimbul.games.six_winters.rules.dice import CODES, NAMES
from fimbul.games.six_winters.table import words
from fimbul.games.six_winters.table.deeds import asked_person, asks, ways
from fimbul.games.six_winters.table.view import PersonSeen, SixWintersView

BUTTONS: dict[str, Action] = {"end": act.End(), "tell": act.Tell("")}
SKILLED: dict[str, type[act.Learn] | type[act.Curse] | type[act.Improve]] = {
    "learn": act.Learn,
    "curse": act.Curse,
    "improve": act.Improve,
}


def attempt(view: SixWintersView, touched: tuple[str, ...]) -> Action | None:
    """What these touches would mean."""
    if not touched or not view.mine:
        return None
    last = touched[-1]
    if last in BUTTONS:
        return BUTTONS[last]
    if asks(view, "create"):
        return deed_meant(view, touched)
    return answer_meant(view, touched)


def answer_meant(view: SixWintersView, touched: tuple[str, ...]) -> Action | None:
    """What touches would mean as an answer to a question."""
    if not view.people:
        return None
    kind, _, rest = touched[-1].partition(":")
    book, number = words.book(view), asked_person(view)
    own = view.people[number].id if number < len(view.people) else ""
    match kind:
        case "location":
            id = book.locations[int(rest)].id
            if asks(view, "place"):
                return act.Place(own, id)
            return act.At(id) if asks(view, "at") else None
        case "obstacle":
            id = book.obstacles[int(rest)].id
            if asks(view, "play"):
                return act.PlayObstacle(view.people[leader(view, touched)].id, id)
            return act.Pick(id) if asks(view, "pick") else None
        case "asset":
            id = book.assets[int(rest)].id
            if asks(view, "play"):
                return act.PlayAsset(view.people[leader(view, touched)].id, id)
            if asks(view, "stage"):
                return act.Stage(id)
            return act.Equip(own, id) if asks(view, "equip") else None
        case "slot" if asks(view, "slot") and touched[0].startswith("res:"):
            asset, _, n = rest.partition(":")
            name = die_at(view, touched[0])
            return act.Slot(book.assets[int(asset)].id, int(n), name) if name else None
        case "die" | "res" if asks(view, "dice") and not asks(view, "confirm") and len(touched) == 1:
            name = die_at(view, touched[-1])
            return act.Dice((name,)) if name else None
        case "person" if asks(view, "bear"):
            return act.Bear(view.people[int(rest)].id)
        case "skill":
            who, _, skill = rest.partition(":")
            kinds = [made for verb, made in SKILLED.items() if asks(view, verb)]
            return kinds[0](view.people[int(who)].id, skill) if kinds else None
    return None


def leader(view: SixWintersView, touched: tuple[str, ...]) -> int:
    """The character who acts: the one who was touched, or the viewer's first."""
    mine = words.own(view, view.acting)
    for node in touched:
        kind, _, rest = node.partition(":")
        if kind == "person" and int(rest) in mine:
            return int(rest)
        if kind in ("act", "die") and int(rest.split(":")[0]) in mine:
            return int(rest.split(":")[0])
    kind, _, rest = touched[-1].partition(":")
    if kind in ("asset", "ability"):
        for number in mine:
            if any(rest in (card.id, str(card.asset)) for card in view.people[number].cards):
                return number
    return mine[0] if mine else 0


def die_at(view: SixWintersView, node: str) -> str:
    """The name of the die that was touched."""
    kind, owner, spot = node.split(":")
    place = words.place_of(view, int(owner)) if kind == "res" else None
    dice = view.people[int(owner)].dice if kind == "die" else place.dice if place is not None else ()
    return NAMES[dice[int(spot)]] if int(spot) < len(dice) else ""


def deed_meant(view: SixWintersView, touched: tuple[str, ...]) -> Action | None:
    """What touches in the action step would mean."""
    if not words.own(view, view.acting):
        return None
    person, book, last = view.people[leader(view, touched)], words.book(view), touched[-1]
    kind, _, rest = last.partition(":")
    match kind:
        case "location":
            return (
                None if ways(view, person, int(rest)) else act.Move(person.id, book.locations[int(rest)].id)
            )
        case "by" if len(touched) > 1 and touched[-2].startswith("location:"):
            place = book.locations[int(touched[-2].partition(":")[2])].id
            if rest in TRACKS:
                return act.Gate(person.id, place, rest)
            if rest in CODES:
                return act.Pay(person.id, place, rest)
            return act.Sail(person.id, place) if rest == "sail" else act.Move(person.id, place)
        case "obstacle":
            return act.Overcome(person.id, book.obstacles[int(rest)].id)
        case "scene":
            return act.Narrate(person.id)
        case "trade":
            given, _, wanted = rest.partition(":")
            return act.Trade(person.id, given, wanted)
        case "act":
            return button_meant(view, person, rest.partition(":")[2])
        case "die" | "res":
            return die_meant(view, person, touched)
        case "asset" | "ability":
            return card_meant(view, person, touched)
    return None


def button_meant(view: SixWintersView, person: PersonSeen, name: str) -> Action | None:
    """What a button of the action step would mean; those that need another touch, at best."""
    match name:
        case "muster":
            return act.Muster(person.id)
        case "actions" | "resources":
            return act.Reroll(person.id, name)
        case "visit_free":
            return act.VisitFree(person.id)
        case "create":
            names = [known for known, code in CODES.items() if code in person.dice]
            return act.Create(person.id, names[-1] if names else "action-6")
        case "visit":
            return act.Visit(person.id, "action-1")
        case "trade":
            wheel = words.book(view).figures.wheel
            return act.Trade(person.id, wheel[0], wheel[1])
    return None


def die_meant(view: SixWintersView, person: PersonSeen, touched: tuple[str, ...]) -> Action | None:
    """What a die would mean after a button."""
    name = die_at(view, touched[-1])
    if not name or len(touched) < 2 or not touched[-2].startswith("act:"):
        return None
    match touched[-2].rsplit(":", 1)[1]:
        case "create":
            return act.Create(person.id, name)
        case "visit":
            return act.Visit(person.id, name)
    return None


def card_meant(view: SixWintersView, person: PersonSeen, touched: tuple[str, ...]) -> Action | None:
    """What a card would mean in the action step."""
    kind, _, rest = touched[-1].partition(":")
    book = words.book(view)
    id = book.assets[int(rest)].id if kind == "asset" else rest
    if touched[0].endswith(":create") and len(touched) > 1:
        return act.Create(person.id, id)
    if kind == "asset" and int(rest) in view.staged:
        return act.Take(person.id, id)
    power = book.powers.get(id)
    if not any(card.id == id for card in person.cards) or power is None or isinstance(power, Stash | Carry):
        return None
    return act.Use(person.id, id)
