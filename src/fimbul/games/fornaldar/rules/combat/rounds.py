"""A battle from its first round to its last: dice, losses, marks, the initiative, the end (R17, R18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from fimbul.core import Decision, Event, Question, Step, Told
from fimbul.games.fornaldar.actions import Done, Fight, Hold, Press, Terrain, Use
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import SIDES
from fimbul.games.fornaldar.model import Battle, Fray
from fimbul.games.fornaldar.rules import fates, pieces
from fimbul.games.fornaldar.rules.asking import ask
from fimbul.games.fornaldar.rules.combat import clash, hosts, losses, melee, prospects, retreats, strengths
from fimbul.games.fornaldar.rules.combat.clash import DICE, NAMES
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.movement import evading

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

# ---- a battle begins


class BattleBegins(Step["FornaldarState"], frozen=True, tag=True):
    """Both sides show what they have, and the battle is joined."""

    fray: Fray

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        fray, where = self.fray, pieces.place_name(state, self.fray.hex)
        battle = Battle(
            hex=fray.hex,
            stack=fray.stack,
            kind=fray.kind,
            first=fray.attacker,
            attacker=fray.attacker,
            river=fray.river,
            overrun=fray.overrun,
            declined=fray.declined,
        )
        defender = 1 - fray.attacker
        if battle.kind == "ground" and pieces.fortress_seat(state, battle.hex) == defender:
            wall = pieces.fortress(state, battle.hex)
            assert wall is not None
            battle.owner, battle.terrain = defender, wall.kind
            battle.garrison = state.book.garrison[wall.strength]
        state.battle = battle
        clash.reveal(state, battle.hex)
        state.push(BattleEnds())
        if not clash.goes_on(state, battle):
            events.append(Told(text=f"{where}: there is nobody left to fight.", about=clash.spots(state)))
            return
        events.append(Told(text=f"{where}: the {NAMES[battle.kind]} begins.", about=clash.spots(state)))
        state.push(RoundBegins())
        if battle.kind == "melee":
            state.push(*melee.declinings(state, battle))
        elif battle.kind == "ground" and battle.owner < 0:
            kinds = clash.choices(state, battle.hex)
            battle.terrain = kinds[0] if kinds else ""
            if len(kinds) > 1:
                state.push(ChoosingTerrain((defender,)))


class ChoosingTerrain(Decision["FornaldarState", Terrain], frozen=True, tag=True):
    """The inactive player says what terrain he defends in (R17.5.1)."""

    rule: ClassVar[str] = "R17.5.1"
    otherwise: ClassVar[str] = "That is no terrain of this hex."

    def question(self, state: FornaldarState, seat: int) -> Question:
        return ask(
            seat,
            "Choose the terrain that you defend in.",
            "chooses the terrain to defend in",
            about=clash.spots(state),
            facts=prospects.now(state, seat),
            public=True,
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Terrain]:
        return [Terrain(kind) for kind in clash.choices(state, clash.the_battle(state).hex)]

    def take(self, state: FornaldarState, action: Terrain, seat: int, events: list[Event]) -> None:
        battle = clash.the_battle(state)
        battle.terrain = action.kind
        events.append(Told(text=f"The defenders stand in the {action.kind}.", about=clash.spots(state)))


# ---- a round


class RoundBegins(Step["FornaldarState"], frozen=True, tag=True):
    """A new round (R17.1): dust may be thrown, then the dice are rolled."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        battle = clash.the_battle(state)
        if not clash.goes_on(state, battle):
            return
        battle.round += 1
        battle.rolling, battle.dusted = True, False
        state.push(Round())
        foe = 1 - battle.owner
        if battle.owner >= 0 and battle.kind == "ground" and dust(state, battle, foe):
            state.push(Dusting((foe,)))


def dust(state: FornaldarState, battle: Battle, seat: int) -> list[Use]:
    """Kobold Dust, if a side has it and it would do anything (R21.38)."""
    if strengths.cancelled(state, battle):
        return []
    return items.users_of(state, hosts.host(state, battle, seat).leaders, "dust")


class Dusting(Decision["FornaldarState", Use | Done], frozen=True, tag=True):
    """Whether Kobold Dust is thrown at the walls of the fortress (R21.38)."""

    rule: ClassVar[str] = "R21.38"
    otherwise: ClassVar[str] = "Use the dust, or go on."

    def question(self, state: FornaldarState, seat: int) -> Question:
        return ask(
            seat,
            "Throw the dust at the walls, or go on without.",
            "may throw dust at the walls",
            about=clash.spots(state),
            facts=prospects.now(state, seat),
            labels=(("done", "Go on without the dust"),),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Use | Done]:
        return [*dust(state, clash.the_battle(state), seat), Done()]

    def take(self, state: FornaldarState, action: Use | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Use):
            clash.the_battle(state).dusted = True
            items.spend(state, state.book.relic[action.item], events)


class Round(Step["FornaldarState"], frozen=True, tag=True):
    """The ratio is found, the dice are rolled, losses are taken (R17.2, R17.5.5 to R17.5.9, R17.6.3)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        battle = clash.the_battle(state)
        tally = strengths.tally(state, battle)
        dice = tuple(state.rng.die() for _ in range(DICE))
        cell = charts.cell(state.book.library, sum(dice) + tally.added, tally.column)
        clash.note(state, battle, tally, dice, cell)
        clash.tell(state, battle, tally, events)
        tolls = []
        for seat in (0, 1):
            letter = cell.attacker if seat == battle.attacker else cell.defender
            tolls.append(clash.toll(state, battle, hosts.host(state, battle, seat), letter))
            events.append(Told(text=clash.owes(state, battle, tolls[-1], letter), about=clash.spots(state)))
        state.push(losses.Bear(tuple(tolls)), Aftermath())


class Aftermath(Step["FornaldarState"], frozen=True, tag=True):
    """Losses are off: a fortress may have fallen, a side may be gone, and the marks are read (R17.5.7)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        battle = clash.the_battle(state)
        battle.rolling, battle.dusted = False, False
        if battle.owner >= 0 and battle.garrison <= 0 and fall(state, battle, events):
            return
        if not clash.goes_on(state, battle):
            return
        castle = battle.owner >= 0 and battle.terrain == "castle"
        if castle and "o" in battle.marks and not strengths.cancelled(state, battle):
            events.append(
                Told(text="The castle holds, and the attack is over (R18.7).", about=clash.spots(state))
            )
            return
        state.push(*retreats.by_marks(state, battle), Continuing())


def fall(state: FornaldarState, battle: Battle, events: list[Event]) -> bool:
    """The garrison is gone and the fortress falls; the Fynvirke stands, but the battle is over (R18.4)."""
    if battle.terrain == "fynvirke":
        events.append(Told(text="The wall is cleared, and the battle is over.", about=clash.spots(state)))
        return True
    fates.raze(state, battle.hex, events)
    battle.owner, battle.terrain = -1, ""
    return False


class Continuing(Step["FornaldarState"], frozen=True, tag=True):
    """The attacker may go on, or the other takes the initiative (R17.3); an overrun is over (R14.5.3)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        battle = clash.the_battle(state)
        if battle.overrun or not clash.goes_on(state, battle):
            return
        if may_attack(state, battle, battle.attacker):
            state.push(Pressing((battle.attacker,)))
        elif may_attack(state, battle, 1 - battle.attacker):
            state.push(Pressing((1 - battle.attacker,), True))


def may_attack(state: FornaldarState, battle: Battle, seat: int) -> bool:
    """Whether a side could attack: not a garrison alone, and no fortress without CSP (R18.5)."""
    mine = hosts.host(state, battle, seat)
    if battle.owner == 1 - seat:
        return mine.csp > 0
    return mine.csp > 0 or bool(mine.leaders or mine.ships or mine.swimmers)


class Pressing(Decision["FornaldarState", Press | Hold], frozen=True, tag=True):
    """Whether a side attacks in another round; `second`: the other has declined (R17.3)."""

    second: bool = False

    rule: ClassVar[str] = "R17.3"
    otherwise: ClassVar[str] = "Attack once more, or attack no more."

    def question(self, state: FornaldarState, seat: int) -> Question:
        return ask(
            seat,
            "Fight another round, or break off.",
            "decides whether to fight on",
            about=clash.spots(state),
            facts=prospects.now(state, seat),
            labels=(("press", "Fight another round"), ("hold", "Break off the attack")),
            public=True,
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Press | Hold]:
        return [Press(), Hold()]

    def take(self, state: FornaldarState, action: Press | Hold, seat: int, events: list[Event]) -> None:
        battle, side = clash.the_battle(state), SIDES[seat].capitalize()
        if isinstance(action, Press):
            if seat != battle.attacker:
                events.append(Told(text=f"The {side} side takes the initiative.", about=clash.spots(state)))
            battle.attacker = seat
            state.push(RoundBegins())
            return
        events.append(Told(text=f"The {side} side attacks no more.", about=clash.spots(state)))
        if not self.second and may_attack(state, battle, 1 - seat):
            state.push(Pressing((1 - seat,), True))


# ---- the end


class BattleEnds(Step["FornaldarState"], frozen=True, tag=True):
    """The combat is over: garrisons are whole again (R18.4), who is left alone may flee (R19.2)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        battle = clash.the_battle(state)
        state.battle = None
        if not battle.overrun and battle.kind != "draugr":
            state.fought = sorted({*state.fought, (battle.hex, battle.stack)})
        where = pieces.place_name(state, battle.hex)
        text = f"{where}: the {NAMES[battle.kind]} is over."
        events.append(Told(text=text, about=(pieces.spot(state, battle.hex),)))
        if battle.stack == "sea":
            abandon(state, battle, events)
        state.push(evading.Survivors(battle.hex))


def abandon(state: FornaldarState, battle: Battle, events: list[Event]) -> None:
    """Ships under refit that are left alone with enemy ships are lost (R16.5)."""
    for seat in (0, 1):
        if hosts.ships_here(state, battle.hex, battle.river, seat):
            continue
        if not hosts.ships_here(state, battle.hex, battle.river, 1 - seat):
            continue
        for ship in pieces.ships_at(state, battle.hex, seat):
            if state.vessels[ship].refit:
                fates.sink(state, ship, events)


class Ordering(Decision["FornaldarState", Fight], frozen=True, tag=True):
    """The active player chooses which combat comes next (R17.4)."""

    frays: tuple[Fray, ...]

    rule: ClassVar[str] = "R17.4"
    otherwise: ClassVar[str] = "Choose one of the combats that are still to be fought."

    def question(self, state: FornaldarState, seat: int) -> Question:
        return ask(
            seat,
            "Choose the combat that is fought next.",
            "chooses the next combat",
            about=tuple(pieces.spot(state, each.hex) for each in self.frays),
            facts=prospects.facts(
                state, [(each.hex, each.stack, each.attacker) for each in self.frays], seat
            ),
            labels=(("fight", "Fight {}"),),
        )

    def actions(self, state: FornaldarState, seat: int) -> list[Fight]:
        return [Fight(state.book.hex_name(each.hex), each.stack) for each in self.frays]

    def take(self, state: FornaldarState, action: Fight, seat: int, events: list[Event]) -> None:
        hex_ = state.book.hex_named(action.hex)
        chosen = next(each for each in self.frays if (each.hex, each.stack) == (hex_, action.stack))
        left = tuple(each for each in self.frays if each != chosen)
        if left:
            state.push(msgspec.structs.replace(self, frays=left))
        state.push(BattleBegins(chosen))
