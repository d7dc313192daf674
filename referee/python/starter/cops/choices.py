"""The choices of cops for policy.py: letter after letter of a plan, by the square around where the unit
would be by then."""

import numpy

GAME = "cops"
VIEW = 0  # the whole board
RADIUS = 4
LETTERS = 5
SETTINGS = {"ticks": 60}  # of the fields to train on: short games
KINDS = 2 * LETTERS  # those of the thief, those of the cops
THIEF, COP = 4, 5  # planes
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1), (0, 0))  # rows and columns: N E S W and stay


def action(observation, seat, parts, pick):
    last = len(observation[0]) - 1
    length = parts // max(int(observation[COP].max()), 1)
    plan = numpy.full(parts, LETTERS - 1)
    for place in numpy.argwhere(observation[COP if seat else THIEF]):
        # Of several cops on a cell only the last is seen; the others stay.
        unit = int(observation[COP][tuple(place)]) - 1 if seat else 0
        for tick in range(length):
            rows, columns = (numpy.full(LETTERS, at) for at in place)
            letter = pick(numpy.arange(LETTERS) + (LETTERS if seat else 0), rows, columns)
            plan[unit * length + tick] = letter
            place = numpy.clip(place + STEPS[letter], 0, last)
    return plan
