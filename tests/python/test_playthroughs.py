"""The fixed games of tests/playthroughs, one for each game: every state that they show."""

import re

import pytest
from conftest import SOURCE
from replays import Replay

DIRECTIONS = ["up", "down", "left", "right"]
SPE_ED = ["turn_left", "turn_right", "slow_down", "speed_up", "change_nothing"]
LETTERS = "NESW-"


def battlesnake(replay, seat, text):
    return [DIRECTIONS.index(text) if text in DIRECTIONS else -1]


def spe_ed(replay, seat, text):
    return [SPE_ED.index(text) if text in SPE_ED else -1]


def gems(replay, seat, text):
    """The swap's number. All illegal swaps cost the same, so for one with no number any does."""
    wanted = text.split()
    for action in range(replay.batch.action_count):
        words = replay.batch.answer(0, seat, [action]).split()
        if wanted in (words, words[2:] + words[:2]):
            return [action]
    assert wanted == ["9", "9", "9", "9"]
    return [list(replay.batch.legal[0, seat]).index(0)]


def cops(replay, seat, text):
    letters = text.split()
    parts = replay.batch.action_shape[-1]
    if not letters or any(letter not in LETTERS for letter in letters):
        return [[-1] * parts]
    plan = [LETTERS.index(letter) for letter in letters]
    return [plan + [0] * (parts - len(plan))]


def dicewars(replay, seat, text):
    """A command is an action. A turn that ended without an answer ended all the same."""
    width = round((replay.batch.action_count - 1) ** 0.5)
    words = text.split() or ["end"]
    actions = []
    while words:
        if words.pop(0) == "end":
            actions.append(0)
        else:
            source, target = int(words.pop(0)), int(words.pop(0))
            actions.append(1 + (source - 1) * width + target - 1)
    return actions


def turns_of(text):
    """For each turn its state and what each seat's answer was judged to be; then the last state."""
    for turn in re.split(r"\n=== .*\n", text)[1:]:
        state = turn.split("picture\n")[0]
        seats = re.findall(r"^> seat (\d+)", turn, re.MULTILINE)
        effects = re.findall(r"^effect \S+ '(.*?)' reason", turn, re.MULTILINE)
        assert len(seats) == len(effects)
        yield state, {int(seat) - 1: effect for seat, effect in zip(seats, effects)}


@pytest.mark.parametrize("actions_of", [battlesnake, spe_ed, gems, cops, dicewars])
def test_a_playthrough_has_the_same_states(tmp_path, actions_of):
    name = actions_of.__name__
    text = (SOURCE / "tests" / "playthroughs" / f"{name}.txt").read_text()
    field = (SOURCE / text.split()[1]).read_text()
    replay = Replay(tmp_path, name, field)
    nothing = [0] * replay.batch.action_shape[-1] if name == "cops" else 0
    turns = 0
    for state, effects in turns_of(text):
        assert replay.state == state
        answers = {seat: actions_of(replay, seat, effect) for seat, effect in effects.items()}
        for actions in zip(*answers.values()):
            by_seat = dict(zip(answers, actions))
            replay.step([by_seat.get(seat, nothing) for seat in range(replay.batch.seats)])
        turns += 1
    assert turns > 4
