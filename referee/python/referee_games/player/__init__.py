"""Plays a trained policy in the referee. It needs NumPy and nothing else, so an AI carries a copy.

See referee/python/README.md, "An AI from a policy". The module of each game, in this folder, reads
the game's state files.
"""

import importlib
import operator
import os
import sys
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy
from numpy.typing import NDArray

Action = Union[int, Sequence[int], NDArray[Any]]
Shape = Tuple[int, int]
MAX_VIEW = 100  # that of a batch


class PlayerError(ValueError):
    """A state file that can't be read, or a policy that doesn't fit the game. The text is one line
    that says what to do."""


@dataclass(frozen=True)
class Situation:
    """What a seat sees when it is to move: exactly what a Batch shows it in this position."""

    game: str
    seat: int  #: from 0, as in a batch's arrays
    turn: int
    observation: NDArray[numpy.uint8]  #: uint8 [planes, height, width]
    legal: NDArray[numpy.uint8]  #: uint8 [actions]: 1 for actions that are not a fault
    parts: int  #: how many numbers an action has: 1, or those of a whole plan
    keys: Dict[str, str]  #: match.dat
    words: Callable[[List[int]], str]  #: the answer for an action; "" if it isn't one


class Files:
    """The state files of a work folder, for the modules of games."""

    def __init__(self, folder: str):
        self.folder = folder
        self.keys: Dict[str, str] = {}
        for line in self.text("match.dat", "").splitlines():
            key, _, value = line.partition(" ")
            self.keys[key] = value

    def text(self, name: str, default: Optional[str] = None) -> str:
        """The whole file, or the default if there is none. Raises PlayerError."""
        try:
            with open(os.path.join(self.folder, name), encoding="ascii") as file:
                return file.read()
        except FileNotFoundError:
            if default is None:
                raise PlayerError(f"{name} is missing; give a work folder of a move") from None
            return default

    def numbers(self, name: str, default: Optional[str] = None) -> NDArray[numpy.int64]:
        """All integers of a file that has nothing else, in one row."""
        return numpy.array(self.text(name, default).split(), numpy.int64)

    def rows(self, name: str) -> List[List[str]]:
        """The words of each line."""
        return [line.split() for line in self.text(name).splitlines()]

    def integer(self, key: str, default: Optional[int] = None) -> int:
        """The value of a key of match.dat."""
        value = self.keys.get(key)
        if value is None:
            if default is None:
                raise PlayerError(f"match.dat: no key {key}; give a work folder of a move")
            return default
        return int(value)


def placed(
    board: NDArray[numpy.uint8], outside: Optional[int], shape: Optional[Shape]
) -> NDArray[numpy.uint8]:
    """The planes of a board in the corner of larger ones; plane `outside` is 1 beyond it."""
    own = board.shape[1:]
    height, width = shape or own
    if height < own[0] or width < own[1]:
        raise PlayerError(
            f"the board is {own[0]} x {own[1]} and the policy's planes are {height} x {width}; "
            "train it on boards of this size"
        )
    planes = numpy.zeros((len(board), height, width), numpy.uint8)
    if outside is not None:
        planes[outside] = 1
    planes[:, : own[0], : own[1]] = board
    return planes


def around(
    board: NDArray[numpy.uint8], outside: int, row: int, column: int, view: int
) -> NDArray[numpy.uint8]:
    """The square of 2 view + 1 cells around a cell; plane `outside` is 1 beyond the board."""
    planes, height, width = board.shape
    wide = numpy.zeros((planes, height + 2 * view, width + 2 * view), numpy.uint8)
    wide[outside] = 1
    wide[:, view : view + height, view : view + width] = board
    side = 2 * view + 1
    square: NDArray[numpy.uint8] = wide[:, row : row + side, column : column + side]
    return square


def read(
    folder: str = ".",
    *,
    game: Optional[str] = None,
    view: int = 0,
    shape: Optional[Shape] = None,
) -> Situation:
    """Reads the state files of a work folder.

    `view` is that of the batch, in cells. `shape`, height and width, is that of the batch's planes
    if its boards were of several sizes or larger than this one; None: the size of this board. With
    a view it can only be that of the square. If
    `game` is given, the folder must be one of that game. Raises PlayerError.
    """
    files = Files(folder)
    name = files.keys.get("game", "")
    if game is not None and name != game:
        raise PlayerError(f"match.dat: game {name or 'missing'}, not {game}; play it in that game")
    module = module_of(name)
    try:
        view = operator.index(view)  # of NumPy, too
    except TypeError:
        raise PlayerError(f"view is {view!r}; give that of the batch, from 0 to {MAX_VIEW}") from None
    if not 0 <= view <= MAX_VIEW:
        raise PlayerError(f"view is {view!r}; give that of the batch, from 0 to {MAX_VIEW}")
    if view and shape is not None and tuple(shape) != (2 * view + 1,) * 2:
        side = 2 * view + 1
        raise PlayerError(f"a view of {view} has planes of {side} x {side}, not {shape}; leave out shape")
    if view and not module.HAS_VIEW:
        raise PlayerError(f"view is {view}; give 0: this game has no head to look from")
    try:
        observation, legal, parts, words = module.read(files, view, shape)
    except (IndexError, KeyError, ValueError) as error:
        if isinstance(error, PlayerError):
            raise
        raise PlayerError(
            f"the state files of {name} can't be read ({error}); give a work folder of a move"
        ) from error
    seat, turn = files.integer("seat") - 1, files.integer("turn")
    return Situation(name, seat, turn, observation, legal, parts, files.keys, words)


def module_of(game: str) -> ModuleType:
    """The module that reads the files of that game. Raises PlayerError."""
    name = f"{__name__}.{game}"
    try:
        if not game.isidentifier():
            raise ModuleNotFoundError(name=name)
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise PlayerError(f"'{game}' can't be played by a policy: it has no observations") from None


def answer(situation: Situation, action: Action) -> str:
    """What Batch.answer() returns for this action: the text of result.dat.

    Raises PlayerError if it isn't an action; one that is illegal is for the referee to judge.
    """
    numbers = numpy.asarray(action).reshape(-1)
    if numbers.dtype.kind not in "iub":
        raise PlayerError("the policy's action isn't an integer; return one, or an array of them")
    words = situation.words([int(number) for number in numbers])
    if not words:
        raise PlayerError(
            f"the policy's action {numbers.tolist()} is none of {situation.game}; return "
            + (f"{situation.parts} numbers" if situation.parts > 1 else "one number")
            + f" from 0 to {len(situation.legal) - 1}"
        )
    return words


def write(situation: Situation, action: Action, folder: str = ".") -> None:
    """Writes the chosen action to result.dat, as answer() words it. Raises PlayerError."""
    words = answer(situation, action)
    with open(os.path.join(folder, "result.dat"), "w", encoding="ascii") as file:
        file.write(words + "\n")


#: Chooses an action: one of the numbers that are legal, or an array of situation.parts numbers.
Policy = Callable[[Situation], Action]


def play(
    policy: Policy,
    game: Optional[str] = None,
    *,
    view: int = 0,
    shape: Optional[Shape] = None,
) -> None:
    """Is an AI: answers each move of a game with what the policy chooses, in the current folder.

    As a resident AI (`resident = yes` in ai.ini) it answers until it is told to quit, so that
    Python and the network start once for each game; otherwise once. With `resident = games` and
    --keep-residents it plays game after game; a policy that remembers something of a game has a
    method `begin_game()`, which is called before each other one. The other parameters are those
    of read(). An error ends the process with a line of advice on standard error and status 1.
    """
    try:
        line = sys.stdin.readline()
        if not line:
            _move(policy, game, view, shape)
        while line:
            word = line.split()[0] if line.split() else ""
            if word == "quit":
                return
            if word == "move":
                _move(policy, game, view, shape)
            if word == "game" and hasattr(policy, "begin_game"):
                policy.begin_game()
            if word in ("move", "prepare", "end"):
                print("done", flush=True)
            line = sys.stdin.readline()
    except PlayerError as error:
        sys.exit(f"hint: {error}")


def _move(policy: Policy, game: Optional[str], view: int, shape: Optional[Shape]) -> None:
    if Files(".").keys.get("phase", "move") == "move":
        situation = read(".", game=game, view=view, shape=shape)
        write(situation, policy(situation))
