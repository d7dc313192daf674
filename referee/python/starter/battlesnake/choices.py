"""The choices of battlesnake for policy.py: four directions, by the square around one's own head."""

import numpy

GAME = "battlesnake"
VIEW = 4  # cells that a seat sees in each direction
RADIUS = VIEW
SETTINGS: "dict[str, object]" = {}  # of the fields to train on: as they are
KINDS = 4


def action(observation, seat, parts, pick):
    centre = numpy.full(KINDS, VIEW)
    return pick(numpy.arange(KINDS), centre, centre)
