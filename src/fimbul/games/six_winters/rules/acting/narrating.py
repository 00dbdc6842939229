"""Narrating a scene (S76 to S80)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Illegal, Line, Question, Step, Told
from fimbul.core.wording import closed
from fimbul.games.six_winters.actions import Bear, Done, Narrate, PlayAsset, PlayObstacle, Tell
from fimbul.games.six_winters.library.terms import TRACKS
from fimbul.games.six_winters.model import Attempt, SceneTold
from fimbul.games.six_winters.rules import effects, obstacles, stress
from fimbul.games.six_winters.rules.acting import overcoming
from fimbul.games.six_winters.rules.acting.doing import Doing
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.story import needed, scene

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState


def bonus(state: SixWintersState, person: int, skill: str) -> int:
    """What a card of a skill counts more when a character plays it (S77)."""
    return stress.rank(state, person, state.book.skill[skill]) if skill in scene(state).skills else 0


def asset_points(state: SixWintersState, person: int, asset: int) -> int:
    """What an asset counts in the scene."""
    card = state.book.assets[asset]
    return card.points + bonus(state, person, card.skill)


def obstacle_points(state: SixWintersState, person: int, obstacle: int) -> int:
    """What an overcome obstacle counts in the scene."""
    card = state.book.obstacles[obstacle]
    return card.difficulty + bonus(state, person, card.skill)


def cards(state: SixWintersState, person: int) -> list[tuple[PlayAsset | PlayObstacle, int]]:
    """The cards that a character can play once, with their points; those played already are left out."""
    someone, book, id = state.people[person], state.book, state.id(person)
    gone = {card for other, card in state.played if other == person}
    found: list[tuple[PlayAsset | PlayObstacle, int]] = []
    for asset in someone.completed:
        if book.assets[asset].single and asset not in gone:
            found.append((PlayAsset(id, book.assets[asset].id), asset_points(state, person, asset)))
    for obstacle in someone.overcome:
        if -1 - obstacle not in gone:
            found.append(
                (PlayObstacle(id, book.obstacles[obstacle].id), obstacle_points(state, person, obstacle))
            )
    return found


def scored(state: SixWintersState) -> int:
    """The points so far: all lasting assets, and the cards that were played."""
    total = 0
    for person, someone in enumerate(state.people):
        total += sum(
            asset_points(state, person, asset)
            for asset in someone.completed
            if not state.book.assets[asset].single
        )
    for person, card in state.played:
        points = asset_points if card >= 0 else obstacle_points
        total += points(state, person, card if card >= 0 else -1 - card)
    return total


def reachable(state: SixWintersState) -> int:
    """The points of the scene if every card were played."""
    return scored(state) + sum(
        points for person in range(state.players) for _, points in cards(state, person)
    )


def blocker(state: SixWintersState) -> int | None:
    """An obstacle that must be overcome before the scene can be told (S100)."""
    wanted = [state.book.obstacle[name] for name in scene(state).overcome]
    return next((obstacle for obstacle in wanted if not obstacles.beaten(state, obstacle)), None)


def ready(state: SixWintersState) -> bool:
    """Whether the scene can be told: all are there, and their cards reach its points (S76)."""
    if state.scene_place < 0:
        return False
    for person in state.people:
        if person.place != state.scene_place:
            return False
    return blocker(state) is None and reachable(state) >= needed(state)


def ways(state: SixWintersState, person: int) -> list[Narrate]:
    """Whether the scene can be told now."""
    return [Narrate(state.id(person))] if ready(state) else []


def why_not(state: SixWintersState, person: int, action: Narrate) -> Illegal:
    """Why the scene cannot be told."""
    if state.scene_place < 0:
        return Illegal("S76", "There is no scene to be told.")
    where = state.book.locations[state.scene_place].name
    if any(someone.place != state.scene_place for someone in state.people):
        return Illegal("S76", f"All characters must be at {where}.")
    foe = blocker(state)
    if foe is not None:
        return Illegal("S76", f"{state.book.obstacles[foe].name} must be overcome first.")
    need, have = needed(state), reachable(state)
    return Illegal("S76", f"The scene needs {need} points, and your cards come to {have}.")


def do(state: SixWintersState, person: int, action: Narrate, events: list[Event]) -> None:
    """The scene begins."""
    state.played = []
    events.append(Told(text=closed(f"The scene begins: {scene(state).name}"), about=("scene",)))
    every = tuple(sorted({person.seat for person in state.people}))
    order = [every[(every.index(state.spotlight) + step) % len(every)] for step in range(len(every))]
    now = scene(state)
    state.push(
        *scoring(state),
        *(Telling((seat,)) for seat in order),
        PutAway(),
        Divide(now.psyche * state.players, now.body * state.players, (0, 0) * state.players),
        Completed(),
    )


NARRATING = Doing((Narrate,), ways, why_not, do)


class Scoring(Decision["SixWintersState", PlayAsset | PlayObstacle | Done], frozen=True, tag=True):
    """Cards are played until the points are reached; then the players may stop (S77)."""

    rule: ClassVar[str] = "S77"
    otherwise: ClassVar[str] = "Play a card of your own character, or stop when the points are reached."

    def question(self, state: SixWintersState, seat: int) -> Question:
        have, need = scored(state), needed(state)
        return ask(
            self,
            state,
            seat,
            f"play cards for the scene: {have} of {need} points",
            about=("scene",),
            facts=(Line("Points", f"{have} of {need}", "good" if have >= need else ""),),
            labels=(("play", "play {} for {}"), ("done", "Enough is played: tell the scene")),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[PlayAsset | PlayObstacle | Done]:
        found: list[PlayAsset | PlayObstacle | Done] = [
            action for person in state.own(seat) for action, _ in cards(state, person)
        ]
        return [*found, Done()] if scored(state) >= needed(state) else found

    def take(
        self, state: SixWintersState, action: PlayAsset | PlayObstacle | Done, seat: int, events: list[Event]
    ) -> None:
        if isinstance(action, Done):
            return
        person = state.person(action.character)
        if isinstance(action, PlayAsset):
            state.played.append((person, state.book.asset[action.asset]))
        else:
            state.played.append((person, -1 - state.book.obstacle[action.obstacle]))
        state.push(*scoring(state))


def scoring(state: SixWintersState) -> list[Scoring]:
    """The question for another card, as long as anybody has one."""
    if any(cards(state, person) for person in range(state.players)):
        return [Scoring(scorers(state))]
    return []


def scorers(state: SixWintersState) -> tuple[int, ...]:
    """The seats that may play a card; everybody, once the points are reached and anybody may stop."""
    every = tuple(sorted({person.seat for person in state.people}))
    if scored(state) >= needed(state):
        return every
    return tuple(seat for seat in every if any(cards(state, person) for person in state.own(seat)))


class Telling(Decision["SixWintersState", Tell], frozen=True, tag=True):
    """A player answers the guiding question, in words of their own (S78)."""

    rule: ClassVar[str] = "S78"

    def question(self, state: SixWintersState, seat: int) -> Question:
        text = scene(state).question
        return Question(
            text=f"{text} Answer in a few words, or say nothing.",
            watching=f"{state.players_of(seat)} answers: {text}",
            rule=self.rule,
            about=("scene",),
            labels=(("tell", "Answer the question of the scene"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Tell]:
        return [Tell("")]

    def forbids(self, state: SixWintersState, action: Tell, seat: int) -> Illegal | None:
        most = state.book.figures.answer_length
        if len(action.text) > most:
            return Illegal("S78", f"An answer has at most {most} characters.")
        return super().forbids(state, action, seat)

    def take(self, state: SixWintersState, action: Tell, seat: int, events: list[Event]) -> None:
        state.words.append((state.name(state.own(seat)[0]), action.text))
        if action.text:
            name = state.name(state.own(seat)[0])
            events.append(Told(text=f"{name}: “{action.text}”", about=("scene",)))


class PutAway(Step["SixWintersState"], frozen=True, tag=True):
    """What was played goes beside the mats, and does what it does when played (S78)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        for person, card in state.played:
            someone = state.people[person]
            book = state.book
            named = f"tale of {book.obstacles[-1 - card].name}" if card < 0 else book.asset_names[card]
            state.shown.append(f"{state.name(person)}'s {named}")
            worth = asset_points if card >= 0 else obstacle_points
            points = worth(state, person, card if card >= 0 else -1 - card)
            state.weight.append((points, f"{state.name(person)}'s {named}"))
            if card < 0:
                someone.overcome.remove(-1 - card)
                someone.played_obstacles.append(-1 - card)
                continue
            someone.completed.remove(card)
            someone.played_assets.append(card)
            asset = state.book.assets[card]
            if asset.recovers:
                stress.recover(state, person, TRACKS.index(asset.recovers), asset.amount, events)
        state.played = []


class Divide(Step["SixWintersState"], frozen=True, tag=True):
    """The stress dice of the scene are divided: body before psyche (S79)."""

    psyche: int
    body: int
    shares: tuple[int, ...]  # psyche and body of each person

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if self.psyche or self.body:
            state.push(Dividing((state.spotlight,), self.psyche, self.body, self.shares))
            return
        for person in reversed(range(state.players)):
            counts = self.shares[2 * person], self.shares[2 * person + 1]
            if any(counts):
                state.push(Ordeal(person, *counts))


class Dividing(Decision["SixWintersState", Bear], frozen=True, tag=True):
    """Who takes the next stress die; in seat order for equal dice."""

    psyche: int
    body: int
    shares: tuple[int, ...]

    rule: ClassVar[str] = "S79"
    otherwise: ClassVar[str] = "Choose a character; equal dice are shared out in seat order."

    def track(self) -> int:
        """Which kind of die is divided now."""
        return stress.BODY if self.body else stress.PSYCHE

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            f"choose who faces the next {TRACKS[self.track()]} die of the scene",
            about=("scene",),
            labels=(("bear", "{} takes it"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Bear]:
        track = self.track()
        last = max((p for p in range(state.players) if self.shares[2 * p + track]), default=0)
        return [Bear(state.id(person)) for person in range(last, state.players)]

    def take(self, state: SixWintersState, action: Bear, seat: int, events: list[Event]) -> None:
        person = state.person(action.character)
        track = self.track()
        shares = list(self.shares)
        shares[2 * person + track] += 1
        psyche, body = (self.psyche, self.body - 1) if track == stress.BODY else (self.psyche - 1, self.body)
        state.push(Divide(psyche, body, tuple(shares)))


class Ordeal(Step["SixWintersState"], frozen=True, tag=True):
    """A character bears a share of the scene's stress, alone."""

    person: int
    psyche: int
    body: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        skills = tuple(state.book.skill[skill] for skill in scene(state).skills)
        state.attempt = Attempt(
            obstacle=overcoming.NOTHING, people=(self.person,), skills=skills, counts=(self.psyche, self.body)
        )
        state.push(overcoming.Brace(), Relief())


class Relief(Step["SixWintersState"], frozen=True, tag=True):
    """The ordeal is over."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        state.attempt = None


class Completed(Step["SixWintersState"], frozen=True, tag=True):
    """The scene is told: its completion follows, then the next scene (S80)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        now = scene(state)
        events.append(Told(text=f"The scene {now.name} is told.", about=("scene",)))
        number = state.scene
        state.scenes.append(told_scene(state))
        state.tale = []
        state.words, state.shown, state.weight = [], [], []
        state.push(
            *(effects.Do("completion", number, part) for part in range(len(now.completion))),
            effects.NextScene(number + 1),
        )


def told_scene(state: SixWintersState) -> SceneTold:
    """The scene as the chronicle has it, with what carried it (S145)."""
    now, book = scene(state), state.book
    lasting = [
        (asset_points(state, person, asset), f"{state.name(person)}'s {book.asset_names[asset]}")
        for person, someone in enumerate(state.people)
        for asset in someone.completed
        if not book.assets[asset].single
    ]
    carried = max([*lasting, *state.weight], default=(0, ""), key=lambda part: part[0])
    return SceneTold(
        name=now.name,
        place=book.locations[state.scene_place].name,
        about=now.about,
        question=now.question,
        before=tuple(state.tale),
        cards=tuple(state.shown),
        lasting=tuple(name for _, name in lasting),
        carried=carried[1],
        points=needed(state),
        words=tuple(state.words),
    )
