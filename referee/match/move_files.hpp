#pragma once

/// Everything that an AI gets to read for one run. A match and `rerun` write the same files,
/// because both take them from here. ProgramPlayer::prepare_move() empties the files of the answer
/// before, keeper/work_folder.cpp does the writing.

#include "game/game.hpp"
#include "game/optional_files.hpp"
#include "game/teams.hpp"
#include "match/limits.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

// The file match.dat, which every AI gets in addition to the state of its game:
// referee/match/README.md, "match.dat".

/// The part that changes from move to move.
struct MatchFacts {
    Phase phase = Phase::move;
    int turn = 0;
    std::chrono::nanoseconds limit{0}; ///< 0: none
    std::int64_t last_wall_ns = 0;     ///< of the AI's previous move
    Fault last_fault = Fault::none;
    std::uint32_t seed = 0;
    bool has_clock = false; ///< the limit is the time left on the game clock
};

/// An AI's name as one word, as --tell-names shows it to other AIs.
std::string told_name(std::string name);

/// Writes it for the seats of one game.
class MatchFile {
  public:
    /// `points` by rank, empty: 1 for the first. `told_names` by seat; empty: seat1 …
    MatchFile(
        std::string_view game, const Teams& teams, const std::vector<double>& points,
        const std::vector<std::string>& told_names);

    /// The whole text, with the game's own keys at the end. Valid until the next call.
    const std::string& text(Seat seat, const MatchFacts& facts, std::string_view game_keys);

  private:
    std::vector<std::string> heads_; ///< the lines up to the seat, by seat
    std::string points_and_names_;
    std::string text_;
};

class MoveFiles {
  public:
    MoveFiles(const GameInfo& info, MatchFile match_file)
        : info_(info), state_files_(info.files.size()), match_file_(std::move(match_file)) {}

    /// Fills them for a run of the seat in this position. `more_keys` are lines for the end of
    /// match.dat.
    void fill(
        const Position& position, Seat seat, const MatchFacts& facts,
        std::string_view more_keys = {}) {
        state_files_.clear();
        // In a game without a preparation an AI that asked for one sees no position. Otherwise it
        // would have more time for its first move than opponents that didn't ask.
        if (facts.phase != Phase::prepare || info_.has_prepare) {
            position.write_files(seat, facts.phase, state_files_);
        }
        state_files_.match_keys += more_keys;
        match_dat_ = match_file_.text(seat, facts, state_files_.match_keys);
    }

    /// Calls target.write(name, content) for each of them.
    template <typename Target>
    void write_to(Target& target) const {
        for (std::size_t i = 0; i < state_files_.count(); ++i) {
            if (is_written(i)) {
                target.write(info_.files[i].name, state_files_.of(i));
            }
        }
        target.write("match.dat", match_dat_);
    }

    /// The names of those without content, but for match.dat.
    std::vector<std::string_view> empty() const {
        std::vector<std::string_view> names;
        for (std::size_t i = 0; i < state_files_.count(); ++i) {
            if (state_files_.of(i).empty() && is_written(i)) {
                names.push_back(info_.files[i].name);
            }
        }
        return names;
    }

  private:
    bool is_written(std::size_t index) const {
        return !is_in_some_games(info_.files[index]) || !state_files_.of(index).empty();
    }

    const GameInfo& info_;
    StateFiles state_files_;
    MatchFile match_file_;
    std::string match_dat_;
};

} // namespace referee
