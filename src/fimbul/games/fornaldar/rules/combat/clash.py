"""The battle that is being fought: whether it goes on, and its rounds noted and told (R17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event, Told
from fimbul.games.fornaldar.events import Rolled
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import SIDES, Cell, Letter
from fimbul.games.fornaldar.model import Battle, Toll
from fimbul.games.fornaldar.rules import pieces, ratings
from fimbul.games.fornaldar.rules.combat import hosts, strengths
from fimbul.games.fornaldar.rules.combat.hosts import Host
from fimbul.games.fornaldar.rules.combat.strengths import Tally

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

NAMES = {"ground": "ground battle", "naval": "naval battle", "melee": "melee", "draugr": "Draugr melee"}
DICE = 2


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


def the_battle(state: FornaldarState) -> Battle:
    """The battle that is being fought."""
    assert state.battle is not None
    return state.battle


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


def toll(state: FornaldarState, battle: Battle, mine: Host, letter: Letter) -> Toll:
    """What a side has to bear for its letter (R17.5.9, R17.6.5, R17.7.5)."""
    library = state.book.library
    wounds = charts.casualties(library, strengths.loss_leaders(state, battle, mine), letter)
    csp = steps = 0
    if battle.kind == "ground":
        csp = charts.casualties(library, strengths.loss_csp(mine), letter).csp
    elif battle.kind == "naval":
        steps = charts.casualties(library, strengths.loss_hulls(state, mine), letter).wounds
    return Toll(
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


def owes(state: FornaldarState, battle: Battle, due: Toll, letter: str) -> str:
    """The losses of a side in words."""
    parts = [f"{due.csp} CSP"] if battle.kind == "ground" else []
    parts += [f"{due.steps} step{'s' * (due.steps != 1)}"] if battle.kind == "naval" else []
    parts.append(f"{due.wounds} wound{'s' * (due.wounds != 1)}")
    star = ", on one piece first" if due.star else ""
    return f"The {SIDES[due.seat].capitalize()} side has {letter}: {' and '.join(parts)}{star}."


# ---- after a round


def strong(state: FornaldarState, battle: Battle, seat: int) -> bool:
    """Whether a side can fight at all: CSP, ships, heroes; in a melee any character (R16.4, R17.3, R19.6)."""
    mine = hosts.host(state, battle, seat)
    if battle.kind in ("melee", "draugr"):
        return bool(mine.leaders)
    if mine.manned:
        return battle.kind != "naval" or bool(mine.ships or mine.swimmers)
    if battle.kind == "naval":
        return bool(mine.leaders)
    return any(ratings.is_hero(state, each) for each in mine.leaders) or (
        battle.round == 0 and bool(mine.leaders)
    )


def goes_on(state: FornaldarState, battle: Battle) -> bool:
    """Whether both sides are still there; a battle of nothing but characters is over (R17.3)."""
    if not (strong(state, battle, 0) and strong(state, battle, 1)):
        return False
    if battle.kind in ("melee", "draugr"):
        return True
    return hosts.host(state, battle, 0).manned or hosts.host(state, battle, 1).manned
