// How a game works, in short: what pages get from a game's README.md.

#include "support/catch.hpp"

#include "game/registry.hpp"
#include "pages/rules.hpp"

using namespace referee;
using Catch::Matchers::EndsWith;

TEST_CASE("the section of a README has sentences and a legend", "[rules-page][view]") {
    const RulesInShort rules = rules_in_short(
        "# game\n\nAbout it.\n\n## In short\n\n- Take `one` **stone**\n  of two.\n- Win.\n\n"
        "| on the board | meaning |\n| --- | --- |\n| stone | to be taken |\n\n## Board\n\n- no\n");
    CHECK(rules.lines == std::vector<std::string>{"Take one stone of two.", "Win."});
    REQUIRE(rules.legend.size() == 1);
    CHECK(rules.legend[0].word == "stone");
    CHECK(rules.legend[0].meaning == "to be taken");
}

TEST_CASE("a README without the section is told by its first paragraph", "[rules-page][view]") {
    const RulesInShort rules = rules_in_short("# game\n\nAbout\nit.\n\nMore.\n");
    CHECK(rules.lines == std::vector<std::string>{"About it."});
    CHECK(rules.legend.empty());
    CHECK(rules_in_short("").lines.empty());
}

TEST_CASE("every game says in about ten lines how it works", "[rules-page][view]") {
    for (const Game* const game : all_games()) {
        CAPTURE(game->info().name);
        const RulesInShort rules = rules_of(game->info());
        CHECK(rules.lines.size() >= 6);
        CHECK(rules.lines.size() <= 12);
        for (const std::string& line : rules.lines) {
            CAPTURE(line);
            CHECK(line.size() <= 130);
            CHECK_THAT(line, EndsWith("."));
        }
        CHECK(!rules.legend.empty());
    }
}
