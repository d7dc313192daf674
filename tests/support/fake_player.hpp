#pragma once

/// Players without processes, on a machine without time: they do what a test tells them, and time
/// passes only when they say so. A log has everything that a game's loop does with them.

#include "match/game_listener.hpp"
#include "match/game_runner.hpp"
#include "match/guarded_game.hpp"
#include "match/player.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tests {

inline constexpr std::int64_t one_ms = 1'000'000;

/// The machine on which fake players play.
struct FakeMachine {
    std::int64_t now_ns = 1'000 * one_ms;
    std::vector<std::int64_t> idle_ns{}; ///< by core; empty: nobody knows
    std::vector<std::string> log{};      ///< every step in its order
    /// Called with the number of each step, from 0, before it is taken. May throw: a signal, a full
    /// disk, a program that doesn't start.
    std::function<void(std::size_t, const std::string&)> on_step{};

    // The disk that the work folders share.
    std::int64_t disk_size = 1000;
    std::int64_t disk_share = 100; ///< of each player
    std::int64_t disk_used = 0;    ///< by all, also by others than players
    bool files_need_disk = false;  ///< no files can be written while it is full
    bool is_disk_full() const { return disk_used >= disk_size; }

    void step(const std::string& what);
    referee::GameTime time();
};

/// What a player does in one run.
struct FakeRun {
    referee::Fault fault = referee::Fault::none;
    std::string text = "ok";
    std::int64_t wall_ns = 10 * one_ms;
    std::int64_t cpu_ns = 10 * one_ms;
    std::int64_t idle_ns = 0; ///< its core is idle for so long meanwhile
    std::int64_t peak_kb = 100;
    std::int64_t leftovers = 0;
    std::string restart{};
    bool is_starved = false;
    bool may_be_interrupted = false;
    std::string errors{};        ///< on standard error
    std::int64_t disk_bytes = 0; ///< that it takes
    bool needs_disk = false;     ///< it has no result while the disk is full
};

/// What kind of player it is.
struct FakeNature {
    int core = 0;
    bool is_person = false;
    bool is_resident = false;
    bool can_exceed_share = false;
    std::chrono::nanoseconds own_limit{0}; ///< of a person
    referee::ResourceUse at_end{};         ///< what no run has counted
};

class FakePlayer : public referee::Player {
  public:
    /// `behave` says what it does in each run.
    FakePlayer(
        FakeMachine& machine, referee::Seat seat, FakeNature nature,
        std::function<FakeRun(const referee::RunRequest&)> behave);

    bool is_person() const override { return nature_.is_person; }
    std::chrono::nanoseconds own_limit() const override { return nature_.own_limit; }
    bool is_resident() const override { return nature_.is_resident; }
    int core() const override { return nature_.core; }
    void begin_game(const std::string& log_name) override;
    void take_files(const referee::MoveFiles& files) override;
    void start(const referee::RunRequest& request) override;
    referee::Run finish(bool reads_result) override;
    const std::string& last_errors() const override { return errors_; }
    const std::string& last_output() const override { return output_; }
    void notify_end() override;
    void suspend() override;
    referee::ResourceUse end_game() override;
    void end_games() override;
    bool is_disk_full() const override { return machine_.is_disk_full(); }
    bool can_exceed_share() const override { return nature_.can_exceed_share; }
    std::optional<referee::Run> judge_share() override;

    /// What it was asked, in all runs.
    std::vector<referee::RunRequest> requests{};
    /// The match.dat of each take_files(), and the names of the other files.
    std::vector<std::string> match_dats{};
    std::vector<std::string> file_names{};
    std::int64_t disk_bytes = 0; ///< that it holds

  private:
    void write_files(const referee::MoveFiles& files);

    FakeMachine& machine_;
    referee::Seat seat_;
    FakeNature nature_;
    std::function<FakeRun(const referee::RunRequest&)> behave_;
    FakeRun run_;
    std::int64_t started_ns_ = 0;
    bool has_files_ = false; ///< those that it was given last
    std::string errors_;
    std::string output_;
};

/// Writes into the log what a game reports. `games` is what a record would hold: an entry for each
/// game, with its moves and its result.
class FakeListener : public referee::GameListener {
  public:
    explicit FakeListener(FakeMachine& machine) : machine_(machine) {}
    void begin_game(
        const referee::LoadedField& field, const std::vector<const referee::Contestant*>& by_seat,
        int number, const referee::MatchConfig& config) override;
    void move(const referee::MoveEntry& entry) override;
    void result(const referee::Ending& ending, const std::string& state) override;
    void drop_game() override;

    std::vector<std::string> games{};

  private:
    FakeMachine& machine_;
    std::size_t last_begin_ = 0; ///< as RecordWriter: games before the last that began
};

/// Seats fake players, and says of their programs what a test tells it.
class FakeSource : public referee::PlayerSource {
  public:
    /// `make` makes the player of a contestant.
    FakeSource(
        FakeMachine& machine, const std::vector<referee::Contestant>& contestants,
        std::function<std::unique_ptr<referee::Player>(int)> make);
    const referee::Contestant& contestant(int index) const override;
    std::vector<referee::Player*> acquire(const std::vector<int>& contestants) override;
    bool require_unchanged(const std::vector<int>& contestants) override;
    void drop(const std::vector<int>& contestants) override;

    enum class Found { same, replaced, changed };
    /// What require_unchanged() finds.
    std::function<Found()> look = [] { return Found::same; };

  private:
    FakeMachine& machine_;
    const std::vector<referee::Contestant>& contestants_;
    std::function<std::unique_ptr<referee::Player>(int)> make_;
    std::map<int, std::unique_ptr<referee::Player>> players_;
};

} // namespace tests
