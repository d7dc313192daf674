#include "spe_ed/websocket/messages.hpp"

#include "base/names.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace referee::spe_ed::websocket {
namespace {

using nlohmann::json;

constexpr std::size_t max_result = 1000; ///< bytes of a bad message that go to result.dat

json player_object(const Player& player) {
    return {
        {"x", player.x},
        {"y", player.y},
        {"direction", name_of(player.direction)},
        {"speed", player.speed},
        {"active", player.active()}};
}

json cell_rows(const Board& board) {
    json rows = json::array();
    for (int y = 0; y < board.height(); ++y) {
        json row = json::array();
        for (int x = 0; x < board.width(); ++x) {
            row.push_back(board[board.index(x, y)]);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

std::string utc_text(UtcTime time) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    return fmt::format(
        "{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)));
}

std::string state_message(const State& state, int me, const Circumstances& circumstances) {
    json players = json::object();
    for (int i = 0; i < state.player_count; ++i) {
        json player = player_object(state.players[i]);
        if (!circumstances.is_running && static_cast<std::size_t>(i) < circumstances.names.size()) {
            player["name"] = circumstances.names[static_cast<std::size_t>(i)];
        }
        players[std::to_string(i + 1)] = std::move(player);
    }
    json message{
        {"width", state.board.width()},
        {"height", state.board.height()},
        {"cells", cell_rows(state.board)},
        {"players", std::move(players)},
        {"you", me + 1},
        {"running", circumstances.is_running}};
    if (circumstances.is_running) {
        message["deadline"] = utc_text(circumstances.deadline);
    }
    // Names come from people: invalid UTF-8 in them must not end the bridge.
    return message.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string time_message(UtcTime now) {
    using std::chrono::milliseconds;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(now);
    const auto rest = std::chrono::duration_cast<milliseconds>(now - seconds);
    return json{{"time", utc_text(now)}, {"milliseconds", rest.count()}}.dump();
}

std::string result_text(std::string_view message) {
    const json answer = json::parse(message, nullptr, false);
    if (answer.is_object() && answer.contains("action") && answer["action"].is_string()) {
        const std::string action = answer["action"];
        if (named<Action>(action)) {
            return action + '\n';
        }
    }
    return fmt::format("{}{}\n", no_action, message.substr(0, max_result));
}

std::optional<std::string_view> parameter(std::string_view target, std::string_view name) {
    const std::size_t mark = target.find('?');
    std::string_view rest = mark == std::string_view::npos ? "" : target.substr(mark + 1);
    while (!rest.empty()) {
        const std::string_view pair = rest.substr(0, rest.find('&'));
        if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=') {
            return pair.substr(name.size() + 1);
        }
        rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    }
    return std::nullopt;
}

std::string_view path_of(std::string_view target) {
    return target.substr(0, target.find('?'));
}

} // namespace referee::spe_ed::websocket
