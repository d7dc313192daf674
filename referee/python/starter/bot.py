#!/usr/bin/env python3
"""Plays what train.py has learnt. It needs NumPy alone: the folder `player` reads the state files."""

import pathlib

from choices import GAME, VIEW
from player import play
from policy import Policy

policy = Policy.load(pathlib.Path(__file__).parent / "weights.txt")
play(
    lambda seen: policy.best(seen.observation, seen.legal, seen.seat, seen.parts), GAME, view=VIEW
)
