#pragma once

/// The messages between the referee and the rules of a game, one JSON line each way:
/// referee/game_programs/README.md, "Messages". What comes back is checked here, so that nothing
/// that a program prints reaches the rest of the referee unchecked.

#include "game/game.hpp"
#include "game_programs/description.hpp"

#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A reply that breaks the contract, for people: "'effects' has 1 entry for 2 answers".
struct BadReply : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The program refuses a field: `{"refused":"…","section":"prizes","row":2}`.
struct Refusal {
    std::string what;
    std::string section; ///< empty: the whole field
    int row = 0;         ///< from 1; 0: the whole section
};

/// The state files of one seat.
struct SeatFiles {
    std::string match_keys;         ///< lines of match.dat
    std::vector<std::string> files; ///< in the order of GameInfo::files
};

/// A position as a program describes it. Never changes, so positions share it.
struct Snapshot {
    std::string state; ///< JSON with sorted keys
    int turn = 0;
    std::vector<Seat> movers;
    std::vector<Seat> eliminated;
    std::optional<std::chrono::milliseconds> time_limit;
    std::optional<Ending> ending;
    std::map<Seat, SeatFiles> files;         ///< of the seats that move
    std::map<Seat, SeatFiles> prepare_files; ///< of all seats, or empty
    std::map<Seat, SeatFiles> end_files;     ///< the same
};

/// The reply to `start`, `deal` or `play`.
struct PositionReply {
    std::shared_ptr<const Snapshot> snapshot;
    bool can_rank = false;          ///< only of `start`: it knows the request `rank`
    std::string fixed;              ///< only of `start`: JSON with sorted keys, or empty
    std::vector<Effect> effects;    ///< only of `play`
    std::vector<std::string> steps; ///< the same: states
};

/// Parses a line. Throws BadReply unless it is JSON, is not nested too deeply, and its numbers are
/// exact: integers within 2^53, all others finite.
nlohmann::ordered_json parse_reply(std::string_view line);

/// The refusal that a reply is, if it is one. Throws BadReply.
std::optional<Refusal> refusal_of(const nlohmann::ordered_json& reply);

/// What a reply to `create` holds: the text of the sections of a field. Throws BadReply.
std::string sections_of(const nlohmann::ordered_json& reply, const GameDescription& description);

/// `seats`: of the game. `parameters`: added to match.dat where the program doesn't give them
/// itself. Throws BadReply.
PositionReply position_of(
    const nlohmann::ordered_json& reply, const GameInfo& info, int seats,
    const nlohmann::ordered_json& parameters);

/// The effects of a reply to `play`. `given`: the faults of the answers. Throws BadReply.
std::vector<Effect>
effects_of(const nlohmann::ordered_json& reply, const std::vector<Fault>& given);

/// The reply to `rank`: how a game in progress ends by a limit.
struct RankReply {
    std::optional<Ending> ending; ///< none: nobody wins
    std::map<Seat, SeatFiles> end_files;
};

/// Throws BadReply.
RankReply rank_of(
    const nlohmann::ordered_json& reply, const GameInfo& info, int seats,
    const nlohmann::ordered_json& parameters);

/// Throws BadReply.
LegalAnswers choices_of(const nlohmann::ordered_json& reply);

/// A reply to `show`.
struct Frame {
    std::string json;    ///< in one line, without the picture
    std::string picture; ///< for terminals; may be empty
};

/// Throws BadReply.
Frame frame_of(nlohmann::ordered_json reply, const GameInfo& info, int seats);

/// JSON with sorted keys, in one line.
std::string sorted_text(const nlohmann::ordered_json& value);

} // namespace referee
