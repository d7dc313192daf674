#!/usr/bin/env python3
# The cops reference AI: the thief goes to the nearest gate, around walls and cops; each cop goes to
# the thief, around walls. A plan always has plan_length letters for each unit.

import sys

with open("match.dat") as file:
    match = dict(line.split(None, 1) for line in file)
if match["phase"].strip() != "move":  # before the first tick there is nothing to plan
    sys.exit()
size = int(match["size"])
plan_length = int(match["plan_length"])
is_thief = match["role"].strip() == "thief"


def read_cells(name):
    with open(name) as file:
        return [tuple(map(int, line.split())) for line in file if line.strip()]


with open("gamefield.dat") as file:
    board = [line.split() for line in file]  # board[y][x]
mine, theirs = read_cells("player.dat"), read_cells("opponent.dat")


def shortest_path(start, closed, goals):
    """The letters to the nearest goal; only board cells are entered, and the goals."""
    path_to = {start: ""}
    queue = [start]
    for x, y in queue:  # grows meanwhile
        if (x, y) in goals:
            return path_to[x, y]
        for letter, cell in ("N", (x, y - 1)), ("E", (x + 1, y)), ("S", (x, y + 1)), ("W", (x - 1, y)):
            is_inner = 1 <= cell[0] <= size and 1 <= cell[1] <= size
            is_open = cell in goals or is_inner and board[cell[1]][cell[0]] not in closed
            if cell not in path_to and is_open:
                path_to[cell] = path_to[x, y] + letter
                queue.append(cell)
    return ""


everywhere = [(x, y) for y in range(size + 2) for x in range(size + 2)]
gates = {(x, y) for x, y in everywhere if board[y][x] == "G"}
with open("result.dat", "w") as file:
    for unit in mine:
        path = shortest_path(unit, "WC", gates) if is_thief else shortest_path(unit, "W", set(theirs))
        print(*path.ljust(plan_length, "-")[:plan_length], file=file)
