// Short runs of the harnesses in tests/fuzz, with a fixed seed: the same inputs every time.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <set>

using tests::Output;

namespace {

namespace fs = std::filesystem;

/// Harnesses are found by their folder.
std::vector<std::string> kinds() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(tests::source_folder() + "/tests/fuzz")) {
        if (entry.path().extension() == ".cpp") {
            names.push_back(entry.path().stem());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string program(const std::string& kind) {
    return tests::built("fuzz-short/" + kind);
}

} // namespace

TEST_CASE("a wrong input of any kind is an error for people, and nothing worse", "[fuzz][slow]") {
    REQUIRE(kinds().size() >= 11);
    const tests::TemporaryFolder folder(true);
    for (const std::string& kind : kinds()) {
        const std::string kept = fmt::format("{}/{}.finding", tests::build_folder(), kind);
        const std::set<std::string> slow{
            "continuation", "database", "resumption", "season", "tuning"};
        const std::string runs = slow.contains(kind) ? "60" : "400";
        const Output output = tests::run(
            {program(kind), "--runs", runs, "--keep", kept}, "",
            {"TMPDIR=" + folder.path(), "REFEREE_SOURCE=" + tests::source_folder()});
        INFO(kind << ": the input is in " << kept << "; repeat: " << program(kind) << " " << kept);
        INFO(output.err);
        CHECK(output.status == 0);
        CHECK(output.out.find("seeds") != std::string::npos);
    }
}

TEST_CASE("an input that ends its harness is kept and can be repeated", "[fuzz]") {
    const tests::TemporaryFolder folder(true);
    const std::string kept = folder / "kept";
    const Output output =
        tests::run({program("faulty"), "--runs", "100", "--keep", kept}, "", {"TMPDIR=/tmp"});
    CHECK(output.status == 128 + SIGABRT);
    REQUIRE(fs::exists(kept));
    CHECK(tests::read_file(kept) != "right");
    CHECK(tests::run({program("faulty"), kept}).status == 128 + SIGABRT);
    tests::write_file(kept, "right");
    CHECK(tests::run({program("faulty"), kept}).status == 0);
}

TEST_CASE("what make fuzz compiles links without the library of fmt", "[fuzz][slow]") {
    // Clang names fmt's functions otherwise than the g++ that built the library; FUZZ_CXX in the
    // Makefile therefore takes them from fmt's headers.
    const tests::TemporaryFolder folder;
    tests::write_file(
        folder / "main.cpp", "int main() { return fmt::format(\"{}\", 1) != \"1\"; }\n");
    const Output output = tests::run(
        {"g++", "-std=c++20", "-DFMT_HEADER_ONLY", "-include",
         tests::source_folder() + "/referee/precompiled.hpp", "-o", folder / "program",
         folder / "main.cpp"});
    INFO(output.err);
    REQUIRE(output.status == 0);
    CHECK(tests::run({folder / "program"}).status == 0);
}
