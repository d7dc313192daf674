#!/usr/bin/env python3
"""Learns to choose as an AI chose in recorded games, with NumPy alone: imitate.py FILE [--of NAME].

FILE is what `referee export … --npz FILE` wrote. A network with one hidden layer sees an observation and gives each
action a number; among the legal actions, the largest is its choice. It learns by the cross-entropy of the actions that
were taken. A fifth of the fields is held out: the network never learns from games on them, because decisions of one
game, and games on one field, are alike. What is printed is how often it chooses there as the AI did, beside two choices
that need no learning. referee/python/README.md, "Data sets".
"""

import argparse
import sys

import numpy as np


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="of referee export --npz")
    parser.add_argument("--of", metavar="NAME", help="the AI to imitate; default: all of them")
    parser.add_argument("--hidden", type=int, default=96, help="numbers in the hidden layer; default 96")
    parser.add_argument("--epochs", type=int, default=12, help="how often each decision is seen; default 12")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", metavar="FILE", help="write the weights there, as .npz")
    return parser.parse_args(words)


class Network:
    """Inputs, a hidden layer of rectified numbers, a number for each action. Learns by Adam."""

    def __init__(self, inputs, hidden, actions, random):
        self.weights = [
            random.normal(0, np.sqrt(2 / inputs), (inputs, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            random.normal(0, np.sqrt(1 / hidden), (hidden, actions)).astype(np.float32),
            np.zeros(actions, np.float32),
        ]
        self.means = [np.zeros_like(each) for each in self.weights]
        self.squares = [np.zeros_like(each) for each in self.weights]
        self.steps = 0

    def __call__(self, inputs):
        first, first_bias, second, second_bias = self.weights
        self.hidden = np.maximum(inputs @ first + first_bias, 0)
        return self.hidden @ second + second_bias

    def learn(self, inputs, legal, actions, rate):
        """One step down the mean cross-entropy of the legal actions with those that were taken."""
        values = np.where(legal, self(inputs), -np.inf)
        chances = np.exp(values - values.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        chances[np.arange(len(actions)), actions] -= 1
        errors = chances / len(actions)
        behind = errors @ self.weights[2].T * (self.hidden > 0)
        slopes = [inputs.T @ behind, behind.sum(axis=0), self.hidden.T @ errors, errors.sum(axis=0)]
        self.steps += 1
        for weight, mean, square, slope in zip(self.weights, self.means, self.squares, slopes):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            unbiased = mean / (1 - 0.9**self.steps)
            weight -= rate * unbiased / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)


def inputs_of(observations, largest):
    """Each cell twice: whether there is anything, and how much of the plane's largest number."""
    cells = observations.astype(np.float32)
    return np.concatenate([cells > 0, cells / largest], axis=1, dtype=np.float32).reshape(len(cells), -1)


def agreement(chosen, taken):
    return (chosen == taken).mean()


def frequent(legal, counts):
    """The legal action that was taken most often."""
    return np.where(legal, counts, -1).argmax(axis=1)


def imitate(options):
    data = np.load(options.file)
    if data["format"] != 1:
        sys.exit(f"{options.file}: format {data['format']}; this program reads 1")
    actions = data["actions"]
    if actions.ndim > 1:
        sys.exit(f"{options.file}: an action of {data['game']} is a plan of several parts; this program learns single ones")
    names = list(data["ai_names"])
    wanted = np.ones(len(actions), bool)
    if options.of:
        if options.of not in names:
            sys.exit(f"{options.file}: no AI is called {options.of!r}; there are {', '.join(names)}")
        wanted = data["ais"] == names.index(options.of)
    fields = data["game_fields"][data["games"]]
    held_out = wanted & (fields % 5 == 0)
    learnt = wanted & ~held_out
    if not held_out.any() or not learnt.any():
        sys.exit(f"{options.file}: too few fields to hold some out; export games on five at least")
    observations, legal = data["observations"], data["legal"] == 1
    largest = np.maximum(observations[learnt].max(axis=(0, 2, 3), keepdims=True), 1).astype(np.float32)

    random = np.random.default_rng(options.seed)
    network = Network(2 * observations[0].size, options.hidden, legal.shape[1], random)
    places = np.flatnonzero(learnt)
    for epoch in range(options.epochs):
        random.shuffle(places)
        rate = 2e-3 * (1 - epoch / options.epochs)
        for begin in range(0, len(places), 128):
            part = places[begin : begin + 128]
            network.learn(inputs_of(observations[part], largest), legal[part], actions[part], rate)

    def choices(rows):
        """In portions, so that a large data set needn't become numbers of four bytes at once."""
        parts = np.array_split(rows, len(rows) // 4096 + 1)
        return np.concatenate(
            [np.where(legal[part], network(inputs_of(observations[part], largest)), -np.inf).argmax(axis=1) for part in parts]
        )

    rows = np.flatnonzero(held_out)
    taken = actions[rows]
    counts = np.bincount(actions[learnt], minlength=legal.shape[1])
    results = {
        "the network": agreement(choices(rows), taken),
        "the most frequent legal action": agreement(frequent(legal[rows], counts), taken),
        "any legal action": (1 / legal[rows].sum(axis=1)).mean(),
    }
    games = data["games"]
    print(f"{data['game']}, {options.of or 'all AIs'}: learnt from {learnt.sum():,} decisions in {len(set(games[learnt])):,} games,")
    print(f"tried on {len(rows):,} in {len(set(games[rows])):,} others. Agreement there:")
    print()
    print("| choice | agreement |")
    print("| --- | --- |")
    for name, share in results.items():
        print(f"| {name} | {share:.1%} |".replace("%", " %"))
    if options.save:
        np.savez(options.save, *network.weights, largest=largest)
    return results


if __name__ == "__main__":
    imitate(arguments())
