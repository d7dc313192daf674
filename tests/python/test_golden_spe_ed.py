"""The recorded games of spe_ed, tests/golden/spe_ed.md."""

import hashlib

import numpy
from conftest import golden
from replays import Replay

ACTIONS = ["turn_left", "turn_right", "slow_down", "speed_up", "change_nothing"]


def field_of(game):
    players = [
        f"{player['x']} {player['y']} {player['direction']} {player['speed']}"
        for player in game["players"]
    ]
    lines = ["game spe_ed", f"width {game['width']}", f"height {game['height']}", "[players]"]
    return "\n".join([*lines, *players, "[deadlines]", "10"]) + "\n"


def seen_in(state, count):
    """The players and the hash of the cells."""
    lines = state.splitlines()
    players = []
    for line in lines[4 : 4 + count]:
        _, x, y, direction, speed, _, round_out, _ = line.split()
        players.append((int(x), int(y), direction, int(speed), round_out == "0"))
    cells = ",".join(lines[4 + count :]).replace(" ", ",")
    return players, hashlib.sha1(cells.encode()).hexdigest()


def test_every_round_of_every_game_comes_out(tmp_path):
    games = rounds = 0
    for game in golden("spe_ed"):
        replay = Replay(tmp_path, "spe_ed", field_of(game))
        count = len(game["players"])
        for played in game["rounds"]:
            words = [played["actions"].get(str(number)) for number in range(1, count + 1)]
            replay.step([ACTIONS.index(word) if word in ACTIONS else -1 for word in words])
            after = played["after"]
            players = [
                (each["x"], each["y"], each["direction"], each["speed"], each["active"])
                for each in after["players"]
            ]
            assert seen_in(replay.state, count) == (players, after["cells_sha1"])
            assert replay.is_over != after["running"]
            rounds += 1
        # Only who is ahead of all others gets a whole point.
        (winners,) = numpy.nonzero(replay.rewards == 1)
        assert list(winners + 1) == ([game["winner"]] if game["winner"] > 0 else [])
        games += 1
    assert (games, rounds) == (240, 13069)
