"""The referee's games for training. See referee/python/README.md."""

from ._native import Batch, UserError, games
from .parallel import ParallelEnv, parallel_env

#: A game that is over starts again in the next step, in which its actions don't count.
AUTORESET_MODE = "next_step"

__all__ = ["AUTORESET_MODE", "Batch", "ParallelEnv", "UserError", "games", "parallel_env"]
