// What stands for an AI's files: one hash for two sets of files would make strangers copies.

#include "ai/program.hpp"
#include "base/bytes.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/user_error.hpp"

#include <string>

using namespace referee;

TEST_CASE("an AI's folder has no file whose name is lines", "[ai][hash]") {
    for (const std::string& name :
         {"aa 644 " + sha256("a") + "\nab", std::string("return\rhere"), std::string("\x7f")}) {
        CAPTURE(name);
        const tests::TemporaryFolder folder;
        tests::write_script(folder / "run", "#!/bin/sh\n");
        tests::write_file(folder / "ai.ini", "command = run\n");
        const std::string before = sha256_of(read_program(folder.path()));
        CHECK(before.size() == 64);
        tests::write_file(folder / name, "a");
        const std::string error =
            tests::user_error_of([&] { sha256_of(read_program(folder.path())); });
        CHECK_THAT(error, ContainsSubstring("rename it"));
        CHECK(error.find('\n') == std::string::npos);
    }
}
