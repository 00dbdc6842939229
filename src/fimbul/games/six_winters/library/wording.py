"""What the cards say, in words: slots, assets, obstacles, effects."""

from fimbul.core.wording import capital, listed, some
from fimbul.games.six_winters.library import effects as printed
from fimbul.games.six_winters.library.index import Book, copied
from fimbul.games.six_winters.library.rows import Asset, Obstacle, Slot
from fimbul.games.six_winters.library.terms import RESOURCES, TRACKS

REGIONS = {"empire": "the Empire", "brightdune": "Brightdune", "settled": "the Settled Lands"}
LASTING = {
    "veil": "sorcery dice fit every slot",
    "roads": "technology pays for ways of the Empire",
    "market": "trading costs no movement",
    "mint": "two technology dice can be traded for one of military",
    "whispers": "two diplomacy dice can be traded for one of espionage",
    "gratitude": "two stability dice can be traded for one of diplomacy",
}


def slot_words(slot: Slot) -> str:
    """What a slot takes."""
    text = f"{slot.type} {slot.value}" if slot.type and slot.value else slot.type or ""
    text = text or (f"any {slot.value}" if slot.value else "any die")
    return f"{text} from {REGIONS[slot.region]}" if slot.region else text


def asset_words(card: Asset) -> str:
    """An asset with everything about it."""
    kind = "single-use" if card.single else "lasting"
    tags = f", {', '.join(card.tags)}" if card.tags else ""
    needs = "; ".join(slot_words(slot) for slot in card.slots) or "nothing"
    text = f" {card.text}" if card.text else ""
    name = copied(card.name, card.id)
    return f"{name}: {kind} {card.skill} asset{tags}, {some(card.points, 'point')}. Needs: {needs}.{text}"


def obstacle_words(card: Obstacle) -> str:
    """An obstacle with everything about it."""
    parts = [f"{card.skill} obstacle"] + ([", ".join(card.tags)] if card.tags else [])
    dice = stress_dice(card.psyche, card.body)
    parts.append(f"stress: {dice}" if dice else "no stress")
    goal = ""
    if card.goal:
        wanted = "the lowest command" if card.goal[0] == "lowest_command" else listed(card.goal, "or")
        goal = f" Moves toward {wanted}."
    each = " for each of its name in play" if card.each else ""
    return f"{capital(', '.join(parts))}; difficulty {card.difficulty}{each}.{goal} {obstacle_effect(card)}"


def stress_dice(psyche: int, body: int) -> str:
    """Stress dice in words; nothing where there are none."""
    counts = zip(TRACKS, (psyche, body), strict=True)
    return listed(some(count, f"{track} die", f"{track} dice") for track, count in counts if count)


def obstacle_effect(card: Obstacle) -> str:
    """What an obstacle does when it strikes."""
    if card.effect == "threat":
        text = f"{card.amount} threat"
    elif card.effect == "stress":
        text = f"{card.amount} {card.track} stress to each character there"
    elif card.effect == "entry":
        return f"Entering its location costs {card.amount} more."
    else:
        every = len(card.types) in (0, len(RESOURCES))
        text = (
            "all resource dice there are lost" if every else f"all {listed(card.types)} dice there are lost"
        )
    return f"Strikes: {text}.{' It stays.' if card.repeats else ''}"


def effect_words(book: Book, effect: printed.Effect) -> str:
    """What a scenario does."""
    match effect:
        case printed.Place():
            where = f" at {book.named_location(effect.location)}" if effect.location else ""
            return f"{book.named_obstacle(effect.obstacle)} is placed{where}"
        case printed.Draw():
            return f"draw {some(effect.amount, 'obstacle')} for each player"
        case printed.Add():
            return f"{book.named_location(effect.location)} is added to the map"
        case printed.Burn():
            return f"burn {listed(book.named_obstacle(each) for each in effect.obstacles)}"
        case printed.Unlock():
            return f"{book.named_character(effect.character)} is unlocked"
        case printed.Teach():
            whom = book.named_character(effect.character) if effect.character else "everybody"
            known = book.winter.get(effect.action)
            return f"{whom} may use {known.name if known else effect.action} in winter"
        case printed.ToArchive():
            return f"{book.named_asset(effect.asset)} goes to the archive"
        case printed.JoinDeck():
            return f"{book.named_obstacle(effect.obstacle)} joins the deck"
        case printed.Relieve():
            where = book.named_location(effect.location) if effect.location else "a location"
            return f"remove {effect.amount} threat from {where}"
        case printed.Discard():
            if effect.obstacle:
                return f"discard {book.named_obstacle(effect.obstacle)}"
            where = f"all obstacles at {book.named_location(effect.location)}"
            return f"discard {where}" if effect.location else "discard an obstacle"
        case printed.Raise() | printed.Lower():
            change = "goes up" if isinstance(effect, printed.Raise) else "goes down"
            where = book.named_location(effect.location)
            return f"{effect.resource} production at {where} {change}{condition(effect)}"
        case printed.Recover():
            return f"each character recovers {effect.amount} {effect.track}"
        case printed.Stage():
            return "each player may draw and stage an asset"
        case printed.Bury():
            return "a staged asset goes under the deck"
        case printed.Lasting():
            return LASTING[effect.lasting]
        case printed.OneOf():
            return f"one of these: {' / '.join(effect_words(book, option) for option in effect.options)}"
        case printed.LoseDice():
            return f"all {effect.resource} dice are lost"
        case printed.Curse():
            return "a skill is cursed"
        case printed.Strain():
            return f"each character takes {effect.amount} {effect.track} stress"
        case printed.Gather():
            return "another obstacle is drawn"
        case printed.Press():
            return f"{effect.skill} obstacles lose all hindrance"
        case printed.End():
            return "the campaign ends"


def condition(effect: printed.Shift) -> str:
    """When production changes."""
    parts = ["threat"] if effect.if_tokens else []
    parts += [f"a {skill} obstacle" for skill in effect.if_skills]
    return f" if {listed(parts, 'or')} is there" if parts else ""
