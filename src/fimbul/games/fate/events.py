"""What happens in Fate, for the log and the animation."""

from fimbul.core import Event
from fimbul.core.wording import capital, closed, headed, listed, some


def shown(dice: tuple[int, ...]) -> str:
    """The faces of attack dice in words, equal ones together: `2 hits, 1 rune and 3 misses`."""
    faces = [some(count, *NAMES[face]) for face in reversed(range(len(FACES))) if (count := dice.count(face))]
    return listed(faces) or "no dice"


FACES = ("miss", "rune", "hit unless in cover", "hit")
NAMES = (
    ("miss", "misses"),
    ("rune", "runes"),
    ("hit unless in cover", "hits unless in cover"),
    ("hit", "hits"),
)
MEANS = {  # what the monster die does
    "maneuver": "monsters next to a hero go one area around the hero",
    "attack": "every attack of a monster has one die more",
    "push": "heroes next to a monster go one area toward Grimheim",
    "charge": "monsters of rank 1 charge",
    "ambush": "a goblin comes to every hero",
}


class OfHero(Event, frozen=True):
    """Something about a hero."""

    seat: int
    name: str

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.seat}",)


class Moved(OfHero, frozen=True):
    """A hero entered an area."""

    to: str

    def sentence(self) -> str:
        return f"{self.name} goes to {self.to}."


class Acted(OfHero, frozen=True):
    """A hero took, or spent, an action."""

    action: str
    spent: bool = False

    def sentence(self) -> str:
        return f"{self.name} {'spends' if self.spent else 'takes'} the {self.action} action."


class Played(OfHero, frozen=True):
    """A hero used a card or played an event."""

    card: str
    event: bool = False

    def sentence(self) -> str:
        return closed(f"{self.name} {'plays' if self.event else 'uses'} {self.card}")


class Rolled(OfHero, frozen=True):
    """Dice fell; `against` a monster, or a hero where a monster rolled."""

    dice: tuple[int, ...]
    against: str
    monster: int = -1
    added: bool = False

    def sentence(self) -> str:
        rolls = f"{'adds' if self.added else 'rolls'} {some(len(self.dice), 'die', 'dice')}"
        return f"{self.name} {rolls} against {self.against}: {shown(self.dice)}."

    def touches(self) -> tuple[str, ...]:
        target = (f"monster:{self.monster}",) if self.monster >= 0 else ()
        return (f"hero:{self.seat}", *target)


class Struck(Event, frozen=True):
    """A monster took damage from a hero."""

    blow = True

    monster: int
    name: str
    amount: int
    left: int
    armor: int = 0
    shielded: bool = False
    seat: int = -1

    def sentence(self) -> str:
        who = capital(self.name)
        if self.shielded:
            return f"{who} takes no damage: only an adjacent hero can hurt it."
        off = f" ({self.armor} less for its armor)" if self.armor else ""
        if not self.amount:
            return f"{who} takes no damage{off}."
        left = f" and has {self.left} health left" if self.left > 0 else ""
        return f"{who} takes {self.amount} damage{off}{left}."

    def touches(self) -> tuple[str, ...]:
        striker = (f"hero:{self.seat}",) if self.seat >= 0 else ()
        return (*striker, f"monster:{self.monster}")


class Slain(Event, frozen=True):
    """A monster died."""

    monster: int
    name: str

    def sentence(self) -> str:
        return f"{capital(self.name)} dies."

    def touches(self) -> tuple[str, ...]:
        return (f"monster:{self.monster}",)


class Gained(OfHero, frozen=True):
    """Gold or experience came."""

    gold: int
    why: str = ""

    def sentence(self) -> str:
        return f"{self.name} gains {self.gold} gold{f' ({self.why})' if self.why else ''}."


class Shared(OfHero, frozen=True):
    """Gold changed hands."""

    to: str
    gold: int

    def sentence(self) -> str:
        return f"{self.name} gives {self.gold} gold to {self.to}."


class Charged(OfHero, frozen=True):
    """Mana came to a card."""

    card: str
    mana: int

    def sentence(self) -> str:
        return f"{self.name}'s {self.card} gets {self.mana} mana."


class Healed(OfHero, frozen=True):
    """Damage was removed from a card."""

    card: str
    amount: int

    def sentence(self) -> str:
        whose = self.card if self.card == self.name else f"{self.name}'s {self.card}"
        return f"{self.amount} damage is removed from {whose}."


class Hurt(OfHero, frozen=True):
    """A hero took damage."""

    amount: int
    why: str

    def sentence(self) -> str:
        return (
            f"{self.name} takes {self.amount} damage from {self.why}."
            if self.amount
            else f"{self.name} is unharmed by {self.why}."
        )


class Prevented(OfHero, frozen=True):
    """Damage was prevented."""

    amount: int
    card: str

    def sentence(self) -> str:
        return f"{self.card} prevents {self.amount} damage to {self.name}."


class KnockedOut(OfHero, frozen=True):
    """A hero was knocked out."""

    def sentence(self) -> str:
        return f"{self.name} is knocked out and carried home."


class Drew(OfHero, frozen=True):
    """A card was drawn; hands are open."""

    card: str

    def sentence(self) -> str:
        return closed(f"{self.name} draws {self.card}")


class Shuffled(OfHero, frozen=True):
    """A discard pile became the deck."""

    def sentence(self) -> str:
        return f"{self.name} shuffles the discard pile into a new deck."


class Discarded(OfHero, frozen=True):
    """A card left the hand without effect."""

    card: str

    def sentence(self) -> str:
        return closed(f"{self.name} discards {self.card}")


class Won(OfHero, frozen=True):
    """A quest was completed."""

    card: str

    def sentence(self) -> str:
        return closed(f"{self.name} completes the quest and gets {self.card}")


class Progressed(OfHero, frozen=True):
    """A quest came closer."""

    card: str
    count: int
    of: int

    def sentence(self) -> str:
        return f"{self.name}'s quest for {self.card}: {self.count} of {self.of}."


class Upgraded(OfHero, frozen=True):
    """A hero was upgraded."""

    card: str

    def sentence(self) -> str:
        return closed(f"{self.name} upgrades: {self.card}")


class Cycled(OfHero, frozen=True):
    """A pile was cycled."""

    pile: str
    card: str

    def sentence(self) -> str:
        return f"{self.name} puts {self.card} at the bottom of the {self.pile}."


class TurnOf(OfHero, frozen=True):
    """A hero's turn begins."""

    def sentence(self) -> str:
        return f"It is {self.name}'s turn."


class Hour(Event, frozen=True):
    """The time marker moved."""

    step: int
    of: int
    skull: bool

    def sentence(self) -> str:
        charge = ", all monsters charge" if self.skull else ""
        return f"The monsters' turn. Time: {self.step} of {self.of}{charge}."

    def touches(self) -> tuple[str, ...]:
        return (f"time:{self.step}",)


class Fell(Event, frozen=True):
    """The monster die fell."""

    face: str

    def sentence(self) -> str:
        return f"The monster die shows {self.face}: {MEANS[self.face.partition(',')[0]]}."


class Walked(Event, frozen=True):
    """A monster moved."""

    monster: int
    name: str
    to: str
    how: str = "goes"

    def sentence(self) -> str:
        if self.to == "Grimheim":
            return f"{capital(self.name)} enters Grimheim."
        return f"{capital(self.name)} {self.how} to {self.to}."

    def touches(self) -> tuple[str, ...]:
        return (f"monster:{self.monster}",)


class Held(Event, frozen=True):
    """A monster will not move."""

    monster: int
    name: str

    def sentence(self) -> str:
        return f"{capital(self.name)} is held: it does not move by itself in this monster turn."

    def touches(self) -> tuple[str, ...]:
        return (f"monster:{self.monster}",)


class Marked(Event, frozen=True):
    """A monster is worth more."""

    monster: int
    name: str
    gold: int

    def sentence(self) -> str:
        return f"{capital(self.name)} is now worth {self.gold} gold more."

    def touches(self) -> tuple[str, ...]:
        return (f"monster:{self.monster}",)


class Town(Event, frozen=True):
    """Town pieces came or went."""

    change: int
    left: int
    why: str

    def sentence(self) -> str:
        pieces = some(abs(self.change), "town piece")
        return f"{pieces} {'lost' if self.change < 0 else 'built'}: {self.why}. {self.left} left."

    def touches(self) -> tuple[str, ...]:
        return ("town",)


class Assaulted(Event, frozen=True):
    """A monster attacks."""

    blow = True

    monster: int
    name: str
    seat: int
    hero: str
    dice: tuple[int, ...]

    def sentence(self) -> str:
        return f"{capital(self.name)} attacks {self.hero}: {shown(self.dice)}."

    def touches(self) -> tuple[str, ...]:
        return (f"monster:{self.monster}", f"hero:{self.seat}")


class Arrived(Event, frozen=True):
    """A monster card was placed."""

    card: str
    place: str
    monsters: tuple[int, ...]

    def sentence(self) -> str:
        told = f"{some(len(self.monsters), 'monster')} in {self.place}."
        return headed(self.card, told)

    def touches(self) -> tuple[str, ...]:
        return tuple(f"monster:{monster}" for monster in self.monsters)


class PutBack(Event, frozen=True):
    """A monster card could not be placed."""

    card: str

    def sentence(self) -> str:
        return f"{self.card} cannot be placed; another card is drawn."


class Appeared(Event, frozen=True):
    """One monster was put on the map."""

    monster: int
    name: str
    at: str

    def sentence(self) -> str:
        return f"{capital(self.name)} appears in {self.at}."

    def touches(self) -> tuple[str, ...]:
        return (f"monster:{self.monster}",)
