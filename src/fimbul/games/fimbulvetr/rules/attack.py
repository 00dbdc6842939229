"""F. Actions: melee and ranged attacks, and the qualities they compare (B, C: F9 to F18; F32 to F37)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fimbul.core import Event, Illegal
from fimbul.core.wording import listed
from fimbul.games.fimbulvetr.actions import Melee, Ranged
from fimbul.games.fimbulvetr.events import Slain
from fimbul.games.fimbulvetr.model import DEFENSE, MELEE, PLACES, RANGED, Corners
from fimbul.games.fimbulvetr.rules.board import CONTACTS, OFF, REACH, VERTEX

if TYPE_CHECKING:
    from fimbul.games.fimbulvetr.state import FimbulvetrState

Pairs = tuple[tuple[int, int], ...]  # the attacker's corner, the other's corner


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


class Fray:
    """What the corners of a position are worth when a seat attacks: its hits and shots, the enemy's guard."""

    __slots__ = ("armed", "blessed", "book", "cell", "guarded", "help_guard", "help_hit", "keen", "turned")

    def __init__(self, state: FimbulvetrState, seat: int) -> None:
        book = self.book = state.roster
        self.cell, self.turned = state.cell, state.turned
        self.help_hit = lent(state, book.melee_aides[seat], book.supports_melee)
        self.help_guard = lent(state, book.defense_aides[1 - seat], book.supports_defense)
        # A bearer has one more in every corner, if its relic is of the right type (F15, F16).
        bearer, token = state.bearers[seat], state.relics[seat]
        self.blessed = bearer if token == MELEE else None
        self.keen = bearer if token == RANGED else None
        self.guarded = state.bearers[1 - seat] if state.relics[1 - seat] == DEFENSE else None

    def melee(self, warrior: int, corner: int) -> int:
        """The melee quality of an attacker's shown corner (F9); a sigil never supports itself (F12)."""
        book = self.book
        side = warrior * 4 + self.turned[warrior]
        quality = book.melee[side][corner] + (warrior == self.blessed)
        if quality or book.support_from_none:  # F11, F57f
            quality += self.help_hit.get(self.cell[warrior] + VERTEX[corner], 0)
            quality -= book.supports_melee[side][corner]
        return quality

    def defense(self, warrior: int, corner: int) -> int:
        """The defensive quality of an enemy's shown corner (F9, F12, F13)."""
        side = warrior * 4 + self.turned[warrior]
        quality = self.book.defense[side][corner] + (warrior == self.guarded)
        quality += self.help_guard.get(self.cell[warrior] + VERTEX[corner], 0)
        return quality - self.book.supports_defense[side][corner]

    def ranged(self, warrior: int, corner: int) -> int:
        """The ranged quality of an attacker's shown corner over an empty cell (F9)."""
        return self.book.ranged[warrior * 4 + self.turned[warrior]][corner] + (warrior == self.keen)

    def vault(self, warrior: int, corner: int) -> int:
        """The quality of a shot that passes above someone: the printed Vaulted Ranged alone (F18, F35)."""
        return self.book.vault[warrior * 4 + self.turned[warrior]][corner]

    def strikes(self, attacker: int, target: int, pairs: Pairs) -> bool:
        """Whether a blow succeeds at one of the corners that touch (F32)."""
        for mine, theirs in pairs:
            power = self.melee(attacker, mine)
            if power and power > self.defense(target, theirs):
                return True
        return False

    def aim(self, attacker: int, target: int) -> tuple[Pairs, bool] | None:
        """The corners a shot pairs and whether it passes above someone; None out of line (F33 to F36)."""
        away = self.cell[target] - self.cell[attacker]
        touching, pairs = REACH.get(away, (True, ()))
        if not touching:
            return pairs, self.cell[attacker] + away // 2 in self.cell
        return (pairs, True) if pairs and self.book.vault_adjacent else None  # F35's literal reading, F57g

    def shoots(self, attacker: int, target: int) -> bool:
        """Whether a shot succeeds (F34, F35)."""
        line = self.aim(attacker, target)
        if line is None:
            return False
        pairs, above = line
        quality = self.vault if above else self.ranged
        for mine, theirs in pairs:
            power = quality(attacker, mine)
            if power and power > self.defense(target, theirs):
                return True
        return False


def attacks(state: FimbulvetrState, seat: int) -> list[tuple[int, int, bool]]:
    """Every attack that a seat could make now: attacker, target, and whether it is melee (F37)."""
    fray = Fray(state, seat)
    book, cell = fray.book, state.cell
    enemies = [(warrior, cell[warrior]) for warrior in book.own[1 - seat] if cell[warrior] != OFF]
    found = []
    for attacker in book.own[seat]:
        home = cell[attacker]
        if home == OFF:
            continue
        shooter = book.shoots[attacker] or attacker == fray.keen
        for target, there in enemies:
            reach = REACH.get(there - home)
            if reach is None:
                continue
            touching, pairs = reach
            if touching and fray.strikes(attacker, target, pairs):
                found.append((attacker, target, True))
            if shooter and fray.shoots(attacker, target):
                found.append((attacker, target, False))
    return found


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
        return book.stranger(rule, seat, action.warrior)
    if target is None:
        return Illegal("F37", "An attack is aimed at a warrior of the enemy.")
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
    fray = Fray(state, state.active)
    if fray.strikes(attacker, target, pairs):
        return None
    bouts = [(mine, fray.melee(attacker, mine), fray.defense(target, theirs)) for mine, theirs in pairs]
    return Illegal("F32", too_weak(state, attacker, target, "melee", bouts))


def ranged_refusal(state: FimbulvetrState, attacker: int, target: int) -> Illegal | None:
    """What is wrong with a ranged attack (F33 to F36)."""
    names = state.roster.names
    home = state.cell[attacker]
    away = state.cell[target] - home
    fray = Fray(state, state.active)
    line = fray.aim(attacker, target)
    if line is None:
        if away in CONTACTS:
            return Illegal("F34", f"The {names[target]} is too close to shoot at: one cell must lie between.")
        reason = f"The {names[target]} is not exactly two cells away from the {names[attacker]} in a line."
        return Illegal("F33", reason)
    if fray.shoots(attacker, target):
        return None
    pairs, above = line
    quality = fray.vault if above else fray.ranged
    bouts = [(mine, quality(attacker, mine), fray.defense(target, theirs)) for mine, theirs in pairs]
    if above and not any(power for _, power, _ in bouts):
        if away in CONTACTS:
            return Illegal(
                "F35", f"Only a Vaulted Ranged corner of the {names[attacker]} could shoot so close."
            )
        between = names[state.cell.index(home + away // 2)]
        return Illegal("F34", f"The {between} stands between the {names[attacker]} and the {names[target]}.")
    rule = "F35" if above else "F34"
    return Illegal(rule, too_weak(state, attacker, target, "ranged", bouts))


def too_weak(
    state: FimbulvetrState, attacker: int, target: int, quality: str, bouts: list[tuple[int, int, int]]
) -> str:
    """Why an attack fails: the corners that meet, with their qualities (F32, F34)."""
    mine, theirs = state.roster.names[attacker], state.roster.names[target]
    if not any(power for _, power, _ in bouts):
        return f"The {mine} has no {quality} at a corner that meets the {theirs}."
    meets = listed(
        f"{power} against {guard} at its {PLACES[corner]} corner" for corner, power, guard in bouts
    )
    return f"The {quality} of the {mine} must exceed the defense of the {theirs}: it is {meets}."


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
