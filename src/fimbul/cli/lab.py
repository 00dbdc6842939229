"""`fimbul lab`: a designer asks, many games answer."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from fimbul.cli.console import columns, say_json, warn
from fimbul.cli.files import WrongUse, terminal, write_text
from fimbul.cli.options import Flag, read_options
from fimbul.core import BadOption, Game
from fimbul.lab import need

if TYPE_CHECKING:
    from fimbul.lab.folder import Status

RUNS = Path("runs")
Changes = Annotated[list[str] | None, Parameter(negative=())]


def application() -> App:
    """The commands of the lab."""
    app = App(
        name="lab",
        sort_key=99,
        help="Experiments: many games answer a designer's question.",
        help_format="markdown",
        default_parameter=Parameter(negative=()),
        result_action="return_value",
    )
    for place, command in enumerate(COMMANDS):
        app.command(command, sort_key=place)
    return app


# ---- experiments


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
    need("polars")
    from fimbul.lab.experiment import read_experiment
    from fimbul.lab.running import run as play

    experiment = read_experiment(file)
    count = check_workers(workers)
    if plan:
        return say_plan(experiment, count, json)
    folder = out or RUNS / file.stem
    with shown() as told:
        results = play(
            experiment, file.read_text(encoding="utf-8"), folder, workers=count, cluster=cluster, told=told
        )
    games = results.games.height
    if json:
        say_json({"folder": str(folder), "games": games, "arms": len(results.arms)})
    else:
        print(f"{games:,} games of {len(results.arms)} arms are in {folder}.")
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
        print(found.write_csv(), end="")
    else:
        print(columns([tuple(found.columns), *(tuple(map(str, row)) for row in found.iter_rows())]))
    return 0


def record(source: Path, arm: str, number: int, /, *, save: Path | None = None) -> int:
    """Write the record of one game of an experiment, playing it again if it was not kept.

    Example: fimbul lab record experiments/valknut.toml elves-goblins 3 --save game.saga

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
    from fimbul.games import game as find
    from fimbul.lab.experiment import arms_of, read_experiment, resolved
    from fimbul.lab.folder import EXPERIMENT
    from fimbul.lab.playing import play_one

    experiment = read_experiment(source / EXPERIMENT if source.is_dir() else source)
    known = {each.key: each for each in arms_of(experiment)}
    if arm not in known:
        raise BadOption(f"There is no arm '{arm}'; there is {', '.join(list(known)[:40])}.")
    chosen = known[arm]
    if not 0 <= number < chosen.games:
        raise BadOption(f"The arm '{arm}' has games 0 to {chosen.games - 1}, not {number}.")
    rules = find(experiment.game)
    match, _ = play_one(experiment, chosen, number, rules, resolved(rules, chosen, number), None)
    text = match.record().to_text()
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
    print(f"Written: {written[0]}{f' and {len(written) - 1} more' if len(written) > 1 else ''}")
    if open_browser:
        import webbrowser

        webbrowser.open(written[0].resolve().as_uri())
    return 0


# ---- A/B


def ab(
    game: str,
    /,
    *,
    a: Changes = None,
    b: Changes = None,
    bots: str = "greedy",
    nodes: int | None = None,
    seconds: float | None = None,
    seats: int | None = None,
    seed: int = 1,
    effect: float = 5.0,
    alpha: float = 0.05,
    power: float = 0.8,
    most: int = 4000,
    metrics: str | None = None,
    out: Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    plan: Flag = False,
    json: Flag = False,
) -> int:
    """Test two versions of a rule against each other until the answer is clear.

    Both are played with the same seeds and seats. A change is an option, or a path into the game's data.

    Example: fimbul lab ab fate --b track=long --bots search --nodes 3000

    Example: fimbul lab ab fate --b heroes.bjorn.levels[0].strength=3 --effect 4 --plan

    Parameters
    ----------
    game
        The game's name, as 'fimbul games' lists it.
    a
        What version A changes, as name=value; nothing, if not given. May be repeated.
    b
        What version B changes. May be repeated.
    bots
        Who plays: one for all seats, or one for each, with commas.
    nodes
        How many positions a searching bot may look at for one action.
    seconds
        How long a searching bot may think about one action (then the games depend on the machine).
    seats
        How many seats there are.
    seed
        What all chance is made from.
    effect
        The difference of wins, in points of per cent, that would matter.
    alpha
        How often a difference may be claimed where there is none.
    power
        How often such a difference is to be found where there is one.
    most
        How many pairs of games there are at most.
    metrics
        What is compared, with commas; the first decides when it is clear.
    out
        The folder of its rows and records.
    workers
        How many processes play; one for each processor if not given.
    cluster
        Play on the Ray cluster at this address.
    plan
        Only say how many pairs such a difference needs, and how long they take.
    json
        Print one JSON object, for scripts.
    """
    need("polars")
    from msgspec.structs import replace

    from fimbul.games import game as find
    from fimbul.lab import ab as testing
    from fimbul.lab.experiment import Terms, decides, from_tables
    from fimbul.lab.metrics import chosen
    from fimbul.lab.planning import lasting, pairs_needed, pilot
    from fimbul.lab.template import as_toml

    rules = find(game)
    for name, value, low, high in (
        ("--effect", effect, 0, 100),
        ("--alpha", alpha, 0, 1),
        ("--power", power, 0, 1),
    ):
        if not low < value < high:
            raise WrongUse(f"{name} is between {low} and {high}, not {value:g}.")
    if most < 1:
        raise WrongUse(f"--most is 1 or more, not {most}.")
    terms = Terms(effect=effect / 100, alpha=alpha, beta=round(1 - power, 9))
    if metrics is not None:
        terms = replace(terms, metrics=tuple(name.strip() for name in metrics.split(",")))
    chosen(terms.metrics, rules.cooperative)
    names, player = budgeted(bots, nodes, seconds)
    tables = testing.ab_experiment(
        game,
        read_changes(rules, a or []),
        read_changes(rules, b or []),
        players=names,
        player=player,
        seats=seats,
        seed=seed,
        terms=terms,
        most=most,
        rotate=not rules.cooperative and len(names) > 1,
    )
    experiment = from_tables(tables, "the A/B test")
    count = check_workers(workers)
    if plan:
        tried = pilot(experiment)
        pairs = pairs_needed(terms.effect, tried.discordant, power, alpha)
        took = lasting(2 * pairs * tried.seconds / count)
        print(
            f"To see a difference of {effect:g} points with {100 * power:g} % power: {pairs:,} pairs, about "
            f"{took} on {count} process{'es' if count > 1 else ''}; fewer where the difference is larger."
        )
        return 0
    folder = out or RUNS / f"{game}-ab-{decides(experiment)[:8]}"
    with shown() as told:
        found = testing.run_ab(experiment, as_toml(tables), folder, workers=count, cluster=cluster, told=told)
    if json:
        say_json({"folder": str(folder), "sentence": testing.sentence(found), "comparison": found})
        return 0
    print(f"A: {found.a}\nB: {found.b}\n")
    heads = ("metric", "A", "B", "B - A", "95 %, at any time", "chance")
    print(columns([heads, *map(ab_row, found.findings)]))
    print(f"\n{testing.sentence(found)}\nThe games are in {folder}: fimbul lab report {folder}")
    return 0


def ab_row(each: Any) -> tuple[str, ...]:
    """A finding as a row of a table."""
    from fimbul.lab.ab import amount, span

    factor, digits = (100, 1) if each.unit == "%" else (1, 2)
    unit = " %" if each.unit == "%" else ""
    return (
        f"{'* ' if each.found else ''}{each.title}",
        f"{factor * each.a.value:.{digits}f}{unit}",
        f"{factor * each.b.value:.{digits}f}{unit}",
        amount(each, each.difference.value),
        span(each).removeprefix("95 %: "),
        f"{each.chance:.3f}",
    )


def validate(*, repeat: int = 400, seed: int = 1, json: Flag = False) -> int:
    """Play the tests themselves, on differences that are known, and count how often they err.

    Example: fimbul lab validate --repeat 400

    Parameters
    ----------
    repeat
        How many tests of each kind.
    seed
        What all chance is made from.
    json
        Print one JSON object, for scripts.
    """
    from fimbul.lab.validate import as_rows
    from fimbul.lab.validate import validate as try_out

    if repeat < 1:
        raise WrongUse(f"--repeat is 1 or more, not {repeat}.")
    trials = try_out(repeat, seed)
    if json:
        say_json({"repeat": repeat, "trials": trials})
    else:
        print(columns(as_rows(trials)))
    return 0


# ---- tuning, and the ladder


def tune(file: Path, /, *, out: Path | None = None, workers: int | None = None, json: Flag = False) -> int:
    """Move numbers of the rules towards a target, and prove the result on fresh seeds.

    The experiment has a section [tune] with numbers, bounds and targets. Ctrl-C keeps everything: the same
    command goes on.

    Example: fimbul lab tune experiments/tune_fate.toml --workers 2

    Parameters
    ----------
    file
        The experiment.
    out
        The folder of its trials; runs/NAME if not given.
    workers
        How many processes play; one for each processor if not given.
    json
        Print one JSON object, for scripts.
    """
    need("polars")
    from fimbul.lab.experiment import read_experiment
    from fimbul.lab.report.document import figure
    from fimbul.lab.tune import tune as search

    experiment = read_experiment(file)
    folder = out or RUNS / file.stem

    def tried(number: int, trial: Any) -> None:
        if not json:
            marks = ", ".join(f"{name} {mark.value:.3f}" for name, mark in trial.reached.items())
            print(f"trial {number}: {trial.numbers}: {marks} (off by {trial.loss:.2f})", flush=True)

    with shown() as told:
        found = search(experiment, str(file), folder, workers=check_workers(workers), told=told, tried=tried)
    if json:
        say_json(found)
        return 0
    print(f"\nBest: {found.best.numbers}\nProof, {found.proof_games} games of each arm on fresh seeds:\n")
    heads = ("target", "wanted", "before", "95 %", "tuned", "95 %", "")
    rows = [
        (
            each.name,
            f"{each.low:g} to {each.high:g}",
            *figure(each.before, 3),
            *figure(each.after, 3),
            each.verdict,
        )
        for each in found.proofs
    ]
    print(columns([heads, *rows]))
    return 0


def ladder(
    game: str,
    /,
    *,
    players: str = "random,greedy,search",
    nodes: int | None = 200,
    games: int = 20,
    seed: int = 1,
    option: Annotated[list[str] | None, Parameter(name=["--option", "-o"])] = None,
    out: Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    markdown: Path | None = None,
) -> int:
    """Let bots play everybody against everybody, and rate them.

    Example: fimbul lab ladder fimbulvetr --games 40 -o setup=quick --markdown docs/strength/fimbulvetr.md

    Parameters
    ----------
    game
        The game's name, as 'fimbul games' lists it.
    players
        The bots, with commas; with a level, as search:easy.
    nodes
        How many positions a searching bot without a level may look at for one action.
    games
        How many games each pair plays.
    seed
        What all chance is made from.
    option
        An option of the game as name=value. May be repeated.
    out
        The folder of its rows and records; runs/GAME-ladder if not given.
    workers
        How many processes play; one for each processor if not given.
    cluster
        Play on the Ray cluster at this address.
    markdown
        Write the page to this file.
    """
    need("polars")
    need("altair")
    from fimbul.games import game as find
    from fimbul.lab import ladder as rating
    from fimbul.lab.experiment import from_tables
    from fimbul.lab.report.document import markdown as as_markdown
    from fimbul.lab.running import run as play
    from fimbul.lab.template import as_toml

    rules = find(game)
    names, player = budgeted(players, nodes, None)
    tables = rating.ladder_experiment(game, names, player, games, seed, read_options(rules, option or []))
    experiment = from_tables(tables, "the ladder")
    folder = out or RUNS / f"{game}-ladder"
    with shown() as told:
        results = play(
            experiment, as_toml(tables), folder, workers=check_workers(workers), cluster=cluster, told=told
        )
    words = [f"--players {players}", f"--nodes {nodes}", f"--games {games}", f"--seed {seed}"]
    command = " ".join(["fimbul lab ladder", game, *words, *(f"-o {pair}" for pair in option or [])])
    page = as_markdown(rating.ladder(results, command))
    if markdown is not None:
        print(f"Written: {write_text(markdown, page)}")
    else:
        print(page, end="")
    return 0


# ---- what the commands share


def check_workers(workers: int | None) -> int:
    """How many processes play."""
    if workers is not None and workers < 1:
        raise WrongUse(f"--workers is 1 or more, not {workers}.")
    return workers or os.cpu_count() or 1


def read_changes(game: Game, pairs: Sequence[str]) -> dict[str, Any]:
    """What a version changes: options as anywhere, and paths into the data."""
    import json as reader

    from fimbul.lab.ab import is_patch

    changes: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if equals and is_patch(game, name):
            try:
                changes[name] = reader.loads(text)
            except ValueError:
                changes[name] = text
        else:
            changes |= read_options(game, [pair])
    return changes


def budgeted(bots: str, nodes: int | None, seconds: float | None) -> tuple[list[str], dict[str, Any]]:
    """Who plays, and the players that have a budget of their own."""
    if nodes is not None and seconds is not None:
        raise WrongUse("Give a bot either --nodes or --seconds, not both.")
    names = [name.strip() for name in bots.split(",")]
    player: dict[str, Any] = {}
    budget = {"nodes": nodes} if nodes is not None else {"seconds": seconds} if seconds is not None else {}
    if budget and "search" in names:
        called = f"search {nodes} nodes" if nodes is not None else f"search {seconds:g} s"
        names = [called if name == "search" else name for name in names]
        player[called] = {"bot": "search"} | budget
    return names, player


@contextmanager
def shown() -> Iterator[Callable[["Status"], None] | None]:
    """Progress with rate and time left: a bar for a person, a line now and then for a log."""
    if not terminal("stderr"):
        yield Lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}"),
        console=Console(stderr=True),
        transient=True,
    )
    with bars:
        task = bars.add_task("Playing", total=None, pace="")

        def told(status: "Status") -> None:
            bars.update(task, completed=status.done, total=status.games, pace=pace_of(status))

        yield told


class Lines:
    """Progress for a log: a line every half minute."""

    def __init__(self) -> None:
        self.last: float | None = None

    def __call__(self, status: "Status") -> None:
        if self.last is None or status.updated - self.last >= 30:
            if self.last is not None:
                warn(f"{status.done:,} of {status.games:,} games, {pace_of(status)}.")
            self.last = status.updated


def pace_of(status: "Status") -> str:
    """Rate and time left."""
    from fimbul.lab.planning import lasting

    if not status.rate or status.left is None:
        return ""
    return f"{status.rate:,.1f} games/s, {lasting(status.left)} left"


COMMANDS: tuple[Callable[..., Any], ...] = (new, run, query, report, record, ab, validate, tune, ladder)
