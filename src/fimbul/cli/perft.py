"""`fimbul perft`: count action sequences, to compare one implementation of the rules with another."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fimbul import kernels
from fimbul.cli.console import columns, progress, say_json
from fimbul.cli.files import WrongUse, read_match
from fimbul.cli.options import Flag, Pairs, read_options
from fimbul.core import BadRecord, State

COMPILED = 3  # from this depth on the kernel counts, where there is one: less is not worth starting it


def perft(
    game: str,
    /,
    *,
    depth: int,
    saga: Path | None = None,
    ply: int | None = None,
    divide: Flag = False,
    readable: Flag = False,
    players: int | None = None,
    option: Pairs = None,
    seed: int = 0,
    json: Flag = False,
) -> None:
    """Count the action sequences from a position.

    Every sequence of exactly so many actions counts once. A game that ends earlier adds nothing: an end is a
    leaf only at depth 0. From depth 3 on a compiled kernel counts, where the game has one and the extra
    'fast' is installed; --readable counts by the rules themselves.

    Example: fimbul perft fimbulvetr --option setup=quick --depth 2 --divide

    Example: fimbul perft fimbulvetr --saga game.saga --ply 20 --depth 2

    Parameters
    ----------
    game
        The game's name, as 'fimbul games' lists it.
    depth
        How many actions to look ahead.
    saga
        Start from a position of this record; otherwise from a new game.
    ply
        With --saga: after how many actions; the last position if not given.
    divide
        Also print the count below each first action.
    readable
        Count by the readable rules even where there is a kernel.
    players
        Without --saga: how many play; as few as can be if not given.
    option
        Without --saga: an option of the game as name=value. May be repeated.
    seed
        Without --saga: the seed of the game's chance.
    json
        Print one JSON object, for scripts.
    """
    from fimbul.games import game as find

    rules = find(game)
    if depth < 0:
        raise WrongUse(f"The depth is 0 or more, not {depth}.")
    if saga is None:
        if ply:
            raise WrongUse("--ply goes with --saga: a new game has only ply 0.")
        state: State = rules.new(seats=players, options=read_options(rules, option or []), seed=seed)
    else:
        if option or seed or players:
            raise WrongUse("A record has its own options and seed: leave out --players, --option and --seed.")
        match = read_match(saga, ply)
        if match.game is not rules:
            raise BadRecord(f"{saga}: this is a record of {match.game.slug}, not of {game}.")
        state = match.state

    began = time.perf_counter()
    compiled = not readable and depth >= COMPILED and kernels.supports(game)
    parts = divided(state, depth, count_compiled if compiled else count)
    nodes = sum(parts.values()) if depth else 1
    seconds = time.perf_counter() - began
    if json:
        report: dict[str, Any] = {
            "game": game,
            "rules": rules.rules_version,
            "ply": state.ply,
            "depth": depth,
        }
        report |= {"nodes": nodes, "seconds": round(seconds, 3), "kernel": compiled}
        say_json(report | {"divide": parts} if divide else report)
        return
    if divide and parts:
        print(columns([(action, f"{count:>12,}") for action, count in parts.items()]), end="\n\n")
    by = " by the kernel" if compiled else ""
    print(f"{nodes:,} sequences of {depth} actions from ply {state.ply}, in {seconds:.2f} s{by}")


def choices(state: State) -> list[tuple[int, Any]]:
    """Who may do what now.  In a secret decision the order of answers means nothing: one seat at a time."""
    seats = state.to_act[:1] if state.sealed else state.to_act
    return [(seat, action) for seat in seats for action in state.legal(seat)]


def count(state: State, depth: int) -> int:
    """How many sequences of exactly `depth` actions there are."""
    if depth == 0:
        return 1
    options = choices(state)
    if depth == 1:
        return len(options)
    total = 0
    for seat, action in options:
        child = state.copy()
        child.apply(action, seat)
        total += count(child, depth - 1)
    return total


def count_compiled(state: State, depth: int) -> int:
    """The same by the kernel."""
    return kernels.desk(state).perft(depth)


def divided(state: State, depth: int, counter: Callable[[State, int], int]) -> dict[str, int]:
    """The count below each first action, by notation."""
    if depth == 0:
        return {}
    options = choices(state)
    several = len({seat for seat, _ in options}) > 1
    parts = {}
    with progress("Counting", len(options), "branches") as bar:
        for seat, action in options:
            child = state.copy()
            child.apply(action, seat)
            parts[f"{seat} {action}" if several else str(action)] = counter(child, depth - 1)
            bar.advance()
    return dict(sorted(parts.items()))
