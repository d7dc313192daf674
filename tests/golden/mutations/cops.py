"""Wrong rules of cops for mutate.py; ../cops.md says what each is about."""

REPLAY = ["tests/golden/cops_trace.cpp"]
LINKED = ["tests/support/games/golden.cpp", "tests/support/run.cpp"]

TURN = "    wall.heading = turned(wall.heading, word.turn);\n"
REVERSE = "        wall.heading = turned(wall.heading, 2);\n"
REVERSED_STEP = REVERSE + "        next = neighbour(wall.first, wall.heading);\n"
NO_ROOM = "        if (!fits(wall, next, parameters)) {\n            return;\n        }\n"
COVER = "    if (!would_cover_player(state, parameters, wall, next)) {\n        wall.first = next;\n    }\n"
GATE_TURN = "    gate.clockwise = gate.clockwise != (word.turn == 1);\n"
GATES = ("    for (int i = 0; i < state.gate_count; ++i) {\n"
         "        move_gate(state.gates[i], *words++, length);\n    }\n")
WALLS = ("    for (int i = 0; i < state.wall_count; ++i) {\n"
         "        move_wall(state, parameters, state.walls[i], *words++);\n    }\n")
LENGTH = "    const int length = ring_length(parameters.size);\n"
INTO = "        return is_wall(state, parameters, to) ? from : to;\n"
THIEF = "    const Cell thief = stepped(state, parameters, state.thief, steps.thief, true);\n"
DISTANCE = "distance(cop, thief) <= parameters.capture_radius"
SWAPPED = "swapped = cop == thief_before && thief == before"

WRONG_RULES = [
    ("a wall moves before it turns",
     (TURN, ""), ("    Cell next =", TURN.replace("wall.heading =", "const Step after =") + "    Cell next ="),
     (COVER, COVER + "    wall.heading = after;\n")),
    ("a wall turns only when it moves", (TURN, "    wall.heading = turned(wall.heading, word.moves ? word.turn : 0);\n")),
    ("a wall turns counterclockwise", (TURN, TURN.replace("word.turn", "4 - word.turn"))),
    ("a wall doesn't turn", (TURN, "")),
    ("a wall always moves", ("    if (!word.moves) {\n        return;\n    }\n    Cell next", "    Cell next")),
    ("at the border a wall stays for the tick", (REVERSED_STEP, REVERSE + "        return;\n")),
    ("at the border a wall doesn't reverse", (REVERSE, "        return;\n" + REVERSE)),
    ("at the border a wall is reversed only if it can step back",
     (NO_ROOM, NO_ROOM.replace("            return", REVERSE.replace("    ", "      ", 2) + "            return"))),
    ("a wall may leave the board", (NO_ROOM, ""), (REVERSED_STEP, "")),
    ("a wall's length doesn't matter at the border", ("max - parameters.wall_length + 1", "max")),
    ("a wall ends one short of the border", ("max - parameters.wall_length + 1", "max - parameters.wall_length")),
    ("walls have four cells whatever the field says", ("const int length = parameters.wall_length;", "const int length = 4;")),
    ("players don't stop walls", ("if (!would_cover_player(state, parameters, wall, next))", "if (true)")),
    ("only the thief stops walls", ("covers(first, wall.vertical, length, state.cops[cop])", "false")),
    ("only cops stop walls", ("covers(first, wall.vertical, length, state.thief)", "false")),
    ("only the first cop stops walls", ("cop < state.cop_count; ++cop) {\n        if", "cop < 1; ++cop) {\n        if")),
    ("a wall that a player stops turns round",
     (COVER, COVER.rstrip("\n") + " else {\n" + REVERSE + "    }\n")),
    ("a wall that a player stops at the border forgets that it reversed",
     (COVER, COVER.rstrip("\n") + " else if (!fits(wall, neighbour(wall.first, turned(wall.heading, 2)), parameters)) {\n"
      + REVERSE + "    }\n")),
    ("a wall that a player stops forgets its turn",
     (COVER, COVER.rstrip("\n") + " else {\n        wall.heading = turned(wall.heading, 4 - word.turn);\n    }\n")),
    ("after a bounce a player doesn't stop a wall",
     ("    if (!would_cover_player(state", "    if (next == neighbour(wall.first, turned(wall.heading, 2)) || bounced || "
      "!would_cover_player(state"), ("    Cell next =", "    bool bounced = false;\n    Cell next ="),
     (REVERSE, REVERSE + "        bounced = true;\n")),
    ("walls block one another",
     (COVER, COVER.replace("!would_cover", "!is_wall(state, parameters, next) && !would_cover"))),
    ("a horizontal wall lies vertically",
     ("    return vertical ? cell.x == first.x", "    return !vertical ? cell.x == first.x")),
    ("gates move before walls, whose words they take",
     (WALLS + LENGTH + GATES, LENGTH + GATES + WALLS)),
    ("a gate moves before it turns",
     (GATE_TURN, ""), ("(next % length);\n    }\n", "(next % length);\n    }\n" + GATE_TURN)),
    ("a gate turns only when it moves", (GATE_TURN, GATE_TURN.replace("word.turn == 1", "word.turn == 1 && word.moves"))),
    ("a gate doesn't turn", (GATE_TURN, "")),
    ("a gate always moves", ("    if (word.moves) {\n        const int next", "    {\n        const int next")),
    ("gates stop at the corner (0, 0)",
     ("static_cast<std::int16_t>(next % length)", "static_cast<std::int16_t>(next >= length ? gate.index : next % length)")),
    ("the ring has no corners", ("    return 4 * (size + 1);", "    return 4 * size;")),
    ("clockwise is the other way round", ("gate.clockwise ? 1 : length - 1", "gate.clockwise ? length - 1 : 1")),
    ("a gate extends counterclockwise",
     ("index - state.gates[i].index + length", "state.gates[i].index - index + length")),
    ("a gate doesn't go round the corner (0, 0)",
     ("(index - state.gates[i].index + length) % length", "index - state.gates[i].index"),
     ("after_first < parameters", "after_first >= 0 && after_first < parameters")),
    ("gates are two wide whatever the field says", ("after_first < parameters.gate_width", "after_first < 2")),
    ("only the first gate is open", ("    for (int i = 0; i < state.gate_count; ++i) {\n        const int after",
                                    "    for (int i = 0; i < state.gate_count && i < 1; ++i) {\n        const int after")),
    ("the ring goes round the other way", ("    if (cell.y == 0) {\n        return cell.x;", "    if (cell.y == 0 && cell.x > 0) "
                                           "{\n        return 4 * side - cell.x;"),
     ("        return side + cell.y;", "        return 3 * side - cell.y;"),
     ("        return 3 * side - cell.x;", "        return side + cell.x;"),
     ("    return 4 * side - cell.y;", "    return cell.y;")),
    ("y grows upwards", ("dy{-1, 0, 1, 0, 0}", "dy{1, 0, -1, 0, 0}")),
    ("the thief passes walls", (INTO, INTO.replace("is_wall(", "!is_thief && is_wall("))),
    ("cops pass walls", (INTO, INTO.replace("is_wall(", "is_thief && is_wall("))),
    ("cops enter gates", ("return is_thief && is_gate", "return is_gate")),
    ("the thief leaves the board anywhere", ("return is_thief && is_gate(state, parameters, to)", "return is_thief")),
    ("the thief can't enter gates", ("return is_thief && is_gate", "return false && is_gate")),
    ("cops move after the thief and see walls as blocking only him",
     ("const Cell cop = stepped(state, parameters, before, steps.cops[i], false);",
      "const Cell cop = stepped(state, parameters, before, captured ? Step::wait : steps.cops[i], false);")),
    ("cops block one another",
     ("        state.cops[i] = cop;\n", "        bool taken = false;\n        for (int other = 0; other < i; ++other) {\n"
      "            taken = taken || state.cops[other] == cop;\n        }\n        state.cops[i] = taken ? before : cop;\n")),
    ("the thief doesn't step onto a cop", (THIEF, THIEF.replace("    const Cell thief", "    Cell thief")
     + "    for (int i = 0; i < state.cop_count; ++i) {\n        thief = state.cops[i] == thief ? thief_before : thief;\n    }\n")),
    ("capture is judged before the moves", (DISTANCE, "distance(before, thief_before) <= parameters.capture_radius")),
    ("the capture radius is one less", (DISTANCE, "distance(cop, thief) < std::max(1, parameters.capture_radius)"),
     ('#include "games/cops/rules.hpp"\n', '#include "games/cops/rules.hpp"\n#include <algorithm>\n')),
    ("the capture radius is one more", (DISTANCE, "distance(cop, thief) <= parameters.capture_radius + 1")),
    ("diagonals count as one step of distance", ("    return std::abs(a.x - b.x) + std::abs(a.y - b.y);",
     "    return std::abs(a.x - b.x) > std::abs(a.y - b.y) ? std::abs(a.x - b.x) : std::abs(a.y - b.y);")),
    ("exchanging places is always a capture", ("parameters.swap_capture == 1", "true")),
    ("exchanging places is never a capture", ("parameters.swap_capture == 1", "false")),
    ("following the thief counts as exchanging places", (SWAPPED, "swapped = cop == thief_before")),
    ("only the first cop captures", ("captured = captured || " , "captured = captured || i > 0 ? captured : ")),
    ("only the last cop captures", ("captured = captured || " , "captured = ")),
    ("a captured thief gets t + 1", ("finish(state, End::captured, tick)", "finish(state, End::captured, tick + 1)")),
    ("an escaped thief gets 2T - t", ("2 * parameters.ticks - tick - 1", "2 * parameters.ticks - tick")),
    ("an escaped thief gets T - t - 1", ("2 * parameters.ticks - tick - 1", "parameters.ticks - tick - 1")),
    ("a thief who survives gets T - 1", ("finish(state, End::survived, parameters.ticks)", "finish(state, End::survived, tick)")),
    ("the game has a tick more", ("state.tick == parameters.ticks)", "state.tick == parameters.ticks + 1)")),
    ("the game has a tick less", ("state.tick == parameters.ticks)", "state.tick == parameters.ticks - 1)")),
    ("in the last tick nobody escapes",
     ("} else if (!is_inner(thief, parameters.size)) {", "} else if (!is_inner(thief, parameters.size) && "
      "state.tick < parameters.ticks) {")),
]
