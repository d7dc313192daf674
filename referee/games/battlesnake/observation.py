"""What a policy sees of battlesnake, from the state files: as observation.cpp has it from the state."""

import numpy

from . import around, placed

HAS_VIEW = True
ACTIONS = ("up", "down", "left", "right")
FOOD, OWN_BODY, OTHER_BODIES, OWN_HEAD, STRONG_HEADS, WEAK_HEADS, OUTSIDE, HAZARDS = range(8)
FULL_HEALTH = 100


def read(files, view, shape):
    rows = [line.encode() for line in files.text("gamefield.dat").splitlines()]
    height, width = len(rows), len(rows[0])
    signs = numpy.frombuffer(b"".join(rows), numpy.uint8).reshape(height, width)[::-1]
    board = numpy.zeros((8, height, width), numpy.uint8)
    board[FOOD] = signs == ord("F")
    put_hazards(board, files)

    (own,) = snakes_of(files.numbers("player.dat"), 1)
    others = files.numbers("opponent.dat")
    for snake in [own, *snakes_of(others[1:], others[0])]:
        health, body = snake
        is_weak = len(body) < len(own[1])
        # The last segments may share a cell, which then is as far from free as the first of them.
        for left, (x, y) in enumerate(body[::-1], 1):
            board[OWN_BODY if snake is own else OTHER_BODIES, y, x] = min(left, 255)
        x, y = body[0]
        board[FOOD, y, x] = 0  # the head of seat 6 has the sign of food
        heads = OWN_HEAD if snake is own else WEAK_HEADS if is_weak else STRONG_HEADS
        board[heads, y, x] = health

    x, y = own[1][0]
    if not view:
        planes = placed(board, OUTSIDE, shape)
    elif files.integer("wrapped", 0) == 1:
        near = numpy.arange(-view, view + 1)
        planes = board[:, ((y + near) % height)[:, None], ((x + near) % width)[None, :]]
    else:
        planes = around(board, OUTSIDE, y, x, view)
    legal = numpy.ones(len(ACTIONS), numpy.uint8)  # a fatal move is legal, too
    return numpy.ascontiguousarray(planes), legal, 1, words_of


def snakes_of(numbers, count):
    """Health and cells of each snake, head first: blocks of seat, health, length, cells."""
    snakes, at = [], 0
    for _ in range(count):
        health, length = numbers[at + 1 : at + 3]
        at += 3 + 2 * length
        snakes.append((health, numbers[at - 2 * length : at].reshape(length, 2)))
    return snakes


def put_hazards(board, files):
    cells = files.numbers("hazards.dat", default="0")  # standard games don't have it
    for x, y, layers in cells[1:].reshape(-1, 3):
        harm = layers * files.integer("hazard_damage")
        board[HAZARDS, y, x] = (
            min(harm, FULL_HEALTH) if harm >= 0 else FULL_HEALTH + min(-harm, FULL_HEALTH)
        )


def words_of(action):
    return ACTIONS[action[0]] if len(action) == 1 and 0 <= action[0] < len(ACTIONS) else ""
