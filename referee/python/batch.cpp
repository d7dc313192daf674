#include "python/batch.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "game/environment.hpp"
#include "game/field_text.hpp"
#include "game/registry.hpp"
#include "python/workers.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace referee {

// The fields on which the games of a batch are played.

namespace {

/// The fields of some games of a batch. A game's field depends only on the batch's seed, the game's
/// number and the number of its earlier fields, never on threads or other games.
class BatchFields final : public FieldSource {
  public:
    /// For the games `first` to `first + count − 1`. Reads the files. Throws UserError.
    BatchFields(const BatchConfig& config, const Environment& environment, int first, int count);

    /// All following fields must fit into these.
    void set_limits(const EnvironmentSizes& sizes, int players);
    /// Starts again with another seed.
    void restart(std::uint64_t seed);

    /// The field of the game's next episode. Throws UserError.
    std::shared_ptr<const EnvironmentField> next(int game) override;
    /// A field with that text. Throws UserError if it doesn't fit.
    std::shared_ptr<const EnvironmentField> read(const std::string& name, std::string text) const;

    /// The sizes for games on any of these fields, and their number of players.
    EnvironmentSizes sizes();
    int players();

    /// The seed of the field that the game plays on; of its last drawn one if it was given as text.
    std::uint64_t seed(int game) const {
        const Course& course = at(game);
        return course.current.text ? course.field_seed : course.current.seed;
    }

    /// Where the field that the game plays on comes from.
    const FieldOrigin& origin(int game) const { return at(game).current; }
    /// From now on, until next(), the game plays on this field.
    void set_origin(int game, const FieldOrigin& origin) { at(game).current = origin; }
    /// That field, made for these games alone.
    std::shared_ptr<const EnvironmentField> made(const FieldOrigin& origin) const;

  private:
    struct Course {
        std::uint64_t episodes = 0;
        std::uint64_t field_seed = 0;
        std::shared_ptr<const EnvironmentField> field;
        FieldOrigin current; ///< that of `field`, or what took its place
    };
    Course& at(int game) { return courses_[static_cast<std::size_t>(game - first_)]; }
    const Course& at(int game) const { return courses_[static_cast<std::size_t>(game - first_)]; }
    std::shared_ptr<const EnvironmentField> draw(std::uint64_t seed) const;
    void require_fitting(const EnvironmentField& field, const std::string& name) const;

    const BatchConfig& config_;
    const Environment& environment_;
    int first_;
    std::uint64_t seed_;
    CreateRequest request_;
    FieldDrawer draw_; ///< unless there are files
    std::vector<std::shared_ptr<const EnvironmentField>> files_;
    std::vector<Course> courses_;
    EnvironmentSizes limits_;
    int max_players_ = 0; ///< 0 until set_limits()
};

/// A seed for a game's field; `create --seed` accepts numbers without the top bit.
std::uint64_t seed_of(std::uint64_t seed, int game, std::uint64_t number) {
    const auto of_game = mixed(mixed(seed) ^ static_cast<std::uint64_t>(game));
    return mixed(of_game ^ number) >> 1U;
}

BatchFields::BatchFields(
    const BatchConfig& config, const Environment& environment, int first, int count)
    : config_(config), environment_(environment), first_(first),
      seed_(config.seed), request_{config.players, config.settings},
      courses_(static_cast<std::size_t>(count)) {
    for (const std::string& path : config.files) {
        files_.push_back(read(path, FieldText::read(path).bytes()));
    }
    if (files_.empty()) {
        draw_ = environment.drawer(request_);
    }
}

void BatchFields::set_limits(const EnvironmentSizes& sizes, int players) {
    limits_ = sizes;
    max_players_ = players;
}

void BatchFields::restart(std::uint64_t seed) {
    seed_ = seed;
    for (Course& course : courses_) {
        course = {};
    }
}

std::shared_ptr<const EnvironmentField> BatchFields::next(int game) {
    Course& course = at(game);
    const std::uint64_t episode = course.episodes++;
    if (!files_.empty()) {
        course.current = {.file = seed_of(seed_, game, episode) % files_.size()};
        return files_[course.current.file];
    }
    const auto same = static_cast<std::uint64_t>(config_.episodes_per_field);
    if (episode % same == 0) {
        course.field_seed = seed_of(seed_, game, episode / same);
        course.field = draw(course.field_seed);
    }
    course.current = {.seed = course.field_seed};
    return course.field;
}

std::shared_ptr<const EnvironmentField> BatchFields::made(const FieldOrigin& origin) const {
    return origin.text       ? read("field", *origin.text)
           : !files_.empty() ? files_[origin.file]
                             : draw(origin.seed);
}

std::shared_ptr<const EnvironmentField>
BatchFields::read(const std::string& name, std::string bytes) const {
    FieldText text(name, std::move(bytes));
    const GameInfo& info = game_named(config_.game).info();
    if (text.game().empty() ? !info.reads_headerless : text.game() != info.name) {
        text.error(text.game_line(), "no field of " + config_.game, "give one of this game");
    }
    auto field = environment_.read_field(text);
    require_fitting(*field, name);
    return field;
}

std::shared_ptr<const EnvironmentField> BatchFields::draw(std::uint64_t seed) const {
    Rng rng(seed);
    auto field = draw_(rng);
    require_fitting(*field, fmt::format("field of seed {}", seed));
    return field;
}

void BatchFields::require_fitting(const EnvironmentField& field, const std::string& name) const {
    if (max_players_ == 0) {
        return;
    }
    if (field.players() != max_players_) {
        throw UserError(fmt::format(
            "{}: a field for {} players, the batch has {}; give fields of the same number", name,
            field.players(), max_players_));
    }
    if (!limits_.holds(environment_.sizes(field, config_.view))) {
        throw UserError(
            fmt::format("{}: larger than the fields of the batch; make the batch with it", name));
    }
}

EnvironmentSizes BatchFields::sizes() {
    if (files_.empty()) {
        return environment_.drawn_sizes(*draw(seed_), request_, config_.view);
    }
    EnvironmentSizes sizes = environment_.sizes(*files_.front(), config_.view);
    for (const auto& field : files_) {
        sizes.widen(environment_.sizes(*field, config_.view));
    }
    return sizes;
}

int BatchFields::players() {
    const int first = (files_.empty() ? draw(seed_) : files_.front())->players();
    for (std::size_t i = 0; i < files_.size(); ++i) {
        const int players = files_[i]->players();
        const int expected = config_.players > 0 ? config_.players : first;
        if (players != expected) {
            throw UserError(fmt::format(
                "{}: a field for {} players, not {}; give fields of the same number",
                config_.files[i], players, expected));
        }
    }
    return first;
}

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
    if (config.has_features && environment.info().features.empty()) {
        throw UserError("features is True; give False: this game offers none");
    }
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
    const EnvironmentGames& games() const { return *games_; }

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
    /// Starts the game on the field with that text.
    void start(int game, const std::string& text, const EnvironmentArrays& arrays) {
        games_->start(game, fields_.read("field", text), arrays);
        fields_.set_origin(game, {.text = std::make_shared<const std::string>(text)});
    }
    /// `may_share`: the clone's field belongs to the same thread.
    void restore(
        int game, const EnvironmentClone& clone, const FieldOrigin& origin, bool may_share,
        const EnvironmentArrays& arrays) {
        std::shared_ptr<const EnvironmentField> field = may_share ? clone.field()
                                                        : fields_.origin(game) == origin
                                                            ? games_->field(game)
                                                            : fields_.made(origin);
        games_->restore(game, clone, std::move(field), arrays);
        fields_.set_origin(game, origin);
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

namespace {

std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

} // namespace

Batch::Batch(const BatchConfig& config)
    : number_(next_number()), config_(checked(config, environment_of(config.game))),
      environment_(environment_of(config_.game)) {
    for (int first = 0; first < config_.size; first += games_of_a_chunk) {
        chunks_.push_back(std::make_unique<Chunk>(config_, environment_, first));
    }
    BatchFields& fields = chunks_.front()->fields();
    players_ = fields.players();
    sizes_ = fields.sizes();
    sizes_.keeps_pictures = config_.observes && config_.view == 0;
    make_arrays();
    for (const auto& chunk : chunks_) {
        chunk->start(sizes_, players_, config_.observes_all, arrays_);
    }
    const auto play = [this](int chunk) {
        chunks_[static_cast<std::size_t>(chunk)]->step(actions_, arrays_);
    };
    threads_.reset(new Threads{{config_.threads, static_cast<int>(chunks_.size()), play}});
}

Batch::~Batch() {
    if (async_step_.valid() && !threads_->workers.are_of_this_process()) {
        new std::future<void>(std::move(async_step_)); // its thread ends nowhere: don't wait for it
    }
}

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

void Batch::require_threads() const {
    // A fork() takes no threads along: without them a step would wait for ever.
    if ((config_.threads > 1 || is_under_way_) && !threads_->workers.are_of_this_process()) {
        throw UserError("the batch's threads stayed in the process that made it, of which this one "
                        "is a fork; make a batch here");
    }
}

std::unique_lock<std::mutex> Batch::locked() const {
    require_threads();
    std::unique_lock lock(mutex_);
    if (async_step_.valid()) {
        throw UserError("a step is under way; call step_wait() first");
    }
    return lock;
}

void Batch::step(const std::int32_t* actions) {
    const auto lock = locked();
    step_locked(actions);
}

void Batch::step_async(const std::int32_t* actions) {
    const auto lock = locked();
    if (!threads_->workers.are_of_this_process()) {
        throw UserError("step_async() needs a batch of this process, which is a fork; call step(), "
                        "or make a batch here");
    }
    const std::size_t size = static_cast<std::size_t>(config_.size) *
                             static_cast<std::size_t>(players_) *
                             static_cast<std::size_t>(sizes_.parts);
    async_actions_.assign(actions, actions + size);
    async_step_ = std::async(std::launch::async, [this] { step_locked(async_actions_.data()); });
    is_under_way_ = true;
}

void Batch::step_wait() {
    require_threads();
    std::unique_lock lock(mutex_);
    if (!async_step_.valid()) {
        throw UserError("there is no step to wait for; call step_async() first");
    }
    is_under_way_ = false;
    async_step_.get();
}

void Batch::step_locked(const std::int32_t* actions) {
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
    const auto lock = locked();
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
    const auto lock = locked();
    return chunk_of(game).games().state(game);
}

std::vector<std::uint8_t> Batch::observation(int game, int player) const {
    const auto lock = locked();
    require_player(player);
    std::vector<std::uint8_t> row(info().planes.size() * sizes_.cells());
    chunk_of(game).games().observe(game, player, row.data());
    return row;
}

void Batch::set_state(int game, std::string_view text) {
    const auto lock = locked();
    chunk_of(game).games().set_state(game, text, arrays_);
}

void Batch::set_field(int game, const std::string& text) {
    const auto lock = locked();
    chunk_of(game).start(game, text, arrays_);
}

std::unique_ptr<BatchClone> Batch::clone(int game) const {
    const auto lock = locked();
    const Chunk& chunk = chunk_of(game);
    return std::make_unique<BatchClone>(
        number_, game / games_of_a_chunk, chunk.fields().origin(game),
        chunk.games().clone(game, arrays_));
}

void Batch::restore(int game, const BatchClone& clone) {
    const auto lock = locked();
    restore_locked(game, clone);
}

void Batch::restore_locked(int game, const BatchClone& clone) {
    Chunk& chunk = chunk_of(game);
    if (clone.batch_ != number_) {
        throw UserError(
            "a clone of another batch; between batches, use state() and set_state() on one field");
    }
    const bool may_share = config_.threads == 1 || clone.chunk_ == game / games_of_a_chunk;
    chunk.restore(game, *clone.game_, clone.origin_, may_share, arrays_);
}

void Batch::copy(int source, std::span<const int> targets) {
    const auto lock = locked();
    const Chunk& chunk = chunk_of(source);
    for (const int target : targets) {
        chunk_of(target); // before any game changes
    }
    const BatchClone clone(
        number_, source / games_of_a_chunk, chunk.fields().origin(source),
        chunk.games().clone(source, arrays_));
    for (const int target : targets) {
        if (target != source) {
            restore_locked(target, clone);
        }
    }
}

std::uint64_t Batch::field_seed(int game) const {
    const auto lock = locked();
    if (!config_.files.empty()) {
        throw UserError("fields from files have no seed");
    }
    return chunk_of(game).fields().seed(game);
}

std::string Batch::answer(int game, int player, std::span<const std::int32_t> action) const {
    const auto lock = locked();
    require_player(player);
    if (action.size() != static_cast<std::size_t>(sizes_.parts)) {
        throw UserError(
            fmt::format("an action of {} parts; this game's have {}", action.size(), sizes_.parts));
    }
    return chunk_of(game).games().answer(game, player, action);
}

} // namespace referee
