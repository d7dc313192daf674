// referee/README.md, "Module dependencies": a file that includes against the arrows fails here.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// A file of the referee and what it includes, all paths from referee/.
struct Source {
    std::string path;
    std::vector<std::string> includes;
};

/// The parts that a file of each part may include besides its own. What stands here is the whole
/// of the arrows; an arrow to "games" is one to games/registry.hpp.
const std::map<std::string, std::set<std::string>>& arrows() {
    static const std::map<std::string, std::set<std::string>> parts{
        {"main.cpp", {"commands", "process", "error.hpp", "version.hpp"}},
        {"commands",
         {"season", "tournament", "match", "process", "games", "view", "field", "game.hpp",
          "error.hpp", "json.hpp", "names.hpp", "version.hpp"}},
        {"season",
         {"tournament", "match", "process", "games", "view", "field", "game.hpp", "error.hpp",
          "json.hpp", "names.hpp", "version.hpp"}},
        {"tournament",
         {"match", "process", "games", "view", "field", "game.hpp", "error.hpp", "json.hpp",
          "names.hpp", "version.hpp"}},
        {"match",
         {"process", "games", "field", "game.hpp", "error.hpp", "json.hpp", "names.hpp",
          "version.hpp"}},
        {"games",
         {"field", "game.hpp", "game_of_setup.hpp", "game_parameters.hpp", "environment.hpp",
          "environment_of.hpp", "error.hpp", "json.hpp", "names.hpp"}},
        {"python", {"games", "field", "game.hpp", "environment.hpp", "error.hpp"}},
        {"view", {"match", "process", "games", "game.hpp", "error.hpp"}},
        {"process", {"field", "error.hpp", "names.hpp"}},
        {"field", {"error.hpp"}},
        {"error.cpp", {"error.hpp"}},
        {"error.hpp", {}},
        {"game.hpp", {"names.hpp"}},
        {"environment.hpp", {"game.hpp"}},
        {"environment_of.hpp", {"environment.hpp", "error.hpp"}},
        {"game_of_setup.hpp", {"game.hpp", "game_parameters.hpp"}},
        {"game_parameters.cpp", {"game_parameters.hpp", "field", "error.hpp"}},
        {"game_parameters.hpp", {"game.hpp"}},
        {"json.cpp", {"json.hpp"}},
        {"json.hpp", {}},
        {"names.hpp", {}},
        {"precompiled.hpp", {}},
        {"version.hpp", {}},
    };
    return parts;
}

/// "process" of "process/keeper.hpp"; a file beside the folders is a part of its own.
std::string part_of(const std::string& path) {
    return path.substr(0, path.find('/'));
}

/// "gems" of "games/gems/rules.cpp"; empty outside the games' folders.
std::string game_of(const std::string& path) {
    const std::size_t begin = std::string_view("games/").size();
    const std::size_t end = path.find('/', begin);
    const bool is_in_game = path.starts_with("games/") && end != std::string::npos;
    return is_in_game ? path.substr(begin, end - begin) : "";
}

bool is_rules(const std::string& path) {
    return !game_of(path).empty() && path.starts_with("games/" + game_of(path) + "/rules");
}

/// Why a file of the referee may not include another one, or nothing.
std::string objection(const std::string& from, const std::string& to) {
    if (is_rules(from) && !(is_rules(to) && game_of(to) == game_of(from))) {
        return "rules know nothing but themselves";
    }
    if (!game_of(from).empty() && part_of(to) == "games" && game_of(to) != game_of(from)) {
        return "a game knows no other game and not the registry";
    }
    if (game_of(from).empty() && !game_of(to).empty()) {
        return "games are found through games/registry.hpp";
    }
    const auto part = arrows().find(part_of(from));
    if (part == arrows().end()) {
        return "no arrow is known for this part; add it to the test and to the design";
    }
    if (part_of(from) != part_of(to) && part->second.count(part_of(to)) == 0) {
        return "against the arrows";
    }
    return "";
}

/// The name that a line of C++ includes, in quotes or angle brackets; empty if it is no include.
std::string included_by(std::string_view line) {
    const auto skip = [&line](std::string_view part) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        const bool found = line.starts_with(part);
        line.remove_prefix(found ? part.size() : 0);
        return found;
    };
    if (skip("#") && skip("include") && (skip("\"") || skip("<"))) {
        return std::string(line.substr(0, line.find_first_of("\">")));
    }
    return "";
}

std::vector<std::string> includes_of(const std::string& text) {
    std::vector<std::string> names;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::string name = included_by(line);
        if (!name.empty()) {
            names.push_back(name);
        }
    }
    return names;
}

std::vector<Source> sources_of_referee() {
    const fs::path root = fs::path(tests::source_folder()) / "referee";
    std::vector<Source> sources;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
        const std::string ending = entry.path().extension().string();
        if (ending == ".cpp" || ending == ".hpp") {
            sources.push_back(
                {fs::relative(entry.path(), root).generic_string(),
                 includes_of(tests::read_file(entry.path().string()))});
        }
    }
    return sources;
}

} // namespace

TEST_CASE("includes follow the arrows", "[architecture]") {
    const std::vector<Source> sources = sources_of_referee();
    std::set<std::string> paths;
    for (const Source& source : sources) {
        paths.insert(source.path);
    }
    REQUIRE(paths.count("game.hpp") == 1); // else this looks into the wrong folder
    int looked_at = 0;
    std::string objections;
    for (const Source& source : sources) {
        for (const std::string& name : source.includes) {
            if (paths.count(name) == 0) {
                continue; // of the system, or the next test's business
            }
            ++looked_at;
            const std::string why = objection(source.path, name);
            if (!why.empty()) {
                objections += "referee/" + source.path + " includes " + name + ": " + why + "\n";
            }
        }
    }
    CHECK(looked_at > 100);
    CHECK(objections == "");
}

TEST_CASE("the referee's own files are included by their path from referee/", "[architecture]") {
    const fs::path root = fs::path(tests::source_folder()) / "referee";
    std::string objections;
    for (const Source& source : sources_of_referee()) {
        for (const std::string& name : source.includes) {
            const fs::path beside = (root / source.path).parent_path() / name;
            const bool found_beside = fs::exists(beside) && !fs::exists(root / name);
            if (found_beside || name.find("..") != std::string::npos) {
                objections += "referee/" + source.path + " includes " + name + "\n";
            }
        }
    }
    CHECK(objections == "");
}

TEST_CASE("rules include no files, clocks, processes or randomness", "[architecture]") {
    const std::set<std::string> outside{"atomic",  "chrono", "cstdio",   "ctime",   "filesystem",
                                        "fstream", "future", "iostream", "mutex",   "random",
                                        "stdio.h", "thread", "time.h",   "unistd.h"};
    std::string objections;
    for (const Source& source : sources_of_referee()) {
        for (const std::string& name : source.includes) {
            // The numbers of a dicewars field are defined as those of MT19937, which <random> has.
            const bool is_defined_so =
                name == "random" && source.path == "games/dicewars/rules_stream.cpp";
            if (is_rules(source.path) && outside.count(name) > 0 && !is_defined_so) {
                objections += "referee/" + source.path + " includes " + name + "\n";
            }
        }
    }
    CHECK(objections == "");
}

TEST_CASE("every game has its rules apart", "[architecture]") {
    std::set<std::string> games;
    std::set<std::string> with_rules;
    for (const Source& source : sources_of_referee()) {
        games.insert(game_of(source.path));
        with_rules.insert(is_rules(source.path) ? game_of(source.path) : "");
    }
    CHECK(games.count("gems") == 1);
    CHECK(games == with_rules);
}

TEST_CASE("includes are found however they are written", "[architecture]") {
    CHECK(
        includes_of("#include \"a/b.hpp\"\n  #  include <c.hpp> // why\n#include\t\"d.hpp\"\r\n"
                    "// #include \"not.hpp\"\nint x;\n") ==
        std::vector<std::string>{"a/b.hpp", "c.hpp", "d.hpp"});
}

TEST_CASE("includes against the arrows are objected to", "[architecture]") {
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"process/keeper.cpp", "game.hpp"},
        {"process/keeper.cpp", "games/registry.hpp"},
        {"process/keeper.cpp", "match/config.hpp"},
        {"process/keeper.cpp", "view/terminal.hpp"},
        {"field/text.hpp", "game.hpp"},
        {"field/text.hpp", "process/clock.hpp"},
        {"view/terminal.cpp", "tournament/plan.hpp"},
        {"match/match.cpp", "view/terminal.hpp"},
        {"view/terminal.cpp", "games/gems/rules.hpp"},
        {"view/terminal.cpp", "field/text.hpp"},
        {"match/match.cpp", "games/gems/rules.hpp"},
        {"match/match.cpp", "commands/commands.hpp"},
        {"match/match.cpp", "tournament/plan.hpp"},
        {"tournament/plan.cpp", "commands/commands.hpp"},
        {"commands/play.cpp", "games/gems/rules.hpp"},
        {"games/gems/gems.cpp", "match/result.hpp"},
        {"games/gems/gems.cpp", "process/clock.hpp"},
        {"games/gems/gems.cpp", "view/terminal.hpp"},
        {"games/gems/gems.cpp", "games/cops/rules.hpp"},
        {"games/gems/gems.cpp", "games/registry.hpp"},
        {"games/gems/rules.cpp", "games/gems/files.hpp"},
        {"games/gems/rules.cpp", "games/cops/rules.hpp"},
        {"games/gems/rules.hpp", "game.hpp"},
        {"games/gems/rules.hpp", "error.hpp"},
        {"games/gems/rules.cpp", "field/rng.hpp"},
        {"games/gems/observation.cpp", "python/batch.hpp"},
        {"python/batch.cpp", "games/gems/rules.hpp"},
        {"python/batch.cpp", "match/match.hpp"},
        {"environment_of.hpp", "games/registry.hpp"},
        {"games/registry.hpp", "games/gems/rules.hpp"},
        {"games/registry.cpp", "games/gems/rules.hpp"},
        {"games/registry.cpp", "match/match.hpp"},
        {"game.hpp", "error.hpp"},
        {"error.hpp", "field/text.hpp"},
        {"newfolder/file.cpp", "error.hpp"},
    };
    for (const auto& [from, to] : wrong) {
        CAPTURE(from, to);
        CHECK_FALSE(objection(from, to).empty());
    }
}

TEST_CASE("includes along the arrows are not objected to", "[architecture]") {
    const std::vector<std::pair<std::string, std::string>> right{
        {"main.cpp", "commands/commands.hpp"},
        {"commands/play.cpp", "tournament/plan.hpp"},
        {"commands/play.cpp", "match/match.hpp"},
        {"commands/play.cpp", "view/terminal.hpp"},
        {"tournament/workers.cpp", "match/match.hpp"},
        {"match/match.cpp", "process/cores.hpp"},
        {"match/match.cpp", "games/registry.hpp"},
        {"match/result.hpp", "game.hpp"},
        {"process/executable.cpp", "field/text.hpp"},
        {"process/keeper.cpp", "process/clock.hpp"},
        {"view/terminal.cpp", "process/clock.hpp"},
        {"python/batch.cpp", "games/environments.hpp"},
        {"games/gems/observation.cpp", "environment_of.hpp"},
        {"games/gems/field.cpp", "field/rng.hpp"},
        {"games/gems/field.cpp", "error.hpp"},
        {"games/gems/files.hpp", "games/gems/rules.hpp"},
        {"games/gems/rules.cpp", "games/gems/rules.hpp"},
        {"games/spe_ed/rules_jump.cpp", "games/spe_ed/rules.hpp"},
        {"field/text.cpp", "error.hpp"},
    };
    for (const auto& [from, to] : right) {
        CAPTURE(from, to);
        CHECK(objection(from, to) == "");
    }
}
