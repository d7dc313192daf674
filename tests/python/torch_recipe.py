"""Runs "PyTorch" of referee/python/README.md where torch is installed: `make torch-test`. Not part of `make test`."""

import contextlib
import os
import pathlib
import runpy
import subprocess
import sys
import tempfile

from conftest import BUILD
from test_readme import example

try:
    import torch
except ImportError as error:
    print(f"skipped: {error}; the recipe of PyTorch is not run; Debian's package is python3-torch")
    sys.exit(0)

import numpy
import referee_games

REFEREE = BUILD / "referee"


def run(*command):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def main():
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder) if hasattr(contextlib, "chdir") else moved(folder):
        bot = pathlib.Path(folder) / "bot"
        run(REFEREE, "new", "--game", "spe_ed", "--language", "Python", "--template", "learnt", bot)
        pathlib.Path("torch-learner").write_text(example("`torch-learner`:"))
        network = runpy.run_path("torch-learner")["network"]
        pathlib.Path("weights.npz").rename(bot / "weights.npz")
        (bot / "bot.py").write_text(example("replace `bot.py` there by this one:"))
        # NumPy's choice is torch's.
        sys.path.insert(0, str(bot))
        chosen = []
        sys.modules["player"] = type(sys)("player")
        sys.modules["player"].play = lambda policy, *_, **__: chosen.append(policy)
        runpy.run_path(str(bot / "bot.py"))
        del sys.modules["player"]
        batch = referee_games.Batch("spe_ed", 64, seed=5, view=3)
        planes = batch.observations[:, 0]
        scores = network(torch.from_numpy(planes.astype(numpy.float32)).flatten(1)).detach().numpy()
        expected = numpy.where(batch.legal[:, 0] == 1, scores, -numpy.inf).argmax(axis=1)
        situation = referee_games.Situation
        for game in range(64):
            seen = situation("spe_ed", 0, 0, planes[game], batch.legal[game, 0], 1, {}, str)
            assert chosen[0](seen) == expected[game]
        # And the AI plays with it, without torch.
        run(REFEREE, "create", "field.dat", "--game", "spe_ed", "--players", 2, "--seed", 1, "--set", "max_rounds=12")
        match = (REFEREE, "field.dat", "--ai", bot, "--ai", BUILD / "ai" / "spe_ed" / "reference")
        assert "no faults" in run(*match, "--time-limit", "1m")
    print(f"the recipe runs with torch {torch.__version__}")


@contextlib.contextmanager
def moved(folder):
    """contextlib.chdir() of newer Pythons."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


if __name__ == "__main__":
    main()
