"""Gymnasium's spaces of what an encoding declares."""

from typing import Any

import numpy as np
from gymnasium import spaces

from fimbul.core.encoding import Encoding
from fimbul.envs.course import MASK


def space_of(encoding: Encoding[Any]) -> spaces.Dict:
    """The space of the observations: the arrays of the game, and the mask of what may be chosen."""
    boxes: dict[str, spaces.Space[Any]] = {
        name: spaces.Box(shape.least, shape.greatest, shape.measures, np.dtype(shape.kind).type)
        for name, shape in encoding.shapes.items()
    }
    return spaces.Dict(boxes | {MASK: spaces.Box(0, 1, (encoding.size,), np.int8)})
