#!/usr/bin/env python3
# The reference AI as a resident one: it answers each line `move` in the same way, but Python is
# started once per game instead of once per move, or with --keep-residents once for all games: it
# remembers nothing of a game. Compare reference.py.

import sys


def kind(board, x, y):
    stone = board[y][x]
    return "bomb" if stone.isdigit() else stone


def has_line(board):
    for y in range(10):
        for x in range(10):
            for dx, dy in ((1, 0), (0, 1)):
                if x + 2 * dx < 10 and y + 2 * dy < 10:
                    stones = {kind(board, x + dx * i, y + dy * i) for i in range(3)}
                    if len(stones) == 1 and stones != {"."}:
                        return True
    return False


def first_legal_swap(board):
    for y in range(10):
        for x in range(10):
            for x2, y2 in ((x, y + 1), (x + 1, y)):
                if x2 < 10 and y2 < 10:
                    board[y][x], board[y2][x2] = board[y2][x2], board[y][x]
                    if has_line(board):
                        return x, y, x2, y2
                    board[y][x], board[y2][x2] = board[y2][x2], board[y][x]
    return None


for line in sys.stdin:
    word = line.split()[0]
    if word == "quit":
        break
    if word == "move":
        with open("gamefield.dat") as file:
            board = [row.split() for row in file][::-1]  # board[y][x], y from the bottom
        swap = first_legal_swap(board)
        with open("result.dat", "w") as file:
            print(*(swap or ()), file=file)
    if word in ("move", "prepare", "end"):
        print("done", flush=True)  # without the flush the referee would wait in vain
