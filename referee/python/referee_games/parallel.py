"""PettingZoo's parallel interface over a batch of one, without PettingZoo.

See referee/python/README.md, "PettingZoo". For speed use Batch.
"""

import numpy

from ._native import Batch
from .gymnasium_or_own_spaces import Box, Discrete, MultiDiscrete


class ParallelEnv:
    """One game. The agents are named seat_1, seat_2, …"""

    def __init__(self, game, seats=0, seed=0, **options):
        self._batch = Batch(game, size=1, seats=seats, seed=seed, observe_all=True, **options)
        self._fresh_seed = numpy.random.default_rng(seed)
        self._actions = numpy.full(self._batch.action_shape, -1, numpy.int64)
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(self._batch.seats)]
        self.agents = []
        self._observation_space = Box(0, 255, self._batch.observations.shape[2:], numpy.uint8)
        self._action_space = space_of_actions(self._batch)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.metadata = {"name": game, "render_modes": [], "is_parallelizable": True}
        self.render_mode = None

    @property
    def unwrapped(self):
        return self

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    def observation_space(self, agent):
        """The same object for each agent: all see planes of the same shape."""
        return self._observation_space

    def action_space(self, agent):
        return self._action_space

    def reset(self, seed=None, options=None):
        """A new game. The same seed gives the same field; without a seed, each game has a new one
        that follows from the last seed given."""
        fresh = int(self._fresh_seed.integers(2**62)) if seed is None else seed
        self._batch.reset(fresh)
        if seed is not None:
            self._fresh_seed = numpy.random.default_rng(fresh)
        self.agents = list(self.possible_agents)
        return self._observations(self.agents), self._infos(self.agents)

    def step(self, actions):
        """Plays a turn. Agents that aren't to move (`to_move` in their info) need no action."""
        if not self.agents:
            raise RuntimeError("the game is over; call reset()")
        self._actions.fill(-1)
        for agent, action in actions.items():
            numpy.copyto(self._actions[0, self._seats[agent], ...], action, casting="same_kind")
        self._batch.step(self._actions)
        playing = self.agents
        done = {agent: bool(self._of(self._batch.done, agent)) for agent in playing}
        rewards = {agent: float(self._of(self._batch.rewards, agent)) for agent in playing}
        # An agent that is out is in everything that this step returns, and in nothing afterwards.
        self.agents = [agent for agent in playing if not done[agent]]
        truncated = dict.fromkeys(playing, False)
        return self._observations(playing), rewards, done, truncated, self._infos(playing)

    def state(self):
        """The observations of all seats in one array."""
        return self._batch.observations[0].copy()

    def render(self):
        return None

    def close(self):
        self.agents = []

    def _of(self, array, agent):
        return array[0, self._seats[agent]]

    def _observations(self, agents):
        return {agent: self._of(self._batch.observations, agent).copy() for agent in agents}

    def _mask(self, agent):
        """As sample() of Gymnasium's spaces takes it: int8, and for a plan one for each part."""
        mask = self._of(self._batch.legal, agent).astype(numpy.int8)
        parts = self._batch.action_shape[2:]
        return (mask,) * parts[0] if parts else mask

    def _infos(self, agents):
        return {
            agent: {
                "action_mask": self._mask(agent),
                "to_move": bool(self._of(self._batch.to_move, agent)),
            }
            for agent in agents
        }


def space_of_actions(batch):
    parts = batch.action_shape[2:]
    count = batch.action_count
    return MultiDiscrete([count] * parts[0]) if parts else Discrete(count)


def parallel_env(game, seats=0, seed=0, **options):
    """A game with PettingZoo's parallel interface; the options are those of Batch."""
    return ParallelEnv(game, seats, seed, **options)
