"""What a bot thinks of the choices around a year: the scenario, the winter, who goes and with what.

A campaign is won in its last year.  So a character is worth what it can do in the scenes and against the
guardians of the scenario at hand, and what it may take along: lasting assets count in every scene, and a rank
above 2 opens the archive for another one (S25).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from fimbul.games.six_winters.library.effects import Add, Unlock
from fimbul.games.six_winters.library.rows import Asset, BurnCard, Obstacle, Scenario, TeachSkill
from fimbul.games.six_winters.model import Person, Sheet
from fimbul.games.six_winters.rules.campaign.sheets import condition_names, cure
from fimbul.games.six_winters.rules.stress import rank_of

if TYPE_CHECKING:
    from fimbul.games.six_winters.actions import (
        BurnAsset,
        BurnObstacle,
        Clear,
        Equip,
        Learn,
        Winter,
        WinterAction,
    )
    from fimbul.games.six_winters.actions import Scenario as Chosen
    from fimbul.games.six_winters.state import SixWintersState

RANK = 0.3  # a rank, whatever the skill
SCENE_RANK = 0.5  # a rank in the skill of a scene
GUARDIAN_RANK = 0.12  # a rank against a guardian, by its difficulty
GEAR = 0.35  # a point of an asset that may be taken along
TRACK = 0.5  # a step of psyche or body
PACE = 1.0  # a movement point
WOUND = 1.0  # a condition or a curse, besides the rank that it takes
BRINK = 5.0  # a track that has no room for another one (S113)
HEIR = 20.0  # one of those who are wanted for the finale
FRIEND = 3.0  # a scenario that unlocks a character (S8)
FIELD = 0.8  # a location that a scenario brings
TALL = 0.25  # a point that the scenes of a scenario need
NEVER = -9.0  # what is not even tried


def weights(state: "SixWintersState", scenario: Scenario) -> list[float]:
    """What a rank in each skill is worth in a scenario."""
    book = state.book
    found = [RANK] * len(book.skill)
    for scene in scenario.scenes:
        for skill in scene.skills:
            found[book.skill[skill]] += SCENE_RANK / len(scene.skills) ** 0.5
        for name in scene.overcome:
            guardian = book.obstacles[book.obstacle[name]]
            found[book.skill[guardian.skill]] += GUARDIAN_RANK * guardian.difficulty
    return found


def gear(state: "SixWintersState", skill: int, allowed: int, archive: Sequence[int]) -> float:
    """The points of the best assets of a skill that the archive holds for somebody who may take so many."""
    if allowed <= 0:
        return 0.0
    cards = [state.book.assets[asset] for asset in archive]
    worth = sorted((card.points for card in cards if state.book.skill[card.skill] == skill), reverse=True)
    return float(sum(worth[:allowed]))


def might(state: "SixWintersState", someone: Sheet | Person, scenario: Scenario) -> float:
    """What a character is worth in a scenario."""
    worth = 0.0
    less = state.book.figures.archive_less
    for skill, weight in enumerate(weights(state, scenario)):
        rank = rank_of(state, someone, skill)
        worth += weight * rank + GEAR * gear(state, skill, rank - less, state.archive)
    worth += TRACK * (someone.psyche + someone.body)
    worth -= WOUND * (len(someone.conditions) + len(someone.curses))
    return worth - BRINK * sum(sum(t == track for t, _ in someone.conditions) >= 3 for track in (0, 1))


def rested(state: "SixWintersState", sheet: Sheet) -> Sheet | Person:
    """A character as it will go: training and rest are still to be applied (S23)."""
    left = max(0, len(sheet.conditions) - sheet.resting)
    return Person(
        character=0,
        seat=0,
        skills=list(sheet.skills),
        psyche=sheet.psyche,
        body=sheet.body,
        conditions=sheet.conditions[:left],
        curses=sheet.curses,
    )


def suitable(state: "SixWintersState", character: int, scenario: Scenario) -> float:
    """What a character would be worth in a scenario, if it went now."""
    card = state.book.characters[character]
    if state.campaign is None:
        sheet = Sheet(unlocked=True, skills=list(card.skills), psyche=card.psyche, body=card.body)
        return might(state, sheet, scenario) + PACE * card.moves
    sheet = state.campaign.sheets[character]
    best = max(weights(state, scenario))
    worth = might(state, rested(state, sheet), scenario) + PACE * card.moves + best * sheet.training
    return worth if scenario.finale else worth - HEIR * (character in heirs(state))


def heirs(state: "SixWintersState") -> list[int]:
    """The strongest of all, also of those who are still to join: they stay at home, whole, for the finale."""
    assert state.campaign is not None
    sheets = state.campaign.sheets
    order = sorted(range(len(sheets)), key=lambda number: sum(sheets[number].skills), reverse=True)
    return order[: max(2, state.seats)]


def look_scenario(state: "SixWintersState", action: "Chosen") -> float:
    """A scenario that brings a friend; then one that those who can go are good at."""
    assert state.campaign is not None
    if action.mode != "normal":
        return NEVER
    book = state.book
    card = book.scenarios[book.scenario[action.id]]
    worth = 0.0
    for effect in (*card.win, *card.setup):
        if (
            isinstance(effect, Unlock)
            and not state.campaign.sheets[book.character[effect.character]].unlocked
        ):
            worth += FRIEND
        if isinstance(effect, Add):
            worth += FIELD
    count = max(2, state.seats)
    able = [n for n, sheet in enumerate(state.campaign.sheets) if sheet.unlocked]
    best = sorted((suitable(state, n, card) for n in able), reverse=True)[:count]
    return worth + 0.1 * sum(best) / len(best) - TALL * 0.1 * sum(scene.points for scene in card.scenes)


def look_winter(state: "SixWintersState", action: "Winter") -> float:
    """Rest where wounds are left, otherwise train."""
    assert state.campaign is not None
    sheet = state.campaign.sheets[state.book.character[action.character]]
    hurt = len(sheet.conditions) + len(sheet.curses) - sheet.resting
    return 1.0 if (hurt > 0) == (action.way == "rest") else 0.0


def look_winter_action(state: "SixWintersState", action: "WinterAction") -> float:
    """Anything is better than nothing: to heal most of all, to burn a card least."""
    card = state.book.winter[action.action]
    return 0.1 if isinstance(card, BurnCard) else 0.2 if isinstance(card, TeachSkill) else 0.3


def sheet_of(state: "SixWintersState", character: str) -> Sheet | Person:
    """A character as it is in play, or in winter as it is written."""
    number = state.book.character[character]
    someone = next((person for person in state.people if person.character == number), None)
    if someone is not None:
        return someone
    assert state.campaign is not None
    return state.campaign.sheets[number]


def look_learn(state: "SixWintersState", action: "Learn") -> float:
    """A rank where it is of use, or opens the archive."""
    return raised(state, sheet_of(state, action.character), state.book.skill[action.skill])


def raised(state: "SixWintersState", someone: Sheet | Person, skill: int) -> float:
    """What one rank more is worth to a character."""
    scenario = state.book.scenarios[state.book.scenario[state.story]]
    rank = rank_of(state, someone, skill)
    less = state.book.figures.archive_less
    more = gear(state, skill, rank + 1 - less, state.archive) - gear(state, skill, rank - less, state.archive)
    return 0.1 * (weights(state, scenario)[skill] + GEAR * more)


def look_clear(state: "SixWintersState", action: "Clear") -> float:
    """What a character is worth more without it: with its rank back, and room on a track."""
    scenario = state.book.scenarios[state.book.scenario[state.story]]
    hurt = sheet_of(state, action.character)
    healed = msgspec.structs.replace(hurt, conditions=list(hurt.conditions), curses=list(hurt.curses))
    cure(healed, dict(condition_names(state, hurt))[action.condition])
    return 0.1 * (might(state, healed, scenario) - might(state, hurt, scenario))


def look_equip(state: "SixWintersState", action: "Equip") -> float:
    """What counts most in the scenes."""
    book = state.book
    person = state.people[state.person(action.character)]
    card = book.assets[book.asset[action.asset]]
    scenario = book.scenarios[book.scenario[state.story]]
    match = sum(card.skill in scene.skills for scene in scenario.scenes)
    rank = rank_of(state, person, book.skill[card.skill])
    return 0.2 + 0.02 * (card.points + rank * match / len(scenario.scenes)) + 0.02 * (card.power is not None)


def nuisance(card: Obstacle) -> float:
    """How gladly one would never see an obstacle again."""
    return 0.1 * (card.body + card.psyche) - 0.05 * (card.progress + card.hindrance)


def look_burn_asset(state: "SixWintersState", action: "BurnAsset") -> float:
    """What pays least for its slots."""
    card: Asset = state.book.assets[state.book.asset[action.asset]]
    return -0.05 * card.points / max(1, len(card.slots))


def look_burn_obstacle(state: "SixWintersState", action: "BurnObstacle") -> float:
    """What hurts most and waits least."""
    return nuisance(state.book.obstacles[state.book.obstacle[action.obstacle]])


def look_on(state: "SixWintersState", action: Any) -> float:
    """Whoever is worth most."""
    if state.campaign is None:
        return 0.0
    return 0.01 * sum(state.campaign.sheets[state.book.character[action.character]].skills)
