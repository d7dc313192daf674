"""The spaces of observations and actions: Gymnasium's if it is installed, otherwise these, which
have the methods that learners use."""

import numpy

try:
    from gymnasium.spaces import Box, Discrete, MultiDiscrete
except ImportError:

    class Space:
        def __init__(self, shape, dtype):
            self.shape = tuple(shape)
            self.dtype = numpy.dtype(dtype)
            self._random = numpy.random.default_rng()

        def seed(self, seed=None):
            self._random = numpy.random.default_rng(seed)

        def __contains__(self, value):
            return self.contains(value)

    class Box(Space):  # type: ignore[no-redef]
        """Arrays of integers from `low` to `high`."""

        def __init__(self, low, high, shape, dtype):
            super().__init__(shape, dtype)
            self.low = numpy.full(shape, low, dtype)
            self.high = numpy.full(shape, high, dtype)

        def contains(self, value):
            return (
                isinstance(value, numpy.ndarray)
                and value.shape == self.shape
                and value.dtype == self.dtype
                and bool((value >= self.low).all() and (value <= self.high).all())
            )

        def sample(self):
            return self._random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)

    class Discrete(Space):  # type: ignore[no-redef]
        """The integers from 0 to n - 1."""

        def __init__(self, n):
            super().__init__((), numpy.int64)
            self.n = n

        def contains(self, value):
            return isinstance(value, (int, numpy.integer)) and 0 <= value < self.n

        def sample(self, mask=None):
            """A number; one that the mask allows, if there is one."""
            choices = numpy.flatnonzero(mask) if mask is not None else numpy.arange(self.n)
            return int(self._random.choice(choices)) if len(choices) else 0

    class MultiDiscrete(Space):  # type: ignore[no-redef]
        """Arrays of integers, each below its own limit."""

        def __init__(self, nvec):
            self.nvec = numpy.asarray(nvec, numpy.int64)
            super().__init__(self.nvec.shape, numpy.int64)

        def contains(self, value):
            value = numpy.asarray(value)
            return value.shape == self.shape and bool(((value >= 0) & (value < self.nvec)).all())

        def sample(self, mask=None):
            """Numbers; such as the masks allow, one mask for each number, if there are any."""
            if mask is None:
                return self._random.integers(self.nvec)
            allowed = (numpy.flatnonzero(part) for part in mask)
            return numpy.array([self._random.choice(part) if len(part) else 0 for part in allowed])
