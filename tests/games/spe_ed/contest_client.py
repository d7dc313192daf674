#!/usr/bin/env python3
# A contest client for tests of the bridge: it plays like the reference's simplest copy, and looks at
# everything that the bridge says. What it finds wrong ends it, which the referee counts as a fault;
# what it has found stands in the log of its standard error.
#
# Its argument is how it behaves: plays or stays (to the end), leaves (when it is out), jumps (an unknown
# action), mumbles (no JSON), quits (in the game), absent (never comes), fails (before it connects).

import asyncio
import json
import os
import re
import sys
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone

import websockets

STEPS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
URL = f"{os.environ['URL']}?key={os.environ['KEY']}"
BEHAVIOUR = sys.argv[1]
QUIT_ROUND = 3


def choose(state):
    """The first turn or none after which the next cells are free; never faster than at the start."""
    player = state["players"][str(state["you"])]
    directions = list(STEPS)
    for action, turn in (("change_nothing", 0), ("turn_left", -1), ("turn_right", 1)):
        direction = directions[(directions.index(player["direction"]) + turn) % 4]
        x, y = player["x"] + STEPS[direction][0], player["y"] + STEPS[direction][1]
        if 0 <= x < state["width"] and 0 <= y < state["height"] and state["cells"][y][x] == 0:
            return action
    return "change_nothing"


def report_phase(event):
    """Says in which phase of the game something happens, as far as the referee is."""
    with open("match.dat") as match:
        print(event, "in", next(line.strip() for line in match if line.startswith("phase ")),
              file=sys.stderr, flush=True)


def server_time():
    with urllib.request.urlopen(os.environ["TIME_URL"]) as answer:
        told = json.load(answer)
    assert set(told) == {"time", "milliseconds"}, told
    assert 0 <= told["milliseconds"] < 1000
    time = datetime.strptime(told["time"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)
    return time + timedelta(milliseconds=told["milliseconds"])


def inspect(state):
    running = state["running"]
    keys = {"width", "height", "cells", "players", "you", "running"} | ({"deadline"} if running else set())
    assert set(state) == keys, sorted(state)
    assert len(state["cells"]) == state["height"]
    assert all(len(row) == state["width"] for row in state["cells"])
    for number, player in state["players"].items():
        expected = {"x", "y", "direction", "speed", "active"} | (set() if running else {"name"})
        assert set(player) == expected, sorted(player)
        assert player["direction"] in STEPS
        if player["active"]:
            assert state["cells"][player["y"]][player["x"]] in (int(number), -1)
    if running:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", state["deadline"]), state["deadline"]
        deadline = datetime.strptime(state["deadline"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)
        assert abs((deadline - server_time()).total_seconds()) < 600


async def refused(url):
    """The status with which a connection is refused, or 101."""
    try:
        async with websockets.connect(url):
            return 101
    except websockets.exceptions.InvalidStatusCode as error:
        return error.status_code


def fetched(url):
    try:
        with urllib.request.urlopen(url) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


async def knock():
    """What is refused before and besides the one connection."""
    assert await refused(os.environ["URL"]) == 403
    assert await refused(os.environ["URL"] + "?key=another") == 403
    assert await refused(os.environ["URL"] + "/elsewhere?key=" + os.environ["KEY"]) == 404
    assert fetched(os.environ["TIME_URL"] + "/elsewhere") == 404
    assert fetched(URL.replace("ws://", "http://")) == 426  # no upgrade asked for


async def play():
    report_phase("started")
    if BEHAVIOUR == "absent":
        return
    await knock()
    if BEHAVIOUR == "fails":
        return 1 / 0
    states = 0
    report_phase("connects")
    async with websockets.connect(URL, ping_interval=None) as connection:
        assert await refused(URL) == 429
        async for message in connection:
            state = json.loads(message)
            inspect(state)
            states += 1
            if states == 1:
                report_phase("asked")
            if state["running"] and state["players"][str(state["you"])]["active"]:
                if BEHAVIOUR == "quits" and states == QUIT_ROUND:
                    return
                await asyncio.wait_for(await connection.ping(), 60)
                answer = json.dumps({"action": "jump" if BEHAVIOUR == "jumps" else choose(state)})
                await connection.send("change_nothing" if BEHAVIOUR == "mumbles" else answer)
            elif state["running"]:
                print(f"out after {states} states", file=sys.stderr)
                if BEHAVIOUR == "leaves":
                    return
            else:
                names = [player["name"] for player in state["players"].values()]
                print(f"over after {states} states:", *names, file=sys.stderr)
    assert connection.close_code == 1000, connection.close_code
    print("closed", file=sys.stderr)


asyncio.run(play())
