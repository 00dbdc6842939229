"""The actions as a person takes them: their words, and what is touched for them, in order (S220 to S224)."""

from collections.abc import Iterable

from fimbul.core import Action, Deed, Deeds
from fimbul.core.question import Dice as Shown
from fimbul.core.wording import capital, listed, some
from fimbul.games.six_winters import actions as act
from fimbul.games.six_winters.rules.dice import ACTION, CODES, kind_of
from fimbul.games.six_winters.table import words
from fimbul.games.six_winters.table.view import PersonSeen, SixWintersView

deeds = Deeds[SixWintersView]()


# ---- who, and what lies where


def answer(text: str, action: Action) -> Deed:
    """An answer that has no place on the table: a button of its own."""
    return Deed(capital(text), f"answer:{action}")


def label(view: SixWintersView, verb: str, *named: object, default: str = "{}") -> str:
    """The words of an answer, as the question has them."""
    return view.question.label(verb, *named, default=default) if view.question else default.format(*named)


def asks(view: SixWintersView, verb: str) -> bool:
    """Whether the question has words for answers with this verb."""
    return view.question is not None and any(known == verb for known, _ in view.question.labels)


def who(view: SixWintersView, action: act.OfCharacter) -> str:
    """The character's name."""
    return words.book(view).named_character(action.character)


def person(view: SixWintersView, action: act.OfCharacter) -> int:
    """The character's number in the session, 0 if it does not play."""
    return words.number_of(view, action.character) or 0


def alone(view: SixWintersView, action: act.OfCharacter) -> bool:
    """Whether the player leads nobody else."""
    return len(words.own(view, view.people[person(view, action)].seat)) == 1 if view.people else True


def said(view: SixWintersView, action: act.OfCharacter, text: str) -> str:
    """What a character does; the name comes first where several could be meant."""
    return capital(text) if alone(view, action) else f"{who(view, action)}: {text}"


def lead(view: SixWintersView, action: act.OfCharacter) -> tuple[str, ...]:
    """Who leads two characters touches the one first."""
    return () if alone(view, action) else (f"person:{person(view, action)}",)


def asked_person(view: SixWintersView) -> int:
    """The character whom a question is about."""
    for id in view.question.about if view.question else ():
        kind, _, number = id.partition(":")
        if kind == "person":
            return int(number)
    return 0


def dice_ids(view: SixWintersView, number: int, names: Iterable[str]) -> tuple[str, ...]:
    """Dice at hand, from left to right: of equal dice the first ones."""
    if number >= len(view.people):
        return ()
    someone = view.people[number]
    place = words.place_of(view, someone.place)
    lying = place.dice if place is not None else ()
    used: list[tuple[bool, int, str]] = []
    for code in sorted(CODES[name] for name in names):
        action = kind_of(code) == ACTION
        pool = someone.dice if action else lying
        prefix = f"die:{number}" if action else f"res:{someone.place}"
        taken = {id for _, _, id in used}
        spot = next(
            (n for n, other in enumerate(pool) if other == code and f"{prefix}:{n}" not in taken), len(pool)
        )
        used.append((action, spot, f"{prefix}:{spot}"))
    return tuple(id for _, _, id in sorted(used))


def card_id(view: SixWintersView, card: str) -> str:
    """An ability or an asset."""
    known = words.book(view).asset
    return f"asset:{known[card]}" if card in known else f"ability:{card}"


def asset_id(view: SixWintersView, asset: str) -> str:
    """An asset."""
    return f"asset:{words.book(view).asset[asset]}"


def location_id(view: SixWintersView, location: str) -> str:
    """A location on the map."""
    return f"location:{words.book(view).location[location]}"


def obstacle_id(view: SixWintersView, obstacle: str) -> str:
    """An obstacle in play, or one that was overcome."""
    return f"obstacle:{words.book(view).obstacle[obstacle]}"


def box_id(view: SixWintersView, number: int, card: str, code: int) -> str:
    """A die that lies on a card."""
    known = next((seen for seen in view.people[number].cards if seen.id == card), None)
    boxes = known.boxes if known is not None else ()
    return f"box:{card}:{boxes.index(code) if code in boxes else 0}"


# ---- before the first turn (S221)


@deeds.of(act.Scenario)
def scenario(view: SixWintersView, action: act.Scenario) -> Deed:
    known = words.book(view)
    name = known.scenarios[known.scenario[action.id]].name if action.id in known.scenario else action.id
    return Deed(f"Play {name}, {action.mode}", f"scenario:{action.id}:{action.mode}")


@deeds.of(act.Winter)
def winter(view: SixWintersView, action: act.Winter) -> Deed:
    how = "in training" if action.way == "train" else "at rest"
    return answer(f"{who(view, action)} spends the winter {how}", action)


@deeds.of(act.WinterAction)
def winter_action(view: SixWintersView, action: act.WinterAction) -> Deed:
    known = words.book(view).winter.get(action.action)
    told = f"{known.name}. {known.text}" if known else action.action.replace("_", " ")
    return answer(f"{who(view, action)}: {told}", action)


@deeds.of(act.NoAction)
def no_action(view: SixWintersView, action: act.NoAction) -> Deed:
    return answer(f"{who(view, action)} takes no winter action", action)


@deeds.of(act.Choose)
def choose(view: SixWintersView, action: act.Choose) -> Deed:
    book = words.book(view)
    card = book.characters[book.character[action.character]]
    return Deed(f"Play {card.name}, {card.title}", f"character:{card.id}")


@deeds.of(act.Learn)
def learn(view: SixWintersView, action: act.Learn) -> Deed:
    text = label(view, "learn", who(view, action), action.skill, default="{} learns {}")
    number = words.number_of(view, action.character)
    return answer(text, action) if number is None else Deed(text, f"skill:{number}:{action.skill}")


@deeds.of(act.Clear)
def clear(view: SixWintersView, action: act.Clear) -> Deed:
    name, (_, _, skill) = who(view, action), action.condition.partition("-")
    ended = f"{name}'s {skill} is no longer cursed" if skill else f"{name} is no longer {condition(action)}"
    return answer(ended, action)


def condition(action: act.Clear) -> str:
    """A condition as the sheets call it: `Weary`."""
    return action.condition.replace("_", " ").title()


@deeds.of(act.Grant)
def grant(view: SixWintersView, action: act.Grant) -> Deed:
    return answer(f"{who(view, action)} starts with {words.book(view).named_asset(action.asset)}", action)


@deeds.of(act.Equip)
def equip(view: SixWintersView, action: act.Equip) -> Deed:
    name = words.book(view).named_asset(action.asset)
    text = label(view, "equip", who(view, action), name, default="{} starts with {}")
    return Deed(text, asset_id(view, action.asset))


@deeds.of(act.Ready)
def ready(view: SixWintersView, action: act.Ready) -> Deed:
    return Deed("Take no more from the archive", "ready")


@deeds.of(act.Settle)
def settle(view: SixWintersView, action: act.Settle) -> Deed:
    name = words.book(view).named_location(action.location)
    text = f"{name} comes to row {action.row + 1}, column {action.column + 1}"
    return Deed(text, f"cell:{action.row}:{action.column}")


@deeds.of(act.Place)
def place(view: SixWintersView, action: act.Place) -> Deed:
    name = words.book(view).named_location(action.location)
    text = label(view, "place", who(view, action), name, default="{} starts at {}")
    return Deed(text, location_id(view, action.location))


# ---- in the action step (S222)


def ways(view: SixWintersView, someone: PersonSeen, place: int) -> bool:
    """Whether there may be more than one way to a location: a port, a gate, or a paid road."""
    locations = words.book(view).locations
    if place < 0 or someone.place < 0:
        return False
    icon = locations[someone.place].icon
    roads = "roads" in view.lasting and "empire" in (locations[place].region, locations[someone.place].region)
    return roads or (bool(icon) and locations[place].icon == icon)


def go(view: SixWintersView, action: act.Move | act.Pay | act.Sail | act.Gate) -> Deed:
    book = words.book(view)
    name, stress = book.named_location(action.location), book.figures.gate_stress
    match action:
        case act.Pay():
            text, by = f"go to {name}, paid with {words.die_name(action.die)}", action.die
        case act.Sail():
            text, by = f"sail to {name}", "sail"
        case act.Gate():
            text = f"go through the gate to {name} for {stress} {action.track} stress"
            by = action.track
        case _:
            text, by = f"go to {name}", "walk"
    several = ways(view, view.people[person(view, action)], book.location[action.location])
    way = (f"by:{by}",) if several else ()
    there = location_id(view, action.location)
    return Deed(said(view, action, text), *lead(view, action), there, *way)


deeds.of(act.Move)(go)
deeds.of(act.Pay)(go)
deeds.of(act.Sail)(go)
deeds.of(act.Gate)(go)


@deeds.of(act.Muster)
def muster(view: SixWintersView, action: act.Muster) -> Deed:
    cost = some(words.book(view).figures.muster_cost, "move")
    return Deed(said(view, action, f"muster a new die ({cost})"), f"act:{person(view, action)}:muster")


@deeds.of(act.Reroll)
def reroll(view: SixWintersView, action: act.Reroll) -> Deed:
    which = "action dice" if action.pool == "actions" else "resource dice here"
    cost = some(words.book(view).figures.reroll_cost, "move")
    text = said(view, action, f"roll {which} again ({cost})")
    return Deed(text, f"act:{person(view, action)}:{action.pool}")


@deeds.of(act.Take)
def take(view: SixWintersView, action: act.Take) -> Deed:
    text = f"take {words.book(view).named_asset(action.asset)}"
    return Deed(said(view, action, text), *lead(view, action), asset_id(view, action.asset))


@deeds.of(act.Create)
def create(view: SixWintersView, action: act.Create) -> Deed:
    number = person(view, action)
    if action.source in CODES:
        source, name = dice_ids(view, number, (action.source,)), words.die_name(action.source)
    else:
        source, name = (card_id(view, action.source),), words.book(view).named_card(action.source)
    return Deed(said(view, action, f"create with {name}"), f"act:{number}:create", *source)


@deeds.of(act.Overcome)
def overcome(view: SixWintersView, action: act.Overcome) -> Deed:
    text = f"overcome {words.book(view).named_obstacle(action.obstacle)}"
    return Deed(said(view, action, text), *lead(view, action), obstacle_id(view, action.obstacle))


@deeds.of(act.Narrate)
def narrate(view: SixWintersView, action: act.Narrate) -> Deed:
    now = words.scene(view)
    text = f"tell the scene {now.name}" if now else "tell the scene"
    return Deed(said(view, action, text), *lead(view, action), "scene")


@deeds.of(act.Trade)
def trade(view: SixWintersView, action: act.Trade) -> Deed:
    text = f"trade {words.book(view).figures.trade_dice} {action.given} for 1 {action.wanted}"
    button = f"trade:{action.given}:{action.wanted}"
    return Deed(said(view, action, text), f"act:{person(view, action)}:trade", button)


@deeds.of(act.Visit)
def visit(view: SixWintersView, action: act.Visit) -> Deed:
    number = person(view, action)
    text = said(view, action, f"use the location for {words.die_name(action.die)}")
    return Deed(text, f"act:{number}:visit", *dice_ids(view, number, (action.die,)))


@deeds.of(act.VisitFree)
def visit_free(view: SixWintersView, action: act.VisitFree) -> Deed:
    return Deed(said(view, action, "use the location"), f"act:{person(view, action)}:visit_free")


def load(view: SixWintersView, action: act.Stash | act.Load) -> Deed:
    verb = "put" if isinstance(action, act.Stash) else "load"
    card = words.book(view).named_card(action.card)
    text = said(view, action, f"{verb} {words.die_name(action.die)} on {card}")
    return Deed(text, card_id(view, action.card), *dice_ids(view, person(view, action), (action.die,)))


deeds.of(act.Stash)(load)
deeds.of(act.Load)(load)


@deeds.of(act.Unload)
def unload(view: SixWintersView, action: act.Unload) -> Deed:
    card = words.book(view).named_card(action.card)
    text = said(view, action, f"unload {words.die_name(action.die)} from {card}")
    box = box_id(view, person(view, action), action.card, CODES[action.die])
    return Deed(text, card_id(view, action.card), box)


@deeds.of(act.Use)
def use(view: SixWintersView, action: act.Use) -> Deed:
    name, _, track = action.card.partition("-")
    text = said(view, action, f"use {words.book(view).named_card(action.card)}")
    return Deed(text, card_id(view, name), *((f"against:{track}",) if track else ()))


@deeds.of(act.End)
def end(view: SixWintersView, action: act.End) -> Deed:
    return Deed("End your actions of this turn", "end")


# ---- questions within an action (S223)


@deeds.of(act.Dice)
def dice(view: SixWintersView, action: act.Dice) -> Deed:
    text = label(view, "dice", words.dice_names(action.dice), default="Choose: {}")
    done = ("confirm",) if asks(view, "confirm") else ()
    return Deed(text, *dice_ids(view, asked_person(view), action.dice), *done)


@deeds.of(act.Value)
def value(view: SixWintersView, action: act.Value) -> Deed:
    return Deed(f"It becomes {action.n}", f"value:{action.n}")


@deeds.of(act.Type)
def type_(view: SixWintersView, action: act.Type) -> Deed:
    return Deed(capital(action.resource), f"type:{action.resource}")


@deeds.of(act.At)
def at(view: SixWintersView, action: act.At) -> Deed:
    name = words.book(view).named_location(action.location)
    return Deed(label(view, "at", name), location_id(view, action.location))


@deeds.of(act.Pick)
def pick(view: SixWintersView, action: act.Pick) -> Deed:
    name = words.book(view).named_obstacle(action.obstacle)
    return Deed(label(view, "pick", name), obstacle_id(view, action.obstacle))


@deeds.of(act.Slot)
def slot(view: SixWintersView, action: act.Slot) -> Deed:
    book = words.book(view)
    named = words.die_name(action.die), action.n, book.named_asset(action.asset)
    text = label(view, "slot", *named, default="{} on slot {} of {}")
    die = dice_ids(view, asked_person(view), (action.die,))
    return Deed(capital(text), *die, f"slot:{book.asset[action.asset]}:{action.n}")


@deeds.of(act.Suffer)
def suffer(view: SixWintersView, action: act.Suffer) -> Deed:
    text = f"{who(view, action)} takes {action.track} stress"
    return Deed(text, f"track:{person(view, action)}:{action.track}")


@deeds.of(act.Join)
def join(view: SixWintersView, action: act.Join) -> Deed:
    return Deed(f"{who(view, action)} joins", "join")


@deeds.of(act.Stay)
def stay(view: SixWintersView, action: act.Stay) -> Deed:
    return Deed(f"{who(view, action)} stays out of it", "stay")


@deeds.of(act.Guard)
def guard(view: SixWintersView, action: act.Guard) -> Deed:
    text = f"defend with {words.dice_names(action.dice)}" if action.dice else "defend with nothing"
    return Deed(said(view, action, text), *dice_ids(view, person(view, action), action.dice), "confirm")


@deeds.of(act.Cancel)
def cancel(view: SixWintersView, action: act.Cancel) -> Deed:
    die = next(
        (id for id, track, number in stress(view) if (track, number) == (action.track, action.value)), ""
    )
    return Deed(f"Cancel {action.track} {action.value}", die or f"answer:{action}")


def stress(view: SixWintersView) -> list[tuple[str, str, int]]:
    """The stress dice of the sheet that can still be cancelled: id, track, value."""
    facts = view.question.facts if view.question else ()
    dice = [die for fact in facts if isinstance(fact, Shown) for die in fact.dice if die.id]
    return [(die.id, die.icon, int(die.value)) for die in dice if die.state != "spent"]


@deeds.of(act.Bear)
def bear(view: SixWintersView, action: act.Bear) -> Deed:
    text = label(view, "bear", who(view, action), default="{} takes it")
    return Deed(text, f"person:{person(view, action)}")


@deeds.of(act.Hinder)
def hinder(view: SixWintersView, action: act.Hinder) -> Deed:
    return Deed(label(view, "hinder", default="Hinder it"), "hinder")


@deeds.of(act.Leave)
def leave(view: SixWintersView, action: act.Leave) -> Deed:
    return Deed(label(view, "leave", default="Leave it"), "leave")


@deeds.of(act.PlayAsset)
def play_asset(view: SixWintersView, action: act.PlayAsset) -> Deed:
    book = words.book(view)
    points = words.asset_points(view, view.people[person(view, action)], book.asset[action.asset])
    text = label(view, "play", book.named_asset(action.asset), points, default="play {} for {}")
    return Deed(said(view, action, text), asset_id(view, action.asset))


@deeds.of(act.PlayObstacle)
def play_obstacle(view: SixWintersView, action: act.PlayObstacle) -> Deed:
    book = words.book(view)
    points = words.obstacle_points(view, view.people[person(view, action)], book.obstacle[action.obstacle])
    text = label(view, "play", book.named_obstacle(action.obstacle), points, default="play {} for {}")
    return Deed(said(view, action, text), obstacle_id(view, action.obstacle))


@deeds.of(act.Tell)
def tell(view: SixWintersView, action: act.Tell) -> Deed:
    return Deed(f"Say: {action.text}" if action.text else "Answer the question of the scene", "tell")


@deeds.of(act.Option)
def option(view: SixWintersView, action: act.Option) -> Deed:
    text = label(view, f"option{action.n}", default=f"Option {action.n}")
    return Deed(capital(text), f"option:{action.n}")


@deeds.of(act.Stage)
def stage(view: SixWintersView, action: act.Stage) -> Deed:
    text = label(view, "stage", words.book(view).named_asset(action.asset), default="{}")
    return Deed(text, asset_id(view, action.asset))


@deeds.of(act.On)
def on(view: SixWintersView, action: act.On) -> Deed:
    number = words.number_of(view, action.character)
    if number is None:
        return answer(who(view, action), action)
    return Deed(who(view, action), f"person:{number}")


@deeds.of(act.Yes)
def yes(view: SixWintersView, action: act.Yes) -> Deed:
    return Deed(label(view, "yes", default="Yes"), "yes")


@deeds.of(act.No)
def no(view: SixWintersView, action: act.No) -> Deed:
    return Deed(label(view, "no", default="No"), "no")


@deeds.of(act.Done)
def done(view: SixWintersView, action: act.Done) -> Deed:
    return Deed(label(view, "done", default="Done"), "done")


# ---- in the other steps, and at the end (S224)


@deeds.of(act.Activate)
def activate(view: SixWintersView, action: act.Activate) -> Deed:
    name = words.book(view).named_obstacle(action.obstacle)
    return Deed(f"{name} activates", obstacle_id(view, action.obstacle))


@deeds.of(act.Lose)
def lose(view: SixWintersView, action: act.Lose) -> Deed:
    counts = (action.progress, "progress"), (action.hindrance, "hindrance")
    text = f"It loses {listed(f'{count} {token}' for count, token in counts if count) or 'nothing'}"
    return Deed(text, f"lose:{action.progress}:{action.hindrance}")


@deeds.of(act.Curse)
def curse(view: SixWintersView, action: act.Curse) -> Deed:
    text = label(view, "curse", who(view, action), action.skill, default="{}'s {} is cursed")
    return Deed(text, f"skill:{person(view, action)}:{action.skill}")


@deeds.of(act.Improve)
def improve(view: SixWintersView, action: act.Improve) -> Deed:
    text = label(view, "improve", who(view, action), action.skill, default="{} improves {}")
    return Deed(text, f"skill:{person(view, action)}:{action.skill}")


@deeds.of(act.BurnAsset)
def burn_asset(view: SixWintersView, action: act.BurnAsset) -> Deed:
    return answer(f"burn {words.book(view).named_asset(action.asset)}", action)


@deeds.of(act.BurnObstacle)
def burn_obstacle(view: SixWintersView, action: act.BurnObstacle) -> Deed:
    return answer(f"burn {words.book(view).named_obstacle(action.obstacle)}", action)


deeds.cover(act.ACTIONS)
