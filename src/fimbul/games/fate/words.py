"""Plain words for prompts, actions and the things on the map."""

from typing import Any

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
from fimbul.games.fate.book import Book, book_of
from fimbul.games.fate.events import capital, some
from fimbul.games.fate.land import TOWN
from fimbul.games.fate.view import CardSeen, FateView, HeroSeen, MonsterSeen

LEGEND = 4
FACTIONS = {"trollkin": "trollkin", "firehorde": "of the fire horde", "dead": "of the dead", "wyrm": "a wyrm"}
FACES = ("miss", "rune", "hit unless in cover", "hit")

# When an event is played; one's own turn goes without saying.
WHEN = {
    "attack": "In your attack action.",
    "roll": "After your roll.",
    "prevent": "When you are dealt damage.",
    "attacked": "After an attack on you.",
    "monsters_moved": "After monsters have moved.",
}

# What a seat is asked, by the decision; {0} is a name and {1} a number that the view gives.
ASKED = {
    "Extra": "take an additional action ({0}), or spend it",
    "Begging": "{0} asks you for {1} gold",
    "Upgrading": "touch the next ability, or a card in play to turn it over, or do not upgrade",
    "Cycling": "touch the next ability or the quest to put it under its pile, or leave both",
    "Wrecking": "choose where the one goes whose area you take",
    "Slaying": "choose an adjacent monster that In Charge kills, or none",
    "Treading": "choose where Treetreader leads",
    "Tending": "choose a card to remove 1 damage from; {1} left",
    "Feeding": "choose a card to put 1 mana on; {1} left",
    "Room": "discard a card to draw one, or keep the hand",
    "Discarding": "choose a card to discard; {1} left",
    "Paying": "{0}: choose how much mana to spend",
    "Draining": "choose a card to take 1 mana from; {1} left",
    "Aiming": "{0}: choose a monster",
    "Shoving": "choose where {0} is moved",
    "Releasing": "{0}: choose how much of what is stored to add",
    "Healing": "choose a hero to heal",
    "Repairing": "choose an equipment card to repair",
    "Mining": "aim at the mountain for its ore, or at the monster on it",
    "Reacting": "touch a card to change the roll, or leave it",
    "Nailing": "pass {1} damage on to a monster behind the victim, or not",
    "Sweeping": "pass {1} damage on to {0}, the next one clockwise, or not",
    "Reaping": "choose another adjacent monster to share the {1} damage, or none",
    "Splitting": "choose how much of the {1} damage goes to the other one, {0}",
    "Splashing": "choose a monster next to the target that the runes hurt for {1} damage",
    "Biting": "choose an adjacent monster for {1} damage",
    "Preventing": "touch a card to prevent some of it, or take the damage",
    "Answering": "strike back with a card, or leave it",
    "Claiming": "the kill completes your quest: take {0}, or leave it",
    "Placing": "choose where {0} is put",
    "Suppressing": "choose a monster that does not move, or none",
    "Watching": "the monsters have moved: play a card, or be done",
    "Choosing": "choose the monster that attacks next",
    "Facing": "choose the hero that {0} attacks",
}
# An area or a monster that was chosen, by the decision; {0} is what is asked about, {1} who or where.
CHOSEN = {
    "Wrecking": "Throw the one there to {1}",
    "Slaying": "In Charge kills {1}",
    "Treading": "Step to {1}",
    "Aiming": "{0}: {1}",
    "Shoving": "Move {0} to {1}",
    "Nailing": "Pass the damage on to {1}",
    "Reaping": "Share the damage with {1}",
    "Splashing": "Hurt {1}",
    "Biting": "Hurt {1}",
    "Placing": "Put {0} at {1}",
    "Suppressing": "Suppress {1}",
}
AMOUNTS = {"Paying": "Spend {} mana", "Releasing": "Add {} damage", "Splitting": "{} damage to the other"}
YES = {
    "Begging": "Give the gold",
    "Claiming": "Take the equipment",
    "Mining": "Aim at the mountain",
    "Sweeping": "Pass the damage on",
}
NO = {
    "Begging": "Give nothing",
    "Claiming": "Leave the quest",
    "Mining": "Aim at the monster",
    "Sweeping": "Pass nothing on",
    "Upgrading": "Do not upgrade",
    "Cycling": "Leave both piles",
    "Slaying": "Kill none",
    "Nailing": "Pass nothing on",
    "Reaping": "Share nothing",
    "Suppressing": "Suppress none",
}
DONE = {
    "Reacting": "Leave the roll",
    "Preventing": "Take the damage",
    "Answering": "Do not strike back",
    "Watching": "Play nothing",
    "Aiming": "Aim at no more",
}


# ---- who and where


def book(view: FateView) -> Book:
    """The cards and the map that are played with."""
    return book_of(view.library)


def acting(view: FateView) -> int:
    """The seat that decides: the own one, if it is among them."""
    if view.seat in view.to_act and view.seat is not None:
        return view.seat
    return view.to_act[0] if view.to_act else max(view.active, 0)


def monster_at(view: FateView, x: int, y: int) -> MonsterSeen | None:
    """The monster in an area."""
    return next((monster for monster in view.monsters if (monster.x, monster.y) == (x, y)), None)


def hero_at(view: FateView, x: int, y: int) -> int | None:
    """The seat of the hero in an area outside Grimheim."""
    for seat, hero in enumerate(view.heroes):
        if (hero.x, hero.y) == (x, y) and not hero.in_town:
            return seat
    return None


def in_town(view: FateView, x: int, y: int) -> bool:
    """Whether a hex belongs to Grimheim."""
    return book(view).land.at.get((x, y)) == TOWN


def place(view: FateView, x: int, y: int) -> str:
    """An area in words."""
    node = book(view).land.at.get((x, y))
    return book(view).spots[node] if node is not None else f"{x},{y}"


def the(name: str, rank: int = 0) -> str:
    """A monster with its article; a legend that has a name of its own goes without."""
    return name if rank >= LEGEND and " " not in name else f"the {name}"


def whom(view: FateView, x: int, y: int) -> str:
    """Who stands in an area, or the area, in words."""
    monster, seat = monster_at(view, x, y), hero_at(view, x, y)
    if monster is not None:
        return f"{the(monster.name, monster.rank)} at {place(view, x, y)}"
    return view.heroes[seat].name if seat is not None else place(view, x, y)


def card_name(hero: HeroSeen, card: str) -> str:
    """What a card of a hero is called, in play, in hand or on a pile."""
    tops = tuple(top for top in (hero.ability, hero.equipment) if top is not None)
    names = {known.id: known.name for known in (*hero.hand, *hero.discard)}
    names |= {known.id: known.name for known in (*tops, *hero.cards)}
    return names.get(card, card)


def used_card(hero: HeroSeen, use: str) -> tuple[str, str]:
    """The card that a use belongs to, and which of its uses it is where there are several."""
    for card in hero.cards:
        if use == card.id:
            return card.id, ""
        if use.startswith(f"{card.id}-"):
            return card.id, use[len(card.id) + 1 :]
    return use, ""


def level(card: CardSeen) -> str:
    """A card's name with its level."""
    return f"{card.name} {'I' * card.level}" if card.kind != 2 else card.name


def figures(card: CardSeen) -> str:
    """What a card adds, in a few words."""
    parts = [
        f"{name} +{number}"
        for name, number in (
            ("strength", card.strength),
            ("health", card.health),
            ("range", card.range),
            ("armor", card.armor),
        )
        if number
    ]
    return ", ".join(parts)


def way(view: FateView, monster: MonsterSeen) -> str:
    """Where a monster goes next, in words."""
    if not monster.path:
        return "stays where it is"
    x, y = monster.path[-1]
    return "walks into Grimheim" if in_town(view, x, y) else f"goes to {place(view, x, y)}"


# ---- prompts


def prompt(view: FateView) -> str:
    """Who must decide what."""
    if view.outcome is not None:
        return view.outcome.reason
    name, number = view.asking
    if len(view.to_act) > 1:
        who = "Any of you" if view.seat in view.to_act else "The heroes"
        return f"{who}: {ASKED[view.phase].format(name, number)}."
    seat = acting(view)
    hero = view.heroes[seat]
    who = "You" if view.seat == seat else hero.name
    if view.phase == "Acting":
        left = max(0, 2 - len(hero.taken))
        whose = "Your turn" if view.seat == seat else f"{hero.name}'s turn"
        if left:
            return f"{whose}: {some(left, 'action')} left. Touch an area, a monster, a card or a button."
        return f"{whose}: both actions are taken. Use cards, or end the turn."
    if view.phase == "Moving":
        return f"{who}: {some(view.steps, 'step')} left. Go on, or stop."
    return f"{news(view, hero)}{who}: {ASKED[view.phase].format(name, number)}."


def news(view: FateView, hero: HeroSeen) -> str:
    """What a decision is about, before the question, where there is more to tell."""
    if view.phase == "Preventing" and view.blow is not None:
        return f"{view.blow.amount} damage from {view.blow.why}. "
    if view.phase == "Reacting" and view.roll is not None:
        return f"{view.roll.damage} damage on the dice. "
    if view.phase == "Upgrading":
        return f"An upgrade for {hero.upgrade_cost} of {hero.gold} gold. "
    return "The hand is full. " if view.phase == "Room" else ""


# ---- actions


def describe(view: FateView, action: Any) -> str:
    """An action in words, as told by the seat to act."""
    seat = acting(view)
    hero, numbers = view.heroes[seat], book(view).figures
    asked, _ = view.asking
    match action:
        case Move(x, y):
            if (x, y) == (hero.x, hero.y):
                return "Move without a step"
            taken = monster_at(view, x, y) is not None or hero_at(view, x, y) is not None
            return f"Burst into the area of {whom(view, x, y)}" if taken else f"Move to {place(view, x, y)}"
        case Go(x, y):
            return f"Go on to {whom(view, x, y)}"
        case Stop():
            return "Stop"
        case Attack(x, y):
            if monster_at(view, x, y) is None:
                return f"Attack the mountain at {place(view, x, y)} for its ore"
            return f"Attack {whom(view, x, y)}"
        case Prepare():
            return f"Prepare: draw {some(numbers.prepare, 'card')}"
        case Focus(card):
            return f"Focus: {numbers.focus} mana on {card_name(hero, card)}"
        case Mend():
            return f"Mend: remove {numbers.mend_in_town if hero.in_town else numbers.mend} damage"
        case Practice():
            return f"Practice: gain {numbers.practice} experience"
        case Quest():
            prize = hero.equipment.name if hero.equipment is not None else "the equipment"
            return f"Quest for {prize}: {hero.quest}"
        case Use(use):
            card, option = used_card(hero, use)
            return f"Use {card_name(hero, card)}{f': {option}' if option else ''}"
        case Play(card):
            return f"Play {card_name(hero, card)}"
        case Give(other, gold):
            return f"Give {gold} gold to {view.heroes[other].name}"
        case Ask(other, gold):
            return f"Ask {view.heroes[other].name} for {gold} gold"
        case End():
            return "End the turn"
        case At(x, y):
            return CHOSEN.get(view.phase, "Choose {1}").format(asked, whom(view, x, y))
        case Assault(x, y):
            return f"{capital(whom(view, x, y))} attacks next"
        case On(card):
            return f"1 mana {'from' if view.phase == 'Draining' else 'on'} {card_name(hero, card)}"
        case Tend(other, card):
            owner = view.heroes[other]
            whose = "" if other == seat or card == owner.id else f" of {owner.name}"
            return f"Remove damage from {card_name(owner, card)}{whose}"
        case Face(other):
            return f"{capital(asked)} attacks {view.heroes[other].name}"
        case Amount(n):
            return AMOUNTS.get(view.phase, "{}").format(n)
        case Discard(card):
            return f"Discard {card_name(hero, card)}"
        case Keep():
            return "Keep the hand"
        case Upgrade(card):
            new = hero.ability is not None and hero.ability.id == card
            return f"{'New ability' if new else 'Turn over'}: {card_name(hero, card)}"
        case Cycle(pile):
            top = hero.ability if pile == "abilities" else hero.equipment
            return f"Put {top.name if top else 'the top card'} at the bottom of the {pile}"
        case Yes():
            return YES.get(view.phase, "Yes")
        case No():
            return NO.get(view.phase, "No")
        case Done():
            return DONE.get(view.phase, "Done")
    raise TypeError(f"{action!r} is no action of Fate")


def standing(view: FateView, seat: int) -> str:
    """The numbers of a seat that all look at."""
    hero = view.heroes[seat]
    return f"{hero.health - hero.damage}/{hero.health} health, {hero.gold} gold"
