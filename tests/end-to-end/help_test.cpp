#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <regex>
#include <set>
#include <sstream>

using namespace tests;

TEST_CASE("completion and man page know every option of every command", "[end-to-end]") {
    // What bash would offer after 'referee COMMAND --'.
    const TemporaryFolder folder;
    write_script(
        folder / "offers", "#!/bin/bash\n"
                           "PATH=${1%/*}:$PATH\n"
                           "source \"$2\"\n"
                           "COMP_WORDS=(referee \"$3\" --) COMP_CWORD=2\n"
                           "_referee\n"
                           "printf '%s\\n' \"${COMPREPLY[@]}\"\n");
    std::string man = read_file(source_folder() + "/referee/referee.1");
    man = std::regex_replace(man, std::regex(R"(\\-)"), "-");
    for (const std::string command :
         {"play", "create", "check", "replay", "rerun", "games", "tournament", "tune", "report",
          "merge"}) {
        const Output offers = run(
            {folder / "offers", referee(), source_folder() + "/scripts/completion.bash", command});
        INFO(offers.err);
        CHECK(offers.err.empty());
        const std::string help = run({referee(), command, "--help"}).out;
        const std::regex option(R"(\n  (--[a-z-]+))");
        int count = 0;
        for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at) {
            const std::string name = (*at)[1];
            INFO(command << " " << name);
            ++count;
            CHECK(("\n" + offers.out).find("\n" + name + "\n") != std::string::npos);
            if (name != "--help") {
                CHECK(man.find(name) != std::string::npos);
            }
        }
        CHECK(count >= 2);
    }
}

TEST_CASE("the AI in the README is whole, legal and as short as it says", "[end-to-end]") {
    const std::string readme = read_file(source_folder() + "/README.md");
    const std::size_t begin = readme.find("```python\n") + 10;
    REQUIRE(begin > 10);
    const std::string program = readme.substr(begin, readme.find("```\n", begin) - begin);
    const TemporaryFolder folder;
    write_script(folder / "readme", program);
    const Output output = run(
        {referee(), source_folder() + "/fields/gems/contest.dat", "--ai", folder / "readme", "--ai",
         gems_ai("reference-c"), "--record", folder / "r.jsonl"});
    if (output.err.find("is not in an AI's PATH") != std::string::npos) {
        CHECK(output.status == 2); // the referee says so
        tests::skipped().emplace_back("the AI in the README: no Python in an AI's PATH");
        return;
    }
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("no faults"));
    CHECK_THAT(output.out, ContainsSubstring("result: a draw")); // it is the reference again
}
