"""The choices of gems for policy.py: swaps with the right neighbour and with the upper one, by the
stones around."""

import numpy

GAME = "gems"
VIEW = 0  # the whole board
RADIUS = 2
SETTINGS = {"max_moves": 40, "rows": 60}  # of the fields to train on: short games
KINDS = 2

RIGHT = numpy.indices((10, 9)).reshape(2, -1)
UP = numpy.indices((9, 10)).reshape(2, -1)
ROWS, COLUMNS = numpy.hstack([RIGHT, UP])
SWAPS = numpy.repeat([0, 1], 90)


def action(observation, seat, parts, pick):
    return pick(SWAPS, ROWS, COLUMNS)
