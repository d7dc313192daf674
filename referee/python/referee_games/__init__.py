"""The referee's games for training. See referee/python/README.md."""

from ._native import Batch, Clone, Game, UserError, __version__, games
from .arguments import explain
from .parallel import ParallelEnv, parallel_env
from .player import PlayerError, Situation, play

explain(Batch)
explain(Game)

#: A game that is over starts again in the next step, in which its actions don't count.
AUTORESET_MODE = "next_step"

__all__ = [
    "AUTORESET_MODE",
    "Batch",
    "Clone",
    "Game",
    "ParallelEnv",
    "PlayerError",
    "Situation",
    "UserError",
    "__version__",
    "games",
    "parallel_env",
    "play",
]
