#pragma once

/// A tournament's database made from results that a test writes down, and its tables.

#include "support/run.hpp"
#include "tournament/report/summary.hpp"
#include "tournament/store/store.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tests {

struct GameToStore {
    std::vector<int> ais;         ///< by seat
    std::vector<int> ranks;       ///< by seat
    std::vector<double> scores{}; ///< by seat; empty: all 0
    bool is_won_by_nobody = false;
    referee::Measurements measured{}; ///< of the first seat
};

class StoredGames {
  public:
    /// AIs are called A, B, C, …; a match has as many games as seats.
    StoredGames(int ais, int fields, int seats = 2);

    void set_sprt(const std::string& sprt) { tournament_.sprt = sprt; }
    /// AIs are teams at these seats: "1 3, 2 4".
    void set_teams(const std::string& teams) { tournament_.teams = teams; }
    void set_match_decides() { tournament_.match_decides = true; }
    /// Both are the same program.
    void make_equal(int one, int other) { same_as_[other] = one; }
    /// A match on a field; games that are left out haven't been played.
    void add_match(int field, const std::vector<GameToStore>& games);

    /// The database; it can't be added to from then on.
    const referee::Store& store();
    referee::TournamentSummary tables(const referee::Anchor& anchor = {}) {
        return referee::read_summary(store(), anchor);
    }
    const std::string& path() const { return path_; }

  private:
    TemporaryFolder folder_{true};
    std::string path_;
    referee::StoredTournament tournament_;
    int ais_;
    int fields_;
    std::map<int, int> same_as_;
    std::vector<referee::GameOutcome> games_;
    std::int64_t matches_ = 0;
    std::unique_ptr<referee::Store> store_;
};

} // namespace tests
