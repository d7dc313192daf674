// The lists of faults that `make mutations`, `make loop-mutations` and `make page-mutations` plant:
// a fault whose place is gone would no longer be tried.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <string>

using namespace tests;

TEST_CASE("every planted fault finds its place", "[house]") {
    for (const std::string folder : {"golden", "loops", "browser"}) {
        const Output listed =
            run({source_folder() + "/tests/" + folder + "/mutate.py", "--list", build_folder()});
        CAPTURE(folder, listed.err);
        CHECK(listed.out.find("FAIL") == std::string::npos);
        CHECK(listed.status == 0);
        CHECK_THAT(listed.out, ContainsSubstring("0 without their place"));
    }
}
