// What a test wants of `make`, when `make test TESTS=…` has built nothing but the test program.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <cstdlib>
#include <filesystem>
#include <optional>

using namespace tests;

namespace {

/// Sets a variable until the end of the test.
class Variable {
  public:
    Variable(const char* name, const std::string& value) : name_(name) {
        if (const char* const before = std::getenv(name)) {
            before_ = before;
        }
        ::setenv(name, value.c_str(), 1);
    }
    ~Variable() {
        if (before_) {
            ::setenv(name_, before_->c_str(), 1);
        } else {
            ::unsetenv(name_);
        }
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

  private:
    const char* name_;
    std::optional<std::string> before_;
};

} // namespace

TEST_CASE("a test calls make for what it wants, once for each thing", "[built]") {
    const TemporaryFolder folder;
    const std::string calls = folder / "calls";
    write_script(folder / "make", "#!/bin/sh\nprintf '%s\\n' \"$@\" >>" + calls + "\n");
    const Variable source("REFEREE_SOURCE", folder.path());
    const Variable build("REFEREE_BUILD", folder / "build/san-thread");
    const Variable make("REFEREE_TEST_MAKE", folder / "make CXX=c++");
    const std::string expected = folder / "build/san-thread/hostile/of this test";
    CHECK(built("hostile/of this test") == expected);
    CHECK(read_file(calls) == "CXX=c++\nbuild/san-thread/hostile/of this test\n");
    CHECK(built("hostile/of this test") == expected);
    CHECK(read_file(calls) == "CXX=c++\nbuild/san-thread/hostile/of this test\n");
}

TEST_CASE("a test that can't have what it wants fails", "[built]") {
    const Variable make("REFEREE_TEST_MAKE", "false");
    CHECK_THROWS_WITH(built("hostile/impossible"), ContainsSubstring("hostile/impossible"));
}

TEST_CASE("without make what a test wants is taken as it is", "[built]") {
    const Variable make("REFEREE_TEST_MAKE", "");
    CHECK(built("hostile/taken as it is") == build_folder() + "/hostile/taken as it is");
    CHECK(built() == build_folder());
}
