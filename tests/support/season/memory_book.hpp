#pragma once

/// What a database of a season holds, in memory and without SQL: the interfaces that a season and
/// the loop of a tournament write to (tournament/store/).

#include "tournament/store/book.hpp"
#include "tournament/store/season_book.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tests {

class MemorySeason final : public referee::SeasonBook, public referee::Book {
  public:
    /// A season with so many fields. `now`: the time of decisions and games, seconds since 1970.
    MemorySeason(int seats, int fields, std::function<std::int64_t()> now);

    /// Called before each write ("add a version"); may throw.
    std::function<void(const std::string& call)> may_fail = [](const std::string&) {};

    const referee::StoredTournament& tournament() const override { return tournament_; }
    const std::vector<referee::StoredAi>& ais() const override { return ais_; }
    const std::vector<referee::StoredAi>& left_out() const override { return left_out_; }
    const std::vector<referee::StoredField>& fields() const override { return fields_; }
    const std::vector<referee::StoredVersion>& versions() const override { return versions_; }
    const std::string& path() const override { return path_; }
    int generation() const override { return tournament_.generation; }
    bool is_partial() const override { return false; }

    std::int64_t game_count() const override { return static_cast<std::int64_t>(games_.size()); }
    using Results::for_each;
    void for_each(std::int64_t first, std::int64_t end, const LookAtGame& look) const override;
    void for_each_fault(const LookAtFault& look) const override;
    std::vector<referee::FaultDetail> details_of_game(std::int64_t game) const override;
    std::vector<std::int64_t> recorded_games(int max) const override;
    std::pair<std::string, std::string> times() const override;
    void for_each_time(const LookAtTime& look) const override;
    std::vector<referee::StoredMachine> machines() const override { return {}; }
    std::vector<double> seconds_used(int seconds) const override;

    void add_version(referee::StoredVersion version, const referee::StoredAi* ai) override;
    void change_version(
        std::size_t number, referee::StoredVersion::Status status,
        const std::string& text) override;
    std::vector<referee::StoredBatch> batches() const override { return batches_; }
    void add_batch(const referee::StoredBatch& batch) override { batches_.push_back(batch); }
    std::int64_t next_match() const override;

    std::vector<std::int64_t>
    games_between(std::int64_t first, std::int64_t end, std::int64_t max = -1) const override;
    void add(const referee::GameOutcome& outcome) override;
    bool has_set_aside() const override { return false; }
    std::multimap<std::vector<int>, std::int64_t> set_aside_on(int) const override { return {}; }
    void adopt(const std::vector<referee::Adoption>&) override {}

  private:
    struct Game {
        referee::GameOutcome outcome;
        std::int64_t finished = 0;
    };

    std::function<std::int64_t()> now_;
    std::string path_ = "memory";
    referee::StoredTournament tournament_;
    std::vector<referee::StoredAi> ais_;
    std::vector<referee::StoredAi> left_out_;
    std::vector<referee::StoredField> fields_;
    std::vector<referee::StoredVersion> versions_;
    std::vector<referee::StoredBatch> batches_;
    std::map<std::int64_t, Game> games_; ///< by index
};

} // namespace tests
