"""Wrong rules of dicewars for mutate.py; ../dicewars.md explains them."""

REPLAY = ["tests/golden/dicewars_replay.cpp", "tests/golden/dicewars_table.cpp",
          *(f"ai-samples/dicewars/lib/{name}.cpp" for name in ("agents", "moves", "odds", "smejk"))]
LINKED = ["tests/support/games/golden.cpp", "tests/support/run.cpp"]

WRONG_RULES = [
    ("an equal sum wins",
     ("outcome.won = outcome.attack_sum > outcome.defence_sum;",
      "outcome.won = outcome.attack_sum >= outcome.defence_sum;"),
     ("if (battle.attack_sum > battle.defence_sum) {",
      "if (battle.attack_sum >= battle.defence_sum) {")),
    ("the winner moves all dice",
     ("static_cast<std::uint8_t>(dice - 1);\n"
      "        capture",
      "static_cast<std::uint8_t>(dice);\n"
      "        capture")),
    ("a beaten attacker keeps his dice",
     ("    state.dice[battle.from] = 1;\n"
      "    if (battle.attack_sum",
      "    if (battle.attack_sum > battle.defence_sum) {\n"
      "        state.dice[battle.from] = 1;\n"
      "    }\n"
      "    if (battle.attack_sum")),
    ("the defender loses nothing",
     ("state.dice[battle.to] - dice / parameters.battle_wear",
      "state.dice[battle.to] - 0 * dice / parameters.battle_wear")),
    ("wear is rounded up",
     ("dice / parameters.battle_wear",
      "(dice + parameters.battle_wear - 1) / parameters.battle_wear")),
    ("the defender may lose his last die",
     ("std::max(left, 1)",
      "std::max(left, 0)")),
    ("the defender throws first",
     ("outcome.attack_sum =\n"
      "            throw_dice(state, setup, state.mover, state.dice[command.from], outcome.attack_dice);\n"
      "        outcome.defence_sum =\n"
      "            throw_dice(state, setup, defender, state.dice[command.to], outcome.defence_dice);",
      "outcome.defence_sum =\n"
      "            throw_dice(state, setup, defender, state.dice[command.to], outcome.defence_dice);\n"
      "        outcome.attack_sum = throw_dice(\n"
      "            state, setup, state.mover, state.dice[command.from], outcome.attack_dice);")),
    ("a transfer leaves no die",
     ("state.dice[from] - 1);\n"
      "    state.dice[from]",
      "state.dice[from] - 0);\n"
      "    state.dice[from]")),
    ("transfers that move nothing don't count",
     ("    ++state.transfers_this_turn;",
      "    state.transfers_this_turn += moved > 0 ? 1 : 0;")),
    ("seven transfers in a turn",
     ("state.transfers_this_turn >= parameters.max_transfers",
      "state.transfers_this_turn > parameters.max_transfers")),
    ("the seventh transfer switches off",
     ("        close_turn(state, parameters, deploy(state, setup, deployment));\n"
      "        return outcome;",
      "        state.switched_off |= is_beyond_limit ? 1U << state.mover : 0U;\n"
      "        close_turn(state, parameters, deploy(state, setup, deployment));\n"
      "        return outcome;")),
    ("a refused command costs only the turn",
     ("end_by_fault(state, setup, true, deployment);",
      "end_by_fault(state, setup, false, deployment);")),
    ("dice for all areas instead of the largest region",
     ("    state.largest[player] = static_cast<std::uint8_t>(largest);",
      "    state.largest[player] = static_cast<std::uint8_t>(count);")),
    ("the reserve isn't put down",
     ("std::min(parameters.reserve_production, state.reserve[player] + state.largest[player]);",
      "std::min<int>(parameters.reserve_production, state.largest[player]);")),
    ("the reserve isn't limited by the areas",
     ("parameters.reserve_cap - state.areas_of(player)",
      "parameters.reserve_cap")),
    ("full areas stay in the list",
     ("            --length;\n",
      "            length -= full++ > 200 ? 1 : 0;\n"),
     ("    deployment.count = 0;\n",
      "    deployment.count = 0;\n"
      "    int full = 0;\n")),
    ("the list is not rewritten after a capture",
     ("    rewrite_list(state, board, player, won_to + 1);\n",
      "    const auto before = state.lists[player];\n"
      "    rewrite_list(state, board, player, won_to + 1);\n"
      "    state.lists[player] = before;\n")),
    ("the loser's list is not rewritten",
     ("    rewrite_list(state, board, loser, lost_from - 1);\n",
      "    const auto before = state.lists[loser];\n"
      "    rewrite_list(state, board, loser, lost_from - 1);\n"
      "    state.lists[loser] = before;\n")),
    ("a captured area comes first",
     ("    state.lists[player][won_to] = static_cast<std::uint8_t>(area);",
      "    std::copy_backward(\n"
      "        state.lists[player].begin(), state.lists[player].begin() + won_to,\n"
      "        state.lists[player].begin() + won_to + 1);\n"
      "    state.lists[player][0] = static_cast<std::uint8_t>(area);")),
    ("players without areas are not passed over",
     ("    } while (state.owned[state.mover] == 0);",
      "    } while (false);")),
    ("idle rounds are counted for all seats",
     ("state.idle_ends / state.alive >=",
      "state.idle_ends / state.players >=")),
    ("a transfer doesn't end idleness",
     ("    ++state.commands;\n"
      "    state.idle_ends = 0;\n"
      "    look_for_end(state, parameters);\n"
      "    return moved;",
      "    ++state.commands;\n"
      "    look_for_end(state, parameters);\n"
      "    return moved;")),
    ("one battle more",
     ("state.battles >= parameters.max_battles",
      "state.battles > parameters.max_battles")),
    ("the low bits of a number are taken",
     ("stream_[taken_++] >> shift",
      "stream_[taken_++] & ((1U << (32 - shift)) - 1)")),
    ("the bit length is that of n - 1",
     ("std::bit_width(n)",
      "std::bit_width(n - 1)")),
]
