"""Many games side by side in their kernels (extra `fast`)."""

from typing import Any

from fimbul.core import BadOption
from fimbul.core.wording import either
from fimbul.envs.vectors.batch import FimbulVector
from fimbul.envs.vectors.fimbulvetr import FimbulvetrVector
from fimbul.envs.vectors.valknut import ValknutVector

VECTORS: dict[str, type[FimbulVector]] = {"fimbulvetr": FimbulvetrVector, "valknut": ValknutVector}


def make(slug: str, number: int, options: dict[str, Any], **more: Any) -> FimbulVector:
    """A vector environment."""
    if slug not in VECTORS:
        raise BadOption(f"There is no vector environment of '{slug}'; there is one of {either(VECTORS)}.")
    return VECTORS[slug](slug, number, options, **more)
