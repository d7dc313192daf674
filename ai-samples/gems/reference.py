#!/usr/bin/env python3
# The gems reference AI: takes the first legal swap, scanning rows from the bottom,
# at each stone trying up, then right.

import sys

with open("gamefield.dat") as file:
    stones = ["bomb" if word.isdigit() else word for word in file.read().split()]

# board[y][x] with y from the bottom; the file begins with the top row.
board = [stones[10 * row : 10 * row + 10] for row in reversed(range(10))]


def has_line():
    for y in range(10):
        for x in range(10):
            three = [board[y][x]] * 3
            across = board[y][x : x + 3]  # shorter than 3 at the edge, so never a line
            upwards = [row[x] for row in board[y : y + 3]]
            if board[y][x] != "." and three in (across, upwards):
                return True
    return False


def is_legal(x1, y1, x2, y2):
    if x2 > 9 or y2 > 9 or "." in (board[y1][x1], board[y2][x2]):
        return False
    board[y1][x1], board[y2][x2] = board[y2][x2], board[y1][x1]
    legal = has_line()
    board[y1][x1], board[y2][x2] = board[y2][x2], board[y1][x1]
    return legal


for y in range(10):
    for x in range(10):
        for x2, y2 in (x, y + 1), (x + 1, y):
            if is_legal(x, y, x2, y2):
                with open("result.dat", "w") as file:
                    print(x, y, x2, y2, file=file)
                sys.exit()
sys.exit("no legal swap")
