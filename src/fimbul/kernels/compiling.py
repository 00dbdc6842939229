"""How kernels are compiled: once, kept on disk under a name that changes with any source they are made from.

numba looks only at the file of the function it compiles, so a change in a function that is called from
another file would go unnoticed.  The cache's folder is therefore named after all sources that are compiled.
"""

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs
from numba.core.event import Listener, install_listener

from fimbul.games import game

settings: Any = numba.config
jit: Any = numba.njit  # its types do not know `_nrt`

Compiled = TypeVar("Compiled", bound=Callable[..., Any])


@functools.cache
def cache_folder() -> Path:
    """Where the machine code of these sources is kept."""
    digest = blake2b(numba.__version__.encode(), digest_size=6)
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        text = source.read_bytes()
        if b"@compiled" in text or source.name == "layout.py":  # the others hand arrays over, no more
            digest.update(text)
    return Path(platformdirs.user_cache_dir("fimbul")) / f"kernels-{digest.hexdigest()}"


def compiled(function: Compiled, *, any_order: bool = False) -> Compiled:
    """Compile a function of plain numbers and arrays when it is first called; it releases the GIL.

    No function makes an array of its own, so nothing needs to be counted: counting references at every call
    would cost more than most of these functions do.
    """
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(cache_folder())  # read when the function is decorated
    try:
        made: Compiled = jit(cache=True, nogil=True, error_model="numpy", fastmath=any_order, _nrt=False)(
            function
        )
        return made
    finally:
        settings.CACHE_DIR = before


def compiled_exact(function: Compiled) -> Compiled:
    """Compile a function whose sums of reals are all exact, so that they may be added up in any order."""
    return compiled(function, any_order=True)


class Teller(Listener):
    """Tells a person who waits that a kernel is compiled, when the first of its functions really is."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.told = False

    def on_start(self, event: Any) -> None:
        """Say so once."""
        if not self.told:
            self.told = True
            print(
                f"fimbul: compiling the kernel of {game(self.slug).title}, once (up to a minute)",
                file=sys.stderr,
                flush=True,
            )

    def on_end(self, event: Any) -> None:
        """Say nothing more: the game goes on."""


@contextmanager
def first_use(slug: str) -> Iterator[None]:
    """Tell a person who waits that something is compiled, if it does not come from the cache.

    Only numba knows whether it does: it looks at the place of the sources and at the processor too.
    """
    with install_listener("numba:compile", Teller(slug)):
        yield
