#pragma once

/// How a game works, in short: the section "In short" of its README.md, by what a field sets. The
/// form of conditions and values: referee/pages/README.md, "How it works".

#include "game/field_text.hpp"
#include "game/game.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// What is seen on the board, and what it means. The word is also the key of its picture in the
/// game's drawing (referee/pages/README.md, "A new game's drawing").
struct LegendEntry {
    std::string word;
    std::string meaning;
    bool operator==(const LegendEntry&) const = default;
};

struct RulesInShort {
    std::vector<std::string> lines;  ///< sentences, without marks of emphasis or code
    std::vector<LegendEntry> legend; ///< may be empty
    bool operator==(const RulesInShort&) const = default;
};

/// What the field of that text is: its parameters, with the defaults of those that it doesn't set,
/// `players`, and for each section "[NAME]" the number of its rows.
FieldValues facts_of(const GameInfo& info, const FieldText& text, int seats);

/// The defaults of all parameters, and the default number of players.
FieldValues default_facts(const GameInfo& info);

/// A comparison of a sum of facts with a value.
struct FactComparison {
    std::vector<std::string> sum; ///< names; one, or several whose values are numbers
    std::string relation;         ///< = != < <= > >=
    std::string value;
};

/// Comparisons that must all hold; of several lists, one must.
using FactCondition = std::vector<std::vector<FactComparison>>;

/// The condition of that text, "a = 1 and [b] + c > 0 or d = word"; nothing if it can't be read.
std::optional<FactCondition> parse_condition(std::string_view text);

/// A fact that the field doesn't have is 0.
bool holds(const FactCondition& condition, const FieldValues& facts);

class InShort {
  public:
    /// Reads the section from the text of a README.md or of the section alone: items of a list, and
    /// the rows of a table. A page without the section has its first paragraph as the only line.
    explicit InShort(std::string_view readme);

    /// What holds on a field of these facts, with its values.
    RulesInShort of(const FieldValues& facts) const;
    /// What holds on all fields, with conditions in words.
    RulesInShort general() const;

    /// What is wrong with conditions and values: one that can't be read, a name that isn't among
    /// `known`, a value that isn't that of `defaults` although its sentence holds there.
    std::vector<std::string> problems(const FieldValues& known, const FieldValues& defaults) const;

    /// The facts that it names.
    std::vector<std::string> names() const;

  private:
    struct Text {
        std::string condition; ///< as written; empty: none
        std::optional<FactCondition> parsed;
        std::string text; ///< Markdown
    };
    struct Row {
        std::string word;
        Text meaning;
    };
    static Text text_of(std::string_view markdown);
    void add_row(const std::string& row);

    std::vector<Text> lines_;
    std::vector<Row> legend_;
};

} // namespace referee
