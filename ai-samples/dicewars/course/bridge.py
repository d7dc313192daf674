#!/usr/bin/env python3
"""Runs an agent written for the course's Python environment, unmodified.

    bridge.py NAME

NAME is the agent's module in dicewars/ai (or its package, as in `kb.xlogin00`), which has a class AI. It
must be resident: the object is made once per game, in the prepare phase, and asked for every command.
"""

import importlib
import inspect
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from dicewars.client.ai_driver import BattleCommand, EndTurnCommand, TransferCommand
from dicewars.client.game.area import Area
from dicewars.client.game.board import Board


def read_match():
    with open("match.dat") as file:
        return dict(line.rstrip("\n").split(" ", 1) for line in file)


def read_board():
    areas = []
    with open("gamefield.dat") as file:
        for line in file:
            number, owner, dice, _, *neighbours = map(int, line.split())
            areas.append(Area(number, owner, dice, neighbours))
    return Board(areas)


def make_agent(name):
    match = read_match()
    # Agents of earlier years are not told how many transfers they have.
    arguments = [
        int(match["seat"]),
        read_board(),
        list(range(1, int(match["players"]) + 1)),
        int(match["max_transfers"]),
    ]
    agent = importlib.import_module(f"dicewars.ai.{name}").AI
    try:
        inspect.signature(agent).bind(*arguments)
    except TypeError:
        arguments.pop()
    return agent(*arguments)


def answer(agent):
    match = read_match()
    left_ms = int(match.get("time_left_ms", match["time_limit_ms"])) or 1000 * 1000  # 0: no limit
    command = agent.ai_turn(
        read_board(),
        int(match["battles_this_turn"]),
        int(match["transfers_this_turn"]),
        int(match["turns"]),
        left_ms / 1000,
    )
    with open("result.dat", "w") as file:
        print(text_of(command), file=file)


def text_of(command):
    if isinstance(command, BattleCommand):
        return f"battle {command.source_name} {command.target_name}"
    if isinstance(command, TransferCommand):
        return f"transfer {command.source_name} {command.target_name}"
    if isinstance(command, EndTurnCommand):
        return "end"
    sys.exit(f"the agent's answer is no command: {command!r}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    # What the agent prints must not come between the lines of the protocol.
    protocol = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    agent = None
    for line in sys.stdin:
        word = line.split()[0]
        if word == "quit":
            break
        if word not in ("prepare", "move"):
            continue
        if agent is None:
            agent = make_agent(sys.argv[1])
        if word == "move":
            answer(agent)
        print("done", file=protocol, flush=True)


main()
