#include "season/admission.hpp"

#include "error.hpp"
#include "field/utf8.hpp"
#include "match/contestant.hpp"
#include "process/paths.hpp"
#include "season/build.hpp"
#include "season/own_command.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_text = 12'000;

/// Its program must be its own or the system's: otherwise another entry's program could be played
/// under its name.
void require_own_program(const Program& program) {
    if (program.folder.empty() || is_below(program.executable, program.folder)) {
        return;
    }
    for (const char* const place : {"/usr", "/bin", "/opt", "/nix"}) {
        if (is_below(program.executable, place)) {
            return;
        }
    }
    throw UserError(fmt::format(
        "command = {}: the program is neither in the folder nor installed; put it into the folder",
        safe_text(program.arguments[0])));
}

/// The options of matches without those that `check` doesn't have, or that name AIs.
std::vector<std::string> words_for_check(const std::vector<std::string>& words) {
    std::vector<std::string> kept;
    bool is_kept = true;
    for (const std::string& word : words) {
        if (word.starts_with("--")) {
            is_kept = word != "--record-memory" && word != "--allow-network";
        }
        if (is_kept) {
            kept.push_back(word);
        }
    }
    return kept;
}

/// The output of `check` for it. Throws UserError with this output if it reports faults.
std::string checked(const SeasonConfig& config, const fs::path& draft) {
    std::vector<std::string> words{"check", "--game", std::string(config.game->name)};
    const std::vector<std::string> more = words_for_check(config.match_words);
    words.insert(words.end(), more.begin(), more.end());
    words.push_back("./" + draft.filename().string());
    const CommandResult result = run_own_command(words, draft.parent_path());
    std::string text = safe_lines(result.output + result.errors);
    if (result.status == 1 || result.status > 3) {
        throw InternalError("check failed: " + text);
    }
    if (result.status != 0) {
        throw UserError("check found problems:\n" + text);
    }
    return text;
}

/// A game on the first field against the reference AI, or against itself. Throws UserError if most
/// of its answers are faults.
std::string played(const SeasonConfig& config, const fs::path& draft) {
    std::vector<std::string> words{
        config.fields.front().path, "--json", "--ai", "new=" + draft.string()};
    const std::string opponent = config.reference.empty() ? draft.string() : config.reference;
    for (int seat = 2; seat <= config.seats; ++seat) {
        words.insert(words.end(), {"--ai", "reference=" + opponent});
    }
    words.insert(words.end(), {"--seats", "fixed"});
    words.insert(words.end(), config.match_words.begin(), config.match_words.end());
    const CommandResult result = run_own_command(words, draft.parent_path());
    if (result.status == 2) {
        throw UserError("a game against the reference AI: " + safe_lines(result.errors));
    }
    const nlohmann::json json = nlohmann::json::parse(result.output, nullptr, false);
    if (result.status != 0 || json.is_discarded()) {
        throw InternalError("the game against the reference AI failed: " + result.errors);
    }
    const nlohmann::json& game = json.at("games").at(0);
    const nlohmann::json& seat = game.at("seats").at(0);
    std::string text = fmt::format(
        "a game against the reference AI: {} turns, {}, rank {} of {}\n",
        game.at("turns").get<int>(), game.at("reason").get<std::string>(),
        seat.at("rank").get<int>(), config.seats);
    std::int64_t faults = 0;
    for (const auto& [kind, count] : seat.at("faults").items()) {
        faults += count.get<std::int64_t>();
        text += fmt::format("  {}: {}\n", kind, count.get<std::int64_t>());
    }
    for (const nlohmann::json& fault : game.at("faults")) {
        if (fault.at("seat").get<int>() == 1) {
            text += fmt::format(
                "  turn {}: {}: {}\n{}", fault.at("turn").get<int>(),
                fault.at("fault").get<std::string>(), fault.at("reason").get<std::string>(),
                safe_lines(fault.at("printed").get<std::string>()));
            break;
        }
    }
    if (2 * faults > seat.at("moves").get<std::int64_t>()) {
        throw UserError(text + "most of its answers are faults");
    }
    return text;
}

/// Throws UserError.
std::string
prepare(const SeasonConfig& config, const HandedIn& entry, const fs::path& draft, int core) {
    const std::string command =
        fs::is_directory(entry.path) ? build_command_of(entry.path) : std::string();
    std::string text;
    if (command.empty()) {
        copy_entry(entry.path, draft, config.build.size);
    } else {
        build_entry(config, entry.path, draft, command, core);
        text = fmt::format("built: {}\n", safe_text(command));
    }
    std::error_code code;
    if (fs::is_directory(draft, code) && !fs::exists(draft / "ai.ini", code)) {
        throw UserError(
            "ai.ini: there is no such file; a folder needs one with 'command = PROGRAM'");
    }
    require_own_program(read_program(draft));
    text += checked(config, draft);
    text += played(config, draft);
    return text;
}

/// Authors must not see paths of this machine.
std::string without_paths(std::string text, const HandedIn& entry, const fs::path& draft) {
    for (const std::string& path :
         {draft.string(), draft.filename().string(), entry.path, draft.parent_path().string()}) {
        for (std::size_t at = 0; (at = text.find(path, at)) != std::string::npos;) {
            const std::string name = entry.entry + "/" + entry.version;
            text.replace(at, path.size(), name);
            at += name.size();
        }
    }
    if (text.size() > max_text) {
        text.resize(max_text);
        text += "\n…\n";
    }
    return text;
}

} // namespace

Admission admit(
    const SeasonConfig& config, const HandedIn& entry, const std::string& target,
    const std::vector<int>& cores) {
    // A killed season may still be working on its own draft.
    const fs::path draft = fmt::format("{}.{}.part", target, ::getpid());
    fs::create_directories(draft.parent_path());
    fs::remove_all(target); // left by a season that was killed before it stored the result
    Admission admission;
    try {
        admission.text = without_paths(
            prepare(config, entry, draft, cores.empty() ? 0 : cores[0]), entry, draft);
        admission.is_accepted = true;
        fs::rename(draft, target);
    } catch (const UserError& problem) {
        admission.text = without_paths(problem.what(), entry, draft);
        fs::remove_all(draft);
    } catch (const fs::filesystem_error& problem) {
        admission.text = without_paths(problem.what(), entry, draft);
        fs::remove_all(draft);
    }
    return admission;
}

std::string text_of(const Admission& admission) {
    return nlohmann::json{{"accepted", admission.is_accepted}, {"text", admission.text}}.dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool read_admission(const std::string& text, Admission& admission) {
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("accepted")) {
        return false;
    }
    admission.is_accepted = json.at("accepted").get<bool>();
    admission.text = json.at("text").get<std::string>();
    return true;
}

} // namespace referee
