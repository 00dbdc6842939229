"""Everything on the table that has no place on the map: mats, assets, obstacles, the scenario, the piles."""

from collections.abc import Iterable

from fimbul.core import Card, Figure, Tray
from fimbul.core.wording import capital, closed, headed, listed, some
from fimbul.games.six_winters.library.powers import Stash
from fimbul.games.six_winters.library.rows import Asset, Character
from fimbul.games.six_winters.library.terms import SKILLS, TRACKS
from fimbul.games.six_winters.library.wording import (
    REGIONS,
    asset_words,
    effect_words,
    obstacle_effect,
    obstacle_words,
    slot_words,
    stress_dice,
)
from fimbul.games.six_winters.rules.dice import ACTION, KINDS, kind_of, value_of
from fimbul.games.six_winters.rules.story import SEASONS
from fimbul.games.six_winters.table import art, words
from fimbul.games.six_winters.table.boards import location_words
from fimbul.games.six_winters.table.chronicle import remembered
from fimbul.games.six_winters.table.view import BuildingSeen, CardSeen, PersonSeen, SixWintersView

EMPTY = -1


def trays(view: SixWintersView) -> tuple[Tray, ...]:
    """One's own mats first, then the others', the assets, the story, and what is looked up."""
    mine = words.own(view, words.looking(view))
    order = [*mine, *(number for number in range(len(view.people)) if number not in mine)]
    found = [*choices(view), *(mat(view, number, number in mine) for number in order)]
    if view.staged:
        cards = tuple(asset(view, number) for number in view.staged)
        found.append(Tray(id="staged", title="Staged assets", role="market", cards=cards))
    if view.archive:
        cards = tuple(asset(view, number) for number in view.archive)
        found.append(Tray(id="archive", title="Archive", role="market", cards=cards))
    found.append(Tray(id="tale", title="The scenario", role="track", cards=tale(view)))
    if view.obstacles:
        foes = tuple(foe(view, spot) for spot in range(len(view.obstacles)))
        found.append(Tray(id="foes", title="Obstacles in play", role="roster", cards=foes))
    if view.sheets:
        group = tuple(member(view, n) for n, sheet in enumerate(view.sheets) if sheet.unlocked)
        found.append(Tray(id="group", title="The group", role="reference", cards=group))
    found.append(Tray(id="places", title="Locations", role="reference", cards=places(view)))
    found.append(Tray(id="piles", title="Decks and piles", role="reference", cards=piles(view)))
    return tuple(found)


# ---- what may be chosen at the start


def choices(view: SixWintersView) -> list[Tray]:
    """Scenarios and characters, while they are asked for."""
    found = []
    if view.scenarios:
        cards = tuple(scenario(view, id) for id in view.scenarios)
        found.append(Tray(id="scenarios", title=f"Scenarios of year {view.year}", role="choice", cards=cards))
    if view.candidates:
        people = tuple(candidate(view, number) for number in view.candidates)
        found.append(Tray(id="characters", title="Characters", role="choice", cards=people))
    return found


def scenario(view: SixWintersView, id: str) -> Card:
    """A scenario that may be chosen, normal or difficult."""
    book = words.book(view)
    card = book.scenarios[book.scenario[id]]
    scenes = listed(f"{scene.name} at {book.named_location(scene.location)}" for scene in card.scenes)
    turns = "; ".join(
        f"{name} {season.turns}" if season.turns == season.most else f"{name} {season.turns} to {season.most}"
        for name, season in zip(SEASONS, card.seasons, strict=True)
    )
    modes = tuple(
        Figure(
            id=f"scenario:{id}:{mode}",
            name=mode.capitalize(),
            value=str(pool),
            icon="threat",
            title=f"Play {card.name}, {mode}: {some(pool, 'threat token')}",
        )
        for mode, pool in (("normal", card.pool), ("difficult", card.hard_pool or card.pool))
    )
    text = card.introduction
    detail = f"Scenes: {scenes}. Turns: {turns}."
    return Card(
        id=f"scenario:{id}", title=card.name, kind=f"year {card.year}", marks=modes, text=text, detail=detail
    )


def candidate(view: SixWintersView, number: int) -> Card:
    """A character that may be chosen."""
    card = words.book(view).characters[number]
    figures = (
        Figure(name="psyche", value=str(card.psyche), icon="psyche"),
        Figure(name="body", value=str(card.body), icon="body"),
        Figure(name="moves", value=str(card.moves), icon="move"),
        *(Figure(name=skill, value=str(card.skills[n]), icon=skill) for n, skill in enumerate(SKILLS)),
    )
    return Card(
        id=f"character:{card.id}",
        title=card.name,
        kind=card.title,
        picture=art.portrait(card.id, number),
        figures=figures,
        text=closed(listed(ability.name for ability in card.abilities if not ability.optional)),
        detail=abilities_text(card),
    )


def abilities_text(card: Character) -> str:
    """What a character can do, or learns to do."""
    return "\n".join(headed(f"{a.level}. {a.name}", a.text) for a in card.abilities if not a.optional)


# ---- mats


def mat(view: SixWintersView, number: int, mine: bool) -> Tray:
    """A character: tracks, skills, dice, abilities, assets and overcome obstacles."""
    person = view.people[number]
    card = words.book(view).characters[person.character]
    most = words.book(view).figures.track_max
    tracks = tuple(
        Figure(
            id=f"track:{number}:{track}",
            name=track,
            value=f"{left} of {most}",
            icon=track,
            state="low" if left < 2 else "",
            title=f"{person.name}'s {track}: {left} of {most}",
        )
        for track, left in zip(TRACKS, (person.psyche, person.body), strict=True)
    )
    troubles = [*words.condition_names(view, person), *(f"{SKILLS[n]} cursed" for n in person.curses)]
    light = "spotlight" if person.seat == view.spotlight and len({p.seat for p in view.people}) > 1 else ""
    cards = [
        sheet(view, number),
        *(power(view, person, seen) for seen in person.cards if seen.asset < 0),
        *(building(view, begun) for begun in person.building),
        *(power(view, person, seen) for seen in person.cards if seen.asset >= 0),
        *(beaten(view, number, obstacle) for obstacle in person.overcome),
    ]
    return Tray(
        id=f"mat:{number}",
        title=person.name,
        role="mat",
        seat=person.seat,
        note=capital(", ".join(part for part in (card.title, light, *troubles) if part)),
        figures=(*tracks, *moves(view, person)),
        cards=tuple(cards if mine or len(view.people) < 3 else [c for c in cards if c.state != "down"]),
    )


def moves(view: SixWintersView, person: PersonSeen) -> tuple[Figure, ...]:
    """The movement that is left, and the momentum (S42)."""
    figures = words.book(view).figures
    slots, wanted = figures.momentum_slots, figures.momentum
    kept = sum(sorted((value_of(code) for code in person.dice), reverse=True)[:slots])
    momentum = f"{wanted} or more on the {slots} best dice left at the end of a turn unlock an ability"
    return (
        Figure(name="moves", value=str(person.moves), icon="move", title="Movement points that are left"),
        Figure(
            name="momentum",
            value=f"{kept} of {wanted}",
            icon="star",
            state="good" if kept >= wanted else "",
            title=momentum,
        ),
    )


def sheet(view: SixWintersView, number: int) -> Card:
    """The skills of a character, and the unspent action dice."""
    person = view.people[number]
    attempt = view.attempt
    skills = []
    for place, skill in enumerate(SKILLS):
        rank, written = person.ranks[place], person.skills[place]
        curse = ", cursed" if place in person.curses else ""
        was = f" (written {written}{curse})" if rank != written or curse else ""
        used = attempt is not None and number in attempt.people and place in attempt.skills
        skills.append(
            Figure(
                id=f"skill:{number}:{skill}",
                name=skill,
                value=str(rank),
                icon=skill,
                state="low" if rank < written else "good" if used else "",
                title=f"{person.name}'s {skill}: {rank}{was}",
            )
        )
    dice = tuple(
        Figure(
            id=f"die:{number}:{spot}",
            name=f"action die {value_of(code)}",
            value=str(value_of(code)),
            icon=f"d{value_of(code)}",
            title=f"{person.name}'s action die: {value_of(code)}",
        )
        for spot, code in enumerate(person.dice)
    )
    book = words.book(view)
    gone = [book.asset_names[asset] for asset in person.played_assets]
    gone += [book.obstacle_names[obstacle] for obstacle in person.played_obstacles]
    return Card(
        id=f"sheet:{number}",
        title=f"{person.name}'s skills and dice",
        kind=book.characters[person.character].title,
        picture=art.portrait(person.id, person.character),
        figures=tuple(skills),
        marks=dice,
        state="active" if person.seat in view.to_act and view.outcome is None else "",
        seat=person.seat,
        detail=closed(f"Played: {listed(gone)}") if gone else "",
    )


def die_figure(code: int, id: str, title: str) -> Figure:
    """A die that lies on a card."""
    kind, value = kind_of(code), value_of(code)
    icon = f"d{value}" if kind == ACTION else KINDS[kind]
    return Figure(id=id, name=KINDS[kind], value=str(value), icon=icon, state="full", title=title)


def power(view: SixWintersView, person: PersonSeen, seen: CardSeen) -> Card:
    """An ability or a completed asset, with its boxes."""
    book = words.book(view)
    state = "down" if seen.locked else "used" if seen.turned else ""
    known = book.powers.get(seen.id)
    wanted = known.stash if isinstance(known, Stash) else ()
    boxes = []
    for spot, code in enumerate(seen.boxes):
        if code == EMPTY:
            need = wanted[spot] if spot < len(wanted) else "any_resource"
            name = need.replace("_", " ")
            icon = need if need in KINDS else ""
            boxes.append(
                Figure(name=f"box for {name}", icon=icon, state="empty", title=f"An empty box: {name}")
            )
        else:
            title = f"{words.die_name(code).capitalize()}, on {book.named_card(seen.id)}"
            boxes.append(die_figure(code, f"box:{seen.id}:{spot}", title))
    if seen.asset < 0:
        ability = next(a for a in book.characters[person.character].abilities if a.id == seen.id)
        still = "Still locked: momentum unlocks it (S42)." if seen.locked else ""
        still = "Used this turn." if seen.turned else still
        return Card(
            id=f"ability:{seen.id}",
            title=ability.name,
            kind=f"ability {ability.level}",
            text=ability.text,
            marks=tuple(boxes),
            state=state,
            seat=person.seat,
            detail=still,
        )
    card = book.assets[seen.asset]
    played = any(view.people[who] is person and what == seen.asset for who, what in view.played)
    points = words.asset_points(view, person, seen.asset)
    return Card(
        id=f"asset:{seen.asset}",
        title=book.asset_names[seen.asset],
        kind=kind_of_asset(card),
        figures=(points_figure(points, "Counts in the scene now"), skill_figure(card.skill)),
        text=card.text,
        marks=tuple(boxes),
        state="used" if played else state,
        seat=person.seat,
        detail=asset_words(card),
    )


def kind_of_asset(card: Asset) -> str:
    """What an asset is, in a few words."""
    return f"{'single-use' if card.single else 'lasting'} {', '.join(card.tags)}"


def points_figure(points: int, title: str) -> Figure:
    """What a card is worth."""
    return Figure(name="points", value=str(points), icon="star", title=title)


def skill_figure(skill: str) -> Figure:
    """The skill of a card."""
    return Figure(name=skill, icon=skill)


def building(view: SixWintersView, begun: BuildingSeen) -> Card:
    """An asset in progress, its slots to be touched."""
    book = words.book(view)
    card, name = book.assets[begun.asset], book.asset_names[begun.asset]
    slots = []
    for place, (slot, lying) in enumerate(zip(card.slots, begun.dice, strict=True), 1):
        id = f"slot:{begun.asset}:{place}"
        if lying == EMPTY:
            takes = slot_words(slot)
            title = f"Slot {place} of {name}: free, takes {takes}"
            icon = slot.type or slot.region
            value = str(slot.value) if slot.value and icon else ""  # without a sign its name says it
            slots.append(Figure(id=id, name=takes, value=value, icon=icon, state="empty", title=title))
        else:
            slots.append(die_figure(lying, id, f"Slot {place} of {name}: {words.die_name(lying)}"))
    return Card(
        id=f"asset:{begun.asset}",
        title=name,
        kind="in progress",
        figures=(points_figure(card.points, "Points"), skill_figure(card.skill)),
        text=card.text,
        marks=tuple(slots),
        state="new",
        detail=f"In progress: {asset_words(card)}",
    )


def beaten(view: SixWintersView, number: int, obstacle: int) -> Card:
    """An obstacle that a character has overcome, with what it counts in the scene."""
    card = words.book(view).obstacles[obstacle]
    points = words.obstacle_points(view, view.people[number], obstacle)
    return Card(
        id=f"obstacle:{obstacle}",
        title=words.book(view).obstacle_names[obstacle],
        kind="overcome",
        figures=(points_figure(points, "Counts in the scene now"), skill_figure(card.skill)),
        state="used" if (number, -1 - obstacle) in view.played else "",
        seat=view.people[number].seat,
        detail=obstacle_words(card),
    )


# ---- assets and obstacles


def asset(view: SixWintersView, number: int) -> Card:
    """An asset that is staged or in the archive."""
    card = words.book(view).assets[number]
    slots = tuple(
        Figure(
            name=slot_words(slot),
            value=str(slot.value) if slot.value and (slot.type or slot.region) else "",
            icon=slot.type or slot.region,
            state="empty",
        )
        for slot in card.slots
    )
    return Card(
        id=f"asset:{number}",
        title=words.book(view).asset_names[number],
        kind=kind_of_asset(card),
        figures=(points_figure(card.points, "Points"), skill_figure(card.skill)),
        text=card.text,
        marks=slots,
        detail=asset_words(card),
    )


def foe(view: SixWintersView, spot: int) -> Card:
    """An obstacle in play, to be read."""
    seen, book = view.obstacles[spot], words.book(view)
    card = book.obstacles[seen.number]
    where = book.locations[seen.place].name
    stress = tuple(
        Figure(name=f"{track} dice", value=str(count), icon=track)
        for track, count in zip(TRACKS, (card.psyche, card.body), strict=True)
        if count
    )
    return Card(
        id=f"foe:{seen.number}",
        title=book.obstacle_names[seen.number],
        kind=", ".join(card.tags) or "obstacle",
        figures=(
            Figure(name="difficulty", value=str(seen.difficulty), icon="star"),
            skill_figure(card.skill),
            *stress,
        ),
        text=f"At {where}. {obstacle_effect(card)}",
        marks=(
            Figure(name="progress", value=str(seen.progress), icon="progress"),
            Figure(name="hindrance", value=str(seen.hindrance), icon="hindrance"),
        ),
        detail=capital(obstacle_words(card)),
    )


# ---- the scenario and the scene


def tale(view: SixWintersView) -> tuple[Card, ...]:
    """The scenario, the calendar, the threat pool and the scene; before the choice, only the year."""
    if view.scenarios:
        text = f"{some(view.score, 'point')} so far. The scenario is not chosen yet."
        return (Card(id="story", title=f"Year {view.year}", kind="campaign", text=text),)
    story, book = words.story(view), words.book(view)
    parts = [f"year {view.year} of the campaign, {some(view.score, 'point')}"] if view.year else []
    parts.append("difficult" if view.hard else "normal mode")
    threats = "; ".join(
        f"{'/'.join(map(str, threat.faces))}: {effect_words(book, threat.effect)}" for threat in story.threats
    )
    return (
        Card(
            id="story",
            title=story.name,
            kind=", ".join(parts),
            detail=story.introduction,
            text=f"{story.threat or 'The threat'}. When a threat roll is above the pool: {threats}.",
        ),
        calendar(view),
        pool(view),
        scene(view),
    )


def calendar(view: SixWintersView) -> Card:
    """The turns of the three seasons, and which it is now."""
    figures, told = [], []
    for number, season in enumerate(words.story(view).seasons):
        name = SEASONS[number]
        turns = f"{season.turns}" if season.turns == season.most else f"{season.turns} to {season.most}"
        state = "good" if number == view.season else "used" if number < view.season else ""
        value = f"{view.moment} of {turns}" if number == view.season else turns
        figures.append(Figure(name=name, value=value, state=state))
        told.append(
            f"{name}: {turns} turns, {some(season.dice, 'new action die', 'new action dice')} and "
            f"{some(season.obstacles, 'new obstacle')} a turn"
        )
    return Card(
        id="calendar",
        title=f"Turn {view.moment} of {SEASONS[view.season]}",
        kind="calendar",
        figures=tuple(figures),
        detail=f"{capital('; '.join(told))}.",
    )


def pool(view: SixWintersView) -> Card:
    """The tokens that are left in the threat pool (S95, S121)."""
    left = view.full_pool if view.scene_place < 0 and not view.pool else view.pool
    figure = Figure(
        name="tokens", value=f"{left} of {view.full_pool}", icon="threat", state="low" if left < 3 else ""
    )
    text = "When it is empty, the scenario is lost."
    return Card(id="pool", title="Threat pool", kind="threat", figures=(figure,), text=text)


def scene(view: SixWintersView) -> Card:
    """The scene that is to be told: where, skills, points, question (S76 to S80)."""
    now, book = words.scene(view), words.book(view)
    if now is None:
        return Card(id="scene", title="All scenes are told.")
    count = len(words.story(view).scenes)
    people = max(1, len(view.people))
    dice = stress_dice(now.psyche * people, now.body * people)
    where = words.scene_location(view)
    figures = [skill_figure(skill) for skill in now.skills]
    if view.needed:
        state = "good" if view.most >= view.needed else ""
        title = f"{view.scored} count by themselves or are played; all cards together give {view.most}"
        value = f"{view.scored} of {view.needed}, cards {view.most}"
        figures.append(Figure(name="points", value=value, icon="star", state=state, title=title))
    then = "; ".join(effect_words(book, effect) for effect in now.completion)
    first = listed(book.named_obstacle(name) for name in now.overcome)
    blocked = f" Overcome {first} first." if first else ""
    stress = f" Stress: {dice}." if dice else ""
    return Card(
        id="scene",
        title=now.name,
        kind=f"scene {view.scene + 1} of {count}, at {where}",
        figures=tuple(figures),
        text=f"{now.about} {now.question}{blocked}",
        detail=f"All characters must be at {where}.{stress}{then and f' Then: {then}.'}",
    )


# ---- to look up


def member(view: SixWintersView, number: int) -> Card:
    """A character of the campaign, as the sheet has it (S131, S145)."""
    sheet, book = view.sheets[number], words.book(view)
    card = book.characters[number]
    troubles = [*words.condition_names(view, sheet), *(f"{SKILLS[n]} cursed" for n in sheet.curses)]
    figures = (
        Figure(name="psyche", value=str(sheet.psyche), icon="psyche"),
        Figure(name="body", value=str(sheet.body), icon="body"),
        *(
            Figure(name=skill, value=str(sheet.ranks[n]), icon=skill, state="low" if lower else "")
            for n, skill in enumerate(SKILLS)
            for lower in (sheet.ranks[n] < sheet.skills[n],)
        ),
    )
    winters = [book.winter[id].name for id in dict.fromkeys((card.winter, *sheet.winters, *view.common))]
    waiting = [some(sheet.training, "year of training", "years of training")] if sheet.training else []
    waiting += [some(sheet.resting, "year of rest", "years of rest")] if sheet.resting else []
    return Card(
        id=f"member:{card.id}",
        title=card.name,
        kind="took part last" if sheet.active else "in reserve",
        figures=figures,
        text=capital(f"{listed([*troubles, *waiting])}.") if troubles or waiting else "",
        detail=f"Winter actions: {listed(winters)}. {' '.join(remembered(sheet.journal))}".strip(),
    )


def places(view: SixWintersView) -> tuple[Card, ...]:
    """The locations on the map, to be read."""
    found = []
    for place in view.places:
        card = words.book(view).locations[place.number]
        kind = f"{', '.join(card.tags)}, in {REGIONS[card.region]}"
        text, detail = card.text, location_words(words.book(view), place, place.number == view.scene_place)
        found.append(Card(id=f"place:{place.number}", title=card.name, kind=kind, text=text, detail=detail))
    return tuple(found)


def piles(view: SixWintersView) -> tuple[Card, ...]:
    """Decks and piles."""
    book = words.book(view)

    def names(cards: Iterable[int]) -> str:
        return closed(listed(book.obstacle_names[card] for card in cards) or "Nothing yet")

    coming = f" Face up on top: {names(reversed(view.face_up))}" if view.face_up else ""
    top = f" On top: {names(reversed(view.known))}" if view.known else ""
    supply = tuple(
        Figure(name=KINDS[kind], value=str(count), icon=KINDS[kind]) for kind, count in enumerate(view.supply)
    )
    return (
        Card(id="deck:assets", title="Asset deck", text=f"{some(len(view.asset_deck), 'card')}."),
        Card(
            id="deck:obstacles",
            title="Obstacle deck",
            text=f"{some(len(view.obstacle_deck), 'card')}.{coming}{top}",
        ),
        Card(id="discard", title="Discarded obstacles", text=names(reversed(view.discard))),
        Card(id="hindered", title="Hindered obstacles, oldest first", text=names(view.hindered)),
        Card(id="supply", title="Dice in the supply", figures=supply),
    )
