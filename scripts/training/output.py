"""The output of a training run: the learning curve as a picture, the weights as C++."""

import numpy


COLOURS = ("#1f6fb4", "#c4561a", "#2a8a3e")


def write_curve(path, title, names, points):
    """`points`: (decisions, points won of a game on average, from 0 to 1, by opponent). `names`:
    those of the opponents, at most three."""
    width, height, left, bottom = 640, 320, 60, 40
    last = max(point[0] for point in points) or 1
    plot_width, plot_height = width - left - 20, height - bottom - 40

    def place(decisions, won):
        return left + plot_width * decisions / last, 40 + plot_height * (1 - won)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{left}" y="20" font-size="14">{title}</text>',
    ]
    for won in (0, 0.25, 0.5, 0.75, 1):
        x, y = place(0, won)
        parts.append(f'<path d="M{x} {y:.1f}h{plot_width}" stroke="#ccc"/>')
        parts.append(f'<text x="{x - 8}" y="{y + 4:.1f}" text-anchor="end">{won:.0%}</text>')
    for part in (0, 0.5, 1):
        x, y = place(last * part, 0)
        anchor = ("start", "middle", "end")[round(2 * part)]
        label = f"{last * part / 1e6:.2f} million decisions"
        parts.append(f'<text x="{x:.1f}" y="{y + 20:.1f}" text-anchor="{anchor}">{label}</text>')
    for number, (name, colour) in enumerate(zip(names, COLOURS), 1):
        places = (place(point[0], point[number]) for point in points)
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y = width - 30, height - bottom - 8 - 16 * (len(names) - number)
        parts.append(f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="end">{name}</text>')
    with open(path, "w") as file:
        file.write("\n".join([*parts, "</svg>"]) + "\n")


def write_weights(path, namespace, network, command):
    """The layers as constants of C++; six digits are more than the decisions need."""
    lines = [
        "#pragma once",
        "",
        "/// What was learnt. Made by:",
        f"/// {command}",
        "// clang-format off",
        "",
        "#include <array>",
        "",
        f"namespace {namespace} {{",
        "",
    ]
    for number, (weights, biases) in enumerate(network.layers):
        for name, values in (("weights", weights.T.ravel()), ("biases", biases)):
            lines.append(f"inline constexpr std::array<float, {values.size}> {name}_{number}{{")
            texts = [f"{value:.6g}" for value in values]
            texts = [text + ("F" if "." in text or "e" in text else ".0F") for text in texts]
            for begin in range(0, len(texts), 8):
                lines.append("    " + ", ".join(texts[begin : begin + 8]) + ",")
            lines.append("};")
    lines += ["", f"}} // namespace {namespace}"]
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
