#!/usr/bin/env python3
"""The rules of game. All functions are functions of the state; referee_game.py calls them by name.

The state is any JSON value. Here it is {"heaps": [4, 7, 1], "turn": 0, "taken": [0, 0]}. Nothing may be kept
elsewhere: the referee may ask any process about any state, and all randomness is in the field.
"""
import random

from referee_game import BadResult, Refused, Words, ranks_of, run


def create(players, parameters, seed):
    """The sections of a new field: rows of words."""
    rng = random.Random(seed)
    heaps = [rng.randint(1, parameters["stones"]) for _ in range(parameters["heaps"])]
    return {"sections": {"heaps": [heaps]}}


def start(players, parameters, sections):
    """The first state. The words of a field are texts. ValueError refuses the field, Refused a row of it."""
    words = [word for row in sections["heaps"] for word in row]
    if len(words) != parameters["heaps"] or any(not is_number(word) for word in words):
        raise ValueError(f"[heaps] must hold {parameters['heaps']} numbers")
    heaps = [int(word) for word in words]
    if any(not 1 <= heap <= parameters["stones"] for heap in heaps):
        raise Refused(f"a heap must have 1 to {parameters['stones']} stones", "heaps", 1)
    return {"heaps": heaps, "turn": 0, "taken": [0, 0]}


def is_number(word):
    return word.isascii() and word.isdigit() and len(word) < 10


def turn(state):
    """Must grow with each call of play()."""
    return state["turn"]


def to_move(state):
    """The seats that answer now; none at the end."""
    return [1 + state["turn"] % 2] if any(state["heaps"]) else []


def ending(state):
    if any(state["heaps"]):
        return None
    winner = 2 - state["turn"] % 2  # the seat that moved last
    return {"ranks": [1 if seat == winner else 2 for seat in (1, 2)],
            "scores": [1 if seat == winner else 0 for seat in (1, 2)],
            "reason": "the last stone is taken"}


def rank(state):
    """The ending of a game that a limit ends, such as max-turns. Without this function nobody wins then."""
    taken = state["taken"]
    return {"ranks": ranks_of(taken), "scores": taken, "reason": "more stones taken"}


def judged(state, answer):
    """The effect of an answer, and what is done: heap and stones."""
    first = next(i for i, stones in enumerate(state["heaps"]) if stones)
    if "fault" in answer:  # timeout, crash …: it stays, and costs what game.ini says
        return {"fault": answer["fault"]}, first, 1
    try:
        words = Words(answer["text"])
        heap, stones = words.integer("the number of a heap"), words.integer("a number of stones")
        words.end()
    except BadResult as problem:
        return {"fault": "bad-result", "reason": str(problem)}, first, 1
    text = f"{heap} {stones}"
    if not 1 <= heap <= len(state["heaps"]):
        return {"fault": "illegal", "text": text, "reason": f"{text}: there is no heap {heap}"}, first, 1
    if not 1 <= stones <= state["heaps"][heap - 1]:
        left = state["heaps"][heap - 1]
        return {"fault": "illegal", "text": text, "reason": f"{text}: the heap has {left} stones"}, first, 1
    return {"fault": None, "text": text}, heap - 1, stones


def play(state, answers):
    """Carries out the answers of one turn; changes the state and returns an effect for each answer."""
    effect, heap, stones = judged(state, answers[0])
    state["heaps"][heap] -= stones
    state["taken"][answers[0]["seat"] - 1] += stones
    state["turn"] += 1
    left = sum(state["heaps"])
    effect["comment"] = f"{left} left" if left else "takes the last stone"
    return [effect]


def files(state, seat):
    """The files of a seat that moves; "match" are lines of match.dat."""
    return {"match": {"left": sum(state["heaps"])}, "heaps.dat": " ".join(map(str, state["heaps"])) + "\n"}


def choices(state, seat):
    """The legal answers, for people and for random players."""
    return [f"{i + 1} {stones}" for i, heap in enumerate(state["heaps"]) for stones in range(1, heap + 1)]


def show(state, seat):
    """What pages and terminals show. Nothing is hidden here, so all seats see the same."""
    picture = "".join(f"heap {i + 1}  {'o ' * heap}\n" for i, heap in enumerate(state["heaps"]))
    return {"heaps": state["heaps"], "measures": [[taken] for taken in state["taken"]], "picture": picture}


if __name__ == "__main__":
    run(globals())
