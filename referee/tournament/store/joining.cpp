// Adding the games of other databases: those of shards, or of a season's batch.

#include "tournament/store/database.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <limits>
#include <memory>
#include <queue>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace referee {

namespace {

constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();

/// Converts a path relative to one database's folder to the other's.
std::string moved_path(const std::string& path, const std::string& from, const std::string& to) {
    namespace fs = std::filesystem;
    if (path.empty()) {
        return path;
    }
    return (fs::absolute(from).parent_path() / path)
        .lexically_normal()
        .lexically_relative(fs::absolute(to).lexically_normal().parent_path())
        .generic_string();
}

/// The games of a database one by one, in the order of indexes.
class GameReader {
  public:
    GameReader(const Store& store, std::int64_t portion) : store_(store), portion_(portion) {
        read();
    }
    const Store& store() const { return store_; }
    bool is_at_end() const { return games_.empty(); }
    GameOutcome& game() { return games_.front(); }
    const GameOutcome& game() const { return games_.front(); }
    void advance() {
        games_.pop_front();
        if (games_.empty()) {
            read();
        }
    }

  private:
    void read() {
        const std::vector<std::int64_t> indexes = store_.games_between(next_, no_end, portion_);
        if (!indexes.empty()) {
            store_.for_each(indexes.front(), indexes.back() + 1, [this](const GameOutcome& game) {
                games_.push_back(game);
            });
            next_ = indexes.back() + 1;
        }
    }

    const Store& store_;
    std::int64_t portion_;
    std::int64_t next_ = 0;
    std::deque<GameOutcome> games_;
};

bool has_faults(const GameOutcome& game) {
    return std::any_of(game.seats.begin(), game.seats.end(), [](const SeatOutcome& seat) {
        return std::any_of(
            seat.faults.begin(), seat.faults.end(), [](int count) { return count > 0; });
    });
}

} // namespace

Store::Joined Store::join(std::span<const Store* const> others, const Conflict& conflict) {
    constexpr std::int64_t in_memory = 16'384; // games, of all readers together
    constexpr std::int64_t in_transaction = 100'000;
    Joined joined;
    with_database(path_, [&] {
        const std::int64_t portion =
            std::max<std::int64_t>(16, in_memory / static_cast<std::int64_t>(others.size() + 1));
        std::vector<GameReader> readers;
        readers.reserve(others.size());
        // The reader with the lowest game is on top.
        const auto comes_later = [](const GameReader* one, const GameReader* other) {
            return one->game().index > other->game().index;
        };
        std::priority_queue<GameReader*, std::vector<GameReader*>, decltype(comes_later)> queue(
            comes_later);
        for (const Store* const other : others) {
            GameReader& reader = readers.emplace_back(*other, portion);
            if (!reader.is_at_end()) {
                queue.push(&reader);
            }
        }
        // Games are added behind this reader, so it sees only those that were here before.
        GameReader own(*this, portion);
        GameOutcome last;
        last.index = -1;
        auto transaction = std::make_unique<SQLite::Transaction>(database_->connection);
        while (!queue.empty()) {
            GameReader& reader = *queue.top();
            queue.pop();
            GameOutcome& outcome = reader.game();
            while (!own.is_at_end() && own.game().index < outcome.index) {
                own.advance();
            }
            const bool is_own = !own.is_at_end() && own.game().index == outcome.index;
            if (is_own || last.index == outcome.index) {
                const GameOutcome& before = is_own ? own.game() : last;
                if (!is_same_result(before, outcome)) {
                    conflict(before, outcome, reader.store());
                }
                ++joined.duplicates;
            } else {
                if (has_faults(outcome)) {
                    outcome.faults = reader.store().details_of_game(outcome.index);
                }
                outcome.record = moved_path(outcome.record, reader.store().path_, path_);
                insert(outcome);
                last = std::move(outcome);
                if (++joined.added % in_transaction == 0) {
                    transaction->commit();
                    transaction = std::make_unique<SQLite::Transaction>(database_->connection);
                }
            }
            reader.advance();
            if (!reader.is_at_end()) {
                queue.push(&reader);
            }
        }
        for (const Store* const other : others) {
            for (const StoredMachine& machine : other->machines()) {
                add_machine(machine);
            }
        }
        transaction->commit();
    });
    return joined;
}

} // namespace referee
