"""Plain words for prompts, actions, cards and the things on the table."""

import re
from collections.abc import Iterable
from typing import Any

from fimbul.games.six_winters import actions as act
from fimbul.games.six_winters.book import Book, book_of
from fimbul.games.six_winters.cards import RESOURCES, SKILLS, TRACKS, Asset, Effect, Obstacle, Slot
from fimbul.games.six_winters.cards import Scenario as Story
from fimbul.games.six_winters.cards import Scene as Chapter
from fimbul.games.six_winters.dice import ACTION, CODES, KINDS, kind_of, value_of
from fimbul.games.six_winters.view import PersonSeen, SixWintersView

SEASONS = ("spring", "summer", "fall")
REGIONS = {"empire": "the Empire", "brightdune": "Brightdune", "settled": "the Settled Lands"}
LASTING = {"veil": "sorcery dice fit every slot", "roads": "technology pays for ways of the Empire"}
LEVELS = ("nothing", "base", "improved")

# What a seat is asked, by the decision; the names in braces are those of `facts`.
ASKED = {
    "Choosing": "choose the character that you play",
    "Learning": "choose a skill of {person} to raise by 1",
    "Equipping": "choose an asset from the archive for {person} to start with, or be ready",
    "Placing": "choose where {person} starts",
    "Settling": "choose a free cell for {location}",
    "ChoosingPlace": "choose where {obstacle} is placed",
    "Discarding": "choose an obstacle to discard",
    "Relieving": "choose a location to remove threat from",
    "Cursing": "a skill is cursed: choose whose and which",
    "OneOf": "choose one of the rewards",
    "Offering": "draw an asset and stage it, or do not",
    "Burying": "choose a staged asset that goes under the deck",
    "Rerolling": "touch the dice to roll again, from left to right, then confirm",
    "Trading": "choose two {given} dice to trade for one of {wanted}",
    "Visiting": "choose the obstacle",
    "Sending": "choose where {obstacle} goes",
    "Filling": "touch a die of {most} or less at the location, then a slot{stop}",
    "ChoosingDice": "{card}: choose the dice",
    "ChoosingValue": "{card}: choose the value",
    "ChoosingType": "{card}: choose the new type",
    "Riding": "{card}: choose where {person} goes",
    "Joining": "say whether {person} joins against {foe}",
    "Bracing": "{person} may use a card before the stress dice are rolled",
    "Guarding": "choose the dice of {person} that defend, from left to right, then confirm",
    "Parrying": "{person} may add a stashed die to the defence",
    "Cancelling": "choose the stress dice to cancel; not all of them can be",
    "Bearing": "choose who takes 1 {stress} stress",
    "Pushing": "{person} may use a card that adds to the tokens",
    "Hindering": "hinder {foe}, or leave it where it is",
    "Scoring": "play cards for the scene: {scored} of {needed} points",
    "Telling": "{question} Answer in a few words, or say nothing",
    "Dividing": "choose who faces the next {share} die of the scene",
    "Suffering": "{person} takes stress: touch the track",
    "ChoosingNext": "choose the obstacle that activates next",
    "Losing": "{obstacle} activates: choose which tokens it loses",
    "Marching": "choose the way of {obstacle}",
    "Surging": "the threat surges from {spot}: choose where to",
    "Unlocking": "choose whose next ability is unlocked",
    "ChoosingScenario": "choose the scenario of the year, and how hard it is",
    "Wintering": "{character} is in reserve: a winter of training or of rest",
    "WinterActing": "choose a winter action of {character}, or none",
    "WinterAiming": "{action}: choose the target",
    "Clearing": "choose what {person} is rid of",
    "Foraging": "choose who may take one more {skill} asset",
    "Smuggling": "choose who starts with which asset",
    "Improving": "choose the skill that {person} improves",
    "BurningAsset": "choose an asset to burn",
    "BurningObstacle": "choose an obstacle to burn",
}
# What is decided before a session is set up.
PREPARING = (
    *("ChoosingScenario", "Wintering", "WinterActing", "WinterAiming", "Choosing", "Learning", "Clearing"),
    *("Foraging", "Smuggling", "Equipping"),
)
DONE = {
    "Filling": "Place no more dice",
    "Bracing": "Use no card",
    "Parrying": "Add no die",
    "Cancelling": "Cancel no more",
    "Pushing": "Use no card",
    "Scoring": "Enough is played: tell the scene",
}
CONFIRM = {"Rerolling": "Roll these again", "Guarding": "Defend with these, or none"}
AT = {
    "ChoosingPlace": "{obstacle} is placed at {at}",
    "Relieving": "Remove threat from {at}",
    "Sending": "{obstacle} goes to {at}",
    "Riding": "{person} goes to {at}",
    "Marching": "{obstacle} goes to {at}",
    "Surging": "The threat surges to {at}",
}
PICK = {"Discarding": "Discard {it}", "Visiting": "{it}"}


# ---- who and what


def book(view: SixWintersView) -> Book:
    """The cards that are played with."""
    return book_of(view.library)


def story(view: SixWintersView) -> Story:
    """The scenario."""
    return book(view).scenarios[book(view).scenario[view.scenario]]


def chapter(view: SixWintersView) -> Chapter | None:
    """The scene that is to be told."""
    scenes = story(view).scenes
    return scenes[view.scene] if 0 <= view.scene < len(scenes) else None


def scene_location(view: SixWintersView) -> str:
    """Where the scene is to be told."""
    now = chapter(view)
    if view.scene_place >= 0:
        return location(view, view.scene_place)
    return location(view, now.location) if now is not None else ""


def acting(view: SixWintersView) -> int:
    """The seat that decides: the own one, if it is among them."""
    if view.seat is not None and (view.seat in view.to_act or not view.to_act):
        return view.seat
    return view.to_act[0] if view.to_act else 0


def looking(view: SixWintersView) -> int:
    """The seat from which the table is looked at: the own one, or the one that decides."""
    return acting(view) if view.seat is None else view.seat


def own(view: SixWintersView, seat: int) -> list[int]:
    """The people whom a seat leads."""
    return [number for number, person in enumerate(view.people) if person.seat == seat]


def number_of(view: SixWintersView, character: str) -> int | None:
    """The number of a character in the session; None: it does not play."""
    return next((n for n, person in enumerate(view.people) if person.id == character), None)


def person_of(view: SixWintersView, character: str) -> PersonSeen | None:
    """A character in the session."""
    number = number_of(view, character)
    return None if number is None else view.people[number]


def character_name(view: SixWintersView, character: str) -> str:
    """What a character is called."""
    number = book(view).character.get(character)
    return character if number is None else book(view).characters[number].name


def location(view: SixWintersView, number: int | str) -> str:
    """A location's name."""
    if isinstance(number, str):
        found = book(view).location.get(number)
        return number if found is None else book(view).locations[found].name
    return book(view).locations[number].name


def copied(name: str, id: str) -> str:
    """The name of a card; of copies the later ones have a number."""
    copy = re.search(r"_([2-9])$", id)
    return f"{name} ({copy.group(1)})" if copy else name


def asset_name(view: SixWintersView, asset: int | str) -> str:
    """An asset's name."""
    number = book(view).asset.get(asset) if isinstance(asset, str) else asset
    if number is None:
        return str(asset)
    card = book(view).assets[number]
    return copied(card.name, card.id)


def obstacle_name(view: SixWintersView, obstacle: int | str) -> str:
    """An obstacle's name."""
    number = book(view).obstacle.get(obstacle) if isinstance(obstacle, str) else obstacle
    if number is None:
        return str(obstacle)
    card = book(view).obstacles[number]
    return copied(card.name, card.id)


def card_name(view: SixWintersView, card: str) -> str:
    """The name of an ability or an asset."""
    name, _, track = card.partition("-")
    known = book(view).names.get(name, name)
    return f"{copied(known, name)} against {track}" if track else copied(known, name)


def die_name(code: int | str) -> str:
    """A die in words: `technology 3`, or `a 4` for an action die."""
    code = CODES[code] if isinstance(code, str) else code
    kind, value = kind_of(code), value_of(code)
    return f"a {value}" if kind == ACTION else f"{KINDS[kind]} {value}"


def dice_names(dice: Iterable[int | str]) -> str:
    """Dice in words."""
    return ", ".join(die_name(code) for code in dice)


def some(count: int, thing: str, things: str = "") -> str:
    """A number of things."""
    return f"{count} {thing if count == 1 else things or thing + 's'}"


def listed(parts: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    *before, end = [*parts] or [""]
    return f"{', '.join(before)} {last} {end}" if before else end


# ---- cards in words


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
    effect = obstacle_effect(card)
    return f"{', '.join(parts)}; difficulty {card.difficulty}{each}.{goal} {effect}"


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


def effect_words(view: SixWintersView, effect: Effect) -> str:
    """What a scenario does."""
    name = location(view, effect.location) if effect.location else ""
    obstacle = obstacle_name(view, effect.obstacle) if effect.obstacle else ""
    match effect.do:
        case "place":
            return f"{obstacle} is placed" + (f" at {name}" if name else "")
        case "draw":
            return f"draw {some(effect.amount, 'obstacle')} for each player"
        case "add":
            return f"{name} is added to the map"
        case "burn":
            names = effect.obstacles or (effect.obstacle,)
            return f"burn {listed(obstacle_name(view, each) for each in names)}"
        case "unlock":
            return f"{character_name(view, effect.character)} is unlocked"
        case "teach":
            whom = character_name(view, effect.character) if effect.character else "everybody"
            known = book(view).winter.get(effect.action)
            return f"{whom} may use {known.name if known else effect.action} in winter"
        case "archive":
            return f"{asset_name(view, effect.asset)} goes to the archive"
        case "join":
            return f"{obstacle} joins the deck"
        case "relieve":
            return f"remove {effect.amount} threat from {name or 'a location'}"
        case "discard":
            return f"discard all obstacles at {name}" if name else "discard an obstacle"
        case "raise" | "lower":
            change = "goes up" if effect.do == "raise" else "goes down"
            return f"{effect.resource} production at {name} {change}{condition(effect)}"
        case "recover":
            return f"each character recovers {effect.amount} {effect.track}"
        case "stage":
            return "each player may draw and stage an asset"
        case "bury":
            return "a staged asset goes under the deck"
        case "lasting":
            return LASTING.get(effect.lasting, effect.lasting)
        case "one_of":
            return listed((effect_words(view, option) for option in effect.options), "or")
        case "lose_dice":
            return f"all {effect.resource} dice are lost"
        case "curse":
            return "a skill is cursed"
        case "strain":
            return f"each character takes {effect.amount} {effect.track} stress"
        case "gather":
            return "another obstacle is drawn"
        case "press":
            return f"{effect.skill} obstacles lose all hindrance"
    return effect.do.replace("_", " ")


def condition(effect: Effect) -> str:
    """When production changes."""
    parts = ["threat"] if effect.if_tokens else []
    parts += [f"a {skill} obstacle" for skill in effect.if_skills]
    return f" if {listed(parts, 'or')} is there" if parts else ""


def condition_names(view: SixWintersView, person: PersonSeen) -> list[str]:
    """The conditions of a character, with the skill that each lowers."""
    figures = book(view).figures
    names = figures.psyche_conditions, figures.body_conditions
    count = [0, 0]
    found = []
    for track, skill in person.conditions:
        known = names[track]
        found.append(f"{known[min(count[track], len(known) - 1)]} ({SKILLS[skill]})")
        count[track] += 1
    return found


# ---- prompts


def facts(view: SixWintersView) -> dict[str, str]:
    """What a decision is about, by name, in words."""
    found = {name: str(value) for name, value in view.asked}
    raw = dict(view.asked)
    if isinstance(person := raw.get("person"), int) and 0 <= person < len(view.people):
        found["person"] = view.people[person].name
    if isinstance(card := raw.get("card"), str):
        found["card"] = card_name(view, card)
    if isinstance(obstacle := raw.get("obstacle"), int):
        found["obstacle"] = obstacle_name(view, obstacle)
    if isinstance(place := raw.get("location"), int):
        found["location"] = location(view, place)
    if isinstance(place := raw.get("place"), int):
        found["spot"] = location(view, place)
    if isinstance(character := raw.get("character"), int):
        found["character"] = book(view).characters[character].name
    if isinstance(action := raw.get("action"), str) and action in book(view).winter:
        found["action"] = book(view).winter[action].name
    for name in ("given", "wanted"):
        if isinstance(kind := raw.get(name), int):
            found[name] = KINDS[kind]
    if isinstance(track := raw.get("track"), int):
        found["stress"] = TRACKS[track]
    found["share"] = TRACKS[1] if raw.get("body") else TRACKS[0]
    found["stop"] = ", or stop" if raw.get("filled") else ""
    found["scored"], found["needed"] = str(view.scored), str(view.needed)
    attempt, now = view.attempt, chapter(view)
    found["foe"] = obstacle_name(view, attempt.obstacle) if attempt and attempt.obstacle >= 0 else "the scene"
    found["question"] = now.question if now else ""
    return found


class Facts(dict[str, str]):
    """Facts of which some may be missing."""

    def __missing__(self, key: str) -> str:
        return key


def prompt(view: SixWintersView) -> str:
    """Who must decide what."""
    if view.outcome is not None:
        return view.outcome.reason
    if not view.to_act:
        return "Nobody has to decide anything."
    mine = view.seat in view.to_act
    if view.phase == "Acting":
        return acting_prompt(view, mine)
    text = ASKED.get(view.phase, "")
    asked = text.format_map(Facts(facts(view))) if text else lowered(view.otherwise)
    who = "You" if mine else "Somebody" if len(view.to_act) > 1 else seat_name(view, view.to_act[0])
    news = before(view)
    end = "" if asked.endswith(".") else "."
    return f"{news}{who}: {asked}{end}"


def before(view: SixWintersView) -> str:
    """What has happened, before the question, where a roll waits."""
    attempt = view.attempt
    if attempt is None or not attempt.dice or view.phase not in ("Parrying", "Cancelling", "Guarding"):
        return ""
    shown = listed(f"{TRACKS[track]} {value}" for track, value, _ in attempt.dice)
    return f"The stress dice show {shown}. "


def acting_prompt(view: SixWintersView, mine: bool) -> str:
    """The action step: who has how much left."""
    time = f"{SEASONS[view.season].capitalize()}, turn {view.moment}."
    if not mine:
        names = listed((seat_name(view, seat) for seat in view.to_act), "or")
        return f"{time} {names} may act."
    people = [view.people[number] for number in own(view, acting(view))]
    left = "; ".join(
        f"{someone.name}: {some(len(someone.dice), 'die', 'dice')}, {some(someone.moves, 'move')}"
        for someone in people
    )
    how = "Touch a character, a card or a button" if len(people) > 1 else "Touch what glows"
    return f"{time} {left}. {how}."


def lowered(text: str) -> str:
    """A sentence that goes on from a name."""
    text = text.rstrip(".")
    return f"{text[:1].lower()}{text[1:]}"


# ---- actions


def describe(view: SixWintersView, action: Any) -> str:
    """An action in words."""
    kind = type(action)
    if isinstance(action, act.OfCharacter) and kind not in NAMED:
        people = own(view, acting(view))
        text = told(view, action)
        return f"{character_name(view, action.character)}: {text}" if len(people) > 1 else capital(text)
    return capital(told(view, action))


def capital(text: str) -> str:
    """A sentence's beginning."""
    return f"{text[:1].upper()}{text[1:]}"


# Actions whose words name the character by themselves.
NAMED: tuple[type, ...] = (
    *(act.Winter, act.WinterAction, act.NoAction, act.Choose, act.Learn, act.Clear, act.Grant, act.Equip),
    *(act.Place, act.Suffer, act.Join, act.Stay, act.Bear, act.On, act.Curse, act.Improve),
)


def told(view: SixWintersView, action: Any) -> str:
    """What an action does; the character's name comes before it where several could be meant."""
    figures = book(view).figures
    who = character_name(view, action.character) if isinstance(action, act.OfCharacter) else ""
    match action:
        case act.Scenario(id, mode):
            known = book(view).scenario.get(id)
            name = id if known is None else book(view).scenarios[known].name
            return f"play {name}, {mode}"
        case act.Winter(_, way):
            return f"{who} spends the winter in {'training' if way == 'train' else 'rest'}"
        case act.WinterAction(_, name):
            known_action = book(view).winter.get(name)
            return f"{who}: {known_action.name if known_action else name.replace('_', ' ')}"
        case act.NoAction():
            return f"{who} takes no winter action"
        case act.Choose(character):
            card = book(view).characters[book(view).character[character]]
            return f"play {card.name}, {card.title}"
        case act.Learn(_, skill):
            return f"{who} learns {skill}"
        case act.Clear(_, condition_):
            return f"{who} is rid of {condition_.replace('_', ' ')}"
        case act.Grant(_, asset) | act.Equip(_, asset):
            return f"{who} starts with {asset_name(view, asset)}"
        case act.Ready():
            return "take no more from the archive"
        case act.Settle(place, row, column):
            return f"{location(view, place)} comes to row {row + 1}, column {column + 1}"
        case act.Place(_, place):
            return f"{who} starts at {location(view, place)}"
        case act.Move(_, place):
            return f"go to {location(view, place)}"
        case act.Pay(_, place, name):
            return f"go to {location(view, place)}, paid with {die_name(name)}"
        case act.Sail(_, place):
            return f"sail to {location(view, place)}"
        case act.Gate(_, place, track):
            stress = f"{figures.gate_stress} {track} stress"
            return f"go through the gate to {location(view, place)} for {stress}"
        case act.Muster():
            return f"muster a new die ({some(figures.muster_cost, 'move')})"
        case act.Reroll(_, pool):
            which = "action dice" if pool == "actions" else "resource dice here"
            return f"roll {which} again ({some(figures.reroll_cost, 'move')})"
        case act.Take(_, asset):
            return f"take {asset_name(view, asset)}"
        case act.Create(_, source):
            return f"create with {die_name(source) if source in CODES else card_name(view, source)}"
        case act.Overcome(_, obstacle):
            return f"overcome {obstacle_name(view, obstacle)}"
        case act.Narrate():
            now = chapter(view)
            return f"tell the scene: {now.name}" if now else "tell the scene"
        case act.Trade(_, given, wanted):
            return f"trade {figures.trade_dice} {given} for 1 {wanted}"
        case act.Visit(_, name):
            return f"use the location for {die_name(name)}"
        case act.VisitFree():
            return "use the location"
        case act.Stash(_, card, name):
            return f"put {die_name(name)} on {card_name(view, card)}"
        case act.Use(_, card):
            return f"use {card_name(view, card)}"
        case act.Load(_, card, name):
            return f"load {die_name(name)} on {card_name(view, card)}"
        case act.Unload(_, card, name):
            return f"unload {die_name(name)} from {card_name(view, card)}"
        case act.End():
            return "end your actions of this turn"
    return answer(view, action, who)


def answer(view: SixWintersView, action: Any, who: str) -> str:
    """An answer to a question, in words."""
    about = Facts(facts(view))
    match action:
        case act.Dice(dice):
            return f"{'roll again' if view.phase == 'Rerolling' else 'choose'}: {dice_names(dice)}"
        case act.Value(n):
            return f"{n}"
        case act.Type(resource):
            return resource
        case act.At(place):
            return AT.get(view.phase, "{at}").format_map(Facts(about, at=location(view, place)))
        case act.Pick(obstacle):
            return PICK.get(view.phase, "{it}").format(it=obstacle_name(view, obstacle))
        case act.Slot(asset, n, name):
            return f"{die_name(name)} on slot {n} of {asset_name(view, asset)}"
        case act.Suffer(_, track):
            return f"{who} takes {track} stress"
        case act.Join():
            return f"{who} joins"
        case act.Stay():
            return f"{who} stays out of it"
        case act.Guard(_, dice):
            return f"defend with {dice_names(dice)}" if dice else "defend with nothing"
        case act.Cancel(track, value):
            return f"cancel {track} {value}"
        case act.Bear():
            return f"{who} takes it"
        case act.Hinder():
            return f"hinder {about['foe']}"
        case act.Leave():
            return f"leave {about['foe']}"
        case act.PlayAsset(_, asset):
            return f"play {asset_name(view, asset)}{worth(view, action)}"
        case act.PlayObstacle(_, obstacle):
            return f"play {obstacle_name(view, obstacle)}{worth(view, action)}"
        case act.Tell(text):
            return f"say: {text}" if text else "answer the question of the scene"
        case act.Option(n):
            return option(view, n)
        case act.Stage(asset):
            return f"{asset_name(view, asset)} goes under the deck"
        case act.On():
            return who
        case act.Yes():
            return "draw and stage an asset" if view.phase == "Offering" else "yes"
        case act.No():
            return "draw none" if view.phase == "Offering" else "no"
        case act.Done():
            return DONE.get(view.phase, "done")
        case act.Activate(obstacle):
            return f"{obstacle_name(view, obstacle)} activates"
        case act.Lose(_, progress, hindrance):
            return f"it loses {progress} progress and {hindrance} hindrance"
        case act.Curse(_, skill):
            return f"{who}'s {skill} is cursed"
        case act.Improve(_, skill):
            return f"{who} improves {skill}"
        case act.BurnAsset(asset):
            return f"burn {asset_name(view, asset)}"
        case act.BurnObstacle(obstacle):
            return f"burn {obstacle_name(view, obstacle)}"
    return str(action).replace("_", " ")


def explain(view: SixWintersView, action: Any) -> str:
    """A button in words, with what stands on the card that it is about."""
    text, known = describe(view, action), book(view)
    if isinstance(action, act.Scenario) and action.id in known.scenario:
        card = known.scenarios[known.scenario[action.id]]
        scenes = listed(f"{scene.name} at {location(view, scene.location)}" for scene in card.scenes)
        pool = card.hard_pool if action.mode == "difficult" and card.hard_pool else card.pool
        turns = "; ".join(
            f"{name} {season.turns}"
            if season.turns == season.most
            else f"{name} {season.turns} to {season.most}"
            for name, season in zip(SEASONS, card.seasons, strict=True)
        )
        return f"{text}: {some(pool, 'threat token')}; turns: {turns}. Scenes: {scenes}."
    if isinstance(action, act.WinterAction) and action.action in known.winter:
        return f"{text}: {known.winter[action.action].text}"
    if isinstance(action, act.Grant | act.Equip | act.BurnAsset) and action.asset in known.asset:
        return f"{text}. {asset_words(known.assets[known.asset[action.asset]])}"
    return text


def worth(view: SixWintersView, action: Any) -> str:
    """What a card counts in the scene, for the character who plays it."""
    person = person_of(view, action.character)
    if person is None:
        return ""
    if isinstance(action, act.PlayAsset):
        return f" for {asset_points(view, person, book(view).asset[action.asset])}"
    return f" for {obstacle_points(view, person, book(view).obstacle[action.obstacle])}"


def asset_points(view: SixWintersView, person: PersonSeen, asset: int) -> int:
    """What an asset counts in the scene (S77)."""
    card = book(view).assets[asset]
    return card.points + bonus(view, person, card.skill)


def obstacle_points(view: SixWintersView, person: PersonSeen, obstacle: int) -> int:
    """What an overcome obstacle counts in the scene (S77)."""
    card = book(view).obstacles[obstacle]
    return card.difficulty + bonus(view, person, card.skill)


def bonus(view: SixWintersView, person: PersonSeen, skill: str) -> int:
    """What a card of a skill counts more."""
    now = chapter(view)
    return person.ranks[book(view).skill[skill]] if now is not None and skill in now.skills else 0


def option(view: SixWintersView, n: int) -> str:
    """One of the rewards."""
    raw = dict(view.asked)
    where, number, part = raw.get("where"), raw.get("number"), raw.get("part")
    effect: Effect | None = None
    if isinstance(number, int) and isinstance(part, int):
        tale = story(view)
        if where == "completion":
            effect = tale.scenes[number].completion[part]
        elif where == "threats":
            effect = tale.threats[number].effect
        elif isinstance(where, str) and hasattr(tale, where):
            effect = getattr(tale, where)[part]
    if effect is None or not 0 < n <= len(effect.options):
        return f"option {n}"
    return f"{n}: {effect_words(view, effect.options[n - 1])}"


# ---- seats


def seat_name(view: SixWintersView, seat: int) -> str:
    """What a seat plays."""
    names = [view.people[number].name for number in own(view, seat)]
    return listed(names) if names else f"Seat {seat + 1}"


def standing(view: SixWintersView, seat: int) -> str:
    """The numbers of a seat that all look at."""
    people = [view.people[number] for number in own(view, seat)]
    done = ", done" if view.phase == "Acting" and seat in view.ended else ""
    return " / ".join(f"psyche {someone.psyche}, body {someone.body}" for someone in people) + done
