"""A policy that gives each choice a score: a weighted sum of the cells around its place on the board.

Replace it with a network of your own. `best` is what bot.py calls.
"""

import choices
import numpy


class Policy:
    """Weights [kinds of choices, numbers of an input]."""

    def __init__(self, weights):
        self.weights = weights

    @classmethod
    def untrained(cls, planes):
        side = 2 * choices.RADIUS + 1
        return cls(numpy.zeros((choices.KINDS, planes * side * side + 1), numpy.float32))

    @classmethod
    def load(cls, path):
        return cls(numpy.loadtxt(path, numpy.float32, ndmin=2))

    def save(self, path):
        numpy.savetxt(path, self.weights, "%.3g")

    def best(self, observation, legal, seat, parts):
        """The legal action with the highest score; for a plan all its parts."""
        return self.action(observation, legal, seat, parts, lambda scores: int(scores.argmax()))

    def action(self, observation, legal, seat, parts, choose, learn=None):
        """The action of which `choose` picks each part by the scores of all choices. `learn` is called
        with kinds, inputs, scores and the pick of each."""
        # Most numbers are small; the large ones, such as health, must not outweigh them.
        seen = observation / (observation + numpy.float32(4))
        wide = numpy.pad(seen, ((0, 0), *[(choices.RADIUS, choices.RADIUS)] * 2))

        def pick(kinds, rows, columns):
            inputs = self.inputs(wide, rows, columns)
            scores = numpy.where(legal == 1, (inputs * self.weights[kinds]).sum(axis=1), -1e9)
            picked = choose(scores)
            if learn:
                learn(kinds, inputs, scores, picked)
            return picked

        return choices.action(observation, seat, parts, pick)

    @staticmethod
    def inputs(wide, rows, columns):
        """For each choice the cells around its place in all planes, and a constant 1."""
        square = numpy.arange(2 * choices.RADIUS + 1)
        cells = wide[:, rows[:, None, None] + square[:, None], columns[:, None, None] + square]
        flat = cells.transpose(1, 0, 2, 3).reshape(len(rows), -1)
        return numpy.hstack([flat, numpy.ones((len(rows), 1), numpy.float32)])
