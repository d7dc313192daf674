"""What a policy sees of gems, from the state files: as observation.cpp has it from the state."""

import numpy

from . import placed

HAS_VIEW = False
SIDE = 10
COLOURS = "RYGBL"
BOMBS = len(COLOURS)  # the plane, and the kind of all bombs
VALUES = BOMBS + 1  # the first plane of the players' values
RIGHT_SWAPS = (SIDE - 1) * SIDE
ALL_SWAPS = 2 * RIGHT_SWAPS


def read(files, view, shape):
    rows = files.rows("gamefield.dat")[::-1]
    board = numpy.zeros((VALUES + 13, SIDE, SIDE), numpy.uint8)
    kinds = numpy.empty((SIDE, SIDE), numpy.int8)
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            kind = COLOURS.find(sign)
            kinds[y, x] = kind if kind >= 0 else BOMBS
            board[kinds[y, x], y, x] = 1 if kind >= 0 else int(sign)
    values = [*files.numbers("player.dat"), *files.numbers("opponent.dat")]
    values.append(files.integer("moves_left"))
    board[VALUES:] = numpy.clip(values, 0, 255)[:, None, None]
    legal = [swaps_to_the_right(kinds).ravel(), swaps_to_the_right(kinds.T).T.ravel()]
    return placed(board, None, shape), numpy.concatenate(legal).astype(numpy.uint8), 1, words_of


def swaps_to_the_right(kinds):
    """Whether each stone that changes places with its right neighbour, or that one, is in a line."""
    wide = numpy.pad(kinds, 3, constant_values=-1)

    def at(rows, columns):  # the stones so far from each left one
        return wide[3 + rows : 3 + rows + SIDE, 3 + columns : 2 + columns + SIDE]

    def lines(stone, column, away):  # `stone` comes to `column`; further stones lie `away`
        same = {rows: at(rows, column) == stone for rows in (-2, -1, 1, 2)}
        upright = same[-2] & same[-1] | same[-1] & same[1] | same[1] & same[2]
        across = (at(0, column + away) == stone) & (at(0, column + 2 * away) == stone)
        return upright | across

    left, right = at(0, 0), at(0, 1)
    return (left != right) & (lines(left, 1, 1) | lines(right, 0, -1))


def words_of(action):
    if len(action) != 1 or not 0 <= action[0] < ALL_SWAPS:
        return ""
    if action[0] < RIGHT_SWAPS:
        y, x = divmod(action[0], SIDE - 1)
        return f"{x} {y} {x + 1} {y}"
    y, x = divmod(action[0] - RIGHT_SWAPS, SIDE)
    return f"{x} {y} {x} {y + 1}"
