// How a game works, in short: what pages get from a game's README.md, by what a field sets.

#include "support/catch.hpp"
#include "support/run.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "game/in_short.hpp"
#include "game/registry.hpp"
#include "game_programs/program_game.hpp"
#include "pages/rules.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

using namespace referee;
using namespace tests;
using Catch::Matchers::EndsWith;

namespace {

using Settings = std::map<std::string, std::string>;

/// What a field is that `create` makes with these settings; nothing where it refuses them.
std::optional<FieldValues> created(const Game& game, const Settings& settings, int players = 0) {
    const int seats = players > 0 ? players : game.info().default_seats;
    try {
        Rng rng(5);
        const std::string text = game.create_field({seats, settings}, rng);
        return facts_of(game.info(), FieldText("field", text), seats);
    } catch (const UserError&) {
        return std::nullopt;
    }
}

/// Values of a parameter: its words, or both ends of its range, the default and two that are drawn.
std::vector<std::string> values_of(const Parameter& parameter, Rng& rng) {
    if (!parameter.words.empty()) {
        return parameter.words;
    }
    std::set<std::string> values{parameter.default_value};
    const auto add = [&](double share) {
        const double value = parameter.min + share * (parameter.max - parameter.min);
        values.insert(
            parameter.is_integer ? std::to_string(static_cast<std::int64_t>(value))
                                 : fmt::format("{:.3}", value));
    };
    for (const double share : {0.0, 1.0}) {
        add(share);
    }
    for (int i = 0; i < 2; ++i) {
        add(static_cast<double>(rng.below(1000)) / 1000);
    }
    return {values.begin(), values.end()};
}

/// Facts of the default field, and of fields with one setting that only `create` knows.
std::vector<FieldValues> fields_of(const Game& game) {
    Rng rng(3);
    std::vector<FieldValues> fields{created(game, {}).value()};
    for (const Parameter& parameter : game.info().create_settings) {
        if (parameter.changes_rules) {
            for (const std::string& value : values_of(parameter, rng)) {
                if (const auto facts = created(game, {{parameter.name, value}})) {
                    fields.push_back(*facts);
                }
            }
        }
    }
    return fields;
}

/// Parameters that change rules, but no sentence and no row of the legend.
std::vector<std::string> silent_parameters(const Game& game) {
    const InShort in_short(rules_text(game.info()));
    const std::vector<FieldValues> fields = fields_of(game);
    Rng rng(7);
    const auto differ = [&](const std::vector<FieldValues>& variants) {
        return std::any_of(variants.begin(), variants.end(), [&](const FieldValues& facts) {
            return in_short.of(facts) != in_short.of(variants.front());
        });
    };
    std::vector<std::string> silent;
    for (const Parameter& parameter : game.info().parameters) {
        const std::vector<std::string> values = values_of(parameter, rng);
        const bool is_told = std::any_of(fields.begin(), fields.end(), [&](FieldValues facts) {
            std::vector<FieldValues> variants;
            for (const std::string& value : values) {
                facts[parameter.name] = value;
                variants.push_back(facts);
            }
            return differ(variants);
        });
        if (parameter.changes_rules && !is_told) {
            silent.push_back(parameter.name);
        }
    }
    for (const Parameter& parameter : game.info().create_settings) {
        std::vector<FieldValues> variants;
        for (const std::string& value : values_of(parameter, rng)) {
            if (parameter.changes_rules) {
                if (const auto facts = created(game, {{parameter.name, value}})) {
                    variants.push_back(*facts);
                }
            }
        }
        if (parameter.changes_rules && !differ(variants)) {
            silent.push_back(parameter.name);
        }
    }
    return silent;
}

std::string joined_text(const RulesInShort& rules) {
    std::string text;
    for (const std::string& line : rules.lines) {
        text += line + "\n";
    }
    for (const LegendEntry& entry : rules.legend) {
        text += entry.word + ": " + entry.meaning + "\n";
    }
    return text;
}

std::string rules_on(std::string_view game, const Settings& settings, int players = 0) {
    const Game& named = game_named(game);
    return joined_text(
        InShort(rules_text(named.info())).of(created(named, settings, players).value()));
}

} // namespace

TEST_CASE("the section of a README has sentences and a legend", "[rules-page][view]") {
    const RulesInShort rules =
        InShort(
            "# game\n\nAbout it.\n\n## In short\n\n- Take `one` **stone**\n  of two.\n- Win.\n\n"
            "| on the board | meaning |\n| --- | --- |\n| stone | to be taken |\n\n## Board\n\n- no\n")
            .general();
    CHECK(rules.lines == std::vector<std::string>{"Take one stone of two.", "Win."});
    REQUIRE(rules.legend.size() == 1);
    CHECK(rules.legend[0].word == "stone");
    CHECK(rules.legend[0].meaning == "to be taken");
}

TEST_CASE("a README without the section is told by its first paragraph", "[rules-page][view]") {
    const RulesInShort rules = InShort("# game\n\nAbout\nit.\n\nMore.\n").general();
    CHECK(rules.lines == std::vector<std::string>{"About it."});
    CHECK(rules.legend.empty());
    CHECK(InShort("").general().lines.empty());
}

TEST_CASE("sentences and rows of the legend follow a field", "[rules-page][view]") {
    const InShort in_short(
        "## In short\n\n- If `open = 1`: You may leave.\n- If `open = 0 or mode = hard`: The door\n"
        "  is shut.\n- It takes 5 (`steps`) steps, (at most 9 (`limit`)).\n"
        "- You lose 3 (`gain`), or win 3 (`-gain`). Say `so` (`not a name`).\n\n"
        "| on the board | meaning |\n| --- | --- |\n| pit | If `[pits] + more > 1`: costs 5 (`steps`) |\n");
    const RulesInShort shut = in_short.of(
        {{"open", "0"}, {"steps", "7"}, {"limit", "12"}, {"gain", "-4"}, {"[pits]", "1"}});
    CHECK(
        shut.lines == std::vector<std::string>{
                          "The door is shut.", "It takes 7 steps, (at most 12).",
                          "You lose -4, or win 4. Say so (not a name)."});
    CHECK(shut.legend.empty());
    const RulesInShort open =
        in_short.of({{"open", "1"}, {"mode", "hard"}, {"[pits]", "1"}, {"more", "1"}});
    CHECK(
        open.lines == std::vector<std::string>{
                          "You may leave.", "The door is shut.", "It takes 5 steps, (at most 9).",
                          "You lose 3, or win 3. Say so (not a name)."});
    CHECK(open.legend == std::vector<LegendEntry>{{"pit", "costs 5"}});
    CHECK(in_short.general().lines.front() == "If open = 1: You may leave.");
}

TEST_CASE("conditions compare numbers and words", "[rules-page][view]") {
    const FieldValues facts{{"a", "2"}, {"b", "-0.5"}, {"word", "hidden"}, {"[s]", "3"}};
    for (const char* const text :
         {"a = 2", "a = 2.0", "a != 3", "a < 3", "a <= 2", "b < 0", "[s] > 2", "[s] >= 3",
          "word = hidden", "word != shown", "other = 0", "a + [s] = 5", "a = 1 or b < 0 and a = 2",
          "a = 2 and b < 0 or a = 1"}) {
        CAPTURE(text);
        REQUIRE(parse_condition(text));
        CHECK(holds(*parse_condition(text), facts));
    }
    for (const char* const text :
         {"a = 3", "a != 2", "a > 2", "word = shown", "word != hidden", "word < z", "word + a = 2",
          "a = 2 and b > 0", "a = 1 or b > 0"}) {
        CAPTURE(text);
        REQUIRE(parse_condition(text));
        CHECK(!holds(*parse_condition(text), facts));
    }
    for (const char* const text :
         {"", "a", "a =", "a == 2", "= 2", "a 2", "a = 2 and", "a = 2 b = 3", "a + = 2", "+ a = 2",
          "A = 2", "a = 2 xor b = 3", "[] = 1"}) {
        CAPTURE(text);
        CHECK(!parse_condition(text));
    }
}

TEST_CASE("what is wrong with conditions and values is named", "[rules-page][view]") {
    const InShort in_short(
        "- If `a == 1`: One.\n- If `b = 1`: Two.\n- It is 3 (`a`).\n- If `a = 9`: It is 8 (`a`).\n"
        "- It is 1 (`c`).\n");
    const FieldValues facts{{"a", "4"}};
    CHECK(
        in_short.problems(facts, facts) ==
        std::vector<std::string>{
            "'b' is no parameter and no section", "'c' is no parameter and no section",
            "the condition 'a == 1' can't be read; write it as in 'a = 1 and [b] > 0'",
            "a is 3, but the default of a is 4"});
}

TEST_CASE("every game says in about ten lines how it works", "[rules-page][view]") {
    for (const Game* const game : all_games()) {
        CAPTURE(game->info().name);
        const InShort in_short(rules_text(game->info()));
        for (const FieldValues& facts : fields_of(*game)) {
            const RulesInShort rules = in_short.of(facts);
            CHECK(rules.lines.size() >= 6);
            CHECK(rules.lines.size() <= 14);
            for (const std::string& line : rules.lines) {
                CAPTURE(line);
                CHECK(line.size() <= 130);
                CHECK_THAT(line, EndsWith("."));
                CHECK_THAT(line, !ContainsSubstring("(`") && !ContainsSubstring("If `"));
            }
            CHECK(!rules.legend.empty());
            // A word has one meaning.
            std::set<std::string> words;
            for (const LegendEntry& entry : rules.legend) {
                CAPTURE(entry.word);
                CHECK(words.insert(entry.word).second);
            }
        }
    }
}

TEST_CASE("conditions and values of every game are those of its parameters", "[rules-page][view]") {
    for (const Game* const game : all_games()) {
        CAPTURE(game->info().name);
        FieldValues known;
        for (const FieldValues& facts : fields_of(*game)) {
            known.insert(facts.begin(), facts.end());
        }
        FieldValues defaults = default_facts(game->info());
        const FieldValues usual = created(*game, {}).value();
        defaults.insert(usual.begin(), usual.end());
        CHECK(
            InShort(rules_text(game->info())).problems(known, defaults) ==
            std::vector<std::string>());
    }
}

TEST_CASE("every parameter of every game changes a sentence, or no rule", "[rules-page][view]") {
    for (const Game* const game : all_games()) {
        CAPTURE(game->info().name);
        CHECK(silent_parameters(*game) == std::vector<std::string>());
    }
}

TEST_CASE("a parameter without a sentence is found", "[rules-page][view][game-programs][slow]") {
    const TemporaryFolder folder;
    const std::string rules = folder / "piles";
    REQUIRE(run({tests::referee_path(), "new-game", "--language", "Python", rules}).status == 0);
    CHECK(silent_parameters(*read_program_game(rules)).empty());
    CHECK(
        run({tests::referee_path(), "check", "--rules", rules}).out.find("In short") ==
        std::string::npos);
    const auto change = [&](const std::string& file, const std::string& from,
                            const std::string& to) {
        std::string text = read_file(rules + "/" + file);
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        write_file(rules + "/" + file, text.replace(at, from.size(), to));
    };
    change("game.ini", "no-rule = stones\n", "");
    CHECK(silent_parameters(*read_program_game(rules)) == std::vector<std::string>{"stones"});
    CHECK_THAT(
        run({tests::referee_path(), "check", "--rules", rules}).out,
        ContainsSubstring("In short\", doesn't say what 'stones' changes"));
    // A number that isn't the default is a mistake of the page.
    change("README.md", "3 (`heaps`) heaps in turn", "4 (`heaps`) heaps in turn");
    const Output checked = run({tests::referee_path(), "check", "--rules", rules});
    CHECK(checked.status != 0);
    CHECK_THAT(
        checked.out + checked.err, ContainsSubstring("heaps is 4, but the default of heaps is 3"));
    change("game.ini", "section =", "no-rule = pebbles\nsection =");
    CHECK_THAT(
        run({tests::referee_path(), "check", "--rules", rules}).err,
        ContainsSubstring("there is no parameter 'pebbles'"));
}

TEST_CASE("the rules of battlesnake are those of its mode", "[rules-page][view][battlesnake]") {
    const auto has = [](const Settings& settings, int players, const std::string& text) {
        return rules_on("battlesnake", settings, players).find(text) != std::string::npos;
    };
    struct Sentence {
        std::string text;
        std::vector<std::string> modes; ///< in which it stands
    };
    const std::map<std::string, Settings> modes{
        {"standard", {}},
        {"wrapped", {{"wrapped", "1"}}},
        {"constrictor", {{"constrictor", "1"}}},
        {"royale", {{"map", "royale"}}},
        {"rings", {{"map", "hz_rings"}}},
        {"healing", {{"map", "healing_pools"}}},
        {"harmless", {{"map", "hz_rings"}, {"hazard_damage", "0"}}},
        {"empty", {{"map", "empty"}}},
        {"castle", {{"map", "hz_castle_wall"}}},
        {"wrapped constrictor", {{"wrapped", "1"}, {"constrictor", "1"}}},
    };
    const std::vector<std::string> hurting{"royale", "rings", "castle"};
    const std::vector<std::string> growing{"constrictor", "wrapped constrictor"};
    const auto all_but = [&](const std::vector<std::string>& without) {
        std::vector<std::string> names;
        for (const auto& [name, settings] : modes) {
            if (std::find(without.begin(), without.end(), name) == without.end()) {
                names.push_back(name);
            }
        }
        return names;
    };
    const std::vector<Sentence> sentences{
        {"leaves the board is out", all_but({"wrapped", "wrapped constrictor"})},
        {"enters it on the opposite side", {"wrapped", "wrapped constrictor"}},
        {"at 0 a snake starves", all_but(growing)},
        {"All snakes grow by one cell in each turn", growing},
        {"A tail stays where it is", growing},
        {"tail: it leaves its cell next", all_but(growing)},
        {"tail: it never leaves its cell", growing},
        {"There is no food.", {"empty"}},
        {"food: ", all_but({"empty", "constrictor", "wrapped constrictor"})},
        {"New food comes when fewer than 1 is left",
         all_but({"empty", "castle", "constrictor", "wrapped constrictor"})},
        {"New food comes with a chance of 15 % a turn", {"castle"}},
        {"loses 14 health more for each of its layers", hurting},
        {"hazard: costs a head 14 more health", hurting},
        {"gains 14 health", {"healing"}},
        {"hazard: gives a head 14 health", {"healing"}},
        {"Hazards do nothing here", {"harmless"}},
        {"hazard: ", {"royale", "rings", "castle", "healing", "harmless"}},
        {"Hazards come and go", {"royale", "healing"}},
    };
    for (const Sentence& sentence : sentences) {
        for (const auto& [name, settings] : modes) {
            CAPTURE(sentence.text, name);
            const bool is_wanted = std::find(sentence.modes.begin(), sentence.modes.end(), name) !=
                                   sentence.modes.end();
            CHECK(has(settings, 4, sentence.text) == is_wanted);
        }
    }
    CHECK(has({}, 1, "The snake is alone"));
    CHECK(!has({}, 1, "The last snake alive wins"));
    CHECK(!has({}, 2, "who dies last among the others"));
    CHECK(has({}, 3, "who dies last among the others"));
}
