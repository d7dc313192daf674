#include "game/registry.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "game/field_text.hpp"
#include "games_list.hpp" // made from the folders by scripts/list-games

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <vector>

namespace referee {
namespace {

std::vector<const Game*>& own_games() {
    static std::vector<const Game*> list(listed_games().begin(), listed_games().end());
    return list;
}

GameSource*& source() {
    static GameSource* registered = nullptr;
    return registered;
}

std::string names_of_games() {
    std::string names;
    for (const Game* const game : all_games()) {
        names += (names.empty() ? "" : ", ") + std::string(game->info().name);
    }
    return names;
}

const Game* find_game(std::string_view name, const std::filesystem::path& beside) {
    for (const Game* const game : own_games()) {
        if (game->info().name == name) {
            return game;
        }
    }
    return source() == nullptr ? nullptr : source()->find(name, beside);
}

/// What to do about a game that isn't there.
std::string games_that_are() {
    return fmt::format(
        "the games are: {}; a game of your own is found in games/ beside the field, in "
        "$REFEREE_GAMES, or by --rules DIR",
        names_of_games());
}

const Game& game_of(const FieldText& text) {
    if (!text.game().empty()) {
        const Game* const found =
            find_game(text.game(), std::filesystem::path(text.name()).parent_path());
        if (found == nullptr) {
            text.error(
                text.game_line(), fmt::format("there is no game '{}'", printable(text.game())),
                games_that_are());
        }
        return *found;
    }
    for (const Game* const game : own_games()) {
        if (game->info().reads_headerless) {
            return *game;
        }
    }
    text.error(1, "the first line must be 'game NAME'", "the games are: " + names_of_games());
}

/// True if a field without 'game NAME' begins with a parameter, as fields of other games do.
bool begins_with_key(std::string_view text) {
    while (text.starts_with('#') || text.starts_with('\n')) {
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    }
    const std::string_view letters = "abcdefghijklmnopqrstuvwxyz_";
    return !text.empty() && text.find_first_not_of(letters) > 1;
}

LoadedField load(FieldText& text, const std::string& path) {
    LoadedField loaded;
    loaded.game = &game_of(text);
    loaded.path = path;
    const std::filesystem::path file(path);
    loaded.name = file.extension() == ".dat" ? file.stem().string() : file.filename().string();
    try {
        loaded.field = loaded.game->read_field(text);
    } catch (const UserError& problem) {
        const std::string what = problem.what();
        if (!text.game().empty() || !begins_with_key(text.bytes()) ||
            what.find("'game NAME'") != std::string::npos) {
            throw;
        }
        throw UserError(fmt::format(
            "{}; it was read as a field of {}, because its first line isn't 'game NAME'", what,
            loaded.game->info().name));
    }
    loaded.text = text.bytes();
    loaded.sha256 = sha256(loaded.text);
    return loaded;
}

} // namespace

void set_game_source(GameSource& added) {
    source() = &added;
}

const std::vector<const Game*>& built_in_games() {
    return own_games();
}

std::vector<const Game*> all_games() {
    std::vector<const Game*> games = own_games();
    if (source() != nullptr) {
        const std::vector<const Game*> more = source()->installed();
        games.insert(games.end(), more.begin(), more.end());
    }
    return games;
}

AddedGame::AddedGame(const Game& game) : game_(game) {
    if (find_game(game.info().name, {}) != nullptr) {
        throw InternalError(fmt::format("there are two games '{}'", game.info().name));
    }
    own_games().push_back(&game);
}

AddedGame::~AddedGame() {
    std::erase(own_games(), &game_);
}

const Game& game_named(std::string_view name, const std::filesystem::path& beside) {
    const Game* const found = find_game(name, beside);
    if (found == nullptr) {
        throw UserError(
            fmt::format("there is no game '{}'; {}", printable(name), games_that_are()));
    }
    return *found;
}

std::string identity_of(const LoadedField& field) {
    const std::string_view rules = field.game->info().sha256;
    return rules.empty() ? field.sha256 : sha256(fmt::format("{} {}", field.sha256, rules));
}

LoadedField load_field(const std::string& path) {
    FieldText text = FieldText::read(path);
    return load(text, path);
}

LoadedField load_field(const std::string& path, std::string bytes) {
    FieldText text(path, std::move(bytes));
    return load(text, path);
}

} // namespace referee
