#pragma once

/// The messages between the contest's server and its clients, as text: ai-samples/spe_ed/README.md,
/// "The bridge: contest clients", and the contest's own description of its protocol.

#include "games/spe_ed/rules.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::spe_ed::websocket {

using UtcTime = std::chrono::system_clock::time_point;

/// What a state message contains besides the state.
struct Circumstances {
    bool is_running = true;
    UtcTime deadline;               ///< sent while the game is running
    std::vector<std::string> names; ///< by player, sent at the end
};

/// RFC 3339 in UTC; fractions of a second are cut off: "2021-01-17T09:30:05Z".
std::string utc_text(UtcTime time);

/// The state as JSON for one player (from 0).
std::string state_message(const State& state, int me, const Circumstances& circumstances);

/// The answer of the time URL.
std::string time_message(UtcTime now);

/// What precedes a message that is not an action.
constexpr std::string_view no_action = "no action: ";

/// The text for result.dat: the action of a client's message; or, if it has none of the five,
/// `no_action` and then the message itself: the referee refuses it, and the record shows it.
std::string result_text(std::string_view message);

/// A parameter of a request's target ("/path?a=1&key=2"), or nothing. Nothing is unescaped, because
/// our keys don't need it.
std::optional<std::string_view> parameter(std::string_view target, std::string_view name);
/// The target without its parameters.
std::string_view path_of(std::string_view target);

} // namespace referee::spe_ed::websocket
