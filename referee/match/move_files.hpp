#pragma once

/// Everything that an AI gets to read for one run. A match and `rerun` write the same files,
/// because both take them from here.

#include "game.hpp"
#include "match/match_file.hpp"

#include <string_view>

namespace referee {

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
            target.write(info_.files[i].name, state_files_.of(i));
        }
        target.write("match.dat", match_dat_);
    }

  private:
    const GameInfo& info_;
    StateFiles state_files_;
    MatchFile match_file_;
    std::string match_dat_;
};

} // namespace referee
