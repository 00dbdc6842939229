"""What a bot thinks is good in Six Winters.

A year is won by points before the threats and the seasons end it.  So a position is judged by the points that
are collected or half collected, by how close the threats are, and a little by dice and stress.  Only what
everybody sees is looked at.
"""

import math
from collections.abc import Sequence
from typing import Any

from fimbul.core.game import Mind
from fimbul.games.six_winters.actions import (
    At,
    Bear,
    BurnAsset,
    BurnObstacle,
    Cancel,
    Choose,
    Clear,
    Create,
    Curse,
    Dice,
    Done,
    End,
    Equip,
    Gate,
    Guard,
    Hinder,
    Improve,
    Join,
    Learn,
    Leave,
    Lose,
    Move,
    Muster,
    Narrate,
    On,
    Overcome,
    Pay,
    Pick,
    Place,
    PlayAsset,
    PlayObstacle,
    Reroll,
    Sail,
    Scenario,
    Slot,
    Stay,
    Suffer,
    Take,
    Trade,
    Unload,
    Use,
    Winter,
    WinterAction,
)
from fimbul.games.six_winters.actions import Stash as StashIt
from fimbul.games.six_winters.bot import years
from fimbul.games.six_winters.bot.outlook import chance, ready
from fimbul.games.six_winters.bot.sums import in_work, total_needed, turns_left, ways
from fimbul.games.six_winters.library.powers import Defend, Preview, Progress, Stash, StressForDice
from fimbul.games.six_winters.library.terms import TRACKS
from fimbul.games.six_winters.rules import obstacles, stress
from fimbul.games.six_winters.rules.acting import building, narrating
from fimbul.games.six_winters.rules.acting.narrating import Dividing
from fimbul.games.six_winters.rules.acting.overcoming import Bearing
from fimbul.games.six_winters.rules.dice import CODES, kind_of, value_of
from fimbul.games.six_winters.rules.story import needed, scenario, scene
from fimbul.games.six_winters.state import SixWintersState

# In shares of all the points that the scenario needs.
HALF_BUILT = 0.45  # of an asset's points, by the share of its slots that are filled
BEGUN = 0.4  # of an obstacle's points, by its progress
SCENE = 0.1  # a scene that is told, besides its points
THREAT = 0.12  # a token that has left the pool; more when few are left
LOOMING = 0.035  # an obstacle that would strike, by how soon
SCAR = 0.05  # a condition
STRESS = 0.004
DIE = 0.008  # an unspent action die
LYING = 0.0015  # a resource die on the map
NEAR = 0.01  # a step between a character and a scene that could be told

# What actions look like at first sight; tuned by letting it alone play hundreds of sessions.
ASSAULT, ASSAULT_POINT = 0.25, 0.16  # overcoming, and for each point of difficulty
DELAY = 0.068  # of a threat that would strike, by how soon
GUARDIAN = 1.2  # overcoming an obstacle that a scene asks for; twice that if all else is there
STAVE_OFF = 0.25  # hindering it, the same
PAIN = 0.043  # a stress
SCARS = (0.18, 0.2, 0.525, 4.5)  # the risk of a condition, by how many there are
SCENE_PULL = 7.2  # a scene that can be told
SLOT_PULL = 0.675  # a point of a slot that could be filled
TAKE, TAKE_POINT, TAKE_SLOT = 0.12, 0.02, 0.05
CREATE, CREATE_DIE, CREATE_PRICE = 0.15, 0.02, 0.05
MUSTER, MUSTER_MORE = 0.051, 0.02
STEP = 0.01
GUARD = 0.36  # what a die is worth that is spent on defence


USES: dict[type, float] = {Defend: 0.3, Preview: 0.2, Progress: 0.4, Stash: 0.1, StressForDice: 0.1}


class SixWintersMind(Mind):
    """Points as they will be, and how near the threats are."""

    horizon = 1  # turns that a bot plays on in its head: to the beginning of the next
    trust = 0.9  # in what sessions that were played have taught, against what is reckoned here
    glimpse = 60  # actions that greedy plays on
    plans = True  # a step, a die or a slot is too small to be judged by what it leads to

    def evaluate(self, state: SixWintersState, seat: int) -> float:
        """How well the group stands."""
        if state.outcome is not None:
            return 2 * state.outcome.scores[0] - 1
        if not state.people or state.scene_place < 0:
            return 0.0
        reckoned = max(-0.99, min(0.99, 2 * self.share(state) - 1))
        if not self.trust or not ready(state):
            return reckoned
        return (1 - self.trust) * reckoned + self.trust * (2 * chance(state) - 1)

    def share(self, state: SixWintersState) -> float:
        """How much of the year is done, less what threatens it."""
        book = state.book
        story = scenario(state)
        total = total_needed(state)
        told = sum(
            (s.difficult if state.hard else s.points) + state.extra for s in story.scenes[: state.scene]
        )
        points = float(told * state.players)
        reachable = narrating.reachable(state)
        points += min(reachable, total - points)
        points += HALF_BUILT * in_work(state)
        value = 0.75 * min(1.0, points / total) + SCENE * state.scene
        activations = [0] * 8
        for asset in state.staged:
            activations[book.skill[book.assets[asset].skill]] += 1
        for standing in state.standing:
            foe = book.obstacles[standing.obstacle]
            value += 0.75 * BEGUN * min(standing.progress, foe.difficulty) / total
            if foe.effect == "threat":
                times = 1 + activations[book.skill[foe.skill]]
                wait = (standing.progress + standing.hindrance) / times
                value -= LOOMING / (1 + wait)
        pool = story.hard_pool if state.hard and story.hard_pool else story.pool
        value -= THREAT * (pool - state.pool) + (
            0.25 if state.pool == 1 else 0.08 if state.pool == 2 else 0.0
        )
        for person in state.people:
            character = book.characters[person.character]
            value -= SCAR * len(person.conditions) + SCAR * len(person.curses) / 2
            value -= STRESS * (character.psyche + character.body - person.psyche - person.body)
            value += DIE * len(person.dice)
        value += LYING * sum(map(len, state.dice))
        if reachable >= needed(state) and narrating.blocker(state) is None:
            far = ways(state)
            for person in state.people:
                value -= NEAR * far[person.place].get(state.scene_place, 9) if person.place >= 0 else 0.0
        left = turns_left(state)
        if left <= 2:
            value -= (1 - min(1.0, points / total)) * (0.2 if left <= 1 else 0.1)
        return value

    def promise(self, state: SixWintersState, actions: list[Any], seat: int) -> list[float]:
        """How good every action looks at first sight."""
        eye = Eye(state)
        looks = [eye.look(action) for action in actions]
        if type(actions[0]) in AROUND:  # playing on for a turn says nothing about years
            best = max(looks)
            looks = [look if look == best else look + years.NEVER for look in looks]
        return looks


class Eye:
    """A quick look at single actions."""

    def __init__(self, state: SixWintersState) -> None:
        self.state = state
        self.far = ways(state)
        self.ready = self.rich = False
        self.sought: set[int] = set()
        self.pulls: dict[int, list[tuple[int, float]]] = {}
        if state.people and state.scene_place >= 0:
            self.sought = obstacles.sought(state)
            self.rich = narrating.reachable(state) >= needed(state)
            self.ready = self.rich and narrating.blocker(state) is None

    def look(self, action: Any) -> float:
        """How good an action looks."""
        looks = LOOKS.get(type(action))
        return looks(self, action) if looks is not None else 0.0

    # ---- where a character is wanted

    def wanted(self, person: int) -> list[tuple[int, float]]:
        """The locations that draw a character, with how much."""
        known = self.pulls.get(person)
        if known is not None:
            return known
        state, book = self.state, self.state.book
        found: list[tuple[int, float]] = []
        if self.ready:
            found.append((state.scene_place, SCENE_PULL))
        for standing in state.standing:
            found.append((standing.place, self.assault(person, standing.obstacle)))
        someone = state.people[person]
        best = max(state.purse(person).dice, default=0)
        for place in state.locations():
            if not best or not state.dice[place]:
                continue
            filled = 0.0
            for work in someone.building:
                card = book.assets[work.asset]
                for slot, lying in zip(card.slots, work.dice, strict=True):
                    if lying < 0 and any(
                        value_of(code) <= best and building.takes(state, slot, code, place)
                        for code in state.dice[place]
                    ):
                        filled += card.points / len(card.slots)
            if filled:
                found.append((place, SLOT_PULL * filled))
        self.pulls[person] = found
        return found

    def assault(self, person: int, obstacle: int) -> float:
        """What an overcome action on an obstacle is worth to a character."""
        state, book = self.state, self.state.book
        card = book.obstacles[obstacle]
        number = obstacles.in_play(state, obstacle)
        if number is None:
            return 0.0
        standing = state.standing[number]
        skill = book.skill[card.skill]
        rank = stress.rank(state, person, skill)
        dice = state.purse(person).dice
        adds = sum(value <= rank for value in dice)
        left = obstacles.difficulty(state, obstacle) - standing.progress
        if not dice:
            return -0.05
        hurts = (card.psyche * (6 - rank) / 6, card.body * (6 - rank) / 6)
        tokens = standing.progress + standing.hindrance
        urgent = 0.0
        if card.effect == "threat":
            times = 1 + sum(book.assets[asset].skill == card.skill for asset in state.staged)
            urgent = 1 / (1 + tokens / times)
        best = -0.05
        if adds:  # try until it is overcome
            tries = math.ceil(max(1, left) / adds)
            worth = ASSAULT + ASSAULT_POINT * card.difficulty + DELAY * urgent
            if obstacle in self.sought:  # a scene waits for it (S100)
                worth += GUARDIAN * (2 if self.rich else 1)
            best = worth - self.pain(person, [tries * hurt for hurt in hurts])
        tries = math.ceil(max(1, left - standing.hindrance) / len(dice))
        return max(best, STAVE_OFF * urgent - self.pain(person, [tries * hurt for hurt in hurts]))

    def pain(self, person: int, hurts: Sequence[float]) -> float:
        """What so much stress, of psyche and of body, costs a character."""
        return sum(self.ache(person, track, hurt) for track, hurt in enumerate(hurts) if hurt)

    def ache(self, person: int, track: int, hurt: float) -> float:
        """What so much stress of a track costs a character: most where no condition has room any more."""
        someone = self.state.people[person]
        left = (someone.psyche, someone.body)[track]
        scars = sum(other == track for other, _ in someone.conditions)
        return PAIN * hurt + SCARS[min(scars, 3)] * min(1.5, hurt / (left + 0.5))

    def pull(self, person: int, place: int) -> float:
        """How well a character stands at a location."""
        far = self.far[place]
        return max((worth / (1 + far.get(goal, 9)) for goal, worth in self.wanted(person)), default=0.0)


def look_move(eye: Eye, action: Any) -> float:
    person = eye.state.person(action.character)
    here, there = eye.state.people[person].place, eye.state.book.location[action.location]
    return eye.pull(person, there) - eye.pull(person, here) - (0.15 if isinstance(action, Gate) else STEP)


def look_place(eye: Eye, action: Place) -> float:
    return eye.pull(eye.state.person(action.character), eye.state.book.location[action.location])


def look_overcome(eye: Eye, action: Overcome) -> float:
    return eye.assault(eye.state.person(action.character), eye.state.book.obstacle[action.obstacle])


def look_take(eye: Eye, action: Take) -> float:
    """Assets whose slots can be filled with dice that are about."""
    state, book = eye.state, eye.state.book
    card = book.assets[book.asset[action.asset]]
    if not card.slots:
        return 0.0
    fit = 0
    for slot in card.slots:
        if any(
            building.takes(state, slot, code, place)
            for place in state.locations()
            for code in state.dice[place]
        ):
            fit += 1
    return TAKE + TAKE_POINT * card.points * fit / len(card.slots) - TAKE_SLOT * len(card.slots)


def look_create(eye: Eye, action: Create) -> float:
    """Low dice first, if they fill as much."""
    state = eye.state
    person = state.person(action.character)
    if action.source in CODES:
        value = value_of(CODES[action.source])
    else:
        value = value_of(state.people[person].boxes[action.source][0])
    worth = 0.0
    seen = set()
    for slot in building.places(state, person, value):
        if (slot.asset, slot.n) not in seen:
            seen.add((slot.asset, slot.n))
            card = state.book.assets[state.book.asset[slot.asset]]
            worth += card.points / len(card.slots)
    return CREATE * worth - CREATE_DIE * value - CREATE_PRICE


def look_slot(eye: Eye, action: Slot) -> float:
    card = eye.state.book.assets[eye.state.book.asset[action.asset]]
    slot = card.slots[action.n - 1]
    exact = bool(slot.type) + bool(slot.value) + bool(slot.region)
    return 0.1 * card.points / len(card.slots) + 0.05 * exact


def look_guard(eye: Eye, action: Guard) -> float:
    """Defend where the stress that is spared is worth more than what the dice could still do in this turn."""
    if not action.dice:
        return 0.05
    state = eye.state
    attempt = state.attempt
    assert attempt is not None
    person = state.person(action.character)
    if len(action.dice) > sum(attempt.counts):
        return -1.0
    rank = max(stress.rank(state, person, skill) for skill in attempt.skills)
    hurts = [count * (6 - rank) / 6 for count in attempt.counts]
    values = [value_of(CODES[name]) for name in action.dice]
    spared = sum((7 - max(value, rank + 1)) / 6 for value in values)  # dice that would hurt, and are stopped
    rest = max(0.0, 1 - spared / max(0.01, sum(hurts)))
    left = [hurt * rest for hurt in hurts]
    return 0.05 + eye.pain(person, hurts) - eye.pain(person, left) - GUARD * len(values)


def look_dice(eye: Eye, action: Dice) -> float:
    """Roll action dice again if high, resource dice as they are."""
    return 0.01 * sum(value_of(CODES[name]) >= 4 for name in action.dice) - 0.005 * len(action.dice)


def look_play(eye: Eye, action: Any) -> float:
    """Play what is worth most for the scene, but no more than is needed."""
    state = eye.state
    missing = needed(state) - narrating.scored(state)
    if missing <= 0:
        return -1.0
    person = state.person(action.character)
    if isinstance(action, PlayAsset):
        points = narrating.asset_points(state, person, state.book.asset[action.asset])
    else:
        points = narrating.obstacle_points(state, person, state.book.obstacle[action.obstacle])
    return points if points <= missing else 100 - points


def look_lose(eye: Eye, action: Lose) -> float:
    return 0.1 * (action.hindrance - action.progress)


def look_at(eye: Eye, action: At) -> float:
    """A threat goes where none is yet."""
    place = eye.state.book.location[action.location]
    return -0.5 * bool(eye.state.threats[place])


def look_curse(eye: Eye, action: Curse) -> float:
    person = eye.state.people[eye.state.person(action.character)]
    return -0.1 * person.skills[eye.state.book.skill[action.skill]]


def look_bear(eye: Eye, action: Bear) -> float:
    """Whoever it hurts least takes a stress die; in a scene it may still miss."""
    person = eye.state.person(action.character)
    decision = eye.state.decision
    if not isinstance(decision, Dividing):
        assert isinstance(decision, Bearing)
        return -eye.ache(person, decision.track, 1.0)
    track = decision.track()
    skills = (eye.state.book.skill[skill] for skill in scene(eye.state).skills)
    hurts = (6 - max(stress.rank(eye.state, person, skill) for skill in skills)) / 6
    before = decision.shares[2 * person + track]
    return eye.ache(person, track, hurts * before) - eye.ache(person, track, hurts * (before + 1))


def look_suffer(eye: Eye, action: Suffer) -> float:
    return -eye.ache(eye.state.person(action.character), TRACKS.index(action.track), 1.0)


def look_choose(eye: Eye, action: Choose) -> float:
    state, book = eye.state, eye.state.book
    scenario = book.scenarios[book.scenario[state.story]]
    return 0.1 * years.suitable(state, book.character[action.character], scenario)


def look_pick(eye: Eye, action: Pick) -> float:
    card = eye.state.book.obstacles[eye.state.book.obstacle[action.obstacle]]
    return 0.1 * card.difficulty


def look_use(eye: Eye, action: Use) -> float:
    power = eye.state.book.powers[action.card.partition("-")[0]]
    return USES.get(type(power), 0.03)


def look_muster(eye: Eye, action: Muster) -> float:
    place = eye.state.people[eye.state.person(action.character)].place
    kind = eye.state.makes[place]
    lying = sum(kind_of(code) == kind for code in eye.state.dice[place])
    return MUSTER if not lying else MUSTER_MORE


def look_hinder(eye: Eye, action: Hinder) -> float:
    """Hinder what cannot well be overcome by going on."""
    attempt = eye.state.attempt
    assert attempt is not None
    return STAVE_OFF - eye.assault(attempt.people[0], attempt.obstacle)


def plain(worth: float) -> Any:
    """An action that always looks the same."""
    return lambda eye, action: worth


def around(look: Any) -> Any:
    """A choice around the year, which is judged without a look at the map."""
    return lambda eye, action: look(eye.state, action)


AROUND = frozenset(
    {Scenario, Winter, WinterAction, Learn, Improve, Clear, On, BurnAsset, BurnObstacle, Equip, Choose}
)

LOOKS: dict[type, Any] = {
    Narrate: plain(10.0),
    Move: look_move,
    Pay: look_move,
    Sail: look_move,
    Gate: look_move,
    Place: look_place,
    Overcome: look_overcome,
    Take: look_take,
    Create: look_create,
    Slot: look_slot,
    Muster: look_muster,
    Reroll: plain(0.01),
    Trade: plain(0.01),
    StashIt: plain(-0.02),
    Unload: plain(-0.05),
    Use: look_use,
    Guard: look_guard,
    Dice: look_dice,
    PlayAsset: look_play,
    PlayObstacle: look_play,
    Lose: look_lose,
    At: look_at,
    Curse: look_curse,
    Bear: look_bear,
    Suffer: look_suffer,
    Choose: look_choose,
    Pick: look_pick,
    Scenario: around(years.look_scenario),
    Winter: around(years.look_winter),
    WinterAction: around(years.look_winter_action),
    Learn: around(years.look_learn),
    Improve: around(years.look_learn),
    Clear: around(years.look_clear),
    On: around(years.look_on),
    BurnAsset: around(years.look_burn_asset),
    BurnObstacle: around(years.look_burn_obstacle),
    Equip: around(years.look_equip),
    Join: plain(0.1),
    Stay: plain(0.0),
    Hinder: look_hinder,
    Leave: plain(0.0),
    Cancel: plain(0.2),
    Done: plain(0.0),
    End: plain(0.0),
}
