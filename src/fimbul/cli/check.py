"""`fimbul check`: prove a game, its kernel, or its environments, on as many fresh games as one likes."""

import os
import secrets
import signal
import time
from pathlib import Path
from typing import Any

import msgspec

from fimbul.cli import INTERRUPTED
from fimbul.cli.console import columns, progress, say_json, warn
from fimbul.cli.files import WrongUse, writable_folder, write_text
from fimbul.cli.options import Flag
from fimbul.core import FimbulError, Game
from fimbul.core.rng import check_seed

KEPT = 20  # records of failures


def check(
    game: str,
    /,
    *,
    games: int = 20,
    runs: int | None = None,
    seed: str = "random",
    workers: int | None = None,
    kernel: Flag = False,
    envs: Flag = False,
    language: str | None = None,
    said: int = 0,
    positions: int = 20_000,
    save: Path | None = None,
    json: Flag = False,
) -> int:
    """Prove a game against its contract, on seeds that nobody chose; or what is made from it.

    The conformance suite plays random games with all options and numbers of seats and looks at every
    property: legality, copies, records, pictures, and above all secrets. Records of the first failures are
    written, and the status is 1.

    With --kernel, the compiled twin and the rules play the same random games, of every mode and option; at
    every position the legal list, the state after the action, the end and the evaluation must be the same.

    With --envs, random agents play whole games through PettingZoo, Gymnasium and OpenSpiel, and the engine
    plays the same ones: lists, positions, rewards and ends must be the same.

    With --language, random games are heard: what cannot be said in that language is listed, the commonest
    first, and the status is 1.

    Example: fimbul check fate --games 400 --workers 2

    Example: fimbul check fornaldar --runs 200 --games 4

    Example: fimbul check valknut --kernel --positions 1000000 --seed 7

    Example: fimbul check fate --envs --games 100

    Example: fimbul check valknut --language de --games 4

    Parameters
    ----------
    game
        The game's name, as 'fimbul games' lists it.
    games
        How many random games to prove; with --runs, how many in each run.
    runs
        How many runs to make, each with a seed of its own; a run for each game if not given.
    seed
        What the games are made from: a whole number, or 'random' for a new one each time.
    workers
        How many processes play; one for each processor if not given.
    kernel
        Check the compiled kernel instead.
    envs
        Check the environments instead, with so many games each.
    language
        Check a translation instead: the language, as in 'de'.
    said
        How many sentences to show beside their translations, chosen by lot.
    positions
        How many positions of the kernel to compare, at least.
    save
        The folder for the records of the first failures; GAME-failures if not given.
    json
        Print one JSON object, for scripts.
    """
    from fimbul.games import game as find

    rules = find(game)
    numbers = {"--games": games, "--runs": runs, "--workers": workers, "--positions": positions}
    for name, number in numbers.items():
        if number is not None and number < 1:
            raise WrongUse(f"{name} is 1 or more, not {number}.")
    where = save or Path(f"{game}-failures")
    if kernel + envs + (language is not None) > 1:
        raise WrongUse("Give one of --kernel, --envs and --language.")
    if language is not None:
        return check_language(rules, language, games, read_seed(seed), said, json=json)
    if envs:
        check_envs(rules, games, read_seed(seed), json=json)
        return 0
    if kernel:
        check_kernel(rules, positions, read_seed(seed), where, json=json)
        return 0
    many, each = (games, 1) if runs is None else (runs, games)
    return check_contract(
        rules, many, each, read_seed(seed), workers or os.cpu_count() or 1, where, json=json
    )


def check_contract(
    rules: Game, runs: int, games: int, seed: int, workers: int, save: Path, *, json: bool
) -> int:
    """The conformance suite on many runs of fresh games."""
    from fimbul.testing.hunt import Find, hunt

    began = time.perf_counter()
    kept: list[Find] = []
    # Broken off, it still tells what it has done.
    usual = signal.signal(signal.SIGTERM, signal.default_int_handler)
    with progress("Proving", runs * games, "games") as bar:

        def advance(count: int, found: Find | None) -> None:
            bar.advance(count)
            if found is not None:
                warn(f"{found.property}: {found.message}\n  {found.way.call(rules.slug)}")
                if found.saga and len(kept) < KEPT:
                    kept.append(found)
                    name = f"{found.property}-{found.way.seed}.saga"
                    write_text(writable_folder(save) / name, found.saga)

        report = hunt(
            rules.slug, runs=runs, games=games, seed=seed, workers=min(workers, runs), advance=advance
        )
    signal.signal(signal.SIGTERM, usual)
    seconds = round(time.perf_counter() - began, 1)
    if json:
        say_json(msgspec.to_builtins(report) | {"seed": seed, "seconds": seconds})
        return INTERRUPTED if report.runs < runs else 1 if report.finds else 0
    failed = len(report.finds)
    print(
        f"{rules.title}: {report.runs} of {runs} runs from seed {seed}, {report.games} games, "
        f"{report.plies:,} plies, {failed} runs failed, in {seconds} s"
    )
    print(columns([(name, f"{count:,}" if count else "never") for name, count in report.checks.items()]))
    if kept:
        warn(f"Records of the first failures are in {save}.")
    return INTERRUPTED if report.runs < runs else 1 if failed else 0


def check_language(rules: Game, language: str, games: int, seed: int, shown: int, *, json: bool) -> int:
    """What a translation cannot say of what is said in random games."""
    from fimbul.cli.say import speaker
    from fimbul.core import Rng
    from fimbul.testing.spoken import spoken, unsaid
    from fimbul.testing.trial import sample

    own = speaker(rules, language)
    heard = spoken(rules, games, seed)
    missing = unsaid(own, heard)
    if json:
        say_json(
            {"game": rules.slug, "language": language, "seed": seed, "heard": len(heard), "missing": missing}
        )
        return 1 if missing else 0
    for text in sample(Rng(seed), sorted(heard), shown):
        print(f"{text}\n  {own(text)}")
    for text, count in missing:
        print(f"{count:>6}  {text!r}")
    told = f"{len(heard):,} texts in {games} games from seed {seed}"
    print(f"{rules.title}: {told}, {len(missing):,} cannot be said")
    return 1 if missing else 0


def read_seed(text: str) -> int:
    """A seed as people write it."""
    if text == "random":
        return secrets.randbits(32)
    if not text.isdecimal():
        raise WrongUse(f"--seed is a whole number or 'random', not '{text}'.")
    seed = int(text)
    check_seed(seed)
    return seed


def check_kernel(rules: Game, positions: int, seed: int, save: Path, *, json: bool) -> None:
    """The kernel's proof."""
    from fimbul import kernels

    if rules.slug not in kernels.GAMES:
        raise WrongUse(f"{rules.title} has no kernel; there is one for {' and '.join(kernels.GAMES)}.")
    if not kernels.available():
        raise FimbulError("The kernels need the extra 'fast': pip install 'fimbul[fast]'.")
    from fimbul.kernels.proof import Difference, prove

    began = time.perf_counter()
    try:
        with progress("Comparing", positions, "positions") as bar:
            proved = prove(rules, positions, seed, bar.advance)
    except Difference as problem:
        path = write_text(writable_folder(save) / f"kernel-{seed}.saga", problem.record)
        raise FimbulError(f"{problem} The game was made from seed {seed}; its record is {path}.") from None
    report = msgspec.to_builtins(proved) | {"seconds": round(time.perf_counter() - began, 1)}
    if json:
        say_json(report)
    else:
        print(as_text(rules, report))


def check_envs(rules: Game, games: int, seed: int, *, json: bool) -> None:
    """The environments' proof."""
    from fimbul.envs import room

    proof = room("proof")
    began = time.perf_counter()
    with progress("Playing", games * len(proof.INTERFACES), "games") as bar:
        proved = proof.prove(rules, games, seed, lambda: bar.advance(1))
    seconds = round(time.perf_counter() - began, 1)
    if json:
        say_json({"game": rules.slug, "seed": seed, "interfaces": proved, "seconds": seconds})
        return
    print(f"{rules.title}: the environments play the engine's games (seed {seed}, {seconds} s)")
    print(
        columns(
            [(name, f"{each['games']:,} games, {each['actions']:,} actions") for name, each in proved.items()]
        )
    )


def as_text(rules: Game, report: dict[str, Any]) -> str:
    """What was compared, for a person."""

    def listed(counts: dict[str, int]) -> str:
        return ", ".join(
            f"{name} {count:,}" for name, count in sorted(counts.items(), key=lambda item: -item[1])
        )

    rows = [
        ("positions", f"{report['positions']:,} in {report['games']:,} games, all equal"),
        ("actions", f"{report['actions']:,} in the legal lists"),
        ("played", listed(report["verbs"])),
        ("endings", listed(report["endings"])),
        ("ways to play", f"{len(report['variants'])}"),
        ("seed", str(report["seed"])),
        ("time", f"{report['seconds']} s"),
    ]
    return f"{rules.title}: the kernel is the twin of the rules\n{columns(rows)}"
