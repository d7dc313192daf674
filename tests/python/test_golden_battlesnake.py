"""The games of battlesnake's community engine, tests/golden/battlesnake.md."""

from collections import Counter

from conftest import golden
from replays import Replay

CAUSES = {
    "": "none",
    "hazard": "hazard",
    "out-of-health": "starved",
    "wall-collision": "wall",
    "snake-self-collision": "self",
    "snake-collision": "body",
    "head-collision": "head",
}
DIRECTIONS = ["up", "down", "left", "right"]


def cells(places):
    return "".join(f" {x},{y}" for x, y in places)


def hazard_lines(game):
    """The hazards of a game of the modes, without what map snail_mode notes above the board."""
    lines = ["[hazards]"]
    now = Counter()
    for number, turn in enumerate([game, *game["turns"]]):
        if "hazards" not in turn:
            continue
        then = Counter((x, y) for x, y in turn["hazards"] if y < game["height"])
        if number == 0:
            lines += [f"{x},{y}*{layers}" for (x, y), layers in then.items()] + ["[hazard_changes]"]
        else:
            come = [f"+{x},{y}*{layers}" for (x, y), layers in (then - now).items()]
            go = [f"-{x},{y}*{layers}" for (x, y), layers in (now - then).items()]
            lines.append(" ".join([str(number), *come, *go]))
        now = then
    return lines


def mode_lines(game):
    if "settings" not in game:
        return []
    return [
        f"wrapped {int('wrapped' in game['ruleset'])}",
        f"constrictor {int('constrictor' in game['ruleset'])}",
        f"hazard_damage {game['settings']['hazard_damage']}",
    ]


def field_of(game):
    """Health and food, of which fields don't allow all that the games begin with, follow by the state."""
    lines = [
        "game battlesnake",
        f"width {game['width']}",
        f"height {game['height']}",
        "minimum_food 0",
        "max_turns 1000000",
        "first_move up",
        *mode_lines(game),
        "[snakes]",
        *(f"100{cells(snake['body'])}" for snake in game["snakes"]),
        "[food]",
        "[spawns]",
        "0 0,0",
        *(hazard_lines(game) if "settings" in game else []),
    ]
    return "\n".join(lines) + "\n"


def state_of(game, turn, snakes, last_moves, food):
    """The state as the module should have it."""
    seats = {snake["id"]: number for number, snake in enumerate(game["snakes"], 1)}
    lines = [f"turn {turn}", f"size {game['width']} {game['height']}"]
    for number, (snake, last) in enumerate(zip(snakes, last_moves), 1):
        cause = CAUSES[snake.get("eliminated_cause", "")]
        killer = seats.get(snake.get("eliminated_by", ""), 0)
        died = snake.get("eliminated_on_turn", 0)
        lines.append(
            f"snake {number} health {snake['health']} cause {cause} killer {killer} died {died} "
            f"last {last} body{cells(snake['body'])}"
        )
    by_rows = sorted(food, key=lambda place: (place[1], place[0]))
    return "\n".join(lines) + f"\nfood{cells(by_rows)}\n"


def fallback(last, state, seat):
    """Where a snake goes without an answer: on; at first from its neck to its head, or up."""
    if last != "none":
        return last
    lines = state.splitlines()
    width, height = map(int, lines[1].split()[1:])
    body = lines[2 + seat].split(" body ")[1].split()
    (x, y), (neck_x, neck_y) = (map(int, place.split(",")) for place in body[:2])
    steps = {(0, 1): "up", (0, -1): "down", (-1, 0): "left", (1, 0): "right", (0, 0): "up"}
    # Over the border of a wrapped board a step seems to be as long as the side but one, the other way.
    dx, dy = ((step + 1) % side - 1 for step, side in ((x - neck_x, width), (y - neck_y, height)))
    return steps[dx, dy]


def play(game, replay):
    last_moves = ["none"] * len(game["snakes"])
    replay.batch.set_state(0, state_of(game, 0, game["snakes"], last_moves, game["food"]))
    for number, turn in enumerate(game["turns"], 1):
        actions = []
        for seat, snake in enumerate(game["snakes"]):
            word = turn["moves"].get(snake["id"])
            actions.append(DIRECTIONS.index(word) if word in DIRECTIONS else -1)
            if word is not None:
                is_valid = word in DIRECTIONS
                last = word if is_valid else fallback(last_moves[seat], replay.state, seat)
                last_moves[seat] = last
        replay.step(actions)
        after = turn["after"]
        # The engine's random food is put down as recorded.
        spawned = turn["spawned_food"]
        before = [place for place in after["food"] if place not in spawned]
        assert replay.state == state_of(game, number, after["snakes"], last_moves, before)
        whole = state_of(game, number, after["snakes"], last_moves, after["food"])
        replay.batch.set_state(0, whole)
        assert replay.state == whole


def test_every_turn_of_every_game_of_the_modes_comes_out(tmp_path):
    games = turns = 0
    for game in golden("battlesnake_modes"):
        if game["group"].startswith("scenario:snail_above_"):
            continue  # hurt by hazards above the board, which fields don't have
        replay = Replay(tmp_path, "battlesnake", field_of(game))
        play(game, replay)
        assert replay.is_over == game["game_over"]
        games += 1
        turns += len(game["turns"])
    assert games == 294
    assert turns > 12000


def test_every_turn_of_every_game_comes_out(tmp_path):
    games = turns = 0
    for game in golden("battlesnake"):
        if len({tuple(place) for place in game["food"]}) < len(game["food"]):
            continue  # fields forbid two food on a cell
        replay = Replay(tmp_path, "battlesnake", field_of(game))
        play(game, replay)
        assert replay.is_over == game["game_over"]
        games += 1
        turns += len(game["turns"])
    assert games == 345
    assert turns > 6500
