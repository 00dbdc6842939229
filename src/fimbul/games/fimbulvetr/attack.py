"""F. Actions: melee and ranged attacks, and the qualities they compare (B, C: F9 to F18; F32 to F37)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from fimbul.core import Event, Illegal
from fimbul.games.fimbulvetr.actions import Melee, Ranged
from fimbul.games.fimbulvetr.board import CONTACTS, CORNERS, OFF, REACH, VERTEX
from fimbul.games.fimbulvetr.events import Slain
from fimbul.games.fimbulvetr.roster import DEFENSE, MELEE, RANGED, Corners

if TYPE_CHECKING:
    from fimbul.games.fimbulvetr.state import FimbulvetrState

Pairs = tuple[tuple[int, int], ...]  # one's own corner, the other's corner
Shot = Callable[["FimbulvetrState", int, int], int]  # the quality that a shot has


def bonus(state: FimbulvetrState, warrior: int, token: int) -> int:
    """One more in every corner of a bearer whose relic has this type (F15, F16)."""
    seat = warrior // 6
    return int(state.bearers[seat] == warrior and state.relics[seat] == token)


def lent(state: FimbulvetrState, aides: tuple[int, ...], table: tuple[Corners, ...]) -> dict[int, int]:
    """How many levels these warriors' support sigils lend to the corners at each vertex (F9, F10, F14)."""
    levels: dict[int, int] = {}
    for warrior in aides:
        home = state.cell[warrior]
        if home == OFF:
            continue
        for corner, level in enumerate(table[warrior * 4 + state.turned[warrior]]):
            if level:
                vertex = home + VERTEX[corner]
                levels[vertex] = levels.get(vertex, 0) + level
    return levels


def lent_melee(state: FimbulvetrState, seat: int) -> dict[int, int]:
    """What a seat's Support Melee sigils lend, by vertex."""
    book = state.roster
    return lent(state, book.melee_aides[seat], book.supports_melee)


def lent_defense(state: FimbulvetrState, seat: int) -> dict[int, int]:
    """What a seat's Support Defense sigils lend, by vertex."""
    book = state.roster
    return lent(state, book.defense_aides[seat], book.supports_defense)


def melee(state: FimbulvetrState, warrior: int, corner: int, lent: dict[int, int]) -> int:
    """The melee quality of a warrior's shown corner (F9); a sigil never supports itself (F12)."""
    book = state.roster
    side = warrior * 4 + state.turned[warrior]
    quality = book.melee[side][corner]
    if warrior in state.bearers:
        quality += bonus(state, warrior, MELEE)
    if lent and (quality or book.support_from_none):  # F11, F57f
        quality += lent.get(state.cell[warrior] + VERTEX[corner], 0) - book.supports_melee[side][corner]
    return quality


def defense(state: FimbulvetrState, warrior: int, corner: int, lent: dict[int, int]) -> int:
    """The defensive quality of a warrior's shown corner (F9, F12, F13)."""
    book = state.roster
    side = warrior * 4 + state.turned[warrior]
    quality = book.defense[side][corner]
    if warrior in state.bearers:
        quality += bonus(state, warrior, DEFENSE)
    if lent:
        quality += lent.get(state.cell[warrior] + VERTEX[corner], 0) - book.supports_defense[side][corner]
    return quality


def ranged(state: FimbulvetrState, warrior: int, corner: int) -> int:
    """The ranged quality of a warrior's shown corner over an empty cell (F9)."""
    return state.roster.ranged[warrior * 4 + state.turned[warrior]][corner] + bonus(state, warrior, RANGED)


def vault(state: FimbulvetrState, warrior: int, corner: int) -> int:
    """The quality of a shot that passes above someone: the printed Vaulted Ranged alone (F18, F35)."""
    return state.roster.vault[warrior * 4 + state.turned[warrior]][corner]


def aim(state: FimbulvetrState, attacker: int, away: int) -> tuple[Pairs, Shot] | None:
    """Which corners a shot pairs and with what quality; None if the target is not in line (F33 to F36)."""
    touching, pairs = REACH.get(away, (True, ()))
    if not touching:
        return pairs, vault if state.cell[attacker] + away // 2 in state.cell else ranged
    if pairs and state.roster.vault_adjacent:  # F35's literal reading, F57g
        return pairs, vault
    return None


def attacks(state: FimbulvetrState, seat: int) -> Iterator[tuple[int, int, bool]]:
    """Every attack that a seat could make now: attacker, target, and whether it is melee (F37)."""
    book, cell = state.roster, state.cell
    enemies = [(warrior, cell[warrior]) for warrior in book.own[1 - seat] if cell[warrior] != OFF]
    help_hit, help_guard = lent_melee(state, seat), lent_defense(state, 1 - seat)
    for attacker in book.own[seat]:
        home = cell[attacker]
        if home == OFF:
            continue
        shooter = book.shoots[attacker] or bonus(state, attacker, RANGED)
        armed = book.melee[attacker * 4 + state.turned[attacker]]
        blessed = bonus(state, attacker, MELEE)
        for target, there in enemies:
            reach = REACH.get(there - home)
            if reach is None:
                continue
            touching, pairs = reach
            if touching:
                for mine, theirs in pairs:
                    if not (armed[mine] or blessed or home + VERTEX[mine] in help_hit):
                        continue
                    power = melee(state, attacker, mine, help_hit)
                    if power > defense(state, target, theirs, help_guard):
                        yield attacker, target, True
                        break
            if shooter and (shot := aim(state, attacker, there - home)):
                pairs, quality = shot
                for mine, theirs in pairs:
                    power = quality(state, attacker, mine)
                    if power and power > defense(state, target, theirs, help_guard):
                        yield attacker, target, False
                        break


def legal(state: FimbulvetrState, actions: list[Any]) -> None:
    """Add every attack of the active clan."""
    ids = state.roster.ids
    for attacker, target, touching in attacks(state, state.active):
        kind = Melee if touching else Ranged
        actions.append(kind(ids[attacker], ids[target]))


def refusal(state: FimbulvetrState, action: Melee | Ranged) -> Illegal | None:
    """Why an attack cannot be made."""
    book, seat = state.roster, state.active
    rule = "F32" if isinstance(action, Melee) else "F34"
    attacker = book.number[seat].get(action.warrior)
    target = book.number[1 - seat].get(action.target)
    if attacker is None:
        return Illegal(rule, f"Your clan has no warrior '{action.warrior}'.")
    if target is None:
        return Illegal("F37", f"The enemy has no warrior '{action.target}'.")
    for warrior in (attacker, target):
        if state.cell[warrior] == OFF:
            return Illegal(rule, f"The {book.names[warrior]} is slain.")
    return (melee_refusal if isinstance(action, Melee) else ranged_refusal)(state, attacker, target)


def melee_refusal(state: FimbulvetrState, attacker: int, target: int) -> Illegal | None:
    """What is wrong with a melee attack (F32)."""
    names = state.roster.names
    pairs = CONTACTS.get(state.cell[target] - state.cell[attacker])
    if pairs is None:
        return Illegal("F32", f"The {names[attacker]} and the {names[target]} do not touch.")
    help_hit, help_guard = lent_melee(state, attacker // 6), lent_defense(state, target // 6)
    bouts = [
        (mine, melee(state, attacker, mine, help_hit), defense(state, target, theirs, help_guard))
        for mine, theirs in pairs
    ]
    if any(power > guard for _, power, guard in bouts):
        return None
    return Illegal("F32", f"Melee must exceed defence: {in_words(state, attacker, target, bouts)}.")


def ranged_refusal(state: FimbulvetrState, attacker: int, target: int) -> Illegal | None:
    """What is wrong with a ranged attack (F33 to F36)."""
    names = state.roster.names
    home = state.cell[attacker]
    away = state.cell[target] - home
    shot = aim(state, attacker, away)
    if shot is None:
        if away in CONTACTS:
            return Illegal("F34", f"The {names[target]} is too close to shoot at: one cell must lie between.")
        reason = f"The {names[target]} is not exactly two cells away from the {names[attacker]} in a line."
        return Illegal("F33", reason)
    pairs, quality = shot
    help_guard = lent_defense(state, target // 6)
    bouts = [
        (mine, quality(state, attacker, mine), defense(state, target, theirs, help_guard))
        for mine, theirs in pairs
    ]
    if any(power > guard for _, power, guard in bouts):
        return None
    if quality is vault and not any(power for _, power, _ in bouts):
        if away in CONTACTS:
            return Illegal(
                "F35", f"Only a Vaulted Ranged corner of the {names[attacker]} could shoot so close."
            )
        between = names[state.cell.index(home + away // 2)]
        return Illegal("F34", f"The {between} stands between the {names[attacker]} and the {names[target]}.")
    rule = "F35" if quality is vault else "F34"
    return Illegal(rule, f"Ranged must exceed defence: {in_words(state, attacker, target, bouts)}.")


def in_words(state: FimbulvetrState, attacker: int, target: int, bouts: list[tuple[int, int, int]]) -> str:
    """The corners that meet, with their qualities."""
    names = state.roster.names
    meets = [f"{power} at {CORNERS[mine]} against {guard}" for mine, power, guard in bouts]
    return f"the {names[attacker]} has {' and '.join(meets)} of the {names[target]}"


def take(state: FimbulvetrState, action: Melee | Ranged) -> list[Event]:
    """Slay the target; the attacker stays where it is (F32, F34)."""
    book, seat = state.roster, state.active
    target = book.number[1 - seat][action.target]
    state.cell[target] = OFF
    return [
        Slain(
            seat=1 - seat,
            clan=book.clans[1 - seat].name,
            warrior=action.target,
            name=book.names[target],
            by=action.warrior,
            by_name=book.names[book.number[seat][action.warrior]],
            kind="melee" if isinstance(action, Melee) else "ranged",
        )
    ]
