#include "support/catch.hpp"
#include "support/run.hpp"

#include <filesystem>
#include <fmt/format.h>

using namespace tests;

TEST_CASE("200 created fields are checked, and every fifth is played", "[end-to-end][slow]") {
    const TemporaryFolder folder;
    REQUIRE(
        run({referee_path(), folder / "f.dat", "create", "--seed", "1000", "--count", "200"})
            .status == 0);
    std::vector<std::string> check{referee_path(), "check"};
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        check.push_back(entry.path().string());
    }
    REQUIRE(check.size() == 202);
    CHECK(run(check).status == 0);
    constexpr std::size_t step = 5;
    for (std::size_t i = 2; i < check.size(); i += step) {
        const Output output = run(
            {referee_path(), check[i], "--ai", gems_ai("reference-c"), "--ai", gems_ai("random"),
             "--seats", "fixed"});
        INFO(check[i] << output.err);
        CHECK(output.status == 0);
        CHECK_THAT(output.out, ContainsSubstring("no faults"));
    }
}

TEST_CASE("the fields of the repository are good and each is different", "[end-to-end]") {
    std::vector<std::string> check{referee_path(), "check"};
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(source_folder() + "/fields")) {
        if (entry.path().extension() == ".dat") {
            check.push_back(entry.path().string());
        }
    }
    CHECK(check.size() >= 2 + 11);
    CHECK(run(check).status == 0);
}

TEST_CASE("create says its seed, repeats itself by it and overwrites nothing", "[end-to-end]") {
    const TemporaryFolder folder;
    const Output first = run({referee_path(), "create", folder / "a.dat"});
    REQUIRE(first.status == 0);
    const std::string seed = first.out.substr(first.out.rfind(' ') + 1);
    REQUIRE(
        run({referee_path(), folder / "b.dat", "create", "--seed", seed.substr(0, seed.size() - 1)})
            .status == 0);
    CHECK(read_file(folder / "a.dat") == read_file(folder / "b.dat"));
    const Output again = run({referee_path(), "create", folder / "a.dat"});
    CHECK(again.status == 2);
    CHECK(
        again.err ==
        "referee: " + (folder / "a.dat") + ": already exists; --force overwrites it\n");
    CHECK(read_file(folder / "a.dat") == read_file(folder / "b.dat"));
}

TEST_CASE("a full disk leaves no part of a field behind", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::string create = fmt::format("exec {} create {}", referee_path(), folder / "f.dat");
    // The limit of a file's size, in units of 512 bytes, stands for the disk.
    const Output full = run({"/bin/sh", "-c", "ulimit -f 1; " + create});
    CHECK(full.status == 1);
    CHECK_THAT(full.err, ContainsSubstring("run the same command again"));
    CHECK_FALSE(std::filesystem::exists(folder / "f.dat"));
    const Output again = run({"/bin/sh", "-c", create});
    CHECK(again.err == "");
    CHECK(again.status == 0);
}

TEST_CASE("the seed is in a field only when asked for", "[end-to-end]") {
    const TemporaryFolder folder;
    run({referee_path(), "create", folder / "a.dat", "--seed", "4711"});
    run({referee_path(), "create", folder / "b.dat", "--seed", "4711", "--write-seed"});
    CHECK(read_file(folder / "a.dat").find("4711") == std::string::npos);
    CHECK(read_file(folder / "b.dat") == read_file(folder / "a.dat") + "# seed 4711\n");
    CHECK(run({referee_path(), "check", folder / "b.dat"}).status == 0);
}

TEST_CASE("check reports file and line of each error, and continues", "[end-to-end]") {
    const TemporaryFolder folder;
    write_file(folder / "bad.dat", "game gems\nlife 30\nlief 30\n[stones]\n");
    run({referee_path(), "create", folder / "good.dat"});
    const Output output = run({referee_path(), "check", folder / "bad.dat", folder / "good.dat"});
    CHECK(output.status == 2);
    CHECK_THAT(output.err, ContainsSubstring("bad.dat:3: unknown key 'lief'; valid keys: life, "));
    CHECK_THAT(output.out, ContainsSubstring("good.dat: gems, 2 seats"));
}

TEST_CASE("check tries an AI and says what is wrong in plain words", "[end-to-end]") {
    const TemporaryFolder folder;
    const auto check = [&](const std::string& program, const char* limit = "60s") {
        return run({referee_path(), "check", "--game", "gems", program, "--time-limit", limit});
    };
    const Output good = check(gems_ai("reference"));
    CHECK(good.status == 0);
    CHECK_THAT(good.out, ContainsSubstring("no problems found"));
    write_script(folder / "words", "#!/bin/sh\necho 1 2 x 4 > result.dat\n");
    const Output words = check(folder / "words");
    CHECK(words.status == 3);
    CHECK_THAT(words.out, ContainsSubstring("line 1, word 3 ('x'): not an integer"));
    write_script(folder / "silent", "#!/bin/sh\necho 1 2 3 4\n");
    CHECK_THAT(
        check(folder / "silent").out, ContainsSubstring("write its answer to the file result.dat"));
    write_script(folder / "slow", "#!/bin/sh\nsleep 600\n");
    CHECK_THAT(check(folder / "slow", "500ms").out, ContainsSubstring("still running after 0.5 s"));
    write_file(folder / "norun", "#!/bin/sh\n");
    CHECK_THAT(
        check(folder / "norun").out,
        ContainsSubstring("not executable; run: chmod +x " + (folder / "norun")));
    write_script(folder / "nobang", "echo 1 2 3 4 > result.dat\n");
    CHECK_THAT(
        check(folder / "nobang").out, ContainsSubstring("add a first line like '#!/usr/bin/env"));
}
