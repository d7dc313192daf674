"""What a learner knows of each action: where it leads, and what could be reached from there. One
class for each game. spe_ed's comes from the module, battlesnake's is computed from egocentric planes.
"""

import numpy

import bits
from bits import ROW
from referee_games import Batch

#: The cells that can be reached are counted after these numbers of steps; the last is the whole area.
HORIZONS = (2, 4, 8, 16, 48)


def areas(start, free, others):
    """Counts for boards [boards, rows]: reached within each horizon, then first by oneself and by
    others, each as a part of the board."""
    cells = free.shape[1] ** 2
    counts = []
    reached, done = start, 0
    for horizon in HORIZONS:
        reached = bits.reachable(reached, free, horizon - done)
        done = horizon
        counts.append(bits.count(reached) / min(cells, 2 * horizon * (horizon + 1)))
    own, other = bits.first_reached(start, others, free, HORIZONS[-1])
    counts += [bits.count(own) / cells, bits.count(other) / cells]
    return numpy.stack(counts, axis=1).astype(numpy.float32)


def repeated(rows, times):
    return numpy.repeat(rows, times, axis=0)


class SpeEd:
    """The module's own features of each action: referee/python/README.md, "Batches"."""

    game = "spe_ed"
    options = {"observations": False, "features": True}
    actions = 5
    #: The number of cells of an ordinary board; the costs of the rule "areas" are in cells.
    cells = 3600

    def __init__(self):
        columns = Batch(self.game, 1, **self.options).feature_columns
        self.first = {name: first for name, (first, _, _) in columns.items()}
        self.inputs = sum(count for _, count, _ in columns.values())
        self.mirrored_columns = self._mirrored_columns()

    def _mirrored_columns(self):
        """The column that each column becomes if left and right are swapped."""
        columns = numpy.arange(self.inputs)
        free, window = self.first["free"], self.first["window"]
        columns[[free + 1, free + 2]] = columns[[free + 2, free + 1]]
        columns[window:] = columns[window:].reshape(7, 7)[:, ::-1].ravel()
        return columns

    def __call__(self, batch):
        """Which actions don't crash at once [rows, actions], and the features [rows, actions,
        features]; a row is a seat of a game."""
        features = batch.features.reshape(-1, self.actions, self.inputs)
        return features[:, :, self.first["possible"]] > 0, features.copy()

    def mirrored(self, inputs):
        """The same actions on a board with left and right swapped."""
        seen = inputs[:, self.mirrored_columns]
        seen[:, self.first["nearest"] + 2] *= -1
        return seen

    def by_room(self, inputs):
        """The rule of the AI `space`: the most space, then a low speed."""
        return inputs[:, :, self.first["reach"]] - 1e-5 * inputs[:, :, self.first["speed"]]

    def by_areas(self, inputs):
        """The rule of the AI `voronoi`, without looking ahead."""
        speed = 10 * inputs[:, :, self.first["speed"]]
        cost = speed * (speed - 1) / 2 + 400 * (1 - inputs[:, :, self.first["brakes"]])
        lead = inputs[:, :, self.first["area"]] - inputs[:, :, self.first["other_area"]] / 2
        return lead - cost / self.cells

    def rules(self):
        return {"most room": self.by_room, "most area": self.by_areas}


class Battlesnake:
    """The own head is in the middle; up is the next row."""

    game = "battlesnake"
    view = 10
    options = {"settings": {"lines": 200}, "view": view, "episodes_per_field": 4}
    actions = 4
    names = [f"within_{horizon}" for horizon in HORIZONS]
    names += ["first_own", "first_other", "eats", "food_2", "food_4", "food_8", "health"]
    names += ["length", "room", "strong_near", "weak_near"]
    steps = ((1, 0), (-1, 0), (0, -1), (0, 1))  # rows and columns

    def __init__(self):
        side = 2 * self.view + 1
        self.full = ROW((1 << side) - 1)
        rows = numpy.array([self.view + row for row, _ in self.steps])
        columns = numpy.array([self.view + column for _, column in self.steps])
        self.cells = bits.single(rows, columns, (side, side))
        self.inputs = len(self.names)

    def __call__(self, batch):
        """Which actions don't kill at once [rows, actions], and the features [rows, actions,
        features]; a row is a seat of a game."""
        planes = batch.observations.reshape(-1, *batch.observations.shape[2:])
        food, own, others, health, strong, weak, outside = (planes[:, i] for i in range(7))
        count = len(planes)
        middle = (slice(None), self.view, self.view)
        # A cell that is left in this turn is free: a tail that isn't doubled.
        blocked = repeated(bits.packed((own > 1) | (others > 1) | outside), self.actions)
        start = numpy.tile(self.cells, (count, 1))
        is_safe = ~(start & blocked).any(axis=1)
        free = ~blocked & self.full | start
        food_cells, strong_cells, weak_cells = (
            repeated(bits.packed(plane), self.actions) for plane in (food, strong, weak)
        )
        seen = [areas(start, free, strong_cells | weak_cells)]
        seen.append((start & food_cells).any(axis=1)[:, None])
        for steps in (2, 4, 8):
            reached = bits.reachable(start, free, steps)
            seen.append((reached & food_cells).any(axis=1)[:, None])
        length = repeated(own[middle].astype(numpy.float32), self.actions)
        area = seen[0][:, len(HORIZONS) - 1] * free.shape[1] ** 2
        seen.append(repeated(health[middle], self.actions)[:, None] / 100)
        seen.append(length[:, None] / 50)
        seen.append(numpy.minimum(area / numpy.maximum(length, 1), 2)[:, None])
        seen.append((bits.spread(strong_cells) & start).any(axis=1)[:, None])
        seen.append((bits.spread(weak_cells) & start).any(axis=1)[:, None])
        features = numpy.concatenate(seen, axis=1).astype(numpy.float32)
        return is_safe.reshape(count, self.actions), features.reshape(count, self.actions, -1)

    def mirrored(self, inputs):
        """The features don't tell left from right."""
        return inputs

    def by_room(self, inputs):
        """The rule of the AI `space`, as far as the view reaches."""
        return inputs[:, :, len(HORIZONS) - 1]

    def by_areas(self, inputs):
        first_own = inputs[:, :, len(HORIZONS)]
        return first_own - inputs[:, :, len(HORIZONS) + 1] / 2

    def rules(self):
        return {"most room": self.by_room, "most area": self.by_areas}


GAMES = {each.game: each for each in (SpeEd, Battlesnake)}
