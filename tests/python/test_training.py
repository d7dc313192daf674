"""The parts of scripts/training: areas by bits, the network, what is known of each action."""

import sys

import conftest
import numpy
import pytest

sys.path.insert(0, str(conftest.SOURCE / "scripts" / "training"))

import bits
import features
import spe_ed_q
from memory import Memory, Pending
from network import Network
from referee_games import Batch

SIDE = 9
FIELD = "game spe_ed\nwidth 24\nheight 18\n[players]\n0 0 right\n5 5 left\n[deadlines]\n1\n"


def steps_to_each_cell(start, free):
    """By a search cell by cell: the number of steps to each free cell that can be reached."""
    steps = {start: 0}
    waiting = [start]
    for row, column in waiting:
        for cell in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            is_inside = 0 <= cell[0] < SIDE and 0 <= cell[1] < SIDE
            if is_inside and free[cell] and cell not in steps:
                steps[cell] = steps[row, column] + 1
                waiting.append(cell)
    return steps


def drawn_boards():
    random = numpy.random.default_rng(1)
    cells = random.random((20, SIDE, SIDE)) < 0.7
    cells[:, 0, 0] = cells[:, 8, 8] = True
    free = bits.packed(cells)
    corner = numpy.zeros(20, int)
    own = bits.single(corner, corner, (SIDE, SIDE))
    other = bits.single(corner + 8, corner + 8, (SIDE, SIDE))
    return cells, free, own, other


@pytest.mark.parametrize("steps", [1, 3, 30])
def test_areas_are_those_of_a_search_cell_by_cell(steps):
    cells, free, own, _ = drawn_boards()
    counted = bits.count(bits.reachable(own, free, steps))
    for board in range(len(cells)):
        by_search = steps_to_each_cell((0, 0), cells[board]).values()
        assert counted[board] == sum(away <= steps for away in by_search)


def test_a_cell_belongs_to_who_comes_first():
    """Where nobody's cells lie between the two, that is who is nearer."""
    _, _, own, other = drawn_boards()
    empty = numpy.full_like(own, (1 << SIDE) - 1)
    own_cells, other_cells = bits.first_reached(own, other, empty, 30)
    # All but the diagonal of 9 cells, half each.
    assert (bits.count(own_cells) == 36).all()
    assert (bits.count(other_cells) == 36).all()
    assert not (own_cells & other_cells).any()


def test_a_network_learns_a_sum():
    random = numpy.random.default_rng(2)
    network = Network([3, 16, 1], random)
    for _ in range(1500):
        inputs = random.random((64, 3)).astype(numpy.float32)
        error = network.learn(inputs, inputs[:, 0] - inputs[:, 1] / 2, 3e-3)
    assert error < 0.05


def test_a_restored_network_says_the_same():
    random = numpy.random.default_rng(3)
    network, other = Network([3, 8, 1], random), Network([3, 8, 1], random)
    inputs = random.random((5, 3)).astype(numpy.float32)
    network.learn(inputs, inputs[:, 0], 1e-3)
    other.restore(network.arrays())
    assert numpy.array_equal(network(inputs), other(inputs))
    network.learn(inputs, inputs[:, 0], 1e-3)
    other.learn(inputs, inputs[:, 0], 1e-3)
    assert numpy.array_equal(network(inputs), other(inputs))


def test_a_decision_is_worth_its_rewards_and_then_what_there_is_to_choose():
    memory = Memory(10, 1)
    pending = Pending(memory, 2, 0.5)
    chosen = numpy.array([[1], [2]], numpy.float32)
    decided, nobody = numpy.array([True, True]), numpy.array([False, False])
    nothing = numpy.zeros(2)

    def step(chosen, decided, rewards, done):
        pending.add(chosen, decided, rewards, done, lambda: numpy.array([0.8, 0.4]))

    step(chosen, decided, nothing, nobody)
    assert memory.count == 0
    # The second row wins, which is all that its decisions bring; the first one goes on.
    step(chosen + 2, decided, numpy.array([0, 1]), numpy.array([False, True]))
    known = sorted(zip(memory.chosen[: memory.count, 0], memory.worth[: memory.count]))
    assert known == [(1, pytest.approx(0.25 * 0.8)), (2, 0.5), (4, 1)]


def test_a_full_memory_forgets_the_oldest():
    memory = Memory(4, 1)
    memory.add(numpy.arange(6).reshape(6, 1), numpy.arange(6))
    assert sorted(memory.worth) == [2, 3, 4, 5]
    chosen, worth = memory.sample(50, numpy.random.default_rng(1))
    assert numpy.array_equal(chosen[:, 0], worth)


def played_boards(steps):
    """Planes and features of games of spe_ed that go on by actions that don't crash."""
    rules = features.SpeEd()
    batch = Batch("spe_ed", 32, 2, 4, settings={"width": 24, "height": 18}, features=True)
    random = numpy.random.default_rng(5)
    for _ in range(steps):
        is_safe, inputs = rules(batch)
        yield batch, is_safe, inputs
        drawn = is_safe * (random.random(is_safe.shape) + 0.1)
        batch.step(drawn.argmax(axis=1).reshape(32, 2).astype(numpy.int32))


def test_an_action_of_spe_ed_is_possible_if_it_is_when_nobody_else_moves():
    tried = Batch("spe_ed", 32, 2, 4, settings={"width": 24, "height": 18}, observations=False)
    random = numpy.random.default_rng(6)
    judged = [0, 0]
    for batch, is_safe, _ in played_boards(60):
        action = random.integers(0, 5, 32)
        for game in range(32):
            tried.set_field(game, FIELD)  # of that size; all else the state says
            tried.set_state(game, batch.state(game))
        plays = batch.to_move[:, 0] == 1
        tried.step(numpy.stack([action, numpy.full(32, -1)], axis=1).astype(numpy.int32))
        for game in numpy.flatnonzero(plays):
            stays = tried.state(game).splitlines()[4].endswith("out 0 no")
            assert stays == is_safe[2 * game, action[game]]
            judged[int(stays)] += 1
    assert min(judged) > 100


def mirrored_state(state, width):
    """The text of a state with left and right exchanged."""
    lines = state.splitlines()
    for number in (4, 5):
        words = lines[number].split()
        words[1] = str(width - 1 - int(words[1]))
        words[3] = {"left": "right", "right": "left"}.get(words[3], words[3])
        lines[number] = " ".join(words)
    for number in range(6, len(lines)):
        lines[number] = " ".join(reversed(lines[number].split()))
    return "\n".join(lines) + "\n"


def test_the_features_of_a_mirrored_board_are_the_mirrored_ones():
    rules = features.SpeEd()
    other = Batch("spe_ed", 1, 2, 4, observations=False, features=True)
    left_and_right = [1, 0, 2, 3, 4]
    compared = 0
    for batch, _, inputs in played_boards(30):
        if batch.to_move[0].all():
            other.set_field(0, FIELD)
            other.set_state(0, mirrored_state(batch.state(0), 24))
            mirrored = rules.mirrored(inputs[0])[left_and_right]
            # What isn't possible has no features at all, also not a mirrored one.
            assert numpy.array_equal(mirrored + 0.0, other.features[0, 0])
            compared += 1
    assert compared > 20


def test_an_action_of_battlesnake_that_is_not_safe_kills():
    rules = features.Battlesnake()
    batch = Batch("battlesnake", 32, 2, 6, settings={"size": 7, "lines": 50}, view=rules.view)
    random = numpy.random.default_rng(7)
    killed = 0
    for _ in range(200):
        is_safe = rules(batch)[0].reshape(32, 2, 4)[:, 0]
        plays = batch.to_move[:, 0] == 1
        actions = random.integers(0, 4, (32, 2)).astype(numpy.int32)
        batch.step(actions)
        unsafe = plays & ~is_safe[numpy.arange(32), actions[:, 0]]
        assert (batch.done[unsafe, 0] == 1).all()
        killed += int(unsafe.sum())
    assert killed > 100


def short_training(folder, game, *more):
    folder.mkdir(exist_ok=True)
    given = ["--folder", str(folder), "--game", game, "--decisions", "6000", "--games", "96"]
    training = spe_ed_q.Training(
        spe_ed_q.arguments([*given, "--evaluations", "2", "--evaluated", "4", *more])
    )
    begun_with = training.network.arrays()
    training.run()
    return begun_with, training.network.arrays(), training.curve


def same(kept, others):
    return all(numpy.array_equal(kept[name], others[name]) for name in kept)


@pytest.mark.parametrize("game", ["spe_ed", "battlesnake"])
def test_the_same_seed_gives_the_same_weights_for_any_number_of_threads(tmp_path, game):
    begun_with, one, curve = short_training(tmp_path / "one", game)
    _, two, _ = short_training(tmp_path / "two", game, "--threads", "2")
    assert same(one, two)
    assert not same(one, begun_with)  # it has learnt something
    assert len(curve) == 3
    _, other, _ = short_training(tmp_path / "other", game, "--seed", "2")
    assert not same(one, other)
    assert (tmp_path / "one" / "curve.svg").read_text().endswith("</svg>\n")


def test_a_training_that_is_resumed_goes_on_from_its_weights(tmp_path):
    _, learnt, curve = short_training(tmp_path, "spe_ed")
    begun_with, more, longer = short_training(
        tmp_path, "spe_ed", "--resume", "--decisions", "9000"
    )
    assert same(learnt, begun_with)
    assert more["steps"] > learnt["steps"]
    assert longer[:3] == curve and longer[-1][0] >= 9000
