"""The choices of cops for policy.py: letter after letter of a plan, by the cells around where the unit would be by then.

Beside the game's planes it sees what the whole board says of a cell: how many steps it is away from what matters, and
in which directions the steps become fewer. Walls and gates count as if they stood still.
"""

import numpy

GAME = "cops"
VIEW = 0  # the whole board
RADIUS = 0
SETTINGS = {"ticks": 100}  # of the fields to train on: short games
LETTERS = 5
RANKS = 5  # of cops, by their steps to the thief; the others are like the last
KINDS = LETTERS * (1 + RANKS)  # those of the thief, those of the first cop, …

WALL, GATE, THIEF, COP, RING, OUTSIDE = 0, 1, 4, 5, 6, 7  # planes
OWN_PLANES = 9
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1), (0, 0))  # rows and columns: N E S W and stay
FAR = 255
FROM_THIEF = OWN_PLANES + 1  # the plane of the steps from the thief


def seen(observations):
    """The game's planes, where no cop is nearer to a gate, and six distances, each with planes of the four directions in
    which it becomes smaller, that from the cops also with those in which it grows."""
    boards = observations.reshape(-1, *observations.shape[-3:])
    gates = boards[:, GATE] > 0
    inner = (boards[:, WALL] == 0) & (boards[:, RING] == 0) & (boards[:, OUTSIDE] == 0)
    thief = steps_from(boards[:, THIEF] > 0, inner | gates)
    cops = steps_from(boards[:, COP] > 0, inner)
    gate = steps_from(gates, inner)
    # Where the thief comes first, it may pass; where a cop can wait for it on a shortest way out, it should.
    first = thief < cops
    passable = steps_from(gates & first, inner & first)
    out = numpy.where(boards[:, THIEF] > 0, gate, FAR).min(axis=(1, 2))[:, None, None].astype(numpy.int16)
    on_way = (thief.astype(numpy.int16) + gate == out) & inner & (out < FAR)
    meeting = steps_from(on_way & ~first, inner)
    # Ways out that keep away from the cops, as far as they are now.
    wide = steps_from(gates & (cops > 2), inner & (cops > 2))
    nearest = numpy.where(boards[:, COP] > 0, gate, FAR).min(axis=(1, 2))[:, None, None]
    added = [gate == nearest]
    for steps in (thief, cops, gate, passable, wide, meeting):
        added.append(steps)
        added.extend(towards(steps))
    added.extend(towards(numpy.where(inner, FAR - cops, FAR)))
    boards = numpy.concatenate([boards, numpy.stack(added, axis=1).astype(numpy.uint8)], axis=1)
    return boards.reshape(*observations.shape[:-3], *boards.shape[1:])


def steps_from(goals, free):
    """How many steps each free cell is away from the nearest goal; FAR if there is no way."""
    steps = numpy.where(goals, 0, FAR).astype(numpy.uint8)
    reached = goals
    for step in range(1, FAR):
        wider = reached.copy()
        wider[:, 1:] |= reached[:, :-1]
        wider[:, :-1] |= reached[:, 1:]
        wider[:, :, 1:] |= reached[:, :, :-1]
        wider[:, :, :-1] |= reached[:, :, 1:]
        wider &= free | goals
        front = wider & ~reached
        if not front.any():
            break
        steps[front] = step
        reached = wider
    return steps


def towards(steps):
    """For each direction, where a step that way makes the distance smaller."""
    wide = numpy.pad(steps, [(0, 0), (1, 1), (1, 1)], constant_values=FAR)
    height, width = steps.shape[1:]
    return [wide[:, 1 + row : 1 + row + height, 1 + column : 1 + column + width] < steps for row, column in STEPS[:4]]


def actions(observations, seats, parts, pick):
    boards = observations[:, COP] * (seats[:, None, None] > 0) + observations[:, THIEF] * (seats[:, None, None] == 0)
    length = parts // max(int(observations[:, COP].max()), 1)
    plans = numpy.full((len(seats), parts), LETTERS - 1)
    games, rows, columns = numpy.nonzero(boards)
    # Of several cops on a cell only the last is seen; the others stay.
    first_parts = (boards[games, rows, columns].astype(int) - 1) * length
    ranks = ranked(games, numpy.where(seats[games] == 0, -1, observations[games, FROM_THIEF, rows, columns]))
    ranks = numpy.where(seats[games] == 0, 0, 1 + ranks.clip(max=RANKS - 1))
    free = (observations[:, WALL] == 0) & (observations[:, RING] == 0) & (observations[:, OUTSIDE] == 0)
    free |= (seats[:, None, None] == 0) & (observations[:, GATE] > 0)
    free = numpy.pad(free, [(0, 0), (1, 1), (1, 1)])
    kinds = LETTERS * ranks[:, None] + numpy.arange(LETTERS)
    steps = numpy.array(STEPS)
    for tick in range(length if len(games) else 0):
        at = (numpy.repeat(each[:, None], LETTERS, axis=1) for each in (rows, columns))
        letters = pick(kinds, *at, games, first_parts + tick)
        plans[games, first_parts + tick] = letters
        down, across = steps[letters].T
        can = free[games, 1 + rows + down, 1 + columns + across]
        rows, columns = rows + down * can, columns + across * can
    return plans


def ranked(games, numbers):
    """The place of each number among those of its game, from 0; `games` ascends."""
    order = numpy.lexsort((numbers, games))
    places = numpy.empty(len(games), int)
    places[order] = numpy.arange(len(games)) - numpy.searchsorted(games, games)
    return places
