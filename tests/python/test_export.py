"""Data sets of `referee export`: the file as NumPy reads it, compared with a batch that plays the same game again.

No line here is for one game. All kinds of seats, views and faults: tests/record/dataset_test.cpp.
"""

import importlib.util
import json
import subprocess
import sys
import zipfile

import numpy
import pytest
import referee_games
from conftest import BUILD, SOURCE
from referee_games import Batch

REFEREE = BUILD / "referee"


def referee(*words, status=0, cwd=None):
    done = subprocess.run([REFEREE, *map(str, words)], capture_output=True, text=True, cwd=cwd)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout if status == 0 else done.stderr


def small_settings(game):
    (known,) = [each for each in json.loads(referee("games", game, "--json")) if each["name"] == game]
    settings = [f"{key}={value}" for key, value in known["small"].items()]
    return [word for setting in settings for word in ("--set", setting)]


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """By game: a folder with the fields f-1.dat and f-2.dat and two records of real matches, one on each."""
    folders = {}

    def play(game):
        if game not in folders:
            folder = folders[game] = tmp_path_factory.mktemp(game)
            ai = BUILD / "ai" / game / "reference"
            for number in (1, 2):
                field = folder / f"f-{number}.dat"
                referee("create", field, "--game", game, "--seed", number, "--players", 2, *small_settings(game))
                record = ("--record", folder / "records" / f"{number}.jsonl", "--time-limit", "none")
                referee("play", field, "--ai", f"one={ai}", "--ai", f"two={ai}", "--seats", "fixed", *record)
        return folders[game]

    return play


def export(folder, *words, name="set.npz"):
    summary = json.loads(referee("export", folder / "records", "--npz", folder / name, "--json", *words))
    return summary, numpy.load(folder / name)


@pytest.mark.parametrize("game", referee_games.games())
def test_a_data_set_is_what_a_batch_shows_in_these_games(played, game):
    folder = played(game)
    summary, data = export(folder, "--force")
    assert data["game"] == game and data["format"] == 1 and data["view"] == 0
    assert list(data["ai_names"]) == ["one", "two"]
    assert summary["decisions"] == len(data["actions"]) > 0
    assert summary["games"] == len(data["game_rewards"]) == 2
    names = [str(folder / f"{name}.dat") for name in data["field_names"]]
    # Both fields, so that boards of two sizes share planes.
    batch = Batch(game, 2, fields=names)
    assert data["observations"].shape[1:] == batch.observations.shape[2:]
    assert list(data["planes"]) == list(batch.planes)
    row = 0
    for number, field in enumerate(data["game_fields"]):
        batch.set_field(0, (folder / f"{data['field_names'][field]}.dat").read_text())
        rewards = numpy.zeros(batch.seats, numpy.float32)
        first = row
        while not batch.over[0]:
            actions = numpy.full(batch.action_shape, -1, numpy.int32)
            for seat in numpy.flatnonzero(batch.to_move[0]):
                assert data["games"][row] == number and data["seats"][row] == seat
                assert numpy.array_equal(data["observations"][row], batch.observations[0, seat])
                assert numpy.array_equal(data["legal"][row], batch.legal[0, seat])
                assert data["ais"][row] == data["game_ais"][number, seat] == seat
                actions[0, seat] = data["actions"][row]
                row += 1
            batch.step(actions)
            rewards += batch.rewards[0]
        assert numpy.array_equal(data["game_rewards"][number], rewards)
        assert numpy.array_equal(data["rewards"][first:row], rewards[data["seats"][first:row]])
        turns = data["turns"][first:row]
        assert turns[0] == 0 and (numpy.diff(turns) >= 0).all()
    assert row == len(data["actions"])  # and nothing else is in the file


@pytest.mark.parametrize("game", referee_games.games())
def test_decisions_of_one_ai_or_seat_are_those_among_all(played, game):
    folder = played(game)
    _, everything = export(folder, "--force")
    own = everything["ais"] == 1
    for words in (("--of", "two"), ("--seat", "2")):
        _, data = export(folder, *words, name="own.npz", *["--force"])
        for name in ("observations", "legal", "actions", "rewards", "turns", "seats", "games", "ais"):
            # The tables may have another order.
            expected = everything[name][own]
            found = data[name]
            if name == "ais":
                expected, found = everything["ai_names"][expected], data["ai_names"][found]
            assert numpy.array_equal(found, expected), name
    assert "'three'" in referee("export", folder / "records", "--of", "three", "--npz", folder / "no.npz", status=2)
    assert not (folder / "no.npz").exists()


def test_the_archive_is_plain_complete_and_the_same_each_time(played):
    folder = played(referee_games.games()[0])
    export(folder, "--force", name="first.npz")
    export(folder, "--force", name="second.npz")
    assert (folder / "first.npz").read_bytes() == (folder / "second.npz").read_bytes()
    with zipfile.ZipFile(folder / "first.npz") as archive:
        assert archive.testzip() is None
        assert {each.compress_type for each in archive.infolist()} == {zipfile.ZIP_DEFLATED}
    assert not list(folder.glob("*.part")) and not list(folder.glob("*.npz.*"))


def test_nothing_is_overwritten_silently(played):
    folder = played(referee_games.games()[0])
    (folder / "mine.npz").write_text("mine\n")
    said = referee("export", folder / "records", "--npz", folder / "mine.npz", status=2)
    assert "--force overwrites it" in said and len(said.splitlines()) == 1
    assert (folder / "mine.npz").read_text() == "mine\n"
    record = folder / "records" / "1.jsonl"
    before = record.read_text()
    said = referee("export", folder / "records", "--npz", record, "--force", status=2)
    assert "the games being read" in said and record.read_text() == before


def test_a_record_that_is_named_in_several_ways_counts_once(played, tmp_path, monkeypatch):
    folder = played(referee_games.games()[0])
    link = tmp_path / "link"
    link.symlink_to(folder / "records")
    monkeypatch.chdir(folder)
    words = (folder / "records", "records", "./records/../records", link, folder / "records" / "1.jsonl")
    summary = json.loads(referee("export", *words, "--npz", tmp_path / "once.npz", "--json"))
    assert summary["games"] == 2


def test_games_that_do_not_fit_one_file_are_named(played, tmp_path):
    first, second = referee_games.games()[:2]
    records = [played(game) / "records" / "1.jsonl" for game in (first, second)]
    said = referee("export", *records, "--npz", tmp_path / "x.npz", status=2)
    assert f"a game of {second} after games of {first}" in said and said.count("\n") == 1
    other = json.loads(records[0].read_text().splitlines()[0])
    other["game"] = "goofspiel"
    (tmp_path / "other.jsonl").write_text(json.dumps(other) + "\n")
    said = referee("export", tmp_path / "other.jsonl", "--npz", tmp_path / "x.npz", status=2)
    assert "'goofspiel' can't be trained here" in said and said.count("\n") == 1
    assert list(tmp_path.iterdir()) == [tmp_path / "other.jsonl"]


def test_what_is_left_out_is_told(played, tmp_path):
    folder = played(referee_games.games()[0])
    lines = (folder / "records" / "1.jsonl").read_text().splitlines()
    whole = "\n".join(lines) + "\n"
    unfinished = "\n".join(lines[:-1]) + "\n"
    changed = json.loads(lines[1])
    changed["comment"] = "something else"
    different = "\n".join([lines[0], json.dumps(changed), *lines[2:]]) + "\n"
    (tmp_path / "r.jsonl").write_text(whole + unfinished + different)
    done = subprocess.run(
        [REFEREE, "export", tmp_path / "r.jsonl", "--npz", tmp_path / "r.npz"], capture_output=True, text=True
    )
    assert done.returncode == 0
    assert "1 game left out: no result" in done.stderr
    assert "1 game left out: record and rules disagree" in done.stderr
    assert len(numpy.load(tmp_path / "r.npz")["game_numbers"]) == 1


def imitate():
    spec = importlib.util.spec_from_file_location("imitate", SOURCE / "referee" / "python" / "examples" / "imitate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def made_set(path, random):
    """A data set of the documented form, in which an AI goes where the one stone is if it may; else to the first place."""
    stone = random.integers(0, 4, 1500)
    observations = numpy.zeros((1500, 2, 1, 4), numpy.uint8)
    observations[numpy.arange(1500), 0, 0, stone] = 7
    legal = (random.random((1500, 4)) < 0.8).astype(numpy.uint8)
    legal[:, 0] = 1
    actions = numpy.where(legal[numpy.arange(1500), stone] == 1, stone, 0).astype(numpy.int32)
    numpy.savez(
        path, format=1, game="made", observations=observations, legal=legal, actions=actions, ais=numpy.zeros(1500, int),
        games=numpy.arange(1500) // 10, game_fields=numpy.arange(150) // 2, ai_names=["it"],
    )


def test_the_example_learns_what_decides_and_tells_it_of_other_games(tmp_path, capsys):
    made_set(tmp_path / "made.npz", numpy.random.default_rng(5))
    module = imitate()
    results = module.imitate(module.arguments([str(tmp_path / "made.npz"), "--of", "it", "--hidden", "24"]))
    assert results["the network"] > 0.95
    assert results["the most frequent legal action"] < 0.7
    printed = capsys.readouterr().out
    assert "tried on 300 in 30 others" in printed and "| any legal action |" in printed


@pytest.mark.parametrize("game", referee_games.games())
def test_the_example_reads_what_export_writes(played, game):
    folder = played(game)
    _, data = export(folder, "--force")
    program = SOURCE / "referee" / "python" / "examples" / "imitate.py"
    done = subprocess.run([sys.executable, program, folder / "set.npz"], capture_output=True, text=True)
    if data["actions"].ndim > 1:
        assert done.returncode == 1 and "plan of several parts" in done.stderr and done.stderr.count("\n") == 1
    else:
        assert done.returncode == 0 and "| the network |" in done.stdout, done.stderr
