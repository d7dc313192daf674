#include "pages/wasm/page_ai.hpp"

#include "ai/contestant.hpp"
#include "ai/declaration.hpp"
#include "ai/shipped.hpp"
#include "base/error.hpp"
#include "base/ini.hpp"
#include "base/text.hpp"
#include "game/registry.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <sstream>

namespace referee {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view word_signs =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

fs::path folder_of_game(std::string_view game) {
    return folder_of_modules() / "ai" / game;
}

bool is_there(const fs::path& path) {
    std::error_code code;
    return fs::exists(path, code);
}

/// "# NAME: a sentence" for people, which to the INI file is a comment.
std::optional<Rung> described(const std::string& line) {
    const std::size_t colon = line.find(": ");
    if (!line.starts_with("# ") || colon == std::string::npos) {
        return std::nullopt;
    }
    Rung rung{line.substr(2, colon - 2), line.substr(colon + 2)};
    const bool is_word = rung.name.find(' ') == std::string::npos;
    return is_word ? std::optional(rung) : std::nullopt;
}

/// "50ms", "1s"
int milliseconds_of(const std::string& text) {
    std::istringstream in(text);
    int number = 0;
    std::string unit;
    in >> number >> unit;
    return unit == "s" ? 1000 * number : number;
}

/// What an ai.ini beside the modules says. False if the AI is resident.
bool take_declaration(const fs::path& file, PageAi& ai, std::string& program) {
    std::vector<AiParameter> parameters;
    std::vector<std::string> command;
    for (const IniEntry& entry : read_ini(file.string())) {
        const bool is_yes = entry.value == "yes";
        if (entry.key == "resident" && entry.value != "no") {
            return false;
        }
        if (entry.key == "command") {
            command = split_words(entry.value).words;
        } else if (entry.key == "parameter") {
            parameters.push_back(read_parameter(file.string(), entry.line, entry.value));
        } else if (entry.key == "files") {
            ai.files = split_words(entry.value).words;
        } else if (entry.key == "prepare") {
            ai.wants_prepare = is_yes;
        } else if (entry.key == "end") {
            ai.wants_end = is_yes;
        }
    }
    program = command.empty() ? ai.name : command.front();
    for (std::size_t i = 1; i < command.size(); ++i) {
        ai.words.push_back(with_values(command[i], parameters));
    }
    ai.parameters = parameters_text(parameters);
    return true;
}

/// An AI of `make wasm`, by the name of its folder or program. Nothing if there is no module.
/// `is_resident` says why.
std::optional<PageAi> built_ai(std::string_view game, const std::string& name, bool& is_resident) {
    const fs::path folder = folder_of_game(game);
    PageAi ai;
    ai.game = game;
    ai.name = name;
    std::string program = name;
    const fs::path declaration = folder / (name + ".ini");
    is_resident = is_there(declaration) && !take_declaration(declaration, ai, program);
    if (is_resident) {
        return std::nullopt;
    }
    // An AI of parameters alone has the program of another one.
    const fs::path own = folder / (name + ".wasm");
    const fs::path module = is_there(own) ? own : folder / (program + ".wasm");
    if (!is_there(module)) {
        return std::nullopt;
    }
    ai.module = module.string();
    for (const Rung& rung : page_ladder(game).rungs) {
        ai.about = rung.name == name ? rung.about : ai.about;
    }
    return ai;
}

[[noreturn]] void refuse_unknown(std::string_view word, std::string_view game) {
    std::string names;
    for (const PageAi& ai : page_ais(game)) {
        names += (names.empty() ? "" : ", ") + ai.name;
    }
    throw UserError(fmt::format(
        "{}: no AI of {} by this name can run in a page; there are: {}; or name a .wasm file",
        printable(word, 100), game, names));
}

PageAi own_ai(std::string_view word, std::string_view game) {
    const NamedPath given = split_name(std::string(word));
    if (!is_there(given.path)) {
        throw UserError(fmt::format("{}: there is no such file", printable(given.path, 300)));
    }
    const std::string name = given.name.empty() ? fs::path(given.path).stem().string() : given.name;
    const std::string file = fs::path(given.path).stem().string();
    for (const std::string& text : {name, file}) {
        if (text.empty() || text.find_first_not_of(word_signs) != std::string::npos) {
            throw UserError(fmt::format(
                "{}: '{}' is no name for an AI in a page; use letters, digits, '.', '_' and '-'",
                printable(word, 300), printable(text)));
        }
    }
    PageAi ai;
    ai.game = game;
    ai.name = name;
    ai.module = given.path;
    return ai;
}

} // namespace

std::string PageAi::module_name() const {
    return fmt::format("{}/{}", game, fs::path(module).stem().string());
}

Ladder page_ladder(std::string_view game) {
    std::ifstream file(folder_of_game(game) / "ladder.ini");
    Ladder ladder;
    std::vector<Rung> known;
    for (std::string line; std::getline(file, line);) {
        if (const std::optional<Rung> rung = described(line)) {
            known.push_back(*rung);
        }
        std::istringstream words(line);
        std::string key;
        std::string equals;
        std::string value;
        words >> key >> equals >> value;
        if (key == "time-limit") {
            ladder.limit_ms = milliseconds_of(value);
        }
        if (key != "ai") {
            continue;
        }
        Rung rung{fs::path(value).filename().string(), ""};
        for (const Rung& each : known) {
            rung.about = each.name == rung.name ? each.about : rung.about;
        }
        ladder.rungs.push_back(rung);
    }
    return ladder;
}

std::vector<PageAi> page_ais(std::string_view game) {
    std::vector<std::string> names;
    for (const Rung& rung : page_ladder(game).rungs) {
        names.push_back(rung.name);
    }
    const auto on_ladder = static_cast<std::ptrdiff_t>(names.size());
    std::error_code code;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_of_game(game), code)) {
        const std::string name = entry.path().stem().string();
        const bool is_ai = entry.path().extension() == ".wasm" ||
                           (entry.path().extension() == ".ini" && name != "ladder");
        if (is_ai && std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(name);
        }
    }
    std::sort(names.begin() + on_ladder, names.end());
    std::vector<PageAi> ais;
    for (const std::string& name : names) {
        bool is_resident = false;
        if (std::optional<PageAi> ai = built_ai(game, name, is_resident)) {
            ais.push_back(std::move(*ai));
        }
    }
    return ais;
}

PageAi page_ai(std::string_view word, std::string_view game) {
    if (word.ends_with(".wasm")) {
        return own_ai(word, game);
    }
    std::string name(word);
    if (const std::size_t slash = name.find('/'); slash != std::string::npos) {
        if (name.substr(0, slash) != game) {
            throw UserError(fmt::format(
                "{}: an AI of another game; this page is of {}", printable(name, 100), game));
        }
        name.erase(0, slash + 1);
    }
    bool is_resident = false;
    std::optional<PageAi> ai = built_ai(game, name, is_resident);
    if (is_resident) {
        throw UserError(fmt::format(
            "{}: a resident AI can't run in a page; name one that is started for each move",
            printable(word, 100)));
    }
    if (!ai) {
        refuse_unknown(word, game);
    }
    return *ai;
}

void require_modules(std::string_view game) {
    const GameInfo& info = game_named(game).info();
    if (!info.folder.empty() || !info.sha256.empty()) {
        throw UserError(fmt::format(
            "{0}: the rules of {0} are a program, which no page can run; games in C++ can be played "
            "and verified there",
            game));
    }
    if (!is_there(folder_of_modules() / "games.wasm")) {
        throw UserError(fmt::format(
            "{}: there are no games and AIs for pages; run 'make wasm', or install the package "
            "referee-wasm",
            folder_of_modules().string()));
    }
}

} // namespace referee
