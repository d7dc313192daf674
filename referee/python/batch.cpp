#include "python/batch.hpp"

#include "error.hpp"
#include "games/environments.hpp"
#include "python/fields.hpp"
#include "python/workers.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace referee {
namespace {

/// The games that one thread plays in one go: few enough to stay in its cache, enough to be worth a
/// wake-up.
constexpr int games_of_a_chunk = 64;

void require(bool is_fine, const char* name, int value, const std::string& range) {
    if (!is_fine) {
        throw UserError(fmt::format("{} is {}; give {}", name, value, range));
    }
}

BatchConfig checked(BatchConfig config, const Environment& environment) {
    const auto in = [](const char* name, int value, int min, int max) {
        require(value >= min && value <= max, name, value, fmt::format("from {} to {}", min, max));
    };
    in("size", config.size, 1, max_batch);
    in("threads", config.threads, 1, max_threads);
    in("view", config.view, 0, max_view);
    in("episodes_per_field", config.episodes_per_field, 1, 1'000'000'000);
    require(
        config.view == 0 || environment.info().has_view, "view", config.view,
        "0: this game has no head to look from");
    require(
        !config.has_features || !environment.info().features.empty(), "features", 1,
        "0: this game offers none");
    if (!config.files.empty() && !config.settings.empty()) {
        throw UserError("fields from files have their own settings; leave out one of the two");
    }
    return config;
}

} // namespace

/// Some games with all their data, so that threads share nothing.
class Batch::Chunk {
  public:
    Chunk(const BatchConfig& config, const Environment& environment, int first)
        : fields_(config, environment, first, std::min(games_of_a_chunk, config.size - first)),
          environment_(environment), first_(first),
          count_(std::min(games_of_a_chunk, config.size - first)) {}

    BatchFields& fields() { return fields_; }
    const BatchFields& fields() const { return fields_; }
    EnvironmentGames& games() { return *games_; }

    void start(
        const EnvironmentSizes& sizes, int players, bool observes_all,
        const EnvironmentArrays& arrays) {
        fields_.set_limits(sizes, players);
        games_ = environment_.games(first_, count_, players, sizes, observes_all);
        start_games(arrays);
    }
    void restart(std::uint64_t seed, const EnvironmentArrays& arrays) {
        fields_.restart(seed);
        start_games(arrays);
    }
    void step(const std::int32_t* actions, const EnvironmentArrays& arrays) {
        games_->step(actions, arrays, fields_);
    }

  private:
    void start_games(const EnvironmentArrays& arrays) {
        for (int game = first_; game < first_ + count_; ++game) {
            games_->start(game, fields_.next(game), arrays);
        }
    }

    BatchFields fields_;
    const Environment& environment_;
    int first_;
    int count_;
    std::unique_ptr<EnvironmentGames> games_;
};

struct Batch::Threads {
    Workers workers;
};

Batch::Batch(const BatchConfig& config)
    : config_(checked(config, environment_of(config.game))),
      environment_(environment_of(config_.game)) {
    for (int first = 0; first < config_.size; first += games_of_a_chunk) {
        chunks_.push_back(std::make_unique<Chunk>(config_, environment_, first));
    }
    BatchFields& fields = chunks_.front()->fields();
    players_ = fields.players();
    sizes_ = fields.sizes();
    make_arrays();
    for (const auto& chunk : chunks_) {
        chunk->start(sizes_, players_, config_.observes_all, arrays_);
    }
    const auto play = [this](int chunk) {
        chunks_[static_cast<std::size_t>(chunk)]->step(actions_, arrays_);
    };
    threads_.reset(new Threads{{config_.threads, static_cast<int>(chunks_.size()), play}});
}

Batch::~Batch() = default;

void Batch::make_arrays() {
    const auto rows = static_cast<std::size_t>(config_.size) * static_cast<std::size_t>(players_);
    if (config_.observes) {
        const std::size_t size = rows * info().planes.size() * sizes_.cells();
        observations_.resize(size);
        final_observations_.resize(size);
        arrays_.observations = observations_.data();
        arrays_.final_observations = final_observations_.data();
    }
    if (config_.has_features) {
        features_.resize(
            rows * static_cast<std::size_t>(sizes_.actions) *
            static_cast<std::size_t>(info().feature_numbers()));
        arrays_.features = features_.data();
    }
    rewards_.resize(rows);
    done_.resize(rows);
    to_move_.resize(rows);
    legal_.resize(rows * static_cast<std::size_t>(sizes_.actions));
    over_.resize(static_cast<std::size_t>(config_.size));
    arrays_.rewards = rewards_.data();
    arrays_.done = done_.data();
    arrays_.to_move = to_move_.data();
    arrays_.legal = legal_.data();
    arrays_.over = over_.data();
}

void Batch::step(const std::int32_t* actions) {
    const std::lock_guard lock(mutex_);
    actions_ = actions;
    if (config_.threads == 1) {
        for (const auto& chunk : chunks_) {
            chunk->step(actions, arrays_);
        }
    } else {
        threads_->workers.run();
    }
}

void Batch::reset(std::uint64_t seed) {
    const std::lock_guard lock(mutex_);
    for (const auto& chunk : chunks_) {
        chunk->restart(seed, arrays_);
    }
    config_.seed = seed;
}

Batch::Chunk& Batch::chunk_of(int game) const {
    if (game < 0 || game >= config_.size) {
        throw UserError(fmt::format(
            "there is no game {}; the batch has the games 0 to {}", game, config_.size - 1));
    }
    return *chunks_[static_cast<std::size_t>(game / games_of_a_chunk)];
}

void Batch::require_player(int player) const {
    if (player < 0 || player >= players_) {
        throw UserError(fmt::format(
            "there is no player {}; they are numbered from 0 to {}", player, players_ - 1));
    }
}

std::string Batch::state(int game) const {
    const std::lock_guard lock(mutex_);
    return chunk_of(game).games().state(game);
}

void Batch::set_state(int game, std::string_view text) {
    const std::lock_guard lock(mutex_);
    chunk_of(game).games().set_state(game, text, arrays_);
}

void Batch::set_field(int game, const std::string& text) {
    const std::lock_guard lock(mutex_);
    Chunk& chunk = chunk_of(game);
    chunk.games().start(game, chunk.fields().read("field", text), arrays_);
}

std::uint64_t Batch::field_seed(int game) const {
    const std::lock_guard lock(mutex_);
    if (!config_.files.empty()) {
        throw UserError("fields from files have no seed");
    }
    return chunk_of(game).fields().seed(game);
}

std::string Batch::answer(int game, int player, std::span<const std::int32_t> action) const {
    const std::lock_guard lock(mutex_);
    require_player(player);
    if (action.size() != static_cast<std::size_t>(sizes_.parts)) {
        throw UserError(
            fmt::format("an action of {} parts; this game's have {}", action.size(), sizes_.parts));
    }
    return chunk_of(game).games().answer(game, player, action);
}

} // namespace referee
