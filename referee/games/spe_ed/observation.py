"""What a policy sees of spe_ed, from the state files: as observation.cpp has it from the state."""

import numpy

from . import around, placed

HAS_VIEW = True
ACTIONS = ("turn_left", "turn_right", "slow_down", "speed_up", "change_nothing")
DIRECTIONS = ("up", "right", "down", "left")
TRAIL, OUTSIDE, OWN_HEAD, OTHER_HEADS, HEADING, JUMP = range(6)
JUMP_PERIOD = 6  # rounds


def read(files, view, shape):
    text = files.text("gamefield.dat")
    head, _, rows = text.partition("\n")
    width, height = map(int, head.split())
    # A cell is free if it is the digit 0. Its other digits are less than 8, and -1 has two signs.
    cells = numpy.frombuffer(rows.replace("-1", "1").encode(), numpy.uint8)
    board = numpy.zeros((6, height, width), numpy.uint8)
    board[TRAIL] = cells.reshape(height, 2 * width)[:, ::2] != ord("0")

    own = files.rows("player.dat")[0]
    up = DIRECTIONS.index(own[3]) if view else 0
    for player in [own, *files.rows("opponent.dat")]:
        x, y, speed, active = int(player[1]), int(player[2]), int(player[4]), player[5] == "1"
        if active:
            board[OWN_HEAD if player is own else OTHER_HEADS, y, x] = speed
            board[HEADING, y, x] = 1 + (DIRECTIONS.index(player[3]) - up) % 4
    if view:
        square = around(board, OUTSIDE, int(own[2]), int(own[1]), view)
        planes = numpy.ascontiguousarray(numpy.rot90(square, up, (1, 2)))
    else:
        planes = placed(board, OUTSIDE, shape)
    planes[JUMP] = -files.integer("round") % JUMP_PERIOD

    legal = numpy.ones(len(ACTIONS), numpy.uint8)
    legal[ACTIONS.index("slow_down")] = int(own[4]) > 1
    legal[ACTIONS.index("speed_up")] = int(own[4]) < 10
    return planes, legal, 1, words_of


def words_of(action):
    return ACTIONS[action[0]] if len(action) == 1 and 0 <= action[0] < len(ACTIONS) else ""
