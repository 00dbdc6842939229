"""What has no place on the map: hands, players' boards, the time track and the horde, as cards."""

from collections import Counter
from collections.abc import Iterator

from fimbul.core import Button, Card, Figure, Tray
from fimbul.core.wording import capital, some
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.library.rows import Kind
from fimbul.games.fate.table import words
from fimbul.games.fate.table.view import CardSeen, FateView, HeldCard, HeroSeen

HOURS = {"yellow": "yellow monster cards", "red": "red monster cards"}


def trays(view: FateView) -> Iterator[Tray]:
    """Everything beside the map: the viewer's own cards first."""
    own = view.acting if view.seat is None else view.seat
    others = [seat for seat in range(len(view.heroes)) if seat != own]
    yield hand(view, own)
    yield mat(view, own)
    for seat in others:
        yield mat(view, seat)
        yield hand(view, seat)
    yield track(view)
    yield horde(view)
    yield from (discards(view, seat) for seat in (own, *others) if view.heroes[seat].discard)


# ---- a player


def hand(view: FateView, seat: int) -> Tray:
    """The events that a player holds; hands are open (G9)."""
    hero = view.heroes[seat]
    copies = Counter(card.id for card in hero.hand)
    held = {card.id: card for card in hero.hand}
    return Tray(
        id=f"hand:{seat}",
        title=f"{hero.name}'s hand",
        role="hand" if seat == (view.acting if view.seat is None else view.seat) else "roster",
        cards=tuple(event(f"hand:{seat}:{card.id}", card, copies[card.id], seat) for card in held.values()),
        seat=seat,
        note="" if held else "No event in hand.",
        figures=(
            Figure(name="cards in hand", value=f"{len(hero.hand)} of {hero.hand_limit}", icon="card"),
            Figure(name="event deck", value=str(len(hero.deck)), icon="pile"),
            Figure(name="discard pile", value=str(len(hero.discard))),
        ),
    )


def event(id: str, card: HeldCard, copies: int, seat: int) -> Card:
    """An event card."""
    return Card(
        id=id,
        title=card.name,
        kind="event",
        figures=(Figure(name="copies", value=f"×{copies}"),) if copies > 1 else (),
        text=card.text,
        seat=seat,
        detail=words.WHEN[card.when],
    )


def discards(view: FateView, seat: int) -> Tray:
    """A discard pile, which everybody may look through (G9)."""
    hero = view.heroes[seat]
    copies = Counter(card.id for card in hero.discard)
    known = {card.id: card for card in reversed(hero.discard)}
    return Tray(
        id=f"discard:{seat}",
        title=f"{hero.name}'s discard pile",
        role="reference",
        cards=tuple(
            event(f"discard:{seat}:{card.id}", card, copies[card.id], seat) for card in known.values()
        ),
        seat=seat,
    )


def mat(view: FateView, seat: int) -> Tray:
    """A player's board: the hero's figures, the cards in play, and the tops of the piles."""
    hero = view.heroes[seat]
    cards = [in_play(hero, card, seat) for card in hero.cards]
    if hero.ability is not None:
        cards.append(next_ability(hero, hero.ability, seat))
    if hero.equipment is not None:
        cards.append(current_quest(hero, hero.equipment, seat))
    return Tray(
        id=f"mat:{seat}",
        title=hero.name,
        role="mat",
        cards=tuple(cards),
        seat=seat,
        note=f"Actions taken: {', '.join(hero.taken)}." if hero.taken else "",
        figures=tuple(hero_figures(hero)),
    )


def hero_figures(hero: HeroSeen) -> Iterator[Figure]:
    """What is true of the hero as a whole."""
    left = hero.health - hero.damage
    low = "low" if left <= hero.health // 3 else ""
    yield Figure(name="health left", value=f"{left} of {hero.health}", icon="health", state=low)
    yield Figure(name="strength", value=str(hero.strength), icon="strength", title="dice of an attack action")
    yield Figure(name="range", value=str(hero.range), icon="range")
    yield Figure(name="move", value=str(hero.move), icon="move")
    if hero.armor:
        yield Figure(name="armor", value=str(hero.armor), icon="armor")
    rich = "good" if hero.gold >= hero.upgrade_cost else ""
    yield Figure(name="gold", value=str(hero.gold), icon="gold", state=rich)
    yield Figure(name="next upgrade", value=f"{hero.upgrade_cost} gold")


def figures(card: CardSeen) -> tuple[Figure, ...]:
    """What a card adds."""
    sign = "+" if card.kind else ""
    found = [
        Figure(name=name, value=f"{sign}{number}", icon=name)
        for name, number in (
            ("strength", card.strength),
            ("health", card.health),
            ("range", card.range),
            ("armor", card.armor),
        )
        if number
    ]
    if card.generates:
        found.append(Figure(name="mana a turn", value=f"+{card.generates}", icon="mana"))
    if card.durability:
        found.append(Figure(name="durability", value=str(card.durability), icon="wear"))
    return tuple(found)


def marks(card: CardSeen) -> tuple[Figure, ...]:
    """What lies on a card."""
    found = []
    if card.stores:
        found.append(
            Figure(name="mana", value=str(card.mana), icon="mana", state="full" if card.mana else "empty")
        )
    if card.durability:
        worn = "bad" if card.wear >= card.durability else "used" if card.wear else "empty"
        found.append(
            Figure(name="damage", value=f"{card.wear} of {card.durability}", icon="wear", state=worn)
        )
    if card.counters:
        found.append(Figure(name="on the card", value=str(card.counters), state="full"))
    return tuple(found)


def in_play(hero: HeroSeen, card: CardSeen, seat: int) -> Card:
    """A card in play."""
    wound = Figure(name="damage", value=str(hero.damage), icon="health", state="bad")
    return Card(
        id=f"card:{seat}:{card.id}",
        title=words.level(card),
        kind=words.KINDS[card.kind],
        figures=figures(card),
        text=card.text,
        marks=(wound,) if card.id == hero.id and hero.damage else marks(card),
        state="used" if card.used else "",
        seat=seat,
        detail="Used this turn." if card.used else "",
    )


def next_ability(hero: HeroSeen, card: CardSeen, seat: int) -> Card:
    """The top of the ability pile (G36, G38)."""
    return Card(
        id=f"pile:{seat}:abilities",
        title=card.name,
        kind="next ability",
        figures=figures(card),
        text=card.text,
        seat=seat,
        detail=f"It is not in play: an upgrade for {hero.upgrade_cost} gold brings it. "
        f"{capital(some(len(hero.abilities), 'card'))} in the pile.",
    )


def current_quest(hero: HeroSeen, card: CardSeen, seat: int) -> Card:
    """The top of the equipment pile: what is to be done for it, and what it would be (G40)."""
    count = Figure(name="progress", value=f"{hero.progress} of {hero.quest_count}", state="full")
    return Card(
        id=f"pile:{seat}:equipment",
        title=card.name,
        kind="quest",
        figures=figures(card),
        text=f"Quest: {hero.quest}",
        marks=(count,) if hero.quest_count else (),
        seat=seat,
        detail=f"It gives: {card.text} {capital(some(len(hero.equipments), 'card'))} in the pile.",
    )


# ---- the monsters' side


def track(view: FateView) -> Tray:
    """The time track with the Rune Stone (G13, G71)."""
    cards = []
    for step, (deck, skull) in enumerate(view.track, 1):
        text = f"Everybody draws: {HOURS[deck]}." if deck else "All monsters charge." if skull else ""
        if step == len(view.track):
            text += " The game ends with this monster turn."
        icon = "axe" if deck else "skull" if skull else "time"
        state = "active" if step == view.time else "gone" if step < view.time else ""
        kind = deck or ("skull" if skull else "")
        sign = Figure(name=HOURS.get(deck, "charge" if skull else "step"), icon=icon)
        cards.append(
            Card(
                id=f"time:{step}", title=str(step), kind=kind, figures=(sign,), text=text.strip(), state=state
            )
        )
    coming = next((n for n, (deck, _) in enumerate(view.track[view.time :], 1) if deck), 0)
    return Tray(
        id="track",
        title="Time",
        role="track",
        cards=tuple(cards),
        note=f"More monsters in {some(coming, 'turn')}." if coming else "",
        figures=(
            Figure(name="time", value=f"{view.time} of {len(view.track)}", icon="time"),
            Figure(
                name="town pieces",
                value=str(view.pieces),
                icon="town",
                state="low" if view.pieces < 3 else "",
            ),
        ),
    )


def horde(view: FateView) -> Tray:
    """The monsters there are: figures and tiles left, for reference (G84)."""
    book = words.book(view)
    left = dict(view.supply)
    legends = {monster.kind for monster in view.monsters if monster.rank >= LEGEND}
    shown = [kind for kind in book.kinds if kind.rank < LEGEND or kind.id in legends]
    cards = [kind_card(kind, left[kind.id]) for kind in shown]
    signs = [
        Figure(name="yellow monster deck", value=str(len(view.yellow)), icon="axe"),
        Figure(name="red monster deck", value=str(len(view.red)), icon="axe"),
    ]
    if view.monster_die:
        mood = "one more die for every attack" if view.fury else "rank 1 charges" if view.rush else "at rest"
        signs.append(Figure(name="monster die", value=mood))
    return Tray(
        id="horde",
        title="The horde",
        role="reference",
        cards=tuple(cards),
        note=f"Drawn last: {', '.join(view.drawn)}." if view.drawn else "",
        figures=tuple(signs),
    )


def kind_card(kind: Kind, left: int) -> Card:
    """A kind of monster."""
    rank = f"legend, level {kind.level}" if kind.rank >= LEGEND else f"rank {kind.rank}"
    numbers = (
        ("strength", kind.strength, "strength"),
        ("health", kind.health, "health"),
        ("range", kind.range, "range"),
        ("move", kind.move, "move"),
        ("armor", kind.armor, "armor"),
        ("experience", kind.xp, "gold"),
    )
    return Card(
        id=f"kind:{kind.id}",
        title=kind.name,
        kind=rank,
        figures=tuple(
            Figure(name=name, value=str(value), icon=icon) for name, value, icon in numbers if value
        ),
        text=kind.text
        or f"A monster {words.FACTIONS.get(kind.faction, kind.faction)}.".replace("monster a ", ""),
        marks=(Figure(name="in the supply", value=str(left)),),
    )


# ---- buttons

ACTS = {
    "move": "Move",
    "attack": "Attack",
    "prepare": "Prepare",
    "focus": "Focus",
    "mend": "Mend",
    "practice": "Practice",
    "quest": "Quest",
}


def buttons(view: FateView) -> Iterator[Button]:
    """The actions of a turn, the quest, gold to share, and the end of the turn; the uses of a card."""
    if not view.mine:
        return
    if "move" in view.answers:
        yield from acts(view)
    if "use" in view.answers:
        for card in view.heroes[view.acting].cards:
            for option in card.options:
                label = f"{card.name}: {words.USES.get(option, option)}"
                yield Button(id=f"use:{card.id}-{option}", label=label, group=card.name)
    if "end" in view.answers:
        yield from sharing(view)
        if view.heroes[view.acting].hand:
            title = "Press this and a card in your hand, to be rid of it without effect"
            yield Button(id="act:discard", label="Discard a card", title=title, group="turn")
        yield Button(id="end", label="End turn", group="turn")


def acts(view: FateView) -> Iterator[Button]:
    """The six actions, and the quest."""
    hero, numbers = view.heroes[view.acting], words.book(view).figures
    mend = numbers.mend_in_town if hero.in_town else numbers.mend
    dice = some(hero.strength, "die", "dice")
    titles = {
        "move": f"Choose an area up to {hero.move} steps away; or press this and your own hero, to stay",
        "attack": f"Choose a monster within range {hero.range}; you roll {dice}",
        "prepare": f"Draw {some(numbers.prepare, 'card')}",
        "focus": f"Put {numbers.focus} mana on one of your cards",
        "mend": f"Remove {mend} damage",
        "practice": f"Gain {numbers.practice} gold, which is experience too",
        "quest": hero.quest or "No quest is left",
    }
    for name, label in ACTS.items():
        taken = " (taken this turn)" if name in hero.taken else ""
        yield Button(id=f"act:{name}", label=label, title=titles[name] + taken, group="actions")


def sharing(view: FateView) -> Iterator[Button]:
    """Gold to give to the heroes beside the one who acts, and to ask for (G33)."""
    for seat, other in enumerate(view.heroes):
        if seat == view.acting or not near(view, seat):
            continue
        for verb, label, gold in (
            ("give", f"Give gold to {other.name}", view.heroes[view.acting].gold),
            ("ask", f"Ask {other.name} for gold", other.gold),
        ):
            if gold:
                yield Button(id=f"{verb}:{seat}", label=label, group="gold")
            for n in range(1, gold + 1):
                yield Button(id=f"{verb}:{seat}:{n}", label=f"{n} gold", title=label, group=label)


def near(view: FateView, seat: int) -> bool:
    """Whether another hero is next to the one who acts (G4, G33)."""
    one, two = view.heroes[view.acting], view.heroes[seat]
    if one.in_town or two.in_town:
        return one.in_town and two.in_town
    dx, dy = two.x - one.x, two.y - one.y
    return max(abs(dx), abs(dy), abs(dx + dy)) == 1
