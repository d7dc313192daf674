#include "python/played_game.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "game/optional_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace referee {

namespace {

LoadedField field_of(const PlayedGameConfig& config) {
    if (!config.field.empty()) {
        return load_field(config.field);
    }
    Rng rng(config.seed);
    return load_field(
        "field", game_named(config.game).create_field({config.players, config.settings}, rng));
}

} // namespace

PlayedGame::PlayedGame(const PlayedGameConfig& config)
    : field_(field_of(config)), position_(field_.field->start()) {}

std::vector<int> PlayedGame::to_move() const {
    std::vector<int> players;
    for (const Seat seat : position_->players_to_move()) {
        players.push_back(seat - 1);
    }
    return players;
}

std::map<std::string, std::string> PlayedGame::files(int player) const {
    if (player < 0 || player >= players()) {
        throw UserError(fmt::format(
            "there is no seat {}; they are numbered from 0 to {}", player, players() - 1));
    }
    const GameInfo& info = field_.game->info();
    StateFiles state(info.files.size());
    position_->write_files(player + 1, Phase::move, state);
    std::map<std::string, std::string> files;
    for (std::size_t i = 0; i < state.count(); ++i) {
        if (!state.of(i).empty() || !is_in_some_games(info.files[i])) {
            files.emplace(info.files[i].name, state.of(i));
        }
    }
    files["match.dat"] = fmt::format(
        "game {}\nplayers {}\nseat {}\nturn {}\nphase {}\n{}", info.name, players(), player + 1,
        turn(), name_of(Phase::move), state.match_keys);
    return files;
}

std::map<int, std::string> PlayedGame::play(const std::map<int, std::string>& answers) {
    std::vector<int> given;
    std::vector<Answer> to_judge;
    for (const auto& [player, text] : answers) {
        given.push_back(player);
        to_judge.push_back({player + 1, Fault::none, text});
    }
    if (given != to_move()) {
        throw UserError(fmt::format(
            "answers of the seats {}; give one of each seat to move: {}", fmt::join(given, ", "),
            fmt::join(to_move(), ", ")));
    }
    if (given.empty()) {
        throw UserError("the game is over; start another one");
    }
    std::map<int, std::string> faults;
    const std::vector<Effect> effects = position_->apply(to_judge, {});
    for (std::size_t i = 0; i < effects.size(); ++i) {
        faults.emplace(given[i], name_of(effects[i].fault));
    }
    return faults;
}

} // namespace referee
