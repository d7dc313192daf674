#!/usr/bin/env python3
# The battlesnake reference AI: the first step of a shortest way to the nearest food, else any safe one.

from collections import deque

# Among equals the first one is taken. x counts from the left, y from the bottom.
DIRECTIONS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
NEVER = 10_000


def read_numbers(name):
    with open(name) as file:
        return deque(int(word) for word in file.read().split())


def read_body(numbers):
    numbers.popleft()  # seat
    numbers.popleft()  # health
    return [(numbers.popleft(), numbers.popleft()) for _ in range(numbers.popleft())]


def neighbours(cell):
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in DIRECTIONS.values()]


me = read_body(read_numbers("player.dat"))
numbers = read_numbers("opponent.dat")
opponents = [read_body(numbers) for _ in range(numbers.popleft())]
with open("gamefield.dat") as file:
    rows = file.read().split()[::-1]  # the file begins with the top row

# The cells of bodies after this turn. Tails move on, except stacked ones.
blocked = {cell for body in opponents + [me] for cell in body[:-1]}
# The cells to which a longer or equal opponent could move in this turn, too.
contested = {cell for body in opponents if len(body) >= len(me) for cell in neighbours(body[0])}


def is_open(cell):
    return 0 <= cell[0] < len(rows[0]) and 0 <= cell[1] < len(rows) and cell not in blocked


def distance_to_food(start):
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if rows[here[1]][here[0]] == "F":
            return steps[here]
        for there in neighbours(here):
            if is_open(there) and there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return NEVER


best, best_value = "up", 1_000_000
for name, cell in zip(DIRECTIONS, neighbours(me[0])):
    if is_open(cell):
        value = distance_to_food(cell) + (100_000 if cell in contested else 0)
        if value < best_value:
            best, best_value = name, value
with open("result.dat", "w") as file:
    print(best, file=file)
