"""When the collector of garbage may hold everybody up.

What is played is freed without it, and a thousand games are long to look through.  Connections that have
ended wait for it, some fifty kilobytes each.
"""

import gc
from typing import ClassVar

# New things, and rounds, until it looks: ten times Python's, and at everything a hundred times as seldom.
SELDOM = (7_000, 10, 100)
MANY = 1_000  # connections that have ended


class Garbage:
    """What waits to be collected in this process."""

    connections: ClassVar[int] = 0  # that have ended since everything was looked at


def settle() -> None:
    """What is loaded by now stays for good, and is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def leave() -> None:
    """A connection has ended."""
    Garbage.connections += 1


def sweep() -> bool:
    """Look at everything where many connections have ended; whether it was done."""
    if Garbage.connections < MANY:
        return False
    Garbage.connections = 0
    gc.collect()
    return True
