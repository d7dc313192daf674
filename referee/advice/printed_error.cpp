#include "advice/printed_error.hpp"

#include "base/text.hpp"
#include "sandbox/seccomp.hpp"

#include <algorithm>
#include <array>
#include <regex>

namespace referee {
namespace {

struct Sign {
    std::string_view text;
    bool is_missing;
};

constexpr std::array<Sign, 13> signs{{
    {"No such file or directory", true},
    {"ENOENT", true},
    {"NoSuchFileException", true},
    {"FileNotFoundException", true},
    {"Permission denied", false},
    {"EACCES", false},
    {"AccessDeniedException", false},
    {"Operation not permitted", false},
    {"EPERM", false},
    {"Read-only file system", false},
    // Go words its errors differently.
    {": no such file or directory", true},
    {": permission denied", false},
    {": operation not permitted", false},
}};

/// The names of files in a line with an error.
std::vector<std::string> names_in(const std::string& line) {
    std::vector<std::string> names;
    static const std::regex quoted(R"('([^']+)'|"([^"]+)\")");
    for (std::sregex_iterator at(line.begin(), line.end(), quoted), end; at != end; ++at) {
        names.push_back((*at)[1].matched ? (*at)[1] : (*at)[2]);
    }
    if (!names.empty()) {
        return names;
    }
    // Java: "…Exception: NAME (No such file or directory)" or "…Exception: NAME"
    static const std::regex java(R"(Exception: (.+?)(?: \(.*)?$)");
    // Shells and perror(): "ai: line 3: cannot create NAME: Permission denied"
    static const std::regex shell(
        R"(^(?:.*: )?(?:cannot (?:create|open) )?(.+?): (?:Permission denied|No such file|Oper))");
    // Go: "open NAME: permission denied"
    static const std::regex go(R"((?:open|mkdir|stat|remove) (\S+): (?:per|no such file|oper))");
    std::smatch found;
    if (std::regex_search(line, found, java) || std::regex_search(line, found, go) ||
        std::regex_search(line, found, shell)) {
        names.push_back(found[1]);
    }
    return names;
}

/// True for the message above a trace of Go or Java. Python prints the important part at the end,
/// also after "Exception in thread T (f)", which has no quotes.
bool begins_trace(std::string_view line) {
    constexpr std::array<std::string_view, 4> beginnings{
        "panic: ", "fatal error: ", "Exception in thread \"", "Caused by: "};
    return std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view beginning) {
        return line.starts_with(beginning);
    });
}

constexpr std::string_view hint_sign = "hint: ";

bool is_hint(std::string_view line) {
    return line.starts_with(hint_sign);
}

/// The author's own frames below it say more.
bool is_frame_of_java_itself(std::string_view line) {
    return line.starts_with("\tat java.") || line.starts_with("\tat jdk.");
}

constexpr std::string_view frame_sign = "  File \"";

bool begins_frame(std::string_view line) {
    return line.starts_with(frame_sign);
}

/// Lines of a frame of Python below its first one: the source, "^^^^" from Python 3.11 on, and how
/// often it recurs.
bool continues_frame(std::string_view line) {
    return line.starts_with("    ") || line.starts_with("  [Previous line repeated");
}

/// The frame whose lines below the first one include line `at`; `at` itself if there is none.
std::size_t frame_of(const std::vector<std::string_view>& lines, std::size_t at) {
    std::size_t first = at;
    while (first > 0 && continues_frame(lines[first])) {
        --first;
    }
    return begins_frame(lines[first]) ? first : at;
}

/// The lines from `begin` on, which is within a frame of Python: whole frames only. If no other
/// frame follows, its place is shown, its source if there is room, and the message.
std::vector<std::string_view> from_whole_frame(
    const std::vector<std::string_view>& lines, std::size_t begin, std::size_t max_lines) {
    const auto from = lines.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto next = std::find_if(from, lines.end(), begins_frame);
    if (next != lines.end()) {
        return {next, lines.end()};
    }
    const auto message = std::find_if_not(from, lines.end(), continues_frame);
    const std::size_t frame = frame_of(lines, begin);
    std::vector<std::string_view> shown{lines[frame]};
    if (static_cast<std::size_t>(lines.end() - message) + 2 <= max_lines) {
        shown.push_back(lines[frame + 1]);
    }
    shown.insert(shown.end(), message, lines.end());
    return shown;
}

bool have_common(const std::vector<std::string>& some, const std::vector<std::string>& others) {
    return std::find_first_of(some.begin(), some.end(), others.begin(), others.end()) != some.end();
}

} // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    while (!lines.empty() && lines.back().empty()) {
        lines.pop_back();
    }
    return lines;
}

std::vector<std::string> hints_in(std::string_view printed) {
    constexpr std::ptrdiff_t max_hints = 2;
    std::vector<std::string> hints;
    for (const std::string_view line : lines_of(printed)) {
        const std::string hint =
            is_hint(line) ? safe_text(line.substr(hint_sign.size())) : std::string();
        if (hint.find_first_not_of(' ') != std::string::npos) {
            std::erase(hints, hint);
            hints.push_back(hint);
        }
    }
    hints.erase(hints.begin(), hints.end() - std::min(std::ssize(hints), max_hints));
    return hints;
}

std::vector<std::string_view> telling_lines(std::string_view printed, std::size_t max_lines) {
    std::vector<std::string_view> lines = lines_of(printed);
    std::erase_if(lines, [](std::string_view line) {
        return is_hint(line) || is_frame_of_java_itself(line) || is_remark_on_hidden_call(line);
    });
    while (!lines.empty() && lines.back().empty()) {
        lines.pop_back();
    }
    std::size_t begin = lines.size() - std::min(lines.size(), max_lines);
    const auto last = std::find_if(lines.rbegin(), lines.rend(), begins_trace);
    if (last != lines.rend()) {
        begin = std::min(begin, static_cast<std::size_t>(lines.rend() - last) - 1);
    } else if (begin > 0 && frame_of(lines, begin) != begin) {
        return from_whole_frame(lines, begin, max_lines);
    }
    const std::size_t end = std::min(lines.size(), begin + max_lines);
    return {
        lines.begin() + static_cast<std::ptrdiff_t>(begin),
        lines.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::optional<FileError> file_error_in(std::string_view printed) {
    const std::vector<std::string_view> lines = lines_of(printed);
    std::optional<FileError> last;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        const auto* const sign = std::find_if(signs.begin(), signs.end(), [&](const Sign& each) {
            return contains(*line, each.text);
        });
        if (sign != signs.end()) {
            // Java names the exception first and the cause in parentheses.
            const bool is_missing = sign->is_missing && !contains(*line, "Permission denied");
            constexpr std::size_t max_line = 600; // the AI may print text that makes regexes slow
            FileError error{is_missing, names_in(std::string(line->substr(0, max_line)))};
            if (!last) {
                last = std::move(error);
            } else if (!error.is_missing && have_common(error.names, last->names)) {
                return error;
            }
            if (!last->is_missing) {
                break;
            }
        }
    }
    return last;
}

std::string missing_module_in(std::string_view printed) {
    static const std::regex python(R"(No module named '([^']+)')");
    static const std::regex node(R"(Cannot find (?:module|package) '([^']+)')");
    static const std::regex java(R"((?:NoClassDefFoundError|ClassNotFoundException): (\S+))");
    static const std::regex perl(R"(Can't locate (\S+) in @INC)");
    const std::string text(printed);
    std::smatch found;
    for (const std::regex* const form : {&python, &node, &java, &perl}) {
        if (std::regex_search(text, found, *form)) {
            return found[1];
        }
    }
    return "";
}

} // namespace referee
