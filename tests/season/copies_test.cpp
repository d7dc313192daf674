// Copies of other entries: referee/season/README.md, "Copies".

#include "season/entries/copies.hpp"

#include "ai/starters.hpp"
#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

#include <fmt/format.h>
#include <fstream>
#include <regex>

using namespace referee;

namespace {

/// A program of so many different statements.
std::string program(int statements, const std::string& name = "value") {
    std::string text;
    for (int i = 0; i < statements; ++i) {
        text += fmt::format(
            "{0}{1} = {0}_of({1}) * {0}_weights[{1}] - {0}_look({2});\n", name, i, i * 7);
    }
    return text;
}

double overlap_of(const std::string& one, const std::string& other) {
    return overlap(fingerprint_of_text(one), fingerprint_of_text(other), {});
}

} // namespace

TEST_CASE("blanks and the order of parts hide no copy", "[season][copies]") {
    const std::string text = program(60);
    CHECK(overlap_of(text, text) == 1);
    CHECK(overlap_of(text, std::regex_replace(text, std::regex(" |\n"), "\n\t ")) == 1);
    const std::size_t half = text.find('\n', text.size() / 2) + 1;
    CHECK(overlap_of(text, text.substr(half) + text.substr(0, half)) > 0.95);
    // With own code added, the copied part still is all of the smaller one.
    CHECK(overlap_of(text, text + program(60, "other")) == 1);
}

TEST_CASE("programs of one's own are no copies", "[season][copies]") {
    CHECK(overlap_of(program(60), program(60, "other")) < 0.5);
    // A tenth changed is still nearly the same, a half isn't.
    const std::string text = program(100);
    const std::size_t tenth = text.find('\n', text.size() / 20) + 1;
    CHECK(overlap_of(text, program(5, "own") + text.substr(tenth)) >= near_copy);
    const std::size_t half = text.find('\n', text.size() / 2) + 1;
    CHECK(overlap_of(text, program(50, "own") + text.substr(half)) < 0.7);
    // Short ones are alike by chance.
    CHECK(overlap_of("a = b + c; d = e;", "a = b + c; d = e;") == 0);
}

TEST_CASE("what all have from the starters doesn't count", "[season][copies]") {
    std::ifstream in(tests::source_folder() + "/ai-samples/gems/reference.py");
    const std::string starter((std::istreambuf_iterator<char>(in)), {});
    REQUIRE(starter.size() > 500);
    const Fingerprint starters = fingerprint_of_starters("gems");
    const Fingerprint same = fingerprint_of_text(starter);
    CHECK(overlap(same, same, {}) == 1);
    CHECK(overlap(same, same, starters) == 0);
    const Fingerprint one = fingerprint_of_text(starter + program(40));
    const Fingerprint other = fingerprint_of_text(starter + program(40, "other"));
    CHECK(overlap(one, other, {}) > 0.3);
    CHECK(overlap(one, other, starters) < 0.5);
    CHECK(overlap(one, fingerprint_of_text(program(40)), starters) == 1);
}

TEST_CASE("folders of `referee new` are no copies of each other", "[season][copies]") {
    const tests::TemporaryFolder folder;
    for (const char* const language : {"C", "JavaScript", "Python"}) {
        REQUIRE(
            tests::run({tests::referee_path(), "new", "--game", "battlesnake", "--language",
                        language, folder / language})
                .status == 0);
        // The script is what is left out, so it must be known by its first line.
        CHECK(
            tests::read_file(folder / (std::string(language) + "/try")).find(first_line_of_try) ==
            10);
    }
    const Fingerprint starters = fingerprint_of_starters("battlesnake");
    CHECK(
        overlap(fingerprint_of(folder / "C"), fingerprint_of(folder / "JavaScript"), starters) ==
        0);
    CHECK(overlap(fingerprint_of(folder / "C"), fingerprint_of(folder / "Python"), starters) == 0);
}

TEST_CASE("a decision names what and two entries", "[season][copies]") {
    CopyDecisions decisions;
    read_decision("first  bob alice", decisions);
    REQUIRE(decision_about(decisions, "alice", "bob") != nullptr);
    CHECK(*decision_about(decisions, "bob", "alice") == CopyDecision::first);
    CHECK(decision_about(decisions, "bob", "carol") == nullptr);
    for (const char* const wrong :
         {"", "first", "first bob", "second a b", "first a a", "first a b c", "a b first"}) {
        CHECK_THROWS_AS(read_decision(wrong, decisions), UserError);
    }
}

TEST_CASE("programs that aren't text, and links, are passed over", "[season][copies]") {
    const tests::TemporaryFolder folder;
    tests::write_file(folder / "a.py", program(60));
    tests::write_file(folder / "a.bin", std::string("\0x", 2) + program(60, "other"));
    CHECK(fingerprint_of(folder.path()) == fingerprint_of_text(program(60)));
    CHECK(fingerprint_of(folder / "a.py") == fingerprint_of_text(program(60)));
    CHECK(fingerprint_of(folder / "none").empty());
}
