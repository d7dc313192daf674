#include "commands/rerun_settings.hpp"

#include "commands/match_options.hpp"
#include "error.hpp"
#include "field/utf8.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace referee {

MatchConfig rerun_config(const Arguments& arguments, const RecordedGame& game) {
    MatchConfig config = read_match_settings(arguments);
    if (!arguments.has("margin")) {
        config.margin = std::chrono::milliseconds(game.margin_ms);
    }
    if (!arguments.has("memory") && game.memory_limit > 0) {
        config.limits.memory = game.memory_limit;
    }
    if (!arguments.has("processes") && game.process_limit > 0) {
        config.limits.processes = game.process_limit;
    }
    return config;
}

void require_told(const std::string& path, const RecordedGame& game) {
    if (game.format < 2) {
        throw UserError(fmt::format(
            "{}:{}: a record of format {} doesn't hold all that the AIs were given (points, "
            "names, limits); play and record the game again",
            path, game.line, game.format));
    }
}

void require_agreement(
    const std::string& path, const RecordedGame& game, const std::vector<Difference>& differences,
    int line) {
    if (!differences.empty() && differences[0].line < line) {
        throw UserError(fmt::format(
            "{}:{}: game {}: {}; the record can be used only up to this point", path,
            differences[0].line, game.number, differences[0].what));
    }
}

void print_json(const nlohmann::ordered_json& json) {
    fmt::print(
        "{}\n",
        safe_json(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)));
}

} // namespace referee
