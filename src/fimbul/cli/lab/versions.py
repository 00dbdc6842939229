"""A/B tests of rules, and the test of the tests."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from fimbul.cli.console import columns, say_json
from fimbul.cli.files import WrongUse
from fimbul.cli.lab.shared import RUNS, budgeted, check_workers, shown, to_play
from fimbul.cli.options import Flag, Programs, read_options, seat_programs
from fimbul.core import Game

Changes = Annotated[list[str] | None, Parameter(negative=())]


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
    connect: Programs = None,
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
    connect
        A program that plays, as NAME=COMMAND; its name stands among the bots. May be repeated.
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
    to_play()
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
    seat_programs(connect)
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
    heads = ("metric", "pairs", "A", "B", "B - A", "95 %, at any time", "chance")
    print(columns([heads, *map(ab_row, found.findings)]))
    if any(each.found for each in found.findings):
        print(f"* differs: its chance, corrected for all these metrics, is {terms.alpha:g} or less")
    print(f"\n{testing.sentence(found)}\nThe games are in {folder}: fimbul lab report {folder}")
    return 0


def ab_row(each: Any) -> tuple[str, ...]:
    """A finding as a row of a table."""
    from fimbul.lab.ab import amount, span
    from fimbul.lab.statistics import unlikely

    factor, digits = (100, 1) if each.unit == "%" else (1, 2)
    unit = " %" if each.unit == "%" else ""
    return (
        f"{'* ' if each.found else ''}{each.title}",
        f"{each.difference.games:,}",
        f"{factor * each.a.value:.{digits}f}{unit}",
        f"{factor * each.b.value:.{digits}f}{unit}",
        amount(each, each.difference.value),
        span(each).removeprefix("95 %: "),
        unlikely(each.chance),
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
