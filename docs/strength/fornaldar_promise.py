"""How long Fornaldar's `promise` takes, beside the one of an earlier commit, on the rules of now.

    git worktree add ../older b221742a
    python docs/strength/fornaldar_promise.py --older ../older --seeds 11 12 13

Both minds judge every decision of a game that the mind of now plays against itself, in turn, and each in an
imagined world of its own; times are seconds of the processor.
"""

import argparse
import importlib
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

import fimbul
from fimbul.core import Mind, Rng

BOT = Path("src/fimbul/games/fornaldar/bot")
SCENARIOS = ("sampo", "northern_war", "jotuns")


def older_mind(checkout: Path) -> Mind:
    """The mind of another checkout, as a package of another name."""
    folder = Path(tempfile.mkdtemp())
    package = folder / "older_bot"
    shutil.copytree(checkout / BOT, package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in package.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("fimbul.games.fornaldar.bot", "older_bot"), encoding="utf-8")
    sys.path.insert(0, str(folder))
    mind: Mind = importlib.import_module("older_bot.mind").FornaldarMind()
    return mind


def told(spent: list[float]) -> str:
    """The mean and the median, in microseconds."""
    return f"{statistics.mean(spent) * 1e6:.0f} µs (median {statistics.median(spent) * 1e6:.0f})"


def main() -> None:
    """Play and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--older", type=Path, required=True, help="a checkout of the earlier commit")
    parser.add_argument("--seeds", type=int, nargs="+", default=[11, 12, 13], help="scenarios take turns")
    parser.add_argument("--decisions", type=int, default=400, help="of each game")
    arguments = parser.parse_args()
    game = fimbul.game("fornaldar")
    minds = [older_mind(arguments.older), game.mind]
    spent: list[list[float]] = [[], []]
    same = 0
    for number, seed in enumerate(arguments.seeds):
        state = game.new(options={"scenario": SCENARIOS[number % 3]}, seed=seed)
        for ply in range(arguments.decisions):
            if state.outcome is not None:
                break
            seat = state.to_act[0]
            actions = state.legal(seat)
            promises: list[list[float]] = [[], []]
            for which in (0, 1) if ply % 2 else (1, 0):
                world = state.imagine(seat, Rng(ply))
                began = time.process_time()
                promises[which] = minds[which].promise(world, actions, seat)
                spent[which].append(time.process_time() - began)
            same += promises[0] == promises[1]
            best = max(range(len(actions)), key=promises[1].__getitem__)
            state.apply(actions[best], seat)
        count = len(spent[1])
        ratio = sum(spent[1]) / sum(spent[0])
        print(f"{count} decisions: {told(spent[0])} before, {told(spent[1])} now, {ratio:.2f} of it")
        print(f"  the same values in {same} of {count}", flush=True)


if __name__ == "__main__":
    main()
