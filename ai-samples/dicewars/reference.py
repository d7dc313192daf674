#!/usr/bin/env python3
# The reference AI in Python: attacks at random while it can, then ends its turn. Its random numbers
# differ from those of the one in C++, so the two play alike, but not the same games.

import random
import sys

with open("match.dat") as file:
    match = dict(line.split(maxsplit=1) for line in file)
if match["phase"].strip() != "move":
    sys.exit()  # nothing to prepare

seat = int(match["seat"])
areas = {}  # number: (owner, dice, neighbours)
with open("gamefield.dat") as file:
    for line in file:
        number, owner, dice, _, *neighbours = map(int, line.split())
        areas[number] = (owner, dice, neighbours)

attacks = [
    f"battle {number} {other}"
    for number, (owner, dice, neighbours) in areas.items()
    if owner == seat and dice >= 2
    for other in neighbours
    if areas[other][0] != seat
]
random.seed(int(match["seed"]))
with open("result.dat", "w") as file:
    print(random.choice(attacks) if attacks else "end", file=file)
