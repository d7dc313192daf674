"""Past decisions and their outcomes."""

import collections

import numpy


class Memory:
    """The last decisions: the features of the chosen action, and its value afterwards."""

    def __init__(self, size, inputs):
        self.chosen = numpy.zeros((size, inputs), numpy.float32)
        self.worth = numpy.zeros(size, numpy.float32)
        self.count = 0

    def add(self, chosen, worth):
        places = (self.count + numpy.arange(len(chosen))) % len(self.worth)
        self.chosen[places], self.worth[places] = chosen, worth
        self.count += len(chosen)

    def sample(self, count, random):
        places = random.integers(0, min(self.count, len(self.worth)), count)
        return self.chosen[places], self.worth[places]


class Pending:
    """Decisions whose outcome isn't known yet, with one row for each player of each game.

    A decision's worth is the rewards of the next `steps`, discounted, and then the estimate of
    what there is to choose; less steps if its game ends before.
    """

    def __init__(self, memory, steps, discount):
        self.memory = memory
        self.discount = discount
        self.steps = steps
        self.decisions = collections.deque()

    def add(self, chosen, decided, rewards, done, estimate):
        """`decided`: the rows whose decision counted. `estimate()` returns the current value of each
        row; it is called when the oldest decision needs it."""
        self.decisions.append([chosen, numpy.zeros(len(chosen), numpy.float32), decided.copy()])
        for age, (earlier, returns, is_open) in enumerate(reversed(self.decisions)):
            returns += self.discount**age * rewards * is_open
            over = is_open & done
            if over.any():
                self.memory.add(earlier[over], returns[over])
                is_open &= ~done
        if len(self.decisions) == self.steps:
            earlier, returns, is_open = self.decisions.popleft()
            worth = returns + self.discount**self.steps * estimate()
            self.memory.add(earlier[is_open], worth[is_open])
