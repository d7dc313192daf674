"""examples/league.py: training, real tournaments and a season, on small fields."""

import json
import os
import subprocess
import sys

import numpy
import pytest
import referee_games
from conftest import BUILD, SOURCE

REFEREE = BUILD / "referee"
PROGRAM = SOURCE / "referee" / "python" / "examples" / "league.py"
SMALLEST = ("--decisions", 250, "--hidden", 2, "--fields", 1, "--format", "gauntlet", "--game-time", "500ms")


def league(*words, status=0, driver=(PROGRAM,)):
    """What the program writes: to standard output, or to standard error if it must fail."""
    environment = {**os.environ, "PYTHONPATH": str(BUILD / "python")}
    command = [sys.executable, "-B", *map(str, driver), *map(str, words), "--referee", str(REFEREE)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stderr if status else done.stdout


def small_settings(game):
    known = json.loads(subprocess.run([REFEREE, "games", game, "--json"], capture_output=True, check=True).stdout)
    (small,) = [each["small"] for each in known if each["name"] == game]
    settings = [f"{key}={value}" for key, value in small.items()]
    return [word for setting in settings for option in ("--set", "--field-set") for word in (option, setting)]


@pytest.mark.parametrize("game", referee_games.games())
def test_checkpoints_of_every_game_are_ais_whose_curve_grows(tmp_path, game):
    folder = tmp_path / "league"
    small = small_settings(game)
    curve = league(folder, "--game", game, *small, *SMALLEST, "--checkpoints", 1)
    assert "c000 " in curve and "c001 " in curve and "reference " in curve
    assert all(len(line) <= 80 for line in curve.splitlines() if not line.startswith(str(folder)))
    assert "</svg>" in (folder / "curve.svg").read_text() and (folder / "report.html").exists()
    report = json.loads(subprocess.run([REFEREE, "report", folder / "league.sqlite", "--json"], capture_output=True, check=True).stdout)
    assert {row["name"]: row["games"] for row in report["standings"]} == {"reference": 4, "c000": 2, "c001": 2}
    assert all(not any(row["faults"].values()) for row in report["standings"] if row["name"] != "reference")
    weights = [numpy.load(folder / "checkpoints" / name / "weights.npz")["first"] for name in ("c000", "c001")]
    assert not numpy.array_equal(*weights)


def driver_in(folder, lines):
    """league.py as a module, with these lines before its end."""
    path = folder / "driver.py"
    path.write_text(
        f"import json, sys, numpy\nsys.path.insert(0, {str(PROGRAM.parent)!r})\nimport league, referee_games\n"
        f"league.referee_games = referee_games\n{lines}"
    )
    return (path,)


SAMPLES = sorted(path.parent for path in (SOURCE / "ai-samples").glob("*/*/weights.npz"))


@pytest.mark.parametrize("folder", [each for each in SAMPLES if (each / "choices.py").exists()], ids=lambda each: each.parent.name)
def test_choices_of_samples_can_be_learnt_and_see_of_many_games_what_they_see_of_one(tmp_path, folder):
    game = folder.parent.name
    driver = driver_in(
        tmp_path,
        """
def evaluate(self, number):
    batch = league.batch_of(self.options, 3, 1)
    games = numpy.arange(3)
    seats = numpy.array([numpy.flatnonzero(moving)[game % int(moving.sum())] for game, moving in enumerate(batch.to_move)])
    observations, legal = batch.observations[games, seats], batch.legal[games, seats]
    parts = batch.action_shape[2] if len(batch.action_shape) > 2 else 1
    def best(_kinds, _cells, scores, *_):
        return scores.argmax(axis=-1)
    policy = self.learner.policy
    together = policy.actions(league.policies.seen(observations), legal, seats, parts, best)
    for observation, allowed, seat, expected in zip(observations, legal, seats, together):
        assert (policy.best(observation, allowed, seat, parts) == expected).all()
    rows = [dict(name=name, estimate=0, rating=0, rating_low=-1, rating_high=1) for name in ("reference", *(f"c{i:03}" for i in range(number + 1)))]
    return dict(standings=rows, winrates=[], pairs=[])
league.League.evaluate = evaluate
league.main()
""",
    )
    reference = BUILD / "ai" / game / "reference"
    options = ("--choices", folder / "choices.py", "--imitate", reference, reference, "--imitate-fields", 1)
    league(tmp_path / "league", "--game", game, *small_settings(game), *SMALLEST, *options, "--checkpoints", 1, driver=driver)
    learnt, known = (
        numpy.load(path) for path in (tmp_path / "league" / "checkpoints" / "c001" / "weights.npz", folder / "weights.npz")
    )
    assert len(learnt["first"]) == len(known["first"]) and len(learnt["second"]) == len(known["second"])


def test_a_stop_changes_nothing_and_other_options_are_refused(tmp_path):
    words = ("--game", "spe_ed", *small_settings("spe_ed"), *SMALLEST)
    # Without tournaments: the test above has them.
    row = "dict(name=name, estimate=0, rating=0, rating_low=-1, rating_high=1)"
    report = f"dict(standings=[{row} for name in ('reference', *(f'c{{i:03}}' for i in range(number + 1)))], winrates=[], pairs=[])"
    driver = driver_in(tmp_path, f"league.League.evaluate = lambda self, number: {report}\nleague.main()\n")
    league(tmp_path / "one", *words, "--checkpoints", 2, driver=driver)
    league(tmp_path / "two", *words, "--checkpoints", 1, driver=driver)
    weights = tmp_path / "two" / "checkpoints" / "c001" / "weights.npz"
    before = weights.read_bytes()
    # As after a stop in the middle of the second part.
    (tmp_path / "two" / "checkpoints" / "c002.part").mkdir()
    league(tmp_path / "two", "--checkpoints", 2, driver=driver)
    assert weights.read_bytes() == before
    one, two = (numpy.load(tmp_path / name / "checkpoints" / "c002" / "weights.npz") for name in ("one", "two"))
    assert all(numpy.array_equal(one[name], two[name]) for name in one)
    said = league(tmp_path / "two", "--seed", 2, status=1)
    assert "--seed was 1, not 2" in said and said.count("\n") == 1


def test_mistakes_are_one_line(tmp_path):
    # One process for all of them.
    lines = "for words in json.loads(sys.argv[1]):\n    try:\n        league.main([*words, *sys.argv[2:]])\n"
    driver = driver_in(tmp_path, lines + "    except SystemExit as error:\n        print(error)\n")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes").write_text("mine\n")
    mistakes = (
        ((tmp_path / "new",), "give --game"),
        ((tmp_path / "mine", "--game", "gems"), "name a new folder"),
        ((tmp_path / "new", "--game", "goofspiel"), "can't be trained; choose from: battlesnake"),
        ((tmp_path / "new", "--game", "gems", "--season", "cup"), "--season and --as"),
        ((tmp_path / "new", "--game", "gems", "--hidden", 0), "give 1 or more"),
        ((tmp_path / "new", "--game", "gems", "--imitate", "nobody"), "there is no such file"),
        ((tmp_path / "new", "--game", "gems", "--imitate", *3 * [REFEREE]), "give one AI, or one for each of the two seats"),
        ((tmp_path / "set", "--game", "gems", "--set", "stones=1"), "stones"),
    )
    said = league(json.dumps([[str(word) for word in words] for words, _ in mistakes]), driver=driver).splitlines()
    assert len(said) == len(mistakes)
    for line, (_, expected) in zip(said, mistakes):
        assert line.startswith("league.py: ") and expected in line
    assert not (tmp_path / "new").exists()


def test_it_begins_with_what_an_ai_does_and_hands_in_what_is_better(tmp_path):
    season = tmp_path / "season"
    season.mkdir()
    (season / "entries").mkdir()
    (season / "season.ini").write_text("game = spe_ed\ngenerate = 1\n")
    # So few games make nobody certainly better.
    driver = driver_in(tmp_path, "league.better = lambda *_: True\nleague.main()\n")
    small = small_settings("spe_ed")
    imitated = ("--imitate", BUILD / "ai" / "spe_ed" / "reference", "--imitate-fields", 2)
    words = (tmp_path / "league", "--game", "spe_ed", *small, *SMALLEST, *imitated, "--season", season, "--as", "alice")
    league(*words, "--checkpoints", 1, driver=driver)
    assert [path.name for path in (season / "entries" / "alice").iterdir()] == ["c001"]
    assert (season / "entries" / "alice" / "c001" / "weights.npz").exists()
    assert json.loads((tmp_path / "league" / "handed-in.json").read_text()) == ["c001"]
    league(*words, "--checkpoints", 1, driver=driver)  # and no second time
    assert [path.name for path in (season / "entries" / "alice").iterdir()] == ["c001"]


def test_it_says_why_nothing_is_handed_in(tmp_path):
    lines = (
        "import pathlib, types\n"
        "league.better = lambda *_: False\n"
        "league.say = print\n"
        f"run = types.SimpleNamespace(folder=pathlib.Path({str(tmp_path)!r}))\n"
        "league.League.hand_in(run, 0, {})\n"
        "league.League.hand_in(run, 1, {})\n"
    )
    first, second = league(driver=driver_in(tmp_path, lines)).splitlines()
    assert first == "c000: not handed in: the first one to hand in must be better than it"
    assert second == "c001: not handed in: it isn't better than c000 with 95 % confidence"


@pytest.mark.parametrize("folder", SAMPLES, ids=lambda each: each.parent.name)
def test_samples_from_a_league_play_without_faults(tmp_path, folder):
    game = folder.parent.name
    subprocess.run([REFEREE, "create", tmp_path / "f.dat", "--game", game, "--players", "2", "--seed", "1"], check=True)
    ais = ("--ai", BUILD / "ai" / game / folder.name, "--ai", BUILD / "ai" / game / "reference")
    command = (REFEREE, tmp_path / "f.dat", *ais, "--seats", "fixed", "--time-limit", "none")
    assert "no faults" in subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_sample_in_c_plus_plus_plays_as_the_one_whose_weights_it_has(tmp_path):
    subprocess.run([REFEREE, "create", tmp_path / "f.dat", "--game", "dicewars", "--players", "2", "--seed", "3", "--set", "areas=12"], check=True)
    moves = {}
    for name in ("selfplay", "selfplay-cpp"):
        record = tmp_path / f"{name}.jsonl"
        ais = [word for ai in (name, "stei") for word in ("--ai", BUILD / "ai" / "dicewars" / ai)]
        options = ("--seats", "fixed", "--time-limit", "none", "--record", record)
        subprocess.run([REFEREE, tmp_path / "f.dat", *ais, *options], check=True, capture_output=True)
        moves[name] = [(line.get("seat"), line.get("move")) for line in map(json.loads, record.read_text().splitlines())]
    assert len(moves["selfplay"]) > 50 and moves["selfplay"] == moves["selfplay-cpp"]
