"""The rules of gems (referee/games/gems/README.md) as a program, written from that page and compared
with the built-in game by tests/game_programs. The stones that fall in are sent once: `fixed`."""
import json
import random
import re
import sys

SIZE = 10
COLOURS = "RYGBL"
BOMBS = "12345"
NAMES = ("life", "shield", "red", "yellow", "green", "purple")
ATTACKS = (("red", 10), ("yellow", 6), ("green", 3))
FORM = "write X1 Y1 X2 Y2"


# The board is a list of rows of characters, the bottom row first; '.' is a hole.

def kind(stone):
    return "1" if stone in BOMBS else stone


def lines(board):
    """How often each cell is part of a line."""
    counts = {}
    across = [[(x, y) for x in range(SIZE)] for y in range(SIZE)]
    upright = [[(x, y) for y in range(SIZE)] for x in range(SIZE)]
    for cells in across + upright:
        begin = 0
        while begin < SIZE:
            first = kind(board[cells[begin][1]][cells[begin][0]])
            end = begin + 1
            while end < SIZE and kind(board[cells[end][1]][cells[end][0]]) == first:
                end += 1
            if end - begin >= 3 and first != ".":
                for cell in cells[begin:end]:
                    counts[cell] = counts.get(cell, 0) + 1
            begin = end
    return counts


def run_through(board, x, y):
    """True if the cell is part of a line."""
    own = kind(board[y][x])
    for dx, dy in ((1, 0), (0, 1)):
        length = 1
        for sign in (1, -1):
            at_x, at_y = x + sign * dx, y + sign * dy
            while 0 <= at_x < SIZE and 0 <= at_y < SIZE and kind(board[at_y][at_x]) == own:
                length += 1
                at_x, at_y = at_x + sign * dx, at_y + sign * dy
        if length >= 3:
            return True
    return False


def swap_stones(board, x1, y1, x2, y2):
    board[y1][x1], board[y2][x2] = board[y2][x2], board[y1][x1]


def is_legal(board, x1, y1, x2, y2):
    if not all(0 <= value < SIZE for value in (x1, y1, x2, y2)) or abs(x1 - x2) + abs(y1 - y2) != 1:
        return False
    if "." in (board[y1][x1], board[y2][x2]):
        return False
    swap_stones(board, x1, y1, x2, y2)
    makes = run_through(board, x1, y1) or run_through(board, x2, y2)
    swap_stones(board, x1, y1, x2, y2)
    return makes


def legal_swaps(board):
    return [(x, y, to_x, to_y) for y in range(SIZE) for x in range(SIZE)
            for to_x, to_y in ((x, y + 1), (x + 1, y)) if is_legal(board, x, y, to_x, to_y)]


def has_legal_swap(board):
    return any(is_legal(board, x, y, to_x, to_y) for y in range(SIZE) for x in range(SIZE)
               for to_x, to_y in ((x, y + 1), (x + 1, y)))


def damage(player, points):
    absorbed = min(player["shield"], points)
    player["shield"] -= absorbed
    player["life"] = max(0, player["life"] - points + absorbed)


def fall(board):
    for x in range(SIZE):
        stones = [board[y][x] for y in range(SIZE) if board[y][x] != "."]
        for y in range(SIZE):
            board[y][x] = stones[y] if y < len(stones) else "."


def refill(state, board, queues):
    enough = True
    for x in range(SIZE):
        for y in range(SIZE):
            if board[y][x] == ".":
                if state["taken"][x] == len(queues[x]):
                    enough = False
                    break
                board[y][x] = queues[x][state["taken"][x]]
                state["taken"][x] += 1
    return enough


def board_of(state):
    return [list(row) for row in state["board"]]


def keep(state, board):
    state["board"] = ["".join(row) for row in board]


class Move:
    """A move in progress: what it has done so far, and the states between."""

    def __init__(self, state, setup):
        self.state, self.setup = state, setup
        self.parameters = setup["parameters"]
        self.board = board_of(state)
        self.mover = state["players"][state["mover"] - 1]
        self.other = state["players"][2 - state["mover"]]
        self.steps, self.count, self.stones, self.damage, self.rows = [], 0, 0, 0, 0

    def seen(self):
        keep(self.state, self.board)
        self.steps.append(json.loads(json.dumps(self.state)))

    def cascade(self):
        counts = lines(self.board)
        if not counts:
            return False
        hurt = 0
        credit = dict.fromkeys(COLOURS, 0)
        for (x, y), times in counts.items():
            stone = self.board[y][x]
            if stone in BOMBS:
                hurt += times * int(stone)
            else:
                credit[stone] += times
            self.board[y][x] = "."
        for name, colour in (("red", "R"), ("yellow", "Y"), ("green", "G"), ("purple", "L")):
            self.mover[name] += credit[colour]
        self.mover["shield"] = min(self.mover["shield"] + credit["B"], self.parameters["shield"])
        for name, points in ATTACKS:
            if self.mover[name] >= self.parameters["threshold"]:
                self.mover[name] -= self.parameters["threshold"]
                hurt += points
        damage(self.other, hurt)
        self.count += 1
        self.stones += sum(counts.values())
        self.damage += hurt
        fall(self.board)
        if not refill(self.state, self.board, self.setup["queues"]):
            self.state["end"] = "dry"
            return False
        return True

    def clear_deadlock(self):
        """Rows go at the bottom until a swap is left. False if a queue ran dry."""
        while not has_legal_swap(self.board):
            self.rows += 1
            gone = {(x, 0) for x in range(SIZE)}
            while gone:
                for x, y in gone:
                    self.board[y][x] = "."
                fall(self.board)
                if not refill(self.state, self.board, self.setup["queues"]):
                    return False
                gone = lines(self.board)
        return True

    def finish(self, was_legal):
        """What follows the cascade. True if the mover has another turn."""
        state = self.state
        if 0 in (self.mover["life"], self.other["life"]):
            state["end"] = "life"
        else:
            if state["end"] == "none" and was_legal and not self.clear_deadlock():
                state["end"] = "dry"
            if state["end"] == "none" and state["moves"] >= self.parameters["max_moves"]:
                state["end"] = "moves"
        again = False
        if state["end"] == "none":
            again = was_legal and self.mover["purple"] >= self.parameters["purple_threshold"]
            if again:
                self.mover["purple"] -= self.parameters["purple_threshold"]
            else:
                state["mover"] = 3 - state["mover"]
        keep(state, self.board)
        return again


def printable(word):
    shown = "".join(c if " " <= c <= "~" else "".join(f"\\x{b:02x}" for b in c.encode()) for c in word)
    return shown


def read_answer(text):
    """(words as they were written, four numbers, "") or (…, …, why it can't be read)."""
    words = []
    for number, line in enumerate(text.split("\n"), 1):
        is_ended = number <= text.count("\n")
        if is_ended and line.endswith("\r"):
            line = line[:-1]
        words += [(number, at, word) for at, word in enumerate(re.findall(r"[^ \t]+", line), 1)]
    asked, numbers = [], []
    for line, at, word in words[:4]:
        if not re.fullmatch(r"[+-]?[0-9]+", word):
            return asked, numbers, f"line {line}, word {at} ('{printable(word)}'): not an integer; {FORM}"
        value = int(word)
        asked.append(str(value))
        numbers.append(max(-1, min(SIZE, value)))
    if len(words) > 4:
        line, at, word = words[4]
        return asked, numbers, f"line {line}, word {at}: unexpected '{printable(word)}' after the answer; {FORM}"
    if len(words) < 4:
        return asked, numbers, f"{len(words)} of 4 integers; {FORM}"
    return asked, numbers, ""


def why_illegal(asked, numbers):
    swap = " ".join(asked)
    for i, value in enumerate(numbers):
        if not 0 <= value < SIZE:
            return f"{swap}: {'xy'[i % 2]} {asked[i]} is off the board 0..9"
    if abs(numbers[0] - numbers[2]) + abs(numbers[1] - numbers[3]) != 1:
        return swap + ": not side by side"
    return swap + ": no line of three arises"


def legal_readings(board, numbers):
    x1, y1, x2, y2 = numbers
    return [name for name, swap in (
        ("x and y exchanged", (y1, x1, y2, x2)),
        ("y counted from the bottom, not from the top", (x1, 9 - y1, x2, 9 - y2)),
        ("x before y, and y counted from the bottom", (y1, 9 - x1, y2, 9 - x2)),
        ("all numbers one smaller, since x and y begin at 0", (x1 - 1, y1 - 1, x2 - 1, y2 - 1)),
    ) if is_legal(board, *swap)]


def create(players, parameters, seed):
    draw = random.Random(seed)
    stones = COLOURS * 9 + BOMBS
    rows = [[draw.choice(stones) for _ in range(SIZE)] for _ in range(parameters["rows"])]
    while True:
        board = [rows[-1 - y] for y in range(SIZE)]
        if not lines(board) and has_legal_swap(board):
            return {"sections": {"stones": rows}}
        rows[-SIZE:] = [[draw.choice(stones) for _ in range(SIZE)] for _ in range(SIZE)]


def start(players, parameters, sections):
    rows = sections["stones"]
    for number, row in enumerate(rows, 1):
        if len(row) != SIZE or any(stone not in list(COLOURS + BOMBS) for stone in row):
            return {"refused": "a row is 10 stones", "section": "stones", "row": number}
    board = [rows[-1 - y] for y in range(SIZE)] if len(rows) >= SIZE else []
    if not board or lines(board) or not has_legal_swap(board):
        return {"refused": "the board needs 10 rows without a line and with a legal swap", "section": "stones"}
    above = rows[:-SIZE][::-1]
    setup = {"parameters": parameters, "queues": ["".join(row[x] for row in above) for x in range(SIZE)]}
    player = {"life": parameters["life"], "shield": parameters["shield"], "red": 0, "yellow": 0, "green": 0,
              "purple": 0}
    state = {"board": ["".join(row) for row in board], "taken": [0] * SIZE, "players": [player, dict(player)],
             "mover": 1, "moves": 0, "end": "none", "loser": 0, "last": None}
    return dict(position(state, setup), fixed=setup)


def play(setup, state, answers):
    answer = answers[0]
    asked, numbers, problem = read_answer(answer["text"]) if "text" in answer else ([], [], "")
    state["last"] = None
    if "fault" in answer or problem:
        state["moves"] += 1
        state["end"], state["loser"] = "forfeit", answer["seat"]
        effect = {"fault": answer.get("fault", "bad-result"), "text": "", "reason": problem}
        return dict(position(state, setup), effects=[effect])
    move = Move(state, setup)
    state["moves"] += 1
    readings = []
    was_legal = is_legal(move.board, *numbers)
    if was_legal:
        swap_stones(move.board, *numbers)
        state["last"] = numbers
        move.seen()
        while move.cascade():
            move.seen()
    else:
        damage(move.mover, setup["parameters"]["illegal_penalty"])
        readings = legal_readings(move.board, numbers)
    again = move.finish(was_legal)
    if was_legal:
        comment = f"{move.count} step{'' if move.count == 1 else 's'}, {move.stones} stones, {move.damage} damage"
        if move.rows:
            comment += f", {move.rows} row{'' if move.rows == 1 else 's'} removed: no swap was left"
        effect = {"fault": None, "text": " ".join(asked), "comment": comment + (", another turn" if again else "")}
    else:
        effect = {"fault": "illegal", "text": " ".join(asked), "reason": why_illegal(asked, numbers),
                  "legal_if": readings}
    return dict(position(state, setup), effects=[effect], steps=move.steps)


REASONS = {"life": "life used up", "moves": "moves used up, decided on points",
           "dry": "stones used up, decided on points", "forfeit": "fault"}


def ending(state):
    def points(player):
        colours = player["red"] + player["yellow"] + player["green"]
        if state["end"] == "life":
            return [player["life"] > 0]
        return [player["life"] + player["shield"], player["life"], colours, player["red"], player["yellow"],
                player["green"], player["purple"]]

    if state["end"] == "none":
        return None
    first, second = (points(player) for player in state["players"])
    if state["end"] == "forfeit":
        first, second = state["loser"] == 2, state["loser"] == 1
    if first == second:
        return {"ranks": [1, 1], "scores": [0.5, 0.5], "reason": REASONS[state["end"]]}
    ranks, scores = ([1, 2], [1, 0]) if first > second else ([2, 1], [0, 1])
    return {"ranks": ranks, "scores": scores, "reason": REASONS[state["end"]]}


def files(state, setup, seat):
    def six(player):
        return "".join(f"{player[name]}\n" for name in NAMES)

    return {"match": {"moves_left": setup["parameters"]["max_moves"] - state["moves"]},
            "player.dat": six(state["players"][seat - 1]), "opponent.dat": six(state["players"][2 - seat]),
            "gamefield.dat": "".join(" ".join(row) + "\n" for row in reversed(state["board"]))}


def position(state, setup):
    is_over = state["end"] != "none"
    return {"state": state, "turn": state["moves"], "to_move": [] if is_over else [state["mover"]],
            "ending": ending(state), "files": {} if is_over else {str(state["mover"]): files(state, setup, state["mover"])},
            "end_files": {str(seat): files(state, setup, seat) for seat in (1, 2)} if is_over else None}


def show(state, seat):
    frame = {"turn": state["moves"], "mover": state["mover"], "end": state["end"],
             "board": state["board"][::-1], "players": state["players"],
             "measures": [[player["life"], player["shield"]] for player in state["players"]]}
    return frame if state["last"] is None else dict(frame, last=state["last"])


def reply_to(request, setup):
    do = request.pop("do")
    if do == "play":
        return play(setup, **request)
    if do == "choices":
        return [" ".join(map(str, swap)) for swap in legal_swaps(board_of(request["state"]))]
    return {"create": create, "start": start, "show": show}[do](**request)


def main():
    setup = None
    for line in sys.stdin:
        request = json.loads(line)
        if request["do"] == "fixed":
            setup, reply = request["fixed"], {}
        else:
            reply = reply_to(request, setup)
        print(json.dumps(reply), flush=True)


main()
