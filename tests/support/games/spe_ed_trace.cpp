#include "support/games/spe_ed_trace.hpp"

#include "base/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nettle/sha1.h>

namespace tests {
namespace {

using namespace referee;
using nlohmann::json;

spe_ed::Direction direction_of(const json& name) {
    return named<spe_ed::Direction>(name.get<std::string>()).value();
}

std::string text_of(const spe_ed::Player& player) {
    return fmt::format(
        "{} {} {} {} {}", player.x, player.y, name_of(player.direction), player.speed,
        player.active() ? "active" : "out");
}

std::string text_of(const json& player) {
    return fmt::format(
        "{} {} {} {} {}", player["x"].get<int>(), player["y"].get<int>(),
        player["direction"].get<std::string>(), player["speed"].get<int>(),
        player["active"].get<bool>() ? "active" : "out");
}

std::string difference_after(const spe_ed::State& state, const json& after) {
    for (const json& player : after["players"]) {
        const int number = player["id"].get<int>();
        const std::string now = text_of(state.players[number - 1]);
        if (now != text_of(player)) {
            return fmt::format("player {} is {}, not {}", number, now, text_of(player));
        }
    }
    if (cells_sha1(state.board) != after["cells_sha1"].get<std::string>()) {
        return "other cells";
    }
    if (spe_ed::is_over(state) == after["running"].get<bool>()) {
        return spe_ed::is_over(state) ? "it is over" : "it is not over";
    }
    return "";
}

/// The number of the only player of rank 1; −1 where several share it: the game is a draw then.
int sole_winner(const spe_ed::State& state) {
    const auto places = spe_ed::ranks(state);
    const auto end = places.begin() + state.player_count;
    const auto first = std::find(places.begin(), end, 1);
    return std::count(places.begin(), end, 1) == 1 ? static_cast<int>(first - places.begin()) + 1
                                                   : -1;
}

} // namespace

spe_ed::State spe_ed_start(const json& game) {
    spe_ed::State state;
    state.board = spe_ed::Board(game["width"].get<int>(), game["height"].get<int>());
    state.max_rounds = state.board.size();
    for (const json& player : game["players"]) {
        spe_ed::add_player(
            state, player["x"].get<int>(), player["y"].get<int>(),
            direction_of(player["direction"]), player["speed"].get<int>());
    }
    return state;
}

spe_ed::Actions spe_ed_actions(const json& round) {
    spe_ed::Actions actions;
    actions.fill(spe_ed::Action::none);
    for (const auto& [number, word] : round["actions"].items()) {
        if (word.is_string()) {
            actions[std::stoul(number) - 1] =
                named<spe_ed::Action>(word.get<std::string>()).value_or(spe_ed::Action::none);
        }
    }
    return actions;
}

std::string cells_sha1(const spe_ed::Board& board) {
    std::string text;
    for (int i = 0; i < board.size(); ++i) {
        text += i > 0 ? "," : "";
        text += std::to_string(board[i]);
    }
    sha1_ctx context;
    sha1_init(&context);
    sha1_update(&context, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
    std::array<std::uint8_t, SHA1_DIGEST_SIZE> digest{};
    sha1_digest(&context, digest.size(), digest.data());
    std::string digits;
    for (const std::uint8_t byte : digest) {
        digits += fmt::format("{:02x}", byte);
    }
    return digits;
}

std::string first_difference(const json& game) {
    spe_ed::State state = spe_ed_start(game);
    for (const json& round : game["rounds"]) {
        const int number = state.round;
        spe_ed::play_round(state, spe_ed_actions(round));
        const std::string difference = difference_after(state, round["after"]);
        if (!difference.empty()) {
            return fmt::format("round {}: {}", number, difference);
        }
    }
    const int winner = sole_winner(state);
    if (winner != game["winner"].get<int>()) {
        return fmt::format("the winner is {}", winner);
    }
    for (int y = 0; y < state.board.height(); ++y) {
        for (int x = 0; x < state.board.width(); ++x) {
            if (state.board.at(x, y) != game["final_cells"][y][x].get<int>()) {
                return fmt::format("at the end cell {} {} is {}", x, y, state.board.at(x, y));
            }
        }
    }
    return "";
}

} // namespace tests
