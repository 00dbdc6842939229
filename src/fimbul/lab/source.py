"""What decides how games go, as a hash: where it differs, the same experiment gives other games."""

from hashlib import blake2b
from importlib import import_module, resources
from pathlib import Path

from fimbul import kernels
from fimbul.lab.experiment import Experiment, arms_of
from fimbul.lab.players import find_player

DECIDES = (".py", ".csv", ".toml", ".json")
SHOWN = ("scene", "sketch", "words", "art", "touch", "chart", "canvas", "mats", "chronicle")
UNCOMPILED = ("random", "greedy")  # players that think in the readable rules everywhere


def source_of(experiment: Experiment) -> str:
    """A short hash of rules, data, contract, bots, players from files, and of the kernel where it is used."""
    whole = blake2b(digest_size=6)
    for module in sorted({bot.partition(":")[0] for bot in bots_of(experiment) if ":" in bot}):
        whole.update(Path(str(import_module(module).__file__)).read_bytes())
    for path in files_of(experiment.game, compiled=is_compiled(experiment)):
        whole.update(path.read_bytes())
    return whole.hexdigest()


def bots_of(experiment: Experiment) -> set[str]:
    """The bots that play in it."""
    return {find_player(experiment.player, name).bot for arm in arms_of(experiment) for name in arm.players}


def is_compiled(experiment: Experiment) -> bool:
    """Whether somebody thinks in the game's kernel: without the extra `fast` it would think otherwise."""
    return kernels.supports(experiment.game) and any(
        bot not in UNCOMPILED and ":" not in bot for bot in bots_of(experiment)
    )


def files_of(game: str, *, compiled: bool) -> list[Path]:
    """The sources that decide a game; how it is shown is no part of it."""
    root = Path(str(resources.files("fimbul")))
    found = [
        path
        for folder in (root / "core", root / "bots", root / "games" / game)
        for path in sorted(folder.rglob("*"))
        if path.suffix in DECIDES
        and path.stem not in SHOWN
        and not {"table", "puzzles.json"} & set(path.relative_to(folder).parts)
    ]
    if compiled:
        found += sorted((root / "kernels").glob("*.py")) + sorted((root / "kernels" / game).glob("*.py"))
    return found
