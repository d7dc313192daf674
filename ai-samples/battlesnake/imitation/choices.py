"""The choices of battlesnake for policy.py: four directions, by the square around one's own head and by what lies there.

Beside the game's planes it sees what the whole board says of a cell: where shortest ways to food begin, and how
much room there is. So a small square is enough. Borders are walls to it, also on a wrapped board.
"""

import numpy

GAME = "battlesnake"
VIEW = 0  # the whole board
RADIUS = 2  # of the square of which the policy sees all planes
SETTINGS = {}  # of the fields to train on: as they are
DIRECTIONS = 4
#: Of each direction: a fatal step, or one that is contested or not, into enough room or not, on the way to food or not.
KINDS = 9 * DIRECTIONS

FOOD, OWN_BODY, OTHER_BODIES, OWN_HEAD, STRONG_HEADS, OUTSIDE = 0, 1, 2, 3, 4, 6  # planes
FAR = 255  # steps
NEIGHBOURS = ((1, 0), (-1, 0), (0, -1), (0, 1))  # rows, from the bottom, and columns: up, down, left, right
ROWS, COLUMNS = RADIUS + numpy.array(NEIGHBOURS).T


def seen(observations):
    """The square around the own head, with four planes more.

    lead: 4 and by how much the own snake is longer than the longest other one, from 0 to 8, in all cells.
    contested: 1 where a head that is as strong may come in this turn.
    room: 8 times the cells of a free region, in lengths of the own snake.
    way: 1 to 21 beside the head, where a shortest way to food begins: the more, the hungrier.
    """
    boards = observations.reshape(-1, *observations.shape[-3:])
    count, _, height, width = boards.shape
    games = numpy.arange(count)
    rows, columns = numpy.divmod(boards[:, OWN_HEAD].reshape(count, -1).argmax(axis=1), width)
    # The last segment of a body leaves its cell in this turn.
    free = (boards[:, OWN_BODY] < 2) & (boards[:, OTHER_BODIES] < 2) & (boards[:, OUTSIDE] == 0)
    steps = steps_to(boards[:, FOOD] > 0, free)
    length = boards[games, OWN_BODY, rows, columns].astype(int)
    room = 8 * sizes_of_regions(free) // length.clip(1)[:, None, None]

    # The cell of a head has the length of its snake.
    lead = length - boards[:, OTHER_BODIES].max(axis=(1, 2))
    strong = boards[:, STRONG_HEADS] > 0
    contested = strong.copy()
    beside(strong, numpy.logical_or, contested)

    side, border = 2 * RADIUS + 1, RADIUS
    inside = slice(border, -border)
    wide = numpy.zeros((count, boards.shape[1] + 4, height + 2 * border, width + 2 * border), numpy.uint8)
    wide[:, OUTSIDE] = 1
    wide[:, :-4, inside, inside] = boards
    wide[:, -4] = (4 + lead).clip(0, 8)[:, None, None]
    wide[:, -3, inside, inside] = contested
    wide[:, -2, inside, inside] = room.clip(max=255)
    wide[:, -1] = FAR
    wide[:, -1, inside, inside] = steps
    square = numpy.arange(side)
    squares = wide[games[:, None, None, None], numpy.arange(wide.shape[1])[:, None, None],
                   (rows[:, None] + square)[:, None, :, None], (columns[:, None] + square)[:, None, None, :]]  # fmt: skip
    near = [squares[:, -1, border + row, border + column].copy() for row, column in NEIGHBOURS]
    least = numpy.minimum.reduce(near)
    hunger = 1 + (100 - boards[games, OWN_HEAD, rows, columns].astype(int)) // 5
    squares[:, -1] = 0
    for (row, column), each in zip(NEIGHBOURS, near):
        squares[:, -1, border + row, border + column] = hunger * ((each == least) & (each < FAR))
    return squares.reshape(*observations.shape[:-3], *squares.shape[1:])


def beside(cells, combine, into):
    """Combines each cell with those beside it."""
    combine(into[:, 1:], cells[:, :-1], out=into[:, 1:])
    combine(into[:, :-1], cells[:, 1:], out=into[:, :-1])
    combine(into[:, :, 1:], cells[:, :, :-1], out=into[:, :, 1:])
    combine(into[:, :, :-1], cells[:, :, 1:], out=into[:, :, :-1])


def steps_to(goals, free):
    """From each free cell to the nearest goal; FAR if there is no way."""
    steps = numpy.full(goals.shape, FAR, numpy.uint8)
    reached = goals & free
    steps[reached] = 0
    for step in range(1, FAR):
        wider = reached.copy()
        beside(reached, numpy.logical_or, wider)
        wider &= free
        front = wider & ~reached
        if not front.any():
            break
        steps[front] = step
        reached = wider
    return steps


def sizes_of_regions(free):
    """How many free cells hang together with each free cell; 0 elsewhere."""
    count, cells = len(free), free[0].size
    labels = numpy.arange(1, cells + 1, dtype=numpy.int16).reshape(free.shape[1:]) * free
    while True:
        largest = labels.copy()
        beside(labels, numpy.maximum, largest)
        largest *= free
        if numpy.array_equal(labels, largest):
            break
        labels = largest
    keys = labels.reshape(count, -1) + (cells + 1) * numpy.arange(count)[:, None]
    sizes = numpy.bincount(keys.ravel(), minlength=count * (cells + 1))[keys].reshape(free.shape)
    return sizes * free


def action(observation, seat, parts, pick):
    contested, room, way = observation[-3:, ROWS, COLUMNS]
    lies_there = 1 + (contested > 0) + 2 * (room < 8) + 4 * (way > 0)
    kinds = numpy.arange(DIRECTIONS) + DIRECTIONS * numpy.where(room > 0, lies_there, 0)
    centre = numpy.full(DIRECTIONS, RADIUS)
    return pick(kinds, centre, centre)
