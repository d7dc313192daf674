"""Wrong rules of spe_ed for mutate.py; ../spe_ed.md says what each is about."""

REPLAY = ["tests/support/games/spe_ed_trace.cpp"]
LINKED = ["tests/support/games/golden.cpp", "tests/support/run.cpp"]

HOLES = "state.round % hole_period == 0"
WRONG_RULES = [
    ("holes come one round late",
     (HOLES, "state.round % hole_period == 1")),
    ("holes come one round early",
     (HOLES, "state.round % hole_period == 5")),
    ("holes come every fifth round",
     ("hole_period = 6;", "hole_period = 5;")),
    ("holes begin with speed 4",
     ("min_hole_speed = 3;", "min_hole_speed = 4;")),
    ("holes begin with speed 5",
     ("min_hole_speed = 3;", "min_hole_speed = 5;")),
    ("there are no holes",
     (HOLES, "false")),
    ("a hole leaves out the first cell",
     ("if (steps >= 1) {", "if (false) {")),
    ("a hole leaves out the last cell",
     ("if (!leaves) {", "if (false) {")),
    ("who leaves over a hole writes the last cell inside",
     ("if (!leaves) {", "if (steps >= 2) {")),
    ("who leaves the board writes no cell",
     ("const int steps = leaves ? room : speed;", "const int steps = leaves ? 0 : speed;")),
    ("who leaves the board is shown inside",
     ("leaves ? room + 1 : speed;", "leaves ? room : speed;")),
    ("who leaves the board is shown where the move would have ended",
     ("leaves ? room + 1 : speed;", "speed;")),
    ("a mover stops at the first crash",
     ("content = is_free ? static_cast<std::int8_t>(number) : met;", "content = is_free ? static_cast<std::int8_t>(number) : met;\n"
     "    stopped = !is_free;"),
     ("bool any_met = false;", "bool any_met = false;\n"
     "    bool stopped = false;"),
     ("stopped = !is_free;", "written.stopped = !is_free;"),
     ("step <= steps; ++step) {", "step <= steps && !written.stopped; ++step) {"),
     ("const int speed = player.speed;", "written.stopped = false;\n"
     "    const int speed = player.speed;")),
    ("a speed out of range is brought back to 1 or 10",
     ("put_out(player, Out::speed, round);", "player.speed = player.speed < min_speed ? min_speed : max_speed;\n"
     "        put_out(player, Out::speed, round);")),
    ("speed 11 is allowed",
     ("player.speed > max_speed", "player.speed > max_speed + 1")),
    ("speed 0 is allowed",
     ("player.speed < min_speed", "player.speed < 0")),
    ("the speed takes effect a round late",
     ("const int speed = player.speed;", "const int speed = std::max<int>(1, player.speed - 1);")),
    ("the first to come to a cell survives",
     ("if (state.board[written.cells[at]] == met) {", "if (state.board[written.cells[at]] == met && std::find(written.cells.begin(), written.cells.begin() + written.begin[i], written.cells[at]) != written.cells.begin() + written.begin[i]) {")),
    ("a met cell keeps its first number",
     ("content = is_free ? static_cast<std::int8_t>(number) : met;", "content = is_free ? static_cast<std::int8_t>(number) : content;")),
    ("a met cell gets the last number",
     ("content = is_free ? static_cast<std::int8_t>(number) : met;", "content = static_cast<std::int8_t>(number);")),
    ("one's own trail may be crossed",
     ("const bool is_free = content == 0;", "const bool is_free = content == 0 || content == number;")),
    ("a cell where two met may be crossed",
     ("const bool is_free = content == 0;", "const bool is_free = content <= 0;")),
    ("only the last cell can crash",
     ("for (int at = written.begin[i]; at < written.begin[i + 1]; ++at) {", "for (int at = std::max(written.begin[i], written.begin[i + 1] - 1); at < written.begin[i + 1]; ++at) {")),
    ("cells of one who left the board don't count",
     ("if (leaves) {\n"
     "        put_out", "if (leaves) {\n"
     "        for (int at = written.begin[index]; at < written.count; ++at) {\n"
     "            board[written.cells[at]] = 0;\n"
     "        }\n"
     "        put_out")),
    ("a missed deadline is change_nothing",
     ("case Action::none:\n"
     "        put_out(player, Out::fault, round);\n"
     "        return false;", "case Action::none: break;")),
    ("a player with a fault still moves and is out then",
     ("case Action::none:\n"
     "        put_out(player, Out::fault, round);\n"
     "        return false;", "case Action::none: put_out(player, Out::fault, round); return true;")),
    ("left and right are exchanged",
     ("player.direction = left_of(player.direction)", "player.direction = right_of(player.direction)")),
    ("a turn is not carried out at speed 1",
     ("case Action::turn_right:\n"
     "        player.direction", "case Action::turn_right: if (player.speed > 1) player.direction")),
    ("y grows upwards",
     ("step_y{-1, 0, 1, 0}", "step_y{1, 0, -1, 0}")),
    ("trails of the dead vanish",
     ("++state.round;", "for (int i = 0; i < state.player_count; ++i) {\n"
     "        for (int c = 0; state.players[i].out_round == state.round && c < state.board.size(); ++c) {\n"
     "            state.board[c] = state.board[c] == i + 1 ? std::int8_t{0} : state.board[c];\n"
     "        }\n"
     "    }\n"
     "    ++state.round;")),
    ("crashes are found while players still move",
     ("written.begin[state.player_count] = written.count;", "written.begin[state.player_count] = written.count;"),
     ("move<keeping>(state, i, written, changes);", "move<keeping>(state, i, written, changes);\n"
     "            for (int at = written.begin[i]; player.active() && at < written.count; ++at) {\n"
     "                if (state.board[written.cells[at]] == met) {\n"
     "                    put_out(player, Out::crash, state.round);\n"
     "                }\n"
     "            }"),
     ("if (written.any_met) {", "if (false) {")),
    ("the game goes on with one active player",
     ("active_count(state) <= 1", "active_count(state) < 1")),
    ("the game ends with two active players",
     ("active_count(state) <= 1", "active_count(state) <= 2")),
    ("the first to go out ranks best",
     ("lasted(other) > lasted(i)", "lasted(other) < lasted(i)")),
    ("who goes out in the last round shares the winner's rank",
     ("player.active() ? state.round", "player.active() ? state.round - 1")),
]
