"""The module as a package: `pip install` in an environment of its own, type stubs, documentation."""

import ast
import inspect
import re
import shutil
import subprocess
import sys

import pytest
import referee_games
from conftest import BUILD, SOURCE
from referee_games import _native, player

PACKAGE = BUILD / "python" / "referee_games"


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.skipif(BUILD != SOURCE / "build", reason="needs the build in build/, from which pip takes it")
def test_pip_installs_it_from_the_repository_without_a_network(tmp_path):
    # With what the system has, as `pip install --no-build-isolation` in such an environment.
    # pip is the system's, too: a copy of its own takes longer than all the rest.
    run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", tmp_path / "fresh")
    python = tmp_path / "fresh" / "bin" / "python"
    pip = (python, "-m", "pip", "--disable-pip-version-check", "install", "--no-index")
    run(*pip, "--no-build-isolation", SOURCE / "referee" / "python")
    look = "import referee_games as r; print(r.__file__, r.__version__, *r.games()); r.Batch('gems', 1)"
    path, version, *games = run(python, "-c", look, cwd=tmp_path).split()
    assert path.startswith(str(tmp_path))
    assert games == referee_games.games()
    assert version == run(BUILD / "referee", "--version").split()[-1]
    installed = {file.name for file in (tmp_path / "fresh").glob("lib/*/site-packages/referee_games/**/*")}
    built = {file.name for file in PACKAGE.glob("**/*") if "__pycache__" not in file.parts}
    assert built <= installed


def test_the_version_is_the_referees():
    (version,) = re.findall(r'version = "(.*)"', (SOURCE / "referee" / "version.hpp").read_text())
    assert referee_games.__version__ == version


def stub():
    """The names in _native.pyi; for a class those of its members."""
    names = {}
    for node in ast.parse((PACKAGE / "_native.pyi").read_text()).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names[node.name] = {each.name for each in getattr(node, "body", []) if hasattr(each, "name")}
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = set()
    return names


def public(thing):
    return {name for name in vars(thing) if not name.startswith("_")}


def test_the_stub_has_every_name_of_the_compiled_module_and_no_other():
    assert set(stub()) == public(_native) | {"__version__"}
    for name in ("Batch", "Game"):
        assert stub()[name] - {"__init__"} == public(getattr(_native, name)), name


def test_the_stub_has_the_parameters_that_are_documented():
    """pybind11 writes the signature of a function into the first line of its documentation."""
    for node in ast.walk(ast.parse((PACKAGE / "_native.pyi").read_text())):
        if not isinstance(node, ast.ClassDef) or node.name in ("UserError", "Clone"):
            continue
        for function in node.body:
            if isinstance(function, ast.FunctionDef) and not function.decorator_list:
                text = getattr(getattr(_native, node.name), function.name).__doc__
                arguments = [*function.args.args, *function.args.kwonlyargs]
                named = re.findall(r"(\w+): ", text.splitlines()[0])
                assert [each.arg for each in arguments] == named, function.name


def test_everything_public_is_documented():
    for module in (referee_games, player):
        for name in getattr(module, "__all__", public(module)):
            thing = getattr(module, name)
            if getattr(thing, "__module__", "").startswith("referee_games"):
                assert thing.__doc__, name
    for name in ("Batch", "Game"):
        for member in public(getattr(_native, name)):
            assert inspect.getdoc(getattr(getattr(_native, name), member)), f"{name}.{member}"


USE = """
import pathlib
from typing import Tuple

import numpy
from numpy.typing import NDArray
from referee_games import Batch, Clone, Game, ParallelEnv, Situation, games, parallel_env, play, player

batch = Batch("gems", 2, settings={"max_moves": 12}, fields=[pathlib.Path("a"), "b"])
batch.step(numpy.zeros(batch.action_shape, numpy.int32))
shape: Tuple[int, ...] = batch.legal.shape
clone: Clone = batch.clone(0)
batch.restore(1, clone)
batch.copy(0, 1)
batch.copy(0, [1])
batch.copy(0, range(1, 2))
batch.copy(0, numpy.flatnonzero(batch.over))
files: dict[str, str] = Game("gems", field=pathlib.Path("a")).files(0)
env: ParallelEnv = parallel_env(games()[0], seats=2, seed=1, settings={}, view=0)
observations, infos = env.reset(seed=1)
seen_by_one: NDArray[numpy.uint8] = observations["seat_1"]
observations, rewards, terminations, truncations, infos = env.step({"seat_1": 1})
reward: float = rewards["seat_1"]
drawn = env.action_space("seat_1").sample(infos["seat_1"]["action_mask"])
env.observation_spaces["seat_1"].contains(env.state())

def policy(seen: Situation) -> int:
    return int(seen.legal.argmax())

seen: Situation = player.read(".", game="gems")
play(policy, "gems", view=0)
"""

#: Of NumPy's own stubs, which take ten times as long as everything else, what is used.
NUMPY = """
from typing import Any, Generic, Tuple, TypeVar

class generic: ...
class integer(generic, Generic[_N]):
    def __ge__(self, other: Any) -> Any: ...
    def __lt__(self, other: Any) -> Any: ...
_N = TypeVar("_N")
_S = TypeVar("_S")
_D = TypeVar("_D")
_T = TypeVar("_T", bound=generic)
class _Bits: ...
uint8 = integer[_Bits]
int8 = integer[_Bits]
int32 = integer[_Bits]
int64 = integer[_Bits]
intp = integer[_Bits]
class float32(generic): ...
class dtype(Generic[_T]):
    kind: str
    def __init__(self, kind: Any) -> None: ...
class ndarray(Generic[_S, _D]):
    @property
    def shape(self) -> Tuple[int, ...]: ...
    @property
    def dtype(self) -> _D: ...
    def __getattr__(self, name: str) -> Any: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __ge__(self, other: Any) -> Any: ...
    def __le__(self, other: Any) -> Any: ...
    def __gt__(self, other: Any) -> Any: ...
    def __lt__(self, other: Any) -> Any: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Any: ...
def flatnonzero(of: Any) -> ndarray[Any, dtype[intp]]: ...
def array(*of: Any) -> ndarray[Any, Any]: ...
def zeros(*of: Any) -> ndarray[Any, Any]: ...
def __getattr__(name: str) -> Any: ...
"""
TYPING = """
from typing import Any, TypeVar
import numpy

_T = TypeVar("_T", bound=numpy.generic)
NDArray = numpy.ndarray[Any, numpy.dtype[_T]]
ArrayLike = Any
DTypeLike = Any
"""


def test_a_type_checker_accepts_the_package_and_its_use_and_finds_mistakes(tmp_path):
    """With everything that mypy can ask for; of the starters' choices.py only what it always asks for."""
    if shutil.which("mypy", path="/usr/local/bin:/usr/bin") is None:
        pytest.skip("needs mypy")
    (tmp_path / "numpy").mkdir()
    (tmp_path / "numpy" / "__init__.pyi").write_text(NUMPY)
    (tmp_path / "numpy" / "typing.pyi").write_text(TYPING)
    (tmp_path / "use.py").write_text(USE)
    (tmp_path / "wrong.py").write_text(USE + "batch.step_wait(3)\nbatch.restore(0, batch.state(0))\n")
    starters = sorted((SOURCE / "referee" / "python" / "starter").glob("*/choices.py"))
    for path in starters:
        (tmp_path / f"choices_{path.parent.name}.py").write_text("# mypy: allow-untyped-defs\n" + path.read_text())
    command = ["mypy", "--strict", "--no-site-packages", "--cache-dir", tmp_path / "cache"]
    environment = {"MYPYPATH": f"{tmp_path}:{BUILD / 'python'}", "PATH": "/usr/local/bin:/usr/bin"}
    done = subprocess.run(
        [*command, "use.py", "wrong.py", *(f"choices_{path.parent.name}.py" for path in starters)],
        cwd=tmp_path, env=environment, capture_output=True, text=True,
    )
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert starters and len(errors) == 2, done.stdout + done.stderr
    assert all(each.startswith("wrong.py:") for each in errors), done.stdout + done.stderr
