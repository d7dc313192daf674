"""How fast the training environment plays battlesnake: python_batch.py MODULE-FOLDER ACTIONS …

Prints turns of single games per second, the sum of all observations after 640 steps, which the bare
loop of python.cpp must have too, and with --game the decisions of players per second. With --clone: clones that are
restored per second, 0, and states that are set as texts.
"""

import argparse
import sys
import time

SECONDS = 0.5
CHECKED_STEPS = 640
SETS = 64

arguments = argparse.ArgumentParser()
arguments.add_argument("folder")
arguments.add_argument("actions")
arguments.add_argument("--size", type=int, default=256)
arguments.add_argument("--threads", type=int, default=1)
arguments.add_argument("--blind", action="store_true", help="no observations")
arguments.add_argument("--fresh", action="store_true", help="a new field for each game")
arguments.add_argument("--game", help="another game by default settings, with random legal actions")
arguments.add_argument("--clone", action="store_true", help="with --game: restored clones and set states per second")
arguments.add_argument("--parallel", action="store_true", help="one game through parallel_env")
arguments.add_argument("--wall", action="store_true", help="turns per second of time, not of processor time")
options = arguments.parse_args()
clock = time.perf_counter if options.wall else time.process_time
sys.path.insert(0, options.folder)

import numpy
import referee_games


def default_rate():
    """Turns and decisions per second of processor time in step(), on fields of one game each, or of all."""
    batch = referee_games.Batch(
        options.game,
        options.size,
        seed=1,
        observations=not options.blind,
        episodes_per_field=1 if options.fresh else 1_000_000_000,
    )
    random = numpy.random.default_rng(1)
    parts = batch.action_shape[2:]
    turns, decisions, seconds = 0, 0, 0.0
    while seconds < SECONDS:
        actions = (random.random(batch.legal.shape, numpy.float32) * batch.legal).argmax(axis=2)
        if parts:
            actions = numpy.repeat(actions[..., None], parts[0], axis=2)
        actions = actions.astype(numpy.int32)
        decisions += int(batch.to_move.sum())
        begin = time.process_time()
        batch.step(actions)
        seconds += time.process_time() - begin
        turns += options.size
    return turns / seconds, decisions / seconds


def clone_rates():
    """Clones that are made and restored, and texts of states that are made and set, per second of processor time."""
    batch = referee_games.Batch(options.game, 2, seed=1, observations=not options.blind)
    random = numpy.random.default_rng(1)
    parts = batch.action_shape[2:]
    for _ in range(6):
        actions = (random.random(batch.legal.shape) * batch.legal).argmax(axis=2)
        batch.step(numpy.repeat(actions[..., None], parts[0], axis=2) if parts else actions)
    if batch.over[0]:
        batch.step(numpy.zeros(batch.action_shape, numpy.int32))

    def rate_per_second(repeat):
        done, begin = 0, time.process_time()
        while time.process_time() - begin < SECONDS / 2:
            for _ in range(100):
                repeat()
            done += 100
        return done / (time.process_time() - begin)

    clones = rate_per_second(lambda: batch.restore(0, batch.clone(0)))
    texts = rate_per_second(lambda: batch.set_state(0, batch.state(0)))
    return clones, texts


GAME = {"game": "battlesnake", "seats": 4, "seed": 1, "settings": {"lines": 100}}
GAME["episodes_per_field"] = 1 if options.fresh else 1_000_000_000
sets = numpy.fromfile(options.actions, numpy.int32).reshape(SETS, -1, 4)[:, : options.size]


def rate_of(step, turns_of_a_step):
    """Turns per second of processor time (--wall: of time); `step` is called with each of the actions."""
    actions = [numpy.ascontiguousarray(each) for each in sets]
    turns = 0
    begin = clock()
    while clock() - begin < SECONDS:
        for each in actions:
            step(each)
        turns += SETS * turns_of_a_step
    return turns / (clock() - begin)


def parallel_rate():
    env = referee_games.parallel_env(**GAME)
    env.reset(seed=1)

    def step(actions):
        if not env.agents:
            env.reset(seed=1)
        env.step({agent: actions[0][seat] for seat, agent in enumerate(env.agents)})

    return rate_of(step, 1)


def batch_rate():
    batch = referee_games.Batch(
        size=options.size, threads=options.threads, observations=not options.blind, **GAME
    )
    for number in range(CHECKED_STEPS):
        batch.step(numpy.ascontiguousarray(sets[number % SETS]))
    checksum = 0 if options.blind else int(batch.observations.sum(dtype=numpy.uint64))
    return rate_of(batch.step, options.size), checksum


if options.clone:
    clone_rate, text_rate = clone_rates()
    print(clone_rate, 0, text_rate)
elif options.game:
    turn_rate, decision_rate = default_rate()
    print(turn_rate, 0, decision_rate)
elif options.parallel:
    print(parallel_rate(), 0, 0)
else:
    print(*batch_rate(), 0)
