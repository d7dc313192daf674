#!/usr/bin/env python3
# The reference AI of bazaar: sells the good that brings most, never that of its patron, and bids seven
# tenths of what the lot may be worth. The files are explained in referee/games/bazaar/README.md.


def match():
    """The keys of match.dat with their values, which are texts."""
    with open("match.dat") as file:
        return dict(line.rstrip("\n").partition(" ")[::2] for line in file)


def lines(name):
    """The words of each line of a file."""
    with open(name) as file:
        return [line.split() for line in file]


def proceeds(price, cards):
    """What the market pays for that many cards: each brings one coin more than the one before."""
    return cards * price + cards * (cards - 1) // 2


facts = match()
(seat, coins, patron), *hand = lines("player.dat")
held = {good: int(cards) for good, cards in hand}
prices = {good: int(price) for good, price in lines("market.dat")}
left = int(facts["rounds"]) - int(facts["round"])

best = max((good for good in held if good != patron), key=lambda good: proceeds(prices[good], held[good]))
most = proceeds(prices[best], held[best])


def value(good):
    if good == patron:
        return int(facts["patron"])
    if good == "?":
        return 4
    return prices[good] if left > 0 else 1


lot = sum(value(good) for [good] in lines("lot.dat"))
with open("result.dat", "w") as file:
    if most >= 12 or (most > 0 and left < 5):
        file.write(f"sell {best}\n")
    file.write(f"bid {min(int(coins), lot * 7 // 10)}\n")
