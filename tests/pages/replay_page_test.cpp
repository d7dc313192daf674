// `--html`: the page that holds a match. What a browser makes of it is in tests/browser.

#include "pages/contest_field.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

using namespace tests;

namespace {

/// The text between two texts; the test fails if one is missing.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
    const std::size_t from = text.find(begin);
    REQUIRE(from != std::string::npos);
    const std::size_t to = text.find(end, from + begin.size());
    REQUIRE(to != std::string::npos);
    return text.substr(from + begin.size(), to - from - begin.size());
}

nlohmann::json index_of(const std::string& page) {
    return nlohmann::json::parse(
        between(page, "<script type=\"application/json\" id=\"match\">", "</script>"));
}

std::string record_in(const TemporaryFolder& folder) {
    const std::string path = folder / "record.jsonl";
    REQUIRE(
        run({referee_path(), contest_field(), "--ai", gems_ai("maxdamage"), "--ai",
             gems_ai("reference"), "--record", path})
            .status == 0);
    return path;
}

} // namespace

TEST_CASE("replay --html writes all games of a record into one page", "[end-to-end][view]") {
    const TemporaryFolder folder;
    const std::string record = record_in(folder);
    const Output output = run({referee_path(), "replay", record, "--html", folder / "page.html"});
    CHECK(output.status == 0);
    CHECK(output.out == "page: " + (folder / "page.html") + " (open it in a browser)\n");
    const std::string page = read_file(folder / "page.html");
    const nlohmann::json match = index_of(page);
    CHECK(match["game"]["name"] == "gems");
    REQUIRE(match["games"].size() == 2);
    CHECK(match["games"][1]["names"] == nlohmann::json{"reference", "maxdamage"});
    CHECK(!between(page, "id=\"game-2\">", "</script>").empty());
    CHECK(page.find("id=\"game-3\"") == std::string::npos);
}

TEST_CASE("replay --html --game takes only that game", "[end-to-end][view]") {
    const TemporaryFolder folder;
    const std::string record = record_in(folder);
    const std::string path = folder / "page.html";
    CHECK(run({referee_path(), "replay", record, "--game", "2", "--html", path}).status == 0);
    const nlohmann::json match = index_of(read_file(path));
    REQUIRE(match["games"].size() == 1);
    CHECK(match["games"][0]["number"] == 2);
    const Output none =
        run({referee_path(), "replay", record, "--game", "9", "--html", folder / "none.html"});
    CHECK(none.status == 2);
    CHECK_THAT(none.err, ContainsSubstring("there is no game 9"));
    CHECK(!std::filesystem::exists(folder / "none.html"));
}

TEST_CASE("a match writes its page with or without a record", "[end-to-end][view]") {
    const TemporaryFolder folder;
    const std::vector<std::string> match{
        referee_path(), contest_field(),      "--ai",  gems_ai("maxdamage"),
        "--ai",         gems_ai("reference"), "--html"};
    std::vector<std::string> alone = match;
    alone.push_back(folder / "alone.html");
    const Output output = run(alone);
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("page: " + (folder / "alone.html")));
    CHECK_THAT(output.out, !ContainsSubstring("record:"));
    CHECK(index_of(read_file(folder / "alone.html"))["games"].size() == 2);

    std::vector<std::string> both = match;
    both.insert(both.end(), {folder / "both.html", "--record", folder / "both.jsonl"});
    CHECK(run(both).status == 0);
    CHECK(index_of(read_file(folder / "both.html"))["games"].size() == 2);
    CHECK(run({referee_path(), "replay", folder / "both.jsonl", "--verify"}).status == 0);
}

TEST_CASE(
    "an existing page is overwritten only if asked for, and before anything is played",
    "[end-to-end][view]") {
    const TemporaryFolder folder;
    const std::string page = folder / "page.html";
    const std::string record = record_in(folder);
    write_file(page, "mine");
    const Output replay = run({referee_path(), "replay", record, "--html", page});
    CHECK(replay.status == 2);
    CHECK_THAT(replay.err, ContainsSubstring("--force overwrites it"));
    const Output match = run(
        {referee_path(), contest_field(), "--ai", gems_ai("reference"), "--ai",
         gems_ai("reference"), "--html", page});
    CHECK(match.status == 2);
    CHECK(match.out.empty());
    CHECK(read_file(page) == "mine");
    CHECK(run({referee_path(), "replay", record, "--html", page, "--force"}).status == 0);
    CHECK(read_file(page) != "mine");
}

TEST_CASE("the page of one record is the same every time", "[end-to-end][view]") {
    const TemporaryFolder folder;
    const std::string record = record_in(folder);
    CHECK(run({referee_path(), "replay", record, "--html", folder / "a.html"}).status == 0);
    CHECK(run({referee_path(), "replay", record, "--html", folder / "b.html"}).status == 0);
    CHECK(read_file(folder / "a.html") == read_file(folder / "b.html"));
}
