"""The spaces of observations and actions: Gymnasium's if it is installed, otherwise these, which
have the methods that learners use."""

from typing import TYPE_CHECKING, Any, Optional, Sequence, Tuple

import numpy
from numpy.typing import ArrayLike, DTypeLike, NDArray


class Space:
    def __init__(self, shape: Sequence[int], dtype: DTypeLike) -> None:
        self.shape: Tuple[int, ...] = tuple(shape)
        self.dtype: "numpy.dtype[Any]" = numpy.dtype(dtype)
        self._random = numpy.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> None:
        self._random = numpy.random.default_rng(seed)

    def contains(self, value: Any) -> bool:
        raise NotImplementedError

    def __contains__(self, value: Any) -> bool:
        return self.contains(value)


def allowed_by(mask: Any, count: int) -> NDArray[numpy.intp]:
    """The numbers that a mask allows. As in Gymnasium it is an array of int8, one value for each."""
    if not isinstance(mask, numpy.ndarray) or mask.dtype != numpy.int8 or mask.shape != (count,):
        what = f"{mask.dtype} {mask.shape}" if isinstance(mask, numpy.ndarray) else type(mask).__name__
        raise ValueError(f"the mask is {what}; give an array of int8 with the shape ({count},)")
    return numpy.flatnonzero(mask)


class Box(Space):
    """Arrays of integers from `low` to `high`."""

    def __init__(self, low: int, high: int, shape: Sequence[int], dtype: DTypeLike) -> None:
        super().__init__(shape, dtype)
        self.low: NDArray[Any] = numpy.full(shape, low, dtype)
        self.high: NDArray[Any] = numpy.full(shape, high, dtype)

    def contains(self, value: Any) -> bool:
        return (
            isinstance(value, numpy.ndarray)
            and value.shape == self.shape
            and value.dtype == self.dtype
            and bool((value >= self.low).all() and (value <= self.high).all())
        )

    def sample(self) -> NDArray[Any]:
        dtype: Any = self.dtype
        drawn: NDArray[Any] = self._random.integers(self.low, self.high, endpoint=True, dtype=dtype)
        return drawn


class Discrete(Space):
    """The integers from 0 to n - 1."""

    def __init__(self, n: int) -> None:
        super().__init__((), numpy.int64)
        self.n = n

    def contains(self, value: Any) -> bool:
        return isinstance(value, (int, numpy.integer)) and bool(0 <= value < self.n)

    def sample(self, mask: Optional[NDArray[numpy.int8]] = None) -> int:
        """A number; one that the mask allows, if there is one. Raises ValueError for other masks
        than arrays of int8 with n values."""
        choices = numpy.arange(self.n) if mask is None else allowed_by(mask, self.n)
        return int(self._random.choice(choices)) if len(choices) else 0


class MultiDiscrete(Space):
    """Arrays of integers, each below its own limit."""

    def __init__(self, nvec: ArrayLike) -> None:
        self.nvec: NDArray[numpy.int64] = numpy.asarray(nvec, numpy.int64)
        super().__init__(self.nvec.shape, numpy.int64)

    def contains(self, value: Any) -> bool:
        value = numpy.asarray(value)
        return value.shape == self.shape and bool(((value >= 0) & (value < self.nvec)).all())

    def sample(self, mask: Optional[Sequence[NDArray[numpy.int8]]] = None) -> NDArray[numpy.int64]:
        """Numbers; such as the masks allow, one mask for each number, if there are any. Raises
        ValueError for masks that don't fit."""
        if mask is None:
            drawn: NDArray[numpy.int64] = self._random.integers(self.nvec)
            return drawn
        if not isinstance(mask, tuple) or len(mask) != len(self.nvec):
            raise ValueError(f"the mask isn't a tuple of {len(self.nvec)} masks; give one for each number")
        allowed = [allowed_by(part, int(count)) for part, count in zip(mask, self.nvec)]
        return numpy.array([self._random.choice(part) if len(part) else 0 for part in allowed], numpy.int64)


if not TYPE_CHECKING:
    try:
        from gymnasium.spaces import Box, Discrete, MultiDiscrete
    except ImportError:
        pass
