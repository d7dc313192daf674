#include "commands/commands.hpp"
#include "error.hpp"
#include "games/registry.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace referee {
namespace {

using Json = nlohmann::ordered_json;

const Usage usage{
    "games",
    "referee games [NAME…] [--json]",
    "Lists the games; for those named, also seats, time, files, answer, faults and parameters.",
    {{"json", "", "print it as JSON"}}};

std::string time_of(const GameInfo& info) {
    const auto in_seconds = [](std::chrono::milliseconds time) {
        return std::chrono::duration<double>(time).count();
    };
    if (info.time.is_clock()) {
        return fmt::format(
            "{} s for the game and {} s more after each answer", in_seconds(info.time.start),
            in_seconds(info.time.increment));
    }
    return fmt::format("{} s for each answer", in_seconds(info.time.per_move));
}

Json json_of(const GameInfo& info) {
    Json files = Json::object();
    for (const StateFile& file : info.files) {
        files[std::string(file.name)] = file.holds;
    }
    Json parameters = Json::array();
    const auto add = [&](std::span<const Parameter> table, bool in_field) {
        for (const Parameter& parameter : table) {
            parameters.push_back(
                {{"name", parameter.name},
                 {"default", parameter.default_value},
                 {"limits", parameter.limits},
                 {"meaning", parameter.meaning},
                 {"in_field", in_field}});
        }
    };
    add(info.parameters, true);
    add(info.create_settings, false);
    return {
        {"name", info.name},
        {"title", info.title},
        {"seats", {{"least", info.min_seats}, {"most", info.max_seats}}},
        {"simultaneous", info.simultaneous},
        {"has_prepare", info.has_prepare},
        {"time", time_of(info)},
        {"files", files},
        {"answer", info.answer},
        {"faults", info.faults},
        {"parameters", parameters}};
}

void print(const GameInfo& info) {
    fmt::print("{}: {}\n\n", info.name, info.title);
    if (info.min_seats == info.max_seats) {
        fmt::print("Seats       {}", info.min_seats);
    } else {
        fmt::print("Seats       {} to {}", info.min_seats, info.max_seats);
    }
    fmt::print(
        ", {}\nTime        {}\n", info.simultaneous ? "all move at once" : "one moves at a time",
        time_of(info));
    fmt::print(
        "Files       match.dat       'key value' lines: game, seat, turn, time_limit_ms, …\n");
    for (const StateFile& file : info.files) {
        fmt::print("            {:16}{}\n", file.name, file.holds);
    }
    fmt::print(
        "Answer      result.dat      {}\nFaults      {}\n\nParameters of fields (--set for "
        "'create'):\n",
        info.answer, info.faults);
    for (const std::span<const Parameter> table : {info.parameters, info.create_settings}) {
        for (const Parameter& parameter : table) {
            fmt::print(
                "  {:18}{:>8}  {:14}  {}\n", parameter.name, parameter.default_value,
                parameter.limits, parameter.meaning);
        }
    }
}

} // namespace

int games_command(const std::vector<std::string>& words) {
    if (printed_help(usage, words)) {
        return exit_done;
    }
    const Arguments arguments(usage, words);
    std::vector<const Game*> games;
    for (const std::string& name : arguments.words()) {
        games.push_back(&game_named(name));
    }
    const bool is_named = !games.empty();
    if (!is_named) {
        games.assign(all_games().begin(), all_games().end());
    }
    if (arguments.has("json")) {
        Json all = Json::array();
        for (const Game* const game : games) {
            all.push_back(json_of(game->info()));
        }
        fmt::print("{}\n", all.dump(2));
        return exit_done;
    }
    for (const Game* const game : games) {
        if (is_named) {
            print(game->info());
        } else {
            fmt::print("{:14}{}\n", game->info().name, game->info().title);
        }
    }
    if (!is_named) {
        fmt::print("\n'referee games NAME' tells the files, the answer and the parameters.\n");
    }
    return exit_done;
}

} // namespace referee
