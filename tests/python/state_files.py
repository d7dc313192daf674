"""Random games of a batch beside the referee's: what the module `player` reads from the state files
is compared, byte for byte, with what the batch shows. As a program: `make observations`."""

import os
import sys

import numpy
from referee_games import Batch, Game, games, player

#: A game of dicewars at random may take 10,000 battles.
MAX_TURNS = 150

#: Variants of each game's fields and of what a batch shows. Every game is also played as it is.
VARIANTS = {
    "battlesnake": [
        {"view": 3},
        {"seats": 8, "settings": {"size": 19}, "view": 6},
        {"settings": {"wrapped": 1}, "view": 8},
        {"settings": {"wrapped": 1, "constrictor": 1}},
        {"settings": {"map": "royale", "lines": 60}},
        {"settings": {"map": "healing_pools"}, "view": 2},
        {"settings": {"map": "hz_scatter", "wrapped": 1}, "view": 4},
    ],
    "cops": [
        {"settings": {"plan_length": 1, "ticks": 60}},
        {"settings": {"plan_length": 2, "walls": 9, "gates": 4, "cops": 3}},
        {"settings": {"size": 8, "gate_width": 5, "walls": 0, "plan_length": 3}},
    ],
    "dicewars": [{"seats": 2}, {"seats": 7}, {"settings": {"streams": "shared", "areas": 12}}],
    "gems": [{"settings": {"max_moves": 12}}],
    "spe_ed": [{"view": 3}, {"seats": 6, "view": 20}, {"seats": 3, "settings": {"width": 45}}],
}


def turns(game, seed, options, folder):
    """Plays a game of random actions in both; yields batch, seat and what was read, for each seat that
    is to move. One action in 200 is none, so that seats go out by faults, too."""
    batch = Batch(game, 1, seed=seed, **options)
    fields = {name: options[name] for name in ("seats", "settings") if name in options}
    beside = Game(game, batch.field_seed(0), **fields)
    actions_of = careful_actions(batch, Batch(game, 1, seed=seed, observations=False, **options), seed)
    shape = batch.observations.shape[3:]
    for _ in range(MAX_TURNS):
        if batch.over[0]:
            break
        assert beside.to_move == list(numpy.flatnonzero(batch.to_move[0]))
        actions = actions_of()
        answers = {}
        for seat in beside.to_move:
            write_files(folder, beside.files(seat))
            situation = player.read(
                folder, game=game, view=options.get("view", 0), shape=None if options.get("view") else shape
            )
            yield batch, seat, situation
            chosen = actions[0, seat].reshape(-1)
            expected = batch.answer(0, seat, chosen)
            assert situation.words([int(part) for part in chosen]) == expected
            answers[seat] = expected
        beside.play(answers)
        batch.step(actions)
    assert bool(beside.to_move) != bool(batch.over[0])


def careful_actions(batch, trial, seed):
    """A function that draws actions. It draws again for seats that would be out by them, so that
    games go on long enough to have all kinds of positions; `trial` is a batch on the same fields."""
    random = numpy.random.default_rng(seed)

    def draw(actions, seat):
        choices = numpy.flatnonzero(batch.legal[0, seat])
        if len(choices) and random.random() > 1 / 200:
            actions[0, seat] = random.choice(choices, actions[0, seat].shape)

    def draw_all():
        actions = numpy.full(batch.action_shape, -1, numpy.int32)
        for seat in range(batch.seats):
            draw(actions, seat)
        for _ in range(3):
            trial.set_state(0, batch.state(0))
            before = trial.done[0].copy()
            trial.step(actions)
            out = numpy.flatnonzero(trial.done[0] & ~before)
            if not len(out):
                break
            for seat in out:
                draw(actions, seat)
        return actions

    return draw_all


def write_files(folder, files):
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)


def differences(game, seed, options, folder):
    """How many of the decisions of a game were read otherwise than the batch shows them, and how
    many there were."""
    wrong = count = 0
    for batch, seat, read in turns(game, seed, options, folder):
        same = (
            read.seat == seat
            and (batch.size, batch.seats, read.parts)[: len(batch.action_shape)] == batch.action_shape
            and read.observation.dtype == read.legal.dtype == numpy.uint8
            and read.observation.shape == batch.observations[0, seat].shape
            and read.observation.tobytes() == batch.observations[0, seat].tobytes()
            and read.legal.tobytes() == batch.legal[0, seat].tobytes()
        )
        wrong += not same
        count += 1
    return wrong, count


def main():
    import tempfile

    number = int(sys.argv[1])
    # In memory, as work folders are: on a disk most of the time would go into writing.
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        failed = False
        for game in games():
            variants = [{}, *VARIANTS.get(game, [])]
            sums = numpy.zeros(2, int)
            for seed in range(number):
                sums += differences(game, seed, variants[seed % len(variants)], folder)
            print(f"{game}: {number} games, {sums[1]} decisions, {sums[0]} read otherwise", flush=True)
            failed |= bool(sums[0])
    sys.exit(failed)


if __name__ == "__main__":
    main()
