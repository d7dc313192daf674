#include "tournament/report/line.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "tournament/store/outcome.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace referee {

namespace {

class LineReader {
  public:
    LineReader(
        const Results& store, const std::optional<std::pair<int, int>>& wanted,
        const std::optional<SprtConfig>& question)
        : store_(store), wanted_(wanted), question_(question) {
        if (!store.tournament().sprt.empty() && store.ais().size() == 2) {
            test_.emplace(read_sprt(store.tournament().sprt));
        }
    }

    std::vector<ResultLine> read() {
        std::vector<GameOutcome> match;
        store_.for_each([&](const GameOutcome& game) {
            if (!match.empty() && match.front().match != game.match) {
                finish(match);
            }
            match.push_back(game);
        });
        finish(match);
        const bool is_over = test_ && (test_->decision() != SprtDecision::none ||
                                       store_.game_count() == planned_games(store_.tournament()));
        std::vector<ResultLine> lines;
        for (auto& [ais, entry] : entries_) {
            if (is_over) {
                entry.line.adjusted = adjusted_estimate(
                    entry.is_turned ? turned(test_->counts()) : test_->counts(),
                    entry.is_turned ? turned(test_->config()) : test_->config());
            }
            entry.line.games->fields = static_cast<int>(entry.fields.size());
            lines.push_back(std::move(entry.line));
        }
        return lines;
    }

  private:
    struct Entry {
        ResultLine line;
        std::set<int> fields;
        bool is_turned = false; ///< the AI with the higher index is the first
    };

    // A test as seen by the other AI.

    static PairCounts turned(PairCounts counts) {
        std::reverse(std::begin(counts.by_points), std::end(counts.by_points));
        return counts;
    }
    static SprtConfig turned(const SprtConfig& config) {
        return {-config.elo1, -config.elo0, config.beta, config.alpha};
    }

    void finish(std::vector<GameOutcome>& match) {
        const StoredTournament& tournament = store_.tournament();
        if (static_cast<int>(match.size()) == tournament.games_per_match) {
            if (tournament.match_decides) {
                decide_by_match(match, tournament.points);
            }
            add(match);
        }
        match.clear();
    }

    void add(const std::vector<GameOutcome>& match) {
        std::pair<int, int> ais = std::minmax(match[0].seats[0].ai, match[0].seats[1].ai);
        if (test_) {
            if (test_->decision() != SprtDecision::none) {
                return; // games that were running when it decided
            }
            test_->add(match[0].match, pair_points(match, ais.first));
        }
        const bool is_turned = wanted_ && wanted_->first == ais.second;
        if (is_turned) {
            std::swap(ais.first, ais.second);
        }
        if (wanted_ && *wanted_ != ais) {
            return;
        }
        const auto [at, is_new] = entries_.try_emplace(ais);
        Entry& entry = at->second;
        ResultLine& line = entry.line;
        if (is_new) {
            const auto name = [&](int ai) {
                return safe_text(store_.ais()[static_cast<std::size_t>(ai)].name);
            };
            entry.is_turned = is_turned;
            line.games.emplace(LineGames{name(ais.first), name(ais.second)});
            if (question_) {
                line.question.emplace(*question_);
            }
        }
        for (const GameOutcome& game : match) {
            const auto own = static_cast<std::size_t>(game.seats[0].ai == ais.first ? 0 : 1);
            const double lead = game.seats[own].share - game.seats[1 - own].share;
            ++(is_won_by_nobody(game) ? line.games->no_winner
               : lead > 0             ? line.games->wins
               : lead < 0             ? line.games->losses
                                      : line.games->draws);
            entry.fields.insert(game.field);
        }
        const double points = pair_points(match, ais.first);
        line.counts.add(points);
        if (line.question && line.question->decision() == SprtDecision::none) {
            line.question->add(line.counts.pairs() - 1, points);
            if (line.question->decision() != SprtDecision::none) {
                line.decided_after = line.counts.pairs();
            }
        }
    }

    const Results& store_;
    std::optional<std::pair<int, int>> wanted_;
    std::optional<SprtConfig> question_;
    std::optional<Sprt> test_; ///< that of the tournament
    std::map<std::pair<int, int>, Entry> entries_;
};

/// A percentage that is 0 or 100 only if it is that.
std::string chance_text(double chance) {
    constexpr double smallest = 0.0005;
    return chance > 0 && chance < smallest       ? "< 0.1 %"
           : chance < 1 && chance > 1 - smallest ? "> 99.9 %"
                                                 : fmt::format("{:.1f} %", 100 * chance);
}

std::string of_all(std::int64_t part, std::int64_t all) {
    return fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(all));
}

std::string question_text(const ResultLine& line) {
    const Sprt& test = *line.question;
    const std::string verdict = line.games ? test.verdict(line.games->first, line.games->second)
                                           : test.verdict("the first AI", "the second");
    return fmt::format(
        "SPRT [{:g}, {:g}]: {}, LLR {:.2f} ({:.2f}, {:.2f}) after {} of {} pairs",
        test.config().elo0, test.config().elo1, verdict, test.ratio(), test.lower(), test.upper(),
        test.counts().pairs(), line.counts.pairs());
}

} // namespace

ShareInterval ResultLine::share() const {
    return adjusted ? adjusted->share : statistics_of(counts).share;
}

double ResultLine::superiority() const {
    return adjusted ? adjusted->superiority : superiority_of(counts);
}

std::vector<ResultLine> result_lines(
    const Results& store, const std::optional<std::pair<int, int>>& wanted,
    const std::optional<SprtConfig>& question) {
    store.require_standings();
    if (store.tournament().seats != 2 || store.tournament().games_per_match != 2) {
        throw UserError(
            store.path() + ": no double matches, in which two AIs play a field in both seats; "
                           "the tables have what else is known");
    }
    return LineReader(store, wanted, question).read();
}

PairCounts read_counts(const std::string& text) {
    PairCounts counts;
    const char* at = text.data();
    const char* const end = at + text.size();
    bool is_good = true;
    for (std::size_t i = 0; i < 5 && is_good; ++i) {
        constexpr std::int64_t most = 1'000'000'000;
        const auto [rest, code] = std::from_chars(at, end, counts.by_points[i]);
        is_good = code == std::errc() && counts.by_points[i] >= 0 && counts.by_points[i] <= most &&
                  (i == 4 ? rest == end : rest != end && *rest == ',');
        at = rest + (i == 4 ? 0 : 1);
    }
    if (!is_good || counts.pairs() == 0) {
        throw UserError(fmt::format(
            "--counts {}: write five numbers of double matches, in which the first AI has 0, ½, 1, "
            "1½ and 2 points, e.g. 3,14,60,20,3",
            printable(text)));
    }
    return counts;
}

ResultLine line_of(const PairCounts& counts, const std::optional<SprtConfig>& question) {
    ResultLine line;
    line.counts = counts;
    if (question) {
        line.question.emplace(Sprt::ended(*question, counts));
        line.adjusted = adjusted_estimate(counts, *question);
        line.decided_after = line.question->decision() == SprtDecision::none ? 0 : counts.pairs();
    }
    return line;
}

std::string line_text(const ResultLine& line) {
    const std::int64_t pairs = line.counts.pairs();
    const auto& games = line.games;
    std::string text =
        games ? fmt::format("{} vs {}: ", games->first, games->second) : std::string();
    text += fmt::format(
        "{:.1f} % of {} games, Elo {}{}, LOS {}, ", 100 * line.counts.mean(), 2 * pairs,
        elo_text(line.share()), line.adjusted ? " (adjusted for stopping)" : "",
        chance_text(line.superiority()));
    text += games ? fmt::format("drawn {} of games and ", of_all(games->draws, 2 * pairs))
                  : std::string("drawn ");
    text += fmt::format(
        "{} of pairs, Ptnml(0-2) {}", of_all(line.counts.by_points[2], pairs),
        fmt::join(line.counts.by_points, ", "));
    text += games ? ", " + counted(games->fields, "field") : ", " + counted(pairs, "pair");
    return text + (line.question ? "\n" + question_text(line) : "") + "\n";
}

std::vector<std::string> line_warnings(const std::vector<ResultLine>& lines) {
    std::vector<std::string> warnings;
    const auto asked = std::find_if(lines.begin(), lines.end(), [](const ResultLine& line) {
        return line.question.has_value();
    });
    if (asked == lines.end()) {
        return warnings;
    }
    if (!asked->games) {
        warnings.emplace_back(
            "error rates and adjusted Elo hold only if the test was looked at after each pair and "
            "ended with these pairs, because it decided or its fields were used up");
        return warnings;
    }
    warnings.emplace_back(
        "this was asked of games already played; the error rates hold only if the bounds were "
        "chosen before anybody saw a result. Stopping, playing on or asking again after a look at "
        "results breaks them");
    if (lines.size() > 1) {
        warnings.push_back(
            fmt::format("each of these {} tests may err as often as one alone", lines.size()));
    }
    return warnings;
}

Json lines_json(const std::vector<ResultLine>& lines) {
    const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
    Json all = Json::array();
    for (const ResultLine& line : lines) {
        const std::int64_t pairs = line.counts.pairs();
        const auto& by_points = line.counts.by_points;
        const auto of_games = [&](auto member) {
            return line.games ? Json((*line.games).*member) : Json();
        };
        const ShareInterval share = line.share();
        Json object{
            {"first", of_games(&LineGames::first)},
            {"second", of_games(&LineGames::second)},
            {"games", 2 * pairs},
            {"wins", of_games(&LineGames::wins)},
            {"draws", of_games(&LineGames::draws)},
            {"losses", of_games(&LineGames::losses)},
            {"no_winner", of_games(&LineGames::no_winner)},
            {"fields", of_games(&LineGames::fields)},
            {"pairs", pairs},
            {"by_points", std::vector(std::begin(by_points), std::end(by_points))},
            {"score", line.counts.mean()},
            {"share", share.share},
            {"share_low", share.low},
            {"share_high", share.high},
            {"elo", number(elo_of(share.share))},
            {"elo_low", number(elo_of(share.low))},
            {"elo_high", number(elo_of(share.high))},
            {"adjusted", line.adjusted.has_value()},
            {"los", line.superiority()},
            {"drawn_pairs", static_cast<double>(by_points[2]) / static_cast<double>(pairs)},
            {"sprt", Json()},
            {"text", line_text(line)}};
        if (line.question) {
            const Sprt& test = *line.question;
            object["sprt"] = {
                {"elo0", test.config().elo0},
                {"elo1", test.config().elo1},
                {"alpha", test.config().alpha},
                {"beta", test.config().beta},
                {"llr", test.ratio()},
                {"lower", test.lower()},
                {"upper", test.upper()},
                {"accepted", test.decision() == SprtDecision::accepts_elo0   ? Json("H0")
                             : test.decision() == SprtDecision::accepts_elo1 ? Json("H1")
                                                                             : Json()},
                {"decided_after", line.decided_after > 0 ? Json(line.decided_after) : Json()}};
        }
        all.push_back(std::move(object));
    }
    return {{"lines", all}, {"warnings", line_warnings(lines)}};
}

} // namespace referee
