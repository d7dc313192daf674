// `games`: which games there are, and what one of them needs: files, answers, parameters, AIs.

#include "cli/commands/games.hpp"

#include "ai/shipped.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "game/field_text.hpp"
#include "game/registry.hpp"
#include "game/teams.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <memory>

namespace referee {

namespace {

constexpr std::size_t indent = 12;
constexpr std::size_t max_example_lines = 14;

/// The small field of the examples.
std::unique_ptr<const Field> example_field(const Game& game) {
    Rng rng(1);
    FieldText text("example.dat", game.create_field({0, game.info().example_settings}, rng));
    return game.read_field(text);
}

std::string time_of(const Game& game) {
    const TimeControl& time = game.info().time;
    const auto in_seconds = [](std::chrono::milliseconds duration) {
        return fmt::format("{} s", std::chrono::duration<double>(duration).count());
    };
    std::string text;
    if (time.is_clock()) {
        text = fmt::format(
            "{} for the game and {} more after each answer", in_seconds(time.start),
            in_seconds(time.increment));
    } else if (example_field(game)->start()->time_limit()) {
        text = fmt::format(
            "the field sets it for each turn, by default at most {}", in_seconds(time.per_move));
    } else {
        text = fmt::format("{} for each answer", in_seconds(time.per_move));
    }
    if (game.info().has_prepare) {
        text +=
            fmt::format("; {} once before the game, in phase prepare", in_seconds(time.prepare));
    }
    return text;
}

std::string seats_of(const GameInfo& info) {
    const std::string count = info.min_seats == info.max_seats
                                  ? std::to_string(info.min_seats)
                                  : fmt::format("{} to {}", info.min_seats, info.max_seats);
    return count + (info.simultaneous ? ", several may move at once" : ", one moves at a time");
}

std::string names_of(const FaultCost& cost) {
    std::string names;
    for (const FaultKind& kind : fault_kinds) {
        if (cost.holds_for(kind)) {
            names += fmt::format("{}{}", names.empty() ? "" : ", ", kind.name);
        }
    }
    return names;
}

/// Where the sources tell of a game that is shipped; nothing for a game of one's own.
std::vector<std::string> sources_of(const GameInfo& info) {
    std::error_code code;
    const bool is_shipped =
        info.folder.empty() ||
        std::filesystem::equivalent(info.folder, folder_of_games() / info.name, code);
    if (!is_shipped) {
        return {};
    }
    return {fmt::format("ai-reference/{}", info.name), fmt::format("ai-samples/{}", info.name)};
}

std::string item(std::string_view head, std::string_view text) {
    return wrapped_below(fmt::format("{:{}}", head, indent), text);
}

/// Some lines of a file, indented; "..." where lines or the end of a line are left out.
std::string excerpt(std::string_view text) {
    std::string lines;
    for (std::size_t count = 0; !text.empty(); ++count) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string line(count < max_example_lines ? text.substr(0, end) : "...");
        const std::size_t room = text_columns - indent - 2;
        if (line.size() > room) {
            line = line.substr(0, room - 4) + " ...";
        }
        lines += std::string(indent + 2, ' ') + line + '\n';
        text.remove_prefix(
            count < max_example_lines ? std::min(end + 1, text.size()) : text.size());
    }
    return lines.empty() ? fmt::format("{:{}}(empty)\n", "", indent + 2) : lines;
}

std::string files_of(const Game& game) {
    const GameInfo& info = game.info();
    const std::vector<std::string> texts = example_files(game);
    std::string page =
        "\nState files, as seat 1 gets them at the start of a game on a small field:\n\n";
    const auto add = [&page](const StateFile& file, std::string_view text) {
        page += wrapped_below(fmt::format("{:13} ", file.name), file.holds) + excerpt(text);
    };
    add({"match.dat",
         "lines 'key value': game, players, seat, turn, time_limit_ms, phase and other keys common "
         "to all games, then"},
        texts.back());
    for (std::size_t i = 0; i < info.files.size(); ++i) {
        add(info.files[i], texts[i]);
    }
    return page;
}

std::string answers_text(const GameInfo& info) {
    std::string page = "\n" + item("result.dat", info.answer) + "\nExamples of answers:\n";
    for (const AnswerExample& example : info.answers) {
        page += '\n' + excerpt(example.text);
        page += item("", fmt::format("{}.", example.meaning));
    }
    return page;
}

std::string parameters_text(const GameInfo& info) {
    std::string page = "\nParameters (--set of 'create'): default, range, meaning\n\n";
    const auto add = [&page](const std::vector<Parameter>& table) {
        for (const Parameter& parameter : table) {
            page += fmt::format(
                "  {:19}{:>10}  {}{}{}\n", parameter.name, parameter.default_value, parameter.range,
                parameter.unit.empty() ? "" : " ", parameter.unit);
            // The number of players has an option of its own.
            page += wrapped_below(
                std::string(6, ' '),
                parameter.meaning + (parameter.name == "players" ? "; set by --players" : ""));
        }
    };
    add(info.parameters);
    if (!info.create_settings.empty()) {
        page += "\nOnly for 'create':\n\n";
        add(info.create_settings);
    }
    return page;
}

void add_parameters(Json& list, const std::vector<Parameter>& table, bool in_field) {
    for (const Parameter& parameter : table) {
        Json entry{{"name", parameter.name},       {"default", parameter.default_value},
                   {"range", parameter.range},     {"unit", parameter.unit},
                   {"meaning", parameter.meaning}, {"in_field", in_field}};
        if (std::vector<std::string> choices = parameter.choices(); !choices.empty()) {
            entry["values"] = std::move(choices);
        }
        if (parameter.ends_game) {
            entry["ends_game"] = true;
        }
        list.push_back(std::move(entry));
    }
}

Json json_of(const Game& game) {
    const GameInfo& info = game.info();
    const std::vector<std::string> texts = example_files(game);
    Json files = Json::array();
    for (std::size_t i = 0; i < info.files.size(); ++i) {
        files.push_back(
            {{"name", info.files[i].name}, {"holds", info.files[i].holds}, {"example", texts[i]}});
    }
    Json answers = Json::array();
    for (const AnswerExample& example : info.answers) {
        answers.push_back({{"text", example.text}, {"meaning", example.meaning}});
    }
    Json faults = Json::object();
    for (const FaultCost& cost : info.faults) {
        for (const FaultKind& kind : fault_kinds) {
            if (cost.holds_for(kind)) {
                faults[kind.name] = cost.costs;
            }
        }
    }
    Json parameters = Json::array();
    add_parameters(parameters, info.parameters, true);
    add_parameters(parameters, info.create_settings, false);
    Json small = Json::object();
    for (const auto& [name, value] : info.example_settings) {
        small[name] = value;
    }
    return {
        {"name", info.name},
        {"title", info.title},
        {"seats",
         {{"min", info.min_seats}, {"max", info.max_seats}, {"default", info.default_seats}}},
        {"teams", info.teams},
        {"simultaneous", info.simultaneous},
        {"hidden", info.hidden},
        {"has_prepare", info.has_prepare},
        {"time", time_of(game)},
        {"max_turns", info.max_turns == 0 ? Json() : Json(info.max_turns)},
        {"seat", info.seat},
        {"match_keys", texts.back()},
        {"files", files},
        {"answer", info.answer},
        {"answers", answers},
        {"faults", faults},
        {"parameters", parameters},
        {"small", small},
        {"rules", rules_of(info.name)},
        {"fields", folder_of_fields(info.name).string()},
        {"ais",
         {{"folder", folder_of_ais(info.name).string()},
          {"built", available_ais(info.name)},
          {"sources", sources_of(info)}}}};
}

} // namespace

std::vector<std::string> example_files(const Game& game) {
    const auto field = example_field(game);
    const auto position = field->start();
    StateFiles files(game.info().files.size());
    position->write_files(1, Phase::move, files);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < files.count(); ++i) {
        texts.push_back(files.of(i));
    }
    texts.push_back(files.match_keys);
    return texts;
}

std::string game_page(const Game& game) {
    const GameInfo& info = game.info();
    std::string page = fmt::format("{}: {}\n\n", info.name, info.title);
    page += item("Rules", safe_text(rules_of(info.name)));
    page += item("Seats", seats_of(info));
    if (!info.teams.empty()) {
        page += item("Teams", Teams(info.max_seats, info.teams).text());
    }
    page += item("Your seat", info.seat);
    page += item("Time", time_of(game));
    if (info.max_turns > 0) {
        page += item("Turns", fmt::format("{} at most", info.max_turns));
    }
    page += files_of(game) + answers_text(info);
    page += "\nWhat a fault costs:\n\n";
    for (const FaultCost& cost : info.faults) {
        page += wrapped_below("  ", fmt::format("{}: {}", names_of(cost), cost.costs));
    }
    page += parameters_text(info);
    const std::vector<std::string> ais = available_ais(info.name);
    page += "\nAIs:\n\n";
    if (!ais.empty()) {
        page += wrapped_below("  ", safe_text(fmt::format("{}", fmt::join(ais, " "))));
        page += fmt::format("  in:      {}\n", safe_text(folder_of_ais(info.name).string()));
    }
    if (const std::vector<std::string> sources = sources_of(info); !sources.empty()) {
        page += fmt::format("  sources: {}\n", fmt::join(sources, ", "));
    }
    return page + fmt::format("\nFields: {}\n", safe_text(folder_of_fields(info.name).string()));
}

std::string game_pages_as_json(const std::vector<const Game*>& games) {
    Json all = Json::array();
    for (const Game* const game : games) {
        all.push_back(json_of(*game));
    }
    return all.dump();
}

const Usage& games_usage() {
    static const Usage usage{
        "games",
        "referee games [NAME…] [--json]",
        "Lists the games. For each NAME, shows seats, time, files with an example,\n"
        "answers, faults, parameters, and the AIs available.",
        "referee games\n"
        "referee games gems",
        {rules_option(),
         {"json", "", "print it as one line of JSON", Topic::output, Weight::common}}};
    return usage;
}

int games_command(const std::vector<std::string>& words) {
    const Arguments arguments(games_usage(), words);
    std::vector<const Game*> games;
    for (const std::string& name : arguments.words()) {
        games.push_back(&game_named(name));
    }
    const bool is_named = !games.empty();
    if (!is_named) {
        games = all_games();
    }
    if (arguments.has("json")) {
        fmt::print("{}\n", game_pages_as_json(games));
        return exit_done;
    }
    for (const Game* const game : games) {
        if (is_named) {
            fmt::print("{}", game_page(*game));
        } else {
            fmt::print("{:14}{}\n", game->info().name, game->info().title);
        }
    }
    if (!is_named) {
        fmt::print("\n'referee games NAME' shows a game's files, answers and parameters.\n");
    }
    return exit_done;
}

} // namespace referee
