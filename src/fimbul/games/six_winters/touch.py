"""What a person touches in the picture of Six Winters: from actions to touches, and back."""

from collections.abc import Iterable
from typing import Any

from fimbul.core import Notation
from fimbul.games.six_winters import actions as act
from fimbul.games.six_winters import words
from fimbul.games.six_winters.book import Book
from fimbul.games.six_winters.cards import TRACKS
from fimbul.games.six_winters.dice import ACTION, CODES, kind_of
from fimbul.games.six_winters.view import CardSeen, PersonSeen, PlaceSeen, SixWintersView

NOTATION = Notation(act.ACTIONS)
CONFIRMED = ("Rerolling", "Guarding")  # decisions on any number of dice, ended by a button


def clicks(view: SixWintersView, action: Any) -> tuple[str, ...]:
    """What a person touches to take an action: its place on the table, or a button with its words."""
    return natural(view, action) or (f"answer:{action}",)


def buttons(view: SixWintersView) -> list[tuple[str, Any]]:
    """The answers that have no place on the table, each with the node that stands for it."""
    found = [(f"answer:{text}", NOTATION.parse(text)) for text in view.answers]
    return [(node, action) for node, action in found if not natural(view, action)]


def natural(view: SixWintersView, action: Any) -> tuple[str, ...]:
    """The places on the table that an action is about; none, if it is a button."""
    if isinstance(action, act.OfCharacter):
        number = words.number_of(view, action.character)
        return () if number is None else of_character(view, number, action)
    here = words.book(view)
    match action:
        case act.End():
            return ("end",)
        case act.Tell():
            return ("tell",)
        case act.Settle(_, row, column):
            return (f"cell:{row}:{column}",)
        case act.Dice(names):
            nodes = dice_nodes(view, asked_person(view), names)
            return (*nodes, "confirm") if view.phase in CONFIRMED else nodes
        case act.At(place):
            return (f"location:{here.location[place]}",)
        case act.Pick(obstacle) | act.Activate(obstacle):
            number = here.obstacle[obstacle]
            seen = any(each.number == number for each in view.obstacles)
            return (f"obstacle:{number}",) if seen else ()
        case act.Slot(asset, n, name):
            die = dice_nodes(view, asked_person(view), (name,))
            return (*die, f"slot:{here.asset[asset]}:{n}")
        case act.Cancel(track, value):
            return (stress_node(view, TRACKS.index(track), value),)
        case act.Stage(asset):
            number = here.asset[asset]
            return (f"asset:{number}",) if number in view.staged else ()
    return ()


def of_character(view: SixWintersView, number: int, action: Any) -> tuple[str, ...]:
    """The places of an action of one character in the session."""
    here, person = words.book(view), view.people[number]
    alone = len(words.own(view, person.seat)) == 1
    lead = () if alone else (f"person:{number}",)
    match action:
        case act.Place(_, place):
            return (f"location:{here.location[place]}",)
        case act.Move(_, place) | act.Sail(_, place) | act.Pay(_, place, _) | act.Gate(_, place, _):
            return (*lead, f"location:{here.location[place]}", *way(view, person, action))
        case act.Take(_, asset):
            return (*lead, f"asset:{here.asset[asset]}")
        case act.Overcome(_, obstacle):
            return (*lead, f"obstacle:{here.obstacle[obstacle]}")
        case act.Narrate():
            return (*lead, "scene")
        case act.Muster():
            return (f"act:{number}:muster",)
        case act.Reroll(_, pool):
            return (f"act:{number}:{pool}",)
        case act.Create(_, source):
            return f"act:{number}:create", source_node(view, number, source)
        case act.Trade(_, given, wanted):
            return f"act:{number}:trade", f"trade:{given}:{wanted}"
        case act.Visit(_, name):
            return f"act:{number}:visit", *dice_nodes(view, number, (name,))
        case act.VisitFree():
            return (f"act:{number}:visit_free",)
        case act.Stash(_, card, name) | act.Load(_, card, name):
            return card_node(here, card), *dice_nodes(view, number, (name,))
        case act.Unload(_, card, name):
            return card_node(here, card), box_node(person, card, CODES[name])
        case act.Use(_, card):
            name, _, track = card.partition("-")
            return (card_node(here, name), f"against:{track}") if track else (card_node(here, name),)
        case act.Guard(_, names):
            return *dice_nodes(view, number, names), "confirm"
        case act.Suffer(_, track):
            return (f"track:{number}:{track}",)
        case act.Learn(_, skill) | act.Curse(_, skill) | act.Improve(_, skill):
            return (f"skill:{number}:{skill}",)
        case act.Bear() | act.On():
            return (f"person:{number}",)
        case act.Equip(_, asset):
            return (f"asset:{here.asset[asset]}",) if here.asset[asset] in view.archive else ()
        case act.PlayAsset(_, asset):
            return (f"asset:{here.asset[asset]}",)
        case act.PlayObstacle(_, obstacle):
            return (f"obstacle:{here.obstacle[obstacle]}",)
    return ()


# ---- nodes


def asked_person(view: SixWintersView) -> int:
    """The character whom a question is about."""
    found = dict(view.asked).get("person")
    return found if isinstance(found, int) else 0


def place_of(view: SixWintersView, number: int) -> PlaceSeen | None:
    """A location on the map."""
    return next((place for place in view.places if place.number == number), None)


def dice_nodes(view: SixWintersView, person: int, names: Iterable[str]) -> tuple[str, ...]:
    """The nodes of dice at hand, from left to right: of equal dice the first ones."""
    someone = view.people[person]
    place = place_of(view, someone.place)
    lying = place.dice if place is not None else ()
    used: set[str] = set()
    for code in sorted(CODES[name] for name in names):
        pool, prefix = (
            (someone.dice, f"die:{person}") if kind_of(code) == ACTION else (lying, f"res:{someone.place}")
        )
        found = [f"{prefix}:{spot}" for spot, other in enumerate(pool) if other == code]
        used.add(next((node for node in found if node not in used), f"{prefix}:?"))
    return tuple(
        sorted(used, key=lambda node: (node.startswith("die"), int(node.rsplit(":", 1)[1].replace("?", "0"))))
    )


def card_node(book: Book, card: str) -> str:
    """The node of an ability or an asset."""
    return f"asset:{book.asset[card]}" if card in book.asset else f"ability:{card}"


def source_node(view: SixWintersView, number: int, source: str) -> str:
    """What pays for a create action: a die, or a card with a stashed die."""
    if source in CODES:
        return dice_nodes(view, number, (source,))[0]
    return card_node(words.book(view), source)


def card_of(person: PersonSeen, card: str) -> CardSeen | None:
    """A card that a character has."""
    return next((known for known in person.cards if known.id == card), None)


def box_node(person: PersonSeen, card: str, code: int) -> str:
    """The node of a die that lies on a card."""
    known = card_of(person, card)
    boxes = known.boxes if known is not None else ()
    return f"box:{card}:{boxes.index(code) if code in boxes else 0}"


def stress_node(view: SixWintersView, track: int, value: int) -> str:
    """The first such stress die that is not cancelled."""
    dice = view.attempt.dice if view.attempt is not None else ()
    return f"stress:{next((n for n, die in enumerate(dice) if die == (track, value, False)), 0)}"


def ways(view: SixWintersView, person: PersonSeen, place: int) -> bool:
    """Whether there may be more than one way to a location: a port, a gate, or a paid road."""
    locations = words.book(view).locations
    if place < 0 or person.place < 0:
        return False
    icon = locations[person.place].icon
    roads = "roads" in view.lasting and "empire" in (locations[place].region, locations[person.place].region)
    return roads or (bool(icon) and locations[place].icon == icon)


def way(view: SixWintersView, person: PersonSeen, action: Any) -> tuple[str, ...]:
    """By which way one goes, where there may be several."""
    if not ways(view, person, words.book(view).location[action.location]):
        return ()
    match action:
        case act.Sail():
            return ("by:sail",)
        case act.Gate(_, _, track):
            return (f"by:{track}",)
        case act.Pay(_, _, name):
            return (f"by:{name}",)
    return ("by:walk",)


# ---- and back

BUTTONS = {"end": act.End(), "tell": act.Tell("")}


def attempt(view: SixWintersView, touched: tuple[str, ...]) -> Any:
    """What these touches would mean: the reading that a newcomer would have, legal or not."""
    if not touched or not view.to_act or words.acting(view) != view.seat:
        return None
    last = touched[-1]
    if last in BUTTONS:
        return BUTTONS[last]
    if last.startswith("answer:"):
        return None
    if view.phase == "Acting":
        return deed_meant(view, touched)
    kind, _, rest = last.partition(":")
    here, number = words.book(view), asked_person(view)
    if kind == "location":
        id = here.locations[int(rest)].id
        if view.phase == "Placing":
            return act.Place(view.people[number].id, id)
        return act.At(id) if view.phase in words.AT else None
    if kind == "obstacle":
        id = here.obstacles[int(rest)].id
        if view.phase == "Scoring":
            return act.PlayObstacle(view.people[leader(view, touched)].id, id)
        return act.Pick(id) if view.phase in words.PICK else None
    if kind == "asset" and view.phase in ("Scoring", "Burying", "Equipping"):
        id, own = here.assets[int(rest)].id, view.people[leader(view, touched)].id
        if view.phase == "Burying":
            return act.Stage(id)
        return act.PlayAsset(own, id) if view.phase == "Scoring" else act.Equip(view.people[number].id, id)
    if kind == "slot" and view.phase == "Filling" and touched[0].startswith("res:"):
        asset, _, n = rest.partition(":")
        name = die_at(view, touched[0])
        return act.Slot(here.assets[int(asset)].id, int(n), name) if name else None
    if kind in ("die", "res") and view.phase == "ChoosingDice" and len(touched) == 1:
        name = die_at(view, last)
        return act.Dice((name,)) if name else None
    if kind == "person" and view.phase in ("Bearing", "Dividing"):
        return act.Bear(view.people[int(rest)].id)
    if kind == "skill" and view.phase in ("Learning", "Cursing", "Improving"):
        who, _, skill = rest.partition(":")
        verb = {"Learning": act.Learn, "Cursing": act.Curse, "Improving": act.Improve}[view.phase]
        return verb(view.people[int(who)].id, skill)
    return None


def leader(view: SixWintersView, touched: tuple[str, ...]) -> int:
    """The character who acts: the one who was touched, or the first of one's own."""
    mine = words.own(view, words.acting(view))
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
    """The name of the die that a node is."""
    names = {code: name for name, code in CODES.items()}
    kind, owner, spot = node.split(":")
    place = place_of(view, int(owner)) if kind == "res" else None
    dice = view.people[int(owner)].dice if kind == "die" else place.dice if place is not None else ()
    return names[dice[int(spot)]] if int(spot) < len(dice) else ""


def deed_meant(view: SixWintersView, touched: tuple[str, ...]) -> Any:
    """What touches in the action step would mean."""
    mine = words.own(view, words.acting(view))
    if not mine:
        return None
    number = leader(view, touched)
    person, here, last = view.people[number], words.book(view), touched[-1]
    kind, _, rest = last.partition(":")
    match kind:
        case "location":
            place = here.locations[int(rest)].id
            more = ways(view, person, int(rest))
            return None if more else act.Move(person.id, place)
        case "by":
            spot = touched[-2] if len(touched) > 1 else ""
            if not spot.startswith("location:"):
                return None
            place = here.locations[int(spot.partition(":")[2])].id
            if rest in TRACKS:
                return act.Gate(person.id, place, rest)
            if rest in CODES:
                return act.Pay(person.id, place, rest)
            return act.Sail(person.id, place) if rest == "sail" else act.Move(person.id, place)
        case "obstacle":
            return act.Overcome(person.id, here.obstacles[int(rest)].id)
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


def button_meant(view: SixWintersView, person: PersonSeen, name: str) -> Any:
    """What a button on a mat would mean; those that need another touch, at best."""
    if name == "muster":
        return act.Muster(person.id)
    if name in ("actions", "resources"):
        return act.Reroll(person.id, name)
    if name == "visit_free":
        return act.VisitFree(person.id)
    if name == "create":
        names = [name for name, code in CODES.items() if code in person.dice]
        return act.Create(person.id, names[-1]) if names else act.Create(person.id, "action-6")
    if name == "visit":
        return act.Visit(person.id, "action-1")
    wheel = words.book(view).figures.wheel
    return act.Trade(person.id, wheel[0], wheel[1]) if name == "trade" else None


def die_meant(view: SixWintersView, person: PersonSeen, touched: tuple[str, ...]) -> Any:
    """What a die would mean after a button or a card."""
    name = die_at(view, touched[-1])
    if not name or len(touched) < 2:
        return None
    before = touched[-2]
    if before.startswith("act:"):
        verb = {"create": act.Create, "visit": act.Visit}.get(before.rsplit(":", 1)[1])
        return verb(person.id, name) if verb else None
    return None


def card_meant(view: SixWintersView, person: PersonSeen, touched: tuple[str, ...]) -> Any:
    """What a card would mean in the action step."""
    kind, _, rest = touched[-1].partition(":")
    here = words.book(view)
    id = here.assets[int(rest)].id if kind == "asset" else rest
    if touched[0].endswith(":create") and len(touched) > 1:
        return act.Create(person.id, id)
    if kind == "asset" and int(rest) in view.staged:
        return act.Take(person.id, id)
    known = card_of(person, id)
    power = here.powers.get(id)
    if known is None or power is None or power.kind in ("stash", "carry"):
        return None
    return act.Use(person.id, id)
