"""Whether the heroes' decks are sound (G11)."""

from fimbul.core import BadData
from fimbul.core.reading import entry, named, one_of, within
from fimbul.games.fate.library.cards import (
    ADJACENT,
    LEGEND,
    Ability,
    Act,
    AddDamage,
    AddDice,
    Damage,
    Draw,
    Effect,
    Equipment,
    EventCard,
    Face,
    Hail,
    HeroCard,
    HeroDeck,
    Prevent,
    Quest,
    Release,
    Repair,
    Reroll,
    Roll,
    StrikeBack,
    Use,
)
from fimbul.games.fate.library.rows import FACTIONS, MOST, TOWN, Library, numbers, sized

SPOTS = ("town", "forest", "road")  # where a quest may be done, besides locations
FEWEST_ABILITIES = 2
FEWEST_EVENTS = 5

# The moments at which an effect makes sense; all others are for the hero's turn.
MOMENTS: dict[type[Effect], tuple[str, ...]] = {
    AddDamage: ("attack", "roll"),
    AddDice: ("attack", "roll"),
    Reroll: ("attack", "roll"),
    Release: ("attack",),
    Prevent: ("prevent",),
    StrikeBack: ("prevent", "attacked"),
    Draw: ("free", "prevent"),
    Damage: ("free", "monsters_moved"),
}


def check_hero(deck: HeroDeck, library: Library, who: str) -> None:
    """G11: a deck is whole, and every card of it is sound."""
    if not deck.source:
        raise BadData(f"{who}, source: it must say where the figures come from.")
    seen: set[str] = set()
    groups: tuple[tuple[str, tuple[HeroCard | Ability | Equipment | EventCard, ...]], ...] = (
        ("hero", (deck.hero,)),
        ("ability", deck.ability),
        ("equipment", deck.equipment),
        ("event", deck.event),
    )
    for group, cards in groups:
        for number, card in enumerate(cards, 1):
            label = "hero" if group == "hero" else entry(group, number, card)
            check_card(card, seen, library, f"{who}, {label}")
    if len(deck.ability) < FEWEST_ABILITIES:
        raise BadData(f"{who}, ability: there must be {FEWEST_ABILITIES} at least (G11).")
    events = sum(event.copies for event in deck.event)
    if events < FEWEST_EVENTS:
        raise BadData(f"{who}, event: there must be {FEWEST_EVENTS} cards at least, not {events} (G11).")
    for name, count in (
        ("ability", sum(ability.starting for ability in deck.ability)),
        ("equipment", sum(equipment.starting for equipment in deck.equipment)),
    ):
        if count != 1:
            raise BadData(f"{who}, {name}: one card must be starting, not {count} (G11).")


def check_card(
    card: HeroCard | Ability | Equipment | EventCard, seen: set[str], library: Library, who: str
) -> None:
    """One card."""
    named(card.id, f"{who}, id")
    if card.id in seen:
        raise BadData(f"{who}, id: '{card.id}' is there twice.")
    seen.add(card.id)
    if not card.name:
        raise BadData(f"{who}, name: it is empty.")
    sized(card, who)
    if isinstance(card, EventCard):
        within(card.copies, 1, MOST, f"{who}, copies")
        check_event(card, f"{who}, use")
        return
    if isinstance(card, Equipment):
        within(card.copies, 1, 1 if card.starting else MOST, f"{who}, copies")
        within(card.promo, 0, 0 if card.starting else card.copies, f"{who}, promo")
        check_face(card.face, f"{who}, face")
        if card.starting and card.quest:
            raise BadData(f"{who}, quest: a starting card has none (G40).")
        if not card.starting:
            if card.quest is None:
                raise BadData(f"{who}, quest: it is missing (G40).")
            check_quest(card.quest, library, f"{who}, quest")
        return
    for index, face in enumerate(card.levels):
        check_face(face, f"{who}, levels[{index}]")
        if face.durability:
            raise BadData(f"{who}, levels[{index}].durability: only equipment wears (G30).")
        if isinstance(card, HeroCard):
            within(face.health, 1, MOST, f"{who}, levels[{index}].health")
            within(face.move, 1, MOST, f"{who}, levels[{index}].move")
        elif face.move:
            raise BadData(f"{who}, levels[{index}].move: only a hero card has it (G21).")


def check_face(face: Face, who: str) -> None:
    """One side of a card in play."""
    if not face.text:
        raise BadData(f"{who}.text: it is empty.")
    if face.powers.wages and not face.counters:
        raise BadData(f"{who}.powers.wages: the card comes with no counters.")
    options = [use.option for use in face.uses]
    for index, use in enumerate(face.uses):
        path = f"{who}.uses[{index}]"
        if len(options) > 1 and (not use.option or options.count(use.option) > 1):
            raise BadData(f"{path}.option: each use of a card needs a name of its own.")
        if (use.mana or use.most_mana) and not (face.mana or face.powers.runes_charge):
            raise BadData(f"{path}.mana: this card never gets mana (G31).")
        if use.wear > face.durability:
            raise BadData(f"{path}.wear: the durability of this card is {face.durability} (G30).")
        if use.counter > face.counters:
            raise BadData(f"{path}.counter: the card comes with {face.counters} counters.")
        for number, effect in enumerate(use.effects):
            if isinstance(effect, Release) and not face.powers.stores:
                raise BadData(f"{path}.effects[{number}].do: nothing is stored on this card.")
            if isinstance(effect, Repair) and effect.cards == "this" and not face.durability:
                raise BadData(f"{path}.effects[{number}].cards: this card does not wear (G30).")
        check_use(use, path)


def check_event(card: EventCard, who: str) -> None:
    """What an event says (G32)."""
    if not card.text:
        raise BadData(f"{who.removesuffix('use')}text: it is empty.")
    for name in ("mana", "most_mana", "wear", "counter"):
        if getattr(card.use, name):
            raise BadData(f"{who}.{name}: an event holds nothing that it could pay with (G32).")
    for number, effect in enumerate(card.use.effects):
        if isinstance(effect, Release) or (isinstance(effect, Repair) and effect.cards == "this"):
            raise BadData(f"{who}.effects[{number}].do: an event is not in play (G32).")
    check_use(card.use, who)


def check_use(use: Use, who: str) -> None:
    """Costs and effects of a use fit each other and its moment."""
    if use.option:
        named(use.option, f"{who}.option")
    if use.most_mana and use.most_mana <= use.mana:
        raise BadData(f"{who}.most_mana: it must be more than mana, which is {use.mana}.")
    if use.adjacent and use.when not in ("prevent", "attacked"):
        raise BadData(f"{who}.adjacent: nobody attacks at the moment '{use.when}'.")
    if use.action and use.when not in ("free", "roll", "attack"):
        raise BadData(f"{who}.action: actions are spent in the hero's own turn, not at '{use.when}' (G28).")
    if not use.effects:
        raise BadData(f"{who}.effects: there must be one at least.")
    for number, effect in enumerate(use.effects):
        path = f"{who}.effects[{number}]"
        if use.when not in MOMENTS.get(type(effect), ("free",)):
            raise BadData(f"{path}.do: this cannot be done at the moment '{use.when}'.")
        check_effect(effect, use, path)


def check_effect(effect: Effect, use: Use, who: str) -> None:
    """One effect by itself."""
    found = dict(numbers(effect, ""))
    own = [amount for name, amount in found.items() if not name.startswith("target")]
    if own and not any(own) and not isinstance(effect, Repair):
        raise BadData(f"{who}.do: the effect does nothing.")
    if isinstance(effect, Damage | Hail) and not use.most_mana:
        name, amount = (
            ("amount", effect.amount) if isinstance(effect, Damage) else ("monsters", effect.monsters)
        )
        if amount == "x":
            raise BadData(f"{who}.{name}: 'x' stands for mana, and this use has no most_mana.")
    if isinstance(effect, Roll):
        within(effect.dice, 1, MOST, f"{who}.dice")
        within(effect.monsters, 1, MOST, f"{who}.monsters")
    if isinstance(effect, Act) and not effect.actions:
        raise BadData(f"{who}.actions: there must be one at least (G27).")
    if isinstance(effect, Repair) and bool(effect.amount) != (effect.cards in ("near", "each")):
        raise BadData(f"{who}.amount: 'near' and 'each' have an amount, 'one' and 'this' have none.")
    if isinstance(effect, Draw) and effect.cards and effect.up_to:
        raise BadData(f"{who}.up_to: it cannot stand beside cards.")
    target = getattr(effect, "target", ADJACENT)
    if not target.ranks:
        raise BadData(f"{who}.target.ranks: there must be one at least (G84).")
    for index, rank in enumerate(target.ranks):
        within(rank, 1, LEGEND, f"{who}.target.ranks[{index}]")


def check_quest(quest: Quest, library: Library, who: str) -> None:
    """A quest can be completed (G40 to G45)."""
    if not quest.text:
        raise BadData(f"{who}.text: it is empty.")
    if quest.where:
        places = tuple(place.id for place in library.places if place.id != TOWN)
        one_of(quest.where, (*SPOTS, *places), f"{who}.where")
    monsters = tuple(kind.id for kind in library.monsters)
    if quest.place:
        one_of(quest.place, monsters, f"{who}.place")
    if bool(quest.place) != bool(quest.places):
        raise BadData(f"{who}.places: place and places go together.")
    for kill in quest.kills:
        one_of(kill, ("rank1", "rank2", "rank3", *FACTIONS, *monsters), f"{who}.kills")
    if quest.forgo and not quest.kills:
        raise BadData(f"{who}.forgo: nothing is killed in this quest (G44).")
    if quest.kind == "kill" and not quest.kills:
        raise BadData(f"{who}.kills: it says of nothing that it must be killed (G44).")
    if (quest.kind == "progress") != bool(quest.count) or bool(quest.count) != bool(quest.of):
        raise BadData(f"{who}.count: a quest of progress has count and of, and no other has (G45).")
    if quest.staying and quest.kind != "enter":
        raise BadData(f"{who}.staying: only a quest of entering can have it (G43).")
    if quest.kind == "enter" and not quest.where:
        raise BadData(f"{who}.where: it is missing (G43).")
    if quest.kind == "end_move" and not (quest.where or quest.mountains or quest.monsters):
        raise BadData(f"{who}.where: there must be where, mountains or monsters (G43).")
    if quest.kind == "do" and not (quest.action or quest.gold or quest.discard or quest.place):
        raise BadData(f"{who}.action: there must be action, gold, discard or place (G41, G42).")
    if quest.kind != "do" and (quest.action or quest.gold or quest.discard):
        raise BadData(f"{who}.kind: only 'do' spends anything, not '{quest.kind}' (G41, G42).")
