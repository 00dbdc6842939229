"""What is to be expected of the enemy: of his hidden stacks one sees the top piece alone (R12.3).

What else he has is known as a whole.  `imagining` deals it out over the hidden stacks by chance; here every
stack gets what it would get on the average, which is what many imagined worlds would say.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from fimbul.games.fornaldar.bot.champions import Fighter
from fimbul.games.fornaldar.bot.stacks import Stack, camps, portrait, prized, stronger, summed
from fimbul.games.fornaldar.model import LAND, NOWHERE, SEA, Army
from fimbul.games.fornaldar.rules import imagining, ratings, secrecy
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.movement import forces

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

LIKELY = 0.5  # who is in a stack more often than not is counted on
SLIGHT = 1e-6  # what sums of fractions may be wrong by


class Hearsay(NamedTuple):
    """What a seat knows of the other's pieces."""

    key: Hashable  # all of it
    seat: int
    hidden: list[tuple[secrecy.Stack, secrecy.Top]]
    homes: dict[int, secrecy.Stack]  # of the characters in hidden stacks of whom one knows where they are
    loose: list[int]  # the other characters in hidden stacks
    pools: Counter[tuple[int, int]]  # the CSP in them, by banner and group, escorts among them
    hurt: int  # their wounds
    hoard: float  # victory points for what they carry


def hearsay(state: FornaldarState, seat: int) -> Hearsay:
    """Gather what is known."""
    book, who = state.book, 1 - seat
    pins, named = imagining.pinned(state, seat)
    hidden: list[tuple[secrecy.Stack, secrecy.Top]] = []
    homes: dict[int, secrecy.Stack] = {}
    loose: list[int] = []
    pools: Counter[tuple[int, int]] = Counter()
    seen: list[Hashable] = []
    for stack in secrecy.array(state, who):
        if secrecy.is_open(state, seat, stack) or imagining.is_kept(state, stack, pins, named):
            seen.append((stack.hex, stack.kind, tuple([told(state, each) for each in stack.leaders])))
            seen += [(army.banner, army.csp) for army in stack.armies]
            continue
        lid = secrecy.top(state, stack)
        hidden.append((stack, lid))
        seen.append((stack.hex, lid.kind, lid.number, lid.group, stack.kind))
        for army in stack.armies:
            pools[army.banner, army.group] += army.csp
        for each in stack.leaders:
            if state.leaders[each].escort:
                pools[book.leader_banner[each], book.leader_group[each]] += 1
            if (lid.kind == "leader" and lid.number == each) or each in named or state.leaders[each].cast:
                homes[each] = stack
            else:
                loose.append(each)
    side, active, cast = state.side, state.active, {*homes, *loose}
    hurt = sum(state.leaders[each].wounds for each in cast)
    hexes = {stack.hex for stack, _ in hidden}
    hoard = sum(
        points
        for item, points in prized(book).items()
        if (it := state.treasures[item]).bearer in cast or (it.keeper == who and it.hex in hexes)
    )
    asleep = [(a.hex, a.banner, a.csp) for a in state.armies if side[a.group] == who and not active[a.group]]
    loose.sort()
    key = (
        (state.phase, state.game_turn, tuple(state.spells), tuple(state.side), tuple(active)),
        (tuple(seen), tuple(asleep), tuple(sorted(pools.items())), hurt, hoard),
        (tuple(sorted([(each, home.hex, home.kind) for each, home in homes.items()])), tuple(loose)),
        tuple([(state.leaders[each].crowned, state.leaders[each].cast) for each in (*homes, *loose)]),
    )
    return Hearsay(key, seat, hidden, homes, loose, pools, hurt, hoard)


def told(state: FornaldarState, leader: int) -> Hashable:
    """All that counts of a character whom one knows."""
    someone = state.leaders[leader]
    return (
        *(leader, someone.wounds, someone.escort, someone.crowned, someone.cast),
        *(someone.aboard or someone.afloat, tuple(items.borne(state, leader))),
    )


# ---- what is to be expected


def expected(state: FornaldarState, seat: int, news: Hearsay) -> dict[int, Stack]:
    """The other's ground stacks as they are to be expected, with his empty fortresses."""
    world = stripped(state, news)
    stacks, band = camps(world, seat, 1 - seat), Company(state, world, news)
    for (stack, lid), troops in zip(news.hidden, shares(state, news), strict=True):
        if stack.kind == LAND:
            found = reinforced(state, stacks[stack.hex], troops)
            stacks[stack.hex] = band.joins(found) if lid.kind == "leader" else found
    return stacks


def stripped(state: FornaldarState, news: Hearsay) -> FornaldarState:
    """A world in which hidden stacks are what lies on top of them, whole and with nothing in its hands."""
    world = state.copy()
    places = {(stack.hex, stack.kind): lid for stack, lid in news.hidden}
    for each in (*news.homes, *news.loose):
        someone = world.leaders[each]
        someone.wounds, someone.escort = 0, False
        for item in list(items.borne(world, each)):
            world.treasures[item].bearer = -1
    for each in news.loose:
        world.leaders[each].hex = NOWHERE
    side, active, kept = world.side, world.active, []
    for army in world.armies:
        place = army.hex, SEA if army.aboard or army.afloat else LAND
        if place not in places or not active[army.group] or side[army.group] != 1 - news.seat:
            kept.append(army)
    kept += [
        Army(hex=hex_, group=lid.group, banner=lid.number, csp=1)
        for (hex_, kind), lid in places.items()
        if lid.kind == "army" and kind == LAND
    ]
    world.armies = kept
    return world


def shares(state: FornaldarState, news: Hearsay) -> list[dict[int, float]]:
    """The CSP of each banner that every hidden stack would get on the average, besides the one on top."""
    found: list[dict[int, float]] = [{} for _ in news.hidden]
    pools = news.pools.copy()
    pools.subtract([(lid.number, lid.group) for _, lid in news.hidden if lid.kind == "army"])
    for (banner, group), csp in pools.items():
        swims = forces.swims(state, banner)
        fit = [
            place
            for place, (stack, lid) in enumerate(news.hidden)
            if (lid.kind != "army" or (lid.number, lid.group) <= (banner, group))
            and (stack.kind == LAND or swims or lid.kind != "ship")  # a ship on top is empty
        ]
        for place in fit:
            found[place][banner] = found[place].get(banner, 0.0) + csp / len(fit)
    return found


def reinforced(state: FornaldarState, stack: Stack, troops: dict[int, float]) -> Stack:
    """A stack with so many more CSP, in whole numbers, rounded up together."""
    more = {banner: int(csp) for banner, csp in troops.items()}
    short = math.ceil(sum(troops.values()) - SLIGHT) - sum(more.values())
    for banner in sorted(troops, key=lambda each: (more[each] - troops[each], each))[: max(0, short)]:
        more[banner] += 1
    more = {banner: csp for banner, csp in more.items() if csp}
    return msgspec.structs.replace(
        stack, csp=stack.csp + sum(more.values()), troops=summed(stack.troops, more)
    )


class Company:
    """The characters of whom one does not know where they are, as every stack that could have them may."""

    def __init__(self, state: FornaldarState, world: FornaldarState, news: Hearsay) -> None:
        book = state.book
        led = [stack.kind for stack, lid in news.hidden if lid.kind != "army"]
        self.chances = {
            each: 1 / max(1, led.count(LAND) if book.cast[each].flies else len(led)) for each in news.loose
        }
        faces = {each: portrait(world, each) for each in news.loose}
        everybody = len(news.homes) + len(news.loose)
        boxes = sum(ratings.face(world, each) for each in (*news.homes, *news.loose))
        self.sound = 1 - news.hurt / max(1, boxes)  # the part of their boxes that is left
        self.hoard = news.hoard / max(1, everybody)  # for each of them
        self.boxes = sum(self.chances[each] * face.boxes for each, face in faces.items())
        might: dict[int, float] = {}
        without: dict[int, float] = {}  # how likely nobody leads a banner
        for each, face in faces.items():
            race = book.leader_race[each]
            might[race] = might.get(race, 0.0) + self.chances[each] * face.might
            for banner in face.leads:
                without[banner] = without.get(banner, 1.0) * (1 - self.chances[each])
        self.might = {race: round(points) for race, points in might.items() if round(points)}
        self.leads = frozenset(banner for banner, chance in without.items() if chance < LIKELY)
        self.commands = sorted(
            ((ratings.command(world, each), self.chances[each]) for each in news.loose), reverse=True
        )
        self.trial, self.duel = (
            self.middle([(face.champions[kind], self.chances[each]) for each, face in faces.items()])
            for kind in (0, 1)
        )

    def middle(self, fighters: list[tuple[Fighter | None, float]]) -> Fighter | None:
        """The champion whom a stack has at least, as likely as not."""
        able = [(each, chance) for each, chance in fighters if each is not None]
        without = 1.0
        for each, chance in sorted(able, key=lambda pair: -pair[0].strength):
            without *= 1 - chance
            if without <= LIKELY:
                return each
        return None

    def joins(self, stack: Stack) -> Stack:
        """A stack with what it has of them on the average."""
        command, without = 0.0, 1.0
        for best, chance in self.commands:
            if best <= stack.command:
                break
            command += without * chance * best
            without *= 1 - chance
        trial, duel = stack.champions
        return msgspec.structs.replace(
            stack,
            leaders=stack.leaders + [each for each, chance in self.chances.items() if chance > LIKELY],
            boxes=round(self.sound * (stack.boxes + self.boxes)),
            command=round(command + without * stack.command),
            might=summed(stack.might, self.might),
            leads=stack.leads | self.leads,
            champions=(stronger(trial, self.trial), stronger(duel, self.duel)),
            hoard=self.hoard * (len(stack.leaders) + sum(self.chances.values())),
        )
