"""What a seat may know of the position, for drawing and telling (R25.2).

Hexes are named as in the notation, `h3927`; characters, ships, items, banners, groups and enchantments by
their ids.  What everybody knows is the same for all; of the other's pieces there are the stacks with their
tops, and in full only those that are known.
"""

from __future__ import annotations

import functools
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.core import View
from fimbul.games.fornaldar import (
    actions,
    fighting,
    intercepting,
    losses,
    mobilizing,
    pieces,
    reaching,
    secrecy,
    transport,
    ways,
)
from fimbul.games.fornaldar.cards import Library
from fimbul.games.fornaldar.strengths import Forecast

if TYPE_CHECKING:
    from fimbul.core import Decision
    from fimbul.games.fornaldar.book import Book
    from fimbul.games.fornaldar.state import FornaldarState, Spell

# Answers that are given by touching a hex; all others are buttons.
PLACED: tuple[type, ...] = (
    *(actions.At, actions.Pick, actions.Go, actions.Intercept, actions.Fight, actions.Retreat),
)


class LeaderSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A character of whom everything is known: his ratings as they are now."""

    id: str
    seat: int  # -1: with neither side
    hex: str
    active: bool
    rank: int
    command: int
    combat: int
    magic: int
    wounds: int
    escort: bool
    items: tuple[str, ...]
    hero: bool
    enchanter: bool
    aboard: bool
    afloat: bool
    cast: bool  # bears an enchantment marker
    spent: int  # half movement points, of one's own
    done: bool


class ArmySeen(msgspec.Struct, frozen=True, kw_only=True):
    """CSP of one banner that are known."""

    banner: str
    group: str
    seat: int
    hex: str
    active: bool
    csp: int
    aboard: bool
    afloat: bool
    spent: int
    done: bool


class ShipSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A ship that is known."""

    id: str
    seat: int
    hex: str
    river: str  # the hexside that it is on, or ""
    active: bool
    damaged: bool
    refit: bool
    spent: int
    done: bool


class StackSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A stack of active pieces, on the ground (`land`) or on the water (`sea`), and its top piece."""

    seat: int
    hex: str
    kind: str
    river: str
    top: str  # leader, ship or army
    id: str  # of the top piece; of an army, its banner
    group: str  # of an army on top
    known: bool  # whether all its pieces are
    csp: int  # escorts among them; -1 where they are not known
    leaders: int
    ships: int


class ItemSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A magic item in the game: hidden in a hex, lying or kept there, or held by a side."""

    id: str
    hex: str
    seat: int  # who holds it, or -1
    bearer: str  # where he is known
    hidden: bool


class SpellSeen(msgspec.Struct, frozen=True, kw_only=True):
    """An enchantment: in effect, or plotted by oneself."""

    enchantment: str
    caster: str
    hex: str
    leader: str
    group: str
    word: str


class ForceSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The force that is being moved; only its owner sees more than where it is."""

    seat: int
    hex: str
    river: str
    own: bool
    stack: str = ""
    way: str = ""
    leaders: tuple[str, ...] = ()
    troops: tuple[tuple[str, int], ...] = ()  # banner, CSP
    ships: tuple[str, ...] = ()
    left: int = 0  # half movement points
    moved: bool = False
    stopped: bool = False
    reach: tuple[tuple[str, int], ...] = ()  # a hex or river hexside, and what it costs
    boarding: tuple[int, int] = (0, 0)  # what loading and unloading cost now


class BattleSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The combat that is being fought, which everybody sees, with its last round."""

    hex: str
    stack: str
    kind: str
    attacker: int
    overrun: bool
    round: int
    terrain: str
    owner: int  # whose fortress is attacked
    garrison: int
    declined: tuple[int, int]
    table: str
    attack: int
    defence: int
    odds: str
    column: str
    added: int
    reasons: tuple[str, ...]
    dice: tuple[int, ...]
    row: int
    result: str
    marks: tuple[str, str]


class PiecesSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The pieces on the map of which everything is known."""

    leaders: tuple[LeaderSeen, ...]
    armies: tuple[ArmySeen, ...]
    ships: tuple[ShipSeen, ...]


class OwnSeen(msgspec.Struct, frozen=True, kw_only=True):
    """What concerns the viewer alone: his question, his answers, his plots, the fights that he can weigh."""

    asked: tuple[tuple[str, int | str | tuple[int | str, ...]], ...]  # the plain fields of the decision
    buttons: tuple[str, ...]  # answers that belong to no hex
    places: tuple[str, ...]  # answers that do, but for moves
    plots: tuple[SpellSeen, ...]
    forecasts: tuple[Forecast, ...]
    catches: tuple[tuple[str, str, int], ...]  # interceptions: hex, stack, on how many rolls of six


class FornaldarView(View, frozen=True, kw_only=True):
    """The table as one seat, or a spectator, may see it."""

    library: Library | None
    scenario: str
    turns: int  # of a shortened game, or 0
    month: int
    game_turn: int
    sky: str
    skies: tuple[tuple[str, str], ...]  # hexes with other weather: hex, weather
    mana: int
    phase: str
    phasing: int
    points: tuple[int, int]
    ruins: tuple[str, ...]
    sides: tuple[int, ...]  # by group: the seat it is with, or -1
    active: tuple[bool, ...]  # by group
    stacks: tuple[StackSeen, ...]
    pieces: PiecesSeen
    dead: tuple[str, ...]  # characters
    lost: tuple[str, ...]  # ships
    damaged: tuple[str, ...]
    musters: tuple[tuple[int, str, int], ...]  # seat, banner, all its CSP with escorts
    items: tuple[ItemSeen, ...]
    spells: tuple[SpellSeen, ...]
    whirlpools: tuple[SpellSeen, ...]
    engine: str  # the hex of the siege engine, or ""
    engine_seat: int
    came: tuple[tuple[str, str], ...]  # moves of this phase: to, from
    trace: tuple[tuple[str, str], ...]  # moves of the other's phase before
    caught: tuple[str, ...]  # hexes where an intercepted force must fight
    fought: tuple[tuple[str, str], ...]
    force: ForceSeen | None
    battle: BattleSeen | None
    decision: str  # the class of what is being decided
    own: OwnSeen
    told: tuple[str, ...]  # what the last action did
    rolled: tuple[tuple[str, str, tuple[int, ...], int, str], ...]  # on the combat results table

    @property
    def leaders(self) -> tuple[LeaderSeen, ...]:
        """The characters of whom everything is known."""
        return self.pieces.leaders

    @property
    def armies(self) -> tuple[ArmySeen, ...]:
        """The armies that are known."""
        return self.pieces.armies

    @property
    def ships(self) -> tuple[ShipSeen, ...]:
        """The ships that are known."""
        return self.pieces.ships

    @property
    def asked(self) -> tuple[tuple[str, int | str | tuple[int | str, ...]], ...]:
        """The plain fields of the decision, for who decides."""
        return self.own.asked

    @property
    def buttons(self) -> tuple[str, ...]:
        """The viewer's answers that belong to no hex."""
        return self.own.buttons

    @property
    def places(self) -> tuple[str, ...]:
        """The viewer's answers that belong to a hex, but for moves."""
        return self.own.places

    @property
    def plots(self) -> tuple[SpellSeen, ...]:
        """What the viewer has plotted."""
        return self.own.plots

    @property
    def forecasts(self) -> tuple[Forecast, ...]:
        """What could come of the battle, of those announced, or of those that the viewer can announce."""
        return self.own.forecasts

    @property
    def catches(self) -> tuple[tuple[str, str, int], ...]:
        """From where the viewer can intercept: the hex, the stack, on how many rolls of six it succeeds."""
        return self.own.catches


def see(state: FornaldarState, seat: int | None) -> FornaldarView:
    """The view of a seat."""
    book, decision = state.book, state.decision
    found = Sight(state, seat)
    mine = decision is not None and seat is not None and seat in state.to_act
    legal = state.legal(seat) if seat is not None and mine else []
    return FornaldarView(
        seat=seat,
        ply=state.ply,
        to_act=state.to_act,
        outcome=state.outcome,
        library=state.options.library,
        scenario=state.options.scenario,
        turns=state.options.turns,
        month=state.month,
        game_turn=state.game_turn,
        sky=state.sky,
        skies=local_weather(state),
        mana=pieces.mana(state),
        phase=state.phase,
        phasing=state.phasing,
        points=(state.points[0], state.points[1]),
        ruins=tuple(map(book.hex_name, state.ruins)),
        sides=tuple(state.side),
        active=tuple(state.active),
        stacks=found.stacks,
        pieces=PiecesSeen(leaders=found.leaders(), armies=found.armies(), ships=found.ships()),
        dead=tuple(book.cast[n].id for n, each in enumerate(state.leaders) if each.dead),
        lost=tuple(book.fleet[n].id for n, each in enumerate(state.vessels) if each.sunk),
        damaged=tuple(
            book.fleet[n].id for n, each in enumerate(state.vessels) if each.damaged and not each.sunk
        ),
        musters=musters(state),
        items=found.items(),
        spells=tuple(spell(book, each) for each in state.spells),
        whirlpools=tuple(spell(book, each) for each in state.whirlpools),
        engine=name_of(book, state.engine),
        engine_seat=state.engine_seat,
        came=steps(book, state.entries),
        trace=steps(book, state.trace),
        caught=tuple(map(book.hex_name, state.caught)),
        fought=tuple((name_of(book, hex_), kind) for hex_, kind in state.fought),
        force=force(state, seat),
        battle=battle(state),
        decision=type(decision).__name__ if decision is not None else "",
        own=OwnSeen(
            asked=about(state, decision) if mine and decision is not None else (),
            buttons=tuple(str(action) for action in legal if not isinstance(action, PLACED)),
            places=tuple(
                str(action)
                for action in legal
                if isinstance(action, PLACED) and not isinstance(action, actions.Go)
            ),
            plots=tuple(spell(book, each) for who, each in state.plots if who == seat),
            forecasts=forecasts(state, seat),
            catches=catches(state) if mine else (),
        ),
        told=tuple(line[2] for line in state.told if secrecy.told_to(line, seat)),
        rolled=tuple(state.rolled),
    )


def steps(book: Book, entries: list[tuple[int, int, int]]) -> tuple[tuple[str, str], ...]:
    """Which hexes were entered, and from where."""
    ways = dict.fromkeys((there, here) for _, there, here in entries)
    return tuple((name_of(book, there), name_of(book, here)) for there, here in ways)


class Sight:
    """The pieces as a seat sees them."""

    def __init__(self, state: FornaldarState, seat: int | None) -> None:
        self.state, self.book, self.seat = state, state.book, seat
        groups = [secrecy.stacks(state, each) for each in (0, 1)]
        self.open = {
            (each.seat, each.hex, each.kind): secrecy.is_open(state, seat, each)
            for both in groups
            for each in both
        }
        self.stacks = tuple(self.stack(each) for both in groups for each in both)
        self.held: dict[int, list[str]] = {}
        for number, item in enumerate(state.treasures):
            if item.bearer >= 0 and not item.gone:
                self.held.setdefault(item.bearer, []).append(self.book.relics[number].id)

    def knows(self, group: int, hex_: int, wet: bool) -> bool:
        """Whether a piece of a group is known in full: it stands openly, or its stack is open."""
        if not self.state.active[group]:
            return True
        return self.open.get((self.state.side[group], hex_, "sea" if wet else "land"), True)

    def knows_leader(self, number: int) -> bool:
        """Whether a character is known in full."""
        someone, group = self.state.leaders[number], self.book.leader_group[number]
        known = self.knows(group, someone.hex, someone.aboard or someone.afloat)
        return known and not (self.held.get(number) and secrecy.is_masked(self.state, self.seat, number))

    def stack(self, stack: secrecy.Stack) -> StackSeen:
        """A stack."""
        state, book = self.state, self.book
        lid = secrecy.top(state, stack)
        known = self.open[stack.seat, stack.hex, stack.kind]
        escorts = sum(state.leaders[each].escort for each in stack.leaders)
        rivers = {state.vessels[each].river for each in stack.ships} - {-1}
        names: dict[str, tuple[Any, ...]] = {"leader": book.cast, "ship": book.fleet, "army": book.banners}
        return StackSeen(
            seat=stack.seat,
            hex=book.hex_name(stack.hex),
            kind=stack.kind,
            river=f"h{book.river_names[min(rivers)]}" if rivers else "",
            top=lid.kind,
            id=names[lid.kind][lid.number].id,
            group=book.groups[lid.group].id if lid.group >= 0 else "",
            known=known,
            csp=escorts + sum(army.csp for army in stack.armies) if known else -1,
            leaders=len(stack.leaders) if known else -1,
            ships=len(stack.ships) if known else -1,
        )

    def leaders(self) -> tuple[LeaderSeen, ...]:
        """The characters on the map that are known."""
        return tuple(
            self.leader(number)
            for number, each in enumerate(self.state.leaders)
            if each.hex >= 0 and self.knows_leader(number)
        )

    def leader(self, number: int) -> LeaderSeen:
        """A character."""
        state, someone = self.state, self.state.leaders[number]
        seat = pieces.seat_of(state, number)
        own = seat == self.seat
        return LeaderSeen(
            id=self.book.cast[number].id,
            seat=seat,
            hex=self.book.hex_name(someone.hex),
            active=pieces.awake(state, number),
            rank=pieces.rank(state, number),
            command=pieces.command(state, number),
            combat=pieces.combat(state, number),
            magic=pieces.current_magic(state, number),
            wounds=someone.wounds,
            escort=someone.escort,
            items=tuple(self.held.get(number, ())),
            hero=pieces.is_hero(state, number),
            enchanter=pieces.is_enchanter(state, number),
            aboard=someone.aboard,
            afloat=someone.afloat,
            cast=someone.cast,
            spent=someone.spent if own else 0,
            done=someone.done and own,
        )

    def armies(self) -> tuple[ArmySeen, ...]:
        """The armies that are known; how far the other's have moved is not, so that they are joined."""
        state, book = self.state, self.book
        found: dict[tuple[Any, ...], int] = {}
        for army in state.armies:
            if army.hex < 0 or not self.knows(army.group, army.hex, army.aboard or army.afloat):
                continue
            own = state.side[army.group] == self.seat
            flags = (army.spent, army.done) if own else (0, False)
            key = (army.hex, army.group, army.banner, army.aboard, army.afloat, *flags)
            found[key] = found.get(key, 0) + army.csp
        return tuple(
            ArmySeen(
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

    def ships(self) -> tuple[ShipSeen, ...]:
        """The ships that are known."""
        state, book = self.state, self.book
        found = []
        for number, ship in enumerate(state.vessels):
            group = book.ship_group[number]
            if ship.hex < 0 or not self.knows(group, ship.hex, True):
                continue
            own = state.side[group] == self.seat
            found.append(
                ShipSeen(
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

    def items(self) -> tuple[ItemSeen, ...]:
        """The items in the game: who bears them is known of known characters."""
        state, book = self.state, self.book
        found = []
        for number, item in enumerate(state.treasures):
            if item.gone or (item.hex < 0 and item.bearer < 0):
                continue
            bearer, seat = "", item.keeper
            if item.bearer >= 0:
                who = state.leaders[item.bearer]
                seat = pieces.seat_of(state, item.bearer)
                if who.hex < 0 or self.knows_leader(item.bearer):
                    bearer = book.cast[item.bearer].id
            found.append(
                ItemSeen(
                    id=book.relics[number].id,
                    hex=name_of(book, item.hex),
                    seat=seat,
                    bearer=bearer,
                    hidden=item.hidden,
                )
            )
        return tuple(found)


def name_of(book: Book, hex_: int) -> str:
    """A hex in the notation, or nothing."""
    return book.hex_name(hex_) if 0 <= hex_ < book.size else ""


def local_weather(state: FornaldarState) -> tuple[tuple[str, str], ...]:
    """The hexes whose weather differs from that of the calendar."""
    return exceptions(state.book, ways.skies(state), state.sky)


@functools.lru_cache(maxsize=64)
def exceptions(book: Book, skies: tuple[str, ...], sky: str) -> tuple[tuple[str, str], ...]:
    """Where the weather is another one."""
    return tuple((book.hex_name(hex_), air) for hex_, air in enumerate(skies) if air != sky)


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


def spell(book: Book, each: Spell) -> SpellSeen:
    """An enchantment."""
    return SpellSeen(
        enchantment=book.library.enchantments[each.enchantment].id if each.enchantment >= 0 else "talisman",
        caster=book.cast[each.caster].id if each.caster >= 0 else "",
        hex=name_of(book, each.hex),
        leader=book.cast[each.leader].id if each.leader >= 0 else "",
        group=book.groups[each.group].id if each.group >= 0 else "",
        word=each.word,
    )


def force(state: FornaldarState, seat: int | None) -> ForceSeen | None:
    """The force that is being moved, as its owner sees it, or who has to answer its move."""
    now, book = state.force, state.book
    if now is None or (now.seat != seat and not (now.known and seat in state.to_act)):
        return None
    river = f"h{book.river_names[now.river]}" if now.river >= 0 else ""
    if now.seat != seat:
        return ForceSeen(seat=now.seat, hex=book.hex_name(now.hex), river=river, own=False, moved=True)
    return ForceSeen(
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
        reach=tuple(reaching.reach(state)) if seat in state.to_act else (),
        boarding=(transport.price(now, "load"), transport.price(now, "unload")),
    )


BATTLE = tuple(name for name in BattleSeen.__struct_fields__ if name != "hex")


def battle(state: FornaldarState) -> BattleSeen | None:
    """The combat that is being fought."""
    now = state.battle
    if now is None:
        return None
    return BattleSeen(hex=state.book.hex_name(now.hex), **{name: getattr(now, name) for name in BATTLE})


def forecasts(state: FornaldarState, seat: int | None) -> tuple[Forecast, ...]:
    """What could come of the battle, of those that are announced, or of those that a seat can announce.

    Of a fight whose enemy is not known there is only one's own strength.
    """
    if seat is None:
        return ()
    decision, places = state.decision, list[tuple[int, str, int]]()
    if state.battle is not None:
        if state.battle.kind != "draugr":
            places.append((state.battle.hex, state.battle.stack, seat))
    elif seat in state.to_act and isinstance(decision, fighting.Announcing):
        fights = [each for each in state.legal(seat) if isinstance(each, actions.Fight)]
        places += [(state.book.hex_named(each.hex), each.stack, seat) for each in fights]
    elif seat in state.to_act:
        for fray in (*getattr(decision, "frays", ()), getattr(decision, "fray", None)):
            if isinstance(fray, fighting.Fray) and fighting.knows(state, fray.hex, fray.stack, seat):
                places.append((fray.hex, fray.stack, fray.attacker))
    found = (fighting.forecast(state, *each) for each in dict.fromkeys(places))
    return tuple(each for each in found if each is not None)


def catches(state: FornaldarState) -> tuple[tuple[str, str, int], ...]:
    """From where the force that moves can be intercepted, and on how many of six rolls."""
    decision, now = state.decision, state.force
    if not isinstance(decision, intercepting.Intercepting) or now is None:
        return ()
    stack, most = "sea" if now.stack == "sea" else "land", intercepting.BEST
    return tuple(
        (state.book.hex_name(each.hex), stack, min(most, most + each.added - intercepting.NEEDED + 1))
        for each in intercepting.chances(state, now, decision.before)
    )


def about(
    state: FornaldarState, decision: Decision
) -> tuple[tuple[str, int | str | tuple[int | str, ...]], ...]:
    """The plain fields of a decision: whom it asks about what."""
    found: list[tuple[str, int | str | tuple[int | str, ...]]] = []
    if isinstance(decision, losses.Bearing):
        found += decision.due(state)
    elif isinstance(decision, mobilizing.Calling):
        found += mobilizing.chances(state, state.to_act[0])
    for name in decision.__struct_fields__:
        value = getattr(decision, name)
        plain = isinstance(value, tuple) and all(isinstance(each, int | str) for each in value)
        if isinstance(value, int | str) or (plain and name != "seats"):
            found.append((name, value))
    return tuple(found)
