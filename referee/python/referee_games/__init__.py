"""The referee's games for programs that learn. referee/python/README.md says how."""

from ._native import Batch, UserError, games
from .parallel import ParallelEnv, parallel_env

#: A game that is over begins anew in the next step, in which its actions don't count.
AUTORESET_MODE = "next_step"

__all__ = ["AUTORESET_MODE", "Batch", "ParallelEnv", "UserError", "games", "parallel_env"]
