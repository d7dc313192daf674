#include "pages/wasm/page_modules.hpp"

#include "ai/shipped.hpp"
#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "game/registry.hpp"
#include "match/move_files.hpp"
#include "match/run.hpp"
#include "os/beneath.hpp"
#include "pages/page.hpp"
#include "pages/rules.hpp"
#include "pages/wasm/meter.hpp"
#include "sandbox/limits.hpp"
#include "version.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace referee {

namespace {

constexpr std::uint64_t max_module_bytes = 64U << 20U;

std::string content_of(const std::string& path) {
    const UniqueFd file = open_regular(path);
    std::string content;
    const std::uint64_t size = read_through(
        file.get(), path, max_module_bytes, [&](std::string_view part) { content += part; });
    if (size > max_module_bytes) {
        throw UserError(path + ": larger than 64 MiB, which no module in a page may be");
    }
    return content;
}

/// What a run of an AI may write and have open, as in a match.
nlohmann::ordered_json limits_json() {
    return {
        {"result", max_result_bytes},
        {"notes", max_notes_bytes},
        {"file", Limits{}.file_size},
        {"folder", Limits{}.work_size},
        {"descriptors", max_open_files}};
}

/// Modules as one classic script, which a worker can be made of: without imports and exports.
std::string worker_script() {
    std::string script = "\"use strict\";\n";
    for (const char* const name : {"wasm/wasi.js", "wasm/run.js", "wasm/worker.js"}) {
        std::istringstream lines{std::string(web_file(name))};
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("import ")) {
                script += line.substr(line.starts_with("export ") ? 7 : 0) + "\n";
            }
        }
    }
    return script;
}

std::string element(std::string_view id, std::string_view text) {
    return fmt::format("<script type=\"text/plain\" id=\"{}\">{}</script>\n", id, text);
}

/// The name of a module's script: "gems-depth3.js".
std::string script_name(std::string name) {
    std::replace(name.begin(), name.end(), '/', '-');
    return name + ".js";
}

} // namespace

PageModules::PageModules(std::vector<PageAi> ais) : ais_(std::move(ais)) {
    const std::string games = (folder_of_modules() / "games.wasm").string();
    modules_.emplace_back("games", base85(gzip(content_of(games))));
    std::map<std::string, std::string> paths;
    for (const PageAi& ai : ais_) {
        const auto [known, is_new] = paths.try_emplace(ai.module_name(), ai.module);
        if (!is_new && known->second != ai.module) {
            throw UserError(fmt::format(
                "{}: there is another module named {}; rename one of the files", ai.module,
                ai.module_name()));
        }
        if (is_new) {
            modules_.emplace_back(
                ai.module_name(), base85(gzip(metered_program(content_of(ai.module), ai.module))));
        }
    }
}

std::vector<std::pair<std::string, std::string>> PageModules::parts(std::string_view folder) const {
    using Json = nlohmann::ordered_json;
    Json ais = Json::array();
    std::set<std::string> games;
    for (const PageAi& ai : ais_) {
        games.insert(ai.game);
        Json json{{"game", ai.game},   {"name", ai.name},
                  {"about", ai.about}, {"module", ai.module_name()},
                  {"words", ai.words}, {"parameters", ai.parameters},
                  {"files", ai.files}};
        json["prepare"] = ai.wants_prepare;
        json["end"] = ai.wants_end;
        json["limits"] = limits_json();
        ais.push_back(std::move(json));
    }
    Json limits = Json::object();
    Json rules = Json::object();
    for (const std::string& game : games) {
        rules[game] = in_short_text(game_named(game).info());
        if (const int limit_ms = page_ladder(game).limit_ms; limit_ms > 0) {
            limits[game] = limit_ms;
        }
    }
    const Json json{{"referee", version},  {"meter", meter_version}, {"folder", folder},
                    {"limits_ms", limits}, {"rules", rules},         {"ais", ais}};
    return {
        {"wasm", safe_json(json.dump(-1, ' ', true))}, {"wasm-worker", base64(worker_script())}};
}

std::string PageModules::elements() const {
    std::string text = elements("");
    for (const auto& [name, module] : modules_) {
        text += element("module:" + name, module);
    }
    return text;
}

std::string PageModules::elements(std::string_view folder) const {
    std::string text;
    for (const auto& [id, part] : parts(folder)) {
        text += element(id, script_safe(part));
    }
    return text;
}

std::vector<std::pair<std::string, std::string>> PageModules::scripts() const {
    std::vector<std::pair<std::string, std::string>> scripts;
    for (const auto& [name, module] : modules_) {
        scripts.emplace_back(
            script_name(name),
            fmt::format("(self.refereeModules \?\?= {{}})[\"{}\"] = \"{}\";\n", name, module));
    }
    return scripts;
}

} // namespace referee
