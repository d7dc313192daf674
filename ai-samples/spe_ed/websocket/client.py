#!/usr/bin/env python3
# A client like those of the contest's participants: it knows only URL and KEY, and nothing about files.
# It takes the first action after which the cells ahead are free.

import asyncio
import json
import os

import websockets

STEPS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
DIRECTIONS = list(STEPS)  # turning right is one further


def is_free(state, player, turn, speed):
    direction = DIRECTIONS[(DIRECTIONS.index(player["direction"]) + turn) % 4]
    step_x, step_y = STEPS[direction]
    for step in range(1, speed + 1):
        x, y = player["x"] + step * step_x, player["y"] + step * step_y
        if not (0 <= x < state["width"] and 0 <= y < state["height"]) or state["cells"][y][x] != 0:
            return False
    return 1 <= speed <= 10


def choose(state):
    player = state["players"][str(state["you"])]
    speed = player["speed"]
    tries = [("slow_down", 0, speed - 1), ("change_nothing", 0, speed), ("turn_left", -1, speed),
             ("turn_right", 1, speed), ("speed_up", 0, speed + 1)]
    return next((action for action, turn, speed in tries if is_free(state, player, turn, speed)),
                "change_nothing")


async def play():
    async with websockets.connect(f"{os.environ['URL']}?key={os.environ['KEY']}") as connection:
        async for message in connection:  # until the server closes it
            state = json.loads(message)
            if state["running"] and state["players"][str(state["you"])]["active"]:
                await connection.send(json.dumps({"action": choose(state)}))


asyncio.run(play())
