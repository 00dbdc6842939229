"""What could be in place of all that a seat cannot know (R25.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.core import Rng
from fimbul.games.fornaldar.library.rows import POINT
from fimbul.games.fornaldar.model import Army, Leader, Vessel
from fimbul.games.fornaldar.rules import pieces, secrecy
from fimbul.games.fornaldar.rules.combat import losses
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.movement import evading, forces, intercepting, marching

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

# ---- what could be


def redeal(state: FornaldarState, viewer: int | None, rng: Rng) -> None:
    """Replace everything that a seat cannot know."""
    forget(state, viewer)
    for seat in (0, 1):
        if seat != viewer:
            tops = deal(state, seat, viewer, rng)
            rest(state, seat, viewer)
            pile(state, seat, tops)
    pieces.tidy(state)
    before = marked(state)
    if state.force is not None and state.force.seat != viewer:
        regroup(state)
    if viewer != state.phasing:
        state.attempts = []  # of other forces than this one nobody else knows who was in them
        if state.force is not None:
            for hex_ in before:
                intercepting.remember(state, state.force, hex_)
    tidy_notes(state)


def deal(
    state: FornaldarState, seat: int, viewer: int | None, rng: Rng
) -> dict[tuple[int, str], secrecy.Top]:
    """Deal out what another cannot know of a seat's pieces; what lay on top of its stacks stays there."""
    pins, named = pinned(state, viewer)
    found = secrecy.stacks(state, seat)
    tops = {(each.hex, each.kind): secrecy.top(state, each) for each in found}
    hidden = [
        each
        for each in found
        if not secrecy.is_open(state, viewer, each) and not is_kept(state, each, pins, named)
    ]
    if hidden:
        Deal(state, seat, hidden, [tops[each.hex, each.kind] for each in hidden], named, rng).out()
    return tops


def tidy_notes(state: FornaldarState) -> None:
    """In what order things were noted is nobody's knowledge."""
    for notes in (
        state.attempts,
        state.evaded,
        state.tried,
        state.late,
        state.notes,
        state.passed,
        state.seen,
    ):
        notes.sort()
    state.entries, state.trace = together(state.entries), together(state.trace)
    if state.force is not None:
        state.force.given.sort()
        state.force.shown.sort()
        state.force.towed.sort()


def together(entries: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Ways in the order in which they were first gone: when the other side went the same is not kept."""
    first = {entry[1:]: place for place, entry in reversed([*enumerate(entries)])}
    return sorted(entries, key=lambda entry: (first[entry[1:]], entry[0]))


def forget(state: FornaldarState, viewer: int | None) -> None:
    """What the others were told alone."""
    state.told = [line for line in state.told if secrecy.told_to(line, viewer)]


def rest(state: FornaldarState, seat: int, viewer: int | None) -> None:
    """How far the pieces of the other have moved is not known, only where they came by in this phase.

    Who came too late to fight is: the odds of an examined hex tell it.
    """
    came = {hex_ for _, hex_, _ in state.entries}
    book, side = state.book, state.side
    for number, leader in enumerate(state.leaders):
        if side[book.leader_group[number]] == seat:
            leader.spent, leader.done = 0, leader.hex in came
            leader.sailed = leader.intercepted = False
    for army in state.armies:
        if side[army.group] == seat:
            army.spent, army.done = 0, army.hex in came
            army.sailed = army.intercepted = False
            army.late = army.late and secrecy.sees(state, viewer, army.hex)
    for number, ship in enumerate(state.vessels):
        if side[book.ship_group[number]] == seat:
            ship.spent, ship.done = 0, ship.hex in came


def pile(state: FornaldarState, seat: int, tops: dict[tuple[int, str], secrecy.Top]) -> None:
    """Of the order of a stack only the top is known, and how high it lies: it takes that along (R12.1)."""
    for stack in secrecy.stacks(state, seat):
        if not stack.ships and len(stack.leaders) < 2:
            continue  # it has no order
        lid = tops[stack.hex, stack.kind]
        order: dict[secrecy.Top, Leader | Vessel] = {}
        order |= {secrecy.Top("leader", each): state.leaders[each] for each in stack.leaders}
        order |= {secrecy.Top("ship", each): state.vessels[each] for each in stack.ships}
        kept = order.pop(lid).height if lid in order else 0
        for below in (min(0, kept), kept - 1):  # they lie below it by themselves, or were put there
            for piece in order.values():
                piece.height = below
            if secrecy.top(state, stack) == lid:
                break
        else:
            secrecy.raise_up(state, stack, lid)


def is_kept(state: FornaldarState, stack: secrecy.Stack, pins: set[int], named: set[int]) -> bool:
    """Whether a stack stays as it is, though it is not known: something hangs on its pieces.

    These are those that a step to come is about, that evade or have evaded, that fly over water or ride the
    Sea Horse, that carry somebody whose enchantment was told or whom a step names, and swimmers among
    enemies.
    """
    if stack.hex in pins or any(number in state.evaded for number in stack.leaders):
        return True
    evaders = {each for step in state.agenda if isinstance(step, evading.Evading) for each in step.leaders}
    if not evaders.isdisjoint(stack.leaders):
        return True  # only characters without CSP are asked (R19.2)
    if stack.kind == "land":
        return not state.book.land[stack.hex]
    lid = secrecy.top(state, stack)
    if lid.kind != "ship" and swims(state, lid) and pieces.has_fleet(state, stack.hex, 1 - stack.seat):
        return True
    for number in stack.leaders:
        someone = state.leaders[number]
        if someone.afloat and not state.book.cast[number].swims:
            return True
        if someone.aboard and (someone.cast or number in named):
            return True
    return False


def swims(state: FornaldarState, lid: secrecy.Top) -> bool:
    """Whether a character or an army on top of a naval stack is not aboard a ship."""
    return state.book.cast[lid.number].swims if lid.kind == "leader" else forces.swims(state, lid.number)


def pinned(state: FornaldarState, viewer: int | None) -> tuple[set[int], set[int]]:
    """The hexes of the battle and of what steps to come are about, and the characters whom they name."""
    found: set[int] = set() if state.battle is None else {state.battle.hex}
    people = set[int]()
    for step in state.agenda:
        if isinstance(step, losses.Bear | losses.Losses | losses.ComeOff) and all(
            losses.is_secret(state, toll) for toll in step.tolls
        ):
            continue  # nobody sees who suffers from the cold
        for name, value in numbers(step):
            if name in ("hex", "hexes"):
                if type(step).__name__ not in OPEN_HEX:
                    found.add(value)
            elif name in LEADERS and 0 <= value < len(state.leaders):
                people.add(value)
            elif name in ("ship", "ships") and 0 <= value < len(state.vessels):
                found.add(state.vessels[value].hex)
    return found, people


# Steps that name a hex, and nothing that not everybody sees there.
OPEN_HEX = ("Weary", "Dwindle", "Contact", "Slipping", "Encounter", "Evading", "Survivors", "Caught")


def numbers(thing: Any, name: str = "") -> Iterable[tuple[str, int]]:
    """The numbers in a step, each with the name of its field."""
    if isinstance(thing, msgspec.Struct):
        for field in thing.__struct_fields__:
            yield from numbers(getattr(thing, field), field)
    elif isinstance(thing, (list, tuple)):
        for each in thing:
            yield from numbers(each, name)
    elif isinstance(thing, int) and not isinstance(thing, bool):
        yield name, thing


LEADERS = ("leader", "leaders", "caster", "challenger", "accepter", "enchanter", "traveller")


class Deal:
    """The hidden pieces of a side, dealt out over its hidden stacks by nothing but what the viewer knows.

    That is where the stacks are and what lies on top of them, who has cast an enchantment, which characters,
    ships and items the side has, how many CSP of each banner (escorts among them), and how many wounds.
    """

    def __init__(
        self,
        state: FornaldarState,
        seat: int,
        hidden: list[secrecy.Stack],
        tops: list[secrecy.Top],
        named: set[int],
        rng: Rng,
    ) -> None:
        self.state, self.seat, self.hidden, self.named, self.rng = state, seat, hidden, named, rng
        self.tops = tops
        self.cast = sorted(number for stack in hidden for number in stack.leaders)
        self.room = [0] * len(hidden)  # CSP that the ships of each stack can still carry
        self.decks = [False] * len(hidden)  # whether there is a ship that may have somebody aboard
        self.home: dict[int, int] = {}  # the stack of each character

    def out(self) -> None:
        """Deal everything out."""
        pools = self.gather()
        self.deal_ships()
        self.deal_leaders()
        self.reserve(pools)
        self.deal_escorts(pools)
        self.deal_troops(pools)
        self.deal_wounds()
        self.deal_items()

    def gather(self) -> Counter[tuple[int, int]]:
        """All CSP by banner and group, escorts among them; they are taken off the map."""
        state, book = self.state, self.state.book
        count: Counter[tuple[int, int]] = Counter()
        for stack in self.hidden:
            for army in stack.armies:
                count[army.banner, army.group] += army.csp
            for number in stack.leaders:
                if state.leaders[number].escort:
                    count[book.leader_banner[number], book.leader_group[number]] += 1
                    state.leaders[number].escort = False
        places = {(stack.hex, stack.kind) for stack in self.hidden}
        state.armies = [
            army
            for army in state.armies
            if not (
                state.side[army.group] == self.seat
                and state.active[army.group]
                and (army.hex, "sea" if army.aboard or army.afloat else "land") in places
            )
        ]
        return count

    def deal_ships(self) -> None:
        """What is carried lies on a ship, a ship on top carries nothing, and others are anywhere at sea."""
        fleet = self.state.book.fleet
        loose = sorted(number for stack in self.hidden for number in stack.ships)
        loose = [number for number in loose if not self.state.vessels[number].refit]  # that was told
        sea = [place for place, stack in enumerate(self.hidden) if stack.kind == "sea"]
        for stack, lid in zip(self.hidden, self.tops, strict=True):
            stack.ships = [number for number in stack.ships if number not in loose]
            if lid.kind == "ship" and lid.number in loose:
                loose.remove(lid.number)
                stack.ships.append(lid.number)
        for place in sorted(sea, key=lambda place: self.tops[place].kind != "army"):
            if self.tops[place].kind != "ship" and not swims(self.state, self.tops[place]):
                able = [ship for ship in loose if self.tops[place].kind != "army" or fleet[ship].capacity]
                ship = self.rng.choice(able)
                loose.remove(ship)
                self.moor(place, ship)
        # Under an army only if there is nothing else, and the first of them: its cargo must suit that banner.
        armies = sorted((place for place in sea if self.tops[place].kind == "army"), key=self.banner)
        fit = [place for place in sea if place not in armies] or armies[:1]
        for ship in loose:
            self.moor(self.rng.choice(fit), ship)

    def banner(self, place: int) -> tuple[int, int]:
        """The banner on top of a stack, and its group."""
        lid = self.tops[place]
        return lid.number, lid.group

    def moor(self, place: int, ship: int) -> None:
        """A ship lies in this stack, and has room for cargo."""
        stack = self.hidden[place]
        stack.ships.append(ship)
        self.state.vessels[ship].hex = stack.hex
        self.room[place] += self.state.book.fleet[ship].capacity
        self.decks[place] = True

    def deal_leaders(self) -> None:
        """Characters stand under others, or are aboard where a ship may be laden; some are seen."""
        state, book = self.state, self.state.book
        seen = {lid.number for lid in self.tops if lid.kind == "leader"}
        for place, stack in enumerate(self.hidden):
            for number in stack.leaders:
                if number in seen or number in self.named or state.leaders[number].cast:
                    self.home[number] = place
        for number in self.cast:
            someone, card = state.leaders[number], book.cast[number]
            if number in self.home:
                continue
            fit = [place for place in range(len(self.hidden)) if self.admits(place, number)]
            place = self.home[number] = self.rng.choice(fit)
            stack = self.hidden[place]
            someone.hex = stack.hex
            someone.aboard = stack.kind == "sea" and not card.swims
            someone.afloat = stack.kind == "sea" and card.swims

    def admits(self, place: int, leader: int) -> bool:
        """Whether a character could be in a stack, by its top and by the way he travels."""
        state, lid, stack = self.state, self.tops[place], self.hidden[place]
        card = state.book.cast[leader]
        if lid.kind == "army":
            return False  # nobody is there to lie above it
        if stack.kind == "sea":
            return card.swims or (self.decks[place] and not card.flies)
        return state.book.land[stack.hex]

    def reserve(self, pools: Counter[tuple[int, int]]) -> None:
        """A stack with an army on top has at least that CSP."""
        for place, lid in enumerate(self.tops):
            if lid.kind == "army":
                pools[lid.number, lid.group] -= 1
                self.put(place, lid.number, lid.group, 1)
                self.room[place] -= self.embarked(place, lid.number)

    def deal_escorts(self, pools: Counter[tuple[int, int]]) -> None:
        """Whoever can have an escort may have one, as far as there are CSP."""
        book = self.state.book
        for number in self.cast:
            key = (book.leader_banner[number], book.leader_group[number])
            someone = self.state.leaders[number]
            full = someone.aboard and self.room[self.home[number]] <= 0
            if book.cast[number].escort and not full and pools[key] > 0 and self.rng.below(2):
                someone.escort = True
                pools[key] -= 1
                self.room[self.home[number]] -= someone.aboard

    def deal_troops(self, pools: Counter[tuple[int, int]]) -> None:
        """CSP go wherever nothing above them says that they are not there, and into the ships' holds."""
        for banner, group in sorted(pools):
            able = [place for place in range(len(self.hidden)) if self.takes(place, banner, group)]
            fit = [place for place in able if not self.covered(place)] or able
            shares = [0] * len(self.hidden)
            free = [place for place in fit if not self.is_full(place, banner)] or fit
            for _ in range(pools[banner, group]):
                place = self.rng.choice(free)
                shares[place] += 1
                if self.embarked(place, banner):
                    self.room[place] -= 1
                    free = [place for place in fit if not self.is_full(place, banner)] or fit
            for place, share in enumerate(shares):
                if share:
                    self.put(place, banner, group, share)

    def takes(self, place: int, banner: int, group: int) -> bool:
        """Whether CSP of a banner could be in a stack."""
        lid, stack = self.tops[place], self.hidden[place]
        swims = forces.swims(self.state, banner)
        if stack.kind == "sea":
            if not swims and not self.decks[place]:
                return False
        elif not self.state.book.land[stack.hex]:
            return False
        return lid.kind != "army" or (lid.number, lid.group) <= (banner, group)

    def covered(self, place: int) -> bool:
        """Whether CSP would lie on the ship on top: she was put below her cargo, and nobody else is there."""
        lid = self.tops[place]
        low = lid.kind == "ship" and self.state.vessels[lid.number].height < 0
        return low and place not in self.home.values()

    def embarked(self, place: int, banner: int) -> bool:
        """Whether CSP of a banner would be carried there."""
        return self.hidden[place].kind == "sea" and not forces.swims(self.state, banner)

    def is_full(self, place: int, banner: int) -> bool:
        """Whether the ships of a stack carry no more."""
        return self.embarked(place, banner) and self.room[place] <= 0

    def put(self, place: int, banner: int, group: int, count: int) -> None:
        """CSP stand in this stack."""
        stack = self.hidden[place]
        wet, swims = stack.kind == "sea", forces.swims(self.state, banner)
        army = Army(
            hex=stack.hex,
            group=group,
            banner=banner,
            csp=count,
            aboard=wet and not swims,
            afloat=wet and swims,
        )
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
        """The items of a side, with anybody who may carry them or with troops; who has cast keeps his."""
        state = self.state
        here = {number for number in self.cast if not state.leaders[number].cast}
        camps = [
            place for place, stack in enumerate(self.hidden) if stack.ships or self.tops[place].kind == "army"
        ]
        hexes = {stack.hex for stack in self.hidden}
        for number, item in enumerate(state.treasures):
            if not (item.bearer in here or (item.keeper == self.seat and item.hex in hexes)):
                continue
            fit = [each for each in sorted(here) if items.may_carry(state, each, number)]
            place = self.rng.below(len(fit) + len(camps))
            if place < len(fit):
                items.hand(state, number, fit[place])
            else:
                items.store(state, number, self.hidden[camps[place - len(fit)]].hex, self.seat)


def marked(state: FornaldarState) -> list[int]:
    """From where the force on the move was tried to be intercepted."""
    force = state.force
    if force is None:
        return []
    return sorted({hex_ for hex_, _ in state.attempts if intercepting.tried(state, force, hex_)})


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
    force.given, force.shown, force.towed = [], [], []  # who has what, and was on top, is not known
    force.paid = ""
    forces.refit(state, force)
    force.cold = force.snow and forces.is_chilled(state, force)
    force.used = POINT * state.book.distance(force.start, force.hex)
    force.left = max(0, forces.points(state, force) - force.used)
