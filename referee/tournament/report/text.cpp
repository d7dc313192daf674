#include "tournament/report/text.hpp"

#include "base/text.hpp"
#include "tournament/report/conclusions.hpp"
#include "tournament/report/figures.hpp"
#include "tournament/report/without_ladder.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace referee {

namespace {

ReportTable with_note(ReportTable table, const std::string& note) {
    table.note = note + (table.note.empty() ? "" : " " + table.note);
    return table;
}

/// Whether the ratings that are known lie around 0; an anchor moves them.
bool is_around_zero(const TournamentSummary& summary) {
    double sum = 0;
    int count = 0;
    for (const AiRow& row : summary.standings) {
        if (row.rating.is_rated() && row.rating.is_in_core) {
            sum += row.rating.elo;
            ++count;
        }
    }
    return count > 1 && std::abs(sum / count) < 0.5;
}

/// The sentences that aren't empty.
std::string listed_notes(std::vector<std::string> sentences) {
    std::erase(sentences, "");
    return fmt::format("{}", fmt::join(sentences, " "));
}

bool has_column(const ReportTable& table, std::string_view heading) {
    return std::find(table.header.begin(), table.header.end(), heading) != table.header.end();
}

/// A column is explained only where it stands: those that would tell nothing are left out.
std::string standings_note(const TournamentSummary& summary, const ReportTable& table) {
    const bool has_ranks = has_column(table, "ranks 95 %");
    const bool has_interval = has_column(table, "95 %");
    const bool has_estimates =
        std::any_of(summary.standings.begin(), summary.standings.end(), [](const AiRow& row) {
            return row.rating.is_rated() && !row.rating.is_in_core;
        });
    std::vector<std::pair<int, int>> ranks;
    for (const AiRow& row : summary.standings) {
        ranks.emplace_back(row.rank_best, row.rank_worst);
    }
    const std::string any_rank = any_rank_note(ranks);
    std::string text;
    if (has_ranks) {
        text +=
            "ranks 95 %: the ranks that each AI may really have. All of them together are right "
            "with 95 % confidence, however often somebody looks and however many games are "
            "added: compare AIs by them. ";
        text += any_rank.empty() ? "" : any_rank + " ";
    }
    if (has_interval) {
        text += fmt::format("95 %: {}. ", interval_note);
    }
    if (has_ranks || has_interval) {
        text += has_ranks && has_interval ? "More fields narrow both. " : "More fields narrow it. ";
    }
    return fmt::format(
               "{}A draw counts half. Ratings are in Elo and count how strong the opponents were: "
               "400 more win ten games of eleven{}.",
               text,
               !is_around_zero(summary) ? ""
               : has_estimates          ? ", and 0 is the average of those without parentheses"
                                        : ", and 0 is the average") +
           (has_estimates
                ? " A rating in parentheses is only an estimate: the AI, alone or with others, "
                  "won or lost every game against the rest, and ≥ or ≤ is all that is known."
                : "");
}

} // namespace

std::string any_rank_note(const std::vector<std::pair<int, int>>& best_and_worst) {
    int worst = 0;
    for (const auto& [best, last] : best_and_worst) {
        worst = std::max(worst, last);
    }
    const bool is_any =
        worst > 1 && std::find(best_and_worst.begin(), best_and_worst.end(), std::pair(1, worst)) !=
                         best_and_worst.end();
    return is_any ? fmt::format("1–{}: any rank; there are too few games to say more.", worst) : "";
}

std::string_view standings_title(const TournamentSummary& summary) {
    const bool has_places = summary.verdict && !summary.verdict->places.empty();
    return summary.tournament.points.empty() || has_places
               ? "Standings"
               : "Standings, ranked by rating, not by points";
}

std::vector<ReportTable> tables_of(
    const TournamentSummary& summary, std::size_t max_in_pairs, std::size_t max_rows,
    Reader reader) {
    const bool is_text = reader == Reader::text;
    const unsigned of_pairs = is_text ? in_table | in_text : in_table;
    const Figures<AiRow> of_ais = ai_figures(summary);
    const bool has_pairs = summary.names.size() <= max_in_pairs;
    const auto table_of_ais = [&](std::string_view name, std::string_view title, unsigned table) {
        const std::vector<AiRow>& all = summary.standings;
        if (all.size() <= max_rows) {
            return table_of(name, title, of_ais, all, table);
        }
        return with_note(
            table_of(
                name, title, of_ais,
                {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(max_rows)}, table),
            fmt::format("These are the first {} of {}.", max_rows, all.size()));
    };
    const ReportTable standings = table_of_ais("standings", standings_title(summary), in_table);
    std::vector<ReportTable> tables{with_note(standings, standings_note(summary, standings))};
    if (summary.verdict && !summary.verdict->contests.empty()) {
        tables.push_back(table_of(
            "contests",
            summary.tournament.format == "ladder"
                ? "Steps of the ladder, from the lowest places upwards"
                : "Contests: the best advances",
            contest_figures(summary), contest_rows(summary)));
    }
    if (has_pairs) {
        const ReportTable rates = table_of(
            "winrates", "Win rates: percent of the games that both played / number of these games",
            win_rate_figures(summary), ais_by_win_rate(summary));
        tables.push_back(
            with_note(rates, "–: the AI itself, or one that it never met. A draw counts half."));
    }
    if (auto table = without_ladder_table(summary)) {
        tables.push_back(std::move(*table));
    }
    const bool has_faults =
        std::any_of(summary.standings.begin(), summary.standings.end(), [](const AiRow& row) {
            return row.fault_count() > 0;
        });
    const ReportTable endings = table_of_ais(
        "endings",
        has_faults ? "Endings, faults, and wall-clock time per move"
                   : "Endings, and wall-clock time per move",
        in_endings);
    tables.push_back(with_note(
        endings,
        listed_notes(
            {has_faults ? "A game with a fault is also won, drawn or lost." : "",
             has_column(endings, "95 % ms") ? "95 % ms: 19 of 20 moves took at most this time."
                                            : ""})));
    tables.push_back(table_of("seats", "By seat", seat_figures(), seat_rows(summary)));
    bool has_star = false;
    if (!summary.differences.empty() && has_pairs) {
        ReportTable differences = table_of(
            "differences", "Rating differences", difference_figures(summary), summary.differences,
            of_pairs);
        has_star = has_column(differences, "");
        if (has_star) {
            differences.title =
                "Rating differences (*: certain for all pairs at once, whenever somebody looks)";
        }
        const bool has_interval = has_column(differences, "95 %");
        tables.push_back(with_note(
            differences,
            listed_notes(
                {has_column(differences, "Elo")
                     ? fmt::format(
                           "Elo: the difference of the ratings, from all games{}",
                           has_interval ? ";" : ".")
                     : "",
                 has_interval ? fmt::format("95 %: {}.", interval_note) : "",
                 has_column(differences, "p")
                     ? fmt::format(
                           "p, {}: the probability of a difference at least as large if both were "
                           "equal; it is not the probability that they are equal.",
                           has_interval ? "under the same condition"
                                        : "if the number of games was fixed beforehand")
                     : "",
                 !is_text && has_star ? "Only the * says that somebody is better." : ""})));
    }
    if (!summary.pairings.empty() && has_pairs) {
        const ReportTable pairs = table_of(
            "pairs", "Double matches: won, drawn and lost by the first AI", pair_figures(summary),
            summary.pairings, of_pairs);
        tables.push_back(with_note(
            pairs,
            listed_notes(
                {fmt::format(
                     "A double match is one field in both orders of seats{}",
                     has_column(pairs, "drawn") ? "; drawn: each won one game." : "."),
                 has_column(pairs, "Elo")
                     ? "Elo: from the games of these two alone, so it isn't the difference of "
                       "their ratings."
                     : "",
                 !has_column(pairs, "95 %")           ? ""
                 : has_column(tables.front(), "95 %") ? "95 %: as that of a rating."
                                                      : "95 %: the interval of the score, if the "
                                                        "number of games was fixed beforehand.",
                 has_column(pairs, "sign test")
                     ? "sign test, under the same condition: the probability that equals are so "
                       "far apart in won double matches, drawn ones left out."
                     : "",
                 is_text ? "any time: the same for all pairs at once, whenever somebody looks, by "
                           "all results; 0.05 or less: it is certain who wins more against the "
                           "other."
                         : "any time: the probability that equals are so far apart, for all pairs "
                           "at once, whenever somebody looks; 0.05 or less: it is certain who wins "
                           "more against the other, above that it is open.",
                 has_star ? "The * above is about ratings, so about the games against everybody."
                          : ""})));
    }
    return tables;
}

std::string tables_text(const TournamentSummary& summary) {
    std::string text = fmt::format(
        "{}: {} of {} games ({}, {} AIs, {} fields{})\n", summary.tournament.game, summary.games,
        summary.planned, summary.tournament.format, summary.names.size(), summary.fields,
        summary.tournament.shards > 1
            ? fmt::format(", shard {}/{}", summary.tournament.shard, summary.tournament.shards)
            : "");
    if (summary.verdict) {
        text += '\n';
        std::istringstream lines(verdict_text(summary));
        for (std::string line; std::getline(lines, line);) {
            text += wrapped(line, "  ") + '\n';
        }
    }
    if (!summary.sprt.empty()) {
        text += "\n" + summary.sprt + "\n";
    }
    for (const std::string& sentence : conclusions_of(summary)) {
        text += "\n" + wrapped(sentence, "") + "\n";
    }
    const bool is_large = summary.standings.size() > Ratings::max_exact;
    for (const ReportTable& table :
         tables_of(summary, max_ais_in_pairs, is_large ? max_rows_in_large_text : all_rows)) {
        text += fmt::format("\n{}\n\n{}", table.title, aligned(table));
        text += table.note.empty() ? "" : "\n" + wrapped(table.note, "") + "\n";
    }
    for (const std::string& note : summary.notes) {
        text += "\n" + wrapped("note: " + note, "      ");
    }
    return text + (summary.notes.empty() ? "" : "\n");
}

// The outcome of knockouts, ladders and races, for people.

namespace {

std::string names_text(const std::vector<int>& ais, const TournamentSummary& summary) {
    std::vector<std::string> names;
    for (const int ai : ais) {
        names.push_back(summary.names[static_cast<std::size_t>(ai)]);
    }
    return names.empty() ? "nobody" : fmt::format("{}", fmt::join(names, ", "));
}

std::string race_text(const Race& race, bool is_final, const TournamentSummary& summary) {
    const std::string best = race.top == 1 ? "the best AI" : fmt::format("the best {}", race.top);
    const double percent = 100 * race.confidence;
    if (race.undecided.empty()) {
        return fmt::format(
            "Race: {} at {:g} % confidence: {} (decided on {} fields)", best, percent,
            names_text(race.inside, summary), race.fields);
    }
    return fmt::format(
        "Race for {} at {:g} % confidence, {}; in: {}; undecided: {}", best, percent,
        is_final ? "undecided after all fields" : "not yet decided",
        names_text(race.inside, summary), names_text(race.undecided, summary));
}

std::string how(const Contest& contest) {
    switch (contest.settlement) {
    case Settlement::further_fields:
        return fmt::format(
            "a tie, settled on {} further field{}", contest.further_fields,
            contest.further_fields == 1 ? "" : "s");
    case Settlement::score:
        return "a tie, settled by the sum of scores";
    case Settlement::lot:
        return "a tie in points and scores, settled by lot";
    default:
        return "by points";
    }
}

} // namespace

std::string verdict_text(const TournamentSummary& summary) {
    if (!summary.verdict) {
        return "";
    }
    const Verdict& verdict = *summary.verdict;
    if (verdict.race) {
        return race_text(*verdict.race, verdict.is_final, summary);
    }
    const std::string& format = summary.tournament.format;
    if (!verdict.is_final) {
        return fmt::format("The {} is not over yet", format);
    }
    const auto winner = static_cast<std::size_t>(
        std::find(verdict.places.begin(), verdict.places.end(), 1) - verdict.places.begin());
    if (format == "ladder") {
        return fmt::format("At the top of the ladder: {}", summary.names[winner]);
    }
    std::string text = fmt::format(
        "Winner of the knockout: {} ({})", summary.names[winner], how(verdict.contests.back()));
    // A tie in an earlier round is mentioned too.
    for (const Contest& contest : verdict.contests) {
        if (contest.settlement != Settlement::points && contest.round != "final") {
            text += fmt::format(
                "\n{}, {}: {} advances ({})", contest.round, names_text(contest.group, summary),
                summary.names[static_cast<std::size_t>(contest.order[0])], how(contest));
        }
    }
    return text;
}

} // namespace referee
