"""The parts of scripts/training: areas by bits, the network, what is known of each action."""

import sys

import conftest
import numpy
import pytest

sys.path.insert(0, str(conftest.SOURCE / "scripts" / "training"))

import bits
import features
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


def test_an_action_of_spe_ed_is_safe_if_it_is_when_nobody_else_moves():
    rules = features.SpeEd()
    batch = Batch("spe_ed", 32, 2, 4, settings={"width": 24, "height": 18}, view=rules.view)
    tried = Batch("spe_ed", 32, 2, 4, settings={"width": 24, "height": 18}, observations=False)
    random = numpy.random.default_rng(5)
    judged = [0, 0]
    for _ in range(60):
        planes = batch.observations[:, 0]
        is_safe, _ = rules(planes)
        action = random.integers(0, 5, 32)
        for game in range(32):
            tried.set_field(game, FIELD)  # of that size; all else the state says
            tried.set_state(game, batch.state(game))
        actions = numpy.stack([action, numpy.full(32, -1)], axis=1).astype(numpy.int32)
        plays = batch.to_move[:, 0] == 1
        tried.step(actions)
        for game in numpy.flatnonzero(plays):
            stays = tried.state(game).splitlines()[4].endswith("out 0 no")
            assert stays == is_safe[game, action[game]]
            judged[int(stays)] += 1
        # The games go on by safe actions of both, so that they last.
        other_safe, _ = rules(batch.observations[:, 1])
        both = numpy.stack([is_safe, other_safe], axis=1) * (random.random((32, 2, 5)) + 0.1)
        batch.step(both.argmax(axis=2).astype(numpy.int32))
    assert min(judged) > 100


def test_an_action_of_battlesnake_that_is_not_safe_kills():
    rules = features.Battlesnake()
    batch = Batch("battlesnake", 32, 2, 6, settings={"size": 7, "lines": 50}, view=rules.view)
    random = numpy.random.default_rng(7)
    killed = 0
    for _ in range(200):
        is_safe, _ = rules(batch.observations[:, 0])
        plays = batch.to_move[:, 0] == 1
        actions = random.integers(0, 4, (32, 2)).astype(numpy.int32)
        batch.step(actions)
        unsafe = plays & ~is_safe[numpy.arange(32), actions[:, 0]]
        assert (batch.done[unsafe, 0] == 1).all()
        killed += int(unsafe.sum())
    assert killed > 100
