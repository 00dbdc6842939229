"""What a seat may know: everything but the order of the two decks (S12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.core import View
from fimbul.games.six_winters.library.powers import Carry, Stash
from fimbul.games.six_winters.library.rows import Library
from fimbul.games.six_winters.library.terms import SKILLS
from fimbul.games.six_winters.model import Campaign, Chapter, SceneTold
from fimbul.games.six_winters.rules import cards, obstacles, setting_up, stress
from fimbul.games.six_winters.rules.acting import narrating
from fimbul.games.six_winters.rules.campaign import closing, years
from fimbul.games.six_winters.rules.dice import ACTION, CODES, die
from fimbul.games.six_winters.rules.story import needed, scenario

if TYPE_CHECKING:
    from fimbul.games.six_winters.model import Person, Sheet
    from fimbul.games.six_winters.state import SixWintersState


class PlaceSeen(msgspec.Struct, frozen=True):
    """A location on the map."""

    number: int
    cell: int
    makes: int  # a resource, or -1
    level: int
    threats: int
    dice: tuple[int, ...]


class ObstacleSeen(msgspec.Struct, frozen=True):
    """An obstacle in play."""

    number: int
    place: int
    progress: int
    hindrance: int
    difficulty: int


class CardSeen(msgspec.Struct, frozen=True):
    """An ability, or a completed asset with what it can do."""

    id: str
    asset: int  # -1: an ability
    level: int = 0  # of an ability
    locked: bool = False
    turned: bool = False
    boxes: tuple[int, ...] = ()  # dice, -1 where there is none


class BuildingSeen(msgspec.Struct, frozen=True):
    """An asset in progress: the dice on its slots, -1 where there is none."""

    asset: int
    dice: tuple[int, ...]


class PersonSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A character in the session."""

    character: int
    id: str
    name: str
    seat: int
    place: int
    psyche: int
    body: int
    moves: int
    dice: tuple[int, ...]  # action dice, by their numbers
    skills: tuple[int, ...]  # as written on the sheet
    ranks: tuple[int, ...]  # as they count now
    curses: tuple[int, ...]
    conditions: tuple[tuple[int, int], ...]  # track, and the skill that it lowers
    cards: tuple[CardSeen, ...]
    building: tuple[BuildingSeen, ...]
    overcome: tuple[int, ...]
    played_assets: tuple[int, ...]
    played_obstacles: tuple[int, ...]
    extras: tuple[int, ...]  # skills of starting assets more (S178)


class SheetSeen(msgspec.Struct, frozen=True, kw_only=True):
    """What is written of a character from year to year."""

    unlocked: bool
    active: bool  # took part in the year before
    skills: tuple[int, ...]
    ranks: tuple[int, ...]
    psyche: int
    body: int
    conditions: tuple[tuple[int, int], ...]
    curses: tuple[int, ...]
    training: int
    resting: int
    winters: tuple[str, ...]
    journal: tuple[str, ...]


class AttemptSeen(msgspec.Struct, frozen=True, kw_only=True):
    """An overcome action, or one character's share of a scene's stress."""

    obstacle: int  # -1: a scene
    people: tuple[int, ...]
    skills: tuple[int, ...]
    counts: tuple[int, int]  # stress dice of psyche and body that are rolled
    preview: bool
    guard: tuple[int, ...]
    dice: tuple[tuple[int, int], ...]  # stress dice that are not cancelled: track, value


class SixWintersView(View, frozen=True, kw_only=True):
    """The table."""

    library: Library | None
    scenario: str
    scenarios: tuple[str, ...]  # that may be chosen now
    candidates: tuple[int, ...]  # the characters that may be chosen now
    hard: bool
    turn: int
    season: int
    moment: int
    pool: int
    full_pool: int
    spotlight: int
    scene: int
    scene_place: int
    needed: int
    scored: int
    most: int  # points that all cards together would give
    cells: tuple[int, ...]
    makes: tuple[int, ...]  # by location, whether it is on the map or not
    levels: tuple[int, ...]
    places: tuple[PlaceSeen, ...]
    obstacles: tuple[ObstacleSeen, ...]
    people: tuple[PersonSeen, ...]
    staged: tuple[int, ...]
    archive: tuple[int, ...]
    asset_deck: tuple[int, ...]  # which cards, in no order
    obstacle_deck: tuple[int, ...]
    known: tuple[int, ...]  # openly on the obstacle deck, the last on top
    face_up: tuple[int, ...]
    discard: tuple[int, ...]
    hindered: tuple[int, ...]
    burned: tuple[int, ...]
    supply: tuple[int, ...]  # by kind of die
    lasting: tuple[str, ...]
    ended: tuple[int, ...]
    attempt: AttemptSeen | None
    played: tuple[tuple[int, int], ...]  # in the scene: person, and an asset or -1 less an obstacle
    words: tuple[tuple[str, str], ...]  # said in the scene: who, what
    shown: tuple[str, ...]  # played in the scene and put away
    weight: tuple[tuple[int, str], ...]  # what that counted
    tale: tuple[str, ...]  # what has happened since the last scene
    winter: tuple[str, ...]  # what the winter before the year brought
    scenes: tuple[SceneTold, ...]  # of the session
    year: int  # of the campaign; 0: a single session
    chronicle: tuple[Chapter, ...]
    sheets: tuple[SheetSeen, ...]  # by character, in a campaign
    common: tuple[str, ...]  # winter actions that everybody has
    won: tuple[str, ...]  # scenarios
    tried: tuple[str, ...]
    stored: tuple[int, ...]  # the archive of the campaign, as the year before left it
    burned_assets: tuple[int, ...]
    joined: tuple[int, ...]  # locked obstacles that belong to the deck now
    foraged: tuple[tuple[int, str], ...]
    home: tuple[int, ...]  # took part, and has a winter all the same
    score: int  # of the campaign so far
    title: str


def see(state: SixWintersState, seat: int | None) -> SixWintersView:
    """The view of a seat."""
    story = scenario(state)
    told = 0 <= state.scene < len(story.scenes) and bool(state.people)
    return SixWintersView(
        **state.common(seat),
        library=state.options.library,
        scenario=story.id,
        scenarios=tuple(years.choices(state)) if isinstance(state.decision, years.ChoosingScenario) else (),
        candidates=candidates(state),
        hard=state.hard,
        turn=state.turn,
        season=state.season,
        moment=state.moment,
        pool=state.pool,
        full_pool=story.hard_pool if state.hard and story.hard_pool else story.pool,
        spotlight=state.spotlight,
        scene=state.scene,
        scene_place=state.scene_place,
        needed=needed(state) if told else 0,
        scored=narrating.scored(state) if told else 0,
        most=narrating.reachable(state) if told else 0,
        cells=tuple(state.cells),
        makes=tuple(state.makes),
        levels=tuple(state.level),
        places=tuple(place(state, cell, number) for cell, number in enumerate(state.cells) if number >= 0),
        obstacles=tuple(
            ObstacleSeen(
                each.obstacle,
                each.place,
                each.progress,
                each.hindrance,
                obstacles.difficulty(state, each.obstacle),
            )
            for each in state.standing
        ),
        people=tuple(person(state, number, someone) for number, someone in enumerate(state.people)),
        staged=tuple(state.staged),
        archive=tuple(state.archive),
        asset_deck=tuple(sorted(state.asset_deck)),
        obstacle_deck=tuple(sorted(state.obstacle_deck)),
        known=tuple(state.known),
        face_up=tuple(state.face_up),
        discard=tuple(state.discard),
        hindered=tuple(state.hindered),
        burned=tuple(state.burned),
        supply=tuple(state.supply),
        lasting=tuple(state.lasting),
        ended=tuple(state.ended),
        attempt=attempt(state),
        played=tuple(state.played),
        words=tuple(state.words),
        shown=tuple(state.shown),
        weight=tuple(state.weight),
        tale=tuple(state.tale),
        scenes=tuple(state.scenes),
        **kept(state),
    )


def candidates(state: SixWintersState) -> tuple[int, ...]:
    """The characters that may be chosen, while that is asked."""
    decision = state.decision
    if not isinstance(decision, setting_up.Choosing):
        return ()
    choices = decision.actions(state, decision.seats[0])
    return tuple(state.book.character[choice.character] for choice in choices)


def kept(state: SixWintersState) -> dict[str, Any]:
    """What a campaign has written down; a session that stands alone has nothing."""
    story = state.campaign
    score = closing.score(state) if story is not None else 0
    kept = story or Campaign(sheets=[], year=0)
    return {
        "year": kept.year,
        "chronicle": tuple(kept.chronicle),
        "sheets": tuple(sheet(state, each) for each in kept.sheets),
        "common": tuple(kept.common),
        "won": tuple(kept.won),
        "tried": tuple(kept.tried),
        "stored": tuple(kept.archive),
        "burned_assets": tuple(kept.burned_assets),
        "joined": tuple(kept.joined),
        "foraged": tuple(kept.foraged),
        "home": tuple(kept.home),
        "winter": tuple(kept.winter),
        "score": score,
        "title": closing.title(state, score) if story is not None else "",
    }


def sheet(state: SixWintersState, written: Sheet) -> SheetSeen:
    """What is written of a character."""
    return SheetSeen(
        unlocked=written.unlocked,
        active=written.active,
        skills=tuple(written.skills),
        ranks=tuple(stress.rank_of(state, written, skill) for skill in range(len(SKILLS))),
        psyche=written.psyche,
        body=written.body,
        conditions=tuple(written.conditions),
        curses=tuple(written.curses),
        training=written.training,
        resting=written.resting,
        winters=tuple(written.winters),
        journal=tuple(written.journal),
    )


def place(state: SixWintersState, cell: int, number: int) -> PlaceSeen:
    """A location."""
    level = state.level[number]
    return PlaceSeen(
        number,
        cell,
        state.makes[number] if level else -1,
        level,
        state.threats[number],
        tuple(sorted(state.dice[number])),
    )


def person(state: SixWintersState, number: int, someone: Person) -> PersonSeen:
    """A character."""
    book = state.book
    card = book.characters[someone.character]
    return PersonSeen(
        character=someone.character,
        id=card.id,
        name=card.name,
        seat=someone.seat,
        place=someone.place,
        psyche=someone.psyche,
        body=someone.body,
        moves=someone.moves,
        dice=tuple(die(ACTION, value) for value in state.purse(number).dice),
        skills=tuple(someone.skills),
        ranks=tuple(stress.rank(state, number, skill) for skill in range(len(SKILLS))),
        curses=tuple(someone.curses),
        conditions=tuple(someone.conditions),
        cards=(*abilities(state, someone), *completed(state, someone)),
        building=tuple(BuildingSeen(each.asset, each.dice) for each in someone.building),
        overcome=tuple(someone.overcome),
        played_assets=tuple(someone.played_assets),
        played_obstacles=tuple(someone.played_obstacles),
        extras=tuple(someone.extras),
    )


def abilities(state: SixWintersState, someone: Person) -> list[CardSeen]:
    """The ability cards of a character, locked ones too."""
    found = []
    for place, card in enumerate(state.book.characters[someone.character].abilities):
        if card.optional and not state.options.fourth_abilities:
            continue
        wanted = len(card.power.stash) if isinstance(card.power, Stash) else 0
        boxes = someone.boxes.get(card.id, (cards.EMPTY,) * wanted)
        locked = place >= someone.abilities
        found.append(CardSeen(card.id, -1, card.level, locked, card.id in someone.turned, boxes))
    return found


def completed(state: SixWintersState, someone: Person) -> list[CardSeen]:
    """The completed assets of a character."""
    found = []
    for number in someone.completed:
        asset = state.book.assets[number]
        boxes = someone.boxes.get(asset.id, ())
        if isinstance(asset.power, Stash):
            boxes = boxes or (cards.EMPTY,) * len(asset.power.stash)
        elif isinstance(asset.power, Carry):
            boxes = (*boxes, *(cards.EMPTY,) * (asset.power.amount - len(boxes)))
        found.append(CardSeen(asset.id, number, 0, False, asset.id in someone.turned, boxes))
    return found


def attempt(state: SixWintersState) -> AttemptSeen | None:
    """The overcome action, or the ordeal, that goes on."""
    now = state.attempt
    if now is None:
        return None
    return AttemptSeen(
        obstacle=now.obstacle,
        people=now.people,
        skills=now.skills,
        counts=now.counts,
        preview=now.preview,
        guard=tuple(CODES[f"action-{value}"] for value in now.guard),
        dice=now.dice,
    )
