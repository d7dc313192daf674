// referee/LIMITS.md says what the code says: each value is that of the constant that its row names.
// It has all constants of the headers that gather limits, all defaults of the help, all games.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using namespace tests;

struct Row {
    std::string text;
    std::string value;
    std::string set_by;
    std::string name; ///< of the constant, or a piece of code
    std::string path; ///< from referee/
};

std::vector<std::string> cells_in(const std::string& line) {
    std::vector<std::string> cells;
    static const std::regex cell("\\| ?([^|]*?) ?(?=\\|)");
    for (std::sregex_iterator at(line.begin(), line.end(), cell), end; at != end; ++at) {
        cells.push_back((*at)[1]);
    }
    return cells;
}

/// The rows of the tables of limits: all of four columns but the heads.
std::vector<Row> limits_of_page(const std::string& page) {
    std::vector<Row> rows;
    std::istringstream lines(page);
    static const std::regex where("`([^`]+)` in `([^`]+)`");
    for (std::string line; std::getline(lines, line);) {
        const std::vector<std::string> cells = cells_in(line);
        std::smatch place;
        if (cells.size() == 4 && std::regex_match(cells[3], place, where)) {
            rows.push_back({line, cells[1], cells[2], place[1], place[2]});
        }
    }
    return rows;
}

const std::vector<Row>& rows() {
    static const std::vector<Row> all =
        limits_of_page(read_file(source_folder() + "/referee/LIMITS.md"));
    return all;
}

/// "64 KiB", "2G", "10 s", "95 %", "20,000" as a number: of bytes, of seconds, or none of both.
std::optional<double> number_of(std::string text) {
    static const std::map<std::string, double> units{
        {"", 1},         {"K", 1024},       {"KiB", 1024}, {"M", 1 << 20U}, {"MiB", 1 << 20U},
        {"G", 1 << 30U}, {"GiB", 1 << 30U}, {"ms", .001},  {"s", 1},        {"min", 60},
        {"m", 60},       {"h", 3600},       {"%", .01}};
    static const std::regex thousands("([0-9]),([0-9]{3})");
    for (int i = 0; i < 6; ++i) {
        text = std::regex_replace(text, thousands, "$1$2");
    }
    static const std::regex form("([0-9.]+) ?([A-Za-z%]*)");
    std::smatch parts;
    if (!std::regex_match(text, parts, form) || units.count(parts[2]) == 0) {
        return std::nullopt;
    }
    return std::stod(parts[1]) * units.at(parts[2]);
}

/// The value of "64 * 1024", "16U << 20U", "120 * second_ns" from left to right.
std::optional<double> value_of(std::string text) {
    static const std::regex digits("([0-9])'([0-9])");
    static const std::regex suffix("([0-9])(?:U|L|UL|ULL|LL)\\b");
    static const std::regex cast("std::u?int64_t\\{([0-9]+)\\}");
    for (int i = 0; i < 3; ++i) {
        text = std::regex_replace(text, digits, "$1$2");
    }
    text = std::regex_replace(text, cast, "$1");
    text = std::regex_replace(text, suffix, "$1");
    text = std::regex_replace(text, std::regex("second_ns"), "1000000000");
    static const std::regex form("[0-9.]+(?: (?:\\*|/|<<) [0-9.]+)*");
    if (!std::regex_match(text, form)) {
        return std::nullopt;
    }
    std::istringstream words(text);
    double value = 0;
    words >> value;
    std::string operation;
    for (double next = 0; words >> operation >> next;) {
        value = operation == "*"   ? value * next
                : operation == "/" ? value / next
                                   : std::ldexp(value, int(next));
    }
    return value;
}

/// The text of a struct, if the name says which.
std::string scope_of(const std::string& source, const std::string& name) {
    const std::size_t colon = name.find("::");
    if (colon == std::string::npos) {
        return source;
    }
    const std::size_t begin = source.find("struct " + name.substr(0, colon) + " {");
    return begin == std::string::npos ? ""
                                      : source.substr(begin, source.find("\n};", begin) - begin);
}

/// What a constant or a member is set to where it is defined, in bytes or in seconds.
std::optional<double> defined_value(const std::string& source, const std::string& name) {
    const std::string own =
        name.substr(name.find("::") == std::string::npos ? 0 : name.find("::") + 2);
    const std::regex definition("([A-Za-z_0-9:<>]+) " + own + "(?: = ([^;]+)|\\{([^}]+)\\});");
    const std::string scope = scope_of(source, name);
    std::smatch found;
    if (!std::regex_search(scope, found, definition)) {
        return std::nullopt;
    }
    std::optional<double> value = value_of(found[2].matched ? found[2] : found[3]);
    if (value && (found[1].str().ends_with("milliseconds") || own.ends_with("_ms"))) {
        *value /= 1000;
    }
    if (value && own.ends_with("_ns")) {
        *value /= 1e9;
    }
    return value;
}

bool is_word(const std::string& name) {
    return std::regex_match(name, std::regex("[A-Za-z_:0-9]+"));
}

bool are_equal(double one, double other) {
    return std::abs(one - other) <= 1e-9 * std::abs(one);
}

/// What is wrong with a row, or nothing.
std::string wrong_with(const Row& row) {
    const std::string path = source_folder() + "/referee/" + row.path;
    if (!fs::exists(path)) {
        return row.path + " isn't there: " + row.text;
    }
    const std::string source = read_file(path);
    if (!is_word(row.name)) { // a piece of code
        const std::optional<double> value = number_of(row.value);
        const bool has_value =
            value &&
            (*value == std::floor(*value)
                 ? row.name.find(fmt::format("{:.0f}", *value)) != std::string::npos ||
                       row.name.find(fmt::format("{:.0f}U <<", *value / (1 << 20U))) !=
                           std::string::npos
                 : row.name.find(fmt::format("{:.0f}", *value * 1000)) != std::string::npos);
        return source.find(row.name) == std::string::npos ? row.name + " isn't in " + row.path
               : has_value || row.name.find(row.value) != std::string::npos
                   ? ""
                   : row.value + " isn't in " + row.name;
    }
    const std::optional<double> defined = defined_value(source, row.name);
    const std::optional<double> described = number_of(row.value);
    if (!defined || !described) {
        return fmt::format("{} has no {} that can be read: {}", row.path, row.name, row.text);
    }
    return are_equal(*defined, *described)
               ? ""
               : fmt::format("{} is {}: {}", row.name, *defined, row.text);
}

/// The constants of a header of limits, and the members of its structs that have a default.
std::set<std::string> limits_in(const std::string& header) {
    std::set<std::string> names;
    static const std::regex constant("inline constexpr [A-Za-z_0-9:]+ ([a-z_0-9]+)[ {]");
    static const std::regex member("\n    [a-z_0-9:]+ ([a-z_0-9]+)(?: = |\\{)");
    for (const std::regex& form : {constant, member}) {
        for (std::sregex_iterator at(header.begin(), header.end(), form), end; at != end; ++at) {
            names.insert((*at)[1]);
        }
    }
    return names;
}

/// What the help of a command says is the default of an option, if it is a number.
std::map<std::string, std::string> numbers_in_help(const std::string& command) {
    std::map<std::string, std::string> defaults;
    const std::string help = std::regex_replace(
        run({referee_path(), command, "--help-all"}).out, std::regex("\n {10,}"), " ");
    static const std::regex form(
        "\n  --([a-z-]+)[^\n]*default:? (?:port )?([0-9][0-9.,]*[A-Za-z]*)");
    for (std::sregex_iterator at(help.begin(), help.end(), form), end; at != end; ++at) {
        defaults[(*at)[1]] = (*at)[2];
    }
    return defaults;
}

} // namespace

TEST_CASE("each limit in the page of limits is that of the code", "[limits]") {
    REQUIRE(rows().size() > 100);
    std::string wrong;
    for (const Row& row : rows()) {
        const std::string problem = wrong_with(row);
        wrong += problem.empty() ? "" : problem + "\n";
    }
    INFO(wrong);
    CHECK(wrong.empty());
}

TEST_CASE("each line of the page of limits is read", "[limits]") {
    std::istringstream lines(read_file(source_folder() + "/referee/LIMITS.md"));
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);) {
        const bool is_row = line.starts_with("| ") && !line.starts_with("| ---") &&
                            !line.starts_with("| limit or default ") &&
                            cells_in(line).size() != 3; // the games
        count += is_row ? 1 : 0;
    }
    CHECK(count == rows().size());
}

TEST_CASE("every constant in a header of limits is in the page of limits", "[limits]") {
    int headers = 0;
    std::string missing;
    for (const auto& at : fs::recursive_directory_iterator(source_folder() + "/referee")) {
        const std::string name = at.path().filename().string();
        if (name != "limits.hpp" && name != "confidence.hpp") {
            continue;
        }
        ++headers;
        const std::string path = fs::relative(at.path(), source_folder() + "/referee").string();
        for (const std::string& limit : limits_in(read_file(at.path().string()))) {
            const bool is_there = std::any_of(rows().begin(), rows().end(), [&](const Row& row) {
                return row.path == path && (row.name == limit || row.name.ends_with("::" + limit));
            });
            missing += is_there ? "" : fmt::format("{} in {}\n", limit, path);
        }
    }
    INFO(missing);
    CHECK(missing.empty());
    CHECK(headers >= 7);
}

TEST_CASE("every default number in the help is in the page of limits", "[limits]") {
    std::set<std::string> commands;
    const std::string help = run({referee_path(), "--help"}).out;
    static const std::regex command("\n  ([a-z-]+) ");
    for (std::sregex_iterator at(help.begin(), help.end(), command), end; at != end; ++at) {
        commands.insert((*at)[1]);
    }
    int count = 0;
    std::string missing;
    for (const std::string& name : commands) {
        for (const auto& [option, value] : numbers_in_help(name)) {
            ++count;
            const bool is_there = std::any_of(rows().begin(), rows().end(), [&](const Row& row) {
                return row.set_by.find("`--" + option + "`") != std::string::npos &&
                       (row.value == value ||
                        are_equal(
                            number_of(row.value).value_or(-1), number_of(value).value_or(-2)));
            });
            missing += is_there ? "" : fmt::format("{} --{}: {}\n", name, option, value);
        }
    }
    INFO(missing);
    CHECK(missing.empty());
    CHECK(count > 40);
}

TEST_CASE("the page of limits has the time of every game", "[limits]") {
    const std::string page = read_file(source_folder() + "/referee/LIMITS.md");
    for (const auto& game : nlohmann::json::parse(run({referee_path(), "games", "--json"}).out)) {
        const std::string row = fmt::format(
            "| {} | {} | `games/{}/", game.at("name").get<std::string>(),
            game.at("time").get<std::string>(), game.at("name").get<std::string>());
        CHECK_THAT(page, ContainsSubstring(row));
    }
}

TEST_CASE("a limit that has changed is found", "[limits]") {
    const auto row = [](const std::string& line) { return wrong_with(limits_of_page(line).at(0)); };
    CHECK(row("| x | 64 KiB | | `max_result_bytes` in `match/limits.hpp` |").empty());
    CHECK_FALSE(row("| x | 63 KiB | | `max_result_bytes` in `match/limits.hpp` |").empty());
    CHECK_FALSE(row("| x | 64 KiB | | `max_answer_bytes` in `match/limits.hpp` |").empty());
    CHECK_FALSE(row("| x | 64 KiB | | `max_result_bytes` in `match/bounds.hpp` |").empty());
    CHECK_FALSE(row("| x | 21 | | `integer(\"turns\", 20` in `cli/commands/check.cpp` |").empty());
    CHECK_FALSE(row("| x | 20 | | `integer(\"turns\", 30` in `cli/commands/check.cpp` |").empty());
    CHECK(defined_value("constexpr std::int64_t a_ns = 2 * second_ns;", "a_ns") == 2);
    CHECK(defined_value("struct A {\n    std::chrono::milliseconds b{500};\n};", "A::b") == .5);
    CHECK(number_of("1,024") == 1024);
    CHECK_FALSE(number_of("twelve"));
}
