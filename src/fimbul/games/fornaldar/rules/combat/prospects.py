"""What could come of a combat, as far as a seat can know it (R17.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from fimbul.core import Dice, Die, Fact, Line, Odds
from fimbul.core.wording import capital, listed, some
from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.library.rows import ODDS
from fimbul.games.fornaldar.model import Battle, Toll
from fimbul.games.fornaldar.rules import asking, pieces, secrecy
from fimbul.games.fornaldar.rules.combat import clash, contact, hosts, strengths
from fimbul.games.fornaldar.rules.magic import items

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

ROLLS = 36  # of two dice
MARKS = {"r": ", driven out", "o": ", may retreat"}
WHERE = {"land": "on land", "sea": "at sea"}


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of a combat as far as a seat can know them."""

    hex: str
    stack: str
    kind: str  # "" as long as it is not known
    attacker: int
    attack: int  # -1 where it is not known
    defence: int
    column: str = ""
    added: int = 0
    reasons: tuple[str, ...] = ()
    chances: tuple[tuple[str, int], ...] = ()  # each result of the table, and on how many of 36 rolls
    losses: tuple[str, ...] = ()  # what each of them costs the attacker and the defender, in words


def forecast(state: FornaldarState, hex_: int, stack: str, seat: int) -> Forecast | None:
    """The odds as far as a seat can know them: of the battle there, or of one that it could start."""
    battle = state.battle
    if battle is None or (battle.hex, battle.stack) != (hex_, stack):
        if not contact.may_fight(state, hex_, stack, seat):
            return None
        battle = supposed(state, hex_, stack, seat)
    else:
        battle = msgspec.structs.replace(battle, round=battle.round + (not battle.rolling), rolling=True)
    name = state.book.hex_name(hex_)
    if not knows(state, hex_, stack, seat):
        own = own_strength(state, battle, seat)
        attack, defence = (own, -1) if battle.attacker == seat else (-1, own)
        return Forecast(
            hex=name, stack=stack, kind="", attacker=battle.attacker, attack=attack, defence=defence
        )
    tally = min(
        (strengths.tally(state, each) for each in defended(state, battle)),
        key=lambda each: (ODDS.index(each.column), each.attack - each.defence),
    )
    return Forecast(
        hex=name,
        stack=stack,
        kind=battle.kind,
        attacker=battle.attacker,
        attack=tally.attack,
        defence=tally.defence,
        column=tally.column,
        added=tally.added,
        reasons=tally.reasons,
        chances=chances(state, tally.column, tally.added),
        losses=losses(state, battle, tally.column, tally.added),
    )


def own_strength(state: FornaldarState, battle: Battle, seat: int) -> int:
    """What a seat brings against an enemy whom it does not know; -1 if that depends on the enemy."""
    battle = msgspec.structs.replace(battle, kind="naval" if battle.stack == "sea" else "ground")
    company = hosts.host(state, battle, seat).leaders
    if any(items.idle_against_supernaturals(state, each) for each in company):
        return -1
    return strengths.strength(state, battle, seat)


def supposed(state: FornaldarState, hex_: int, stack: str, seat: int) -> Battle:
    """The battle that would be fought if a seat attacked."""
    one = contact.fray(state, hex_, stack, seat)
    battle = Battle(hex=hex_, stack=stack, kind=one.kind, first=seat, attacker=seat, river=one.river)
    battle.round, battle.rolling = 1, True
    if one.kind == "ground" and pieces.fortress_seat(state, hex_) == 1 - seat:
        wall = pieces.fortress(state, hex_)
        assert wall is not None
        battle.owner, battle.terrain, battle.garrison = (
            1 - seat,
            wall.kind,
            state.book.garrison[wall.strength],
        )
    return battle


def defended(state: FornaldarState, battle: Battle) -> list[Battle]:
    """The battle in each terrain that the defender could choose."""
    if battle.kind != "ground" or battle.terrain:
        return [battle]
    return [msgspec.structs.replace(battle, terrain=kind) for kind in clash.choices(state, battle.hex)] or [
        battle
    ]


def knows(state: FornaldarState, hex_: int, stack: str, seat: int) -> bool:
    """Whether a seat knows all that the other has in a stack."""
    theirs = [each for each in secrecy.stacks(state, 1 - seat) if (each.hex, each.kind) == (hex_, stack)]
    return all(secrecy.is_open(state, seat, each) for each in theirs)


def chances(state: FornaldarState, column: str, plus: int) -> tuple[tuple[str, int], ...]:
    """On how many of the 36 rolls each result comes, in the order of the rows."""
    found: dict[str, int] = {}
    for roll in range(2, 13):
        text = strengths.cell_text(state, roll + plus, column)
        found[text] = found.get(text, 0) + 6 - abs(roll - 7)
    return tuple(found.items())


def losses(state: FornaldarState, battle: Battle, column: str, plus: int) -> tuple[str, ...]:
    """What each result costs both sides, attacker first, in the order of `chances` (R17.5.9)."""
    sides = [hosts.host(state, battle, seat) for seat in (battle.attacker, 1 - battle.attacker)]
    found: dict[str, str] = {}
    for roll in range(2, 13):
        text = strengths.cell_text(state, roll + plus, column)
        if text in found:
            continue
        cell = charts.cell(state.book.library, roll + plus, column)
        marked = ((cell.attacker, cell.attacker_mark), (cell.defender, cell.defender_mark))
        found[text] = " / ".join(
            price(clash.toll(state, battle, mine, letter)) + MARKS.get(mark, "")
            for mine, (letter, mark) in zip(sides, marked, strict=True)
        )
    return tuple(found.values())


def price(due: Toll) -> str:
    """Losses in few words: `2 CSP and 1 wound`."""
    parts = [f"{due.csp} CSP"] if due.csp else []
    parts += [some(due.steps, "step")] if due.steps else []
    parts += [some(due.wounds, "wound")] if due.wounds else []
    return listed(parts) or "none"


# ---- told with a question


def facts(state: FornaldarState, fights: Iterable[tuple[int, str, int]], seat: int) -> tuple[Fact, ...]:
    """The odds of combats (hex, stack, attacker) as far as a seat can know them."""
    found: list[Fact] = []
    for hex_, stack, attacker in fights:
        odds = forecast(state, hex_, stack, attacker if knows(state, hex_, stack, seat) else seat)
        if odds is not None:
            found += told(state, odds, f"{pieces.place_name(state, hex_)}, {WHERE[stack]}")
    return tuple(found)


def now(state: FornaldarState, seat: int) -> tuple[Fact, ...]:
    """The last round of the battle that is being fought, and what the next one promises."""
    battle = clash.the_battle(state)
    found: list[Fact] = []
    if battle.dice:
        side, shift = asking.side_name(battle.attacker), ""
        if battle.column != battle.odds:
            shift = f", shifted to {battle.column}"
        ratio = f"{side} {battle.attack} against {battle.defence} is {battle.odds}{shift}"
        found.append(Line(f"Round {battle.round}", ratio))
        if battle.reasons:
            found.append(Line(capital(", ".join(battle.reasons))))
        dice = tuple(Die(str(face), f"a {face}") for face in battle.dice)
        added = f", {battle.added:+}" if battle.added else ""
        found.append(Dice(f"Rolled{added}: {battle.result}", dice))
    if battle.kind != "draugr":
        odds = forecast(state, battle.hex, battle.stack, seat)
        if odds is not None:
            found += told(state, odds, "The next round")
    return tuple(found)


def told(state: FornaldarState, odds: Forecast, name: str) -> list[Fact]:
    """A forecast as facts: the ratio, what changes it, and how likely each result is."""
    if not odds.column:
        own = max(odds.attack, odds.defence)
        known = f"you have {own}; " if own >= 0 else ""
        return [Line(name, f"{known}how strong the enemy is shows when you attack")]
    added = f", {odds.added:+} on the dice" if odds.added else ""
    found: list[Fact] = [Line(name, f"{odds.attack} against {odds.defence} is {odds.column}{added}")]
    if odds.reasons:
        found.append(Line(capital(", ".join(odds.reasons))))
    chances = tuple(
        (f"{result}: {cost}", count / ROLLS)
        for (result, count), cost in zip(odds.chances, odds.losses, strict=True)
    )
    return [*found, Odds("Losses of attacker / defender", chances)]
