"""What could be in place of all that a seat cannot know (R25.2)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.core import Rng
from fimbul.games.fornaldar.model import Army
from fimbul.games.fornaldar.rules import pieces, secrecy
from fimbul.games.fornaldar.rules.combat import losses
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.movement import forces, marching

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

# ---- what could be


def redeal(state: FornaldarState, viewer: int | None, rng: Rng) -> None:
    """Replace everything that a seat cannot know."""
    forget(state, viewer)
    pins = pinned(state, viewer)
    for seat in (0, 1):
        if seat != viewer:
            hidden = [
                each
                for each in secrecy.stacks(state, seat)
                if not secrecy.is_open(state, viewer, each) and not is_kept(state, viewer, each, pins)
            ]
            if hidden:
                Deal(state, seat, hidden, rng).out()
            rest(state, seat)
    pieces.tidy(state)
    if state.force is not None and state.force.seat != viewer:
        regroup(state)


def forget(state: FornaldarState, viewer: int | None) -> None:
    """What the others were told alone."""
    state.told = [line for line in state.told if secrecy.told_to(line, viewer)]


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


def is_kept(state: FornaldarState, viewer: int | None, stack: secrecy.Stack, pins: set[int]) -> bool:
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
        if isinstance(step, losses.Bear | losses.Losses | losses.ComeOff) and all(
            losses.is_secret(state, toll) for toll in step.tolls
        ):
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


LEADERS = ("leader", "leaders", "caster", "challenger", "accepter")


class Deal:
    """The hidden pieces of a side, dealt out over its hidden stacks."""

    def __init__(self, state: FornaldarState, seat: int, hidden: list[secrecy.Stack], rng: Rng) -> None:
        self.state, self.seat, self.hidden, self.rng = state, seat, hidden, rng
        self.tops = [secrecy.top(state, stack) for stack in hidden]
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
                if lid.kind == "ship" and secrecy.bulk(state, lid.number) > secrecy.bulk(state, ship)
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
        higher = lid.kind == "leader" and secrecy.standing(self.state, lid.number) > secrecy.standing(
            self.state, leader
        )
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
    here = (each for each in secrecy.stacks(state, force.seat) if each.hex == force.hex and each.kind == kind)
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
