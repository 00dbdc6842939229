"""The arrays that kernels work on."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[np.int64]
Reals: TypeAlias = npt.NDArray[np.float64]
Bytes: TypeAlias = npt.NDArray[np.int8]
