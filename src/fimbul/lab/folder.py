"""The folder of an experiment: what it is, what has been played, and nothing that is only half there.

experiment.toml     the experiment as it was begun
manifest.json       what decides the games: if that changes, these are not the same games any more
games/, events/     a Parquet file for each block of games; it is there whole or not at all
records/            the records
status.json         how far it is, for whoever looks on
"""

import contextlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import polars as pl

import fimbul
from fimbul.core import FimbulError
from fimbul.games import game as find
from fimbul.lab.experiment import Arm, Experiment, arms_of, block_of, decides, parse_experiment
from fimbul.lab.playing import Block
from fimbul.lab.rows import EVENTS, FORMAT, GAMES
from fimbul.lab.source import is_compiled, source_of

EXPERIMENT = "experiment.toml"
MANIFEST = "manifest.json"
STATUS = "status.json"
PART = ".part"


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a folder was begun with."""

    format: int
    fimbul: str
    game: str
    rules: str
    source: str  # a hash of the rules, the data, the bots and what they think in
    experiment: str  # a hash of what the experiment decides
    compiled: bool = False  # somebody thinks in the game's kernel
    file: str = ""  # what its experiment was read from, as the command named it; decides nothing
    blocks: tuple[
        int, ...
    ] = ()  # games in a file, by part, where it was begun with fewer games than it has now


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What an arm has come to so far: the share that its first player won, with its interval."""

    arm: str
    games: int
    won: float
    low: float
    high: float
    turns: float


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """How far a run is."""

    title: str
    game: str
    state: str  # running, stopped, done
    done: int
    games: int
    rate: float  # games a second
    left: float | None  # seconds
    workers: int
    updated: float  # seconds since the epoch
    arms: tuple[Standing, ...] = ()  # those that have ended games


def manifest_of(experiment: Experiment, file: str = "") -> Manifest:
    """What a folder of this experiment would be begun with now."""
    return Manifest(
        format=FORMAT,
        fimbul=fimbul.__version__,
        game=experiment.game,
        rules=find(experiment.game).rules_version,
        source=source_of(experiment),
        experiment=decides(experiment),
        compiled=is_compiled(experiment),
        file=file,
    )


def write(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Write a file whole, or a sentence on why not; what was there before stays."""
    part = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    try:
        try:
            with part.open("wb") as file:
                file.write(data)
                if lasting:
                    file.flush()
                    os.fsync(file.fileno())
            os.replace(part, path)
        except BaseException:
            with contextlib.suppress(OSError):
                part.unlink()
            raise
    except OSError as problem:
        why = (problem.strerror or str(problem)).lower()
        raise FimbulError(
            f"{path} cannot be written: {why}. What was played before is kept; the same command goes on."
        ) from None


class Folder:
    """An experiment's folder while it is being played."""

    def __init__(self, path: Path, experiment: Experiment, text: str, file: str = "") -> None:
        self.path = path
        self.experiment = experiment
        self.begin(text, file)
        self.arms = arms_of(self.experiment)

    def begin(self, text: str, file: str) -> None:
        """Make the folder, or see that it is the right one."""
        wanted = manifest_of(self.experiment, file)
        if (self.path / MANIFEST).exists():
            was = read_manifest(self.path)
            now = was if was.experiment == wanted.experiment else self.grown(was)
            same(self.path, now, wanted)
            self.experiment = in_blocks(self.experiment, now.blocks)
            if now != was:
                write(self.path / MANIFEST, msgspec.json.format(msgspec.json.encode(now)) + b"\n")
            write(self.path / EXPERIMENT, text.encode())  # its title and notes may be new
        else:
            try:
                if self.path.is_dir() and any(self.path.iterdir()):
                    raise FimbulError(f"The folder {self.path} holds something else; name an empty one.")
                for name in ("games", "events", "records"):
                    (self.path / name).mkdir(parents=True, exist_ok=True)
            except OSError as problem:
                why = (problem.strerror or str(problem)).lower()
                raise FimbulError(f"The folder {self.path} cannot be written to: {why}.") from None
            write(self.path / EXPERIMENT, text.encode())
            write(self.path / MANIFEST, msgspec.json.format(msgspec.json.encode(wanted)) + b"\n")

    def grown(self, was: Manifest) -> Manifest:
        """What the folder is from now on, if nothing but the number of games has grown since it was begun."""
        kept = read_kept(self.path)
        more = [new.games - old.games for old, new in zip(kept.part, self.experiment.part, strict=False)]
        if len(kept.part) != len(self.experiment.part) or min(more) < 0:
            return was
        if decides(with_games(kept, 1)) != decides(with_games(self.experiment, 1)):
            return was
        blocks = was.blocks or tuple(block_of(part) for part in kept.part)
        return msgspec.structs.replace(was, experiment=decides(self.experiment), blocks=blocks)

    def swept(self) -> None:
        """Remove what a killed run left half-written."""
        for path in self.path.rglob(f".*{PART}"):
            with contextlib.suppress(OSError):
                path.unlink()

    def name(self, arm: Arm, block: int) -> str:
        """The name of a block's files."""
        return f"{arm.key}.{block:05}.parquet"

    def played(self) -> dict[tuple[int, int], int]:
        """The blocks that are there, by arm and number, with how many games each has."""
        found: dict[tuple[int, int], int] = {}
        there = {path.name for path in (self.path / "games").iterdir()}
        for place, arm in enumerate(self.arms):
            for block in range(arm.blocks):
                name = self.name(arm, block)
                if name in there and (not self.experiment.events or (self.path / "events" / name).exists()):
                    rows = rows_of(self.path / "games" / name)
                    if rows >= len(arm.numbers(block)):  # one that has grown is played again, whole
                        found[place, block] = rows
        return found

    def first(self, places: Sequence[int], blocks: Sequence[int]) -> pl.DataFrame:
        """The games of some arms, up to so many blocks of each."""
        files = [
            self.path / "games" / self.name(self.arms[place], block)
            for place in places
            for block in range(blocks[place])
        ]
        return pl.concat([read_rows(file) for file in files])

    def keep(self, block: Block) -> None:
        """Write a block: its rows come last, so that what is there is there with everything."""
        arm = self.arms[block.arm]
        name = self.name(arm, block.block)
        for record, text in block.records.items():
            write(self.path / "records" / record, text.encode(), lasting=False)
        if block.events is not None:
            write(self.path / "events" / name, block.events)
        write(self.path / "games" / name, block.games)

    def tell(self, status: Status) -> None:
        """Say how far the run is."""
        write(self.path / STATUS, msgspec.json.encode(status), lasting=False)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else may play here at the same time."""
        lock = self.path / ".lock"
        with lock.open("w") as file:
            try:
                import fcntl
            except ImportError:  # no such locks here
                yield
                return
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise FimbulError(f"The experiment in {self.path} is already running.") from None
            yield


def rows_of(path: Path) -> int:
    """How many rows a file has, by its own account."""
    with whole(path):
        return int(pl.scan_parquet(path).select(pl.len()).collect().item())


def read_rows(path: Path, columns: list[str] | None = None) -> pl.DataFrame:
    """The rows of a file, which must be whole."""
    with whole(path):
        return pl.read_parquet(path, columns=columns)


@contextmanager
def whole(path: Path) -> Iterator[None]:
    """A file that cannot be read is damaged, in one sentence."""
    try:
        yield
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
        raise FimbulError(
            f"{path} is damaged: it is no whole Parquet file. Delete it, and 'fimbul lab run' plays its "
            "games again."
        ) from None


def read_manifest(path: Path) -> Manifest:
    """What a folder was begun with."""
    try:
        return msgspec.json.decode((path / MANIFEST).read_bytes(), type=Manifest)
    except OSError:
        raise FimbulError(f"{path} is no folder of an experiment: it has no {MANIFEST}.") from None
    except msgspec.MsgspecError:
        raise FimbulError(f"{path / MANIFEST} is damaged.") from None


def read_kept(path: Path) -> Experiment:
    """The experiment that a folder was begun with."""
    try:
        text = (path / EXPERIMENT).read_text(encoding="utf-8")
    except OSError:
        raise FimbulError(f"{path} is no folder of an experiment: it has no {EXPERIMENT}.") from None
    return parse_experiment(text, str(path / EXPERIMENT))


def with_games(experiment: Experiment, games: int) -> Experiment:
    """The same experiment with another number of games in each arm."""
    parts = [msgspec.structs.replace(part, games=games) for part in experiment.part]
    return msgspec.structs.replace(experiment, part=parts)


def in_blocks(experiment: Experiment, blocks: tuple[int, ...]) -> Experiment:
    """The same experiment with so many games in a file, by part; where nothing is given, as it is."""
    if not blocks:
        return experiment
    parts = [
        msgspec.structs.replace(part, block=size) for part, size in zip(experiment.part, blocks, strict=True)
    ]
    return msgspec.structs.replace(experiment, part=parts)


def same(path: Path, was: Manifest, now: Manifest) -> None:
    """The folder belongs to this experiment, this version and these rules."""
    if was.format != now.format:
        raise FimbulError(
            f"{path} was made by fimbul {was.fimbul}, whose rows have another form; name another folder."
        )
    if (was.game, was.experiment) != (now.game, now.experiment):
        raise FimbulError(
            f"The experiment was changed after {path} was begun; name another folder, or take the change "
            f"back ({path / EXPERIMENT} is how it was)."
        )
    if was.compiled != now.compiled:
        raise FimbulError(
            f"{path} was begun {'with' if was.compiled else 'without'} the extra 'fast', and bots think "
            f"otherwise {'without' if was.compiled else 'with'} it; name another folder."
        )
    if was.rules != now.rules or was.source != now.source:
        raise FimbulError(
            f"{path} was begun with other rules or bots (fimbul {was.fimbul}, rules {was.rules}, source "
            f"{was.source}; now {now.fimbul}, {now.rules}, {now.source}); name another folder."
        )


class Results:
    """What was played in a folder, as frames."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.manifest = read_manifest(path)
        if self.manifest.format != FORMAT:
            raise FimbulError(
                f"{path} was made by fimbul {self.manifest.fimbul}, whose rows have another form."
            )
        self.experiment = read_kept(path)
        self.arms = arms_of(self.experiment)
        self._games: pl.DataFrame | None = None

    @property
    def games(self) -> pl.DataFrame:
        """One row a game, in the order of the experiment."""
        if self._games is None:
            order = {arm.key: place for place, arm in enumerate(self.arms)}
            frames = [read_rows(path) for path in sorted((self.path / "games").glob("*.parquet"))]
            frame = pl.concat(frames) if frames else pl.DataFrame(schema=GAMES)
            self._games = (
                frame.with_columns(pl.col("arm").replace_strict(order, default=len(order)).alias("order"))
                .sort("order", "number")
                .drop("order")
            )
        return self._games

    @property
    def events(self) -> pl.LazyFrame:
        """One row an action or event, read only when it is needed."""
        files = sorted((self.path / "events").glob("*.parquet"))
        return pl.scan_parquet(files) if files else pl.LazyFrame(schema=EVENTS)

    @property
    def status(self) -> Status | None:
        """How far the run is, or was when it last said so."""
        try:
            return msgspec.json.decode((self.path / STATUS).read_bytes(), type=Status)
        except (OSError, msgspec.MsgspecError):
            return None

    def record(self, name: str) -> str:
        """The text of a record."""
        try:
            return (self.path / "records" / Path(name).name).read_text(encoding="utf-8")
        except OSError:
            raise FimbulError(f"There is no record '{name}' in {self.path}.") from None
