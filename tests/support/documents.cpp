#include "support/documents.hpp"

#include "support/run.hpp"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

namespace tests {
namespace {

namespace fs = std::filesystem;

std::string without_comment(const std::string& line) {
    static const std::regex comment("\\s+# .*$");
    static const std::regex blanks("^\\s+|\\s+$");
    return std::regex_replace(std::regex_replace(line, comment, ""), blanks, "");
}

/// A line of an INI file, of a field or of what a program prints is no command.
bool is_command(const std::string& line) {
    static const std::regex command(
        "^(build/referee|referee|install|make|scripts/[a-z/-]+|[a-z-]+/try|"
        "sudo|git|g\\+\\+|cp|podman|systemd-run|wsl)( |$)");
    return std::regex_search(line, command);
}

} // namespace

std::vector<std::string> documents() {
    static const std::set<std::string> left_out{"build", "tests", ".git", "node_modules"};
    std::vector<std::string> found;
    const fs::path top = source_folder();
    for (auto at = fs::recursive_directory_iterator(top); at != fs::end(at); ++at) {
        const std::string ending = at->path().extension().string();
        if (at->is_directory() && left_out.count(at->path().filename().string()) > 0) {
            at.disable_recursion_pending();
        } else if (ending == ".md" || ending == ".1" || ending == ".5") {
            found.push_back(fs::relative(at->path(), top).string());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::string> commands_in_blocks(const std::string& text) {
    std::vector<std::string> commands;
    std::istringstream lines(text);
    bool is_fenced = false;
    bool is_other_language = false;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t fence = line.find("```");
        if (fence != std::string::npos && line.find_first_not_of(' ') == fence) {
            is_fenced = !is_fenced;
            is_other_language = is_fenced && line.size() > fence + 3 && !line.ends_with("```sh");
            continue;
        }
        const bool is_code = is_fenced || line.starts_with("    ");
        const std::string command = without_comment(line);
        if (is_code && !is_other_language && is_command(command)) {
            commands.push_back(command);
        }
    }
    return commands;
}

std::vector<std::string> commands_in_examples(const std::string& man_page) {
    const std::size_t at = man_page.find("\n.SH EXAMPLES\n");
    if (at == std::string::npos) {
        return {};
    }
    std::string text = man_page.substr(at + 14);
    text = text.substr(0, text.find("\n.SH "));
    text = std::regex_replace(text, std::regex("\\\\-"), "-");
    std::istringstream lines(text);
    std::vector<std::string> commands;
    for (std::string line; std::getline(lines, line);) {
        if (is_command(without_comment(line))) {
            commands.push_back(without_comment(line));
        }
    }
    return commands;
}

std::vector<std::string> commands_in_text(const std::string& text) {
    static const std::regex span("`((?:build/)?referee [^`]+)`");
    std::vector<std::string> commands;
    for (std::sregex_iterator at(text.begin(), text.end(), span), end; at != end; ++at) {
        std::string command = (*at)[1];
        std::replace(command.begin(), command.end(), '\n', ' ');
        commands.push_back(command);
    }
    return commands;
}

std::vector<std::string> words_of_command(const std::string& line) {
    static const std::regex word("'[^']*'|\"[^\"]*\"|[^\\s]+");
    std::vector<std::string> words;
    for (std::sregex_iterator at(line.begin(), line.end(), word), end; at != end; ++at) {
        words.push_back(at->str());
    }
    static const std::regex stage("sudo|-u|cup|[A-Z_]+=.*");
    while (!words.empty() && std::regex_match(words[0], stage)) {
        words.erase(words.begin());
    }
    return words;
}

} // namespace tests
