"""Melees: who keeps out of them, and the Draugr (R16.7, R17.7, R23.20)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Question, Step, Told
from fimbul.core.wording import some
from fimbul.games.fornaldar.actions import Evade, Stand
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import SIDES, Character
from fimbul.games.fornaldar.model import Battle
from fimbul.games.fornaldar.rules import fates, pieces
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.combat import clash, hosts, losses, prospects, retreats, strengths
from fimbul.games.fornaldar.rules.magic import items

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

# ---- keeping out (R16.7)


def declinings(state: FornaldarState, battle: Battle) -> list[Step[Any]]:
    """Those who may keep out of a melee are asked, the defender first."""
    return [KeepingOut((seat,)) for seat in (1 - battle.first, battle.first) if shy(state, battle, seat)]


def shy(state: FornaldarState, battle: Battle, seat: int) -> list[int]:
    """The characters of a side whom an item lets keep out."""
    return [each for each in hosts.host(state, battle, seat).leaders if items.evades_melee(state, each)]


class KeepingOut(Decision["FornaldarState", Evade | Stand], frozen=True, tag=True):
    """Whether those who may keep out of the melee do so (R16.7)."""

    rule: ClassVar[str] = "R16.7"
    otherwise: ClassVar[str] = "Evade, or stand and fight."

    def question(self, state: FornaldarState, seat: int) -> Question:
        return ask(
            seat,
            "Keep out of the melee, or stand and fight.",
            "may keep out of the melee",
            about=clash.spots(state),
            facts=prospects.now(state, seat),
            labels=(("evade", "Keep out of the melee"), ("stand", "Stand and fight")),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Evade | Stand]:
        return [Evade(), Stand()]

    def take(self, state: FornaldarState, action: Evade | Stand, seat: int, events: list[Event]) -> None:
        battle = clash.the_battle(state)
        if not isinstance(action, Evade):
            return
        gone = shy(state, battle, seat)
        battle.absent = tuple(sorted({*battle.absent, *gone}))
        names = ", ".join(state.book.cast[each].name for each in gone)
        text = f"{names} of the {SIDES[seat].capitalize()} side keeps out of the melee."
        events.append(Told(text=text, about=clash.spots(state)))


# ---- the Draugr (R23.20)


def draugr(state: FornaldarState) -> Character:
    """The card of the Draugr."""
    return next(each for each in state.book.library.characters if each.skill == "draugr")


def rise(state: FornaldarState, hex_: int, seat: int, leaders: tuple[int, ...], events: list[Event]) -> None:
    """A Draugr comes and fights these characters."""
    here = tuple(each for each in leaders if state.leaders[each].hex == hex_)
    state.battle = Battle(
        hex=hex_,
        stack="land",
        kind="draugr",
        first=1 - seat,
        attacker=1 - seat,
        victims=here,
        draugr=draugr(state).combat,
    )
    events.append(
        Told(text=f"A Draugr rises at {pieces.place_name(state, hex_)}.", about=(pieces.spot(state, hex_),))
    )
    state.push(DraugrRound(), DraugrGone())


class DraugrRound(Step["FornaldarState"], frozen=True, tag=True):
    """The Draugr attacks; who cannot fight it is lost without those who can (R23.20)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        battle = clash.the_battle(state)
        seat = 1 - battle.attacker
        mine = hosts.host(state, battle, seat)
        if not mine.leaders:
            return
        if not strengths.fighters(state, battle, mine):
            for each in mine.leaders:
                fates.kill(state, each, events, "battle")
            return
        battle.round += 1
        strong = strengths.HERO * battle.draugr
        tally = strengths.weigh(
            strong,
            strengths.melee_strength(state, battle, mine),
            [(why, -by) for why, by in strengths.shifts_for(state, battle, mine)],
            strengths.added(state, battle),
        )
        dice = tuple(state.rng.die() for _ in range(clash.DICE))
        cell = charts.cell(state.book.library, sum(dice) + tally.added, tally.column)
        clash.note(state, battle, tally, dice, cell)
        clash.tell(state, battle, tally, events)
        hurt = charts.casualties(state.book.library, battle.draugr, cell.attacker).wounds
        battle.draugr -= hurt
        if hurt:
            events.append(Told(text=f"The Draugr takes {some(hurt, 'wound')}.", about=clash.spots(state)))
        due = clash.toll(state, battle, mine, cell.defender)
        events.append(Told(text=clash.owes(state, battle, due, cell.defender), about=clash.spots(state)))
        state.push(losses.Bear((due,)), DraugrGoesOn())


class DraugrGoesOn(Step["FornaldarState"], frozen=True, tag=True):
    """Whether it is destroyed, driven out, or goes on; whether the characters leave."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        battle = clash.the_battle(state)
        seat = 1 - battle.attacker
        if battle.draugr <= 0 or battle.marks[battle.attacker] == "r":
            return
        if not hosts.host(state, battle, seat).leaders:
            return
        state.push(DraugrRound())
        ways = retreats.ways_out(state, battle, seat)
        if battle.marks[seat] and ways:
            state.push(retreats.Retreating((seat,), battle.marks[seat] == "r"))


class DraugrGone(Step["FornaldarState"], frozen=True, tag=True):
    """The Draugr is taken off."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        battle = clash.the_battle(state)
        where = pieces.place_name(state, battle.hex)
        events.append(Told(text=f"The Draugr at {where} is gone.", about=clash.spots(state)))
        state.battle = None
        force = state.force
        if force is not None:
            force.leaders = [each for each in force.leaders if state.leaders[each].hex == force.hex]
