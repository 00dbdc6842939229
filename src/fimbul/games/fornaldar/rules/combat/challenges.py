"""Challenges: made and answered before a battle, and fought to the death (R16.8, R17.8, R17.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Decision, Event, Illegal, Line, Question, Step, Told
from fimbul.games.fornaldar.actions import Accept, Challenge, Done, Give, Refuse, Use
from fimbul.games.fornaldar.events import Rolled, Struck
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import SIDES, Letter
from fimbul.games.fornaldar.model import Bout, Fray
from fimbul.games.fornaldar.rules import fates, pieces, ratings
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.combat import clash, hosts, losses, prospects, rounds, strengths
from fimbul.games.fornaldar.rules.magic import items, spells

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

DUEL, TRIAL = "duel", "trial"
KINDS = (DUEL, TRIAL)
COST = {DUEL: 3, TRIAL: 5}  # of declining, on the rolls of the battle (R17.5.6)
NAMES = {DUEL: "duel arcane", TRIAL: "trial by combat"}
KILLS = {True: 12, False: 2}  # the roll with which Hano kills, attacking and defending (R21.70)


# ---- who may


def may_take_part(state: FornaldarState, leader: int, kind: str) -> bool:
    """Whether a character may fight such a challenge (R16.8.3, R20.6, R24.3.2.4)."""
    if state.book.cast[leader].skill == "flying_ship" or not spells.unbound(state, leader):
        return False
    return kind != DUEL or ratings.magic(state, leader) > 0


def may_challenge(state: FornaldarState, leader: int, kind: str) -> bool:
    """Whether a character may make such a challenge: jotuns not to a duel (R17.8.3)."""
    if kind == DUEL and state.book.cast[leader].race == "jotun":
        return False
    return may_take_part(state, leader, kind)


def company(state: FornaldarState, fray: Fray, seat: int) -> tuple[int, ...]:
    """The characters of a side who are in a battle from its start, at sea too (R17.6.1)."""
    if fray.stack == "sea":
        return hosts.fleet(state, fray.hex, fray.river, seat, late=False).leaders
    mine = hosts.ground_host(state, fray.hex, seat, late=False)
    if fray.overrun and state.force is not None and state.force.seat == seat:
        mine = hosts.of_force(mine, state.force)
    return mine.leaders


def open_to_challenge(state: FornaldarState, fray: Fray, seat: int) -> bool:
    """Whether a side has a stack there, of which a character could answer; a garrison alone has none."""
    if fray.kind not in ("ground", "naval"):
        return False
    return fray.stack == "sea" or pieces.has_ground(state, fray.hex, seat)


# ---- making and answering


def begin(state: FornaldarState, frays: tuple[Fray, ...], seat: int) -> None:
    """The active player challenges; all else follows from his last word."""
    state.push(Challenging((seat,), frays, seat))


def proceed(state: FornaldarState, frays: tuple[Fray, ...], active: int) -> None:
    """The next challenge that is to be answered; if there is none, the next step."""
    for place, fray in enumerate(frays):
        for number, bout in enumerate(fray.bouts):
            if not bout.answer:
                state.push(Answering((1 - bout.seat,), frays, active, place, number))
                return
    state.push(Fought(frays, active))


class Challenging(Decision["FornaldarState", Challenge | Done], frozen=True, tag=True):
    """Challenges are made, in any of the battles (R5.5.5)."""

    frays: tuple[Fray, ...]
    active: int

    rule: ClassVar[str] = "R16.8.1"
    otherwise: ClassVar[str] = "That challenge cannot be made."

    def question(self, state: FornaldarState, seat: int) -> Question:
        return ask(
            seat,
            "Challenge the enemy before the battle, or do not.",
            "may challenge",
            about=tuple(pieces.spot(state, each.hex) for each in self.frays),
            facts=prospects.facts(
                state, [(each.hex, each.stack, each.attacker) for each in self.frays], seat
            ),
            labels=(("done", "Make no more challenges"),),
            public=True,
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Challenge | Done]:
        found: list[Any] = []
        for fray in self.frays:
            if not open_to_challenge(state, fray, 1 - seat):
                continue
            for kind in KINDS:
                if any(bout.kind == kind for bout in fray.bouts):
                    continue
                for each in company(state, fray, seat):
                    if may_challenge(state, each, kind):
                        found.append(Challenge(kind, state.book.cast[each].id))
        return [*found, Done()]

    def forbids(self, state: FornaldarState, action: Challenge | Done, seat: int) -> Illegal | None:
        if action in self.actions(state, seat):
            return None
        leader = state.book.leader.get(action.leader, -1) if isinstance(action, Challenge) else -1
        if isinstance(action, Done) or leader < 0 or pieces.seat_of(state, leader) != seat:
            return Illegal(self.rule, self.otherwise)
        fray = next((each for each in self.frays if leader in company(state, each, seat)), None)
        if fray is None or not open_to_challenge(state, fray, 1 - seat):
            return Illegal(
                "R16.8.1", "Challenges are made where a battle is to be fought, by those who are in it."
            )
        if any(bout.kind == action.kind for bout in fray.bouts):
            return Illegal("R16.8.2", "There is one duel and one trial for each battle at most.")
        if not spells.unbound(state, leader):
            return Illegal("R20.6", "Who has tried an enchantment may not challenge.")
        if state.book.cast[leader].skill == "flying_ship":
            return Illegal("R24.3.2.4", "The flying ship takes no part in challenges.")
        if action.kind == DUEL and state.book.cast[leader].race == "jotun":
            return Illegal("R17.8.3", "Jotuns may not challenge to a duel arcane.")
        return Illegal("R16.8.3", "A duel arcane needs magic.")

    def take(self, state: FornaldarState, action: Challenge | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Done):
            if seat == self.active:
                state.push(Replies(self.frays, self.active))
            else:
                proceed(state, self.frays, self.active)
            return
        leader = state.book.leader[action.leader]
        place = next(n for n, each in enumerate(self.frays) if leader in company(state, each, seat))
        fray = self.frays[place]
        bout = Bout(kind=action.kind, seat=seat, leader=leader)
        where = pieces.place_name(state, fray.hex)
        text = f"{name(state, leader)} challenges to a {NAMES[action.kind]} at {where}."
        events.append(Told(text=text, about=(pieces.spot(state, fray.hex),)))
        changed = msgspec.structs.replace(fray, bouts=(*fray.bouts, bout))
        frays = (*self.frays[:place], changed, *self.frays[place + 1 :])
        state.push(msgspec.structs.replace(self, frays=frays))


class Replies(Step["FornaldarState"], frozen=True, tag=True):
    """The inactive player answers, then may challenge himself (R5.5.5)."""

    frays: tuple[Fray, ...]
    active: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        for place, fray in enumerate(self.frays):
            for number, bout in enumerate(fray.bouts):
                if not bout.answer:
                    state.push(Answering((1 - self.active,), self.frays, self.active, place, number))
                    return
        state.push(Challenging((1 - self.active,), self.frays, self.active))


class Answering(Decision["FornaldarState", Accept | Use | Refuse], frozen=True, tag=True):
    """A challenge is accepted or declined (R16.8.1)."""

    frays: tuple[Fray, ...]
    active: int
    place: int  # which of the frays
    number: int  # which of its bouts

    rule: ClassVar[str] = "R16.8.1"
    otherwise: ClassVar[str] = "That character cannot accept this challenge."

    @property
    def fray(self) -> Fray:
        """The battle that it is about."""
        return self.frays[self.place]

    @property
    def bout(self) -> Bout:
        """The challenge."""
        return self.fray.bouts[self.number]

    def able(self, state: FornaldarState, seat: int) -> list[int]:
        """Those who could accept."""
        return [
            each for each in company(state, self.fray, seat) if may_take_part(state, each, self.bout.kind)
        ]

    def question(self, state: FornaldarState, seat: int) -> Question:
        fray, bout = self.fray, self.bout
        side = "you" if self.able(state, seat) else "nobody of yours"
        return ask(
            seat,
            f"{name(state, bout.leader)} challenges {side} to a {NAMES[bout.kind]}: accept it or decline.",
            "answers the challenge",
            about=(pieces.spot(state, fray.hex),),
            facts=(
                Line("Declining costs", f"{COST[bout.kind]} on every roll of the battle", "bad"),
                *prospects.facts(state, [(fray.hex, fray.stack, fray.attacker)], seat),
            ),
            labels=(("refuse", "Decline the challenge"),),
            public=True,
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Accept | Use | Refuse]:
        able = self.able(state, seat)
        found: list[Any] = [Accept(state.book.cast[each].id) for each in able]
        if able and not any(bout.answer == "cancelled" for bout in self.fray.bouts):
            found += items.users_of(state, company(state, self.fray, seat), "cancel_challenge")
        return [*found, Refuse()]

    def forbids(self, state: FornaldarState, action: Accept | Use | Refuse, seat: int) -> Illegal | None:
        if action in self.actions(state, seat):
            return None
        leader = state.book.leader.get(action.leader, -1) if isinstance(action, Accept) else -1
        if leader in company(state, self.fray, seat):
            if not spells.unbound(state, leader):
                return Illegal("R20.6", "Who has tried an enchantment may not accept challenges.")
            if state.book.cast[leader].skill == "flying_ship":
                return Illegal("R24.3.2.4", "The flying ship takes no part in challenges.")
            return Illegal("R16.8.3", "A duel arcane needs magic.")
        return Illegal(self.rule, self.otherwise)

    def take(
        self, state: FornaldarState, action: Accept | Use | Refuse, seat: int, events: list[Event]
    ) -> None:
        side, declined, champion = SIDES[seat].capitalize(), list(self.fray.declined), -1
        if isinstance(action, Accept):
            champion, answer = state.book.leader[action.leader], "accepted"
            text = f"{name(state, champion)} accepts the {NAMES[self.bout.kind]}."
        elif isinstance(action, Use):
            answer = "cancelled"
            text = f"{state.book.relics[state.book.relic[action.item]].name} cancels the challenge."
        elif not self.able(state, seat):
            answer, text = "void", f"Nobody of the {side} side can answer the challenge."
        else:
            answer, text = "declined", f"The {side} side declines the {NAMES[self.bout.kind]}"
            if self.excused(state, seat):
                text += ", at no cost."
            else:
                declined[seat] += COST[self.bout.kind]
                text += f": {COST[self.bout.kind]} on the rolls of the battle."
        events.append(Told(text=text, about=(pieces.spot(state, self.fray.hex),)))
        bout = msgspec.structs.replace(self.bout, champion=champion, answer=answer)
        bouts = (*self.fray.bouts[: self.number], bout, *self.fray.bouts[self.number + 1 :])
        fray = msgspec.structs.replace(self.fray, bouts=bouts, declined=tuple(declined))
        frays = (*self.frays[: self.place], fray, *self.frays[self.place + 1 :])
        if seat == self.active:
            proceed(state, frays, self.active)
        else:
            state.push(Replies(frays, self.active))

    def excused(self, state: FornaldarState, seat: int) -> bool:
        """Whether the only character of the side fights another challenge there already (R16.8.2)."""
        mine = company(state, self.fray, seat)
        busy = [
            bout.champion if bout.seat != seat else bout.leader
            for bout in self.fray.bouts
            if bout.answer == "accepted"
        ]
        return len(mine) == 1 and mine[0] in busy


class Fought(Step["FornaldarState"], frozen=True, tag=True):
    """All challenges are fought, then the battles in the order that the active player likes (R5.5.5)."""

    frays: tuple[Fray, ...]
    active: int

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        steps: list[Step[Any]] = []
        for fray in self.frays:
            accepted = [bout for bout in fray.bouts if bout.answer == "accepted"]
            if accepted:
                steps += [
                    Arming((seat,), fray.hex, fray.stack, fray.river)
                    for seat in (self.active, 1 - self.active)
                ]
            steps += [Contest(fray.hex, bout.kind, (bout.leader, bout.champion)) for bout in accepted]
        state.push(*steps, rounds.Ordering((self.active,), self.frays))


class Arming(Decision["FornaldarState", Give | Done], frozen=True, tag=True):
    """Items may change hands before a challenge is fought, each once (R16.8.2)."""

    hex: int
    stack: str
    river: int
    given: tuple[str, ...] = ()

    rule: ClassVar[str] = "R16.8.2"
    otherwise: ClassVar[str] = "That item cannot be handed over here and now."

    def question(self, state: FornaldarState, seat: int) -> Question:
        return ask(
            seat,
            f"Hand items over before the challenge at {pieces.place_name(state, self.hex)}, or be done.",
            "may hand items over",
            about=(pieces.spot(state, self.hex),),
            labels=(("done", "Hand over nothing more"),),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Give | Done]:
        if self.stack == "sea":
            mine = hosts.fleet(state, self.hex, self.river, seat).leaders
        else:
            mine = hosts.ground_host(state, self.hex, seat).leaders
        found = [
            each
            for each in items.transfers(state, self.hex, seat, mine)
            if each.item not in self.given and state.book.leader.get(each.leader, -1) in mine
        ]
        return [*found, Done()]

    def take(self, state: FornaldarState, action: Give | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Give):
            items.give(state, action, self.hex, seat, events)
            state.push(msgspec.structs.replace(self, given=(*self.given, action.item)))


# ---- fighting it


def name(state: FornaldarState, leader: int) -> str:
    """The name of a character."""
    return state.book.cast[leader].name


class Contest(Step["FornaldarState"], frozen=True, tag=True):
    """A round of a duel or trial, and the next one, until one or both are dead (R17.8.2, R17.9.2).

    The first of the two is the challenger, who attacks in all rounds.
    """

    hex: int
    kind: str
    leaders: tuple[int, int]
    round: int = 1
    struck: tuple[int, ...] = ()  # who has hit the other before (R21.64)

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        if any(state.leaders[each].hex < 0 for each in self.leaders):
            return
        one, two = self.leaders
        ratios = [ratio(state, self.kind, one, two), ratio(state, self.kind, two, one)]
        shifted = [
            (name(state, one), columns(state, self.kind, one)),
            (name(state, two), -columns(state, self.kind, two)),
        ]
        tally = strengths.weigh(ratios[0], ratios[1], shifted, [])
        dice = tuple(state.rng.die() for _ in range(clash.DICE))
        cell = charts.cell(state.book.library, sum(dice), tally.column)
        events.append(
            Rolled(
                what=f"{NAMES[self.kind].capitalize()}, round {self.round}: {name(state, one)} against "
                f"{name(state, two)}, {ratios[0]} to {ratios[1]} at {tally.column}",
                dice=dice,
                result=f"{cell.attacker}/{cell.defender}",
                table="results",
                column=tally.column,
                about=(pieces.spot(state, self.hex),),
            )
        )
        hits = [
            self.hits(state, two, one, cell.attacker, dice, attacking=False),
            self.hits(state, one, two, cell.defender, dice, attacking=True),
        ]
        struck = {*self.struck, *(other for other, dealt in ((two, hits[0]), (one, hits[1])) if dealt)}
        dealt = [
            max(0, hit - losses.armor(state, each)) for each, hit in zip(self.leaders, hits, strict=True)
        ]
        if not strike(state, self.hex, self.leaders, dealt, events):
            again = msgspec.structs.replace(self, round=self.round + 1, struck=tuple(sorted(struck)))
            state.push(again)

    def hits(
        self,
        state: FornaldarState,
        giver: int,
        taker: int,
        letter: Letter,
        dice: tuple[int, ...],
        *,
        attacking: bool,
    ) -> int:
        """The wounds that one deals the other for his letter, with his weapons (R17.9.1, R21)."""
        library = state.book.library
        if self.kind == DUEL:
            return charts.casualties(library, basic(state, taker), letter).wounds
        if letter == "E" and items.has(state, giver, "e_becomes_f"):
            letter = "F"
        strong = strengths.prowess(state, taker, blunt=state.book.cast[giver].supernatural)
        count = charts.casualties(library, strong, letter).wounds
        if items.has(state, giver, "six_hits"):
            count += dice.count(6 if attacking else 1)
        if items.has(state, giver, "sudden_death") and dice[0] == dice[1]:
            if sum(dice) == KILLS[attacking]:
                return ratings.face(state, taker) + losses.armor(state, taker)
            count += 1
        if items.has(state, giver, "double_hits"):
            count *= 2
        if giver not in self.struck and items.has(state, giver, "first_hit_doubled"):
            count *= 2
        return count


def ratio(state: FornaldarState, kind: str, leader: int, other: int) -> int:
    """What a character brings: current magic, or combat doubled for heroes (R17.8.1, R17.9.1)."""
    if kind == DUEL:
        return ratings.current_magic(state, leader) + masked(state, leader)
    times = strengths.HERO if ratings.is_hero(state, leader) else 1
    return times * strengths.prowess(state, leader, blunt=state.book.cast[other].supernatural)


def basic(state: FornaldarState, leader: int) -> int:
    """The magic that counts for the losses of a duel (R17.8.1)."""
    return ratings.magic(state, leader) + masked(state, leader)


def masked(state: FornaldarState, leader: int) -> int:
    """What Ada's Mask adds in a duel (R21.43)."""
    return int(items.has(state, leader, "mask"))


def columns(state: FornaldarState, kind: str, leader: int) -> int:
    """The columns that items give in a trial (R21.50, R21.74)."""
    if kind == DUEL:
        return 0
    return int(items.has(state, leader, "trial_shift")) + strengths.merman_shift(state, leader)


def strike(
    state: FornaldarState, hex_: int, leaders: tuple[int, int], dealt: list[int], events: list[Event]
) -> bool:
    """Both take their wounds at once; whether one or both are dead."""
    slain = [each for each, count in zip(leaders, dealt, strict=True) if count >= ratings.face(state, each)]
    for each, count in zip(leaders, dealt, strict=True):
        if count:
            number = min(count, ratings.face(state, each))
            text = f"{name(state, each)} takes {number} wound{'s' if number > 1 else ''}."
            events.append(Struck(text=text, about=(pieces.spot(state, hex_),)))
            if each not in slain:
                state.leaders[each].wounds += count
    for each in slain:
        victor = next((other for other in leaders if other != each and other not in slain), -1)
        fates.kill(state, each, events, "challenge", victor)
    return bool(slain)
