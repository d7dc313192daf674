// referee/README.md, "Module dependencies": a file that includes against the arrows fails here.

#include "os/test_seam.hpp"
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

/// The rooms from the ground up. A file may include files of its own room and of those before it.
const std::vector<std::string>& rooms() {
    static const std::vector<std::string> all{
        "version.hpp",
        "base",
        "os",
        "game",
        "games",
        "sandbox",
        "ai",
        "keeper",
        "game_programs",
        "judge",
        "judge/fit",
        "match",
        "record",
        "record/dataset",
        "record/rerun",
        "advice",
        "tournament/statistics",
        "tournament/plan",
        "tournament/store",
        "tournament/play",
        "tournament/report",
        "tournament/explain",
        "season/entries",
        "season",
        "pages",
        "pages/wasm",
        "pages/report",
        "pages/site",
        "pages/live",
        "cli",
        "cli/contests",
        "cli/rerun",
        "cli/commands",
        "python",
        "main.cpp"};
    return all;
}

/// Rooms that may not include all rooms before them, and which they may include.
const std::map<std::string, std::set<std::string>>& narrow_rooms() {
    static const std::set<std::string> no_game{"version.hpp", "base", "os", "sandbox", "ai"};
    static const std::map<std::string, std::set<std::string>> all{
        {"game", {"base"}},
        {"games", {"base", "game"}},
        {"sandbox", no_game},
        {"keeper", no_game},
        {"python", {"version.hpp", "base", "game", "games"}},
    };
    return all;
}

/// The place of the room of "tournament/store/store.hpp" among rooms(), or -1 if none is known.
/// Of rooms in rooms the inner one counts.
int room_of(const std::string& path) {
    int found = -1;
    for (std::size_t room = 0; room < rooms().size(); ++room) {
        const std::string& name = rooms()[room];
        const bool is_within = path == name || path.starts_with(name + "/");
        if (is_within && (found < 0 || name.size() > rooms()[found].size())) {
            found = static_cast<int>(room);
        }
    }
    return found;
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
    if (!game_of(to).empty() && game_of(to) != game_of(from)) {
        return "a game is found through game/registry.hpp";
    }
    const int from_room = room_of(from);
    const int to_room = room_of(to);
    if (from_room < 0 || to_room < 0) {
        return "no room is known for it; add it to the test and to referee/README.md";
    }
    const auto narrow = narrow_rooms().find(rooms()[from_room]);
    const bool is_narrow = narrow != narrow_rooms().end();
    if (to_room > from_room ||
        (is_narrow && to_room != from_room && narrow->second.count(rooms()[to_room]) == 0)) {
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
    REQUIRE(paths.count("main.cpp") == 1); // else this looks into the wrong folder
    int looked_at = 0;
    std::string objections;
    for (const Source& source : sources) {
        for (const std::string& name : source.includes) {
            if (paths.count(name) == 0 || name == "precompiled.hpp") {
                continue; // of the system, the next test's business, or in no room
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

TEST_CASE("nobody but the store includes SQLite, however indirectly", "[architecture][store]") {
    std::map<std::string, std::vector<std::string>> includes;
    for (const Source& source : sources_of_referee()) {
        includes[source.path] = source.includes;
    }
    REQUIRE(includes.count("tournament/store/store.hpp") == 1);
    const auto is_sqlite = [](const std::string& name) {
        return name.starts_with("SQLiteCpp/") || name == "sqlite3.h";
    };
    int inside = 0;
    std::string objections;
    for (const auto& [path, own] : includes) {
        // All that the file includes, with what that includes.
        std::set<std::string> reached{path};
        std::vector<std::string> next{path};
        bool has_sqlite = false;
        while (!next.empty()) {
            const std::string at = next.back();
            next.pop_back();
            for (const std::string& name : includes[at]) {
                has_sqlite = has_sqlite || is_sqlite(name);
                if (includes.count(name) > 0 && reached.insert(name).second) {
                    next.push_back(name);
                }
            }
        }
        const bool is_inside = path.starts_with("tournament/store/") &&
                               (path.ends_with(".cpp") || path.ends_with("/database.hpp") ||
                                path.ends_with("/seat_rows.hpp"));
        inside += is_inside && has_sqlite ? 1 : 0;
        if (has_sqlite && !is_inside) {
            objections += "referee/" + path + " includes SQLite\n";
        }
    }
    CHECK(inside > 5); // else it wouldn't be found elsewhere either
    CHECK(objections == "");
}

TEST_CASE("a client of the store is compiled without a header of SQLite", "[architecture][store]") {
    const tests::TemporaryFolder folder;
    const auto headers_of = [&](const std::string& header) {
        tests::write_file(folder / "client.cpp", "#include \"" + header + "\"\n");
        const tests::Output output = tests::run(
            {"g++", "-std=c++20", "-M", "-I", tests::source_folder() + "/referee",
             folder / "client.cpp"});
        INFO(output.err);
        REQUIRE(output.status == 0);
        return output.out;
    };
    for (const std::string header :
         {"tournament/store/store.hpp", "tournament/play/tournament.hpp"}) {
        CAPTURE(header);
        const std::string headers = headers_of(header);
        CHECK_THAT(headers, ContainsSubstring("tournament/store/book.hpp"));
        CHECK_THAT(headers, !ContainsSubstring("SQLiteCpp"));
        CHECK_THAT(headers, !ContainsSubstring("sqlite3"));
    }
    CHECK_THAT(headers_of("tournament/store/database.hpp"), ContainsSubstring("SQLiteCpp.h"));
}

TEST_CASE("the referee reads variables for tests in one place", "[architecture]") {
    const fs::path root = fs::path(tests::source_folder()) / "referee";
    const std::string page = tests::read_file(tests::source_folder() + "/tests/README.md");
    for (const referee::TestSeamInfo& seam : referee::test_seams) {
        CHECK_THAT(
            page,
            ContainsSubstring(
                "| `" + std::string(seam.variable) + "` | " + std::string(seam.effect) + " |\n"));
    }
    std::string objections;
    for (const Source& source : sources_of_referee()) {
        const std::string text = tests::read_file((root / source.path).string());
        const std::string name = "REFEREE_TEST"; // of a variable, for whatever purpose
        if (text.find(name) != std::string::npos && source.path != "os/test_seam.hpp") {
            objections += "referee/" + source.path + " names a variable for tests\n";
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

TEST_CASE(
    "an include of a room further up is objected to, whichever rooms they are", "[architecture]") {
    const auto file_in = [](const std::string& room) {
        return room.find('.') == std::string::npos ? room + "/file.hpp" : room;
    };
    for (std::size_t lower = 0; lower < rooms().size(); ++lower) {
        for (std::size_t upper = lower + 1; upper < rooms().size(); ++upper) {
            CAPTURE(rooms()[lower], rooms()[upper]);
            CHECK_FALSE(objection(file_in(rooms()[lower]), file_in(rooms()[upper])).empty());
            const bool is_narrow = narrow_rooms().count(rooms()[upper]) > 0;
            const bool is_allowed =
                objection(file_in(rooms()[upper]), file_in(rooms()[lower])).empty();
            CHECK((is_narrow || is_allowed));
        }
    }
}

TEST_CASE("rooms that know no game may not include one", "[architecture]") {
    for (const std::string room : {"os", "sandbox", "keeper"}) {
        for (const std::string game : {"game/game.hpp", "games/gems/rules.hpp"}) {
            CAPTURE(room, game);
            CHECK_FALSE(objection(room + "/file.cpp", game).empty());
        }
    }
}

TEST_CASE("includes between games, and out of rules, are objected to", "[architecture]") {
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"cli/commands/play.cpp", "games/gems/rules.hpp"},
        {"match/match.cpp", "games/gems/rules.hpp"},
        {"python/batch.cpp", "games/gems/rules.hpp"},
        {"python/batch.cpp", "match/match.hpp"},
        {"python/batch.cpp", "os/clock.hpp"},
        {"games/gems/gems.cpp", "os/clock.hpp"},
        {"games/gems/gems.cpp", "games/cops/rules.hpp"},
        {"games/gems/rules.cpp", "games/gems/files.hpp"},
        {"games/gems/rules.cpp", "games/cops/rules.hpp"},
        {"games/gems/rules.hpp", "game/game.hpp"},
        {"games/gems/rules.cpp", "base/random.hpp"},
        {"game/registry.cpp", "games/gems/rules.hpp"},
        {"newroom/file.cpp", "base/error.hpp"},
        {"base/error.hpp", "newroom/file.hpp"},
    };
    for (const auto& [from, to] : wrong) {
        CAPTURE(from, to);
        CHECK_FALSE(objection(from, to).empty());
    }
}

TEST_CASE("includes within a room and along the arrows are not objected to", "[architecture]") {
    const std::vector<std::pair<std::string, std::string>> right{
        {"main.cpp", "cli/commands.hpp"},
        {"cli/commands/play.cpp", "match/match.hpp"},
        {"match/match.cpp", "os/cores.hpp"},
        {"match/match.cpp", "game/registry.hpp"},
        {"keeper/keeper.cpp", "sandbox/confinement.hpp"},
        {"python/batch.cpp", "game/environment.hpp"},
        {"games/gems/field.cpp", "base/random.hpp"},
        {"games/gems/field.cpp", "game/field_text.hpp"},
        {"games/gems/files.hpp", "games/gems/rules.hpp"},
        {"games/gems/rules.cpp", "games/gems/rules.hpp"},
        {"games/spe_ed/learning/areas.hpp", "games/spe_ed/rules.hpp"},
        {"tournament/store/games.cpp", "tournament/store/store.hpp"},
    };
    for (const auto& [from, to] : right) {
        CAPTURE(from, to);
        CHECK(objection(from, to) == "");
    }
}
