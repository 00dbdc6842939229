"""Playing a block of games, and writing down what a designer may ask about them."""

import functools
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from fimbul.bots import Sight
from fimbul.core import Game, Match, State
from fimbul.games import game as find
from fimbul.lab.experiment import (
    Arm,
    Experiment,
    arms_of,
    followed,
    game_seed,
    player_seeds,
    resolved,
)
from fimbul.lab.players import make_players
from fimbul.lab.rows import GAMES, Columns, Story

ENCODER = msgspec.json.Encoder()


class Job(msgspec.Struct, frozen=True):
    """A block of games to be played."""

    experiment: bytes  # as JSON: what travels to another process or machine
    arm: int
    block: int


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A block that was played, as it goes to disk."""

    arm: int
    block: int
    games: bytes
    events: bytes | None
    records: dict[str, str]
    seconds: float
    count: int


@functools.lru_cache(maxsize=4)
def opened(data: bytes) -> tuple[Experiment, list[Arm]]:
    """The experiment that a job belongs to, and its arms."""
    experiment = msgspec.json.decode(data, type=Experiment)
    return experiment, arms_of(experiment)


@functools.lru_cache(maxsize=32)
def options_of(data: bytes, arm: int, number: int) -> Any:
    """The options of a game, read once for all games that share them."""
    experiment, arms = opened(data)
    return resolved(find(experiment.game), arms[arm], number)


def play_block(job: Job) -> Block:
    """Play a block."""
    experiment, arms = opened(job.experiment)
    arm = arms[job.arm]
    game = find(experiment.game)
    games, story = Columns(GAMES), Story()
    records: dict[str, str] = {}
    began = time.perf_counter()
    for number in arm.numbers(job.block):
        options = options_of(job.experiment, job.arm, number if arm.cycle else 0)
        kept = experiment.records and number % experiment.records == 0
        name = record_name(arm.key, number) if kept else None
        match, row = play_one(experiment, arm, number, game, options, story if experiment.events else None)
        games.add(*row, name)
        if name is not None:
            records[name] = match.record().to_text()
    return Block(
        arm=job.arm,
        block=job.block,
        games=games.parquet(),
        events=story.parquet() if experiment.events else None,
        records=records,
        seconds=time.perf_counter() - began,
        count=len(arm.numbers(job.block)),
    )


def record_name(arm: str, number: int) -> str:
    """The file of a game's record."""
    return f"{arm}.{number:06}.saga"


def record_of(experiment: Experiment, arm: Arm, number: int) -> str:
    """The record of a game, which is played for it."""
    game = find(experiment.game)
    match, _ = play_one(experiment, arm, number, game, resolved(game, arm, number), None)
    return match.record().to_text()


def play_one(
    experiment: Experiment, arm: Arm, number: int, game: Game, options: Any, story: Story | None
) -> tuple[Match, tuple[Any, ...]]:
    """Play a game; the match, and its row but for the record's name.  What happens goes to the story."""
    seated = arm.seated(number)
    names = [arm.players[place] for place in seated]
    players: list[Any] = make_players(experiment.player, names, game, player_seeds(experiment, arm, number))
    seed = game_seed(experiment, arm, number)
    match = Match(game, seats=arm.seats, options=options, seed=seed, names=names)
    state = match.state
    first = state.to_act[0] if state.to_act else 0
    course = Course(game, arm.seats) if followed(experiment, arm, number) else None
    if course is not None:
        course.note(state)
    choices = branches = asked = most = 0
    leads = hasattr(players[0], "lead")
    key = arm.key
    while state.outcome is None and state.ply < game.max_plies:
        turn, ply = state.turn, state.ply
        if leads:
            sights = [Watched(state, seat) for seat in state.to_act]
            action, seat = players[0].lead(sights)
            count = sum(len(sight.shown) for sight in sights)
            legal = any(action in sight.shown for sight in sights if sight.seat == seat)
        else:
            seat = state.to_act[0]
            sight = Watched(state, seat)
            action = players[seat].choose(sight)
            count = len(sight.shown)
            legal = action in sight.shown
        branches += count
        asked += 1
        choices += count > 1
        most = max(most, count)
        happened = match.play(action, seat, legal=legal)
        if story is not None:
            story.add(ply, turn, seat, action, happened)
        if course is not None and state.turn != turn:
            course.note(state)
    if course is not None:
        course.note(state)
    if story is not None:
        story.close(key, number)
    outcome = state.outcome
    winners = outcome.winners if outcome else ()
    return match, (
        key,
        arm.part,
        arm.variant,
        number,
        seed,
        arm.seats,
        names,
        list(seated),
        roles_of(game, state, arm.seats),
        first,
        ENCODER.encode(arm.chosen(number)).decode(),
        outcome is not None,
        winners[0] if len(winners) == 1 else None,
        list(outcome.scores) if outcome else None,
        list(outcome.points) if outcome and outcome.points else None,
        outcome.rule if outcome else None,
        outcome.reason if outcome else None,
        state.ply,
        state.turn,
        choices,
        branches / asked if asked else 0.0,
        most,
        course and course.estimates,
    )


class Course:
    """How a game stands by the bot's estimate, moment by moment.

    One seat stands for all where there are two sides, or one.
    """

    def __init__(self, game: Game, seats: int) -> None:
        self.evaluate = game.mind.evaluate
        self.seats = range(seats if seats > 2 and not game.cooperative else 1)
        self.estimates: list[list[float]] = []

    def note(self, state: State) -> None:
        """Ask how it stands now."""
        self.estimates.append([self.evaluate(state, seat) for seat in self.seats])


class Watched(Sight):
    """A sight that remembers the actions it has shown: to ask for them again would cost as much again."""

    shown: Sequence[Any] = ()

    def legal(self) -> list[Any]:
        actions = super().legal()
        self.shown = tuple(actions)  # the list is the player's, to do with as it likes
        return actions


def roles_of(game: Game, state: State, seats: int) -> list[str]:
    """What each seat played, as everybody sees it."""
    view = state.view(None)
    return [game.seat_name(view, seat) for seat in range(seats)]
