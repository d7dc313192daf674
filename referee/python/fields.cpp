#include "python/fields.hpp"

#include "error.hpp"
#include "field/mixed.hpp"
#include "field/rng.hpp"
#include "field/text.hpp"
#include "games/registry.hpp"

#include <fmt/format.h>
#include <utility>

namespace referee {
namespace {

/// A seed for a game's field; `create --seed` accepts numbers without the top bit.
std::uint64_t seed_of(std::uint64_t seed, int game, std::uint64_t number) {
    const auto of_game = mixed(mixed(seed) ^ static_cast<std::uint64_t>(game));
    return mixed(of_game ^ number) >> 1U;
}

} // namespace

BatchFields::BatchFields(
    const BatchConfig& config, const Environment& environment, int first, int count)
    : config_(config), environment_(environment), first_(first),
      seed_(config.seed), request_{config.players, config.settings},
      courses_(static_cast<std::size_t>(count)) {
    for (const std::string& path : config.files) {
        files_.push_back(read(path, FieldText::read(path).bytes()));
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
        return files_[seed_of(seed_, game, episode) % files_.size()];
    }
    const auto same = static_cast<std::uint64_t>(config_.episodes_per_field);
    if (episode % same == 0) {
        course.field_seed = seed_of(seed_, game, episode / same);
        course.field = draw(course.field_seed);
    }
    return course.field;
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
    return read(
        fmt::format("field of seed {}", seed),
        game_named(config_.game).create_field(request_, rng));
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

} // namespace referee
