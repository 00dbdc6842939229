"""E. Activation of obstacles, and threats (S48, S90 to S97)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Question, Step, Told
from fimbul.games.six_winters.actions import Activate as ActivateIt
from fimbul.games.six_winters.actions import At, Lose
from fimbul.games.six_winters.library.terms import TRACKS
from fimbul.games.six_winters.rules import effects, ending, ground, pools, stress
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.dice import kind_of
from fimbul.games.six_winters.rules.obstacles import UNIT, change, go, in_play, leave, sought
from fimbul.games.six_winters.rules.story import note, scenario

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState

LOWEST = "lowest_"
EMPIRE = "empire"


class Activation(Step["SixWintersState"], frozen=True, tag=True):
    """All obstacles activate, by the number of their location and the order of arrival (S90)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        order = sorted(range(len(state.standing)), key=lambda n: (state.standing[n].place, n))
        waiting = tuple(state.standing[n].obstacle for n in order)
        if state.options.activation_order == "chosen" and len(waiting) > 1:
            state.push(ChoosingNext((state.spotlight,), waiting))
        else:
            state.push(*(Activate(obstacle) for obstacle in waiting))


class ChoosingNext(Decision["SixWintersState", ActivateIt], frozen=True, tag=True):
    """Which obstacle activates next."""

    waiting: tuple[int, ...]

    rule: ClassVar[str] = "S90"
    otherwise: ClassVar[str] = "Choose an obstacle that has not activated yet."

    def left(self, state: SixWintersState) -> list[int]:
        """Those that are still in play."""
        return [obstacle for obstacle in self.waiting if in_play(state, obstacle) is not None]

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(self, state, seat, "choose the obstacle that activates next")

    def actions(self, state: SixWintersState, seat: int) -> list[ActivateIt]:
        return [ActivateIt(state.book.obstacles[obstacle].id) for obstacle in self.left(state)]

    def take(self, state: SixWintersState, action: ActivateIt, seat: int, events: list[Event]) -> None:
        chosen = state.book.obstacle[action.obstacle]
        rest = tuple(obstacle for obstacle in self.left(state) if obstacle != chosen)
        if rest:
            state.push(ChoosingNext(self.seats, rest))
        state.push(Activate(chosen))


class Activate(Step["SixWintersState"], frozen=True, tag=True):
    """An obstacle activates: first its tokens go (S91)."""

    obstacle: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        number = in_play(state, self.obstacle)
        card = state.book.obstacles[self.obstacle]
        if number is None or card.effect == "entry":
            return
        times = 1 + sum(state.book.assets[asset].skill == card.skill for asset in state.staged)
        standing = state.standing[number]
        tokens = standing.progress + standing.hindrance
        if tokens > times and standing.progress and standing.hindrance:
            state.push(Losing((state.spotlight,), self.obstacle, times))
            return
        if tokens > times:
            kind = "progress" if standing.progress else "hindrance"
            change(state, self.obstacle, **{kind: tokens - times})
            return
        change(state, self.obstacle, progress=0, hindrance=0)
        state.push(March(self.obstacle, times - tokens))


class Losing(Decision["SixWintersState", Lose], frozen=True, tag=True):
    """Which tokens go (S91)."""

    obstacle: int
    times: int

    rule: ClassVar[str] = "S91"
    otherwise: ClassVar[str] = (
        "As many tokens go as the obstacle activates, no more of a kind than there are."
    )

    def question(self, state: SixWintersState, seat: int) -> Question:
        name = state.book.obstacle_names[self.obstacle]
        return ask(
            self,
            state,
            seat,
            f"choose which tokens {name} loses, now that it activates",
            about=(f"obstacle:{self.obstacle}",),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Lose]:
        number = in_play(state, self.obstacle)
        assert number is not None
        standing, id = state.standing[number], state.book.obstacles[self.obstacle].id
        return [
            Lose(id, progress, self.times - progress)
            for progress in range(min(self.times, standing.progress) + 1)
            if self.times - progress <= standing.hindrance
        ]

    def take(self, state: SixWintersState, action: Lose, seat: int, events: list[Event]) -> None:
        number = in_play(state, self.obstacle)
        assert number is not None
        standing = state.standing[number]
        change(
            state,
            self.obstacle,
            progress=standing.progress - action.progress,
            hindrance=standing.hindrance - action.hindrance,
        )


def goals(state: SixWintersState, obstacle: int) -> list[int]:
    """Where an obstacle wants to go (S92)."""
    card = state.book.obstacles[obstacle]
    if card.goal and card.goal[0].startswith(LOWEST):
        skill = state.book.skill[card.goal[0].removeprefix(LOWEST)]
        ranks = [stress.rank(state, person, skill) for person in range(len(state.people))]
        return [p.place for n, p in enumerate(state.people) if ranks[n] == min(ranks)]
    wanted = list(ground.of_kind(state, card.goal))
    if UNIT in card.tags:  # units are the Empire's, and do not march on it (S92)
        abroad = [spot for spot in wanted if state.book.locations[spot].region != EMPIRE]
        return abroad or wanted
    return wanted


class March(Step["SixWintersState"], frozen=True, tag=True):
    """An obstacle moves toward its goal, a location for each activation that is left (S92)."""

    obstacle: int
    times: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        number = in_play(state, self.obstacle)
        if number is None or not self.times:
            return
        here = state.standing[number].place
        steps = next_steps(state, self.obstacle, here)
        if not steps:
            state.push(Fire(self.obstacle, self.times))
        elif len(steps) > 1:
            state.push(Marching((state.spotlight,), self.obstacle, self.times))
        else:
            go(state, self.obstacle, steps[0], events)
            state.push(March(self.obstacle, self.times - 1))


def next_steps(state: SixWintersState, obstacle: int, here: int) -> list[int]:
    """The first steps of the shortest ways to the nearest goal; none where it is there or has none."""
    if not state.book.obstacles[obstacle].goal:
        return []
    wanted = goals(state, obstacle)
    far = ground.far(state, here)
    reachable = [spot for spot in wanted if spot in far]
    if not reachable or here in reachable:
        return []
    nearest = min(far[spot] for spot in reachable)
    ends = [spot for spot in reachable if far[spot] == nearest]
    found = []
    for step in ground.near(state, here):
        onward = ground.far(state, step)
        if any(onward.get(end, nearest) == nearest - 1 for end in ends):
            found.append(step)
    return found


class Marching(Decision["SixWintersState", At], frozen=True, tag=True):
    """Which of several ways an obstacle goes (S92)."""

    obstacle: int
    times: int

    rule: ClassVar[str] = "S92"
    otherwise: ClassVar[str] = "Choose one of the shortest ways to the nearest goal."

    def question(self, state: SixWintersState, seat: int) -> Question:
        name = state.book.obstacle_names[self.obstacle]
        return ask(
            self,
            state,
            seat,
            f"choose where {name} goes",
            about=(f"obstacle:{self.obstacle}",),
            labels=(("at", f"{name} goes to {{}}"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[At]:
        number = in_play(state, self.obstacle)
        assert number is not None
        steps = next_steps(state, self.obstacle, state.standing[number].place)
        return [At(state.book.locations[step].id) for step in steps]

    def take(self, state: SixWintersState, action: At, seat: int, events: list[Event]) -> None:
        go(state, self.obstacle, state.book.location[action.location], events)
        state.push(March(self.obstacle, self.times - 1))


class Fire(Step["SixWintersState"], frozen=True, tag=True):
    """The effect of an obstacle happens (S93)."""

    obstacle: int
    times: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        number = in_play(state, self.obstacle)
        if number is None or not self.times:
            return
        card, here = state.book.obstacles[self.obstacle], state.standing[number].place
        if card.repeats == "each":
            state.push(Fire(self.obstacle, self.times - 1))
        elif not card.repeats and self.obstacle not in sought(state):  # a guardian stays (S100)
            state.push(Withdraw(self.obstacle))
        events.append(Told(text=f"{card.name} strikes.", about=(f"location:{here}",)))
        if card.effect == "threat":
            state.push(*(Threaten(here, self.obstacle) for _ in range(card.amount)))
        elif card.effect == "stress":
            track, skill = TRACKS.index(card.track), state.book.skill[card.skill]
            hurt = [
                stress.Hurt(n, track, skill, card.amount)
                for n, p in enumerate(state.people)
                if p.place == here
            ]
            state.push(*hurt)
        else:
            kinds = {state.book.resource[resource] for resource in card.types}
            for code in list(state.dice[here]):
                if not kinds or kind_of(code) in kinds:
                    pools.take_away(state, here, code)


class Withdraw(Step["SixWintersState"], frozen=True, tag=True):
    """An obstacle whose effect has happened goes to the discard pile (S93)."""

    obstacle: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        leave(state, self.obstacle)
        state.discard.append(self.obstacle)


# ---- threats (S95, S96)


class Threaten(Step["SixWintersState"], frozen=True, tag=True):
    """A threat token goes from the pool to a location, and a die is rolled (S95)."""

    place: int
    foe: int = -1  # the obstacle that strikes; -1 where a threat has surged

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        was = state.threats[self.place]
        state.pool -= 1
        state.threats[self.place] += 1
        where = state.book.locations[self.place].name
        events.append(Told(text=f"A threat at {where}; {state.pool} left in the pool.", about=("pool",)))
        brought = f"{state.book.obstacles[self.foe].name} brought trouble" if self.foe >= 0 else "It spread"
        note(state, f"{brought} to {where}.")
        if state.pool <= 0:
            ending.lost(state, "The threat pool is empty", events)
            return
        if was:
            state.push(Surge(self.place))
        face = state.rng.die()
        if face <= state.pool:
            events.append(Told(text=f"The threat roll is {face}: nothing more."))
            return
        events.append(Told(text=f"The threat roll is {face}."))
        if state.hindered:
            back = state.hindered.pop(0)
            state.face_up.append(back)
            events.append(Told(text=f"{state.book.obstacles[back].name} will come back."))
        for number, threat in enumerate(scenario(state).threats):
            if face in threat.faces:
                state.push(effects.Do("threats", number, 0))


class Surge(Step["SixWintersState"], frozen=True, tag=True):
    """A threat surges: another token goes to an adjacent location (S96)."""

    place: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        location = state.book.locations[self.place]
        if state.options.fort_ruins and location.ruins:
            fall(state, self.place, events)
            return
        near = ground.near(state, self.place)
        if len(near) == 1:
            state.push(Threaten(near[0]))
        elif near:
            state.push(Surging((state.spotlight,), self.place))


class Surging(Decision["SixWintersState", At], frozen=True, tag=True):
    """Where a threat surges to."""

    place: int

    rule: ClassVar[str] = "S96"
    otherwise: ClassVar[str] = "Choose a location adjacent to the one where the threat surges."

    def question(self, state: SixWintersState, seat: int) -> Question:
        name = state.book.locations[self.place].name
        return ask(
            self,
            state,
            seat,
            f"choose where the threat of {name} surges to",
            about=(f"location:{self.place}",),
            labels=(("at", "The threat surges to {}"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[At]:
        return [At(state.book.locations[spot].id) for spot in ground.near(state, self.place)]

    def take(self, state: SixWintersState, action: At, seat: int, events: list[Event]) -> None:
        state.push(Threaten(state.book.location[action.location]))


def fall(state: SixWintersState, fort: int, events: list[Event]) -> None:
    """A fort becomes its ruins: its production and its dice are lost (S96)."""
    ruins = state.book.location[state.book.locations[fort].ruins]
    for code in list(state.dice[fort]):
        pools.take_away(state, fort, code)
    state.cells[state.cells.index(fort)] = ruins
    state.threats[ruins], state.threats[fort] = state.threats[fort], 0
    state.level[fort] = state.level[ruins] = 0
    for person in state.people:
        if person.place == fort:
            person.place = ruins
    for standing in list(state.standing):
        if standing.place == fort:
            change(state, standing.obstacle, place=ruins)
    if state.scene_place == fort:
        state.scene_place = ruins
    note(state, f"{state.book.locations[fort].name} fell, and only ruins were left.")
    events.append(Told(text=f"{state.book.locations[fort].name} falls.", about=(f"location:{ruins}",)))
