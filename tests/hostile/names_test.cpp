// Paths and names that break careless shells, terminals, web pages and one-line messages. All of
// them work, and printing them has no effect on a terminal.

#include "arena.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <filesystem>

namespace {

namespace fs = std::filesystem;

const std::string field = "/fields/gems/standard-001.dat";

/// What a terminal would act on: control characters, also the 32 that UTF-8 writes with two bytes.
bool is_safe(const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : '\0');
        if ((byte < 0x20 && byte != '\n') || byte == 0x7f ||
            (byte == 0xc2 && next >= 0x80 && next < 0xa0)) {
            return false;
        }
    }
    return true;
}

const std::vector<std::string>& odd_paths() {
    static const std::vector<std::string> list{
        "with blanks", "quote's \" and `ticks`",
        "new\nline",   "Umläute ß 四",
        "-rf",         "$HOME;$(false)",
        "a=b",         "{dir}{}",
        "<b>&amp;",    "\xff\xfe",
        "back\\slash", "#comment",
    };
    return list;
}

} // namespace

TEST_CASE("AIs and fields and records may have any path", "[hostile][slow]") {
    for (const std::string& name : odd_paths()) {
        INFO("path: " << name);
        const tests::TemporaryFolder folder;
        const std::string place = folder / name;
        fs::create_directories(place + "/folder");
        fs::copy_file(tests::gems_ai("reference"), place + "/" + name);
        fs::copy_file(tests::gems_ai("reference"), place + "/folder/" + name + name);
        // A command is split into words like in a shell, so a link carries the name.
        fs::create_symlink(name + name, place + "/folder/program");
        tests::write_file(place + "/folder/ai.ini", "command = '{dir}/program' {dir}\n");
        fs::copy_file(tests::source_folder() + field, place + "/field.dat");
        const tests::Output output = tests::run(
            {"timeout", "120", tests::referee_path(), place + "/field.dat", "--seats", "fixed",
             "--ai", place + "/" + name, "--ai", place + "/folder", "--record", place + "/record"});
        INFO("standard output: " << output.out << "standard error: " << output.err);
        CHECK(output.status == 0);
        CHECK_THAT(output.out, ContainsSubstring("no faults"));
        CHECK(is_safe(output.out));
        CHECK(is_safe(output.err));
        const tests::Output replay =
            tests::run({tests::referee_path(), "replay", place + "/record", "--verify"});
        INFO("replay: " << replay.out << replay.err);
        CHECK(replay.status == 0);
        CHECK(is_safe(replay.out));
    }
}

TEST_CASE("Names with markup or escape sequences are printed safely", "[hostile][slow]") {
    const tests::TemporaryFolder folder;
    const std::vector<std::string> names{
        "<script>alert(1)<script>",
        "\x1b[31mred\x1b]0;title\a",
        "\xc2\x9b"
        "31mred",
        "two\nlines",
        "\xff\xfe",
        "{}{0}%s%n",
        "\u202egnp.exe",
        "'\"\\"};
    for (const std::string& name : names) {
        INFO("name: " << name);
        const std::vector<std::string> match{
            tests::referee_path(),
            tests::source_folder() + field,
            "--ai",
            name + "=" + tests::gems_ai("reference"),
            "--ai",
            "honest=" + tests::gems_ai("reference"),
            "--tell-names",
            "--force",
            "--seats",
            "fixed",
            "--record",
            folder / "record"};
        const tests::Output text = tests::run(match);
        INFO("standard output: " << text.out << "standard error: " << text.err);
        CHECK(text.status == 0);
        CHECK(is_safe(text.out));
        CHECK(is_safe(text.err));

        const tests::Output replay =
            tests::run({tests::referee_path(), "replay", folder / "record"});
        CHECK(replay.status == 0);
        CHECK(is_safe(replay.out));

        std::vector<std::string> with_json = match;
        with_json.emplace_back("--json");
        const auto json = nlohmann::json::parse(tests::run(with_json).out, nullptr, false);
        REQUIRE(json.is_object());
        if (name.find('\xff') == std::string::npos) {
            CHECK(json.at("ais").at(0).at("name") == name);
        }
    }
}

TEST_CASE("An ai.ini's name is printed safely", "[hostile]") {
    for (const std::string name :
         {"<script>alert(1)</script>", "\x1b[31mred",
          "\xc2\x9b"
          "2J"}) {
        const tests::Arena arena("answers", "nothing");
        tests::write_file(
            arena.ai() + "/ai.ini", "command = answers nothing\nname = " + name + "\n");
        const tests::Output output = tests::run(
            {tests::referee_path(), arena / "field.dat", "--ai", arena.ai(), "--ai",
             tests::gems_ai("reference")});
        INFO("standard output: " << output.out);
        CHECK(output.status == 0);
        CHECK(is_safe(output.out));
    }
}

TEST_CASE("What an AI prints and answers is shown safely", "[hostile]") {
    const tests::Arena arena("answers", "escapes");
    const std::string ai = "hostile=" + arena.ai();
    const std::vector<std::vector<std::string>> commands{
        {arena / "field.dat", "--ai", ai, "--ai", tests::gems_ai("reference"), "--record",
         arena / "record.jsonl"},
        {"replay", arena / "record.jsonl"},
        {"check", "--game", "gems", arena.ai(), "--turns", "2"},
    };
    for (std::vector<std::string> command : commands) {
        INFO("command: " << command[0]);
        command.insert(command.begin(), tests::referee_path());
        const tests::Output output = tests::run(command);
        INFO("standard output: " << output.out << "standard error: " << output.err);
        CHECK_THAT(output.out, ContainsSubstring("bad-result"));
        CHECK(is_safe(output.out));
        CHECK(is_safe(output.err));
        // A word of 60,000 bytes is not repeated in full.
        CHECK(output.out.size() < 10000);
    }
}

TEST_CASE("A message about a program with an odd path is one safe line", "[hostile]") {
    const tests::TemporaryFolder folder;
    for (const std::string name :
         {"new\nline", "\x1b[31mred",
          "\xc2\x9b"
          "31mred"}) {
        const std::string path = folder / name;
        tests::write_file(path, "no run bit");
        const tests::Output match = tests::run(
            {tests::referee_path(), tests::source_folder() + field, "--ai", path, "--ai",
             tests::gems_ai("reference")});
        const tests::Output check =
            tests::run({tests::referee_path(), "check", "--game", "gems", path});
        INFO("match: " << match.err << "check: " << check.out);
        CHECK(match.status == 2);
        CHECK(std::count(match.err.begin(), match.err.end(), '\n') == 1);
        CHECK(is_safe(match.err));
        CHECK(is_safe(check.out));
    }
}
