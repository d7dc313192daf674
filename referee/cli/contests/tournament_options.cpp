#include "cli/contests/tournament_options.hpp"

#include "ai/patterns.hpp"
#include "ai/shipped.hpp"
#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/contests/schedule.hpp"
#include "cli/fields.hpp"
#include "cli/match_options.hpp"
#include "game/registry.hpp"
#include "match/match.hpp"
#include "os/output.hpp"
#include "sandbox/confinement.hpp"
#include "tournament/play/stored_plan.hpp"
#include "version.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

namespace referee {

namespace fs = std::filesystem;

std::string decisive_settings(const Arguments& arguments) {
    std::string text;
    for (const std::string& option : arguments.decisive()) {
        text += fmt::format("{} {}\n", option, fmt::join(arguments.all(option), " "));
    }
    return text;
}

namespace {

void read_fields(const Arguments& arguments, TournamentInput& input) {
    const FieldSet set = read_field_set(arguments.all("fields"));
    input.game = set.game;
    input.fields = set.fields;
    input.teams = set.teams;
    input.config.plan.seats = set.teams.places();
    input.config.plan.fields = static_cast<int>(set.fields.size());
}

/// Equal fields under several names make intervals too narrow, because fields are the unit of all
/// statistics.
void warn_of_equal_fields(const std::vector<StoredField>& fields) {
    std::map<std::string, std::string> first; // by hash
    int equal = 0;
    std::string example;
    for (const StoredField& field : fields) {
        const auto [known, is_new] = first.try_emplace(field.sha256, field.path);
        if (!is_new && equal++ == 0) {
            example = fmt::format("{} is the same field as {}", field.path, known->second);
        }
    }
    if (equal > 0) {
        print_error(fmt::format(
            "warning: {}; the tables assume independent fields{}", example,
            equal == 1 ? "" : fmt::format(" ({} are copies of others)", counted(equal, "field"))));
    }
}

/// Removes the AIs of --exclude. A name that is not given may still be in the database.
void leave_out(const std::vector<std::string>& names, TournamentInput& input) {
    input.excluded = names;
    std::erase_if(input.contestants, [&](const Contestant& contestant) {
        const bool is_excluded =
            std::find(names.begin(), names.end(), contestant.name) != names.end();
        if (is_excluded) {
            input.left_out.push_back(contestant.name);
        }
        return is_excluded;
    });
}

void read_plan(const Arguments& arguments, TournamentInput& input) {
    PlanConfig& plan = input.config.plan;
    plan.ais = static_cast<int>(input.contestants.size());
    plan.seed = input.match_config.seed;
    plan.format = arguments.word(
        "format", plan.seats > 2 ? Format::sampled : Format::round_robin, made_formats);
    if (arguments.has("schedule")) {
        if (arguments.has("format")) {
            throw UserError("--schedule and --format can't be combined; give one");
        }
        plan.format = Format::schedule;
        read_schedule(arguments.text("schedule"), input);
    }
    if (arguments.has("until-decided")) {
        for (const char* const other : {"format", "schedule", "top", "sprt"}) {
            if (arguments.has(other)) {
                throw UserError(fmt::format(
                    "--until-decided chooses who plays and when to stop; leave out --{}", other));
            }
        }
        plan.format = Format::racing;
    }
    if (arguments.has("challenger") != (plan.format == Format::gauntlet)) {
        throw UserError(
            "--challenger NAME and --format gauntlet go together; give both or neither");
    }
    if (plan.format == Format::gauntlet) {
        plan.challenger = ai_named(input, arguments.text("challenger"));
        if (plan.challenger < 0) {
            throw UserError(fmt::format(
                "--challenger {}: there is no AI of that name",
                printable(arguments.text("challenger"))));
        }
    }
}

void require_format(
    const Arguments& arguments, const char* option, Format format, const PlanConfig& plan) {
    if (arguments.has(option) && plan.format != format) {
        throw UserError(fmt::format("--{} is only for --format {}", option, name_of(format)));
    }
}

/// Options that belong to one format.
void read_format_options(const Arguments& arguments, TournamentInput& input) {
    PlanConfig& plan = input.config.plan;
    require_format(arguments, "top", Format::racing, plan);
    require_format(arguments, "confidence", Format::racing, plan);
    require_format(arguments, "tie-fields", Format::knockout, plan);
    const bool has_number =
        arguments.has("until-decided") && arguments.text("until-decided") != "yes";
    plan.top =
        static_cast<int>(arguments.integer(has_number ? "until-decided" : "top", 1, 1, 1'000'000));
    if (plan.format == Format::racing && input.match_config.seat_orders == SeatOrders::fixed) {
        throw UserError(
            "a race compares points, so every AI must play every seat; leave out --seats fixed");
    }
    if (arguments.has("confidence")) {
        const std::string text = arguments.text("confidence");
        const char* const end = text.data() + text.size();
        const auto [rest, code] = std::from_chars(text.data(), end, plan.confidence);
        if (code != std::errc() || rest != end || !(plan.confidence >= 0.5) ||
            !(plan.confidence <= 0.9999)) {
            throw UserError(fmt::format(
                "--confidence {}: write a number from 0.5 to 0.9999, e.g. 0.95", printable(text)));
        }
    }
    if (plan.format == Format::knockout) {
        // A quarter is enough, because ties are rare.
        plan.tie_fields =
            static_cast<int>(arguments.integer("tie-fields", plan.fields / 4, 0, plan.fields - 1));
    }
}

void read_shard(const Arguments& arguments, TournamentInput& input) {
    const std::string text = arguments.text("shard");
    if (text.empty()) {
        return;
    }
    const std::size_t slash = text.find('/');
    std::int64_t shard = 0;
    std::int64_t shards = 0;
    const std::string_view view(text);
    if (slash == std::string::npos || !parse_integer(view.substr(0, slash), shard) ||
        !parse_integer(view.substr(slash + 1), shards) || shard < 1 || shards < shard ||
        shards > 100'000) {
        throw UserError(fmt::format(
            "--shard {}: invalid value; write I/N with I from 1 to N, e.g. 2/8", printable(text)));
    }
    input.config.shard = static_cast<int>(shard);
    input.config.shards = static_cast<int>(shards);
    if (make_plan(input.config.plan)->depends_on_results()) {
        throw UserError(fmt::format(
            "--shard: the format {} depends on results and can't be divided; leave out --shard",
            name_of(input.config.plan.format)));
    }
    if (input.config.sprt) {
        throw UserError("--shard: a sequential test can't be divided; leave out --shard or --sprt");
    }
}

void hide_files(const Arguments& arguments, const std::string& database, TournamentInput& input) {
    auto& hidden = input.match_config.hidden;
    std::set<std::string> folders;
    // The confinement is tested with some fields and all their folders; thousands would take long.
    constexpr std::size_t max_fields = 16;
    for (std::size_t i = 0; i < input.fields.size(); ++i) {
        if (i < max_fields) {
            hidden.emplace_back(input.fields[i].path, "a field");
        }
        folders.insert(fs::absolute(input.fields[i].path).parent_path().string());
    }
    for (const std::string& folder : folders) {
        hidden.emplace_back(folder, "the folder of the fields");
    }
    hidden.emplace_back(database, "the database");
    for (const char* const option : {"records", "logs"}) {
        if (arguments.has(option)) {
            hidden.emplace_back(arguments.text(option), fmt::format("the folder of --{}", option));
        }
    }
}

/// What the referee writes into an AI's folder would change the AI.
void require_output_outside(
    const Arguments& arguments, const std::string& database, const TournamentInput& input) {
    std::vector<std::pair<std::string, std::string>> outputs{{database, "the database"}};
    for (const char* const option : {"records", "logs"}) {
        if (arguments.has(option)) {
            outputs.emplace_back(arguments.text(option), fmt::format("the folder of --{}", option));
        }
    }
    for (const auto& [path, what] : outputs) {
        for (const Contestant& contestant : input.contestants) {
            require_not_in(path, what, places_of(contestant.program), {}, contestant.name);
        }
    }
}

/// Describes the tournament for the database.
void fill_stored(const Arguments& arguments, TournamentInput& input) {
    const PlanConfig& plan = input.config.plan;
    check_points(input.match_config.points, plan.seats);
    StoredTournament& stored = input.stored;
    stored.game = input.game->name;
    stored.seats = plan.seats;
    stored.teams = input.teams.text();
    stored.games_per_match = plan.games_per_match;
    stored.format = name_of(plan.format);
    stored.matches = make_plan(plan)->size();
    stored.settings = decisive_settings(arguments);
    if (arguments.has("schedule")) {
        std::ifstream file(arguments.text("schedule"), std::ios::binary);
        const std::string text(std::istreambuf_iterator<char>(file), {});
        stored.schedule = sha256(text);
    }
    stored.shard = input.config.shard;
    stored.shards = input.config.shards;
    stored.sprt = arguments.text("sprt");
    stored.match_decides = input.game->match_decides;
    stored.points = input.match_config.points;
    stored.seed = plan.seed;
    stored.challenger = arguments.text("challenger");
    stored.draws_seats = plan.draws_seats;
    stored.tie_fields = plan.tie_fields;
    stored.top = plan.top;
    stored.confidence = plan.confidence;
    stored.limits = limits_text(arguments);
    stored.version = version;
}

} // namespace

void read_settings_and_fields(const Arguments& arguments, TournamentInput& input) {
    input.match_config = read_match_settings(arguments);
    read_fields(arguments, input);
    warn_of_equal_fields(input.fields);
}

void complete(const Arguments& arguments, const std::string& database, TournamentInput& input) {
    input.config.seat_orders = input.match_config.seat_orders;
    input.config.match_decides = input.game->match_decides;
    require_output_outside(arguments, database, input);
    if (arguments.has("records")) {
        make_folder("records", arguments.text("records"));
    }
    hide_files(arguments, database, input);
    for (const Contestant& contestant : input.contestants) {
        input.ais.push_back(
            {contestant.name, contestant.program.path, contestant.sha256,
             contestant.program.is_command_line});
    }
    // Rotations keep who sits directly before whom, so the base order of a group is drawn at
    // random. Not if all orders are played or a schedule gives the order.
    PlanConfig& plan = input.config.plan;
    plan.draws_seats =
        plan.format != Format::schedule && input.match_config.seat_orders == SeatOrders::rotate;
    plan.games_per_match =
        static_cast<int>(seat_plan(plan.seats, input.match_config.seat_orders).size());
    set_keys(plan, input.ais, input.fields);
    fill_stored(arguments, input);
}

TournamentInput read_tournament(const Arguments& arguments, const std::string& database) {
    TournamentInput input;
    read_settings_and_fields(arguments, input);
    const std::vector<std::string> ais = expanded(arguments.all("ai"));
    refuse_missing_ais(ais, input.game->name);
    input.contestants = read_contestants(ais, arguments.all("set"));
    require_game(input.contestants, input.game->name);
    require_names(input.match_config, input.contestants);
    require_no_network(input.match_config, *input.game);
    note_readable_programs(input.match_config, input.contestants);
    leave_out(arguments.all("exclude"), input);
    if (arguments.has("sprt")) {
        if (input.contestants.size() != 2 || input.config.plan.seats != 2 ||
            input.match_config.seat_orders != SeatOrders::rotate) {
            throw UserError(
                "--sprt is for double matches of two AIs; give two, on fields with two seats");
        }
        input.config.sprt = read_sprt(arguments.text("sprt"));
    }
    read_plan(arguments, input);
    read_format_options(arguments, input);
    read_shard(arguments, input);
    if (arguments.has("changed") && arguments.text("changed") != "replay") {
        throw UserError("--changed: write 'replay'");
    }
    complete(arguments, database, input);
    return input;
}

} // namespace referee
