"""A battle from its first round to its last: dice, losses, marks, the initiative, the end (R17, R18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Step
from fimbul.games.fornaldar import (
    charts,
    evading,
    fighting,
    items,
    losses,
    melee,
    pieces,
    retreats,
    strengths,
)
from fimbul.games.fornaldar.actions import Done, Hold, Press, Terrain, Use
from fimbul.games.fornaldar.cards import SIDES
from fimbul.games.fornaldar.events import Rolled, Told

if TYPE_CHECKING:
    from fimbul.games.fornaldar.cards import Cell, Letter
    from fimbul.games.fornaldar.fighting import Battle
    from fimbul.games.fornaldar.state import FornaldarState
    from fimbul.games.fornaldar.strengths import Host, Tally

NAMES = {"ground": "ground battle", "naval": "naval battle", "melee": "melee", "draugr": "Draugr melee"}
DICE = 2


# ---- a battle begins


class BattleBegins(Step, frozen=True, tag=True):
    """Both sides show what they have, and the battle is joined."""

    fray: fighting.Fray

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        from fimbul.games.fornaldar.fighting import Battle

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
            battle.garrison = pieces.GARRISON[wall.strength]
        state.battle = battle
        reveal(state, battle.hex)
        state.push(BattleEnds())
        if not goes_on(state, battle):
            events.append(Told(text=f"{where}: there is nobody left to fight.", about=spots(state)))
            return
        events.append(Told(text=f"{where}: the {NAMES[battle.kind]} begins.", about=spots(state)))
        state.push(RoundBegins())
        if battle.kind == "melee":
            state.push(*melee.declinings(state, battle))
        elif battle.kind == "ground" and battle.owner < 0:
            kinds = choices(state, battle.hex)
            battle.terrain = kinds[0] if kinds else ""
            if len(kinds) > 1:
                state.push(ChoosingTerrain((defender,)))


def reveal(state: FornaldarState, hex_: int) -> None:
    """Both seats may examine what is in the hex until the end of the player-turn (R12.3)."""
    seen = sorted({*state.seen, (0, hex_), (1, hex_)})
    state.reveals += seen != state.seen
    state.seen = seen


def spots(state: FornaldarState) -> tuple[str, ...]:
    """The node of the battle's hex."""
    return (pieces.spot(state, state.battle.hex),) if state.battle is not None else ()


def choices(state: FornaldarState, hex_: int) -> list[str]:
    """The kinds of land in a hex."""
    return [kind for kind in state.book.ground[hex_].terrain if kind not in ("sea", "lake")]


class ChoosingTerrain(Decision, frozen=True, tag=True):
    """The inactive player says what terrain he defends in (R17.5.1)."""

    rule: ClassVar[str] = "R17.5.1"
    otherwise: ClassVar[str] = "That is no terrain of this hex."

    def actions(self, state: FornaldarState, seat: int) -> list[Any]:
        return [Terrain(kind) for kind in choices(state, the_battle(state).hex)]

    def take(self, state: FornaldarState, answers: dict[int, Any], events: list[Event]) -> None:
        ((_, action),) = answers.items()
        battle = the_battle(state)
        battle.terrain = action.kind
        events.append(Told(text=f"The defenders stand in the {action.kind}.", about=spots(state)))


def the_battle(state: FornaldarState) -> Battle:
    """The battle that is being fought."""
    assert state.battle is not None
    return state.battle


# ---- a round


class RoundBegins(Step, frozen=True, tag=True):
    """A new round: dust may be thrown, then the dice are rolled."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        battle = the_battle(state)
        if not goes_on(state, battle):
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
    return items.users_of(state, strengths.host(state, battle, seat).leaders, "dust")


class Dusting(Decision, frozen=True, tag=True):
    """Whether Kobold Dust is thrown at the walls of the fortress (R21.38)."""

    rule: ClassVar[str] = "R21.38"
    otherwise: ClassVar[str] = "Use the dust, or go on."

    def actions(self, state: FornaldarState, seat: int) -> list[Any]:
        return [*dust(state, the_battle(state), seat), Done()]

    def take(self, state: FornaldarState, answers: dict[int, Any], events: list[Event]) -> None:
        ((_, action),) = answers.items()
        if isinstance(action, Use):
            the_battle(state).dusted = True
            items.spend(state, state.book.relic[action.item], events)


class Round(Step, frozen=True, tag=True):
    """The ratio is found, the dice are rolled, losses are taken (R17.2, R17.5.5 to R17.5.9)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        battle = the_battle(state)
        tally = strengths.tally(state, battle)
        dice = tuple(state.rng.die() for _ in range(DICE))
        cell = charts.cell(state.book.library, sum(dice) + tally.added, tally.column)
        note(state, battle, tally, dice, cell)
        tell(state, battle, tally, events)
        tolls = []
        for seat in (0, 1):
            letter = cell.attacker if seat == battle.attacker else cell.defender
            tolls.append(toll(state, battle, strengths.host(state, battle, seat), letter))
            events.append(Told(text=owes(state, battle, tolls[-1], letter), about=spots(state)))
        state.push(losses.Bear(tuple(tolls)), Aftermath())


def note(state: FornaldarState, battle: Battle, tally: Tally, dice: tuple[int, ...], cell: Cell) -> None:
    """Keep the round for the table to show."""
    battle.attack, battle.defence = tally.attack, tally.defence
    battle.odds, battle.column = tally.odds, tally.column
    battle.added, battle.reasons, battle.dice, battle.row = tally.added, tally.reasons, dice, cell.roll
    battle.result = strengths.cell_text(state, cell.roll, tally.column)
    marks = (cell.attacker_mark, cell.defender_mark)
    battle.marks = marks if battle.attacker == 0 else (marks[1], marks[0])


def tell(state: FornaldarState, battle: Battle, tally: Tally, events: list[Event]) -> None:
    """The round in words: strengths, column, what was added and why, and the result."""
    side = SIDES[battle.attacker].capitalize()
    ratio = f"{tally.attack} against {tally.defence} is {tally.odds}"
    if tally.column != tally.odds:
        ratio += f", shifted to {tally.column}"
    reasons = f" ({', '.join(tally.reasons)})" if tally.reasons else ""
    text = f"Round {battle.round}, the {side} side attacks: {ratio}{reasons}."
    events.append(Told(text=text, about=spots(state)))
    events.append(
        Rolled(
            what=f"{NAMES[battle.kind].capitalize()} at {tally.column}",
            dice=battle.dice,
            added=battle.added,
            result=battle.result,
            table="results",
            column=tally.column,
            about=spots(state),
        )
    )


def toll(state: FornaldarState, battle: Battle, mine: Host, letter: Letter) -> losses.Toll:
    """What a side has to bear for its letter (R17.5.9, R17.6.5, R17.7.5)."""
    library = state.book.library
    wounds = charts.casualties(library, strengths.loss_leaders(state, battle, mine), letter)
    csp = steps = 0
    if battle.kind == "ground":
        csp = charts.casualties(library, strengths.loss_csp(mine), letter).csp
    elif battle.kind == "naval":
        steps = charts.casualties(library, strengths.loss_hulls(state, mine), letter).wounds
    return losses.Toll(
        seat=mine.seat,
        hex=battle.hex,
        stack=battle.stack,
        csp=csp,
        wounds=wounds.wounds if mine.leaders else 0,
        steps=steps,
        star=charts.casualties(library, 1, letter).star,
        leaders=mine.leaders,
        banners=tuple(banner for banner, _ in mine.troops) if battle.kind == "ground" else (),
        escorts=mine.escorts if battle.kind == "ground" else (),
        ships=mine.ships,
        swimmers=tuple(banner for banner, _ in mine.swimmers),
        garrison=mine.garrison > 0,
        late=battle.round > 1,
        how="battle",
    )


def owes(state: FornaldarState, battle: Battle, due: losses.Toll, letter: str) -> str:
    """The losses of a side in words."""
    parts = [f"{due.csp} CSP"] if battle.kind == "ground" else []
    parts += [f"{due.steps} step{'s' * (due.steps != 1)}"] if battle.kind == "naval" else []
    parts.append(f"{due.wounds} wound{'s' * (due.wounds != 1)}")
    star = ", on one piece first" if due.star else ""
    return f"The {SIDES[due.seat].capitalize()} side has {letter}: {' and '.join(parts)}{star}."


# ---- after a round


def strong(state: FornaldarState, battle: Battle, seat: int) -> bool:
    """Whether a side can fight at all: CSP, ships, heroes; in a melee any character (R17.3, R19.6)."""
    mine = strengths.host(state, battle, seat)
    if battle.kind in ("melee", "draugr"):
        return bool(mine.leaders)
    if mine.manned:
        return battle.kind != "naval" or bool(mine.ships or mine.swimmers)
    if battle.kind == "naval":
        return bool(mine.leaders)
    return any(pieces.is_hero(state, each) for each in mine.leaders) or (
        battle.round == 0 and bool(mine.leaders)
    )


def goes_on(state: FornaldarState, battle: Battle) -> bool:
    """Whether both sides are still there; a battle of nothing but characters is over (R17.3)."""
    if not (strong(state, battle, 0) and strong(state, battle, 1)):
        return False
    if battle.kind in ("melee", "draugr"):
        return True
    return strengths.host(state, battle, 0).manned or strengths.host(state, battle, 1).manned


class Aftermath(Step, frozen=True, tag=True):
    """Losses are off: a fortress may have fallen, a side may be gone, and the marks are read (R17.5.7)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        battle = the_battle(state)
        battle.rolling, battle.dusted = False, False
        if battle.owner >= 0 and battle.garrison <= 0 and fall(state, battle, events):
            return
        if not goes_on(state, battle):
            return
        castle = battle.owner >= 0 and battle.terrain == "castle"
        if castle and "o" in battle.marks and not strengths.cancelled(state, battle):
            events.append(Told(text="The castle holds, and the attack is over (R18.7).", about=spots(state)))
            return
        state.push(*retreats.by_marks(state, battle), Continuing())


def fall(state: FornaldarState, battle: Battle, events: list[Event]) -> bool:
    """The garrison is gone and the fortress falls; the Fynvirke stands, but the battle is over (R18.4)."""
    if battle.terrain == "fynvirke":
        events.append(Told(text="The wall is cleared, and the battle is over.", about=spots(state)))
        return True
    pieces.raze(state, battle.hex, events)
    battle.owner, battle.terrain = -1, ""
    return False


class Continuing(Step, frozen=True, tag=True):
    """The attacker may go on, or the other takes the initiative (R17.3); an overrun is over (R14.5.3)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        battle = the_battle(state)
        if battle.overrun or not goes_on(state, battle):
            return
        if may_attack(state, battle, battle.attacker):
            state.push(Pressing((battle.attacker,)))
        elif may_attack(state, battle, 1 - battle.attacker):
            state.push(Pressing((1 - battle.attacker,), True))


def may_attack(state: FornaldarState, battle: Battle, seat: int) -> bool:
    """Whether a side could attack: not a garrison alone, and no fortress without CSP (R18.5)."""
    mine = strengths.host(state, battle, seat)
    if battle.owner == 1 - seat:
        return mine.csp > 0
    return mine.csp > 0 or bool(mine.leaders or mine.ships or mine.swimmers)


class Pressing(Decision, frozen=True, tag=True):
    """Whether a side attacks in another round; `second`: the other has declined (R17.3)."""

    second: bool = False

    rule: ClassVar[str] = "R17.3"
    otherwise: ClassVar[str] = "Attack once more, or attack no more."

    def actions(self, state: FornaldarState, seat: int) -> list[Any]:
        return [Press(), Hold()]

    def take(self, state: FornaldarState, answers: dict[int, Any], events: list[Event]) -> None:
        ((seat, action),) = answers.items()
        battle, side = the_battle(state), SIDES[seat].capitalize()
        if isinstance(action, Press):
            if seat != battle.attacker:
                events.append(Told(text=f"The {side} side takes the initiative.", about=spots(state)))
            battle.attacker = seat
            state.push(RoundBegins())
            return
        events.append(Told(text=f"The {side} side attacks no more.", about=spots(state)))
        if not self.second and may_attack(state, battle, 1 - seat):
            state.push(Pressing((1 - seat,), True))


# ---- the end


class BattleEnds(Step, frozen=True, tag=True):
    """The combat is over: garrisons are whole again (R18.4), who is left alone may flee (R19.2)."""

    def run(self, state: FornaldarState, events: list[Event]) -> None:
        battle = the_battle(state)
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
        if strengths.ships_here(state, battle.hex, battle.river, seat):
            continue
        if not strengths.ships_here(state, battle.hex, battle.river, 1 - seat):
            continue
        for ship in pieces.ships_at(state, battle.hex, seat):
            if state.vessels[ship].refit:
                pieces.sink(state, ship, events)
