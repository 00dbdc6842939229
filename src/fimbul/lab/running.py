"""Running an experiment: what is missing is played, kept block by block, and nothing is played twice."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from io import BytesIO
from pathlib import Path
from typing import Protocol

import msgspec
import polars as pl

from fimbul.core.crew import Crew, crew
from fimbul.games import game as find
from fimbul.lab.experiment import Experiment, Stop
from fimbul.lab.folder import Folder, Results, Standing, Status, read_rows
from fimbul.lab.playing import Block, Job, play_block
from fimbul.lab.statistics import share, wilson

COUNTED = ["arm", "scores", "places", "turns"]
TELL_EVERY = 1.0  # seconds between two looks at how far it is
RECENT = 120.0  # seconds over which the rate is taken

Told = Callable[[Status], None]


class Rule(Protocol):
    """When enough has been played.

    It is asked after every `wave` blocks, of each arm on its own or of all of them together, and of nothing
    but the blocks up to there: so where it stops does not depend on who was quicker.
    """

    wave: int
    joint: bool

    def enough(self, games: pl.DataFrame) -> bool:
        """Whether these games will do."""


class Width:
    """The share of wins of an arm's first player is known well enough."""

    wave = 1
    joint = False

    def __init__(self, stop: Stop) -> None:
        self.stop = stop

    def enough(self, games: pl.DataFrame) -> bool:
        scores = [
            scores[places.index(0)] if scores is not None else 0.5
            for scores, places in games.select("scores", "places").iter_rows()
        ]
        low, high = wilson(sum(scores), len(scores))
        return len(scores) >= self.stop.least and (high - low) / 2 <= self.stop.width


class Schedule:
    """Which blocks are still to be played: one of every arm in turn, and none beyond what is asked for."""

    def __init__(self, folder: Folder, rule: Rule | None) -> None:
        self.folder = folder
        self.arms = folder.arms
        self.data = msgspec.json.encode(folder.experiment)
        self.rule = rule
        self.played = folder.played()
        self.out: set[tuple[int, int]] = set()
        self.low = 0  # all blocks before this one are played, or given out
        self.limit = [arm.blocks if rule is None else 0 for arm in self.arms]
        self.closed = [False] * len(self.arms)
        self.look()

    @property
    def done_games(self) -> int:
        """How many games have been played."""
        return sum(self.played.values())

    @property
    def games(self) -> int:
        """How many games there will be, as far as is known."""
        return self.done_games + sum(
            len(arm.numbers(block))
            for place, arm in enumerate(self.arms)
            for block in range(self.limit[place] if self.closed[place] else arm.blocks)
            if (place, block) not in self.played
        )

    def look(self) -> None:
        """Ask the rule wherever all that it looks at is in; what it does not close goes on."""
        if self.rule is None:
            return
        everything = tuple(range(len(self.arms)))
        for group in [everything] if self.rule.joint else [(place,) for place in everything]:
            while not self.closed[group[0]] and all(
                (place, block) in self.played for place in group for block in range(self.limit[place])
            ):
                full = all(self.limit[place] == self.arms[place].blocks for place in group)
                begun = any(self.limit[place] for place in group)
                if full or (begun and self.rule.enough(self.folder.first(group, self.limit))):
                    for place in group:
                        self.closed[place] = True
                else:
                    for place in group:
                        self.limit[place] = min(self.arms[place].blocks, self.limit[place] + self.rule.wave)

    def take(self) -> Job | None:
        """The next block, if one may be given out now."""
        while self.low < max(self.limit) and all(
            (place, self.low) in self.played or (place, self.low) in self.out
            for place, arm in enumerate(self.arms)
            if self.low < arm.blocks
        ):
            self.low += 1
        for block in range(self.low, max(self.limit)):
            for place in range(len(self.arms)):
                key = place, block
                if block < self.limit[place] and key not in self.played and key not in self.out:
                    self.out.add(key)
                    return Job(self.data, place, block)
        return None

    def done(self, block: Block) -> None:
        """A block has come in."""
        key = block.arm, block.block
        self.out.discard(key)
        self.played[key] = block.count
        self.look()


def run(
    experiment: Experiment,
    text: str,
    path: Path,
    *,
    workers: int = 1,
    cluster: str | None = None,
    told: Told | None = None,
    file: str = "",
) -> Results:
    """Play what is missing.  Ctrl-C keeps everything; the same call goes on.

    `file` is where the experiment was read from, for the report, which says how it was made.
    """
    folder = Folder(path, experiment, text, file)
    with folder.held():
        folder.swept()
        schedule = Schedule(folder, rule_of(experiment))
        pace = Pace(schedule, folder, workers, told)
        state = "stopped"
        try:
            if schedule.games > schedule.done_games:
                with hired(workers, cluster) as team:
                    work(team, schedule, folder, pace)
            state = "done"
        finally:
            pace.tell(state)
    return Results(path)


def rule_of(experiment: Experiment) -> Rule | None:
    """The rule by which an experiment stops, if it has one."""
    if experiment.ab is not None:
        from fimbul.lab.ab import Clear

        return Clear(experiment.ab, find(experiment.game).cooperative)
    return None if experiment.stop is None else Width(experiment.stop)


def hired(workers: int, cluster: str | None) -> AbstractContextManager[Crew]:
    """Those who play: processes here, or a cluster."""
    if cluster is None:
        return crew(play_block, workers)
    from fimbul.lab.cluster import on_cluster

    return on_cluster(cluster)


def work(team: Crew, schedule: Schedule, folder: Folder, pace: "Pace") -> None:
    """Give out blocks and keep what comes back, until there is no more."""
    given = 0
    while True:
        while given < team.room and (job := schedule.take()) is not None:
            team.give(job)
            given += 1
        if not given:
            return
        block = team.take()
        given -= 1
        folder.keep(block)
        schedule.done(block)
        pace.beat(block)


class Tally:
    """What every arm has come to so far."""

    def __init__(self, folder: Folder, played: Iterable[tuple[int, int]]) -> None:
        self.sums = {arm.key: [0, 0.0, 0] for arm in folder.arms}  # ended games, scores, turns
        for place, block in played:
            path = folder.path / "games" / folder.name(folder.arms[place], block)
            self.add(read_rows(path, COUNTED))

    def add(self, games: pl.DataFrame) -> None:
        """Some games, which belong to one arm or several."""
        for arm, scores, places, turns in games.iter_rows():
            if scores is not None:
                sums = self.sums[arm]
                sums[0] += 1
                sums[1] += scores[places.index(0)]
                sums[2] += turns

    def standings(self) -> Iterator[Standing]:
        """The arms that have ended games."""
        for arm, (count, scores, turns) in self.sums.items():
            if count:
                won = share(scores, int(count))
                yield Standing(
                    arm=arm, games=won.games, won=won.value, low=won.low, high=won.high, turns=turns / count
                )


class Pace:
    """How fast it goes, when it will be done, and what it has come to so far."""

    def __init__(self, schedule: Schedule, folder: Folder, workers: int, told: Told | None) -> None:
        self.schedule = schedule
        self.folder = folder
        self.workers = workers
        self.told = told
        self.beats: deque[tuple[float, int]] = deque([(time.monotonic(), 0)])
        self.last = 0.0
        self.tally = Tally(folder, schedule.played)
        self.tell("running")

    def beat(self, block: Block) -> None:
        """A block more is in."""
        now = time.monotonic()
        self.tally.add(pl.read_parquet(BytesIO(block.games), columns=COUNTED))
        self.beats.append((now, block.count))
        while len(self.beats) > 2 and now - self.beats[0][0] > RECENT:
            self.beats.popleft()
        if now - self.last >= TELL_EVERY:
            self.tell("running")

    def tell(self, state: str) -> None:
        """Say it."""
        self.last = time.monotonic()
        passed = self.beats[-1][0] - self.beats[0][0]
        rate = sum(games for _, games in list(self.beats)[1:]) / passed if passed else 0.0
        games, done = self.schedule.games, self.schedule.done_games
        status = Status(
            title=self.folder.experiment.title or self.folder.experiment.game,
            game=self.folder.experiment.game,
            state=state,
            done=done,
            games=games,
            rate=rate,
            left=(games - done) / rate if rate else None,
            workers=self.workers,
            updated=time.time(),
            arms=tuple(self.tally.standings()),
        )
        self.folder.tell(status)
        if self.told is not None:
            self.told(status)
