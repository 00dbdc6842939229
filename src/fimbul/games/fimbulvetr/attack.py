"""F. Actions: melee and ranged attacks, and the qualities they compare (B, C: F9 to F18; F32 to F37)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fimbul.core import Event, Illegal
from fimbul.games.fimbulvetr.actions import Melee, Ranged
from fimbul.games.fimbulvetr.board import CONTACTS, CORNERS, LINES, OFF, TOUCHING
from fimbul.games.fimbulvetr.events import Slain
from fimbul.games.fimbulvetr.roster import DEFENSE, MELEE, RANGED, Corners

if TYPE_CHECKING:
    from fimbul.games.fimbulvetr.state import FimbulvetrState


def bonus(state: FimbulvetrState, warrior: int, token: int) -> int:
    """One more in every corner of a bearer whose relic has this type (F15, F16)."""
    seat = warrior // 6
    return int(state.bearers[seat] == warrior and state.relics[seat] == token)


def support(
    state: FimbulvetrState, at: dict[int, int], warrior: int, corner: int, table: tuple[Corners, ...]
) -> int:
    """How many friends touch this corner with a support sigil of the table's type (F9, F10, F12)."""
    home = state.cell[warrior]
    seat = warrior // 6
    count = 0
    for offset, theirs in TOUCHING[corner]:
        friend = at.get(home + offset)
        if friend is not None and friend // 6 == seat:
            count += table[friend * 4 + state.turned[friend]][theirs]
    return count


def melee(state: FimbulvetrState, at: dict[int, int], warrior: int, corner: int) -> int:
    """The melee quality of a warrior's shown corner (F9)."""
    book = state.roster
    own = book.melee[warrior * 4 + state.turned[warrior]][corner] + bonus(state, warrior, MELEE)
    if own or book.support_from_none:  # F11, F57f
        own += support(state, at, warrior, corner, book.supports_melee)
    return own


def defense(state: FimbulvetrState, at: dict[int, int], warrior: int, corner: int) -> int:
    """The defensive quality of a warrior's shown corner (F9, F13)."""
    book = state.roster
    own = book.defense[warrior * 4 + state.turned[warrior]][corner] + bonus(state, warrior, DEFENSE)
    return own + support(state, at, warrior, corner, book.supports_defense)


def ranged(state: FimbulvetrState, warrior: int, corner: int) -> int:
    """The ranged quality of a warrior's shown corner over an empty cell (F9)."""
    return state.roster.ranged[warrior * 4 + state.turned[warrior]][corner] + bonus(state, warrior, RANGED)


def vault(state: FimbulvetrState, warrior: int, corner: int) -> int:
    """The quality of a shot that passes above someone: the printed Vaulted Ranged alone (F18, F35)."""
    return state.roster.vault[warrior * 4 + state.turned[warrior]][corner]


def strikes(state: FimbulvetrState, at: dict[int, int], attacker: int, target: int) -> bool:
    """Whether a melee attack succeeds (F32)."""
    pairs = CONTACTS.get(state.cell[target] - state.cell[attacker], ())
    for mine, theirs in pairs:
        power = melee(state, at, attacker, mine)
        if power and power > defense(state, at, target, theirs):
            return True
    return False


def shoots(state: FimbulvetrState, at: dict[int, int], attacker: int, target: int) -> bool:
    """Whether a ranged attack succeeds (F33 to F36)."""
    home = state.cell[attacker]
    away = state.cell[target] - home
    pairs = LINES.get(away)
    if pairs is not None:
        over = home + away // 2 in at
    elif state.roster.vault_adjacent and away in CONTACTS:  # F35's literal reading, F57g
        pairs, over = CONTACTS[away], True
    else:
        return False
    for mine, theirs in pairs:
        power = vault(state, attacker, mine) if over else ranged(state, attacker, mine)
        if power and power > defense(state, at, target, theirs):
            return True
    return False


def pairs_in_reach(state: FimbulvetrState, seat: int) -> list[tuple[int, int, bool]]:
    """Own and enemy warriors that stand so that one might attack the other; true if they touch."""
    cell, own = state.cell, state.roster.own
    enemies = [(warrior, cell[warrior]) for warrior in own[1 - seat] if cell[warrior] != OFF]
    found = []
    for attacker in own[seat]:
        home = cell[attacker]
        if home == OFF:
            continue
        for target, there in enemies:
            away = there - home
            if away in CONTACTS:
                found.append((attacker, target, True))
            elif away in LINES:
                found.append((attacker, target, False))
    return found


def legal(state: FimbulvetrState, at: dict[int, int], actions: list[Any]) -> None:
    """Add every attack of the active clan: one for each kind, attacker and target (F37)."""
    book = state.roster
    ids = book.ids
    for attacker, target, touching in pairs_in_reach(state, state.active):
        if touching and strikes(state, at, attacker, target):
            actions.append(Melee(ids[attacker], ids[target]))
        if (not touching or book.vault_adjacent) and shoots(state, at, attacker, target):
            actions.append(Ranged(ids[attacker], ids[target]))


def possible(state: FimbulvetrState, seat: int) -> bool:
    """Whether the seat could attack anybody if it were its turn."""
    at = state.at()
    return any(
        (touching and strikes(state, at, attacker, target)) or shoots(state, at, attacker, target)
        for attacker, target, touching in pairs_in_reach(state, seat)
    )


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
    at = state.at()
    if isinstance(action, Melee):
        return None if strikes(state, at, attacker, target) else melee_refusal(state, at, attacker, target)
    return None if shoots(state, at, attacker, target) else ranged_refusal(state, at, attacker, target)


def melee_refusal(state: FimbulvetrState, at: dict[int, int], attacker: int, target: int) -> Illegal:
    """What is wrong with a melee attack that fails."""
    names = state.roster.names
    pairs = CONTACTS.get(state.cell[target] - state.cell[attacker])
    if pairs is None:
        return Illegal("F32", f"The {names[attacker]} and the {names[target]} do not touch.")
    bouts = [
        f"{melee(state, at, attacker, mine)} at {CORNERS[mine]} against {defense(state, at, target, theirs)}"
        for mine, theirs in pairs
    ]
    return Illegal(
        "F32",
        f"Melee must exceed defence: the {names[attacker]} has {' and '.join(bouts)} of the {names[target]}.",
    )


def ranged_refusal(state: FimbulvetrState, at: dict[int, int], attacker: int, target: int) -> Illegal:
    """What is wrong with a ranged attack that fails."""
    book = state.roster
    names = book.names
    home = state.cell[attacker]
    away = state.cell[target] - home
    if away in CONTACTS and not book.vault_adjacent:
        return Illegal("F34", f"The {names[target]} is too close to shoot at: one cell must lie between.")
    pairs = LINES.get(away) or CONTACTS.get(away)
    if pairs is None:
        return Illegal(
            "F33", f"The {names[target]} is not exactly two cells away from the {names[attacker]} in a line."
        )
    over = away in CONTACTS or home + away // 2 in at
    if over and not any(vault(state, attacker, mine) for mine, _ in pairs):
        if away in CONTACTS:
            return Illegal("F35", f"Only a Vaulted Ranged corner of the {names[attacker]} could shoot so close.")
        between = names[at[home + away // 2]]
        return Illegal("F34", f"The {between} stands between the {names[attacker]} and the {names[target]}.")
    bouts = [
        f"{vault(state, attacker, mine) if over else ranged(state, attacker, mine)} at {CORNERS[mine]} "
        f"against {defense(state, at, target, theirs)}"
        for mine, theirs in pairs
    ]
    return Illegal(
        "F35" if over else "F34",
        f"Ranged must exceed defence: the {names[attacker]} has {' and '.join(bouts)} of the {names[target]}.",
    )


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

