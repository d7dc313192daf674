// What stands for an AI's files: one hash for two sets of files would make strangers copies.

#include "ai/program.hpp"
#include "base/bytes.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace referee;

TEST_CASE("two different folders of AIs never have one hash", "[ai][hash]") {
    const auto hash_with = [](const std::vector<std::pair<std::string, std::string>>& files) {
        const tests::TemporaryFolder folder;
        tests::write_script(folder / "run", "#!/bin/sh\n");
        tests::write_file(folder / "ai.ini", "command = run\n");
        for (const auto& [name, text] : files) {
            tests::write_file(folder / name, text);
        }
        return sha256_of(read_program(folder.path()));
    };
    const std::string two = hash_with({{"aa", "a"}, {"ab", "b"}});
    CHECK(two == hash_with({{"ab", "b"}, {"aa", "a"}}));
    // The line of one file as the beginning of another's name. Odd names keep no AI from playing.
    std::set<std::string> hashes{two};
    for (const std::string& name :
         {"aa 644 " + sha256("a") + "\nab", std::string("return\rhere"), std::string("\x7f"),
          std::string("\x01"
                      "0a"),
          std::string("\n")}) {
        CAPTURE(name);
        CHECK(hashes.insert(hash_with({{name, "b"}})).second);
    }
}
