"""The designer's report: one page that opens offline, the same as Markdown, and every number can be "
"watched."""

import math
from collections.abc import Sequence
from pathlib import Path

import msgspec
import polars as pl

from fimbul.core import FimbulError
from fimbul.games import game as find
from fimbul.lab.ab import change_of, compare, sentence
from fimbul.lab.folder import Results, manifest_of, write
from fimbul.lab.players import foreign, timed
from fimbul.lab.playing import record_of
from fimbul.lab.report import sections
from fimbul.lab.report.document import (
    Document,
    Link,
    Row,
    Section,
    Table,
    figure,
    markdown,
    page,
    percent,
    points,
)
from fimbul.lab.report.sections import grouped
from fimbul.lab.report.short import in_short
from fimbul.lab.report.usage import usage_sections
from fimbul.lab.sequential import LEAST
from fimbul.lab.statistics import mean, unlikely

MOST_ARMS = 60


def build(results: Results) -> Document:
    """The report of a folder."""
    experiment = results.experiment
    game = find(experiment.game)
    if not results.games.height:
        raise FimbulError(f"There is nothing to report: no game of {results.path} has been played.")
    rows = list(results.games.iter_rows(named=True))
    found = [Section("", (intro(results),))]
    if experiment.notes:
        found.append(Section("What it means, and what it does not", (experiment.notes.strip(),)))
    compared = ab_section(results)
    if compared is not None:
        found.append(compared)
    parts = grouped(rows, lambda row: row["part"])
    short = in_short({part or "main": games for part, games in parts.items()}, game)
    if short is not None:
        found.insert(1, short)
    for number, (part, games) in enumerate(parts.items()):
        stem = f"{number}_" if len(parts) > 1 else ""
        arms = grouped(games, lambda row: row["arm"])
        inner: list[Section | None] = [
            *sections.winners(games, game, stem),
            sections.skill(games, game),
            sections.difficulty(games, game, stem),
            sections.arms_section(arms, game, stem) if len(arms) <= MOST_ARMS else None,
        ]
        some = arms if len(arms) <= 12 else {"all": games}
        inner += [
            sections.length(some, stem),
            sections.endings(some, game),
            sections.branching(some),
            sections.drama(some, game, stem),
        ]
        if len(parts) > 1:
            found.append(Section(f"Part: {part or 'main'}", (f"{len(games):,} games.",)))
            inner = [each and msgspec.structs.replace(each, level=3) for each in inner]
        found += [each for each in inner if each is not None]
    if experiment.events:
        found += usage_sections(results, game)
    found.append(made(results))
    return Document(experiment.title or f"{game.title}: an experiment", found)


def intro(results: Results) -> str:
    """What was played."""
    games, arms = results.games.height, results.games["arm"].n_unique()
    players = list(dict.fromkeys(name for names in results.games["players"] for name in names))
    question = f"{results.experiment.question} " if results.experiment.question else ""
    planned = sum(arm.games for arm in results.arms)
    short = "" if games >= planned else f" (of {planned:,} planned)"
    return (
        f"{question}{games:,} games{short} of {arms} arm{'s' if arms > 1 else ''}, played by "
        f"{', '.join(f'`{name}`' for name in players)}. These are games of bots, not of people: a figure "
        "that looks "
        "wrong is a place to look, and a yardstick for the next version; it is no verdict on the printed "
        "game."
    )


def ab_section(results: Results) -> Section | None:
    """Two variants and nothing else: what they differ in."""
    experiment = results.experiment
    if len(results.arms) != 2 or len(experiment.part) != 1 or len(experiment.part[0].variant) != 2:
        return None
    compared = compare(results)
    rows = []
    for each in compared.findings:
        write_ = percent if each.unit == "%" else figure
        gap = points(each.difference) if each.unit == "%" else figure(each.difference)
        if math.isinf(each.difference.high):
            gap = gap[0], "too few pairs" if each.difference.games < LEAST else "all pairs alike"
        cells = (each.title, f"{each.difference.games:,}", *write_(each.a), *write_(each.b), *gap)
        pair = results.games.filter(pl.col("number") == each.example).iter_rows(named=True)
        rows.append(Row((*cells, unlikely(each.chance)), tuple(map(sections.link_to, pair))))
    heads = (
        "metric",
        "pairs",
        "A",
        "95% interval",
        "B",
        "95% interval",
        "B - A",
        "95 %, at any time",
        "corrected chance",
    )
    text: tuple[str, ...] = (
        f"A: {change_of(experiment, 0)}. B: {change_of(experiment, 1)}.",
        f"{sentence(compared)} Beside each row: the pair of games that differs most in it.",
    )
    if experiment.ab is None:
        text += (
            "How many games there are was settled beforehand here, so the narrower intervals above hold too; "
            "those of *B - A* hold even for who looks again and again and stops when it suits.",
        )
    return Section("A against B", text, (Table(heads, rows),))


def made(results: Results, command: str | None = None) -> Section:
    """How it was made (by the file of an experiment, or by a command), and how to see any game of it."""
    manifest, experiment = results.manifest, results.experiment
    names = [name for arm in results.arms for name in arm.players]
    if timed(experiment.player, names):
        exact = "Some players were given seconds, so another machine plays other games."
    elif programs := foreign(experiment.player, names):
        exact = (
            f"Of {' and '.join(programs)}, which runs outside fimbul, nobody here knows how it thinks; if it "
            "uses neither a clock nor dice of its own, these are the same games anywhere."
        )
    else:
        exact = "It gives the same games on any machine and any number of workers."
    kernel = ", which think in the compiled rules of the extra `fast`" if manifest.compiled else ""
    folder = results.path.as_posix()
    file = manifest.file or folder
    if command is None and manifest.file:
        command = f"fimbul lab run {file}{'' if folder == f'runs/{Path(file).stem}' else f' --out {folder}'}"
        command += f"\n    fimbul lab report {folder}"
    plies = mean([float(value) for value in results.games["plies"]])
    text = (
        f"    {command or f'fimbul lab report {file}'}",
        f"fimbul {manifest.fimbul}, {find(experiment.game).title} rules {manifest.rules}, seed "
        f"{experiment.seed}, source `{manifest.source}` (a hash of rules, data and bots{kernel}), "
        f"{plies.value:.0f} actions a game. {exact}",
        "Beside a row stand games that it comes from, as arm and number. On the page in the experiment's "
        "folder they are links to records, which `fimbul serve --lab` opens in the replay and `fimbul show` "
        "in a terminal; any game can be had again with:",
        f"    fimbul lab record {file} ARM NUMBER --save game.saga",
        "Intervals are Wilson's for shares, Sato's for differences within arms and normal ones for means, "
        "at 95 %: about one in twenty misses by chance alone.",
    )
    return Section("How it was made", text)


def write_report(results: Results, to: Path | None = None) -> list[Path]:
    """Write the page and the Markdown; into the experiment's folder, or the Markdown with its plots "
    "elsewhere."""
    document = document_of(results)
    if to is None:
        lost = watchable(results, document.links)
        write(results.path / "report.html", page(document, lost).encode())
        write(results.path / "report.md", markdown(document).encode())
        return [results.path / "report.html", results.path / "report.md"]
    folder = to.with_suffix("")
    plots = [plot for section in document.sections for plot in section.plots]
    if plots:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.svg"):
            old.unlink()
        for plot in plots:
            write(folder / f"{plot.name}.svg", plot.svg.encode())
    write(to, markdown(document, folder.name).encode())
    return [to, *(folder / f"{plot.name}.svg" for plot in plots)]


def watchable(results: Results, links: Sequence[Link]) -> set[Link]:
    """See that games can be watched: those whose record was not kept are played again.

    Those that would not be the same games are lost, and given back.
    """
    folder, experiment = results.path / "records", results.experiment
    missing = [link for link in links if not (folder / link.record).is_file()]
    if not missing or not repeats(results):
        return set(missing)
    arms = {arm.key: arm for arm in results.arms}
    for link in missing:
        write(
            folder / link.record, record_of(experiment, arms[link.arm], link.number).encode(), lasting=False
        )
    return set()


def repeats(results: Results) -> bool:
    """Whether the games of a folder would be the same again: same rules and bots, no clock, no stranger."""
    experiment, was = results.experiment, results.manifest
    names = [name for arm in results.arms for name in arm.players]
    if timed(experiment.player, names) or foreign(experiment.player, names):
        return False
    return msgspec.structs.replace(manifest_of(experiment), fimbul=was.fimbul) == was


def document_of(results: Results) -> Document:
    """The report, or the answers to the game's own questions where the experiment asks for them."""
    if results.experiment.page == "six_winters":
        from fimbul.lab.six_winters import answer

        return answer(results)
    return build(results)
