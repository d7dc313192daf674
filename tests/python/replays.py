"""Single games in a batch of one, for tests that replay what others have played."""

import numpy
import referee_games


class Replay:
    """A game on a field, played by actions of which each must be given."""

    def __init__(self, folder, game, field):
        path = folder / "field.dat"
        path.write_text(field)
        self.batch = referee_games.Batch(game, size=1, fields=[str(path)], observations=False)
        self.rewards = numpy.zeros(self.batch.seats)

    @property
    def state(self):
        return self.batch.state(0)

    @property
    def is_over(self):
        return bool(self.batch.over[0])

    @property
    def mover(self):
        """The seat whose turn it is, from 0, in games in which one moves."""
        (movers,) = numpy.nonzero(self.batch.to_move[0])
        assert len(movers) == 1
        return int(movers[0])

    def step(self, actions):
        """Plays a turn: `actions` by seat; -1 is none, as of an AI that fails."""
        assert not self.is_over
        self.batch.step(numpy.array(actions, numpy.int32).reshape(self.batch.action_shape))
        self.rewards += self.batch.rewards[0]
