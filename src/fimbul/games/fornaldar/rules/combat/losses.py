"""Losses (7): who bears them is chosen by the owner in secret, then all come off at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Decision, Event, Line, Question, Sealed, Step, Told
from fimbul.core.wording import capital, listed
from fimbul.games.fornaldar.actions import ESCORT, Done, Lose
from fimbul.games.fornaldar.model import NOWHERE, SEA, Army, Chosen, Toll
from fimbul.games.fornaldar.rules import asking, fates, pieces, ratings, secrecy
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.combat import spoils
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.movement import evading

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

STEPS = 2  # of a ship (R7.3)


def more(counts: tuple[tuple[int, int], ...], key: int, add: int = 1) -> tuple[tuple[int, int], ...]:
    """A count with more of one."""
    found = dict(counts)
    found[key] = found.get(key, 0) + add
    return tuple(sorted(found.items()))


class Bear(Step["FornaldarState"], frozen=True, tag=True):
    """These losses are borne: each owner chooses unseen by the other, then all come off at once (R7.8)."""

    tolls: tuple[Toll, ...]

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        tolls = tuple(sorted(self.tolls, key=lambda toll: toll.seat))
        asked = tuple(
            sorted({toll.seat for toll in tolls if settled(state, toll) is None or is_secret(state, toll)})
        )
        state.borne = []
        state.push(*((Losses(asked, tolls),) if asked else ()), ComeOff(tolls))


def is_secret(state: FornaldarState, toll: Toll) -> bool:
    """Whether nobody else sees the stack: then its owner is asked even if there is nothing to choose.

    What is asked would tell what is in the stack.  In a battle both sides have shown what they have.
    """
    return toll.how == "other" and not secrecy.sees(state, 1 - toll.seat, toll.hex)


class Losses(Sealed["FornaldarState"], frozen=True, tag=True):
    """All who have lost something choose at once, each in secret, who bears it (R7.6, R7.8)."""

    tolls: tuple[Toll, ...]

    writes: ClassVar[tuple[str, ...]] = ("borne",)
    rule: ClassVar[str] = "R7.8"

    def part(self, state: FornaldarState, seat: int) -> tuple[Step[Any], ...]:
        mine = [toll for toll in self.tolls if toll.seat == seat]
        known = [chosen for toll in mine if (chosen := settled(state, toll)) is not None]
        if len(known) < len(mine):
            return tuple(Choose(toll) for toll in mine)
        return (*map(Choose, mine, known), Heeding((seat,), tuple(mine)))

    def question(self, state: FornaldarState, seat: int) -> Question:
        hexes = tuple(dict.fromkeys(pieces.spot(state, toll.hex) for toll in self.tolls))
        names = capital(listed(f"the {asking.side_name(each)} player" for each in self.seats))
        verb = "choose" if len(self.seats) > 1 else "chooses"
        watching = f"{names} {verb} who bears the losses."
        return Question(text=watching, watching=watching, rule=self.rule, about=hexes)


class Choose(Step["FornaldarState"], frozen=True, tag=True):
    """Who bears a toll: what needs no asking is chosen, the owner is asked for the rest, then it is noted."""

    toll: Toll
    chosen: Chosen = Chosen()

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        chosen, offered = forced(state, self.toll, self.chosen)
        if offered:
            state.push(Bearing((self.toll.seat,), self.toll, chosen))
        else:
            state.borne.append((self.toll, chosen))


def forced(state: FornaldarState, toll: Toll, chosen: Chosen) -> tuple[Chosen, list[Bearer]]:
    """What is chosen, with all that needs no asking, and among whom there is a choice then."""
    while True:
        offered = choices(state, toll, chosen)
        if not offered or not (len(offered) == 1 or all_lost(state, toll, chosen, offered)):
            return chosen, offered
        chosen = choose(state, toll, chosen, offered[0])


def settled(state: FornaldarState, toll: Toll) -> Chosen | None:
    """Who bears a toll, if there is nothing to choose."""
    chosen, offered = forced(state, toll, Chosen())
    return None if offered else chosen


class Bearing(Decision["FornaldarState", Lose], frozen=True, tag=True):
    """Who bears the next point of loss (R7.6)."""

    toll: Toll
    chosen: Chosen

    always: ClassVar[bool] = True
    rule: ClassVar[str] = "R7.6"
    otherwise: ClassVar[str] = "That piece cannot bear this loss."

    def question(self, state: FornaldarState, seat: int) -> Question:
        return ask(
            seat,
            f"Choose who bears the next loss ({owed(state, self.toll, self.chosen)} to go).",
            "chooses who bears the losses",
            about=(pieces.spot(state, self.toll.hex),),
            facts=borne_facts(state, self.chosen),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Lose]:
        return [Lose(name(state, each)) for each in choices(state, self.toll, self.chosen)]

    def take(self, state: FornaldarState, action: Lose, seat: int, events: list[Event]) -> None:
        offered = choices(state, self.toll, self.chosen)
        picked = next(each for each in offered if name(state, each) == action.what)
        state.push(Choose(self.toll, choose(state, self.toll, self.chosen, picked)))


class Heeding(Decision["FornaldarState", Done], frozen=True, tag=True):
    """There is nothing to choose, which is nobody else's affair: the owner notes his losses (R7.8)."""

    tolls: tuple[Toll, ...]

    always: ClassVar[bool] = True
    rule: ClassVar[str] = "R7.8"

    def question(self, state: FornaldarState, seat: int) -> Question:
        places = dict.fromkeys(pieces.place_name(state, toll.hex) for toll in self.tolls)
        return ask(
            seat,
            f"Losses at {' and '.join(places)}.",
            "chooses who bears the losses",
            about=tuple(dict.fromkeys(pieces.spot(state, toll.hex) for toll in self.tolls)),
            facts=tuple(fact for _, chosen in state.borne for fact in borne_facts(state, chosen)),
            labels=(("done", "So be it"),),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Done]:
        return [Done()]

    def take(self, state: FornaldarState, action: Done, seat: int, events: list[Event]) -> None:
        """Nothing more is to be done: all comes off with what the others have chosen."""


class ComeOff(Step["FornaldarState"], frozen=True, tag=True):
    """All losses come off at once (R7.8)."""

    tolls: tuple[Toll, ...]

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        borne, state.borne = dict(state.borne), []
        done = tuple(borne.get(toll) or settled(state, toll) or Chosen() for toll in self.tolls)
        # Whose losses they were comes to light, unless all who take part are seen by everybody.
        state.reveals += any(secrecy.is_secret(state, toll.seat, toll.hex, toll.stack) for toll in self.tolls)
        apply(state, self.tolls, done, events)


def owed(state: FornaldarState, toll: Toll, chosen: Chosen) -> str:
    """How much is still to be borne of what is chosen next."""
    kind = choices(state, toll, chosen)[0][0]
    left, unit = toll.csp - lost_csp(chosen), "CSP"
    if kind == "leader":
        left, unit = toll.wounds - sum(count for _, count in chosen.wounds), "wound"
    elif kind in ("ship", "swimmer"):
        left, unit = toll.steps - lost_steps(chosen), "step"
    return f"{left} {unit}{'s' * (left != 1 and unit != 'CSP')}"


def borne_facts(state: FornaldarState, chosen: Chosen) -> tuple[Line, ...]:
    """Who bears what, as it is chosen."""
    book = state.book
    found = [(book.banners[each].name, f"{count} CSP") for each, count in (*chosen.csp, *chosen.swimmers)]
    found += [(f"The escort of {book.cast[each].name}", "1 CSP") for each in chosen.escorts]
    found += [(book.cast[each].name, f"{count} wound{'s' * (count > 1)}") for each, count in chosen.wounds]
    found += [
        (f"The {book.fleet[each].name}", f"{count} step{'s' * (count > 1)}") for each, count in chosen.steps
    ]
    found += [("The garrison", f"{chosen.garrison} CSP")] * bool(chosen.garrison)
    return tuple(Line(who, what, "bad") for who, what in found)


Bearer = tuple[str, int]  # what kind of piece, and its number


def name(state: FornaldarState, bearer: Bearer) -> str:
    """A piece that can bear a loss, in the notation."""
    kind, number = bearer
    book = state.book
    match kind:
        case "csp" | "swimmer":
            return book.banners[number].id
        case "escort":
            return f"{ESCORT}{book.cast[number].id}"
        case "leader":
            return book.cast[number].id
        case "ship":
            return book.fleet[number].id
    return kind


# ---- what may be chosen


def choices(state: FornaldarState, toll: Toll, chosen: Chosen) -> list[Bearer]:
    """Who may bear the next point of a toll: CSP first, then wounds, then steps; nobody when all is borne."""
    if lost_csp(chosen) < toll.csp:
        found = csp_bearers(state, toll, chosen)
        if found:
            return found
    if sum(count for _, count in chosen.wounds) < toll.wounds:
        found = wound_bearers(state, toll, chosen)
        if found:
            return found
    if lost_steps(chosen) < toll.steps:
        return step_bearers(state, toll, chosen)
    return []


def lost_csp(chosen: Chosen) -> int:
    """The CSP that have been chosen."""
    return sum(count for _, count in chosen.csp) + len(chosen.escorts) + chosen.garrison


def lost_steps(chosen: Chosen) -> int:
    """The steps that have been chosen."""
    return sum(count for _, count in (*chosen.steps, *chosen.swimmers))


def csp_bearers(state: FornaldarState, toll: Toll, chosen: Chosen) -> list[Bearer]:
    """Armies and escorts; the garrison only after all others (R18.4)."""
    taken = dict(chosen.csp)
    found: list[Bearer] = [
        ("csp", banner) for banner in toll.banners if held(state, toll, banner) > taken.get(banner, 0)
    ]
    found += [
        ("escort", leader)
        for leader in toll.escorts
        if state.leaders[leader].escort and leader not in chosen.escorts
    ]
    battle = state.battle
    if not found and toll.garrison and battle is not None and battle.garrison > chosen.garrison:
        found.append(("garrison", 0))
    return found


def wound_bearers(state: FornaldarState, toll: Toll, chosen: Chosen) -> list[Bearer]:
    """Characters with boxes left; with a star, the one who was wounded first until he is dead (R7.6)."""
    taken = dict(chosen.wounds)
    if toll.star:
        for leader, count in chosen.wounds:
            if count < boxes(state, leader):
                return [("leader", leader)]
    return [("leader", leader) for leader in toll.leaders if taken.get(leader, 0) < boxes(state, leader)]


def boxes(state: FornaldarState, leader: int) -> int:
    """How many wounds of one result kill a character: one more than he has boxes, if he wears magic armor."""
    if state.leaders[leader].hex == NOWHERE:
        return 0
    return ratings.face(state, leader) + armor(state, leader)


def armor(state: FornaldarState, leader: int) -> int:
    """What magic armor takes off each result: one wound (R21.28, R21.37)."""
    return int(items.has(state, leader, "armor"))


def step_bearers(state: FornaldarState, toll: Toll, chosen: Chosen) -> list[Bearer]:
    """Ships with steps left, and swimming mermen; with a star, the ship that was hit first until it sinks."""
    taken, drowned = dict(chosen.steps), dict(chosen.swimmers)
    if toll.star:
        for ship, count in chosen.steps:
            if count < steps_left(state, ship):
                return [("ship", ship)]
    found: list[Bearer] = [
        ("ship", ship) for ship in toll.ships if taken.get(ship, 0) < steps_left(state, ship)
    ]
    found += [
        ("swimmer", banner)
        for banner in toll.swimmers
        if drowned.get(banner, 0) < swimming(state, toll, banner)
    ]
    return found


def steps_left(state: FornaldarState, ship: int) -> int:
    """The steps of a ship (R7.3)."""
    vessel = state.vessels[ship]
    return 0 if vessel.hex == NOWHERE else STEPS - vessel.damaged


def armies_of(state: FornaldarState, toll: Toll, banner: int, *, afloat: bool = False) -> list[Army]:
    """The armies of a banner that may bear a toll: ashore, embarked, or swimming."""
    here = [army for army in pieces.armies_at(state, toll.hex, toll.seat) if toll.late or not army.late]
    battle, force = state.battle, state.force
    if battle is not None and battle.overrun and force is not None and force.seat == toll.seat:
        here = [army for army in here if army.spent and not army.done]  # only the force overruns (R14.5.1)
    if afloat:
        return [army for army in here if army.banner == banner and army.afloat]
    if toll.stack == SEA:
        return [army for army in here if army.banner == banner and army.aboard]
    return [army for army in here if army.banner == banner and not (army.aboard or army.afloat)]


def held(state: FornaldarState, toll: Toll, banner: int) -> int:
    """The CSP of a banner that may be lost."""
    return sum(army.csp for army in armies_of(state, toll, banner))


def swimming(state: FornaldarState, toll: Toll, banner: int) -> int:
    """The swimming CSP of a banner that may be lost (R8.4.8)."""
    return sum(army.csp for army in armies_of(state, toll, banner, afloat=True))


def all_lost(state: FornaldarState, toll: Toll, chosen: Chosen, offered: list[Bearer]) -> bool:
    """Whether everything of this kind is lost anyway, so that there is nothing to choose (R7.7)."""
    match offered[0][0]:
        case "csp" | "escort":
            taken = dict(chosen.csp)
            left = sum(held(state, toll, banner) - taken.get(banner, 0) for banner in toll.banners)
            left += sum(kind == "escort" for kind, _ in offered)
            return toll.csp - lost_csp(chosen) >= left
        case "leader":
            wounds = dict(chosen.wounds)
            left = sum(boxes(state, leader) - wounds.get(leader, 0) for leader in toll.leaders)
            return toll.wounds - sum(wounds.values()) >= left
        case "ship" | "swimmer":
            steps, drowned = dict(chosen.steps), dict(chosen.swimmers)
            left = sum(max(0, steps_left(state, ship) - steps.get(ship, 0)) for ship in toll.ships)
            left += sum(swimming(state, toll, each) - drowned.get(each, 0) for each in toll.swimmers)
            return toll.steps - lost_steps(chosen) >= left
    return True


def choose(state: FornaldarState, toll: Toll, chosen: Chosen, bearer: Bearer) -> Chosen:
    """One more point is borne by this piece."""
    kind, number = bearer
    match kind:
        case "csp":
            return msgspec.structs.replace(chosen, csp=more(chosen.csp, number))
        case "escort":
            return msgspec.structs.replace(chosen, escorts=(*chosen.escorts, number))
        case "leader":
            return msgspec.structs.replace(chosen, wounds=more(chosen.wounds, number))
        case "ship":
            return msgspec.structs.replace(chosen, steps=more(chosen.steps, number))
        case "swimmer":
            return msgspec.structs.replace(chosen, swimmers=more(chosen.swimmers, number))
    return msgspec.structs.replace(chosen, garrison=chosen.garrison + 1)


# ---- taking them off


def apply(
    state: FornaldarState, tolls: tuple[Toll, ...], done: tuple[Chosen, ...], events: list[Event]
) -> None:
    """All losses come off at once (R7.8); what their ships carried goes down with them (R7.9)."""
    sunk: list[tuple[int, int]] = []
    for toll, chosen in zip(tolls, done, strict=True):
        for banner, count in chosen.csp:
            take_csp(state, armies_of(state, toll, banner), count, events)
        for banner, count in chosen.swimmers:
            take_csp(state, armies_of(state, toll, banner, afloat=True), count, events)
        for leader in chosen.escorts:
            fates.lose_escort(state, leader, events)
        if chosen.garrison and state.battle is not None:
            state.battle.garrison -= chosen.garrison
            events.append(
                Told(text=f"The garrison loses {chosen.garrison} CSP.", about=(pieces.spot(state, toll.hex),))
            )
        for ship, count in chosen.steps:
            for _ in range(count):
                fates.damage(state, ship, events)
            if state.vessels[ship].sunk and (toll.hex, toll.seat) not in sunk:
                sunk.append((toll.hex, toll.seat))
    for toll, chosen in zip(tolls, done, strict=True):
        tell_wounds(state, toll, chosen, events)
        for leader, count in chosen.wounds:
            hurt(state, leader, count, events, toll.how, toll.victor)
    for hex_, seat in sunk:
        after_sinking(state, hex_, seat, events)


def take_csp(state: FornaldarState, armies: list[Army], count: int, events: list[Event]) -> None:
    """So many CSP of these armies of one banner are destroyed, which is told in one sentence."""
    lost, untold = 0, list[Event]()
    for army in armies:
        part = min(count - lost, army.csp)
        if part:
            lost += part
            fates.lose_csp(state, army, part, untold)
    if lost:
        banner, hex_ = state.book.banners[armies[0].banner], armies[0].hex
        text = f"{lost} {banner.name} CSP lost at {pieces.place_name(state, hex_)}."
        events.append(Told(text=text, about=(pieces.spot(state, hex_),)))


def tell_wounds(state: FornaldarState, toll: Toll, chosen: Chosen, events: list[Event]) -> None:
    """The enemy learns how many wounds were taken, not by whom (R7.4)."""
    total = sum(max(0, count - armor(state, leader)) for leader, count in chosen.wounds)
    if total:
        word = "wound" if total == 1 else "wounds"
        where = pieces.spot(state, toll.hex)
        events.append(Told(text=f"{total} {word} taken.", about=(where,), besides=(toll.seat,)))


def hurt(
    state: FornaldarState, leader: int, count: int, events: list[Event], how: str = "other", victor: int = -1
) -> None:
    """A result deals wounds to a character; magic armor keeps off one of them (R21.28, R21.37)."""
    left = count - armor(state, leader)
    if left > 0 and state.leaders[leader].hex != NOWHERE:
        fates.wound(state, leader, left, events, how, victor)


# ---- what goes down with ships


def capacity(state: FornaldarState, hex_: int, seat: int) -> int:
    """How many CSP the ships of a naval stack can carry; ships under refit carry nothing."""
    ships = pieces.ships_at(state, hex_, seat)
    return sum(state.book.fleet[ship].capacity for ship in ships if not state.vessels[ship].refit)


def carried(state: FornaldarState, hex_: int, seat: int) -> int:
    """The CSP and escorts that are embarked in a hex."""
    leaders = [state.leaders[each] for each in pieces.leaders_at(state, hex_, seat)]
    escorts = sum(each.escort for each in leaders if each.aboard)
    return escorts + sum(army.csp for army in pieces.armies_at(state, hex_, seat) if army.aboard)


def after_sinking(state: FornaldarState, hex_: int, seat: int, events: list[Event]) -> None:
    """Ships have sunk: CSP that no ship carries any more are lost; without ships, characters too (R7.9)."""
    afloat = [ship for ship in pieces.ships_at(state, hex_, seat) if not state.vessels[ship].refit]
    if not afloat:
        founder(state, hex_, seat, events)
        return
    excess = carried(state, hex_, seat) - capacity(state, hex_, seat)
    if excess > 0:
        aboard = [leader for leader in pieces.leaders_at(state, hex_, seat) if state.leaders[leader].aboard]
        banners = {army.banner for army in pieces.armies_at(state, hex_, seat) if army.aboard}
        toll = Toll(
            seat=seat,
            hex=hex_,
            stack=SEA,
            csp=excess,
            banners=tuple(sorted(banners)),
            escorts=tuple(leader for leader in aboard if state.leaders[leader].escort),
            how="other",
        )
        state.push(Bear((toll,)))


def founder(state: FornaldarState, hex_: int, seat: int, events: list[Event]) -> None:
    """The last ship is gone: its cargo is lost; characters may reach a coast, without their items (R7.9)."""
    cargo = [army for army in pieces.armies_at(state, hex_, seat) if army.aboard]
    for banner in sorted({army.banner for army in cargo}):
        drowned = [army for army in cargo if army.banner == banner]
        take_csp(state, drowned, sum(army.csp for army in drowned), events)
    coast = state.book.land[hex_] and not pieces.ships_at(state, hex_, 1 - seat)
    if coast:
        state.push(evading.Survivors(hex_))
    for leader in pieces.leaders_at(state, hex_, seat):
        someone = state.leaders[leader]
        if not someone.aboard:
            continue
        if someone.escort:
            fates.lose_escort(state, leader, events)
        spoils.sunk(state, leader, events)
        if coast:
            someone.aboard = False
            text = f"{state.book.cast[leader].name} reaches the shore."
            events.append(Told(text=text, about=(pieces.spot(state, hex_),)))
        else:
            fates.kill(state, leader, events, "other")
