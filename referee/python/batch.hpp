#pragma once

/// Many games of one kind, played in parallel turn by turn, for learning programs. Independent of
/// Python: module.cpp exposes it to Python. referee/python/README.md says what the arrays mean.

#include "game/environment.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct BatchConfig {
    std::string game;
    int size = 256;         ///< games, from 1
    int players = 0;        ///< 0: the game's default, or as many as the files' fields have
    std::uint64_t seed = 0; ///< everything random follows from it, independent of `threads`
    /// As for `create --set`.
    std::map<std::string, std::string> settings;
    /// Fields to play on; none: they are drawn as `create` does.
    std::vector<std::string> files;
    int episodes_per_field = 1; ///< games on a field before the next is drawn
    int view = 0;               ///< EnvironmentSizes::view
    int threads = 1;            ///< 1..64
    bool observes = true;       ///< false: no observations are written
    bool has_features = false;  ///< the features of actions are written
    bool observes_all = false;  ///< players see the board while others move, too
};

inline constexpr int max_batch = 65536;
inline constexpr int max_threads = 64;

/// The field of a game, as a batch can make it again: several threads can't share one.
struct FieldOrigin {
    std::uint64_t seed = 0;                    ///< with which it was drawn
    std::size_t file = 0;                      ///< or its number among BatchConfig::files
    std::shared_ptr<const std::string> text{}; ///< or its text
    bool operator==(const FieldOrigin&) const = default;
};

/// A game of a batch at one moment, for Batch::restore(). Immutable.
class BatchClone {
  public:
    BatchClone(
        std::uint64_t batch, int chunk, FieldOrigin origin, std::unique_ptr<EnvironmentClone> game)
        : batch_(batch), chunk_(chunk), origin_(std::move(origin)), game_(std::move(game)) {}

  private:
    friend class Batch;
    std::uint64_t batch_; ///< its number, which no other batch of the process has
    int chunk_;
    FieldOrigin origin_;
    std::unique_ptr<const EnvironmentClone> game_;
};

/// Several threads of the caller may use one batch: each call waits for the others.
class Batch {
  public:
    /// Starts all games. Throws UserError.
    explicit Batch(const BatchConfig& config);
    ~Batch();
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    const BatchConfig& config() const { return config_; }
    const EnvironmentInfo& info() const { return environment_.info(); }
    const EnvironmentSizes& sizes() const { return sizes_; }
    int players() const { return players_; }
    /// The arrays keep their addresses as long as the batch lives.
    const EnvironmentArrays& arrays() const { return arrays_; }

    /// Plays one turn of each game: EnvironmentGames::step(). Games that are over start again.
    /// Allocates only when a field is drawn.
    void step(const std::int32_t* actions);
    /// Plays a turn in a thread of its own, so that the caller can go on; the arrays change until
    /// step_wait() returns. The actions are copied. Throws UserError if such a step is under way.
    void step_async(const std::int32_t* actions);
    /// Waits for that step, and throws what it has thrown. UserError if there is none.
    void step_wait();
    /// Starts all games again as a new batch with that seed would.
    void reset(std::uint64_t seed);

    // Single games; throws UserError if there is no such game or player.

    std::string state(int game) const;
    /// What the player sees now, computed anew, whether it is to move or not: a row as in
    /// EnvironmentArrays::observations.
    std::vector<std::uint8_t> observation(int game, int player) const;
    void set_state(int game, std::string_view text);
    /// Starts the game on the field with that text. Once it is over, the batch's own fields follow.
    void set_field(int game, const std::string& text);
    /// The game as it is now, to go on from there later. Its size is that of a state of the game's
    /// rules, from some hundred bytes (gems) to some ten thousand (spe_ed on a large board).
    std::unique_ptr<BatchClone> clone(int game) const;
    /// Makes the game the cloned one, on its field, with everything that the field still holds. All
    /// arrays but final_observations become as they were then; observations are written for all
    /// players. When that game is over, the fields of the game's own number follow. Throws
    /// UserError for another batch's clone.
    void restore(int game, const BatchClone& clone);
    /// Makes each of the `targets` what the game `source` is.
    void copy(int source, std::span<const int> targets);
    /// The seed with which `create` makes the field that a game plays on. Throws for files.
    std::uint64_t field_seed(int game) const;
    std::string answer(int game, int player, std::span<const std::int32_t> action) const;

  private:
    class Chunk;

    void make_arrays();
    /// The lock of the games. Throws UserError while a step is under way.
    std::unique_lock<std::mutex> locked() const;
    /// Throws UserError in a fork of the process that made the batch, if it needs threads.
    void require_threads() const;
    void step_locked(const std::int32_t* actions);
    Chunk& chunk_of(int game) const;
    void restore_locked(int game, const BatchClone& clone);
    void require_player(int player) const;

    std::uint64_t number_;     ///< of this batch, in the process
    mutable std::mutex mutex_; ///< of the games; Python's lock isn't held during a step
    BatchConfig config_;
    const Environment& environment_;
    EnvironmentSizes sizes_;
    int players_ = 0;
    std::vector<std::uint8_t> observations_;
    std::vector<std::uint8_t> final_observations_;
    std::vector<float> features_;
    std::vector<float> rewards_;
    std::vector<std::uint8_t> done_;
    std::vector<std::uint8_t> to_move_;
    std::vector<std::uint8_t> legal_;
    std::vector<std::uint8_t> over_;
    EnvironmentArrays arrays_;
    const std::int32_t* actions_ = nullptr; ///< of the step under way
    std::vector<std::unique_ptr<Chunk>> chunks_;
    struct Threads;
    std::unique_ptr<Threads> threads_;
    std::vector<std::int32_t> async_actions_;
    std::atomic<bool> is_under_way_ = false; ///< a step, for those who don't hold the mutex
    std::future<void> async_step_;           ///< last, so that no thread outlives the data it uses
};

} // namespace referee
