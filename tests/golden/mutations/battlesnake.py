"""Wrong rules of battlesnake for mutate.py; ../battlesnake.md lists them."""

REPLAY = ["tests/golden/battlesnake_trace.cpp"]
LINKED = ["tests/support/games/golden.cpp", "tests/support/run.cpp"]

REMOVE = "    remove<has_modes>(state, gone);\n"
ONLY_THE_LIVING = "    state.living = static_cast<std::uint8_t>(state.living & ~gone);\n"
PASS_ONE_GONE = REMOVE + "}\n\n/// The seat of the longest"
PASS_TWO_GONE = REMOVE + "}\n\ntemplate <bool has_modes>\nvoid play"
HAZARD_GONE = "    if constexpr (has_modes) {\n    " + REMOVE + "    }\n"
HURT = "    snake.health = static_cast<std::int16_t>(std::clamp(snake.health - harm, 0, full_health));\n"
NO_BORDER = "if (!state.wrapped || !state.board.is_wall(beside)) {"
CONSTRICTED = "        snake.health = full_health;\n        snake.stacked = std::max<std::uint16_t>(snake.stacked, 1);"
LAYERS = "!hazards.is_empty() && hazards.layers(snake.head, state.turn - 1) > 0;"
HARM = "hurt(state, snake, hazards.harm(snake.head, state.turn - 1))"
SELF = "if (owner == seat) {"
JUDGE_HEADS = "} else if (const int killer = head_killer(state, seat, snake)) {"
LONGER = "other.length() > longest"
LONGEST_SO_FAR = "longest = other.length();"

WRONG_RULES = [
    ("the bodies of those who starved or left the board still block in pass 2",
     (PASS_ONE_GONE, PASS_ONE_GONE.replace(REMOVE, ONLY_THE_LIVING))),
    ("the heads of those who starved or left the board still kill in pass 2",
     ("state.living & ~(1U << (seat - 1))", "((1U << state.count) - 1) & ~(1U << (seat - 1))")),
    ("pass 2 comes before pass 1",
     ("    eliminate_alone<has_modes>(state);\n    eliminate_colliding<has_modes>(state);",
      "    eliminate_colliding<has_modes>(state);\n    eliminate_alone<has_modes>(state);")),
    ("pass 2 is applied snake by snake, so that the dead don't kill",
     (JUDGE_HEADS, "} else if (const int killer = head_killer(state, seat, snake)) {\n"
      "            state.living &= ~(1U << (seat - 1));")),
    ("growth comes a turn late",
     ("            ++snake.stacked;\n            snake.health", "            snake.health"),
     ("        --snake.health;\n", "        if (snake.health == full_health && state.turn > 1) {\n"
      "            ++snake.stacked;\n        }\n        --snake.health;\n")),
    ("a stacked tail doesn't stay",
     ("        --snake.stacked;\n        return;\n", "        --snake.stacked;\n")),
    ("nothing grows",
     ("            ++snake.stacked;\n            snake.health", "            snake.health")),
    ("food doesn't fill up health",
     ("            snake.health = full_health;\n", "")),
    ("food fills up health before hunger is taken off",
     ("            snake.health = full_health;\n", "            snake.health = full_health - 1;\n")),
    ("no hunger on the turn of eating beyond 100",
     ("        --snake.health;\n", "        snake.health -= snake.health > full_health ? 0 : 1;\n")),
    ("hunger takes two",
     ("        --snake.health;\n", "        snake.health -= 2;\n")),
    ("a snake starves before it eats",
     ("        if (state.board.has_food(snake.head)) {\n            eaters",
      "        if (snake.health > 0 && state.board.has_food(snake.head)) {\n            eaters")),
    ("a snake starves at health 1",
     ("snake.health <= 0", "snake.health <= 1")),
    ("a snake lives at health 0",
     ("snake.health <= 0", "snake.health < 0")),
    ("only the first of several eats",
     ("            eaters |= 1U << (seat - 1);\n",
      "            eaters |= 1U << (seat - 1);\n            state.board.take_food(snake.head);\n"
      "            --state.food;\n")),
    ("the food of those who die on it stays",
     ("            state.board.take_food(snake.head);\n            --state.food;\n", ""),
     ("        state.board.set_owner(snake.head, seat);\n",
      "        state.board.set_owner(snake.head, seat);\n"
      "        if (state.board.has_food(snake.head)) {\n            state.board.take_food(snake.head);\n"
      "            --state.food;\n        }\n")),
    ("food under a body is eaten, too",
     ("        if (state.board.has_food(snake.head)) {\n            eaters",
      "        if (state.board.has_food(snake.tail) && snake.tail != snake.head) {\n"
      "            state.board.take_food(snake.tail);\n            --state.food;\n        }\n"
      "        if (state.board.has_food(snake.head)) {\n            eaters")),
    ("leaving the board counts before starving",
     ("        if (snake.health <= 0) {\n            eliminate(state, snake, Cause::starved, 0);\n"
      "        } else if (state.board.is_wall(snake.head)) {\n"
      "            eliminate(state, snake, Cause::wall, 0);",
      "        if (state.board.is_wall(snake.head)) {\n            eliminate(state, snake, Cause::wall, 0);\n"
      "        } else if (snake.health <= 0) {\n            eliminate(state, snake, Cause::starved, 0);")),
    ("a tail that leaves its cell blocks it for that turn",
     ("    state.board.set_owner(snake.tail, 0);\n    snake.tail", "    snake.tail"),
     ("void play(State& state, const Hazards& hazards, const Moves& moves) {\n",
      "void play(State& state, const Hazards& hazards, const Moves& moves) {\n"
      "    std::array<Cell, max_snakes> tails{};\n"
      "    for_each(state, state.living, [&](int seat, Snake& snake) { tails[seat - 1] = snake.tail; });\n"),
     ("    for_each(state, state.living, [&](int seat, const Snake& snake) {\n",
      "    for (int seat = 1; seat <= state.count; ++seat) {\n"
      "        if (tails[seat - 1] != 0 && tails[seat - 1] != state.snake(seat).tail) {\n"
      "            state.board.set_owner(tails[seat - 1], 0);\n        }\n    }\n"
      "    for_each(state, state.living, [&](int seat, const Snake& snake) {\n")),
    ("a snake passes through itself",
     (SELF, "if (false) {"), ("} else if (owner != 0) {", "} else if (owner != 0 && owner != seat) {")),
    ("a snake passes through others",
     ("} else if (owner != 0) {", "} else if (false) {")),
    ("two heads on one cell do nothing",
     (JUDGE_HEADS, "} else if (const int killer = 0) {")),
    ("equal heads both survive",
     ("int longest = snake.length() - 1;", "int longest = snake.length();")),
    ("the longest head dies as well",
     ("int longest = snake.length() - 1;", "int longest = 0;")),
    ("a head is judged before the bodies",
     (SELF, "if (const int first = head_killer(state, seat, snake)) {\n"
      "            eliminate(state, snake, Cause::head, first);\n        } else if (owner == seat) {")),
    ("a snake's own body is called another's",
     ("eliminate(state, snake, Cause::self, seat);", "eliminate(state, snake, Cause::body, seat);")),
    ("nobody is the killer of who runs into itself",
     ("eliminate(state, snake, Cause::self, seat);", "eliminate(state, snake, Cause::self, 0);")),
    ("the killer is the lowest seat that qualifies, not the longest",
     (LONGEST_SO_FAR, "longest = 10'000;")),
    ("ties for the killer go to the higher seat",
     (LONGER, "other.length() >= (longest < snake.length() ? snake.length() : longest)")),
    ("the turn of death is counted from 0",
     ("snake.died_on = state.turn;", "snake.died_on = state.turn - 1;")),
    ("the dead go on moving",
     ("    for_each(state, state.living, [&](int seat, Snake& snake) {\n        move_snake",
      "    for_each(state, (1U << state.count) - 1, [&](int seat, Snake& snake) {\n        move_snake")),
    ("the bodies of those who collided stay on the board",
     (PASS_TWO_GONE, PASS_TWO_GONE.replace(REMOVE, ONLY_THE_LIVING))),
    ("without an answer a snake first goes to first_move, wherever its neck lies",
     ("return snake.path.size() > 0 ? snake.path.newest() : first_move;", "return first_move;")),
    ("without an answer a snake always goes to first_move",
     ("    if (snake.has_moved) {\n        return snake.last_move;\n    }\n", ""),
     ("return snake.path.size() > 0 ? snake.path.newest() : first_move;", "return first_move;")),
    # The modes.
    ("a hazard takes the place of hunger",
     (HURT, HURT.replace("snake.health - harm", "snake.health + 1 - harm"))),
    ("without damage a hazard is nothing, also to who starves in it",
     ("    if (snake.health > 0) {\n        return false;", "    if (snake.health > 0 || harm == 0) {\n        return false;")),
    ("who starves in a hazard is out before it heals",
     (HURT, "    if (snake.health <= 0) {\n        eliminate(state, snake, Cause::hazard, 0);\n        return true;\n    }\n" + HURT)),
    ("who starves in a hazard is out as starved",
     ("if (is_hurt && hurt(", "if (is_hurt && snake.health > 0 && hurt(")),
    ("healing goes beyond 100",
     (HURT, HURT.replace("0, full_health", "0, 10'000"))),
    ("food doesn't protect from the hazard under it",
     ("        } else if constexpr (has_modes) {", "        }\n        if constexpr (has_modes) {")),
    ("layers don't add up",
     ("return layers(cell, turn) * damage_;", "return (layers(cell, turn) > 0 ? damage_ : 0);")),
    ("hazards hurt in the turn in which they come",
     (LAYERS, LAYERS.replace("state.turn - 1", "state.turn")), (HARM, HARM.replace("state.turn - 1", "state.turn"))),
    ("hazards come a turn late",
     ("return at < change.turn;", "return at <= change.turn;")),
    ("the tail is hurt, not the head",
     (LAYERS, LAYERS.replace("head", "tail")), (HARM, HARM.replace("head", "tail"))),
    ("a hazard kills at health 1",
     ("    if (snake.health > 0) {\n        return false;", "    if (snake.health > 1) {\n        return false;")),
    ("the bodies of those who died in a hazard still block",
     (HAZARD_GONE, HAZARD_GONE.replace(REMOVE, ONLY_THE_LIVING))),
    ("who dies in a hazard is called starved",
     ("eliminate(state, snake, Cause::hazard, 0);", "eliminate(state, snake, Cause::starved, 0);")),
    ("who dies in a hazard is its own killer",
     ("    eliminate(state, snake, Cause::hazard, 0);", "    eliminate(state, snake, Cause::hazard, state.board.owner(snake.tail));")),
    ("hazards hurt nobody off the board",
     (LAYERS, "!state.board.is_wall(snake.head) && " + LAYERS)),
    ("a wrapped board has walls at its left and right",
     (NO_BORDER, NO_BORDER.replace(")) {", ") || direction >= Direction::left) {"))),
    ("a wrapped board has walls at its top and bottom",
     (NO_BORDER, NO_BORDER.replace(")) {", ") || direction < Direction::left) {"))),
    ("who leaves a wrapped board enters it a cell too far in",
     ("beside - steps * offset_of(direction)", "beside - (steps - 1) * offset_of(direction)")),
    ("a dead body over the border stays on the board beyond it",
     ("            cell = step<has_modes>(state, cell, snake.path[number]);",
      "            cell = neighbour(cell, snake.path[number]);")),
    ("a tail doesn't follow over the border",
     ("step<has_modes>(state, snake.tail, snake.path.pop())", "neighbour(snake.tail, snake.path.pop())")),
    ("a body isn't connected over the border",
     ("if (neighbour(state, body[i], direction) == body[i - 1]) {", "if (neighbour(body[i], direction) == body[i - 1]) {")),
    ("constrictors don't grow",
     (CONSTRICTED, "        snake.health = full_health;")),
    ("constrictors grow though their tail is doubled",
     (CONSTRICTED, "        snake.health = full_health;\n        ++snake.stacked;")),
    ("constrictors are hungry",
     (CONSTRICTED, CONSTRICTED.replace("        snake.health = full_health;\n", ""))),
    ("dead constrictors don't grow",
     (CONSTRICTED, "        if (!state.lives(seat)) {\n            continue;\n        }\n" + CONSTRICTED)),
    ("food stays in constrictor games",
     ("cell < cell_count && state.food > 0", "cell < 0 && state.food > 0")),
    ("constrictors grow before they are judged",
     ("    eliminate_alone<has_modes>(state);\n    eliminate_colliding",
      "    if (has_modes && state.constrictor) {\n        constrict(state);\n    }\n"
      "    eliminate_alone<has_modes>(state);\n    eliminate_colliding")),
]
