#!/usr/bin/env python3
"""Improves weights.txt by policy gradients: plays against itself and against random legal actions, and
makes the choices of games that were won more likely. Needs the module referee_games.

    python3 train.py --seconds 60
"""

import argparse
import pathlib
import time

import numpy
from choices import GAME, SETTINGS, VIEW
from policy import Policy
from referee_games import Batch

GAMES = 32
SEATS = 2
FADING = 0.97  # of a choice's share in the result with each later turn


def drawn(scores, random):
    """A choice by the probabilities that the scores stand for."""
    return int((scores + random.gumbel(size=len(scores))).argmax())


class Learner:
    """Plays some seats of a batch; traces are the sums of the gradients of each seat's choices."""

    def __init__(self, policy, rate, random):
        self.policy = policy
        self.rate = rate
        self.random = random
        self.traces = {}

    def action(self, batch, game, seat, learns):
        where = batch.observations[game, seat], batch.legal[game, seat], seat, parts_of(batch)
        trace = self.traces.setdefault((game, seat), numpy.zeros_like(self.policy.weights))
        trace *= FADING

        def learn(kinds, inputs, scores, picked):
            shares = numpy.exp(scores - scores.max())
            gradient = -shares / shares.sum()
            gradient[picked] += 1
            numpy.add.at(trace, kinds, gradient[:, None] * inputs)

        def choose(scores):
            return drawn(scores, self.random)

        return self.policy.action(*where, choose, learn if learns else None)

    def reward(self, game, seat, reward):
        trace = self.traces.pop((game, seat), None)
        if trace is not None:
            length = numpy.sqrt((trace * trace).sum()) + 1
            self.policy.weights += self.rate * reward * trace / length


def parts_of(batch):
    return batch.action_shape[2] if len(batch.action_shape) > 2 else 1


def at_random(batch, game, seat, random):
    shape = batch.action_shape[2:]
    return random.choice(numpy.flatnonzero(batch.legal[game, seat]), shape)


def play(batch, learner, learns, until):
    """Plays until the function `until` says so; in even games the seats but one are random. Returns the
    mean reward of those seats at their games' ends."""
    rewards = []
    while not until(len(rewards)):
        actions = numpy.zeros(batch.action_shape, numpy.int32)
        for game, seat in numpy.argwhere(batch.to_move):
            own = seat == game // 2 % batch.seats
            if own or (learns and game % 2):
                actions[game, seat] = learner.action(batch, game, seat, learns)
            else:
                actions[game, seat] = at_random(batch, game, seat, learner.random)
        before = batch.done.copy()
        batch.step(actions)
        for game, seat in numpy.argwhere(batch.done > before):
            learner.reward(game, seat, batch.rewards[game, seat] if learns else 0)
            if seat == game // 2 % batch.seats and not game % 2:
                rewards.append(batch.rewards[game, seat])
    return numpy.mean(rewards) if rewards else numpy.nan


def positive(kind):
    """Numbers above 0 of that type, for an option."""

    def read(text):
        number = kind(text)
        if not 0 < number < float("inf"):
            raise argparse.ArgumentTypeError(f"{text}: give a number above 0")
        return number

    read.__name__ = kind.__name__  # argparse names it: invalid int value
    return read


def limit(options, games=None):
    """A function that says whether the games or the time are over."""
    if options.games:
        return lambda ended: ended >= options.games
    end = time.monotonic() + options.seconds
    return lambda ended: time.monotonic() > end or (games is not None and ended >= games)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=positive(float), default=60)
    options.add_argument("--games", type=positive(int), help="so many games instead of --seconds")
    options.add_argument("--rate", type=positive(float), default=0.02)
    options.add_argument("--anew", action="store_true", help="begin without weights")
    options = options.parse_args()
    path = pathlib.Path(__file__).parent / "weights.txt"
    batch = Batch(GAME, GAMES, SEATS, int(time.time()), view=VIEW, settings=SETTINGS)
    known = path.exists() and not options.anew
    policy = Policy.load(path) if known else Policy.untrained(len(batch.planes))
    learner = Learner(policy, options.rate, numpy.random.default_rng())
    play(batch, learner, True, limit(options))
    policy.save(path)
    test = Batch(GAME, GAMES, SEATS, 1, view=VIEW, settings=SETTINGS)
    mean = play(test, learner, False, limit(options, games=200))
    print(f"mean reward against random actions: {mean:+.2f} (1: all games won, -1: all lost)")


if __name__ == "__main__":
    main()
