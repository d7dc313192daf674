"""A policy with a hidden layer: what an AI of league.py plays with. It needs NumPy alone.

Each choice has a kind and a place on the board (choices.py). The hidden layer sees the cells around the place in all
planes, the same layer at every place; its numbers, weighted by kind, are the choice's score. Their mean over all places,
weighted, estimates how the game will end; only the training needs that.

choices.py may have `seen(observations)`, which makes other planes of those of the game: uint8 [games, planes, height,
width]. A game of plans may have `actions` there instead of `action`, for several games at once: of what `seen` returned,
the seats, and a `pick` that also takes, of each unit, the number of its game and the part of the plan.
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
        return self.actions(
            seen(observation[None]), legal[None], numpy.array([seat]), parts, lambda _kinds, _cells, scores, *_: scores.argmax(axis=-1)
        )[0]

    def actions(self, observations, legal, seats, parts, choose):
        """The actions of which `choose` picks each part. The observations are what `seen` returns.

        `choose` gets kinds and scores of the legal choices, each with a row for each unit; the cells around their places,
        one row for all choices of a unit if they have the same place; the observation of each unit; and the part of
        the plan that is chosen, if choices.py has `actions`.
        """
        wide = widened(observations)

        def picker(of):
            def pick(kinds, rows, columns, units_of=None, part=None):
                """The picked choice of these, or of each row of them if they are those of several units."""
                allowed = numpy.flatnonzero(legal[of])
                each_of = numpy.full(1, of) if units_of is None else units_of
                kinds, rows, columns = (numpy.atleast_2d(each)[:, allowed] for each in (kinds, rows, columns))
                if (rows == rows[:, :1]).all() and (columns == columns[:, :1]).all():
                    rows, columns = rows[:, :1], columns[:, :1]
                cells = around(wide, rows.ravel(), columns.ravel(), numpy.repeat(each_of, rows.shape[1]))
                hidden = self.hidden(SCALE[cells]).reshape(*rows.shape, -1)
                scores = (hidden * self.arrays["second"][kinds]).sum(axis=-1) + self.arrays["second_bias"][kinds]
                picked = allowed[choose(kinds, cells, scores, each_of, part)]
                return picked[0] if units_of is None else picked

            return pick

        if hasattr(choices, "actions"):
            return choices.actions(observations, seats, parts, picker(0))
        return [choices.action(each, seat, parts, picker(of)) for of, (each, seat) in enumerate(zip(observations, seats))]


def seen(observations):
    """The planes that a policy sees, of observations as the game has them."""
    return choices.seen(observations) if hasattr(choices, "seen") else observations


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
