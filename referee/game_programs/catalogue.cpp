#include "game_programs/catalogue.hpp"

#include "ai/shipped.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "game/registry.hpp"
#include "game_programs/description.hpp"
#include "game_programs/program_game.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace referee {
namespace {

namespace fs = std::filesystem;

bool is_game_folder(const fs::path& folder) {
    std::error_code code;
    return fs::is_regular_file(folder / game_file, code);
}

/// A name as in fields: nothing that leads to another folder.
bool is_folder_name(std::string_view name) {
    return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") ==
                                std::string_view::npos;
}

/// The folder of installed games; empty where it can't be known because /proc isn't mounted.
fs::path installed_folder() {
    try {
        return folder_of_games();
    } catch (const UserError&) {
        return {};
    }
}

/// Throws UserError for a game of the sources that `make` hasn't built, as after `make demo`.
void require_built(std::string_view name) {
    const std::string make = installed_folder().empty() ? "" : make_for_game(name);
    if (!make.empty()) {
        throw UserError(
            fmt::format("the game {} isn't built; run '{}' in the referee's sources", name, make));
    }
}

/// The folders of $REFEREE_GAMES.
std::vector<fs::path> named_folders() {
    const char* const value = std::getenv("REFEREE_GAMES");
    std::string_view rest = value == nullptr ? "" : value;
    std::vector<fs::path> folders;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        if (end > 0) {
            folders.emplace_back(rest.substr(0, end));
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return folders;
}

class Catalogue final : public GameSource {
  public:
    const Game* find(std::string_view name, const fs::path& beside) override {
        const std::lock_guard lock(mutex_);
        if (const auto given = by_rules_.find(name); given != by_rules_.end()) {
            return given->second;
        }
        if (!is_folder_name(name)) {
            return nullptr;
        }
        std::vector<fs::path> folders{beside / "games"};
        const std::vector<fs::path> named = named_folders();
        folders.insert(folders.end(), named.begin(), named.end());
        folders.push_back(installed_folder());
        const Game* found = nullptr;
        for (const fs::path& folder : folders) {
            if (!is_game_folder(folder / name)) {
                continue;
            }
            const Game& game = load(folder / name);
            if (game.info().name != name) {
                throw UserError(fmt::format(
                    "{}: the game in it is called {}; give folder and game one name",
                    (folder / name).string(), game.info().name));
            }
            if (found != nullptr && found->info().sha256 != game.info().sha256) {
                throw UserError(fmt::format(
                    "there are two games '{}' that differ: {} and {}; remove one, or say which by "
                    "--rules DIR",
                    name, found->info().folder, game.info().folder));
            }
            // Their rules are equal; what is only shown may differ, and the installed one is ours.
            found = found == nullptr || game.info().is_shipped ? &game : found;
        }
        found = found != nullptr ? found : known(name);
        if (found == nullptr) {
            require_built(name);
        }
        return found;
    }

    std::vector<const Game*> installed() override {
        const std::lock_guard lock(mutex_);
        std::map<std::string, const Game*> games;
        std::error_code code;
        for (const fs::directory_entry& entry : fs::directory_iterator(installed_folder(), code)) {
            if (!is_game_folder(entry.path())) {
                continue;
            }
            try {
                const Game& game = load(entry.path());
                games.emplace(game.info().name, &game);
            } catch (const MissingProgram&) {
                // Its language isn't installed here; a command that names the game says so.
            }
        }
        for (const auto& [name, game] : by_rules_) {
            games[name] = game;
        }
        std::vector<const Game*> list;
        for (const auto& [name, game] : games) {
            list.push_back(game);
        }
        return list;
    }

    const Game& use(const fs::path& folder) {
        const std::lock_guard lock(mutex_);
        const Game& game = load(folder);
        by_rules_[std::string(game.info().name)] = &game;
        return game;
    }

  private:
    /// A game that was found beside a field before: who asks by its name alone means that one.
    const Game* known(std::string_view name) const {
        for (const auto& [folder, game] : by_folder_) {
            if (game && game->info().name == name) {
                return game.get();
            }
        }
        return nullptr;
    }

    /// A folder is read once; its files don't change while this program runs.
    const Game& load(const fs::path& folder) {
        std::error_code code;
        const fs::path whole = fs::canonical(folder, code);
        auto& game = by_folder_[code ? folder : whole];
        if (!game) {
            game = read_program_game(folder);
            const std::vector<const Game*>& own = built_in_games();
            const bool is_reserved = std::any_of(own.begin(), own.end(), [&](const Game* other) {
                return other->info().name == game->info().name;
            });
            if (is_reserved) {
                const std::string name(game->info().name);
                game.reset();
                throw UserError(fmt::format(
                    "{}: '{}' is the name of a built-in game; give the game another name",
                    (folder / game_file).string(), name));
            }
        }
        return *game;
    }

    std::mutex mutex_;
    std::map<fs::path, std::unique_ptr<const Game>> by_folder_;
    std::map<std::string, const Game*, std::less<>> by_rules_;
};

Catalogue& catalogue() {
    static Catalogue only;
    return only;
}

} // namespace

void find_game_programs() {
    set_game_source(catalogue());
}

const Game& use_rules(const std::string& folder) {
    return catalogue().use(folder);
}

} // namespace referee
