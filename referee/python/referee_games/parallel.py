"""PettingZoo's parallel interface over a batch of one, without PettingZoo.

See referee/python/README.md, "PettingZoo". For speed use Batch.
"""

from typing import Any, Dict, List, Mapping, NoReturn, Optional, Sequence, Tuple, Union

import numpy
from numpy.typing import NDArray

from ._native import Batch
from .arguments import ArgumentError, refuse, require_integer, shown
from .gymnasium_or_own_spaces import Box, Discrete, MultiDiscrete

Observations = Dict[str, NDArray[numpy.uint8]]
Infos = Dict[str, Dict[str, Any]]
Step = Tuple[Observations, Dict[str, float], Dict[str, bool], Dict[str, bool], Infos]


class ParallelEnv:
    """One game. The agents are named seat_1, seat_2, …"""

    metadata: Dict[str, Any]

    def __init__(
        self,
        game: str,
        seats: int = 0,
        seed: int = 0,
        *,
        settings: Mapping[str, object] = {},
        fields: Sequence[Any] = (),
        view: int = 0,
        **others: object,
    ) -> None:
        for name in others:
            raise ArgumentError(
                f"parallel_env has no option {name!r}; it has seats, seed, settings, fields and view"
            )
        self._batch = Batch(
            game, 1, seats, seed, settings=settings, fields=fields, view=view, observe_all=True
        )
        self._first_seed: Optional[int] = int(seed)
        self._fresh_seed = numpy.random.default_rng(int(seed))
        self._actions = numpy.full(self._batch.action_shape, -1, numpy.int32)
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(self._batch.seats)]
        self.agents: List[str] = []
        box = Box(0, 255, self._batch.observations.shape[2:], numpy.uint8)
        #: The same object for each agent: all see planes of the same shape.
        self.observation_spaces: Dict[str, Box] = dict.fromkeys(self.possible_agents, box)
        self.action_spaces: Dict[str, Union[Discrete, MultiDiscrete]] = dict.fromkeys(
            self.possible_agents, space_of_actions(self._batch)
        )
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.metadata = {"name": game, "render_modes": [], "is_parallelizable": True}
        self.render_mode = None

    @property
    def unwrapped(self) -> "ParallelEnv":
        return self

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    def observation_space(self, agent: str) -> Box:
        """The same object for each agent: all see planes of the same shape."""
        self._seat_of(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Union[Discrete, MultiDiscrete]:
        self._seat_of(agent)
        return self.action_spaces[agent]

    def reset(
        self, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None
    ) -> Tuple[Observations, Infos]:
        """A new game. The same seed, from 0 to 2**64 - 1, gives the same game. Without a seed, the
        first game is that of the constructor's seed, and each later one has a seed that follows
        from the last one given."""
        if seed is not None:
            require_integer("seed", seed)
        given = self._first_seed if seed is None else int(seed)
        self._first_seed = None
        if given is not None:
            self._fresh_seed = numpy.random.default_rng(given)
        self._batch.reset(int(self._fresh_seed.integers(2**62)) if given is None else given)
        self.agents = list(self.possible_agents)
        return self._observations(self.agents), self._infos(self.agents)

    def step(self, actions: Mapping[str, Any]) -> Step:
        """Plays a turn: one action of each agent that is to move (`to_move` in its info); those of
        others don't count. Raises an error that is ValueError and TypeError for a missing one, an
        unknown agent, and what isn't in the action space; an action that the mask forbids is a
        fault in the game."""
        if not self.agents:
            raise RuntimeError("the game is over; call reset()")
        self._require_actions(actions)
        self._batch.step(self._actions)
        playing = self.agents
        done = {agent: bool(self._of(self._batch.done, agent)) for agent in playing}
        rewards = {agent: float(self._of(self._batch.rewards, agent)) for agent in playing}
        # An agent that is out is in everything that this step returns, and in nothing afterwards.
        self.agents = [agent for agent in playing if not done[agent]]
        truncated = dict.fromkeys(playing, False)
        return self._observations(playing), rewards, done, truncated, self._infos(playing)

    def state(self) -> NDArray[numpy.uint8]:
        """The observations of all seats in one array."""
        seen: NDArray[numpy.uint8] = self._batch.observations[0].copy()
        return seen

    def render(self) -> None:
        return None

    def close(self) -> None:
        self.agents = []

    def _seat_of(self, agent: str) -> int:
        try:
            return self._seats[agent]
        except (KeyError, TypeError):
            known = ", ".join(self.possible_agents)
            raise ArgumentError(f"there is no agent {shown(agent)}; the agents are {known}") from None

    def _require_actions(self, actions: Mapping[str, Any]) -> None:
        """Writes them into the row of the batch. Raises ArgumentError."""
        if not isinstance(actions, Mapping):
            refuse("actions", actions, "a dictionary of actions by agent")
        for agent in actions:
            self._seat_of(agent)
        to_move = [agent for agent in self.agents if self._of(self._batch.to_move, agent)]
        for agent in to_move:
            if agent not in actions:
                raise ArgumentError(f"no action of {agent}; give one of each agent to move: {', '.join(to_move)}")
        self._actions.fill(-1)
        for agent in to_move:
            self._actions[0, self._seats[agent], ...] = self._checked(agent, actions[agent])

    def _checked(self, agent: str, action: Any) -> NDArray[Any]:
        """The action as an array of integers, if it is in the agent's space. Raises ArgumentError."""
        try:
            numbers: NDArray[Any] = numpy.asarray(action)
        except (TypeError, ValueError):  # rows of different lengths
            self._refuse(agent, action)
        if numbers.dtype.kind not in "iu" or numbers.shape != self._batch.action_shape[2:]:
            self._refuse(agent, action)
        if ((numbers < 0) | (numbers >= self._batch.action_count)).any():
            self._refuse(agent, action)
        return numbers

    def _refuse(self, agent: str, action: Any) -> NoReturn:
        parts = self._batch.action_shape[2:]
        wanted = f"{parts[0]} integers" if parts else "an integer"
        refuse(f"the action of {agent}", action, f"{wanted} from 0 to {self._batch.action_count - 1}")

    def _of(self, array: NDArray[Any], agent: str) -> Any:
        return array[0, self._seats[agent]]

    def _observations(self, agents: Sequence[str]) -> Observations:
        return {agent: self._of(self._batch.observations, agent).copy() for agent in agents}

    def _mask(self, agent: str) -> Union[NDArray[numpy.int8], Tuple[NDArray[numpy.int8], ...]]:
        """As sample() of Gymnasium's spaces takes it: int8, and for a plan one for each part."""
        mask: NDArray[numpy.int8] = self._of(self._batch.legal, agent).astype(numpy.int8)
        parts = self._batch.action_shape[2:]
        return (mask,) * parts[0] if parts else mask

    def _infos(self, agents: Sequence[str]) -> Infos:
        return {
            agent: {
                "action_mask": self._mask(agent),
                "to_move": bool(self._of(self._batch.to_move, agent)),
            }
            for agent in agents
        }


def space_of_actions(batch: Batch) -> Union[Discrete, MultiDiscrete]:
    parts = batch.action_shape[2:]
    count = batch.action_count
    return MultiDiscrete([count] * parts[0]) if parts else Discrete(count)


def parallel_env(
    game: str,
    seats: int = 0,
    seed: int = 0,
    *,
    settings: Mapping[str, object] = {},
    fields: Sequence[Any] = (),
    view: int = 0,
    **others: object,
) -> ParallelEnv:
    """A game with PettingZoo's parallel interface. `settings`, `fields` and `view` are those of a
    Batch; its other options are refused, because they have no meaning for one game."""
    return ParallelEnv(game, seats, seed, settings=settings, fields=fields, view=view, **others)
