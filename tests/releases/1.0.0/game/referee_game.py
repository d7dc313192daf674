"""The loop of a game's rules: one JSON line in, one JSON line out. See referee/game_programs/README.md.

`run(globals())` calls the functions of the module that has the rules by name:

    create(players, parameters, seed)     -> {"sections": {…}}
    start(players, parameters, sections)  -> the first state; raise ValueError("why") to refuse a field,
                                             or Refused("why", "section", row): the line of a row, from 1
    to_move(state), turn(state), ending(state), files(state, seat)
    play(state, answers)                  -> the effects; changes the state
    choices(state, seat), show(state, seat)
    deal(state, seat, seed)               -> only in games with secrets: what the seat doesn't know, dealt again
    eliminated(state), prepare_files(state, seat), end_files(state, seat), time_limit_ms(state): optional
    rank(state)                           -> the ending of a game that a limit ends (max-turns): optional

`Words` reads an answer word by word; `ranks_of` makes ranks of scores.
"""
import json
import os
import re
import sys
import traceback


def ranks_of(scores):
    """Rank 1 has the highest score; seats with equal scores share a rank."""
    return [1 + sum(other > own for other in scores) for own in scores]


class Refused(ValueError):
    """A field that start() refuses; `row` counts from 1 in the section."""

    def __init__(self, why, section=None, row=None):
        super().__init__(why)
        self.place = {"section": section, "row": row} if section and row else {}


class BadResult(Exception):
    """An answer that can't be read; its text is the reason."""


class Words:
    """The words of an answer, one after the other. What isn't as expected raises BadResult, with its place.

    `wanted` says for people what should stand there: "a card", "the number of a heap".
    """

    def __init__(self, text):
        self.rest = re.findall(r"[^ \t\r\n]+", text)
        self.count = 0

    def is_at_end(self):
        return not self.rest

    def next(self, wanted):
        if not self.rest:
            raise BadResult(f"the answer is empty; write {wanted}" if self.count == 0
                            else f"the answer ends after word {self.count}; then comes {wanted}")
        self.count += 1
        return self.rest.pop(0)

    def integer(self, wanted):
        word = self.next(wanted)
        if not re.fullmatch(r"[+-]?[0-9]{1,15}", word):
            self.refuse(word, wanted)
        return int(word)

    def one_of(self, words, wanted):
        word = self.next(wanted)
        if word not in words:
            self.refuse(word, wanted)
        return word

    def end(self):
        if self.rest:
            raise BadResult(f"word {self.count + 1} is '{self.rest[0][:40]}', after the end of the answer")

    def refuse(self, word, wanted):
        raise BadResult(f"word {self.count} is '{word[:40]}', not {wanted}")


def run(game):
    for name in ("create", "start", "to_move", "turn", "ending", "files", "play", "choices", "show"):
        if name not in game:
            sys.exit(f"{os.path.basename(game.get('__file__', 'the module'))} has no function {name}")

    def position(state):
        movers = game["to_move"](state)
        reply = {"state": state, "turn": game["turn"](state), "to_move": movers, "ending": game["ending"](state),
                 "files": {str(seat): game["files"](state, seat) for seat in movers}}
        for name in ("eliminated", "time_limit_ms"):
            if name in game:
                reply[name] = game[name](state)
        if "end_files" in game and not movers:
            seats = range(1, len(reply["ending"]["ranks"]) + 1)
            reply["end_files"] = {str(seat): game["end_files"](state, seat) for seat in seats}
        return reply

    for line in sys.stdin:
        request = json.loads(line)
        do = request.pop("do")
        try:
            if do == "start":
                try:
                    state = game["start"](**request)
                except ValueError as refusal:
                    reply = {"refused": str(refusal), **getattr(refusal, "place", {})}
                else:
                    reply = dict(position(state), knows=["rank"] if "rank" in game else [])
                    if "prepare_files" in game:
                        seats = range(1, request["players"] + 1)
                        reply["prepare_files"] = {str(seat): game["prepare_files"](state, seat) for seat in seats}
            elif do == "play":
                state = request["state"]
                effects = game["play"](state, request["answers"])
                reply = dict(position(state), effects=effects)
            elif do == "rank":
                reply = {"ending": game["rank"](**request)}
                if "end_files" in game and reply["ending"]:
                    seats = range(1, len(reply["ending"]["ranks"]) + 1)
                    reply["end_files"] = {str(seat): game["end_files"](request["state"], seat) for seat in seats}
            elif do == "deal":
                reply = position(game["deal"](**request))
            else:
                reply = game[do](**request)
        except Exception as error:  # one line with its place, for the referee's message
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"line {place.lineno} of {os.path.basename(place.filename)}"
            sys.exit(f"{type(error).__name__}: {error} ({where}, {do})")
        print(json.dumps(reply, separators=(",", ":")), flush=True)
