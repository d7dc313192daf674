#!/usr/bin/env python3
"""Learns a game by self-play, and has the referee say how strong each checkpoint is: league.py FOLDER --game NAME.

Half of the games are against itself, the others against a pool: random legal actions, former checkpoints and, with
--imitate, what has learnt to choose as an AI does. After each part of the training the weights become a complete AI
in FOLDER/checkpoints. `referee tournament` plays what is missing in FOLDER/league.sqlite: all checkpoints and the
game's reference AI against one another, on fields that the training never sees. FOLDER/curve.svg shows the ratings.

The same command resumes a stopped run; the result is that of a run without a stop. It needs the module and NumPy.
referee/python/README.md, "A league".
"""

import argparse
import importlib
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import numpy

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]

GAMES = 64  # played at once
ROLLOUT = 4096  # decisions between two lessons
PLANS = 1024  # the same where a decision is a plan of many parts
PORTION = 512  # decisions of one step of the optimiser
EPOCHS = 3  # how often each decision is learnt from
CLIP = 0.2  # how far a lesson may change the odds of an action
DISCOUNT = 0.99  # of a result with each earlier decision
TRACE = 0.95  # lambda of generalised advantage estimation
ENTROPY = 0.01  # weight of staying undecided
VALUE_ONLY = 3  # lessons after an imitation in which only the estimate of the value learns
IMITATED = 8  # passes over the decisions of an imitated AI
SEED_OF_FIELDS = 1_000_000  # those of the tournaments; --imitate has its own after them


class LeagueError(Exception):
    """What the person must change, in one line."""


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="for everything that is made; resumed if it is there")
    parser.add_argument("--game", help="which game (needed at the first start)")
    parser.add_argument("--checkpoints", type=int, default=8, metavar="N", help="when to stop; more can follow; default 8")
    parser.add_argument("--decisions", type=int, metavar="N", help="between two checkpoints; default 200000")
    parser.add_argument("--seed", type=int, metavar="N", help="default 1")
    parser.add_argument("--hidden", type=int, metavar="N", help="numbers in the hidden layer; default 32")
    parser.add_argument("--rate", type=float, metavar="R", help="of learning; default 0.0005")
    parser.add_argument("--set", action="append", metavar="KEY=VALUE", help="of the fields to train on; default: short games")
    parser.add_argument("--choices", type=pathlib.Path, metavar="FILE", help="a choices.py instead of the game's")
    parser.add_argument("--imitate", type=pathlib.Path, nargs="+", metavar="AI",
                        help="begin with what chooses as this AI does; of two, as the first in seat 1, as the other in seat 2")  # fmt: skip
    parser.add_argument("--imitate-fields", type=int, metavar="N", help="double matches to learn that from; default 50")
    parser.add_argument("--fields", type=int, metavar="N", help="of each tournament, a double match each; default 10")
    parser.add_argument("--field-set", action="append", metavar="KEY=VALUE", help="of these fields; default: the game's")
    parser.add_argument("--reference", type=pathlib.Path, metavar="AI", help="default: the game's reference AI")
    parser.add_argument("--format", choices=("round-robin", "gauntlet"),
                        help="who plays whom: round-robin (the default), or gauntlet: each against the reference only")  # fmt: skip
    parser.add_argument("--time-limit", metavar="TIME", help="for each answer in tournaments; default none")
    parser.add_argument("--game-time", metavar="TIME",
                        help="of both AIs together, then a game of checkpoints ends; default 5s")  # fmt: skip
    parser.add_argument("--season", metavar="PLACE", help="hand better checkpoints in there, as `referee submit --to`")
    parser.add_argument("--as", dest="entry", metavar="NAME", help="the entry in this season")
    parser.add_argument("--referee", type=pathlib.Path, default=ROOT / "build" / "referee", help="default build/referee")
    return parser.parse_args(words)


#: What decides results, with defaults; kept in FOLDER/league.json.
KEPT = {
    "game": None, "decisions": 200_000, "seed": 1, "hidden": 32, "rate": 5e-4, "set": [], "choices": None, "imitate": [],
    "imitate_fields": 50, "fields": 10, "field_set": [], "reference": None,
    "format": "round-robin", "time_limit": "none", "game_time": "5s",
}  # fmt: skip


def settled(options):
    """The options of the first start, also when resumed; refuses others. Raises LeagueError."""
    path = options.folder / "league.json"
    paths = ("choices", "reference")
    given = {name: getattr(options, name) for name in KEPT}
    given |= {name: str(given[name].resolve()) for name in paths if given[name]}
    if given["imitate"] is not None:
        given["imitate"] = [str(path.resolve()) for path in given["imitate"]]
    if path.exists():
        try:
            kept = KEPT | json.loads(path.read_text())
        except (ValueError, TypeError) as error:
            raise LeagueError(f"{path}: {error}; restore it, or name another folder") from None
        for name, value in given.items():
            if value is not None and value != kept[name]:
                option = "--" + name.replace("_", "-")
                raise LeagueError(f"{path}: {option} was {kept[name]}, not {value}; leave it out, or name another folder")
    else:
        if not given["game"]:
            raise LeagueError(f"{options.folder}: nothing has been trained there; give --game")
        if options.folder.exists() and any(options.folder.iterdir()):
            raise LeagueError(f"{options.folder}: has files of something else; name a new folder")
        kept = {name: default if given[name] is None else given[name] for name, default in KEPT.items()}
        for name in ("decisions", "hidden", "imitate_fields", "fields"):
            if kept[name] < 1:
                raise LeagueError(f"--{name.replace('_', '-')} {kept[name]}: give 1 or more")
        for name, given_path in [*((name, kept[name]) for name in paths), *(("imitate", each) for each in kept["imitate"])]:
            if given_path and not pathlib.Path(given_path).exists():
                raise LeagueError(f"--{name} {given_path}: there is no such file")
        if len(kept["imitate"]) > 2:
            raise LeagueError("--imitate: give one AI, or one for each of the two seats")
        if kept["game"] not in referee_games.games():
            known = ", ".join(referee_games.games())
            raise LeagueError(f"--game {kept['game']}: can't be trained; choose from: {known}")
    if options.checkpoints < 0:
        raise LeagueError(f"--checkpoints {options.checkpoints}: give 0 or more")
    if bool(options.season) != bool(options.entry):
        raise LeagueError("--season and --as belong together; give both")
    if not options.referee.exists():
        raise LeagueError(f"{options.referee}: there is no such program; make build/referee, or name it with --referee")
    return argparse.Namespace(**vars(options) | kept), path


def write_whole(path, text):
    """The old file or the new one is there, whenever this is interrupted."""
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_text(text)
    unfinished.replace(path)


class Referee:
    """The program, as a person would call it. Errors are its own last line."""

    def __init__(self, options):
        self.program = options.referee.resolve()
        self.time_limit = options.time_limit

    def __call__(self, *words):
        command = [self.program, *map(str, words)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            try:
                output, errors = process.communicate()
            except BaseException:
                process.terminate()  # it ends its AIs and keeps the games that are over
                raise
        if process.returncode:
            said = (errors or output).strip().splitlines() or [f"status {process.returncode}"]
            raise LeagueError(f"referee {words[0]}: {said[-1].removeprefix('referee: ')}")
        return output

    def tournament(self, *words):
        # One game at a time: the other core is somebody else's.
        self("tournament", "--time-limit", self.time_limit, "--jobs", 1, "--json", *words)


def make_fields(referee, options, folder, count, first, settings):
    """Fields of two seats, with seeds that follow one another."""
    if folder.exists():
        return
    unfinished = folder.with_name(folder.name + ".part")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    words = [word for setting in settings for word in ("--set", setting)]
    name = "f-1.dat" if count == 1 else "f"
    counted = ("--count", count) if count > 1 else ()
    referee("create", unfinished / name, "--game", options.game, "--players", 2, "--seed", first, *counted, *words)
    unfinished.rename(folder)


def make_starter(referee, options, folder):
    """The learnt starter with a policy that has a hidden layer: the AI whose weights the league learns."""
    if folder.exists():
        return
    unfinished = folder.with_name(folder.name + ".part")
    shutil.rmtree(unfinished, ignore_errors=True)
    referee("new", "--game", options.game, "--language", "Python", "--template", "learnt", unfinished)
    for name in ("train.py", "try", "README.md", "weights.txt"):
        (unfinished / name).unlink()
    shutil.copy(HERE / "policy.py", unfinished)
    if options.choices:
        shutil.copy(options.choices, unfinished / "choices.py")
    program = unfinished / "bot.py"
    program.write_text(program.read_text().replace("train.py", "league.py").replace("weights.txt", "weights.npz"))
    ini = unfinished / "ai.ini"
    ini.write_text(ini.read_text().replace(f"name = {unfinished.name}\n", f"name = {options.game}-league\n"))
    unfinished.rename(folder)


class Decisions:
    """Decisions with their choices, one after the other, and the places that choices have.

    `places`: how many each decision has; `cells`: uint8 [all places, inputs], around each. `counts`: how many
    choices each has; `kinds` and `at` (the place within the decision) are those of all choices. `taken`: the choice
    of each decision, from 0.
    """

    def __init__(self, places, cells, counts, kinds, at, taken=None):
        self.places, self.cells, self.counts, self.kinds, self.at, self.taken = places, cells, counts, kinds, at, taken

    def __len__(self):
        return len(self.counts)

    @classmethod
    def joined(cls, parts):
        names = ("places", "cells", "counts", "kinds", "at", "taken")
        return cls(*(numpy.concatenate([getattr(part, name) for part in parts]) for name in names))

    def some(self, rows):
        """These decisions, in this order."""
        places, listed = spans(self.places, rows), spans(self.counts, rows)
        taken = None if self.taken is None else self.taken[rows]
        return Decisions(self.places[rows], self.cells[places], self.counts[rows], self.kinds[listed], self.at[listed], taken)


def starts(counts):
    return numpy.cumsum(counts) - counts


def spans(counts, rows):
    """The numbers of what belongs to these rows, if row i has counts[i] of it."""
    lengths = counts[rows]
    return numpy.arange(lengths.sum()) + numpy.repeat(starts(counts)[rows] - starts(lengths), lengths)


def looked_at(observations, legal, seats):
    """The decisions of these situations, in games whose action is one choice, and the action of each choice."""
    kinds, rows, columns = [], [], []

    def listed(*choice):
        for each, list_ in zip(choice, (kinds, rows, columns)):
            list_.append(each)
        return 0

    observations = policies.seen(observations)
    for observation, seat in zip(observations, seats):
        choices.action(observation, seat, 1, listed)
    games, actions = numpy.nonzero(legal)
    kinds, rows, columns = (numpy.stack(each)[games, actions] for each in (kinds, rows, columns))
    height, width = observations.shape[2:]
    places, at = numpy.unique((games * height + rows) * width + columns, return_inverse=True)
    of = places // (height * width)
    counts = numpy.bincount(of, minlength=len(observations))
    cells = policies.around(policies.widened(observations), places // width % height, places % width, of)
    at -= starts(counts)[games]
    return Decisions(counts, cells, numpy.bincount(games, minlength=len(observations)), kinds, at), actions


def picked_of_units(kinds, cells, picked):
    """The decisions of units: a row of kinds for each, the cells as `Policy.actions` has them."""
    units, count = kinds.shape
    places = len(cells) // units
    at = numpy.arange(count) if places > 1 else numpy.zeros(count, int)
    counts = numpy.full(units, places), numpy.full(units, count)
    return Decisions(counts[0], cells, counts[1], kinds.ravel(), numpy.tile(at, units), picked)


class Judged:
    """What a policy thinks of decisions: `scores` and `chances` of all choices, `values` of the decisions."""

    def __init__(self, policy, seen):
        arrays = policy.arrays
        self.seen = seen
        self.first_place, self.first_choice = starts(seen.places), starts(seen.counts)
        self.inputs = policies.SCALE[seen.cells]
        self.hidden = policy.hidden(self.inputs)
        self.place = numpy.repeat(self.first_place, seen.counts) + seen.at
        table = self.hidden @ arrays["second"].T + arrays["second_bias"]
        self.scores = table[self.place, seen.kinds]
        exponents = numpy.exp(self.scores - self.spread(numpy.maximum.reduceat(self.scores, self.first_choice)))
        self.chances = exponents / self.spread(numpy.add.reduceat(exponents, self.first_choice))
        self.mean = numpy.add.reduceat(self.hidden, self.first_place) / seen.places[:, None]
        self.values = self.mean @ arrays["value"] + arrays["value_bias"][0]

    def spread(self, of_decisions):
        return numpy.repeat(of_decisions, self.seen.counts)

    def drawn(self, random):
        """A choice for each decision, by the chances."""
        return self.largest(self.scores + random.gumbel(size=len(self.scores)))

    def largest(self, numbers):
        tops = numbers == self.spread(numpy.maximum.reduceat(numbers, self.first_choice))
        places = numpy.flatnonzero(tops)
        first = numpy.unique(numpy.repeat(numpy.arange(len(self.seen)), self.seen.counts)[places], return_index=True)[1]
        return places[first] - self.first_choice

    def slopes(self, policy, of_scores, of_values):
        """The slopes of all arrays, if those of scores and values are known."""
        arrays, kinds = policy.arrays, len(policy.arrays["second_bias"])
        table = numpy.bincount(self.place * kinds + self.seen.kinds, of_scores, len(self.hidden) * kinds)
        table = table.reshape(-1, kinds).astype(numpy.float32)
        behind = table @ arrays["second"]
        behind += numpy.repeat(of_values / self.seen.places, self.seen.places)[:, None] * arrays["value"]
        behind *= self.hidden > 0
        return {
            "first": self.inputs.T @ behind, "first_bias": behind.sum(axis=0), "second": table.T @ self.hidden,
            "second_bias": table.sum(axis=0), "value": of_values @ self.mean, "value_bias": of_values.sum(keepdims=True),
        }  # fmt: skip


class Learner:
    """A policy and Adam's means of its slopes."""

    def __init__(self, policy, rate):
        self.policy, self.rate, self.steps = policy, rate, 0
        self.means = {name: numpy.zeros_like(array) for name, array in policy.arrays.items()}
        self.squares = {name: numpy.zeros_like(array) for name, array in policy.arrays.items()}

    def descend(self, slopes, rate):
        self.steps += 1
        norm = numpy.sqrt(sum(float((slope * slope).sum()) for slope in slopes.values()))
        for name, slope in slopes.items():
            slope = slope * min(1, 1 / (norm + 1e-8))
            self.means[name] += 0.1 * (slope - self.means[name])
            self.squares[name] += 0.001 * (slope * slope - self.squares[name])
            unbiased = self.means[name] / (1 - 0.9**self.steps)
            root = numpy.sqrt(self.squares[name] / (1 - 0.999**self.steps)) + 1e-8
            self.policy.arrays[name] -= (rate * unbiased / root).astype(numpy.float32)

    def learn(self, seen, random, advantages, returns, only_values):
        """A lesson of proximal policy optimisation (Schulman et al. 2017), in portions."""
        before = numpy.concatenate(
            [self.chances_of_taken(seen.some(rows)) for rows in numpy.array_split(numpy.arange(len(seen)), len(seen) // 2048 + 1)]
        )
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        for _ in range(EPOCHS):
            order = random.permutation(len(seen))
            for rows in numpy.array_split(order, max(len(order) // PORTION, 1)):
                part = seen.some(rows)
                judged = Judged(self.policy, part)
                taken = judged.first_choice + part.taken
                odds = judged.chances[taken] / before[rows]
                gains = advantages[rows]
                # Beyond the clip there is nothing to gain, so no slope.
                free = numpy.where(gains > 0, odds < 1 + CLIP, odds > 1 - CLIP)
                pull = -gains * odds * free
                logarithms = numpy.log(judged.chances + 1e-12)
                entropies = -numpy.add.reduceat(judged.chances * logarithms, judged.first_choice)
                of_scores = -judged.spread(pull) * judged.chances
                of_scores[taken] += pull
                of_scores += ENTROPY * judged.chances * (logarithms + judged.spread(entropies))
                of_values = judged.values - returns[rows]
                share = numpy.float32(1 / len(rows))
                slopes = judged.slopes(self.policy, of_scores * share * (not only_values), of_values.astype(numpy.float32) * share)
                self.descend(slopes, self.rate)

    def chances_of_taken(self, seen):
        judged = Judged(self.policy, seen)
        return judged.chances[judged.first_choice + seen.taken]

    def imitate(self, seen, random):
        """Passes over decisions of somebody else, down the cross-entropy of what was taken."""
        for epoch in range(IMITATED):
            for rows in numpy.array_split(random.permutation(len(seen)), max(len(seen) // 128, 1)):
                part = seen.some(rows)
                judged = Judged(self.policy, part)
                of_scores = judged.chances.copy()
                of_scores[judged.first_choice + part.taken] -= 1
                slopes = judged.slopes(self.policy, of_scores / len(rows), numpy.zeros(len(rows), numpy.float32))
                self.descend(slopes, 2e-3 * (1 - epoch / IMITATED))

    def state(self):
        kept = {f"{what}_{name}": array for what in ("means", "squares") for name, array in getattr(self, what).items()}
        return kept | self.policy.arrays | {"steps": numpy.array(self.steps)}

    def restore(self, kept):
        self.steps = int(kept["steps"])
        for name in self.policy.arrays:
            self.policy.arrays[name] = kept[name]
            self.means[name], self.squares[name] = kept[f"means_{name}"], kept[f"squares_{name}"]


def batch_of(options, games, seed):
    """Games of two on fields to train on."""
    given = {key: value for key, _, value in (each.partition("=") for each in options.set)}
    return referee_games.Batch(options.game, games, 2, seed, view=choices.VIEW, settings={**choices.SETTINGS, **given})


class SelfPlay:
    """A batch in which the learner plays itself in even games, and in odd ones one seat against the pool."""

    def __init__(self, options, seed, random):
        self.batch = batch_of(options, GAMES, seed)
        self.random = random
        self.parts = self.batch.action_shape[2] if len(self.batch.action_shape) > 2 else 1
        games = numpy.arange(GAMES)
        self.learns = (games[:, None] % 2 == 0) | (games[:, None] // 2 % 2 == numpy.arange(2))

    def rollout(self, policy, pool, decisions):
        """Plays until the learner has decided so often. Returns the decisions that have a successor or a result, and
        of each the advantage and the return; and the mean reward against the pool."""
        # Two of the pool at once, so that each has many decisions to judge together.
        opponents = [pool[number] for number in self.random.integers(len(pool), size=2)]
        seen, owners, values, rewards, following = [], [], [], [], []
        last = numpy.full(self.learns.shape, -1)
        against_pool = []
        while len(values) < decisions:
            batch = self.batch
            actions = numpy.zeros(batch.action_shape, numpy.int32)
            moving = batch.to_move == 1
            for side in range(3):
                own = self.learns if side == 2 else ~self.learns & (numpy.arange(GAMES)[:, None] // 4 % 2 == side)
                where = numpy.argwhere(moving & own)
                if not len(where):
                    continue
                player = policy if side == 2 else opponents[side]
                chosen, part, of, judged = self.choose(player, where, side == 2)
                actions[where[:, 0], where[:, 1]] = chosen
                if side == 2:
                    seen.append(part)
                    owners.append(of + len(values))
                    number = len(values) + numpy.arange(len(where))
                    values.extend(judged)
                    rewards.extend([0.0] * len(where))
                    following.extend([-1] * len(where))
                    for game, seat, own_number in zip(*where.T, number):
                        if last[game, seat] >= 0:
                            following[last[game, seat]] = own_number
                        last[game, seat] = own_number
            done = batch.done == 1
            batch.step(actions)
            for game, seat in numpy.argwhere((batch.done == 1) & ~done & self.learns):
                if game % 2:
                    against_pool.append(batch.rewards[game, seat])
                if last[game, seat] >= 0:
                    rewards[last[game, seat]] = float(batch.rewards[game, seat])
                    following[last[game, seat]] = -2
                    last[game, seat] = -1
        advantages, returns = advantages_of(numpy.array(values), numpy.array(rewards), numpy.array(following))
        seen, owners = Decisions.joined(seen), numpy.concatenate(owners)
        usable = numpy.flatnonzero(numpy.array(following)[owners] != -1)
        owners = owners[usable]
        mean = numpy.mean(against_pool) if against_pool else numpy.nan
        return seen.some(usable), advantages[owners], returns[owners], len(values), mean

    def choose(self, player, where, learns):
        """Actions of a policy, or random ones of None, at these games and seats. Beside them, for who learns: the decisions,
        which of `where` each belongs to (several if an action is a plan), and the value of each of `where`."""
        games, seats = where.T
        observations, legal = self.batch.observations[games, seats], self.batch.legal[games, seats]
        legal = numpy.where(legal.any(axis=1)[:, None], legal, 1)
        if self.parts > 1:
            return self.planned(player, observations, legal, seats, learns)
        if player is None:
            return (self.random.random(legal.shape) * legal).argmax(axis=1), None, None, None
        seen, numbers = looked_at(observations, legal, seats)
        judged = Judged(player, seen)
        seen.taken = judged.drawn(self.random)
        return numbers[judged.first_choice + seen.taken], seen, numpy.arange(len(where)), judged.values

    def planned(self, player, observations, legal, seats, learns):
        if player is None:
            return [self.random.choice(numpy.flatnonzero(allowed), self.parts) for allowed in legal], None, None, None
        parts, of = [], []

        def drawn(kinds, cells, scores, units_of, _part):
            picked = (scores + self.random.gumbel(size=scores.shape)).argmax(axis=-1)
            if learns:
                parts.append(picked_of_units(kinds, cells, picked))
                of.append(units_of)
            return picked

        plans = player.actions(policies.seen(observations), legal, seats, self.parts, drawn)
        if not parts:
            return plans, None, None, None
        parts, of = Decisions.joined(parts), numpy.concatenate(of)
        hidden = player.hidden(policies.SCALE[parts.cells])
        estimates = numpy.add.reduceat(hidden, starts(parts.places)) / parts.places[:, None] @ player.arrays["value"]
        values = numpy.bincount(of, estimates, len(plans)) / numpy.bincount(of, minlength=len(plans)).clip(1)
        return plans, parts, of, list(values + player.arrays["value_bias"][0])


def advantages_of(values, rewards, following):
    """Generalised advantage estimation (Schulman et al. 2015). `following`: the player's next decision; -2: the game
    was over, with the reward; -1: not known yet."""
    advantages = numpy.zeros(len(values))
    for number in range(len(values) - 1, -1, -1):
        later = following[number]
        if later == -2:
            advantages[number] = rewards[number] - values[number]
        elif later >= 0:
            known = DISCOUNT * values[later] - values[number]
            # Behind the last known decision there is only its value.
            advantages[number] = known + (DISCOUNT * TRACE * advantages[later] if following[later] != -1 else 0)
    return advantages, advantages + values


class League:
    def __init__(self, options):
        self.options = options
        self.referee = Referee(options)
        self.folder = options.folder
        self.checkpoints = options.folder / "checkpoints"
        planes = policies.seen(batch_of(options, 1, 0).observations).shape[2]
        random = numpy.random.default_rng(options.seed)
        self.learner = Learner(policies.Policy.untrained(planes, options.hidden, random), options.rate)
        self.reference = pathlib.Path(options.reference or options.referee.resolve().parent / "ai" / options.game / "reference")

    def path(self, name):
        return self.checkpoints / name

    def publish(self, name):
        """The weights as a complete AI, and what resuming needs beside it. The folder has its name when it is whole."""
        unfinished = self.checkpoints / f"{name}.part"
        shutil.rmtree(unfinished, ignore_errors=True)
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(self.folder / "ai", unfinished, ignore=ignored)
        self.learner.policy.save(unfinished / "weights.npz")
        states = self.folder / "states"
        states.mkdir(exist_ok=True)
        numpy.savez(states / f"{name}.npz", **self.learner.state())
        unfinished.rename(self.path(name))

    def begin(self):
        """The first checkpoint, c000: untrained, or what has learnt to choose as another AI does."""
        options = self.options
        if self.path("c000").exists():
            return
        if options.imitate:
            self.imitate([pathlib.Path(path) for path in options.imitate])
        self.publish("c000")

    def imitate(self, programs):
        """Learns what an AI does, or what one does in seat 1 and another one in seat 2."""
        parts = []
        for seat, program in enumerate(programs, 1):
            parts.extend(self.recorded(program, "imitated" if seat == 1 else f"imitated-{seat}", seat if len(programs) > 1 else None))
        seen = Decisions.joined(parts)
        self.learner.imitate(seen, numpy.random.default_rng([self.options.seed, 1]))
        judged = Judged(self.learner.policy, seen.some(numpy.arange(min(len(seen), 4096))))
        agreement = (judged.largest(judged.scores) == judged.seen.taken).mean()
        names = " and ".join(program.name for program in programs)
        say(f"imitates {names}: {len(seen):,} decisions, {agreement:.0%} of them the same")
        self.learner.steps = 0
        for means in (self.learner.means, self.learner.squares):
            for array in means.values():
                array[:] = 0

    def recorded(self, program, name, seat):
        """The decisions of an AI, or those of one seat, in double matches with the reference."""
        folder = self.folder / name
        make_fields(self.referee, self.options, folder / "fields", self.options.imitate_fields, 2 * SEED_OF_FIELDS, self.options.field_set)
        say(f"{program.name} plays {2 * self.options.imitate_fields} games, to be imitated")
        ais = ("--ai", f"imitated={program}", "--ai", f"other={self.reference}")
        self.referee.tournament("--fields", folder / "fields", "--db", folder / "games.sqlite", "--records", folder / "records", *ais)
        words = [*(("--view", choices.VIEW) if choices.VIEW else ()), *(("--seat", seat) if seat else ())]
        self.referee("export", folder / "records", "--npz", folder / "set.npz", "--of", "imitated", "--force", *words)
        with numpy.load(folder / "set.npz") as data:
            actions, legal, observations, seats = (data[name] for name in ("actions", "legal", "observations", "seats"))
        parts = []
        for rows in numpy.array_split(numpy.arange(len(actions)), len(actions) // 1024 + 1):
            if actions.ndim > 1:
                parts.extend(self.imitated_plans(observations[rows], legal[rows], seats[rows], actions[rows]))
                continue
            seen, numbers = looked_at(observations[rows], legal[rows], seats[rows])
            first = starts(seen.counts)
            owners = numpy.repeat(numpy.arange(len(seen)), seen.counts)
            seen.taken = numpy.flatnonzero(numbers == actions[rows][owners]) - first
            parts.append(seen)
        return parts

    def imitated_plans(self, observations, legal, seats, plans):
        """The decisions of which somebody's plans consist, part after part."""
        if not hasattr(choices, "actions"):
            raise LeagueError("--imitate: an action is a plan of several parts, and choices.py has no `actions`; leave it out")
        parts = []

        def as_planned(kinds, cells, _scores, units_of, part):
            picked = plans[units_of, part]
            parts.append(picked_of_units(kinds, cells, picked))
            return picked

        self.learner.policy.actions(policies.seen(observations), legal, seats, plans.shape[1], as_planned)
        return parts

    def train(self, number):
        """From checkpoint number - 1 to this one. Depends on nothing but the folder, so a stop changes nothing."""
        options = self.options
        with numpy.load(self.folder / "states" / f"c{number - 1:03}.npz") as kept:
            self.learner.restore(kept)
        random = numpy.random.default_rng([options.seed, 2, number])
        play = SelfPlay(options, options.seed * 10_000 + number, random)
        pool = [None, *(policies.Policy.load(self.path(f"c{each:03}") / "weights.npz") for each in range(number))]
        # Half of the pool's places are for the latest, which are hardest to beat.
        pool += pool[-2:] * (len(pool) // 2)
        rollout = PLANS if play.parts > 1 else ROLLOUT
        begin, decided, lessons = time.monotonic(), 0, 0
        while decided < options.decisions:
            seen, advantages, returns, count, mean = play.rollout(self.learner.policy, pool, min(rollout, options.decisions - decided))
            decided += count
            lessons += 1
            only_values = bool(options.imitate) and number == 1 and lessons <= VALUE_ONLY
            if len(seen):
                self.learner.learn(seen, random, advantages, returns, only_values)
            speed = decided / (time.monotonic() - begin)
            against = "" if numpy.isnan(mean) else f", mean reward against the pool {mean:+.2f}"
            say(f"c{number:03}: {decided:,} of {options.decisions:,} decisions, {speed:,.0f}/s{against}", passing=True)
        self.publish(f"c{number:03}")

    def evaluate(self, number):
        """Has the referee play what the database doesn't have yet. Returns its report."""
        database = self.folder / "league.sqlite"
        names = [f"c{each:03}" for each in range(number + 1)]
        ais = [f"reference={self.reference}", *(f"{name}={self.path(name)}" for name in names)]
        words = [word for ai in ais for word in ("--ai", ai)]
        if self.options.format == "gauntlet":
            words += ["--format", "gauntlet", "--challenger", "reference"]
        say(f"c{number:03}: the referee plays", passing=True)
        # Two untrained policies may push dice to and fro for hours.
        words += ["--game-time", self.options.game_time]
        self.referee.tournament("--fields", self.folder / "fields", "--db", database, *words)
        self.referee("report", database, "--html", self.folder / "report.html", "--force")
        return json.loads(self.referee("report", database, "--json"))

    def hand_in(self, number, report):
        """To the season, if it is better for certain than what was handed in before: at first the untrained one."""
        path = self.folder / "handed-in.json"
        handed = json.loads(path.read_text()) if path.exists() else []
        before, own = (handed or ["c000"])[-1], f"c{number:03}"
        if own in handed:
            return
        if number == 0:
            say(f"{own}: not handed in: the first one to hand in must be better than it")
            return
        if not better(report, own, before):
            say(f"{own}: not handed in: it isn't better than {before} with 95 % confidence")
            return
        words = ("--to", self.options.season, "--name", self.options.entry, "--version-name", own)
        self.referee("submit", self.path(own), "--game", self.options.game, *words, "--wait", "none")
        write_whole(path, json.dumps([*handed, own]) + "\n")
        say(f"{own}: better than {before}, handed in to {self.options.season} as a version of {self.options.entry}")

    def run(self):
        options = self.options
        make_fields(self.referee, options, self.folder / "fields", options.fields, SEED_OF_FIELDS, options.field_set)
        self.begin()
        report, shown = None, 0
        for number in range(options.checkpoints + 1):
            if not self.path(f"c{number:03}").exists():
                self.train(number)
            elif self.path(f"c{number + 1:03}").exists():
                continue  # a later tournament has its games
            report = self.evaluate(number)
            shown = number
            write_whole(self.folder / "curve.svg", drawn_curve(options, points(report, options)))
            own = f"c{number:03}"
            say(f"{own}: rating {interval(rating_of(report, own))}, the reference 0; {score_against(report, own)}")
            if options.season:
                self.hand_in(number, report)
        if report is None:
            raise LeagueError(f"--checkpoints {options.checkpoints}: {self.folder} has more already; give their number or more")
        print()
        print("\n".join(text_curve(points(report, options))))
        print(f"\n{self.folder / 'curve.svg'}, {self.folder / 'report.html'}; the AI: {self.path(f'c{shown:03}')}")


def say(text, passing=False):
    """On standard error; a passing line is overwritten by the next one on a terminal and left out elsewhere."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="" if passing else "\n", file=sys.stderr, flush=True)
    elif not passing:
        print(text, file=sys.stderr, flush=True)


def row_of(report, name):
    return next(row for row in report["standings"] if row["name"] == name)


def rating_of(report, name):
    """Rating, lower and upper end of its interval of 95 %, all beside the reference's; None: can't be known."""
    reference, row = row_of(report, "reference"), row_of(report, name)
    ratings = [row["estimate"] if row["rating"] is None else row["rating"], row["rating_low"], row["rating_high"]]
    zero = reference["estimate"] if reference["rating"] is None else reference["rating"]
    return [None if rating is None or zero is None else rating - zero for rating in ratings]


def interval(ratings):
    """As text."""
    rating, low, high = ratings
    if rating is None:
        return "unknown"
    return f"{rating:+.0f} [{'-inf' if low is None else f'{low:+.0f}'}, {'+inf' if high is None else f'{high:+.0f}'}]"


def score_against(report, name, other="reference"):
    """What it won of the games with another AI, in words."""
    for row in report["winrates"]:
        if row["name"] == name and other in row["with"]:
            with_other = row["with"][other]
            return f"{with_other['share']:g} of {with_other['games']} games against the {other}"
    return f"no games against the {other}"


def better(report, name, other):
    """Whether the first is stronger with 95 % confidence: by their games, or if they have none by their ratings."""
    for pair in report["pairs"]:
        if {pair["first"], pair["second"]} == {name, other}:
            return pair["result"]["low"] > 0.5 if pair["first"] == name else pair["result"]["high"] < 0.5
    low, high = row_of(report, name)["rating_low"], row_of(report, other)["rating_high"]
    return low is not None and high is not None and low > high


def points(report, options):
    """Rows of the curve: name, decisions, rating, lower and upper end (None: unknown), the interval as text."""
    rows = []
    for row in sorted(report["standings"], key=lambda each: (each["name"] != "reference", each["name"])):
        decisions = None if row["name"] == "reference" else int(row["name"][1:]) * options.decisions
        ratings = rating_of(report, row["name"])
        rows.append((row["name"], decisions, *ratings, interval(ratings)))
    return rows


def scale_of(rows):
    known = [end for row in rows for end in row[2:5] if end is not None] + [0]
    low, high = min(known), max(known)
    return low, max(high - low, 1)


def text_curve(rows, width=31):
    """At most 80 columns."""
    low, span = scale_of(rows)

    def column(rating, unknown):
        return unknown if rating is None else round((rating - low) / span * (width - 1))

    zero = column(0, 0)
    yield f"{'AI':9} {'decisions':>11} {'rating, 95 %':>22}"
    for name, decisions, rating, lowest, highest, text in rows:
        line = [" "] * width
        line[zero] = ":"
        if rating is None:
            yield f"{name:9} {'' if decisions is None else f'{decisions:,}':>11} {text:>22}  {''.join(line)}".rstrip()
            continue
        line[column(lowest, 0) : column(highest, width - 1) + 1] = "-" * (column(highest, width - 1) + 1 - column(lowest, 0))
        line[column(rating, 0)] = "o"
        count = "" if decisions is None else f"{decisions:,}"
        yield f"{name:9} {count:>11} {text:>22}  {''.join(line)}".rstrip()


def drawn_curve(options, rows):
    """The curve as SVG: ratings with their intervals of 95 %, by decisions; the reference is the line at 0."""
    width, height, left, top, bottom = 640, 340, 60, 40, 50
    low, span = scale_of(rows)
    trained = [row for row in rows if row[1] is not None and row[2] is not None]
    last = max((row[1] for row in trained), default=0) or 1

    def x(decisions):
        return left + (width - left - 30) * decisions / last

    def y(rating):
        return top + (height - top - bottom) * (1 - (rating - low) / span)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{left}" y="22" font-size="14">{options.game}: ratings (Elo) of checkpoints, with intervals of 95 %</text>',
        f'<path d="M{left} {y(0):.1f}H{width - 30}" stroke="#c4561a"/>',
        f'<text x="{width - 30}" y="{y(0) - 5:.1f}" fill="#c4561a" text-anchor="end">reference</text>',
    ]
    for rating in sorted({low, low + span, 0}):
        parts.append(f'<text x="{left - 8}" y="{y(rating) + 4:.1f}" text-anchor="end">{rating:+.0f}</text>')
    for name, decisions, rating, lowest, highest, text in trained:
        bottom_end, top_end = low if lowest is None else lowest, low + span if highest is None else highest
        parts.append(f'<path d="M{x(decisions):.1f} {y(bottom_end):.1f}V{y(top_end):.1f}" stroke="#1f6fb4"/>')
        parts.append(f'<circle cx="{x(decisions):.1f}" cy="{y(rating):.1f}" r="3" fill="#1f6fb4"><title>{name}: {text}</title></circle>')
    line = " ".join(f"{x(row[1]):.1f},{y(row[2]):.1f}" for row in trained)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#1f6fb4" stroke-width="2"/>')
    for part in (0, 0.5, 1):
        anchor = ("start", "middle", "end")[round(2 * part)]
        parts.append(f'<text x="{x(last * part):.1f}" y="{height - 18}" text-anchor="{anchor}">{last * part:,.0f} decisions</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def stop(_number, _frame):
    raise KeyboardInterrupt


def main(words=None):
    options = arguments(words)
    signal.signal(signal.SIGTERM, stop)
    try:
        options, path = settled(options)
        options.folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            write_whole(path, json.dumps({name: getattr(options, name) for name in KEPT}, indent=1) + "\n")
        make_starter(Referee(options), options, options.folder / "ai")
        sys.path.insert(0, str(options.folder.resolve() / "ai"))
        sys.dont_write_bytecode = True
        global choices, policies
        choices, policies = importlib.import_module("choices"), importlib.import_module("policy")
        (options.folder / "checkpoints").mkdir(exist_ok=True)
        League(options).run()
    except (LeagueError, referee_games.UserError, OSError) as error:
        clear = "\r\x1b[K" if sys.stderr.isatty() else ""
        sys.exit(f"{clear}league.py: {error}")
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on from the last checkpoint", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    try:
        import referee_games
    except ImportError:
        sys.path.insert(0, str(ROOT / "build" / "python"))
        try:
            import referee_games
        except ImportError as error:
            sys.exit(f"league.py: {error}; run `make python`, and set PYTHONPATH to build/python")
    main()
