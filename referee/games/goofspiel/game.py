#!/usr/bin/env python3
"""Goofspiel: secret bids for prizes in a random order. The rules for people are in README.md.

All functions are functions of the state: {"cards", "shown", "prizes", "carried", "rounds", "players"}.
"""
import random

from referee_game import run


def create(players, parameters, seed):
    prizes = list(range(1, parameters["cards"] + 1))
    random.Random(seed).shuffle(prizes)
    return {"sections": {"prizes": [prizes]}}


def start(players, parameters, sections):
    words = [word for row in sections["prizes"] for word in row]
    if any(not word.isdigit() for word in words):
        raise ValueError("[prizes] must hold integers")
    prizes = [int(word) for word in words]
    if sorted(prizes) != list(range(1, parameters["cards"] + 1)):
        raise ValueError(f"[prizes] must hold the numbers 1 to {parameters['cards']}, each once")
    return {"shown": parameters["bids"] == "shown", "prizes": prizes, "carried": 0, "rounds": [],
            "players": [{"points": 0, "hand": list(range(1, len(prizes) + 1))} for _ in range(players)]}


def turn(state):
    return len(state["rounds"])


def is_over(state):
    return turn(state) == len(state["prizes"])


def to_move(state):
    return [] if is_over(state) else list(range(1, len(state["players"]) + 1))


def worth(state):
    """What is bid for: the prize turned up, with the prizes that ties have carried over."""
    return state["carried"] + (0 if is_over(state) else state["prizes"][turn(state)])


def judged(answer, hand):
    """The effect of an answer, and the card that is bid."""
    lowest = min(hand)
    if "fault" in answer:
        return {"fault": answer["fault"]}, lowest
    words = answer["text"].split()
    if len(words) != 1 or not is_integer(words[0]):
        return {"fault": "bad-result", "reason": "write one integer: a card that you hold"}, lowest
    card = int(words[0])
    if card not in hand:
        return {"fault": "illegal", "text": str(card), "reason": f"{card}: you don't hold this card"}, lowest
    return {"fault": None, "text": str(card)}, card


def is_integer(word):
    digits = word[1:] if word[0] in "+-" else word
    return digits.isascii() and digits.isdigit() and len(digits) < 10


def play(state, answers):
    effects, bids = [], []
    for answer, player in zip(answers, state["players"]):
        effect, card = judged(answer, player["hand"])
        effects.append(effect)
        bids.append(card)
        player["hand"].remove(card)
    stake = worth(state)
    highest = max(bids)
    winner = bids.index(highest) + 1 if bids.count(highest) == 1 else 0
    if winner:
        state["players"][winner - 1]["points"] += stake
        effects[winner - 1]["comment"] = f"wins {stake}"
    state["carried"] = 0 if winner else stake
    state["rounds"].append({"worth": stake, "winner": winner, "bids": bids})
    return effects


def ending(state):
    if not is_over(state):
        return None
    points = [player["points"] for player in state["players"]]
    return {"scores": points, "ranks": [1 + sum(other > own for other in points) for own in points],
            "reason": "all prizes are gone"}


def seen_rounds(state, seat):
    """The rounds as this seat knows them (None: all of them). Its own bids a seat knows."""
    def seen(bid, bidder):
        return bid if state["shown"] or seat is None or bidder == seat else 0
    return [dict(played, bids=[seen(bid, i + 1) for i, bid in enumerate(played["bids"])])
            for played in state["rounds"]]


def files(state, seat):
    me = state["players"][seat - 1]
    others = [(i + 1, player) for i, player in enumerate(state["players"]) if i + 1 != seat]
    return {"match": {"round": turn(state) + 1, "worth": worth(state), "carried": state["carried"]},
            "player.dat": f"{seat} {me['points']}\n{' '.join(map(str, me['hand']))}\n",
            "opponent.dat": "".join(f"{i} {player['points']} {len(player['hand'])}\n" for i, player in others),
            "rounds.dat": "".join(f"{played['worth']} {played['winner']} {' '.join(map(str, played['bids']))}\n"
                                  for played in seen_rounds(state, seat))}


def choices(state, seat):
    return [str(card) for card in state["players"][seat - 1]["hand"]]


def show(state, seat):
    """seat None: everything; 0: what everybody knows; else what that seat knows."""
    def hand(player, owner):
        known = seat is None or seat == owner or state["shown"]
        return player["hand"] if known else None
    rounds = seen_rounds(state, seat)
    shown = {"prizes": state["prizes"][:turn(state) + 1], "left": max(0, len(state["prizes"]) - turn(state) - 1),
             "cards": len(state["prizes"]), "worth": worth(state), "carried": state["carried"], "rounds": rounds,
             "players": [{"points": player["points"], "count": len(player["hand"]), "hand": hand(player, i + 1)}
                         for i, player in enumerate(state["players"])],
             "measures": [[player["points"]] for player in state["players"]]}
    shown["picture"] = picture(state, shown)
    return shown


def picture(state, shown):
    lines = []
    if is_over(state):
        lines.append("all prizes are gone")
    else:
        carried = f", {state['carried']} of it from ties" if state["carried"] else ""
        lines.append(f"round {turn(state) + 1} of {shown['cards']}: bid for {shown['worth']}{carried}")
    for i, player in enumerate(shown["players"]):
        cards = f"{player['count']} cards" if player["hand"] is None else " ".join(map(str, player["hand"]))
        last = shown["rounds"][-1]["bids"][i] if shown["rounds"] else None
        bid = "" if last is None else f"  bid {last or '?'}"
        lines.append(f"seat {i + 1}  {player['points']:4} points{bid:8}  {cards}"[:80])
    return "\n".join(lines) + "\n"


def deal(state, seat, seed):
    """What this seat doesn't know, dealt again: the prizes to come and, if they are hidden, the others' bids.

    The bids are changed step by step: two cards of a player change places, wherever they are (a round, the hand), and
    sometimes two players do so at once. A step that would change who won a round is taken back.
    """
    rng = random.Random(seed)
    now = turn(state)
    rest = state["prizes"][now + 1:]
    rng.shuffle(rest)
    state["prizes"][now + 1:] = rest
    others = [i for i in range(len(state["players"])) if i + 1 != seat]
    if state["shown"] or not state["rounds"]:
        return state
    cards = {i: [played["bids"][i] for played in state["rounds"]] + state["players"][i]["hand"] for i in others}
    for _ in range(20 * len(state["prizes"])):
        movers = rng.sample(others, 2) if len(others) > 1 and rng.random() < 0.4 else [rng.choice(others)]
        a, b = rng.randrange(now), rng.randrange(len(state["prizes"]))
        swaps = [(mover, a, b if mover == movers[0] else rng.randrange(len(state["prizes"]))) for mover in movers]
        swap_cards(cards, swaps)
        if not all(is_won_by_same(state, cards, at) for at in {at for _, one, two in swaps for at in (one, two)}):
            swap_cards(cards, reversed(swaps))
    for i in others:
        for at, played in enumerate(state["rounds"]):
            played["bids"][i] = cards[i][at]
        state["players"][i]["hand"] = sorted(cards[i][now:])
    return state


def swap_cards(cards, swaps):
    for player, a, b in swaps:
        cards[player][a], cards[player][b] = cards[player][b], cards[player][a]


def is_won_by_same(state, cards, at):
    """Whether the round would have had the same winner with these cards; true for what is in the hands."""
    if at >= len(state["rounds"]):
        return True
    played = state["rounds"][at]
    bids = [cards[i][at] if i in cards else bid for i, bid in enumerate(played["bids"])]
    highest = max(bids)
    return played["winner"] == (bids.index(highest) + 1 if bids.count(highest) == 1 else 0)


if __name__ == "__main__":
    run(globals())
