"""A small network of numbers: layers with rectifiers, one output, trained by Adam."""

import numpy


class Network:
    def __init__(self, sizes, random):
        self.layers = []
        for inputs, outputs in zip(sizes, sizes[1:]):
            weights = random.normal(0, (2 / inputs) ** 0.5, (inputs, outputs))
            self.layers.append([weights.astype(numpy.float32), numpy.zeros(outputs, numpy.float32)])
        self.layers[-1][0] *= 0.1
        self.moments = [[numpy.zeros_like(part) for part in layer * 2] for layer in self.layers]
        self.steps = 0

    def __call__(self, inputs):
        """The outputs for inputs [..., features]."""
        values = inputs
        for weights, biases in self.layers[:-1]:
            values = numpy.maximum(values @ weights + biases, 0)
        weights, biases = self.layers[-1]
        return (values @ weights + biases)[..., 0]

    def learn(self, inputs, targets, rate):
        """One step towards the targets, by Huber's loss. Returns the mean absolute error."""
        values = [inputs]
        for weights, biases in self.layers[:-1]:
            values.append(numpy.maximum(values[-1] @ weights + biases, 0))
        weights, biases = self.layers[-1]
        errors = (values[-1] @ weights + biases)[:, 0] - targets
        slope = numpy.clip(errors, -1, 1)[:, None] / len(inputs)
        self.steps += 1
        for number in reversed(range(len(self.layers))):
            weights, _ = self.layers[number]
            changes = [values[number].T @ slope, slope.sum(axis=0)]
            slope = slope @ weights.T * (values[number] > 0)
            self._adam(number, changes, rate)
        return float(numpy.abs(errors).mean())

    def _adam(self, number, changes, rate):
        for part, change in enumerate(changes):
            mean, square = self.moments[number][part], self.moments[number][part + 2]
            mean += 0.1 * (change - mean)
            square += 0.001 * (change**2 - square)
            corrected = mean / (1 - 0.9**self.steps)
            spread = numpy.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            self.layers[number][part] -= (rate * corrected / spread).astype(numpy.float32)

    def copy_from(self, other):
        self.layers = [[part.copy() for part in layer] for layer in other.layers]

    def follow(self, other, part):
        """Moves part of the way to the other network's weights."""
        for layer, others in zip(self.layers, other.layers):
            for own, wanted in zip(layer, others):
                own += part * (wanted - own)

    def arrays(self, prefix=""):
        """Everything needed to resume learning, by name."""
        kept = {f"{prefix}steps": numpy.array(self.steps)}
        for number, (layer, moments) in enumerate(zip(self.layers, self.moments)):
            for part, array in enumerate(layer + moments):
                kept[f"{prefix}layer{number}_{part}"] = array.copy()
        return kept

    def restore(self, kept, prefix=""):
        self.steps = int(kept[f"{prefix}steps"])
        for number in range(len(self.layers)):
            parts = [kept[f"{prefix}layer{number}_{part}"] for part in range(6)]
            self.layers[number], self.moments[number] = parts[:2], parts[2:]
