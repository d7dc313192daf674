// What commands with --json print if they fail: whose fault it is, and why a program reads no text
// for people to learn that.

#include "season/arena.hpp"
#include "support/json_schema.hpp"

#include <nlohmann/json.hpp>
#include <sys/stat.h>

using namespace season_tests;
using nlohmann::json;

namespace {

json schema(const std::string& name) {
    return json::parse(
        read_file(tests::source_folder() + "/referee/cli/schemas/" + name + ".json"));
}

/// The only line on standard output, an error as error.json says.
json error_of(
    const std::string& folder, std::vector<std::string> words, int status,
    const std::vector<std::string>& environment = {}) {
    words.insert(words.begin(), tests::referee_path());
    CAPTURE(words);
    const Output output = run(words, folder, environment);
    INFO(output.out << output.err);
    CHECK(output.status == status);
    const json error = json::parse(output.out, nullptr, false);
    REQUIRE(error.is_object());
    CHECK(tests::objections(schema("error"), error) == "");
    CHECK(error.at("status") == status);
    return error;
}

/// AIs that can't be played, by what is wrong with them. Each is called "bad" by its file or
/// folder.
std::map<std::string, std::string> broken_ais(const tests::TemporaryFolder& folder) {
    std::map<std::string, std::string> ais;
    const auto place = [&](const std::string& kind) {
        fs::create_directories(folder / kind);
        return ais[kind] = folder / (kind + "/bad");
    };
    place("missing");
    tests::write_script(place("no interpreter"), "#!/no/such/interpreter\n");
    std::string program = read_file("/bin/sh");
    program[18] = '\x7e'; // e_machine: no processor has this number
    program[19] = '\x7e';
    tests::write_script(place("other processor"), program);
    fs::create_directories(folder / "elsewhere");
    fs::copy_file("/bin/sh", folder / "elsewhere/shell");
    tests::write_script(place("interpreter out of reach"), "#!" + (folder / "elsewhere/shell\n"));
    const auto ini = [&](const std::string& kind, const std::string& text) {
        fs::create_directories(place(kind));
        write_file(ais[kind] + "/ai.ini", text);
    };
    ini("wrong ai.ini", "command = run\nfrobnicate = yes\n");
    ini("not built", "command = run\nbuild = make\n");
    ini("asks for the network", "command = sh\nnetwork = 4000\n");
    return ais;
}

} // namespace

TEST_CASE("an error about an AI names it in JSON", "[json]") {
    const tests::TemporaryFolder folder(true);
    ::chmod(folder.path().c_str(), 0755);
    const std::string good = tests::gems_ai("reference");
    REQUIRE(
        run({tests::referee_path(), "create", "f.dat", "--game", "gems", "--set", "max_moves=6"},
            folder.path())
            .status == 0);
    REQUIRE(
        run({tests::referee_path(), "f.dat", "--ai", good, "--ai", good, "--record", "r.jsonl"},
            folder.path())
            .status == 0);
    for (const auto& [kind, path] : broken_ais(folder)) {
        CAPTURE(kind);
        for (const std::string& ai : {"worse=" + path, path}) {
            const std::string name = ai == path ? "bad" : "worse";
            const std::vector<std::vector<std::string>> commands{
                {"play", "f.dat", "--ai", good, "--ai", ai, "--json"},
                {"tournament", "--fields", "f.dat", "--ai", good, "--ai", ai, "--json"},
                {"rerun", "r.jsonl", "--game", "1", "--seat", "1", "--ai", ai, "--json"}};
            for (const std::vector<std::string>& command : commands) {
                CHECK(error_of(folder.path(), command, 2).value("contestant", "") == name);
                fs::remove(folder / "results.sqlite");
            }
        }
        // To `check` it is a finding.
        const Output checked =
            run({tests::referee_path(), "check", "--game", "gems", good, path, "--json"});
        CHECK(checked.status == 3);
        const json ais = json::parse(checked.out).at("ais");
        CHECK(ais.at(0).at("problem").is_null());
        CHECK(ais.at(1).at("problem").is_string());
        CHECK(ais.at(1).at("path") == path);
    }
    // What isn't about one AI names none.
    CHECK(!error_of(folder.path(), {"play", "f.dat", "--ai", good, "--json"}, 2)
               .contains("contestant"));
}

TEST_CASE("submit --json says what its check has found", "[json][submission]") {
    const tests::TemporaryFolder folder(true);
    ::chmod(folder.path().c_str(), 0755);
    tests::write_script(folder / "bad", "#!/bin/sh\necho oops >&2\nexit 3\n");
    fs::create_directories(folder / "cup");
    const std::vector<std::string> words{"submit", "bad", "--to",   "cup",
                                         "--name", "me",  "--game", "gems"};
    std::vector<std::string> for_programs = words;
    for_programs.emplace_back("--json");
    const json error = error_of(folder.path(), for_programs, 3);
    CHECK_THAT(error.at("error").get<std::string>(), ContainsSubstring("it was not submitted"));
    CHECK(tests::objections(schema("check"), error.at("check")) == "");
    const json fault = error.at("check").at("ais").at(0).at("faults").at(0);
    CHECK(fault.at("fault") == "exit");
    CHECK(fault.at("printed") == "oops\n");
    CHECK(!fault.at("advice").empty());
    // People read it on standard error.
    std::vector<std::string> for_people = words;
    for_people.insert(for_people.begin(), tests::referee_path());
    const Output told = run(for_people, folder.path());
    CHECK(told.status == 3);
    CHECK(told.out.empty());
    CHECK_THAT(
        told.err, ContainsSubstring("exit status 3") && ContainsSubstring("    | oops\n") &&
                      ContainsSubstring("it was not submitted; mend them"));
    // The check itself may fail: here the season's copy of the rules is damaged.
    fs::create_directories(folder / "cup/games/gems");
    write_file(folder / "cup/games/gems/game.ini", "nonsense\n");
    const json failed = error_of(folder.path(), for_programs, 3);
    CHECK_THAT(
        failed.at("error").get<std::string>(),
        ContainsSubstring("the check failed, so it was not submitted: ") &&
            ContainsSubstring("game.ini"));
    CHECK(tests::objections(schema("error"), failed.at("check")) == "");
}

TEST_CASE("receive tells the other end why it took nothing", "[json][submission]") {
    const tests::TemporaryFolder folder(true);
    fs::create_directories(folder / "cup");
    write_file(folder / "cup/season.ini", "");
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"receive", "cup", "--name", "dave"},
             {"receive", "cup", "--name", "dave", "--json"},
             {"receive", "nowhere", "--name", "dave"},
             {"receive", "cup"},
             {"receive", "cup", "--name", "dave", "--frobnicate"}}) {
        const json error = error_of(folder.path(), words, 2);
        std::vector<std::string> command = words;
        command.insert(command.begin(), tests::referee_path());
        CHECK_THAT(
            run(command, folder.path()).err,
            ContainsSubstring(error.at("error").get<std::string>()));
    }
}
