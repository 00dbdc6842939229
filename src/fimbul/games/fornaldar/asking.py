"""What is asked in Fornaldar as a sheet beside its place: pieces laid out, odds, rolls and buttons."""

from collections import Counter
from collections.abc import Callable, Iterable
from html import escape
from typing import Any

from fimbul.core import Node
from fimbul.games.fornaldar import actions as act
from fimbul.games.fornaldar import art, tables, touch, words
from fimbul.games.fornaldar.counters import Desk, scaled
from fimbul.games.fornaldar.sheets import LARGE, SIZE, Sheet, chip
from fimbul.games.fornaldar.strengths import Forecast
from fimbul.games.fornaldar.view import BattleSeen, ForceSeen

ROLLS = 36
WEIGHED = (  # decisions before which the odds are shown
    *("Announcing", "Ordering", "Challenging", "Answering", "Arming"),
    *("ChoosingTerrain", "Dusting", "Pressing", "KeepingOut"),
)
QUIET = ("Moving", "Embarking", "Plotting", "Calling", "Announcing")  # news are not repeated there
TAG = 11  # letters on a counter
AFTERWARDS = ("Arriving", "Levying", "Brandishing", "Plotting", "Calling", "Moving")  # the battle is over
FIVE = 5  # numbers in a row
FEW = 3  # rolls that are shown besides the last one
MARKS = "Attacker/defender; r: driven out, o: may retreat"
KINDS = {"ground": "Battle", "naval": "Sea battle", "melee": "Melee", "draugr": "Melee with a Draugr"}
PHASES = {
    "movement": "movement",
    "march": "forced march",
    "reaction": "reaction",
    "combat": "combat",
    "recovery": "recovery",
    "mobilization": "mobilization",
    "weather": "weather",
    "reinforcement": "reinforcement",
    "enchantment": "enchantment",
    "attrition": "attrition",
}
SHORT: dict[type, str] = {
    act.Halt: "Stop here",
    act.PutDown: "Put back",
    act.Overrun: "Overrun",
    act.Wait: "Not in this hex",
    act.LetGo: "Not at all",
    act.Evade: "Evade",
    act.Press: "Another round",
    act.DriveOut: "Drive them out",
    act.Refuse: "Decline",
}


def sheet(desk: Desk) -> Sheet | None:
    """The sheet of this moment, or none: for who only watches, a battle."""
    view = desk.view
    mine = view.seat is not None and view.seat in view.to_act and view.outcome is None
    if not mine and view.battle is None:
        return None
    answers = touch.answers(view)
    news = fresh_rolls(desk)
    alone = len(answers) == 1 and view.decision == "Moving" and bool(touch.placed(view))
    if mine and alone and not (news or view.force or view.battle):
        return single(desk, answers[0])
    found = Sheet("sheet")
    found.say(moment(desk), "sq")
    if mine:
        found.head(words.capital(words.question(view)))
    if view.battle is not None:
        fought(desk, found, view.battle)
    elif news and view.decision in AFTERWARDS:
        contests(found, view.rolled)
    elif news:
        rolls(desk, found)
    elif mine and view.decision not in QUIET:
        for line in view.told[-FEW:]:
            found.say(line)
    if mine and view.decision in ("Announcing", "Ordering"):
        found.say("Touch a red sign to fight there.", "sq")
    for forecast in view.forecasts[:FEW] if mine and view.decision in WEIGHED else ():
        expected(desk, found, forecast, alone=view.battle is not None)
    shown = mine and view.decision in WEIGHED and any(each.column for each in view.forecasts)
    if shown and (view.battle is None or not view.battle.dice):
        found.say(MARKS, "sq")
    hints(desk, found, answers)
    if view.force is not None and view.force.own and view.decision == "Moving":
        force(desk, found, view.force, answers)
    company(desk, found, answers)
    buttons(desk, found, answers)
    return found


def hints(desk: Desk, found: Sheet, answers: list[Any]) -> None:
    """What is plotted already, and what one touches first."""
    view = desk.view
    if view.decision == "Plotting" and not any(isinstance(answer, act.Aim) for answer in answers):
        for spell in view.plots:
            found.say(f"Plotted: {words.spell_line(view, spell)}")
    if view.decision == "Intercepting" and view.force is not None:
        coming = [each for each in view.stacks if each.hex == view.force.hex and each.seat == view.force.seat]
        names = words.listed([words.top_name(view, each) for each in coming])
        found.say(f"{words.capital(names)} at {words.place(view, view.force.hex)} goes by.")
        found.say("Touch a stack to intercept; a red sign is its chance.", "sq")
    if any(isinstance(answer, act.Cast) for answer in answers):
        found.say("Touch who casts, then the enchantment:", "sq")
    if any(isinstance(answer, act.Challenge) for answer in answers):
        found.say("Touch who challenges, then to what:", "sq")


def single(desk: Desk, answer: Any) -> Sheet:
    """A small sheet for a question about the map: the one answer that is not on it."""
    name, text = touch.clicks(desk.view, answer)[0], words.describe(desk.view, answer)
    found = Sheet("sheet", max(190, art.length(text) * SIZE + 60))
    found.say(moment(desk).rpartition(" · ")[2], "sq")
    found.buttons([(name, text)])
    return found


def moment(desk: Desk) -> str:
    """The turn, the weather and the phase in a line."""
    view = desk.view
    whose = words.seat_name(view, 1 - view.phasing if view.phase == "reaction" else view.phasing)
    early = dict(view.asked).get("way") == "pregame"
    phase = "march before the first turn" if early else PHASES.get(view.phase, "the set-up")
    if view.phase in ("recovery", "mobilization", "movement", "march", "reaction", "combat"):
        phase = f"{whose} {phase}"
    return f"{words.month(view).name} · {view.sky} · {phase}"


# ---- the force on the move


def force(desk: Desk, found: Sheet, moving: ForceSeen, answers: list[Any]) -> None:
    """The pieces of the force, and what else could come along, go ashore or on board."""
    parts: list[tuple[str, str, str, str]] = []
    for name in (*moving.leaders, *moving.ships):
        parts.append(("piece:" + name, desk.piece(name, 1, moving.seat), desk.about(name), ""))
    for banner, csp in moving.troops:
        title = f"{csp} {words.banner_name(desk.view, banner)} CSP: touch to leave some behind"
        parts.append(("piece:" + banner, desk.piece(banner, csp, moving.seat), title, ""))
    known = {name for name, *_ in parts}
    for answer in answers:  # the siege engine
        if isinstance(answer, act.Leave) and f"piece:{answer.what}" not in known:
            known.add(f"piece:{answer.what}")
            parts.append(
                (f"piece:{answer.what}", desk.piece(answer.what, 1, moving.seat), desk.about(answer.what), "")
            )
    if any(isinstance(answer, act.Leave) for answer in answers):
        found.say("Goes along; touch to leave behind:", "sq")
    found.counters(parts)
    staying = most(answer for answer in answers if isinstance(answer, act.Take))
    if staying:
        found.say("Stays behind; touch to take along:", "sq")
        found.counters(
            (f"rest:{what}", desk.piece(what, count, moving.seat), f"Take along {desk.about(what)}", "away")
            for what, count in staying.items()
        )
    loads = [answer for answer in answers if isinstance(answer, act.Load)]
    for hex_ in dict.fromkeys(answer.hex for answer in loads):
        cost = moving.boarding[0]
        price = f" for {words.points(cost)}" if cost else ""
        found.say(f"On the shore at {words.place(desk.view, hex_)}; touch to embark{price}:", "sq")
        found.counters(
            (
                f"shore:{hex_}:{what}",
                desk.piece(what, count, moving.seat),
                f"Embark {desk.about(what)}",
                "away",
            )
            for what, count in most(answer for answer in loads if answer.hex == hex_).items()
        )


def most(answers: Iterable[Any]) -> dict[str, int]:
    """How many of each thing answers offer."""
    found: dict[str, int] = {}
    for answer in answers:
        found[answer.what] = max(found.get(answer.what, 0), answer.count)
    return found


# ---- people and items


def company(desk: Desk, found: Sheet, answers: list[Any]) -> None:
    """Those whom one chooses from: casters, challengers, who bears losses, who goes ashore."""
    view, seat = desk.view, desk.view.seat or 0
    people: dict[str, str] = {}
    for answer in answers:
        match answer:
            case act.Cast(leader, _) | act.Challenge(_, leader) | act.Accept(leader):
                people[f"who:{leader}"] = leader
            case act.Lose(what):
                people[f"who:{what}"] = what
            case act.Unload(what, _, _) if view.decision == "Landing":
                people[f"piece:{what}"] = what
    counts = Counter[str]()
    for army in view.armies:
        if army.seat == seat and army.hex == here(desk):
            counts[army.banner] += army.csp
    names = dict(view.asked).get("borne", ())
    borne = Counter(str(each) for each in names) if isinstance(names, tuple) else Counter[str]()
    counts.subtract(borne)
    laid = list(newcomers(desk))
    for name, what in people.items():
        leader = what.removeprefix(words.ESCORT)
        escort = what != leader
        svg = desk.piece(leader, counts.get(leader), seat)
        title = desk.about(leader)
        if escort:
            banner = desk.book.cast[desk.book.leader[leader]].banner
            svg = desk.army(banner, 1, seat) + label(words.leader_name(view, leader))
            title = f"The escort of {words.leader_name(view, leader)}"
        elif leader in desk.leaders and borne[leader]:
            svg += label(f"{borne[leader]:+}")
            title += f", to bear {borne[leader]} more"
        laid.append((name, svg, title, ""))
    found.counters(laid)
    items = dict.fromkeys(answer.item for answer in answers if is_gift(desk, answer))
    if items:
        found.say("Items; touch one, then who takes it:", "sq")
        found.buttons(
            (f"item:{item}", words.item_name(view, item), words.item_line(view, item)) for item in items
        )


def label(text: str) -> str:
    """A few letters over a counter."""
    return (
        f'<rect class="tag" x="-22" y="-24" width="44" height="13" rx="3"/>'
        f'<text class="tagged" y="-14"{squeezed(text)}>{escape(text)}</text>'
    )


def squeezed(text: str) -> str:
    """How a name is fitted to a counter."""
    return ' textLength="40" lengthAdjust="spacingAndGlyphs"' if art.length(text) * TAG > 40 else ""


def newcomers(desk: Desk) -> Iterable[tuple[str, str, str, str]]:
    """The reinforcements that are to be placed."""
    bundle = dict(desk.view.asked).get("bundle", ())
    if desk.view.decision != "Arriving" or not isinstance(bundle, tuple):
        return
    for number in bundle:
        place = desk.book.setup[int(number)]
        svg = desk.piece(place.what, place.count, desk.view.seat or 0)
        if place.kind in ("character", "army", "ship"):
            yield f"new:{number}", svg, words.capital(words.piece(desk.view, place.what, place.count)), ""


def is_gift(desk: Desk, answer: Any) -> bool:
    """Whether an item goes from hand to hand."""
    return isinstance(answer, act.Give) and desk.view.decision not in touch.GIVEN


def here(desk: Desk) -> str:
    """The hex that a battle or a question is about."""
    view = desk.view
    if view.battle is not None:
        return view.battle.hex
    number = dict(view.asked).get("hex", -1)
    if isinstance(number, int) and 0 <= number < desk.book.size:
        return desk.book.hex_name(number)
    return view.force.hex if view.force is not None else ""


def buttons(desk: Desk, found: Sheet, answers: list[Any]) -> None:
    """Everything that has no other place."""
    view = desk.view
    rows: dict[str, str] = {}
    for answer in answers:
        name = touch.clicks(view, answer)[0]
        match answer:
            case act.Search():
                rows[name] = "Search for artifacts"
            case act.Attach(leader):
                rows[name] = f"Escort for {words.leader_name(view, leader)}"
            case act.Detach(leader):
                rows[name] = f"No escort for {words.leader_name(view, leader)}"
            case act.Unload(_, _, hex_) if view.decision != "Landing":
                cost = view.force.boarding[1] if view.force is not None else 0
                price = f" for {words.points(cost)}" if cost else ""
                rows[name] = f"Ashore at {words.place(view, hex_)}{price}"
            case _ if name.startswith("b:"):
                short = "" if view.decision in words.EVADE else SHORT.get(type(answer), "")
                rows[name] = short or words.describe(view, answer)
    found.buttons(rows.items())


# ---- choices beside what was touched


def floats(desk: Desk, scale: float = 1) -> list[Node]:
    """The choices that appear beside a piece: how many, which enchantment, to whom; as large as the sheet."""
    view, found = desk.view, list[Node]()
    answers = touch.answers(view)
    paths = [touch.clicks(view, answer) for answer in answers]
    names = dict.fromkeys(name for path in paths for name in path[1:])
    numbers = sorted(int(name[2:]) for name in names if name.startswith("n:"))
    middle = (min(FIVE, len(numbers)) - 1) / 2
    for place, number in enumerate(numbers):
        x, y = 42 * (place % FIVE - middle), 54 + 38 * (place // FIVE)
        found.append(chip(str(number), (x, y), f"n:{number}", f"{number}", 38, scale))
    lists: dict[str, Callable[[str], str]] = {
        "cast": lambda name: words.spell_name(view, name),
        "kind": lambda name: words.capital(words.CHALLENGES[name]),
        "to": lambda name: "The troops" if name == words.TROOPS else words.leader_name(view, name),
    }
    for kind, tell in lists.items():
        wanted = [name.partition(":")[2] for name in names if name.startswith(f"{kind}:")]
        for place, name in enumerate(wanted):
            x, y = (place % 2 * 176 - 88 if len(wanted) > 1 else 0), 56 + 37 * (place // 2)
            more = words.spell_text(view, name) if kind == "cast" else ""
            found.append(chip(tell(name), (x, y), f"{kind}:{name}", more, 170, scale))
    if view.decision == "Embarking":
        found += ashore(desk, answers, scale)
    return found


def ashore(desk: Desk, answers: list[Any], scale: float) -> list[Node]:
    """Those who may start the game aboard, around the hex that was touched."""
    found = []
    loads = [answer for answer in answers if isinstance(answer, act.Load)]
    for hex_ in dict.fromkeys(answer.hex for answer in loads):
        pieces = most(answer for answer in loads if answer.hex == hex_)
        for place, (what, count) in enumerate(pieces.items()):
            x = round(58 * (place - (len(pieces) - 1) / 2) * scale, 1)
            svg = scaled(desk.piece(what, count, desk.view.seat or 0), LARGE * scale)
            name, title = f"shore:{hex_}:{what}", f"Embark {desk.about(what)}"
            found.append(
                Node(id=name, svg=svg, x=x, y=round(-62 * scale), layer=7, title=title, floating=True)
            )
    return found


# ---- combat


def fought(desk: Desk, found: Sheet, battle: BattleSeen) -> None:
    """The battle: strengths, what was added, dice, and the table with the cell that they hit."""
    view = desk.view
    kind = KINDS.get(battle.kind, "Combat")
    garrison = f", garrison {battle.garrison}" if battle.garrison else ""
    before = view.rolled[:-1] if battle.dice else view.rolled
    if before and fresh_rolls(desk):
        contests(found, before)
    found.say(f"{kind} at {words.place(view, battle.hex)}{garrison}", "sb")
    if not battle.round or not battle.dice:
        return
    side = words.seat_name(view, battle.attacker)
    shift = f", shifted to {battle.column}" if battle.column != battle.odds else ""
    found.say(
        f"Round {battle.round}: {side} {battle.attack} against {battle.defence} is {battle.odds}{shift}"
    )
    if battle.reasons:
        found.say(", ".join(battle.reasons), "sq")
    chart(desk, found, battle.column, battle.dice, battle.added, battle.result)
    known = ("Round ", *(what for what, *_ in view.rolled))
    for line in [line for line in view.told if not line.startswith(known)][-FEW:]:
        found.say(line)


def chart(desk: Desk, found: Sheet, column: str, dice: tuple[int, ...], added: int, result: str) -> None:
    """Dice, and what they hit."""
    library = desk.book.library
    found.gap(4)
    found.draw(tables.roll(dice, added, result), 32)
    lit = tables.used(library, column, sum(dice) + added)
    found.draw(f'<use href="#crt"/>{lit}', tables.high(library) + 4)
    found.say(MARKS, "sq")


def fresh_rolls(desk: Desk) -> bool:
    """Whether the last action rolled on the results table."""
    return any(any(what in line for line in desk.view.told) for what, *_ in desk.view.rolled)


def rolls(desk: Desk, found: Sheet) -> None:
    """What was rolled just now; the table for the last roll."""
    contests(found, desk.view.rolled[:-1])
    what, column, dice, added, result = desk.view.rolled[-1]
    found.say(what, "sb")
    chart(desk, found, column, dice, added, result)


def contests(found: Sheet, rolled: tuple[tuple[str, str, tuple[int, ...], int, str], ...]) -> None:
    """Rolls before the last one, such as those of a trial by combat."""
    last = ""
    for what, _, dice, added, result in rolled[-2 * FEW :]:
        kind, _, who = what.partition(": ")
        names, _, ratio = who.rpartition(", ")
        head = f"{kind.partition(',')[0]}: {names}" if names else what
        if head != last:
            found.say(head, "sb")
            last = head
        found.draw(tables.brief(dice, added, ratio, result), 22)
    found.gap()


def expected(desk: Desk, found: Sheet, forecast: Forecast, *, alone: bool) -> None:
    """The odds of a fight, and how likely each result is."""
    view = desk.view
    if not alone:
        found.say(f"{words.place(view, forecast.hex)}, {words.KINDS.get(forecast.stack, '')}", "sb")
    if not forecast.column:
        own = max(forecast.attack, forecast.defence)
        found.say(f"You have {own}; how strong the enemy is, shows when you attack.")
        return
    lead = "The next round: " if alone else ""
    added = f", {forecast.added:+} on the dice" if forecast.added else ""
    found.say(f"{lead}{forecast.attack} against {forecast.defence}: {forecast.column}{added}")
    if forecast.reasons:
        found.say(", ".join(forecast.reasons), "sq")
    found.gap(3)
    found.draw(bars(forecast, found.room), 15 * -(-len(forecast.chances) // 2) + 6)


def bars(forecast: Forecast, wide: float) -> str:
    """The chances of each result as bars, in two columns."""
    parts, half = [], wide / 2
    rows = -(-len(forecast.chances) // 2)
    for place, (result, count) in enumerate(forecast.chances):
        x, y = half * (place // rows), 15 * (place % rows)
        long = (half - 84) * count / max(each for _, each in forecast.chances)
        parts.append(f'<text class="td left" x="{x:g}" y="{y + 11}">{result}</text>')
        parts.append(f'<rect class="bar" x="{x + 42:g}" y="{y + 2}" width="{long:.0f}" height="10" rx="2"/>')
        percent = round(100 * count / ROLLS)
        parts.append(f'<text class="td left" x="{x + 46 + long:.0f}" y="{y + 11}">{percent}%</text>')
    return "".join(parts)
