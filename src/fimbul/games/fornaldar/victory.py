"""Victory (22, 24): the final count, the level of victory, and the outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event, Outcome
from fimbul.games.fornaldar import items, pieces, scenarios
from fimbul.games.fornaldar.cards import SIDES
from fimbul.games.fornaldar.events import Ended

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

FOMORIAN, MUNDANE = 0, 1
HELD = 5  # an artifact, or a captured heirloom (R22.2)
LEVELS = ("Marginal", "Substantial", "Crushing")
KVALHOLLA, GUNNAR_THORPE, MAALAKAN_HILL, BREILDALR = (
    "Kvalholla",
    "Gunnar Thorpe",
    "Maalakan Hill",
    "Breildalr",
)


def total(state: FornaldarState) -> tuple[int, int]:
    """The victory points of both seats if the game ended now (R22.2).

    The points of the start stand for what a side holds then, and what is held at the end takes their place.
    """
    first, held, extra = state.book.scenario.points, holdings(state), extras(state)
    fomorian, mundane = (
        state.points[seat] - first[seat] + held[seat] + extra[seat] for seat in (FOMORIAN, MUNDANE)
    )
    return fomorian, mundane


def holdings(state: FornaldarState) -> list[int]:
    """5 points for each artifact held, and for each captured heirloom (R22.2)."""
    found = [0, 0]
    for item, card in enumerate(state.book.relics):
        seat = items.holder(state, item)
        if seat < 0:
            continue
        owner = state.book.group.get(card.users, -1)
        captured = owner >= 0 and state.side[owner] == 1 - seat
        if card.kind == "artifact" or (card.kind == "heirloom" and captured):
            found[seat] += HELD
    return found


def extras(state: FornaldarState) -> list[int]:
    """The points that the scenario gives besides (R24.1.3, R24.2.3, R24.3.3)."""
    match state.book.scenario.id:
        case "sampo":
            return sampo_extras(state)
        case "northern_war":
            return war_extras(state)
    return jotun_extras(state)


def ruined(state: FornaldarState, name: str) -> bool:
    """Whether the fortress of this name is destroyed."""
    return state.book.fort_named.get(name) in state.ruins


def ruins_of(state: FornaldarState, group: str, besides: str = "") -> int:
    """How many fortresses of a kingdom are destroyed, but for one."""
    number, book = state.book.group[group], state.book
    spared = book.fort_named.get(besides)
    return sum(book.fort_group[hex_] == number and hex_ != spared for hex_ in state.ruins)


def sampo_points(state: FornaldarState, worth: int) -> list[int]:
    """The points for the Magic Sampo."""
    seat = items.holder(state, state.book.relic["magic_sampo"])
    return [worth * (seat == each) for each in (0, 1)]


def dead(state: FornaldarState, name: str) -> bool:
    """Whether a character has been killed."""
    number = state.book.leader.get(name, -1)
    return number >= 0 and state.leaders[number].dead


def sampo_extras(state: FornaldarState) -> list[int]:
    """The War of the Sampo (R24.1.3)."""
    found = sampo_points(state, 30)
    found[FOMORIAN] += 20 * ruined(state, KVALHOLLA)
    found[MUNDANE] += 10 * ruined(state, GUNNAR_THORPE) + 10 * ruined(state, MAALAKAN_HILL)
    found[MUNDANE] += 10 * dead(state, "reomur")
    return found


def war_extras(state: FornaldarState) -> list[int]:
    """The Second Northern War (R24.2.3)."""
    found = sampo_points(state, 5)
    found[FOMORIAN] += 20 * ruined(state, KVALHOLLA) + 5 * ruins_of(state, "midhrasir", KVALHOLLA)
    found[MUNDANE] += 10 * ruined(state, MAALAKAN_HILL) + 5 * ruins_of(state, "ycelia", MAALAKAN_HILL)
    passed = dict(state.passed)
    for name in scenarios.KNOWES:
        hex_ = state.book.node[name]
        if hex_ not in state.ruins:
            found[MUNDANE] += 30
            continue
        here = [seat for seat in (0, 1) if pieces.troops(state, hex_, seat)]
        last = here[0] if len(here) == 1 else passed.get(hex_, -1)
        if last >= 0:
            found[last] += 10
    return found


def jotun_extras(state: FornaldarState) -> list[int]:
    """March of the Jotuns (R24.3.3)."""
    found = [0, 0]
    breildalr = state.book.fort_named.get(BREILDALR)
    if breildalr is not None and pieces.has_ground(state, breildalr, FOMORIAN):
        found[FOMORIAN] += 10
    found[FOMORIAN] += 5 * csp_in(state, FOMORIAN, "nerfringia", "suderpathia")
    found[FOMORIAN] += 7 * dead(state, "jibalian")
    found[MUNDANE] += 5 * ruins_of(state, "jotunheim") + 5 * csp_in(state, MUNDANE, "jotunheim", "nerfringia")
    return found


def csp_in(state: FornaldarState, seat: int, *kingdoms: str) -> int:
    """The active CSP and escorts of a seat on the ground of these kingdoms."""
    book = state.book
    groups = {book.group[name] for name in kingdoms}
    csp = sum(
        army.csp
        for army in state.armies
        if state.side[army.group] == seat
        and state.active[army.group]
        and not (army.aboard or army.afloat)
        and book.kingdom[army.hex] in groups
    )
    return csp + sum(
        someone.escort
        and someone.hex >= 0
        and not (someone.aboard or someone.afloat)
        and book.kingdom[someone.hex] in groups
        for leader, someone in enumerate(state.leaders)
        if pieces.seat_of(state, leader) == seat and pieces.awake(state, leader)
    )


def level(state: FornaldarState, difference: int) -> str:
    """The level of victory, by the Mundane points less the Fomorian ones; empty for a draw."""
    passed = sum(abs(difference) >= least for least in state.book.scenario.levels)
    if not passed:
        return ""
    return f"{SIDES[MUNDANE if difference > 0 else FOMORIAN].capitalize()} {LEVELS[passed - 1]} Victory"


def rule_of(state: FornaldarState) -> str:
    """The rule of a scenario that says who has won."""
    return f"R{state.book.scenario.number}.3"


def finish(state: FornaldarState, events: list[Event]) -> None:
    """The game is over: all points are counted (R22.1)."""
    points = total(state)
    state.reveals += 1  # what counts at the end may have been hidden
    difference = points[MUNDANE] - points[FOMORIAN]
    name = level(state, difference)
    count = f"{points[MUNDANE]} to {points[FOMORIAN]} victory points for Mundane and Fomorian"
    reason = f"{name}: {count}." if name else f"A draw: {count}."
    scores = (0.5, 0.5) if not name else (0.0, 1.0) if difference > 0 else (1.0, 0.0)
    state.points = list(points)
    state.outcome = Outcome(scores=scores, rule=rule_of(state), reason=reason, points=points)
    events.append(Ended(rule=state.outcome.rule, reason=reason))
