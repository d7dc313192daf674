// Copies of other entries: referee/season/README.md, "Copies".

#include "season/entries/copies.hpp"

#include "base/error.hpp"
#include "season/arena.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "tournament/store/store.hpp"

#include <array>
#include <fmt/format.h>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>

using namespace referee;

namespace {

/// A text of so many statements in no language, with other 5-grams for another seed.
std::string program(int statements, unsigned seed, const std::string& name = "value") {
    constexpr std::array<std::string_view, 28> tokens{
        "@", "@", "@", "1", "(", ")", "{", "}", "[",      "]",     ";",  ",",   "+",  "-",
        "*", "<", ">", "!", "=", "&", "|", ":", "return", "while", "if", "for", "in", "else"};
    std::mt19937 generator(seed);
    std::string text;
    int count = 0;
    for (int i = 0; i < 8 * statements; ++i) {
        const std::string_view token = tokens[generator() % tokens.size()];
        text += token == "@" ? fmt::format("{}{}", name, count++ % 17) : std::string(token);
        text += i % 8 == 7 ? '\n' : ' ';
    }
    return text;
}

std::vector<FileFingerprint> files_of(const std::vector<std::string>& texts) {
    std::vector<FileFingerprint> files;
    for (const std::string& text : texts) {
        files.push_back({fmt::format("{}.x", files.size()), fingerprint_of_text(text)});
    }
    return files;
}

/// A season of programs, each with its files, each another entry's.
std::vector<Likenesses::Pair>
pairs_of(const std::vector<std::vector<std::string>>& programs, const std::string& common = "") {
    Likenesses likenesses(fingerprint_of_text(common), {});
    for (std::size_t i = 0; i < programs.size(); ++i) {
        likenesses.add(i, files_of(programs[i]));
    }
    std::vector<Likenesses::Pair> pairs = likenesses.pairs(0);
    std::erase_if(pairs, [](const Likenesses::Pair& pair) { return !pair.is_alike; });
    return pairs;
}

bool are_alike(const std::string& one, const std::string& other, const std::string& common = "") {
    return !pairs_of({{one}, {other}}, common).empty();
}

} // namespace

TEST_CASE("names, numbers, strings, comments and blanks make no other tokens", "[season][copies]") {
    const Fingerprint own = fingerprint_of_text(
        "// A comment, in a line of its own.\nif (count > 3) { print(\"three\", count); } // another");
    for (const char* const other :
         {"  // Einer\nif (zahl > 0x4f) { schreibe('vier \\' fünf', zahl); } // noch einer",
          "if(n>1.5){p(`x\ny`,n);}", "if (a > 1) /* not a > 2 */ { b(\"\", a); }"}) {
        INFO(other);
        CHECK(fingerprint_of_text(other) == own);
    }
    CHECK(fingerprint_of_text("while (count > 3) { print(\"three\", count); }") != own);
    CHECK(
        fingerprint_of_text("# eins\nfor a in b(1):\n  c = a  # zwei\n") ==
        fingerprint_of_text("for x in y(2):\n z = x\n"));
    CHECK(
        fingerprint_of_text("-- eins\nlocal a = b -- zwei\n--[[ drei\nvier ]] c = 1") ==
        fingerprint_of_text("local x = y z = 3"));
    // A division and a decrement are no comments where none begins so.
    CHECK(fingerprint_of_text("a = b // c + d * e") != fingerprint_of_text("a = b + f ** g"));
    CHECK(fingerprint_of_text("for (;i--;) { a(b); }").size() > 5);
}

TEST_CASE("other names, another order and own code hide no copy", "[season][copies]") {
    const std::string text = program(60, 1);
    CHECK(are_alike(text, text));
    CHECK(are_alike(text, program(60, 1, "renamed")));
    CHECK(are_alike(text, std::regex_replace(text, std::regex(" |\n"), "\n\t ")));
    const std::size_t half = text.find('\n', text.size() / 2) + 1;
    CHECK(are_alike(text, text.substr(half) + text.substr(0, half)));
    CHECK(are_alike(text, text + program(120, 2)));
}

TEST_CASE("programs of one's own are no copies", "[season][copies]") {
    CHECK_FALSE(are_alike(program(60, 1), program(60, 2)));
    CHECK_FALSE(are_alike(program(300, 1), program(300, 2)));
    const std::string text = program(100, 1);
    const std::size_t tenth = text.find('\n', text.size() / 10) + 1;
    CHECK(are_alike(text, program(10, 2) + text.substr(tenth)));
    const std::size_t half = text.find('\n', text.size() / 2) + 1;
    CHECK_FALSE(are_alike(text, program(50, 2) + text.substr(half)));
    // Short ones are alike by chance.
    CHECK_FALSE(are_alike("a = b + c; d = e;", "a = b + c; d = e;"));
}

TEST_CASE("a copy is found behind eight megabytes, and under any name", "[season][copies]") {
    const std::string text = program(60, 1);
    std::string much;
    for (int i = 0; much.size() < 8'500'000; ++i) {
        much += fmt::format("The {} words of a long text, which nobody reads. {}\n", i, i * 7);
    }
    const tests::TemporaryFolder folder;
    std::filesystem::create_directory(folder / "bob");
    tests::write_file(folder / "alice.py", text);
    const std::string readme = folder / "bob" + "/README.md";
    tests::write_file(readme, program(60, 1, "other"));
    tests::write_file(folder / "bob/a.txt", much);
    const auto is_found = [&] {
        Likenesses likenesses({}, {});
        likenesses.add(0, fingerprints_of(folder / "alice.py"));
        likenesses.add(1, fingerprints_of(folder / "bob"));
        return likenesses.pairs(0).size() == 1;
    };
    CHECK(is_found());
    // Behind it in the same file, and with a zero that would make it a binary.
    std::filesystem::remove(readme);
    tests::write_file(folder / "bob/a.txt", much + std::string("\0", 1) + text);
    CHECK(is_found());
    // Behind much more code than its own, in a file of its own.
    tests::write_file(folder / "bob/a.txt", program(4000, 3));
    tests::write_file(folder / "bob/ai.ini", program(60, 1, "other"));
    Likenesses likenesses({}, {});
    likenesses.add(0, fingerprints_of(folder / "alice.py"));
    likenesses.add(1, fingerprints_of(folder / "bob"));
    const std::vector<Likenesses::Pair> pairs = likenesses.pairs(0);
    REQUIRE(pairs.size() == 1);
    CHECK(pairs[0].likeness.file_of_one == "alice.py");
    CHECK(pairs[0].likeness.file_of_other == "ai.ini");
}

TEST_CASE("a library that others have, too, makes nobody a copy", "[season][copies]") {
    const std::string library = program(200, 1);
    std::vector<std::vector<std::string>> programs{{library}};
    for (unsigned i = 0; i < 6; ++i) {
        programs.push_back({library, program(500, 10 + i)});
    }
    CHECK(pairs_of(programs).empty());
    // In one file with the own code, too.
    for (auto& program : programs) {
        program = {program[0] + (program.size() > 1 ? program[1] : "")};
    }
    CHECK(pairs_of(programs).empty());
    // Entries that copied all of it are still found.
    programs.push_back({programs[3][0] + program(30, 99)});
    const std::vector<Likenesses::Pair> pairs = pairs_of(programs);
    REQUIRE(pairs.size() == 1);
    CHECK(pairs[0].one == 3);
    CHECK(pairs[0].other == 7);
}

TEST_CASE(
    "several who have one program are found, and what very many have isn't", "[season][copies]") {
    const std::string published = program(100, 1);
    const auto season = [&](unsigned copies) {
        std::vector<std::vector<std::string>> programs;
        for (unsigned i = 0; i < copies; ++i) {
            programs.push_back({published + program(20, 100 + i)});
        }
        for (unsigned i = 0; i < 20; ++i) {
            programs.push_back({program(100, 200 + i)});
        }
        return pairs_of(programs).size();
    };
    CHECK(season(5) == 10);
    CHECK(season(15) == 0);
}

TEST_CASE("what all have from the starters doesn't count", "[season][copies]") {
    const std::string starter =
        tests::read_file(tests::source_folder() + "/ai-samples/gems/reference.py");
    REQUIRE(starter.size() > 500);
    Likenesses likenesses(fingerprint_of_starters("gems"), fingerprints_of_other_starters("gems"));
    likenesses.add(0, files_of({starter}));
    likenesses.add(1, files_of({starter}));
    likenesses.add(2, files_of({starter + program(60, 1)}));
    likenesses.add(3, files_of({starter + program(60, 2)}));
    CHECK(likenesses.pairs(0).empty());
    likenesses.add(4, files_of({program(60, 1)}));
    REQUIRE(likenesses.pairs(4).size() == 1);
    CHECK(likenesses.pairs(4)[0].one == 2);
}

TEST_CASE("folders of `referee new` are no copies of each other", "[season][copies]") {
    const tests::TemporaryFolder folder;
    const tests::Output list = tests::run({tests::referee_path(), "new", "--list"});
    REQUIRE(list.status == 0);
    std::map<std::string, std::vector<std::string>> folders; // by game
    std::istringstream lines(list.out);
    for (std::string game, language; lines >> game >> language;) {
        // Two of each language: one person's, and another's.
        for (const char* const whose : {"my ", "another-"}) {
            folders[game].push_back(folder / (whose + game + language));
            REQUIRE(
                tests::run({tests::referee_path(), "new", "--game", game, "--language", language,
                            folders[game].back()})
                    .status == 0);
        }
    }
    CHECK(folders.size() >= 7);
    for (const auto& [game, own] : folders) {
        INFO(game);
        Likenesses likenesses(fingerprint_of_starters(game), fingerprints_of_other_starters(game));
        for (std::size_t i = 0; i < own.size(); ++i) {
            likenesses.add(i, fingerprints_of(own[i]));
        }
        CHECK(likenesses.pairs(0).empty());
    }
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
    tests::write_file(folder / "a.py", program(60, 1));
    std::string binary(2000, '\0');
    tests::write_file(folder / "a.bin", binary + program(60, 2));
    std::filesystem::create_symlink(folder / "a.py", folder / "b.py");
    const std::vector<FileFingerprint> all = fingerprints_of(folder.path());
    REQUIRE(all.size() == 1);
    CHECK(all[0].name == "a.py");
    CHECK(all[0].grams == fingerprint_of_text(program(60, 1)));
    CHECK(fingerprints_of(folder / "a.py")[0].grams == all[0].grams);
    CHECK(fingerprints_of(folder / "none").empty());
}

namespace {

/// A season with alice, whose program has sources.
class CupOfCopies : public season_tests::Cup {
  public:
    explicit CupOfCopies() : Cup("games = 3\n") { hand_in_with("alice", 80, program(80, 1)); }

    void hand_in_with(
        const std::string& entry, int skill, const std::string& text,
        const std::string& file = "sources.txt") const {
        const std::string folder = player_folder(entry + "-1", skill);
        tests::write_file(folder + "/" + file, text);
        hand_in(entry, "1", folder);
    }

    bool have_met(const std::string& one, const std::string& other) const {
        const Store store(database(), Store::Access::read);
        bool have = false;
        store.for_each([&](const GameOutcome& game) {
            std::set<std::string> names;
            for (const SeatOutcome& seat : game.seats) {
                names.insert(store.ais()[static_cast<std::size_t>(seat.ai)].name);
            }
            have = have || names == std::set<std::string>{one, other};
        });
        return have;
    }
};

const std::vector<std::string> final_words{"--final", "top 4", "--final-fields", "2"};

} // namespace

TEST_CASE(
    "an entry that is like another is reported, and plays it, and the final is made with a warning",
    "[season][copies][tournament]") {
    const CupOfCopies cup;
    cup.hand_in_with("bob", 70, program(80, 1, "renamed") + program(20, 2), "README.md");
    const std::string told = cup.play().err;
    CHECK_THAT(
        told, ContainsSubstring("note: bob 1 is like alice 1: they have ") &&
                  ContainsSubstring("'decide = both|first|none alice bob' into season.ini\n"));
    CHECK_THAT(cup.note("bob", "1"), !ContainsSubstring("is like"));
    CHECK(cup.have_met("alice@1", "bob@1"));
    const tests::Output made = tests::run(cup.command(final_words));
    INFO(made.err);
    CHECK(made.status == 0);
    CHECK_THAT(
        made.err, ContainsSubstring("bob 1 is like alice 1") &&
                      ContainsSubstring("look at them before the final is played"));
    const std::string ini = tests::read_file(cup.path("final/tournament.ini"));
    CHECK_THAT(ini, ContainsSubstring("ai = bob=ais/bob") && ContainsSubstring("# Note: bob 1 is"));
    // The organiser may still decide.
    tests::write_file(
        cup.path("season.ini"),
        tests::read_file(cup.path("season.ini")) + "decide = first alice bob\n");
    cup.play();
    CHECK_THAT(cup.note("bob", "1"), ContainsSubstring("it doesn't play: bob 1 is like alice 1"));
}

TEST_CASE(
    "a public library alone keeps nobody from meeting, and no final from being made",
    "[season][copies][tournament]") {
    const CupOfCopies cup;
    const std::string library = program(80, 5);
    cup.hand_in_with("bob", 60, library + program(300, 6));
    cup.hand_in_with("carol", 50, library + program(300, 7));
    cup.hand_in_with("dave", 40, library);
    const std::string told = cup.play().err;
    CHECK(told.find("is like") == std::string::npos);
    CHECK((cup.have_met("bob@1", "dave@1") || cup.have_met("carol@1", "dave@1")));
    CHECK(tests::run(cup.command(final_words)).status == 0);
}
