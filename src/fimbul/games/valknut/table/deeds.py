"""The actions as a person takes them: their words, and what is touched for them, in order."""

from fimbul.core import Deed, Deeds
from fimbul.games.valknut.actions import (
    Act,
    Decline,
    End,
    Fenrir,
    Freya,
    Hel,
    Jormungandr,
    Lay,
    Move,
    Order,
    Play,
    Ready,
    Rise,
    Setup,
    Shove,
    Spawn,
    Summon,
    Surtr,
    Take,
    TakeFrom,
    Thor,
)
from fimbul.games.valknut.events import TURNS, way_in_words
from fimbul.games.valknut.library.gods import FREYA, GODS, HEL
from fimbul.games.valknut.library.gods import NUMBER as GOD
from fimbul.games.valknut.library.warbands import KINDS, NUMBER, SHOVE, a_unit
from fimbul.games.valknut.table.view import CardFace, Unit, ValknutView
from fimbul.games.valknut.table.words import (
    GIANTESS,
    STEP,
    at_zone,
    band_of,
    card_at,
    lay_place,
    valknut_name,
    who_is_at,
    zone_name,
)

SHAPE = ("t", "w")  # how a card lies: tall or wide

deeds = Deeds[ValknutView]()


def answer(view: ValknutView, verb: str, default: str) -> str:
    """The words of an answer that names nothing, as the question has them."""
    return view.question.label(verb, default=default) if view.question else default


def one(kind: str) -> str:
    """One unit of a warband in words."""
    return a_unit(NUMBER[kind]) if kind in NUMBER else f"a {kind}"


def unit_node(view: ValknutView, x: int, y: int) -> str:
    """The node of the unit on a zone."""
    unit = at_zone(view, x, y)
    return f"unit:{unit.id}" if unit else f"zone:{x},{y}"


def goal(view: ValknutView, x: int, y: int, way: str, length: int) -> str:
    """What a person touches to send a unit somewhere: the foremost zone of where it ends, or who is there."""
    unit = at_zone(view, x, y)
    dx, dy = STEP[way]
    foot = 1 if unit and unit.kind == GIANTESS and way == "s" else 0
    tx, ty = x + dx * length, y + dy * length + foot
    other = at_zone(view, tx, ty)
    return f"unit:{other.id}" if other and other != unit else f"zone:{tx},{ty}"


def march(view: ValknutView, x: int, y: int, way: str, length: int) -> str:
    """A straight move in words: who, how far, and where that leads."""
    dx, dy = STEP[way][0] * length, STEP[way][1] * length
    end = f" to {valknut_name(view, x + dx, y + dy)}" if (x + dx, y + dy) in view.valknuts else ""
    return f"{who_is_at(view, x, y)} {way_in_words(dx, dy)}{end}"


@deeds.of(Setup)
def setup(view: ValknutView, action: Setup) -> Deed:
    """Who, and on which slot (V14)."""
    words = f"Set up {one(action.kind)} on {zone_name(view, action.x, action.y)}"
    return Deed(words, f"supply:{view.acting}:{action.kind}", f"zone:{action.x},{action.y}")


@deeds.of(Ready)
def ready(view: ValknutView, action: Ready) -> Deed:
    """All are set up (V14)."""
    return Deed(answer(view, "ready", "Be ready"), "ready")


@deeds.of(Lay)
def lay(view: ValknutView, action: Lay) -> Deed:
    """Which card, how it lies, and where (V22)."""
    x, y, r = action.x, action.y, action.r
    card = face_of(view, action.card)
    name, wide, high = (card.name, len(card.rows[0]), len(card.rows)) if card else (action.card, 1, 1)
    place = lay_place(view.cards, x, y, (high, wide) if r % 2 else (wide, high))
    return Deed(
        f"Lay {name}, {TURNS[r % 4]}, {place}",
        f"{'pool' if any(face.id == action.card for face in view.pool) else 'ambush'}:{action.card}",
        f"turn:{action.card},{r}",
        f"ghost:{x},{y},{SHAPE[r % 2]}",
    )


def face_of(view: ValknutView, card: str) -> CardFace | None:
    """A card of the pool, or an Ambush card."""
    for faces in (view.pool, *view.ambushes):
        for face in faces:
            if face.id == card:
                return face
    return None


@deeds.of(Spawn)
def spawn(view: ValknutView, action: Spawn) -> Deed:
    """Who, and to which Valknut (V50, V73)."""
    words = f"Bring {one(action.kind)} to {valknut_name(view, action.x, action.y)}"
    return Deed(words, f"supply:{view.acting}:{action.kind}", f"zone:{action.x},{action.y}")


@deeds.of(Decline)
def decline(view: ValknutView, action: Decline) -> Deed:
    """No, in the words of the question."""
    return Deed(answer(view, "decline", "Decline"), "decline")


@deeds.of(Move)
def move(view: ValknutView, action: Move) -> Deed:
    """Who, and where to (V30)."""
    x, y, way, length = action.x, action.y, action.dir, action.n
    words = f"Move {march(view, x, y, way, length)}"
    return Deed(words, unit_node(view, x, y), goal(view, x, y, way, length))


@deeds.of(Freya)
def freya(view: ValknutView, action: Freya) -> Deed:
    """Who, and where to (V106)."""
    x, y, way, length = action.x, action.y, action.dir, action.n
    words = f"Freya moves {march(view, x, y, way, length)}"
    return Deed(words, unit_node(view, x, y), goal(view, x, y, way, length))


@deeds.of(Shove)
def shove(view: ValknutView, action: Shove) -> Deed:
    """Who, and whom (V69)."""
    x, y = action.x, action.y
    tx, ty = x + STEP[action.dir][0], y + STEP[action.dir][1]
    way = way_in_words(*STEP[action.dir])
    words = f"Shove {who_is_at(view, tx, ty)} {way} with {who_is_at(view, x, y)}"
    return Deed(words, unit_node(view, x, y), unit_node(view, tx, ty))


@deeds.of(Summon)
def summon(view: ValknutView, action: Summon) -> Deed:
    """Who, by the spell, to which Valknut (V70)."""
    who, where = who_is_at(view, action.x, action.y), valknut_name(view, action.tx, action.ty)
    touched = unit_node(view, action.x, action.y), "spell", f"zone:{action.tx},{action.ty}"
    return Deed(f"Summon {who} to {where}", *touched)


@deeds.of(Act)
def act(view: ValknutView, action: Act) -> Deed:
    """Whose kill it was (V93)."""
    name = KINDS[NUMBER[action.kind]].name if action.kind in NUMBER else action.kind
    return Deed(f"The {name} made the kill", f"kind:{action.kind}")


@deeds.of(Rise)
def rise(view: ValknutView, action: Rise) -> Deed:
    """Where a Draugr rises (V72)."""
    words = f"A Draugr rises on {zone_name(view, action.x, action.y)}"
    return Deed(words, f"zone:{action.x},{action.y}")


def power(god: str) -> tuple[str, str]:
    """A god or monster's name, and what it does."""
    card = GODS[GOD[god]] if god in GOD else None
    return (card.name, card.does) if card else (god, "nothing")


@deeds.of(Take)
def take(view: ValknutView, action: Take) -> Deed:
    """Which of the open ones (V101)."""
    name, does = power(action.god)
    return Deed(f"Take {name}: {does}", f"god:{action.god}")


@deeds.of(TakeFrom)
def take_from(view: ValknutView, action: TakeFrom) -> Deed:
    """Which one, from whom (V101)."""
    name, does = power(action.god)
    return Deed(f"Take {name} from the {band_of(view, action.seat)}: {does}", f"god:{action.god}")


@deeds.of(Order)
def order(view: ValknutView, action: Order) -> Deed:
    """The cards, the top one first (V104)."""
    names = {face.id: face.name for face in view.peek}
    first, *rest = [names.get(card, card) for card in action.cards] or ["nothing"]
    words = f"Put {first} on top" + "".join(f", then {name}" for name in rest)
    return Deed(words, *(f"peek:{card}" for card in action.cards))


@deeds.of(Thor)
def thor(view: ValknutView, action: Thor) -> Deed:
    """Whom (V107)."""
    words = f"Thor kills {who_is_at(view, action.x, action.y)}"
    return Deed(words, unit_node(view, action.x, action.y))


@deeds.of(Hel)
def hel(view: ValknutView, action: Hel) -> Deed:
    """Whose unit, and to which Valknut (V108)."""
    where = valknut_name(view, action.x, action.y)
    whose = "" if action.kind in view.warbands[action.seat] else f" of the {band_of(view, action.seat)}"
    words = f"Hel brings {one(action.kind)}{whose} to {where}"
    return Deed(words, f"supply:{action.seat}:{action.kind}", f"zone:{action.x},{action.y}")


@deeds.of(Fenrir)
def fenrir(view: ValknutView, action: Fenrir) -> Deed:
    """Which card, of whom (V110)."""
    card = face_of(view, action.card)
    words = f"Fenrir steals {card.name if card else action.card} from the {band_of(view, action.seat)}"
    return Deed(words, f"ambush:{action.card}")


@deeds.of(Surtr)
def surtr(view: ValknutView, action: Surtr) -> Deed:
    """Which card (V111)."""
    card = card_at(view, action.x, action.y)
    words = f"Surtr burns {card.name if card else 'nothing'}"
    return Deed(words, f"card:{action.x},{action.y}")


@deeds.of(Jormungandr)
def jormungandr(view: ValknutView, action: Jormungandr) -> Deed:
    """Whose unit (V112)."""
    words = f"Jormungandr steals {one(action.kind)} from the {band_of(view, action.seat)}"
    return Deed(words, f"supply:{action.seat}:{action.kind}")


@deeds.of(End)
def end(view: ValknutView, action: End) -> Deed:
    """The turn is over (V20)."""
    return Deed("End the turn", "end")


# ---- from touches to an action


def attempt(view: ValknutView, touched: tuple[str, ...]) -> Play | None:
    """What these touches would mean: the reading that a newcomer would have, legal or not."""
    if len(touched) < 2 or not view.to_act:
        return None
    (first, _, named), (last, _, there) = touched[0].partition(":"), touched[-1].partition(":")
    sender = next((unit for unit in view.units if touched[0] == f"unit:{unit.id}"), None)
    place = place_touched(view, last, there, sender)
    if first in ("pool", "ambush"):
        turn = next((int(node.rpartition(",")[2]) for node in touched if node.startswith("turn:")), 0)
        if last == "ghost":
            x, y, _ = there.split(",")
            return Lay(named, int(x), int(y), turn)
        return Lay(named, *place, turn) if place else None
    if first == "supply" and place:
        seat, _, kind = named.partition(":")
        if asked_by(view, "V14"):
            return Setup(kind, *place)
        return Hel(int(seat), kind, *place) if asked_by(view, GODS[HEL].rule) else Spawn(kind, *place)
    if sender and place:
        return sent(view, sender, place, touched)
    return None


def asked_by(view: ValknutView, rule: str) -> bool:
    """Whether the question is the one of a rule."""
    return view.question is not None and view.question.rule == rule


def place_touched(view: ValknutView, kind: str, name: str, sender: Unit | None) -> tuple[int, int] | None:
    """The zone that a node lies on; of a Giantess, the one that is nearer to the unit that is sent there."""
    if kind == "zone":
        x, y = map(int, name.split(","))
        return x, y
    if kind == "unit":
        unit = next(unit for unit in view.units if unit.id == int(name))
        foot = 1 if unit.kind == GIANTESS and sender and sender.y > unit.y else 0
        return unit.x, unit.y + foot
    return None


def sent(view: ValknutView, unit: Unit, place: tuple[int, int], touched: tuple[str, ...]) -> Play | None:
    """A unit sent to a place: a move, a shove, or a spell."""
    x, y = place
    if "spell" in touched:
        return Summon(unit.x, unit.y, x, y)
    foot = 1 if unit.kind == GIANTESS and x == unit.x and y > unit.y else 0
    dx, dy = x - unit.x, y - unit.y - foot
    if (dx == 0) == (dy == 0):
        return None
    way = "e" if dx > 0 else "w" if dx < 0 else "s" if dy > 0 else "n"
    length = abs(dx) + abs(dy)
    other = at_zone(view, x, y)
    if NUMBER[unit.kind] == SHOVE and other and other.seat != unit.seat and length == 1:
        return Shove(unit.x, unit.y, way)  # type: ignore[arg-type]  # a letter of the four
    kind = Freya if asked_by(view, GODS[FREYA].rule) else Move
    return kind(unit.x, unit.y, way, length)  # type: ignore[arg-type]  # a letter of the four
