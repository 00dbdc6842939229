"""Every action of Fate in words, with what a person touches for it; and what touches would mean."""

from collections.abc import Callable

from fimbul.core import Action, Deed, Deeds
from fimbul.core.wording import capital, some
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
from fimbul.games.fate.table.view import FateView, HeroSeen, MonsterSeen
from fimbul.games.fate.table.words import (
    USES,
    book,
    card_name,
    hero_at,
    in_town,
    monster_at,
    place,
    used_card,
    whom,
)

deeds = Deeds[FateView]()


def acting(view: FateView) -> HeroSeen:
    """The hero who decides."""
    return view.heroes[view.acting]


def spot(view: FateView, x: int, y: int) -> str:
    """What a person touches for an area: who stands there, the town, or the hex."""
    monster, seat = monster_at(view, x, y), hero_at(view, x, y)
    if monster is not None:
        return f"monster:{monster.id}"
    if seat is not None:
        return f"hero:{seat}"
    return "town" if in_town(view, x, y) else f"hex:{x},{y}"


def said(view: FateView, verb: str, default: str, *named: object) -> str:
    """The words of an answer, as the question gives them."""
    if view.question is None:
        return default.format(*named)
    return view.question.label(verb, *named, default=default)


# ---- actions of a turn


@deeds.of(Move)
def move(view: FateView, action: Move) -> Deed:
    hero, where = acting(view), spot(view, action.x, action.y)
    if (action.x, action.y) == (hero.x, hero.y):
        return Deed("Move without a step", "act:move", f"hero:{view.acting}")
    if where.startswith(("hex", "town")):
        return Deed(f"Move to {place(view, action.x, action.y)}", where)
    return Deed(f"Burst into the area of {whom(view, action.x, action.y)}", "act:move", where)


@deeds.of(Attack)
def attack(view: FateView, action: Attack) -> Deed:
    where = spot(view, action.x, action.y)
    if where.startswith("monster"):
        return Deed(f"Attack {whom(view, action.x, action.y)}", where)
    return Deed(f"Attack {place(view, action.x, action.y)} for ore", "act:attack", where)


@deeds.of(Prepare)
def prepare(view: FateView, action: Prepare) -> Deed:
    return Deed(f"Prepare: draw {some(book(view).figures.prepare, 'card')}", "act:prepare")


@deeds.of(Focus)
def focus(view: FateView, action: Focus) -> Deed:
    mana, card = book(view).figures.focus, card_name(acting(view), action.card)
    return Deed(f"Focus: {mana} mana on {card}", "act:focus", f"card:{view.acting}:{action.card}")


@deeds.of(Mend)
def mend(view: FateView, action: Mend) -> Deed:
    figures = book(view).figures
    amount = figures.mend_in_town if acting(view).in_town else figures.mend
    return Deed(f"Mend: remove {amount} damage", "act:mend")


@deeds.of(Practice)
def practice(view: FateView, action: Practice) -> Deed:
    return Deed(f"Practice: gain {book(view).figures.practice} gold", "act:practice")


@deeds.of(Quest)
def quest(view: FateView, action: Quest) -> Deed:
    hero = acting(view)
    prize = hero.equipment.name if hero.equipment is not None else "the equipment"
    return Deed(f"Quest for {prize}: {hero.quest}", "act:quest")


@deeds.of(Use)
def use(view: FateView, action: Use) -> Deed:
    card, option = used_card(acting(view), action.card)
    name, touched = card_name(acting(view), card), f"card:{view.acting}:{card}"
    if option:
        return Deed(f"Use {name}: {USES.get(option, option)}", touched, f"use:{action.card}")
    return Deed(f"Use {name}", touched)


@deeds.of(Play)
def play(view: FateView, action: Play) -> Deed:
    return Deed(f"Play {card_name(acting(view), action.card)}", f"hand:{view.acting}:{action.card}")


@deeds.of(Give)
def give(view: FateView, action: Give) -> Deed:
    words = f"Give {action.gold} gold to {view.heroes[action.seat].name}"
    return Deed(words, f"give:{action.seat}", f"give:{action.seat}:{action.gold}")


@deeds.of(Ask)
def ask(view: FateView, action: Ask) -> Deed:
    words = f"Ask {view.heroes[action.seat].name} for {action.gold} gold"
    return Deed(words, f"ask:{action.seat}", f"ask:{action.seat}:{action.gold}")


@deeds.of(End)
def end(view: FateView, action: End) -> Deed:
    return Deed("End the turn", "end")


# ---- answers


@deeds.of(Go)
def go(view: FateView, action: Go) -> Deed:
    return Deed(f"Go on to {whom(view, action.x, action.y)}", spot(view, action.x, action.y))


@deeds.of(Stop)
def stop(view: FateView, action: Stop) -> Deed:
    return Deed("Stop here", "stop")


@deeds.of(At)
def at(view: FateView, action: At) -> Deed:
    return Deed(said(view, "at", "Choose {}", whom(view, action.x, action.y)), spot(view, action.x, action.y))


@deeds.of(Assault)
def assault(view: FateView, action: Assault) -> Deed:
    return Deed(f"{capital(whom(view, action.x, action.y))} attacks next", spot(view, action.x, action.y))


@deeds.of(On)
def on(view: FateView, action: On) -> Deed:
    name = card_name(acting(view), action.card)
    return Deed(said(view, "on", "1 mana on {}", name), f"card:{view.acting}:{action.card}")


@deeds.of(Tend)
def tend(view: FateView, action: Tend) -> Deed:
    owner = view.heroes[action.seat]
    name = card_name(owner, action.card)
    if action.seat != view.acting and action.card != owner.id:
        name = f"{owner.name}'s {name}"
    return Deed(said(view, "tend", "Remove damage from {}", name), f"card:{action.seat}:{action.card}")


@deeds.of(Face)
def face(view: FateView, action: Face) -> Deed:
    return Deed(said(view, "face", "Attack {}", view.heroes[action.seat].name), f"hero:{action.seat}")


@deeds.of(Amount)
def amount(view: FateView, action: Amount) -> Deed:
    return Deed(said(view, "amount", "{}", action.n), f"amount:{action.n}")


@deeds.of(Discard)
def discard(view: FateView, action: Discard) -> Deed:
    words, card = f"Discard {card_name(acting(view), action.card)}", f"hand:{view.acting}:{action.card}"
    return Deed(words, "act:discard", card) if "play" in view.answers else Deed(words, card)


@deeds.of(Keep)
def keep(view: FateView, action: Keep) -> Deed:
    return Deed("Keep the hand", "keep")


@deeds.of(Upgrade)
def upgrade(view: FateView, action: Upgrade) -> Deed:
    hero = acting(view)
    name = card_name(hero, action.card)
    if hero.ability is not None and hero.ability.id == action.card:
        return Deed(f"New ability: {name}", f"pile:{view.acting}:abilities")
    return Deed(f"Turn over: {name}", f"card:{view.acting}:{action.card}")


@deeds.of(Cycle)
def cycle(view: FateView, action: Cycle) -> Deed:
    hero = acting(view)
    top = hero.ability if action.pile == "abilities" else hero.equipment
    name = top.name if top is not None else "the top card"
    return Deed(f"Put {name} at the bottom of the {action.pile}", f"pile:{view.acting}:{action.pile}")


@deeds.of(Yes)
def yes(view: FateView, action: Yes) -> Deed:
    return Deed(said(view, "yes", "Yes"), "yes")


@deeds.of(No)
def no(view: FateView, action: No) -> Deed:
    return Deed(said(view, "no", "No"), "no")


@deeds.of(Done)
def done(view: FateView, action: Done) -> Deed:
    return Deed(said(view, "done", "Done"), "done")


# ---- what touches would mean

PILES = {"abilities": Cycle("abilities"), "equipment": Cycle("equipment")}
PLAIN: dict[str, Action] = {
    "act:prepare": Prepare(),
    "act:mend": Mend(),
    "act:practice": Practice(),
    "act:quest": Quest(),
    "end": End(),
    "stop": Stop(),
    "keep": Keep(),
    "yes": Yes(),
    "no": No(),
    "done": Done(),
}


def attempt(view: FateView, touched: tuple[str, ...]) -> Action | None:
    """What these touches would mean: the reading that a newcomer would have, legal or not."""
    if not touched or not view.to_act:
        return None
    last = touched[-1]
    if last in PLAIN:
        return PLAIN[last]
    kind, _, rest = last.partition(":")
    reader = READERS.get(kind)
    return reader(view, touched, rest) if reader is not None else None


def a_number(view: FateView, touched: tuple[str, ...], rest: str) -> Action | None:
    return Amount(int(rest))


def a_use(view: FateView, touched: tuple[str, ...], rest: str) -> Action | None:
    return Use(rest)


def a_share(view: FateView, touched: tuple[str, ...], rest: str) -> Action | None:
    seat, _, gold = rest.partition(":")
    share = Ask if touched[-1].startswith("ask") else Give
    return share(int(seat), int(gold or 1))


def a_button(view: FateView, touched: tuple[str, ...], rest: str) -> Action | None:
    """A button that needs another touch: what it would mean at best."""
    hero = acting(view)
    if rest == "move":
        return Move(hero.x, hero.y)
    if rest == "discard":
        return Discard(hero.hand[0].id) if hero.hand else None
    if rest == "focus":
        return Focus(next((card.id for card in hero.cards if card.stores), hero.id))

    def far(monster: MonsterSeen) -> int:
        dx, dy = monster.x - hero.x, monster.y - hero.y
        return max(abs(dx), abs(dy), abs(dx + dy))

    nearest = min(view.monsters, key=far, default=None)
    return Attack(nearest.x, nearest.y) if rest == "attack" and nearest is not None else None


def an_event(view: FateView, touched: tuple[str, ...], rest: str) -> Action | None:
    _, _, card = rest.partition(":")
    if not card:
        return None
    return Play(card) if "play" in view.answers and touched[0] != "act:discard" else Discard(card)


def a_pile(view: FateView, touched: tuple[str, ...], rest: str) -> Action | None:
    owner, _, pile = rest.partition(":")
    if "cycle" in view.answers:
        return PILES.get(pile)
    if pile == "equipment":
        return Quest() if "quest" in view.answers else None
    ability = view.heroes[int(owner)].ability
    return Upgrade(ability.id) if pile == "abilities" and ability is not None else None


def a_card(view: FateView, touched: tuple[str, ...], rest: str) -> Action | None:
    owner, _, name = rest.partition(":")
    if touched[0] == "act:focus":
        return Focus(name)
    for verb, meant in (("tend", Tend(int(owner), name)), ("on", On(name)), ("upgrade", Upgrade(name))):
        if verb in view.answers:
            return meant
    if int(owner) != view.acting:
        return None
    options = next((card.options for card in acting(view).cards if card.id == name), ())
    return Use(f"{name}-{options[0]}" if options else name)


def a_place(view: FateView, touched: tuple[str, ...], rest: str) -> Action | None:
    kind = touched[-1].partition(":")[0]
    if kind == "hero" and "face" in view.answers:
        return Face(int(rest))
    where = place_of(view, kind, rest)
    if where is None:
        return None
    if touched[0] == "act:attack":
        return Attack(*where)
    if "move" in view.answers:
        return Attack(*where) if kind == "monster" and touched[0] != "act:move" else Move(*where)
    if "assault" in view.answers:
        return Assault(*where)
    return Go(*where) if "go" in view.answers else At(*where)


def place_of(view: FateView, kind: str, name: str) -> tuple[int, int] | None:
    """The area that a node lies on."""
    if kind in ("hex", "bonus"):
        x, y = map(int, name.split(","))
        return x, y
    if kind == "town":
        return book(view).land.middle
    if kind == "hero":
        hero = view.heroes[int(name)]
        return hero.x, hero.y
    return next(((m.x, m.y) for m in view.monsters if m.id == int(name)), None)


READERS: dict[str, Callable[[FateView, tuple[str, ...], str], Action | None]] = {
    "amount": a_number,
    "use": a_use,
    "give": a_share,
    "ask": a_share,
    "act": a_button,
    "hand": an_event,
    "pile": a_pile,
    "card": a_card,
    "hex": a_place,
    "bonus": a_place,
    "town": a_place,
    "hero": a_place,
    "monster": a_place,
}
