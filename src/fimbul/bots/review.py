"""A review of a recorded game: how it stood along the way, where it turned, and what would have been better.

Every action is judged from what its seat could know, by a budget of positions, so that the same record gives
the same review everywhere.  The estimate along a finished game is that of the true position: nothing in it is
a secret any more.
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from fimbul import bots
from fimbul.bots.explaining import reason, rule_of_thumb
from fimbul.bots.judging import Judge, TreeJudge, Verdict, judge_of
from fimbul.bots.sight import Idea, Sight
from fimbul.core import Action, Game, Match, Outcome, Rng, State, Words
from fimbul.core.wording import closed

Size = Literal["slip", "mistake", "blunder"]
SIZES: tuple[tuple[float, Size], ...] = ((0.5, "blunder"), (0.25, "mistake"), (0.12, "slip"))
TURN = 0.25  # a change of the estimate that turns a game
MOST_TURNS = 6  # turning points that are named
MOST_JUDGED = 80  # actions that are compared where comparing is dear: those that look worst at first sight


class Step(msgspec.Struct, frozen=True):
    """An action of a line that was not played."""

    seat: int
    action: str
    words: Words


class Mistake(msgspec.Struct, frozen=True, kw_only=True):
    """An action that was worse than another one, and why."""

    ply: int  # before which it was taken
    seat: int
    action: str
    words: Words
    size: Size
    loss: float  # of the chance to win, from 0 to 1
    better: str
    better_words: Words
    why: Words  # what the better action is for
    maxim: Words  # the rule of thumb that was broken; empty if none fits
    line: list[Step]  # the better action, and how it might have gone on


class TurningPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A ply at which the estimate changed much."""

    ply: int  # the position after it
    seat: int  # whose estimate it is
    before: float  # a chance to win, from 0 to 1
    after: float
    cause: Literal["mistake", "fortune", "play"]
    words: Words


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a coach says about a game."""

    game: str
    title: str
    sides: list[Words]  # what each seat plays
    names: list[str]
    plies: int
    outcome: Outcome | None
    method: Words
    knowledge: Words
    note: Words  # what would make it better, if anything would
    shared: bool  # whether all seats win and lose together
    estimates: list[list[float]]  # by ply and by seat: the chance to win, from 0 to 1
    turning_points: list[TurningPoint]
    mistakes: list[Mistake]  # the largest first


def chance(value: float) -> float:
    """A value from -1 to 1 as a chance to win."""
    return round((min(1.0, max(-1.0, value)) + 1) / 2, 4)


def review(
    match: Match,
    *,
    ended: Outcome | None = None,
    nodes: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Review:
    """The review of a match; `progress` is told how many of how many steps are done."""
    return Reviewer(match, ended or match.state.outcome, judge_of(match.game, nodes), progress).review()


class Reviewer:
    """One review being made."""

    def __init__(
        self, match: Match, outcome: Outcome | None, judge: Judge, progress: Callable[[int, int], None]
    ) -> None:
        self.match = match
        self.game: Game = match.game
        self.outcome = outcome
        self.judge = judge
        self.progress = progress
        self.rng = Rng(3)
        self.duel = match.seats == 2 and not self.game.cooperative
        self.searched = isinstance(judge, TreeJudge) and (self.duel or self.game.cooperative)
        self.estimates: list[list[float]] = []
        self.plies = {place: ply for ply, place in enumerate(match.plies)}  # the ply that begins at a place
        self.opening = 0  # the first ply after the set-up: before it there is no estimate
        self.lucky: set[int] = set()  # plies in which dice fell or something came to light
        self.found: dict[int, tuple[int, Mistake]] = {}  # by place: the ply it belongs to, and what was wrong

    def review(self) -> Review:
        """Go through the game."""
        game, match = self.game, self.match
        self.look_along()
        view = match.state.view(None)
        finished = self.outcome is not None
        knowledge = "Every action is judged by what its player could know then."
        if game.hidden:
            knowledge += (
                " The estimate is that of the true position, since the game is over."
                if finished
                else " The estimate too, because the game is not over."
            )
        return Review(
            game=game.slug,
            title=game.title,
            sides=[game.seat_name(view, seat) for seat in range(match.seats)],
            names=list(match.names),
            plies=len(match.plies) - 1,
            outcome=self.outcome,
            method=self.judge.method,
            knowledge=knowledge,
            note=bots.slower(game),
            shared=game.cooperative,
            estimates=self.estimates,
            turning_points=self.turning_points(),
            mistakes=sorted((each for _, each in self.found.values()), key=lambda each: -each.loss),
        )

    # ---- along the game

    def look_along(self) -> None:
        """Every position once; those that are dear to compare are compared afterwards, the worst first."""
        match, total = self.match, len(self.match.moves)
        waiting: list[tuple[float, int, State, Action, Idea]] = []
        ply, before = 0, match.start.revelations
        for place, state in enumerate(match.states()):
            if state.revelations != before:
                self.lucky.add(ply)
                before = state.revelations
            ply = self.plies.get(place, ply)
            if state.turn == 0:
                self.opening = ply + 1
            if place == total:
                break
            move = match.moves[place]
            taken, sight = self.game.parse(move.action), Sight(state, move.seat)
            legal = sight.legal()
            judged = state.turn > 0 and len(legal) > 1 and taken in legal
            better = self.judge.better(sight) if judged else None
            hope: float | None = None
            if better is not None and isinstance(self.judge, TreeJudge):
                verdict = self.judge.compare(sight, taken, better)
                hope = verdict.hope
                self.note(place, ply, state, taken, verdict)
            elif better is not None and better.action != taken:
                waiting.append((self.gap(sight, taken, better), place, state.copy(), taken, better))
                waiting = sorted(waiting, key=lambda each: (-each[0], each[1]))[:MOST_JUDGED]
            if place in self.plies:
                self.estimate(state, move.seat, hope)
            self.progress(place + 1, total + MOST_JUDGED)
        if total in self.plies:
            self.estimate_last()
        for count, (_, place, state, taken, better) in enumerate(sorted(waiting, key=lambda each: each[1])):
            at = max(ply for start, ply in self.plies.items() if start <= place)
            sight = Sight(state, match.moves[place].seat)
            self.note(place, at, state, taken, self.judge.compare(sight, taken, better))
            self.progress(total + count + 1, total + MOST_JUDGED)
        self.progress(total + MOST_JUDGED, total + MOST_JUDGED)

    def gap(self, sight: Sight, taken: Action, better: Idea) -> float:
        """How much worse an action looks at first sight."""
        (worth,) = self.game.mind.promise(sight.imagine(self.rng), [taken], sight.seat)
        return better.value - worth

    def estimate(self, state: State, seat: int, hope: float | None) -> None:
        """How everybody stands at the beginning of a ply."""
        seats = self.match.seats
        over = state is self.match.state and self.outcome
        if over:
            self.estimates.append([round(score, 4) for score in over.scores])
        elif self.searched and state.turn > 0 and hope is None and self.estimates:
            self.estimates.append(self.estimates[-1])  # there was nothing to decide
        elif self.searched and hope is not None:
            sign = [1 if self.game.cooperative or each == seat else -1 for each in range(seats)]
            self.estimates.append([chance(each * hope) for each in sign])
        elif state.turn == 0:
            self.estimates.append([0.5] * seats)
        else:
            world = state if self.outcome is not None else state.imagine(seat, self.rng)
            self.estimates.append([chance(self.game.mind.evaluate(world, each)) for each in range(seats)])

    def estimate_last(self) -> None:
        """How everybody stands where the record ends."""
        state = self.match.state
        seat = state.to_act[0] if state.to_act else 0
        asked = self.outcome is None and self.searched and state.turn > 0
        self.estimate(state, seat, self.judge.better(Sight(state, seat)).value if asked else None)

    def note(self, place: int, ply: int, state: State, taken: Action, verdict: Verdict) -> None:
        """Keep what was a mistake, with all that can be said about it."""
        size = next((name for least, name in SIZES if verdict.loss >= least), None)
        if size is None:
            return
        game, seat = self.game, self.match.moves[place].seat
        sight, view = Sight(state, seat), state.view(seat)
        words = game.describe(view, verdict.best)
        self.found[place] = (
            ply,
            Mistake(
                ply=ply,
                seat=seat,
                action=str(taken),
                words=game.describe(view, taken),
                size=size,
                loss=round(verdict.loss / 2, 4),
                better=str(verdict.best),
                better_words=words,
                why=reason(game, sight, verdict.best),
                maxim=rule_of_thumb(game, sight, taken, verdict.best),
                line=[Step(seat, str(verdict.best), words), *self.line(sight, verdict.best)],
            ),
        )

    def line(self, sight: Sight, best: Action) -> list[Step]:
        """How it might have gone on after a better action."""
        world = sight.imagine(self.rng)
        before = world.revelations
        world.apply(best, sight.seat)
        if world.revelations != before:
            return []
        told = []
        state = world.copy()
        for seat, action in self.judge.line(world):
            told.append(Step(seat, str(action), self.game.describe(state.view(seat), action)))
            state.apply(action, seat)
        return told

    # ---- where it turned

    def turning_points(self) -> list[TurningPoint]:
        """The plies at which the estimate changed most, in the order of the game."""
        mistakes = dict(self.found.values())
        points = []
        for ply in range(1, len(self.estimates)):
            mover = self.match.moves[self.match.plies[ply - 1]].seat
            seat = 0 if self.duel or self.game.cooperative else mover
            before, after = self.estimates[ply - 1][seat], self.estimates[ply][seat]
            if ply > self.opening and abs(after - before) >= TURN:
                points.append(self.turning_point(ply, seat, mover, before, after, mistakes.get(ply - 1)))
        largest = sorted(points, key=lambda each: -abs(each.after - each.before))[:MOST_TURNS]
        return sorted(largest, key=lambda each: each.ply)

    def turning_point(
        self, ply: int, seat: int, mover: int, before: float, after: float, mistake: Mistake | None
    ) -> TurningPoint:
        """One of them, and what did it."""
        place = self.match.plies[ply - 1]
        state = self.match.at(place)
        who = self.game.seat_name(state.view(None), mover)
        words = self.game.describe(state.view(mover), self.game.parse(self.match.moves[place].action))
        cause: Literal["mistake", "fortune", "play"] = "play"
        told = closed(f"{who}: {words}")
        if mistake is not None and mistake.loss >= abs(after - before) / 2:
            cause, told = "mistake", f"{told} {closed(f'Better: {mistake.better_words}')}"
        elif ply - 1 in self.lucky:
            cause, told = "fortune", f"{told} What was rolled, drawn or shown then turned the game."
        return TurningPoint(ply=ply, seat=seat, before=before, after=after, cause=cause, words=told)
