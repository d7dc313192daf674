#include "game_programs/description.hpp"

#include "ai/executable.hpp"
#include "base/error.hpp"
#include "base/ini.hpp"
#include "base/text.hpp"
#include "game/match_keys.hpp"
#include "game/parameters.hpp"
#include "game/teams.hpp"
#include "game_programs/game_folder.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr auto known_keys = std::to_array<std::string_view>(
    {"name",         "title",     "command",        "build",   "seats",   "default-seats",
     "simultaneous", "hidden",    "time",           "clock",   "prepare", "match-decides",
     "timeout",      "parameter", "create",         "section", "example", "seat",
     "file",         "answer",    "answer-example", "fault",   "measure", "no-rule",
     "max-turns",    "teams"});

/// Keys that may be given many times.
constexpr auto repeated_keys = std::to_array<std::string_view>(
    {"parameter", "create", "section", "file", "answer-example", "fault", "measure"});

constexpr double max_exact = 9007199254740992.0; // 2^53: JSON numbers are exact up to it

bool is_name(std::string_view word) {
    return !word.empty() && word.size() <= 40 && word[0] >= 'a' && word[0] <= 'z' &&
           word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") ==
               std::string_view::npos;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    return begin == std::string_view::npos
               ? std::string_view()
               : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// Splits "a, b, c" into at most `count` items; the last one may hold commas.
std::vector<std::string> items_of(std::string_view text, std::size_t count) {
    std::vector<std::string> items;
    while (items.size() + 1 < count && text.find(',') != std::string_view::npos) {
        items.emplace_back(trimmed(text.substr(0, text.find(','))));
        text.remove_prefix(text.find(',') + 1);
    }
    items.emplace_back(trimmed(text));
    return items;
}

bool parse_number(std::string_view text, double& value) {
    const char* const end = text.data() + text.size();
    const auto [rest, code] = std::from_chars(text.data(), end, value);
    return code == std::errc() && rest == end && std::isfinite(value);
}

std::vector<std::string> words_between(std::string_view text, char separator) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (const std::string_view word = trimmed(text.substr(0, end)); !word.empty()) {
            words.emplace_back(word);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

/// The script among the command's words that lies in the folder, else the executable's name.
std::string rules_file_of(const Program& program, const fs::path& folder) {
    std::error_code code;
    for (const std::string& word : program.arguments) {
        const fs::path path = fs::path(word).lexically_normal();
        if (path.parent_path() == folder && fs::exists(path, code)) {
            return (folder.filename() / path.filename()).string();
        }
    }
    return (folder.filename() / fs::path(program.executable).filename()).string();
}

nlohmann::ordered_json value_of(const DeclaredParameter& parameter, const std::string& text) {
    if (parameter.kind == DeclaredParameter::Kind::word) {
        return text;
    }
    double number = 0;
    parse_number(text, number);
    if (parameter.kind == DeclaredParameter::Kind::integer) {
        return static_cast<std::int64_t>(number);
    }
    return number;
}

} // namespace

/// Fills a description from the entries of game.ini.
struct GameDescription::Reader {
    GameDescription& game;
    std::string file;
    std::map<std::string, IniEntry, std::less<>> single{};
    std::vector<IniEntry> repeated{};

    [[noreturn]] void
    refuse(const IniEntry& entry, const std::string& what, const std::string& todo) const {
        refuse_ini(file, entry.line, what, todo);
    }

    void read_entries() {
        const std::string text = read_game_text(game.folder_, game_file);
        for (IniEntry entry : read_ini(file, text)) {
            // All but what is run is for people.
            if (entry.key != "command" && entry.key != "build") {
                entry.value = safe_text(entry.value);
            }
            if (std::find(known_keys.begin(), known_keys.end(), entry.key) == known_keys.end()) {
                const std::string_view near = nearest(entry.key, known_keys);
                refuse(
                    entry, fmt::format("unknown key '{}'", printable(entry.key)),
                    near.empty() ? fmt::format("valid keys: {}", fmt::join(known_keys, ", "))
                                 : fmt::format("did you mean '{}'?", near));
            }
            const bool is_repeated =
                std::find(repeated_keys.begin(), repeated_keys.end(), entry.key) !=
                repeated_keys.end();
            if (is_repeated) {
                repeated.push_back(entry);
            } else if (!single.try_emplace(entry.key, entry).second) {
                refuse(entry, fmt::format("duplicate key '{}'", entry.key), "remove one");
            }
        }
    }

    std::vector<IniEntry> all(std::string_view key) const {
        std::vector<IniEntry> found;
        std::copy_if(
            repeated.begin(), repeated.end(), std::back_inserter(found),
            [&](const IniEntry& entry) { return entry.key == key; });
        return found;
    }

    const IniEntry* find(std::string_view key) const {
        const auto at = single.find(key);
        return at == single.end() ? nullptr : &at->second;
    }

    const IniEntry& required(std::string_view key, const std::string& example) const {
        const IniEntry* const entry = find(key);
        if (entry == nullptr || entry->value.empty()) {
            refuse_ini(
                file, entry == nullptr ? 1 : entry->line,
                fmt::format("'{}' is missing or empty", key),
                fmt::format("write '{} = {}'", key, example));
        }
        return *entry;
    }

    bool yes_or_no(std::string_view key) const {
        const IniEntry* const entry = find(key);
        if (entry != nullptr && entry->value != "yes" && entry->value != "no") {
            refuse(
                *entry, fmt::format("{} is '{}'", key, printable(entry->value)), "write yes or no");
        }
        return entry != nullptr && entry->value == "yes";
    }

    std::chrono::milliseconds duration(const IniEntry& entry, std::string_view text) const {
        const std::optional<std::chrono::milliseconds> time = parse_duration(text);
        if (!time) {
            refuse(
                entry, fmt::format("{} is '{}'", entry.key, printable(text)),
                "write a time such as 500ms, 10s or 1m");
        }
        return *time;
    }

    int seats_in(const IniEntry& entry, std::string_view text) const {
        std::int64_t count = 0;
        if (!parse_integer(text, count) || count < 1 || count > max_seats) {
            refuse(
                entry, fmt::format("{} is '{}'", entry.key, printable(entry.value)),
                fmt::format("write a number from 1 to {}, or two as in '2..4'", max_seats));
        }
        return static_cast<int>(count);
    }

    void read_identity() {
        GameInfo& info = game.info_;
        const IniEntry& name = required("name", game.folder_.filename().string());
        if (!is_name(name.value)) {
            refuse(
                name, fmt::format("'{}' can't be the name of a game", printable(name.value)),
                "use small letters, digits and _, beginning with a letter");
        }
        info.name = game.keep(name.value);
        info.title = game.keep(required("title", "a line for people").value);
        info.seat = game.keep(required("seat", "'seat' in match.dat").value);
        info.answer = game.keep(required("answer", "what result.dat must hold").value);
        const IniEntry& seats = required("seats", "2..4");
        const std::size_t dots = seats.value.find("..");
        info.min_seats = seats_in(seats, trimmed(std::string_view(seats.value).substr(0, dots)));
        info.max_seats =
            dots == std::string::npos
                ? info.min_seats
                : seats_in(seats, trimmed(std::string_view(seats.value).substr(dots + 2)));
        info.default_seats = info.min_seats;
        if (const IniEntry* const usual = find("default-seats"); usual != nullptr) {
            info.default_seats = seats_in(*usual, usual->value);
        }
        if (info.max_seats < info.min_seats || info.default_seats < info.min_seats ||
            info.default_seats > info.max_seats) {
            refuse(
                seats, "the numbers of seats don't fit one another",
                "write 'seats = LEAST..MOST', and default-seats between them");
        }
        read_teams();
        info.simultaneous = yes_or_no("simultaneous");
        info.hidden = yes_or_no("hidden");
        info.match_decides = yes_or_no("match-decides");
    }

    void read_teams() {
        const IniEntry* const entry = find("teams");
        if (entry == nullptr) {
            return;
        }
        GameInfo& info = game.info_;
        if (info.min_seats != info.max_seats) {
            refuse(
                *entry, "a game with teams has one number of seats",
                fmt::format("write 'seats = {}'", info.max_seats));
        }
        const auto teams = parse_teams(entry->value, info.max_seats);
        if (!teams) {
            refuse(
                *entry, fmt::format("teams are '{}'", printable(entry->value)),
                fmt::format(
                    "write the seats of each team as in 'teams = 1 3, 2 4': each of the {} seats "
                    "once, in teams of the same size",
                    info.max_seats));
        }
        info.teams = *teams;
    }

    void read_time() {
        TimeControl& time = game.info_.time;
        const IniEntry* const fixed = find("time");
        const IniEntry* const clock = find("clock");
        if (fixed != nullptr && clock != nullptr) {
            refuse(*clock, "the game has both 'time' and 'clock'", "keep one of them");
        }
        if (clock != nullptr) {
            const std::size_t plus = std::min(clock->value.find('+'), clock->value.size());
            time.start = duration(*clock, trimmed(std::string_view(clock->value).substr(0, plus)));
            if (plus < clock->value.size()) {
                time.increment =
                    duration(*clock, trimmed(std::string_view(clock->value).substr(plus + 1)));
            }
        } else {
            time.per_move =
                fixed != nullptr ? duration(*fixed, fixed->value) : std::chrono::seconds(10);
        }
        if (const IniEntry* const prepare = find("prepare"); prepare != nullptr) {
            time.prepare = duration(*prepare, prepare->value);
            game.info_.has_prepare = true;
        }
        if (const IniEntry* const limit = find("timeout"); limit != nullptr) {
            game.reply_limit_ = duration(*limit, limit->value);
        }
        read_max_turns();
    }

    void read_max_turns() {
        constexpr std::int64_t max = 1'000'000;
        std::int64_t turns = default_max_turns;
        const IniEntry* const entry = find("max-turns");
        if (entry != nullptr && (!parse_integer(entry->value, turns) || turns < 1 || turns > max)) {
            refuse(
                *entry, fmt::format("max-turns is '{}'", printable(entry->value)),
                fmt::format("write a number of turns from 1 to {}", max));
        }
        game.info_.max_turns = static_cast<int>(turns);
    }

    DeclaredParameter parameter_of(const IniEntry& entry) const {
        const std::vector<std::string> items = items_of(entry.value, 6);
        if (items.size() != 6) {
            refuse(
                entry, fmt::format("a {} has six items, here are {}", entry.key, items.size()),
                "write NAME, int|float|word, DEFAULT, RANGE, UNIT, MEANING");
        }
        DeclaredParameter parameter;
        parameter.shown.name = items[0];
        parameter.shown.default_value = items[2];
        parameter.shown.range = items[3];
        parameter.shown.unit = items[4];
        parameter.shown.meaning = items[5];
        parameter.in_field = entry.key == "parameter";
        const bool is_of_match =
            is_match_key(items[0]) || (!game.info_.teams.empty() && items[0] == partners_key);
        if (!is_name(items[0]) || is_of_match) {
            refuse(
                entry, fmt::format("'{}' can't be the name of a parameter", printable(items[0])),
                "use small letters, digits and _, and no key that match.dat has in every game");
        }
        for (const DeclaredParameter& other : game.parameters_) {
            if (other.shown.name == items[0]) {
                refuse(
                    entry, fmt::format("the parameter {} is declared twice", items[0]),
                    "remove one");
            }
        }
        const auto kind = named<DeclaredParameter::Kind>(items[1]);
        if (!kind) {
            refuse(
                entry, fmt::format("'{}' is not a kind of parameter", printable(items[1])),
                "write int, float or word");
        }
        parameter.kind = *kind;
        if (*kind == DeclaredParameter::Kind::word) {
            take_words(entry, parameter);
        } else {
            take_range(entry, parameter);
        }
        return parameter;
    }

    void take_words(const IniEntry& entry, DeclaredParameter& parameter) const {
        Parameter& shown = parameter.shown;
        parameter.words = words_between(shown.range, '|');
        shown.range = fmt::format("{}", fmt::join(parameter.words, ", "));
        const auto is_word = [](const std::string& word) {
            return !word.empty() && word.find_first_of(" \t#[]") == std::string::npos;
        };
        const bool is_listed =
            parameter.words.empty() ||
            std::find(parameter.words.begin(), parameter.words.end(), shown.default_value) !=
                parameter.words.end();
        if (!is_listed || !is_word(shown.default_value) ||
            !std::all_of(parameter.words.begin(), parameter.words.end(), is_word)) {
            refuse(
                entry, fmt::format("the words of {} and its default don't fit", shown.name),
                "write the words as in 'hidden|shown', and one of them as the default");
        }
    }

    void take_range(const IniEntry& entry, DeclaredParameter& parameter) const {
        Parameter& shown = parameter.shown;
        const std::size_t dots = shown.range.find("..");
        double value = 0;
        const std::string_view range = shown.range;
        const bool is_good = dots != std::string::npos &&
                             parse_number(trimmed(range.substr(0, dots)), parameter.min) &&
                             parse_number(trimmed(range.substr(dots + 2)), parameter.max) &&
                             parse_number(shown.default_value, value) && parameter.min <= value &&
                             value <= parameter.max && std::abs(parameter.min) <= max_exact &&
                             std::abs(parameter.max) <= max_exact;
        const auto is_whole = [](double number) { return std::floor(number) == number; };
        if (!is_good ||
            (parameter.kind == DeclaredParameter::Kind::integer &&
             (!is_whole(parameter.min) || !is_whole(parameter.max) || !is_whole(value)))) {
            refuse(
                entry, fmt::format("the range of {} and its default don't fit", shown.name),
                "write a range as in '2..30', and a default in it");
        }
    }

    /// The names in `no-rule`.
    std::vector<std::string> names_without_rule() const {
        const IniEntry* const entry = find("no-rule");
        return entry == nullptr ? std::vector<std::string>() : words_between(entry->value, ' ');
    }

    bool changes_no_rule(const std::string& name) const {
        const std::vector<std::string> names = names_without_rule();
        return std::find(names.begin(), names.end(), name) != names.end();
    }

    void check_names_without_rule() const {
        for (const std::string& name : names_without_rule()) {
            const bool is_known =
                name == "players" || std::any_of(
                                         game.parameters_.begin(), game.parameters_.end(),
                                         [&](const DeclaredParameter& parameter) {
                                             return parameter.shown.name == name;
                                         });
            if (!is_known) {
                refuse(
                    *find("no-rule"), fmt::format("there is no parameter '{}'", printable(name)),
                    "name parameters that change no rule, with blanks between them");
            }
        }
    }

    void read_parameters() {
        for (const IniEntry& entry : repeated) {
            if (entry.key != "parameter" && entry.key != "create") {
                continue;
            }
            game.parameters_.push_back(parameter_of(entry));
            DeclaredParameter& added = game.parameters_.back();
            added.shown.min = added.min;
            added.shown.max = added.max;
            added.shown.is_integer = added.kind == DeclaredParameter::Kind::integer;
            added.shown.words = added.words;
            added.shown.changes_rules = !changes_no_rule(added.shown.name);
            (added.in_field ? game.info_.parameters : game.info_.create_settings)
                .push_back(added.shown);
        }
        check_names_without_rule();
        GameInfo& info = game.info_;
        if (info.min_seats != info.max_seats) {
            info.parameters.insert(
                info.parameters.begin(), {"players",
                                          std::to_string(info.default_seats),
                                          fmt::format("{}..{}", info.min_seats, info.max_seats),
                                          "",
                                          "number of players",
                                          static_cast<double>(info.min_seats),
                                          static_cast<double>(info.max_seats),
                                          true,
                                          {},
                                          !changes_no_rule("players")});
        }
        for (const IniEntry& entry : all("section")) {
            const std::vector<std::string> items = items_of(entry.value, 2);
            if (items.size() != 2 || !is_name(items[0])) {
                refuse(
                    entry, fmt::format("'{}' is no section", printable(entry.value)),
                    "write 'section = NAME, what its rows hold'");
            }
            game.sections_.push_back({items[0], items[1]});
        }
        if (const IniEntry* const example = find("example"); example != nullptr) {
            for (const std::string& word : words_between(example->value, ' ')) {
                const std::size_t at = word.find('=');
                if (at == std::string::npos) {
                    refuse(*example, "an example consists of settings", "write KEY=VALUE …");
                }
                info.example_settings[word.substr(0, at)] = word.substr(at + 1);
            }
        }
    }

    /// "NAME, what it holds": both kept.
    StateFile pair_of(const IniEntry& entry, const std::string& form) const {
        const std::vector<std::string> items = items_of(entry.value, 2);
        if (items.size() != 2 || items[0].empty()) {
            refuse(
                entry, fmt::format("'{}' has only one item", printable(entry.value)),
                fmt::format("write '{} = {}'", entry.key, form));
        }
        return {game.keep(items[0]), game.keep(items[1])};
    }

    void read_files() {
        static const std::set<std::string_view> reserved{
            "match.dat", "result.dat", "notes.dat", "memory.dat", "parameters.dat"};
        for (const IniEntry& entry : all("file")) {
            const StateFile state_file = pair_of(entry, "NAME.dat, what it holds");
            const bool is_known =
                std::any_of(game.files_.begin(), game.files_.end(), [&](const StateFile& other) {
                    return other.name == state_file.name;
                });
            if (state_file.name.find_first_of("/ \t") != std::string_view::npos ||
                state_file.name[0] == '.' || state_file.name.size() > 100 ||
                reserved.contains(state_file.name) || is_known) {
                refuse(
                    entry, fmt::format("'{}' can't be a state file", printable(state_file.name)),
                    "use names without '/' that the referee doesn't use itself, each once");
            }
            game.files_.push_back(state_file);
        }
        game.info_.files = game.files_;
        for (const IniEntry& entry : all("answer-example")) {
            const StateFile pair = pair_of(entry, "TEXT, what it does");
            // "\n" stands for the end of a line.
            std::string text(pair.name);
            for (std::size_t at = 0; (at = text.find("\\n", at)) != std::string::npos; ++at) {
                text.replace(at, 2, "\n");
            }
            game.answers_.push_back({game.keep(text), pair.holds});
        }
        if (game.answers_.size() < 2) {
            refuse_ini(
                file, 1, "there are fewer than two examples of answers",
                "write 'answer-example = TEXT, what it does' twice");
        }
        game.info_.answers = game.answers_;
        for (const IniEntry& entry : all("measure")) {
            game.measures_.push_back(game.keep(items_of(entry.value, 3)[0]));
        }
        game.info_.measures = game.measures_;
    }

    void read_faults() {
        std::map<Fault, const IniEntry*> seen;
        const std::vector<IniEntry> entries = all("fault");
        for (const IniEntry& entry : entries) {
            const std::vector<std::string> items = items_of(entry.value, 2);
            FaultCost cost;
            cost.costs = game.keep(items.size() == 2 ? items[1] : "");
            for (const std::string& word : words_between(items[0], ' ')) {
                const std::optional<Fault> fault = named<Fault>(word);
                if (!fault || *fault == Fault::none || !seen.try_emplace(*fault, &entry).second) {
                    refuse(
                        entry, fmt::format("'{}' is no fault, or is named twice", printable(word)),
                        "write 'fault = timeout crash exit no-result bad-result illegal, what it "
                        "costs', each fault once");
                }
                for (const FaultKind& kind : fault_kinds) {
                    if (kind.fault == *fault &&
                        std::find(cost.classes.begin(), cost.classes.end(), kind.fault_class) ==
                            cost.classes.end()) {
                        cost.classes.push_back(kind.fault_class);
                    }
                }
            }
            if (items.size() != 2 || cost.classes.empty()) {
                refuse(
                    entry, "the faults or their cost are missing", "write 'fault = NAMES, cost'");
            }
            game.info_.faults.push_back(cost);
        }
        for (const FaultKind& kind : fault_kinds) {
            const auto at = seen.find(kind.fault);
            if (at == seen.end()) {
                refuse_ini(
                    file, entries.empty() ? 1 : entries.back().line,
                    fmt::format("the cost of {} is missing", kind.name),
                    "write 'fault = NAMES, what they cost' for every fault");
            }
            for (const FaultKind& other : fault_kinds) {
                if (other.fault_class == kind.fault_class && seen.contains(other.fault) &&
                    seen.at(other.fault) != at->second) {
                    refuse(
                        *seen.at(other.fault),
                        fmt::format("{} and {} cost the same in every game", kind.name, other.name),
                        "put them into one line");
                }
            }
        }
    }

    void read_program() {
        const IniEntry& command = required("command", "python3 {dir}/game.py");
        Program& program = game.program_;
        program.path = game.folder_.string();
        program.folder = game.folder_.string();
        program.name = game.info_.name;
        program.resident = true;
        const IniEntry* const build = find("build");
        program.build = build == nullptr ? "" : build->value;
        try {
            set_command(program, file, command);
        } catch (const UserError& error) {
            if (program.build.empty()) {
                const std::vector<std::string> words = split_words(command.value).words;
                if (!words.empty() && words[0].find('/') == std::string::npos &&
                    find_in_ai_path(words[0]).empty()) {
                    throw MissingProgram(error.what());
                }
                throw;
            }
            throw UserError(fmt::format(
                "{}; if it isn't built yet: cd '{}' && {}", error.what(), program.folder,
                program.build));
        }
        game.rules_file_ = rules_file_of(program, game.folder_);
    }
};

GameDescription::GameDescription(const fs::path& folder) {
    std::error_code code;
    folder_ = fs::canonical(folder, code);
    if (code || !fs::exists(folder_ / game_file, code)) {
        throw UserError(fmt::format(
            "{}: there is no {} in it; name the folder of a game, or make one with 'referee "
            "new-game'",
            printable(folder.string(), 300), game_file));
    }
    Reader reader{*this, (folder_ / game_file).string()};
    reader.read_entries();
    reader.read_identity();
    reader.read_time();
    reader.read_parameters();
    reader.read_files();
    reader.read_faults();
    reader.read_program();
    sha256_ = sha256_of_game(folder_);
}

nlohmann::ordered_json GameDescription::read_parameters(FieldText& text) const {
    nlohmann::ordered_json values = nlohmann::ordered_json::object();
    for (const DeclaredParameter& parameter : parameters_) {
        if (!parameter.in_field) {
            continue;
        }
        const Parameter& shown = parameter.shown;
        switch (parameter.kind) {
        case DeclaredParameter::Kind::integer: {
            std::int64_t usual = 0;
            parse_integer(shown.default_value, usual);
            values[shown.name] = text.integer(
                shown.name, usual, static_cast<std::int64_t>(parameter.min),
                static_cast<std::int64_t>(parameter.max));
            break;
        }
        case DeclaredParameter::Kind::number: {
            double usual = 0;
            parse_number(shown.default_value, usual);
            values[shown.name] = text.number(shown.name, usual, parameter.min, parameter.max);
            break;
        }
        case DeclaredParameter::Kind::word:
            values[shown.name] = text.word(
                shown.name, shown.default_value, {parameter.words.begin(), parameter.words.end()});
            break;
        }
    }
    return values;
}

int GameDescription::read_players(FieldText& text) const {
    return info_.min_seats == info_.max_seats
               ? info_.min_seats
               : static_cast<int>(text.integer(
                     "players", info_.default_seats, info_.min_seats, info_.max_seats));
}

nlohmann::ordered_json GameDescription::requested(const CreateRequest& request) const {
    nlohmann::ordered_json values = nlohmann::ordered_json::object();
    for (const DeclaredParameter& parameter : parameters_) {
        const Parameter& shown = parameter.shown;
        const auto given = request.settings.find(shown.name);
        if (given == request.settings.end()) {
            values[shown.name] = value_of(parameter, shown.default_value);
            continue;
        }
        const std::string& text = given->second;
        if (parameter.kind == DeclaredParameter::Kind::word) {
            if (!parameter.words.empty() &&
                std::find(parameter.words.begin(), parameter.words.end(), text) ==
                    parameter.words.end()) {
                refuse_setting(
                    shown.name, text,
                    fmt::format("not a value of {}; give one of: {}", shown.name, shown.range));
            }
            if (text.empty() || text.find_first_of(" \t\n\r#[]") != std::string::npos) {
                refuse_setting(shown.name, text, "give one word, without blanks, # and brackets");
            }
        } else {
            double number = 0;
            std::int64_t integer = 0;
            const bool is_integer = parameter.kind == DeclaredParameter::Kind::integer;
            if (!(is_integer ? parse_integer(text, integer) : parse_number(text, number)) ||
                (is_integer ? static_cast<double>(integer) : number) < parameter.min ||
                (is_integer ? static_cast<double>(integer) : number) > parameter.max) {
                refuse_setting(
                    shown.name, text,
                    fmt::format(
                        "not {} in range; give {} from {} to {}",
                        is_integer ? "an integer" : "a number", shown.name, parameter.min,
                        parameter.max));
            }
        }
        values[shown.name] = value_of(parameter, text);
    }
    return values;
}

} // namespace referee
