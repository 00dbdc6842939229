"""Combat: it is announced, challenged for, and fought round after round (R5.5.5, R16, R17).

A combat that is announced is a `Fray` on the agenda, until it is joined: then it is `state.battle`.  All
challenges of a phase are fought before the first battle (challenges.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Illegal, Prospect, Question, Step, Told
from fimbul.games.fornaldar.actions import Done, Fight
from fimbul.games.fornaldar.library.rows import SIDES
from fimbul.games.fornaldar.rules import fates, pieces, scenarios
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.combat import challenges, clash, contact, hosts, melee, prospects

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

# ---- the phase


class CombatPhase(Step["FornaldarState"], frozen=True, tag=True):
    """The active player announces all combats, challenges are fought, then the combats (R5.5.5)."""

    seat: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        state.phase, state.force, state.battle = "combat", None, None
        state.fought = []
        announce(state, self.seat, ())


def announce(state: FornaldarState, seat: int, fights: tuple[tuple[int, str], ...]) -> None:
    """The active player is asked for combats besides these, if there can be any; that alone may tell."""
    state.reveals += contact.hangs_on_hidden(state, seat, fights)
    state.push(Announcing((seat,), fights))


class Announcing(Decision["FornaldarState", Fight | Done], frozen=True, tag=True):
    """The active player announces where he starts combat (R16.1); an intercepted force must (R14.8.11)."""

    fights: tuple[tuple[int, str], ...]

    always: ClassVar[bool] = False
    rule: ClassVar[str] = "R16.1"
    otherwise: ClassVar[str] = "You cannot start a combat there."

    def question(self, state: FornaldarState, seat: int) -> Question:
        fights = [(state.book.hex_named(each.hex), each.stack) for each in self.offers(state, seat)]
        return ask(
            seat,
            "Choose where to attack, or announce no more combats.",
            "announces combats",
            about=tuple(state.book.hex_name(hex_) for hex_, _ in fights),
            facts=prospects.facts(state, [(hex_, stack, seat) for hex_, stack in fights], seat),
            labels=(("fight", "Attack {}"), ("done", "Announce no more combats")),
        )

    def offers(self, state: FornaldarState, seat: int) -> list[Fight]:
        """The combats that can be announced besides."""
        open_ = [each for each in contact.places(state, seat) if each not in self.fights]
        return [Fight(state.book.hex_name(hex_), stack) for hex_, stack in open_]

    def actions(self, state: FornaldarState, seat: int) -> list[Fight | Done]:
        found = self.offers(state, seat)
        open_ = [(state.book.hex_named(each.hex), each.stack) for each in found]
        return [*found] if owed(state, seat, open_, self.fights) else [*found, Done()]

    def foresee(
        self, state: FornaldarState, seat: int, actions: list[Fight | Done]
    ) -> dict[Fight | Done, Prospect]:
        fights = [action for action in actions if isinstance(action, Fight)]
        told = (
            prospects.facts(state, [(state.book.hex_named(each.hex), each.stack, seat)], seat)
            for each in fights
        )
        return {fight: Prospect(facts=facts) for fight, facts in zip(fights, told, strict=True)}

    def forbids(self, state: FornaldarState, action: Fight | Done, seat: int) -> Illegal | None:
        if action in self.actions(state, seat):
            return None
        if isinstance(action, Done):
            return Illegal("R14.8.11", "A force that was intercepted must fight: announce that combat first.")
        if isinstance(action, Fight):
            return self.refuse_fight(state, action, seat)
        return Illegal(self.rule, self.otherwise)

    def refuse_fight(self, state: FornaldarState, action: Fight, seat: int) -> Illegal:
        """Why a combat cannot be announced."""
        hex_ = state.book.hex_named(action.hex)
        if hex_ < 0 or action.stack not in ("land", "sea"):
            return Illegal("R25.3", "There is no such place.")
        if (hex_, action.stack) in self.fights:
            return Illegal("R16.1", "That combat has been announced already.")
        if action.stack == "sea":
            return Illegal("R16.2", "Both sides need a ship or a swimming piece there.")
        mine = hosts.ground_host(state, hex_, seat)
        if pieces.fortress_seat(state, hex_) == 1 - seat and mine.leaders and not mine.csp:
            return Illegal("R18.5", "Characters may attack a fortress only together with CSP.")
        if mine.leaders and not mine.csp and not contact.eager(state, mine):
            return Illegal("R20.6", "Who has tried an enchantment does not start a combat.")
        if (mine.leaders or mine.csp) and pieces.has_ground(state, hex_, 1 - seat):
            return Illegal("R19.5", "One side has evaded the other there.")
        return Illegal(self.rule, self.otherwise)

    def take(self, state: FornaldarState, action: Fight | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Fight):
            hex_ = state.book.hex_named(action.hex)
            provoke_all(state, hex_, action.stack, seat, events)
            where = pieces.place_name(state, hex_)
            how = "at sea" if action.stack == "sea" else "on land"
            text = f"The {SIDES[seat].capitalize()} side attacks {how} at {where}."
            events.append(Told(text=text, about=(pieces.spot(state, hex_),)))
            announce(state, seat, (*self.fights, (hex_, action.stack)))
        elif self.fights:
            frays = tuple(contact.fray(state, hex_, stack, seat) for hex_, stack in self.fights)
            for each in frays:
                clash.reveal(state, each.hex)
                where = pieces.place_name(state, each.hex)
                events.append(
                    Told(text=f"{where}: a {clash.NAMES[each.kind]}.", about=(pieces.spot(state, each.hex),))
                )
            challenges.begin(state, frays, seat)


def owed(
    state: FornaldarState, seat: int, open_: Iterable[tuple[int, str]], fights: tuple[tuple[int, str], ...]
) -> bool:
    """Whether a combat that is a duty has not been announced (R14.8.11)."""
    return any(is_duty(state, hex_, stack, seat, fights) for hex_, stack in open_ if hex_ in state.caught)


def is_duty(
    state: FornaldarState, hex_: int, stack: str, seat: int, fights: tuple[tuple[int, str], ...]
) -> bool:
    """Whether the force that was intercepted in a hex must fight there on land, or at sea: where they met."""
    came = [each for each in pieces.leaders_at(state, hex_, 1 - seat) if state.leaders[each].intercepted]
    if not came:
        return all(there != hex_ for there, _ in fights)
    return any((each in pieces.at_sea(state, hex_)) == (stack == "sea") for each in came)


def provoke_all(state: FornaldarState, hex_: int, stack: str, seat: int, events: list[Event]) -> None:
    """Inactive pieces that are attacked become active (R10.2); the expedition's attack is noted (R24.2.4)."""
    book, wet = state.book, stack == "sea"
    groups = [army.group for army in pieces.armies_at(state, hex_) if (army.aboard or army.afloat) == wet]
    company = pieces.at_sea(state, hex_) if wet else pieces.ashore(state, hex_)
    groups += [book.leader_group[each] for each in company]
    if wet:
        groups += [book.ship_group[each] for each in pieces.ships_at(state, hex_)]
    elif book.fort_group[hex_] >= 0 and pieces.fortress(state, hex_) is not None:
        groups.append(book.fort_group[hex_])
    scenarios.outraged(state, [group for group in groups if state.side[group] == seat])
    for group in dict.fromkeys(groups):
        if state.side[group] != seat:
            fates.provoke(state, group, seat, events)


class DraugrMelee(Step["FornaldarState"], frozen=True, tag=True):
    """A Draugr fights a melee with characters of a seat (R10.6, R23.20)."""

    hex: int
    seat: int
    leaders: tuple[int, ...]

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        melee.rise(state, self.hex, self.seat, self.leaders, events)


class Joined(Step["FornaldarState"], frozen=True, tag=True):
    """A combat at once, with its challenges: in an overrun, for one round (R14.5.3)."""

    hex: int
    stack: str
    attacker: int
    overrun: bool = False

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        provoke_all(state, self.hex, self.stack, self.attacker, events)
        clash.reveal(state, self.hex)
        one = contact.fray(state, self.hex, self.stack, self.attacker, overrun=self.overrun)
        challenges.begin(state, (one,), self.attacker)
