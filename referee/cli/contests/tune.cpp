// `tune`: finds values for the parameters of an AI by playing.

#include "ai/shipped.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/contests/tournament_options.hpp"
#include "cli/contests/tournament_run.hpp"
#include "cli/match_options.hpp"
#include "match/match.hpp"
#include "os/output.hpp"
#include "pages/report/tuning.hpp"
#include "tournament/play/stored_plan.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace referee {
namespace {

constexpr std::array<std::string_view, 2> tuning_methods{"spsa", "sweep"};

} // namespace

const Usage& tune_usage() {
    using enum Weight;
    static const Usage usage = [] {
        Usage tune{
            "tune", "referee tune --ai X --fields 'FIELDS/*.dat' [--against Y …] [options]",
            "Tunes the parameters that an AI declares in its ai.ini, by SPSA or on a grid, on\n"
            "fields with two seats. Then tests the result against the start values on\n"
            "fields that were not used for tuning. Run the same command again to resume.",
            "referee tune --ai my-ai --fields 'cup/*.dat'\n"
            "referee tune --ai my-ai --fields 'cup/*.dat' --method sweep --html tuning.html",
            match_options()};
        const std::vector<Option> own{
            {"config", "FILE", "read options from an INI file: 'key = value'", Topic::running,
             common},
            explained(
                {"against", "[NAME=]PATH", "an opponent; default: the AI itself with other values",
                 Topic::ais, common, true},
                "Both sides of each comparison play against it."),
            {"parameter", "NAME", "tune only this parameter; default: all", Topic::ais, common,
             true},
            {"db", "FILE", "the database; default tuning.sqlite", Topic::output, common},
            {"fields", "PATTERN", "fields: a file, a folder, or a pattern in quotes", Topic::games,
             required, true},
            explained(
                {"games", "N", "number of games for tuning; default 2000", Topic::games, common},
                "The step sizes depend on it, so it can't be changed later."),
            {"test-fields", "N",
             "number of fields reserved for the test, from the end; default: half", Topic::games,
             rare},
            {"sprt", "E0,E1[,A,B]", "hypotheses of the test, in normalised Elo; default 0,20",
             Topic::games, rare},
            {"method", "NAME", "by spsa (default) or by sweep, a grid of points with intervals",
             Topic::games, common, false, tuning_methods},
            {"values", "N", "number of values of each parameter in a sweep; default 5",
             Topic::games, rare},
            {"jobs", "N", "parallel games; default: one for each physical core", Topic::running,
             common},
            {"oversubscribe", "", "allow more parallel games than cores", Topic::running, rare},
            {"records", "DIR", "write a record of every game", Topic::output, rare},
            {"json", "", "print the result as one line of JSON", Topic::output, common},
            {"html", "FILE", "write a page with a plot of each parameter", Topic::output, common},
            explained(
                {"force", "", "overwrite a page that another run wrote", Topic::output, rare},
                "Its own page a run replaces without it."),
        };
        // Only wins count here, and seats are always exchanged.
        std::erase_if(tune.options, [](const Option& option) {
            return option.name == "points" || option.name == "seats";
        });
        option_named(tune.options, "ai").help = "the AI to tune: a folder with ai.ini";
        tune.options.insert(tune.options.end(), own.begin(), own.end());
        return tune;
    }();
    return usage;
}

namespace {

/// The AI twice, as the two sides of a comparison, then its opponents. Returns its name for --set.
std::string read_sides(const Arguments& arguments, TournamentInput& input) {
    std::vector<std::string> paths = arguments.all("ai");
    if (paths.size() != 1) {
        throw UserError(fmt::format(
            "tune takes one AI, but {} were given; write --ai X, and opponents with --against",
            paths.size()));
    }
    const std::vector<std::string> opponents = arguments.all("against");
    paths.insert(paths.end(), opponents.begin(), opponents.end());
    refuse_missing_ais(paths, input.game->name);
    input.contestants = read_contestants(paths, arguments.all("set"));
    require_game(input.contestants, input.game->name);
    const Contestant tuned = input.contestants[0];
    if (tuned.parameters.empty()) {
        throw UserError(fmt::format(
            "{}: it declares no parameters; add lines 'parameter = NAME, int|float, VALUE, MIN, "
            "MAX, STEP' to the ai.ini of its folder, and let it read parameters.dat",
            tuned.program.path));
    }
    input.contestants.insert(input.contestants.begin(), tuned);
    input.contestants[0].name += "+";
    input.contestants[1].name += "-";
    const std::string changes = changes_text(tuned.parameters);
    const std::size_t at = changes.empty() ? std::string::npos : tuned.name.find(changes);
    return at == std::string::npos ? tuned.name : std::string(tuned.name).erase(at, changes.size());
}

void read_parameters(const Arguments& arguments, const Contestant& ai, TuningConfig& tuning) {
    const std::vector<std::string> wanted = arguments.all("parameter");
    std::vector<std::string> known;
    for (std::size_t place = 0; place < ai.parameters.size(); ++place) {
        const AiParameter& parameter = ai.parameters[place];
        known.push_back(parameter.name);
        tuning.declared.push_back(parameter.value);
        if (wanted.empty() ||
            std::find(wanted.begin(), wanted.end(), parameter.name) != wanted.end()) {
            tuning.places.push_back(place);
            tuning.names.push_back(parameter.name);
            tuning.parameters.push_back(
                {parameter.value, parameter.min, parameter.max, parameter.step,
                 parameter.is_integer});
        }
    }
    for (const std::string& name : wanted) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw UserError(fmt::format(
                "--parameter {}: {}/ai.ini declares no parameter of that name; choose from: {}",
                printable(name), ai.program.path, fmt::join(known, ", ")));
        }
    }
}

/// The numbers of fields and games of each part.
void read_size(const Arguments& arguments, TournamentInput& input, TuningConfig& tuning) {
    const PlanConfig& plan = input.config.plan;
    const std::int64_t games = arguments.integer("games", 2000, 2, 1'000'000'000);
    const int sides = plan.ais > 2 ? 2 : 1;
    if (tuning.method == TuningMethod::sweep) {
        const int points = static_cast<int>(arguments.integer("values", 5, 2, 1000));
        constexpr std::size_t max_points = 10'000;
        std::size_t all = 1;
        for (std::size_t i = 0; i < tuning.parameters.size() && all <= max_points; ++i) {
            all *= static_cast<std::size_t>(points);
        }
        if (all > max_points) {
            throw UserError(fmt::format(
                "a grid of {} values for each of {} parameters has more than {} points; choose "
                "some with --parameter, or give fewer --values",
                points, tuning.parameters.size(), max_points));
        }
        tuning.points = grid_of(tuning.parameters, points);
        const auto a_field = static_cast<std::int64_t>(
            2 * tuning.points.size() * static_cast<std::size_t>(std::max(1, plan.ais - 2)));
        tuning.sweep_fields =
            static_cast<int>(std::min<std::int64_t>(plan.fields, games / a_field));
        if (tuning.sweep_fields == 0) {
            throw UserError(fmt::format(
                "--games {}: {} points need {} games per field; give more", games,
                tuning.points.size(), a_field));
        }
        return;
    }
    if (plan.fields < 2) {
        throw UserError("tune needs at least two fields: one to tune on and one for the test");
    }
    tuning.iterations = games / (2 * sides);
    tuning.test_fields =
        static_cast<int>(arguments.integer("test-fields", plan.fields / 2, 1, plan.fields - 1));
    if (tuning.iterations < 10) {
        throw UserError(fmt::format(
            "--games {}: an iteration takes {} games; give at least {}", games, 2 * sides,
            20 * sides));
    }
}

/// So few fields that only a difference beyond all use would decide the test.
void warn_of_few_fields(const TuningConfig& tuning) {
    constexpr double largest = 400; // normalised Elo
    if (tuning.method == TuningMethod::spsa &&
        elo_shown_by(tuning.test_fields, tuning.sprt) > largest) {
        print_error(fmt::format(
            "warning: {} can hardly decide the test of the result; a gain of {:g} normalised Elo "
            "takes about {}; give more fields",
            counted(tuning.test_fields, "test field"), tuning.sprt.elo1,
            counted(pairs_to_show(tuning.sprt), "field")));
    }
}

/// The settings that identify the run besides AIs and fields. Gains depend on the length, so it
/// can't change.
std::string settings_of(const TuningConfig& tuning) {
    std::string text = fmt::format(
        "method {}\niterations {}\ntest fields {}\nsweep fields {}\nsprt {} {} {} {}\n",
        tuning.method == TuningMethod::sweep ? "sweep" : "spsa", tuning.iterations,
        tuning.test_fields, tuning.sweep_fields, tuning.sprt.elo0, tuning.sprt.elo1,
        tuning.sprt.alpha, tuning.sprt.beta);
    for (std::size_t i = 0; i < tuning.names.size(); ++i) {
        const SpsaParameter& parameter = tuning.parameters[i];
        text += fmt::format(
            "parameter {} {} {} {} {}\n", tuning.names[i], parameter.start, parameter.min,
            parameter.max, parameter.step);
    }
    for (const std::vector<double>& point : tuning.points) {
        text += fmt::format("point {}\n", fmt::join(point, " "));
    }
    return text;
}

TournamentInput
read_input(const Arguments& arguments, const std::string& database, std::string& ai) {
    TournamentInput input;
    read_settings_and_fields(arguments, input);
    PlanConfig& plan = input.config.plan;
    if (plan.seats != 2) {
        throw UserError(fmt::format(
            "tune compares two sides, but the fields have {} seats; give fields with two seats",
            plan.seats));
    }
    auto tuning = std::make_shared<TuningConfig>();
    const std::string method = arguments.text("method", "spsa");
    if (method != "spsa" && method != "sweep") {
        throw UserError(fmt::format("--method {}: write spsa or sweep", printable(method)));
    }
    tuning->method = method == "sweep" ? TuningMethod::sweep : TuningMethod::spsa;
    tuning->sprt = read_sprt(arguments.text("sprt", "0,20"));
    ai = read_sides(arguments, input);
    plan.format = Format::tuning;
    plan.ais = static_cast<int>(input.contestants.size());
    plan.seed = input.match_config.seed;
    read_parameters(arguments, input.contestants[0], *tuning);
    read_size(arguments, input, *tuning);
    warn_of_few_fields(*tuning);
    plan.tuning = tuning;
    complete(arguments, database, input);
    input.stored.sprt.clear(); // it doesn't cover all matches
    input.stored.settings += settings_of(*tuning);
    return input;
}

/// The results known from the stored games.
struct Report {
    std::string text;
    std::string json;
    std::string html;
};

Report report_of(const TournamentInput& input, const Store& store, const std::string& ai) {
    const auto plan = make_plan(input.config.plan);
    follow(*plan, store, input.config.plan.games_per_match);
    if (const auto* const sweep = dynamic_cast<const SweepPlan*>(plan.get())) {
        return {sweep_text(*sweep, ai), sweep_json(*sweep, ai), sweep_html(*sweep, ai)};
    }
    const auto& spsa = dynamic_cast<const SpsaPlan&>(*plan);
    return {tuning_text(spsa, ai), tuning_json(spsa, ai), tuning_html(spsa, ai)};
}

void show(const Arguments& arguments, const Report& report, Store& store) {
    fmt::print("{}", arguments.has("json") ? report.json : report.text);
    if (arguments.has("html")) {
        const std::string path = arguments.text("html");
        store.expect_output(path);
        write_file(path, report.html);
        store.remember_output(path);
        print_message(fmt::format("written: {}\n", path));
    }
}

/// An existing page is replaced with --force, or if this run has written it.
void require_own_page(const Arguments& arguments, const std::string& database) {
    const std::string html = arguments.text("html");
    if (html.empty() || arguments.has("force") || !would_replace(html)) {
        return;
    }
    if (!std::filesystem::exists(database) ||
        !Store(database, Store::Access::read).is_own_output(html)) {
        throw UserError(html + ": the file already exists; --force overwrites it");
    }
}

int run_tuning(const std::vector<std::string>& given) {
    const Arguments arguments(tune_usage(), with_config(tune_usage(), given));
    if (!arguments.words().empty()) {
        throw UserError(fmt::format(
            "unexpected argument '{}'; give the AI with --ai and fields with --fields",
            printable(arguments.words()[0])));
    }
    const std::string database = arguments.text("db", "tuning.sqlite");
    std::string ai;
    TournamentInput input = read_input(arguments, database, ai);
    require_own_page(arguments, database);
    const PlayedTournament played =
        play_tournament(arguments, input, database, arguments.has("json"));
    return show_results(
        played, [&] { show(arguments, report_of(input, *played.store, ai), *played.store); });
}

} // namespace

int tune_command(const std::vector<std::string>& given) {
    const std::string config = Arguments(tune_usage(), given).text("config");
    return with_lines_of(config, given, [&] { return run_tuning(given); });
}

} // namespace referee
