#include "game/field_text.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace referee {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/// The words of a line without its comment.
std::vector<std::string_view> split(std::string_view line) {
    line = line.substr(0, line.find('#'));
    std::vector<std::string_view> words;
    std::size_t at = 0;
    while (at < line.size()) {
        while (at < line.size() && is_blank(line[at])) {
            ++at;
        }
        std::size_t end = at;
        while (end < line.size() && !is_blank(line[end])) {
            ++end;
        }
        if (end > at) {
            words.push_back(line.substr(at, end - at));
        }
        at = end;
    }
    return words;
}

/// The game that an AI's folder names, as a word of a command; NAME if it names none.
std::string game_of_ai(const std::filesystem::path& folder) {
    std::ifstream file(folder / "ai.ini", std::ios::binary);
    for (std::string line; std::getline(file, line);) {
        const std::size_t equals = line.find('=');
        const std::string value = equals == std::string::npos ? "" : line.substr(equals + 1);
        const std::vector<std::string_view> key = split(std::string_view(line).substr(0, equals));
        const std::vector<std::string_view> words = split(value);
        if (key.size() == 1 && key[0] == "game" && words.size() == 1) {
            return shell_word(std::string(words[0]));
        }
    }
    return "NAME";
}

/// Throws UserError if the path is an AI or a record, which are easily given where a field is
/// expected.
void refuse_other_files(const std::string& path) {
    namespace fs = std::filesystem;
    constexpr auto endings = std::to_array<std::string_view>(
        {".py", ".js", ".java", ".jar", ".class", ".pl", ".rb", ".lua", ".sh", ".rs", ".go", ".c",
         ".cpp", ".cs", ".exe"});
    std::error_code code;
    std::array<char, 10> head{};
    if (fs::is_regular_file(path, code)) { // opening a pipe would wait
        std::ifstream(path, std::ios::binary).read(head.data(), head.size());
    }
    const std::string_view begin(head.data(), head.size());
    const bool is_program =
        begin.starts_with("#!") || begin.starts_with("\177ELF") ||
        fs::exists(fs::path(path) / "ai.ini", code) || fs::path(path).filename() == "ai.ini" ||
        std::find(endings.begin(), endings.end(), fs::path(path).extension().string()) !=
            endings.end();
    if (is_program) {
        const bool is_settings = fs::path(path).filename() == "ai.ini";
        const fs::path folder = is_settings ? fs::path(path).parent_path() : fs::path(path);
        const std::string ai = is_settings && folder.empty() ? "." : folder.string();
        throw UserError(fmt::format(
            "{}: not a field but a program; to try an AI: referee check --game {} {}", path,
            game_of_ai(folder), shell_word(ai)));
    }
    if (begin.starts_with("{\"record\":")) {
        throw UserError(fmt::format(
            "{0}: not a field but a record; to watch it: referee replay {1} --show; to continue it: "
            "referee play --from {1} --turn N",
            path, shell_word(path)));
    }
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text.empty() ? "none" : text;
}

} // namespace

FieldText::FieldText(std::string name, std::string bytes)
    : name_(std::move(name)), bytes_(std::move(bytes)) {
    Section* section = nullptr;
    bool first = true;
    const std::string_view text = bytes_;
    if (text.starts_with("\xef\xbb\xbf")) {
        error(1, "the field begins with a byte order mark", "save it without one");
    }
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        begin = end + 1;
        Row row{++last_line_, split(line)};
        if (row.words.empty()) {
            continue;
        }
        if (first) {
            first = false;
            if (row.words[0] == "game") {
                if (row.words.size() != 2) {
                    error(row.line, "the first line must be 'game NAME'", "name one game");
                }
                game_ = row.words[1];
                game_line_ = row.line;
                continue;
            }
            section = &sections_[""].section; // no header: the contest's raw format
        }
        if (row.words[0][0] == '[') {
            section = open_section(row.line, line.substr(0, line.find('#')));
        } else if (section != nullptr) {
            section->rows.push_back(std::move(row));
        } else {
            add_key(row);
        }
    }
    if (first) {
        error(std::max(last_line_, 1), "the field is empty", "make one with 'referee create'");
    }
}

FieldText FieldText::read(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (status.type() == fs::file_type::none) {
        throw UserError(fmt::format(
            "{}: can't be reached ({}); check the path and its permissions", path, code.message()));
    }
    if (!fs::exists(status)) {
        throw UserError(fmt::format(
            "{}: there is no such file; name a field or make one with: referee create {}", path,
            path.empty() ? "FIELD" : shell_word(path)));
    }
    refuse_other_files(path);
    if (!fs::is_regular_file(status)) {
        throw UserError(path + ": not a file; name the field itself");
    }
    if (fs::file_size(path, code) > max_bytes) {
        throw UserError(path + ": larger than 64 MiB, which no field may be; check the name");
    }
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw UserError(
            path + ": can't be read (" + std::strerror(errno) + "); check its permissions");
    }
    return {path, std::string(std::istreambuf_iterator<char>(file), {})};
}

void FieldText::add_key(const Row& row) {
    const std::string key(row.words[0]);
    if (row.words.size() < 2) {
        error(row.line, fmt::format("'{}' has no value", printable(key)), "write 'key value'");
    }
    if (row.words.size() > 2) {
        error(
            row.line, fmt::format("'{}' has more than one value", printable(key)),
            fmt::format("remove '{}'", printable(row.words[2])));
    }
    const auto [at, is_new] = keys_.try_emplace(key, Key{row.line, std::string(row.words[1])});
    if (!is_new) {
        error(
            row.line,
            fmt::format(
                "duplicate key '{}', already defined on line {}", printable(key), at->second.line),
            "remove one of the two");
    }
}

Section* FieldText::open_section(int line, std::string_view text) {
    std::string name;
    for (const std::string_view word : split(text)) {
        name += (name.empty() ? "" : " ") + std::string(word);
    }
    if (name.size() < 3 || name.back() != ']') {
        error(line, fmt::format("'{}' is not a section", printable(name)), "write '[name]'");
    }
    name = name.substr(1, name.size() - 2);
    const auto [at, is_new] = sections_.try_emplace(name);
    if (!is_new) {
        error(
            line,
            fmt::format(
                "duplicate section [{}], already defined on line {}", printable(name),
                at->second.section.line),
            "join the two");
    }
    at->second.section.line = line;
    return &at->second.section;
}

FieldText::Key* FieldText::ask(std::string_view key) {
    known_keys_.emplace_back(key);
    const auto at = keys_.find(key);
    if (at == keys_.end()) {
        return nullptr;
    }
    at->second.asked = true;
    return &at->second;
}

std::int64_t FieldText::integer(
    std::string_view key, std::int64_t default_value, std::int64_t min, std::int64_t max) {
    const Key* const found = ask(key);
    if (found == nullptr) {
        return default_value;
    }
    std::int64_t value = 0;
    if (!parse_integer(found->value, value) || value < min || value > max) {
        error(
            found->line,
            fmt::format("{} is '{}', not an integer in range", key, printable(found->value)),
            fmt::format("give {} from {} to {}", key, min, max));
    }
    return value;
}

double FieldText::number(std::string_view key, double default_value, double min, double max) {
    const Key* const found = ask(key);
    if (found == nullptr) {
        return default_value;
    }
    double value = 0;
    const char* const end = found->value.data() + found->value.size();
    const auto [at, code] = std::from_chars(found->value.data(), end, value);
    if (code != std::errc() || at != end || !(value >= min && value <= max)) {
        error(
            found->line,
            fmt::format("{} is '{}', not a number in range", key, printable(found->value)),
            fmt::format("give {} from {} to {}", key, min, max));
    }
    return value;
}

std::string FieldText::word(
    std::string_view key, std::string_view default_value,
    const std::vector<std::string_view>& allowed) {
    const Key* const found = ask(key);
    if (found == nullptr) {
        return std::string(default_value);
    }
    if (!allowed.empty() &&
        std::find(allowed.begin(), allowed.end(), found->value) == allowed.end()) {
        error(
            found->line, fmt::format("{} is '{}'", key, printable(found->value)),
            fmt::format("give one of: {}", fmt::join(allowed, ", ")));
    }
    return found->value;
}

const Section* FieldText::find_section(const std::string& name) {
    known_sections_.push_back("[" + name + "]");
    const auto at = sections_.find(name);
    if (at == sections_.end()) {
        return nullptr;
    }
    at->second.asked = true;
    return &at->second.section;
}

FieldValues FieldText::facts() const {
    FieldValues facts;
    for (const auto& [name, key] : keys_) {
        facts[name] = key.value;
    }
    for (const auto& [name, named] : sections_) {
        if (!name.empty()) {
            facts["[" + name + "]"] = std::to_string(named.section.rows.size());
        }
    }
    return facts;
}

const Section& FieldText::section(const std::string& name) {
    const Section* const found = find_section(name);
    if (found == nullptr) {
        error(last_line_, fmt::format("the section [{}] is missing", name), "add it");
    }
    return *found;
}

std::int64_t FieldText::integer(
    const Row& row, std::size_t index, std::string_view what, std::int64_t min,
    std::int64_t max) const {
    std::int64_t value = 0;
    if (!parse_integer(row.words.at(index), value) || value < min || value > max) {
        error(
            row.line,
            fmt::format("{} is '{}', not an integer in range", what, printable(row.words[index])),
            fmt::format("give one from {} to {}", min, max));
    }
    return value;
}

void FieldText::require_words(const Row& row, std::size_t count, std::string_view form) const {
    if (row.words.size() != count) {
        error(
            row.line,
            fmt::format(
                "{} where {} {} expected",
                counted(static_cast<std::int64_t>(row.words.size()), "value"), count,
                count == 1 ? "is" : "are"),
            fmt::format("a row is: {}", form));
    }
}

void FieldText::finish() const {
    for (const auto& [key, entry] : keys_) {
        if (!entry.asked) {
            error(
                entry.line, fmt::format("unknown key '{}'", printable(key)),
                "valid keys: " + joined(known_keys_));
        }
    }
    for (const auto& [name, entry] : sections_) {
        if (!entry.asked && game_.empty()) {
            error(1, "a field with sections must begin with 'game NAME'", "add that line");
        }
        if (!entry.asked) {
            error(
                entry.section.line, fmt::format("unknown section [{}]", printable(name)),
                "valid sections: " + joined(known_sections_));
        }
    }
}

void FieldText::error(int line, const std::string& what, const std::string& todo) const {
    throw UserError(fmt::format("{}:{}: {}; {}", name_, line, what, todo));
}

} // namespace referee
