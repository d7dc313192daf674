"""The whole games of the course's environment, tests/golden/dicewars.md."""

from conftest import golden
from replays import Replay

ENDS = {"conquest": "conquest", "pass_rounds": "idle"}
PLAYERS = 10  # the line of the state with which the players begin


class Trace:
    """A trace with our seats, which count from 0, and our numbers of actions."""

    def __init__(self, trace):
        self.trace = trace
        self.events = trace["events"]
        order = trace["order"]
        first = order.index(trace["first"])
        self.seats = {order[(first + seat) % len(order)]: seat for seat in range(len(order))}

    def field(self, words):
        config = self.trace["config"]
        lines = [
            "game dicewars",
            f"players {self.trace['n']}",
            "streams shared",
            f"max_dice {config['max_dice']}",
            f"reserve_production {config['reserve_production_cap']}",
            f"reserve_cap {config['reserve_cap']}",
            f"battle_wear {config['battle_wear_min']}",
            f"idle_rounds {config['max_no_battle_rounds']}",
            f"max_battles {config['max_battles']}",
            f"max_transfers {config['max_transfers']}",
            "[areas]",
        ]
        areas = self.trace["areas"]
        lines += [" ".join(map(str, [dice, *neighbours])) for _, dice, neighbours in areas]
        lines += ["[owners]"]
        for number, (player, _, _) in enumerate(areas, 1):
            lines.append(f"{number} {self.seats[player] + 1}")
        lines += ["[stream]", *(f"{word:x}" for word in words or [0])]
        return "\n".join(lines) + "\n"

    def action(self, source, target):
        return 1 + (source - 1) * len(self.trace["areas"]) + target - 1

    def numbers_of_battles(self, number):
        """The numbers for the battles from an event on, up to the next end of a turn. A die is 1
        plus the top three bits of a number."""
        numbers = []
        for event in self.events[number:]:
            if event[0] == "e":
                break
            if event[0] == "b":
                numbers += [(int(die) - 1) << 29 for die in event[4] + event[5]]
        return numbers

    def numbers_of_end(self, event, state):
        """The numbers that put dice on these areas: each area's place in the player's list."""
        line = state.splitlines()[PLAYERS + self.seats[event[1]]]
        areas = [int(area) for area in line.split(" list ")[1].split()]
        return [areas.index(area) << (32 - len(areas).bit_length()) for area in event[5]]


class Game:
    """A trace while it is played. The module gets the numbers that were thrown there, one turn
    after the other, by fields that hold just them."""

    def __init__(self, trace, folder):
        self.trace = trace
        self.replay = Replay(folder, "dicewars", trace.field([]))
        self.number = 0
        self.give(trace.numbers_of_battles(0))

    def give(self, words):
        lines = self.replay.state.splitlines()
        lines[PLAYERS - 1] = "numbers_taken" + " 0" * self.trace.trace["n"]
        self.replay.batch.set_field(0, self.trace.field(words))
        self.replay.batch.set_state(0, "\n".join(lines) + "\n")

    def play(self):
        while self.number < len(self.trace.events):
            event = self.trace.events[self.number]
            self.number += 1
            if event[0] == "x":  # refused; the end of the turn follows and says why
                continue
            assert self.replay.mover == self.trace.seats[event[1]]
            if event[0] == "e":
                self.end_turn(event)
            else:
                self.command(event)

    def step(self, action):
        actions = [0] * self.replay.batch.seats
        actions[self.replay.mover] = action
        self.replay.step(actions)

    def command(self, event):
        self.step(self.trace.action(event[2], event[3]))
        dice = self.replay.state.splitlines()[-1].split()
        after = event[6:8] if event[0] == "b" else event[5:7]
        assert [int(dice[event[2]]), int(dice[event[3]])] == after

    def end_turn(self, event):
        words = self.trace.numbers_of_end(event, self.replay.state)
        last = event
        # A player that is switched off is not asked: its turns end within the same step.
        events = self.trace.events
        while self.number < len(events) and events[self.number][2] == "disabled":
            last = events[self.number]
            words += self.trace.numbers_of_end(last, self.replay.state)
            self.number += 1
        self.give(words + self.trace.numbers_of_battles(self.number))
        self.step(self.action_of_end(event))
        dice, owners = seen_in(self.replay.state)
        assert dice == last[8]
        assert owners == [self.trace.seats[int(player)] for player in last[9]]

    def action_of_end(self, event):
        """A refused command costs the same as no answer. One transfer too many ends the turn
        whatever areas it names; an area of one's own makes it a transfer."""
        own_area = int(self.replay.state.splitlines()[PLAYERS + self.replay.mover].split()[-1])
        actions = {"ai": 0, "limit": self.trace.action(own_area, own_area)}
        return actions.get(event[2], -1)

    def compare_end(self):
        assert self.replay.is_over
        values = dict(line.split(" ", 1) for line in self.replay.state.splitlines()[:PLAYERS])
        result = self.trace.trace["result"]
        assert values["end"] == ENDS.get(result["reason"], "battles")
        winner = self.trace.seats[result["winner"]] + 1 if result["winner"] else 0
        assert int(values["winner"]) == winner
        assert int(values["battles"]) == result["battles"]


def seen_in(state):
    """The dice, a digit each, and the owners by area."""
    lines = state.splitlines()
    owners = {}
    for seat, line in enumerate(lines[PLAYERS:-1]):
        words = line.split()
        for area in words[words.index("list") + 1 :]:
            owners[int(area)] = seat
    return "".join(lines[-1].split()[1:]), [owners[area] for area in sorted(owners)]


def test_every_command_of_every_game_comes_out(tmp_path):
    games = 0
    for each in golden("dicewars"):
        config = each["config"]
        if config["reserve_type"] != "complement" or config["deployment"] != "unlimited":
            continue  # constants that are none of our parameters
        game = Game(Trace(each), tmp_path)
        game.play()
        game.compare_end()
        games += 1
    assert games == 118
