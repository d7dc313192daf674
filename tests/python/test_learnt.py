"""`referee new --template learnt`: for each game that can be learnt an AI that plays in the sandbox."""

import json
import os
import subprocess
import sys

import pytest
import referee_games
from conftest import BUILD, SOURCE

REFEREE = BUILD / "referee"

#: Short games.
SETTINGS = {
    "battlesnake": ["max_turns=12"],
    "cops": ["ticks=15", "size=12"],
    "dicewars": ["max_battles=12", "areas=10"],
    "gems": ["max_moves=10"],
    "spe_ed": ["max_rounds=12"],
}


def run(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def new(game, folder):
    made = run(REFEREE, "new", "--game", game, "--language", "Python", "--template", "learnt", "--json", folder)
    return json.loads(made)["files"]


@pytest.mark.parametrize("game", referee_games.games())
def test_a_starter_of_every_game_plays_without_faults_where_nothing_else_is_installed(tmp_path, game):
    files = new(game, tmp_path / "bot")
    assert {"bot.py", "weights.txt", "train.py", "player/__init__.py", f"player/{game}.py"} < set(files)
    assert all((tmp_path / "bot" / file).exists() for file in files)
    settings = [word for setting in SETTINGS.get(game, []) for word in ("--set", setting)]
    run(REFEREE, "create", tmp_path / "field.dat", "--game", game, "--players", 2, "--seed", 1, *settings)
    opponent = BUILD / "ai" / game / "reference"
    match = (REFEREE, tmp_path / "field.dat", "--ai", f"learnt={tmp_path / 'bot'}", "--ai", opponent)
    assert "no faults" in run(*match, "--seats", "fixed", "--time-limit", "1m")


def test_the_starter_learns_with_the_module(tmp_path):
    new("spe_ed", tmp_path / "bot")
    before = (tmp_path / "bot" / "weights.txt").read_text()
    environment = {**os.environ, "PYTHONPATH": str(BUILD / "python")}
    said = run(sys.executable, "-B", tmp_path / "bot" / "train.py", "--games", "2", env=environment)
    assert "mean reward against random actions: " in said
    assert (tmp_path / "bot" / "weights.txt").read_text() != before


def test_what_has_no_such_starter_is_refused(tmp_path):
    def refused(*options):
        command = [REFEREE, "new", "--template", "learnt", *options, tmp_path / "none"]
        done = subprocess.run([*map(str, command)], capture_output=True, text=True)
        assert done.returncode == 2 and not (tmp_path / "none").exists()
        return done.stderr

    assert "goofspiel has no observations to learn from" in refused("--game", "goofspiel", "--language", "Python")
    assert "write --language Python, not C++" in refused("--game", "gems", "--language", "C++")


def ai(folder, text, lines=""):
    """What an AI of this text says to the referee that writes `lines`: output, errors, status."""
    (folder / "bot.py").write_text(text)
    environment = {"PYTHONPATH": str(BUILD / "python"), "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "-B", "bot.py"]
    done = subprocess.run(command, cwd=folder, input=lines, capture_output=True, text=True, env=environment)
    return done.stdout, done.stderr, done.returncode


POLICY = "import referee_games\nreferee_games.play(lambda seen: int(seen.legal.argmax()), 'gems')\n"


def test_play_is_resident_or_started_for_each_move(tmp_path):
    for name, text in referee_games.Game("gems", 1).files(0).items():
        (tmp_path / name).write_text(text)
    answered = []
    games = "move 0\nend\ngame\nmove 0\nend\nquit\n"
    for lines, output in (
        ("", ""),
        ("prepare\nmove 0\nmove 1\nend\nquit\n", "done\n" * 4),
        (games, "done\n" * 4),
    ):
        assert ai(tmp_path, POLICY, lines) == (output, "", 0)
        answered.append((tmp_path / "result.dat").read_text())
        (tmp_path / "result.dat").unlink()
    assert answered[0] == answered[1] == answered[2] != ""


def test_a_policy_that_remembers_is_told_of_each_other_game(tmp_path):
    for name, text in referee_games.Game("gems", 1).files(0).items():
        (tmp_path / name).write_text(text)
    remembering = (
        "import sys\nimport referee_games\n"
        "class Policy:\n"
        "    moves = 0\n"
        "    def begin_game(self):\n"
        "        print(self.moves, 'moves', file=sys.stderr)\n"
        "        self.moves = 0\n"
        "    def __call__(self, seen):\n"
        "        self.moves += 1\n"
        "        return int(seen.legal.argmax())\n"
        "referee_games.play(Policy(), 'gems')\n"
    )
    lines = "move 0\nmove 0\nend\ngame\nmove 0\nend\ngame\nquit\n"
    assert ai(tmp_path, remembering, lines) == ("done\n" * 5, "2 moves\n1 moves\n", 0)


def test_an_error_of_play_is_a_hint(tmp_path):
    for name, text in referee_games.Game("gems", 1).files(0).items():
        (tmp_path / name).write_text(text)
    output, errors, status = ai(tmp_path, POLICY.replace("'gems'", "'spe_ed'"), "move 0\n")
    assert (output, status) == ("", 1)
    assert errors == "hint: match.dat: game gems, not spe_ed; play it in that game\n"


def test_weights_fit_their_policy():
    """Those of the starters have been learnt by what is there now."""
    for game in referee_games.games():
        rows = (SOURCE / "referee" / "python" / "starter" / game / "weights.txt").read_text().split("\n")
        assert len({len(row.split()) for row in rows if row}) == 1, game
