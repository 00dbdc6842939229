"""From a state to a view: what a seat may know of it (R25.2)."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from fimbul.core import Sealed
from fimbul.core.action import spell as spelled
from fimbul.core.agenda import kinds_of
from fimbul.games.fornaldar.actions import At, Fight, Go, Intercept, Pick, Retreat
from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.model import LAND, NOWHERE, SEA, Army, Leader, Spell, Treasure
from fimbul.games.fornaldar.rules import pieces, ratings, secrecy, victory, weather
from fimbul.games.fornaldar.rules.combat import challenges, fighting, prospects, rounds
from fimbul.games.fornaldar.rules.combat.prospects import Forecast
from fimbul.games.fornaldar.rules.magic import items, spells
from fimbul.games.fornaldar.rules.memory import (
    armies_by_hex,
    leaders_by_hex,
    recall_sight,
    recall_steps,
    ships_by_hex,
)
from fimbul.games.fornaldar.rules.movement import intercepting, moving, reaching, transport
from fimbul.games.fornaldar.table import view

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

# Answers that are given by touching a hex; all others are buttons.
PLACED: tuple[type, ...] = (*(At, Pick, Go, Intercept, Fight, Retreat),)


def see(state: FornaldarState, seat: int | None) -> view.FornaldarView:
    """The view of a seat.  Inside a sealed choice it sees its own part, and nothing of the others'."""
    common, found = state.common(seat), Sight(state, seat)
    return view.FornaldarView(**common, **{name: part(found) for name, part in PARTS.items()})


def account(state: FornaldarState, seat: int | None) -> tuple[view.PointsSeen, ...]:
    """What would be counted if the game ended now, as far as a seat knows (R22.2)."""
    return tuple(
        view.PointsSeen(seat=each.seat, name=each.name, points=each.points, least=each.least)
        for each in victory.account(state, seat)
    )


def step(book: Book, there: int, here: int) -> tuple[str, str]:
    """Which hex was entered, and from where."""
    return book.place_names[there], book.place_names[here] if here >= 0 else ""


def know(state: FornaldarState, seat: int | None, before: Known | Lore | None, changed: set[int]) -> Known:
    """What a seat knows of the pieces, by what it knew and where anything has changed since."""
    if isinstance(before, Known) and not changed and before.lore.times == times(state):
        return before
    return Known(state, seat, before.lore if before is not None else None, changed)


def times(state: FornaldarState) -> tuple[Any, ...]:
    """What changes how characters are known, wherever they are: worth, items, what is examined."""
    return (state.phase, state.month, tuple(state.spells), Treasure.shifts.last, tuple(state.seen))


def uses(state: FornaldarState, held: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """The items that characters use: of several they choose by the phase."""
    return {each: items.usable(state, each) for each in held}


class Lore:
    """What is known by names and numbers alone, so that it holds for a copy of the position too."""

    __slots__ = ("examined", "held", "lying", "spots", "times", "used")

    def __init__(self, times: tuple[Any, ...], examined: set[int]) -> None:
        self.times, self.examined = times, examined
        self.spots: dict[str, view.Spot] = {}
        self.held: dict[int, tuple[str, ...]] = {}  # items by bearer
        self.used: dict[int, tuple[int, ...]] = {}  # those that he benefits from
        self.lying: tuple[tuple[str, bool], ...] = ()  # the hexes of other items, and whether they are hidden

    @property
    def lore(self) -> Lore:
        """See `Known.lore`."""
        return self


class Known:
    """What a seat knows of the pieces.  It is remembered for as long as they stay as they are.

    What it knows of a hex is taken over from what it knew before, unless something has changed there.
    """

    def __init__(
        self, state: FornaldarState, seat: int | None, before: Lore | None, changed: set[int]
    ) -> None:
        self.state, self.book, self.seat = state, state.book, seat
        self.faces = state.memory.faces
        lore = self.lore = Lore(times(state), secrecy.examined(state, seat))
        people, armies, ships = leaders_by_hex(state), armies_by_hex(state), ships_by_hex(state)
        if before is None:
            self.find_items()
            changed = {*people, *armies, *ships}
        else:
            lore.held, lore.lying, lore.used = before.held, before.lying, before.used
            lore.spots = before.spots.copy()
            if before.times != lore.times:
                changed = changed | self.look_again(before)
        names, spots = self.book.place_names, lore.spots
        for hex_ in changed - {NOWHERE}:
            if hex_ in people or hex_ in armies or hex_ in ships:
                spot = self.spot(hex_, people.get(hex_, ()), armies.get(hex_, ()), ships.get(hex_, ()))
                if any(spot):
                    spots[names[hex_]] = spot
                    continue
            spots.pop(names[hex_], None)

    def find_items(self) -> None:
        """Note the items that characters bear, and where the others lie as far as the seat knows."""
        held: dict[int, tuple[str, ...]] = {}
        lying = []
        for number, item in enumerate(self.state.treasures):
            if item.gone:
                continue
            if item.bearer >= 0:
                held[item.bearer] = (*held.get(item.bearer, ()), self.book.relics[number].id)
            where = self.place_of(item)
            if where >= 0:
                lying.append((self.book.place_names[where], item.hidden))
        self.lore.held, self.lore.lying = held, tuple(lying)
        self.lore.used = uses(self.state, held)

    def place_of(self, item: Treasure) -> int:
        """Where an item lies: what the other's troops keep is under them (R12.3)."""
        kept = item.keeper >= 0 and item.keeper != self.seat and item.hex not in self.lore.examined
        return NOWHERE if kept else item.hex

    def look_again(self, before: Lore) -> set[int]:
        """Take other times into account: the hexes that they change."""
        state, lore = self.state, self.lore
        if before.times[3:] != lore.times[3:]:
            self.find_items()
        else:
            lore.used = uses(state, lore.held)
        others: Iterable[int] = range(len(state.leaders))
        if before.times[1:3] == lore.times[1:3]:  # neither mana nor enchantments have changed
            others = [
                each
                for each in {**lore.held, **before.held}
                if (lore.used.get(each), lore.held.get(each))
                != (before.used.get(each), before.held.get(each))
            ]
        return {state.leaders[each].hex for each in others} | (lore.examined ^ before.examined)

    def spot(
        self, hex_: int, people: Sequence[int], armies: Sequence[Army], ships: Sequence[int]
    ) -> view.Spot:
        """What is known to be in a hex."""
        state, book, side, active = self.state, self.book, self.state.side, self.state.active
        heaps: dict[tuple[int, str], list[int]] = {}  # by seat and kind: CSP, characters and ships
        open_ = {(self.seat, LAND), (self.seat, SEA)}
        if hex_ in self.lore.examined:
            open_ = {(0, LAND), (0, SEA), (1, LAND), (1, SEA)}
        for ship in ships:
            group = book.ship_group[ship]
            if active[group]:
                heaps.setdefault((side[group], SEA), [0, 0, 0])[2] += 1
                if state.vessels[ship].river >= 0:
                    open_.add((side[group], SEA))
        asleep = []
        for army in armies:
            if active[army.group]:
                whose = (side[army.group], SEA if army.aboard or army.afloat else LAND)
                heaps.setdefault(whose, [0, 0, 0])[0] += army.csp
            else:
                asleep.append(army)
        known = []
        for number in people:
            someone, group = state.leaders[number], book.leader_group[number]
            masked = self.is_masked(number)
            whose = (side[group], SEA if someone.aboard or someone.afloat else LAND)
            if active[group]:
                heap = heaps.setdefault(whose, [0, 0, 0])
                if not masked:
                    heap[0] += someone.escort
                    heap[1] += 1
            if not masked and (whose in open_ or not active[group] or side[group] < 0):
                known.append(self.leader(number))
        return view.Spot(
            tuple(
                [
                    view.Heap(*whose, True, *heaps[whose])
                    if whose in open_
                    else view.Heap(*whose, False, -1, -1, -1)
                    for whose in sorted(heaps)
                    if whose[0] >= 0
                ]
            ),
            tuple(known),
            self.join(asleep) if asleep else (),
        )

    @functools.cached_property
    def groups(self) -> list[secrecy.Stack]:
        """The stacks of both sides."""
        return [each for side in (0, 1) for each in secrecy.array(self.state, side)]

    @functools.cached_property
    def open(self) -> dict[tuple[int, int, str], bool]:
        """Whether all of a stack is known: one's own, of an examined hex, or on a river."""
        return {
            (each.seat, each.hex, each.kind): each.seat == self.seat
            or each.hex in self.lore.examined
            or secrecy.on_river(self.state, each)
            for each in self.groups
        }

    def knows(self, group: int, hex_: int, wet: bool) -> bool:
        """Whether a piece of a group is known in full: it stands openly, or its stack is open."""
        if not self.state.active[group]:
            return True
        return self.open.get((self.state.side[group], hex_, SEA if wet else LAND), True)

    @functools.cached_property
    def stacks(self) -> tuple[view.StackSeen, ...]:
        """The stacks of both sides."""
        return tuple(map(self.stack, self.groups))

    def stack(self, stack: secrecy.Stack) -> view.StackSeen:
        """A stack."""
        state, book = self.state, self.book
        lid, heaps = secrecy.top(state, stack), self.lore.spots[book.hex_name(stack.hex)].heaps
        heap = next(each for each in heaps if (each.seat, each.kind) == (stack.seat, stack.kind))
        # The bearer of Ada's Mask is not counted; on top everybody sees her all the same (R12.1, R21.43).
        seen = lid.kind == "leader" and heap.known and self.is_masked(lid.number)
        rivers = {state.vessels[each].river for each in stack.ships} - {-1} if stack.ships else ()
        names: tuple[Any, ...] = (
            book.cast if lid.kind == "leader" else book.fleet if lid.kind == "ship" else book.banners
        )
        return view.StackSeen(
            seat=stack.seat,
            hex=book.hex_name(stack.hex),
            kind=stack.kind,
            river=f"h{book.river_names[min(rivers)]}" if rivers else "",
            top=lid.kind,
            id=names[lid.number].id,
            group=book.groups[lid.group].id if lid.group >= 0 else "",
            known=heap.known,
            csp=heap.csp,
            leaders=heap.leaders + seen,
            ships=heap.ships,
        )

    def is_masked(self, leader: int) -> bool:
        """Whether Ada's Mask keeps a character from whoever looks (R21.43)."""
        return leader in self.lore.held and secrecy.is_masked(self.state, self.seat, leader)

    @functools.cached_property
    def leaders(self) -> tuple[view.LeaderSeen, ...]:
        """The characters on the map that are known."""
        found = [each for spot in self.lore.spots.values() for each in spot.leaders]
        return tuple(sorted(found, key=lambda each: self.book.leader[each.id]))

    def leader(self, number: int) -> view.LeaderSeen:
        """A character as he is now."""
        state, someone = self.state, self.state.leaders[number]
        group = self.book.leader_group[number]
        seat = state.side[group]
        own = seat == self.seat
        rank, command, combat, magic, hero, enchanter = self.worth(number, someone)
        return view.LeaderSeen(
            id=self.book.cast[number].id,
            seat=seat,
            hex=self.book.place_names[someone.hex],
            active=state.active[group],
            rank=rank,
            command=command,
            combat=combat,
            magic=magic,
            wounds=someone.wounds,
            escort=someone.escort,
            items=self.lore.held.get(number, ()),
            hero=hero,
            enchanter=enchanter,
            aboard=someone.aboard,
            afloat=someone.afloat,
            cast=someone.cast,
            spent=someone.spent if own else 0,
            done=someone.done and own,
        )

    def worth(self, number: int, someone: Leader) -> tuple[int, int, int, int, bool, bool]:
        """Rank, ratings and gifts of a character, found out once for as long as they stay."""
        state = self.state
        boon = spells.strength(state, number) if state.spells else 0
        why = (self.lore.used.get(number), boon, state.month, someone.wounds, someone.crowned)
        known: tuple[Any, tuple[int, int, int, int, bool, bool]] | None = self.faces.get(number)
        if known is None or known[0] != why:
            known = self.faces[number] = (
                why,
                (
                    ratings.rank(state, number),
                    ratings.command(state, number),
                    ratings.combat(state, number),
                    ratings.current_magic(state, number),
                    ratings.is_hero(state, number),
                    ratings.is_enchanter(state, number),
                ),
            )
        return known[1]

    @functools.cached_property
    def armies(self) -> tuple[view.ArmySeen, ...]:
        """The armies that are known."""
        return self.join(
            army
            for army in self.state.armies
            if army.hex >= 0 and self.knows(army.group, army.hex, army.aboard or army.afloat)
        )

    def join(self, armies: Iterable[Army]) -> tuple[view.ArmySeen, ...]:
        """Armies as they are seen; how far the other's have moved is not, so that they are joined."""
        state, book = self.state, self.book
        found: dict[tuple[Any, ...], int] = {}
        for army in armies:
            own = state.side[army.group] == self.seat
            flags = (army.spent, army.done) if own else (0, False)
            key = (army.hex, army.group, army.banner, army.aboard, army.afloat, *flags)
            found[key] = found.get(key, 0) + army.csp
        return tuple(
            view.ArmySeen(
                banner=book.banners[banner].id,
                group=book.groups[group].id,
                seat=state.side[group],
                hex=book.hex_name(hex_),
                active=state.active[group],
                csp=csp,
                aboard=aboard,
                afloat=afloat,
                spent=spent,
                done=done,
            )
            for (hex_, group, banner, aboard, afloat, spent, done), csp in sorted(found.items())
        )

    @functools.cached_property
    def ships(self) -> tuple[view.ShipSeen, ...]:
        """The ships that are known."""
        state, book = self.state, self.book
        found = []
        for number, ship in enumerate(state.vessels):
            group = book.ship_group[number]
            if ship.hex < 0 or not self.knows(group, ship.hex, True):
                continue
            own = state.side[group] == self.seat
            found.append(
                view.ShipSeen(
                    id=book.fleet[number].id,
                    seat=state.side[group],
                    hex=book.hex_name(ship.hex),
                    river=f"h{book.river_names[ship.river]}" if ship.river >= 0 else "",
                    active=state.active[group],
                    damaged=ship.damaged,
                    refit=ship.refit,
                    spent=ship.spent if own else 0,
                    done=ship.done and own,
                )
            )
        return tuple(found)

    @functools.cached_property
    def items(self) -> tuple[view.ItemSeen, ...]:
        """The items in the game: who bears them is known of known characters."""
        state, book = self.state, self.book
        known = {each.id for each in self.leaders}
        found = []
        for number, item in enumerate(state.treasures):
            if item.gone or (item.hex < 0 and item.bearer < 0):
                continue
            bearer, seat = "", item.keeper
            if item.bearer >= 0:
                seat, who = pieces.seat_of(state, item.bearer), book.cast[item.bearer].id
                if state.leaders[item.bearer].hex < 0 or who in known:
                    bearer = who
            found.append(
                view.ItemSeen(
                    id=book.relics[number].id,
                    hex=name_of(book, self.place_of(item)),
                    seat=seat,
                    bearer=bearer,
                    hidden=item.hidden,
                )
            )
        return tuple(found)


class Sight:
    """A position as a seat sees it."""

    def __init__(self, state: FornaldarState, seat: int | None) -> None:
        self.mine = seat is not None and seat in state.to_act
        if isinstance(state.decision, Sealed) and seat in state.decision.seats:
            state = state.apart(seat)
        self.state, self.book, self.seat = state, state.book, seat
        self.known = recall_sight(state, seat, functools.partial(know, state, seat))

    def came(self, entries: list[tuple[int, int, int]]) -> tuple[tuple[str, str], ...]:
        """Which hexes were entered, and from where."""
        return recall_steps(self.state, entries, functools.partial(step, self.book))

    def own(self) -> view.OwnSeen:
        """What only this seat sees."""
        state, decision = self.state, self.state.decision
        legal = state.legal(self.seat) if self.seat is not None and self.mine else []
        return view.OwnSeen(
            verbs=tuple(spelled(kind) for kind in kinds_of(type(decision))) if self.mine and decision else (),
            buttons=tuple(str(action) for action in legal if not isinstance(action, PLACED)),
            places=tuple(
                str(action) for action in legal if isinstance(action, PLACED) and not isinstance(action, Go)
            ),
            plots=self.plots(),
            forecasts=forecasts(state, self.seat),
            catches=catches(state) if self.mine else (),
        )

    def enchanted(self) -> tuple[str, ...]:
        """The hexes of enchantments that are in effect, that stay, or that this seat has plotted."""
        state = self.state
        own = [each for who, each in state.plots if who == self.seat]
        return tuple([name_of(self.book, each.hex) for each in (*state.spells, *state.whirlpools, *own)])

    def plots(self) -> tuple[view.SpellSeen, ...]:
        """The enchantments that this seat has plotted."""
        return tuple(spell(self.book, each) for who, each in self.state.plots if who == self.seat)


def name_of(book: Book, hex_: int) -> str:
    """A hex in the notation, or nothing."""
    return book.hex_name(hex_) if 0 <= hex_ < book.size else ""


def local_weather(state: FornaldarState) -> tuple[tuple[str, str], ...]:
    """The hexes whose weather differs from that of the calendar."""
    return exceptions(state.book, weather.sky(state), state.sky)


@functools.lru_cache(maxsize=64)
def exceptions(book: Book, sky: weather.Sky, calendar: str) -> tuple[tuple[str, str], ...]:
    """Where the weather is another one."""
    return tuple((book.hex_name(hex_), air) for hex_, air in enumerate(sky.at) if air != calendar)


def musters(state: FornaldarState) -> tuple[tuple[int, str, int], ...]:
    """All active CSP of each side by banner, escorts among them: losses are told, so everybody can count."""
    book, count = state.book, Counter[tuple[int, int]]()
    for army in state.armies:
        if army.hex >= 0 and state.active[army.group]:
            count[state.side[army.group], army.banner] += army.csp
    for number, each in enumerate(state.leaders):
        if each.escort and each.hex >= 0 and pieces.awake(state, number):
            count[pieces.seat_of(state, number), book.leader_banner[number]] += 1
    return tuple((seat, book.banners[banner].id, csp) for (seat, banner), csp in sorted(count.items()))


def spell(book: Book, each: Spell) -> view.SpellSeen:
    """An enchantment."""
    return view.SpellSeen(
        enchantment=book.library.enchantments[each.enchantment].id if each.enchantment >= 0 else "talisman",
        caster=book.cast[each.caster].id if each.caster >= 0 else "",
        hex=name_of(book, each.hex),
        leader=book.cast[each.leader].id if each.leader >= 0 else "",
        group=book.groups[each.group].id if each.group >= 0 else "",
        word=each.word,
    )


def force(state: FornaldarState, seat: int | None) -> view.ForceSeen | None:
    """The force that is being moved, as its owner sees it, or who has to answer its move."""
    now, book = state.force, state.book
    if now is None or (now.seat != seat and not (now.known and seat in state.to_act)):
        return None
    river = f"h{book.river_names[now.river]}" if now.river >= 0 else ""
    if now.seat != seat:
        return view.ForceSeen(seat=now.seat, hex=book.hex_name(now.hex), river=river, own=False, moved=True)
    return view.ForceSeen(
        seat=now.seat,
        hex=book.hex_name(now.hex),
        river=river,
        own=True,
        stack=now.stack,
        way=now.way,
        leaders=tuple(book.cast[each].id for each in now.leaders),
        troops=tuple((book.banners[banner].id, csp) for banner, csp in now.troops),
        ships=tuple(book.fleet[each].id for each in now.ships),
        left=now.left,
        moved=now.moved,
        stopped=now.stopped,
        reach=reaching.reach(state) if isinstance(state.decision, moving.Moving) else (),
        boarding=(transport.price(now, "load"), transport.price(now, "unload")),
    )


BATTLE = tuple(name for name in view.BattleSeen.__struct_fields__ if name != "hex")


def battle(state: FornaldarState) -> view.BattleSeen | None:
    """The combat that is being fought."""
    now = state.battle
    if now is None:
        return None
    return view.BattleSeen(hex=state.book.hex_name(now.hex), **{name: getattr(now, name) for name in BATTLE})


def forecasts(state: FornaldarState, seat: int | None) -> tuple[Forecast, ...]:
    """What could come of the battle, of those that are announced, or of those that a seat can announce.

    Of a fight whose enemy is not known only the viewer's own strength is given.
    """
    if seat is None:
        return ()
    decision, places = state.decision, list[tuple[int, str, int]]()
    if state.battle is not None:
        if state.battle.kind != "draugr":
            places.append((state.battle.hex, state.battle.stack, seat))
    elif seat not in state.to_act:
        return ()
    elif isinstance(decision, fighting.Announcing):
        offers = decision.offers(state, seat)
        places += [(state.book.hex_named(each.hex), each.stack, seat) for each in offers]
    elif isinstance(decision, rounds.Ordering | challenges.Challenging | challenges.Answering):
        for fray in decision.frays:
            if prospects.knows(state, fray.hex, fray.stack, seat):
                places.append((fray.hex, fray.stack, fray.attacker))
    found = (prospects.forecast(state, *each) for each in dict.fromkeys(places))
    return tuple(each for each in found if each is not None)


def catches(state: FornaldarState) -> tuple[tuple[str, str, int], ...]:
    """From where the force that moves can be intercepted, and on how many of six rolls."""
    decision, now = state.decision, state.force
    if not isinstance(decision, intercepting.Intercepting) or now is None:
        return ()
    stack = "sea" if now.stack == "sea" else "land"
    return tuple(
        (state.book.hex_name(each.hex), stack, each.rolls)
        for each in intercepting.chances(state, now, decision.before)
    )


# Every part of a view, as it is made from what a seat sees.
PARTS: dict[str, Callable[[Sight], Any]] = {
    "library": lambda found: found.state.options.library,
    "scenario": lambda found: found.state.options.scenario,
    "turns": lambda found: found.state.options.turns,
    "month": lambda found: found.state.month,
    "game_turn": lambda found: found.state.game_turn,
    "sky": lambda found: found.state.sky,
    "skies": lambda found: local_weather(found.state),
    "mana": lambda found: ratings.mana(found.state),
    "phase": lambda found: found.state.phase,
    "phasing": lambda found: found.state.phasing,
    "points": lambda found: (found.state.points[0], found.state.points[1]),
    "account": lambda found: account(found.state, found.seat),
    "ruins": lambda found: tuple(map(found.book.hex_name, found.state.ruins)),
    "sides": lambda found: tuple(found.state.side),
    "active": lambda found: tuple(found.state.active),
    "stacks": lambda found: found.known.stacks,
    "pieces": lambda found: view.PiecesSeen(
        leaders=found.known.leaders, armies=found.known.armies, ships=found.known.ships
    ),
    "dead": lambda found: tuple(
        found.book.cast[n].id for n, each in enumerate(found.state.leaders) if each.dead
    ),
    "lost": lambda found: tuple(
        found.book.fleet[n].id for n, each in enumerate(found.state.vessels) if each.sunk
    ),
    "damaged": lambda found: tuple(
        found.book.fleet[n].id for n, each in enumerate(found.state.vessels) if each.damaged and not each.sunk
    ),
    "musters": lambda found: musters(found.state),
    "items": lambda found: found.known.items,
    "spells": lambda found: tuple(spell(found.book, each) for each in found.state.spells),
    "casters": lambda found: tuple(
        (found.book.cast[n].id, found.book.hex_name(each.hex))
        for n, each in enumerate(found.state.leaders)
        if each.cast and each.hex >= 0
    ),
    "whirlpools": lambda found: tuple(spell(found.book, each) for each in found.state.whirlpools),
    "engine": lambda found: name_of(found.book, found.state.engine),
    "engine_seat": lambda found: found.state.engine_seat,
    "came": lambda found: found.came(found.state.entries),
    "trace": lambda found: found.came(found.state.trace),
    "caught": lambda found: tuple(map(found.book.hex_name, found.state.caught)),
    "fought": lambda found: tuple((name_of(found.book, hex_), kind) for hex_, kind in found.state.fought),
    "force": lambda found: force(found.state, found.seat),
    "battle": lambda found: battle(found.state),
    "own": Sight.own,
    "told": lambda found: tuple(line[2] for line in found.state.told if secrecy.told_to(line, found.seat)),
    "rolled": lambda found: tuple(found.state.rolled),
}


class Glimpse:
    """A view of which each part is made when it is first asked for, for whoever needs few of them."""

    def __init__(self, state: FornaldarState, seat: int | None) -> None:
        self.seat, self.to_act = seat, state.to_act
        self.found = Sight(state, seat)
        self.mine = self.found.mine

    def __getattr__(self, name: str) -> Any:
        part = GLIMPSED.get(name)
        if part is None:
            raise AttributeError(name)
        made = self.__dict__[name] = part(self.found)
        return made


# Parts of parts that are asked for alone.
GLIMPSED = PARTS | {
    "spots": lambda found: found.known.lore.spots,
    "lying": lambda found: found.known.lore.lying,
    "enchanted": Sight.enchanted,
    "leaders": lambda found: found.known.leaders,
    "armies": lambda found: found.known.armies,
    "plots": Sight.plots,
}
