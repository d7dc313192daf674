"""What a policy sees of dicewars, from the state files: as observation.cpp has it from the state."""

import numpy

from . import placed

HAS_VIEW = False
ADJACENT, OWNER, DICE, OTHER_OWNER, OTHER_DICE, RESERVE, TRANSFERS_LEFT = range(7)


def read(files, view, shape):
    areas = files.rows("gamefield.dat")
    count, players, seat = len(areas), files.integer("players"), files.integer("seat")
    reserves = numpy.zeros(players + 1, numpy.uint8)
    for row in [*files.rows("player.dat"), *files.rows("opponent.dat")]:
        reserves[int(row[0])] = min(int(row[1]), 255)
    owners = numpy.array([int(row[1]) for row in areas])
    dice = numpy.array([int(row[2]) for row in areas])
    order = 1 + (owners - seat) % players

    board = numpy.zeros((7, count, count), numpy.uint8)
    for area, row in enumerate(areas):
        board[ADJACENT, area, [int(other) - 1 for other in row[4:]]] = 1
    board[OWNER], board[DICE] = order[:, None], dice[:, None]
    board[OTHER_OWNER], board[OTHER_DICE] = order[None, :], dice[None, :]
    board[RESERVE] = reserves[owners][:, None]
    planes = placed(board, None, shape)
    left = files.integer("max_transfers") - files.integer("transfers_this_turn")
    planes[TRANSFERS_LEFT] = min(max(left, 0), 255)

    # A battle needs two dice, a transfer none.
    is_own = owners == seat
    may_go = is_own[:, None] & (is_own[None, :] | (dice > 1)[:, None]) & (board[ADJACENT] == 1)
    width = planes.shape[2]
    legal = numpy.zeros(1 + width * width, numpy.uint8)
    legal[0] = 1
    legal[1:].reshape(width, width)[:count, :count] = may_go

    def words_of(action):
        if len(action) != 1 or not 0 <= action[0] < len(legal):
            return ""
        if action[0] == 0:
            return "end"
        start, target = divmod(action[0] - 1, width)
        to_own = start < count and target < count and is_own[target]
        return f"{'transfer' if to_own else 'battle'} {start + 1} {target + 1}"

    return planes, legal, 1, words_of
