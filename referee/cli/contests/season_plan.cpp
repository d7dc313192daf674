#include "cli/contests/season_plan.hpp"

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "os/cores.hpp"
#include "os/machine.hpp"
#include "season/sizing.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

namespace {

constexpr std::int64_t max_entrants = 1'000'000;

/// Large numbers in groups of three digits; small ones with as many digits as say something.
std::string number_text(double value) {
    constexpr double few = 10;
    constexpr double many = 100;
    if (value < few) {
        return fmt::format("{:.2g}", value);
    }
    if (value < many) {
        return fmt::format("{:.1f}", value);
    }
    std::string digits = fmt::format("{:.0f}", value);
    constexpr std::size_t group = 3;
    for (std::size_t at = digits.size(); at > group; at -= group) {
        digits.insert(at - group, ",");
    }
    return digits;
}

SizingRequest read_request(const Arguments& arguments, const SeasonConfig& config) {
    SizingRequest request;
    request.entrants = arguments.integer("plan", 0, 1, max_entrants);
    const auto number = [&](const char* option, int otherwise, int most) {
        return static_cast<int>(arguments.integer(option, otherwise, 1, most));
    };
    request.versions = number("plan-versions", request.versions, 10'000);
    request.days = number("plan-days", request.days, 3'650);
    request.busiest_day = number("plan-busiest-day", request.busiest_day, 100);
    const std::vector<std::vector<int>> cores = physical_cores(allowed_cores());
    request.node_cores = static_cast<int>(
        arguments.integer("plan-cores", static_cast<std::int64_t>(cores.size()), 1, 4'096));
    if (const auto time = arguments.duration("plan-game-time")) {
        request.game_seconds = static_cast<double>(time->count()) / 1000;
    }
    if (config.announcement.entrants.size() > static_cast<std::size_t>(request.entrants)) {
        throw UserError(fmt::format(
            "--plan {}: the season's file of entrants has {} already", request.entrants,
            config.announcement.entrants.size()));
    }
    return request;
}

} // namespace

const std::vector<Option>& plan_options() {
    using enum Weight;
    static const std::vector<Option> options{
        explained(
            {"plan", "N", "print what a season of N entrants needs, and exit", Topic::running,
             rare},
            "Games, core-hours, nodes, disk and memory, from what the season's games have cost so "
            "far: let it play a few first. The options below say what you expect."),
        {"plan-versions", "N", "with --plan: versions of each entrant; default 10", Topic::running,
         rare},
        {"plan-days", "N", "with --plan: days on which versions come; default 28", Topic::running,
         rare},
        {"plan-busiest-day", "PERCENT",
         "with --plan: share of the versions that come on one day; default 30", Topic::running,
         rare},
        {"plan-cores", "N", "with --plan: games at once on a node; default: cores of this machine",
         Topic::running, rare},
        {"plan-game-time", "TIME", "with --plan: core time of a game; default: as measured",
         Topic::running, rare},
    };
    return options;
}

void check_plan_options(const Arguments& arguments) {
    for (const Option& option : plan_options()) {
        if (option.name != "plan" && arguments.has(option.name) && !arguments.has("plan")) {
            throw UserError(fmt::format("--{0} needs --plan; write --plan N --{0} …", option.name));
        }
    }
}

int plan_command(const Arguments& arguments, const SeasonConfig& config) {
    const SizingRequest request = read_request(arguments, config);
    const Store store(config.database(), Store::Access::read);
    const SeasonRates rates = measured_rates(config, store);
    const std::vector<SizingRow> rows = sizing_of(config, request, rates);
    if (arguments.has("json")) {
        Json json{
            {"season", config.folder},
            {"entrants", request.entrants},
            {"versions_each", request.versions},
            {"days", request.days},
            {"busiest_day_percent", request.busiest_day},
            {"node_cores", request.node_cores},
            {"games_measured", rates.games}};
        for (const SizingRow& row : rows) {
            json[row.key] = row.value ? Json(*row.value) : Json();
        }
        fmt::print("{}\n", safe_json(json.dump()));
        return 0;
    }
    fmt::print(
        "{}: a season of {}\n", safe_text(config.folder), counted(request.entrants, "entrant"));
    std::vector<std::string> values;
    std::size_t names = 0;
    std::size_t digits = 0;
    for (const SizingRow& row : rows) {
        values.push_back(
            !row.value         ? "–"
            : row.unit.empty() ? number_text(*row.value)
                               : number_text(*row.value) + " " + row.unit);
        names = std::max(names, row.name.size());
        digits = std::max(digits, row.value ? values.back().size() : 1);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        // A dash is one column wide, and three bytes long.
        const std::size_t width = rows[i].value ? values[i].size() : 1;
        const std::string head = fmt::format(
            "  {:<{}}  {}{}  ", rows[i].name, names, std::string(digits - width, ' '), values[i]);
        const std::string blank(2 + names + 2 + digits + 2, ' ');
        std::string text = wrapped_below(blank, rows[i].why);
        text.replace(0, blank.size(), head);
        fmt::print("{}", text);
    }
    return 0;
}

} // namespace referee
