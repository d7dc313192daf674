"""The games of a second implementation of cops, tests/golden/cops.md."""

from conftest import golden
from replays import Replay

HEADINGS = "NESW"
LETTERS = "NESW-"


def word(turn, moves):
    return f"{turn}{'m' if moves else '-'}"


def field_of(game):
    thief, cops, gates, walls = game["start"]
    words = [" ".join(word(*each) for each in tick[0]) for tick in game["ticks_played"]]
    stay = " ".join(["0-"] * (len(gates) + len(walls)))
    lines = [
        "game cops",
        "plan_length 1",
        f"size {game['size']}",
        f"ticks {game['ticks']}",
        f"capture_radius {game['radius']}",
        f"swap_capture {game['swap']}",
        f"wall_length {game['wall_length']}",
        f"gate_width {game['gate_width']}",
        "[thief]",
        f"{thief[0]} {thief[1]}",
        "[cops]",
        *(f"{x} {y}" for x, y in cops),
        "[gates]",
        *(f"{index} {'cw' if clockwise else 'ccw'}" for index, clockwise in gates),
        "[walls]",
    ]
    for x, y, vertical, heading in walls:
        lines.append(f"{x} {y} {'vertical' if vertical else 'horizontal'} {HEADINGS[heading]}")
    lines += ["[ticks]", *words, *[stay] * (game["ticks"] - len(words))]
    return "\n".join(lines) + "\n"


def numbers(line):
    return [int(value) for value in line.split()[1:]]


def seen_in(state):
    """Gates, walls, thief, cops, end and payoff as the traces write them."""
    lines = state.splitlines()
    gates, walls, cops = [], [], []
    for line in lines[5:]:
        words = line.split()
        if words[0] == "cop":
            cops.append(numbers(line))
        elif words[0] == "gate":
            gates.append([int(words[1]), int(words[2] == "cw")])
        else:
            at = [int(words[1]), int(words[2])]
            walls.append([*at, int(words[3] == "vertical"), HEADINGS.index(words[4])])
    end, payoff = lines[2].split()[1], numbers(lines[3])[0]
    return gates, walls, numbers(lines[4]), cops, end, payoff


def test_every_tick_of_every_game_comes_out(tmp_path):
    games = ticks = 0
    for game in golden("cops"):
        replay = Replay(tmp_path, "cops", field_of(game))
        for _, gates, walls, letters, thief, cops in game["ticks_played"]:
            assert not replay.is_over
            assert seen_in(replay.state)[:2] == (gates, walls)
            plan = [LETTERS.index(letter) for letter in letters]
            parts = max(1, len(plan) - 1)
            does_not_count = [0] * (parts - 1)  # behind the thief's letter
            replay.step([plan[:1] + does_not_count, (plan[1:] + [0])[:parts]])
            assert seen_in(replay.state)[2:4] == (thief, cops)
            ticks += 1
        end = game["end"] or "none"
        assert seen_in(replay.state)[4:] == (end, game["payoff"])
        assert replay.is_over == (end != "none")
        games += 1
    assert (games, ticks) == (591, 5763)
