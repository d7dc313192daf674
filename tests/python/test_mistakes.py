"""What a caller did wrong is one line that names the argument and says what to give."""

import os
import pathlib
import pickle
import subprocess
import sys

import numpy
import pytest
import referee_games
from conftest import BUILD, SOURCE
from referee_games import Batch, Game, PlayerError, UserError, parallel_env, player
from referee_games.gymnasium_or_own_spaces import Discrete, MultiDiscrete


def batch():
    return Batch("battlesnake", 8, 3, settings={"size": 7})


def env():
    made = parallel_env("battlesnake", 2)
    made.reset(seed=1)
    return made


def game_and(text):
    return lambda: Batch("battlesnake", 1, **text)


MISTAKES = {
    "a seed below 0": (lambda: Batch("gems", 1, seed=-1), "seed is -1; give an integer from 0 to 2**64 - 1"),
    "a seed too large": (lambda: Batch("gems", 1, seed=2**64), "give an integer from 0 to 2**64 - 1"),
    "a fraction": (lambda: Batch("gems", 1, seed=1.5), "seed is 1.5; give an integer"),
    "a fraction of NumPy": (lambda: Batch("gems", numpy.float32(2.5)), "size is 2.5; give an integer"),
    "a huge size": (lambda: Batch("gems", 2**40), "size is 1099511627776; give an integer of at most"),
    "one path": (lambda: Batch("gems", 1, fields="a.dat"), "fields is 'a.dat'; give a list of paths"),
    "a path": (lambda: Batch("gems", 1, fields=[pathlib.Path("no.dat")]), "no.dat: there is no such file"),
    "a path of a game": (lambda: Game("gems", field=pathlib.Path("no.dat")), "no.dat: there is no such file"),
    "pairs": (lambda: Batch("gems", 1, settings=[("size", 7)]), "settings is [('size', 7)]; give a dictionary"),
    "an unknown keyword": (lambda: Batch("gems", sed=7), "unexpected keyword argument 'sed'; its arguments: game, size"),
    "no game": (lambda: Batch(), "missing a required argument: 'game'"),
    "no seed": (lambda: batch().reset(), "Batch.reset: missing a required argument: 'seed'"),
    "None": (lambda: batch().reset(None), "seed is None; give an integer"),
    "a game's number": (lambda: batch().state(1.5), "game is 1.5; give an integer"),
    "no clone": (lambda: batch().restore(0, "text"), "clone is 'text'; give what clone() has returned"),
    "a state": (lambda: batch().set_state(0, 5), "text is 5; give a text"),
    "a list of answers": (lambda: Game("gems").play([1]), "answers is [1]; give a dictionary"),
    "ragged actions": (lambda: batch().step([[1, 2], [3]]), "actions can't become an array"),
    "ragged objects": (lambda: batch().step(numpy.array([[1, 2], [3]], object)), "actions have the shape (2,); give (8, 3)"),
    "one dimension": (lambda: batch().step(numpy.zeros(4, int)), "actions have the shape (4,); give (8, 3)"),
    "seats": (lambda: Batch("battlesnake", 1, 9), "seats 9: battlesnake has from 1 to 8 players"),
    "seats as a setting": (game_and({"settings": {"players": 3}}), "settings: players=3: the number of players is no parameter; give seats 3"),
    "a setting": (game_and({"settings": {"colour": 3}}), "settings: colour: battlesnake has no such parameter"),
    "features": (lambda: Batch("gems", 1, features=True), "features is True; give False"),
    "a game's name": (lambda: Game("chess"), "there is no game 'chess'; the games are: "),
    "an option of batches": (lambda: parallel_env("gems", observe_all=True), "no option 'observe_all'; it has seats, seed, "),
    "no observations": (lambda: parallel_env("gems", observations=False), "no option 'observations'"),
    "many games": (lambda: parallel_env("gems", size=2), "no option 'size'"),
    "the seed of an environment": (lambda: env().reset(seed=-1), "seed is -1; give an integer from 0"),
    "a missing action": (lambda: env().step({"seat_1": 1}), "no action of seat_2; give one of each agent to move: seat_1, seat_2"),
    "an unknown agent": (lambda: env().step({"seat_9": 1}), "there is no agent 'seat_9'; the agents are seat_1, seat_2"),
    "an unknown agent's space": (lambda: env().action_space("me"), "there is no agent 'me'"),
    "no dictionary": (lambda: env().step([1, 2]), "actions is [1, 2]; give a dictionary"),
    **{
        f"the action {action!r}": (lambda action=action: env().step({"seat_1": 0, "seat_2": action}),
                                   f"the action of seat_2 is {action!r}; give an integer from 0 to 3")
        for action in ("up", 9, -1, True, 0.5, None, [1])
    },
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_that_says_what_to_give(mistake):
    make, expected = MISTAKES[mistake]
    with pytest.raises(UserError) as caught:
        make()
    said = str(caught.value)
    assert expected in said
    assert "\n" not in said and "--" not in said and "incompatible" not in said and len(said) < 250


def test_what_is_wrong_by_its_type_is_a_type_error_too():
    for make in (lambda: Batch("gems", 1, seed=1.5), lambda: batch().copy(0, [1.5]), lambda: batch().restore(0, 1)):
        with pytest.raises(TypeError):
            make()


def test_truth_values_are_settings():
    one, other = (Batch("battlesnake", 1, settings={"wrapped": value}) for value in (True, 1))
    assert one.state(0) == other.state(0)


def test_the_signatures_are_those_of_the_documentation():
    import inspect

    assert list(inspect.signature(Batch.restore).parameters) == ["self", "game", "clone"]


def test_a_living_snake_has_health():
    played = batch()
    before = played.state(0)
    assert "health 100 cause none" in before
    with pytest.raises(UserError, match="a snake that is alive has at least 1 health"):
        played.set_state(0, before.replace("health 100", "health -5", 1))
    assert played.state(0) == before


def test_views_of_a_policy_are_checked(tmp_path):
    for name, text in Game("spe_ed", 1).files(0).items():
        (tmp_path / name).write_text(text)
    with pytest.raises(PlayerError, match="view is -3; give that of the batch, from 0 to 100"):
        player.read(str(tmp_path), view=-3)
    with pytest.raises(PlayerError, match="a view of 4 has planes of 9 x 9, not .5, 5.; leave out shape"):
        player.read(str(tmp_path), view=4, shape=(5, 5))
    assert player.read(str(tmp_path), view=4, shape=(9, 9)).observation.shape[1:] == (9, 9)


@pytest.mark.parametrize("mask", [numpy.ones(3, numpy.int8), numpy.ones(4, numpy.float32), numpy.ones(4, bool), [1] * 4])
def test_masks_must_fit_their_space(mask):
    # Gymnasium's own spaces refuse them by an assertion.
    with pytest.raises((ValueError, AssertionError)):
        Discrete(4).sample(mask)
    with pytest.raises((ValueError, AssertionError)):
        MultiDiscrete([4, 4]).sample((numpy.ones(4, numpy.int8), mask))


def test_a_batch_cannot_be_pickled_as_its_page_says():
    for thing in (batch(), batch().clone(0), Game("gems")):
        with pytest.raises(TypeError, match="pickle"):
            pickle.dumps(thing)
    assert "pickled" in (SOURCE / "referee" / "python" / "README.md").read_text()


FORKS = """
import os, sys
import numpy
from referee_games import Batch

alone, several = Batch("gems", 2), Batch("gems", 130, threads=2)
behind = Batch("gems", 2)
behind.step_async(numpy.zeros(behind.action_shape, numpy.int32))
child = os.fork()
if child:
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
alone.step(numpy.zeros(alone.action_shape, numpy.int32))
none = numpy.zeros(alone.action_shape, numpy.int32)
for batch, call in ((several, lambda: several.step(numpy.zeros(several.action_shape, numpy.int32))), (behind, behind.step_wait), (alone, lambda: alone.step_async(none))):
    try:
        call()
        print("went on")
    except ValueError as error:
        print(error)
"""


def test_a_batch_with_threads_is_refused_in_a_fork_and_ends_there():
    environment = {**os.environ, "PYTHONPATH": str(BUILD / "python")}
    done = subprocess.run([sys.executable, "-c", FORKS], capture_output=True, text=True, env=environment, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("of which this one is a fork; make a batch here") == 2
    assert "step_async() needs a batch of this process" in done.stdout


@pytest.mark.parametrize("words", [("--games", "0"), ("--games", "-1"), ("--seconds", "0"), ("--seconds", "nan")])
def test_a_training_of_nothing_is_refused(words):
    sys.path.insert(0, str(SOURCE / "referee" / "python" / "starter"))
    sys.path.insert(0, str(SOURCE / "referee" / "python" / "starter" / "gems"))
    here = f"import sys; sys.path[:0] = {sys.path[:2]!r}; import train; train.main()"
    del sys.path[:2]
    environment = {**os.environ, "PYTHONPATH": str(BUILD / "python")}
    done = subprocess.run([sys.executable, "-B", "-c", here, *words], capture_output=True, text=True, env=environment)
    assert done.returncode == 2 and f"argument {words[0]}: {words[1]}: give a number above 0" in done.stderr


def test_restoring_keeps_the_last_end_as_its_documentation_says():
    played = batch()
    clone = played.clone(0)
    while not played.over[0]:
        played.step(numpy.zeros(played.action_shape, numpy.int32))
    last = played.final_observations[0].copy()
    assert last.any()
    played.restore(0, clone)
    assert numpy.array_equal(played.final_observations[0], last)
    assert "all arrays but final_observations" in Batch.restore.__doc__


def test_without_torch_the_recipe_says_that_it_is_not_run(tmp_path):
    (tmp_path / "torch.py").write_text("raise ImportError(\"No module named 'torch'\")\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    script = SOURCE / "tests" / "python" / "torch_recipe.py"
    done = subprocess.run([sys.executable, "-B", script], capture_output=True, text=True, env=environment)
    assert done.returncode == 0 and done.stdout.startswith("skipped: No module named 'torch'"), done.stderr
