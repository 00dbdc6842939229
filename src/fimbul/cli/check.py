"""`fimbul check`: prove a part of the program against the rules, on as many fresh games as one likes."""

import secrets
import time
from pathlib import Path
from typing import Any

import msgspec

from fimbul.cli.console import columns, progress, say_json
from fimbul.cli.files import WrongUse, write_text
from fimbul.cli.options import Flag
from fimbul.core import FimbulError, Game


def check(
    game: str,
    /,
    *,
    kernel: Flag = False,
    positions: int = 20_000,
    seed: str = "random",
    save: Path | None = None,
    json: Flag = False,
) -> None:
    """Prove a game's compiled kernel against its rules.

    Both play the same random games, of every mode and option; at every position the legal list, the state
    after the action, the end and the evaluation must be the same. At the first difference the record of the
    game is written and the position is named.

    Example: fimbul check fimbulvetr --kernel

    Example: fimbul check valknut --kernel --positions 1000000 --seed 7

    Parameters
    ----------
    game
        The game's name, as 'fimbul games' lists it.
    kernel
        Check the compiled kernel.
    positions
        How many positions to compare, at least.
    seed
        What the games are made from: a whole number, or 'random' for a new one each time.
    save
        Where to write the record of a game in which they differ; GAME-difference.saga if not given.
    json
        Print one JSON object, for scripts.
    """
    from fimbul.games import game as find

    rules = find(game)
    if not kernel:
        raise WrongUse("Say what to check: --kernel.")
    if positions < 1:
        raise WrongUse(f"--positions is 1 or more, not {positions}.")
    check_kernel(rules, positions, read_seed(seed), save or Path(f"{game}-difference.saga"), json=json)


def read_seed(text: str) -> int:
    """A seed as people write it."""
    if text == "random":
        return secrets.randbits(32)
    if not text.isdecimal():
        raise WrongUse(f"--seed is a whole number or 'random', not '{text}'.")
    return int(text)


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
        path = write_text(save, problem.record)
        raise FimbulError(f"{problem} The game was made from seed {seed}; its record is {path}.") from None
    report = msgspec.to_builtins(proved) | {"seconds": round(time.perf_counter() - began, 1)}
    if json:
        say_json(report)
    else:
        print(as_text(rules, report))


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
