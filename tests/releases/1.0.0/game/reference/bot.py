#!/usr/bin/env python3
"""A first AI: a random legal move. The state is in files in the current folder."""
import os
import random

random.seed(int(os.environ["REFEREE_SEED"]))
with open("heaps.dat") as file:
    heaps = [int(word) for word in file.read().split()]
heap = random.choice([i for i, stones in enumerate(heaps) if stones])
with open("result.dat", "w") as file:
    file.write(f"{heap + 1} {random.randint(1, heaps[heap])}\n")
