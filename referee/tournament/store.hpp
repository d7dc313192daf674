#pragma once

/// The database of a tournament (SQLite, write-ahead log). One transaction for each finished game:
/// after SIGKILL every game that was reported is there, whole. All that is read from it is checked:
/// where a database is damaged, every function throws UserError. Only store*.cpp know SQL.

#include "tournament/outcome.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace referee {

class StoredRow;

struct StoredAi {
    std::string name;
    std::string path;
    std::string sha256;
};

struct StoredField {
    std::string name;
    std::string path;
    std::string sha256;
};

/// What makes a tournament this one, and what it is to be told by.
struct StoredTournament {
    std::string game;
    int seats = 2;
    int games_per_match = 2;
    std::string format;
    std::int64_t matches = 0; ///< in the whole plan
    std::string settings;     ///< everything else that results depend on: lines "key value"
    int shard = 1;            ///< of `shards`
    int shards = 1;
    std::string sprt;             ///< as asked for, or empty
    bool match_decides = false;   ///< the sum over a match decides, not the single game
    std::vector<double> points{}; ///< of a match that decides, by rank; empty: 1 for the first
    // What the plan is made of, beside AIs, fields and format.
    std::uint64_t seed = 0;
    std::string challenger{};
    bool draws_seats = false; ///< the base order of groups
    int tie_fields = 0;
    int top = 1;
    double confidence = 0.95;
    std::string limits{};   ///< of the AIs, for people
    std::string version{};  ///< of the referee that began it
    std::string schedule{}; ///< SHA-256 of --schedule's file, or empty
    int generation = 0;     ///< how often it has grown since
};

/// Where games were played.
struct StoredMachine {
    int shard = 1;
    std::string processor;
    int cores = 0;
    bool operator==(const StoredMachine&) const = default;
};

/// Throws UserError: "PATH: WHAT; the database is damaged: …".
[[noreturn]] void refuse_damaged(const std::string& path, const std::string& what);

class Store {
  public:
    enum class Access { read, write };

    /// Opens a database that is there; with Access::write it is locked against other tournaments.
    /// Throws UserError if there is none, it is none of ours or in use.
    Store(const std::string& path, Access access);
    /// Makes a new one. Throws UserError if the file exists.
    Store(
        const std::string& path, const StoredTournament& tournament,
        const std::vector<StoredAi>& ais, const std::vector<StoredField>& fields);
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    const StoredTournament& tournament() const { return tournament_; }
    const std::vector<StoredAi>& ais() const { return ais_; }
    /// AIs that no longer take part; their games are kept, but count nowhere.
    const std::vector<StoredAi>& left_out() const { return left_out_; }
    const std::vector<StoredField>& fields() const { return fields_; }
    const std::string& path() const { return path_; }

    /// For reports: from now on the store seems to have no such AIs, and no games with them. It
    /// can't be written to any more.
    void leave_out(const std::vector<int>& ais);
    bool is_partial() const { return !view_.empty(); }

    /// Number of finished games.
    std::int64_t game_count() const;
    /// Indexes of the finished games from `first` to before `end`, ascending; the first `max` of
    /// them (-1: all).
    std::vector<std::int64_t>
    games_between(std::int64_t first, std::int64_t end, std::int64_t max = -1) const;
    /// Adds a finished game in a transaction of its own. Throws InternalError (disk full).
    void add(const GameOutcome& outcome);
    /// All finished games in the order of their indexes, or those from `first` to before `end`.
    void for_each(const std::function<void(const GameOutcome&)>& look) const;
    void for_each(
        std::int64_t first, std::int64_t end,
        const std::function<void(const GameOutcome&)>& look) const;

    /// The faults of which details are kept, in the order of games: the game's index, its field and
    /// the AI, and the fault.
    struct FaultRow {
        std::int64_t game = 0;
        int field = 0;
        int ai = 0;
        std::string record;
        FaultDetail detail;
    };
    void for_each_fault(const std::function<void(const FaultRow&)>& look) const;
    /// Indexes of the first `max` games that have records.
    std::vector<std::int64_t> recorded_games(int max) const;
    /// When the first and the last game had finished, "2026-11-21T20:51:36Z"; empty without games.
    std::pair<std::string, std::string> times() const;

    std::vector<StoredMachine> machines() const;
    void add_machine(const StoredMachine& machine);

    /// What a tournament becomes that grows.
    struct Regrouping {
        StoredTournament tournament;
        std::vector<StoredAi> ais;
        std::vector<StoredAi> left_out;
        std::vector<StoredField> fields;
        std::vector<int> ai_numbers;    ///< by old number, those left out last: the new number
        std::vector<int> field_numbers; ///< by old number
    };
    /// Renumbers AIs and fields and sets all games aside; `place` then calls adopt() for those that
    /// the new plan has. All of it or nothing is stored.
    void regroup(const Regrouping& regrouping, const std::function<void()>& place);
    bool has_set_aside() const;
    /// Games on a field that are set aside: the AIs by seat, and a number for adopt().
    std::multimap<std::vector<int>, std::int64_t> set_aside_on(int field) const;
    /// A game that was set aside, and its place in the plan.
    struct Adoption {
        std::int64_t id = 0;
        std::int64_t index = 0;
        std::int64_t match = 0;
    };
    void adopt(const std::vector<Adoption>& games);

    /// Drops all games in which AI or field `number` took part, and stores its new hash; AIs that
    /// are left out have the numbers after the others. Returns how many games that were.
    std::int64_t replace_ai(int number, const StoredAi& ai);
    std::int64_t replace_field(int number, const StoredField& field);

    /// Joins another shard's games (merge): all in one transaction. `conflict` is called for a game
    /// that is here already with another result. Returns how many were added and how many were
    /// there.
    struct Joined {
        std::int64_t added = 0;
        std::int64_t duplicates = 0;
    };
    Joined join(
        const Store& other,
        const std::function<void(const GameOutcome&, const GameOutcome&)>& conflict);

  private:
    struct Database;
    void open_for_reading();
    void read_left_out();
    /// Those who take part, also those that are not to be seen.
    int ai_count() const { return static_cast<int>(view_.empty() ? ais_.size() : view_.size()); }
    int seen_as(int ai) const { return view_.empty() ? ai : view_[static_cast<std::size_t>(ai)]; }
    void read_head();
    void write_head(
        const StoredTournament& tournament, const std::vector<StoredAi>& ais,
        const std::vector<StoredAi>& left_out, const std::vector<StoredField>& fields);
    void set_all_aside();
    void renumber(const std::string& column, const std::vector<int>& numbers);
    void insert(const GameOutcome& outcome);
    void insert_faults(const GameOutcome& outcome);
    std::vector<FaultDetail> faults_of(std::int64_t game) const;
    void read_games(
        std::int64_t first, std::int64_t end,
        const std::function<void(const GameOutcome&)>& look) const;
    GameOutcome read_game(const StoredRow& row) const;
    FaultDetail read_fault(const StoredRow& row, int column) const;
    std::int64_t drop_games(const std::string& games, int number);

    std::string path_;
    std::unique_ptr<Database> database_;
    StoredTournament tournament_;
    std::vector<StoredAi> ais_;
    std::vector<StoredAi> left_out_;
    std::vector<StoredField> fields_;
    std::vector<int> view_; ///< after leave_out(): by number in the database that to be seen, or −1
};

} // namespace referee
