#!/usr/bin/env python3
"""Learns to play by double Q-learning: spe_ed, or --game battlesnake.

The module plays the games; a network says what each action is worth, from what features.py knows of
the action. Games are against itself and against two rules. The same seed gives the same weights with
the same NumPy, whatever --threads is. A checkpoint is written after each evaluation; --resume goes on
from it, with an empty memory.
"""

import argparse
import pathlib
import sys
import time

import numpy

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "build" / "python")]

import features
import output
from memory import Memory, Pending
from network import Network
from referee_games import Batch

DISCOUNT = 0.995
STEPS_AHEAD = 16  # steps whose rewards are summed before the network's own estimate
BUFFER = 150_000
LEARNT_AT_ONCE = 512
HIDDEN = 64
FOLLOWING = 0.002  # fraction of the network that the slower one adopts in each learning step
EVALUATION_SEED = 1_000_003
EVALUATION_TURNS = 300  # an unfinished game then counts as drawn, to bound the cost


def arguments(given=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=sorted(features.GAMES), default="spe_ed")
    parser.add_argument("--folder", type=pathlib.Path, required=True, help="folder for all output")
    parser.add_argument("--decisions", type=float, default=2e6, help="when to stop")
    parser.add_argument("--evaluations", type=int, default=8, help="points of the curve")
    parser.add_argument("--evaluated", type=int, default=50, help="games against each rule")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=128, help="played at once")
    parser.add_argument("--threads", type=int, default=1, help="of the module")
    parser.add_argument("--resume", action="store_true", help="resume from the folder's checkpoint")
    return parser.parse_args(given)


class Table:
    """Games of two and what is known of each action of each player in them."""

    def __init__(self, rules, games, seed, threads=1):
        self.rules = rules
        self.batch = Batch(rules.game, games, 2, seed, threads=threads, **rules.options)
        self.look()

    def look(self):
        allowed, self.inputs = self.rules(self.batch)
        legal = self.batch.legal.reshape(allowed.shape) == 1
        # If every action is forbidden, all are allowed.
        self.allowed = numpy.where((allowed & legal).any(axis=1)[:, None], allowed & legal, legal)
        self.decides = self.batch.to_move.ravel() == 1

    def step(self, actions):
        self.batch.step(actions.reshape(self.batch.action_shape).astype(numpy.int32))
        self.look()


def best(values, allowed):
    return numpy.where(allowed, values, -numpy.inf).argmax(axis=1)


def evaluate(network, rules, rule, games, threads=1):
    """Points of a game against a rule, the seats by turns; a drawn game is half a point, and so is
    one that isn't over after EVALUATION_TURNS."""
    table = Table(rules, games, EVALUATION_SEED, threads)
    rows = numpy.arange(games * 2)
    learns = (rows + rows // 2) % 2 == 0
    points = numpy.full(games, numpy.nan)
    for _ in range(EVALUATION_TURNS):
        if not numpy.isnan(points).any():
            break
        own = best(network(table.inputs), table.allowed)
        table.step(numpy.where(learns, own, best(rule(table.inputs), table.allowed)))
        over = (table.batch.over == 1) & numpy.isnan(points)
        own_rewards = table.batch.rewards.ravel()[learns]
        points[over] = (own_rewards[over] + 1) / 2
    return float(numpy.nan_to_num(points, nan=0.5).mean())


class Training:
    def __init__(self, options):
        self.options = options
        self.rules = features.GAMES[options.game]()
        self.random = numpy.random.default_rng(options.seed)
        sizes = [self.rules.inputs, HIDDEN, HIDDEN, 1]
        self.network = Network(sizes, self.random)
        self.slower = Network(sizes, self.random)  # follows the other one: it is what plays later
        self.slower.copy_from(self.network)
        self.memory = Memory(BUFFER, sizes[0])
        self.decisions = 0
        self.curve = []
        self.checkpoint = options.folder / "checkpoint.npz"
        if options.resume:
            self.load()

    def load(self):
        kept = numpy.load(self.checkpoint)
        self.network.restore(kept)
        self.slower.restore(kept, "slower_")
        self.decisions = int(kept["decisions"])
        self.curve = [tuple(point) for point in kept["curve"]]
        self.random = numpy.random.default_rng([self.options.seed, self.decisions])

    def save(self):
        options = self.options
        unfinished = self.checkpoint.with_name("unfinished.npz")
        numpy.savez(
            unfinished,
            decisions=numpy.array(self.decisions),
            curve=numpy.array(self.curve),
            **self.network.arrays(),
            **self.slower.arrays("slower_"),
        )
        unfinished.replace(self.checkpoint)  # atomic: an interruption leaves the older one
        output.write_curve(
            options.folder / "curve.svg",
            f"{options.game}: points of a game against two rules",
            list(self.rules.rules()),
            self.curve,
        )
        command = (
            f"scripts/training/spe_ed_q.py --game {options.game} --seed {options.seed} "
            f"--games {options.games} --decisions {options.decisions:g}"
        )
        namespace = f"referee::{options.game}::learned"
        output.write_weights(options.folder / "weights.hpp", namespace, self.slower, command)

    def learn(self):
        chosen, worth = self.memory.sample(LEARNT_AT_ONCE, self.random)
        half = LEARNT_AT_ONCE // 2
        chosen[:half] = self.rules.mirrored(chosen[:half])
        part_left = 1 - min(1, self.decisions / self.options.decisions)
        self.network.learn(chosen, worth, 1e-4 + 9e-4 * part_left)
        self.slower.follow(self.network, FOLLOWING)

    def evaluation(self, spent, speed):
        """Measures, shows and saves what has been learnt."""
        options = self.options
        won = [
            evaluate(self.slower, self.rules, rule, options.evaluated, options.threads)
            for rule in self.rules.rules().values()
        ]
        self.curve.append((self.decisions, *won))
        self.save()
        texts = [f"{name} {part:.1%}" for name, part in zip(self.rules.rules(), won)]
        left = (options.decisions - self.decisions) / max(speed, 1) / 60
        print(
            f"{self.decisions} decisions, {spent:.0f} s, {speed:.0f}/s, {max(left, 0):.0f} min left: "
            + ", ".join(texts),
            flush=True,
        )

    def opponents(self):
        """By row: 0 learns, others go by a rule. Half of the games are against itself."""
        rows = numpy.arange(self.options.games * 2)
        game = rows // 2
        by_rule = game % 4 % 3  # 0 and 3: against itself
        learns = (rows + game // 4) % 2 == 0
        return numpy.where(learns, 0, by_rule)

    def choose(self, table, opponents):
        values = self.network(table.inputs)
        self.preferred = best(values, table.allowed)
        actions = self.preferred
        exploration = max(0.02, 0.2 * (1 - 2 * self.decisions / self.options.decisions))
        tries = self.random.random(table.allowed.shape) * table.allowed
        explores = self.random.random(len(actions)) < exploration
        actions = numpy.where(explores, tries.argmax(axis=1), actions)
        for number, rule in enumerate(self.rules.rules().values(), 1):
            by_rule = best(rule(table.inputs), table.allowed)
            # A little randomness; otherwise the same game would be played repeatedly.
            by_rule = numpy.where(explores, actions, by_rule)
            actions = numpy.where(opponents == number, by_rule, actions)
        return actions

    def worth_now(self, table, rows):
        """Double Q-learning: one network chooses, the other one gives the value."""
        choices = best(self.network(table.inputs), table.allowed)
        return numpy.clip(self.slower(table.inputs[rows, choices]), -1, 1)

    def run(self):
        options = self.options
        begin, began_with = time.monotonic(), self.decisions
        table = Table(
            self.rules, options.games, int(self.random.integers(2**62)), options.threads
        )
        pending = Pending(self.memory, STEPS_AHEAD, DISCOUNT)
        rows = numpy.arange(options.games * 2)
        opponents = self.opponents()
        next_evaluation = self.decisions
        while True:
            if self.decisions >= next_evaluation:
                spent = time.monotonic() - begin
                self.evaluation(spent, (self.decisions - began_with) / max(spent, 1))
                if self.decisions >= options.decisions:
                    return
                next_evaluation += options.decisions / options.evaluations
            actions = self.choose(table, opponents)
            chosen = table.inputs[rows, actions]
            decided = table.decides & (opponents == 0)
            table.step(actions)
            rewards, done = table.batch.rewards.ravel(), table.batch.done.ravel() == 1
            pending.add(chosen, decided, rewards, done, lambda: self.worth_now(table, rows))
            self.decisions += int(decided.sum())
            if self.memory.count > 2_000:
                self.learn()


def main():
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    Training(options).run()


if __name__ == "__main__":
    main()
