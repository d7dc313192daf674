#!/usr/bin/env python3
"""Runs an agent written for the course's Python environment, unmodified.

    bridge.py NAME [CHECKOUT]

NAME is the agent's module in dicewars/ai (or its package, as in `kb.xlogin00`), which has a class AI. The
bridge must be resident: it creates the object once per game, in the prepare phase, and asks it for every
command.

The environment is the one beside this file, or a checkout of the course's repository. In the latter case
everything except this file comes from there, and it is the agent's current folder.
"""

import builtins
import importlib
import importlib.util
import inspect
import io
import os
import pathlib
import re
import sys
import types

WORK = pathlib.Path.cwd()  # the state files
CHECKOUT = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) == 3 else None
sys.path.insert(0, str(CHECKOUT or pathlib.Path(__file__).resolve().parent))


def stand_in_for_hexes():
    """The course's board imports hexutil, which Debian doesn't have. Boards have no hexes here."""
    if importlib.util.find_spec("hexutil") is None:
        module = types.ModuleType("hexutil")
        module.__getattr__ = lambda name: tuple  # any of its classes
        sys.modules["hexutil"] = module


stand_in_for_hexes()

from dicewars.client.ai_driver import BattleCommand, EndTurnCommand
from dicewars.client.game.board import Board

try:
    from dicewars.client.ai_driver import TransferCommand
except ImportError:  # an older environment without transfers
    TransferCommand = ()


def discard_what_cannot_be_written(name, mode="r", *arguments, _open=open, **options):
    """open(), but discards writes that aren't allowed: agents save states and logs in the current folder."""
    try:
        return _open(name, mode, *arguments, **options)
    except OSError:
        if "r" in mode and "+" not in mode:
            raise
        return _open(os.devnull, mode.replace("x", "w"), *arguments, **options)


def read_match():
    with open(WORK / "match.dat") as file:
        return dict(line.rstrip("\n").split(" ", 1) for line in file)


def read_board():
    """The board as an object of the environment, from what its server would send."""
    state, shape = {}, {}
    with open(WORK / "gamefield.dat") as file:
        for line in file:
            number, owner, dice, _, *neighbours = map(int, line.split())
            state[str(number)] = {"owner": owner, "dice": dice}
            shape[str(number)] = {"neighbours": neighbours, "hexes": []}  # an AI doesn't get the shapes
    return Board(state, shape)


def call(function, *choices):
    """Calls it with the first choice of arguments that it accepts: they have changed over the years."""
    for arguments in choices[:-1]:
        try:
            inspect.signature(function).bind(*arguments)
        except TypeError:
            continue
        return function(*arguments)
    return function(*choices[-1])


def agents():
    """The names of the modules and packages that have a class AI, or import one."""
    folder = pathlib.Path(importlib.import_module("dicewars.ai").__path__[0])
    for path in sorted(folder.rglob("*.py")):
        if re.search(r"^(class |from .* import .*\b)AI\b", path.read_text(errors="replace"), re.MULTILINE):
            package = path.relative_to(folder).with_suffix("")
            yield ".".join((package.parent if package.name == "__init__" else package).parts)


def load_models_on_processor(name):
    """Models that were saved on a graphics card are loaded without one: torch needs to be told."""
    folder = pathlib.Path(importlib.import_module("dicewars.ai").__path__[0], *name.split("."))
    sources = folder.rglob("*.py") if folder.is_dir() else [folder.with_suffix(".py")]
    if not any(re.search(r"^\s*(import|from) torch\b", source.read_text(errors="replace"), re.MULTILINE)
               for source in sources if source.exists()):
        return  # importing it takes a second
    try:
        import torch
    except ImportError:
        return  # the agent's own import will say so
    load = torch.load

    def load_there(file, *arguments, **options):
        if not arguments:
            options.setdefault("map_location", "cpu")
        return load(file, *arguments, **options)

    if not torch.cuda.is_available():
        torch.load = load_there


def load_agent(name):
    """The class of the agent."""
    module = f"dicewars.ai.{name}"
    try:
        agent = getattr(importlib.import_module(module), "AI", None)
        problem = "it has no class AI"
    except ModuleNotFoundError as error:
        if not f"{module}.".startswith(f"{error.name}."):  # something that the agent imports
            raise
        agent = None
        problem = f"there is neither dicewars/ai/{name.replace('.', '/')}.py nor a package of that name"
    if agent:
        return agent
    sys.exit(f"no agent '{name}': {problem}\n"
             f"hint: name an agent in the command of ai.ini; agents: {', '.join(agents())}")


def make_agent(name):
    match = read_match()
    order = list(range(1, int(match["players"]) + 1))
    arguments = (int(match["seat"]), read_board(), order)
    load_models_on_processor(name)
    agent = load_agent(name)
    return call(agent, (*arguments, int(match["max_transfers"])), arguments)


def answer(agent):
    match = read_match()
    left_ms = int(match.get("time_left_ms", match["time_limit_ms"])) or 1000 * 1000  # 0: no limit
    board = read_board()
    battles, transfers = int(match["battles_this_turn"]), int(match["transfers_this_turn"])
    turns, left = int(match["turns"]), left_ms / 1000
    command = call(
        agent.ai_turn,
        (board, battles, transfers, turns, left),
        (board, battles, turns, left),  # older, without transfers
        (board, battles, turns),  # older still, without a clock
    )
    with open(WORK / "result.dat", "w") as file:
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
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    if CHECKOUT:
        os.chdir(CHECKOUT)
    builtins.open = io.open = discard_what_cannot_be_written
    # The agent's output must not mix with the lines of the protocol.
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
