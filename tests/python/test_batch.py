"""Batches as Python sees them: shapes, views, seeds, errors."""

import subprocess
import threading

import conftest
import numpy
import pytest
import referee_games
from referee_games import Batch


def batch_of(**options):
    return Batch("battlesnake", **{"size": 8, "seats": 3, "settings": {"size": 7, "lines": 20}, **options})


def test_arrays_have_the_shapes_that_are_documented():
    batch = batch_of()
    assert batch.observations.shape == (8, 3, len(batch.planes), 7, 7)
    assert batch.final_observations.shape == batch.observations.shape
    assert batch.rewards.shape == batch.done.shape == batch.to_move.shape == (8, 3)
    assert batch.legal.shape == (8, 3, batch.action_count)
    assert batch.over.shape == (8,)
    assert batch.observations.dtype == batch.legal.dtype == numpy.uint8
    assert batch.rewards.dtype == numpy.float32


def test_actions_with_parts_have_an_axis_for_them():
    batch = Batch("cops", size=2, settings={"plan_length": 3, "cops": 4, "ticks": 30})
    assert batch.action_shape == (2, 2, 12)
    assert batch.action_count == 5


def test_arrays_are_views_that_a_step_overwrites():
    batch = batch_of()
    before = batch.observations
    copy = before.copy()
    batch.step(numpy.zeros(batch.action_shape, numpy.int32))
    assert numpy.shares_memory(before, batch.observations)
    assert not numpy.array_equal(before, copy)


def test_arrays_are_for_reading():
    with pytest.raises(ValueError):
        batch_of().legal[0, 0, 0] = 0


def test_arrays_outlive_the_name_of_their_batch():
    rewards = batch_of().rewards
    assert not rewards.any()


def test_without_observations_there_are_none():
    assert batch_of(observations=False).observations is None


def test_other_integers_are_taken_as_actions():
    one, other = batch_of(), batch_of()
    actions = numpy.ones(one.action_shape)
    one.step(actions.astype(numpy.int64))
    other.step(actions.astype(numpy.int32))
    assert one.state(0) == other.state(0)


@pytest.mark.parametrize("number, dtype", [(2**32 + 1, "int64"), (2**64 - 2**32 + 1, "uint64"), (2**32 - 1, "uint32")])
def test_a_large_number_is_a_fault_and_not_another_action(number, dtype):
    large, wrong = batch_of(), batch_of()
    large.step(numpy.full(large.action_shape, number, dtype))
    wrong.step(numpy.full(wrong.action_shape, -1))
    assert [large.state(game) for game in range(8)] == [wrong.state(game) for game in range(8)]


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128", "str", "object"])
def test_actions_that_are_no_integers_are_refused(dtype):
    batch = batch_of()
    with pytest.raises(TypeError, match="actions are integers; give an array of int32"):
        batch.step(numpy.ones(batch.action_shape).astype(dtype))


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_of_python_that_share_a_batch_wait_for_each_other(threads):
    shared, alone = batch_of(size=256, threads=threads), batch_of(size=256)
    actions = numpy.zeros(shared.action_shape, numpy.int32)

    def play():
        for game in range(200):
            shared.step(actions)
            shared.state(game)

    players = [threading.Thread(target=play) for _ in range(4)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    for _ in range(800):
        alone.step(actions)
    assert [shared.state(game) for game in range(256)] == [alone.state(game) for game in range(256)]


@pytest.mark.parametrize("shape", [(8,), (8, 2), (7, 3), (8, 3, 1)])
def test_actions_of_another_shape_are_refused(shape):
    with pytest.raises(referee_games.UserError, match=r"give \(8, 3\)"):
        batch_of().step(numpy.zeros(shape, numpy.int32))


def test_an_error_says_what_to_do_and_is_a_value_error():
    with pytest.raises(ValueError, match="there is no game 8; the batch has the games 0 to 7"):
        batch_of().state(8)
    with pytest.raises(referee_games.UserError, match="no such parameter"):
        batch_of(settings={"colour": "red"})
    with pytest.raises(referee_games.UserError, match="state:1: 'nonsense' is not 'turn'"):
        batch_of().set_state(0, "nonsense")


def test_a_refused_state_leaves_the_game_as_it_was():
    batch = batch_of()
    before = batch.state(0)
    with pytest.raises(referee_games.UserError):
        batch.set_state(0, before + "more\n")
    assert batch.state(0) == before


def test_a_drawn_field_is_the_one_that_create_writes(tmp_path):
    referee = conftest.BUILD / "referee"
    batch = batch_of()
    path = tmp_path / "field.dat"
    command = [referee, "create", path, "--game", "battlesnake", "--players", "3"]
    command += ["--set", "size=7", "--set", "lines=20", "--seed", str(batch.field_seed(5))]
    subprocess.run(command, check=True, capture_output=True)
    from_file = Batch("battlesnake", size=1, fields=[str(path)])
    assert from_file.state(0) == batch.state(5)


def test_the_names_of_games_and_planes_are_there():
    assert referee_games.games() == ["battlesnake", "cops", "dicewars", "gems", "spe_ed"]
    assert list(batch_of().planes)[0] == "food"
    assert referee_games.AUTORESET_MODE == "next_step"


def test_a_step_in_the_background_is_the_same():
    """step_async() and step_wait() do what step() does; other calls are refused in between."""
    for game in referee_games.games():
        alone, behind = Batch(game, 70, seed=3), Batch(game, 70, seed=3, threads=2)
        random = numpy.random.default_rng(4)
        for _ in range(20):
            actions = random.integers(0, alone.action_count, alone.action_shape, dtype=numpy.int32)
            alone.step(actions)
            behind.step_async(actions)
            actions[:] = -1  # has been copied
            with pytest.raises(ValueError, match="a step is under way"):
                behind.step(actions)
            with pytest.raises(ValueError, match="a step is under way"):
                behind.state(0)
            behind.step_wait()
            for name in ("observations", "rewards", "done", "to_move", "legal", "over"):
                assert numpy.array_equal(getattr(alone, name), getattr(behind, name)), name
        with pytest.raises(ValueError, match="no step to wait for"):
            behind.step_wait()


def test_a_batch_ends_in_the_middle_of_a_step():
    batch = Batch("gems", 256, seed=1)
    batch.step_async(numpy.zeros(batch.action_shape, numpy.int32))
    del batch


def test_a_clone_is_restored_into_any_game_and_never_changes():
    batch = batch_of()
    random = numpy.random.default_rng(4)

    def step():
        batch.step(random.integers(0, 4, batch.action_shape))

    step()
    clone, text = batch.clone(0), batch.state(0)
    seen = batch.observations[0].copy()
    for game in (0, 3, 7):
        step()
        batch.restore(game, clone)
        assert batch.state(game) == text
        assert numpy.array_equal(batch.observations[game], seen)
    for targets in (2, [1, 2], range(8), numpy.arange(8), ()):
        step()
        batch.copy(5, targets)
        assert batch.state(2) == batch.state(5) or targets == ()
    mask = batch.over == 0
    for other in (mask, mask.tolist(), True, numpy.True_, 1.5, numpy.float32(1), numpy.array([1.0]), "1"):
        before = [batch.state(game) for game in range(8)]
        with pytest.raises(TypeError, match="flatnonzero"):
            batch.copy(5, other)
        assert [batch.state(game) for game in range(8)] == before
    batch.copy(5, numpy.int64(1))
    with pytest.raises(referee_games.UserError, match="another batch"):
        batch_of().restore(0, clone)
    with pytest.raises(referee_games.UserError, match="no game 8"):
        batch.copy(0, [1, 8])
    with pytest.raises(TypeError):
        batch.restore(0, text)


def test_a_clone_outlives_its_batch():
    clone = batch_of().clone(0)
    assert isinstance(clone, referee_games.Clone)


def test_the_same_actions_lead_from_a_clone_to_the_same_end():
    batch = batch_of(size=3)
    random = numpy.random.default_rng(6)
    clone = batch.clone(1)
    actions = [numpy.repeat(random.integers(0, 4, (1, 3)), 3, axis=0) for _ in range(6)]
    ends = []
    for target in (0, 2):
        batch.restore(target, clone)
        for each in actions:
            if not batch.over[target]:
                batch.step(each)
        ends.append((batch.state(target), batch.rewards[target].tolist()))
    assert ends[0] == ends[1]
