"""Six Winters: the designer's fifteen questions, answered from the records of an experiment."""

import os
from collections.abc import Iterator

import msgspec

from fimbul.core import FimbulError
from fimbul.core.crew import crew, through
from fimbul.games import game as find
from fimbul.lab.folder import Results
from fimbul.lab.report import made, sections
from fimbul.lab.report.document import Document
from fimbul.lab.six_winters.answers import questions
from fimbul.lab.six_winters.figures import Figures
from fimbul.lab.six_winters.keys import Key, key_of
from fimbul.lab.six_winters.seen import Saga, Session
from fimbul.lab.six_winters.watching import watched

TOGETHER = 8  # records that a worker watches at a time


def answer(results: Results, workers: int | None = None) -> Document:
    """The fifteen answers."""
    figures = Figures(seen(results, workers or os.cpu_count() or 1))
    keys = {arm.key: key_of(results.experiment, arm) for arm in results.arms}
    played = sections.grouped(results.games.iter_rows(named=True), lambda row: keys[row["arm"]][0])
    rows = sections.grouped(results.games.iter_rows(named=True), lambda row: row["arm"])
    arms = sections.arms_section(rows, find("six_winters"), "")
    arms = msgspec.structs.replace(arms, title="Every arm, with games to watch", plots=())
    return Document(results.experiment.title, [*questions(figures, played), arms, made(results)])


def seen(results: Results, workers: int) -> Iterator[tuple[Key, str, Session | Saga]]:
    """Every game with what it was played for and what was seen in it, in order."""
    keys = {arm.key: key_of(results.experiment, arm) for arm in results.arms}
    games = results.games.select("arm", "options", "record").rows()
    if any(record is None for _, _, record in games):
        raise FimbulError("The questions of Six Winters need the records of all games: records = 1.")
    paths = [str(results.path / "records" / record) for _, _, record in games]
    found: dict[int, Session | Saga | None] = {}
    batches = [(start, paths[start : start + TOGETHER]) for start in range(0, len(paths), TOGETHER)]
    with crew(watch_some, workers) as team:
        for some in through(team, batches):
            found |= some
    for place, (arm, options, _) in enumerate(games):
        result = found[place]
        if result is not None:
            scenario = str(msgspec.json.decode(options.encode())["scenario"])
            yield keys[arm], scenario, result


def watch_some(batch: tuple[int, list[str]]) -> dict[int, Session | Saga | None]:
    """Watch some records."""
    start, paths = batch
    seen: dict[int, Session | Saga | None] = {}
    for place, path in enumerate(paths, start):
        with open(path, encoding="utf-8") as file:
            seen[place] = watched(file.read())
    return seen
