#!/usr/bin/env python3
# The reference AI of salvage: sails to the nearest crate that it knows, else to the nearest fog, and home when its hold
# is full or time runs out. The files are explained in referee/games/salvage/README.md.

STEPS = (("up", 0, -1), ("left", -1, 0), ("right", 1, 0), ("down", 0, 1))


def match():
    """The keys of match.dat with their values, which are texts."""
    with open("match.dat") as file:
        return dict(line.rstrip("\n").partition(" ")[::2] for line in file)


def way_to(sea, start, is_wanted):
    """The first step of a shortest way over known water to a square that is wanted, and its length."""
    queue, seen = [(start, "", 0)], {start}
    for (x, y), first, length in queue:
        for word, dx, dy in STEPS:
            place = (x + dx, y + dy)
            if not (0 <= place[0] < len(sea) and 0 <= place[1] < len(sea)) or place in seen:
                continue
            kind = sea[place[1]][place[0]]
            if kind == "^":
                continue
            if is_wanted(kind):
                return first or word, length + 1
            seen.add(place)
            if kind != "?":
                queue.append((place, first or word, length + 1))
    return "", 0


facts = match()
with open("gamefield.dat") as file:
    sea = file.read().split()
with open("player.dat") as file:
    seat, x, y, points, buoys, *held = map(int, file.read().split())
left = int(facts["turns"]) - int(facts["turn"])
home, distance = way_to(sea, (x, y), lambda kind: kind == "ABCD"[seat - 1])
if len(held) == int(facts["hold"]) or (held and left < distance + 4):
    word = home
else:
    word = (way_to(sea, (x, y), lambda kind: kind in "123456789")[0] or way_to(sea, (x, y), lambda kind: kind == "?")[0]
            or (home if held else ""))
with open("result.dat", "w") as file:
    file.write((word or "wait") + "\n")
