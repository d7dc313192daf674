#!/usr/bin/env python3
"""Counts cards, and plays with its partner: takes tricks until both bids are made, keeps out of the way of a partner
who takes the trick or has bid nil, and ducks when the contract is safe."""

VALUES = "23456789TJQKA"


def rows(name):
    with open(name) as file:
        return [line.split() for line in file]


match = dict((row[0], row[1]) for row in rows("match.dat"))
seat, partner = int(match["seat"]), int(match["partners"])
hand = rows("hand.dat")[0]
bids = {int(row[0]): int(row[1]) for row in rows("bids.dat")}
taken = {int(row[0]): int(row[2]) for row in rows("bids.dat")}
table = [(int(row[0]), row[1]) for row in rows("trick.dat")]
tricks = rows("tricks.dat")


def value(card):
    return VALUES.index(card[0])


def strength(card):
    return value(card) + (13 if card[1] == "S" else 0)


def beats(card, other):
    return value(card) > value(other) if card[1] == other[1] else card[1] == "S"


def bid():
    suits = {suit: [card for card in hand if card[1] == suit] for suit in "SHDC"}
    tricks = 0.0
    for suit, cards in suits.items():
        for card in cards:
            if card[0] == "A":
                tricks += 1
            elif card[0] == "K" and len(cards) > 1:
                tricks += 0.8 if suit == "S" else 0.6
            elif card[0] == "Q" and len(cards) > 2:
                tricks += 0.5 if suit == "S" else 0.25
    spades = len(suits["S"])
    tricks += 0.9 * max(0, spades - 3)
    if spades > 0:  # a short suit is a chance to trump
        tricks += sum(0.4 * (2 - len(suits[suit])) for suit in "HDC" if len(suits[suit]) < 2)
    high = [card for card in hand if value(card) >= 10]
    if tricks < 0.5 and len(high) <= 1 and spades < 3:
        return 0
    theirs = sum(bids[other] for other in bids if other not in (seat, partner) and bids[other] > 0)
    ours = max(0, bids[partner])
    return max(1, min(round(tricks - 0.3), 13 - theirs - ours))


def legal_cards():
    if table:
        return [card for card in hand if card[1] == table[0][1][1]] or hand
    if any(card[1] == "S" for trick in tricks for card in trick[1:5]):
        return hand
    return [card for card in hand if card[1] != "S"] or hand


def is_sure(card):
    """No card that can still come beats it in its suit."""
    seen = {other for trick in tricks for other in trick[1:5]} | {other for _, other in table} | set(hand)
    return all(VALUES[i] + card[1] in seen for i in range(value(card) + 1, 13))


def card_to_play():
    legal = sorted(legal_cards(), key=strength)
    is_nil = bids[seat] == 0 and taken[seat] == 0
    wants = taken[seat] + taken[partner] < bids[seat] + bids[partner]
    guards = bids[partner] == 0 and taken[partner] == 0
    if not table:
        if is_nil:
            return legal[0]
        sure = [card for card in legal if is_sure(card) and card[1] != "S"] or [card for card in legal if is_sure(card)]
        if (wants or guards) and sure:
            return sure[-1]
        return min(legal, key=lambda card: (card[1] == "S", value(card)))
    best = table[0]
    for each in table[1:]:
        if beats(each[1], best[1]):
            best = each
    winning = [card for card in legal if beats(card, best[1])]
    losing = [card for card in legal if not beats(card, best[1])]
    if is_nil:
        return losing[-1] if losing else legal[0]
    is_last = len(table) == 3
    if best[0] == partner and not guards and (is_last or is_sure(best[1]) or len(table) == 2 and value(best[1]) >= 9):
        return losing[0] if losing else legal[0]
    if not winning or not (wants or guards):
        return losing[0] if losing else legal[0]
    if is_last:
        return winning[0]
    sure = [card for card in winning if is_sure(card)]
    return sure[0] if sure else (winning[-1] if len(table) == 2 else losing[0] if losing else winning[0])


with open("result.dat", "w") as result:
    result.write(f"{bid() if match['step'] == 'bid' else card_to_play()}\n")
