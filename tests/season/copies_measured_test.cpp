// How well copies are found: the samples and starters of this tree, in their languages, changed as
// people change copies. referee/season/figures/copies.txt has the figures.

#include "ai/starters.hpp"
#include "season/entries/likeness.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace referee;

namespace {

namespace fs = std::filesystem;

struct MeasuredSource {
    std::string path; ///< below the source tree
    std::string game;
    std::string ending;
    std::string text;
};

/// All sources of AIs that are long enough to be compared at all, by path.
std::vector<MeasuredSource> all_sources() {
    const std::set<std::string> endings{".c",  ".cpp", ".hpp", ".cs", ".go", ".java",
                                        ".js", ".lua", ".pl",  ".py", ".rs", ".sh"};
    std::vector<MeasuredSource> sources;
    for (const std::string place : {"ai-reference", "ai-samples"}) {
        const std::string root = tests::source_folder() + "/" + place;
        for (const auto& entry : fs::recursive_directory_iterator(root)) {
            const fs::path below = entry.path().lexically_relative(root);
            const std::string game = below.begin()->string();
            if (!entry.is_regular_file() || !endings.contains(below.extension().string()) ||
                game == "lib") {
                continue;
            }
            MeasuredSource source{
                place + "/" + below.string(), game, below.extension().string(),
                tests::read_file(entry.path().string())};
            if (fingerprint_of_text(source.text).size() >= 2 * min_grams) {
                sources.push_back(std::move(source));
            }
        }
    }
    std::sort(sources.begin(), sources.end(), [](const MeasuredSource& a, const MeasuredSource& b) {
        return a.path < b.path;
    });
    return sources;
}

// What people do to a copy.

const std::regex& words() {
    static const std::regex pattern("[A-Za-z_][A-Za-z_0-9]*");
    return pattern;
}

/// Replaces what matches by what `replace` makes of it.
std::string replaced(
    const std::string& text, const std::regex& pattern,
    const std::function<std::string(const std::smatch&)>& replace) {
    std::string result;
    auto last = text.cbegin();
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
        result.append(last, (*at)[0].first);
        result += replace(*at);
        last = (*at)[0].second;
    }
    return result.append(last, text.cend());
}

/// Every name gets another one.
std::string with_other_names(const std::string& text) {
    static const std::set<std::string> kept = [] {
        std::istringstream list(
            "and as async auto await bool boolean break byte case catch char class const "
            "constexpr continue def default del delete do done double elif else elseif elsif end "
            "enum esac except export extends false False fi final finally float fn for foreach "
            "from func function global go goto if impl implements import in include inline "
            "instanceof int interface is lambda last let local long loop map match mod mut my "
            "namespace new next nil None not null nullptr of operator or our override package "
            "pass private protected pub public raise range ref repeat return self Self short "
            "signed sizeof static string struct sub super switch template then this throw throws "
            "trait true True try type typedef typename typeof union unless unsigned until use "
            "using var virtual void volatile where while with yield");
        return std::set<std::string>(std::istream_iterator<std::string>(list), {});
    }();
    std::map<std::string, std::string> names;
    return replaced(text, words(), [&](const std::smatch& word) {
        const std::string old = word.str();
        return kept.contains(old)
                   ? old
                   : names.try_emplace(old, fmt::format("other{}", names.size())).first->second;
    });
}

/// The parts that blank lines separate at the left margin, last first.
std::string in_other_order(const std::string& text) {
    std::vector<std::string> parts{""};
    std::istringstream lines(text);
    bool is_after_blank = false;
    for (std::string line; std::getline(lines, line);) {
        const bool is_at_margin =
            !line.empty() && line[0] != ' ' && line[0] != '\t' && line[0] != '}' && line[0] != ')';
        if (is_after_blank && is_at_margin) {
            parts.emplace_back();
        }
        parts.back() += line + "\n";
        is_after_blank = line.empty();
    }
    std::string result;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        result += *part;
    }
    return result;
}

/// A statement without use after every sixth line.
std::string with_statements(const std::string& text) {
    std::string result;
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        result += line + "\n";
        if (++number % 6 == 0) {
            result += fmt::format("spare{} = spare{} + {};\n", number, number / 2, number);
        }
    }
    return result;
}

/// Comments have other words and another number of them.
std::string with_other_comments(const std::string& text) {
    static const std::regex comment("(^|[\\s;])(//+|#|--)([ !/][^\n]*)");
    constexpr std::array<std::string_view, 9> foreign{"der",      "Zug,", "ist", "(noch)", "nicht",
                                                      "erlaubt.", "Feld", "für", "wer's"};
    std::size_t count = 0;
    return replaced(text, comment, [&](const std::smatch& match) {
        std::string line = match[1].str() + match[2].str();
        std::istringstream old(match[3].str());
        for (std::string word; old >> word;) {
            line += fmt::format(" {}", foreign[count++ % foreign.size()]);
            line += count % 4 == 0 ? " und" : "";
        }
        return line;
    });
}

struct Change {
    std::string name;
    std::function<std::string(const MeasuredSource&, const MeasuredSource& next)> text;
};

const std::vector<Change>& changes() {
    static const std::vector<Change> all{
        {"nothing", [](const MeasuredSource& own, const MeasuredSource&) { return own.text; }},
        {"all names", [](const MeasuredSource& own,
                         const MeasuredSource&) { return with_other_names(own.text); }},
        {"the order of functions",
         [](const MeasuredSource& own, const MeasuredSource&) { return in_other_order(own.text); }},
        {"a statement more after every sixth line",
         [](const MeasuredSource& own, const MeasuredSource&) {
             return with_statements(own.text);
         }},
        {"the words of all comments",
         [](const MeasuredSource& own, const MeasuredSource&) {
             return with_other_comments(own.text);
         }},
        {"another game's program behind it",
         [](const MeasuredSource& own, const MeasuredSource& next) {
             return own.text + next.text;
         }},
        {"names, order, statements and comments together",
         [](const MeasuredSource& own, const MeasuredSource&) {
             return with_other_names(
                 with_statements(in_other_order(with_other_comments(own.text))));
         }}};
    return all;
}

/// The next source of another game in the same language.
const MeasuredSource& next_of(const std::vector<MeasuredSource>& sources, std::size_t i) {
    for (std::size_t step = 1; step < sources.size(); ++step) {
        const MeasuredSource& next = sources[(i + step) % sources.size()];
        if (next.ending == sources[i].ending && next.game != sources[i].game) {
            return next;
        }
    }
    return sources[i];
}

/// What weighs nothing in a season of the source's game, if the source weren't a starter.
Fingerprint common_without(const MeasuredSource& source) {
    Fingerprint common;
    for (const StarterFile& file : starter_files()) {
        if (file.path.find("/" + source.game + "/") != std::string_view::npos &&
            file.path != source.path) {
            const Fingerprint grams = fingerprint_of_text(file.text);
            common.insert(common.end(), grams.begin(), grams.end());
        }
    }
    std::sort(common.begin(), common.end());
    common.erase(std::unique(common.begin(), common.end()), common.end());
    return common;
}

bool are_alike(const std::vector<Likenesses::Pair>& pairs) {
    return std::any_of(
        pairs.begin(), pairs.end(), [](const Likenesses::Pair& pair) { return pair.is_alike; });
}

struct Count {
    int of = 0;
    int found = 0;
    int compared = 0; ///< with enough code of their own besides the starters
};

/// Each program and its copy are alone in a season: so nothing is known of what others have.
Count found_alone(const std::vector<MeasuredSource>& sources, const Change& change) {
    Count count;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const Fingerprint common = common_without(sources[i]);
        const Fingerprint own = fingerprint_of_text(sources[i].text);
        Fingerprint left;
        std::set_difference(
            own.begin(), own.end(), common.begin(), common.end(), std::back_inserter(left));
        Likenesses likenesses(common, {});
        likenesses.add(0, {{"own", own}});
        likenesses.add(
            1, {{"copy", fingerprint_of_text(change.text(sources[i], next_of(sources, i)))}});
        const bool is_found = are_alike(likenesses.pairs(0));
        const bool is_compared = left.size() >= 2 * min_grams;
        ++count.of;
        count.compared += is_compared ? 1 : 0;
        count.found += is_compared && is_found ? 1 : 0;
        if (is_compared && !is_found) {
            UNSCOPED_INFO("not found: " << sources[i].path);
        }
    }
    return count;
}

std::map<std::string, std::vector<const MeasuredSource*>>
by_game(const std::vector<MeasuredSource>& sources) {
    std::map<std::string, std::vector<const MeasuredSource*>> games;
    for (const MeasuredSource& source : sources) {
        games[source.game].push_back(&source);
    }
    return games;
}

std::string
alarm_text(const MeasuredSource& one, const MeasuredSource& other, const Likenesses::Pair& pair) {
    return fmt::format(
        "{} and {}: {:.2f}, {:.2f}", one.path, other.path, pair.likeness.shares.of_smaller,
        pair.likeness.shares.of_larger);
}

/// False alarms where each pair is alone in a season, and nothing is known of what is common.
std::vector<std::string> false_alarms_alone(const std::vector<MeasuredSource>& sources) {
    std::vector<std::string> alarms;
    for (const auto& [game, own] : by_game(sources)) {
        std::vector<Fingerprint> grams;
        for (const MeasuredSource* const source : own) {
            grams.push_back(fingerprint_of_text(source->text));
        }
        for (std::size_t other = 0; other < own.size(); ++other) {
            for (std::size_t one = 0; one < other; ++one) {
                Likenesses likenesses({}, {});
                likenesses.add(0, {{"one", grams[one]}});
                likenesses.add(1, {{"other", grams[other]}});
                const std::vector<Likenesses::Pair> pairs = likenesses.pairs(0);
                if (are_alike(pairs)) {
                    alarms.push_back(alarm_text(*own[one], *own[other], pairs[0]));
                }
            }
        }
    }
    return alarms;
}

/// Pairs of different programs of one game that are called alike, in a season of all of them.
std::vector<std::string> false_alarms(const std::vector<MeasuredSource>& sources, int& pairs) {
    std::vector<std::string> alarms;
    for (const auto& [game, own] : by_game(sources)) {
        Likenesses likenesses({}, fingerprints_of_other_starters(game));
        for (std::size_t i = 0; i < own.size(); ++i) {
            likenesses.add(i, {{own[i]->path, fingerprint_of_text(own[i]->text)}});
        }
        pairs += static_cast<int>(own.size() * (own.size() - 1) / 2);
        for (const Likenesses::Pair& pair : likenesses.pairs(0)) {
            if (pair.is_alike) {
                alarms.push_back(alarm_text(*own[pair.one], *own[pair.other], pair));
            }
        }
    }
    return alarms;
}

} // namespace

TEST_CASE(
    "copies of the samples and starters are found in every language, and others aren't called so",
    "[season][copies][copies-figures][slow]") {
    const std::vector<MeasuredSource> sources = all_sources();
    REQUIRE(sources.size() > 100);
    std::set<std::string> endings;
    for (const MeasuredSource& source : sources) {
        endings.insert(source.ending);
    }
    CHECK(endings.size() >= 10);
    std::string table = "| changed in the copy | programs | found |\n| --- | --: | --: |\n";
    for (const Change& change : changes()) {
        const Count count = found_alone(sources, change);
        table += fmt::format("| {} | {} | {} |\n", change.name, count.compared, count.found);
        INFO(change.name << ": " << count.found << " of " << count.compared);
        CHECK(count.compared > count.of / 2);
        CHECK(100 * count.found >= 95 * count.compared);
    }
    int pairs = 0;
    const std::vector<std::string> alarms = false_alarms(sources, pairs);
    const std::vector<std::string> alone = false_alarms_alone(sources);
    table += fmt::format(
        "\nOf {} pairs of different sources for one game, {} were called alike in a season of all "
        "sources for\nthat game, and {} where each pair was alone in a season.\n",
        pairs, alarms.size(), alone.size());
    std::string list;
    for (const std::vector<std::string>& each : {alarms, alone}) {
        for (const std::string& alarm : each) {
            list += "\n" + alarm;
        }
    }
    INFO(list);
    CHECK(1000 * alarms.size() <= 2 * static_cast<std::size_t>(pairs));
    CHECK(1000 * alone.size() <= 10 * static_cast<std::size_t>(pairs));
    if (const char* const file = std::getenv("REFEREE_FIGURES"); file != nullptr) {
        tests::write_file(file, table);
        fmt::print("{}\n", list);
    }
}
