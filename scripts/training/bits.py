"""Areas on many small boards at once: a row of cells is a number whose bits are the cells.

All functions take and give arrays of unsigned integers [boards, rows]; bit c is column c.
"""

import numpy

ROW = numpy.uint32
ONE = ROW(1)


def packed(cells):
    """Rows of 0 and 1, [boards, rows, columns], as numbers; at most 32 columns."""
    weights = (ONE << numpy.arange(cells.shape[2], dtype=ROW)).astype(ROW)
    return numpy.where(cells != 0, weights, ROW(0)).sum(axis=2, dtype=ROW)


def single(rows, columns, shape):
    """One cell on each board; none if it is off the board."""
    board = numpy.zeros((len(rows), shape[0]), ROW)
    inside = (rows >= 0) & (rows < shape[0]) & (columns >= 0) & (columns < shape[1])
    (at,) = numpy.nonzero(inside)
    board[at, rows[at]] = ONE << columns[at].astype(ROW)
    return board


def count(board):
    """The number of cells of each board."""
    value = board - ((board >> ONE) & ROW(0x55555555))
    value = (value & ROW(0x33333333)) + ((value >> ROW(2)) & ROW(0x33333333))
    value = (value + (value >> ROW(4))) & ROW(0x0F0F0F0F)
    return ((value * ROW(0x01010101)) >> ROW(24)).sum(axis=1)


def spread(board):
    """The cells and their neighbours. Cells off the board at the sides must be masked out."""
    grown = board | (board << ONE) | (board >> ONE)
    grown[:, 1:] |= board[:, :-1]
    grown[:, :-1] |= board[:, 1:]
    return grown


def reachable(start, free, steps):
    """The free cells that can be reached from the start in that many steps."""
    reached = start
    for _ in range(steps):
        grown = spread(reached) & free | start
        if numpy.array_equal(grown, reached):
            break
        reached = grown
    return reached


def first_reached(own, others, free, steps):
    """The free cells that `own` reaches before the others, and those that the others reach first."""
    own_cells, other_cells = own, others
    for _ in range(steps):
        left = free & ~(own_cells | other_cells)
        own_next = spread(own_cells) & left
        other_next = spread(other_cells) & left
        if not (own_next.any() or other_next.any()):
            break
        both = own_next & other_next  # nobody's
        own_cells = own_cells | (own_next & ~both)
        other_cells = other_cells | (other_next & ~both)
        free = free & ~both
    return own_cells, other_cells
