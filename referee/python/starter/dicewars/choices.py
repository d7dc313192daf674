"""The choices of dicewars for policy.py: battles, transfers and the end of the turn, by the two areas."""

import numpy

GAME = "dicewars"
VIEW = 0  # the whole board
RADIUS = 0
SETTINGS = {"areas": 10, "max_battles": 200}  # of the fields to train on: short games
KINDS = 3
BATTLE, TRANSFER, END = range(KINDS)
OTHER_OWNER = 3  # the plane


def action(observation, seat, parts, pick):
    rows, columns = numpy.indices(observation.shape[1:]).reshape(2, -1)
    kinds = numpy.where(observation[OTHER_OWNER, rows, columns] == 1, TRANSFER, BATTLE)
    return pick(*(numpy.insert(numbers, 0, first) for numbers, first in ((kinds, END), (rows, 0), (columns, 0))))
