"""Plain words for prompts and actions."""

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
from fimbul.games.valknut.board import COMPASS
from fimbul.games.valknut.events import TURNS
from fimbul.games.valknut.kinds import KINDS, NUMBER
from fimbul.games.valknut.pantheon import GODS
from fimbul.games.valknut.pantheon import NUMBER as GOD
from fimbul.games.valknut.scene import at_zone, brief
from fimbul.games.valknut.state import ValknutView

STEP = {
    "SettingUp": "set up units on your slots, or be ready",
    "Laying": "lay a card; choose one, how it lies, and where",
    "Raging": "lay another card in your rage, or decline",
    "Spawning": "bring a unit to the Valknut, or decline",
    "Swarming": "bring more Goblins to Valknuts, or decline",
    "Acting": "say which warband made the kill",
    "Rising": "choose where a Draugr rises",
    "Worship": "take a god or monster, or decline",
}
MIRACLE = {
    "odin": "put the top cards of the pile in order, the top one first",
    "freya": "Freya moves one of your units over anything",
    "thor": "Thor kills an enemy on a Valknut",
    "hel": "Hel brings a unit of any supply to a visible Valknut",
    "fenrir": "Fenrir steals an Ambush card",
    "surtr": "Surtr destroys a card without units",
    "jormungandr": "Jormungandr steals a unit from a supply",
}


def band_of(view: ValknutView, seat: int) -> str:
    """A seat's warbands in words."""
    return " and ".join(KINDS[NUMBER[kind]].name for kind in view.warbands[seat])


def prompt(view: ValknutView) -> str:
    """Who must do what."""
    if view.outcome is not None:
        return view.outcome.reason
    seat = view.to_act[0]
    whose = "Your turn" if view.seat == seat else f"Turn of the {band_of(view, seat)}"
    if view.phase == "Marching":
        marks = [
            f"{points} for the {KINDS[NUMBER[kind]].name}"
            for points, kind in zip(view.marked, view.warbands[seat], strict=False)
            if points
        ]
        count = " and ".join([str(view.points), *marks])
        plural = "" if count == "1" else "s"
        return f"{whose}: {count} movement point{plural} to spend; move, or end the turn."
    return f"{whose}: {MIRACLE[view.god] if view.phase == 'Miracle' else STEP[view.phase]}."


def one(kind: str) -> str:
    """One unit of a warband in words: `a Viking`, `an Elf`."""
    name = KINDS[NUMBER[kind]].unit if kind in NUMBER else kind
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def name_at(view: ValknutView, x: int, y: int) -> str:
    """Who stands on a zone, in words."""
    unit = at_zone(view, x, y)
    return f"the {KINDS[NUMBER[unit.kind]].unit}" if unit else "nobody"


def power(view: ValknutView, card: str) -> str:
    """What a card that Odin shows can do, in a word or two."""
    face = next((face for face in view.peek if face.id == card), None)
    return brief(face) if face else "unknown"


def describe(view: ValknutView, action: Play) -> str:
    """An action in words, as told by the seat to act."""
    match action:
        case Setup(kind, x, y):
            return f"Set up {one(kind)} at {x},{y}"
        case Ready():
            return "Be ready"
        case Lay(card, x, y, r):
            return f"Lay {card} at {x},{y}, {TURNS[r]}"
        case Spawn(kind, x, y):
            return f"Bring {one(kind)} to the Valknut at {x},{y}"
        case Decline():
            return "Decline"
        case Move(x, y, way, length):
            return f"Move {name_at(view, x, y)} at {x},{y} {length} {COMPASS[way]}"
        case Shove(x, y, way):
            return f"Shove {COMPASS[way]} with {name_at(view, x, y)} at {x},{y}"
        case Summon(x, y, tx, ty):
            return f"Summon {name_at(view, x, y)} at {x},{y} to {tx},{ty}"
        case Act(kind):
            return f"The kill is that of the {KINDS[NUMBER[kind]].name}"
        case Rise(x, y):
            return f"A Draugr rises at {x},{y}"
        case Take(god):
            return f"Take {GODS[GOD[god]].name}: {GODS[GOD[god]].does}"
        case TakeFrom(god, seat):
            return f"Take {GODS[GOD[god]].name} from the {band_of(view, seat)}: {GODS[GOD[god]].does}"
        case Order(cards):
            return f"Put them back: {', '.join(f'{card} ({power(view, card)})' for card in cards)}"
        case Freya(x, y, way, length):
            return f"Freya moves {name_at(view, x, y)} at {x},{y} {length} {COMPASS[way]}"
        case Thor(x, y):
            return f"Thor kills {name_at(view, x, y)} at {x},{y}"
        case Hel(seat, kind, x, y):
            return f"Hel brings {one(kind)} of the {band_of(view, seat)} to {x},{y}"
        case Fenrir(seat, card):
            return f"Fenrir steals {card} of the {band_of(view, seat)}"
        case Surtr(x, y):
            return f"Surtr destroys the card at {x},{y}"
        case Jormungandr(seat, kind):
            return f"Jormungandr steals {one(kind)} of the {band_of(view, seat)}"
        case End():
            return "End the turn"
