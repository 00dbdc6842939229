"""Experiments: begin one, play it, ask it, report it, see any game of it."""

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from fimbul.cli.console import columns, say_json
from fimbul.cli.files import WrongUse, write_text
from fimbul.cli.lab.shared import RUNS, check_workers, shown, to_play
from fimbul.cli.options import Flag
from fimbul.core import BadOption
from fimbul.core.wording import either, some
from fimbul.lab import need


def new(game: str, /, file: Path | None = None) -> int:
    """Write a commented experiment to start from.

    Example: fimbul lab new fate fate.toml

    Parameters
    ----------
    game
        The game's name, as 'fimbul games' lists it.
    file
        The file to write; printed if none is named.
    """
    from fimbul.games import game as find
    from fimbul.lab.template import template

    rules = find(game)
    if file is None:
        print(template(rules, f"{game}.toml"), end="")
        return 0
    if file.exists():
        raise WrongUse(f"{file} is already there.")
    print(f"Written: {write_text(file, template(rules, file.as_posix()))}")
    return 0


def data(game: str, folder: Path, /) -> int:
    """Copy a game's data files into a folder, to change them there.

    A game that takes a folder of one's own is then played with '-o library=@FOLDER', and an experiment
    compares it with '"@FOLDER"'.

    Example: fimbul lab data fate mycards

    Parameters
    ----------
    game
        The game's name, as 'fimbul games' lists it.
    folder
        The folder to make.
    """
    import shutil

    from fimbul.games import game as find
    from fimbul.lab.patches import data_of

    source = data_of(find(game))
    if not source.is_dir():
        raise BadOption(f"{find(game).title} has no data files.")
    if folder.exists():
        raise WrongUse(f"{folder} is already there.")
    shutil.copytree(source, folder)
    print(f"Written: {folder}, {some(sum(path.is_file() for path in folder.rglob('*')), 'file')}")
    return 0


def run(
    file: Path,
    /,
    *,
    out: Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    plan: Flag = False,
    json: Flag = False,
) -> int:
    """Play an experiment; whatever is already there is not played again.

    Ctrl-C, or worse, keeps everything: the same command goes on.

    Example: fimbul lab run experiments/valknut.toml --workers 2

    Example: fimbul lab run experiments/fate.toml --plan

    Parameters
    ----------
    file
        The experiment.
    out
        The folder of its rows and records; runs/NAME if not given.
    workers
        How many processes play; one for each processor if not given.
    cluster
        Play on the Ray cluster at this address ('auto': the one that this machine belongs to).
    plan
        Only say how many games there are, how long they take, and what they can tell.
    json
        Print one JSON object, for scripts.
    """
    to_play()
    from fimbul.lab.experiment import names_files, read_experiment
    from fimbul.lab.running import run as play
    from fimbul.lab.template import text_of

    experiment = read_experiment(file)
    text = file.read_text(encoding="utf-8")
    text = text_of(experiment) if names_files(text) else text
    count = check_workers(workers)
    if plan:
        return say_plan(experiment, count, json)
    folder = out or RUNS / file.stem
    with shown() as told:
        results = play(
            experiment,
            text,
            folder,
            workers=count,
            cluster=cluster,
            told=told,
            file=file.as_posix(),
        )
    games = results.games.height
    if json:
        say_json({"folder": str(folder), "games": games, "arms": len(results.arms)})
    else:
        print(f"{games:,} games of {some(len(results.arms), 'arm')} are in {folder}.")
        print(f"Read them: fimbul lab report {folder}")
    return 0


def say_plan(experiment: Any, workers: int, as_json: bool) -> int:
    """What an experiment takes and tells."""
    from fimbul.lab.planning import lasting
    from fimbul.lab.planning import plan as reckon

    found = reckon(experiment, workers)
    if as_json:
        say_json(found)
        return 0
    print(
        f"{found.games:,} games, about {lasting(found.seconds)} on {workers} "
        f"process{'es' if workers > 1 else ''}. An arm's share of wins will be known to about "
        f"± {100 * found.width:.1f} points; between two arms, a difference of "
        f"{100 * found.least_difference:.1f} points is seen with 80 % power."
    )
    return 0


def query(folder: Path, question: str, /, *, csv: Flag = False, json: Flag = False) -> int:
    """Ask an experiment's rows a question in SQL (DuckDB).

    The tables are games, seats (one row a game and seat) and events.

    Example: fimbul lab query runs/valknut "select role, avg(score), count(*) from seats group by role"

    Parameters
    ----------
    folder
        The experiment's folder.
    question
        The query.
    csv
        Print CSV.
    json
        Print one JSON object, for scripts.
    """
    need("duckdb")
    from fimbul.lab.query import ask

    found = ask(folder, question)
    if json:
        say_json({"columns": found.columns, "rows": found.rows()})
    elif csv:
        print(flat(found).write_csv(), end="")
    else:
        print(columns([tuple(found.columns), *(tuple(map(str, row)) for row in found.iter_rows())]))
    return 0


def flat(frame: Any) -> Any:
    """A frame whose lists are texts, as JSON: CSV has no lists."""
    import json as writer

    import polars as pl

    nested = [name for name, kind in frame.schema.items() if kind.is_nested()]
    return frame.with_columns(
        pl.Series(
            name,
            [None if value is None else writer.dumps(value) for value in frame[name].to_list()],
            dtype=pl.String,
        )
        for name in nested
    )


def record(source: Path, arm: str, number: int, /, *, save: Path | None = None) -> int:
    """Write the record of one game of an experiment, playing it again if it was not kept.

    Example: fimbul lab record experiments/valknut.toml pairs-elves-goblins 3 --save game.saga

    Parameters
    ----------
    source
        The experiment, or its folder.
    arm
        The arm, as the report names it.
    number
        The game's number in its arm.
    save
        The file to write; printed if none is named.
    """
    need("polars")
    from fimbul.lab.experiment import arms_of, read_experiment
    from fimbul.lab.folder import EXPERIMENT
    from fimbul.lab.playing import record_of

    experiment = read_experiment(source / EXPERIMENT if source.is_dir() else source)
    known = {each.key: each for each in arms_of(experiment)}
    if arm not in known:
        raise BadOption(f"Unknown arm '{arm}'; expected {either(list(known)[:40])}.")
    chosen = known[arm]
    if not 0 <= number < chosen.games:
        raise BadOption(f"The arm '{arm}' has games 0 to {chosen.games - 1}, not {number}.")
    text = record_of(experiment, chosen, number)
    if save is None:
        print(text, end="")
    else:
        print(f"Written: {write_text(save, text)}")
    return 0


def report(
    folder: Path,
    /,
    *,
    markdown: Path | None = None,
    open_browser: Annotated[bool, Parameter(name="--open")] = False,
) -> int:
    """Write the designer's report: a page that opens offline, and the same as Markdown.

    Example: fimbul lab report runs/valknut --open

    Example: fimbul lab report runs/valknut --markdown docs/balance/valknut.md

    Parameters
    ----------
    folder
        The experiment's folder.
    markdown
        Write only the Markdown, to this file, with its plots in a folder of the same name.
    open_browser
        Open the page in your browser.
    """
    need("polars")
    need("altair")
    need("vl_convert")
    from fimbul.lab.folder import Results
    from fimbul.lab.report import write_report

    if markdown is not None and markdown.suffix != ".md":
        raise WrongUse(f"--markdown names a file that ends in .md, not '{markdown}'.")
    if markdown is not None and not markdown.resolve().parent.is_dir():
        raise WrongUse(f"There is no folder {markdown.parent} to write to.")
    written = write_report(Results(folder), markdown)
    beside = f", and {some(len(written) - 1, 'file')} beside it" if len(written) > 1 else ""
    print(f"Written: {written[0]}{beside}")
    if open_browser:
        import webbrowser

        webbrowser.open(written[0].resolve().as_uri())
    return 0


def benchmark(folder: Path, /) -> int:
    """Print the page of a benchmark: players that are not ours against our bots.

    The rows come from 'fimbul mcp --save', or from anybody who writes the same file.

    Example: fimbul lab benchmark runs/assistant

    Parameters
    ----------
    folder
        Where benchmark.jsonl is.
    """
    from fimbul.lab.benchmark import page, read_rows

    print(page(read_rows(folder)), end="")
    return 0
