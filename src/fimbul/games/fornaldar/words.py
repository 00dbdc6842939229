"""Plain words for prompts, actions and the things on the map."""

from typing import Any

from fimbul.games.fornaldar import actions as act
from fimbul.games.fornaldar.book import Book, book_of
from fimbul.games.fornaldar.cards import POINT, RANKS, SIDES, Month
from fimbul.games.fornaldar.view import FornaldarView, LeaderSeen, SpellSeen, StackSeen

ROLLS = 36  # of two dice
ENGINE = "greutung"
ESCORT = "escort-"
TROOPS = "troops"
WAYS = {"move": "moves", "march": "forces its march", "react": "reacts", "pregame": "marches early"}
KINDS = {"land": "on land", "sea": "at sea", "air": "in the air"}
CHALLENGES = {"duel": "a duel arcane", "trial": "a trial by combat"}
DAYS = {"skammdegi": "short days", "nattleysi": "nightless days"}

# What a seat is asked, by the decision; the names in braces are those of `facts`.
ASKED: dict[str, str] = {
    "Embarking": "choose who starts the game aboard ships, or be ready",
    "Arriving": "choose where the reinforcements come",
    "Levying": "choose a fortress for the next of {left} CSP that {group} levies, or leave them at home",
    "Brandishing": "use an item before the turn goes on, or use none",
    "Plotting": "write down who casts which enchantment, and be done",
    "Dispelling": "{caster} dispels magic: choose whose enchantment ends, or none",
    "Bearing": "choose who bears the next loss ({owed} to go)",
    "Refitting": "choose a damaged ship to repair, or be done",
    "Landing": "choose who goes ashore at {hex} while ships are repaired",
    "Calling": "choose a group to call to the war, or call no more",
    "Invading": "choose where the Mundanes from beyond the map come in, with {csp} CSP",
    "Appearing": "choose where {traveller} appears",
    "Intercepting": "choose a force that intercepts, or let the enemy pass",
    "Cursed": "a curse lies on the searchers: choose who bears it ({count} to come)",
    "Finding": "{item} is found: choose who takes it, or leave it",
    "Evading": "choose whether your characters at {hex} evade the enemy",
    "Salvage": "choose who takes {item}",
    "Announcing": "choose where to attack, or announce no more",
    "Ordering": "choose the combat that is fought next",
    "Challenging": "challenge the enemy before the battle, or do not",
    "Answering": "accept the challenge with one of your characters, or decline it",
    "Arming": "hand items over before the challenge at {hex}, or be done",
    "ChoosingTerrain": "choose the terrain that you defend in",
    "Dusting": "throw the dust at the walls, or go on without",
    "Pressing": "fight another round, or break off",
    "KeepingOut": "keep out of the melee, or stand and fight",
    "DrivingOut": "drive the enemy out of the hex, or let it stay",
    "Retreating": "choose where to retreat to, if anywhere",
}

# What the others are told that a seat does, by the decision; and by the phase, where forces move.
WATCHED: dict[str, str] = {
    "Embarking": "decides who starts the game aboard ships",
    "Arriving": "places reinforcements",
    "Levying": "places what was levied",
    "Brandishing": "may use an item",
    "Plotting": "plots enchantments",
    "Dispelling": "dispels magic",
    "Bearing": "chooses who bears the losses",
    "Refitting": "may repair ships",
    "Landing": "puts pieces ashore",
    "Calling": "may call groups to the war",
    "Invading": "chooses where the Mundanes from beyond the map come in",
    "Appearing": "chooses where somebody appears",
    "Intercepting": "may intercept",
    "Cursed": "chooses who bears a curse",
    "Finding": "has found something",
    "Evading": "may evade",
    "Salvage": "takes what was left",
    "Announcing": "announces combats",
    "Ordering": "chooses the next combat",
    "Challenging": "may challenge",
    "Answering": "answers the challenge",
    "Arming": "may hand items over",
    "ChoosingTerrain": "chooses the terrain to defend in",
    "Dusting": "may throw dust at the walls",
    "Pressing": "decides whether to fight on",
    "KeepingOut": "may keep out of the melee",
    "DrivingOut": "may drive the enemy out",
    "Retreating": "may retreat",
}
PHASES = {"march": "may force its marches", "reaction": "may react"}

# What is asked before a force is taken up, by the way it would go; and where no stack can.
CHOOSE = {
    "move": "choose a stack to move, or end the movement",
    "march": "choose a stack that forces its march and wears itself out, or march no further",
    "react": "choose a stack that reacts, or end the reaction",
    "pregame": "choose a stack that marches before the first turn, or begin",
}
NOBODY = {
    "move": "none of your stacks can move: end the movement",
    "march": "none of your stacks can force its march",
    "react": "none of your stacks can react",
    "pregame": "none of your stacks can march: begin",
}

# How a decision that offers `done` is ended, by the decision.
DONE: dict[str, str] = {
    "Embarking": "Everybody is in place",
    "Arriving": "The reinforcements are lost",
    "Levying": "Leave the rest where they were raised",
    "Brandishing": "Use none",
    "Plotting": "That is all",
    "Dispelling": "Dispel nothing",
    "Refitting": "Repair no more ships",
    "Landing": "All others stay aboard",
    "Calling": "Call no more groups",
    "Cursed": "Nobody is left to bear it",
    "Finding": "Leave it where it is",
    "Announcing": "Announce no more combats",
    "Challenging": "Make no more challenges",
    "Arming": "Hand over nothing more",
    "Dusting": "Go on without the dust",
}

# What some other answers mean, by the decision.
HOLD = {"DrivingOut": "Let the enemy stay"}
STAND = {"KeepingOut": "Stand and fight", "Retreating": "Stay and fight on"}
EVADE = {"KeepingOut": "Keep out of the melee"}

# A hex that is chosen, by the decision.
AT: dict[str, str] = {
    "Arriving": "They come to {at}",
    "Levying": "Place a CSP at {at}",
    "Invading": "They enter at {at}",
    "Appearing": "Appear at {at}",
}


# ---- who and where


def book(view: FornaldarView) -> Book:
    """The data of the game."""
    return book_of(view.library, view.scenario)


def seat_name(view: FornaldarView, seat: int) -> str:
    """What a seat plays."""
    return SIDES[seat].capitalize()


def month(view: FornaldarView) -> Month:
    """The turn of the calendar."""
    return next(each for each in book(view).library.calendar if each.turn == view.month)


def place(view: FornaldarView, name: str) -> str:
    """A hex or a river hexside of the notation in words."""
    if "-" in name:
        banks = name.split("-")
        return f"the river between {' and '.join(bank.removeprefix('h') for bank in banks)}"
    known = book(view)
    hex_ = known.hex_named(name)
    if hex_ < 0:
        return name
    ground, fort, power = known.ground[hex_], known.fortress[hex_], known.power_place[hex_]
    title = ground.name or (fort.name if fort else "") or (power.name if power else "")
    return f"{title} ({ground.hex})" if title else ground.hex


def leader_name(view: FornaldarView, name: str) -> str:
    """A character by his id."""
    number = book(view).leader.get(name)
    return book(view).cast[number].name if number is not None else name


def ship_name(view: FornaldarView, name: str) -> str:
    """A ship by its id."""
    number = book(view).ship.get(name)
    return f"the {book(view).fleet[number].name}" if number is not None else name


def item_name(view: FornaldarView, name: str) -> str:
    """An item by its id."""
    number = book(view).relic.get(name)
    return book(view).relics[number].name if number is not None else name


def item_line(view: FornaldarView, name: str) -> str:
    """An item with what it does."""
    number = book(view).relic.get(name)
    return f"{item_name(view, name)}: {book(view).relics[number].text}" if number is not None else name


def spell_text(view: FornaldarView, name: str) -> str:
    """An enchantment with what it does."""
    card = next((each for each in book(view).library.enchantments if each.id == name), None)
    return f"{card.name}: {card.text}" if card is not None else name


def banner_name(view: FornaldarView, name: str) -> str:
    """A banner by its id."""
    number = book(view).banner.get(name)
    return book(view).banners[number].name if number is not None else name


def group_name(view: FornaldarView, name: str) -> str:
    """A group by its id."""
    number = book(view).group.get(name)
    return book(view).groups[number].name if number is not None else name


def spell_name(view: FornaldarView, name: str) -> str:
    """An enchantment by its id."""
    return next((each.name for each in book(view).library.enchantments if each.id == name), name)


def piece(view: FornaldarView, what: str, count: int = 1) -> str:
    """A piece by its id: a character, a ship, the siege engine, or so many CSP of a banner."""
    known = book(view)
    if what == ENGINE and what not in known.leader:
        return "the siege engine"
    if what in known.leader:
        return leader_name(view, what)
    if what in known.ship:
        return ship_name(view, what)
    return f"{count} {banner_name(view, what)} CSP"


def points(half: int) -> str:
    """Movement points in words, of half points."""
    whole, rest = divmod(half, POINT)
    text = f"{whole}½" if rest and whole else "½" if rest else str(whole)
    return f"{text} point{'' if half in (1, POINT) else 's'}"


def capital(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]


def listed(parts: list[str]) -> str:
    """Several things in a row."""
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def stack_at(view: FornaldarView, name: str, kind: str, seat: int | None) -> StackSeen | None:
    """The stack of a seat in a hex."""
    for stack in view.stacks:
        if stack.hex == name and stack.kind == kind and stack.seat == seat:
            return stack
    return None


def top_name(view: FornaldarView, stack: StackSeen) -> str:
    """The top piece of a stack in words."""
    if stack.top == "leader":
        return leader_name(view, stack.id)
    if stack.top == "ship":
        return ship_name(view, stack.id)
    return f"{banner_name(view, stack.id)} CSP"


def stack_name(view: FornaldarView, stack: StackSeen) -> str:
    """A stack as the viewer knows it: its top piece, and what is under it where that is known."""
    name = top_name(view, stack)
    if not stack.known:
        return name
    if stack.top == "army":
        return f"{stack.csp} CSP of {banner_name(view, stack.id)}"
    more = []
    leaders = stack.leaders - (stack.top == "leader")
    ships = stack.ships - (stack.top == "ship")
    if leaders:
        more.append(f"{leaders} character{'s' * (leaders > 1)}")
    if ships:
        more.append(f"{ships} ship{'s' * (ships > 1)}")
    if stack.csp:
        more.append(f"{stack.csp} CSP")
    return f"{name} with {listed(more)}" if more else name


def leader_line(view: FornaldarView, leader: LeaderSeen) -> str:
    """A character with his ratings: command, combat, magic, and what else is to be known."""
    parts = [f"{leader.command}-{leader.combat}-{leader.magic}"]
    if leader.rank:
        parts.append(RANKS[leader.rank])
    parts += [word for word, holds in (("hero", leader.hero), ("enchanter", leader.enchanter)) if holds]
    if leader.wounds:
        parts.append(f"{leader.wounds} wound{'s' * (leader.wounds > 1)}")
    parts += ["escort"] * leader.escort + ["aboard"] * leader.aboard + ["swims"] * leader.afloat
    parts += [item_name(view, item) for item in leader.items]
    return f"{leader_name(view, leader.id)} {', '.join(parts)}"


def spell_line(view: FornaldarView, spell: SpellSeen) -> str:
    """An enchantment with its target and its caster."""
    target = aim(view, spell.hex or spell.leader or spell.group or spell.word)
    name = spell_name(view, spell.enchantment)
    both = f"{name} ({target})" if target else name
    return f"{leader_name(view, spell.caster)}: {both}" if spell.caster else both


def aim(view: FornaldarView, what: str) -> str:
    """The target of an enchantment or an item in words: a hex, a character, a ship, a group, or a word."""
    known = book(view)
    if known.hex_named(what) >= 0:
        stacks = [stack for stack in view.stacks if stack.hex == what]
        names = listed([stack_name(view, stack) for stack in stacks])
        return f"{place(view, what)}: {names}" if names else place(view, what)
    if what in known.leader:
        return leader_name(view, what)
    if what in known.ship:
        return ship_name(view, what)
    if what in known.group:
        return group_name(view, what)
    if what in known.relic:
        return item_name(view, what)
    return what.replace("_", " ").replace("-", ", ")


# ---- prompts


def prompt(view: FornaldarView) -> str:
    """Who must decide what."""
    if view.outcome is not None:
        return view.outcome.reason
    seat = view.seat if view.seat in view.to_act else (view.to_act[0] if view.to_act else view.phasing)
    assert seat is not None
    if view.seat == seat:
        return f"You: {question(view)}."
    does = WATCHED.get(view.decision) or PHASES.get(view.phase, "moves")
    return f"The {seat_name(view, seat)} player {does}."


def question(view: FornaldarView) -> str:
    """What is being decided."""
    if view.decision == "Moving":
        return moving(view)
    if view.decision == "Plotting" and any(text.startswith("aim(") for text in view.buttons):
        casting = view.plots[-1]
        who = f"{leader_name(view, casting.caster)}: " if casting.caster else ""
        return f"{who}choose the target of {spell_name(view, casting.enchantment)}"
    if view.decision == "Plotting" and view.buttons == ("done",) and not view.plots:
        return "nobody of yours can cast an enchantment now; most need a Place of Power"
    return ASKED[view.decision].format_map(facts(view))


def moving(view: FornaldarView) -> str:
    """What is asked in movement, forced march and reaction."""
    way = dict(view.asked).get("way", "move")
    force = view.force
    if force is None or not force.own:
        idle = view.seat in view.to_act and not view.places
        return (NOBODY if idle else CHOOSE).get(str(way), "move")
    where = f"the {'fleet' if force.stack == 'sea' else 'force'} at {place(view, force.river or force.hex)}"
    if force.stopped:
        met = any(stack.hex == force.hex and stack.seat != force.seat for stack in view.stacks)
        return f"{where} {'has met the enemy and must stop' if met else 'must stop'}"
    return f"choose where {where} goes ({points(force.left)} left), or what it does"


def facts(view: FornaldarView) -> dict[str, str]:
    """What the question of a decision names."""
    known, found = book(view), dict[str, str]()
    for name, value in view.asked:
        if isinstance(value, tuple):
            continue
        text = str(value)
        if isinstance(value, int) and value >= 0:
            if name == "hex" and value < known.size:
                text = place(view, known.hex_name(value))
            elif name in ("leader", "caster", "traveller", "enchanter") and value < len(known.cast):
                text = known.cast[value].name
            elif name == "item" and value < len(known.relics):
                text = known.relics[value].name
            elif name == "ship" and value < len(known.fleet):
                text = f"the {known.fleet[value].name}"
            elif name == "group" and value < len(known.groups):
                text = known.groups[value].name
            elif name == "banner" and value < len(known.banners):
                text = known.banners[value].name
            elif name == "enchantment" and value < len(known.library.enchantments):
                text = known.library.enchantments[value].name
            elif name == "seat" and value in (0, 1):
                text = seat_name(view, value)
        found[name] = text
    return Facts(found)


class Facts(dict[str, str]):
    """Facts of which some may be unknown to who is told: then nothing is said of them."""

    def __missing__(self, key: str) -> str:
        return "it"


# ---- actions


def describe(view: FornaldarView, action: Any) -> str:
    """An action in words."""
    for tell in (movement, crossing, fighting, magic):
        text = tell(view, action)
        if text is not None:
            return text
    raise TypeError(f"{action!r} is no action of Fornaldar")


def movement(view: FornaldarView, action: Any) -> str | None:
    """What a force does on its way."""
    match action:
        case act.Done():
            way = str(dict(view.asked).get("way", ""))
            ends = {"march": "March no further", "react": "End the reaction", "pregame": "Begin the game"}
            if view.decision == "Plotting" and not view.plots:
                return "Cast nothing"
            return DONE.get(view.decision, ends.get(way, "End the movement" if way else "Done"))
        case act.Pick(hex_, kind):
            stack = stack_at(view, hex_, kind, view.seat)
            what = f": {stack_name(view, stack)}" if stack is not None else ""
            return f"Take up the {'fleet' if kind == 'sea' else 'force'} at {place(view, hex_)}{what}"
        case act.Leave(what, count):
            return f"Leave {piece(view, what, count)} behind"
        case act.Take(what, count):
            return f"Take {piece(view, what, count)} along"
        case act.Go(hex_):
            reach = dict(view.force.reach) if view.force is not None else {}
            cost = f" for {points(reach[hex_])}" if hex_ in reach else ""
            return f"Go to {place(view, hex_)}{cost}"
        case act.Halt():
            return "Stop here"
        case act.PutDown():
            return "Put the force back: it does not move"
        case act.Search(count):
            return f"Search for artifacts with {points(count * POINT)}"
        case act.Teleport(leader):
            return f"{leader_name(view, leader)} tries to teleport the force"
        case act.Overrun():
            return "Overrun the enemy"
        case act.Attach(leader):
            return f"A CSP becomes the escort of {leader_name(view, leader)}"
        case act.Detach(leader):
            return f"The escort of {leader_name(view, leader)} becomes a CSP"
        case act.Give(item, leader):
            whom = "the troops" if leader == TROOPS else leader_name(view, leader)
            if view.decision in ("Finding", "Salvage") and leader != TROOPS:
                return f"{whom} takes {item_name(view, item)}"
            return f"Give {item_name(view, item)} to {whom}"
        case act.At(hex_):
            return AT.get(view.decision, "Choose {at}").format_map(
                Facts({**facts(view), "at": place(view, hex_)})
            )
    return None


def crossing(view: FornaldarView, action: Any) -> str | None:
    """What goes on board and ashore, and how the other side answers a move."""
    match action:
        case act.Load(what, count, hex_):
            return f"Embark {piece(view, what, count)} at {place(view, hex_)}"
        case act.Unload(what, count, hex_):
            return f"Put {piece(view, what, count)} ashore at {place(view, hex_)}"
        case act.Ashore(hex_):
            return f"The swimmers go ashore at {place(view, hex_)}"
        case act.Swim(where):
            return f"The swimmers take to the water at {place(view, where)}"
        case act.Intercept(hex_):
            stack = stack_at(view, hex_, "land", view.seat)
            what = f": {stack_name(view, stack)}" if stack is not None else ""
            return f"Intercept from {place(view, hex_)}{what}"
        case act.Wait():
            return "Do not intercept here"
        case act.LetGo():
            return "Let this force go wherever it goes"
        case act.Evade():
            return EVADE.get(view.decision, "Try to evade")
        case act.Stand():
            return STAND.get(view.decision, "Stand, and do not evade")
    return None


def fighting(view: FornaldarView, action: Any) -> str | None:
    """What is done in combat."""
    match action:
        case act.Fight(hex_, kind):
            enemy = [stack for stack in view.stacks if stack.hex == hex_ and stack.seat != view.seat]
            tops = listed([top_name(view, stack) for stack in enemy if stack.kind == kind])
            verb = "Fight" if view.decision == "Ordering" else "Attack"
            return f"{verb} {KINDS.get(kind, kind)} at {place(view, hex_)}{f': {tops}' if tops else ''}"
        case act.Challenge(kind, leader):
            return f"{leader_name(view, leader)} challenges to {CHALLENGES.get(kind, kind)}"
        case act.Accept(leader):
            return f"{leader_name(view, leader)} accepts the challenge"
        case act.Refuse():
            return "Refuse the challenge"
        case act.Terrain(kind):
            return f"Defend in {kind} terrain"
        case act.Lose(what):
            if what.startswith(ESCORT):
                return f"Lose the escort of {leader_name(view, what.removeprefix(ESCORT))}"
            if what in book(view).leader:
                return f"{leader_name(view, what)} takes a wound"
            if what in book(view).ship:
                return f"{capital(ship_name(view, what))} loses a step"
            return f"Lose {piece(view, what)}" if what in book(view).banner else f"Lose {what}"
        case act.Press():
            return "Fight another round"
        case act.Hold():
            return HOLD.get(view.decision, "Break off the attack")
        case act.DriveOut():
            return "Drive the enemy out of the hex"
        case act.Retreat(hex_):
            return f"Retreat to {place(view, hex_)}"
    return None


def magic(view: FornaldarView, action: Any) -> str | None:
    """Enchantments, items, and the rest of the turn."""
    match action:
        case act.Cast(leader, enchantment):
            return f"{leader_name(view, leader)} casts {spell_name(view, enchantment)}"
        case act.Aim(what):
            if view.decision == "Dispelling":
                return f"End what {aim(view, what)} has cast"
            return f"Choose {aim(view, what)}"
        case act.Use(item):
            return f"Use {item_name(view, item)}"
        case act.Refit(ship):
            return f"Repair {ship_name(view, ship)}"
        case act.Call(group):
            rolls = dict(view.asked).get(group)
            chance = f" ({round(100 * rolls / ROLLS)}%)" if isinstance(rolls, int) else ""
            return f"Call {group_name(view, group)} to the war{chance}"
        case act.Withdraw(group):
            return f"{group_name(view, group)}: leave the map"
    return None


def standing(view: FornaldarView, seat: int) -> str:
    """The numbers of a seat that all look at."""
    csp = sum(count for side, _, count in view.musters if side == seat)
    score = view.points[seat]
    return f"{score} point{'' if score == 1 else 's'}, {csp} CSP"
