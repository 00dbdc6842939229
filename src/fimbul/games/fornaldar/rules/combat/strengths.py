"""Who takes part in a combat, how strong each side is, and what that makes of a round (R15 to R18)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from fimbul.games.fornaldar.library import charts
from fimbul.games.fornaldar.model import Battle
from fimbul.games.fornaldar.rules import pieces, ratings, scenarios, weather
from fimbul.games.fornaldar.rules.combat import hosts
from fimbul.games.fornaldar.rules.magic import items

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

OVERRUN = -3  # on the roll (R14.5.4)
SNOW = -1  # R17.5.6
COMMANDS_FIRST = 2  # columns in the first round (R23.4)
FACTORS = {"-": 1, "D": 2, "T": 3, "H": 1}
HERO = 2  # times his combat strength, in melees and trials (R17.7.1, R17.9.1)
MERMAN = 2  # each swimming CSP, at sea (R17.6.2)


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """A round before its roll: two strengths, the column after its shifts, what is added to the dice."""

    attack: int
    defence: int
    odds: str
    shift: int
    column: str
    added: int
    reasons: tuple[str, ...]  # of what is added and shifted


# ---- fortresses


def cancelled(state: FornaldarState, battle: Battle) -> bool:
    """Whether the siege engine takes its benefits from the fortress (R24.2.2.6)."""
    return battle.owner >= 0 and scenarios.engine_works(state, battle.hex, 1 - battle.owner)


# ---- strength


def strength(state: FornaldarState, battle: Battle, seat: int) -> int:
    """What a side brings to the ratio."""
    mine = hosts.host(state, battle, seat)
    if battle.kind == "naval":
        return naval_strength(state, mine, blunt=spirits_only(state, battle, 1 - seat))
    if battle.kind == "ground":
        return ground_strength(state, battle, mine)
    return melee_strength(state, battle, mine)


def ground_strength(state: FornaldarState, battle: Battle, mine: hosts.Host) -> int:
    """CSP, heroes and magic, by race changed by the terrain; then the garrison (R17.5.4)."""
    total = 0
    marks = terrain_marks(state, battle, mine.seat)
    for race, points in by_race(state, battle, mine).items():
        changed = points * FACTORS[marks[race]]
        total += max(1, changed // 2) if marks[race] == "H" and points else changed
    return total + mine.garrison


def terrain_marks(state: FornaldarState, battle: Battle, seat: int) -> tuple[str, ...]:
    """How each race fights there: D, T, H or as it is (R17.5.2, R18.1, R18.2)."""
    plain = ("-",) * len(state.book.race)
    if not battle.terrain:
        return plain
    marks: tuple[str, ...] = state.book.fights.get(battle.terrain, plain)
    if battle.owner < 0:
        return marks
    helped = seat == battle.owner and not battle.dusted and not cancelled(state, battle)
    return tuple(mark if mark == "H" or helped else "-" for mark in marks)


def by_race(state: FornaldarState, battle: Battle, mine: hosts.Host) -> dict[int, int]:
    """The strength of a ground stack before terrain, by race."""
    book = state.book
    found: dict[int, int] = {}
    for banner, csp in commanded(state, mine, mine.troops):
        race = book.banner_race[banner]
        found[race] = found.get(race, 0) + csp
    for each in mine.escorts:
        race = book.banner_race[book.leader_banner[each]]
        found[race] = found.get(race, 0) + 1
    blunt = spirits_only(state, battle, 1 - mine.seat)
    for each in mine.leaders:
        race = race_of(state, each, mine.leaders)
        hero = prowess(state, each, blunt=blunt) if ratings.is_hero(state, each) else 0
        found[race] = found.get(race, 0) + hero + ratings.current_magic(state, each)
    return found


def commanded(
    state: FornaldarState, mine: hosts.Host, troops: tuple[tuple[int, int], ...]
) -> list[tuple[int, int]]:
    """The strength of CSP by banner: those without command are added up and halved, at least 1 (R15.1)."""
    found, loose = [], []
    for banner, csp in troops:
        if ratings.in_command(state, mine.leaders, banner):
            found.append((banner, csp))
        else:
            loose.append((banner, csp))
    if sum(csp for _, csp in loose) == 1:
        return [*found, *loose]
    before = 0
    for banner, csp in loose:
        found.append((banner, (before + csp) // 2 - before // 2))
        before += csp
    return found


def race_of(state: FornaldarState, leader: int, company: Iterable[int]) -> int:
    """The race that a character fights as: who is of no race fights as the chief of the others."""
    book = state.book
    if not raceless(state, leader):
        return book.leader_race[leader]
    chief = ratings.commander(state, [each for each in company if not raceless(state, each)])
    return book.race["mundane"] if chief is None else book.leader_race[chief]


def raceless(state: FornaldarState, leader: int) -> bool:
    """Whether a character is of no race of its own (R17.5.2, R23.1)."""
    card = state.book.cast[leader]
    return card.supernatural or card.ancient or card.skill == "flying_ship"


def prowess(state: FornaldarState, leader: int, *, blunt: bool = False) -> int:
    """The current combat strength; `blunt`: against supernaturals, on whom some weapons are lost (R21.27)."""
    idle = items.idle_against_supernaturals(state, leader) if blunt else 0
    return max(0, ratings.combat(state, leader) - idle)


def spirits_only(state: FornaldarState, battle: Battle, seat: int) -> bool:
    """Whether a side has nothing but supernatural characters (R21.27)."""
    if battle.kind == "draugr":
        return True
    theirs = hosts.host(state, battle, seat)
    if theirs.manned or not theirs.leaders:
        return False
    return all(state.book.cast[each].supernatural for each in theirs.leaders)


def naval_strength(state: FornaldarState, mine: hosts.Host, *, blunt: bool = False) -> int:
    """Ships, swimmers twice, embarked CSP and heroes; no magic (R17.6.2)."""
    swimming = sum(csp for _, csp in commanded(state, mine, mine.swimmers))
    heroes = sum(prowess(state, each, blunt=blunt) for each in mine.leaders if ratings.is_hero(state, each))
    return hulls(state, mine) + MERMAN * swimming + mine.csp + heroes


def hulls(state: FornaldarState, mine: hosts.Host) -> int:
    """The strength of the ships as they are now (R7.10)."""
    return sum(hull(state, each) for each in mine.ships)


def hull(state: FornaldarState, ship: int) -> int:
    """The strength of a ship as it is now."""
    card = state.book.fleet[ship]
    return card.damaged if state.vessels[ship].damaged else card.strength


def melee_strength(state: FornaldarState, battle: Battle, mine: hosts.Host) -> int:
    """The better of combat (doubled for heroes) and magic of each character (R17.7.1)."""
    blunt = spirits_only(state, battle, 1 - mine.seat)
    return sum(max(melee_ratings(state, each, blunt=blunt)) for each in fighters(state, battle, mine))


def melee_ratings(state: FornaldarState, leader: int, *, blunt: bool) -> tuple[int, int]:
    """What a character could bring to a melee: by combat, and by magic."""
    times = HERO if ratings.is_hero(state, leader) else 1
    return times * prowess(state, leader, blunt=blunt), ratings.current_magic(state, leader)


def fighters(state: FornaldarState, battle: Battle, mine: hosts.Host) -> list[int]:
    """Those who can strike a blow: not everybody can against a Draugr (R23.20)."""
    if battle.kind != "draugr":
        return list(mine.leaders)
    return [each for each in mine.leaders if can_fight_draugr(state, each)]


def can_fight_draugr(state: FornaldarState, leader: int) -> bool:
    """Heroes, enchanters and who wields a weapon that is an artifact (R23.20)."""
    return (
        ratings.is_hero(state, leader)
        or ratings.is_enchanter(state, leader)
        or items.wields_weapon(state, leader)
    )


# ---- strength for losses


def loss_csp(mine: hosts.Host) -> int:
    """The CSP for losses: the garrison counts when nothing else is left (R17.5.8)."""
    return mine.csp or mine.garrison


def loss_hulls(state: FornaldarState, mine: hosts.Host) -> int:
    """Ships and swimming CSP for losses (R17.6.4)."""
    return hulls(state, mine) + mine.swimming


def loss_leaders(state: FornaldarState, battle: Battle, mine: hosts.Host) -> int:
    """The characters for losses: plain combat, or in a melee the rating used, at face value (R17.7.4)."""
    if battle.kind in ("ground", "naval"):
        return sum(ratings.combat(state, each) for each in mine.leaders)
    blunt = spirits_only(state, battle, 1 - mine.seat)
    total = 0
    for each in mine.leaders:
        by_combat, by_magic = melee_ratings(state, each, blunt=blunt)
        total += ratings.magic(state, each) if by_magic > by_combat else prowess(state, each, blunt=blunt)
    return total


# ---- command


def rating(state: FornaldarState, battle: Battle, seat: int, *, leaving: bool = False) -> int:
    """The command rating of a side or its fortress (R15.5, R18.4); `leaving`: for a retreat (R23.6)."""
    chief = ratings.commander(state, hosts.host(state, battle, seat).leaders)
    own = 0
    if chief is not None:
        own = ratings.command(state, chief)
        if leaving and state.book.cast[chief].skill == "retreat_command":
            own += 1
    if battle.owner != seat or battle.kind != "ground":
        return own
    wall = pieces.fortress(state, battle.hex)
    return own if wall is None else max(own, state.book.keep[wall.strength])


# ---- the round


def tally(state: FornaldarState, battle: Battle) -> Tally:
    """What the attacker rolls on, and with what."""
    attack = strength(state, battle, battle.attacker)
    defence = strength(state, battle, 1 - battle.attacker)
    return weigh(attack, defence, shifts(state, battle), added(state, battle))


def weigh(
    attack: int, defence: int, shifted: list[tuple[str, int]], modifiers: list[tuple[str, int]]
) -> Tally:
    """The column of two strengths with these shifts, and the sum of these modifiers."""
    odds, shift = charts.odds(attack, defence), sum(by for _, by in shifted)
    reasons = [f"{why} {by:+d} column{'s' if abs(by) > 1 else ''}" for why, by in shifted if by]
    reasons += [f"{why} {by:+d}" for why, by in modifiers if by]
    return Tally(
        attack=attack,
        defence=defence,
        odds=odds,
        shift=shift,
        column=charts.shift(odds, shift),
        added=sum(by for _, by in modifiers),
        reasons=tuple(reasons),
    )


def added(state: FornaldarState, battle: Battle) -> list[tuple[str, int]]:
    """What is added to the dice, and why (R17.5.6, R17.7.3)."""
    attacker, defender = battle.attacker, 1 - battle.attacker
    ours, theirs = rating(state, battle, attacker), rating(state, battle, defender)
    if battle.kind == "draugr":
        return [("items", melee_items(state, battle))]
    if battle.kind == "melee":
        return [("command", (ours > theirs) - (ours < theirs)), ("items", melee_items(state, battle))]
    found = [
        ("command", ours - theirs),
        ("challenges", battle.declined[defender] - battle.declined[attacker]),
    ]
    if weather.at(state, battle.hex) == "snow" and weather.short_day(state):
        found.append(("snow", SNOW))
    if battle.overrun:
        found.append(("overrun", OVERRUN))
    if battle.kind == "naval":
        found.append(("Sunde", sea_guard(state, battle, attacker) - sea_guard(state, battle, defender)))
    return found


def melee_items(state: FornaldarState, battle: Battle) -> int:
    """What items add to the roll of a melee: for the attacker's bearers, against the defender's (R21.20)."""
    total = 0
    for seat, sign in ((battle.attacker, 1), (1 - battle.attacker, -1)):
        bearers = hosts.host(state, battle, seat).leaders
        total += sign * sum(items.has(state, each, "melee_bonus") for each in bearers)
    return total


def sea_guard(state: FornaldarState, battle: Battle, seat: int) -> int:
    """Whether a side is commanded by who guards this sea (R23.5)."""
    chief = ratings.commander(state, hosts.host(state, battle, seat).leaders)
    if chief is None or state.book.cast[chief].skill != "sea_guard":
        return 0
    zone, guarded = state.book.ground[battle.hex].zone, state.book.cast[chief].skill_at
    return int(zone.casefold() == guarded.casefold())


def shifts(state: FornaldarState, battle: Battle) -> list[tuple[str, int]]:
    """By how many columns the round shifts to the attacker's side, and why."""
    found = []
    for seat, sign in ((battle.attacker, 1), (1 - battle.attacker, -1)):
        mine = hosts.host(state, battle, seat)
        found += [(why, sign * by) for why, by in shifts_for(state, battle, mine)]
    return found


def shifts_for(state: FornaldarState, battle: Battle, mine: hosts.Host) -> list[tuple[str, int]]:
    """The columns that a side gets."""
    cast, found = state.book.cast, []
    if battle.kind in ("ground", "naval") and giants(state, mine):
        found.append(("jotuns", 1))
    if battle.kind == "naval":
        found += [(cast[each].name, 1) for each in mine.leaders if cast[each].skill == "naval_shift"]
    chief = ratings.commander(state, mine.leaders)
    if battle.round <= 1 and chief is not None and cast[chief].skill == "first_round_shift":
        found.append((cast[chief].name, COMMANDS_FIRST))
    if battle.kind in ("naval", "melee", "draugr"):
        found += [(cast[each].name, merman_shift(state, each)) for each in mine.leaders]
    return found


def merman_shift(state: FornaldarState, leader: int) -> int:
    """The column that a merman has of Ohnskali (R21.74)."""
    return int(state.book.cast[leader].race == "merman" and items.has(state, leader, "merman_shift"))


def giants(state: FornaldarState, mine: hosts.Host) -> bool:
    """Whether at least half of the CSP, rounded down, are jotuns (R17.5.6)."""
    book = state.book
    jotun = book.race["jotun"]
    tall = sum(csp for banner, csp in (*mine.troops, *mine.swimmers) if book.banner_race[banner] == jotun)
    tall += sum(book.banner_race[book.leader_banner[each]] == jotun for each in mine.escorts)
    return tall > 0 and tall >= (mine.csp + mine.swimming) // 2


def cell_text(state: FornaldarState, roll: int, column: str) -> str:
    """A cell of the results table as it is printed: `rD/Ao`."""
    cell = charts.cell(state.book.library, roll, column)
    return f"{cell.attacker_mark}{cell.attacker}/{cell.defender}{cell.defender_mark}"
