"""What a seat knows of the other's pieces, and what it could imagine in place of the rest (R12.3, R25.2).

Of a stack the enemy sees only the top piece.  What else a side has is known as a whole and not where it is:
how many CSP of each banner stand on land, are embarked or swim, which characters there are, how many wounds
and escorts they have between them, and which items.  `redeal` deals all that out again, by nothing but this.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.games.fornaldar import enchanting, forces, items, losses, marching, pieces, plotting, spells
from fimbul.games.fornaldar.cards import RANKS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fimbul.core import Rng
    from fimbul.games.fornaldar.state import Army, FornaldarState

KING = RANKS.index("king")


class Stack(msgspec.Struct, kw_only=True):
    """The active pieces of a seat on the ground of a hex (`land`) or on its water (`sea`)."""

    seat: int
    hex: int
    kind: str
    leaders: list[int]
    armies: list[Army]
    ships: list[int]


class Top(msgspec.Struct, frozen=True):
    """The piece on top of a stack: a character, a ship, or an army (a banner, of a group)."""

    kind: str
    number: int
    group: int = -1


# ---- what is known


def stacks(state: FornaldarState, seat: int) -> list[Stack]:
    """The stacks of a seat's active pieces, in the order of the hexes, on land first."""
    book, side, active = state.book, state.side, state.active
    mine = [side[group] == seat and active[group] for group in range(len(side))]
    found: dict[tuple[int, str], Stack] = {}

    def at(hex_: int, wet: bool) -> Stack:
        key = hex_, "sea" if wet else "land"
        if key not in found:
            found[key] = Stack(seat=seat, hex=hex_, kind=key[1], leaders=[], armies=[], ships=[])
        return found[key]

    for number, leader in enumerate(state.leaders):
        if leader.hex >= 0 and mine[book.leader_group[number]]:
            at(leader.hex, leader.aboard or leader.afloat).leaders.append(number)
    for army in state.armies:
        if army.hex >= 0 and mine[army.group]:
            at(army.hex, army.aboard or army.afloat).armies.append(army)
    for number, ship in enumerate(state.vessels):
        if ship.hex >= 0 and mine[book.ship_group[number]]:
            at(ship.hex, True).ships.append(number)
    return [found[key] for key in sorted(found)]


def standing(state: FornaldarState, leader: int) -> tuple[int, int, int]:
    """How high a character lies in a stack: by his rank and printed command, then by name."""
    card = state.book.cast[leader]
    rank = KING if state.leaders[leader].crowned else RANKS.index(card.rank)
    return rank, card.command, -leader


def bulk(state: FornaldarState, ship: int) -> tuple[int, int]:
    """How high a ship lies in a stack."""
    return state.book.fleet[ship].strength, -ship


def top(state: FornaldarState, stack: Stack) -> Top:
    """The piece on top of a stack: its strongest ship, else its highest character, else its first banner."""
    if stack.ships:
        return Top("ship", max(stack.ships, key=lambda ship: bulk(state, ship)))
    if stack.leaders:
        return Top("leader", max(stack.leaders, key=lambda leader: standing(state, leader)))
    banner, group = min((army.banner, army.group) for army in stack.armies)
    return Top("army", banner, group)


def sees(state: FornaldarState, viewer: int | None, hex_: int) -> bool:
    """Whether a seat may examine a hex; a spectator sees what both do."""
    return all((seat, hex_) in state.seen for seat in ((0, 1) if viewer is None else (viewer,)))


def on_river(state: FornaldarState, stack: Stack) -> bool:
    """Whether a naval stack lies on a river, where everybody sees it from the banks."""
    return any(state.vessels[ship].river >= 0 for ship in stack.ships)


def is_open(state: FornaldarState, viewer: int | None, stack: Stack) -> bool:
    """Whether a seat knows all of a stack."""
    return stack.seat == viewer or sees(state, viewer, stack.hex) or on_river(state, stack)


def known_leaders(state: FornaldarState, viewer: int | None) -> set[int]:
    """The characters of whom a seat knows everything; those that have not come are as printed."""
    groups = state.book.leader_group
    found = {n for n, each in enumerate(state.leaders) if each.hex < 0 or not state.active[groups[n]]}
    for seat in (0, 1):
        for stack in stacks(state, seat):
            if is_open(state, viewer, stack):
                found.update(stack.leaders)
    return found


def placed_leaders(state: FornaldarState, viewer: int | None) -> set[int]:
    """The characters whose place a seat knows: known in full, on top of a stack, or seen to cast."""
    found = known_leaders(state, viewer) | {n for n, each in enumerate(state.leaders) if each.cast}
    for seat in (0, 1):
        tops = (top(state, stack) for stack in stacks(state, seat))
        found.update(each.number for each in tops if each.kind == "leader")
    return found


def shows(state: FornaldarState, seat: int, shore: int, water: int, what: str) -> bool:
    """Whether going aboard could show the other anything: it was on top, or the ships are on a river."""
    here = [
        each for each in stacks(state, seat) if (each.hex, each.kind) in ((shore, "land"), (water, "sea"))
    ]
    for stack in here:
        if stack.kind == "sea":
            if on_river(state, stack):
                return True
            continue
        lid = top(state, stack)
        name = state.book.cast[lid.number].id if lid.kind == "leader" else state.book.banners[lid.number].id
        if name == what:
            return True
    return False


def is_masked(state: FornaldarState, viewer: int | None, leader: int) -> bool:
    """Whether no enchantment shows a character of the other side, for Ada's Mask; a battle does (R21.43)."""
    if pieces.seat_of(state, leader) == viewer:
        return False
    hex_ = state.leaders[leader].hex
    if any(hex_ == where for where, _ in state.fought) or (
        state.battle is not None and state.battle.hex == hex_
    ):
        return False
    relics = state.book.relics
    return any("mask" in relics[item].powers for item in items.borne(state, leader))


# ---- what could be


def redeal(state: FornaldarState, viewer: int | None, rng: Rng) -> None:
    """Replace everything that a seat cannot know."""
    forget(state, viewer)
    pins = pinned(state, viewer)
    state.agenda = [bear_again(state, step, viewer, rng) for step in state.agenda]
    for seat in (0, 1):
        if seat != viewer:
            hidden = [
                each
                for each in stacks(state, seat)
                if not is_open(state, viewer, each) and not is_kept(state, viewer, each, pins)
            ]
            if hidden:
                Deal(state, seat, hidden, rng).out()
            rest(state, seat)
    pieces.tidy(state)
    if state.force is not None and state.force.seat != viewer:
        regroup(state)
    for seat in (0, 1):
        if seat != viewer:
            plot_again(state, seat, rng)


def forget(state: FornaldarState, viewer: int | None) -> None:
    """What the others have plotted, and were told alone."""
    state.plots = [(seat, spell) for seat, spell in state.plots if seat == viewer]
    state.told = [line for line in state.told if told_to(line, viewer)]


def plot_again(state: FornaldarState, seat: int, rng: Rng) -> None:
    """If the other has plotted, it may have plotted anything that it could."""
    if not any(isinstance(step, enchanting.Reveal) for step in state.agenda):
        return
    if any(isinstance(step, plotting.Plotting) and seat in step.seats for step in state.agenda):
        return
    while rng.below(2):
        castings = list(plotting.castings(state, seat))
        if not castings:
            return
        action = rng.choice(castings)
        number = spells.number(state, action.enchantment)
        spell = plotting.spell_of(state.book.leader[action.leader], number)
        while plotting.missing(state, spell):
            found = list(plotting.targets(state, seat, spell))
            if not found:
                return
            spell = plotting.aimed(state, spell, rng.choice(found))
        state.plots.append((seat, spell))


def told_to(line: tuple[tuple[int, ...] | None, tuple[int, ...], str], viewer: int | None) -> bool:
    """Whether a seat was told a line of the log."""
    only, besides, _ = line
    return (only is None or viewer in only) and viewer not in besides


def rest(state: FornaldarState, seat: int) -> None:
    """How far the pieces of the other have moved is not known, only where they came by in this phase."""
    came = {hex_ for _, hex_, _ in state.entries}
    book, side = state.book, state.side
    for number, leader in enumerate(state.leaders):
        if side[book.leader_group[number]] == seat:
            leader.spent, leader.done = 0, leader.hex in came
            leader.sailed = leader.intercepted = False
    for army in state.armies:
        if side[army.group] == seat:
            army.spent, army.done = 0, army.hex in came
            army.sailed = army.intercepted = army.late = False
    for number, ship in enumerate(state.vessels):
        if side[book.ship_group[number]] == seat:
            ship.spent, ship.done = 0, ship.hex in came


def is_kept(state: FornaldarState, viewer: int | None, stack: Stack, pins: set[int]) -> bool:
    """Whether a stack stays as it is, though it is not known: something hangs on its pieces.

    These are those that a step to come is about, that have evaded, that fly over water or ride the Sea Horse,
    that carry somebody whose enchantment was told, ships under refit, swimmers among enemies, and troops that
    keep an item.
    """
    if stack.hex in pins or any(number in state.evaded for number in stack.leaders):
        return True
    if viewer is not None and any(
        state.vessels[ship].damaged for ship in pieces.ships_at(state, stack.hex, viewer)
    ):
        return True  # whether those can be refitted tells that there are CSP, or that there are none
    if stack.kind == "land":
        return not state.book.land[stack.hex] or any(
            item.keeper == stack.seat and item.hex == stack.hex for item in state.treasures
        )
    if any(state.vessels[number].refit for number in stack.ships):
        return True
    if not stack.ships and pieces.has_fleet(state, stack.hex, 1 - stack.seat):
        return True
    leaders = [(state.leaders[number], state.book.cast[number]) for number in stack.leaders]
    return any((each.afloat and not card.swims) or (each.aboard and each.cast) for each, card in leaders)


def pinned(state: FornaldarState, viewer: int | None) -> set[int]:
    """The hexes of the battle, and of what steps to come name of the other's pieces."""
    found: set[int] = set() if state.battle is None else {state.battle.hex}
    for step in state.agenda:
        if isinstance(step, losses.Bear | losses.Bearing) and all(t.how == "other" for t in step.tolls):
            continue  # nobody sees who suffers from the cold
        for name, value in named(step):
            if name in ("hex", "hexes"):
                if type(step).__name__ not in OPEN_HEX:
                    found.add(value)
            elif name in LEADERS and 0 <= value < len(state.leaders):
                if pieces.seat_of(state, value) != viewer:
                    found.add(state.leaders[value].hex)
            elif name in ("ship", "ships") and 0 <= value < len(state.vessels):
                found.add(state.vessels[value].hex)
    return found


# Steps that name a hex, and nothing that not everybody sees there.
OPEN_HEX = ("Weary", "Dwindle", "Contact", "Slipping", "Encounter", "Evading", "Survivors", "Caught")


def named(thing: Any, name: str = "") -> Iterable[tuple[str, int]]:
    """The numbers in a step, each with the name of its field."""
    if isinstance(thing, msgspec.Struct):
        for field in thing.__struct_fields__:
            yield from named(getattr(thing, field), field)
    elif isinstance(thing, (list, tuple)):
        for each in thing:
            yield from named(each, name)
    elif isinstance(thing, int) and not isinstance(thing, bool):
        yield name, thing


def bear_again(state: FornaldarState, step: Any, viewer: int | None, rng: Rng) -> Any:
    """Which losses the other has chosen to bear is not known, only how many."""
    if not isinstance(step, losses.Bearing):
        return step
    done = [
        old if toll.seat == viewer else chosen(state, toll, old, rng)
        for toll, old in zip(step.tolls, step.done, strict=False)
    ]
    now = step.chosen
    if viewer not in step.seats:
        now = chosen(state, step.tolls[len(done)], now, rng)
    return msgspec.structs.replace(step, done=tuple(done), chosen=now)


def chosen(state: FornaldarState, toll: losses.Toll, old: losses.Chosen, rng: Rng) -> losses.Chosen:
    """As many losses as these, borne by whom chance would have it."""
    new = losses.Chosen()
    while size(new) < size(old):
        offered = losses.choices(state, toll, new)
        if not offered:
            break
        new = losses.choose(state, toll, new, rng.choice(offered))
    return new


def size(chosen: losses.Chosen) -> int:
    """How many losses have been chosen."""
    return losses.lost_csp(chosen) + losses.lost_steps(chosen) + sum(count for _, count in chosen.wounds)


LEADERS = ("leader", "leaders", "caster", "challenger", "accepter")


class Deal:
    """The hidden pieces of a side, dealt out over its hidden stacks."""

    def __init__(self, state: FornaldarState, seat: int, hidden: list[Stack], rng: Rng) -> None:
        self.state, self.seat, self.hidden, self.rng = state, seat, hidden, rng
        self.tops = [top(state, stack) for stack in hidden]
        self.cast = sorted(number for stack in hidden for number in stack.leaders)
        self.room = [0] * len(hidden)
        self.home: dict[int, int] = {}  # the stack of each character

    def out(self) -> None:
        """Deal everything out."""
        pools = self.gather()
        self.deal_ships()
        self.deal_escorts()
        self.deal_leaders()
        self.deal_troops(pools)
        self.deal_wounds()
        self.deal_items()

    def gather(self) -> list[tuple[int, int, bool, bool, int]]:
        """All CSP as pools: banner, group, whether embarked, whether swimming, how many."""
        count: Counter[tuple[int, int, bool, bool]] = Counter()
        for stack in self.hidden:
            for army in stack.armies:
                count[army.banner, army.group, army.aboard, army.afloat] += army.csp
        places = {(stack.hex, stack.kind) for stack in self.hidden}
        self.state.armies = [
            army
            for army in self.state.armies
            if not (
                self.state.side[army.group] == self.seat
                and self.state.active[army.group]
                and (army.hex, "sea" if army.aboard or army.afloat else "land") in places
            )
        ]
        return [(*key, count[key]) for key in sorted(count)]

    def deal_ships(self) -> None:
        """Ships lie under stronger ones."""
        state, fleet = self.state, self.state.book.fleet
        loose = sorted(number for stack in self.hidden for number in stack.ships)
        for place, (stack, lid) in enumerate(zip(self.hidden, self.tops, strict=True)):
            stack.ships = []
            if lid.kind == "ship":
                loose.remove(lid.number)
                stack.ships.append(lid.number)
                self.room[place] += fleet[lid.number].capacity
        for ship in loose:
            fit = [
                place
                for place, lid in enumerate(self.tops)
                if lid.kind == "ship" and bulk(state, lid.number) > bulk(state, ship)
            ]
            place = self.rng.choice(fit)
            self.hidden[place].ships.append(ship)
            state.vessels[ship].hex = self.hidden[place].hex
            self.room[place] += fleet[ship].capacity

    def deal_escorts(self) -> None:
        """As many characters of a banner have escorts as before, on land and aboard."""
        state, book = self.state, self.state.book
        groups: dict[tuple[int, bool, bool], list[int]] = defaultdict(list)
        for number in self.cast:
            someone = state.leaders[number]
            if book.cast[number].escort or someone.escort:
                groups[book.leader_banner[number], someone.aboard, someone.afloat].append(number)
        for key in sorted(groups):
            count = sum(state.leaders[number].escort for number in groups[key])
            order = list(groups[key])
            self.rng.shuffle(order)
            for place, number in enumerate(order):
                state.leaders[number].escort = place < count

    def deal_leaders(self) -> None:
        """Characters stand under those of higher rank, and sail where a ship is; some are seen."""
        state = self.state
        seen = {lid.number for lid in self.tops if lid.kind == "leader"}
        for place, stack in enumerate(self.hidden):
            for number in stack.leaders:
                if number in seen or state.leaders[number].cast:
                    self.home[number] = place
        for number in sorted(self.cast, key=lambda each: not state.leaders[each].escort):
            someone = state.leaders[number]
            if number not in self.home:
                fit = [place for place in range(len(self.hidden)) if self.admits(place, number)]
                if someone.aboard and someone.escort:
                    fit = [place for place in fit if self.room[place] > 0] or fit
                self.home[number] = self.rng.choice(fit)
                someone.hex = self.hidden[self.home[number]].hex
            if someone.aboard and someone.escort:
                self.room[self.home[number]] -= 1

    def admits(self, place: int, leader: int) -> bool:
        """Whether a character could be in a stack, by its top and by his way of travelling."""
        someone, lid = self.state.leaders[leader], self.tops[place]
        if self.hidden[place].kind != ("sea" if someone.aboard or someone.afloat else "land"):
            return False
        if lid.kind == "ship":
            return True
        higher = lid.kind == "leader" and standing(self.state, lid.number) > standing(self.state, leader)
        return higher and not someone.aboard

    def deal_troops(self, pools: list[tuple[int, int, bool, bool, int]]) -> None:
        """CSP go wherever nothing above them says that they are not there, and into the ships' holds."""
        for banner, group, aboard, afloat, count in pools:
            kind = "sea" if aboard or afloat else "land"
            shares = [0] * len(self.hidden)
            fit = []
            for place, (stack, lid) in enumerate(zip(self.hidden, self.tops, strict=True)):
                if stack.kind != kind or (aboard and lid.kind != "ship"):
                    continue
                if lid.kind == "army":
                    if (lid.number, lid.group) > (banner, group):
                        continue
                    shares[place] = int((lid.number, lid.group) == (banner, group))
                fit.append(place)
            for _ in range(count - sum(shares)):
                free = [place for place in fit if self.room[place] > 0] if aboard else fit
                place = self.rng.choice(free or fit)
                shares[place] += 1
                self.room[place] -= aboard
            for place, share in enumerate(shares):
                if share:
                    self.put(place, banner, group, aboard, afloat, share)

    def put(self, place: int, banner: int, group: int, aboard: bool, afloat: bool, count: int) -> None:
        """CSP of a pool stand in this stack."""
        from fimbul.games.fornaldar.state import Army

        hex_ = self.hidden[place].hex
        army = Army(hex=hex_, group=group, banner=banner, csp=count, aboard=aboard, afloat=afloat)
        self.state.armies.append(army)

    def deal_wounds(self) -> None:
        """The wounds of a side, on anybody who can bear them and live."""
        state = self.state
        total = sum(state.leaders[number].wounds for number in self.cast)
        boxes = []
        for number in self.cast:
            state.leaders[number].wounds = 0
            boxes += [number] * max(0, state.book.cast[number].combat - 1)
        self.rng.shuffle(boxes)
        for number in boxes[:total]:
            state.leaders[number].wounds += 1

    def deal_items(self) -> None:
        """The items of a side, with anybody who may carry them; who has cast an enchantment keeps his."""
        state = self.state
        here = {number for number in self.cast if not state.leaders[number].cast}
        for number, item in enumerate(state.treasures):
            if item.bearer in here:
                item.bearer = self.rng.choice([n for n in sorted(here) if items.may_carry(state, n, number)])


def regroup(state: FornaldarState) -> None:
    """The force that the other moves: nothing while it has not been seen to move, else all that stands there.

    How it would go on is not known either.
    """
    force = state.force
    assert force is not None
    state.agenda = [
        msgspec.structs.replace(step, way=()) if isinstance(step, marching.Advance) else step
        for step in state.agenda
    ]
    if not force.known:
        state.force = None
        return
    kind = "sea" if force.stack == "sea" else "land"
    here = (each for each in stacks(state, force.seat) if each.hex == force.hex and each.kind == kind)
    stack = next(here, None)
    if stack is None:
        state.force = None
        return
    count: Counter[int] = Counter()
    for army in stack.armies:
        army.done = False
        count[army.banner] += army.csp
    for number in stack.leaders:
        state.leaders[number].done = False
    for number in stack.ships:
        state.vessels[number].done = False
    force.leaders, force.troops, force.ships = (
        sorted(stack.leaders),
        sorted(count.items()),
        sorted(stack.ships),
    )
    force.given = []  # who bears what is not seen
    forces.refit(state, force)
