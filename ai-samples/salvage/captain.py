#!/usr/bin/env python3
# Weighs crates by worth and way, keeps away from boats that could rob it, and hunts boats with fuller holds nearby. It
# guesses what it hasn't seen: the sea is alike for all players. The files are explained in
# referee/games/salvage/README.md.

STEPS = (("up", 0, -1), ("left", -1, 0), ("right", 1, 0), ("down", 0, 1))


def lines(name):
    with open(name) as file:
        return [line.split() for line in file]


facts = {line[0]: line[-1] for line in lines("match.dat")}
seen = [line[0] for line in lines("gamefield.dat")]
size = len(seen)
numbers = [int(word) for line in lines("player.dat") for word in line]
(seat, x, y), held = numbers[:3], numbers[5:]
boats = [list(map(int, line)) for line in lines("boats.dat")]
players = [list(map(int, line)) for line in lines("players.dat")]
home = tuple(players[seat - 1][2:])
hold, left = int(facts["hold"]), int(facts["turns"]) - int(facts["turn"])


def images(x, y):
    """The squares that are like this one in a sea that `create` has drawn."""
    last = size - 1
    if len(players) == 2:
        return [(x, y), (last - x, last - y)]
    return [(x, y), (last - y, x), (last - x, last - y), (y, last - x)]


def guess(x, y):
    """What lies there: as it was seen, else as in a square that is like it."""
    kinds = [seen[b][a] for a, b in images(x, y)]
    if kinds[0] != "?":
        return kinds[0], True
    known = [kind for kind in kinds if kind != "?"]
    kind = known[0] if known else "?"
    return ("." if kind in "ABCD" else kind), False


sea = [[guess(a, b) for a in range(size)] for b in range(size)]
# Squares next to a boat that has fewer crates are avoided.
danger = set()
for _, bx, by, crates in boats:
    if crates < len(held):
        danger |= {(bx, by)} | {(bx + dx, by + dy) for _, dx, dy in STEPS}
danger.discard(home)


def ways(start):
    """Length and first step of a shortest way to each square."""
    found, queue = {start: (0, "")}, [start]
    for place in queue:
        for word, dx, dy in STEPS:
            a, b = place[0] + dx, place[1] + dy
            if (0 <= a < size and 0 <= b < size and (a, b) not in found and sea[b][a][0] != "^"
                    and not (place == start and (a, b) in danger)):
                found[a, b] = (found[place][0] + 1, found[place][1] or word)
                queue.append((a, b))
    return found


there, back = ways((x, y)), ways(home)
far = 10 ** 6
# Going home brings what is held; a crate on the way brings its worth, too.
way_home = there.get(home, (far, ""))
best, word = (sum(held) / (way_home[0] + 1), way_home[1]) if held else (0, "")
if held and left <= way_home[0] + 2:
    best, word = far, way_home[1]
elif len(held) < hold:
    for place, (length, first) in there.items():
        return_way = back.get(place, (far, ""))[0]
        if length == 0 or length + return_way > left - 1:
            continue
        kind, is_sure = sea[place[1]][place[0]]
        if kind in "123456789":
            value = (int(kind) + sum(held)) * (1 if is_sure else 0.7) / (length + return_way + 1)
            value += int(kind) / (length + 1) / 4
        elif seen[place[1]][place[0]] == "?":
            value = (1.2 + sum(held) * 0.8) / (length + return_way + 3)
        else:
            continue
        if value > best:
            best, word = value, first
# A fuller hold beside us.
for _, bx, by, crates in boats:
    if crates > len(held) and (bx, by) in there and 0 < there[bx, by][0] <= 2 and best < far:
        word = there[bx, by][1]
with open("result.dat", "w") as file:
    file.write((word or "wait") + "\n")
