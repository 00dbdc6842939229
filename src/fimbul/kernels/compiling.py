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


@contextmanager
def first_use(name: str) -> Iterator[None]:
    """Tell a person who waits that something is compiled, if it is not in the cache yet."""
    mark = cache_folder() / f"{name}.ready"
    if mark.exists():
        yield
        return
    print(f"fimbul: compiling the kernel of {name}, once (about half a minute)", file=sys.stderr, flush=True)
    yield
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()
