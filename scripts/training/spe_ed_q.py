#!/usr/bin/env python3
"""Learns to play by double Q-learning: spe_ed, or --game battlesnake.

The module plays the games; a network says what each action is worth, from what features.py makes of
the planes around the own head. Half of the games are against itself, half against the rule "most
room", which is what the AI `space` does as far as the view goes. The same seed gives the same
weights with the same NumPy. A checkpoint is written after each evaluation; --resume goes on from it.
"""

import argparse
import collections
import pathlib
import sys
import time

import numpy

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "build" / "python")]

import features
import output
from network import Network
from referee_games import Batch

DISCOUNT = 0.99
STEPS_AHEAD = 8  # rewards that are summed up before the network's own estimate
BUFFER = 200_000
LEARNT_AT_ONCE = 512
HIDDEN = 64
AREA = len(features.HORIZONS) - 1  # the feature that `space` goes by


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=sorted(features.GAMES), default="spe_ed")
    parser.add_argument("--folder", type=pathlib.Path, required=True, help="for all that is written")
    parser.add_argument("--decisions", type=float, default=3e6, help="when to stop")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=128, help="played at once")
    parser.add_argument("--resume", action="store_true", help="go on from the folder's checkpoint")
    return parser.parse_args()


class Memory:
    """The last decisions: what was chosen, what came of it, and what there was to choose then."""

    def __init__(self, actions, inputs):
        self.chosen = numpy.zeros((BUFFER, inputs), numpy.float32)
        self.returns = numpy.zeros(BUFFER, numpy.float32)
        self.discounts = numpy.zeros(BUFFER, numpy.float32)  # 0 where the game was over
        self.then = numpy.zeros((BUFFER, actions, inputs), numpy.float32)
        self.allowed = numpy.zeros((BUFFER, actions), bool)
        self.count = 0

    def add(self, chosen, returns, discount, then, allowed):
        places = (self.count + numpy.arange(len(chosen))) % BUFFER
        self.chosen[places], self.returns[places] = chosen, returns
        self.discounts[places] = discount
        self.then[places], self.allowed[places] = then, allowed
        self.count += len(chosen)

    def sample(self, random):
        places = random.integers(0, min(self.count, BUFFER), LEARNT_AT_ONCE)
        return [
            array[places]
            for array in (self.chosen, self.returns, self.discounts, self.then, self.allowed)
        ]


class Pending:
    """Decisions whose outcome isn't known yet; one row for each player of each game."""

    def __init__(self, memory):
        self.memory = memory
        self.steps = collections.deque()

    def add(self, chosen, decided, rewards, done, then, allowed):
        """`decided`: whose decision counted. `then`, `allowed`: what there is to choose now."""
        self.steps.append([chosen, numpy.zeros(len(chosen), numpy.float32), decided.copy()])
        for age, (earlier, returns, is_open) in enumerate(reversed(self.steps)):
            returns += DISCOUNT**age * rewards * is_open
            over = is_open & done
            if over.any():
                self.memory.add(earlier[over], returns[over], 0, then[over], allowed[over])
                is_open &= ~done
        if len(self.steps) == STEPS_AHEAD:
            earlier, returns, is_open = self.steps.popleft()
            discount = DISCOUNT**STEPS_AHEAD
            self.memory.add(
                earlier[is_open], returns[is_open], discount, then[is_open], allowed[is_open]
            )


class Table:
    """Games and what is known of each action of each player in them."""

    def __init__(self, game, games, seed):
        self.rules = features.GAMES[game]()
        self.batch = Batch(
            game,
            games,
            2,
            seed,
            settings=self.rules.settings,
            view=self.rules.view,
            episodes_per_field=4,
        )
        self.look()

    def look(self):
        planes = self.batch.observations
        allowed, self.inputs = self.rules(planes.reshape(-1, *planes.shape[2:]))
        legal = self.batch.legal.reshape(allowed.shape) == 1
        # Where everything is forbidden, anything goes.
        self.allowed = numpy.where((allowed & legal).any(axis=1)[:, None], allowed & legal, legal)
        self.decides = self.batch.to_move.ravel() == 1

    def step(self, actions):
        self.batch.step(actions.reshape(self.batch.action_shape).astype(numpy.int32))
        self.look()


def best(values, allowed):
    return numpy.where(allowed, values, -numpy.inf).argmax(axis=1)


def by_room(table):
    """The rule to play against: the most room, then slowly."""
    speed = table.rules.names.index("speed") if "speed" in table.rules.names else None
    values = table.inputs[:, :, AREA].astype(float)
    if speed is not None:
        values = values - 1e-3 * table.inputs[:, :, speed]
    return best(values, table.allowed)


def evaluate(network, game, seed, games=200):
    """Points of a game against that rule, the seats by turns; a drawn game is half a point."""
    table = Table(game, games, seed)
    rows = numpy.arange(games * 2)
    learns = (rows + rows // 2) % 2 == 0
    points = numpy.full(games, numpy.nan)
    while numpy.isnan(points).any():
        own = best(network(table.inputs), table.allowed)
        table.step(numpy.where(learns, own, by_room(table)))
        over = (table.batch.over == 1) & numpy.isnan(points)
        own_rewards = table.batch.rewards.ravel()[learns]
        points[over] = (own_rewards[over] + 1) / 2
    return float(points.mean())


class Training:
    def __init__(self, options):
        self.options = options
        rules = features.GAMES[options.game]()
        self.random = numpy.random.default_rng(options.seed)
        sizes = [len(rules.names), HIDDEN, HIDDEN, 1]
        self.network = Network(sizes, self.random)
        self.target = Network(sizes, self.random)
        self.memory = Memory(rules.actions, sizes[0])
        self.decisions = 0
        self.curve = []
        self.checkpoint = options.folder / "checkpoint.npz"
        if options.resume:
            self.load()
        self.target.copy_from(self.network)

    def load(self):
        kept = numpy.load(self.checkpoint)
        self.network.restore(kept)
        self.decisions = int(kept["decisions"])
        self.curve = [tuple(point) for point in kept["curve"]]
        self.random = numpy.random.default_rng([self.options.seed, self.decisions])

    def save(self):
        options = self.options
        numpy.savez(
            self.checkpoint,
            decisions=numpy.array(self.decisions),
            curve=numpy.array(self.curve),
            **self.network.arrays(),
        )
        title = f"{options.game}: points of a game against the rule of most room"
        output.write_curve(options.folder / "curve.svg", title, self.curve)
        command = (
            f"scripts/training/spe_ed_q.py --game {options.game} --seed {options.seed} "
            f"--games {options.games} --decisions {options.decisions:g}"
        )
        namespace = f"referee::{options.game}::learned"
        output.write_weights(options.folder / "weights.hpp", namespace, self.network, command)

    def learn(self):
        chosen, returns, discounts, then, allowed = self.memory.sample(self.random)
        # Double: one network chooses, the other one says what that is worth.
        choices = best(self.network(then), allowed)
        worth = self.target(then[numpy.arange(len(then)), choices])
        part_left = 1 - min(1, self.decisions / self.options.decisions)
        rate = 1e-4 + 9e-4 * part_left
        self.network.learn(chosen, returns + discounts * numpy.clip(worth, -1, 1), rate)
        if self.network.steps % 500 == 0:
            self.target.copy_from(self.network)

    def run(self):
        options = self.options
        begin, began_with = time.monotonic(), self.decisions
        table = Table(options.game, options.games, int(self.random.integers(2**62)))
        pending = Pending(self.memory)
        rows = numpy.arange(options.games * 2)
        by_rule = (rows < options.games) & (rows % 2 == (rows // 2) % 2)
        next_evaluation = self.decisions
        while True:
            if self.decisions >= next_evaluation:
                won = evaluate(self.network, options.game, 1_000_003)
                self.curve.append((self.decisions, won))
                self.save()
                spent = time.monotonic() - begin
                speed = (self.decisions - began_with) / max(spent, 1)
                print(f"{self.decisions} decisions, {spent:.0f} s, {speed:.0f}/s: {won:.1%}", flush=True)
                if self.decisions >= options.decisions:
                    return
                next_evaluation += options.decisions / 20
            exploration = max(0.02, 0.3 * (1 - 2 * self.decisions / options.decisions))
            actions = best(self.network(table.inputs), table.allowed)
            tries = self.random.random(table.allowed.shape) * table.allowed
            explores = self.random.random(len(rows)) < exploration
            actions = numpy.where(explores, tries.argmax(axis=1), actions)
            actions = numpy.where(by_rule, by_room(table), actions)
            chosen = table.inputs[rows, actions]
            decided = table.decides & ~by_rule
            table.step(actions)
            rewards, done = table.batch.rewards.ravel(), table.batch.done.ravel() == 1
            pending.add(chosen, decided, rewards, done, table.inputs, table.allowed)
            self.decisions += int(decided.sum())
            if self.memory.count > 5_000:
                for _ in range(2):
                    self.learn()


def main():
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    Training(options).run()


if __name__ == "__main__":
    main()
