"""The AI `learned` of spe_ed plays what the network of its weights says in Python."""

import re
import subprocess
import sys

import conftest
import numpy
from referee_games import Batch

sys.path.insert(0, str(conftest.SOURCE / "scripts" / "training"))

import features
from network import Network

AI = conftest.BUILD / "ai" / "spe_ed" / "learned" / "learned"
WEIGHTS = conftest.SOURCE / "ai-samples" / "spe_ed" / "learned" / "weights.hpp"
ACTIONS = ["turn_left", "turn_right", "slow_down", "speed_up", "change_nothing"]
SIZE = 40


def learned_network():
    """From the constants that the AI is compiled with."""
    arrays = re.findall(r"(weights|biases)_\d\{(.*?)\};", WEIGHTS.read_text(), re.DOTALL)
    numbers = [
        numpy.array([float(text.rstrip("F")) for text in re.findall(r"[-\d.e+]+F", values)])
        for _, values in arrays
    ]
    sizes = [features.SpeEd().inputs, *(len(biases) for biases in numbers[1::2])]
    network = Network(sizes, numpy.random.default_rng(0))
    for number, (weights, biases) in enumerate(zip(numbers[::2], numbers[1::2])):
        rows = weights.reshape(sizes[number + 1], sizes[number])
        network.layers[number] = [rows.T.astype(numpy.float32), biases.astype(numpy.float32)]
    return network


def write_work_folder(folder, state, seat):
    """What the referee would give to the AI of a seat, from 0."""
    lines = state.splitlines()
    players = []
    for number, line in enumerate(lines[4:6], 1):
        _, x, y, direction, speed, _, round_out, _ = line.split()
        players.append(f"{number} {x} {y} {direction} {speed} {int(round_out == '0')}\n")
    (folder / "player.dat").write_text(players[seat])
    (folder / "opponent.dat").write_text(players[1 - seat])
    board = "\n".join([f"{SIZE} {SIZE}", *lines[6:]])
    (folder / "gamefield.dat").write_text(board + "\n")
    (folder / "match.dat").write_text(f"{lines[0]}\nseat {seat + 1}\ntime_limit 1000\n")


def answer_of_the_ai(folder):
    subprocess.run([AI], cwd=folder, check=True)
    return ACTIONS.index((folder / "result.dat").read_text().strip())


def test_the_ai_takes_the_action_that_the_network_prefers(tmp_path):
    rules = features.SpeEd()
    network = learned_network()
    settings = {"width": SIZE, "height": SIZE}
    batch = Batch("spe_ed", 4, 2, 12, settings=settings, observations=False, features=True)
    random = numpy.random.default_rng(3)
    chosen = set()
    for _ in range(100):
        allowed, inputs = rules(batch)
        values = numpy.where(allowed, network(inputs), -numpy.inf)
        game = int(random.integers(4))
        if batch.to_move[game, 0] and allowed[2 * game].any():
            write_work_folder(tmp_path, batch.state(game), 0)
            action = answer_of_the_ai(tmp_path)
            chosen.add(action)
            # Sums in another order differ in their last digits.
            assert values[2 * game, action] > values[2 * game].max() - 1e-5
        # Sometimes another action, so that all kinds of places are seen.
        drawn = numpy.where(allowed, random.random(values.shape), -1)
        explores = random.random(len(values)) < 0.3
        actions = numpy.where(explores, drawn.argmax(axis=1), values.argmax(axis=1))
        batch.step(actions.reshape(4, 2).astype(numpy.int32))
    assert len(chosen) >= 4
