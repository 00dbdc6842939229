"""What a seat may know: everything but the order of the decks, and of the piles below their top card (G9)."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.core import Decision, View
from fimbul.core.action import spell
from fimbul.core.agenda import kinds_of
from fimbul.games.fate.library.rows import Library
from fimbul.games.fate.model import Cast
from fimbul.games.fate.rules import damage, dice, evening, places, quests, turn
from fimbul.games.fate.rules.horde import assault, march

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


class CardSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A card in play, or the top of a pile."""

    id: str
    name: str
    kind: int  # 0 hero, 1 ability, 2 equipment
    level: int
    text: str
    strength: int = 0
    health: int = 0
    range: int = 0
    armor: int = 0
    generates: int = 0
    durability: int = 0
    mana: int = 0
    wear: int = 0
    counters: int = 0
    used: bool = False
    stores: bool = False  # whether mana is of use on it
    options: tuple[str, ...] = ()  # the names of its uses, where there are several
    quest: str = ""


class HeldCard(msgspec.Struct, frozen=True):
    """An event in a hand or a discard pile."""

    number: int
    id: str
    name: str
    text: str
    when: str


class HeroSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A hero and the player's board."""

    id: str
    name: str
    x: int
    y: int
    in_town: bool
    damage: int
    health: int
    strength: int
    range: int
    armor: int
    move: int
    gold: int
    upgrade_cost: int
    taken: tuple[str, ...]
    rooted: bool
    cards: tuple[CardSeen, ...]
    hand: tuple[HeldCard, ...]
    hand_limit: int
    deck: tuple[int, ...]  # what is left in it, in no order: everybody can work that out (G9)
    discard: tuple[HeldCard, ...]
    ability: CardSeen | None  # the top of the pile
    abilities: tuple[int, ...]  # the whole pile, in no order
    equipment: CardSeen | None
    equipments: tuple[int, ...]
    quest: str
    progress: int
    quest_count: int


class MonsterSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A monster on the map."""

    id: int
    kind: str
    name: str
    faction: str
    rank: int
    level: int
    x: int
    y: int
    strength: int
    health: int
    damage: int
    armor: int
    range: int
    move: int
    xp: int
    prey: int
    held: bool
    dice: int  # that it would roll now
    text: str
    path: tuple[tuple[int, int], ...]  # where it would go in the coming monster turn, if the heroes stayed


class RollSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The dice on the table: faces 0 miss, 1 rune, 2 hit but for cover, 3 hit."""

    seat: int
    x: int
    y: int
    monster: int
    against: str
    dice: tuple[int, ...]
    hits: tuple[bool, ...]
    bonus: int
    damage: int
    action: bool


class BlowSeen(msgspec.Struct, frozen=True, kw_only=True):
    """Damage that a hero is about to take."""

    seat: int
    amount: int
    monster: int
    why: str


class FateView(View, frozen=True, kw_only=True):
    """The table."""

    heroes: tuple[HeroSeen, ...]
    monsters: tuple[MonsterSeen, ...]
    pieces: int
    most_pieces: int
    start_pieces: int
    time: int
    track: tuple[tuple[str, bool], ...]  # the deck drawn, and whether there is a skull
    track_name: str
    active: int
    turn: int
    answers: frozenset[str]  # the verbs that the question takes
    bonuses: tuple[tuple[int, int, str, int], ...]
    supply: tuple[tuple[str, int], ...]
    yellow: tuple[int, ...]  # what is left in the decks, in no order
    red: tuple[int, ...]
    drawn: tuple[str, ...]  # the monster cards that were drawn last, by name
    roll: RollSeen | None
    blow: BlowSeen | None
    fury: int
    rush: bool
    monster_die: bool
    casts: tuple[Cast, ...]  # the dice that fell last, counted
    library: Library | None  # where not our own cards and map are played with


def see(state: FateState, seat: int | None) -> FateView:
    """The view of a seat: hands are open, so all see the same."""
    assert places.agree(state), "somebody is not where the map says"
    book, decision = state.book, state.decision
    figures = book.figures
    paths = march.forecast(state)
    return FateView(
        **state.common(seat),
        heroes=tuple(hero_seen(state, other) for other in range(len(state.heroes))),
        monsters=tuple(
            monster_seen(state, monster, paths.get(monster, ()))
            for monster, node in enumerate(state.where)
            if node >= 0
        ),
        pieces=state.pieces,
        most_pieces=figures.most_pieces,
        start_pieces=figures.town_pieces[len(state.heroes) - 1],
        time=state.time,
        track=tuple((hour.deck, hour.skull) for hour in state.track),
        track_name=state.options.track,
        active=state.active,
        turn=state.turn,
        answers=verbs(type(decision)) if decision is not None else frozenset(),
        bonuses=tuple(
            (*state.land.xy[node], kind, left)
            for (node, kind, _), left in zip(book.bonuses, state.bonus, strict=True)
        ),
        supply=tuple((kind.id, left) for kind, left in zip(state.kinds, state.supply, strict=True)),
        yellow=tuple(sorted(state.yellow)),
        red=tuple(sorted(state.red)),
        drawn=tuple(book.cards[card].name for card in state.drawn),
        roll=roll_seen(state),
        blow=blow_seen(state),
        fury=state.fury,
        rush=state.rush,
        monster_die=state.options.monster_die,
        casts=tuple(state.casts),
        library=state.options.library,
    )


@functools.cache
def verbs(decision: type[Decision[FateState, Any]]) -> frozenset[str]:
    """The verbs of the actions that a decision takes."""
    return frozenset(spell(kind) for kind in kinds_of(decision))


def card_seen(state: FateState, number: int, seat: int, in_play: bool) -> CardSeen:
    """A side of a card."""
    side, hero = state.book.sides[number], state.heroes[seat]
    face = side.face
    return CardSeen(
        id=side.id,
        name=side.name,
        kind=side.kind,
        level=side.level,
        text=face.text,
        strength=face.strength,
        health=face.health,
        range=face.range,
        armor=face.armor,
        generates=face.mana,
        durability=face.durability,
        mana=hero.mana.get(side.id, 0) if in_play else 0,
        wear=hero.wear.get(side.id, 0) if in_play else 0,
        counters=hero.counters.get(side.id, 0) if in_play else 0,
        used=in_play and side.id in hero.used,
        stores=side.stores_mana,
        options=tuple(use.option for use in face.uses if use.option),
        quest=side.quest.text if side.quest is not None else "",
    )


def held_cards(state: FateState, cards: list[int]) -> tuple[HeldCard, ...]:
    """Events as everybody sees them."""
    events = state.book.events
    return tuple(
        HeldCard(card, events[card].id, events[card].name, events[card].text, events[card].use.when)
        for card in cards
    )


def hero_seen(state: FateState, seat: int) -> HeroSeen:
    """A hero."""
    hero, kit = state.heroes[seat], state.kit(seat)
    x, y = state.land.xy[hero.node]
    quest = quests.current(state, seat)
    return HeroSeen(
        id=state.hero_id(seat),
        name=state.name(seat),
        x=x,
        y=y,
        in_town=hero.node == 0,
        damage=hero.damage,
        health=kit.health,
        strength=kit.strength,
        range=state.reach(seat),
        armor=kit.armor,
        move=turn.stride(state, seat),
        gold=hero.gold,
        upgrade_cost=evening.upgrade_cost(state, seat),
        taken=hero.taken,
        rooted=hero.rooted,
        cards=tuple(card_seen(state, number, seat, True) for number in hero.active),
        hand=held_cards(state, hero.hand),
        hand_limit=kit.hand,
        deck=tuple(sorted(hero.deck)),
        discard=held_cards(state, hero.discard),
        ability=card_seen(state, hero.abilities[-1], seat, False) if hero.abilities else None,
        abilities=tuple(sorted(hero.abilities)),
        equipment=card_seen(state, hero.equipment[-1], seat, False) if hero.equipment else None,
        equipments=tuple(sorted(hero.equipment)),
        quest=quest.text if quest is not None else "",
        progress=hero.progress,
        quest_count=quest.count if quest is not None else 0,
    )


def monster_seen(state: FateState, monster: int, path: tuple[int, ...]) -> MonsterSeen:
    """A monster."""
    kind, node, land = state.kinds[state.kind[monster]], state.where[monster], state.land
    x, y = land.xy[node]
    return MonsterSeen(
        id=monster,
        kind=kind.id,
        name=kind.name,
        faction=kind.faction,
        rank=kind.rank,
        level=kind.level,
        x=x,
        y=y,
        strength=kind.strength,
        health=damage.health(state, monster),
        damage=state.hurt[monster],
        armor=kind.armor,
        range=kind.range,
        move=kind.move,
        xp=kind.xp,
        prey=state.prey[monster],
        held=monster in state.held,
        dice=assault.monster_strength(state, monster),
        text=kind.text,
        path=tuple(land.xy[step] for step in path),
    )


def roll_seen(state: FateState) -> RollSeen | None:
    """The dice on the table."""
    roll = state.roll
    if roll is None:
        return None
    x, y = state.land.xy[roll.node]
    return RollSeen(
        seat=roll.seat,
        x=x,
        y=y,
        monster=roll.monster,
        against=state.target_name(roll.monster),
        dice=roll.dice,
        hits=tuple(dice.counts(state, face) for face in roll.dice),
        bonus=roll.bonus,
        damage=dice.strength_of(state),
        action=roll.action,
    )


def blow_seen(state: FateState) -> BlowSeen | None:
    """Damage that is about to be taken."""
    blow = state.blow
    if blow is None:
        return None
    return BlowSeen(seat=blow.seat, amount=blow.amount, monster=blow.monster, why=blow.why)
