"""Stacks as a commander sees them: how many they are, who leads them, and what they hold."""

from __future__ import annotations

import functools
from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from fimbul.games.fornaldar.bot.champions import Fighter, fighter
from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.library.rows import Library
from fimbul.games.fornaldar.model import Treasure
from fimbul.games.fornaldar.rules import pieces, ratings
from fimbul.games.fornaldar.rules.combat import challenges
from fimbul.games.fornaldar.rules.magic import items, spells

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

MOST_PORTRAITS = 4096


class Stack(msgspec.Struct):
    """A ground stack as its commander sees it."""

    hex: int
    seat: int
    leaders: list[int]
    csp: int = 0
    boxes: int = 0  # of its characters
    command: int = 0
    troops: dict[int, int] = {}  # CSP by banner
    escorts: dict[int, int] = {}  # by race
    might: dict[int, int] = {}  # of heroes and magic, by race
    leads: frozenset[int] = frozenset()  # the banners that somebody in it commands
    champions: tuple[Fighter | None, Fighter | None] = (None, None)  # in a trial and in a duel
    garrison: int = 0
    fort: str = ""  # the kind of its own fortress
    walls: float = 0.0  # victory points for its fortress
    hoard: float = 0.0  # for what it holds
    awake: bool = False  # some of it is active, and could move

    def joined(self, other: Stack) -> Stack:
        """Both together, where this one stands."""
        return msgspec.structs.replace(
            self,
            leaders=self.leaders + other.leaders,
            csp=self.csp + other.csp,
            boxes=self.boxes + other.boxes,
            command=max(self.command, other.command),
            troops=summed(self.troops, other.troops),
            escorts=summed(self.escorts, other.escorts),
            might=summed(self.might, other.might),
            leads=self.leads | other.leads,
            champions=(
                stronger(self.champions[0], other.champions[0]),
                stronger(self.champions[1], other.champions[1]),
            ),
            hoard=self.hoard + other.hoard,
        )

    def away(self, hex_: int) -> Stack:
        """The same people in another hex, where they have no walls."""
        return msgspec.structs.replace(self, hex=hex_, garrison=0, fort="", walls=0.0)

    def left(self, csp: int) -> Stack:
        """So many CSP of its greatest banner, without anybody to lead them, in the same place."""
        banner = max(self.troops, key=self.troops.__getitem__, default=-1)
        few = min(csp, self.troops.get(banner, 0))
        return Stack(
            self.hex,
            self.seat,
            [],
            few,
            troops={banner: few} if few else {},
            command=0,
            garrison=self.garrison,
            fort=self.fort,
            walls=self.walls,
            awake=self.awake,
        )

    def half(self) -> Stack:
        """Half of its troops under the same command."""
        troops = {banner: csp // 2 for banner, csp in self.troops.items()}
        return msgspec.structs.replace(
            self, csp=sum(troops.values()), boxes=self.boxes // 2, troops=troops, escorts={}
        )

    def alone(self, leader: int) -> Stack:
        """One of its characters without troops."""
        return msgspec.structs.replace(
            self, leaders=[leader], csp=0, boxes=1, troops={}, escorts={}, might={}, hoard=0.0, walls=0.0
        )


def summed(one: dict[int, int], two: dict[int, int]) -> dict[int, int]:
    """Both counts together."""
    if not two:
        return one
    found = dict(one)
    for key, number in two.items():
        found[key] = found.get(key, 0) + number
    return found


def stronger(one: Fighter | None, two: Fighter | None) -> Fighter | None:
    """The better of two champions."""
    if one is None or two is None:
        return one or two
    return one if one.strength >= two.strength else two


def camps(state: FornaldarState, seat: int, who: int) -> dict[int, Stack]:
    """The ground stacks of a side, as a seat looks at them: with empty fortresses of the other."""
    stacks: dict[int, Stack] = {}
    book = state.book
    mine = [side == who for side in state.side]

    def at(hex_: int) -> Stack:
        found = stacks.get(hex_)
        if found is None:
            found = stacks[hex_] = Stack(hex_, who, [])
        return found

    for army in state.armies:
        if mine[army.group] and not (army.aboard or army.afloat):
            stack = at(army.hex)
            stack.csp += army.csp
            stack.troops[army.banner] = stack.troops.get(army.banner, 0) + army.csp
            stack.awake = stack.awake or state.active[army.group]
    for number, someone in enumerate(state.leaders):
        if someone.hex < 0 or someone.aboard or someone.afloat:
            continue
        if mine[book.leader_group[number]]:
            stack = at(someone.hex)
            recruit(state, stack, number)
            stack.awake = stack.awake or state.active[book.leader_group[number]]
    for hex_ in book.forts:
        if pieces.fortress_seat(state, hex_) != who or (who == seat and hex_ not in stacks):
            continue
        fort = book.fortress[hex_]
        assert fort is not None
        stack = at(hex_)
        stack.fort = fort.kind
        stack.garrison = book.garrison[fort.strength]
        stack.command = book.keep[fort.strength]
        stack.walls = ransom(state, hex_)
    treasured = treasures(state)
    for stack in stacks.values():
        stack.command = max(stack.command, ratings.best_command(state, stack.leaders))
        stack.hoard = sum(treasured.get(each, 0.0) for each in stack.leaders)
    return stacks


def ransom(state: FornaldarState, hex_: int) -> float:
    """The victory points for a fortress; the Fynvirke is never destroyed (R18.6)."""
    book = state.book
    fort = book.fortress[hex_]
    if fort is None or fort.kind == "fynvirke":
        return 0.0
    return prizes(book.scenario.id, book.library).get(hex_, 0.0) + book.spoils["fortress"]


def recruit(state: FornaldarState, stack: Stack, leader: int) -> None:
    """One more character in a stack, with his escort."""
    race, him = state.book.leader_race[leader], portrait(state, leader)
    stack.leaders.append(leader)
    stack.boxes += him.boxes
    stack.leads |= him.leads
    if state.leaders[leader].escort:
        stack.csp += 1
        stack.escorts[race] = stack.escorts.get(race, 0) + 1
    if him.might:
        stack.might[race] = stack.might.get(race, 0) + him.might
    (trial, duel), (other, another) = stack.champions, him.champions
    stack.champions = stronger(trial, other), stronger(duel, another)


class Portrait(NamedTuple):
    """What a character is worth by himself."""

    boxes: int
    leads: frozenset[int]
    might: int
    champions: tuple[Fighter | None, Fighter | None]


PORTRAITS: dict[Hashable, Portrait] = {}


def portrait(state: FornaldarState, leader: int) -> Portrait:
    """What a character is worth, remembered by all that it depends on: in many worlds he is the same."""
    book, someone = state.book, state.leaders[leader]
    key = (
        *(book.serial, leader, someone.wounds, someone.crowned, someone.cast, pieces.awake(state, leader)),
        *(tuple(items.borne(state, leader)), state.phase, state.month, spells.strength(state, leader)),
    )
    found = PORTRAITS.get(key)
    if found is None:
        if len(PORTRAITS) >= MOST_PORTRAITS:
            PORTRAITS.clear()
        found = PORTRAITS[key] = painted(state, leader)
    return found


def painted(state: FornaldarState, leader: int) -> Portrait:
    """The same, worked out."""
    book = state.book
    might = ratings.current_magic(state, leader)
    if ratings.is_hero(state, leader):
        might += ratings.combat(state, leader)
    trial, duel = (
        fighter(state, leader, kind) if challenges.may_take_part(state, leader, kind) else None
        for kind in (challenges.TRIAL, challenges.DUEL)
    )
    leads = led_by(book, ratings.rank(state, leader), book.leader_race[leader], book.leader_banner[leader])
    return Portrait(ratings.face(state, leader), leads, might, (trial, duel))


@functools.lru_cache(maxsize=1024)
def led_by(book: Book, rank: int, race: int, banner: int) -> frozenset[int]:
    """The banners that a character of such a rank, race and banner commands (R15.4)."""
    if rank == ratings.KING:
        return frozenset(range(len(book.banners)))
    if rank == ratings.MARSHAL:
        return frozenset(n for n in range(len(book.banners)) if book.banner_race[n] == race)
    return frozenset([banner]) if rank == ratings.CAPTAIN else frozenset()


@functools.cache
def prizes(scenario: str, library: Library) -> dict[int, float]:
    """What the scenario gives for fortresses besides their own points, by hex."""
    node = {each.hex: number for number, each in enumerate(library.ground)}
    found: dict[int, float] = {}
    for award in library.awards:
        if award.scenario != scenario:
            continue
        if award.kind in ("ruin", "stands", "held"):
            for name in award.what:
                found[node[name]] = found.get(node[name], 0.0) + award.points
        elif award.kind == "ruins":
            for fort in library.fortresses:
                if fort.kingdom in award.what and fort.hex != award.besides:
                    found[node[fort.hex]] = found.get(node[fort.hex], 0.0) + award.points
    return found


def loose(item: Treasure) -> bool:
    """Whether a magic item lies about for anybody to take."""
    return item.hex >= 0 and item.bearer < 0 and item.keeper < 0 and not (item.hidden or item.gone)


def lying(state: FornaldarState) -> dict[int, float]:
    """The victory points for items that lie about, by hex (R22.2, R24.1.3)."""
    book = state.book
    found: dict[int, float] = {}
    for number, item in enumerate(state.treasures):
        if loose(item):
            card = book.relics[number]
            points = sum(
                award.points
                for award in book.awards
                if award.kind == card.kind or (award.kind == "item" and card.id in award.what)
            )
            found[item.hex] = found.get(item.hex, 0.0) + points
    return found


@functools.lru_cache(maxsize=16)
def prized(book: Book) -> dict[int, float]:
    """The items that count at the end, and how much."""
    return {
        book.relic[name]: award.points for award in book.awards if award.kind == "item" for name in award.what
    }


def treasures(state: FornaldarState) -> dict[int, float]:
    """What characters carry that counts at the end, by character."""
    found: dict[int, float] = {}
    for item, worth in prized(state.book).items():
        bearer = state.treasures[item].bearer
        if bearer >= 0:
            found[bearer] = found.get(bearer, 0.0) + worth
    return found
