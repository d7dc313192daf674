"""What a policy sees of cops, from the state files: as observation.cpp has it from the state."""

import numpy

from . import placed

HAS_VIEW = False
LETTERS = "NESW-"
WALL, GATE, WALL_BEFORE, GATE_BEFORE, THIEF, COP, RING, OUTSIDE, TIME = range(9)


def read(files, view, shape):
    size = files.integer("size")
    board = numpy.zeros((9, size + 2, size + 2), numpy.uint8)
    board[RING] = 1
    board[RING, 1:-1, 1:-1] = 0
    boards = [block.splitlines() for block in files.text("history.dat").split("state ")[1:]]
    put_ground(board, WALL, GATE, boards[-1], files)
    if len(boards) > 1:
        put_ground(board, WALL_BEFORE, GATE_BEFORE, boards[-2], files)
    cops = 0
    for line in boards[-1]:
        if line.startswith("thief "):
            x, y = map(int, line.split()[1:])
            board[THIEF, y, x] = 1
        if line.startswith("cop "):
            x, y = map(int, line.split()[1:])
            cops += 1
            board[COP, y, x] = cops
    planes = placed(board, OUTSIDE, shape)
    planes[TIME] = 255 * files.integer("tick") // files.integer("ticks")

    # As in a batch, the thief's plan has room for as many units as there are cops.
    length = files.integer("plan_length")
    own = len(files.rows("player.dat")) * length

    def words_of(action):
        plan = action[:own]
        is_plan = len(plan) == own and all(0 <= letter < len(LETTERS) for letter in plan)
        return " ".join(LETTERS[letter] for letter in plan) if is_plan else ""

    return planes, numpy.ones(len(LETTERS), numpy.uint8), max(1, cops) * length, words_of


def put_ground(board, wall, gate, lines, files):
    """The walls and gates of one board of history.dat."""
    last = board.shape[1] - 1
    for line in lines:
        words = line.split()
        if words[0] == "wall":
            x, y, length = int(words[1]), int(words[2]), files.integer("wall_length")
            is_upright = words[3] == "vertical"
            board[wall, y : y + (length if is_upright else 1), x : x + (1 if is_upright else length)] = 1
        if words[0] == "gate":
            for at in range(min(files.integer("gate_width"), 4 * last)):
                row, column = ring_cell((int(words[1]) + at) % (4 * last), last)
                board[gate, row, column] = 1


def ring_cell(index, last):
    """Row and column of a cell of the ring, clockwise from the left upper corner."""
    side, along = divmod(index, last)
    return ((0, along), (along, last), (last, last - along), (last - along, 0))[side]
