"""The same blocks on many machines, by Ray: a node that dies costs nothing but time.

A block is a task that may be tried again anywhere; what comes back is written here, by the one process that
keeps the folder.  So the rows are those of one machine.
"""

import functools
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fimbul.core import FimbulError
from fimbul.core.crew import Crew
from fimbul.lab import need
from fimbul.lab.playing import Block, Job, opened, play_block
from fimbul.lab.source import source_of

AHEAD = 2  # blocks for each processor of the cluster: one being played, one to go on with
LEAST_ROOM = 4
PATIENCE = 5.0  # seconds


class Cluster:
    """A crew of everything that the cluster has."""

    def __init__(self, ray: Any) -> None:
        self.ray = ray
        self.task = ray.remote(max_retries=-1, num_cpus=1)(play_there)
        self.given: list[Any] = []

    @property
    def room(self) -> int:
        """What the cluster can take: nodes may come and go."""
        return max(LEAST_ROOM, AHEAD * int(self.ray.cluster_resources().get("CPU", 1)))

    @room.setter
    def room(self, room: int) -> None:
        raise AttributeError("the cluster says how much room it has")

    def give(self, piece: Job) -> None:
        """Give out a block."""
        self.given.append(self.task.remote(piece, source_here(piece.experiment)))

    def take(self) -> Any:
        """A block that has come back."""
        done, self.given = self.ray.wait(self.given, num_returns=1)
        try:
            return self.ray.get(done[0])
        except self.ray.exceptions.RayTaskError as problem:
            cause = problem.cause
            if isinstance(cause, FimbulError):
                raise FimbulError(str(cause)) from None
            raise RuntimeError(f"in a block on the cluster: {type(cause).__name__}: {cause}") from None
        except self.ray.exceptions.RayError as problem:
            raise FimbulError(
                f"The cluster has failed: {' '.join(str(problem).split())[:200]} "
                "What came back before is kept; the same command goes on."
            ) from None


@functools.lru_cache(maxsize=4)
def source_here(experiment: bytes) -> str:
    """What decides the games of an experiment on this machine."""
    return source_of(opened(experiment)[0])


def play_there(job: Job, source: str) -> Block:
    """Play a block on a node, if it plays as the machine does that keeps the folder."""
    here = source_here(job.experiment)
    if here != source:
        raise FimbulError(
            f"The machine {socket.gethostname()} of the cluster has other rules or bots (source {here}, not "
            f"{source}): all need the same fimbul, with the extra 'fast' or without it."
        )
    return play_block(job)


def knock(address: str) -> None:
    """See that somebody answers: Ray itself would ask for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host:
        if not port.isdigit():
            raise ValueError("an address is HOST:PORT, or auto")
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()


@contextmanager
def on_cluster(address: str) -> Iterator[Crew]:
    """A crew on the cluster at an address (`auto`: the one that this machine belongs to)."""
    ray = need("ray", "cluster")
    try:
        knock(address)
        ray.init(address=address, log_to_driver=False, configure_logging=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError, OSError) as problem:
        why = " ".join(str(problem).split())[:200]
        raise FimbulError(f"There is no cluster at '{address}': {why}") from None
    try:
        yield Cluster(ray)
    finally:
        ray.shutdown()
