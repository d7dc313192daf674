#!/usr/bin/env python3
# broker for bazaar: collects two goods beside that of its patron, sells sets when the price is good, offers
# what it doesn't collect at its stall, and asks more for what others seem to collect. The files are explained
# in referee/games/bazaar/README.md.


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
coins = int(coins)
held = {good: int(cards) for good, cards in hand}
goods = list(held)
prices = {good: int(price) for good, price in lines("market.dat")}
pays = int(facts["patron"])
left = int(facts["rounds"]) - int(facts["round"])
others = [row for row in lines("players.dat") if row[0] != seat]


def open_cards(row, good):
    return int(row[2 + goods.index(good)])


def gain(good, more=1):
    """What cards of a good are worth to us, beside those that we hold."""
    if good == patron:
        return pays * more
    if left == 0:
        return more
    # Until it is sold, a price rises; and the more we hold, the more each further card brings.
    price = min(6, prices[good] + 1)
    return 0.85 * (proceeds(price, held[good] + more) - proceeds(price, held[good]))


def choose_sale():
    """The good to sell now, or None: a full set at a good price, and at the end one good a round."""
    sales = {good: proceeds(prices[good], held[good]) for good in goods if good != patron and held[good] > 0}
    if not sales:
        return None
    best = max(sales, key=sales.get)
    kinds = sum(1 for good in sales if held[good] > 1)
    is_late = left <= max(1, kinds)
    is_ripe = held[best] >= 3 and prices[best] >= 4
    return best if is_ripe or is_late else None


def choose_stall(sold):
    """A single card that we don't collect, at a price that somebody may pay."""
    if left == 0:
        return None
    singles = [good for good in goods if held[good] == 1 and good not in (patron, sold)]
    if not singles:
        return None
    # The patron's good of somebody: many open cards, and no sale of them.
    wanted = {good: max(open_cards(row, good) for row in others) for good in singles}
    good = max(singles, key=wanted.get)
    return good, pays - 1 if wanted[good] >= 3 else max(4, prices[good])


def choose_purchase():
    """The stall with the largest gain, or None."""
    found = [(gain(row[8]) - int(row[9]), row[0]) for row in others if row[8] != "none" and int(row[9]) <= coins]
    return max(found)[1] if found and max(found)[0] > 0 else None


sold = choose_sale()
if sold is not None:
    held[sold] = 0
bought = choose_purchase()
stall = choose_stall(sold)
lot = [good for [good] in lines("lot.dat")]
value = sum(gain(good, lot.count(good)) for good in set(lot) if good != "?") + 4 * lot.count("?")
share = 0.75 if left > 2 else 0.9
with open("result.dat", "w") as file:
    if sold is not None:
        print("sell", sold, file=file)
    if bought is not None:
        print("buy", bought, file=file)
    if stall is not None:
        print("stall", *stall, file=file)
    print("bid", min(coins, int(value * share)), file=file)
