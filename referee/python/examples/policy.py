"""A policy with a hidden layer: what an AI of league.py plays with. It needs NumPy alone.

Each choice has a kind and a place on the board (choices.py). The hidden layer sees the cells around the place in all
planes, the same layer at every place; its numbers, weighted by kind, are the choice's score. Their mean over all places,
weighted, estimates how the game will end; only the training needs that.
"""

import choices
import numpy

SIDE = 2 * choices.RADIUS + 1
NAMES = ("first", "first_bias", "second", "second_bias", "value", "value_bias")
#: Most numbers are small; the large ones, such as health, must not outweigh them.
SCALE = (numpy.arange(256) * 2 / (numpy.arange(256) + 4)).astype(numpy.float32)


class Policy:
    """`arrays`: by the NAMES; shapes are in `untrained`."""

    def __init__(self, arrays):
        self.arrays = arrays

    @classmethod
    def untrained(cls, planes, hidden, random):
        inputs = planes * SIDE * SIDE
        shapes = ((inputs, hidden), (hidden,), (choices.KINDS, hidden), (choices.KINDS,), (hidden,), (1,))
        arrays = {name: numpy.zeros(shape, numpy.float32) for name, shape in zip(NAMES, shapes)}
        arrays["first"] += random.normal(0, numpy.sqrt(2 / inputs), shapes[0])
        arrays["second"] += random.normal(0, 0.1 / numpy.sqrt(hidden), shapes[2])
        return cls(arrays)

    @classmethod
    def load(cls, path):
        with numpy.load(path) as kept:
            return cls({name: kept[name].astype(numpy.float32) for name in NAMES})

    def save(self, path):
        """In two bytes a number."""
        numpy.savez_compressed(path, **{name: self.arrays[name].astype(numpy.float16) for name in NAMES})

    def hidden(self, cells):
        """Of the cells around each place, float32 [places, inputs]."""
        return numpy.maximum(cells @ self.arrays["first"] + self.arrays["first_bias"], 0)

    def best(self, observation, legal, seat, parts):
        """The legal action with the highest score; for a plan all its parts."""
        return self.action(observation, legal, seat, parts, lambda _kinds, _cells, scores: int(scores.argmax()))

    def action(self, observation, legal, seat, parts, choose):
        """The action of which `choose` picks each part, by kinds and scores of the legal choices and the
        cells around their places."""
        wide = widened(observation)

        def pick(kinds, rows, columns):
            allowed = numpy.flatnonzero(legal)
            kinds, rows, columns = kinds[allowed], rows[allowed], columns[allowed]
            cells = around(wide, rows, columns)
            scores = (self.hidden(SCALE[cells]) * self.arrays["second"][kinds]).sum(axis=1)
            return int(allowed[choose(kinds, cells, scores + self.arrays["second_bias"][kinds])])

        return choices.action(observation, seat, parts, pick)


def widened(observations):
    """With zeros around the board, so that each cell has all its neighbours."""
    edge = [(choices.RADIUS, choices.RADIUS)] * 2
    return numpy.pad(observations, [(0, 0)] * (observations.ndim - 2) + edge)


def around(wide, rows, columns, games=None):
    """The cells around each place, uint8 [places, inputs]; `games`: of which observation."""
    square = numpy.arange(SIDE)
    rows, columns = rows[:, None, None] + square[:, None], columns[:, None, None] + square
    if games is None:
        cells = wide[:, rows, columns].swapaxes(0, 1)
    else:
        cells = wide[games[:, None, None, None], numpy.arange(wide.shape[1])[:, None, None], rows[:, None], columns[:, None]]
    return cells.reshape(len(rows), -1)
