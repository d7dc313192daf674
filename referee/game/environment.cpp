#include "game/environment.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "environments_list.hpp" // made from the folders by scripts/list-games

#include <fmt/format.h>
#include <string>

namespace referee {

std::span<const Environment* const> all_environments() {
    return listed_environments();
}

const Environment& environment_of(std::string_view game) {
    std::string names;
    for (const Environment* const environment : all_environments()) {
        if (environment->info().game == game) {
            return *environment;
        }
        names += (names.empty() ? "" : ", ") + std::string(environment->info().game);
    }
    throw UserError(
        fmt::format("'{}' can't be trained here; the games are: {}", printable(game), names));
}

} // namespace referee
