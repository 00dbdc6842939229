"""What has no place on the map: the force, what is laid out for a question, rosters, tracks, the score."""

import functools
from collections import Counter
from collections.abc import Iterator

from fimbul.core import Card, Figure, Tray
from fimbul.core.wording import capital, listed
from fimbul.games.fornaldar import actions as act
from fimbul.games.fornaldar.library.rows import RANKS, SIDES
from fimbul.games.fornaldar.table import deeds, references, words
from fimbul.games.fornaldar.table.counters import Desk, Heap, pictured
from fimbul.games.fornaldar.table.view import ForceSeen, FornaldarView, ItemSeen, LeaderSeen, StackSeen

SHARED = ("weather", "reinforcement", "enchantment", "attrition")
OWN = ("recovery", "mobilization", "movement", "march", "reaction", "combat")
PHASES = {"march": "Forced march", "reaction": "Enemy's reaction", "reinforcement": "Reinforcements"}
LEVELS = ("marginal", "substantial", "crushing")


def lay(view: FornaldarView) -> tuple[Tray, ...]:
    """Everything that lies beside the map."""
    desk = Desk(view)
    found = [*choices(desk), *force(desk), *score(desk), *magic(desk), *track(desk)]
    order = (view.seat, 1 - view.seat) if view.seat is not None else (0, 1)
    for seat in order:
        found += [*army_list(desk, seat), roster(desk, seat)]
    found += [groups(desk), *relics(desk), *fallen(desk), *references.charts(view)]
    return tuple(tray for tray in found if tray.cards or tray.figures)


# ---- pieces as cards


def leader_card(desk: Desk, name: str, ident: str, *, text: str = "", state: str = "") -> Card:
    """A character: as he is, or as he is printed."""
    seen, seat = desk.leaders.get(name), seat_of(desk, desk.book.leader_group[desk.book.leader[name]])
    key = ("leader", name, ident, text, state, seen, seat)
    return desk.once(key, lambda: new_leader_card(desk, name, ident, text, state))


def new_leader_card(desk: Desk, name: str, ident: str, text: str, state: str) -> Card:
    """The same, made."""
    view, book = desk.view, desk.book
    card, seen = book.cast[book.leader[name]], desk.leaders.get(name)
    ratings = (card.command, card.combat, card.magic)
    rank, marks, where = card.rank, tuple[Figure, ...](), ""
    hero, enchanter = card.hero, card.enchanter
    if seen is not None:
        ratings = (seen.command, seen.combat, seen.magic)
        rank, hero, enchanter, where = (
            RANKS[seen.rank],
            seen.hero,
            seen.enchanter,
            words.place(view, seen.hex),
        )
        marks = tuple(leader_marks(view, seen))
    kinds = (rank if rank != "none" else "", *("hero",) * hero, *("enchanter",) * enchanter)
    return Card(
        id=ident,
        title=card.name,
        kind=" ".join(word for word in (card.race, *kinds) if word),
        picture=pictured(desk.leader(name)),
        figures=tuple(
            Figure(name=rating, value=str(value), icon=rating)
            for rating, value in zip(("command", "combat", "magic"), ratings, strict=True)
        ),
        marks=marks,
        text=capital(text or where),
        state=state,
        seat=seat_of(desk, book.leader_group[book.leader[name]]),
        detail=f"Moves {words.points(card.allowance)}{', flies' * card.flies}{', swims' * card.swims}.",
    )


def leader_marks(view: FornaldarView, leader: LeaderSeen) -> Iterator[Figure]:
    """What is true of a character just now."""
    if leader.wounds:
        yield Figure(name="wounds", value=str(leader.wounds), icon="wound", state="bad")
    for word, holds in (("escort", leader.escort), ("aboard", leader.aboard), ("swims", leader.afloat)):
        if holds:
            yield Figure(name=word, icon=word if word == "escort" else "ship")
    if leader.cast:
        yield Figure(name="has cast an enchantment", icon="magic", state="used")
    for item in leader.items:
        yield Figure(name=words.item_name(view, item), icon="item", title=words.item_line(view, item))


def ship_card(desk: Desk, name: str, ident: str) -> Card:
    """A ship."""
    number = desk.book.ship[name]
    card, hurt = desk.book.fleet[number], name in desk.view.damaged
    strength = card.damaged if hurt else card.strength
    return Card(
        id=ident,
        title=card.name,
        kind="ship",
        picture=pictured(desk.ship(name)),
        figures=(
            Figure(name="strength", value=str(strength), icon="combat", state="bad" if hurt else ""),
            Figure(name="carries", value=str(card.capacity), icon="escort"),
        ),
        marks=(Figure(name="damaged", icon="wound", state="bad"),) if hurt else (),
        seat=seat_of(desk, desk.book.ship_group[number]),
        detail=f"Moves {words.points(card.allowance)}{'; a bad sailer' * card.bad_sailer}.",
    )


def csp_figure(value: str, name: str = "CSP") -> Figure:
    """A number of CSP, and what that is."""
    return Figure(
        name=name, value=value, icon="escort", title="Combat Strength Points: how strong an army is"
    )


def army_card(desk: Desk, banner: str, csp: int | None, seat: int, ident: str, title: str = "") -> Card:
    """CSP of a banner."""
    card = desk.book.banners[desk.book.banner[banner]]
    return Card(
        id=ident,
        title=title or card.name,
        kind=card.race,
        picture=pictured(desk.army(banner, csp, seat)),
        figures=(csp_figure("?" if csp is None else str(csp)),),
        seat=seat if seat in (0, 1) else None,
        detail=f"Moves {words.points(card.allowance)}.",
    )


def piece_card(desk: Desk, what: str, count: int | None, seat: int, ident: str) -> Card:
    """Any piece by its id; an escort by that of its character."""
    book = desk.book
    leader = what.removeprefix(act.ESCORT)
    if leader != what:
        banner = book.cast[book.leader[leader]].banner
        return army_card(desk, banner, 1, seat, ident, f"Escort of {words.leader_name(desk.view, leader)}")
    if what in book.leader:
        return leader_card(desk, what, ident)
    if what in book.ship:
        return ship_card(desk, what, ident)
    if what in book.banner:
        return army_card(desk, what, count, seat, ident)
    title = capital(words.piece(desk.view, what))
    return Card(id=ident, title=title, picture=pictured(desk.piece(what, 1, seat)), seat=seat)


def item_card(view: FornaldarView, name: str, ident: str, text: str = "") -> Card:
    """A magic item."""
    card = words.book(view).relics[words.book(view).relic[name]]
    figures = tuple(
        Figure(name=rating, value=f"{value:+}", icon=rating)
        for rating, value in (("command", card.command), ("combat", card.combat), ("magic", card.magic))
        if value
    )
    return Card(
        id=ident,
        title=card.name,
        kind=card.kind,
        figures=figures,
        text=capital(text or card.text),
        detail=card.text,
    )


def seat_of(desk: Desk, group: int) -> int | None:
    """Whose colour a piece wears."""
    seat = desk.view.sides[group]
    return seat if seat in (0, 1) else None


# ---- what is laid out


def choices(desk: Desk) -> Iterator[Tray]:
    """What one chooses from: casters, challengers, who bears losses, who goes ashore; items; enchantments."""
    view, seat = desk.view, desk.view.seat or 0
    answers = deeds.answers(view)
    people: dict[str, str] = {}
    for answer in answers:
        match answer:
            case act.Cast(leader, _) | act.Challenge(_, leader) | act.Accept(leader):
                people[f"who:{leader}"] = leader
            case act.Lose(what):
                people[f"who:{what}"] = what
            case act.Unload(what, _, _) | act.Leave(what, _) if view.force is None or not view.force.own:
                people[f"piece:{what}"] = what
    held = Counter[str]()
    here = set(view.question.about) if view.question is not None else set()
    for army in view.armies:
        if army.seat == seat and army.hex in here:
            held[army.banner] += army.csp
    cards = [piece_card(desk, what, held.get(what), seat, ident) for ident, what in people.items()]
    if cards:
        yield Tray(id="choice", title="Choose", role="choice", cards=tuple(cards), seat=view.seat)
    spells = dict.fromkeys(answer.enchantment for answer in answers if isinstance(answer, act.Cast))
    if spells:
        cards = [references.spell_card(view, name, f"cast:{name}") for name in spells]
        yield Tray(id="spells", title="Enchantments", role="choice", cards=tuple(cards), seat=view.seat)
    shores: dict[str, dict[str, int]] = {}
    for answer in answers:
        if isinstance(answer, act.Load):
            pieces = shores.setdefault(answer.hex, {})
            pieces[answer.what] = max(pieces.get(answer.what, 0), answer.count)
    for hex_, pieces in shores.items():
        cost = view.force.boarding[0] if view.force is not None else 0
        price = f", for {words.points(cost)}" if cost else ""
        cards = [
            piece_card(desk, what, count, seat, f"shore:{hex_}:{what}") for what, count in pieces.items()
        ]
        title = f"On the shore at {words.place(view, hex_)}: touch to embark{price}"
        yield Tray(id=f"shores:{hex_}", title=title, role="choice", cards=tuple(cards), seat=view.seat)
    gifts = dict.fromkeys(answer.item for answer in answers if isinstance(answer, act.Give))
    if gifts:
        cards = [item_card(view, name, f"item:{name}") for name in gifts]
        yield Tray(id="gifts", title="Items", role="choice", cards=tuple(cards), seat=view.seat)


def force(desk: Desk) -> Iterator[Tray]:
    """The pieces of the force on the move, and what else could come along."""
    moving = desk.view.force
    if moving is None or not moving.own or "leave" not in desk.view.verbs:
        return
    answers = deeds.answers(desk.view)
    cards = [
        piece_card(desk, name, 1, moving.seat, f"piece:{name}") for name in (*moving.leaders, *moving.ships)
    ]
    cards += [army_card(desk, banner, csp, moving.seat, f"piece:{banner}") for banner, csp in moving.troops]
    known = {card.id for card in cards}
    for answer in answers:  # the siege engine
        if isinstance(answer, act.Leave) and f"piece:{answer.what}" not in known:
            known.add(f"piece:{answer.what}")
            cards.append(piece_card(desk, answer.what, 1, moving.seat, f"piece:{answer.what}"))
    note = "Touch a piece to leave it behind." if any(isinstance(each, act.Leave) for each in answers) else ""
    yield Tray(
        id="force",
        title=title_of(desk, moving),
        role="hand",
        cards=tuple(cards),
        seat=moving.seat,
        note=note,
        figures=(Figure(name="movement points left", value=words.points(moving.left), icon="move"),),
    )
    resting: dict[str, int] = {}
    for answer in answers:
        if isinstance(answer, act.Take):
            resting[answer.what] = max(resting.get(answer.what, 0), answer.count)
    cards = [piece_card(desk, what, count, moving.seat, f"rest:{what}") for what, count in resting.items()]
    if cards:
        yield Tray(
            id="rest",
            title="Stays behind",
            role="hand",
            cards=tuple(cards),
            seat=moving.seat,
            note="Touch a piece to take it along.",
        )


def title_of(desk: Desk, moving: ForceSeen) -> str:
    """The force in words."""
    kind = "fleet" if moving.stack == "sea" else "force"
    return f"The {kind} at {words.place(desk.view, moving.river or moving.hex)}"


# ---- what is so


def score(desk: Desk) -> Iterator[Tray]:
    """Victory points: as they are, and if the game ended now; or how it has ended."""
    view, levels = desk.view, desk.book.scenario.levels
    over = view.outcome is not None
    for seat in (0, 1):
        mine = [each for each in view.account if each.seat == seat]
        total, least = sum(each.points for each in mine), any(each.least for each in mine)
        csp = sum(count for who, _, count in view.musters if who == seat)
        cards = tuple(
            Card(
                id=f"points:{seat}:{place}",
                title=each.name,
                figures=(
                    Figure(name="victory points", value=f"{each.points}{'+' * each.least}", icon="points"),
                ),
                seat=seat,
            )
            for place, each in enumerate(mine)
        )
        track = Figure(name="on the track", value=str(view.points[seat]), icon="points")
        yield Tray(
            id=f"score:{seat}",
            title=f"{SIDES[seat].capitalize()}: victory points {'at the end' if over else 'if it ended now'}",
            role="mat",
            seat=seat,
            cards=cards,
            figures=(
                Figure(
                    name="at the end" if over else "if it ended now",
                    value=f"{total}{'+' * least}",
                    icon="points",
                ),
                *(() if over else (track,)),
                csp_figure(str(csp), "active CSP"),
            ),
            note="A lead of "
            + ", ".join(f"{n} is a {word} victory" for n, word in zip(levels, LEVELS, strict=True))
            + ".",
        )


def magic(desk: Desk) -> Iterator[Tray]:
    """Enchantments in effect, and what the viewer has plotted."""
    view = desk.view
    cards = [
        Card(
            id=f"effect:{number}",
            title=words.spell_line(view, spell),
            kind="enchantment",
            text=words.spell_text(view, spell.enchantment),
        )
        for number, spell in enumerate((*view.spells, *view.whirlpools))
    ]
    cards += [
        Card(
            id=f"plot:{number}",
            title=words.spell_line(view, spell),
            kind="plotted",
            state="new",
            text=words.spell_text(view, spell.enchantment),
        )
        for number, spell in enumerate(view.plots)
    ]
    if cards:
        yield Tray(id="magic", title="Enchantments", role="mat", cards=tuple(cards))


def track(desk: Desk) -> Iterator[Tray]:
    """The calendar with its weather, and the sequence of play."""
    view, now = desk.view, words.month(desk.view)
    length = view.turns or desk.book.scenario.length
    cards = []
    for month in desk.book.library.calendar:
        active = month.turn == now.turn
        sky = view.sky if active else month.weather
        cards.append(
            Card(
                id="calendar" if active else f"month:{month.turn}",
                title=month.name,
                kind=words.DAYS[month.day],
                figures=(
                    Figure(name="weather", value="by a die" if sky == "die" else sky, icon=sky),
                    Figure(name="mana", value=str(month.mana), icon="magic"),
                ),
                state="active" if active else "",
            )
        )
    yield Tray(
        id="turns",
        title=f"Game turn {view.game_turn} of {length}",
        role="track",
        cards=tuple(cards),
        figures=(
            Figure(name="weather", value=view.sky, icon=view.sky),
            Figure(name="mana", value=str(view.mana), icon="magic"),
        ),
        note="Some hexes have other weather." if view.skies else "",
    )
    yield Tray(id="phases", title="Sequence of play", role="track", cards=tuple(phases(view)))


def phases(view: FornaldarView) -> Iterator[Card]:
    """The phases of a turn, and which it is."""
    for phase in SHARED:
        name = PHASES.get(phase, phase.capitalize())
        yield Card(id=f"phase:{phase}", title=name, kind="all", state="active" if phase == view.phase else "")
    for seat, side in enumerate(SIDES):
        for phase in OWN:
            now = phase == view.phase and seat == view.phasing
            yield Card(
                id=f"phase:{seat}:{phase}",
                title=PHASES.get(phase, phase.capitalize()),
                kind=side,
                seat=seat,
                state="active" if now else "",
            )


def army_list(desk: Desk, seat: int) -> Iterator[Tray]:
    """The order of battle of a side: its stacks and where they are, and what is not at war yet."""
    view = desk.view
    cards = []
    for number, stack in enumerate(each for each in view.stacks if each.seat == seat):
        make = functools.partial(stack_card, desk, number, stack)
        cards.append(desk.once(("list", number, *desk.key(stack)), make))
    asleep = [(key, heap) for key, heap in sorted(desk.heaps.items()) if key[0] == seat and not key[3]]
    cards += [
        desk.once(("asleep", key, heap.key), functools.partial(asleep_card, desk, key, heap))
        for key, heap in asleep
    ]
    musters = [(words.banner_name(view, banner), csp) for who, banner, csp in view.musters if who == seat]
    note = ", ".join(f"{csp} {name}" for name, csp in musters)
    yield Tray(
        id=f"army:{seat}",
        title=f"{SIDES[seat].capitalize()} order of battle",
        role="roster",
        seat=seat,
        cards=tuple(cards),
        note=f"CSP at war: {note}." if note else "",
    )


def stack_card(desk: Desk, number: int, stack: StackSeen) -> Card:
    """A stack, and where it is."""
    heap = desk.heaps.get((stack.seat, stack.hex, stack.kind, True)) if stack.known else None
    return Card(
        id=f"list:{stack.seat}:{number}",
        title=capital(words.place(desk.view, stack.river or stack.hex)),
        kind="fleet" if stack.kind == "sea" else "force",
        figures=(csp_figure(str(stack.csp)),) if stack.known else (),
        text=capital(words.stack_name(desk.view, stack)),
        detail=desk.contents(heap) if heap else "What lies below is hidden.",
        seat=stack.seat,
    )


def asleep_card(desk: Desk, key: tuple[int, str, str, bool], heap: Heap) -> Card:
    """Those in a hex who are not at war yet."""
    seat, hex_, kind, _ = key
    return Card(
        id=f"list:{seat}:{hex_}:{kind}",
        title=capital(words.place(desk.view, hex_)),
        kind="not at war",
        figures=(csp_figure(str(heap.csp)),),
        text=capital(summary(desk, heap)),
        detail=desk.contents(heap),
        state="down",
        seat=seat,
    )


def summary(desk: Desk, heap: Heap) -> str:
    """What a heap is, in a few words."""
    parts = [words.leader_name(desk.view, each.id) for each in heap.leaders]
    parts += [f"{each.csp} {words.banner_name(desk.view, each.banner)} CSP" for each in heap.armies]
    parts += [words.ship_name(desk.view, each.id) for each in heap.ships]
    return listed(parts)


def roster(desk: Desk, seat: int) -> Tray:
    """The characters of a side, with their wounds (2.2)."""
    view, book = desk.view, desk.book
    cards = []
    for number, card in enumerate(book.cast):
        if view.sides[book.leader_group[number]] != seat or card.id in view.dead:
            continue
        seen = desk.leaders.get(card.id)
        hidden = view.active[book.leader_group[number]] and seen is None
        text = "" if seen is not None else "somewhere on the map, or to come" if hidden else "to come"
        state = "" if seen is not None and seen.active else "down"
        cards.append(leader_card(desk, card.id, f"person:{card.id}", text=text, state=state))
    title = f"{SIDES[seat].capitalize()} characters"
    return Tray(id=f"people:{seat}", title=title, role="roster", seat=seat, cards=tuple(cards))


def groups(desk: Desk) -> Tray:
    """Who is in the war, and on which side."""
    view, book, cards = desk.view, desk.book, []
    present = sorted(book.present, key=lambda number: (not book.groups[number].kingdom, number))
    for number in present:
        awake, seat = view.active[number], view.sides[number]
        whose = SIDES[seat].capitalize() if seat >= 0 else "neither side"
        cards.append(
            Card(
                id=f"group:{book.groups[number].id}",
                title=book.groups[number].name,
                kind="at war" if awake else "not at war",
                text=capital(whose),
                state="active" if awake else "down",
                seat=seat if seat >= 0 else None,
            )
        )
    return Tray(id="groups", title="Kingdoms and others", role="reference", cards=tuple(cards))


def relics(desk: Desk) -> Iterator[Tray]:
    """The magic items that are in the game, and what is known of where they are."""
    cards = [desk.once(("relic", item), functools.partial(relic, desk, item)) for item in desk.view.items]
    yield Tray(id="relics", title="Magic items", role="reference", cards=tuple(cards))


def relic(desk: Desk, item: ItemSeen) -> Card:
    """A magic item, and where it is."""
    view = desk.view
    where = f"lies at {words.place(view, item.hex)}" if item.hex else ""
    if item.hidden:
        where = f"hidden at {words.place(view, item.hex)}"
    elif item.seat >= 0:
        keeper = (
            words.leader_name(view, item.bearer)
            if item.bearer
            else f"the {SIDES[item.seat].capitalize()} side"
        )
        where = f"with {keeper}" + (f" at {words.place(view, item.hex)}" if item.hex else "")
    return item_card(view, item.id, f"relic:{item.id}", capital(where))


def fallen(desk: Desk) -> Iterator[Tray]:
    """Who and what is lost for good."""
    view = desk.view
    cards: list[Card] = [
        leader_card(desk, name, f"dead:{name}", text="killed", state="gone") for name in view.dead
    ]
    cards += [ship_card(desk, name, f"lost:{name}") for name in view.lost]
    cards += [
        Card(id=f"ruined:{hex_}", title=capital(words.place(view, hex_)), kind="ruin", state="gone")
        for hex_ in view.ruins
    ]
    yield Tray(id="fallen", title="Eliminated", role="reference", cards=tuple(cards))
