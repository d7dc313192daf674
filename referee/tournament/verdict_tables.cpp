// The outcome of knockouts, ladders and races, for people.

#include "tournament/text_tables.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace referee {
namespace {

std::string names_of(const std::vector<int>& ais, const TournamentSummary& summary) {
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
            names_of(race.inside, summary), race.fields);
    }
    return fmt::format(
        "Race for {} at {:g} % confidence, {}; in: {}; undecided: {}", best, percent,
        is_final ? "undecided after all fields" : "not yet decided", names_of(race.inside, summary),
        names_of(race.undecided, summary));
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
                "\n{}, {}: {} advances ({})", contest.round, names_of(contest.group, summary),
                summary.names[static_cast<std::size_t>(contest.order[0])], how(contest));
        }
    }
    return text;
}

std::optional<Table> contest_table(const TournamentSummary& summary) {
    if (!summary.verdict || summary.verdict->contests.empty()) {
        return std::nullopt;
    }
    Table table{
        "contests",
        "Contests: the best advances",
        {"round", "AI", "place", "points", "score", "fields", "further", "settled by"},
        {},
        2};
    if (summary.tournament.format == "ladder") {
        table.title = "Steps of the ladder, from the lowest places upwards";
    }
    for (const Contest& contest : summary.verdict->contests) {
        const bool is_over = !contest.order.empty();
        const std::vector<int>& ais = is_over ? contest.order : contest.group;
        for (std::size_t rank = 0; rank < ais.size(); ++rank) {
            const auto place = static_cast<std::size_t>(
                std::find(contest.group.begin(), contest.group.end(), ais[rank]) -
                contest.group.begin());
            const auto told = [&](const std::string& text) {
                return is_over ? text : std::string("–");
            };
            table.rows.push_back(
                {contest.round, summary.names[static_cast<std::size_t>(ais[rank])],
                 told(std::to_string(rank + 1)), told(fmt::format("{:.6g}", contest.points[place])),
                 told(fmt::format("{:.6g}", contest.scores[place])),
                 told(std::to_string(contest.fields)), told(std::to_string(contest.further_fields)),
                 std::string(name_of(contest.settlement))});
        }
    }
    return table;
}

void put_verdict(const TournamentSummary& summary, Table& standings) {
    if (summary.verdict && summary.verdict->race) {
        const auto after_name = static_cast<std::ptrdiff_t>(standings.words);
        standings.header.insert(
            standings.header.begin() + after_name,
            summary.verdict->race->top == 1 ? "best"
                                            : fmt::format("top {}", summary.verdict->race->top));
        for (std::size_t row = 0; row < standings.rows.size(); ++row) {
            std::vector<std::string>& cells = standings.rows[row];
            cells.insert(
                cells.begin() + after_name, std::string(name_of(summary.standings[row].race)));
        }
        ++standings.words;
    }
    if (!summary.verdict || summary.verdict->places.empty()) {
        return;
    }
    for (std::size_t row = 0; row < standings.rows.size(); ++row) {
        const int place = summary.standings[row].place;
        standings.rows[row][0] = place > 0 ? std::to_string(place) : "–";
    }
}

} // namespace referee
