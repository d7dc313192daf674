#pragma once

/// A game that was recorded with real processes, for tests that repeat its moves.

#include "support/run.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tests {

/// What the AIs of a match keep of each of their moves.
enum class Keeping {
    nothing,
    files,             ///< a copy of their files and variables, and a memory.dat that grows
    files_of_residents ///< the same, by resident AIs
};

/// The lines of a record.
std::vector<nlohmann::json> lines_of(const std::string& record);
void write_lines(const std::string& record, const std::vector<nlohmann::json>& lines);

/// The names of all games that the referee knows.
std::vector<std::string> known_games();
/// Settings with which `create` makes a small field of a game.
std::vector<std::string> example_settings(const std::string& game);

/// One game of the references against each other on a new field.
class RecordedMatch {
  public:
    /// `settings` are options of `create`.
    RecordedMatch(const std::string& game, const std::vector<std::string>& settings);

    /// All seats are played by this AI instead.
    void use(const std::string& ai) { ai_ = ai; }
    /// AIs that keep their files exit with a fault in that turn.
    void fail_in_turn(int turn) { failing_turn_ = turn; }
    /// AIs that keep their files ask for a preparation.
    void ask_for_preparation() { asks_for_preparation_ = true; }

    /// Plays and records the game; fails the test if that fails.
    void play(const std::vector<std::string>& options, Keeping keeping);

    std::string record() const { return folder_ / "record.jsonl"; }
    /// Where AIs keep their files: a folder SEAT-PHASE-TURN for each run, with the folder `files`
    /// and the file `environment`.
    std::string kept() const { return folder_ / "kept"; }
    /// The AI of a seat.
    std::string ai(int seat) const;
    int seats() const { return seats_; }
    std::vector<nlohmann::json> lines() const { return lines_of(record()); }

  private:
    std::string reference() const;
    void write_keepers(Keeping keeping);

    TemporaryFolder folder_;
    std::string game_;
    std::string ai_;
    int seats_ = 2;
    int failing_turn_ = -1;
    bool asks_for_preparation_ = false;
    bool keeps_ = false;
};

} // namespace tests
