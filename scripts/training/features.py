"""What a learner knows of each action, computed from the module's egocentric planes alone: where the
action leads, and what could be reached from there. One class for each game.
"""

import numpy

import bits
from bits import ROW

#: After so many steps the cells that can be reached are counted; the last is the whole area.
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
    """The own head is in the middle and looks up, so actions are the same everywhere."""

    game = "spe_ed"
    settings = {"width": 60, "height": 60}
    actions = 5
    view = 15
    names = [f"within_{horizon}" for horizon in HORIZONS]
    names += ["first_own", "first_other", "speed", "fast", "risk_1", "risk_2", "risk_3"]
    names += ["ways_on", "jumps_next"]
    #: Sideways and forward steps of the directions left, right, ahead; the direction of each action.
    directions = ((-1, 0), (1, 0), (0, 1))
    direction_of = numpy.array([0, 1, 2, 2, 2])
    faster = numpy.array([0, 0, -1, 1, 0])

    def __init__(self):
        side = 2 * self.view + 1
        self.full = ROW((1 << side) - 1)
        # By direction, speed and whether it is a jump: the cells that are written; and the head.
        self.paths = numpy.zeros((3, 12, 2, side), ROW)
        self.heads = numpy.zeros((3, 12, side), ROW)
        # The same for an action after that; cells beyond the view are left out.
        self.next_paths = numpy.zeros((3, 12, 3, 12, 2, side), ROW)
        for first in range(3):
            for speed in range(12):
                self._mark(self.paths[first, speed], (0, 0), self.directions[first], speed)
                dx, dy = self.directions[first]
                at = (dx * speed, dy * speed)
                self._put(self.heads[first, speed], *at)
                for then in range(3):
                    turned = self._turned(self.directions[first], then)
                    for next_speed in range(12):
                        boards = self.next_paths[first, speed, then, next_speed]
                        self._mark(boards, at, turned, next_speed)

    @staticmethod
    def _turned(direction, then):
        """The direction after a turn: left, right or none."""
        dx, dy = direction
        return ((-dy, dx), (dy, -dx), (dx, dy))[then]

    def _put(self, board, dx, dy):
        row, column = self.view - dy, self.view + dx
        if 0 <= row < len(board) and 0 <= column < len(board):
            board[row] |= ROW(1 << column)

    def _mark(self, boards, start, direction, speed):
        for step in range(1, speed + 1):
            cell = (start[0] + step * direction[0], start[1] + step * direction[1])
            self._put(boards[0], *cell)
            if step in (1, speed) or speed < 3:
                self._put(boards[1], *cell)

    def __call__(self, planes):
        """Planes [boards, planes, rows, columns]; gives which actions don't crash at once [boards,
        actions] and the features [boards, actions, features]."""
        trail, outside, own, others = (planes[:, number] for number in range(4))
        count = len(planes)
        speed = repeated(own[:, self.view, self.view].astype(int), self.actions)
        speed = speed + numpy.tile(self.faster, count)
        direction = numpy.tile(self.direction_of, count)
        until_jump = repeated(planes[:, 5, 0, 0].astype(int), self.actions)
        blocked = repeated(bits.packed(trail | outside), self.actions)
        heads = repeated(bits.packed(others), self.actions)
        is_jump = (until_jump == 0).astype(int)
        path = self.paths[direction, speed, is_jump]
        is_safe = (speed >= 1) & (speed <= 10) & ~(path & blocked).any(axis=1)
        head = self.heads[direction, speed]
        after = (blocked | path) & ~head
        free = ~after & self.full
        seen = [areas(head, free, heads)]
        seen += [speed[:, None] / 10, speed[:, None] >= 3]
        near = heads
        for _ in range(3):
            near = bits.spread(near) & (free | path) | near
            seen.append((near & path).any(axis=1)[:, None])
        seen.append(self._ways_on(direction, speed, until_jump == 1, blocked | path)[:, None])
        seen.append(((until_jump == 1) & (speed >= 3))[:, None])
        features = numpy.concatenate(seen, axis=1).astype(numpy.float32)
        return is_safe.reshape(count, self.actions), features.reshape(count, self.actions, -1)

    def _ways_on(self, direction, speed, jumps_next, blocked):
        """The part of the next actions that don't crash, if nobody else moves."""
        ways = 0
        for then, change in zip(self.direction_of, self.faster):
            next_speed = numpy.clip(speed + change, 0, 11)
            path = self.next_paths[direction, speed, then, next_speed, jumps_next.astype(int)]
            is_possible = (next_speed >= 1) & (next_speed <= 10)
            ways = ways + (is_possible & ~(path & blocked).any(axis=1))
        return ways / self.actions


class Battlesnake:
    """The own head is in the middle; up is the next row."""

    game = "battlesnake"
    settings = {"lines": 200}
    actions = 4
    view = 10
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

    def __call__(self, planes):
        food, own, others, health, strong, weak, outside = (planes[:, i] for i in range(7))
        count = len(planes)
        middle = (slice(None), self.view, self.view)
        # What is left within this turn is free: a tail that isn't doubled.
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


GAMES = {each.game: each for each in (SpeEd, Battlesnake)}
